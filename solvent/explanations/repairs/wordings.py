"""Sentences that the grammar reads: patterns of clues about two values, learned from a puzzle's own clues or general.

A pattern is only used if the grammar reads a sentence made from it without a guess, and as what is meant.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from solvent.explanations.meanings import Marked
from solvent.explanations.subject import Subject
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
from solvent.translators.rules.clues.links import is_people
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.kinds import grid
from solvent.translators.rules.text.words import is_agent

KINDS = ("fact", "exclusion", "relation")
_NOUN_PHRASE = re.compile(
    r"\b[Tt]he ((?:[\w-]+ ){1,2}?(?:who|whose|that|which|with) (?:[^{}\s]+ ){0,3}?)\{([ab])\}(?!\s+\w+[.,])"
)
_LONGEST = 90  # characters of a clue that is worth imitating

_FACTS = (
    "{A} is in {place} {b}.",
    "{A} {does}.",
    "{A} is {B}.",
    "{A}'s {name} is {b}.",
    "{A} has the {b}.",
    "{A} has {b}.",
    "{A} is {b}.",
)
_EXCLUSIONS = (
    "{A} is not in {place} {b}.",
    "{A} does not {said}.",
    "{A} is not {B}.",
    "{A}'s {name} is not {b}.",
    "{A} does not have the {b}.",
    "{A} does not have {b}.",
    "{A} is not {b}.",
)
_PLACED = (
    "{A} is directly left of {B}.",
    "{A} is next to {B}.",
    "{A} is somewhere to the left of {B}.",
    "{A} is somewhere to the right of {B}.",
)
_MEASURED = (
    "{A} has a higher {measure} than {B}.",
    "{A} has a lower {measure} than {B}.",
    "{A} is earlier than {B}.",
    "{A} is later than {B}.",
)


class Phrase(NamedTuple):
    """A noun phrase for whoever has a value, which stands for `{}`: learned from the clues, or just the value."""

    text: str
    learned: bool = False
    bare: bool = False


@dataclass(frozen=True)
class Sentence:
    """A clue: its words, what kind it is of, and what it means."""

    text: str
    kind: str
    formula: Formula


@dataclass(frozen=True)
class Pattern:
    """A sentence with slots for values of one or two categories; `formula` is what it says of `values`."""

    text: str
    kind: str
    values: tuple[Value, ...]
    formula: Formula

    def of(self, values: Sequence[Value], categories: Sequence[Category]) -> Sentence:
        """The sentence about other values of the same categories."""
        turned = dict(zip(self.values, values, strict=True))
        spelled = [categories[value.category].values[value.index] for value in values]
        text = self.text
        for slot, name in zip("ab", spelled, strict=False):
            text = text.replace(f"{{{slot}}}", name)
        return Sentence(text[:1].upper() + text[1:], self.kind, _replaced(self.formula, turned))


@dataclass(frozen=True)
class Wordings:
    """The patterns that suit a puzzle which the rules read."""

    subject: Subject

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        """The categories of the puzzle."""
        return grid.categories_of(self.subject.puzzle, self.subject.way)

    @cached_property
    def _grammar(self) -> Survey:
        return grid.further(self.subject.puzzle, self.subject.way)

    def reads(self, sentence: Sentence) -> bool:
        """Whether the grammar reads a sentence as what is meant."""
        return self._read(sentence.text) == sentence.formula

    def _read(self, text: str) -> Formula | None:
        found = self._grammar.further(text)
        return None if found.meaning is None or found.guesses or found.meaning.implied else found.meaning.literal

    def sentences(self) -> Iterator[Sentence]:
        """All sentences that the patterns make, each meaning once."""
        said: set[Formula] = set()
        for pattern in self.patterns:
            for values in product(*(self._values(value.category) for value in pattern.values)):
                if len(set(values)) == len(values):
                    sentence = pattern.of(values, self.categories)
                    if sentence.formula not in said:
                        said.add(sentence.formula)
                        yield sentence

    def _values(self, category: int) -> list[Value]:
        return [Value(category, index) for index in range(len(self.categories[category].values))]

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns, those of the puzzle's own clues first, of each kind and pair of categories once."""
        found: dict[object, Pattern] = {}
        for pattern in (*self._learned, *self._general()):
            shape = _replaced(pattern.formula, {v: Value(v.category, -n) for n, v in enumerate(pattern.values, 1)})
            found.setdefault(shape, pattern)
        return tuple(found.values())

    def _own(self) -> Iterator[Pattern]:
        meanings = Marked(self.subject, ()).meanings
        for clue in self.subject.puzzle.clues:
            formula = meanings.get(clue.id)
            if formula is None or not clue.understood or len(clue.text) > _LONGEST or " or " in clue.text:
                continue
            named = dict.fromkeys(value for atom in atoms(formula) for value in _named(atom))
            slots = [value for value in named if self._spelled_once(value, clue.text)]
            if not 1 <= len(slots) <= len(named) <= 2 or self._read(clue.text) != formula:
                continue
            text = clue.text
            for slot, value in zip("ab", slots, strict=False):
                text = re.sub(rf"(?<!\w){re.escape(self._name(value))}(?!\w)", f"{{{slot}}}", text)
            yield Pattern(text, _kind(formula), tuple(slots), formula)

    def _spelled_once(self, value: Value, text: str) -> bool:
        return len(re.findall(rf"(?<!\w){re.escape(self._name(value))}(?!\w)", text)) == 1

    def _name(self, value: Value) -> str:
        return self.categories[value.category].values[value.index]

    def _general(self) -> Iterator[Pattern]:
        for left, right in product(range(len(self.categories)), repeat=2):
            one, other = Value(left, 0), Value(right, 1)
            if left != right and self._subject_first(left, right):
                for texts, formula in ((_FACTS, Same(one, other)), (_EXCLUSIONS, Differ((one, other)))):
                    yield from self._first(texts, (one, other), formula)
            for measure, category in enumerate(self.categories):
                if category.quantities and measure not in (left, right):
                    yield from self._related((one, other), measure)

    def _related(self, values: tuple[Value, ...], measure: int) -> Iterator[Pattern]:
        """Patterns that compare two values by a measure, as far as the grammar reads them so."""
        for text in _PLACED if self.categories[measure].kind == "position" else _MEASURED:
            pattern = Pattern(self._slotted(text, values, measure), "relation", values, Same(*values))
            sentence = pattern.of(values, self.categories)
            formula = self._read(sentence.text)
            if formula and all(_compares(atom, values, measure) for atom in atoms(formula)):
                yield replace(pattern, formula=formula)

    def _first(self, texts: Sequence[str], values: tuple[Value, ...], formula: Formula) -> Iterator[Pattern]:
        """The first of some texts that the grammar reads as a formula about these values."""
        left, right = (value.category for value in values)
        category = self.categories[right]
        said, does = self._denied(left, right), self._affirmed(left, right)
        placed = category.kind == "position"
        usable = {
            "{place}": placed,
            "{name}": bool(category.kind) and self.phrases[left].bare,
            "{said}": bool(said),
            "{does}": bool(does),
            "{B}": self.phrases[right].learned,
            " the {b}": all(value[:1].islower() for value in category.values),
            " ha": not is_colour(category),  # has, have
        }
        for text in texts:
            if placed is not ("{place}" in text) or not all(known for slot, known in usable.items() if slot in text):
                continue
            slotted = self._slotted(text.replace("{said}", said).replace("{does}", does), values)
            pattern = Pattern(slotted, _kind(formula), values, formula)
            read = self._read(pattern.of(values, self.categories).text)
            if _alike(read, formula):
                yield replace(pattern, formula=read or formula)
                return

    def _subject_first(self, left: int, right: int) -> bool:
        """Of two categories, people are what a sentence begins with, places what it ends with; else the first is."""
        rank = [0 if is_people(each) else 2 if each.quantities else 1 for each in self.categories]
        return (rank[left], left) < (rank[right], right)

    def _slotted(self, text: str, values: Sequence[Value], measure: int = 0) -> str:
        for slot, value in zip("AB", values, strict=False):
            text = text.replace(f"{{{slot}}}", self.phrases[value.category].text.replace("{}", f"{{{slot.lower()}}}"))
        name = singular(self.categories[values[-1].category].name).lower()
        names = {"{place}": name, "{name}": name, "{measure}": singular(self.categories[measure].name).lower()}
        for slot, word in names.items():
            text = text.replace(slot, word)
        return text

    @cached_property
    def _learned(self) -> tuple[Pattern, ...]:
        return tuple(self._own())

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """How to speak of whoever has a value, for each category."""
        return tuple(self._phrase(number) for number in range(len(self.categories)))

    @cached_property
    def _main(self) -> int:
        """The category that the puzzle is about: of people, else of things that are no quantities."""
        ranked = [(not is_people(each), bool(each.kind)) for each in self.categories]
        return ranked.index(min(ranked))

    def _phrase(self, number: int) -> Phrase:
        people = any(map(is_people, self.categories))
        if number == self._main or is_people(self.categories[number]):
            lower = all(value[:1].islower() for value in self.categories[number].values)
            return Phrase("the {}" if lower else "{}", bare=True)
        name = singular(self.categories[self._main].name).lower()
        who = name if not people or is_agent(name) else "person"
        options = [
            f"the {who} who {pattern.text.removeprefix('{a} ').rstrip('.').replace('{b}', '{}')}"
            for pattern in self._learned
            if pattern.kind == "fact" and pattern.text.startswith("{a} ") and people
            if [value.category for value in pattern.values[1:]] == [number]
        ]
        options += [
            f"the {match[1]}{{}}"
            for pattern in self._learned
            for match in _NOUN_PHRASE.finditer(pattern.text)
            if pattern.values["ab".index(match[2])].category == number
        ]
        learned = next((option for option in options if self._serves(option, number)), None)
        article = "the " if all(value[:1].islower() for value in self.categories[number].values) else ""
        return Phrase(learned, learned=True) if learned else Phrase(f"the {who} with {article}{{}}")

    def _serves(self, phrase: str, number: int) -> bool:
        """Whether the grammar takes a phrase for whoever has a value, as the subject of a sentence."""
        named = phrase.replace("{}", self._name(Value(number, 0)))
        for other, link in product(range(len(self.categories)), ("has", "is")):
            text = f"{named[:1].upper()}{named[1:]} {link} {self._name(Value(other, 1))}."
            if other != number and _alike(self._read(text), Same(Value(number, 0), Value(other, 1))):
                return True
        return False

    def _denied(self, left: int, right: int) -> str:
        """What those who lack a value do not do, if a clue says what others do: "speak at {b}"; else ""."""
        for predicate in self._predicates("fact", left, right):
            verb, _, rest = predicate.partition(" ")
            if _infinitive(verb):
                return f"{_infinitive(verb)} {rest}"
        return ""

    def _affirmed(self, left: int, right: int) -> str:
        """What those who have a value do, if a clue says that others do not: "speaks at {b}"; else ""."""
        for predicate in self._predicates("exclusion", left, right):
            match = re.fullmatch(r"(?:does not|doesn't) (\w+) (.+)", predicate)
            third = ("has" if match[1] == "have" else f"{match[1]}s") if match else ""
            if match and _infinitive(third) == match[1]:
                return f"{third} {match[2]}"
        return ""

    def _predicates(self, kind: str, left: int, right: int) -> list[str]:
        """What the puzzle's own clues of a kind say of a value of one category, by one of another."""
        return [
            pattern.text.removeprefix("{a} ").rstrip(".")
            for pattern in self._learned
            if pattern.kind == kind and pattern.text.startswith("{a} ")
            if [value.category for value in pattern.values] == [left, right]
        ]


