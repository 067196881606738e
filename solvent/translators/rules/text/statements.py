"""What a sentence that is no clue is for: a rule of the genre, a question, a courtesy; or unread, and why.

A sentence is taken apart by subtraction: what is known to change nothing is taken out, and what is left must not speak of
values, numbers, truth, order, sharing or rules. So nothing is passed over in silence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from solvent.translators.puzzle import Role
from solvent.translators.rules.words import COMPARATIVES, NUMBER_WORDS, ORDINAL_WORDS, is_superlative, listed, stem


@dataclass(frozen=True)
class Statement:
    """The role of a sentence; an unread one that `blocks` may change what the clues mean."""

    role: Role
    reason: str = ""
    blocks: bool = False


_TRUTH = frozenset(
    listed(
        """false true truth truths truthful truthfully untrue untruth untruths lie lies lied liar liars lying wrong wrongly
        incorrect incorrectly incorrectness mistake mistakes mistaken mistakenly error errors opposite opposites contrary
        reverse reversed reversal inverse inverted negated negate negation swapped switched exchanged fake invalid honest
        honestly dishonest knight knights knave knaves spy spies doubt doubtful unsure uncertain misleading mislead misled
        deceptive deceive deceives trick tricks bluff bluffs bluffing pretend pretends joking nonsense invented unreliable"""
    )
)
_SHARING = frozenset(
    listed(
        """same share shares shared sharing common both equal equally identical alike duplicate duplicates repeat repeats
        repeated repetition repeating twice thrice several some many most few another again multiple various more
        less least couple pair pairs twins double jointly"""
    )
)
_ORDER = frozenset(
    listed(
        """circular circle circles ring round around clockwise anticlockwise counterclockwise left right leftmost
        rightmost top bottom upper lower above below over under up down upstairs downstairs between beside adjacent next
        neighbor neighbors neighbour neighbours neighboring neighbouring order ordering sequence backwards
        backward forwards forward direction directions north south east west northern southern eastern western front back
        behind ahead before after first last middle end ends beginning start starts begins facing opposite across
        ascending descending increasing decreasing order midnight noon"""
    )
)
_RULES = frozenset(
    listed(
        """if only unless except excluding exception exceptions must cannot may might could should shall never always
        sometimes exactly instead rather but however although though rule rules means meaning meant mean counts count counted
        treat treated assume assumed assuming consider considered regard regarded note remember ignore ignored disregard
        skip statement statements claim claims hint fact facts swap either or neither nor whether when whenever until while
        likewise vice versa respectively besides apart every all each everybody everyone nobody none any anyone nothing"""
    )
)
_NEGATIONS = frozenset(listed("not no never none neither nor nobody nothing nowhere without cannot n't"))
_KINDS: tuple[tuple[frozenset[str], str], ...] = (
    (_NEGATIONS, "denies something"),
    (_TRUTH, "speaks of truth"),
    (_SHARING, "speaks of sharing or amounts"),
    (_ORDER, "speaks of order or direction"),
    (_RULES, "may state a rule"),
)

_ONE_EACH = r"(?:a |an |his |her |its |their |exactly |just |only )?(?:or her )?(?:own|one|single|different|unique|distinct|separate|particular|certain|various|another)"
# What only says that the puzzle is of this genre: rows of different values, one to one.
_GENRE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:each|every|all)(?: (?:one|of (?:them|these|the)))?(?: \w+){{0,3}}? (?={_ONE_EACH}\b)",
        rf"\b{_ONE_EACH}\b",
        r"\bno two(?: \w+){0,7}? (?:the )?same(?: \w+){0,2}",
        r"\b(?:are|is|were) all different\b|\ball different\b|\bdifferent\b|\bdifferently\b",
        r"\b(?:each|every|all|everybody|everyone)\b(?= (?:of them|person|one|house|\w+s?\b))",
        r"\b(?:each|everybody|everyone)\b",
        r"\bthere (?:is|are) (?:exactly |only |just )*(?:one|a unique|a single|1)(?: (?:correct|possible|valid))? (?:solution|answer)\b",
        r"\bone (?:\w+ ){1,4}only\b",
        r"\bexactly one of each\b|\bone each\b|\bone of each\b|\bonce each\b|\bexactly once\b|\bonly once\b",
        r"\b(?:none|no (?:one|\w+)) (?:is|are|were|was) (?:used|repeated|listed|chosen) (?:twice|again|more than once)\b",
    )
)
_POINTERS = re.compile(
    r"\b(?:using|use|read|from|given|with|based on|by|follow|consider|study|here are|there are|these are|solve)?\s*(?:only |just |all (?:of )?)*"
    r"(?:the |these |this |my |our |some |your )?(?:following |given )?(?:clues?|hints|information|constraints|statements|facts|notes|details)"
    r"(?: (?:below|above|given|that follow|provided|listed))*\b"
    r"|\b(?:as seen |when viewed |seen )?from (?:across )?the street\b|\bone (?:day|evening|morning|afternoon|night|year|week|summer|winter|weekend)\b"
    r"|\bat (?:the )?end\b|\bat first\b|\bonce upon a time\b|\bor (?:she|her|hers)\b|\bhe or\b|\bon the left\b(?= hand)|\bnot necessarily in (?:that|this|the same|any) order\b"
    r"|\bin (?:some|no particular|any|alphabetical|random|no special) order\b|\blast (?:week|year|month|night|weekend|summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|(?<!the )(?<!to )(?<!from )(?<!on )(?<!far )\bleft (?=(?:a|an|their|his|her|our|for|town|home|school|work|at)\b)"
    r"|\bfirst (?:names?|time)\b|\blast names?\b|\bmost recently\b|\bat most recent\b",
    re.IGNORECASE,
)

_QUESTION_LEAD = (
    r"(?:(?:so|now|then|please|and|finally|can you|could you|your (?:task|job|goal|aim) is to|the (?:task|goal|aim|object|challenge) is to|"
    r"try to|help \w+ (?:to )?|let's|let us|use .{0,40} to|using .{0,40}|from .{0,30}|with .{0,30}|given .{0,30}|based on .{0,30})[, ]+)*"
)
_ASKS = re.compile(
    rf"^{_QUESTION_LEAD}(?:who|what|which|where|when|whose|how (?:many|old|much|long|far|tall|is|are|do|does|did)|in (?:what|which)|"
    r"on (?:what|which)|at (?:what|which)|to (?:what|which|whom)|with (?:what|which|whom)|by whom|for (?:what|which|whom))\b.*\?\W*$",
    re.IGNORECASE,
)
_TASK = re.compile(
    rf"^{_QUESTION_LEAD}(?:find(?: out)?|determine|work out|figure out|deduce|discover|identify|match|name|tell|establish|"
    r"decide|solve|say|reconstruct|complete|assign|sort out|pair|see if you can|help)\b",
    re.IGNORECASE,
)
_OF_OPTIONS = re.compile(
    r"which (?:one )?(?:(?:of )?(?:the following|these|the (?:statements|options|answers|choices))|(?:statement|option|answer|choice)s?)\b",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"^(?:please |kindly |now |finally,? |then,? |and )*(?:give|present|write(?: down)?|list|provide|return|output|print|format|state|report|"
    r"record|fill(?: in| out)?|submit|express|show|enter|respond|reply|answer|arrange|put|order|draw|make|copy|place|use)\b.{0,60}"
    r"\b(?:answers?|solutions?|table|grid|json|list|form|format|blanks?|row|rows|column|columns|below|chart|order|template|result|results|"
    r"oldest|youngest|first|last|left|front|queue|line)\b"
    r"|^(?:your|the) (?:final |complete |full )?(?:answer|solution|response|output|result)s? (?:should|must|has to|have to|is to|needs? to|will|can|may) "
    r"|^(?:please )?complete the following|^(?:do not|don't|no need to|there is no need to|you (?:do not|don't) (?:need|have) to) "
    r"(?:explain|include|show|justify|add|write|give reasons|guess|hurry|worry|give up|forget to have fun|peek|look|cheat|rush)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?:difficulty|difficulty level|rating|stars?|time limit|time|author|source|by|written by|puzzle|puzzle (?:no\.?|number)|no\.|title|"
    r"copyright|\u00a9|published|points|page|exercise|problem|quiz|riddle|brain teaser|level|theme|hint level|estimated time|solve time|"
    r"from|date|issue|edition|grid size|size|logic puzzle|logic grid)\b[^.?!]{0,60}$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\W*(?:(?:do not|don't) (?:give up|worry|panic|rush|cheat|peek|forget to have fun)|no (?:guessing|calculator|tricks)(?: \w+){0,4}|"
    r"you (?:won't|will not|do not|don't) need (?:to guess|any \w+(?: \w+)?|more))\W*$",
    re.IGNORECASE,
)
_COURTESY = frozenset(
    listed(
        """a able about added ahead all am an and any anybody anyone are as ask at attention available be been
        beginner beginners begin below best better bit bonus brain brains but by bye can careful carefully catch challenge challenging
        cheers chocolate classic classical clever clue clues coffee come comes completely could credit cup day dear deduce deduction
        deductive detective difficult difficulty do does doing easy either enjoy enjoyable enough ever every everybody
        everyone everything evening excellent explain favourite feel fellow find finding follow follows following for free friend friends from
        full fun game games get give go goes good grab great grid grids guess guessing had hand happy hard hat have having hello help
        here hey hi hint hints hope i if in info information inside interesting into is it its it's i'm i've join just keep kind
        know known let let's level like ll logic logical logically look looking lot lots love luck made make makes
        master material may me medium merry mind moderate moment morning much my need needed new nice night now of ok okay on once
        one online only or our out own page paper patience pen pencil people piece play please pleasure post presented problem
        problems provided publish puzzle puzzled puzzles question questions quick read reader readers reading ready really reason
        reasoning recommended relax riddle riddles s see seem sharpen shall should simple sit sleuth so solution solutions solve solved
        solver solvers solving source start step steps still story success such sunday super sure table take takes teaser
        teasers test text thank thanks that the their them then there these they think thinking this those through tick time times tip
        title to today tricky try trying use used using very want warm warming watch way we weekend weekly welcome well
        what who wish wishes with without wonderful word words work works worry would write yet you your you're yours yourself"""
    )
)
_FORM = re.compile(r"^[\W\d_]*(?:_{2,}|\.{3,}|\u2026)|[|{}]|_{3,}|^\W*\"[^\"]+\"\s*:|^[\s|+:=_-]+$|^\W*```")


