"""The page in a browser: whatever is entered, whoever else is there, and however one sees and steers it."""

import itertools
import re

import pytest
from playwright.sync_api import expect
from visiting import CONTRADICTORY, HOSTILE, HOSTILE_GRID, SMALL, ZEBRA, box, button, enter, region, solve, status

pytestmark = pytest.mark.needs("chromium")

MOST = 20_000  # characters


# Whatever is entered


@pytest.mark.parametrize("text", [HOSTILE, HOSTILE_GRID])
def test_what_is_entered_is_shown_as_text(visit, page, tmp_path, text):
    enter(page, text)
    expect(status(page)).to_contain_text(", after")
    shown = region(page, "Text")
    for part in re.findall(r"<b id=pwned>|\{\{[^}]*\}\}|\$\{[^}]*\}|<img[^>]*>", text):
        expect(shown).to_contain_text(part)
    if button(page, "Explain").is_visible():
        button(page, "Explain").click()
    for name, act in (("Question", "Ask"), ("Marks", "Check"), ("Marks", "Hint")):
        box(page, name).fill("<img src=x onerror=alert(1)> {{ alert(1) }} `${alert(1)}` <b id=pwned>x</b>")
        button(page, act).click()
    expect(region(page, "Questions")).to_contain_text("{{ alert(1) }} `${alert(1)}` <b id=pwned>x</b>")
    expect(region(page, "Your marks").get_by_role("listitem").nth(1)).to_contain_text("<b id=pwned>x</b>")
    for edit in page.get_by_role("button", name=re.compile("^Edit clue")).all()[:1]:
        edit.click()
        clue = page.get_by_role("textbox", name=re.compile("^Clue ")).first
        clue.fill("</textarea><b id=pwned>`${alert(1)}`{{ alert(2) }}")
        button(page, "Try it").first.click()
        expect(box(page, "Puzzle")).to_have_value(re.compile(r"</textarea><b id=pwned>`\$\{alert\(1\)\}`"))
        expect(status(page)).to_contain_text(", after")
        expect(shown).to_contain_text("</textarea><b id=pwned>")
    unharmed(page)
    page.reload()
    expect(shown).to_be_visible()
    unharmed(page)
    with page.expect_download() as download:
        button(page, "Download HTML").click()
    download.value.save_as(tmp_path / "shared.html")
    shared = visit((tmp_path / "shared.html").as_uri())
    expect(shared.get_by_role("heading", name="A puzzle and its answer")).to_be_visible()
    unharmed(shared)


def unharmed(page):
    """That nothing of a text became part of the page; a dialog or an error would be in `page.wrong`."""
    found = page.evaluate(
        """() => [typeof pwned, document.querySelectorAll(
            '#pwned, iframe, section svg[onload], section img, [onerror], [onmouseover], [onfocus], a[href^=javascript]'
        ).length,
        [...document.scripts].filter((each) => each.text.includes("alert(")).length]"""
    )
    assert found == ["undefined", 0, 0]


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "no text"), (" \n\t ", "no text"), ("x" * (MOST + 1), "20001 characters"), ("word " * 200_000, "1000000")],
    ids=["empty", "blank", "too long", "a megabyte"],
)
def test_what_cannot_be_a_puzzle(page, text, told):
    enter(page, text)
    expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    expect(box(page, "Puzzle")).to_be_focused()
    solve(page, SMALL)
    expect(page.get_by_role("alert").filter(has_text=told)).to_be_hidden()


