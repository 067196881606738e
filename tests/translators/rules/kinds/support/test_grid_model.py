"""Formulas that nest, and choices between readings, as OR-Tools programs."""

import itertools

from solvent.solvers import Limits, Status
from solvent.solvers.engines.questions import ask
from solvent.solvers.frameworks import ortools
from solvent.translators.emit import emit
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Flag, Same, Some, Value
from solvent.translators.rules.clues.values import category
from solvent.translators.rules.kinds.support.grid_model import model

CATEGORIES = [
    category("place", ("1", "2", "3"), "", position=True),
    category("cost", ("$10", "$25", "$40"), "", position=False),
    category("tree", ("ash", "fir", "oak"), "", position=False),
]


def value(number, name):
    return Value(number, CATEGORIES[number].values.index(name))


def answers(*formulas):
    """All answers of a program of these clues, each as the costs and trees in their order of place."""
    program = emit(model(CATEGORIES, list(enumerate(formulas, 1))), "ortools")
    engine = ortools.engine(program, ortools.build(program))
    found = set()
    for costs in itertools.islice(itertools.permutations(CATEGORIES[1].values), 0, None, 2):
        for trees in itertools.permutations(CATEGORIES[2].values):
            rows = [
                dict(zip(("place", "cost", "tree"), row, strict=True))
                for row in zip(CATEGORIES[0].values, costs, trees, strict=True)
            ]
            if next(ask(lambda: engine, "accepts", rows, Limits())).status is Status.SATISFIED:
                found.add((costs, trees))
    return found


def test_nested_formulas_mean_what_they_say():
    ash, fir, oak = (value(2, name) for name in ("ash", "fir", "oak"))
    some = Some((All((Same(ash, value(0, "1")), Same(fir, value(1, "$10")))), Same(oak, value(1, "$40"))))
    dearer = CompareQuantities(fir, oak, 1, "distance", 15)
    expected = set()
    for costs in itertools.islice(itertools.permutations((10, 25, 40)), 0, None, 2):
        for trees in itertools.permutations(("ash", "fir", "oak")):
            cost = dict(zip(trees, costs, strict=True))
            if ((trees[0] == "ash" and cost["fir"] == 10) or cost["oak"] == 40) and abs(
                cost["fir"] - cost["oak"]
            ) == 15:
                expected.add((tuple(f"${c}" for c in costs), trees))
    assert answers(some, dearer) == expected
    assert 0 < len(expected) < 18
    assert answers(some, dearer, Differ((ash, fir, oak))) == expected


def test_one_reading_is_chosen_for_all_clues():
    ash, fir = value(2, "ash"), value(2, "fir")
    first, other = Flag("before", first=True), Flag("before", first=False)
    ways = Some((All((first, Same(ash, value(0, "1")))), All((other, Same(ash, value(0, "3"))))))
    again = Some((All((first, Same(fir, value(0, "2")))), All((other, Same(fir, value(0, "1"))))))
    places = {tuple(trees.index(name) for name in ("ash", "fir")) for _, trees in answers(ways, again)}
    assert places == {(0, 1), (2, 0)}
