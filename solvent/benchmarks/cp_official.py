"""What CP-Bench's public evaluator does with an answer (`eval.py` of DCP-Bench-Open at commit 5dbbbac2e881).

It takes the text from the first to the last brace of the output as the answer, appends `model += (key == value)` to the
reference for each key, and compares the objective with the reference's own. So an answer without keys passes, as does a
partial one, and a key or a string may be any Python code.

This emulates the evaluator on the installed CPMpy. The version that it pins, 0.10.1, accepts lists of another length
and rejects some that are nested more deeply.
"""

import keyword
import math
import re
from typing import Any

from solvent.solvers.json_text import read_json

COMMIT = "5dbbbac2e881a0cf3def7afc3318e903ecf879ce"
SECONDS = 60.0  # for a submission, and for a reference together with its check

_CONSISTENT = "SUCCESS: Model is consistent"
_OBJECTIVE = ("SUCCESS: No objective defined", "SUCCESS: Objective value is consistent")
_CHECK = f"""
_before = model.objective_value() if getattr(model, "objective_is_min", None) is not None else None
print({_CONSISTENT!r} if model.solve() else "")
print({_OBJECTIVE[0]!r} if _before is None else {_OBJECTIVE[1]!r} if model.objective_value() == _before else "")
"""


def extract(text: str) -> dict[str, Any] | None:
    """Return what the evaluator takes as the answer; None if it finds none (or would itself crash)."""
    start, end = text.find("{"), text.rfind("}") + 1
    try:
        found = read_json(text[start:end])
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def is_data(answer: dict[str, Any]) -> bool:
    """Return whether an answer that is written into source code does no more than compare names with values."""
    return all(_is_name(key) and _is_literal(value) for key, value in answer.items())


def _is_name(key: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z_]\w*", key, re.ASCII)) and not keyword.iskeyword(key)


def _is_literal(value: Any, *, top: bool = True) -> bool:
    if isinstance(value, str):
        return not top or not re.search(r'["\\\r\n]', value)
    if isinstance(value, float):
        return math.isfinite(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_literal(item, top=False) for item in inner)


def as_code(script: str, answer: dict[str, Any]) -> str:
    """Return the script that the evaluator would run. For the sandbox only: the answer may be any code."""
    lines = [
        f'model += ({key} == "{value}")' if isinstance(value, str) else f"model += ({key} == {value})"
        for key, value in answer.items()
    ]
    return "\n".join([script, *lines, _CHECK])


def passes(printed: str) -> bool:
    """Return what the evaluator concludes from the output of that script."""
    return _CONSISTENT in printed and any(line in printed for line in _OBJECTIVE)
