"""What a visitor of the page does and sees: by the names and roles that screen readers know."""

from pathlib import Path

from playwright.sync_api import expect

expect.set_options(timeout=60_000)

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL, CONTRADICTORY, AMBIGUOUS, ZEBRA = (
    EXAMPLES.joinpath(f"{name}.txt").read_text("utf-8") for name in ("small", "contradictory", "ambiguous", "zebra")
)

# Everything here that a browser or a template could run.
HOSTILE = """<script>parent.pwned = 1; alert(1)</script> <img src=x onerror="alert(2)">
{{ constructor.constructor('alert(3)')() }} </textarea></script>
Three friends each grow a different herb, each in a different pot. `${alert(4)}` \\u003cb id=pwned\\u003e
The friends are Nora<b id=pwned>, Otis and Petra.
The herbs are basil, "mint" onmouseover=alert(5) and thyme.
The pots are clay, copper and tin. <svg/onload=alert(6)> &lt;b id=pwned&gt; </style><style>*{display:none}</style>

Clues:
1. Nora grows mint. <iframe srcdoc="<script>parent.alert(7)</script>"></iframe>
2. The person with the copper pot grows basil. javascript:alert(8) [x](javascript:alert(9))
3. Otis does not grow thyme. ' onfocus=alert(10) autofocus x='
4. <a href="javascript:alert(11)">Petra</a> does not have the tin pot. {% raw %}
5. \N{LINE SEPARATOR}\N{RIGHT-TO-LEFT OVERRIDE}
"""
HOSTILE_GRID = """Three friends each grow a different herb.
friend: <b id=pwned>, ${pwned=1}, Petra
herb: <img src=x onerror=alert(2)>, {{pwned}}, thyme

Clues:
1. <b id=pwned> grows <img src=x onerror=alert(2)>.
2. Petra grows thyme.
"""


def region(page, name):
    return page.get_by_role("region", name=name, exact=True)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def box(page, name):
    return page.get_by_role("textbox", name=name, exact=True)


def status(page):
    return page.get_by_role("status").first


def enter(page, text):
    box(page, "Puzzle").fill(text)
    button(page, "Solve").click()


def solve(page, text, verdict="verified"):
    """Solve a text on a page that has solved none yet."""
    enter(page, text)
    expect(status(page)).to_contain_text(f"{verdict}, after")


def cells(page):
    """The rows of the answer."""
    rows = region(page, "Answer").get_by_role("table", name="The answer", exact=True).get_by_role("row").all()
    return [[" ".join(cell.split()) for cell in row.inner_text().split("\t")] for row in rows]
