"""LR2Bench's own extraction: the last block, in it the last value of the task's shape."""

import json

import pytest
from handmade import LOGIC_GOLD, SOLVED, WORD_PUZZLES

from solvent.benchmarks import load
from solvent.benchmarks.cases import Case
from solvent.benchmarks.lr2bench_replies import extract

GOLD = {
    "logic": LOGIC_GOLD,
    "sudoku": SOLVED,
    **{folder.partition("-")[2].partition("/")[0]: gold for folder, (_, gold) in WORD_PUZZLES.items()},
}


def reply(task, value, tag=""):
    tag = tag or ("Mapping" if task == "cryptogram" else "Answer")
    return f"I think ... <{tag}>[[0]] {{}}</{tag}>, rather:\n<{tag}>\n```json\n{json.dumps(value)}\n```\n</{tag}>"


def of(task, text):
    return extract(Case("c", f"{task}/easy", "", None), text)


@pytest.mark.parametrize("task", GOLD)
def test_the_last_block_is_read(task):
    assert of(task, reply(task, GOLD[task])) == GOLD[task]
    assert of(task, reply(task, GOLD[task]).lower()) is not None


def test_each_task_scores_what_is_extracted(lr2bench):
    benchmark = load("lr2bench")
    for case in benchmark.load(lr2bench):
        task = case.group.partition("/")[0]
        if task in GOLD:
            assert benchmark.score(case, benchmark.extract(case, reply(task, GOLD[task]))).strict, case.id


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("sudoku", ""),
        ("sudoku", json.dumps(SOLVED)),  # no block
        ("sudoku", f"<Answer>{json.dumps(SOLVED)}"),  # not closed
        ("sudoku", "<Answer>[1, 2]</Answer>"),
        ("sudoku", "<Answer>[[1, 2], [?, 3]]</Answer>"),
        ("logic", "<Answer>[{'hours': '7am'}]</Answer>"),
        ("cryptogram", reply("cryptogram", {"Q": "N"}, tag="Answer")),
        ("crossword", '<Answer>{"1-Across": "THAN"}</Answer> <Answer>none</Answer>'),
        ("crossword", '<Answer>{"1-Across": "THAN"</Answer>'),
        ("rebus", '<Answer>{"a": "b"}</Answer>'),
        ("drop", "<Answer>" * 20_000),
        ("drop", f"<Answer>{'[ [' * 50_000}</Answer>"),
        ("sudoku", f"<Answer>[[{'[' * 5000}]]</Answer>"),
    ],
)
def test_no_value(task, text):
    assert of(task, text) is None
