"""Who is there: persons, boxes, doors or statements, with all names that the text has for each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solvent.translators.rules.testimony.speech import Part
from solvent.translators.rules.text.words import NUMBER_WORDS

_NUMBER = "|".join([*NUMBER_WORDS, r"\d{1,2}"])
_TITLE = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Lord|Lady|Sir|Captain|Colonel|Inspector|Aunt|Uncle)\.? )"
_NAME = rf"{_TITLE}?[A-Z][\w'-]*"
_PHRASE = r"(?:the |an? )?(?:[\w'-]+ )?[\w'-]+"
_LISTED = rf"(?:{_TITLE}?(?:(?:[Tt]he|[Aa]n?) )?(?:[\w'-]+ )?[\w'-]+)"
_OF_THE = re.compile(
    r"\b(?:one|two|three|four|five|all|each|none|both|any|some|most) of the ([a-z-]+s|children|people|men|women)\b",
    re.IGNORECASE,
)
_PLURAL = r"(?:[a-z-]+s|children|people|men|women|persons|brethren)"
_NO_VERB = r"(?!(?:always|never|is|was|does|has|lies|tells|says|makes|speaks|knows|answers|lives|belongs|gives)\b)"
_COUNTED = re.compile(
    rf"\b(?P<number>{_NUMBER}) (?:(?:of|the|my|our|these"
    rf"|other) )?(?:(?!(?:{_NUMBER})\b)[a-z-]+ {_NO_VERB})?(?P<noun>{_PLURAL})\b",
    re.IGNORECASE,
)
_KINDS = frozenset(("knights", "knaves", "liars", "spies"))
_NEVER_GROUP = frozenset(
    [
        "statements",
        "remarks",
        "lines",
        "replies",
        "comments",
        "results",
        "guesses",
        "marks",
        "points",
        "messages",
        "cards",
        "things",
        "kinds",
        "sorts",
        "types",
        "tribes",
        "groups",
        "days",
        "times",
        "years",
        "hours",
        "minutes",
        "sentences",
        "claims",
        "clues",
        "hints",
        "houses",
        "others",
        "ones",
        "is",
        "was",
        "does",
        "has",
        "always",
        "lies",
        "sets",
        "classes",
        "races",
        "truths",
        "options",
        "answers",
        "questions",
        "ways",
        "tells",
        "says",
        "makes",
        "speaks",
        "claims",
        "knows",
        "answers",
        "lives",
        "belongs",
        "gives",
    ]
)
_GENERIC = (
    r"inhabitants?|islanders?|people|persons?|suspects?|speakers?|ones?|natives?|villagers?|friends?|locals?|citizens?"
    r"|residents?|guests?"
)
_OF_STATEMENTS = r"statements?|claims?|sentences?|assertions?|labels?|signs?|inscriptions?|notes?|messages?"
_NO_NAME = frozenset(
    [
        "I",
        "We",
        "You",
        "He",
        "She",
        "It",
        "They",
        "The",
        "A",
        "An",
        "Each",
        "Every",
        "Everyone",
        "Everybody",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Exactly",
        "Only",
        "All",
        "Both",
        "None",
        "Neither",
        "Either",
        "Not",
        "No",
        "If",
        "When",
        "Who",
        "What",
        "Which",
        "Where",
        "Knights",
        "Knaves",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "Mondays",
        "Tuesdays",
        "Wednesdays",
        "Thursdays",
        "Fridays",
        "Saturdays",
        "Sundays",
    ]
)


@dataclass(frozen=True)
class Cast:
    """The things that a text is about, as it names them, all names of each, and nouns for any of them.

    `sizes` are the numbers of them that the narrator gives, `single` says whether each makes one statement at most.
    """

    things: tuple[str, ...]
    names: dict[str, int]
    noun: str
    lists: tuple[str, ...]
    complete: bool

    @property
    def own_noun(self) -> str:
        """A pattern for nouns that the text itself has for the things, without those for any persons."""
        nouns = self.noun.removesuffix(_GENERIC).strip("|")
        return nouns if nouns and not re.search(r"person|people|m.n\b", nouns) else ""


def cast(parts: Sequence[Part], kinds: Iterable[str] = ()) -> Cast | None:
    """Find the things of a text; None if nobody speaks."""
    speakers = list(dict.fromkeys(_key(part.who) for part in parts if part.who))
    shown = {_key(part.who): part.who for part in reversed(parts) if part.who}
    told = [sentence for part in parts if not part.who for sentence in part.said]
    if not speakers:
        return None
    lists = [found for sentence in told for found in _lists(sentence, shown, {k.lower() for k in kinds})]
    best = max(lists, key=lambda found: (set(speakers) <= set(found[1]), len(found[1])), default=None)
    members = list(dict.fromkeys([*(best[1] if best and set(speakers) <= set(best[1]) else []), *speakers]))
    for phrase, found in lists:
        if set(found) & set(members):
            members = list(dict.fromkeys([*members, *found]))
            shown = {**shown, **{_key(each): each for each in _split(phrase)}}
    said = " ".join(sentence for part in parts for sentence in part.said)
    lower = set(re.findall(r"\b[a-z][\w'-]* [a-z][\w'-]*", said))
    last = {key.split()[-1] for key in members}
    if len(last) == 1 and all(" " in key for key in members):
        lower |= {f"{first} {each}" for first in re.findall(r"\b[a-z][\w'-]*", said) for each in last}
    things = tuple(_shown(shown[key], lower) for key in members)
    if any(thing[0].islower() for thing in things) and len({thing.split()[-1] for thing in things}) == 1:
        things = tuple(
            thing.lower() if thing.split()[0].isupper() and len(thing.split()[0]) > 1 else thing[0].lower() + thing[1:]
            for thing in things
        )
    counts = [(_value(match["number"]), match["noun"].lower()) for each in told for match in _COUNTED.finditer(each)]
    groups = [(number, noun) for number, noun in counts if noun not in _NEVER_GROUP]
    nouns = {noun for number, noun in groups if number == len(things) and noun not in _KINDS}
    ends = {
        thing.split()[0].lower() if re.fullmatch(r".*\d|[A-Z]", thing.split()[-1]) else thing.split()[-1].lower()
        for thing in things
        if " " in thing
    }
    if len(ends) == 1:
        nouns |= ends
    nouns |= {match[1].lower() for each in told for match in _OF_THE.finditer(each)} - _NEVER_GROUP - _KINDS
    complete = all(number <= len(things) for number, _ in groups) and len(things) <= 12
    pattern = "|".join([*sorted(map(_both_numbers, nouns)), _GENERIC])
    names = _names(things, nouns)
    return Cast(things, names, pattern, tuple(_whole_lists(told, names, len(things))), complete)


def speaking_of_itself(cast: Cast, thing: int) -> dict[str, int]:
    """Return the names by which a sign calls itself or what it is on."""
    nouns = [noun for noun in cast.noun.split("|") if re.fullmatch(r"[\w?()-]+", noun)]
    singular = {re.sub(r"\?|\(.*\)", "", noun).removesuffix("s") if "?" in noun else noun for noun in nouns}
    return {f"{this} {noun}": thing for this in ("this", "This") for noun in singular}


def statements_noun(cast: Cast) -> str:
    """Return a pattern for things and the one statement that each makes."""
    return f"{cast.noun}|{_OF_STATEMENTS}"


def statement_names(names: dict[str, int]) -> dict[str, int]:
    """Return the names of each thing's only statement."""
    found: dict[str, int] = {}
    signs = "label|sign|inscription|note|message"
    for name, thing in names.items():
        found |= dict.fromkeys(
            (f"{name}'s {noun}" for noun in ("statement", "claim", "label", "inscription", "sign", "message")), thing
        )
        found |= dict.fromkeys(
            (
                f"{what} {pre}{name}{verb}"
                for what in ("what", "What", "everything", "Everything")
                for pre, verb in (
                    *(
                        ("", f" {each}")
                        for each in (
                            "says",
                            "said",
                            "just said",
                            "has just said",
                            "has said",
                            "claims",
                            "told us",
                            "told me",
                            "told you",
                        )
                    ),
                    *(
                        (f"{it} on {the}", "")
                        for it in ("it says", "is written", "it is written")
                        for the in ("", "the ")
                    ),
                )
            ),
            thing,
        )
        found |= {
            f"{noun} {joint} {the}{name}": thing
            for noun in signs.split("|")
            for joint in ("on", "of", "at")
            for the in ("", "the ")
        }
    return found


