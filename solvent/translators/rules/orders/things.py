"""What the things of an order are called: by a list in the text, or by the names that its sentences speak of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.orders.axes import VERBS
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    KIN,
    MONTHS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    WEEKDAYS,
    is_english,
    listed,
    stem,
)

MOST = 20  # things
_LEAST = 3  # things in a list; of two, there is little to ask
_NAME = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lady|Aunt|Uncle|King|Queen)\.? )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?"
TITLED = "Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Aunt|Auntie|Uncle|Cousin|King|Queen|Lord|Grandma|Grandpa"
_PLAIN = r"[a-z][\w-]*(?: [a-z][\w-]*)?"
_QUOTED = r"['\"\u2018\u201c][A-Za-z][\w ]*['\"\u2019\u201d]"
_ARTICLE = r"(?:an?|the|my|one|our|his|her|its|their) "


def _list(item: str) -> str:
    return rf"{item}(?:, {item}){{1,{MOST}}},? (?:and|or|&) {item}|{item}(?:, {item}){{2,{MOST}}}"


_OBJECT = rf"(?i:{_ARTICLE})[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){{0,2}}?"
_NAMED = re.compile(rf"(?<![\w'])(?:[Tt]he )?(?:{_list(_NAME)})(?![\w'])")
_WITH_THE = re.compile(rf"(?<![\w'])(?:{_list('[Tt]he ' + _NAME)})(?![\w'])")
_ARTICLES = re.compile(
    rf"(?<![\w'])(?:{_list(_OBJECT)})(?=\W*$|[.;:)]| (?:are|is|"
    rf"stand|stood|were|sit|lie|hang|finished?|ran|live|took|line|"
    r"form|play|sing|perform|queue)\b)"
)
_BARE = re.compile(
    rf"(?:(?<=: )|(?<=\()|(?<=namely )|(?<=called )|(?<=are )|(?<=were )|(?<=in )|(?<=colours )|(?<=colors "
    rf"))(?:{_list(_PLAIN)})"
    r"(?=\W*$|[.;)]| (?:are|is|were|take|have)\b)"
)
# After a colon, some items may have an article: "the sleeper, first class and the mail van".
_MIXED_ITEM = r"(?:(?:an?|the) )?[a-z][\w-]*(?: [a-z][\w-]*)?"
_MIXED = re.compile(rf"(?<=: )(?:{_list(_MIXED_ITEM)})(?=\W*$)")
# Of single words, the last of those before the first comma is a name: "she does chess, choir and yoga".
_SINGLE = re.compile(
    rf"(?:(?<=[a-z)] )|^|(?<=[.!?] ))(?:{_list('[A-Za-z][a-z-]+')})(?=\W*$|[.;:),]| (?:each|are|were)\b)"
)
_IN_QUOTES = re.compile(_list(_QUOTED))
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "sir", "madam", "lady", "captain", "commander"})
_WORD = r"[A-Z][a-z\u00e0-\u017f]+(?:[A-Z][a-z]+)?"
_WORDS = rf"{_WORD}(?: {_WORD})*"
_FUNCTION = (
    (GLUE - _TITLES)
    | RESERVED
    | NUMBER_WORDS.keys()
    | ORDINAL_WORDS.keys()
    | {
        *MONTHS,
        *WEEKDAYS,
        "i",
        "my",
        "our",
        "we",
        "you",
        "your",
        "how",
        "please",
        "list",
        "if",
        "no",
        "somebody",
        "say",
    }
    | {"everyone", "everybody", "nobody", "someone", "somewhere", "exactly", "directly", "immediately", "also", "so"}
    | {"today", "tomorrow", "yesterday", "there", "clue", "clues", "from", "write", "order", "sort", "put", "rank"}
)

_VERB = (
    "is|was|has|does|did|came|won|beat|sits|stands|lives|costs|weighs|ran|[a-z]{2,}ed|sat|stood|comes|arrives|scores|"
    "lies|hangs|goes"
)
_NUMBERS = "|".join(NUMBER_WORDS)
# Verbs of wish, attempt, change and failure: what "wants to be first" need not be it.
_UNREAL = frozenset(
    listed(
        """want wants wanted like likes liked prefer prefers preferred try tries tried expect expects expected "
        "plan plans
        planned promise promised offer offered ask asks asked dream dreams dreamt used need needs needed move moves
        moved swap swaps swapped change changes changed cancel cancelled canceled postpone postponed delay delayed skip
        skips skipped miss misses missed drop drops dropped remove removed forbid forbidden ban banned intend intends
        intended mean meant fear feared look looks looked feel feels felt sound sounds remember remembers remembered
        imagine imagined pass passes passed overtake overtakes overtook overtaken leave leaves left became become
        becomes remain remains turn turns turned know knows knew say says said tell tells told call called name named
        see sees saw seen watch watches watched"""
    )
)
_WHICH = frozenset(
    {"other", "remaining", "middle", "next", "only", "same", "right", "left", "top", "bottom", "new", "old"}
)
_WHEN = frozenset({"yesterday", "today", "tomorrow", "recently", "tonight"})
_CALENDAR = frozenset({*MONTHS, *WEEKDAYS})


@dataclass(frozen=True)
class Listed:
    """The names of a text's things: where their list begins and ends, or None if the sentences were gone through."""

    names: tuple[str, ...]
    at: tuple[int, int] | None = None
    noun: str = ""  # "car" in "a red, a blue and a green car"


