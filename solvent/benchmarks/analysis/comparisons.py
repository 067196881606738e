"""Which differences between runs are more than chance: paired by case, tested, and corrected for their number."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.benchmarks.analysis.document import Table, percent
from solvent.benchmarks.analysis.recorded import RecordedRun, varying
from solvent.benchmarks.analysis.statistics import Difference, holm, paired

ALL_PAIRS = 5  # runs; of more, only those are compared that differ in one setting


@dataclass(frozen=True)
class Comparison:
    """Two runs over the same data, by their labels; `adjusted` is the p-value corrected for all comparisons made."""

    first: str
    second: str
    difference: Difference
    adjusted: float


def compare(runs: Sequence[RecordedRun], names: Sequence[str]) -> list[Comparison]:
    """Compare all runs of one data set with each other or, if there are many, those that differ in one setting.

    Runs without a case in common are not compared.
    """
    found = []
    for (first, one), (second, other) in itertools.combinations(zip(runs, names, strict=True), 2):
        if len(runs) > ALL_PAIRS and len(varying([first, second])) != 1:
            continue
        difference = paired(first.by_case, second.by_case)
        if difference is not None:
            found.append((one, other, difference))
    adjusted = holm([difference.p for *_, difference in found])
    return [Comparison(*each, p) for each, p in zip(found, adjusted, strict=True)]


def table(comparisons: Sequence[Comparison], runs: int) -> Table | None:
    """The table of all comparisons; None if there are none."""
    if not comparisons:
        return None
    few = runs <= ALL_PAIRS
    which = "all pairs of runs" if few else "the pairs of runs that differ in one setting"
    rows = tuple(
        (
            f"{each.first} → {each.second}",
            str(each.difference.n),
            percent(each.difference.first),
            percent(each.difference.second),
            _signed(each.difference),
            f"{each.difference.better} / {each.difference.worse}",
            p_value(each.difference.p),
            p_value(each.adjusted),
            each.difference.test,
        )
        for each in comparisons
    )
    columns = (
        "first → second", "n", "first (%)", "second (%)", "second - first (points)", "better / worse",
        "p", "p (Holm)", "test",
    )  # fmt: skip
    count = len(comparisons)
    note = (
        f"{count} comparison{'s' * (count != 1)}: {which} over the same data, on the n cases that both have. p (Holm) "
        "is adjusted for their number. McNemar: the exact test; sign flips: its generalisation to cases with several "
        "epochs. Intervals: 95 %, percentile bootstrap clustered by case, seeded; none if all cases differ alike, and "
        "too narrow where only a few cases differ: there, go by p."
    )
    return Table("Which differences between runs are more than chance?", columns, rows, notes=(note,))


def _signed(difference: Difference) -> str:
    interval = difference.interval
    around = f" [{100 * interval.low:+.1f}, {100 * interval.high:+.1f}]" if interval else ""
    return f"{100 * difference.value:+.1f}{around}"


def p_value(p: float) -> str:
    """A p-value with three digits."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"
