"""The figures of a report. Each function returns a figure or, where the runs have no data for it, the reason."""

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

from solvent.benchmarks.analysis import drawing
from solvent.benchmarks.analysis.costs import cost
from solvent.benchmarks.analysis.document import Figure
from solvent.benchmarks.analysis.papers import framework_cells
from solvent.benchmarks.analysis.recorded import RecordedRun, labels_of
from solvent.benchmarks.analysis.selective import risk_coverage
from solvent.benchmarks.analysis.statistics import Interval
from solvent.benchmarks.analysis.tables import Labels, Runs, error_counts
from solvent.benchmarks.records import ERROR_TYPES

Draw = Callable[[str, Runs, Labels], Figure | str]

_WILSON = "Whiskers: 95 % Wilson intervals."
_MOST_NAMED = 8  # lines whose names fit at their ends
_MOST_MARKERS = 12  # on a line, about
_BAR = {"edgecolor": drawing.BLACK, "linewidth": 0.6}
_WHISKERS = {"fmt": "none", "ecolor": drawing.BLACK, "elinewidth": 0.9, "capsize": 2.5}


def draw_all(prefix: str, runs: Runs, labels: Labels) -> tuple[list[Figure], list[str]]:
    """All figures for which there are data, and why the others are left out; `prefix` starts the files' names."""
    pairs = [(run, label) for run, label in zip(runs, labels, strict=True) if run.cases]
    chosen, names = [run for run, _ in pairs], [label for _, label in pairs]
    figures, left_out = [], []
    for name, draw in FIGURES.items():
        with drawing.style():
            found = draw(f"{prefix}-{name}", chosen, names)
        if isinstance(found, Figure):
            figures.append(found)
        else:
            left_out.append(f"Figure: {found}")
    return figures, left_out


def by_level(name: str, runs: Runs, _: Labels) -> Figure | str:
    """Grouped bars: accuracy by framework, one bar per level of guidance."""
    question = "How does accuracy depend on framework and level of guidance?"
    cells = framework_cells(runs)
    levels = sorted({level for row in cells.values() for level in row})
    if len(levels) < 2:
        why = "The runs by models have only one level." if levels else "There are no runs by models."
        return f"{question} {why}"
    groups = list(cells.items())
    thick = 0.8 / len(levels)
    figure, axes = drawing.new(1.3 + len(groups) * (0.25 + drawing.ROW * 0.8 * len(levels)))
    for rank, level in enumerate(levels):
        fill, hatch = drawing.FILLS[rank]
        rows = [(place, row[level]) for place, (_, row) in enumerate(groups) if level in row]
        places = [place - 0.4 + thick * (rank + 0.5) for place, _ in rows]
        _bars(axes, places, [run for _, run in rows], thick * 0.92, fill, hatch, f"level {level}")
    names = [f"{framework}, {rest}" if rest else framework for (framework, rest), _ in groups]
    _name_rows(axes, names)
    drawing.share_axis(axes.xaxis, "right answers", top=1.26)
    _legend(figure, axes, len(levels))
    return Figure(name, question, drawing.svg(figure), _WILSON)


def errors(name: str, runs: Runs, labels: Labels) -> Figure | str:
    """Stacked bars: the shares of the types of error, by run, in the order of framework and level."""
    question = "Which errors are left, by level of guidance?"
    chosen = [(run, label) for run, label in zip(runs, labels, strict=True) if run.level is not None]
    if len({run.level for run, _ in chosen}) < 2:
        return f"{question} The runs by models have fewer than two levels; the table of errors has the counts."
    counts = [error_counts(run.cases) for run, _ in chosen]
    if not any(counts):
        return f"{question} There are no errors."
    figure, axes = drawing.new(1.3 + drawing.ROW * 1.25 * len(chosen))
    sizes = [len(run.cases) for run, _ in chosen]
    starts = [0.0] * len(chosen)
    top = max(sum(count.values()) / n for count, n in zip(counts, sizes, strict=True))
    for kind, (fill, hatch) in zip(ERROR_TYPES, drawing.FILLS, strict=True):
        shares = [count[kind] / n for count, n in zip(counts, sizes, strict=True)]
        axes.barh(range(len(chosen)), shares, 0.7, left=starts, color=fill, hatch=hatch, label=kind, **_BAR)
        starts = [start + share for start, share in zip(starts, shares, strict=True)]
    for place, (end, n) in enumerate(zip(starts, sizes, strict=True)):
        axes.text(end + top * 0.015, place, f"{round(end * n)} of {n}", va="center", fontsize=8)
    _name_rows(axes, [label for _, label in chosen])
    drawing.share_axis(axes.xaxis, "wrong answers, of all cases", top=min(1.16, top * 1.16))
    _legend(figure, axes, len(ERROR_TYPES))
    return Figure(name, question, drawing.svg(figure), "At the end of a bar: all wrong answers of all cases.")


