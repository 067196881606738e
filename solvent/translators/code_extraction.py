"""Extracts the program from an LLM's reply: one or more code blocks, with or without prose, or bare code."""

import re
from collections.abc import Sequence

from solvent.solvers import SolventError
from solvent.translators.puzzle import ASKABLE

# An opening fence, its language, and everything up to the closing fence or, in a truncated reply, the end.
_BLOCK = re.compile(
    r"^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w.+-]*+)[^\n]*+\n(.*?)(?:^[ \t]*+\1[`~]*+[ \t]*+$|\Z)", re.DOTALL | re.MULTILINE
)
_FENCE = re.compile(r"^[ \t]*+(?:`{3,}+|~{3,}+)", re.MULTILINE)
# The `expects:` declaration on a line of its own instead of in a comment.
_SAID = re.compile(rf"^[ \t]*+expects[ \t]*+:[ \t]*+(?:{'|'.join(ASKABLE)})[ \t]*+$", re.MULTILINE)

LONGEST = 200_000  # characters of a program; parsing and rendering longer ones takes seconds


class ReplyError(SolventError):
    """The reply contains no usable program; the message tells its author what is wrong."""


def code(reply: str, languages: Sequence[str], signs: Sequence[str]) -> str:
    """Extract the program from a reply.

    `languages` are the fence labels of the language, `signs` are strings that every complete program contains. A block
    that contains all signs is the program (the last one if there are several); otherwise the blocks are joined. Bare
    code ends at a closing fence that was never opened, and lines such as `expects: unique` are removed. Raises
    ReplyError if nothing looks like code, or if the program is too long.
    """
    return _short_enough(_SAID.sub("", _code(reply, languages, signs)))


def between(reply: str, start: str, end: str) -> str | None:
    """Cut the reply from the last `start` to the next `end`, both included; None if they are not there.

    Raises ReplyError if that is too long.
    """
    first = reply.rfind(start)
    last = reply.find(end, first) if first >= 0 else -1
    return None if last < 0 else _short_enough(reply[first : last + len(end)] + "\n")


def _short_enough(found: str) -> str:
    if len(found) > LONGEST:
        raise ReplyError(f"The program has {len(found)} characters, and {LONGEST} are the most: state it shorter.")
    return found


def has_block(reply: str, languages: Sequence[str]) -> bool:
    """Whether a reply has a code block that is marked with one of these languages."""
    return any(name.lower() in languages for _, name, _ in _BLOCK.findall(reply))


def prose(reply: str) -> str:
    """What a reply says outside of its code blocks."""
    return _BLOCK.sub("\n", reply)


def _code(reply: str, languages: Sequence[str], signs: Sequence[str]) -> str:
    blocks: list[tuple[str, str]] = [(name.lower(), text) for _, name, text in _BLOCK.findall(reply)]
    named = [text for name, text in blocks if name in languages] or [text for name, text in blocks if not name]
    whole = [text for text in named if all(sign in text for sign in signs)]
    if whole:
        return whole[-1]
    before = _FENCE.split(reply, maxsplit=1)[0]
    if all(sign in before for sign in signs):
        return before
    if named:
        return "\n".join(text.strip("\n") for text in named) + "\n"
    if blocks:
        raise ReplyError(f"The reply has a block of {blocks[0][0]} but none of {languages[0]}.")
    if any(sign in reply for sign in signs):
        return reply
    raise ReplyError(f"The reply holds no program: put one fenced block of {languages[0]} into it.")
