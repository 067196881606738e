"""Sets of logic grids: ZebraLogic (parquet), LGP and LogicSolver (one folder of small text files per puzzle).

A case is right if the whole grid is. ZPS's metrics are `cells`, its partial score (the mean over cases of right cells /
(rows x (categories - 1))), and `fully_solved`, the number of cases that are right. Runs by ZPS's method also have
`error_free`, the share of cases that end, by its rule, without an error of z3. `solvent grade` adds a model's grades.
"""

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from solvent.agents.policies.zps import succeeded
from solvent.benchmarks.cases import (
    Benchmark,
    BenchmarkError,
    Case,
    Metrics,
    Score,
    common_metrics,
    natural,
    read_text,
    wrong_layout,
)
from solvent.benchmarks.grid import Grid, Row, align, compare, read_answer
from solvent.benchmarks.grid_replies import asks, extract
from solvent.benchmarks.records import CaseRecord

_MASK = "___"


def score(case: Case, value: Any) -> Score:
    """Score an answer as right if the whole grid is; subtasks are the cells outside the first category."""
    if not isinstance(case.key, Grid):
        return Score()
    cells = compare(case.key, read_answer(value))
    return Score(cells.exact, cells.exact, cells.right, cells.answered, cells.total, cells.right)


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute the common metrics and ZPS's; a case without an answer or a usable key has no right cells."""
    shares = (result.score.right / result.score.total if result.score.total else 0.0 for result in results)
    solved = sum(result.score.strict for result in results)
    return {**common_metrics(results), "cells": statistics.fmean(shares), "fully_solved": solved, **_ended(results)}


def _ended(results: Sequence[CaseRecord]) -> Metrics:
    """The share of cases whose last program in a conversation of ZPS succeeded; nothing for other runs."""
    talks = [[a for a in result.attempts if a.job.request == "output" and not a.dead] for result in results]
    if not any(talks):
        return {}
    ends = [bool(talk) and succeeded({a.job.id: a for a in talk}, talk[-1]) for talk in talks]
    return {"error_free": statistics.fmean(ends)}


# ZebraLogic

_ZEBRALOGIC_LAYOUT = "parquet files with the columns id, size, puzzle, solution, in grid_mode/ or given one by one"
_ZEBRALOGIC_SOURCE = "the Hugging Face data set WildEval/ZebraLogic (grid_mode)"


def load_zebralogic(path: Path) -> list[Case]:
    """Read one parquet file, or all in a folder (or in its `grid_mode`, if there is one); groups are sizes: `5*6`."""
    files = [path] if path.is_file() else sorted(path.rglob("*.parquet"))
    files = [file for file in files if file.parent.name == "grid_mode"] or files
    if not files:
        raise wrong_layout(f"{path} contains no parquet file", _ZEBRALOGIC_LAYOUT, _ZEBRALOGIC_SOURCE)
    cases = [_zebralogic_case(row) for file in files for row in _parquet_rows(file)]
    if cases and all(_MASK in str(case.gold) for case in cases):
        raise BenchmarkError(f"the solutions in {path} are masked; take the set from {_ZEBRALOGIC_SOURCE}")
    return cases


def _parquet_rows(file: Path) -> list[dict[str, Any]]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise BenchmarkError("reading parquet needs pyarrow: pip install 'solvent[bench]'") from error
    columns = ["id", "size", "puzzle", "solution"]
    try:
        parquet = pq.ParquetFile(file)
        missing = [column for column in columns if column not in parquet.schema_arrow.names]
        if missing:
            what = f"{file} has no column {', '.join(missing)}"
            raise wrong_layout(what, _ZEBRALOGIC_LAYOUT, _ZEBRALOGIC_SOURCE)
        rows: list[dict[str, Any]] = parquet.read(columns=columns, use_threads=False).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise BenchmarkError(f"{file} is not a readable parquet file: {error}") from error
    return rows


def _zebralogic_case(row: dict[str, Any]) -> Case:
    solution = row["solution"] if isinstance(row["solution"], dict) else {}
    columns = tuple(solution.get("header") or ())
    rows = tuple(tuple(str(cell) for cell in cells) for cells in solution.get("rows") or ())
    whole = len(columns) > 1 and bool(rows) and all(len(cells) == len(columns) for cells in rows)
    key = Grid(columns, rows) if whole else None
    broken = "" if whole else "the solution is not a whole grid"
    gold = key.answer if key else None
    return Case(str(row["id"]), str(row["size"]), str(row["puzzle"]), gold, key, broken)


