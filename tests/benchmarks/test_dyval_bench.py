"""How answers to DyVal's tasks are read and scored: strictly, and as the public code does."""

import random

import pytest
from handmade import DYVAL, sample
from hypothesis import given
from hypothesis import strategies as st
from wrong_answers import EMPTY, MONSTERS, WRONG_TYPES, hedges

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import load
from solvent.benchmarks.dyval import asks, case_of, extract, published_shares, score
from solvent.benchmarks.generate.dyval.tasks import TASKS

VALUES = {
    "arithmetic": (12.5, 1e-4),
    "max_sum_path": (37, 1e-4),
    "linear_equation": (0.375, 1e-3),
}


def case(task, answer, **more):
    return case_of("c", f"{task}/D2", sample(task, answer, **more))


def judged(task, answer, reply):
    """The strict and the official score of a plain reply."""
    asked = case(task, answer)
    value = extract(asked, reply)
    found = score(asked, value)
    return found.strict, found.official


@pytest.mark.parametrize("task", VALUES)
@given(share=st.floats(-3, 3), negative=st.booleans())
def test_numbers_may_be_off_by_the_relative_error_of_the_task(task, share, negative):
    size, tolerance = VALUES[task]
    right = -size if negative else size
    value = right * (1 + share * tolerance)
    if abs(abs(share) - 1) < 0.01:
        return  # on the edge, rounding decides
    answer = {"x": right, "y": 2} if task == "linear_equation" else {"dax": right}
    given_answer = {"x": value, "y": 2.0} if task == "linear_equation" else {"dax": value}
    expected = abs(share) < 1
    assert score(case(task, answer), given_answer).strict is expected
    text = " ".join(map(repr, map(float, given_answer.values())))
    assert judged(task, answer, f"So it is <<<{text}>>>.") == (expected, expected)


@pytest.mark.parametrize(("task", "answer"), DYVAL)
def test_no_form_but_the_gold_answers_is_strictly_right(task, answer):
    """The scorer's contract, for the score itself, every case and every hedge."""
    asked = case(task, answer)
    assert score(asked, answer).strict
    wrong = [*EMPTY, *WRONG_TYPES, *MONSTERS]
    exact = asked.key.tolerance is None
    wrong += [value for _, value in hedges(answer, random.Random(1), 9, exact=exact)]
    assert not any(score(asked, value).strict for value in wrong)
    assert not any(score(asked, value).official or score(asked, value).answered for value in EMPTY)


@pytest.mark.parametrize(
    ("task", "answer", "reply", "found"),
    [
        ("arithmetic", {"dax": 12.5}, "dax is <<<12.5>>>", (True, True)),
        ("arithmetic", {"dax": 1234.5}, "<<< 1,234.5 >>>", (True, True)),
        ("arithmetic", {"dax": 12.5}, "first <<<12.5>>>, and again <<<12.50>>>", (True, True)),
        ("arithmetic", {"dax": 12.5}, "<<<12.5>>>, no, <<<13>>>", (False, True)),
        ("arithmetic", {"dax": 12.5}, "<<<13>>>, no, <<<12.5>>>", (False, False)),
        ("arithmetic", {"dax": 12.5}, "<<<12.5>>>, no, <<<I do not know>>>", (False, True)),
        ("arithmetic", {"dax": 12.5}, "12.5", (False, False)),
        ("arithmetic", {"dax": 12.5}, "<<<about 12.5>>>", (False, False)),
        ("arithmetic", {"dax": 12.5}, "<<<25/2>>>", (False, False)),
        ("arithmetic", {"dax": 12.5}, "<<<12.5\n>>>", (False, False)),  # as in the public code, on one line
        ("arithmetic", {"dax": 12.5}, "<<<nan>>>", (False, False)),
        ("linear_equation", {"x": 0.375, "y": -2}, "<<<0.375 -2>>>", (True, True)),
        ("linear_equation", {"x": 0.375, "y": -2}, "<<<0.375, -2.0>>>", (True, True)),
        ("linear_equation", {"x": 0.375, "y": -2}, "<<<0.375  -2>>>", (False, False)),
        ("linear_equation", {"x": 0.375, "y": -2}, "<<<-2 0.375>>>", (False, False)),
        ("linear_equation", {"x": 0.375, "y": -2}, "<<<0.375>>> <<<-2>>>", (False, False)),
        ("boolean", {"dax": True}, "<<<true>>>", (True, True)),
        ("boolean", {"dax": True}, "<<<TRUE>>> or <<<False>>>", (False, True)),
        ("boolean", {"dax": False}, "<<<0>>>", (False, False)),
        ("boolean", {"dax": True}, "<<<N/A>>>", (False, False)),
        ("deductive", {"dax": "N/A"}, "<<<n/a>>>", (True, True)),
        ("abductive", {"dax": False}, "<<<N/A>>>", (False, False)),
        ("reachability", {"reachable": False}, "<<<False>>>", (True, True)),
        ("max_sum_path", {"maximum": 37}, "<<<37>>>", (True, True)),
        ("max_sum_path", {"maximum": 37}, "<<<N/A>>>", (False, False)),
        ("max_sum_path", {"maximum": "N/A"}, "<<<N/A>>>", (True, True)),
        ("max_sum_path", {"maximum": "N/A"}, "<<<n/a>>>", (False, False)),  # the public code compares it as it stands
    ],
)
def test_plain_replies(task, answer, reply, found):
    assert judged(task, answer, reply) == found


