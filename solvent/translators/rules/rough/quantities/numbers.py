"""One number that is asked for: its digits, what is left when it is divided, what is done to it."""

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

from solvent.translators.rules.quantities.facts import Fact, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import deeds, remainders
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.text.words import NUMBER_WORDS, listed

_MOST = 20_000
_ABOUT = re.compile(
    r"\b(?:my age|numbers?|digits?|code|pin|year|remainders?|remain\w*|at a time|left|over|groups? of|rows? of)\b",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"\b(?P<n>two|three|four|five|six|[2-6])[- ](?:[a-z]+[- ])?(?:digit|figure)\b"
    r"|(?:\b(?:has|with|have|of|the|its|my|all) |^\W*)(?P<m>two|three|four|five|[2-5]) (?:[a-z]+ )?"
    r"(?:digits|figures)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ZERO = re.compile(
    r",? ?(?:and |but )?(?:there (?:is|are) )?"
    r"(?P<none>no|without|never|none of (?:them|\w+ (?:digits|figures)) (?:is|are))(?: an?y?)?"
    r" (?:zeros?|zeroes|noughts?|0s?)\b"
    r"|,? ?(?:and |but )?(?:(?:the |its )?(?P<which>\w+) (?:digit|one) )?(?:is not|isn't|cannot be|can't be"
    r"|must not be|(?:does not|doesn't) (?:start|begin) with) (?:a |an )?(?:zero|nought|0)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:two|three|four|five|both)\b(?: \w+){0,2} numbers\b", re.IGNORECASE)
_UNLIKE = re.compile(
    r"\bno (?:two )?(?:digit|figure)s? (?:\w+ )?(?:twice|again|more than once|repeat\w*|alike|the same|used twice)"
    r"|\b(?:without|no) (?:any )?repe\w+(?: digits| figures)?|\bno two \w+ (?:are|being) (?:the same|alike|equal)"
    r"|\b(?:none of (?:them|\w+ (?:digits|figures))|(?:digits|figures) (?:never|don't|do not)) (?:is |are )?repeat\w*",
    re.IGNORECASE,
)
_RISING = re.compile(
    r"\bconsecutive\b|\bone (?:right |directly |straight )?after (?:the other|another)\b"
    r"|\bfollow(?:s|ed|ing)? (?:on from )?(?:one another|each other)\b",
    re.IGNORECASE,
)
_LOCK = re.compile(r"\b(?:code|pin|lock|padlock|combination|safe)\b", re.IGNORECASE)
_RANGE = re.compile(r"\(?\b(?:each |showing |a digit |digits? )*\(?(?:from )?[01] ?(?:to|-|\u2013) ?9\b\)?")
_PLACES = {
    "units": 0,
    "unit": 0,
    "ones": 0,
    "tens": 1,
    "ten": 1,
    "hundreds": 2,
    "hundred": 2,
    "thousands": 3,
    "thousand": 3,
}
_ORDER = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "leading": 0}
_DIGIT = frozenset(("digit", "one", "figure", "place", "number", "position", "column"))
_DIGITS = ("digits", "figures")
_NUMBER = frozenset(("number", "it", "itself", "code", "pin", "combination", "age"))
_REVERSED = re.compile(
    r"\b(?:revers\w+|swap\w*|swop\w*|interchang\w+|exchang\w+|backwards?|switch\w*|transpos\w+|(?:chang|trad)\w+ places"
    r"|(?:other|wrong) way a?round|turn\w* (?:\w+ )?(?:a?round|over)|flip\w*|right to left)\b"
)
_PARTED = re.compile(rf"{_REVERSED.pattern}|\bdivi[ds]\w+|\bremainder\b")
_NEXT_YEAR = re.compile(r"\b(?:next year|in (?:a|one) year|a year from now)\b")
_PALINDROME = re.compile(r"\bpalindrom\w*|\breads? the same\b|\bthe same (?:backwards|forwards|from)\b")
_STATES = frozenset(listed(
        """number factor more less sum difference product different odd even prime square cube divisible multiple
        as_ differ between least most squared"""
    ))  # fmt: skip
_ASKS = re.compile(r"\b(?:who|where|what|which|how|find|determine|calculate|guess|work out|name)\b", re.IGNORECASE)
_JOINT = re.compile(
    r",? (?:and|but) (?=(?:which|that|if|when|it|becomes|its|the|is|has|in|he|she|her|his|next|swap\w*|revers\w*)\b)",
    re.IGNORECASE,
)
_SMALLEST = re.compile(r"\b(?:smallest|least|lowest|minimum|fewest)\b", re.IGNORECASE)


