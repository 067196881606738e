"""Programs: under the model contract they state variables, constraints and an answer template, and never solve."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

_EMPTY = re.compile(r"\s*(?:pass|\.\.\.)?\s*(?:(?:#(?![xb]\w)|;|%).*)?")  # not `#b101`, a number of SMT-LIB

Sense = Literal["minimize", "maximize"]


class Fragment(BaseModel):
    """Constraints and the clue that they formalise; `clue` is None for constraints of the problem as a whole."""

    model_config = ConfigDict(frozen=True)

    clue: int | None
    code: str

    @property
    def states(self) -> bool:
        """Whether the code contains anything but comments and `pass`."""
        return any(not _EMPTY.fullmatch(line) for line in self.code.splitlines())


class Objective(BaseModel):
    """A term of the framework to be minimised or maximised."""

    model_config = ConfigDict(frozen=True)

    sense: Sense
    term: str


class Program(BaseModel):
    """A formal model in one framework.

    `preamble` holds declarations; `fragments` hold the constraints in order, each with its clue; `answer` is the answer
    template in the framework's notation (Python for CPMpy and OR-Tools, JSON for SMT-LIB and MiniZinc); `objectives`
    are lexicographic, the most important first. `data` maps names to JSON values, which are bound to those names before
    the preamble: with other data, the same program states another instance of its problem. Only some frameworks allow
    them (`frameworks.Parametrised`). Under the `script` contract, `preamble` is a complete program that solves and
    prints, and the rest is empty. Each framework defines how a program maps to a file (`render(program)`,
    `parse(text)`). `trusted` means that Solvent itself wrote the program, which may then run even if the machine does
    not support every sandbox layer.
    """

    model_config = ConfigDict(frozen=True)

    framework: str
    preamble: str
    fragments: tuple[Fragment, ...] = ()
    answer: str = ""
    objectives: tuple[Objective, ...] = ()
    data: Mapping[str, Any] = {}
    contract: Literal["model", "script"] = "model"
    trusted: bool = False

    def __hash__(self) -> int:
        parts = (self.framework, self.preamble, self.fragments, self.answer, self.objectives, self.contract)
        return hash((*parts, frozenset(self.data)))  # the values of data cannot be hashed

    @property
    def clues(self) -> tuple[int, ...]:
        """The ids, ascending, of the clues with a fragment that contains more than comments and `pass`."""
        return tuple(sorted({each.clue for each in self.fragments if each.clue is not None and each.states}))
