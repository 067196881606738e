"""The steps of an explanation follow, need all that they name, and lead to the answer."""

import functools
import inspect
import os
from dataclasses import replace
from pathlib import Path

import pytest
from step_checker import StepChecker

from solvent.agents import asolve
from solvent.benchmarks import load
from solvent.explanations.checking.checking import check
from solvent.explanations.difficulty import GRADES, difficulty_of
from solvent.explanations.explaining import explain
from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.questions import ask
from solvent.solvers import Limits

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = Path(os.environ.get("SOLVENT_DATA", Path(__file__).parents[3] / "shared" / "data"))
GRIDS = ("zebra", "lists", "numbers", "seating", "small")
SETS = {"zebralogic": 12, "lgp": 10, "logicsolver": 8}


def pooled(test):
    """Let an async test run in the pool of all tests."""

    @functools.wraps(test)
    def run(in_pool, **given):
        in_pool(lambda pool: test(pool=pool, **given))

    parameters = [each for each in inspect.signature(test).parameters.values() if each.name != "pool"]
    run.__signature__ = inspect.Signature(
        [inspect.Parameter("in_pool", inspect.Parameter.POSITIONAL_OR_KEYWORD), *parameters]
    )
    return run


async def explained(text, pool, **options):
    answer = await asolve(text, pool=pool)
    return answer, await answer.aexplain(pool=pool, **options)


@pytest.mark.parametrize("name", GRIDS)
@pooled
async def test_the_steps_of_an_example_are_right(name, pool):
    answer, explanation = await explained((EXAMPLES / f"{name}.txt").read_text(), pool)
    assert explanation.complete
    assert explanation.difficulty.grade in GRADES
    assert StepChecker(answer.subject).problems(explanation) == []


@pytest.mark.parametrize("name", SETS)
@pooled
async def test_the_steps_of_public_grids_are_right(name, pool):
    if not (DATA / name).exists():
        pytest.skip(f"the set {name} is not there")
    checked = 0
    for case in load(name).load(DATA / name)[::4]:
        answer = await asolve(case.text, pool=pool)
        if answer.status != "verified" or len(answer.answer) > 4:
            continue
        explanation = await answer.aexplain(pool=pool)
        assert StepChecker(answer.subject).problems(explanation) == [], case.id
        checked += 1
        if checked == SETS[name]:
            return


@pytest.mark.parametrize("framework", ["cpmpy", "ortools"])
@pooled
async def test_steps_need_no_sat_solver(framework, pool, monkeypatch):
    answer = await asolve((EXAMPLES / "small.txt").read_text(), pool=pool)
    subject = answer.subject
    elsewhere = subject.written_in(framework)
    monkeypatch.setattr("solvent.explanations.explaining._quickest", lambda _: elsewhere)
    explanation = await explain(subject, pool=pool, limits=Limits(seconds=20))
    assert explanation.complete
    assert StepChecker(subject).problems(explanation) == []


@pooled
async def test_every_checked_property_can_fail(pool):
    answer, explanation = await explained((EXAMPLES / "small.txt").read_text(), pool)
    checker = StepChecker(answer.subject)
    first, *rest = explanation.steps

    def problems(*steps):
        return " ".join(checker.problems(explanation.model_copy(update={"steps": steps})))

    wrong = first.derives[0].model_copy(update={"holds": not first.derives[0].holds})
    assert "do not follow" in problems(first.model_copy(update={"derives": (wrong,)}), *rest)
    assert "what was not derived" in problems(*rest)
    assert "what was known" in problems(first, first)
    assert "is not the answer" in problems(first)
    more = first.model_copy(update={"clues": (*first.clues, rest[0].clues[0])})
    assert "is not needed" in problems(more, *rest)
    assert "one clue was enough" in problems(more, *rest)


