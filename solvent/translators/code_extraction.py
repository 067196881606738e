"""The program in a model's reply: code in one block or several, prose around it, or no block at all."""

import re
from collections.abc import Sequence

from solvent.solvers import SolventError
from solvent.translators.puzzle import ASKABLE

# An opening fence, its language, and everything up to the closing fence or, where the reply was cut, the end.
_BLOCK = re.compile(
    r"^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w.+-]*+)[^\n]*+\n(.*?)(?:^[ \t]*+\1[`~]*+[ \t]*+$|\Z)", re.DOTALL | re.MULTILINE
)
_FENCE = re.compile(r"^[ \t]*+(?:`{3,}+|~{3,}+)", re.MULTILINE)
# What the text asks for, said as a line of its own instead of in a comment.
_SAID = re.compile(rf"^[ \t]*+expects[ \t]*+:[ \t]*+(?:{'|'.join(ASKABLE)})[ \t]*+$", re.MULTILINE)

LONGEST = 200_000  # characters of a program; to read one, and to write it anew, costs seconds from there on


class ReplyError(SolventError):
    """A reply that holds no program; the message says what was missing, for whoever wrote it."""


def code(reply: str, languages: Sequence[str], signs: Sequence[str]) -> str:
    """Give the program in a reply.

    `languages` are the names that fences give the language, `signs` texts that every whole program has. A block that
    has all signs is the program, the last such block where there are several; otherwise the blocks are its parts.
    A closing fence without an opening one ends it, and a line `expects: unique` is no part of it. Raises ReplyError
    where there is nothing that looks like code, or far too much.
    """
    found = _SAID.sub("", _code(reply, languages, signs))
    if len(found) > LONGEST:
        raise ReplyError(f"The program has {len(found)} characters, and {LONGEST} are the most: state it shorter.")
    return found


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
