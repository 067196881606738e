"""Interprets all clues of a grid together: what each means, or why it is not understood."""

import itertools
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from solvent.translators.rules.clues.amounts import Amount, find_amounts
from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.formula import All, Flag, Some, both
from solvent.translators.rules.clues.grammar import Context, Meaning
from solvent.translators.rules.clues.item_codes import ComparisonWord
from solvent.translators.rules.clues.kinship import describes_a_row, of_relatives
from solvent.translators.rules.clues.leftover_words import meant_for, unexplained
from solvent.translators.rules.clues.links import Link, Uses, doubts, links, uses_of
from solvent.translators.rules.clues.mentions import (
    BEFORE,
    MANNER,
    Lexicon,
    Mention,
    associate,
    find,
    lexicon,
    manner,
    names_value,
    neighbours,
    settle,
)
from solvent.translators.rules.clues.negation import unlike
from solvent.translators.rules.clues.patterns import meaning
from solvent.translators.rules.clues.related_people import relation
from solvent.translators.rules.clues.retelling import told
from solvent.translators.rules.clues.shared_values import Phrase
from solvent.translators.rules.clues.structure import Scan
from solvent.translators.rules.clues.values import HAVE, Category, is_person
from solvent.translators.rules.text.signs import denied, odd_sign
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    INTENDING,
    KIN,
    RELATING,
)
from solvent.translators.sentences import sentences

# Pronouns that may stand for the subject of the previous sentence, with the number of tokens that they replace.
_LEADING_PRONOUNS = {"he": 1, "she": 1, "his": 1, "her": 1, "it": 1, "its": 1, "they": 1, "their": 1}
_LONGEST_CLUE = 1000  # characters; the ways to parse a statement grow with its length
_MOST_OPEN = 3  # ambiguous values in one clue, which give up to eight readings


@dataclass(frozen=True)
class Interpretation:
    """A clue's meaning, or None with the reason.

    `guesses` say what the meaning assumes without support from the puzzle or the grammar: if there are any, the meaning
    is only a guess, and `reason` says why.
    """

    meaning: Meaning | None
    reason: str = ""
    guesses: tuple[str, ...] = ()


@dataclass
class _Clue:
    tokens: tuple[Token, ...]
    amounts: list[Amount]
    mentions: list[Mention]
    text: str = ""
    denied: bool = False  # the sentence negates what its tokens say


