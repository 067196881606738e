"""Who a text speaks of: names and relatives, replaced by signs in its sentences ("p0"), and what pronouns stand for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.text.words import GLUE, NUMBER_WORDS, RESERVED, listed

_HE = listed("father son brother uncle grandfather grandpa husband nephew boy man dad grandson")
_SHE = listed("mother daughter sister aunt grandmother grandma wife niece girl woman mum mom granddaughter")
_BOTH = listed("cousin friend teacher child baby neighbour neighbor dog cat twin")
ROLE = "|".join([*_HE, *_SHE, *_BOTH])
_RELATIVE = re.compile(
    rf"\b(?:(?:his|her|their|my|the|an?|our|your|one|(?P<owner>[a-z]+) 's) )(?:only |older |younger |elder "
    rf"|little |big |best )?"
    rf"(?P<role>{ROLE})\b(?! \w+ed by)"
)
_NOT_NAMES = (
    GLUE
    | RESERVED
    | NUMBER_WORDS.keys()
    | frozenset(
        listed(
            """together altogether today now currently how what when which who if then please find determine both each
            all i the after before years year next last half twice later let given one another some divide split
            suppose"""
        )
    )
)
_GROUP = re.compile(
    r"\b(?:the |my |your |an? )?(?P<count>two|three|2|3) (?P<noun>sisters|brothers|friends|children|siblings|cousins"
    r"|people|boys|girls|women|men|kids|neighbours|neighbors)\b"
)
_MOST = 6


@dataclass
class People:
    """The people of a text: their names as written, and its sentences with signs for them."""

    names: list[str]
    lines: list[str]
    anonymous: bool = False


def find(sentences: Sequence[str], lines: Sequence[str]) -> People | None:
    """Find the people of a text; None if there are fewer than two, or it is not clear who is who."""
    names = names_of(sentences)
    text = " ; ".join(lines)
    keys: dict[str, str] = {name.lower(): name for name in names}
    owners: dict[str, set[str]] = {}
    appositions = _appositions(names)
    text = appositions.sub("", text)
    lines = [appositions.sub("", line) for line in lines]
    for match in _RELATIVE.finditer(text):
        role = match["role"]
        owners.setdefault(role, set())
        if match["owner"]:
            owners[role].add(match["owner"])
        keys.setdefault(role, role)
    if any(len(each) > 1 for each in owners.values()):
        return None
    if re.search(r"\b(?:i|me|my age|mine)\b", text) and re.search(
        r"\b(?:i am|am i|i was|me|my age|will i|i get|i have|i will)\b", text
    ):
        keys["i"] = "I"
    if not keys and (group := _GROUP.search(text)):
        count = {"two": 2, "three": 3}.get(group["count"]) or int(group["count"])
        marked = [_GROUP.sub("they", line) for line in lines]
        return People([f"{group['noun']} {n + 1}" for n in range(count)], marked, anonymous=True)
    if not 2 <= len(keys) <= _MOST:
        return None
    found = {key: re.search(rf"\b{re.escape(key)}\b", text) for key in keys}
    first = {key: mention.start() for key, mention in found.items() if mention}
    if len(first) < len(keys):  # somebody is named in a form that was rewritten, such as with an accent
        return None
    order = sorted(first, key=first.__getitem__)
    marked = [_marked(line, order) for line in lines]
    return People([keys[key] for key in order], _resolved(marked, order), anonymous=False)


def _appositions(names: Sequence[str]) -> re.Pattern[str]:
    """A relative in front of a name, who is the same person: "his sister (Lisa)"."""
    known = "|".join(re.escape(name.lower()) for name in names) or "-"
    return re.compile(rf"\b(?:his|her|their|my|the|our|(?:{known}) 's) (?:\w+ )?(?:{ROLE}) ,? ?(?=(?:{known})\b)")


def names_of(sentences: Sequence[str]) -> list[str]:
    """The words that begin with a capital in the middle of a sentence, or at its start and are no ordinary words."""
    found: dict[str, None] = {}
    for sentence in sentences:
        for match in re.finditer(r"[^\W\d_]+(?:-[^\W\d_]+)*", sentence):
            word = match[0]
            plain = word.lower()
            if word[0].isupper() and len(word) > 1 and plain not in _NOT_NAMES:
                before = sentence[: match.start()]
                first = not re.search(r"\w", before) or before[-1] in '"\u201c\u2018('
                rest = sentence[match.end() :].lstrip()
                verb = re.match(
                    r"(?:'s|\u2019s|,|and|is|was|will|has|have|gets|get|receives|got|had|are)\b|['\u2019,]", rest
                )
                if not first or verb:
                    found[word] = None
    return list(found)


def _marked(line: str, order: Sequence[str]) -> str:
    roles = {key: at for at, key in enumerate(order)}

    def relative(match: re.Match[str]) -> str:
        at = roles.get(match["role"])
        return f"p{at}" if at is not None else match[0]

    line = _RELATIVE.sub(relative, line)
    for key, at in roles.items():
        if key == "i":
            line = re.sub(r"\b(?:i|me)\b", f"p{at}", line)
            line = re.sub(r"\bmy\b", f"p{at} 's", line)
        else:
            line = re.sub(rf"\b{re.escape(' '.join(words_of(key)))}\b", f"p{at}", line)
    return line


# "if p0 were older, she would": the same person
_SUPPOSED = re.compile(r"^(if (?=(p\d))\2 (?:were|was) [a-z0-9 ]+ ,? ?)(?:he|she) would\b")


def _resolved(lines: Sequence[str], order: Sequence[str]) -> list[str]:
    """Replace pronouns where only one person can be meant: by gender, or of two by who was spoken of last."""
    genders = {f"p{at}": "he" if key in _HE else "she" if key in _SHE else "" for at, key in enumerate(order)}
    found: list[str] = []
    subject = ""
    for line in lines:
        words = _SUPPOSED.sub(r"\1\2 would", line).split()
        done: list[str] = []
        for at, word in enumerate(words):
            own = word in ("his", "her") and at + 1 < len(words) and words[at + 1] in ("age", "present", "current")
            last = word == "her" and (at + 1 == len(words) or words[at + 1] in (",", "and"))
            if word in ("he", "she", "him") or own or last:
                who = _who(word, genders, subject, [each for each in done if re.fullmatch(r"p\d", each)])
                done += [who, "'s"] if own and who else [who or word]
            else:
                done.append(word)
        named = [word for word in done if re.fullmatch(r"p\d", word)]
        subject = named[0] if named else subject
        found.append(" ".join(done))
    return found


def _who(pronoun: str, genders: dict[str, str], subject: str, named: Sequence[str]) -> str:
    gender = "she" if pronoun in ("she", "her") else "he"
    if all(genders.values()):
        fitting = [who for who, each in genders.items() if each == gender]
        if len(fitting) != 2 or len(genders) != 2:
            return fitting[0] if len(fitting) == 1 else ""
    if len(genders) != 2:
        return ""
    others = [who for who, each in genders.items() if each and each != gender]
    if len(others) == 1:
        return next(who for who in genders if who not in others)
    if named:
        return next((who for who in genders if who != named[0]), "")
    return subject
