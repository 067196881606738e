"""Who a text speaks of: names and relatives, and whom its pronouns mean."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from solvent.translators.rules.quantities.mentions import names_of
from solvent.translators.rules.rough.quantities.items import words_in
from solvent.translators.rules.text.words import (
    GLUE,
    IRREGULAR_PAST,
    MONTHS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    WEEKDAYS,
    is_english,
    listed,
)

_MOST = 7
_HE = frozenset(
    listed(
        """father son brother uncle grandfather grandpa grandad husband nephew boy man dad daddy grandson mr king
        prince"""
    )
)
_SHE = frozenset(
    listed(
        """mother daughter sister aunt grandmother grandma granny wife niece girl woman mum mom mummy
        granddaughter mrs ms miss queen princess"""
    )
)
_ROLES = (
    _HE
    | _SHE
    | frozenset(listed("cousin friend teacher child baby neighbour neighbor twin parent dog cat tree tortoise"))
) - {"mr", "mrs", "ms", "miss"}
_SAME = {"dad": "father", "daddy": "father", "mum": "mother", "mom": "mother", "mummy": "mother", "grandad": "grandpa"}
_DATES = frozenset((*MONTHS, *WEEKDAYS))
_CODED = frozenset(listed("box shelf class team group bag room shop bus train tank jar field school basket jug pile"))
_CODE = re.compile(r"[a-h]|\d[a-h]")
_GENERAL = frozenset(("boy", "girl", "child", "man", "woman"))
_ELDERS = frozenset(listed("father mother grandfather grandpa grandmother grandma granny uncle aunt teacher parent"))
_SAYS = frozenset(listed("says said adds added replies replied answers answered explains thinks remarks"))
_BEFORE = frozenset(listed("his her their its my the a an our your one 's whose"))
_BETWEEN = frozenset(listed("only older younger elder little big best eldest youngest oldest twin old young"))
_GROUPS = frozenset(
    listed(
        """numbers integers pages pieces parts multiples lengths angles sides shelves boxes baskets bags jars
        barrels piles heaps classes teams groups rooms shops fields ropes sticks sisters brothers friends children
        siblings cousins people boys girls women men kids neighbours neighbors twins sons daughters persons
        students pupils players"""
    )
)
_PLACES = frozenset(listed("day week month shelf box basket shop piece number class room field bag jar stop hour"))
_COUNTS = {word: number for word, number in NUMBER_WORDS.items() if 2 <= number <= _MOST}
_COUNTS |= {str(number): number for number in _COUNTS.values()}


@dataclass
class People:
    """The people of a text as written, and its sentences as words, with "p0" for the first of them."""

    names: list[str] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    anonymous: bool = False
    genders: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=2)  # several themes look at the same text
def find(sentences: tuple[str, ...]) -> People | None:
    """Find the people of a text; None if there are none, or too many."""
    lines = [list(words_in(each)) for each in sentences]
    named = [*names_of(sentences), *_first_words(sentences)]
    names = {" ".join(words_in(name)): name for name in named if name.lower() not in _DATES}
    finder = _Finder(names)
    finder.extra = _aged(sentences)
    finder.others = {name for name in names if _acts_only(name, lines)}
    spoken = []
    marked = []
    for line in lines:
        spoken.append(finder.spoken(line))
        marked.append(finder.marked(spoken[-1]))
    lines = spoken
    found = finder.people
    if len(found.names) > 2:
        _drop_strangers(found, marked)
    group = max((at for line in lines for at in _group(line)), default=None) if len(found.names) < 2 else None
    if not found.names and group is None:
        return None
    if group is not None and not (found.names and _asks_for_one(sentences, marked)):
        found.genders = {}
        found.names = [f"{group[1]} {number + 1}" for number in range(group[0])]
        found.anonymous = True
    if len(found.names) > _MOST:
        return None
    found.lines = [] if found.anonymous else _resolved(marked, found)
    found.lines = found.lines or lines
    return found


_ACTS = frozenset(
    listed(
        """left leaves bequeaths bequeathed divides divided distributes distributed wants wanted tells told asks
        asked says said wrote writes counted counts"""
    )
)


def _acts_only(name: str, lines: Sequence[list[str]]) -> bool:
    """Whether somebody is only named as the one who shares out, asks or counts."""
    after = [line[at + 1] for line in lines for at, word in enumerate(line[:-1]) if word == name]
    return len(after) == 1 and after[0] in _ACTS and sum(line.count(name) for line in lines) == 1


def _first_words(sentences: Sequence[str]) -> Iterator[str]:
    """First words of sentences that are no English words, or are followed by a verb, and so are names."""
    for each in sentences:
        first = re.match(r"\W*([A-Z][a-z]+) ([a-z]+)\b", each)
        if first is None or first[1].lower() in GLUE | RESERVED | NUMBER_WORDS.keys():
            continue
        acts = (first[2].endswith("ed") or first[2] in IRREGULAR_PAST) and not first[1].endswith("s")
        if acts or not is_english(first[1].lower()):
            yield first[1]


def _drop_strangers(people: People, lines: list[list[str]]) -> None:
    """Leave out who is only named where nothing is said of amounts: "a riddle that my daughter brought home"."""
    telling = [line for line in lines if "asked" not in line and any(map(_tells, line))]
    told = {word for line in telling for word in line}
    kept = [number for number in range(len(people.names)) if f"p{number}" in told]
    if len(kept) < 2 or len(kept) == len(people.names):
        return
    signs = {f"p{old}": f"p{new}" for new, old in enumerate(kept)}
    gone = {f"p{number}" for number in range(len(people.names))} - signs.keys()
    people.names = [people.names[old] for old in kept]
    people.genders = {signs[sign]: gender for sign, gender in people.genders.items() if sign in signs}
    for line in lines:
        line[:] = [signs.get(word, "px" if word in gone else word) for word in line]


_TELLING = frozenset(listed("twice half old older younger age ages more less fewer as than many sum born"))


def _asks_for_one(sentences: Sequence[str], lines: Sequence[list[str]]) -> bool:
    """Whether the only person named is asked for."""
    return any("p0" in line and "?" in sentence for sentence, line in zip(sentences, lines, strict=True))


_AGED = re.compile(r"\b(?:the|an?|its|this|my) ([a-z]+) (?:is|was|will be)\b")


_COMPARED = re.compile(
    r"\b(?:than|as|and) (?:the|an?|its|this|my) ([a-z]+)(?=[.,;?!]| (?:is|was|will|and|are|have|has)\b)"
)


def _aged(sentences: Sequence[str]) -> frozenset[str]:
    """Things that have an age: "a ship", "its boiler"."""
    text = " ".join(sentences).lower()
    if not re.search(r"\b(?:old|older|younger)\b", text):
        return frozenset()
    found = [*_AGED.findall(text), *_COMPARED.findall(text)]
    first = re.findall(r"(?:^|[.!?] )(?:the|an?|my|our) ([a-z]+) (?:of|in|on|from|is|was|will)\b", text)
    kept = {word for word in found if len(re.findall(rf"\b{word}\b", text)) > 1} | set(first)
    return frozenset(
        kept
        - GLUE
        - RESERVED
        - NUMBER_WORDS.keys()
        - ORDINAL_WORDS.keys()
        - {"sum", "difference", "total", "product", "number", "oldest", "youngest", "age", "ages", "one", "two"}
    )


_YOU = frozenset(("you", "your", "yours"))
_FAMILY = frozenset(listed("kids children family siblings brothers sisters twins triplets boys girls household"))


def _tells(word: str) -> bool:
    return word in _TELLING or word in NUMBER_WORDS or word[0].isdecimal()


def _group(line: Sequence[str]) -> list[tuple[int, str]]:
    """A number of people without names: "two sisters"."""
    ordinals = [
        (ORDINAL_WORDS[one], f"{other}s") for one, other in pairwise(line) if one in ORDINAL_WORDS and other in _PLACES
    ]
    second = [
        (2, "numbers") for one, other in pairwise(line) if one in ("another", "second", "other") and other == "number"
    ]
    return (
        ordinals
        + second
        + [
            (_COUNTS[word], noun)
            for at, word in enumerate(line)
            for noun in line[at + 1 : at + 5]
            if word in _COUNTS and noun in _GROUPS
        ]
    )


class _Finder:
    """Replaces names and relatives by signs."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.people = People()
        self.others: set[str] = set()
        self.signs: dict[str, str] = {}
        self.extra: frozenset[str] = frozenset()

    def sign(self, key: str, name: str, gender: str = "") -> str:
        if key not in self.signs:
            self.signs[key] = f"p{len(self.people.names)}"
            self.people.names.append(name)
        sign = self.signs[key]
        if gender:
            self.people.genders.setdefault(sign, gender)
        return sign

    def spoken(self, line: list[str]) -> list[str]:
        """Leave out "says Ann", and note that "I" is her, and whom she speaks to."""
        for at, word in enumerate(line):
            if word not in _SAYS:
                continue
            after, before = line[at + 1 : at + 3], line[max(0, at - 1) : at]
            ahead = [each for each in after if each in self.names]
            name = next((each for each in (*ahead[::-1], *before) if each in self.names or each in _ROLES), "")
            if not name:
                return line
            gender = "he" if {name, *ahead[:1]} & _HE else "she" if {name, *ahead[:1]} & _SHE else ""
            full = " ".join(self.names[each] for each in ahead) or self.names.get(name, name)
            self.signs["i"] = self.sign(_SAME.get(name, name), full, gender)
            others = [each for each in self.names if each != name and each not in ahead]
            if len(others) == 1 and name in self.names:
                self.signs["you"] = self.sign(others[0], self.names[others[0]])
            heard = next((each for each in line[at + 1 :] if each in _ROLES or each in self.names), "")
            if line[at + 1 : at + 2] == ["to"] and heard:
                self.signs["you"] = self.sign(_SAME.get(heard, heard), self.names.get(heard, heard))
            if name in _ROLES:
                return line
            return [*line[:at], *line[at + 1 + len(ahead) :]] if ahead else [*line[: at - 1], *line[at + 1 :]]
        return line

    def marked(self, line: Sequence[str]) -> list[str]:
        """Read a sentence from left to right."""
        line = [one for one, other in pairwise([*line, ""]) if not (one in self.names and other in _FAMILY)]
        found: list[str] = []
        at = 0
        while at < len(line):
            size, sign = self._relative(line, at, found) or self._named(line, at) or (1, line[at])
            if sign:
                found.append(sign)
            at += size
        return found

    def _pronoun(self, line: Sequence[str], at: int) -> str:
        """Whom "I", "you" and "we" mean in what somebody says; "" for other words."""
        word = line[at]
        if word in ("i", "me", "mine") or (word == "my" and at + 1 < len(line) and line[at + 1] in ("age", "own")):
            return self.sign("i", "I")
        if "you" not in self.signs:
            return ""
        return self.signs["you"] if word in _YOU else "they" if word in ("we", "us", "our") else ""

    def _named(self, line: Sequence[str], at: int) -> tuple[int, str] | None:
        word = line[at]
        if spoken := self._pronoun(line, at):
            return 1, spoken
        if word in _CODED and _CODE.fullmatch(line[at + 1] if at + 1 < len(line) else ""):
            return 2, self.sign(
                f"{word} {line[at + 1]}", f"{word} {line[at + 1].upper() if len(line[at + 1]) == 1 else line[at + 1]}"
            )
        if word in self.others:
            self.people.genders["px"] = "he" if word in _HE else "she" if word in _SHE else ""
            return 1, "px"
        behind = line[at + 1] if at + 1 < len(line) else ""
        if word != behind and word in self.names and behind in self.names:  # "Uncle Bert"
            if " " not in self.names[word] + self.names[behind]:
                self.names[behind] = f"{self.names[word]} {self.names[behind]}"
            if word in _HE | _SHE:
                self.sign(behind, self.names[behind], "he" if word in _HE else "she")
            return 1, ""
        if word in self.names:
            key = _SAME.get(word, word)
            gender = "he" if word in _HE else "she" if word in _SHE else ""
            later = line[at + 1 : at + 6]
            if not gender and later[:1] == ["and"] and later[1:2] and later[1] in ("his", "her"):
                gender = "he" if later[1] == "his" else "she"
            return 1, self.sign(key, self.names[word], gender)
        return None

    def _meant(self, role: str, gender: str) -> str:
        """Whom "the boy" means: the only son, nephew or brother."""
        young = role in ("boy", "girl", "child", "lad", "lass")
        fits = [
            sign
            for key, sign in self.signs.items()
            if self.people.genders.get(sign, gender or "?") == gender and (key in _ELDERS) != young
        ]
        return fits[0] if len(fits) == 1 else ""

    def _relative(self, line: Sequence[str], at: int, done: list[str]) -> tuple[int, str] | None:
        if line[at] not in _BEFORE:
            return None
        here = at + 1
        while here < len(line) and line[here] in _BETWEEN:
            here += 1
        role = line[here] if here < len(line) else ""
        if role not in _ROLES and role not in self.extra:
            return None
        gender = "he" if role in _HE else "she" if role in _SHE else ""
        if line[at] in ("his", "her") and (owner := next((word for word in reversed(done) if is_sign(word)), "")):
            self.people.genders.setdefault(owner, "he" if line[at] == "his" else "she")
        if line[at] == "'s" and done and done[-1].startswith("p"):
            done.pop()
        after = here + 2 if line[here + 1 : here + 2] == [","] else here + 1
        if after < len(line) and line[after] in self.names:  # "his sister Lisa"
            self.sign(line[after], self.names[line[after]], gender)
            return here + 1 - at, ""
        if (
            len(done) > 1 and done[-1] == "," and done[-2].startswith("p") and line[here + 1 : here + 2] != ["and"]
        ):  # "Lisa, his sister,"
            self.people.genders.setdefault(done[-2], gender)
            return here + 1 - at, ""
        if done and done[-1] in ("is", "was") and line[at] in ("a", "an") and not line[here + 1 : here + 2]:
            return None
        if role in _GENERAL and role not in self.signs and (meant := self._meant(role, gender)):
            return here + 1 - at, meant
        return here + 1 - at, self.sign(_SAME.get(role, role), role, gender)