def lists(text: str) -> list[Listed]:
    """Return the lists of at least three names in a text, in its order; they do not overlap."""
    found: list[Listed] = []
    for pattern in (_IN_QUOTES, _WITH_THE, _NAMED, _ARTICLES, _MIXED, _BARE, _SINGLE):
        for match in pattern.finditer(text):
            if any(each.at and match.start() < each.at[1] and each.at[0] < match.end() for each in found):
                continue
            listed = _items(match[0], match.start())
            if listed is not None:
                found.append(listed)
    return sorted(found, key=lambda each: each.at or (0, 0))


def _items(run: str, start: int) -> Listed | None:
    pieces = [piece.strip("'\"\u2018\u2019\u201c\u201d") for piece in re.split(r",? (?:and|or|&) |, ", run) if piece]
    names = [re.sub(rf"^(?:{_ARTICLE}|the (?=[a-z]))", "", piece, flags=re.IGNORECASE) for piece in pieces]
    if names[0][0].isupper() and all(name[0].islower() for name in names[1:]):
        names[0] = names[0][0].lower() + names[0][1:]  # at the beginning of a sentence
    lead, _, rest = names[0].partition(" ")
    if rest and lead.lower() in _FUNCTION | _WHEN:
        names[0] = rest
        start += len(lead) + 1
    end = start + len(run) - (len(lead) + 1 if names[0] == rest else 0)
    noun = ""
    tails = {name.rpartition(" ")[2] for name in names if " " in name}
    if len(tails) == 1 and all(" " in name for name in names) and names[0].islower():
        noun = tails.pop()  # "an amber vase, a blue vase": the noun is common to all
        names = [name.rpartition(" ")[0] for name in names]
        noun = "" if noun == "one" else noun
    *most, last = names
    if " " in last and last[0].islower() and all(" " not in name for name in most):
        names[-1], _, noun = last.rpartition(" ")
    lowered = [name.lower() for name in names]
    if len(set(lowered)) < len(names) or not _LEAST <= len(names) <= MOST:
        return None
    ranked = ORDINAL_WORDS.keys() if " " in names[0] or any(" " in name for name in names) else frozenset()
    leads = [{name, name.split(" ")[0]} - (ranked if " " in name else frozenset()) for name in lowered]
    if any(lead & (_FUNCTION - _CALENDAR) for lead in leads):
        return None
    return Listed(tuple(names), (start, end), noun)


def whole_names(listed: Listed, body: str) -> Listed:
    """Give the last name its second word back if the text never says it of another: "a tailor and a travel agent"."""
    noun, last = listed.noun, listed.names[-1]
    if not noun or any(" " in name for name in listed.names):
        return listed
    shared = any(re.search(rf"\b{re.escape(name)} {noun}\b", body) for name in listed.names[:-1])
    if shared or re.search(rf"\b{noun}s\b", body) or not re.search(rf"\b(?:[Tt]he|[Aa]n?) {last} {noun}\b", body):
        return listed
    others = "|".join(map(re.escape, listed.names[:-1]))
    if not re.search(rf"\b(?:[Tt]he|[Aa]n?) (?:{others})\b", body):
        return listed
    return replace(listed, names=(*listed.names[:-1], f"{last} {noun}"), noun="")


