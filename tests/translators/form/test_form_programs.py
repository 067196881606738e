"""Forms mean what brute force finds, in every framework. The meaning of each text is stated beside it, in Python."""

import asyncio
import itertools
import operator

import pytest
from few_examples import few
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers import Pool, Status, accepts, improve, load, run, second
from solvent.translators import form
from solvent.translators.rules import FRAMEWORKS

FRIENDS, PETS, SIZES = ("Ada", "Max"), ('T-shirt "1"', "Ünal; (x"), ("2", "5")
WEIGHTS = (3, -1)
BASE = {
    "expects": "unique",
    "lists": [
        {"name": "friend", "items": FRIENDS},
        {"name": "pets", "items": PETS},
        {"name": "sizes", "items": SIZES},
    ],
    "tables": [{"name": "weight", "each": "friend", "numbers": WEIGHTS}],
    "variables": [
        {"type": "number", "name": "sum total", "each": "", "from": 0, "to": 2},
        {"type": "number", "name": "range", "each": "friend", "from": -1, "to": 1},
        {"type": "item", "name": "pet", "each": "friend", "one_of": "pets"},
        {"type": "item", "name": "size", "each": "", "one_of": "sizes"},
        {"type": "item", "name": "best", "each": "", "one_of": "friend"},
        {"type": "yes_no", "name": "take", "each": "friend"},
    ],
    "constraints": [],
    "objective": {"goal": "none", "of": ""},
    "answer": [
        {"key": "x", "show": "value", "of": "sum total"},
        {"key": "n", "show": "list", "of": "range"},
        {"key": "pets", "show": "object", "of": "pet"},
        {"key": "size", "show": "value", "of": "size"},
        {"key": "best", "show": "value", "of": "best"},
        {"key": "taken", "show": "chosen", "of": "take"},
    ],
}
SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COUNTS = {"exactly": operator.eq, "at least": operator.ge, "at most": operator.le}
WAYS = [
    {"x": x, "n": n, "pet": pet, "size": size, "best": best, "take": take}
    for x in range(3)
    for n in itertools.product((-1, 0, 1), repeat=2)
    for pet in itertools.product((0, 1), repeat=2)
    for size in (2, 5)
    for best in (0, 1)
    for take in itertools.product((0, 1), repeat=2)
]

# Texts with their meanings; a meaning takes the values of the variables, and the number of the item that `each` is.
NUMBERS = [
    ("sum total", lambda way, _: way["x"]),
    ("2", lambda *_: 2),
    ("range of Ada", lambda way, _: way["n"][0]),
    ("range[Max]", lambda way, _: way["n"][1]),
    ("Range of best", lambda way, _: way["n"][way["best"]]),
    ("weight of best", lambda way, _: WEIGHTS[way["best"]]),
    ("weight of Ada", lambda *_: 3),
    ("size", lambda way, _: way["size"]),
    ("sum(range)", lambda way, _: sum(way["n"])),
    ("sum of take", lambda way, _: sum(way["take"])),
    ("sum(weight * take, 1)", lambda way, _: 1 + sum(w * t for w, t in zip(WEIGHTS, way["take"], strict=True))),
    ("max(sum total, range)", lambda way, _: max(way["x"], *way["n"])),
    ("min(range of each friend, 0)", lambda way, _: min(*way["n"], 0)),
    ("abs(range of Ada - sum total)", lambda way, _: abs(way["n"][0] - way["x"])),
]
OF_EACH = [
    ("range of each", lambda way, at: way["n"][at]),
    ("weight(each)", lambda _, at: WEIGHTS[at]),
    ("take of each", lambda way, at: way["take"][at]),
]
OF_PETS = [
    (f"pet of {FRIENDS[0]}", lambda way, _: way["pet"][0]),
    ("pet of best", lambda way, _: way["pet"][way["best"]]),
]
PET_OF_EACH = [("pet of each", lambda way, at: way["pet"][at])]
PETS_NAMED = [(PETS[0], lambda *_: 0), (PETS[1], lambda *_: 1)]
BEST = [("best", lambda way, _: way["best"])]
FRIENDS_NAMED = [("Ada", lambda *_: 0), (FRIENDS[1], lambda *_: 1)]


