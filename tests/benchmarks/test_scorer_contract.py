"""What every benchmark promises: gold is right, nothing else is, and a score depends on case and answer alone.

A set is covered by being there. It needs a fixture of its name in conftest.py that gives the path of a tiny set or, if
the set is generated, some of its cases.
"""

import asyncio
import copy
import json
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wrong_answers import EMPTY, MONSTERS, WRONG_TYPES, changed, hedges, leaves

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import load, names
from solvent.solvers import Pool

DATA = Path(os.environ.get("SOLVENT_DATA", Path(__file__).parents[3] / "shared" / "data"))
SAMPLE = 40  # cases of a whole set for which many answers are tried
FEW = 2  # cases of a set with a judge, who runs a program for each answer

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.sampled_from(["House", "hours", "bakers", "mapping", "text", "1-Across", "x"]) | st.text(max_size=3)
JUNK = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=12)


class Subject:
    """A benchmark with its usable cases; `score` scores an answer, and checks what holds for every one."""

    def __init__(self, name, given, runner, pool):
        self.benchmark = load(name)
        loaded = self.benchmark.load(given) if self.benchmark.reader else given
        self.cases = [case for case in loaded if not (case.broken or case.unscored)]
        self.cases = [case for case in self.cases if case.gold is not None]  # a flawed puzzle may have no answer
        self.runner, self.pool = runner, pool
        assert self.cases

    @property
    def some(self):
        """The cases for which many answers are tried."""
        return self.cases[:FEW] if self.benchmark.judge else self.cases

    def score(self, case, value):
        before = repr(case)
        given = copy.deepcopy(value)
        first, second = self._score(case, given), self._score(case, given)
        assert first == second
        assert repr(case) == before
        assert [given] == [value]  # in a list, for NaN is equal to nothing
        return first

    def _score(self, case, value):
        if self.benchmark.judge is None:
            return self.benchmark.score(case, value)
        answer = Answer.model_construct(status=Verdict.UNVERIFIED, answer=value, program=None)
        return self.runner.run(self.benchmark.judge(case, answer, self.pool))


@pytest.fixture(scope="module")
def running():
    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())
        yield runner, pool
        runner.run(pool.__aexit__(None, None, None))


@pytest.fixture(params=names())
def subject(request, running):
    return Subject(request.param, request.getfixturevalue(request.param.replace("-", "_")), *running)


@pytest.fixture(params=names())
def on_development_data(request, running):
    if not (DATA / request.param).exists():
        pytest.skip("development data is not here")
    return Subject(request.param, DATA / request.param, *running)


def check_gold(subject):
    for case in subject.cases:
        score = subject.score(case, case.gold)
        assert score.strict, (case.id, score)
        assert 0 < score.right == score.answered == score.total, case.id


def check_wrong(subject, cases, values):
    """Check that none of the values is right, nor any part of one that is empty."""
    for case in cases:
        for value in values:
            score = subject.score(case, value)
            assert not score.strict, (case.id, value)
            if value in EMPTY and not subject.benchmark.judge:  # CP-Bench's public evaluator accepts an empty answer
                assert not score.official, (case.id, value)
                assert score.right == score.answered == 0 < score.total, (case.id, value)


def check_hedges(subject, cases, many):
    rng = random.Random(1)
    for case in cases:
        exact = getattr(case.key, "tolerance", None) is None
        for name, value in hedges(case.gold, rng, many, exact=exact):
            score = subject.score(case, value)
            assert not score.strict, (case.id, name, value)


def test_gold_is_right(subject):
    check_gold(subject)


def test_what_is_empty_or_of_a_wrong_type_is_wrong(subject):
    check_wrong(subject, subject.some, [*EMPTY, *WRONG_TYPES])


def test_what_is_not_even_json_is_wrong(subject):
    check_wrong(subject, subject.some[:FEW], MONSTERS)


def test_hedges_are_wrong(subject):
    check_hedges(subject, subject.some, many=1 if subject.benchmark.judge else 6)


def test_junk_is_wrong(subject):
    case = subject.cases[0]

    @settings(max_examples=15 if subject.benchmark.judge else 100, deadline=None)
    @given(value=JUNK)
    def check(value):
        assert not subject.score(case, value).strict

    check()


def test_gold_with_junk_in_it_is_scored(subject):
    paths = [(case, path) for case in subject.some for path, _ in leaves(case.gold)]

    @settings(max_examples=15 if subject.benchmark.judge else 100, deadline=None)
    @given(where=st.sampled_from(paths), value=JUNK)
    def check(where, value):
        case, path = where
        subject.score(case, changed(case.gold, path, value))

    check()


def test_extraction_reads_any_text(subject):
    extract, case = subject.benchmark.extract, subject.cases[0]
    if extract is None:
        pytest.skip("this set has no extraction")
    parts = st.sampled_from(
        ["<Answer>", "</Answer>", "|", "|---|", "{", "}", "[[", "]]", "<<<", ">>>", "\n", json.dumps(case.gold)]
    )

    @given(text=st.lists(parts | st.text(max_size=5), max_size=12).map("".join))
    def check(text):
        assert repr(extract(case, text)) == repr(extract(case, text))

    check()
    assert extract(case, "") is None


def test_gold_is_right_on_development_data(on_development_data):
    check_gold(on_development_data)


def test_others_are_wrong_on_development_data(on_development_data):
    subject = on_development_data
    check_wrong(subject, subject.cases, EMPTY)
    check_hedges(subject, random.Random(2).sample(subject.cases, min(SAMPLE, len(subject.cases))), many=1)
