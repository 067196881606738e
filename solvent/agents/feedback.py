"""What a model is told about its program: facts in the puzzle's terms, never just "unsat"."""

import json
from collections.abc import Sequence
from textwrap import shorten

from solvent.agents import bearing, gate, remarks
from solvent.agents.differences import difference
from solvent.agents.state import Attempt, Evidence, State
from solvent.solvers import Outcome, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle
from solvent.translators.slips import slips

_SHOWN = 1000  # characters of an answer


def finding(puzzle: Puzzle, attempt: Attempt, disputes: Sequence[Evidence] = ()) -> str:
    """Say what is wrong with an attempt, or "". `disputes` is evidence from other programs and from the reviewer."""
    if attempt.outcome is None or (attempt.program is None and not attempt.solved):
        what = "answer" if attempt.job.contract == "answer" else "program"
        return f"No {what} could be read out of your reply. {attempt.problem}"
    told = _told(puzzle, attempt, attempt.outcome, disputes)
    return "\n".join([told, *remarks.on(puzzle, attempt)]) if told else ""


def concerning(state: State, attempt: Attempt) -> tuple[Evidence, ...]:
    """The evidence that concerns this attempt; a review or check concerns only those that gave the answer.

    The objections of a checker count only if a third opinion shares them.
    """
    chosen = None if state["winner"] is None else state["attempts"][state["winner"]]
    same = chosen is not None and canonical(chosen.answer) == canonical(attempt.answer)
    check = state["check"]
    blamed = check is not None and check.blames == "program" and same
    untold = [name for name, told in ((gate.REVIEW, same), (gate.CHECKED, blamed)) if not told]
    return tuple(fact for fact in state["evidence"] if fact.check not in untold)


def _told(puzzle: Puzzle, attempt: Attempt, outcome: Outcome, disputes: Sequence[Evidence]) -> str:
    if not outcome.status.solved:
        return _without_answer(puzzle, attempt, outcome)
    several = attempt.asked in ("any", "all")  # that was said unprompted, and no repair may change it
    if attempt.second is not None and attempt.second.status.solved and not several:
        where = difference(outcome.answer, attempt.second.answer, most=6)
        return (
            "It allows more than one answer, and the problem should have exactly one. Two that it allows differ in "
            f"{where}. Either a constraint is missing or too weak, or one that the text only implies was not stated. "
            "Make none up: if the text itself leaves this open, give the program unchanged."
        )
    if attempt.second is not None and attempt.second.status is not Status.UNSATISFIABLE and not several:
        return _too_slow("look for a second answer", attempt.second)
    if attempt.improve is not None and attempt.improve.status.solved:
        if outcome.status is not Status.OPTIMAL:  # the solver stopped early: the objective may be right
            return _too_slow("find the best answer", outcome)
        value = ", ".join(map(str, attempt.improve.objective))
        better = shorten(json.dumps(attempt.improve.answer, ensure_ascii=False), _SHOWN, placeholder=" ...")
        return (
            f"Its answer is not the best one: {value} can be reached, with the answer {better}. The two differ in "
            f"{difference(outcome.answer, attempt.improve.answer, most=6)}. Check the objectives."
        )
    if attempt.improve is not None and attempt.improve.status is not Status.UNSATISFIABLE:
        return _too_slow("prove that its answer is the best", attempt.improve)
    # A reader has to say unprompted what the text asks for, and no author can mend the decomposition.
    untold = (*gate.HINTS, gate.ASKED, gate.LEFT_OUT, gate.DICTATED)
    faults = [_own(fact, attempt) for fact in attempt.facts if fact.passed is False and fact.check not in untold]
    claims = [fact for fact in disputes if fact.passed is False and fact.check == gate.REVIEW]
    says = "does not allow the same answers" if several or puzzle.expects == "any" else "comes to another answer"
    faults += [
        f"Another model of the same text, written independently of yours, {says}{_about(fact.detail)}."
        for fact in disputes
        if fact.passed is False and fact.check in (gate.INDEPENDENT, gate.SAME_KIND)
    ]
    faults += [
        "Another model of the same text, written independently of yours, comes to the same answer, but reads the "
        f"clues otherwise{_about(fact.detail)}. State in each clue's part all that it says, and no more; if yours "
        "does, give the program unchanged."
        for fact in disputes
        if fact.passed is False and fact.check == gate.ALIKE
    ]
    faults += [f"Somebody who saw only clues and answer says that it violates {fact.detail}" for fact in claims]
    faults += [
        f"A check of each clue by itself, which a third opinion confirms, disagrees with it about {fact.detail}."
        for fact in disputes
        if fact.passed is not True and fact.check == gate.CHECKED
    ]
    return "\n".join(faults[:4])


