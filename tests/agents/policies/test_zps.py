"""ZPS's methods as presets: a server on loopback plays the model over real HTTP, z3 is real."""

import json
import re
from collections import Counter

import pytest
import pytest_asyncio
from zps_model import BROKEN, GRID, GUIDANCE, RIGHT, TEXT, UNSAT, fenced, playing, step_of

from solvent import asolve
from solvent.agents import PRESETS, Budget, ModelChoice, OpenAIModel, Settings, SettingsError
from solvent.agents.policies import policy_of
from solvent.agents.policies.zps import METHOD, succeeded
from solvent.agents.presets import preset_of, settled
from solvent.agents.prompt_texts import first_prompts, prompt_texts
from solvent.agents.prompts import render
from solvent.agents.reports import SHOWN
from solvent.benchmarks.runs.estimate import calls_per_case
from solvent.solvers import Limits, Pool, Program, run
from solvent.translators.code_extraction import LONGEST

pytestmark = pytest.mark.asyncio(loop_scope="module")

HARD = """\
(declare-const p Int)(declare-const q Int)(declare-const r Int)
(assert (and (> p 99) (> q 99) (> r 99) (= (+ (* p p p p) (* q q q q)) (* r r r r))))
"""
ERROR = '(error "line 6 column 11: unknown constant oskar")'


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers():
    async with Pool(workers=2) as started:
        yield started


@pytest.fixture
def ask(loopback, servers):
    async def solve(preset, *programs, reports=GRID, **options):
        loopback.script(playing(programs or [RIGHT], reports))
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        if "settings" not in options:
            options["preset"] = preset
        return await asolve(TEXT, model=model, pool=servers, **options)

    return solve


def chosen(preset, **values) -> Settings:
    return settled(preset_of(preset), {"author": ModelChoice(name="m")}, **values)


def steps(loopback) -> list[str]:
    return [step_of(request) for request in loopback.requests]


def outputs(loopback) -> list[str]:
    """What the model was told of z3's output, request by request."""
    return [request.messages[-1]["content"] for request in loopback.requests if step_of(request) == "output"]


# The rounds


async def test_all_four_actions_are_always_taken_and_the_report_stands_outside(loopback, ask):
    """The author says that it is done after its first program; as in the authors' code, nobody listens."""
    answer = await ask("zps-solver", RIGHT, "All is well.\n\nSUBMIT")
    assert steps(loopback) == ["first", "output", "output", "output", "report"]
    assert (answer.status, answer.answer) == ("unverified", GRID), answer.reason
    assert [(a.job.action, a.job.contract) for a in answer.attempts] == [
        (1, "script"), (2, "script"), (3, "script"), (4, "script"), (4, "answer"),
    ]  # fmt: skip
    assert answer.usage.calls == 5
    assert answer.program == answer.attempts[0].program  # from whose output the answer was read
    assert "sat" in answer.attempts[0].outcome.output
    talk = loopback.requests[-1].messages
    assert [message["role"] for message in talk] == ["system", "user", *["assistant", "user"] * 4]
    assert "(define-fun ines () Int\n    7)" in talk[-1]["content"]  # of its last program
    assert "No program could be read" not in json.dumps(talk)  # to be done is no fault


async def test_the_author_may_submit_where_this_is_set(loopback, ask):
    settings = chosen("zps-solver", may_submit=True)
    answer = await ask("", RIGHT, "All is well.\n\nSUBMIT", settings=settings)
    assert steps(loopback) == ["first", "output", "report"]
    assert (answer.status, answer.answer) == ("unverified", GRID)


@pytest.mark.parametrize("words", ["SUBMIT", "**SUBMIT**", "`SUBMIT`\n", "I am done.\nSUBMIT."])
async def test_forms_of_a_submission(loopback, ask, words):
    await ask("", RIGHT, words, settings=chosen("zps-solver", may_submit=True))
    assert steps(loopback) == ["first", "output", "report"]


@pytest.mark.parametrize("words", ["I do not SUBMIT yet.", "submit", "SUBMITTED", "RESUBMIT"])
async def test_what_is_no_submission(loopback, ask, words):
    await ask("", RIGHT, words, settings=chosen("zps-solver", may_submit=True))
    assert steps(loopback).count("output") == 3


