"""What a model is shown: the conversation up to its next reply, for every way in which a job asks."""

import itertools
import json
from collections.abc import Sequence
from typing import Any

from solvent.agents import self_review
from solvent.agents.decomposition import example_of
from solvent.agents.models.client import Message
from solvent.agents.models.json_reply import mismatches
from solvent.agents.prompts import render
from solvent.agents.reports import submits
from solvent.agents.settings import Settings
from solvent.agents.shape import Schema, as_object, into_object
from solvent.agents.state import Attempt, Example, Job
from solvent.translators import Puzzle, form, framework


def translator_of(job: Job) -> framework.Translator | None:
    """The translator of a job's framework; None if no program is to be written."""
    return framework.load(job.framework) if job.contract in ("model", "script") else None


def conversation(
    puzzle: Puzzle, job: Job, before: Attempt | None, settings: Settings, examples: Sequence[Example] = ()
) -> tuple[Message, ...]:
    """The messages to send: an opening, the conversation of the attempt `before` with one more message, or a review."""
    if before is None:
        return opening(puzzle, job, settings, examples)
    if job.request == "review":
        prompt = self_review.question(job, before, guide_of(job, settings), _problem(puzzle, job))
        return ({"role": "user", "content": prompt},)
    return (*before.messages, {"role": "user", "content": _reaction(puzzle, job, before)})


def opening(puzzle: Puzzle, job: Job, settings: Settings, examples: Sequence[Example] = ()) -> tuple[Message, ...]:
    """A new conversation: the guide, the examples and the problem; for a plain text, no guide."""
    if job.contract == "text":
        shown = [(plain(each.text, settings), each.reply.strip()) for each in examples]
        turns = [({"role": "user", "content": asked}, {"role": "assistant", "content": said}) for asked, said in shown]
        return (*itertools.chain(*turns), {"role": "user", "content": plain(puzzle.text, settings)})
    return (
        {"role": "system", "content": guide_of(job, settings)},
        *(message for each in examples for message in _shown(each, job)),
        {"role": "user", "content": _problem(puzzle, job)},
    )


def plain(text: str, settings: Settings) -> str:
    """The request for a plain reply about a text, in the way that the settings say."""
    return render("plain", text=text, way=settings.prompting)


def sorting(template: str, cut: Sequence[str], schema: Schema | None) -> str:
    """The request to sort the pieces of a text; the answer has to fit the schema, if the caller has given one."""
    return render(template, pieces=cut, schema="" if schema is None else json.dumps(schema))


def composing(cut: Sequence[str], job: Job, settings: Settings, schema: Schema | None) -> tuple[Message, ...]:
    """A new conversation in which the pieces of a text are to be sorted, and the first program is to be written."""
    return (
        {"role": "system", "content": guide_of(job, settings)},
        {"role": "user", "content": sorting("compose", cut, schema)},
    )


def _shown(example: Example, job: Job) -> tuple[Message, Message]:
    """An example as a turn of the conversation: its problem, and its program as the reply."""
    translator = framework.load(job.framework)
    return (
        {"role": "user", "content": render("example", text=example.text)},
        {"role": "assistant", "content": f"```{translator.languages[0]}\n{example.program.strip()}\n```"},
    )


def guide_of(job: Job, settings: Settings) -> str:
    """The system prompt for a job."""
    if job.contract == "form":
        return render("form", guide=form.GUIDE, example=form.EXAMPLE)
    translator = translator_of(job)
    if translator is None:
        return render("direct")
    if job.request == "output":
        return render("zps", actions=settings.budget.actions)
    told = {
        "level": settings.level,
        "api": translator.documentation(job.contract, library=settings.api == "library" and settings.level > 2),
        "pitfalls": translator.pitfalls,
        "language": translator.languages[0],
    }
    if job.contract == "script":
        return render("script", script=translator.script, **told)
    return render("translate", guide=translator.guide, example=translator.example, **told)


def _reaction(puzzle: Puzzle, job: Job, before: Attempt) -> str:
    """What is said to the last reply of a conversation."""
    if job.contract == "form":
        return render("form_repair", finding=job.feedback)
    problem = "" if submits(before) else before.problem
    if job.request == "output":
        return render("output", output=job.feedback, problem=problem)
    if job.request == "report":
        return render("report", output=job.feedback, problem=problem, **shape_of(puzzle))
    translator = translator_of(job)
    language = translator.languages[0] if translator else ""
    return render("repair", finding=job.feedback, language=language, contract=job.contract)


def _problem(puzzle: Puzzle, job: Job) -> str:
    if job.contract == "form":
        return render("form_problem", puzzle=puzzle)
    if job.request in ("output", "report"):  # the text is not divided
        puzzle = puzzle.model_copy(update={"clues": ()})
    # The harness reads the answer out, or asks for it later: an example is enough, unless it is of another shape.
    shape = shape_of(puzzle)
    if (job.contract == "model" or job.request == "output") and not shape["schema"]:
        shape = {"example": puzzle.request.example, "schema": ""}
    elif job.contract == "model":  # its answer is the value itself, a list too: no JSON object that is printed
        shape = {"example": "", "schema": json.dumps(puzzle.answer_schema, ensure_ascii=False)}
    return render(
        "problem",
        puzzle=puzzle,
        objective=puzzle.request.objective,
        contract=job.contract,
        **shape,
    )


def shape_of(puzzle: Puzzle) -> dict[str, str]:
    """The shape of the output, for a prompt: an example that fits the schema if there is one, else the schema."""
    schema, example = puzzle.answer_schema, example_of(puzzle.request.example)
    if schema is None:
        return {"example": "", "schema": ""}
    if example is not None and not mismatches(example, schema):
        return {"example": json.dumps(into_object(schema, example), ensure_ascii=False), "schema": ""}
    return {"example": "", "schema": json.dumps(as_object(schema), ensure_ascii=False)}


def schema_of(puzzle: Puzzle, job: Job) -> dict[str, Any] | None:
    """The JSON schema of the reply; None if it is not JSON alone."""
    match job.contract:
        case "answer":
            return as_object(puzzle.answer_schema)
        case "form":
            return form.SCHEMA
    return None
