"""LR2Bench: six kinds of puzzles in levels; the word puzzles are read and scored in `lr2bench_words`.

Where the paper and its public code differ, `S-Acc` and `CR` follow the code (right subtasks over all subtasks; share of
cases with any answer), `S-Acc-paper` and `CR-paper` the paper (mean over cases; share of subtasks answered). Gold
answers spell some values differently from the text ("7am" for "7:00am"), so accuracy and `EM` (exact match) compare
values by meaning and require the whole grid; `EM-official`, `S-Acc-official` and `PM-0.5-official` compare in lower
case only. A task's figure is the mean over its levels, the overall figure the mean over the tasks present.
"""

import itertools
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from solvent.benchmarks import published
from solvent.benchmarks.cases import (
    Benchmark,
    BenchmarkError,
    Case,
    Comparison,
    Metrics,
    Score,
    common_metrics,
    natural,
    read_text,
    wrong_layout,
)
from solvent.benchmarks.grid import Grid, align, compare, compare_literally, read_answer
from solvent.benchmarks.lr2bench_replies import asks, extract
from solvent.benchmarks.lr2bench_words import TASKS as WORD_TASKS
from solvent.benchmarks.records import CaseRecord
from solvent.solvers.json_text import read_json

_LAYOUT = "a folder data/ with answer.json and N-TASK/LEVEL/data.jsonl"
_SOURCE = "the repository of LR2Bench (github.com/ZNLP/LR2Bench)"

Record = dict[str, Any]


def load(path: Path) -> list[Case]:
    """Read the cases of all tasks below `path` (the set's root or its `data` folder); groups are `TASK/LEVEL`."""
    root = next((folder for folder in (path, path / "data") if (folder / "answer.json").is_file()), None)
    files = sorted(root.glob("*/*/data.jsonl"), key=lambda file: natural(str(file))) if root else []
    if root is None or not files:
        missing = "answer.json" if root is None else "*/*/data.jsonl"
        raise wrong_layout(f"{path} has no {missing}", _LAYOUT, _SOURCE)
    answers = _answers(root / "answer.json")
    return [case for file in files for case in _level(file, answers)]


Answers = dict[tuple[str, str, str], list[Any]]


def _answers(file: Path) -> Answers:
    """Read the gold answers by task, level and tag; as lists, since tags need not be unique."""
    try:
        tasks = read_json(read_text(file))
        found: Answers = defaultdict(list)
        for task, entries in tasks.items():
            for entry in entries:
                found[task, str(entry["level"]), str(entry["tag"])].append(entry["answer"])
    except ValueError as error:
        raise BenchmarkError(f"{file}: not valid JSON ({error})") from error
    except (AttributeError, KeyError, TypeError) as error:
        raise wrong_layout(f"{file} is not an object of lists of tag, level and answer", _LAYOUT, _SOURCE) from error
    return found


def _level(file: Path, answers: Answers) -> Iterator[Case]:
    level, task = file.parent.name, file.parent.parent.name.partition("-")[2]
    seen: dict[str, int] = defaultdict(int)
    for number, line in enumerate(read_text(file).split("\n"), 1):
        if not line.strip():
            continue
        record = _record(file, number, line)
        tag = str(record["tag"])
        golds = answers.get((task, level, tag), [])
        gold = golds[seen[tag]] if seen[tag] < len(golds) else None
        seen[tag] += 1
        case_id = f"{task}/{level}/{tag}" + (f"#{seen[tag]}" if seen[tag] > 1 else "")
        yield _case(case_id, record, gold)


def _record(file: Path, number: int, line: str) -> Record:
    try:
        record = read_json(line)
    except ValueError as error:
        raise BenchmarkError(f"{file}, line {number}: not valid JSON ({error})") from error
    if not isinstance(record, dict) or "tag" not in record or not isinstance(record.get("example_text"), str):
        raise wrong_layout(f"{file}, line {number}: not an object with tag and example_text", _LAYOUT, _SOURCE)
    return record


def _case(case_id: str, record: Record, gold: Any) -> Case:
    # Only example_text may reach a solver: other fields of the record reveal the gold answer.
    group, text = case_id.rpartition("/")[0], record["example_text"]
    task = group.partition("/")[0]
    if task not in _TASKS:
        return Case(case_id, group, text, gold, unscored=f"no scorer for the task {task} yet")
    read, _ = _TASKS[task]
    try:
        gold = read_json(gold) if isinstance(gold, str) else gold
        value, key = read(record, gold)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        broken = "no answer in answer.json" if gold is None else "the answer in answer.json does not fit the puzzle"
        return Case(case_id, group, text, None, broken=broken)
    return Case(case_id, group, text, value, key)


# Logic: subtasks are the cells outside the first column.


