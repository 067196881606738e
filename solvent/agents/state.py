"""The data that the state machine passes from node to node, and what it returns."""

import operator
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, TypedDict

from pydantic import BaseModel, ConfigDict, Field, model_validator

from solvent.agents import presentation, subjects
from solvent.agents.about import About
from solvent.agents.settings import Role, Settings, Task
from solvent.explanations.subject import Subject
from solvent.solvers import Outcome, Program, Status
from solvent.translators.puzzle import Clue, Passage, Puzzle
from solvent.translators.rules import Clause


class Verdict(StrEnum):
    """The status that an answer earned; `gate` decides what each requires."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    AMBIGUOUS = "ambiguous"
    CONTRADICTORY = "contradictory"
    FAILED = "failed"


class Writer(BaseModel):
    """The author of a program: the grammar, or a model by its name."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["rules", "model"]
    name: str

    @staticmethod
    def of(settings: Settings, role: Role) -> "Writer":
        """The model in a role. Raises LookupError if the run has no model."""
        choice = settings.model_of(role)
        if choice is None:
            raise LookupError("this run has no model")
        return Writer(kind="model", name=choice.name)


RULES = Writer(kind="rules", name="rules")


class Evidence(BaseModel):
    """A check and its result. `passed` is None if it was inconclusive; `witness` is the author who confirms it."""

    model_config = ConfigDict(frozen=True)

    check: str
    passed: bool | None
    detail: str = ""
    witness: Writer | None = None


class Usage(BaseModel):
    """The cost of calls to models; all zero without a model. `usd` is None if the price of any call is unknown.

    `reused` counts the calls whose replies came from a cache, with what they cost when they were made.
    """

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = 0.0
    reused: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            usd=None if self.usd is None or other.usd is None else self.usd + other.usd,
            reused=self.reused + other.reused,
        )


class Example(BaseModel):
    """A problem with a program for it, or with a worked `reply`, which a model is shown before its own problem.

    One with a `group` is for the cases of that group of a benchmark only.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    id: str
    text: str
    program: str = ""
    reply: str = ""
    group: str = ""

    @model_validator(mode="after")
    def _shows_something(self) -> Self:
        if not (self.program or self.reply):
            raise ValueError("it has no program and no reply")
        return self


class Job(BaseModel):
    """One program to write: by whom, in which role and framework.

    `reading` is the rules' reading of the text, `way` the number (from 0) of their interpretation of what it leaves
    open. `sample` numbers a model's independent tries, `generation` counts its cold restarts, and `action` numbers the
    programs of one conversation from 1; `parent` is the id of the attempt to repair, `feedback` says what is wrong with
    it. `contract` says what to write: a model, a script that solves and prints, a form that becomes a model, the answer
    itself as JSON, or a plain text. `request` says how the model is asked: to `write` from the text; to `repair` what
    `feedback` says; to go on from its script's `output` (ZPS); to `report` the answer that its conversation came to, as
    JSON; or to `review` its own program in a new conversation (self-verification in CP-Bench). A `witness` only judges
    the answers of others, and has no vote. With `clauses`, the rules write the program, and take the clues of these ids
    to say what the model did; the program is the model's all the same. Of the clues in `supposed`, no model said that:
    it was tried because nothing that was said leaves one answer. `guesses` are the numbers of the `rules.guesses` that
    clues of these ids are taken to mean, and `share` how much of all that leaves one answer speaks for this one.
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
    contract: Task = "model"
    request: Literal["write", "repair", "output", "report", "review"] = "write"
    witness: bool = False
    clauses: tuple[tuple[int, Clause], ...] = ()
    supposed: tuple[int, ...] = ()
    guesses: tuple[tuple[int, int], ...] = ()
    share: float = 0.0

    @property
    def by_rules(self) -> bool:
        """Whether the grammar writes the program."""
        return self.writer.kind == "rules"

    @property
    def models(self) -> bool:
        """Whether its program states a model, which a solver can be asked about."""
        return self.contract in ("model", "form")

    @property
    def source(self) -> str:
        """The author's name."""
        return self.writer.name

    @property
    def conversation(self) -> tuple[str, ...]:
        """The key shared by all programs of one conversation; each program of the rules has its own."""
        if self.by_rules:
            return "rules", self.framework, str(self.id)
        written = "clauses" if self.clauses else self.contract
        return "model", self.role, self.source, self.framework, written, str(self.sample), str(self.generation)


