"""The small problems have one right answer each, and forms written by hand state all of them."""

import asyncio

import pytest
import small_problems

from solvent.solvers import Pool, run
from solvent.translators import form
from solvent.translators.rules import FRAMEWORKS

PROBLEMS = {line["id"]: line for line in small_problems.problems()}


def number(name, low, high, each=""):
    return {"type": "number", "name": name, "each": each, "from": low, "to": high}


def compare(clue, left, sign, right):
    return {"clue": clue, "type": "compare", "left": left, "is": sign, "right": right}


def item(name, each, one_of):
    return {"type": "item", "name": name, "each": each, "one_of": one_of}


def condition(left, sign, right):
    return {"left": left, "is": sign, "right": right}


def several(kind, clue, **fields):
    return {"clue": clue, "type": kind, **fields}


def stated(variables, constraints, answer, *, lists=None, tables=None, goal="none", of=""):
    return {
        "expects": "unique" if goal == "none" else "optimal",
        "lists": [{"name": name, "items": items} for name, items in (lists or {}).items()],
        "tables": [
            {"name": name, "each": each, "numbers": numbers} for name, (each, numbers) in (tables or {}).items()
        ],
        "variables": variables,
        "constraints": constraints,
        "objective": {"goal": goal, "of": of},
        "answer": [{"key": key, "show": show, "of": term} for key, (show, term) in answer.items()],
    }


def values(*names):
    return {name: ("value", name) for name in names}


