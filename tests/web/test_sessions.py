"""What a tab works on, from the first text to the last question."""

import asyncio

import pytest
from console import ROOT

from solvent.agents.settings import Settings
from solvent.web.engine import Engine
from solvent.web.limits import Allowance
from solvent.web.sessions import Session, Sessions
from solvent.web.views import edited

SMALL = (ROOT / "examples" / "small.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def engine():
    made = Engine(Allowance(), workers=1)
    made.start()
    yield made
    made.stop()


@pytest.fixture
async def done(engine):
    """A session with the small grid solved."""
    session = Session(engine)
    session.begin(SMALL, "rules", Settings())
    await session.run()
    return session


async def test_a_run_tells_its_stages_and_its_walk(engine):
    session, stages = Session(engine), []
    session.listeners.add(lambda: stages.append((session.stage, len(session.walk.visits))))
    session.begin(SMALL, "rules", Settings())
    await session.run()
    assert stages[0] == ("waiting", 0)
    assert stages[-1] == ("done", 8)
    assert ("running", 1) in stages
    assert (session.answer.status, session.problem) == ("verified", "")


async def test_the_steps_are_found_once_and_begin_at_the_first(done):
    await done.explain()
    assert (done.step, len(done.explanation.steps)) == (1, 7)


async def test_questions_and_marks_are_answered_in_order(done):
    for question in ("who grows thyme?", "what time is it?"):
        await done.question(question)
    assert done.asked[0][1].reply == "Petra"
    assert "what time is it" not in done.asked[1][1]
    assert isinstance(done.asked[1][1], str)
    await done.check("Nora: clay")
    await done.hint("Nora: clay")
    await done.hint("Nora: mint")
    await done.hint("Nora: ???")
    wrong, refused, hint, unread = (reply for _, reply in done.marked)
    assert (wrong.accepted, refused.accepted) == (False, False)
    assert "mint" not in hint.steps[0].text
    assert isinstance(unread, str)


async def test_an_edit_keeps_what_was_before(done):
    before = done.answer
    new = edited(SMALL, before, 1, "Nora does not grow mint.")
    done.begin(new, "rules", Settings(), edited=True)
    await done.run()
    assert done.before == (SMALL, before)
    assert done.answer.status == "contradictory" or done.answer.answer != before.answer
    done.begin(SMALL, "rules", Settings())
    assert done.before is None


async def test_a_flawed_puzzle_gets_repairs(engine):
    session = Session(engine)
    session.begin((ROOT / "examples" / "ambiguous.txt").read_text("utf-8"), "rules", Settings())
    await session.run()
    assert session.answer.status == "ambiguous"
    assert "Anouk won the kite." in session.repairs.summary


async def test_a_run_that_was_stopped_says_so_and_changes_nothing_later(engine):
    session = Session(engine)
    session.begin(SMALL, "rules", Settings())
    session.task = asyncio.create_task(session.run())
    await asyncio.sleep(0)
    session.stop()
    with pytest.raises(asyncio.CancelledError):
        await session.task
    assert (session.stage, session.problem, session.answer) == ("done", "Stopped.", None)
    session.begin(SMALL, "rules", Settings())
    await session.run()
    assert session.answer.status == "verified"


async def test_what_cannot_be_explained_says_why(engine):
    session = Session(engine)
    session.begin("The weather is fine today.", "rules", Settings())
    await session.run()
    await session.explain()
    await session.check("x")
    assert session.answer.status == "failed"
    assert session.explanation is None
    assert session.unexplained
    assert isinstance(session.marked[0][1], str)


async def test_replies_about_an_old_puzzle_are_dropped(done):
    asked = asyncio.gather(done.explain(), done.question("who grows thyme?"), done.check("Nora: mint"))
    await asyncio.sleep(0)
    done.begin((ROOT / "examples" / "queue.txt").read_text("utf-8"), "rules", Settings())
    await asked
    assert (done.explanation, done.asked, done.marked) == (None, [], [])


async def test_a_stopped_run_leaves_no_node_at_work(engine):
    session = Session(engine)
    session.begin(SMALL, "rules", Settings())
    at_work = asyncio.Event()
    session.listeners.add(lambda: session.walk.visits and at_work.set())
    session.task = asyncio.create_task(session.run())
    await at_work.wait()
    session.stop()
    assert "at work" not in {session.walk.light(visit.node) for visit in session.walk.visits}
    with pytest.raises(asyncio.CancelledError):
        await session.task


async def test_nothing_is_asked_before_there_is_an_answer(engine):
    session = Session(engine)
    await session.question("who?")
    assert session.asked == [("who?", "Solve a puzzle first.")]


async def test_the_sessions_used_least_recently_are_forgotten(engine):
    sessions = Sessions(engine, 2)
    one, two = sessions.of("a"), sessions.of("b")
    assert sessions.of("a") is one
    sessions.of("c")
    assert sessions.of("a") is one
    assert sessions.of("b") is not two
