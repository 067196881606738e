"""Who writes what the steps need: a model, or the grammar. What an author writes is checked by the steps, not here."""

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from solvent.agents.state import Answer, Usage
from solvent.benchmarks.verifiers.puzzle import Lang, OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import Program

T = TypeVar("T")

# Why there may be nothing to use; counted in the summary.
NO_PUZZLE = "there is no puzzle in the text"
NO_REPLY = "the model gave no usable reply"
TOO_LARGE = "the domain is too large for a traversal"  # then a program is asked for


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Question(_Part):
    """A source text: a puzzle of any kind with a question, perhaps with one of its options as a further condition."""

    id: str
    lang: Lang
    text: str


class Formulation(_Part):
    """A text as an open-ended puzzle: what is arranged, and the constraints, a sentence each."""

    lang: Lang
    background: str
    constraints: tuple[str, ...]


class Verification(_Part):
    """The format of arrangements in words, an example as a literal, and the verifier, as yet without a traversal."""

    format: str
    example: str
    code: Verifier


class Addition(_Part):
    """A further constraint, and its predicate: the source of a function of one argument, the arrangement."""

    constraint: str
    name: str
    predicate: str


class Stated(_Part):
    """The same puzzle for a solver: clue N is constraint N, and its answer an arrangement as `to_json` writes it.

    `total` is the number of arrangements that the background allows, if the author can tell.
    """

    program: Program
    total: int | None = None


@dataclass(frozen=True)
class Tried:
    """An author's last try: its number from 1, the reply as it was written, and exactly what is wrong with it."""

    number: int
    reply: str
    problem: str


@dataclass(frozen=True)
class Draft(Generic[T]):
    """What an author wrote: `found` or, if that is None, why there is nothing to use.

    `reason` is one of few, to be counted by; `detail` is told to the author on the next try, for which `reply` is kept.
    `usage` is what it cost.
    """

    found: T | None = None
    reason: str = ""
    detail: str = ""
    reply: str = ""
    usage: Usage = field(default_factory=Usage)


class Author(Protocol):
    """Writes the parts of puzzles.

    `before` is the last try for the same part, None for the first; its problem may have been found by the author itself
    or by a check. Methods raise `OutageError` if a model cannot be reached, and nothing else.
    """

    @property
    def name(self) -> str:
        """The model's name, or `rules`."""
        ...

    async def formulate(self, question: Question, before: Tried | None = None) -> Draft[Formulation]:
        """Take the text apart; the reason is `NO_PUZZLE` if there is nothing to arrange in it."""
        ...

    async def verify(self, stated: Formulation, before: Tried | None = None) -> Draft[Verification]:
        """Write format, example and verifier, with a predicate for each constraint, in their order."""
        ...

    async def traverse(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[str]:
        """Write code with a function `count_valid_arrangements()`.

        It passes every arrangement of the right form to `verify_function(inputs, inputs_check, constraint_list)`, and
        returns how many of them are valid, and how many there are.
        """
        ...

    async def program(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[Stated]:
        """Write a program for a solver, under the contract `model`, for a domain too large to be traversed."""
        ...

    async def expand(self, puzzle: OpenPuzzle, before: Tried | None = None) -> Draft[Addition]:
        """Write a further constraint, which some of the puzzle's solutions break, but not all."""
        ...

    async def solve(self, puzzle: OpenPuzzle) -> Answer:
        """Solve the puzzle from its text alone, without sight of its verifier."""
        ...
