"""What the narrator tells: how many lie, who lies, how many there are of each kind, on which days somebody lies."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.statements.language import All, Count, Statement, alike, denied, every, exactly, implies
from solvent.translators.rules.statements.nouns import Predicate, number
from solvent.translators.rules.statements.parsing import (
    Parser,
    either,
    mapped,
    mark,
    normal,
    optional,
    then,
    whole,
    word,
)
from solvent.translators.rules.statements.sentences import Said
from solvent.translators.rules.testimony import account, deeds, tallies, whose
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.testimony.grammar import grammar
from solvent.translators.rules.text.words import NUMBER_WORDS

_NUMBERS = "|".join([*NUMBER_WORDS, r"\d+"])
_CERTAIN = re.compile(
    r"^(?:it is (?:also )?(?:certain|known|clear|a fact|true) that|it (?:later )?(?:turns|turned) out that"
    r"|(?:you|we|he|she|they|i|(?:the|their|his|her|my|our) [a-z]+|everyone) (?:also )?(?:know|knows|knew) that"
    r"|(?:he|she|we|they|i|you|(?:the|their|his|her|my|our) [a-z]+) (?:happens?|happened) to know (?:for certain "
    r"|for sure )?that"
    r"|it is also known that|suppose(?: that)?|assume that|that|later,?|as it (?:turns|turned) out,?"
    r"|in fact,?|as it happens,?|also,?|however,?|but|note that|remember that|you are told that|given that|and)\s+",
    re.IGNORECASE,
)
# What somebody knows is so, whoever they are: a plain subject, so that nobody only wants it known.
_KNOWN = re.compile(
    r"^(?:(?!.*\b(?:nobody|no one|not|never|wrongly|falsely|would|could|if|whether|maybe|perhaps|think|thinks|thought"
    r"|wants?|wanted|wish\w*|hop(?:e|es|ed)|pretend\w*|claim\w*|say|says|said|ask\w*|believ\w*|doubt\w*|false|untrue"
    r"|dream\w*|novel|film|story|play)\b.* that )(?:(?:(?:later|but|and),? )?(?:(?:the|an?|my|our|his|her|their) "
    r"(?:\w+ ){0,2}?\w+|[\w.']+(?: (?:and|of|in|at|from) (?:the )?\w+)?)(?:, [\w ]{1,40},)?"
    r"(?: (?:also|all|later|already|now|then|soon|has|have|had|is|was|been|can|both|afterwards|do|does|did)){0,3} )?"
    r"(?:knows?|knew|known|learn(?:s|ed|t)?|discover(?:s|ed)?|f(?:i|ou)nds? out|reali[sz](?:es|ed)|notic(?:es|ed)"
    r"|prov(?:es|ed)|establish(?:es|ed)|confirm(?:s|ed)|reveal(?:s|ed)|can tell you|turn(?:s|ed) out(?: later)?"
    r"|given)(?: (?:her|his|their|the) \w+ well enough to be sure)?"
    r"(?: for (?:certain|sure|a fact))?:? that|(?:(?:later|but|and),? )?as it (?:later )?turn(?:s|ed) out(?: later)?,"
    r"|(?:fun fact|hint|note|fact|clue|one more thing|for the record|by the way|luckily|fortunately|in the end|in "
    r"reality|in truth|actually|afterwards|later on|of course|now)[,:]|when (?:asked|questioned|interviewed)"
    r"(?: \w+){0,4},) ",
    re.IGNORECASE,
)
_LYING_TWICE = re.compile(
    rf"^((?:(?:exactly|only|just|at least|at most) )?(?:{_NUMBERS})\b.*? (?:is|are|was|were)) not (?:telling the truth"
    r"|speaking the truth|truthful|honest)$",
    re.IGNORECASE,
)
_NEVER_DOES = re.compile(
    r"(?P<before>\b(?P<always>always|never) (?P<verb>lie|tell the truth|speak the truth)s?\b[^.;]*?)"
    r"\b(?P<contrast>never|always) do(?:es)?(?: so| it)?\b",
    re.IGNORECASE,
)
_AMONG = re.compile(
    r"^(?:of|among) (?P<who>[^.;]{1,80}?),? (?=(?:exactly |only |at |just )?(?:one|two|three|four|\d)\b)", re.IGNORECASE
)


@dataclass(frozen=True)
class Told:
    """What a sentence of the narrator says.

    `covers` says that it gives the kind of each thing, or how many there are of each, `single` that only one did it.
    """

    stated: tuple[Statement, ...]
    covers: bool = False
    single: bool = False


class Narrator:
    """Reads the narrator's sentences about a frame; `sets_scene` says whether a part of one states nothing."""

    def __init__(self, frame: Frame, sets_scene: Callable[[str], bool]) -> None:
        self.frame = frame
        self.sets_scene = sets_scene
        self.grammar = grammar(frame)
        self._parted = self._partition()
        self._on_one = False

    def read(self, sentence: str) -> Told | None:
        """Return what a sentence says; None if it is not understood or has two meanings."""
        plain = account.without_number(normal(sentence).replace("\u2014", "-")).strip("( ").rstrip(" .:)")
        found = self._read(plain)
        known = None if found else _KNOWN.match(plain)
        return self._read(plain[known.end() :]) if known else found

    def _read(self, plain: str) -> Told | None:
        plain = tallies.without_the_rest(plain, self.frame.count)
        plain = _LYING_TWICE.sub(r"\1 lying", plain)
        plain = re.sub(r"\bwhat's (?=(?:written|said)\b)", "what is ", plain, flags=re.IGNORECASE)
        plain = re.sub(
            r",? but (?:you|we|i|nobody) (?:do not|does not) know (?:which|who)(?: is which| is who| is what)?$",
            "",
            _CERTAIN.sub("", plain),
        )
        several = re.split(r", (?:and )?that ", plain)
        if len(several) > 1:
            kept = [each for part in several if (each := self.read_part(part)) is not None]
            if len(kept) == len(several):
                stated = tuple(said for each in kept for said in each.stated)
                return Told(stated, any(each.covers for each in kept), any(each.single for each in kept))
        plain = _NEVER_DOES.sub(
            lambda match: (
                f"{match['before']}{match['contrast']} {match['verb']}"
                if match["always"].lower() != match["contrast"].lower()
                else match[0]
            ),
            plain,
        )
        among = _AMONG.match(plain)
        if among and self._is_everyone(among["who"]):
            plain = plain[among.end() :]
        if (found := self._whole(plain)) is not None:
            return found
        joint = r", and |; | and |, but |, while |, whereas |, as |, since |, because | because |: | - "
        for match in re.finditer(joint, plain):
            left, right = self.read_part(plain[: match.start()]), self.read_part(plain[match.end() :])
            if left is not None and right is not None:
                single = left.single or right.single
                return Told((*left.stated, *right.stated), left.covers or right.covers, single=single)
        return None

    def one_did_it(self, sentence: str) -> Told | None:
        """Return that only one did it, if a sentence says just this."""
        return found if (found := self._deed(normal(sentence).rstrip(" .:"))) and found.single else None

    def read_part(self, plain: str) -> Told | None:
        """Read a part of a sentence, without splitting it further."""
        found = self._whole(plain := _CERTAIN.sub("", plain))
        return Told(()) if found is None and self.sets_scene(plain) else found

    def _whole(self, plain: str) -> Told | None:
        readers = (
            self._deed,
            self._liars,
            self._whose,
            self._tally,
            self._parts,
            self._listed,
            self._plain,
        )
        return next((found for reader in readers if (found := reader(plain)) is not None), None)

    def _is_everyone(self, phrase: str) -> bool:
        plain = phrase.strip()
        return plain in self.frame.cast.lists or bool(
            re.fullmatch(
                (
                    rf"(?:the|these|them|those|us)(?: (?:{_NUMBERS}))?(?: (?:{self.frame.cast.noun}))?"
                    rf"|(?:{_NUMBERS}) (?:{self.frame.cast.noun})"
                ),
                plain,
                re.IGNORECASE,
            )
        )

    def _deed(self, plain: str) -> Told | None:
        deed = self.frame.deed
        if deed is None:
            return None
        for names in self.frame.cast.lists:
            joint = "LIST" if re.search(r"\bor\b", names) else ""
            plain = plain.replace(names, joint).strip()
        plain = re.sub(r"\s+,?\s*", " ", plain)
        if deeds.is_gone(plain, deed):
            return Told(())
        return Told((), single=True) if deeds.only_one(plain, deed, self.frame.cast.noun) else None

    def _liars(self, plain: str) -> Told | None:
        """Read "only the culprit lies", "the thief lies, the other three tell the truth"."""
        deed, honest = self.frame.deed, self._always()
        if (
            deed is None
            or deed.place
            or honest is None
            or not re.search(r"\b(?:lie|lies|lied|lying|liar|truth|truthful|honest|false|true)\b", plain)
        ):
            return None
        agent = (
            rf"(?:the (?:one |person |{self.frame.cast.noun} )?(?:{deed.agents()})(?: one"
            r"| person| party)?|(?:the one|the person|whoever|those|the ones|all those)(?: who"
            r"| that)? (?P<deed>[\w' ]+?))"
        )
        lies = (
            r"(?:(?:always |has |have |had |is |are |was |were )?(?:lies?|lied|lying|not telling the truth"
            r"|told an? lie)"
            r"|(?:does|did) not tell the truth|makes? (?:only )?false statements?)"
        )
        true = (
            r"(?:(?:always |is |are |was |were |has |have |had )?(?:(?:only )?tells?|told|speaks?|spoke"
            r"|telling|speaking) (?:(?:him|her|them|you|us|me) )?the truth|(?:are|is) (?:truthful|honest)"
            r"|(?:makes?|made) (?:only )?true statements"
            r"?)"
        )
        rest = (
            rf"(?:the|all the|all|both the|both|everyone|everybody)(?: of the)? ?(?:(?:{_NUMBERS}) )?(?:others?"
            rf"|else|innocent(?: \w+)?"
            rf"|rest|innocents)?(?: (?:{_NUMBERS}))?(?: (?:{self.frame.cast.noun}))?"
        )
        innocent = r"(?:the|all the|all) (?:innocent|others?)(?: (?:ones?|people|persons?|suspects?))?"
        plain = re.sub(r", (?:naturally|of course|obviously),", "", plain)
        plain = re.sub(
            rf"^(?:when|after) [\w ]{{0,40}}\b(?:asked|questioned"
            rf"|interviewed)\b[\w ]{{0,30}}?,? (?=(?:only )?the (?:{deed.agents()})\b)",
            "",
            plain,
            flags=re.IGNORECASE,
        )
        forms = (
            (rf"only {agent} {lies}", False),
            (rf"{agent} is the only (?:one|person|liar)(?: who| that)?(?: {lies})?", False),
            (rf"{agent} {lies},? ?(?:and|but|while|whereas|;|,)? ?{rest} {true}", False),
            (rf"{rest} {true},? ?(?:and|but|while|whereas|;|,)? ?(?:only )?{agent} {lies}", False),
            (rf"only {agent} {true}", True),
            (rf"{agent} {lies}", None),
            (rf"{innocent} {true}", None),
            (rf"{agent} {true},? ?(?:and|but|while|whereas|;|,)? ?{rest} {lies}", True),
            (rf"everyone (?:except|but|other than) {agent} {true}", False),
            (rf"everyone {true} (?:except|but|other than) {agent}", False),
        )
        for form, true_of in forms:
            match = re.fullmatch(form, plain, re.IGNORECASE)
            if match is None:
                continue
            phrase = match.groupdict().get("deed")
            if phrase and not (deed.said(phrase) or re.fullmatch(r"(?:did|done)(?: it)?", phrase)):
                return None
            said = self.frame.did
            if true_of is None:
                innocents = form.startswith("(?:the|all")
                return Told(
                    tuple(
                        implies(denied(said(t)), each) if innocents else implies(said(t), denied(each))
                        for t, each in self._by_thing(honest)
                    )
                )
            return Told(
                tuple(alike(each, said(t) if true_of else denied(said(t))) for t, each in self._by_thing(honest))
            )
        return None

    def _always(self) -> Callable[[int], list[Statement]] | None:
        """Return, for "lies", each statement of a thing; None if kinds or days decide already."""
        if self.frame.sorts or self.frame.lying:
            return None
        return lambda thing: [self.frame.true(number) for number in self.frame.made[thing]]

    def _by_thing(self, honest: Callable[[int], list[Statement]]) -> list[tuple[int, Statement]]:
        return [(thing, each) for thing in range(self.frame.count) for each in honest(thing)]

    def _whose(self, plain: str) -> Told | None:
        found = whose.halves(plain, self.frame) or whose.own(plain, self.frame)
        on_one = found or whose.on_the_one(plain, self.frame, after=self._on_one)
        self._on_one = not found and bool(on_one)
        return Told(on_one) if on_one else None

    def _tally(self, plain: str) -> Told | None:
        found = tallies.statements(plain, self.frame)
        return None if found is None else Told((found,))

    def _parts(self, plain: str) -> Told | None:
        found = whole(self._parted, plain)
        if not found and self.frame.count == 2:
            return None
        return Told((found[0],), covers=True) if len(found) == 1 else None

    def _partition(self) -> Parser[Statement]:
        """Read "one is a knight, one a knave and the other two are spies", which add up to everyone."""
        noun = self.frame.cast.noun
        of = (
            rf"(?: of (?:(?:them|us|these|those|the)(?: (?:{_NUMBERS}))?(?: (?:{noun}))?"
            rf"|(?:(?:my|our|his|her) )?(?:(?:{_NUMBERS}) )?(?:{noun})))?"
        )
        counted = mapped(
            word(rf"(?:exactly |only |just )?(?P<number>{_NUMBERS}){of}(?: (?:{noun}|twin|guard|brother|sister))?"),
            lambda match: number(match["number"]),
        )
        rest = mapped(
            word(
                r"(?:the|all the|another|the remaining) ?(?:others?|rest|third|fourth|fifth|last"
                rf"|remaining)?(?: one)?(?: (?P<number>{_NUMBERS}))?(?: (?:{noun}))?"
            ),
            lambda match: number(match["number"]) if match["number"] else -1,
        )
        sized = either(counted, mapped(word(r"another|another one"), lambda _: 1), rest)
        item = then(sized, optional(word("of them")), self.grammar.verb, make=_sized)
        joint = either(mark(",? and"), mark(",? but"), mark(",? while"), mark(","), mark(";"))

        def parse_items(text: str, at: int, found: tuple[tuple[int, Predicate], ...] = ()):  # type: ignore[no-untyped-def]  # noqa: ANN202
            for one, end in item(text, at):
                items = (*found, one)
                if len(items) > 1:
                    yield list(items), end
                if len(items) < 5:
                    for _, after in joint(text, end):
                        yield from parse_items(text, after, items)

        return mapped(parse_items, self._adding_up)

    def _adding_up(self, items: Sequence[tuple[int, Predicate]]) -> Statement | None:
        known = sum(size for size, _ in items if size > 0)
        missing = [size for size, _ in items if size < 0]
        left = self.frame.count - known
        if len(missing) > 1 or (missing and left < 1) or (not missing and left != 0):
            return None
        things = range(self.frame.count)
        return every(exactly(size if size > 0 else left, [said(thing) for thing in things]) for size, said in items)

    def _listed(self, plain: str) -> Told | None:
        """Read "there are two knights, one knave and a spy among them", "one of each kind"."""
        frame = self.frame
        if not frame.sorts or frame.implied:
            return None
        things = range(frame.count)
        if (
            re.search(r"\b(?:exactly )?one of each(?: (?:kind|sort|type))?\b", plain, re.IGNORECASE)
            and len(frame.sorts) == frame.count
        ):
            rest = re.sub(r"\b(?:exactly )?one of each(?: (?:kind|sort|type))?\b", "", plain, flags=re.IGNORECASE)
            if re.fullmatch(
                r"(?:(?:there is|there are|you meet|they are|we have|among them(?: is| are)?|,|[a-z]+) ?){0,6}",
                rest.strip().lower(),
            ):
                return Told(
                    tuple(exactly(1, [frame.is_a(t, k) for t in things]) for k in range(len(frame.sorts))), covers=True
                )
        kinds = rf"(?:{'|'.join(s.pattern for s in frame.sorts)}|SORT\d)"
        one = rf"(?:(?:exactly |only )?(?:an?|{_NUMBERS}) (?:\w+ )??{kinds})"
        named = "|".join(map(re.escape, frame.cast.lists)) or "(?!)"
        lead = (
            rf"(?:(?:there (?:is|are)|they are|among (?:them|the (?:{_NUMBERS})(?: \w+)?"
            r"|these \w+)(?: there)? (?:is|are)|(?:you|we|i) (?:meet|have|see)|(?:"
            rf"{named}) are)(?: (?:{_NUMBERS}) (?!{kinds})\w+[:,])? )?"
        )
        match = re.fullmatch(
            (
                rf"{lead}(?P<list>{one}(?:, {one})*,? and {one})(?:,? (?:among|amongst) (?:{named}|\w+(?: \w+)?)"
                r"|,? (?:though |but )?not necessarily in (?:that|this) order|,? in some order"
                r"|,? here|,? (?:are|stand|sit|live|meet|have met|have)\b[a-z ]{0,40})?"
            ),
            plain,
            re.IGNORECASE,
        )
        if match is None:
            return None
        sizes: dict[int, int] = {}
        for item in re.findall(one, match["list"], re.IGNORECASE):
            words = re.sub(r"^(?:exactly|only) ", "", item, flags=re.IGNORECASE).split()
            size = 1 if words[0].lower() in ("a", "an") else number(words[0])
            kind = next(
                (
                    at
                    for at, sort in enumerate(frame.sorts)
                    if words[-1] == f"SORT{at}" or re.fullmatch(sort.pattern, words[-1], re.IGNORECASE)
                ),
                -1,
            )
            if kind < 0 or kind in sizes or len(words) != 2:
                return None
            sizes[kind] = size
        if sum(sizes.values()) != frame.count:
            return None
        return Told(
            tuple(exactly(size, [frame.is_a(t, kind) for t in things]) for kind, size in sizes.items()), covers=True
        )

    def _plain(self, plain: str) -> Told | None:
        found = self.grammar.read(plain)
        if len(found) != 1:
            return None
        everyone = tuple(self.frame.did(thing) for thing in range(self.frame.count)) if self.frame.deed else ()
        said = found[0]
        kept: list[Statement] = [
            each
            for each in (said.parts if isinstance(said, All) else (said,))
            if not (isinstance(each, Count) and each.parts == everyone and each.least == each.most == 1)
        ]
        single = len(kept) < (len(said.parts) if isinstance(said, All) else 1)
        stated: tuple[Statement, ...] = tuple(kept) if single and self.frame.single else (found[0],)
        return Told(stated, single=single)


def _sized(size: int, _: object, said: Said) -> tuple[int, Predicate] | None:
    each = said.each
    if each is None:
        return None
    return size, ((lambda thing: denied(each(thing))) if said.negated else each)