THINGS = {"thing": ["rope", "tent", "lamp", "stove"]}
PLACES = [several("all_different", 0, of=["place"])]
JOBS = {"roof": [5, 8, 6], "wall": [9, 7, 5], "door": [6, 3, 4]}
FORMS = {
    "coins": stated(
        [number("twos", 0, 38), number("fives", 0, 38), number("tens", 0, 38)],
        [
            compare(0, "2 * twos + 5 * fives + 10 * tens", "==", "38"),
            *(compare(1, name, ">=", "1") for name in ("twos", "fives", "tens")),
        ],
        values("twos", "fives", "tens"),
        goal="minimise",
        of="twos + fives + tens",
    ),
    "rucksack": stated(
        [{"type": "yes_no", "name": "pack", "each": "thing"}],
        [compare(1, "sum(weight * pack)", "<=", "11")],
        {"packed": ("chosen", "pack"), "value": ("value", "sum(worth * pack)")},
        lists=THINGS,
        tables={"weight": ("thing", [4, 6, 2, 5]), "worth": ("thing", [7, 11, 3, 8])},
        goal="maximise",
        of="sum(worth * pack)",
    ),
    "bakery": stated(
        [number(name, 0, 12) for name in ("bread", "cake", "pie")],
        [
            several(
                "either_or", 1, options=[condition("bread + 4", "<=", "cake"), condition("cake + 2", "<=", "bread")]
            ),
            compare(2, "pie", ">=", "cake + 2"),
            compare(3, "max(bread + 4, cake + 2, pie + 5)", "<=", "12"),
        ],
        values("bread", "cake", "pie"),
        goal="minimise",
        of="100 * max(bread + 4, cake + 2, pie + 5) + bread",
    ),
    "digits": stated(
        [number(name, 1, 9) for name in "abc"],
        [
            compare(1, "a + b + c", "==", "15"),
            compare(2, "a * b * c", "==", "80"),
            compare(3, "a", "<", "b"),
            compare(3, "b", "<", "c"),
        ],
        values("a", "b", "c"),
    ),
    "ages": stated(
        [number("Tom", 0, 60), number("Ida", 0, 60)],
        [compare(1, "Tom", "==", "Ida + 4"), compare(2, "Tom + 6", "==", "2 * Ida")],
        values("Tom", "Ida"),
    ),
    "jobs": stated(
        [
            item("job", "worker", "jobs"),
            *(number(f"price of {name}", 0, 9, "") for name in ("Ann", "Bob", "Eve")),
        ],
        [
            several("all_different", 0, of=["job of each"]),
            *(
                several(
                    "if_then",
                    0,
                    **{"if": [condition(f"job of {worker}", "==", job)]},
                    then=[condition(f"price of {worker}", "==", str(prices[place]))],
                )
                for place, worker in enumerate(("Ann", "Bob", "Eve"))
                for job, prices in JOBS.items()
            ),
        ],
        {"": ("object", "job")},
        lists={"worker": ["Ann", "Bob", "Eve"], "jobs": list(JOBS)},
        goal="minimise",
        of="price of Ann + price of Bob + price of Eve",
    ),
    "race": stated(
        [number("place", 1, 5, "runner")],
        [
            *PLACES,
            compare(1, "place of Vera", "==", "place of Yan + 1"),
            compare(2, "place of Ulf", "<", "place of Xenia"),
            compare(3, "place of Wim", "!=", "1"),
            compare(3, "place of Wim", "!=", "5"),
            compare(4, "place of Xenia", "<", "place of Yan"),
            compare(5, "place of Wim", "!=", "2"),
        ],
        {"": ("object", "place")},
        lists={"runner": ["Ulf", "Vera", "Wim", "Xenia", "Yan"]},
    ),
    "breakfast": stated(
        [item("drink", "friend", "drinks"), item("pet", "friend", "pets")],
        [
            several("all_different", 0, of=["drink"]),
            several("all_different", 0, of=["pet of each"]),
            compare(1, "drink of Lea", "!=", "milk"),
            several(
                "if_then",
                2,
                **{"if": [condition("drink of each", "==", "tea")]},
                then=[condition("pet of each", "==", "dog")],
            ),
            compare(3, "pet of Max", "==", "hen"),
            compare(4, "drink of Nina", "!=", "tea"),
            compare(4, "drink of Nina", "!=", "cocoa"),
        ],
        {"": ("object", "drink")},
        lists={
            "friend": ["Lea", "Max", "Nina"],
            "drinks": ["tea", "milk", "cocoa"],
            "pets": ["cat", "dog", "hen"],
        },
    ),
    "switches": stated(
        [item("state", "switch", "states")],
        [
            several("count", 1, how="exactly", number=2, of=[condition("state of each", "==", "on")]),
            several(
                "if_then",
                2,
                **{"if": [condition("state of A", "==", "on")]},
                then=[condition("state of C", "==", "on")],
            ),
            compare(3, "state of B", "!=", "state of D"),
            several(
                "if_then",
                4,
                **{"if": [condition("state of D", "==", "on")]},
                then=[condition("state of A", "==", "off")],
            ),
            several(
                "either_or", 5, options=[condition("state of C", "==", "off"), condition("state of D", "==", "on")]
            ),
        ],
        {"": ("object", "state")},
        lists={"switch": ["A", "B", "C", "D"], "states": ["off", "on"]},
    ),
    "bench": stated(
        [number("seat", 1, 4, "child")],
        [
            several("all_different", 0, of=["seat"]),
            several("distance", 1, left="seat of Kim", right="seat of Rob", **{"is": "=="}, number=1),
            several("either_or", 2, options=[condition("seat of Pia", "==", end) for end in "14"]),
            compare(3, "seat of Lou", "<", "seat of Kim"),
            several("distance", 4, left="seat of Rob", right="seat of Pia", **{"is": "!="}, number=1),
            several("distance", 5, left="seat of Lou", right="seat of Rob", **{"is": ">"}, number=1),
        ],
        {"": ("object", "seat")},
        lists={"child": ["Kim", "Lou", "Pia", "Rob"]},
    ),
}


@pytest.mark.parametrize("search", small_problems.SEARCHES, ids=lambda search: search.__name__)
def test_the_answer_is_the_only_one(search):
    assert search() == [PROBLEMS[search.__name__]["answer"]]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_forms_state_them(framework):
    async def solve():
        async with Pool(workers=1) as pool:
            return {
                name: await run(form.program(form.read(each), framework), pool=pool) for name, each in FORMS.items()
            }

    found = asyncio.run(solve())
    assert {name: outcome.answer for name, outcome in found.items()} == {
        name: problem["answer"] for name, problem in PROBLEMS.items()
    }
