"""Verifiers of logic grids: they say what the formulas say, and traverse the whole domain."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.benchmarks.generate.zebra.candidates import candidates
from solvent.benchmarks.generate.zebra.clues import KINDS, formula
from solvent.benchmarks.generate.zebra.puzzle import solved
from solvent.benchmarks.verifiers.literals import write_literal
from solvent.benchmarks.verifiers.logic_grids import GridForm
from solvent.benchmarks.verifiers.traversal import traverse
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import SolventError, accepts
from solvent.translators.emit import emit
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Flag, Same, Some, Value
from solvent.translators.rules.clues.values import Category

PRICES = (3, 5, 8, 13, 21)


def category(name, values, quantities=()):
    return Category(name=name, values=tuple(values), words=frozenset(), quantities=tuple(quantities))


def form_of(shape, size, lang="en"):
    """A form with places (unless plain), people, prices and pets."""
    numbers = tuple(range(1, size + 1))
    places = () if shape == "plain" else (category("seat", map(str, numbers), numbers),)
    people = category("person", ["Ann", "O'Neil", 'Bo"b', "李明", "Eve"][:size])
    prices = category("price", [f"${price}" for price in PRICES[:size]], PRICES[:size])
    return GridForm((*places, people, prices, category("pet", ["cat", "dog", "owl", "emu", "fox"][:size])), lang)


def grid_of(form, shape, rng):
    numbers = tuple(each.quantities for each in form.categories)
    return solved(shape, numbers, len(form.categories[0].values), rng)


def compiled(code):
    """Run the code of a verifier, which is our own."""
    names = {}
    exec(code, names)
    return names["inputs_check"], names["constraint_list"]


def one_of_each_kind(grid, rng):
    found = {}
    for clue in islice(candidates(grid, "mixed", rng), 400):
        found.setdefault(clue.kind, clue)
    return list(found.values())


@settings(max_examples=20, deadline=None)
@given(
    shape=st.sampled_from(["line", "circle", "plain"]),
    size=st.integers(4, 5),
    seed=st.integers(0, 10**9),
    more=st.booleans(),
)
def test_predicates_say_what_the_formulas_say(shape, size, seed, more):
    rng = random.Random(seed)
    form = form_of(shape, size)
    grid = grid_of(form, shape, rng)
    clues = one_of_each_kind(grid, rng)
    said = [formula(clue, grid) for clue in clues]
    verifier = form.verifier([(clue.kind, each) for clue, each in zip(clues, said, strict=True)], more=more)
    check, predicates = compiled(verifier.stated)
    for _ in range(12):
        other = grid_of(form, shape, rng)
        arrangement = form.arrangement(other.rows)
        assert check(arrangement)
        assert [predicate(arrangement) for predicate in predicates] == [other.holds(each) for each in said]


def test_every_kind_of_clue_is_drawn():
    """So that the property is about all of them."""
    drawn = set()
    for shape in ("line", "circle", "plain"):
        rng = random.Random(1)
        for size in (4, 5):
            drawn |= {clue.kind for clue in one_of_each_kind(grid_of(form_of(shape, size), shape, rng), rng)}
    assert drawn == set(KINDS)


values = st.builds(Value, st.integers(0, 3), st.integers(0, 3))
comparisons = st.builds(
    CompareQuantities,
    values,
    values,
    st.sampled_from([0, 2]),
    st.sampled_from(["<", ">", "difference", "distance", "not distance"]),
    st.integers(-5, 10),
)
differing = st.builds(Differ, st.lists(values, min_size=2, max_size=3, unique=True).map(tuple))


def joined(parts):
    several = st.lists(parts, max_size=3).map(tuple)
    return st.builds(All, several) | st.builds(Some, several)


formulas = st.recursive(st.builds(Same, values, values) | differing | comparisons, joined, max_leaves=6)


@settings(max_examples=60, deadline=None)
@given(said=formulas, seed=st.integers(0, 10**9), turned=st.booleans(), places=st.booleans())
def test_any_formula_has_its_predicate(said, seed, turned, places):
    """Also about the first category, whose quantities may be others than the numbers of the rows."""
    rng, form = random.Random(seed), form_of("line", 4)
    first = form.categories[0]
    if turned:
        first = replace(first, quantities=(4, 3, 2, 1))
    if not places:
        first = replace(first, values=("north", "east", "south", "west"))
    form = replace(form, categories=(first, *form.categories[1:]))
    assert form.in_order is places
    _, (predicate,) = compiled(form.verifier([("a clue", said)]).stated)
    for _ in range(4):
        other = grid_of(form, "line", rng)
        assert predicate(form.arrangement(other.rows)) is other.holds(said)


@pytest.mark.parametrize("shape", ["line", "plain"])
def test_an_arrangement_can_be_read_again(shape):
    form, rng = form_of(shape, 5), random.Random(3)
    for _ in range(5):
        rows = grid_of(form, shape, rng).rows
        assert form.rows(form.arrangement(rows)) == rows


@pytest.mark.parametrize("shape", ["line", "plain"])
def test_other_forms_are_refused_without_an_error(shape):
    form = form_of(shape, 3)
    check, _ = compiled(form.verifier([("a clue", Same(Value(0, 0), Value(1, 1)))]).stated)
    right = form.arrangement(grid_of(form, shape, random.Random(0)).rows)
    key, other, *_ = right
    wrong = right[key][:2] if shape == "line" else {**right[key], "pet": "unicorn"}
    twice = right[key][:1] * 3 if shape == "line" else right[other]
    others = [None, 7, [], {}, {**right, "more": right[key]}, {**right, key: wrong}, {**right, key: twice}]
    others += [{**right, key: None}, {**right, key: [[], {}, ()]}, {other: right[other]}]
    assert check(right)
    assert [check(each) for each in others] == [False] * len(others)


@pytest.mark.parametrize("shape", ["line", "plain"])
def test_traversal_verifier_and_program_agree(in_pool, shape):
    form, rng = form_of(shape, 3), random.Random(5)
    grid = grid_of(form, shape, rng)
    said = [formula(clue, grid) for clue in islice(candidates(grid, "mixed", rng), 2)]
    verifier = form.verifier([("a clue", each) for each in said])
    program = emit(form.model(list(enumerate(said, 1))), "smtlib").model_copy(update={"trusted": True})
    answer = form.arrangement(grid.rows)

    async def asked(pool):
        found = await traverse(verifier, write_literal(answer), pool=pool)
        return found, await judge(verifier, [answer], pool=pool), await accepts(program, answer, pool=pool)

    found, (judgement,), outcome = in_pool(asked)
    assert not found.problem
    assert found.total == form.total == 6 ** (len(form.categories) - 1)
    assert 0 < found.valid < found.total
    assert judgement.right
    assert outcome.status.solved


def test_a_further_predicate_finds_what_it_needs():
    form = form_of("plain", 4)
    verifier = form.verifier([("a clue", Same(Value(0, 0), Value(2, 1)))], more=True)
    said = CompareQuantities(Value(0, 0), Value(2, 2), 1, "<")
    further = form.predicate("further", "Ann paid less than the owl owner.", said)
    _, predicates = compiled(f"{verifier.stated}\n{further}\nconstraint_list.append(further)")
    for seed in range(5):
        other = grid_of(form, "plain", random.Random(seed))
        assert predicates[-1](form.arrangement(other.rows)) is other.holds(said)


@pytest.mark.parametrize("lang", ["en", "cn"])
def test_the_format_names_all_values(lang):
    for shape in ("line", "plain"):
        form = form_of(shape, 4, lang)
        named = form.categories[1:] if shape == "line" else form.categories
        assert all(repr(value) in form.format for each in named for value in each.values)
        assert all(repr(each.name) in form.format for each in form.categories[1:])


def test_a_choice_between_readings_has_no_predicate():
    with pytest.raises(SolventError, match="two readings"):
        form_of("line", 3).verifier([("a clue", Flag("the owl's", first=True))])
