"""Things that are counted: coins and their value, animals and their legs, tickets and their prices."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, numbers, only_meaning, words_of
from solvent.translators.rules.quantities.facts import Asked, Unknown, equal
from solvent.translators.rules.quantities.money import with_money
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Draft, Reading, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words, matches
from solvent.translators.rules.quantities.things import BY_NAME, Things, elsewhere, marked, things_in, world
from solvent.translators.rules.text.words import listed

# A place and what is in it, as in "a field with hens and goats".
_SCENE = re.compile(
    r"^(?:(?:on|in|at) )?(?:an?|the|my|our|her|his|your|this) (?:(?!half\b|third\b|quarter\b)[a-z]+ (?:'s )?){1,2}?"
    r"(?::|with|full of) (?=(?:only |just |nothing but )?thing\d)"
)
TOTALS = "coins|notes|bills|banknotes|animals|creatures|heads|vehicles|tickets|items|pieces"
_PLACE = (
    r"(?:in|on|at|inside|of|from|with|for) (?:my|an?|the|her|his|our|their|your|this|that) (?!money)(?:[a-z]+ "
    rf"){{0,2}}(?:{'|'.join(world()['places']['nouns'])})|in it"
)
_SOMEBODY = (
    r"(?:i|you|she|he|we|they|there|it|(?:an?|my|the|her|his|our|one|this) (?:[a-z]+ )?[a-z]+|(?:farmer |mr |mrs "
    r"|ms |uncle |aunt )?[a-z]+)"
)
_HAS = (
    r"(?:has counted|have counted|have got|has got|have|has|had|holds?|held|contains?|contained|owns?|keeps?"
    r"|counted|counts?|can see|are"
    r"|were|is full of"
    r"|is filled with|saved|has saved|collected|saw|sees?|found|paid|pays?|bought|sold|sells|live|lives|stand|is "
    r"home to|put|puts|has counted|have counted|laid|handed over)"
)
_SUBJECT = re.compile(
    rf"^(?:(?:{_PLACE})(?: of [a-z]+)? ,? ?)?(?P<who>(?:[a-z]+ ){{1,2}}'s [a-z]+|{_SOMEBODY}) (?P<verb>{_HAS})(?:"
    rf" only| just)? (?=.)"
)
_ADVERB = re.compile(
    r"\b(?:exactly|precisely|altogether|together|in all|in total|all told|combined|overall|a total of|between them)\b"
)
_EACH = re.compile(
    r"^(?:so )?(?:how many(?: coins| notes| bills| animals| vehicles| tickets)? of each(?: kind| type| sort"
    r"| one| coin| note| bill| animal)?"
    r"(?: of (?:coin|note|bill|animal|vehicle|ticket)s?)?|how many of each of them|(?:which|what) (?:coins"
    r"|notes|bills)"
    r"(?= are they| were they| did| do|$)|how many are there of each)(?P<tail>.*)$"
)
_MANY = re.compile(r"^(?:so )?how many (?P<what>.+)$")
TAIL = frozenset(
    listed(
        """i you she he we they it do does did have has had got get are were is there in on the my her his their a of
        them use used sold bought pay paid own was be then this these those to and each that"""
    )
)
# Sentences whose verbs are of different classes may speak of different times, or of what was done to the things.
_TIMES = (
    ("once", r"had|held|contained|were|did"),
    ("now", r"(?:have|has)(?: got)?|holds?|contains?|owns?|keeps?|are|is (?:full of|filled with|home to)|do|does"),
)
_DEEDS = (
    ("paid", r"paid|pays?|use|used"),
    ("sold", r"sold|sells"),
    ("bought", r"bought"),
    ("saved", r"(?:has )?saved|collected"),
    ("found", r"found"),
)


def read(text: str) -> Reading | None:
    """Read a text about things that are counted, by sentences; None if it names fewer than two of them."""
    sentences = [with_money(sentence) for sentence in sentences_of(text)]
    lines = with_notes([" ".join(words_of(sentence)) for sentence in sentences])
    things = things_in(lines, text)
    if not 2 <= len(things.names) <= 6 or elsewhere(lines):
        return None
    reader = Reader(things)
    draft = Draft()
    asked: Asked | None = None
    for raw, sentence, line in zip(sentences_of(text), sentences, lines, strict=True):
        shown = marked(line, things)
        question = reader.question(shown) if raw.rstrip().endswith("?") or shown.startswith("how") else None
        if question is not None:
            if asked is not None and asked != question:
                draft.note(raw, "unread", "a second question")
                continue
            asked = question
            draft.note(raw, "question")
            continue
        said = reader.statement(shown)
        if isinstance(said, str) and tells_nothing(sentence, things.names):
            draft.note(raw, "story")
        elif isinstance(said, str):
            draft.note(raw, "unread", said)
        elif said:
            draft.clue(raw, said)
        else:
            draft.note(raw, "story")
    if not things.listed or len(things.owners) > 1 or len(things.verbs) > 1:
        return None
    unknowns = tuple(Unknown(f"number of {name}", 0) for name in things.names)
    some = () if " or " in text else tuple(each.name for each in unknowns)
    return Reading(tuple(draft.lines), unknowns, asked, some=some, assumed=tuple(things.assumed))


# "in notes of 5 and 10 euros" is about 5-euro notes and 10-euro notes.
_NOTES_OF = re.compile(
    r"\b(?P<noun>notes|bills|coins|banknotes) of (?P<list>money\d+(?:(?: ,| and| or|, and) money\d+)+)"
)
_NICKNAMES = {"fiver": 5, "tenner": 10}
_ROUND = {"five": 5, "ten": 10, "twenty": 20, "fifty": 50, "hundred": 100}
_PLURALS = {"fives": 5, "tens": 10, "twenties": 20, "fifties": 50, "hundreds": 100}


def with_notes(lines: Sequence[str]) -> list[str]:
    """Write notes or coins by what they are worth: "notes of money500 and money1000", "fivers", "twenties"."""
    listed_ = next((found for line in lines if (found := _NOTES_OF.search(line))), None)
    if listed_ is None:
        return list(lines)
    noun = listed_["noun"]
    worth = {int(cents) for cents in re.findall(r"money(\d+)", listed_["list"])}
    names = {**_NICKNAMES, **{f"{name}s": n for name, n in _NICKNAMES.items()}, **_PLURALS}
    known = {name: n * 100 for name, n in names.items() if n * 100 in worth}

    def plain(line: str) -> str:
        line = _NOTES_OF.sub(lambda found: re.sub(r"(money\d+)", rf"\1 {noun}", found["list"]), line)
        return re.sub(r"[a-z]+", lambda word: f"money{known[word[0]]} {noun}" if word[0] in known else word[0], line)

    return [plain(line) for line in lines]


class Reader:
    """Reads the sentences of a text about some things."""

    def __init__(self, things: Things) -> None:
        self.things = things
        self._arithmetic = Arithmetic(self._atoms, lambda _: ())

    def question(self, line: str) -> Asked | None:
        """What a sentence asks for; None if that is not understood."""
        line = line.strip(" ?")
        everything = {name: self.things.count(name) for name in self.things.names}
        each = _EACH.match(line)
        if each:
            return Asked(everything) if self._tail(each["tail"]) else None
        many = _MANY.match(line)
        if not many:
            return None
        words = many["what"].split()
        named: list[str] = []
        at = 0
        for at, word in enumerate(words):  # noqa: B007 - where the names end
            if word.startswith("thing"):
                named.append(self.things.names[int(word[5:])])
            elif word not in ("and", "how", "many", ",", "or") or (word == "or"):
                break
        else:
            at = len(words)
        if not named or not self._tail(" ".join(words[at:])):
            return None
        return Asked({name: everything[name] for name in named} if len(named) > 1 else everything[named[0]])

    def _tail(self, tail: str) -> bool:
        plain = re.sub(rf"\b(?:{_PLACE})\b", " ", tail)
        owner = {word for name in self.things.owners for word in name.split()}
        self._note(plain)
        return all(word in TAIL or word in owner or word in TOTALS.split("|") for word in plain.split())

    def statement(self, line: str) -> Said | str:
        """What a sentence states, or why it is not understood."""
        line = re.sub(rf"^(?:{_PLACE}) , ", "", line)
        return only_meaning(line, self._statement, self._shown)

    def _shown(self, word: str) -> str:
        return self.things.names[int(word[5:])] if word.startswith("thing") else word

    def _atoms(self, words: Words) -> Iterable[Poly]:
        phrase = " ".join(words)
        for at, name in enumerate(self.things.names):
            if phrase in (f"thing{at}", f"the number of thing{at}", f"number of thing{at}"):
                yield self.things.count(name)

    def _statement(self, words: Words) -> Sequence[Said]:
        line = re.sub(r"\s+", " ", _ADVERB.sub(" ", " ".join(words))).strip(" ,:;")
        line = re.sub(r"^there is\b", "there are", _SCENE.sub("", line))
        subject = _SUBJECT.match(line)
        rest = line
        if subject and re.search(r"\b(?:no|nobody|none|neither|nothing|one|who)\b", subject["who"]):
            return []
        if subject and not re.search(r"thing\d|money\d", subject[0]) and not self._numeric(subject["who"]):
            rest = line[subject.end() :]
        found = dict.fromkeys([*self._core(rest), *([] if rest == line else self._core(line))])
        if found and rest != line and subject:
            self._note(subject["verb"])
            if subject["who"] not in _NOBODY and _OWNS.fullmatch(subject["verb"]):
                self.things.owners.add(re.sub(r"^(?:an?|my|the|her|his|our|one|this) ", "", subject["who"]))
        return list(found)

    def _note(self, phrase: str) -> None:
        """Note of what time, or of what deed, a verb speaks."""
        deeds = [name for name, verbs in _DEEDS if re.search(rf"\b(?:{verbs})\b", phrase)]
        times = [name for name, verbs in _TIMES if re.search(rf"\b(?:{verbs})\b", phrase)]
        if not re.fullmatch(r"\s*(?:are|were) they\s*", phrase):
            self.things.verbs.update(deeds or times[:1])

    def _numeric(self, phrase: str) -> bool:
        return any(numbers((word,)) for word in phrase.split() if word != "one")

    def _core(self, line: str) -> Iterable[Said]:
        """Read what is left of a sentence without its subject."""
        line = re.sub(r"^(?:and|with|for|of which|paid with|which are|they are|these are|they|these) ", "", line)
        line = re.sub(rf"(?: (?:{_PLACE}))+$", "", line).strip(" ,:;")
        if re.fullmatch(
            r"(?:there are )?(?:and )?(?:nothing else|no other (?:coins|notes|bills|animals|creatures|vehicles"
            r"|kinds?)|no "
            r"others)",
            line,
        ):
            self.things.listed = True
            yield ()
        rest = re.sub(
            r"^(?:nothing but|only|just|all of them(?: are)?|all of which are|all|either|some|consisting of|made "
            r"up of|namely|are all|are|full of|a number of) ", "", line)  # fmt: skip
        rest = re.sub(r"\bsome (?=thing\d)", "", rest)
        items = [part.split() for part in re.split(r" ?, (?:and |or )?| and | or ", rest)]
        if len(items) > 1 and all(len(item) == 1 and item[0].startswith("thing") for item in items):
            self.things.listed = True
            yield ()
        yield from self._amounts(line)
        for template in _COMPARED:
            for factor, one, other in matches(template, tuple(line.split()), self._arithmetic.slots):
                yield (equal(one, other.times(factor)),)
        words = tuple(line.split())
        for one, other in matches("as many {e} as there? are|were? {e}", words, self._arithmetic.slots):
            yield (equal(one, other),)
        for n, one, other in matches("{n} more {e} than there? are|were? {e}", words, self._arithmetic.slots):
            yield (equal(one, other + Poly.constant(n)),)
        for n, one, other in matches("{n} fewer|less {e} than there? are|were? {e}", words, self._arithmetic.slots):
            yield (equal(one, other - Poly.constant(n)),)
        if "number" in words:
            yield from self._arithmetic.statement(words)
        yield from self._priced(line)

    def _amounts(self, line: str) -> Iterable[Said]:
        worth = re.fullmatch(
            r"(?:(?:they|these|it|its|the coins|the notes|the total|the|it all)? ?(?:are|is|was|were|make|makes"
            r"|made|come|comes"
            r"|add up|amount|total|totals|worth"
            r"|to|a value of|valued at|value|whose|their|total value|value is|has|have|sum|total worth"
            r"|for) ?)*(?P<money>money\d+)"
            r"(?: (?:in coins|in value|worth))?", line)  # fmt: skip
        line = re.sub(rf"^(money\d+)(?: (?:{_PLACE}))? ?,? ?(?:all |only )?(?=(?:in|of) thing)", r"\1 ", line)
        held = re.fullmatch(r"(?P<money>money\d+) (?:in|of) (?P<list>thing\d(?:(?: ,| and| or|, and) thing\d)+)", line)
        if held:
            self.things.listed = True
            worth = held
        if worth:
            yield from self.amounting(self.things.all(self.things.cents), Fraction(int(worth["money"][5:])))
        part = re.fullmatch(
            r"(?:the |their )?(?P<n>.+?) (?P<what>\w+)(?: (?:were|was|are) (?:sold|bought|used|counted))?", line
        )
        amount = number_words.whole(tuple(part["n"].split())) if part else None
        if part is None or amount is None:
            return
        what = part["what"]
        if what.startswith("thing"):
            yield from self.amounting(self.things.count(self.things.names[int(what[5:])]), amount)
        elif what in ("legs", "feet"):
            yield from self.amounting(self.things.all(self.things.legs), amount)
        elif what == "wheels":
            yield from self.amounting(self.things.all(self.things.wheels), amount)
        elif what in TOTALS.split("|") and self._are(what):
            yield from self.amounting(self.things.all(), amount)

    def _priced(self, line: str) -> Iterable[Said]:
        """Read "adult tickets cost $8", and "20 tickets were sold for $130"."""
        price = re.fullmatch(
            r"(?:an? |each |every |the )?thing(?P<thing>\d) (?:costs?|are|is|sells? for|sell for) "
            r"money(?P<cents>\d+)(?: each| apiece)?", line)  # fmt: skip
        if price and self.things.cents.get(self.things.names[int(price["thing"])]) == int(price["cents"]):
            self.things.listed = True
            yield ()
        sold = re.fullmatch(r"(?P<some>.+?)(?: (?:were|was|are) (?:sold|bought))? for (?P<money>money\d+)", line)
        if sold:
            for one in self._amounts(sold["some"]):
                for other in self._amounts(sold["money"]):
                    yield (*one, *other)

    def _are(self, noun: str) -> bool:
        """Whether a noun can stand for all things together."""
        if noun in ("coins", "notes", "bills", "banknotes", "tickets"):
            plain = [name for name in self.things.names if name in (*_COINS, *world()["plural"].values())]
            return bool(self.things.cents) and all(
                noun[:-1] in self.things.patterns[name]
                or (noun == "coins" and (name in plain or re.match(r"\d+p\b", name)))
                or (noun != "coins" and name in BY_NAME)
                for name in self.things.names
            )
        if noun in ("animals", "creatures", "heads"):
            return bool(self.things.legs)
        return noun in ("items", "pieces") or bool(self.things.wheels)

    def amounting(self, quantity: Poly | None, amount: Fraction) -> Iterable[Said]:
        if quantity is not None:
            yield (equal(quantity, Poly.constant(amount)),)


_COINS = tuple(f"{noun}s" for noun in world()["cents"])
_COMPARED = ("{f} as many {e} as there? are|were? {e}",)
_NOBODY = ("she", "he", "they", "there", "it")
_OWNS = re.compile(
    r"(?:have|has)(?: got| saved)?|had|holds?|held|contain(?:s|ed)?|owns?|keeps?|saved|collected|is (?:full of"
    r"|filled with)"
)
