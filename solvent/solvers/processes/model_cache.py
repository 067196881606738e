"""The plain models of programs. A program is built once, and every question is asked of the same bytes."""

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
    """A plain model, the layers of the sandbox in which it was made, and the seconds that this took."""

    data: bytes
    isolation: tuple[str, ...]
    seconds: float


class UnsteadyError(Exception):
    """A program was built a second time, and something else came of it."""


class ModelCache:
    """The models of the programs asked last: at most `most` of them, and `size` bytes.

    Of each that it ever held it remembers a digest.
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
        """The model of a program, or why there is none; and the seconds that it took just now.

        `build` makes it where there is none, for one question at a time. Raises UnsteadyError.
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