@dataclass(frozen=True)
class Survey:
    """All clues of a grid, split into sentences with their mentions, and how they use the words of the puzzle."""

    texts: tuple[str, ...]
    parts: list[list[_Clue]]
    context: Context
    seen: Counter[str]
    attested: str = ""

    @cached_property
    def uses(self) -> Uses:
        """How the puzzle uses words to link values."""
        known = self.context.known
        told = [(tokens, find(tokens, known, frozenset())) for tokens in map(tokenise, _pieces(self.attested))]
        linked = [self.linked(clue) for part in self.parts for clue in part]
        return uses_of(linked, told, known)

    @cached_property
    def _scans(self) -> dict[int, tuple[Scan, list[Link], _Clue]]:
        return {}  # by the id of a sentence, which has to live as long as its entry

    def scan(self, clue: _Clue) -> Scan:
        """The structure of a sentence."""
        return self._taken_apart(clue)[0]

    def linked(self, clue: _Clue) -> list[Link]:
        """The words of a sentence that link values."""
        return self._taken_apart(clue)[1]

    def _taken_apart(self, clue: _Clue) -> tuple[Scan, list[Link], _Clue]:
        known = self.context.known
        found = self._scans.get(id(clue))
        if found is None:
            scan = Scan(clue.tokens, clue.mentions, clue.amounts, known, self.context.beside)
            found = self._scans[id(clue)] = (scan, links(clue.tokens, scan.items, known), clue)
        return found

    def further(self, sentence: str) -> Interpretation:
        """The meaning of a sentence that is not among the clues; it adds nothing to what their words mean."""
        known, beside = self.context.known, self.context.beside
        (part,) = _parts((sentence,), known)
        for clue in part:
            settle(clue.tokens, clue.mentions, known, {})
            settle(clue.tokens, clue.mentions, known, beside)
        return _all([self._trusted(clue, self._read(clue)) for clue in part])

    def interpretation(self, number: int) -> Interpretation:
        """The meaning of clue `number`, counted from 0."""
        if len(self.texts[number]) > _LONGEST_CLUE:
            return Interpretation(None, f"is longer than {_LONGEST_CLUE} characters")
        if sign := odd_sign(self.texts[number], lambda aside: names_value(aside, self.context.known)):
            return Interpretation(None, f"'{sign}' is not understood")
        if self.texts[number].rstrip().endswith("?"):
            return Interpretation(None, "is a question")
        return _all([self._trusted(clue, self._read(clue)) for clue in self.parts[number]])

    def _read(self, clue: _Clue) -> Interpretation:
        interpreted = _read(clue, self.scan(clue), self.context, self.seen)
        if not clue.denied or interpreted.meaning is None:
            return interpreted
        try:
            return Interpretation(Meaning(unlike(interpreted.meaning.literal, self.context.known.categories)))
        except Unclear as unclear:
            return Interpretation(None, str(unclear))

    def _trusted(self, clue: _Clue, interpreted: Interpretation) -> Interpretation:
        """Check the words that link the values: an unknown one makes the meaning a guess, a denied one rejects it."""
        if interpreted.meaning is None:
            return interpreted
        known = self.context.known
        found = doubts(self.linked(clue), self.uses, clue.tokens, self.scan(clue).items, known)
        if not found:
            return interpreted
        worst = next((doubt for doubt in found if doubt.denied), found[0])
        word = clue.tokens[worst.at].text
        if worst.denied:
            return Interpretation(None, f"'{word}' does not link these values")
        reason = f"'{word}' is not known to link these values"
        return Interpretation(
            interpreted.meaning, reason, (f"took '{clue.text}' to say that {told(interpreted.meaning.literal, known)}",)
        )


@lru_cache(maxsize=64)
def interpret(
    categories: tuple[Category, ...], texts: tuple[str, ...], attested: str = ""
) -> tuple[Interpretation, ...]:
    """One interpretation per clue. `attested` is text whose words the clues may use too (the introduction)."""
    found = survey(categories, texts, attested)
    return tuple(found.interpretation(number) for number in range(len(texts)))


@lru_cache(maxsize=4)
def survey(categories: tuple[Category, ...], texts: tuple[str, ...], attested: str = "") -> Survey:
    """Split the clues into sentences and resolve which category each mentioned value belongs to."""
    known = lexicon(categories)
    parts = _parts(texts, known)
    clues = [clue for part in parts for clue in part]
    for clue in clues:
        settle(clue.tokens, clue.mentions, known, {})
    beside = associate([(clue.tokens, clue.mentions) for clue in clues])
    while sum(settle(clue.tokens, clue.mentions, known, beside) for clue in clues):  # each one may resolve others
        beside = associate([(clue.tokens, clue.mentions) for clue in clues])
    seen = Counter(norm for clue in clues for norm in {token.norm for token in clue.tokens})
    seen.update({token.norm for token in tokenise(attested)})
    seen.update(f"the {after.norm}" for c in clues for a, after in itertools.pairwise(c.tokens) if a.norm == "the")
    named = frozenset(mention.candidates[0] for clue in clues for mention in clue.mentions if mention.settled)
    return Survey(
        texts,
        parts,
        Context(known, beside, of_relatives((clue.tokens, clue.mentions) for clue in clues), named),
        seen,
        attested,
    )


def _pieces(text: str) -> list[str]:
    return [piece for line in text.splitlines() for piece in sentences(line)]


def _all(parts: Sequence[Interpretation]) -> Interpretation:
    """Combine the interpretations of a clue's sentences."""
    if len(parts) == 1:
        return parts[0]
    found = [interpreted.meaning for interpreted in parts if interpreted.meaning]
    reason = next((interpreted.reason for interpreted in parts if interpreted.reason), "")
    if len(found) < len(parts) or not found:
        return Interpretation(None, reason)
    literal = both(*(each.literal for each in found))
    guesses = tuple(guess for interpreted in parts for guess in interpreted.guesses)
    return Interpretation(Meaning(literal, tuple(extra for each in found for extra in each.implied)), reason, guesses)


