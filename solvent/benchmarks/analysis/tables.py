"""The tables that every benchmark has."""

from collections import Counter
from collections.abc import Sequence

from solvent.agents.state import Verdict
from solvent.benchmarks.analysis.costs import cost
from solvent.benchmarks.analysis.document import NOTHING, Row, Table, number, percent
from solvent.benchmarks.analysis.recorded import RecordedRun, accuracy
from solvent.benchmarks.analysis.selective import risk_coverage
from solvent.benchmarks.analysis.statistics import wilson
from solvent.benchmarks.cases import Benchmark, common_metrics, natural
from solvent.benchmarks.records import ERROR_TYPES, CaseRecord

Labels = Sequence[str]
Runs = Sequence[RecordedRun]

WILSON = "Intervals: 95 %, Wilson's; epochs of one case count as one observation."
_MOST_COLUMNS = 8  # runs side by side
_MOST_POINTS = 8  # thresholds of confidence shown for a run


def settings(runs: Runs, labels: Labels) -> Table:
    """What was run, and how much of it is done."""
    rows = tuple(
        (
            label,
            run.name,
            run.model,
            run.framework,
            str(run.settings.contract) if run.by_model else NOTHING,
            str(run.level or NOTHING),
            run.method,
            run.done,
            str(run.run.epochs),
            run.run.settings_hash,
        )
        for run, label in zip(runs, labels, strict=True)
    )
    columns = (
        "run", "folder", "model", "framework", "contract", "level", "method", "records", "epochs", "settings",
    )  # fmt: skip
    return Table("What was run?", columns, rows, notes=tuple(_warnings(runs, labels)))


def _warnings(runs: Runs, labels: Labels) -> list[str]:
    unfinished = [
        f"{label}: {run.done}" for run, label in zip(runs, labels, strict=True) if len(run.cases) < run.expected
    ]
    found = [f"Unfinished, so their figures are preliminary: {'; '.join(unfinished)}."] if unfinished else []
    for what, versions in (
        ("code", {run.run.fingerprint.code for run in runs}),
        ("prompts", {(run.run.settings_hash, run.run.fingerprint.prompts) for run in runs}),
    ):
        expected = 1 if what == "code" else len({run.run.settings_hash for run in runs})
        if len(versions) > expected:
            found.append(f"The runs were made with different versions of the {what}.")
    selections = {run.run.data.selection for run in runs}
    if len(selections) > 1:
        found.append("The runs solved different selections of cases: compare them only by the cases that both have.")
    broken = sorted({record.id for run in runs for record in run.cases if record.broken}, key=natural)
    if broken:
        found.append(f"Without a usable gold answer, counted as wrong: {', '.join(broken)}.")
    notes = dict.fromkeys(note for run in runs for note in run.run.notes)
    return [*found, *notes]


def right(runs: Runs, labels: Labels) -> Table:
    """Accuracy, and what `verified` is worth."""
    rows = []
    for run, label in zip(runs, labels, strict=True):
        verified = [record for record in run.cases if record.status is Verdict.VERIFIED]
        share = len(verified) / len(run.cases) if run.cases else None
        official = sum(record.score.official for record in run.cases) / len(run.cases) if run.cases else None
        rows.append(
            (
                label,
                str(len(run.cases)),
                percent(*run.share()),
                percent(official),
                percent(share),
                str(len(verified)),
                percent(*accuracy(verified)),
            )
        )
    columns = (
        "run", "n", "right (%)", "right by the set's scorer (%)", "verified (%)", "n verified",
        "right if verified (%)",
    )  # fmt: skip
    question = "How many answers are right, and how many of those that are verified?"
    return Table(question, columns, tuple(rows), notes=(WILSON,))


def groups(runs: Runs, labels: Labels) -> Table | str:
    """Accuracy by group, one column per run; a text that says why not if that is too wide or there is one group."""
    question = "Which groups of cases are hard?"
    names = sorted({record.group for run in runs for record in run.cases}, key=natural)
    if len(names) < 2:
        return f"{question} There is only one group."
    if len(runs) > _MOST_COLUMNS:
        return f"{question} With {len(runs)} runs the table would be too wide; ask for fewer runs."
    rows = []
    for name in names:
        parts = [[record for record in run.cases if record.group == name] for run in runs]
        counts = dict.fromkeys(str(len(part)) for part in parts)
        rows.append((name, " / ".join(counts), *(percent(*accuracy(part)) for part in parts)))
    columns = ("group", "n", *labels)
    differ = any("/" in row[1] for row in rows)
    notes = (f"Right answers in %. {WILSON}", *(["n: of the runs, where they differ."] if differ else []))
    return Table(question, columns, tuple(rows), notes=notes)


