"""Goes through the sentences of a text about an order: clue, question, description or courtesy, or not understood."""

import re
from collections.abc import Iterator, Sequence

from solvent.translators.puzzle import Clue, Passage
from solvent.translators.rules.orders.choices import choices
from solvent.translators.rules.orders.introduction import Introduction, Part, numbers_of
from solvent.translators.rules.orders.manners import is_title, only_wanted, without_block, without_greeting
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.questions import Questions
from solvent.translators.rules.orders.relations import Relations, Steps
from solvent.translators.rules.orders.scene import NUMBER, Scene, number, without_setting
from solvent.translators.rules.statements.language import Statement, every
from solvent.translators.rules.statements.options import expected
from solvent.translators.rules.statements.parsing import furthest, normal
from solvent.translators.rules.text.lines import numbered_anew
from solvent.translators.rules.text.sorting import HEADING
from solvent.translators.rules.text.statements import is_question, state
from solvent.translators.rules.text.telling import Knowledge, blocking
from solvent.translators.rules.text.words import RESERVED

_LONGEST = 300  # characters of a clue
_PRONOUN = re.compile(r"\b(?:he|she|it|him|her)\b(?! is (?:true|false|not true))", re.IGNORECASE)
# Between two things there is a number of others, so that none has to touch both.
_COUNTED = re.compile(rf"\b(?:{NUMBER}|no one|nobody|no)\b.*\bbetween\b", re.IGNORECASE)
_KIN = {
    "son": "brother",
    "boy": "brother",
    "daughter": "sister",
    "girl": "sister",
    "brother": "brother",
    "sister": "sister",
}
_DONE_BY_ME = (
    "go to|see|visit|phone|call|have|meet|attend|take|do|read|"
    "watch|play|bake|clean|eat|cook|am at|am going to|have to go "
    "to|must go to|went to|saw|visited|phoned|called|met|write to|wrote to|buy|bought|will see|will visit"
)
_NOT_AS = re.compile(r"\b(?:not|neither|nor|no|never|nobody|none)\b.*\b(?:as|so) \w+ as\b", re.IGNORECASE)
# A request with one of these words may ask for another order than the usual one.
_ORDERING = re.compile(
    r"\b(?:order|from|left|right|front|back|first|last|top|bottom|clockwise|descending|ascending|\w+est)\b",
    re.IGNORECASE,
)
_UNKNOWN = "its words say nothing that is understood about an order"


