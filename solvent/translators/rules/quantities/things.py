"""The things that a text counts, and what is known of one of them: cents, legs, wheels."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from solvent.translators.rules.quantities.polynomial import Poly, total

_PAID = re.compile(
    r"\b(?:(?:an?|each|every|the) )?(?P<thing>(?:(?!and\b|but\b|while\b|cost)[a-z]+ )?[a-z]+?) (?:costs?|cost"
    r"|are|is|sells? for|sell for) "
    r"(?P<money>money\d+)(?: each| apiece)?\b"
)


@cache
def world() -> Mapping[str, Mapping[str, Any]]:
    """What is known of coins, animals and vehicles, by the singular of their nouns."""
    return tomllib.loads((files(__package__) / "world.toml").read_text(encoding="utf-8"))


@dataclass
class Things:
    """The things of a text, in order of mention, with what one of them is worth and has of legs and wheels."""

    names: list[str] = field(default_factory=list)
    cents: dict[str, int] = field(default_factory=dict)
    legs: dict[str, int] = field(default_factory=dict)
    wheels: dict[str, int] = field(default_factory=dict)
    patterns: dict[str, str] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    listed: bool = False
    owners: set[str] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)

    def add(self, name: str, pattern: str) -> None:
        """Add a thing and the pattern of how the text writes it."""
        if name not in self.names:
            self.names.append(name)
            self.patterns[name] = pattern

    def count(self, name: str) -> Poly:
        """Return how many there are of a thing."""
        return Poly.unknown(f"number of {name}")

    def all(self, weights: Mapping[str, int] | None = None) -> Poly | None:
        """The total of all things, each times its weight; None if a weight is not known."""
        if weights is not None and any(name not in weights for name in self.names):
            return None
        return total(self.count(name).times(1 if weights is None else weights[name]) for name in self.names)


BY_NAME = {"fivers": 5, "tenners": 10, "fives": 5, "tens": 10, "twenties": 20, "fifties": 50, "hundreds": 100}

_Mention = tuple[int, str, str, str, int]  # where, the name, its pattern, the table of its amount, and the amount


def things_in(lines: Sequence[str], text: str) -> Things:
    """Find the things of a text, in order of mention; sums of money are already written as "money115"."""
    found, body = Things(), " ; ".join(lines)
    mentions = [*_denominations(body, text), *_known(body, found)] or list(_priced(body))
    for _, name, pattern, table, amount in sorted(mentions, key=lambda each: each[0]):
        found.add(name, pattern)
        getattr(found, table).setdefault(name, amount)
    return found


def _denominations(body: str, text: str) -> Iterable[_Mention]:
    """Yield coins and notes that are named by what they are worth: "5-euro notes", "10p and 50p coins"."""
    for match in re.finditer(
        r"(?P<money>money(?P<cents>\d+)|(?P<n>\d{1,3})(?P<p>p)?(?: (?P<unit>euro|dollar|pound|cent|penny|pence))?)"
        r" (?P<noun>coin|note|bill|banknote|piece)s?\b", body):  # fmt: skip
        cents = _cents(match)
        if cents:
            pattern = rf"{match['money']} {match['noun']}s?"
            short = match["p"] and re.search(rf"{match['money']}['\u2019]s", text)
            yield match.start(), match["money"] if short else _as_written(match, text), pattern, "cents", cents
    for match in re.finditer(r"\b(?P<money>(?P<n>\d{1,3})p)(?= ?(?:and|,|or) [^;]*\b(?:coins|pieces)\b)", body):
        name = match["money"] if re.search(rf"{match['money']}['\u2019]s", text) else f"{match['money']} coins"
        yield match.start(), name, match["money"], "cents", int(match["n"])
    if re.search(r"\b(?:notes|banknotes|bills)\b", body) and not re.search(r"money\d+ (?:note|bill)", body):
        for word, units in BY_NAME.items():
            pattern = rf"{word[:-1]}s?" if word.endswith("ers") else word
            if named := re.search(rf"\b{word}\b", body):
                yield named.start(), word, pattern, "cents", units * 100


def _known(body: str, found: Things) -> Iterable[_Mention]:
    """Yield the things of which the world is known, and note what is taken as known of them."""
    units = {"cents": "is worth {} cents", "legs": "has {} legs", "wheels": "has {} wheels"}
    told = {"cents": r"\bcoins?\b|money\d", "legs": r"\b(?:legs|feet)\b", "wheels": "wheels"}
    for table in [each for each, pattern in told.items() if re.search(pattern, body)]:
        for noun, amount in world()[table].items():
            plural = world()["plural"].get(noun, f"{noun}s")
            if match := re.search(rf"\b(?:{plural}|(?:one|1|an?) {noun})\b", body):
                found.assumed.append(f"a {noun} {units[table].format(amount)}")
                yield match.start(), plural, rf"(?:{plural}|(?<=one ){noun}|(?<=1 ){noun})", table, amount


def _priced(body: str) -> Iterable[_Mention]:
    """Yield things of which the text says what one of them costs."""
    for match in _PAID.finditer(body):
        name = match["thing"] if match["thing"].endswith("s") else f"{match['thing']}s"
        yield match.start(), name, rf"{re.escape(name[:-1])}s?", "cents", int(match["money"][5:])


def _cents(match: re.Match[str]) -> int:
    if match["cents"]:
        return int(match["cents"])
    unit = match["unit"] or ("pence" if match["p"] else "")
    return int(match["n"]) * {"euro": 100, "dollar": 100, "pound": 100, "cent": 1, "penny": 1, "pence": 1}.get(unit, 0)


def _as_written(match: re.Match[str], text: str) -> str:
    noun = f"{match['noun']}s"
    number = match["n"] or ""
    words = [number + (match["p"] or ""), *([match["unit"]] if match["unit"] else [])]
    dashed = "-".join(words)
    if number:
        return f"{dashed if dashed.lower() in text.lower() else ' '.join(words)} {noun}"
    amount = f"{_cents(match) / 100:g}"
    shown = re.search(rf"[$\u00a3\u20ac]{amount}(?=[ -]{match['noun']})", text, re.IGNORECASE)
    alone = re.search(rf"[$\u00a3\u20ac]{amount}(?![\d.]*\d)", text)
    if not shown and alone:
        return alone[0]
    return f"{shown[0] if shown else match['money']} {noun}"


def marked(line: str, things: Things) -> str:
    """Replace the names of things by signs: "thing0"."""
    for at, name in sorted(enumerate(things.names), key=lambda each: -len(things.patterns[each[1]])):
        line = re.sub(rf"\b{things.patterns[name]}\b(?: coins| notes| bills)?", f"thing{at}", line)
    return line.strip(" ,;:")


_IN = r"(?:in|into|on|at|inside|from) (?:the|an?|my|his|her|our|their)"
_PLACE = r"(?P<place>(?:(?!there\b)[a-z]+ )?(?!there\b)[a-z]+)"
# Where something is counted: "heads in the yard", "looks into the yard", "in the yard there are", "how many are in it"
_COUNTED = (
    re.compile(rf"\b(?:heads|animals|creatures|vehicles|coins|notes|legs|feet|wheels) {_IN} (?P<place>[a-z]+)\b"),
    re.compile(rf"\blooks? {_IN} {_PLACE}(?= and\b| ,|$)"),
    re.compile(rf"\b{_IN} {_PLACE}(?= (?:there )?(?:are|were|live)\b)"),
    re.compile(rf"^(?:so )?how many\b.*\b(?:are|were) {_IN} {_PLACE}$"),
)
_THEN = re.compile(r"\b(?:yesterday|last (?:week|month|year|summer|night)|this (?:morning|week))\b")


def elsewhere(lines: Sequence[str]) -> bool:
    """Whether it counts in two places, then and now, some of the things only, or what is kept and what is paid."""
    body = " ; ".join(lines)
    places = [set(found["place"].split()) for form in _COUNTED for line in lines for found in form.finditer(line)]
    some = re.search(
        r"\b(?:the|my|his|her|their) (?!same\b)[a-z]+ (?:animals|creatures|coins|notes|vehicles|people)\b", body
    )
    kept = re.search(r"\b(?:pays?|spends?|spent)\b", body) and re.search(r"\b(?:coins|notes)\b", body)
    if some or (kept and re.search(r"\b(?:has|have|had)\b", body)):
        return True
    return any(not one & other for one, other in combinations(places, 2)) or (
        _THEN.search(body) is not None and re.search(r"\b(?:are|is|has|have)\b", body) is not None
    )
