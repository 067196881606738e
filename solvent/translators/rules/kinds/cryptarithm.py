"""Cryptarithms: arithmetic equations between words whose letters stand for different digits.

The answer is an object that maps letters to digits, or, if the text asks for one of its words, that word's number.
Every equation is a clue. No number of several digits starts with zero unless the text allows it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Expression,
    Product,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support.sums_of_words import equations_of
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.descriptions import describes
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.telling import sets_the_scene
from solvent.translators.sentences import bare_sentences

KIND = "cryptarithm"
ORDER = 20
_CALLED = re.compile(r"\b(?:crypt\w*arithm\w*|alphametics?|verbal arithmetic)\b", re.IGNORECASE)
# A text that only mentions letters may be about a formula; it must mention digits as well.
_LETTERS = re.compile(r"\bletters?\b", re.IGNORECASE)
_DIGITS = re.compile(
    r"\b(?:digits?|numerals?|numbers?|values?|decimal|base)\b|\b0\s*(?:to|-|\u2013|through)\s*9\b", re.IGNORECASE
)
_BASE = re.compile(r"\b(?:in|to|of)?\s*base[ -]?(\d{1,2})\b|\b(decimal|octal|hexadecimal|binary)\b", re.IGNORECASE)
_NAMED_BASES = {"decimal": 10, "octal": 8, "hexadecimal": 16, "binary": 2}
_FIRST = r"(?:the\ )?(?:leading|first|initial|starting)\ (?:letters?|digits?)"
_NO_ZERO = re.compile(
    rf"""\b(?:no\ (?:number|word|term)s?\ (?:may\ |can\ )?(?:starts?|begins?)\ with\ (?:an?\ )?(?:zero|0)
    |(?:there\ (?:are|is)\ )?no\ leading\ zero(?:e?s)?(?:\ (?:is|are)\ allowed)?
    |leading\ zero(?:e?s)?\ (?:are|is)\ not\ allowed
    |{_FIRST}(?:\ of\ (?:a|each|every|any|all)\ (?:word|number)s?)?
        \ (?:is|are|can|may|must)\ ?(?:not|never)\ (?:be\ )?(?:zero|0)

    |(?:numbers?|words?)\ (?:never\ (?:starts?|begins?)
        |(?:do|does|may|can|must)\ ?not\ (?:start|begin))\ with\ (?:an?\ )?(?:zero|0))\b""",
    re.VERBOSE | re.IGNORECASE,
)
_ZERO_ALLOWED = re.compile(r"\bleading zero(?:e?s)? (?:are|is) allowed\b", re.IGNORECASE)
_MEANS = (
    r"(?:=|is|are|be|stands? for|standing for|represents?|means?|meaning|has|have|gets?|gives?|for|denotes?"
    r"|belongs? to"
    r"|corresponds? to|takes?|with|hides?|must be|always|share|shares)"
)
_SAME = r"(?:equal|identical|the same|same|one and the same)"
_DISTINCT = re.compile(
    rf"\b(?:no two (?:different |of the )?letters (?:(?:may|can|must) )?(?:{_MEANS} )+(?:a|{_SAME}|one)(?: digit|"
    rf" one)?"
    rf"|(?:a|each|every) (?:different )?letter (?:always )?(?:{_MEANS} )+(?:a|one|exactly one|its own|{_SAME})"
    r"(?: single| different| distinct| unique)? digit"
    rf"|different letters,? (?:always )?(?:{_MEANS} )*different (?:digits|ones)"
    rf"|{_SAME} letters?,? (?:always )?(?:{_MEANS} )*(?:always )?(?:the )?(?:same|equal|identical) (?:digits?"
    rf"|one))(?!\w)",
    re.IGNORECASE,
)
_WORDS = closed_vocabulary.listed(
    """a addition all alphametic an and answer any are arithmetic assign assignment below by classic correct crypt
    cryptarithm cryptarithmetic decode different digit digits does distinct each equation equations every find
    following for from given here have hold holds i in is it its letter letters make makes mean means multiplication
    must my number numbers of one please possible problem product puzzle replace replaced represent represents
    satisfy so solution solve stand standing stands subtraction such sum system that the there these this to
    true unique valid value values verbal what where which with word words above add addends adds can column columns
    correctly crack holding letter's out shown sums up used uses work works written you belongs belong
    old our my cryptogram cryptograms correct"""
)
_LARGEST = 10**15


@dataclass(frozen=True)
class Term:
    """A product of words and numbers, as written, and its divisors; it is added, or subtracted if `negative`."""

    factors: tuple[str, ...]
    divisors: tuple[str, ...]
    negative: bool


Side = tuple[Term, ...]


class Cryptarithm(Payload, kind=KIND):
    """The letters, and by clue id both sides of each equation that is understood, and letters said not to be zero.

    `asked` is the word whose number the text asks for, if any.
    """

    letters: tuple[str, ...]
    equations: Mapping[int, tuple[Side, Side]]
    base: int
    leading_zeros: bool
    nonzero: Mapping[int, tuple[str, ...]] = {}
    asked: str = ""


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a Cryptarithm, or None.

    Raises:
        PuzzleError: there are more letters than digits.

    """
    equations, parts = equations_of(text)
    rest = "\n".join(parts)
    letters = list(dict.fromkeys(re.findall(r"[A-Z]", "".join(equations))))
    if not re.search(r"[A-Z]{2}", "".join(equations)) or not (_is_called(rest) or not re.search(r"\w", rest)):
        return None
    base = next((_base(match) for match in _BASE.finditer(rest)), 10)
    if len(letters) > base:
        raise PuzzleError(f"There are {len(letters)} letters, but only {base} digits in base {base}.")
    clues = [_clue(number, equation, base) for number, equation in enumerate(equations, 1)]
    words = re.findall(r"[A-Z]{2,}", " ".join(equations))
    nonzero: dict[int, tuple[str, ...]] = {}
    asked = ""
    lead = bare_sentences(parts[0])
    for sentence in bare_sentences(rest):
        number = len(clues) + 1
        word = _asked(sentence, words)
        if word and not asked:
            asked = word
        elif (
            (known := _not_zero(sentence))
            and set(known) <= set(letters)
            and not _unread(_NEITHER.sub(" ", sentence), known)
        ):
            nonzero[number] = known
            clues.append(Clue(id=number, text=sentence, understood=True))
        elif (unread := _unread(sentence)) and not (
            (sentence in lead and _tells_a_story(sentence)) or _idle(sentence) or _asks_for_all(sentence)
        ):
            clues.append(Clue(id=number, text=sentence, understood=False, reason=closed_vocabulary.reason(unread)))
    payload = Cryptarithm(
        letters=tuple(letters),
        equations={n: both_sides(text) for n, text in enumerate(equations, 1) if clues[n - 1].understood},
        base=base,
        leading_zeros=bool(_ZERO_ALLOWED.search(rest)),
        nonzero=nonzero,
        asked=asked,
    )
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {letter: {"type": "integer", "minimum": 0, "maximum": base - 1} for letter in letters},
        "required": letters,
        "additionalProperties": False,
    }
    if asked:
        schema = {"type": "integer", "minimum": 0}
    expects = closed_vocabulary.expects(rest)
    return Puzzle(text=text, kind=KIND, clues=tuple(clues), expects=expects, answer_schema=schema, payload=payload)


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT propagates all-different and sums."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the model of the puzzle."""
    return emit(model(puzzle.kept(Cryptarithm)), framework)


