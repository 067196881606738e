"""What else a text about truth tellers contains: scenes, introductions of persons and kinds, courtesies."""

import re

from solvent.translators.puzzle import Role
from solvent.translators.rules.statements.nouns import number
from solvent.translators.rules.testimony import deeds
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.testimony.sorts import words_of
from solvent.translators.rules.text.courtesies import courteous
from solvent.translators.rules.text.telling import Knowledge, blocking, is_of_order
from solvent.translators.rules.text.words import NUMBER_WORDS, WEEKDAYS

_EACH = r"(?:each|every|everyone|everybody|all|both)(?: (?:one )?of (?:them|these|the|whom|those|us|my|our))?"
_KINDS = (
    r"(?:kinds?|sorts?|types?|tribes?|groups?|class|classes|clans?|families|races?)(?: of (?:people"
    r"|persons?|inhabitants?|islanders?|creatures?|beings?|robots?))?"
)
_SPOKEN = re.compile(
    r"^(?:(?:when|on being|being) (?:asked|questioned)(?: about (?:it|this))?,? )?"
    r"(?:(?:they|each|each of them|everyone|both|these|the \w+|here|this|following) ?)?(?:is"
    r"|are|were|was|have|has)? ?(?:what )?"
    r"(?:(?:they|each|each of them|everyone|the \w+) )?(?:said|say|says|made|make"
    r"|makes|told|tell|tells|were asked|are asked|given|are labelled|bear|bears|has"
    r"|have)?"
    r"(?: (?:you|us|the police|me))?(?: (?:an?|one|the|these|those|exactly one))?(?: ?(?:following"
    r"|as follows|label|inscription|sign|statement|statements))*(?: (?:each|about it))?:?$",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?:consider|look at|read) (?:these|the(?: following)?) (?:\w+ )?(?:statements"
    r"|sentences|claims|inscriptions|signs)[:.]"
    r"|(?:later|afterwards|here|then|so|when)?[\w ,']{0,60}\b(?:said|say|says|told"
    r"|tell|tells|made|make|makes|claimed|answered|testified|read|statements?|signs?"
    r"|labels?)"
    r"(?: (?:the|this|their|his|her|you|us|me|him|them|following|an?|one|as|follows"
    r"|on|it|claim|statements?|police|inspector|wives|wife|teacher|mother|father|parents"
    r"|detective|judge|each))*:",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:each )?(?:made|make|makes|gave|gives?) (?:exactly )?(?:an?|one) (?:single )?(?:statement|claim)(?: each)?\b",
    re.IGNORECASE,
)
_SO_MANY = re.compile(
    r"^(?:and |then )?(?:(?:under questioning|when asked|when questioned),? )?"
    rf"(?:each|every|all|everyone|everybody|both)\b[\w ]{{0,25}}? (?:makes?|made|says?|said"
    rf"|gives?|gave|has|have|had"
    rf"|told (?:us|me|you|him|her)|bears?) (?:exactly )?(?P<many>{'|'.join(NUMBER_WORDS)}) (?:statements?"
    rf"|remarks?|claims?"
    r"|things?|sentences?|lines?|messages?)(?: each)?(?: (?:written |printed )?on (?:its|the|their) \w+)?(?=[.:]?$)",
    re.IGNORECASE,
)
_SPEAKING = re.compile(
    r",? (?:and|who) (?:they|each|each of them|all of them)?(?: ?(?:make|made|makes|say|said|says|tell you|told you))"
    r"(?: (?:the )?following)?(?: statements?| as follows)?(?=[.,:?]?$)|,? (?:and )?(?:they"
    r"|he|she) (?:talks?|speaks?) to you(?=[.,]?$)",
    re.IGNORECASE,
)


