"""Reads the statements of questions about logic grids, by the grammar that read the clues."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from solvent.explanations.questions.claims import Claim, values
from solvent.explanations.questions.turning import AUXILIARIES, BE, DO, HOLE, predicate, statements
from solvent.translators import Puzzle
from solvent.translators.rules.clues.formula import (
    All,
    CompareQuantities,
    Differ,
    Flag,
    Formula,
    Same,
    Some,
    Value,
    atoms,
)
from solvent.translators.rules.clues.interpret import Survey
from solvent.translators.rules.clues.mentions import find
from solvent.translators.rules.clues.plain_reading import Interpretation
from solvent.translators.rules.clues.values import POSITION_WORDS, Category, is_person
from solvent.translators.rules.kinds.grid import further
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import GLUE, RESERVED, TIME, stem

_PREPOSITIONS = "in|on|at|to|with|from|for|by|of"
_PEOPLE = frozenset(map(stem, ["who", "whom", "whose", "person", "people", "man", "woman", "one", "guy", "individual"]))
# Where nobody has a name, these say who somebody is.
_WHO_THEY_ARE = frozenset(map(stem, ["nationality", "job", "profession", "occupation", "trade", "surname", "country"]))
_PLACES = frozenset(map(stem, POSITION_WORDS))
# "How many years lie between Ada and Bruno?" asks for no value.
_DIFFERENCE = re.compile(r"\b(?:between|than|apart)\b", re.IGNORECASE)
# "Which doctor did Ada see?" asks for Ada's doctor.
_TAKES = re.compile(r"(?:do|does|did) (.+) (?:have|get|take|choose|pick|see|visit|use|bring)$", re.IGNORECASE)
_FROM = re.compile(r"(is|are|was|were|do|does|did) (.+?)(?: (?:come|hail))? from$", re.IGNORECASE)
_ANOTHER = re.compile(r"^(?!much|many)\w+ (?:is|was) .*['\u2019]s \w+$", re.IGNORECASE)
_UNKNOWN = re.compile(r"'([^']+)' is in no category|unknown word '([^']+)'")


@dataclass(frozen=True)
class Read:
    """What came of reading statements: the claim, or why there is none (`unknown` is a word for no value).

    `guessed` says that the claim rests on a word which nothing shows to link its values.
    """

    claim: Claim | None = None
    reason: str = ""
    unknown: str = ""
    guessed: bool = False


@dataclass(frozen=True)
class Options:
    """The values of which a question asks one, as the text spells them, each with the claim that it is the one."""

    about: str
    claims: tuple[tuple[str, Claim], ...]
    guessed: bool = False


class GridReader:
    """Reads statements about a logic grid in the sense that its clues give to their words."""

    def __init__(self, puzzle: Puzzle, way: int = 0) -> None:
        self.puzzle, self.way = puzzle, way

    @cached_property
    def survey(self) -> Survey:
        """The clues, which say what words mean."""
        return further(self.puzzle, self.way)

    @property
    def categories(self) -> tuple[Category, ...]:
        """The puzzle's categories."""
        return self.survey.context.known.categories

    def people(self, text: str) -> list[str]:
        """The persons that a text names."""
        category = self._people()[0]
        named = {value for each in self._mentioned(text) for value in each if value.category == category}
        return [self.categories[value.category].values[value.index] for value in sorted(named)]

    def named(self, text: str, among: Collection[str]) -> str:
        """The one of some values that a text names, and nothing else; "" if it is not clear."""
        mentions = self._mentioned(text)
        found = {self.categories[value.category].values[value.index] for each in mentions for value in each} & {*among}
        return found.pop() if len(found) == 1 and len(mentions) == 1 else ""

    def _mentioned(self, text: str) -> list[tuple[Value, ...]]:
        mentions = find(tokenise(text), self.survey.context.known, frozenset())
        return [tuple(mention.candidates) for mention in mentions]

    def claim(self, said: Sequence[str]) -> Read:
        """The claim that one or more of these statements make, if all that can be read make the same one."""
        found: dict[Formula, tuple[str, bool]] = {}
        failed: list[tuple[str, Interpretation]] = []
        for sentence in said:
            read = self.survey.further(sentence)
            formula = _usable(read)
            if formula is None:
                failed.append((sentence, read))
            elif formula not in found or _reads_better(sentence, found[formula][0]):
                found[formula] = sentence, bool(read.guesses)
        sure = {formula: told for formula, told in found.items() if not told[1]}
        chosen = sure or found
        if len(chosen) == 1:
            ((formula, (sentence, guessed)),) = chosen.items()
            return Read(Claim(sentence, formula), guessed=guessed)
        if chosen:
            return Read(reason="it can be read in more than one way")
        unknown = [word for sentence, each in failed if (word := self._unknown(sentence, each.reason))]
        reason = next((each.reason for _, each in failed if each.reason), "it names no two values")
        return Read(reason=reason, unknown=unknown[0] if unknown and len(unknown) == len(failed) else "")

    def _unknown(self, sentence: str, reason: str) -> str:
        """The word of a sentence that stands for a value which the puzzle does not have; "" if there is none."""
        match = _UNKNOWN.search(reason)
        word = (match[1] or match[2]) if match else ""
        tokens = tokenise(sentence)
        at = next((n for n, token in enumerate(tokens) if token.text == word), None)
        if at is None or tokens[at].norm in GLUE | RESERVED:
            return ""
        mentions = find(tokens, self.survey.context.known, frozenset())
        verb = at + 1 < len(tokens) and any(mention.end == at for mention in mentions)  # "Ada likes it"
        return "" if verb else word

    def options(self, asked: str) -> Options | None:
        """What a question with "who", "which" ... asks one of; None if that is not clear."""
        for categories, templates in self._blanks(asked):
            found = [each for number in categories for each in self._readings(number, templates)]
            sure = [each for each in found if not each.guessed] or found
            if sure:
                return sure[0] if len(sure) == 1 else None
        return None

    def _readings(self, number: int, templates: Sequence[str]) -> list[Options]:
        """What templates say about the values of a category, as far as they make sense and say different things."""
        found: list[Options] = []
        for template in templates:
            # Of a template that says the same of one value, the others are not read: that takes most of the time.
            some = self._filled(number, template, only=bool(found))
            if some is None:
                continue
            alike = next((at for at, each in enumerate(found) if _same(some, each)), None)
            if alike is None:
                found.append(some)
            elif found[alike].guessed and not some.guessed and (whole := self._filled(number, template)):
                found[alike] = whole
        return found

    def failure(self, asked: str) -> Read:
        """Why a question asks for nothing: it names something that the puzzle does not have, or is not clear."""
        for categories, templates in self._blanks(asked):
            number = categories[0]
            read = self.claim([template.replace(HOLE, self._spelled(number, 0)) for template in templates])
            if read.unknown:
                return read
        return Read(reason="it is not clear which category it asks about")

    def _filled(self, number: int, template: str, *, only: bool = False) -> Options | None:
        """A template about each value of a category; None if it does not make sense for every one of them.

        With `only`, it is read for the first of them alone.
        """
        category, claims, guessed = self.categories[number], [], False
        mentions = find(tokenise(template.replace(HOLE, " ")), self.survey.context.known, frozenset())
        named = {value for mention in mentions for value in mention.candidates}
        for index, value in enumerate(category.values):
            if Value(number, index) in named:
                continue  # "who lives next to Ada?" does not ask about Ada
            sentence = template.replace(HOLE, self._spelled(number, index))
            read = self.survey.further(sentence)
            formula = _usable(read)
            if formula is None or Value(number, index) not in values(formula):
                return None
            guessed = guessed or bool(read.guesses)
            claims.append((value, Claim(sentence, formula)))
            if only:
                break
        return Options(category.name, tuple(claims), guessed) if claims else None

    def _spelled(self, number: int, index: int) -> str:
        """How a statement names a value: places with the word for them."""
        category = self.categories[number]
        if category.kind != "position":
            return category.values[index]
        nouns = [token.norm for token in tokenise(category.name) if token.norm.isalpha()]
        return f"{nouns[-1] if nouns else min(POSITION_WORDS)} {index + 1}"

    def _blanks(self, asked: str) -> Iterator[tuple[list[int], list[str]]]:
        """The categories that a question may ask about, with statements that leave the value out; best first."""
        match = re.fullmatch(
            rf"(?:({_PREPOSITIONS}) )?(who|whom|whose|what|which|where|when|how)\b ?(.*)", asked, re.IGNORECASE
        )
        if not match or not match[3]:
            return
        before, word, rest = (match[1] or "").lower(), match[2].lower(), match[3]
        words = rest.split()
        if word in ("who", "whom"):
            yield self._people(), _templates(rest, before)
        elif word == "whose":
            for at in range(1, min(4, len(words))):
                noun, tail = " ".join(words[:at]), " ".join(words[at:])
                yield self._people(), [f"{HOLE}'s {noun} {tail}", *_templates(tail, "", f"{HOLE}'s {noun}")]
        elif word in ("where", "when"):
            yield from self._circumstances(word, rest)
        elif word == "how":
            yield from self._amounts(words, before)
        else:
            yield from self._nouns(words, before)
            if word == "what":
                if words[0].lower() in ("colour", "color") and words[1:] and words[1].lower() in BE:
                    words = words[1:]  # the values of "Ada's hat" may be colours, and have no name
                yield from self._things(words, before)

    def _amounts(self, words: Sequence[str], before: str) -> Iterator[tuple[list[int], list[str]]]:
        """The blanks of "how much": it asks for a number of pounds or years, never of people or houses."""
        if words[0].lower() in ("much", "many"):
            some = [n for n, each in enumerate(self.categories) if each.kind not in ("", "position")]
        else:
            some = self._measured(words[0])
        # "How old is Ada's dog?" does not ask for Ada's age.
        if not some or _ANOTHER.search(" ".join(words)) or _DIFFERENCE.search(" ".join(words)):
            return
        for named, templates in self._nouns(words, before):
            if amounts := [number for number in named if number in some]:
                yield amounts, templates
        if len(words) > 1:
            yield some, _templates(" ".join(words[1:]), "")
            yield some, _templates(" ".join(words[1:]), "for")

    def _circumstances(self, word: str, rest: str) -> Iterator[tuple[list[int], list[str]]]:
        """The blanks of "where does Ada live" and "when did she come": places or times go before other categories."""
        others = [n for n in range(len(self.categories)) if n not in self._people()]
        if origin := _FROM.match(rest) if word == "where" else None:
            yield others, [f"{origin[2]} is from {HOLE}"]
            return
        kinds = {"position"} if word == "where" else set(TIME)
        fitting = [n for n, each in enumerate(self.categories) if each.kind in kinds]
        prepositions = ("in", "at", "on", "from", "") if word == "where" else ("at", "on", "in", "")
        blanks = [each for link in prepositions for each in _templates(rest, link)]
        if fitting:
            yield fitting, blanks
        yield others, blanks

    def _things(self, words: Sequence[str], before: str) -> Iterator[tuple[list[int], list[str]]]:
        """The blanks of "what is Ada's job" and "what does she drink": the noun or verb may name the category."""
        rest = " ".join(words)
        head = re.match(r"(?:is|are|was|were) the (?:\w+ ){0,2}?(\w+) of\b", rest, re.IGNORECASE)
        own = re.search(r"['\u2019]s? (?:\w+ )?(\w+)$", rest)
        if words[0].lower() in DO:
            named = self._named(words[-1:])
        else:
            named = self._named([head[1]] if head else [own[1]] if own else []) or self._named(words)
        blanks = _templates(rest, before)
        if named:
            yield named, blanks
        yield [n for n in range(len(self.categories)) if n not in named], blanks

    def _measured(self, adjective: str) -> list[int]:
        """The category of which an adjective speaks ("old"), as the grammar understands its comparative ("older")."""
        bare = adjective.lower()
        first = next((each for each in self.categories if not each.quantities), self.categories[0])
        for more in (f"{bare}er", f"{bare}r", f"{bare[:-1]}ier", f"{bare}{bare[-1:]}er", f"more {bare}"):
            read = self.survey.further(f"{first.values[0]} is {more} than {first.values[1]}")
            formula = None if read.guesses else _usable(read)
            if isinstance(formula, CompareQuantities):
                return [formula.category]
        return []

    def _nouns(self, words: Sequence[str], before: str) -> Iterator[tuple[list[int], list[str]]]:
        """The blanks of "which house has the cat": the noun names the category."""
        plain = [word.lower() for word in words]
        verb = next((at for at, word in enumerate(plain) if word in AUXILIARIES), len(words))
        for at in range(min(6, len(words) - 1, verb), 0, -1):
            noun, rest = words[:at], " ".join(words[at:])
            of = plain[:at].index("of") if "of" in plain[1:at] else 0  # "what colour of house"
            named = (self._named(noun[of - 1 : of]) if of else []) or self._named(noun[-1:])
            if not named and stem(noun[-1].lower()) in _PEOPLE:
                named = self._people()
            if named:
                taken = _TAKES.match(rest)
                yield named, [*_templates(rest, before), *([f"{taken[1]}'s {noun[-1]} is {HOLE}"] if taken else [])]

    def _people(self) -> list[int]:
        """The category of people; of several, such as guests and their doctors, the one whose values are names."""
        people = [n for n, each in enumerate(self.categories) if is_person(each)]
        names = [n for n in people if all(value[:1].isupper() for value in self.categories[n].values)]
        told = [n for n, each in enumerate(self.categories) if _WHO_THEY_ARE & {t.key for t in tokenise(each.name)}]
        return (names if len(names) == 1 else people) or told[:1] or [0]

    def _named(self, words: Sequence[str]) -> list[int]:
        """The categories that one of these words names; those by their name go before those by their description."""
        keys = {stem(word.lower().removesuffix("'s")) for word in words}
        own = [
            n
            for n, each in enumerate(self.categories)
            if keys & {token.key for token in tokenise(each.name)} - {"name"}
        ]
        return own or [n for n, each in enumerate(self.categories) if keys & each.words]


