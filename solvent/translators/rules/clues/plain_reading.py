"""Interprets one undivided sentence of a clue: what it means, or why it is not understood."""

import itertools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.formula import All, Flag, Some
from solvent.translators.rules.clues.grammar import Context, Meaning
from solvent.translators.rules.clues.hedges import hedged
from solvent.translators.rules.clues.item_codes import ComparisonWord
from solvent.translators.rules.clues.kinship import describes_a_row
from solvent.translators.rules.clues.leftover_words import meant_for, unexplained
from solvent.translators.rules.clues.mentions import BEFORE, MANNER, manner, neighbours
from solvent.translators.rules.clues.patterns import meaning
from solvent.translators.rules.clues.related_people import relation
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.clues.shared_values import Phrase
from solvent.translators.rules.clues.structure import Scan
from solvent.translators.rules.clues.values import HAVE, is_person
from solvent.translators.rules.text.words import COMPARATIVES, INTENDING, KIN, RELATING, listed

_COMPASS = frozenset(
    listed("north south east west northern southern eastern western northernmost southernmost easternmost westernmost")
)
_MOST_OPEN = 3  # ambiguous values in one clue, which give up to eight readings


@dataclass(frozen=True)
class Interpretation:
    """A clue's meaning, or None with the reason.

    `guesses` say what the meaning assumes without support from the puzzle or the grammar: if there are any, the meaning
    is only a guess, and `reason` says why. `partly` means that the clue says more, which might rule out some answer.
    """

    meaning: Meaning | None
    reason: str = ""
    guesses: tuple[str, ...] = ()
    partly: bool = False


def read_plainly(clue: Said, scan: Scan, context: Context, seen: Counter[str]) -> Interpretation:
    """The meaning of a sentence; `seen` counts the words of the puzzle."""
    if problem := relation(clue.tokens, clue.mentions, context, seen):
        return Interpretation(None, problem)
    if any(one.norm == other.norm == "not" for one, other in itertools.pairwise(clue.tokens)):
        return Interpretation(None, "is negated twice")
    if compass := _compass(clue):
        return Interpretation(None, f"'{compass}' is not understood here")
    if refused := next(refusals(clue, scan, context, seen), None):
        return Interpretation(None, refused[1])
    used = {item.payload.amount for item in scan.items if isinstance(item.payload, ComparisonWord)}
    if any(amount not in used for amount in clue.amounts):
        return Interpretation(None, "contains an amount that belongs to no comparison")
    if not all(mention.settled for mention in clue.mentions):
        return _either_way(clue, context)
    found = _meaning(scan, context)
    if found.meaning is None and len(clue.mentions) == 1:
        return Interpretation(None, found.reason + meant_for([clue.tokens[at] for at in scan.leftover], context.known))
    return found


def _compass(clue: Said) -> str:
    """The word for a side of the world by which a clue compares places: "further east than", "west of"; or ""."""
    inside = {at for mention in clue.mentions for at in range(mention.start, mention.end)}
    for at, token in enumerate(clue.tokens):
        following = clue.tokens[at + 1].norm if at + 1 < len(clue.tokens) else ""
        before = clue.tokens[at - 1].norm if at else ""
        if token.norm not in _COMPASS or at in inside:
            continue
        if following in ("of", "than", "from") or before in COMPARATIVES or token.norm.endswith("most"):
            return token.text
    return ""


