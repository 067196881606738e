"""One recorded case, told: its text, what was tried, the evidence, answer beside gold answer, score and cost."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvent.agents.story import established, tried
from solvent.benchmarks.analysis.differences import Difference, differences
from solvent.benchmarks.records import CaseRecord
from solvent.explanations.values import columns, value_text

if TYPE_CHECKING:
    from solvent.solvers import Program

_MOST = 40  # differences that are shown


@dataclass(frozen=True)
class Beside:
    """Answer and gold answer as text, "" where there is none, a remark on the two, and the first places that differ.

    `more` counts further places.
    """

    remark: str
    answer: str
    gold: str
    places: tuple[Difference, ...] = ()
    more: int = 0


def story(record: CaseRecord) -> str:
    """The whole story as text."""
    parts = [
        heading(record),
        record.problem.strip("\n"),
        tried(record),
        "\n".join(established(record)),
        _both(record),
        "\n".join((score(record), cost(record))),
    ]
    return "\n\n".join(parts)


def heading(record: CaseRecord) -> str:
    """Which case it is, and who answered."""
    return f"{record.id} ({record.group}), epoch {record.epoch}, answered by {record.answered_by or 'nobody'}"


def beside_gold(record: CaseRecord) -> Beside:
    """Put the answer beside the gold answer."""
    answer, gold = ("" if value is None else value_text(value) for value in (record.answer, record.gold))
    if record.gold is None:
        return Beside(f"There is no gold answer{f': {record.broken}' if record.broken else ''}.", answer, gold)
    if record.answer is None:
        return Beside("There is no answer.", answer, gold)
    found = differences(record.gold, record.answer)
    if not found:
        return Beside("The answer does not differ from the gold answer.", answer, gold)
    count = f"{len(found)} place{'s' * (len(found) != 1)}"
    remark = f"The answer differs from the gold answer in {count}."
    return Beside(remark, answer, gold, tuple(found[:_MOST]), max(0, len(found) - _MOST))


def _both(record: CaseRecord) -> str:
    told = beside_gold(record)
    if record.gold is None:
        return told.remark + ("" if record.answer is None else f"\nanswer:\n{told.answer}")
    if record.answer is None:
        return f"{told.remark}\ngold answer:\n{told.gold}"
    if not told.places:
        return f"answer, which does not differ from the gold answer:\n{told.answer}"
    rows = [("place", "gold", "answer"), *((place, gold or "-", mine or "-") for place, gold, mine in told.places)]
    more = f"\n... and {told.more} more" if told.more else ""
    return f"answer:\n{told.answer}\n\nwhere it differs from the gold answer:\n{columns(rows)}{more}"


def score(record: CaseRecord) -> str:
    """The verdicts on the answer, in a line."""
    found = record.score
    verdicts = f"{'right' if found.strict else 'wrong'}, official scorer: {'right' if found.official else 'wrong'}"
    parts = f", {found.right} of {found.total} parts right ({found.answered} answered)" if found.total else ""
    error = f"; error type: {record.error}" if record.error else ""
    return f"score: {verdicts}{parts}{error}"


def cost(record: CaseRecord) -> str:
    """What it cost, in a line."""
    usage, seconds = record.usage, f"{record.seconds:.1f} s"
    if not usage.calls:
        return f"cost: no model was called; {seconds}"
    price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} US dollars"
    calls = f"{usage.calls} model call{'s' * (usage.calls > 1)}"
    return f"cost: {calls}, {usage.prompt_tokens} + {usage.completion_tokens} tokens, {price}; {seconds}"


def code(program: "Program") -> str:
    """A program in the form of its file, or as it came if its framework is not known any more."""
    from solvent.solvers import SolventError, load

    try:
        return load(program.framework).render(program)
    except SolventError:
        return "\n".join([program.preamble, *(fragment.code for fragment in program.fragments), program.answer])
