"""Classifies a sentence that is not a clue: a rule of the genre, a question, a courtesy, or unread with the reason."""

import re
from dataclasses import dataclass

from solvent.translators.puzzle import Role
from solvent.translators.rules.text.courtesies import courteous, is_form
from solvent.translators.rules.text.genre import is_of_the_genre
from solvent.translators.rules.text.options import asks_for_the_exception
from solvent.translators.rules.text.telling import Knowledge, blocking, told_by_the_way
from solvent.translators.rules.text.words import is_agent, stem


@dataclass(frozen=True)
class Statement:
    """The role of a sentence; `blocks` marks an unread one that may change what the clues mean."""

    role: Role
    reason: str = ""
    blocks: bool = False


# What opens a question, and says nothing.
_OPENING = re.compile(
    r"^\W*(?:(?:so|now|then|well|ok|okay|and|but|finally|please|(?:(?:the|a|my|our|last|final|one) )*questions?"
    r"(?: \d+| is| are)?|q ?\d*|(?:here is|here's) (?:the|my|our) question|tell (?:me|us)|do you know|"
    r"can you (?:tell|say|guess)(?: me| us)?|i wonder|in the end)[,:.)]*\s+)+(?=[a-z])",
    re.IGNORECASE,
)
_QUESTION_LEAD = (
    r"(?:(?:so|now|then|please|and|finally|can you|could you|your (?:task|job|goal|aim) is to|the (?:task|goal|aim|"
    r"object|challenge) is to|"
    r"try to|help \w+ (?:to )?|let's|let us|use .{0,40} to|using .{0,40}|from .{0,30}|with .{0,30}|given .{0,30}|"
    r"based on .{0,30}|for (?:each|every)(?: of the)? [a-z]+)[,: ]+)*"
)
_ASKS = re.compile(
    rf"^{_QUESTION_LEAD}(?:who|whom|what|which|where|when|whose|how (?:many|old|much|long|far|tall|is|are|do|does|"
    rf"did)|"
    rf"in (?:what|which)|"
    r"on (?:what|which)|at (?:what|which)|to (?:what|which|whom)|with (?:what|which|whom)|by whom|for (?:what|which|"
    r"whom))\b.*\?\W*$",
    re.IGNORECASE,
)
# "Did you know that Ada has the cat?" and "Isn't it Ada who has it?" state a fact.
_NOBODY = r"(?:you|we|i|it|there|he|she|they|one|anyone|anybody|not|this|that|these|those)"
_TELLS_MORE = r"(?:know|knew|that|who|whom|whose|which|not|no|never|if)"
_ASKS_WHETHER = re.compile(
    rf"^{_QUESTION_LEAD}(?:(?:is|are|was|were|do|does|did|has|have|can|could|may|might|must) (?!{_NOBODY}\b)|"
    r"is it (?:possible|impossible|certain|necessary|true|so|the case) (?:that|for) )"
    rf"(?:(?!\b{_TELLS_MORE}\b|n't\b)[^?.;:])+\?\W*$",
    re.IGNORECASE,
)
_TASK = re.compile(
    rf"^{_QUESTION_LEAD}(?:you (?:need|have|want) to )?(?:find(?: out)?|restore|draw up|state(?= (?:the|each|every|"
    rf"who|what|"
    rf"which|where|how)\b)|give(?= (?:the|each|every)\b)|show(?= (?:who|what|which|where|how)\b)|determine|"
    rf"sort (?:it|this|them|everything|everyone|everybody) out|work out|"
    rf"figure out|deduce|discover|identify|match|name|tell|"
    rf"establish|"
    r"decide|solve|say|reconstruct|complete|assign|sort out|pair|see if you can|help|fill in|"
    r"(?:list|give|write down|fill out|draw up|present|provide) (?:the|all|each|every|everyone|everybody|their|"
    r"who|what|which|where|how))\b",
    re.IGNORECASE,
)
_TRUE_OR_FALSE = re.compile(r"^\W*(?:is (?:it|this) )?(?:true or false|right or wrong)[:,?.]\s+(?=\S)", re.IGNORECASE)
_OF_OPTIONS = re.compile(
    r"which (?:one )?(?:(?:of )?(?:the following|these)"
    r"(?= (?:is|are|must|can|could|cannot|may|might|has|have|does|do|would|will)\b|\W*$)|"
    r"(?:of )?(?:the following |these |the )?(?:statement|option|answer|choice|assertion|conclusion)s?\b)",
    re.IGNORECASE,
)


