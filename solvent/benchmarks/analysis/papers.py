"""Tables in the shape of the papers' own, with their published rows where the set is the same.

Published rows are of whole sets, ours perhaps of a part, so they stand beside each other without a test, and only if
enough of our cases stand against them.
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from solvent.agents.settings import DIRECT
from solvent.benchmarks import published
from solvent.benchmarks.analysis.costs import cost, redundancy, replies
from solvent.benchmarks.analysis.document import NOTHING, Row, Table, number, percent
from solvent.benchmarks.analysis.recorded import RecordedRun, labels_of
from solvent.benchmarks.analysis.tables import WILSON, Labels, Runs
from solvent.benchmarks.cases import Metrics
from solvent.benchmarks.records import CaseRecord
from solvent.explanations.visible import shown

ENOUGH = 30  # cases; with fewer, a Wilson interval is over 30 points wide in the middle, and a comparison says nothing
OURS = "these runs"

_UNTESTED = "Rows in italics are published; they are of the whole set named with them, and no test was made."


def logic_grids(benchmark: str, runs: Runs, labels: Labels) -> Table:
    """ZPS's table: the mean share of right cells, and how many grids are solved in full."""
    rows = []
    for run, label in zip(runs, labels, strict=True):
        shares = [record.score.right / record.score.total if record.score.total else 0.0 for record in run.cases]
        solver = "no" if run.settings.frameworks == (DIRECT,) else run.framework
        which = (
            label,
            run.model,
            _temperature(run),
            _yes(run.settings.decomposition) if run.by_model else NOTHING,
            solver,
        )
        solved = sum(record.right for record in run.cases)
        rows.append((*which, number(fmean(shares) if shares else None, 3), f"{solved} of {len(run.cases)}", OURS))
        graded = run.graded() if run.cases else None
        if graded is not None:
            grader = next(iter(run.grades.values())).model
            share, full = graded
            rows.append((*which, number(share, 3), f"{full} of {len(run.cases)}", f"{OURS}, graded by {shown(grader)}"))
    columns = (
        "run", "model", "temperature", "decomposition", "solver", "mean partial score", "solved", "source",
    )  # fmt: skip
    question = "How much of the grids is solved, with which model, temperature, decomposition and solver?"
    source = "published: ZPS's paper, 59 puzzles of this set and 55 others"
    others = [
        (NOTHING, *(row[name] for name in _ZPS), f"{row['solved_of_114']} of 114", source)
        for row in published.table("zps")
    ]
    note = (
        "Partial score: right cells / (rows * (categories - 1)). Temperature: `+ x` is the rise at each restart. "
        "Published scores are a model's grades; those of `solvent grade` for these runs have rows of their own."
    )
    beside, notes = put_beside(others, max((len(run.cases) for run in runs), default=0), "ZPS's paper")
    if benchmark != "logicsolver":  # the only one of which ZPS's set has a part
        beside, notes = (), ()
    return Table(question, columns, tuple(rows), beside, (note, *notes))


_ZPS = ("model", "temperature", "decomposition", "solver", "mean_partial_score")


def _temperature(run: RecordedRun) -> str:
    settings = run.settings
    if not run.by_model:
        return NOTHING
    if settings.temperatures:
        return ", ".join(f"{each:g}" for each in settings.temperatures)
    start = settings.temperature if settings.samples == 1 else settings.sampling_temperature
    rises = settings.budget.restarts > 0 and settings.budget.warmer > 0
    return f"{start:g} + {settings.budget.warmer:g}" if rises else f"{start:g}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def frameworks(runs: Runs) -> Table:
    """CP-Bench's table: accuracy by framework (rows) and level (columns), other settings kept apart."""
    cells = framework_cells(runs)
    levels = sorted({level for row in cells.values() for level in row})
    rows: list[Row] = []
    for (framework, rest), found in cells.items():
        counts = dict.fromkeys(str(len(found[level].cases)) if level in found else NOTHING for level in levels)
        shares = [percent(*found[level].share()) if level in found else NOTHING for level in levels]
        rows.append((framework, rest or "all equal", " / ".join(counts), *shares))
    columns = ("framework", "other settings", "n", *(f"level {level}" for level in levels))
    notes = [f"Right answers in %. {WILSON}"]
    if any("/" in row[2] for row in rows):
        notes.append("n: of the levels, where they differ.")
    return Table(
        "Which framework and level of guidance give the most right answers?", columns, tuple(rows), (), (*notes,)
    )


