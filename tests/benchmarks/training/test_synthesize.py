"""`solvent synthesize`: replies that verifiers select, and programs of verified runs, by a scripted model over HTTP."""

import json
import re
from itertools import permutations

import pyarrow.json
import pytest
from console import check_refusal, one_object, solvent_here
from loopback import Reply, Status, length, with_n
from seated import CONSTRAINTS, CPMPY, NAMES, SMTLIB, Solver, named, puzzle, seats, write

OTHERS = ("Dan", "Eve", "Fay")
RIGHT = {(1, 2, 3), (1, 3, 2)}
FILES = ("sft.jsonl", "dpo.jsonl", "programs.jsonl", "README.md")


@pytest.fixture
def synthesize(capsys, loopback, tmp_path):
    """Run the command on some puzzles, with a model that the loopback plays."""

    def run(*puzzles, model=None, out="out", options=("--no-programs",)):
        loopback.script(*([model] if model else []))
        file = write(tmp_path / "puzzles.jsonl", *puzzles)
        access = ("--model", "player", "--base-url", loopback.url, "--max-connections", "1", "--workers", "1")
        return solvent_here(capsys, "synthesize", file, "--out", tmp_path / out, *access, *options)

    return run


def lines(folder, name):
    file = folder / name
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_replies_and_programs_with_where_they_come_from(synthesize, loopback, tmp_path):
    asked = [puzzle(), puzzle(OTHERS)]
    options = ("--k", "6", "--seed", "40", "--temperature", "0.5", "--json")
    found = one_object(
        synthesize(*asked, "{broken", '{"prompt": "x"}', asked[0], model=Solver(*asked), options=options)
    )
    assert (found["puzzles"], found["replies"], found["right_share"]) == (2, 12, 2 / 6)
    assert found["verdicts"] == {"constraint broken": 8, "right": 4}
    assert [(each["why"], each["count"]) for each in found["dropped"]] == [
        ("it is no puzzle", 2), ("it has the prompt of another line", 1),
    ]  # fmt: skip
    assert {name: file["lines"] for name, file in found["files"].items()} == dict.fromkeys(FILES[:3], 2)
    out = tmp_path / "out"

    (good, _), (pair, _) = lines(out, "sft.jsonl"), lines(out, "dpo.jsonl")
    prompt = {"role": "user", "content": asked[0].prompt}
    orders = [order for number in range(40, 46) for order in [list(permutations((1, 2, 3)))[number % 6]]]
    right, wrong = (next(n for n, order in enumerate(orders) if (order in RIGHT) is wanted) for wanted in (True, False))
    said = [{"role": "assistant", "content": seats(NAMES, *orders[number])} for number in (right, wrong)]
    assert good["messages"] == [prompt, said[0]]
    assert (pair["prompt"], pair["chosen"], pair["rejected"]) == ([prompt], [said[0]], [said[1]])
    assert (pair["rejected_verdict"], pair["rejected_broken"]) == ("constraint broken", broken(orders[wrong]))
    for line in (good, pair):
        assert (line["puzzle"], line["model"], line["constraints"]) == ("seats-Ann", "player", 2)
        assert (line["temperature"], line["seed"], line["number"]) == (0.5, 40 + right, right)
        assert line["solvent"]
        assert line["dropped"] == ""  # one reply a request, which is not about how a reply was sampled
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", line["date"])
    assert pair["rejected_seed"] == 40 + wrong

    (program, _) = lines(out, "programs.jsonl")
    assert program["messages"][1] == {"role": "assistant", "content": f"```python\n{named(CPMPY)}```"}
    assert asked[0].question in program["messages"][0]["content"]
    assert "Think step by step" not in program["messages"][0]["content"]
    assert (program["framework"], program["status"], program["answers"]) == ("cpmpy", "verified", 2)
    assert "an independent program accepts it" in program["evidence"]
    card = (out / "README.md").read_text()
    assert "left out, as it is no puzzle: 2 (such as line 3" in card
    assert "data_files: programs.jsonl" in card

    for name in FILES[:3]:
        columns = {tuple((key, type(value)) for key, value in line.items()) for line in lines(out, name)}
        assert len(columns) == 1
        assert pyarrow.json.read_json(out / name).num_rows == 2
        assert all(f"| {key} |" in card for key in lines(out, name)[0])

    before, requests = {name: (out / name).read_bytes() for name in FILES}, len(loopback.requests)
    one_object(synthesize(*asked, "{broken", '{"prompt": "x"}', asked[0], options=options))
    assert len(loopback.requests) == requests
    assert {name: (out / name).read_bytes() for name in FILES} == before


def broken(order):
    first, second, third = order
    return ", ".join([*(["1"] if first >= second else []), *(["2"] if third == 1 else [])])


