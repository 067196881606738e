"""The authors of programs: the rules and language models."""

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from solvent.agents import review
from solvent.agents.models.client import Finish, Message, Model, Reply
from solvent.agents.models.json_reply import mismatches
from solvent.agents.prompts import render
from solvent.agents.shape import as_object, into_object, out_of_object, schema_of
from solvent.agents.state import Attempt, Evidence, Job, Usage
from solvent.solvers import Outcome, Status
from solvent.solvers.json_text import read_json
from solvent.translators import Clue, Passage, Puzzle, Request, framework, rules
from solvent.translators.code_extraction import ReplyError
from solvent.translators.puzzle import ASKABLE, UNDECIDED
from solvent.translators.sentences import number_of, pieces

MAX_CLUES = 1000  # also limits entities and their members together; a text has fewer pieces


class Author(Protocol):
    """Writes programs. `before` is the attempt to repair; `job.feedback` says what is wrong with it."""

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]: ...


class Rules:
    """The built-in translator."""

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]:
        """Translate what the grammar understands, in the job's reading."""
        del before
        return Attempt(job=job, program=rules.translate(puzzle, job.framework, job.reading, job.way)), Usage()


@dataclass(frozen=True)
class Modeller:
    """A language model that reads problems, writes programs and checks answers.

    `seconds_left` bounds each call in time, `reply_tokens` in length. With `plain`, an answer without a program is a
    text. `level` is the amount of guidance in prompts for programs, as in CP-Bench: 1 gives the task and the contract,
    2 adds rules and steps, 3 a worked example, operators and pitfalls.
    """

    model: Model
    seconds_left: Callable[[], float | None] = lambda: None
    seed: int | None = None
    level: int = 3
    reply_tokens: int | None = None
    plain: bool = False

    async def decompose(self, text: str) -> tuple[Puzzle, Usage]:
        """Find clues, entities and the shape of the answer. Raises ModelError.

        The model only refers to pieces of the text, so none is lost: pieces that it assigns to no clue are background.
        If its reply cannot be used, every piece is a clue.
        """
        cut = pieces(text)
        prompt: list[Message] = [{"role": "user", "content": render("decompose", pieces=cut)}]
        reply = await self.ask(prompt, schema=SCHEMA, temperature=0.0)
        return sorted_out(text, cut, reply.data if isinstance(reply.data, dict) else {}), reply.usage

    async def write(self, puzzle: Puzzle, job: Job, *, before: Attempt | None = None) -> tuple[Attempt, Usage]:
        """Write a program or the answer itself, or repair it in the same conversation. Raises ModelError."""
        if job.contract == "answer" and self.plain:
            return await self._tell(puzzle, job)
        translator = None if job.contract == "answer" else framework.load(job.framework)
        if before is None:
            messages = _opening(puzzle, job, translator, self.level)
        else:
            language = translator.languages[0] if translator else ""
            request = render("repair", finding=job.feedback, language=language, contract=job.contract)
            messages = (*before.messages, {"role": "user", "content": request})
        schema = None if translator else as_object(puzzle.answer_schema)
        reply = await self.ask(messages, schema=schema, temperature=job.temperature)
        conversation = (*messages, {"role": "assistant", "content": reply.text})
        said = _ASKED.search(reply.text)
        # What it said first it had from the text alone; later, feedback may have talked it into something else.
        asked = (before.asked if before else "") or (said[1].lower() if said else "")
        cut = reply.finish is Finish.LENGTH
        attempt = Attempt(job=job, program=None, messages=conversation, asked=asked, cut=cut)
        read = _answered(puzzle, reply) if translator is None else _programmed(translator, job, reply)
        return attempt.model_copy(update=read), reply.usage

    async def _tell(self, puzzle: Puzzle, job: Job) -> tuple[Attempt, Usage]:
        """Have the model answer in its own words, given the text alone, as in the papers' baselines."""
        prompt = ({"role": "user", "content": render("plain", text=puzzle.text)},)
        reply = await self.ask(prompt, temperature=job.temperature)
        status = Status.SATISFIED if reply.text.strip() else Status.BAD_ANSWER
        outcome = Outcome(status=status, answer=reply.text or None, seconds=reply.seconds)
        conversation = (*prompt, {"role": "assistant", "content": reply.text})
        cut = reply.finish is Finish.LENGTH
        return Attempt(job=job, program=None, outcome=outcome, messages=conversation, cut=cut), reply.usage

    async def check(self, puzzle: Puzzle, answer: Any) -> tuple[Evidence, Usage]:
        """Review whether an answer satisfies the clues, without seeing any program. Raises ModelError."""
        prompt: list[Message] = [{"role": "user", "content": review.question(puzzle, answer)}]
        reply = await self.ask(prompt, schema=review.SCHEMA, temperature=0.0)
        return review.weigh(puzzle, reply.data, reply.problem), reply.usage

    async def ask(
        self, messages: Sequence[Message], *, schema: dict[str, Any] | None = None, temperature: float | None
    ) -> Reply:
        """Send any conversation to the model. Raises ModelError."""
        return await self.model.complete(
            messages,
            schema=schema,
            temperature=temperature,
            max_tokens=self.reply_tokens,
            seed=self.seed,
            budget=self.seconds_left(),
        )


