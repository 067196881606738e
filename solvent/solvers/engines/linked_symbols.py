"""Which symbols of a program are connected through constraints: the others cannot affect the answer."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet


def linked(groups: Iterable[AbstractSet[str]], start: Iterable[str]) -> set[str]:
    """Return the symbols connected to those in `start` through constraints; `groups` are each constraint's symbols."""
    found, constraints = set(start), list(groups)
    while more := [group for group in constraints if group & found and not group <= found]:
        found.update(*more)
    return found
