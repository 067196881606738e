"""What an introduction announces without listing it: how many rows there are, in which places, with which attributes.

"Five houses of different colours stand in a row; in each lives a person of another nationality, who keeps a pet of
his own" announces five places, a colour, a nationality and a pet.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from solvent.translators.rules.clues.link_words import PREPOSITIONS, verb_stem
from solvent.translators.rules.clues.unlisted.attributes import Attribute, Introduction
from solvent.translators.rules.clues.unlisted.nouns import APIECE, counts, end_of_noun, is_a_person, may_be_noun
from solvent.translators.rules.clues.values import POSITION_WORDS
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    GLUE,
    NUMBER_WORDS,
    RESERVED,
    WEEKDAYS,
    listed,
    stem,
)

FEWEST, MOST = 3, 6  # rows
_SORT_OF = frozenset(listed("kind kinds type types sort sorts brand brands make makes breed breeds flavour flavor"))
_DISTRIBUTES = re.compile(
    r"\b(?:each|every|everybody|everyone|own|different|differently|another|else|no two|the same|all|differ)\b",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(
    r"\b(?:in (?:a|one) (?:\w+ )?(?:row|line)|rows? of|line of|side by side|numbered|"
    r"next to (?:each other|one another)|"
    r"from (?:the )?(?:left|right|top|bottom)|one (?:above|behind) the other|on top of (?:each other|one another))\b",
    re.IGNORECASE,
)
_THINGS_IN_ORDER = re.compile(
    r"\b([a-z]+s) (?:(?:standing|lying|all|are|stand|lie) )?"
    r"(?:side by side|next to (?:each other|one another)|in (?:a|one)(?: (?:single|straight|long))? (?:row|line))\b",
    re.IGNORECASE,
)
_ROW_OF = re.compile(r"\b(?:row|line) of (?:\w+ ){1,3}?([a-z]+s)\b", re.IGNORECASE)
_DAYS = re.compile(rf"\b({'|'.join(WEEKDAYS)}) (?:to|through|until|till) ({'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_NO_ATTRIBUTE = frozenset(
    listed("order ones one thing things people persons row line side sides way ways everyone everybody")
)
_NO_VERB = frozenset(map(verb_stem, listed("be have live stand lie sit come go get there there's belong paint call")))
_WHO_THEY_ARE = frozenset(map(stem, listed("nationality job profession occupation trade name surname country origin")))
_NEAR = frozenset(listed("neighbour neighbours neighbor neighbors neighbouring neighboring adjacent next"))
_EVERY = frozenset(listed("each every everybody everyone"))
_PAINTING = frozenset(map(verb_stem, listed("paint fly bear carry")))  # places do so too
_ENDS = 2  # of a week
_SUBJECT = frozenset(listed("the their these those all my our your , are were is of"))  # before a counted subject
_PAINTED = re.compile(
    r"\b(?:painted|coloured|colored) (?:differently|(?:in )?(?:a |their )?(?:different|own))|"
    r"\bno two (?:\w+ ){0,3}painted (?:in )?(?:the same|alike)\b",
    re.IGNORECASE,
)
# What only says that everybody has another one.
_APIECE_ONLY = re.compile(
    r"\b(?:(?:every|each) )?(?:one|of them|house) (?:is )?(?:painted|coloured|colored) differently\b|"
    r"(?:\band )?\b(?:no two|none)(?! \w*(?:neighb|adj|next))(?: (?!next|neighb|adj|need|must|may|can)\w+){0,5} "
    r"(?:the same|alike)\b|"
    r"\b(?:that |which )?(?:nobody|no one) else(?: there| here)?(?: (?:in|on) (?:the|this|that) \w+)? "
    r"(?:has|does|keeps)\b|"
    r"(?:\band )?\b(?:nobody|no one) shares (?:any|one) of (?:those|these|them)(?: with (?:a|any) neighbou?r)?\b|"
    r"(?<=\bthey )all\b|(?<=\bthese )all\b|(?<=\bthese five )all\b|\ball (?:are )?different\b|"
    r"\bone person (?:in|to) each\b",
    re.IGNORECASE,
)
_OF_DIFFERENCE = frozenset(listed("no nobody none two one same alike or and nor any else another other others either"))
LEADING = frozenset(listed("from to by"))  # prepositions that say what a value is, as "with" and "in" do not


def announces(sentence: str) -> bool:
    """Whether a sentence distributes something, counts something, or says how places are ordered."""
    if sentence.rstrip().endswith("?"):
        return False
    return bool(
        _DISTRIBUTES.search(sentence)
        or _DAYS.search(sentence)
        or _IN_ORDER.search(sentence)
        or any(number != 1 for _, number in counts(tokenise(sentence)))
    )


def _sets(sentence: str) -> bool:
    return bool(_IN_ORDER.search(sentence) or _DISTRIBUTES.search(sentence) or _DAYS.search(sentence))


def restates(sentence: str) -> bool:
    """Whether a sentence among the clues is about all rows: "we have five houses in a row", "each has one colour"."""
    tokens = tokenise(sentence)
    if sentence.rstrip().endswith("?"):
        return False
    known = Introduction(MOST, "")
    if any(number != 1 for _, number in counts(tokens)):
        return bool(_IN_ORDER.search(sentence) or any(_is_each(tokens, at) for at in range(len(tokens))))
    return bool(_DISTRIBUTES.search(sentence)) and any(each.needed for each in _attributes(tokens, known, set()))


def introduction(sentences: Sequence[str]) -> Introduction | None:
    """Read an introduction; None if it does not count its rows, or counts them in two ways."""
    told = [tokenise(sentence) for sentence in sentences]
    setting = [tokens for said, tokens in zip(sentences, told, strict=True) if _sets(said)] or told
    counted = [number for tokens in setting for _, number in counts(tokens) if number != 1]
    if not counted or len(set(counted)) > 1 or not FEWEST <= counted[0] <= MOST:
        return None
    found = Introduction(counted[0], _place(sentences, told))
    found.people = frozenset(token.norm for tokens in told for token in tokens if is_a_person(token.norm))
    found.people |= {norm.removesuffix("s") for norm in found.people if is_a_person(norm.removesuffix("s"))}
    placed = False  # whether the sentence before is about the places
    for sentence, tokens in zip(sentences, told, strict=True):
        used: set[int] = set()
        for attribute in (*_attributes(tokens, found, used, placed=placed), *_days(sentence, found.rows)):
            _add(found.attributes, attribute)
            found.announcing.add(sentence)
        used |= _of_days(tokens, found)
        if _PAINTED.search(sentence):
            _add(found.attributes, replace(_plain("colour"), placed=True))
        if redundant := _only_says_that_all_differ(tokens):
            used |= {*range(len(tokens))}
        if used or redundant or _APIECE_ONLY.search(sentence):
            used |= {at for at in range(len(tokens)) if _is_each(tokens, at) or _holds_one(tokens, at)}
            used |= {n for n, token in enumerate(tokens) if token.norm == "lie" and tokens[n - 1].norm == found.place}
            rest = " ".join(token.text for at, token in enumerate(tokens) if at not in used)
            found.rest[sentence] = _APIECE_ONLY.sub(" ", rest)
        placed = _is_of_places(tokens, len(tokens), found, placed=placed)
    described = frozenset[str]().union(*(each.nouns for each in found.attributes))
    found.attributes = [each for each in found.attributes if each.needed or each.key not in described]
    if people := _people(told, found):
        found.attributes.append(people)
    return found


def _people(told: Sequence[Sequence[Token]], known: Introduction) -> Attribute | None:
    """The people of an introduction, who may have names; None if there are none, or another attribute is their name."""
    nouns = [token for tokens in told for token in tokens if token.norm in known.people and token.norm != "one"]
    if not nouns or any(is_a_person(each.name) or each.key == "name" for each in known.attributes):
        return None
    counted = [tokens[at + 1] for tokens in told for at, _ in counts(tokens) if tokens[at + 1] in nouns]
    name = (counted or nouns)[0].norm
    return Attribute(name, frozenset(token.key for token in nouns), frozenset(), frozenset(), needed=False, said=name)


def is_of_people(attribute: Attribute) -> bool:
    """Whether an attribute says who people are: nobody has or holds such a value."""
    return is_a_person(attribute.name) or attribute.key in _WHO_THEY_ARE


def _place(sentences: Sequence[str], told: Sequence[Sequence[Token]]) -> str:
    """The noun for the places in a row: what stands in a row, or is known as a place."""
    for sentence, tokens in zip(sentences, told, strict=True):
        counted = [tokens[end - 1] for at, _ in counts(tokens) if (end := end_of_noun(tokens, at + 1)) > at + 1]
        row = _ROW_OF.search(sentence)
        if row:
            return row[1].lower()
        known = [noun for noun in counted if {noun.norm, noun.norm.removesuffix("s")} & POSITION_WORDS]
        if known:
            return known[0].norm
        things = [noun.norm for noun in counted if not is_a_person(noun.norm)]
        if things and _IN_ORDER.search(sentence):
            return things[0]
        ordered = _THINGS_IN_ORDER.search(sentence)
        if ordered and not is_a_person(ordered[1].lower()):
            return ordered[1].lower()
    return ""


def _is_of_places(tokens: Sequence[Token], at: int, known: Introduction, *, placed: bool) -> bool:
    """Whether what stands at a token is said of the places: they, and no people, are the last that were named."""
    for token in reversed(tokens[:at]):
        if token.key == stem(known.place) and known.place:
            return True
        if token.norm in ("somebody", "someone") or (token.norm != "one" and is_a_person(token.norm)):
            return False
    return placed


def _attributes(
    tokens: Sequence[Token], known: Introduction, used: set[int], *, placed: bool = False
) -> list[Attribute]:
    """The attributes that a sentence announces; the tokens that announce them are added to `used`."""
    found: list[Attribute] = []
    begin = 0
    counted = {at for at, _ in counts(tokens)}
    at = 0
    while at < len(tokens):
        norm = tokens[at].norm
        something = norm in ("something", "else") and _is_something_else(tokens, at)
        apiece = norm in ("one", "a", "an") and any(token.norm in _EVERY for token in tokens[: max(0, at - 1)])
        differing = norm in ("in", "by") and verb_stem(tokens[at - 1].norm) == "differ" and at > 0
        if not (norm in APIECE or at in counted or something or apiece or differing or _is_no_two(tokens, at)):
            at += 1
            continue
        attribute, end = (_something_else if something else _counted)(tokens, begin, at, known)
        if attribute and found and begin == at - 1 and tokens[begin].norm in ("of", "in"):
            whole = found.pop()  # "a door of a different colour"
            heads = frozenset[str]() if is_a_person(whole.name.split()[-1]) else whole.heads
            attribute = replace(attribute, nouns=attribute.nouns | heads)
        if attribute:
            of_places = _is_of_places(tokens, at, known, placed=placed) and not attribute.verbs - _PAINTING
            attribute = replace(attribute, placed=of_places)
            found.append(attribute)
            while (more := _goes_on(tokens, end)) > end:
                said = [token for token in tokens[end + 1 : more] if token.norm not in ("and", "or")]
                name, *of = " ".join(token.norm for token in said).split(" of ")
                more_nouns = frozenset(stem(word) for word in " ".join(of).split() if word not in GLUE)
                found.append(replace(_plain(name), nouns=attribute.nouns | more_nouns, placed=of_places))
                end = more
        if attribute or end > at + 1:
            begin = end
            no = [n for n in range(at) if tokens[n].norm == "no" and tokens[at].norm == "same"]
            used.update(range(no[-1] if no else at, end))
        at = max(end, at + 1)
    return found


def _only_says_that_all_differ(tokens: Sequence[Token]) -> bool:
    """Whether a sentence only says that no two rows have anything in common: "nobody has the same pet as another"."""
    norms = [token.norm for token in tokens]
    opens = norms[:2] == ["no", "two"] or norms[:1] in (["nobody"], ["none"]) or norms[:2] == ["no", "one"]
    rest = frozenset(norms) - _OF_DIFFERENCE
    plain = not rest & (RESERVED | NUMBER_WORDS.keys()) and not any(token.capitalised for token in tokens[1:])
    return opens and plain and bool({"same", "alike"} & {*norms})


def _is_each(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].norm in _EVERY and [token.norm for token in tokens[at + 1 : at + 2]] != ["other"]


def _holds_one(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is "holds" in "each of the four compartments holds one traveller"."""
    following = [token.norm for token in tokens[at + 1 : at + 2]]
    return tokens[at].norm in ("hold", "holds") and following in (["one"], ["a"], ["an"], ["exactly"])


