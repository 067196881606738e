"""The five questions, asked in the same way of every framework. This code runs in the child, with the loaded program.

Two more serve the acceptance gate: `every` enumerates all answers, `bearing` checks whether the answer depends on the
clues. Those about statements, single clues, enough clues, several answers and marks are in `statement_questions`,
`dropped_clues`, `clue_by_clue`, `needed_clues`, `several_answers` and `marked_answers`.
"""

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solvent.solvers.engines.clue_by_clue import ClueByClue
from solvent.solvers.engines.deduction.question import Deduction
from solvent.solvers.engines.dropped_clues import DroppedClues
from solvent.solvers.engines.engine import NO_CLUES, Engine, QuestionAnswerer, Reply, Searcher
from solvent.solvers.engines.marked_answers import MarkedAnswers
from solvent.solvers.engines.needed_clues import NeededClues
from solvent.solvers.engines.several_answers import SeveralAnswers
from solvent.solvers.engines.solving import Solving
from solvent.solvers.engines.statement_questions import StatementQuestions
from solvent.solvers.programs.equality import json_number, numeric, rank
from solvent.solvers.programs.outcome import Limits, Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.question import FollowUp, Question, leads_on, patience
from solvent.solvers.programs.template import Labelled, MisfitError, NoValue, matches, walk
from solvent.solvers.programs.term_formulas import TRUE, And, Compare, Formula, Not, Or

MOST_ANSWERS = 1000  # limit for `every`


class Questions(Solving):
    """The five questions, and those of the gate."""

    def run(self) -> Reply:
        return self._best(TRUE)

    def second(self, answer: Any) -> Reply:
        """Find a different answer; with objectives, one that is at least as good."""
        given = self._formula(answer)
        extra: Formula = Not(given)
        if self.engine.goals:
            first = self._best(given)
            if first.status is not Status.OPTIMAL:
                return _not_allowed(first)
            extra = And((extra, Not(self._worse(first.objective))))
        return self._one(extra)

    def conflict(self) -> Reply:
        """Find a minimal unsatisfiable subset of the clues, by deleting each one that it does not need."""
        whole = self._one(TRUE)
        if whole.status is not Status.UNSATISFIABLE:
            return whole
        return self._core(whole, TRUE, "what belongs to no clue contradicts itself")

    def improve(self, answer: Any) -> Reply:
        """Find an answer strictly better than the given one at its best, or prove that there is none."""
        if not self.engine.goals:
            raise ProgramError(Status.BAD_ANSWER, "the program has no objective: there is nothing to improve")
        best = self._best(self._formula(answer))
        if best.status is not Status.OPTIMAL:
            return _not_allowed(best)
        return self._one(self._better(best.objective))

    def accepts(self, answer: Any) -> Reply:
        """Check whether the program allows an answer, and whether it is optimal; if not allowed, find the conflict."""
        try:
            given = matches(self.engine.template, answer)
        except MisfitError as misfit:
            return Reply(Status.UNSATISFIABLE, message=f"the answer does not fit the template: {misfit}")
        best = self._best(given)
        if best.status is Status.UNSATISFIABLE:
            return self._core(replace(best, message="the program does not allow this answer"), given, "")
        if best.status is not Status.OPTIMAL:
            # If the objective value of this answer is not proven, nothing is known about its optimality.
            return best if not self.engine.goals else Reply(self._open(best.status), message=best.message)
        better = self._one(self._better(best.objective))
        if better.status is Status.UNSATISFIABLE:
            return best
        if better.status.solved:
            values = f"{_listed(best.objective)}; {_listed(better.objective)} is possible"
            return Reply(
                Status.UNSATISFIABLE, message=f"the answer is allowed but not optimal: its objective is {values}"
            )
        return better

    def every(self, first: Any) -> Reply:
        """List all answers in canonical order, including the given one; if not all were found, those that were."""
        found = [first]
        self.engine.forbid(self._formula(first))
        while (reply := self._one(TRUE)).status.solved and len(found) < MOST_ANSWERS:
            found.append(reply.answer)
            self.engine.forbid(self._formula(reply.answer))
        found.sort(key=rank)
        if reply.status is Status.UNSATISFIABLE:
            return Reply(Status.SATISFIED, found)
        status = Status.UNKNOWN if reply.status.solved else reply.status
        return Reply(status, found, message=f"{len(found):,} answers were found, and there may be more")

    def bearing(self, answer: Any) -> Reply:
        """Check whether the answer depends on the clues, and find the clues that exclude nothing.

        `unsatisfiable` if the background alone determines the answer or the value of an objective, or if several values
        remain possible but are shown by the same label.
        """
        given = self._formula(answer)
        shared = [part.term for part in walk(self.engine.template) if isinstance(part, Labelled) and part.ambiguous]
        if shared or self.engine.goals or not self.found:  # else, no values of a solution are needed
            found = self._solve(given)
            if not found.solved:
                return Reply(found)
        hidden = self._hidden(shared)
        values = self.engine.read([term for _, term in self.engine.goals]) if self.engine.goals else []
        fixed = [("the background alone allows no other answer", Not(given))]
        fixed += [
            ("an objective has one value, whatever is decided", Not(Compare(term, "==", value)))
            for (_, term), value in zip(self.engine.goals, values, strict=True)
        ]
        for message, other in fixed:
            status = self._solve(other, keep=NO_CLUES)
            if not status.solved:
                return Reply(status, message=message if status is Status.UNSATISFIABLE else "")
        status = self._solve(And((given, hidden))) if hidden.parts else Status.UNSATISFIABLE
        if status is not Status.UNSATISFIABLE:
            message = "values that share a label in the template are left open"
            return Reply(Status.UNSATISFIABLE if status.solved else status, message=message)
        return self._weighed()

    def _hidden(self, shared: list[Any]) -> Or:
        """Require that one of these terms, whose labels are ambiguous, has another value than in the last solution."""
        values = zip(shared, self.engine.read(shared), strict=True) if shared else ()
        return Or(tuple(Not(Compare(term, "==", value)) for term, value in values if not isinstance(value, NoValue)))

    def _weighed(self) -> Reply:
        """List the clues not shown to exclude anything that the background allows, nor anything even without it."""
        stated = sorted(self.engine.clues)
        vacuous = [clue for clue in stated if not self._excludes(clue)]
        trivial = [clue for clue in vacuous if not self._excludes(clue, alone=True)]
        late = "time ran out before each clue was tried" if time.monotonic() >= self.deadline else ""
        return Reply(
            Status.SATISFIED, stated=tuple(stated), vacuous=tuple(vacuous), trivial=tuple(trivial), message=late
        )

    def _excludes(self, clue: int, *, alone: bool = False) -> bool:
        left = self.deadline - time.monotonic()
        return left > 0 and self.engine.excludes(clue, left, alone=alone)


