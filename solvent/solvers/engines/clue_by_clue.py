"""What each clue by itself allows: answers of the background alone, and in which of another program's clues differ."""

import itertools
import time
from typing import Any

from solvent.solvers.engines.engine import Aim, Reply, Verdicts
from solvent.solvers.engines.several_answers import unseen
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.equality import canonical
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import MisfitError, NoValueError, UnlabelledError, fill, matches, terms
from solvent.solvers.programs.term_formulas import TRUE, Formula

_SAMPLES = 8  # whatever the clues say of them
_OF_EACH = 2  # that each clue allows, and excludes
_MOST = 24
_SHARE = 3  # of the time for a question, one part in so many goes into these: they serve a check, not an answer


class ClueByClue(Solving):
    """The questions `samples` and `disagrees`. Objectives are ignored: they are about what is allowed."""

    def samples(self, _: Any) -> Reply:
        """Find some answers that the background allows, at random; say of each what clues allow it as well.

        If possible, each clue allows a few of them, and excludes a few.
        """
        self._end = self._until()
        self._found: dict[str, Any] = {}
        self._asked = list(terms(self.engine.template))
        self._seen: list[list[Any]] = [[] for _ in self._asked]
        count = itertools.count()
        for _ in range(_SAMPLES):
            self._draw(next(count))
        for aim in itertools.product(sorted(self.engine.clues), (True, False)):
            for _ in range(_OF_EACH - self._counted(aim)):
                self._draw(next(count), aim)
        return Reply(Status.SATISFIED, list(self._found.values()))

    def _counted(self, aim: Aim) -> int:
        """How many samples a clue allows, or does not."""
        clue, wanted = aim
        return sum((each["clues"][str(clue)] is True) is wanted for each in self._found.values())

    def _draw(self, number: int, aim: Aim | None = None) -> None:
        """Add a sample, unless there is none or it is known."""
        left = self._end - time.monotonic()
        if left <= 0 or len(self._found) >= _MOST:
            return
        place = number % len(self._asked) if self._asked else 0
        fresh = unseen(self._asked[place], self._seen[place]) if self._asked and not aim else TRUE
        status, verdicts = self.engine.sample(number, left, fresh=fresh, aim=aim)
        if not status.solved:
            return
        for known, value in zip(self._seen, self.engine.read(self._asked), strict=True):
            known.append(value)
        try:
            answer = fill(self.engine.template, self.engine.read)
        except (ProgramError, NoValueError, UnlabelledError):  # without the clues, the program may be faulty
            return
        clues = {str(clue): allowed for clue, allowed in verdicts.items()}
        self._found.setdefault(canonical(answer), {"answer": answer, "clues": clues})

    def disagrees(self, samples: list[Any]) -> Reply:
        """Say which clues judge another program's samples differently here: for each sample, those clues' verdicts.

        Where a sample names clues that are `disputed`, only these are judged, and more thoroughly. Null for a sample
        that the background excludes, or that could not be judged in time.
        """
        until = self._until()
        return Reply(Status.SATISFIED, [self._judged(each, until) for each in samples])

    def _judged(self, sample: dict[str, Any], until: float) -> dict[str, bool] | None:
        try:
            given = matches(self.engine.template, sample["answer"])
        except MisfitError:
            return None
        left = until - time.monotonic()
        status, verdicts = self.engine.weigh(given, left) if left > 0 else (Status.TIMEOUT, {})
        if not status.solved:
            return None
        said, disputed = sample["clues"], sample.get("disputed", ())
        company = self._company(given, said, verdicts, until) if disputed else frozenset()
        different: dict[str, bool] = {}
        for name in disputed or dict.fromkeys((*said, *map(str, verdicts))):
            # A clue that constrains nothing allows everything.
            clue, theirs = int(name), said.get(name, True)
            mine = verdicts.get(clue, True)
            if mine is None and theirs is True:
                alone = self._solve(given, keep=frozenset({clue}), until=until)
                mine = False if alone is Status.UNSATISFIABLE else None
            elif disputed and mine is not False and not theirs:
                jointly = self._solve(given, keep=company | {clue}, until=until)
                mine = None if jointly is Status.UNSATISFIABLE else True if jointly.solved else mine
            if mine is not None and mine is not bool(theirs):
                different[name] = mine
        return different

    def _company(self, given: Formula, said: dict[str, bool | None], mine: Verdicts, until: float) -> frozenset[int]:
        """Clues that allow a sample together, and do so by themselves in the other program, as far as that is known.

        With these, a clue means what its author intended. By itself it may not: "Ann is before Ben" says little where
        no other clue says that each comes once.
        """
        allowed = frozenset(int(name) for name, theirs in said.items() if theirs and mine.get(int(name)) is not False)
        if not self._solve(given, keep=allowed, until=until).solved:
            return frozenset()
        for name, theirs in said.items():
            clue = int(name)
            if theirs is None and mine.get(clue) is not False:
                allowed |= {clue} if self._solve(given, keep=allowed | {clue}, until=until).solved else frozenset()
        return allowed

    def _until(self) -> float:
        now = time.monotonic()
        return now + (self.deadline - now) / _SHARE
