"""A model's grade for the solution of a logic grid, as in ZPS: the prompt, and the grade in a reply."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solvent.agents import prompts
from solvent.agents.models.client import Finish, Message, Model, Reply

_PROMPT = "grade"
# At most nine digits, and no part of a decimal number or of a date.
_GRADE = re.compile(r"(?<![\d.,/])([0-9]{1,9})[ \t]*/[ \t]*([0-9]{1,9})(?![\d/]|[.,]\d)")


@dataclass(frozen=True)
class Work:
    """What is graded: the key as text and its points; the last program and its output, if any; the conversation."""

    key: str
    points: int
    program: str = ""
    output: str = ""
    conversation: Sequence[Mapping[str, str]] = ()


def question(work: Work) -> str:
    """The prompt."""
    return prompts.render(
        _PROMPT,
        key=work.key,
        points=work.points,
        program=work.program,
        output=work.output,
        conversation=work.conversation,
    )


def prompt_hash() -> str:
    """Identifies the prompt, without any puzzle."""
    return prompts.digest(_PROMPT)


async def ask(model: Model, prompt: str) -> Reply:
    """Send a prompt of `question` to a model. Raises ModelError."""
    messages: list[Message] = [{"role": "user", "content": prompt}]
    return await model.complete(messages, temperature=0.0)


def read_grade(reply: Reply) -> tuple[int, int] | None:
    """Points and total: the last `X/Y` with X <= Y and Y > 0; None if there is none, or the reply was cut off."""
    if reply.finish is not Finish.STOP:
        return None
    found = [(int(points), int(total)) for points, total in _GRADE.findall(reply.text)]
    return next((grade for grade in reversed(found) if 0 < grade[1] >= grade[0]), None)
