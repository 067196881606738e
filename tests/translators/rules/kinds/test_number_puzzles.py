"""Number puzzles from text to answer: cryptarithms, magic squares, queens, numbers that are asked for."""

import itertools

import pytest

from solvent.translators.rules import FRAMEWORKS, PuzzleError, decompose


def number(word, digits, base=10):
    value = 0
    for letter in word:
        value = value * base + digits[letter]
    return value


def assignments(words, holds, base=10):
    """By brute force: all assignments of digits for which `holds`, without leading zeros."""
    letters = sorted(set("".join(words)))
    for digits in itertools.permutations(range(base), len(letters)):
        known = dict(zip(letters, digits, strict=True))
        if all(known[word[0]] for word in words if len(word) > 1) and holds(*(number(w, known, base) for w in words)):
            yield known


SUMS = [
    ("Solve this cryptarithm: TO + GO = OUT. Each letter stands for a different digit.", ["TO", "GO", "OUT"], 10,
     lambda a, b, c: a + b == c),
    ("Every letter is a different digit in base 6, no number starts with zero.\n\n  AB\n+ BA\n----\n CBC",
     ["AB", "BA", "CBC"], 6, lambda a, b, c: a + b == c),
    ("Alphametic: OX * OX = MOOX", ["OX", "MOOX"], 10, lambda a, b: a * a == b),
    ("Cryptarithm: NO - ON = GO", ["NO", "ON", "GO"], 10, lambda a, b, c: a - b == c),
    ("Cryptarithm: AB x C = DE, DE + C = AF", ["AB", "C", "DE", "AF"], 8, None),
]  # fmt: skip


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("case", SUMS[:4], ids=lambda case: case[0][:20])
def test_cryptarithms(solve, case, framework):
    text, words, base, holds = case
    known = list(assignments(words, holds, base))
    answer = solve(text, frameworks=[framework])
    expected = "contradictory" if not known else "verified" if len(known) == 1 else "ambiguous"
    assert answer.status == expected, (known, answer.reason)
    if known:
        assert answer.answer in known
        assert all(other in known for other in answer.alternatives)
    else:
        assert answer.conflict == (1,)


def test_letters_that_have_replaced_digits():
    found = decompose("Letters have replaced the digits of a sum.\n\nTO + GO = OUT\n\nWhat does each letter stand for?")
    assert [clue.text for clue in found.clues] == ["TO + GO = OUT"]


def test_two_equations(solve):
    known = list(assignments(["AB", "C", "DE", "AF"], lambda a, c, d, f: a * c == d and d + c == f))
    answer = solve("Cryptarithm: AB x C = DE, DE + C = AF")
    assert [clue.text for clue in answer.clues] == ["AB x C = DE", "DE + C = AF"]
    assert answer.status == ("verified" if len(known) == 1 else "ambiguous" if known else "contradictory")
    assert answer.answer in known or not known


def test_a_letter_that_is_given_may_clash(solve):
    answer = solve("Cryptarithm: SEND + MORE = MONEY, M = 2")
    assert answer.status == "contradictory"
    assert answer.conflict == (1, 2)


def test_more_letters_than_digits():
    with pytest.raises(PuzzleError, match="9 letters, but only 8 digits in base 8"):
        decompose("Cryptarithm: ABCDE + FGH = IAB in base 8")


@pytest.mark.parametrize(
    "rule", ["M is even.", "S is larger than R.", "Different letters may stand for the same digit.", "No digit is 7."]
)
def test_an_unknown_rule_of_a_cryptarithm(solve, rule):
    answer = solve(f"Cryptarithm: SEND + MORE = MONEY. {rule}")
    assert answer.status == "unverified"
    assert [clue.text for clue in answer.clues if not clue.understood] == [rule.rstrip(".")]


LAYOUTS = [
    (("A traveller writes home:\n\n    T O\n  + G O\n  -----\n  O U T\n\nEach letter is one digit, different letters "
     "are different digits and no number begins with zero. How much is OUT?"), 102),
    ("Solve T O + G O = O U T, where each letter stands for a different digit. What is O U T?", 102),
    ("TO plus GO equals OUT. Every letter stands for a different digit. What is OUT?", 102),
    (("Replace letters by digits (same letter = same digit, different letters = different digits, no leading zeros):\n"
     "\n  T O\n+ G O\n=====\nO U T"), {"T": 2, "O": 1, "G": 8, "U": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), LAYOUTS, ids=["story", "spaces", "words", "columns"])
def test_layouts_of_cryptarithms(solve, text, expected):
    answer = solve(text)
    assert (answer.status, answer.answer) == ("verified", expected), answer.reason


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("G and T are not zero.", True),
        ("A student sends a telegram home.", True),
        ("A student changes a letter.", False),
        ("G is not zero or one.", False),
    ],
)
def test_what_is_told_of_letters_after_a_sum(told, read):
    found = decompose(f"TO + GO = OUT. Each letter is a different digit. {told}")
    assert all(clue.understood for clue in found.clues) == read


# Magic squares


def is_magic(square):
    size = len(square)
    lines = [*square, *zip(*square, strict=True)]
    lines += [[square[i][i] for i in range(size)], [square[i][size - 1 - i] for i in range(size)]]
    return len({sum(line) for line in lines}) == 1 and len(set(itertools.chain(*square))) == size * size


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_magic_square_with_gaps(solve, framework):
    answer = solve("Complete the magic square.\n_ 7 _\n_ 5 1\n_ _ _", frameworks=[framework])
    known = [
        square
        for p in itertools.permutations(range(1, 10))
        if p[1] == 7 and p[4] == 5 and p[5] == 1 and is_magic(square := [list(p[:3]), list(p[3:6]), list(p[6:])])
    ]
    assert len(known) == 1
    assert (answer.status, answer.answer) == ("verified", known[0])


