"""Reads all clues of a grid together: what each means, or why it is not understood."""

import difflib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solvent.translators.rules.compare import Unclear
from solvent.translators.rules.grammar import Context, Meaning, meaning
from solvent.translators.rules.mentions import Lexicon, Mention, associate, find, lexicon, settle
from solvent.translators.rules.structure import Amount, Scan, find_amounts
from solvent.translators.rules.tokens import Token, tokenise
from solvent.translators.rules.values import Category
from solvent.translators.rules.words import (
    COMPARATIVES,
    GLUE,
    NUMBER_WORDS,
    RESERVED,
    is_english,
    is_superlative,
)


@dataclass(frozen=True)
class Reading:
    """A clue's meaning, or None and the reason."""

    meaning: Meaning | None
    reason: str = ""


@dataclass
class _Clue:
    tokens: tuple[Token, ...]
    amounts: list[Amount]
    mentions: list[Mention]


@lru_cache(maxsize=64)
def read_clues(categories: tuple[Category, ...], texts: tuple[str, ...], attested: str = "") -> tuple[Reading, ...]:
    """One reading per clue. `attested` is text whose words the puzzle may use again (its introduction)."""
    known = lexicon(categories)
    clues = [_prepare(text, known) for text in texts]
    beside = associate([(clue.tokens, clue.mentions) for clue in clues])
    for clue in clues:
        settle(clue.tokens, clue.mentions, known, beside)
    seen = Counter(norm for clue in clues for norm in {token.norm for token in clue.tokens})
    seen.update({token.norm for token in tokenise(attested)})
    context = Context(known, beside)
    return tuple(_read(clue, context, seen) for clue in clues)


def _prepare(text: str, known: Lexicon) -> _Clue:
    tokens = tokenise(text)
    amounts = find_amounts(tokens)
    taken = frozenset(at for amount in amounts for at in range(amount.start, amount.end))
    return _Clue(tokens, amounts, find(tokens, known, taken))


def _read(clue: _Clue, context: Context, seen: Counter[str]) -> Reading:
    scan = Scan(clue.tokens, clue.mentions, clue.amounts, context.known)
    for at in scan.leftover:
        problem = _problem(clue.tokens, at, context.known, seen)
        if problem:
            return Reading(None, problem)
    used = {item.start for item in scan.items if item.code == "K"}
    if any(amount.end not in used for amount in clue.amounts):
        return Reading(None, "has an amount that compares nothing")
    try:
        return Reading(meaning(scan.items, context))
    except Unclear as unclear:
        return Reading(None, str(unclear))


def _problem(tokens: Sequence[Token], at: int, known: Lexicon, seen: Counter[str]) -> str:
    """Why the word at a place may not stand there, or nothing."""
    token = tokens[at]
    named = any(token.key in category.words for category in known.categories)
    if token.norm in COMPARATIVES or is_superlative(token.norm) or (token.norm in RESERVED and not named):
        return f"does not understand '{token.text}' here"
    if not token.norm.isalpha():
        return "" if token.norm == "#" else f"does not know '{token.text}'"
    if token.norm in NUMBER_WORDS and token.norm != "one":
        return f"does not know what '{token.text}' counts"
    if token.norm in GLUE or named or is_english(token.norm):
        return ""
    if seen[token.norm] > 1 and not token.capitalised:
        return ""
    close = difflib.get_close_matches(token.norm, known.spellings, n=1, cutoff=0.75)
    hint = f"; is it '{known.spellings[close[0]]}'?" if close else ""
    return f"does not know '{token.text}'{hint}"
