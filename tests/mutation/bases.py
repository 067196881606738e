"""Complete puzzles whose meaning is known: those for which the rules' reading gives the gold answer.

The rules read the unmutated text once, and their reading is stored as formulas of `truth`. `write` saves the bases of
one version of the rules, so that another version can be measured on the same mutants.
"""

import json
from dataclasses import asdict, dataclass

import truth

from solvent.benchmarks import load
from solvent.benchmarks.grid import Grid, compare, read_answer

SETS = ("zebralogic", "lgp", "logicsolver", "lr2bench")


@dataclass(frozen=True)
class Clue:
    """A clue's words and their meaning; `assumed` is what most readers also take for granted."""

    text: str
    meaning: tuple
    assumed: tuple = truth.NOTHING


@dataclass(frozen=True, eq=False)  # hashing by identity makes cache look-ups fast
class Base:
    """A puzzle; `values` are listed per category, `places` are the categories that are positions in a row."""

    id: str
    text: str
    names: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    quantities: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    clues: tuple[Clue, ...]

    @property
    def shape(self):
        return truth.Shape(len(self.values[0]), len(self.values), self.quantities)

    @property
    def meanings(self):
        return tuple(clue.meaning for clue in self.clues)

    def rows(self, answer):
        """An answer of `truth` in words."""
        return tuple(tuple(self.values[c][index] for c, index in enumerate(row)) for row in answer)

    def is_answer(self, rows, given):
        """Whether the solver's answer is the table with these rows."""
        return compare(Grid(self.names, rows), read_answer(given)).exact


def from_sets(data, step=1):
    """The bases from every `step`th puzzle of the development sets that a folder contains."""
    cases = [
        case
        for name in SETS
        if (data / name).exists()
        for case in load(name).load(data / name)[::step]
        if name != "lr2bench" or case.group.startswith("logic")
    ]
    found = [(base, case) for case in cases if case.key and (base := read(case.id, case.text))]
    return [base for base, case in found if _is_gold(base, case)]


def _is_gold(base, case):
    score = load(_set(case)).score
    for assumed in (False, True):
        parts = [clue.meaning for clue in base.clues] + [clue.assumed for clue in base.clues if assumed]
        found = truth.answers(base.shape, parts)
        if len(found) == 1:
            rows = [dict(zip(base.names, row, strict=True)) for row in base.rows(found[0])]
            return score(case, rows).strict
    return False


def _set(case):
    return "lr2bench" if case.group.startswith("logic/") else "zebralogic"  # the others share a scorer


def read(name, text):
    """The base that the rules read from a text, or None: no grid, a clue not understood, or an open convention.

    Only this function and `_plain` use the internals of the rules; puzzles saved by `write` do not need them.
    """
    from solvent.translators.rules import PuzzleError, decompose
    from solvent.translators.rules.clues import formula
    from solvent.translators.rules.kinds import grid

    try:
        puzzle = decompose(text)
    except PuzzleError:
        return None
    if puzzle.kind != grid.KIND or puzzle.conventions or not all(clue.understood for clue in puzzle.clues):
        return None
    meanings = [each.meaning for each in grid.interpretations(puzzle)]
    parts = [part for meaning in meanings for part in (meaning.literal, *meaning.implied)]
    if any(isinstance(atom, formula.Flag) for part in parts for atom in formula.atoms(part)):
        return None
    categories = grid.categories_of(puzzle)
    clues = tuple(
        Clue(clue.text, _plain(meaning.literal), ("all", tuple(map(_plain, meaning.implied))))
        for clue, meaning in zip(puzzle.clues, meanings, strict=True)
    )
    return Base(
        name,
        text,
        tuple(each.name for each in categories),
        tuple(each.values for each in categories),
        tuple(tuple(each.quantities) for each in categories),
        tuple(at for at, each in enumerate(categories) if each.kind == "position"),
        clues,
    )


def _plain(read_as):
    """A formula of the rules as a formula of `truth`."""
    from solvent.translators.rules.clues import formula

    match read_as:
        case formula.Same(left, right):
            return ("same", _value(left), _value(right))
        case formula.Differ(named):
            return ("differ", tuple(map(_value, named)))
        case formula.CompareQuantities(left, right, category, how, amount):
            return ("compare", _value(left), _value(right), category, how, amount)
        case formula.All(parts):
            return ("all", tuple(map(_plain, parts)))
        case formula.Some(parts):
            return ("some", tuple(map(_plain, parts)))
    raise ValueError(read_as)


def _value(value):
    return (value.category, value.index)


def write(bases, file):
    """Save bases, one per line."""
    file.write_text("".join(json.dumps(asdict(base)) + "\n" for base in bases), encoding="utf-8")


def kept(file):
    """The bases that `write` saved."""
    return [_base(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _base(fields):
    plain = {key: truth.frozen(field) for key, field in fields.items() if key != "clues"}
    clues = [{key: truth.frozen(part) for key, part in clue.items()} for clue in fields["clues"]]
    return Base(**plain, clues=tuple(Clue(**clue) for clue in clues))
