"""Cryptograms: a text in which every letter is consistently replaced by another.

The ciphertext is the first clue, every hint another. An author's name in capitals on a signature line belongs to it;
the solver finds out whether it is enciphered. The answer has the text and the mapping from cipher to plain letters.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solvent.solvers import Program
from solvent.solvers.frameworks import wordplay
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay import cipher
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support import word_puzzle
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.words import is_english
from solvent.translators.sentences import bare_sentences

if TYPE_CHECKING:
    from solvent.solvers.wordplay.search_result import Specification

KIND = "cryptogram"
ORDER = 15
FRAMEWORKS, preferred, suspects = word_puzzle.FRAMEWORKS, word_puzzle.preferred, word_puzzle.suspects
quotation = word_puzzle.quotation

_CALLED = re.compile(r"\b(?:cryptograms?|crypto-?quotes?|cryptoquips?|substitution ciphers?)\b", re.IGNORECASE)
_HINT = re.compile(
    r"\b([A-Za-z])\s*(?:=|->|\u2192|:)\s*([A-Za-z])\b"
    r"|\b([A-Z])\s+(?:decodes to|stands for|is|means|represents|equals|becomes|decrypts to|maps to)\s+([A-Z])\b"
)
_SIGNED = re.compile(r"^\s*(?:[\u2013\u2014\u2015~]|--+|-(?=\s?[A-Z]))\s*(?P<author>\S.*)$")
_WORDS = closed_vocabulary.listed(
    """a all alphabet always an and another answer are author be been below but by can cipher ciphered ciphertext clue
    clues code coded consistently crack crypto cryptic cryptogram cryptograms cryptoquip cryptoquips cryptoquote
    cryptoquotes decipher decode decoded decrypt different do does each encoded encrypted english every figure find
    following for from given has have here hidden hint hints in into is it its itself key letter letters line mapping
    means message must never of one original other out phrase plain please punctuation puzzle quip quotation quote read
    reads replaced represents same saying say says secret sentence simple single solution solve stand stands step
    substituted substitution text that the them there think this throughout to translate unchanged was what which
    with word words you your"""
)


class Cryptogram(Payload, kind=KIND):
    """The ciphertext, its author's name if that may be enciphered, and the hints by clue: cipher and plain letter."""

    text: str
    author: str
    hints: Mapping[int, tuple[str, str]]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a Cryptogram, or None.

    Raises:
        PuzzleError: the hints map a letter twice, or the ciphertext has letters other than A to Z.

    """
    if not _CALLED.search(text):
        return None
    found = _cipher(text)
    if found is None:
        return None
    body, author, rest = found
    clues = [Clue(id=1, text=body, understood=True)]
    hints: dict[int, tuple[str, str]] = {}
    for sentence in bare_sentences(rest):
        pairs = [(match[1] or match[3], match[2] or match[4]) for match in _HINT.finditer(sentence)]
        unread = closed_vocabulary.unread(_HINT.sub(" ", sentence), _WORDS)
        for cipher_letter, plain in pairs:
            hints[len(clues) + 1] = cipher_letter.upper(), plain.upper()
            clues.append(Clue(id=len(clues) + 1, text=f"{cipher_letter} is {plain}", understood=True))
        if unread:
            clues.append(
                Clue(id=len(clues) + 1, text=sentence, understood=False, reason=closed_vocabulary.reason(unread))
            )
    _check(body, author, list(hints.values()))
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="likeliest",
        answer_schema=_SCHEMA,
        payload=Cryptogram(text=body, author=author, hints=hints),
    )


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the specification: the ciphertext, and a fragment per hint."""
    del framework
    found = puzzle.kept(Cryptogram)
    cipher = {"text": found.text, "author": found.author}
    stated: list[tuple[int | None, Specification]] = [(1, {name: part for name, part in cipher.items() if part})]
    stated += [(clue, {"hints": {letter: plain}}) for clue, (letter, plain) in found.hints.items()]
    return wordplay.program({"kind": KIND}, stated)


_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "mapping": {
            "type": "object",
            "propertyNames": {"pattern": "^[A-Z]$"},
            "additionalProperties": {"type": "string", "pattern": "^[A-Z]$"},
        },
    },
    "required": ["text", "mapping"],
}


def _cipher(text: str) -> tuple[str, str, str] | None:
    """Return ciphertext, author and the surrounding text; None if the ciphertext cannot be told from its surroundings.

    It is the first block of lines in capitals, or else what follows the colon of a line that mentions a cryptogram.
    """
    lines = text.split("\n")
    body = {n for n, line in enumerate(lines) if _capitals(line) and not _SIGNED.match(line) and not _is_plain(line)}
    if body:
        first = min(body)
        last = next((n for n in range(first, len(lines)) if n not in body), len(lines))
        block, rest = lines[first:last], [*lines[:first], *lines[last:]]
    else:
        called = next(
            (n for n, line in enumerate(lines) if ":" in line and _CALLED.search(line.partition(":")[0])), None
        )
        if called is None:
            return None
        lead, _, same = lines[called].partition(":")
        last = next((n for n in range(called + 2, len(lines)) if not lines[n].strip()), len(lines))
        block = [same] if same.strip() else lines[called + 1 : last]
        if _is_plain(" ".join(block).upper()):
            return None  # "Cryptogram: the text is in the picture."
        rest = [*lines[:called], lead, *(lines[called + 1 :] if same.strip() else lines[last:])]
    author = next((match["author"] for line in (*block, *rest) if (match := _SIGNED.match(line))), "")
    block = [line.strip() for line in block if line.strip() and not _SIGNED.match(line)]
    rest = [line for line in rest if not _SIGNED.match(line)]
    # An author in mixed case is not enciphered.
    return (" ".join(block), author if _capitals(author) else "", "\n".join(rest)) if block else None


def _capitals(line: str) -> bool:
    """Return whether a line has words, all in capitals, and is not a list of hints."""
    without = _HINT.sub(" ", line)
    return re.search(r"[^\W\d_]{2}|^\W*[A-Z]\W*$", without) is not None and without == without.upper()


def _is_plain(line: str) -> bool:
    """Return whether most of a line's longer words are English, as in a title in capitals."""
    words = re.findall(r"[A-Z]{4,}", line)
    return 2 * sum(is_english(word.lower()) for word in words) > len(words)


def _check(body: str, author: str, hints: list[tuple[str, str]]) -> None:
    known: dict[str, str] = {}
    for cipher_letter, plain in hints:
        if known.setdefault(cipher_letter, plain) != plain:
            raise PuzzleError(f"The hints map {cipher_letter} twice: to {known[cipher_letter]} and to {plain}.")
    try:
        cipher.read({"text": body, "author": author, "hints": known})
    except ProgramError as error:
        raise PuzzleError(f"{error.message[0].upper()}{error.message[1:]}.") from None