def refusals(clue: Said, scan: Scan, context: Context, seen: Counter[str]) -> Iterator[tuple[int, str]]:
    """The words left over that are not allowed where they stand, each with the reason."""
    for at in hedged(clue.tokens, scan.leftover, context.usual):
        yield at, f"'{clue.tokens[at].text}' leaves open whether it is so"
    for at in scan.leftover:
        described = context.beside.get(f"{BEFORE}{clue.tokens[at].key}", frozenset())
        if clue.tokens[at].norm in RELATING | INTENDING and len(described) == 1 and seen[clue.tokens[at].norm] > 1:
            continue  # "met the baron", "met the count": it describes the values of one category
        if clue.tokens[at].norm in ("visits", "visited") and _is_of_things(clue, at + 1, context):
            continue
        if clue.tokens[at].norm in KIN and not describes_a_row(clue.tokens, clue.mentions, at, context):
            yield at, f"'{clue.tokens[at].text}' is not understood here"
            continue
        beside = context.beside.get(clue.tokens[at].key, frozenset())
        described_by_name = seen[clue.tokens[at].norm] > 1 and len(beside) == 1
        problem = unexplained(clue.tokens, at, context.known, seen, described=described_by_name)
        if problem:
            yield at, problem


def _is_of_things(clue: Said, at: int, context: Context) -> bool:
    """Whether a value starts here that is no person's."""
    return any(
        mention.start == at and mention.settled and not is_person(context.known.categories[value.category])
        for mention in clue.mentions
        for value in mention.candidates
    )


def _meaning(scan: Scan, context: Context) -> Interpretation:
    try:
        return Interpretation(meaning(scan.items, context, len(scan.tokens)))
    except Unclear as unclear:
        return Interpretation(None, str(unclear))


def _either_way(clue: Said, context: Context) -> Interpretation:
    """Interpret a clue with values that two categories share: a disjunction of readings, for the solver to choose from.

    A phrase has the same reading wherever the puzzle uses it. An answer can only be proven unique if all consistent
    readings give it, so a wrong choice can never be verified.
    """
    open_at = [at for at, mention in enumerate(clue.mentions) if not mention.settled]
    if len(open_at) > _MOST_OPEN or any(len(clue.mentions[at].candidates) != 2 for at in open_at):
        return Interpretation(None, "leaves open which category a value belongs to")
    ways, implied, reason = [], [], ""
    phrases = {at: _phrase(clue, at, context) for at in open_at}
    for firsts in itertools.product((True, False), repeat=len(open_at)):
        flags = [Flag(phrases[at], first) for at, first in zip(open_at, firsts, strict=True)]
        chosen = list(clue.mentions)
        for at, first in zip(open_at, firsts, strict=True):
            chosen[at] = replace(chosen[at], candidates=(chosen[at].candidates[0 if first else 1],))
        interpreted = _meaning(Scan(clue.tokens, chosen, clue.amounts, context.known, context.beside), context)
        if interpreted.meaning:
            ways.append(All((*flags, interpreted.meaning.literal)))
            implied.append(All((*flags, *interpreted.meaning.implied)))
        reason = interpreted.reason or reason
    if not ways:
        return Interpretation(None, reason)
    return Interpretation(
        Meaning(Some(tuple(ways)), (Some(tuple(implied)),)), "a value belongs to two categories: the solver chooses"
    )


def _phrase(clue: Said, at: int, context: Context) -> str:
    """How a clue refers to a mention, as a key for `told_apart`; descriptive words keep the order of the clue."""
    mention = clue.mentions[at]
    words = " ".join(token.key for token in clue.tokens[mention.start : mention.end])
    described = " ".join(token.key for token in neighbours(clue.tokens, clue.mentions, at))
    how = manner(clue.tokens, mention)
    own = frozenset(value.category for value in mention.candidates)
    like = context.beside.get(f"{MANNER}{how}", frozenset()) & own
    if not like and {"has", "have"} & {token.norm for token in clue.tokens[max(0, mention.start - 3) : mention.start]}:
        like = frozenset(number for number in own if HAVE in context.known.categories[number].words)
    apart = {value.category for value in mention.candidates if value in context.named}
    phrase = Phrase(
        words, described, how, _only(like), _only(apart), tuple(str(v.category) for v in mention.candidates)
    )
    return str(phrase)


def _only(found: Collection[int]) -> str:
    return str(next(iter(found))) if len(found) == 1 else ""
