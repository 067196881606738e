"""The questions that a text asks at its end, where the rules read it whole: "Who owns the fish?", options (A) to (E).

Only questions of which every word is understood count, and none if one of them is not: a text that also asks for more
than that is not answered by a single reply.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvent import solvers
from solvent.explanations.layout import leaves
from solvent.explanations.questions.claims import Claim, GridTheory, NotSupportedError, statement
from solvent.explanations.questions.counting import between
from solvent.explanations.questions.grammar import GridReader, Options
from solvent.explanations.questions.parting import questions
from solvent.explanations.questions.reply import Kind
from solvent.explanations.questions.strange_words import strange
from solvent.explanations.questions.truth import holds
from solvent.explanations.questions.wording import taken_apart
from solvent.solvers import Status
from solvent.translators import Puzzle, rules
from solvent.translators.rules.clues.formula import Some
from solvent.translators.rules.kinds.grid import LogicGrid
from solvent.translators.rules.text.options import lettered, plain, wanted
from solvent.translators.rules.text.statements import asks_for_options
from solvent.translators.rules.text.words import KIN, is_agent, stem

OPEN = object()
"""What stands for the reply to a question that the clues leave open."""


@dataclass(frozen=True)
class TextQuestion:
    """A question of a text: one of some values, a statement, or the statement among lettered ones that fits.

    `kind` is that of a reply, or "could be false" for options; `plain` says that a statement is asked about without a
    modal verb, so that only a claim that is true, or false, in all answers has a reply. `labels` are the letters of
    the values that a question with options allows, and the reply is one of them; `number` asks for a number.
    """

    text: str
    kind: Kind | str
    options: Options | None = None
    claim: Claim | None = None
    plain: bool = False
    letters: tuple[tuple[str, Claim], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    number: bool = False


def read(puzzle: Puzzle, reader: GridReader) -> tuple[TextQuestion, ...]:
    """The questions of a text; empty if there is none, or one of them was not understood."""
    asking = [passage for passage in puzzle.passages if passage.role in ("question", "option")]
    if not asking or not isinstance(puzzle.payload, LogicGrid) or not rules.understands(puzzle):
        return ()
    found: list[TextQuestion] = []
    at = 0
    while at < len(asking):
        passage, at = asking[at], at + 1
        options = []
        while at < len(asking) and asking[at].role == "option":
            options.append(asking[at].text)
            at += 1
        some = _read(passage.text, options, reader) if passage.role == "question" else ()
        if not some:
            return ()
        found += some
    return tuple(found)


def _read(text: str, options: Sequence[str], reader: GridReader) -> Sequence[TextQuestion]:
    text = re.sub(r"\s+", " ", text).strip(" *_")
    if asks_for_options(text):
        one = _with_options(text, options, reader)
        return [one] if one else ()
    parts = [_in_usual_words(part, reader) for part in questions(text, reader.people)]
    if options:
        one = _plain(parts[0], reader) if len(parts) == 1 and not strange(parts[0], reader.puzzle) else None
        return [chosen] if one and (chosen := _labelled(one, options, reader)) else ()
    found: list[TextQuestion] = []
    for part in parts:
        one = None if strange(part, reader.puzzle) else _plain(part, reader)
        if one is None:
            return ()
        found.append(one)
    return found


def _plain(text: str, reader: GridReader) -> TextQuestion | None:
    if counted := between(text, reader):
        return TextQuestion(text, "who", options=counted, number=True)
    for wording in taken_apart(text):
        if wording.given or wording.kind not in ("who", "must", "could", "cannot"):
            return None
        if wording.kind == "who":
            options = reader.options(wording.asked) if wording.modal == "must" else None
            return TextQuestion(text, "who", options=options) if options and not options.guessed else None
        read = reader.claim(wording.said)
        if read.claim and not read.guessed:
            return TextQuestion(text, wording.kind, claim=read.claim, plain=wording.plain)
        return None
    return None


_WHICH = re.compile(
    r"^(?:which|what)(?: one)?(?: of (?:the|these|those|my|our|your))?(?: (?:two|three|four|five|six|seven|eight))? "
    r"([a-z]+)(?= (?!of\b))",
    re.IGNORECASE,
)
_IN_WHICH = re.compile(r"^(?:in|at) (?:which|what) ([a-z]+)(?= (?:is|are|was|were|do|does|did)\b)", re.IGNORECASE)


def _in_usual_words(text: str, reader: GridReader) -> str:
    """A question with "who" or "where" for a noun that names no category: "which of the girls", "in which town"."""
    called = frozenset[str]().union(*(category.words for category in reader.categories))
    who, where = _WHICH.match(text), _IN_WHICH.match(text)
    if who and stem(who[1].lower()) not in called and _is_person(who[1].lower()):
        return f"Who{text[who.end() :]}"
    if where and stem(where[1].lower()) not in called and not _is_person(where[1].lower()):
        return f"Where{text[where.end() :]}"
    return text


def _is_person(noun: str) -> bool:
    one = noun.removesuffix("s")
    return any(is_agent(each) or each in KIN for each in (noun, one)) or noun in ("women", "men", "people", "children")


def _labelled(question: TextQuestion, options: Sequence[str], reader: GridReader) -> TextQuestion | None:
    """A question whose options are values; None if one of them is none of those that it asks about."""
    claims = dict(question.options.claims) if question.options else {}
    found: dict[str, str] = {}
    for option in options:
        label, said = lettered(option), plain(option)
        value = next((each for each in claims if each.lower() == said.lower()), "") or reader.named(said, claims)
        if label is None or not value or value in found or label[0] in found.values():
            return None
        found[value] = label[0]
    return replace(question, labels=tuple(found.items()))


def _with_options(text: str, options: Sequence[str], reader: GridReader) -> TextQuestion | None:
    kind = wanted(text)
    if not kind or len(options) < 2:
        return None
    letters = []
    for option in options:
        label = lettered(option)
        read = reader.claim([label[1]]) if label else None
        if label is None or read is None or read.claim is None or read.guessed:
            return None
        letters.append((label[0], read.claim))
    return TextQuestion(text, kind, letters=tuple(letters)) if len(dict(letters)) == len(letters) else None


def told(questions: Sequence[TextQuestion], replies: Sequence[Any]) -> tuple[str, Any]:
    """The questions in one text and their reply: of several, an object with the question as the key of each."""
    if len(questions) == 1:
        return questions[0].text, replies[0]
    return " ".join(each.text for each in questions), {
        each.text: reply for each, reply in zip(questions, replies, strict=True)
    }


def in_one(question: TextQuestion, answer: Any, reader: GridReader) -> Any:
    """The reply to a question in a puzzle with this answer alone; OPEN if none of the options fits, or several."""

    def true(claim: Claim) -> bool:
        return claim.formula is not None and holds(claim.formula, answer, reader.categories)

    if question.options is not None:
        return _as_asked(question, _only([value for value, claim in question.options.claims if true(claim)]))
    if question.claim is not None:
        return true(question.claim) != (question.kind == "cannot")
    wanted = question.kind in ("must", "could")
    fitting = [letter for letter, claim in question.letters if true(claim) == wanted]
    return fitting[0] if len(fitting) == 1 else OPEN


def _as_asked(question: TextQuestion, reply: Any) -> Any:
    """A value as the number or letter that a question asks for; OPEN for one that is not among its letters."""
    if question.labels:
        return dict(question.labels).get(reply, OPEN) if isinstance(reply, str) else OPEN
    return int(reply) if question.number and isinstance(reply, str) else reply


def _only(values: list[str]) -> Any:
    return values[0] if len(values) == 1 else values or OPEN


async def in_all(question: TextQuestion, answer: Any, reader: GridReader, theory: GridTheory) -> Any:
    """The reply that holds in all answers of a puzzle, of which `answer` is one; OPEN if there is none, or no proof.

    Raises NotSupportedError for a claim whose opposite cannot be stated.
    """
    if question.options is not None:
        return _as_asked(question, await _one_value(question.options, answer, reader, theory))
    if question.claim is not None:
        return await _truth(question, theory)
    fitting = []
    for letter, claim in question.letters:
        fits = await _fits(question.kind, claim, theory)
        if fits is None:
            return OPEN
        fitting += [letter] if fits else []
    return fitting[0] if len(fitting) == 1 else OPEN


async def _one_value(options: Options, answer: Any, reader: GridReader, theory: GridTheory) -> Any:
    """The value that it is in every answer, if no other one is possible."""
    true = [v for v, claim in options.claims if claim.formula and holds(claim.formula, answer, reader.categories)]
    if len(true) != 1:
        return OPEN
    claims = dict(options.claims)
    others = tuple(claim.formula for value, claim in claims.items() if value != true[0] and claim.formula)
    if (await theory.refuted(claims[true[0]])).status is not Status.UNSATISFIABLE:
        return OPEN
    if others and (await theory.possible(Claim("", Some(others)))).status is not Status.UNSATISFIABLE:
        return OPEN
    return true[0]


async def _truth(question: TextQuestion, theory: GridTheory) -> Any:
    claim = question.claim
    if claim is None:
        return OPEN
    if question.plain:
        if (await theory.refuted(claim)).status is Status.UNSATISFIABLE:
            return True
        return False if (await theory.possible(claim)).status is Status.UNSATISFIABLE else OPEN
    fits = await _fits(question.kind, claim, theory)
    return OPEN if fits is None else fits


async def _fits(kind: str, claim: Claim, theory: GridTheory) -> bool | None:
    """Whether a claim is as is asked for; None if that was not found out."""
    found = await (theory.refuted(claim) if kind in ("must", "could be false") else theory.possible(claim))
    if not found.status.decided:
        return None
    return found.status.solved == (kind in ("could", "could be false"))


async def forced(answer: Any, theory: GridTheory) -> Any:
    """The answer with only those cells that are the same in every answer; the others are null.

    None if that was not found out.
    """
    known = dict(leaves(answer))
    program = theory.stating()
    while True:
        said = statement(answer, tuple(known.items()))
        reply = await solvers.must(program, said, pool=theory.pool, limits=theory.limits)
        if reply.status is Status.SATISFIED:
            return said
        if reply.status is not Status.UNSATISFIABLE:
            return None
        other = dict(leaves(reply.answer))
        known = {place: value for place, value in known.items() if other.get(place) == value}


__all__ = ["OPEN", "NotSupportedError", "TextQuestion", "forced", "in_all", "in_one", "read", "told"]
