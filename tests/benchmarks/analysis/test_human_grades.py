"""People's grades: what is read, and which line a message names."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks import BenchmarkError
from solvent.benchmarks.analysis.agreement import Grade
from solvent.benchmarks.analysis.human_grades import read_human_grades

KNOWN = {("a", 1), ("b", 1), ("b", 2)}
HEAD = "id,gradable,points,total,reason\n"


@pytest.fixture
def read(tmp_path):
    def reading(text):
        file = tmp_path / "people.csv"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_human_grades(file, KNOWN)

    return reading


def test_grades_are_read(read):
    found = read(f'\ufeff{HEAD}a,yes,7.5,12,"half, and\nmore"\n\nb,no,,,it gave up\n')
    assert found[("a", 1)].grade == Grade(Fraction(15, 2), Fraction(12))
    assert found[("a", 1)].reason == "half, and\nmore"
    assert found[("b", 1)].grade is None
    assert found[("b", 1)].reason == "it gave up"


def test_columns_in_any_order_with_an_epoch(read):
    found = read("Total,points,id,epoch,gradable,reason\r\n4,4,b,2,TRUE,\r\n4,0,b,,1,\r\n")
    assert {key: each.grade.points for key, each in found.items()} == {("b", 2): 4, ("b", 1): 0}


BAD = {
    "a column missing": ("id,gradable,points,reason\na,yes,1,\n", "line 1: no column total"),
    "too many points": (f"{HEAD}a,yes,13,12,\n", "line 2: 13 points are more than the total of 12"),
    "an unknown id": (f"{HEAD}a,yes,1,2,\nz,yes,1,2,\n", "line 3: z is not a case"),
    "an unknown epoch": ("id,gradable,points,total,reason,epoch\na,yes,1,2,,2\n", "line 2: a in epoch 2 is not"),
    "a bad epoch": ("id,gradable,points,total,reason,epoch\na,yes,1,2,,x\n", "line 2: the epoch 'x'"),
    "no number": (f"{HEAD}a,yes,many,12,\n", "line 2: points is 'many'"),
    "no total": (f"{HEAD}a,yes,1,,\n", "line 2: total is ''"),
    "not a number": (f"{HEAD}a,yes,nan,12,\n", "line 2: points is 'nan'"),
    "a fraction": (f"{HEAD}a,yes,1/2,1,\n", "line 2: points is '1/2'"),
    "below zero": (f"{HEAD}a,yes,-1,12,\n", "line 2: points is '-1'"),
    "out of nothing": (f"{HEAD}a,yes,0,0,\n", "line 2: the total is 0"),
    "gradable perhaps": (f"{HEAD}a,perhaps,1,2,\n", "line 2: gradable is 'perhaps'"),
    "twice": (f"{HEAD}a,yes,1,2,\na,yes,1,2,\n", "line 3: a second grade for a"),
    "a comma too many": (f"{HEAD}a,yes,1,2,half, perhaps\n", "line 2: 6 cells instead of 5"),
    "an open quote": (f'{HEAD}a,yes,1,2,"half\n', "line 2: not valid CSV"),
    "only a header": (HEAD, "contains no grades"),
    "nothing": ("", "contains no grades"),
    "binary": (b"\x00\x01\x02\xff", "line"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_named_by_line(read, case):
    text, told = BAD[case]
    with pytest.raises(BenchmarkError, match=told):
        read(text)


def test_no_file(tmp_path):
    with pytest.raises(BenchmarkError, match="is not a file"):
        read_human_grades(tmp_path, KNOWN)


@given(st.text() | st.binary())
def test_any_file_is_read_or_refused(tmp_path_factory, text):
    file = tmp_path_factory.mktemp("people") / "people.csv"
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    file.write_bytes(HEAD.encode() + raw)
    with pytest.raises(BenchmarkError):
        read_human_grades(file, KNOWN)
