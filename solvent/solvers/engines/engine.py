"""What an engine is: a loaded program that can be solved again and again, or one whose answers are searched for."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from solvent.solvers.programs.outcome import Search, Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Goal, Node, NoValue
from solvent.solvers.programs.term_formulas import Formula, HasValue, Not

NO_CLUES: frozenset[int] = frozenset()


class Engine(Protocol):
    """A loaded program. `solve` may be asked many times; `read` gives values of the last solution it found."""

    @property
    def template(self) -> Node: ...
    @property
    def goals(self) -> tuple[Goal, ...]: ...
    @property
    def clues(self) -> frozenset[int]: ...

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        """Solve the background, the clues in `keep` (None: all) and `extra`, as well as it can be for `goal`.

        OPTIMAL only when a goal was given and its optimum is proven; SATISFIED when a solution was found.
        """
        ...

    def read(self, terms: list[Any]) -> list[Any]:
        """JSON values of terms in the last solution, NoValue for those without. Raises ProgramError for no JSON."""
        ...

    def forbid(self, formula: Formula) -> None:
        """From now on, `formula` does not hold."""
        ...

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        """Whether the clue's constraints were shown to exclude something that the background allows.

        With `alone` the background's constraints are left out, and only the variables' domains count.
        """
        ...


@dataclass
class Reply:
    """What becomes an `Outcome`."""

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
    """Whoever answers the five questions about one program."""

    def run(self) -> Reply: ...
    def second(self, answer: Any) -> Reply: ...
    def conflict(self) -> Reply: ...
    def improve(self, answer: Any) -> Reply: ...
    def accepts(self, answer: Any) -> Reply: ...


@runtime_checkable
class Searcher(Protocol):
    """A loaded program whose answers are searched for, not proven: it answers the questions in its own way."""

    def questions(self, deadline: float) -> QuestionAnswerer: ...


def prove_always_valued(engine: Engine, term: Any, seconds: float) -> Status:
    """SATISFIED if a term has a value in every solution, else what kept that from being proven.

    For engines to ask where they state a term that may have none, as to optimise it: that would rule out in silence the
    solutions in which it has none. Raises ProgramError where there are such.
    """
    status = engine.solve(Not(HasValue(term)), keep=None, goal=None, seconds=seconds)
    if status.solved:
        raise ProgramError(Status.BAD_ANSWER, str(NoValue(term if isinstance(term, str) else "").error()))
    return Status.SATISFIED if status is Status.UNSATISFIABLE else status