# LGP and LogicSolver


@dataclass(frozen=True)
class _Folders:
    """Where a set of folders keeps its gold answers, and how messages describe the set."""

    answers: str
    layout: str
    source: str

    def load(self, path: Path) -> list[Case]:
        """Read a case from every folder below `path` that contains `entities.txt`; groups are their parent folders."""
        files = sorted(path.rglob("entities.txt"), key=lambda file: natural(str(file)))
        if not files:
            raise wrong_layout(f"{path} contains no folder with an entities.txt", self.layout, self.source)
        return [self._case(file.parent.resolve()) for file in files]

    def _case(self, folder: Path) -> Case:
        if not (folder / "clues.txt").is_file():
            raise wrong_layout(f"{folder} has no clues.txt", self.layout, self.source)
        answers = folder / self.answers
        lines = _lines(answers) if answers.is_file() else []
        names, values = _entities(folder / "entities.txt", len(lines))
        rows = [_split(line.rstrip(", "), len(names)) for line in lines]
        regular = bool(values) and len({len(row) for row in values}) == 1 and len(values) == len(names)
        key = align(rows, names, values) if regular and len(names) > 1 else None
        broken = "" if key else _why_broken(answers, lines, regular=regular)
        case_id = f"{folder.parent.name}/{folder.name}"
        return Case(case_id, folder.parent.name, _text(folder, names, values), key and key.answer, key, broken)


def _why_broken(answers: Path, lines: list[str], *, regular: bool) -> str:
    if not lines:
        return f"{answers.name} is {'empty' if answers.is_file() else 'missing'}"
    return f"{answers.name} does not fit entities.txt" if regular else "entities.txt is not a whole table"


def _lines(file: Path) -> list[str]:
    return [line.strip() for line in read_text(file).splitlines() if line.strip(" \t,")]


def _split(line: str, count: int) -> Row:
    """Split a line into values; commas inside numbers only separate if that alone gives `count` values."""
    careful = tuple(part.strip() for part in re.split(r"(?<!\d),|,(?!\d{3}(?!\d))", line))
    simple = tuple(part.strip() for part in line.split(","))
    return simple if len(simple) == count != len(careful) else careful


def _entities(file: Path, count: int) -> tuple[Row, list[Row]]:
    """Read the names of the categories (first line) and their values (one line each, usually with `count` values)."""
    lines = [line.rstrip(", ") for line in _lines(file)]
    names = tuple(part.strip() for part in lines[0].split(",")) if lines else ()
    return names, [_split(line, count) for line in lines[1:]]


def _text(folder: Path, names: Row, values: list[Row]) -> str:
    preamble = folder / "preamble.txt"
    start = [" ".join(read_text(preamble).split()), ""] if preamble.is_file() else []
    categories = [f"{name}: {_join(row)}" for name, row in zip(names, values, strict=False)]
    clues = [f"{number}. {clue}" for number, clue in enumerate(_lines(folder / "clues.txt"), 1)]
    return "\n".join([*start, *categories, "", "Clues:", *clues]) + "\n"


def _join(row: Row) -> str:
    return ("; " if any("," in value for value in row) else ", ").join(row)


_LGP = _Folders(
    "answerActual.txt",
    "folders test_na/ and train/ with puzzle_N/{entities,clues,answerActual}.txt",
    "the repository of LGPSolver (github.com/jelgun/LGPSolver)",
)
_LOGICSOLVER = _Folders(
    "answers.txt",
    "folders puzzles*/NAME/{entities,clues,answers}.txt",
    "the repository of LogicSolver (github.com/ross-nordstrom/LogicSolver)",
)

_benchmark = partial(Benchmark, score=score, metrics=metrics, extract=extract, asks=asks)
BENCHMARKS = (
    _benchmark("zebralogic", _ZEBRALOGIC_LAYOUT, _ZEBRALOGIC_SOURCE, load_zebralogic),
    _benchmark("lgp", _LGP.layout, _LGP.source, _LGP.load),
    _benchmark("logicsolver", _LOGICSOLVER.layout, _LOGICSOLVER.source, _LOGICSOLVER.load),
)
