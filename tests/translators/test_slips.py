"""What a Python program does against the contract is named all at once."""

import pytest

from solvent import solvers
from solvent.translators import load
from solvent.translators.slips import PYTHON, slips

SLIPPED = """\
import cpmpy as cp
x = cp.intvar(0, 9, shape=2)
def clue1(model):
    model += x[0] > x[1]
model = cp.Model()
clue1(model)
with clue(1, x):
    pass
if model.solve():
    print(x.value())
answer = [each.value() for each in x]
"""


def test_each_kind_of_slip_is_named_with_its_lines():
    parts, solving, values = slips(solvers.load("cpmpy").parse(SLIPPED))
    assert "with clue(N):" in parts
    assert "(line 9)" in solving
    assert "(lines 10, 11)" in values


@pytest.mark.parametrize("framework", PYTHON)
def test_the_worked_example_has_none(framework):
    assert slips(solvers.load(framework).parse(load(framework).example)) == ()


@pytest.mark.parametrize("text", ["x = (", "x = 1\0", "(" * 500, ""])
def test_what_is_no_python_is_left_to_the_run(text):
    assert all("with clue(N):" in slip for slip in slips(solvers.load("cpmpy").parse(text)))


def test_other_frameworks_have_errors_of_their_own():
    assert slips(solvers.load("smtlib").parse("(declare-const solve Int)")) == ()
