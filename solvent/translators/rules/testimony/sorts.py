"""Kinds of person: the words for them, and whether what they say is true, false or either."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from solvent.translators.rules.text.words import NUMBER_WORDS

Nature = Literal["true", "false", "any", "mixed"]  # mixed: true and false by turns

_EVER = r"(?:always|only|ever|invariably|consistently|habitually|constantly)"
_MAKE = r"(?:makes?|made|says?|said|tells?|told|speaks?|utters?|states?|gives?)"
_TRUE_THINGS = (
    r"(?:the (?:whole )?truth|true (?:statements?|things|sentences|answers)|truths?|what is true|true ones|the truth)"
)
_FALSE_THINGS = (
    r"(?:lies|a lie|falsehoods?|untruths?|false (?:statements?|things|sentences|answers)"
    r"|what is (?:false|untrue|not true)"
    r"|false ones)"
)
_WHAT_THEY_SAY = (
    r"(?:all|everything|anything|whatever|every statement|each statement|all statements|any statement)"
    r"(?: that| which| of what)? ?(?:\w+|an? \w+) (?:ever )?(?:says?|states?|claims?|tells?|makes?)(?: you)?"
)
_END = r"(?= *(?:[,;.:()\u2013\u2014-]|$|and\b|or\b|but\b|while\b|whereas\b))"
# One true statement and one false: by turns, whichever comes first.
MIXES = (
    rf"(?:{_MAKE} (?:(?:exactly|always) )?(?:one (?:true|false) and one (?:true|false)(?: one)?"
    r"(?: (?:statements?|remarks?|things?|sentences?|claims?|answers?))?"
    r"|one (?:true|false) (?:statement|remark|thing|sentence|claim) and one (?:true|false)(?: one| \w+)?"
    r"|one truth and one lie|one lie and one truth)"
    r"|(?:always )?alternates?(?: between (?:the truth and (?:a lie|lies)|truths? and lies?"
    r"|telling the truth and lying|lying and telling the truth|(?:true|false) and (?:true|false) statements))?"
    r"|alternately (?:lies and tells the truth|tells the truth and lies)"
    r"|(?:lies and tells the truth|tells the truth and lies) (?:alternately|by turns|in turn)"
    r"|of any two things(?: (?:he|she|it) says| said)?(?: one after (?:the other|another))?, one is (?:true"
    r"|false) and the other"
    r"(?: one)?(?: is)? (?:true|false))"
    r"(?:,? (?:though|but) (?:you|we|nobody|one) (?:cannot|can't|can not|can|do not|don't) (?:know"
    r"|tell)s? (?:which|in which order)"
    r"[\w ]{0,20}|,? ?\(?(?:in|it does not matter in) (?:whichever|any|either|some|which) order\)?)?"
)
_BEHAVIOUR: tuple[tuple[Nature, str], ...] = (
    ("mixed", MIXES),
    (
        "any",
        (
            r"(?:(?:can|may|might|could) )?(?:says?|answers?|does|do) (?:anything|whatever|as) (?:suits |comes to mind"
            r"|(?:he or )?[a-z]+ (?:likes?|wants?|pleases?"
            r"|fanc(?:y|ies)|feels? like))(?:(?:him|her|it|them)(?: or (?:him|her))?)?"
        ),
    ),
    (
        "any",
        r"sometimes (?:lies|tells the truth) and sometimes (?:doesn't|does not)(?:,? (?:just )?as the mood takes \w+)?",
    ),
    (
        "any",
        (
            r"(?:can|may|might|could|will|would)? ?(?:sometimes|either|both|do either|at times|may sometimes)? ?"
            r"(?:lies?|tells? lies|tells? the truth|speaks? the truth)(?: sometimes)?,? (?:or|and) (?:may |can |will )?"
            r"(?:sometimes |at times |at other times |other times )?(?:lies?|tells? lies"
            r"|tells? the truth|speaks? the truth)"
            r"(?: sometimes)?(?:,? as (?:he|she|it|they) (?:likes?|pleases?|wish(?:es)?))?"
        ),
    ),
    (
        "any",
        (
            r"(?:can|may|might|could) (?:do either|do both|say either|tell either|make either|be either"
            r"|say (?:anything|whatever \w+ (?:likes?|wants?|pleases?))"
            r"|(?:each )?(?:lie|tell the truth) or (?:lie|tell the truth))"
        ),
    ),
    (
        "any",
        (
            r"sometimes (?:lies?|tells? the truth|speaks? the truth)(?:,)? (?:and )?sometimes (?:tells? th"
            r"e truth|lies?|speaks? the truth)"
        ),
    ),
    (
        "true",
        (
            r"(?:never|can ?not|can't|do(?:es)? not ever|does not|do not|don't|doesn't) (?:ever )?(?:lies?"
            r"|tells? (?:an? )?lies?)"
        ),
    ),
    ("true", rf"(?:{_EVER} ){{1,2}}{_MAKE} (?:only |nothing but )?{_TRUE_THINGS}"),
    ("true", rf"{_MAKE} (?:only|nothing but) {_TRUE_THINGS}"),
    ("true", rf"{_MAKE} the truth"),
    ("true", r"never (?:told|tells?|speaks?|spoke|uttered) (?:a lie|lies|an untruth)"),
    ("true", r"(?:says?|said|tells?|told|speaks?) nothing but the truth"),
    (
        "true",
        (
            r"all (?:of )?(?:(?:his|her|its|their)(?: (?:or|and) (?:his|her|its|their))?|whose) (?:statements|words"
            r"|claims) are (?:always )?true"
        ),
    ),
    ("true", r"all (?:of )?(?:them|those) (?:are|being) true"),
    ("true", r"(?:is|are) always (?:truthful|honest|right)"),
    ("true", rf"{_WHAT_THEY_SAY} is (?:always )?true"),
    ("true", r"whose (?:statements|words|claims) are (?:all |always )?true"),
    ("true", r"always (?:truthful|honest|telling the truth)|only true (?:ones|statements|things|sentences)"),
    (
        "false",
        rf"(?:never|can ?not|can't) (?:ever )?{_MAKE} (?:anything (?:that is )?true|{_TRUE_THINGS}|an? true statement)",
    ),
    ("false", r"never (?:told|tells?|speaks?|spoke) the truth|never (?:honest|truthful)"),
    ("false", r"(?:says?|said|tells?|told|speaks?) nothing but (?:lies|falsehoods|untruths)"),
    (
        "false",
        (
            r"all (?:of )?(?:(?:his|her|its|their)(?: (?:or|and) (?:his|her|its|their))?|whose) (?:statements|words"
            r"|claims) are (?:always )?false"
        ),
    ),
    ("false", r"all (?:of )?(?:them|those) (?:are|being) false"),
    ("false", rf"(?:{_EVER} ){{1,2}}{_MAKE} (?:only |nothing but )?{_FALSE_THINGS}"),
    ("false", rf"{_MAKE} (?:only|nothing but) {_FALSE_THINGS}"),
    ("false", rf"(?:{_EVER} )?lies?|always (?:lying|dishonest)"),
    ("false", rf"{_WHAT_THEY_SAY} is (?:always )?(?:false|untrue|a lie)"),
    ("false", r"whose (?:statements|words|claims) are (?:all |always )?false"),
    ("false", r"only false (?:ones|statements|things|sentences)|only lies|only falsehoods"),
)
_LINK = (
    r"(?P<link> ?[,(:\u2013\u2014-]? ?(?:who |whose (?:members|people|inhabitants|folk) |which |that |they |and |he "
    r"|she |it |whose (?=statements))?)"
)
_BEFORE = re.compile(
    r"(?P<whole>(?P<art>(?:an?|the|all|every|each|any) )?"
    r"(?:(?:members?|people|inhabitants|those|anyone|everyone|someone) (?:of|from|in) (?:the )?)?"
    r"(?P<kind>[A-Za-z][\w'-]*)(?P<people> (?:people|folk|persons?|men|ones|tribe"
    r"|clan|family|robots?|islanders?|inhabitants))?)$",
    re.IGNORECASE,
)
_PLACED = re.compile(  # "humans on the planet Vero"
    r"(?P<whole>(?P<art>(?:an?|the|all|every|each|any) )?(?P<kind>[A-Za-z][\w'-]*(?:s|men|people))(?P<people>)"
    r" (?:living |born )?(?:in|on|from) (?:(?:the|this|that|our) )?(?:[\w'-]+ ){0,2}[\w'-]+)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:^|[,;:.(\u2013\u2014-]|\b(?:and|but|while|whereas|where|that|or|live|are|suppose|say))\s*$", re.IGNORECASE
)
_NO_KIND = frozenset(
    [
        "them",
        "us",
        "you",
        "it",
        "one",
        "two",
        "three",
        "others",
        "other",
        "rest",
        "who",
        "which",
        "that",
        "they",
        "he",
        "she",
        "i",
        "we",
        "is",
        "had",
        "has",
        "have",
        "are",
        "was",
        "will",
        "can",
        "may",
        "not",
        "never",
        "always",
        "everyone",
        "everybody",
        "nobody",
        "each",
        "both",
        "all",
        "and",
        "or",
        "but",
        "while",
        "if",
        "when",
        "of",
        "in",
        "on",
        "thief",
        "culprit",
        "murderer",
        "killer",
        "guilty",
        "people",
        "persons",
        "person",
        "person",
        "man",
        "woman",
        "child",
        "children",
        "inhabitants",
        "robots",
        "islanders",
        "members",
        "some",
        "somebody",
        "someone",
        "latter",
        "former",
        "first",
        "second",
        "third",
        "fourth",
        "truth",
        "ones",
        "here",
        "there",
        "than",
        "as",
        "robot",
        "islander",
        "twin",
        "brother",
        "sister",
        "twins",
        "brothers",
        "sisters",
        "door",
        "guard",
        "suspects",
        "suspect",
        "innocent",
        "also",
        "then",
        "truly",
        "sometimes",
        "often",
        "usually",
        "generally",
        "mostly",
        "occasionally",
        "either",
        "neither",
        "rarely",
        "seldom",
        "day",
        "days",
        "still",
        "just",
        "really",
        "certainly",
        "normally",
    ]
)


@dataclass(frozen=True)
class Sort:
    """A kind of person: its word in the singular, all its forms, and the nature of what such a person says."""

    word: str
    forms: tuple[str, ...]
    nature: Nature

    @property
    def pattern(self) -> str:
        """A regular expression for the kind's words."""
        return "|".join(re.escape(form) for form in sorted(self.forms, key=len, reverse=True))


