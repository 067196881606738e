"""Answers as text, as HTML and as plain data: what `print`, notebooks and `--json` show."""

import html
import json
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from solvent.explanations.visible import shown

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Attempt

_SHORT = 300  # characters of an answer in its `repr`


class AnswerTable(NamedTuple):
    """An answer in rows and columns; a grid has no header."""

    header: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...]


def table_of(value: Any) -> AnswerTable | None:
    """The answer as a table if it is a list of objects with the same keys or a list of lists, else None."""
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value):
        rows = tuple(tuple(_cell(item) for item in row.values()) for row in value)
        return AnswerTable(tuple(map(_cell, value[0])), rows)
    if all(isinstance(row, list) for row in value):
        return AnswerTable(None, tuple(tuple(_cell(item) for item in row) for row in value))
    return None


def value_text(value: Any) -> str:
    """An answer as text: a table in columns, a decoded text with its mapping, anything else as JSON."""
    table = table_of(value)
    if table is not None:
        return columns([*([table.header] if table.header else []), *table.rows])
    if isinstance(value, dict) and isinstance(value.get("text"), str) and isinstance(value.get("mapping"), dict):
        return _decoded(value)
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows laid out in columns, each as wide as its widest cell."""
    widths = [max(_width(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    lines = (
        "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=False)) for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def answer_text(answer: "Answer") -> str:
    """The answer, if there is one, and its status with the reason."""
    told = f"{answer.status}: {answer.reason}"
    bare = answer.answer is None or _only_replies(answer)
    parts = [*([] if bare else [value_text(answer.answer)]), *reply_lines(answer), told]
    return shown("\n\n".join(parts))


def reply_lines(answer: "Answer") -> list[str]:
    """What the text asks at its end, with the reply: one text, a line for each question; empty if there is none."""
    if not answer.question:
        return []
    several = isinstance(answer.reply, dict) and not _only_replies(answer)
    asked = answer.reply if several else {answer.question: answer.reply}
    return ["\n".join(f"{question} {_reply(reply)}" for question, reply in asked.items())]


def _only_replies(answer: "Answer") -> bool:
    """Whether the answer is nothing but the reply to the text's question."""
    return bool(answer.question) and answer.reply == answer.answer


def _reply(reply: Any) -> str:
    if isinstance(reply, bool):
        return "Yes." if reply else "No."
    if isinstance(reply, dict):
        return ", ".join(f"{key}: {_reply(value)}" for key, value in reply.items())
    return ", ".join(map(str, reply)) if isinstance(reply, list) else str(reply)


def answer_repr(answer: "Answer") -> str:
    """A few lines: status, reason, the answer abbreviated, and the number of clues, attempts and seconds."""
    value = json.dumps(answer.answer, ensure_ascii=False, default=str)
    lines = [
        f"Answer(status={answer.status.value!r}",
        f"reason={answer.reason!r}",
        f"answer={textwrap.shorten(value, _SHORT, placeholder=' ...')}",
        f"clues={len(answer.clues)}, attempts={len(answer.attempts)}, seconds={answer.seconds:.2f})",
    ]
    return shown(",\n       ".join(lines))


def answer_html(answer: "Answer") -> str:
    """The answer for a notebook, as a board or table if possible, and its status with the reason."""
    table = None if answer.answer is None else table_of(answer.answer)
    body = "" if answer.answer is None else f"<pre>{html.escape(shown(value_text(answer.answer)))}</pre>"
    if table is not None:
        head = f"<thead>{_row(table.header, 'th')}</thead>" if table.header else ""
        body = f"<table>{head}<tbody>{''.join(_row(row, 'td') for row in table.rows)}</tbody></table>"
    body = _picture(answer) or body
    asked = "".join(f"<p>{html.escape(shown(line))}</p>" for line in reply_lines(answer))
    return f"<div>{body}{asked}<p><b>{answer.status}</b>: {html.escape(shown(answer.reason))}</p></div>"


def _picture(answer: "Answer") -> str:
    """The answer as a board or sum; "" if there is none, or nothing to draw but values."""
    from solvent.explanations.pictures import answer_picture
    from solvent.explanations.subject import NotExplainedError

    try:
        return "" if answer.answer is None else answer_picture(answer.subject)
    except NotExplainedError:
        return ""


def answer_dict(answer: "Answer") -> dict[str, Any]:
    """The JSON-compatible object that `solve --json` prints."""
    from solvent.solvers import load

    program = answer.program
    code = {"framework": program.framework, "code": load(program.framework).render(program)} if program else None
    return {
        "status": answer.status.value,
        "answer": answer.answer,
        "alternatives": list(answer.alternatives),
        "conflict": list(answer.conflict),
        "clues": [{"id": clue.id, "text": clue.text, "understood": bool(clue.understood)} for clue in answer.clues],
        "evidence": [fact.model_dump() for fact in answer.evidence],
        "confidence": answer.confidence,
        "program": code,
        "attempts": [_attempt(attempt) for attempt in answer.attempts],
        "usage": answer.usage.model_dump(),
        "seconds": round(answer.seconds, 4),
        "reason": answer.reason,
        "text": [{"text": part.text, "role": part.role, "reason": part.reason} for part in answer.text],
        "guesses": list(answer.guesses),
        "question": answer.question,
        "reply": answer.reply,
    }


def _attempt(attempt: "Attempt") -> dict[str, Any]:
    outcome = attempt.outcome
    return {
        "framework": attempt.job.framework,
        "source": attempt.job.source,
        "status": outcome.status.value if outcome else "unknown",
        "message": outcome.message if outcome else "not run",
    }


def _cell(value: Any) -> str:
    return shown(value if isinstance(value, str) else "" if value is None else str(value))


def _width(text: str) -> int:
    """The terminal columns that a text takes up: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _decoded(value: dict[str, Any]) -> str:
    """A word puzzle's text, its grid if it has one, and its mapping."""
    grid = value.get("grid")
    rows = ["".join(map(str, row)) for row in grid] if isinstance(grid, list) else []
    letters = " ".join(f"{sign}={meaning}" for sign, meaning in value["mapping"].items())
    return "\n\n".join(filter(None, (value["text"], "\n".join(rows), letters)))


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