def joined(one, sign, other):
    found = {"+": operator.add, "-": operator.sub, "*": operator.mul}[sign]
    return f"({one[0]}) {sign} ({other[0]})", lambda way, at: found(one[1](way, at), other[1](way, at))


def terms(atoms):
    atom = st.sampled_from(atoms)
    return atom | st.builds(joined, atom, st.sampled_from("+-*"), atom)


def compared(left, sign, right):
    said = {"left": left[0], "is": sign, "right": right[0]}
    return said, lambda way, at: SIGNS[sign](left[1](way, at), right[1](way, at))


def conditions(each):
    """Comparisons; with `each`, some are about every friend."""
    numbers = terms(NUMBERS + OF_EACH * 3 if each else NUMBERS)
    pets = OF_PETS + PET_OF_EACH * 2 if each else OF_PETS
    sign = st.sampled_from(sorted(SIGNS))
    return (
        st.builds(compared, numbers, sign, numbers)
        | st.builds(compared, st.sampled_from(pets), sign, st.sampled_from(pets + PETS_NAMED))
        | st.builds(compared, st.sampled_from(BEST), sign, st.sampled_from(FRIENDS_NAMED))
        | st.builds(
            compared, st.just(("take of Ada", lambda way, _: way["take"][0])), sign, st.just(("yes", lambda *_: 1))
        )
    )


def about(said):
    """The items that a constraint speaks of, one after the other."""
    return (0, 1) if any("each" in text.replace("each friend", "") for text in said) else (None,)


def texts(parts):
    return [side for said, _ in parts for side in (said["left"], said["right"])]


def if_then(given, then):
    return {"type": "if_then", "if": [said for said, _ in given], "then": [said for said, _ in then]}, lambda way: all(
        not all(holds(way, at) for _, holds in given) or all(holds(way, at) for _, holds in then)
        for at in about(texts(given + then))
    )


def either_or(options):
    return {"type": "either_or", "options": [said for said, _ in options]}, lambda way: all(
        any(holds(way, at) for _, holds in options) for at in about(texts(options))
    )


def count(how, number, of):
    return {"type": "count", "how": how, "number": number, "of": [said for said, _ in of]}, lambda way: COUNTS[how](
        sum(holds(way, at) for each in of for at in about(texts([each])) for holds in [each[1]]), number
    )


def all_different(of):
    def holds(way):
        values = [mean(way, at) for text, mean in of for at in about([text])]
        return len(set(values)) == len(values)

    return {"type": "all_different", "of": [text for text, _ in of]}, holds


def distance(left, right, sign, number):
    return {"type": "distance", "left": left[0], "right": right[0], "is": sign, "number": number}, lambda way: all(
        SIGNS[sign](abs(left[1](way, at) - right[1](way, at)), number) for at in about([left[0], right[0]])
    )


def compare(condition):
    said, holds = condition
    return {"type": "compare", **said}, lambda way: all(holds(way, at) for at in about(texts([condition])))


def constraints():
    each = st.lists(conditions(each=True), min_size=1, max_size=2)
    numbers = terms(NUMBERS + OF_EACH)
    return st.lists(
        st.builds(compare, conditions(each=True))
        | st.builds(if_then, each, each)
        | st.builds(either_or, each)
        | st.builds(count, st.sampled_from(sorted(COUNTS)), st.integers(0, 3), each)
        | st.builds(all_different, st.lists(numbers, min_size=1, max_size=3))
        | st.builds(all_different, st.just([*PET_OF_EACH]))
        | st.builds(distance, numbers, numbers, st.sampled_from(sorted(SIGNS)), st.integers(0, 3)),
        min_size=1,
        max_size=3,
    )


def shown(way):
    return {
        "x": way["x"],
        "n": list(way["n"]),
        "pets": {friend: PETS[pet] for friend, pet in zip(FRIENDS, way["pet"], strict=True)},
        "size": way["size"],
        "best": FRIENDS[way["best"]],
        "taken": [friend for friend, taken in zip(FRIENDS, way["take"], strict=True) if taken],
    }


@pytest.fixture(scope="module")
def asked():
    """Puts a question to a program in a pool, which all tests share."""
    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())
        yield lambda question, program, *answer: runner.run(question(program, *answer, pool=pool))
        runner.run(pool.__aexit__(None, None, None))


