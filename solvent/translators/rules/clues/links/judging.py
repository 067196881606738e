"""Checks links against what the puzzle and English allow: words that neither allows are doubts."""

from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.item_codes import Item
from solvent.translators.rules.clues.link_words import keys, verb_stem
from solvent.translators.rules.clues.links.judge import Judge
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.small_words import COMPARING
from solvent.translators.rules.clues.links.uses import Uses
from solvent.translators.rules.clues.mentions import Lexicon
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import TIME, listed

# Before a noun these say that somebody no longer has it, does not have it yet, or does not have it at all.
_UNDOING = frozenset(
    listed(
        """former formerly previous previously prior past future late dead lost stolen missing alleged
        supposed fake imaginary onetime erstwhile intended planned potential hated worst would-be next last
        old-time ex dream dreams wish wishes nightmare enemy enemies rival rivals allergy dislike wrong
        neighbour neighbor neighbours neighbors imitation"""
    )
)
_BEGINNING = keys("begin start commence")


@dataclass(frozen=True)
class Doubt:
    """A word at token `at` that nothing allows as a link; a `denied` one is known to mean something else."""

    at: int
    denied: bool


def doubts(
    found: Sequence[Link], uses: Uses, tokens: Sequence[Token], items: Sequence[Item], known: Lexicon
) -> list[Doubt]:
    """The words of a sentence that nothing allows as links, and those that negate a possession."""
    inside = {at for item in items if item.code == "M" for at in range(item.start, item.end)}
    taken = {at for item in items if item.code in COMPARING for at in range(item.start, item.end)}
    undone = [
        Doubt(at, denied=True)
        for at, token in enumerate(tokens)
        if token.norm in _UNDOING and at not in inside and at not in taken and _undoes(tokens, at)
    ]
    judge = Judge(uses, known)
    fine = {link.at for link in found if judge.allows(link)}
    fine |= {link.at for link in found if _is_begun(link, tokens) and _of_times(link, known)}
    fine |= {link.at for link in found if _is_liked(link, tokens, fine)}
    return undone + [Doubt(link.at, denied=judge.denies(link)) for link in found if link.at not in fine]


def _is_doing(token: Token) -> bool:
    return token.norm.endswith("ing")


def _is_begun(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a link is a verb such as "began" before an -ing form, or that -ing form."""
    if link.preposition:
        return False
    if link.word in _BEGINNING:
        return _is_doing(tokens[link.at + 1])
    return link.at > 0 and verb_stem(tokens[link.at - 1].norm) in _BEGINNING and _is_doing(tokens[link.at])


def _is_liked(link: Link, tokens: Sequence[Token], fine: set[int]) -> bool:
    """Whether a link is a verb of liking before an allowed -ing form, or the verb liked: "loves eating cheese"."""
    if link.preposition or link.word in known_words.DENIED | known_words.DENIED_UNLESS_TOLD:
        return False
    if link.word in known_words.LIKING:
        return link.at + 1 in fine and _is_doing(tokens[link.at + 1])
    before = link.at - 1 if _is_doing(tokens[link.at]) else link.at - 2
    base = tokens[link.at - 1].norm == "to" and not tokens[link.at].norm.endswith(("ed", "s"))
    return (
        (before == link.at - 1 or base)
        and before in fine
        and verb_stem(tokens[before].norm) in known_words.LIKING
        and not link.people
    )


def _of_times(link: Link, known: Lexicon) -> bool:
    return all(known.categories[number].kind in TIME for number in link.categories)


def _undoes(tokens: Sequence[Token], at: int) -> bool:
    """Whether such a word negates a possession: "her former pet" does, "the last house" does not."""
    norm = tokens[at].norm
    return norm not in ("next", "last", "opposite") or (at > 0 and tokens[at - 1].owner)
