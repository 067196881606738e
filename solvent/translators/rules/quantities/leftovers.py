"""Things put into groups of one size after another, and how many are left over each time."""

import re
from dataclasses import dataclass

from solvent.translators.rules.quantities.clauses import NUMBER, Found, Theme, idle, lines_of, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Operator, Unknown, compared, remainder
from solvent.translators.rules.quantities.fillers import FILLER
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading
from solvent.translators.rules.text.words import NUMBER_WORDS

_COUNT = Poly.unknown("count")
_PLURALS = {f"{word[:-1]}ves" if word.endswith("ve") else "sixes" if word == "six" else f"{word}s": n
            for word, n in NUMBER_WORDS.items() if n > 1}  # fmt: skip
_PLURALS |= {"fives": 5, "twelves": 12, "pairs": 2, "dozens": 12}
_SIZES = rf"(?:{'|'.join(_PLURALS)})"
_HEAPS = (
    r"(?:bags|rows|groups|boxes|piles|lines|heaps|sets|stacks|teams|packs|packets|bunches|trays|columns"
    r"|tables|crates|cartons|bundles|jars)"
)
_WHO = (
    r"(?:he|she|they|i|we|you|one|there|it|(?:the|an?|his|her|my|our) (?:[a-z]+ )?[a-z]+|(?:mr |mrs |ms |miss "
    r"|dr )?[a-z]+)"
)
_DOES = (
    r"(?:puts?|putting|packs?|packing|packed|takes?|taking|taken|counts?|counting|counted|arranges?|arranging|arranged"
    r"|divides?|dividing|divided|sorts?|sorting|sorted|lines?|lining|lined|stacks?|stacking|stacked|groups?|grouping"
    r"|grouped|lays?|laying|laid|sets?|setting|stands?|marches?|marching|places?|placing|placed|fills?|tied|ties|tying"
    r"|are put|are packed|are taken|are counted|are arranged|are laid|are sorted|are lined)"
)
_ACT = (
    rf"(?:(?:when|if|whenever) )?(?:{_WHO} (?:(?:tries to|can|could) )?)?(?:(?:{_DOES}|{FILLER})"
    rf" )?(?:(?:them|it|(?:the|his"
    rf"|her|my|their|all the|all his|all her) [a-z]+) )?(?:out |up |are put |are packed |are taken"
    rf" out |are counted )?"
)
_GROUP = (
    rf"(?:in|into|by|to)? ?(?:(?:(?:{_HEAPS}|(?<=in )(?!pairs){FILLER}) of (?P<size>{NUMBER})|(?:{_HEAPS} of"
    rf" )?(?P<sizes>{_SIZES}))|"
    rf"(?P<time>{NUMBER}) at a time)"
)
_LEFT = r"(?:left(?: over)?|over|remaining|too many|extra)"
_BE = r"(?:(?:would|will|always|still|only|there|is|are|was|were|be|have|has|had|has got|remain|remains|stay)(?: |$))*"
_REST = (
    rf"(?:with )?(?:(?:{_WHO} )?{_BE}(?P<n>{NUMBER}|none|nothing|no [a-z]+)(?: of them| [a-z]+)?? {_BE}{_LEFT}(?:"
    rf" at the end)?"
    r"|(?:it |they |that )?(?:comes?|works?|goes?|fits?)(?: out)?(?P<even>)(?: (?:evenly|perfectly))?(?:(?<=ly)|"
    r" with (?:none|nothing|no [a-z]+) left(?: over)?)"
    rf"|(?:{_WHO} )?{_BE}(?P<short>{NUMBER}) (?:short|too few|missing))"
)


@dataclass
class _Pile:
    noun: str


def _grouped(match: re.Match[str], _: _Pile) -> Found:
    """State what is left of groups of a size: "three", "none", or one too few for a full group."""
    said = match.groupdict()
    size = _PLURALS.get(said["sizes"]) if said["sizes"] else number(said["size"] or said["time"])
    if size is None or size != int(size) or size < 2:
        return None
    left = number(said["n"]) if said["n"] and re.fullmatch(NUMBER, said["n"]) else None
    if said["short"]:
        short = number(said["short"])
        left = size - short if short is not None else None
    elif left is None and (not said["n"] or re.match(r"none|nothing|no ", said["n"])):
        left = number("0")
    if left is None or not 0 <= left < size:
        return None
    return (remainder(_COUNT, int(size), int(left)),)


_BOUNDS: tuple[tuple[str, Operator], ...] = (
    (r"(?:fewer|less) than|not as many as", "<"),
    (r"(?:not |no |any )?more than", ">"),
    (r"at least|no fewer than|not fewer than", ">="),
    (r"at most|up to", "<="),
)


