"""Make text from puzzles, models, programs and servers safe to display: nothing hidden, no terminal control codes."""

import re

# Terminal control characters (except tabs and line feeds, which are layout), line separators, bidirectional controls,
# invisible characters, lone surrogates, and two that XML does not allow. Joiners are kept within words of scripts that
# need them.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u070f\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])"
)


def shown(text: str) -> str:
    r"""The text with every hidden or control character as a visible escape, such as `\x1b` or `\u202e`."""
    return text if text.isascii() and text.isprintable() else HIDDEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
