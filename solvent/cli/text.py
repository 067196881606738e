"""Texts of puzzles, models, programs and servers as a terminal may see them: nothing in them hides or commands."""

import json
import re
import sys
from typing import Any, TextIO

# Controls of terminals (tabs and line breaks are layout), line separators, what turns the direction of writing, what is
# invisible, and halves of characters. Joiners stay within words of scripts that need them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u070f\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])"
)
_NOT_ASCII = re.compile(r"[^ -~]")


def shown(text: str) -> str:
    r"""The text with a visible escape, such as `\x1b` or `\u202e`, for every character that hides or gives commands."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(_escape, text)


def put(text: str = "", file: TextIO | None = None) -> None:
    """Print a text for a person."""
    print(shown(text), file=file)


def dumps(value: Any) -> str:
    """One line of JSON, which escapes what `shown` does, and all beyond ASCII where standard output knows no more.

    Lone surrogates become question marks. Raises ValueError for numbers that are no JSON.
    """
    from solvent.solvers.json_text import plain_text

    text = plain_text(json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain))
    escaped = _HIDDEN if sys.stdout.encoding.lower() == "utf-8" else _NOT_ASCII
    return text if text.isascii() and text.isprintable() else escaped.sub(_json_escape, text)


def _plain(value: Any) -> Any:
    """Turn our own records into JSON."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return str(value)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1] if ord(match[0]) != 0x7F else "\\u007f"