def _is_no_two(tokens: Sequence[Token], at: int) -> bool:
    said = {token.norm for token in tokens[:at]}
    return tokens[at].norm == "same" and bool(said & {"no", "nobody", "none"}) and not said & _NEAR


def _is_something_else(tokens: Sequence[Token], at: int) -> bool:
    following = [token.norm for token in tokens[at + 1 : at + 2]]
    return tokens[at].norm == "something" and following in (["else"], ["different"])


def _something_else(tokens: Sequence[Token], begin: int, at: int, known: Introduction) -> tuple[Attribute | None, int]:
    """What "drinks something else" and "has something different for breakfast" announce."""
    end = at + 2
    verbs, nouns = _before(tokens, begin, at, known)
    if [token.norm for token in tokens[end : end + 1]] in (["for"], ["as"]):
        noun = next((n for n in range(end + 1, min(end + 3, len(tokens))) if may_be_noun(tokens[n])), None)
        if noun is not None:
            name = tokens[noun].norm
            return Attribute(name, frozenset({tokens[noun].key}), nouns, verbs, said=name), noun + 1
    if len(verbs) != 1:
        return None, end
    name = next(token.norm for token in reversed(tokens[begin:at]) if verb_stem(token.norm) in verbs)
    name = name.removesuffix("s") if tokens[at - 1].norm.endswith("s") else name
    return Attribute(name, frozenset({stem(name)}), nouns, verbs, said=f"{name} {name}"), end