def test_a_run_that_stopped_asks_for_what_is_missing(synthesize, loopback, tmp_path):
    asked, out = [puzzle(), puzzle(OTHERS)], tmp_path / "out"
    options = ("--no-programs", "--k", "4")
    solver = Solver(*asked)
    stopped = synthesize(
        *asked, model=lambda request: Status(401) if solver.asked >= 4 else solver(request), options=options
    )
    assert (stopped.returncode, len(lines(out, "replies.jsonl"))) == (13, 4)
    assert "1 puzzles are left" in stopped.stderr
    assert len(re.findall(r"puzzles left out: no reply yet +1 *$", stopped.stdout, re.MULTILINE)) == 2
    whole = synthesize(*asked, model=solver, out="whole", options=options)
    with (out / "replies.jsonl").open("a") as file:
        file.write('{"puzzle": "seats-D')  # as a killed run leaves it
    agents = synthesize(*asked, model=lambda _: Status(401), options=("--k", "4"))
    assert (agents.returncode, "2 puzzles are left" in agents.stderr) == (13, True)  # no run of the agent was tried
    solver.asked, requests = 0, len(loopback.requests)
    again = synthesize(*asked, model=solver, options=options)
    assert (again.returncode, whole.returncode, len(loopback.requests) - requests) == (0, 0, 4)
    for name in FILES[:2]:
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    synthesize(*asked, model=solver, options=("--no-programs", "--k", "5"))  # more is added to what is there
    assert solver.asked == 6
    check_refusal(synthesize(*asked, options=("--k", "5", "--temperature", "1")), 2)


def test_a_run_of_the_agent_goes_on_where_it_stopped(synthesize, loopback, tmp_path):
    one = puzzle()
    solver, down = Solver(one), [True]

    def model(request):
        return Status(401) if down[0] and "SMT-LIB" in request.messages[0]["content"] else solver(request)

    options = ("--k", "1")
    stopped = synthesize(one, model=model, options=options)
    assert (stopped.returncode, lines(tmp_path / "out", "runs.jsonl")) == (13, [])
    down[0], requests = False, len(loopback.requests)
    assert synthesize(one, model=model, options=options).returncode == 0
    assert len(loopback.requests) == requests + 1  # for the second program alone
    assert len(lines(tmp_path / "out", "programs.jsonl")) == 1


def test_one_request_gives_several_replies(synthesize, loopback, tmp_path):
    orders = iter(permutations((1, 2, 3)))
    one = puzzle()
    synthesize(one, model=with_n(Solver(one, told=lambda _: next(orders))), options=("--no-programs", "--k", "6"))
    assert [request.body["n"] for request in loopback.requests] == [6]
    assert [each["number"] for each in lines(tmp_path / "out", "replies.jsonl")] == list(range(6))
    assert len(lines(tmp_path / "out", "dpo.jsonl")) == 1


FAILING = CONSTRAINTS.replace('inputs["NAME2"] != 1', "1 / (inputs['NAME2'] - 2) > 0")


def test_what_is_left_out_is_counted(synthesize, loopback, tmp_path):
    """Every kind of reply, and every kind of puzzle that gives no lines."""
    told = {
        "mixed": [(3, 2, 1), "I do not know.", length("```\n{'Ann': 1"), Reply(""), seats(NAMES[:2], 1, 2), (1, 2, 3),
                  f"{seats(NAMES, 1, 2, 3)}  \n"],
        "all-right": [(1, 2, 3), (1, 3, 2)],
        "none-right": [(3, 2, 1)],
        "no-verdict": [(1, 3, 2), (1, 2, 3)],
    }  # fmt: skip
    stories = {
        name: f"Story {name}: Ann, Bob and Cid take seats 1 to 3, one each."
        for name in (*told, "single", "any", "every", "never")
    }
    changes = {
        "no-verdict": {"code": {**code(), "Constraint_List_code": named(FAILING)}},
        "single": {"constraints": ("Ann sits in a lower seat than Bob.",)},
        "any": {"code": {**code(), "Inputs_Check_code": "def inputs_check(inputs):\n    return True\n"}},
        "every": {"code": {**code(), "Constraint_List_code": "constraint_list = [bool, len]\n"}},
        "never": {"code": {**code(), "Inputs_Check_code": "def inputs_check(inputs)\n"}},
    }
    made = {name: puzzle(id=name, background=story, **changes.get(name, {})) for name, story in stories.items()}

    def model(request):
        name = next(name for name in told if stories[name] in request.messages[0]["content"])
        said = told[name][request.body["seed"] % len(told[name])]
        return seats(NAMES, *said) if isinstance(said, tuple) else said

    options = ("--no-programs", "--k", "7", "--per-puzzle", "3", "--json")
    found = one_object(synthesize(*made.values(), model=model, options=options))
    assert len(loopback.requests) == 7 * len(told)  # nothing is paid for what is left out anyway
    once = dict.fromkeys(("wrong form", "no literal", "cut off", "no reply"), 1)
    assert found["verdicts"] == {"constraint broken": 8, "right": 12, "no verdict": 4, **once}
    assert [(each["why"], each["example"].partition(":")[0]) for each in found["dropped"]] == [
        ("its verifier accepts any form", "any"),
        ("its verifier accepts every arrangement", "every"),
        ("its verifier fails", "never"),
    ]  # fmt: skip
    assert "ZeroDivisionError" in found["no_verdict"]["no-verdict"]
    assert found["files"] == {
        "sft.jsonl": {"lines": 4, "excluded": {"no right reply": 1, "a single constraint": 1}, "repeated": 0},
        "dpo.jsonl": {
            "lines": 1,
            "excluded": {"no wrong reply": 2, "no right reply": 1, "a single constraint": 1},
            "repeated": 0,
        },
    }
    (pair,) = lines(tmp_path / "out", "dpo.jsonl")
    assert (pair["puzzle"], pair["rejected_verdict"]) == ("mixed", "constraint broken")


