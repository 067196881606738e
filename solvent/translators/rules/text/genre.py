"""Phrases that only restate the rules of the genre or point to parts of the puzzle: removing them loses nothing."""

import re
from collections.abc import Collection

from solvent.translators.rules.text.words import NUMBER_WORDS, stem

_EACH = re.compile(r"\b(?:each|every|everybody|everyone)\b", re.IGNORECASE)
_ONE_EACH = (
    r"(?:a |an |his |her |its |their |exactly |just |only )?(?:or her )?"
    r"(?:own|different|unique|distinct|separate|particular|certain|various)"
)
# Phrases saying that everybody has exactly one of each, and that no two share one.
_GENRE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"\b(?:each|every|all)(?: (?:one|of (?:them|these|the)))?(?: (?!but\b|except\b|"
            rf"save\b)\w+){{0,3}}? (?={_ONE_EACH}\b)"
        ),
        rf"\b{_ONE_EACH}\b",
        (
            r"\bno two(?: (?!need|must|have to|can|may)\w+){0,7}? (?:the )?same(?: (?!or\b|and\b)\w+){0,2}"
            r"(?:,? (?:or|and) (?:[a-z]+ ){0,3}the same [a-z]+)*"
        ),
        r"\b(?:all )?different from (?:those of )?(?:all )?the others?\b",
        r"\b(?:are|is|were) all different\b|\ball (?:different|differ)\b|\bdifferently\b",
        r"\b(?:each|every|all|everybody|everyone)\b(?= (?:of them|person|house))|\b(?:each|everybody|everyone)\b",
        (
            r"\bthere (?:is|are) (?:exactly |only |just )*(?:one|a unique|a single|1)(?: (?:correct|possible|"
            r"valid))? (?:solution|answer)\b"
        ),
        (
            r"\b(?:with |and |but )?no (?:ties|draws|dead heats|shared places)\b|\bno two (?:of them )?(?:are |"
            r"were )?(?:the same|alike)\b"
            r"|\b(?:so |and )?(?:nobody|no one|no-one|none of (?:them|these|us)) (?:(?:shares|shared)(?: (?:a|"
            r"any) [a-z]+)?|ties|tied|drew)\b(?=\W*$|,)"
        ),
        r"\beverything (?:is|was) different(?: for (?:everybody|everyone|each of them))?\b",
        (
            r"\b(?:exactly )?one(?: of them| of each)?(?: [a-z]+)? (?:per|for each|for every|for each of) [a-z]+\b|"
            r"\bone of them each (?:day|week|month|evening|morning|afternoon|night|year)\b"
        ),
        r"\ball (?:three|four|five|six|seven|eight) (?:different|distinct)\b|\b(?:none|neither) (?:of them )?alike\b",
        r"\bexactly one of each\b|\bone each\b|\bone of each\b|\bonce each\b|\bexactly once\b|\bonly once\b",
        (
            r"\bnothing (?:occurs|appears|(?:is|was|has been) (?:\w+ed|chosen|worn|eaten|drunk|given)) (?:twice|"
            r"more than once)\b"
        ),
        r"\b(?:nothing|no one|nobody) (?:has |have |had )?(?:been )?[a-z]+ed (?:twice|more than once)\b",
        (
            r"\b(?:none|no (?:one|\w+)) (?:is|are|were|was) (?:used|repeated|listed|chosen) (?:twice|again|"
            r"more than once)\b"
        ),
    )
)
# Everybody may be one of a couple: "each couple".
_PAIRED = re.compile(r"\b(?:each|every|the|which|what|this) (?:couple|pair)s?\b(?! of)", re.IGNORECASE)
# "Every one", and "every baker", if each has something else, or one.
_EVERY = re.compile(
    r"\bevery one\b(?: of (?:them|us|these))?|"
    r"\bevery (?!other\b|second\b|time\b)[a-z]+(?= [^.]*\b(?:else|another|one|a different|of (?:his|her|its) own)\b)",
    re.IGNORECASE,
)
# In a sentence with "each" or "every", "one" means one apiece.
_APIECE = re.compile(r"\b(?:exactly |just |only )?(?:one|a single|another)\b(?: (?:\w+ ){1,4}only\b)?", re.IGNORECASE)
_CLUES = r"(?:clues?|hints|information|constraints|statements|facts|notes|details)"
_POINTERS = re.compile(
    rf"\b(?:using|use|read|from|given|with|based on|by|follow|consider|study|here are|there are|these are|solve)\s+"
    rf"(?:only |just |all (?:of )?)*(?:the |these |this |my |our |your )?(?:following |given )?{_CLUES}"
    rf"(?: (?:below|above|given|that follow|provided|listed))*\b"
    rf"|\b(?:the |these )?(?:following )?{_CLUES} (?:below|that follow|provided|listed|are given|follow|(?:will |"
    rf"should )?help|"
    rf"are as follows|given below)\b|\bthe following {_CLUES}\b(?= (?:are given|are known|help))"
    r"|\b(?:as seen |when viewed |seen )?from (?:across )?the street\b|\bone-\w+|\bone (?:day|evening|morning|"
    r"afternoon|night|"
    r"year|week|summer|winter|weekend)\b"
    r"|\bat (?:the )?end\b|\bat first\b|\bonce upon a time\b|\bor (?:she|her|hers)\b|\bhe or\b|"
    r"\bon the left\b(?= hand)|\(?\b(?:though |but )?not necessarily in (?:that|this|the same|any) order\b\)?"
    r"|\bin (?:some|no particular|any|alphabetical|random|no special) order\b|\blast (?:week|year|month|night|weekend|"
    r"summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|(?<!the )(?<!to )(?<!from )(?<!on )(?<!far )\bleft (?=(?:the|a|an|their|his|her|our|for|town|home|school|work|"
    r"at|tips?|notes?|messages?|something|it|early|late)\b)|\bleft behind\b"
    r"|\borders? (?=(?:an?|the|some|different)\b)"
    r"|\bevery (?:day|morning|evening|afternoon|night|week|month|year|summer|winter|weekend|hour)\b"
    r"|\blook(?:s|ed|ing)? after\b|\bafter (?:school|work|class|lunch|dinner|supper|hours)\b"
    r"|\b(?:come|comes|came|coming|been|go|went|got|brought) back\b|\bback (?=(?:home|from)\b)"
    r"|\bfirst (?:names?|time)\b|\blast names?\b|\bmost recently\b|\bat most recent\b",
    re.IGNORECASE,
)


