"""What belongs to people: their ages now and then, and how they share things."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from solvent.translators.rules.quantities import deeds, mentions
from solvent.translators.rules.quantities.arithmetic import (
    Arithmetic,
    Said,
    listed,
    numbers,
    only_meaning,
    split,
    words_of,
)
from solvent.translators.rules.quantities.facts import (
    ONE,
    OTHER,
    Asked,
    Unknown,
    compared,
    equal,
    grounded,
)
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Draft, Line, Reading, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words
from solvent.translators.rules.text.words import NUMBER_WORDS

_N = rf"(?:\d{{1,4}}|(?:{'|'.join(NUMBER_WORDS)})(?: (?:{'|'.join(NUMBER_WORDS)}))?)"
_TIME = re.compile(
    rf"\b(?:(?P<ago>{_N}|how many) years? (?:ago|earlier)|in (?P<in>{_N}|how many) (?:more )?years?(?: time)?(?: "
    rf"'s time)?"
    rf"|(?P<hence>{_N}|how many) years? (?:from now|hence|later)|after (?P<after>{_N}) years|(?P<now>now|today"
    rf"|currently"
    r"|at present|at the moment|presently)|(?P<last>last year)|(?P<next>next year))\b"
)
_WAS, _IS, _WILL = r"(?:was|were)", r"(?:is|are|am)", r"(?:will be|shall be|will|would be)"
_VERB = re.compile(rf"\b(?:(?P<will>{_WILL})|(?P<was>{_WAS})|(?P<is>{_IS}))\b")
_FIND = re.compile(r"^(?:please )?(?:find|determine|calculate|work out|give|state) (?=their\b|the ages\b|p\d)")
_GET = re.compile(r"\b(?:gets?|receives?|got|received|is given|takes?|are given|will get|will receive)\b")
_HAVE = re.compile(r"\b(?:has|have|owns?|had|possess(?:es)?)\b")
_SHARE = re.compile(
    r"\b(?:share|shared|divide|divided|split|distributed?|are (?:shared|divided|split"
    r"|distributed))\b"
)


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
    reader = _Ages(found) if ages else _Shares(found, noun)
    draft, asked = Draft(), None
    for sentence, line in zip(sentences, found.lines, strict=True):
        asks = sentence.rstrip(" *_\"')").endswith("?") or _FIND.match(line)
        question = reader.question(_FIND.sub("what are ", line).strip(" ?")) if asks else None
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


class _People:
    """Reads sentences about a quantity that each of some people has."""

    def __init__(self, found: mentions.People) -> None:
        self.found = found
        self.quantities = tuple(Poly.unknown(f"{self.what} {n + 1}") for n in range(len(found.names)))
        self.extra: list[Unknown] = []

    what = "quantity"
    low = 0

    def all(self) -> Asked:
        names = self.found.names
        if self.found.anonymous:
            return Asked(list(self.quantities))
        return Asked(dict(zip(names, self.quantities, strict=True)))

    def some(self, phrase: str) -> Asked | None:
        """The people named in "p0", "p0 and p1", "each of them"."""
        if re.fullmatch(
            r"(?:they|each|each of them|each one|everyone|the (?:two|three|four)|each (?:child|person|one|friend"
            r"|boy|girl|brother|sister|of the \w+)|all of them|both|both of them)",
            phrase,
        ):
            return self.all()
        items = [" ".join(each) for each in listed(tuple(phrase.split()))]
        if items and all(re.fullmatch(r"p\d", each) for each in items):
            known = {self.found.names[int(each[1:])]: self.quantities[int(each[1:])] for each in items}
            return Asked(known) if len(known) > 1 else Asked(next(iter(known.values())))
        return None

    def groups(self, words: Words) -> Iterable[tuple[Poly, ...]]:
        if " ".join(words) in (
            "they",
            "all of them",
            "both",
            "both of them",
            "the two",
            "them",
            "all three",
            "the three",
        ):
            yield self.quantities

    def reading(self, lines: Sequence[Line], asked: Asked | None) -> Reading:
        names = [f"{self.what} {n + 1}" for n in range(len(self.quantities))]
        done = tuple(
            Line(line.text, line.role, tuple(grounded(fact, names) for fact in line.facts), line.reason)
            for line in lines
        )
        order = pairwise(self.quantities) if self.found.anonymous else ()
        always = tuple(compared(one, "<=", other) for one, other in order)
        unknowns = (*(Unknown(name, self.low) for name in names), *self.extra)
        return Reading(done, unknowns, asked, self.whole, always=always)

    whole: Literal["whole", "open"] = "whole"

    def question(self, line: str) -> Asked | tuple[Asked, Said] | None:
        raise NotImplementedError

    def told(self, line: str) -> Said | str:
        raise NotImplementedError


class _Ages(_People):
    what = "age"
    whole: Literal["whole", "open"] = "open"

    def question(self, line: str) -> Asked | tuple[Asked, Said] | None:
        line = re.sub(r"^(?:so|and|then) ,? ?", "", line)
        unknown = re.search(r"\bhow many years\b", line)
        if unknown:
            return self._when(line)
        times = list(_TIME.finditer(line))
        shift = _shift(times[0]) if len(times) == 1 else Poly(()) if not times else None
        plain = re.sub(r"\s+", " ", _TIME.sub(" ", line)).strip(" ,")
        old = re.fullmatch(
            r"how old (?:(?:is|are|am|was|were) (?P<who>.+?)|will (?P<will>.+?) be)|what (?:is|are|was|were) (?:"
            r"(?P<whose>p\d) 's (?:present |current )?age|their (?:present |current )?ages|the (?:present "
            r"|current )?ages? of (?P<of>.+?))",
            plain,
        )  # fmt: skip
        asked = (
            self.some(old["who"] or old["will"] or old["whose"] or old["of"] or "they")
            if old and shift is not None
            else None
        )
        if asked is None or shift is None or not shift.terms:
            return asked
        answer = asked.answer
        if isinstance(answer, dict):
            return Asked({name: each + shift for name, each in answer.items()})
        return Asked([each + shift for each in answer] if isinstance(answer, list) else answer + shift)

    def _when(self, line: str) -> tuple[Asked, Said] | None:
        """Read "in how many years will p0 be twice as old as p1"."""
        ask = re.match(r"(?:in|after) how many years will (?P<will>p\d|they) be (?P<rest>.+)$"
                       r"|how many years ago was (?P<was>p\d) (?P<then>.+)$", line)  # fmt: skip
        if not ask:
            return None
        years = Poly.unknown("years")
        self.extra.append(Unknown("years", 0))
        said = split(
            tuple(f"{ask['will'] or ask['was']} is {ask['rest'] or ask['then']}".split()),
            self._arithmetic(years if ask["will"] else years.times(-1)).statement,
        )
        return (Asked(years), said[0]) if len(said) == 1 else None

    def told(self, line: str) -> Said | str:
        return only_meaning(line, self._statement)

    def _statement(self, words: Words) -> Sequence[Said]:
        line = " ".join(words)
        if self.found.anonymous:
            line = re.sub(r"\bthe (?:older|elder)(?: one)?\b", f"p{len(self.quantities) - 1}", line)
            line = re.sub(r"\bthe younger(?: one)?\b", "p0", line)
        line = re.sub(r"\b(?:exactly|just|only|already)\b ?", "", line)
        line, shift, ok = self._timed(_second_tense(line))
        if not ok:
            return ()
        line = re.sub(r"\bthen\b ?", "", line) if shift.terms else line
        line = _VERB.sub("is", line)
        line = re.sub(r"\b(?:the )?ages of they\b", "their ages", line)
        line = re.sub(r"\bthe (sum|difference|total) (?:of|between|in) (?:their|the) ages\b", r"the \1 of they", line)
        line = re.sub(
            r"\btheir (?:combined|total) ages?\b|\bthe sum of their ages\b|\btheir ages together\b",
            "the sum of they",
            line,
        )
        line = re.sub(r"\bthe (?:combined|total) age of (?=p\d)", "the sum of ", line)
        line = re.sub(r"\b(?:their|both|all|the) ages\b(?! of)|\bthe ages of (?=they\b)", "they", line).replace(
            "they they", "they"
        )
        line = re.sub(r"\bthe ages of (?=p\d|they\b)", "", line)
        line = re.sub(r"\b(p\d) 's age\b", r"\1", line)
        line = re.sub(r"\b(p\d) is (?:aged? )?(\w+(?: \w+)?) years old\b", r"\1 is \2", line)
        return self._arithmetic(shift).statement(tuple(line.split()))

    def _timed(self, line: str) -> tuple[str, Poly, bool]:
        """Take the time out of a statement: what is left of it, how many years from now, and whether that is clear."""
        times = list(_TIME.finditer(line))
        verbs = [match.lastgroup for match in _VERB.finditer(line)]
        tense = verbs[0] if verbs else "is"
        if not verbs and re.search(r"\badd(?:s|ed)? up\b|\btotal\b", line):
            tense = "was" if "added" in line else "is"
        outer = [each for each in times if not self._inner(line, each, tense or "is")]
        if len(outer) > 1:
            return line, Poly(()), False
        shift = _shift(outer[0]) if outer else Poly(())
        if shift is None:
            return line, Poly(()), False
        years = shift.value or Fraction(0)
        future = tense == "will" or re.search(r"\bwill (?:add|total)\b", line) is not None
        if ((years < 0) != (tense == "was")) or ((years > 0) != future):
            return line, shift, False
        for each in outer:
            line = f"{line[: each.start()]} {line[each.end() :]}"
        line = re.sub(r"\bwill (?=add|total)", "", line)
        return re.sub(r"\s+", " ", line).strip(" ,"), shift, True

    def _inner(self, line: str, time: re.Match[str], tense: str) -> bool:
        """Whether a time belongs to the second of two ages: "... as Bob was 5 years ago", "... as Ann is now"."""
        before = re.search(r"\b(?:as|than|when) .*?p\d (?P<verb>was|were|is|are|am|will be)\s*$", line[: time.start()])
        kind = _VERB.match(before["verb"]) if before else None
        return kind is not None and kind.lastgroup != tense

    def _arithmetic(self, shift: Poly) -> Arithmetic:
        def constants(words: Words) -> Iterable[Fraction]:
            if words[-2:] == ("years", "old"):
                words = words[:-2]
            elif words[-1:] in (("years",), ("year",)):
                words = words[:-1]
            return [] if self.found.anonymous and words == ("one",) else numbers(words)

        return Arithmetic(
            lambda words: self._atoms(" ".join(words), shift),
            lambda words: [tuple(each + shift for each in some) for some in self.groups(words)],
            constants,
        )

    def _atoms(self, phrase: str, shift: Poly) -> Iterable[Poly]:
        """The ages that a phrase may mean, if the sentence speaks of the time in `shift` years."""
        if self.found.anonymous and phrase in ("one", "one of them"):
            yield Poly.unknown(ONE) + shift
        if self.found.anonymous and phrase in ("the other", "the other one"):
            yield Poly.unknown(OTHER) + shift
        if re.fullmatch(r"p\d(?: is)?", phrase):
            yield self.quantities[int(phrase[1])] + shift
        if present := re.fullmatch(r"p(\d) (?:is (?:now|today|currently)|'s (?:present|current) age)", phrase):
            yield self.quantities[int(present[1])]
        inner = re.fullmatch(r"p(\d) is (.+)", phrase)
        time = _TIME.fullmatch(inner[2]) if inner else None
        own = _shift(time) if time else None
        if inner and own is not None and own.terms:
            yield self.quantities[int(inner[1])] + own
        if when := re.fullmatch(r"p(\d) is when p(\d) is as old as p(\d) is(?: now)?", phrase):
            who, then, now = (self.quantities[int(each)] for each in when.groups())
            yield who + now - then


def _second_tense(line: str) -> str:
    """Settle when the second of two ages is meant: "will be as old as she is" is about now, "as she is then" is not."""
    main = _VERB.search(line)
    second = re.search(
        rf"\b(?P<than>as|than) (?P<who>p\d) (?P<verb>{_WAS}|{_IS}|{_WILL})(?P<then> then)?(?=$| ,| and\b)", line
    )
    if not main or not second or second.start() < main.end():
        return line
    kind = _VERB.fullmatch(second["verb"])
    if second["then"] or (kind and kind.lastgroup == main.lastgroup):
        said = second["who"]
    else:
        said = f"{second['who']} is now" if kind and kind.lastgroup == "is" else second[0]
        said = said.removeprefix(f"{second['than']} ")
    return f"{line[: second.start()]}{second['than']} {said}{line[second.end() :]}"


def _shift(time: re.Match[str]) -> Poly | None:
    if time["now"]:
        return Poly(())
    if time["last"] or time["next"]:
        return Poly.constant(-1 if time["last"] else 1)
    said = time["ago"] or time["in"] or time["hence"] or time["after"]
    found = numbers(tuple(said.split()))
    return Poly.constant(found[0] * (-1 if time["ago"] else 1)) if found else None


_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


class _Shares(_People):
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
