"""Texts that describe graphs line by line: computed numbers and truth values, one-way rules, paths."""

import json
import random

import pytest

from solvent.translators.rules import FRAMEWORKS, PuzzleError, decompose, understands

NUMBERS = """Every made-up word below stands for a number.
Each line gives a number or says from which others it is computed.

tapvo is 7.
rixve is -2.
lofzin is the sum of tapvo, rixve and tapvo.
mekzal is the square of lofzin.
dokje is mekzal divided by the product of tapvo and lofzin.
bavji is dokje minus the sum of rixve and tapvo.
gupva is bavji minus rixve.
zukje is gupva divided by tapvo.
fejzo is the product of zukje and lofzin.
hixva is the square root of mekzal.
sejzap is the sum of hixva and fejzo.

What is the value of {}? A relative error of 0.0001 is allowed."""
TRUTHS = """Every made-up word below stands for a truth value.
Each line gives a truth value or says from which others it is computed.

tapvo is true.
rixve is false.
lofzin is true if rixve is false, and false otherwise.
mekzal is true if tapvo and lofzin are both true, and false otherwise.
dokje is true if tapvo, rixve and mekzal are all true, and false otherwise.
bavji is true if at least one of dokje and mekzal is true, and false otherwise.

Is {} true or false?"""
RULES = """Every made-up word below stands for a statement.
A rule says that a statement is true if its condition is met; if the condition is not met, the rule says nothing.
Where a statement does not follow to be true or false, its value is N/A.

tapvo is true.
rixve is false.
If rixve is false, then lofzin is true.
If tapvo and lofzin are both true, then mekzal is true.
If tapvo, rixve and mekzal are all true, then dokje is true.
If at least one of dokje and mekzal is true, then bavji is true.

What is the value of {}: true, false or N/A?"""
SUPPOSED = """Every made-up word below stands for a statement.
A rule says that a statement is true if its condition is met; so if the statement is false, the condition is not met.
Where a statement does not follow to be true or false, its value is N/A.

If at least one of lofzin, mekzal and dokje is true, then bavji is true.
If rixve is false, then lofzin is true.
If tapvo and gupva are both true, then mekzal is true.
If zukje is true, then dokje is true.

Suppose that bavji is {}. What is then the value of {}: true, false or N/A?"""
PLACES = """Every made-up word below stands for a place.
Each line says to which places one can go directly from a place.

tapvo leads to rixve and lofzin.
rixve leads to mekzal.
lofzin leads nowhere.
mekzal leads to tapvo, rixve and dokje.
dokje leads to lofzin.
bavji leads to tapvo.

Can one get from {} to {}?"""
WORTHS = """Every made-up word below stands for a place with a value.
Each line says what a place is worth and to which places one can go directly from it.

tapvo is worth 7 and leads to rixve, lofzin and mekzal.
rixve is worth 10 and leads to mekzal.
lofzin is worth 1 and leads nowhere.
mekzal is worth 5 and leads to lofzin.

What is the greatest sum of the values on a path from {} to {}, both ends included?
If there is no path, the answer is N/A."""

