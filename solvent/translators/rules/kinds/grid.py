"""Logic grids: categories of equal size whose values belong together row by row."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from solvent.solvers.errors import SolventError
from solvent.solvers.program import Program
from solvent.translators.puzzle import Clue, Puzzle
from solvent.translators.rules.emit_cpmpy import CpMpy
from solvent.translators.rules.emit_minizinc import MiniZinc
from solvent.translators.rules.emit_ortools import OrTools
from solvent.translators.rules.emit_smtlib import SmtLib
from solvent.translators.rules.forms import Grid, read
from solvent.translators.rules.formula import Formula, both
from solvent.translators.rules.mentions import find, lexicon
from solvent.translators.rules.reading import Reading, read_clues
from solvent.translators.rules.shared import told_apart
from solvent.translators.rules.text.sorting import Sorted, sort
from solvent.translators.rules.tokens import tokenise
from solvent.translators.rules.values import Category, category, is_position

KIND = "logic grid"
ORDER = 100
EMITTERS: dict[str, Callable[[Sequence[Category]], SmtLib | CpMpy | OrTools | MiniZinc]] = {
    "smtlib": SmtLib,
    "cpmpy": CpMpy,
    "ortools": OrTools,
    "minizinc": MiniZinc,
}


def decompose(text: str) -> Puzzle | None:
    """Of a grid, `data` holds `categories` ({name: [value, ...]}, in the text's order), `descriptions` ({name: words of
    the text about it}) and `positions` (names of the categories that are places in a row).

    Raises:
        PuzzleError: categories of unequal size, or a value twice in one category.

    """
    grid = read(text)
    if grid is None:
        return None
    positions = grid.positions + [name for name, values in grid.categories.items() if is_position(name, values)]
    data = {
        "categories": grid.categories,
        "descriptions": grid.descriptions,
        "positions": list(dict.fromkeys(positions)),
    }
    found = _sorted(grid, categories_of(data))
    if not (found.clues or grid.declared):
        return None
    background = tuple(found.background)
    readings = read_clues(categories_of(data), tuple(clue for _, clue in found.clues), "\n".join(background))
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
        background=background,
        passages=tuple(found.passages),
    )


def _sorted(grid: Grid, categories: tuple[Category, ...]) -> Sorted:
    """The parts of the text with their roles."""
    known = lexicon(categories)

    def mentioned(sentence: str) -> str:
        named = find(tokenise(sentence), known, frozenset())
        return known.name(named[0].candidates[0]) if named else ""

    return sort(grid.parts, len(categories[0].values), mentioned, lambda _: False)


def preferred(_: Puzzle) -> str:
    """SMT-LIB: z3 has the shortest start."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """None: a clash of two clues is seldom seen without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, reading: str) -> Program:
    """The program of the clues that are understood."""
    stated = [
        (clue.id, formula)
        for clue, read_as in zip(puzzle.clues, _readings(puzzle), strict=True)
        if (formula := _formula(read_as, reading)) is not None
    ]
    if reading in ("distinct", "alike"):
        stated = told_apart(stated, by_manner=reading == "alike")
    if framework not in EMITTERS:
        raise SolventError(f"The rules do not write '{framework}'; they write {', '.join(EMITTERS)}.")
    return EMITTERS[framework](categories_of(puzzle.data)).program(stated)


def _readings(puzzle: Puzzle) -> tuple[Reading, ...]:
    return read_clues(
        categories_of(puzzle.data), tuple(clue.text for clue in puzzle.clues), "\n".join(puzzle.background)
    )


def _formula(read_as: Reading, reading: str) -> Formula | None:
    if read_as.meaning is None:
        return None
    if reading != "literal" and read_as.meaning.implied:
        return both(read_as.meaning.literal, *read_as.meaning.implied)
    return read_as.meaning.literal


def categories_of(data: dict[str, Any]) -> tuple[Category, ...]:
    """The parsed categories of a puzzle's `data`."""
    described = data.get("descriptions", {})
    positions = frozenset(data.get("positions", ()))
    return tuple(
        _category(name, tuple(values), described.get(name, ""), name in positions)
        for name, values in data["categories"].items()
    )


@lru_cache(maxsize=1024)
def _category(name: str, values: tuple[str, ...], description: str, position: bool) -> Category:
    return category(name, values, description, position=position)


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
