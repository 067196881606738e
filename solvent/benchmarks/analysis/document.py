"""A report as data (sections of tables and figures, each under a question), and its two forms: Markdown and HTML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from solvent.benchmarks.analysis.statistics import Interval
from solvent.explanations.visible import shown

Row = tuple[str, ...]
NOTHING = "-"  # for what is undefined
_NUMBER = re.compile(r"-|unknown|[-+<]?\d[-+\d.,\s\[\]%()/]*(?:of \d+)?")


@dataclass(frozen=True)
class Table:
    """An answer to a question in rows; `published` rows are others' results, and marked as such."""

    question: str
    columns: Row
    rows: tuple[Row, ...]
    published: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> list[tuple[Row, bool]]:
        """All rows, and whether each is published."""
        return [*((row, False) for row in self.rows), *((row, True) for row in self.published)]

    @property
    def numeric(self) -> list[bool]:
        """For each column, whether it holds numbers only; the first one names the row."""
        rows = (*self.rows, *self.published)
        others = range(1, len(self.columns))
        return [False, *(all(_NUMBER.fullmatch(row[index]) for row in rows) for index in others)]


@dataclass(frozen=True)
class Figure:
    """A figure as SVG; `name` is its file's without suffix, `question` stands above, `note` below it."""

    name: str
    question: str
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Section:
    """What is said of one data set; `left_out` lists what is not shown, and why."""

    title: str
    parts: tuple[Table | Figure, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """The whole report."""

    title: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def figures(self) -> list[Figure]:
        """All figures."""
        return [part for section in self.sections for part in section.parts if isinstance(part, Figure)]


def percent(share: float | None, interval: Interval | None = None) -> str:
    """A share in percent, with its interval: `52.3 [45.1, 59.4]`."""
    if share is None:
        return NOTHING
    return f"{100 * share:.1f}" + (f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]" if interval else "")


def number(value: float | None, digits: int = 1) -> str:
    """A number with separated thousands; a dash for None."""
    return NOTHING if value is None else f"{value:,.{digits}f}"


def markdown(report: Report) -> str:
    """The report as Markdown; figures are linked in `figures/`."""
    lines = [f"# {_escaped(report.title)}", "", *_paragraphs(report.notes)]
    for section in report.sections:
        lines += [f"## {_escaped(section.title)}", "", *_paragraphs(section.notes)]
        for part in section.parts:
            lines += [f"### {_escaped(part.question)}", ""]
            lines += _table_lines(part) if isinstance(part, Table) else _figure_lines(part)
        if section.left_out:
            lines += ["### What is left out, and why?", "", *(f"- {_escaped(text)}" for text in section.left_out), ""]
    return "\n".join(lines).rstrip() + "\n"


def _table_lines(table: Table) -> list[str]:
    rules = ["---:" if numeric else "---" for numeric in table.numeric]
    rows = [[f"*{_escaped(cell)}*" if other else _escaped(cell) for cell in row] for row, other in table.lines]
    lines = [f"| {' | '.join(row)} |" for row in ([_escaped(name) for name in table.columns], rules, *rows)]
    return [*lines, "", *_paragraphs(table.notes)]


def _figure_lines(figure: Figure) -> list[str]:
    return [f"![{_escaped(figure.question)}](figures/{figure.name}.svg)", "", *_paragraphs((figure.note,))]


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [line for text in texts if text for line in (_escaped(text), "")]


def _escaped(text: str) -> str:
    """A text on one line that means nothing in Markdown or HTML."""
    plain = shown(" ".join(text.split()))
    return re.sub(r"[\\`*_{}<>#|&~$]|(?<=\])\(", r"\\\g<0>", plain)


def html(report: Report) -> str:
    """The report as one HTML page that loads nothing; figures are part of it."""
    from jinja2 import Environment, StrictUndefined

    page = files(__name__.rpartition(".")[0]).joinpath("page.html.jinja").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["shown"] = shown
    environment.tests["table"] = lambda part: isinstance(part, Table)
    return environment.from_string(page).render(report=report, inline=inline) + "\n"


def inline(figure: Figure) -> Any:
    """The figure as part of a page: named for those who cannot see it, its ids made unique among all figures."""
    from markupsafe import Markup, escape

    svg = figure.svg[figure.svg.index("<svg") :]
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{figure.name}-", svg)
    label = f'<svg role="img" aria-label="{escape(shown(figure.question))}"'
    return Markup(svg.replace("<svg", label, 1))  # noqa: S704 - of our own making; matplotlib escapes texts