def _read_logic(record: Record, gold: Any) -> tuple[Any, tuple[Grid, Grid]]:
    literal = read_answer(gold)
    if literal is None or len(literal.columns) < 2 or any("" in row for row in literal.rows):
        raise ValueError("not a grid")
    categories = record["value"]
    by_name = {name.lower(): tuple(str(value) for value in values) for name, values in categories.items()}
    aligned = align(literal.rows, literal.columns, [by_name[column.lower()] for column in literal.columns])
    if aligned is None:
        raise ValueError("the gold answer does not fit the categories")
    return gold, (literal, aligned)


def _score_logic(case: Case, value: Any) -> Score:
    literal, aligned = case.key
    answer = read_answer(value)
    cells = compare(aligned, answer)
    official = compare_literally(literal, answer)
    return Score(cells.exact, official == cells.total, cells.right, cells.answered, cells.total, official)


# Sudoku: subtasks are the empty cells of the given grid.


def _read_sudoku(record: Record, gold: Any) -> tuple[Any, list[list[int]]]:
    given, solution = record["grid"], gold["answer"]
    size = len(given)
    if not (_is_grid(given, size) and _is_grid(solution, size) and all(map(_is_number, itertools.chain(*solution)))):
        raise ValueError("not a square grid")
    return solution, given


def _is_grid(value: Any, size: int) -> bool:
    return isinstance(value, list) and len(value) == size and all(isinstance(r, list) and len(r) == size for r in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _score_sudoku(case: Case, value: Any) -> Score:
    size = range(len(case.gold))
    empty = [(i, j) for i in size for j in size if case.key[i][j] == 0]
    if not _is_grid(value, len(size)):
        return Score(total=len(empty))
    right = sum(_is_number(value[i][j]) and value[i][j] == case.gold[i][j] for i, j in empty)
    answered = sum(_is_number(value[i][j]) and value[i][j] != 0 for i, j in empty)
    exact = value == case.gold and all(map(_is_number, itertools.chain(*value)))  # 1.0 and true are equal to 1
    return Score(exact, right == len(empty), right, answered, len(empty), right)


_TASKS: dict[str, tuple[Callable[[Record, Any], tuple[Any, Any]], Callable[[Case, Any], Score]]] = {
    "logic": (_read_logic, _score_logic),
    "sudoku": (_read_sudoku, _score_sudoku),
    **WORD_TASKS,
}


def score(case: Case, value: Any) -> Score:
    """Score an answer: `strict` by meaning and as a whole, `official` in lower case; subtasks depend on the task."""
    if case.broken or case.unscored:
        return Score()
    return _TASKS[case.group.partition("/")[0]][1](case, value)


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute means over tasks of means over levels; the module docstring explains their names."""
    tasks = list(_by_task(results).values())
    means = {name: statistics.fmean(task[name] for task in tasks) for name in tasks[0]}
    return {**common_metrics(results), "accuracy": means["EM"], **means}


def comparison(results: Sequence[CaseRecord]) -> Comparison:
    """Compare the tasks of a run with the paper's models."""
    mine: dict[str, Metrics] = {task: {**means} for task, means in _by_task(results).items()}
    return Comparison(mine, published.rows("lr2bench"), "LR2Bench's paper", "EM")


def _by_task(results: Sequence[CaseRecord]) -> dict[str, dict[str, float]]:
    """Compute the means over the levels of each task."""
    tasks: dict[str, dict[str, list[CaseRecord]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        tasks[result.group.partition("/")[0]][result.group].append(result)
    found = {}
    for task, groups in tasks.items():
        levels = [_level_metrics(group) for group in groups.values()]
        found[task] = {name: statistics.fmean(level[name] for level in levels) for name in levels[0]}
    return found


def _level_metrics(results: Sequence[CaseRecord]) -> dict[str, float]:
    scores = [result.score for result in results]
    total = sum(score.total for score in scores) or 1
    return {
        "EM": statistics.fmean(score.strict for score in scores),
        "S-Acc": sum(score.right for score in scores) / total,
        "PM-0.5": statistics.fmean(score.total > 0 and 2 * score.right >= score.total for score in scores),
        "CR": statistics.fmean(result.answer is not None for result in results),
        "EM-official": statistics.fmean(score.official for score in scores),
        "S-Acc-official": sum(score.official_right for score in scores) / total,
        "PM-0.5-official": statistics.fmean(s.total > 0 and 2 * s.official_right >= s.total for s in scores),
        "S-Acc-paper": statistics.fmean(score.right / (score.total or 1) for score in scores),
        "CR-paper": sum(score.answered for score in scores) / total,
    }


BENCHMARKS = (
    Benchmark("lr2bench", _LAYOUT, _SOURCE, load, score, metrics, compare=comparison, extract=extract, asks=asks),
)
