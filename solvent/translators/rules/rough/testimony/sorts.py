"""Sorts of people, loosely: whatever noun stands before "always lie", "never lie", "may do either"."""

import re
from collections.abc import Iterable, Iterator, Sequence

from solvent.translators.rules.rough.testimony.noun import STATEMENT
from solvent.translators.rules.statements.parsing import normal
from solvent.translators.rules.testimony.sorts import Nature, Sort
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS, is_english, listed

_EVER = (
    r"(?:always|only|ever|invariably|consistently|constantly|habitually|never fails? to|must|without exception"
    r"|compulsively)"
)
_MAKE = r"(?:makes?|says?|tells?|speaks?|utters?|states?|gives?|answers?|telling|speaking|saying)"
_TRUTH = (
    r"(?:(?:the |nothing but the )?(?:whole |plain )?truth|truthfully|honestly|truths?"
    r"|(?:what is |only )?true(?: \w+)?)"
)
_LIES = r"(?:lies|a lie|falsely|falsehoods?|untruths?|fibs|(?:what is |only )?(?:false|untrue)(?: \w+)?|not the truth)"
_TRUE = re.compile(
    rf"(?:never|can ?not|can not|does not|do not|cannot ever|are unable to|is unable to) (?:ever )?(?:lies?|fibs?"
    rf"|tells? {_LIES})"
    rf"|(?:{_EVER} ){{1,2}}(?:{_MAKE} )?(?:only |nothing but )?{_TRUTH}|{_MAKE} (?:only|nothing but|always) {_TRUTH}"
    r"|(?:are|is|be) (?:always|invariably|completely|entirely) (?:truthful|honest|right|true)"
    r"|always (?:be )?(?:truthful|honest|right)"
    rf"|(?:is|are) (?:always )?true|{_MAKE} the truth|(?:everything|whatever|all)(?: that)? (?:he|she|it"
    rf"|they) says? is true"
)
_FALSE = re.compile(
    rf"(?:never|can ?not|can not|does not|do not) (?:ever )?(?:{_MAKE} )(?:anything )?{_TRUTH}|never (?:truthful"
    rf"|honest)"
    rf"|(?:{_EVER} ){{1,2}}(?:lies?|lying|fibs?|deceives?|(?:{_MAKE} )(?:only |nothing but )?{_LIES}|be lying)"
    rf"|only (?:false|untrue) (?:ones|statements|things)|{_MAKE} (?:only|nothing but|always) {_LIES}|(?:lies?"
    rf"|lying) (?:all the time|every time|constantly|always)"
    r"|(?:are|is) (?:always|invariably) (?:false|untrue|lying|dishonest|wrong)|always (?:dishonest|wrong)|(?:is"
    r"|are) (?:always )?false"
    r"|(?:everything|whatever|all)(?: that)? (?:he|she|it|they) says? is (?:false|a lie)"
    r"|(?<!sometimes )(?<!may )(?<!or )(?<!a )\blies?\b"
    r"(?! (?:in|on|behind|under|at|between|near|beside|next|directly|somewhere|immediately|or|there|as|about|when"
    r"|sometimes))"
)
_MIXED = re.compile(
    r"alternat\w+|(?:exactly )?one true (?:\w+ )?and one (?:false|lie)|by turns|one truth and one lie|every (?:other"
    r"|second) (?:time|statement)"
)
_ANY = re.compile(
    r"(?:can|may|might|could|will|would|does|do|saying|says?|answers?|act(?:s)?|behaves?"
    r"|speaks?) (?:[a-z]+ ){0,2}?(?:either|both|anything|whatever"
    r"|as (?:he|she|it|they)|what (?:he|she|it|they)|randomly|unpredictabl\w+|at random|how (?:he|she|it|they))"
    r"|(?:(?:can|may|might|could|sometimes) )?(?:sometimes )?(?:lies?|tells? the truth|speaks? the truth"
    r"|tells? lies),?(?: and| or)? (?:sometimes "
    r"|at other times )?(?:lies?|tells? the truth|speaks? the truth|tells? lies)|sometimes (?:lies?|tells? the truth)"
    r"|sometimes\b.{1,40}\bsometimes\b|flips? a coin"
    r"|(?:may|might|can|could) (?:lie|tell the truth|say)|(?:answers|speaks) (?:randomly|at random)"
)
_NATURES: tuple[tuple[Nature, re.Pattern[str]], ...] = (
    ("mixed", _MIXED), ("any", _ANY), ("true", _TRUE), ("false", _FALSE),
)  # fmt: skip
_NEVER_DO = re.compile(
    r"(?:can ?not|never) (?:ever )?(?:do|say) (?:anything|otherwise)\b|(?:do|does) (?:just )?the contrary|never (?:do"
    r"|does|did)(?: so)?\b|(?:do|does) the (?:opposite|reverse)|the (?:opposite|reverse)"
)
_SKIPPED = frozenset(
    listed(
        """
    who which that they he she it is are always also can may will would only whose words statements people folk
    persons and so or members ones all of them tell everything say says whatever just a an the while but every
    each any do does their his her its word in contrast turn however by themselves those these both tribe clan
    family creatures inhabitants called must were was has have being remarks claims sentences never on other
    hand as for simply statement remark word sentence single
    """
    )
)
_QUANTIFIERS = (
    frozenset(
        listed(
            """
    one ones two others other rest some everyone everybody nobody each all none you i we us them someone
    somebody half most latter former thief culprit murderer guilty innocent either neither statement man woman
    boy girl he she person said made told had gave people child suspect there here if when not than same who
    liars truth lie lies robber robbers burglar burglars thief criminal criminals killer
    which what yes no together time times many then now knows know true false day days
    suspects children boys girls winner loser label labels lid another make remaining thieves inscription sign
    it questions question answers answer truthfully from to at with about
    """
        )
    )
    | NUMBER_WORDS.keys()
    | ORDINAL_WORDS.keys()
)
_PERSONS = frozenset(
    listed(
        """
    villager robot guard sister brother bear boy islander native student friend inhabitant twin gnome elf door
    animal box suspect merchant statement
    """
    )
)
_DETERMINING = frozenset(
    listed(
        """
    the a an these those all every each any are is of our both some most many
    """
    )
)
_KNOWN: tuple[tuple[str, Nature], ...] = (
    ("knight", "true"), ("knave", "false"), ("truth-teller", "true"), ("liar", "false"), ("spy", "any"),
    ("normal", "any"), ("joker", "any"), ("alternator", "mixed"), ("jester", "any"), ("saint", "true"),
    ("sinner", "false"),
)  # fmt: skip
_TIMES = re.compile(rf"\b(?:(?:{'|'.join(WEEKDAYS)})s?|mornings?|afternoons?|evenings?|days? of)\b")
_WORD = re.compile(r"[a-z][a-z'-]*")
_DRESSED = re.compile(
    r"\b(?:in|with|wearing|wears?|have|has|having) (?:an? |the )?([a-z]+) (?:hats?|caps?|coats?|scar(?:f|ves)"
    r"|shirts?|eyes?|hair|cloaks?|badges?|masks?|ties?|robes?|tunics?|jackets?|faces?|skin)\W*$"
)
_CALLED_HONEST = re.compile(
    r"\b(?:each|every\w*|either|all|both|any)\b[^.;]*\b(?:truthful|honest|lying|dishonest|liars?)\b[^.;]*\bor\b"
    r"[^.;]*\b(?:lying|dishonest|liars?|truthful|honest)\b"
)
_MEMBERS = frozenset(("members", "people", "inhabitants", "those", "member", "citizens", "natives"))
_PLACED = frozenset(("on", "from", "in", "of", "at", "under", "behind", "above", "inside", "below", "beside"))
_SUPERLATIVE = re.compile(r"(?!(?:dis)?honest$)[a-z]{3,}est")
_CLAUSE = re.compile(r"[;:.()\u2013\u2014]|, | and | but | while | whereas | where ")


