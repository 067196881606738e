"""The clues of generated logic grids: they are true, mean what their words say, and can be worded in every theme."""

import random
import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.benchmarks.generate.zebra.candidates import candidates
from solvent.benchmarks.generate.zebra.clues import KINDS, OPPOSITES, Clue, Grid, formula, opposite
from solvent.benchmarks.generate.zebra.ordering import telling_first
from solvent.benchmarks.generate.zebra.puzzle import invented
from solvent.benchmarks.generate.zebra.settings import ZebraSettings
from solvent.benchmarks.generate.zebra.theme import LANGUAGES, SHAPES, themes
from solvent.translators.rules.clues.formula import Value

CIRCULAR = {"clockwise", "steps_around", "opposite", "apart"}
LINEAR = {"ends", "not_ends", "directly", "side", "steps", "distance", "between"}
PLACED = {"at", "not_at", "next", "not_next"}
ABSENT = {"line": CIRCULAR, "circle": LINEAR, "plain": CIRCULAR | LINEAR | PLACED}
MIXES = ("mixed", "direct", "indirect")


def drawn(number, mix="mixed", seed=0, **chosen):
    """A puzzle without clues, and true clues of it."""
    rng = random.Random(seed)
    puzzle = invented(ZebraSettings(clues=mix, **chosen), rng)
    return puzzle, list(islice(candidates(puzzle.grid, mix, rng), number)), rng


sizes = st.builds("{}x{}".format, st.integers(2, 8), st.integers(2, 8))


@settings(max_examples=60, deadline=None)
@given(size=sizes, shape=st.sampled_from(SHAPES), mix=st.sampled_from(MIXES), seed=st.integers(0, 10**9))
def test_clues_are_true_of_the_solution_and_different(size, shape, mix, seed):
    if shape == "circle" and size < "4":
        return
    puzzle, clues, rng = drawn(40, mix, seed, size=size, shape=shape)
    assert all(puzzle.grid.holds(formula(clue, puzzle.grid)) for clue in clues)
    assert len(set(clues)) == len(clues) > 0
    assert not {clue.kind for clue in clues} & ABSENT[shape]
    assert sorted(telling_first(clues, puzzle.grid, rng), key=str) == sorted(clues, key=str)


@settings(max_examples=60, deadline=None)
@given(size=sizes, shape=st.sampled_from(SHAPES), seed=st.integers(0, 10**9))
def test_the_opposite_of_a_clue_is_true_exactly_where_it_is_not(size, shape, seed):
    if shape == "circle" and size < "4":
        return
    puzzle, clues, rng = drawn(40, "mixed", seed, size=size, shape=shape)
    others = [invented(ZebraSettings(size=size, shape=shape), rng).grid for _ in range(5)]
    grids = [Grid(shape, other.rows, puzzle.grid.numbers) for other in others]
    for clue in clues:
        turned = opposite(clue)
        assert turned is None or clue.kind in OPPOSITES
        for grid in [puzzle.grid, *grids]:
            assert turned is None or grid.holds(formula(turned, grid)) is not grid.holds(formula(clue, grid))


ORDER = (3, 0, 5, 1, 4, 2)  # the places of six people, as the values of a category are listed
NUMBERS = (40, 10, 60, 20, 50, 30)


@pytest.mark.parametrize(
    ("shape", "kind", "people", "amount", "right"),
    [
        ("line", "directly", (2, 3), 0, True),
        ("line", "directly", (3, 2), 0, False),
        ("line", "directly", (5, 0), 0, False),
        ("circle", "clockwise", (3, 2), 0, True),
        ("circle", "clockwise", (0, 5), 0, True),
        ("circle", "clockwise", (5, 0), 0, False),
        ("line", "next", (3, 2), 0, True),
        ("line", "next", (0, 5), 0, False),
        ("circle", "next", (0, 5), 0, True),
        ("circle", "not_next", (0, 5), 0, False),
        ("circle", "not_next", (0, 4), 0, True),
        ("line", "not_next", (0, 5), 0, True),
        ("line", "side", (1, 4), 0, True),
        ("line", "side", (4, 1), 0, False),
        ("line", "steps", (1, 3), 2, True),
        ("line", "steps", (3, 1), 2, False),
        ("circle", "steps_around", (1, 5), 2, True),
        ("circle", "steps_around", (5, 1), 2, False),
        ("circle", "steps_around", (5, 1), 4, True),
        ("line", "distance", (4, 1), 3, True),
        ("circle", "apart", (5, 1), 2, True),
        ("circle", "apart", (5, 1), 3, False),
        ("circle", "opposite", (4, 1), 0, True),
        ("circle", "opposite", (4, 2), 0, False),
        ("line", "between", (2, 4, 0), 0, True),
        ("line", "between", (4, 2, 0), 0, False),
        ("line", "ends", (5,), 0, True),
        ("line", "ends", (4,), 0, False),
        ("line", "not_ends", (4,), 0, True),
        ("line", "not_ends", (0,), 0, False),
    ],
)
def test_what_clues_about_places_mean(shape, kind, people, amount, right):
    """People are numbered from 0 by their places, from left to right or clockwise."""
    grid = Grid(shape, (tuple(range(6)), ORDER), (tuple(range(1, 7)), ()))
    clue = Clue(kind, tuple(Value(1, ORDER.index(person)) for person in people), amount)
    assert grid.holds(formula(clue, grid)) is right


