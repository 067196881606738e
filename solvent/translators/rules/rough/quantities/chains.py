"""A stock that changes step by step: "she ate half of them and gave 4 away; now she has 8 left"."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from solvent.translators.rules.quantities.facts import Fact, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import people
from solvent.translators.rules.rough.quantities.grammar import Facts
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import phrase_at, spelt
from solvent.translators.rules.text.words import ORDINAL_WORDS, listed

_ABOUT = re.compile(
    r"\b(?:left|remain\w*|rest|at first|begin|beginning|start\w*|originally|initially|now|still|then|begun)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?:a|my|what|which|the|certain) number (?:is|was|and|,|$|\.|by|plus)|\bthink(?:ing)? of a number\b",
    re.IGNORECASE,
)
_FULL = re.compile(r"\b(?:full|empty|half|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?)\b", re.IGNORECASE)
_LOSES = frozenset(
    listed(
        """eat eats ate eaten give gives gave given sell sells sold spend spends spent lose loses lost use uses
        used take takes took taken break breaks broke broken away off leave leaves pay pays paid drop drops
        dropped throw throws threw donate donates donated read reads drink drinks drank fly flies flew die dies
        died remove removes removed steal steals stole lend lends lent hand hands handed fell falls fall goes went
        walk walks walked out eaten sleeps rides rode ride travels travelled drives hikes hiked walks inherits
        inherited burst bursts costs cost alight alights swam run ran hide hid buy-off send sends sent cut cuts
        drove drives sank fill fills poured pours drunk"""
    )
)
_GAINS = frozenset(
    listed(
        """buys buy bought find finds found receive receives received win wins won earn earns earned add adds
        added join joins joined board boards boarded arrive arrives arrived come comes came collect collects
        collected pick picks picked put puts laid lays lay returned returns back save saves saved on in born gain
        gains gained"""
    )
)
_MORE = frozenset(listed("added add adds buys buy bought extra again grew grows"))
_SHARES = frozenset(
    listed("""get gets got getting takes take receives receive received has have keeps kept inherits inherit""")
)
_REST = frozenset(listed("other others rest remaining remainder left remained remains remain those last"))
_NEXT = frozenset(listed("then next after afterwards later stop station day week"))
_ALL = frozenset(listed("all total whole original originally estate fortune inheritance life journey way"))
_FIRST = re.compile(
    r"\b(?:at first|begin|beginning|start\w*|original\w*|initial\w*|before|in the first place|altogether|in total"
    r"|were there|was there"
    r"|does the|did the|had\b)", re.IGNORECASE
)  # fmt: skip
_LAST = re.compile(r"\b(?:left|now|remain\w*|still|end|finally|last)\b", re.IGNORECASE)
_MONEY = frozenset(("money", "euro", "dollar", "pound", "cent", "pence"))
_MOST = 20_000


def draft(text: str) -> Draft | None:
    """Read a text about a stock that changes."""
    if not (_ABOUT.search(text) or _FULL.search(text)) or _NUMBER.search(text) or re.search(r"\bdigits?\b", text):
        return None
    sentences = sentences_in(text)
    found = people.find(sentences)
    named = found is not None and not found.anonymous
    lines = found.lines if found and named else [words_in(each) for each in sentences]
    parted = any(each.kind == "factor" and each.value < 1 for words in lines for each in items_in(words))
    if not parted and not _ABOUT.search(text):
        return None
    reader = _Chain(text, found.names if found and named else [])
    for sentence, words in zip(sentences, lines, strict=True):
        if sentence.rstrip(" \"')\u201d").endswith("?"):
            reader.question(sentence, items_in(words))
        else:
            reader.sentence(sentence, items_in(words))
    return reader.finished()


class _Chain:
    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.text = text
        self.names = names
        self.ledger = Ledger(real=bool(re.search(r"\b(?:money|euros?|dollars?|pounds?)\b|[$\u00a3\u20ac]", text)))
        self.first = self.ledger.unknown("start", 0, _MOST)
        self.state = self.first
        self.whole = self.ledger.unknown("whole", 0, _MOST)
        self.known = False
        self.steps = self.sign = 0
        self.done: Sequence[Item] = ()
        self.shared = self.orderly = self.whole_parts = False
        self.money = False
        self.asked: list[tuple[str, Sequence[Item]]] = []
        self.shares: dict[str, Poly] = {}

    def sentence(self, sentence: str, items: Sequence[Item]) -> None:
        """Note what a sentence does to the stock, clause by clause."""
        found: list[Facts] = [()]
        self.shared, self.sign = self.whole_parts, 0
        self.orderly = bool({each.word for each in items} & _NEXT)
        for clause in _clauses(items):
            ways = self._clause(clause)
            if ways is None:
                self.ledger.lost.append(sentence)
                return
            found = [(*head, *tail) for head, tail in product(found, ways)][:8]
        if any(found):
            self.ledger.told(sentence, found)

    def _clause(self, items: Sequence[Item]) -> list[Facts] | None:
        """The ways to take a clause; None if it has an amount that does not fit."""
        amounts = [at for at, each in enumerate(items) if each.kind in ("number", "factor")]
        words = {each.word for each in items}
        self.money = self.money or any(items[at].kind == "number" and items[at].unit in _MONEY for at in amounts)
        if any(each.kind in ("not_", "if_", "than", "as_", "difference") for each in items):
            return None if amounts else [()]
        if any(items[at].unit in ("hour", "minute", "second") for at in amounts):
            return None
        if words & {"full", "empty"} and amounts and items[amounts[-1]].kind == "factor":
            return self._filled(items, amounts, full="full" in words)
        amounts = [at for at in amounts if not _idle(items, at) or words & _REST & {"left", "remain", "remained"}]
        if "same" in words and self.done:
            return self._again(items)
        who = next((each.word for each in items if people.is_sign(each.word)), "")
        takes_rest = bool(words & {"rest", "remainder", "remaining"}) and bool(words & _SHARES)
        if not amounts:
            return [self._taken(who, self.state)] if takes_rest and who else [()]
        factors = any(items[at].kind == "factor" for at in amounts)
        acts = words & (_LOSES | _GAINS)
        if not factors and (words & (_REST | {"over"}) or self._settles(words, acts)):
            return self._settled(items, amounts, who if takes_rest else "")
        sign = -1 if factors and not words & _MORE else self._sign(items, words)
        self.sign = sign or (0 if acts else self.sign)
        self.done = items
        return self._changed(items, amounts, self.sign, who) if self.sign else None

    def _again(self, items: Sequence[Item]) -> list[Facts] | None:
        """Read "she did the same with the third and the fourth" as what was done before, as often."""
        done = self.done
        found: list[Facts] = [()]
        times = sum(each.word in ORDINAL_WORDS for each in items) or 1
        for _ in range(times):
            ways = self._clause(done)
            if ways is None:
                return None
            found = [(*head, *tail) for head, tail in product(found, ways)][:8]
        return found

    def _filled(self, items: Sequence[Item], amounts: Sequence[int], *, full: bool) -> list[Facts] | None:
        """Read "it is two thirds full", perhaps after something was used."""
        part = items[amounts[-1]].value
        before = self._clause(items[: amounts[-1]]) if len(amounts) > 1 else [()]
        fact = equal(self.state, self.whole.times(part if full else 1 - part))
        return None if before is None else [(*each, fact) for each in before]

    def _settles(self, words: set[str], acts: set[str]) -> bool:
        """Whether a clause says how large the stock is."""
        states = bool(words & {"has", "have", "had", "are", "were", "is", "was", "contains", "holds"})
        return states and not (acts - {"on", "in", "left", "off", "out", "back", "cut"})

    def _settled(self, items: Sequence[Item], amounts: Sequence[int], who: str) -> list[Facts] | None:
        if len(amounts) != 1 or items[amounts[0]].kind != "number":
            return None
        value = Poly.constant(_value(items[amounts[0]]))
        fact = equal(self.state, value)
        if not self.steps:
            self.known = True
        return [(fact, *(self._taken(who, value) if who else ()))]

    def _sign(self, items: Sequence[Item], words: set[str]) -> int:
        if words & {"off", "away", "out"}:
            return -1
        verb = next(
            (each.word for each in items if each.word in _LOSES | _GAINS and each.word not in ("on", "in", "back")), ""
        )
        if verb in _LOSES or (self.money and verb in ("buy", "buys", "bought")):
            return -1
        if verb in _GAINS or (words & {"get", "gets", "got", "climb", "climbed"} and words & {"on", "in"}):
            return 1
        return 0

    def _changed(self, items: Sequence[Item], amounts: Sequence[int], sign: int, who: str) -> list[Facts] | None:
        ways = self._amounts(items, amounts)
        if not ways:
            return None
        before, self.steps = self.state, self.steps + 1
        self.state = self.ledger.unknown(f"stock {self.steps}", 0, _MOST)
        found = []
        for amount in ways:
            facts: list[Fact] = [equal(self.state, before + amount.times(sign))]
            if who and sign < 0 and {each.word for each in items} & _SHARES:
                facts.append(equal(self._share(who), amount))
            found.append(tuple(facts))
        return found

    def _amounts(self, items: Sequence[Item], amounts: Sequence[int]) -> list[Poly]:
        """What an amount may be: a part of what there is, or of what there was at first."""
        ways: list[list[Poly]] = []
        for number, at in enumerate(amounts):
            item = items[at]
            end = amounts[number + 1] if number + 1 < len(amounts) else len(items)
            behind = [each.word for each in items[at + 1 : end]]
            if item.kind == "number":
                ways.append([Poly.constant(_value(item))])
            elif behind[:1] in (["a"], ["an"]) and number:  # "half of the eggs and half an egg more"
                ways.append([Poly.constant(item.value)])
            else:
                bases = [self.state, self.first]
                if set(behind) & _REST:
                    bases = [self.state]
                elif set(behind) & _ALL or (
                    not self.orderly and (self.shared or {each.word for each in items} & _SHARES)
                ):
                    bases = [self.first] if self.whole_parts else [self.first, self.state]
                    self.whole_parts = self.whole_parts or "life" in behind
                self.shared = True
                ways.append([each.times(item.value) for each in dict.fromkeys(bases)])
        each_costs = any(each.kind == "each" or each.word == "each" for each in items)
        if each_costs and len(amounts) == 2 and all(items[at].kind == "number" for at in amounts):
            return [ways[0][0] * ways[1][0]]
        return [total(chosen) for chosen in product(*ways)]

    def _taken(self, who: str, amount: Poly) -> Facts:
        return (equal(self._share(who), amount),)

    def _share(self, who: str) -> Poly:
        name = self.names[int(who[1])] if who[1].isdigit() else who
        if name in self.shares:
            name = f"{name} again {self.steps}"
        return self.shares.setdefault(name, self.ledger.unknown(f"share of {name}", 0, _MOST))

    def question(self, sentence: str, items: Sequence[Item]) -> None:
        """Note what is asked; whether it is how much there was is only known at the end."""
        self.ledger.question = sentence
        start = [at for at, each in enumerate(items) if each.word == "how"] or [0]
        for at, end in zip(start, [*start[1:], len(items)], strict=True):
            self.asked.append((sentence, items[at:end]))

    def finished(self) -> Draft | None:
        """The reading, if a question was found and the stock changes."""
        if not self.asked or not self.steps:
            return None
        found = {}
        for sentence, items in self.asked:
            who = next((self.names[int(each.word[1])] for each in items if people.is_sign(each.word)), "")
            noun = next(
                (phrase_at(items, at + 1) for at, each in enumerate(items) if each.word in ("many", "much")), ()
            )
            told = self._told(" ".join(each.word for each in items))
            if told is not None:
                found[spelt(noun, self.text) if noun else "stock"] = told
            elif who in self.shares:
                found[who] = self.shares[who]
            else:
                found[spelt(noun, self.text) if noun else sentence] = self.first if not self.known else self.state
        scale = Fraction(1, 100) if self.money and _major(self.text) else Fraction(1)
        self.ledger.asked = {name: each.times(scale) for name, each in found.items()}
        return self.ledger.draft()

    def _told(self, question: str) -> Poly | None:
        if re.search(r"\b(?:full|capacity|holds?)\b", question):
            return self.whole
        if _LAST.search(question) and self.known:
            return self.state
        if _FIRST.search(question) and not self.known:
            return self.first
        return None


def _clauses(items: Sequence[Item]) -> list[list[Item]]:
    """The parts of a sentence; "and one more" belongs to what is before it."""
    found: list[list[Item]] = [[]]
    for at, item in enumerate(items):
        if item.kind == "and_" and not _goes_on(items, at + 1) and not _ordinal(items, at):
            found.append([])
        elif item.kind != "and_":
            found[-1].append(item)
    return [each for each in found if each]


def _ordinal(items: Sequence[Item], at: int) -> bool:
    """Whether "and" joins "the third and the fourth"."""
    return any(each.word in ORDINAL_WORDS for each in items[at + 1 : at + 4]) and any(
        each.word in ORDINAL_WORDS for each in items[max(0, at - 2) : at]
    )


def _goes_on(items: Sequence[Item], at: int) -> bool:
    """Whether "one more", "half an egg more", "another two" begin here."""
    if at >= len(items) or items[at].kind not in ("number", "factor", "either"):
        return False
    part = []
    for each in items[at:]:
        if each.kind == "and_":
            break
        part.append(each)
    more = next((n for n, each in enumerate(part) if each.kind in {"more", "either"}), None)
    return (
        more is not None
        and not any(each.kind == "than" for each in part[more:])
        and more <= 4
        and not any(each.kind == "be" for each in part[:more])
    )


def _idle(items: Sequence[Item], at: int) -> bool:
    """Whether a number only counts people, days or times: "his three grandchildren", "the second day"."""
    item = items[at]
    before = items[at - 1].word if at else ""
    after = items[at + 1].word if at + 1 < len(items) else ""
    counts = (before in ("to", "among", "between") and after.endswith("s")) or after in (
        "people",
        "men",
        "women",
        "children",
        "friends",
        "brothers",
        "sisters",
        "sons",
        "daughters",
        "grandchildren",
        "days",
        "day",
        "times",
        "boys",
        "girls",
        "stops",
        "hours",
    )
    return item.kind == "number" and (
        item.unit in ("day", "week", "month", "year") or (counts and before in ("his", "her", "the", "their", "to", ""))
    )


def _value(item: Item) -> Fraction:
    return item.value * (100 if item.unit in ("euro", "dollar", "pound") else 1)


def _major(text: str) -> bool:
    return re.search(r"[$\u00a3\u20ac]|\b(?:euros?|dollars?|pounds?)\b", text) is not None
