"""Parts of a whole: "a third of the marbles are red, a quarter are blue, and the other 10 are green"."""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.facts import Asked, Fact, Unknown, equal, remainder
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Draft, Reading, sentences_of, tells_nothing

_WHOLE = Poly.unknown("whole")
_PLACE = r"(?: (?:in|of|on|at|from) (?:my|an?|the|her|his|our|their|this) [a-z]+(?: [a-z]+)?)?"
_FIRST = re.compile(
    r"\b(?:of (?:the|all|all the|her|his|my|our|their) |percent of the |half the )(?P<noun>[a-z]+s|people"
    r"|children|sheep|fish|pupils)\b"
)
_PART = r"(?P<part>[a-z0-9/%]+(?: [a-z0-9/%]+)?)"
_LABEL = r"(?P<label>(?!not\b|neither\b|also\b|both\b|either\b|more\b|less\b|left\b)[a-z]+)"
_ARE = r"(?:(?:are|is|were|was) )"
_ASKS = re.compile(
    r"how many (?P<label>[a-z]+ )?(?P<noun>[a-z]+) (?:are there|are|were there|were|do i have|does (?:she|he) "
    r"have)(?P<tail>.*)"
)
_ASKS_FIRST = re.compile(r"how many (?P<noun>[a-z]+) (?:are|were) there\b")
_GETS = re.compile(
    r"(?P<label>[a-z]+) (?:gets|got|receives|received|inherits|inherited|takes|took) (?P<what>.+? of them"
    r"|the (?:other|remaining|last) .+"
    r"|the (?:rest|remainder))"
)
_GETS_ASKED = re.compile(
    r"how many(?: (?P<noun>[a-z]+))? (?:does|do|did|will) (?P<label>[a-z]+) (?:get|receive|inherit|take)"
)
# "Grandpa leaves his stamps to his three grandchildren": how many get something is compared with those named
_LEAVES = re.compile(
    r"(?:(?:an?|the|my|our) )?[a-z]+ (?:leaves|left|gives|gave|shares|shared|divides|divided)(?: all)? (?:her"
    r"|his|the|their|some|my)"
    r"(?: collection of)? (?P<noun>[a-z]+) (?:to|among|between|with) (?:her|his|the|their|my)(?: (?P<n>two"
    r"|three|four|five|\d))? [a-z]+"
)
_JOINT = re.compile(r" ?, and | ?, | and ")
_LARGEST = 1000


@dataclass
class _Parts:
    noun: str
    text: str = ""
    known: dict[str, Poly] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    closed: bool = False


def read(text: str) -> Reading | None:
    """Read a text about the parts of a whole; None if it is about something else."""
    sentences = sentences_of(text)
    lines = [" ".join(words_of(sentence)).strip(" ,;:") for sentence in sentences]
    first = next((found for line in lines if (found := _FIRST.search(line))), None)
    first = first or next((found for line in lines if (found := _ASKS_FIRST.match(line))), None)
    if first is None:
        return None
    parts, draft, asked = _Parts(first["noun"], text), Draft(), None
    heirs: set[int] = set()
    for sentence, line in zip(sentences, lines, strict=True):
        if sentence.rstrip().endswith("?"):
            question = _question(line.strip(" ?"), parts)
            if question is None or (asked is not None and asked != question):
                draft.note(sentence, "unread", "the question is not understood")
            else:
                asked = question
                draft.note(sentence, "question")
            continue
        if leaves := _LEAVES.fullmatch(line):
            heirs |= {int(each) for each in number_words_of(leaves["n"])}
            if leaves["noun"] == parts.noun:
                draft.note(sentence, "story")
                continue
        facts = _told(line, parts)
        if facts is not None:
            draft.clue(sentence, facts)
        elif tells_nothing(sentence, [parts.noun, *parts.known]):
            draft.note(sentence, "story")
        else:
            draft.note(sentence, "unread", f"what it says about {parts.noun} is not understood")
    if not parts.closed or (heirs and heirs != {len(parts.known)}):
        return None
    return Reading(tuple(draft.lines), (Unknown("whole", 1),), asked)


def number_words_of(words: str | None) -> list[Fraction]:
    """The number that words say, in a list; empty if there are none."""
    found = number_words.whole((words,)) if words else None
    return [] if found is None else [found]