# The sentences of the original's descriptions, in short problems of our own.
GETS = """The value of aab is 9.
The value of aad is 2.
aac gets its value by adding together the value of aab and aad and aad.
aae gets its value by subtracting the sum of the values of aab and aad from the value of aac.
aaf gets its value by subtracting the value of aae from the value of aac.
aag gets its value by multiplying together the value of aaf and aad.
aah gets its value by dividing the value of aag by the product of the values of aad and aac.
aai gets its value by dividing the value of aah by those of aad.
aaj gets its value by squaring the value that aai has.
aak gets its value by taking the square root of the value that aab has.
aal gets its value by adding together the value of aaj and aak.
Compute the result of {}."""
EQUALS = """aaa is True.
aab is False.
The value of aac equals to (NOT aab).
The value of aad equals to (aaa AND aac AND aab).
The value of aae equals to (aad OR aac).
Compute the result of {}."""
ARROWS = """aaa is True.
aab is False.
(aaa and aab) -> aac.
(aaa or aab or aac) -> aad.
(NOT aab) -> aae.
(NOT aac) -> aaf.
Deduce the result of {}."""
GIVEN = """(aaa or aab) -> aac.
(NOT aad) -> aaa.
(aae and aaf) -> aab.
Given aac is False, what is the value of {}?"""
POINTS = """aaa points to: (aab, aac).
aab points to: (aac).
aac points to: (None).
{}"""
CASES = [
    (NUMBERS.format("dokje"), {"dokje": 12 / 7}),
    (NUMBERS.format("sejzap"), {"sejzap": 12 + (12 / 7 - 3) / 7 * 12}),
    (TRUTHS.format("dokje"), {"dokje": False}),
    (TRUTHS.format("bavji"), {"bavji": True}),
    (RULES.format("bavji"), {"bavji": True}),
    (RULES.format("dokje"), {"dokje": "N/A"}),
    (RULES.format("rixve"), {"rixve": False}),
    (SUPPOSED.format("false", "rixve"), {"rixve": True}),
    (SUPPOSED.format("false", "zukje"), {"zukje": False}),
    (SUPPOSED.format("false", "tapvo"), {"tapvo": "N/A"}),
    (SUPPOSED.format("true", "zukje"), {"zukje": "N/A"}),
    (PLACES.format("tapvo", "dokje"), {"reachable": True}),
    (PLACES.format("lofzin", "tapvo"), {"reachable": False}),
    (WORTHS.format("tapvo", "lofzin"), {"maximum": 23}),
    (WORTHS.format("mekzal", "tapvo"), {"maximum": "N/A"}),
    (GETS.format("aal"), {"aal": 3 + (11 / 26) ** 2}),
    (EQUALS.format("aae"), {"aae": True}),
    (EQUALS.format("aad"), {"aad": False}),
    (ARROWS.format("aad"), {"aad": True}),
    (ARROWS.format("aaf"), {"aaf": "N/A"}),
    (GIVEN.format("aad"), {"aad": True}),
    (GIVEN.format("aae"), {"aae": "N/A"}),
    (POINTS.format("Can aac be reached starting from aaa?"), {"reachable": True}),
    (POINTS.format("The value of aaa is 3\nThe value of aac is 2\nThe value of aab is 5\n"
                   "What's the maximum sum path from aaa to aac?"), {"maximum": 10}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right"), CASES, ids=lambda value: json.dumps(value)[-40:])
def test_a_description_is_solved_in_any_order(solve, text, right):
    answer = solve(text)
    assert answer.status == "verified", answer.reason
    wanted = {
        key: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value for key, value in right.items()
    }
    assert answer.answer == wanted
    *lines, question = text.split("\n")
    random.Random(len(text)).shuffle(lines)
    assert solve("\n".join([*lines, question])).answer == wanted


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(("text", "right"), [CASES[at] for at in (3, 5, 7, 11, 13)])
def test_every_framework_solves_what_needs_no_real_numbers(solve, text, right, framework):
    answer = solve(text, frameworks=[framework])
    assert (answer.status, answer.answer) == ("verified", right), answer.reason


EQUATIONS = """The unknowns x and y satisfy both of these equations:
{}

Here tapvo is a number that follows from the lines below, in which every made-up word stands for a number.

tapvo is the square root of rixve.
rixve is 4.

What are x and y? A relative error of 0.001 is allowed."""


@pytest.mark.parametrize(
    ("equations", "x", "y"),
    [
        ("3 x - 4 y = tapvo\n-2 x + 0 y = -5", 2.5, 1.375),
        ("tapvo x + 7 y = -3\n1 x - 1 y = 2", 11 / 9, -7 / 9),
        ("-10 x + tapvo y = 0\nx + y = 6", 1, 5),
        ("8 x + -3 y = 1\n-x + tapvo y = tapvo", 8 / 13, 17 / 13),
    ],
)
def test_equations_are_solved(solve, equations, x, y):
    answer = solve(EQUATIONS.format(equations))
    assert answer.status == "verified", answer.reason
    assert answer.answer == pytest.approx({"x": x, "y": y}, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "old", "new", "status", "said"),
    [
        (NUMBERS.format("fejzo"), "rixve is -2.\n", "", "ambiguous", ()),
        (NUMBERS.format("fejzo"), "sejzap is the sum of hixva and fejzo.\n", "", "verified", ()),
        (NUMBERS.format("fejzo"), "tapvo, rixve and tapvo", "zukje and rixve", "contradictory",
         ("lofzin", "dokje", "bavji", "gupva", "zukje")),
        (NUMBERS.format("fejzo"), "rixve is -2", "rixve is -14", "contradictory",
         ("tapvo", "rixve", "lofzin", "dokje")),
        (NUMBERS.format("fejzo"), "rixve is -2.", "rixve is -2.\nrixve is 3.", "contradictory", ("rixve", "rixve")),
        (TRUTHS.format("mekzal"), "rixve is false.\n", "", "ambiguous", ()),
        (TRUTHS.format("mekzal"), "lofzin is true if rixve", "lofzin is true if mekzal", "contradictory",
         ("lofzin", "mekzal")),
        (RULES.format("bavji"), "rixve is false.\n", "", "verified", ()),
        (RULES.format("bavji"), "rixve is false.", "rixve is false.\nmekzal is false.", "contradictory",
         ("tapvo", "rixve", "mekzal", "If", "If")),
        (PLACES.format("tapvo", "dokje"), "rixve leads to mekzal.\n", "", "ambiguous", ()),
        (PLACES.format("tapvo", "dokje"), "bavji leads to tapvo.\n", "", "verified", ()),
        (WORTHS.format("tapvo", "lofzin"), "mekzal is worth 5 and leads to lofzin.\n", "", "ambiguous", ()),
    ],
)  # fmt: skip
def test_flaws_are_named(solve, text, old, new, status, said):
    """A line that is left out, a cycle, a clash: with the lines that make it up."""
    assert old in text
    answer = solve(text.replace(old, new))
    assert answer.status == status, answer.reason
    known = {clue.id: clue.text.split()[0] for clue in answer.clues}
    assert tuple(sorted(known[clue] for clue in answer.conflict)) == tuple(sorted(said))


@pytest.mark.parametrize(
    ("text", "old", "new", "unread"),
    [
        (NUMBERS.format("fejzo"), "rixve is -2.", "rixve is about -2.", "rixve is about -2."),
        (NUMBERS.format("fejzo"), "gupva is bavji minus rixve.", "gupva is bavji minus rixve and tapvo.",
         "gupva is bavji minus rixve and tapvo."),
        (NUMBERS.format("fejzo"), "A relative error", "Round down. A relative error", "Round down."),
        (TRUTHS.format("bavji"), "tapvo is true.", "tapvo is true. Only sometimes.", "Only sometimes."),
        (RULES.format("bavji"), "if the condition is not met, the rule says nothing",
         "so if the statement is false, the condition is not met",
         SUPPOSED.splitlines()[1]),
        (SUPPOSED.format("false", "zukje"), "If rixve", "tapvo is true.\nIf rixve", "tapvo is true."),
        (GIVEN.format("aad"), "(aaa or aab) -> aac.", "(aaa or aab and aad) -> aac.", "(aaa or aab and aad) -> aac."),
        (PLACES.format("tapvo", "dokje"), "bavji leads to tapvo.", "bavji sometimes leads to tapvo.",
         "bavji sometimes leads to tapvo."),
    ],
)  # fmt: skip
def test_what_has_none_of_the_forms_is_not_understood(solve, text, old, new, unread):
    assert old in text
    answer = solve(text.replace(old, new))
    assert answer.status == "unverified", answer.reason
    assert [clue.text for clue in answer.clues if not clue.understood] == [unread]


def test_a_cycle_on_the_way_leaves_the_greatest_sum_open(solve):
    """Where it is not on the way, it does not matter."""
    text = WORTHS.replace("mekzal is worth 5 and leads to", "mekzal is worth 5 and leads to rixve and")
    answer = solve(text.format("tapvo", "lofzin"))
    assert answer.status == "unverified"
    assert [clue.text[:5] for clue in answer.clues if not clue.understood] == ["rixve", "mekza"]
    assert "part of a cycle" in answer.clues[1].reason
    assert solve(text.format("tapvo", "rixve")).answer == {"maximum": 22}


def test_what_cannot_be_answered_step_by_step_is_said():
    text = "aaa is True.\n(aab) -> aac.\n(NOT aab) -> aac.\n{}Deduce the result of aac."
    with pytest.raises(PuzzleError, match="'aac' follows from a distinction of cases"):
        decompose(text.format(""))
    assert understands(decompose(text.format("aab is True.\n")))
    large = WORTHS.format("tapvo", "lofzin").replace("worth 7", "worth 90000")
    with pytest.raises(PuzzleError, match="add up to more than 5000"):
        decompose(large)
    many = "".join(f"aa{number} leads to aa{number + 1}.\n" for number in range(500))
    with pytest.raises(PuzzleError, match="501 nodes"):
        decompose(f"{many}Can one get from aa1 to aa400?")


@pytest.mark.parametrize("reply", [
    "Ensure your final result begins with '<<<' and ends with '>>>', for example, if it is 1, it should be <<<1>>>.",
    "If the solution cannot be calculated, answer 'N/A'.",
    "Please format your response as <<<Answer>>>.",
    "Ensure your result is within a relative precision of 0.0001 (or 0.01%).",
])  # fmt: skip
def test_how_to_reply_is_no_clue(reply):
    puzzle = decompose(f"{NUMBERS.format('fejzo')} {reply}")
    assert understands(puzzle)
    assert len(puzzle.clues) == 11


@pytest.mark.parametrize("text", [
    "What is the value of gold? It is high.", "Can one get from here to there?", "tapvo is 7.\nrixve is 3.",
    "The value of trust is 10. People say so. Others do not. What is the value of trust?",
    "What is the value of tapvo?\nWhat is the value of rixve?\ntapvo is 3.\nrixve is 4.",
    "Given tapvo is true, what is the value of tapvo?",
])  # fmt: skip
def test_other_texts_are_left_to_other_kinds(text):
    assert decompose(text).kind in ("", "logic grid")
