"""The sorts of things in a mixture, and what one of each is worth or has of legs and wheels."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from solvent.translators.rules.quantities.number_words import whole
from solvent.translators.rules.quantities.things import BY_NAME, world
from solvent.translators.rules.text.words import NUMBER_WORDS

_MOST = 5
_IRREGULAR = {"children": "child", "men": "man", "women": "woman", "people": "person", "geese": "goose"}
_UNIT = {"euro": 100, "dollar": 100, "pound": 100, "cent": 1, "penny": 1, "pence": 1, "p": 1}
_CASH = ("coins", "notes", "bills", "banknotes", "pieces", "stamps", "vouchers", "tokens")


@dataclass
class Sorts:
    """The sorts: their names, how the text writes them, and the weight of one of each."""

    of: Literal["legs", "wheels", "money"]
    names: list[str] = field(default_factory=list)
    weights: dict[str, int] = field(default_factory=dict)
    patterns: dict[str, str] = field(default_factory=dict)
    hypernyms: tuple[str, ...] = ()
    nouns: list[str] = field(default_factory=list)
    assumed: tuple[str, ...] = ()
    one_trade: bool = False
    """Whether nothing is both bought and sold."""

    def add(self, name: str, weight: int, pattern: str) -> None:
        """Add a sort, unless it is known."""
        if name not in self.names:
            self.names.append(name)
            self.patterns[name] = pattern
            self.weights[name] = weight

    def marked(self, line: str) -> str:
        """Replace the sorts by signs: "thing0"."""
        if self.of == "money":
            line = _SALES.sub("", line)
            line = _TRADES.sub("has", line) if self.one_trade else line
        for name in sorted(self.names, key=lambda each: -len(self.patterns[each])):
            line = re.sub(rf"\b{self.patterns[name]}(?: '?s)?(?!\w)", f"thing{self.names.index(name)}", line)
        if self.of != "money":  # another animal than those counted: its legs may count too
            others = [noun for noun in world()[self.of] if noun != "person"]
            plurals = [world()["plural"].get(noun, f"{noun}s") for noun in others]
            line = re.sub(rf"\b(?:{'|'.join([*plurals, *others])})\b", "thing9", line)
        return line


# "120 tickets were sold", "1260 euros were taken": it is the same as that there were so many
_SALES = re.compile(
    r" (?:were|was|are|is|have been|had been) (?:sold|bought|taken|paid|collected)\b(?! (?:out|back|again))"
)

_TRADES = re.compile(r"\b(?:buys|buy|bought|sells|sell|sold)\b(?! (?:back|off|again|out))")


def _one_trade(body: str) -> bool:
    """Whether things are only bought, or only sold, and nobody has any besides."""
    told = " ; ".join(line for line in body.split(" ; ") if not line.startswith("how"))
    both = re.search(r"\b(?:buys?|bought)\b", told) and re.search(r"\b(?:sells?|sold)\b", told)
    return not both and not re.search(r"\b(?:has|have|had|there (?:are|were|is|was))\b(?! paid)", told)


def singular(noun: str) -> str:
    """The singular of a noun."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    known = {plural: one for one, plural in world()["plural"].items()}
    if noun in known:
        return str(known[noun])
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def limbed(lines: Sequence[str], text: str) -> Sorts | None:
    """Animals and vehicles in a text that counts legs or wheels, and furniture whose legs it gives."""
    del text
    body = " ; ".join(lines)
    for of, told in (("legs", r"\b(?:legs|feet|paws)\b"), ("wheels", r"\bwheels\b")):
        if not re.search(told, body):
            continue
        sorts = Sorts("legs" if of == "legs" else "wheels")
        kind = "legged" if of == "legs" else "wheeled"
        found: list[tuple[int, str, int, str]] = []
        for match in re.finditer(rf"\b(?P<n>[a-z0-9]+) {kind} (?P<noun>[a-z]+s)\b", body):
            many = whole((match["n"],))
            if many is not None:
                noun = match["noun"]
                found.append((match.start(), noun, int(many), rf"(?:{match['n']} {kind} )?{noun[:-1]}s?"))
        assumed = []
        for noun, amount in world()[of].items():
            plural = world()["plural"].get(noun, f"{noun}s")
            mention = re.search(rf"\b(?:{plural})\b", body)
            if mention and not any(name == plural for _, name, _, _ in found):
                found.append((mention.start(), plural, amount, rf"(?:{plural}|{noun})"))
                assumed.append(f"a {noun} has {amount} {of}")
        for _, name, amount, pattern in sorted(found):
            sorts.add(name, amount, pattern)
        if 2 <= len(sorts.names) <= _MOST:
            sorts.hypernyms = ("heads", "animals", "creatures", "beasts") if of == "legs" else ("vehicles",)
            if not assumed:
                sorts.hypernyms = ("pieces", "seats", "items")
            sorts.nouns = ["animal", "leg", "head", "wheel", "vehicle", "feet"]
            sorts.assumed = tuple(assumed)
            return sorts
    return None