def _parts(texts: Sequence[str], known: Lexicon) -> list[list[_Clue]]:
    """The sentences of every clue; a leading pronoun is replaced by the subject of the previous sentence."""
    found: list[list[_Clue]] = []
    before: _Clue | None = None
    for text in texts:
        part = []
        for sentence in sentences(text) if len(text) <= _LONGEST_CLUE else ():
            tokens = tokenise(sentence)
            said, negative = denied(tokens)
            before = _prepare(tokens[said:], known, before)
            before.text, before.denied = sentence, negative
            part.append(before)
        found.append(part or [_prepare((), known, None)])
    return found


def _prepare(tokens: tuple[Token, ...], known: Lexicon, before: _Clue | None) -> _Clue:
    if before and tokens and tokens[0].norm in _LEADING_PRONOUNS and (subject := _antecedent(before, known)):
        return _prepare((*subject, *tokens[_LEADING_PRONOUNS[tokens[0].norm] :]), known, None)
    found = known.sentences.get(tokens)
    if found is None:
        found = known.sentences[tokens] = _taken_apart(tokens, known)
    amounts, mentions = found
    return _Clue(tokens, list(amounts), [replace(mention) for mention in mentions])


def _taken_apart(tokens: tuple[Token, ...], known: Lexicon) -> tuple[tuple[Amount, ...], tuple[Mention, ...]]:
    whole = find(tokens, known, frozenset())
    inside = frozenset(at for mention in whole for at in range(mention.start + 1, mention.end))
    amounts = find_amounts(tokens, inside, {mention.start: mention.end for mention in whole})
    taken = frozenset(at for amount in amounts for at in range(amount.start, amount.end))
    return tuple(amounts), tuple(find(tokens, known, taken) if taken else whole)


def _antecedent(before: _Clue, known: Lexicon) -> tuple[Token, ...]:
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


def _read(clue: _Clue, scan: Scan, context: Context, seen: Counter[str]) -> Interpretation:
    if problem := relation(clue.tokens, clue.mentions, context, seen):
        return Interpretation(None, problem)
    for at in scan.leftover:
        described = context.beside.get(f"{BEFORE}{clue.tokens[at].key}", frozenset())
        if clue.tokens[at].norm in RELATING | INTENDING and len(described) == 1 and seen[clue.tokens[at].norm] > 1:
            continue  # "met the baron", "met the count": it describes the values of one category
        if clue.tokens[at].norm in KIN and not describes_a_row(clue.tokens, clue.mentions, at, context):
            return Interpretation(None, f"'{clue.tokens[at].text}' is not understood here")
        beside = context.beside.get(clue.tokens[at].key, frozenset())
        described_by_name = seen[clue.tokens[at].norm] > 1 and len(beside) == 1
        problem = unexplained(clue.tokens, at, context.known, seen, described=described_by_name)
        if problem:
            return Interpretation(None, problem)
    used = {item.payload.amount for item in scan.items if isinstance(item.payload, ComparisonWord)}
    if any(amount not in used for amount in clue.amounts):
        return Interpretation(None, "contains an amount that belongs to no comparison")
    if not all(mention.settled for mention in clue.mentions):
        return _either_way(clue, context)
    found = _meaning(scan, context)
    if found.meaning is None and len(clue.mentions) == 1:
        return Interpretation(None, found.reason + meant_for([clue.tokens[at] for at in scan.leftover], context.known))
    return found


def _meaning(scan: Scan, context: Context) -> Interpretation:
    try:
        return Interpretation(meaning(scan.items, context, len(scan.tokens)))
    except Unclear as unclear:
        return Interpretation(None, str(unclear))


def _either_way(clue: _Clue, context: Context) -> Interpretation:
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


def _phrase(clue: _Clue, at: int, context: Context) -> str:
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
