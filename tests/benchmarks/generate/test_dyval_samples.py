"""Samples of DyVal: their truth, found twice, and their words."""

from dataclasses import replace
from fractions import Fraction

import pytest
from console import solvent
from dyval_draws import FLAWED, GRAPHS, LEVELS, ORDERS, TREES, samples, setup, wording
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.benchmarks.generate.dyval import samples as cell
from solvent.benchmarks.generate.dyval.description import listed, names
from solvent.benchmarks.generate.dyval.rules import entailed
from solvent.benchmarks.generate.dyval.settings import DyValSettings
from solvent.benchmarks.generate.dyval.task import Line
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.generate.generator import DisagreementError, UnusableSettingsError
from solvent.benchmarks.generate.truth import confirm
from solvent.benchmarks.tolerance import near
from solvent.solvers import Limits, run
from solvent.solvers.frameworks import smtlib
from solvent.translators.rules.text.words import is_english

WRONG = {
    "arithmetic": lambda value: value + Fraction(1, 3),
    "linear_equation": lambda value: (value[1] + 1, value[0] - 1),
    "boolean": lambda value: not value,
    "deductive": lambda value: "N/A" if value is True else True,
    "abductive": lambda value: "N/A" if isinstance(value, bool) else True,
    "reachability": lambda value: not value,
    "max_sum_path": lambda value: 1 if value == "N/A" else value + 1,
}


def test_the_tasks_are_the_seven_of_the_paper():
    assert set(TASKS) == set(WRONG)
    assert {name: task.tolerance for name, task in TASKS.items() if task.tolerance} == {
        "arithmetic": 1e-4,
        "max_sum_path": 1e-4,
        "linear_equation": 1e-3,
    }


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", sorted(TASKS))
def test_both_truths_agree_and_the_record_is_complete(in_pool, name, level):
    for sample in samples(in_pool, 3, task=name, level=level):
        record = sample.record("x")
        assert record["status"] == "verified"
        assert record["group"] == f"{name}/{level}"
        assert record["flaw"] is None
        assert record["program"]["framework"] == "smtlib"
        assert record.get("tolerance") == TASKS[name].tolerance
        outcome = in_pool(lambda pool, program=sample.program: run(program, pool=pool))
        assert near(outcome.answer, sample.answer, sample.tolerance)
        asked = sample.text.splitlines()[-1]
        assert asked.endswith(("?", "allowed.", "N/A."))
        assert all(key in asked for key in sample.answer if key not in {"reachable", "maximum"})


@pytest.mark.parametrize("name", sorted(TASKS))
def test_a_wrong_answer_by_construction_is_noticed(in_pool, name):
    task, _ = setup(task=name)
    right = wording(1, task=name, level="D2")
    wrong = replace(right, problem=replace(right.problem, value=WRONG[name](right.problem.value)))
    in_pool(lambda pool: task.check(right, task.program(right), pool))
    with pytest.raises(DisagreementError):
        in_pool(lambda pool: task.check(wrong, task.program(wrong), pool))


@pytest.mark.parametrize("name", ["arithmetic", "linear_equation"])
def test_a_wrong_number_is_noticed_by_interval_arithmetic_alone(name):
    task, _ = setup(task=name)
    right = wording(1, task=name, level="D4")
    task.bounded(right)
    with pytest.raises(DisagreementError, match="bounds"):
        task.bounded(replace(right, problem=replace(right.problem, value=WRONG[name](right.problem.value))))


@pytest.mark.parametrize("name", [*TREES, *GRAPHS])
def test_the_lines_are_the_same_in_every_order(name):
    found = [wording(3, order, task=name, level="D3", descriptions=2) for order in ORDERS]
    in_words = [[TASKS[name].sentence(line) for line in each.lines] for each in found]
    assert in_words[1] == in_words[0][::-1]
    assert sorted(in_words[2]) == sorted(in_words[0])
    assert in_words[2] not in in_words[:2]
    assert len({(TASKS[name].question(each), str(each.problem.value)) for each in found}) == 1


