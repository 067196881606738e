"""What the state machine passes on and what it returns."""

import operator
from enum import StrEnum
from typing import Annotated, Any, Literal, TypedDict

from pydantic import BaseModel, ConfigDict

from solvent.agents import presentation
from solvent.agents.settings import Role, Settings
from solvent.solvers import Outcome, Program, Status
from solvent.translators.puzzle import Clue, Passage, Puzzle


class Verdict(StrEnum):
    """The status that an answer earned; what each needs is written in `gate`."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    AMBIGUOUS = "ambiguous"
    CONTRADICTORY = "contradictory"
    FAILED = "failed"


class Writer(BaseModel):
    """Who wrote a program: the grammar, or a model by its name."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["rules", "model"]
    name: str

    @staticmethod
    def of(settings: Settings, role: Role) -> "Writer":
        """Whoever has a role, where models work. Raises LookupError where none does."""
        choice = settings.model_of(role)
        if choice is None:
            raise LookupError("this run has no model")
        return Writer(kind="model", name=choice.name)


RULES = Writer(kind="rules", name="rules")


class Evidence(BaseModel):
    """One checked fact and its result. `passed` is None where the check could not be made; `witness` is who said it."""

    model_config = ConfigDict(frozen=True)

    check: str
    passed: bool | None
    detail: str = ""
    witness: Writer | None = None


class Usage(BaseModel):
    """What the calls to a model cost; all zero without a model. `usd` is None where a call has no known price."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            usd=None if self.usd is None or other.usd is None else self.usd + other.usd,
        )


class Job(BaseModel):
    """One program to write: by whom, in which role and framework.

    `reading` is how the rules take the text, `way` how they take what it leaves open (the first is 0). `sample` tells a
    model's independent tries apart, `generation` counts its cold restarts, `action` the programs of one conversation
    from 1; `parent` is the attempt to be repaired, `feedback` what is wrong with it. `contract` says what is to be
    written: a model, a script that solves and prints, or the answer itself. A `witness` is only to judge what others
    answered, and has no vote.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    writer: Writer
    framework: str
    role: Role = "author"
    reading: str = ""
    way: int = 0
    sample: int = 0
    generation: int = 0
    action: int = 1
    parent: int | None = None
    feedback: str = ""
    temperature: float | None = None
    contract: Literal["model", "script", "answer"] = "model"
    witness: bool = False

    @property
    def by_rules(self) -> bool:
        """Whether the grammar writes it."""
        return self.writer.kind == "rules"

    @property
    def source(self) -> str:
        """The name of whoever writes it."""
        return self.writer.name

    @property
    def conversation(self) -> tuple[str, ...]:
        """What the programs of one conversation have in common; each program of the rules stands by itself."""
        if self.by_rules:
            return "rules", self.framework, str(self.id)
        return "model", self.role, self.source, self.framework, self.contract, str(self.sample), str(self.generation)


class Attempt(BaseModel):
    """One program and its results.

    `program` is None where no program could be read out of the reply, and `problem` says why; and where the model was
    to answer by itself, whose answer is the `outcome`. `outcome` answers `run` (None until it ran);
    `second`, `improve`, `every`, `bearing` and `conflict` are the replies to those questions, where they were asked.
    `asked` is what its author, who saw the text alone, says that it asks for (see `Puzzle.expects`); "" for nothing.
    `facts` is what is known of the answer from this program alone, once its questions are answered. `messages` is the
    conversation with the model up to and including its reply; `dead` says that the model could not be reached.
    """

    model_config = ConfigDict(frozen=True)

    job: Job
    program: Program | None
    problem: str = ""
    dead: bool = False
    outcome: Outcome | None = None
    second: Outcome | None = None
    improve: Outcome | None = None
    every: Outcome | None = None
    bearing: Outcome | None = None
    conflict: Outcome | None = None
    asked: str = ""
    facts: tuple[Evidence, ...] = ()
    messages: tuple[dict[str, str], ...] = ()

    @property
    def solved(self) -> bool:
        """Whether its program gave an answer."""
        return self.outcome is not None and self.outcome.status.solved

    @property
    def answer(self) -> Any:
        """The answer that its program gave, or None."""
        return self.outcome.answer if self.outcome else None

    @property
    def proven(self) -> bool:
        """Whether a solver showed that no other, no better, or no further answer exists."""
        if self.every is not None and self.every.status.solved:
            return True
        return any(reply is not None and reply.status is Status.UNSATISFIABLE for reply in (self.second, self.improve))


class Answer(BaseModel):
    """What `solve` returns, always: the best answer found, with the status that it earned.

    `answer` is None without one. `alternatives` lists other answers where one was expected (of a search, the
    next best), `conflict` the ids of a minimal set of clues that contradict each other, `program` the
    one that gave the answer, `seconds` the wall time, `reason` one line on why the status is what it is. `text` is the
    whole text with the role of each part; `guesses` are sentences that say what the answer takes for granted.
    """

    model_config = ConfigDict(frozen=True)

    status: Verdict
    answer: Any = None
    alternatives: tuple[Any, ...] = ()
    conflict: tuple[int, ...] = ()
    clues: tuple[Clue, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    confidence: float | None = None
    program: Program | None = None
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0
    reason: str = ""
    text: tuple[Passage, ...] = ()
    guesses: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The object that `solvent solve --json` prints."""
        return presentation.answer_dict(self)

    def __str__(self) -> str:
        return presentation.answer_text(self)

    def __repr__(self) -> str:
        return presentation.answer_repr(self)

    def _repr_html_(self) -> str:
        return presentation.answer_html(self)


class State(TypedDict, total=False):
    """What the graph carries. Attempts merge by id, so that nodes which work side by side do not lose each other's.

    `reviews` holds what the model said of each answer that it was shown, by the answer's canonical
    form. `flaw` says why the text or the model cannot be used; `step` and `jobs` are what the one branch reads.
    """

    text: str
    puzzle: Puzzle
    flaw: str
    jobs: tuple[Job, ...]
    attempts: Annotated[dict[int, Attempt], operator.or_]
    usage: Annotated[Usage, operator.add]
    winner: int | None
    evidence: tuple[Evidence, ...]
    reviews: dict[str, Evidence]
    status: Verdict
    reason: str
    step: Literal["translate", "gate", "repair", "restart", "answer"]
    answer: Answer


def latest(attempts: dict[int, Attempt]) -> list[Attempt]:
    """The last attempt of each conversation, in the order in which they began."""
    last: dict[tuple[str, ...], Attempt] = {}
    for _, attempt in sorted(attempts.items()):
        last[attempt.job.conversation] = attempt  # a repaired program replaces the one before
    return list(last.values())


def with_answers(attempts: dict[int, Attempt]) -> list[Attempt]:
    """The attempts whose answers count: the last of each conversation; where none of those has one, earlier ones.

    So a repaired program that does not run, or a model that is gone, costs no answer that was there already.
    """
    return [attempt for attempt in latest(attempts) if attempt.solved] or latest(
        {number: attempt for number, attempt in attempts.items() if attempt.solved}
    )
