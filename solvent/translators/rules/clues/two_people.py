"""Reads that people are different from what is told of them together: "Smith beats the guard at billiards".

What they do with or to each other says nothing else. Only sentences are read that say neither more nor less of them:
no comparison, no condition, no other value.
"""

import re
from collections.abc import Sequence

from solvent.translators.rules.clues.formula import Differ, Formula, Value, both
from solvent.translators.rules.clues.link_words import IRREGULAR, RELATES_PEOPLE, keys, verb_stem
from solvent.translators.rules.clues.mentions import Lexicon, Mention
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    KIN,
    MONTHS,
    RESERVED,
    WEEKDAYS,
    is_agent,
    is_english,
    listed,
)

_PERSON = "P"  # stands for a person in a sentence
_VERBS = RELATES_PEOPLE | keys(
    "owe give lend help visit meet know admire envy marry join invite hire phone dislike hate"
)
_NO_OBJECT = keys("be become play portray work serve remain call name act impersonate imitate resemble represent copy")
_CHANGING = keys("be become turn change switch belong compare correspond amount")  # "turned from driver to cook"
_KIN = "|".join(sorted(KIN | {f"{kin} in law" for kin in ("brother", "sister", "father", "mother", "son", "daughter")}))
_KINS = "|".join(sorted(f"{kin}s" for kin in KIN))
_PEOPLE = "(?:both )?P(?:(?: , P)*(?: ,)? and P)?"
_REST = r"(?: (?!P\b)[a-z0-9]+)*"
_ADVERBS = (
    r"(?:(?:still|often|always|once|recently|never|sometimes|usually|regularly|just|already|also|has|have|had|ever) )*"
)
_OLD = r"(?:(?:old|good|close|best|elder|younger|older|twin|only|great|near|next door|own|dear|long standing) )*"
_FORMS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_PEOPLE} {_ADVERBS}(?P<verb>[a-z]+) {_PEOPLE}(?P<rest>{_REST})",
        (
            rf"{_PEOPLE} {_ADVERBS}(?P<act>[a-z]+)(?P<more>(?: (?!P\b)[a-z0-9]+)*?) "
            rf"(?:with|against|from|to) {_PEOPLE}(?P<rest>{_REST})"
        ),
        (
            rf"{_PEOPLE} (?:is|was|has been|got) (?P<past>[a-z]+)(?P<more>(?: (?!P\b)[a-z0-9]+)*?) "
            rf"by {_PEOPLE}(?P<rest>{_REST})"
        ),
        rf"{_PEOPLE} (?:is|was) (?:P'S {_OLD}(?:{_KIN})|an? {_OLD}(?:{_KIN}) of (?:P'S|P))",
        rf"P'S {_OLD}(?:{_KIN}) (?:is|was) P",
        rf"(?:{_PEOPLE} (?:is|was) (?:married|engaged|related) to (?:P|P'S {_OLD}(?:{_KIN})))",
        rf"P'S {_OLD}(?:{_KIN}) (?:is|was) (?:married|engaged|related) to P",
        rf"{_PEOPLE} (?:are|were) {_OLD}(?:{_KINS})",
        rf"{_PEOPLE} (?P<act>[a-z]+)(?P<more>{_REST}) (?:together|each other|one another)(?P<rest>{_REST})",
    )
)
_TOLD = frozenset(listed("both last every each together other never once all so near best next"))  # of what is told
_IDENTIFYING = frozenset(listed("as like himself herself themselves who which that whose being be is are was were or"))
_DATES = frozenset(WEEKDAYS) | frozenset(MONTHS)
_LONGEST = 30  # tokens


