"""AutoLogi: its files, what a plain reply says strictly and officially, and what verifiers make of it."""

import asyncio
import json

import pytest
from console import check_refusal, one_object, solvent_here
from hypothesis import given
from hypothesis import strategies as st
from open_puzzles import BOATS, CONSTRAINTS, STALLS, public_line, write_records
from recorded import bench

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import BenchmarkError, load
from solvent.benchmarks.autologi import OFFICIAL, STRICT
from solvent.benchmarks.autologi_official import extract as official
from solvent.benchmarks.verifiers.literals import write_literal
from solvent.benchmarks.verifiers.replies import strict_reading
from solvent.solvers import Pool

AUTOLOGI = load("autologi")
RIGHT = {"bread": 1, "cheese": 2, "honey": 3}
WARNS = "import sys\nprint('loading', file=sys.stderr)\n"


@pytest.fixture(scope="module")
def judged():
    """Judge an answer to a puzzle of the public layout, in a pool for all tests."""
    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())

        def judging(case, value):
            answer = Answer.model_construct(status=Verdict.UNVERIFIED, answer=value, program=None)
            return runner.run(AUTOLOGI.judge(case, answer, pool))

        yield judging
        runner.run(pool.__aexit__(None, None, None))


def case_of(tmp_path, puzzle, **changes):
    """A case in the public layout; `changes` are fields of the verifier's code."""
    changed = puzzle.model_copy(update={"code": puzzle.code.model_copy(update=changes)})
    (tmp_path / "AutoLogi_en.jsonl").write_text(public_line(changed, 7) + "\n")
    return AUTOLOGI.load(tmp_path)[0]


# Reading


def test_a_folder_of_the_public_layout(tmp_path):
    (tmp_path / "AutoLogi_en.jsonl").write_text(public_line(STALLS, 1) + "\n\n" + public_line(STALLS, 2) + "\n")
    (tmp_path / "AutoLogi_cn.jsonl").write_text(public_line(BOATS, 1) + "\n")
    (tmp_path / "other.jsonl").write_text("not read\n")
    cases = AUTOLOGI.load(tmp_path)
    assert [(case.id, case.group) for case in cases] == [("cn/1", "cn/1"), ("en/1", "en/2"), ("en/2", "en/2")]
    assert cases[0].text == BOATS.prompt
    assert cases[0].gold is None
    schema = cases[0].options["answer_schema"]
    assert schema["properties"]["first"] == {"type": "array", "items": {"type": "string"}}
    assert cases[1].options["answer_schema"]["required"] == ["bread", "cheese", "honey"]


def test_records_of_ours(autologi):
    stalls, boats = AUTOLOGI.load(autologi)
    assert (stalls.id, stalls.group, stalls.gold) == ("stalls", "en/2", RIGHT)
    assert (boats.group, boats.gold) == ("cn/1", {"first": ["Ada", "Bo"], "second": ["Cy"]})
    assert boats.key.space.total == 8


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"inputs_check": "def inputs_check(inputs)\n    return True"}, "does not compile"),
        ({"constraint_list": "constraints = []"}, "does not define constraint_list"),
        ({"inputs_check": "", "constraint_list": ""}, "does not define inputs_check and constraint_list"),
    ],
)
def test_an_unusable_verifier_breaks_its_case(tmp_path, judged, changes, why):
    case = case_of(tmp_path, STALLS, **changes)
    assert why in case.broken
    assert not judged(case, RIGHT).strict


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 2: not valid JSON"),
        ('{"prompt": "?"}', "line 2: it has no `code` of a verifier"),
        ('{"prompt": "?", "code": {"Inputs_Check_code": "x = 1"}}', "line 2: Constraint_List_code: Field required"),
        (public_line(STALLS, 1), "line 2: the puzzle en/1 is there already"),
        (public_line(STALLS, 2, space={"valid": "many"}), "line 2: valid: Input should be a valid integer"),
    ],
)
def test_lines_that_cannot_be_read_are_named(tmp_path, line, why):
    file = tmp_path / "puzzles.jsonl"
    file.write_text(f"{public_line(STALLS, 1)}\n{line}\n")
    with pytest.raises(BenchmarkError) as error:
        AUTOLOGI.load(file)
    assert f"{file}, {why}" in str(error.value)


# Replies

LITERAL = "{'bread': 1, 'cheese': 2}"
NAMED = "{'b': True, 'true blue': 1}"


