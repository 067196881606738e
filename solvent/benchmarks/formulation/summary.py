"""What survived each step, and why the rest did not."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from solvent.agents.state import Usage
from solvent.benchmarks.formulation.ledger import Entry

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

_SHOWN = 400  # characters of a detail
_CELL = 100  # of them in a table


class Tally(BaseModel):
    """How many items have a reason, and the first of them as an example."""

    model_config = ConfigDict(frozen=True)

    count: int
    example: str
    detail: str = ""


class Step(BaseModel):
    """A step's counts: the items that it was given, those that survived, and the reasons why the others were `lost`.

    `remarks` count what is said of survivors, and `attempts` the tries within items, where they are of interest.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    given: int
    survived: int
    lost: dict[str, Tally] = {}
    remarks: dict[str, Tally] = {}
    attempts: dict[str, int] = {}


class Summary(BaseModel):
    """What became of a file of questions.

    `puzzles` counts the puzzles of each origin that are in the file. `usage` is of all calls recorded in the folder,
    `seconds` of this session.
    """

    model_config = ConfigDict(frozen=True)

    lines: int
    cases: int
    steps: tuple[Step, ...]
    puzzles: dict[str, int]
    set_aside: int
    usage: Usage
    seconds: float

    def tables(self) -> "Group":
        """The summary for the console."""
        from rich.console import Group
        from rich.text import Text

        made = ", ".join(f"{number} {origin}" for origin, number in self.puzzles.items()) or "none"
        tokens = self.usage.prompt_tokens + self.usage.completion_tokens
        reused = f" ({self.usage.reused} of them reused)" if self.usage.reused else ""
        last = f"puzzles: {made}; set aside: {self.set_aside}; calls: {self.usage.calls}{reused}, tokens: {tokens}"
        return Group(self._table(), Text(last))

    def _table(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD)
        table.add_column("step")
        for name in ("given", "survived"):
            table.add_column(name, justify="right")
        for name in ("why not, or a remark", "for example"):
            table.add_column(name)
        for step in self.steps:
            told = [
                *((f"{tally.count} {reason}", tally) for reason, tally in step.lost.items()),
                *((f"({tally.count} {reason})", tally) for reason, tally in step.remarks.items()),
            ]
            attempts = [(f"[{number} attempts: {what}]", None) for what, number in step.attempts.items()]
            rows: list[tuple[str, Tally | None]] = [*told, *attempts]
            for place, (text, tally) in enumerate(rows or [("", None)]):
                head = (step.name, str(step.given), str(step.survived)) if not place else ("", "", "")
                table.add_row(*head, text, _example(tally))
        return table


def _example(tally: Tally | None) -> str:
    if tally is None:
        return ""
    detail = " ".join(tally.detail.split())
    shown = f"{detail[:_CELL]} ..." if len(detail) > _CELL else detail
    return f"{tally.example}: {shown}" if shown else tally.example


def step_of(name: str, entries: Sequence[Entry], attempts: dict[str, int] | None = None) -> Step:
    """Count the entries of a step."""
    return Step(
        name=name,
        given=len(entries),
        survived=sum(entry.ok for entry in entries),
        lost=_tallies([entry for entry in entries if not entry.ok]),
        remarks=_tallies([entry for entry in entries if entry.ok and entry.reason]),
        attempts=attempts or {},
    )


def _tallies(entries: Sequence[Entry]) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    for entry in entries:
        known = found.get(entry.reason)
        first = known or Tally(count=0, example=entry.id, detail=entry.detail[:_SHOWN])
        found[entry.reason] = first.model_copy(update={"count": first.count + 1})
    return dict(sorted(found.items(), key=lambda item: -item[1].count))
