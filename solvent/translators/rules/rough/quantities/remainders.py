"""What is left over when a number is divided: "in rows of six, four bulbs are left over"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.quantities.facts import Fact, compared, remainder
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.quantities.items import Item
from solvent.translators.rules.text.words import NUMBER_WORDS, listed

_BY = frozenset(listed("by among amongst between in into with at"))
_OF = frozenset(
    listed(
        """rows row groups group packs pack bags bag boxes box piles pile bundles bundle teams team lots columns
        column batches packets tables lines"""
    )
)
_LEFT = frozenset(listed("left over remain remains remaining remained remainder leftover spare alone"))
_NONE = frozenset(listed("none nothing no nobody exactly evenly exact even without"))
_GROUPS = {f"{word}s": number for word, number in NUMBER_WORDS.items()}
_GROUPS |= {"sixes": 6, "pairs": 2, "couples": 2, "trios": 3, "dozens": 12, "twos": 2, "fives": 5}
_RANGE = frozenset(("than", "least", "most", "between"))


def says(items: Sequence[Item]) -> bool:
    """Whether a sentence speaks of groups in which something may be left over."""
    return any(_divisor(items, at) for at in range(len(items)))


def read(items: Sequence[Item], number: Poly) -> tuple[Fact, ...]:
    """The remainders that a sentence states; none if it has other numbers, or a divisor without a remainder."""
    words = {each.word for each in items}
    if words & {"divisible", "multiple"} and not words & _LEFT:
        return ()
    reader = _Reader(number, left=bool(words & (_LEFT | {"short", "missing", "divided"})))
    if not all(reader.item(items, at) for at in range(len(items))):
        return ()
    pairs, pending = reader.pairs, reader.pending
    if pending and not pairs and words & {"equally", "evenly", "exactly", "even", *_NONE}:
        pairs, pending = [(each, 0) for each in pending], []
    if pending or not pairs or any(by < 2 for by, _ in pairs):
        return ()
    return (*reader.bounds, *(remainder(number, by, rest % by) for by, rest in pairs))


class _Reader:
    """Pairs divisors with what is left over, whichever is told first."""

    def __init__(self, number: Poly, *, left: bool) -> None:
        self.number = number
        self.left = left
        self.pending: list[int] = []
        self.waiting: int | None = None
        self.pairs: list[tuple[int, int]] = []
        self.bounds: list[Fact] = []

    def item(self, items: Sequence[Item], at: int) -> bool:
        """Take an item; false for a number that means nothing."""
        if divisor := _divisor(items, at):
            if self.waiting is None:
                self.pending.append(divisor)
            else:
                self.pairs.append((divisor, self.waiting))
        elif self.left and (rest := _rest(items, at)) is not None:
            self.pairs += [(each, rest) for each in self.pending]
            self.waiting = None if self.pending else rest
            self.pending = []
        elif items[at].kind == "number" and items[at].value != 1:
            return _bounds(items, at, self.number, self.bounds)
        return True


def _bounds(items: Sequence[Item], at: int, number: Poly, bounds: list[Fact]) -> bool:
    """Read "fewer than 100", "between 50 and 90" about the number itself."""
    before = [each.kind for each in items[max(0, at - 2) : at]]
    value = Poly.constant(items[at].value)
    if before[-1:] == ["than"]:
        bounds.append(compared(number, ">" if before[0] == "more" else "<", value))
    elif before[-1:] == ["between"]:
        bounds.append(compared(number, ">", value))
    elif before == ["number", "and_"] and at > 2 and items[at - 3].kind == "between":
        bounds.append(compared(number, "<", value))
    elif before[-1:] in (["least"], ["most"]):
        bounds.append(compared(number, ">=" if before[-1] == "least" else "<=", value))
    else:
        return False
    return True


def _divisor(items: Sequence[Item], at: int) -> int:
    """The size of the groups that a place speaks of; 0 if it speaks of none."""
    item = items[at]
    before = [each.word for each in items[max(0, at - 2) : at]]
    if item.word in _GROUPS:
        return _GROUPS[item.word]
    if item.kind != "number" or item.unit or item.value.denominator != 1:
        return 0
    after = [each.word for each in items[at + 1 : at + 4]]
    if before[-1:] == ["of"] and before[0] in _OF:
        return int(item.value)
    if (
        after[:3] == ["at", "a", "time"]
        or after[:2] == ["in", "each"]
        or after[:2] == ["to", "a"]
        or after[:2] == ["per", "row"]
    ):
        return int(item.value)
    listed = at > 1 and items[at - 1].kind in ("and_", "either") and _divisor(items, at - 2) and not _is_left(items, at)
    if (before[-1:] and before[-1] in ("by", "among", "amongst", "into")) or listed:
        return int(item.value)
    if (
        before[-1:]
        and before[-1] in ("between", "with")
        and not (after and (after[0] == "and" or re.fullmatch(r"\d+", after[0])))
    ):
        return int(item.value)
    return 0


def _is_left(items: Sequence[Item], at: int) -> bool:
    return any(each.word in _LEFT for each in items[at + 1 : at + 6])


def _rest(items: Sequence[Item], at: int) -> int | None:
    """How many are left over by a number or "none"; None if a place does not say that."""
    item = items[at]
    if item.word in _NONE:
        return 0
    if item.kind == "one" and _is_left(items, at):
        return 1
    if item.kind != "number" or item.value.denominator != 1 or (at and items[at - 1].kind in _RANGE):
        return None
    if any(each.word in ("short", "missing", "few") for each in items[at + 1 : at + 4]):
        return -int(item.value)
    return int(item.value)


__all__ = ["read", "says"]
_ = _BY
