"""What things cost: "a bat and a ball cost $1.10 together", "three pens and two pencils cost $2.30"."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, numbers, split, words_of
from solvent.translators.rules.quantities.facts import Asked, Unknown, equal
from solvent.translators.rules.quantities.fillers import FILLER
from solvent.translators.rules.quantities.money import with_money
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Draft, Reading, sentences_of, tells_nothing
from solvent.translators.rules.quantities.templates import Words
from solvent.translators.rules.text.words import NUMBER_WORDS

_COST = r"(?:costs?|cost|is priced at|are priced at|come to|comes to)"
_N = rf"(?:\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
_ITEM = (
    rf"(?P<det>an?|the|one|each|every|{_N}) (?P<noun>(?!money|same|price|of\b)[a-z]+(?: (?!and\b|or\b|together\b"
    rf"|in\b|cost)[a-z]+)?)"
)
_BUNDLE = re.compile(
    rf"(?:(?:if|for) )?(?P<items>(?:(?:an?|the|one|each|{_N}) )(?:(?!\bcost|;)[\w ,])+?) ?(?:together|in total"
    rf"|altogether)? {_COST}\b"
)
_TOGETHER = re.compile(r"\b(?:together|in total|altogether|in all|combined|all together)\b")
_MOST = 5


def read(text: str) -> Reading | None:
    """Read a text about what things cost; None if it is about something else."""
    sentences = sentences_of(text)
    lines = [" ".join(words_of(with_money(sentence))).strip(" ,;:") for sentence in sentences]
    lines = [_without_lead(line) for line in lines]
    joined = " ; ".join(lines)
    if not re.search(rf"\b{_COST}\b|\bprice\b", joined) or "money" not in joined:
        return None
    nouns = _nouns(lines)
    if not 1 <= len(nouns) <= _MOST:
        return None
    scale = 100 if re.search(r"[$\u00a3\u20ac]|\b(?:dollars?|euros?|pounds?)\b", text) else 1
    reader = _Prices(nouns, scale)
    draft, asked = Draft(), None
    for sentence, line in zip(sentences, lines, strict=True):
        marked = reader.marked(line)
        if sentence.rstrip(" *_\"')").endswith("?"):
            question = reader.question(marked.strip(" ?"))
            if question is None or (asked is not None and asked != question):
                draft.note(sentence, "unread", "the question is not understood")
            else:
                asked = question
                draft.note(sentence, "question")
            continue
        told = split(tuple(marked.split()), reader.statement)
        if len(told) == 1:
            draft.clue(sentence, told[0])
        elif not told and tells_nothing(sentence, nouns):
            draft.note(sentence, "story")
        else:
            draft.note(sentence, "unread", "what it says about prices is not understood")
    unknowns = tuple(Unknown(f"price {n + 1}", 0) for n in range(len(nouns)))
    return Reading(tuple(draft.lines), unknowns, asked, "real")


def _without_lead(line: str) -> str:
    """A line without what introduces it: "old but good : a racket and a ball cost ..."."""
    lead, colon, rest = line.partition(" : ")
    return (
        rest
        if colon and re.fullmatch(rf"(?:(?:{FILLER}|old|new|but|and|for) ){{0,6}}(?:{FILLER}|old|new)", lead)
        else line
    )


def _nouns(lines: Sequence[str]) -> list[str]:
    """The things of which the sentences say what they cost, in the singular."""
    found: dict[str, None] = {}
    for line in lines:
        if line.startswith(("how", "what")):
            continue
        for other in re.finditer(r"\b(?:than|as) (?:an?|the) (?P<noun>[a-z]+)(?= |$)", line):
            found[_single(other["noun"])] = None
        for bundle in _BUNDLE.finditer(line):
            for part in re.split(r" ?, (?:and )?| and | with ", bundle["items"]):
                item = re.fullmatch(_ITEM, part.strip())
                if item:
                    found[_single(item["noun"])] = None
    return list(found)


def _single(noun: str) -> str:
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


class _Prices:
    def __init__(self, nouns: Sequence[str], scale: int) -> None:
        self.nouns, self.scale = nouns, scale
        self.quantities = tuple(Poly.unknown(f"price {n + 1}") for n in range(len(nouns)))
        self._arithmetic = Arithmetic(self._atoms, lambda _: (), self._constants)

    def marked(self, line: str) -> str:
        """Replace things by signs, and verbs of price by "is"."""
        for at, noun in sorted(enumerate(self.nouns), key=lambda each: -len(each[1])):
            line = re.sub(rf"\b{re.escape(noun)}(?:s|es)?\b", f"p{at}", line)
        return line

    def _constants(self, words: Words) -> Iterable[Fraction]:
        if len(words) == 1 and words[0].startswith("money"):
            yield Fraction(int(words[0][5:]), self.scale)

    def _atoms(self, words: Words) -> Iterable[Poly]:
        phrase = re.sub(r"^(?:the )?(?:price|cost) of ", "", " ".join(words))
        if item := re.fullmatch(r"(?:(?:an?|the|one|1|each|every) )?p(\d)(?: is| does)?", phrase):
            yield self.quantities[int(item[1])]
        if words and (several := re.fullmatch(r"p(\d)", words[-1])):
            for number in numbers(words[:-1]):
                if number != 1:
                    yield self.quantities[int(several[1])].times(number)

    def _bundle(self, phrase: str) -> Poly | None:
        if phrase in ("they", "both", "both of them", "the two", "the two of them"):
            return total(self.quantities)
        parts = [part for part in re.split(r" ?, (?:and )?| and | with (?=an? )", phrase) if part]
        found = [self._arithmetic.quantity(tuple(part.split())) for part in parts]
        return total(each[0] for each in found) if found and all(len(each) == 1 for each in found) else None

    def statement(self, words: Words) -> Sequence[Said]:
        """What a sentence states of prices."""
        line = re.sub(r"\b(?:exactly|just|only|if|then)\b ?", "", " ".join(words))
        line = re.sub(rf"\b{_COST}\b", "is", line)
        plain = re.sub(r"\s+", " ", _TOGETHER.sub(" ", line)).strip(" ,")
        bundle = re.fullmatch(
            r"(?:for )?(?P<items>.+?) is (?P<money>money\d+)|(?P<first>.+?) is (?P<each>money\d+) (?:each|apiece)",
            plain,
        )
        if bundle and bundle["items"] and re.search(r"\bp\d|\bthey\b|\bboth\b", bundle["items"]):
            left = self._bundle(bundle["items"])
            return [(equal(left, Poly.constant(next(iter(self._constants((bundle["money"],)))))),)] if left else []
        if bundle and bundle["each"]:
            left = (
                self._bundle(re.sub(r"^(?:the )?p", "p", bundle["first"]))
                if re.fullmatch(r"(?:the )?p\d", bundle["first"])
                else None
            )
            return [(equal(left, Poly.constant(next(iter(self._constants((bundle["each"],)))))),)] if left else []
        if line != plain:
            return []
        plain = re.sub(r"\bas (much|expensive) as\b", "as much as", plain)
        plain = re.sub(r"\bmore expensive than\b|\bdearer than\b", "more than", plain)
        plain = re.sub(r"\bcheaper than\b|\bless expensive than\b", "less than", plain)
        return self._arithmetic.statement(tuple(plain.split()))

    def question(self, line: str) -> Asked | None:
        """What a sentence asks for."""
        line = re.sub(r"^(?:so|and|then) ,? ?", "", line)
        unit = re.search(r" ,? ?in (?P<unit>euros?|dollars?|pounds?|cents|pence|pennies)$", line)
        line = line[: unit.start()] if unit else line
        small = unit is not None and unit["unit"] in ("cents", "pence", "pennies")
        each = r"(?:they|each|each of them|each one|them|both|each thing)"
        ask = re.fullmatch(
            r"(?:how much|what) (?:does|do|is|are|did|would|will|was|were) (?P<what>.+?)(?: (?:cost|worth"
            r"|together|in total))*"
            r"|(?:what is|find|what are) the (?:price|cost)s? of (?P<of>.+)|(?P<cents>how many cents) (?:does"
            r"|do) (?P<that>.+?) cost"
            r"|how much (?P<bare>p\d) (?:costs?|is)", line)  # fmt: skip
        what = (ask["what"] or ask["of"] or ask["that"] or ask["bare"]) if ask else ""
        if not ask or not what:
            return None
        what = re.sub(r"^(?:the )?(?:price|cost) of ", "", what)
        if re.fullmatch(each, what) and len(self.nouns) > 1 and " together" not in line and "total" not in line:
            return (
                Asked(dict(zip(self.nouns, self.quantities, strict=True)))
                if "each" in what or "price" in line
                else None
            )
        items = what.split(" and ")
        if len(items) > 1 and "together" not in line and not re.search(rf"\b{_N}\b", what):
            named = [re.fullmatch(r"(?:an?|the) p(\d)", item) for item in items]
            if all(named):
                return Asked({self.nouns[int(each[1])]: self.quantities[int(each[1])] for each in named if each})
        found = self._bundle(what)
        if found is None or not found.unknowns:
            return None
        return Asked(found.times(self.scale) if ask["cents"] or small else found)