def model(found: Cryptarithm) -> ConstraintModel:
    """State a digit per letter, all different, and the equations."""
    letters, base = found.letters, found.base
    stated: list[tuple[int | None, Constraint]] = [(None, AllDifferent(tuple(Var(letter) for letter in letters)))]
    stated += [(clue, _equation(sides, base)) for clue, sides in found.equations.items()]
    words = [word for sides in found.equations.values() for side in sides for term in side for word in _words(term)]
    first = {word[0] for word in words if len(word) > 1}
    low = {letter: int(letter in first and not found.leading_zeros) for letter in letters}
    stated += [(clue, Comparison(Var(letter), "!=", 0)) for clue, known in found.nonzero.items() for letter in known]
    arrays = tuple(Array(letter, (), low[letter], base - 1) for letter in letters)
    shown: Any = _word(found.asked, base) if found.asked else {letter: Var(letter) for letter in letters}
    return ConstraintModel(arrays, tuple(stated), shown)


def _is_called(rest: str) -> bool:
    return bool(_CALLED.search(rest) or (_LETTERS.search(rest) and _DIGITS.search(rest)))


def _base(match: "re.Match[str]") -> int:
    return int(match[1]) if match[1] else _NAMED_BASES[match[2].lower()]


def _clue(number: int, equation: str, base: int) -> Clue:
    longest = max(sum(map(len, re.findall(r"[A-Z\d]+", part))) for part in re.split(r"[+=\u2212-]", equation))
    too_long = base**longest > _LARGEST
    digits = [sign for sign in re.findall(r"\d", equation) if int(sign) >= base]
    reason = "its numbers are too long" if too_long else f"{digits[0]} is not a digit in base {base}" if digits else ""
    return Clue(id=number, text=equation, understood=not reason, reason=reason)