# Marks, exercise numbers, and how to answer.
_NOISE = re.compile(
    r"\W*(?:(?:logic|maths?|reasoning) )?(?:homework, )?(?:\d+ (?:marks?|points?)|(?:(?:part|section|homework"
    r"|exercise|question|problem|puzzle|riddle|sheet|quiz"
    r"|worksheet"
    r"|round|unit|chapter|page|no\.?|number|q)[.:,]? ?)+(?:\d{1,3}[a-z]?|[A-Z])\b"
    r"(?:[,:] (?:reasoning|logic|(?:exercise|question|problem|puzzle) \w+))?"
    r"|give (?:its|the|his|her|their) (?:number|name|letter|colou?r)s?(?: only)?)\W*",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"^(?:q|question|exercise|problem|ex\.?|no\.?)? ?\d{1,3}[.):] ", re.IGNORECASE)
_LYING_THERE = re.compile(
    r"\b(?:lie|lies|lay|lying) (?=(?:on|in|before|under|around|beside|there|next)\b)", re.IGNORECASE
)
# What goes without saying where one place holds what is looked for.
_EMPTY = re.compile(
    r"(?:(?:and|but|while) )?(?:(?:all )?the (?:others?|rest|remaining)(?: \w+){0,2} (?:are|is|were"
    r"|stand) (?:all |both )?empty"
    r"|(?:all )?the (?:others?|rest|remaining)(?: \w+){0,2} (?:contain|hold|have)s? (?:nothing|only air)"
    r"|there(?:'s| is) nothing (?:in|behind|under|inside) the (?:others?|rest)(?: \w+){0,2}"
    r"|(?:you|he|she|they|your \w+|the \w+) (?:may|can|must|are allowed to|is allowed to) (?:only )?(?:open"
    r"|choose|pick|take|keep)"
    r" (?:only |just |exactly )?one(?: of (?:them|the \w+))?)[.!]?",
    re.IGNORECASE,
)
_NOBODY_ELSE = re.compile(
    r"(?:^|,? )(?:and )?(?:there(?:'s| is| are) )?(?:nobody else|no one else|no others?|no other (?:people|kinds?"
    r"|sorts?))"
    r"(?: (?:lives?|living))?(?: (?:there|here|(?:on|in) the \w+))?(?=\.?$)",
    re.IGNORECASE,
)


_LIVE_ONLY = re.compile(
    r"\b((?:there )?(?:live|lives|are|is inhabited|inhabited|populated)(?: there"
    r"| here)?(?: by)?) only(?= (?:two|SORT|[a-z]+s\b))",
    re.IGNORECASE,
)
_EACH_ONE_OR_OTHER = re.compile(r"\b(?:are|were) (?:each|all|both) (?:either )?one or the other\b", re.IGNORECASE)
_ARE_KIN = re.compile(r"\bare (?:identical )?(?:twins|brothers|sisters|siblings|friends|cousins)\b", re.IGNORECASE)
_THIS_IS_WHAT = re.compile(
    r"(?:and )?(?:this|here)(?: is|'s) what (?:they|each(?: of them)?|the \w+|everyone)(?: all)?"
    r" (?:said|say|told [\w' ]{1,20}|answered|had to say|claimed)(?: about it)?(?: at \w+ \w+)?[:.]?",
    re.IGNORECASE,
)
_HAD_BEEN = (
    r"(?: (?:had|have|was|were|could have)(?: been)?"
    r"(?: (?:near|in|at|around|there|inside|present|allowed)\b[\w ']*)?)?"
)


def without_number(sentence: str) -> str:
    """Return a sentence without the number of an exercise before it."""
    return _PREFIX.sub("", sentence)


