"""AutoLogi's tables: accuracy as in the paper, by number of constraints, and by share of valid arrangements."""

from collections.abc import Callable, Sequence
from statistics import fmean

from solvent.benchmarks.analysis.document import NOTHING, Row, Table
from solvent.benchmarks.analysis.papers import OURS, put_beside
from solvent.benchmarks.analysis.tables import Labels, Runs
from solvent.benchmarks.autologi_table import SHARES, by_epoch, column, deviation, published_shares, share_group
from solvent.benchmarks.records import CaseRecord

AUTOLOGI = "autologi"
BENCHMARKS = {AUTOLOGI: "", "ar-lsat": "ar_lsat", "logiqa": "logiqa"}  # with their column in the paper's table
_PAPER = "AutoLogi's paper"
_COLUMNS = {
    "autologi_en": "AutoLogi EN",
    "autologi_cn": "AutoLogi CN",
    "augmented_en": "augmented EN",
    "augmented_cn": "augmented CN",
    "ar_lsat": "AR-LSAT",
    "logiqa": "LogiQA",
}
_MOST = 8  # constraints that have a column of their own
_CELLS = "Right answers in % (mean ± standard deviation over epochs, where there are several), and the number of cases."

Part = Callable[[CaseRecord], str]
Right = Callable[[CaseRecord], bool]


def tables(benchmark: str, runs: Runs, labels: Labels) -> list[Table]:
    """The tables for the runs of one data set."""
    if benchmark != AUTOLOGI:
        return [_as_in_the_paper(lambda _: BENCHMARKS[benchmark], lambda record: record.right, "", runs, labels)]
    official = "AutoLogi's are right as the public evaluator sees them."
    return [
        _as_in_the_paper(column, lambda record: record.score.official, official, runs, labels),
        _table("How does accuracy depend on the number of constraints?", _constraints, _numbers(), runs, labels),
        _table(
            "How does accuracy depend on the share of valid arrangements?",
            lambda record: share_group(record) or "unknown",
            [*(name for name, _ in reversed(SHARES)), "unknown"],
            runs,
            labels,
        ),
    ]


def _as_in_the_paper(part: Part, right: Right, note: str, runs: Runs, labels: Labels) -> Table:
    present = {part(record) for run in runs for record in run.cases}
    names = [name for name in _COLUMNS if name in present]
    rows = [
        (label, *(_cell([r for r in run.cases if part(r) == name], right) for name in names), OURS)
        for run, label in zip(runs, labels, strict=True)
    ]
    others: list[Row] = []
    for model, shares in published_shares(names, "accuracy").items():
        cells = (shares.get(name, {}).get("accuracy") for name in names)
        told = (NOTHING if share is None else f"{100 * share:.1f}" for share in cells)
        others.append((model, *told, f"published: {_PAPER}"))
    most = max((len({record.id for record in run.cases}) for run in runs), default=0)
    beside, notes = put_beside(others, most, _PAPER)
    if any("origin" in record.score.apart for run in runs for record in run.cases) and beside:
        notes = (*notes, "The puzzles of these runs are others than the paper's.")
    question = "How many answers are right, beside those of the paper's models?"
    columns = ("run or model", *(_COLUMNS[name] for name in names), "source")
    return Table(question, columns, tuple(rows), beside, (f"{_CELLS} {note}".strip(), *notes))


def _table(question: str, part: Part, order: Sequence[str], runs: Runs, labels: Labels) -> Table:
    """A row for each run and language, a column for each part of the cases that is there."""
    present = {part(record) for run in runs for record in run.cases}
    names = [name for name in order if name in present]
    rows: list[Row] = []
    for run, label in zip(runs, labels, strict=True):
        for lang in sorted({_lang(record) for record in run.cases}, reverse=True):
            found = [record for record in run.cases if _lang(record) == lang]
            cells = (_cell([each for each in found if part(each) == name], lambda each: each.right) for name in names)
            rows.append((label, lang, *cells))
    return Table(question, ("run", "language", *names), tuple(rows), (), (_CELLS,))


def _cell(records: Sequence[CaseRecord], right: Right) -> str:
    if not records:
        return NOTHING
    epochs = [[right(record) for record in each] for each in by_epoch(records)]
    spread = deviation(epochs)
    told = "" if spread is None else f" ± {100 * spread:.1f}"
    return f"{100 * fmean(map(fmean, epochs)):.1f}{told} ({len({record.id for record in records})})"


def _lang(record: CaseRecord) -> str:
    return record.group.partition("/")[0]


def _constraints(record: CaseRecord) -> str:
    """The number of constraints as a column, those with many in one."""
    number = record.group.partition("/")[2]
    if not number.isdecimal():
        return "unknown"
    return number if int(number) <= _MOST else f"over {_MOST}"


def _numbers() -> list[str]:
    return [*map(str, range(_MOST + 1)), f"over {_MOST}", "unknown"]
