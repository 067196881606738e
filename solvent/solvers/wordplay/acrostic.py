"""Acrostics: a quotation and the answers to clues share numbered letters, and are inferred jointly.

A specification has `puzzle`, numbers and punctuation separated by spaces with `#` between words ("1 2 # 3 ' 4 ."), and
`clues`, a list of `{"cells": [numbers], "text": clue, "words": number of words or null, "candidates": [[word,
probability], ...]}`, with candidates as in a crossword. `given` holds known letters (`{"7": "E"}`). Answers are
`{"text": ..., "mapping": {"1": "A"}}`. Belief propagation runs between the words of the quotation (in the context of
their neighbours), the clues' answers, and the initials of the answers, which spell an author and a title. A local
search then replaces words as long as the total probability increases.
"""

import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay.belief_propagation import Beliefs, Floats, Letters, Slot, decode
from solvent.solvers.wordplay.candidates import weighted
from solvent.solvers.wordplay.factors import LetterChain, ListedWord, Part, shares, totals
from solvent.solvers.wordplay.lexicon import Lexicon
from solvent.solvers.wordplay.local_search import LocalSearch
from solvent.solvers.wordplay.phrase import Phrase
from solvent.solvers.wordplay.search_result import Decoding, SearchResult, Specification
from solvent.solvers.wordplay.vocabulary import Table, Vocabulary, vocabulary
from solvent.solvers.wordplay.word_pairs import WordPairs, pairs
from solvent.solvers.wordplay.wordnet import INSTALL

KIND = "acrostic"

_GIVEN = 30.0  # log belief in a given letter
_QUOTE_OTHER = math.log(0.02)  # a word of the quotation that is in no list, usually a name
_ANSWER_OTHER = math.log(0.02)
_PHRASE_OTHER = math.log(0.02)
_INITIALS_OTHER = math.log(0.05)
_FLAT = 0.5  # exponent that flattens word frequencies: answers are rarer words than those of running text
_FLAT_PHRASE = 0.8
_IN_PHRASES = 6000  # words per length from which phrases are built
_KNOWN_PHRASE = math.log(0.1)  # log probability that a two-word phrase is a known collocation
_NEIGHBOURS = 6  # candidates for an adjacent word to take into account
# Damping of messages, and number of initial rounds that ignore word pairs: one restart each if beliefs do not converge.
_STARTS = ((0.2, 3), (0.3, 2), (0.1, 3), (0.4, 4))
_ROUNDS = 20
_MOSTLY = 0.85  # minimum share of known words in the quotation for a decoding to count
_DOUBT = "a thesaurus covers few of the clues, and no word is proven"
_WEAK = f"the clues themselves were not understood, and no word is proven; a thesaurus helps ({INSTALL})"


def solve(specification: Specification, lexicon: Lexicon, *, seconds: float) -> SearchResult:
    """See `WordEngine`."""
    end = time.monotonic() + 0.85 * seconds
    puzzle = _Puzzle.read(specification)
    fills: list[tuple[float, Letters]] = []
    for damping, alone in _STARTS:
        model = _Model(puzzle, vocabulary(lexicon), pairs(lexicon))
        beliefs = Beliefs.begin(model.slots, puzzle.given_beliefs())
        agreed = model.infer(beliefs, damping, alone, end - 0.35 * (end - time.monotonic()))
        found = model.exchange(beliefs, puzzle.given_beliefs(), end)
        fills = max(fills, found, key=lambda each: each[0][0]) if fills else found
        if (agreed and model.known_share(fills[0][1]) > _MOSTLY) or time.monotonic() > end - 0.4 * seconds:
            break
    margin = fills[0][0] - fills[1][0] if len(fills) > 1 else math.inf
    decodings = tuple(Decoding(puzzle.answer(letters), score) for score, letters in fills[:3])
    return SearchResult(
        decodings, margin, needed=0.0, doubt=_DOUBT if any(len(clue.listed.logs) for clue in puzzle.clues) else _WEAK
    )


@dataclass(frozen=True)
class _Clue:
    cells: list[int]
    words: int | None
    listed: Table  # candidates
    left: float  # the probability that none of them is right

    @classmethod
    def read(cls, cells: list[int], clue: Mapping[str, Any]) -> "_Clue":
        """Parse a clue with its candidates. Raises ProgramError."""
        name = f"the clue {clue.get('label') or clue.get('text') or ''}".strip()
        return cls(cells, clue.get("words") or None, *weighted(name, len(cells), clue.get("candidates") or ()))