def _counted(tokens: Sequence[Token], begin: int, at: int, known: Introduction) -> tuple[Attribute | None, int]:
    """What "keep five different pets", "a different brand of cigarette", "of another colour" announce."""
    start = at + 1
    while start < len(tokens) and tokens[start].norm in APIECE:
        start += 1
    end = end_of_noun(tokens, start)
    following = tokens[end : end + 1]
    if end == start or (following and following[0].norm in APIECE | {"a", "an", "the", "something"}):
        return None, at + 1  # "each of the five drinks a ..."
    nouns = {token.key for token in tokens[start:end]}
    name = " ".join(token.norm for token in tokens[start:end])
    if [token.norm for token in tokens[end : end + 1]] == ["of"]:
        of = end_of_noun(tokens, end + 1)
        if of > end + 1:
            nouns |= {token.key for token in tokens[end + 1 : of]}
            if tokens[end - 1].norm in _SORT_OF:
                name = " ".join(token.norm for token in tokens[end + 1 : of])
            end = of
    head = name.split()[-1]
    verbs, beside = _before(tokens, begin, at, known)
    apart = tokens[at].norm in APIECE | {"one"} or start > at + 1 or tokens[at].norm == "same"
    led = at > 0 and (tokens[at - 1].norm in PREPOSITIONS or tokens[at - 1].norm not in _SUBJECT)
    needed = (apart or led) and not is_a_person(head)
    if head in _NO_ATTRIBUTE or stem(head) == stem(known.place) or (is_a_person(head) and not apart and not led):
        return None, end
    leads = frozenset({tokens[at - 1].norm} & LEADING) if at else frozenset[str]()
    leads |= frozenset({tokens[at - 2].norm} & LEADING) if at > 1 and tokens[at - 1].norm == "a" else frozenset()
    said = " ".join(token.norm for token in tokens[begin:end] if token.norm not in NUMBER_WORDS)
    return Attribute(name, frozenset(nouns), beside, verbs, leads, needed, said), end


