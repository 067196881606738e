"""What a search for words gives: the best decodings, and how far the best is ahead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from solvent.solvers.wordplay.lexicon import Lexicon

Specification = Mapping[str, Any]


@dataclass(frozen=True)
class Decoding:
    """One answer (a JSON value) and its log probability (natural)."""

    answer: Any
    score: float


@dataclass(frozen=True)
class Found:
    """Decodings, the best first; none if nothing fits.

    `margin` is how far the best is ahead of the best one that is genuinely different (infinite where there is no
    other), `needed` the margin from which on the best may count as right, fitted on development data. `doubt` says
    why it may be wrong all the same.
    """

    decodings: tuple[Decoding, ...]
    margin: float
    needed: float
    doubt: str = ""


class WordEngine(Protocol):
    """What a file of this folder offers at its top for one kind of puzzle; found by being there."""

    KIND: str  # the specification's "kind"

    def solve(self, specification: Specification, lexicon: "Lexicon", *, seconds: float) -> Found:
        """Search until `seconds` have passed at most. Raises ProgramError for what is no puzzle of this kind."""
        ...

    def accepts(self, specification: Specification, answer: Any) -> str:
        """Why the puzzle does not allow an answer; empty if it does. Raises ProgramError as `solve` does."""
        ...
