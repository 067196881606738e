"""Recognises sentences and lines that only greet, wish, label, or say how to present the answer."""

import re
from collections.abc import Callable

from solvent.translators.rules.text.remarks import without_remarks
from solvent.translators.rules.text.telling import Knowledge, doubts, speaks_of_truth, told_by_the_way
from solvent.translators.rules.text.words import listed

_FORMAT = re.compile(
    r"^(?:please |kindly |now |finally,? |then,? |and )*(?:give|present|write(?: down)?|list|provide|return|output|"
    r"print|format|state|report|"
    r"record|fill(?: in| out)?|submit|express|show|enter|respond|reply|answer|arrange|put|order|draw|make|copy|place|"
    r"use)\b.{0,60}"
    r"\b(?:answers?|solutions?|table|grid|json|list|form|format|blanks?|row|rows|column|columns|below|chart|order|"
    r"template|result|results|"
    r"oldest|youngest|first|last|left|front|queue|line)\b"
    r"|^(?:your|the) (?:final |complete |full )?(?:answer|solution|response|output|result)s? (?:should|must|has to|"
    r"have to|is to|needs? to|will|can|may) "
    r"|^(?:please )?complete the following|^(?:do not|don't|no need to|there is no need to|you (?:do not|"
    r"don't) (?:need|have) to) "
    r"(?:explain|include|show|justify|add|write|give reasons|guess|hurry|worry|give up|forget to have fun|peek|look|"
    r"cheat|rush)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?:(?:difficulty|difficulty level|rating|stars?|time limit|time|author|source|written by|by|puzzle|"
    r"puzzle (?:no\.?|"
    r"number)|no\.|title|copyright|points|page|exercise|problem|quiz|riddle|brain teaser|level|theme|hint level|"
    r"estimated time|solve time|date|edition|grid size|logic puzzle|logic grid|tags|keywords)\W{0,2}"
    r"(?::|#?\d+\b|\(|-|\u2013|\*|\u2605)|by (?=[A-Z])|copyright\b|\u00a9|published (?:in|by|"
    r"on)\b)(?P<rest>[^.?!]{0,60})\.?$",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"^(?:here (?:is|are)|this is|welcome to|try|enjoy|solve|now for) (?:an?|another|the|today's|this|my|our|your)? ?"
    r"(?:\w+ )?(?:logic|logical|deduction|zebra|grid|brain|word|little|short|classic|easy|hard|tricky)? ?"
    r"(?:puzzle|riddle|problem|brain ?teaser|challenge|quiz)(?: (?:for you|below|to solve))?\W*$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\W*(?:(?:do not|don't) (?:give up|worry|panic|rush|cheat|peek|forget to have fun)|no (?:guessing|calculator|"
    r"tricks)(?: \w+){0,4}|"
    r"(?:i'd like|i would like|i want|i need) (?:the|a|your) (?:full |whole |complete )?(?:table|list|solution|"
    r"answer|grid)|"
    r"(?:\d+|a|[a-z]+) (?:bonus )?(?:points?|marks?) for (?:the|a|each|every) (?:[a-z]+ ){0,2}[a-z]+|"
    r"you (?:won't|will not|do not|don't) need (?:to guess|any \w+(?: \w+)?|more))\W*$",
    re.IGNORECASE,
)
# How a letter opens and closes.
_LETTER = re.compile(
    r"^\W*(?:(?:dear|hello|hi|hiya|hey) (?:[A-Za-z]+ ?){1,4}[,!]|my dears?[,!]|(?:yours?|best|kind|warm|many|lots of|"
    r"love|"
    r"cheers|thanks|thank you|regards|sincerely)\b(?: (?:regards|wishes|thanks|love|truly|sincerely|faithfully|ever|"
    r"loving|"
    r"from|in advance|a lot|x+|[A-Z][a-z]+))*(?:,? [A-Z][a-z]+)*(?: \((?:aged?|age) \d+\))?)\W*(?:x+)?\W*$",
    re.IGNORECASE,
)
# What introduces the clues, and doubts none: "Here's what I've gathered:", "What we know for certain".
_KNOWN = (
    r"(?:know|knows|known|learned|learnt|gathered|found out|find out|noticed|noted|discovered|worked out|"
    r"established|got)"
)
_WE = r"(?:i|we|you|she|he|they|(?-i:[A-Z][a-z]+))(?:'ve| have|'d| had|'s| has)?"
_HEADS = re.compile(
    rf"^\W*(?:and |so |now |well,? )*(?:(?:after an hour|after hours|after a while)(?: of [a-z]+)?,? )?"
    rf"(?:(?:here's|here is|this is|that's|that is) (?:all )?(?:what )?{_WE} (?:do )?{_KNOWN}|"
    rf"what (?:{_WE}|the [a-z]+) (?:do )?(?:{_KNOWN}|"
    rf"remembers?(?: for (?:certain|sure))?)|(?:this|the following) is (?:what {_WE} {_KNOWN}|known)|"
    rf"{_WE} (?:do )?{_KNOWN}(?: the following| this(?: much| far)?| that)?|"
    rf"(?:{_WE}|the [a-z]+) (?:(?:can|do) )?remembers? "
    rf"(?:only )?(?:the following|this(?: much)?|that)|(?:here are|these are) (?:the|some|my|our|a few) (?:facts|"
    rf"clues|hints))"
    rf"(?: (?:so far|for certain|for sure|already|about (?:them|it)))?\W*[:.]\W*$",
    re.IGNORECASE,
)
# "Only two people in a hundred can solve this."
_BOASTS = re.compile(
    r"^[^.?!]*(?:\d+ ?%|\bper ?cent\b|\b(?:in|out of) (?:a|every|one)? ?(?:\d+|ten|hundred|thousand)\b)[^.?!]*"
    r"\b(?:can|could|can't|cannot|manage|able)\b[^.?!]*\b(?:crack|solve|do|answer|get) (?:this|it)\b[^.?!]*[.!]*$",
    re.IGNORECASE,
)
_COURTESY = frozenset(
    listed(
        """a able about added ahead all am an and any anybody anyone are as ask at attention available be been beginner
        beginners begin below best better bit bonus brain brains by bye can careful carefully catch challenge
        challenging cheers chocolate classic classical clever clue clues coffee come comes completely could credit cup
        day dear deduce deduction deductive detective difficult difficulty do does doing easy either enjoy enjoyable
        enough ever every everybody everyone everything evening excellent explain favourite feel fellow find finding
        follow follows following for free friend friends from full fun game games get give go goes good grab great grid
        grids guess guessing had hand happy hard hat have having hello help here hey hi hint hints hope i in info
        information inside interesting into is it its it's i'm i've join just keep kind know known let let's level like
        ll logic logical logically look looking lot lots love luck made make makes master material may me medium merry
        mind moderate moment morning much my need needed new nice night now of ok okay on once one online only our out
        own page paper patience pen pencil people piece play please pleasure post presented problem problems provided
        publish puzzle puzzled puzzles question questions quick read reader readers reading ready really reason
        reasoning recommended relax riddle riddles s see seem sharpen shall should simple sit sleuth so solution
        solutions solve solved solver solvers solving source start step steps still story success such sunday super
        sure table take takes teaser teasers test text thank thanks that the their them then there these they think
        thinking this those through tick time times tip title to today tricky try trying use used using very want warm
        warming watch way we weekend weekly welcome well what who wish wishes with without wonderful word words work
        works worry would write yet you your you're yours yourself"""
    )
)
_FORM = re.compile(r"^[\W\d_]*(?:_{2,}|\.{3,}|\u2026)|[|{}]|_{3,}|^\W*\"[^\"]+\"\s*:|^[\s|+:=_-]+$|^\W*```")


