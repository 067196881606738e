"""Sentences that may be false, or that tell who lies: clauses joined by "if", "or", "and", of a subject and a verb."""

import re
from collections.abc import Sequence

from solvent.translators.rules.rough.testimony import wording
from solvent.translators.rules.rough.testimony.days import Days
from solvent.translators.rules.rough.testimony.deeds import Deeds
from solvent.translators.rules.rough.testimony.noun import NUMBER, Noun, Predicate, Unit, only
from solvent.translators.rules.rough.testimony.nouns import Nouns
from solvent.translators.rules.rough.testimony.orders import Orders
from solvent.translators.rules.rough.testimony.predicates import Predicates
from solvent.translators.rules.rough.testimony.scene import NOTHING, Scene
from solvent.translators.rules.rough.testimony.tallies import Tallies
from solvent.translators.rules.statements.language import Statement, alike, denied, every, exactly, implies, some

_LONGEST = 260  # characters
_DEEPEST = 6


class Reader:
    """Reads the statements of a `speaker`, or of the narrator (None).

    `before` are those who spoke before, the last first. `loose`: "two of us" is at least two. `by_speaker`: statements
    are counted by speakers.
    """

    def __init__(
        self,
        scene: Scene,
        speaker: int | None = None,
        *,
        before: Sequence[int] = (),
        reported: bool = False,
        loose: bool = False,
        by_speaker: bool = False,
        last: tuple[Noun | None, Predicate | None] = (None, None),
        earlier: tuple[Unit, ...] = (),
    ) -> None:
        self.scene, self.speaker, self.before = scene, speaker, tuple(before)
        self.reported, self.loose, self.by_speaker = reported, loose, by_speaker
        self.called: int | None = None
        self._named: tuple[Unit, ...] = ()
        self.last, self.earlier = last, earlier
        self.whole = ""
        self._depth = 0
        self._known: dict[tuple[str, int], Statement | None] = {}
        self._nouns, self._predicates = Nouns(self), Predicates(self)
        self.orders, self.days = Orders(self), Days(self)
        self._tallies, self._deeds = Tallies(self), Deeds(self)

    # What phrases refer to.

    @property
    def he(self) -> int | None:
        """Who "he" or "she" is."""
        if self.reported and self.speaker is not None and not self._named:
            return self.speaker
        others = [each for each in self._named if each != self.speaker and each >= 0]
        if others:
            return others[-1]
        if self.speaker is not None and len(self.scene.people) == 2:
            return 1 - self.speaker
        if self.called is not None:
            return self.called
        return self.before[0] if self.before else None

    @property
    def they(self) -> tuple[Unit, ...]:
        """Who "they" are."""
        if len(self._named) > 1:
            return self._named
        return tuple(each for each in self.scene.people if each != self.speaker)

    def others(self) -> Predicate | None:
        """Return who "the others" are: all but those just spoken of."""
        noun, said = self.last
        member = noun.member if noun and noun.member else said
        if member is None:
            return (lambda unit: NOTHING if unit != self.speaker else some(())) if self.speaker is not None else None

        def other(unit: Unit) -> Statement | None:
            fits = member(unit)
            return None if fits is None else denied(fits)

        return other

    def treasure(self, what: str) -> bool:
        """Whether something is what is looked for, and not what lies elsewhere."""
        words = set(re.findall(r"[a-z]+", what))
        return not words or bool(words & (self.scene.treasures | {"it"})) or not self.scene.treasures

    def noun(self, text: str) -> Noun | None:
        """Read a noun phrase."""
        return self._nouns.read(text)

    def predicate(self, text: str) -> Predicate | None:
        """Read a verb phrase."""
        if self._depth > _DEEPEST:
            return None
        self._depth += 1
        found = self._predicates.read(text)
        self._depth -= 1
        return found

    def inner(self, text: str, speaker: int) -> Statement | None:
        """Read what somebody would say; "I" is who speaks now, "he" whoever would say it."""
        inner = Reader(
            self.scene, self.speaker, before=(speaker, *self.before), loose=self.loose, by_speaker=self.by_speaker
        )
        inner._depth = self._depth + 2
        inner.reported = self.reported
        inner._named = () if self.reported else (speaker,)
        return inner.read(text) if inner._depth <= _DEEPEST else None

    # Sentences.

    def read(self, text: str) -> Statement | None:
        """Return what a sentence says, or None."""
        if len(text) > _LONGEST or self._depth > _DEEPEST:
            return None
        self.whole = self.whole or text
        key = (text, self._depth)
        if key not in self._known:
            self._depth += 1
            self._known[key] = self._sentence(text.strip(" ,.!;:"))
            self._depth -= 1
        return self._known[key]

    def _sentence(self, text: str) -> Statement | None:
        before, colon, after = text.partition(": ")
        if colon and not re.search(r"[#$%]", before) and re.search(r"[#$%]|\b(?:i|we|us|me)\b", after):
            text = after
        if self.speaker is not None and self.last[1]:
            again = self._again(text, self.last[1])
            if again is not None:
                return again
        text = self._trimmed(wording.TOPIC.sub("", wording.ONLY_ONE.sub("only one", text)))
        false = wording.FALSE_THAT.match(text)
        if false:
            inner = self.read(false[1] or false[2])
            return None if inner is None else denied(inner)
        moved = wording.DAY_FIRST.match(text) if self.scene.lying else None
        text = f"{moved[2]} {moved[1]}" if moved else text
        return (
            self._tallies.read(text)
            or self._conditional(text)
            or self._tallies.counts(text)
            or self._clause(text)
            or self._joined(text)
            or self._prefixed(text)
        )

    def _again(self, text: str, said: Predicate) -> Statement | None:
        """Read "so did I", "so is #2", "at least three": the same is said of others."""
        if wording.SAME_HERE.fullmatch(text) and self.speaker is not None:
            return said(self.speaker)
        so = re.fullmatch(r"so (?:is|are|did|does|was|were|has) (.+)", text)
        bare = re.fullmatch(r"(#\d+|i|he|she) (?:is|am|did|does|was|has)(?P<not> not)?", text)
        who = self.noun(bare[1]) if bare else None
        if bare and who:
            said = self.scene.did if self.scene.world == "deed" else said  # "I am not the one. #1 is."
            return who.said_of((lambda unit: None if (x := said(unit)) is None else denied(x)) if bare["not"] else said)
        text = re.sub(r"^there (?:is|are|were|was) ", "", text)
        amount = re.fullmatch(rf"(?:exactly |at least |at most |only )?(?:{NUMBER}|all|none)", text)
        noun = self.noun(so[1]) if so else self.noun(f"{text} of us") if amount else None
        return noun.said_of(said) if noun else None

    def _trimmed(self, text: str) -> str:
        """Return a sentence without what stands around it: names called, interjections, "when asked"."""
        text = wording.SURELY.sub("", wording.CORRECTED.sub("", text))
        called = wording.CALLED.search(text) if self.speaker is not None else None
        if called and wording.VERB.search(bare := wording.CALLED.sub("", text)):
            self.called, text = int(called[1] or called[2]), bare
        if self.speaker is None:
            text = wording.APART.sub("", wording.WHEN_ASKED.sub("", wording.UNKNOWN.sub("", text)))
            others = re.match(r"^of the others?(?: \w+)?,? (.+)$", text)
            if others:
                text = re.sub(rf"\b({NUMBER}|both|each|all|none)\b(?! of)", r"\1 of the others", others[1])
        stripped = wording.INTERJECTION.sub("", text)
        again = wording.CALLED.search(stripped) if self.speaker is not None else None
        if again and again[1] and wording.VERB.search(stripped[again.end() :]):
            self.called, stripped = int(again[1]), stripped[again.end() :]
        text = stripped.strip(" ,") or text
        for _ in range(2):
            text = wording.LAST.sub("", text) or text
        return text

    def _prefixed(self, text: str) -> Statement | None:
        """Read what follows "he knows that", or words of no weight."""
        known = wording.KNOWN.match(text) if self.speaker is None else None
        aside = wording.ASIDE.match(text)
        if known:
            return self.read(known[1] or known[2])
        if aside and not wording.WEIGHTY.search(aside[1]):
            return self.read(aside[2])
        return self._deeds.bare(text)

    @property
    def named(self) -> tuple[Unit, ...]:
        """Those who were named last."""
        return self._named

    def _conditional(self, text: str) -> Statement | None:
        match = wording.ONLY_IF.match(text)
        if match:
            one, other = self.read(match[1]), self.read(match[2])
            return None if one is None or other is None else alike(one, other)
        for form in wording.IF_FIRST:
            match = form.match(text)
            if match:
                condition = self.read(match[1])
                then = None if condition is None else self._goes_on(match[2], *self.last) or self.read(match[2])
                if condition is not None and then is not None:
                    return implies(condition, then)
        match = wording.UNLESS.match(text)
        if match:
            condition, then = self.read(match[1]), self.read(match[2])
            return None if condition is None or then is None else some((condition, then))
        match = wording.IF_LAST.match(text)
        if match is None or re.search(r"\b(?:lying|lies|lied|truth|wrong|right)$", match[1]):
            return None
        then, condition = self.read(match[1]), self.read(match[3])
        if then is None or condition is None:
            return None
        if match[2] == "unless":
            return some((then, condition))
        return implies(then, condition) if match[2] == "only if" else implies(condition, then)

    def _joined(self, text: str) -> Statement | None:
        """Read clauses joined by "or" or "and", the weaker joint first."""
        exclusive = re.search(r",? but not (?:both|the other)(?: of \w+)?$", text)
        body = text[: exclusive.start()] if exclusive else text
        either = re.match(r"^either ", body)
        body = body[either.end() :] if either else body
        for joint, conjunction in ((wording.OR, False), (wording.AND, True)):
            for match in list(joint.finditer(body))[:6]:
                left, right = body[: match.start()], body[match.end() :]
                if not left.strip() or not right.strip():
                    continue
                one = self.read(left)
                if one is None:
                    continue
                kept = self.last
                other = self._goes_on(right.strip(), *kept) or self.read(right)
                if other is None:
                    continue
                if conjunction:
                    return every((one, other))
                if exclusive:
                    return exactly(1, (one, other))
                return some((one, other), either=bool(either))
        return None

    def _goes_on(self, right: str, noun: Noun | None, said: Predicate | None) -> Statement | None:
        """Read the second of two clauses that leaves out what the first has said."""
        if re.fullmatch(r"not (?:me|i|#\d+)(?: either| neither)?", right):
            return None
        so = re.match(
            r"^so (?:am|is|are|did|does|do|was|were|has|have) (.+)$|^(?:as )?(?:am|is|are|did|does|was) (i"
            r"|#\d+) (?:too|as well)$",
            right,
        )
        it = re.match(r"^(?:it|that|that one|he|she|this|that person|the liar)(?: is| was) (.+)$", right)
        which = self.noun(it[1]) if it and noun and noun.member is None and said and self.speaker is None else None
        if which and which.member and said:
            pairs = [(said(at), which.member(at)) for at in self.scene.people]
            return every(alike(a, b) for a, b in pairs if a is not None and b is not None)
        neither = re.match(r"^(?:neither|nor) (?:am|is|are|did|does|do|was|were|has|have) (.+)$", right)
        alone = re.match(
            r"^(.+?)(?P<never> never)? (?:am|is|are|did|does|do|was|were|has|have)(?P<not> not)?(?: too| as well"
            r"| also| either| both)?$",
            right,
        )
        for match, holds in ((so, True), (neither, False), (alone, True)):
            if match and said:
                who = self.noun(match[1] or match[2])
                denies = not holds or bool(match.groupdict().get("not") or match.groupdict().get("never"))
                if who:
                    return who.said_of(
                        (lambda unit: None if (x := said(unit)) is None else denied(x)) if denies else said
                    )
        if (
            noun
            and re.match(rf"(?:not |never |also |both |all )?(?:{wording.VERB.pattern})", right)
            and not re.match(r"(?:did|does|is|are|was) (?:#|i\b)", right)
        ):
            what = self.predicate(right)
            if what:
                self.last = (noun, what)
                return noun.said_of(what)
        if noun and said is None:
            return None
        bare = (
            self.predicate(f"is {right}")
            if noun and re.match(r"(?:not |an? |the |\$|either )", right) and not wording.VERB.search(right[4:])
            else None
        )
        return noun.said_of(bare) if noun and bare else None

    # Single clauses.

    def _clause(self, text: str) -> Statement | None:
        for form, meant in wording.SHORT:
            match = form.match(text)
            if match and meant and (new := match.expand(meant)) != text:
                text = new
                break
        special = (
            self._tallies.there(text)
            or self._tallies.more(text)
            or self._tallies.elsewhere(text)
            or self._deeds.it_was(text)
            or self.days.read(text)
            or self.orders.read(text)
        )
        if special is not None:
            return special
        for match in list(wording.VERB.finditer(text))[:8]:
            found = self._of_subject(text[: match.start()].strip(), text[match.start() :])
            if found is not None:
                return found
        return self._deed_verbs(text)

    def _deed_verbs(self, text: str) -> Statement | None:
        """Try to begin the verb phrase at any other word: "#1 hid it"."""
        words = [match.start() for match in re.finditer(r"(?<= )[a-z]", text)]
        for at in words[:5]:
            if not wording.SUBJECT_END.search(text[:at].strip()):
                continue
            found = self._of_subject(text[:at].strip(), text[at:])
            if found is not None:
                return found
        return None

    def _of_subject(self, subject: str, verb: str) -> Statement | None:
        if not subject:
            return None
        core, negative = self._predicates.core(verb)
        named = re.fullmatch(r"#\d+|i|we|you", subject)
        place = None if named else self._predicates.place(core, subject)
        if place is not None:
            return denied(place) if negative else place
        if subject == "you" and (many := re.match(r"are (?:both|all|all (?:two|three))\b", verb)):
            subject = f"you {many[0].split()[1]}"
        noun = self.noun(subject)
        if noun is None:
            return None
        if noun.members:
            self._named = noun.members
        together = self._together(noun, verb) if len(noun.members) > 1 else None
        if together is not None:
            return together
        return self._said_of(noun, verb)

    def _together(self, noun: Noun, verb: str) -> Statement | None:
        """Read "are both $0 or both $1", "are not both $0", "are of the same sort"."""
        wholly = wording.WHOLLY.match(verb)
        if wholly:
            ways = [self.predicate(f"are {part}") or self.predicate(part) for part in wholly.groups()]
            ends = [end for way in ways if way and (end := noun.said_of(way)) is not None]
            return some(ends) if len(ends) == 2 else None
        group = self._predicates.group(verb)
        return group(noun.members) if group else None

    def _said_of(self, noun: Noun, verb: str) -> Statement | None:
        sole = wording.SOLE.match(verb)
        if sole and noun.member:
            what = self.predicate(f"is the {sole[1]}") or self.predicate(sole[1])
            return only(noun, self.scene.people).said_of(what) if what else None
        not_all = wording.NOT_ALL.match(verb)
        whole = self.predicate(f"is{not_all[1]}") if not_all else None
        if whole:
            all_did = noun.said_of(whole)
            return None if all_did is None else denied(all_did)
        what = self.predicate(verb)
        found = noun.said_of(what) if what else None
        if found is not None:
            self.last = (noun, what)
        return found
