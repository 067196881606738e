"""Finds the words of a sentence that link values: its verbs and prepositions, with what they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.item_codes import ComparisonWord, Item
from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.small_words import (
    AUXILIARY,
    BE,
    BEFORE_BASE,
    BEFORE_LIKE,
    COMPARING,
    DETERMINERS,
    DIVIDERS,
    EMPTY,
    EMPTY_AFTER,
    FINITE,
    HAVE,
    MORE_WORDS,
    NEVER_VERBS,
    OPEN,
    PHRASE,
    PLACING,
    RELATIVE,
    STRANDING,
    verb_like,
)
from solvent.translators.rules.clues.links.sorts import categories_of, is_people, of_people, quantities
from solvent.translators.rules.clues.mentions import Lexicon, Mention
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import KIN, NUMBER_WORDS, is_agent, is_english, listed

_BASES = frozenset(listed("live stay come go drink eat wear keep ride drive make own sit stand"))


class Sentence:
    """A sentence, its words classified in order to find its links."""

    def __init__(self, tokens: Sequence[Token], items: Sequence[Item], known: Lexicon) -> None:
        self.tokens, self.known = tokens, known
        self.mentions = [item.payload for item in items if isinstance(item.payload, Mention)]
        self.used = {at for item in items if item.code not in OPEN for at in range(item.start, item.end)}
        self.comparing = {item.start: item for item in items if item.code in COMPARING}
        self.equal = any(item.code in "IW" for item in items)
        self.measured = self._measured()
        self.inside = {at for mention in self.mentions for at in range(mention.start, mention.end)}
        self.starts = {mention.start: mention for mention in self.mentions}
        self.ends = {mention.end: mention for mention in self.mentions}
        self.nouns: set[int] = set()
        self.verbs: set[int] = set()

    def links(self) -> Iterator[Link]:
        """Yield all links, each with the nouns of the phrase that it leads to."""
        self._sort_words()
        for at, token in enumerate(self.tokens):
            if at in self.verbs:
                left = self._left(at)
                subject = categories_of(left) if left else frozenset[int]()
                link: Link | None = replace(self._verb(at), subject=subject)
            elif self._may_link(at) and self._is_preposition(at, token):
                link = self._preposition(at)
                if link and (left := self._left(at)):
                    link = replace(link, subject=categories_of(left))
            else:
                link = self._plain(at)
            if link:
                right = self._right(at)
                yield self._described(link, right) if right else link

    def _plain(self, at: int) -> Link | None:
        """The link of a form of "be" or "have" right before a value and its description; None if it is none."""
        if at in self.inside or self.tokens[at].norm not in BE | HAVE:
            return None
        after = at + 1
        while after < len(self.tokens) and after not in self.starts and self._describes(after):
            after += 1
        mention = self.starts.get(after)
        if mention is None:
            return None
        target = categories_of(mention)
        return Link(at, verb_stem(self.tokens[at].norm), target, people=of_people(self.known, target), plain=True)

    def _describes(self, at: int) -> bool:
        norm = self.tokens[at].norm
        return at in self.nouns or norm in DETERMINERS or norm in ("either", "not", "neither")

    def _sort_words(self) -> None:
        """Classify the words outside the structure as verbs or nouns."""
        for at, token in enumerate(self.tokens):
            if not self._may_link(at) or self._is_preposition(at, token):
                continue
            if self._is_noun(at):
                self.nouns.add(at)
            elif token.norm not in known_words.ADVERBS:
                self.verbs.add(at)
        if self._lacks_verb():
            found = next((at for at in sorted(self.nouns) if self._may_be_verb(at)), None)
            if found is not None:
                self.nouns.discard(found)
                self.verbs.add(found)

    def _may_link(self, at: int) -> bool:
        return at not in self.inside and at not in self.used and not self._is_empty(at)

    def _is_preposition(self, at: int, token: Token) -> bool:
        if token.norm == "given" and at and self.tokens[at - 1].norm in BE:
            return False
        if token.norm == "like" and at:
            before = at - 1 if self.tokens[at - 1].norm != "not" else max(at - 2, 0)
            return self.tokens[before].norm not in BEFORE_LIKE
        return token.norm in known_words.PREPOSITIONS

    def _lacks_verb(self) -> bool:
        """Whether there are fewer verbs than clauses, so that some apparent noun must be a verb."""
        clauses = 1 + sum(token.norm in RELATIVE for at, token in enumerate(self.tokens) if at not in self.inside)
        found = 0
        for at, token in enumerate(self.tokens):
            if at in self.inside:
                found += at > 0 and self.tokens[at - 1].norm in RELATIVE  # "who paints", where painting is a value
                continue
            auxiliary = token.norm in AUXILIARY
            led = at > 0 and (self.tokens[at - 1].norm in AUXILIARY or self.tokens[at - 1].norm == "not")
            if auxiliary or (at in self.verbs and not led and not self._is_participle(at)):
                found += not (auxiliary and led)
        return found < clauses

    def _is_participle(self, at: int) -> bool:
        """Whether a verb only modifies what precedes it: "made by Ada", "going to Rome"."""
        norm = self.tokens[at].norm
        return norm.endswith("ing") or (at + 1 < len(self.tokens) and self.tokens[at + 1].norm == "by")

    def _may_be_verb(self, at: int) -> bool:
        """Whether a word classified as a noun could be the verb after a phrase."""
        norm, before = self.tokens[at].norm, self.tokens[at - 1] if at else None
        if before is None or before.norm in DETERMINERS or before.owner or is_agent(norm) or norm in KIN:
            return False
        if at - 1 not in self.inside and at - 1 not in self.nouns and before.norm not in EMPTY:
            return False
        if norm in _BASES and at - 1 in self.inside:
            return True  # "the snails live in the shed"
        return norm in known_words.IRREGULAR or (len(norm) > 3 and norm.endswith(("ed", "s")) and is_english(norm))

    def _described(self, link: Link, mention: Mention) -> Link:
        """Add to a link the nouns of the phrase that it leads to, and the noun on which that phrase depends."""
        nouns, heads = set(link.nouns), set[str]()
        for step, at in ((-1, mention.start - 1), (1, mention.end)):
            place = at
            while 0 <= place < len(self.tokens) and (place in self.nouns or self.tokens[place].norm in DETERMINERS):
                nouns.update([self.tokens[place].key] if place in self.nouns else ())
                place += step
            if step < 0 and place > 0 and self._is_preposition(place, self.tokens[place]) and place - 1 in self.nouns:
                heads.add(self.tokens[place - 1].key)
        return replace(link, nouns=frozenset(nouns), heads=frozenset(heads))

    def _measured(self) -> set[int]:
        """The tokens of amounts, and those between a comparative and its "than": "has fewer silver medals than"."""
        found: set[int] = set()
        for item in self.comparing.values():
            amount = item.payload.amount if isinstance(item.payload, ComparisonWord) else None
            found.update(range(amount.start, amount.end) if amount else ())
            if item.code in "KIW":
                reach = range(item.end, min(item.end + MORE_WORDS, len(self.tokens)))
                ends = [at for at in reach if self.tokens[at].norm == ("than" if item.code == "K" else "as")]
                found.update(range(item.end, ends[0]) if ends else ())
        return found

    def _is_empty(self, at: int) -> bool:
        norm = self.tokens[at].norm
        if norm == "as":
            return self.equal
        if norm in EMPTY_AFTER:
            return at > 0 and self.tokens[at - 1].norm in EMPTY_AFTER[norm]
        if norm in ("named", "called"):
            return self._names(at)
        return norm in EMPTY or norm in DETERMINERS or not norm[:1].isalpha() or norm in NUMBER_WORDS

    def _names(self, at: int) -> bool:
        """Whether "named" or "called" gives a name: "is named Ada", "the boy named Ada", not "Bob called Ada"."""
        before = self.tokens[at - 1].norm if at else ""
        if at - 1 in self.inside:
            own = self.ends.get(at)
            return own is not None and not of_people(self.known, categories_of(own))
        return bool(before) and before not in RELATIVE | DIVIDERS | (FINITE - BE)

    def _is_noun(self, at: int) -> bool:
        """Whether a word is part of a noun phrase, judged by what precedes it."""
        norm = self.tokens[at].norm
        if norm in NEVER_VERBS or norm in KIN or at in self.measured:
            return True
        if at and self._is_base_verb(at):
            return False
        if is_agent(norm) and norm not in known_words.IRREGULAR:
            return True
        return self._is_noun_here(at) if at else not verb_like(norm)

    def _is_base_verb(self, at: int) -> bool:
        """Whether a word is a base verb after an auxiliary: "will major", "doesn't order"."""
        before = at - 2 if at > 1 and self.tokens[at - 1].norm == "not" else at - 1
        return self.tokens[before].norm in BEFORE_BASE

    def _is_noun_here(self, at: int) -> bool:
        """Whether a word is a noun, judged by the word before it, or else by its form."""
        before, norm = self.tokens[at - 1], self.tokens[at].norm
        if (before.norm in DETERMINERS and before.norm != "that") or before.norm == "different" or before.owner:
            return True
        if at - 1 not in self.inside and (before.number or (before.norm in NUMBER_WORDS and before.norm != "one")):
            return True
        if before.norm in known_words.PREPOSITIONS and at - 1 not in self.inside:
            return not (verb_like(norm) or self._is_infinitive(at))
        if before.norm in HAVE or at - 1 in self.nouns:
            return not verb_like(norm)
        if at - 1 in self.verbs and at + 1 < len(self.tokens):  # "plays classical music"
            return not verb_like(norm) and self.tokens[at + 1].norm not in known_words.PREPOSITIONS
        mention = self.ends.get(at)
        return mention is not None and self._is_noun_after(mention, at)

    def _is_infinitive(self, at: int) -> bool:
        """Whether a word after "to" and a participle is an infinitive: "scheduled to leave"."""
        if at < 2 or self.tokens[at - 1].norm != "to" or at - 2 not in self.verbs:
            return False
        norm = self.tokens[at].norm
        earlier = self.tokens[at - 2].norm
        planned = earlier.endswith("ed") or earlier in ("set", "going") or verb_stem(earlier) in known_words.LIKING
        return planned and (norm in known_words.IRREGULAR.values() or is_english(f"{norm.removesuffix('e')}ing"))

    def _is_noun_after(self, mention: Mention, at: int) -> bool:
        """Whether a word right after a value belongs to its phrase."""
        norm = self.tokens[at].norm
        following = self.tokens[at + 1].norm if at + 1 < len(self.tokens) else ""
        if self._is_object(mention) and self._ends_phrase(at):
            return not norm.endswith(("ed", "ing")) or not verb_like(norm)
        if following in FINITE:
            return not verb_like(norm)  # "Ada fee was", for "her fee was"
        articled = mention.start > 0 and self.tokens[mention.start - 1].norm in DETERMINERS
        names = all(is_people(self.known.categories[value.category]) for value in mention.candidates)
        return not verb_like(norm) and (articled or not names)

    def _is_object(self, mention: Mention) -> bool:
        """Whether a verb or preposition leads to a value, so that the next word may still belong to its phrase."""
        at = mention.start - 1
        while at >= 0 and at not in self.inside and (at in self.nouns or self.tokens[at].norm in DETERMINERS):
            at -= 1
        return at >= 0 and at not in self.inside and self.tokens[at].norm not in {*DIVIDERS, *FINITE} - {"has", "had"}

    def _ends_phrase(self, at: int) -> bool:
        """Whether a phrase ends after a word: a verb, a divider, a comparison or nothing follows."""
        if at + 1 >= len(self.tokens) or at + 1 in self.comparing:
            return True
        following = self.tokens[at + 1].norm
        ends = following.endswith("s") and verb_like(following) and at + 1 not in self.inside  # not "found", "sent"
        return ends or following in FINITE | DIVIDERS

    def _right(self, at: int) -> Mention | None:
        """The next value to the right in the same clause."""
        for after in range(at + 1, len(self.tokens)):
            if after in self.comparing:
                return None
            if after in self.starts:
                return self.starts[after]
            norm = self.tokens[after].norm
            if (norm in DIVIDERS or norm in FINITE) and after not in self.inside:
                return None
        return None

    def _comparison(self, at: int) -> Item | None:
        """The comparison before the next value, if any: "finished before", "lives next to"."""
        for after in range(at + 1, len(self.tokens)):
            if after in self.comparing or after in self.starts:
                return self.comparing.get(after)
            if self.tokens[after].norm in DIVIDERS | FINITE:
                return None
        return None

    def _left(self, at: int) -> Mention | None:
        before = [mention for mention in self.mentions if mention.end <= at]
        return before[-1] if before else None

    def _run(self, at: int) -> range:
        """The range of adjacent prepositions from token `at` on."""
        end = at
        while (
            end < len(self.tokens)
            and end not in self.inside
            and end not in self.used
            and self._is_preposition(end, self.tokens[end])
        ):
            end += 1
        return range(at, end)

    def _preposition(self, at: int) -> Link | None:
        """The link of a preposition that leads to a value; None if there is no value in its phrase.

        Of several adjacent prepositions the last leads to the value; the others belong to it, or to the verb before.
        """
        if at + 1 in self._run(at):
            return None
        right = self._right(at)
        if right is None or self.tokens[at + 1].norm in STRANDING:
            return None
        between = self.tokens[at + 1 : right.start]
        if at + 1 in self.verbs:
            return None  # "loves to solve"
        if any(self._is_preposition(at + 1 + n, token) for n, token in enumerate(between)):
            return None  # "in the house with the red door": the next one leads there
        if len(between) > PHRASE:
            return None
        start = at
        while start > 0 and at in self._run(start - 1):
            start -= 1
        verb = start - 1 in self.verbs
        word = self.tokens[at].norm if verb else " ".join(token.norm for token in self.tokens[start : at + 1])
        after = verb_stem(self.tokens[start - 1].norm) if verb else ""
        left = self._left(at)
        after = self._done(start) if word == "by" and not verb else after
        passive = word == "by" and (self._is_passive(start - 1) if verb else bool(after))
        be = start - 2 if start > 1 and self.tokens[start - 1].norm == "not" else start - 1
        being = be >= 0 and self.tokens[be].norm in BE
        thing = being and left is not None and not of_people(self.known, categories_of(left))
        apart, stuff = self._apart(start), thing and all(self._names_thing(each) for each in range(be))
        found = Link(at, word, categories_of(right), preposition=True, after=after, thing=thing, apart=apart)
        return replace(found, passive=passive, stuff=stuff)

    def _names_thing(self, at: int) -> bool:
        norm = self.tokens[at].norm
        thing = at in self.nouns and norm not in KIN and not is_agent(norm)
        return thing or at in self.inside or norm in DETERMINERS

    def _is_passive(self, at: int) -> bool:
        """Whether a verb is a passive participle: "was worn", "the hat worn", not "who lived"."""
        if self.tokens[at].norm.endswith(("s", "ing")) or at == 0:
            return False
        return self._is_led(at) or at - 1 in self.inside or at - 1 in self.nouns

    def _is_led(self, at: int) -> bool:
        return not BE.isdisjoint(token.norm for token in self.tokens[max(0, at - 2) : at])

    def _done(self, at: int) -> str:
        """The key of the participle that a "by" belongs to across a value: "was bought on Saturday by Ada"; or ""."""
        left = self._left(at)
        if left is None or left.end != at:
            return ""
        for before in range(left.start - 1, 0, -1):
            norm = self.tokens[before].norm
            if before in self.verbs:
                return verb_stem(norm) if self._is_led(before) and not norm.endswith("ing") else ""
            if before in self.inside or norm in DIVIDERS | FINITE:
                break
        return ""

    def _apart(self, at: int) -> str:
        """The noun before an "of" that ends a compound preposition: "in front of", "on the far side of"; or ""."""
        noun = at - 1
        if self.tokens[at].norm != "of" or noun < 1 or noun in self.inside or is_agent(self.tokens[noun].norm):
            return ""
        before = noun - 1
        while before > 0 and before not in self.inside and self._describes(before):
            before -= 1
        first = self.tokens[before]
        longer = before not in self.inside and first.norm != "of" and self._is_preposition(before, first)
        return self.tokens[noun].key if longer and (before == noun - 1 or self.tokens[noun].norm in PLACING) else ""

    def _verb(self, at: int) -> Link:
        word = verb_stem(self.tokens[at].norm)
        right, left = self._right(at), self._left(at)
        following = " ".join(self.tokens[place].norm for place in self._run(at + 1))
        if following == "to" and at + 2 in self.verbs:
            following = ""  # "is scheduled to leave"
        if item := self._comparison(at):
            said = item.payload.word if isinstance(item.payload, ComparisonWord) else "place"
            about = frozenset(item.payload.about) if isinstance(item.payload, ComparisonWord) else frozenset()
            return Link(
                at,
                word,
                quantities(item, self.known),
                following=following,
                compared=said,
                nouns=about,
                passive=self._is_led(at),
            )
        if right is None or following.split()[-1:] == ["by"]:
            others = [mention for mention in (left, right) if mention]
            spoken = frozenset(n for each in others for n in categories_of(each))
            return Link(at, word, spoken, following=following, passive=self._is_led(at))
        target = categories_of(right)
        if of_people(self.known, target) and left is not None and not self._is_thing(right):
            related = not following or of_people(self.known, categories_of(left))
            if related and not self.tokens[left.end - 1].owner:
                return Link(at, word, target, people=True, following=following)
            return Link(at, word, categories_of(left) | target, following=following)
        best = at + 1 == right.start and self.tokens[at + 1].norm.endswith(("est", "most", "least"))
        return Link(at, word, target, following=following, outermost=best, passive=self._is_led(at) and bool(following))

    def _is_thing(self, mention: Mention) -> bool:
        """Whether the word after a value names its category: "clover honey"."""
        after = self.tokens[mention.end].key if mention.end < len(self.tokens) else ""
        return all(after in self.known.categories[number].words for number in categories_of(mention))