# Everybody is in one scene ("on the same day"); this shares a value only if the noun names a category.
SAME_SCENE = re.compile(
    r"\b(?:on|in|at|for|from|of|to|along) the same ([a-z]+)\b(?! (?:as|or|number|way|order)\b)"
    r"|\bshare[sd]? (?:a|an|one|the|their|the same) (?:[a-z]+ )?([a-z]+)\b",
    re.IGNORECASE,
)


def _counted(sentence: str, rows: int) -> str:
    """Remove "five neighbours" from a sentence if there are five rows; five things that each of them has stay."""
    words = "|".join([str(rows), *(word for word, number in NUMBER_WORDS.items() if number == rows)])
    each = _EACH.search(sentence)
    before = r"(?<!clue )(?<!hint )(?<!least )(?<!most )(?<!\d to )(?<!one to )(?<!two to )(?<!three to )"
    apiece = f"{before}(?<!has )(?<!have )(?<!owns )(?<!own )"
    word = "(?: [a-z]+(?:-[a-z]+)*)"
    many = rf"(?:{words})(?:-[a-z]+\b|{word}{{0,2}}? (?:[a-z]+(?:s|en|ple)|mice|geese|of (?:them|us|these))\b)"
    told, rest = (sentence[: each.start()], sentence[each.start() :]) if each else (sentence, "")
    alone = rf"\b(?:the|final|last|these|all|our|my|of|for) (?:{words})(?=\s*(?:[:(,.\u2014]|$|at ))"
    told = re.sub(rf"\b{before}{many}|{alone}", " ", told, flags=re.IGNORECASE)
    return told + re.sub(rf"\b{apiece}{many}|\b(?:{words}) different [a-z]+s\b", " ", rest, flags=re.IGNORECASE)


def without_genre(sentence: str, rows: int, topics: Collection[str]) -> str:
    """Remove these phrases from a sentence; `rows` is the number of rows, `topics` are stems that name categories."""
    rest = _EVERY.sub("everyone", _counted(sentence, rows))

    def shared(match: "re.Match[str]") -> str:
        return match[0] if stem((match[1] or match[2]).lower()) in topics else " "

    rest = _PAIRED.sub(" each ", SAME_SCENE.sub(shared, rest))
    rest = _POINTERS.sub(" ", rest)
    if _EACH.search(rest):
        rest = _APIECE.sub(" ", rest)
    for phrase in _GENRE:
        rest = phrase.sub(" ", rest)
    return rest


def is_of_the_genre(sentence: str) -> bool:
    """Whether a sentence says that everybody has exactly one of each, and that no two share one."""
    return any(pattern.search(sentence) for pattern in _GENRE)