# A question without its mark asks twice: "Who was in at what time, and for what".
_UNMARKED = re.compile(
    r"^(?:who|whose|which|what|where|when)\b(?!\s+(?:ever|[a-z]+ly)\b)[^.;:!?]*\b(?:who|what|which|where|when|"
    r"how)\b[^.;:!?]*$",
    re.IGNORECASE,
)
_LONGEST = 1000  # characters of a sentence


def is_question(sentence: str) -> bool:
    """Whether a sentence asks something."""
    plain = opened(sentence.strip())
    if _UNMARKED.match(plain):
        return True
    return bool(_ASKS.match(plain) or _ASKS_WHETHER.match(plain)) or asks_for_the_exception(plain)


def is_task(sentence: str) -> bool:
    """Whether a sentence says what to find out."""
    return bool(_TASK.match(sentence.strip()))


def asks_for_truth(sentence: str) -> bool:
    """Whether a sentence gives a statement to judge: "True or false: Ada has the cat."."""
    return bool(_TRUE_OR_FALSE.match(sentence))


def opened(sentence: str) -> str:
    """A sentence without the words that open a question: "So, tell me who ..."; others are left as they are."""
    rest = _OPENING.sub("", sentence)
    return rest if _ASKS.match(rest) or _ASKS_WHETHER.match(rest) else sentence


def asks_for_options(sentence: str) -> bool:
    """Whether a question asks to choose from answers that follow it."""
    return bool(_OF_OPTIONS.search(sentence)) or asks_for_the_exception(sentence)


def state(sentence: str, known: Knowledge) -> Statement:
    """Classify a sentence that gives no category and is not a clue."""
    sentence = _without_rule(sentence, known)
    if len(sentence) > _LONGEST:
        return Statement("unread", f"it is longer than {_LONGEST} characters", blocks=True)
    if is_form(sentence, known.mentioned):
        return Statement("courtesy", "a form to fill in")
    if _ALL_TRUE.match(sentence):
        return Statement("rule")
    if _asks_for_topics(sentence, known):
        return Statement("question")
    if (
        is_question(sentence)
        or asks_for_truth(sentence)
        or (bool(_TASK.match(sentence)) and not _tells(sentence, known))
    ):
        return _question(sentence, known)
    if courteous(sentence, known):
        return Statement("courtesy")
    reason = blocking(sentence, known)
    return Statement("unread", reason, blocks=True) if reason else _harmless(sentence, known)


# "What does each of them like? (All different.)", "..., given that all differ": a rule after the question.
_RULE_AFTER = re.compile(
    r"^(?P<asked>.*\S)\s*(?:\((?P<aside>[^()]+)\)\W*|,\s*(?:given|knowing|remembering|"
    r"if) (?:that )?(?P<rule>[^,()]+))$",
    re.DOTALL,
)
_ALL_TRUE = re.compile(
    r"^\W*(?:(?:everybody|everyone|each of them|they all|all of them|all (?:three|four|five|six)) (?:told|tells?|"
    r"is telling|"
    r"are telling|spoke|speaks?) (?:only |nothing but )?the truth|all (?:of )?(?:the |these )?(?:clues|statements|"
    r"facts) "
    r"(?:below |above )?are true)\W*$",
    re.IGNORECASE,
)
_ALL_DIFFER = re.compile(
    r"^\W*(?:they |these |everything |those |values )?(?:(?:are )?all(?: of them| of these)? (?:are )?(?:different|"
    r"differ|"
    r"distinct)|no two (?:are )?(?:alike|the same)|(?:each|every(?:thing| one)?)(?: (?:is|being|"
    r"of them is))? (?:used|chosen|"
    r"different)(?: exactly| only| just)?(?: once)?)\W*$",
    re.IGNORECASE,
)


def _without_rule(sentence: str, known: Knowledge) -> str:
    """A question or task without the rule after it that all values differ."""
    after = _RULE_AFTER.match(sentence.strip())
    if after is None or not (
        is_question(after["asked"]) or is_question(f"{after['asked']}?") or is_task(after["asked"])
    ):
        return sentence
    differ = _ALL_DIFFER.match(after["aside"] or after["rule"])
    return after["asked"] if differ and not known.mentioned(differ[0]) else sentence


