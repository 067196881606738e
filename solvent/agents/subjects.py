"""From an answer to what explanations, questions and checks are about."""

from typing import TYPE_CHECKING

from solvent.explanations.subject import NotExplainedError, Subject
from solvent.translators import rules

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Attempt


def subject_of(answer: "Answer") -> Subject:
    """The puzzle of an answer, with the program that states it.

    Raises NotExplainedError if there is none: nothing was read, a model answered without a program, or the program is a
    script, which can only be run.
    """
    if answer.puzzle is None:
        raise NotExplainedError("the puzzle itself was not kept with this answer; solve its text anew.")
    attempt = _stating(answer)
    if attempt is None or attempt.program is None:
        why = answer.reason or "no program states it"
        raise NotExplainedError(f"the puzzle was not read, so nothing can be explained: {why}")
    by_rules = attempt.job.by_rules or bool(attempt.job.clauses)
    subject = Subject(
        puzzle=answer.puzzle,
        program=attempt.program,
        status=answer.status.value,
        answer=answer.answer,
        alternatives=answer.alternatives,
        conflict=answer.conflict,
        clues=answer.clues,
        reading=(attempt.job.reading or rules.READINGS[0]) if by_rules else "",
        way=attempt.job.way,
    )
    if not subject.stated:
        raise NotExplainedError("the program says of no constraint which clue it comes from, so no step can name one.")
    return subject


def _stating(answer: "Answer") -> "Attempt | None":
    """The attempt whose program states the puzzle: the one that gave the answer, else one that agrees with it."""
    given = answer.given_by
    models = [attempt for attempt in answer.attempts if attempt.program is not None and attempt.job.models]
    if given in models:
        return given
    agreeing = [attempt for attempt in models if attempt.solved and attempt.answer == answer.answer]
    if answer.answer is not None:
        return next(iter(agreeing), None)
    return next((attempt for attempt in models if attempt.conflict and attempt.conflict.conflict), None) or next(
        iter(models), None
    )
