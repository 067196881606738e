"""The grammar of amounts: from items to expressions, and from sentences to relations, whatever they are about."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

from solvent.translators.rules.quantities.facts import PART, Fact, Operator, Relation, apart, compared, equal, remainder
from solvent.translators.rules.quantities.polynomial import Poly, multiplied, total
from solvent.translators.rules.rough.quantities.items import STRICT, Item
from solvent.translators.rules.text.words import listed

Facts = tuple[Fact, ...]
Several = tuple[Poly, ...]
_MOST = 6  # meanings of a sentence
_MOST_ITEMS = 60
_HIGHEST_PRIME = 1000
_SKIPPED = frozenset(("word", "time", "one", "rest"))
_OP: dict[str, Operator] = {"more": ">", "less": "<"}


def meanings(items: Sequence[Item]) -> list[Facts]:
    """What a sentence may say, the likeliest first; none if a part of it that counts is left over."""
    kept = [each for each in items if each.kind not in _SKIPPED]
    return _Sentence(kept).all() if len(kept) <= _MOST_ITEMS else []


class _Sentence:
    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.depth = 0

    def kind(self, at: int) -> str:
        return self.items[at].kind if 0 <= at < len(self.items) else ""

    def skip(self, at: int, *kinds: str) -> int:
        while self.kind(at) in kinds:
            at += 1
        return at

    def all(self) -> list[Facts]:
        found: list[Facts] = [()]
        subject: Several = ()
        at = 0
        while (at := self.skip(at, "and_", "of")) < len(self.items):
            said = self.statement(at, subject)
            if said is None:
                at = self._idle(at)
                if not at:
                    return []
                continue
            facts, at, subject = said
            found = [(*head, *tail) for head, tail in product(found, facts)][:_MOST]
        return [each for each in found if each]

    def _idle(self, at: int) -> int:
        """Where a part ends that has nothing in it which could count; 0 if it has."""
        end = at
        while end < len(self.items) and self.kind(end) != "and_":
            if self.kind(end) in STRICT or self.kind(end) in ("as_", "sum"):
                return 0
            end += 1
        return end

    # Statements

    def statement(self, at: int, subject: Several) -> tuple[list[Facts], int, Several] | None:
        start = self.skip(at, "be", "each", "of")
        for form in (self._pair, self._apart, self._worked_out, self._full):
            if found := form(start):
                return found
        return self._predicate(at, [subject], together=False) if subject else None

    def _pair(self, at: int) -> tuple[list[Facts], int, Several] | None:
        """Read "twice as many goats as hens", "3 more goats than hens", "as many goats as hens"."""
        number = self.items[at] if self.kind(at) in ("number", "factor") else None
        here = at + 1 if number else at
        if self.kind(here) not in ("as_", "more", "less") or self.kind(here + 1) != "quantity":
            return None
        if self.kind(here + 2) not in ("as_", "than"):
            return None
        other = self.term(self.skip(here + 3, "be"))
        if other is None:
            return None
        one, how = self.items[here + 1].poly, self.kind(here)
        facts: list[Facts] = []
        for each in other[0]:
            if number is None:
                facts.append((compared(one, _OP.get(how, "=="), each),))
            elif number.kind == "factor":
                facts.append((equal(one, each.times(number.value)),))
            else:
                more = Poly.constant(number.value if how == "more" else -number.value)
                facts.append((equal(one, each + more),))
        return facts, other[1], (one,)

    def _apart(self, at: int) -> tuple[list[Facts], int, Several] | None:
        """Read "there are 4 years between Ann and Bo"."""
        if self.kind(at) != "number" or self.kind(at + 1) != "between":
            return None
        some = self.terms(at + 2)
        if some is None:
            return None
        by = Poly.constant(self.items[at].value)
        return [(apart(each[0], each[1], by),) for each in some[0] if len(each) == 2], some[1], ()

    def _worked_out(self, at: int) -> tuple[list[Facts], int, Several] | None:
        """Read "multiply their ages and you get 96", "add them: 15"."""
        start = at
        while start and self.kind(start - 1) == "be":
            start -= 1
        adds = any(self.items[each].word in ("add", "adding") for each in range(start, min(at + 1, len(self.items))))
        if not adds and self.kind(at) not in ("multiply", "times"):
            return None
        some = self.terms(self.skip(at, "be", "multiply", "times", "of", "together"))
        end = self.term(self.skip(some[1], "and_", "be", "together", "sum", "product")) if some else None
        if some is None or end is None or len(some[0][0]) < 2:
            return None
        join = total if adds else multiplied
        return [(equal(join(each), value),) for each, value in product(some[0], end[0])], end[1], ()

    def _full(self, at: int) -> tuple[list[Facts], int, Several] | None:
        first = self.skip(at, "together", "be", "and_")
        together = any(self.kind(each) == "together" for each in range(at, first))
        subject = self.terms(first, plain=True)
        if subject is None:
            return None
        found = self._predicate(subject[1], subject[0], together=together)
        if found is None and len(subject[0][0]) > 1:  # "Ann is 5 and Bo is 7": the list went too far
            single = self.term(first)
            alone: list[Several] = [(each,) for each in single[0]] if single else []
            found = self._predicate(single[1], alone, together=together) if single else None
        return found

    def _predicate(
        self, at: int, subjects: list[Several], *, together: bool
    ) -> tuple[list[Facts], int, Several] | None:
        if self.kind(at) == "and_" and self.kind(at + 1) == "be":
            at += 1
        while (
            self.kind(at) == "and_"
            and self.items[at].word in (",", ":")
            and self.kind(at + 1) not in ("quantity", "group")
        ):
            at += 1
        start = at
        while self.kind(at) in _VERBS and not self._begins(at):
            at += 1
        joined, apart_ = self._joined(start, at)
        joined = total if together and joined is None else joined
        if self.kind(at) in _PROPERTIES:
            return self._property(at, subjects)
        end = self.term(at)
        if end is None or (joined is total and len(subjects[0]) == 1 and subjects[0][0].value is not None):
            return self._parted(at, subjects) if joined is total else None
        after = self.skip(end[1], "together", "each", "sum")
        last, each = self._joined(end[1], after)
        joined, apart_ = (None, True) if each else (last or joined, apart_)
        return _equations(subjects, end[0], joined, apart=apart_), after, subjects[0]

    def _begins(self, at: int) -> bool:
        """Whether "the sum of the others" begins here, and not "a sum of 50"."""
        after = self.skip(at + 1, "of")
        return self.kind(at) in ("sum", "product") and after > at + 1 and self.kind(after) in ("quantity", "group")

    def _joined(self, start: int, end: int) -> tuple[Callable[[Several], Poly] | None, bool]:
        """How the words of a place join a list, if they do; and whether they speak of each alone."""
        kinds = {self.kind(at) for at in range(start, end)}
        words = {self.items[at].word for at in range(start, end)}
        if kinds & {"product", "multiply"}:
            return multiplied, False
        adds = kinds & {"together", "sum"} or words & {"add", "adds", "added", "amounts", "comes"}
        return total if adds else None, "each" in kinds

    def _parted(self, at: int, subjects: list[Several]) -> tuple[list[Facts], int, Several] | None:
        """Read "60 metres are cut into them", "96 are shared among them"."""
        parts = self.terms(at)
        if parts is None or len(subjects[0]) > 1:
            return None
        return [(equal(subjects[0][0], total(each)),) for each in parts[0]], parts[1], ()

    def _property(self, at: int, subjects: list[Several]) -> tuple[list[Facts], int, Several] | None:
        kind, some = self.kind(at), subjects[0]
        facts: Facts = ()
        match kind:
            case "odd" | "even":
                facts = tuple(remainder(each, 2, int(kind == "odd")) for each in some)
            case "prime":
                facts = tuple(prime(each) for each in some)
            case "square" | "cube":
                facts = tuple(power(each, 2 if kind == "square" else 3) for each in some)
            case "different":
                op: Operator = "==" if self.items[at].word in ("same", "equally") else "!="
                facts = tuple(compared(one, op, other) for one, other in combinations(some, 2))
            case "divisible" | "multiple":
                return self._divisible(at, some)
            case "differ" | "difference":
                return self._differing(at, some)
            case "between":
                return self._inside(at, some)
            case _:
                return self._bound(at, some)
        return ([facts], self.skip(at + 1, "either"), some) if facts else None

    def _differing(self, at: int, some: Several) -> tuple[list[Facts], int, Several] | None:
        by = self.term(self.skip(at + 1, "be", "of"))
        if by is None or len(some) != 2:
            return None
        return [(apart(some[0], some[1], each),) for each in by[0]], by[1], some

    def _inside(self, at: int, some: Several) -> tuple[list[Facts], int, Several] | None:
        ends = self.terms(at + 1)
        if ends is None or len(ends[0][0]) != 2:
            return None
        low, high = ends[0][0]
        facts = tuple(fact for each in some for fact in (compared(each, ">=", low), compared(each, "<=", high)))
        return [facts], ends[1], some

    def _divisible(self, at: int, some: Several) -> tuple[list[Facts], int, Several] | None:
        divisors = []
        at = self.skip(at + 1, "of", "be", "and_", "either")
        while self.kind(at) == "number":
            divisors.append(int(self.items[at].value))
            at = self.skip(at + 1, "and_") if self.kind(self.skip(at + 1, "and_")) == "number" else at + 1
        facts = tuple(remainder(each, divisor, 0) for each in some for divisor in divisors if divisor > 0)
        return ([facts], at, some) if facts else None

    def _bound(self, at: int, some: Several) -> tuple[list[Facts], int, Several] | None:
        kind = self.kind(at)
        op: Operator = {"more": ">", "less": "<", "least": ">=", "most": "<="}[kind]  # type: ignore[assignment]
        after = self.skip(at + 1, "than", "each", "of", "either")
        if self.kind(after) == "group":
            facts = tuple(compared(each, op, other) for each in some for other in self.items[after].polys)
            return [facts], after + 1, some
        limit = self.term(self.skip(at + 1, "than"))
        if limit is None or (kind in ("more", "less") and self.kind(at + 1) != "than"):
            return None
        return [tuple(compared(each, op, value) for each in some) for value in limit[0]], limit[1], some

    # Expressions

    def terms(self, at: int, *, plain: bool = False) -> tuple[list[Several], int] | None:
        """A list of expressions: "Ann, Bo and Cy", "they"; a plain one has only quantities behind its first."""
        found = self._group_or_term(at)
        if found is None:
            return None
        some, at = found
        while self.kind(at) in ("and_", "plus"):
            after = self.skip(at, "and_", "plus")
            if plain and self.kind(after) not in ("quantity", "group"):
                break
            more = self._group_or_term(after)
            if more is None:
                break
            if more[0] == some:
                at = more[1]
                continue
            some, at = [(*one, *other) for one, other in product(some, more[0])][:_MOST], more[1]
        return some, at

    def _group_or_term(self, at: int) -> tuple[list[Several], int] | None:
        if self.kind(at) == "group" and self.kind(at + 1) in ("sum", "product", "difference", "average"):
            return self._of_group(at)
        if self.kind(at) == "group":
            polys = self.items[at].polys
            while self.kind(self.skip(at, "of")) == "group":
                at = self.skip(at, "of") + 1
            return [polys], at
        found = self.term(at)
        return ([(each,) for each in found[0]], found[1]) if found else None

    def _of_group(self, at: int) -> tuple[list[Several], int]:
        """Read "their sum", "their difference"."""
        some = self.items[at].polys
        match self.kind(at + 1):
            case "sum":
                return [(total(some),)], at + 2
            case "product":
                return [(multiplied(some),)], at + 2
            case "average":
                return [(total(some).times(Fraction(1, len(some))),)], at + 2
        return [(one - other,) for one, other in (some[:2], some[1::-1])] if len(some) > 1 else [some], at + 2

    def term(self, at: int) -> tuple[list[Poly], int] | None:
        """An expression: all that it may mean, and where it ends."""
        self.depth += 1
        found = self._simple(at) if self.depth < _MOST_ITEMS else None
        self.depth -= 1
        if found is None:
            return None
        values, at = found
        while self.kind(at) in ("plus", "minus", "times", "squared"):
            if self.kind(at) == "squared":
                values, at = [each * each for each in values], at + 1
                continue
            other = self._simple(at + 1)
            if other is None:
                break
            kind = self.kind(at)
            values = [
                a + b if kind == "plus" else a - b if kind == "minus" else a * b for a, b in product(values, other[0])
            ]
            at = other[1]
        return values[:_MOST], at

    def _simple(self, at: int) -> tuple[list[Poly], int] | None:
        match self.kind(at):
            case "quantity":
                return list(self.items[at].polys), at + 1
            case "number":
                return self._number(at)
            case "factor":
                return self._multiple(at)
            case "as_":
                return self.term(at + 1)
            case "sum" | "product" | "difference" | "square" | "cube" | "average":
                return self._operation(at)
        return None

    def _number(self, at: int) -> tuple[list[Poly], int] | None:
        value = Poly.constant(self.items[at].value)
        if self.kind(at + 1) in ("more", "less"):
            if self.kind(at + 2) != "than":
                return None
            other = self.term(self.skip(at + 3, "be"))
            sign = 1 if self.kind(at + 1) == "more" else -1
            return ([each + value.times(sign) for each in other[0]], other[1]) if other else None
        return [value], at + 1

    def _multiple(self, at: int) -> tuple[list[Poly], int] | None:
        after = self.skip(at + 1, "as_", "of", "more", "less", "than", "be")
        other = self._simple(after)
        return ([each.times(self.items[at].value) for each in other[0]], other[1]) if other else None

    def _operation(self, at: int) -> tuple[list[Poly], int] | None:
        kind = self.kind(at)
        after = self.skip(at + 1, "of", "between", "sum")
        if kind in ("square", "cube"):
            one = self._simple(after)
            return ([multiplied([each] * (2 if kind == "square" else 3)) for each in one[0]], one[1]) if one else None
        some = self._group_or_term(after) if self.kind(after) == "group" else self.terms(after)
        if some is None:
            return None
        if kind == "difference":
            pairs = [each for each in some[0] if len(each) == 2]
            return ([each for a, b in pairs for each in (a - b, b - a)], some[1]) if pairs else None
        if kind == "average":
            return [total(each).times(Fraction(1, len(each))) for each in some[0]], some[1]
        return [total(each) if kind == "sum" else multiplied(each) for each in some[0]], some[1]


_VERBS = frozenset(("be", "together", "sum", "of", "each", "product", "multiply"))
_PROPERTIES = frozenset(listed(
        """odd even prime square cube different divisible multiple differ difference more less least most between"""
    ))  # fmt: skip


def _equations(
    subjects: Sequence[Several], values: Sequence[Poly], joined: Callable[[Several], Poly] | None, *, apart: bool
) -> list[Facts]:
    """State that lists are worth values: joined, each alone, or either of it."""
    facts: list[Facts] = []
    for some, value in product(subjects, values):
        if joined or not apart or len(some) == 1:
            facts.append((equal((joined or total)(some), value),))
        if not joined and len(some) > 1:
            facts.append(tuple(equal(each, value) for each in some))
    return facts


def prime(number: Poly) -> Fact:
    """State that a number, below a thousand, is prime."""
    primes = [n for n in range(2, _HIGHEST_PRIME) if all(n % by for by in range(2, int(n**0.5) + 1))]
    return Fact(tuple((Relation(number - Poly.constant(each)),) for each in primes))


def power(number: Poly, exponent: int) -> Fact:
    """State that a number is a square or a cube."""
    root = Poly.unknown(f"{PART}root {exponent} {number.terms!r}")
    return equal(number, multiplied([root] * exponent))