@pytest.mark.parametrize("name", [*TREES, *GRAPHS])
def test_in_topological_order_parts_stand_before_what_is_made_of_them(name):
    lines = [line.name for line in wording(4, "topological", task=name, level="D3").lines]
    for line in wording(4, "topological", task=name, level="D3").lines:
        assert all(lines.index(part) < lines.index(line.name) for part in line.parts if part in lines)


@pytest.mark.parametrize("name", sorted(TASKS))
def test_random_descriptions_are_mixed_in_and_change_nothing(in_pool, name):
    one, other = (samples(in_pool, 2, task=name, level="D2", descriptions=number) for number in (0, 2))
    assert all(len(more.text.splitlines()) > len(less.text.splitlines()) for less, more in zip(one, other, strict=True))
    assert {sample.group for sample in other} == {f"{name}/D2, descriptions 2"}


@pytest.mark.parametrize("name", TREES)
def test_extra_links_make_larger_problems_whose_truths_agree(in_pool, name):
    found = samples(in_pool, 4, task=name, depth=3, width=2, extra_links=2)
    assert {sample.group for sample in found} == {f"{name}/depth 3, width 2, extra links 2"}


@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory"])
@pytest.mark.parametrize("name", FLAWED)
def test_a_flawed_text_is_what_it_should_be(in_pool, name, flaw):
    for sample in samples(in_pool, 4, task=name, level="D3", flaw=flaw):
        assert (sample.status, sample.answer) == (flaw, None)
        told = sample.flaw.split()
        if flaw == "ambiguous":
            missing = told[3]
            lines = sample.text.splitlines()
            assert not any(line.startswith(f"{missing} is ") for line in lines)
            assert any(missing in line for line in lines)
        else:
            assert sample.flaw.startswith("a cycle was added: ")


@pytest.mark.parametrize("name", FLAWED)
def test_a_flaw_that_is_none_is_noticed(in_pool, name):
    task, _ = setup(task=name)
    whole = wording(1, task=name, level="D2")
    extra = Line("nowhere", None, (), 1)
    for pretended in (replace(whole.problem, missing=0), replace(whole.problem, cycle=(0, 1))):
        wrong = replace(whole, problem=pretended, lines=(*whole.lines, extra))
        with pytest.raises(DisagreementError):
            in_pool(lambda pool, wrong=wrong: task.check(wrong, task.program(wrong), pool))


def test_only_where_the_truth_is_known_otherwise_may_a_program_be_too_hard(in_pool):
    hard = smtlib.parse(
        "(declare-const x Int) (declare-const y Int) (declare-const z Int)\n; clue 1\n"
        '(assert (= (+ (* x x x) (* y y y) (* z z z)) 42))\n; answer\n; {"x": "x"}\n'
    )
    limits = Limits(seconds=0.3)
    outcome = in_pool(lambda pool: confirm(hard, {"x": 1}, pool=pool, limits=limits, may_be_undecided=True))
    assert not outcome.status.decided
    with pytest.raises(DisagreementError, match="does not decide"):
        in_pool(lambda pool: confirm(hard, {"x": 1}, pool=pool, limits=limits))


def test_entailment_sees_cases_that_single_rules_do_not(in_pool):
    """Whether b is true or false, d is true, though by single rules nothing is known."""
    lines = [
        Line("b", "and", ("a", "a")),
        Line("c", "not", ("b",)),
        Line("d", "or", ("b", "c")),
    ]
    asked = {name: in_pool(lambda pool, name=name: entailed(lines, {}, name, pool)) for name in "abcd"}
    assert asked == {"a": "N/A", "b": "N/A", "c": "N/A", "d": True}
    assert in_pool(lambda pool: entailed(lines, {"d": False}, "a", pool)) is None