_HIM = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she"}
_OWNED = frozenset(("age", "current", "present", "own"))


def _resolved(lines: Sequence[list[str]], people: People) -> list[list[str]]:
    subject = ""
    found = []
    for line in lines:
        done: list[str] = []
        for at, word in enumerate(line):
            after = line[at + 1] if at + 1 < len(line) else ""
            possessive = word == "his" or (word == "her" and after not in ("", ",", "and", "is", "was", "will", "then"))
            if word in _HIM and (not possessive or after in _OWNED):
                done.append(_who(_HIM[word], people, subject, done) or word)
            else:
                done.append(word)
        named = [word for word in done if is_sign(word)]
        subject = named[0] if named else subject
        found.append(done)
    return found


def is_sign(word: str) -> bool:
    """Whether a word stands for somebody."""
    return len(word) == 2 and word[0] == "p" and word[1].isdigit()


def _who(gender: str, people: People, subject: str, done: Sequence[str]) -> str:
    """Whom a pronoun means: one of its gender; after "as" or "than", somebody else than the subject."""
    everyone = [f"p{number}" for number, name in enumerate(people.names) if name != "I"]
    known = [who for who in (*everyone, "px") if people.genders.get(who) == gender]
    fitting = known or [who for who in everyone if who not in people.genders]
    named = [word for word in done if is_sign(word)]
    compares = bool(named) and any(word in ("as", "than") for word in done)
    if compares and fitting == named[:1]:  # "she will be twice as old as her"
        others = [who for who in everyone if who != named[0] and people.genders.get(who, gender) == gender]
        fitting = others or fitting
    if len(fitting) == 1:
        people.genders.setdefault(fitting[0], gender)
        return fitting[0]
    if compares:
        others = [who for who in fitting if who != named[0]]
        return others[0] if len(others) == 1 else next((who for who in reversed(named[1:]) if who in fitting), "")
    meant = next((who for who in (*reversed(named), subject) if who in fitting), fitting[0] if fitting else "")
    if meant and not known:
        people.genders.setdefault(meant, gender)  # so that "him" is somebody else than "she"
    return meant
