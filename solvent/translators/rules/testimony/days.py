"""On which days somebody lies."""

import re
from collections.abc import Iterable

from solvent.translators.rules.statements.parsing import normal
from solvent.translators.rules.testimony.frame import DAYS

_DAY = rf"(?:{'|'.join(DAYS)})s?"
_ANY_DAY = re.compile(_DAY, re.IGNORECASE)
_DAYS = rf"(?P<days>{_DAY}(?:, {_DAY})*(?:,? and {_DAY})?)"
_OTHERS = (
    r"(?:,? (?:and|but) )?(?:on |during )?(?:all |any of )?(?:(?:the|his|her|its|those) )?"
    r"(?:(?:one|two|three|four|five|six) )?(?:other|remaining)(?: (?:one|two|three|four|five|six))?"
    r"(?: days)?(?: (?:of|in) the week)?,?"
)
_REST = (
    r"(?:(?:for |during )?(?:all )?the (?:whole )?rest of the (?:week|time)|the rest|every other day"
    r"|any other day|all other days"
    r"|at all other times|at any other time|otherwise)(?: of the week)?"
)
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six")
_NUMBER = "|".join(_NUMBERS)


_WORD = (
    r"(?:every(?: single)? (?:word|thing|statement|sentence)(?: that)?|everything|whatever|all(?: that)?"
    r"|what) (?:he|she|it)"
    r"(?: ever)? (?:says|utters|speaks|makes|tells you) is"
)
_LIES = (
    rf"(?:always |only )?(?:lies|lie|tells lies|tell lies|tells fibs|tells untruths|fibs|is lying"
    rf"|tells only lies|tells nothing but lies"
    rf"|{_WORD} (?:a lie|false"
    r"|untrue))(?: all day(?: long)?)?"
)
_TRUE = (
    rf"(?:always )?(?:{_WORD} true|tells only the truth|tells nothing but the truth|never lies|tells the truth"
    rf"|tell the truth|speaks the truth|speak the truth"
    r"|is (?:(?:perfectly|completely|entirely|always) )?(?:honest|truthful))(?: all day(?: long)?)?"
)
_TOLD = re.compile(
    rf"(?:^|(?:,|;)? (?:and|while|but) )(?:(?:the|my|our) )?(?:[a-z]+ )?(?P<who>[A-Za-z][\w'-]*) (?:{_LIES}"
    rf"|{_TRUE}) (?:only )?on {_DAYS}",
    re.IGNORECASE,
)


def who_lies_by_day(sentence: str) -> list[str]:
    """Return those of whom a sentence says on which days they lie or tell the truth."""
    found = [match["who"] for match in _TOLD.finditer(normal(sentence))]
    return [who for who in found if who.lower() not in ("he", "she", "it", "they", "one", "who")]


def of_each(sentence: str, after: str, names: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the days on which each lies: "A lies on ..., and B lies on ...", with "on other days they do not" after.

    Empty unless the sentences say nothing else.
    """
    parts = re.split(
        r"(?:,|;)? (?:and|while|but) (?=(?:the )?[A-Za-z][\w'-]* (?:always )?(?:lies|tells|speaks|is) )",
        normal(sentence),
    )
    common = re.sub(r"\b(?:they both|both of them|both)\b", "they", normal(after), flags=re.IGNORECASE)
    several = re.fullmatch(
        rf"{_OTHERS} they (?:always )?(?:tell|speak) the truth|they (?:tell|speak) the truth {_OTHERS}",
        common,
        re.IGNORECASE,
    )
    if len(parts) < 2 or (after and not several):
        return {}
    found: dict[str, frozenset[int]] = {}
    for part in parts:
        for name in names:
            rest = f"{part}. {re.sub('they', 'he', common, flags=re.IGNORECASE)}" if after else part
            days = lying_days(rest.replace("he tell", "he tells").replace("he speak", "he speaks"), name)
            if days is not None:
                found[name] = days
    return found if len(found) == len(parts) else {}


def lying_days(sentence: str, name: str) -> frozenset[int] | None:
    """Return the days on which somebody lies, if a sentence gives them, and says that all other days are truthful."""
    if name.lower() not in sentence.lower() or not _ANY_DAY.search(sentence):
        return None
    plain = re.sub(r", (?:on the other hand|however|though|meanwhile),", "", normal(sentence))
    who = rf"(?:(?:the|my|our) )?(?:[a-z]+ )?{re.escape(name)}"
    for lies, true, swapped in (
        (_LIES, _TRUE, False),
        (_TRUE, _LIES, True),
    ):
        others = rf"(?:{_OTHERS}|on {_REST}|{_REST})"
        forms = (
            rf"{who} {lies} (?:only )?on {_DAYS}[,;]? (?:and|but|while)?,? ?(?:he |she |it )?{true},? {others}",
            rf"{who} {lies} (?:only )?on {_DAYS},? (?:and|but|while)?,? ?{others},? (?:he |she |it )?(?:only )?{true}",
            rf"on {_DAYS},? {who} {lies},? (?:and|but)?,? ?{others},? (?:he |she |it )?{true}",
            rf"{who} only {lies} on {_DAYS}",
            rf"{who} {lies} on {_DAYS}\. {others},? (?:he |she |it |the [a-z]+ )?(?:always )?{true}",
            rf"{who} {lies} on {_DAYS}\. (?:he |she |it )?{true} {others}",
        )
        for form in forms:
            match = re.fullmatch(form, plain, re.IGNORECASE)
            if match:
                many = re.search(rf"\b(?:({_NUMBER}) )?(?:other|remaining)(?: ({_NUMBER})\b)?", plain, re.IGNORECASE)
                told = (many[1] or many[2]) if many else None
                found = {day for day, word in enumerate(DAYS) if re.search(word, match["days"], re.IGNORECASE)}
                if told and len(found) + _NUMBERS.index(told.lower()) != len(DAYS):
                    return None
                return frozenset(set(range(7)) - found if swapped else found)
    return None
