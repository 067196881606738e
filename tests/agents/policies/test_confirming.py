"""What to write first and what next: decided by settings and state alone, so that it can be tried without a model."""

import pytest

from solvent.agents import Confirming, ModelChoice, OpenAIModel, Settings
from solvent.agents.policies import Judged
from solvent.agents.state import RULES, Attempt, Check, Checker, Evidence, Job, Verdict, Writer
from solvent.solvers import Outcome, Program, Status
from solvent.translators import Clue, Puzzle

AUTHOR = ModelChoice(name="big")
PUZZLE = Puzzle(text="a riddle", kind="problem", clues=(Clue(id=1, text="a clue", understood=True),))
MODEL = Settings(models={"author": AUTHOR})
NONE = Outcome(status=Status.UNSATISFIABLE)
ANOTHER = {
    "second": Outcome(status=Status.SATISFIED, answer=4),
    "facts": (Evidence(check="unique", passed=False, detail="there is another answer"),),
}


def first(settings, **options):
    return Confirming().first_jobs(settings, PUZZLE, **options)


def attempt(job, *, answer=3, **replies):
    program = Program(framework=job.framework, preamble="x")
    return Attempt(job=job, program=program, outcome=Outcome(status=Status.SATISFIED, answer=answer), **replies)


def after(settings, *attempts, status=Verdict.UNVERIFIED, spent="", checker=None, check=None):
    known = {each.job.id: each for each in attempts}
    chosen = next((each for each in attempts if each.solved), None)
    winner = chosen.job.id if chosen else None
    state = {"puzzle": PUZZLE, "attempts": known, "flaw": "", "winner": winner, "evidence": ()}
    state |= {"checker": checker, "check": check}
    return Confirming().next_step(settings, state, Judged(chosen, chosen.facts if chosen else (), status, spent))


def test_samples_in_each_framework():
    settings = MODEL.changed(samples=2, frameworks=("cpmpy", "smtlib"))
    jobs = first(settings)
    assert [job.id for job in jobs] == [0, 1, 2, 3]
    assert [(job.framework, job.sample) for job in jobs] == [("cpmpy", 0), ("cpmpy", 1), ("smtlib", 0), ("smtlib", 1)]
    assert {job.temperature for job in jobs} == {settings.sampling_temperature}
    assert {job.writer for job in jobs} == {Writer(kind="model", name="big")}


def test_restarts_are_warmer_up_to_what_apis_take():
    temperatures = [first(MODEL, generation=generation)[0].temperature for generation in range(7)]
    assert temperatures == sorted(temperatures)
    assert temperatures[:2] == [0.0, 0.4]
    assert temperatures[-1] == 2.0


def test_a_model_called_rules_is_no_grammar():
    settings = Settings(models={"author": ModelChoice(name="rules")})
    (job,) = first(settings)
    assert not job.by_rules
    assert job.writer != RULES


@pytest.mark.parametrize("witness", [None, ModelChoice(name="other")])
def test_the_second_opinion_is_the_witness(witness):
    settings = MODEL if witness is None else Settings(models={"author": AUTHOR, "witness": witness})
    (job,) = first(settings)
    step, (opinion,) = after(settings, attempt(job, second=NONE))
    assert (step, opinion.role, opinion.id) == ("translate", "witness", 1)
    # The same model says it in another language; another model may use the same one.
    expected = ("big", "smtlib") if witness is None else ("other", "cpmpy")
    assert (opinion.writer.name, opinion.framework) == expected


def test_no_second_opinion_where_none_is_wanted():
    settings = MODEL.changed(second_opinion=())
    (job,) = first(settings)
    assert after(settings, attempt(job, second=NONE)) == ("answer", ())


def test_what_is_wrong_goes_back_with_the_job():
    (job,) = first(MODEL)
    step, (mend,) = after(MODEL, attempt(job, **ANOTHER))
    assert (step, mend.parent, mend.action, mend.id) == ("repair", 0, 2, 1)
    assert "more than one answer" in mend.feedback


def test_a_budget_that_is_spent_ends_it():
    (job,) = first(MODEL)
    open_answer = attempt(job, **ANOTHER)
    assert after(MODEL, open_answer, spent="10 tokens") == ("answer", ())


