"""Puts phrases of a sentence into the words that the grammar knows, where the meaning stays the same.

"The last hut on the right" is the rightmost hut, "where Kools are smoked" says whose owner smokes Kools, and "next to
the fox lives Ada" that Ada is next to the fox.
"""

import re
from collections.abc import Callable

from solvent.translators.rules.clues.link_words import IRREGULAR, verb_stem
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, is_english

Replacement = str | Callable[["re.Match[str]"], str]
_COUNT = "|".join(word for word, number in NUMBER_WORDS.items() if 0 < number <= 10)
_ORDINAL = "|".join([*ORDINAL_WORDS][1:12])  # not "first", which is also said of a time
_SPOTS = r"(?:number|house|boat|houseboat|flat|desk|seat|stall|hut|tent|caravan|cottage|room|floor|cabin|locker|bay)"
_BESIDE = r"(?:next to|next door to|beside|alongside)"
_AT_ONCE = r"(?:immediately|directly|right|just)"
_SIDE_OF = rf"(?:{_AT_ONCE} )?(?:to|on) the (?:immediate )?(?:left|right)(?: side)? of"
_WHERE = rf"(?:(?:{_AT_ONCE} )?{_BESIDE}|{_SIDE_OF})"
_PRONOUN = r"(?:it|him|her|them|that one)"
_STANDS = r"(?:stands?|lies?|sits?|lives?|is|are)"
_NO_VERB = rf"(?:(?!\b(?:{_STANDS}|who|that|which|whose|where|has|have|not)\b|n't|[,;:]).)"


def _digit(match: "re.Match[str]") -> str:
    return f"{match[1]} {NUMBER_WORDS[match[2].lower()]}"


def _active(match: "re.Match[str]") -> str:
    """Put "where Kools are smoked" as "whose owner smokes Kools"."""
    participle = match[2].lower()
    formed = participle.endswith("ed") or participle in IRREGULAR
    return f"whose owner {_third_person(participle)} {match[1]}" if formed else match[0]


def _third_person(participle: str) -> str:
    base = IRREGULAR.get(participle, "")
    if not base:
        bases = (participle[:-1], participle[:-2], participle[:-3])
        base = next((each for each in bases if is_english(each) and verb_stem(each) == verb_stem(participle)), "")
    return f"{base}s" if base else participle


def _points(match: "re.Match[str]") -> str:
    """Put "ten points better than" as "ten points higher than"."""
    return f"{match[1]} points {'higher' if match[2].lower() == 'better' else 'lower'} than"


def _passive(match: "re.Match[str]") -> str:
    """Put "gets drunk" as "is drunk"."""
    formed = match[2].endswith("ed") or match[2] in IRREGULAR
    return f"{'was' if match[1] == 'got' else 'is'} {match[2]}" if formed else match[0]


