"""Things that are put into groups: "taken out in threes, one is left over". How many are there?"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.facts import Fact, compared, remainder
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.text.words import NUMBER_WORDS

_PLURALS = {f"{word[:-1]}ves" if word.endswith("ve") else "sixes" if word == "six" else f"{word}s": number
            for word, number in NUMBER_WORDS.items() if number > 1}  # fmt: skip
_PLURALS |= {"fives": 5, "twelves": 12, "pairs": 2, "dozens": 12}
_LEFT = r"(?:left over|left|remaining|over|remains|remain|too many|extra)"
_QUESTION = re.compile(
    r"^(?:what is |so |now )*(?:the )?(?P<sense>smallest|least|lowest|fewest|minimum)(?: possible)?(?: number of"
    r"| number)?"
    r" (?P<noun>[a-z]+)(?P<tail>(?: [a-z]+)*)$|^how many (?P<many>[a-z]+)(?P<end>(?: [a-z]+)*)$"
)
_TAIL = frozenset(
    [
        "are",
        "there",
        "in",
        "the",
        "can",
        "be",
        "could",
        "must",
        "might",
        "at",
        "least",
        "basket",
        "bag",
        "box",
        "jar",
        "class",
        "crate",
        "barn",
        "group",
        "he",
        "she",
        "they",
        "i",
        "you",
        "we",
        "have",
        "has",
        "had",
        "that",
        "possibly",
        "herd",
        "army",
        "troop",
        "parade",
        "pile",
        "bowl",
        "tray",
        "a",
        "his",
        "her",
        "their",
        "my",
        "altogether",
        "all",
    ]
)
_CARRIES = re.compile(
    r"(?:an?|the|my|our)(?: \w+)? \w+ (?:carries|carried|has|had|brings|brought|takes|took|keeps|owns|is "
    r"carrying|counts|wants to count|holds"
    r"|contains) (?:an?|some|his|her|many|several) (?:(?:\w+ )?\w+ of )?{noun}(?: to (?:the )?market)?"
)
# "A farmer packs eggs."
_WORKS = re.compile(
    r"(?:(?:an?|the|my|our)(?: \w+){1,2}|[a-z]+)(?: wants to| is going to| has to| tries to)? (?:pack|divide"
    r"|share|sort|count|arrange"
    r"|stack|group|distribute|line up)s?(?: out| up)?(?: (?:her|his|some|the|their|my))?(?: [a-z]+)? {noun}"
)
_AMONG = re.compile(
    r"(?:if |when )?(?:(?:they|it|the {noun}) (?:are|is|were) )?(?:shared|divided|split|dealt|distributed"
    r"|handed)(?: out| up)?"
    r"(?: equally| evenly| fairly)? (?=(?:among|between) )"
)
_AMONG_PART = re.compile(
    r"(?:among|between) (?P<size>\w+)(?: (?!there\b)[a-z]+)? ?,? ?(?:there (?:would be|will be|are|is|were"
    r"|was) |leaves? )?"
    r"(?P<left>\w+)(?: {noun}| {single})?(?P<over> (?:left over|left|remaining|over))?"
)
_UNDER = re.compile(
    r"(?:.*? )?(?:holds|has|have|are|contains|with|there are)? ?(?P<how>fewer than|less than|more than|at least"
    r"|at most"
    r"|not more than) (?P<n>[\w ]+?) {noun}(?: in (?:the|a|my|her|his) \w+)?"
)
_SPLIT = re.compile(
    r" ; | ?, (?=(?:\w+ (?:at a time|by \w+)|(?:but )?(?:taken|put|counted|packed|in|if|when)\b))| but (?=if "
    r"|when |in |taken)"
)
_GROUPS = re.compile(
    r"(?:and |but )?(?:if|when|whenever)? ?(?:(?:you|i|we|she|he|they|one)(?: try to)? )?(?:(?:take|takes|taken"
    r"|put|puts"
    r"|count|counts|counted|pack|packs|packed|arrange|arranges|arranged|divide|divided|sort|sorted|line|lined"
    r"|split|group"
    r"|grouped|placed|place|are|is|remove|removed|march|stand|set|sets|laid|lay) )*(?:them |it |the {noun} "
    r"|{noun} )?(?:up "
    r"|out |are (?:taken|put|counted|packed|arranged|sorted) (?:out |up )?)*"
    r"(?:(?:in|into|by)(?: groups| rows| boxes| piles| lines| heaps| sets| bags| stacks| teams)*(?: of)? "
    r"(?P<plural>.+?)"
    r"|(?P<each>\w+) (?:at a time|by (?P=each)))"
)
_REST = re.compile(
    rf"(?:(?:then )?there (?:is|are|will be|was|were) |(?:she|he|you|i|we|one) (?:has|have|had) )?(?:always "
    rf"|exactly |still "
    rf"|just |only )*(?P<n>\w+)(?: single)?(?: egg| {{noun}}| {{single}}| of them)? ?(?:(?:is|are|will be|was|were)"
    rf"(?: always| still)* )?{_LEFT}(?: each time| every time)?"
    rf"|(?P<none>no {{noun}}|none|nothing|no {{single}})(?: (?:is|are|will be|was|were|at all))* ?{_LEFT}"
    rf"|(?:there is |with )?(?P<no>no|nothing|none|without) (?:remainder|{_LEFT})|it comes out (?P<even>even|evenly)"
)


def thing(sentences: Sequence[str]) -> str:
    """The noun of the things that a text puts into groups; "" if it does not."""
    text = " ".join(" ".join(words_of(sentence)) for sentence in sentences)
    if not re.search(rf"\b{_LEFT}\b|remainder|\b(?:equally|evenly|fairly)\b", text):
        return ""
    grouped = re.search(
        r"at a time|\b(?:in|into|by)\b[^,]{0,30}\b(?:"
        + "|".join(_PLURALS)
        + r"|of \w+)\b|\b(?:among|between) \w+\b|\b(?:equally|evenly|fairly) (?:among|between|by|into)",
        text,
    )
    for sentence in sentences if grouped else ():
        found = _QUESTION.match(" ".join(words_of(sentence)))
        if found and (found["noun"] or found["many"]) not in ("number", "integer", "of", "ways", "times"):
            return found["noun"] or found["many"]
    return ""


def asks(line: str, noun: str) -> str:
    """Whether a line asks how many there are: "smallest", "number", or "" if it does not."""
    found = _QUESTION.match(line)
    if not found or (found["noun"] or found["many"]) != noun:
        return ""
    tail = (found["tail"] or found["end"] or "").split()
    if any(word not in _TAIL for word in tail):
        return ""
    return "smallest" if found["sense"] or "least" in tail else "number"


def introduces(line: str, noun: str) -> bool:
    """Whether a line only says that somebody has such things."""
    return any(re.fullmatch(each.pattern.replace("{noun}", noun), line) for each in (_CARRIES, _WORKS))


def facts(line: str, noun: str, number: Poly) -> list[Fact] | None:
    """What a line says of the number of things; None if it is not understood."""
    single = noun.removesuffix("s")
    under = re.fullmatch(_UNDER.pattern.replace("{noun}", noun), line)
    if under:
        amount = number_words.whole(tuple(under["n"].split()))
        op = {"fewer than": "<", "less than": "<", "more than": ">", "at least": ">="}.get(under["how"], "<=")
        return None if amount is None else [compared(number, op, Poly.constant(amount))]  # type: ignore[arg-type]
    found: list[Fact] = []
    shared = re.fullmatch(
        rf"(?:they|it|the {noun}|(?:an? \w+|the \w+|a certain number) of {noun}|the number of {noun}) can be "
        rf"(?:shared|divided|split|distributed|put|packed)"
        r" (?:out )?(?:equally|evenly|fairly) (?:among|between|by|into) (?:both |either )?(?P<sizes>.+?)(?: "
        r"[a-z]+)?", line)  # fmt: skip
    if shared and (sizes := _sizes(shared["sizes"])):
        return [remainder(number, size, 0) for size in sizes]
    if shares := _AMONG.match(line):
        return _among(line[shares.end() :], noun, number)
    groups, rest = (
        _GROUPS.pattern.replace("{noun}", noun),
        _REST.pattern.replace("{noun}", noun).replace("{single}", single),
    )
    for part in _SPLIT.split(line):
        read = list(_grouped(part.strip(" ,;"), groups, rest))
        if len(read) != 1:
            return None
        divisors, left = read[0]
        if any(left >= divisor for divisor in divisors):
            return None
        found += [remainder(number, divisor, left) for divisor in divisors]
    return found or None


def _among(line: str, noun: str, number: Poly) -> list[Fact] | None:
    """Read "among 5 men there would be 3 left over, among 6 men 4"; the first part must speak of what is left."""
    pattern = re.compile(_AMONG_PART.pattern.replace("{noun}", noun).replace("{single}", noun.removesuffix("s")))
    found: list[Fact] = []
    for part in re.split(r" ?,? (?:and )?(?=(?:among|between) )", line):
        match = pattern.fullmatch(part.strip(" ,"))
        if not match or not (match["over"] or found):
            return None
        sizes, left = _sizes(match["size"]), number_words.whole((match["left"],))
        if match["left"] in ("none", "no", "nothing", "a"):
            left = Fraction(int(match["left"] == "a"))
        if len(sizes) != 1 or left is None or left >= sizes[0]:
            return None
        found.append(remainder(number, sizes[0], int(left)))
    return found


def _grouped(part: str, groups: str, rest: str) -> Iterable[tuple[tuple[int, ...], int]]:
    """Yield the sizes of groups and what is left, for every way to cut a part in two."""
    words = part.split()
    seen = set()
    for cut in range(1, len(words)):
        for head, tail in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            one = re.fullmatch(groups, " ".join(head).strip(" ,"))
            other = re.fullmatch(rest, " ".join(tail).strip(" ,"))
            sizes = _sizes(one["plural"] or one["each"]) if one else ()
            left = _left(other) if other else None
            if sizes and left is not None and (sizes, left) not in seen:
                seen.add((sizes, left))
                yield sizes, left


def _sizes(said: str) -> tuple[int, ...]:
    items = [item for item in re.split(r" ?, (?:or |and )?| or | and ", said) if item]
    found = [_PLURALS.get(item) or NUMBER_WORDS.get(item) or (int(item) if item.isdecimal() else 0) for item in items]
    return tuple(found) if all(each > 1 for each in found) else ()


def _left(match: re.Match[str]) -> int | None:
    word = match["n"] or "none"
    if word in ("none", "no", "nothing"):
        return 0
    word = "one" if word == "a" else word
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word)