@pytest.mark.parametrize(
    ("kind", "people", "amount", "right"),
    [
        ("more", (2, 0), 0, True),
        ("more", (1, 3), 0, False),
        ("difference", (4, 5), 20, True),
        ("difference", (5, 4), 20, False),
        ("amid", (0, 3, 2), 0, True),
        ("amid", (0, 2, 3), 0, False),
        ("most", (2,), 0, True),
        ("most", (4,), 0, False),
        ("least", (1,), 0, True),
        ("least", (2,), 0, False),
    ],
)
def test_what_clues_about_quantities_mean(kind, people, amount, right):
    """The person in place k has the quantity with index k."""
    grid = Grid("plain", (tuple(range(6)), tuple(range(6))), ((), NUMBERS))
    clue = Clue(kind, tuple(Value(0, person) for person in people), amount, 1)
    assert grid.holds(formula(clue, grid)) is right


def test_what_clues_about_pairs_mean():
    grid = Grid("plain", ((0, 1, 2), (1, 2, 0), (2, 0, 1)), ((), (), ()))

    def holds(kind, *values):
        return grid.holds(formula(Clue(kind, tuple(Value(*value) for value in values)), grid))

    ann, ben, cid, tea, milk, cat, dog = (0, 0), (0, 1), (0, 2), (1, 2), (1, 0), (2, 1), (2, 2)
    # Ann has the tea and the cat, Ben the milk and the dog.
    assert holds("same", ann, tea)
    assert holds("double", ann, tea, cat)
    assert not holds("double", ann, tea, dog)
    assert holds("contrast", ann, tea, dog)
    assert holds("one_of", ann, milk, tea)
    assert not holds("one_of", cid, milk, tea)
    assert holds("neither", cid, milk, tea)
    assert holds("distinct", ann, milk, cid)
    assert not holds("distinct", ann, tea, cid)
    assert holds("of_two", ann, ben, dog, tea)
    assert not holds("of_two", ann, ben, tea, cat)  # both are Ann's
    assert not holds("of_two", ann, cid, tea, dog)
    assert holds("either_or", ann, tea, ben, cat)
    assert not holds("either_or", ann, tea, ben, dog)  # both are true
    assert not holds("either_or", ann, milk, ben, cat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_worded_in_every_theme_without_a_slot_left(language):
    found = set()
    for theme in themes(language):
        for shape, size in (("line", "7x8"), ("circle", "6x8"), ("plain", "5x8")):
            puzzle, clues, rng = drawn(400, "mixed", 3, language=language, theme=theme, shape=shape, size=size)
            for clue in clues:
                sentence, wording = puzzle.words.clue(clue, puzzle.grid, rng)
                found.add((theme, clue.kind))
                assert not re.search(r"[{}]|  ", sentence), sentence
                assert sentence[0] == sentence[0].upper()
                assert sentence[-1] == wording[-1] in ".。"
                named = [puzzle.words.categories[value.category].values[value.index] for value in clue.values]
                if clue.kind not in ("at", "not_at"):  # places have other names: "the rightmost house"
                    assert all(name.lower() in sentence.lower() for name in named), (sentence, named)
    assert {kind for _, kind in found} == set(KINDS)
    assert len(found) == len(KINDS) * len(themes(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_words_say_the_same_things_in_the_same_way(language):
    puzzle, clues, rng = drawn(60, "mixed", 5, language=language, wording="plain", size="5x5")
    for clue in clues:
        assert puzzle.words.clue(clue, puzzle.grid, rng) == puzzle.words.clue(clue, puzzle.grid, random.Random(9))
    varied, clues, rng = drawn(60, "mixed", 5, language=language, size="5x5")
    said = [
        varied.words.clue(clue, varied.grid, rng)[0] != varied.words.clue(clue, varied.grid, rng)[0] for clue in clues
    ]
    assert sum(said) > len(clues) / 2