@pytest.mark.parametrize(
    ("reply", "strict", "officially"),
    [
        (f"First:\n```python\n{{'bread': 9}}\n```\nNo:\n```json\n{LITERAL}\n```\nSo {{'bread': 5}}.", LITERAL, LITERAL),
        (f"So it is {LITERAL}. (1, 2) [3]", LITERAL, LITERAL),
        (f"```\ninputs = {LITERAL}\n```", LITERAL, LITERAL),
        ('```json\n{"bread": 1, // a day\n "cheese": 2}\n```', LITERAL, LITERAL),
        ("```\n{'b': true, 'true blue': 1}\n```", NAMED, "{'b': True, 'True blue': 1}"),
        ('```\n{"u": "a//b",\n"v": null}\n```', "{'u': 'a//b', 'v': None}", None),
        (f"```\nprint('no arrangement')\n```\nIt is {LITERAL}.", LITERAL, None),
        (f"```\n# the plan\ninputs = {LITERAL}\nprint(inputs)\n```", LITERAL, None),
        (f"either [{LITERAL}, {LITERAL}]", None, LITERAL),
        (
            f"1. ```json {{'bread': 9}}```\n2. ```json {LITERAL}```\nI take\n```json\n{{'bread': 7}}\n```",
            "{'bread': 7}",
            None,
        ),
        (f"```{LITERAL}``` and then ```{{'bread': ", LITERAL, LITERAL),
        ("I cannot tell.", None, None),
        ("{[(" * 50, None, None),
        ("[" * 9000 + "]" * 9000, None, None),
        (f"a) {{x}} b] {LITERAL}", LITERAL, LITERAL),
    ],
)
def test_what_a_reply_says(reply, strict, officially):
    assert strict_reading(reply, {"bread": 3, "cheese": 3}) == strict
    assert official(reply) == officially


TEXTS = st.text("ab{}[]()'\"/\\ =#,:", max_size=8) | st.just("true blue // {")
VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(value=st.dictionaries(TEXTS, VALUES | st.sets(TEXTS, max_size=3), max_size=4))
def test_every_literal_in_a_fenced_block_is_read(value):
    reply = f"First {{'a': [1]}}.\n```python\ninputs = {value!r}\n```\nThat is (1, 2), not {{'b'}}."
    assert strict_reading(reply, {}) == write_literal(value)


@given(value=st.lists(VALUES, max_size=4))
def test_every_json_value_in_a_fenced_block_is_read(value):
    assert strict_reading(f"```json\n{json.dumps(value, indent=1)}\n```", []) == write_literal(value)


def test_lists_and_other_types():
    assert official("[[1, 2], [3]]") == "[3]"  # of nested lists, only what comes before the first that closes
    assert strict_reading("[[1, 2], [3]]", [[1], [2]]) == "[[1, 2], [3]]"
    assert strict_reading("{'a', 'b'}", ["a", "b"]) is None
    assert strict_reading("```\n'Ada'\n```", "Bo") == "'Ada'"
    assert strict_reading("It is 'Ada'.", "Bo") is None
    assert strict_reading("```\n{'a'}\n```\nNobody, then:\n```\n{}\n```", {"b"}) == "{}"
    assert strict_reading("```\nset()\n```", {"b"}) == "set()"
    assert strict_reading("It is (1, 2) then.", None) == "(1, 2)"


def test_extraction_keeps_both_readings(autologi):
    stalls, boats = AUTOLOGI.load(autologi)
    assert AUTOLOGI.extract(boats, "{'first': {'Bo', 'Ada'}}")[STRICT] == "{'first': {'Ada', 'Bo'}}"
    assert AUTOLOGI.extract(stalls, "[1]") == {STRICT: None, OFFICIAL: "[1]"}
    assert AUTOLOGI.extract(stalls, "I do not know.") is None


# Verdicts


def test_an_answer_in_json_stands_for_sets(autologi, judged):
    boats = AUTOLOGI.load(autologi)[1]
    assert judged(boats, {"first": ["Bo", "Ada"], "second": ["Cy"]}).strict
    assert not judged(boats, {"first": ["Bo", "Ada", "Bo"], "second": ["Cy"]}).strict
    in_lists = AUTOLOGI.extract(boats, "{'first': ['Ada', 'Bo'], 'second': ['Cy']}")
    found = judged(boats, in_lists)
    assert (found.strict, found.official, found.apart["form"]) == (False, False, False)
    assert judged(boats, AUTOLOGI.extract(boats, "{'first': {'Ada', 'Bo'}, 'second': {'Cy'}}")).official


def test_a_wrong_answer_names_the_constraints_that_it_breaks(autologi, judged):
    stalls = AUTOLOGI.load(autologi)[0]
    found = judged(stalls, {"bread": 3, "cheese": 2, "honey": 1})
    assert (found.apart["violated"], found.note) == ([1, 2], "it breaks constraints 1, 2")
    assert judged(stalls, {"bread": 3}).note == "the arrangement does not have the form that the puzzle asks for"


def test_the_size_of_the_space_is_traversed_once(autologi, judged, tmp_path):
    stalls, boats = AUTOLOGI.load(autologi)
    found = judged(stalls, None).apart
    assert (found["valid"], found["total"], found["share"]) == (1, 27, 1 / 27)
    assert judged(boats, None).apart["share"] == 1 / 8  # of the record; there is nothing to traverse
    endless = case_of(tmp_path, STALLS, traverse="def count_valid_arrangements():\n    raise ValueError('no')")
    assert judged(endless, RIGHT).apart["share"] is None
    assert judged(endless, RIGHT).strict


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"inputs_check": WARNS + STALLS.code.inputs_check}, "{'bread': 1, 'cheese': 2, 'honey': 3}"),
        ({"constraint_list": f"print('two rules')\n{CONSTRAINTS}"}, "{'bread': 1, 'cheese': 2, 'honey': 3}"),
        ({"constraint_list": f"assert 1 is 1\n{CONSTRAINTS}"}, "{'bread': 1, 'cheese': 2, 'honey': 3}"),
    ],
    ids=["a line on stderr", "a line on stdout", "a warning"],
)
def test_faults_of_the_public_evaluator_are_officially_wrong_alone(tmp_path, judged, changes, text):
    case = case_of(tmp_path, STALLS, **changes)
    found = judged(case, AUTOLOGI.extract(case, text))
    assert (found.strict, found.official) == (True, False)


