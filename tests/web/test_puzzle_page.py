"""The page that solves puzzles, in a browser: what visitors do with it, alone, with a model, and with files."""

import re
import signal
import sys
import threading
from pathlib import Path

import pytest
from loopback import Status
from playwright.sync_api import expect
from visiting import AMBIGUOUS, CONTRADICTORY, SMALL, ZEBRA, box, button, cells, enter, region, solve, status

sys.path.insert(0, str(Path(__file__).parents[1] / "agents"))  # where the puzzle of the model is kept
from test_cli_model import SECRET, obedient
from test_llm import TEXT as LAMPS

pytestmark = pytest.mark.needs("chromium")


# From a text to an answer


def test_from_a_text_to_a_verified_answer(page):
    box(page, "Puzzle").click()
    page.keyboard.insert_text(SMALL)
    button(page, "Solve").click()
    expect(status(page)).to_contain_text("verified, after")
    expect(region(page, "Answer")).to_contain_text("Every word of all 4 clues was used")
    assert cells(page) == [
        ["friends", "herbs", "pots"], ["Nora", "mint", "tin"], ["Otis", "basil", "copper"], ["Petra", "thyme", "clay"]
    ]  # fmt: skip
    expect(region(page, "State machine").get_by_role("listitem").filter(has_text="answer")).to_contain_text("done")
    expect(region(page, "Clues").get_by_text("Nora grows mint.").first).to_be_visible()


def test_an_example_is_chosen(page):
    page.get_by_role("combobox", name="Example", exact=True).select_option(ZEBRA)
    expect(box(page, "Puzzle")).to_have_value(re.compile("tortoise"))
    button(page, "Solve").click()
    expect(status(page)).to_contain_text("verified, after")
    assert len(cells(page)) == 6


def test_clues_that_contradict_each_other_are_marked_in_the_text(page):
    solve(page, CONTRADICTORY, "contradictory")
    marked = region(page, "Text").get_by_role("mark")
    expect(marked).to_have_count(3)
    for mark, clue in zip(
        marked.all(), ("The baker drinks tea.", "Maud drinks coffee.", "Maud is the baker."), strict=True
    ):
        expect(mark).to_contain_text(clue)
        expect(mark).to_contain_text("contradicts the other marked clues")
    expect(region(page, "Answer")).to_contain_text("Clues 2, 4 and 7 contradict each other")
    expect(region(page, "Answer")).to_contain_text("Drop or correct clue 2")


def test_an_ambiguous_puzzle_shows_what_stays_open(page):
    solve(page, AMBIGUOUS, "ambiguous")
    found = cells(page)
    assert {cell for row in found for cell in row if " or " in cell} == {"kite or drum", "drum or kite"}


def test_a_text_that_is_no_puzzle(page):
    solve(page, "Dear diary, today I planted a tree.", "failed")
    expect(region(page, "Text")).to_contain_text("Dear diary")


# Why, and what if


def test_an_explanation_with_the_keyboard(page):
    solve(page, SMALL)
    button(page, "Explain").focus()
    page.keyboard.press("Enter")
    shown = region(page, "Explanation")
    expect(shown).to_contain_text("Step 1 of 7")
    expect(shown).to_contain_text("Nora grows mint")
    expect(button(page, "Next step")).to_be_focused()  # and not lost with the button that was pressed
    page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("Step 2 of 7")
    page.keyboard.press("Enter")
    expect(shown).to_contain_text("Step 3 of 7")
    page.keyboard.press("Shift+Tab")
    expect(button(page, "Previous step")).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown).to_contain_text("Step 2 of 7")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("Step 7 of 7")


def test_questions_marks_and_hints(page):
    solve(page, SMALL)
    box(page, "Question").fill("which clues are redundant?")
    page.keyboard.press("Enter")
    asked = region(page, "Questions").get_by_role("listitem")
    expect(asked.first).to_contain_text(re.compile("redundant|needed|superfluous|without"))
    box(page, "Question").fill("Is the moon made of cheese?")
    button(page, "Ask").click()
    expect(asked.first).to_contain_text("Is the moon made of cheese?")

    marks = region(page, "Your marks")
    button(page, "Hint").click()
    expect(marks.get_by_role("listitem").first).to_contain_text("Nora grows mint")
    box(page, "Marks").fill("Nora: mint")
    button(page, "Check").click()
    expect(marks).to_contain_text("Nora: mint")
    page.get_by_role("combobox", name="Nora: herbs").select_option("basil")
    expect(box(page, "Marks")).to_have_value("Nora: basil")
    button(page, "Check").click()
    expect(marks.get_by_role("listitem").first).to_contain_text("Wrong: Nora: herbs = basil")


def test_what_changes_with_a_clue(page):
    solve(page, SMALL)
    button(page, "Edit clue 4").click()
    clue = box(page, "Clue 4")
    expect(clue).to_be_focused()
    expect(clue).to_have_value("Petra does not have the tin pot.")
    button(page, "Cancel").click()
    expect(clue).to_be_hidden()
    button(page, "Edit clue 4").click()
    clue.fill("Petra has the tin pot.")
    button(page, "Try it").click()
    changed = region(page, "Answer")
    expect(changed).to_contain_text("verified, as before; the answers differ in")
    expect(box(page, "Puzzle")).to_have_value(re.compile(r"4\. Petra has the tin pot\."))
    assert ["Petra", "thyme", "tin was clay"] in cells(page)
    button(page, "Take the change back").click()
    expect(box(page, "Puzzle")).to_have_value(SMALL)
    expect(changed).not_to_contain_text("as before")
    assert cells(page)[3] == ["Petra", "thyme", "clay"]


