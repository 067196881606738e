"""A model as the author of puzzles and verifiers."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from solvent.agents import asolve, formulating
from solvent.agents.models.cache import Cache
from solvent.agents.models.client import Finish, Message, Model, ModelError, Reply
from solvent.agents.models.faults import OUTAGES, OutageError
from solvent.agents.settings import Budget
from solvent.agents.state import Answer
from solvent.benchmarks.formulation.author import (
    NO_PUZZLE,
    NO_REPLY,
    Addition,
    Draft,
    Formulation,
    Question,
    Stated,
    Tried,
    Verification,
)
from solvent.benchmarks.formulation.questions import language_of
from solvent.benchmarks.verifiers.editing import free_name
from solvent.benchmarks.verifiers.literals import LiteralError, read_literal, to_json, write_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import Pool
from solvent.translators.code_extraction import ReplyError

T = TypeVar("T")

_NUMBERED = re.compile(r"^\s*\(?\d{1,2}[.)]\s+")
_NOTHING = "(nothing)"  # an empty reply, which another try goes on from as well
_WARMER = (0.0, 0.4, 0.8)  # temperature of each try; a model that is asked again should not say the same


@dataclass(frozen=True)
class ModelAuthor:
    """Asks a model, with one message after the last try; see `Author`. `reply_tokens` bounds each reply."""

    name: str
    model: Model
    pool: Pool
    cache: Cache | None = None
    seed: int | None = None
    reply_tokens: int | None = None

    async def formulate(self, question: Question, before: Tried | None = None) -> Draft[Formulation]:
        """Take the text apart."""
        reply = await self._asked(formulating.about_text(question.text), before, schema=formulating.TEXT_SCHEMA)
        if isinstance(reply, Draft):
            return reply
        if reply.data is None or reply.problem:
            return _unread(reply, reply.problem)
        if not reply.data["is_puzzle"]:
            # No reply to go on from: whether there is a puzzle is not for another try to say.
            return Draft(reason=NO_PUZZLE, usage=reply.usage)
        constraints = tuple(_NUMBERED.sub("", each).strip() for each in reply.data["constraints"] if each.strip())
        background = reply.data["background"].strip()
        if not background or not constraints:
            return _unread(reply, f"the field {'constraints' if background else 'background'} is empty")
        if language_of(f"{background} {' '.join(constraints)}") != question.lang:
            return _unread(reply, "background and constraints have to be in the language of the text")
        found = Formulation(lang=question.lang, background=background, constraints=constraints)
        return Draft(found, reply=reply.text, usage=reply.usage)

    async def verify(self, stated: Formulation, before: Tried | None = None) -> Draft[Verification]:
        """Write format, example and verifier."""
        opening = formulating.about_verifier(stated.background, stated.constraints)
        return await self._read(opening, before, _verification)

    async def traverse(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[str]:
        """Write the traversal."""
        opening = formulating.about_traversal(
            stated.background, verified.format, verified.example, verified.code.stated
        )
        return await self._read(opening, before, formulating.read_traversal)

    async def program(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[Stated]:
        """Write a program for a solver."""
        example = to_json(read_literal(verified.example))
        opening = formulating.about_program(
            stated.background, stated.constraints, verified.format, example, verified.code.stated
        )
        return await self._read(opening, before, _stated)

    async def expand(self, puzzle: OpenPuzzle, before: Tried | None = None) -> Draft[Addition]:
        """Write a further constraint."""
        code, number = puzzle.code.stated, len(puzzle.constraints) + 1
        name = free_name(code, number)
        opening = formulating.about_addition(
            puzzle.background,
            puzzle.constraints,
            puzzle.format,
            code,
            puzzle.solutions,
            puzzle.space.valid if puzzle.space else len(puzzle.solutions),
            name,
        )

        def read(reply: str) -> Addition:
            sentence, predicate = formulating.read_addition(reply, name)
            return Addition(constraint=sentence, name=name, predicate=predicate)

        return await self._read(opening, before, read)

    async def solve(self, puzzle: OpenPuzzle) -> Answer:
        """Solve the puzzle from its text; rules would give an answer of another shape."""
        return await asolve(
            f"{puzzle.question}\n\n{puzzle.format}",
            model=self.model,
            use_rules=False,
            answer_schema=puzzle.schema_of_answers,
            seed=self.seed,
            budget=Budget(actions=3, restarts=0, reply_tokens=self.reply_tokens),
            pool=self.pool,
            cache=self.cache,
            raise_outages=True,
        )

    async def _read(self, opening: Sequence[Message], before: Tried | None, read: Callable[[str], T]) -> Draft[T]:
        reply = await self._asked(opening, before)
        if isinstance(reply, Draft):
            return reply
        try:
            return Draft(read(reply.text), reply=reply.text, usage=reply.usage)
        except ReplyError as error:
            return _unread(reply, str(error))

    async def _asked(
        self, opening: Sequence[Message], before: Tried | None, schema: dict[str, Any] | None = None
    ) -> Reply | Draft[Any]:
        """The reply, or a draft that says why there is none. Raises `OutageError`."""
        number = before.number if before else 0
        messages = formulating.again(opening, before.reply, before.problem) if before else tuple(opening)
        model = self.cache.of(self.model, self.name, sample=number) if self.cache else self.model
        try:
            return await model.complete(
                messages,
                schema=schema,
                temperature=_WARMER[min(number, len(_WARMER) - 1)],
                max_tokens=self.reply_tokens,
                seed=None if self.seed is None else self.seed + number,
            )
        except ModelError as error:
            if isinstance(error, OUTAGES):
                raise OutageError(error) from error
            return Draft(reason=NO_REPLY, detail=str(error), usage=error.usage)


def _unread(reply: Reply, problem: str) -> Draft[Any]:
    cut = "the reply was cut at the token limit; " if reply.finish is Finish.LENGTH else ""
    return Draft(reason=NO_REPLY, detail=cut + problem, reply=reply.text or _NOTHING, usage=reply.usage)


def _verification(reply: str) -> Verification:
    written = formulating.read_verifier(reply)
    try:
        example = write_literal(read_literal(written.example))
    except LiteralError as error:
        raise ReplyError(f"EXAMPLE has to be a Python literal, but {error}") from None
    code = Verifier.model_validate({"inputs_check": written.inputs_check, "constraint_list": written.constraint_list})
    return Verification(format=written.format, example=example, code=code)


def _stated(reply: str) -> Stated:
    program, total = formulating.read_program(reply)
    return Stated(program=program, total=total)