_WORDINGS: tuple[tuple["re.Pattern[str]", Replacement], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"\bthe (?:very )?(?:night|evening|morning|afternoon) (after|before)\b", r"the day \1"),
        (r"\bthe (?:very )?(?:last|final) ([a-z]+) (?:on|to|at) the (left|right)\b(?! of| hand)", r"the \2most \1"),
        (r"\bthe (?:very )?first ([a-z]+) (?:on|to|at|from) the (left|right)\b(?! of| hand)", r"the \2most \1"),
        (
            r"\bthe ([a-z]+) (?:on|at|to) the (?:far|extreme|very|outer) (left|right)\b(?! (?:of|hand|end)\b)",
            r"the \2most \1",
        ),
        (r"\bthe (?:far |extreme )?(left|right)[- ]hand end\b", r"the \1 end"),
        (r"\b(?:right|bang|exactly|precisely|dead) in the (?:very )?(middle|centre|center)\b", r"in the \1"),
        (r"\bat one of the (?:two )?ends\b", "at one end"),
        (r"\b(drinks?|eats?|smokes?|keeps?|wears?|plays?) nothing but\b", r"\1"),
        (
            rf"\b(?:on|to) the (left|right) of ([^,]+?)(?:,| and) {_AT_ONCE} (?:beside|next to) {_PRONOUN}(?=\W*$)",
            r"directly to the \1 of \2",
        ),
        (
            rf"\bnext to ([^,]+?),? (?:and )?(?:on|to) (?:the|its|his|her) (left|right)(?: of {_PRONOUN})?(?=\W*$)",
            r"directly to the \2 of \1",
        ),
        (
            rf"\b(c[oa]mes?|finish(?:ed|es)?) (?:in )?({_ORDINAL})(?=\W*$|[,;] | (?:and|but|while|though)\b)",
            r"\1 in \2 place",
        ),
        (r"\b(gets|got) ([a-z]+)\b(?= (?:in|on|at|by)\b)", _passive),
        (r"\bwhere (?:they|people) ([a-z]+) (?=(?:the |an? )?[\w-]+)", r"whose owner \1s "),
        (r"\bwhere ((?:the |an? )?[\w-]+(?: [\w-]+)?) (?:is|are) ([a-z]+)\b(?! (?:in|on|at|by)\b)", _active),
        (r"^(\W*)one of ([^,]+?'s) neighbou?rs (?=[a-z]+s\b)", r"\1\2 neighbour "),
        (
            r"^(\W*)([^,]+?)'s (?:next[- ]door |immediate |direct )?neighbou?r (?!is\b|isn't|does\b)(?=[a-z]+s\b)",
            r"\1\2 has a neighbour who ",
        ),
        (r"^(\W*)([^,]+?)'s (?:two )?neighbou?rs are ([^,]+?) and ([^,]+?)(?=[.!]*$)",
         r"\1\2 is directly between \3 and \4"),
        (rf"^(\W*)({_NO_VERB}+?) is what ({_NO_VERB}+?) ([a-z]+s)(?=[.!]*$)", r"\1\3 \4 \2"),
        (r"\bbehind (the [\w-]+ door)\b", r"in the house with \1"),
        (r"\bdressed up as\b", "dressed as"),
        (r"\b(is|was)(?: not|n't) dressed as ([^,]+?) and not as ([^,]+?)(?: either)?(?=\W*$)",
         r"\1 neither \2 nor \3"),
        (r", which is why (?=(?:he|she|it|they)\b)", ", so "),
        (r"\bgoes ([a-z]+ing)\b", r"does \1"),
        (r"\b(?:has|had) never set foot (on|in)\b", r"is not \1"),
        (r"\b(?:has|had) never been (?:to|in)\b(?! touch)", r"is not in"),
        (r"\bt(?:akes|ook) place (?=on|at|in|before|after|earlier|later|immediately|directly)", r"happened "),
        (r"\b(?:does|did)(?: not|n't) take place (?=on|at|in|before|after|earlier|later)", r"did not happen "),
        (r"^(\W*it) (?:certainly|definitely) (is not|was not|isn't|wasn't) (?=[^,]*\bwho\b)", r"\1 \2 "),
        (
            r"(?<=\w), yet (?=(?:below|above|under|before|after|behind|earlier|later|(?:to )?the (?:left|right) of)\b)",
            " but ",
        ),
        (rf"\bw[oi]ns? (?:the )?(first|{_ORDINAL}) prize\b", r"came in \1 place"),
        (
            r"\b(is|was)(?: not|n't) (the [\w-]+), not (the [\w-]+),? (?:and|nor) not (the [\w-]+)(?=\W*$)",
            r"\1 neither \2 nor \3 nor \4",
        ),
        (r"\b(is|was)(?: not|n't) (the [\w-]+) and not (the [\w-]+)(?: either)?(?=\W*$)", r"\1 neither \2 nor \3"),
        (r"\bthe (?:top|best) (score|mark|result|price|grade)\b", r"the highest \1"),
        (r"\bthe (?:bottom|worst) (score|mark|result|grade)\b", r"the lowest \1"),
        (r"\b(\d+|[a-z]+) points (better|worse) than\b", _points),
        (r"\bis the one (between|next to|beside|directly|immediately|just)\b", r"is \1"),
        (r"\b(?:earns|makes) (?:his|her|a|their) (?:living|bread|keep|money) (?:as|by being)\b", "works as"),
        (r"\bbelongs? neither to ([^,]+?) nor to\b", r"belongs to neither \1 nor"),
        (rf"\b({_SPOTS}) ({_COUNT})\b", _digit),
        (
            rf"^(\W*)({_WHERE} {_NO_VERB}+?) (?:{_STANDS}|there is|there's) ((?:{_NO_VERB})+?)(?=[.!]*$)",
            r"\1\3 is \2",
        ),
    )
)  # fmt: skip


def in_usual_words(text: str) -> str:
    """A sentence with such phrases replaced."""
    for pattern, replacement in _WORDINGS:
        text = pattern.sub(replacement, text)
    return text
