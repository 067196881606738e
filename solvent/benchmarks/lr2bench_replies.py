"""How LR2Bench takes an answer out of a reply (`1-extract_answer.py` of its repository).

Of the last `<Answer>` block (for a cryptogram, the last `<Mapping>`) it takes the last text between the brackets of the
task's shape, without counting nested brackets. That text has to be JSON.
"""

import re
from typing import Any

from solvent.benchmarks.cases import Case
from solvent.solvers.json_text import read_json

_OBJECT = re.compile(r"\{"), re.compile(r"\}")
_LIST = re.compile(r"\["), re.compile(r"\]")
_GRID = re.compile(r"\[\s*+\["), re.compile(r"\]\s*+\]")

_SHAPES = {
    "crossword": _OBJECT,
    "acrostic": _OBJECT,
    "logic": _LIST,
    "cryptogram": _OBJECT,
    "sudoku": _GRID,
    "drop": _GRID,
}

_FORMS = {
    "crossword": 'an object from clues to words, such as {"1-Across": "THAN"}',
    "acrostic": 'an object from numbers to letters, such as {"1": "M"}',
    "logic": "a list of objects, one for each row, with the categories as keys",
    "cryptogram": 'an object from the letters of the text to what they stand for, such as {"V": "W"}',
    "sudoku": "the filled grid, a list of rows of numbers",
    "drop": "the filled grid, a list of rows of characters, with # and punctuation as they are given",
}


def asks(case: Case) -> str:
    """Return what a reply is asked to end with, so that `extract` finds the answer."""
    task = case.group.partition("/")[0]
    tag = "Mapping" if task == "cryptogram" else "Answer"
    return f"Think it through. Then end with <{tag}>, the answer as JSON ({_FORMS[task]}), and </{tag}>."


def extract(case: Case, text: str) -> Any:
    """Return the value in a reply; None if there is none."""
    task = case.group.partition("/")[0]
    if task not in _SHAPES:
        return None
    tag = "Mapping" if task == "cryptogram" else "Answer"
    opening, closing = (re.compile(f"<{slash}{tag}>", re.IGNORECASE) for slash in ("", "/"))
    block = _last(text, opening, closing)
    if block is None:
        return None
    start, end = opening.match(block), closing.search(block)
    if start is None or end is None:
        return None
    found = _last(block[start.end() : end.start()], *_SHAPES[task])
    try:
        return None if found is None else read_json(found)
    except ValueError:
        return None


def _last(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str | None:
    """The last of the shortest texts, one after the other, from an opening to a closing; None if there is none."""
    found, position = None, 0
    while (start := opening.search(text, position)) and (end := closing.search(text, start.end())):
        found, position = text[start.start() : end.end()], end.end()
    return found
