"""Lists of predicates as text: what is left out, and what is added."""

from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.verifiers.editing import defined, free_name, kept, plainly_listed, with_one_more
from solvent.benchmarks.verifiers.verifier import names

CODE = """\
LIMIT = 3


def helper(inputs):
    return constraint_4(inputs)


def constraint_1(inputs):
    return inputs > 1


# A remark.
def constraint_2(inputs):
    return helper(inputs) or inputs > 2


def constraint_3(inputs):
    return inputs > LIMIT


def constraint_4(inputs):
    return inputs > 4


constraint_list = [
    constraint_1,
    constraint_2,
    constraint_3,
    constraint_4,
    lambda inputs: inputs > 5,
]
"""


def predicates(code):
    found = {}
    exec(code, found)
    return [[bool(check(number)) for number in range(8)] for check in found["constraint_list"]]


@given(st.sets(st.integers(1, 5), min_size=1))
def test_what_is_kept_means_the_same(numbers):
    left = kept(CODE, numbers)
    assert predicates(left) == [predicates(CODE)[number - 1] for number in sorted(numbers)]
    assert plainly_listed(left)
    assert len(names(left)) == len(numbers)


def test_functions_that_nothing_needs_are_left_out():
    left = kept(CODE, {3})
    assert "def constraint_1" not in left
    assert "LIMIT = 3" in left
    assert "def constraint_4" in left  # the helper needs it
    assert "lambda" not in left


def test_one_more_predicate():
    name = free_name(CODE, 4)
    assert name == "constraint_5"
    more = with_one_more(CODE, name, f"def {name}(inputs):\n    return inputs != 6\n")
    assert predicates(more)[:-1] == predicates(CODE)
    assert predicates(more)[-1] == [number != 6 for number in range(8)]
    assert plainly_listed(more)


def test_lists_that_are_not_plain():
    assert plainly_listed(CODE)
    for more in ("constraint_list.append(helper)\n", "constraint_list = [helper]\n", "constraint_list += [helper]\n"):
        assert not plainly_listed(CODE + more)
    for other in ("constraint_list = list(helper)\n", "constraint_list = [helper()]\n", "x = 1\n", "no code", "("):
        assert not plainly_listed(other)


def test_names_at_the_top_level():
    assert defined("import os\nA, B = 1, 2\nfor c in A:\n    pass\ndef f(x):\n    y = 1\n") == {"A", "B", "c", "f"}