_BLANK = re.compile(
    r"_{2,}|^[\W\d_]*$|\|\s*(?:\.{2,}|\u2026|\?+)?\s*(?=\|)|^\W*\"[^\"]+\"\s*:\s*\"[^\"]*\"\W*$|"
    r"\"\s*:\s*(?:\"\"|null)"
)


def is_label(line: str) -> bool:
    """Whether a line is metadata about the puzzle, such as its difficulty or author."""
    return bool(_LABEL.match(line))


def is_form(line: str, mentioned: Callable[[str], str]) -> bool:
    """Whether a line is part of a table, form or JSON to fill in; if it names values, it must have blanks."""
    found, blank = _FORM.search(line), _BLANK.search(line)
    return found is not None and (blank is not None or not mentioned(line))


def courteous(sentence: str, known: Knowledge) -> bool:
    """Whether a sentence only wishes, thanks, labels or says how to present the answer, and states nothing else."""
    plain = sentence.strip().replace("\u2019", "'")
    if speaks_of_truth(plain):
        return False
    if _POLITE.match(plain) or _OPENS.match(plain) or not re.search(r"\w", without_remarks(plain, speaks_of_truth)):
        return True
    if (_LETTER.match(plain) and not known.mentioned(plain)) or _HEADS.match(plain):
        return True
    form = _FORMAT.match(plain)
    if form:
        return not told_by_the_way(_ORDERED.sub(" ", plain), known)
    label = _LABEL.match(plain)
    if known.mentioned(plain):
        return False
    if _BOASTS.match(plain):
        return True
    if label:
        return not told_by_the_way(re.sub(r"\d+", " ", label["rest"] or ""), known) and "clue" not in plain.lower()
    return is_polite(plain)


def is_polite(sentence: str) -> bool:
    """Whether a sentence uses only words of greetings and wishes, and doubts nothing."""
    if doubts(sentence):
        return False
    words = re.findall(r"[a-z]+(?:'[a-z]+)*", sentence.lower())
    return bool(words) and not re.search(r"\d", sentence) and all(word in _COURTESY for word in words)


# Words of an answer instruction that negate nothing, among them "do not" in "do not explain".
_ORDERED = re.compile(
    r"^(?:your|the) (?:final |complete |full )?(?:answer|solution|response|output|result)s? (?:should|must|has to|"
    r"have to|is to|"
    r"needs? to|will|can|may)\b(?: be| have| contain| consist of| look| use| give)?|^(?:please )?(?:do not|don't|"
    r"no need to|"
    r"there is no need to|you (?:do not|don't) (?:need|have) to)\b|\b(?:or|either|any|with|one|statement|fact|only|"
    r"must|should)\b|\d+",
    re.IGNORECASE,
)
