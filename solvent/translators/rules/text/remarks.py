"""Phrases that say nothing about a puzzle: idioms, places where something lies, and what the asker says of himself.

Each is a whole construction of English, not a word: its words may mean something elsewhere, so that they are removed
only together.
"""

import re
from collections.abc import Callable

_PHRASAL = (
    r"(?:br(?:ings?|inging|ought)|tak(?:e[ns]?|ing)|took|ma[dk]es?|making|w[ao]kes?|woken|sets?|setting|g[ai]ve[ns]?|giving|sign(?:ed|s|ing)?|"
    r"m[ae]et|meets|meeting|dress(?:ed|es|ing)?|pick(?:ed|s|ing)?|team(?:ed|s|ing)?|gr[eo]w[ns]?|growing|warm(?:ed|s|"
    r"ing)?|"
    r"clean(?:ed|s|ing)?|show(?:ed|s|ing)?|end(?:ed|s|ing)?|cheer(?:ed|s|ing)?|us(?:ed|es|ing)|writ(?:es?|ing|ten)|"
    r"wrote|"
    r"not(?:ed|es|ing)|scribbl(?:ed|es|ing)|jott(?:ed|ing)|s[ai]t|sits|settl(?:ed|es|ing)|calm(?:ed|s|ing)?|"
    r"hand(?:ed|s|ing)?|look(?:ed|s|ing)?|hang(?:s|ing)?|hung|show(?:ed|n|s|ing)?|open(?:ed|s|ing)?|rang|ring(?:s|"
    r"ing)?|"
    r"call(?:ed|s|ing)?|queu(?:ed|es|ing)|brush(?:ed|es|ing)?|catch(?:es|ing)?|caught|work(?:ed|s|ing)?|"
    r"stay(?:ed|s|ing)?|stop(?:ped|s)?|pull(?:ed|s|ing)?)"
)
_HER = r"(?:i|we|you|he|she|they|it|nobody|no one|(?:my|our|his|her) (?:[a-z]+ )?[a-z]+|anyone|even i)"
_CANNOT = (
    r"(?:can(?:not| not|'t)?|could(?: not|n't)?|(?:am|are|is|was|were|'m|'re) (?:not )?able to|(?:just )?can(?:'t|"
    r"not))"
)
_WH = r"(?:which|who|whom|what|whose|where|when|how)"
_EASE = r"(?:easy|hard|difficult|tricky|simple|fun|tough|impossible|possible|harder|easier|trickier)"
_SILENT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"\b{_PHRASAL}(?: (?:it|them|this|that|(?:the|a|her|his|their|our|my) [a-z]+))? "
            r"(?:up|down|over|around|round|back)\b(?! (?:from|to|by|the) )"
        ),
        (
            rf"\b{_HER}(?: (?:just|still|really|simply|honestly))? {_CANNOT} (?:do|solve|crack|manage|get|work out|"
            rf"figure out|"
            r"make sense of) (?:it|this|that|this one|the puzzle)(?: out)?\b(?!,? (?:if|unless|that|because))"
        ),
        (
            rf"\b{_HER} (?:do(?:es)? not|do(?:es)?n't|no longer|can(?:'t|not)|cannot|did(?: not|n't)|forg[eo]ts?|"
            rf"have forgotten|"
            rf"(?:has|have) no idea) ?(?:know|remember|recall|tell|say|see|note|ask|notice)? {_WH}\b[^.;:!?,]*"
        ),
        r"\bmy \w+ (?:says|said|thinks|reckons) (?=(?:it|this|that)\b)",
        r"\b(?:my|our) (?:\w+ )?neighbou?rs?\b|\bare (?:all |good |close )?neighbou?rs\b(?=\W*$)",
        rf",? (?:al)?though not {_WH}\b[^.;:!?,]*",
        (
            rf"\b(?:it|this|that|this one)(?:'s| is| was| looks?| seems?| isn't| is not)(?: (?:very|so|really|quite|"
            rf"rather|too|"
            rf"not|all|that|pretty))* {_EASE}\b(?! (?:if|unless|to say|that))"
        ),
        r"\b(?:i|we|he|she|they) (?:say|says|think|thinks) it (?:is|isn't|is not)\b(?=\W*$)",
        r"\bany (?:help|ideas?|hints?|tips?)\b",
        r"\b(?:once upon a time|heaven help [a-z]+(?: [a-z]+)?|thank heavens|no less|no wonder|no doubt about it)\b",
        r"\b(?:here's|here is|this is) (?:one|another)\b|\bthis one\b",
        r"\b(?:\d+|[a-z]+) (?:points|marks) for\b",
        (
            r"\b(?:up|down|under|over|beside|behind|below|above|near|around|across) "
            r"(?=(?:a|an|another) (?!(?:class|grade|level|rank|place|floor|step|group|team|league|notch|seat|chair|row|"
            r"house|day|hour|spot|gear|storey|size|position|lane)\b)[a-z]+)"
        ),
        r"\bon top of (?=(?:each|every|his|her|their|the) )|\bbetween (?:them|us|themselves)\b",
        r"\bturn(?:s|ed)? up\b|\bcount(?:s|ed)? (?=(?:their|his|her)\b)|\bone after (?:the other|another)\b",
        r"(?:^| )(?:under|over)-\d\d?s?(?: |$)",  # of an age
        r"\bbetween (?:the )?(?:two |three |four |five |six )?(?:of )?(?:them|us)\b(?=,? (?:there|they|we)\b)",
        r"^\W*(?:down|up|over|out|back) (?=(?:at|in|by|on) the )",
        r"^\W*(?:\w+ ){0,3}(?:round|week|part|episode|issue) \d+(?=[,:])|\bfor the first (?:leg|part|stage|half) of\b",
        (
            r"\b(?:you|we|i)(?:'ll)? (?:must|have to|can|should|need to|will have to) (?:puzzle|work|figure|find|"
            r"sort) "
            r"(?:it|this|that|them) out\b(?: (?:yourself|yourselves|for yourself|now))?"
        ),
        r"\bwhen (?:they|we|i) [a-z]+ed(?=,)",
        (
            r"(?<!two different )(?<!three different )(?<!four different )(?<!five different )"
            r"\b(?:a |one )?means of [a-z]+\b"
        ),
        r"\b(?:starts?|begins?|ends?) (?=(?:at|on) different\b|at work\b|work\b|their\b)",
        r"\bno problem\b|\bin no time\b|\bno idea\b",
        (
            r"\b(?:from start to finish|over (?:a|the) (?:cup|weekend|phone|years?|summer)|all (?:day|night|week|"
            r"summer) long|"
            r"after (?:an hour|hours|a (?:lot|while|bit)|much|some) of [a-z]+|before (?:we|i) forget|first of all|"
            r"after all)\b"
        ),
        (
            r"\b(?:that's|that is|this is) all (?:the )?(?:[a-z]+ )?(?:i|we|you|he|she|needs?|they) (?:know|need|have|"
            r"want|to know)"
            r"(?: to know)?\b"
        ),
    )
)
# These may say that somebody has something no longer, or that it is not so: "gave it back", "made that up".
_CHANGES = re.compile(
    r"^(?:(?:g[ai]ve[ns]?|giving|hand\w*|sign\w*)\b.* (?:back|over|up|round|around)|"
    r"(?:tak\w+|took)\b.* (?:back|over)|(?:ma[dk]es?|making) (?:it|this|that|them) up)$",
    re.IGNORECASE,
)
# "The boats lie in harbour", "they lie side by side": said of things, not of what somebody says.
_LIES = re.compile(
    r"(?<=[s\d] )lie(?=,? (?:in (?:a|one) (?:\w+ )?(?:row|line)|in (?:harbour|harbor|port)|along|near|next to|"
    r"side by side|"
    r"close to|at anchor)\b)|(?<=\w )lies (?=(?:along|near|next to|close to) )",
    re.IGNORECASE,
)
_GREETED = re.compile(r"^\W*(?:hi|hello|hey|dear|morning|evening) all\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:so |and |but )?(?:can|could|would|will) (?:you|any(?:body|one)|some(?:body|one))\b", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"\(?(?:\b(?:no|nr|number|part|vol|volume|issue|section|question|exercise|puzzle)\b\.? ?)?#?\b\d+\b"
    r"(?: ?(?:marks?|points?|pts?|stars?|min(?:ute)?s?)\b)?\)?",
    re.IGNORECASE,
)
_IN_TITLES = re.compile(
    r"\b(?:up|down|out|over|round|start|finish|end|next|first|back|sharing|all|every|rule)\b", re.IGNORECASE
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|must|may|might|should|shall|cannot|"
    r"sits?|lives?|owns?|comes?|goes|means?|tells?|says?)\b|n't\b|'(?:s|re|ve|ll) (?:a|an|the|not|no)\b",
    re.IGNORECASE,
)
_LONGEST_TITLE = 10  # words


