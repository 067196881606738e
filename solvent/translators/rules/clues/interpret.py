"""Interprets all clues of a grid together: what each means, or why it is not understood."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solvent.translators.rules.clues.clauses import Sentence
from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.compass import in_the_row
from solvent.translators.rules.clues.composing import first_understood
from solvent.translators.rules.clues.compound_parts import Counted, Simple, Structure
from solvent.translators.rules.clues.compounds import after, leaves_open, structures, verbless
from solvent.translators.rules.clues.distribution import of_statements, statements
from solvent.translators.rules.clues.formula import both
from solvent.translators.rules.clues.grammar import Context, Meaning
from solvent.translators.rules.clues.hedges import of_everybody
from solvent.translators.rules.clues.kinship import company, of_relatives
from solvent.translators.rules.clues.links import Link, Uses, doubts, links, uses_of
from solvent.translators.rules.clues.mentions import associate, find, lexicon, names_value, settle
from solvent.translators.rules.clues.namesakes import namesakes
from solvent.translators.rules.clues.negation import unlike
from solvent.translators.rules.clues.plain_reading import Interpretation, read_plainly, refusals
from solvent.translators.rules.clues.reordered import reordered, without_view
from solvent.translators.rules.clues.retelling import told
from solvent.translators.rules.clues.said import LONGEST_CLUE, Said, prepare, said_in
from solvent.translators.rules.clues.structure import Scan
from solvent.translators.rules.clues.two_people import two_people
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.text.signs import odd_sign
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.sentences import sentences

_LONGEST_SENTENCE = 60  # tokens, of a sentence that is divided
_DEEPEST = 2  # divisions of a sentence, and of its parts
_FEWEST = 2  # statements of which some are said to be true


@dataclass(frozen=True)
class Survey:
    """All clues of a grid, split into sentences with their mentions, and how they use the words of the puzzle."""

    texts: tuple[str, ...]
    parts: list[list[Said]]
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
    def _scans(self) -> dict[int, tuple[Scan, list[Link], Said]]:
        return {}  # by the id of a sentence, which has to live as long as its entry

    @cached_property
    def _known_parts(self) -> dict[tuple[tuple[Token, ...], int], Meaning | None]:
        return {}

    def scan(self, clue: Said) -> Scan:
        """The structure of a sentence."""
        return self._taken_apart(clue)[0]

    def linked(self, clue: Said) -> list[Link]:
        """The words of a sentence that link values."""
        return self._taken_apart(clue)[1]

    def _taken_apart(self, clue: Said) -> tuple[Scan, list[Link], Said]:
        known = self.context.known
        found = self._scans.get(id(clue))
        if found is None:
            scan = Scan(clue.tokens, clue.mentions, clue.amounts, known, self.context.beside)
            found = self._scans[id(clue)] = (scan, links(clue.tokens, scan.items, known), clue)
        return found

    def further(self, sentence: str) -> Interpretation:
        """The meaning of a sentence that is not among the clues; it adds nothing to what their words mean."""
        return self._in_turn(self.taken_apart(sentence))

    def taken_apart(self, text: str) -> list[Said]:
        """The sentences of a text that is not among the clues, with the values that they mention."""
        (part,) = said_in((text,), self.context.known)
        return [self._settled(clue) for clue in part]

    def sentence(self, tokens: tuple[Token, ...]) -> Said:
        """A sentence with these words, which is not among the clues, with the values that it mentions."""
        return self._settled(prepare(tokens, self.context.known, None))

    def _settled(self, clue: Said) -> Said:
        for beside in ({}, self.context.beside):
            settle(clue.tokens, clue.mentions, self.context.known, beside)
        return clue

    def refusals(self, clue: Said) -> list[tuple[int, str]]:
        """The words of a sentence, by position, that no construction has used, each with why it is not allowed."""
        return list(refusals(clue, self.scan(clue), self.context, self.seen))

    def interpretation(self, number: int) -> Interpretation:
        """The meaning of clue `number`, counted from 0."""
        if len(self.texts[number]) > LONGEST_CLUE:
            return Interpretation(None, f"is longer than {LONGEST_CLUE} characters")
        if counted := self._counted(self.texts[number]):
            return counted
        if sign := odd_sign(without_view(self.texts[number]), lambda aside: names_value(aside, self.context.known)):
            return Interpretation(None, f"'{sign}' is not understood")
        if self.texts[number].rstrip().endswith("?"):
            return Interpretation(None, "is a question")
        read = self._in_turn(self.parts[number])
        if number and len(self.parts[number]) == 1 and not _is_strict(read):
            before, (clue,) = self.parts[number - 1][-1], self.parts[number]
            return self._divided(verbless(_parsed(before), _parsed(clue)), 0) or read
        return read

    def _in_turn(self, part: Sequence[Said]) -> Interpretation:
        """The meaning of the sentences of a clue, each after the one before it."""
        found = []
        for at, clue in enumerate(part):
            read = self._of_people(clue) or self.strictly(clue)
            if at and not _is_strict(read):
                read = self._divided(after(_parsed(part[at - 1]), _parsed(clue)), 0) or read
            found.append(read)
        return _all(found)

    def _of_people(self, clue: Said) -> Interpretation | None:
        """The meaning of a sentence that only says who is not who."""
        known = self.context.known
        if apart := namesakes(clue.text, known):
            return Interpretation(Meaning(apart))
        told = two_people(clue.tokens, clue.mentions, known)
        return Interpretation(Meaning(told[0]), partly=told[1]) if told else None

    def _counted(self, text: str) -> Interpretation | None:
        """The meaning of "exactly one of these is true: ..."; None if a clue is not of this form."""
        opening, colon, rest = text.partition(":")
        many = of_statements(opening) if colon else None
        if many is None:
            return None
        said = statements(rest)
        if len(said) < _FEWEST or any(odd_sign(each, lambda _: False) for each in said):
            return None
        structure = Counted(tuple(Simple(tokenise(each)) for each in said), many[0], min(many[1], len(said)))
        return self._divided([structure], 0)

    def strictly(self, clue: Said, depth: int = 0) -> Interpretation:
        """The meaning of a sentence as it stands, with its parts in the usual order, or else divided."""
        read = self._trusted(clue, self._read(clue))
        if _is_strict(read) and clue.mentions and leaves_open(_parsed(clue)):
            return Interpretation(None, "leaves open who 'and' says something of")
        if _is_strict(read) or clue.denied or len(clue.tokens) > _LONGEST_SENTENCE:
            return read
        usual = reordered(clue.tokens, clue.mentions)
        if usual is not None:
            turned = self.sentence(usual)
            turned.text = clue.text
            again = self._trusted(turned, self._read(turned))
            if _is_strict(again) and not leaves_open(_parsed(turned)):
                return again
        if depth >= _DEEPEST:
            return read
        return self._divided(structures(_parsed(clue)), depth + 1) or read

    def _divided(self, ways: Iterable[Structure], depth: int) -> Interpretation | None:
        """The meaning of the first way of which every part is understood."""
        found = first_understood(ways, lambda tokens: self._part(tokens, depth), self.context.known.categories)
        return Interpretation(found) if found else None

    def _part(self, tokens: tuple[Token, ...], depth: int) -> Meaning | None:
        """The meaning of a part of a sentence; None if it is not strictly understood."""
        if (tokens, depth) in self._known_parts:
            return self._known_parts[tokens, depth]
        read = self.strictly(self.sentence(tokens), depth)
        found = self._known_parts[tokens, depth] = read.meaning if _is_strict(read) else None
        return found

    def _read(self, clue: Said) -> Interpretation:
        interpreted = read_plainly(clue, self.scan(clue), self.context, self.seen)
        if not clue.denied or interpreted.meaning is None:
            return interpreted
        try:
            return Interpretation(Meaning(unlike(interpreted.meaning.literal, self.context.known.categories)))
        except Unclear as unclear:
            return Interpretation(None, str(unclear))

    def _trusted(self, clue: Said, interpreted: Interpretation) -> Interpretation:
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


def _parsed(clue: Said) -> Sentence:
    return Sentence(clue.tokens, tuple(clue.mentions))


def _is_strict(read: Interpretation) -> bool:
    return read.meaning is not None and not read.guesses


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
    parts = said_in([in_the_row(text, attested) for text in texts], known)
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
        Context(
            known,
            beside,
            of_relatives((clue.tokens, clue.mentions) for clue in clues),
            named,
            company(attested),
            of_everybody(attested),
        ),
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
    implied = tuple(extra for each in found for extra in each.implied)
    return Interpretation(Meaning(literal, implied), reason, guesses, any(each.partly for each in parts))
