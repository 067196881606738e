"""What is looked for in a text: a number, a thing of which everyone has one, or something that lies somewhere."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS

_RANGE = re.compile(r"\b(?:from |between |\()?(\d{1,3})(?: to | and |-|\u2013|\.\.)(\d{1,3})\b")
_NUMBERS = re.compile(r"\b\d{1,4}(?:, \d{1,4})*,? (?:or|and) \d{1,4}\b")
_LOOKED_FOR = re.compile(
    r"\b(?:where (?:is|are)|(?:find|get|has|have|holds?|contains?|hides?|leads? to|with|hidden|wants?|win|inside"
    r"|looking for)) (?:the |a |an |his |her )(?P<what>[a-z]+(?: [a-z]+)?)"
    r"|\b(?:put|hid|hides|hidden|placed|left|buried|locked|concealed|puts|hiding) (?:an?|the|his|her|their|my"
    r"|some) (?P<hidden>[a-z]+(?: [a-z]+)?) (?:in|inside|behind|under|on|beneath)\b"
    r"|\b(?:the|an?|one|1) (?P<thing>[a-z]+(?: [a-z]+)?) (?:is|are|lies|was|has been|sits)(?: hidden| kept"
    r"| locked)? (?:in|inside|behind|under|on|beneath)\b"
)


def numbers(texts: Sequence[str], said: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers among which one is looked for."""
    if sum(
        bool(re.search(r"\d|\b(?:odd|even|prime|square|multiple|divi|number|digit)", each)) for each in said
    ) * 2 < len(said):
        return ()
    for text in texts:
        match = _NUMBERS.search(text)
        values = [int(each) for each in re.findall(r"\d+", match[0])] if match else []
        if len(values) > 2 or (len(values) == 2 and " or " in (match[0] if match else "")):
            return tuple(map(str, values))
        between = _RANGE.search(text)
        if between and 1 < int(between[2]) - int(between[1]) < 100:
            return tuple(map(str, range(int(between[1]), int(between[2]) + 1)))
    if any(re.search(r"\bdi(?:e|ce)\b", text) for text in texts):
        return tuple("123456")
    return ()


def values(texts: Sequence[str], said: Sequence[str], size: int) -> tuple[str, ...]:
    """Return the things of which everyone has one, from a list as long as that of the people."""
    for raw in texts:
        for match in re.finditer(
            r"(?:(?:one|an?|the) )?[a-z]+(?: (?!and\b|or\b)[a-z]+)?(?:, (?:(?:one|an?|the) )?[a-z]+(?: (?!and\b"
            r"|or\b)[a-z]+)?)+(?:,? (?:and|or) (?:(?:one|an?|the) )?[a-z]+)?",
            raw,
        ):
            items = [re.sub(r"^(?:one|an?|the) ", "", item) for item in re.split(r",? (?:and|or) |, ", match[0])]
            items = [item.split()[0] for item in items]
            if not len(set(items)) == len(items) == size > 2 or set(items) & (
                NUMBER_WORDS.keys() | ORDINAL_WORDS.keys()
            ):
                continue
            if sum(any(re.search(rf"\b{re.escape(item)}\b", text) for text in said) for item in items) > 1:
                return tuple(items)
    return ()


def treasures(asked: str, told: str) -> frozenset[str]:
    """Return the words for what is looked for."""
    found: set[str] = set()
    for text in (asked, told):
        for match in _LOOKED_FOR.finditer(text):
            found |= set((match["what"] or match["hidden"] or match["thing"]).split())
        found -= {"one", "the", "of", "statement", "label", "truth", "box", "is", "in", "it"}
        if found:
            break
    return frozenset(found)
