"""A model's reply, and how it is read from the body of a chat completion."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from solvent.agents.state import Usage
from solvent.solvers.json_text import plain_text

LONGEST = 1_000_000  # characters of a reply; no model writes more unless it loops
LONGEST_NAME = 200
MOST_TOKENS = 10**12
THINK = ("<think>", "</think>")


class Finish(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"  # cut at the token limit
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    EMPTY = "empty"


class Reply(BaseModel):
    """A model's reply.

    `data` is the JSON value of the reply if a schema was given and a value was found; `problem` says what is wrong
    with it (none found, broken, does not fit the schema), and is empty otherwise. `reasoning` is the visible reasoning
    of a reasoning model, which is not part of `text`. `usage` counts every request that may have been billed,
    `attempts` every request that was sent; `seconds` is wall time including waits. `dropped` names the parameters that
    were not sent because the server rejects them.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    data: Any = None
    problem: str = ""
    finish: Finish = Finish.STOP
    reasoning: str = ""
    usage: Usage = Usage()
    model: str = ""
    seconds: float = 0.0
    dropped: tuple[str, ...] = ()
    attempts: int = 1


@dataclass(frozen=True)
class Completion:
    """The parts of a chat completion that are used."""

    text: str = ""
    reasoning: str = ""
    finish: Finish = Finish.STOP
    prompt_tokens: int = 0
    completion_tokens: int = 0
    model: str = ""


def read_completions(body: Any, most: int = 1) -> list[Completion]:
    """Read the body of a chat completion, tolerating what real servers send: up to `most` of its choices.

    Choices that cannot be read are left out; tokens are those of the first one that can, since they are told for all.
    Raises ValueError if there is none.
    """
    if not isinstance(body, dict) or not isinstance(body.get("choices"), list):
        raise ValueError("it has no list of choices")  # noqa: TRY004  # bad data, not a programmer's mistake
    told = body.get("usage")
    usage = told if isinstance(told, dict) else {}
    found: list[Completion] = []
    problem = ""
    for choice in body["choices"][:most] or [{"message": {}}]:
        try:
            read = _choice(choice)
        except ValueError as error:
            problem = problem or str(error)
            continue
        found.append(replace(read, model=_text(body.get("model"))[:LONGEST_NAME]))
    if not found:
        raise ValueError(problem)
    prompt, written = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    return [replace(found[0], prompt_tokens=prompt, completion_tokens=written), *found[1:]]


def _choice(choice: Any) -> Completion:
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise ValueError("a choice has no message")  # noqa: TRY004
    reasoning, text = _without_thoughts(_text(message.get("content")))
    refusal = _text(message.get("refusal"))
    if max(len(text), len(refusal)) > LONGEST:
        raise ValueError(f"its text is longer than {LONGEST} characters")
    return Completion(
        text=text or refusal,
        reasoning=(reasoning or _text(message.get("reasoning_content") or message.get("reasoning")))[:LONGEST],
        finish=_finish(text, refusal, choice.get("finish_reason")),
    )


def _finish(text: str, refusal: str, reason: Any) -> Finish:
    if reason in (Finish.CONTENT_FILTER, Finish.LENGTH):
        return Finish(reason)
    if refusal:
        return Finish.REFUSAL
    return Finish.STOP if text.strip() else Finish.EMPTY


def _text(content: Any) -> str:
    """The text of a message's content, which is a string, a list of parts some of which have text, or null."""
    if isinstance(content, str):
        return plain_text(content)
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return ""


def _without_thoughts(text: str) -> tuple[str, str]:
    start, end = THINK
    if not text.lstrip().startswith(start):
        return "", text
    thoughts, _, rest = text.lstrip().removeprefix(start).partition(end)
    return thoughts.strip(), rest.lstrip()


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value <= MOST_TOKENS else 0
