"""What all questions are made of: solving a loaded program under further formulas, until a deadline."""

import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from solvent.solvers.engines.engine import Engine, Reply
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Sense
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Goal, MisfitError, NoValue, NoValueError, UnlabelledError, fill, matches
from solvent.solvers.programs.term_formulas import And, Compare, Formula, Or


@dataclass
class Solving:
    """A loaded program, to be solved until `deadline` (on the clock of time.monotonic).

    `found` says that the answer which is asked about was just found, so that it is known to be allowed.
    """

    engine: Engine
    deadline: float
    found: bool = False

    def _formula(self, answer: Any) -> Formula:
        try:
            return matches(self.engine.template, answer)
        except MisfitError as misfit:
            raise ProgramError(Status.BAD_ANSWER, f"the given answer does not fit the template: {misfit}") from None

    def _core(self, whole: Reply, extra: Formula, background: str) -> Reply:
        """Add to an unsatisfiable reply a minimal set of clues that contradict `extra` and the background."""
        core = sorted(self.engine.clues)
        message = whole.message
        for clue in [None, *core]:
            rest = [other for other in core if other != clue] if clue is not None else []
            status = self._solve(extra, keep=frozenset(rest))
            if status is Status.UNSATISFIABLE:
                core = rest
                if clue is None:
                    return replace(whole, message=background or message)
            elif not status.solved:
                message = "; ".join(filter(None, (message, "time ran out before the clash was proven minimal")))
        return replace(whole, conflict=tuple(core), message=message)

    def _solve(
        self,
        extra: Formula,
        *,
        keep: frozenset[int] | None = None,
        goal: Goal | None = None,
        until: float | None = None,
    ) -> Status:
        """Solve until `until`, by default until the deadline."""
        left = (until or self.deadline) - time.monotonic()
        return self.engine.solve(extra, keep=keep, goal=goal, seconds=left) if left > 0 else Status.TIMEOUT

    def _one(self, extra: Formula) -> Reply:
        """Find any solution, ignoring the objectives."""
        status = self._solve(extra)
        return self._reply(status) if status.solved else Reply(status)

    def _best(self, extra: Formula) -> Reply:
        """Find the lexicographically best solution: optimise each goal in turn, then fix its value."""
        if not self.engine.goals:
            return self._one(extra)
        reply = Reply(Status.UNKNOWN)
        for goal in self.engine.goals:
            status = self._solve(extra, goal=goal)
            if not status.solved:
                # A solution from an earlier goal stands, without proof of optimality.
                return replace(reply, status=Status.SATISFIED) if reply.status.solved else Reply(status)
            reply = self._reply(status)
            if status is not Status.OPTIMAL:
                return replace(reply, message="a solution was found, its optimality was not proven")
            extra = And((extra, Compare(goal[1], "==", self.engine.read([goal[1]])[0])))
        return reply

    def _reply(self, status: Status) -> Reply:
        try:
            answer = fill(self.engine.template, self.engine.read)
            values = self.engine.read([term for _, term in self.engine.goals])
            if missing := next((value for value in values if isinstance(value, NoValue)), None):
                raise missing.error()
        except (UnlabelledError, NoValueError) as error:
            raise ProgramError(Status.BAD_ANSWER, str(error)) from None
        return Reply(status, answer=answer, objective=tuple(values))

    def _better(self, values: tuple[Any, ...]) -> Formula:
        return self._beyond(values, {"minimize": "<", "maximize": ">"})

    def _worse(self, values: tuple[Any, ...]) -> Formula:
        return self._beyond(values, {"minimize": ">", "maximize": "<"})

    def _beyond(self, values: tuple[Any, ...], ops: dict[Sense, Literal["<", ">"]]) -> Formula:
        """Compare lexicographically: equal up to some goal, and there strictly better or worse, according to `ops`."""
        cases: list[Formula] = []
        equal: tuple[Formula, ...] = ()
        for (sense, term), value in zip(self.engine.goals, values, strict=True):
            cases.append(And((*equal, Compare(term, ops[sense], value))))
            equal = (*equal, Compare(term, "==", value))
        return Or(tuple(cases))

    def _open(self, status: Status) -> Status:
        if not status.solved:
            return status
        return Status.TIMEOUT if time.monotonic() >= self.deadline else Status.UNKNOWN