def residual(sentence: str, frame: Frame, *, cut: str = "") -> str:
    """Why a sentence may matter that is neither a statement nor a fact, or "" if it only sets the scene."""
    plain = (cut or sentence).replace("\u2019", "'").strip()
    if _NOISE.fullmatch(plain):
        return ""
    plain = _NOBODY_ELSE.sub("", _SPEAKING.sub("", _PREFIX.sub("", plain)))
    plain = _LYING_THERE.sub(" ", plain)
    if frame.deed and frame.deed.place and _EMPTY.fullmatch(plain):
        return ""
    plain = _without_counts(plain, frame)
    if _is_silent(plain, frame):
        return ""
    plain = _ARE_KIN.sub(" ", plain)
    if frame.sorts:
        plain = _EACH_ONE_OR_OTHER.sub(" ", plain)
    spoken = _THIS_IS_WHAT.fullmatch(plain) or _SPOKEN.match(plain.rstrip(" .")) or _INTRODUCED.fullmatch(plain)
    if spoken or (frame.deed and deeds.is_gone(plain, frame.deed)):
        return ""
    defines = bool(cut) or _defines(plain, frame)
    plain = _without_persons(_LIVE_ONLY.sub(r"\1", plain) if defines else plain, frame)
    if defines:
        plain = _ONE_OR_OTHER.sub(" ", plain)
        if _foreign(plain, frame):
            return "a kind of person that is not understood"
        plain = _without_kinds(plain, frame)
    elif re.search(r"\bSORT\d", plain):
        return "it is not understood"
    plain = re.sub(r"\b(?:in |on |of |from )?(?:front of|the end of|a row|the island of|top of)\b", " ", plain)
    return _telling(plain, frame)


def _without_counts(plain: str, frame: Frame) -> str:
    """Return a sentence without how many statements each makes, if this is so."""
    sizes = {len(made) for made in frame.made}
    plain = _MADE.sub("", plain) if frame.one_each else plain
    return _SO_MANY.sub(lambda match: "" if sizes == {number(match["many"])} else match[0], plain)


def _without_persons(plain: str, frame: Frame) -> str:
    """Return a sentence without what it says of all those who are there, or how many there are."""
    for listed in frame.cast.lists:
        plain = re.sub(rf"\bonly {re.escape(listed)}{_HAD_BEEN}", " ", plain, flags=re.IGNORECASE)
        people = rf"(?:people|persons|ones|suspects|visitors|guests|{frame.cast.noun})"
        plain = re.sub(
            rf"{re.escape(listed)} (?:are|were) the only (?:\w+ )?{people}(?: (?:at|in|there|here|around"
            rf"|near)\b[\w ]*)?",
            " ",
            plain,
        )
        plain = plain.replace(listed, " ")
    count = frame.count
    sizes = "|".join([str(count), *(word for word, value in NUMBER_WORDS.items() if value == count)])
    noun = frame.cast.noun
    plain = re.sub(rf"\b(?:{sizes}) of (?:them|these|those|the (?:\w+ )?(?:{noun}))", " ", plain, flags=re.IGNORECASE)
    plain = re.sub(
        (
            r"\b(?:each|all|every one|every|both)? ?(?:of )?(?:the |these |those |my "
            rf"|our |other )?(?:{sizes}) (?:\w+ )?(?:{noun})\b"
        ),
        " ",
        plain,
        flags=re.IGNORECASE,
    )
    plain = re.sub(
        (
            r"\b(?:are |is )?(?:numbered|labell?ed|named|called) (?:from )?(?:(?:1|A) (?:to"
            rf"|through|-) (?:{count}|{chr(64 + count)})|(?:1|A)(?:, (?:\d|[B-Z]))*,? and (?:{count}"
            rf"|{chr(64 + count)}))\b"
        ),
        " ",
        plain,
    )
    letter = chr(64 + count)
    plain = re.sub(rf"[,:] (?:1|A)(?:, (?:\d|[B-Z]))*,? and (?:{count}|{letter})(?=[.,;]?$)", " ", plain)
    size = len(frame.sorts)
    kinds = "|".join([str(size), *(word for word, value in NUMBER_WORDS.items() if value == size)])
    if size:
        plain = re.sub(
            rf"\b(?:exactly |only |just )?(?:{kinds}) (?:different )?{_KINDS}\b", " ", plain, flags=re.IGNORECASE
        )
    return re.sub(
        (
            r"\b(?:before|in front of|opposite|beside|next to|behind|around|at the end of"
            r"|in the middle of|on top of|to the left of) (?:you|us|me|an? \w+|each other"
            r"|one another)\b"
        ),
        " ",
        plain,
    )


