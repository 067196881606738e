"""Risk and coverage: how often the answers above a confidence are wrong, and how many they are."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.benchmarks.records import CaseRecord


@dataclass(frozen=True)
class Point:
    """The `n` answers of at least this confidence: their share of all that have one, and how many are wrong."""

    threshold: float
    n: int
    coverage: float
    wrong: int

    @property
    def risk(self) -> float:
        """The share of wrong answers among them."""
        return self.wrong / self.n


def risk_coverage(records: Sequence[CaseRecord]) -> list[Point]:
    """One point for each value of confidence, the highest first; records without confidence are left out."""
    known = sorted(
        ((record.confidence, record.right) for record in records if record.confidence is not None), reverse=True
    )
    points: list[Point] = []
    n = wrong = 0
    for threshold, group in itertools.groupby(known, key=lambda pair: pair[0]):
        rights = [right for _, right in group]
        n += len(rights)
        wrong += len(rights) - sum(rights)
        points.append(Point(threshold, n, n / len(known), wrong))
    return points
