"""Logic grids in which the grammar does not understand a few clues, with their formal clues, and all answers of those.

A formal clue is `[relation, value, value, ...]`, with the category that orders it last where it has an order.
"""

import itertools
import json
from pathlib import Path

_FILE = Path(__file__).with_name("data") / "reworded_grids.jsonl"
GRIDS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def answers(formal):
    """All answers, by trying every assignment."""
    (first, members), *others = formal["categories"].items()
    found = []
    for columns in itertools.product(*(itertools.permutations(values) for _, values in others)):
        rows = [
            {first: member, **{name: column[n] for (name, _), column in zip(others, columns, strict=True)}}
            for n, member in enumerate(members)
        ]
        at = {value: n for n, row in enumerate(rows) for value in row.values()}
        if all(holds(clue, at, rows, formal["categories"]) for clue in formal["clues"]):
            found.append(rows)
    return found


def holds(clue, at, rows, categories):
    relation, *said = clue
    if relation in ("before", "just before", "next to"):
        *values, order = said
        one, other = (categories[order].index(rows[at[value]][order]) for value in values)
        return {"before": one < other, "just before": other - one == 1, "next to": abs(one - other) == 1}[relation]
    where = [at[value] for value in said]
    return {
        "same": lambda a, b: a == b,
        "different": lambda a, b: a != b,
        "either": lambda a, b, c: a in (b, c),
        "pairs": lambda a, b, c, d: a != b and {a, b} == {c, d},
    }[relation](*where)


_RELATIONS = {
    "same": "A is B",
    "different": "A is not B",
    "either": "A is B or C",
    "pairs": "A and B are C and D in some order",
    "before": "A is before B",
    "just before": "A is immediately before B",
    "next to": "A is next to B",
}


def said(clue):
    """A formal clue as a model that understands it would give it."""
    relation, *values = clue
    if relation in ("before", "just before", "next to"):
        values = values[:-1]
    return {"relation": _RELATIONS[relation], **dict(zip("ABCD", values, strict=False))}
