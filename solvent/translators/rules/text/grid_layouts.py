"""Reads logic grids from the layouts that texts use (JSON, lines, prose): categories with their values, and clues."""

import json
import re
from collections.abc import Mapping

from solvent.solvers.json_text import read_at
from solvent.translators.puzzle import PuzzleError
from solvent.translators.rules.text.courtesies import is_label
from solvent.translators.rules.text.grid_found import Grid
from solvent.translators.rules.text.grid_in_prose import NamesValue, read_prose, stem_of
from solvent.translators.rules.text.grid_places import add_places, counts_up
from solvent.translators.rules.text.lines import Line, lines
from solvent.translators.rules.text.sorting import CATEGORIES_HEADING, HEADING, Part
from solvent.translators.rules.text.tables import tabled
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import sentences

__all__ = ["Grid", "read", "split_values"]

_COUNT = "|".join([*NUMBER_WORDS, r"\d+"])
_NUMBERED_ROW = re.compile(
    r"\bnumbered\b[^.?!;]{0,40}\bfrom (?:the )?(?:left|right)\b|\bin a (?:row|line)\b[^.?!]{0,40}\bnumbered\b",
    re.IGNORECASE,
)
_PROSE_LIST = re.compile(
    r"^(?P<name>[^:]{3,80}?)(?:\s+(?:are|is|were|was|include)(?:\s*:|(?=\s[^:]*,)(?!\s+each\b))|"
    r"\s*:)\s+(?P<values>.+?)[.]?$"
)
_NAME_LEAD = re.compile(
    r"^.*\b(?:unique|different|distinct|favou?rite|own|by their|are of|has an?|have an?|an|the|their|its)\b\s+(?=\S)",
    re.IGNORECASE,
)
_NAME_TAIL = re.compile(r"\s+(?:are|is|were|in different houses|of the \w+)\b.*$", re.IGNORECASE)
# A label may be followed by a sign or an arrow: "Girls = Ada, Bea and Cleo".
_LABELLED = re.compile(
    r"^([A-Z][A-Za-z' ]{1,30}?)\s*(?:(?:=|->|=>|\u2192)\s*(?=[^\s=>][^=>\n]*[,;/])|"
    r"(?::|\.{2,}|\u2026|[-\u2013\u2014])\s*(?=[^/:\n]+ / ))",
    re.MULTILINE,
)
_MAX_LINE = 2000
_SHOWN = 40  # characters by which a part is found in the text


def read(text: str, names_value: NamesValue) -> Grid | None:
    """Read the logic grid in a text; None if there is none.

    Raises:
        PuzzleError: the categories differ in size, or one lists a value twice.

    """
    text = _LABELLED.sub(r"\1: ", text)
    grid = _from_json(text) or _beside_tables(text, names_value)
    if grid is not None:
        _check(grid)
        return grid
    grid = _from_lines(text)
    if grid is None or not ((grid.declared and len(grid.categories) > 1) or _is_whole(grid)):
        grid = _from_prose(text, names_value) or grid
    elif (
        (not grid.declared or _unread_lists(grid))
        and (fuller := _from_prose(text, names_value))
        and _listed(fuller) > _listed(grid)
    ):
        grid = fuller
    if grid is None or len(grid.categories) < 2 or not (grid.declared or grid.parts):
        return None
    _check(grid)
    return grid


def _beside_tables(text: str, names_value: NamesValue) -> Grid | None:
    """Read a grid some of whose categories are in tables or vertical lists; None if there are none."""
    tables = tabled(text)
    grid = _from_prose(tables.rest, names_value, tables.categories) if tables else None
    if tables is None or grid is None:
        return None
    places = [text.find(part.raw.split("\n")[0][:_SHOWN]) for part in grid.parts]
    for start, part in reversed(tables.parts):
        before = sum(place < start for place in places)
        grid.parts.insert(before, part)
    return grid