def _infinitive(verb: str) -> str:
    """The infinitive of a verb in the third person; "" for other forms, and for those that need no "do"."""
    if verb in ("is", "was", "has", "does", "goes"):
        return {"has": "have", "does": "do", "goes": "go"}.get(verb, "")
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if re.search(r"(?:ch|sh|ss|x|zz)es$", verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else ""


def is_colour(category: Category) -> bool:
    """Whether a category's values are colours of whatever the puzzle is about, which "is" them."""
    return singular(category.name).lower() in ("colour", "color")


def singular(name: str) -> str:
    """A name without the ending of its plural, roughly."""
    name = {"people": "person", "children": "child"}.get(name.lower(), name)
    if len(name) > len("ties") and name.endswith("ies"):
        return f"{name[:-3]}y"
    if name.endswith(("sses", "xes", "ches", "shes", "buses")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _kind(formula: Formula) -> str:
    parts = atoms(formula)
    if all(isinstance(part, Same) for part in parts):
        return "fact"
    return "exclusion" if all(isinstance(part, Differ) for part in parts) else "relation"


def _named(atom: Formula) -> tuple[Value, ...]:
    match atom:
        case Same(left, right) | CompareQuantities(left, right):
            return left, right
        case Differ(values):
            return values
    return ()


def _compares(atom: Formula, values: Sequence[Value], measure: int) -> bool:
    """Whether an atom compares two values by a measure."""
    return isinstance(atom, CompareQuantities) and atom.category == measure and {atom.left, atom.right} == {*values}


def _alike(read: Formula | None, meant: Formula) -> bool:
    """Whether two formulas about two values say the same, whichever is named first."""
    if isinstance(read, Same) and isinstance(meant, Same):
        return {read.left, read.right} == {meant.left, meant.right}
    return isinstance(read, Differ) and isinstance(meant, Differ) and {*read.values} == {*meant.values}


def _replaced(formula: Formula, turned: dict[Value, Value]) -> Formula:
    """A formula about other values."""
    match formula:
        case Same(left, right):
            return Same(turned.get(left, left), turned.get(right, right))
        case Differ(values):
            return Differ(tuple(turned.get(value, value) for value in values))
        case CompareQuantities(left, right):
            return replace(formula, left=turned.get(left, left), right=turned.get(right, right))
        case All(parts):
            return All(tuple(_replaced(part, turned) for part in parts))
        case Some(parts):
            return Some(tuple(_replaced(part, turned) for part in parts))
        case Flag():
            return formula
