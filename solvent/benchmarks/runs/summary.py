"""The summary of one benchmark run: as JSON, as a file and as tables."""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.agents.state import Usage
from solvent.benchmarks.cases import Benchmark, BenchmarkError, Comparison, Metrics, natural
from solvent.benchmarks.records import CaseRecord

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

    from solvent.agents.settings import Settings


@dataclass(frozen=True)
class Summary:
    """The records of a run, the wall time of its last session in seconds, notes on what was left out, and its settings.

    `left` is the number of cases without a record, because of an `outage` of the model.
    """

    benchmark: Benchmark
    records: tuple[CaseRecord, ...]
    seconds: float
    notes: tuple[str, ...] = ()
    settings: "Settings | None" = None
    left: int = 0
    outage: str = ""

    @property
    def usage(self) -> Usage:
        """What all calls to models cost."""
        return sum((record.usage for record in self.records), Usage())

    @property
    def groups(self) -> dict[str, list[CaseRecord]]:
        """The records by group, in natural order of the groups' names."""
        found: dict[str, list[CaseRecord]] = {}
        for record in sorted(self.records, key=lambda record: natural(record.group)):
            found.setdefault(record.group, []).append(record)
        return found

    @property
    def unread(self) -> list[tuple[str, int]]:
        """The ten most common reasons why clues were not understood, with the number of clues."""
        return Counter(reason for record in self.records for reason in record.not_understood).most_common(10)

    @property
    def broken(self) -> dict[str, str]:
        """The cases whose gold answer is unusable, and why; they count as wrong."""
        return {record.id: record.broken for record in self.records if record.broken}

    @property
    def told(self) -> list[str]:
        """The notes, and what the benchmark remarks on the cases."""
        remarks = self.benchmark.remarks
        return [*self.notes, *(remarks(self.records) if remarks else ())]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `bench --json` prints."""
        metrics, compare = self.benchmark.metrics, self.benchmark.compare
        beside = {} if compare is None or not self.records else {"comparison": asdict(compare(self.records))}
        return {
            "benchmark": self.benchmark.name,
            "n": len(self.records),
            "metrics": metrics(self.records) if self.records else {},
            "groups": {name: {"n": len(group), **metrics(group)} for name, group in self.groups.items()},
            "seconds": self.seconds,
            "broken": self.broken,
            "not_understood": [{"reason": reason, "clues": count} for reason, count in self.unread],
            "notes": self.told,
            "usage": self.usage.model_dump(),
            "left": self.left,
            "outage": self.outage,
            **beside,
            **self._decided_by(),
        }

    def _decided_by(self) -> dict[str, Any]:
        """Return the settings, and their hash, which identifies runs with equal settings."""
        if self.settings is None:
            return {}
        return {"settings": self.settings.model_dump(mode="json"), "settings_hash": self.settings.hash}

    def write(self, folder: Path) -> None:
        """Write `results.json` into the folder of the run."""
        try:
            # An answer may contain a lone surrogate, which UTF-8 cannot encode; escaped with a backslash, it is JSON.
            whole = json.dumps(self.to_json(), ensure_ascii=False, indent=2)
            (folder / "results.json").write_text(whole + "\n", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise BenchmarkError(f"cannot write to {folder}: {error.strerror}; choose another --out") from error

    def tables(self) -> "Group":
        """Lay out the report for people: metrics by group, statuses, reasons, unusable gold answers, notes."""
        from rich.console import Group
        from rich.text import Text

        statuses = Counter(record.status for record in self.records)
        lines = [
            f"{len(self.records)} cases in {self.seconds:.1f} s: "
            + ", ".join(f"{count} {status}" for status, count in statuses.most_common()),
            *([cost_line(self.usage)] if self.usage.calls else []),
            *(f"{case} has no usable gold answer and counts as wrong: {why}" for case, why in self.broken.items()),
            *self.told,
        ]
        if not self.records:
            return Group("no case has been recorded yet")
        reasons = [self._reasons_table()] if self.unread else []
        compared = self.benchmark.compare(self.records) if self.benchmark.compare else None
        beside = [_comparison_table(compared)] if compared and compared.published else []
        return Group(self._metrics_table(), *beside, *map(Text, lines), *reasons)

    def _metrics_table(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        rows = [*((name, group) for name, group in self.groups.items()), ("all", list(self.records))]
        names = [name for name in self.benchmark.metrics(self.records) if name in _SHOWN]
        table = Table(title=f"{self.benchmark.name} (%)", box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("group", no_wrap=True)
        for name in ("n", *names):
            table.add_column(name.removeprefix("verified_").replace("share", "verified"), justify="right")
        for name, group in rows:
            metrics = self.benchmark.metrics(group)
            if name == "all":
                table.add_section()
            table.add_row(Text(name), str(len(group)), *(_percent(metrics[metric]) for metric in names))
        return table

    def _reasons_table(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table("not understood", "clues", box=SIMPLE_HEAD, pad_edge=False)
        for reason, count in self.unread:
            table.add_row(Text(reason), str(count))
        return table


def _comparison_table(comparison: Comparison) -> "Table":
    """Lay out one row per published model, the best last, then this run; a dash marks tasks that were not run."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    tasks = list(dict.fromkeys(task for row in comparison.published.values() for task in row))
    title = f"{comparison.shown} by task (%), compared with {comparison.source}"
    table = Table("model", title=title, box=SIMPLE_HEAD, pad_edge=False)
    for task in (*tasks, "mean"):
        table.add_column(task, justify="right")

    def line(name: str, row: dict[str, Metrics]) -> None:
        values = [row.get(task, {}).get(comparison.shown) for task in tasks]
        table.add_row(Text(name), *map(_percent, (*values, _mean(values))))

    order = sorted(comparison.published.items(), key=lambda item: _mean_of(item[1], comparison.shown))
    for name, row in order:
        line(name, row)
    table.add_section()
    line("this run", comparison.mine)
    return table


def _mean_of(row: dict[str, Metrics], metric: str) -> float:
    return _mean([metrics.get(metric) for metrics in row.values()]) or 0.0


def _mean(values: list[float | None]) -> float | None:
    """Return the mean, or None if a value is missing."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


# Variants of a metric ("EM-official") are only in the JSON; EM is omitted because it equals accuracy.
_SHOWN = (
    "accuracy",
    "accuracy_sd",
    "verified_share",
    "verified_precision",
    "official",
    "cells",
    "S-Acc",
    "PM-0.5",
    "CR",
)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def cost_line(usage: Usage) -> str:
    """What calls to models cost, in words."""
    usd = "price unknown" if usage.usd is None else f"{usage.usd:.4f} US dollars"
    return f"{usage.calls} calls, {usage.prompt_tokens} prompt and {usage.completion_tokens} completion tokens, {usd}"