_DENOMINATION = r"(?:money\d+|\d{1,3}p|\d{1,3}(?: (?:euro|dollar|pound|cent|penny|pence))?)"
_LISTED = re.compile(rf"\b(?P<list>{_DENOMINATION}(?: ?(?:,|and|or|, and|, or) {_DENOMINATION})+) (?P<noun>[a-z]+s)\b")
_ONE = re.compile(
    r"\b(?P<what>money\d+|\d{1,3}p|\d{1,3} (?:euro|dollar|pound|cent|penny|pence))"
    r" (?P<noun>coin|note|bill|banknote|piece"
    r"|stamp|voucher|token)s?\b"
)


def valued(lines: Sequence[str], text: str) -> Sorts | None:
    """Coins, notes and stamps that are named by what they are worth."""
    body = " ; ".join(lines)
    found, nouns = _listed(body, text)
    if not found:
        for match in _ONE.finditer(body):
            worth = _worth(match["what"], None)
            if worth is not None:
                nouns.add(f"{match['noun']}s")
                name = _written(match["what"], f"{match['noun']}s", text)
                found.append((match.start(), name, worth, rf"{match['what']}(?: {match['noun']}s?)?"))
    if re.search(r"\b(?:coins|change|pieces)\b", body):
        found += _by_name(body, [(f"{n}s", n, c) for n, c in world()["cents"].items()])
        nouns.add("coins")
    if re.search(r"\b(?:notes|banknotes|bills)\b", body):
        found += _by_name(body, [(word, word.removesuffix("s"), units * 100) for word, units in BY_NAME.items()])
        nouns |= {"notes", "banknotes", "bills"}
    sorts = Sorts("money", hypernyms=tuple(nouns | {"coins"} if "pieces" in nouns else nouns))
    for _, name, worth, pattern in sorted(found, key=lambda each: each[0]):
        sorts.add(name, worth, pattern)
    sorts.one_trade = _one_trade(body)
    sorts.nouns = ["coin", "note", "piece"]
    return sorts if 2 <= len(sorts.names) <= _MOST else None


def _listed(body: str, text: str) -> tuple[list[tuple[int, str, int, str]], set[str]]:
    """The denominations in lists such as "10p and 50p coins", and what they are called."""
    found: list[tuple[int, str, int, str]] = []
    nouns: set[str] = set()
    for match in _LISTED.finditer(body):
        parts = re.split(r" ?(?:, and|, or|,|and|or) ", match["list"])
        units = [_unit(part) for part in parts]
        if units[-1] is None or match["noun"] not in _CASH:
            continue
        nouns.add(match["noun"])
        for part in parts:
            worth = _worth(part, units[-1] if _unit(part) is None else None)
            if worth is not None:
                shown = part if _unit(part) is not None else f"{part} {parts[-1].split(' ')[-1]}"
                pattern = rf"{part}(?: {'|'.join(_UNIT)})?" if part.isdecimal() else part
                noun = f"(?: (?:{'|'.join(each + '|' + each[:-1] for each in _CASH)}))?"
                found.append((match.start(), _written(shown, "", text), worth, pattern + noun))
    return found, nouns


def _by_name(body: str, known: Iterable[tuple[str, str, int]]) -> Iterable[tuple[int, str, int, str]]:
    for plural, one, worth in known:
        if match := re.search(rf"\b{plural}\b", body):
            yield match.start(), plural, worth, rf"(?:{plural}|(?<=one ){one})"