def _about(dispute: str) -> str:
    """What the two programs disagree about, without naming the other's author, since both authors read this."""
    _, colon, about = dispute.partition(": ")
    return f"; {about}" if colon else ""


_SHAPED_BY = {
    "model": " Mend the answer template.",
    "form": " Mend its answer.",
    "script": " Mend what it prints.",
    "answer": "",
}


def _own(fact: Evidence, attempt: Attempt) -> str:
    match fact.check:
        case gate.SCHEMA:
            mend = _SHAPED_BY[attempt.job.contract]
            return f"Its answer does not have the shape that was asked for: {fact.detail}.{mend}"
        case gate.COVERAGE:
            return (
                f"{fact.detail}. State what they say in their own parts, even where bounds or other constraints imply "
                "it already; of what a clue only defines, declare the data and state their bounds. Make nothing up."
            )
        case bearing.BEARING:
            return (
                f"The answer does not rest on the clues: {fact.detail}. State in each clue's part what the clue says, "
                "and outside of the parts only what holds before any clue is read. A clue that only gives data, or "
                "that others imply, may exclude nothing by itself: make nothing up for it, and loosen no bounds."
            )
    return f"{fact.check}: {fact.detail}."


def _without_answer(puzzle: Puzzle, attempt: Attempt, outcome: Outcome) -> str:
    match outcome.status:
        case Status.UNSATISFIABLE if attempt.job.contract == "script":
            return f"It has no solution{_TOO_STRONG}"
        case Status.UNSATISFIABLE:
            return _clash(puzzle, attempt)
        case Status.TIMEOUT | Status.UNKNOWN | Status.MEMORY:
            return _too_slow("solve it", outcome)
        case Status.BLOCKED:
            return f"It does something that a program may not do: {outcome.message}{_besides(attempt)}"
        case Status.BAD_ANSWER:
            why = _NOTHING_PRINTED if attempt.job.contract == "script" else ""
            return f"Its answer cannot be read: {outcome.message}{why}"
    return f"It does not run. {outcome.message}{_besides(attempt)}"


def _besides(attempt: Attempt) -> str:
    """Further breaches of the contract in a program that stopped at its first error."""
    found = slips(attempt.program) if attempt.program else ()
    return "".join(f"\nBesides: {slip}" for slip in found)


_TOO_STRONG = ", so a constraint is wrong or too strong: look for it clue by clue."
_NOTHING_PRINTED = (
    ". If your model has no solution, a constraint is wrong or too strong: look for it clue by clue. The last JSON "
    "object that is printed counts; NaN is no JSON."
)


def _clash(puzzle: Puzzle, attempt: Attempt) -> str:
    clash = attempt.conflict.conflict if attempt.conflict else ()
    if not clash:
        return "It allows no answer at all, even without any clue: what stands outside the clues contradicts itself."
    texts = {clue.id: clue.text for clue in puzzle.clues}
    lines = [
        "It allows no answer: your constraints for these clues contradict each other (leave one out, and they do not)."
    ]
    for number in clash:
        parts = attempt.program.fragments if attempt.program else ()
        code = "\n".join(part.code.strip() for part in parts if part.clue == number)
        lines.append(f"Clue {number}: {texts.get(number, '(not a clue of this problem)')}\n{code}")
    return "\n".join(lines)


def _too_slow(what: str, outcome: Outcome) -> str:
    return (
        f"There was not enough time or memory to {what} ({outcome.status}: {outcome.message or 'no result'}). It may "
        "well say what it should; then say the same so that less has to be searched: tighter bounds, fewer variables, "
        "a constraint over many variables where the language has one, choices instead of products of variables, and "
        "constraints that follow from the others, each in the part of a clue that it follows from."
    )
