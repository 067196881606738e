"""Texts as people paste them, with answers found by search: what is claimed of them is right, and as much as before.

`earned` is the status that the rules reach without a model; where they verify, `answer` is in their spelling.
"""

import json
from pathlib import Path
from typing import Any

import pytest

FILES = [Path(__file__).parent / "data" / name for name in ("everyday.jsonl", "plain.jsonl")]
TEXTS = [json.loads(line) for file in FILES for line in file.read_text("utf-8").splitlines()]
CLAIMS = {"unique": {"verified"}, "several": {"ambiguous"}, "none": {"contradictory"}, "no_claim": set[str]()}
NONE = {"unverified", "failed"}


def spelled(value: Any) -> Any:
    """An answer without the names of its categories, case or order of rows, which the text leaves open."""
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return sorted(sorted(str(cell).lower() for cell in row.values()) for row in value)
    if isinstance(value, dict) and any(" " in key for key in value):
        return sorted(str(each).lower() for each in value.values())  # replies by their questions
    return str(value).lower() if isinstance(value, str | int) else value


@pytest.mark.parametrize("case", TEXTS, ids=[case["id"] for case in TEXTS])
def test_what_is_claimed_of_an_everyday_text_is_true(solve, case):
    found = solve(case["text"])
    assert found.status in CLAIMS[case["status"]] | NONE
    if found.status == "verified":
        assert spelled(case["answer"]) in (spelled(found.answer), spelled(found.reply))
    if "earned" in case:
        assert found.status == case["earned"]
