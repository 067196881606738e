"""Proofs by contradiction: from a supposition, one clue at a time, to what cannot be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solvent.solvers.engines.deduction.consequences import Clues, Inference, needed
from solvent.solvers.engines.deduction.oracle import Literal, Oracle, Witness

_DEEPEST = 2  # suppositions within suppositions


def refutation(
    oracle: Oracle, clues: Sequence[int], facts: Sequence[Literal], depth: int = 1
) -> tuple[Inference, ...] | None:
    """Return steps of at most one clue each from facts to a contradiction, which is a last step that derives nothing.

    At most `depth` - 1 suppositions within each other are made on the way; None if that is not enough.
    """
    closure = _Closure(oracle, clues, facts)
    while True:
        against = closure.spread()
        if against is not None:
            return _told(oracle, facts, closure.findings, against)
        lemma = _lemma(oracle, clues, closure, depth - 1) if depth > 1 else None
        if lemma is None:
            return None
        closure.add(lemma)


def proof(
    oracle: Oracle, clues: Sequence[int], uses: Sequence[Literal], fact: Literal
) -> tuple[tuple[Inference, ...], int]:
    """Return why a fact follows: the steps from its opposite to a contradiction, and how deep suppositions are nested.

    The steps are empty if suppositions would have to be nested too deep; the depth is then the first one not tried.
    """
    for depth in range(1, _DEEPEST + 1):
        found = refutation(oracle, clues, [*uses, -fact], depth)
        if found is not None:
            return found, depth
    return (), _DEEPEST + 1


def depth_of(oracle: Oracle, clues: Sequence[int], uses: Sequence[Literal], fact: Literal) -> int:
    """Return 1 if one supposition shows that a fact follows, 2 if it takes suppositions within it."""
    return 1 if _Closure(oracle, clues, [*uses, -fact]).spread() is not None else 2


@dataclass(frozen=True)
class _Finding:
    """Facts that follow from one clue, or none, and all that was known by then; from several, if a proof shows it."""

    clues: Clues
    before: tuple[Literal, ...]
    facts: tuple[Literal, ...]
    proof: tuple[Inference, ...] = ()


class _Closure:
    """All that follows from facts, one clue at a time."""

    def __init__(self, oracle: Oracle, clues: Sequence[int], facts: Sequence[Literal]) -> None:
        self._oracle = oracle.fresh()
        self._oracle.learn(facts)
        self._sources: list[Clues] = [(), *((clue,) for clue in clues)]
        self._witnesses: dict[Clues, list[Witness]] = {source: [] for source in self._sources}
        self._atoms = [atom for cell in oracle.cells for atom in cell.atoms[: len(cell.values)]]
        self.known = list(facts)
        self.findings: list[_Finding] = []

    @property
    def undecided(self) -> list[int]:
        """The atoms of which nothing is known."""
        decided = set(map(abs, self.known))
        return [atom for atom in self._atoms if atom not in decided]

    def spread(self) -> Clues | None:
        """Derive facts until nothing more follows; return the clue, or no clue, that contradicts them, else None."""
        while True:
            for source in self._sources:
                found = self._from(source)
                if found is None:
                    return source
                if found:
                    self.add(_Finding(source, tuple(self.known), tuple(found)))
                    break
            else:
                return None

    def add(self, finding: _Finding) -> None:
        """Add facts to what is known."""
        self.findings.append(finding)
        self.known += finding.facts
        self._oracle.learn(finding.facts)
        for source, some in self._witnesses.items():
            self._witnesses[source] = [w for w in some if not any(map(w.violates, finding.facts))]

    def _from(self, source: Clues) -> list[Literal] | None:
        """Return what follows from one source; None if it contradicts what is known."""
        seen = self._witnesses[source]
        if not seen:
            first = self._oracle.find(source, ())
            if first is None:
                return None
            seen.append(first)
        possible, certain = 0, -1
        for witness in seen:
            possible, certain = possible | witness.atoms, certain & witness.atoms
        found = []
        for atom in self.undecided:
            if possible >> atom & 1 and not certain >> atom & 1:
                continue
            fact = atom if certain >> atom & 1 else -atom
            other = self._oracle.find(source, (-fact,))
            if other is None:
                found.append(fact)
            else:
                seen.append(other)
                possible, certain = possible | other.atoms, certain & other.atoms
        return found


def _lemma(oracle: Oracle, clues: Sequence[int], closure: _Closure, depth: int) -> _Finding | None:
    """Return a fact whose opposite leads to a contradiction, with that proof."""
    for atom in closure.undecided:
        for fact in (-atom, atom):
            steps = refutation(oracle, clues, [*closure.known, -fact], depth)
            if steps is not None:
                used = sorted({clue for step in _whole(steps) for clue in step.clues})
                return _Finding(tuple(used), tuple(closure.known), (fact,), steps)
    return None


def _whole(steps: Sequence[Inference]) -> Iterator[Inference]:
    for step in steps:
        yield step
        yield from _whole(step.proof)


def _told(
    oracle: Oracle, facts: Sequence[Literal], findings: Sequence[_Finding], against: Clues
) -> tuple[Inference, ...]:
    """Return the steps that a contradiction rests on, each with the facts that it needs."""
    known = [*facts, *(fact for finding in findings for fact in finding.facts)]
    last = Inference(against, needed(oracle, against, known, None))
    wanted, steps = set(last.uses), [last]
    for finding in reversed(findings):
        for fact in reversed(finding.facts):
            if fact in wanted:
                uses = needed(oracle, finding.clues, finding.before, fact)
                steps.append(Inference(finding.clues, uses, (fact,), finding.proof))
                wanted.update(uses)
    return tuple(steps[::-1])
