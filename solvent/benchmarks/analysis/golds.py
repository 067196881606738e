"""Gold answers: in the shape and spelling of an answer, and what is wrong with one whatever the clues say."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solvent.benchmarks.analysis.differences import Difference
from solvent.benchmarks.grid import Grid, align, read_answer
from solvent.explanations.spelling import meaning, plain
from solvent.translators import Puzzle
from solvent.translators.rules.kinds import crossword, cryptogram, drop_quote, sudoku
from solvent.translators.rules.text.words import is_english

_ENTRY = re.compile(r"\d+-(?:Across|Down)")
_LONG, _ENOUGH = 4, 5  # letters of a word that a dictionary has to know; so many words tell whether a text is English


def expressed(gold: Any, answer: Any) -> list[Any]:
    """Give a gold answer in the shape and spelling of an answer; empty if that is impossible.

    The rows of a table come in as many orders as it has columns: which one a program expects is its own business.
    """
    table, mine = read_answer(gold), read_answer(answer)
    if table is not None and mine is not None:
        spelled = _spelled(table, mine)
        return [] if spelled is None else list(_in_orders(spelled, mine, answer))
    if _is_grid(gold) and _is_grid(answer):
        return _retyped(gold, answer)
    if isinstance(gold, Mapping) and isinstance(answer, Mapping):
        if isinstance(answer.get("grid"), list) and isinstance(gold.get("text"), str):
            grid = _poured(gold["text"], answer["grid"])
            return [] if grid is None else [{**gold, "grid": grid}]
        return [gold] if gold.keys() == answer.keys() else []
    return [gold] if type(gold) is type(answer) and not isinstance(gold, list) else []


def spellings(gold: Any, answer: Any) -> list[Difference]:
    """List the cells that a gold table spells unlike an answer of the same meaning, each once, apart from case."""
    table, mine = read_answer(gold), read_answer(answer)
    spelled = _spelled(table, mine) if table and mine else None
    if table is None or spelled is None:
        return []
    found = []
    for row, other in zip(table.rows, spelled.rows, strict=True):
        for name, cell in zip(spelled.columns, other, strict=True):
            if plain(cell) not in map(plain, row):
                said = next(
                    (each for each in row if meaning(each, spelled.column(spelled.columns.index(name))) == cell), ""
                )
                found.append(Difference(name, said, cell))
    return list(dict.fromkeys(found))


def flaw(puzzle: Puzzle, gold: Any, answer: Any = None) -> str:
    """Say what is wrong with a gold answer by the rules of its kind of puzzle, as the rules read it; "" for nothing."""
    table, mine = read_answer(gold), read_answer(answer)
    if table is not None:
        return next(_repeated(table, mine), "")
    if isinstance(puzzle.payload, sudoku.Sudoku) and _is_grid(gold):
        return next(_broken_rules(puzzle.payload, gold), "")
    if puzzle.kind == cryptogram.KIND and isinstance(gold, Mapping) and isinstance(gold.get("text"), str):
        return _not_english(gold["text"])
    return ""


def stated(puzzle: Puzzle, gold: Any) -> Any:
    """Give the gold answer of a word puzzle in the shape of the rules' program; None if it has another shape.

    A drop quote whose letters do not fill the cells has no grid.
    """
    if not isinstance(gold, Mapping):
        return None
    if puzzle.kind == crossword.KIND:
        return gold if all(_ENTRY.fullmatch(str(key)) for key in gold) else None
    if not isinstance(gold.get("text"), str) or not isinstance(gold.get("mapping"), Mapping):
        return None
    if isinstance(puzzle.payload, drop_quote.DropQuote):
        cells = [["A" if cell == "_" or cell.isdecimal() else cell for cell in row] for row in puzzle.payload.grid]
        return {**gold, "grid": _poured(gold["text"], cells)}
    return gold


def _spelled(table: Grid, mine: Grid) -> Grid | None:
    return align(table.rows, mine.columns, [mine.column(at) for at in range(len(mine.columns))])


def _in_orders(spelled: Grid, mine: Grid, answer: Sequence[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    typed = [{str(row.get(name)): row.get(name) for row in answer} for name in mine.columns]
    for at in range(len(mine.columns)):
        order = {cell: place for place, cell in enumerate(mine.column(at))}
        rows = sorted(spelled.rows, key=lambda row, order=order, at=at: order[row[at]])  # type: ignore[misc]
        yield [
            {name: values[cell] for name, values, cell in zip(mine.columns, typed, row, strict=True)} for row in rows
        ]


def _is_grid(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)


def _retyped(gold: list[list[Any]], answer: list[list[Any]]) -> list[Any]:
    """Give a grid the types of another one of the same size, such as numbers for digits."""
    if [len(row) for row in gold] != [len(row) for row in answer]:
        return []
    known = {str(cell): cell for cell in itertools.chain(*answer)}
    return [[[known.get(str(cell), cell) for cell in row] for row in gold]]


def _poured(text: str, grid: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Write the letters of a text into the cells of a grid that hold a letter; None if their numbers differ."""
    letters = iter([sign for sign in text.upper() if sign.isalpha()])
    filled = [[next(letters, "") if cell.isalpha() else cell for cell in row] for row in grid]
    whole = next(letters, None) is None and all(cell or not old for row, olds in zip(filled, grid, strict=True)
                                                for cell, old in zip(row, olds, strict=True))  # fmt: skip
    return filled if whole else None


def _repeated(table: Grid, mine: Grid | None) -> Iterator[str]:
    """Find values that a category of a table repeats, where the first one does or the answer repeats none."""
    once = mine is not None and all(len(set(mine.column(at))) == len(mine.rows) for at in range(len(mine.columns)))
    for at, name in enumerate(table.columns):
        for cell, count in Counter(table.column(at)).items():
            if count > 1 and (at == 0 or once):
                yield f"{name} has {cell or 'an empty cell'} in {count} rows"


def _broken_rules(rules: sudoku.Sudoku, gold: list[list[Any]]) -> Iterator[str]:
    size = len(rules.symbols)
    if len(gold) != size or any(len(row) != size for row in gold):
        yield f"the grid is not {size} by {size}"
        return
    symbols = {str(symbol) for symbol in rules.symbols}
    for i, j in itertools.product(range(size), repeat=2):
        if str(gold[i][j]) not in symbols:
            yield f"row {i + 1}, column {j + 1} has {gold[i][j]!r}"
    for i, j, number in rules.givens:
        given = rules.symbols[number - 1]
        if str(gold[i][j]) != str(given):
            yield f"row {i + 1}, column {j + 1} is given as {given}, not {gold[i][j]}"
    for cells in rules.groups:
        for symbol, count in Counter(str(gold[i][j]) for i, j in cells).items():
            if count > 1:
                yield f"{_named(cells)} has {symbol} {count} times"


def _named(cells: Sequence[tuple[int, int]]) -> str:
    rows, columns = {i for i, _ in cells}, {j for _, j in cells}
    if len(rows) == 1:
        return f"row {min(rows) + 1}"
    if len(columns) == 1:
        return f"column {min(columns) + 1}"
    return f"the region of row {cells[0][0] + 1}, column {cells[0][1] + 1}"


def _not_english(text: str) -> str:
    words = [word for word in "".join(sign if sign.isalpha() else " " for sign in text).split() if len(word) >= _LONG]
    known = sum(is_english(word.lower()) for word in words)
    return f"of {len(words)} long words only {known} are English" if len(words) >= _ENOUGH > 2 * known else ""