def _is_silent(plain: str, frame: Frame) -> bool:
    """Whether a sentence only says that somebody who makes no statement is silent."""
    match = _SILENT.fullmatch(plain.rstrip(" ."))
    if match and not plain.rstrip().endswith((".", "!")) and re.search(rf"\b(?:{_SMILES}|eating)\b", plain):
        return False  # "Bob just smiles and agrees"
    who = match["who"].removeprefix("the ").removeprefix("The ") if match else ""
    return who in frame.cast.names and not frame.made[frame.cast.names[who]]


def _without_kinds(plain: str, frame: Frame) -> str:
    """Return the sentence without kinds, and without words for everyone."""
    plain = re.sub(rf"\b{_EACH}(?: (?:one|{frame.cast.noun}))?\b", " ", plain, flags=re.IGNORECASE)
    words = "|".join(re.escape(word) for word in sorted(words_of(frame.sorts), key=len, reverse=True))
    plain = re.sub(rf"\b(?:SORT\d|{words})\b", " ", plain, flags=re.IGNORECASE)
    return re.sub(r"\b(?:either|or|two kinds of people)\b", " ", plain, flags=re.IGNORECASE)


def _telling(plain: str, frame: Frame) -> str:
    """Why the rest of a sentence may matter, or ""."""
    names = sorted((name for name in frame.cast.names if len(name) > 1 or name.isupper()), key=len, reverse=True)

    def mentioned(text: str) -> str:
        return next((name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)), "")

    knowledge = Knowledge(rows=frame.count, mentioned=mentioned)
    if any(re.search(rf"\b{day}s?\b", plain, re.IGNORECASE) for day in WEEKDAYS):
        return "it names a day"
    if re.search(r"\bQ\d+Q\b|\"", plain):
        return "words in quotation marks that nobody is said to say"
    if _SO_MANY.search(plain):
        return "it gives another number of statements"
    doubt = _DOUBTS.search(plain)
    if doubt:
        return f"'{doubt[0]}' may change what was said"
    plain = _HARMLESS.sub(" ", plain)
    return blocking(re.sub(r"\w+", lambda match: "" if _of_place(match[0]) else match[0], plain), knowledge)


def _of_place(word: str) -> bool:
    """Whether a word says where somebody is: a statement that depends on it is not understood anyway."""
    return is_of_order(word) and not word.lower().startswith(("backward", "order", "start", "begin", "drop"))


