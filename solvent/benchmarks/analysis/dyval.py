"""DyVal's table: accuracy by task and level, over seeds and orders, with the published rows beside it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev

from solvent.benchmarks import published
from solvent.benchmarks.analysis.document import NOTHING, Row, Table
from solvent.benchmarks.analysis.papers import OURS, put_beside
from solvent.benchmarks.analysis.recorded import RecordedRun, labels_of
from solvent.benchmarks.cases import natural
from solvent.benchmarks.dyval import LEVELS, published_shares
from solvent.benchmarks.generate.dyval.tasks import TASKS

_ALL = "all"
# What makes repetitions of a row, or is told by its level.
_TOLD = ("depth", "width", "nodes", "links", "extra_links", "descriptions", "training")
_LEFT_OUT = ("seed", *(f"data.{name}" for name in ("seed", "groups", "limit", "order", *_TOLD)))
_NOTE = (
    "Right answers in %, strictly: the mean over the runs of a row, which differ in seed or order, ± its standard "
    "error (the standard deviation of the runs' shares / the root of their number). n: cases of a task, in all runs. "
    "Level all: the mean over D1 to D4. As in the paper, the orders of a seed count as runs, although they arrange the "
    "same problems."
)


def tasks_by_level(runs: Sequence[RecordedRun]) -> Table:
    """DyVal's table: a row for each level of runs with the same settings, a column for each task."""
    by_label: dict[str, list[RecordedRun]] = {}
    for run, label in zip(runs, labels_of(runs, _LEFT_OUT), strict=True):
        by_label.setdefault(label, []).append(run)
    rows: list[Row] = []
    most = 0
    for label, equal in by_label.items():
        for level in _levels(equal):
            found = {task: [_shares(run, task, level) for run in equal] for task in _tasks()}
            most = max(most, *(sum(map(len, shares)) for shares in found.values()))
            rows.append((label or equal[0].model, level, *_row(found), OURS))
        rows += [(label or equal[0].model, _ALL, *row, OURS) for row in _of_all_levels(equal)]
    levels = {row[1] for row in rows} & {*LEVELS, _ALL}
    others = [(*row, "published: DyVal's paper") for row in _published() if row[1] in levels]
    beside, notes = put_beside(others, most, "DyVal's paper") if others else ((), ())
    columns = ("run or model", "level", "runs", "n", *_tasks(), "source")
    return Table(
        "DyVal: how many problems of each task and level are solved?", columns, tuple(rows), beside, (_NOTE, *notes)
    )


def _levels(runs: Iterable[RecordedRun]) -> list[str]:
    return sorted({record.group.partition("/")[2] for run in runs for record in run.cases}, key=natural)


def _tasks() -> list[str]:
    """All tasks: those of the paper in its order, then any others."""
    return [*dict.fromkeys([*(name for name in published.table("dyval")[0] if name in TASKS), *TASKS])]


def _shares(run: RecordedRun, task: str, level: str) -> list[float]:
    """1 or 0 for each record of a task at a level."""
    return [float(record.right) for record in run.cases if record.group == f"{task}/{level}"]


def _row(found: Mapping[str, Sequence[Sequence[float]]]) -> Iterator[str]:
    """The runs, the cases and the mean of each task, from the scores of each run."""
    present = {task: [scores for scores in of_runs if scores] for task, of_runs in found.items()}
    for counts in (map(len, present.values()), (sum(map(len, of_runs)) for of_runs in present.values())):
        yield " / ".join(str(count) for count in dict.fromkeys(counts) if count)
    for of_runs in present.values():
        yield _mean([fmean(scores) for scores in of_runs])


def _of_all_levels(runs: Sequence[RecordedRun]) -> Iterator[Row]:
    """The row of means over the four levels, if a task has all of them; of each run that has."""
    cells = []
    for task in _tasks():
        found = [[_shares(run, task, level) for level in LEVELS] for run in runs]
        cells.append(_mean([fmean(map(fmean, levels)) for levels in found if all(levels)]))
    if any(cell != NOTHING for cell in cells):
        yield (NOTHING, NOTHING, *cells)


def _mean(shares: Sequence[float]) -> str:
    """The mean of the runs' shares in percent and, if there are several, its standard error."""
    if not shares:
        return NOTHING
    error = f" ± {100 * stdev(shares) / len(shares) ** 0.5:.1f}" if len(shares) > 1 else ""
    return f"{100 * fmean(shares):.1f}{error}"


def _published() -> Iterator[Row]:
    by_task = {task: published_shares(task) for task in _tasks()}
    for level in (*LEVELS, _ALL):
        for model in next(iter(by_task.values())):
            shares = (by_task[task][model][level] for task in _tasks())
            yield (
                model,
                level,
                NOTHING,
                NOTHING,
                *(NOTHING if share is None else f"{100 * share:.1f}" for share in shares),
            )