def _unit(part: str) -> str | None:
    if part.startswith("money"):
        return "money"
    unit = re.sub(r"^\d+ ?", "", part)
    return unit or None


def _worth(part: str, unit: str | None) -> int | None:
    if part.startswith("money"):
        return int(part[5:])
    digits = re.match(r"\d+", part)
    by = _UNIT.get(unit or _unit(part) or "")
    return int(digits[0]) * by if digits and by else None


def _written(what: str, noun: str, text: str) -> str:
    """A denomination as the text writes it."""
    if what.startswith("money"):
        amount = f"{int(what[5:]) / 100:g}"
        sign = re.search(rf"[$\u00a3\u20ac]{amount}(?![\d.]*\d)", text)
        pence = re.search(rf"\b{int(what[5:])}p\b", text)
        words = re.search(rf"\b{amount}[- ](?:euro|dollar|pound)s?", text, re.IGNORECASE)
        found = sign or pence or words
        what = found[0] if found else f"{amount}"
    elif " " in what and what.replace(" ", "-") in text.lower():
        what = what.replace(" ", "-")
    return f"{what} {noun}".strip()


_N = "|".join(NUMBER_WORDS)
_SORT = (
    rf"(?P<sort>(?!(?:money|it|they|them|that|total|all|one|each|and|for|he|she|we|i|you|who|which|there"
    rf"|this|{_N})\b)[a-z]+)"
)
_PRICE = (
    re.compile(rf"(?:\b(?:an?|each|every|for|the|per) )?{_SORT}(?: (?:'s )?tickets?)? "
               r"(?:(?:had|have|has) )?(?:costs?|pays?|paid|is|are|was|were|at|sells? for|went for)?"
               r" ?(?P<m>money\d+)(?= (?:each|apiece|a piece|per)\b)"),
    re.compile(rf"\b(?:an?|each|every) {_SORT}(?: (?:'s )?ticket)? "
               r"(?:costs?|pays?|cost|paid|is|was|at) (?P<m>money\d+)"),
    re.compile(r"(?<!the )(?<!for )\b(?P<sort>children|[a-z]+s)(?: tickets)? (?:pay|cost|paid) (?P<m>money\d+)"),
    re.compile(rf"(?P<m>money\d+) (?:each )?(?:for|per) (?:an?|each|every) {_SORT}"),
    re.compile(rf"(?P<m>money\d+) (?:each )?for {_SORT}(?= ?(?:,|and|;|$))"),
    re.compile(rf"(?:and|,|but|while) (?:an?|each|every|for|the)? ?{_SORT}(?: (?:'s )?tickets?)? (?P<m>money\d+)"),
)  # fmt: skip


def paid(lines: Sequence[str], text: str) -> Sorts | None:
    """Things, or those who pay, of which the text says what one costs."""
    found: list[tuple[int, str, int, str]] = []
    body = " ; ".join(lines)
    for pattern in _PRICE:
        for match in pattern.finditer(body):
            one = singular(match["sort"])
            if one in ("ticket", "entry", "admission", "price", "coin", "note") or any(
                each[1] == one for each in found
            ):
                continue
            found.append((match.start(), one, int(match["m"][5:]), one))
    sorts = Sorts("money", hypernyms=("tickets", "people", "visitors", "guests", "persons", "customers", "items"))
    for _, one, worth, _ in sorted(found):
        several = next((many for many, single in _IRREGULAR.items() if single == one), f"{one}s")
        before = next((m[1] for m in re.finditer(rf"\b([A-Za-z]+)-{several}\b", text)), "")
        front = rf"(?:{before.lower()} )?" if before else ""
        name = f"{before}-{several}".lower() if before else several
        ticket = r"(?: (?:'s )?tickets?)?"
        if re.search(rf"how many (?:[a-z]+ )*?{one}(?:s)? tickets", body):
            name = f"{one} tickets"
        sorts.add(name, worth, rf"{front}(?:{several}|{one})(?: 's)?{ticket}")
    sorts.one_trade = _one_trade(body)
    sorts.nouns = ["ticket", "visitor", "price", "free"]
    return sorts if 2 <= len(sorts.names) <= _MOST else None
