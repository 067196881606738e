"""Clues to add to a puzzle with several answers, so that one is left: as few as possible, of different kinds."""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from solvent import solvers
from solvent.explanations.checking.shape import at, layout_for, statement_of
from solvent.explanations.facts import Fact, place_in_words
from solvent.explanations.layout import leaves
from solvent.explanations.meanings import Arrangement
from solvent.explanations.repairs.editing import with_clues
from solvent.explanations.repairs.rereading import reread
from solvent.explanations.repairs.wordings import KINDS, Wordings
from solvent.explanations.subject import Subject
from solvent.solvers import Limits, Pool, Status
from solvent.solvers.programs.equality import canonical, same
from solvent.translators.rules.clues.formula import Formula

CHOICE = 3  # ways to complete a puzzle that are offered
LARGEST = 3  # clues that one of them adds
_ANSWERS = 12  # that candidates are judged by; others are found if these do not suffice
_TRIES = 12  # sets of clues that are tried for one way


@dataclass(frozen=True)
class Candidate:
    """A clue that could be added, a sentence or a fact; `holds` says whether it is true of an answer, made ready."""

    text: str
    kind: str
    holds: Callable[[Any], bool]
    meaning: Formula | None = None
    fact: Fact | None = None

    @property
    def length(self) -> tuple[int, int]:
        """How long it is, in words and characters."""
        return len(self.text.split()), len(self.text)


@dataclass(frozen=True)
class Added:
    """Clues that leave one answer if they are added; `text` is the puzzle with them, None where they have no place."""

    clues: tuple[Candidate, ...]
    answer: Any
    text: str | None

    @property
    def length(self) -> tuple[int, int]:
        """The number of clues, and of their words."""
        return len(self.clues), sum(clue.length[0] for clue in self.clues)


Prove = Callable[[Sequence[Candidate]], Awaitable[tuple[Added | None, list[Any]]]]
"""What adding some clues gives if they leave one answer, else None; and answers that they leave."""


@dataclass
class Search:
    """The search for the fewest candidates that leave one answer, by the answers that are known."""

    candidates: Sequence[Candidate]
    prove: Prove
    ready: Callable[[Any], Any]  # makes an answer what `Candidate.holds` takes
    until: float
    answers: list[Any] = field(default_factory=list)
    masks: list[int] = field(default_factory=list)  # per candidate: the answers that it allows, a bit each

    def learn(self, answers: Iterable[Any]) -> bool:
        """Take more answers into account; whether any of them was new."""
        known = {canonical(each) for each in self.answers}
        new = [answer for answer in answers if canonical(answer) not in known]
        self.masks = self.masks or [0 for _ in self.candidates]
        for answer in new:
            bit, made = 1 << len(self.answers), self.ready(answer)
            self.answers.append(answer)
            self.masks = [
                mask | bit if candidate.holds(made) else mask
                for mask, candidate in zip(self.masks, self.candidates, strict=True)
            ]
        return bool(new)

    async def best(self, usable: Callable[[Candidate], bool]) -> Added | None:
        """The fewest and shortest of the usable candidates that are proven to leave one answer."""
        ranked = sorted((n for n, each in enumerate(self.candidates) if usable(each)), key=self._length)
        refused: set[tuple[int, ...]] = set()
        for _ in range(_TRIES):
            chosen = self._chosen(ranked, refused)
            if not chosen or time.monotonic() >= self.until:
                break
            added, left = await self.prove([self.candidates[number] for number in chosen])
            if added is not None:
                return added
            if not self.learn(left):
                refused.add(chosen)
        return None

    def _length(self, number: int) -> tuple[int, int]:
        return self.candidates[number].length

    def _chosen(self, ranked: Sequence[int], refused: set[tuple[int, ...]]) -> tuple[int, ...]:
        """The candidates that leave one of the known answers: a single one or, picked greedily, a few."""
        for number in ranked:
            if self.masks[number].bit_count() == 1 and (number,) not in refused:
                return (number,)
        found: tuple[int, ...] = ()
        for bit in range(len(self.answers)):
            picked = self._picked(bit, [number for number in ranked if self.masks[number] >> bit & 1])
            if picked and picked not in refused and (not found or len(picked) < len(found)):
                found = picked
        return found

    def _picked(self, bit: int, true: Sequence[int]) -> tuple[int, ...]:
        """A few of the candidates that are true of an answer, each of which excludes as many others as possible."""
        left, picked = (1 << len(self.answers)) - 1, list[int]()
        while left != 1 << bit:
            number = min(true, key=lambda each: (self.masks[each] & left).bit_count(), default=None)
            if number is None or len(picked) == LARGEST or not left & ~self.masks[number]:
                return ()
            picked.append(number)
            left &= self.masks[number]
        return tuple(sorted(picked))