def program_of(stated, framework, **other):
    data = BASE | {"constraints": [{"clue": n, **said} for n, (said, _) in enumerate(stated, 1)]} | other
    program = form.program(form.read(data), framework)
    assert not program.trusted
    solver = load(framework)
    assert [each.clue for each in solver.parse(solver.render(program)).fragments if each.clue] == [
        each.clue for each in program.fragments if each.clue
    ]
    return program


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_any_form(asked, framework):
    @few(framework, 12)
    @given(stated=constraints(), data=st.data())
    def each(stated, data):
        expected = [shown(way) for way in WAYS if all(holds(way) for _, holds in stated)]
        program = program_of(stated, framework)
        first = asked(run, program)
        assert first.status is (Status.SATISFIED if expected else Status.UNSATISFIABLE), first.message
        if expected:
            assert first.answer in expected
            other = asked(second, program, first.answer)
            assert other.status is (Status.SATISFIED if len(expected) > 1 else Status.UNSATISFIABLE), other.message
        for way in data.draw(st.lists(st.sampled_from(WAYS), min_size=4, max_size=4)):
            accepted = asked(accepts, program, shown(way))
            assert accepted.status is (Status.SATISFIED if shown(way) in expected else Status.UNSATISFIABLE), shown(way)

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_any_objective(asked, framework):
    @few(framework, 4)
    @given(stated=constraints(), term=terms(NUMBERS), goal=st.sampled_from(["minimise", "maximise"]))
    def each(stated, term, goal):
        text, mean = term
        stated = [*stated, compare(compared(("range of Ada", lambda way, _: way["n"][0]), "<=", ("1", lambda *_: 1)))]
        try:
            program = program_of(stated, framework, expects="optimal", objective={"goal": goal, "of": text})
        except form.ReplyError as error:
            assert "depends on no variable" in str(error)  # noqa: PT017  # a constant was drawn
            return
        values = [mean(way, None) for way in WAYS if all(holds(way) for _, holds in stated)]
        found = asked(run, program)
        if not values:
            assert found.status is Status.UNSATISFIABLE
            return
        best = min(values) if goal == "minimise" else max(values)
        assert (found.status, found.objective) == (Status.OPTIMAL, (best,)), found.message
        assert asked(improve, program, found.answer).status is Status.UNSATISFIABLE

    each()


PLACES = {
    "expects": "unique",
    "lists": [{"name": "house", "items": ["3", "1", "2"]}, {"name": "drink", "items": ["tea", "milk", "cocoa"]}],
    "tables": [],
    "variables": [
        {"type": "item", "name": "place", "each": "drink", "one_of": "house"},
        {"type": "item", "name": "colour", "each": "house", "one_of": "drink"},
    ],
    "constraints": [
        {"clue": 0, "type": "all_different", "of": ["place"]},
        {"clue": 1, "type": "compare", "left": "place of milk", "is": "<", "right": "place of tea"},
        {"clue": 1, "type": "compare", "left": "place of tea", "is": "<", "right": "place of cocoa"},
        {"clue": 2, "type": "compare", "left": "colour of place of tea", "is": "==", "right": "cocoa"},
        {"clue": 3, "type": "compare", "left": "colour of 3", "is": "==", "right": "tea"},
        {"clue": 3, "type": "compare", "left": "colour of 1", "is": "==", "right": "colour of 3"},
    ],
    "objective": {"goal": "none", "of": ""},
    "answer": [
        {"key": "order", "show": "order", "of": "place"},
        {"key": "rows", "show": "rows", "of": "house"},
    ],
}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_orders_and_rows(asked, framework):
    program = form.program(form.read(PLACES), framework)
    found = asked(run, program)
    assert found.answer == {
        "order": ["milk", "tea", "cocoa"],
        "rows": [
            {"house": 3, "drink": "cocoa", "colour": "tea"},
            {"house": 1, "drink": "milk", "colour": "tea"},
            {"house": 2, "drink": "tea", "colour": "cocoa"},
        ],
    }
    assert asked(second, program, found.answer).status is Status.UNSATISFIABLE