def _listed(grid: Grid) -> int:
    """How many categories are more than places that the text only counts."""
    return sum(name not in grid.positions or any(name in part.gives for part in grid.parts) for name in grid.categories)


def _unread_lists(grid: Grid) -> bool:
    """Whether a sentence before the declared categories seems to list values too: it has an "and" or "or" in a list."""
    first = next((at for at, part in enumerate(grid.parts) if part.lists), 0)
    before = [part.body for part in grid.parts[:first] if not part.given]
    return any(re.search(r",\s[^,.;]+ (?:and|or) ", body) for body in before)


def _is_whole(grid: Grid) -> bool:
    """Whether the lines gave categories of equal size, and clues."""
    return (
        len(grid.categories) > 1 and len({len(values) for values in grid.categories.values()}) == 1 and bool(grid.given)
    )


def _from_prose(text: str, names_value: NamesValue, given: Mapping[str, list[str]] | None = None) -> Grid | None:
    found = read_prose(text, names_value, given)
    if found is None:
        return None
    grid = Grid(
        categories=found.categories, descriptions=found.descriptions, parts=found.parts, inferred=found.inferred
    )
    grid.positions += [
        name
        for name, values in grid.categories.items()
        if counts_up(values) and _NUMBERED_ROW.search(text) and re.search(rf"\b{re.escape(name)}\b", text)
    ]
    add_places(grid, text)
    return grid


def _check(grid: Grid) -> None:
    for name, values in grid.categories.items():
        seen: set[str] = set()
        for value in values:
            if value.casefold() in seen:
                raise PuzzleError(
                    f"The category '{name}' lists the value '{value}' twice; each value must be given once."
                )
            seen.add(value.casefold())
    sizes = {name: len(values) for name, values in grid.categories.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"'{name}' has {size}" for name, size in sizes.items())
        raise PuzzleError(f"The categories differ in size: {listed}. Every category needs the same number of values.")


def _from_json(text: str) -> Grid | None:
    """Read a JSON object with `variables` and `clues`, anywhere in the text."""
    for start in [match.start() for match in re.finditer(r"\{", text)][:20]:
        try:
            found, end = read_at(text, start)
        except ValueError:
            continue
        if isinstance(found, dict) and isinstance(found.get("variables"), dict) and "clues" in found:
            return _json_grid(found, [text[:start].strip(), text[end:].strip()])
    return None


def _json_grid(found: dict[str, object], around: list[str]) -> Grid | None:
    variables, clues = found["variables"], found["clues"]
    if not isinstance(variables, dict) or not all(isinstance(values, list) for values in variables.values()):
        return None
    categories = {str(name): [str(value) for value in values] for name, values in variables.items()}
    grid = Grid(categories=categories, declared=True)
    listed = (
        list(clues.items()) if isinstance(clues, dict) else list(enumerate(clues, 1)) if isinstance(clues, list) else []
    )
    grid.parts = _around(around[0])
    for count, (key, clue) in enumerate(listed, 1):
        said = clue.strip() if isinstance(clue, str) else _flat(clue)
        own = re.fullmatch(r"(?:clue\s*)?(\d+)", str(key), re.IGNORECASE)
        told = said if own else f"{key}: {said}"
        grid.parts.append(Part(told, told, int(own[1]) if own else count, given=True, marked=True))
    for key, value in found.items():
        if key not in ("variables", "clues"):
            grid.parts += _around(f"{key} {_flat(value)}")
    grid.parts += [
        Part(f"{name}: {', '.join(values)}", f"{name}: {', '.join(values)}", lists=True)
        for name, values in categories.items()
    ]
    grid.parts += _around(around[1])
    return grid


def _flat(value: object) -> str:
    """The words of a JSON value, without its punctuation."""
    return re.sub(r'[{}\[\]"|:,]+', " ", json.dumps(value, ensure_ascii=False)).strip()


