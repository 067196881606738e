"""What says nothing about an order: titles, greetings; and the words that say which of several replies is wanted."""

import re
from collections.abc import Sequence

from solvent.translators.puzzle import Passage
from solvent.translators.rules.text.telling import Knowledge, blocking, told_by_the_way

_NUMBERED = re.compile(
    r"\W*(?:(?:question|puzzle|problem|exercise|riddle|task|q|brain ?teaser|teaser|worksheet|example|quiz)"
    r"(?: (?:no|number|nr))?|no|number)\W{0,3}\d{1,4}[a-z]?(?: \(\d+ (?:marks?|"
    r"points?)\))?(?P<end>\s*[:.)\u2013\u2014-]+\s+|\W*$)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:a |an |here(?: is|'s) an? )?(?:quick|easy|hard|tricky|little|nice|short|small) one"
    r"(?: (?:for|from) [^:.,]{1,30}?)?(?:[:.,!]\s*|\s+(?=[^\w\s]|[A-Z])))[^\w]*",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|dear|good (?:morning|evening|afternoon))\b(?: \w+){0,2}\s*[,!.:-]+\s*", re.IGNORECASE
)
_QUESTION_WORDS = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|how|why|is|are|was|were|can|could|do|does|did|please)\b", re.IGNORECASE
)
_ONLY = re.compile(
    r"^(?:please )?(?:(?:I|we) )?(?:just|only) (?:need|want|give|tell|say|name|answer|state)(?: to know)?(?: me| us)? "
    r"(?:who is )?(?P<what>(?:the|who|which) .+?)\W*$",
    re.IGNORECASE,
)
_LONGEST = 4  # words of a title


def is_title(text: str, *, first: bool, names: Sequence[str]) -> bool:
    """Whether a sentence is the number of a puzzle or, as the first, a title: no sentence, names or telling words."""
    if names:
        return False
    if _NUMBERED.fullmatch(text):
        return True
    short = first and len(text.split()) <= _LONGEST and not _QUESTION_WORDS.search(text)
    return short and not blocking(text, Knowledge(rows=0))


def without_greeting(text: str) -> str:
    """Return a sentence without "Hi all, here's one" or "Puzzle no. 5:" before it."""
    text = _LEAD.sub("", _NUMBERED.sub("", text, count=1) if _NUMBERED.match(text) else text)
    return re.sub(r"^(?:here(?: is|['\u2019]s)) one\b", "", _GREETING.sub("", text), flags=re.IGNORECASE)


def only_wanted(text: str) -> str:
    """Return the question of "Just give the second shortest", or ""."""
    match = _ONLY.match(text)
    if not match:
        return ""
    what = match["what"]
    return what if what.lower().startswith(("who ", "which ")) else f"who is {what}"


def without_block(passage: Passage) -> Passage:
    """Return the passage of an earlier question that need not be answered and states nothing."""
    if passage.role != "question" or told_by_the_way(passage.text, Knowledge(rows=0)):
        return passage
    return passage.model_copy(update={"reason": "not all of it is wanted", "blocks": False})
