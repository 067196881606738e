"""Which symbols of a program constraints lead to: the others cannot touch the answer."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet


def linked(groups: Iterable[AbstractSet[str]], start: Iterable[str]) -> set[str]:
    """The symbols to which constraints lead from those at the start; `groups` are the symbols of each constraint."""
    found, constraints = set(start), list(groups)
    while more := [group for group in constraints if group & found and not group <= found]:
        found.update(*more)
    return found
