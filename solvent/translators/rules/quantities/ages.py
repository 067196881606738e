"""The ages of people, now and then."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from solvent.translators.rules.quantities import mentions
from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, numbers, only_meaning, split
from solvent.translators.rules.quantities.clauses import Found, Theme, lines_of
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import (
    ONE,
    OTHER,
    Asked,
    Fact,
    Relation,
    Unknown,
    equal,
)
from solvent.translators.rules.quantities.owners import Owners
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading
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
FIND = re.compile(r"^(?:please )?(?:find|determine|calculate|work out|give|state) (?=their\b|the ages\b|p\d)")


def read(text: str) -> Reading | None:
    """Read a text about the ages of people clause by clause, leaving out what only describes."""
    if not re.search(r"\b(?:old|older|younger|ages?|aged)\b", text):
        return None
    written = lines_of(text)
    found = mentions.find([sentence for sentence, _ in written], [line for _, line in written])
    if found is None:
        return None
    reader = Ages(found)
    said: list[Fact] = []

    def statement(clause: str) -> Said | None:
        told = reader.told(clause)
        return None if isinstance(told, str) else told

    def question(match: re.Match[str], _: object) -> Found:
        asked = reader.question(FIND.sub("what are ", match[0]))
        if not isinstance(asked, tuple):
            return asked
        said.extend(asked[1])
        return asked[0]

    forms = (
        (
            r"(?:so |and )?(?:how|what|in how many|after how many|find|work out|calculate|determine)\b.*",
            question,
        ),
    )
    told_by = read_clauses(text, Theme(forms, lambda: reader, ["age", "year"], statement), found.lines)
    if told_by is None:
        return None
    reading = reader.reading(told_by[0].lines, told_by[0].asked)
    return replace(reading, always=(*reading.always, *said))


class Ages(Owners):
    what = "age"
    whole: Literal["whole", "open"] = "open"

    def question(self, line: str) -> Asked | tuple[Asked, Said] | None:
        line = re.sub(r"^(?:so|and|then) ,? ?", "", line)
        line = re.sub(r"^(?:find|work out|calculate|determine|give) (?=the ages?|their|p\d)", "what are ", line)
        line = re.sub(r"^how old 's\b", "how old is", line)
        unknown = re.search(r"\bhow many years\b", line)
        if unknown:
            return self._when(line)
        times = list(_TIME.finditer(line))
        shift = _shift(times[0]) if len(times) == 1 else Poly(()) if not times else None
        plain = re.sub(r"\s+", " ", _TIME.sub(" ", line)).strip(" ,")
        old = re.fullmatch(
            r"what age (?:is|are|was|were|will) (?P<aged>.+?)(?: be)?|how old (?:(?:is|are|am|was|were) "
            r"(?P<who>.+?)|will (?P<will>.+?) be)|what (?:is|are|was|were) (?:"
            r"(?P<whose>p\d) 's (?:present |current )?age|their (?:present |current )?ages|the (?:present "
            r"|current )?ages? of (?P<of>.+?))",
            plain,
        )  # fmt: skip
        asked = (
            self.some(old["who"] or old["aged"] or old["will"] or old["whose"] or old["of"] or "they")
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
        if (born := _BORN.fullmatch(line)) and (years := numbers(tuple((born["n"] or born["n2"]).split()))):
            older, younger = (self.quantities[int(each)] for each in (born["a"] or born["a2"], born["b"] or born["b2"]))
            return [(equal(older, younger + Poly.constant(years[0])),)]
        if supposed := _SUPPOSED.fullmatch(line):
            return self._supposed(supposed)
        line = re.sub(r"\bages of (?:the )?[a-z]+s (?=p\d)", "ages of ", line)
        line = re.sub(r"\b(came|come|amounted|amount|added|add|will come|will add) (?:up )?to\b", _add_up, line)
        line = re.sub(r"\bwill turn\b", "will be", line)
        line = re.sub(r"\b(p\d) 's(?! (?:age|present|current|[a-z]+ age)\b)", r"\1", line)
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

    def _supposed(self, supposed: re.Match[str]) -> Sequence[Said]:
        """Read "if p0 were 3 years younger, she would be half as old as p1 is"."""
        years = numbers(tuple(supposed["n"].split()))
        if not years or supposed["who"] not in (None, "he", "she", f"p{supposed['a']}"):
            return ()
        by = Poly.constant(years[0] * (1 if supposed["how"] == "older" else -1))
        than = re.sub(r"\b(p\d) (?:is|would be)(?: now| today)?$", r"\1", supposed["rest"])
        said = self._arithmetic(Poly(())).statement(("p9", "is", *than.split()))
        own = self.quantities[int(supposed["a"])] + by
        return [tuple(_replaced(fact, own) for fact in some) for some in said]

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
        if phrase == "p9":
            yield Poly.unknown(_SUPPOSED_AGE)
        if re.fullmatch(r"p[0-8](?: is)?", phrase):
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


_SUPPOSED_AGE = "age supposed"
# "Hetty was 27 when Joan was born"
_BORN = re.compile(
    rf"p(?P<a>\d) (?:was|is) (?P<n>{_N})(?: years old)? when p(?P<b>\d) was born"
    rf"|(?:when p(?P<b2>\d) was born ,? ?p(?P<a2>\d) was) (?P<n2>{_N})(?: years old)?"
)
_SUPPOSED = re.compile(
    rf"if p(?P<a>\d) (?:were|was) (?P<n>{_N}) years? (?P<how>older|younger) ,? ?(?:then )?(?P<who>p\d|he|she)"
    rf" would be "
    r"(?P<rest>.+)"
)


def _add_up(found: re.Match[str]) -> str:
    """A verb of adding up, in its tense."""
    return {"came": "added up to", "amounted": "added up to", "added": "added up to"}.get(
        found[1], "will add up to" if found[1].startswith("will") else "add up to"
    )


def _replaced(fact: Fact, own: Poly) -> Fact:
    """A fact about an age that is only supposed, in terms of the real one."""
    ways = []
    for way in fact.ways:
        relations = []
        for each in way:
            by = dict(each.left.terms).get((_SUPPOSED_AGE,), Fraction(0))
            rest = each.left - Poly.unknown(_SUPPOSED_AGE).times(by)
            relations.append(Relation(rest + own.times(by), each.op))
        ways.append(tuple(relations))
    return Fact(tuple(ways))


def _second_tense(line: str) -> str:
    """Settle when the second of two ages is meant:"
    " "will be as old as she is" is about now, "as she is then" is not.
    """
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
        # "will be twice as old as he is": now, or then? Both are said, so neither is read.
        said = f"{second['who']} is undecided" if kind and kind.lastgroup == "is" else second[0]
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
