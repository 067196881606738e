"""Finds what the clues speak of, with the frames in which each occurs: "drinks __", "the __ house", a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from solvent.translators.rules.clues.link_words import ADVERBS, IRREGULAR, PREPOSITIONS, verb_stem
from solvent.translators.rules.clues.links.small_words import BE, HAVE, RELATIVE, verb_like
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    KIN,
    MONTHS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    PEOPLE,
    RESERVED,
    WEEKDAYS,
    agent_stem,
    is_agent,
    is_english,
    is_superlative,
    listed,
    stem,
)

Frame = tuple[str, str]
LIKED = "liked"  # a frame of things that somebody likes
OPENING = "opening"  # a frame of words that may have a capital only because they begin a sentence
BARE = "bare"  # a frame of words without an article
_DETERMINERS = frozenset(listed("a an the his her its their my our your no some each every any this that these those"))
_SUBJECTS = frozenset(listed("he she it they we you i who that which whoever one ones somebody someone people man"))
_NO_VALUE = frozenset(
    listed(
        """hand side sides end ends row line place places position positions spot time times way day days week month
        year years neighbour neighbor neighbours neighbors order clue clues name names thing things kind sort type
        number numbers street centre center middle today yesterday tomorrow step steps please remaining find
        favourite favorite own only just also always there here now then well somewhere anywhere thing anything
        everything everyone everybody nobody whoever bit ca wo said
        says old mine yours hers spite top bottom ground
        children child kids kid owner owners family friend friends let us me"""
    )
)
_HOLDING = frozenset(
    listed(
        "hav have own keep possess get belong bring tak be with liv stand sit com go lik lov prefer enjoy fancy ador"
    )
)
_TITLES = frozenset(listed("mr mrs ms miss dr sir madam captain lady lord king queen prince princess"))
_PARTS = re.compile(r"[:;()\"\u201c\u201d\u2014]|(?<=[a-z])\. |\s[-\u2013]\s")
_BASE_PAST = frozenset(listed("beat cut hit put set cost read run"))  # forms of verbs like their base
_SHORT_DAYS = frozenset(listed("mon tue tues wed thu thur thurs fri sat sun"))
_BEFORE_BASE = frozenset(listed("not does do did will to they we you i"))
_JOINING = frozenset(listed("than of to but and or as like except"))
_DEGREES = frozenset(listed("as too very"))
_WHICH = frozenset(listed("which what whose"))
_PEOPLE = frozenset(listed("somebody someone nobody everybody everyone whoever person man woman one owner"))
_LAST = frozenset(listed("last remaining other missing 3th 4th 5th 6th 7th"))
_TELLING = frozenset({"from"})  # prepositions that say of what sort a value is
_LIKING = frozenset(listed("lik lov prefer enjoy fancy ador"))
_HOLDER = frozenset({"owner", "keeper", "holder"})
_POSITIONAL = frozenset(
    listed("next above below before after behind between beside ahead under over near opposite left right to off")
)
_MOST_WORDS = 3
_NEGATING = frozenset({"not", "neither", "nor", "either", "or", "only"})
_GET = frozenset({"get", "gets", "got"})
_DO = frozenset({"do", "does", "did"})
_ONE = frozenset({"one", "ones"})
_RELATIVE = frozenset(listed("who that which what whose whoever where"))
_DIVIDERS = _RELATIVE | {",", "and", "but", "or", "while", ";"}


@dataclass(frozen=True)
class Mention:
    """Words that may be a value, and what stands around them: a kind and a word; a `weak` frame fits any category."""

    text: str
    key: str
    frames: tuple[Frame, ...]


def is_weak(frame: Frame) -> bool:
    """Whether things of any category may stand in a frame: "has __", "the __", "the __ one"."""
    kind, word = frame
    if kind == "after":
        return word not in _TELLING
    return kind in ("the", OPENING, LIKED, BARE) or word in _HOLDING or (kind == "adjective" and word in _ONE)


def mentions(sentences: Sequence[str], nouns: frozenset[str]) -> Iterator[Mention]:
    """What sentences speak of; `nouns` are the stems of words for places and categories, which are no values."""
    told = [
        (tokenise(part), "?" in sentence) for sentence in sentences for part in _PARTS.split(sentence) if part.strip()
    ]
    names = {token.norm for tokens, _ in told for token in tokens[1:] if token.capitalised}
    common = {token.norm for tokens, _ in told for token in tokens if not token.capitalised} - names
    months = {token.norm for tokens, _ in told for token in tokens if token.norm in MONTHS}
    names |= months if len(months) == 1 else set()  # June may be a girl
    taken = [_Clause(tokens, nouns, names, common, asked=asked) for tokens, asked in told]
    deeds = {verb for clause in taken for verb in clause.verbs()}
    for clause in taken:
        yield from (each for each in clause.mentions() if verb_key(each.text) not in deeds)


def verb_key(norm: str) -> str:
    """The key of a verb, which its agent noun has too: "smok" of "smokes" and "smoker"."""
    return verb_stem(norm).removesuffix("e")


@cache
def _closed(norm: str) -> bool:
    """Whether a word belongs to grammar, or counts and compares."""
    if not norm[:1].isalpha() or norm in NUMBER_WORDS or norm in ORDINAL_WORDS or norm[:-1].isdecimal():
        return True
    known = GLUE | RESERVED | PREPOSITIONS | ADVERBS | _NO_VALUE | _DETERMINERS | KIN | RELATIVE
    if norm in known or norm in COMPARATIVES or is_superlative(norm) or norm in ("we", "i", "you", "us", "if"):
        return True
    calendar = stem(norm) in WEEKDAYS or norm in MONTHS
    return calendar or is_unit(norm) or (norm in PEOPLE and not is_agent(norm))


class _Clause:
    """A sentence with a label for each word: "o" open, "v" verb, "n" a noun of the scene, "c" closed."""

    def __init__(
        self, tokens: Sequence[Token], nouns: frozenset[str], names: set[str], common: set[str], *, asked: bool
    ) -> None:
        self.tokens, self.nouns, self.names, self.common = tokens, nouns, names, common
        self.before_nouns = _DEGREES | _WHICH if asked else _DEGREES
        self.labels = [self._plain(at) for at in range(len(tokens))]
        self._mark_verbs()

    def _plain(self, at: int) -> str:
        token, before = self.tokens[at], self.tokens[at - 1].norm if at else ""
        if (before, token.norm) == ("next", "door") or (
            (at or len(self.tokens) == 1) and token.capitalised and token.norm in _SHORT_DAYS
        ):
            return "c"
        if (before, token.norm) == ("on", "foot") or self._is_name(at):
            return "o"
        if token.key in self.nouns or token.norm in _ONE:
            return "n"
        named = token.capitalised and at and self.tokens[at - 1].capitalised and len(token.norm) > 2
        return "o" if named and not token.norm.endswith("th") else "c" if _closed(token.norm) else "o"

    def _is_name(self, at: int) -> bool:
        token = self.tokens[at]
        if not token.capitalised:
            return token.norm in MONTHS and token.norm in self.names
        if token.owner and token.norm not in _DETERMINERS | _SUBJECTS | _PEOPLE and token.key not in WEEKDAYS:
            return True
        if token.key in self.nouns or token.norm in _ONE:
            return False
        if token.norm in MONTHS and token.norm in self.names:
            return True
        if at == 0:
            return token.norm in self.names - self.common and _closed(token.norm) and self._in_a_name(at)
        return not _closed(token.norm) or self._in_a_name(at)

    def _in_a_name(self, at: int) -> bool:
        """Whether a word of grammar is a name or in one: "Will", "Old Gold"."""
        token, following = self.tokens[at], self.tokens[at + 1 : at + 2]
        norm = token.norm
        calendar = stem(norm) in WEEKDAYS or norm in MONTHS
        if calendar or norm in _TITLES | _DETERMINERS | _SUBJECTS | {"clue", "clues", "hint"}:
            return False
        if norm in KIN and following and following[0].capitalised:
            return False
        return len(norm) > 2 and token.text[1:].islower()

    def _mark_verbs(self) -> None:
        finite = relative = False  # whether the clause has its verb, and whether it is a relative clause
        for at, token in enumerate(self.tokens):
            if token.norm in _DIVIDERS:
                finite, relative = False, relative or token.norm in _RELATIVE
            if not self._may_be_verb(at):
                finite = finite or token.norm in BE or token.norm in HAVE
                continue
            if finite and relative and verb_like(token.norm) and self.labels[at - 1] in "on":
                finite = relative = False  # "the one who drinks cocoa lives ..."
            if self._is_verb(at, finite=finite):
                self.labels[at] = "v"
                finite = finite or not token.norm.endswith("ing")

    def _may_be_verb(self, at: int) -> bool:
        token = self.tokens[at]
        if at == 0 or token.owner or token.capitalised:
            return False
        doer = self._are_several(at - 1) or self.tokens[at - 1].norm in ("they", "who", "people", "whoever")
        return self.labels[at] == "o" or (self.labels[at] == "n" and (token.norm.endswith("s") or doer))

    def _are_several(self, at: int) -> bool:
        """Whether a word is a family as in "the Quists"."""
        token = self.tokens[at]
        return token.capitalised and token.norm.endswith("s") and not token.owner

    def _is_verb(self, at: int, *, finite: bool) -> bool:
        """Whether a word is a verb by its form and by the word before it; `finite` if the clause has its verb."""
        norm, before = self.tokens[at].norm, self.tokens[at - 1]
        singular = norm.endswith("s") and not norm.endswith("ss")
        if self._follows_subject(at) or (before.norm in _BEFORE_BASE and not singular and not before.owner):
            return True
        if before.norm in _DO:
            return not singular
        if (
            before.number
            or before.norm in NUMBER_WORDS.keys() - _ONE
            or (norm not in IRREGULAR and not verb_like(norm))
        ):
            return False
        if before.norm in HAVE:
            return not singular and self._ends_verb(at)  # "has brought the guitar"
        if before.norm in BE | _GET or before.norm in ADVERBS:
            return not singular or (before.norm in ADVERBS and not finite)
        subject = before.owner or not (before.norm in _DETERMINERS or before.norm in PREPOSITIONS)
        return subject and (norm.endswith("ing") or not finite)

    def verbs(self) -> Iterator[str]:
        """The keys of the verbs."""
        return (verb_key(token.norm) for token, label in zip(self.tokens, self.labels, strict=True) if label == "v")

    def _follows_subject(self, at: int) -> bool:
        """Whether a word is a verb by what stands around it, whatever its form."""
        norm, before = self.tokens[at].norm, self.tokens[at - 1]
        if self._are_several(at - 1) and at > 1 and self.tokens[at - 2].norm == "the" and not is_agent(norm):
            return True  # "the Quists live"
        if before.norm.endswith("s") and self._opens(at - 1) and not before.owner and self._ends_verb(at):
            return True  # "Beets grow in bed 4"
        wishes = [each.norm for each in self.tokens[at + 1 : at + 2]] == ["to"]  # "Gus and Lena want to ..."
        return self.labels[at - 1] == "o" and (wishes or norm in _BASE_PAST)

    def _opens(self, at: int) -> bool:
        """Whether a sentence begins with a word, apart from its article."""
        return self.labels[at] == "o" and (at == 0 or (at == 1 and self.tokens[0].norm == "the"))

    def _ends_verb(self, at: int) -> bool:
        """Whether a determiner, a preposition, a name or nothing follows a word."""
        following = self.tokens[at + 1 : at + 2]
        norm = following[0].norm if following else ""
        return not norm or norm in _DETERMINERS or norm in PREPOSITIONS or following[0].capitalised

    def _names_a_category(self, start: int, end: int) -> bool:
        """Whether words are the noun of "Lara's event is ..."."""
        if not start or not self.tokens[start - 1].owner or self.tokens[start].capitalised or end >= len(self.tokens):
            return False
        after = [token.norm for token in self.tokens[end : end + 2]]
        return after[0] in BE and len(after) > 1 and after[1] not in PREPOSITIONS

    def mentions(self) -> Iterator[Mention]:
        at, before = 0, None
        while at < len(self.tokens):
            if self.labels[at] != "o":
                at += 1
                continue
            end = at + 1
            while end < len(self.tokens) and self.labels[end] == "o" and not self.tokens[end - 1].owner:
                if self.tokens[at].capitalised and at and not self.tokens[end].capitalised and not self._is_doer(end):
                    break  # "faced Dora straight"
                end += 1
            if not self._names_a_category(at, end) and not (at and self.tokens[at - 1].norm in self.before_nouns):
                found = self._mention(at, end)
                if found and before and self._joined(before[1], at):
                    found = replace(found, frames=tuple(dict.fromkeys((*before[0].frames, *found.frames))))
                if found:
                    before = found, end
                    yield found
            at = end

    def _is_doer(self, at: int) -> bool:
        """Whether words from here on end with a noun for people, as in "Pall Mall smoker"."""
        end = at
        while end + 1 < len(self.tokens) and self.labels[end + 1] == "o":
            end += 1
        return is_agent(self.tokens[end].norm)

    def _joined(self, end: int, start: int) -> bool:
        """Whether only "or" or "nor" and an article stand between two values."""
        between = {token.norm for token in self.tokens[end:start]}
        return not between.isdisjoint({"or", "nor"}) and between <= {"or", "nor", ","} | _DETERMINERS

    def _mention(self, start: int, end: int) -> Mention | None:
        frames, end = self._compound(start, end)
        if end - start > _MOST_WORDS:
            return None
        text = " ".join(token.text for token in self.tokens[start:end])
        title = self.tokens[start - 1] if start else None
        if title and title.capitalised and (title.norm in _TITLES or title.norm in KIN):
            text = f"{title.text} {text}"
        if start == 0 and not self._proper(0):
            text = text[:1].lower() + text[1:]
        key = " ".join(token.key for token in self.tokens[start:end])
        frames = frames or self._before(start) or self._as_subject(start, end)
        return Mention(text, key, (*frames, *self._bare(start, end, frames)))

    def _bare(self, start: int, end: int, frames: Sequence[Frame]) -> list[Frame]:
        """The frame of a noun in the singular without an article: "drinks tea", "cider goes with the cat"."""
        articled = start > 0 and (self.tokens[start - 1].norm in _DETERMINERS or self.labels[start - 1] != "v")
        plural = self.tokens[end - 1].norm.endswith("s")
        if (
            end - start > 1
            or articled
            or plural
            or self._proper(start)
            or any(kind == "adjective" for kind, _ in frames)
        ):
            return []
        return [(BARE, "")]

    def _compound(self, start: int, end: int) -> tuple[list[Frame], int]:
        """The frame that the noun after a value gives ("the tea drinker", "the green house"), and where it ends."""
        last, following = self.tokens[end - 1], self.tokens[end] if end < len(self.tokens) else None
        whose: Frame = ("proper", "the") if self._proper(start) else ("object", "have")
        if end - start > 1 and not last.capitalised and is_agent(last.norm):
            verb = agent_stem(last.norm).removesuffix("e") or last.key
            return [whose if last.norm in _HOLDER else ("object", verb)], end - 1
        if following is None or last.owner:
            return [], end
        if following.norm in ("owner", "owners"):
            return [whose], end
        return [("adjective", following.key)] if self.labels[end] == "n" else [], end

    def _before(self, start: int) -> list[Frame]:
        """The frames that the title, the verb or preposition before a value gives."""
        title = self.tokens[start - 1] if start else None
        if title and title.norm in _TITLES:
            return [("titled", "")]
        if title and title.capitalised and self.labels[start - 1] == "n" and self._proper(start):
            return [("adjective", title.key)]  # "Professor Stone"
        left = start - 1
        while left >= 0 and self.tokens[left].norm in _DETERMINERS | _NEGATING:
            left -= 1
        return self._governed(left, start) if left >= 0 else []

    def _governed(self, left: int, start: int) -> list[Frame]:
        """The frames that the word at `left` gives to a value, with only determiners between them."""
        norm, articled = self.tokens[left].norm, self.tokens[start - 1].norm in _DETERMINERS
        if self.labels[left] == "v":
            verb = verb_key(norm)
            if self._proper(start) and articled and is_weak(("object", verb)):
                return [("proper", "the")]  # "in the red house lives the Briton"
            return [(LIKED if verb in _LIKING else "object", verb)]
        if norm in _DO:
            return [(LIKED, "do")]
        if norm in HAVE or norm == "with":
            return [("object", "have")]
        if norm in BE:
            subject = [at for at in range(left) if self.labels[at] == "n" and self.tokens[at].norm not in _ONE]
            last = bool(subject) and subject[0] > 0 and self.tokens[subject[0] - 1].norm in _LAST
            return [("adjective", self.tokens[subject[0]].key)] if subject and (last or not articled) else []
        if norm not in PREPOSITIONS or norm in _JOINING:
            return []
        plain = "" if norm in _POSITIONAL else norm
        verbal = plain and left and self.labels[left - 1] == "v"
        return [("after", plain), *([("object", f"{verb_key(self.tokens[left - 1].norm)} {plain}")] if verbal else [])]

    def _as_subject(self, start: int, end: int) -> list[Frame]:
        """The frames of a subject, by its verb: passive, a cleft sentence, or what it does itself."""
        if noun := self._named_after(end):
            return [("adjective", noun)]
        if [token.norm for token in self.tokens[end : end + 2]] in (["is", "what"], ["was", "what"]):
            verbs = [at for at in range(end + 2, len(self.tokens)) if self.labels[at] == "v"]
            return [("object", verb_key(self.tokens[verbs[0]].norm))] if verbs else [("the", "")]
        passive = [at for at in range(end, min(end + 3, len(self.tokens))) if self.labels[at] == "v"][:1]
        for at in passive:
            done = any(token.norm in BE | _GET for token in self.tokens[end:at])
            if done and not self.tokens[at].norm.endswith("ing"):
                return [("object", verb_key(self.tokens[at].norm))]
        articled = start > 0 and self.tokens[start - 1].norm in _DETERMINERS
        if self._proper(start):
            opens = start == 0 and self.tokens[0].norm not in self.names and is_english(self.tokens[0].norm)
            return [("proper", "the" if articled else ""), *([(OPENING, "")] if opens else [])]
        return [("the", "agent" if start and is_agent(self.tokens[end - 1].norm) else "")]

    def _named_after(self, end: int) -> str:
        """The noun of "tea is the Dane's drink" after "tea", or ""."""
        following = self.tokens[end : end + 5]
        if not following or following[0].norm not in BE:
            return ""
        owner = next((at for at, token in enumerate(following) if token.owner), len(following))
        return following[owner + 1].key if owner + 1 < len(following) and self.labels[end + owner + 1] == "n" else ""

    def _proper(self, at: int) -> bool:
        token = self.tokens[at]
        if not token.capitalised or (at == 0 and token.norm in self.common):
            return False
        if at or token.norm in self.names or not is_english(token.norm):
            return True
        following = [each.norm for each in self.tokens[1:3]]
        verb = self.labels[2:3] == ["v"] and following[1] != "born" and not following[1].endswith("ing")
        mass = following[:1] and following[0] in BE | _GET and (verb or following[1:] == ["what"])
        many = token.norm.endswith("s") and following[:1] in (["are"], ["were"], ["have"], ["do"])
        return token.owner or not (mass or many)
