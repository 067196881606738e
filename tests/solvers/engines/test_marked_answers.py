"""What is true of marks in an answer, in every framework: compared with trying everything."""

import asyncio
import itertools

import pytest

from solvent.solvers import Limits, Pool, Status, load, marks

PROGRAMS = {
    "cpmpy": 'import cpmpy as cp\nx, y = cp.intvar(1, 3, shape=2)\nmodel += x != y\n'
    'with clue(1):\n    model += x < y\nwith clue(2):\n    model += y != 2\nanswer = {"x": x, "y": y}\n',
    "ortools": 'x, y = (model.new_int_var(1, 3, name) for name in "xy")\nmodel.add(x != y)\n'
    'with clue(1):\n    model.add(x < y)\nwith clue(2):\n    model.add(y != 2)\nanswer = {"x": x, "y": y}\n',
    "smtlib": "(declare-const x Int)\n(declare-const y Int)\n(assert (and (<= 1 x 3) (<= 1 y 3) (distinct x y)))\n"
    '; clue 1\n(assert (< x y))\n; clue 2\n(assert (distinct y 2))\n; answer {"x": "x", "y": "y"}\n',
    "minizinc": "var 1..3: x;\nvar 1..3: y;\nconstraint x != y;\n% clue 1\nconstraint x < y;\n% clue 2\n"
    'constraint y != 2;\n% answer {"x": "x", "y": "y"}\n',
}  # fmt: skip
RULES = {None: lambda x, y: x != y, 1: lambda x, y: x < y, 2: lambda _, y: y != 2}
SINGLE = [({name: value}, holds) for name in "xy" for value in (1, 2, 3) for holds in (True, False)]


def has(way, mark):
    statement, holds = mark
    return all(dict(zip("xy", way, strict=True))[name] == value for name, value in statement.items()) is holds


def expected(given):
    """What the marks are, by trying all values."""
    ways = list(itertools.product((1, 2, 3), repeat=2))
    answers = [way for way in ways if all(rule(*way) for rule in RULES.values())]
    free = [way for way in ways if RULES[None](*way)]
    with_marks = [way for way in free if all(has(way, mark) for mark in given)]
    broken = {str(n): not any(RULES[n](*way) for way in with_marks) for n in (1, 2)} if with_marks else {}
    return {
        "together": any(all(has(way, mark) for mark in given) for way in answers),
        "possible": [any(has(way, mark) for way in answers) for mark in given],
        "follows": [all(has(way, mark) for way in answers) for mark in given],
        "rules": not with_marks,
        "broken": broken,
        "single": len(with_marks) == 1,
    }


@pytest.mark.parametrize("framework", [pytest.param(name, marks=pytest.mark.needs(name)) for name in PROGRAMS])
def test_marks_are_judged_as_trying_everything_does(framework):
    program = load(framework).parse(PROGRAMS[framework])
    pairs = [*itertools.combinations(SINGLE, 2), *((mark,) for mark in SINGLE)]
    asked = pairs[:: 40 if framework == "minizinc" else 9]

    async def judged():
        async with Pool(2) as pool:
            return await asyncio.gather(
                *(
                    marks(
                        program, [{"statement": s, "holds": h} for s, h in given], pool=pool, limits=Limits(seconds=60)
                    )
                    for given in asked
                )
            )

    for given, outcome in zip(asked, asyncio.run(judged()), strict=True):
        right, found = expected(given), outcome.answer
        assert outcome.status is Status.SATISFIED, outcome.message
        assert {name: found[name] for name in ("together", "possible", "follows")} == {
            name: right[name] for name in ("together", "possible", "follows")
        }
        assert bool(found["rules"]) is right["rules"]
        if right["rules"]:
            continue
        assert {clue: verdict is False for clue, verdict in found["clues"].items()} == right["broken"]
        kept = [verdict for verdict in found["clues"].values() if verdict is not False]
        assert all(verdict is (True if right["single"] else None) for verdict in kept)
        alone = True not in right["broken"].values()
        assert bool(outcome.conflict) is (alone and not right["together"])


def test_a_mark_that_does_not_fit():
    program = load("smtlib").parse(PROGRAMS["smtlib"])

    async def judged(statement):
        async with Pool(1) as pool:
            return await marks(program, [{"statement": statement, "holds": True}], pool=pool)

    outcome = asyncio.run(judged({"w": 1}))
    assert outcome.status is Status.BAD_ANSWER
    assert "does not fit" in outcome.message
