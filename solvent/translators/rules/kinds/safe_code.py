"""Codes of a lock, found by hints: "7 5 1: two digits are right, but only one of them is in the right place".

A digit of a guess is right if the code has it. The answer is the code, as text. Each hint is a clue; one about a guess
with a digit twice is not understood, since people count such digits in different ways.
"""

import re
from collections.abc import Mapping, Sequence

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Labels,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.telling import sets_the_scene
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import bare_sentences

KIND = "safe code"
ORDER = 25
TOLD = True
REPLIES = True
_LONGEST = 3000  # characters
_LENGTHS = (3, 4)  # digits; the answer's labels list all codes
_CODE = re.compile(r"\b(?:code|combination|lock|safe|pin|passcode|padlock|password|mastermind)\b", re.IGNORECASE)
_GUESS = re.compile(r"(?<![\d.,])(?:\d(?:[ \t]*[-,|]?[ \t]*\d){2,3})(?![\d.,]*\d)")
_HOW_MANY = r"one|two|three|four|all|both|none|nothing|no|neither|not one|not a single|not any|1|2|3|4|0"
_DIGITS = r"(?:digits?|numbers?|figures?|numerals?)"
_OF_THEM = rf"(?: (?:of (?:them|these|the {_DIGITS}|which)|{_DIGITS}))*(?: (?:of (?:them|these)))?"
_RIGHT = r"(?:right|correct|(?:also )?in the code|part of the code|good)"
_WRONG = r"(?:wrong|incorrect|false|bad|not right|not correct)"
_PLACE = r"(?:places?|positions?|spots?|slots?)"
_IS = r"(?:(?:is|are|was|were|sits?|stands?) )?"
_A = r"(?:the |its |their |a )?"
_WELL = (
    rf"(?:{_IS}(?:(?:also |both |all )*)(?:in |at )?{_A}(?:right|correct|proper) {_PLACE}|(?:well|correctly"
    rf"|rightly) placed)"
)
_BADLY = (
    rf"(?:{_IS}(?:(?:both |all |each )*)(?:in |at )?{_A}(?:wrong|incorrect|other) {_PLACE}|(?:wrongly|badly"
    rf"|incorrectly) placed"
    rf"|{_IS}not in {_A}(?:right|correct) {_PLACE}|{_IS}misplaced)"
)
_JOIN = r"(?:,? (?:and|but|yet|though|although)(?: it| they| (?:it|they|both|all|that one)(?= (?:is|are)))?|,)?"
_HEAD = (
    rf"(?:only |exactly |just )?(?P<right>{_HOW_MANY})"
    rf"(?:{_OF_THEM} {_IS}{_RIGHT}| {_RIGHT} {_DIGITS}(?: {_IS}(?=in))?)"
)
_EACH = rf"(?:(?:only |exactly |just )?(?P<placed>{_HOW_MANY}){_OF_THEM} )"
_HINTS = (
    # how many are right and how many of those are well placed; None: all of them
    (re.compile(rf"{_HEAD}{_JOIN} (?:(?:both|all|each)(?: of them)? )?(?:well[- ]placed"
                rf"|{_WELL})\W*", re.IGNORECASE), "well"),
    (re.compile(rf"{_HEAD}{_JOIN} (?:(?:both|all|each)(?: of them)? )?{_BADLY}\W*", re.IGNORECASE), "badly"),
    (re.compile(rf"{_HEAD}{_JOIN} {_EACH}{_WELL}\W*", re.IGNORECASE), "some"),
    (re.compile(rf"{_HEAD}{_JOIN} {_EACH}{_BADLY}\W*", re.IGNORECASE), "others"),
    (re.compile(rf"(?P<right>none|nothing|no|all|not one){_OF_THEM} {_IS}{_RIGHT}\W*", re.IGNORECASE), "nothing"),
    (re.compile(rf"(?P<right>all|everything|every){_OF_THEM} {_IS}{_WRONG}\W*", re.IGNORECASE), "wrong"),
    (re.compile(rf"(?P<right>{_HOW_MANY}){_OF_THEM} (?:{_IS}{_RIGHT}{_JOIN} )?{_WELL}{_JOIN} "
                rf"(?P<other>{_HOW_MANY}){_OF_THEM} {_IS}"
                rf"(?:{_RIGHT}{_JOIN} )?{_BADLY}\W*", re.IGNORECASE), "both"),
)  # fmt: skip
_LENGTH = re.compile(
    rf"\b(?P<length>three|four|3|4)[- ](?:(?P<different>different|distinct|unique)[- ])?(?:digit|{_DIGITS})\b",
    re.IGNORECASE,
)
_DIFFERENT = re.compile(
    rf"\b(?:no (?:digit|number) (?:is repeated|occurs twice|appears twice|repeats)|{_DIGITS} (?:do not|don't) repeat"
    rf"|all (?:(?:of )?(?:its|the) )?{_DIGITS} (?:are )?(?:all )?different"
    rf"|no {_DIGITS} (?:repeats?|is used (?:twice|more than once))|without repeated {_DIGITS}"
    rf"|(?:all )?(?:(?:the|its|of its|three|four|of the) )*{_DIGITS} (?:(?:of|in) the (?:code|combination) )?"
    rf"(?:are|must be) (?:all )?(?:different|distinct|unique)(?: from (?:each|one another|other))?)\b",
    re.IGNORECASE,
)
_WORDS = closed_vocabulary.listed(
    """a an and are below bag bike box by can clue clues code combination crack digit digits door figure find following
    for from given has have help here hint hints i in is it its lock locked locker mastermind me my number numbers of
    on open out padlock passcode password pin please puzzle safe secret suitcase that the these this to unlock
    use using vault what which with work you your consists consisting consist do does
    cracker guess guesses tries try tell tells told opens opened unlocks unlocked chest vault treasure case briefcase
    cabinet gate drawer trunk needed needs enter entered takes take made make"""
)
# A sentence with one of these words may say something of the code.
_TECHNICAL = re.compile(
    rf"\b(?:{_DIGITS}|codes?|combinations?|pins?|passcodes?|passwords?|it|its|they|them|this|that|even|odd"
    rf"|prime|sums?|adds?"
    r"|zeros?|places?|positions?|square|divisible|total|palindrom\w+|years?|dates?|birthday|letters?)\b|\d",
    re.IGNORECASE,
)