def find(
    told: Sequence[str], names: Iterable[str] = (), everything: str = ""
) -> tuple[tuple[Sort, ...], bool, frozenset[str]]:
    """Return the sorts, whether only "always lies" told of them, and the sentences that define them."""
    taken = {name.lower() for name in names}
    heard: list[tuple[str, str, Nature]] = []
    implied: list[Nature] = []
    defining = set()
    for sentence in told:
        low = normal(sentence).lower()
        if low.rstrip().endswith("?") or _TIMES.search(low):
            continue
        implied += ["true", "false"] if _CALLED_HONEST.search(low) else []
        for nature, (adjective, subject), always in _behaviours(low, taken):
            if subject and not _is_name(subject, sentence):
                heard.append((adjective, singular(subject), nature))
                defining.add(sentence)
            elif always or nature in ("mixed", "any"):
                implied.append(nature)
    found = _told_apart(heard, implied)
    text = normal(" ".join(told)).lower()
    known: dict[str, Nature] = {w: n for w, n in _KNOWN if w not in taken and re.search(rf"\b{_spelt(w)}\b", text)}
    said_always = any(nature in ("true", "false") for nature in implied)
    if not found and said_always:
        found = {"truth-teller": "true", "liar": "false"}
        for nature in implied:
            if nature not in ("true", "false"):
                found["alternator" if nature == "mixed" else "normal"] = nature
                break
        return tuple(_sort(word, nature, text) for word, nature in found.items()), True, frozenset()
    found = _completed(found, known)
    spelt = everything or " ".join(told)
    return tuple(_sort(word, nature, spelt) for word, nature in found.items()), False, frozenset(defining)


