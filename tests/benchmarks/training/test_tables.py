"""Tables that the rules answer with, as arrangements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.training.tables import arranged

NAMES, PETS, AGES = ("Ann", "Bob", "Cid"), ("cat", "dog", "fish"), (20, 30, 40)
orders = st.permutations(range(3))


@given(pets=orders, ages=orders, rows=orders)
def test_by_key(pets, ages, rows):
    told = {name: {"pet": PETS[pets[n]], "age": AGES[ages[n]]} for n, name in enumerate(NAMES)}
    table = [{"Who": name, "the animal": each["pet"], "Age": str(each["age"])} for name, each in told.items()]
    example = {name: {"age": AGES[n], "pet": PETS[n]} for n, name in enumerate(NAMES)}
    assert arranged([table[n] for n in rows], example) == told


@given(pets=orders, names=orders, rows=orders)
def test_in_the_order_of_places(pets, names, rows):
    told = {"pet": [PETS[n] for n in pets], "name": [NAMES[n] for n in names]}
    table = [{"House": str(n + 1), "Pet": told["pet"][n], "Name": told["name"][n]} for n in range(3)]
    assert arranged([table[n] for n in rows], {"name": list(NAMES), "pet": list(PETS)}) == told


@pytest.mark.parametrize(
    ("table", "example"),
    [
        ([{"a": "x"}], {"a": ["y"]}),
        ([{"Who": "Ann"}, {"Who": "Ann"}], {"Ann": {}, "Bob": {}}),
        ([], {"a": ["y"]}),
        ({"a": 1}, {"a": {"b": 1}}),
        ([{"House": "1", "Pet": "cat"}], {"Pet": "cat"}),
        ([{"House": "1", "Pet": "cat"}], {"Pet": ["cat"], "Name": ["Ann"]}),
        ([{"House": "1"}], ["1"]),
    ],
)
def test_what_does_not_fit(table, example):
    assert arranged(table, example) is None
