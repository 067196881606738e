"""Classes of wrong answers to AutoLogi's puzzles, as in the paper: errors of format, and what a model says of others.

What has the wrong form, or is no arrangement at all, is known without a model. Cases that say nothing about a reply
are counted apart: those with no usable verifier, or no verdict of it, and those where nobody replied.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from solvent.agents import error_classes
from solvent.agents.error_classes import CLASSES, ErrorClass
from solvent.agents.models.client import Model, Reply
from solvent.agents.state import Usage
from solvent.benchmarks.analysis.asked import Progress, ask_all
from solvent.benchmarks.analysis.grade_file import Judged, JudgedFile, Key
from solvent.benchmarks.analysis.model_grades import last_attempt
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord

if TYPE_CHECKING:
    from rich.console import Group

FORMAT = "format"
# Section on errors of AutoLogi's paper, in percent of wrong answers.
PUBLISHED = {"wrong inference": 81, "contradictory conclusion": 13, "condition not analysed": 3, FORMAT: 3}
_Apart = Literal["no usable verifier", "no verdict", "no reply"]


class ModelClass(Judged):
    """The class of an error according to a model, with its reason in a sentence; None if its reply names none."""

    FILE = "error_classes.jsonl"
    NOUN = "class"

    error_class: ErrorClass | None
    reason: str


@dataclass(frozen=True)
class ErrorReport:
    """The wrong answers of a run among `n` records: errors of `format`, those `asked` about, and those left `apart`.

    `model` holds what the model says of those that it was asked about, and `failed` why it could not say anything.
    """

    run: str
    benchmark: str
    n: int
    format: Mapping[Key, str]
    asked: Mapping[Key, str]
    apart: Mapping[Key, _Apart]
    grader: str = ""
    model: Mapping[Key, ModelClass] = field(default_factory=dict)
    failed: Mapping[Key, str] = field(default_factory=dict)

    @classmethod
    def of(cls, run: str, benchmark: str, records: Iterable[CaseRecord]) -> "ErrorReport":
        """Sort the records of a run. Raises `BenchmarkError` if it has none."""
        every = list(records)
        if not every:
            raise BenchmarkError(f"{run} holds no cases yet")
        wrong = [record for record in every if not record.right]
        apart = {record.key: why for record in wrong if (why := _left_apart(record))}
        form = {record.key: _form(record) for record in wrong if record.key not in apart}
        asked = {record.key: _prompt(record) for record in wrong if form.get(record.key) == ""}
        return cls(run, benchmark, len(every), {key: why for key, why in form.items() if why}, asked, apart)

    @property
    def counts(self) -> dict[str, int]:
        """How many wrong answers are of each class."""
        found = Counter(each.error_class for each in self.model.values() if each.error_class)
        return {**{name: found[name] for name in CLASSES}, FORMAT: len(self.format)}

    @property
    def unclassed(self) -> int:
        """The number of wrong answers of which no model said the class."""
        return len(self.format) + len(self.asked) - sum(self.counts.values())

    def to_json(self) -> dict[str, Any]:
        """Return the object for one run that `grade --json` prints; shares are of the answers that have a class."""
        counts = self.counts
        known = sum(counts.values())
        usage = sum((each.usage for each in self.model.values()), Usage())
        return {
            "run": self.run,
            "benchmark": self.benchmark,
            "n": self.n,
            "wrong": len(self.format) + len(self.asked) + len(self.apart),
            "classes": {
                name: {"n": count, "share": count / known if known else None, "published": PUBLISHED[name] / 100}
                for name, count in counts.items()
            },
            "without_class": self.unclassed,
            "apart": dict(Counter(self.apart.values())),
            "grader": self.grader,
            "failed": {_name(key): why for key, why in self.failed.items()},
            "usage": usage.model_dump(mode="json"),
            "cases": [*self._cases()],
        }

    def _cases(self) -> Iterable[dict[str, Any]]:
        for (name, epoch), why in self.format.items():
            yield {"id": name, "epoch": epoch, "class": FORMAT, "reason": why, "by": "code"}
        for name, epoch in self.asked:
            said = self.model.get((name, epoch))
            told = {"class": said.error_class, "reason": said.reason} if said else {"class": None, "reason": ""}
            yield {"id": name, "epoch": epoch, **told, "by": self.grader}

    def tables(self) -> "Group":
        """Lay out the report for people."""
        from rich.box import SIMPLE_HEAD
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(title=f"{self.benchmark}: {self.run}", box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("class of error", no_wrap=True)
        for name in ("n", "share (%)", "paper (%)"):
            table.add_column(name, justify="right")
        counts, known = self.counts, sum(self.counts.values())
        for name, count in counts.items():
            share = f"{100 * count / known:.1f}" if known else "-"
            table.add_row(name, str(count), share, str(PUBLISHED[name]))
        whose = f", by {self.grader}" if self.grader else "; name a model to have the others classed"
        notes = [f"{self.n} records, {len(self.format) + len(self.asked) + len(self.apart)} wrong{whose}"]
        notes += [f"{self.unclassed} wrong answers have no class"] if self.unclassed else []
        notes += [f"{count} left apart: {why}" for why, count in Counter(self.apart.values()).items()]
        return Group(table, *map(Text, notes))


async def class_all(
    file: JudgedFile[ModelClass],
    report: ErrorReport,
    model: Model,
    *,
    connections: int = 4,
    progress: Progress[ModelClass] | None = None,
) -> tuple[dict[Key, ModelClass], dict[Key, str]]:
    """Have a model class the errors that code cannot; returns the classes, and why there is none.

    Raises ModelError if no request can succeed.
    """
    return await ask_all(file, report.asked, model, _told, connections=connections, progress=progress)


def _told(reply: Reply) -> dict[str, Any]:
    found, reason = error_classes.read_class(reply) or (None, "")
    return {"error_class": found, "reason": reason}


def _left_apart(record: CaseRecord) -> _Apart | None:
    if record.broken:
        return "no usable verifier"
    if record.score.apart.get("no_verdict"):
        return "no verdict"
    return None if _reply(record) else "no reply"


def _form(record: CaseRecord) -> str:
    """What is wrong with the form of an answer; "" if nothing is."""
    if "form" not in record.score.apart:
        return "the reply was cut off" if record.error == "tokens" else "the reply holds no arrangement"
    return "" if record.score.apart["form"] else record.score.note


def _reply(record: CaseRecord) -> str:
    """The last reply of the conversation that led to the answer; "" if nobody replied."""
    attempt = last_attempt(record)
    return str(attempt.messages[-1].get("content", "")) if attempt and attempt.messages else ""


def _prompt(record: CaseRecord) -> str:
    return error_classes.question(record.problem, _reply(record), record.score.note)


def _name(key: Key) -> str:
    return key[0] if key[1] == 1 else f"{key[0]}#{key[1]}"
