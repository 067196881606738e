"""Texts as people paste them, with answers found by search: what is claimed of them is right, and as much as before.

`earned` is the status that the rules reach without a model; where they verify, `answer` is in their spelling.
"""

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data" / "everyday.jsonl"
TEXTS = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
CLAIMS = {"unique": {"verified"}, "several": {"ambiguous"}, "none": {"contradictory"}, "no_claim": set[str]()}
NONE = {"unverified", "failed"}


def spelled(value: Any) -> Any:
    """An answer without the names of its categories, case or order of rows, which the text leaves open."""
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return sorted(sorted(str(cell).lower() for cell in row.values()) for row in value)
    return str(value).lower() if isinstance(value, str | int) else value


@pytest.mark.parametrize("case", TEXTS, ids=[case["id"] for case in TEXTS])
def test_what_is_claimed_of_an_everyday_text_is_true(solve, case):
    found = solve(case["text"])
    assert found.status in CLAIMS[case["status"]] | NONE
    if found.status == "verified":
        assert spelled(found.answer) == spelled(case["answer"])
    if "earned" in case:
        assert found.status == case["earned"]
