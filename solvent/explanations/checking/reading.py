"""Answers and marks as people and programs write them, read as facts.

What is read: what `solve` prints, its object with `--json`, JSON of the answer's shape or of a part of it, facts as
`explain` writes them, tables in Markdown, CSV and TSV, lines such as "Ada: cat, tea" and, of a board, its rows or all
its signs in one line.
"""

import json
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from solvent.explanations.checking import tables
from solvent.explanations.checking.grids import GridReader
from solvent.explanations.checking.shape import at, layout_for, shape_of, statement_of
from solvent.explanations.facts import Fact
from solvent.explanations.layout import leaves, parts, pointer
from solvent.explanations.subject import Subject
from solvent.solvers.errors import InputError

_WRAPPERS = ("answer", "solution", "grid")
_OPEN = frozenset(".?_*-xX□")  # signs of cells in which nothing is known; 0, too, if no cell holds one
_LINES_OF_BOXES = re.compile(r"[|│┃¦,;]")
_PAIR = re.compile(r"\s*([^=:,;\n]+?)\s*[=:]\s*([^,;\n]+?)\s*(?:[,;\n]|$)")
_IS_NOT = re.compile(r"\s*(?:!=|<>|≠)\s*")
_MAPPED = re.compile(r"(\S)=(\S)")
_FACT = {"row", "column", "path", "value", "holds"}


def read_answer(text: str, subject: Subject) -> Any:
    """The answer, or part of one, that a text writes: a JSON value of the answer's shape, null where it says nothing.

    What it denies is left out. Raises InputError as `marks_of` does.
    """
    return statement_of((fact for fact in marks_of(text, subject) if fact.holds), subject)


def marks_of(text: str, subject: Subject) -> tuple[Fact, ...]:
    """What a text says of an answer, in the order of the text; of a whole answer, all of it.

    Raises InputError if the text cannot be read, names what the puzzle does not have, or puts two values in one place.
    """
    if not text.strip():
        raise InputError("The answer is empty: give a table, JSON, or lines such as 'Ada: cat, tea'.")
    try:
        value = json.loads("\n".join(tables.body(text)))
    except (ValueError, RecursionError):
        facts = _of_text(text, subject)
    else:
        facts = _of_json(value, text, subject)
    if not facts:
        raise InputError("The answer says nothing of any place: give a table, JSON, or lines such as 'Ada: cat, tea'.")
    return _consistent(facts)


def marks_in(value: Any, subject: Subject) -> tuple[Fact, ...]:
    """What an answer, or a part of one, says that is given as a JSON value, in any of the forms of JSON above.

    Raises InputError as `marks_of` does.
    """
    return _consistent(_of_json(value, "", subject))


