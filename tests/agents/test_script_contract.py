"""Scripts that a model writes, and answers that it gives by itself: what they are told, and what they are worth."""

import json

import pytest
import pytest_asyncio
from test_llm import ANSWER, DECOMPOSED, LOOSE, RIGHT, TEXT, WRONG, said

from solvent import asolve
from solvent.agents import Budget, OpenAIModel, gate
from solvent.solvers import Limits, Pool, SolventError

CPMPY = """\
import json
import cpmpy as cp

red, blue = cp.intvar(1, 9, shape=2)
model = cp.Model({second}, red + blue == 11)
if model.solve():
    print(json.dumps({{"red": int(red.value()), "blue": int(blue.value())}}))
"""
ORTOOLS = """\
import json
from ortools.sat.python import cp_model

model = cp_model.CpModel()
red, blue = model.new_int_var(1, 9, "red"), model.new_int_var(1, 9, "blue")
model.add({second})
model.add(red + blue == 11)
solver = cp_model.CpSolver()
if solver.solve(model) == cp_model.OPTIMAL:
    print(json.dumps({{"red": solver.value(red), "blue": solver.value(blue)}}))
"""
MINIZINC = """\
var 1..9: red;
var 1..9: blue;
constraint {second};
constraint red + blue = 11;
solve satisfy;
output ["{{\\"red\\": \\(red), \\"blue\\": \\(blue)}}\\n"];
"""
pytestmark = pytest.mark.asyncio(loop_scope="module")
SCRIPTS = {"cpmpy": CPMPY, "ortools": ORTOOLS, "minizinc": MINIZINC}
WITNESS = {"cpmpy": "smtlib", "ortools": "cpmpy", "minizinc": "cpmpy"}
NAMES = ["cpmpy", "ortools", "minizinc"]
OTHER = {"red": 6, "blue": 5}  # what `red == blue + 1` gives
ONCE = Budget(actions=1, restarts=0)
UNCOVERED = {"smtlib": RIGHT["smtlib"].replace("; clue 2\n", "; clue 1\n"), "cpmpy": ""}


def script(framework="cpmpy", by=3, code=None):
    language = "minizinc" if framework == "minizinc" else "python"
    return f"Here it is.\n```{language}\n{code or SCRIPTS[framework].format(second=f'red == blue + {by}')}```\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers():
    """Starting them takes a second."""
    async with Pool(workers=2) as started:
        yield started


@pytest.fixture
def ask(loopback, servers):
    async def run(*replies, framework="cpmpy", text=TEXT, decomposed=DECOMPOSED, **options):
        loopback.script(json.dumps(decomposed), *replies)
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        contract = "model" if framework == "none" else "script"
        return await asolve(text, model=model, frameworks=(framework,), contract=contract, pool=servers, **options)

    return run


def told(loopback) -> str:
    return loopback.requests[-1].messages[-1]["content"]


@pytest.mark.parametrize("framework", NAMES)
async def test_a_script_that_a_model_in_another_framework_confirms_is_verified(loopback, ask, framework):
    answer = await ask(script(framework), said(WITNESS[framework], RIGHT), framework=framework)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert (answer.program.contract, answer.program.framework) == ("script", framework)
    assert [(a.job.contract, a.job.framework) for a in answer.attempts] == [
        ("script", framework), ("model", WITNESS[framework]),
    ]  # fmt: skip
    assert all(clue.understood for clue in answer.clues)
    asked = json.dumps(loopback.requests[2].messages)
    assert "self-contained" not in asked  # the witness works under the model contract, without sight of the script
    assert "print(json" not in asked


SMTLIB = """\
(declare-const red Int) ; hours that the red lamp burns
(declare-const blue Int) ; hours that the blue lamp burns
(assert (and (<= 1 red 9) (<= 1 blue 9)))
(assert {second})
(assert (= (+ red blue) 11))
(check-sat)
(get-model)
"""


def lamps(by=3):
    return f"```smt2\n{SMTLIB.format(second=f'(= red (+ blue {by}))')}```\n"


def steps(loopback):
    """What each request asks for, after the decomposition."""
    found = []
    for request in loopback.requests[1:]:
        last = request.messages[-1]["content"]
        report = "Write no further program" in last
        found.append("report" if report else "mend" if len(request.messages) > 2 else "write")
    return found


