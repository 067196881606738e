"""What can be said of a puzzle, and what a solver says of it: claims, and theories in which they are tried."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from solvent import solvers
from solvent.explanations.layout import Place, parts
from solvent.solvers import Limits, Outcome, Pool, Program, Status
from solvent.translators import Puzzle
from solvent.translators.emit import emit
from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.formula import CompareQuantities, Differ, Formula, Same, Value, atoms
from solvent.translators.rules.clues.negation import unlike
from solvent.translators.rules.kinds.grid import categories_of
from solvent.translators.rules.kinds.support.grid_model import model

MOST = 1000  # answers that are counted


_TRIED = 4  # single clues that are tried before a longer set of them is told


class NotSupportedError(Exception):
    """A theory cannot express what was asked; the message says what."""


@dataclass(frozen=True)
class Claim:
    """Something that is true or false of an answer, in words: a formula, or values in places of the answer."""

    said: str
    formula: Formula | None = None
    cells: tuple[tuple[Place, Any], ...] = ()


class Theory(Protocol):
    """A puzzle's clues, asked about claims.

    `stating` is the program. `possible` finds an answer in which claims hold, `refuted` one in which a claim does not
    hold; both give a minimal set of clues that leaves none, in the outcome's `conflict`, if they are unsatisfiable.
    `counted` counts answers.
    """

    def stating(self) -> Program: ...
    async def possible(self, *claims: Claim) -> Outcome: ...
    async def refuted(self, claim: Claim) -> Outcome: ...
    async def counted(self, *claims: Claim) -> Outcome: ...
    def opposite(self, claim: Claim) -> Claim: ...
    def without(self, clues: Sequence[int]) -> "Theory": ...
    def opposed(self, clues: Sequence[int]) -> "Theory": ...
    def supposing(self, claims: Sequence[Claim]) -> "Theory": ...


@dataclass(frozen=True)
class GridTheory:
    """A logic grid that the rules read: a claim is one more formula of its program."""

    puzzle: Puzzle
    framework: str
    stated: tuple[tuple[int, Formula], ...]
    way: int
    pool: Pool
    limits: Limits | None = None
    more: tuple[Formula, ...] = ()

    def _program(self, claims: Sequence[Claim]) -> Program:
        formulas = [*self.more, *(claim.formula for claim in claims if claim.formula is not None)]
        written = emit(
            model(categories_of(self.puzzle, self.way), [*self.stated, *((None, each) for each in formulas)]),
            self.framework,
        )
        return written.model_copy(update={"trusted": True})

    def stating(self) -> Program:
        return self._program(())

    async def possible(self, *claims: Claim) -> Outcome:
        found = await solvers.conflict(self._program(claims), pool=self.pool, limits=self.limits)
        for clue in self._near(claims) if len(found.conflict) > 1 else ():
            alone = replace(self, stated=tuple(each for each in self.stated if each[0] == clue))
            reply = await solvers.conflict(alone._program(claims), pool=self.pool, limits=self.limits)  # noqa: SLF001
            if reply.status is Status.UNSATISFIABLE:
                return reply
        return found

    def _near(self, claims: Sequence[Claim]) -> list[int]:
        """The clues that name most of what claims name: one of them alone may exclude the claims."""
        named = {value for claim in claims if claim.formula for value in values(claim.formula)}
        shared = {clue: len(named & values(formula)) for clue, formula in self.stated}
        return sorted((clue for clue, count in shared.items() if count), key=lambda clue: (-shared[clue], clue))[
            :_TRIED
        ]

    async def refuted(self, claim: Claim) -> Outcome:
        return await self.possible(self.opposite(claim))

    async def counted(self, *claims: Claim) -> Outcome:
        return await solvers.count(self._program(claims), most=MOST, pool=self.pool, limits=self.limits)

    def opposite(self, claim: Claim) -> Claim:
        if claim.formula is None:
            raise NotSupportedError("the opposite of this")
        said = f"it is not so that {claim.said}"
        return Claim(said, self._unlike(claim.formula))

    def _unlike(self, formula: Formula) -> Formula:
        try:
            return unlike(formula, categories_of(self.puzzle, self.way))
        except Unclear as unclear:
            raise NotSupportedError(f"the opposite of a clue that {unclear}") from unclear

    def without(self, clues: Sequence[int]) -> "GridTheory":
        kept = tuple((clue, formula) for clue, formula in self.stated if clue not in clues)
        return replace(self, stated=kept)

    def opposed(self, clues: Sequence[int]) -> "GridTheory":
        turned = tuple(self._unlike(formula) for clue, formula in self.stated if clue in clues)
        return replace(self.without(clues), more=(*self.more, *turned))

    def supposing(self, claims: Sequence[Claim]) -> "GridTheory":
        return replace(self, more=(*self.more, *(claim.formula for claim in claims if claim.formula is not None)))


@dataclass(frozen=True)
class CellTheory:
    """Any other program: a claim says what some places of its answer hold, and the template is asked about it.

    `near` are clues that speak of a single place, by the place.
    """

    program: Program
    pool: Pool
    limits: Limits | None = None
    shape: Any = None
    near: Mapping[Place, int] = field(default_factory=dict)
    given: tuple[tuple[Place, Any], ...] = ()

    def _statement(self, claims: Sequence[Claim]) -> Any:
        cells = [*self.given, *(cell for claim in claims for cell in claim.cells)]
        return statement(self.shape, cells)

    def stating(self) -> Program:
        return self.program

    async def possible(self, *claims: Claim) -> Outcome:
        if not (claims or self.given):
            return await solvers.conflict(self.program, pool=self.pool, limits=self.limits)
        found = await solvers.could(self.program, self._statement(claims), pool=self.pool, limits=self.limits)
        clues = {self.near[place] for claim in claims for place, _ in claim.cells if place in self.near}
        for clue in clues if len(found.conflict) > 1 else ():
            alone = self.without([other for other in self.program.clues if other != clue])
            reply = await solvers.could(alone.program, self._statement(claims), pool=self.pool, limits=self.limits)
            if reply.status is Status.UNSATISFIABLE:
                return reply
        return found

    async def refuted(self, claim: Claim) -> Outcome:
        if self.given:
            raise NotSupportedError("what follows from a supposition")
        reply = await solvers.must(self.program, self._statement([claim]), pool=self.pool, limits=self.limits)
        # `must` answers the question that is asked here from its other side.
        turned = {Status.SATISFIED: Status.UNSATISFIABLE, Status.UNSATISFIABLE: Status.SATISFIED}
        return reply.model_copy(update={"status": turned.get(reply.status, reply.status)})

    async def counted(self, *claims: Claim) -> Outcome:
        said = self._statement(claims) if claims or self.given else None
        return await solvers.count(self.program, said, most=MOST, pool=self.pool, limits=self.limits)

    def opposite(self, claim: Claim) -> Claim:
        raise NotSupportedError(f"the opposite of '{claim.said}'")

    def without(self, clues: Sequence[int]) -> "CellTheory":
        kept = tuple(part for part in self.program.fragments if part.clue not in clues)
        return replace(self, program=self.program.model_copy(update={"fragments": kept}))

    def opposed(self, clues: Sequence[int]) -> "CellTheory":
        raise NotSupportedError(f"the opposite of clue {clues[0]}")

    def supposing(self, claims: Sequence[Claim]) -> "CellTheory":
        return replace(self, given=(*self.given, *(cell for claim in claims for cell in claim.cells)))


def values(formula: Formula) -> frozenset[Value]:
    """The values that a formula names."""
    named: set[Value] = set()
    for atom in atoms(formula):
        match atom:
            case Same(left, right) | CompareQuantities(left, right):
                named |= {left, right}
            case Differ(some):
                named |= {*some}
    return frozenset(named)


def statement(shape: Any, cells: Sequence[tuple[Place, Any]]) -> Any:
    """A statement in the shape of an answer that says only what these places hold; the rest is null."""
    found = _blank(shape)
    for place, value in cells:
        *outer, last = parts(place)
        inner = found
        for key in outer:
            inner = inner[int(key) if isinstance(inner, list) else key]
        inner[int(last) if isinstance(inner, list) else last] = value
    return found


def _blank(shape: Any) -> Any:
    if isinstance(shape, dict):
        return {key: _blank(inner) for key, inner in shape.items()}
    return [_blank(inner) for inner in shape] if isinstance(shape, list) else None
