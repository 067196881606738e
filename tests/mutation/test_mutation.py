"""A sample of what `run.py` measures, and tests of the true answers that it measures by."""

import itertools
import os
import random
from pathlib import Path

import bases
import measure
import mutate
import plain
import pytest
import truth
from hypothesis import given
from hypothesis import strategies as st

from solvent.translators import without_comments

DATA = Path(os.environ.get("SOLVENT_DATA") or Path(__file__).parents[2].parent / "shared" / "data")
EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = ("zebra", "small", "seating", "talks", "lists", "riddle")
SEED = 20

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the development sets are not here")


@pytest.fixture(scope="module")
def own():
    texts = {name: without_comments((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")) for name in OWN}
    return [bases.read(name, text) for name, text in texts.items()]


@pytest.fixture(scope="module")
def drawn():
    """Some puzzles of the development sets, and plain ones made from their answers."""
    found = bases.from_sets(DATA, step=10)
    return found + plain.made_from(random.Random(SEED), found, len(found) // 2)


def verdicts(mutants, solve):
    found = []
    for mutant in mutants:
        answer = solve(mutant.text)
        found.append(measure.verdict(mutant, measure.possible(mutant), str(answer.status), answer.answer))
    return found


def check_changed(found):
    assert [(each.sub, each.text) for each in found if each.wrong] == []
    known = [each for each in found if each.known]
    assert sum(each.right for each in known) >= 0.8 * len(known)


def check_kept(found):
    assert [(each.sub, each.text) for each in found if each.wrong] == []
    unverified = [(each.sub, each.text) for each in found if each.status != "verified"]
    assert len(unverified) <= 0.02 * len(found), unverified


def test_mutants_of_our_own(own, solve):
    check_changed(verdicts(mutate.changed(random.Random(SEED), own, 30), solve))


def test_our_own_in_other_words(own, solve):
    check_kept(verdicts(mutate.kept(random.Random(SEED), own, 15), solve))


@needs_data
def test_mutants_of_public_puzzles(drawn, solve):
    check_changed(verdicts(mutate.changed(random.Random(SEED), drawn, 60), solve))


@needs_data
def test_public_puzzles_in_other_words(drawn, solve):
    check_kept(verdicts(mutate.kept(random.Random(SEED), drawn, 30), solve))


def test_same_seed_same_mutants(own):
    first, second = (mutate.changed(random.Random(SEED), own, 20) for _ in range(2))
    assert [each.text for each in first] == [each.text for each in second]


def test_bases_are_kept(own, tmp_path):
    bases.write(own, tmp_path / "bases.jsonl")
    again = bases.kept(tmp_path / "bases.jsonl")
    assert [vars(base) for base in again] == [vars(base) for base in own]


VALUES = st.tuples(st.integers(0, 2), st.integers(0, 2))
SHAPE = truth.Shape(3, 3, ((1, 2, 3), (), (5, 9, 20)))
HOW = st.tuples(
    st.sampled_from([0, 2]),
    st.sampled_from(["<", ">", "difference", "distance", "not distance"]),
    st.sampled_from([1, 2, 4, 11]),
)
ATOMS = (
    st.tuples(st.just("same"), VALUES, VALUES)
    | st.tuples(st.just("differ"), st.lists(VALUES, min_size=2, max_size=3).map(tuple))
    | st.tuples(st.sampled_from(["compare", "cyclic"]), VALUES, VALUES, HOW).map(lambda atom: (*atom[:3], *atom[3]))
)
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: (
        st.tuples(st.just("not"), inner)
        | st.tuples(st.sampled_from(["all", "some"]), st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=5,
)


@given(st.lists(FORMULAS, max_size=4))
def test_search_finds_what_trying_everything_finds(formulas):
    orders = list(itertools.permutations(range(3)))
    tried = {
        tuple((row, *(order[row] for order in chosen)) for row in range(3))
        for chosen in itertools.product(orders, repeat=2)
        if all(_holds(formula, chosen) for formula in formulas)
    }
    assert set(truth.answers(SHAPE, formulas, most=100)) == tried


def _holds(formula, chosen):
    """The truth value of a formula in a filled grid, by the simplest method."""

    def row(value):
        return value[1] if value[0] == 0 else chosen[value[0] - 1].index(value[1])

    def amount(value, category):
        at = row(value)
        return SHAPE.quantities[category][at if category == 0 else chosen[category - 1][at]]

    match formula:
        case ("same", a, b):
            return row(a) == row(b)
        case ("differ", named):
            return len({row(value) for value in named}) == len(named)
        case ("compare", a, b, category, how, n):
            apart = amount(a, category) - amount(b, category)
            return {"<": apart < 0, ">": apart > 0, "difference": apart == n, "distance": abs(apart) == n}.get(
                how, abs(apart) != n
            )
        case ("cyclic", a, b, category, how, n):
            apart = (amount(a, category) - amount(b, category)) % 3
            near = apart in (n % 3, -n % 3)
            return {"difference": apart == n % 3, "distance": near, "not distance": not near}.get(how, True)
        case ("not", part):
            return not _holds(part, chosen)
        case ("all", parts):
            return all(_holds(part, chosen) for part in parts)
        case ("some", parts):
            return any(_holds(part, chosen) for part in parts)
    raise ValueError(formula)
