"""Parts of a sentence that may say all that it says: without a phrase that names no value, or as two statements."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from solvent.translators.rules.clues.interpret import Survey
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import listed

_MOST = 12  # shortened forms of one sentence
_OPENING = frozenset(
    listed(
        """, ; and but while whereas because since although though so yet who which that where when whose with without
        in on at to from for by near after before during despite as if"""
    )
)
_JOINING = frozenset(listed("; and but while whereas"))
_LOOSE = frozenset(listed(", ; and also either both neither nor"))
_PHRASE, _WITH_VALUE, _WORD, _TWO = 0.5, 0.2, 0.3, 0.6


@dataclass(frozen=True)
class Form:
    """A shortened sentence, how likely it is that nothing is lost, and in words what is left out."""

    said: Said
    weight: float
    words: str


def shortened(said: Said, found: Survey) -> list[Form]:
    """The sentence without a phrase at its end, its beginning or between commas, or without one small word."""
    tokens, forms, seen = said.tokens, [], set()
    refused = {at for at, _ in found.refusals(said)}
    for start, end in _spans(tokens, refused):
        rest = (*tokens[:start], *tokens[end:])
        inside = [each for each in said.mentions if start < each.end and each.start < end]
        if rest in seen or len(said.mentions) - len(inside) < 2:
            continue
        seen.add(rest)
        small = end - start == 1 and tokens[start].norm in _LOOSE
        weight = _WORD if small else _WITH_VALUE if inside else _PHRASE
        words = " ".join(token.text for token in tokens[start:end])
        forms.append(Form(found.sentence(rest), weight, f"leaving out '{words}'"))
    return sorted(forms, key=lambda form: -form.weight)[:_MOST]


def _spans(tokens: tuple[Token, ...], refused: set[int]) -> Iterator[tuple[int, int]]:
    """What may be left out, as ranges of tokens."""
    commas = [at for at, token in enumerate(tokens) if token.norm in (",", ";")]
    for left, right in itertools.pairwise(commas):
        yield left, right + 1
    if commas:
        yield 0, commas[0] + 1
    for at in range(1, len(tokens)):
        if tokens[at].norm in _OPENING or at in refused:
            yield at, len(tokens)
    for at in range(1, len(tokens)):
        if tokens[at].norm in _LOOSE:
            yield at, at + 1


def divided(said: Said, found: Survey) -> Iterator[tuple[Said, Said, float]]:
    """Two statements that the sentence may consist of; the second may lack the subject of the first."""
    tokens = said.tokens
    if len(said.mentions) < 3 or not said.mentions[0].settled:
        return
    first = said.mentions[0]
    subject = tokens[: first.end]
    for at in range(first.end, len(tokens) - 1):
        if tokens[at].norm not in _JOINING and not (tokens[at].norm == "," and tokens[at + 1].norm not in _JOINING):
            continue
        left, right = tokens[:at], tokens[at + 1 :]
        while left and left[-1].norm == ",":
            left = left[:-1]
        own = sum(mention.start > at for mention in said.mentions)
        if right[0].norm in ("he", "she", "it", "they", "who", "which"):
            yield found.sentence(left), found.sentence((*subject, *right[1:])), _TWO
        elif own > 1:
            yield found.sentence(left), found.sentence(right), _TWO
        elif own == 1:
            yield found.sentence(left), found.sentence((*subject, *right)), _TWO / 2