@dataclass(frozen=True)
class Knowledge:
    """What is known of a puzzle when its sentences are sorted.

    `rows` is how many of everything it has; `mentioned` gives a value that a text names, or ""; `settles` says whether a
    sentence tells which way something runs, and `without` gives the sentence without that. `topics` are the stems of
    words that name its categories.
    """

    rows: int
    mentioned: Callable[[str], str] = lambda _: ""
    settles: Callable[[str], bool] = lambda _: False
    without: Callable[[str], str] = str
    topics: frozenset[str] = frozenset()


def blocking(sentence: str, known: Knowledge) -> str:
    """Why a sentence may matter to the clues, or nothing: it holds a value, a number, a negation or a telling word."""
    rest = known.without(sentence.replace("\u2019", "'"))
    rest = _counted(rest, known.rows)
    rest = _SAME_SCENE.sub(lambda match: match[0] if stem((match[1] or match[2]).lower()) in known.topics else " ", rest)
    for phrase in (_POINTERS, *_GENRE):
        rest = phrase.sub(" ", rest)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:[.:]\d+)?", rest.lower())
    for word in words:
        if word.endswith("n't"):
            return f"'{word}' denies something"
        for kind, said in _KINDS:
            if word in kind:
                return f"'{word}' {said}"
        if word in COMPARATIVES or is_superlative(word):
            return f"'{word}' compares"
        number = int(word) if word.isdecimal() else NUMBER_WORDS.get(word)
        counts = number is not None or word in ORDINAL_WORDS or not word[0].isalpha()
        if counts and word != "one" and number != known.rows:
            return f"it holds the number '{word}'"
    value = known.mentioned(rest)
    return f"it names '{value}' outside the clues" if value else ""


