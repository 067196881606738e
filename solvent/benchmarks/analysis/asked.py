"""Asks a model about the cases of a run, about none of them twice."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from solvent.agents import grading
from solvent.agents.models.client import (
    Model,
    ModelAccessError,
    ModelError,
    ModelNotFoundError,
    ModelUnreachableError,
    Reply,
)
from solvent.benchmarks.analysis.grade_file import JudgedFile, Key, Line

# With these, no other request can succeed either.
_HOPELESS = (ModelAccessError, ModelNotFoundError, ModelUnreachableError)

Progress = Callable[[Line, int, int], None]  # with the number of lines there are, and the total


async def ask_all(
    file: JudgedFile[Line],
    asked: Mapping[Key, str],
    model: Model,
    read: Callable[[Reply], Mapping[str, Any]],
    *,
    connections: int = 4,
    progress: Progress[Line] | None = None,
) -> tuple[dict[Key, Line], dict[Key, str]]:
    """Send the prompts to which the file has no reply yet; `read` returns the fields that are the kind of line's own.

    Returns the lines of all prompts, and why there is none. Raises ModelError if no request can succeed.
    """
    found = {key: file.found[key] for key in asked if key in file.found and file.found[key].asked == _hash(asked[key])}
    failed: dict[Key, str] = {}
    todo = [key for key in asked if key not in found]
    waiting = iter(todo)

    async def work() -> None:
        for key in waiting:
            try:
                reply = await grading.ask(model, asked[key])
            except _HOPELESS:
                raise
            except ModelError as error:
                failed[key] = str(error)
                continue
            found[key] = _line(file, key, asked[key], reply, read(reply))
            file.append(found[key])
            if progress:
                progress(found[key], len(found), len(asked))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(connections, len(todo))):
                group.create_task(work())
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return found, failed


def _line(file: JudgedFile[Line], key: Key, prompt: str, reply: Reply, own: Mapping[str, Any]) -> Line:
    return file.kind(
        id=key[0],
        epoch=key[1],
        model=file.model,
        prompt=file.prompt,
        asked=_hash(prompt),
        reply=reply.text,
        finish=reply.finish.value,
        usage=reply.usage,
        seconds=reply.seconds,
        finished=datetime.now(UTC).isoformat(timespec="seconds"),
        **own,
    )


def _hash(prompt: str) -> str:
    return hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()[:16]
