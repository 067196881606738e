"""Orderings, read back by patterns of their own and solved by trying all arrangements."""

import itertools
import re

import pytest
from drawn_samples import samples
from pydantic import ValidationError

from solvent.benchmarks.generate import UnusableSettingsError, ordering
from solvent.benchmarks.generate.ordering import OrderingSettings
from solvent.benchmarks.generate.ordering.scenes import SCENES

WORDS = ["one", "two", "three", "four", "five", "six"]
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]
# What a clue says of the places a, b and c, of the places p and q that it names, of n places and of k people between.
# N is a name, P is a place or an ordinal.
PATTERNS = {
    "before": (
        (
            "N (?:is somewhere to the left of|is further left than|finished before|was faster than"
            "|lives somewhere below"
            "|lives on a lower floor than|is younger than|is somewhere ahead of|will be served before) N"
        ),
        lambda a, b, **_: a < b,
    ),
    "after": (
        (
            "N (?:is somewhere to the right of|is further right than|finished after|was slower than"
            "|lives somewhere above"
            "|lives on a higher floor than|is older than|is somewhere behind|will be served after) N"
        ),
        lambda a, b, **_: a > b,
    ),
    "just before": (
        (
            "N (?:is directly to the left of|is immediately left of|finished immediately before|lives directly below"
            "|is directly in front of|is the next younger one after) N"
        ),
        lambda a, b, **_: a + 1 == b,
    ),
    "just after": (
        (
            "N (?:was the next to finish after|lives on the floor directly above|is immediately behind) N"
            "|N is older than N, and nobody's age is between theirs"
        ),
        lambda a, b, **_: a - 1 == b,
    ),
    "beside": (
        (
            "N and N (?:are next to each other(?: in the queue)?|live on adjacent floors"
            "|finished one directly after the other, in one order or the other)|N is right beside N"
            "|Nobody's age is between those of N and N"
        ),
        lambda a, b, **_: abs(a - b) == 1,
    ),
    "not beside": (
        (
            "N and N (?:are not next to each other(?: in the queue)?|do not live on adjacent floors"
            "|did not finish one directly after the other)"
            "|The age of at least one of the others is between those of N and N"
        ),
        lambda a, b, **_: abs(a - b) != 1,
    ),
    "at": ("N (?:is in|finished|came|lives on|sits in) P|Counting from the youngest, N is P", lambda a, p, **_: a == p),
    "not at": (
        (
            "N (?:is not in|did not finish|did not come|does not live on|does not sit in) P"
            "|Counting from the youngest, N is not P"
        ),
        lambda a, p, **_: a != p,
    ),
    "either": (
        "(?:Counting from the youngest, )?N (?:is|finished|came|lives|sits) (?:either )?(?:in |on )?P or (?:in |on )?P",
        lambda a, p, q, **_: a in (p, q),
    ),
    "at an end": (
        (
            "N (?:is at one of the two ends|is in the first or the last place"
            "|was either the first or the last to finish"
            "|lives on the lowest or on the highest floor|is either the youngest or the oldest"
            "|is at the front or at the back of the queue)"
        ),
        lambda a, n, **_: a in (1, n),
    ),
    "at no end": (
        (
            "N (?:is not at either end|was neither the first nor the last to finish"
            "|lives neither on the lowest nor on the highest floor|is neither the youngest nor the oldest"
            "|is neither at the front nor at the back of the queue)"
        ),
        lambda a, n, **_: a not in (1, n),
    ),
    "between": (
        (
            "N is somewhere between N and N|N is between N and N, not necessarily right next to them"
            "|N finished (?:somewhere )?between N and N|N lives on some floor between those of N and N"
            "|The age of N is between those of N and N"
        ),
        lambda a, b, c, **_: b < a < c or c < a < b,
    ),
    "gap": (
        (
            "Exactly K (?:person is|people are|runners? finished|of the others (?:is|are)) between N and N(?: in age)?"
            "|There (?:is|are) exactly K (?:of the others|floors?) between (?:those of )?N and N"
        ),
        lambda a, b, k, **_: abs(a - b) == k + 1,
    ),
}
ROUND = {
    **PATTERNS,
    "next": (
        "The next person clockwise from N is N|Going anticlockwise, N comes directly after N",
        lambda a, b, n, **_: b == a % n + 1,
    ),
    "after": ("Going clockwise, N comes directly after N", lambda a, b, n, **_: a == b % n + 1),
    "beside": ("N and N sit next to each other|N is a neighbour of N", lambda a, b, n, **_: (a - b) % n in (1, n - 1)),
    "not beside": (
        "N and N do not sit next to each other|N is not a neighbour of N",
        lambda a, b, n, **_: (a - b) % n not in (1, n - 1),
    ),
    "opposite": (
        "N and N sit opposite each other|N sits directly opposite N",
        lambda a, b, n, **_: abs(a - b) * 2 == n,
    ),
    "not opposite": ("N and N do not sit opposite each other", lambda a, b, n, **_: abs(a - b) * 2 != n),
    "amid": (
        "N sits directly between N and N|The two neighbours of N are N and N",
        lambda a, b, c, n, **_: {(a - b) % n, (a - c) % n} == {1, n - 1},
    ),
}
PARTS = {"N": r"([A-Z]\w+)", "P": r"((?:place|floor|seat) \d+|\w+(?:st|nd|rd|th))", "K": r"(\w+)"}