async def test_values_that_z3_prints_are_reported_once_and_may_be_confirmed(loopback, ask):
    answer = await ask(lamps(), json.dumps(ANSWER), said("cpmpy", RIGHT), framework="smtlib")
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert steps(loopback) == ["write", "report", "write"]
    assert "(define-fun red () Int\n    7)" in answer.attempts[0].outcome.output
    assert "(define-fun red () Int\n    7)" in loopback.requests[2].messages[-1]["content"]
    assert loopback.requests[2].body["response_format"]["json_schema"]["schema"]["required"] == ["red", "blue"]
    assert answer.program == answer.attempts[0].program  # the script from whose output the answer was read


@pytest.mark.parametrize("report", [OTHER, ANSWER, [7, 4]])
async def test_a_report_alone_is_worth_no_more_than_a_bare_answer(loopback, ask, report):
    answer = await ask(lamps(), json.dumps(report), "nothing", framework="smtlib", budget=ONCE)
    assert (answer.status, answer.answer) == ("unverified", report), answer.reason
    assert steps(loopback)[:2] == ["write", "report"]


async def test_an_error_is_mended_before_anything_is_reported(loopback, ask):
    broken = lamps().replace("(+ blue 3)", "(+ green 3)")
    answer = await ask(broken, lamps(), json.dumps(ANSWER), said("cpmpy", RIGHT), framework="smtlib")
    assert answer.status == "verified", answer.reason
    assert steps(loopback) == ["write", "mend", "report", "write"]
    assert "unknown constant green" in loopback.requests[2].messages[-1]["content"]


async def test_a_disputed_report_has_its_script_mended(loopback, ask):
    """The witness proves another answer: the script is written again, run, and its answer reported anew."""

    def act(request):
        if "CPMpy" in request.messages[0]["content"]:
            return said("cpmpy", RIGHT)
        report = "Write no further program" in request.messages[-1]["content"]
        mended = len(request.messages) > 4
        return json.dumps(ANSWER if mended else OTHER) if report else lamps(3 if mended else 1)

    answer = await ask(act, framework="smtlib")
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    talk = [request.messages[-1]["content"] for request in loopback.requests if len(request.messages) == 6]
    assert any("comes to another answer" in words and "whole program again" in words for words in talk)


async def test_a_report_that_is_no_answer_is_asked_for_again(loopback, ask):
    loopback.formats = set()  # a server without formats: a reply in prose is not asked for in another one
    answer = await ask(lamps(), "I do not know.", json.dumps(ANSWER), said("cpmpy", RIGHT), framework="smtlib")
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert "No answer could be read" in loopback.requests[-2].messages[-1]["content"]


async def test_a_script_without_a_solution_hears_so(loopback, ask):
    """It shows no contradiction of the clues: that takes a model whose parts are known."""
    code = SMTLIB.format(second="(= red (+ blue 2))").replace("(get-model)", "")
    answer = await ask(*[f"```smt2\n{code}```\n"] * 2, framework="smtlib", budget=Budget(actions=2, restarts=0))
    assert answer.status == "failed", answer.reason
    assert "It has no solution, so a constraint is wrong" in told(loopback)


@pytest.mark.parametrize("framework", ["cpmpy", "none"])
@pytest.mark.parametrize("witness", [WRONG, LOOSE, UNCOVERED, {"smtlib": "(assert", "cpmpy": "x = ("}])
async def test_what_no_sound_program_confirms_is_unverified(ask, framework, witness):
    """The witness says something else, allows more, leaves a clue out, or does not run; it never speaks itself."""
    first = script() if framework == "cpmpy" else json.dumps(ANSWER)
    language = "smtlib" if framework == "cpmpy" else "cpmpy"
    if language == "cpmpy" and witness is UNCOVERED:
        witness = {"cpmpy": RIGHT["cpmpy"].replace("clue(2)", "clue(1)")}
    answer = await ask(first, said(language, witness), framework=framework, budget=ONCE)
    assert (answer.status, answer.answer) == ("unverified", ANSWER), answer.reason
    assert not any(clue.understood for clue in answer.clues)
    assert not any(fact.passed for fact in answer.evidence if fact.check == gate.INDEPENDENT)


async def test_a_wrong_script_is_not_verified_however_many_samples_agree(ask):
    answer = await ask(*[script(by=1)] * 3, said("smtlib", RIGHT), samples=3, budget=ONCE)
    assert (answer.status, answer.answer) == ("unverified", OTHER), answer.reason


