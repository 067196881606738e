"""A sample of what `run.py` measures: no lie is verified, and no honest program is refused."""

import random

import fooling
import pytest

from solvent.solvers import Limits
from solvent.translators.sentences import pieces

SEED = 4
LIMITS = Limits(seconds=10)  # the users' default: what takes longer is not verified
SLOW = {  # on these, MiniZinc runs into the time limit
    ("minizinc", "vacuous: half, the others fix everything"), ("minizinc", "expects: any, said by nobody else"),
}  # fmt: skip
KINDS = [name for name, told in fooling.KINDS.items() if not told.beyond]


@pytest.fixture(scope="module")
def problems():
    return fooling.problems(random.Random(SEED), 14)


def lies(problems, solve, framework, kinds):
    """The verdict on each kind of lie, told once for a problem to which it is applicable."""
    rng = random.Random(f"{SEED} {framework}")
    for kind in kinds:
        tried = (fooling.lying(rng, problem, framework, kind) for problem in rng.sample(problems, len(problems)))
        told = next(filter(None, tried), None)
        if told:
            yield told.judged(solve(told.problem.text, limits=LIMITS, **told.options))


@pytest.mark.parametrize("framework", fooling.FRAMEWORKS)
def test_no_lie_is_verified(problems, solve, framework):
    kinds = _of(framework)
    told = list(lies(problems, solve, framework, kinds))
    assert len(told) >= len(kinds) - 2, "lies that are not applicable to any problem"
    assert [(each.kind, each.reason) for each in told if each.fooled] == []


def _of(framework):
    """The kinds that are tried in a framework: each kind is tried once, with the frameworks in turn."""
    known = [fooling.KINDS[kind].frameworks for kind in KINDS]
    return [
        kind
        for at, (kind, names) in enumerate(zip(KINDS, known, strict=True))
        if names[at % len(names)] == framework and (framework, kind) not in SLOW
    ]


@pytest.mark.parametrize("framework", fooling.FRAMEWORKS)
def test_honest_programs_are_verified(problems, solve, framework):
    rng = random.Random(f"{SEED} {framework}")
    told = [fooling.honestly(rng, problem, framework) for problem in rng.sample(problems, 3)]
    found = [each.judged(solve(each.problem.text, limits=LIMITS, **each.options)) for each in told]
    assert [(each.status, each.reason, each.programs) for each in found if each.status != "verified"] == []
    assert [each.programs for each in found if each.fooled] == []


def test_one_liar_and_an_honest_one_are_not_verified_wrongly(problems, solve):
    rng, found = random.Random(SEED), []
    for kind in rng.sample([kind for kind in KINDS if "cpmpy" in fooling.KINDS[kind].frameworks], 8):
        problem = rng.choice(problems)
        told = fooling.lying(rng, problem, "cpmpy", kind, alone=True)
        if told:
            found.append(told.judged(solve(problem.text, **told.options)))
    assert [(each.kind, each.framework, each.reason) for each in found if each.fooled] == []


def test_the_model_points_at_the_clues(problems):
    for problem in problems:
        cut = pieces(problem.text)
        told = [cut[place - 1] for each in problem.decomposition["clues"] for place in each["pieces"]]
        assert told == [f"{n}. {clue.text}" for n, clue in enumerate(problem.clues, 1)]


def test_problems_are_what_they_are_said_to_be(problems):
    for problem in problems:
        assert len(problem.answers) == 1 or problem.expects != "unique"
        excused = [n for n, clue in enumerate(problem.clues, 1) if clue.restates or clue.data]
        idle = set(problem.vacuous()) - set(excused)
        assert 2 * len(idle) < len(problem.clues) - len(excused), problem.text


def test_same_seed_same_programs():
    first, second = (_texts(random.Random(SEED)) for _ in range(2))
    assert first == second


def _texts(rng):
    (problem,) = fooling.problems(rng, 1)
    return [fooling.lying(rng, problem, "cpmpy", kind).programs for kind in KINDS[:6]]
