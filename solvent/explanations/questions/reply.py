"""Replies to questions about a puzzle, and why a question has none."""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, PrivateAttr

from solvent.explanations import markup
from solvent.explanations.subject import NotExplainedError
from solvent.explanations.values import value_html
from solvent.solvers.errors import SolventError

Kind = Literal["must", "could", "cannot", "count", "who", "redundant", "without", "why_not"]
KINDS: tuple[Kind, ...] = ("must", "could", "cannot", "count", "who", "redundant", "without", "why_not")
Proof = Literal["witness", "core", "count", "none"]


class Reply(BaseModel):
    """The reply to a question about a puzzle.

    `reply` is true or false for `must`, `could` and `cannot`; a number of answers for `count` and `without` (null if
    there may be more than were counted); for `who` a value or, if several are possible, a list of them; for `redundant`
    a list of clue ids, or true or false if one clue was asked about; for `why_not` the ids of the clues that exclude
    what was asked about, or null if nothing does. It is null as well if the solver did not find out.

    `clues` are the ids of the clues that it rests on, none of which can be dropped; empty if the rules of the puzzle
    are enough, or a witness shows it. `proof` says how it is known: by a `witness`, an answer of the puzzle that shows
    it; by a `core`, a minimal set of clues that leaves nothing else; by a `count` of all answers; or not at all.
    `text` says it in words, `read_as` how the question was understood.
    """

    model_config = ConfigDict(frozen=True)

    reply: Any
    kind: Kind
    clues: tuple[int, ...] = ()
    text: str = ""
    proof: Proof = "none"
    witness: Any = None
    question: str = ""
    read_as: str = ""
    _texts: Mapping[int, str] = PrivateAttr({})

    def quoting(self, texts: Mapping[int, str]) -> Self:
        """The same reply, which notebooks show with its clues, of which these are the texts by id."""
        copy = self.model_copy()
        copy._texts = texts  # noqa: SLF001 - its own
        return copy

    def _repr_html_(self) -> str:
        about = self.reply if self.kind == "redundant" and isinstance(self.reply, list) else self.clues
        clues = markup.clue_list({clue: self._texts[clue] for clue in about if clue in self._texts})
        return markup.block(markup.headed(self.text), clues, "" if self.witness is None else value_html(self.witness))

    def to_dict(self) -> dict[str, Any]:
        """The object that `solvent ask --json` prints."""
        return self.model_dump(mode="json")


class NotUnderstoodError(NotExplainedError):
    """A question that the grammar does not read; the message lists wordings that work."""


class UnknownValueError(SolventError):
    """A question about something that the puzzle does not have; the message names what is close to it."""
