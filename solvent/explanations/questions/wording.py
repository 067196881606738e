"""What a question asks for, told from its wording alone: its kind, and the statement or the blank that it is about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solvent.explanations.questions.phrases import (
    ADVERBS,
    ANSWERS,
    CHANGES,
    CLUES,
    FOLLOWS,
    GIVEN,
    IDLE,
    LEAD,
    LENIENT,
    MAYBE,
    NEEDED,
    NEVER,
    NUMBER,
    REF,
    SHORT,
    SUPPOSES,
    SURE,
    THERE,
    TWO,
    UNIQUE,
    WHERE,
)
from solvent.explanations.questions.reply import Kind
from solvent.explanations.questions.turning import AUXILIARIES, BE, DO, HAVE, MODALS, statements
from solvent.translators.rules.text.words import NUMBER_WORDS


@dataclass(frozen=True)
class Supposition:
    """What a question supposes: that clues are dropped, that the opposite of others holds, that a statement is true."""

    dropped: tuple[int, ...] = ()
    opposed: tuple[int, ...] = ()
    said: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dropped or self.opposed or self.said)


@dataclass(frozen=True)
class Wording:
    """A question taken apart.

    `said` are the statements that it may be about, of which the puzzle's grammar chooses; `asked` is what follows
    "who" or "which" in a question of the kind `who`, with that word. `clue` is the only clue that it is about.
    `opposite` asks about the opposite of the statement, `idle` says of a clue that it is not needed. `modal` is "could"
    or "cannot" in "who could ...?". `plain` says that a statement is asked about without a modal verb.
    """

    kind: Kind
    said: tuple[str, ...] = ()
    asked: str = ""
    clue: int | None = None
    opposite: bool = False
    idle: bool = True
    modal: Kind = "must"
    plain: bool = False
    given: Supposition = Supposition()


def words_of(question: str) -> str:
    """The question in plain words: straight quotes, contractions in full, without courtesies or the question mark."""
    plain = re.sub(r"[\u2018\u2019`\u00b4]", "'", re.sub(r"[*_\"\u201c\u201d]+", "", question))
    plain = re.sub(r"\s+", " ", plain).strip(" .?!,;:")
    for short, full in SHORT.items():
        plain = re.sub(rf"\b{re.escape(short)}\b", full, plain, flags=re.IGNORECASE)
    plain = re.sub(r"\b(is|are|was|were|do|does|did|has|have|had)n't\b", r"\1 not", plain, flags=re.IGNORECASE)
    return LEAD.sub("", plain).strip()


def taken_apart(question: str) -> Iterator[Wording]:
    """The ways to understand a question, the most likely first; most questions have one."""
    words = words_of(question)
    if not words or _find(LENIENT, words) or _find(TWO, words):
        return
    if not SUPPOSES.search(words) or _full(r"(?:whether|if) [^,]+", words):
        yield from _whole(words)
    for given, rest in _supposed(words):
        if _full(CHANGES, rest):
            yield Wording("without", given=given)
        else:
            yield from (replace(found, given=given) for found in _whole(words_of(rest)))


def _supposed(words: str) -> Iterator[tuple[Supposition, str]]:
    """What a question supposes, and the rest of it."""
    for name, pattern in GIVEN:
        if match := _find(rf"\b{pattern}(?=$|[ ,])", words):
            numbers = tuple(_number(each) for each in re.findall(NUMBER, match[1]))
            rest = f"{words[: match.start()].strip(' ,')} {words[match.end() :].strip(' ,')}".strip()
            yield _of_clues(name, numbers), re.sub(r"^(?:then|what)$|^then ", "", rest)
    if match := _full(r"(?:if|suppose|supposing|assuming|given)(?: that)? (.+?),(?: then)? (.+)", words):
        yield Supposition(said=(match[1],)), match[2]
    if match := _full(r"(.+?),? (?:if|assuming that|supposing that|given that) (.+)", words):
        yield Supposition(said=(match[2],)), match[1]


def _of_clues(name: str, numbers: tuple[int, ...]) -> Supposition:
    clues = tuple(dict.fromkeys(numbers))
    return Supposition(dropped=clues) if name == "dropped" else Supposition(opposed=clues)


def _number(text: str) -> int:
    last = text.rsplit(maxsplit=1)[-1].lstrip("#").lower()
    return NUMBER_WORDS[last] if last in NUMBER_WORDS else int(last)


def _whole(words: str) -> Iterator[Wording]:
    """The ways to understand a question that supposes nothing: of the first reader that knows its wording."""
    first = words.partition(" ")[0].lower()
    readers = {
        **dict.fromkeys(("who", "whom", "whose", "where", "when"), (_which,)),
        **dict.fromkeys(("which", "what"), (_about_clues, _which)),
        **dict.fromkeys(("how", "in"), (_counted, _which)),
        "why": (_why,),
    }
    for read in readers.get(first, (_about_clues, _counted, _formal, _which, _modal, _plain)):
        found = list(read(words))
        if found:
            yield from found
            return


def _about_clues(words: str) -> Iterator[Wording]:
    if not _find(rf"\b{CLUES}\b", words):
        return
    one = _full(
        rf"(?:is|was|do (?:i|we|you)(?: really)? need|can (?:i|we|you) (?:drop|do without|omit)) {REF}"
        rf"(?: (?P<how>{IDLE}|{NEEDED}))?",
        words,
    )
    if one and one[1].split()[-1].isdigit() and (one["how"] or not words.lower().startswith(("is", "was"))):
        wanted = bool(_begins(r"do\b", words)) or bool(_full(NEEDED, one["how"] or ""))
        yield Wording("redundant", clue=_number(one[1]), idle=not wanted)
    elif not _find(REF, words):
        if _find(rf"\b(?:{IDLE})\b", words):
            yield Wording("redundant")
        elif _find(rf"\b(?:{NEEDED})\b", words):
            yield Wording("redundant", idle=False)


def _counted(words: str) -> Iterator[Wording]:
    if _full(UNIQUE, words):
        yield Wording("count")
    elif match := _full(
        rf"(?:in )?how many (?:different |possible |distinct |valid |other )*{ANSWERS}"
        rf"(?P<there>(?: {THERE})*)(?:,? (?P<where>{WHERE}) (?P<said>.+))?",
        words,
    ):
        yield Wording("count", said=_fragment(match["said"]) if match["said"] else ())
    elif match := _full(
        rf"in how many (?:different |possible )*{ANSWERS} (?P<verb>{'|'.join(AUXILIARIES)}) (?P<rest>.+)", words
    ):
        yield Wording("count", said=statements(match["verb"].lower(), match["rest"]))


def _why(words: str) -> Iterator[Wording]:
    match = _full(r"why (?:is it (?:that )?)?(.+)", words)
    if not match:
        return
    rest = re.sub(r"^must ((?:it|there) .*)", r"\1", match[1])
    if bare := _full(r"not (.+)", rest):
        yield Wording("why_not", said=_fragment(bare[1]))
    elif never := _full(rf"(?:is it )?(?:not (?:{MAYBE})|{NEVER}) (that .+|for .+)", rest):
        yield Wording("why_not", said=_embedded(never[1]))
    elif modal := _full(r"(?:cannot|(?:could|can|must|may|might|will|would) not) (.+)", rest):
        yield Wording("why_not", said=statements("could", modal[1]))
    else:
        first, _, more = rest.partition(" ")
        verb = "is" if first.lower() == "is" else first.lower()
        if verb in MODALS and _find(r"\bnot\b", more):
            yield Wording("why_not", said=statements(verb, re.sub(r"\bnot ", "", more, count=1)))
        elif verb in AUXILIARIES and _find(r"\bnot\b", more):
            yield Wording("why_not", said=statements(verb, re.sub(r"\bnot ", "", f"{more} ", count=1).strip()))
        elif verb in ("could", "can", "might", "may") or _begins(rf"(?:{MAYBE})\b", rest):
            return  # nothing but an answer shows why something is possible
        elif verb in AUXILIARIES:
            yield Wording("must", said=statements(verb, re.sub(r"\bhave to\b", "", more)))
        else:
            yield Wording("must", said=_declared(rest))


def _formal(words: str) -> Iterator[Wording]:
    """Questions whose statement is a clause of its own: "is it certain that ...", "whether ..."."""
    kinds: tuple[tuple[Kind, str], ...] = (
        ("must", rf"(?:is|was|would) it (?:not )?(?:{SURE}) (?:that |for )"),
        ("must", FOLLOWS),
        ("could", rf"(?:is|was|would) it (?:{MAYBE}) (?:that |for )"),
        ("could", r"(?:could|can|might|may) it be(?: the case| so| true)? (?:that )"),
        ("could", rf"(?:is|are) there (?:any |an |a |possible )*{ANSWERS} {WHERE} "),
        ("cannot", rf"(?:is|was|would) it (?:{NEVER}|not (?:{MAYBE})) (?:that |for )"),
    )  # fmt: skip
    for kind, pattern in kinds:
        if match := _begins(pattern, words):
            clause = words[match.end() :]
            yield Wording(kind, said=_embedded(f"{match[0].split()[-1]} {clause}"))
            return
    if match := _full(r"(?:whether|if)(?: or not)? (.+)", words):
        yield from _modal_statement(match[1])


def _embedded(clause: str) -> tuple[str, ...]:
    """The statements of "that Ada has the cat", "for Ada to have the cat" or "in which Ada has the cat"."""
    if match := _full(r"for (.+?) (not )?to (.+)", clause):
        return statements("could", f"{match[1]} {match[2] or ''}{match[3]}")
    return _fragment(re.sub(rf"^(?:that|which|{WHERE}) ", "", clause, flags=re.IGNORECASE))


def _which(words: str) -> Iterator[Wording]:
    if _begins(r"(?:(?:in|on|at|to|with|from|for|by|of) )?(?:who|whom|whose|what|which|where|when|how)\b", words):
        modal: Kind = "must"
        rest = words
        if _find(r"\b(?:cannot|(?:could|can) not)\b", words):
            modal, rest = "cannot", re.sub(r"\b(?:cannot|(?:could|can) not)\b", "could", words)
        elif _find(r"\b(?:could|can|may|might)\b.* not\b", words):
            return  # "Which pets could Ada not own?": those that she cannot own, or those that she need not own?
        elif _find(r"\b(?:could|can|may|might)\b", words):
            modal = "could"
        yield Wording("who", asked=ADVERBS.sub("", rest), modal=modal)


def _modal(words: str) -> Iterator[Wording]:
    """Questions that begin with a modal verb, or "does X have to ..."."""
    first, _, rest = words.partition(" ")
    verb = first.lower()
    rest = ADVERBS.sub("", rest)
    if verb == "cannot":
        yield Wording("cannot", said=statements("can", rest))
    elif verb in ("could", "can", "might", "may"):
        negated = rest.lower().startswith("not ")
        yield Wording("cannot" if negated else "could", said=statements(verb, rest[4:] if negated else rest))
    elif verb in ("must", "will", "should", "shall", "would"):
        yield Wording("must", said=statements("must", rest.removeprefix("not ")))
    elif verb in DO and (match := _full(r"(.+?) (?:have|need|has) to (.+)", rest)):
        yield Wording("must", said=statements("must", f"{match[1]} {match[2]}"))


def _plain(words: str) -> Iterator[Wording]:
    """Questions that begin with another auxiliary verb, and statements."""
    first, _, rest = words.partition(" ")
    verb = first.lower()
    if verb in BE | HAVE | DO and rest:
        maybe: Kind = "could" if _find(r"\bpossibly\b", rest) else "must"
        rest = ADVERBS.sub("", f" {rest}").strip()
        yield Wording(maybe, said=statements(verb, rest.removeprefix("not ")), plain=maybe == "must")
    else:
        yield from _modal_statement(words)


def _modal_statement(words: str) -> Iterator[Wording]:
    """A statement, which may hold a modal verb: "Ada must have the cat"."""
    match = _full(r"(.+?) (cannot|could not|must not|must|could|can|might|may|has to|have to) (.+)", words)
    if match is None:
        yield Wording("must", said=_fragment(ADVERBS.sub("", words)), plain=True)
        return
    verb = match[2].lower()
    kind: Kind = "must" if verb in ("must", "has to", "have to") else "cannot" if verb.endswith("not") else "could"
    known = statements("could", f"{match[1]} {match[3]}")
    yield Wording(kind, said=known)


def _declared(clause: str) -> tuple[str, ...]:
    return (clause,)


def _fragment(clause: str) -> tuple[str, ...]:
    """The statements of a clause that may lack its verb, as in "with Ada in house 2"."""
    words = clause.split()
    with_verb = [" ".join([*words[:at], "is", *words[at:]]) for at in range(1, len(words))]
    return (clause, *(() if AUXILIARIES & set(words) else with_verb))


def _full(pattern: str, words: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, words, re.IGNORECASE)


def _find(pattern: str, words: str) -> re.Match[str] | None:
    return re.search(pattern, words, re.IGNORECASE)


def _begins(pattern: str, words: str) -> re.Match[str] | None:
    return re.match(pattern, words, re.IGNORECASE)