async def test_a_first_reply_submits_nothing_as_its_output_is_unknown(loopback, ask):
    await ask("", fenced(RIGHT) + "\nSUBMIT\n", "SUBMIT", settings=chosen("zps-solver", may_submit=True))
    assert steps(loopback) == ["first", "output", "report"]


async def test_all_that_z3_prints_goes_back_the_model_despite_errors_too(loopback, ask):
    answer = await ask("zps-solver", BROKEN, RIGHT)
    told, again = outputs(loopback)[:2]
    whole = answer.attempts[0].outcome.output
    assert whole.strip() in told
    assert ERROR in told
    assert "sat\n(" in told
    assert "(define-fun omar () Int" in told
    assert "error" not in again.partition("If there is")[0]
    assert (answer.status, answer.answer) == ("unverified", GRID)


async def test_very_long_output_is_shown_without_its_middle(loopback, ask):
    shouting = RIGHT.replace(
        "(check-sat)", "\n".join(f'(echo "{"x" * 997}{n:03}")' for n in range(50)) + "\n(check-sat)"
    )
    await ask("zps-solver", shouting)
    told = outputs(loopback)[0]
    assert SHOWN < len(told) < SHOWN + 1000
    assert "characters are left out" in told
    assert "x000" in told
    assert "(define-fun tilda () Int" in told


async def test_a_program_that_is_stopped_is_no_success(loopback, ask):
    endless = RIGHT.replace("(check-sat)", HARD + "(check-sat)")
    answer = await ask("zps-solver", endless, limits=Limits(seconds=0.5), budget=Budget(actions=1))
    by_id = {attempt.job.id: attempt for attempt in answer.attempts}
    assert by_id[0].outcome.status == "timeout"
    assert not succeeded(by_id, by_id[0])
    assert "no result within 0.5 s" in loopback.requests[-1].messages[-1]["content"]


# Restarts


@pytest.mark.parametrize(
    ("preset", "temperatures"),
    [("zps-retries", [0.0, 0.001, 0.01]), ("zps-retries-warmer", [0.0, 0.4, 0.8]), ("zps-solver", [0.0])],
)
async def test_errors_to_the_end_begin_again_at_the_next_temperature(loopback, ask, preset, temperatures):
    answer = await ask(preset, BROKEN)
    assert steps(loopback) == ["first", "output", "output", "output"] * len(temperatures) + ["report"]
    sent = [request.body["temperature"] for request in loopback.requests]
    assert sent == [each for each in temperatures for _ in range(4)] + temperatures[-1:]
    actions = [attempt.job.action for attempt in answer.attempts if attempt.job.contract == "script"]
    assert actions == [1, 2, 3, 4] * len(temperatures)
    fresh = [request.messages for request in loopback.requests if step_of(request) == "first"]
    assert all(messages == fresh[0] for messages in fresh)  # without a word of what was tried before
    assert (answer.status, answer.answer) == ("unverified", GRID)  # the last answer is reported all the same


async def test_only_the_last_output_decides_whether_to_begin_again(loopback, ask):
    await ask("zps-retries", BROKEN, BROKEN, BROKEN, RIGHT)
    assert steps(loopback) == ["first", "output", "output", "output", "report"]


async def test_an_error_in_the_last_action_begins_again_and_the_next_try_may_succeed(loopback, ask):
    await ask("zps-retries", RIGHT, RIGHT, RIGHT, BROKEN, RIGHT)
    assert steps(loopback).count("first") == 2
    assert len(loopback.requests) == 9


async def test_unsat_is_a_success(loopback, ask):
    answer = await ask("zps-retries", UNSAT)
    assert steps(loopback).count("first") == 1
    assert answer.attempts[0].outcome.status == "unsatisfiable"
    assert "unsat" in outputs(loopback)[0]
    assert answer.status == "unverified"


async def test_unsat_with_a_model_asked_for_has_an_error_in_its_output(loopback, ask):
    await ask("zps-retries", UNSAT + "(get-model)\n")
    assert steps(loopback).count("first") == 3