def _bounded(match: re.Match[str], _: _Pile) -> Found:
    amount = number(match["n"])
    if amount is None:
        return None
    how = match["how"]
    op: Operator = next(op for pattern, op in _BOUNDS if re.fullmatch(pattern, how))
    if how in ("not more than", "no more than") or (how == "any more than" and match["neg"]):
        op = "<="
    elif match["neg"] or how == "any more than":
        return None
    return (compared(_COUNT, op, Poly.constant(amount)),)


def _between(match: re.Match[str], _: _Pile) -> Found:
    low, high = number(match["n"]), number(match["n2"])
    if low is None or high is None:
        return None
    return (compared(_COUNT, ">=", Poly.constant(low)), compared(_COUNT, "<=", Poly.constant(high)))


def _ask(match: re.Match[str], state: _Pile) -> Found:
    noun = match.groupdict().get("noun")
    if noun and noun != state.noun:
        return None
    return Asked(_COUNT, "minimize" if re.search(r"\b(?:smallest|least|fewest|minimum|lowest)\b", match[0]) else "")


def _introduced(match: re.Match[str], state: _Pile) -> Found:
    """Note that somebody has such things, and does something with them."""
    return () if match["noun"] == state.noun else None


_HOW = (
    r"(?P<how>fewer than|less than|not as many as|not more than|no more than|any more than|more than|at least"
    r"|at most|up to|no fewer than|not fewer than)"
)
_TAIL = (
    r"(?:(?: (?:are|is|were|was|there|in|has|have|had|does|do|did|could|can|must|he|she|they|i|we|you|it|got"
    r"|be|in all|altogether|the|an?|his|her|[a-z]+))*)"
)
_FORMS = (
    (rf"{_ACT}{_GROUP} {_REST}", _grouped),
    (rf"{_REST} (?:when|if|whenever) {_ACT}{_GROUP}", _grouped),
    ((rf"(?:(?:{_WHO} )?(?:has|have|had|there are|there were|owns|can carry|can (?P<neg>not) carry|carries|holds"
     rf"|are)|though)? ?{_HOW} <n>(?: (?:of them|[a-z]+))?"), _bounded),
    ((rf"(?:{_WHO} )?(?:has|have|there are|there were|had)(?: (?:bought|{FILLER}))? between <n> and <n2>(?:"
     rf" {FILLER}){{0,3}}"), _between),
    (rf"(?:so )?how many (?P<noun>(?!has\b|have\b|does\b|do\b|did\b|are\b|is\b)[a-z]+){_TAIL}", _ask),
    (rf"(?:so )?how many (?:has|have|does|do|are|did)\b{_TAIL}", _ask),
    (rf"what is the (?:smallest|least|lowest|minimum)(?: possible)? number(?: of (?P<noun>[a-z]+))?{_TAIL}", _ask),
    (rf"what is the (?:fewest|least) (?P<noun>[a-z]+){_TAIL}", _ask),
    (rf"{_WHO} (?:is )?{_DOES} (?:her|his|some|the|their|my)(?: [a-z]+)? (?P<noun>[a-z]+)", _introduced),
    ((rf"{_WHO} (?:has|have|carries|owns|had|brings) (?:some|a (?:basket|box|bag|jar|tin|bowl|heap|pile|sack) of"
     rf"|many) (?P<noun>[a-z]+)"), _introduced),
    (r"poor thing", idle),
)  # fmt: skip


def read(text: str) -> Reading | None:
    """Read a text about what is left of groups; None if it is about something else."""
    if not re.search(r"\b(?:left|over|remaining|short|evenly|exactly|too many)\b", text):
        return None
    joined = " ; ".join(line for _, line in lines_of(text))
    nouns = re.findall(
        (
            rf"\b(?:how many|number of|{NUMBER}|the|his|her|my|their) (?P<noun>(?!(?:is|was|has|its"
            rf"|this)\b)[a-z]+s|sheep|people|children)\b"
        ),
        joined,
    )
    noun = max(dict.fromkeys(nouns), key=nouns.count, default="")
    single = noun.removesuffix("s") or "-"
    # "the egg woman" says nothing of eggs
    named = re.compile(rf"\b(the|an?|my|our|his|her) {single} (?!(?:is|was|has|left|over|remains?)\b)(?=[a-z]+\b)")
    theme = Theme(_FORMS, lambda: _Pile(noun), [noun] if noun else [], mark=lambda line: named.sub(r"\1 ", line))
    found = read_clauses(text, theme)
    if found is None:
        return None
    return Reading(tuple(found[0].lines), (Unknown("count", 1),), found[0].asked)
