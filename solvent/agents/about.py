"""What can be asked about a solved puzzle: why, whether an answer is right, what is wrong with the text."""

from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any

from solvent.explanations.waiting import shared, waited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvent.agents.models.client import Model
    from solvent.explanations.checking.checking import Checked
    from solvent.explanations.facts import Explanation, Fact
    from solvent.explanations.questions import Reply
    from solvent.explanations.repairs.repairing import Repairs
    from solvent.explanations.subject import Subject
    from solvent.solvers import Limits, Pool


class About(ABC):
    """The questions about the puzzle of an answer; each exists twice, and the one that begins with "a" is awaited.

    A `pool` of one's own can be shared by many awaited questions. All of them raise NotExplainedError if no program
    states the puzzle.
    """

    @property
    @abstractmethod
    def subject(self) -> "Subject":
        """What the questions are about. Raises NotExplainedError if no program states the puzzle."""

    def explain(
        self, known: "Sequence[Fact]" = (), *, most: int | None = None, zoom: int | None = None
    ) -> "Explanation":
        """Why the answer is right, in steps from the facts in `known`; see `explanations.explaining.explain`."""
        return waited(lambda: self.aexplain(known, most=most, zoom=zoom))

    async def aexplain(
        self,
        known: "Sequence[Fact]" = (),
        *,
        most: int | None = None,
        zoom: int | None = None,
        pool: "Pool | None" = None,
        limits: "Limits | None" = None,
    ) -> "Explanation":
        """Explain as `explain` does."""
        from solvent.explanations.explaining import explain

        async with shared(pool) as running:
            return await explain(self.subject, pool=running, limits=limits, known=known, most=most, zoom=zoom)

    def check(self, answer: Any) -> "Checked":
        """Check an answer, or marks in one, against the clues: a text, or JSON; see `explanations.checking`.

        Raises InputError for an answer that cannot be read.
        """
        return waited(lambda: self.acheck(answer))

    async def acheck(self, answer: Any, *, pool: "Pool | None" = None, limits: "Limits | None" = None) -> "Checked":
        """Check as `check` does."""
        from solvent.explanations.checking.checking import check

        async with shared(pool) as running:
            return await check(self.subject, answer, pool=running, limits=limits)

    def repairs(self) -> "Repairs":
        """What is wrong with the puzzle, and minimal repairs; see `explanations.repairs`."""
        return waited(self.arepairs)

    async def arepairs(self, *, pool: "Pool | None" = None, limits: "Limits | None" = None) -> "Repairs":
        """Find repairs as `repairs` does."""
        from solvent.explanations.repairs.repairing import repair

        async with shared(pool) as running:
            return await repair(self.subject, pool=running, limits=limits)

    def ask(self, question: str, *, model: "Model | None" = None) -> "Reply":
        """Answer a question about the puzzle, such as "could the cat be in house 2?"; see `explanations.questions.ask`.

        A question that the grammar does not read is said in other words by `model`, if there is one. Raises as
        `questions.ask` does, and ModelError if the model cannot be reached.
        """
        return waited(lambda: self.aask(question, model=model))

    async def aask(
        self,
        question: str,
        *,
        model: "Model | None" = None,
        pool: "Pool | None" = None,
        limits: "Limits | None" = None,
    ) -> "Reply":
        """Answer a question as `ask` does."""
        from solvent.agents.rewording import reword
        from solvent.explanations.questions import ask

        asked = None if model is None else partial(reword, model)
        async with shared(pool) as running:
            return await ask(self.subject, question, pool=running, limits=limits, reword=asked)
