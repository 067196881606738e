"""The parts of a cryptogram other than the search: its words, its hints, and decoding with a key."""

import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay.search_result import Specification

LETTERS = string.ascii_lowercase
WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_ASCII = {0x2019: "'", 0x2018: "'", 0x02BC: "'", 0x201C: '"', 0x201D: '"'}

Key = tuple[int, ...]  # the plain letter (0 to 25) of each cipher letter, -1 if unassigned


@dataclass(frozen=True)
class Cipher:
    """The enciphered text and author, and the hints: from cipher letter to plain letter (lower case)."""

    text: str
    author: str
    hints: Mapping[str, str]


@dataclass(frozen=True)
class Token:
    """A cipher word. `joined`: the previous word is its context; `start`: it begins a sentence."""

    word: str
    joined: bool
    start: bool


def read(specification: Specification) -> Cipher:
    """Validate a specification. Raises ProgramError, with the position, if it is not a cryptogram."""
    text, author = (str(specification.get(name) or "").translate(_ASCII) for name in ("text", "author"))
    hints = _hints(specification.get("hints") or {})
    for name, part in (("text", text), ("author", author)):
        foreign = re.search(r"[^\W\d_a-z]", part.lower())
        if foreign:
            place = f"{foreign[0]!r} at character {foreign.start() + 1} of the {name}"
            raise _wrong(f"a cryptogram has the letters A to Z only, not {place}")
    if not WORD.search(text.lower()):
        raise _wrong("the cryptogram has no letters")
    return Cipher(text, author, hints)


def _hints(given: Any) -> dict[str, str]:
    if not isinstance(given, Mapping):
        raise _wrong("the hints are an object of cipher letter and plain letter")
    hints: dict[str, str] = {}
    for cipher, plain in given.items():
        c, p = str(cipher).lower(), str(plain).lower()
        if len(c) != 1 or len(p) != 1 or c not in LETTERS or p not in LETTERS:
            raise _wrong(f"a hint maps one letter to one letter, not {cipher!r} to {plain!r}")
        twice = next((first for first, known in hints.items() if known == p), None)
        if twice is not None:
            raise _wrong(f"the hints map two letters to {p.upper()}: {twice.upper()} and {c.upper()}")
        if hints.setdefault(c, p) != p:
            raise _wrong(f"the hints map {c.upper()} to {hints[c].upper()} and to {p.upper()}")
    return hints


def _wrong(message: str) -> ProgramError:
    return ProgramError(Status.BAD_ANSWER, message)


def tokenize(text: str) -> list[Token]:
    """Split a text into lower-case words, noting from the characters between them which begin sentences."""
    lower, end, tokens = text.lower(), 0, list[Token]()
    for match in WORD.finditer(lower):
        between = lower[end : match.start()]
        start = not tokens or bool(re.search(r"[.!?]", between))
        joined = not start and not re.search(r"[^\s\"'-]", between)
        tokens.append(Token(match[0], joined, start))
        end = match.end()
    return tokens


def decode(text: str, key: Sequence[int]) -> str:
    """Decode a text with a key, preserving case; unassigned letters become `?`."""
    plain = {c: (LETTERS[p] if p >= 0 else "?") for c, p in zip(LETTERS, key, strict=True)}
    plain |= {c.upper(): p.upper() for c, p in plain.items()}
    return "".join(plain.get(c, c) for c in text)


def answer(cipher: Cipher, key: Key) -> dict[str, Any]:
    """Return the answer for a key: the decoded text (an author on the next line) and the mapping of its letters."""
    whole = "\n".join(filter(None, (cipher.text, cipher.author)))
    used = sorted(set(whole.lower()) & set(LETTERS))
    return {"text": decode(whole, key), "mapping": {c.upper(): LETTERS[key[ord(c) - 97]].upper() for c in used}}


def disagreement(cipher: Cipher, given: Any) -> str:
    """Return the reason why an answer is wrong; empty if there is none.

    The mapping must be one-to-one, agree with the hints, and decode to the answer's text.
    """
    mapping = given.get("mapping") if isinstance(given, Mapping) else None
    if not isinstance(mapping, Mapping) or not all(isinstance(plain, str) for plain in mapping.values()):
        return "the answer has no mapping of letters"
    lower = {str(c).lower(): plain.lower() for c, plain in mapping.items()}
    missing = sorted(set(cipher.text.lower()) & set(LETTERS) - lower.keys())
    twice = [plain for plain, count in Counter(lower.values()).items() if count > 1]
    broken = next((c for c, plain in cipher.hints.items() if lower.get(c, plain) != plain), None)
    if missing:
        return f"the mapping has no letter for {missing[0].upper()}"
    if twice:
        return f"two letters stand for {twice[0].upper()}"
    if broken:
        return f"{broken.upper()} stands for {cipher.hints[broken].upper()} by the hints"
    plain = "".join(lower.get(c, c) for c in cipher.text.lower())
    said = str(given.get("text", "")).translate(_ASCII).lower()
    return "" if said.startswith(plain) else "the text is not what the mapping gives"
