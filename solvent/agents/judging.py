"""A model's verdict on an arrangement, as in AutoLogi (section 4): the prompt, and the verdict in a reply."""

import re

from solvent.agents import prompts
from solvent.agents.models.client import Finish

_PROMPT = "arrangement"
_VERDICT = re.compile(r"verdict\W{0,9}(right|wrong)\b", re.IGNORECASE)


def question(puzzle: str, arrangement: str) -> str:
    """The prompt about an arrangement, a literal, that is said to solve a puzzle."""
    return prompts.render(_PROMPT, puzzle=puzzle, arrangement=arrangement)


def prompt_hash() -> str:
    """Identifies the prompt, without any puzzle."""
    return prompts.digest(_PROMPT)


def read_verdict(text: str, finish: str) -> bool | None:
    """Whether the last verdict is that it is right; None if there is none, or the reply was cut off."""
    found = _VERDICT.findall(text) if finish == Finish.STOP else []
    return found[-1].lower() == "right" if found else None