# Models


def test_a_clue_that_is_pointed_at_marks_its_cells(page):
    solve(page, SMALL)
    lit = region(page, "Answer").locator(".lit")
    clue = region(page, "Clues").get_by_role("listitem").filter(has_text="copper pot")
    clue.hover()
    expect(lit).to_have_text(["basil", "copper"])
    page.mouse.move(0, 0)
    expect(lit).to_have_count(0)
    clue.focus()  # with the keyboard
    expect(lit).to_have_text(["basil", "copper"])


def test_what_was_typed_in_the_meantime_stays(page):
    solve(page, SMALL)
    box(page, "Puzzle").fill("My next puzzle")
    button(page, "Edit clue 1").click()
    box(page, "Clue 1").fill("Nora does not grow mint.")
    region(page, "Clues").get_by_role("button", name="Try it").locator("visible=true").click()
    expect(button(page, "Take the change back")).to_be_visible()
    expect(region(page, "Text")).to_contain_text("Nora does not grow mint.")
    expect(box(page, "Puzzle")).to_have_value("My next puzzle")


def test_what_spoils_a_puzzle_stays_folded(page):
    page.get_by_role("checkbox", name="Let me try first").check()
    enter(page, SMALL)
    expect(status(page)).to_contain_text("verified, after")
    for _ in range(2):  # and so when the page is loaded anew
        expect(region(page, "Answer")).to_be_visible()
        expect(region(page, "Answer").get_by_role("table", name="The answer", exact=True)).to_be_hidden()
        expect(page.locator(".attempt").first).to_be_hidden()
        page.reload()
    button(page, "Hint").click()
    expect(region(page, "Your marks")).to_contain_text("mint goes with Nora")


def test_a_model(visit, serve, loopback):
    """The rules are the first choice, and the key stays on the server."""
    loopback.script(obedient)
    name = "player <b>${7*7}`{{ 7*7 }}</b></script>"
    site = serve("--model", name, "--base-url", loopback.url, OPENAI_API_KEY=SECRET)
    page = visit("about:blank")
    seen = listen(page)
    page.wrong.clear()
    page.goto(site.url)
    expect(page.get_by_role("radio", name="Rules")).to_be_checked()
    page.get_by_role("radio", name=name).check()
    enter(page, LAMPS)
    expect(status(page)).to_contain_text("verified, after")
    machine = region(page, "State machine")
    expect(machine).to_contain_text("3 calls to a model")
    machine.get_by_text("Programs").click()
    expect(machine).to_contain_text(f"{name} wrote a program in cpmpy.")
    assert {request.headers["authorization"] for request in loopback.requests} == {f"Bearer {SECRET}"}
    assert page.locator("b").count() == 0
    page.wrong[:] = [each for each in page.wrong if "asked another host" not in each]
    loopback.script(lambda _: Status(401, message=f"Incorrect key {SECRET}"))
    enter(page, f"{LAMPS} ")
    expect(region(page, "Answer")).to_contain_text("OPENAI_API_KEY")
    assert len(seen) > 20
    assert not [each for each in [*seen, page.content(), site.errors] if SECRET in each]


def listen(page):
    """All that comes and goes, as texts."""
    seen = []

    def answered(response):
        seen.append(str(response.headers))
        if "javascript" not in response.headers.get("content-type", "") and response.ok:
            seen.append(response.body().decode("utf-8", "replace"))

    def opened(wire):
        for event in ("framesent", "framereceived"):
            wire.on(
                event, lambda frame: seen.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))
            )

    page.on("websocket", opened)
    page.on("requestfinished", lambda request: answered(request.response()))
    return seen


@pytest.fixture
def slow(serve, loopback):
    """A site whose model answers when it is told to, and the word for it."""
    told = threading.Event()

    def act(request):
        told.wait(60)
        return obedient(request)

    loopback.script(act)
    yield serve("--model", "player", "--base-url", loopback.url, "--max-runs", "1"), told
    told.set()


def start(page):
    page.get_by_role("radio", name="player").check()
    enter(page, LAMPS)
    expect(status(page)).to_contain_text("Solving")


def test_a_page_that_is_loaded_anew(visit, slow):
    """A run goes on, and its answer is there after it."""
    site, told = slow
    page = visit(site.url)
    start(page)
    page.reload()
    expect(status(page)).to_contain_text("Solving")
    expect(box(page, "Puzzle")).to_have_value(LAMPS)
    expect(page.get_by_role("radio", name="player")).to_be_checked()
    other = visit(site.url)
    enter(other, SMALL)
    expect(status(other)).to_contain_text("Waiting for other runs")
    told.set()
    for each in (page, other):
        expect(status(each)).to_contain_text("verified, after")
    page.reload()
    expect(status(page)).to_contain_text("verified, after")
    expect(region(page, "Answer")).to_contain_text("red")
    expect(box(page, "Puzzle")).to_have_value(LAMPS)


def test_a_run_is_stopped(visit, slow):
    site, told = slow
    page = visit(site.url)
    start(page)
    expect(button(page, "Solve")).to_be_hidden()
    button(page, "Stop").click()
    expect(status(page)).to_have_text("Stopped.")
    told.set()
    page.get_by_role("radio", name="Rules").check()
    solve(page, SMALL)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_while_a_run_goes_on(visit, slow, how):
    site, _ = slow
    page = visit(site.url)
    start(page)
    code, out, errors = site.end(how)
    page.close()
    page.wrong.clear()  # the page could not reach its server any more
    assert (code, out, "Traceback" in errors) == (0, "", False)
    assert len(errors.strip().splitlines()) == 1
    assert list(site.folder.iterdir()) == []
