"""One measure of several people or things: what they cost, weigh, own, get; how long and wide something is."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.quantities import mentions
from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said
from solvent.translators.rules.quantities.clauses import NUMBER, UNIT, WORD, Found, Theme, lines_of, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Unknown, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Reading, sentences_of
from solvent.translators.rules.quantities.templates import Words, matches

_MOST = 6
_AUX = r"(?:(?:will|would|does|do|did|can|has|have|had) )?"
_MEASURES = (  # what is measured, and the verbs that say how much
    (
        "price",
        (
            r"(?:costs?|cost|is priced at|are priced at|is worth|are worth|sells? for|sold for|comes? to|came to|is"
            r" sold at|go(?:es)? for)"
        ),
    ),
    ("weight", r"(?:weighs?|weighed|tips? the scales? at)"),
    ("length", r"(?:measures?|measured)"),
    ("share", r"(?:gets?|got|receives?|received|was given|were given|is given|are given|inherits?|inherited)"),
    ("own", r"(?:has got|have got|has|have|had|owns?|owned|possess(?:es)?|holds?|contains?)"),
)
_MORE = (
    r"(?:more|dearer|heavier|longer|taller|higher|older|bigger|larger|greater|wider|more expensive|pricier"
    r"|costlier|further)"
)
_LESS = r"(?:less|fewer|cheaper|lighter|shorter|lower|younger|smaller|narrower|less expensive)"
_AS = r"(?:as (?:much|many|expensive|dear|heavy|long|tall|high|big|large|wide|old)(?: {noun})? as)"
_TOGETHER = r"\b(?:together|in total|in all|altogether|combined|between them|all together|in sum|put together)\b"
_ALL = r"(?:they|(?:the )?(?:two|three|four)(?: of them)?|both(?: of them)?|all(?: of them| three| four| two)?|them)"
_DET = rf"(?:the|an?|one|each|every|his|her|{NUMBER})"


@dataclass
class _Amounts:
    """The people or things, what is measured, and the noun of what is counted, such as "cards"."""

    names: list[str]
    measure: str
    verb: str
    noun: str = ""
    rectangle: bool = False

    def __post_init__(self) -> None:
        self.quantities = tuple(Poly.unknown(f"{self.measure} {n + 1}") for n in range(len(self.names)))
        self.arithmetic = Arithmetic(self._atoms, self._groups, self._constants)

    def _constants(self, words: Words) -> Iterable[Fraction]:
        found = number(" ".join(words)) if words and re.fullmatch(NUMBER, " ".join(words)) else None
        return [] if found is None else [found]

    def _atoms(self, words: Words) -> Iterable[Poly]:
        if item := re.fullmatch(r"p(\d)(?: is| did| does)?", " ".join(words)):
            yield self.quantities[int(item[1])]
        if self.rectangle and " ".join(words) in ("the perimeter", "its perimeter", "the perimeter of the rectangle"):
            yield total(self.quantities).times(2)
        if words and (several := re.fullmatch(r"p(\d)", words[-1])):
            for many in self._constants(words[:-1]):
                if many > 1:
                    yield self.quantities[int(several[1])].times(many)

    def _groups(self, words: Words) -> Iterable[tuple[Poly, ...]]:
        phrase = " ".join(words)
        if re.fullmatch(_ALL, phrase) and not (
            (count := re.search(r"two|three|four", phrase)) and number(count[0]) != len(self.names)
        ):
            yield self.quantities

    def marked(self, clause: str) -> str:
        """Write a clause with signs for the names, "is" for the verb of the measure, and without units."""
        line = f" {clause} "
        for at, name in sorted(enumerate(self.names), key=lambda each: -len(each[1])):
            plain = re.escape(name.lower())
            line = re.sub(rf"\b{plain}(?:s|es)?\b", f"p{at}", line)
        line = (
            re.sub(r"\b(?:the|an?|its|one|each|every|his|her|my|our) (?:[a-z]+ )?(?=p\d)", "", line)
            if self.plain
            else line
        )
        kind = {"price": "price|cost", "weight": "weight|mass", "share": "share"}.get(self.measure, "length|height")
        line = re.sub(rf"\b(?:the )?(?:{kind}) of (?=p\d)", "", line)
        line = re.sub(rf"\b(p\d) 's (?:{kind})\b", r"\1", line)
        line = re.sub(rf"\b(?:{_AUX})(?:{self.verb})\b", "is", line)
        line = re.sub(r"\bis is\b", "is", line)
        line = re.sub(rf"\b({NUMBER}) {UNIT}(?: (?:long|wide|tall|high|heavy))?\b", r"\1", line)
        if self.noun:
            line = re.sub(
                rf"\b({NUMBER}|more|fewer|less|many) (?:of (?:the|his|her|their) )?(?:[a-z]+ )?{self.noun}\b",
                r"\1",
                line,
            )
        line = re.sub(_AS.format(noun="[a-z]+"), "as much as", line)
        line = re.sub(rf"\b{_MORE} than\b", "more than", line)
        line = re.sub(rf"\b{_LESS} than\b", "less than", line)
        line = re.sub(rf"\bthe ({NUMBER})\b", r"\1", line)
        return re.sub(r"\s+", " ", line).strip(" ,")

    @property
    def plain(self) -> bool:
        """Whether the names are nouns, which have articles."""
        return all(name.islower() for name in self.names)

    def statement(self, clause: str) -> Said | None:
        """What a clause states; None if it is not understood."""
        line = self.marked(re.sub(r" ?,", "", clause))
        if " or " in line:
            return None
        if bundle := self._bundle(line):
            return bundle
        plain = re.sub(r"\s+", " ", re.sub(_TOGETHER, " ", line)).strip(" ,")
        together = plain != line
        found = list(self.arithmetic.statement(tuple((line if not together else f"{plain} together").split())))
        if together and not found:
            found = (
                [*self.arithmetic.statement(tuple(plain.split()))]
                if re.match(r"(?:their|the) (?:sum|total)", plain)
                else []
            )
        for one, by, other in matches("{e} is {e} more than {e}", tuple(line.split()), self.arithmetic.slots):
            found.append((equal(one, by + other),))
        for one, by, other in matches("{e} is {e} less than {e}", tuple(line.split()), self.arithmetic.slots):
            found.append((equal(one, other - by),))
        for one, by, f, other in matches("{e} is {e} more than {f} {e}", tuple(line.split()), self.arithmetic.slots):
            found.append((equal(one, other.times(f) + by),))
        for one, by, f, other in matches("{e} is {e} less than {f} {e}", tuple(line.split()), self.arithmetic.slots):
            found.append((equal(one, other.times(f) - by),))
        for one, by, f, other in matches(
            "{e} is {e} more than {f} as much as {e}", tuple(line.split()), self.arithmetic.slots
        ):
            found.append((equal(one, other.times(f) + by),))
        for one, by, f, other in matches(
            "{e} is {e} less than {f} as much as {e}", tuple(line.split()), self.arithmetic.slots
        ):
            found.append((equal(one, other.times(f) - by),))
        distinct = list(dict.fromkeys(found))
        return distinct[0] if len(distinct) == 1 else None

    def _bundle(self, line: str) -> Said | None:
        """Read "3 p0 and 2 p1 is 13", "90 was shared among p0, p1 and p2"."""
        shared = re.fullmatch(
            (
                rf"(?P<n>{NUMBER}) (?:is|are|was|were) (?:shared|divided|split|distributed)(?: out)? (?:among|between"
                rf"|by) (?P<who>.+)"
                rf"|(?P<who2>.+?) (?:share|shared|split|divide|divided) (?P<n2>{NUMBER})(?: between them| among them|"
                rf" among themselves)?"
            ),
            line,
        )
        if shared and self.measure in ("share", "own"):
            who, amount = shared["who"] or shared["who2"], number(shared["n"] or shared["n2"])
            some = self._listed(who)
            if amount is not None and some is not None and len(some) == len(self.names):
                return (equal(total(some), Poly.constant(amount)),)
            return None
        price = r"(?P<m>money\d+|\d+(?:\.\d+)?)"
        bought = re.fullmatch(
            (
                rf"(?P<items>.+?) is {price}(?: {_TOGETHER}| together)?"
                rf"|for (?P<items2>.+?)(?: of the same (?:sort|kind|type))? (?:{WORD} )(?:(?:would|will|has to|have"
                rf" to) )?(?:pays?|paid) {price.replace('<m>', '<m2>')}"
                rf"|(?:{WORD} )(?:pays?|paid) {price.replace('<m>', '<m3>')} for (?P<items3>.+?)"
                rf"|(?:{WORD} )(?:bought|buys) (?P<items4>.+?) for {price.replace('<m>', '<m4>')}(?: together| in all)?"
            ),
            line,
        )
        if not bought:
            return None
        said = bought.groupdict()
        items = said["items"] or said["items2"] or said["items3"] or said["items4"]
        amount = number(said["m"] or said["m2"] or said["m3"] or said["m4"])
        together = bool(re.search(_TOGETHER, items + line))
        some = self._listed(re.sub(_TOGETHER, "", items).strip())
        if some is None or amount is None or (len(some) > 1 and self.measure == "own" and not together):
            return None
        return (equal(total(some), Poly.constant(amount)),)

    def _listed(self, phrase: str) -> list[Poly] | None:
        groups = list(self._groups(tuple(phrase.split())))
        if groups:
            return list(groups[0])
        parts = [part for part in re.split(r" ?, (?:and )?| and | (?=(?:an? |the )?p\d)", phrase) if part.strip()]
        joined: list[str] = []
        for part in parts:
            if joined and re.fullmatch(rf"{NUMBER}|the|a|an", joined[-1]):
                joined[-1] += f" {part}"
            else:
                joined.append(part)
        found = [list(self._atoms(tuple(part.split()))) for part in joined]
        return [each[0] for each in found] if found and all(len(each) == 1 for each in found) else None

    def asked(self, clause: str) -> Asked | None:
        """What a question asks for."""
        line = re.sub(
            r" ,? ?in (?:euros?|dollars?|pounds?|square [a-z]+|[a-z]*met(?:re|er)s|kg|kilos?|cm)$",
            "",
            self.marked(clause),
        )
        line = re.sub(rf" {_UNITS}\b", "", line)
        if self.rectangle and re.fullmatch(
            (
                r"(?:what is|find|calculate|work out|how (?:big|large) is) (?:the|its) area(?: of the [a-z]+(?:"
                r" [a-z]+)?)?"
            ),
            line,
        ):
            return Asked(self.quantities[0] * self.quantities[1])
        if self.rectangle and re.fullmatch(
            r"(?:what is|find|calculate|work out|how long is) (?:the|its) perimeter(?: of the [a-z]+(?: [a-z]+)?)?",
            line,
        ):
            return Asked(total(self.quantities).times(2))
        ask = re.fullmatch(
            (
                r"(?:so |then |and )?(?:how (?:much|many|heavy|long|wide|tall|high)|what|find|work out|calculate"
                r"|determine|what is)"
                r"(?: (?:is|are|does|do|did|will|has|have|was|were|would))*"
                r"(?: (?P<who>(?:p\d|each|both|they|all)(?:[ ,]|p\d|and|how much|how many|does|of them|of the [a-z]+"
                r"|child|one|friend|brother|sister|person|boy|girl|parcel|[a-z]+)*?))"
                r"(?: (?:is|did|does|have|get|cost|own|receive|weigh|win|each|by itself|separately|in the end|then|now"
                r"|catch|by themselves))*"
            ),
            line,
        )
        if not ask:
            return None
        who = ask["who"].strip()
        if re.fullmatch(r"(?:each|both|they|all)(?: (?:of (?:them|the [a-z]+)|one|[a-z]+))?(?: [a-z]+)?", who):
            return Asked(dict(zip(self.names, self.quantities, strict=True)))
        named = re.findall(r"p(\d)", who)
        if re.sub(r"p\d|\band\b|\bhow (?:much|many)\b|\bdoes\b|,|\bis\b", "", who).strip():
            return None
        if re.search(_TOGETHER, clause):
            return Asked(total(self.quantities[int(n)] for n in named)) if len(named) > 1 else None
        known = {self.names[int(n)]: self.quantities[int(n)] for n in named}
        return Asked(known) if known else None


_UNITS = r"(?:kilograms|kilos|kg|euros|dollars|pounds|metres|meters|cm|centimetres)"


def read(text: str) -> Reading | None:
    """Read a text about one measure of several people or things; None if it is about something else."""
    lines = lines_of(text)
    joined = " ; ".join(line for _, line in lines)
    amounts = _rectangle(joined) or _measured(text, [line for _, line in lines], joined)
    if amounts is None or (amounts.noun and _only_some(joined, amounts.noun)):
        return None

    def question(match: re.Match[str], state: _Amounts) -> Found:
        return state.asked(match[0])

    forms = [
        (
            r"(?:so )?(?:how (?:much|many|heavy|long|wide|tall|high|big|large)|what|find|work out|calculate)\b.*",
            question,
        )
    ]
    forms += _IDLE
    if amounts.rectangle:
        forms += _RECTANGLE
    theme = Theme(forms, lambda: amounts, [name.lower() for name in amounts.names], amounts.statement)
    found = read_clauses(text, theme)
    if found is None:
        return None
    told, _ = found
    unknowns = tuple(Unknown(next(iter(each.unknowns)), 0) for each in amounts.quantities)
    counted = amounts.measure in ("share", "own", "deed") and not re.search(r"money\d", joined)
    return Reading(tuple(told.lines), unknowns, told.asked, "whole" if counted else "real")


_IDLE = [
    (r"(?:there is )?no discount(?: of any kind)?", lambda *_: ()),
    (((r"(?:neither tax nor an? [a-z ]+?|nothing(?: else)?) (?:is|was|were) (?:added|bought)(?: on"
     r" top)?")), lambda *_: ()),
    (r"with (?:none|nothing|no [a-z]+) left(?: over)?", lambda *_: ()),
    (((r"(?:and )?(?:(?:how (?:much|many)|what) )?(?:and )?(?:the|one|an?)"
     r" [a-z]+")), lambda match, state: state.asked(f"what does {match[0]} cost")),
    (r"nothing else was on it", lambda *_: ()),
]  # fmt: skip


def _fence(match: re.Match[str], state: _Amounts) -> Found:
    amount = number(match["n"])
    return None if amount is None else (equal(total(state.quantities).times(2), Poly.constant(amount)),)


_RECTANGLE = [
    (((r"an? rectangular (?:[a-z]+ ){0,2}?[a-z]+ is (?:fenced|surrounded|enclosed)(?: on all four sides| all "
     r"(?:the way )?(?:a)?round)? (?:with|by) <n> (?:metres|meters|m|feet|yards) of [a-z]+(?: no overlap)?(?: and"
     r" no gate)?")), _fence),
    (r"(?:the perimeter of an? (?:[a-z]+ ){0,2}?[a-z]+|its perimeter|the perimeter) is <n>(?: <u>)?", _fence),
    (r"an? (?:rectangle|rectangular (?:[a-z]+ )?[a-z]+) has an? perimeter of <n>(?: <u>)?", _fence),
    (r"no (?:overlap|gate)", lambda *_: ()),
]  # fmt: skip


def _rectangle(joined: str) -> _Amounts | None:
    if (
        not re.search(r"\brectang", joined)
        or not re.search(r"\blength\b|\blong\b", joined)
        or not re.search(r"\bwid", joined)
    ):
        return None
    return _Amounts(["length", "width"], "side", "measures", rectangle=True)


def _measured(text: str, lines: Sequence[str], joined: str) -> _Amounts | None:
    found = [(measure, verb) for measure, verb in _MEASURES if re.search(rf"\b{verb}\b", joined)]
    names = [name for name in mentions.names_of(sentences_of(text)) if _measures(name.lower(), joined)]
    for measure, verb in found:
        nouns = names if len(names) > 1 else _nouns(lines, verb)
        if 2 <= len(nouns) <= _MOST:
            noun = _counted(joined, nouns) if measure in ("share", "own") else ""
            return _Amounts(list(nouns), measure, verb, noun)
    return None


def _measures(name: str, joined: str) -> bool:
    return bool(
        re.search(
            (
                rf"\b{name} (?:and|,|is|has|had|have|got|gets?|was|cost|weigh|will|receives?|owns?)|(?:and|than|as|,"
                rf"|:) {name}\b"
            ),
            joined,
        )
    )


def _only_some(joined: str, noun: str) -> bool:
    """Whether some of the things are told apart later on: "40 marbles", then "8 more red marbles"."""
    mentions = re.findall(
        rf"\b(?:{NUMBER}|many|more|fewer|less) (?:of (?:the|his|her|their) )?(?:(?:more|fewer|less) )?"
        rf"(?:((?!(?:more|fewer|less|times|as)\b)[a-z]+) )?{noun}\b",
        joined,
    )
    return any(mentions[at] and mentions[at] != mentions[0] for at in range(len(mentions)))


def _counted(joined: str, nouns: Sequence[str]) -> str:
    """The noun of what is counted: "cards" in "120 football cards"."""
    found = re.search(
        (
            rf"\b(?:{NUMBER}|how many) (?:[a-z]+ )??(?P<noun>(?!years|times|more|less|fewer|of|as)[a-z]+s|sheep|fish"
            rf"|money)\b"
        ),
        joined,
    )
    return found["noun"] if found and found["noun"] not in nouns else ""


def _nouns(lines: Sequence[str], verb: str) -> list[str]:
    """The things of which the sentences say how much they measure, in the singular."""
    found: dict[str, None] = {}
    for line in lines:
        if line.startswith(("how", "what")):
            continue
        for listed in re.finditer(
            (
                rf"(?:^|[,;:] |\b(?:for|if|buys|bought|say) )(?P<items>(?:{_DET} [a-z]+(?: [a-z]+)?(?: ,)?(?: and| ,"
                rf"|,)? ?)+?)(?:{_TOGETHER} )?(?:{_AUX}{verb}|of the same|you|is {NUMBER})\b"
            ),
            line,
        ):
            for item in re.finditer(
                rf"{_DET} (?P<noun>(?!{UNIT}\b)[a-z]+)(?= (?:and|,)|\s*$)", listed["items"].strip()
            ):
                found[_single(item["noun"])] = None
        for other in re.finditer(r"\b(?:than|as) (?:an?|the) (?P<noun>[a-z]+)(?= |$)", line):
            found[_single(other["noun"])] = None
        if summed := re.match(r"(?P<items>[a-z]+(?: and [a-z]+)+) is \d", line):
            for noun in summed["items"].split(" and "):
                found[noun] = None
    return list(found)


def _single(noun: str) -> str:
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


__all__ = ["Fact", "read"]
