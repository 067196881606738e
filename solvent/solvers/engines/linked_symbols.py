"""Which symbols of a program are connected through constraints: the others cannot affect the answer."""

from collections.abc import Hashable, Iterable
from collections.abc import Set as AbstractSet
from typing import TypeVar

Symbol = TypeVar("Symbol", bound=Hashable)


def linked(groups: Iterable[AbstractSet[Symbol]], start: Iterable[Symbol]) -> set[Symbol]:
    """Return the symbols connected to those in `start` through constraints; `groups` are each constraint's symbols."""
    found, constraints = set(start), list(groups)
    while more := [group for group in constraints if group & found and not group <= found]:
        found.update(*more)
    return found
