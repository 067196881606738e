"""LR2Bench's word puzzles: crossword, acrostic, cryptogram, drop quote.

Subtasks are the words of a crossword, the numbered letters of an acrostic, the cipher letters of a cryptogram, and the
cells of a drop quote that are not `#`, punctuation among them. Answers come in this project's shapes (a crossword as
`{"1-Across": word}`, the others as `{"text": ..., "mapping": {...}}`) or in the set's own: a flat object, a grid of
characters. The text of a drop quote is read letter by letter into the cells. Only letters count, ignoring case;
`official` compares in lower case without spaces, with no other normalisation.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from solvent.benchmarks.cases import Case, Score

Record = dict[str, Any]
Entries = dict[str, str]


def read_crossword(_: Record, gold: Any) -> tuple[Any, Entries]:
    """Return the gold answer and its words by clue name, such as `1-Across`."""
    entries = {_clue(key): _letters(word) for key, word in gold.items()}
    if not entries or "" in entries.values() or not all(re.fullmatch(r"\d+-(?:Across|Down)", key) for key in entries):
        raise ValueError("not a filled crossword")
    return entries, entries


def read_acrostic(record: Record, gold: Any) -> tuple[Any, Entries]:
    """Return the gold answer and its letters by number; every number of the puzzle must have one."""
    signs = record["puzzle"].split()
    numbers = [sign for sign in signs if sign.isdecimal()]
    entries = _single_letters(gold)
    if not numbers or set(entries) != set(numbers):
        raise ValueError("numbers that differ from the puzzle's")
    text = "".join(entries.get(sign, sign) for sign in signs).replace("#", " ")
    return {"text": re.sub(r"([.,;:?!])(?=\w)", r"\1 ", text), "mapping": entries}, entries


def read_cryptogram(record: Record, gold: Any) -> tuple[Any, Entries]:
    """Return the gold answer and its plain letters by cipher letter; no two may be equal."""
    entries = _single_letters(gold)
    cipher = set(re.findall(r"[A-Z]", record["text"].upper()))
    if not cipher or set(entries) != cipher or len(set(entries.values())) != len(entries):
        raise ValueError("not a key for the text")
    return {"text": "".join(entries.get(sign, sign) for sign in record["text"].upper()), "mapping": entries}, entries


def read_drop(record: Record, gold: Any) -> tuple[Any, Entries]:
    """Return the gold answer and its characters by cell, `row,column` from 0; given punctuation must be unchanged."""
    given = _cells(record["grid"])
    entries = _cells(gold)
    if not entries or entries.keys() != given.keys():
        raise ValueError("a grid that differs from the puzzle's")
    for place, sign in given.items():
        if not (entries[place].isalpha() and len(entries[place]) == 1 if sign.isdecimal() else entries[place] == sign):
            raise ValueError("a cell that does not fit the puzzle's")
    text = "".join("".join(row) for row in gold).replace("#", " ").strip()
    return {"text": text, "mapping": {}}, entries


def score_crossword(case: Case, value: Any) -> Score:
    """Score a crossword; words are matched by number and direction, ignoring case."""
    mine = _entries(value, _clue)
    return _score(case.key, mine, whole=mine.keys() <= case.key.keys())


def score_mapping(case: Case, value: Any) -> Score:
    """Score an acrostic or a cryptogram by what its numbers or cipher letters stand for; its text is not scored."""
    inner = value.get("mapping") if isinstance(value, dict) and "mapping" in value else value
    return _score(case.key, _entries(inner, str.upper))


def score_drop(case: Case, value: Any) -> Score:
    """Score a drop quote: the letters of a text in the order of the cells, or a grid cell by cell."""
    if isinstance(value, list):
        mine = _cells(value)
        return _score(case.key, mine, whole=mine.keys() <= case.key.keys())
    text = value.get("text") if isinstance(value, dict) else value
    letters = [sign for sign in text.upper() if sign.isalpha()] if isinstance(text, str) else []
    places = [place for place, sign in case.key.items() if sign.isalpha()]
    fixed = {place: sign for place, sign in case.key.items() if letters and not sign.isalpha()}
    # Surplus letters make the answer as a whole wrong, but not the cells.
    return _score(case.key, {**fixed, **dict(zip(places, letters, strict=False))}, whole=len(letters) <= len(places))


TASKS: dict[str, tuple[Callable[[Record, Any], tuple[Any, Any]], Callable[[Case, Any], Score]]] = {
    "crossword": (read_crossword, score_crossword),
    "acrostic": (read_acrostic, score_mapping),
    "cryptogram": (read_cryptogram, score_mapping),
    "drop": (read_drop, score_drop),
}


def _score(gold: Mapping[str, str], mine: Mapping[str, str], *, whole: bool = True) -> Score:
    right = sum(_letters(mine.get(key, "")) == _letters(word) for key, word in gold.items())
    literal = sum(_literal(mine.get(key, "")) == _literal(word) for key, word in gold.items())
    answered = sum(mine.get(key, "").strip() != "" for key in gold)
    return Score(whole and right == len(gold), literal == len(gold), right, answered, len(gold), literal)


def _letters(text: str) -> str:
    """Return the letters and digits of a text in upper case; a text without any is only stripped."""
    return re.sub(r"[\W_]+", "", text).upper() or text.strip()


def _literal(text: str) -> str:
    return text.lower().replace(" ", "")


def _clue(key: str) -> str:
    return key.strip().title()


def _entries(value: Any, spell: Callable[[str], str]) -> Entries:
    """Return the entries of an object by their keys as `spell` spells them; what is not a string is no entry.

    An entry with two different values, as under "Q" and "q", is empty.
    """
    found: Entries = {}
    for key, entry in value.items() if isinstance(value, dict) else ():
        name, told = spell(str(key).strip()), entry if isinstance(entry, str) else ""
        found[name] = told if found.get(name, told) == told else ""
    return found


def _single_letters(gold: Mapping[str, str]) -> Entries:
    entries = {key: letter.upper() for key, letter in gold.items()}
    if not all(len(letter) == 1 and letter.isalpha() for letter in entries.values()):
        raise ValueError("an entry that is not a letter")
    return entries


def _cells(grid: Any) -> Entries:
    """Return the cells of a grid of characters that are not `#`, row by row; empty for any other value."""
    rows = grid if isinstance(grid, list) and all(isinstance(row, list) for row in grid) else []
    return {
        f"{i},{j}": sign
        for i, row in enumerate(rows)
        for j, sign in enumerate(row)
        if isinstance(sign, str) and sign != "#"
    }