def test_cells_have_the_same_problems_in_every_order(in_pool):
    async def drawn(pool, order):
        return [sample async for sample in cell("boolean", "D2", order, seed=4, n=3, pool=pool)]

    found = [in_pool(lambda pool, order=order: drawn(pool, order)) for order in ORDERS]
    assert [[sample.answer for sample in each] for each in found] == [[sample.answer for sample in found[0]]] * 3


@settings(max_examples=30)
@given(st.text(max_size=20), st.integers(1, 300))
def test_names_are_made_up_and_different(content, number):
    found = names(content, number)
    assert len(set(found)) == number
    assert found == names(content, number)
    assert not any(map(is_english, found))


def test_lists_in_words():
    assert [listed(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize("name", sorted(TASKS))
def test_inference_steps_end_in_the_answer(in_pool, name):
    for sample in samples(in_pool, 3, task=name, level="D2", steps=True):
        record = sample.record("x")
        *steps, last = record["completion"].split("\n")
        assert steps == record["steps"]
        replies = last.removeprefix("<<<").removesuffix(">>>").split()
        for reply, value in zip(replies, record["answer"].values(), strict=True):
            if isinstance(value, bool | str):
                assert reply == str(value).replace("True", "true").replace("False", "false")
            else:
                assert abs(float(reply) - value) <= 0.5e-8 + abs(value) * 1e-15


@pytest.mark.parametrize(("name", "level", "seed"), [("linear_equation", "D4", 3), ("arithmetic", "D4", 3)])
def test_what_is_trained_on_is_right_with_its_few_decimals(in_pool, name, level, seed):
    for sample in samples(in_pool, 60, seed=seed, task=name, level=level, steps=True):
        *_, last = sample.more["completion"].split("\n")
        said = last.removeprefix("<<<").removesuffix(">>>").split(" ")
        assert all(len(each.partition(".")[2]) <= 8 for each in said)
        assert near([float(each) for each in said], [*sample.answer.values()], sample.tolerance)


def test_an_answer_that_few_decimals_would_spoil_is_not_trained_on(monkeypatch, in_pool):
    monkeypatch.setattr("solvent.benchmarks.generate.dyval.tasks.arithmetic.shown", lambda _: "0.00000001")
    with pytest.raises(UnusableSettingsError, match="300 problems"):
        samples(in_pool, 1, task="arithmetic", level="D1", steps=True)
    assert samples(in_pool, 1, task="arithmetic", level="D1")


def test_steps_of_a_tree_compute_each_node_once_children_first():
    found = wording(2, task="arithmetic", level="D4")
    computed = [step.split(" = ")[0] for step in TASKS["arithmetic"].steps(found)]
    assert sorted(computed) == sorted(found.names)
    parts = {line.name: line.parts for line in found.lines}
    assert all(computed.index(part) < computed.index(name) for name in computed for part in parts[name])


def test_training_settings_are_those_of_the_paper():
    trees = DyValSettings(task="boolean", training="tree-link-description")
    ((_, how),) = trees.setups()
    assert (how.size.depth, how.size.width, how.extra_links, how.descriptions) == (3, 2, 1, 1)
    assert (trees.arrangement, trees.has_steps) == ("topological", True)
    ((task, how),) = DyValSettings(task="max_sum_path", training="graph-harder").setups()
    assert (how.size.nodes, how.size.links) == (20, 8)
    assert DyValSettings(training="graph-harder").group(task) == "max_sum_path/graph-harder"
    assert {task.name for task, _ in DyValSettings(training="tree").setups()} == set(TREES)


def test_the_same_bytes_in_another_process_and_after_an_interruption(tmp_path):
    def generated(name, n, **environment):
        file = tmp_path / f"{name}.jsonl"
        done = solvent(
            "generate", "dyval", "--seed", "7", "--n", str(n), "--out", file, "--level", "D2", "--steps", **environment
        )
        assert done.returncode == 0, done.stderr
        return file.read_bytes()

    whole = generated("one", 10, PYTHONHASHSEED="1")
    assert whole.startswith(generated("parts", 4, PYTHONHASHSEED="2"))
    assert generated("parts", 10, PYTHONHASHSEED="3") == whole
