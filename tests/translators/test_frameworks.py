"""What models are told is true: examples solve, pitfalls are pitfalls."""

import shutil

import pytest

from solvent import solvers
from solvent.solvers import Pool, Status
from solvent.translators import load, names

NAMES = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which("minizinc"), reason="minizinc is not installed"))
    if name == "minizinc"
    else name
    for name in names()
]
BEST = {
    "Ada": {"drink": "milk", "paid": 3},
    "Ben": {"drink": "cocoa", "paid": 1},
    "Cy": {"drink": "tea", "paid": 1},
}
PITFALLS = [
    pytest.param(name, number, marks=parameter.marks if hasattr(parameter, "marks") else ())
    for parameter, name in zip(NAMES, names(), strict=True)
    for number in range(len(load(name).pitfalls))
]


@pytest.fixture
async def servers():
    async with Pool(workers=2) as started:
        yield started


def test_every_framework_that_states_constraints_has_a_translator():
    assert set(names()) == set(solvers.names()) - {"wordplay"}


@pytest.mark.parametrize("name", NAMES)
async def test_the_example_is_solved_to_its_only_best_answer(servers, name):
    translator = load(name)
    program = translator.read(f"Here it is.\n```{translator.languages[0]}\n{translator.example}```\n")
    assert program.clues == (1, 2)
    outcome = await solvers.run(program, pool=servers)
    assert (outcome.status, outcome.answer) == (Status.OPTIMAL, BEST), outcome


@pytest.mark.parametrize(("name", "number"), PITFALLS)
async def test_a_pitfall_goes_wrong_and_its_remedy_works(servers, name, number):
    pitfall = load(name).pitfalls[number]
    wrong = await solvers.run(solvers.load(name).parse(pitfall.wrong), pool=servers)
    right = await solvers.run(solvers.load(name).parse(pitfall.right), pool=servers)
    assert not wrong.status.solved, wrong
    assert right.status.solved, right
