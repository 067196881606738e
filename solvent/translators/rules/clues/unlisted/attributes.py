"""The attributes that a puzzle announces, and what else its introduction says."""

from dataclasses import dataclass, field
from functools import cached_property

from solvent.translators.rules.text.words import stem


@dataclass(frozen=True)
class Attribute:
    """An attribute with a name, as the text has it.

    `heads` are the stems of the nouns that call it so ("brand of cigarette"), `nouns` and `verbs` those of further
    words of its announcement, `leads` prepositions before it. `placed` says that places have it, not people;
    `needed` says that the text gives everybody another one; otherwise it only counts things, which may have names.
    `values` are those that the introduction gives (days from Monday to Friday); `said` are its words.
    """

    name: str
    heads: frozenset[str]
    nouns: frozenset[str]
    verbs: frozenset[str]
    leads: frozenset[str] = frozenset()
    needed: bool = True
    said: str = ""
    values: tuple[str, ...] = ()
    placed: bool = False

    @property
    def key(self) -> str:
        """The stem of the name's last word."""
        return stem(self.name.lower().split()[-1])


@dataclass
class Introduction:
    """An introduction: `rows` many rows, in places called `place` ("" if there are none), and their attributes."""

    rows: int
    place: str
    attributes: list[Attribute] = field(default_factory=list)
    people: frozenset[str] = frozenset()  # its nouns for people, in the singular too
    rest: dict[str, str] = field(default_factory=dict)  # what each sentence says besides
    announcing: set[str] = field(default_factory=set)  # the sentences that announce attributes
    verbs: frozenset[str] = frozenset()  # those by which the clues say who has what

    @cached_property
    def counted(self) -> frozenset[str]:
        """The keys of the attributes that the text only counts."""
        return frozenset(each.key for each in self.attributes if not each.needed)

    @cached_property
    def names(self) -> dict[str, str]:
        """The stems of the nouns that call exactly one attribute by its name, each with the attribute's key."""
        called = [head for attribute in self.attributes for head in attribute.heads]
        return {head: each.key for each in self.attributes for head in each.heads if called.count(head) == 1}
