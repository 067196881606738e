"""Who and what a text speaks of: those who say something, and those named in lists or in what is said."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from solvent.translators.rules.rough.testimony.listing import NEVER, TITLE, name_lists, place_lists
from solvent.translators.rules.rough.testimony.part import Part
from solvent.translators.rules.statements.parsing import normal
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS

MOST = 12
_VERB = (
    r"(?:is|was|are|were|and|or|nor|but|did|does|do|has|have|had|says?|said|lies|lied|tells?|told|would|could|can"
    r"|will|may"
    r"|might|must|never|always|to|in|came|took|ate|if|who|not|cannot|[a-z]+(?:ed|s))\b"
)
_POSITIONS = frozenset(
    ("left", "right", "middle", "first", "second", "third", "fourth", "fifth", "last", "true", "false")
)
_NAME_IS = re.compile(
    r"(#\d+)['\u2019]s (?=(?:an?|the|not|no|lying|telling|guilty|innocent|right|wrong|always|also|both|one|honest|in"
    r"|empty|my|your)\b)"
)
_IS = re.compile(
    r"\b(it|he|she|that|there|who|what|where|here|which|[a-z]{3,}(?=['\u2019]s (?:not|in|on|under|behind|an?|the)\b))"
    r"['\u2019]s\b",
    re.IGNORECASE,
)
_SLOPPY = (  # without apostrophes
    (re.compile(r"\b(was|is|did|does|do|are|were|could|would|should|has|have|had)nt\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"\b([Cc]a|[Ww]o)nt\b"), r"\1n't"),
    (re.compile(r"\b([Ii])m\b"), r"\1 am"),
    (re.compile(r"\b([Ii])ve\b"), r"\1 have"),
    (
        re.compile(
            r"\b(it|that|he|she|there)s (?=(?:not|in|under|behind|on|the|an?|either|me|lying|telling)\b)", re.IGNORECASE
        ),
        r"\1 is ",
    ),
)
_KIN = (
    ("father", "dad", "daddy", "papa", "husband"), ("mother", "mum", "mom", "mummy", "wife"), ("son", "brother"),
    ("daughter", "sister"), ("dad", "father"), ("mum", "mother"), ("brother", "son"), ("sister", "daughter"),
)  # fmt: skip
_COUPLES = (
    ("man", "woman"),
    ("boy", "girl"),
    ("brother", "sister"),
    ("husband", "wife"),
    ("gentleman", "lady"),
    ("prince", "princess"),
)
_QUIET = re.compile(
    rf"(?:The |the |(?:[Ww]hile|[Bb]ut|[Aa]nd) )*(?P<who>{TITLE}?[A-Z][\w'-]+|[a-z]+er(?= one)|second|third|fourth"
    rf"|fifth|last)(?: one"
    rf"| of them)? (?:just |only |simply |merely )?(?:[a-z]+ (?:[a-z]+ ){{0,4}}and )?(?:(?:says?|said) (?:nothing"
    rf"|not a word)|(?:keeps?|kept|remains?|remained|stays?|stayed|is|was) (?:quiet|silent|mum|asleep)"
    r"|(?:does|did) ?(?:n't|not) (?:say|speak|answer|reply)|(?:just|only|merely) [a-z]+s\b|(?:grins?|smiles?|shrugs?"
    r"|nods?|refuses?|sleeps)\b)"
)
_DAYS = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})s?\b|\b(?:mornings?|afternoons?|evenings?)\b", re.IGNORECASE)
_LIES_ON = re.compile(
    rf"\b(?P<who>{TITLE}?[A-Z][\w'-]+|(?:[Tt]he|[Oo]ur|[Mm]y) [a-z]+)(?: (?:of|at|from|in) [A-Z]\w+)? (?:(?:always"
    rf"|only) )?(?:lies|tells|speaks|fibs|is (?:honest|lying|truthful))\b"
    rf"|(?:\band|,)(?: (?:his|her|my|the) [a-z]+)? (?P<also>{TITLE}?[A-Z][\w'-]+|[Tt]he [A-Za-z]+),? on(?= [A-Z])"
)
_EVERYONE = re.compile(
    r"^(?:both|each|all|everyone|everybody|every \w+|each \w+|they(?: both| all)?)(?: (?:\w+ )?(?:of )?(?:them"
    r"|the \w+))?$",
    re.IGNORECASE,
)


@dataclass
class Thing:
    """Somebody or something; `speaks` if it says something, `proper` if its name is one."""

    name: str
    speaks: bool = False
    aliases: set[str] = field(default_factory=set)
    group: int = 0

    @property
    def head(self) -> str:
        """The noun before a number or letter, or after an adjective; "" for a name."""
        words = self.name.split()
        if len(words) == 2 and re.fullmatch(r"\d+|[A-Z]|[IVX]+", words[1]):
            return words[0].lower()
        return words[-1] if len(words) > 1 and words[-1].islower() and not self.name.startswith("one ") else ""


class Cast:
    """The things of a text; `groups` are the lists in which they stand."""

    def __init__(self, found: Sequence[Part], sorts: Iterable[str] = ()) -> None:
        self.things: list[Thing] = []
        self._sorts = frozenset(sorts)
        told = [part.text for part in found if not part.who]
        self._told = " ".join(told)
        self._all = " ".join(part.text for part in found)
        self._speakers(part.who for part in found if part.who)
        self._lists(told, [part.text for part in found if part.who])
        self._mentioned([part.text for part in found if part.who])

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The names as they are shown: without a noun that all share."""
        names = [self._unshouted(self._lowered(thing.name)) for thing in self.things]
        words = [name.split() for name in names]
        if len(names) > 1 and all(len(each) == 2 for each in words):
            if len({each[0].lower() for each in words}) == 1 and not re.match(TITLE, names[0]):
                return tuple(each[1] for each in words)
            if len({each[1] for each in words}) == 1 and words[0][1] != "one":
                return tuple(each[0] for each in words)
        if len(names) > 1 and all(len(each) == 2 and each[1] in self.heads | {"one"} for each in words):
            return tuple(each[0] for each in words)
        if len(names) == 2 and sorted(map(len, words)) == [1, 2] and all(each[0].endswith("er") for each in words):
            return tuple(each[0] for each in words)
        return tuple(names)

    def speakers(self, who: str) -> tuple[int, ...]:
        """Return the numbers of those who speak: one, or all for "both of them"."""
        low = who.lower()
        if _EVERYONE.match(who):
            return tuple(range(len(self.things)))
        if low in ("he", "she", "it"):
            named = [at for at, _ in self._mentions]
            return (named[0],) if named else ()
        return tuple(at for at, each in enumerate(self.things) if each.name.lower() == low or who in each.aliases)[:1]

    @cached_property
    def _mentions(self) -> list[tuple[int, int]]:
        found = [(at, self._told.find(each.name)) for at, each in enumerate(self.things)]
        return sorted((pair for pair in found if pair[1] >= 0), key=lambda pair: pair[1])

    def plain(self, text: str) -> str:
        """Return a text in lower case, with contractions written out and "#3" for the thing of number 3."""
        for form, whole in _SLOPPY:
            text = form.sub(whole, text)
        marked = self._pattern.sub(self._mark, _IS.sub(r"\1 is", normal(text)))
        marked = _NAME_IS.sub(r"\1 is ", marked.lower())
        return re.sub(r"\s+", " ", marked).strip(" .!,;:*")

    def _mark(self, match: re.Match[str]) -> str:
        alias = match[1] or match[2]
        return f"#{self._by_alias[alias.lower() if len(alias) > 1 else alias]}"

    @cached_property
    def _by_alias(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for at, each in enumerate(self.things):
            for alias in each.aliases:
                found.setdefault(alias.lower() if len(alias) > 1 else alias, at)
        return found

    @cached_property
    def heads(self) -> frozenset[str]:
        """Nouns for the things, as far as their names have any or the text says "three boxes"."""
        counted = re.findall(
            rf"\b(?:{'|'.join(NUMBER_WORDS)}|these|those|which|\d) (?:[a-z]+ )?([a-z]+)s\b", self._told.lower()
        )
        heads = {each.head for each in self.things} | {re.sub("(x|ch|sh)e$", r"\1", noun) for noun in counted}
        return frozenset(heads - {"", "i", "ha", "doe", "alway", "lie", "other", "statement"})

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        heads = "|".join(sorted(map(re.escape, self.heads), key=len, reverse=True)) or "(?!)"
        marked: list[str] = []
        bare: list[str] = []
        for alias in sorted(self._by_alias, key=len, reverse=True):
            (marked if re.fullmatch(r"\d+|[IVX]+", alias) else bare).append(
                _placed(alias, heads) if alias.lower() in _POSITIONS else re.escape(alias)
            )
        insensitive = [rf"(?i:{each})" if len(each) > 1 else rf"{each}(?=\W*$|[,;:.!?')]| {_VERB})" for each in bare]
        adjective = rf"(?:(?i: (?:{heads}|one)))?"
        number = rf"(?i:(?:{heads}|number|no\.?|#)) ({'|'.join(marked) or '(?!)'})"
        number_only = rf"|(?<=\bin )({'|'.join(marked)})(?=\W|$)" if marked else ""
        names = rf"(?:(?i:the |my |our |his |her |(?:{heads}|number) ))?({'|'.join(insensitive) or '(?!)'}){adjective}"
        return re.compile(
            rf"(?<![\w#'-])(?:(?:[Tt]he )?{number}(?!\w)|{names}(?![\w-])(?!'(?![sS]\b)\w))"
            + number_only.replace("(", "(?:", 0)
        )

    # Finding them.

    def _speakers(self, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            if name.lower() in ("he", "she", "it") or _EVERYONE.match(name) or len(self.things) >= MOST:
                continue
            known = self._known(name)
            if known is None:
                self.things.append(self._thing(name, speaks=True))
            else:
                self.things[known].aliases.add(name)

    def _known(self, name: str) -> int | None:
        low = name.lower()
        for at, each in enumerate(self.things):
            own = each.name.lower()
            if low in {alias.lower() for alias in each.aliases if len(alias) > 1}:
                return at
            if own == low or (len(low) > 1 and own.split()[-1] == low) or (len(own) > 1 and low.split()[-1] == own):
                return at
            if len(low) == 1 and own.split()[-1] == low and name.isupper():
                return at
        return None

    def _thing(self, name: str, *, speaks: bool = False, group: int = 0) -> Thing:
        words = name.split()
        aliases = {name}
        if len(words) > 1:
            last = words[-1]
            if last[0].isupper() or last.isdecimal():
                aliases.add(last)
            elif (words[0].lower() in _POSITIONS and len(words) == 2) or (
                words[0].lower() not in ("one", "other", "man", "woman", *ORDINAL_WORDS) and len(words) == 2
            ):
                aliases.add(words[0])
            if re.match(TITLE, name):
                aliases.add(last)
        return Thing(name, speaks, aliases, group)

    def _lists(self, told: Sequence[str], said: Sequence[str]) -> None:
        quoted = " ".join(said)
        for number, items in enumerate((*name_lists(told), *place_lists(told, quoted)), 1):
            known = [self._known(item) for item in items]
            if any(item.lower() in self._sorts for item in items):
                continue
            if any(at is not None for at in known) or sum(_occurs(item.split()[-1], quoted) for item in items) >= min(
                2, len(items)
            ):
                self._add(items, number)
        self._by_days(told)
        for text in told:
            quiet = _QUIET.match(text)
            if (
                quiet
                and quiet["who"].lower() not in NEVER
                and self._known(quiet["who"]) is None
                and len(self.things) < MOST
            ):
                self.things.append(self._thing(quiet["who"]))
        self._pairs()
        self._kin()
        self._in_order(told)

    def _pairs(self) -> None:
        """Add the woman beside the only man who speaks."""
        two = re.search(
            r"\b[Tt]wo (?:\w+ )?(brother|sister|twin|guard|robot|man|men|door|women|stranger|native|islander)",
            self._told,
        )
        if len(self.things) == 1 and two and two[1] in self.things[0].name.lower():
            self.things.append(self._thing(f"other {two[1]}"))
        if len(self.things) == 1:
            words = self.things[0].name.lower().split()
            for pair in _COUPLES:
                for one, other in (pair, pair[::-1]):
                    if one in words and re.search(rf"\b{other}\b", self._told.lower()):
                        self.things[0].aliases.add(one)
                        self.things.append(self._thing(other))
                        return

    def _kin(self) -> None:
        """Let "Mum" be the mother, and the son the daughter's brother."""
        for each in self.things:
            for names in _KIN:
                if each.name.lower() == names[0]:
                    each.aliases.update(names[1:])

    def _by_days(self, told: Sequence[str]) -> None:
        """Add those of whom the narrator says when they lie."""
        for text in told:
            if _DAYS.search(text):
                for match in _LIES_ON.finditer(text):
                    name = re.sub("^(?:[Tt]he|[Oo]ur|[Mm]y) ", "", match["who"] or match["also"])
                    apposed = re.search(rf"([A-Z]\w+),? the {re.escape(name)}\b", text)
                    known = self._known(apposed[1]) if apposed else None
                    if known is not None:
                        self.things[known].aliases |= {name, f"{apposed[1] if apposed else ''} the {name}"}
                    if name.lower() not in NEVER and self._known(name) is None and len(self.things) < MOST:
                        self.things.append(self._thing(name, speaks=True))

    def _add(self, items: Sequence[str], group: int) -> None:
        for item in items:
            at = self._known(item)
            initial = next(
                (t for t in self.things if t.speaks and t.name == item.split()[-1][0] and len(item) > 1), None
            )
            if at is not None:
                self.things[at].group = group
                self.things[at].aliases.add(item)
            elif initial is not None:
                initial.aliases |= self._thing(item).aliases
                initial.name, initial.group = item, group
            elif len(self.things) < MOST:
                self.things.append(self._thing(item, group=group))

    def _in_order(self, told: Sequence[str]) -> None:
        """Bring the things into the order of the longest list."""
        lists = [[self._known(item) for item in items] for items in name_lists(told)]
        for at in max(lists, key=len, default=[]):
            if at is None or len(max(lists, key=len)) < len(self.things):
                return
        order = [at for at in max(lists, key=len, default=[]) if at is not None]
        if sorted(order) == list(range(len(self.things))):
            self.things = [self.things[at] for at in order]

    def _mentioned(self, said: Sequence[str]) -> None:
        """Add names that occur only in what is said."""
        for text in said:
            for match in re.finditer(rf"{TITLE}?\b[A-Z][\w-]+", text):
                name = match[0]
                first = match.start() == 0 or text[match.start() - 2] in ".!?"
                if first and (
                    len(re.findall(rf"\b{re.escape(name)}\b", self._all)) < 2
                    or not re.match(r"'s? | [a-z]+(?:s|ed)?\b", text[match.end() :])
                ):
                    continue
                if name.split()[-1].lower() in NEVER | self._sorts or self._known(name) is not None:
                    continue
                if not re.search(rf"\b{re.escape(name.lower())}\b", self._all) and len(self.things) < MOST:
                    self.things.append(self._thing(name))

    def _unshouted(self, name: str) -> str:
        """Spell a name that is in capitals as the text spells it elsewhere."""
        others = (name.title(), name.lower()) if len(name) > 2 and name.isupper() else ()
        return next((each for each in others if re.search(rf"\b{re.escape(each)}\b", self._all)), name)

    def _lowered(self, name: str) -> str:
        """Spell a phrase as inside a sentence, unless it is a name."""
        words = name.split()
        proper = any(word[0].isupper() for word in words[1:]) or re.search(
            rf"(?<![.!?:|] )(?<!^)\b{re.escape(name)}\b", self._told
        )
        if len(words[0]) > 2 and words[0].isupper() and len(words) > 1:
            name = " ".join((words[0].capitalize(), *words[1:]))
        low = name if name.isupper() else name[:1].lower() + name[1:]
        if len(words) > 1 and not any(word[0].isupper() or word.isdecimal() for word in words[1:]):
            return name if re.search(rf"\b[a-z]+ {re.escape(words[0])}\b", self._all) else low
        if len(words) > 1 and re.search(rf"\b[a-z]+ {re.escape(words[0])}\b", self._all):
            return name
        return low if not proper and re.search(rf"\b{re.escape(low)}\b", self._all) else name


def _placed(word: str, heads: str) -> str:
    """A pattern for a word such as "left", which often is no name."""
    capital = word.capitalize()
    listed = rf"(?<=, ){word}|(?<=or ){word}|(?<=: ){word}(?=,)"
    alone = rf"{word}(?= (?:{heads}|one)\b)|(?<=[Tt]he ){word}(?! (?!(?:and|or|nor|is|was|has|did|lies|lied)\b)\w)"
    return rf"{alone}|{listed}|(?-i:{capital}(?= (?:and|or|says|is|said)\b|[,:.]|$))"


def _occurs(item: str, text: str) -> bool:
    return bool(re.search(rf"\b{re.escape(item)}\b", text, re.IGNORECASE))
