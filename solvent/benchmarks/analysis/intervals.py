"""Confidence intervals of shares."""

from solvent.benchmarks.cases import BenchmarkError

Interval = tuple[float, float]


def wilson(right: int, n: int) -> Interval | None:
    """The 95 % Wilson score interval of a share; None for n = 0. Raises `BenchmarkError` without SciPy."""
    try:
        from scipy.stats import binomtest
    except ImportError as error:
        raise BenchmarkError("intervals need SciPy: pip install 'solvent[bench]'") from error
    if n == 0:
        return None
    low, high = binomtest(right, n).proportion_ci(0.95, method="wilson")
    return float(low), float(high)