class SafeCode(Payload, kind=KIND):
    """The number of digits, whether all are different, and by clue id each guess with its digits right and in place.

    With `different`, clue 1 says so.
    """

    length: int
    different: int
    hints: Mapping[int, tuple[tuple[int, ...], int, int]]


def decompose(text: str) -> Puzzle | None:  # noqa: C901 - one step after another
    """Return a puzzle with SafeCode, or None."""
    if len(text) > _LONGEST or not _CODE.search(text):
        return None
    guesses = list(_GUESS.finditer(text))
    length = len(re.findall(r"\d", guesses[0][0])) if guesses else 0
    if len(guesses) < 2 or length not in _LENGTHS:
        return None
    clues: list[Clue] = []
    hints: dict[int, tuple[tuple[int, ...], int, int]] = {}
    different, rest = 0, text[: guesses[0].start()]
    for match, stop in zip(guesses, [*(guess.start() for guess in guesses[1:]), len(text)], strict=True):
        said, after = _said(text[match.end() : stop])
        digits = tuple(map(int, re.findall(r"\d", match[0])))
        right = _right(said, length) if len(set(digits)) == length else None
        twice = "it has a digit twice, or another number of digits"
        reason = "" if right else "the hint is not understood" if len(set(digits)) == length else twice
        quoted = f"{match[0]}: {said}"
        clues.append(Clue(id=len(clues) + 1, text=quoted, understood=right is not None, reason=reason))
        if right:
            hints[len(clues)] = (digits, *right)
        rest += f"\n{after}"
    if not hints:
        return None
    for sentence in bare_sentences(rest):
        known = _LENGTH.search(sentence)
        plain = _LENGTH.sub(" ", _DIFFERENT.sub(" ", sentence))
        unread = closed_vocabulary.unread(plain, _WORDS)
        if known and _value(known["length"]) != length:
            unread = [*unread, known[0]]
        if unread and not known and _is_scene(sentence):
            continue
        says = bool((known and known["different"]) or _DIFFERENT.search(sentence))
        if says and not unread:
            different = len(clues) + 1
        if says or unread:
            reason = closed_vocabulary.reason(unread) if unread else ""
            clues.append(Clue(id=len(clues) + 1, text=sentence, understood=not unread, reason=reason))
    payload = SafeCode(length=length, different=different, hints=hints)
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        answer_schema={"type": "string", "pattern": rf"^\d{{{length}}}$"},
        payload=payload,
    )


