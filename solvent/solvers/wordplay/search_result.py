"""The result of a search for words: the best decodings, and the lead of the best one."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from solvent.solvers.wordplay.lexicon import Lexicon

Specification = Mapping[str, Any]

_FEWEST, _UNKNOWN = 4, 0.25  # minimum number of words for a verdict; maximum share of unlisted ones


@dataclass(frozen=True)
class Decoding:
    """One answer (a JSON value) and its log probability (natural)."""

    answer: Any
    score: float


@dataclass(frozen=True)
class SearchResult:
    """Decodings, best first; empty if nothing fits.

    `margin` is the lead in score over the best genuinely different decoding (infinite if there is none), `needed` the
    margin, fitted on development data, from which the best may count as correct. `doubt` says why it may be wrong
    nevertheless.
    """

    decodings: tuple[Decoding, ...]
    margin: float
    needed: float
    doubt: str = ""


def ranked(decodings: tuple[Decoding, ...], needed: float, doubt: str) -> SearchResult:
    """Return a result for decodings that all differ, best first, with the margin between the first two scores."""
    margin = decodings[0].score - decodings[1].score if len(decodings) > 1 else math.inf
    return SearchResult(decodings, margin, needed, doubt)


def doubt(words: Sequence[str], lexicon: "Lexicon") -> str:
    """Return why a decoding is doubtful whatever its margin: too short, or hardly English; empty if neither."""
    unknown = [word for word in words if word not in lexicon]
    if len(words) < _FEWEST:
        return f"{len(words)} words are too few to tell" if len(words) > 1 else "one word is too little to tell"
    if len(unknown) > _UNKNOWN * len(words):
        return f"{len(unknown)} of {len(words)} words are in no list: {', '.join(unknown[:3])}"
    return ""


class WordEngine(Protocol):
    """The interface of a module in this folder that solves one kind of puzzle; such modules are discovered."""

    KIND: str  # the specification's "kind"

    def solve(self, specification: Specification, lexicon: "Lexicon", *, seconds: float) -> SearchResult:
        """Search for at most `seconds`. Raises ProgramError if the specification is not a puzzle of this kind."""
        ...

    def accepts(self, specification: Specification, answer: Any) -> str:
        """Return why the puzzle does not allow an answer; empty if it does. Raises ProgramError as `solve` does."""
        ...
