"""`steps.jsonl`: puzzles solved step by step, each step checked by a solver."""

import json
from collections.abc import Iterable
from importlib import metadata
from typing import Any

from solvent.benchmarks.training.formalising import RULES
from solvent.benchmarks.training.judging import same
from solvent.benchmarks.training.part import Part, assistant, part, texts_in, user
from solvent.benchmarks.training.sampling import today
from solvent.benchmarks.training.tracing import Traced

NAME = "steps.jsonl"
_ABOUT = (
    "Logic puzzles with the steps that lead from the empty grid to the answer, as conversations (`messages`). A "
    "program states the puzzle (`stated_by`), and the answer is shown to be its only one. Every step was checked "
    "twice: by the solver that found it, and by z3 in a fresh program of the puzzle's rules, the step's clues and the "
    "facts that it uses, from which has to follow what it derives. No fact is used before it was derived, and the last "
    "step leaves the answer. No model took part."
)
_FIELDS = {
    "messages": "the request with the puzzle (user), and the steps in words with the answer (assistant)",
    "steps": (
        "the same steps as data: ids of `clues`, names of `rules`, `uses` (facts derived before), `derives` (facts) "
        "and `text`. A fact is an object in JSON: `row` and `column`, or `path`; `value`; and `holds`, false for what "
        "is excluded"
    ),
    "answer": "the answer as JSON",
    "grade": "how hard the puzzle is, told from its steps",
    "status": "the status of the answer: `verified`",
    "stated_by": "`rules`: the built-in grammar read the text; `record`: the line read had a program, with this answer",
}


def steps(puzzles: Iterable[Traced]) -> Part:
    """The file of the explanations."""
    return part(NAME, _ABOUT, _FIELDS, map(_lines, puzzles), lambda line: same(line["messages"][0]["content"]))


def _lines(traced: Traced) -> list[dict[str, Any]] | str:
    return traced.problem or [_line(traced)]


def _line(traced: Traced) -> dict[str, Any]:
    texts, explanation = texts_in(traced.puzzle.lang), traced.explanation
    found = explanation.steps if explanation else ()
    answer = json.dumps(traced.answer, ensure_ascii=False)
    told = "\n".join(f"{number}. {step.text}" for number, step in enumerate(found, 1))
    return {
        "messages": [
            user(f"{texts['explain']}\n\n{traced.puzzle.text.strip()}"),
            assistant(f"{told}\n\n{texts['answer']}\n\n```json\n{answer}\n```"),
        ],
        "steps": [
            {
                "clues": list(step.clues),
                "rules": list(step.rules),
                # As texts, since values are words in one puzzle and numbers in another, and columns have one type.
                "uses": [json.dumps(fact.to_dict(), ensure_ascii=False) for fact in step.uses],
                "derives": [json.dumps(fact.to_dict(), ensure_ascii=False) for fact in step.derives],
                "text": step.text,
            }
            for step in found
        ],
        "answer": answer,
        "grade": explanation.difficulty.grade if explanation and explanation.difficulty else "",
        "status": "verified",
        "stated_by": RULES if traced.by_rules else "record",
        "puzzle": traced.puzzle.id,
        "lang": traced.puzzle.lang,
        "constraints": traced.clues,
        "model": RULES,
        "seed": 0,
        "solvent": metadata.version("solvent"),
        "date": today(),
    }