async def test_replies_without_any_program_are_no_success(loopback, ask):
    answer = await ask("zps-retries", "I would rather not.")
    assert steps(loopback).count("first") == 3
    assert "No program could be read out of your reply" in outputs(loopback)[0]
    assert "printed for your last program" not in outputs(loopback)[0]
    assert (answer.answer, answer.program) == (GRID, None)


# What is cut out of replies


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        (fenced(BROKEN) + fenced(RIGHT), RIGHT),  # the last one
        (f"Say (set-logic ALL) first. {RIGHT}And then?", RIGHT),  # outside of any fence
        (fenced(RIGHT + '(echo "more")\n(get-model)\n'), RIGHT),  # to the next (get-model), no further
        (fenced(BROKEN) + fenced(UNSAT), UNSAT),  # nothing to cut to: the last block that is whole
    ],
)
async def test_the_program_is_cut_as_in_the_public_code(ask, reply, kept):
    answer = await ask("zps-solver", reply, budget=Budget(actions=1))
    assert answer.attempts[0].program.preamble.strip() == kept.strip()


async def test_an_endless_program_is_not_run(loopback, ask):
    await ask("zps-solver", RIGHT.replace("(check-sat)", "; " + "x" * LONGEST), budget=Budget(actions=2))
    assert "state it shorter" in outputs(loopback)[0]


# The report


async def test_answers_are_those_that_were_reported(ask):
    wrong = [{**GRID[0], "baker": "Omar"}]
    answer = await ask("zps-solver", RIGHT, reports=wrong)
    assert (answer.status, answer.answer) == ("unverified", wrong)  # nothing verifies it, nothing repairs it
    assert answer.given_by.job.request == "report"


async def test_the_report_has_the_schema_that_is_known_beforehand(loopback, ask):
    schema = {
        "type": "object",
        "properties": {"first": {"type": "string"}},
        "required": ["first"],
        "additionalProperties": False,
    }
    await ask("zps-solver", RIGHT, answer_schema=schema)
    request = loopback.requests[-1]
    assert json.dumps(schema) in request.messages[-1]["content"]
    assert request.body["response_format"]["json_schema"]["schema"] == schema


async def test_a_report_that_is_no_json_is_asked_for_once(loopback, servers):
    loopback.formats = set()  # the server knows no formats: no second request in another one either
    loopback.script(lambda r: "no idea" if step_of(r) == "report" else fenced(RIGHT))
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    answer = await asolve(TEXT, model=model, pool=servers, preset="zps-solver")
    assert (answer.status, answer.answer) == ("failed", None)
    assert answer.attempts[-1].job.request == "report"
    assert sum(attempt.job.request == "report" for attempt in answer.attempts) == 1


# Presets


async def test_decomposition_is_prose_in_a_call_of_its_own(loopback, ask):
    answer = await ask("zps-decompose", RIGHT)
    assert steps(loopback) == ["questions", "first", "output", "output", "output", "report"]
    assert TEXT.strip() in loopback.requests[0].messages[0]["content"]
    opening = loopback.requests[1].messages[1]["content"]
    assert opening.index(TEXT.strip()) < opening.index(GUIDANCE)
    assert [clue.text for clue in answer.clues][-1] == "2. Ines bakes before Tilda."


async def test_without_decomposition_the_puzzle_is_one_block(loopback, ask):
    await ask("zps-solver", RIGHT)
    guide, opening = (message["content"] for message in loopback.requests[0].messages)
    assert opening.count("Omar bakes at 8") == 1
    assert "guide you" not in opening
    assert guide.index("unknown constant") < guide.index("SUBMIT")


async def test_the_baseline_is_one_call_without_solver(loopback, ask):
    answer = await ask("zps-baseline", reports=GRID)
    assert steps(loopback) == ["direct"]
    assert loopback.requests[0].messages[1]["content"].count("Omar bakes at 8") == 1
    assert (answer.status, answer.answer, answer.program) == ("unverified", GRID, None)


async def test_samples_talk_side_by_side(loopback, ask):
    answer = await ask("", RIGHT, settings=chosen("zps-solver", samples=2, budget={"actions": 2}))
    assert Counter(steps(loopback)) == {"first": 2, "output": 2, "report": 2}
    assert [attempt.job.sample for attempt in answer.attempts] == [0, 1] * 3
    assert answer.answer == GRID


