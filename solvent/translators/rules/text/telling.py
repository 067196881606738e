"""Finds words by which a sentence outside the clues may change what the clues mean.

Phrases known to change nothing are removed first; what is left must not mention values, numbers, truth, order, sharing
or rules. So nothing is silently ignored.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from solvent.translators.rules.text.genre import without_genre
from solvent.translators.rules.text.remarks import without_remarks
from solvent.translators.rules.text.scenery import without_scenery
from solvent.translators.rules.text.words import COMPARATIVES, NUMBER_WORDS, ORDINAL_WORDS, is_superlative, listed, stem

_TRUTH = frozenset(
    listed(
        """false true truth truths truthful truthfully untrue untruth untruths lie lies lied liar liars lying wrong
        wrongly incorrect incorrectly incorrectness mistake mistakes mistaken mistakenly error errors opposite
        opposites contrary reverse reversed reversal inverse inverted negated negate negation swapped switched
        exchanged fake invalid honest honestly dishonest knight knights knave knaves spy spies doubt doubtful unsure
        uncertain misleading mislead misled deceptive deceive deceives trick tricks bluff bluffs bluffing pretend
        pretends joking nonsense invented unreliable inaccurate inaccuracy typo typos bogus herring misprint misprints
        garbled fibber sarcastic sarcasm ironic invert inverts altered denial denials retracted retract void obsolete
        withdrawn rumour rumours rumor rumors joke fibs fib scrap scrapped misread"""
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
        ascending descending increasing decreasing order midnight noon roof attic cellar basement basements underground
        upwards downwards upward downward descend descends drop drops shrink shrinks"""
    )
)
_RULES = frozenset(
    listed(
        """if only unless except excluding exception exceptions must cannot may might could should shall never always
        sometimes exactly instead rather but however although though rule rules means meaning meant mean counts count
        counted assume assumed assuming consider considered regard regarded note remember ignore ignored disregard skip
        statement statements claim claims hint fact facts swap either or neither nor whether when whenever until while
        likewise vice versa respectively besides apart every all each everybody everyone nobody none any anyone nothing
        can be clue clues daily overlap unclaimed petless communal independently holds hold applies apply other
        others"""
    )
)
_NEGATIONS = frozenset(
    listed(
        "hardly scarcely barely seldom rarely not no never none neither nor nobody nothing nowhere without cannot n't"
    )
)
_KINDS: tuple[tuple[frozenset[str], str], ...] = (  # the most serious first
    (_TRUTH, "refers to truth or falsehood"),
    (_NEGATIONS, "negates something"),
    (_SHARING, "refers to sharing or amounts"),
    (_ORDER, "refers to order or direction"),
    (_RULES, "may state a rule"),
)


# After a clue these doubt it: "I think so", "this is only a guess", "so it seems", "it could be".
_DOUBTS = re.compile(
    r"\b(?:i|we|they|it) (?:(?:would|do|only|just|really) )*(?:think|feel|guess|seems?)(?: (?:so|it|this|that))?\W*$|"
    r"\bso (?:i|we|they|it) (?:think|feel|guess|seems?)\b|"
    r"\b(?:is|are|be|it's|that's|'s) (?:(?:all|just|only|really|my|our|an?) )*guess(?:ing)?\b|"
    r"\b(?:could|may|would|should) be(?: (?:so|it|this|that))?\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Knowledge:
    """What is known about a puzzle when its sentences are classified.

    `rows` is the number of rows; `mentioned` returns a value that a text names, or ""; `settles` says whether a
    sentence states a direction or order, and `without` removes that from the sentence. `topics` are the stems of words
    that name categories. `odd` returns a word suggesting that such a sentence is about something else, or "".
    """

    rows: int
    mentioned: Callable[[str], str] = lambda _: ""
    settles: Callable[[str], bool] = lambda _: False
    without: Callable[[str], str] = str
    topics: frozenset[str] = frozenset()
    odd: Callable[[str], str] = lambda _: ""


def blocking(sentence: str, known: Knowledge) -> str:
    """Why a sentence may affect the clues, or "": it contains a value, a number, a negation or another telling word."""
    if doubt := doubts(sentence):
        return f"'{doubt}' doubts something"
    rest = known.without(without_remarks(sentence.replace("\u2019", "'"), speaks_of_truth))
    rest = without_scenery(" ".join(rest.split()), known.topics, known.mentioned, _tells)
    rest = without_genre(rest, known.rows, known.topics)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:[.:]\d+)?", rest.lower())
    words = [word.removesuffix("'s") for word in words]  # "nobody's"
    for kind, said in _KINDS:
        for word in words:
            if word in kind or (kind is _NEGATIONS and word.endswith("n't")):
                return f"'{word}' {said}"
    for word in words:
        if word in COMPARATIVES or is_superlative(word):
            return f"'{word}' is a comparison"
        number = int(word) if word.isdecimal() else NUMBER_WORDS.get(word)
        if number is not None or word in ORDINAL_WORDS or not word[0].isalpha():
            return f"it contains the number '{word}'"
    value = known.mentioned(rest)
    return f"it names '{value}' outside the clues" if value else ""


