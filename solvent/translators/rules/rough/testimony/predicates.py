"""What is said of somebody or something: "is lying", "is no $1", "did it", "would say that ...", "is like #2"."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.rough.testimony.days import SOME_DAY, shift
from solvent.translators.rules.rough.testimony.noun import NUMBER, STATEMENT, Predicate, Unit
from solvent.translators.rules.rough.testimony.scene import NEVER, NOTHING
from solvent.translators.rules.rough.testimony.truth import LYING, ONE_OF_EACH, TRUTHFUL
from solvent.translators.rules.statements.language import Statement, alike, denied, every, some
from solvent.translators.rules.text.words import listed

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader

_AUX = re.compile(
    r"^(?:(?:am|is|are|was|were|be|been|being|do|does|did(?! (?:it|that|this|so)\b|$)|has(?! \w+ (?:[a-z]+ )?(?:gold"
    r"|coin))|have|had|will|would|shall|must|could"
    r"|may|might|should|to|belongs?|came out as|turned out to be|happens? to be|known to|says? (?:he|she) is) )+(?=\S)"
)
_NOT = re.compile(
    r"^(?:not|never|no longer|cannot|can not|nowhere near|hardly)\b(?: (?:be|been|have|had|ever|even|once|the one who"
    r"|to)\b)* ?"
)
_ADVERBS = re.compile(
    r"\b(?:(?:definitely|certainly|really|surely|actually|indeed|clearly|obviously|simply|just|always|also|too"
    r"|as well|ever|now|today|both"
    r"|all|likewise|honestly|truly|probably|perhaps|maybe|either(?=$)|each|still|(?<!an )even(?!-)|again"
    r"|himself|herself|itself"
    r"|myself|of course|in fact"
    r"|at the moment|alone(?=$)|two(?= \$)|three(?= \$)|four(?= \$)|together|constantly|currently|then|though"
    r"|after all|only(?= tell| speak| say| make| utter|"
    r" the truth| lie| lies))\b ?)+"
)
_GUILTY = re.compile(
    r"(?:did|done|do)(?: (?:it|this|that|so))?(?: (?:himself|herself|alone|too))?|(?:a |the )?(?:guilty|culprits?"
    r"|thief|thieves|to blame|responsible|criminal|offender|villain|murderer"
    r"|killer|robber|burglar)(?: (?:one|party|person|of it|for it|for this|for that))?|behind (?:it|this|all this)"
    r"|the (?:one|person)(?: (?:who|that) (?:did|has done) it)?"
    r"|one of (?:them|the (?:culprits|thieves|guilty(?: \w+)?|two|three|pair))|in on it|involved(?: in it)?"
)
_INNOCENT = re.compile(
    r"(?:an? )?innocent.*|nothing to do with .*|clean|blameless|asleep[^,;]*"
    r"|(?:at home|in bed|elsewhere|away|out of town"
    r"|nowhere near|somewhere else)\b[^,;]*"
)
_KIND = (
    r"(?:colou?rs?|countr(?:y|ies)|part(?:y|ies)|teams?|side|clubs?|kinds?|sorts?|types?|tribes?|species|groups?"
    r"|clans?|class(?:es)?"
    r"|category|families|family|races?|nature|people|animals?|creatures?|beings?|things?)"
)
_SAME = re.compile(
    rf"(?:(?:have|has|wear|comes?|are) )?(?:(?:of|from|in|on|members of|belong(?:s"
    rf"|ing)? to) )?(?:exactly )?(?:the same|one)(?: {_KIND})?(?: of \w+)?(?: as (?:each |one an)?other)?|alike"
    rf"|(?:the same|one) (?:thing|as each other)|equals?"
)
_DIFFERENT = re.compile(
    rf"(?:(?:have|has|wear|comes?|are) )?(?:(?:of|from|in|on|members of|belong(?:s|ing)? to) )?(?:an? "
    rf"|two )?(?:different|opposite|unlike|not alike|not the same)(?: {_KIND})?(?: (?:from|to) each other)?"
)
_SAME_AS = re.compile(
    rf"(?:(?:of|from|in) )?(?:exactly )?the same(?: {_KIND})?(?: of \w+)? as (?P<who>.+)|(?:just )?like (?P<like>.+)"
    rf"|as (?:honest|truthful) as (?P<as>.+)"
)
_OTHER_THAN = re.compile(
    rf"(?:(?:of|from|in) )?(?:an?|the)?(?: ?other| ?different| ?opposite)(?: {_KIND})? (?:than|from|to"
    rf"|as) (?P<who>.+)|(?:different from|unlike|the opposite of) (?P<un>.+)"
)
_WOULD_SAY = re.compile(
    r"(?:(?:would|will|could|can|might|may) )?(?:say|says|said|claims?|claimed|tell (?:you|us|me)|answer"
    r"|tells? (?:you|us|me)|told (?:you|us|me)|state)(?: (?:me|us|you))?"
    r"(?: that)? (?P<what>.+)"
)
_SAW = re.compile(
    r"(?:saw|seen|watched|noticed|spotted|caught|heard) (?P<who>.+?)(?: (?:do|doing|take|taking|did|who|with|near|in"
    r"|at|leave|leaving|[a-z]+ing)\b.*)?"
)
_ACCUSES = re.compile(r"(?:blames?|blamed|accuses?|accused|suspects?) (?P<who>.+?)(?: (?:of|for)\b.*)?")
_NO_DEED = frozenset(
    listed(
        """
    know knows knew see saw seen hear heard deny denies denied say says said think thinks swear wants want find
    like need me a an the one true false lying here there sure certain afraid mistaken
    """
    )
)
_IN = (
    r"(?:(?:hidden|kept|lying|lies|lay|to be found|found|buried|inside|located|sits?|sitting|stands?|placed"
    r"|put|concealed|is|was|locked) )*(?:in|inside|under|underneath|beneath|behind|on|at|below|within|to|through)"
)
_PLACED = re.compile(rf"{_IN} (?P<who>.+)|(?P<here>(?:hidden |inside )?here|inside)")
_CONTAINS = re.compile(
    r"(?:contain|contains|contained|hold|holds|holding|hide|hides|hiding|conceal|conceals|has|have|leads?|the way"
    r"|houses|bears)(?: to)?(?P<no> (?:no|nothing)\b)? ?(?P<what>.*)"
)


class Predicates:
    """Reads verb phrases for a reader of statements."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.scene = reader.scene

    def read(self, text: str) -> Predicate | None:
        """Return what a whole verb phrase says of one thing or statement, or None."""
        core, negative = self.core(text)
        found = self._core(core) or self._joined(core) or self._unknown(core, negative=negative)
        if found is None or not negative:
            return found
        return lambda unit: None if (holds := found(unit)) is None else denied(holds)

    def _unknown(self, core: str, *, negative: bool) -> Predicate | None:
        """Take any other verb for the deed, if it is denied or has "it" for its object."""
        scene = self.scene
        if scene.world != "deed" or self.reader.speaker is None or not re.fullmatch(r"[a-z' -]+", core):
            return None
        words = core.split()
        if (
            not words
            or words[0] in _NO_DEED
            or re.search(r"\b(?:if|or|and|but|unless|that|because|when|not|only|than)\b", core)
        ):
            return None
        if not negative and not re.match(r"[a-z]+ (?:it|them)\b", core):
            return None
        return lambda unit: scene.did(unit) if unit >= 0 else None

    def _joined(self, core: str) -> Predicate | None:
        """Read "is a $0 or did it", "always lies or always tells the truth"."""
        for joint in (" or ", " and "):
            match = re.search(rf",?{joint}(?:else )?", core)
            if match is None or re.match(r"(?:#|i |he |she |the other|so )", core[match.end() :]):
                continue
            one, other = self.reader.predicate(core[: match.start()]), self.reader.predicate(core[match.end() :])
            if one and other:
                join = some if joint == " or " else every
                return lambda unit, a=one, b=other, join=join: (  # type: ignore[misc]
                    None if (x := a(unit)) is None or (y := b(unit)) is None else join((x, y))
                )
        return None

    @property
    def _ever(self) -> bool:
        """Whether the narrator says what somebody always does."""
        return self.reader.speaker is None and bool(
            re.search(r"\b(?:always|never|one true and one false)\b", self.reader.whole)
        )

    def core(self, text: str) -> tuple[str, bool]:
        """Return a verb phrase without auxiliaries and adverbs, and whether it is denied."""
        negative = False
        text = text.strip(" ,")
        while True:
            before = text
            text = _ADVERBS.sub("", text).strip(" ,")
            text = _AUX.sub("", text, count=1) if not _GUILTY.fullmatch(text) else text
            denying = _NOT.match(text)
            if denying:
                negative = not negative
                text = text[denying.end() :]
            if text == before:
                break
        no = re.match(r"no (?=\$|liar|thief|culprit|truth)", text)
        if no:
            text, negative = text[no.end() :], not negative
        text = re.sub(r"^neither (.+) nor (.+)$", r"\1 or \2", text) if (nor := text.startswith("neither ")) else text
        return text, negative ^ nor

    def group(self, text: str) -> Callable[[tuple[int, ...]], Statement | None] | None:
        """Return what a verb phrase says of several together: "are of the same sort"."""
        core, negative = self.core(text)
        same, other = _SAME.fullmatch(core), _DIFFERENT.fullmatch(core)
        if not same and not other:
            return None

        def alike_all(members: tuple[int, ...]) -> Statement | None:
            pairs = [self.scene.same_sort(one, two) for one, two in pairwise(members)]
            if len(members) < 2 or any(pair is None for pair in pairs):
                return None
            whole = every(pair for pair in pairs if pair is not None)
            return denied(whole) if bool(other) ^ negative else whole

        return alike_all

    def _core(self, core: str) -> Predicate | None:
        if not core or len(core) > 160:
            return None
        return (
            self._sort(core)
            or self._of_days(core)
            or self._truth(core)
            or self._alike(core)
            or self._value(core)
            or self._deed(core)
            or self._saying(core)
            or self._contents(core)
            or self._identity(core)
        )

    def _sort(self, core: str) -> Predicate | None:
        scene = self.scene
        article = (
            r"(?:(?:an?|the|one of the|one of|from the|of the|members? of the|among the|the only|one|belong to the"
            rf"|{NUMBER}) )?(?:(?!no |not )[a-z]+ )?"
        )
        one = re.fullmatch(
            rf"{article}\$(\d+)(?: (?:among us|of us|like me|(?!(?:lies?|lied|tells?|told|always|never|too|and|or|if"
            rf"|but|now"
            r"|who|which|as|than)\b)[a-z]+))?",
            core,
        )
        mixing = re.fullmatch(r"(?:the (?:one|[a-z]+) (?:who|that) )?(?:mixes|alternates)\b.*", core)
        if mixing and any(sort.nature == "mixed" for sort in scene.sorts):
            return lambda unit: scene.of_nature(unit, "mixed") if unit >= 0 else None
        if one:
            return lambda unit: scene.is_a(unit, int(one[1])) if unit >= 0 else None
        several = re.fullmatch(rf"(?:either )?{article}\$(\d+) or {article}\$(\d+)", core)
        if several:
            chosen = (int(several[1]), int(several[2]))
            return lambda unit: some(scene.is_a(unit, sort) for sort in chosen) if unit >= 0 else None
        return None

    def _truth(self, core: str) -> Predicate | None:
        scene = self.scene
        if self._ever and scene.sorts and not scene.two_valued:
            return self._nature(core)
        if ONE_OF_EACH.fullmatch(core):
            return lambda unit: scene.mixed(unit) if unit >= 0 else None
        whole = re.fullmatch(
            rf"(?:makes?|made|gives?|gave|tells?|told|says?|said|has|had) (?:only |all )?(?:two|both|three) (true"
            rf"|false) {STATEMENT}",
            core,
        )
        if whole:
            return lambda unit: scene.profile(unit, true=whole[1] == "true")
        if TRUTHFUL.fullmatch(core):
            return lambda unit: scene.honest(unit) if unit >= 0 else scene.true(~unit)
        if LYING.fullmatch(core):
            return lambda unit: scene.liar(unit) if unit >= 0 else denied(scene.true(~unit))
        return None

    def _nature(self, core: str) -> Predicate | None:
        """Read "always lies" as what the sort of somebody is."""
        for form, nature in ((ONE_OF_EACH, "mixed"), (TRUTHFUL, "true"), (LYING, "false")):
            if form.fullmatch(core):
                return lambda unit, n=nature: self.scene.of_nature(unit, n) if unit >= 0 else None  # type: ignore[misc]
        return None

    def _of_days(self, core: str) -> Predicate | None:
        match = SOME_DAY.fullmatch(core)
        if match is None or not self.scene.lying:
            return None
        later = shift(match["day"])
        truthful, lying = TRUTHFUL.fullmatch(match["what"]), LYING.fullmatch(match["what"])
        if not truthful and not lying:
            return None

        def said(unit: Unit) -> Statement | None:
            lies = self.scene.lies_on(unit, later) if unit >= 0 else None
            return None if lies is None else denied(lies) if truthful else lies

        return said

    def _alike(self, core: str) -> Predicate | None:
        same, other = _SAME_AS.fullmatch(core), _OTHER_THAN.fullmatch(core)
        match = same or other
        if match is None:
            return None
        noun = self.reader.noun(next(filter(None, match.groups())))
        if noun is None:
            return None

        def said(unit: Unit) -> Statement | None:
            return noun.said_of(
                lambda one: (
                    None
                    if unit < 0 or one < 0 or (pair := self.scene.same_sort(unit, one)) is None
                    else pair
                    if same
                    else denied(pair)
                )
            )

        return said

    def _value(self, core: str) -> Predicate | None:
        return self.reader.orders.predicate(core) if self.scene.world in ("rank", "value") else None

    def _deed(self, core: str) -> Predicate | None:
        scene = self.scene
        if scene.world != "deed":
            return None
        did: Predicate = lambda unit: scene.did(unit) if unit >= 0 else None  # noqa: E731
        agents = "|".join(sorted(scene.agents)) or "(?!)"
        if _GUILTY.fullmatch(core) or re.fullmatch(rf"(?:an? |the |one of the )?(?:{agents})(?: \w+)?", core):
            return did
        if _INNOCENT.fullmatch(core):
            return lambda unit: None if (done := did(unit)) is None else denied(done)
        thing = re.fullmatch(r"(?:got )?(?:(it|them)|(?:the|a|an) ([a-z]+))", core)
        if thing and (thing[1] or thing[2] in scene.treasures):
            return did
        seen = _SAW.fullmatch(core) or _ACCUSES.fullmatch(core)
        if seen:
            noun = self.reader.noun(seen["who"])
            return (lambda _: noun.said_of(did)) if noun else None
        words = re.findall(r"[a-z][a-z'-]*", core)
        if not words or re.search(r"\b(?:if|or|and|but|unless|that|because|when)\b|[#$]", core):
            return None
        if verb_stem(words[0]) in scene.deeds or (len(words) > 1 and words[0] in ("the", "one") and self._agent(core)):
            return did
        return None

    def _agent(self, core: str) -> bool:
        who = re.match(r"(?:the (?:one|person|man|woman|[a-z]+)|one) (?:who|that) (.+)", core)
        return bool(who) and self._deed(self.core(who[1])[0]) is not None if who else False

    def _saying(self, core: str) -> Predicate | None:
        match = _WOULD_SAY.fullmatch(core)
        if match is None or self.scene.lying:
            return None
        what = re.sub(r"^to be\b", "he is", match["what"])

        def said(unit: Unit) -> Statement | None:
            honest = self.scene.honest(unit) if unit >= 0 else None
            content = self.reader.inner(what, unit) if honest is not None else None
            return None if honest is None or content is None else alike(honest, content)

        return said

    def _contents(self, core: str) -> Predicate | None:
        scene = self.scene
        if scene.world != "place":
            return None
        did: Predicate = lambda unit: scene.did(unit) if unit >= 0 else None  # noqa: E731
        empty = re.fullmatch(r"empty|without .*", core)
        match = _CONTAINS.fullmatch(core)
        if (not empty and not match) or " or " in core:
            return None
        other = bool(empty) or (match is not None and bool(match["no"]))
        if match and not match["no"] and not self.reader.treasure(match["what"]):
            other = True
        return (lambda unit: None if (it := did(unit)) is None else denied(it)) if other else did

    def _sought(self, subject: str) -> bool:
        """Whether a phrase means what is looked for."""
        words = set(re.findall(r"[a-z]+", subject))
        if self.scene.treasures:
            return bool(words & (self.scene.treasures | {"it", "she", "he"}))
        return self.reader.speaker is not None

    def place(self, core: str, subject: str) -> Statement | None:
        """Return that what is looked for is at a place: "in #1 or #2", "here"."""
        match = _PLACED.fullmatch(core)
        if match is None or self.scene.world != "place" or not self._sought(subject):
            return None
        noun = self.reader.noun("here" if match["here"] else re.sub(rf"\b{_IN} ", "", match["who"]))
        return noun.said_of(lambda unit: self.scene.did(unit) if unit >= 0 else None) if noun else None

    def _identity(self, core: str) -> Predicate | None:
        """Read "is #1": those who are meant."""
        if not re.search(r"#\d|\b(?:me|i|us|you|him|her)\b", core):
            return None
        either = re.sub(r"^(?:either|one of) ", "", core)
        noun = self.reader.noun(either)
        if noun is None or not noun.members:
            return None
        members = noun.members
        return lambda unit: NOTHING if unit in members else NEVER
