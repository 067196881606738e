"""The engine protocols: a loaded program that can be solved repeatedly, or one whose answers are searched for."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from solvent.solvers.programs.outcome import Search, Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Goal, Node, NoValue
from solvent.solvers.programs.term_formulas import TRUE, Formula, HasValue, Not

NO_CLUES: frozenset[int] = frozenset()

Verdicts = dict[int, bool | None]
"""Whether each clue, together with the background, allows an answer; None if that is not known."""

Aim = tuple[int, bool]
"""A clue, and whether it is to allow a sample."""


class Engine(Protocol):
    """A loaded program. `solve` may be called repeatedly; `read` returns values in the last solution found."""

    @property
    def template(self) -> Node: ...
    @property
    def goals(self) -> tuple[Goal, ...]: ...
    @property
    def clues(self) -> frozenset[int]: ...

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        """Solve the background, the clues in `keep` (None: all) and `extra`, optimising `goal` if given.

        Returns OPTIMAL only if a goal was given and optimality is proven, and SATISFIED if a solution was found.
        """
        ...

    def read(self, terms: list[Any]) -> list[Any]:
        """Return the JSON values of terms in the last solution, NoValue where undefined.

        Raises ProgramError for a value that JSON cannot represent.
        """
        ...

    def forbid(self, formula: Formula) -> None:
        """Exclude the solutions of `formula` from now on."""
        ...

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        """Whether the clue's constraints were shown to exclude an assignment that the background allows.

        With `alone`, the background's constraints are dropped, so that only the variables' domains count.
        """
        ...

    def sample(
        self, number: int, seconds: float, *, fresh: Formula = TRUE, aim: Aim | None = None
    ) -> tuple[Status, Verdicts]:
        """Find a random solution of the background, the same one for each number; say what clues allow its answer.

        With an aim, a clue has to allow it, or to exclude it. An engine whose search hardly depends on chance makes it
        satisfy `fresh`.
        """
        ...

    def weigh(self, extra: Formula, seconds: float) -> tuple[Status, Verdicts]:
        """Solve the background and `extra`; if there is a solution, say what clues allow its answer.

        What is not plain from this one solution stays open.
        """
        ...


@dataclass
class Reply:
    """An engine's reply to a question, from which an `Outcome` is made."""

    status: Status
    answer: Any = None
    objective: tuple[Any, ...] = ()
    conflict: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()
    vacuous: tuple[int, ...] = ()
    trivial: tuple[int, ...] = ()
    message: str = ""
    search: Search | None = None


class QuestionAnswerer(Protocol):
    """Answers the five questions about one program."""

    def run(self) -> Reply: ...
    def second(self, answer: Any) -> Reply: ...
    def conflict(self) -> Reply: ...
    def improve(self, answer: Any) -> Reply: ...
    def accepts(self, answer: Any) -> Reply: ...


@runtime_checkable
class Searcher(Protocol):
    """A loaded program whose answers are searched for, not proven; it implements the questions itself."""

    def questions(self, deadline: float) -> QuestionAnswerer: ...


def prove_always_valued(engine: Engine, term: Any, seconds: float) -> Status:
    """Prove that a term has a value in every solution: SATISFIED if so, else the status that prevented the proof.

    Engines call this before they use a term that may be undefined, for instance as an objective: that would silently
    rule out the solutions in which it is undefined. Raises ProgramError if there are any.
    """
    status = engine.solve(Not(HasValue(term)), keep=None, goal=None, seconds=seconds)
    if status.solved:
        raise ProgramError(Status.BAD_ANSWER, str(NoValue(term if isinstance(term, str) else "").error()))
    return Status.SATISFIED if status is Status.UNSATISFIABLE else status
