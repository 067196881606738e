"""The words of a clue as its structure is scanned: phrases that name a rank, a number of rows or a bound."""

import re
from collections.abc import Sequence

from solvent.translators.rules.clues import phrases
from solvent.translators.rules.clues.amounts import Amount
from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.item_codes import Item, RowCount, Threshold
from solvent.translators.rules.clues.mentions import DERIVED, Lexicon, Mention
from solvent.translators.rules.clues.values import POSITION_WORDS, SCORED, Category, is_person
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import COMPARATIVES, RANK, TIME, listed, stem

_FIRST_TO_DO = re.compile(r"(?:the )?(?:(?P<last>last)|1th)(?: (?:one|person))? to (?:be )?[a-z]+(?= |$)")
_RANKING = frozenset(map(stem, listed("place position rank finish lane start")))
_ANYBODY = frozenset(listed("people persons person others other"))
_NO_VERB = frozenset(listed("who that which whose with from in on at of not"))
# What takes place at a time, where no category is named so; units of time ("the last day") may be any week's.
_EVENTS = frozenset(
    listed(
        """appointment slot show session lesson party turn performance flight departure arrival talk lecture concert
        delivery interview meeting speaker visitor customer patient caller guest event act course broadcast film"""
    )
)
_UNITS = frozenset(listed("day week month year hour minute season morning afternoon evening night time date number"))
_OF_TIME = re.compile(
    r"(?:the )?(?:(?P<nth>\d+)th|(?P<last>last)(?: but (?P<but>one|two))?) (?P<noun>[a-z]+)"
    r"(?: of (?:the|that) (?:day|morning|afternoon|evening|night|programme|program))?"
    r"(?= (?:is|was|has|had|and|but|or|nor|does|did|do|plays?|starts?|goes)\b| [,;:]| ?$)"
)
_AT_A_PLACE = frozenset(listed("on in at from to of near behind under by past"))
_OTHERS = frozenset({"of the others", "of them"})


def is_scored(category: Category) -> bool:
    """Whether a category counts what a winner has most of."""
    return category.kind == "number" and bool(category.words & SCORED)


