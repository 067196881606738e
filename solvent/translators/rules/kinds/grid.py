"""Logic grids: categories of equal size whose values belong together row by row."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from solvent.solvers.errors import SolventError
from solvent.solvers.program import Program
from solvent.translators.puzzle import Clue, Convention, Puzzle
from solvent.translators.rules.emit_cpmpy import CpMpy
from solvent.translators.rules.emit_minizinc import MiniZinc
from solvent.translators.rules.emit_ortools import OrTools
from solvent.translators.rules.emit_smtlib import SmtLib
from solvent.translators.rules.forms import read
from solvent.translators.rules.formula import Compare, Flag, Formula, atoms, both
from solvent.translators.rules.mentions import Lexicon, find, lexicon
from solvent.translators.rules.reading import Reading, read_clues
from solvent.translators.rules.shared import told_apart
from solvent.translators.rules.text.conventions import (
    EVERY,
    MOST_WAYS,
    Open,
    Orders,
    odd_beside,
    orders,
    settings,
    settles,
    without_conventions,
)
from solvent.translators.rules.text.genre import without_genre
from solvent.translators.rules.text.sorting import sort
from solvent.translators.rules.text.telling import Knowledge
from solvent.translators.rules.tokens import tokenise
from solvent.translators.rules.values import Category, Order, category, is_position

KIND = "logic grid"
ORDER = 100
TOLD_APART = ("distinct", "alike")  # readings that also settle which category a shared value is of
EMITTERS: dict[str, Callable[[Sequence[Category]], SmtLib | CpMpy | OrTools | MiniZinc]] = {
    "smtlib": SmtLib,
    "cpmpy": CpMpy,
    "ortools": OrTools,
    "minizinc": MiniZinc,
}


def decompose(text: str) -> Puzzle | None:
    """Of a grid, `data` holds `categories` ({name: [value, ...]}, in the text's order), `descriptions` ({name: words of
    the text about it}), `positions` (names of the categories that are places in a row), `inferred` ({name: why the
    values may be others, or nothing}) and `ways` (for each way to take what the text leaves open, {name: settings}).

    Raises:
        PuzzleError: categories of unequal size, or a value twice in one category.

    """
    grid = read(text)
    if grid is None:
        return None
    positions = grid.positions + [name for name, values in grid.categories.items() if is_position(name, values)]
    data: dict[str, Any] = {
        "categories": grid.categories,
        "descriptions": grid.descriptions,
        "positions": list(dict.fromkeys(positions)),
        "inferred": grid.inferred,
    }
    known = lexicon(categories_of(data))
    found = sort(grid.parts, _knowledge(known))
    if not (found.clues or grid.declared):
        return None
    texts, background = tuple(clue for _, clue in found.clues), "\n".join(found.background)
    left_open = orders(known.categories, found.told, texts, known)
    data["ways"], conventions = _ways(data, left_open, texts, background)
    readings = read_clues(categories_of(data), texts, background)
    clues = tuple(
        Clue(
            id=number,
            text=clue,
            understood=reading.meaning is not None and not reading.guesses,
            reason=reading.reason,
            guesses=reading.guesses,
        )
        for (number, clue), reading in zip(found.clues, readings, strict=True)
    )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=clues,
        answer_schema=_schema(grid.categories),
        data=data,
        background=tuple(found.background),
        passages=tuple(found.passages),
        conventions=conventions,
    )


def _knowledge(known: Lexicon) -> Knowledge:
    """What sorting the text's sentences needs to know of the categories."""

    def mentioned(sentence: str) -> str:
        named = find(tokenise(sentence), known, frozenset())
        return known.name(named[0].candidates[0]) if named else ""

    rows = len(known.categories[0].values)
    topics = frozenset(word for category in known.categories for word in category.words)
    return Knowledge(
        rows=rows,
        mentioned=mentioned,
        settles=lambda sentence: settles(sentence, known),
        without=lambda sentence: without_conventions(sentence, known),
        topics=topics,
        odd=lambda sentence: odd_beside(sentence, known, lambda rest: without_genre(rest, rows, topics)),
    )


