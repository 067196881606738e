"""From a text to the statements in it: who may say what, what is known, and what is asked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from solvent.translators.puzzle import Clue, Passage
from solvent.translators.rules.statements.language import Statement, alike, constraint
from solvent.translators.rules.testimony import account, asked, deeds, facts, sorts, turns
from solvent.translators.rules.testimony import days as days_of
from solvent.translators.rules.testimony.cast import Cast, cast, numbered
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.testimony.grammar import grammar
from solvent.translators.rules.testimony.replies import Replies
from solvent.translators.rules.testimony.speech import Part, parts

_MARK = r"(?:\d{1,2}|[A-Z])"  # of a numbered statement or box
_LONGEST_SENTENCE = 300  # characters; a longer one is not understood
_LONGEST = 6000  # characters
_TELLING = re.compile(
    r"\b(?:l(?:ie|ies|ied|ying)|liars?|truth|truthful|true|false|honest|knights?|untrue)\b", re.IGNORECASE
)
_KNOWN = (  # kinds that need no introduction
    (
        r"\bknights?\b",
        sorts.Sort("knight", ("knight", "knights"), "true"),
        r"\bknaves?\b",
        sorts.Sort("knave", ("knave", "knaves"), "false"),
    ),
    (
        r"\btruth-?tellers?\b",
        sorts.Sort("truth-teller", ("truth-teller", "truth-tellers", "truthteller", "truthtellers"), "true"),
        r"\bliars?\b",
        sorts.Sort("liar", ("liar", "liars"), "false"),
    ),
)
_ALWAYS = re.compile(r"\b(?:always|never) (?:\w+ )?(?:lies?|lying|tells?|telling|speaks?)\b", re.IGNORECASE)
_CONDITION = re.compile(
    (
        r"^(?:if|given that|knowing that|assuming that) (?P<fact>[^?]+?)(?:,? (?:then )?(?=wh|in wh|on wh|behind wh)"
        r"|, (?:then )?(?=can\b|is\b|did\b|was\b|are\b|how\b))(?P<asks>[^?]*\?)$"
    ),
    re.IGNORECASE,
)
_CONDITION_AFTER = re.compile(
    r"^(?P<asks>(?:who|which|what|where|in which|is)\b[^?]*?),? (?:if|given that) (?P<fact>[^?]+)\?$", re.IGNORECASE
)
_TELLS = r"(?:lies?|tells? the truth|tells? lies|speaks? the truth)"
_WHOEVER = r"(?:(?:an?|some|one) \w+ (?:who|that) )?"
_GAP = r"(?:(?!(?:almost|never|not|no|sometimes|often|some|most|half|\w{3,}ly)\b)[\w,]+ ){0,10}?"
_EITHER_WAY = re.compile(
    (
        rf"\b(?:each|every|everyone|everybody|all"
        rf"|both) {_GAP}(?:either )?{_WHOEVER}always {_TELLS} or {_WHOEVER}"
        rf"(?:always |never )?{_TELLS}(?:,? and (?:the|an?) [a-z]+ (?:may|can|could|might) be (?:of )?either(?: \w+)?)?"
    ),
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:those who|the ones who|all who|one or more|culprits|thieves|guilty ones)\b", re.IGNORECASE)


@dataclass
class Reading:
    """What was read of a text.

    `clues` are statements and facts by id; `stated` what each means, for the variables of `frame`; `rules` what the
    kinds mean; `passages` cover the text.
    """

    frame: Frame
    clues: list[Clue] = field(default_factory=list)
    stated: list[tuple[int, Statement]] = field(default_factory=list)
    rules: list[Statement] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    question: asked.Question | None = None


def read(text: str) -> Reading | None:
    """Read a text; None if it is not about statements that may be false."""
    if len(text) > _LONGEST or not _TELLING.search(text):
        return None
    found = turns.resolved(numbered(parts(text)))
    people = cast(found)
    if people is None or len(people.things) > 12 or len(found) > 80:
        return None
    return _Reader(found, people).reading()


_ONE_DAY = re.compile(
    r"(?:there is|there's) (?:only|just|exactly) (?:one|a single) day (?:of the week )?(?:on which|when|that|where)"
    r" (?:he|she|it|they) (?:can|could) (?:have said|say) (?:that|this|so|it)(?: on)?[.!]?",
    re.IGNORECASE,
)


class _Reader:
    def __init__(self, found: Sequence[Part], people: Cast) -> None:
        self.cast = people
        self.parts = [replace(part, said=tuple(self._expanded(each) for each in part.said)) for part in found]
        told = [sentence for part in self.parts if not part.who for sentence in part.said]
        self.questions = [sentence for sentence in told if asked.is_question(sentence)]
        self.told = [sentence for sentence in told if sentence not in self.questions]
        kinds, self.cut = sorts.find(told, people.names, people.noun)
        days = self._days()
        if days:
            kinds, self.cut = (), {}
        implied = False
        if not kinds and not days:
            kinds, implied = self._known(" ".join(told))
        if implied and any(re.search(rf"\b(?:third|one|other|last) {sorts.MIXES}", each) for each in told):
            kinds, implied = (*kinds, sorts.Sort("alternator", ("alternator", "alternators"), "mixed")), False
        deed = deeds.find(self.questions, told, people.noun, {*sorts.words_of(kinds)}) or self._agents(told)
        self.frame = Frame(
            people,
            kinds,
            implied,
            self._made(),
            deed,
            not _SEVERAL.search(" ".join(told)),
            tuple(days.get(t, frozenset()) for t in range(len(people.things))) if days else (),
        )

    def _expanded(self, sentence: str) -> str:
        """Repeat the noun in "statements 1 and 3"."""
        sentence = re.sub(
            r"\b(one|other|another|rest|everyone|everybody|who|there|what)['\u2019]s (?=(?:an?|the|always|never"
            r"|either)\b)",
            r"\1 is ",
            sentence,
            flags=re.IGNORECASE,
        )
        nouns = {name.rsplit(" ", 1)[0].lower() for name in self.cast.things if " " in name}
        if len(nouns) == 1:
            marks = {name.rsplit(" ", 1)[1] for name in self.cast.things if " " in name}
            sentence = re.sub(
                rf"\b((?:in|inside|behind|under|beneath|on) )({_MARK})(?=,? (?:or|and|nor)\b|[.,;!]*$)",
                lambda match: f"{match[1]}{min(nouns)} {match[2]}" if match[2] in marks else match[0],
                sentence,
            )
        for noun in nouns:

            def written(match: "re.Match[str]", noun: str = noun) -> str:
                return re.sub(rf"\b{_MARK}\b", lambda each: f"{noun} {each[0]}", match["list"])

            sentence = re.sub(
                rf"\b(?i:{re.escape(noun)})s (?P<list>{_MARK}(?:, {_MARK})*,? (?:and|or|nor) {_MARK})",
                written,
                sentence,
            )
        return sentence

    def _days(self) -> dict[int, frozenset[int]]:
        found: dict[int, frozenset[int]] = {}
        self.timed: set[str] = set()
        for at, sentence in enumerate(self.told):
            after = self.told[at + 1] if at + 1 < len(self.told) else ""
            for used in ((sentence,), (sentence, after)):
                several = days_of.of_each(used[0], used[1] if len(used) > 1 else "", self.cast.things)
                for name, each in several.items():
                    found[self.cast.things.index(name)] = each
                    self.timed.update(used)
            for thing, name in enumerate(self.cast.things):
                for used in ((sentence,), (sentence, after)):
                    days = days_of.lying_days(" ".join(used), name)
                    if days is not None:
                        found[thing] = days
                        self.timed.update(used)
        return found if len(found) == len(self.cast.things) else {}

    @staticmethod
    def _known(told: str) -> tuple[tuple[sorts.Sort, ...], bool]:
        for first, one, second, other in _KNOWN:
            if re.search(first, told, re.IGNORECASE) and re.search(second, told, re.IGNORECASE):
                return (one, other), False
        agents = r"\b(?:guilty|innocent|thief|culprit|murderer|killer)\b"
        if any(
            _ALWAYS.search(each) and not re.search(agents, each)
            for each in re.split(r"(?<=[.!?]) |, (?:and )?that ", told)
        ):
            return (_KNOWN[1][1], _KNOWN[1][3]), True
        return (), False

    @staticmethod
    def _agents(told: Sequence[str]) -> deeds.Deed | None:
        """Return a deed without a name, if the narrator speaks of a culprit."""
        return (
            deeds.Deed(frozenset(), frozenset(), place=False)
            if re.search(r"\b(?:thief|culprit|guilty|murderer)\b", " ".join(told), re.IGNORECASE)
            else None
        )

    def _made(self) -> tuple[tuple[int, ...], ...]:
        made: list[list[int]] = [[] for _ in self.cast.things]
        number = 0
        for part in self.parts:
            if part.who:
                for _ in part.said:
                    made[self._speaker(part)].append(number)
                    number += 1
        return tuple(map(tuple, made))

    def _speaker(self, part: Part) -> int:
        names = {name.lower(): thing for name, thing in self.cast.names.items()}
        return names[part.who.lower().replace("the ", "")] if part.who.lower() not in names else names[part.who.lower()]

    # Reading.

    def reading(self) -> Reading | None:
        """Return the reading."""
        done = Reading(self.frame, rules=self.frame.rules())
        claims = self._claims({})
        if len(claims) < sum(map(len, self.frame.made)):
            claims = self._claims(claims)
        narrator = facts.Narrator(self.frame, lambda part: not account.residual(part, self.frame))
        told: list[Statement] = []
        questions: list[tuple[int, str]] = []
        covered = not self.frame.implied or bool(_EITHER_WAY.search(" ".join(self.told)))
        number = 0
        known_single = False
        for part in self.parts:
            if part.who and not part.said:
                done.passages.append(Passage(text=part.raw, role="rule"))
            for sentence in part.said:
                if part.who:
                    said = claims.get(number)
                    self._add(
                        done,
                        sentence if len(part.said) > 1 else part.raw,
                        sentence,
                        None if said is None else alike(self.frame.true(number), said),
                    )
                    number += 1
                    continue
                if asked.is_question(sentence):
                    condition = _CONDITION.match(sentence) or _CONDITION_AFTER.match(sentence)
                    if condition is None:
                        questions.append((len(done.passages), sentence))
                        done.passages.append(Passage(text=sentence, role="question"))
                        continue
                    questions.append((len(done.passages), condition["asks"]))
                    done.passages.append(Passage(text=condition["asks"], role="question"))
                    sentence = condition["fact"]  # noqa: PLW2901
                found = self._tell(done, narrator, sentence)
                if found is None:
                    continue
                told += found.stated
                covered = covered or found.covers
                known_single = known_single or found.single
        self._ask(done, questions, told)
        self._complete(done, told, covered=covered, single=known_single)
        if not self._is_of_this_kind(done):
            return None
        return done

    def _claims(self, known: Mapping[int, Statement]) -> dict[int, Statement]:
        """Return what each statement says, as far as it is understood; `known` are those understood before."""
        by_thing: dict[int, list[Statement]] = {}
        owner = {number: thing for thing, made in enumerate(self.frame.made) for number in made}
        for each, said in known.items():
            by_thing.setdefault(owner[each], []).append(said)
        found: dict[int, Statement] = {}
        number, before = 0, None
        replies = Replies(self.cast.names, (sort.word for sort in self.frame.sorts), self.frame.count)
        for part in self.parts:
            if not part.who:
                continue
            speaker = self._speaker(part)
            reader = grammar(self.frame, speaker, reported=part.reported, before=before, claims=by_thing)
            for sentence in part.said:
                readings = [known[number]] if number in known else []
                if not readings and len(sentence) <= _LONGEST_SENTENCE:
                    readings = next(filter(None, map(reader.read, replies.written_out(sentence))), [])
                replies.remember(sentence)
                if part.believed and (self.frame.sorts or self.frame.lying):
                    readings = []  # what somebody believes is true or false, but no lie
                if len(readings) == 1 and self._statable(readings[0]):
                    found[number] = readings[0]
                number += 1
            before = speaker
        return found

    @staticmethod
    def _statable(said: Statement) -> bool:
        try:
            constraint(said)
            constraint(said, holds=False)
        except ValueError:
            return False
        return True

    def _add(self, done: Reading, text: str, sentence: str, said: Statement | None) -> None:
        number = len(done.clues) + 1
        reason = "" if said is not None else f"what '{sentence.strip()}' says is not understood"
        done.clues.append(Clue(id=number, text=text, understood=said is not None, reason=reason))
        role = "clue" if said is not None else "unread"
        done.passages.append(Passage(text=text, role=role, reason=reason))  # type: ignore[arg-type]
        if said is not None:
            done.stated.append((number, said))

    def _tell(self, done: Reading, narrator: facts.Narrator, sentence: str) -> facts.Told | None:
        """Take a sentence of the narrator as a rule, a fact or a scene; as unread if it is none of them."""
        cut = self.cut.get(sentence, "")
        if self.frame.lying and (sentence in self.timed or _ONE_DAY.fullmatch(sentence.replace("\u2019", "'"))):
            done.passages.append(Passage(text=sentence, role="rule"))
            return None
        plain = _EITHER_WAY.sub("", sentence) if self.frame.implied or self.frame.two_valued else sentence
        reason = account.residual(plain, self.frame, cut=cut)
        if reason:
            found = narrator.read(cut or sentence) if len(sentence) <= _LONGEST_SENTENCE else None
            if found is not None and all(map(self._statable, found.stated)):
                for said in found.stated[:1]:
                    self._add(done, sentence, sentence, said)
                done.stated += [(len(done.clues), said) for said in found.stated[1:]]
                if not found.stated:
                    done.passages.append(Passage(text=sentence, role="rule"))
                return found
            if account.role(sentence):
                reason = ""
        elif found := narrator.one_did_it(sentence):
            done.passages.append(Passage(text=sentence, role="rule"))
            return found
        done.passages.append(
            Passage(text=sentence, role="unread", reason=reason, blocks=True)
            if reason
            else Passage(text=sentence, role="rule")
        )
        return None

    def _ask(self, done: Reading, questions: Sequence[tuple[int, str]], told: Sequence[Statement]) -> None:
        asker = asked.Asker(self.frame, told)
        found: list[asked.Question] = []
        for at, sentence in questions:
            question = asker.read(sentence)
            if question is None:
                done.passages[at] = Passage(
                    text=sentence, role="unread", reason="the question is not understood", blocks=True
                )
            elif question not in found:
                found.append(question)
        if len(found) > 1:
            at, sentence = questions[-1]
            done.passages[at] = Passage(text=sentence, role="unread", reason="more than one question", blocks=True)
        if not found and not questions:
            found = self._usual()
        done.question = found[0] if found else None

    def _usual(self) -> list[asked.Question]:
        """Return what a text without a question asks for."""
        if self.frame.sorts and not self.frame.implied:
            return [asked.Question(form="kinds", things=tuple(range(self.frame.count)), keys=self.cast.things)]
        return []

    def _complete(self, done: Reading, told: Sequence[Statement], *, covered: bool, single: bool) -> None:
        """Refuse what cannot be decided: a cast or kinds that the text does not give in full."""
        why = ""
        if not self.cast.complete:
            why = "it speaks of more than are named"
        elif not covered:
            why = "it does not say of everybody whether they always lie or always tell the truth"
        elif (
            self.frame.deed
            and not self.frame.deed.place
            and self.frame.single
            and self._uses_deed(done)
            and not (single or self._asks_for_one())
        ):
            why = "it does not say that only one did it"
        elif self._uses_deed(done) and not (self.frame.sorts or self.frame.lying) and not self._judged(told):
            why = "it does not say how many of the statements are true, or whose"
        if why:
            last = done.passages[-1]
            done.passages[-1] = Passage(text=last.text, role="unread", reason=why, blocks=True)

    def _asks_for_one(self) -> bool:
        """Whether the question asks for the one who did it: "who is the thief", "which boy did it"."""
        agents = self.frame.deed.agents() if self.frame.deed else "(?!)"
        noun = self.frame.cast.own_noun or "(?!)"
        return any(
            re.match(
                rf"(?:so|now|then|and)?,? ?(?:who(?:'s| is| was) the (?:{agents})\b"
                rf"|which (?=\w*[^\Ws] )(?:{noun}) (?!are\b|were\b|have\b))",
                question.replace("\u2019", "'"),
                re.IGNORECASE,
            )
            for question in self.questions
        )

    @staticmethod
    def _judged(told: Sequence[Statement]) -> bool:
        # Signs alone may mean nothing.
        return "truth" in repr(told)

    @staticmethod
    def _uses_deed(done: Reading) -> bool:
        return "culprit" in repr((done.stated, done.question))

    def _is_of_this_kind(self, done: Reading) -> bool:
        spoken, read = sum(bool(part.who) for part in self.parts), len(done.stated)
        truth = bool(self.frame.sorts or self.frame.lying or "truth" in repr([said for _, said in done.stated]))
        return spoken > 0 and truth and 2 * read >= len(done.clues) and (read > 0) and done.question is not None