def draft(text: str) -> Draft | None:
    """Read a text about one number."""
    if not _ABOUT.search(text) or (_SEVERAL.search(text) and not _LENGTH.search(text)):
        return None
    reader = _Number(text)
    for sentence in sentences_in(text):
        reader.sentence(sentence)
    if reader.ledger.asked is None and (
        (reader.digits and _LOCK.search(text))
        or re.search(r"\b(?:looking for|thinking of|guess|who am i|think of)\b", text, re.IGNORECASE)
    ):
        reader.ledger.asked = reader.number
    return None if reader.ledger.says_little and not reader.acted else reader.ledger.draft()


class _Number:
    def __init__(self, text: str) -> None:
        self.ledger = Ledger()
        found = _LENGTH.search(text)
        said = (found["n"] or found["m"]).lower() if found else "0"
        self.length = int(said) if said.isdecimal() else NUMBER_WORDS[said]
        low = 0 if _LOCK.search(text) else 1
        self.digits = [self.ledger.unknown(f"digit {at + 1}", low if at == 0 else 0, 9) for at in range(self.length)]
        self.number = _composed(self.digits) if self.digits else self.ledger.unknown("number", 0, _MOST)
        self.state = self.number
        self.acted = False
        self.locked = _LOCK.search(text) is not None
        self.speaks = re.search(r"\bam i\b|\bi(?: am|'m) an? [\w-]+ (?:whole )?number", text.lower()) is not None

    def sentence(self, sentence: str) -> None:
        """Note what a sentence says or asks."""
        plain = re.sub(
            r"\b(?:a|the) (?:digit|digital|cross) sum (?:of )?(?=\w+\b(?! is))",
            "digits that add up to ",
            sentence,
            flags=re.IGNORECASE,
        )
        plain = re.sub(
            r"\b(?:digit|digital|cross) sum\b|\bsum of digits\b", "sum of the digits", plain, flags=re.IGNORECASE
        )
        plain = re.sub(r"\b(odd|even)[- ](?:looking|though|if|when)\b", "", plain)
        plain = _RANGE.sub("", plain)
        if self.digits and _UNLIKE.search(plain):
            self.ledger.told(sentence, [different(self.digits)])
            plain = _UNLIKE.sub("", plain)
        plain = self._without_zero(sentence, plain)
        if not re.search(r"\w", plain):
            return
        asks = bool(_ASKS.search(sentence)) and _is_question(sentence)
        for part in _JOINT.split(plain) if _PARTED.search(plain.lower()) else [plain]:
            self._part(sentence, part, asks=asks)

    def _without_zero(self, sentence: str, plain: str) -> str:
        """Note which digits are not zero, and leave that out."""
        found = _ZERO.search(plain.replace("\u2019", "'"))
        if not found or not self.digits:
            return plain
        digits = self.digits if found["none"] else self.digits[:1]
        place = self._place(items_in([(found["which"] or "first").lower(), "digit"]), 0)
        if not found["none"] and place is not None:
            digits = [self.digits[place]]
        self.ledger.told(sentence, [tuple(compared(each, "!=", Poly(())) for each in digits)])
        return plain[: found.start()] + plain[found.end() :]

    def _part(self, sentence: str, part: str, *, asks: bool) -> None:
        items = items_in(words_in(part))
        if asks:
            self._question(sentence, items)
            if _scenery(items) and not any(
                each.kind in ("divisible", "multiple", "between", "factor") for each in items
            ):
                return
        elif not _RISING.search(part) and not self._states(items, part.lower()):
            return
        self.ledger.told(part, self._meanings(items, part.lower()))

    def _states(self, items: Sequence[Item], plain: str) -> bool:
        named = self._named(items)
        kept = [each for each in named if each.kind in _STATES]
        if sum(each.kind == "quantity" and each.poly != self.number for each in named) > 1:
            return True
        if all(each.kind == "number" and each.value == 1 for each in kept):
            kept = []
        return (
            bool(kept)
            or bool(_REVERSED.search(plain) or _PALINDROME.search(plain))
            or (remainders.says(items) and not self._names_digits(items))
        )

    def _question(self, sentence: str, items: Sequence[Item]) -> None:
        self.ledger.question = sentence
        named = self._named(items)
        places = [each.poly for each in named if each.kind == "quantity" and each.poly != self.number]
        self.ledger.asked = places[0] if len(places) == 1 else self.number
        if _SMALLEST.search(sentence) and not self.digits:
            self.ledger.unknowns["number"] = (1, _MOST)
            self.ledger.smallest = "number"

    def _meanings(self, items: Sequence[Item], plain: str) -> list[Facts]:
        if _PALINDROME.search(plain) and self.digits:
            mirrored = tuple(equal(a, b) for a, b in zip(self.digits, self.digits[::-1], strict=True) if a != b)
            rest = [each for each in self._named(items) if each.word not in ("same", "left", "right")]
            kept = self._told(rest) if any(each.kind in _STATES for each in rest) else [()]
            return [(*mirrored, *each) for each in kept]
        if _RISING.search(plain) and self.digits:
            step = -1 if re.search(r"\b(?:down|decreas\w+|descend\w+)\b", plain) else 1
            facts = tuple(equal(b, a + Poly.constant(step)) for a, b in pairwise(self.digits))
            others = self._told([each for each in self._named(items) if each.word not in _IN_ROW])
            return [(*facts, *each) for each in others] or [facts]
        if _REVERSED.search(plain) and self.digits:
            return self._reversed(self._named(items))
        year = 1 if _NEXT_YEAR.search(plain) else 0
        if not self._names_digits(items):
            bounds, rest = _bounds(items, self.number)
            if facts := remainders.read(rest, self.number + Poly.constant(year)):
                return [(*bounds, *facts)]
        if year:
            later = Item("quantity", "it", polys=(self.number + Poly.constant(1),))
            return self._told([later if each.polys == (self.number,) else each for each in self._named(items)])
        done = deeds.read(items, self.state, self.number) if not self._names_digits(items) else None
        if done:
            self.state, facts = done
            self.acted = True
            return [facts] if facts else [(equal(Poly(()), Poly(())),)]
        return self._told(self._named(items))

    def _told(self, items: Sequence[Item]) -> list[Facts]:
        bounds, rest = _bounds(items, self.number)
        digits = sum(each.kind == "quantity" and each.poly != self.number for each in rest)
        if digits < 2 and not any(each.kind in _STATES for each in rest):
            return [bounds] if bounds else []
        return [(*bounds, *each) for each in meanings([each for each in rest if each.kind != "left"])]

    def _names_digits(self, items: Sequence[Item]) -> bool:
        return any(each.polys and each.polys != (self.number,) for each in self._named(items))

    def _named(self, items: Sequence[Item]) -> list[Item]:
        """Replace what the text calls the number and its digits."""
        found: list[Item] = []
        at = 0
        while at < len(items):
            after = items[at + 1] if at + 1 < len(items) else Item("", "")
            size, polys = self._digits(items, at, after, found) if self.digits else (0, ())
            if size:
                found += (
                    [Item("quantity" if len(polys) == 1 else "group", items[at].word, polys=polys)] if polys else []
                )
            elif items[at].kind == "number" and after.word in ("digit", "figure"):
                size = 2  # "a two-digit number"
            elif items[at].word in _NUMBER or (items[at].word == "i" and self.speaks):
                found.append(Item("quantity", items[at].word, polys=(self.number,)))
            else:
                found.append(items[at])
            at += size or 1
        return [each for at, each in enumerate(found) if not (each.polys == (self.number,) and _leads(found, at))]

    def _digits(self, items: Sequence[Item], at: int, after: Item, found: list[Item]) -> tuple[int, tuple[Poly, ...]]:
        """How many items speak of digits at a place, and of which; (0, ()) if none do."""
        item = items[at]
        many = int(after.value) if after.kind == "number" else 0
        if item.kind == "number" and not item.unit and item.value == self.length:
            if self.locked and after.word.endswith("s") and after.word not in _DIGITS:
                return 1, ()  # "the lock has four wheels"
            noun = next((k for k, each in enumerate(items[at : at + 3]) if each.word in _DIGITS), 0)
            return (noun + 1 if noun and found and found[-1].kind == "be" else 1 if noun else 0), ()
        if item.word in ("first", "last") and 0 < many < self.length:
            return 2, tuple(self.digits[:many] if item.word == "first" else self.digits[-many:])
        if (place := self._place(items, at)) is not None:
            return 2 if after.word in _DIGIT else 1, (self.digits[place],)
        if item.word == "other" and many == self.length - 1:
            named = [each.poly for each in found if each.kind == "quantity"]
            return 2, tuple(each for each in self.digits if each not in named[-1:])
        if item.word == "others":
            named = [each.poly for each in found if each.kind == "quantity"]
            return 1, tuple(each for each in self.digits if each not in named[-1:])
        if item.word in (*_DIGITS, "they", "both") or (item.word == "all" and many == self.length):
            return 2 if item.word == "all" else 1, tuple(self.digits)
        return 0, ()

    def _place(self, items: Sequence[Item], at: int) -> int | None:
        word = items[at].word
        before = items[at - 1].word if at else ""
        after = items[at + 1].word if at + 1 < len(items) else ""
        if after not in _DIGIT and before not in ("the", "my", "its", "than", "as", "is", "plus", "minus"):
            return None
        if word in _PLACES and _PLACES[word] < self.length:
            return self.length - 1 - _PLACES[word]
        if word in _ORDER and _ORDER[word] < self.length:
            return _ORDER[word]
        if word in ("middle", "central") and self.length % 2:
            return self.length // 2
        if word in ("last", "final"):
            return self.length - 1
        return None

    def _reversed(self, items: Sequence[Item]) -> list[Facts]:
        """Read "if you swap the digits, you get a number that is 27 larger", "it is 9 less than its reverse"."""
        other = _composed(self.digits[::-1])
        value = next((each for each in items if each.kind in ("number", "factor")), None)
        how = next((each.kind for each in items if each.kind in ("more", "less")), "")
        grown = next(
            (
                each.word
                for each in items
                if re.match(r"(?:increas|decreas|reduc|gr[eo]w|shr[aiu]nk|f[ae]ll)", each.word)
            ),
            "",
        )
        if value is None:
            return []
        turned = next((at for at, each in enumerate(items) if _REVERSED.fullmatch(each.word)), -1)
        than = next((at for at, each in enumerate(items) if each.kind in ("than", "as_", "factor", "of")), len(items))
        one, base = (self.number, other) if turned > than else (other, self.number)
        if value.kind == "factor":
            return [(equal(one, base.times(value.value)),)]
        adds = next(
            (
                at
                for at, each in enumerate(items)
                if each.kind in ("sum", "plus", "together") or each.word.startswith("add")
            ),
            -1,
        )
        given = next(at for at, each in enumerate(items) if each is value)
        if 0 <= given < adds or any(each.word.startswith(("subtract", "tak")) for each in items):
            how = "more" if given < adds else "less"
        elif adds >= 0:
            return [(equal(one + base, Poly.constant(value.value)),)]
        sign = -1 if how == "less" or re.match(r"decreas|reduc|shr|f[ae]ll", grown) else 1
        if not how and not grown:
            return []
        return [(equal(one, base + Poly.constant(sign * value.value)),)]


