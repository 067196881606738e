"""Statistics of right and wrong answers: intervals, paired tests, and the correction for many of them.

The unit is the case. Several epochs of one case are not independent, so they count as one observation, their mean: that
is a bootstrap clustered by case. All random numbers are seeded: the same records give the same figures.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

CONFIDENCE = 0.95
_RESAMPLES = 4_999
_BATCH = 500  # resamples at a time, which bounds memory
_Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True)
class Interval:
    """A 95 % interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """Two runs over the same `n` cases: the mean of each, and the second minus the first.

    `interval` is the bootstrap's, None if no case or every case differs in the same way, `p` the two-sided p-value of
    `test`, before any correction. `better` and `worse` count the cases where the second is better or worse.
    """

    n: int
    first: float
    second: float
    interval: Interval | None
    p: float
    test: str
    better: int
    worse: int

    @property
    def value(self) -> float:
        """The second mean minus the first."""
        return self.second - self.first


def wilson(right: float, n: int) -> Interval | None:
    """Wilson's score interval of a share; None without cases. `right` need not be whole: a case may count as a half."""
    if n == 0:
        return None
    share, square = right / n, _Z * _Z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = _Z / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def mcnemar(better: int, worse: int) -> float:
    """The exact McNemar test: the two-sided p-value of the discordant pairs; 1 if there are none."""
    from scipy.stats import binomtest

    return float(binomtest(better, better + worse).pvalue) if better + worse else 1.0


def sign_flips(differences: Sequence[float]) -> float:
    """The sign-flip permutation test that the mean of paired differences is zero; exact where there are few pairs.

    Where all differences are -1, 0 or 1, it is McNemar's exact test.
    """
    import numpy as np
    from scipy.stats import permutation_test

    values = np.array([value for value in differences if value])
    if len(values) < 2:
        return 1.0
    found = permutation_test(
        (values,),
        lambda sample, axis: np.round(np.sum(sample, axis=axis), 9),  # equal sums of thirds have to be equal
        permutation_type="samples",
        vectorized=True,
        n_resamples=_RESAMPLES,
        batch=_BATCH,
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)


def bootstrap_mean(values: Sequence[float]) -> Interval | None:
    """The percentile bootstrap of a mean of clusters; None where all values are equal, as it would have no width."""
    import numpy as np
    from scipy.stats import bootstrap

    if len(set(values)) < 2:
        return None
    found = bootstrap(
        (np.array(values),),
        np.mean,
        method="percentile",
        confidence_level=CONFIDENCE,
        n_resamples=_RESAMPLES,
        batch=_BATCH,
        rng=np.random.default_rng(0),
    ).confidence_interval
    return Interval(float(found.low), float(found.high))


def paired(first: Mapping[str, Sequence[float]], second: Mapping[str, Sequence[float]]) -> Difference | None:
    """Compare two runs by the cases that both have; None if there are none.

    Each maps the id of a case to its scores, one per epoch. With one epoch each and scores of 0 and 1, the test is
    McNemar's exact one, else the sign-flip permutation test over cases.
    """
    shared = [case for case in first if case in second]
    if not shared:
        return None
    before, after = ([fmean(run[case]) for case in shared] for run in (first, second))
    differences = [new - old for old, new in zip(before, after, strict=True)]
    better, worse = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    binary = all(len(run[case]) == 1 and run[case][0] in (0, 1) for run in (first, second) for case in shared)
    return Difference(
        n=len(shared),
        first=fmean(before),
        second=fmean(after),
        interval=bootstrap_mean(differences),
        p=mcnemar(better, worse) if binary else sign_flips(differences),
        test="McNemar" if binary else "sign flips",
        better=better,
        worse=worse,
    )


def holm(values: Sequence[float]) -> list[float]:
    """P-values adjusted by Holm's step-down method for their number, in the order given."""
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        largest = max(largest, min(1.0, (len(values) - rank) * values[index]))
        adjusted[index] = largest
    return adjusted
