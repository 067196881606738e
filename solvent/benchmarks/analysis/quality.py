"""How good verifiers are: what they make of planted answers whose truth is known from elsewhere (AutoLogi, section 4).

A right answer is the positive class: precision is how many of the accepted answers are right, recall how many of the
right ones are accepted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent.benchmarks.analysis.planted import Planted, Planting, plant
from solvent.benchmarks.analysis.statistics import Interval, wilson
from solvent.benchmarks.verifiers.literals import write_literal
from solvent.benchmarks.verifiers.posed import Posed
from solvent.benchmarks.verifiers.verifier import Judgement, judge
from solvent.solvers import Pool

_RESAMPLES = 2_000


@dataclass(frozen=True)
class Verdict:
    """What a judge made of a planted answer: `accepted` is None if it gave no verdict, which counts as a no.

    `note` says why. `broken` are the constraints that it names.
    """

    puzzle: str
    planted: Planted
    accepted: bool | None
    note: str = ""
    broken: tuple[int, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the verdict is the truth."""
        return bool(self.accepted) == self.planted.right

    def to_json(self) -> dict[str, Any]:
        """The verdict as a JSON object."""
        return {
            "puzzle": self.puzzle,
            "kind": self.planted.kind,
            "arrangement": write_literal(self.planted.value),
            "right": self.planted.right,
            "accepted": self.accepted,
            "broken": list(self.broken),
            "note": self.note,
        }


@dataclass(frozen=True)
class Counts:
    """Answers by truth and verdict."""

    accepted_right: int = 0
    accepted_wrong: int = 0
    refused_right: int = 0
    refused_wrong: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Counts":
        """Count verdicts."""
        n = Counter((bool(each.accepted), each.planted.right) for each in verdicts)
        return cls(n[True, True], n[True, False], n[False, True], n[False, False])

    @property
    def n(self) -> int:
        """All answers."""
        return self.accepted_right + self.accepted_wrong + self.refused_right + self.refused_wrong

    @property
    def shares(self) -> dict[str, tuple[int, int]]:
        """Precision, recall and accuracy: the numerator and the denominator of each."""
        return {
            "precision": (self.accepted_right, self.accepted_right + self.accepted_wrong),
            "recall": (self.accepted_right, self.accepted_right + self.refused_right),
            "accuracy": (self.accepted_right + self.refused_wrong, self.n),
        }

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None if nothing is right and nothing accepted."""
        some = 2 * self.accepted_right + self.accepted_wrong + self.refused_right
        return 2 * self.accepted_right / some if some else None


@dataclass(frozen=True)
class Quality:
    """A judge's verdicts on planted answers."""

    judge: str
    verdicts: tuple[Verdict, ...]

    @property
    def counts(self) -> Counts:
        """All answers by truth and verdict."""
        return Counts.of(self.verdicts)

    @property
    def by_kind(self) -> dict[str, Counts]:
        """The same for each kind of planted answer."""
        kinds = sorted({each.planted.kind for each in self.verdicts})
        return {kind: Counts.of(each for each in self.verdicts if each.planted.kind == kind) for kind in kinds}

    @property
    def disagreements(self) -> list[Verdict]:
        """The verdicts that are not the truth."""
        return [each for each in self.verdicts if not each.agrees]

    @property
    def f1_interval(self) -> Interval | None:
        """The 95 % percentile bootstrap of F1, by puzzles; None where it has no width."""
        import numpy as np

        verdicts: dict[str, list[Verdict]] = {}
        for each in self.verdicts:
            verdicts.setdefault(each.puzzle, []).append(each)
        counts = [Counts.of(each) for each in verdicts.values()]
        if len(counts) < 2:
            return None
        table = np.array([[each.accepted_right, each.accepted_wrong + each.refused_right] for each in counts])
        drawn = np.random.default_rng(0).multinomial(len(counts), [1 / len(counts)] * len(counts), size=_RESAMPLES)
        hits, misses = (drawn @ table).T
        some = 2 * hits + misses > 0
        found = 2 * hits[some] / (2 * hits[some] + misses[some])
        if not len(found) or found.min() == found.max():
            return None
        low, high = np.quantile(found, [0.025, 0.975])
        return Interval(float(low), float(high))

    @property
    def named(self) -> tuple[int, int]:
        """Of the answers that break one constraint: how often it names this one alone, and how many there are."""
        one = [each for each in self.verdicts if each.planted.clue is not None]
        return sum(each.broken == (each.planted.clue,) for each in one), len(one)

    def to_json(self) -> dict[str, Any]:
        """The quality as a JSON object."""
        interval = self.f1_interval
        return {
            "judge": self.judge,
            **figures(self.counts),
            "f1_interval": interval and [interval.low, interval.high],
            "no_verdict": sum(each.accepted is None for each in self.verdicts),
            "kinds": {kind: figures(counts) for kind, counts in self.by_kind.items()},
            "disagreements": [each.to_json() for each in self.disagreements],
        }


def figures(counts: Counts) -> dict[str, Any]:
    """Counts with what follows from them; intervals are Wilson's, 95 %, and take answers for independent."""
    found: dict[str, Any] = {
        "n": counts.n,
        "right": counts.accepted_right + counts.refused_right,
        "accepted": counts.accepted_right + counts.accepted_wrong,
        "f1": counts.f1,
    }
    for name, (part, whole) in counts.shares.items():
        interval = wilson(part, whole)
        found[name] = part / whole if whole else None
        found[f"{name}_interval"] = interval and [interval.low, interval.high]
    return found


@dataclass(frozen=True)
class Measured:
    """The planted answers with the verdicts of the verifiers; `apart` are puzzles that cannot be measured, and why."""

    puzzles: Mapping[str, Posed]
    verifier: Quality
    apart: Mapping[str, str] = field(default_factory=dict)


async def measure(
    puzzles: Sequence[Posed],
    pool: Pool,
    *,
    n: int = 10,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Measured:
    """Plant `n` answers for each puzzle, and have its verifier judge them."""
    free, done = asyncio.Semaphore(2 * pool.workers), 0

    async def one(puzzle: Posed) -> tuple[Planting, list[Judgement]]:
        nonlocal done
        async with free:
            planting = await plant(puzzle, n, seed, pool)
            mixed = sorted(planting.planted, key=lambda each: write_literal(each.value))  # no order tells the truth
            said = await judge(puzzle.code, [each.value for each in mixed], pool=pool)
        done += 1
        if progress:
            progress(done, len(puzzles))
        return Planting(tuple(mixed), planting.problem), said

    found = await asyncio.gather(*map(one, puzzles))
    verdicts = [
        Verdict(puzzle.id, planted, None if each.problem else each.right, each.problem, each.broken)
        for puzzle, (planting, said) in zip(puzzles, found, strict=True)
        for planted, each in zip(planting.planted, said, strict=True)
    ]
    apart = {each.id: planting.problem for each, (planting, _) in zip(puzzles, found, strict=True) if planting.problem}
    return Measured({each.id: each for each in puzzles}, Quality("verifier", tuple(verdicts)), apart)
