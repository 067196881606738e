"""What somebody did ("ate the cake"), or where something lies ("a ring is in one of the drawers")."""

import re
from collections.abc import Collection, Sequence
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
    r"(?:is|was|are|lies?|lay|can be found|has been (?:hidden|put|placed)|is (?:hidden|kept|located"
    r"|buried|concealed|stored|locked|placed)|sits|must be)"
)
_CONTAINS = r"(?:contains?|contained|holds?|held|hides?|conceals?|conceal|has|have|had|houses?|leads? to|conceals)"


@dataclass(frozen=True)
class Deed:
    """What is asked about: a verb with its object, or the place of an object.

    `verbs` are verbs by stem, `objects` the words that its object is called by; `place` says whether it is a place,
    and `nouns` are the text's own nouns for whoever did it ("the werewolf").
    """

    verbs: frozenset[str]
    objects: frozenset[str]
    place: bool
    nouns: frozenset[str] = frozenset()

    def said(self, phrase: str) -> bool:
        """Whether a phrase such as "take the last biscuit" or "eaten it" names the deed."""
        words = phrase.lower().split()
        if not words or verb_stem(words[0]) not in self.verbs:
            return False
        if len(words) == 1:
            return not self.objects
        rest = [word for word in words[1:] if not re.fullmatch(_DETERMINER, word)]
        if not rest:
            return words[1:] in (["that"], ["this"], ["some"], ["any"])
        return set(rest) - {"it", "them"} <= self.objects and len(words) <= 7

    def agents(self) -> str:
        """A pattern of nouns and adjectives for who did it."""
        return "|".join([*_AGENTS, *map(re.escape, sorted(self.nouns))])


# Verbs that can stand for each other with the same object.
_SYNONYMS = tuple(
    frozenset(map(verb_stem, listed(words)))
    for words in (
        "take steal nick pinch swipe filch pilfer snatch grab",
        "eat take scoff devour gobble finish munch have nibble",
        "break smash shatter crack",
    )
)
_FUNCTION = frozenset(
    listed(
        """the a an of in on to for with by from at each all both is are was were be been am do does did has have had
        should would could can may might must will shall you we they he she it i that this these those who which what
        not never only just exactly say says tell tells know knows think thinks and or but them us"""
    )
)


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


# Questions that name no deed: "Who was it?", "Which box should you open?"
_GENERIC_ASKED = re.compile(
    rf"\b(?:who|which \w+)(?: has)? (?:{_GENERIC})|\bwho (?:is|was) (?:(?:the )?(?:{'|'.join(_AGENTS)}|culprit)"
    rf"|it|to blame|responsible)\b|\bname (?:the|that) (?:{'|'.join(_AGENTS)})\b"
    rf"|\bwhich (?:one )?(?:of .{{1,30}} )?(?:is|was) (?:the )?(?:{'|'.join(_AGENTS)})\b"
    rf"|\bwhich \w+ (?:is|was) the (?:{'|'.join(_AGENTS)})\b"
    r"|\bwho(?:m)? (?:should|must|does|will|would|did|ought) .{1,40}\b(?:arrest|punish|lock up|blame|accuse|charge"
    r"|fine|jail|suspect|scold|tell off|ground)\b"
    r"|\bwho (?:should|must) (?:be|get) (?:arrested|punished|blamed|charged|grounded|told off)\b",
    re.IGNORECASE,
)
_AGENT_ASKED = re.compile(rf"\bwhich \w+ (?:is|was) the (?:{'|'.join(_AGENTS)})\b", re.IGNORECASE)
_CHOICE = re.compile(
    r"\b(?:which|what) (?:one|[\w-]+)(?: of (?:them|the \w+|these)(?: \w+)?)? (?:should|do|does|would|must|will"
    r"|can|did) "
    r"(?:you|i|we|he|she|they|the \w+|[A-Z]\w+|your \w+) (?:open|choose|pick|take|go (?:for|through)|select|unlock|lift"
    r"|look in|reach for)\b|\bwhich (?:colour|color|one|number) is it\b",
    re.IGNORECASE,
)


