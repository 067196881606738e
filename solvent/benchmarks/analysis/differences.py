"""Where an answer differs from the gold answer of its case, place by place."""

import itertools
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from solvent.benchmarks.grid import differing, read_answer


class Difference(NamedTuple):
    """A place in the gold answer, and what gold and answer have there, as text; "" for nothing."""

    place: str
    gold: str
    answer: str


def differences(gold: Any, answer: Any) -> list[Difference]:
    """List where an answer differs from the gold one; neither may be None.

    Tables are compared by meaning, as the scorers do, mappings by key, grids by cell, anything else as a whole.
    """
    table, mine = read_answer(gold), read_answer(answer)
    if table is not None and mine is not None:
        return [
            Difference(f"{row}: {column}", cell, other or "") for row, column, cell, other in differing(table, mine)
        ]
    if isinstance(gold, Mapping) and isinstance(answer, Mapping):
        return _of_mappings(gold, answer)
    if _is_grid(gold) and _is_grid(answer):
        return _of_grids(gold, answer)
    return [] if gold == answer else [Difference("the answer", _text(gold), _text(answer))]


def _of_mappings(gold: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Difference]:
    """Compare two objects; of word puzzles, the text if they have no mapping, or else that."""
    inner = [value.get("mapping") for value in (gold, answer)]
    if all(isinstance(value, Mapping) for value in inner):
        if not inner[0]:  # a drop quote has a text only
            texts = [_letters(str(value.get("text", ""))) for value in (gold, answer)]
            return [] if texts[0] == texts[1] else [Difference("text", str(gold["text"]), str(answer.get("text", "")))]
        gold, answer = inner  # type: ignore[assignment]  # all are mappings
    return [
        Difference(str(key), _text(gold.get(key)), _text(answer.get(key)))
        for key in dict.fromkeys((*gold, *answer))
        if _plain(gold.get(key)) != _plain(answer.get(key))
    ]


def _of_grids(gold: list[list[Any]], answer: list[list[Any]]) -> list[Difference]:
    found = []
    for i, (row, other) in enumerate(itertools.zip_longest(gold, answer, fillvalue=()), 1):
        for j, (cell, mine) in enumerate(itertools.zip_longest(row, other), 1):
            if cell != mine:
                found.append(Difference(f"row {i}, column {j}", _text(cell), _text(mine)))
    return found


def _is_grid(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)


def _plain(value: Any) -> Any:
    return value.strip().casefold() if isinstance(value, str) else value


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalpha())


def _text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
