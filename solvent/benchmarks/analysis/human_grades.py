"""People's grades for the cases of a run, from a CSV file with the columns id, gradable, points, total, reason.

A case that is not gradable needs no points and no total. An optional column `epoch` tells repetitions apart; without
it, grades are for the first epoch.
"""

import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from solvent.benchmarks.analysis.agreement import Grade
from solvent.benchmarks.cases import BenchmarkError, read_text

COLUMNS = ("id", "gradable", "points", "total", "reason")
_YES, _NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")

Key = tuple[str, int]


@dataclass(frozen=True)
class HumanGrade:
    """A person's grade, None for a case that is not gradable, with the reason given."""

    grade: Grade | None
    reason: str = ""


def read_human_grades(path: Path, known: Collection[Key]) -> dict[Key, HumanGrade]:
    """Read the grades of cases, by id and epoch; `known` are those of the run.

    Raises `BenchmarkError`, which names the line.
    """
    if not path.is_file():
        raise BenchmarkError(f"{path} is not a file; give a CSV file with the columns {', '.join(COLUMNS)}")
    rows = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    found: dict[Key, HumanGrade] = {}
    names: list[str] = []
    try:
        for row in rows:
            where = f"{path}, line {rows.line_num}"
            if not any(cell.strip() for cell in row):
                continue
            if not names:
                names = _header(row, where)
                continue
            key, grade = _row(row, names, where)
            if key not in known:
                raise BenchmarkError(f"{where}: {_name(key)} is not a case of this run")
            if key in found:
                raise BenchmarkError(f"{where}: a second grade for {_name(key)}")
            found[key] = grade
    except csv.Error as error:
        raise BenchmarkError(f"{path}, line {rows.line_num}: not valid CSV ({error})") from error
    if not found:
        raise BenchmarkError(f"{path} contains no grades; expected a line for each case below {','.join(COLUMNS)}")
    return found


def _header(row: list[str], where: str) -> list[str]:
    names = [cell.strip().lower() for cell in row]
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise BenchmarkError(f"{where}: no column {', '.join(missing)}; the first line must be {','.join(COLUMNS)}")
    return names


def _row(row: list[str], names: list[str], where: str) -> tuple[Key, HumanGrade]:
    if len(row) != len(names):
        raise BenchmarkError(f"{where}: {len(row)} cells instead of {len(names)}; quote cells that contain commas")
    cells = {name: cell.strip() for name, cell in zip(names, row, strict=True)}
    epoch = cells.get("epoch") or "1"
    if not re.fullmatch("[1-9][0-9]{0,5}", epoch):
        raise BenchmarkError(f"{where}: the epoch {epoch!r} is not a number from 1")
    gradable = cells["gradable"].lower()
    if gradable not in (*_YES, *_NO):
        raise BenchmarkError(f"{where}: gradable is {cells['gradable']!r}; write yes or no")
    grade = _grade(cells["points"], cells["total"], where) if gradable in _YES else None
    return (cells["id"], int(epoch)), HumanGrade(grade, cells["reason"])


def _grade(points: str, total: str, where: str) -> Grade:
    for name, cell in (("points", points), ("total", total)):
        if not _NUMBER.fullmatch(cell):
            raise BenchmarkError(f"{where}: {name} is {cell!r}, which is not a number such as 7 or 7.5")
    grade = Grade(Fraction(points), Fraction(total))
    if not grade.total:
        raise BenchmarkError(f"{where}: the total is 0; give the points of a full solution, or say gradable no")
    if grade.points > grade.total:
        raise BenchmarkError(f"{where}: {points} points are more than the total of {total}")
    return grade


def _name(key: Key) -> str:
    return key[0] if key[1] == 1 else f"{key[0]} in epoch {key[1]}"
