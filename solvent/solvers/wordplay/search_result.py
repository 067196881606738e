"""What a search for words gives: the best decodings, and how far the best is ahead."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from solvent.solvers.wordplay.lexicon import Lexicon

Specification = Mapping[str, Any]

_FEWEST, _UNKNOWN = 4, 0.25  # words to tell anything by; share of them that may be in no list


@dataclass(frozen=True)
class Decoding:
    """One answer (a JSON value) and its log probability (natural)."""

    answer: Any
    score: float


@dataclass(frozen=True)
class SearchResult:
    """Decodings, the best first; none if nothing fits.

    `margin` is how far the best is ahead of the best one that is genuinely different (infinite where there is no
    other), `needed` the margin from which on the best may count as right, fitted on development data. `doubt` says
    why it may be wrong all the same.
    """

    decodings: tuple[Decoding, ...]
    margin: float
    needed: float
    doubt: str = ""


def ranked(decodings: tuple[Decoding, ...], needed: float, doubt: str) -> SearchResult:
    """Decodings that all differ, the best first, with the margin that follows from their scores."""
    margin = decodings[0].score - decodings[1].score if len(decodings) > 1 else math.inf
    return SearchResult(decodings, margin, needed, doubt)


def doubt(words: Sequence[str], lexicon: "Lexicon") -> str:
    """Why nobody can tell what a text says, whatever is ahead: it is too short, or hardly English; empty if neither."""
    unknown = [word for word in words if word not in lexicon]
    if len(words) < _FEWEST:
        return f"{len(words)} words are too few to tell" if len(words) > 1 else "one word is too little to tell"
    if len(unknown) > _UNKNOWN * len(words):
        return f"{len(unknown)} of {len(words)} words are in no list: {', '.join(unknown[:3])}"
    return ""


class WordEngine(Protocol):
    """What a file of this folder offers at its top for one kind of puzzle; found by being there."""

    KIND: str  # the specification's "kind"

    def solve(self, specification: Specification, lexicon: "Lexicon", *, seconds: float) -> SearchResult:
        """Search until `seconds` have passed at most. Raises ProgramError for what is no puzzle of this kind."""
        ...

    def accepts(self, specification: Specification, answer: Any) -> str:
        """Why the puzzle does not allow an answer; empty if it does. Raises ProgramError as `solve` does."""
        ...
