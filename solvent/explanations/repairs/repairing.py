"""The puzzle doctor: what is wrong with a puzzle, and minimal repairs, each proven by a solver."""

import time
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from solvent import solvers
from solvent.explanations import markup
from solvent.explanations.facts import Fact
from solvent.explanations.meanings import of_rules
from solvent.explanations.repairs.additions import Added, additions
from solvent.explanations.repairs.corrections import correction_sets, dropped
from solvent.explanations.repairs.editing import without_clues
from solvent.explanations.repairs.rereading import reread
from solvent.explanations.subject import Subject
from solvent.solvers import Limits, Outcome, Pool, Status
from solvent.translators import rules

_SECONDS = 8.0  # for the search of repairs
_QUICK = 3.0  # for what each clue contributes: with many answers, that takes long


class Correction(BaseModel):
    """Clues that are enough to drop, none of which could stay, so that the others do not contradict each other.

    `answer` is one that is left, `unique` says whether it is the only one (None: not known). `text` is the puzzle
    without these clues, None if it could not be made.
    """

    model_config = ConfigDict(frozen=True)

    drop: tuple[int, ...]
    answer: Any = None
    unique: bool | None = None
    text: str | None = None


class Addition(BaseModel):
    """Clues that leave exactly one answer, `answer`, if they are added.

    For a puzzle that the rules read, they are sentences that these read; `kinds` says of what kind: "fact", "exclusion"
    or "relation". `text` is the puzzle with them. For other puzzles they are `facts` about places of the answer.
    """

    model_config = ConfigDict(frozen=True)

    clues: tuple[str, ...]
    kinds: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    answer: Any = None
    text: str | None = None


class Repairs(BaseModel):
    """The diagnosis of a puzzle: `status` is "sound", "contradictory", "ambiguous", "unread" or "undecided".

    `conflict` are clues that contradict each other, `corrections` the minimal sets of up to three clues to drop, the
    smallest first, and of those of one size first those that leave one answer; `complete` says that these are all.
    `additions` are up to three ways to leave one answer. `redundant` are the clues each of which could be dropped
    without allowing a new answer, `enough` a minimal set of clues that leaves only this answer. `unread` are the clues
    that were not understood: while any part of the text was not ("unread"), nothing is suggested to be added.
    `conventions` has, for each point that the text leaves open, the sentences of which one would settle it. `summary`
    says it all in words.
    """

    model_config = ConfigDict(frozen=True)

    status: str
    conflict: tuple[int, ...] = ()
    corrections: tuple[Correction, ...] = ()
    additions: tuple[Addition, ...] = ()
    redundant: tuple[int, ...] = ()
    enough: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()
    conventions: tuple[tuple[str, ...], ...] = ()
    complete: bool = True
    summary: str = ""

    def _repr_html_(self) -> str:
        dropped = [(f"The puzzle without {_clues(each.drop)}", each.text) for each in self.corrections]
        added = [(f"The puzzle with \u201c{' '.join(each.clues)}\u201d", each.text) for each in self.additions]
        texts = (markup.folded(title, markup.verbatim(text)) for title, text in (*dropped, *added) if text)
        return markup.block(markup.headed(self.summary), *texts)


async def repair(subject: Subject, *, pool: Pool, limits: Limits | None = None) -> Repairs:
    """Diagnose a puzzle, and find minimal repairs. It takes a second or two, and a quarter of a minute at most."""
    limits = limits or Limits()
    first, second = await solvers.run_then(subject.program, "second", pool=pool, limits=limits)
    known = subject.clues or subject.puzzle.clues
    stated = () if subject.reading in rules.GUESSING else subject.stated  # a guess is no understanding
    unread = tuple(clue.id for clue in known if clue.id not in stated and not clue.understood)
    whole = not unread and (not subject.reading or _understood(subject))
    if first.status is Status.UNSATISFIABLE:
        found = await _contradictory(subject, pool, limits)
    elif not first.status.solved or second is None:
        found = Repairs(status="undecided")
    else:
        found = await _with_answers(subject, first, second, suggest=whole, pool=pool, limits=limits)
    conventions = tuple(each.decided for each in subject.puzzle.conventions)
    found = found.model_copy(update={"unread": unread, "conventions": conventions})
    return found.model_copy(update={"summary": _summary(subject, found)})


def _understood(subject: Subject) -> bool:
    """Whether the rules understood the whole text, without a guess; it may leave conventions open."""
    return rules.understands(subject.puzzle.model_copy(update={"conventions": ()})) and (
        subject.reading not in rules.GUESSING
    )


async def _contradictory(subject: Subject, pool: Pool, limits: Limits) -> Repairs:
    until = time.monotonic() + _SECONDS
    sets, complete = await correction_sets(subject, until=until, pool=pool, limits=limits)
    found = [await _correction(subject, each, pool, limits) for each in sets]
    found.sort(key=lambda each: (len(each.drop), each.unique is not True))
    conflict = subject.conflict
    if not conflict:
        conflict = (await solvers.conflict(subject.program, pool=pool, limits=limits)).conflict
    return Repairs(status="contradictory", conflict=conflict, corrections=tuple(found), complete=complete)


