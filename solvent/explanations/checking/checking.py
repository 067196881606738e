"""Answers and marks checked against the clues: which follow, which are possible, and which clues they break."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from solvent import solvers
from solvent.explanations import markup
from solvent.explanations.checking.reading import marks_in, marks_of
from solvent.explanations.checking.shape import layout_for, shape_of, statement_of
from solvent.explanations.facts import Fact, place_in_words
from solvent.explanations.layout import leaves
from solvent.explanations.meanings import Marked, of_rules
from solvent.explanations.spelling import plain
from solvent.explanations.subject import Subject
from solvent.solvers import Limits, Outcome, Pool, Status
from solvent.solvers.errors import InputError, SolventError

_SHOWN = 6  # marks that a sentence lists
_SEARCHED = "searched for, not proven"  # what the solvers say of programs about whose answers nothing can be proven


class Broken(BaseModel):
    """A clue, or a rule of the genre (`clue` is None), that marks break: by themselves, or together with the others.

    `text` is the clue's own, `says` where the marks put the values that it is about, which are in `marks`.
    """

    model_config = ConfigDict(frozen=True)

    clue: int | None
    text: str
    says: str = ""
    marks: tuple[Fact, ...] = ()


class Checked(BaseModel):
    """What the clues say of an answer, or of a part of one.

    `accepted` is true if a whole answer is one that the puzzle allows, and of a part if all of it follows; false if it
    is impossible; None if it is possible, but does not follow, or if this could not be decided. `broken` are the clues
    that the marks break, each by itself if there are such, else a minimal set of clues that excludes them together.
    `undecided` are the clues that the marks alone neither fulfil nor break; `wrong` the marks that no answer has,
    `unforced` those that only some answers have; `unchecked` the clues that no program states, so that nothing is known
    of them. `whole` says that the marks are a whole answer, `text` sums it all up.
    """

    model_config = ConfigDict(frozen=True)

    accepted: bool | None
    broken: tuple[Broken, ...] = ()
    undecided: tuple[int, ...] = ()
    wrong: tuple[Fact, ...] = ()
    unforced: tuple[Fact, ...] = ()
    unchecked: tuple[int, ...] = ()
    marks: tuple[Fact, ...] = ()
    whole: bool = False
    text: str = ""

    def _repr_html_(self) -> str:
        sign = {True: "✓ ", False: "✗ ", None: ""}[self.accepted]
        return markup.block(markup.headed(sign + self.text))


async def check(subject: Subject, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Checked:
    """Check an answer, or marks in one: a text that `marks_of` reads, or JSON of the answer's shape or a part of it.

    Raises InputError for what cannot be read, or does not fit the puzzle.
    """
    marks = marks_of(answer, subject) if isinstance(answer, str) else marks_in(answer, subject)
    outcome = await _asked(subject, marks, pool, limits)
    if outcome.status is Status.BAD_ANSWER and _SEARCHED in outcome.message:
        return _compared(subject, marks)
    if outcome.status is Status.BAD_ANSWER and _as_units(marks, subject) != marks:
        marks = _as_units(marks, subject)  # lists of variable length are compared as a whole
        outcome = await _asked(subject, marks, pool, limits)
    if outcome.status is Status.BAD_ANSWER:
        raise InputError(f"The answer does not fit the puzzle: {outcome.message}.")
    if not outcome.status.solved:
        why = outcome.message or outcome.status.value
        return Checked(accepted=None, marks=marks, whole=_whole(subject, marks), text=f"Not decided: {why}.")
    return _judged(subject, marks, outcome)


async def _asked(subject: Subject, marks: Sequence[Fact], pool: Pool, limits: Limits | None) -> Outcome:
    try:
        said = [{"statement": statement_of([fact], subject), "holds": fact.holds} for fact in marks]
    except LookupError as error:
        raise InputError(f"The answer of this puzzle has no such place: {error.args[0]}.") from error
    return await solvers.marks(subject.program, said, pool=pool, limits=limits)


def _as_units(marks: tuple[Fact, ...], subject: Subject) -> tuple[Fact, ...]:
    """The marks of an answer of another shape with each part of it as one mark."""
    shape = shape_of(subject)
    if layout_for(subject).shape != "other" or not isinstance(shape, dict) or not all(fact.holds for fact in marks):
        return marks
    said = statement_of(marks, subject)
    return tuple(Fact(path=f"/{key}", value=value) for key, value in said.items() if value is not None)


def _whole(subject: Subject, marks: Sequence[Fact]) -> bool:
    said = statement_of((fact for fact in marks if fact.holds), subject)
    names = len(layout_for(subject).rows) if layout_for(subject).shape == "grid" else 0
    return len([*leaves(said)]) + names >= len([*_places(shape_of(subject))])


def _places(shape: Any) -> Iterable[None]:
    """One item for each place of an answer, also of one that is null there."""
    if isinstance(shape, dict | list) and shape:
        for each in shape.values() if isinstance(shape, dict) else shape:
            yield from _places(each)
    else:
        yield None


def _judged(subject: Subject, marks: tuple[Fact, ...], outcome: Outcome) -> Checked:
    found: Mapping[str, Any] = outcome.answer
    wrong = _picked(marks, found["possible"], verdict=False) if found["any"] else ()
    unforced = tuple(
        fact
        for fact, possible, follows in zip(marks, found["possible"], found["follows"], strict=True)
        if possible is not False and follows is not True
    )
    whole = _whole(subject, marks)
    unchecked = _unchecked(subject)
    accepted: bool | None = found["together"]
    if accepted and (unchecked or (subject.reading and _doubtful(subject)) or (unforced and not whole)):
        accepted = None
    verdicts = _verdicts(subject, marks, found)
    broken = _broken(subject, marks, outcome, verdicts)
    given = {each.clue for each in broken if found["rules"]}  # a given that the template states has no verdict
    checked = Checked(
        accepted=accepted,
        broken=broken,
        undecided=tuple(clue for clue, verdict in verdicts.items() if verdict is None and clue not in given),
        wrong=wrong,
        unforced=unforced,
        unchecked=unchecked,
        marks=marks,
        whole=whole,
    )
    return checked.model_copy(update={"text": _summed_up(subject, checked, found)})


def _picked(marks: Sequence[Fact], verdicts: Sequence[bool | None], *, verdict: bool) -> tuple[Fact, ...]:
    return tuple(fact for fact, each in zip(marks, verdicts, strict=True) if each is verdict)


def _unchecked(subject: Subject) -> tuple[int, ...]:
    """The clues that no program states, or only on a guess, as far as it is known that they should be stated."""
    known = subject.clues or subject.puzzle.clues
    stated = () if subject.reading and _doubtful(subject) else subject.stated
    return tuple(c.id for c in known if not c.understood and c.id not in {*stated, *subject.puzzle.given})


def _doubtful(subject: Subject) -> bool:
    """Whether it is doubtful that the program says what the text does."""
    return subject.status in ("unverified", "failed")


def _verdicts(subject: Subject, marks: Sequence[Fact], found: Mapping[str, Any]) -> dict[int, bool | None]:
    """What the marks make of each clue: the solver's verdict or, if it is open, what the clue's meaning shows."""
    verdicts = {int(clue): verdict for clue, verdict in found["clues"].items()}
    if not of_rules(subject):
        return verdicts
    clashing = {number for clash in found["rules"] for number in clash}
    marked = Marked(subject, tuple(fact for number, fact in enumerate(marks) if number not in clashing))
    shown = {clue: marked.verdict(meaning) for clue, meaning in marked.meanings.items()}
    return {clue: shown.get(clue) or None if verdict is None else verdict for clue, verdict in verdicts.items()}


def _broken(
    subject: Subject, marks: tuple[Fact, ...], outcome: Outcome, verdicts: Mapping[int, bool | None]
) -> tuple[Broken, ...]:
    found: Mapping[str, Any] = outcome.answer
    if found["together"] is not False:
        return ()
    rules = [_rule(subject, [marks[number] for number in clash]) for clash in found["rules"]]
    if not found["best"]:
        rules.append(Broken(clue=None, text="the best answer is asked for", says="There is a better one than this."))
    wrong = [fact for fact, possible in zip(marks, found["possible"], strict=True) if possible is False]
    clues = [clue for clue, verdict in verdicts.items() if verdict is False] or list(outcome.conflict)
    if not clues and not rules:
        clues = list(subject.conflict)
    return (*rules, *(_clue(subject, marks, wrong, clue) for clue in clues))


def _clue(subject: Subject, marks: tuple[Fact, ...], wrong: Sequence[Fact], clue: int) -> Broken:
    text = subject.texts.get(clue, "")
    if of_rules(subject):
        marked = Marked(subject, marks)
        says, used = marked.told(marked.meanings[clue]) if clue in marked.meanings else ("", ())
    else:
        used = tuple(fact for fact in marks if _mentions(text, fact)) or tuple(wrong[:_SHOWN])
        says = f"Here {_listed(used)}." if used else ""
    return Broken(clue=clue, text=text, says=says, marks=used)


def _mentions(text: str, fact: Fact) -> bool:
    """Whether a clue names what a mark is about: its value or, in answers that are no grids, its place."""
    names = [fact.value, *fact.path.split("/")[-1:]] if fact.path is not None else [fact.value]
    if isinstance(fact.column, int):
        names = [f"row {fact.row}, column {fact.column}", f"r{fact.row}c{fact.column}"]
    return any(str(name) and re.search(rf"(?<!\w){re.escape(plain(str(name)))}(?!\w)", plain(text)) for name in names)


def _rule(subject: Subject, marks: Sequence[Fact]) -> Broken:
    """A rule of the genre that marks break together; what kind of rule shows in the marks."""
    if len(marks) == 1:
        for clue, said in subject.texts.items():  # a given, which the template itself states
            if isinstance(marks[0].column, int) and _mentions(said, marks[0]):
                return Broken(clue=clue, text=said, says=f"Here {_listed(marks)}.", marks=tuple(marks))
    held = [fact for fact in marks if fact.holds]
    text = "the rules of the puzzle"
    if len({str(fact.value) for fact in held}) == 1 and len(held) > 1 and layout_for(subject).shape != "other":
        same = [name for name in ("row", "column") if len({getattr(fact, name) for fact in held}) == 1]
        board = layout_for(subject).shape == "board"
        text = f"each value once in a {same[0] if same else 'region'}" if board else "each value once"
    return Broken(clue=None, text=text, says=f"Here {_listed(marks)}.", marks=tuple(marks))


def _summed_up(subject: Subject, checked: Checked, found: Mapping[str, Any]) -> str:
    several = f"all {len(checked.marks)} marks" if len(checked.marks) > 1 else "the mark"
    lines: list[str] = []
    if checked.accepted:
        if not checked.whole:
            lines.append(f"Right: {several} follow{'' if len(checked.marks) > 1 else 's'} from the clues.")
        elif checked.unforced:
            lines.append("Right: it fulfils all clues. It is not the only answer: others do so, too.")
        else:
            lines.append("Right: it fulfils all clues, and there is no other answer.")
    elif checked.accepted is False:
        lines += _refused(subject, checked, found)
    elif found["together"] is None:
        lines.append("Not decided in time.")
    elif checked.unforced and not checked.whole:
        lines.append(f"Possible, but not forced by the clues: {_listed(checked.unforced)}.")
    else:
        lines.append("No clue that was understood is broken.")
    if checked.undecided and not checked.whole and checked.accepted is not False:
        lines.append(f"Neither fulfilled nor broken by the marks alone: {_clues(checked.undecided)}.")
    if checked.unchecked:
        lines.append(f"Not checked, since not understood: {_clues(checked.unchecked)}.")
    elif _doubtful(subject):
        lines.append("Whether the program says what the text does is not verified.")
    return "\n".join(lines)


def _refused(subject: Subject, checked: Checked, found: Mapping[str, Any]) -> list[str]:
    lines = []
    if found["any"] is False:
        of = f": {_clues(subject.conflict)} contradict each other" if subject.conflict else ""
        lines.append(f"Wrong: the puzzle itself has no answer{of}.")
    elif checked.wrong:
        lines.append(f"Wrong: {_listed(checked.wrong)}.")
    elif not found["best"]:
        lines.append("Wrong: it is allowed, but not the best.")
    else:
        lines.append("Wrong: each mark by itself is possible, but not all of them together.")
    alone = found["rules"] or False in found["clues"].values()
    if not alone and len(checked.broken) > 1:
        lines.append("These clues together exclude it:")
    for each in checked.broken:
        name = "rule" if each.clue is None else f"clue {each.clue}"
        lines.append(f"{name}: {each.text}{'' if each.text.endswith(('.', '!')) else '.'} {each.says}".rstrip())
    return lines


def _listed(facts: Sequence[Fact]) -> str:
    said = "; ".join(
        f"{place_in_words(fact)} {'=' if fact.holds else 'not'} {_value(fact.value)}" for fact in facts[:_SHOWN]
    )
    return f"{said} and {len(facts) - _SHOWN} more" if len(facts) > _SHOWN else said


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _clues(ids: Sequence[int]) -> str:
    *first, last = map(str, ids)
    return f"clues {', '.join(first)} and {last}" if first else f"clue {last}"


def _compared(subject: Subject, marks: tuple[Fact, ...]) -> Checked:
    """Marks in an answer that was searched for among many, so that others cannot be excluded."""
    if subject.answer is None:
        raise SolventError("No answer to this puzzle was found, and none can be proven wrong: nothing to compare with.")
    whole = _whole(subject, marks)
    said = {fact.path: fact.value for fact in marks_in(subject.answer, subject)}
    different = tuple(fact for fact in marks if (said.get(fact.path) == fact.value) is not fact.holds)
    found = "The answer of this puzzle was searched for, not proven"
    if different:
        text = f"{found}: it differs in {_listed(different)}."
        return Checked(accepted=None, unforced=different, marks=marks, whole=whole, text=text)
    accepted = True if subject.status == "verified" else None
    return Checked(accepted=accepted, marks=marks, whole=whole, text=f"{found}: this is what was found.")
