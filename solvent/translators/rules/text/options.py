"""Questions with answers to choose from: "Which of these must be true?", then (A), (B), (C)."""

import re

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
_UNLESS = re.compile(
    r"\b(?:except|if|unless|given|suppos\w+|assum\w+|(?:may|might) not|not all|least|most|best)\b", re.IGNORECASE
)


def wanted(question: str) -> str:
    """What an option has to be: "must", "could" or "cannot" be true, or "could be false"; "" if unknown."""
    if _UNLESS.search(question):
        return ""
    return next((kind for kind, pattern in _WANTED if re.search(pattern, question, re.IGNORECASE)), "")


def lettered(option: str) -> tuple[str, str] | None:
    """The letter or number of an option, as a capital, and its statement; None for a line that has none."""
    label = _LABEL.match(option)
    return (label[1].upper(), option[label.end() :].strip()) if label else None
