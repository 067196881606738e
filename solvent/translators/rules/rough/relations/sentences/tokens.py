"""Sentences as tokens: mentions of values and places, differences, and the closed words of the grammar."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.lexicon import (
    AXES,
    BY,
    DIFFERENCE,
    DIRECTIONS,
    ONE_STEP,
    PATTERNS,
)
from solvent.translators.rules.rough.relations.sentences.places import places
from solvent.translators.rules.rough.relations.sentences.rewording import reworded
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    NUMBER_WORDS,
    RESERVED,
    TENS,
    agent_stem,
    is_english,
    root,
    stem,
)

_QUOTES = str.maketrans("\u2018\u2019\u02bc`\u201c\u201d\u2013\u2014", "''''\"\"--")
_LEXER = re.compile(
    "|".join(
        [
            r"\u00ab(?P<MENTION>\d+)\u00bb",
            r"\u2039(?P<DIFF>\d+)\u203a",
            *(
                rf"(?P<{kind}>\b(?:{pattern})(?!\w))" if kind != "PREP" else rf"(?P<PREP>(?<!\w)(?:{pattern})(?!\w))"
                for kind, pattern in PATTERNS
            ),
            r"(?P<SEMI>[;:]|\s--?\s|\.(?=\s))",
            r"(?P<COMMA>[,()])",
        ]
    )
)
_NOT_AS = re.compile(r"\bnot ((?:\w+ ){0,2}?)(?:quite |nearly )?(?:as|so) ([a-z]+) as\b")
_NOBODY_IS = re.compile(
    r"\b(?:for |because |as |and )?(?:no one|nobody|nothing|none)(?: \w+){0,3} (?:is|was|are|were|weighs|costs?) "
    r"([a-z]{2,}er|more|less)\b(?! than| [a-z]+ than)"
)
_SMALL = ("young", "short", "light", "cheap", "slow", "low", "early", "small")
_THEN = re.compile(r"\b((?:more|less|fewer|[a-z]{2,}er)) then\b")
_NEGATED = re.compile(
    r"\b(?:([Cc]a)n'?t|([Ww]o)n'?t|(\w+)n't|(is|are|was|were|do|does|did|has|have|had|would|could|should)nt)\b"
)
_CLEFT = re.compile(
    r"\b[Ii]t (?:certainly |definitely |surely )?(?:is|was) (not )?((?:the |a |"
    r"an )?[\w'-]{1,20}(?: [\w'-]{1,20}){0,3}?),? (?:who|that|which)\b"
)
_EXPLAINED = re.compile(r"[,;(] ?(?:i\.e\.|that is to say|in other words|meaning)[^.;]*")
_CAN_NOT = re.compile(r"\bcannot\b")
_IS = re.compile(r"\b(he|she|it|that|who|there|this)'s\b")
_FIXED = re.compile(
    r"\b(?:(?:in |on )(?:front|top|back) of|(?:at )?first of all|(?:at )?last of all|"
    r"(?:earlier|later|sooner)(?: \w+)? (?:in|on|of) the (?:\w+) than|(?:in|of) the \w+(?= (?:before|after)\b)|"
    r"at the same time|for the (?:first|last) time|(?:first|last) names?|last (?:week|year|month|night|summer))\b"
)
_COMPARATIVES = frozenset(word for words in AXES.values() for word in words.split())
_THE_ONE = re.compile(r"\b(?:the|that|this) [\w'-]+ $")
_MODALS = frozenset({"may", "will", "can", "might", "a", "an", "in", "or", "and", "is", "i", "at", "on", "to", "as"})


@dataclass(frozen=True)
class Token:
    """A token; `values` are the values of a mention, any of which it may be ("at one end"), `other` another reading."""

    kind: str
    text: str
    values: tuple[Value, ...] = ()
    other: tuple[Value, ...] = ()
    number: int = 0
    half: bool = False
    unit: str = ""
    bound: str = ""
    sign: int = 0
    axis: str = ""

    @property
    def sided(self) -> bool:
        """Whether it names the side of somebody already mentioned: "on her right"."""
        return bool(re.search(r"\b(?:his|her|its|their)\b|neighbou?r (?:on|to)|-hand neighbou?r$", self.text))


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    token: Token


def plain(sentence: str) -> str:
    """A sentence with plain quotes and dashes, and without contractions; its length may change, its case does not."""
    text = sentence.translate(_QUOTES)
    text = _NEGATED.sub(lambda found: f"{_verb(found)} not", text)
    text = _NOT_AS.sub(lambda found: f"{found[1]}{'more' if found[2] in _SMALL else 'less'} {found[2]} than", text)
    text = _NOBODY_IS.sub(r"is \1 than all others", text)
    text = _THEN.sub(r"\1 than", _EXPLAINED.sub("", text))
    return reworded(_CLEFT.sub(r"\2 \1", _IS.sub(r"\1 is", _CAN_NOT.sub("can not", text))))


def _verb(found: "re.Match[str]") -> str:
    if found[1] or found[2]:
        return "can" if found[1] else "will"
    return found[3] or found[4]


def tokens(sentence: str, scene: Scene) -> list[Token]:
    """The tokens of a sentence."""
    text = plain(sentence)
    found: list[_Found] = []
    taken = bytearray(len(text) + 1)
    lower = text.lower()
    if len(lower) != len(text):
        lower = text = lower.encode("ascii", "replace").decode()
        taken = bytearray(len(text) + 1)
    for each in (*_differences(lower), *_ranked(text, lower, scene), *_derived(lower, scene)):
        if not any(taken[each.start : each.end]):
            found.append(each)
            taken[each.start : each.end] = b"\1" * (each.end - each.start)
    found.sort(key=lambda each: each.start)
    found = [
        each for each, after in zip_longest(found, found[1:]) if after is None or not _opens(each.token, after.token)
    ]
    pieces, at = [], 0
    for number, each in enumerate(found):
        sign = "\u2039%d\u203a" if each.token.kind in ("DIFF", "IMM") else "\u00ab%d\u00bb"
        pieces += [lower[at : each.start], f" {sign % number} "]
        at = each.end
    return list(_lexed("".join([*pieces, lower[at:]]), found, _nouns(scene)))


@lru_cache(maxsize=8)
def _nouns(scene: Scene) -> frozenset[str]:
    """The words for the categories of a scene."""
    return frozenset(dict(scene.nouns))


def _opens(token: Token, after: Token) -> bool:
    """Whether a mention is only "starts at" before the time."""
    if token.kind != "MENTION" or after.kind != "MENTION" or not token.text.endswith((" at", " in", " on", " from")):
        return False
    return token.values[0].category == after.values[0].category


def _lexed(text: str, found: Sequence[_Found], nouns: Collection[str]) -> Iterator[Token]:
    squeezed = re.sub(r"[^\S\n]+", " ", text)
    last = ""
    for match in _LEXER.finditer(squeezed):
        kind = match.lastgroup or ""
        if kind in ("factor", "comparative", "adjective", "count", "oftwo"):
            kind = next(name for name, _ in PATTERNS if match.groupdict().get(name))
        if kind in ("MENTION", "DIFF"):
            yield found[int(match[kind])].token
        else:
            yield _token(kind, match, nouns, last)
        last = match[0]


def _token(kind: str, match: "re.Match[str]", nouns: Collection[str], last: str) -> Token:
    """The token of a word or phrase of the grammar; `last` is the text of the one before."""
    text = match[0]
    if kind[0] == "D" and kind[1:].isdecimal():
        _, sign, axis = DIRECTIONS[int(kind[1:])]
        return Token("COMPARE", text, sign=sign, axis=axis)
    match kind:
        case "THOSE":
            return Token("DET", text)
        case "THATONE":
            return Token("SUBJECT", text)
        case "OFTWO":
            return Token(kind, match["oftwo"])
        case "NUM":
            return Token(kind, text, number=number(match["count"]))
        case "COMPARATIVE":
            plain = not _compares(match["comparative"], nouns)
        case "KIN":  # "Ann's brother", but not "Uncle Bob"
            plain = text.split(" ")[-1] in nouns or not (text.endswith(" of") or last in ("'s", "'"))
        case _:
            plain = kind == "IDIOM"
    return Token("WORD" if plain else kind, text)


def _compares(word: str, nouns: Collection[str]) -> bool:
    """Whether a word in -er is a comparative, not a letter or a drinker."""
    if not word.endswith("er") or " " in word:
        return True
    return word not in nouns and (word in COMPARATIVES or word in _COMPARATIVES or is_english(f"{word[:-1]}st"))


def number(word: str) -> int:
    """The number that a word says; 1 if it says none."""
    digits = word.replace(",", "")
    if digits.isdecimal():
        return int(digits[:9])
    return NUMBER_WORDS.get(word, 0) or TENS.get(word, 0) or 1


def _differences(lower: str) -> Iterator[_Found]:
    for match in ONE_STEP.finditer(lower):
        unit = match["unit"] or ""
        token = Token("DIFF", match[0], number=1, unit=unit) if unit else Token("IMM", match[0])
        yield _Found(match.start(), match.end(), token)
    for match in BY.finditer(lower):
        said = match["money"] or match["number"]
        unit = "money" if match["money"] else match["unit"] or ""
        yield _Found(match.start(), match.end(), Token("DIFF", match[0], number=number(said), unit=unit))
    for match in DIFFERENCE.finditer(lower):
        if match["number"] == "one" and _THE_ONE.search(lower[max(0, match.start() - 30) : match.start()]):
            continue  # "the blue one cost more than"
        said = match["one"] or match["money"] or match["number"]
        if not match["one"] and not match["money"] and not match["unit"] and said in ("a", "an", "another", "one"):
            continue
        half = said.startswith("half")
        many = int(float(said.replace(",", ""))) if said[0].isdecimal() else number(said)
        many = 2 if said == "a couple of" else many
        unit = "money" if match["money"] else match["unit"] or ""
        token = Token("DIFF", match[0].strip(), number=many, half=half, unit=unit, bound=match["bound"] or "")
        yield _Found(match.start(), match.end(), token)


def _places(lower: str, scene: Scene) -> Iterator[_Found]:
    for start, end, values in places(lower, scene.world):
        yield _Found(start, end, Token("MENTION", lower[start:end], values))


def _ranked(text: str, lower: str, scene: Scene) -> Iterator[_Found]:
    """Mentions: values of several words first, then places by description, then single words."""
    named = list(_mentions(text, lower, scene))
    yield from (each for each in named if " " in each.token.text)
    yield from _places(lower, scene)
    yield from (each for each in named if " " not in each.token.text)


def _key(phrase: str) -> str:
    return re.sub(r"(?:'s?)?[\s-]+", " ", phrase)


@lru_cache(maxsize=8)
def _phrases(scene: Scene) -> "tuple[re.Pattern[str] | None, dict[str, list[Value]]]":
    known: dict[str, list[Value]] = {}
    for words, value in scene.phrases:
        found = known.setdefault(_key(" ".join(words)), [])
        if value not in found:
            found.append(value)
    ranked = sorted((each for each in known if each), key=len, reverse=True)
    either = "|".join(r"(?:'s?)?[\s-]+(?:the )?".join(map(re.escape, each.split(" "))) for each in ranked)
    return (re.compile(rf"(?<![\w'])(?:{either})(?![\w])", re.IGNORECASE) if either else None), known


def _mentions(text: str, lower: str, scene: Scene) -> Iterator[_Found]:
    pattern, known = _phrases(scene)
    if pattern is None:
        return
    nouns = dict(scene.nouns)
    fixed = [found.span() for found in _FIXED.finditer(lower)]
    for match in pattern.finditer(lower):
        key = _key(match[0])
        values = known.get(key) or known.get(key.replace(" the ", " ")) or []
        written = text[match.start() : match.end()]
        values = [each for each in values if _fits(written, scene, each)]
        if key in NUMBER_WORDS or key in TENS:
            values = [each for each in values if not _amount(scene, each) or _is_number_here(lower, match, scene, each)]
        if not values or any(start <= match.start() < end for start, end in fixed):
            continue
        ranked = sorted(values, key=lambda each: _unlikely(written, lower, match, scene, nouns, each))
        other = tuple(ranked[1:2])
        yield _Found(match.start(), match.end(), Token("MENTION", match[0], (ranked[0],), other))


def _done_by(word: str) -> str:
    """The stem of what somebody does whose noun only adds an "r": a baker bakes."""
    return stem(word[:-1]) if word.endswith("er") else ""


@lru_cache(maxsize=8)
def _roots(scene: Scene) -> dict[str, Value]:
    """Values by the roots of their words: "cricket" for a cricketer, "photographer" for who does photography."""
    found: dict[str, Value | None] = {}
    for words, value in scene.phrases:
        if len(words) == 1 and words[0].isalpha() and len(words[0]) > 2 and not _amount(scene, value):
            for key in {
                root(words[0]),
                stem(words[0]),
                agent_stem(words[0]),
                re.sub("[oae]$", "", words[0]),
                _done_by(words[0]),
            } - {""}:
                found[key] = value if found.get(key, value) == value else None
    return {key: value for key, value in found.items() if value is not None}


_WORD = re.compile(r"[a-z]{3,}")


def _derived(lower: str, scene: Scene) -> Iterator[_Found]:
    known, nouns = _roots(scene), dict(scene.nouns)
    for match in _WORD.finditer(lower):
        word = match[0]
        if word in nouns or word in GLUE or word in RESERVED or word in COMPARATIVES:
            continue
        value = next(
            (
                known[key]
                for key in (stem(word), root(word), agent_stem(word), word.removesuffix("ist"))
                if key in known
            ),
            None,
        )
        if value is not None:
            yield _Found(match.start(), match.end(), Token("MENTION", word, (value,)))


def _spelt(scene: Scene, value: Value) -> str:
    return scene.world.categories[value.category].values[value.number]


def _amount(scene: Scene, value: Value) -> bool:
    return bool(scene.world.categories[value.category].amounts)


def _fits(written: str, scene: Scene, value: Value) -> bool:
    """Whether a word may mean a value: "may" is no name, and "a" no letter."""
    spelt = _spelt(scene, value)
    if written.lower() in _MODALS and (spelt[:1].isupper() or len(spelt) == 1):
        return written == spelt or (written[:1].isupper() and len(written) > 1)
    return True


def _is_number_here(lower: str, match: "re.Match[str]", scene: Scene, value: Value) -> bool:
    """Whether a number word stands where a value would: "floor two", "is nine", not "two floors"."""
    before = lower[: match.start()].split()[-1:]
    name = scene.world.categories[value.category].name
    after = re.match(r"[\s-]+(?:years?|o'clock|dollars|euros|pounds|kilos|kg)", lower[match.end() :])
    here = before and (
        before[0] in ("number", "at", "is", "was", "turned", "aged", name) or before[0] in dict(scene.nouns)
    )
    if match[0] == "one" and before and before[0] in ("is", "was", "at"):
        return False
    return bool(here or after)


def _unlikely(
    written: str, lower: str, match: "re.Match[str]", scene: Scene, nouns: dict[str, int], value: Value
) -> tuple[int, int]:
    spelt = _spelt(scene, value)
    around = [*lower[: match.start()].split()[-2:], *lower[match.end() :].split()[:1]]
    named = any(nouns.get(word.strip(".,;'s")) == value.category for word in around)
    if written[:1].islower() == spelt.split()[-1][:1].isupper() and written.lower() in spelt.lower():
        return 2, 0
    return (0 if named else 1), 0
