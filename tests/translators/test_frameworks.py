"""What models are told is true: examples solve, pitfalls are pitfalls."""

import re

import pytest
import pytest_asyncio

from solvent import solvers
from solvent.solvers import Pool, Status, frameworks
from solvent.translators import load, names
from solvent.translators.code_extraction import ReplyError
from solvent.translators.framework import scripted

BEST = {
    "Ada": {"drink": "milk", "paid": 3},
    "Ben": {"drink": "cocoa", "paid": 1},
    "Cy": {"drink": "tea", "paid": 1},
}
PITFALLS = [(name, number) for name in names() for number in range(len(load(name).pitfalls))]


one_loop = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers():
    """Starting them takes a second."""
    async with Pool(workers=2) as started:
        yield started


def test_every_framework_that_states_constraints_has_a_translator():
    assert set(names()) == set(solvers.names()) - {"wordplay"}


@one_loop
@pytest.mark.parametrize("framework", names())
async def test_the_example_is_solved_to_its_only_best_answer(servers, framework):
    translator = load(framework)
    program = translator.read(f"Here it is.\n```{translator.languages[0]}\n{translator.example}```\n")
    assert program.clues == (1, 2)
    outcome = await solvers.run(program, pool=servers)
    assert (outcome.status, outcome.answer) == (Status.OPTIMAL, BEST), outcome


def test_every_framework_that_runs_scripts_can_be_asked_for_them():
    assert scripted() == tuple(
        name for name in names() if isinstance(solvers.load(name), frameworks.Scripted)
    ) == ("cpmpy", "minizinc", "ortools", "smtlib")  # fmt: skip


@one_loop
@pytest.mark.parametrize("framework", scripted())
async def test_the_example_of_a_script_prints_the_best_answer(servers, framework):
    translator = load(framework)
    language = translator.languages[0]
    program = translator.read_script(
        f"First the idea.\n```{language}\n{translator.script.template}```\nAll of it:\n"
        f"```{language}\n{translator.script.example}```\n"
    )
    assert (program.contract, program.preamble) == ("script", translator.script.example)
    assert all(sign in translator.script.template for sign in translator.script.signs if sign != "print")
    outcome = await solvers.run(program, pool=servers)
    assert outcome.status is Status.SATISFIED, outcome
    if translator.script.json:
        assert outcome.answer == BEST
    else:
        assert translator.framework == "smtlib"
        values = dict(re.findall(r"\(define-fun (\S+) \(\) \w+\s+(\w+)\)", outcome.output))
        assert {
            name: {"drink": values[name.lower()], "paid": int(values[f"paid-{name.lower()}"])} for name in BEST
        } == BEST
    with pytest.raises(ReplyError, match="no program"):
        translator.read_script("The answer is 7.")


@one_loop
@pytest.mark.parametrize(("framework", "number"), PITFALLS)
async def test_a_pitfall_goes_wrong_and_its_remedy_works(servers, framework, number):
    pitfall = load(framework).pitfalls[number]
    wrong = await solvers.run(solvers.load(framework).parse(pitfall.wrong), pool=servers)
    right = await solvers.run(solvers.load(framework).parse(pitfall.right), pool=servers)
    assert not wrong.status.solved, wrong
    assert right.status.solved, right


@pytest.mark.parametrize("name", names())
def test_a_missing_template_is_asked_for_with_an_example(name):
    translator = load(name)
    with pytest.raises(ReplyError, match="answer template") as told:
        translator.read(f"```{translator.languages[0]}\n(x)\n```")
    assert str(told.value).count("answer") > 2
    assert "paid" in str(told.value)
    assert translator.example.rstrip().endswith(str(told.value).splitlines()[-1])
