"""What a text about amounts was found to say, and the rough reading made of it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constraint,
    Expression,
    Product,
    Rounded,
    Var,
    add,
    times,
)
from solvent.translators.rules.quantities import bounds
from solvent.translators.rules.quantities.facts import Fact, Relation, Unknown
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.draft import Draft, Meaning, Said
from solvent.translators.rules.statements.language import Fact as Stated
from solvent.translators.rules.statements.language import Statement, constraint, every, some

HIGHEST = 20_000
Facts = tuple[Fact, ...]


@dataclass
class Ledger:
    """The unknowns and what sentences say of them; `real` if they need not be whole numbers.

    `asked` is what the text asks for: a polynomial, a list of them, or one for each name.
    """

    unknowns: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    said: list[tuple[str, list[Facts]]] = field(default_factory=list)
    always: list[Fact] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    asked: Any = None
    question: str = ""
    real: bool = False
    different: list[tuple[str, ...]] = field(default_factory=list)
    smallest: str = ""

    def unknown(self, name: str, low: int | None = 0, high: int | None = None) -> Poly:
        """Return an unknown; it is made when it is first used."""
        self.unknowns.setdefault(name, (low, high))
        return Poly.unknown(name)

    def told(self, sentence: str, meanings: Sequence[Facts]) -> None:
        """Note what a sentence may say; it is lost if there is nothing."""
        if meanings:
            self.said.append((sentence, list(meanings)))
        else:
            self.lost.append(sentence)

    @property
    def says_little(self) -> bool:
        """Whether all that is said is that one unknown is a number: "the shop at number 15"."""
        facts = [*self.always, *(fact for _, each in self.said for one in each for fact in one)]
        return len(facts) == 1 and all(len(r.left.terms) < 3 and r.op == "==" for way in facts[0].ways for r in way)

    def in_major(self) -> None:
        """Give the answer in euros, pounds or dollars; amounts are in the smallest unit."""
        by, self.real = Fraction(1, 100), True
        if isinstance(self.asked, Poly):
            self.asked = self.asked.times(by)
        elif isinstance(self.asked, dict):
            self.asked = {name: each.times(by) for name, each in self.asked.items()}
        elif isinstance(self.asked, list):
            self.asked = [each.times(by) for each in self.asked]

    def draft(self) -> Draft | None:
        """Return the rough reading; None if nothing is asked or said."""
        if self.asked is None or not self.said or self.lost:
            return None
        if isinstance(self.asked, dict) and len(self.asked) == 1:
            self.asked = next(iter(self.asked.values()))
        facts = [*self.always, *(fact for _, each in self.said for fact in each[0])]
        every_fact = [*self.always, *(fact for _, each in self.said for one in each for fact in one)]
        used = {name for fact in every_fact for way in fact.ways for each in way for name in each.left.unknowns}
        used |= {name for each in _leaves(self.asked) for name in each.unknowns}
        known = {name: self.unknowns.get(name, (0, None)) for name in sorted(used)}
        unknowns = [Unknown(name, low, high) for name, (low, high) in known.items()]
        if self.smallest and (least := bounds.first_period(Unknown(self.smallest, *known[self.smallest]), facts)):
            unknowns = [least if each.name == self.smallest else each for each in unknowns]
        certain = list(self.always)
        certain += [fact for _, each in self.said if len(each) == 1 for fact in each[0]]
        if not self.real:
            unknowns = list(bounds.bounded(unknowns, certain))
        return _Writer(self, unknowns).draft()


def _leaves(asked: Any) -> list[Poly]:
    if isinstance(asked, dict):
        return list(asked.values())
    return list(asked) if isinstance(asked, list) else [asked]


class _Writer:
    def __init__(self, ledger: Ledger, unknowns: Iterable[Unknown]) -> None:
        self.ledger = ledger
        self.symbols: dict[str, str] = {}
        self.arrays: list[Array] = []
        for number, each in enumerate(unknowns):
            self.symbols[each.name] = f"v{number}_{re.sub(r'[^A-Za-z0-9]+', '_', each.name)[:30]}"
            high = None if self.ledger.real else HIGHEST if each.high is None else each.high
            self.arrays.append(Array(self.symbols[each.name], (), each.low, high, real=ledger.real))

    def draft(self) -> Draft:
        ledger = self.ledger
        said = tuple(
            Said(text, tuple(Meaning(self._statement(one), _told(one)) for one in dict.fromkeys(meanings)))
            for text, meanings in ledger.said
        )
        shown: list[Any] = []
        defined: list[Constraint] = []
        for number, each in enumerate(_leaves(ledger.asked)):
            shown.append(self._shown(each, number, defined))
        asked = ledger.asked
        answer: Any = dict(zip(asked, shown, strict=True)) if isinstance(asked, dict) else shown
        answer = answer if isinstance(asked, dict | list) else shown[0]
        apart = (AllDifferent(tuple(Var(self.symbols[name]) for name in each)) for each in ledger.different)
        rules = (*(constraint(self._fact(each)) for each in ledger.always), *apart)
        return Draft(
            arrays=tuple(self.arrays),
            rules=rules,
            said=said,
            answer=answer,
            schema=_schema(asked, "number" if ledger.real else "integer"),
            question=ledger.question,
            defined=tuple(defined),
        )

    def _shown(self, poly: Poly, number: int, defined: list[Constraint]) -> Any:
        whole = poly.whole
        common = int(whole[0][0] / poly.terms[0][1]) if poly.terms else 1
        if common == 1 and len(poly.terms) == 1 and not self.ledger.real:
            return self._terms(whole)
        name = f"asked_{number}"
        self.arrays.append(
            Array(
                name,
                (),
                None if self.ledger.real else -HIGHEST,
                None if self.ledger.real else HIGHEST * 10,
                real=self.ledger.real,
            )
        )
        defined.append(Comparison(add(times(common, Var(name))), "==", self._terms(whole)))
        return Rounded(Var(name)) if self.ledger.real else Var(name)

    def _statement(self, facts: Facts) -> Statement:
        return every(self._fact(each) for each in facts)

    def _fact(self, fact: Fact) -> Statement:
        return some(every(self._relation(each) for each in way) for way in fact.ways)

    def _relation(self, relation: Relation) -> Statement:
        left = [(by, key) for by, key in relation.left.whole if by > 0]
        right = [(-by, key) for by, key in relation.left.whole if by < 0]
        return Stated(Comparison(self._terms(left), relation.op, self._terms(right)))

    def _terms(self, terms: Iterable[tuple[int, tuple[str, ...]]]) -> Expression:
        return add(*(times(by, self._product(key)) if key else by for by, key in terms))

    def _product(self, key: tuple[str, ...]) -> Expression:
        factors = tuple(Var(self.symbols[name]) for name in key)
        return factors[0] if len(factors) == 1 else Product(factors)


def _told(facts: Facts) -> str:
    """Facts in words: "age of Ann = 2 age of Bo"."""
    return "; ".join(" or ".join(" and ".join(map(_formula, way)) for way in fact.ways[:2]) for fact in facts)


def _formula(relation: Relation) -> str:
    left = [_shown(key, by) for key, by in relation.left.terms if by > 0]
    right = [_shown(key, -by) for key, by in relation.left.terms if by < 0]
    return f"{' + '.join(left) or '0'} {relation.op.replace('==', '=')} {' + '.join(right) or '0'}"


def _shown(key: tuple[str, ...], by: Fraction) -> str:
    return " * ".join([*([str(by)] if by != 1 or not key else []), *key])


def _schema(asked: Any, kind: str) -> dict[str, Any]:
    number = {"type": kind}
    if isinstance(asked, dict):
        return {
            "type": "object",
            "properties": dict.fromkeys(asked, number),
            "required": list(asked),
            "additionalProperties": False,
        }
    if isinstance(asked, list):
        return {"type": "array", "minItems": len(asked), "maxItems": len(asked), "items": number}
    return number
