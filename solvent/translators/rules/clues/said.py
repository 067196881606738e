"""The sentences of clues, with the values and amounts that they mention."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.clues.amounts import Amount, find_amounts
from solvent.translators.rules.clues.mentions import Lexicon, Mention, find
from solvent.translators.rules.clues.reordered import without_view
from solvent.translators.rules.clues.usual_wording import in_usual_words
from solvent.translators.rules.clues.values import is_person
from solvent.translators.rules.text.signs import denied
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import COMPARATIVES
from solvent.translators.sentences import sentences

_BRACKETS = re.compile(r"\s*\(((?:not|who|which|whose)\s[^()]+)\)(?=(.*))")
LONGEST_CLUE = 1000  # characters; the ways to parse a statement grow with its length
# Pronouns that may stand for the subject of the previous sentence, with the number of tokens that they replace.
_LEADING_PRONOUNS = {"he": 1, "she": 1, "his": 1, "her": 1, "it": 1, "its": 1, "they": 1, "their": 1}
_POSSESSIVE = frozenset({"his", "her", "its", "their"})


@dataclass
class Said:
    """A sentence of a clue."""

    tokens: tuple[Token, ...]
    amounts: list[Amount]
    mentions: list[Mention]
    text: str = ""
    denied: bool = False  # the sentence negates what its tokens say


def said_in(texts: Sequence[str], known: Lexicon) -> list[list[Said]]:
    """The sentences of every clue; a leading pronoun is replaced by the subject of the previous sentence."""
    found: list[list[Said]] = []
    before: Said | None = None
    for text in texts:
        part = []
        for sentence in sentences(text) if len(text) <= LONGEST_CLUE else ():
            tokens = tokenise(in_usual_words(_unbracketed(without_view(sentence))))
            said, negative = denied(tokens)
            before = prepare(tokens[said:], known, before)
            before.text, before.denied = sentence, negative
            part.append(before)
        found.append(part or [prepare((), known, None)])
    return found


def _unbracketed(sentence: str) -> str:
    """A sentence with commas around what brackets say of somebody: "Ann (not the baker) drinks tea"."""
    return _BRACKETS.sub(lambda aside: f", {aside[1]}," if aside[2].strip(" .") else f", {aside[1]}", sentence)


def prepare(tokens: tuple[Token, ...], known: Lexicon, before: Said | None) -> Said:
    theirs = before and tokens and tokens[0].norm in _LEADING_PRONOUNS and not _of_anyone(tokens, known)
    theirs = theirs and not _is_cleft(tokens)
    if before and theirs and (subject := _antecedent(before, known)):
        if tokens[0].norm in _POSSESSIVE:
            subject = (*subject[:-1], replace(subject[-1], owner=True))
        return prepare((*subject, *tokens[_LEADING_PRONOUNS[tokens[0].norm] :]), known, None)
    found = known.sentences.get(tokens)
    if found is None:
        found = known.sentences[tokens] = _taken_apart(tokens, known)
    amounts, mentions = found
    return Said(tokens, list(amounts), [replace(mention) for mention in mentions])


def _is_cleft(tokens: tuple[Token, ...]) -> bool:
    """Whether "it" stands for nothing: "it is Ada who has the dog"."""
    norms = [token.norm for token in tokens]
    return norms[:1] == ["it"] and norms[1:2] in (["is"], ["was"]) and bool({"who", "that", "whose"} & {*norms[2:]})


def _of_anyone(tokens: tuple[Token, ...], known: Lexicon) -> bool:
    """Whether "they" stands for nobody in particular: "they drink milk in the middle house"."""
    return tokens[0].norm == "they" and len(find(tokens, known, frozenset())) > 1


def _taken_apart(tokens: tuple[Token, ...], known: Lexicon) -> tuple[tuple[Amount, ...], tuple[Mention, ...]]:
    whole = find(tokens, known, frozenset())
    inside = frozenset(at for mention in whole for at in range(mention.start + 1, mention.end))
    amounts = find_amounts(tokens, inside, {mention.start: mention.end for mention in whole})
    taken = frozenset(at for amount in amounts for at in range(amount.start, amount.end))
    return tuple(amounts), tuple(find(tokens, known, taken) if taken else whole)


def _antecedent(before: Said, known: Lexicon) -> tuple[Token, ...]:
    """The tokens of a sentence's subject: the only person it names, or the only row it is about; empty if unclear."""
    if not before.mentions or not before.mentions[0].settled:
        return ()
    first, *others = before.mentions
    persons = [m for m in before.mentions if any(is_person(known.categories[value.category]) for value in m.candidates)]
    plain = all(
        token.norm not in ("not", "or", "either", "neither", "nor") and token.norm not in COMPARATIVES
        for token in before.tokens
    )
    if persons == [first] or (plain and len(others) == 1):
        return before.tokens[first.start : first.end]
    return ()
