"""Things of two or more sorts mixed: how many there are in all, and how many legs, wheels or how much money that is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solvent.translators.rules.quantities.clauses import (
    FACTOR,
    NUMBER,
    Found,
    Theme,
    factor,
    facts,
    idle,
    lines_of,
    number,
)
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Unknown, compared, equal
from solvent.translators.rules.quantities.fillers import FILLER, FILLING, TAIL
from solvent.translators.rules.quantities.mentions import ROLE, names_of
from solvent.translators.rules.quantities.mixed_sorts import Sorts, limbed, paid, singular, valued
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Reading, sentences_of
from solvent.translators.rules.quantities.things import elsewhere

_ALL, _VALUE = Poly.unknown("all"), Poly.unknown("value")
_HEADS = (
    "heads|animals|creatures|beasts|vehicles|coins|notes|bills|banknotes|pieces|tickets|people|visitors|guests|items"
)


@dataclass
class _Mixture:
    """The sorts of things, and what has been said so far."""

    sorts: Sorts
    listed: bool = False
    summed: set[str] = field(default_factory=set)

    def count(self, at: str) -> Poly:
        return Poly.unknown(f"number of {self.sorts.names[int(at)]}")

    def everything(self) -> dict[str, Poly]:
        return {name: Poly.unknown(f"number of {name}") for name in self.sorts.names}


def read(text: str) -> Reading | None:
    """Read a text about sorts of things that are mixed; None if it is about something else."""
    lines = [line for _, line in lines_of(text)]
    if elsewhere(lines) or not _one_owner(text, lines):
        return None
    for find in (limbed, valued, paid):
        sorts = find(lines, text)
        if sorts is None:
            continue
        state = _Mixture(sorts)
        theme = Theme(_FORMS, lambda: state, sorts.nouns, mark=sorts.marked)  # noqa: B023 - read at once
        found = read_clauses(text, theme, lines)
        if found is None or not found[0].lines:
            continue
        if not state.summed:
            continue
        if not state.listed:
            continue
        return _reading(found[0].lines, found[0].asked, state)
    return None


def _one_owner(text: str, lines: Sequence[str]) -> bool:
    """Whether the text speaks of what one person has, at one time."""
    names = {name.lower() for name in names_of(sentences_of(text))}
    body = " ; ".join(lines)
    has = r"(?:has|have|had|owns?|keeps?|saved|got)\b"
    owners = {found[1] for found in re.finditer(rf"\b([a-z]+) {has}", body) if found[1] in names or found[1] == "i"}
    owners |= {found[0] for found in re.finditer(rf"\b(?:my|his|her|our|their|the) (?:{ROLE}) {has}", body)}
    asks = lines[-1] if lines else ""
    told = " ; ".join(lines[:-1])
    new = any(word in names and not re.search(rf"\b{word}\b", told) for word in asks.split())
    past, present = (
        re.search(r"\bdid\b.*\bhave\b|\bhad\b", asks),
        re.search(r"\bdo(?:es)?\b.*\bhave\b|\bha(?:s|ve)\b", asks),
    )
    shifted = (past and re.search(r"\bha(?:s|ve)\b", told)) or (present and re.search(r"\bhad\b(?! paid)", told))
    return len(owners) <= 1 and not new and not shifted


def _reading(lines: Sequence[object], asked: Asked | None, state: _Mixture) -> Reading:
    sorts = state.sorts
    counts = state.everything()
    value = total(counts[name].times(sorts.weights[name]) for name in sorts.names)
    always = (equal(_ALL, total(counts.values())), equal(_VALUE, value))
    unknowns = (*(Unknown(f"number of {name}", 0) for name in sorts.names), Unknown("all", 0), Unknown("value", 0))
    some = tuple(f"number of {name}" for name in sorts.names)
    return Reading(tuple(lines), unknowns, asked, some=some, assumed=sorts.assumed, always=always)  # type: ignore[arg-type]


def _amount(match: re.Match[str], state: _Mixture) -> Found:
    """How many there are in all, how many legs they have, or what they are worth."""
    said: Mapping[str, str | None] = match.groupdict()
    amount = number(said.get("n"))
    what = said.get("what") or ""
    if said.get("m"):
        if state.sorts.of != "money":
            return None
        cents = int((said["m"] or "")[5:])
        if "value" in state.summed:
            return None
        state.summed.add("value")
        return facts(equal(_VALUE, Poly.constant(cents)))
    if amount is None:
        return None
    if what in ("legs", "feet", "wheels", "paws"):
        if state.sorts.of != ("wheels" if what == "wheels" else "legs") or "value" in state.summed:
            return None
        state.summed.add("value")
        return facts(equal(_VALUE, Poly.constant(amount)))
    if what in state.sorts.hypernyms and "all" not in state.summed:
        state.summed.add("all")
        return facts(equal(_ALL, Poly.constant(amount)))
    return None


def _both(match: re.Match[str], state: _Mixture) -> Found:
    """Read "22 heads and 64 legs", "30 coins worth 3.30 euros"."""
    found: list[object] = []
    for at in ("", "2"):
        n, what, m = (match.groupdict().get(key + at) for key in ("n", "what", "m"))
        if n is None and m is None:
            continue
        words = f"{n} {what}" if n else str(m)
        part = re.fullmatch(rf"(?P<n>{NUMBER}) (?P<what>[a-z]+)|(?P<m>money\d+)", words)
        said = _amount(part, state) if part else None
        if not isinstance(said, tuple):
            return None
        found += said
    return tuple(found)  # type: ignore[arg-type]


def _listing(match: re.Match[str], state: _Mixture) -> Found:
    """The sorts are listed: all of them, and nothing else."""
    named = set(re.findall(r"thing(\d)", match[0]))
    if len(named) != len(state.sorts.names):
        return None
    state.listed = True
    return ()


def _each(match: re.Match[str], state: _Mixture) -> Found:
    """How many legs an animal has, or what a thing costs: it must be what is known of it."""
    said = match.groupdict()
    name = state.sorts.names[int(said["at"])]
    written = (said.get("n") or said.get("m") or "").removeprefix("money")
    amount = number(written)
    if state.sorts.of == "money":
        state.listed = True
    return () if amount == state.sorts.weights[name] else None


def _compared(match: re.Match[str], state: _Mixture) -> Found:
    said = match.groupdict()
    one, other = state.count(said["one"]), state.count(said["other"])
    if said.get("f"):
        by = factor(said["f"])
        return None if by is None else facts(equal(one, other.times(by)))
    if said.get("n"):
        amount = number(said["n"])
        if amount is None:
            return None
        return facts(equal(one, other + Poly.constant(amount if said["how"] == "more" else -amount)))
    return facts(equal(one, other))


def _known(match: re.Match[str], state: _Mixture) -> Found:
    amount = number(match["n"])
    return None if amount is None else facts(equal(state.count(match["at"]), Poly.constant(amount)))


def _some(_: re.Match[str], state: _Mixture) -> Found:
    return tuple(compared(each, ">=", Poly.constant(1)) for each in state.everything().values())


def _ask(match: re.Match[str], state: _Mixture) -> Found:
    named = list(dict.fromkeys(re.findall(r"thing(\d)", match[0])))
    if not named:
        return Asked(state.everything()) if re.search(r"\b(?:of each|which|each)\b", match[0]) else None
    return Asked({state.sorts.names[int(at)]: state.count(at) for at in named})


_T = r"(?:(?:some|the|his|her|my|our|their|only|just|either|both) )?thing\d"
_LIST = rf"{_T}(?:(?: and| or|) {_T})+"
_WHAT = rf"(?:(?!thing|money){FILLER})"
_ALLOF = r"(?:nothing but|all of them|all of which are|all of it in|all in|only|just|either|each of them|all|both)"
_SUM = r"(?: (?:in all|in total|altogether|together|on top|in the yard))?"
_WORTH = (
    r"(?:(?:(?:it|they|the|this|that|these|everything|total|together|all|his|her|my|of|with|are|is|was|were|had|has"
    r"|have|a|an|value|sum|worth|come|comes|came|add|adds|added|up|amount|amounts|amounted|to|make|makes|made|at|and"
    rf"|which|who|counted|total|totals|totalled|takings|takes|pays?|paid|they|she|he|for|them|{_HEADS}) )*)"
)
_ASKS = r"(?:so |and |then )?(?:can you (?:tell|say|find out|work out) |(?:find|work out|tell me|say|calculate) )?"
_FORMS = (
    ((rf"{_ASKS}how many (?:of )?(?:the |them |{_WHAT} )*(?:are |were |is |was )?(?:there )?(?:(?:and"
      rf" )?(?:how many )?(?:of )?"
     rf"(?:them )?(?:are |were )?{_T} ?)+(?:(?:coins|notes|tickets|pieces) ?)?(?: ?(?:and|how many|{_T}|of"
     rf" each|did|do|does"
     rf"|has|have|can|{FILLER}))*"), _ask),
    ((rf"{_ASKS}how many (?:(?:{_HEADS}) )?(?:(?:were|are|did|does|do) )?(?:there )?(?:of )?(?:each|both)"
     rf"(?: (?:of them|kind|sort|type|animal|coin|{FILLER}))*"), _ask),
    (rf"(?:what|which) (?:{FILLER} )*?(?:of each|each)(?: {FILLER})*", _ask),
    ((rf"{FILLING}<n> (?P<what>[a-z]+)(?: (?:and|with|but|on|having))?(?: {FILLER}){{0,4}}? (?:<n2> (?P<what2>[a-z]+)"
     rf"|(?P<m2>money\d+)){TAIL}"), _both),
    (rf"{FILLING}<n> (?P<what>[a-z]+){TAIL}", _amount),
    (rf"{_WORTH}{FILLING}(?P<m>money\d+){_SUM}{TAIL}", _amount),
    (rf"{FILLING}(?:full of )?(?:{_ALLOF} )?(?:in )?(?:either )?{_LIST}(?: only)?{TAIL}", _listing),
    ((rf"(?:some|part)(?: of (?:them|the {FILLER}))? (?:are|were) {_T} and (?:the (?:rest|others)|all the"
      rf" others)(?: (?:are|were))?"
     rf" {_T}"), _listing),
    (r"(?:every one of them|all of them|everybody|everyone|they all) (?:had )?paid", idle),
    (r"(?:there (?:are|were) )?(?:and )?(?:nothing else|no others?(?: [a-z]+)?|none (?:other|else))(?: at all)?", idle),
    (r"(?:an?|each|every|the)? ?thing(?P<at>\d) (?:has|have) <n> (?:legs|feet|wheels|paws)(?: each)?", _each),
    (r"thing(?P<at>\d) <n>(?: each)?", _each),
    (r"<n> (?:legs |wheels |feet )?(?:for|on) (?:an?|each|every) thing(?P<at>\d)", _each),
    ((rf"{FILLING}(?:for )?(?:an?|each|every|the)? ?thing(?P<at>\d)(?: tickets?)?(?: (?:you|we|they))?(?:"
      rf" (?:had|have|has"
     rf"|always))?(?: (?:costs?|pays?|paid|is|are|was|were|cost|at|for|sells? for|sold for|sold at|went"
     rf" for|were charged"
     rf"))? (?P<m>money\d+)(?: (?:each|apiece|a piece|per (?:ticket|person|head|piece)|for (?:a|each)"
     rf" ticket))?"), _each),
    ((rf"{FILLING}(?:tickets (?:for the {FILLER} )?(?:cost|are|were) )?(?P<m>money\d+)(?:"
     rf" (?:each|apiece|per))?(?: for)?(?: (?:an?|each|every))? thing(?P<at>\d)(?: tickets?)?"),
     _each),
    ((rf"{FILLING}(?P<f>{FACTOR}) as many thing(?P<one>\d)(?: in it)? as (?:there (?:are|were)"
     rf" )?thing(?P<other>\d){TAIL}"),
     _compared),
    ((rf"{FILLING}(?P<n>{NUMBER}) (?P<how>more|fewer|less) thing(?P<one>\d) than (?:there (?:are|were)"
      rf" )?thing(?P<other>\d)"
     rf"{TAIL}"), _compared),
    (rf"{FILLING}as many thing(?P<one>\d) as (?:there (?:are|were) )?thing(?P<other>\d){TAIL}", _compared),
    (rf"(?:there (?:are|were) )?<n>(?: (?:of (?:them|the {FILLER}) )(?:are|were))? thing(?P<at>\d)", _known),
    (r"(?:every|each) (?:animal|one of them|creature) has the usual number of (?:them|legs)", idle),
    (r"(?:there (?:is|are|was|were) )?(?:at least one|some) of each(?: kind| sort| type)?", _some),
)  # fmt: skip
__all__ = ["read", "singular"]