@dataclass(frozen=True)
class _Puzzle:
    """A parsed specification; cells are numbered from 0 in the order of the quotation."""

    signs: list[str]
    cells: dict[str, int]
    words: list[tuple[list[int], str]]  # (cells, shape with "." for letters)
    clues: list[_Clue]
    given: dict[int, str]

    @classmethod
    def read(cls, specification: Specification) -> "_Puzzle":
        """Parse and validate a specification. Raises ProgramError."""
        try:
            signs = str(specification["puzzle"]).split()
            numbers = [sign for sign in signs if sign.isdecimal()]
            cells = {number: n for n, number in enumerate(dict.fromkeys(numbers))}
            clues = [
                _Clue.read([cells[str(n)] for n in clue["cells"]], clue) for clue in specification.get("clues") or ()
            ]
            given = {cells[str(n)]: str(letter).upper() for n, letter in (specification.get("given") or {}).items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            message = "an acrostic needs `puzzle`, numbers and punctuation, and `clues` whose `cells` are such numbers"
            raise ProgramError(Status.BAD_ANSWER, message) from error
        if not cells or not all(re.fullmatch("[A-Z]", letter) for letter in given.values()):
            raise ProgramError(Status.BAD_ANSWER, "an acrostic needs numbered cells; a given letter is one of A to Z")
        return cls(signs, cells, _words(signs, cells), [clue for clue in clues if clue.cells], given)

    def given_beliefs(self) -> Floats:
        """Return log beliefs for the given letters, an array of cells x 26."""
        found = np.zeros((len(self.cells), 26))
        for cell, letter in self.given.items():
            found[cell, ord(letter) - ord("A")] = _GIVEN
        return found

    def answer(self, letters: Letters) -> dict[str, Any]:
        """Convert the letters of all cells to an answer."""
        spelled = decode(letters)
        mapping = {number: spelled[cell] for number, cell in self.cells.items()}
        text = "".join(mapping.get(sign, sign) for sign in self.signs).replace("#", " ")
        return {"text": re.sub(r"([.,;:?!])(?=\w)", r"\1 ", text).strip(), "mapping": mapping}


def _words(signs: list[str], cells: dict[str, int]) -> list[tuple[list[int], str]]:
    """Split the quotation into words, at every sign except an apostrophe between two letters."""
    text = "".join("." if sign.isdecimal() else sign if sign in ("'", "\u2019") else "#" for sign in signs)
    text = re.sub(r"(?<!\.)['\u2019]|['\u2019](?!\.)", _quotation_mark, text.replace("\u2019", "'"))
    # The first part of a contraction ("would've") is short; after a longer word, an apostrophe closes a quotation.
    text = re.sub(r"(?<=\.{6})'(?=\.\.)", "#", text)
    numbers = iter([cells[sign] for sign in signs if sign.isdecimal()])
    found = []
    for shape in re.split(r'[#"]', text):
        word = [next(numbers) for sign in shape if sign == "."]
        if word:
            found.append((word, shape))
    return found


def _quotation_mark(match: "re.Match[str]") -> str:
    """Classify an apostrophe at the edge of a word: before a letter it opens a quotation, otherwise it ends a word."""
    return '"' if match.string[match.end() : match.end() + 1] == "." else "#"


class _QuoteWord(ListedWord):
    """A word of the quotation, whose probability depends on the adjacent words."""

    def __init__(self, shape: str, known: Vocabulary, beside: WordPairs) -> None:
        words = known.shaped(shape)
        self.table, self.ranks, self.alone = words.table, words.ranks, beside.logs[words.ranks]
        other = LetterChain(*known.chain, _QUOTE_OTHER)
        super().__init__([(self.table, self.alone)], other)

    def listen(self, context: Floats) -> None:
        """Add the log factors of the adjacent words."""
        self.parts = [(self.table, self.alone + context)] if len(self.alone) else []
        self._seen.clear()

    def rank(self, letters: Letters) -> list[tuple[int, float]]:
        """Return [(rank, 1.0)] for the word that the letters spell; empty if it is unknown."""
        at = self.table.index.get(letters.tobytes())
        return [] if at is None else [(int(self.ranks[at]), 1.0)]

    def believed(self, evidence: Floats) -> list[tuple[int, float]]:
        """Return the ranks of the most probable words, with their probabilities."""
        if not self.parts:
            return []
        weights = totals(self.table.letters, self.parts[0][1], evidence)
        other = math.log(float(self.anything.spread(evidence)[0].sum()) + 1e-300)
        whole = np.logaddexp(np.logaddexp.reduce(weights), other)
        few = np.argsort(-weights)[:_NEIGHBOURS]
        return [(int(self.ranks[at]), float(np.exp(weights[at] - whole))) for at in few]


class _Model:
    """All slots of a puzzle: the words of the quotation, the answers and their initials."""

    def __init__(self, puzzle: _Puzzle, known: Vocabulary, beside: WordPairs) -> None:
        self.beside, self.known = beside, known
        self.quote = [_QuoteWord(shape, known, beside) for _, shape in puzzle.words]
        self.slots = [Slot(np.array(cells), word) for (cells, _), word in zip(puzzle.words, self.quote, strict=True)]
        self.slots += [Slot(np.array(clue.cells), self._clue(clue)) for clue in puzzle.clues]
        if len(puzzle.clues) > 3:
            initials = Phrase(self._of_phrases, None, ListedWord([], LetterChain(*known.chain, _INITIALS_OTHER)))
            self.slots.append(Slot(np.array([clue.cells[0] for clue in puzzle.clues]), initials))

    def _clue(self, clue: _Clue) -> ListedWord | Phrase:
        """Model an answer: one of the candidates or, with the remaining probability, any words or any letters."""
        length, count, rest = len(clue.cells), clue.words, math.log(clue.left)
        parts = [(clue.listed, clue.listed.logs)]
        other = LetterChain(*self.known.chain, _ANSWER_OTHER + rest)
        if count == 1:
            words = self.known.words(length)
            return ListedWord([*parts, (words, shares(_FLAT * words.logs) + rest)], other)
        if count == 2:
            known = self.known.phrases(length)
            parts.append((known, shares(_FLAT * known.logs) + _KNOWN_PHRASE + rest))
        return Phrase(self._of_phrases, count, ListedWord(parts, other), log_weight=rest)

    def _of_phrases(self, length: int) -> Part:
        return self.known.common(length, _IN_PHRASES, _FLAT_PHRASE)

    def infer(self, beliefs: Beliefs, damping: float, alone: int, end: float) -> bool:
        """Propagate beliefs, taking adjacent words of the quotation into account after `alone` rounds.

        Returns whether the beliefs have converged.
        """
        for turn in range(_ROUNDS):
            if turn >= alone:
                self._listen(beliefs)
            moved = 0.0
            for number in range(len(self.slots)):
                moved = max(moved, beliefs.update(number, damping))
                if time.monotonic() > end:
                    return False
            if turn > 5 and moved < 0.05:
                return True
        return False

    def exchange(self, beliefs: Beliefs, given: Floats, end: float) -> list[tuple[float, Letters]]:
        """Find the best fills near the beliefs, repeating the search with updated word contexts until it is stable."""
        before = beliefs.best
        fills: list[tuple[float, Letters]] = []
        for _ in range(3):
            self.settle(before)
            search = LocalSearch(beliefs, given, end)
            if fills:
                search.letters = before.copy()
            fills = search.search()
            if np.array_equal(fills[0][1], before):
                break
            before = fills[0][1]
        return fills

    def known_share(self, letters: Letters) -> float:
        """Return the share of the quotation's words that are known."""
        return sum(map(bool, self._there(letters))) / len(self.quote)

    def _there(self, letters: Letters) -> list[list[tuple[int, float]]]:
        return [word.rank(letters[slot.cells]) for word, slot in zip(self.quote, self.slots, strict=False)]

    def settle(self, letters: Letters) -> None:
        """Set the context of each word of the quotation from the words that the letters spell."""
        self._hear(self._there(letters))

    def _listen(self, beliefs: Beliefs) -> None:
        self._hear([word.believed(beliefs.evidence(n)) for n, word in enumerate(self.quote)])

    def _hear(self, believed: list[list[tuple[int, float]]]) -> None:
        for n, word in enumerate(self.quote):
            context = np.zeros(len(word.ranks))
            if n:
                context += self._context(word.ranks, believed[n - 1], after=True)
            if n + 1 < len(self.quote):
                context += self._context(word.ranks, believed[n + 1], after=False)
            word.listen(context)

    def _context(self, ranks: NDArray[np.int32], words: list[tuple[int, float]], *, after: bool) -> Floats:
        """Return the log of the expected factor that an uncertain adjacent word contributes to each word."""
        total = np.full(len(ranks), max(1e-3, 1.0 - sum(p for _, p in words)))
        for word, probability in words:
            if probability > 0.01:
                total += probability * self.beside.beside(word, ranks, after=after)
        logs: Floats = np.log(total)
        return logs


def accepts(specification: Specification, answer: Any) -> str:
    """See `WordEngine`: every number needs a letter, and given letters must be kept."""
    puzzle = _Puzzle.read(specification)
    mapping = answer.get("mapping") if isinstance(answer, Mapping) else None
    if not isinstance(mapping, Mapping):
        return "the answer has no `mapping` of numbers to letters"
    for number, cell in puzzle.cells.items():
        letter = mapping.get(number)
        if not isinstance(letter, str) or not re.fullmatch("[A-Za-z]", letter):
            return f"there is no letter for {number}"
        if puzzle.given.get(cell, letter.upper()) != letter.upper():
            return f"{number} is given as {puzzle.given[cell]}"
    return ""