def numbered(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with the numbered lines as statements of their own; unchanged if somebody speaks."""
    said = " ".join(sentence for part in parts if part.number is None for sentence in part.said)
    noun = re.search(r"\b(statement|sentence|claim|assertion)s\b", said, re.IGNORECASE)
    listed = [" ".join(part.said) for part in parts if part.number is not None]
    if noun is None and all(re.search(r"\b(?:statement|sentence)s?\b", each, re.IGNORECASE) for each in listed):
        noun = re.search(r"\b(statement|sentence)s?\b", " ".join(listed), re.IGNORECASE)
    if noun is None or any(part.who for part in parts):
        return tuple(parts)
    seen = [part.number for part in parts if part.number is not None]
    if seen != list(range(1, len(seen) + 1)) or len(seen) < 2:
        return tuple(parts)
    return tuple(
        part if part.number is None else Part(part.said, part.raw, f"{noun[1].lower()} {part.number}", part.number)
        for part in parts
    )


def _key(phrase: str) -> str:
    return re.sub(r"^(?:the|an?|my) ", "", phrase.strip().lower()).replace(".", "")


def _shown(phrase: str, lower: Iterable[str]) -> str:
    """Return a name without its article, and as within a sentence if the text has it there in small letters."""
    plain = re.sub(r"^(?:the|an?) ", "", phrase, flags=re.IGNORECASE)
    small = plain.lower() if plain.split()[0].isupper() and " " in plain else plain[0].lower() + plain[1:]
    return small if re.search(r" (?:\d+|[A-Z])$", plain) or small in lower else plain


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]


def _both_numbers(noun: str) -> str:
    if noun.endswith("ves"):
        return f"{re.escape(noun)}|{re.escape(noun[:-3])}fe?"
    irregular = {"children": "children|child", "people": "people|person", "men": "men|man", "women": "women|woman"}
    if noun in irregular:
        return irregular[noun]
    stem = re.escape(noun.removesuffix("s"))
    if noun.endswith("ies"):
        return f"{re.escape(noun)}|{re.escape(noun[:-3])}y"
    if noun.endswith(("xes", "shes", "ches", "sses")):
        return f"{re.escape(noun)}|{re.escape(noun[:-2])}"
    if stem.endswith(("x", "sh", "ch", "ss")):
        return f"{stem}(?:es)?"
    return f"{stem}s?"


def _lists(sentence: str, shown: dict[str, str], kinds: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield lists of names, and lists of phrases that hold all speakers, as written and by their keys."""
    for match in re.finditer(rf"{_NAME}(?:, {_NAME})*,? (?:and|or) {_NAME}", sentence):
        keys = [_key(each) for each in _split(match[0])]
        if (
            not (_NO_NAME - set(shown.values())) & set(_split(match[0]))
            and not set(keys) & kinds
            and len(set(keys)) == len(keys)
        ):
            yield match[0], keys
    asked = re.search(rf"\b[Ww]hat (?:kind |sort )?(?:is|are) ({_NAME}),? and what (?:is|are) ({_NAME})\?", sentence)
    if asked and not _NO_NAME & set(asked.groups()):
        yield f"{asked[1]} and {asked[2]}", [_key(asked[1]), _key(asked[2])]
    proper = all(re.fullmatch(_NAME, phrase) for phrase in shown.values())
    for match in re.finditer(rf"{_PHRASE}(?:, {_PHRASE})*,? (?:and|or) {_PHRASE}", sentence, re.IGNORECASE):
        for phrase in _trimmed(match[0]):
            pieces = _split(phrase)
            keys = [_key(each) for each in pieces]
            fits = set(shown) == set(keys) if proper else set(shown) <= set(keys) and _alike(pieces)
            if fits and len(set(keys)) == len(keys):
                yield phrase, keys
                break


def _whole_lists(told: Sequence[str], names: dict[str, int], count: int) -> Iterator[str]:
    """Yield the lists that name each thing once, as written."""
    known = {_key(name): thing for name, thing in names.items()}
    called = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    one = rf"(?:(?:the|an?) )?\b(?:{called})\b"
    for sentence in told:
        for match in re.finditer(rf"{one}(?:, {one})*,? (?:and|or) {one}", sentence, re.IGNORECASE):
            if sorted(known.get(_key(each), -1) for each in _split(match[0])) == list(range(count)):
                yield match[0]
        for match in re.finditer(rf"{_LISTED}(?:, {_LISTED})*,? (?:and|or) {_LISTED}", sentence):
            for phrase in _trimmed(match[0]):
                found = [known.get(_key(each), -1) for each in _split(phrase)]
                if sorted(found) == list(range(count)):
                    yield phrase
                    break


def _alike(pieces: Sequence[str]) -> bool:
    """Whether the items of a list are built alike: all with an article or none, and without numbers."""
    articles = {bool(re.match(r"(?:the|an?) ", piece, re.IGNORECASE)) for piece in pieces}
    sizes = {len(piece.split()) for piece in pieces}
    numbers = any(
        word.lower() in NUMBER_WORDS or word.lower() in ("of", "are", "is") for p in pieces for word in p.split()[:-1]
    )
    return len(articles) == 1 and len(sizes) == 1 and not numbers


def _trimmed(phrase: str) -> Iterator[str]:
    """Yield a list of phrases without words at its beginning and end that may belong to the sentence."""
    words = phrase.split(" ")
    last = max(at for at, word in enumerate(words) if word in ("and", "or"))
    for start in range(min(3, len(words))):
        for end in range(len(words), last + 1, -1):
            yield " ".join(words[start:end])


def _split(phrase: str) -> list[str]:
    return [each.strip() for each in re.split(r",? (?:and|or) |, ", phrase) if each.strip()]


def _names(things: Sequence[str], nouns: set[str]) -> dict[str, int]:
    names: dict[str, int] = {}
    for number, thing in enumerate(things):
        forms = {thing}
        if not re.fullmatch(_NAME, thing) or thing.lower() in ("red", "green", "blue"):
            forms |= {thing[0].lower() + thing[1:], thing[0].upper() + thing[1:]}
            forms |= {thing.split()[0].upper() + thing[len(thing.split()[0]) :]} if " " in thing else set()
        if " " not in thing:
            singular = {"people": "person", "men": "man", "women": "woman", "children": "child"}
            for noun in nouns:
                one = singular.get(noun, re.sub(r"(?<=x|h)es$|s$", "", noun))
                forms |= {f"{thing} {one}", f"{thing.lower()} {one}"}
            forms |= {f"{thing.lower()} one"}
        elif re.search(r" [A-Z]$", thing):
            forms.add(thing[-1])
        elif " " in thing and not re.search(r" (?:\d+|[A-Z])$", thing):
            forms |= {f"{thing.split()[0].lower()} one"}
        names |= dict.fromkeys(sorted(forms), number)
    keys = [_key(thing) for thing in things]
    if sorted(keys) == ["man", "woman"]:
        names |= {word: keys.index("woman") for word in ("she", "her", "She", "lady")}
        names |= {word: keys.index("man") for word in ("he", "him", "He", "gentleman")}
    return names
