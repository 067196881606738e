"""A report on recorded runs: one section for each data set, written as Markdown, HTML, figures and a table of records.

Everything is computed from the records, and the same records give the same files.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from solvent.benchmarks import load
from solvent.benchmarks.analysis import autologi, comparisons, figures, papers, parquet, tables
from solvent.benchmarks.analysis.document import Figure, Report, Section, Table, html, markdown
from solvent.benchmarks.analysis.dyval import tasks_by_level
from solvent.benchmarks.analysis.extra import require
from solvent.benchmarks.analysis.recorded import RecordedRun, labels_of, read
from solvent.benchmarks.cases import Benchmark, BenchmarkError

FOLDER = "figures"
LOGIC_GRIDS = ("lgp", "logicsolver", "zebralogic")


def write(paths: Sequence[Path], out: Path) -> Report:
    """Read the runs at or below some folders and write the report on them into `out`. Raises BenchmarkError."""
    require("a report", "scipy", "matplotlib", "pyarrow")
    runs = read(paths)
    report = build(runs)
    try:
        (out / FOLDER).mkdir(parents=True, exist_ok=True)
        _remove_old(out / FOLDER)
        parquet.write(out / "results.parquet", runs)
        for figure in report.figures:
            (out / FOLDER / f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8")
        (out / "report.md").write_text(markdown(report), encoding="utf-8")
        (out / "report.html").write_text(html(report), encoding="utf-8")
    except OSError as error:
        raise BenchmarkError(f"cannot write to {out}: {error.strerror}; choose another --out") from error
    return report


def _remove_old(folder: Path) -> None:
    """Remove the figures of an earlier report, some of which may not be drawn any more."""
    for name in figures.FIGURES:
        for file in folder.glob(f"*-{name}.svg"):
            file.unlink()


def build(runs: Sequence[RecordedRun]) -> Report:
    """Compute the report."""
    by_data = [list(found) for _, found in groupby(runs, key=lambda run: (run.run.benchmark, run.data))]
    names = [found[0].run.benchmark for found in by_data]
    sections = tuple(
        _section(name, f"{name}-{found[0].run.data.sha256[:8]}" if names.count(name) > 1 else name, found)
        for name, found in zip(names, by_data, strict=True)
    )
    return Report("Report on recorded runs", sections)


def _section(benchmark: str, title: str, runs: Sequence[RecordedRun]) -> Section:
    labels = labels_of(runs)
    known = _known(benchmark)
    drawn, left_out = figures.draw_all(re.sub(r"[^\w-]", "_", title), runs, labels)
    by_name = {figure.name.rpartition("-")[2]: figure for figure in drawn}
    cells = papers.framework_cells(runs)
    found: list[Table | Figure | str | None] = [
        tables.settings(runs, labels),
        tables.right(runs, labels),
        comparisons.table(comparisons.compare(runs, labels), len(runs)),
        by_name.get("methods"),
        tables.groups(runs, labels),
        papers.frameworks(runs) if sum(map(len, cells.values())) > 1 else None,
        by_name.get("levels"),
        tables.errors(runs, labels),
        by_name.get("errors"),
        *_as_in_papers(benchmark, runs, labels),
        tables.own_metrics(known, runs, labels) if known else None,
        by_name.get("samples"),
        tables.costs(runs, labels),
        by_name.get("cost"),
        tables.confidence(runs, labels),
        by_name.get("confidence"),
    ]
    parts = tuple(part for part in found if isinstance(part, Table | Figure))
    missing = tuple(f"Table: {part}" for part in found if isinstance(part, str))
    records = sum(len(run.cases) for run in runs)
    note = f"{len(runs)} run{'s' * (len(runs) != 1)}, {records} records."
    return Section(title, parts, (note,), (*missing, *left_out))


def _as_in_papers(benchmark: str, runs: Sequence[RecordedRun], labels: Sequence[str]) -> list[Table]:
    if benchmark in LOGIC_GRIDS:
        return [papers.logic_grids(benchmark, runs, labels)]
    if benchmark == "cp-bench":
        return [papers.methods(runs, labels)]
    if benchmark == "lr2bench":
        return papers.word_and_grid_tasks(runs, labels)
    if benchmark == "dyval":
        return [tasks_by_level(runs)]
    if benchmark in autologi.BENCHMARKS:
        return autologi.tables(benchmark, runs, labels)
    return []


def _known(name: str) -> Benchmark | None:
    """The benchmark of a run; None if this version of Solvent does not have it."""
    try:
        return load(name)
    except BenchmarkError:
        return None
