"""What clauses say, and what is kept in mind from one to the next."""

from collections.abc import Iterable
from dataclasses import dataclass

from solvent.translators.rules.rough.relations.sentences.groups import Group
from solvent.translators.rules.rough.relations.sentences.relations import Relation
from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.statements.language import Statement

DENYING = ("NOT", "WITHOUT", "NOBODY", "CONTRAST", "NEITHER")
HEADED = ("COMPARE", "COMPARATIVE", "BESIDE", "BETWEEN", "FACTOR", "APART", "ALLBUT", "OPPOSITE")
MEANT = (*DENYING, *HEADED, "HEDGE", "DIFF")
SOFT = ("exactly", "only", "at least", "at most", "must", "often", "usually", "every")


class NotReadError(Exception):
    """A clause says something that the grammar cannot tell."""


@dataclass(frozen=True)
class Read:
    """What a clause says, and in words."""

    statement: Statement
    told: str


@dataclass(frozen=True)
class Done:
    """The last relation of a clause: which, whether it was denied, and to what."""

    found: tuple[Relation, ...]
    denied: bool
    other: Group

    @property
    def kind(self) -> str:
        return self.found[0].kind


@dataclass
class Memory:
    """Whom a pronoun may mean: the subject of the last clause, and what was mentioned there besides."""

    subject: Group | None = None
    other: Group | None = None
    done: Done | None = None

    @property
    def both(self) -> Group | None:
        """All that were mentioned first and last in the last clause."""
        if self.subject is None or self.other is None or self.subject == self.other or len(self.subject.items) > 1:
            return self.subject
        return Group((*self.subject.items, *self.other.items), "and")


@dataclass(frozen=True)
class Choices:
    """How to settle what the grammar leaves open."""

    nearest: bool = False  # "... than the man who has the cat and drinks tea" tells of the man
    close: bool = False  # "followed by" means at once
    pick: int = 0  # which value a word for two values names
    strangers: bool = False  # somebody with a name and somebody with a trade who deal with each other are two


def has(tokens: Iterable[Token], *kinds: str) -> bool:
    """Whether there is a token of some kinds."""
    return any(token.kind in kinds for token in tokens)
