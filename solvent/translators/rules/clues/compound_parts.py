"""What a compound sentence is divided into: simple sentences, joined by the words of logic."""

from dataclasses import dataclass

from solvent.translators.rules.clues.clauses import Tokens


@dataclass(frozen=True)
class Simple:
    """A sentence for the grammar; a `plain` one may only say which values share rows."""

    tokens: Tokens
    plain: bool = False


@dataclass(frozen=True)
class Denied:
    """The part does not hold."""

    part: "Structure"


@dataclass(frozen=True)
class Counted:
    """At least `least` and at most `most` of the parts hold.

    `apart` means that the parts say the same of what is joined by "both A and B", which are different.
    """

    parts: tuple["Structure", ...]
    least: int
    most: int
    apart: bool = False


@dataclass(frozen=True)
class Only:
    """The one way to say it that the grammar understands; where it understands several, none is meant for sure."""

    ways: tuple["Structure", ...]


Structure = Simple | Denied | Counted | Only


def every(*parts: Structure) -> Structure:
    """All parts hold."""
    return parts[0] if len(parts) == 1 else Counted(tuple(parts), len(parts), len(parts))


def some(*parts: Structure) -> Structure:
    """At least one part holds."""
    return Counted(tuple(parts), 1, len(parts))
