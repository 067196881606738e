"""The authors of programs: the rules and language models."""

import asyncio
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from solvent.agents import decomposition, requests, review, self_review
from solvent.agents.decomposition import sorted_out
from solvent.agents.models.client import Finish, Message, Model, ModelError, Reply
from solvent.agents.models.json_reply import extract
from solvent.agents.models.samples import several
from solvent.agents.prompts import render
from solvent.agents.settings import CHARACTERS, Budget, Settings
from solvent.agents.shape import Schema, out_of_object
from solvent.agents.state import Attempt, Evidence, Example, Job, Usage
from solvent.solvers import Outcome, Status
from solvent.translators import Puzzle, form, framework, rules
from solvent.translators.code_extraction import ReplyError, has_block
from solvent.translators.puzzle import ASKABLE
from solvent.translators.sentences import pieces


class Author(Protocol):
    """Writes programs. `before` is the attempt to repair; `job.feedback` says what is wrong with it."""

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]: ...


class Rules:
    """The built-in translator."""

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]:
        """Translate what the grammar understands, in the job's reading."""
        del before
        if job.clauses:
            puzzle = rules.with_readings(puzzle, dict(job.clauses), job.source, job.supposed)
        if job.guesses:
            puzzle = rules.with_guesses(puzzle, {clue: (number,) for clue, number in job.guesses})
        return Attempt(job=job, program=rules.translate(puzzle, job.framework, job.reading, job.way)), Usage()


@dataclass(frozen=True)
class Modeller:
    """A language model that reads problems, writes programs and checks answers.

    `seconds_left` bounds each call in time; the settings bound each reply in length, and say how much guidance prompts
    for programs give. `examples` are similar problems, which are shown before the one to write a program for.
    """

    model: Model
    settings: Settings = field(default_factory=Settings)
    seconds_left: Callable[[], float | None] = lambda: None
    seed: int | None = None
    examples: Sequence[Example] = ()

    async def decompose(self, text: str, schema: Schema | None) -> tuple[Puzzle, Usage]:
        """Find clues, entities and the shape of the answer, which has to fit the `schema`, if any. Raises ModelError.

        The model only refers to pieces of the text, so none is lost: pieces that it assigns to no clue are background.
        If its reply cannot be used, every piece is a clue.
        """
        cut = pieces(text)
        prompt: list[Message] = [{"role": "user", "content": requests.sorting("decompose", cut, schema)}]
        reply = await self.ask(prompt, schema=decomposition.SCHEMA, temperature=0.0)
        return sorted_out(text, cut, reply.data if isinstance(reply.data, dict) else {}), reply.usage

    async def compose(self, text: str, job: Job, schema: Schema | None) -> tuple[Puzzle | None, Attempt | None, Usage]:
        """Decompose a text and write the first program for it, in one reply; see `decompose`. Raises ModelError.

        Of a reply without a usable decomposition, None; of one that decomposes the text and has no program that refers
        to its clues, the puzzle alone.
        """
        cut = pieces(text)
        messages = requests.composing(cut, job, self.settings, schema)
        reply = await self.ask(messages, temperature=job.temperature)
        data = extract(reply.text, decomposition.is_sorting).value
        if not decomposition.is_sorting(data):
            return None, None, reply.usage
        puzzle = sorted_out(text, cut, data)
        attempt = attempted(puzzle, job, messages, reply)
        # A faulty program is repaired in its conversation; one whose clues have no numbers says nothing about them.
        tried = has_block(reply.text, framework.load(job.framework).languages)
        usable = (tried or attempt.program is not None) and decomposition.numbers_clues(data, cut)
        return puzzle, attempt if usable else None, reply.usage

    async def take_apart(self, text: str) -> tuple[str, Usage]:
        """Describe entities, attributes and relations of a logic puzzle in prose, as in ZPS. Raises ModelError."""
        reply = await self.ask([{"role": "user", "content": render("zps_questions", text=text)}], temperature=0.0)
        return reply.text, reply.usage

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]:
        """Write what the job asks for: a program, an answer, or a text. Raises ModelError."""
        messages = self.conversation(puzzle, job, before)
        schema = requests.schema_of(puzzle, job)
        reply = await self.ask(messages, schema=schema, temperature=job.temperature)
        return attempted(puzzle, job, messages, reply, before), reply.usage

    def conversation(self, puzzle: Puzzle, job: Job, before: Attempt | None = None) -> tuple[Message, ...]:
        """The messages of the request that a job makes."""
        shown = self.examples if job.role == "author" else ()
        return requests.conversation(puzzle, job, before, self.settings, shown)

    async def check(self, puzzle: Puzzle, answer: Any) -> tuple[Evidence, Usage]:
        """Review whether an answer satisfies the clues, without seeing any program. Raises ModelError."""
        prompt: list[Message] = [{"role": "user", "content": review.question(puzzle, answer)}]
        reply = await self.ask(prompt, schema=review.SCHEMA, temperature=0.0)
        return review.weigh(puzzle, reply.data, reply.problem), reply.usage

    async def ask(
        self, messages: Sequence[Message], *, schema: dict[str, Any] | None = None, temperature: float | None
    ) -> Reply:
        """Send any conversation to the model. Raises ModelError."""
        return await self.model.complete(messages, schema=schema, temperature=temperature, **self._options(messages))

    async def ask_several(
        self, messages: Sequence[Message], n: int, *, schema: dict[str, Any] | None = None, temperature: float | None
    ) -> list[Reply]:
        """As many of `n` samples as one request gives, or none without a request; see `several`. Raises ModelError."""
        options = {"schema": schema, "temperature": temperature, **self._options(messages)}
        return await several(self.model, messages, n, **options)

    def _options(self, messages: Sequence[Message]) -> dict[str, Any]:
        return {
            "max_tokens": most_tokens(messages, self.settings.budget),
            "seed": self.seed,
            "budget": self.seconds_left(),
        }


