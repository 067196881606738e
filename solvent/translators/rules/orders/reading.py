"""Goes through the sentences of a text about an order: clue, question, description or courtesy, or not understood."""

import re
from collections.abc import Sequence

from solvent.translators.puzzle import Clue, Passage
from solvent.translators.rules.orders.choices import choices
from solvent.translators.rules.orders.clues import Clues
from solvent.translators.rules.orders.introduction import Introduction, Part, numbers_of
from solvent.translators.rules.orders.manners import is_title, only_wanted, without_block, without_greeting
from solvent.translators.rules.orders.phrases import DIRECT
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.questions import Questions
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.orders.setting import outside
from solvent.translators.rules.statements.language import Statement
from solvent.translators.rules.statements.options import expected
from solvent.translators.rules.text.lines import numbered_anew
from solvent.translators.rules.text.sorting import HEADING
from solvent.translators.rules.text.statements import is_question, state
from solvent.translators.rules.text.telling import Knowledge

_PRONOUN = re.compile(r"\b(?:he|she|it|him|her)\b(?! is (?:true|false|not true))", re.IGNORECASE)
_SUBJECT = re.compile(r"(?:But |And |Yet |However, )?(he|she|it)\b(?! is (?:true|false|not true))", re.IGNORECASE)
_AGAIN = re.compile(
    r"(?:[,;] (?:but|and|though|yet|although) |\b(?:but|yet|though|although) )(he|she|it)\b(?! is (?:true|false|"
    r"not true))"
)
_OBJECT = re.compile(r"(?<=\w )(?:him|her|it|them)(?=$|[.,!;]|\W*$)", re.IGNORECASE)
# A request with one of these words may ask for another order than the usual one.
_ORDERING = re.compile(
    r"\b(?:order|from|left|right|front|back|first|last|top|bottom|clockwise|descending|ascending|\w+est)\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"\W*(?:(?:please|now|then|so|finally|and|can you|could you)\b,? ?)*(?:list|give|write|name|order|rank|sort|"
    r"arrange|put|"
    r"state|show|draw|place|line|fill|complete|reconstruct|say|tell|find|determine)\b",
    re.IGNORECASE,
)


class Reader:
    """What became of each sentence of a text: `clues`, `questions` and `passages`.

    `latter` has the clues in which "he" may be another one than `clues` take it for, with that other one. `between`
    says that a clue says "between" without saying whether next to both; `understood` counts clues.
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
        self._latter: list[tuple[int, str]] = []
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
        self.latter = tuple((self.clues[at].id, text) for at, text in self._latter)
        self._separate()
        self.understood = sum(bool(clue.understood) for clue in self.clues)

    def _separate(self) -> None:
        """Block the passages of questions whose replies would not be clear: their names, or the order of equals."""
        asked = [each for question in self.questions for each in self.asks.read(question)[0]]
        if sorted(each.what for each in asked) == ["order", "places"]:  # both ask for the same
            self.questions = [each for each in self.questions if self.asks.read(each)[0][0].what == "order"]
            asked = [each for each in asked if each.what == "order"]
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
        reason = outside(without_greeting(self.told.beside), self.scene, listing=True)
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
        first, last = self._whom(text)
        plain = first or self._with_antecedent(text)
        meanings = self.reads.read(plain)
        if first and len(meanings) == 1 and len(self.reads.read(last)) == 1:
            self._latter.append((len(self._clues), last))
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
        """Put a name for "he", "she" or "it" if only one thing has been named that it can mean."""
        before = dict.fromkeys(self._before)
        names = self.reads.named(text)
        if len(before) == 1 and not names:
            return _PRONOUN.sub(next(iter(before)), text)
        text = self._inverted(text)
        clauses = re.split(r"((?:,|;)? (?:and|but|while|yet|so|though) |, |; )", text)
        found = _OBJECT.search(clauses[-1])
        if found and len(clauses) > 1:
            meant = {self.reads.thing(name) for name in self.reads.named("".join(clauses[:-1]))}
            own = {self.reads.thing(name) for name in self.reads.named(clauses[-1])}
            if len(meant) == 1 and own and not own & meant:
                name = self.reads.named("".join(clauses[:-1]))[0]
                return "".join(clauses[:-1]) + clauses[-1][: found.start()] + name + clauses[-1][found.end() :]
        again = re.search(
            r"(?:[,;] (?:(?:but|and|though|yet) )?|\b(?:but|and) )(he|she|it)\b(?! is (?:true|false))", text
        )
        earlier = dict.fromkeys(self.reads.named(text[: again.start()])) if again else {}
        if again and (
            len(earlier) == 1 or self._says_nothing_of_the_latter(text[: again.start(1)], text[again.end(1) :])
        ):
            return f"{text[: again.start(1)]}{next(iter(earlier))}{text[again.end(1) :]}"
        return text

    def _whom(self, text: str) -> tuple[str, str]:
        """Return a sentence with whoever it is about for "he", and with whoever was named last; or "" twice.

        "Ada is older than Bo, but she is not the oldest", or "She is not the oldest" after a sentence that names two.
        """
        names = self.reads.named(text)
        pronoun = _SUBJECT.match(text) if not names else _AGAIN.search(text)
        before = self._before if not names else self.reads.named(text[: pronoun.start()]) if pronoun else []
        meant = dict.fromkeys(self.reads.thing(name) for name in before)
        if pronoun is None or len(meant) != 2 or re.search(r"\b(?:or|nor|if|unless|neither)\b", text):
            return "", ""
        if len(re.findall(r"\b(?:he|she|it|him|her|they|them)\b", text)) > 1:
            return "", ""
        start, end = pronoun.span(1)
        if names and self._says_nothing_of_the_latter(text[:start], text[end:]):
            return "", ""
        return f"{text[:start]}{before[0]}{text[end:]}", f"{text[:start]}{before[-1]}{text[end:]}"

    def _says_nothing_of_the_latter(self, first: str, second: str) -> bool:
        """Whether "he is not last" would go without saying of the one named last: of Bo, in "Ada is behind Bo".

        It then says it of the one that the sentence is about.
        """
        axis = self.scene.axis
        for way, end in ((axis.after, f"{axis.last}|last"), (axis.before, f"{axis.first}|first")):
            about = re.search(
                rf"(?:{way}) (?:the )?{self.reads.one}(?: (?:one|{self.scene.noun}))?\W*(?:(?:but|and|"
                rf"though|yet|although) )?$",
                first,
            )
            denied = re.fullmatch(
                rf" (?:(?:is|was|does|did)(?: not|n['\u2019]t)|"
                rf"never)(?: \w+)?(?: the)? (?:{end})(?: (?:one|place|of (?:all|them)|{self.scene.noun}))*\W*",
                second,
            )
            if about and denied:
                return True
        return False

    def _inverted(self, text: str) -> str:
        """Put "and Bo is directly after Ada" for "..., and directly after it Bo" where only Ada has been named."""
        one = self.reads.one
        how = (
            rf"(?:{DIRECT}) ?"
            r"(?:after|behind|before|in front of|above|below|ahead of|to the left of|to the right of)"
        )
        verb = r"(?:comes|came|is|was|sits|stands|lives|stood|sat|follows)"
        match = re.search(
            rf"(?:,|;)? and (?P<how>{how}) (?:it|him|her|them) (?:{verb} )?(?P<y>(?:the )?{one})\W*$", text
        )
        earlier = self.reads.named(text[: match.start()]) if match else []
        if not match or len({self.reads.thing(name) for name in earlier}) != 1:
            return text
        return f"{text[: match.start()]}, and {match['y']} is {match['how']} {earlier[0]}"

    def _described(self, part: Part, text: str) -> Passage:
        """Return the passage of a sentence that names no thing."""
        text = without_greeting(text)
        reason = outside(text, self.scene)
        if not reason and not (_IMPERATIVE.match(text) and _ORDERING.search(text)):
            return Passage(text=part.raw, role="rule")
        said = state(text, Knowledge(rows=len(self.scene.names)))
        tasks = not reason or said.role == "question" or (said.role == "courtesy" and bool(_ORDERING.search(text)))
        if tasks:
            return Passage(text=part.raw, role="question", reason="a task that is not understood", blocks=True)
        return Passage(text=part.raw, role=said.role, reason=said.reason, blocks=said.role == "unread")
