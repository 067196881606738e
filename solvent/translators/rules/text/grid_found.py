"""What is found of a logic grid in a text, before its sentences have roles."""

from dataclasses import dataclass, field

from solvent.translators.rules.text.sorting import Part


@dataclass
class Grid:
    """A logic grid as read: `categories` in text order, `positions` the names of those that are places in a row.

    `parts` cover the whole text; `inferred` maps each category that no list gives to the reason why it cannot be
    trusted, or "".
    """

    categories: dict[str, list[str]] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    inferred: dict[str, str] = field(default_factory=dict)
    declared: bool = False  # some category is declared, not only listed within a sentence

    @property
    def given(self) -> list[str]:
        """The text of the parts that stand where clues stand."""
        return [part.body for part in self.parts if part.given]
