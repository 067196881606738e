"""Brothers and sisters: "a girl has as many brothers as sisters"; nobody is their own one."""

import re
from collections.abc import Iterable, Sequence

from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, split, words_of
from solvent.translators.rules.quantities.facts import Asked, Unknown, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Draft, Reading, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words, matches

_BOYS, _GIRLS = Poly.unknown("boys"), Poly.unknown("girls")
_ONE = Poly.constant(1)
_WHO = re.compile(
    r"(?:an?|each|every|one|any|the|his|her|my) (?:of )?(?:the |his |her |these )?(?P<noun>girl|boy|sister"
    r"|brother|daughter|son)s?"
    r"(?: (?:in|of) (?:the|a|our|my|this) family)? (?:has|have) (?P<rest>.+)"
)
_FAMILY = re.compile(
    r"(?:(?:in|there is) (?:an?|the|our|one|my) (?:certain )?family|(?:an?|the|our|my|this) family has "
    r"(?:several|some|many)"
    r" (?:children|sons and daughters|boys and girls))"
)
_CHILDREN = re.compile(r"(?:.* )?(?:there are|has|have|with) (?P<n>\w+) (?P<what>children|boys|girls|sons|daughters)")
_ASKS = re.compile(
    r"(?:so )?how many (?P<what>boys|girls|sons|daughters|brothers|sisters|children)(?: and(?: how many)? "
    r"(?P<and>girls|boys|sisters"
    r"|daughters|brothers|sons))?(?: (?:are|does|do|is|there|in|the|this|my|that|their|our|family|have|has"
    r"|altogether|of"
    r"|we|they|are there))*"
)
_KIN = re.compile(r"\b(?P<owner>his|her) (?P<role>sister|brother) ,? ?(?P<name>[a-z]+)")
_SPEAKS = r"(?:says?|said|adds?|added|replies|replied|answers?|answered)"
_SAYS = re.compile(
    rf"(?:and |but )?i have (?P<said>[^;:]+?) ,? ?{_SPEAKS} (?:(?:his|her) (?:sister|brother) ,? ?)?(?P<after>[a-z]+)"
    rf"|(?:and |but )?(?:(?:his|her) (?:sister|brother) ,? ?)?(?P<name>[a-z]+) {_SPEAKS} ?[,:]? (?:and |but "
    rf"|well ,? )?"
    r"i have (?P<quoted>[^;:]+)"
)
_SUBJECT = re.compile(r"\b(?:girl|boy|sister|brother|daughter|son)s?\b")


def read(text: str) -> Reading | None:
    """Read a text about the children of a family; None if it is about something else."""
    sentences = sentences_of(text)
    lines = [" ".join(words_of(sentence)).strip(" ,;:") for sentence in sentences]
    lines = _spoken(lines)
    if not re.search(r"\bbrothers\b", " ".join(lines)) or not re.search(r"\bsisters\b", " ".join(lines)):
        return None
    draft, asked = Draft(), None
    for sentence, line in zip(sentences, lines, strict=True):
        question = _question(line.strip(" ?")) if sentence.rstrip().endswith("?") else None
        if question is not None:
            if asked is not None and asked != question:
                return None
            asked = question
            draft.note(sentence, "question")
            continue
        plain = re.sub(rf"^{_FAMILY.pattern} ?,? ?", "", line)
        told = split(tuple(plain.split()), _statement) if plain else ((),)
        if len(told) == 1:
            if told[0]:
                draft.clue(sentence, told[0])
            else:
                draft.note(sentence, "story")
        elif not told and tells_nothing(sentence, ["boys", "girls", "brothers", "sisters", "children"]):
            draft.note(sentence, "story")
        else:
            draft.note(sentence, "unread", "what it says about brothers and sisters is not understood")
    return Reading(tuple(draft.lines), (Unknown("boys", 0), Unknown("girls", 0)), asked)


def _spoken(lines: Sequence[str]) -> list[str]:
    """Write "i have ..., says tim" as "a boy has ...", where another line says "his sister" of the other speaker."""
    kin = [found for line in lines for found in _KIN.finditer(line)]
    speakers = {name for line in lines if (found := _SAYS.fullmatch(line)) for name in (found["after"], found["name"])}
    others = speakers - {None} - {each["name"] for each in kin}
    if len(kin) != 1 or len(others) != 1:
        return list(lines)
    genders = {kin[0]["name"]: "girl" if kin[0]["role"] == "sister" else "boy"}
    genders[next(iter(others))] = "boy" if kin[0]["owner"] == "his" else "girl"

    def plain(line: str) -> str:
        found = _SAYS.fullmatch(line)
        if found is None:
            return line
        return f"a {genders[found['after'] or found['name']]} has {found['said'] or found['quoted']}"

    return [plain(line) for line in lines]


def _question(line: str) -> Asked | None:
    found = _ASKS.fullmatch(line)
    if not found:
        return None
    if found["what"] == "children":
        return None if found["and"] else Asked(_BOYS + _GIRLS)
    names = [each for each in (found["what"], found["and"]) if each]
    known = {name: _BOYS if name in ("boys", "sons", "brothers") else _GIRLS for name in names}
    return Asked(known) if len(known) > 1 else Asked(next(iter(known.values())))


def _statement(words: Words) -> Sequence[Said]:
    return list(_said(" ".join(words)))


def _said(line: str) -> Iterable[Said]:
    if children := _CHILDREN.fullmatch(line):
        some = {"children": _BOYS + _GIRLS, "boys": _BOYS, "sons": _BOYS}.get(children["what"], _GIRLS)
        for number in Arithmetic(lambda _: (), lambda _: ()).slots["n"]((children["n"],)):
            yield (equal(some, Poly.constant(number)),)
    who = _WHO.fullmatch(line)
    if who is None:
        return
    girl = who["noun"] in ("girl", "sister", "daughter")
    seen = {"brothers": _BOYS if girl else _BOYS - _ONE, "sisters": _GIRLS - _ONE if girl else _GIRLS}
    is_there = compared(_GIRLS if girl else _BOYS, ">=", _ONE)
    known = Arithmetic(lambda words: [seen[words[0]]] if len(words) == 1 and words[0] in seen else [], lambda _: ())
    rest = tuple(who["rest"].split())
    for factor, one, other in matches("{f} as many {e} as {e}", rest, known.slots):
        yield is_there, equal(one, other.times(factor))
    for one, other in matches("as many {e} as {e}", rest, known.slots):
        yield is_there, equal(one, other)
    for one, other in matches("the same number of {e} as {e}", rest, known.slots):
        yield is_there, equal(one, other)
    for number, one, other in matches("{n} more {e} than {e}", rest, known.slots):
        yield is_there, equal(one, other + Poly.constant(number))
    for number, one in matches("{n} {e}", rest, known.slots):
        yield is_there, equal(one, Poly.constant(number))
