"""Explanations as the command line shows them."""

import argparse
import itertools
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, limits, say
from solvent.cli.text import put

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvent.agents import Answer
    from solvent.explanations.facts import Difficulty, Explanation, Fact, Step
    from solvent.solvers import Pool


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add `--format`."""
    from solvent.explanations.pictures import FORMATS

    text = "how to draw it (default: text); md, html and svg are self-contained documents"
    parser.add_argument("--format", choices=FORMATS, default="text", help=text)


async def explanation_of(
    answer: "Answer",
    pool: "Pool",
    options: argparse.Namespace,
    known: "Sequence[Fact]" = (),
    *,
    most: int | None = None,
    zoom: int | None = None,
) -> "Explanation":
    """Explain an answer; where that is not possible, there are no steps, and a reason.

    Raises UsageError if there is no step with the number `zoom`.
    """
    from solvent.explanations.facts import Explanation
    from solvent.explanations.subject import NotExplainedError

    try:
        found = await answer.aexplain(known, most=most, zoom=zoom, pool=pool, limits=limits(options))
    except NotExplainedError as error:
        found = Explanation(status=answer.status.value, complete=False, reason=str(error))
    if found.reason:
        say(found.reason)
    if zoom is not None and most is None and found.steps and zoom > len(found.steps):
        raise UsageError(f"there is no step {zoom}: the explanation has {len(found.steps)} steps.")
    return found


def as_dict(explanation: "Explanation") -> dict[str, Any]:
    """The object that `--json` prints."""
    graded = explanation.difficulty
    return {
        "status": explanation.status,
        "steps": list(map(_step, explanation.steps)),
        "difficulty": graded.model_dump() if graded else None,
        "known": [fact.to_dict() for fact in explanation.known],
        "complete": explanation.complete,
        "reason": explanation.reason,
    }


def _step(step: "Step") -> dict[str, Any]:
    said: dict[str, Any] = {
        "clues": list(step.clues),
        "rules": list(step.rules),
        "uses": [fact.to_dict() for fact in step.uses],
        "derives": [fact.to_dict() for fact in step.derives],
        "text": step.text,
    }
    if step.steps:
        said["supposes"] = step.supposes.to_dict() if step.supposes else None
        said["steps"] = list(map(_step, step.steps))
    return said


def show(answer: "Answer", explanation: "Explanation", form: str, *, zoom: int | None = None) -> None:
    """Print an explanation: a document with pictures or, as text, its steps in words and a picture of the last one.

    Of a `zoom`, only that step.
    """
    from solvent.explanations.pictures import render

    number = zoom or (1 if len(explanation.steps) == 1 else None)
    if form != "text" or number is not None:
        put(render(form, answer.subject, explanation, number).rstrip("\n"))
        return
    from solvent.explanations.pictures.formats import text
    from solvent.explanations.pictures.scenes import scene_of

    for line in _lines(explanation):
        put(line)
    put()
    put(text.draw(scene_of(answer.subject, explanation, None)).rstrip("\n"))
    if explanation.difficulty is not None:
        put()
        put(_graded(explanation.difficulty))


def _lines(explanation: "Explanation") -> "Iterator[str]":
    """The steps in words, numbered; those that only state a given are taken together."""
    from solvent.explanations.difficulty import GIVEN

    width = len(str(len(explanation.steps)))
    numbered = enumerate(explanation.steps, 1)
    for given, group in itertools.groupby(numbered, key=lambda each: each[1].rules == (GIVEN,)):
        some = list(group)
        if given and len(some) > 1:
            yield f"{some[0][0]} to {some[-1][0]}. The cells that are given."
        else:
            yield from (f"{number:>{width}}. {step.text}" for number, step in some)


def _graded(difficulty: "Difficulty") -> str:
    clues = "1 clue" if difficulty.clues_at_once == 1 else f"{difficulty.clues_at_once or 'no'} clues"
    deep = f", suppositions nested {difficulty.nested} deep" if difficulty.nested else ""
    return f"difficulty: {difficulty.grade} ({difficulty.steps} steps, at most {clues} at once{deep})"
