"""Knights and knaves, read back by a small reader of its own and solved by trying everything."""

import itertools
import re

import pytest
from drawn_samples import samples
from pydantic import ValidationError

from solvent.benchmarks.generate import UnusableSettingsError, knights
from solvent.benchmarks.generate.knights import KnightsSettings

NUMBERS = ["no", "one", "two", "three", "four", "five", "six"]
SIMPLE = r"(?:I am|\w+ is) (?:not )?a (?:knight|knave|spy)"
SPEECHES = [r'(\w+)(?: says| declares)?[:,] "(.+)\."', r'"(.+)," says (\w+)\.']


def simple(text, speaker, kinds):
    who, negative, kind = re.fullmatch(r"(I am|\w+ is) (not )?a (\w+)", text).groups()
    name = speaker if who == "I am" else who.removesuffix(" is")
    return (kinds[name] == kind) != bool(negative)


def true(said, speaker, kinds):
    """Whether a statement is true if everyone is of these kinds; all forms of statements, in words."""
    said = said[0].lower() + said[1:] if re.match(r"Either|If|Exactly|At", said) else said
    if found := re.fullmatch(rf"({SIMPLE}), and ({SIMPLE})", said):
        return simple(found[1], speaker, kinds) and simple(found[2], speaker, kinds)
    if found := re.fullmatch(rf"({SIMPLE}) or ({SIMPLE}), or both", said):
        return simple(found[1], speaker, kinds) or simple(found[2], speaker, kinds)
    if found := re.fullmatch(rf"either ({SIMPLE}) or ({SIMPLE}), but not both", said):
        return simple(found[1], speaker, kinds) != simple(found[2], speaker, kinds)
    if found := re.fullmatch(rf"if ({SIMPLE}), then ({SIMPLE})", said):
        return not simple(found[1], speaker, kinds) or simple(found[2], speaker, kinds)
    if found := re.fullmatch(rf"(\w+) would (?:say|tell you) that ({SIMPLE})", said):
        return (kinds[found[1]] == "knight") == simple(found[2], speaker, kinds)
    if found := re.fullmatch(r"(\w+) and (\w+) are (.+)", said):
        one, other = (kinds[speaker if name == "I" else name] for name in found.groups()[:2])
        assert ("different" in found[3] or "not" in found[3]) != (found[3].startswith(("of the same", "the same")))
        return (one == other) == found[3].startswith(("of the same", "the same"))
    if found := re.fullmatch(r"(exactly|at least|at most) (\w+) of us (?:is a|are) (\w+?)s?", said):
        count, number = list(kinds.values()).count(found[3]), NUMBERS.index(found[2])
        return {"exactly": count == number, "at least": count >= number, "at most": count <= number}[found[1]]
    return simple(said, speaker, kinds)


def statements(text):
    for line in text.split("\n\n")[1].split("\n"):
        line = re.sub(r"^\d+\. ", "", line)  # noqa: PLW2901 - the same line
        first, second = SPEECHES
        if found := re.fullmatch(second, line):
            yield found[2], found[1]
        else:
            yield re.fullmatch(first, line).groups()


def solutions(text):
    """All ways to call the people of a text knights, knaves and spies so that each may say what they say."""
    opening = text.split("\n\n")[0]
    spied = re.search(r"Exactly (\w+) of these people", opening)
    spies = NUMBERS.index(spied[1]) if spied else 0
    names = re.findall(r"[A-Z]\w+", re.search(r"((?:[A-Z]\w+, )*[A-Z]\w+ and [A-Z]\w+)[ .]", opening)[1])
    for kinds in itertools.product(["knight", "knave", "spy"][: 3 if spies else 2], repeat=len(names)):
        known = dict(zip(names, kinds, strict=True))
        said = (
            known[who] == "spy" or true(what, who, known) == (known[who] == "knight") for who, what in statements(text)
        )
        if kinds.count("spy") == spies and all(said):
            yield known


SETTINGS = [{}, {"people": 6, "minimal": True}, {"people": 2, "depth": 1}, {"people": 5, "spies": 1}, {"depth": 2}]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_answer_is_the_only_way_to_read_the_text(in_pool, settings):
    for sample in samples(in_pool, "knights", 2, **settings):
        assert list(solutions(sample.text)) == [sample.answer]
        assert sample.status == "verified"
        assert sample.flaw is None


def test_no_statement_of_a_minimal_puzzle_can_go(in_pool):
    for sample in samples(in_pool, "knights", 2, people=5, minimal=True):
        opening, stated, question = sample.text.split("\n\n")
        lines = stated.split("\n")
        for line in lines:
            rest = "\n".join(other for other in lines if other != line)
            assert len(list(solutions(f"{opening}\n\n{rest}\n\n{question}"))) > 1


@pytest.mark.parametrize("spies", [0, 1])
def test_flaws(in_pool, spies):
    for sample in samples(in_pool, "knights", 2, people=4, spies=spies, flaw="ambiguous"):
        assert len(list(solutions(sample.text))) > 1
        assert (sample.status, sample.answer) == ("ambiguous", None)
        missing = sample.flaw.partition(": ")[2]
        opening, stated, question = sample.text.split("\n\n")
        assert len(list(solutions("\n\n".join([opening, f"{stated}\n{missing}", question])))) == 1
    for sample in samples(in_pool, "knights", 2, people=4, spies=spies, flaw="contradictory"):
        assert not list(solutions(sample.text))
        assert (sample.status, sample.answer) == ("contradictory", None)
        assert sample.flaw.partition(": ")[2] in sample.text


def test_the_number_of_statements(in_pool):
    for sample in samples(in_pool, "knights", 3, people=4, clues=7):
        assert len(sample.program.clues) == len(list(statements(sample.text))) == 7


@pytest.mark.parametrize(
    "settings", [{"people": 1}, {"people": 99}, {"people": 4, "spies": 3}, {"depth": 0}, {"clues": 0}, {"clues": 99}]
)
def test_impossible_settings(settings):
    with pytest.raises(ValidationError, match=f"--{list(settings)[-1]} is {list(settings.values())[-1]}"):
        KnightsSettings(**settings)


def test_a_search_without_success_says_what_was_tried(in_pool, monkeypatch):
    monkeypatch.setattr(knights, "_TRIES", 2)
    with pytest.raises(UnusableSettingsError, match=r"2 tries with .*--clues 1"):
        samples(in_pool, "knights", 1, people=4, depth=1, clues=1)