def most_tokens(messages: Sequence[Message], budget: Budget) -> int | None:
    """The length of a reply in tokens, at most; None for no limit. Prompts are counted by their characters.

    Tokenizers differ, and a reply has to be limited before any of them has seen the prompt.
    """
    if budget.reply_factor is None:
        return budget.reply_tokens
    prompt = sum(len(message["content"]) for message in messages) / CHARACTERS
    own = max(1, math.ceil(budget.reply_factor * prompt))
    return own if budget.reply_tokens is None else min(own, budget.reply_tokens)


async def ask_each(
    modellers: Sequence[Modeller],
    messages: Sequence[Message],
    *,
    schema: dict[str, Any] | None = None,
    temperature: float | None,
) -> list[Reply | ModelError]:
    """The reply that each modeller gets to the same conversation, or its error; they are of consecutive samples.

    The first one asks for all replies by one request, an error of which is everybody's; what does not come is asked for
    by the others, at the same time. Summed up, the usage of replies and errors is what all of them cost.
    """
    first, *others = modellers
    found: list[Reply] = []
    if others:
        try:
            found = await first.ask_several(messages, len(modellers), schema=schema, temperature=temperature)
        except ModelError as error:
            return [error, *(error.at_no_cost() for _ in others)]
    asked = (each.ask(messages, schema=schema, temperature=temperature) for each in modellers[len(found) :])
    rest = await asyncio.gather(*asked, return_exceptions=True)  # so that no call goes on after another one has failed
    said: list[Reply | ModelError] = [*found]
    for each in rest:
        if not isinstance(each, Reply | ModelError):
            raise each
        said.append(each)
    return said


async def write_samples(
    puzzle: Puzzle, jobs: Sequence[Job], modellers: Sequence[Modeller]
) -> list[tuple[Attempt, Usage]]:
    """The attempts of jobs that make the same request, each by its own modeller, with what each of them cost."""
    messages, schema = modellers[0].conversation(puzzle, jobs[0]), requests.schema_of(puzzle, jobs[0])
    replies = await ask_each(modellers, messages, schema=schema, temperature=jobs[0].temperature)

    def one(job: Job, said: Reply | ModelError) -> tuple[Attempt, Usage]:
        if isinstance(said, ModelError):
            return unwritten(job, said), said.usage
        return attempted(puzzle, job, messages, said), said.usage

    return [one(job, said) for job, said in zip(jobs, replies, strict=True)]