def test_as_long_as_allowed(page):
    """Also where every character takes several in what is sent."""
    solve(page, '"\\\N{JIGSAW PUZZLE PIECE}\x01' * (MOST // 5), "failed")


def test_files(page):
    def opened(name, content):
        page.get_by_label("Open a file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})

    opened("small.txt", SMALL.encode())
    expect(box(page, "Puzzle")).to_have_value(SMALL)
    for name, content, told in (
        ("photo.jpg", bytes(range(256)), "photo.jpg is not a text"),
        ("zeros", bytes(100), "zeros is not a text"),
        ("large", b"x" * 100_000, "large is too large"),
        ("<b id=pwned>", b"\xff", "<b id=pwned> is not a text"),
    ):
        opened(name, content)
        expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    expect(box(page, "Puzzle")).to_have_value(SMALL)
    drop = """(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "dropped.txt"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, ZEBRA)
    expect(box(page, "Puzzle")).to_have_value(ZEBRA)
    page.evaluate(drop, "\0")
    expect(page.get_by_role("alert").filter(has_text="dropped.txt is not a text")).to_be_visible()


# Other visitors


def test_two_visitors_do_not_see_each_other(visit, site):
    one, two = visit(site.url), visit(site.url)
    enter(one, SMALL)
    enter(two, CONTRADICTORY)
    expect(status(one)).to_contain_text("verified, after")
    expect(status(two)).to_contain_text("contradictory, after")
    box(one, "Question").fill("which clues are redundant?")
    button(one, "Ask").click()
    expect(region(one, "Questions").get_by_role("listitem").first).to_be_visible()
    assert "Nora" in one.content()
    assert "Maud" not in region(one, "Text").inner_text()
    assert "Nora" not in region(two, "Text").inner_text()
    assert region(two, "Questions").get_by_role("listitem").count() == 0
    third = visit(site.url)
    expect(status(third)).to_contain_text("Paste a puzzle")
    assert region(third, "Answer").is_hidden()


def test_a_link_that_carries_the_text(visit, site, page):
    solve(page, SMALL)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link").click()
    expect(region(page, "Share").get_by_role("status")).to_contain_text("link is copied")
    link = box(page, "Link").input_value()
    assert link.startswith(f"{site.origin}/#text=")
    assert page.evaluate("navigator.clipboard.readText()") == link
    other = visit(link)
    expect(box(other, "Puzzle")).to_have_value(SMALL)
    expect(status(other)).to_contain_text("Paste a puzzle")  # nothing is run before it is asked for
    assert other.url == f"{site.origin}/"
    box(other, "Puzzle").fill("Something else.")
    other.goto(link)  # in the tab that shows the page already
    expect(box(other, "Puzzle")).to_have_value(SMALL)
    broken = visit(link[:-5] + "x")
    expect(broken.get_by_role("alert").filter(has_text="cannot be read")).to_be_visible()


def test_a_file_for_others(visit, page, tmp_path):
    solve(page, SMALL)
    button(page, "Explain").click()
    expect(region(page, "Explanation")).to_contain_text("Step 1 of 7")
    with page.expect_download() as download:
        button(page, "Download HTML").click()
    assert download.value.suggested_filename == "solvent.html"
    download.value.save_as(tmp_path / "shared.html")
    shared = visit((tmp_path / "shared.html").as_uri(), offline=True)
    for part in ("Nora grows mint.", "verified", "copper", "Step 7"):
        expect(shared.get_by_text(part).first).to_be_visible()
    assert shared.evaluate("performance.getEntriesByType('resource').length") == 0


# For everybody


def test_the_keyboard_alone(page):
    """From the first Tab on: every stop has a name and can be seen, and the puzzle is solved without a mouse."""
    expect(box(page, "Puzzle")).to_be_visible()
    stops = [next_stop(page) for _ in range(8)]
    assert [name for name, _ in stops] == [
        "Skip to the puzzle", "Change between light and dark", "Example", "Puzzle", "Rules", "Solve", "Open a file",
        "Let me try first",
    ]  # fmt: skip
    assert all(visible for _, visible in stops)
    box(page, "Puzzle").focus()
    page.keyboard.insert_text(SMALL)
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_contain_text("verified, after")
    stops = {name for name, visible in (next_stop(page) for _ in range(60)) if visible}
    for name in ("Explain", "Question", "Ask", "Marks", "Check", "Hint", "Edit clue 1", "Copy link", "Download HTML"):
        assert name in stops
    button(page, "Edit clue 1").focus()
    page.keyboard.press("Enter")
    expect(box(page, "Clue 1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button(page, "Edit clue 1")).to_be_focused()


def test_the_focus_is_not_lost_when_a_button_goes(page):
    box(page, "Puzzle").fill(SMALL)
    button(page, "Solve").focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("verified, after")
    assert page.evaluate("document.activeElement !== document.body")


NAME = """(each) => each.ariaLabel || [...(each.labels ?? [])].map((label) => label.innerText).join(" ").trim()
  || each.innerText.trim()"""


def next_stop(page):
    """Go on with Tab; give the name of what has the focus, and whether one sees where that is."""
    page.keyboard.press("Tab")
    return page.evaluate(
        f"""() => {{
        const each = document.activeElement, shown = each.closest(".file") ?? each;
        const box = shown.getBoundingClientRect();
        return [({NAME})(each), box.width > 0 && box.left >= 0 && getComputedStyle(shown).outlineStyle !== "none"];
    }}"""
    )


@pytest.mark.parametrize("text", [ZEBRA, CONTRADICTORY, HOSTILE], ids=["zebra", "contradictory", "hostile"])
def test_a_small_screen(visit, site, text):
    page = visit(site.url, viewport={"width": 390, "height": 844}, has_touch=True)
    enter(page, text)
    expect(status(page)).to_contain_text(", after")
    if button(page, "Explain").is_visible():
        button(page, "Explain").click()
        expect(region(page, "Explanation")).to_contain_text(re.compile("Step 1 of|nothing|no step|not "))
    button(page, "Edit clue 1").click()
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(visit, site, scheme):
    page = visit(site.url, color_scheme=scheme)
    solve(page, CONTRADICTORY, "contradictory")
    button(page, "Explain").click()
    expect(region(page, "Explanation")).to_contain_text("Step 1 of 3")
    page.get_by_text("Evidence").click()
    colours = []
    for _ in range(2):
        background, faint = page.evaluate(CONTRAST)
        colours.append(sum(background) > 380)
        assert faint == []
        button(page, "Change between light and dark").click()
        was = f"rgb({', '.join(map(str, background))})"
        page.wait_for_function("(was) => getComputedStyle(document.body).backgroundColor !== was", arg=was)
    assert colours == [scheme == "light", scheme != "light"]
    page.reload()
    expect(region(page, "Answer")).to_be_visible()
    assert (sum(page.evaluate(CONTRAST)[0]) > 380) == (scheme == "light")  # chosen once, it stays


# The background of the page, and all texts whose contrast is below what WCAG asks for.
CONTRAST = """() => {
  const rgb = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { at: [r, g, b], a }; };
  const under = (each) => {
    for (; each; each = each.parentElement) {
      const { at, a } = rgb(getComputedStyle(each).backgroundColor);
      if (a > 0.5) return at;
    }
    return [255, 255, 255];
  };
  const linear = (each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
  const light = (at) => {
    const [r, g, b] = at.map((each) => linear(each / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const each = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !each.checkVisibility() || each.closest("script, style, .unseen, .skip")) continue;
    const [one, two] = [light(rgb(getComputedStyle(each).color).at), light(under(each))];
    const contrast = Math.max(one, two) / Math.min(one, two);
    if (contrast < 4.5) faint.add(`${contrast}: ${each.tagName}.${each.className}: ${text.slice(0, 30)}`);
  }
  return [rgb(getComputedStyle(document.body).backgroundColor).at, [...faint]];
}"""


def test_what_screen_readers_need(page):
    for text, verdict in ((None, ""), (SMALL, "verified"), (CONTRADICTORY, "contradictory")):
        if text:
            solve(page, text, verdict)
        if verdict == "verified":
            button(page, "Explain").click()
            expect(region(page, "Explanation")).to_contain_text("Step 1 of 7")
        found = page.evaluate(STRUCTURE)
        assert found["unnamed"] == []
        assert found["doubled"] == []
        levels = found["headings"]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
        assert found["language"].startswith("en")
        assert found["main"] == 1
        assert found["live"] >= 5
        assert found["title"] == "Solve a puzzle - Solvent"


STRUCTURE = f"""() => {{
  const all = (chosen) => [...document.querySelectorAll(chosen)].filter((each) => each.checkVisibility());
  const name = {NAME};
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  const stops = all("input, select, textarea, button, a, [tabindex='0']");
  return {{
    unnamed: stops.filter((each) => !name(each)).map((each) => each.outerHTML),
    headings: all("h1, h2, h3, h4").map((each) => Number(each.tagName[1])),
    doubled: ids.filter((each, at) => ids.indexOf(each) !== at),
    language: document.documentElement.lang,
    main: all("main, [role=main]").length,
    live: document.querySelectorAll("[role=status], [aria-live=polite]").length,
    title: document.title,
  }};
}}"""
