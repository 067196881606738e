"""Step-wise explanations: from known facts to all that follows, the cheapest inference first.

A step needs as few clues as possible: while anything new follows from the background alone or with one clue, no step
uses two. The smallest sets of clues are found as implicit hitting sets, as in OCUS (Gamba, Bogaerts, Guns, "Efficiently
explaining CSPs with unsatisfiable subset optimization", JAIR 2023): a set of clues implies a fact exactly if each
solution in which the fact does not hold breaks one of them, and solutions are collected until the set is proven.
"""

from bisect import insort
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvent.solvers.engines.deduction.consequences import Clues, Inference, blamed, consequences, implied, needed
from solvent.solvers.engines.deduction.hitting_sets import bits, hitting_set, minimal
from solvent.solvers.engines.deduction.oracle import Literal, Oracle, Witness

_COMPARED = 3  # options whose facts are reduced to those that are needed
_FEW = 2  # facts that are seen at a glance to matter
_EXACT = 3  # clues: if more are needed at once, the first fact that is found will do


class ContradictionError(Exception):
    """No solution satisfies the clues and the facts that are known."""


class _Option(NamedTuple):
    """A way to derive a fact; options are compared by rank, then by the number of facts used."""

    rank: int
    size: int
    clues: Clues
    fact: Literal
    uses: tuple[Literal, ...]

    @property
    def plain(self) -> bool:
        """Whether it is hardly worth looking for a cheaper one."""
        return self.rank <= 1 and self.size <= 1


