"""How a sentence that was not understood could be written: a template near to it, which the rules are known to read."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice, pairwise, permutations

from solvent.translators.grounding import named_in
from solvent.translators.puzzle import Puzzle

Reads = Callable[[str], bool]

# Words of a sentence, and templates for what they usually say; the likeliest come first.
_TEMPLATES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bbetween\b", ("{a} is somewhere between {b} and {c}.", "{a} is between {b} and {c}.")),
    (
        r"\b(?:neither|nor)\b",
        ("{a} is neither {b} nor {c}.", "{a} has neither {b} nor {c}.", "{a} has neither the {b} nor the {c}."),
    ),
    (r"\beither\b|\bor\b", ("{a} is either {b} or {c}.", "{a} has either the {b} or the {c}.")),
    (r"\b(?:next to|beside|adjacent|neighbou?rs?|near)\b", ("{a} is next to {b}.", "{a} lives next to {b}.")),
    (
        r"\b(?:directly|immediately|right|just)\b.*\b(?:left|right|before|after|behind|above|below)\b",
        ("{a} is directly to the left of {b}.", "{a} is directly before {b}."),
    ),
    (r"\bleft|right\b", ("{a} is somewhere to the left of {b}.",)),
    (
        r"\b(?:before|after|earlier|later|behind|ahead|than)\b",
        (
            "{a} is before {b}.",
            "{a} comes before {b}.",
            "{a} is older than {b}.",
            "{a} is higher than {b}.",
            "{a} is somewhere to the left of {b}.",
        ),
    ),
    (
        r"\b(?:not|no|never)\b|n't\b",
        ("{a} is not {b}.", "{a} does not have {b}.", "{a} does not have the {b}.", "{a} is not the {b}."),
    ),
    ("", ("{a} has the {b}.", "{a} has {b}.", "{a} is {b}.", "{a} is the {b}.", "{a} is in {b}.")),
)
_MOST_TRIED = 60  # sentences, of which each has to be read

# Words that suggest what a text is about, and an example of what the rules read of that kind.
_EXAMPLES: tuple[tuple[str, str], ...] = (
    (r"\b(?:knights?|knaves?|liars?|lying|lies?|lied|truth)\b", 'Ann says: "Bo is a knave."'),
    (
        r"\b(?:digits?|sum|twice|coins?|cents?|how many|how much|years? (?:old|ago))\b",
        "The sum of the two numbers is 20.",
    ),
    (r"\b(?:older|younger|taller|behind|in front|queue|row|race|finish\w*)\b", "Ann is older than Bo."),
)
_GRID = '"Pet: cat, dog, hamster" for each category, and clues such as "1. Ann has the cat."'


def template(puzzle: Puzzle, sentence: str, reads: Reads) -> str:
    """Return a sentence like one that was not understood, about the same values, which `reads` accepts; "" if none."""
    groups = [group for group in puzzle.entities.values() if group]
    named = [value for group in groups for value in named_in(group, sentence)]
    others = [group[0] for group in groups if group[0] not in named] + [group[-1] for group in groups]
    values = tuple(dict.fromkeys([*named, *others]))[:5]
    candidates = chain(_cut_out(sentence, named), _filled(sentence, values))
    return next((said for said in islice(candidates, _MOST_TRIED) if reads(said)), "")


def _cut_out(sentence: str, named: Sequence[str]) -> Iterator[str]:
    """The parts of a sentence from one value to the next: one of its statements may be readable by itself."""
    plain = sentence.lower()
    found = sorted((plain.find(value.lower()), len(value)) for value in named)
    for (start, _), (last, length) in pairwise(each for each in found if each[0] >= 0):
        yield f"{sentence[start].upper()}{sentence[start + 1 : last + length]}."


def _filled(sentence: str, values: Sequence[str]) -> Iterator[str]:
    for words, templates in _TEMPLATES:
        if re.search(words, sentence, re.IGNORECASE):
            for pattern in templates:
                count = len(set(re.findall(r"\{[abc]\}", pattern)))
                for chosen in islice(_chosen(values, count), 6):
                    said = pattern.format(**dict(zip("abc", chosen, strict=False)))
                    yield said[0].upper() + said[1:]


def _chosen(values: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    for some in combinations(values, count):
        yield from permutations(some)


def example(text: str) -> str:
    """Return what a text of no known kind could say, judging by its words."""
    return next((f'"{said}"' for words, said in _EXAMPLES if re.search(words, text, re.IGNORECASE)), _GRID)