def test_after_the_last_action_it_begins_again_and_after_the_last_restart_it_ends():
    last = Job(
        id=0, writer=Writer(kind="model", name="big"), framework="cpmpy", action=MODEL.budget.actions, generation=0
    )
    failed = Attempt(job=last, program=None, problem="nothing there", outcome=Outcome(status=Status.BAD_ANSWER))
    assert after(MODEL, failed, status=Verdict.FAILED) == ("restart", ())
    again = failed.model_copy(update={"job": last.model_copy(update={"generation": MODEL.budget.restarts})})
    assert after(MODEL, again, status=Verdict.FAILED) == ("answer", ())


async def test_a_policy_of_ones_own(loopback):
    from solvent import asolve

    class Once:
        """Writes one program, and believes nothing."""

        def first_jobs(self, settings, puzzle, *, generation=0):
            del puzzle, generation
            return (Job(id=0, writer=Writer.of(settings, "author"), framework="smtlib"),)

        def next_step(self, settings, state, judged):
            del settings, state, judged
            return "answer", ()

        def voters(self, attempts):
            return list(attempts.values())

    loopback.script(lambda _: "I do not know.")
    model = OpenAIModel("player", loopback.url, backoff=0.01)
    answer = await asolve("What is the capital of nowhere?", model=model, policy=Once())
    assert [each.job.framework for each in answer.attempts] == ["smtlib"]
    assert answer.status is Verdict.FAILED


SOUND = {"facts": (Evidence(check="unique", passed=True),)}
CHECKING = MODEL.changed(checkers=True)
WRITTEN = Checker(author=Writer(kind="model", name="big"), code="x")
OPEN = Check(attempt=0, evidence=Evidence(check="c", passed=False), clue=1, asked=1)
BLAMED = OPEN.model_copy(update={"blames": "checker"})


@pytest.mark.parametrize(
    ("settings", "options", "step"),
    [
        (CHECKING, {}, "check"),
        (CHECKING, {"status": Verdict.VERIFIED}, "check"),
        (MODEL, {}, "translate"),
        (CHECKING, {"spent": "10 tokens"}, "answer"),
        (CHECKING, {"checker": WRITTEN, "check": OPEN}, "translate"),  # a witness is a third opinion
        (CHECKING.changed(second_opinion=()), {"checker": WRITTEN, "check": OPEN}, "check"),
        (
            CHECKING.changed(second_opinion=()),
            {"checker": WRITTEN, "check": OPEN.model_copy(update={"asked": 2})},
            "answer",
        ),
        (CHECKING, {"checker": WRITTEN, "check": BLAMED}, "check"),
        (CHECKING, {"checker": WRITTEN, "check": BLAMED.model_copy(update={"attempt": 7})}, "check"),
        (CHECKING, {"checker": WRITTEN.model_copy(update={"same": True}), "check": BLAMED}, "translate"),
        (CHECKING, {"checker": WRITTEN.model_copy(update={"attempts": 4}), "check": BLAMED}, "translate"),
        (CHECKING, {"checker": WRITTEN.model_copy(update={"dead": True}), "check": BLAMED}, "translate"),
        (CHECKING, {"checker": WRITTEN, "check": BLAMED, "status": Verdict.VERIFIED}, "answer"),
    ],
)
def test_when_the_checker_is_asked(settings, options, step):
    (job,) = first(settings)
    assert after(settings, attempt(job, **SOUND), **options)[0] == step


def test_the_rules_need_no_checker():
    chosen = attempt(Job(id=0, writer=RULES, framework="smtlib"), **SOUND)
    assert after(CHECKING, chosen, status=Verdict.VERIFIED) == ("answer", ())


def test_samples_come_in_portions_until_the_rest_cannot_change_the_winner():
    settings = MODEL.changed(samples=5, portion=2, votes="majority")
    jobs = first(settings)
    assert [job.sample for job in jobs] == [0, 1]
    step, more = after(settings, *(attempt(job, **ANOTHER) for job in jobs))
    assert (step, [job.sample for job in more], [job.id for job in more]) == ("translate", [2, 3], [2, 3])
    agreeing = [attempt(job, **ANOTHER) for job in (*jobs, *more)]
    assert after(settings, *agreeing)[0] == "repair"  # 4 of 5 agree
    split = [each if n < 2 else attempt(each.job, answer=5, **ANOTHER) for n, each in enumerate(agreeing)]
    step, last = after(settings, *split)
    assert (step, [job.sample for job in last]) == ("translate", [4])
    assert after(settings, *split, attempt(last[0], **ANOTHER))[0] == "repair"
    assert after(settings, *split, spent="10 tokens") == ("answer", ())
