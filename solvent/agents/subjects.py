"""From an answer to what explanations, questions and checks are about."""

from typing import TYPE_CHECKING

from solvent.explanations.subject import NotExplainedError, Subject
from solvent.solvers.errors import SolventError
from solvent.translators import rules, standalone

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Attempt

_TITLE = 100  # characters of it


def subject_of(answer: "Answer") -> Subject:
    """The puzzle of an answer, with the program that states it.

    Raises NotExplainedError if there is none: nothing was read, a model answered without a program, or the program is a
    script, which can only be run.
    """
    subject = _subject(answer)
    if not subject.stated:
        raise NotExplainedError("the program says of no constraint which clue it comes from, so no step can name one.")
    return subject


def exported(answer: "Answer", framework: str) -> str:
    """The puzzle of an answer as a program that runs without Solvent.

    Raises NotExplainedError as `subject_of`, but not for want of clues, and SolventError if the program cannot be
    written in that framework.
    """
    subject = _subject(answer)
    if subject.clues and not any(clue.understood or clue.id in subject.stated for clue in subject.clues):
        raise NotExplainedError("none of the puzzle's clues was understood, so there is no program of it to export.")
    if subject.program.framework not in standalone.names():
        raise SolventError(standalone.SEARCHED.format(kind=subject.puzzle.kind, framework=framework))
    return standalone.written(subject.written_in(framework), subject.texts, _title(subject.puzzle.text))


def _title(text: str) -> str:
    """The comment that a puzzle's text begins with, else its first line."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first.strip("# ") if first.startswith("#") else first[:_TITLE]


def _subject(answer: "Answer") -> Subject:
    if answer.puzzle is None:
        raise NotExplainedError("the puzzle itself was not kept with this answer; solve its text anew.")
    attempt = _stating(answer)
    if attempt is None or attempt.program is None:
        why = answer.reason or "no program states it"
        raise NotExplainedError(f"the puzzle was not read, so nothing can be explained: {why}")
    by_rules = attempt.job.by_rules or bool(attempt.job.clauses)
    return Subject(
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


def _stating(answer: "Answer") -> "Attempt | None":
    """The attempt whose program states the puzzle: the one that gave the answer, else one that agrees with it."""
    given = answer.given_by
    models = [attempt for attempt in answer.attempts if attempt.program is not None and attempt.job.models]
    if given in models:
        return given
    agreeing = [attempt for attempt in models if attempt.solved and attempt.answer == answer.whole]
    if answer.answer is not None:
        return next(iter(agreeing), None)
    return next((attempt for attempt in models if attempt.conflict and attempt.conflict.conflict), None) or next(
        iter(models), None
    )