class Clues:
    """Reads clues of one scene."""

    def __init__(self, scene: Scene, *, touching: bool = False) -> None:
        self.scene = scene
        self.places = Places(scene, touching=touching)
        self.grammar = self.places.grammar
        self.counting = Places(scene).grammar
        names = sorted(self.places.things.names, key=len, reverse=True)
        self.one = rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)"
        self._name = re.compile(self.one)

    def named(self, sentence: str) -> list[str]:
        """Return the names in a sentence, as they are spelled there."""
        return [match[0] for match in self._name.finditer(sentence.replace("\u2019", "'"))]

    def read(self, sentence: str) -> list[Statement]:
        """Return the different meanings of a sentence; none if it is not understood."""
        if len(sentence) > _LONGEST:
            return []
        plain = self._compared(normal(sentence))
        if self._denies_several(plain) or _NOT_AS.search(plain):
            return []
        for each in self._rewritten(plain):
            found = self._whole(each)
            if found:
                return found
        return []

    def _whole(self, plain: str) -> list[Statement]:
        special = self._chained(plain) or self._balanced(plain) or self._separated(plain)
        if special is not None:
            return [special]
        grammar = self.counting if _COUNTED.search(plain) else self.grammar
        parts = self._relative(plain)
        found = [grammar.read(part) for part in parts]
        if len(parts) == 1:
            return found[0]
        return [every(each[0] for each in found)] if all(len(each) == 1 for each in found) else []

    def _rewritten(self, plain: str) -> Iterator[str]:
        """Yield a sentence, and the same without words before it that only name the scene: "In this queue, ..."."""
        yield plain
        yield from self._by_me(plain)
        kin = next((kin for noun, kin in _KIN.items() if noun in self.scene.noun.split("|")), "sibling")
        own = re.sub(rf"\b(?:his|her) (?:{kin}s|siblings)\b", "them", plain)
        if own != plain:
            yield own
        lead = re.match(
            r"(?:(?:In|On|At|Of|From|Among) [^,]{3,60}|As it happens|"
            r"It so happens that|We know that|It is known that),? ",
            plain,
        )
        doubts = set(re.findall(r"[a-z]+", lead[0].lower())) & (RESERVED - {"left", "right", "that"}) if lead else set()
        if lead and not doubts and not self.named(lead[0]) and not outside(lead[0], self.scene):
            yield plain[lead.end() :]

    def _compared(self, plain: str) -> str:
        """Return "Ada is shorter than Bo" for "Ada is not as tall as Bo"."""
        for adjectives, than in zip(self.scene.axis.plain, reversed(self.scene.axis.than), strict=True):
            if adjectives and self.scene.axis.scale:
                plain = re.sub(rf"\bnot (?:quite |nearly )?(?:as|so) (?:{adjectives}) as\b", than, plain)
        return plain

    def _denies_several(self, plain: str) -> bool:
        """Whether "not next to Ada and Bo" may mean next to neither, or not to both."""
        if not re.search(r"\b(?:not|never)\b", plain):
            return False
        several = (
            rf"\b(?:not|never)\b[^,;]*?(?<!between )(?<!both "
            rf")\b(?:{self._name.pattern}) and (?:the )?(?:{self._name.pattern})"
        )
        return bool(re.search(several, plain)) and "between" not in plain

    def _by_me(self, plain: str) -> Iterator[str]:
        """Yield "the garage is on Monday" for "I go to the garage on Monday"."""
        if not plain.startswith("I "):
            return
        match = re.match(
            rf"I (?P<no>do not )?(?:{_DONE_BY_ME}) (?P<what>(?:(?:the|my) )?(?:{self._name.pattern}))(?= )", plain
        )
        if match and self.scene.axis.name == "time":
            yield f"{match['what']} is {'not ' if match['no'] else ''}{plain[match.end() :].strip()}"

    def _relative(self, plain: str) -> list[str]:
        """Split "Ada is older than Bo, who is older than Cy" in two sentences."""
        if not re.search(", (?:who|which) ", plain):
            return [plain]
        match = re.search(
            rf"({self._name.pattern}), (?:who|which)(?: in turn)? (?=(?:is|"
            rf"was|sits|stands|lives|came|finished|comes|has|does|did)\b)",
            plain,
        )
        if not match or re.search(r"\b(?:if|or|unless|either|neither|when)\b", plain):
            return [plain]
        return [plain[: match.start()] + match[1], *self._relative(f"{match[1]} {plain[match.end() :]}")]

    def _chained(self, plain: str) -> Statement | None:
        """Read "A > B > C" on a scale."""
        names = self.places.things.names
        pieces = re.split(r" ?([<>]) ?", plain)
        if len(pieces) < 3 or not self.scene.axis.scale or any(piece not in names for piece in pieces[::2]):
            return None
        before = Relations(self.scene).before
        found = []
        for one, sign, other in zip(pieces[::2], pieces[1::2], pieces[2::2], strict=False):
            less, more = (one, other) if sign == "<" else (other, one)
            found.append(before(names[less], names[more], Steps()))
        return every(found)

    def _balanced(self, plain: str) -> Statement | None:
        """Read "as many children stand before Kai as behind him"."""
        axis = self.scene.axis
        if (
            "as many" not in plain.lower()
            or self.scene.circular
            or axis.scale
            or self.scene.size != len(self.scene.names)
        ):
            return None
        ways = (axis.before, axis.after)
        names, noun = self._name.pattern, self.scene.noun
        for one, other in (ways, ways[::-1]):
            match = re.fullmatch(
                rf"(?:There (?:are|were) |Exactly )?as many (?:{noun})(?: "
                rf"(?:are|were|{axis.verbs}))? (?:{one}) (?P<name>{names}) "
                rf"as(?: there are)?(?: (?:are|were|{axis.verbs}))? (?:{other})(?: (?:him|her|it|(?P=name)))?",
                plain,
                re.IGNORECASE,
            )
            if match and match["name"] in self.places.things.names:
                return Relations(self.scene).as_many(self.places.things.names[match["name"]])
        return None

    def _separated(self, plain: str) -> Statement | None:
        """Read "there is exactly one seat between Ada and Bo", "two floors separate Ada and Bo"."""
        axis = self.scene.axis
        if axis.scale or not re.search(r"\b(?:between|separates?)\b", plain):
            return None
        names, known = self._name.pattern, self.places.things.names
        amount = (
            rf"(?P<how>exactly |precisely |just |only |at least |at most |"
            rf")(?P<n>{NUMBER}) (?:other )?(?:{axis.units}|{self.scene.noun})"
        )
        pair = rf"(?:the )?(?P<one>{names}) and (?:the )?(?P<other>{names})"
        there = rf"There (?:is|are|was|were) {amount} between {pair}"
        match = re.fullmatch(there, plain, re.IGNORECASE)
        match = match or re.fullmatch(rf"{amount} separates? {pair}", plain, re.IGNORECASE)
        if not match or match["one"] not in known or match["other"] not in known:
            return None
        steps = number(match["n"]) + 1
        how = match["how"].strip().lower()
        gap = Steps(steps) if how == "at least" else Steps(1, steps) if how == "at most" else Steps(steps, steps)
        return Relations(self.scene).apart(known[match["one"]], known[match["other"]], gap)

    def stopped(self, sentence: str) -> str:
        """Return the words at which reading a sentence stopped, for a message."""
        plain = normal(sentence)
        at = furthest(self.grammar.sentence, plain)
        if not at:
            at = max(
                (end for _, start in self.grammar.noun(plain, 0) for _, end in self.grammar.verb(plain, start)),
                default=0,
            )
            at = at or furthest(self.grammar.noun, plain)
        rest = plain[at:].strip(" ,;")
        return f"not understood from '{' '.join(rest.split(' ')[:4])}' on" if rest else _UNKNOWN