def qualified(text: str, count: int, noun: str) -> Listed | None:
    """Return the adjectives that tell `count` things of one kind apart: "the red suitcase", "the blue one"."""
    found = [
        word
        for word in re.findall(rf"\b(?:[Tt]he|[Aa]n?) ([a-z]+) (?:{re.escape(noun)}|one)\b(?!-)", text)
        if word not in _FUNCTION | _WHICH and word not in COMPARATIVES and not word.endswith("est")
    ]
    names = tuple(dict.fromkeys(found))
    with_noun = re.search(rf"\b(?:[Tt]he|[Aa]n?) (?:{'|'.join(names) or 'x'}) {re.escape(noun)}\b", text)
    return Listed(names, noun=noun) if len(names) == count and with_noun else None


_ITEM = r"(?:[\w'$-]+ ){0,2}[\w'$-]+"
_ENUMERATION = re.compile(rf"(?<![\w'$-]){_ITEM}(?:, {_ITEM})+,? (?:and|or|&) {_ITEM}")
_DECLARED = re.compile(r"^\W*[A-Za-z][\w' ]{0,40}(?::|\|)[ \t]*[^\s,|][^,|\n]*(?:[,|][^,|\n]+){1,20}$", re.MULTILINE)


_CLUE = re.compile(r"\W*(?:clue|hint|fact|statement|condition|rule|question)\b", re.IGNORECASE)


def further(sentence: str, names: Sequence[str]) -> bool:
    """Whether a sentence lists anything but the things: "a cat, a dog or a hamster"."""
    own = {word for name in names for word in name.lower().split(" ")} | _CALENDAR
    for match in _ENUMERATION.finditer(sentence):
        words = set(re.findall(r"[\w']+", match[0].lower()))
        meaning = words & (RESERVED | ORDINAL_WORDS.keys() | NUMBER_WORDS.keys()) - {"and", "or"}
        if not words & own and not meaning and not all(word.isdecimal() or word in ("and", "or") for word in words):
            return True
    return False


def declared(text: str) -> bool:
    """Whether lines of a text list categories: "pet: cat, dog"."""
    return sum(not _CLUE.match(found[0]) for found in _DECLARED.finditer(text)) > 1


def gathered(text: str, count: int | None) -> Listed | None:
    """Return the names that sentences speak of where no list gives them: `count` names, if that is known."""
    titled = dict(re.findall(rf"\b((?:{TITLED}) ([A-Z][a-z]+))\b", text))
    if titled:
        joined = re.sub(rf"\b({TITLED}) (?=[A-Z][a-z])", r"\1", text)
        people = gathered(joined, count)
        apart = {name.replace(" ", ""): name for name in titled}
        if people is None and len(titled) == count:
            return Listed(tuple(titled))  # all have titles
        return Listed(tuple(apart.get(name, name) for name in people.names)) if people else None
    found = _capitalised(text)
    if not found:
        found = dict.fromkeys(_compared(text), 1)
    for names in _plausible(text, found):
        fits = len(names) == count if count is not None else len(names) >= _LEAST
        if fits and len(names) <= MOST:
            return Listed(names)
    return None


def _capitalised(text: str) -> dict[str, int]:
    """Return the names in sentences of a text, with how often each occurs."""
    inside = re.findall(rf"(?<=[a-z,;:<>] )({_WORDS})", text)
    subjects = re.findall(rf"(?:^|(?<=[.!?;:] ))({_WORDS})(?='s? | (?:{_VERB})\b)", text)
    known = {*inside, *subjects}
    runs = [_without_lead(run) for run in re.findall(rf"(?<![\w'])({_WORDS})", text)]
    known |= {_without_lead(run) for run in known}
    found: dict[str, int] = {}
    capital = set(re.findall(rf"(?<=[a-z] )({_WORDS})", text))  # "than Per": no preposition is written so
    for name in runs:
        plain = name.lower()
        said = (not name or plain in _FUNCTION) and (name not in capital or plain in _CALENDAR)
        if not said and (name in known or not is_english(plain)):
            found[name] = found.get(name, 0) + 1
    return found


def _without_lead(run: str) -> str:
    """Return a run of capitalised words without those with which only a sentence begins: "Then Ada"."""
    words = run.split(" ")
    while len(words) > 1 and words[0].lower() in _FUNCTION:
        words = words[1:]
    return " ".join(words)


