"""Codes of a safe and steps with two jugs, against brute force."""

import itertools
from collections import deque

import pytest

from solvent.translators.rules import decompose

HINTS = [
    ("751", "two digits are right, but only one of them is in the right place", 2, 1),
    ("238", "no digit is right", 0, 0),
    ("407", "two digits are right, but only one of them is in the right place", 2, 1),
    ("569", "one digit is right, but in the wrong place", 1, 0),
    ("094", "one digit is right, but in the wrong place", 1, 0),
]
CODE = "Can you open the safe? The code has three different digits.\n\n{}\n\nWhat is the code?"


def codes(hints, *, different):
    """All codes that fit hints."""
    for code in itertools.product("0123456789", repeat=3):
        if not different or len(set(code)) == len(code):
            fits = all(
                sum(digit in code for digit in guess) == right
                and sum(one == other for one, other in zip(guess, code, strict=True)) == placed
                for guess, _, right, placed in hints
            )
            if fits:
                yield "".join(code)


@pytest.mark.parametrize("left", [range(5), (0, 1, 2), (0, 1)], ids=len)
def test_codes(solve, left):
    hints = [HINTS[at] for at in left]
    known = list(codes(hints, different=True))
    answer = solve(CODE.format("\n".join(f"{' '.join(guess)} -> {said}" for guess, said, *_ in hints)))
    assert answer.status == ("verified" if len(known) == 1 else "ambiguous"), answer.reason
    assert answer.answer in known


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("one number is correct and well placed", True),
        ("1 correct digit, in the wrong position", True),
        ("two digits are in the right place and one is in the wrong place", True),
        ("one digit is right", False),  # where is not said
        ("one digit is not right", False),
        ("perhaps one digit is right, but in the wrong place", False),
        ("warm", False),
    ],
)
def test_a_hint_is_read_whole_or_not_at_all(said, read):
    found = decompose(CODE.format(f"7 5 1: {said}\n2 3 8: no digit is right"))
    assert [clue.understood for clue in found.clues][:2] == [read, True]


def test_a_digit_twice_in_a_guess_is_not_counted():
    found = decompose(CODE.format("7 7 1: one digit is right, but in the wrong place\n2 3 8: no digit is right"))
    assert found.clues[0].reason.startswith("it has a digit twice")


def steps(sizes, there):
    """The smallest number of steps until `there`, or None."""
    seen, queue = {(0, 0): 0}, deque([(0, 0)])
    while queue:
        a, b = state = queue.popleft()
        if there(a, b):
            return seen[state]
        left, right = min(a, sizes[1] - b), min(b, sizes[0] - a)
        for other in [(sizes[0], b), (a, sizes[1]), (0, b), (a, 0), (a - left, b + left), (a + right, b - right)]:
            if other not in seen:
                seen[other] = seen[state] + 1
                queue.append(other)
    return None


JUGS = (
    "There are two buckets that hold {} litres and {} litres, and a well. Filling a bucket, emptying it or pouring "
    "from one into the other counts as a step. What is the smallest number of steps to get exactly {} litres in {}?"
)


@pytest.mark.parametrize(("one", "other", "wanted"), [(3, 5, 4), (4, 9, 6), (4, 6, 3)])
def test_jugs(solve, one, other, wanted):
    least = steps((one, other), lambda a, b: wanted in (a, b))
    answer = solve(JUGS.format(one, other, wanted, "one of the buckets"))
    assert (answer.status, answer.answer) == (("verified", least) if least else ("contradictory", None)), answer.reason


def test_in_which_jug(solve):
    least = steps((7, 4), lambda a, _: a == 3)
    assert solve(JUGS.format(7, 4, 3, "the larger bucket")).answer == least


@pytest.mark.parametrize("framework", ["smtlib", "cpmpy", "ortools"])
def test_frameworks(solve, framework):
    assert solve(JUGS.format(1, 2, 2, "one of the buckets"), frameworks=[framework]).answer == 1


@pytest.mark.parametrize(
    "told",
    [
        "The larger bucket leaks.",
        "You may not empty a bucket.",
        "The larger bucket is full at first.",
        "Pouring is free.",
    ],
)
def test_what_jugs_do_otherwise_is_not_skipped(told):
    found = decompose(f"{told} {JUGS.format(3, 5, 4, 'one of the buckets')}")
    assert not all(clue.understood for clue in found.clues)
