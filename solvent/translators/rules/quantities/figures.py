"""Numbers: "two numbers have the sum 20", "a two-digit number whose digits ...", "leaves a remainder of 1"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from solvent.translators.rules.quantities import changes, groupings
from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, numbers, split, words_of
from solvent.translators.rules.quantities.facts import (
    ONE,
    OTHER,
    Asked,
    Fact,
    Unknown,
    compared,
    equal,
    grounded,
    remainder,
)
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Draft, Reading, confirms, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words
from solvent.translators.rules.text.words import NUMBER_WORDS

_KIND = r"(?:whole|positive|natural|consecutive|even|odd|different|distinct|unequal|non zero)"
_COUNT = r"(?:two|three|four|five|2|3|4|5)"
_SEVERAL = re.compile(rf"\b(?:the )?(?P<count>{_COUNT}) (?P<kinds>(?:{_KIND}(?: and| ,)? )*)(?:numbers|integers)\b")
_SINGLE = re.compile(
    rf"\b(?:an?|some|the|my|this|one|certain|which|what)(?: certain)? (?:(?P<sense>smallest|lowest|least|largest"
    rf"|biggest"
    rf"|greatest|highest) (?:possible )?)?(?P<kinds>(?:(?:{_KIND}|(?P<digits>two|three|four|2|3|4) "
    rf"digit(?:ed)?) ?,? ?)*)"
    r"(?:number|integer)\b(?! of (?!digits))"
)
_REFERS = re.compile(
    r"\b(?:(?:the|these|those|both|my|your)(?: (?:two|three|four|both))? (?:numbers|integers)|the two|both of them)\b"
)
_RELATIVE = re.compile(
    r"(?:,|and|but)? (?:(?P<whose>whose|with)|(?P<that>that|which)|such that|so that|where|satisfying)\b"
)
_THINKS = re.compile(
    r"^(?:(?:i|we|you) (?:am|are)? ?(?:think|thinking|thought|have thought) of|there (?:are|is)|find|determine"
    r"|give|name"
    r"|state|work out|can you find|what (?:are|is)|which (?:are|is)|consider|take|i have|let us (?:take|call)) "
)
_ASKS_ALL = re.compile(
    r"^(?:(?:what|which) (?:are|were) (?:they|the numbers|these|the numbers i am thinking of)|(?:please "
    r")?(?:find|determine"
    r"|name|give|work out|state|calculate) (?:them|the numbers|them both|both)|what are the numbers)$"
)
_ASKS_ONE = re.compile(
    r"^(?:(?:what|which)(?: number)? (?:is|was) (?:it|that|this|the number|the number (?:that )?i (?:am|was) "
    r"thinking of)"
    r"|(?:what|which)(?: number)? (?:am i|was i) (?:thinking of)?|(?:what|which)(?: number)? did i think of"
    r"|(?:please )?(?:find|determine|name|give|work out|state|calculate) (?:it|the number))$"
)
_ASKS = re.compile(
    r"^(?:what|which)(?: number)? (?:is|was) (?P<what>.+)$|^(?:find|determine"
    r"|calculate) (?P<find>.+)$"
)
_TWO = re.compile(r"^(?:if )?one number\b.*\b(?:another|the other)\b")
_PROPERTIES = re.compile(r"the number (?:has|with) (?:these|the following|all these) (?:properties|features)")
_NTH = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "fifth": 4}
_PLACES = {"ones": 0, "one": 0, "unit": 0, "units": 0, "last": 0, "final": 0, "ten": 1, "tens": 1, "hundred": 2,
           "hundreds": 2, "thousands": 3}  # fmt: skip
_OF_IT = r"(?: of (?:it|the number|this number))?"
_TURNED = re.compile(
    r"(?:the|its) (?:reversed number|reverse|reversal)|the number with (?:its|the) digits reversed"
    r"|the number (?:obtained|formed|you get) (?:by|when|from) reversing (?:its|the) digits"
)
_HIGH = "larger bigger greater largest biggest greatest highest higher".split()  # noqa: SIM905
_LOW = "smaller lesser smallest lowest lower least".split()  # noqa: SIM905
_ITSELF = ["it", "the number", "this number", "that number", "the original number", "my number", "itself"]


@dataclass
class _World:
    """What has been declared so far: how many numbers, of what kinds, with how many digits."""

    count: int = 0
    kinds: tuple[str, ...] = ()
    digits: int = 0
    sense: Literal["", "minimize", "maximize"] = ""
    noun: str = "number"
    ordered: bool = False
    ranked: bool = False
    running: Poly | None = None
    facts: list[Fact] = field(default_factory=list)

    @property
    def numbers(self) -> tuple[Poly, ...]:
        return tuple(Poly.unknown(f"number {n + 1}") for n in range(self.count))

    @property
    def places(self) -> tuple[Poly, ...]:
        """The digits of the number, the first one first."""
        return tuple(Poly.unknown(f"digit {n + 1}") for n in range(self.digits))


def read(text: str) -> Reading | None:
    """Read a text about numbers; None if it declares none."""
    world, draft = _World(), Draft()
    sentences = sentences_of(text)
    counted = groupings.thing(sentences)
    if counted:
        world.count, world.noun = 1, counted
    else:
        _declare(world, sentences)
    if not world.count:
        return None
    asked: Asked | None = None
    for sentence in sentences:
        line = " ".join(words_of(sentence)).strip(" ,;:")
        found = _sentence(line, sentence, world)
        if isinstance(found, Asked) or (isinstance(found, tuple) and isinstance(found[0], Asked)):
            question, said = (found, ()) if isinstance(found, Asked) else found
            if asked is not None and asked != question:
                draft.note(sentence, "unread", "a second question")
                continue
            asked = question
            if said:
                draft.clue(sentence, said)
            else:
                draft.note(sentence, "question")
        elif isinstance(found, str):
            story = not found or confirms(sentence)
            draft.note(sentence, "story" if story else "unread", "" if story else found)
        else:
            draft.clue(sentence, found)
    if world.ordered and world.ranked:
        return None  # the first and the larger one: which is the larger is not known
    group = [f"number {n + 1}" for n in range(world.count)]
    lines = tuple(
        type(line)(line.text, line.role, tuple(grounded(fact, group) for fact in line.facts), line.reason)
        for line in draft.lines
    )
    assumed = ("the number is a positive whole number",) if world.sense and not world.digits else ()
    return Reading(lines, tuple(_unknowns(world)), asked, _whole(world), assumed=assumed, always=tuple(_always(world)))


def _whole(world: _World) -> Literal["whole", "open"]:
    kinds = {"whole", "natural", "consecutive", "even", "odd", "integers"}
    return "whole" if world.digits or world.noun != "number" or kinds & set(world.kinds) else "open"


def _declare(world: _World, sentences: Sequence[str]) -> None:
    lines = [" ".join(words_of(sentence)) for sentence in sentences]
    for line in lines:
        if several := _SEVERAL.search(line):
            count = several["count"]
            world.count = int(count) if count.isdecimal() else NUMBER_WORDS[count]
            world.kinds = tuple(re.findall(_KIND, several["kinds"]))
            if "integers" in several[0]:
                world.kinds += ("integers",)
            return
    for line in lines:
        if _TWO.search(line):
            world.count = 2
            return
        if single := _SINGLE.search(line):
            world.count = 1
            world.kinds = tuple(re.findall(_KIND, single["kinds"]))
            if "integer" in single[0]:
                world.kinds += ("integers",)
            if single["digits"]:
                world.digits = int(single["digits"]) if single["digits"].isdecimal() else NUMBER_WORDS[single["digits"]]
            sense = single["sense"] or ""
            if sense:
                world.sense = "minimize" if sense in ("smallest", "lowest", "least") else "maximize"
            return


def _unknowns(world: _World) -> Iterable[Unknown]:
    low = 1 if {"positive", "natural"} & set(world.kinds) or world.noun != "number" else None
    low = 1 if low is None and world.sense == "minimize" else low
    low = 0 if low is None and "whole" in world.kinds else low
    if world.digits:
        yield from (Unknown(f"digit {n + 1}", int(n == 0), 9) for n in range(world.digits))
        yield Unknown("number 1", 10 ** (world.digits - 1), 10**world.digits - 1)
        return
    yield from (Unknown(f"number {n + 1}", low) for n in range(world.count))


def _always(world: _World) -> Iterable[Fact]:
    numbers, kinds = world.numbers, set(world.kinds)
    if world.digits:
        value = total(digit.times(10**n) for n, digit in enumerate(reversed(world.places)))
        yield equal(numbers[0], value)
    for one, other in pairwise(numbers):
        if "consecutive" in kinds:
            yield equal(other, one + Poly.constant(2 if {"even", "odd"} & kinds else 1))
        elif not world.ordered:
            yield compared(one, "<" if {"different", "distinct", "unequal"} & kinds else "<=", other)
    if {"even", "odd"} & kinds:
        yield from (remainder(each, 2, int("odd" in kinds)) for each in numbers)


Found = Asked | tuple[Asked, Said] | Said | str


def _sentence(line: str, sentence: str, world: _World) -> Found:
    """Read a sentence: a question, one with statements, statements, or why it is not understood; "" for a story."""
    plain = line.replace(" ?", "")
    if world.noun != "number":
        return _counted(plain, sentence, world)
    line = _referring(plain, world)
    if _ASKS_ALL.match(line):
        return _all(world) if world.count > 1 else "the text speaks of one number"
    if world.count == 1 and (_ASKS_ONE.match(line) or _ASKS_ONE.match(plain) or _PROPERTIES.fullmatch(line)):
        return _all(world)
    asks = bool(sentence.rstrip().endswith("?") or re.match(r"(?:find|determine|give|name|what|which)\b", line))
    head = re.match(rf"(?:{_THINKS.pattern[1:]})?(?P<what>the numbers?)(?P<rest> .*)?$", line)
    if head and not head["rest"]:
        return _all(world) if asks and not re.match(r"(?:i|there)\b", line) else ""
    relative = _RELATIVE.match(head["rest"]) if head else None
    if head and relative:
        said = _clauses(head["rest"][relative.end() :], relative, world)
        return _with_question(_told(said, world), world) if asks else _told(said, world)
    if asks:
        return _question(line, world)
    thought = _THINKS.match(line)
    return _told(line[thought.end() :] if thought else line, world)


def _referring(line: str, world: _World) -> str:
    """Write a line with plain words for the numbers that it declares or refers to."""
    if world.count > 1:
        line = _SEVERAL.sub("the numbers", line, count=1)
    elif not _SEVERAL.search(line):
        line = _SINGLE.sub("the number", line, count=1)
    line = _REFERS.sub("the numbers", line)
    line = re.sub(r"\btheir (sum|product|difference|total)\b", r"the \1 of the numbers", line)
    line = re.sub(r"\bthe (sum|product|difference) (?=is\b)", r"the \1 of the numbers ", line)
    line = re.sub(r"\b(?:the|its) digit sum\b", "the sum of its digits", line)
    line = re.sub(r"\bit is an? \w+ looking number ,? ?(?:and|but) ", "", line)
    line = re.sub(r"\bhas a digit sum of\b", "and its digits add up to", line)
    line = re.sub(r"\band (?=(?:becomes|gets|increases|decreases)\b)", "and it ", line)
    return re.sub(r"(?:and )?has an? (\w+) digit (?:that|which) is\b", r"and its \1 digit is", line)


def _with_question(told: Said | str, world: _World) -> Found:
    return told if isinstance(told, str) else (_all(world), told)


def _clauses(rest: str, relative: re.Match[str], world: _World) -> str:
    """Turn relative clauses into statements: "that is even and whose digits" to "it is even and its digits"."""
    it, them = ("the numbers", "their") if world.count > 1 else ("it", "its")
    start = them if relative["whose"] and "whose" in relative[0] else it + " have" if relative["whose"] else ""
    start = it if relative["that"] else start
    rest = re.sub(r"\b(and|but|,) whose\b", rf"\1 {them}", f"{start} {rest.strip()}".strip())
    rest = re.sub(r"\b(and|but|,) (?:that|which)\b", rf"\1 {it}", rest)
    rest = re.sub(r"\btheir (sum|product|difference|total)\b", r"the \1 of the numbers", rest)
    return re.sub(r"(?:,|and) (?=(?:a )?remainder of\b)", f", {it} leaves ", rest)


def _all(world: _World) -> Asked:
    return Asked(list(world.numbers)) if world.count > 1 else Asked(world.numbers[0], world.sense)


def _question(line: str, world: _World) -> Found:
    if world.count == 1 and re.match(r"the number (?:is|has|leaves|equals|can|and)\b", line):
        return _with_question(_told(re.sub(r"^the number and (?=its)", "", line), world), world)
    match = _ASKS.match(line)
    what = (match["what"] or match["find"]) if match else ""
    what = re.sub(r" of (?:them|the numbers)$", "", what)
    read = _arithmetic(world).quantity(tuple(what.split())) if what else ()
    if len(read) == 1 and read[0].unknowns and not read[0].unknowns & {ONE, OTHER}:
        return Asked(read[0])
    return "the question is not understood"


def _told(line: str, world: _World) -> Said | str:
    """Read statements."""
    ordinary = _arithmetic(world)
    line = _others(line, world)
    line = re.sub(r"(?:,|and) (?=(?:a )?remainder of\b)", ", it leaves ", line)
    words = tuple(line.split())
    changed = changes.apply(line, world.running or (world.numbers[0] if world.count == 1 else None), ordinary)
    if changed is not None:
        world.running, said = changed
        return said or ""

    def statement(part: Words) -> Sequence[Said]:
        turned = changes.reversal(" ".join(part), world.numbers[0], _reversed(world)) if world.digits else None
        return [(turned,)] if turned else ordinary.statement(part)

    found = split(words, statement)
    if len(found) == 1:
        return found[0]
    return "it can be read in more than one way" if found else changes.stopped(words, ordinary)


def _others(line: str, world: _World) -> str:
    """Name the other digits, or numbers, in "its last digit is the sum of the other two"."""
    subject = re.match(r"(?:its|the) (\w+) digit\b", line)
    if not subject or "the other" not in line or not world.digits:
        return line
    at = _place(subject[1], world.digits)
    names = [f"the {list(_NTH)[2 * n] if n < 3 else 'fourth'} digit" for n in range(world.digits) if n != at]
    return re.sub(r"the other(?: two| three)?(?: digits)?", " and ".join(names), line)


def _counted(line: str, sentence: str, world: _World) -> Found:
    """Read a sentence about things that are put into groups, of which some are left over."""
    number, noun = world.numbers[0], world.noun
    if sense := groupings.asks(line, noun):
        return Asked(number, "minimize" if sense == "smallest" else "")
    if groupings.introduces(line, noun):
        return ""
    found = groupings.facts(line, noun, number)
    if found is not None:
        return tuple(found)
    return "" if tells_nothing(sentence, [noun]) else "it is not understood"


def _reversed(world: _World) -> Poly | None:
    return total(digit.times(10**n) for n, digit in enumerate(world.places)) if world.digits else None


def _place(word: str, digits: int) -> int | None:
    """The index of a digit that a word names."""
    if word in _NTH and _NTH[word] < digits:
        return _NTH[word]
    if word == "middle" and digits == 3:
        return 1
    return digits - 1 - _PLACES[word] if word in _PLACES and _PLACES[word] < digits else None


def _arithmetic(world: _World) -> Arithmetic:
    def atoms(words: Words) -> Iterable[Poly]:
        phrase = " ".join(words)
        return _of_one(phrase, world) if world.count == 1 else _of_several(phrase, world)

    def groups(words: Words) -> Iterable[tuple[Poly, ...]]:
        phrase = " ".join(words)
        if world.count > 1 and phrase in ("the numbers", "they", "them", "their", "all the numbers", "all of them"):
            yield world.numbers
        if world.digits and re.fullmatch(
            rf"(?:its|the|all|all its|all the)(?: (?:two|three|four))? digits{_OF_IT}", phrase
        ):
            yield world.places

    return Arithmetic(atoms, groups, lambda words: () if words == ("one",) and world.count > 1 else numbers(words))


def _of_one(phrase: str, world: _World) -> Iterable[Poly]:
    """What a phrase may mean where there is one number: the number, one of its digits, what came of it so far."""
    if phrase in _ITSELF:
        yield world.numbers[0]
    if phrase in ("the result", "the answer", "the outcome") and world.running is not None:
        yield world.running
    digit = re.fullmatch(rf"(?:its|the) (\w+) digit{_OF_IT}", phrase)
    at = _place(digit[1], world.digits) if digit else None
    if at is not None:
        yield world.places[at]
    if world.digits and _TURNED.fullmatch(phrase):
        yield _reversed(world) or Poly(())


def _of_several(phrase: str, world: _World) -> Iterable[Poly]:
    """What a phrase may mean where there are several numbers: the first, the largest, one, the other."""
    numbers = world.numbers
    nth = re.fullmatch(r"the (\w+)(?: number| one| integer)?(?: of (?:the numbers|them))?", phrase)
    word = nth[1] if nth else ""
    if _NTH.get(word, world.count) < world.count:
        world.ordered = True
        yield numbers[_NTH[word]]
    elif word in (*_HIGH, *_LOW) or (word == "middle" and world.count == 3):
        world.ranked = True
        yield numbers[-1 if word in _HIGH else 0 if word in _LOW else 1]
    if world.count == 2 and re.fullmatch(r"one(?: number)?(?: of (?:them|the numbers))?|a number", phrase):
        yield Poly.unknown(ONE)
    if world.count == 2 and re.fullmatch(r"the other(?: number| one)?|another(?: number)?", phrase):
        yield Poly.unknown(OTHER)