def methods(name: str, runs: Runs, labels: Labels) -> Figure | str:
    """One bar for each run."""
    question = "How accurate is each method?"
    if len(runs) < 2:
        return f"{question} There are fewer than two runs with records."
    figure, axes = drawing.new(0.9 + drawing.ROW * 1.25 * len(runs))
    _bars(axes, list(range(len(runs))), list(runs), 0.7, drawing.FILLS[1][0], "", "")
    _name_rows(axes, labels)
    drawing.share_axis(axes.xaxis, "right answers", top=1.26)
    return Figure(name, question, drawing.svg(figure), _WILSON)


def samples(name: str, runs: Runs, _: Labels) -> Figure | str:
    """Lines: accuracy against the number of samples, one line for runs that are equal otherwise."""
    question = "How does accuracy depend on the number of samples?"
    chosen = [run for run in runs if run.by_model]
    lines: dict[str, list[RecordedRun]] = {}
    for run, rest in zip(chosen, labels_of(chosen, ("samples",)), strict=True):
        lines.setdefault(rest, []).append(run)
    lines = {rest: found for rest, found in lines.items() if len({run.settings.samples for run in found}) > 1}
    if not lines:
        return f"{question} No two runs by models differ in the number of samples alone."
    figure, axes = drawing.new(3.4)
    ends = []
    for rank, ((rest, found), look) in enumerate(zip(lines.items(), _looks(), strict=False)):
        ordered = sorted(found, key=lambda run: (run.settings.samples, run.name))
        aside = 2 ** (0.05 * (rank - (len(lines) - 1) / 2))  # so that whiskers stand beside each other
        places = [run.settings.samples * aside for run in ordered]
        values, whiskers = _shares(ordered)
        axes.plot(places, values, label=drawing.label(rest, 90), clip_on=False, **look)
        axes.errorbar(places, values, yerr=whiskers, **{**_WHISKERS, "ecolor": look["color"], "alpha": 0.7})
        ends.append((places[-1], values[-1], rest))
    ticks = sorted({run.settings.samples for found in lines.values() for run in found})
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("programs sampled per case")
    drawing.share_axis(axes.yaxis, "right answers", top=1.02)
    if len(ends) > 1 or ends[0][2]:
        _name_lines(figure, axes, ends)
    return Figure(name, question, drawing.svg(figure), _WILSON)


def costs(name: str, runs: Runs, labels: Labels) -> Figure | str:
    """Points: accuracy against dollars per case or, if a price is unknown, tokens per case."""
    question = "How does accuracy depend on cost?"
    means = [cost(run.cases) for run in runs]
    dollars = all(mean.usd is not None for mean in means) and any(mean.usd for mean in means)
    values = [float((mean.usd if dollars else mean.tokens) or 0.0) for mean in means]
    if len(set(values)) < 2:
        return f"{question} There are no two runs of different cost."
    figure, axes = drawing.new(3.2 + 0.2 * len(runs))
    shares, whiskers = _shares(runs)
    for run, label, place, look in zip(range(len(runs)), labels, values, _looks(), strict=False):
        dot = {**look, "linestyle": "none", "markersize": 7}
        one = [[whiskers[0][run]], [whiskers[1][run]]]
        axes.errorbar([place], [shares[run]], yerr=one, **{**_WHISKERS, "ecolor": look["color"], "alpha": 0.5})
        axes.plot([place], [shares[run]], label=drawing.label(label, 90), clip_on=False, **dot)
    if min(values) > 0 and max(values) / min(values) > 20:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")  # matplotlib's own are formulas
    else:
        axes.set_xlim(left=-0.03 * max(values), right=1.05 * max(values))
    axes.set_xlabel("US dollars per case" if dollars else "prompt and completion tokens per case")
    drawing.share_axis(axes.yaxis, "right answers", top=1.02)
    _legend(figure, axes, 1)
    why = "" if dollars else " Tokens, because the price of some calls is unknown."
    return Figure(name, question, drawing.svg(figure), _WILSON + why)


