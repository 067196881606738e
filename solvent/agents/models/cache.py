"""A cache of replies: a request that was paid for once is answered from a folder of files, one per reply."""

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from solvent.agents.models.client import Message, Model, ModelError, Reply
from solvent.agents.models.recording import key_of, request_of
from solvent.agents.models.samples import of_sample, several
from solvent.solvers import SolventError


class CacheError(SolventError):
    """A folder that cannot hold a cache."""


class Cache:
    """A folder of replies, which any number of processes may share. Raises CacheError if it cannot be written to.

    Each file holds a request and its reply. It is complete or not there: a file is renamed once it is whole.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(b"{}")
        except OSError as error:
            raise CacheError(f"cannot write to the cache {folder}: {error.strerror or error}.") from error

    def of(self, model: Model, name: str, **numbers: int) -> Model:
        """The model, asked only for what is not in the cache.

        `numbers` tell apart the conversations that begin with the same request, such as samples.
        """
        return _Cached(model, self, {"model": name, **numbers})

    def get(self, asked: Mapping[str, Any]) -> Reply | None:
        """The reply to a request, or None if there is none, or none that can be read."""
        try:
            found = json.loads(self._file(asked).read_bytes())
            if found["request"] == asked:
                return Reply.model_validate(found["reply"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError, ValidationError):
            pass  # not there, or damaged: the model is asked again
        return None

    def put(self, asked: Mapping[str, Any], reply: Reply) -> None:
        """Store a reply. It has been paid for and is used in any case, so a full disk is no error."""
        path = self._file(asked)
        text = json.dumps({"request": asked, "reply": reply.model_dump(mode="json")})
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            number, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(number, "w", encoding="ascii") as file:
                    file.write(text)
                Path(part).replace(path)
            except OSError:
                Path(part).unlink()

    def _file(self, asked: Mapping[str, Any]) -> Path:
        key = key_of(asked)
        return self.folder / key[:2] / f"{key}.json"


@dataclass(frozen=True)
class _Cached:
    """A model behind a cache; failed calls are not stored. A reply keeps its usage, marked as reused."""

    model: Model
    cache: Cache
    more: Mapping[str, Any] = field(default_factory=dict)

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Complete the conversation; see `Model`."""
        asked = {**request_of(messages, **options), **self.more}
        known = self._known(asked)
        if known is not None:
            return known
        reply = await self.model.complete(messages, **options)
        self.cache.put(asked, reply)
        return reply

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """The first of `n` samples, from this conversation's number on: those known, and those that follow them.

        One request asks for all that are missing up to the next one known, and each is stored as if asked for singly.
        """
        asked = [self._asked_for(number, messages, options) for number in range(n)]
        found = [self._known(each) for each in asked]
        before = [known for known in takewhile(lambda known: known is not None, found) if known is not None]
        missing = sum(1 for _ in takewhile(lambda known: known is None, found[len(before) :]))
        if not missing:
            return before
        try:
            more = await several(self.model, messages, missing, **of_sample(len(before), options))
        except ModelError as error:
            if not before:
                raise
            # Those known need no server; what the request cost all the same is not lost.
            spent = {"usage": before[-1].usage + error.usage}
            return [*before[:-1], before[-1].model_copy(update=spent)]
        for request, reply in zip(asked[len(before) :], more, strict=False):
            self.cache.put(request, reply)
        return [*before, *more]

    def _asked_for(self, number: int, messages: Sequence[Message], options: Mapping[str, Any]) -> dict[str, Any]:
        """The request for a sample, counted from this conversation's, as that sample's own conversation makes it."""
        sample = self.more.get("sample", 0) + number
        return {**request_of(messages, **of_sample(number, options)), **self.more, "sample": sample}

    def _known(self, asked: Mapping[str, Any]) -> Reply | None:
        known = self.cache.get(asked)
        if known is None:
            return None
        usage = known.usage.model_copy(update={"reused": known.usage.calls})
        return known.model_copy(update={"usage": usage})
