"""What people say in a conversation: interjections, names called, and short answers, written out as whole sentences."""

import re
from collections.abc import Iterable, Iterator

from solvent.translators.rules.text.words import NUMBER_WORDS

_FIRST = re.compile(
    r"^(?:(?:oh|well|ha|hey|ah|aha|hm+|look|listen|honestly|please|believe me|trust me|no|nope|yes|yep|yeah|aye"
    r"|nonsense"
    r"|rubbish|no way|of course|for your information|actually|in fact|frankly|ok|okay|look here|come on"
    r"|ladies and gentlemen)[,!:;.]+ ?"
    r"|(?:so|and|but|i (?:can )?(?:swear|promise|assure you)(?: that)?|i(?:'ll| will| can)? tell you(?: that)?"
    r"|i can only say(?: that)?|(?:all )?i (?:can )?say is(?: that)?),? )+",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"[,;!.] (?:(?:and )?i(?:'m| am) telling you|i (?:swear|promise|tell you)(?: it)?"
    r"|i saw (?:him|her|it|them)(?: do it)?|honest(?:ly)?|believe me|trust me|of course|you know|as you know"
    r"|for sure|that is for sure|no doubt about it"
    r"|that much i know|and that(?: is|'s) (?:that|the truth|a fact)"
    r"|(?:and )?that(?: is|'s) (?:a fact|the truth)|it is true|and it is true)[.!]*$",
    re.IGNORECASE,
)
_DISTRUST = re.compile(
    r"^(?:(?:don't|do not|never) (?:you )?(?:believe|listen to|trust) (?P<whom>[\w. ]{1,30}?)[,:;.!] ?"
    r"(?P<rest>(?:he|she|it)(?:'s| is) .*)|(?P<other>[\w. ]{1,30}?) is not to be (?:believed|trusted))$",
    re.IGNORECASE,
)
# "We are both knaves, Bo and I": who "we" are is said once more.
_APPOSITION = re.compile(
    r"^we(?P<said>\b.+?), (?P<who>(?:(?:the )?(?:two|both|all|pair|lot) of us|[A-Z]\w+ and (?:I|me)|(?:I|me) and "
    r"[A-Z]\w+))$",
    re.IGNORECASE,
)
# Among more than two it is open who is meant.
_WE_BOTH = re.compile(r"\bwe(?:['\u2019]re| are| were)? both\b|\bboth of us\b", re.IGNORECASE)
_AMOUNT = (
    rf"(?:(?:exactly|only|just|at least|at most|precisely|more than|fewer than) )?(?:{'|'.join(NUMBER_WORDS)}|\d+|all"
    r"|none|not one)(?: or (?:more|fewer))?"
)
_OF = r"(?: of (?:us|them|these|those|the)(?: \w+){0,2}?)?"
_COUNTED = re.compile(rf"^{_AMOUNT}{_OF} (?P<what>(?:is|are|was|were|lied|lie|told|tell) ?.*)$", re.IGNORECASE)
_COUNT_ONLY = re.compile(rf"^(?P<many>{_AMOUNT}{_OF})(?P<verb> (?:is|are|was|were|did|do))?$", re.IGNORECASE)
_X, _Y, _K = r"(?P<x>(?-i:[A-Z])\w*)", r"(?P<y>(?-i:[A-Z])\w*)", r"(?P<k>an? [\w-]+)"
_SIZE = r"(?:(?:exactly|only|just|at least|at most) )?(?:one|two|three|four|five|six|seven|eight|none|all)"
_SHORT = (
    (
        re.compile(rf"^(?:of|among) us(?P<n> \w+)?,? (?P<many>{_SIZE}) (?P<be>is|are) (?P<what>.+)$", re.IGNORECASE),
        "{many} of us{n} {be} {what}",
    ),
    (
        re.compile(
            rf"^(?:of|among) the (?P<n>\w+) of us,? (?P<many>{_SIZE}) (?P<be>is|are) (?P<what>.+)$", re.IGNORECASE
        ),
        "{many} of us {n} {be} {what}",
    ),
    (re.compile(r"^(?P<who>[A-Z]\w*) it (?P<be>was|wasn't|was not)$"), "it {be} {who}"),
    (
        re.compile(
            r"^(?P<x>[A-Z]\w*) is (?P<k>an? [\w-]+), or (?P<y>[A-Z]\w*) (?:is|am), or (?:both are|we both are)$"
        ),
        "at least one of {x} and {y} is {k}",
    ),
    (
        re.compile(rf"^either {_X} is {_K} or {_Y} (?:is|am),? but not both$", re.IGNORECASE),
        "exactly one of {x} and {y} is {k}",
    ),
    (
        re.compile(
            r"^what (?P<x>(?-i:[A-Z])\w*)(?: just)? (?:said|says|told (?:you|us|me)) is (?P<so>true|false|a lie)$",
            re.IGNORECASE,
        ),
        "{x}'s statement is {so}",
    ),
    (re.compile(r"^(?:not (?:me|i)|(?:it )?(?:wasn't|was not) me)$", re.IGNORECASE), "it was not me"),
    (re.compile(r"^(?:it )?(?:wasn't|was not) (?P<who>.+)$", re.IGNORECASE), "it was not {who}"),
    (re.compile(r"^(?:not guilty|innocent)$", re.IGNORECASE), "I am not guilty"),
    (re.compile(r"^(?:it was all|blame) (?P<who>[A-Z]\w+)$"), "it was {who}"),
    (re.compile(r"^(?P<who>[A-Z][\w. ]*|the \w+)(?:'s (?:to blame|the one)| is to blame)$"), "it was {who}"),
    (re.compile(r"^(?:I had )?nothing to do with (?:it|that|this|me)$", re.IGNORECASE), "I did not do it"),
    (re.compile(r"^I never (?:did it|touched (?:it|them)|went near (?:it|them))$", re.IGNORECASE), "I did not do it"),
    (re.compile(r"^(?:me neither|nor me)$", re.IGNORECASE), "it was not me"),
    (re.compile(r"^guilty$", re.IGNORECASE), "I did it"),
)


