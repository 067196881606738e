"""A text read clause by clause: every clause has one of the forms that a theme knows, or is mere description.

A form is a regular expression in which `<n>` is a number, `<f>` a factor, `<np>` a noun with what describes it, `<u>` a
unit and `<who>` a name or noun; digits behind them keep them apart. Commas stand for nothing within a clause.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.descriptions import describes, doubtful, without_asides, without_places
from solvent.translators.rules.quantities.facts import Asked, Fact
from solvent.translators.rules.quantities.mentions import names_of
from solvent.translators.rules.quantities.money import with_money
from solvent.translators.rules.quantities.reading import Draft, Line, confirms, sentences_of
from solvent.translators.rules.text.courtesies import is_polite
from solvent.translators.rules.text.words import NUMBER_WORDS, TENS, listed

_W = "|".join([*NUMBER_WORDS, "hundred", "thousand", "dozen"])
_PART = "half|halves|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|twelfths?"
NUMBER = rf"(?:money\d+|\d[\d,]*(?:\.\d+)?|(?:an? )?(?:{_W})(?: (?:and )?(?:{_W}))*)(?: and a half)?"
FACTOR = (
    rf"(?:half|double|twice|thrice|triple|{NUMBER} times|\d+/\d+|{NUMBER} (?:%|percent|per cent)"
    rf"|(?:an?|one|two|three|four|five|[1-9]) (?:{_PART}))(?: of)?"
)
STOP = (
    r"(?:of|in|on|at|and|or|than|as|is|are|was|were|has|have|had|for|with|more|fewer|less|left|each|to|by|from|a"
    r"|an|the"
    r"|what|which|that|it|them|they|he|she|i|we|you|did|do|does|how|many|much|not|no|cost|costs)"
)
UNIT = (
    r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|metres?|meters?|m|km|kilometres?|kilometers?"
    r"|miles?|cm|centimetres?|centimeters?|mm|feet|foot|ft|inch|inches|yards?|kg|kilos?|kilograms?|grams?|g|litres?"
    r"|liters?|pounds?|euros?|dollars?|points?)"
)
_SLOTS = {
    "n": NUMBER,
    "f": FACTOR,
    "u": UNIT,
    "np": rf"(?!{STOP}\b)[a-z]+(?: (?!{STOP}\b)[a-z]+){{0,2}}",
    "who": rf"(?:(?:the|a|an|my|his|her|our|their|one) )?(?!{STOP}\b)[a-z]+(?: 's)?(?: (?!{STOP}\b)[a-z]+){{0,2}}",
}
_LEADS = frozenset(
    [
        ",",
        ";",
        ":",
        "and",
        "but",
        "then",
        "so",
        "while",
        "whereas",
        "also",
        "next",
        "now",
        "well",
        "oh",
        "finally",
        "because",
        "since",
    ]
)
_CUTS = (",", ";", ":", "and", "but", "while", "whereas", "so", "then", "because", "since")
_ADVERBS = re.compile(
    r"\b(?:exactly|precisely|just|simply|in all|in total|all told|altogether|a total of|already|still|always|now)\b"
    r"(?! (?:over|under|about|above|below|ago))"
)
_WHO = r"(?:(?:the|an?|his|her|my|our|their) )?(?:[a-z]+\d? 's )?(?:[a-z]+ )?[a-z]+\d?"
# "says his gran": who speaks, in front of what is said or behind it
_SPEAKS = re.compile(
    rf"(?:says?|said|adds|added|replies|replied|cries|cried|explains|explained|remarked|told me) {_WHO}"
    rf"|{_WHO} (?:says?|said|adds|added|replies|replied|cries|cried|explains|explained|remarked)(?: [a-z]+ly)?"
)
_ITEM = re.compile(r"^(?:(?:clue|fact|hint|step) )?\d{1,2} (?=: )|^(?:clue|fact|hint) \d{1,2} :")
# A sum of two or more things, as in a list of weighings
_SUM = re.compile(r"^\W*((?:the )?[a-z]+(?: ?\+ ?(?:the )?[a-z]+)+) ?[:=] ?(?=[$\u00a3\u20ac]?\d)", re.IGNORECASE)
_TASK = re.compile(r"^(?:please )?(?:find|determine|calculate|work out|give|name|tell)\b")
_NUMBERED = re.compile(
    r"\W*(?:(?:exercise|question|problem|task|riddle|puzzle|no\.?) )?\d{1,3}(?: ?\(?[a-h]\))?[.):]?\W*", re.IGNORECASE
)
_LONGEST = 60  # words of a sentence


# Words that no place in a form takes that is open to any word: they change amounts, doubt, deny or add a circumstance.
_CLOSED = "|".join(
    [
        *(word for word in (*NUMBER_WORDS, *TENS) if word != "one"),
        *listed(
            """in at about around over under within least most more less fewer than not no never or nor
            if unless except only just another other others half twice thrice double each every both
            some any none nobody nothing neither few several many much without against instead again
            plus minus when while until because opinion which who whose is are was were be been"""
        ),
    ]
)
WORD = rf"(?!(?:{_CLOSED})\b)[a-z]+"
_SPELLED = (  # how forms write a word, and some words, of any kind
    ("[a-z' ]*? ", rf"(?:{WORD}(?: 's)? )*?"),
    ("[a-z' ]+? ", rf"(?:{WORD}(?: 's)? )+?"),
    ("[a-z' ]*?", rf"(?:{WORD}(?: 's)? )*?"),
    ("[a-z ]{2,60}", rf"{WORD}(?: {WORD}){{0,9}}"),
    ("[a-z0-9 ]+?", rf"{WORD}(?: {WORD}){{0,9}}?"),
    ("[a-z ]+?", rf"{WORD}(?: {WORD}){{0,9}}?"),
    ("[a-z ]+", rf"{WORD}(?: {WORD}){{0,9}}"),
    ("[a-z]+", WORD),
)


@cache
def compiled(form: str) -> re.Pattern[str]:
    """The regular expression of a form."""
    plain = re.sub(r"(?<!P)<([a-z]+)(\d?)>", lambda slot: f"(?P<{slot[1]}{slot[2]}>{_SLOTS[slot[1]]})", form)
    marks = {f"\0{at}\0": spelled for at, (_, spelled) in enumerate(_SPELLED)}
    for at, (written, _) in enumerate(_SPELLED):
        plain = plain.replace(written, f"\0{at}\0")
    return re.compile(re.sub(r"\0\d+\0", lambda mark: marks[mark[0]], plain))


def number(words: str | None) -> Fraction | None:
    """The number that a slot `<n>` holds; sums of money are in their unit, not in cents."""
    if not words:
        return None
    plain, half = (words.removesuffix(" and a half"), Fraction(1, 2)) if words.endswith(" and a half") else (words, 0)
    if money := re.fullmatch(r"money(\d+)", plain):
        return Fraction(int(money[1]), 100) + half
    found = number_words.whole(tuple(plain.split()))
    return None if found is None else found + half


def factor(words: str) -> Fraction | None:
    """The number that a slot `<f>` holds."""
    plain = words.removesuffix(" of").replace("per cent", "percent")
    if found := re.fullmatch(r"(.+ and a half) times", plain):
        return number(found[1])
    return number_words.factor(tuple(plain.split()))


Found = Sequence[Fact] | Asked | None
"""What a clause says: facts, what it asks for, or None if it cannot be meant."""


@dataclass
class Theme:
    """The forms of clauses of a theme, each with what it says of a state that the text builds up."""

    forms: Sequence[tuple[str, Callable[[re.Match[str], Any], Found]]]
    state: Callable[[], Any]
    names: Sequence[str] = field(default_factory=tuple)
    statement: Callable[[str], Sequence[Fact] | None] = lambda _: None
    """What a clause without one of the forms states; None if it is not understood."""
    mark: Callable[[str], str] = str
    """Replaces names in a line by signs."""


@dataclass
class Told:
    """The lines of a text, and what it asks for."""

    lines: list[Line]
    asked: Asked | None


def read(text: str, theme: Theme, lines: Sequence[str] = ()) -> tuple[Told, Any] | None:
    """Read a text, or its lines as a theme has rewritten them; None if it asks for nothing that is understood."""
    state, draft = theme.state(), Draft()
    asked: Asked | None = None
    written = lines_of(text)
    for (raw, _), line in zip(written, lines or [line for _, line in written], strict=True):
        cover = [] if _NUMBERED.fullmatch(raw) and not draft.lines else _covered(theme.mark(line), theme)
        said: list[Fact] = []
        questions: list[Asked] = []
        reason = "" if cover is not None else _reason(line)
        for match, make in cover or ():
            found = make(match, state)
            if found is None:
                reason = f"'{match[0]}' is not understood here"
            elif isinstance(found, Asked):
                questions.append(found)
            else:
                said += found
        together = _merged([*([asked] if asked else []), *questions])
        if not reason and questions and together is None:
            reason = "a second question"
        if not reason and not questions and raw.rstrip(" \"'*_)").endswith("?"):
            reason = "the question is not understood"
        if not reason and questions and not said and (stranger := _stranger(raw, written)):
            reason = f"nothing is told of {stranger}"
        if reason:
            draft.note(raw, "unread", reason)
            continue
        asked = together
        if said:
            draft.clue(raw, said)
        else:
            draft.note(raw, "question" if questions else "story")
    return (Told(draft.lines, _bare_value(asked)), state) if asked else None


def _stranger(question: str, written: Sequence[tuple[str, str]]) -> str:
    """A name that only a question mentions, or ""."""
    told = " ".join(raw for raw, _ in written if raw != question)
    names = (name for name in names_of([question]) if told and not re.search(rf"\b{re.escape(name)}\b", told))
    return next(names, "")


def _merged(questions: Sequence[Asked]) -> Asked | None:
    """Several questions as one, if each asks for quantities by name."""
    if all(each == questions[0] for each in questions):
        return questions[0] if questions else None
    found: dict[str, Any] = {}
    for each in questions:
        if not isinstance(each.answer, dict) or each.sense or found.keys() & each.answer.keys():
            return None
        found |= each.answer
    return Asked(found)


def _bare_value(asked: Asked) -> Asked:
    """A question for one quantity by its name asks for the bare number."""
    if isinstance(asked.answer, dict) and len(asked.answer) == 1:
        return Asked(next(iter(asked.answer.values())), asked.sense)
    return asked


def _reason(line: str) -> str:
    doubt = doubtful(line)
    return f"'{doubt}' leaves open what is so" if doubt else "it is not understood"


def lines_of(text: str) -> list[tuple[str, str]]:
    """The sentences of a text, each as written and as words."""
    found = []
    for sentence in sentences_of(text):
        summed = _SUM.sub(lambda found: f"{found[1].replace('+', ' and ')} is ", sentence)
        plain = re.sub(r"[()\[\]]|\s[-\u2013]+\s|\u2014|\.{3}|\u2026", " , ", with_money(summed))
        line = " ".join(words_of(plain))
        found.append((sentence, _ITEM.sub("", line).strip(" ,;:")))
    return found


Match = tuple[re.Match[str], Callable[..., Found]]


def _covered(line: str, theme: Theme) -> list[Match] | None:
    """The clauses of a line in the forms of a theme, none of a mere description; None if a word is left over."""
    if is_polite(line) or confirms(line):
        return []
    if len(line.split()) > _LONGEST or doubtful(line):
        return None
    for variant in without_asides(line, theme.names):
        words = tuple(_ADVERBS.sub(" ", variant).split())
        if (found := _cover(words, theme, {})) is not None:
            return found
    return None


def _cover(words: tuple[str, ...], theme: Theme, known: dict[int, list[Match] | None]) -> list[Match] | None:
    """Cover words with clauses, the longest first."""
    if len(words) not in known:
        known[len(words)] = None
        known[len(words)] = _covers(words, theme, known)
    return known[len(words)]


def _covers(words: tuple[str, ...], theme: Theme, known: dict[int, list[Match] | None]) -> list[Match] | None:
    if all(word in _LEADS for word in words):
        return []
    ends = [at for at in range(len(words), 0, -1) if at == len(words) or words[at] in _CUTS]
    for end in ends:
        read = _one(_bare(words[:end]), theme)
        if read is not None and (rest := _cover(words[end:], theme, known)) is not None:
            return [*read, *rest]
    if words[0] in _LEADS:
        return _cover(words[1:], theme, known)
    return None


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    while words and words[0] in _LEADS:
        words = words[1:]
    while words and words[-1] in (",", ";", ":"):
        words = words[:-1]
    return words


def _one(words: tuple[str, ...], theme: Theme) -> list[Match] | None:
    """Read one clause; forms see it without commas."""
    clause = " ".join(words)
    for plain in dict.fromkeys((clause, without_places(clause))):
        bare = re.sub(r" ?[,;:]", "", plain)
        for form, make in theme.forms:
            if match := compiled(form).fullmatch(bare):
                return [(match, make)]
        if (said := theme.statement(plain)) is not None and (whole := re.fullmatch(r".*", plain)):
            return [(whole, _saying(said))]
    if _SPEAKS.fullmatch(clause):
        return []
    if any(word in _CUTS for word in words) or _TASK.match(clause):
        return None
    return [] if describes(clause, theme.names) else None


def _saying(said: Sequence[Fact]) -> Callable[..., Found]:
    return lambda *_: said


def idle(*_: object) -> Found:
    """What a clause says that states nothing of the unknowns."""
    return ()


def facts(*some: Fact) -> Sequence[Fact]:
    """What a clause states, as a sequence."""
    return some


def asks(line: str) -> bool:
    """Whether a line of words sets a task."""
    return _TASK.match(line) is not None


def named(groups: Iterable[str | None]) -> str:
    """The first of some groups of a match that took part in it."""
    return next((each for each in groups if each), "")