def find(sentences: Sequence[str], names: Iterable[str], noun: str = "") -> tuple[tuple[Sort, ...], dict[str, str]]:
    """Return the kinds that sentences define, and these sentences with each definition replaced by "a SORT0", ...

    A text that defines a kind in two different ways has none.
    """
    called = {name.lower() for name in names} | NUMBER_WORDS.keys()
    found: dict[str, Nature] = {}
    words: dict[str, str] = {}
    cut: dict[str, str] = {}
    for sentence in sentences:
        rest = sentence
        last: Nature = "any"
        for _ in range(8):
            hit = _definition(rest, called, noun, last)
            if hit is None:
                break
            start, end, art, word, nature = hit
            last = nature
            key = _singular(word).lower()
            if found.get(key, nature) != nature:
                return (), {}
            found[key] = nature
            words.setdefault(key, word)
            rest = f"{rest[:start]}{art}SORT{list(found).index(key)}{rest[end:]}"
        if rest != sentence:
            cut[sentence] = rest
    sorts = tuple(_sort(words[key], nature, ". ".join(sentences)) for key, nature in found.items())
    return sorts, cut


def _definition(sentence: str, called: set[str], noun: str, last: Nature) -> tuple[int, int, str, str, Nature] | None:
    """Return where a definition begins and ends, its kind's word and nature; `last` is that of the one before."""
    other: Nature = "false" if last == "true" else "true"
    contrast = ((other, r"never do(?:es)?(?: so)?"),) if last != "any" else ()
    for nature, pattern in (*_BEHAVIOUR, *contrast):
        for match in re.finditer(rf"{_LINK}(?<!\w)(?:{pattern}){_END}", sentence, re.IGNORECASE):
            lead = sentence[: match.start()].rstrip()
            before = _BEFORE.search(lead)
            if before and not (match["link"].strip() or _CLAUSE.search(sentence[: before.start()])):
                before = _PLACED.search(lead)
            if before is None or not before["kind"]:
                continue
            word = before["kind"]
            defined = word.lower() == "guard" and re.search(r"\b(?:is|was) (?:the|a) guard$", lead)
            if (word.lower() in _NO_KIND and not defined) or word.lower() in called or word.startswith("SORT"):
                continue
            if (noun and re.fullmatch(noun, word, re.IGNORECASE)) or (
                re.search(r"\bof $", sentence[: before.start()], re.IGNORECASE) and before["art"] is not None
            ):
                continue
            apart = match["link"].strip() or _CLAUSE.search(sentence[: before.start()])
            if not apart:
                continue
            end = match.end()
            if "(" in match["link"] and sentence[end : end + 1] == ")":
                end += 1
            return before.start(), end, before["art"] or "", word, nature
    return None


def _singular(word: str) -> str:
    irregular = {"men": "man", "people": "person", "thieves": "thief"}
    if word.lower() in irregular:
        return irregular[word.lower()]
    if word.lower().endswith("ss") or not word.lower().endswith("s"):
        return word
    if re.search(r"(?:x|ch|sh|ss)es$", word, re.IGNORECASE):
        return word[:-2]
    return word[:-3] + "y" if word.lower().endswith("ies") else word[:-1]


def _plural(word: str) -> str:
    return (
        word[:-1] + "ies"
        if re.search(r"[^aeiou]y$", word)
        else word + ("es" if re.search(r"(?:s|x|ch|sh)$", word) else "s")
    )


def _sort(word: str, nature: Nature, text: str) -> Sort:
    one = _singular(word)
    if not re.search(rf"(?<![.!?] )(?<!^)\b{re.escape(one[0].upper() + one[1:])}", text):
        one = one[0].lower() + one[1:]
    return Sort(one, tuple(dict.fromkeys((one, _plural(one), word.lower()))), nature)


def words_of(sorts: Sequence[Sort]) -> Iterator[str]:
    """Yield all forms of all kinds."""
    for sort in sorts:
        yield from sort.forms
