"""How well two graders agree, in the statistics of ZPS."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solvent.benchmarks.cases import BenchmarkError


@dataclass(frozen=True)
class Grade:
    """Points out of a total, which is greater than zero."""

    points: Fraction
    total: Fraction

    @classmethod
    def of(cls, points: int, total: int) -> "Grade":
        return cls(Fraction(points), Fraction(total))

    @property
    def share(self) -> Fraction:
        """The points as a share of the total."""
        return self.points / self.total

    @property
    def full(self) -> bool:
        """Whether it is full credit."""
        return self.points == self.total


@dataclass(frozen=True)
class Agreement:
    """How the grades of one grader (the estimate) compare with those of another (the reference) on `n` cases.

    Grades are compared as shares of their totals; all figures are shares, or null where they are undefined. The
    relative difference, (estimate - reference) / reference, is the mean over the `relative_n` cases whose reference is
    not zero. Joint full credit is the share of cases with full credit by both, among the `either_full` cases with full
    credit by at least one.
    """

    n: int
    exact_match: float | None
    mean_absolute_difference: float | None
    mean_relative_difference: float | None
    relative_n: int
    over_estimated: float | None
    under_estimated: float | None
    joint_full_credit: float | None
    either_full: int
    spearman: float | None


def agreement(pairs: Sequence[tuple[Grade, Grade]]) -> Agreement:
    """Compare pairs of an estimate and a reference. Raises `BenchmarkError` if scipy is not installed."""
    shares = [(estimate.share, reference.share) for estimate, reference in pairs]
    relative = [(estimate - reference) / reference for estimate, reference in shares if reference]
    either = [(one.full, other.full) for one, other in pairs if one.full or other.full]
    return Agreement(
        n=len(pairs),
        exact_match=_mean([estimate == reference for estimate, reference in shares]),
        mean_absolute_difference=_mean([abs(estimate - reference) for estimate, reference in shares]),
        mean_relative_difference=_mean(relative),
        relative_n=len(relative),
        over_estimated=_mean([estimate > reference for estimate, reference in shares]),
        under_estimated=_mean([estimate < reference for estimate, reference in shares]),
        joint_full_credit=_mean([all(full) for full in either]),
        either_full=len(either),
        spearman=_spearman([float(one) for one, _ in shares], [float(other) for _, other in shares]),
    )


def require_scipy() -> Any:
    """Import `scipy.stats`. Raises `BenchmarkError` if that fails."""
    try:
        from scipy import stats
    except ImportError as error:
        raise BenchmarkError("the agreement of graders needs scipy: pip install 'solvent[bench]'") from error
    return stats


def _mean(values: Sequence[Fraction | bool]) -> float | None:
    return float(statistics.mean(map(Fraction, values))) if values else None


def _spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return the rank correlation; None if a grader gave the same grade to all cases."""
    stats = require_scipy()
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(stats.spearmanr(one, other).statistic)