def _consistent(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    held: dict[Any, Fact] = {}
    for fact in facts:
        if fact.holds and (other := held.setdefault(fact.place, fact)).value != fact.value:
            place = fact.path if fact.path is not None else f"{fact.row}, {fact.column}"
            raise InputError(f"The answer gives two values for one place ({place}): {other.value} and {fact.value}.")
    return tuple({(fact.place, str(fact.value), fact.holds): fact for fact in facts}.values())


# JSON


def _of_json(value: Any, text: str, subject: Subject) -> list[Fact]:
    match value:
        case {"status": str(), "answer": None}:
            raise InputError("The object holds no answer: `solve` found none.")
        case {"status": str(), "answer": answer}:
            return _of_json(answer, "", subject)
        case {"status": str(), "steps": [*steps], **rest}:
            derived = [fact for step in steps if isinstance(step, dict) for fact in step.get("derives", ())]
            known: Any = rest.get("known") or ()
            return _given([*known, *derived], subject)
        case [*items] if items and all(_is_fact(item, subject) for item in items):
            return _given(items, subject)
        case str() | int() | float() | bool() if text:
            return _of_text(text, subject)
    layout = layout_for(subject)
    if layout.shape != "other" and isinstance(value, dict) and len(value) == 1 and {*value} <= {*_WRAPPERS}:
        (value,) = value.values()
    if layout.shape == "grid":
        return _grid(value, _reader(subject))
    if layout.shape == "board" and isinstance(value, list):
        return _board(value, subject)
    return _parts(value, shape_of(subject), "")


def _is_fact(item: Any, subject: Subject) -> bool:
    if isinstance(item, Fact):
        return True
    own = set(map(str, layout_for(subject).columns))
    named = isinstance(item, dict) and "value" in item and item.keys() <= _FACT and not item.keys() & own
    return named and ("path" in item or {"row", "column"} <= item.keys())


def _given(items: Sequence[Any], subject: Subject) -> list[Fact]:
    """Facts, with their places and values spelled as in the puzzle."""
    facts, layout = [], layout_for(subject)
    try:
        for fact in (item if isinstance(item, Fact) else Fact(**item) for item in items):
            if layout.shape == "grid" and fact.path is None:
                said = _reader(subject).of_table([[fact.row, fact.value]], [layout.columns[0], fact.column])
                facts += [each.model_copy(update={"holds": fact.holds}) for each in said]
            else:
                place = layout.place(fact)
                facts.append(layout.fact(place, _alike(fact.value, at(shape_of(subject), place)), holds=fact.holds))
    except (TypeError, ValueError) as error:
        raise InputError(f"These facts cannot be used: {error}.") from error
    except LookupError as error:
        raise InputError(f"The answer of this puzzle has no such place: {error.args[0]}.") from error
    return facts


def _reader(subject: Subject) -> GridReader:
    return GridReader(layout_for(subject), closed=bool(subject.puzzle.entities))


def _grid(value: Any, reader: GridReader) -> list[Fact]:
    match value:
        case {"header": [*header], "rows": [*rows], **rest} if not rest and all(isinstance(r, list) for r in rows):
            return reader.of_table(rows, header)
        case [*rows] if rows and all(isinstance(row, dict) for row in rows):
            names = list(dict.fromkeys(key for row in rows for key in row))
            return reader.of_table([[row.get(name) for name in names] for row in rows], names)
        case [*rows] if rows and all(isinstance(row, list) for row in rows):
            headed = reader.is_header(rows[0])
            return reader.of_table(rows[headed:], rows[0] if headed else None)
        case dict() if value and all(isinstance(key, str) for key in value):
            first = reader.layout.columns[0]
            if all(isinstance(each, dict) for each in value.values()):
                return _grid([{first: key, **each} for key, each in value.items()], reader)
            if any(reader.names_row(key) for key in value):
                lists = {key: each if isinstance(each, list) else [each] for key, each in value.items()}
                return reader.of_table([[key, *each] for key, each in lists.items()], None)
            return _grid([value], reader)
    raise InputError(
        "The answer of this puzzle is a list of rows, each an object with the keys "
        f"{', '.join(map(str, reader.layout.columns))}; this is something else."
    )


def _board(rows: Sequence[Any], subject: Subject) -> list[Fact]:
    layout, shape = layout_for(subject), shape_of(subject)
    height, width = len(layout.rows), len(layout.columns)
    if len(rows) != height or any(not isinstance(row, list | tuple) or len(row) != width for row in rows):
        raise InputError(f"The answer of this puzzle has {height} rows of {width} cells; this has another shape.")
    zeros = any(value in (0, "0") for _, value in leaves(shape))
    return [
        layout.fact(pointer(number, place), _alike(cell, shape[number][place]))
        for number, row in enumerate(rows)
        for place, cell in enumerate(row)
        if cell is not None and str(cell) not in _OPEN and (zeros or cell not in (0, "0"))
    ]


def _parts(value: Any, shape: Any, place: str) -> list[Fact]:
    """What each part of an answer of another shape says; lists of another length are one part each."""
    if value is None:
        return []
    where = f" at {place}" if place else ""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            raise InputError(f"The answer of this puzzle has an object{where}, with {', '.join(shape)}; this has not.")
        if unknown := [key for key in value if key not in shape]:
            near = get_close_matches(unknown[0], shape, n=2)
            hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(shape)}."
            raise InputError(f"'{unknown[0]}' is no part of the answer of this puzzle{where}; {hint}")
        return [fact for key, each in value.items() for fact in _parts(each, shape[key], place + pointer(key))]
    if isinstance(shape, list) and isinstance(value, list) and len(shape) == len(value):
        return [fact for n, each in enumerate(value) for fact in _parts(each, shape[n], place + pointer(n))]
    if isinstance(value, dict) or isinstance(value, list) != isinstance(shape, list):
        raise InputError(f"The answer of this puzzle has another shape{where}: one like {json.dumps(shape)[:200]}.")
    return [Fact(path=place, value=_alike(value, shape))]