# The comment in which a program states what the text asks for, such as `expects: unique`.
_ASKED = re.compile(rf"^[ \t#;%/*]*expects[ \t]*[:=][ \t]*({'|'.join(ASKABLE)})\b", re.IGNORECASE | re.MULTILINE)
_DATA = re.compile(r"\s*data\b[\s:.,;-]*", re.IGNORECASE)
_CUT = " It was cut at the token limit: be briefer."

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string"},
        "expects": {"type": "string", "enum": [*ASKABLE]},
        "objective": {"type": "string"},
        "clues": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "pieces": {"type": "array", "items": {"type": "integer"}},
                    "says": {"type": "string"},
                },
                "required": ["pieces", "says"],
                "additionalProperties": False,
            },
        },
        "entities": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "members": {"type": "array", "items": {"type": "string"}}},
                "required": ["name", "members"],
                "additionalProperties": False,
            },
        },
        "answer_example": {"type": "string"},
    },
    "required": ["kind", "expects", "objective", "clues", "entities", "answer_example"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class _Pointed:
    """A clue as a model refers to it: indices of pieces, what part of them is meant, and whether it is only data."""

    where: tuple[int, ...] = ()
    says: str = ""
    data: bool = False


def sorted_out(text: str, cut: Sequence[str], data: dict[str, Any]) -> Puzzle:
    """Build a puzzle from the pieces of a text and a model's decomposition of them; `data` is untrusted."""
    given = [_clue(each, cut) for each in _list(data.get("clues"))]
    if len(given) > MAX_CLUES or sum(len(each.where) for each in given) > 2 * MAX_CLUES:
        given = []  # the model was looping
    found = [each for each in given if each.where] or [_Pointed((n,)) for n in range(len(cut))]
    used = {n for each in found for n in each.where}
    ids = _numbered([number_of(cut[each.where[0]]) for each in found])
    clues = tuple(Clue(id=number, text=_quoted(cut, each, found)) for number, each in zip(ids, found, strict=True))
    expects = data.get("expects")
    example = _example(data.get("answer_example"))
    return Puzzle(
        text=text,
        kind=str(data.get("kind") or "problem"),
        clues=clues,
        expects="unique" if expects not in ASKABLE or expects == UNDECIDED else expects,
        answer_schema=None if example is None else schema_of(example),
        entities=_entities(data.get("entities")),
        given=tuple(number for number, each in zip(ids, found, strict=True) if each.data),
        request=Request(
            objective=str(data.get("objective") or ""),
            example="" if example is None else json.dumps(example, ensure_ascii=False),
            undecided=expects == UNDECIDED,
        ),
        background=tuple(piece for n, piece in enumerate(cut) if n not in used),
        passages=tuple(
            Passage(text=piece, role="clue" if n in used else "rule", reason="classified by the model")
            for n, piece in enumerate(cut)
        ),
    )


def _opening(
    puzzle: Puzzle, job: Job, translator: framework.Translator | None, level: int
) -> tuple[dict[str, str], ...]:
    problem = render(
        "problem",
        puzzle=puzzle,
        objective=puzzle.request.objective,
        contract=job.contract,
        **({"example": puzzle.request.example, "schema": ""} if job.contract == "model" else _shape(puzzle)),
    )
    return ({"role": "system", "content": guide_of(job, translator, level)}, {"role": "user", "content": problem})


def guide_of(job: Job, translator: framework.Translator | None, level: int) -> str:
    """The system prompt for a job."""
    if translator is None:
        return render("direct")
    told = {
        "level": level,
        "api": translator.api,
        "pitfalls": translator.pitfalls,
        "language": translator.languages[0],
    }
    if job.contract == "script":
        return render("script", script=translator.script, **told)
    return render("translate", guide=translator.guide, example=translator.example, **told)


def _shape(puzzle: Puzzle) -> dict[str, str]:
    """The shape of the output, for the prompt: an example that fits the schema if there is one, else the schema."""
    schema, example = puzzle.answer_schema, _example(puzzle.request.example)
    if schema is None:
        return {"example": "", "schema": ""}
    if example is not None and not mismatches(example, schema):
        return {"example": json.dumps(into_object(schema, example), ensure_ascii=False), "schema": ""}
    return {"example": "", "schema": json.dumps(as_object(schema), ensure_ascii=False)}


def _programmed(translator: framework.Translator, job: Job, reply: Reply) -> dict[str, Any]:
    """The program in a reply, or the reason that there is none."""
    try:
        read = translator.read_script if job.contract == "script" else translator.read
        return {"program": read(reply.text)}
    except ReplyError as error:
        return {"problem": f"{error}{_CUT if reply.finish is Finish.LENGTH else ''}"}


def _answered(puzzle: Puzzle, reply: Reply) -> dict[str, Any]:
    """The answer that a reply consists of; the gate checks its shape."""
    if reply.data is None:
        return {"problem": reply.problem, "outcome": Outcome(status=Status.BAD_ANSWER, message=reply.problem)}
    answer = out_of_object(puzzle.answer_schema, reply.data)
    return {"outcome": Outcome(status=Status.SATISFIED, answer=answer, seconds=reply.seconds)}


def _numbered(own: Sequence[int | None]) -> list[int]:
    """Keep the text's own clue numbers and give the others the next free ones; renumber all if two are equal."""
    named = [number for number in own if number]
    if len(set(named)) < len(named):
        return list(range(1, len(own) + 1))
    free = itertools.count(max(named, default=0) + 1)
    return [number or next(free) for number in own]


def _clue(given: Any, cut: Sequence[str]) -> _Pointed:
    if not isinstance(given, dict):
        return _Pointed()
    where = [n - 1 for n in _list(given.get("pieces")) if isinstance(n, int) and 0 < n <= len(cut)]
    says = str(given.get("says") or "")
    data = _DATA.match(says)
    return _Pointed(tuple(dict.fromkeys(where)), says[data.end() :] if data else says, data is not None)


def _quoted(cut: Sequence[str], clue: _Pointed, found: Sequence[_Pointed]) -> str:
    """The clue in the text's own words; if several clues share them, the part that this one means is added."""
    quoted = " ".join(cut[n] for n in clue.where)
    shared = sum(other.where == clue.where for other in found) > 1
    return f"{quoted} (here: {clue.says})" if shared and clue.says else quoted


def _example(text: Any) -> Any:
    try:
        return read_json(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _entities(value: Any) -> dict[str, tuple[str, ...]]:
    """Groups of entities by name; a number is added to a name that is missing or repeated."""
    listed = [each for each in _list(value) if isinstance(each, dict)]
    if sum(1 + len(_list(each.get("members"))) for each in listed) > MAX_CLUES:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for number, each in enumerate(listed, 1):
        name = str(each.get("name") or "")
        found[f"{name} {number}".strip() if name in found or not name else name] = tuple(
            map(str, _list(each.get("members")))
        )
    return found


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
