"""The table of an audit: for people, as Markdown and as CSV."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from solvent.benchmarks.analysis.audit import Audit, Finding
from solvent.benchmarks.cases import BenchmarkError

COLUMNS = ("set", "case", "verdict", "clue that decides", "gold answer", "answer", "detail", "by", "n")
_SHOWN = 6  # places that a row lists


def rows(audit: Audit, *, whole: bool = False) -> Iterator[tuple[str, ...]]:
    """Give a row per finding, in the order of COLUMNS; answers `whole` as JSON, or only where they differ."""
    for each in audit.findings:
        clues = "; ".join(f"{number}. {text}" if text else f"{number}" for number, text in each.clues)
        sides = (_told(each, "gold", whole), _told(each, "answer", whole))
        by = ", ".join(each.by)
        yield (each.set, each.case, each.ruling, clues, *sides, each.detail, by, str(each.records))


def summary(audit: Audit) -> str:
    """Say in one line what was compared and found."""
    counts = "; ".join(f"{count} {ruling}" for ruling, count in audit.counts.items() if count) or "nothing to report"
    return f"{audit.records} records, {audit.compared} compared, {audit.agreeing} agree with the gold answer; {counts}"


def to_json(audit: Audit) -> dict[str, Any]:
    """Return the object that `solvent audit --json` prints."""
    return {
        "n": audit.records,
        "compared": audit.compared,
        "agreeing": audit.agreeing,
        "verdicts": audit.counts,
        "findings": [
            {
                "set": each.set,
                "case": each.case,
                "verdict": each.ruling,
                "clues": [{"id": number, "text": text} for number, text in each.clues],
                "gold": each.gold,
                "answer": each.answer,
                "differences": [difference._asdict() for difference in each.where],
                "detail": each.detail,
                "by": list(each.by),
                "n": each.records,
            }
            for each in audit.findings
        ],
    }


def markdown(audit: Audit) -> str:
    """Return a table in Markdown, with a line on what was compared."""
    lines = [_line(COLUMNS), _line(["---"] * len(COLUMNS)), *map(_line, rows(audit))]
    return "\n".join([f"{summary(audit)}.", "", *lines]) + "\n"


def write(audit: Audit, file: Path) -> None:
    """Write the table as Markdown or, with whole answers, as CSV, by the file's ending. Raises `BenchmarkError`."""
    text = _csv(audit) if file.suffix == ".csv" else markdown(audit)
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as failure:
        raise BenchmarkError(f"cannot write to {file}: {failure.strerror}; choose another --out") from failure


def _csv(audit: Audit) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(audit, whole=True))
    return text.getvalue()


def _line(cells: tuple[str, ...] | list[str]) -> str:
    plain = (" ".join(cell.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;") for cell in cells)
    return f"| {' | '.join(plain)} |"


def _told(finding: Finding, side: Literal["gold", "answer"], whole: bool) -> str:
    value = getattr(finding, side)
    if value is None:
        return ""
    if whole or not finding.where:
        return json.dumps(value, ensure_ascii=False)
    shown = [f"{each.place}: {getattr(each, side) or '-'}" for each in finding.where[:_SHOWN]]
    more = len(finding.where) - _SHOWN
    return "; ".join(shown) + (f" and {more} more" if more > 0 else "")
