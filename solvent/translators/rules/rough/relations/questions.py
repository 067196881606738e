"""What a text asks about a scene, as the answer of a model: one value, several, an order, or the whole grid."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solvent.translators.emit.language import Array, Constant, Constraint, Labels, Var
from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.logic import sentence_read
from solvent.translators.rules.rough.relations.sentences.readings import Choices, Memory, NotReadError
from solvent.translators.rules.rough.relations.sentences.relations import Rows, heads, relations
from solvent.translators.rules.rough.relations.sentences.tokens import Token, tokens
from solvent.translators.rules.rough.relations.targets import Targets
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.statements.language import Statement, alike, constraint, denied, every, fact, some

_WH = re.compile(
    r"\b(?:(?P<prep>on|in|at|from|to|with|for|by|of) )?(?P<wh>who|whom|whose|which|what|where|when|how (?:old|"
    r"tall|many|much|far|long|"
    r"heavy|high|fast|expensive))\b(?!(?<=when) (?!is|are|was|were|do|does|did|will|can|"
    r"has))(?:'s)?(?P<of> of (?:them|the \w+|these|those))?",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every(?:one|body|thing)?|all|match|respectively|which (?:\w+ )?(?:goes|belongs?) (?:with|to)|grid|"
    r"table|fill in|"
    r"pair (?:up|each))\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:in (?:what|which) order|the (?:\w+ ){0,3}(?:order|sequence|ranking|line-?up|list|schedule|queue|"
    r"standings)\b|in order|order(?:ed)?|rank(?:ed)?|"
    r"from [\w -]{2,40} to |beginning with|starting (?:with|from|at)|sort|arrange|one after|line them up|set list|"
    r"\w+ first\b)",
    re.IGNORECASE,
)
_SEQUENCE = re.compile(
    r"\b(?:(?:what|which|the|in|their|its|correct|right|full|complete) (?:\w+ )?order|"
    r"sequence|ranking|line-?up|list|sort|arrange|itinerary|running order|timetable|first (?:\w+ )?to last)\b",
    re.IGNORECASE,
)
_COUNTING = re.compile(
    r",? (?:counting|counted|numbered|reckoning) from (?:the )?(?:left|front|bottom|first)\b", re.IGNORECASE
)
_BEST_FIRST = re.compile(r"\b(?:best|most|greatest|highest|top)\b[\w ]{0,20} first\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_LONGEST = 600  # characters of a question, counted from its end
NOBODY, EMPTY = "nobody", "empty"
_BARE = re.compile(
    r"\b(?:who|what|where|when|which \w+)(?:, (?:and )?| and | [&+] )(?:who|what|where|when|which \w+)\W*$",
    re.IGNORECASE,
)
_RANKED = ("left", "time", "rank", "queue", "vertical", "west", "north", "circle")


@dataclass
class Asked:
    """The answer that is asked for, and the variables and constraints that tie it to the scene."""

    answer: Any = None
    schema: dict[str, Any] = field(default_factory=dict)
    arrays: list[Array] = field(default_factory=list)
    defined: list[Constraint] = field(default_factory=list)
    anchored: bool = False  # a circle is turned so that it begins where the answer does


def ask(scene: Scene, memory: Memory) -> Asked:
    """What is asked; the whole grid if the text does not say."""
    return _Asking(replace(scene, question=scene.question[-_LONGEST:]), memory).asked()


class _Asking:
    def __init__(self, scene: Scene, memory: Memory) -> None:
        self.scene, self.world, self.memory = scene, scene.world, memory
        self.rows = Rows(scene)
        self.nouns = self.rows.nouns
        self.targets = Targets(scene)
        self.result = Asked()

    def asked(self) -> Asked:
        question = _COUNTING.sub("", self.scene.question)
        singles = [] if self._for_all(question) or self._sequence(question) else self._singles(question)
        if singles:
            self._several(singles)
        elif self._ordered(question) or self._sequence(question):
            self._order(question)
        else:
            self._grid()
        return self.result

    def _for_all(self, question: str) -> bool:
        return bool(_EACH.search(question)) and not re.search(
            r"\b(?:of all|all (?:different|true|these|this))\b", question, re.IGNORECASE
        )

    def _sequence(self, question: str) -> bool:
        """Whether a whole order is asked for, and nothing of a value."""
        if self.world.place is None or not _SEQUENCE.search(question):
            return False
        named = {value.category for token in tokens(question, self.scene) for value in token.values}
        asked = {self.nouns.get(word.removesuffix("s")) for word in re.findall(r"[a-z]+", question.lower())}
        return self.world.circular or named | asked <= {self.world.place, self.rows.people, None}

    # single questions

    def _singles(self, question: str) -> list[tuple[str, Any, dict[str, Any]]]:
        """The questions for one value each, with a key; empty if one of them asks for more."""
        found: list[tuple[str, Any, dict[str, Any]]] = []
        for sentence in _SENTENCES.split(question):
            starts = [match.start() for match in _WH.finditer(sentence)]
            starts = [
                at
                for at in starts
                if not re.match(r"\s*(?:which|who|that)\b", sentence[at:], re.IGNORECASE)
                or at == 0
                or self._opens(sentence, at)
            ]
            if not starts:
                continue
            if _BARE.search(sentence):
                return []
            for start, end in zip(starts, [*starts[1:], len(sentence)], strict=True):
                part = sentence[start:end]
                single = self._single(part, len(found) + 1, alone=len(starts) == 1)
                if single is None:
                    return []
                found.append(single)
        return found

    def _opens(self, sentence: str, at: int) -> bool:
        """Whether a "who" or "which" opens a question, not a relative clause."""
        before = sentence[:at].rstrip().split(" ")[-1:]
        word = before[0].strip(",.;:").lower() if before else ""
        joined = sentence[:at].rstrip().endswith((",", ":", ";", "-", "\u2013", "\u2014"))
        return word in ("", "and", "or", "out", "tell", "me", "know", "determine", "find", "say", "so", "is") or joined

    def _single(self, part: str, number: int, *, alone: bool) -> tuple[str, Any, dict[str, Any]] | None:
        match = _WH.match(part)
        if match is None:
            return None
        wh = match["wh"].lower()
        rest = part[match.end() :]
        if wh == "how many" and re.search(r"\bbetween\b|\b(?:before|after|behind|ahead|than|in front)\b", rest):
            return self._how_many(rest, number)
        category, rest = self.targets.target(wh, rest)
        found = tokens(rest, self.scene)
        if alone and not re.search(r"\w", rest) and self.scene.sentences:
            found = tokens(re.split(r"[:;] ", self.scene.sentences[-1])[-1], self.scene)
        named = [token for token in found if token.kind == "MENTION"]
        if category is None:
            return None
        if category == self.world.place and named and all(token.values[0].category == category for token in named):
            category = self.rows.people
        if not named and not (self.memory.subject and any(token.kind in ("SUBJECT", "OBJECT") for token in found)):
            return None
        holds = self._holding(category, found)
        if holds is None:
            return None
        key = part
        if named:
            value = named[-1].values[0]
            key = self._spelt(value) if value.category != self.world.place else named[-1].text.removeprefix("the ")
        names = self.world.categories[category].values
        return key, self._who(names, holds, number), {"enum": [*map(_shown, names), NOBODY]}

    def _holding(self, category: int, found: Sequence[Token]) -> list[Statement] | None:
        holds = []
        for value in self.world.values(category):
            sentence = [Token("MENTION", "", (value,)), Token("WORD", "is"), *found]
            memory = Memory(self.memory.subject, self.memory.other)
            try:
                read = sentence_read(sentence, self.rows, memory, Choices())
            except NotReadError:
                return None
            if not read:
                return None
            holds.append(every(each.statement for each in read))
        return holds

    def _who(self, names: Sequence[str], holds: Sequence[Statement], number: int) -> Labels:
        one = Array(f"asked{number}", (), 0, len(names))
        var = Var(one.name)
        self.result.arrays.append(one)
        said = [some((fact(var, "!=", at), held)) for at, held in enumerate(holds)]
        said.append(some((fact(var, "!=", len(names)), every(map(denied, holds)))))
        self.result.defined += map(constraint, said)
        return Labels(var, (*((at, _shown(name)) for at, name in enumerate(names)), (len(names), NOBODY)))

    def _how_many(self, rest: str, number: int) -> tuple[str, Any, dict[str, Any]] | None:
        """How many stand between two, or on one side of one."""
        found = tokens(rest, self.scene)
        named = [token.values[0] for token in found if token.kind == "MENTION"]
        many = range(self.world.rows)
        if any(token.kind == "BETWEEN" for token in found) and len(named) == 2 and self.world.place is not None:
            counted = [self.world.beside(named[0], named[1], each + 1) for each in many]
        elif len(named) == 1 and heads(found):
            stated = [self.rows.counted(named[0], relations(found)[0], each) for each in many]
            counted = [each for each in stated if each is not None]
            if len(counted) < len(stated):
                return None
        else:
            return None
        return "how many", self._who([str(each) for each in many], counted, number), {"type": "integer"}

    def _several(self, singles: Sequence[tuple[str, Any, dict[str, Any]]]) -> None:
        if len(singles) == 1:
            _, self.result.answer, self.result.schema = singles[0]
            return
        singles = list({single[0]: single for single in singles}.values())
        keys = [
            key if sum(key == other for other, _, _ in singles) == 1 else f"{key} {at}"
            for at, (key, _, _) in enumerate(singles, 1)
        ]
        self.result.answer = {key: leaf for key, (_, leaf, _) in zip(keys, singles, strict=True)}
        self.result.schema = {"type": "object", "required": keys}

    # orders and grids

    def _ordered(self, question: str) -> bool:
        if self.world.place is None:
            return False
        others = [number for number in range(len(self.world.categories)) if number != self.world.place]
        return len(others) == 1 or (len(others) > 0 and bool(_ORDER.search(question)) and not _WH.search(question))

    def _order(self, question: str) -> None:
        place = self.world.place or 0
        category = self._listed(question)
        spots = list(self.world.values(place))
        values = self.world.categories[place].values
        labelled = not all(value.isdecimal() for value in values)
        if self.world.circular:
            self._around(category, question)
            return
        if self._backwards(question) if self._directed(question) else self._scale(place):
            spots.reverse()
        leaves = [self._cell(category, spot) for spot in spots]
        asked = _WH.search(question)
        target = self.targets.target(asked["wh"].lower(), question[asked.end() :])[0] if asked else None
        if target == place and re.search(r"\b(?:each|every)(?: of them| one|body)\b", question):
            labelled = False
        timed = labelled and self.world.categories[place].axis == "time" and not self._of_things(question)
        if (
            not timed
            and not (_ORDER.search(question) or _SEQUENCE.search(question))
            and (_WH.search(question) or re.search(r"\bmatch\b", question, re.IGNORECASE))
        ):
            rows = list(self.world.values(category))
            self.result.answer = {self._spelt(each): self._cell(place, each) for each in rows}
            self.result.schema = {"type": "object"}
            return
        if labelled and not re.search(r"\bfrom\b.*\bto\b|\border\b|\blist\b|\bsequence\b", question, re.IGNORECASE):
            self.result.answer = {values[spot.number]: leaf for spot, leaf in zip(spots, leaves, strict=True)}
            self.result.schema = {"type": "object"}
            return
        self.result.answer, self.result.schema = leaves, {"type": "array"}

    def _of_things(self, question: str) -> bool:
        """Whether a place is asked for each thing: "On which day was each dish served?"."""
        match = re.search(r"\beach ([a-z]+)", question)
        return match is not None and self.targets.by_noun(match[1]) != self.world.place

    def _listed(self, question: str) -> int:
        for word in re.findall(r"\w+", question.lower()):
            found = self.targets.by_noun(word)
            if found is not None and found != self.world.place:
                return found
        return self.rows.people

    def _directed(self, question: str) -> bool:
        return any(
            token.kind == "MENTION" and token.values[0].category == self.world.place
            for token in tokens(question, self.scene)
        )

    def _scale(self, place: int) -> bool:
        """Whether an order is by size, so that the greatest comes first unless the text says otherwise."""
        return self.world.categories[place].axis not in (
            "left",
            "time",
            "rank",
            "queue",
            "vertical",
            "west",
            "north",
            "circle",
            "quality",
            "",
        )

    def _backwards(self, question: str) -> bool:
        """Whether an order is asked from its last place to its first."""
        last = len(self.world.categories[self.world.place or 0].values) - 1
        if _BEST_FIRST.search(question) and self._scale(self.world.place or 0):
            return True
        for token in tokens(question, self.scene):
            placed = token.kind == "MENTION" and token.values[0].category == self.world.place
            if placed and len(token.values) == 1 and token.values[0].number in (0, last):
                return token.values[0].number == last
        return False

    def _around(self, category: int, question: str) -> None:
        """A circle is listed from whoever the question names, else from the first thing, clockwise."""
        named = [token.values[0] for token in tokens(question, self.scene) if token.kind == "MENTION"]
        first = next((value for value in named if value.category == category), Value(category, 0))
        self.result.defined.append(constraint(fact(self.world.row(first), "==", 1)))
        self.result.anchored = True
        spots = [Value(self.world.place or 0, at) for at in range(self.world.rows)]
        self.result.answer = [self._cell(category, spot) for spot in spots]
        self.result.schema = {"type": "array"}

    def _one_of_each(self, question: str) -> int | None:
        """The one category that is asked of each: "How old is each of them?"; of two the other."""
        people, place = self._base(question), self.world.place
        others = [number for number in range(len(self.world.categories)) if number != people and self._told(number)]
        if len(others) == 1:
            return others[0] if others[0] != place else None
        starts = list(_WH.finditer(question))
        if len(starts) != 1 or not self._for_all(question) or re.search(r" and | ?[+&] ?", question):
            return None
        target, _ = self.targets.target(starts[0]["wh"].lower(), question[starts[0].end() :])
        named = {
            self.nouns.get(word, self.nouns.get(word.removesuffix("s")))
            for word in re.findall(r"[a-z]+", question.lower())
        }
        return target if target in others and named <= {target, people, self.rows.people, None} else None

    def _base(self, question: str) -> int:
        """Of what each something is asked: the people, unless another noun follows "each"."""
        each = re.search(r"\b(?:each|every) (?:of the )?(\w+)", question)
        found = self.targets.by_noun(each[1]) if each else None
        return self.rows.people if found is None or found == self.world.place else found

    def _grid(self) -> None:
        """All categories of each thing."""
        target = self._one_of_each(self.scene.question)
        if target is not None:
            each_of = self.world.values(self._base(self.scene.question))
            self.result.answer = {self._spelt(each): self._cell(target, each) for each in each_of}
            self.result.schema = {"type": "object"}
            return
        shown = [number for number in range(len(self.world.categories)) if self._told(number)]
        base = 0 if self.world.categories[0].once else self.world.fixed
        answer = []
        for value in self.world.values(base):
            row: dict[str, Any] = {}
            for category in shown:
                name = self.world.categories[category].name or f"category {category + 1}"
                name = name if name not in row else f"{name} {category + 1}"
                row[name] = Constant(self._spelt(value)) if category == base else self._cell(category, value)
            answer.append(row)
        self.result.answer, self.result.schema = answer, {"type": "array", "items": {"type": "object"}}

    def _told(self, number: int) -> bool:
        """Whether a category is one that the text speaks of, not only the ranks that its comparisons need."""
        category = self.world.categories[number]
        return number != self.world.place or category.name != "place" or category.axis in _RANKED or not category.axis

    def _spelt(self, value: Value) -> str:
        return self.world.categories[value.category].values[value.number]

    def _cell(self, category: int, value: Value) -> Labels:
        """The value of a category in the row of another value."""
        names = self.world.categories[category].values
        if category == self.world.fixed and self.world.categories[value.category].once:
            return Labels(self.world.row(value), tuple((at, _shown(name)) for at, name in enumerate(names, 1)))
        cell = Array(f"cell{len(self.result.arrays)}", (), 0, len(names))
        var = Var(cell.name)
        self.result.arrays.append(cell)
        holds = [self.world.same(each, value) for each in self.world.values(category)]
        said = [alike(fact(var, "==", at), held) for at, held in enumerate(holds)]
        said.append(fact(var, "<", len(names) + (0 if len(names) >= self.world.rows else 1)))
        self.result.defined += map(constraint, said)
        return Labels(var, (*((at, _shown(name)) for at, name in enumerate(names)), (len(names), EMPTY)))


def _shown(name: str) -> int | str:
    return int(name) if name.isdecimal() and len(name) < 10 else name
