"""Statistics against values known from elsewhere, and what must hold for all data."""

from math import comb
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.analysis import statistics
from solvent.benchmarks.analysis.statistics import bootstrap_mean, holm, mcnemar, paired, sign_flips, wilson

pytest.importorskip("scipy")

COUNTS = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_wilson_of_known_counts():
    half = wilson(20, 40)
    assert (half.low, half.high) == pytest.approx((0.3520, 0.6480), abs=1e-4)
    none = wilson(0, 10)
    assert (none.low, none.high) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(0, 0) is None


@given(COUNTS)
def test_wilson_is_that_of_scipy(counts):
    from scipy.stats import binomtest

    right, n = counts
    found, wanted = wilson(right, n), binomtest(right, n).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
    assert 0 <= found.low <= right / n + 1e-12
    assert right / n - 1e-12 <= found.high <= 1


def test_mcnemar_of_known_counts():
    assert mcnemar(0, 0) == 1
    assert mcnemar(10, 2) == pytest.approx(2 * sum(comb(12, k) for k in range(3)) / 2**12)
    assert mcnemar(0, 10) == pytest.approx(2 / 2**10)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), max_size=11))
def test_sign_flips_of_right_and_wrong_are_mcnemars_test(differences):
    assert sign_flips(differences) == pytest.approx(mcnemar(differences.count(1), differences.count(-1)))


def test_sign_flips_are_not_misled_by_rounding():
    thirds = [1.0, 1 - 2 / 3, 0 - 1 / 3, -1.0]
    assert sum(thirds) != 0
    assert sign_flips(thirds) == sign_flips([-each for each in thirds]) == 1


def test_sign_flips_of_many_are_seeded_and_near_the_exact_value():
    differences = [1.0] * 40 + [-1.0] * 20
    assert sign_flips(differences) == sign_flips(differences)
    assert sign_flips(differences) == pytest.approx(mcnemar(40, 20), abs=0.01)


@given(P_VALUES)
def test_holm_never_lowers_a_p_value_and_keeps_their_order(values):
    adjusted = holm(values)
    assert all(value <= new <= 1 for value, new in zip(values, adjusted, strict=True))
    order = sorted(range(len(values)), key=lambda index: values[index])
    assert [adjusted[index] for index in order] == sorted(adjusted)
    if values:
        assert min(adjusted) == pytest.approx(min(1, len(values) * min(values)))


def test_holm_of_known_values():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_the_bootstrap_is_near_the_normal_interval_of_a_large_sample():
    values = [0.0, 1.0] * 200
    found = bootstrap_mean(values)
    assert (found.low, found.high) == pytest.approx((0.5 - 0.049, 0.5 + 0.049), abs=0.006)
    assert found == bootstrap_mean(values)
    assert bootstrap_mean([1.0, 1.0]) is bootstrap_mean([]) is None


def test_the_bootstrap_takes_epochs_of_a_case_together():
    """Twelve equal epochs tell no more than one: without clusters, the interval would be much narrower."""
    first = {str(case): [0.0] for case in range(40)}
    once = {str(case): [float(case % 2)] for case in range(40)}
    often = {case: values * 12 for case, values in once.items()}
    assert paired(first, often).interval == paired(first, once).interval
    assert paired(first, once).test == "McNemar"
    assert paired(first, often).test == "sign flips"


def test_runs_are_paired_by_the_cases_that_both_have():
    found = paired({"a": [1.0], "b": [0.0], "c": [0.0]}, {"b": [1.0], "c": [0.0], "d": [1.0]})
    assert (found.n, found.first, found.second, found.value) == (2, 0, 0.5, 0.5)
    assert (found.better, found.worse, found.p) == (1, 0, 1)
    assert paired({"a": [1.0]}, {"b": [1.0]}) is None


RUNS = st.dictionaries(
    st.sampled_from("abcdefgh"), st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=3), min_size=1
)


@given(RUNS, RUNS)
def test_a_difference_turns_its_sign_with_the_order_of_the_runs(first, second):
    one, other = paired(first, second), paired(second, first)
    if one is None:
        assert other is None
        return
    assert one.value == pytest.approx(-other.value)
    assert one.p == pytest.approx(other.p)
    assert (one.better, one.worse) == (other.worse, other.better)
    assert one.n == len(first.keys() & second.keys())
    assert one.value == pytest.approx(fmean(fmean(second[k]) - fmean(first[k]) for k in first if k in second))
    if one.interval is not None:
        assert -1 <= one.interval.low <= one.interval.high <= 1


def test_the_normal_quantile_is_right():
    from scipy.stats import norm

    assert pytest.approx(norm.ppf(0.5 + statistics.CONFIDENCE / 2)) == statistics._Z