class Scanned:
    """A clue's words with its mentions and amounts; `joined` are the words, each at its `offset`."""

    def __init__(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        amounts: Sequence[Amount],
        known: Lexicon,
    ) -> None:
        self.tokens, self.known = tokens, known
        self.mentions = {mention.start: mention for mention in mentions}
        self.amounts = {amount.end: amount for amount in amounts}
        self.joined, self.offset = "", list[int]()
        self.bounds: dict[Amount, Threshold] = {}

    @property
    def rows(self) -> int:
        """How many rows the puzzle has."""
        return len(self.known.categories[0].values)

    def ends_at(self, offset: int) -> int:
        """The index of the first token at or after a character offset in the joined words."""
        return next((n for n, start in enumerate(self.offset) if start >= offset), len(self.tokens))

    def first_or_last(self, at: int) -> Item | None:
        """A final "first", "last" or "won": an extreme value of the only category of times, or for "won" of ranks."""
        found = phrases.first_or_last(self.joined, self.offset[at])
        if not found:
            return None
        which, end = found[0], self.ends_at(found[1])
        kinds = RANK if which == "win" else TIME
        timed = [n for n, each in enumerate(self.known.categories) if each.kind in kinds]
        scored = which == "win" and not timed
        if scored:
            timed = [n for n, each in enumerate(self.known.categories) if is_scored(each)]
        if len(timed) != 1 or any(n in self.mentions for n in range(at, end)):
            return None
        if (
            any(stem("winner") in each.words for each in self.known.categories)
            and self.tokens[end - 1].norm == "winner"
        ):
            return None
        quantities = self.known.categories[timed[0]].quantities
        if which == "win" and scored:
            return Item("M", at, end, Mention(at, end, (Value(timed[0], quantities.index(max(quantities))),), DERIVED))
        if which == "win" and min(quantities) != 1:
            return None
        chosen = quantities.index(max(quantities) if which == "last" else min(quantities))
        return Item("M", at, end, Mention(at, end, (Value(timed[0], chosen),), DERIVED))

    def in_turn(self, at: int) -> Item | None:
        """The phrase "the last party", "the second show of the day": a value of the only category of times."""
        found = _OF_TIME.match(self.joined, self.offset[at])
        timed = [n for n, each in enumerate(self.known.categories) if each.kind in TIME - {"ordinal", "duration"}]
        end = self.ends_at(found.end()) if found else at
        if not found or len(timed) != 1 or any(n in self.mentions for n in range(at, end)):
            return None
        before = self.tokens[at - 1].norm if at else ""
        ordered = any(each.kind in RANK for each in self.known.categories)
        if ordered or self.tokens[end - 1].owner or before in _AT_A_PLACE or not self._takes_turns(found["noun"]):
            return None
        quantities = sorted(enumerate(self.known.categories[timed[0]].quantities), key=lambda each: each[1])
        nth = int(found["nth"]) if found["nth"] else len(quantities) - {"one": 1, "two": 2}.get(found["but"] or "", 0)
        if not 1 <= nth <= len(quantities):
            return None
        return Item("M", at, end, Mention(at, end, (Value(timed[0], quantities[nth - 1][0]),), DERIVED))

    def _takes_turns(self, noun: str) -> bool:
        """Whether a noun in the singular names what comes one after another: no unit of time, place or family."""
        if noun in _UNITS or noun in POSITION_WORDS or (noun.endswith("s") and not noun.endswith("ss")):
            return False
        named = [each for each in self.known.categories if stem(noun) in each.words and not each.kind]
        return noun in _EVENTS or any(not is_person(each) for each in named)

    def last_place(self, at: int) -> Item | None:
        """The word "last": the last of a category of ranks, if it lists all ranks from the first."""
        ranks = [n for n, each in enumerate(self.known.categories) if each.kind == "ordinal"]
        quantities = self.known.categories[ranks[0]].quantities if len(ranks) == 1 else ()
        if not quantities or sorted(quantities) != list(range(1, len(quantities) + 1)):
            return None
        return Item(
            "M", at, at + 1, Mention(at, at + 1, (Value(ranks[0], quantities.index(len(quantities))),), DERIVED)
        )

    def first_to_do(self, at: int) -> Item | None:
        """The phrase "the first to arrive": an extreme value of the only category of times, not a place in a row."""
        found = _FIRST_TO_DO.match(self.joined, self.offset[at])
        places = [each for each in self.known.categories if each.kind == "position"]
        if not found or not places:
            return None
        end = self.ends_at(found.end())
        timed = [n for n, each in enumerate(self.known.categories) if each.kind in TIME]
        if not timed:
            return None
        if len(timed) > 1 or any(each.words & _RANKING for each in places):
            return Item("?", at, end)  # leaves open what is meant
        quantities = self.known.categories[timed[0]].quantities
        chosen = quantities.index(max(quantities) if found["last"] else min(quantities))
        return Item("M", at, end, Mention(at, end, (Value(timed[0], chosen),), DERIVED))

    def bound(self, at: int) -> Item | None:
        """Words that make the amount of a comparison a limit: "at least" in "at least two years older"."""
        found = phrases.bound(self.joined, self.offset[at])
        end = self.ends_at(found[1]) if found else 0
        amount = next((each for each in self.amounts.values() if each.start == end), None)
        if found is None or amount is None or amount.behind:
            return None
        self.bounds[amount] = found[0]
        return Item("<", at, end)

    def row_count(self, at: int, codes: str) -> Item | None:
        """Some of all rows, before a comparison or after it: "two people", "two of the others", "the other three"."""
        offset = self.offset[at]
        if at and codes[-1:] in ("K", "_") and (rest := phrases.all_others(self.joined, offset)):
            number, end = rest[0], self.ends_at(rest[1])
            return Item("#", at, end, RowCount(number)) if number == self.rows - 1 else None
        if codes.strip("V_") == "" and (but := phrases.all_but(self.joined, offset)):
            return Item(but[0], at, self.ends_at(but[1]))
        if at == 0 and self.tokens[0].norm == "only" and 1 in self.starting():
            return Item("o", 0, 1)
        if codes.strip("V_") and codes[-1:] != "K":
            return None
        found = phrases.counted_rows(self.joined + "; ", offset)
        if not found or not 0 < found[0] < self.rows:
            return None
        number, noun, offset = found
        end = self.ends_at(offset)
        of_all = noun in _OTHERS or noun in _ANYBODY or self._counts_rows(noun)
        last = end == len(self.tokens)
        if not of_all or any(n in self.mentions for n in range(at, end)) or (codes[-1:] == "K") != last:
            return None
        following = "" if last else self.tokens[end].norm
        compared = any(token.norm in COMPARATIVES for token in self.tokens[end:])
        if not last and (not compared or following in COMPARATIVES or following in _NO_VERB):
            return None  # "two people older than Ann are bakers"
        return Item("#", at, end, RowCount(number))

    def starting(self) -> set[int]:
        """Where phrases with a value may begin: the values themselves, and the articles before them."""
        return {*self.mentions, *(at - 1 for at in self.mentions if self.tokens[at - 1].norm in ("the", "a", "an"))}

    def _counts_rows(self, noun: str) -> bool:
        """Whether a noun names all rows: that of a category of the puzzle, such as "players"."""
        return any(stem(noun) in category.words and not category.kind for category in self.known.categories)
