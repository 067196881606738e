"""The statistics of two graders, checked by hand."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks import BenchmarkError
from solvent.benchmarks.analysis.agreement import Grade, agreement

GRADES = st.integers(1, 20).flatmap(lambda total: st.builds(Grade.of, st.integers(0, total), st.just(total)))


def of(*pairs, total=10):
    return agreement([(Grade.of(one, total), Grade.of(other, total)) for one, other in pairs])


def test_by_hand():
    found = of((10, 10), (10, 8), (4, 5), (0, 0), (3, 3))
    assert (found.n, found.relative_n, found.either_full) == (5, 4, 2)
    assert found.exact_match == pytest.approx(3 / 5)
    assert found.mean_absolute_difference == pytest.approx((0.2 + 0.1) / 5)
    assert found.mean_relative_difference == pytest.approx((2 / 8 - 1 / 5) / 4)
    assert (found.over_estimated, found.under_estimated) == (pytest.approx(1 / 5), pytest.approx(1 / 5))
    assert found.joint_full_credit == pytest.approx(1 / 2)
    # Ranks 4.5 4.5 3 1 2 and 5 4 3 1 2.
    assert found.spearman == pytest.approx(0.9746794, abs=1e-6)


def test_totals_may_differ():
    found = agreement([(Grade.of(6, 12), Grade.of(2, 4))])
    assert (found.exact_match, found.mean_absolute_difference) == (1, 0)


def test_what_is_undefined_is_none():
    nothing = of()
    assert (nothing.n, nothing.exact_match, nothing.spearman, nothing.joint_full_credit) == (0, None, None, None)
    constant = of((5, 0), (5, 0))
    assert (constant.spearman, constant.mean_relative_difference, constant.relative_n) == (None, None, 0)
    assert (constant.joint_full_credit, constant.either_full) == (None, 0)


@given(st.lists(st.tuples(GRADES, GRADES), min_size=1, max_size=12))
def test_laws(pairs):
    there, back = agreement(pairs), agreement([(other, one) for one, other in pairs])
    assert there.exact_match + there.over_estimated + there.under_estimated == pytest.approx(1)
    assert (there.over_estimated, there.under_estimated) == (back.under_estimated, back.over_estimated)
    assert there.mean_absolute_difference == back.mean_absolute_difference
    assert there.joint_full_credit == back.joint_full_credit
    assert there.spearman == pytest.approx(back.spearman)
    same = agreement([(one, one) for one, _ in pairs])
    assert (same.exact_match, same.mean_absolute_difference) == (1, 0)
    assert same.joint_full_credit in (1, None)


def test_without_scipy(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(BenchmarkError, match=r"pip install 'solvent\[bench\]'"):
        of((1, 2))