async def additions(
    subject: Subject, known: Sequence[Any], *, grammar: bool, until: float, pool: Pool, limits: Limits
) -> list[Added]:
    """Up to three ways to leave one answer, each of another kind as far as there are such; fewest clues first.

    `known` are answers of the puzzle, at least two. With `grammar`, clues are sentences that the rules read, otherwise
    facts about a place of the answer.
    """
    if grammar:
        wordings = Wordings(subject)
        ready = partial(Arrangement, categories=wordings.categories)
        search = Search(_sentences(wordings), partial(_reread, subject, pool, limits), ready, until)
    else:
        candidates = _facts(subject, known[:_ANSWERS])
        search = Search(candidates, partial(_counted, subject, pool, limits), lambda answer: answer, until)
    search.learn(known[:_ANSWERS])
    found: list[Added] = []
    for kind in KINDS:
        found += filter(None, [await search.best(partial(_of_kind, kind))])
    while found and len(found) < CHOICE:  # else, of any kind, but saying something else
        used = frozenset(clue.text for each in found for clue in each.clues)
        added = await search.best(partial(_not_in, used))
        if added is None:
            break
        found.append(added)
    return sorted(found, key=lambda each: each.length)


def _of_kind(kind: str, candidate: Candidate) -> bool:
    return candidate.kind == kind


def _not_in(used: frozenset[str], candidate: Candidate) -> bool:
    return candidate.text not in used


def _sentences(wordings: Wordings) -> list[Candidate]:
    """The sentences that the rules read about two values."""
    return [
        Candidate(each.text, each.kind, partial(_true, each.formula), meaning=each.formula)
        for each in wordings.sentences()
    ]


def _true(meaning: Formula, arrangement: Arrangement) -> bool:
    return arrangement.holds(meaning)


async def _reread(
    subject: Subject, pool: Pool, limits: Limits, chosen: Sequence[Candidate]
) -> tuple[Added | None, list[Any]]:
    """Add sentences to the text, read it anew, and ask for a second answer."""
    text = with_clues(subject.puzzle, [each.text for each in chosen])
    program = reread(subject, text, [each.meaning for each in chosen]) if text is not None else None
    if program is None:
        return None, []
    first, second = await solvers.run_then(program, "second", pool=pool, limits=limits)
    left = [each.answer for each in (first, second) if each is not None and each.status.solved]
    if second is None or second.status is not Status.UNSATISFIABLE:
        return None, left
    return Added(tuple(chosen), first.answer, text), left


def _facts(subject: Subject, known: Sequence[Any]) -> list[Candidate]:
    """What single places of the known answers hold, where they differ."""
    layout = layout_for(subject)
    found: dict[tuple[str, str], Candidate] = {}
    for place, value in (leaf for answer in known for leaf in leaves(answer)):
        fact = layout.fact(place, value)
        text = f"{place_in_words(fact)} = {value}"
        found.setdefault((place, canonical(value)), Candidate(text, "fact", partial(_has, place, value), fact=fact))
    return [each for each in found.values() if not all(map(each.holds, known))]


def _has(place: str, value: Any, answer: Any) -> bool:
    try:
        return same(at(answer, place), value)
    except LookupError:
        return False


async def _counted(
    subject: Subject, pool: Pool, limits: Limits, chosen: Sequence[Candidate]
) -> tuple[Added | None, list[Any]]:
    """Count the answers that agree with facts."""
    said = statement_of([each.fact for each in chosen if each.fact], subject)
    agreeing = await solvers.could(subject.program, said, pool=pool, limits=limits)
    counted = await solvers.count(subject.program, said, most=1, pool=pool, limits=limits)
    if counted.status is not Status.SATISFIED or counted.answer != 1:
        return None, [agreeing.answer] if agreeing.status.solved else []
    return Added(tuple(chosen), agreeing.answer, None), []