async def test_a_disagreement_goes_back_to_both(loopback, ask):
    answer = await ask(
        script(by=1),
        said("smtlib", RIGHT),
        lambda request: said("smtlib", RIGHT) if "SMT-LIB" in request.messages[0]["content"] else script(),
    )
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    mending = [request.messages[-1]["content"] for request in loopback.requests[3:]]
    assert len(mending) == 2
    assert all("comes to another answer" in words for words in mending)


FAULTS = {
    "an error": (script(code="import json, cpmpy\nx = 1 // 0\nprint(x)\n"), ("line 2", "ZeroDivisionError")),
    "no Python": (script(code="import json, cpmpy\nx = (\nprint(x\n"), ("line ", "SyntaxError")),
    "another shape": (script(code='import json, cpmpy\nprint(json.dumps({"red": 7}))\n'), ("'blue'", "what it prints")),
    "no solution": (script(by=12), ("no JSON object", "a constraint is wrong")),
    "no end": (script(code="import json, cpmpy\nwhile True:\n    pass\nprint(1)\n"), ("not enough time",)),
    "prose": ("It is 7 and 4.", ("No program could be read",)),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_a_script_does_wrong_goes_back_exactly(loopback, ask, fault):
    reply, words = FAULTS[fault]
    answer = await ask(reply, script(), said("smtlib", RIGHT), limits=Limits(seconds=1 if fault == "no end" else 10))
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    mending = loopback.requests[2].messages
    assert [message["role"] for message in mending] == ["system", "user", "assistant", "user"]
    for word in words:
        assert word in mending[-1]["content"]


@pytest.mark.needs("minizinc")
async def test_an_error_of_minizinc_has_its_line(loopback, ask):
    broken = MINIZINC.format(second="red = green + 3")
    await ask(script("minizinc", code=broken), script("minizinc"), said("cpmpy", RIGHT), framework="minizinc")
    words = loopback.requests[2].messages[-1]["content"]
    assert "line 3, column 18: Error: type error: undefined identifier" in words


@pytest.mark.parametrize("samples", [(1, 3, 3), (12, 1, 3), (3, 1, 1), (12, 12, 3), (1, 3, 2)])
async def test_the_first_script_with_the_most_frequent_answer_wins(ask, samples):
    """A script without a solution has no vote; `blue + 2` has none, as 11 is odd."""
    answer = await ask(*(script(by=by) for by in samples), said("smtlib", RIGHT), samples=3, budget=ONCE)
    # Samples are asked for side by side: which of them got which reply is not known.
    given = [str(attempt.answer) for attempt in answer.attempts[:3] if attempt.solved]
    assert len(given) == sum(by % 2 for by in samples)
    assert str(answer.answer) == max(given, key=given.count)
    scripts = [attempt for attempt in answer.attempts[:3] if attempt.solved and attempt.answer == answer.answer]
    assert answer.program == scripts[0].program


async def test_where_no_script_has_an_answer_the_first_one_is_shown(ask):
    answer = await ask(script(by=12), script(by=14), samples=2, budget=ONCE)
    assert (answer.status, answer.answer) == ("failed", None)
    assert answer.program == answer.attempts[0].program


async def test_a_script_that_is_not_the_best_is_found_out(ask):
    """What a script prints is no proof that nothing is better; only a model with an objective is."""
    text = TEXT.replace("Together they burn 11 hours.", "Together they burn as little as possible.")
    best = CPMPY.replace("red + blue == 11", "red + blue >= 7")
    aims = RIGHT["smtlib"].replace("(= (+ red blue) 11)", "true").replace("; ans", "; minimize (+ red blue)\n; ans")
    decomposed = {**DECOMPOSED, "expects": "optimal", "objective": "hours together"}
    answer = await ask(
        script(code=best.format(second="red == blue + 3")),
        said("smtlib", {"smtlib": aims}),
        text=text, decomposed=decomposed, budget=ONCE,
    )  # fmt: skip
    assert answer.status == "unverified", answer.reason
    assert answer.answer["red"] + answer.answer["blue"] >= 7
    assert [fact.passed for fact in answer.evidence if fact.check == gate.INDEPENDENT] == [False]


async def test_an_answer_that_is_no_object_is_printed_inside_one(loopback, ask):
    decomposed = {**DECOMPOSED, "answer_example": '[{"lamp": "x", "hours": 1}]'}
    rows = [{"lamp": "red", "hours": 7}, {"lamp": "blue", "hours": 4}]
    code = f"import json, cpmpy\nprint(json.dumps({{'answer': {rows!r}}}))\n"
    answer = await ask(script(code=code), "nothing", decomposed=decomposed, budget=ONCE)
    assert (answer.status, answer.answer) == ("unverified", rows), answer.reason
    assert '{"answer": [{"lamp": "x", "hours": 1}]}' in loopback.requests[1].messages[1]["content"]


async def test_the_schema_that_is_known_beforehand_rules(loopback, ask):
    schema = {"type": "object", "properties": {"r": {}}, "required": ["r"], "additionalProperties": False}
    answer = await ask(script(), "nothing", answer_schema=schema, budget=ONCE)
    assert "shape" in answer.reason or "schema" in answer.reason
    asked = loopback.requests[1].messages[1]["content"]
    assert json.dumps(schema) in asked
    assert DECOMPOSED["answer_example"] not in asked


# Without a program


async def test_a_models_own_answer_that_a_program_confirms_is_verified(loopback, ask):
    answer = await ask(json.dumps(ANSWER), said("cpmpy", RIGHT), framework="none")
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert answer.program is None
    assert loopback.requests[1].format == "json_schema"
    sent = loopback.requests[1].body["response_format"]["json_schema"]["schema"]
    assert sent["required"] == ["red", "blue"]
    assert '"red": 7' not in json.dumps(loopback.requests[2].messages).replace("\\", "")


async def test_a_models_own_answer_goes_back_where_a_program_disagrees(loopback, ask):
    answer = await ask(
        json.dumps(OTHER),
        said("cpmpy", RIGHT),
        lambda request: said("cpmpy", RIGHT) if "CPMpy" in request.messages[0]["content"] else json.dumps(ANSWER),
        framework="none",
    )
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    mended = [request for request in loopback.requests[3:] if request.format]
    assert "comes to another answer" in mended[0].messages[-1]["content"]


async def test_an_answer_of_another_shape_goes_back_and_one_that_stays_is_not_asked_for_again(loopback, ask):
    answer = await ask(*['{"red": 7}'] * 2, framework="none", budget=Budget(restarts=0))
    assert (answer.status, answer.answer) == ("unverified", {"red": 7})
    assert "'blue' is a required property" in told(loopback)
    assert answer.usage.calls == 3


async def test_prose_for_an_answer_is_failed(loopback, ask):
    answer = await ask(lambda _: "I do not know.", framework="none", budget=Budget(actions=2, restarts=0))
    assert (answer.status, answer.answer) == ("failed", None)
    assert "No answer could be read" in told(loopback)


async def test_a_list_is_answered_inside_an_object(loopback, ask):
    decomposed = {**DECOMPOSED, "answer_example": "[1, 2]"}
    answer = await ask('{"answer": [7, 4]}', "nothing", framework="none", decomposed=decomposed, budget=ONCE)
    assert answer.answer == [7, 4]
    assert loopback.requests[1].body["response_format"]["json_schema"]["schema"]["type"] == "object"


async def test_own_answers_vote(ask):
    replies = [json.dumps(each) for each in (OTHER, ANSWER, ANSWER)]
    answer = await ask(*replies, said("cpmpy", RIGHT), framework="none", samples=3, budget=ONCE)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason


async def test_a_program_asked_for_beside_an_own_answer_is_no_mere_witness(loopback, servers):
    loopback.script(
        json.dumps(DECOMPOSED),
        lambda r: (
            json.dumps(OTHER) if r.format else said("cpmpy" if "CPMpy" in r.messages[0]["content"] else "smtlib", RIGHT)
        ),
    )
    model = OpenAIModel("player", loopback.url, timeout=5)
    answer = await asolve(TEXT, model=model, frameworks=("none", "cpmpy"), budget=ONCE, pool=servers)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert answer.program.framework == "cpmpy"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"contract": "script"}, "--model"),
        ({"frameworks": ("none",)}, "--model"),
        ({"contract": "script", "frameworks": ("wordplay",), "model": "player"}, "no scripts in wordplay"),
    ],
)
async def test_what_cannot_be_written_is_refused_before_anything_is_asked(options, told):
    with pytest.raises(SolventError, match=told):
        await asolve(TEXT, **options)
