"""Where things stand in the scene of a puzzle: places and movements that say nothing about the order of its values.

"Behind the church are four gardens" tells where they are. A phrase of place is removed only if its noun is no part of
the puzzle, and if nothing in it may give a direction, number or exception.
"""

import re
from collections.abc import Callable, Collection

from solvent.translators.rules.text.words import COMPARATIVES, NUMBER_WORDS, ORDINAL_WORDS, is_superlative, listed, stem

_WHERE = (
    r"(?:behind|in front of|at the (?:back|front|edge|foot|bottom|top|end) of|opposite|beside|near|next to|close to|"
    r"outside|inside|before|across|over|under|below|above|beyond)"
)
# What follows must not make the place a point of view, or a part of the order.
_PLACE = re.compile(
    rf"(?<!from )(?<!seen )(?<!viewed )(?<!facing )(?<!stands )(?<!sits )(?<!comes )(?<!is )(?<!directly )"
    rf"(?<!immediately )\b{_WHERE} (?:the|our|my|his|her|their) (?P<noun>(?:[a-z]+(?:'s)? ){{0,2}}?[a-z]+)"
    r"(?=[,.;:]|$| (?:are|is|there|stand|stands|stood|were|was|lie|live|sit|sat|as|with|this|last|and|each|every|two|"
    r"three|four|five|six|seven|eight)\b)",
    re.IGNORECASE,
)
# Nouns by which a place may be one of the places to find, or the time of something.
_PLACES_TO_FIND = frozenset(
    map(
        stem,
        listed(
            """row line queue circle ring table fire fountain end ends side one ones person people man woman child house
            seat chair place position spot number first last middle centre center others other rest left right list
            order numbering winner front back top bottom owner neighbour neighbor month week day year hour time morning
            afternoon evening night event lesson talk show game race clue clues rule rules answer tallest oldest
            youngest shortest fastest slowest same next previous former latter left-hand right-hand"""
        ),
    )
)
# Verbs of motion before a particle: "slid down", "came up to the counter"; not "is down", "comes after".
_MOVES = re.compile(
    r"\bsl[io]d(?:e|es|ing)? down\b|"
    r"\b(?:came|coming|went|gone|climbed|walked|rode|drove|rolled|rushed|strolled|hurried|flew|sailed) "
    r"(?:(?:down|up|over)\b(?= (?:to|on|in|into|onto) (?:the|a) )|(?:out|off|across)\b|"
    r"round (?=(?:the )?(?:houses|town|village|shops|corner)\b))"
    r"(?! (?:from|by|(?:to )?(?:the )?(?:one|two|three|\d+|first|next|top|bottom|left|right|last)\b))"
    r"(?! (?:to|in|into) (?:the|a) (?:\w+ )?(?:class|grade|level|rank|place|group|team|league|floor|year|list|end|"
    r"front|back)\b)",
    re.IGNORECASE,
)
_FITTINGS = re.compile(
    r"\b(?:front|back) (?=(?:doors?|gardens?|yards?|rooms?|pages?|covers?|windows?|gates?|lawns?|porch(?:es)?)\b)|"
    r"\bleft (?=behind\b)|\b(?<=left )behind\b",
    re.IGNORECASE,
)
# "You can buy honey, jam ... here": what there is, not what may be.
_THERE_IS = re.compile(
    r"\b(?:you|one|people|visitors|customers|guests) (?:can|could) (?=(?:see|buy|find|hear|get|order|visit|"
    r"choose from)\b)",
    re.IGNORECASE,
)
# "They start at (8, 9 and 10 o'clock)": of things that begin, not of a count that does.
_STARTS = re.compile(
    r"(?:^\W*|\b(?:and|who|which) )(?:they(?: all)?|the (?!week|year|numbering|count|counting|numbers?|order|row|day)"
    r"[a-z]+|these|all of (?:them|these)) (?:start|begin|began)s?(?:ed)? (?=(?:at|in|on)\b)",
    re.IGNORECASE,
)
# Things that lie somewhere do not tell lies.
_LIE = re.compile(
    r"(?<=[s\d]) (?:lie|lay|are lying|were lying) (?=(?:on|in|under|beside|around) (?:an?|the|my|our|his|her|their|"
    r"one) (?:[a-z]+ )?(?:table|counter|shelf|floor|desk|bench|beach|sofa|tray|drawer|box|basket|grass|ground|bed|"
    r"harbour|harbor|port|street|road|river|lake|valley|row|line|carpet|lawn|plate|cupboard|staircase|stairs|wall|"
    r"window ?sill)\b)|\b(?:lie|lay) (?=(?:side by side|along|next to (?:each other|one another))\b)",
    re.IGNORECASE,
)
# A point of view: behind the counter, left is right.
_SEEN = re.compile(r"\b(?:seen|viewed|look(?:s|ed|ing)?|when|if|whoever|anyone|anybody|facing|faces?)\b", re.IGNORECASE)
_OF_RAILS = re.compile(r"\b(railway|railroad|tram|washing|clothes) line\b", re.IGNORECASE)
# "They hold rice, tea and salt", of jars; a rule holds for something.
_HOLD = re.compile(
    r"^\W*(?:they|these|the [a-z]+s) (?:all )?(?:hold|held)\b(?! (?:for|true|good|in|if|only|when|unless|always)\b)",
    re.IGNORECASE,
)
_NO_RULE = re.compile(r"\bthe rest is up to (?:you|us)\b", re.IGNORECASE)


def without_scenery(
    sentence: str, topics: Collection[str], named: Callable[[str], str], telling: Callable[[str], bool]
) -> str:
    """Remove such phrases, unless they name a value or category (a stem of `topics`), or have a `telling` word."""

    def place(match: "re.Match[str]") -> str:
        words = match["noun"].lower().removesuffix("'s").replace("'s ", " ").split()
        return match[0] if named(match[0]) or any(_matters(word, topics, telling) for word in words) else " "

    if _SEEN.search(sentence):
        return sentence
    for phrase in (_NO_RULE, _HOLD, _LIE, _FITTINGS, _MOVES, _THERE_IS, _STARTS):
        sentence = phrase.sub(" ", sentence)
    return _PLACE.sub(place, _OF_RAILS.sub(r"\1", sentence))


def _matters(word: str, topics: Collection[str], telling: Callable[[str], bool]) -> bool:
    """Whether a place with this word may be part of the puzzle."""
    counts = word in NUMBER_WORDS or word in ORDINAL_WORDS or word in COMPARATIVES or is_superlative(word)
    return counts or stem(word) in topics or stem(word) in _PLACES_TO_FIND or telling(word)
