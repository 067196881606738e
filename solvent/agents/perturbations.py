"""Answers that differ in one place from a given one: what a predicate can be shown to reject."""

import json
import random
from collections.abc import Collection, Iterator
from typing import Any

from solvent.solvers.programs.equality import canonical

MOST = 24
_PLACES = 200  # leaves that are looked at; a larger answer is perturbed in these
_DEPTH = 40

Path = tuple[str | int, ...]


def perturbed(answer: Any, categories: Collection[tuple[str, ...]] = (), most: int = MOST) -> list[Any]:
    """Up to `most` different answers of the same shape, always the same ones for an answer.

    Two values of a row or column change places, a label becomes another one of its column or of its category, a number
    one more, one less, negative or very large, a truth value the opposite.
    """
    leaves = dict(_leaf for _leaf, _ in zip(_leaves(answer, ()), range(_PLACES), strict=False))
    changes = list(
        {json.dumps([list(map(str, change)), *change.values()]): change for change in _all(leaves, categories)}.values()
    )
    random.Random(canonical(answer)).shuffle(changes)  # noqa: S311  # a selection, no secret
    found = {canonical(answer): answer}
    for change in changes:
        if len(found) > most:
            break
        other = _changed(answer, change)
        found.setdefault(canonical(other), other)
    return list(found.values())[1:]


def _all(leaves: dict[Path, Any], categories: Collection[tuple[str, ...]]) -> Iterator[dict[Path, Any]]:
    """Every change, as new values by place."""
    groups: dict[tuple[Any, ...], list[Path]] = {}
    for path, value in leaves.items():
        kind = "number" if _is_number(value) else type(value).__name__
        groups.setdefault(("row", path[:-1], kind), []).append(path)
        column = tuple("*" if type(step) is int else step for step in path)
        groups.setdefault(("column", column, kind), []).append(path)
        if type(value) is bool:
            yield {path: not value}
        elif _is_number(value):
            yield from ({path: each} for each in (value + 1, value - 1, -abs(value) - 1, 10 * abs(value) + 100))
        else:
            yield from ({path: other} for members in categories if value in members for other in members)
    for (what, *_), places in groups.items():
        for number, one in enumerate(places):
            for other in places[number + 1 : number + 1 + _DEPTH]:
                yield {one: leaves[other], other: leaves[one]}
                if what == "column":
                    yield {one: leaves[other]}


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if len(path) > _DEPTH:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _leaves(each, (*path, index))
    elif value is not None:
        yield path, value


def _changed(value: Any, change: dict[Path, Any]) -> Any:
    """A copy of a value with new leaves."""
    if () in change:
        return change[()]
    parts: dict[str | int, dict[Path, Any]] = {}
    for path, new in change.items():
        parts.setdefault(path[0], {})[path[1:]] = new
    places = value.items() if isinstance(value, dict) else enumerate(value)
    copies = {key: _changed(each, parts[key]) if key in parts else each for key, each in places}
    return copies if isinstance(value, dict) else list(copies.values())


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)
