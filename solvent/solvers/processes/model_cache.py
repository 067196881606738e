"""A cache of plain models. A program is built once, so that all questions are about the same model."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from solvent.solvers.programs.outcome import Outcome
from solvent.solvers.programs.program import Program


@dataclass(frozen=True)
class BuiltModel:
    """A plain model, the active sandbox layers of the process that built it, and the seconds this took."""

    data: bytes
    isolation: tuple[str, ...]
    seconds: float


class UnsteadyError(Exception):
    """Building a program again yielded a different model."""


class ModelCache:
    """An LRU cache of at most `most` models and `size` bytes.

    It remembers a digest of every model that it has ever held, to detect non-deterministic programs.
    """

    def __init__(self, size: int, most: int) -> None:
        self._size, self._most = size, most
        self._known: OrderedDict[bytes, BuiltModel] = OrderedDict()
        self._held = 0
        self._digests: dict[bytes, bytes] = {}
        self._building: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()

    async def of(
        self, program: Program, build: Callable[[], Awaitable[BuiltModel | Outcome]]
    ) -> tuple[BuiltModel | Outcome, float]:
        """Return the model of a program, or the outcome that explains why there is none, and the build time in seconds.

        `build` is called if the model is not cached, never concurrently for the same program; the time is 0 if it is.
        Raises UnsteadyError.
        """
        key = hashlib.sha256(json.dumps(program.model_dump()).encode()).digest()
        async with self._building.setdefault(key, asyncio.Lock()):
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key], 0.0
            model = await build()
            if isinstance(model, Outcome):
                return model, 0.0
            self._keep(key, model)
            return model, model.seconds

    def _keep(self, key: bytes, model: BuiltModel) -> None:
        digest = hashlib.sha256(model.data).digest()
        if self._digests.setdefault(key, digest) != digest:
            raise UnsteadyError
        self._known[key] = model
        self._held += len(model.data)
        while self._held > self._size or len(self._known) > self._most:
            self._held -= len(self._known.popitem(last=False)[1].data)