@pooled
async def test_a_hint_goes_on_from_marks(pool):
    text = (EXAMPLES / "zebra.txt").read_text()
    marks = (Fact(row="1", column="people", value="Clara"), Fact(row="2", column="colours", value="blue"))
    answer, hint = await explained(text, pool, known=marks, most=1)
    assert len(hint.steps) == 1
    assert hint.known == marks
    assert StepChecker(answer.subject).problems(hint.model_copy(update={"status": ""})) == []
    everything = Explanation(status="", steps=(await answer.aexplain(pool=pool)).steps).after()
    assert (await answer.aexplain(everything, most=1, pool=pool)).steps == ()


@pooled
async def test_marks_that_contradict_the_clues_lead_to_a_contradiction(pool):
    marks = (Fact(row="1", column="colours", value="blue"),)
    _, found = await explained((EXAMPLES / "zebra.txt").read_text(), pool, known=marks)
    assert "contradict" in found.reason
    assert found.steps[-1].derives == ()


@pooled
async def test_contradictory_clues_are_explained(pool):
    answer, found = await explained((EXAMPLES / "contradictory.txt").read_text(), pool)
    assert {clue for step in found.steps for clue in step.clues} <= set(answer.conflict)
    assert found.steps[-1].derives == ()
    assert found.difficulty is None


@pooled
async def test_of_several_answers_the_steps_derive_what_is_true_in_all(pool):
    answer, found = await explained((EXAMPLES / "ambiguous.txt").read_text(), pool)
    assert answer.status == "ambiguous"
    assert found.complete
    told = {(fact.row, fact.column, fact.value) for fact in found.after() if fact.holds}
    for each in (answer.answer, *answer.alternatives):
        values = {(row["child"], column, value) for row in each for column, value in row.items()}
        assert told <= values
    assert StepChecker(answer.subject).problems(found) == []


@pooled
async def test_a_zoomed_step_is_split_into_steps_of_one_clue(pool):
    text = (EXAMPLES / "zebra.txt").read_text()
    answer, plain = await explained(text, pool)
    number, step = next((n, step) for n, step in enumerate(plain.steps, 1) if len(step.clues) > 1)
    found = (await answer.aexplain(zoom=number, pool=pool)).steps[number - 1]
    assert found.model_copy(update={"steps": (), "supposes": None}) == step
    assert found.supposes == step.derives[0].model_copy(update={"holds": not step.derives[0].holds})
    assert found.steps
    assert all(len(inner.clues) <= 1 for inner in found.steps)
    known = {*step.uses, found.supposes}
    for inner in found.steps:
        assert set(inner.uses) <= known
        known |= set(inner.derives)
    assert found.steps[-1].derives == ()


def test_grades_grow_with_clues_and_suppositions():
    steps = [Step(clues=(1, 2, 3)[:n]) for n in (0, 1, 2, 3)]
    grades = [
        difficulty_of(some, nested).grade
        for some, nested in ((steps[:2], 0), (steps[:2] * 20, 0), (steps[:3], 1), (steps, 1), (steps, 2))
    ]
    assert grades == list(GRADES)
    assert difficulty_of(steps[:3], 2).grade == "hard"
    assert difficulty_of([Step(rules=("X-wing",))], 0).grade == "hard"
    assert difficulty_of([Step(rules=("pair in row 2",)), Step(rules=("given",), clues=(1,))], 0).grade == "medium"
    assert difficulty_of([Step(rules=("contradiction",))], 2).grade == "very hard"


@pooled
async def test_a_program_of_a_model_can_be_explained_asked_and_checked(pool):
    """As one that the rules did not write: nothing but its clues and its template is known."""
    answer = await asolve((EXAMPLES / "small.txt").read_text(), pool=pool)
    subject = replace(answer.subject, program=answer.subject.written_in("cpmpy"), reading="")
    explanation = await explain(subject, pool=pool, limits=Limits(seconds=20))
    assert explanation.complete
    assert StepChecker(answer.subject).problems(explanation) == []
    assert (await ask(subject, "who grows thyme?", pool=pool)).reply == "Petra"
    assert (await ask(subject, "could Nora have the clay pot?", pool=pool)).reply is False
    assert (await check(subject, "Nora: mint, tin", pool=pool)).accepted is True
    assert (await check(subject, "Nora: clay", pool=pool)).accepted is False