def _told_apart(heard: Sequence[tuple[str, str, Nature]], implied: list[Nature]) -> dict[str, Nature]:
    """Return the sorts: "gold medallists" and "silver medallists" are told apart by their adjectives.

    Whoever "always lies or always tells the truth" is of no sort.
    """
    found: dict[str, Nature] = {}
    for adjective, noun, nature in heard:
        natures = {each: own for own, other, each in heard if other == noun}
        if len(natures) == 1:
            found.setdefault(noun, nature)
        elif adjective and len(set(natures.values()) - {""}) == len(natures):
            found.setdefault(adjective, nature)
        else:
            implied.append(nature)
    return found


def _completed(found: dict[str, Nature], known: dict[str, Nature]) -> dict[str, Nature]:
    """Add sorts whose words are known, and the opposite of an only sort."""
    if not found and len(set(known.values())) > 1:
        return dict(known)
    natures = set(found.values())
    if len(natures) == 1 or set(known) & set(found):
        found = {**known, **found} if not found else {**found, **{w: n for w, n in known.items() if w not in found}}
    if found and len(set(found.values())) == 1:
        other: tuple[str, Nature] = ("liar", "false")
        if next(iter(found.values())) == "false":
            other = ("truth-teller", "true")
        found = {**found, other[0]: found.get(*other)}
    return found


def _behaviours(low: str, taken: set[str]) -> Iterator[tuple[Nature, tuple[str, str], bool]]:
    """Yield how somebody behaves, by which adjective and noun ("" if none), and whether always."""
    begin, last, subject = 0, "", ("", "")
    while True:
        hits = [(m.start(), -m.end(), n, m) for n, p in _NATURES if (m := p.search(low, begin))]
        never = _NEVER_DO.search(low, begin) if last else None
        if never and (not hits or never.start() <= min(hits)[0]):
            nature: Nature = "false" if last == "true" else "true"
            match = never
        elif hits:
            *_, nature, match = min(hits, key=lambda hit: hit[:2])
        else:
            return
        always = bool(
            re.search(
                rf"{_EVER}|never|nothing|all|whatever|everything|cannot|can not",
                low[max(0, match.start() - 8) : match.end()],
            )
        )
        between = low[begin : match.start()]
        subject = subject if re.fullmatch(r",? or (?:else )?", between) else _subject(between, taken)
        if subject[1] or always or nature in ("mixed", "any"):
            yield nature, subject, always
        if not (nature == "any" and not subject[1]):
            last = nature
        begin = match.end()


def _is_name(subject: str, sentence: str) -> bool:
    """Whether the subject is the name of somebody: "Ann always lies"."""
    capital = subject.capitalize()
    if re.search(rf"\b{re.escape(subject)}\b", sentence) or singular(subject) != subject:
        return False
    return not re.search(
        rf"\b(?:an?|the|every|each|any|all|either|or)\s+(?:\w+ )?{re.escape(capital)}\b", sentence, re.IGNORECASE
    )