def two_people(tokens: Sequence[Token], mentions: Sequence[Mention], known: Lexicon) -> tuple[Formula, bool] | None:
    """That all people of a sentence are different, and whether it says more that might rule out some answer.

    None if it does not tell of them together, or tells more of them.
    """
    if len(mentions) < 2 or len(tokens) > _LONGEST or not _tells_of_names_and_trades(known.categories):
        return None
    for at in range(2, len(tokens) - 2):
        if tokens[at].norm == "and" and tokens[at - 1].norm == ",":
            parts = [_part(tokens, mentions, known, *ends) for ends in ((0, at - 1), (at + 1, len(tokens)))]
            told = [part for part in parts if part is not None]
            if len(told) == len(parts):
                return both(*(part for part, _ in told)), any(more for _, more in told)
    people = [_person(tokens, mention, known) for mention in mentions]
    if None in people:
        return None
    said = _put(tokens, mentions)
    found = next((match for form in _FORMS if (match := form.fullmatch(said)) and _tells(match)), None)
    values = tuple(value for value in people if value is not None)
    if found is None or len(set(values)) < len(values):
        return None
    groups = found.groupdict()
    return Differ(values), not any(map(groups.get, ("verb", "act", "past"))) or bool(
        groups["rest"] or groups.get("more")
    )


def _part(
    tokens: Sequence[Token], mentions: Sequence[Mention], known: Lexicon, start: int, end: int
) -> tuple[Formula, bool] | None:
    inside = [each.moved(-start) for each in mentions if start <= each.start < end]
    return two_people(tokens[start:end], inside, known)


def _person(tokens: Sequence[Token], mention: Mention, known: Lexicon) -> Value | None:
    """The value of a mention that names somebody: "Smith", "the guard"; no such noun without an article."""
    value = mention.candidates[0]
    category = known.categories[value.category]
    articled = mention.start > 0 and tokens[mention.start - 1].norm == "the"
    of_people = _is_of_names(category) or (articled and _is_of_trades(category))
    return value if mention.settled and of_people else None


def _tells_of_names_and_trades(categories: Sequence[Category]) -> bool:
    """Whether a puzzle has one category of names: coaches with names of their own go together with people."""
    placed = any(category.kind == "position" for category in categories)
    return not placed and sum(map(_is_of_names, categories)) == 1 and any(map(_is_of_trades, categories))


def _is_of_names(category: Category) -> bool:
    return all(value[:1].isupper() for value in category.values)


def _is_of_trades(category: Category) -> bool:
    last = [tokens[-1].norm for value in category.values if (tokens := tokenise(value))]
    agents = sum(is_agent(norm) or norm.endswith(("man", "woman")) for norm in last)
    return 2 * agents >= len(last) and all(value[:1].islower() for value in category.values)


def _put(tokens: Sequence[Token], mentions: Sequence[Mention]) -> str:
    """The words of a sentence, with "P" or "P'S" for each person."""
    words, at = list[str](), 0
    starts = {mention.start: mention for mention in mentions}
    while at < len(tokens):
        mention = starts.get(at)
        if mention is None:
            following = starts.get(at + 1)
            if not (tokens[at].norm in ("the", "mr", "mrs", "ms", "miss", "dr") and following):
                words.append(tokens[at].norm)
            at += 1
            continue
        words.append("P'S" if tokens[mention.end - 1].owner else _PERSON)
        at = mention.end
    return " ".join(words)


def _tells(match: "re.Match[str]") -> bool:
    """Whether the verb of a sentence relates people, and its other words tell nothing that could matter."""
    groups = match.groupdict()
    words = " ".join(groups.get(name) or "" for name in ("more", "rest")).split()
    heard = RESERVED - _TOLD | COMPARATIVES.keys() | _IDENTIFYING
    if any(word in heard or (word.isalpha() and word not in _DATES and not is_english(word)) for word in words):
        return False
    verb, act, past = groups.get("verb"), groups.get("act"), groups.get("past")
    if verb:
        return verb_stem(verb) in _VERBS and verb_stem(verb) not in _NO_OBJECT
    if past:
        return (past.endswith("ed") or past in IRREGULAR) and verb_stem(past) not in _NO_OBJECT
    return not act or (verb_stem(act) not in _CHANGING and act not in heard and is_english(act))