_OF_CLUES = re.compile(r"\b(?:clues?|hints?|facts?|statements?|sentences?|claims?|answers?)\b", re.IGNORECASE)
_ALL_DO = re.compile(
    r"\ball (?=(?:taken|gone|been|come|came|went|work|live|love|like|attend|belong|met|[a-z]{3,}ed)\b)", re.IGNORECASE
)


def without_remarks(sentence: str, speaks_of_truth: Callable[[str], str]) -> str:
    """Remove these phrases from a sentence, except those about clues, or what may be false."""

    def left(phrase: "re.Match[str]") -> str:
        kept = _OF_CLUES.search(phrase[0]) or _CHANGES.match(phrase[0]) or speaks_of_truth(phrase[0])
        return phrase[0] if kept else " "

    sentence = _ALL_DO.sub(" ", re.sub(r"\b[Nn]o\. ?(?=\d)", "number ", " ".join(sentence.split())))
    sentence = _LIES.sub(" ", sentence)
    sentence = _GREETED.sub(" ", sentence)
    if sentence.rstrip().endswith("?") or re.match(r"\W*(?:\w+,? ){0,2}(?:can|could) you (?:please )?help\b", sentence):
        sentence = _ASKED.sub(" ", sentence)
    for phrase in _SILENT:
        sentence = phrase.sub(left, sentence)
    return sentence


def title(line: str) -> str:
    """What a line without a verb says besides its numbers and adverbs; the line itself if it is no title."""
    plain = line.replace("\u2019", "'")
    if _FINITE.search(plain) or len(plain.split()) > _LONGEST_TITLE or re.search(r"[.:;?!,]\s+\S+ \S+.*[.:;?!]", plain):
        return line
    return _IN_TITLES.sub(" ", _NUMBERED.sub(" ", plain))