async def test_budgets_hold(loopback, ask):
    answer = await ask("zps-retries", BROKEN, budget=Budget(actions=4, tokens=40))
    assert len(loopback.requests) == 3  # of 18 tokens each
    assert (answer.status, answer.answer) == ("failed", None)
    assert "40 tokens" in answer.reason


ZPS = [name for name in PRESETS if name.startswith("zps")]


@pytest.mark.parametrize("name", ZPS)
async def test_presets_are_named_in_one_word(monkeypatch, name):
    monkeypatch.delenv("SOLVENT_MODEL", raising=False)
    preset = preset_of(name)
    assert (preset.method, preset.rules, preset.second_opinion, preset.verification) == (METHOD, False, (), 0)
    with pytest.raises(SettingsError, match="name a model"):
        settled(preset, {})
    assert Settings(**{**preset.model_dump(), "models": {"author": {"name": "m"}}}) == chosen(name)


@pytest.mark.parametrize(
    "values",
    [
        {"frameworks": ("cpmpy",)}, {"frameworks": ()}, {"contract": "model"}, {"rules": True},
        {"frameworks": ("smtlib", "none")}, {"frameworks": ("none",), "reply": "json", "rules": True},
    ],
)  # fmt: skip
async def test_what_does_not_fit_the_method_is_refused(values):
    with pytest.raises(SettingsError, match="zps-solver"):
        chosen("zps-solver").changed(**values)


@pytest.mark.parametrize(
    ("name", "programs", "values"),
    [
        ("zps-baseline", [], {}), ("zps-solver", [RIGHT], {}), ("zps-retries", [RIGHT], {}),
        ("zps-retries", [BROKEN], {}),
        ("zps-decompose", [RIGHT], {}), ("zps-solver", [RIGHT, "SUBMIT"], {"may_submit": True}),
        ("zps-retries", [BROKEN], {"may_submit": True}),
    ],
)  # fmt: skip
async def test_estimates_are_true(loopback, ask, name, programs, values):
    settings = chosen(name, **values)
    least, most = calls_per_case(settings)
    await ask("", *programs, settings=settings)
    assert len(loopback.requests) == (most if BROKEN in programs else least)
    assert len(list(first_prompts(settings, TEXT))) == least
    sent = loopback.requests[0].messages
    assert next(iter(first_prompts(settings, TEXT))) == "".join(message["content"] for message in sent)


async def test_every_prompt_that_is_sent_is_in_the_fingerprint():
    texts = {name: "".join(prompt_texts(chosen(name))) for name in ZPS}
    assert "(set-logic ALL)" in texts["zps-solver"]
    assert "Write no further program" in texts["zps-solver"]
    assert "Somebody will translate" not in texts["zps-solver"]
    assert "Somebody will translate" in texts["zps-decompose"]
    assert "SMT-LIB" not in texts["zps-baseline"]
    assert isinstance(policy_of(chosen("zps-solver")), type(policy_of(chosen("zps-baseline"))))


async def test_the_worked_example_is_true(servers):
    """What stands in the prompt as z3's output is what z3 prints, and the mended program has the named values."""

    async def z3(code: str) -> str:
        return (await run(Program(framework="smtlib", preamble=code, contract="script"), pool=servers)).output

    prompt = render("zps", actions=4)
    broken, printed, mended = re.findall(r"```(?:smt2)?\n(.+?)```", prompt, re.DOTALL)
    assert (await z3(broken)).split() == printed.split()
    values = dict(re.findall(r"define-fun (\w+) \(\) Int\s+(\d)", await z3(mended)))
    said = re.search(r"clues: (.*?)\. Nothing", prompt, re.DOTALL)[1]
    named = {name: value for part in said.split(", ") for *names, value in [part.split(" = ")] for name in names}
    assert values == named
    same = " ".join(f"(= {name} {value})" for name, value in values.items())
    other = mended.replace("(check-sat)", f"(assert (not (and {same})))\n(check-sat)")
    assert (await z3(other)).startswith("unsat")
