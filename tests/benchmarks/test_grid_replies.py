"""Grids in replies: JSON or a table, and nothing that has to be guessed."""

import json

import pytest

from solvent.benchmarks import Case
from solvent.benchmarks.grid import Grid
from solvent.benchmarks.grid_replies import extract

KEY = Grid(("House", "Name", "Tea"), (("1", "Bo", "mint"), ("2", "Kit", "oolong")))
CASE = Case("z", "2*2", "There are 2 huts.", KEY.answer, KEY)
ROWS = KEY.answer
BY_HOUSE = {"House 1": {"Name": "Bo", "Tea": "mint"}, "House 2": {"Name": "Kit", "Tea": "oolong"}}
NAMED = [{**row, "House": f"House {row['House']}"} for row in ROWS]
TABLE = "| House | Name | Tea |\n|---|:-:|--:|\n| 1 | **Bo** | mint |\n| 2 | Kit | `oolong` |"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (json.dumps(ROWS), ROWS),
        (f"First [1] ...\n```json\n{json.dumps({'answer': ROWS})}\n```\nDone.", ROWS),
        (json.dumps({"header": list(KEY.columns), "rows": [list(row) for row in KEY.rows]}), ROWS),
        (json.dumps({"reasoning": "...", "solution": BY_HOUSE}), NAMED),
        (f"So:\n\n{TABLE}\n\nThat is all.", ROWS),
        (f"{TABLE.replace('mint', 'milk')}\n\nNo, rather:\n\n{TABLE}", ROWS),
        (f"{json.dumps(ROWS)} and not {{'a'}}", ROWS),
    ],
)  # fmt: skip
def test_what_is_read(text, rows):
    assert extract(CASE, text) == rows


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bo has mint in house 1, Kit has oolong in house 2.",
        "House | Name\n---|---\n1 | Bo",  # bars at the ends are missing
        "| House | Name | Tea |\n| 1 | Bo | mint |",  # no rule
        "| House | Name | Tea |\n|---|---|---|\n| 1 | Bo |",  # a short row
        "| Tea | Tea |\n|---|---|\n| mint | oolong |",  # a name twice
        "| House | Name |\n|---|---|",  # no rows
        "|---|---|\n| 1 | Bo |",  # no header
        json.dumps({"answer": ROWS, "solution": ROWS}),
        json.dumps({"header": ["House", "House"], "rows": [["1", "2"]]}),
        json.dumps({"header": [1, []], "rows": [["1", "2"]]}),
        json.dumps({"header": [], "rows": []}),
        json.dumps(ROWS)[:-3],
        "[[[" * 5000,
        "|" * 50_000,
    ],
)
def test_what_is_not_read(text):
    assert extract(CASE, text) is None


def test_a_case_without_a_key():
    assert extract(Case("z", "", "", None), json.dumps(BY_HOUSE))[0]["row"] == "House 1"