# Everybody is there at once; that no value is shared by it, the categories tell.
_SAME_SCENE = re.compile(
    r"\b(?:on|in|at|for|from|of) the same (day|morning|afternoon|evening|night|week|month|year|street|road|town|city|village|building|"
    r"school|office|company|team|club|party|class|house|course|neighborhood|neighbourhood|time)\b"
    r"|\bshare[sd]? (?:a|an|one|the|their|the same) (?:[a-z]+ )?([a-z]+)\b",
    re.IGNORECASE,
)


def _counted(sentence: str, rows: int) -> str:
    """A sentence without "five neighbours", where there are five of everything."""
    words = "|".join([str(rows), *(word for word, number in NUMBER_WORDS.items() if number == rows)])
    return re.sub(rf"\b(?:{words})(?: [a-z]+(?:s|en|ple)\b)?", " ", sentence, flags=re.IGNORECASE)


def speaks_of_truth(text: str) -> str:
    """The word by which a text says that clues may not hold, or nothing."""
    return next((word for word in re.findall(r"[a-z]+", text.lower()) if word in _TRUTH), "")


def is_question(sentence: str) -> bool:
    """Whether a sentence asks something."""
    return bool(_ASKS.match(sentence.strip()))


def asks_for_options(sentence: str) -> bool:
    """Whether a question is followed by answers to choose from."""
    return bool(_OF_OPTIONS.search(sentence)) and not re.search(r"following clues|these clues", sentence, re.IGNORECASE)