def place(text):
    return ORDINALS.index(text) + 1 if text in ORDINALS else int(text.split()[-1])


def read(clue, patterns):
    """What a clue says of an arrangement: exactly one pattern has to fit."""
    readings = []
    for pattern, says in patterns.values():
        spelt = re.sub(r"\b[NPK]\b", lambda part: PARTS[part[0]], pattern)
        if found := re.fullmatch(spelt, clue.removesuffix(".")):
            parts = [part for part in found.groups() if part]
            readings.append((parts, says))
    assert len(readings) == 1, (clue, readings)
    return readings[0]


def arrangements(text, names):
    patterns = ROUND if "clockwise" in text else PATTERNS
    size, stated = len(names), []
    for line in text.split("\n\n")[1].split("\n"):
        parts, says = read(re.sub(r"^\d+\. ", "", line), patterns)
        who = [part for part in parts if part in names]
        places = [place(part) for part in parts if part in ORDINALS or part[-1].isdecimal()]
        counts = [WORDS.index(part) + 1 for part in parts if part in WORDS]
        known = {**dict(zip("pq", places, strict=False)), **dict(zip("k", counts, strict=False))}
        stated.append((who, {**known, "n": size}, says))
    for order in itertools.permutations(range(1, size + 1)):
        at = dict(zip(names, order, strict=True))
        if all(
            says(**dict(zip("abc", (at[name] for name in who), strict=False)), **known) for who, known, says in stated
        ):
            yield at


def people(text, size):
    names = re.search(r"((?:[A-Z]\w+, )+[A-Z]\w+ and [A-Z]\w+)", text)[1]
    found = re.findall(r"[A-Z]\w+", names)
    assert len(found) == size
    return found


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("scene", SCENES)
def test_the_answer_is_the_only_way_to_read_the_text(in_pool, scene, size):
    for sample in samples(in_pool, "ordering", 1, scene=scene, people=size, minimal=size == 4):
        names = people(sample.text, size)
        who, where = SCENES[scene].columns
        (only,) = arrangements(sample.text, names)
        assert sample.answer == [{who: name, where: only[name]} for name in names]
        assert sample.group == f"ordering/{scene} {size}"


def test_no_clue_of_a_minimal_puzzle_can_go(in_pool):
    for sample in samples(in_pool, "ordering", 2, people=5, minimal=True):
        opening, stated, question = sample.text.split("\n\n")
        lines = stated.split("\n")
        assert len(sample.program.clues) == len(lines)
        for line in lines:
            rest = "\n".join(other for other in lines if other != line)
            assert len(list(arrangements(f"{opening}\n\n{rest}\n\n{question}", people(opening, 5)))) > 1


def test_flaws(in_pool):
    for flaw in ("ambiguous", "contradictory"):
        for sample in samples(in_pool, "ordering", 3, people=5, flaw=flaw):
            found = list(arrangements(sample.text, people(sample.text, 5)))
            assert bool(found) == (flaw == "ambiguous")
            assert len(found) != 1
            assert (sample.status, sample.answer) == (flaw, None)
            assert (sample.flaw.partition(": ")[2] in sample.text) == (flaw == "contradictory")


@pytest.mark.parametrize("settings", [{"people": 2}, {"people": 16}, {"clues": 0}, {"people": 5, "clues": 21}])
def test_impossible_settings(settings):
    with pytest.raises(ValidationError, match=f"--{list(settings)[-1]} is {list(settings.values())[-1]}"):
        OrderingSettings(**settings)


def test_a_search_without_success_says_what_was_tried(in_pool, monkeypatch):
    monkeypatch.setattr(ordering, "_TRIES", 2)
    with pytest.raises(UnusableSettingsError, match=r"2 tries with .*--clues 1"):
        samples(in_pool, "ordering", 1, people=6, clues=1)