class Attempt(BaseModel):
    """One program and its results.

    `program` is None if no program could be read from the reply (`problem` says why), or if the model answered without
    one (its answer is then in `outcome`). `outcome` is the result of `run`, None until it ran; `second`, `improve`,
    `every`, `bearing`, `conflict`, `without`, `others` and `samples` are the results of those questions, None if they
    were not asked; `disagrees` has those about the samples of other attempts, by their ids.
    `asked` is what the text asks for (see `Puzzle.expects`) according to the first program of the conversation, which
    was written from the text alone; "" if none says. `facts` is the evidence from this program alone, once it has been
    diagnosed. `messages` is the conversation with the model up to and including its reply; `cut` says that this was cut
    at the token limit, `dead` that the model could not be reached. `arrangement` is the answer that the program itself
    gave if the text asks about statements (see `statements`), and `decided` says that the solver settled all of them.
    """

    model_config = ConfigDict(frozen=True)

    job: Job
    program: Program | None
    problem: str = ""
    cut: bool = False
    dead: bool = False
    arrangement: Any = None
    decided: bool = False
    outcome: Outcome | None = None
    second: Outcome | None = None
    improve: Outcome | None = None
    every: Outcome | None = None
    bearing: Outcome | None = None
    conflict: Outcome | None = None
    without: Outcome | None = None
    others: Outcome | None = None
    samples: Outcome | None = None
    disagrees: dict[int, Outcome] = {}
    asked: str = ""
    facts: tuple[Evidence, ...] = ()
    messages: tuple[dict[str, str], ...] = ()

    @property
    def solved(self) -> bool:
        """Whether its program gave an answer; a script may find values without printing them as one."""
        return self.outcome is not None and self.outcome.status.solved and self.outcome.answer is not None

    @property
    def answer(self) -> Any:
        """The answer that its program gave, or None."""
        return self.outcome.answer if self.outcome else None

    @property
    def proven(self) -> bool:
        """Whether a solver proved that no other, better or further answer exists, or that one option alone fits."""
        if self.decided or (self.every is not None and self.every.status.solved):
            return True
        return any(reply is not None and reply.status is Status.UNSATISFIABLE for reply in (self.second, self.improve))


class Checker(BaseModel):
    """A program of predicates about answers, written without sight of any program.

    `asked` is what the text asks for according to its first version. `attempts` counts the versions; `problem` says why
    no code could be read from the last reply, or that the model could not be reached (`dead`). A checker is `told` once
    a repair has told it of an answer that others hold to be right or wrong: from then on it supports nobody's answer.
    `same` says that a repair changed nothing.
    """

    model_config = ConfigDict(frozen=True)

    author: Writer
    code: str = ""
    asked: str = ""
    attempts: int = 1
    problem: str = ""
    dead: bool = False
    told: bool = False
    same: bool = False
    messages: tuple[dict[str, str], ...] = ()


class Check(BaseModel):
    """What the checker says of the answer of the attempt with the id `attempt`.

    If it disagrees with the program, `clue` names the clue (0: the rest of the text), and `answer` the answer that they
    disagree about: the program's own if `rejected`, else one that only this clue excludes. `blames` says who is to be
    repaired according to a third opinion, "" if nobody or not yet known; `feedback` tells a blamed checker why, and
    `asked` counts how often a third opinion was sought.
    """

    model_config = ConfigDict(frozen=True)

    attempt: int
    evidence: Evidence
    clue: int | None = None
    answer: Any = None
    rejected: bool = False
    blames: Literal["", "program", "checker"] = ""
    feedback: str = ""
    asked: int = 0