# "T and F are not zero"
_NAMED = r"(?-i:[A-Z])(?:,? (?:and |nor |or )?(?-i:[A-Z])\b)*"
_NOT_ZERO = re.compile(
    rf"(?:the letters? )?(?:neither |both )?(?P<letters>{_NAMED}) "
    r"(?:(?:is|are|may|can|must)(?: not|n't| never)(?: be)?|cannot be|stands? for no) "
    r"(?:equal to )?(?:a )?(?:0|zeros?)"
    rf"|(?:neither|none of) (?P<none>{_NAMED}) (?:is|are|may be|can be|stands? for) (?:an? )?(?:0|zero)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:(?:so|now|then|once you (?:have|\'ve) (?:worked it out|solved it|found it|got it)),? )?(?:tell (?:us|me) "
    r"(?:which|what)"
    r"(?: (?:two|three|four|five|six|\d)[- ](?:figure|digit))? number (?:is|stands|lies)(?: hidden)? (?:behind|for"
    r"|under)(?: the word)?"
    r"|(?:he|she|i|we|they|you) (?:wants?|needs?|would like|am looking for"
    r"|is looking for|are looking for)(?: to know)?"
    r"(?: the)?(?: (?:number|word|value of|value|sum|total|result))*|(?:and )?(?:what(?: number)?|which number"
    r"|how (?:much|many)|how (?:large|big))"
    r"(?: (?:is|are|does|do|number does|value has))?(?: the)?(?: (?:number|word|value of|value|sum|total|result))*"
    r"|(?:please )?(?:find|determine|give|work out|compute|calculate)(?: the)?(?: (?:number|word|value of|value))*)"
    r" [\"']?(?P<word>[a-z]+)\b(?P<rest>.*)",
    re.IGNORECASE,
)
# What may follow the word of a question: it states nothing.
_WANTS = closed_vocabulary.listed(
    """a altogether ask asks asked be being cost did do does equal for from get got have he her him his home i in is it
    man mean means my need needs of ought parents represent send sent she should stand stands that the then there they
    to value want wanted wants was we which woman worth would you"""
)


_NEITHER = re.compile(
    rf"(?:and |but |, |; )?(?:(?:neither|none of) (?P<none>{_NAMED}) (?:is|are|may be|can be|equals?)"
    rf"|(?P<letters>{_NAMED}) (?:(?:is|are|may|can|must)(?: not| never)(?: be)?|cannot be)) (?:equal to )?(?:an?"
    rf" )?(?:0|zero)\b",
    re.IGNORECASE,
)


def _not_zero(sentence: str) -> tuple[str, ...]:
    within = _NEITHER.search(sentence)
    if within:
        return tuple(re.findall(r"\b[A-Z]\b", within["none"] or within["letters"]))
    found = _NOT_ZERO.fullmatch(sentence.replace("\u2019", "'"))
    return tuple(re.findall(r"\b[A-Z]\b", found["letters"] or found["none"])) if found else ()


def _asked(sentence: str, words: Iterable[str]) -> str:
    """Return the word whose number a sentence asks for, or ""."""
    found = _ASKED.fullmatch(sentence.replace("\u2019", "'"))
    if not found or found["word"].upper() not in words:
        return ""
    return "" if closed_vocabulary.unread(found["rest"], _WANTS) else found["word"].upper()


_TECHNICAL = re.compile(
    r"\b(?:letters?|digits?|numbers?|sums?|even|odd|prime|squares?|multiples?|divisible|zeros?|base|values?|total"
    r"|(?!with\b)[a-z]*th|double|half|carry|carries|(?<=\w )A|[B-HJ-Z])\b"
)


def _idle(sentence: str) -> bool:
    """Whether a sentence, wherever it stands, is a title or a remark: nothing of letters, numbers, rules or"
    " amounts.
    """
    plain = _ANSWERING.sub(" ", sentence)
    return not _TECHNICAL.search(_TITLE.sub(" ", plain)) and describes(" ".join(words_of(_TITLE.sub(" ", plain))))