def _around(text: str) -> list[Part]:
    """The sentences outside the categories and clues."""
    return [Part(piece, piece) for line in lines(text) for piece in sentences(line.text)]


def split_values(listed: str) -> list[str]:
    """Split a list into values: in backticks, else separated by semicolons or commas, with "and" before the last."""
    quoted = re.findall(r"`([^`]+)`", listed)
    if quoted:
        return [value.strip() for value in quoted]
    if " / " in listed and not re.search(r"[,;]", listed):
        return [part.strip() for part in listed.strip().rstrip(".").split(" / ")]
    mark = ";" if ";" in listed else ","
    between = r",(?!\d{3}\b)" if mark == "," else ";"  # the comma of "2,000" separates nothing
    parts = [part.strip() for part in re.split(between, listed.strip().rstrip("."))]
    if len(parts) > 1:
        parts[-1] = re.sub(r"^and\s+", "", parts[-1])
        # "red, green and white": the last comma may be missing.
        if " and " in parts[-1] and mark == "," and not re.search(r",\s*and\s+\S+$", listed):
            parts[-1:] = parts[-1].rsplit(" and ", 1)
    elif " and " in parts[0]:
        parts = parts[0].rsplit(" and ", 1)
    return [part.strip().strip("\"'\u201c\u201d").strip() for part in parts if part.strip()]


def _from_lines(text: str) -> Grid | None:
    grid = Grid()
    in_clues = False
    for line in lines(text):
        if len(line.text) > _MAX_LINE and not grid.categories:
            grid.parts.append(Part(line.text, line.raw))
        elif HEADING.match(line.text) or CATEGORIES_HEADING.match(line.text):
            in_clues = in_clues or bool(HEADING.match(line.text))
            grid.parts.append(Part(line.text, line.raw))
        elif in_clues:
            grid.parts.append(Part(line.text, line.raw, line.number, given=True, marked=line.marked))
        elif not _add_categories(grid, line):
            # Without a heading, clues start at the first numbered or bulleted line that lists no category.
            in_clues = bool(grid.categories) and line.marked
            if in_clues:
                grid.parts.append(Part(line.text, line.raw, line.number, given=True, marked=line.marked))
            else:
                grid.parts += [Part(piece, piece) for piece in sentences(line.text)]
    _drop_labels(grid)
    _merge_equal(grid)
    add_places(grid, text)
    return grid if grid.categories else None


def _merge_equal(grid: Grid) -> None:
    """Remove a category that has the same values as an earlier one: given in a sentence, and listed again."""
    seen: dict[frozenset[str], str] = {}
    for name, values in list(grid.categories.items()):
        key = frozenset(stem_of(re.sub(r"^(?:an?|the)\s+", "", value, flags=re.IGNORECASE)) for value in values)
        if key in seen and not all(value.isdecimal() for value in values):
            del grid.categories[name]
            grid.descriptions[seen[key]] += f" {grid.descriptions.pop(name, '')}"
        else:
            seen[key] = name


def _drop_labels(grid: Grid) -> None:
    """Remove what only looks like a category: "Difficulty: medium, ten minutes"."""
    sizes = [len(values) for values in grid.categories.values()]
    usual = max(set(sizes), key=sizes.count, default=0)
    odd = [name for name, values in grid.categories.items() if len(values) != usual and is_label(f"{name}: ")]
    for name in odd:
        del grid.categories[name]
    for part in grid.parts:
        if part.lists and any(part.body.startswith(f"{name}:") for name in odd):
            part.lists = False


