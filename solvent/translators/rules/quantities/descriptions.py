"""What a text about quantities says without stating one: mere description, where something is, and words of doubt."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from solvent.translators.rules.quantities.things import world
from solvent.translators.rules.text.telling import speaks_of_truth
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, listed

_DOUBT = re.compile(
    r"\b(?:i|we|you|one|he|she|they) (?:think|guess|believe|reckon|suppose|imagine|assume|suspect|doubt)\b(?! of\b)"
    r"|\b(?:perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|reportedly|apparently|seemingly|roughly"
    r"|approximately|approx|nearly|almost|hardly|barely|scarcely|somewhere (?:around|about|near|between)|circa"
    r"|estimate[sd]?|estimated|rumou?r\w*"
    r"|dream\w*|imagin\w+|unsure|uncertain\w*|pretend\w*|hypothe\w+|theoretical\w*|in theory|theory has it"
    r"|suppos\w+|seem\w*|appear(?:s|ed)?|might"
    r"|may|claim\w*|allege\w*|guess\w*|usually|mostly|mainly|generally|normally|(?<!as )often|sometimes|legend"
    r"|forg[eo]t\w*(?! (?:the|my|his|her|our) (?:[a-z]+ ){0,2}?(?:code|combination|pin|password|number)\b)"
    r"|mis(?:remember|count|read|hear|took|take|state)\w*|illegible"
    r"|incomplete|inaccura\w+|outdated|out of date|unreliable|smudged?|unreadable)\b"
    r"|\bif (?:i|we) (?:remember|recall)\b|\b(?:can|do|could|did) not (?:quite |really )?(?:remember|recall|read"
    r"|see)\b"
    r"|\bnot (?:quite |entirely |really )?(?:sure|certain)\b|\bor (?:so|was it|something|thereabouts)\b"
    r"|\bgive or take\b|\bused to\b|\bsort of\b|\bkind of (?=\d)|\bat a guess\b"
)
# Words with which a clause may state something of a quantity, or change what another one states.
STATING = frozenset(
    listed(
        """everybody everyone anybody anyone else once half halves third thirds quarter quarters double
        doubled twice thrice triple dozen dozens score pair pairs
        both each every per total totals sum sums another other others again same equal equally equals all none no not
        never nothing nobody neither nor without cannot some several many few more most less least fewer much enough
        rest remaining remain remains remained remainder left only except excluding including included counting besides
        extra badly wrongly incorrectly cancel cancels cancelled discard discards discarded ignore ignored
        withdrew bonus
        coupon coupons lowers lowered raises raised discount discounts rebate rebates refund refunds refunded tax taxes
        unless if whether until instead or either minus plus times average averages digit digits number numbers age ages
        old older year years even odd prime square divided multiply multiplied divisible consecutive empty full
        spend spends spent lose loses lost pay pays paid give gives gave given eat eats ate eaten sell sells sold
        buy buys bought break breaks broke broken died dies born borrow borrowed borrows lend lent stole stolen add
        adds added remove removed removes replaced replace ago later
        than younger taller higher lower larger bigger smaller greater longer shorter earlier faster slower
        cheaper dearer heavier lighter largest smallest fewest highest lowest oldest youngest maximum minimum"""
    )
)
_ASKS = re.compile(r"\bhow (?:many|much|long|wide|old|tall|far|fast|high|deep|big|large|heavy|often)\b")
# A clause that begins so and is no place or time may belong to the statement beside it: "with a third pump".
_FRAGMENT = re.compile(r"(?:with|without|for|from|by|per|in|on|at|after|before|during|to|of|within)\b")
_TIMES = re.compile(
    r"\b(?:one (?:day|evening|morning|afternoon|night)|once upon a time|(?:on )?(?:this |last |next )?(?:mon|tues"
    r"|wednes"
    r"|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening|night))?|(?:last|this) (?:week|night|weekend|month"
    r"|summer|winter|spring|autumn|morning|afternoon|evening)|yesterday|(?:in|during) the (?:morning|afternoon|evening"
    r"|day|daytime|night)|(?:at|by|before|after) (?:noon|midnight|lunch|dinner|tea|breakfast|supper)"
    r"|at the end of (?:the )?(?:day|week|month|evening|party|game|show|fair|season|sale|[a-z]+ sale)"
    r"|after (?:work|school)|for (?:lunch|dinner|tea|breakfast|supper|dessert))\b"
)


def doubtful(line: str) -> str:
    """The word by which a line of words doubts what it says, or ""."""
    found = _DOUBT.search(line)
    return found[0] if found else ""


def describes(line: str, names: Iterable[str] = ()) -> bool:
    """Whether a clause states nothing of quantities: no number, comparison, negation, doubt, nor any of these"
    " names.
    """
    line = re.sub(r"^([a-z]+) one(?= (?:for|from|of)\b|$)", r"\1", line)  # "quick one for the weekend"
    line = re.sub(r"\bmore (?:patience|time|luck)\b", " ", line)
    line = re.sub(r"\b(?:me|for) ages\b", " ", line)
    if re.search(r"\b(?:thing|p)\d\b", line):
        return False
    words = re.findall(r"money\d+|[a-z]+|\d+", re.sub(r"\b(the|this|that|another)( [a-z]+)? one\b", r"\1\2", line))
    plain = without_places(line)
    if _FRAGMENT.match(plain):
        return False
    if doubtful(line) or speaks_of_truth(line) or _ASKS.search(line):
        return False
    named = {form for name in names for form in (name, name.removesuffix("s"), f"{name}s")}
    return not any(
        word in STATING
        or word in NUMBER_WORDS
        or (word in ORDINAL_WORDS and word != "second")
        or word in named
        or word.isdecimal()
        or re.fullmatch(r"money\d+", word)
        for word in words
    )


@cache
def _places() -> re.Pattern[str]:
    nouns = "|".join(world()["places"]["nouns"])
    owner = r"(?:my|an?|the|her|his|our|their|your|this|that|one|its)"
    return re.compile(
        rf"\b(?:in|on|at|inside|within|under|behind|beside|near|along|by|onto|into|across|from|through|outside) {owner}"
        rf"(?: (?!of\b|and\b|in\b)[a-z]+(?: 's)?){{0,2}}? (?:{nouns})s?\b(?! (?:of|[a-z]+s)\b(?! of))"
        rf"|\bat (?:home|school|work)\b|\bto (?:the )?(?:market|town|school)\b"
    )


def without_places(line: str) -> str:
    """A line without where and when it is: places are those of a closed list, not "in a dream"."""
    plain = _TIMES.sub(" ", _places().sub(" ", line))
    return re.sub(r"\s+", " ", plain).strip()


_INSERTED = 4


def without_asides(line: str, names: Sequence[str]) -> Iterable[str]:
    """Yield a line, and it without some of the pieces between commas that state nothing."""
    yield line
    pieces = re.split(r" ?, ", line)
    idle = [at for at, piece in enumerate(pieces) if piece and describes(piece, names)][:_INSERTED]
    for count in range(1, len(idle) + 1):
        for left in combinations(idle, count):
            yield " , ".join(piece for at, piece in enumerate(pieces) if at not in left)
