"""Puzzles of one's own: a file of lines `{id, text, answer, status?, group?, tolerance?}`.

`solvent generate` writes such files. A table, as a list of objects, is compared as a logic grid, and may also be given
as an object from the first column to the rest of each row, since few texts fix the shape. Any other answer must be the
same JSON value, its numbers up to a relative error if there is a `tolerance`. A `status` says that a puzzle is flawed:
then the status decides, and `answer` may be missing.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.agents.state import Verdict
from solvent.benchmarks import zebra
from solvent.benchmarks.cases import Benchmark, BenchmarkError, Case, Score, read_text, wrong_layout
from solvent.benchmarks.grid import Grid, Row
from solvent.benchmarks.tolerance import near
from solvent.solvers import Pool
from solvent.solvers.json_text import read_json

if TYPE_CHECKING:
    from solvent.agents.state import Answer

_LAYOUT = "a JSONL file, one puzzle per line with id, text and answer, and optionally status, group and tolerance"
_SOURCE = "wherever your puzzles are; examples/comparison/puzzles.jsonl shows the form"
_FLAWS = (Verdict.AMBIGUOUS, Verdict.CONTRADICTORY)


@dataclass(frozen=True)
class Numbers:
    """The key of a puzzle whose numbers may be off by a relative error."""

    tolerance: float


def load(path: Path) -> list[Case]:
    """Read the cases; groups are those of the file, or `puzzles`."""
    if path.is_dir():
        raise wrong_layout(f"{path} is a folder", _LAYOUT, _SOURCE)
    cases: dict[str, Case] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            case = _case(line, f"{path}, line {number}")
            if case.id in cases:
                raise BenchmarkError(f"{path}, line {number}: the id {case.id!r} is there already")
            cases[case.id] = case
    return list(cases.values())


def _case(line: str, where: str) -> Case:
    try:
        row = read_json(line)
    except ValueError as error:
        raise wrong_layout(f"{where}: not valid JSON ({error})", _LAYOUT, _SOURCE) from None
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or "id" not in row:
        raise wrong_layout(f"{where}: not an object with id, text and answer", _LAYOUT, _SOURCE)
    if isinstance(row.get("code"), dict):
        raise BenchmarkError(
            f"{where}: any arrangement is right that the puzzle's verifier accepts: use `solvent bench autologi --data`"
        )
    status = row.get("status", Verdict.VERIFIED)
    if status not in (Verdict.VERIFIED, *_FLAWS):
        raise BenchmarkError(f"{where}: the status {status!r} should be verified, {' or '.join(_FLAWS)}")
    gold, group = row.get("answer"), str(row.get("group") or "puzzles")
    broken = "" if gold is not None or status in _FLAWS else "it has no answer"
    key = Verdict(status) if status in _FLAWS else _tolerant(row, where) or _grid(gold)
    return Case(str(row["id"]), group, row["text"], gold, key, broken)


def _tolerant(row: dict[str, Any], where: str) -> Numbers | None:
    tolerance = row.get("tolerance")
    if tolerance is None:
        return None
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 <= tolerance < math.inf:
        raise BenchmarkError(f"{where}: the tolerance {tolerance!r} should be a relative error, such as 0.001")
    return Numbers(tolerance)


def _grid(gold: Any) -> Grid | None:
    """The answer as a logic grid, if it is a table of texts and numbers with two columns or more."""
    if not isinstance(gold, list) or not gold or not all(isinstance(row, dict) for row in gold):
        return None
    columns = tuple(gold[0])
    plain = all(type(value) in (str, int) for row in gold for value in row.values())
    if len(columns) < 2 or not plain or any(tuple(row) != columns for row in gold):
        return None
    return Grid(columns, tuple(tuple(str(value) for value in row.values()) for row in gold))


def score(case: Case, value: Any) -> Score:
    """Score an answer by its value; that of a flawed puzzle is never right by itself."""
    if isinstance(case.key, Grid):
        return zebra.score(case, _rows(value, case.key.columns))
    right = False
    if not case.broken and not isinstance(case.key, Verdict) and value is not None:
        right = near(value, case.gold, case.key.tolerance if isinstance(case.key, Numbers) else None)
    return Score(right, right, int(right), int(value is not None), 1, int(right))


def _rows(value: Any, columns: Row) -> Any:
    """A table that is given as an object from its first column, as a list of rows; any other value as it is."""
    if not isinstance(value, dict):
        return value
    first, second, *more = columns
    if not more and all(type(cell) in (str, int) for cell in value.values()):
        return [{first: key, second: cell} for key, cell in value.items()]
    if all(isinstance(row, dict) and first not in row for row in value.values()):
        return [{first: key, **row} for key, row in value.items()]
    return value


async def judge(case: Case, answer: "Answer", pool: Pool) -> Score:
    """Score an answer; a flawed puzzle is right if its flaw was found."""
    del pool
    return flaw_found(case.key, answer) if isinstance(case.key, Verdict) else score(case, answer.answer)


def flaw_found(flaw: Verdict, answer: "Answer") -> Score:
    """Score the answer to a puzzle with this flaw."""
    found = answer.status is flaw
    return Score(found, found, int(found), 1, 1, int(found), "" if found else f"it is {flaw}, not {answer.status}")


BENCHMARKS = (Benchmark("puzzles", _LAYOUT, _SOURCE, load, score, judge=judge),)
