"""The forms of text in which a logic grid comes: categories with their values, and clues."""

import json
import re
from dataclasses import dataclass, field

from solvent.solvers.errors import SolventError
from solvent.translators.rules.running_prose import read_prose
from solvent.translators.rules.words import NUMBER_WORDS


class PuzzleError(SolventError):
    """The text is a logic grid that cannot have an answer as it stands; the message names the place."""


@dataclass
class Grid:
    """A logic grid as read: `categories` in the text's order, `positions` those that are places in a row."""

    categories: dict[str, list[str]] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    clues: list[tuple[int, str]] = field(default_factory=list)
    background: list[str] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    declared: bool = False  # some category is given as such, not only in a sentence that lists things


_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d+[.)]|\(\d+\))\s+")
_NUMBERED = re.compile(r"^\s*\(?(\d+)[.):]\s+(.*)$")
_CLUES_HEADING = re.compile(
    r"^\W*(?:the\s+)?(?:clues?|constraints?|hints?|rules|facts)\b[^.]{0,40}:?\W*$", re.IGNORECASE
)
_COUNT = "|".join([*NUMBER_WORDS, r"\d+"])
_ROW_OF_HOUSES = re.compile(
    rf"\b({_COUNT})\s+(?:\w+\s+){{0,2}}(houses|cottages|homes|huts|villas|bungalows|chalets)\b", re.IGNORECASE
)
_PROSE_LIST = re.compile(
    r"^(?P<name>[^:]{3,80}?)(?:\s+(?:are|is|were|was|include)(?:\s*:|(?=\s[^:]*,)(?!\s+each\b))|\s*:)\s+(?P<values>.+?)[.]?$"
)
_NAME_LEAD = re.compile(
    r"^.*\b(?:unique|different|distinct|favou?rite|own|by their|are of|has an?|have an?|an|the|their|its)\b\s+(?=\S)",
    re.IGNORECASE,
)
_NAME_TAIL = re.compile(r"\s+(?:are|is|were|in different houses|of the \w+)\b.*$", re.IGNORECASE)
_MAX_LINE = 2000


def read(text: str) -> Grid | None:
    """The logic grid in a text, or None when the text is none.

    Raises:
        PuzzleError: categories of unequal size, or a value twice in a category.

    """
    grid = _from_json(text) or _from_lines(text)
    if grid is None or not ((grid.declared and len(grid.categories) > 1) or _is_whole(grid)):
        grid = _from_prose(text) or grid
    elif not grid.declared and (fuller := _from_prose(text)) and len(fuller.categories) > len(grid.categories):
        grid = fuller
    if grid is None or len(grid.categories) < 2 or not (grid.clues or grid.declared):
        return None
    _check(grid)
    return grid


def _is_whole(grid: Grid) -> bool:
    """Whether lines gave categories of one size, and clues."""
    return (
        len(grid.categories) > 1 and len({len(values) for values in grid.categories.values()}) == 1 and bool(grid.clues)
    )


def _from_prose(text: str) -> Grid | None:
    found = read_prose(text)
    if found is None or not found["clues"]:
        return None
    grid = Grid(categories=found["categories"], clues=found["clues"], background=found["background"])
    grid.descriptions = found["descriptions"]
    _add_houses(grid, text)
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
    """A JSON object of `variables` and `clues`, somewhere in the text."""
    for start in [match.start() for match in re.finditer(r"\{", text)][:20]:
        try:
            found, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
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
    for count, (key, clue) in enumerate(listed, 1):
        grid.clues.append((int(key) if str(key).isdecimal() else count, str(clue).strip()))
    grid.background = [line for line in around[:1] if line]
    return grid


def split_values(listed: str) -> list[str]:
    """The values of a list: in backticks, or separated by semicolons, else commas, with "and" before the last."""
    quoted = re.findall(r"`([^`]+)`", listed)
    if quoted:
        return [value.strip() for value in quoted]
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
    lines = [line.strip() for line in text.splitlines()]
    for at, line in enumerate(lines):
        if not line or (len(line) > _MAX_LINE and not grid.categories):
            continue
        if _CLUES_HEADING.match(line):
            in_clues = True
        elif in_clues:
            _add_clue(grid, line)
        elif not _add_categories(grid, line):
            in_clues = _starts_clues(grid, lines, at)
            if in_clues:
                _add_clue(grid, line)
            else:
                grid.background.append(line)
    _add_houses(grid, text)
    return grid if grid.categories else None


def _starts_clues(grid: Grid, lines: list[str], at: int) -> bool:
    """Without a heading, clues start at the first numbered or bulleted line after the categories that is none."""
    return bool(grid.categories) and bool(_BULLET.match(lines[at]))


def _add_clue(grid: Grid, line: str) -> None:
    numbered = _NUMBERED.match(line)
    clue = numbered[2].strip() if numbered else _BULLET.sub("", line).strip()
    if numbered:
        grid.clues.append((int(numbered[1]), clue))
    elif re.search(r"\w", clue):
        grid.clues.append((grid.clues[-1][0] + 1 if grid.clues else 1, clue))


def _add_categories(grid: Grid, line: str) -> bool:
    """Reads the categories that a line gives, if it does: `name: values`, or sentences that list values."""
    body = _BULLET.sub("", line)
    if re.match(r"^\W*categories\W*$", body, re.IGNORECASE):
        return True
    found = [match for part in _sentences(body) if (match := _PROSE_LIST.match(part)) and _lists_values(match)]
    lists = [(match["name"].strip(), split_values(match["values"])) for match in found]
    lists = [(name, values) for name, values in lists if len(values) > 1 and len(name.split()) < 16]
    grid.declared |= bool(lists) and ":" in body and len(_sentences(body)) == 1
    for name, values in lists:
        short = _name(name) or name
        key = short if short not in grid.categories else name
        grid.categories[key] = values
        grid.descriptions[key] = name
    if lists and len(found) < len(_sentences(body)):
        grid.background.append(line)
    return bool(lists)


def _lists_values(match: "re.Match[str]") -> bool:
    """Whether a sentence lists: after a colon anything does, after "are" only what ends in "and ..."."""
    colon = ":" in match[0][match.end("name") : match.start("values")]
    named = match["name"].strip().casefold() not in ("there", "here", "it", "they", "we", "you")
    return colon or (named and bool(re.search(r"\band\b", match["values"])))


def _sentences(body: str) -> list[str]:
    if "`" in body or re.match(r"^[^:.,]{1,60}:\s", body):
        return [body]
    return [part.strip() for part in re.split(r"(?<=[a-z0-9)])\.\s+(?=[A-Z])", body) if part.strip()]


def _name(description: str) -> str:
    """A short name out of "Each person has a unique name" or "The mothers' names in different houses are unique"."""
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


def _add_houses(grid: Grid, text: str) -> None:
    """Houses in a row, which the text counts but does not list, come first."""
    row = _ROW_OF_HOUSES.search(text)
    if not row or not grid.categories or any(name.casefold() in ("house", "houses") for name in grid.categories):
        return
    before_clues = grid.clues[0][1] if grid.clues else ""
    if before_clues and text.find(before_clues) < row.start():
        return
    count = (
        NUMBER_WORDS.get(row[1].lower(), 0) or int(row[1])
        if row[1].isdecimal() or row[1].lower() in NUMBER_WORDS
        else 0
    )
    if 2 <= count <= 99:
        name = row[2].capitalize().removesuffix("s")
        grid.categories = {name: [str(number + 1) for number in range(count)], **grid.categories}
        grid.positions.append(name)
