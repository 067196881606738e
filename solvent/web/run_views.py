"""What the pages on runs show, as HTML whose texts are escaped: all runs, the cases of one, and one case's story."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Generic, NamedTuple, TypeVar

from solvent.agents.state import Verdict
from solvent.agents.story import changes, deed, feedback, results
from solvent.benchmarks.analysis import case_story
from solvent.benchmarks.analysis.costs import cost
from solvent.benchmarks.analysis.document import NOTHING, number, percent
from solvent.benchmarks.cases import common_metrics
from solvent.benchmarks.records import CaseRecord
from solvent.explanations.visible import shown
from solvent.web.run_store import Found, Stored
from solvent.web.templates import filled

OVERVIEW = "Runs"  # the title of the page on all of them
MOST_ROWS = 100  # of a table, at a time
_MOST_ATTEMPTS = 50

T = TypeVar("T")
Query = Mapping[str, str]


class Missing(LookupError):  # noqa: N818 - a page that is not there is no error of the program
    """There is nothing by that name; the message says so. `run` is the run where it was looked for."""

    def __init__(self, what: str, name: str, run: str = "") -> None:
        short = shown(name if len(name) <= 80 else f"{name[:80]}...")
        super().__init__(f"There is no {what} '{short}'.")
        self.run = run


@dataclass(frozen=True)
class Part(Generic[T]):
    """One page of a long list, counted from 1."""

    rows: Sequence[T]
    page: int
    pages: int
    total: int


def part(rows: Sequence[T], query: Query) -> Part[T]:
    """The page of a list that was asked for, or the one nearest to that."""
    asked = query.get("page", "")
    pages = max(1, -(-len(rows) // MOST_ROWS))
    page = min(max(1, int(asked)), pages) if asked.isdecimal() and len(asked) < 8 else 1
    return Part(rows[(page - 1) * MOST_ROWS : page * MOST_ROWS], page, pages, len(rows))


class View(NamedTuple):
    """A page: its title, and its HTML."""

    title: str
    html: str


class Row(NamedTuple):
    """A run in the table of all."""

    name: str
    label: str
    benchmark: str
    data: str
    done: str
    figures: tuple[str, ...]


FIGURES = ("right", "verified", "right if verified", "calls", "US dollars", "seconds")


def chosen(found: Found, query: Query) -> dict[str, list[Stored]]:
    """The runs by benchmark, or those of the one that was asked for. Raises Missing."""
    wanted = query.get("benchmark", "")
    if wanted and wanted not in found.benchmarks:
        raise Missing("benchmark", wanted)
    return {name: runs for name, runs in found.benchmarks.items() if wanted in ("", name)}


def overview(found: Found, folder: str, query: Query) -> View:
    """All runs, with links to their cases. Raises Missing."""
    runs = [stored for alike in chosen(found, query).values() for stored in alike]
    html = filled(
        "overview",
        folder=folder,
        found=found,
        wanted=query.get("benchmark", ""),
        figures=FIGURES,
        part=part([_row(stored) for stored in runs], query),
    )
    return View(OVERVIEW, html)


def _row(stored: Stored) -> Row:
    run, mean = stored.run, cost(stored.run.cases)
    shares = common_metrics(run.cases) if run.cases else {}
    usd = "unknown" if run.cases and mean.usd is None else number(mean.usd, 4)
    figures = (
        *(percent(shares.get(name)) for name in ("accuracy", "verified_share", "verified_precision")),
        number(mean.calls),
        usd,
        number(mean.seconds, 2),
    )
    return Row(run.name, stored.label, run.run.benchmark, _data(stored), run.done, figures)


def _data(stored: Stored) -> str:
    told = stored.run.run.data
    if told.generated:
        options = [f"{name} {value}" for name, value in told.options.items()]
        whole = ", ".join(["generated", f"seed {told.seed}", *told.groups, *options])
        return shorten(whole, 120, placeholder=" ...")
    return told.path.replace("\\", "/").rstrip("/").rpartition("/")[2] or NOTHING


def run_page(found: Found, query: Query) -> View:
    """The cases of a run, those that were asked for. Raises Missing."""
    stored = _run(found, query)
    records = stored.run.cases
    status, text = query.get("status", ""), query.get("find", "")[:200]
    only = query.get("only", "")
    if status and status not in set(Verdict):
        raise Missing("status", status, stored.run.name)
    matching = [
        record
        for record in records
        if (not status or record.status == status)
        and (only not in ("right", "wrong") or record.right == (only == "right"))
        and text.casefold() in shown(record.id).casefold()
    ]
    html = filled(
        "run",
        stored=stored,
        data=_data(stored),
        statuses=Counter(record.status.value for record in records),
        wrong=sum(not record.right for record in records),
        status=status,
        only=only,
        find=text,
        part=part(matching, query),
    )
    return View(f"Run {stored.label}", html)


def _run(found: Found, query: Query) -> Stored:
    name = query.get("run", "")
    if name not in found.runs:
        raise Missing("run", name)
    return found.runs[name]


def case_page(found: Found, query: Query) -> View:
    """The story of a case, of its first epoch unless another one was asked for. Raises Missing."""
    stored = _run(found, query)
    name = query.get("case", "")
    if name not in stored.cases:
        raise Missing("case", name, stored.run.name)
    records = stored.cases[name]
    asked = query.get("epoch") or str(records[0].epoch)
    record = next((each for each in records if str(each.epoch) == asked), None)
    if record is None:
        raise Missing("epoch", asked, stored.run.name)
    names = [None, *stored.cases, None]
    place = names.index(name)
    alike = [
        other for other in found.benchmarks[stored.run.run.benchmark] if name in other.cases and other is not stored
    ]
    html = filled(
        "case",
        stored=stored,
        name=name,
        record=record,
        records=records,
        before=names[place - 1],
        after=names[place + 1],
        others=[(other, other.cases[name]) for other in alike[:MOST_ROWS]],
        attempts=[_attempt(record, index) for index in range(min(len(record.attempts), _MOST_ATTEMPTS))],
        left=max(0, len(record.attempts) - _MOST_ATTEMPTS),
        beside=case_story.beside_gold(record),
        score=case_story.score(record),
        cost=case_story.cost(record),
    )
    return View(f"Case {name}", html)


def _attempt(record: CaseRecord, index: int) -> dict[str, object]:
    attempt = record.attempts[index]
    program = case_story.code(attempt.program).strip("\n") if attempt.program else ""
    return {
        "number": attempt.job.id + 1,
        "deed": deed(attempt),
        "feedback": feedback(attempt),
        "changes": "\n".join(changes(attempt, record.attempts)),
        "results": list(results(attempt, record.attempts)),
        "program": program,
        "framework": attempt.job.framework,
        "lines": program.count("\n") + 1,
    }
