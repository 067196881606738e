"""Questions with answers to choose from: "Which of these must be true?", then (A), (B), (C)."""

import re
from collections.abc import Callable, Collection

from solvent.translators.rules.text.words import stem

_LABEL = re.compile(r"^\W*([A-Ha-h]|\d{1,2})[)\].:]\s+(?=\S)")
_FALSE, _TRUE = r"(?:be |is |are )?(?:false|untrue|wrong|incorrect)", r"(?:be |is |are )?(?:true|correct|the case|so)"
_NEVER = r"(?:impossible|false|untrue|ruled out|not possible)"
_SHOWN = r"\b(?:can|must|may) be (?:concluded|inferred|deduced|proven)"
_ALWAYS = r"(?:definitely |certainly |necessarily |always )?"
_WANTED: tuple[tuple[str, str], ...] = (
    ("could be false", rf"\bneed not be true|\b(?:could|can|might|may) {_FALSE}"),
    ("cannot", rf"\b(?:cannot|can not|can't|could not|couldn't) {_TRUE}|\bmust {_FALSE}|\bis {_NEVER}"),
    ("could", rf"\b(?:could|can|might|may|could possibly) {_TRUE}|\bis possible"),
    (
        "must",
        rf"\b(?:must|has to|have to) {_TRUE}|\b(?:is|are) {_ALWAYS}(?:true|correct|the case)|\bfollows\b|{_SHOWN}",
    ),
)
_EXCEPT = re.compile(
    r"^\W*(?:each|all|any(?: one)?|every one) of (?:the following|these|the)(?: (?:statement|option|answer)s)? "
    r"(?P<rest>.*?)\W+except\W*$",
    re.IGNORECASE | re.DOTALL,
)
_OPPOSITE = {"must": "could be false", "could be false": "must", "could": "cannot", "cannot": "could"}
_UNLESS = re.compile(
    r"\b(?:except|if|unless|given|suppos\w+|assum\w+|(?:may|might) not|not all|least|most|best)\b", re.IGNORECASE
)


def wanted(question: str) -> str:
    """What an option has to be: "must", "could" or "cannot" be true, or "could be false"; "" if unknown.

    Of "each of these could be true except" it is the one that cannot.
    """
    if but := _EXCEPT.match(question):
        return _OPPOSITE.get(wanted(but["rest"]), "")
    if _UNLESS.search(question):
        return ""
    return next((kind for kind, pattern in _WANTED if re.search(pattern, question, re.IGNORECASE)), "")


_INLINE = re.compile(r"(?:^|(?<=\s))[(\[]?(?:([A-Ha-h])|([1-8]))[)\]]\s+(?=\S)")
_NO_VALUE = re.compile(
    r"(?:none|all|both|any|neither) of (?:the|these|them)\b.*|(?:it )?(?:cannot|can't) be \w+|nobody|no one|"
    r"nothing",
    re.IGNORECASE,
)
_BESIDE_A_VALUE = frozenset(("a", "an", "the", "in", "on", "at", "number", "no"))


def inline(line: str) -> list[str]:
    """A line that lists options, "Who? (a) Ann, (b) Bo or (c) Cy", in parts: what precedes them, then each option.

    Empty if it does not list at least two, counted from the first letter or from 1.
    """
    marks = list(_INLINE.finditer(line))
    letters = [(match[1] or "").lower() or match[2] for match in marks]
    if len(marks) < len("ab") or letters not in (list("abcdefgh")[: len(marks)], list("12345678")[: len(marks)]):
        return []
    starts = [match.start() for match in marks]
    return [line[at:end].strip() for at, end in zip([0, *starts], [*starts, len(line)], strict=True)]


def is_bare(option: str, mentioned: Callable[[str], str], topics: Collection[str]) -> bool:
    """Whether an option is a value or a number alone, with at most an article or the noun of a category beside it."""
    said = plain(option)
    if _NO_VALUE.fullmatch(said) or said.isdecimal():
        return True
    value = mentioned(said)
    rest = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", said, flags=re.IGNORECASE) if value else said
    words = [word for word in re.findall(r"\w+", rest.lower()) if word not in _BESIDE_A_VALUE]
    return bool(value) and all(word.isdecimal() or stem(word) in topics for word in words)


def plain(option: str) -> str:
    """An option without its letter and the marks and conjunctions that part it from the next one."""
    label = lettered(option)
    said = label[1] if label else option
    return re.sub(r"(?:[\s,;]+(?:and|or))?[\s.,;?*_]*$", "", said.strip(" *_"))


def lettered(option: str) -> tuple[str, str] | None:
    """The letter or number of an option, as a capital, and its statement; None for a line that has none."""
    label = _LABEL.match(option)
    return (label[1].upper(), option[label.end() :].strip()) if label else None


def asks_for_the_exception(sentence: str) -> bool:
    """Whether a sentence wants the one of the answers below that is not as the others are."""
    return bool(_EXCEPT.match(sentence))