class Deducer:
    """The state of an explanation: the facts known so far, and solutions that show what does not follow yet."""

    def __init__(self, oracle: Oracle, clues: Sequence[int], known: Sequence[Literal] = ()) -> None:
        self._oracle, self._clues = oracle, tuple(clues)
        self._now = oracle.fresh()  # it knows all the facts
        self._now.learn(known)
        self._all = sum(1 << clue for clue in clues)
        self.facts: list[Literal] = list(known)
        self._true, self._false = _masks(known)
        self._witnesses: list[Witness] = []
        self._watched: dict[Literal, tuple[Witness, ...]] = {}
        self._causes: dict[Literal, dict[Clues, tuple[Literal, ...]]] = {}
        self._places = 0  # that were filled when the causes were last reconsidered
        self.remaining = self._followed()
        for fact in self._at_a_glance():
            self._forget(fact)

    def steps(self) -> Iterator[Inference]:
        """Yield steps until nothing more follows. Raises UndecidedError."""
        while self.remaining:
            found = self._cheapest()
            if found is None:
                return
            clues, uses = found
            derived = consequences(self._oracle, clues, uses, self.remaining, self._satisfying(clues))
            derived.sort(key=lambda fact: (fact < 0, abs(fact)))
            yield Inference(clues, uses, tuple(derived))
            self.learn(derived)

    def learn(self, facts: Sequence[Literal]) -> None:
        """Add facts to those that are known."""
        self.facts += facts
        self._now.learn(facts)
        true, false = _masks(facts)
        self._true |= true
        self._false |= false
        for fact in facts:
            self._forget(fact)
        self._witnesses = [each for each in self._witnesses if self._alive(each)]

    def _followed(self) -> list[Literal]:
        """Return the facts that hold in every solution, except those that are known, in the order of the cells."""
        first = self._now.find(self._clues, ())
        if first is None:
            raise ContradictionError
        self._add(first)
        known = set(self.facts)
        candidates = [
            atom if first.atoms >> atom & 1 else -atom
            for cell in self._oracle.cells
            for atom in cell.atoms[: len(cell.values)]
        ]
        candidates = [fact for fact in candidates if fact not in known]
        return consequences(self._now, self._clues, (), candidates)

    def _at_a_glance(self) -> set[Literal]:
        """Return what follows from one mark without a clue: nobody needs to be told that."""
        seen: set[Literal] = set()
        for fact in self.facts:
            seen.update(consequences(self._oracle, (), [fact], [f for f in self.remaining if f not in seen]))
        return seen

    def _forget(self, fact: Literal) -> None:
        if fact in self._causes:
            del self._causes[fact]
        self._watched.pop(fact, None)
        if fact in self.remaining:
            self.remaining.remove(fact)

    def _alive(self, witness: Witness) -> bool:
        return not (witness.atoms & self._false or self._true & ~witness.atoms)

    def _satisfying(self, clues: Clues) -> list[Witness]:
        wanted = sum(1 << clue for clue in clues)
        return [each for each in self._witnesses if not each.unmet & wanted]

    def _add(self, witness: Witness) -> Witness:
        self._witnesses.append(witness)
        return witness

    # The choice of a step

    def _cheapest(self) -> tuple[Clues, tuple[Literal, ...]] | None:
        """Return clues and facts of the next step: as few clues as possible, then as few facts."""
        known = self._options()
        if not (known and known[0].plain):
            for fact in self.remaining:
                self._find_small_causes(fact)
            fewest = min((len(clues) for causes in self._causes.values() for clues in causes), default=None)
            if fewest is None or fewest > 2:  # what took three clues may take two, now that more is known
                self._causes.clear()
                self._find_larger_causes()
            self._reconsider()
            known = self._options()
        for option in known[:_COMPARED]:
            minimal = needed(self._oracle, option.clues, option.uses, option.fact)
            self._causes[option.fact][option.clues] = minimal
        best = min(self._options(), default=None)
        return (best.clues, best.uses) if best else None

    def _options(self) -> list["_Option"]:
        """Return the known causes, the cheapest first."""
        return sorted(
            _Option(*self._effort(clues, uses, fact), clues, fact, uses)
            for fact, causes in self._causes.items()
            for clues, uses in causes.items()
        )

    def _effort(self, clues: Clues, uses: tuple[Literal, ...], fact: Literal) -> tuple[int, int]:
        """Rank a step: plain rules, one clue with few facts, rules with many, one clue with many, several clues."""
        if clues:
            return 2 * len(clues) - (len(uses) <= _FEW) + (len(clues) > 1), len(uses)
        plain = len(uses) <= 1 or (fact > 0 and len(uses) < self._values_of(fact))
        return 0 if plain else 2, len(uses)

    def _values_of(self, fact: Literal) -> int:
        return next(len(cell.values) for cell in self._oracle.cells if abs(fact) in cell)

    def _reconsider(self) -> None:
        """Look for fewer facts where many are used: a place that was filled since may stand for several of them."""
        filled = self._true.bit_count()
        if filled == self._places:
            return
        self._places = filled
        for fact, causes in self._causes.items():
            for clues, uses in causes.items():
                if len(uses) > _FEW:
                    causes[clues] = blamed(self._oracle, clues, self.facts, fact)

    def _cause(self, fact: Literal, clues: Clues) -> None:
        causes = self._causes.setdefault(fact, {})
        if clues not in causes:
            causes[clues] = blamed(self._oracle, clues, self.facts, fact)

    def _find_small_causes(self, fact: Literal) -> None:
        """Find out whether the background alone implies a fact, else whether some clue does."""
        causes = self._causes.get(fact, {})
        watched = self._watched.get(fact, ())
        if () in causes or (watched and all(map(self._alive, watched))):
            return
        kept, unmet = self._against(fact)
        if not kept:
            witness = implied(self._now, (), (), fact)
            if witness is None:
                self._causes.pop(fact, None)  # no clue is needed
                self._cause(fact, ())
                return
            kept, unmet = [self._add(witness)], witness.unmet
        if any(len(clues) == 1 for clues in causes):
            self._watched[fact] = tuple(kept[:1])
            return
        for clue in bits(unmet & self._all):
            if not unmet >> clue & 1:
                continue
            witness = implied(self._now, (clue,), (), fact)
            if witness is None:
                self._cause(fact, (clue,))
                self._watched[fact] = tuple(kept[:1])
                return
            kept.append(self._add(witness))
            unmet &= witness.unmet
        self._watched[fact] = tuple(kept)

    def _against(self, fact: Literal) -> tuple[list[Witness], int]:
        """Return known solutions in which a fact does not hold, and the clues that all of them break."""
        kept: list[Witness] = []
        unmet = -1
        for witness in self._witnesses:
            if unmet & ~witness.unmet and witness.violates(fact):
                kept.append(witness)
                unmet &= witness.unmet
                if not unmet & self._all:
                    break
        return kept, unmet

    def _find_larger_causes(self) -> None:
        """Find a smallest set of two or more clues for each fact that needs no more than any other."""
        masks = {fact: self._breaches(fact) for fact in self.remaining}
        for size in range(2, len(self._clues) + 1):
            for fact in self.remaining:
                clues = self._cause_of_size(fact, size, masks[fact])
                if clues is not None:
                    self._cause(fact, clues)
                    if size > _EXACT:
                        return
            if self._causes:
                return

    def _breaches(self, fact: Literal) -> list[int]:
        """Return the clues that solutions break in which a fact does not hold: from each, one has to be used."""
        return minimal(each.unmet & self._all for each in self._witnesses if each.violates(fact))

    def _cause_of_size(self, fact: Literal, size: int, masks: list[int]) -> Clues | None:
        while (chosen := hitting_set(masks, size)) is not None:
            clues = tuple(bits(chosen))
            witness = implied(self._now, clues, (), fact)
            if witness is None:
                return clues
            insort(masks, self._add(self._grown(witness, fact)).unmet & self._all, key=int.bit_count)
        return None

    def _grown(self, witness: Witness, fact: Literal) -> Witness:
        """Return a solution in which the fact does not hold either and that breaks as few clues as can be."""
        for clue in bits(witness.unmet & self._all):
            if witness.unmet >> clue & 1:
                kept = bits(self._all & ~witness.unmet | 1 << clue)
                witness = implied(self._now, kept, (), fact) or witness
        return witness


def _masks(facts: Sequence[Literal]) -> tuple[int, int]:
    true = sum(1 << fact for fact in facts if fact > 0)
    return true, sum(1 << -fact for fact in facts if fact < 0)