def _is_scene(sentence: str) -> bool:
    """Whether a sentence says nothing of the code."""
    return not _TECHNICAL.search(sentence) and sets_the_scene(sentence)


def preferred(_: Puzzle) -> str:
    """Prefer OR-Tools."""
    return "ortools"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State the digits, and what each hint says of them."""
    return emit(model(puzzle.kept(SafeCode)), framework)


def model(found: SafeCode) -> ConstraintModel:
    """State a digit per place, and for the digits of each guess whether the code has them, and in the same place."""
    digits = [Var("digit", (place,)) for place in range(found.length)]
    arrays = [Array("digit", (found.length,), 0, 9)]
    stated: list[tuple[int | None, Constraint]] = []
    if found.different:
        stated.append((found.different, AllDifferent(tuple(digits))))
    for clue, (guess, right, placed) in found.hints.items():
        has, hit = Array(f"has_{clue}", (found.length,), 0, 1), Array(f"hit_{clue}", (found.length,), 0, 1)
        arrays += [has, hit]
        for place, digit in enumerate(guess):
            stated.append((clue, _told(has.variables[place], digits, digit)))
            stated.append((clue, _told(hit.variables[place], digits[place : place + 1], digit)))
        stated.append((clue, Comparison(add(*has.variables), "==", right)))
        stated.append((clue, Comparison(add(*hit.variables), "==", placed)))
    number = add(*(times(10**place, digit) for place, digit in enumerate(reversed(digits))))
    shown = tuple((code, str(code).zfill(found.length)) for code in range(10**found.length))
    return ConstraintModel(tuple(arrays), tuple(stated), Labels(number, shown))


def _told(says: Var, digits: Sequence[Var], digit: int) -> Constraint:
    """State that a variable is 1 if one of the places has a digit, and 0 if none has."""
    somewhere = AnyOf(tuple(Comparison(place, "==", digit) for place in digits))
    nowhere = AllOf(tuple(Comparison(place, "!=", digit) for place in digits))
    return AnyOf((AllOf((Comparison(says, "==", 1), somewhere)), AllOf((Comparison(says, "==", 0), nowhere))))


def _said(after: str) -> tuple[str, str]:
    """Return the hint that follows a guess, and what comes behind it."""
    lead = re.match(r"[\s:>\u2192\u2013\u2014=|()-]*", after)
    body = after[lead.end() :] if lead else after
    end = re.search(r"[.!?;)](?=\s|$)|\n", body)
    cut = (end.start(), end.end()) if end else (len(body), len(body))
    rest = re.sub(r"(?m)^[ \t]*(?:\d{1,2}|[a-z])[.)][ \t]*$", "", body[cut[1] :])
    return re.sub(r" ?[()]|\s+", lambda gap: "," if gap[0].strip() else " ", body[: cut[0]]).strip(" ,\"'"), rest


def _right(said: str, length: int) -> tuple[int, int] | None:
    """Return how many digits of a guess are right, and how many of them are in their place; None if it is unclear."""
    read = {
        found for pattern, how in _HINTS if (match := pattern.fullmatch(said)) and (found := _found(match, how, length))
    }
    found = read.pop() if len(read) == 1 else None
    return found if found and 0 <= found[1] <= found[0] <= length else None


def _found(match: re.Match[str], how: str, length: int) -> tuple[int, int] | None:
    right = _value(match["right"], length)
    placed = match.groupdict().get("placed")
    if right is None:
        return None
    match how:
        case "well":
            return right, right
        case "badly":
            return right, 0
        case "nothing" | "wrong":
            return (0, 0) if how == "wrong" or right == 0 else None
        case "both":
            other = _value(match["other"], length)
            return None if other is None else (right + other, right)
    some = _value(placed or "", right)
    if some is None:
        return None
    return (right, some) if how == "some" else (right, right - some)


def _value(word: str, every: int = 0) -> int | None:
    plain = word.lower()
    if plain in ("none", "nothing", "no", "neither", "not one", "not a single", "not any"):
        return 0
    if plain in ("all", "every", "everything", "both"):
        return 2 if plain == "both" else every
    return int(plain) if plain.isdecimal() else NUMBER_WORDS.get(plain)
