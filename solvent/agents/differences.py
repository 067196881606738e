"""Where two answers differ, in their own words. Pure."""

from typing import Any

Path = tuple[str | int, ...]  # to a place in an answer


def difference(first: Any, other: Any, most: int = 3) -> str:
    """Where two answers differ, in the answer's own words, e.g. "House 2's Pet (cat or dog)"."""
    places = _differences(first, other, ())
    named = [f"{_place(path, first)} ({a} or {b})" for path, a, b in places[:most]]
    more = f" and {len(places) - most} more places" if len(places) > most else ""
    return ", ".join(named) + more or "nothing that shows"


def _differences(first: Any, other: Any, path: Path) -> list[tuple[Path, Any, Any]]:
    if isinstance(first, dict) and isinstance(other, dict) and first.keys() == other.keys():
        parts = [(key, first[key], other[key]) for key in first]
    elif isinstance(first, list) and isinstance(other, list) and len(first) == len(other):
        parts = [(index, a, b) for index, (a, b) in enumerate(zip(first, other, strict=True))]
    else:
        return [] if first == other else [(path, first, other)]
    return [found for key, a, b in parts for found in _differences(a, b, (*path, key))]


def _place(path: Path, answer: Any) -> str:
    """Name a place in an answer; a table's cell by the first column of its row."""
    match path:
        case (int() as row, str() as column) if isinstance(answer, list) and isinstance(answer[row], dict):
            key, value = next(iter(answer[row].items()))
            return f"{key} {value}'s {column}"
        case (int() as row, int() as column):
            return f"row {row + 1}, column {column + 1}"
    return " / ".join(str(part) for part in path) or "the value"


def differing(first: Any, other: Any) -> tuple[str, ...]:
    """The texts at and around the places where two answers differ: values of both, keys, a row's first value."""
    found: dict[str, None] = {}
    for path, a, b in _differences(first, other, ()):
        texts = [part for part in (*path, *_scalars(a), *_scalars(b)) if isinstance(part, str)]
        row = first[path[0]] if path and isinstance(path[0], int) else None
        if isinstance(row, dict) and len(path) > 1:
            texts += [value for value in list(row.values())[:1] if isinstance(value, str)]
        found |= dict.fromkeys(texts)
    return tuple(found)


def _scalars(value: Any) -> list[Any]:
    match value:
        case dict():
            return [*value, *(part for each in value.values() for part in _scalars(each))]
        case list():
            return [part for each in value for part in _scalars(each)]
    return [value]
