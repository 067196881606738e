"""Reads a clause from left to right: a subject, and what the words before each further mention say of it."""

from collections.abc import Sequence
from dataclasses import replace

from solvent.translators.rules.rough.relations.sentences.clause import Clause, counted
from solvent.translators.rules.rough.relations.sentences.groups import (
    BOUNDS,
    Group,
    group_at,
    is_mention,
    is_noun,
    mentions,
    segment,
)
from solvent.translators.rules.rough.relations.sentences.readings import DENYING, MEANT, Done, Read, has
from solvent.translators.rules.rough.relations.sentences.relations import Relation, heads, relations
from solvent.translators.rules.rough.relations.sentences.stating import SAME
from solvent.translators.rules.rough.relations.sentences.stretches import (
    is_clause,
    is_elliptic,
    names_another,
    stands_for_nothing,
    without_lead,
)
from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.statements.language import every, some

_COUNTED = ("", "people", "others", "other", "runners", "children", "persons", "person", "cars", "men", "women")
_REFERS = ("SUBJECT", "POSSESSIVE", "OBJECT", "FORMER", "LATTER")
_GOES_ON = ("NOT", "WORD", "PREP", "CONTRAST")  # begin what goes on after a semicolon
_REPEATED = (*DENYING, "DET", "PREP", "NOR", "EITHER")  # "taller than Ann, but not Bo"


