"""What a run of the state machine is given and does not change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from solvent.agents.authors import LEVELS, Author, Modeller, Rules
from solvent.agents.budget import Budget
from solvent.agents.model import Message, Model, ModelError, Reply
from solvent.agents.state import DIRECT, RULES, Job
from solvent.solvers import Limits, Pool, SolventError
from solvent.translators import Puzzle, framework, rules

LAST_SECOND = 1.0  # a program that is paid for is run, even where the budget of seconds is spent
MODELS_OWN = "cpmpy"  # what models write best, by CP-Bench's figures

Contract = Literal["model", "script"]


class ContractError(SolventError):
    """What is asked for cannot be written by whom, or in what, it is asked for."""


def check_contract(contract: Contract, frameworks: Sequence[str], *, by_rules: bool) -> None:
    """Raise ContractError where the contract needs a model and there is none, or a framework that has no scripts."""
    if by_rules and DIRECT in frameworks:
        raise ContractError("--framework none lets a model answer by itself: name one with --model.")
    if by_rules and contract == "script":
        raise ContractError("--contract script needs somebody to write scripts: name a model with --model.")
    odd = [name for name in frameworks if name not in (DIRECT, *framework.scripted())] if contract == "script" else []
    if odd:
        raise ContractError(
            f"there are no scripts in {', '.join(odd)}: --contract script goes with {', '.join(framework.scripted())}."
        )


@dataclass(frozen=True)
class Context:
    """The tools of a run.

    `model` is None where only the rules work. `samples` programs are written independently of each other in each of
    `frameworks`. `use_rules` lets the rules have a say beside a model. `level` is how much guidance a model
    gets (see `Modeller`), `verify` how many answers it is asked to check. Under the contract `script` a model writes
    programs that solve and print by themselves; in the framework `none` it answers without any.
    """

    pool: Pool
    frameworks: tuple[str, ...] = ()  # none: one that suits the puzzle
    limits: Limits = field(default_factory=Limits)
    model: Model | None = None
    name: str = RULES
    samples: int = 1
    use_rules: bool = True
    budget: Budget = field(default_factory=Budget)
    seed: int | None = None
    answer_schema: dict[str, Any] | None = None
    level: int = LEVELS[-1]
    verify: int = 0
    contract: Contract = "model"

    def bounds(self, times: int = 1) -> Limits:
        """What a question to a solver may cost now, one of so many parts: at most what is left of the budget.

        Of that there is always a last second.
        """
        left = self.budget.seconds_left()
        seconds = times * self.limits.seconds
        return self.limits.model_copy(
            update={"seconds": seconds if left is None else min(seconds, max(left, LAST_SECOND))}
        )

    def author(self, source: str, write: Any) -> Author:
        """Whoever writes the programs of `source`; what is said to a model goes to `write` as an event."""
        return Rules() if source == RULES else self.modeller(write)

    def modeller(self, write: Any) -> Modeller:
        """The model, as a writer of programs."""
        if self.model is None:
            raise LookupError("this run has no model")
        return Modeller(Overheard(self.model, write), self.budget.seconds_left, self.seed, self.level)

    def languages(self, puzzle: Puzzle, source: str) -> tuple[str, ...]:
        """The frameworks to write in."""
        if source == RULES:
            return tuple(name for name in self.frameworks if name != DIRECT) or (rules.preferred(puzzle),)
        return self.frameworks or (MODELS_OWN,)

    def first_jobs(self, puzzle: Puzzle, *, first: int = 0, generation: int = 0) -> tuple[Job, ...]:
        """The programs to begin with, or to begin again with; ids count from `first`."""
        return tuple(job.model_copy(update={"id": first + n}) for n, job in enumerate(self._jobs(puzzle, generation)))

    def _jobs(self, puzzle: Puzzle, generation: int) -> Iterator[Job]:
        # Words are searched for by an engine of ours: there is no program for a model to write.
        by_rules = self.model is None or puzzle.expects == "likeliest"
        if by_rules or (self.use_rules and rules.understands(puzzle) and generation == 0):
            languages = self.languages(puzzle, RULES)
            for language in languages if self.model is None else languages[:1]:
                for way in range(rules.ways(puzzle)):
                    yield Job(id=0, source=RULES, framework=language, reading=rules.READINGS[0], way=way)
        if by_rules:
            return
        base = 0.0 if self.samples == 1 else 0.8  # the papers' temperatures for one program and for several
        for language in self.languages(puzzle, self.name):
            for sample in range(self.samples):
                yield Job(
                    id=0,
                    source=self.name,
                    framework=language,
                    sample=sample,
                    generation=generation,
                    temperature=min(base + generation * self.budget.warmer, 2.0),
                    contract="answer" if language == DIRECT else self.contract,
                )


@dataclass(frozen=True)
class Overheard:
    """A model whose exchanges are told to `write`: who asked what for, what was sent, and the reply or the error."""

    model: Model
    write: Any

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Ask, and tell."""
        asked = {"messages": [dict(message) for message in messages], "temperature": options.get("temperature")}
        try:
            reply = await self.model.complete(messages, **options)
        except ModelError as error:
            self.write({"event": "call", **asked, "error": str(error)})
            raise
        self.write({"event": "call", **asked, "reply": reply.model_dump(mode="json")})
        return reply
