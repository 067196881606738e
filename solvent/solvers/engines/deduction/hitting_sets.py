"""Clues of which every solution in the way breaks at least one, as bits."""

from collections.abc import Iterable, Sequence


def hitting_set(masks: Sequence[int], size: int) -> int | None:
    """Return at most `size` bits of which every mask has at least one; None if there are none.

    It is found fastest if small masks come first.
    """
    missed = next((mask for mask in masks if mask), None)
    if missed is None:
        return 0
    if not size or _disjoint(masks) > size:
        return None
    for bit in bits(missed):
        rest = [mask for mask in masks if not mask >> bit & 1]
        found = hitting_set(rest, size - 1)
        if found is not None:
            return found | 1 << bit
    return None


def _disjoint(masks: Iterable[int]) -> int:
    """Return how many masks, chosen one after the other, have no bit in common: as many bits are needed at least."""
    taken = count = 0
    for mask in masks:
        if not mask & taken:
            taken |= mask
            count += 1
    return count


def minimal(masks: Iterable[int]) -> list[int]:
    """Return the masks that contain no other, small ones first."""
    kept: list[int] = []
    for mask in sorted(set(masks), key=int.bit_count):
        if not any(mask & other == other for other in kept):
            kept.append(mask)
    return kept


def bits(mask: int) -> list[int]:
    """Return the numbers of a mask's bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
