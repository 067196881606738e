"""What AutoLogi's tables are made of: the paper's columns, groups by the share of valid arrangements, and epochs."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence

from solvent.benchmarks import published
from solvent.benchmarks.cases import Metrics
from solvent.benchmarks.records import CaseRecord

# Shares of valid arrangements: groups from one bound (included) to the next.
SHARES = (("< 0.1 %", 0.0), ("0.1-1 %", 0.001), ("1-10 %", 0.01), (">= 10 %", 0.1))


def by_epoch(results: Sequence[CaseRecord]) -> list[list[CaseRecord]]:
    """Return the records of each epoch."""
    found: dict[int, list[CaseRecord]] = defaultdict(list)
    for record in results:
        found[record.epoch].append(record)
    return [found[epoch] for epoch in sorted(found)]


def deviation(epochs: Iterable[Sequence[bool]]) -> float | None:
    """Return the standard deviation of the epochs' accuracies (with n - 1); None if there are fewer than two."""
    shares = [statistics.fmean(right) for right in epochs]
    return statistics.stdev(shares) if len(shares) > 1 else None


def share_group(record: CaseRecord) -> str:
    """Return the name of the group in `SHARES` that a case is in, "" if its share is not known."""
    share = record.score.apart.get("share")
    if not isinstance(share, int | float):
        return ""
    return next(name for name, least in reversed(SHARES) if share >= least)


def column(record: CaseRecord) -> str:
    """Return the column of the paper's table to which a case belongs.

    The paper's base set has every puzzle as it was formulated, the augmented one also those that were made from it by
    leaving out and adding constraints. Cases of unknown origin are of the public test file, which holds all of them.
    """
    lang = record.group.partition("/")[0]
    return f"{'autologi' if record.score.apart.get('origin') == 'base' else 'augmented'}_{lang}"


def published_shares(columns: Sequence[str], metric: str) -> dict[str, dict[str, Metrics]]:
    """Return the published figures in some columns of the paper's table: model -> column -> metric -> share."""
    return {
        row["model"]: {name: {metric: float(row[name]) / 100} for name in columns if row.get(name)}
        for row in published.table("autologi")
        if any(row.get(name) for name in columns)
    }
