"""Why an answer is right, step by step: from the empty grid, or from marks, to all that follows."""

import asyncio
from collections.abc import Sequence
from typing import Any

from solvent.explanations import numbers
from solvent.explanations.difficulty import difficulty_of
from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.pictures import Notebook
from solvent.explanations.rules import rules_of
from solvent.explanations.subject import Subject
from solvent.explanations.wording import Wording
from solvent.solvers import Limits, Outcome, Pool, Program, SolventError, Status, deduce

_TIMES = 6  # how many times the time of a question to a solver all steps may take

_CLASH = {True: "the marks and the clues contradict each other", False: "the clues contradict each other"}


async def explain(
    subject: Subject,
    *,
    pool: Pool,
    limits: Limits | None = None,
    known: Sequence[Fact] = (),
    most: int | None = None,
    zoom: int | None = None,
) -> Explanation:
    """Explain a puzzle, from the facts in `known` on, in at most `most` steps.

    Each step is checked by a solver, needs all that it names, and uses several clues only where one tells nothing new;
    the step with the number `zoom` is split by contradiction. Where a puzzle has several answers, the steps derive what
    is true in all of them; where its clues contradict each other, they lead to the contradiction.

    Raises LookupError for a fact about a place that the answer does not have.
    """
    steps = await asyncio.to_thread(numbers.steps_of, subject, known, most)
    if steps is not None:
        return _of_numbers(subject, tuple(steps), tuple(known), most).drawn_by(Notebook(subject))
    program = _quickest(subject)
    whole = limits or Limits()
    whole = whole.model_copy(update={"seconds": _TIMES * whole.seconds})
    places = [{"place": subject.layout.place(fact), "value": fact.value, "holds": fact.holds} for fact in known]
    clash = subject.conflict if not known else ()
    outcome = await deduce(program, places, most=most, proof=zoom, conflict=clash, pool=pool, limits=whole)
    return _explained(subject, outcome, tuple(known), most).drawn_by(Notebook(subject))


def _of_numbers(subject: Subject, steps: tuple[Step, ...], known: tuple[Fact, ...], most: int | None) -> Explanation:
    """The explanation of a Sudoku or another puzzle of numbers."""
    clash = bool(steps) and not steps[-1].derives
    wanted = len(steps) == most
    graded = not (clash or known or wanted)
    return Explanation(
        status=subject.status,
        steps=steps,
        difficulty=difficulty_of(steps, max(map(_depth, steps), default=0)) if graded else None,
        known=known,
        reason=_CLASH[bool(known)] if clash else "",
    )


def _depth(step: Step) -> int:
    """How deep suppositions are nested in a step."""
    return 1 + max(map(_depth, step.steps), default=0) if step.steps else 0


def _quickest(subject: Subject) -> Program:
    """The program in SMT-LIB, which a SAT solver takes, if the rules can write it; else as it is."""
    try:
        return subject.written_in("smtlib")
    except SolventError:
        return subject.program


def _explained(subject: Subject, outcome: Outcome, known: tuple[Fact, ...], most: int | None) -> Explanation:
    if not isinstance(outcome.answer, dict):
        why = outcome.message or f"the solver says: {outcome.status}"
        if subject.puzzle.expects == "likeliest":
            why = "the answer is the most likely one of many that fit; nothing forces it, so there are no steps to it"
        return Explanation(status=subject.status, known=known, complete=False, reason=why)
    wording = Wording(subject)
    steps = tuple(_step(subject, step, wording) for step in outcome.answer["steps"])
    clash = outcome.status is Status.UNSATISFIABLE
    done = clash or not outcome.answer["left"]
    graded = done and not (clash or known) and outcome.answer["nested"] is not None
    return Explanation(
        status=subject.status,
        steps=steps,
        difficulty=difficulty_of(steps, outcome.answer["nested"]) if graded else None,
        known=known,
        complete=done or len(steps) == most,
        reason=_reason(outcome, known, done=done, wanted=len(steps) == most),
    )


def _reason(outcome: Outcome, known: tuple[Fact, ...], *, done: bool, wanted: bool) -> str:
    if outcome.status is Status.UNSATISFIABLE:
        return _CLASH[bool(known)]
    if done or wanted:
        return ""
    return outcome.message or f"{outcome.answer['left']} more facts are true in every answer, but no step was found"


def _step(subject: Subject, said: dict[str, Any], wording: Wording) -> Step:
    clues = tuple(said["clues"])
    uses, derives = (tuple(_fact(subject, fact) for fact in said[key]) for key in ("uses", "derives"))
    rules = rules_of(subject.layout, clues, uses, derives)
    inner = tuple(_step(subject, each, wording) for each in said["proof"])
    supposes = derives[0].model_copy(update={"holds": not derives[0].holds}) if inner else None
    text = wording.step(clues, rules, uses, derives)
    return Step(clues=clues, rules=rules, uses=uses, derives=derives, text=text, supposes=supposes, steps=inner)


def _fact(subject: Subject, said: dict[str, Any]) -> Fact:
    return subject.layout.fact(said["place"], said["value"], holds=said["holds"])
