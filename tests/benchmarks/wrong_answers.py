"""Answers that are not right, made from one that is: of wrong types, hedged, or with the right one somewhere inside."""

import copy
import json
from collections.abc import Iterator

EMPTY = [None, "", " ", [], {}, [[]], [{}], [None], {"": ""}, {"": None}]
WRONG_TYPES = [0, 1, -1, 1.5, True, False, 10**400, "no", ["no"], {"no": "no"}, [["no"]], [{"no": "no"}], [[0]], [0]]
# What no JSON that Solvent reads can hold.
MONSTERS = [float("nan"), float("inf"), 10**5000, [[10**5000]], [{"a": 10**5000}], "\ud800", [{"\ud800": "\ud800"}]]


def leaves(value, path=()):
    """Yield the path and the value of each leaf."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item, (*path, key))
        else:
            yield (*path, key), item


def changed(value, path, leaf):
    """Return a copy with another leaf."""
    made = copy.deepcopy(value)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = leaf
    return made


def hedges(gold, rng, many=4, *, exact=True) -> Iterator[tuple[str, object]]:
    """Yield names and wrong answers; `rng` chooses which `many` leaves are hedged.

    Where numbers need not be `exact`, they are also right as decimals.
    """
    spelled_out = isinstance(gold, dict) and bool(gold.get("mapping"))  # then the text beside it is not scored
    found = [(path, leaf) for path, leaf in leaves(gold) if not (spelled_out and path == ("text",))]
    text = json.dumps(gold)
    for path, leaf in rng.sample(found, min(many, len(found))):
        others = [(at[-1] == path[-1], each) for at, each in found if type(each) is type(leaf) and each != leaf]
        other = max(others, key=lambda pair: pair[0], default=(False, _unlike(leaf)))[1]  # of the same column, best
        place = "/".join(map(str, path))
        for name, value in (("or something else", f"{leaf} or {found[-1][1]}x"), *_instead(leaf, other, exact)):
            yield f"{name} at {place}", changed(gold, path, value)
        wrong = changed(gold, path, other)
        yield from (
            ("two answers", [gold, wrong]),
            ("two named answers", {"first": gold, "second": wrong}),
            ("two answers in a text", f"{text} or {json.dumps(wrong)}"),
        )
    yield from (
        ("the answer twice", [gold, gold]),
        ("the answer in an object", {"result": gold}),
        ("the answer as a text", text),
        ("the answer inside a text", f"Let me see. {'It is hard. ' * 50}The answer is {text}, I believe."),
    )
    if isinstance(gold, list):
        yield "its parts twice", [*gold, *gold]
        yield "a part too many", [*gold, gold[0]]


def _unlike(leaf):
    return f"{leaf}x" if isinstance(leaf, str) else not leaf if isinstance(leaf, bool) else leaf + 1


def _instead(leaf, other, exact):
    yield from (
        ("or", f"{leaf} or {other}"),
        ("or, the other way", f"{other} or {leaf}"),
        ("a slash", f"{leaf}/{other}"),
        ("not", f"not {leaf}"),
        ("a list of two", [leaf, other]),
        ("a list of one", [leaf]),
        ("an object", {"value": leaf}),
        ("null", None),
        ("inside a text", f"I think that it is {leaf}, but it might be {other}."),
    )
    if isinstance(leaf, int):  # a value that is a number is one, not its spelling
        yield "as a text", str(leaf)
    if isinstance(leaf, int) and (exact or isinstance(leaf, bool)):
        yield "as a float", float(leaf)
    if isinstance(leaf, int) and not isinstance(leaf, bool) and leaf == 1:
        yield "as a truth value", True
