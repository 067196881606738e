"""Answers as text, as HTML and as plain data: what `print`, notebooks and `--json` show."""

import json
import textwrap
from typing import TYPE_CHECKING, Any

from solvent.explanations import markup
from solvent.explanations.values import value_html, value_text
from solvent.explanations.visible import shown

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Attempt

_SHORT = 300  # characters of an answer in its `repr`


def answer_text(answer: "Answer") -> str:
    """The answer, if there is one, and its status with the reason."""
    told = f"{answer.status}: {answer.reason}"
    bare = answer.answer is None or only_replies(answer)
    parts = [*([] if bare else [value_text(answer.answer)]), *reply_lines(answer), told]
    return shown("\n\n".join(parts))


def reply_lines(answer: "Answer") -> list[str]:
    """What the text asks at its end, with the reply: one text, a line for each question; empty if there is none."""
    if not answer.question:
        return []
    several = isinstance(answer.reply, dict) and not only_replies(answer)
    asked = answer.reply if several else {answer.question: answer.reply}
    return ["\n".join(f"{question} {_reply(reply)}" for question, reply in asked.items())]


def only_replies(answer: "Answer") -> bool:
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
    body = "" if answer.answer is None else _picture(answer) or value_html(answer.answer)
    asked = "".join(f"<p>{markup.escaped(line)}</p>" for line in reply_lines(answer))
    return markup.block(body, asked, f"<p><b>{answer.status}</b>: {markup.escaped(answer.reason)}</p>")


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