class Reading(Clause):
    """Reads the tokens of a clause."""

    def read(self, tokens: Sequence[Token]) -> list[Read]:
        """What the tokens say; raises NotReadError."""
        tokens = without_lead(tokens)
        at = 0
        while at < len(tokens):
            at = self._step(tokens, at)
        self.finish()
        return self.reads()

    @property
    def _nouns(self) -> dict[str, int]:
        return self.stating.rows.nouns

    def _step(self, tokens: Sequence[Token], at: int) -> int:
        """Read on from a token; return where to go on."""
        token = tokens[at]
        if is_mention(token):
            return self._mentioned(tokens, at)
        if token.kind in BOUNDS:
            return self._bound(tokens, at)
        if token.kind in _REFERS and not (
            token.kind in ("SUBJECT", "POSSESSIVE") and self.subject is None and stands_for_nothing(tokens, at)
        ):
            group = self._referred(token)
            if group is not None:
                if self.subject is None:
                    self.expletive, self.pronoun = token.text == "it", True
                self._mention(group)
                return at + 1
        before = self.memory.subject
        plain = not self.found and all(is_noun(each, self._nouns) for each in self.gap)
        self.fronted |= token.kind == "SUBJECT" and self.subject is not None and plain
        if token.kind == "NEXTDAY" and self.subject is not None and before is not None and before != self.subject:
            self.gap += [Token("COMPARE", token.text, sign=1, axis="time"), Token("IMM", token.text)]
            self._mention(before)
        elif token.kind not in _REFERS:
            self.gap.append(token)
        return at + 1

    def _mentioned(self, tokens: Sequence[Token], at: int) -> int:
        """Read a group of mentions, with a relation that follows it: "Bo is Ann's neighbour", "has Bo on her right"."""
        sort = self.main.category if self.main is not None else -1
        first = self.subject is None or has(self.gap, "BETWEEN", "BOTH", "EITHER", "NEITHER")
        group, at = group_at(tokens, at, self._nouns, first=first, pick=self.choices.pick, subject=sort)
        after = tokens[at : at + 2]
        if self.subject is not None and len(after) == 2 and after[0].text in ("'s", "'") and heads(after[1:]):
            self.gap.append(after[1])
            at += 2
        elif self.subject is not None and after and after[0].kind == "COMPARE" and after[0].sided:
            self.gap.append(replace(after[0], kind="COMPARED"))
            at += 1
        self._mention(group)
        return at

    def _referred(self, token: Token) -> Group | None:
        """Whom a pronoun means here; None if it adds nothing."""
        if self.subject is None and (token.kind != "OBJECT" or heads(self.gap)):
            if not heads(self.gap) and has(self.gap, *MEANT):
                return None
            return self.memory.other if token.kind == "LATTER" else self._meant(token)
        if token.kind == "OBJECT" and self.expletive and not heads(self.gap):  # "it is not him on floor 1"
            self.subject = self.main = self.last = self._meant(token)
            return None
        if token.kind == "OBJECT" and has(self.gap, "NEITHER") and token.text == "them":
            return self.memory.both
        denied = self.denied or has(self.gap, "NOT", "WITHOUT")
        related = heads(self.gap) or (token.kind == "OBJECT" and denied)
        counts = has(self.gap, "NUM", "BETWEEN") or any(e.kind == "DIFF" and e.unit in _COUNTED for e in self.gap)
        shares = self.restarted and self.last == self.subject and token.text in ("it", "them") and not heads(self.front)
        if denied and not heads(self.gap) and self.done is None and self._alike(token):
            return None  # "Ann cannot swim, so rowing is out for her", where nobody rows
        if token.kind == "POSSESSIVE" or counts or not (related or (shares and has(self.gap, "WORD"))):
            return None
        who = self._meant(token)
        if self.done and self.done.kind != "same" and self.last is not None and self.last != self.subject:
            place = self.last.category == self.stating.rows.world.place
            who = who if place else self.last
        return None if who == self.subject else who

    def _alike(self, token: Token) -> bool:
        """Whether a pronoun means somebody of the same sort as the subject."""
        who = self._meant(token)
        return who is not None and self.subject is not None and who.category == self.subject.category

    def _meant(self, token: Token) -> Group | None:
        """Whom a pronoun means: "he" a person, if one of the two last mentioned is one, "it" rather a thing."""
        categories = self.stating.rows.world.categories
        both = [each for each in (self.memory.subject, self.memory.other) if each is not None]
        both = [each for each in both if not categories[each.category].amounts] or both[:1]
        person = token.text in ("he", "she", "his", "her", "him", "hers")
        if person or token.text in ("it", "its"):
            both.sort(key=lambda each: (each.category == self.stating.rows.people) != person)
        return both[0] if both else None

    def _mention(self, group: Group) -> None:
        """Take a group as the subject, or as what the subject is related to."""
        if self.subject is not None:
            self._relate(Group(group.items, "and") if group.join == "list" else group)
            return
        self.front, self.gap = self.gap, []
        if group.join == "list":  # "Iris, the nurse, lives ..."
            for item in group.items[1:]:
                self.add(self.stating.state(SAME, Group(group.items[:1]), Group((item,))))
            group = Group(group.items[:1])
        elif has(self.front, "NEITHER", "NOBODY", "CONTRAST", "NOT"):
            self.denied = True
        self.subject = self.last = group
        self.main = self.main or group

    # joins

    def _bound(self, tokens: Sequence[Token], start: int) -> int:
        """Pass words that join or bound; return where the next stretch begins."""
        at = start
        while at < len(tokens) and tokens[at].kind in BOUNDS:
            at += 1
        kinds = {each.kind for each in tokens[start:at]}
        stretch = tokens[at : segment(tokens, at)]
        if kinds & {"SO", "NEITHERONE"}:
            done = self.done or self.memory.done
            likewise = done is not None and done.denied and any(e.text.startswith("the same") for e in tokens[start:at])
            return self._ellipsis(tokens, at, holds="NEITHERONE" not in kinds and not likewise)
        if "WHO" in kinds:
            self._who(kinds)
            return at
        if self.aside and "COMMA" in kinds:
            self.gap, self.subject, self.aside = [], self.main, False
        if self.subject is None:
            self.gap += [each for each in tokens[start:at] if each.kind == "NOR"]
            return at
        if is_elliptic(stretch) and self.done is not None:
            return self._ellipsis(tokens, at, holds=not has(stretch, *DENYING))
        if kinds == {"SEMI"} and not self.gap and not self.found and tokens[start].text == ":":
            self.gap.append(Token("WORD", ":"))  # "Fossils: Wednesday"
            return at
        self._go_on(kinds, stretch, tokens[at : at + 16])
        return at

    def _go_on(self, kinds: set[str], stretch: Sequence[Token], ahead: Sequence[Token]) -> None:
        """Go on with another clause, another relation, or another object."""
        if self._is_clause(stretch, ahead) or (kinds == {"SEMI"} and stretch and stretch[0].kind not in _GOES_ON):
            self.finish()
            self.restart()
        elif kinds <= {"OR", "NOR"} and heads(self.gap) and heads(stretch[:2]):  # "just before or just after"
            self.either, self.gap = self.gap, [each for each in self.gap if each.kind in (*DENYING, "IMM")]
            return
        elif mentions(stretch):
            self.finish(keep=True)
            self.gap = []
            if kinds == {"COMMA"} and self.main is not None:
                self.subject = self.main
                self.last = self.main if stretch[0].kind == "PREP" else self.last
            elif self.choices.nearest and self.last is not None:
                self.subject = self.last
        self.joined = "or" if "OR" in kinds else "nor" if "NOR" in kinds else "and"

    def _is_clause(self, stretch: Sequence[Token], ahead: Sequence[Token]) -> bool:
        if stretch and stretch[0].kind in ("SUBJECT", "POSSESSIVE"):
            return self.memory.subject is not None or self.main is not None
        if self.found and names_another(stretch, self.main, self.last):
            return True
        return is_clause(stretch, ahead, self._nouns)

    def _who(self, kinds: set[str]) -> None:
        """Read on after "who" or "which": of what was mentioned last, or of somebody only described."""
        if self.last is not None and not self.gap:
            self.finish(keep=True)
            self.subject = self.last
            self.aside = "COMMA" in kinds
        elif self.subject is None:
            self.gap = [each for each in self.gap if each.kind in (*MEANT, "NUM", "IMM")]
        elif "COMMA" in kinds and self.last is not None and not heads(self.gap):
            self.finish(keep=True)
            self.subject, self.gap = self.last, []

    def _ellipsis(self, tokens: Sequence[Token], at: int, *, holds: bool) -> int:
        """Read "so does Bo", "neither is the cat's owner"."""
        while at < len(tokens) and not is_mention(tokens[at]):
            if tokens[at].kind in BOUNDS:
                return at
            if tokens[at].kind == "SUBJECT" and self.subject is not None:  # "nor can it be Bo"
                self.finish(keep=True)
                self.joined = "and" if holds else "nor"
                return at + 1
            at += 1
        done = self.done or (self.memory.done if self.subject is None else None)
        if at >= len(tokens) or done is None:
            return segment(tokens, at)
        group, end = group_at(tokens, at, self._nouns, first=True, pick=self.choices.pick)
        if group.join == "list":
            group, end = Group(group.items[:1]), at + 1
        self.add(self.stating.state(done.found, group, done.other, denies=not holds))
        self.gap = []
        return segment(tokens, end)

    # relations

    def _relate(self, group: Group) -> None:
        """State what the words since the last mention say of the subject and this one."""
        gap, self.gap = self.gap, []
        subject = self.subject
        if subject is None or self._describes(gap, subject, group):
            return
        if self.pronoun and subject == group and self.memory.subject is not None:
            subject = self.memory.subject  # "it" is not what it is compared with
        denies = self.denies(gap)
        front, self.front = self.front, []
        straight = has(gap, "THAN") or (has(front, "FACTOR") and has(gap, "AS"))
        if heads(front) and not straight:
            self._inverse(front, gap, subject, group, denies=denies)
            return
        gap = [*front, *gap] if heads(front) else gap
        found = self._relations(gap, group, denies=denies)
        self.done = Done(found, denies, group)
        read = self.stating.state(found, subject, group, denies=denies)
        if self.either:
            other = self.stating.state(relations(self.either), subject, group, denies=denies)
            both = (read.statement, other.statement)
            read = Read(every(both) if denies else some(both), f"{other.told} {'nor' if denies else 'or'} {read.told}")
            self.either = []
        self.add(read)
        self.last = group

    def _describes(self, gap: Sequence[Token], subject: Group, group: Group) -> bool:
        """Whether a mention only tells more of the one before: "the woman in the red hat"."""
        describes = all(is_noun(each, self._nouns) and each.kind != "ONE" for each in gap)
        if not describes or self.last is None or not self.last.single or self.joined != "and" or self.front:
            return False
        done = self.done
        if done and done.kind != "same" and done.other == self.last and done.other.category == group.category:
            self.add(self.stating.state(done.found, subject, group, denies=done.denied))  # "next to Ann and to Bo"
            return True
        self.add(self.stating.state(SAME, self.last, group))
        self.last = group if self.last == subject else self.last
        return True

    def _relations(self, gap: Sequence[Token], group: Group, *, denies: bool) -> tuple[Relation, ...]:
        """The relations in a gap, or the one before again: "taller than Ann, but not Bo"."""
        done = self.done
        again = denies and bool(gap) and all(each.kind in _REPEATED for each in gap)
        if again and done and done.kind != "same" and done.other.category == group.category:
            return done.found
        close = self.choices.close
        if (
            self.choices.strangers
            and self.subject is not None
            and self.stating.rows.deal(self.subject.category, group.category, gap)
        ):
            return (Relation("different", word="deals with"),)
        return tuple(replace(each, direct=each.direct or (close and each.loose)) for each in relations(gap))

    def _inverse(self, front: list[Token], gap: list[Token], subject: Group, group: Group, *, denies: bool) -> None:
        """Read "next to Ann lives Bo", "the person behind Ann is older than Bo"."""
        if any(each.kind == "COMPARE" and each.sided for each in gap):  # "the seat next to Ann on her left is Bo's"
            sided = [replace(each, kind="COMPARED") for each in gap if each.kind == "COMPARE"]
            self.add(self.stating.state(relations(sided), subject, group, denies=denies))
            self.last = group
            return
        before = tuple(relations(front))
        count = counted(front)
        if before[0].kind == "between" and count is not None and subject.single and group.single:
            self.add(self.stating.apart(subject, group, count + 1))  # "one house separates Ann from Bo"
            return
        if (before[0].kind == "between" and not subject.single) or not heads(gap):
            self.done = Done(before, denies, subject)
            self.add(self.stating.state(before, group, subject, denies=denies))
        else:
            self.add(self.stating.through(before, relations(gap), subject, group, denies=denies))
        self.subject = self.main = self.last = group
