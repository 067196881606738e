"""Has a model say a question about a puzzle in words that the grammar reads; the model never answers it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solvent.agents import prompts
from solvent.agents.models.json_reply import extract
from solvent.explanations.questions.wording import Supposition, Wording, taken_apart
from solvent.explanations.subject import Subject

if TYPE_CHECKING:
    from solvent.agents.models.client import Message, Model, Reply

_PROMPT = "question"
_LONGEST = 300  # characters of a statement


def question(subject: Subject, asked: str) -> str:
    """The prompt."""
    return prompts.render(_PROMPT, puzzle=subject.puzzle.text, categories=subject.puzzle.entities, question=asked)


async def reword(model: "Model", subject: Subject, asked: str) -> Sequence[Wording]:
    """What a model takes the question to ask; none if its reply is of no use. Raises ModelError."""
    messages: list[Message] = [{"role": "user", "content": question(subject, asked)}]
    return read_wording(await model.complete(messages, temperature=0.0))


def read_wording(reply: "Reply") -> tuple[Wording, ...]:
    """The wording in a reply, which is untrusted; none if it names no kind, or lacks what the kind needs."""
    found = extract(reply.text, lambda value: isinstance(value, dict) and "kind" in value)
    if reply.finish != "stop" or not isinstance(found.value, dict):
        return ()
    said = found.value.get("statement")
    statement = said.strip()[:_LONGEST] if isinstance(said, str) else ""
    number = found.value.get("clue")
    clue = number if isinstance(number, int) and not isinstance(number, bool) else None
    return _wordings(found.value.get("kind"), statement, clue)


def _wordings(kind: Any, statement: str, clue: int | None) -> tuple[Wording, ...]:
    if kind == "redundant":
        return (Wording("redundant", clue=clue),)
    if kind == "count":
        return (Wording("count", said=(statement,) if statement else ()),)
    if kind in ("without", "opposite") and clue is not None:
        return (Wording("without", given=_supposition(kind, clue)),)
    if kind == "who" and statement:
        return tuple(each for each in taken_apart(statement) if each.kind == "who" and not each.given)
    if kind in ("must", "could", "cannot", "why", "why_not") and statement:
        return (Wording("must" if kind == "why" else kind, said=(statement.rstrip(" .?!"),)),)
    return ()


def _supposition(kind: str, clue: int) -> Supposition:
    return Supposition(dropped=(clue,)) if kind == "without" else Supposition(opposed=(clue,))