def code():
    return puzzle().model_dump(by_alias=True)["code"]


def test_the_public_layout(synthesize, tmp_path):
    record = {key: puzzle().record(7)[key] for key in ("idx", "prompt", "code", "lang")}
    options = ("--no-programs", "--k", "6", "--json")
    found = one_object(synthesize(json.dumps(record), model=Solver(puzzle()), options=options))
    assert (found["puzzles"], found["replies"]) == (1, 6)
    assert lines(tmp_path / "out", "sft.jsonl")[0]["puzzle"] == "en/7"


@pytest.mark.parametrize(
    ("misread", "why"),
    [
        ("!= 2", "the verifier refuses the answer"),
        ("== 3", "the program refuses a solution that the verifier accepts"),
    ],
)
def test_a_program_that_the_verifier_contradicts_is_no_pair(synthesize, tmp_path, misread, why):
    """Both programs misread a clue in the same way, which the agent cannot see."""
    one = puzzle(solutions=("{'Ann': 1, 'Bob': 2, 'Cid': 3}", "{'Ann': 1, 'Bob': 3, 'Cid': 2}"))
    sign, seat = misread.split()
    smtlib = "(= NAME2 3)" if sign == "==" else f"(not (= NAME2 {seat}))"
    model = Solver(
        one, cpmpy=CPMPY.replace("NAME2 != 1", f"NAME2 {misread}"), smtlib=SMTLIB.replace("(not (= NAME2 1))", smtlib)
    )
    found = one_object(synthesize(one, model=model, options=("--k", "1", "--json")))
    assert lines(tmp_path / "out", "runs.jsonl")[0]["status"] == "verified"
    (said,) = found["files"]["programs.jsonl"]["excluded"]
    assert said in (why, "the verifier refuses another answer of the program")
    assert not (tmp_path / "out" / "programs.jsonl").exists()


def test_without_a_model_the_rules_write_programs(capsys, tmp_path):
    stated = "Three friends, Ann, Bob and Cid, each own a different pet: cat, dog or fish."
    one = puzzle(
        background=stated,
        constraints=("Ann owns the cat.", "Bob does not own the dog."),
        example="{'Ann': {'pet': 'fish'}, 'Bob': {'pet': 'cat'}, 'Cid': {'pet': 'dog'}}",
        code={
            "Inputs_Check_code": "def inputs_check(inputs):\n"
            "    return sorted(each['pet'] for each in inputs.values()) == ['cat', 'dog', 'fish']\n",
            "Constraint_List_code": "constraint_list = [lambda inputs: inputs['Ann']['pet'] == 'cat', "
            "lambda inputs: inputs['Bob']['pet'] != 'dog']\n",
        },
    )
    file, out = write(tmp_path / "puzzles.jsonl", one, puzzle()), tmp_path / "out"
    done = solvent_here(capsys, "synthesize", file, "--out", out, "--workers", "1")
    assert (done.returncode, "only programs by the rules" in done.stderr) == (0, True)
    (line,) = lines(out, "programs.jsonl")
    assert (line["puzzle"], line["model"], line["status"]) == ("seats-Ann", "rules", "verified")
    assert line["problem"] == f"{stated}\n\n1. Ann owns the cat.\n2. Bob does not own the dog.\n"
    assert not (out / "sft.jsonl").exists()
    check_refusal(solvent_here(capsys, "synthesize", file, "--out", out, "--no-programs"), 2)


@pytest.mark.parametrize("text", ["", "\n", "[]\n", '{"id": "a"}\nno json\n'])
def test_a_file_without_puzzles(capsys, tmp_path, text):
    file = tmp_path / "puzzles.jsonl"
    file.write_text(text)
    refused = solvent_here(capsys, "synthesize", file, "--out", tmp_path / "out", "--model", "m")
    check_refusal(refused, 2)
    assert "has no puzzle with a verifier" in refused.stderr
