"""What the page shows, as HTML: made of answers and walks alone, with every text escaped."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup, escape

from solvent.agents import Answer, Attempt, story
from solvent.agents.differences import difference
from solvent.agents.presentation import only_replies, reply_lines
from solvent.agents.quoting import Span, located
from solvent.agents.walk import Walk, nodes
from solvent.explanations.layout import parts as parts_of
from solvent.explanations.layout import pointer
from solvent.explanations.pictures.formats import html
from solvent.explanations.readings import Reading, readings_of
from solvent.explanations.subject import NotExplainedError
from solvent.explanations.values import value_text
from solvent.explanations.visible import shown
from solvent.solvers import load
from solvent.web.templates import rendered

_MOST_ROWS = 12  # of a grid to fill in


@dataclass(frozen=True)
class Cell:
    """A place of an answer: its text, the clues that name it, what it was before a change (None: the same).

    `other` is what it is in another answer, where the clues leave that open.
    """

    text: str
    clues: str = ""
    was: str | None = None
    other: str | None = None


@dataclass(frozen=True)
class Part:
    """A part of the text with its role; `clue` is its id if it is one, and `conflict` says that it contradicts."""

    text: str
    role: str = ""
    reason: str = ""
    clue: int | None = None
    conflict: bool = False


def walk(taken: Walk) -> str:
    """The nodes of the state machine, lit as far as the walk has come."""
    lights = [(node, taken.light(node), len(taken.of(node)), _time(taken.seconds(node))) for node in nodes()]
    return rendered("views", "walk", lights=lights, calls=taken.calls)


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms" if seconds >= 0.0005 else ""


def attempt(one: Attempt, others: Sequence[Attempt]) -> str:
    """One program: who wrote it, what it was told, what came of it, and its code."""
    code = ""
    if one.program is not None:
        code = load(one.program.framework).render(one.program)
    findings = list(story.results(one, others)) if one.outcome is not None or one.program is None else []
    return rendered("views", "attempt", deed=story.deed(one), feedback=one.job.feedback, findings=findings, code=code)


def answer(found: Answer, before: Answer | None = None) -> str:
    """The answer, its status with the reason, and the evidence."""
    return rendered(
        "views",
        "answer",
        found=found,
        grid=_grid(found, before),
        plain="" if _bare(found) else value_text(found.answer),
        replies=reply_lines(found),
        marks={True: "yes", False: "no", None: "open"},
    )


def changes(found: Answer, before: Answer) -> str:
    """What an edit changed, in one line."""
    status = f"{before.status} before, {found.status} now"
    if found.status == before.status:
        status = f"{found.status}, as before"
    if found.answer == before.answer:
        return f"{status}; {'the same answer' if found.answer is not None else 'no answer, as before'}."
    if None in (found.answer, before.answer):
        return f"{status}; {'no answer any more' if found.answer is None else 'now there is an answer'}."
    return f"{status}; the answers differ in {difference(before.answer, found.answer)}."


def text(whole: str, found: Answer) -> str:
    """The text of the puzzle with the role of each part; clues that contradict each other are marked."""
    return rendered("views", "text", parts=_parts(whole, found))


def clues(whole: str, found: Answer) -> str:
    """Every clue with how it was read, and a field in which it can be changed."""
    places = _places(whole, found)
    read = readings(found)
    # In the field, a hidden character stays what it is: the text that is sent back is solved.
    fields = [Markup(escape(clue.text)) for clue in found.clues]  # noqa: S704 - escaped
    rows = [
        (clue, read.get(clue.id), raw if place else None)
        for clue, place, raw in zip(found.clues, places, fields, strict=True)
    ]
    return rendered(
        "views", "clues", rows=rows, conflict=found.conflict, by_model=bool(read) and not found.subject.reading
    )


def edited(whole: str, found: Answer, clue: int, new: str) -> str | None:
    """The text with another wording of a clue; None if the clue is not to be found in it."""
    place = dict(zip([each.id for each in found.clues], _places(whole, found), strict=True)).get(clue)
    return None if place is None else f"{whole[: place[0]]}{new.strip()}{whole[place[1] :]}"


def readings(found: Answer) -> Mapping[int, Reading]:
    """How the clues were read; none if no program states them."""
    try:
        return readings_of(found.subject)
    except NotExplainedError:
        return {}


def step(found: Answer, explanation: Any, number: int) -> str:
    """A step of an explanation with its picture."""
    return html.step(found.subject, explanation, number)


def marks_grid(found: Answer) -> str:
    """A grid in which a visitor chooses values, for answers that are tables of known values; else ""."""
    try:
        layout = found.subject.layout
    except NotExplainedError:
        return ""
    if layout.shape != "grid" or found.puzzle is None or not found.puzzle.entities or len(layout.rows) > _MOST_ROWS:
        return ""
    columns = [(name, values) for name, values in zip(layout.columns, layout.values, strict=True)][1:]
    return rendered("views", "marks", first=layout.columns[0], rows=layout.rows, columns=columns)


def shared(whole: str, found: Answer, steps: str, styles: str) -> str:
    """A page that loads nothing; `steps` and `styles` are of our own making."""
    parts = {"text": text(whole, found), "answer": answer(found), "clues": clues(whole, found), "steps": steps}
    safe = {name: Markup(part) for name, part in {**parts, "styles": styles}.items()}  # noqa: S704 - escaped before
    return rendered("views", "page", **safe) + "\n"


def replies(asked: Sequence[tuple[str, Any]], found: Answer | None) -> str:
    """What was asked or marked, the last first, with what came of it."""
    texts = {clue.id: clue.text for clue in found.clues} if found else {}
    return rendered(
        "views", "replies", asked=[(question, _reply(reply)) for question, reply in reversed(asked)], texts=texts
    )


def newest(asked: Sequence[tuple[str, Any]]) -> str:
    """The last reply in words; "" if there is none."""
    return shown(str(_reply(asked[-1][1])["text"])) if asked else ""


def _reply(reply: Any) -> dict[str, Any]:
    """A reply, a check, a hint or a message as a text, with the clues that it rests on."""
    steps = getattr(reply, "steps", None)
    if steps is not None:  # a hint
        said = steps[0].text if steps else reply.reason or "Nothing more follows: all that is certain is known."
        return {"text": said, "clues": steps[0].clues if steps else (), "good": None}
    broken = [each.clue for each in getattr(reply, "broken", ()) if each.clue]
    resting = getattr(reply, "clues", broken)
    return {"text": getattr(reply, "text", reply), "clues": resting, "good": getattr(reply, "accepted", None)}


def _bare(found: Answer) -> bool:
    """Whether there is no answer to show besides the reply to the text's question."""
    return found.answer is None or only_replies(found)