def _templates(rest: str, before: str, hole: str = HOLE) -> list[str]:
    """Statements with a hole for what is asked, of the words after "who" or "which house"."""
    first, _, more = rest.partition(" ")
    verb = first.lower()
    found: list[str] = []
    if not before and (verb not in DO or more.startswith("not ")):
        found += [f"{hole} {said}" for said in predicate(f"{verb} {more}".strip() if verb in AUXILIARIES else rest)]
    if verb in AUXILIARIES:
        if hole == HOLE:
            found += statements(verb, " ".join([*more.split(), *([before] if before else []), hole]))
        if verb in BE and not before:
            found.append(f"{more} {first} {hole}")
    return list(dict.fromkeys(found))


def _same(some: Options, other: Options) -> bool:
    """Whether all claims are among those of the other options, however they are worded."""
    known = {(value, claim.formula) for value, claim in other.claims}
    return all((value, claim.formula) in known for value, claim in some.claims)


def _reads_better(sentence: str, other: str) -> bool:
    """Whether only in the first sentence no noun follows the verb "to be", so that it is likely to be English."""

    def fluent(said: str) -> bool:
        match = re.search(r"\b(?:is|are|was|were) (\w+)", said)
        return match is None or (match[1].lower() in GLUE | RESERVED and stem(match[1].lower()) not in _PLACES)

    return fluent(sentence) and not fluent(other)


def _usable(read: Interpretation) -> Formula | None:
    """A statement's meaning, in a form that does not depend on how it was put; None if it is open or unknown."""
    if read.meaning is None or any(isinstance(atom, Flag) for atom in atoms(read.meaning.literal)):
        return None
    return _canonical(read.meaning.literal)


def _canonical(formula: Formula) -> Formula:
    match formula:
        case Same(left, right) if right < left:
            return Same(right, left)
        case Differ(values):
            return Differ(tuple(sorted(values)))
        case CompareQuantities(left, right, category, ">", amount):
            return CompareQuantities(right, left, category, "<", amount)
        case CompareQuantities(left, right, category, "distance" | "not distance" as how, amount) if right < left:
            return CompareQuantities(right, left, category, how, amount)
        case All(parts):
            return All(tuple(map(_canonical, parts)))
        case Some(parts):
            return Some(tuple(map(_canonical, parts)))
    return formula
