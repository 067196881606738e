"""The examples that the page offers."""

import json

from console import ROOT

from solvent.web.examples import examples

EXPECTED = json.loads((ROOT / "tests" / "expected_examples.json").read_text("utf-8"))  # other tests solve them


def test_every_example_is_offered_with_a_line_about_it():
    found = {each.name: each for each in examples()}
    assert set(found) == {path.stem.replace("_", " ") for path in (ROOT / "examples").glob("*.txt")}
    assert all(each.about and each.text for each in found.values())


def test_those_that_only_a_model_reads_are_set_apart():
    unread = {each.name for each in examples() if each.for_model}
    failed = {name.removesuffix(".txt") for name, said in EXPECTED.items() if said["status"] == "failed"}
    assert failed <= unread
    assert unread - failed == {"crossword", "needs model"}