def asks_to_choose(question: str) -> bool:
    """Whether a question asks which place to choose."""
    return bool(_CHOICE.search(question))


def asks_for_agent(question: str) -> bool:
    """Whether a question asks who did it without saying what."""
    return bool(_GENERIC_ASKED.search(question))


_SOMEBODY = (
    r"(?:(?:exactly |only |just |precisely )?[Oo]ne(?: and only one)?(?: of [^.,;:]{1,60}?)?|[Ss]omebody|[Ss]omeone"
    r"|or [A-Z]\w*|and [A-Z]\w*)"
)
_DONE = (
    r"(?:,? (?:has|had|have|can have|could have|must have|may have|might have))?(?: (?:eaten|already|secretly))?"
    rf" (?P<verb>(?!of\b)[a-z]+) (?P<object>(?:it|them|{_DETERMINER}(?: whole| entire| last)? [\w' -]+"
    rf"|[a-z]+'s [\w' -]+))"
)


def find(questions: Sequence[str], told: Sequence[str], noun: str, kinds: Collection[str] = ()) -> Deed | None:
    """Return what the text asks for, if it asks who did something or where something is; None for anything else.

    Who is of one of the `kinds` did nothing by that. All sentences that name the deed, in the question and before, must
    call it by the same verb or object.
    """
    asked = [each for each in map(_asked, questions) if each and not (each.place and each.objects <= {*kinds})]
    roles = frozenset(_roles(told))
    if not asked:
        chosen = any(_CHOICE.search(question) for question in questions)
        objects = _hidden(told) if chosen else set()
        if objects:
            return Deed(frozenset(), frozenset(objects), place=True)
        return Deed(frozenset(), frozenset(), place=False, nouns=roles) if roles else None
    verbs = {verb for each in asked for verb in each.verbs}
    objects = {word for each in asked for word in each.objects}
    place = any(each.place for each in asked)
    if not place:
        _told_deeds(told, noun, verbs, objects)
    return Deed(frozenset(verbs), frozenset(objects), place, roles)


def _asked(written: str) -> Deed | None:
    """Return what one question asks for."""
    question = re.sub(r"\b(what|where)['\u2019]s\b", r"\1 is", written, flags=re.IGNORECASE)
    question = re.sub(r"\bwho['\u2019]s (?=(?:had|\w+ed|\w+en)\b)", "who has ", question, flags=re.IGNORECASE)
    question = re.sub(r"\bwho['\u2019]s\b", "who is", question, flags=re.IGNORECASE)
    where = None if _AGENT_ASKED.search(question) else _ASKED_PLACE.search(question)
    thing = next((group for group in where.groups() if group), "") if where else ""
    if thing and not set(thing.lower().split()) & (_FUNCTION - {"a", "the", "an"}):
        return Deed(frozenset(), frozenset(_content(thing)), place=True)
    if _GENERIC_ASKED.search(question):
        thief = re.search(r"\b(?:thief|burglar|robber)\b", question, re.IGNORECASE)
        return Deed(_SYNONYMS[0] if thief else frozenset(), frozenset(), place=False)
    had = re.search(r"\bwho (?:has )?had (?P<object>(?:the|my|our) [\w' -]+?)(?= ?[?,.!]|$)", question, re.IGNORECASE)
    if had:
        return Deed(frozenset(), frozenset(_content(had["object"])), place=False)
    alone = re.search(r"\bwho(?: has| really)? (?P<verb>[a-z]+ed|won|lost|did)[?!. ]*$", question, re.IGNORECASE)
    if alone and alone["verb"].lower() not in _FUNCTION | _NOT_DEEDS:
        return Deed(frozenset({verb_stem(alone["verb"].lower())}), frozenset(), place=False)
    match = None if _CHOICE.search(question) else _ASKED.search(question)
    verb = match["verb"].lower() if match else ""
    if match is None or verb in _FUNCTION | _NOT_DEEDS or verb_stem(verb) in {verb_stem(each) for each in _NOT_DEEDS}:
        return None
    return Deed(frozenset({verb_stem(verb)}), frozenset(_content(match["object"])), place=False)