async def _correction(subject: Subject, clues: frozenset[int], pool: Pool, limits: Limits) -> Correction:
    program = dropped(subject.program, clues)
    first, second = await solvers.run_then(program, "second", pool=pool, limits=limits)
    decided = second is not None and second.status.decided
    text = without_clues(subject.puzzle, clues)
    if text is not None and of_rules(subject) and reread(subject, text, without=clues) is None:
        text = None
    unique = second.status is Status.UNSATISFIABLE if second is not None and decided else None
    return Correction(drop=tuple(sorted(clues)), answer=first.answer, unique=unique, text=text)


async def _with_answers(
    subject: Subject, first: Outcome, second: Outcome, *, suggest: bool, pool: Pool, limits: Limits
) -> Repairs:
    """What to say of a puzzle that has answers: which clues it could do without, and which it lacks."""
    if not suggest:
        return Repairs(status="unread")
    quick = limits.model_copy(update={"seconds": min(limits.seconds, _QUICK)})
    dropped_one = await solvers.without(subject.program, first.answer, pool=pool, limits=quick)
    without = dropped_one.answer if dropped_one.status.solved else {}
    redundant = tuple(int(clue) for clue, other in without.items() if other is None)
    if second.status is Status.UNSATISFIABLE:
        least = await solvers.needed(subject.program, first.answer, minimal=True, pool=pool, limits=limits)
        enough = tuple(least.answer) if least.status.solved else ()
        return Repairs(status="sound", redundant=redundant, enough=enough)
    if not second.status.solved:
        return Repairs(status="undecided", redundant=redundant)
    # Several answers are no flaw where the text asks for them, or for something that is the same in all.
    if subject.puzzle.expects != "unique" or subject.status == "verified":
        return Repairs(status="sound", redundant=redundant)
    _, more = await solvers.run_on(subject.program, ["others"], pool=pool, limits=quick)
    others = more["others"].answer if "others" in more and more["others"].status.solved else []
    until = time.monotonic() + _SECONDS
    ways = await additions(
        subject,
        [first.answer, second.answer, *others],
        grammar=of_rules(subject),
        until=until,
        pool=pool,
        limits=limits,
    )
    return Repairs(status="ambiguous", redundant=redundant, additions=tuple(map(_addition, ways)))


def _addition(added: Added) -> Addition:
    return Addition(
        clues=tuple(each.text for each in added.clues),
        kinds=tuple(dict.fromkeys(each.kind for each in added.clues)),
        facts=tuple(each.fact for each in added.clues if each.fact),
        answer=added.answer,
        text=added.text,
    )


def _summary(subject: Subject, found: Repairs) -> str:
    lines: list[str] = []
    if found.unread:
        lines.append(f"Not understood: {_clues(found.unread)}. What they say may change everything that follows.")
    elif found.status == "unread":
        lines.append("Part of the text was not understood, and what it says may change everything.")
    lines += ["The text leaves a point open; add one of these: " + " / ".join(each) for each in found.conventions]
    if found.status == "contradictory":
        lines += _corrections(subject, found)
    elif found.status == "sound":
        lines.append(
            "The clues leave exactly one answer." if found.enough else "The clues allow what the text asks for."
        )
    elif found.status == "ambiguous":
        lines.append("The clues allow more than one answer.")
        lines += _additions(found)
    elif found.status == "undecided":
        lines.append("The solver did not decide in time whether there is one answer.")
    if found.redundant:
        lines.append(f"Redundant: {_clues(found.redundant)}{' (each by itself)' if len(found.redundant) > 1 else ''}.")
    if found.enough and len(found.enough) < len(subject.stated):
        lines.append(f"Enough for this answer: {_clues(found.enough)}.")
    return "\n".join(lines)


def _corrections(subject: Subject, found: Repairs) -> list[str]:
    if not found.conflict:
        return ["The rules of the puzzle contradict each other, whatever the clues say."]
    lines = [f"{_clues(found.conflict).capitalize()} contradict each other:"]
    lines += [f"  {clue}. {subject.texts.get(clue, '')}" for clue in found.conflict]
    left = {True: "exactly one answer is left", False: "several answers are left", None: "answers are left"}
    lines += [f"Drop or correct {_clues(each.drop)}: {left[each.unique]}." for each in found.corrections]
    if not found.corrections:
        lines.append("More than three clues would have to be dropped.")
    elif not found.complete:
        lines.append("There may be further repairs.")
    return lines


def _additions(found: Repairs) -> list[str]:
    if not found.additions:
        return ["No clues that leave one answer were found."]
    several = "one of these" if len(found.additions) > 1 else "this"
    return [f"To leave exactly one, add {several}:", *(f"  {' '.join(each.clues)}" for each in found.additions)]


def _clues(ids: Sequence[int]) -> str:
    *first, last = map(str, ids)
    return f"clues {', '.join(first)} and {last}" if first else f"clue {last}"
