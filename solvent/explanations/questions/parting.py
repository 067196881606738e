"""Parts a sentence of a text that asks several things, and puts each as a question of its own.

"Where does Ada live and what is her job?" asks where Ada lives, and what Ada's job is; "Find the home town of Ada" asks
what it is.
"""

import re
from collections.abc import Callable

from solvent.translators.rules.text.statements import opened

_LABEL = re.compile(r"^\W*(?:[A-Ha-h]|\d{1,2})[).:\]]\s+(?=\S)")
_WH = r"(?:who|whom|whose|what|which|where|when|how)"
_BEFORE = r"(?:(?:in|on|at|to|with|from|for|by|of) )?"
_VERB = r"(?:is|are|was|were|do|does|did)"
_SEVERAL = re.compile(
    rf",? and (?:also |then )?(?={_BEFORE}{_WH}\b)|, (?={_BEFORE}(?:what|where|when|how|which \w+) {_VERB}\b)",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^(?:(?:please|now|so|then|can you|could you|try to|your (?:task|job|goal|aim) is to|the (?:task|goal|aim) is to)"
    r"[, ]+)*(?:find(?: out)?|determine|work out|figure out|deduce|discover|identify|name|tell (?:me|us)|tell|say|"
    r"establish|state|give|guess) (?:me )?(?=\S)",
    re.IGNORECASE,
)
_OPINION = re.compile(r" (?:do you think|would you say|do you suppose|do you believe)(?= )", re.IGNORECASE)
_TRUE = re.compile(
    r"^(?:is it (?:true|so|the case) that|(?:is (?:it|this) )?(?:true or false|right or wrong)\W+) ?", re.IGNORECASE
)
_NAME_OF = re.compile(r"^what (?:is|was) the name of (?=the )", re.IGNORECASE)
_WHOSE = re.compile(r"^whose (?:(?:pet|animal) )?is (the [a-z]+)$", re.IGNORECASE)
_WHO = re.compile(r"^(?:who|which (?:person|one|man|woman)) (?P<does>\w+ .+)$", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he or she|she or he|she|he|they|(?:that|this|the same) person)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:his or her|her or his|his|her|their|(?:that|this) person's)\b (?=\w)", re.IGNORECASE)


def questions(text: str, people: Callable[[str], list[str]]) -> list[str]:
    """The questions that a sentence asks, each with a question mark; `people` returns the persons that a text names."""
    asked = opened(_LABEL.sub("", re.sub(r"\s+", " ", text).strip(" *_"))).strip()
    task = _TASK.match(asked)
    asked = asked[task.end() :] if task else asked
    found: list[str] = []
    for part in _SEVERAL.split(asked):
        plain = _put(part.strip(" ?.!*_"), task=bool(task))
        found.append(_referring(plain, found[0], people) if found else plain)
    return [f"{each[:1].upper()}{each[1:]}?" for each in found]


def _put(part: str, *, task: bool) -> str:
    """One question in plain words: without an opinion that is asked for, and with its verb."""
    part = _WHOSE.sub(r"who has \1", part)
    part = _NAME_OF.sub("who is ", _OPINION.sub("", _TRUE.sub("whether ", part)))
    return f"what is {part}" if task and re.match(r"the \w", part, re.IGNORECASE) else part


def _referring(part: str, first: str, people: Callable[[str], list[str]]) -> str:
    """A later question with whom the first one was about in the place of its pronouns."""
    named = people(first)
    if len(named) == 1:
        return _PERSON.sub(named[0], _OWN.sub(f"{named[0]}'s ", part))
    who = _WHO.match(first)
    return _PERSON.sub(f"the person who {who['does']}", part) if who and not named and not _OWN.search(part) else part