class Replies:
    """Writes out what is said, one statement after the other; `names` are those who may be called by their names."""

    def __init__(self, names: Iterable[str], kinds: Iterable[str], people: int) -> None:
        self._several = people > 2
        called = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
        self._called = re.compile(rf"^(?:{called}), |, (?:{called})$")
        self._kinds = re.compile(
            rf"\b(?:an? )?({'|'.join(map(re.escape, sorted(kinds, key=len, reverse=True))) or '(?!)'})\b", re.IGNORECASE
        )
        self._counted = self._kind = ""

    def written_out(self, sentence: str) -> Iterator[str]:
        """Yield a statement as it is said, then as it is meant."""
        for each in self._meant(sentence):
            if not (self._several and _WE_BOTH.search(each)):
                yield each

    def _meant(self, sentence: str) -> Iterator[str]:
        plain = sentence.translate({0x2019: "'"}).strip(" .!")
        yield sentence
        bare = _FIRST.sub("", self._called.sub("", plain)).strip(" .!")
        bare = self._called.sub("", _LAST.sub("", f"{bare}."[:-1])).strip(" .!,")
        if bare != plain and bare:
            yield bare
        here = re.sub(r"\b(statements?|sentences?) (?:on|in) this \w+", r"\1", bare, flags=re.IGNORECASE)
        if here != bare:
            yield here
        told_apart = _APPOSITION.match(bare)
        if told_apart:
            named = re.sub(r"\b(?:I|me)\b", "", told_apart["who"]).replace(" and ", " ").strip()
            yield f"{'We' if ' of us' in named else f'{named} and I'}{told_apart['said']}"
        distrust = _DISTRUST.match(plain)
        if distrust and distrust["whom"]:
            yield re.sub(r"^(?:he|she|it)(?:'s| is)", f"{distrust['whom']} is", distrust["rest"], flags=re.IGNORECASE)
        elif distrust:
            yield f"{distrust['other']} is lying"
        for form, meant in _SHORT:
            match = form.match(bare)
            if match:
                yield meant.format(**match.groupdict())
        only = _COUNT_ONLY.match(bare)
        if only and self._counted:
            yield f"{only['many'] if ' of ' in only['many'] else only['many'] + ' of us'} {self._counted}"
        yield from self._with_kind(bare)

    def _with_kind(self, bare: str) -> Iterator[str]:
        """Yield a statement that ends with "one" with the kind that it stands for."""
        own = [each for each in self._kinds.finditer(bare) if each.end() < len(bare)]
        if own and re.search(r"\b(?:am|is) one(?: myself| too| as well| himself| herself)?$", bare):
            yield re.sub(r"\bone(?: myself| himself| herself)?(?= too$| as well$|$)", f"a {own[-1][1]}", bare)
        elif self._kind and re.search(r"\b(?:is|am|are)(?: also| not)? one(?: too| as well)?$", bare):
            yield re.sub(r"\bone(?= too$| as well$|$)", f"a {self._kind}", bare)

    def remember(self, sentence: str) -> None:
        """Note what a short answer may refer to."""
        bare = _FIRST.sub("", sentence.strip(" .!"))
        counted = _COUNTED.match(bare)
        if counted and not _COUNT_ONLY.match(bare):
            self._counted = counted["what"]
        named = {each.lower() for each in self._kinds.findall(bare)}
        if named:
            self._kind = named.pop() if len(named) == 1 else ""
