"""What somebody did ("ate the cake"), or where something lies ("a ring is in one of the drawers")."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.text.words import NUMBER_WORDS, listed

# Nouns and adjectives for whoever did something wrong.
_AGENTS = listed("thief culprit murderer killer criminal burglar robber perpetrator offender vandal guilty wrongdoer")
_GENERIC = r"(?:did|done|do|does)(?: it| that| this)"
_NOT_DEEDS = frozenset(
    [
        "be",
        "is",
        "are",
        "was",
        "were",
        "am",
        "have",
        "has",
        "had",
        "do",
        "does",
        "did",
        "say",
        "says",
        "said",
        "tell",
        "tells",
        "told",
        "lie",
        "lies",
        "lied",
        "lying",
        "speak",
        "speaks",
        "spoke",
        "make",
        "makes",
        "made",
        "claim",
        "claims",
        "know",
        "knows",
        "knew",
        "mean",
        "means",
        "live",
        "lives",
        "belong",
        "belongs",
        "wear",
        "wears",
        "stand",
        "stands",
        "sit",
        "sits",
        "get",
        "gets",
    ]
)
_PLACE = r"(?:in|inside|behind|under|underneath|beneath|on)"
_DETERMINER = r"(?:the|an?|my|our|his|her|their|your|mum's|dad's|that|this|some|any)"
_LAST = re.compile(r"(?: of (?:the|them|us|these|those).*| ?[.?!,;].*)$")
_HIDING = (
    r"(?:is|was|are|lies?|lay|can be found|has been (?:hidden|put|placed)|is (?:hidden|kept|located)|sits|must be)"
)
_CONTAINS = r"(?:contains?|contained|holds?|held|hides?|conceals?|conceal|has|have|had|houses?|leads? to|conceals)"


@dataclass(frozen=True)
class Deed:
    """What is asked about: a verb with its object, or the place of an object.

    `verbs` are verbs by stem, `objects` the words that its object is called by; `place` says whether it is a place.
    """

    verbs: frozenset[str]
    objects: frozenset[str]
    place: bool

    def said(self, phrase: str) -> bool:
        """Whether a phrase such as "take the last biscuit" or "eaten it" names the deed."""
        words = phrase.lower().split()
        if len(words) < 2 or verb_stem(words[0]) not in self.verbs:
            return False
        rest = [word for word in words[1:] if not re.fullmatch(_DETERMINER, word)]
        if not rest:
            return words[1:] in (["that"], ["this"], ["some"], ["any"])
        return set(rest) - {"it", "them"} <= self.objects and len(words) <= 7

    def agents(self) -> str:
        """A pattern of nouns and adjectives for who did it."""
        return "|".join(_AGENTS)


_ASKED = re.compile(
    r"\b(?:who|which (?:one|of (?:them|us|the \w+(?: \w+)?|these \w+)|\w+))(?: (?:has"
    r"|had|could have|must have|really))? "
    r"(?P<verb>[a-z]+) (?P<object>[\w' -]+?)(?= ?[?,.]|$| and )",
    re.IGNORECASE,
)
_ASKED_PLACE = re.compile(
    rf"\b(?:(?:{_PLACE} )?(?:which|what) [\w-]+ (?:{_HIDING}|does) (?P<one>(?:the|my"
    r"|an?) [\w' -]+?)(?: lie| hidden| found)?(?= ?[?,.]|$)"
    rf"|where (?:{_HIDING}) (?P<two>(?:the|my|an?) [\w' -]+?)(?: hidden| now)?(?= ?[?,.]|$)"
    rf"|(?:which|what) [\w-]+ {_CONTAINS} (?P<three>(?:the|an?) [\w' -]+?)(?= ?[?,.]|$)"
    rf"|who has (?P<four>(?:the|my|an?) [\w' -]+?)(?= ?[?,.]|$))",
    re.IGNORECASE,
)


def find(questions: Iterable[str], told: Sequence[str], noun: str) -> Deed | None:
    """Return what the text asks for, if it asks who did something or where something is; None for anything else.

    All sentences that name the deed, in the question and before, must call it by the same verb or object.
    """
    verbs: set[str] = set()
    objects: set[str] = set()
    place = found = False
    for written in questions:
        question = re.sub(r"\b(who|what|where)['\u2019]s\b", r"\1 is", written, flags=re.IGNORECASE)
        where = _ASKED_PLACE.search(question)
        if where:
            thing = next(group for group in where.groups() if group)
            found = place = True
            objects |= _content(thing)
            continue
        match = _ASKED.search(question)
        if match is None:
            generic = re.search(
                rf"\b(?:who|which \w+)(?: has)? (?:{_GENERIC})|\bwho (?:is|was) (?:the )?(?:{'|'.join(_AGENTS)})\b",
                question,
                re.IGNORECASE,
            )
            found = found or generic is not None
            continue
        verb = match["verb"].lower()
        if verb_stem(verb) in {verb_stem(each) for each in _NOT_DEEDS} or verb in _NOT_DEEDS:
            if re.fullmatch(rf"(?:{_GENERIC})", f"{verb} {match['object']}".lower()) or re.match(
                rf"(?:the )?(?:{'|'.join(_AGENTS)})\b", match["object"], re.IGNORECASE
            ):
                found = True
            continue
        found = True
        verbs.add(verb_stem(verb))
        objects |= _content(match["object"])
    if not found:
        return None
    for sentence in told:
        for match in re.finditer(
            (
                rf"\b(?:one|who|somebody|someone|which|ones|or [A-Z]\w*|and [A-Z]\w*|(?:{noun}))(?: of [^.,"
                r";]{1,60}?)?(?: (?:has|had|have|can have|could have|must have))? (?P<verb>[a-z]+) (?P<o"
                rf"bject>(?:it|them|{_DETERMINER} [\w' -]+))"
            ),
            sentence,
        ):
            stem = verb_stem(match["verb"].lower())
            near = _content(match["object"]) & objects or (match["object"].startswith(("it", "them")))
            if near and match["verb"].lower() not in _NOT_DEEDS and match["verb"] not in ("on", "of", "in", "to"):
                verbs.add(stem)
    return Deed(frozenset(verbs), frozenset(objects), place)


def _content(phrase: str) -> set[str]:
    plain = _LAST.sub("", phrase.lower())
    return {
        word
        for word in re.findall(r"[\w'-]+", plain)
        if not re.fullmatch(_DETERMINER, word) and word not in ("it", "them", "through", "in", "out", "from", "of")
    } | ({"out"} if re.search(r"\bout$", plain) else set())


_SURE = re.compile(
    r"^(?:it is (?:certain|known|clear|a fact) that|you know that|we know that) |^(?:of|among) [^,]{1,60}, "
)


def only_one(sentence: str, deed: Deed, noun: str) -> bool:
    """Whether a narrator's sentence says that just one of all did it, or that the object is in one of them.

    Names in the sentence must have been removed, or replaced by "LIST".
    """
    plain = _SURE.sub("", _SURE.sub("", sentence.strip(" .!").lower()))
    plain = re.sub(r",? and only one(?: of them)?,", "", plain)
    tail = re.search(
        r"(?:,|;)? (?:and|but|while|whereas) (?:(?:all )?the (?:rest|others?|remaining)\b|(?:nothing|none)\b)[\w ]*$",
        plain,
    )
    if tail and deed.place and not deed.objects & set(tail[0].split()):
        plain = plain[: tail.start()]
    numbers = "|".join(NUMBER_WORDS)
    one = r"(?:exactly |precisely |just |only )?one"
    of = rf" of (?:(?:them|us|these|those|my|our|the|his|her)\b ?)?(?:(?:{numbers}|\d+)\b ?)?"
    groups = [
        rf"{one}{of}(?:[\w-]+ )?(?:{noun}|[a-z]+)",
        rf"{one}{of.replace(' ?', '(?: |$)')}",
        rf"{one}(?: and only one)?",
        rf"{one} (?:{noun})",
        r"(?:only )?list",
    ]
    if deed.place:
        named = "|".join(map(re.escape, sorted(deed.objects)))
        if re.fullmatch(rf"(?:there are )?(?:{numbers}|\d+) (?:{noun})(?:,| and|, and) (?:1|one|a) (?:{named})", plain):
            return True
        thing = rf"{_DETERMINER} (?:[\w-]+ )?(?:{'|'.join(map(re.escape, sorted(deed.objects)))})"
        within = rf"{_PLACE} (?:(?:exactly |just |only )?one(?: of [\w' -]+?| (?:{noun}))|list)"
        forms = [
            rf"{thing} (?:{_HIDING})(?: hidden)? {within}",
            rf"{within} (?:{_HIDING}|there is) {thing}",
            *(rf"{group} ?{_CONTAINS} {thing}(?: (?:on|in|under) (?:its|the|their) \w+)?" for group in groups),
            rf"[\w' ]{{1,40}} (?:hid|hidden|put|placed|locked|laid) (?:away )?{thing} (?:in)?(?:to)? ?{within}",
        ]
        return any(re.fullmatch(form, plain) for form in forms)
    agents = "|".join(_AGENTS)
    if re.fullmatch(
        (
            rf"(?:it )?(?:was|is|must (?:have been|be)|can only have been) (?:either )?(?:{one}(?: of (?:th"
            r"em|[\w ]+))?|list)"
        ),
        plain,
    ):
        return True
    auxiliary = r"(?: (?:has|had|have|must have|can have|could have|is known to have|may have|can|could))?"
    words = plain.split()
    for at in range(1, min(len(words), 10)):
        head, phrase = " ".join(words[:at]), " ".join(words[at:])
        if not any(re.fullmatch(f"(?:{group.rstrip(' ')}){auxiliary}", head) for group in groups):
            continue
        verb, _, rest = phrase.partition(" ")
        if (
            re.fullmatch(_GENERIC, phrase)
            or re.fullmatch(rf"(?:is|was|be) (?:the )?(?:{agents})", phrase)
            or deed.said(phrase)
            or (verb_stem(verb) in deed.verbs and verb not in _NOT_DEEDS and _content(rest) & deed.objects)
        ):
            return True
    return False


def is_gone(sentence: str, deed: Deed) -> bool:
    """Whether a sentence only says what happened to the deed's object: "the cake is gone", "a window was broken"."""
    plain = sentence.strip(" .!").lower()
    match = re.fullmatch(
        rf"(?:{_DETERMINER}|[a-z]+'s) (?P<object>[\w -]{{2,40}}?)(?: of [\w ]{{2,20}})? (?:is"
        r"|was|are|were|has|have|had)(?: been)? "
        r"(?:gone|missing|lost|broken|vanished|disappeared|[a-z]+(?:ed|en|ne))(?: (?:from"
        r"|in|on) (?:the|a|her|his|my) [\w ]{2,30}| again| yesterday| today)?",
        plain,
    )
    return match is not None and bool(set(re.findall(r"[\w'-]+", plain)) & deed.objects)