_IN_ROW = frozenset(listed("consecutive one after before other another either right"))


def _leads(items: Sequence[Item], at: int) -> bool:
    """Whether the number is only named to speak of its digits: "a number whose digits ..."."""
    after = next((each.kind for each in items[at + 1 :] if each.kind not in ("word", "be", "of")), "")
    return after in ("group", "and_", "") and any(each.kind == "group" for each in items[at:])


def _is_question(sentence: str) -> bool:
    ends = sentence.rstrip(" \"')\u201d").endswith("?")
    return ends or re.match(r"\W*(?:find|determine|calculate|work out)\b", sentence, re.IGNORECASE) is not None


def _composed(digits: Sequence[Poly]) -> Poly:
    return total(each.times(10 ** (len(digits) - 1 - at)) for at, each in enumerate(digits))


def _bounds(items: Sequence[Item], number: Poly) -> tuple[Facts, list[Item]]:
    """Take out "between 50 and 90", "fewer than 100", "more than 20"."""
    facts: list[Fact] = []
    rest = list(items)
    for at in range(len(rest) - 1, -1, -1):
        kinds = [each.kind for each in rest[at : at + 4]]
        values = [Poly.constant(each.value) for each in rest[at : at + 4]]
        if kinds == ["between", "number", "and_", "number"]:
            facts += [compared(number, ">", values[1]), compared(number, "<", values[3])]
            rest[at : at + 4] = []
        elif kinds[:3] in (["more", "than", "number"], ["less", "than", "number"]) and kinds[3:] not in (
            ["than"],
            ["more"],
            ["less"],
        ):
            if (
                at
                and rest[at - 1].kind in ("number", "factor", "quantity", "be")
                and any(each.kind == "quantity" and each.poly != number for each in rest[:at])
            ):
                continue
            facts.append(compared(number, ">" if kinds[0] == "more" else "<", values[2]))
            rest[at : at + 3] = []
        elif rest[at].word in ("over", "under", "above", "below") and kinds[1:2] == ["number"]:
            facts.append(compared(number, ">" if rest[at].word in ("over", "above") else "<", values[1]))
            rest[at : at + 2] = []
        elif kinds[:2] in (["least", "number"], ["most", "number"]):
            facts.append(compared(number, ">=" if kinds[0] == "least" else "<=", values[1]))
            rest[at : at + 2] = []
    return tuple(facts), rest


def _scenery(items: Sequence[Item]) -> bool:
    """Whether a question has no number but those that only say what it asks for."""
    behind = [*(each.word for each in items[1:]), ""]
    return all(
        each.kind != "number" or each.value == 1 or after in ("digit", "figure", "digits", "numbers")
        for each, after in zip(items, behind, strict=True)
    )


def different(digits: Sequence[Poly]) -> Facts:
    """State that all digits are different."""
    return tuple(compared(one, "!=", other) for one, other in combinations(digits, 2))