@pytest.mark.parametrize("size", [3, 4])
def test_any_magic_square(solve, size):
    answer = solve(f"Construct a magic square of order {size} with the numbers from 1 to {size * size}.")
    assert answer.status == "verified"
    assert is_magic(answer.answer)
    assert sorted(itertools.chain(*answer.answer)) == list(range(1, size * size + 1))


def test_magic_square_of_other_numbers(solve):
    answer = solve("Find a 3x3 magic square whose sum is 30.")
    assert answer.status == "verified"
    assert is_magic(answer.answer)
    assert sum(answer.answer[0]) == 30


def test_flawed_magic_squares(solve):
    answer = solve("Complete the 3x3 magic square with the numbers 1 to 9.\n2 7 .\n. 6 .\n. . .")
    assert answer.status == "contradictory"
    assert 3 in answer.conflict  # the middle can only be 5
    assert solve("Complete the magic square.\n. . .\n. 5 .\n. . .").status == "ambiguous"
    assert solve("Complete the magic square; the corners are even.\n_ 7 _\n_ 5 1\n_ _ _").status == "unverified"
    with pytest.raises(PuzzleError, match="several sizes"):
        decompose("Complete the 4x4 magic square.\n_ 7 _\n_ 5 1\n_ _ _")


# Queens


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Place 8 queens on a chessboard so that no two queens attack each other.", 8),
        ("Place five queens on a 5x5 board so that no two share a row, column or diagonal.", 5),
        ("Solve the n-queens problem for n = 10.", 10),
    ],
)
def test_queens(solve, text, size, framework):
    answer = solve(text, frameworks=[framework])
    assert answer.status == "verified", answer.reason
    assert sorted(answer.answer) == list(range(1, size + 1))
    assert len({row + column for row, column in enumerate(answer.answer)}) == size
    assert len({row - column for row, column in enumerate(answer.answer)}) == size


def test_queens_with_one_given(solve):
    text = "Place 6 queens on a 6x6 board so that no two attack each other. A queen is in row 1, column {}."
    assert solve(text.format(2)).answer == [2, 4, 6, 1, 3, 5]
    assert solve(text.format(1)).conflict == (1, 2)
    with pytest.raises(PuzzleError, match="outside the board"):
        decompose(text.format(7))


@pytest.mark.parametrize(
    "text",
    [
        "Place 3 queens on a 3x3 board so that no two attack each other.",
        "Place 2 queens on a 2 by 2 board so that no two attack each other.",
    ],
)
def test_queens_without_a_way(solve, text):
    assert solve(text).status == "contradictory"


def test_queens_with_an_unknown_rule(solve):
    text = "Place 8 queens on a chessboard so that no two attack each other. None stands on a dark square."
    answer = solve(text)
    assert answer.status == "unverified"
    assert decompose("Place 8 queens and 2 knights on a 9x9 board so that no two attack each other.").kind == ""


# Numbers


ASKED = [
    ("Find two numbers whose sum is 15 and whose product is 56.", lambda a, b: a + b == 15 and a * b == 56),
    ("What are two positive integers that differ by 3 and have a product of 70?",
     lambda a, b: b - a == 3 and a * b == 70 and a > 0),
    ("Find two integers whose product is -12 and whose sum is 1.", lambda a, b: a * b == -12 and a + b == 1),
    ("Find two numbers such that one is three times the other and their sum is 28.", lambda a, b: a + b == 28
     and (a == 3 * b or b == 3 * a)),
    ("Find two consecutive odd integers whose product is 143.", lambda a, b: a * b == 143 and b - a == 2),
    ("Find two integers whose sum is 10 and whose product is 20.", lambda a, b: a + b == 10 and a * b == 20),
    ("Find two whole numbers. The sum of their squares is 85 and the larger is 5 more than the smaller.",
     lambda a, b: a * a + b * b == 85 and b - a == 5 and a >= 0),
    ("Find two positive integers. The larger is 4 greater than the smaller, and their sum is 18.",
     lambda a, b: b - a == 4 and a + b == 18),
]  # fmt: skip


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(("text", "holds"), ASKED)
def test_numbers_that_are_asked_for(solve, text, holds, framework):
    known = [[a, b] for a in range(-150, 151) for b in range(a, 151) if holds(a, b)]
    answer = solve(text, frameworks=[framework])
    expected = "contradictory" if not known else "verified" if len(known) == 1 else "ambiguous"
    assert answer.status == expected, (known, answer.reason)
    assert answer.answer in known or not known


def test_three_numbers(solve):
    assert solve("Find three consecutive integers whose sum is 72.").answer == [23, 24, 25]
    assert solve("Find three consecutive even integers whose sum is 72.").answer == [22, 24, 26]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Find two prime numbers whose sum is 20.", "unverified"),
        ("Find two positive integers whose sum is 12 and whose greatest common divisor is 4.", "unverified"),
        ("Find two integers whose sum is 12 and whose florp is 4.", "unverified"),
        ("Find two numbers whose sum is 10 and whose product is 20.", "unverified"),  # they are no whole numbers
        ("Find two integers with a difference of 4.", "ambiguous"),
    ],
)
def test_what_is_not_known_of_numbers(solve, text, status):
    assert solve(text).status == status
