"""Output that is safe for a terminal, whatever puzzles, models, programs and servers put into it."""

import json
import re
import sys
from typing import Any, TextIO

from solvent.explanations.visible import HIDDEN, shown

_NOT_ASCII = re.compile(r"[^ -~]")


def put(text: str = "", file: TextIO | None = None) -> None:
    """Print a text with its hidden and control characters escaped."""
    print(shown(text), file=file)


def dumps(value: Any) -> str:
    """One line of JSON that escapes what `shown` does, and everything but ASCII if standard output is not UTF-8.

    Lone surrogates become question marks. Raises ValueError for NaN and infinities.
    """
    from solvent.solvers.json_text import plain_text

    text = plain_text(json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain))
    escaped = HIDDEN if sys.stdout.encoding.lower() == "utf-8" else _NOT_ASCII
    return text if text.isascii() and text.isprintable() else escaped.sub(_json_escape, text)


def _plain(value: Any) -> Any:
    """Turn pydantic models into plain data, and anything else that is not JSON into text."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return str(value)


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1] if ord(match[0]) != 0x7F else "\\u007f"
