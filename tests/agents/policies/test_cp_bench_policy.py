"""The methods of CP-Bench: samples, the vote, rounds of self-verification, decided by settings and state alone."""

import pytest

from solvent.agents import ModelChoice, Settings, voting
from solvent.agents.policies import Judged, policy_of
from solvent.agents.policies.cp_bench import POLICY
from solvent.agents.presets import preset_of, settled
from solvent.agents.state import Attempt, Verdict
from solvent.solvers import Outcome, Program, Status
from solvent.translators import Puzzle

PUZZLE = Puzzle(text="a riddle", kind="problem", expects="any")
BOTH = settled(preset_of("cp-bench-both"), {"author": "big"}, frameworks=("cpmpy",))


def jobs(**values):
    return POLICY.first_jobs(BOTH.changed(**values), PUZZLE)


def attempt(job, answer=None, code="x", **more):
    status = Status.UNKNOWN if answer is None else Status.SATISFIED
    program = Program(framework=job.framework, preamble=code, contract=job.contract) if code else None
    return Attempt(job=job, program=program, outcome=Outcome(status=status, answer=answer), **more)


def after(attempts, spent="", **values):
    known = {each.job.id: each for each in attempts}
    groups = voting.grouped(POLICY.voters(known))
    winner = voting.winner(groups, {}, "majority")
    state = {"attempts": known, "flaw": "", "winner": winner}
    chosen = None if winner is None else known[winner]
    return POLICY.next_step(BOTH.changed(**values), state, Judged(chosen, (), Verdict.UNVERIFIED, spent))


def rounds(first, *answers, code="y"):
    """An attempt and what rounds of self-verification made of it; `answers` are None for a program without one."""
    found = [first]
    for number, answer in enumerate(answers):
        step, (job,) = after(found)
        assert step == "repair"
        found.append(attempt(job, answer, code=f"{code}{number}"))
    return found


def test_it_is_found_by_its_name():
    assert policy_of(BOTH) is POLICY
    assert policy_of(Settings(models={"author": ModelChoice(name="m")})) is not POLICY


def test_a_job_for_each_sample_and_framework():
    ten = jobs()
    assert [(job.id, job.sample, job.temperature, job.contract) for job in ten] == [
        (number, number, 0.8, "script") for number in range(10)
    ]
    assert [job.temperature for job in jobs(samples=1)] == [0.0]
    two = jobs(samples=2, frameworks=("ortools", "minizinc"), contract="model")
    assert [(job.framework, job.sample, job.contract) for job in two] == [
        (name, sample, "model") for name in ("ortools", "minizinc") for sample in (0, 1)
    ]


@pytest.mark.parametrize(
    ("answers", "winner"),
    [
        ([1, 2, 2], 1),
        ([1, 2, 2, 1], 0),  # a tie: the answer that came first
        ([None, 3, None], 1),  # only programs with an answer vote, however many have none
        ([None, 5, 4, 4, 5], 1),
        ([None, None], None),
    ],
)
def test_the_first_program_with_the_most_frequent_answer_wins(answers, winner):
    known = {job.id: attempt(job, answer) for job, answer in zip(jobs(), answers, strict=False)}
    groups = voting.grouped(POLICY.voters(known))
    assert voting.winner(groups, {}, BOTH.votes) == winner


def test_without_rounds_the_vote_is_the_end():
    found = [attempt(job, 1) for job in jobs(samples=2)]
    assert after(found, self_verification=0) == ("answer", ())
    assert after([attempt(found[0].job)], self_verification=0) == ("answer", ())  # nothing is repaired or restarted


def test_the_winner_goes_into_the_rounds():
    found = [attempt(job, answer) for job, answer in zip(jobs(), [1, 2, 2], strict=False)]
    step, (job,) = after(found)
    assert (step, job.id, job.parent, job.request, job.action) == ("repair", 3, 1, "review", 2)
    assert job.temperature == 0.0  # 0.8 is for sampling alone
    assert job.conversation == found[1].job.conversation


@pytest.mark.parametrize("code", ["x", ""])
def test_if_no_program_has_an_answer_the_first_one_goes_on(code):
    _, (job,) = after([attempt(job, code=code) for job in jobs(samples=3)])
    assert job.parent == 0


def test_the_latest_program_wins_over_all_samples_even_if_it_fails():
    samples = [attempt(job, answer) for job, answer in zip(jobs(), [1, 1, 2], strict=False)]
    fixed = rounds(samples[0], 9)[1:]
    known = {each.job.id: each for each in samples}
    last = fixed[0].model_copy(update={"job": fixed[0].job.model_copy(update={"id": 3})})
    assert POLICY.voters(known | {3: last}) == [last]
    failed = attempt(last.job)
    groups = voting.grouped(POLICY.voters(known | {3: failed}))
    assert voting.winner(groups, {}, "majority") is None


def test_at_most_so_many_rounds():
    ten = rounds(attempt(jobs(samples=1)[0], 1), *range(10))
    assert len(ten) == 11
    assert after(ten) == ("answer", ())
    assert after(ten[:4], self_verification=3) == ("answer", ())


def test_a_program_that_fails_is_reviewed_again():
    step, (job,) = after(rounds(attempt(jobs(samples=1)[0], 1), None))
    assert (step, job.parent, job.action) == ("repair", 1, 3)


def test_a_program_that_is_kept_ends_the_rounds():
    first = attempt(jobs(samples=1)[0], 1)
    _, (job,) = after([first])
    assert after([first, first.model_copy(update={"job": job})]) == ("answer", ())


def test_a_spent_budget_or_a_model_that_is_gone_ends_the_run():
    first = attempt(jobs(samples=1)[0], 1)
    assert after([first], spent="9 tokens") == ("answer", ())
    _, (job,) = after([first])
    gone = Attempt(job=job, program=None, problem="gone", dead=True)
    assert after([first, gone]) == ("answer", ())
    assert POLICY.voters({0: first, 1: gone})[0] == first
    assert after([Attempt(job=first.job, program=None, dead=True)]) == ("answer", ())


def test_a_bare_answer_has_no_program_to_review():
    (job,) = jobs(samples=1, frameworks=("none",))
    assert job.contract == "answer"
    assert after([attempt(job, 1, code="")]) == ("answer", ())