def _not_allowed(reply: Reply) -> Reply:
    """Explain why a question about an answer has no result: the answer's objective value was not proven.

    Raises ProgramError if the program does not allow the answer.
    """
    if reply.status is Status.UNSATISFIABLE:
        raise ProgramError(Status.BAD_ANSWER, "the program does not allow the given answer")
    status = Status.UNKNOWN if reply.status.solved else reply.status
    return Reply(status, message=reply.message or "the objective of the given answer was not proven")


def _listed(values: tuple[Any, ...]) -> str:
    return ", ".join(str(value) for value in values)


def ask(
    open_engine: Callable[[], Engine | Searcher],
    question: Question,
    answer: Any,
    limits: Limits,
    *,
    spent: float = 0.0,
    then: Sequence[FollowUp] = (),
) -> Iterator[Reply]:
    """Load a program and ask a question; with `then`, ask those in turn about the answer that `run` found.

    Of these, `disagrees` is about `answer`.

    Each question has the time of `limits`, or as often that as its `patience`, less a tenth (at most 0.3 s) for
    reporting; for the first, `spent` seconds have already passed. The row ends where a reply does not lead on.
    """
    opened: list[Engine | Searcher] = []

    def put(question: Question, answer: Any, seconds: float) -> Reply:
        deadline = time.monotonic() + seconds - min(0.3, seconds / 10)
        if not opened:
            opened.append(open_engine())
        questions = _answerer(opened[0], question, deadline, found=question in then)
        if question in ("run", "conflict"):
            reply: Reply = getattr(questions, question)()
        else:
            reply = getattr(questions, question)(answer)
        return reply

    first = reply = attempt(lambda: put(question, answer, limits.seconds - spent), limits)
    yield first
    for before, following in zip((question, *then), then, strict=False):
        if not leads_on(before, reply.status):
            return
        seconds = patience(following) * limits.seconds
        about = answer if following == "disagrees" else first.answer
        reply = attempt(functools.partial(put, following, about, seconds), limits)
        yield reply


def _answerer(
    engine: Engine | Searcher, question: Question, deadline: float, *, found: bool
) -> QuestionAnswerer | Solving:
    """Return what answers a question about a program. Raises ProgramError if nothing does."""
    if isinstance(engine, Searcher):
        questions = engine.questions(deadline)
        if not hasattr(questions, question):
            message = f"the answers to this program are searched for, not proven: {question!r} cannot be asked about it"
            raise ProgramError(Status.BAD_ANSWER, message)
        return questions
    kinds = (
        Questions, StatementQuestions, DroppedClues, SeveralAnswers, ClueByClue, NeededClues, Deduction, MarkedAnswers,
    )  # fmt: skip
    return next(kind for kind in kinds if hasattr(kind, question))(engine, deadline, found)


def attempt(step: Callable[[], Reply], limits: Limits) -> Reply:
    """Return the reply of a step, or a reply that describes its error."""
    try:
        return step()
    except ProgramError as error:
        return Reply(error.status, message=error.message)
    except MemoryError:
        return Reply(Status.MEMORY, message=f"the program needs more than {limits.memory_mb} MiB")
    except RecursionError:
        return Reply(Status.RUNTIME_ERROR, message="the program nests too deep")


def exact(value: Any) -> Any:
    """Convert a number to int or float, as in `Outcome.objective`. Raises ProgramError for anything else."""
    exact_value = numeric(value)
    if exact_value is None:
        raise ProgramError(Status.BAD_ANSWER, f"an objective must be a number, not {value!r}")
    shown = json_number(exact_value)
    return float(Fraction(shown)) if isinstance(shown, str) else shown
