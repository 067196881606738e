"""CP-Bench and DCP-Bench-Open: combinatorial problems in plain language, with reference models in CPMpy.

An answer is right if the reference model accepts it and, if there is an objective, it is optimal.
"""

import hashlib
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.agents.state import Example
from solvent.benchmarks import cp_official
from solvent.benchmarks.cases import (
    Benchmark,
    BenchmarkError,
    Case,
    Metrics,
    Score,
    common_metrics,
    read_text,
    wrong_layout,
)
from solvent.benchmarks.cp_instances import transfer_all
from solvent.benchmarks.cp_reference import Problem, References, judge
from solvent.benchmarks.records import CaseRecord
from solvent.solvers import Pool
from solvent.solvers.json_text import read_json

if TYPE_CHECKING:
    from solvent.agents.state import Answer

LAYOUT = "a JSONL file, one problem per line with id, description, example_instance, model and decision_variables"
SOURCE = "github.com/DCP-Bench/DCP-Bench-Open (a release, or its jsonl_convert.py)"

_ASK = """
The answer is one JSON object with exactly {keys}. \
Values are integers, or lists of integers (nested where the text says so); truth values are 0 or 1."""


@dataclass(frozen=True)
class DataSet:
    """The problems of a file, in order, and the SHA-256 hash of its text."""

    problems: tuple[Problem, ...]
    digest: str


def read(path: Path) -> DataSet:
    """Read a set. Raises BenchmarkError, which names the broken line."""
    text = read_text(path)
    problems: dict[str, Problem] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        problem = _problem(line, f"{path}, line {number}")
        if problem.id in problems:
            raise BenchmarkError(f"{path}, line {number}: duplicate id {problem.id}; download the set again")
        problems[problem.id] = problem
    if not problems:
        raise wrong_layout(f"{path} contains no problems", LAYOUT, SOURCE)
    return DataSet(tuple(problems.values()), hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def _problem(line: str, where: str) -> Problem:
    try:
        row = read_json(line)
    except ValueError as error:
        hint = "is the file complete?" if not line.rstrip().endswith("}") else "download the set again"
        raise wrong_layout(f"{where}: not valid JSON ({error}); {hint}", LAYOUT, SOURCE) from None
    texts = ("id", "description", "example_instance", "model")
    if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in texts):
        missing = texts if not isinstance(row, dict) else [name for name in texts if not isinstance(row.get(name), str)]
        raise wrong_layout(f"{where}: not a string: {', '.join(missing)}", LAYOUT, SOURCE)
    keys, solution, instances = row.get("decision_variables"), row.get("example_solution"), row.get("instances")
    if not isinstance(keys, list) or not keys or not all(isinstance(key, str) and key for key in keys):
        raise wrong_layout(f"{where}: decision_variables is not a list of names", LAYOUT, SOURCE)
    return Problem(
        id=row["id"],
        description=row["description"],
        data=row["example_instance"],
        model=row["model"],
        keys=tuple(dict.fromkeys(keys)),
        solution=solution if isinstance(solution, dict) else {},
        instances=tuple(each for each in instances if isinstance(each, dict)) if isinstance(instances, list) else (),
    )


def cases(path: Path) -> list[Case]:
    """Read the cases; groups are `optimization` and `satisfaction`."""
    if path.is_dir():
        raise wrong_layout(f"{path} is a folder", LAYOUT, SOURCE)
    return [_case(problem) for problem in read(path).problems]


def _case(problem: Problem) -> Case:
    group = "optimization" if re.search(r"\b(?:minimi[sz]e|maximi[sz]e)\b\s*[=(]", problem.model) else "satisfaction"
    return Case(problem.id, group, task(problem), problem.solution, problem, options={"answer_schema": schema(problem)})


def task(problem: Problem) -> str:
    """Return all that a solver may see: description, data and the keys of the answer."""
    keys = "the key " + problem.keys[0] if len(problem.keys) == 1 else "the keys " + ", ".join(problem.keys)
    data = f"\nThe data, as Python assignments:\n\n{problem.data.strip()}\n" if problem.data.strip() else ""
    return f"{problem.description.strip()}\n{data}{_ASK.format(keys=keys)}\n"


def schema(problem: Problem) -> dict[str, Any]:
    """Return the JSON schema of answers."""
    return {
        "type": "object",
        "properties": {key: {"$ref": "#/$defs/value"} for key in problem.keys},
        "required": list(problem.keys),
        "additionalProperties": False,
        "$defs": {
            "value": {
                "anyOf": [{"type": ["integer", "boolean"]}, {"type": "array", "items": {"$ref": "#/$defs/value"}}],
            }
        },
    }


def examples(cases: Sequence[Case]) -> list[Example]:
    """The references as examples: a problem with its data, and a script in CPMpy, which states the data and prints."""
    problems = [case.key for case in cases if isinstance(case.key, Problem)]
    return [Example(id=each.id, text=task(each), program=each.script.strip()) for each in problems]


async def judge_case(case: Case, answer: "Answer", pool: Pool) -> Score:
    """Judge an agent's answer as if a program had printed it, and try its program on all instances."""
    problem, value = case.key, answer.answer
    if not isinstance(problem, Problem) or value is None:
        return Score(total=1)
    references = References(pool)
    verdict = await judge(problem, await references.get(problem), value, value, pool)
    tried = await transfer_all(problem, answer.program, references) if verdict.strict and answer.program else ()
    apart: dict[str, Any] = {"error": verdict.error, "instances": list(tried)} if tried else {"error": verdict.error}
    if tried and tried[1] is not None:
        apart["second_instance"] = tried[1]
    right, official = verdict.strict, verdict.official
    return Score(right, official, int(right), 1, 1, int(official), verdict.reason, apart)


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute the common metrics (strict) and `official`, the accuracy according to the public evaluator.

    `second_instance` is the share of programs that are right on a second instance, among those that were tried on one;
    null if none was. `all_instances` is the share of those right on every instance on which they were tried, of the
    `instances_n` programs that were tried on an instance.
    """
    official = statistics.fmean(result.score.official for result in results)
    second = [r.score.apart["second_instance"] for r in results if "second_instance" in r.score.apart]
    again = statistics.fmean(second) if second else None
    tried = [[each for each in result.score.apart.get("instances", ()) if each is not None] for result in results]
    whole = [all(each) for each in tried if each]
    return {
        **common_metrics(results),
        "official": official,
        "second_instance": again,
        "second_instance_n": len(second),
        "all_instances": statistics.fmean(whole) if whole else None,
        "instances_n": len(whole),
    }


def asks(_: Case) -> str:
    """Return what a reply is asked to end with; the text names the keys already."""
    return "Think it through. Then end with that JSON object, and write no other braces."


def extract(_: Case, text: str) -> dict[str, Any] | None:
    """Return the answer in a reply as the public evaluator takes it from a program's output."""
    return cp_official.extract(text)


def score(_: Case, __: Any) -> Score:
    """Return the score of no answer; an answer needs a judge, who runs the reference."""
    return Score(total=1)


BENCHMARKS = (
    Benchmark(
        "cp-bench",
        LAYOUT,
        SOURCE,
        cases,
        score,
        metrics,
        judge_case,
        extract=extract,
        asks=asks,
        examples=examples,
    ),
)
