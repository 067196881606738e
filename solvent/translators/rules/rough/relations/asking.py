"""Finds the sentences that ask or say what to do, and the answers to choose from."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.grid_in_prose import Piece
from solvent.translators.rules.text.statements import is_question, is_task

_ORDERS = re.compile(
    r"(?:[^.;:?!]{1,60}: )?\W*(?:for [^.;:?!]{1,80}, )?(?:and |now |so |then )*(?:"
    r"please|read|give|find|tell|say|list|name|write|match|work|show|fill|put|sort|order|"
    r"arrange|rank|determine|draw up|set out|reconstruct|identify|deduce|solve|pair|discover|figure|"
    r"can you|could you|let me know|line|complete|establish|assign)\b"
    r"(?! (?:right|straight|immediately|directly) (?:after|before))",
    re.IGNORECASE,
)
_UNMARKED = re.compile(
    r"\W*(?:so |and |now |but )*(?:(?:who|whose|what|which|how (?:many|much|old|far|long|tall))\b"
    r"(?! the\b|(?<=what) (?:i|we|you|i've|we've)\b)|"
    r"(?:where|when|how) (?:do|does|did|is|are|was|were|will|can)\b)",
    re.IGNORECASE,
)
_OPTION = re.compile(r"^\W{0,2}\(?([A-Ea-e])[.)\]:]\s+\S")


def asks(text: str) -> bool:
    """Whether a sentence is a question or a task."""
    plain = text.rstrip(" \"')\u201d\u2019")
    if plain.endswith("?") or is_question(text) or is_task(text):
        return True
    return bool(_ORDERS.match(text) or (_UNMARKED.match(text) and not plain.endswith(":")))


def options(pieces: Sequence[Piece]) -> set[int]:
    """The numbers of the lines that are answers to choose from, lettered from A, after a question."""
    asked = [at for at, piece in enumerate(pieces) if asks(piece.text)]
    found: list[int] = []
    for at in range(asked[0] + 1 if asked else len(pieces), len(pieces)):
        match = _OPTION.match(pieces[at].raw.strip())
        if match and ord(match[1].lower()) - ord("a") == len(found):
            found.append(at)
    return set(found) if len(found) > 2 else set()