def _asks_for_topics(sentence: str, known: Knowledge) -> bool:
    """Whether a question is made only of names of categories: "Player, instrument and case?"."""
    words = re.findall(r"[a-z]+", sentence.lower())
    named = [word for word in words if word not in ("and", "the", "their", "his", "her", "each", "for")]
    listed = (
        bool(re.fullmatch(r"\W*[a-z]+(?:,? (?:and )?[a-z]+){1,4}\?\W*", sentence, re.IGNORECASE)) and "," in sentence
    )
    of_topics = all(stem(word) in known.topics or is_agent(word) for word in named)
    plain = of_topics or (listed and not known.mentioned(sentence) and not blocking(sentence, known))
    return sentence.rstrip().endswith("?") and bool(named) and plain


def _harmless(sentence: str, known: Knowledge) -> Statement:
    """Classify a sentence that contains nothing that could change the clues."""
    if known.settles(sentence):
        odd = known.odd(sentence)
        return Statement("unread", f"'{odd}' is not understood here", blocks=True) if odd else Statement("convention")
    if is_of_the_genre(sentence):
        return Statement("rule")
    if sentence.rstrip("* ").endswith(":"):
        return Statement("unread", "a heading that is not understood", blocks=True)
    return Statement("unread", "a description: it names no value, number or rule of the puzzle")


_CONDITION = re.compile(
    r"\b(?:if|given that|assuming|suppose|supposing|provided|knowing|since|because|unless|except|but|"
    r"considering that)\b",
    re.IGNORECASE,
)


# "Who owns the fish that Ann does not own?" also states a fact.
_ASIDE = re.compile(
    r"\S+ .*\b(?:who|that|whose|which)\b.*\b(?:not|never|no)\b|\S+ .*\b(?:who|that)\b.*n't\b", re.IGNORECASE
)


def _question(sentence: str, known: Knowledge) -> Statement:
    """Classify a question: it states nothing, unless it contains a condition or states a fact in passing."""
    sentence = _TRUE_OR_FALSE.sub("", opened(sentence.strip()))
    condition = _CONDITION.search(sentence)
    if condition and not asks_for_the_exception(sentence):
        return Statement("unread", f"a question with a condition ('{condition[0]}')", blocks=True)
    if not asks_for_options(sentence) and (told := told_by_the_way(_without_places(sentence, known), known)):
        return Statement("unread", told, blocks=True)
    if _ASIDE.search(sentence) and known.mentioned(sentence):
        return Statement("unread", "a question that also states a fact", blocks=True)
    return Statement("question")


# A modal verb, and words that in a question state neither truth nor time: "is it true that", "when", "lie between".
_SILENT = re.compile(
    r"^\W*(?:(?:can|could|may|might|must) (?!you\b)|is it (?:true|so|the case) that )|"
    r"(?:^\W*|\band |, )when (?=(?:is|are|was|were|do|does|did)\b)|\blies? (?=(?:in )?between\b)",
    re.IGNORECASE,
)


def _without_places(sentence: str, known: Knowledge) -> str:
    """A question without its modal verb and the numbers of places ("house 2"), which state nothing in it."""
    asked = _SILENT.sub(" ", sentence)
    return re.sub(
        r"\b([a-z]+) (?:number )?\d{1,2}\b",
        lambda place: " " if stem(place[1].lower()) in known.topics else place[0],
        asked,
        flags=re.IGNORECASE,
    )


def _tells(sentence: str, known: Knowledge) -> bool:
    """Whether a task also states a fact: it names two values, or goes on after a full clause."""
    if re.search(r"\b(?:who|what|which|where|when|how|whose)\b", sentence, re.IGNORECASE):
        return bool(known.mentioned(_tail(sentence)))
    first = known.mentioned(sentence)
    another = known.mentioned(sentence.replace(first, " ", 1)) if first else ""
    return bool(another or known.mentioned(_tail(sentence)))


def _tail(sentence: str) -> str:
    """What a task says after its first clause: "Find out who owns what; Ada owns the cat"."""
    parts = re.split(r"[;:]\s|\s-\s|\u2014", sentence, maxsplit=1)
    return parts[1] if len(parts) > 1 else ""