def _tells(word: str) -> bool:
    return any(word in kind for kind, _ in _KINDS)


def doubts(sentence: str) -> str:
    """The words by which a sentence doubts what was said before it, or ""."""
    found = _DOUBTS.search(sentence.replace("\u2019", "'"))
    return found[0] if found else ""


def sets_the_scene(sentence: str) -> bool:
    """Whether a sentence has no number, negation, comparison, rule or other word that may change what clues mean."""
    plain = re.sub(r"\b(this|that|the|another)( [a-z]+)? one\b", r"\1\2", sentence)
    plain = re.sub(
        r"^\W*(?:can|could|would|will) (?:you|any(?:body|one)|some(?:body|one))\b", " ", plain, flags=re.IGNORECASE
    )
    return not (blocking(plain, Knowledge(rows=0)) or told_by_the_way(plain, Knowledge(rows=0)))


# Words by which a question or task also states something.
_TELLS = frozenset(
    listed(
        """without ignoring ignore ignores remembering remember reading having swap swaps swapped trade trades now both
        together owning unclaimed nobody none hardly"""
    )
)
_TRADES = re.compile(r"\b(?:which|what|whose|the|his|her|their|each|'s) trades?\b", re.IGNORECASE)  # not the verb
_SILENT_IN_QUESTIONS = frozenset(listed("all every each exactly most many first last next pair pairs couple couples"))


def told_by_the_way(sentence: str, known: Knowledge) -> str:
    """Why a question, task or answer instruction also seems to state something, or ""; order and values are allowed."""
    sentence = _TRADES.sub(" ", sentence)
    asked = re.sub(r"^\W*(?:can|could|would|will) you\b", " ", sentence.replace("\u2019", "'"), flags=re.IGNORECASE)
    asked = _WHEN.sub(" ", asked)
    rest = without_genre(known.without(asked), known.rows, known.topics)
    for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+", rest.lower()):
        if word in _SILENT_IN_QUESTIONS:
            continue
        number = int(word) if word.isdecimal() else NUMBER_WORDS.get(word)
        telling = word in _TELLS or any(word in kind for kind in (_NEGATIONS, _TRUTH, _SHARING, _RULES))
        odd = number is not None and number != known.rows and not (word.isdecimal() and known.mentioned(word))
        if telling or word.endswith("n't") or odd:
            return f"'{word}' states something besides the question"
    aside = next((each for each in _ASIDE.finditer(rest) if not _goes_on_asking(rest, each, known)), None)
    return f"'{aside[0].strip(', ')}' states something besides the question" if aside else ""


# "..., with what animal, who owns what and which hat it wore": the question goes on
_ASKING = r"(?:who|whom|what|which|whose|where|when|how)"
_OF_IT = r"(?:it|he|she|they|each|every|everyone|everybody|you|we)"
# "who came when?", "when and where ...", "what day, and when": asks, as no clause follows
_WHEN = re.compile(
    r"(?:(?<=\w)|(?<=,)) when(?=\W*$|,? and\b|, (?:how|where|what|who|to|in|on)\b| and\b)|"
    r"(?<=\band) when(?= (?:each|every\w*|they|he|she|it)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    rf",\s*(?:who|which|whose|with)\b(?! {_ASKING}\b)(?!(?: [a-z'-]+){{1,4}} {_ASKING}\b)(?! \w+ {_OF_IT}\b)"
    r"(?! (?:the )?[a-z]+s(?:,? and (?:the )?[a-z]+s)?\W*$)"
    r"(?: (\w+) (?:is|are|was|were|do|does|did)\b)?|\bafter\b|\bbefore\b",
    re.IGNORECASE,
)


def _goes_on_asking(sentence: str, aside: re.Match[str], known: Knowledge) -> bool:
    """Whether a question asks more there ("where is she, which pet ..."), or ends there ("who came after Ada?")."""
    if aside[1]:
        return stem(aside[1].lower()) in known.topics
    last = sentence[aside.end() :].strip(" ?.!")
    return aside[0][0] != "," and bool(known.mentioned(last)) and len(last.split()) <= _SHORT


_SHORT = 3  # words


def is_of_order(word: str) -> bool:
    """Whether a word refers to order or direction."""
    return word.lower() in _ORDER


def speaks_of_truth(text: str) -> str:
    """The word by which a text suggests that clues may not hold, or ""."""
    return next((word for word in re.findall(r"[a-z]+", text.lower()) if word in _TRUTH), "")