def is_label(line: str) -> bool:
    """Whether a line says something about the puzzle as such: its difficulty, its author."""
    return bool(_LABEL.match(line))


def is_form(line: str) -> bool:
    """Whether a line is part of a table, blank or JSON to fill in."""
    return bool(_FORM.search(line))


def courteous(sentence: str, mentioned: Callable[[str], str]) -> bool:
    """Whether a sentence only wishes, thanks, labels or says how to present the answer."""
    plain = sentence.strip().replace("\u2019", "'")
    if speaks_of_truth(plain):
        return False
    if _POLITE.match(plain) or _FORMAT.match(plain):
        return True
    if mentioned(plain):
        return False
    if _LABEL.match(plain):
        return True
    words = re.findall(r"[a-z]+(?:'[a-z]+)*", plain.lower())
    return bool(words) and not re.search(r"\d", plain) and all(word in _COURTESY for word in words)


def state(sentence: str, known: Knowledge) -> Statement:
    """What a sentence that gives no category and is no clue is for."""
    if is_form(sentence):
        return Statement("courtesy", "a form to fill in")
    question = is_question(sentence) or (bool(_TASK.match(sentence)) and not known.mentioned(_tail(sentence)))
    if question:
        return _question(sentence)
    if courteous(sentence, known.mentioned):
        return Statement("courtesy")
    reason = blocking(sentence, known)
    if reason:
        return Statement("unread", reason, blocks=True)
    if known.settles(sentence):
        return Statement("convention")
    if any(pattern.search(sentence) for pattern in _GENRE):
        return Statement("rule")
    return Statement("unread", "a description: it names no value, number or rule of the puzzle")


_CONDITION = re.compile(
    r"\b(?:if|given that|assuming|suppose|supposing|provided|knowing|since|because|unless|except|but|considering that)\b",
    re.IGNORECASE,
)


def _question(sentence: str) -> Statement:
    """A question is none of the facts, unless it brings in a condition or speaks of who tells the truth."""
    condition = _CONDITION.search(sentence)
    if condition:
        return Statement("unread", f"a question with a condition ('{condition[0]}')", blocks=True)
    if not asks_for_options(sentence) and (word := speaks_of_truth(sentence)):
        return Statement("unread", f"'{word}' speaks of truth", blocks=True)
    return Statement("question")


def _tail(sentence: str) -> str:
    """What a task goes on to say after a full clause: "Find out who owns what; Ada owns the cat"."""
    parts = re.split(r"[;:]\s|\s-\s|\u2014", sentence, maxsplit=1)
    return parts[1] if len(parts) > 1 else ""