class Reader:
    """What became of each sentence of a text: `clues`, `questions` and `passages`.

    `between` says that a clue says "between" without saying whether next to both; `understood` counts clues.
    """

    def __init__(self, told: Introduction) -> None:
        self.told, self.scene = told, told.scene
        self.reads = Clues(told.scene)
        self.asks = Questions(Places(told.scene), told.beside)
        self.passages: list[Passage] = []
        self.questions: list[str] = []
        self._clues: list[tuple[int | None, str, str]] = []
        self._before: list[str] = []
        self.choices = choices(told.parts)
        self.asked = ""
        for at, part in enumerate(told.parts):
            if at in self.choices.at:
                self.passages.append(self._choice(part))
            elif at == told.listing:
                self.passages.append(self._listing(part))
            elif is_title(part.text, first=at == 0, names=self.reads.named(part.text)):
                self.passages.append(Passage(text=part.raw, role="courtesy", reason="a title"))
            else:
                self.passages.append(self._passage(part, before_choices=at + 1 in self.choices.at))
        self.between = self.reads.places.between_is_loose
        ids = numbered_anew(number for number, _, _ in self._clues)
        self.clues = [
            Clue(id=number, text=text, understood=not reason, reason=reason)
            for number, (_, text, reason) in zip(ids, self._clues, strict=True)
        ]
        self._separate()
        self.understood = sum(bool(clue.understood) for clue in self.clues)

    def _separate(self) -> None:
        """Block the passages of questions whose replies would not be clear: their names, or the order of equals."""
        asked = [each for question in self.questions for each in self.asks.read(question)[0]]
        keys = [each.key for each in asked]
        reason = ""
        if len(keys) > 1 and (len(set(keys)) < len(keys) or not all(keys)):
            reason, self.questions = "several questions with no names for their replies", []
        ordered = not asked or any(each.what == "order" for each in asked)
        if self.scene.tied == "yes" and ordered:
            reason = "some may be alike, and have no order"
        if self.scene.circular and not self.scene.numbered and not asked:
            reason = "a circle has no first place, and nothing is asked"
        if reason:
            last = max((n for n, each in enumerate(self.passages) if each.role in ("question", "category")), default=0)
            changed = self.passages[last].model_copy(update={"reason": reason, "blocks": True})
            self.passages[last] = changed

    @staticmethod
    def meanings(
        scene: Scene, clues: Sequence[tuple[int, str]], *, touching: bool
    ) -> tuple[tuple[int, Statement], ...]:
        """Return what understood clues mean; with `touching`, a plain "between" means next to both."""
        reads = Clues(scene, touching=touching)
        return tuple((number, reads.read(text)[0]) for number, text in clues)

    def _listing(self, part: Part) -> Passage:
        count = self.told.announced
        asked = self.asks.read(self.told.beside)
        if len(asked) == 1:
            self.questions.append(self.told.beside)
            return Passage(text=part.raw, role="category", reason="it also says what is asked")
        reason = outside(self.told.beside, self.scene, listing=True)
        if count is not None and count not in (len(self.scene.names), self.scene.size):
            reason = f"{count} are announced, and {len(self.scene.names)} are named"
        self._before = []
        return Passage(text=part.raw, role="category", reason=reason, blocks=bool(reason))

    def _choice(self, part: Part) -> Passage:
        """Return the passage of an answer to choose, which is a name or, if `asked`, a statement."""
        if self.asked:
            fits = all(len(self.reads.read(text)) == 1 for _, text in self.choices.options)
        else:
            fits = bool(self.questions) and self.choices.are_replies(self.scene)
        reason = "" if fits else "an answer to choose that is not understood"
        return Passage(text=part.raw, role="question", reason=reason, blocks=not fits)

    def _passage(self, part: Part, *, before_choices: bool = False) -> Passage:
        text = part.text.strip()
        if before_choices and expected(text) and not self.reads.named(text) and not self.questions:
            self.asked = text
            return Passage(text=part.raw, role="question")
        only = only_wanted(text)
        if only and len(self.asks.read(only)) == 1:
            self.questions = [only]
            self.passages = [without_block(each) for each in self.passages]
            return Passage(text=part.raw, role="question")
        if HEADING.match(text):
            return Passage(text=part.raw, role="courtesy", reason="a heading")
        asked = self._asked(part, text)
        if asked is not None:
            return asked
        names = self.reads.named(text)
        if names and self._introduces(text):
            return Passage(text=part.raw, role="category")
        plain = self._with_antecedent(text)
        meanings = self.reads.read(plain)
        if names or meanings or plain != text or part.number is not None:
            reason = (
                "" if len(meanings) == 1 else "it can be read in two ways" if meanings else self.reads.stopped(plain)
            )
            self._clues.append((part.number, plain, reason))
            self._before = names or self._before
            return Passage(text=part.raw, role="clue")
        self._before = []
        return self._described(part, text)

    def _asked(self, part: Part, text: str) -> Passage | None:
        """Return the passage of a question, or None if the sentence does not ask."""
        asking = text.rstrip().endswith("?") or is_question(text)
        found = self.asks.read(text) if asking or not self.reads.read(text) else []
        if len(found) == 1:
            self.questions.append(text)
            return Passage(text=part.raw, role="question")
        if asking:
            return Passage(text=part.raw, role="question", reason="a question that is not understood", blocks=True)
        return None

    def _introduces(self, text: str) -> bool:
        """Whether a sentence only gives the last of several names: "The fourth colleague is Dario"."""
        if self.told.listing is not None:
            return False
        counts = numbers_of(self.scene)
        if re.fullmatch(
            rf"{self.reads.one} (?:is|was) (?:also )?one of (?:them|the (?:{counts}))(?:,? (?:too|also|as well))?\W*",
            text,
        ):
            return True
        match = re.fullmatch(
            rf"(?:And )?[Tt]he (?:\w+)(?: (?:{self.scene.noun}|one))? (?:is|was)(?: called)? (\w+)\W*", text
        )
        return bool(match) and sum(match[1] in part.text for part in self.told.parts) == 1 if match else False

    def _with_antecedent(self, text: str) -> str:
        """Put a name for "he", "she" or "it" if the sentence before names only one thing, and this one none."""
        before = dict.fromkeys(self._before)
        names = self.reads.named(text)
        if len(before) == 1 and not names:
            return _PRONOUN.sub(next(iter(before)), text)
        again = re.search(
            r"(?:[,;] (?:(?:but|and|though|yet) )?|\b(?:but|and) )(he|she|it)\b(?! is (?:true|false))", text
        )
        if again and len(earlier := dict.fromkeys(self.reads.named(text[: again.start()]))) == 1:
            return f"{text[: again.start(1)]}{next(iter(earlier))}{text[again.end(1) :]}"
        return text

    def _described(self, part: Part, text: str) -> Passage:
        """Return the passage of a sentence that names no thing."""
        text = without_greeting(text)
        reason = outside(text, self.scene)
        if not reason:
            return Passage(text=part.raw, role="rule")
        said = state(text, Knowledge(rows=len(self.scene.names)))
        tasks = said.role == "question" or (said.role == "courtesy" and bool(_ORDERING.search(text)))
        if tasks:
            return Passage(text=part.raw, role="question", reason="a task that is not understood", blocks=True)
        return Passage(text=part.raw, role=said.role, reason=said.reason, blocks=said.role == "unread")


def outside(text: str, scene: Scene, *, listing: bool = False) -> str:
    """Why a description of a scene may say more than where its things stand, or ""."""
    rest = without_setting(text, scene, listing=listing)
    rest = re.sub(rf"\b(?:{numbers_of(scene)})\b", " ", rest, flags=re.IGNORECASE)
    rest = re.sub(rf"\b(?:{scene.noun})\b", " ", rest)
    if scene.labels:
        rest = re.sub("|".join(scene.labels), " ", rest)
    return blocking(rest, Knowledge(rows=len(scene.names)))
