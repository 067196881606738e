"""A program under the model contract: it states variables, constraints and an answer template; it never solves."""

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

_EMPTY = re.compile(r"\s*(?:pass|\.\.\.)?\s*(?:(?:#(?![xb]\w)|;|%).*)?")  # not `#b101`, a number of SMT-LIB

Sense = Literal["minimize", "maximize"]


class Fragment(BaseModel):
    """Constraints and the clue that they came from; `clue` is None for what belongs to the whole problem."""

    model_config = ConfigDict(frozen=True)

    clue: int | None
    code: str

    @property
    def states(self) -> bool:
        """Whether there is anything but comments and `pass`."""
        return any(not _EMPTY.fullmatch(line) for line in self.code.splitlines())


class Objective(BaseModel):
    """A term of the framework to be made small or large."""

    model_config = ConfigDict(frozen=True)

    sense: Sense
    term: str


class Program(BaseModel):
    """A formal model in one framework.

    `preamble` declares; `fragments` constrain, in order, each with its clue; `answer` is the answer template in the
    framework's notation (Python for CPMpy and OR-Tools, JSON for SMT-LIB and MiniZinc); `objectives` are lexicographic,
    the most important first. Under the `script` contract `preamble` is a whole program that solves and prints, and the
    rest is empty. How the parts are written to and read from one file is each framework's own business
    (`render(program)`, `parse(text)`). `trusted` says that Solvent itself wrote the program: such a one runs even where
    the machine cannot give every layer of the sandbox.
    """

    model_config = ConfigDict(frozen=True)

    framework: str
    preamble: str
    fragments: tuple[Fragment, ...] = ()
    answer: str = ""
    objectives: tuple[Objective, ...] = ()
    contract: Literal["model", "script"] = "model"
    trusted: bool = False

    @property
    def clues(self) -> tuple[int, ...]:
        """The ids of the clues that have a fragment which holds more than comments, ascending."""
        return tuple(sorted({each.clue for each in self.fragments if each.clue is not None and each.states}))