def _grid(found: Answer, before: Answer | None) -> dict[str, Any] | None:
    """The answer as a table of cells, with a heading if its columns have names; None for a single value."""
    value = found.answer
    if _bare(found):
        return None
    named: dict[str, list[int]] = {}
    for clue, reading in readings(found).items():
        for place in reading.places:
            named.setdefault(place, []).append(clue)
    old = before.answer if before is not None else None
    rival = found.alternatives[0] if found.status == "ambiguous" and found.alternatives else None

    def differs(place: str, item: Any, other: Any) -> str | None:
        there = None if other is None else _at(other, place)
        return None if other is None or there == item else _said(there) or "nothing"

    def cell(place: str, item: Any) -> Cell:
        clues = " ".join(str(clue) for at in named if f"{at}/".startswith(f"{place}/") for clue in named[at])
        return Cell(_said(item), clues, differs(place, item, old), differs(place, item, rival))

    if (
        isinstance(value, list)
        and value
        and all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value)
    ):
        rows = [[cell(pointer(n, key), item) for key, item in row.items()] for n, row in enumerate(value)]
        return {"head": list(value[0]), "rows": rows, "board": False}
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        rows = [[cell(pointer(n, m), item) for m, item in enumerate(row)] for n, row in enumerate(value)]
        return {"head": None, "rows": rows, "board": True}
    if isinstance(value, dict) and value and all(map(_flat, value.values())):
        rows = [[Cell(key), cell(pointer(key), item)] for key, item in value.items()]
        return {"head": None, "rows": rows, "board": False}
    return None


def _at(value: Any, place: str) -> Any:
    """What stands at a place of an answer; None if it has no such place."""
    for key in parts_of(place):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (LookupError, TypeError, ValueError):
            return None
    return value


def _flat(item: Any) -> bool:
    """Whether a value fits into a cell: a single one, or a list of such."""
    return not any(isinstance(each, list | dict) for each in (item if isinstance(item, list) else [item]))


def _said(item: Any) -> str:
    if isinstance(item, list):
        return ", ".join(map(_said, item))
    return "" if item is None else item if isinstance(item, str) else json.dumps(item, ensure_ascii=False, default=str)


def _places(whole: str, found: Answer) -> list[Span | None]:
    """Where each clue stands in the text: not in what has another role, such as a comment with the same words."""
    rest = whole
    for place, part in zip(located(whole, [part.text for part in found.text]), found.text, strict=True):
        if place is not None and part.role != "clue":
            rest = f"{rest[: place[0]]}{' ' * (place[1] - place[0])}{rest[place[1] :]}"
    return located(rest, [clue.text for clue in found.clues])


def _parts(whole: str, found: Answer) -> list[Part]:
    """The text cut where its parts begin and end; a part within another is not cut out."""
    clues = [Part(clue.text, "clue", clue.reason, clue.id, clue.id in found.conflict) for clue in found.clues]
    others = [Part(part.text, part.role, part.reason) for part in found.text]
    placed = [
        *zip(_places(whole, found), clues, strict=True),
        *zip(located(whole, [part.text for part in found.text]), others, strict=True),
    ]
    cut = [(place, each) for place, each in placed if place is not None and (each.clue or each.role != "clue")]
    parts: list[Part] = []
    at = 0
    for (start, end), each in sorted(cut, key=lambda found: found[0]):
        if start >= at:
            parts += [Part(whole[at:start]), replace(each, text=whole[start:end])]
            at = end
    return [part for part in (*parts, Part(whole[at:])) if part.text]