def _question(line: str, parts: _Parts) -> Asked | None:
    several = re.split(r" ?,? and (?=how many )", line)
    if len(several) > 1:
        read = [(_one(each, parts), each) for each in several]
        names = [_named(each, parts) for each in several]
        if any(each is None for each, _ in read) or len(set(names)) < len(names):
            return None
        return Asked({name: each.answer for name, (each, _) in zip(names, read, strict=True) if each})
    return _one(line, parts)


def _named(line: str, parts: _Parts) -> str:
    """The key in the answer of what a question asks for."""
    gets = _GETS_ASKED.fullmatch(line)
    found = _ASKS.fullmatch(line)
    label = gets["label"] if gets else ((found["label"] or "").strip() if found else "") or parts.noun
    return next(iter(re.findall(rf"\b{re.escape(label)}\b", parts.text, re.IGNORECASE)), label)


def _one(line: str, parts: _Parts) -> Asked | None:
    if gets := _GETS_ASKED.fullmatch(line):
        return (
            Asked(parts.known[gets["label"]])
            if gets["label"] in parts.known and gets["noun"] in (None, parts.noun)
            else None
        )
    found = _ASKS.fullmatch(line)
    if found is None or found["noun"] != parts.noun:
        return None
    if not re.fullmatch(
        rf"(?: (?:there|altogether|in all|in total))*{_PLACE}(?: altogether| in all| in total)?", found["tail"]
    ):
        return None
    label = (found["label"] or "").strip()
    if not label:
        return Asked(_WHOLE)
    return Asked(parts.known[label]) if label in parts.known else None


def _told(line: str, parts: _Parts) -> list[Fact] | None:
    """Read a sentence, part by part; None if one is not understood."""
    noun, found = parts.noun, []
    for each in _JOINT.split(line):
        gets = _GETS.fullmatch(each)
        clause = f"{gets['what']} are {gets['label']}" if gets else each
        share = re.fullmatch(
            rf"{_PART}(?: of| of all)?(?: the| her| his| my| our| their| all)?(?: {noun}{_PLACE})? {_ARE}{_LABEL}",
            clause,
        )
        share = (
            share
            or re.fullmatch(rf"{_PART} of them {_ARE}{_LABEL}", clause)
            or re.fullmatch(rf"{_PART} {_LABEL}", clause)
        )
        rest = re.fullmatch(
            rf"the (?:other|remaining|last) (?P<n>\w+(?: \w+)?)(?: {noun}| ones)? {_ARE}{_LABEL}"
            rf"|the (?:rest|others|remainder) {_ARE}(?:all )?(?P<rest>[a-z]+)|the (?:remaining"
            rf"|other) {noun} {_ARE}(?P<noun>[a-z]+)", clause)  # fmt: skip
        if rest:
            amount = number_words.whole(tuple(rest["n"].split())) if rest["n"] else None
            label = rest["label"] or rest["rest"] or rest["noun"]
            if parts.closed or not parts.known or label in parts.known or (rest["n"] and amount is None):
                return None
            left = _WHOLE - total(parts.known.values())
            parts.known[label], parts.closed = left, True
            if amount is not None:
                found.append(equal(left, Poly.constant(amount)))
            continue
        label = share["label"] if share else ""
        factor = number_words.factor(tuple(share["part"].split())) if share else None
        count = number_words.whole(tuple(share["part"].split())) if share else None
        if factor is not None and factor < 1 and label not in parts.known:
            parts.known[label] = _WHOLE.times(factor)
            if factor.denominator > _LARGEST:
                return None
            found.append(remainder(_WHOLE, factor.denominator, 0))
        elif count is not None and label in parts.known:
            found.append(equal(parts.known[label], Poly.constant(count)))
        elif count is not None and label and not parts.closed:
            parts.known[label] = Poly.constant(count)
        else:
            return _counted(clause, parts)
    return found


def _counted(clause: str, parts: _Parts) -> list[Fact] | None:
    """Read "there are 10 green marbles"."""
    count = re.fullmatch(rf"there are (?P<n>\w+(?: \w+)?) (?P<label>[a-z]+) (?:{parts.noun}|ones)", clause)
    amount = number_words.whole(tuple(count["n"].split())) if count else None
    if count is None or amount is None or count["label"] not in parts.known:
        return None
    return [equal(parts.known[count["label"]], Poly.constant(amount))]