class Answer(BaseModel, About):  # noqa: PLW1641 - lists and objects in it have no hash
    """What `solve` returns, always: the best answer found, with the status that it earned.

    `answer` is None if there is none. `alternatives` lists other answers where one was expected (the next best ones of
    a search); `conflict` is a minimal unsatisfiable subset of the clues, by id. `program` is the one that gave the
    answer, `seconds` the wall time, and `reason` explains the status in one line. `text` is the whole text with the
    role of each part; `guesses` are sentences on what the answer takes for granted. `confidence` is how often answers
    with the same kind of evidence were right on recorded runs, None if unknown. `puzzle` is what was read from the
    text, for questions about it; it is no part of what is recorded.

    `question` is what the text asks at its end, "" if nothing or nothing that the grammar understands, and `reply` the
    reply: a value, a list of values, true or false, the letter of an option; for several questions, an object with a
    reply for each. If only the reply is the same in all answers of the puzzle, the status speaks of the reply, cells of
    `answer` that differ are None, and `alternatives` begins with a whole answer.
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
    puzzle: Puzzle | None = Field(default=None, exclude=True, repr=False)
    question: str = ""
    reply: Any = None

    @property
    def whole(self) -> Any:
        """The answer or, if only some of its cells are known, one of those that the puzzle leaves open."""
        partial = self.status is Verdict.VERIFIED and bool(self.question) and bool(self.alternatives)
        return self.alternatives[0] if partial else self.answer

    def __eq__(self, other: object) -> bool:
        """Whether two answers are the same as records."""
        if not isinstance(other, Answer):
            return NotImplemented
        bare, others = (each.model_copy(update={"puzzle": None}) for each in (self, other))
        return BaseModel.__eq__(bare, others)

    @property
    def given_by(self) -> Attempt | None:
        """The attempt that gave the answer; None if there is no answer."""
        given = [attempt for attempt in self.attempts if attempt.solved and attempt.answer == self.whole]
        own = [attempt for attempt in given if attempt.program == self.program]
        return next(iter(own or given), None) if self.answer is not None else None

    @property
    def subject(self) -> Subject:
        """What explanations, questions and checks are about.

        Raises NotExplainedError if no program states the puzzle.
        """
        return subjects.subject_of(self)

    def export(self, framework: str) -> str:
        """The puzzle as a program in a framework, such as "minizinc", that runs without Solvent.

        Raises SolventError if no program states the puzzle, or none in that framework.
        """
        return subjects.exported(self, framework)

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
    """The state of the graph. Attempts are merged by id, so that parallel nodes keep each other's.

    `examples` are shown to an author. `reviews` maps the canonical form of each reviewed answer to its review, `check`
    is what `checker` said last. `flaw` says why the text or the model cannot be used; `step` and `jobs` tell the
    graph's only branch where to go.
    """

    text: str
    puzzle: Puzzle
    flaw: str
    examples: tuple[Example, ...]
    jobs: tuple[Job, ...]
    attempts: Annotated[dict[int, Attempt], operator.or_]
    usage: Annotated[Usage, operator.add]
    winner: int | None
    evidence: tuple[Evidence, ...]
    reviews: dict[str, Evidence]
    checker: Checker | None
    check: Check | None
    status: Verdict
    reason: str
    step: Literal["translate", "run", "gate", "guess", "check", "repair", "reread", "restart", "answer"]
    answer: Answer


def latest(attempts: dict[int, Attempt]) -> list[Attempt]:
    """The last attempt of each conversation, in the order in which the conversations began."""
    last: dict[tuple[str, ...], Attempt] = {}
    for _, attempt in sorted(attempts.items()):
        last[attempt.job.conversation] = attempt  # a repaired program replaces the one before
    return list(last.values())


def with_answers(attempts: dict[int, Attempt]) -> list[Attempt]:
    """The attempts whose answers count: the last of each conversation or, if none of those has an answer, earlier ones.

    So an answer is not lost if the repaired program fails or the model becomes unreachable.
    """
    return [attempt for attempt in latest(attempts) if attempt.solved] or latest(
        {number: attempt for number, attempt in attempts.items() if attempt.solved}
    )
