"""Which cases a run solves."""

from collections import Counter

import pytest

from solvent.benchmarks import BenchmarkError, Case, load
from solvent.benchmarks.runs.selection import select

SIZES = {"a": 2, "b": 10, "c": 10}
CASES = [Case(f"{group}{n}", group, f"{group}{n}", f"{group}{n}") for group, size in SIZES.items() for n in range(size)]


def groups_of(cases):
    return dict(Counter(case.group for case in cases))


@pytest.mark.parametrize(
    ("limit", "sizes"), [(3, [1, 1, 1]), (9, [2, 3, 4]), (12, [2, 5, 5]), (22, [2, 10, 10]), (99, [2, 10, 10])]
)
def test_limit_is_a_total_spread_over_groups(limit, sizes):
    kept, notes = select(CASES, limit=limit)
    assert sorted(groups_of(kept).values()) == sizes
    assert notes == []
    assert kept == [case for case in CASES if case in kept]


def test_the_seed_decides_which_cases_stay():
    assert select(CASES, limit=6, seed=1) == select(CASES, limit=6, seed=1)
    assert len({tuple(case.id for case in select(CASES, limit=6, seed=seed)[0]) for seed in range(8)}) > 1


def test_groups_by_name_or_beginning():
    cases = [Case(name, name, "", None) for name in ("logic/4", "logic/5", "puzzles", "puzzlesEasy")]
    assert [case.id for case in select(cases, groups=["logic"])[0]] == ["logic/4", "logic/5"]
    assert [case.id for case in select(cases, groups=["puzzles"])[0]] == ["puzzles"]
    assert [case.id for case in select(cases, groups=["puzzlesE", "logic/5"])[0]] == ["logic/5", "puzzlesEasy"]
    with pytest.raises(BenchmarkError, match="no group 'sudoku' in this data; it has logic/4, logic/5"):
        select(cases, groups=["sudoku"])


def test_cases_by_id():
    assert [case.id for case in select(CASES, ids=["c3", "a1"])[0]] == ["a1", "c3"]
    with pytest.raises(BenchmarkError, match="no case nobody in this data"):
        select(CASES, ids=["a1", "nobody"])


def test_cases_without_a_scorer_are_left_out_by_name(lr2bench):
    cases = load("lr2bench").load(lr2bench)
    kept, notes = select(cases)
    assert "rebus/easy" not in groups_of(kept)
    assert notes == ["left out 1 cases: no scorer for the task rebus yet"]
    with pytest.raises(BenchmarkError, match="nothing to run; left out 1 cases: no scorer for the task rebus yet"):
        select(cases, groups=["rebus"])


def test_a_limit_below_one_is_refused():
    with pytest.raises(BenchmarkError, match="a limit of 0 leaves nothing to run"):
        select(CASES, limit=0)