def _before(
    tokens: Sequence[Token], begin: int, until: int, known: Introduction
) -> tuple[frozenset[str], frozenset[str]]:
    """The verbs and the nouns before an attribute; its places and people are neither."""
    verbs, nouns = set[str](), set[str]()
    for at, token in enumerate(tokens[begin:until], begin):
        plain = token.norm in GLUE | RESERVED | PREPOSITIONS | APIECE | _NO_ATTRIBUTE or not token.norm.isalpha()
        if plain or token.key == stem(known.place) or is_a_person(token.norm) or token.norm in NUMBER_WORDS:
            continue
        if verb_stem(token.norm) in _NO_VERB:
            continue
        nouns.add(token.key)
        articled = at > 0 and (tokens[at - 1].norm in ("a", "an", "the") or tokens[at - 1].norm in NUMBER_WORDS)
        if not articled and [each.norm for each in tokens[at + 1 : at + 2]] != ["by"]:
            verbs.add(verb_stem(token.norm))
    return frozenset(verbs), frozenset(nouns)


def _goes_on(tokens: Sequence[Token], at: int) -> int:
    """Where another bare noun after "and", "or" or a comma ends: "the same make or colour", "hour of departure"."""
    if at >= len(tokens) or tokens[at].norm not in ("and", "or", ","):
        return at
    start = at + 1 + (tokens[at + 1 : at + 2] != () and tokens[at + 1].norm in ("and", "or"))
    end = end_of_noun(tokens, start)
    if end == start or is_a_person(tokens[start].norm):
        return at
    if [token.norm for token in tokens[end : end + 1]] == ["of"]:
        of = end + 1 + ([token.norm for token in tokens[end + 1 : end + 2]] in (["the"], ["its"]))
        end = max(end, end_of_noun(tokens, of)) if end_of_noun(tokens, of) > of else end
    return end if end >= len(tokens) or tokens[end].norm in ("and", "or", ",") else at