def own_metrics(benchmark: Benchmark, runs: Runs, labels: Labels) -> Table | None:
    """The metrics that only this set has; None if it has none."""
    found = [benchmark.metrics(run.cases) if run.cases else {} for run in runs]
    common = {*common_metrics(next(run.cases for run in runs if run.cases)), "official"} if any(found) else set()
    names = [name for name in dict.fromkeys(name for each in found for name in each) if name not in common]
    if not names:
        return None
    rows = tuple(
        (label, str(len(run.cases)), *(_metric(name, metrics.get(name)) for name in names))
        for run, label, metrics in zip(runs, labels, found, strict=True)
    )
    notes = (f"As in the metrics of solvent bench {benchmark.name} --json; shares, unless a name ends with n.",)
    return Table("What do the set's own metrics say?", ("run", "n", *names), rows, notes=notes)


def _metric(name: str, value: float | None) -> str:
    counted = name.endswith("_n") or (isinstance(value, int) and not isinstance(value, bool))
    return number(value, 0 if counted else 3)


def errors(runs: Runs, labels: Labels) -> Table:
    """How many answers are wrong in which way."""
    rows = []
    for run, label in zip(runs, labels, strict=True):
        counts = error_counts(run.cases)
        n = len(run.cases)
        shares = (_of(counts[kind], n) for kind in ERROR_TYPES)
        rows.append((label, str(n), _of(sum(record.right for record in run.cases), n), *shares))
    note = (
        "Counts, with % of n. Detectable without the gold answer: execution (no program ran), parse (no program or "
        "answer could be read), timeout, tokens (a reply was cut); modelling errors: unsatisfiable, wrong."
    )
    return Table("What kinds of errors are left?", ("run", "n", "right", *ERROR_TYPES), tuple(rows), notes=(note,))


def error_counts(records: Sequence[CaseRecord]) -> Counter[str]:
    """The number of records by type of error."""
    return Counter(record.error for record in records if record.error)


def _of(count: int, n: int) -> str:
    return f"{count} ({100 * count / n:.1f} %)" if n else NOTHING


def costs(runs: Runs, labels: Labels) -> Table:
    """Calls, tokens, money and time per case."""
    rows: list[Row] = []
    for run, label in zip(runs, labels, strict=True):
        mean = cost(run.cases)
        usd = "unknown" if run.cases and mean.usd is None else number(mean.usd, 4)
        told = (number(mean.calls), number(mean.prompt_tokens, 0), number(mean.completion_tokens, 0), usd)
        rows.append((label, str(len(run.cases)), percent(run.share()[0]), *told, number(mean.seconds, 2)))
    columns = (
        "run", "n", "right (%)", "calls", "prompt tokens", "completion tokens", "US dollars", "seconds",
    )  # fmt: skip
    notes = ("Means per case. US dollars are unknown if the price of any call is.",)
    return Table("What does a case cost?", columns, tuple(rows), notes=notes)


def confidence(runs: Runs, labels: Labels) -> Table | str:
    """Risk at several thresholds of confidence; a text that says why not if no record has one."""
    question = "How often is an answer wrong that is given with at least this confidence?"
    rows, missing = [], []
    for run, label in zip(runs, labels, strict=True):
        points = risk_coverage(run.cases)
        if not points:
            continue
        step = -(-len(points) // _MOST_POINTS)
        shown = [*points[:-1:step], points[-1]]
        for point in shown:
            risk = percent(point.risk, wilson(point.wrong, point.n))
            rows.append((label, f"{point.threshold:.3f}", str(point.n), percent(point.coverage), risk))
        missing.append(f"{label}: {len(run.cases) - points[-1].n} of {len(run.cases)}")
    if not rows:
        return f"{question} No record has a confidence."
    notes = (
        "n: answers of at least this confidence; coverage: their share of all with one. Intervals: 95 %, Wilson's.",
        f"Records without confidence are left out ({'; '.join(missing)}).",
    )
    return Table(question, ("run", "confidence", "n", "coverage (%)", "wrong (%)"), tuple(rows), notes=notes)
