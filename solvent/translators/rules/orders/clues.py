"""Reads clues about an order: what a sentence says of the places of things."""

import re
from collections.abc import Iterator

from solvent.translators.rules.orders.distances import flanked, nearer
from solvent.translators.rules.orders.introduction import numbers_of
from solvent.translators.rules.orders.numbers import of_numbers
from solvent.translators.rules.orders.phrases import units
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.relations import Relations, Steps
from solvent.translators.rules.orders.rewording import plainer
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.statements.language import Statement, every
from solvent.translators.rules.statements.parsing import furthest, normal

_LONGEST = 300  # characters of a clue
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
    "goes to|goes|comes to|drives to|drove to|calls at|stops at|sees|visits|phones|calls|has|meets|attends|takes|"
    "does|reads|"
    "watches|plays|bakes|cleans|eats|cooks|serves|serve|go to|see|visit|phone|call|have|meet|attend|take|do|read|"
    "watch|play|bake|clean|eat|cook|am at|am going to|have to go "
    "to|must go to|went to|saw|visited|phoned|called|met|write to|wrote to|buy|bought|will see|will visit"
)
_NOT_AS = re.compile(r"\b(?:not|neither|nor|no|never|nobody|none)\b.*\b(?:as|so) \w+ as\b", re.IGNORECASE)
_SCENES = (
    "queue|line|row|race|circle|house|building|block|street|tower|stack|pile|list|order|competition|contest|family"
)
_JOINTS = re.compile(r"(?:,|;)? (?:and|but|yet|though|although|while|whereas) (?:also |at the same time )?|; ")
# Words whose scope may be both clauses.
_SCOPED = re.compile(
    r"\b(?:if|unless|or|nor|either|neither|when|whenever|only|not both|both|all|each|every|none|one of|"
    r"two of|true|false|"
    r"exactly one|at least one)\b|\b(?:no one|nobody|no)\b(?!.*\bseparates?\b)",
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

    def thing(self, name: str) -> int:
        """Return the number of the thing that a name means."""
        return self.places.things.names[name]

    def read(self, sentence: str) -> list[Statement]:
        """Return the different meanings of a sentence; none if it is not understood."""
        if len(sentence) > _LONGEST:
            return []
        plain = self._compared(normal(sentence))
        if self._denies_several(plain) or _NOT_AS.search(plain) or self._adds_one(plain):
            return []
        for said in (plain, *plainer(plain, self.scene, self.one)):
            for each in self._rewritten(said):
                found = self._whole(each)
                if found:
                    return found
        return []

    def _whole(self, plain: str) -> list[Statement]:
        special = self._chained(plain) or self._balanced(plain) or self._separated(plain) or self._special(plain)
        if special is not None:
            return [special]
        grammar = self.counting if _COUNTED.search(plain) else self.grammar
        parts = self._relative(plain)
        found = [grammar.read(part) for part in parts]
        if len(parts) == 1:
            return found[0] or self._joined(plain)
        return [every(each[0] for each in found)] if all(len(each) == 1 for each in found) else []

    def _special(self, plain: str) -> Statement | None:
        ways = (of_numbers, flanked, nearer)
        named = self._name.pattern, self.places.things.names
        return next((said for way in ways if (said := way(plain, self.scene, *named)) is not None), None)

    def _joined(self, plain: str) -> list[Statement]:
        """Read "A is behind B, and there are two between them" or "A is older than B but younger than C" in two."""
        if _SCOPED.search(plain):
            return []
        for joint in _JOINTS.finditer(plain):
            first = self._half(plain[: joint.start()])
            if not first:
                continue
            rest = plain[joint.end() :]
            for second in (rest[:1].upper() + rest[1:], *self._continued(plain[: joint.start()], rest)):
                found = self._half(second)
                if found:
                    return [every((first[0], found[0]))]
        return []

    def _half(self, plain: str) -> list[Statement]:
        """Return what one of two joined clauses says, if that is clear."""
        found = self._whole(plain)
        return found if len(found) == 1 else []

    def _continued(self, first: str, rest: str) -> Iterator[str]:
        """Yield a second clause with the subject of the first, and with its verb: "... but more than the black one"."""
        subject = re.match(rf"(?:[Tt]he )?{self.one}", first)
        if not subject:
            return
        if re.match(r"(?:he|she|it)\b", rest):
            if len(self.named(first)) > 1:
                return
            rest = rest.partition(" ")[2]
        if re.fullmatch(rf"(?:the )?{self.one}", rest) or re.search(r"\b(?:not|never)\b", first):
            return
        yield f"{subject[0]} {rest}"
        yield f"{subject[0]} is {rest}"
        verb = re.match(r" (?:is |was |does |did )?[a-z]+", first[subject.end() :])
        if verb:
            yield f"{subject[0]}{verb[0]} {rest}"

    def _rewritten(self, plain: str) -> Iterator[str]:
        """Yield a sentence, and the same without words before it that only name the scene: "In this queue, ..."."""
        yield plain
        yield from self._by_me(plain)
        kin = next((kin for noun, kin in _KIN.items() if noun in self.scene.noun.split("|")), "sibling")
        own = re.sub(rf"\b(?:his|her) (?:{kin}s|siblings)\b", "them", plain)
        others = f"[a-z]+-?mates|rivals|competitors|opponents|colleagues|companions|{self.scene.noun}"
        group = rf"(?:fellow |other )?(?:{others})"
        own = re.sub(rf"\bof (?:his|her|its|their|the other|the) {group}\b|\bof the others\b", "of them", own)
        if own != plain:
            yield own
        count = numbers_of(self.scene)
        where = f"{_SCENES}|{self.scene.noun}|{units(self.scene) or 'row'}"
        lead = re.match(
            rf"(?:(?:In|On|At|Of|From|Among) (?:(?:the|this|our|these|all|them)\b ?)+(?:(?:{count}|{where})\b ?)*|"
            r"As it happens|It so happens that|We know that|It is known that),? ",
            plain,
        )
        if lead and lead[0].rstrip()[-1:] in (",", "t"):
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

    def _adds_one(self, plain: str) -> bool:
        """Whether it is open which part another is added to: "Ada is behind Bo, and Cy too"."""
        return bool(re.search(rf"\band (?:the )?{self.one},? (?:too|as well|also|likewise)\W*$", plain))

    def _by_me(self, plain: str) -> Iterator[str]:
        """Yield "the garage is on Monday" for "I go to the garage on Monday"."""
        match = re.match(
            rf"(?:I|We|He|She|They|(?:The|My|Our) [a-z]+) (?P<no>do(?:es)? not )?(?:{_DONE_BY_ME}) "
            rf"(?P<what>(?:(?:the|my) )?(?:{self._name.pattern}))(?= )",
            plain,
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
        if axis.scale or not re.search(r"\b(?:between|separates?)\b", plain, re.IGNORECASE):
            return None
        names, known = self._name.pattern, self.places.things.names
        amount = (
            rf"(?P<how>exactly |precisely |just |only |at least |at most |"
            rf")(?P<n>0|{NUMBER}) (?:other )?(?:{axis.units}|{self.scene.noun}|others?)"
        )
        pair = rf"(?:the )?(?P<one>{names}) and (?:the )?(?P<other>{names})"
        there = rf"There (?:is|are|was|were) {amount} between {pair}"
        match = re.fullmatch(there, plain, re.IGNORECASE)
        match = match or re.fullmatch(rf"{amount} separates? {pair}", plain, re.IGNORECASE)
        verb = rf"(?: (?:is|are|was|were|{axis.verbs}))?"
        fronted = rf"Between {pair}(?: there)?{verb} {amount}{verb}"
        have = rf"{pair} (?:have|had) {amount} between them"
        match = match or re.fullmatch(fronted, plain, re.IGNORECASE) or re.fullmatch(have, plain, re.IGNORECASE)
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