def _days(sentence: str, rows: int) -> list[Attribute]:
    """The days of "from Monday to Friday", if there are as many as rows."""
    week = _DAYS.search(sentence)
    if not week:
        return []
    first, last = (WEEKDAYS.index(day.lower()) for day in week.groups())
    days = tuple(WEEKDAYS[(first + n) % 7].capitalize() for n in range((last - first) % 7 + 1))
    if len(days) != rows:
        return []
    return [replace(_plain("day"), values=days)]


def _plain(name: str) -> Attribute:
    return Attribute(name, frozenset({stem(name.rsplit(maxsplit=1)[-1])}), frozenset(), frozenset(), said=name)


def _of_days(tokens: Sequence[Token], known: Introduction) -> set[int]:
    """The tokens of "from Monday to Friday", where these are the rows."""
    days = [at for at, token in enumerate(tokens) if token.key in WEEKDAYS]
    given = any(each.values for each in known.attributes)
    return set(range(days[0], days[1] + 1)) if given and len(days) == _ENDS else set()


def _add(attributes: list[Attribute], new: Attribute) -> None:
    """Add an attribute, or join it to the one that has its name, or its verb."""
    for at, old in enumerate(attributes):
        if old.key == new.key or (old.verbs & new.verbs and len(old.verbs | new.verbs) == 1):
            attributes[at] = Attribute(
                old.name,
                old.heads | new.heads,
                old.nouns | new.nouns,
                old.verbs | new.verbs,
                old.leads | new.leads,
                old.needed or new.needed,
                f"{old.said} {new.said}",
                old.values or new.values,
                old.placed or new.placed,
            )
            return
    attributes.append(new)