def _add_categories(grid: Grid, line: Line) -> bool:
    """Read the categories that a line gives, as `name: values` or in sentences; False if it gives none."""
    if line.text.endswith("?"):
        return False
    pieces = _sentences(line.text)
    found: list[tuple[str, str, list[str]]] = []  # sentence, name, values
    asides: dict[str, str] = {}
    for piece in pieces:
        match = _PROSE_LIST.match(piece)
        values = split_values(_CALLED.sub("", match["values"])) if match and _lists_values(match) else []
        if any(len(sentences(value)) > 1 for value in values) or all(map(_DENIES.match, values)):
            values = []
        values, aside = _without_aside(values)
        asides[piece] = aside
        if match and len(values) > 1 and len(match["name"].split()) < 16:
            found.append((piece, match["name"].strip(), values))
    grid.declared |= bool(found) and ":" in line.text and len(pieces) == 1
    if not found:
        return False
    names = {piece: name for piece, name, _ in found}
    for piece in pieces:
        raw = line.raw if len(pieces) == 1 else piece
        if piece in names:
            rest = asides[piece] if re.match(r"^[^:.,]{1,60}:", piece) else f"{names[piece]} {asides[piece]}".strip()
            odd = _odd_values(next(values for other, _, values in found if other == piece))
            grid.parts.append(Part(piece, raw, lists=True, rest=rest, odd=odd))
        else:
            grid.parts += [Part(each, each) for each in sentences(piece)]
    for _, name, values in found:
        short = _name(name) or name
        key = short if short not in grid.categories else name
        grid.categories[key] = values
        grid.descriptions[key] = name
    return True


def _without_aside(values: list[str]) -> tuple[list[str], str]:
    """The values without a remark in brackets after the last: "Fiat, Ford, Opel (each has one)"."""
    aside = re.fullmatch(r"(.*\S)\s+\(([^()]*\s[^()]*)\)", values[-1]) if values else None
    if not aside or any("(" in value for value in values[:-1]):
        return values, ""
    return [*values[:-1], aside[1]], aside[2]


_CALLED = re.compile(r"^(?:called|named)\s+(?=[A-Z])")
_DENIES = re.compile(r"(?:no|not|never)\b", re.IGNORECASE)  # "Wanda: no harp, no tuba" is a clue
_ODD_VALUE = re.compile(
    r"[(]|\b(?:or|etc|none|both|unknown|who|whose|which|not|other|another|nobody|nothing|any|no)\b|\?|\.{3}|\u2026"
)  # lower case only: capitalised, they may be part of a name


def _odd_values(values: list[str]) -> str:
    """Why some of the listed items may not be values, or ""."""
    odd = [value for value in values if _ODD_VALUE.search(value)]
    return f"not all are values: {', '.join(odd)}" if odd else ""


def _lists_values(match: "re.Match[str]") -> bool:
    """Whether a match is a list: after a colon anything is, after "are" only what contains "and"."""
    colon = ":" in match[0][match.end("name") : match.start("values")]
    named = match["name"].strip().casefold() not in ("there", "here", "it", "they", "we", "you")
    return colon or (named and bool(re.search(r"\band\b", match["values"])))


def _sentences(body: str) -> list[str]:
    """Split a line that may list values, only where a sentence surely ends; `sentences` could split within a list."""
    if "`" in body or re.match(r"^[^:.,]{1,60}:\s", body):
        return [body]
    return [part.strip() for part in re.split(r"(?<=[a-z0-9)])\.\s+(?=[A-Z])", body) if part.strip()]


def _name(description: str) -> str:
    """A short name from "Each person has a unique name" or "The mothers' names in different houses are unique"."""
    short = description.strip().rstrip(":")
    if not re.search(r"\s", short):
        return short
    if re.search(r"\bare unique$", short):
        short = _NAME_TAIL.sub("", short)
        return re.sub(r"^the\s+", "", short, flags=re.IGNORECASE)
    counted = re.match(rf"^there (?:are|is) (?:{_COUNT}) (.+)$", short, re.IGNORECASE)
    if counted:
        return counted[1]
    lead = re.sub(_NAME_LEAD, "", short)
    return re.sub(r"^(?:unique|different|favou?rite)\s+", "", lead).strip() or short
