"""Finds the places that a text counts and numbers but does not list: "five floors", "four boats (1 = leftmost)"."""

import re
from collections.abc import Iterable

from solvent.translators.rules.text.units import TIME_UNITS, unit_key
from solvent.translators.rules.text.words import NUMBER_WORDS, is_agent, stem

_ROW = (
    r"\bin (?:a|one) (?:\w+ )?(?:row|line)\b|\b(?:row|line) of\b|\bside by side\b|"
    r"\bfrom (?:the )?(?:left|right|bottom|top|lowest)\b|\bleft to right\b|\bbottom to top\b|"
    r"\(?\b1 ?(?:=|is|being) (?:the |at the |on the )?(?:far )?(?:left|right|leftmost|rightmost|lowest|highest|top|"
    r"bottom)\b"
)
# A race: nobody ties, and the text asks for places, or says who came first.
_FINISH = re.compile(
    r"\bno (?:ties|draws|dead heats)\b|\b(?:nobody|no one) tied\b|\bone after (?:the other|another)\b|\bone by one\b|"
    r"\b(?:running|finishing|starting) order\b|\bin (?:what|which) order\b|\b(?:what|which) (?:place|"
    r"position)s?\b[^.?!]*\b(?:finish|come|get|end up)|"
    r"\b(?:what|which|the) (?:finishing )?(?:place|position)s?\b"
)
_RANKED = re.compile(
    r"\b(?:went|goes|performed|played|sang|spoke|appeared|arrived) (?:on )?(?:first|second|third|last)\b|"
    r"\b(?:finish(?:ed|es)?|came|placed|come) (?:in )?(?:first|second|third|last|\w+ places? |immediately|directly|"
    r"just|"
    r"ahead|behind|after|before)\b|\bcross(?:ed|es)? the (?:finish(?:ing)? )?line\b"
)
_LEVELS = ("floor", "storey", "story", "level")
_NO_PLACES = frozenset(map(stem, ("clue", "hint", "puzzle", "question", "part", "page", "exercise", "number", "fact")))


def place_of(text: str, size: int) -> tuple[str, bool] | None:
    """Return the noun for the `size` places of a text, and whether they lie in a row; None if there are none.

    The text counts them, and numbers them in its clues; floors are also meant by "the second" or "the top floor".
    """
    said = text.lower()
    if is_race(text):
        return "place", False
    for noun in _counted(said, size):
        level = noun in _LEVELS
        called = next((short for short in _called(noun) if _numbers(said, short, size)), noun if level else "")
        if not called and _stand_in_row(said, noun):
            return ("place" if is_agent(noun) else noun), True
        if called and stem(noun) not in _NO_PLACES and not (is_agent(noun) or unit_key(noun) in TIME_UNITS):
            return called, level or bool(re.search(_ROW, said))
    return None


def _stand_in_row(said: str, noun: str) -> bool:
    """Whether a text says of what it counts that it stands in a row, and compares the places in it."""
    row = rf"\b{noun}(?:e?s)?\b[^.?!:;]*?{_IN_ROW}|{_ROW_OF}[^.?!:;]{{0,30}}\b{noun}(?:e?s)?\b"
    return bool(re.search(row, said)) and len(_BESIDE.findall(said)) > 1 and stem(noun) not in _NO_PLACES


# Two of them, as the row itself may be told by one.
_IN_ROW = r"(?:\bin (?:a|one) (?:\w+ )?(?:row|line)\b|\bside by side\b)"
_ROW_OF = r"\b(?:row|line) of\b"
_BESIDE = re.compile(
    r"\bnext to\b|\bbeside\b|\bside by side\b|\b(?:to|on) the (?:\w+ )?(?:left|right)\b|\bnext door\b|"
    r"\b(?:left|right)most\b|\bin the (?:very )?middle\b|\b(?:an|one|either|each|the \w+) end\b|\bbetween\b"
)


def is_race(text: str) -> bool:
    """Whether a text is about a race: its places are ranks, and lie in no row."""
    said = text.lower()
    return bool(_FINISH.search(said) and _RANKED.search(said))


def _counted(said: str, size: int) -> Iterable[str]:
    """The nouns of which a text says that there are `size`, in the singular."""
    count = "|".join([str(size), *(word for word, number in NUMBER_WORDS.items() if number == size)])
    for match in re.finditer(rf"\b(?:{count})(?:-(stor(?:e?y|ied)|level)\b|(?: [a-z]+){{0,2}}? ([a-z]+s)\b)", said):
        yield "storey" if match[1] else _singular(match[2])
    if each := re.search(
        rf"\b(?:{count}) [a-z][^.?!;:]*\b(?:on|one to) (?:each|a different|(?:his|her|its|their) own) "
        r"(floor|storey|level)\b",
        said,
    ):
        yield each[1]


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if re.search(r"(?:ch|sh|x|ss)es$", noun) else noun[:-1]


def _called(noun: str) -> Iterable[str]:
    """The words that may stand for a noun: itself, or its second half ("houseboat")."""
    yield noun
    yield from (noun[at:] for at in range(3, len(noun) - 2))


def _numbers(said: str, noun: str, size: int) -> bool:
    """Whether a text numbers such places, from 1 to at most `size`."""
    numbers = {
        int(number)
        for number in re.findall(rf"\b{noun}(?: is| was)?(?: number| no\.?| #)? (\d{{1,3}})\b(?![.:]\d)", said)
    }
    return bool(numbers) and max(numbers) <= size and min(numbers) >= 1
