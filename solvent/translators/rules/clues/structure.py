"""Converts a clue to a sequence of item codes, which the grammar matches, and finds the words that it leaves over."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from solvent.translators.rules.clues import phrases, places
from solvent.translators.rules.clues.amounts import Amount, counts_something, number_of
from solvent.translators.rules.clues.compare import Unclear, ranked
from solvent.translators.rules.clues.item_codes import CLAUSE, ComparisonWord, Item, Threshold
from solvent.translators.rules.clues.mentions import DERIVED, Lexicon, Mention
from solvent.translators.rules.clues.scanned import Scanned
from solvent.translators.rules.clues.values import POSITION_WORDS
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    IRREGULAR_PAST,
    NUMBER_WORDS,
    RESERVED,
    is_agent,
    is_english,
    listed,
    stem,
)

_SIMPLE = {
    "not": "N",
    "never": "N",
    "either": "E",
    "or": "O",
    "neither": "T",
    "nor": "R",
    "and": "A",
    "but": "A",
    ",": "C",
    ";": "C",
}
_AUXILIARY = frozenset(listed("is are was were be been will would has have had does do did"))
_DETERMINERS = frozenset(listed("a an the his her its their in on at from for to by with"))
_PREPOSITIONS = frozenset(listed("in on at from for to by with"))
_GLUE_VERBS = frozenset(listed("comes goes gets"))
_PRONOUNS = frozenset(listed("he she it they"))
_AT_ONCE = frozenset(listed("immediately right directly just"))


class Scan(Scanned):
    """Scans a clue's tokens once; `items` is its structure, `leftover` the indices of tokens still to be explained."""

    def __init__(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        amounts: Sequence[Amount],
        known: Lexicon,
        beside: Mapping[str, frozenset[int]],
    ) -> None:
        super().__init__(tokens, mentions, amounts, known)
        self.beside = beside
        self.amount_tokens = {at for amount in amounts for at in range(amount.start, amount.end)}
        self.places = next((n for n, category in enumerate(known.categories) if category.kind == "position"), None)
        self.items: list[Item] = []
        self.leftover: list[int] = []
        self._than: set[int] = set()
        own = self._place_nouns()
        for token in tokens:
            self.offset.append(len(self.joined))
            self.joined += ("houses" if token.key in own else token.norm) + " "
        self._walk()
        self.items = self._with_clauses()

    def _place_nouns(self) -> frozenset[str]:
        """The puzzle's own word for its places, if no place phrase contains it."""
        if self.places is None:
            return frozenset()
        return self.known.categories[self.places].words - {stem(word) for word in (*POSITION_WORDS, "number")}

    @property
    def codes(self) -> str:
        return "".join(item.code for item in self.items)

    def _walk(self) -> None:
        at = 0
        while at < len(self.tokens):
            item = self._item(at)
            if item:
                self.items.append(item)
                at = item.end
            else:
                if at not in self._than and (at not in self.amount_tokens or counts_something(self.tokens[at].norm)):
                    self.leftover.append(at)
                at += 1

    def _with_clauses(self) -> list[Item]:
        """The items, with a mark on each conjunction that a clause follows, and at the start if a clause begins there.

        At the start, the mark is on an item "E" or, before a bare subject, an item of its own (^).
        """
        found = [
            replace(item, payload=CLAUSE)
            if item.code in "AOEC" and at + 1 < len(self.items) and self._is_clause(self.items[at + 1])
            else item
            for at, item in enumerate(self.items)
        ]
        if found and found[0].code == "M" and self._is_clause(found[0]):
            found.insert(0, Item("^", found[0].start, found[0].start, CLAUSE))
        return found

    def _is_clause(self, subject: Item) -> bool:
        """Whether a singular verb comes right after a mention, or after the noun that ends its phrase."""
        if subject.code != "M":
            return False
        at = subject.end
        while at < len(self.tokens) and (is_agent(self.tokens[at].norm) or self.tokens[at].norm == "also"):
            at += 1
        if at >= len(self.tokens) or any(item.start <= at < item.end for item in self.items if item.code == "M"):
            return False
        norm = self.tokens[at].norm
        following = self.tokens[at + 1].norm if at + 1 < len(self.tokens) else ""
        if norm.isalpha() and norm not in GLUE | RESERVED and following in ("is", "was", "has"):
            return True  # "the black cap is"
        if norm in _AUXILIARY:
            return norm not in ("are", "were", "have", "do", "be", "been")
        return norm in IRREGULAR_PAST or (
            norm.endswith(("s", "ed")) and (norm in _GLUE_VERBS or norm not in GLUE) and is_english(norm)
        )

    def _item(self, at: int) -> Item | None:
        return (
            self.row_count(at, self.codes)
            or self.first_to_do(at)
            or self.in_turn(at)
            or (None if at else self._list_head())
            or self._place_phrase(at)
            or self.bound(at)
            or self._mention(at)
            or (self.last_place(at) if self.tokens[at].norm == "last" else None)
            or (phrases.may_begin(self.joined, self.offset[at]) and (self._superlative(at) or self._phrase(at)))
            or self._both(at)
            or self._different(at)
            or self._one_other(at)
            or self._comparison(at)
            or (self._negation(at) if self.tokens[at].norm in ("it", "nothing") else None)
            or self._simple(at)
            or self._verb(at)
        )

    def _mention(self, at: int) -> Item | None:
        mention = self.mentions.get(at)
        return Item("M", at, mention.end, mention) if mention else None

    def _negation(self, at: int) -> Item | None:
        """A negation of several words: "it wasn't", "has nothing to do with", "broke nothing in"."""
        found = phrases.negation([token.norm for token in self.tokens[at : at + 4]], at, self.codes)
        return Item(found[0], at, at + found[1]) if found else None

    def _simple(self, at: int) -> Item | None:
        norm = self.tokens[at].norm
        if norm == "of" and at == 0:
            return Item("F", at, at + 1)
        if norm in ("who", "which") and self.items and self.items[-1].code == "C" and self.items[-1].end == at:
            return Item("P", at, at + 1)
        after = [token.norm for token in self.tokens[at + 1 : at + 3]]
        inverted = after[:1] and after[0] in _AUXILIARY and after[1:]
        if inverted and (norm == "or" or (norm == "nor" and after[1] not in _PRONOUNS)):
            return Item("r", at, at + 1)  # "nor is Ada" has a new subject
        if norm == "or" and after[:1] and after[0] in _PRONOUNS:
            return Item("r", at, at + 1)
        if norm in ("and", "but") and after[:1] and after[0] in _PRONOUNS:
            return Item("A", at, at + 2)
        code = _SIMPLE.get(norm) or ("V" if norm in _AUXILIARY else "")
        return Item(code, at, at + 1) if code else None

    def _list_head(self) -> Item | None:
        """The opening of a list of everybody: "the five people are"."""
        if len(self.tokens) < 4:
            return None
        of_all = phrases.of_all(self.joined)
        if of_all and not any(n in self.mentions for n in range(self.ends_at(of_all[1]))):
            return Item("_", 0, self.ends_at(of_all[1]))
        words = [token.norm for token in self.tokens[:6]]
        start = 1 if words[0] == "the" else 0
        number = number_of(self.tokens[start])
        ends = [n for n in range(start + 1, min(start + 4, len(words))) if words[n] in ("are", "were", "include")]
        if number is None or not ends or any(n in self.mentions for n in range(start, ends[0])):
            return None
        self.leftover += range(start + 1, ends[0])
        return Item("L", 0, ends[0] + 1, int(number))

    def _different(self, at: int) -> Item | None:
        """The tail of a list: "are all different people", "are three different houses"."""
        norms = [token.norm for token in self.tokens[at : at + 6]]
        if norms[:1] not in (["are"], ["were"]) or "different" not in norms[1:4]:
            return None
        middle = norms[1 : norms.index("different")]
        tail = range(at + norms.index("different") + 1, len(self.tokens))
        if (
            any(word != "all" and NUMBER_WORDS.get(word) != self.codes.count("M") for word in middle)
            or len(tail) > 3
            or any(n in self.mentions for n in tail)
        ):
            return None
        return Item("D", at, at + norms.index("different") + 1)

    def _one_other(self, at: int) -> Item | None:
        norm, before = self.tokens[at].norm, self.tokens[at - 1].norm if at else ""
        if not self.items or self.items[0].code != "F":
            return None
        if norm == "one" and before not in ("the", "a") and "1" not in self.codes and self.codes.count("M") >= 2:
            return Item("1", at, at + 1)
        if norm == "the" and [token.norm for token in self.tokens[at + 1 : at + 2]] == ["other"] and "1" in self.codes:
            return Item("2", at, at + 2)
        return None

    def _comparison(self, at: int) -> Item | None:
        word = self.tokens[at].norm
        comparative = COMPARATIVES.get(word)
        if comparative is None:
            return None
        end = self._end_of_comparison(at, needs_than=comparative.than)
        if end is None:
            return None
        if any(token.norm in _PRONOUNS for token in self.tokens[end : end + 2]):
            return None  # "before she fixed the radiator" is about the same person
        about = tuple(token.key for token in self.tokens[at + 1 : end])
        at_once = at > 0 and self.tokens[at - 1].norm in _AT_ONCE
        if at_once:
            if comparative.than or at - 1 not in self.leftover or at in self.amounts:
                return None
            self.leftover.remove(at - 1)
        amount = self.amounts.get(at) or self._amount_behind(at, end)
        return Item(
            "K",
            at,
            at + 1,
            ComparisonWord(word, amount, about, self._verb_before(at), next=at_once, bound=self._bound_of(amount)),
        )

    def _bound_of(self, amount: Amount | None) -> Threshold | None:
        return self.bounds.get(amount) if amount else None

    def _amount_behind(self, at: int, end: int) -> Amount | None:
        """The amount of "older by two years than", "older than Ada by two years"."""
        behind = [a for a in self.amounts.values() if a.behind and at < a.start]
        inside = [a for a in behind if a.end <= end]
        last = [a for a in behind if a.end == len(self.tokens) and self.tokens[end].norm == "than"]
        return next(iter(inside or last), None)

    def _verb_before(self, at: int) -> tuple[str, ...]:
        left = max((item.end for item in self.items if item.code == "M"), default=0)
        return tuple(token.key for token in self.tokens[left:at] if not token.norm.endswith("ly"))

    def _end_of_comparison(self, at: int, *, needs_than: bool) -> int | None:
        if not needs_than:
            if self.tokens[at].norm == "ahead":
                if [token.norm for token in self.tokens[at + 1 : at + 2]] != ["of"]:
                    return None
                self._than.add(at + 1)
            return at + 1
        for end in range(at + 1, min(at + 8, len(self.tokens))):
            if end in self.mentions:
                return None
            if self.tokens[end].norm == "than":
                self._than.add(end)
                return end
        return None

    def _place_phrase(self, at: int) -> Item | None:
        found = places.find(self.joined, self.offset[at]) if self.places is not None else None
        if not found or self.places is None:
            return None
        code, match = found
        before = next((token.norm for token in reversed(self.tokens[:at]) if token.norm not in ("to", "the", "on")), "")
        if code == "side" and before in POSITION_WORDS:
            return None  # "in the house to the left of" may mean next to it or not
        end = self.ends_at(match.end())
        covered = [self.mentions[n] for n in range(at, end) if n in self.mentions]
        if any(mention.level > DERIVED for mention in covered) and not places.may_cover_mentions(code):
            return None
        category = self.known.categories[self.places]
        return places.item(code, match, (at, end), places.Row(self.places, len(category.values), category.order))

    def _superlative(self, at: int) -> Item | None:
        """A superlative ("the oldest"), which mentions the value of that rank in the category that it compares."""
        if moment := self.first_or_last(at):
            return moment
        found = phrases.superlative(self.joined, self.offset[at])
        if not found:
            return None
        extreme, end = found[0], self.ends_at(found[1])
        if extreme.of not in (0, len(self.known.categories[0].values)):
            return None
        about = tuple(stem(word) for word in extreme.about)
        verb = self._verb_before(at) + tuple(token.key for token in self.tokens[end : end + 2])
        try:
            value = ranked(ComparisonWord(extreme.word, None, about, verb), extreme.rank, self.known.categories)
        except Unclear:
            return None
        return Item("M", at, end, Mention(at, end, (value,), DERIVED))

    def _phrase(self, at: int) -> Item | None:
        offset = self.offset[at]
        clause_starts = not self.items or self.items[-1].code == "C"
        found = phrases.fixed(self.joined, offset, first=clause_starts)
        if found:
            end = self.ends_at(found[1])
            of_two = found[0] != "D" or self.tokens[end - 2].norm != "two" or self.codes.count("M") == 2
            return Item(found[0], at, end) if of_two else None
        same = phrases.same_or_different(self.joined, offset)
        if same and self._names_a_row(same[1]):
            return Item(same[0], at, self.ends_at(same[2]))
        return self._threshold(at) or self._as(at) or self._multiple(at)

    def _both(self, at: int) -> Item | None:
        """The word "both", after a comparison or after two subjects."""
        if self.tokens[at].norm != "both" or not self.items:
            return None
        if self.items[-1].code in "KX":
            return Item("_", at, at + 1)
        return Item("b", at, at + 1) if self.codes.rstrip("V") == "MAM" else None

    def _names_a_row(self, noun: str) -> bool:
        """Whether "the same NOUN" means the same row: NOUN is a person or a category, whose values are used once."""
        return noun in ("person", "one") or any(stem(noun) in category.words for category in self.known.categories)

    def _threshold(self, at: int) -> Item | None:
        found = phrases.threshold(self.joined, self.offset[at])
        if not found:
            return None
        end = self.ends_at(found[1])
        mention = self.mentions.get(end)
        if not mention or not mention.settled or not self.known.categories[mention.candidates[0].category].kind:
            return None
        return Item("H", at, end, found[0])

    def _as(self, at: int) -> Item | None:
        """An equative ("as old as", "twice as much as"), up to the second "as", with no value in between."""
        found = phrases.equative(self.joined, self.offset[at])
        if not found:
            return None
        factor, word, adjective, offset = found
        end = self.ends_at(offset)
        stop = next((n for n in range(end, min(end + 6, len(self.tokens))) if self.tokens[n].norm == "as"), None)
        if stop is None or any(n in self.mentions for n in range(end, stop)):
            return None
        self._than.add(stop)
        about = (stem(adjective), *(token.key for token in self.tokens[end:stop]))
        said = ComparisonWord(word, None, about, self._verb_before(at), factor)
        return Item("W" if factor else "I", at, end, said)

    def _multiple(self, at: int) -> Item | None:
        """A multiple ("twice the weight of"), where the noun names a category."""
        found = phrases.multiple(self.joined, self.offset[at])
        if not found or not any(stem(found[1]) in category.words for category in self.known.categories):
            return None
        factor, noun, offset = found
        return Item("W", at, self.ends_at(offset), ComparisonWord("more", None, (stem(noun),), (), factor))

    def _verb(self, at: int) -> Item | None:
        """A verb right after "and", which shows that a predicate follows; the verb itself still has to be explained."""
        if not self.items or self.items[-1].code != "A" or self.items[-1].end != at or at + 1 >= len(self.tokens):
            return None
        norm, after = self.tokens[at].norm, self.tokens[at + 1].norm
        if norm in _PREPOSITIONS:
            return Item("V", at, at + 1)
        verbal = norm in IRREGULAR_PAST or (norm.endswith(("s", "ed")) and is_english(norm))
        if not verbal or norm in GLUE | NUMBER_WORDS.keys():
            return None
        if after not in _DETERMINERS and at + 1 not in self.mentions:
            return None
        self.leftover.append(at)
        return Item("V", at, at + 1)
