"""What is done to a number, step by step: "double it and add 7", "if you reverse its digits, it becomes 27 larger"."""

import re
from fractions import Fraction

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said
from solvent.translators.rules.quantities.facts import Fact, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.templates import Words

_IT = r"(?:it|the number|the result|this|that|the original number)"
_N = r"(?P<n>[\w ]+?)"
_STEPS: tuple[tuple[str, str], ...] = (
    ("times", rf"(?:i |you |we )?multipl(?:y|ied|ying) {_IT} by {_N}|{_IT} is multiplied by {_N}"),
    ("times", rf"(?:is )?multiplied by {_N}|multiply by {_N}"),
    ("over", rf"(?:i |you |we )?divid(?:e|ing) {_IT} by {_N}|(?:{_IT} is |is )?divided by {_N}|divide by {_N}"),
    ("plus", rf"(?:i |you |we )?add(?:ing)? {_N}(?: to {_IT})?|{_N} is added(?: to {_IT})?"),
    ("plus", rf"(?:{_IT} is |is )?increased by {_N}"),
    ("minus", rf"(?:i |you |we )?(?:subtract|take away)(?:ing)? {_N}(?: from {_IT})?"),
    ("minus", rf"{_N} is (?:subtracted|taken away)(?: from {_IT})?|(?:{_IT} is |is )?(?:decreased|reduced) by {_N}"),
    ("double", rf"(?:i |you |we )?double(?: {_IT})?|(?:{_IT} is |is )?doubled"),
    ("triple", rf"(?:i |you |we )?(?:triple|treble)(?: {_IT})?|(?:{_IT} is |is )?(?:tripled|trebled)"),
    ("halve", rf"(?:i |you |we )?halve(?: {_IT})?|(?:{_IT} is |is )?halved"),
    ("square", rf"(?:i |you |we )?square(?: {_IT})?|(?:{_IT} is |is )?squared"),
)
_SPLIT = re.compile(r" ?, and then | and then | then | ?, and | and | ?, ")
_LEAD = re.compile(
    r"^(?:(?:if|when|suppose|now|next|then|so|and|after that|finally|i think of the number|the number$)\b ?,? ?)+"
)
_RESULT = re.compile(
    rf"(?:the (?:final )?(?:result|answer|outcome) (?:is|equals|will be|was)|(?:i|you|we|one) (?:get|obtain|end "
    rf"up with|have)"
    rf"|(?:this|that|it|which) (?:gives|makes|is|equals|yields)|to get|giving|the result being) {_N}"
)
_REVERSED = re.compile(
    r"(?:if|when) (?:(?:you|one|we|i) (?:reverse|swap|interchange|exchange|switch) (?:the|its)(?: two| order of "
    r"the)? digits"
    r"|(?:the|its)(?: two)? digits are (?:reversed|swapped|interchanged|exchanged|switched)) ?,? (?:then )?"
    r"(?:the (?:new |resulting )?number|it|the result|the value|you get a number(?: that)?|the number obtained)"
    r" (?:(?:becomes|gets|is|will be) (?P<n>\w+(?: \w+)?) (?P<how>larger|greater|bigger|more|higher|smaller"
    r"|less|lower)"
    r"|(?P<by>increases|decreases|grows|goes up|goes down) by (?P<m>\w+(?: \w+)?))"
    r"(?: than (?:before|it was|the original(?: number)?|the number|it))?"
)


_BEHIND = re.compile(
    r"(?:it|the number) (?P<what>(?:becomes|gets|is|will be|increases|decreases|grows"
    r"|goes) [^,]+?) ,? ?(?P<when>(?:if|when) .+)"
)


def apply(line: str, running: Poly | None, known: Arithmetic) -> tuple[Poly, Said] | None:
    """Carry out the steps that a sentence names; returns the number then, and what is said of it. None if none are."""
    if running is None:
        return None
    parts = [part for part in _SPLIT.split(line) if part]
    said: list[Fact] = []
    steps = 0
    for at, part in enumerate(parts):
        plain = _LEAD.sub("", part) if not at or part.startswith(("if ", "when ", "then ")) else part
        if not plain and not at:
            continue
        result = _RESULT.fullmatch(plain)
        if result and (steps or known.slots["e"](("the", "result"))):
            value = known.quantity(tuple(result["n"].split()))
            if len(value) != 1 or at != len(parts) - 1:
                return None
            said.append(equal(running, value[0]))
            continue
        changed = _step(plain, running) or (_step(f"it {plain}", running) if not steps else None)
        if changed is None:
            return None
        running, steps = changed, steps + 1
    return (running, tuple(said)) if steps or said else None


def _step(part: str, number: Poly) -> Poly | None:
    for name, pattern in _STEPS:
        for each in _alternatives(pattern):
            match = re.fullmatch(each, part)
            if not match:
                continue
            amount = number_words.whole(tuple(match.groupdict().get("n", "1").split()))
            if amount is None or (name == "over" and not amount):
                continue
            return _changed(name, number, amount)
    return None


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern at its top level: a group has a name only once in each."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            found.append(pattern[start:at])
            start = at + 1
    return [*found, pattern[start:]]


def _changed(name: str, number: Poly, amount: Fraction) -> Poly:
    match name:
        case "times":
            return number.times(amount)
        case "over":
            return number.times(1 / amount)
        case "plus":
            return number + Poly.constant(amount)
        case "minus":
            return number - Poly.constant(amount)
        case "square":
            return number * number
    return number.times({"double": Fraction(2), "triple": Fraction(3)}.get(name, Fraction(1, 2)))


def reversal(line: str, number: Poly, turned: Poly | None) -> Fact | None:
    """What a sentence says of the number with its digits reversed."""
    behind = _BEHIND.fullmatch(line)
    match = _REVERSED.fullmatch(f"{behind['when']} the number {behind['what']}" if behind else line)
    amount = number_words.whole(tuple((match["n"] or match["m"]).split())) if match else None
    if match is None or turned is None or amount is None:
        return None
    down = (match["how"] or "") in ("smaller", "less", "lower") or (match["by"] or "") in ("decreases", "goes down")
    return equal(turned, number + Poly.constant(-amount if down else amount))


def stopped(words: Words, known: Arithmetic) -> str:
    """Why a sentence is not understood: the word at which reading stopped."""
    for end in range(len(words), 0, -1):
        if known.statement(words[:end]) or known.quantity(words[:end]):
            return f"'{words[end]}' is not understood here" if end < len(words) else "it is not understood"
    return f"'{words[0]}' is not understood here" if words else "it is not understood"
