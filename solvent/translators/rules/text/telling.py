"""Words by which a sentence outside the clues may change what they mean, and phrases that change nothing.

A sentence is taken apart by subtraction: what is known to change nothing is taken out, and what is left must not speak
of values, numbers, truth, order, sharing or rules. So nothing is passed over in silence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from solvent.translators.rules.words import COMPARATIVES, NUMBER_WORDS, ORDINAL_WORDS, is_superlative, listed, stem

_TRUTH = frozenset(
    listed(
        """false true truth truths truthful truthfully untrue untruth untruths lie lies lied liar liars lying wrong
        wrongly incorrect incorrectly incorrectness mistake mistakes mistaken mistakenly error errors opposite
        opposites contrary reverse reversed reversal inverse inverted negated negate negation swapped switched
        exchanged fake invalid honest honestly dishonest knight knights knave knaves spy spies doubt doubtful unsure
        uncertain misleading mislead misled deceptive deceive deceives trick tricks bluff bluffs bluffing pretend
        pretends joking nonsense invented unreliable"""
    )
)
_SHARING = frozenset(
    listed(
        """same share shares shared sharing common both equal equally identical alike duplicate duplicates repeat
        repeats repeated repetition repeating twice thrice several some many most few another again multiple various
        more less least couple pair pairs twins double jointly"""
    )
)
_ORDER = frozenset(
    listed(
        """circular circle circles ring round around clockwise anticlockwise counterclockwise left right leftmost
        rightmost top bottom upper lower above below over under up down upstairs downstairs between beside adjacent
        next neighbor neighbors neighbour neighbours neighboring neighbouring order ordering sequence backwards
        backward forwards forward direction directions north south east west northern southern eastern western front
        back behind ahead before after first last middle end ends beginning start starts begins facing opposite across
        ascending descending increasing decreasing order midnight noon"""
    )
)
_RULES = frozenset(
    listed(
        """if only unless except excluding exception exceptions must cannot may might could should shall never always
        sometimes exactly instead rather but however although though rule rules means meaning meant mean counts count
        counted treat treated assume assumed assuming consider considered regard regarded note remember ignore ignored
        disregard skip statement statements claim claims hint fact facts swap either or neither nor whether when
        whenever until while likewise vice versa respectively besides apart every all each everybody everyone nobody
        none any anyone nothing"""
    )
)
_NEGATIONS = frozenset(listed("not no never none neither nor nobody nothing nowhere without cannot n't"))
_KINDS: tuple[tuple[frozenset[str], str], ...] = (
    (_NEGATIONS, "denies something"),
    (_TRUTH, "speaks of truth"),
    (_SHARING, "speaks of sharing or amounts"),
    (_ORDER, "speaks of order or direction"),
    (_RULES, "may state a rule"),
)

_ONE_EACH = (
    r"(?:a |an |his |her |its |their |exactly |just |only )?(?:or her )?"
    r"(?:own|one|single|different|unique|distinct|separate|particular|certain|various|another)"
)
# What only says that the puzzle is of this genre: rows of different values, one to one.
_GENRE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:each|every|all)(?: (?:one|of (?:them|these|the)))?(?: \w+){{0,3}}? (?={_ONE_EACH}\b)",
        rf"\b{_ONE_EACH}\b",
        r"\bno two(?: \w+){0,7}? (?:the )?same(?: \w+){0,2}",
        r"\b(?:are|is|were) all different\b|\ball different\b|\bdifferent\b|\bdifferently\b",
        r"\b(?:each|every|all|everybody|everyone)\b(?= (?:of them|person|one|house|\w+s?\b))",
        r"\b(?:each|everybody|everyone)\b",
        (
            r"\bthere (?:is|are) (?:exactly |only |just )*(?:one|a unique|a single|1)(?: (?:correct|possible|"
            r"valid))? (?:solution|answer)\b"
        ),
        r"\bone (?:\w+ ){1,4}only\b",
        r"\bexactly one of each\b|\bone each\b|\bone of each\b|\bonce each\b|\bexactly once\b|\bonly once\b",
        (
            r"\b(?:none|no (?:one|\w+)) (?:is|are|were|was) (?:used|repeated|listed|chosen) (?:twice|again|"
            r"more than once)\b"
        ),
    )
)
_POINTERS = re.compile(
    r"\b(?:using|use|read|from|given|with|based on|by|follow|consider|study|here are|there are|these are|"
    r"solve)?\s*(?:only |just |all (?:of )?)*"
    r"(?:the |these |this |my |our |some |your )?(?:following |given )?(?:clues?|hints|information|constraints|"
    r"statements|facts|notes|details)"
    r"(?: (?:below|above|given|that follow|provided|listed))*\b"
    r"|\b(?:as seen |when viewed |seen )?from (?:across )?the street\b|\bone (?:day|evening|morning|afternoon|night|"
    r"year|week|summer|winter|weekend)\b"
    r"|\bat (?:the )?end\b|\bat first\b|\bonce upon a time\b|\bor (?:she|her|hers)\b|\bhe or\b|"
    r"\bon the left\b(?= hand)|\bnot necessarily in (?:that|this|the same|any) order\b"
    r"|\bin (?:some|no particular|any|alphabetical|random|no special) order\b|\blast (?:week|year|month|night|weekend|"
    r"summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|(?<!the )(?<!to )(?<!from )(?<!on )(?<!far )\bleft (?=(?:a|an|their|his|her|our|for|town|home|school|work|at)\b)"
    r"|\borders? (?=(?:an?|the|some|different)\b)"
    r"|\bfirst (?:names?|time)\b|\blast names?\b|\bmost recently\b|\bat most recent\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Knowledge:
    """What is known of a puzzle when its sentences are sorted.

    `rows` is how many of everything it has; `mentioned` gives a value that a text names, or ""; `settles` says whether
    a sentence tells which way something runs, and `without` gives the sentence without that. `topics` are the stems of
    words that name its categories.
    """

    rows: int
    mentioned: Callable[[str], str] = lambda _: ""
    settles: Callable[[str], bool] = lambda _: False
    without: Callable[[str], str] = str
    topics: frozenset[str] = frozenset()


def blocking(sentence: str, known: Knowledge) -> str:
    """Why a sentence may matter to the clues, or nothing: it holds a value, a number, a negation or a telling word."""
    rest = known.without(sentence.replace("\u2019", "'"))
    rest = _counted(rest, known.rows)
    rest = _SAME_SCENE.sub(
        lambda match: match[0] if stem((match[1] or match[2]).lower()) in known.topics else " ", rest
    )
    for phrase in (_POINTERS, *_GENRE):
        rest = phrase.sub(" ", rest)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:[.:]\d+)?", rest.lower())
    for word in words:
        if word.endswith("n't"):
            return f"'{word}' denies something"
        for kind, said in _KINDS:
            if word in kind:
                return f"'{word}' {said}"
        if word in COMPARATIVES or is_superlative(word):
            return f"'{word}' compares"
        number = int(word) if word.isdecimal() else NUMBER_WORDS.get(word)
        counts = number is not None or word in ORDINAL_WORDS or not word[0].isalpha()
        if counts and word != "one" and number != known.rows:
            return f"it holds the number '{word}'"
    value = known.mentioned(rest)
    return f"it names '{value}' outside the clues" if value else ""


# Everybody is there at once; that no value is shared by it, the categories tell.
_SAME_SCENE = re.compile(
    r"\b(?:on|in|at|for|from|of) the same (day|morning|afternoon|evening|night|week|month|year|street|road|town|city|"
    r"village|building|"
    r"school|office|company|team|club|party|class|house|course|neighborhood|neighbourhood|time)\b"
    r"|\bshare[sd]? (?:a|an|one|the|their|the same) (?:[a-z]+ )?([a-z]+)\b",
    re.IGNORECASE,
)


def _counted(sentence: str, rows: int) -> str:
    """A sentence without "five neighbours", where there are five of everything."""
    words = "|".join([str(rows), *(word for word, number in NUMBER_WORDS.items() if number == rows)])
    return re.sub(rf"\b(?:{words})(?: [a-z]+(?:s|en|ple)\b)?", " ", sentence, flags=re.IGNORECASE)


def is_of_the_genre(sentence: str) -> bool:
    """Whether a sentence says that everybody has one of each, and another than the others."""
    return any(pattern.search(sentence) for pattern in _GENRE)


def speaks_of_truth(text: str) -> str:
    """The word by which a text says that clues may not hold, or nothing."""
    return next((word for word in re.findall(r"[a-z]+", text.lower()) if word in _TRUTH), "")
