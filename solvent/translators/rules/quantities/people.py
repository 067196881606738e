"""What belongs to people: their ages now and then, and how they share things."""

import re
from collections.abc import Iterable, Sequence

from solvent.translators.rules.quantities import deeds, mentions
from solvent.translators.rules.quantities.ages import FIND, Ages
from solvent.translators.rules.quantities.arithmetic import (
    Arithmetic,
    Said,
    listed,
    numbers,
    split,
    words_of,
)
from solvent.translators.rules.quantities.facts import (
    Asked,
    equal,
)
from solvent.translators.rules.quantities.owners import Owners
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Draft, Reading, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words
from solvent.translators.rules.text.words import NUMBER_WORDS

_N = rf"(?:\d{{1,4}}|(?:{'|'.join(NUMBER_WORDS)})(?: (?:{'|'.join(NUMBER_WORDS)}))?)"
_GET = re.compile(r"\b(?:gets?|receives?|got|received|is given|takes?|are given|will get|will receive)\b")
_HAVE = re.compile(r"\b(?:has|have|owns?|had|possess(?:es)?)\b")


def read(text: str) -> Reading | None:
    """Read a text about the ages of people, or about how they share things; None if it is not about either."""
    sentences = sentences_of(text)
    lines = [" ".join(words_of(sentence)).strip(" ,;:") for sentence in sentences]
    joined = " ; ".join(lines)
    ages = bool(re.search(r"\b(?:old|older|younger|ages?|aged)\b", joined))
    if not ages:
        lines = deeds.with_have([re.sub(r"\b(has|have)( [^;]{1,30})? got\b", r"\1\2", line) for line in lines])
    noun = "" if ages else deeds.noun(joined) or _shared(" ; ".join(lines))
    found = mentions.find(sentences, lines) if ages or noun else None
    if found is None:
        return None
    reader = Ages(found) if ages else _Shares(found, noun)
    draft, asked = Draft(), None
    for sentence, line in zip(sentences, found.lines, strict=True):
        asks = sentence.rstrip(" *_\"')").endswith("?") or FIND.match(line)
        question = reader.question(FIND.sub("what are ", line).strip(" ?")) if asks else None
        if isinstance(question, tuple):
            question, said = question
            draft.clue(sentence, said)
        elif question is not None:
            draft.note(sentence, "question")
        if question is not None:
            if asked is not None and asked != question:
                return None
            asked = question
            continue
        told = reader.told(line)
        if isinstance(told, str):
            scene = tells_nothing(sentence, found.names) or (not ages and _introduces(line, len(found.names)))
            draft.note(sentence, "story" if scene else "unread", "" if scene else told)
        elif told:
            draft.clue(sentence, told)
        else:
            draft.note(sentence, "story")
    return reader.reading(draft.lines, asked)


_DOES = r"(?:collects?|likes?|loves?|enjoys?|plays?|are|live|go|went|were|have)"
_WHO = re.compile(
    rf"(?:the )?(?:(?P<count>two|three|four|five|[2-5]) (?:[a-z]+ )?[a-z]+s|children|p\d(?:(?: ,"
    rf"|,? and) p\d)+) {_DOES}"
    r" (?P<rest>[a-z]+(?: [a-z]+){0,2})"
)


def _introduces(line: str, count: int) -> bool:
    """Whether a sentence only says who there are, and what they like to do: "three friends went fishing"."""
    found = _WHO.fullmatch(line)
    if not found or not tells_nothing(found["rest"], []):
        return False
    return not found["count"] or numbers((found["count"],)) == [count]


def _shared(text: str) -> str:
    """The noun of the things that people share: "marbles" in "share 90 marbles"; "" if there is none."""
    found = re.search(
        rf"(?:share[sd]?|split|divided?|have|has|gets?|received?|own|got) (?:a total of )?{_N} (?P<noun>[a-z]+s)\b",
        text,
    )
    found = found or re.search(rf"{_N} (?P<noun>[a-z]+s) (?:are|were|is) (?:shared|divided|split|distributed)", text)
    return found["noun"] if found and found["noun"] not in ("years", "times") else ""


_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


class _Shares(Owners):
    what = "share"

    def __init__(self, found: mentions.People, noun: str) -> None:
        super().__init__(found)
        self.noun = noun
        joined = " ; ".join(found.lines)
        had = re.search(r"\bhad\b", joined) and re.search(r"\b(?:has|have|own|owns)\b", joined)
        self.clear = not (_GET.search(joined) and _HAVE.search(joined)) and not had

    def question(self, line: str) -> Asked | None:
        asked = re.fullmatch(
            rf"how many(?: of the| of these)?(?: {self.noun})? (?:(?:does|do|did|will|has|have|had) )?(?P<who>.+?)"
            r"(?: (?:get|have|receive|own|got|has|had))?", line)  # fmt: skip
        return self.some(asked["who"].strip()) if asked else None

    def told(self, line: str) -> Said | str:
        if not self.clear:
            return "its verbs may speak of different amounts"
        found = split(tuple(line.split()), self._statement)
        if len(found) == 1:
            return found[0]
        return "it can be read in more than one way" if found else f"what it says about {self.noun} is not understood"

    def _statement(self, words: Words) -> Sequence[Said]:
        line = re.sub(r"\b(?:exactly|just|only)\b ?", "", " ".join(words))
        shared = re.fullmatch(
            rf"(?:(?:two|three|four) [a-z]+ , ?)?(?P<who>.+?) ,? ?(?:share|shared|split|divide|divided) (?:a "
            rf"total of )?(?P<n>{_N}) {self.noun}"
            rf"(?: (?:between|among) (?:them|themselves))?"
            rf"|(?P<m>{_N}) {self.noun} (?:are|were) (?:shared|divided|split|distributed) (?:out )?(?:between"
            rf"|among) (?P<among>.+)", line)  # fmt: skip
        if shared:
            who = [" ".join(each) for each in listed(tuple((shared["who"] or shared["among"]).split()))]
            everyone = {f"p{n}" for n in range(len(self.quantities))}
            amount = numbers(tuple((shared["n"] or shared["m"]).split()))
            if amount and (
                set(who) == everyone
                or who in (["they"], [f"{_COUNTS.get(len(self.quantities), 0)} {who[0].split()[-1]}"])
            ):
                return [(equal(total(self.quantities), Poly.constant(amount[0])),)]
            return ()
        line = _GET.sub("is", _HAVE.sub("is", line))
        line = re.sub(rf"\b(?:of the )?{self.noun}\b ?", "", line).strip()
        line = re.sub(r"\b(?:in total|in all|between them|altogether|all together|combined)\b", "together", line)

        def atoms(phrase: Words) -> Iterable[Poly]:
            said = re.fullmatch(r"p(\d)(?: is| does)?", " ".join(phrase))
            if said:
                yield self.quantities[int(said[1])]

        return Arithmetic(atoms, self.groups).statement(tuple(line.split()))