def _told_deeds(told: Sequence[str], noun: str, verbs: set[str], objects: set[str]) -> None:
    """Add the verbs and objects by which the narrator calls the deed."""
    if not objects and not verbs - _SYNONYMS[0]:
        for sentence in map(_took, told):
            found = re.finditer(rf"\b{_SOMEBODY}(?! of his| of her){_DONE}", sentence)
            match = next((each for each in found if each["verb"] not in _FUNCTION | _NOT_DEEDS), None)
            if match:
                verbs.add(verb_stem(match["verb"]))
                objects |= _content(match["object"])
                break
    for sentence in map(_took, told):
        who = rf"(?:one|who|[Ss]omebody|[Ss]omeone|which|ones|or [A-Z]\w*|and [A-Z]\w*|(?:{noun}))"
        pattern = rf"\b{who}(?: of [^.,;]{{1,60}}?)?{_DONE}"
        for match in re.finditer(pattern, sentence):
            verb = match["verb"].lower()
            near = _content(match["object"]) & objects or match["object"].startswith(("it", "them"))
            if near and verb not in _FUNCTION | _NOT_DEEDS:
                verbs.add(verb_stem(verb))
    for group in _SYNONYMS:
        if verbs & group:
            verbs |= group
            break


def _took(sentence: str) -> str:
    return re.sub(r"\bhelped (?:him|her|it|them)sel(?:f|ves) to\b", "took", sentence)


def _hidden(told: Sequence[str]) -> set[str]:
    """Return the words for what is in one of several places, as the narrator tells."""
    one = r"(?:exactly |just |only )?one of (?:them|the|these|those|my|our|\w+)\b"
    forms = (
        rf"\b(?:hid|hidden|put|placed|locked|buried|left) (?P<thing>{_DETERMINER} [\w' -]{{2,30}}?) {_PLACE} {one}",
        rf"(?P<thing>{_DETERMINER} (?:last )?[\w' -]{{2,30}}?) (?:{_HIDING}) (?:hidden )?{_PLACE} {one}",
        rf"\b{one}(?: \w+){{0,2}}? {_CONTAINS} (?P<thing>{_DETERMINER} [^.,;]{{2,30}}?)(?=[.,;]|$| and )",
        rf"\b(?:there is|there's) (?P<thing>(?:an?|one|the) [\w' -]{{2,30}}?) (?:hidden )?{_PLACE} {one}",
        rf"{_PLACE} {one}(?: \w+){{0,2}}? (?:{_HIDING}|there is) (?P<thing>{_DETERMINER} [\w' -]{{2,30}}?)(?=[.,;]|$)",
    )
    for sentence in told:
        for form in forms:
            match = re.search(form, sentence, re.IGNORECASE)
            if match:
                return _content(re.sub(r"[^\w' -]\w*", " ", match["thing"])) - {"one", "last", "hidden"}
    return set()


def _roles(told: Sequence[str]) -> set[str]:
    """Return nouns for which the narrator says that just one of all is it: "exactly one of the three is a werewolf"."""
    form = (
        r"\b(?:[Ee]xactly|[Oo]nly|[Jj]ust|[Pp]recisely) one of (?:the|them|these|us)\b[^.,;]{0,30}? (?:is|was"
        r"|turns into|became) "
        r"(?:an?|the) (?P<noun>[a-z-]+)(?=[.,;]|$| (?:at|in|on|by|of)\b)"
    )
    truth = r".*(?:kni|knave|liar|truth|spy|true|false|one|normal|statement|honest)"
    found = {match["noun"] for sentence in told for match in re.finditer(form, sentence)}
    return {noun for noun in found if not re.match(truth, noun) and noun not in _AGENTS}


