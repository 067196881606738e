"""Brothers and sisters: "a girl has as many brothers as sisters"; nobody is their own one."""

import re
from collections.abc import Sequence

from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import people
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import singular

_BOYS, _GIRLS = Poly.unknown("boys"), Poly.unknown("girls")
_ONE = Poly.constant(1)
_MALE = frozenset(("boy", "brother", "son", "he", "him"))
_FEMALE = frozenset(("girl", "sister", "daughter", "she", "her"))
_HAS = frozenset(("has", "have", "had", "got"))
_SAYS = frozenset(("says", "said", "adds", "added", "replies", "answers"))
_MOST = 30
_CLAUSE = re.compile(
    r"[,;:]? (?:but|while|whereas|and) (?=(?:each|every|any|all|his|her|their|the|a|an)\b(?! (?:many|half)))"
    r"|[,;] (?=(?:each|every)\b)",
    re.IGNORECASE,
)


def draft(text: str) -> Draft | None:
    """Read a text about the children of a family."""
    if not (re.search(r"\bbrothers?\b", text) and re.search(r"\bsisters?\b", text)) or not re.search(
        r"how many", text, re.IGNORECASE
    ):
        return None
    reader = _Siblings(text)
    for sentence in sentences_in(text):
        if sentence.rstrip(" \"')\u201d").endswith("?"):
            reader.question(sentence)
        else:
            for clause in _CLAUSE.split(sentence):
                reader.clause(clause)
    return reader.ledger.draft()


class _Siblings:
    def __init__(self, text: str) -> None:
        self.ledger = Ledger()
        self.ledger.unknown("boys", 0, _MOST)
        self.ledger.unknown("girls", 0, _MOST)
        found = people.find(sentences_in(text))
        self.genders = {} if found is None or found.anonymous else _genders(found, text)

    def clause(self, clause: str) -> None:
        """Note what a part of a sentence says: the first child named is the one that has brothers and sisters."""
        words = words_in(re.sub(r"[\"\u201c\u201d]", " ", clause))
        items = items_in(words)
        own = self._who(words)
        if not any(each.kind in ("number", "factor", "as_", "more", "less", "different") for each in items):
            return
        named = [self._named(item, own) for item in self._without_subject(items, own)]
        self.ledger.told(clause, meanings(_counted(named)))

    def _who(self, words: Sequence[str]) -> str:
        """Whether a boy or a girl has them: the subject, or who speaks."""
        has = next((at for at, word in enumerate(words) if word in _HAS), len(words))
        speaks = next((at for at, word in enumerate(words) if word in _SAYS), -1)
        places = list(range(has))[::-1] if has < len(words) else list(range(has))
        if speaks >= 0 and "i" in words[:has]:
            places = [*range(speaks + 1, len(words)), *range(speaks)]
        return next((gender for at in places if (gender := self._gender(words[at]))), "")

    def _gender(self, word: str) -> str:
        noun = singular(word)
        return "he" if noun in _MALE else "she" if noun in _FEMALE else self.genders.get(word, "")

    def _without_subject(self, items: Sequence[Item], own: str) -> list[Item]:
        if not own:
            return list(items)
        has = next((at for at, each in enumerate(items) if each.word in _HAS), -1)
        if has < 0:
            has = next((at for at, each in enumerate(items) if self._gender(each.word)), -1)
        said = next((at for at, each in enumerate(items) if each.word in _SAYS), len(items))
        return list(items[has + 1 : said if said > has else len(items)])

    def _named(self, item: Item, own: str) -> Item:
        noun = singular(item.word)
        poly = {"brother": _BOYS, "boy": _BOYS, "son": _BOYS, "sister": _GIRLS, "girl": _GIRLS, "daughter": _GIRLS}.get(
            noun
        )
        if noun in ("child", "sibling"):
            poly = _BOYS + _GIRLS - (_ONE if own and noun == "sibling" else Poly(()))
        if poly is None:
            return item
        same = (noun == "brother" and own == "he") or (noun == "sister" and own == "she")
        return Item("quantity", item.word, polys=(poly - _ONE if same else poly,))

    def question(self, sentence: str) -> None:
        """Note which children are asked for."""
        words = {singular(word) for word in words_of(sentence)}
        self.ledger.question = sentence
        boys, girls = words & {"boy", "brother", "son"}, words & {"girl", "sister", "daughter"}
        if boys and girls:
            plural = {
                "boy": "boys",
                "brother": "brothers",
                "son": "sons",
                "girl": "girls",
                "sister": "sisters",
                "daughter": "daughters",
            }
            self.ledger.asked = {plural[next(iter(boys))]: _BOYS, plural[next(iter(girls))]: _GIRLS}
        elif boys or girls:
            self.ledger.asked = _BOYS if boys else _GIRLS
        else:
            self.ledger.asked = _BOYS + _GIRLS


def _counted(items: list[Item]) -> list[Item]:
    """Write "3 brothers" as "brothers = 3"."""
    found: list[Item] = []
    for at, item in enumerate(items):
        after = items[at + 1].kind if at + 1 < len(items) else ""
        if item.kind == "number" and after == "quantity":
            found += [item, Item("be", "is")]
        else:
            found.append(item)
    return found


def _genders(found: people.People, text: str) -> dict[str, str]:
    """The genders of the named, by "his sister Ella" and "Tim ... his"."""
    genders = {found.names[int(sign[1])].lower(): gender for sign, gender in found.genders.items()}
    names = [name.lower() for name in found.names]
    for name in names:
        if re.search(rf"\bsister,? {name}\b", text, re.IGNORECASE):
            genders[name] = "she"
        elif re.search(rf"\bbrother,? {name}\b", text, re.IGNORECASE):
            genders[name] = "he"
        elif name not in genders and (
            after := re.search(rf"\b{name}\b.*?\b(his|her|he|she)\b", text, re.IGNORECASE | re.DOTALL)
        ):
            genders[name] = "he" if after[1].lower() in ("his", "he") else "she"
    return genders


__all__ = ["Facts", "draft"]
