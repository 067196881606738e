"""The quality of verifiers, and of a model as a judge, for people and as JSON."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvent.benchmarks.analysis.quality import Counts, Measured, Quality, Verdict
from solvent.benchmarks.analysis.statistics import Interval, wilson
from solvent.benchmarks.training.asking import Unfinished
from solvent.benchmarks.verifiers.literals import write_literal

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

_SHOWN = 20  # disagreements; all of them are in the JSON


@dataclass(frozen=True)
class QualityReport:
    """What was measured; `lines` of the file that could not be used; the judge by a model, and what it left open."""

    measured: Measured
    lines: dict[int, str]
    model: Quality | None = None
    unfinished: Unfinished | None = None

    @property
    def left(self) -> int:
        """How many answers the model has not judged yet."""
        return 0 if self.unfinished is None else len(self.unfinished.failed) + len(self.unfinished.waiting)

    @property
    def problem(self) -> str:
        """Why it has not."""
        if self.unfinished is None:
            return ""
        return self.unfinished.outage or next(iter(self.unfinished.failed.values()), "")

    @property
    def judges(self) -> list[Quality]:
        """The verifiers and, if one was asked, the model."""
        return [self.measured.verifier, *([self.model] if self.model else [])]

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        named, single = self.measured.verifier.named
        return {
            "puzzles": len(self.measured.puzzles),
            "measured": len(self.measured.puzzles) - len(self.measured.apart),
            "not_measurable": dict(self.measured.apart),
            "unusable_lines": {str(number): why for number, why in self.lines.items()},
            "judges": [judge.to_json() for judge in self.judges],
            "broken_clue_named": {"n": single, "right": named},
            "left": self.left,
            "problem": self.problem,
        }

    def tables(self) -> "Group":
        """The report for people."""
        from rich.console import Group
        from rich.text import Text

        named, single = self.measured.verifier.named
        apart = Counter(why.partition(":")[0] for why in self.measured.apart.values())
        measured = len(self.measured.puzzles) - len(self.measured.apart)
        lines = [
            f"{len(self.measured.verifier.verdicts)} planted answers to {measured} puzzles",
            *(f"{count} puzzles are not measurable: {why}" for why, count in apart.items()),
            *(f"line {number} is left out: {why}" for number, why in self.lines.items()),
        ]
        if single:
            lines.append(f"of {single} answers that break one constraint, the verifiers name it alone for {named}")
        return Group(
            *map(Text, lines), _summary(self.judges), *map(_kinds, self.judges), *map(_disagreements, self.judges)
        )


def _summary(judges: Sequence[Quality]) -> "Table":
    table = _table("judge", "n", "precision", "recall", "F1", "accuracy", "no verdict")
    for judge in judges:
        counts = judge.counts
        shares = [_share(*counts.shares[name]) for name in ("precision", "recall")]
        f1 = "-" if counts.f1 is None else f"{counts.f1:.3f}{_between(judge.f1_interval)}"
        open_ = sum(each.accepted is None for each in judge.verdicts)
        table.add_row(judge.judge, str(counts.n), *shares, f1, _share(*counts.shares["accuracy"]), str(open_))
    return table


def _kinds(judge: Quality) -> "Table":
    table = _table(f"planted, judged by {judge.judge}", "n", "right", "accepted", "accuracy")
    for kind, counts in judge.by_kind.items():
        right, accepted = counts.accepted_right + counts.refused_right, counts.accepted_right + counts.accepted_wrong
        table.add_row(kind, str(counts.n), str(right), str(accepted), _accuracy(counts))
    return table


def _disagreements(judge: Quality) -> "Group":
    from rich.console import Group
    from rich.text import Text

    found = judge.disagreements
    lines = [f"{judge.judge} {_told(each)}" for each in found[:_SHOWN]]
    if len(found) > _SHOWN:
        lines.append(f"... and {len(found) - _SHOWN} more, which --json lists")
    return Group(*map(Text, lines))


def _told(each: Verdict) -> str:
    verb = "refuses what is right" if each.planted.right else "accepts what is wrong"
    said = f"{verb}: {each.puzzle}, {each.planted.kind}, {write_literal(each.planted.value)}"
    return f"{said} ({each.note})" if each.note else said


def _table(first: str, *others: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(first, box=SIMPLE_HEAD, pad_edge=False)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _accuracy(counts: Counts) -> str:
    return _share(*counts.shares["accuracy"])


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}{_between(wilson(part, whole))}" if whole else "-"


def _between(interval: Interval | None) -> str:
    return "" if interval is None else f" [{interval.low:.3f}, {interval.high:.3f}]"