def test_a_reply_that_is_code_convinces_the_public_evaluator_alone(tmp_path, judged):
    case = case_of(tmp_path, STALLS)
    found = judged(case, AUTOLOGI.extract(case, "```\n'0, lambda inputs: True, []) #'\n```"))
    assert (found.strict, found.official) == (False, True)


async def test_cases_run_side_by_side(tmp_path):
    lines = [public_line(STALLS, number) for number in range(6)]
    (tmp_path / "AutoLogi_en.jsonl").write_text("\n".join(lines))
    cases = AUTOLOGI.load(tmp_path)
    answers = {case.id: RIGHT if number % 2 else {**RIGHT, "honey": 1} for number, case in enumerate(cases)}
    by_text = iter([answers[case.id] for case in cases])

    async def solve(_, **__):
        return Answer(status=Verdict.UNVERIFIED, answer=next(by_text))

    async with Pool(2) as pool:
        summary = await bench(AUTOLOGI, cases, solve, workers=4, pool=pool)
    assert [record.right for record in summary.records] == [bool(number % 2) for number in range(6)]
    assert [record.score.official for record in summary.records] == [record.right for record in summary.records]


# The command


def test_rules_are_scored_in_groups(autologi, capsys):
    found = one_object(solvent_here(capsys, "bench", "autologi", "--data", autologi, "--epochs", "2", "--json"))
    assert {name: group["n"] for name, group in found["groups"].items()} == {"en/2": 2, "cn/1": 2}
    metrics = found["metrics"]
    assert (metrics["accuracy"], metrics["accuracy_sd"], metrics["official"]) == (0, 0, 0)
    assert (metrics["accuracy_share 1-10 %"], metrics["accuracy_share < 0.1 %"]) == (0, None)
    beside = found["comparison"]
    assert beside["mine"].keys() == {"autologi_en", "augmented_cn"}
    assert beside["published"]["GPT-4o-2024-08-06"]["augmented_cn"]["official"] == pytest.approx(0.667)


def test_puzzles_that_anything_or_nothing_solves_are_told(tmp_path, capsys):
    lists = {"every": "[len, bool]", "nothing": "[callable, callable]", "good": "[len, lambda i: i['bread'] < 2]"}
    codes = {
        name: STALLS.code.model_copy(update={"constraint_list": f"constraint_list = {said}"})
        for name, said in lists.items()
    }
    codes["none"] = STALLS.code.model_copy(update={"traverse": ""})
    made = [STALLS.model_copy(update={"id": name, "code": code}) for name, code in codes.items()]
    data = write_records(tmp_path / "odd.jsonl", made)
    assert one_object(solvent_here(capsys, "bench", "autologi", "--data", data, "--json"))["notes"] == [
        "The verifier of 1 puzzles accepts every arrangement (such as every).",
        "The verifier of 1 puzzles accepts no arrangement (such as nothing).",
        "The verifier of 1 puzzles has no traversal that ends and gives counts (such as none).",
    ]


# Inspect's own, of a library that it uses.
@pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")
def test_five_epochs_have_a_mean_and_a_deviation(tmp_path, loopback, capsys):
    pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")
    data = write_records(tmp_path / "one.jsonl", [STALLS])
    replies = [STALLS.solutions[0], STALLS.example, "[1]", STALLS.solutions[0], f"[{STALLS.solutions[0]}]"]
    loopback.script(*(f"So:\n```python\n{reply}\n```" for reply in replies))
    model = ("--model", "m", "--base-url", loopback.url, "--preset", "autologi-direct", "--max-connections", "1")
    command = ("bench", "autologi", "--data", data, "--epochs", "5", "--workers", "1", *model, "--json")
    found = one_object(solvent_here(capsys, *command))
    metrics = found["metrics"]
    assert (found["n"], metrics["accuracy"], metrics["official"]) == (5, 0.4, 0.4)
    assert metrics["accuracy_sd"] == pytest.approx(0.5477, abs=1e-4)
    assert all(request.messages[-1]["content"].strip() == STALLS.prompt.strip() for request in loopback.requests)


def test_data_that_are_missing(capsys, tmp_path):
    (tmp_path / "wrong.jsonl").write_text(json.dumps([]))
    for name, why in (("none", "does not exist"), ("wrong.jsonl", "line 1: not an object")):
        done = solvent_here(capsys, "bench", "autologi", "--data", tmp_path / name)
        check_refusal(done, 2)
        assert why in done.stderr