def unwritten(job: Job, error: ModelError) -> Attempt:
    """The attempt of a job whose author could not be reached."""
    return Attempt(job=job, program=None, problem=str(error), dead=True)


def attempted(
    puzzle: Puzzle, job: Job, messages: Sequence[Message], reply: Reply, before: Attempt | None = None
) -> Attempt:
    """The attempt that a reply is."""
    if job.request == "review" and before is not None:
        return self_review.reviewed(job, messages, reply, before)
    said = _ASKED.search(reply.text)
    # What it said first it had from the text alone; later, feedback may have talked it into something else.
    asked = (before.asked if before else "") or (said[1].lower() if said else "")
    attempt = Attempt(
        job=job,
        program=None,
        messages=(*map(dict, messages), {"role": "assistant", "content": reply.text}),
        asked=asked,
        cut=reply.finish is Finish.LENGTH,
    )
    match job.contract:
        case "text":
            read = _told(reply)
        case "answer":
            read = _answered(puzzle, reply)
        case "form":
            read = _formed(puzzle, job, reply, asked)
        case _:
            read = _programmed(framework.load(job.framework), job, reply)
    return attempt.model_copy(update=read)


# The comment in which a program states what the text asks for, such as `expects: unique`.
_ASKED = re.compile(rf"^[ \t#;%/*]*expects[ \t]*[:=][ \t]*({'|'.join(ASKABLE)})\b", re.IGNORECASE | re.MULTILINE)
_ZPS_ENDS = ("(set-logic", "(get-model)")  # of a program in a reply, as ZPS's own code cuts it
_CUT = " It was cut at the token limit: be briefer."


def _formed(puzzle: Puzzle, job: Job, reply: Reply, asked: str) -> dict[str, Any]:
    """The program of the form in a reply, or the reason that there is none."""
    try:
        # A value that does not fit the schema is read all the same: the form's own errors say what to write instead.
        if reply.data is None:
            raise ReplyError(f"There is no form in your reply: {reply.problem}.")  # noqa: TRY301
        found = form.read(reply.data)
        _check_clues(found, puzzle)
        return {"program": form.program(found, job.framework), "asked": asked or found.expects}
    except ReplyError as error:
        return {"problem": f"{error}{_CUT if reply.finish is Finish.LENGTH else ''}"}


def _check_clues(found: form.Form, puzzle: Puzzle) -> None:
    """Raise ReplyError for the number of a clue that there is not."""
    known = {clue.id for clue in puzzle.clues}
    for number, each in enumerate(found.constraints, 1):
        if known and each.clue and each.clue not in known:
            raise ReplyError(
                f"Constraint {number} is said to be of clue {each.clue}, and there is no such clue: give it the number "
                "of the clue that says it, or 0."
            )


def _told(reply: Reply) -> dict[str, Any]:
    """The text that a reply consists of."""
    status = Status.SATISFIED if reply.text.strip() else Status.BAD_ANSWER
    return {"outcome": Outcome(status=status, answer=reply.text or None, seconds=reply.seconds)}


def _programmed(translator: framework.Translator, job: Job, reply: Reply) -> dict[str, Any]:
    """The program in a reply, or the reason that there is none."""
    try:
        if job.contract == "script":
            return {"program": translator.read_script(reply.text, _ZPS_ENDS if job.request == "output" else None)}
        return {"program": translator.read(reply.text)}
    except ReplyError as error:
        return {"problem": f"{error}{_CUT if reply.finish is Finish.LENGTH else ''}"}


def _answered(puzzle: Puzzle, reply: Reply) -> dict[str, Any]:
    """The answer that a reply consists of; the gate checks its shape."""
    if reply.data is None:
        return {"problem": reply.problem, "outcome": Outcome(status=Status.BAD_ANSWER, message=reply.problem)}
    answer = out_of_object(puzzle.answer_schema, reply.data)
    return {"outcome": Outcome(status=Status.SATISFIED, answer=answer, seconds=reply.seconds)}