# Words that may matter in other puzzles, but not for who lies.
_HARMLESS = re.compile(
    r"\b(?:can't|can ?not|couldn't|could not|nobody can|no one can) (?:be told|tell (?:them|us|these|the two"
    r"|one|who is who|which is which)) (?:apart|from (?:the|one) (?:other|another))(?: by [\w ]{2,40})?"
    r"|\b(?:were|was|are|is|have been|had been) (?:all )?asked (?:who|what|where|when|how|about|whether)\b.*"
    r"|\b(?:across|down|back|up|over|around|front|next|last|before|after|when|while"
    r"|other|left|right|under|above|below|behind"
    r"|between|middle|start|end|again|another|note|lies there|can|could|may|most|all"
    r"|every|each|both|must|statements?|inscriptions?|or)\b",
    re.IGNORECASE,
)
_ONE_OR_OTHER = re.compile(
    r"\b(?:each|every|everyone|everybody)(?: (?:one )?of (?:them|us|these|the \w+))?(?: \w+)?(?: there| here"
    r"| (?:on|in) (?:it|the \w+))? (?:is|are|must be) (?:always )?(?:either )?one or the other\b",
    re.IGNORECASE,
)
_SMILES = (
    "smiles?|smiled|grins?|grinned|shrugs?|shrugged|laughs?|laughed|yawns?|yawned|sighs?|sighed|frowns?|frowned|blushes"
    "|blushed|whistles?|whistled|hums?|hummed|giggles?|giggled"
)
_SILENT = re.compile(
    rf"(?:but |and |while )?(?P<who>[\w .'-]{{1,40}}?) (?:just |only |simply )?(?:(?:keeps?|kept|remains?|remained"
    rf"|stays?|stayed|is|was|fell|falls) (?:silent|quiet|mum)|says? nothing|said nothing"
    rf"|(?<=just )(?:{_SMILES})|(?<=only )(?:{_SMILES})|(?:goes|went) on eating(?: \w+ \w+)?"
    rf"|(?:does not|doesn't|did not|didn't) (?:say (?:anything|a word|a thing)|speak|answer|reply)"
    rf"|(?:refuses?|refused) to (?:speak|answer|say anything))(?: at all)?",
    re.IGNORECASE,
)

_DOUBTS = re.compile(
    r"\b(?:took (?:it|that|this|his \w+|her \w+) back|changed|think|thinks|thought"
    r"|believes?|remember|sure|heard|seems?|perhaps"
    r"|maybe|possibly|probably|usually|often|occasionally|mostly|nearly|almost|supposedly"
    r"|allegedly|apparently|said|says"
    r"|claims?|claimed|tells|told|answered|replied|guess(?:es|ed)?|innocent|guilty|thief|culprit|alibi)\b",
    re.IGNORECASE,
)


def _defines(plain: str, frame: Frame) -> bool:
    """Whether a sentence says that everyone is of one of the kinds."""
    if not frame.sorts:
        return False
    named = [sort for sort in frame.sorts if re.search(rf"\b(?:{sort.pattern})\b", plain, re.IGNORECASE)]
    several = re.search(
        (
            rf"\b{_EACH}|\b(?:are|is) (?:either|a|an)\b|\b(?:lives?|inhabited|populated"
            r"|kinds|sorts|types|tribes|land|island|country|planet|village|town|home to)\b"
        ),
        plain,
        re.IGNORECASE,
    )
    return (
        len(named) == len(frame.sorts)
        and several is not None
        and not re.search(r"\b(?:one|some|most|half)\b", plain, re.IGNORECASE)
    )


def _foreign(plain: str, frame: Frame) -> bool:
    """Whether a word that is no kind stands beside kinds in a list of them."""
    words = "|".join(re.escape(word) for word in sorted(words_of(frame.sorts), key=len, reverse=True))
    sort = rf"(?:(?:an? |the )?(?:SORT\d|{words})(?: (?:people|persons?))?)"
    after = (
        rf"{sort}(?:, (?:and|or) |, (?!and |or )| and | or )(?!(?:(?:an? |the |either )?(?:SORT\d"
        rf"|{words})\b|you|the|who|which|on|in|all|each|every|everyone|everybody|one|two"
        r"|it|they|he|she|i|we|while|whereas|where|but|nobody|nothing|both|these|this|there|when)\b)(?:an? )?[a-z]+"
    )
    before = (
        rf"\b(?:an? (?!(?:SORT\d|{words})\b)[\w-]+(?:,| or|, or) an? |(?!(?:SORT\d|{words})\b)[a-z]+s(?:, "
        rf"| and | or )){sort}"
    )
    return bool(re.search(after, plain, re.IGNORECASE) or re.search(before, plain, re.IGNORECASE))


def role(sentence: str) -> Role | None:
    """Return the role of a sentence that only wishes, thanks or says how to answer; None for any other."""
    return "courtesy" if courteous(sentence, Knowledge(rows=0)) else None