_ANSWERING = re.compile(r"\byour (?:answers?|solutions?|names?)\b", re.IGNORECASE)
# "Baker's sum": a line that names what follows
_TITLE = re.compile(
    r"^(?:(?!is\b|are\b|equals\b)[^\W\d]+(?:['\u2019]s)? ){0,3}(?:sum|sums|numbers|letters|digits)$", re.IGNORECASE
)
_ALL_LETTERS = re.compile(
    r"(?:(?:please|now|so|then),? )?(?:give|find|determine|state|write down|work out|name|what is|which is|tell "
    r"(?:us|me))"
    r" (?:the )?(?:digit|number|value)s? (?:for|of|behind|belonging to) (?:each|every|all(?: the)?) letters?[.?!]*"
    r"|(?:what|which) digits? (?:does|do|is|are) (?:each|every|all(?: the)?|the) letters?(?: (?:stand for"
    r"|represent|mean))?[.?!]*",
    re.IGNORECASE,
)


def _asks_for_all(sentence: str) -> bool:
    return _ALL_LETTERS.fullmatch(sentence.strip()) is not None


def _tells_a_story(sentence: str) -> bool:
    """Whether a sentence in front of a sum only leads up to it: it says nothing of letters, numbers or rules."""
    return not _TECHNICAL.search(sentence) and sets_the_scene(sentence)


def _unread(sentence: str, known_letters: Iterable[str] = ()) -> list[str]:
    if known_letters and _NOT_ZERO.fullmatch(sentence.replace("\u2019", "'")):
        return []
    rest = sentence.replace("\u2019", "'").replace("cannot", "can not").replace("can't", "can not")
    rest = rest.replace("doesn't", "does not").replace("don't", "do not").replace("0-9", "0 to 9")
    for known in (_NO_ZERO, _ZERO_ALLOWED, _DISTINCT, _BASE):
        rest = known.sub(" ", rest)
    rest = re.sub(r"\b0\s*(?:to|-|\u2013|through)\s*\d\b|\b(?:a |one )?(?:single|unique|distinct) digit", " ", rest)
    return closed_vocabulary.unread(rest, _WORDS)


# Equations


def both_sides(equation: str) -> tuple[Side, Side]:
    """Read both sides of an equation of words, numbers and signs."""
    left, right = equation.split("=")
    return _side(left), _side(right)


def _side(text: str) -> Side:
    parts = re.split(r"([+\u2212-])", text.strip())
    return tuple(_term(part, sign != "+") for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True))


def _term(text: str, negative: bool) -> Term:
    parts = re.split(r"([*/\u00d7\u00b7\u00f7]|\bx\b)", text.strip())
    words = list(zip(["*", *parts[1::2]], map(str.strip, parts[::2]), strict=True))
    divisors = tuple(word for sign, word in words if sign in "/\u00f7")
    return Term(tuple(word for sign, word in words if sign not in "/\u00f7"), divisors, negative)


def _words(term: Term) -> tuple[str, ...]:
    return (*term.factors, *term.divisors)


def _equation(sides: tuple[Side, Side], base: int) -> Constraint:
    (above, below), (over, under) = (_sum(side, base) for side in sides)
    return Comparison(_product(above, under), "==", _product(over, below))


def _product(term: Expression, other: Expression) -> Expression:
    return term if other == 1 else other if term == 1 else Product((term, other))


def _sum(side: Side, base: int) -> tuple[Expression, Expression]:
    """Return a side as a fraction (numerator, denominator), so that all numbers stay integers."""
    terms: list[Expression] = []
    below: Expression = 1
    for term in side:
        above, under = (_all(words, base) for words in (term.factors, term.divisors))
        terms = [_product(other, under) for other in terms]
        above, below = _product(above, below), _product(below, under)
        terms.append(times(-1, above) if term.negative else above)
    return add(*terms), below


def _all(words: Iterable[str], base: int) -> Expression:
    found: Expression = 1
    for word in words:
        found = _product(found, _word(word, base))
    return found


def _word(word: str, base: int) -> Expression:
    if word.isdecimal():
        return int(word, base)
    weights: dict[str, int] = {}
    for place, letter in enumerate(reversed(word)):
        weights[letter] = weights.get(letter, 0) + base**place
    return add(*(times(weight, Var(letter)) for letter, weight in weights.items()))