def framework_cells(runs: Runs) -> dict[tuple[str, str], dict[int, RecordedRun]]:
    """The runs by models, if they have records, by framework and other settings, then by level; equal ones apart."""
    chosen = [run for run in runs if run.level is not None and run.cases]
    found: dict[tuple[str, str], dict[int, RecordedRun]] = {}
    for run, rest in zip(chosen, labels_of(chosen, ("framework", "level")), strict=True):
        level = run.level or 0
        key = (run.framework, rest)
        if level in found.get(key, {}):
            key = (run.framework, f"{rest} ({run.name})".strip())
        found.setdefault(key, {})[level] = run
    return found


def methods(runs: Runs, labels: Labels) -> Table:
    """CP-Bench's methods at inference time, beside what others published for its sets."""
    rows = []
    for run, label in zip(runs, labels, strict=True):
        n, right = len(run.cases), sum(record.right for record in run.cases)
        rows.append((label, run.model, run.framework, run.method, f"{right} of {n}", percent(*run.share()), OURS))
    others = []
    for row in published.table("cp_bench"):
        passed, of = int(row["passed"]), int(row["of"])
        source = f"published: {row['set']}, {row['source']}"
        others.append(
            (NOTHING, row["model"], row["framework"], row["method"], f"{passed} of {of}", percent(passed / of), source)
        )
    columns = ("run", "model", "framework", "method", "right", "right (%)", "source")
    beside, notes = put_beside(others, max((len(run.cases) for run in runs), default=0), "CP-Bench's published rows")
    question = "Which method gives the most right answers?"
    return Table(question, columns, tuple(rows), beside, (f"Ours: strict scoring. {WILSON}", *notes))


def word_and_grid_tasks(runs: Runs, labels: Labels) -> list[Table]:
    """LR2Bench's table, one for each task."""
    from solvent.benchmarks.lr2bench import comparison

    means = [comparison(run.cases).mine if run.cases else {} for run in runs]
    present = dict.fromkeys(task for mean in means for task in mean)
    tasks = [*(task for task in _LR2_CASES if task in present), *(task for task in present if task not in _LR2_CASES)]
    found = [_task(task, runs, labels, means) for task in tasks]
    return [replace(each, notes=((_LR2_NOTE, *each.notes) if each is found[0] else each.notes)) for each in found]


def _task(task: str, runs: Runs, labels: Labels, means: Sequence[dict[str, Metrics]]) -> Table:
    rows, most = [], 0
    for run, label, mean in zip(runs, labels, means, strict=True):
        records = [record for record in run.cases if record.group.partition("/")[0] == task]
        if not records:
            continue
        most = max(most, len(records))
        metrics = (percent(mean[task][name]) for name in _LR2_METRICS)
        rows.append((label, str(len(records)), *metrics, *_replies(task, records), OURS))
    others = [
        (row["model"], _LR2_CASES[task], *(row[name] for name in _LR2_METRICS), number(float(row["tokens"]), 0), *_LR2)
        for row in published.table("lr2bench")
        if row["task"] == task
    ]
    columns = ("run or model", "n", *(f"{name} (%)" for name in _LR2_METRICS), "tokens", "repeated (%)", "source")
    beside, notes = put_beside(others, most, "LR2Bench's paper")
    return Table(
        f"LR2Bench, {task}: how many puzzles, and parts of them, are solved?",
        columns,
        tuple(rows),
        beside,
        notes,
    )


_LR2_NOTE = (
    "CR: cases with an answer; S-Acc: right subtasks; EM: cases right as a whole; PM-0.5: cases of which at least "
    "half is right (in %, means over the task's levels). Tokens: mean completion tokens per case. Repeated: share "
    "of repeated word 10-grams in the replies of models, 1 - distinct / total within each reply; not for Sudoku."
)
_LR2_METRICS = ("CR", "S-Acc", "EM", "PM-0.5")
_LR2 = (NOTHING, "published: LR2Bench's paper")
_LR2_CASES = {
    "crossword": "150", "acrostic": "100", "logic": "200", "cryptogram": "100", "sudoku": "200", "drop": "100",
}  # fmt: skip


def _replies(task: str, records: Sequence[CaseRecord]) -> tuple[str, str]:
    """Mean completion tokens, and the repetition in replies; a dash where no model was asked."""
    if not any(record.usage.calls for record in records):
        return NOTHING, NOTHING
    texts = [text for record in records for text in replies(record)]
    repeated = NOTHING if task == "sudoku" else percent(redundancy(texts))
    return number(cost(records).completion_tokens, 0), repeated


def put_beside(rows: Sequence[Row], n: int, source: str) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Return the published rows with a note, or only a note why they are left out; `n` is the most cases of a run."""
    if n < ENOUGH:
        return (), (f"The rows of {source} are left out: no run has {ENOUGH} cases here (at most {n}).",)
    return tuple(rows), (_UNTESTED,)
