"""No word problem with a doubted or missing statement is claimed to have an answer; the plain ones are solved."""

import pytest
from told import numbers

from solvent.translators.rules import decompose
from solvent.translators.rules.kinds import word_problem


def _complete(text):
    """Whether every word of a text was used, so that its answer would be `verified`."""
    found = decompose(text)
    if found is None or found.kind != word_problem.KIND:
        return False
    return all(clue.understood for clue in found.clues) and not any(passage.blocks for passage in found.passages)


@pytest.mark.parametrize("problem", list(numbers.problems(seed=3, each=1)), ids=lambda problem: problem.sentences[0])
def test_plain_problems_have_the_answer_found_by_trying(solve, problem):
    answer = solve(problem.text)
    assert (answer.status, answer.answer) == ("verified", problem.answer), answer.reason


def test_a_doubted_statement_is_never_claimed():
    claimed = []
    for problem in numbers.problems(seed=5, each=1):
        assert _complete(problem.text), problem.text
        claimed += [text for text in list(numbers.doubtful(problem))[::3] if _complete(text)]
    assert claimed == []


def test_no_answer_is_verified_if_data_are_missing(solve):
    open_ = [text for problem in numbers.problems(seed=5, each=1) for text in numbers.weaker(problem)]
    read = [text for text in open_ if _complete(text)]
    assert {text: solve(text).status for text in read if solve(text).status == "verified"} == {}
    assert len(read) < len(open_)