def _alike(value: Any, model: Any) -> Any:
    """A value as the answer writes it: a number if it is one there, a text if it is a text."""
    if isinstance(value, str) and (model is None or (isinstance(model, int | float) and not isinstance(model, bool))):
        if re.fullmatch(r"[+-]?\d+", value.strip()):
            return int(value)
        if re.fullmatch(r"[+-]?\d*\.\d+", value.strip()):
            return float(value)
    if isinstance(value, str) and isinstance(model, bool) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    if isinstance(model, str) and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


# Plain text


def _of_text(text: str, subject: Subject) -> list[Fact]:
    lines, layout = tables.body(text), layout_for(subject)
    if not any(line.strip() for line in lines):
        raise InputError("There is no answer in this text, only the status of one.")
    if layout.shape == "board":
        return _board(_signs(lines, subject), subject)
    if layout.shape == "other":
        return _named_parts(lines, subject)
    reader = _reader(subject)
    rows = tables.table_of(lines, reader.is_header)
    if rows:
        headed = reader.is_header(rows[0])
        return reader.of_table(rows[headed:], rows[0] if headed else None)
    filled = [line for line in lines if line.strip()]
    return reader.of_table([tables.row_of(line, reader.names_row, reader.known) for line in filled], None)


def _signs(lines: Sequence[str], subject: Subject) -> list[list[str]]:
    """The cells of a board: a line for each row, or all in one line."""
    width = len(layout_for(subject).columns)
    rows = [_LINES_OF_BOXES.sub(" ", line).split() for line in lines if re.search(r"[^\W_]|\.|_|\?", line)]
    cells = [row if len(row) == width else list("".join(row)) for row in rows]
    if len(cells) == 1 and len(cells[0]) > width:
        (signs,) = cells
        return [signs[start : start + width] for start in range(0, len(signs), width)]
    return cells


def _named_parts(lines: Sequence[str], subject: Subject) -> list[Fact]:
    """What lines such as "S = 9" say of the parts of an answer, or a decoded text with its mapping."""
    shape = shape_of(subject)
    if not isinstance(shape, dict | list):
        return _parts("\n".join(lines).strip().strip('"'), shape, "")
    if isinstance(shape, dict) and {"text", "mapping"} <= shape.keys():
        return _decoded(lines, shape)
    names: dict[str, list[str]] = {}
    for place, _ in leaves(shape):
        for name in dict.fromkeys((place, ".".join(parts(place)), parts(place)[-1])):
            names.setdefault(name.casefold(), []).append(place)
    said = [(name.strip(), value) for line in lines for name, value in _PAIR.findall(_IS_NOT.sub("= not ", line))]
    if not said:
        raise InputError(f"This is no answer of this puzzle: give JSON like {json.dumps(shape)[:200]}.")
    facts = []
    for name, value in said:
        places = names.get(name.casefold(), [])
        if len(places) != 1:
            near = get_close_matches(name.casefold(), names, n=2)
            hint = "it is the name of several" if places else f"did you mean {' or '.join(near)}?" if near else ""
            raise InputError(f"'{name}' is no part of the answer of this puzzle; {hint or f'it has {_some(names)}.'}")
        denied = re.match(r"not\s+(?=\S)", value, re.IGNORECASE)
        meant = value[denied.end() if denied else 0 :].strip()
        if meant not in _OPEN:
            facts.append(Fact(path=places[0], value=_alike(meant, at(shape, places[0])), holds=not denied))
    return facts


def _some(names: Iterable[str]) -> str:
    return ", ".join([name for name in names if "/" not in name][:12])


def _decoded(lines: Sequence[str], shape: dict[str, Any]) -> list[Fact]:
    """A text and its mapping, as `solve` prints them; either may be missing."""
    mapped = [line for line in lines if line.split() and all(_MAPPED.fullmatch(each) for each in line.split())]
    text = next((line.strip() for line in lines if line.strip() and line not in mapped), None)
    value = {"text": text, "mapping": {sign: meant for line in mapped for sign, meant in _MAPPED.findall(line)}}
    return _parts(value, shape, "")
