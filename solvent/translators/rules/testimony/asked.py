"""The question of a text about truth tellers: who is of what kind, who lies or did it, where it is, what day it is."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from solvent.translators.rules.statements.language import Count, Statement
from solvent.translators.rules.statements.parsing import normal
from solvent.translators.rules.statements.written import Written
from solvent.translators.rules.testimony import deeds
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.testimony.grammar import grammar
from solvent.translators.rules.text.words import NUMBER_WORDS

Form = Literal["kinds", "kind", "culprit", "culprits", "who", "one", "which", "whether", "day", "number"]

_ORDER = (
    r"^(?:so |now |then |please |and |can you |could you |try to )*(?:classify|determine"
    r"|find(?: out)?|work out|figure out|deduce|say|tell(?: me| us)?"
    r"|identify|decide|name|establish|discover|give|state|can you tell(?: me)?|what can (?:you|we"
    r"|one) (?:conclude|say|deduce|tell|infer) about|show|list)\b(?: for)? ?"
)
_TELLS = (
    r"(?:(?:is|are|was|were) )?(?:telling|tells?|told|speaks?|speaking|spoke) the truth"
    r"|(?:is|are) (?:truthful|right|true)|made a true statement|makes a true statement"
)
_LIES = (
    r"(?:(?:is|are|was|were) )?(?:lying|lies?|lied)|(?:is|are) (?:wrong|false)|made a false statement"
    r"|makes a false statement"
)


_FEW = 6  # things; an answer names any set of them


class Question(BaseModel):
    """What is asked.

    `things` are those asked about, with the `keys` of the answer; `said` is a statement about each thing, or just one.
    """

    model_config = ConfigDict(frozen=True)

    form: Form
    things: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()
    said: tuple[Written, ...] = ()


def is_question(sentence: str) -> bool:
    """Whether a sentence asks or demands an answer."""
    return sentence.rstrip(" \"')!").endswith("?") or bool(
        re.match(
            _ORDER + r"(?:who|what|which|where|whether|the|that|each|everyone|everybody|to |of |all|every|how|in )",
            sentence,
            re.IGNORECASE,
        )
    )


class Asker:
    """Reads questions about a frame; `facts` are what the narrator tells."""

    def __init__(self, frame: Frame, facts: Sequence[Statement]) -> None:
        self.frame, self.facts = frame, facts
        self.grammar = grammar(frame)

    def read(self, sentence: str) -> Question | None:
        """Return what a sentence asks; None if that is not understood."""
        plain = normal(sentence).rstrip(" ?.!:")
        plain = re.sub(r"\bwho's (?=(?:had|\w+ed|\w+en|\w+ung|done) )", "who has ", plain, flags=re.IGNORECASE)
        plain = re.sub(r"\b(what|who|which|where)'s\b", r"\1 is", plain, flags=re.IGNORECASE)
        plain = re.sub(r"[^\w'\")]+$", "", plain)
        plain = re.sub(
            r"^(?:(?:so|now|then|and|but|now then|well|right|ok|okay|therefore|your task)\b[,:]? )+",
            "",
            plain,
            flags=re.IGNORECASE,
        )
        plain = re.sub(
            r",? and (?:explain|justify|say why|show (?:how|why|your)|give (?:your )?reasons?|tell (?:us|me) why"
            r"|prove)\b.*$",
            "",
            plain,
            flags=re.IGNORECASE,
        )
        called = "|".join(re.escape(name) for name in sorted(self.frame.cast.names, key=len, reverse=True))
        plain = re.sub(rf" ?\((?:{called})(?:,? and (?:{called})|, (?:{called}))+\)", "", plain)
        bare = re.sub(_ORDER, "", plain, flags=re.IGNORECASE)
        for reader in (self._day, self._number, self._deed, self._truth, self._kinds, self._whether):
            found = reader(bare)
            if found is not None:
                return found
        return None

    def _day(self, plain: str) -> Question | None:
        asks = re.fullmatch(
            (
                r"(?:on )?(?:which|what)(?: day)?(?: of the week)? (?:is|was|must|did"
                r"|does)\b.{0,60}|what is the day(?: today| of the week)?|which day (?:of the week )?it is"
                r"|on (?:which|what) days? of the week\b.{0,60}"
            ),
            plain,
            re.IGNORECASE,
        )
        asks = asks or re.fullmatch(
            r"(?:on )?(?:which|what) days?(?: of the week)? .{0,60}|what day(?: of the week)?|when .{0,60}"
            r"|name (?:the|that) day(?: of the week)?",
            plain,
            re.IGNORECASE,
        )
        bare = re.fullmatch(r"which(?: one)?(?: (?:day )?is (?:it|that))?", plain, re.IGNORECASE)
        return (
            Question(form="day")
            if self.frame.lying and ((asks and re.search(r"\bday|^when", plain, re.IGNORECASE)) or bare)
            else None
        )

    def _number(self, plain: str) -> Question | None:
        match = re.fullmatch(
            (
                rf"how many (?:of (?:them|these|the)(?: \w+)? )?(?:are |(?:{self.frame.cast.noun}) are )?(?"
                r"P<what>[\w -]+?)(?: (?:are there|is there))?(?: (?:among|in|on) .{1,40})?"
            ),
            plain,
            re.IGNORECASE,
        )
        if match is None:
            return None
        said = self._each(match["what"])
        return None if said is None else Question(form="number", said=said)

    def _each(self, words: str) -> tuple[Statement, ...] | None:
        """Return what a predicate says of each thing."""
        found = []
        for name in self.frame.cast.things:
            readings = self.grammar.read(f"{name} {words}") or self.grammar.read(f"{name} is {words}")
            if len(readings) != 1:
                return None
            found.append(readings[0])
        return tuple(found)

    def _deed(self, plain: str) -> Question | None:
        deed = self.frame.deed
        if deed is None:
            return None
        which = rf"(?:who|which (?:one|(?:one )?of (?:them|us|these|the)(?: \w+){{0,2}}|{self.frame.cast.noun}|\w+))"
        culprit = Question(form="culprit" if self.frame.single else "culprits")
        if deed.place:
            place = r"(?:in|inside|behind|under|underneath|beneath|on)"
            asks = (
                rf"(?:{place} )?(?:which|what) [\w-]+(?: of them)? .{{1,60}}|where .{{1,60}}"
                r"|who has .{1,40}|(?:which|what) .{1,60}"
            )
            if deeds.asks_to_choose(plain):
                return culprit
            named = set(re.findall(r"[\w'-]+", plain.lower())) & deed.objects
            return culprit if named and re.fullmatch(asks, plain, re.IGNORECASE) else None
        match = re.fullmatch(
            rf"{which}(?: (?:has|had|could have|must have|really))? (?P<what>.+)", plain, re.IGNORECASE
        )
        what = match["what"] if match else ""
        agent = re.fullmatch(
            (
                rf"(?:is|was|are|were) (?:the )?(?:{deed.agents()})s?(?: (?:one|party|person))?(?: of .*)?"
                r"|(?:did|done)(?: it| this| that)?"
            ),
            what,
            re.IGNORECASE,
        )
        bare = re.fullmatch(rf"(?:name )?(?:the|that) (?:{deed.agents()})", plain, re.IGNORECASE)
        had = (
            re.fullmatch(r"(?:has )?had (?:the|my|our) (?P<object>[\w' -]+)", f"{match[0].split(' ', 1)[1]}")
            if match
            else None
        )
        if had and set(had["object"].lower().split()) & deed.objects:
            return culprit
        if agent or bare or deeds.asks_for_agent(plain) or deed.said(what.split(" and ")[0]) or self._of_deed(what):
            return culprit
        return None

    def _of_deed(self, what: str) -> bool:
        """Whether the words of a question are those that the deed was found in."""
        words = re.sub(r" (?:through|from|out of|into) .*$", "", what)
        return bool(self.frame.deed and self.frame.deed.said(words))

    def _truth(self, plain: str) -> Question | None:
        who = (
            r"(?:who|which)(?: (?:one|ones))?(?: of (?:them|us|these|the|those)(?: (?!(?:is|are|was|were|has|have)\b)"
            r"\w+){0,2})?(?: (?:"
            rf"{self.frame.cast.noun}|statements?|sentences?|claims?|labels?|signs?|inscriptions?))?"
        )
        match = re.fullmatch(rf"{who} (?P<what>.+)", plain, re.IGNORECASE)
        if match is None or " and " in match["what"]:
            return None
        words = match["what"]
        definite = re.fullmatch(r"(?:is|was) the ([\w-]+)(?: one)?|is the ([\w-]+)", words, re.IGNORECASE)
        if definite:
            words = f"is a {definite[1] or definite[2]}"
            said = self._each(words) or self._each(f"is {definite[1] or definite[2]}")
            return self._for_one(said) if said else None
        singular = re.sub(r"^are ", "is ", words)
        said = self._each(singular)
        if said is None:
            return None
        nouns = rf"{self.frame.cast.noun}|statements?|sentences?|claims?|labels?|signs?|inscriptions?|notes?|notices?"
        one = re.match(
            rf"which (?:one|(?!\w*(?:[^\Ws]s|men|people|ren)\b)(?:{nouns}))\b(?! (?:are|were)\b)", plain, re.IGNORECASE
        )
        return self._for_one(said) if one else Question(form="which", said=said)

    def _for_one(self, said: tuple[Statement, ...]) -> Question:
        """Return the question which one it is of whom something is said."""
        if self._just_one(said):
            return Question(form="who", said=said)
        return Question(form="one" if len(said) <= _FEW else "which", said=said)

    def _just_one(self, said: Sequence[Statement]) -> bool:
        """Whether the narrator says that this is so of exactly one."""
        return any(
            isinstance(fact, Count) and set(fact.parts) == set(said) and fact.least == fact.most == 1
            for fact in _flat(self.facts)
        )

    def _kinds(self, plain: str) -> Question | None:
        frame = self.frame
        if not frame.sorts:
            return None
        low = plain.lower()
        kinds = [sort for sort in frame.sorts if re.search(rf"\b(?:{sort.pattern})\b", plain, re.IGNORECASE)]
        named = self._named(plain)
        sort_word = r"(?:kinds?|sorts?|types?|tribes?|species|groups?|clans?|class|race|identit(?:y|ies)|status|nature)"
        everybody = Question(form="kinds", things=tuple(range(frame.count)), keys=frame.cast.things)
        who = rf"(?:who|which)(?: (?:ones?|of (?:them|these|those|the \w+(?: \w+)?)|{frame.cast.noun}))?"
        does = r"(?:is|are|was|were|tells?|told|speaks?|lies?|lied|always|never)"
        if re.fullmatch(
            rf"(?:everyone|everybody|each(?: \w+)?)(?:'s)? {sort_word}|(?:all|each)(?: of)?(?: (?:the|these|them"
            rf"|those))?"
            rf"(?: (?:{'|'.join(NUMBER_WORDS)}|\d+))?(?: (?:{frame.cast.noun}))?"
            rf"|(?:which|what) {sort_word} (?:is|are|was|were) (?:everyone|everybody|each|they|all|the)\b.{{0,30}}"
            rf"|{who} {does}\b.{{0,40}}?,? (?:and|or) {who} {does}\b.{{0,40}}"
            rf"|(?:which|what)(?: {frame.cast.noun})? (?:is|are) (?:which"
            rf"|what)(?: {sort_word})?"
            rf"|(?:which|what) (?:is|are) they(?: all| each)?|who(?:'s| is| are) (?:what|which|who)|what (?:is"
            rf"|are|was|were)"
            rf" (?:everyone|everybody|each of \w+|all of \w+)",
            plain,
            re.IGNORECASE,
        ):
            return everybody
        if named:
            rest = re.sub("|".join(re.escape(key) for _, key in named), "", plain)
            allowed = (
                rf"(?:(?:the )?\b(?:{sort_word} of \w+|what|which|who|is|are|and|or|a|an"
                rf"|the|of|each|{sort_word}|person|people|tell me|about|in|does|do|to|belongs?"
                rf"|between|either|whether|it|about|kind|type|islander|both|of them|{frame.cast.noun}"
                rf"|{'|'.join(s.pattern for s in frame.sorts)})\b|[,\W])*"
            )
            if re.fullmatch(allowed, rest, re.IGNORECASE) and re.search(r"\b(?:what|which|or|kind|type|who)\b|^$", low):
                if len(named) == 1:
                    return Question(form="kind", things=(named[0][0],))
                return Question(form="kinds", things=tuple(t for t, _ in named), keys=tuple(key for _, key in named))
            return None
        forms: tuple[str, ...] = (
            (
                r"who is (?:who|what)|what is (?:who|what)|which is which|which one is which"
                r"|who are they|what are they|what(?: \w+)? (?:is|are) (?:each|everyone"
                r"|all|these|those|the)(?: of (?:them|the \w+|these \w+))?(?: \w+){0,2}"
                rf"|(?:to |of )?(?:which|what) {sort_word}(?: of \w+)? (?:do|does|is|are) (?:each"
                r"|everyone|they|all|every)\b.{0,40}"
            ),
            (
                rf"(?:to |of )?(?:which|what) {sort_word} (?:each|everyone|they)\b.{{0,40}}"
                r"|what (?:each|everyone|they)\b.{0,30}|(?:the|each|every|all|everyone"
                r"|everybody)(?: .{0,40})?"
            ),
            rf"(?:the )?{sort_word} of (?:each|all|every|the)\b.{{0,30}}|(?:each|every) .{{0,30}}'s {sort_word}",
        )
        listed = "|".join(sort.pattern for sort in frame.sorts)
        if len(kinds) == len(frame.sorts) > 1:
            forms = (*forms, rf"(?:an? )?(?:{listed})(?:(?:, | or |, or )(?:an? )?(?:{listed}))+".lower())
        for form in forms:
            if re.fullmatch(form, low):
                return everybody
        if (
            len(kinds) == len(frame.sorts)
            and len(kinds) > 1
            and re.match(r"(?:who|which|whether|is each|is every|are they|each|what|for each)\b", low)
        ):
            return everybody
        return None

    def _named(self, plain: str) -> list[tuple[int, str]]:
        found: list[tuple[int, int, str]] = []
        taken: set[int] = set()
        for name in sorted(self.frame.cast.names, key=len, reverse=True):
            for match in re.finditer(rf"(?<![\w])(?:the )?({re.escape(name)})(?![\w])", plain):
                if not taken & set(range(*match.span())):
                    taken |= set(range(*match.span()))
                    found.append((match.start(), self.frame.cast.names[name], match[1]))
        return [(thing, key) for _, thing, key in sorted(found)]

    def _whether(self, plain: str) -> Question | None:
        match = re.match(r"(is|are|did|does|do|was|were|has|have|can|could|must) ", plain, re.IGNORECASE)
        if match is None:
            return None
        helping = match[1].lower()
        said: list[Statement] = []
        for _, end in self.grammar.noun(plain, match.end() - 1):
            subject = plain[match.end() : end].strip()
            for each in self.grammar.read(f"{subject} {helping} {plain[end:].strip()}"):
                if each not in said:
                    said.append(each)
        return Question(form="whether", said=(said[0],)) if len(said) == 1 else None


def _flat(facts: Iterable[Statement]) -> Iterable[Statement]:
    for fact in facts:
        yield from getattr(fact, "parts", ()) if type(fact).__name__ == "All" else (fact,)
