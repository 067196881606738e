"""`programs.jsonl`: puzzles with programs that state them, from verified runs of the agent."""

import json
from collections.abc import Iterable
from typing import Any

from solvent.benchmarks.training.formalising import RULES, Formalised
from solvent.benchmarks.training.judging import same
from solvent.benchmarks.training.part import Part, assistant, part, shared, texts_in, user
from solvent.benchmarks.verifiers.literals import to_json
from solvent.translators import framework

NAME = "programs.jsonl"
_ABOUT = (
    "Puzzles with programs that state them for a solver, as conversations (`messages`). Each is from a run of "
    "Solvent's agent whose answer was `verified`; the puzzle's verifier, which the agent never saw, accepts that "
    "answer, and so it does other answers of the program (up to 16, as different as possible); the program allows "
    "the solutions in the puzzle's record (up to 16), where it has any. Where `model` is "
    "`rules`, the built-in grammar wrote the program, whose answer is a table, for a puzzle with a single solution."
)
_FIELDS = {
    "messages": "the request with the puzzle (user), and the program in a fenced block (assistant)",
    "problem": "the puzzle as it was put to the agent",
    "framework": "the language of the program; `solvent run --framework F FILE` runs it",
    "program": "the program alone",
    "status": "the status of the agent's answer: `verified`",
    "evidence": "the checks that the answer passed",
    "answers": "how many answers of the program the verifier judged, and accepted",
}


def programs(runs: Iterable[Formalised | None]) -> Part:
    """The file of the runs; None stands for a puzzle without one."""
    return part(NAME, _ABOUT, _FIELDS, map(_lines, runs), _key)


def _lines(found: Formalised | None) -> list[dict[str, Any]] | str:
    if found is None:
        return "no run yet"
    return found.problem or [_line(found)]


def _line(found: Formalised) -> dict[str, Any]:
    puzzle, run = found.puzzle, found.run
    language = framework.load(run.framework)
    name = language.script.name if language.script else run.framework
    texts = texts_in(puzzle.lang)
    by_rules = run.model == RULES  # their answers are tables, whatever the puzzle asks for
    shape = "" if by_rules or puzzle.shape is None else json.dumps(to_json(puzzle.shape), ensure_ascii=False)
    parts = [
        texts["formalise"].format(framework=name),
        (run.problem if by_rules else puzzle.question).strip(),
        *([texts["shape"].format(example=shape)] if shape else []),
    ]
    return {
        "messages": [
            user("\n\n".join(parts)),
            assistant(f"```{language.languages[0]}\n{run.program.strip()}\n```"),
        ],
        "problem": run.problem,
        "framework": run.framework,
        "program": run.program,
        "status": run.status,
        "evidence": list(run.evidence),
        "answers": 1 + len(run.others),
        **shared(puzzle, run),
    }


def _key(line: dict[str, Any]) -> tuple[str, str]:
    return same(line["problem"]), same(line["program"])
