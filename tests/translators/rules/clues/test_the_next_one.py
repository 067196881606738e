"""Of "the night after": it is the next one; of other nouns it stays open, so that nothing is claimed."""

import pytest

TEXT = """Three nurses, Lee, Nan and Oz, each work one night from Monday to Wednesday and each bring one cake: a plum
cake, a lemon cake and a nut cake. Lee works {when} Nan. The plum cake is brought on Monday. Oz brings the nut cake. Oz
does not work on Monday. Who works when, and with which cake?"""


@pytest.mark.parametrize("when", ["the night after", "the day after", "the very night after"])
def test_the_next_night(solve, when):
    answer = solve(TEXT.format(when=when))
    assert answer.status == "verified"
    assert [row["day"] for row in answer.answer] == ["Tuesday", "Monday", "Wednesday"]


@pytest.mark.parametrize("when", ["the shift after", "the slot after", "a turn after"])
def test_what_leaves_open_whether_it_is_the_next(solve, when):
    assert solve(TEXT.format(when=when)).status in ("unverified", "failed")


def test_some_time_after_is_not_the_next(solve):
    assert solve(TEXT.format(when="after")).status == "ambiguous"