def _content(phrase: str) -> set[str]:
    plain = _LAST.sub("", phrase.lower())
    return {
        word
        for word in re.findall(r"[\w'-]+", plain)
        if not re.fullmatch(_DETERMINER, word) and word not in ("it", "them", "through", "in", "out", "from", "of")
    } | ({"out"} if re.search(r"\bout$", plain) else set())


_SURE = re.compile(
    r"^(?:it is (?:certain|known|clear|a fact) that|you know that|we know that|(?:last|this|yesterday"
    r"|one) (?:night|morning"
    r"|evening|afternoon|week|day),?|yesterday,?|today,?|in fact,?|(?:at|in|on) the [\w ]{1,30}?,?(?= (?:a|an|the"
    r"|one) )) |^(?:of|among) [^,]{1,60}, "
)


def only_one(sentence: str, deed: Deed, noun: str) -> bool:
    """Whether a narrator's sentence says that just one of all did it, or that the object is in one of them.

    Names in the sentence must have been removed, or replaced by "LIST".
    """
    plain = _took(_SURE.sub("", _SURE.sub("", sentence.strip(" .!").replace("\u00a3", "").replace("$", "").lower())))
    plain = re.sub(r"\b(?:definitely|certainly|clearly|obviously|undoubtedly) ", "", plain)
    plain = re.sub(r"(?: -|,|:) list(?: -|,|$)", "", plain)
    plain = re.sub(
        r"(?:,? and nobody helped(?: (?:him|her|them))?|,? alone|,? acting alone|,? and acted alone)$", "", plain
    )
    plain = re.sub(r"^it(?:'s| has) (?:got )?to (?:be|have been)\b", "it was", plain)
    plain = re.sub(r",? and only one(?: of them)?,| ?\((?:and )?(?:only|just|exactly) one[^)]{0,12}\)", "", plain)
    plain = re.sub(r",? and (?:we all know who|(?:by )?(?:nobody|no one|none) else)$", "", plain)
    plain = re.sub(
        r",? (?:this|yesterday|last|that) (?:morning|night|evening|week|afternoon)$|,? yesterday$", "", plain
    )
    tail = re.search(
        r"(?:,|;)? (?:and|but|while|whereas) (?:(?:all )?the (?:rest|others?|remaining)\b|(?:(?:there is"
        r"|there's) )?(?:nothing|none)\b)"
        r"[\w ]*$",
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
        thing += rf"(?: of {_DETERMINER} [\w-]+)?"
        within = rf"{_PLACE} (?:(?:exactly |just |only )?one(?: of [\w' -]+?| (?:{noun}))|list)"
        forms = [
            rf"{thing} (?:{_HIDING})(?: hidden)? {within}",
            rf"{within} (?:{_HIDING}|there is) {thing}",
            *(rf"{group} ?{_CONTAINS} {thing}(?: (?:on|in|under) (?:its|the|their) \w+)?" for group in groups),
            rf"[\w' ]{{1,40}} (?:hid|hidden|put|placed|locked|laid) (?:away )?{thing} (?:in)?(?:to)? ?{within}",
        ]
        return any(re.fullmatch(form, plain) for form in forms)
    agents = deed.agents()
    participle = next(iter(re.findall(r"\b(?:was|been) ([a-z]+) by\b", plain)), "")
    passive = participle if participle and verb_stem(participle) in deed.verbs else "done"
    objects = "|".join(map(re.escape, sorted(deed.objects))) or "(?!)"
    what = rf"(?:it|{_DETERMINER} (?:[\w-]+ )?(?:(?:{objects}) )*(?:{objects}))"
    if re.fullmatch(
        (
            rf"(?:{what} )?(?:was|is|(?:has|had|must have) been|must (?:have been|be)|(?:can|could) only (?:have been"
            rf"|be))(?: {passive} by)? (?:either )?"
            rf"(?:{one}(?: of (?:them|[\w ]+))?|list)"
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
            or re.fullmatch(
                rf"(?:is|was|be|turns into) (?:the |an? )?(?:{agents})(?: (?:at|in|by) [\w ]{{1,20}})?", phrase
            )
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
