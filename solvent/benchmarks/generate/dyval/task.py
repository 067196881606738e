"""What a task of DyVal is, and what a problem is before and after it is put into words."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.dyval.chances import Chances
from solvent.benchmarks.generate.dyval.generation import Dag, topological
from solvent.benchmarks.generate.dyval.levels import Level, Size
from solvent.benchmarks.generate.truth import confirm
from solvent.solvers import Pool, Program

Flaw = Literal["ambiguous", "contradictory"]
Protocol = Literal["paper", "code"]


@dataclass(frozen=True)
class Setup:
    """How to draw a problem: its size, and what makes it more complex.

    `extra_links` are more children for each operation, `descriptions` unconnected small DAGs whose lines are mixed in.
    """

    size: Size
    extra_links: int = 0
    descriptions: int = 0
    protocol: Protocol = "paper"
    flaw: Flaw | None = None


@dataclass(frozen=True)
class Problem:
    """A problem as a graph, with its truth from the graph.

    `asked` are the nodes that the question names, `value` its answer (None if the problem is flawed), `given` what is
    stated besides the lines of the nodes. `missing` is the node whose line is left out, `cycle` the nodes of a cycle
    that was added, from one to the next, each the parent of the next.
    """

    dag: Dag
    asked: tuple[int, ...]
    value: Any
    given: Any = None
    extras: tuple[Dag, ...] = ()
    missing: int | None = None
    cycle: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of the text: what it says about the node of this name. `parts` are the names of the node's children."""

    name: str
    operation: str | None
    parts: tuple[str, ...]
    value: Any = None


@dataclass(frozen=True)
class Wording:
    """A problem in words: its lines in the order of the text, and the names of its DAG's nodes."""

    problem: Problem
    names: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the nodes that the question is about."""
        return tuple(self.names[node] for node in self.problem.asked)

    @property
    def status(self) -> Verdict:
        """What an ideal solver says about the text."""
        if self.problem.cycle:
            return Verdict.CONTRADICTORY
        return Verdict.VERIFIED if self.problem.missing is None else Verdict.AMBIGUOUS


@dataclass(frozen=True)
class ReplyForm:
    """How a plain reply states an answer: as `numbers` (how many of them) or a truth value, or in one of the `words`.

    `asks` says so to a model. `shots` is the most worked examples that its prompts show (section 4.4).
    """

    asks: str
    numbers: int = 0
    words: tuple[str, ...] = ()
    shots: int = 3


class RedrawError(Exception):
    """A draw is not used, for a reason that depends on nothing but the problem; another one is to be made."""


class Task(ABC):
    """One of DyVal's tasks: a file in `tasks` defines one, as `TASK`.

    `levels` gives its sizes, `tolerance` the relative error that its answers may have, `form` how replies state them,
    `flaws` in which ways its texts can be flawed.
    """

    name: ClassVar[str]
    levels: ClassVar[Mapping[Level, Size]]
    tolerance: ClassVar[float | None] = None
    form: ClassVar[ReplyForm]
    flaws: ClassVar[frozenset[Flaw]] = frozenset()
    takes_links: ClassVar[bool] = True
    introduction: ClassVar[str]

    def refusal(self, setup: Setup) -> str | None:
        """Say why there are no such problems, if so."""
        if setup.extra_links and not self.takes_links:
            return f"{self.name} has no extra links; give more --links"
        if setup.flaw and setup.flaw not in self.flaws:
            return f"{self.name} has no {setup.flaw} texts; choose another --task"
        return None

    @abstractmethod
    def draw(self, setup: Setup, rng: random.Random) -> Problem:
        """Draw a problem. Raises `RedrawError`, or ArithmeticError, if it is not one of the task's."""

    @abstractmethod
    def unconnected(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a small DAG whose lines are mixed in."""

    def balanced(self, setup: Setup) -> tuple[Any, ...]:
        """Return the answers that are equally frequent by the paper's protocol; none if answers are not balanced."""
        del setup
        return ()

    def chances(self, setup: Setup) -> Chances | None:
        """Return the chances of all problems by their answers, None if they cannot be enumerated."""
        del setup
        return None

    def stated(self, dag: Dag, names: Sequence[str]) -> list[Line]:
        """Return the lines of a DAG's nodes in topological order, children before parents."""
        return [line_of(dag, node, names) for node in topological(dag)]

    def opening(self, wording: Wording) -> str:
        """Return what the text says before the lines."""
        del wording
        return self.introduction

    @abstractmethod
    def sentence(self, line: Line) -> str:
        """Put a line into words."""

    @abstractmethod
    def question(self, wording: Wording) -> str:
        """Return what the text says after the lines."""

    @abstractmethod
    def answer(self, wording: Wording) -> Any:
        """Return the truth from the graph as JSON."""

    @abstractmethod
    def program(self, wording: Wording) -> Program:
        """State the text as a program, a clue per line."""

    @abstractmethod
    def steps(self, wording: Wording) -> list[str]:
        """Return sentences that infer the answer, one step each, in topological order."""

    def reply(self, wording: Wording) -> str:
        """Return the answer as a plain reply gives it, numbers with at most 8 decimals."""
        (value,) = self.answer(wording).values()
        return said(value)

    async def check(self, wording: Wording, program: Program, pool: Pool) -> Mapping[str, Any]:
        """Find the truth a second time, from the lines; return what it took. Raises `DisagreementError`."""
        answer = None if wording.status is not Verdict.VERIFIED else self.answer(wording)
        outcome = await confirm(program, answer, pool=pool, status=wording.status, tolerance=self.tolerance)
        return {"solver_seconds": outcome.seconds}


def said(value: Any) -> str:
    """Write a truth value or N/A as the texts do."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def line_of(dag: Dag, node: int, names: Sequence[str]) -> Line:
    """Return the line of a node."""
    operation, children = dag[node].operation, dag[node].children
    value = dag[node].value if operation is None else None
    return Line(names[node], operation, tuple(names[child] for child in children), value)
