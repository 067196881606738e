"""A model's judgement on what led a reply to a wrong arrangement: the prompt, and the class in a reply.

The classes are AutoLogi's (arXiv 2502.16906, analysis of errors); the fourth, errors of format, needs no model.
"""

import re
from typing import Literal, get_args

from solvent.agents import prompts
from solvent.agents.models.client import Finish, Reply

ErrorClass = Literal["wrong inference", "contradictory conclusion", "condition not analysed"]
CLASSES: tuple[ErrorClass, ...] = get_args(ErrorClass)
_PROMPT = "error_class"
_MARKED = re.compile(r"^[\s*_#>-]*(reason|class)[\s*_]*:[\s*_`]*(.+?)[\s*_`.]*$", re.IGNORECASE | re.MULTILINE)


def question(puzzle: str, reply: str, found: str) -> str:
    """The prompt; `found` is what the verifier says of the reply's arrangement."""
    return prompts.render(_PROMPT, puzzle=puzzle, reply=reply, found=found, classes=CLASSES)


def prompt_hash() -> str:
    """Identifies the prompt, without any puzzle."""
    return prompts.digest(_PROMPT)


def read_class(reply: Reply) -> tuple[ErrorClass, str] | None:
    """The class on the last line that names one, and the last reason; None without a class, or if it was cut off."""
    if reply.finish is not Finish.STOP:
        return None
    said = [(name.lower(), value) for name, value in _MARKED.findall(reply.text)]
    named = [value.lower().strip("\"'") for name, value in said if name == "class"]
    reasons = [value for name, value in said if name == "reason"]
    found = next((each for each in CLASSES if named and each == named[-1]), None)
    return None if found is None else (found, reasons[-1] if reasons else "")