def confidence(name: str, runs: Runs, labels: Labels) -> Figure | str:
    """Steps: the share of wrong answers among the most confident ones."""
    question = "How often are the most confident answers wrong?"
    curves = [(label, run, risk_coverage(run.cases)) for run, label in zip(runs, labels, strict=True)]
    told = [(label, run, points) for label, run, points in curves if len(points) > 1]
    if not told:
        return f"{question} No run has two different values of confidence."
    figure, axes = drawing.new(3.4 + 0.15 * len(told))
    ends = []
    for (label, _, points), look in zip(told, _looks(), strict=False):
        places, values = [point.coverage for point in points], [point.risk for point in points]
        few = max(1, len(points) // _MOST_MARKERS)
        axes.plot(places, values, label=drawing.label(label, 90), clip_on=False, markevery=few, **look)
        ends.append((1.0, points[-1].risk, label))
    top = max(point.risk for *_, points in told for point in points)
    drawing.share_axis(axes.xaxis, "coverage: cases at least this confident, of those with a confidence", top=1.0)
    drawing.share_axis(axes.yaxis, "risk: wrong among them", top=min(1.02, max(0.05, top * 1.1)))
    if len(ends) > 1:
        _name_lines(figure, axes, ends)
    missing = [f"{label}: {len(run.cases) - points[-1].n} of {len(run.cases)}" for label, run, points in told]
    note = f"Records without confidence are left out ({'; '.join(missing)})."
    return Figure(name, question, drawing.svg(figure), note)


FIGURES: dict[str, Draw] = {
    "levels": by_level,
    "errors": errors,
    "methods": methods,
    "samples": samples,
    "cost": costs,
    "confidence": confidence,
}


def _shares(runs: Sequence[RecordedRun]) -> tuple[list[float], list[list[float]]]:
    """The accuracy of runs that have records, and the lengths of their whiskers below and above."""
    found = [run.share() for run in runs]
    values = [share or 0.0 for share, _ in found]
    intervals = [interval or Interval(0.0, 1.0) for _, interval in found]
    below = [max(0.0, value - interval.low) for value, interval in zip(values, intervals, strict=True)]
    above = [max(0.0, interval.high - value) for value, interval in zip(values, intervals, strict=True)]
    return values, [below, above]


def _bars(
    axes: Any, places: Sequence[float], runs: Sequence[RecordedRun], thick: float, fill: str, hatch: str, label: str
) -> None:
    """Horizontal bars with whiskers; beside them, their values in figures and the numbers of records."""
    values, whiskers = _shares(runs)
    axes.barh(places, values, thick, color=fill, hatch=hatch, label=label, **_BAR)
    axes.errorbar(values, places, xerr=whiskers, **_WHISKERS)
    for place, run, value, above in zip(places, runs, values, whiskers[1], strict=True):
        text = f"{100 * value:.1f} (n = {len(run.cases)})"
        axes.text(value + above + 0.015, place, text, va="center", fontsize=8)


def _name_rows(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [drawing.label(name) for name in names])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)


def _legend(figure: Any, axes: Any, columns: int) -> None:
    handles, names = axes.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper left", ncols=columns, handlelength=1.6, columnspacing=1.2)


def _looks() -> Any:
    """Styles of lines that differ without colour, without end."""
    looks = zip(cycle(drawing.MARKERS), cycle(drawing.DASHES), cycle(drawing.COLOURS), strict=False)
    for marker, dashes, colour in looks:
        yield {"marker": marker, "linestyle": dashes, "color": colour, "markersize": 5, "linewidth": 1.3}


def _name_lines(figure: Any, axes: Any, ends: Sequence[tuple[float, float, str]]) -> None:
    """Name each line at its right end, without overlaps; many lines get a legend."""
    if len(ends) > _MOST_NAMED:
        _legend(figure, axes, 1)
        return
    low, high = axes.get_ylim()
    texts = [drawing.label(text, 30) for *_, text in ends]
    lines = 1 + max(text.count("\n") for text in texts)
    places = drawing.spread([value for _, value, _ in ends], (high - low) * (0.02 + 0.05 * lines), low, high)
    for (end, value, _), text, place in zip(ends, texts, places, strict=True):
        axes.annotate(
            text,
            xy=(end, value),
            xytext=(1.02, place),
            textcoords=("axes fraction", "data"),
            va="center",
            fontsize=8,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": drawing.GREY, "linewidth": 0.5, "shrinkB": 3, "relpos": (0, 0.5)},
        )