def _ways(
    data: dict[str, Any], left_open: Orders, texts: tuple[str, ...], background: str
) -> tuple[list[dict[str, Any]], tuple[Convention, ...]]:
    """The settings under each way to take what the text leaves open, as far as that changes what some clue means."""

    def meant(choices: Sequence[Open], way: int) -> list[Any]:
        chosen = {**data, "ways": [settings(Orders(left_open.decided, list(choices)), way)]}
        categories = categories_of(chosen)
        meanings = [reading.meaning for reading in read_clues(categories, texts, background)]
        parts = (atom for meaning in meanings if meaning for atom in atoms(meaning.literal))
        compared = {atom.category for atom in parts if isinstance(atom, Compare)}
        return [*meanings, *(categories[number].quantities for number in sorted(compared))]

    usual = meant(left_open.open, 0) if left_open.open else []
    matter = [
        choice
        for choice in left_open.open
        if any(
            meant([choice, *(other for other in left_open.open if other is not choice)], way) != usual
            for way in range(1, len(choice.settings))
        )
    ]
    rest = [choice for choice in left_open.open if choice not in matter]
    count = prod(len(choice.settings) for choice in matter)
    chosen = Orders(left_open.decided, [*matter, *rest])
    ways = range(min(count, MOST_WAYS))
    return [dict(settings(chosen, way)) for way in ways], tuple(choice.convention for choice in matter)


def preferred(_: Puzzle) -> str:
    """SMT-LIB: z3 has the shortest start."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """None: a clash of two clues is seldom seen without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, reading: str, way: int = 0) -> Program:
    """The program of the clues that are understood, and of those that were guessed where the reading takes guesses."""
    stated = [
        (clue.id, formula)
        for clue, read_as in zip(puzzle.clues, _readings(puzzle, way), strict=True)
        if (formula := _formula(read_as, reading)) is not None
    ]
    if reading in TOLD_APART:
        stated = told_apart(stated, by_manner=reading == "alike")
    if framework not in EMITTERS:
        raise SolventError(f"The rules do not write '{framework}'; they write {', '.join(EMITTERS)}.")
    return EMITTERS[framework](categories_of(puzzle.data, way)).program(stated)


def readings(puzzle: Puzzle) -> tuple[str, ...]:
    """The readings that differ for this puzzle, the strictest first."""
    found = _readings(puzzle, 0)
    meanings = [reading.meaning for reading in found if reading.meaning]
    flags = any(isinstance(atom, Flag) for meaning in meanings for atom in atoms(meaning.literal))
    differ = {
        "literal": True,
        "implied": any(meaning.implied for meaning in meanings),
        "guessed": any(reading.guesses for reading in found),
        "distinct": flags,
        "alike": flags,
    }
    return tuple(name for name, different in differ.items() if different)


def _readings(puzzle: Puzzle, way: int) -> tuple[Reading, ...]:
    return read_clues(
        categories_of(puzzle.data, way), tuple(clue.text for clue in puzzle.clues), "\n".join(puzzle.background)
    )


def _formula(read_as: Reading, reading: str) -> Formula | None:
    if read_as.meaning is None or (read_as.guesses and reading in ("literal", "implied")):
        return None
    if reading != "literal" and read_as.meaning.implied:
        return both(read_as.meaning.literal, *read_as.meaning.implied)
    return read_as.meaning.literal


def categories_of(data: dict[str, Any], way: int = 0) -> tuple[Category, ...]:
    """The parsed categories of a puzzle's `data`, under one way to take what its text leaves open."""
    described = data.get("descriptions", {})
    positions = frozenset(data.get("positions", ()))
    chosen = data.get("ways", [{}])[way]
    return tuple(
        _category(
            name,
            tuple(values),
            described.get(name, ""),
            name in positions,
            Order(**{**chosen.get(EVERY, {}), **chosen.get(name, {})}),
        )
        for name, values in data["categories"].items()
    )


@lru_cache(maxsize=1024)
def _category(name: str, values: tuple[str, ...], description: str, position: bool, order: Order) -> Category:
    return category(name, values, description, position=position, order=order)


def _schema(categories: dict[str, list[str]]) -> dict[str, Any]:
    """A JSON schema of the answer: a row object per value of the first category."""
    size = len(next(iter(categories.values())))
    return {
        "type": "array",
        "minItems": size,
        "maxItems": size,
        "items": {
            "type": "object",
            "properties": {name: {"enum": values} for name, values in categories.items()},
            "required": list(categories),
            "additionalProperties": False,
        },
    }