def test_a_reply_without_a_value_is_no_answer():
    assert extract(case("arithmetic", {"dax": 1}), "I cannot tell: <<<>>>") is None
    several = extract(case("arithmetic", {"dax": 1}), "<<<1>>> <<<2>>>")
    assert score(case("arithmetic", {"dax": 1}), several).note == "it states several different values"


@pytest.mark.parametrize(
    ("task", "answer", "value", "strict"),
    [
        ("arithmetic", {"dax": 12.5}, {"answer": 12.5}, True),
        ("arithmetic", {"dax": 12.5}, {"lum": 12.5}, False),
        ("arithmetic", {"dax": 12.5}, 12.5, False),
        ("arithmetic", {"dax": 12.5}, {"dax": "12.5"}, False),
        ("boolean", {"dax": True}, {"value": True}, True),
        ("boolean", {"dax": True}, {"dax": "True"}, False),
        ("max_sum_path", {"maximum": 37}, {"maximum": 37.0}, True),
        ("linear_equation", {"x": 0.375, "y": -2}, [0.375, -2], False),
        ("linear_equation", {"x": 0.375, "y": -2}, {"y": -2, "x": 0.375}, True),
    ],
)
def test_the_official_reading_minds_no_shape(task, answer, value, strict):
    found = score(case(task, answer), value)
    assert (found.strict, found.official) == (strict, True)


@pytest.mark.parametrize("task", TASKS)
def test_what_is_asked_for_can_be_read(task):
    """The form that a prompt shows is one that is read."""
    answer = next(answer for name, answer in DYVAL if name == task)
    told = asks(case(task, answer))
    assert extract(case(task, answer), told).keys() == answer.keys()


def test_gold_answers_fit_the_schema_that_answers_have_to_fit():
    from jsonschema import validate

    for task, answer in DYVAL:
        validate(answer, case(task, answer).options["answer_schema"])


async def test_a_flawed_sample_is_right_if_its_flaw_is_found():
    benchmark = load("dyval")
    flawed = case("boolean", None, status=Verdict.CONTRADICTORY, flaw="a cycle")
    for status in Verdict:
        found = await benchmark.judge(flawed, Answer(status=status), None)
        assert found.strict is (status is Verdict.CONTRADICTORY)
    assert not score(flawed, {"dax": True}).strict


def test_published_figures_are_shares_by_model_and_level():
    levels = {"all": 0.4503, "D1": 0.5705, "D2": 0.4261, "D3": 0.4378, "D4": 0.3667}
    assert published_shares("linear_equation")["GPT4"] == pytest.approx(levels)
    assert published_shares("max_sum_path")["Vicuna-13B v1.3"]["D4"] is None
    assert set(published_shares("arithmetic")) == {"Vicuna-13B v1.3", "LLaMA2-13B Chat", "ChatGPT", "GPT4"}
