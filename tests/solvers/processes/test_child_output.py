"""The output of a child that answers several questions: where each answer ends, and how long the next one may take."""

from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers.processes.child_output import ChildOutput
from solvent.solvers.processes.child_report import ChildReport

LINES = [b'{"isolation": ["uid"]}\n', b'{"status": "satisfied"}\n', b'{"status": "unsatisfiable"}\n', b'{"n": 3}\n']


@given(cuts=st.lists(st.integers(0, sum(map(len, LINES))), max_size=6), questions=st.integers(1, 3))
def test_each_answer_starts_the_time_of_the_next_one(cuts, questions):
    """However the pipe cuts the output into pieces."""
    patience = (1, 3)[: questions - 1]
    output, whole = ChildOutput(seconds=10, most=50, then=patience), b"".join(LINES[: questions + 1])
    heard = 0
    for end in (*sorted(min(cut, len(whole)) for cut in cuts), len(whole)):
        output.hear(whole[heard:end])
        heard = end
        done = max(0, min(whole[:end].count(b"\n") - 1, len(patience)))
        assert round(output.deadline - output.started) == 10 * (1, *patience)[done]
        assert not output.too_long
    parts = ChildReport.of(*output.report(0, 0, b"")).parted()
    assert [part.said for part in parts] == LINES[1 : questions + 1]
    assert all(part.isolation == ("uid",) for part in parts)


def test_what_is_too_long_starts_nothing():
    output = ChildOutput(seconds=10, most=40, then=(1, 3))
    output.hear(LINES[0] + b"x" * 50 + b"\n")
    assert output.too_long
    assert ChildReport.of(*output.report(0, 0, b"")).parted()[0].header["before"] == []


def test_a_child_that_breaks_off_has_no_further_parts():
    output = ChildOutput(seconds=10, most=1000, then=(1, 3))
    output.hear(LINES[0] + LINES[1])
    first, second = ChildReport.of(*output.report(9, 0, b"")).parted()
    assert (first.said, first.header["end"]) == (LINES[1], "closed")
    assert (second.said, second.header["signal"]) == (b"", 9)