def _subject(before: str, taken: set[str]) -> tuple[str, str]:
    """Return the noun before a behaviour with its adjective, or ""."""
    clauses = [clause for clause in _CLAUSE.split(before) if clause and clause.strip()]
    for clause in reversed(clauses[-3:]):
        dressed = _DRESSED.search(clause)
        if dressed and dressed[1] not in taken:
            return "", dressed[1]
        words = _WORD.findall(clause)
        while words and words[-1] in _SKIPPED:
            words.pop()
        if words:
            words = _main(words)
            described = len(words) > 1 and words[-2] not in _QUANTIFIERS | _DETERMINING | _SKIPPED
            return (words[-2] if described else "", _noun(words, clause, taken)) if words else ("", "")
    return "", ""


def _main(words: list[str]) -> list[str]:
    """Return a noun phrase without what follows: "humans" of "humans on the planet"."""
    if _MEMBERS & set(words) and "of" in words:
        words = words[words.index("of") + 1 :] or words
    on = next((at for at, word in enumerate(words) if word in _PLACED and at), None)
    if on is None:
        return words
    if words[on - 1] in _QUANTIFIERS:
        copula = next((at for at, word in enumerate(words) if word in ("is", "are") and at > on), None)
        return words[copula:] if copula else []
    if words[0] in ("of", "on", "in"):
        return words
    return [] if words[on] == "of" and singular(words[on - 1]) == words[on - 1] else words[:on]


def _noun(words: Sequence[str], clause: str, taken: set[str]) -> str:
    """Return the last word if it can mean a sort, else ""."""
    word = words[-1]
    single = singular(word)
    hatted = re.fullmatch(r"([a-z]+)-[a-z]+ed", word)
    if hatted:
        return hatted[1]
    if (
        any(map(_SUPERLATIVE.fullmatch, words[-2:]))
        or re.fullmatch(STATEMENT, word)
        or {word, single} & (_QUANTIFIERS | taken)
    ):
        return ""
    determined = rf"\b(?:an?|the|every|each|any|are|is|either|or) (?:[a-z]+ )?{word}\b"
    if single == word and not re.search(determined, clause):
        return ""
    if single != word and re.fullmatch(rf"\s*(?:that |all )?{word}(?: \w+)*\s*", clause):
        return word
    described = len(words) > 1 and words[-2] not in _QUANTIFIERS | _DETERMINING
    return "" if single in _PERSONS and not described else word


def singular(word: str) -> str:
    """Return a noun in the singular."""
    irregular = {"men": "man", "people": "person", "knaves": "knave"}
    if word in irregular or not word.endswith("s") or word.endswith("ss"):
        return irregular.get(word, word)
    if word.endswith("ves") and (is_english(word[:-3] + "f") or word.endswith("wolves")):
        return word[:-3] + "f"
    if re.search(r"(?:x|ch|sh|ss)es$", word):
        return word[:-2]
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def _plural(word: str) -> str:
    if word.endswith("f"):
        return word[:-1] + "ves"
    if word.endswith("man"):
        return word[:-3] + "men"
    return re.sub(r"(?<=[^aeiou])y$", "ie", word) + ("es" if re.search(r"(?:s|x|ch|sh)$", word) else "s")


def _spelt(word: str) -> str:
    return re.escape(word).replace("truth\\-teller", "truth[- ]?teller") + "s?" if word != "spy" else "(?:spy|spies)"


def _sort(word: str, nature: Nature, text: str) -> Sort:
    forms: tuple[str, ...] = (word, _plural(word), word + "s")
    if word == "truth-teller":
        forms = (*forms, "truth teller", "truth tellers", "truthteller", "truthtellers")
    shown = (
        word
        if re.search(rf"(?<!\w){re.escape(word)}", text) or not re.search(rf"(?<=[a-z,] ){word.capitalize()}", text)
        else word.capitalize()
    )
    return Sort(shown, tuple(dict.fromkeys(forms)), nature)