def _plausible(text: str, found: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the names, then without those that occur once, and without those of places: "at the Rialto"."""
    yield tuple(found)
    yield tuple(name for name, times in found.items() if times > 1)
    placed = {name for name in found if re.search(rf"\b(?:at|in|on|from|to) (?:the )?{re.escape(name)}\b", text)}
    yield tuple(name for name in found if name not in placed)


def _compared(text: str) -> list[str]:
    """Return the nouns that a text compares: "A coffee costs more than a tea"."""
    subjects = re.findall(r"(?:^|(?<=[.!?;] ))(?:The|An?|the|an?) ([a-z]+) (?:is|costs?|weighs?|was)\b", text)
    objects = re.findall(r"\bthan (?:the|an?) ([a-z]+)\b", text)
    names = list(dict.fromkeys((*subjects, *objects)))
    return [] if any(name in _FUNCTION or name in KIN for name in names) else names


def learned(text: str, names: Sequence[str], background: str, *, events: bool) -> str:
    """Return the verbs with which a text tells its order, as a pattern: those that stand between names and places.

    A verb counts if the text uses it where it does not name a thing, too, or if, of `events`, it says it of two things:
    who phoned first does not stand first in a queue. None that speaks of wishes or changes counts.
    """
    one_of = "|".join(re.escape(name) for name in names)
    found = re.findall(
        rf"\b(?P<name>{one_of})(?:'s? [a-z]+)? (?:(?:is|are|was|were|gets?|got) )?(?P<verb>[a-z]+)"
        r"(?P<tail>(?: in| out| up| off| on| over| down| home| back| away)?(?: (?:his|her|its|their|an?) [a-z]+)?) "
        rf"(?=(?:(?:immediately|directly|right|exactly|somewhere|either|neither|some ?time|{_NUMBERS}|\w+ days?) )*"
        r"(?:before|after|behind|ahead|first|second|third|fourth|last|earlier|later|between|on the|on [A-Z]|in [A-Z]|"
        r"at the|on a|next to|beside|to the (?:left|right)|left of|right of|above|below|opposite|in the (?:middle|"
        r"lane|seat)|"
        r"in (?:lane|an? (?:odd|even)|(?:odd|even))|(?:on|in) \w+ \d)\b)",
        text,
    )
    said: dict[str, set[str]] = {}
    for name, verb, tail in found:
        light = verb in GLUE and not tail  # "got", but not "got his bread"
        if verb not in RESERVED and not light and verb not in _UNREAL and not verb.endswith("ly"):
            said.setdefault(stem(verb), set()).add(name.lower())
    told = {stem(word) for word in re.findall(r"[a-z]+", background.lower())}
    roots = {root for root, whose in said.items() if root in told or (events and len(whose) > 1)}
    forms = {verb + tail for _, verb, tail in found if stem(verb) in roots}
    forms |= {root + tail for _, verb, tail in found if (root := stem(verb)) in roots}
    return "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))


def tails(text: str, names: Sequence[str]) -> str:
    """Return the noun that follows names that are adjectives: "hat" of "the red hat" and "the blue hat"; or ""."""
    one_of = "|".join(re.escape(name) for name in names)
    found: dict[str, set[str]] = {}
    lead = "the|an?|and|or|nor" if names[0][0].islower() else "the|an?"  # "and Bo sits"
    for name, noun in re.findall(rf"\b(?i:{lead}) ({one_of}) ([a-z]+)\b", text):
        if noun not in GLUE and noun not in RESERVED and not re.fullmatch(f"{_VERB}|{VERBS}", noun):
            found.setdefault(noun, set()).add(name)
    told = [
        noun
        for noun, said in found.items()
        if len(said) > 1 and re.search(rf"\b{noun}(?:e?s)?\b", _apart(text, one_of))
    ]
    return told[0] if len(told) == 1 else ""


def _apart(text: str, one_of: str) -> str:
    """Return a text without the names and the word after each."""
    return re.sub(rf"\b(?:{one_of}) [a-z]+", " ", text)


def owned(text: str, names: Sequence[str]) -> str:
    """Return the noun of which each thing has one in a text ("Ada's birthday"); "" if there is none, or several.

    A noun that is there just once ("Ada's dog is first") may be of something that only one has.
    """
    owners = "|".join(re.escape(name) for name in names)
    plain = text.replace("\u2019", "'")
    nouns = set(re.findall(rf"\b(?:{owners})'s? ([a-z]+)\b", plain))
    nouns = {noun for noun in nouns if noun not in RESERVED | GLUE | COMPARATIVES.keys()}
    if len(nouns) != 1 or nouns & KIN:
        return ""
    noun = nouns.pop()
    told = re.findall(
        rf"\b{noun.rstrip('s')}|\b(?:{owners})'s(?= (?:is|was|comes|came|and|or)\b|[.,;?]|$)", plain, re.IGNORECASE
    )
    return noun if len(told) > 1 else ""
