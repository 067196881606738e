"""How many statements are true, as the narrator tells it: "exactly two of the three labels are false"."""

import re
from collections.abc import Callable

from solvent.translators.rules.statements.language import Statement, denied
from solvent.translators.rules.statements.nouns import Noun, Predicate, amount, number
from solvent.translators.rules.statements.parsing import Parser, either, mapped, then, whole, word
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.text.words import NUMBER_WORDS

_NUMBERS = "|".join([*NUMBER_WORDS, r"\d+"])
# What can be true or false.
_TEXTS = (
    r"(?:statements?|sentences?|claims?|assertions?|answers?|remarks?|messages?|labels?|signs?|inscriptions?"
    r"|notes?|cards?"
    r"|notices?|plaques?|posts?|texts?|comments?|testimonies|accounts?|versions?|stories|replies|lines|lids"
    r"|stickers?|tags?"
    r"|things|predictions?|declarations?|utterances|boasts|tips)"
)


def statements(plain: str, frame: Frame) -> Statement | None:
    """Read a number of true or false statements, whoever makes them."""
    total = sum(map(len, frame.made))
    sizes = "|".join([str(total), *(word for word, value in NUMBER_WORDS.items() if value == total)])
    each = tuple(range(total))
    whose = r"(?:the|these|those|their|my|the following|all|all the)"
    noun = _TEXTS
    group = word(
        rf"of {whose}(?: (?:following|above))?(?: (?:{sizes}))?(?: (?:following|above|different))? {noun}"
        r"(?: (?:here|above|below|on this \w+))?|(?:statements?|sentences?|claims?|assertions?|answers?|of them)"
    )
    true = r"(?:true|correct|the truth)"
    false = r"(?:fibs|false|untrue|wrong|lies|a lie|not true|incorrect)"
    be = r"(?:is|are|was|were)"
    said: Parser[Predicate] = either(
        word(
            rf"{be} {true}|(?:is |are |was |were )?(?:tells?|told|telling|speaks?|spoke|speaking) the truth", frame.true
        ),
        mapped(
            word(
                rf"{be} {false}|(?:tells?|told) (?:lies|a lie|fibs|a fib|untruths)|lies?|lied|(?:is|are|was|were) lying"
            ),
            lambda _: lambda number: denied(frame.true(number)),
        ),
    )

    def make(many: Callable[[tuple[int, ...]], Noun | None], _: object, predicate: Predicate) -> Statement | None:
        noun = many(each)
        return None if noun is None else noun.said_of(predicate)

    plain = re.sub(r"^(?:no|not) more than\b", "at most", plain, flags=re.IGNORECASE)
    plain = re.sub(r"^(?:no|not) (?:fewer|less) than\b", "at least", plain, flags=re.IGNORECASE)
    plain = re.sub(r"^(?:no|not one|none)(?= of (?:the|these|those|them)\b)", "at most zero", plain)
    first, rest = _with_the_rest(plain, total)
    read: list[Statement] = whole(then(amount(), group, said, make=make), first)
    persons = re.search(rf" of (?:\w+ ){{0,2}}(?!{_TEXTS} )(?:them|{frame.cast.noun}) ", first)
    if len(read) != 1 or persons or not (rest or not re.search(r"[,;]", plain)):
        return None
    return read[0]


def _with_the_rest(plain: str, total: int) -> tuple[str, bool]:
    """Split "two of the five are lies and the other three are true", if this is true of the rest already."""
    sizes = f"{'|'.join(NUMBER_WORDS)}|\\d+"
    match = re.fullmatch(
        rf"(?P<first>(?:exactly |only |just )?(?P<some>{sizes}) .*? (?:is|are|was|were) (?P<so>true|false"
        rf"|lies|a lie|untrue|fibs"
        rf"|wrong|correct)),? (?:(?:and|but|while|whereas) )?(?:the )?(?:other |rest|others"
        rf"|remaining )?(?:(?P<more>{sizes})"
        r"(?: others?| of (?:them|these|those))?(?: \w+)?)?(?: (?:is|are|was|were))? (?P<not>not|false|fibs|lies"
        r"|a lie|untrue|wrong"
        r"|true|correct)",
        plain,
        re.IGNORECASE,
    )
    if match is None:
        return plain, False
    true = match["so"].lower() in ("true", "correct")
    other = match["not"].lower() in ("true", "correct") or (match["not"].lower() == "not" and not true)
    if true == other or (match["more"] and number(match["more"]) + number(match["some"]) != total):
        return plain, False
    return re.sub(r"^(?!exactly|only|just)", "exactly ", match["first"], flags=re.IGNORECASE), True


def without_the_rest(plain: str, count: int) -> str:
    """Return "exactly two of them lied" for "two of them lied and the other two did not"."""
    match = re.fullmatch(
        rf"(?:exactly |only |just )?(?P<first>(?P<some>{_NUMBERS}) of [^,;]*?),? (?:and|but"
        rf"|while) (?:the )?(?:other |others? )?"
        rf"(?P<more>{_NUMBERS})(?: others?| of (?:them|the others?))? (?:are|is|were|was|did|do|does|have|has) not",
        plain,
        re.IGNORECASE,
    )
    if match is None or number(match["some"]) + number(match["more"]) != count:
        return plain
    return f"exactly {match['first']}"
