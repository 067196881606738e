"""DyVal: seven tasks on graphs, generated from a seed when they are needed, in four levels of difficulty.

Groups are `TASK/LEVEL` or, if the graphs are of another size or more complex, `TASK/` with what says so. Numbers may be
off by the relative error that a sample allows (section 4.1): 0.0001, for linear equations 0.001. `official` reads a
plain reply as the public code does: the first `<<<...>>>` counts, after all commas were deleted. The strict reading
refuses a reply with several different values between such brackets. A sample made with a flaw is right if the flaw is
found.
"""

import itertools
import re
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvent.agents.state import Verdict
from solvent.benchmarks import published
from solvent.benchmarks.cases import (
    Benchmark,
    Case,
    Comparison,
    Drawn,
    Metrics,
    Score,
    Wanted,
    common_metrics,
)
from solvent.benchmarks.generate.dyval import GENERATOR, DyValSettings
from solvent.benchmarks.generate.dyval.task import ReplyForm
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.generate.generator import Sample, UnusableSettingsError, settings_from
from solvent.benchmarks.generate.groups import Group, Making, draw_groups
from solvent.benchmarks.puzzles import flaw_found
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.tolerance import near
from solvent.solvers import Pool
from solvent.solvers.programs.equality import canonical

if TYPE_CHECKING:
    from solvent.agents.state import Answer

LEVELS = ("D1", "D2", "D3", "D4")
USUAL = 5  # cases of a group, if no limit is given: a try of 140 cases, where the paper has 500 of each
_SIZES = ("depth", "width", "nodes", "links", "training")  # options that take the place of a level
_SEVERAL = "several"  # the key under which a reply with several different values keeps them
_WRAPPERS = ("answer", "result", "value")


@dataclass(frozen=True)
class Asked:
    """What the scorer needs besides the answer; `tolerance` is a relative error, `flaw` the status to be found."""

    task: str
    tolerance: float | None = None
    flaw: Verdict | None = None


# Generation


async def generate(wanted: Wanted, pool: Pool) -> Drawn:
    """Generate the cases. `options` are settings of `solvent generate dyval`, apart from the task and its level.

    Tasks that do not have an option that was set are left out, unless they are asked for. Raises `BenchmarkError`.
    """
    groups, notes = _groups(wanted)
    drawn = await draw_groups(GENERATOR, groups, _MAKING, wanted, usual=USUAL, pool=pool)
    return Drawn(drawn.cases, drawn.examples, notes)


def _groups(wanted: Wanted) -> tuple[list[Group], list[str]]:
    """The groups that the options leave, and notes on those that they do not."""
    fixed = next((name for name in ("task", "level", "steps") if name in wanted.options), None)
    if fixed is not None:
        raise UnusableSettingsError(f"{fixed} cannot be set here; choose tasks and levels as groups, as arithmetic/D4")
    found: list[Group] = []
    refused: dict[str, UnusableSettingsError] = {}
    sized = any(name in wanted.options for name in _SIZES)
    for name, level in itertools.product(TASKS, ("",) if sized else LEVELS):
        try:
            found.append(_group(name, {**wanted.options, **({"level": level} if level else {})}))
        except UnusableSettingsError as error:
            refused[f"{name}/{level}"] = error
    for group in wanted.groups or ("",):
        why = [error for name, error in refused.items() if name.startswith(group) or group.startswith(name)]
        if why and not any(each.name.startswith(group) for each in found):
            raise why[0]
    return found, [] if wanted.groups else _notes(refused)


def _group(name: str, options: Mapping[str, Any]) -> Group:
    """The group of a task. Raises `UnusableSettingsError`."""
    settings = settings_from(DyValSettings, {**options, "task": name})
    worked = None if settings.flaw else settings.model_copy(update={"steps": True})
    return Group(settings.group(TASKS[name]), settings, worked, TASKS[name].form.shots)


def _notes(refused: Mapping[str, UnusableSettingsError]) -> list[str]:
    by_reason: dict[str, list[str]] = {}
    for name, error in refused.items():
        by_reason.setdefault(str(error), []).append(name.rstrip("/"))
    return [f"left out {', '.join(names)}: {why}" for why, names in by_reason.items()]


def case_of(name: str, group: str, sample: Sample) -> Case:
    """Make a case of a sample; the answer has to fit a schema, since the text leaves its shape open."""
    task = group.partition("/")[0]
    flaw = None if sample.status is Verdict.VERIFIED else sample.status
    options = {} if flaw else {"answer_schema": _schema(TASKS[task].form, sample.answer)}
    return Case(name, group, sample.text, sample.answer, Asked(task, sample.tolerance, flaw), options=options)


def _schema(form: ReplyForm, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of answers to a task with the keys of this one."""
    words = [{"enum": list(form.words)}] if form.words else []
    kinds = [{"type": "number" if form.numbers else "boolean"}, *words]
    return {
        "type": "object",
        "properties": {key: {"anyOf": kinds} if words else kinds[0] for key in answer},
        "required": list(answer),
        "additionalProperties": False,
    }


def asks(case: Case) -> str:
    """Return what a reply is asked to end with, so that `extract` finds the answer."""
    return f"State the answer once, in triple angle brackets: {TASKS[case.key.task].form.asks}."


_MAKING = Making(
    case_of,
    lambda case: f"{case.text.rstrip()}\n\n{asks(case)}\n",
    lambda sample: str(sample.more["completion"]),
)


# Scoring

_SAID = re.compile("<<<(.*?)>>>")


def extract(case: Case, text: str) -> Any:
    """Return the answer in a reply in the shape of the gold answer; None if nothing between brackets can be read.

    Of a reply with several different values, that is an object of them all, of which only the official reading takes
    the first.
    """
    values = [_read(TASKS[case.key.task].form, said.strip()) for said in _SAID.findall(text.replace(",", ""))]
    if len({canonical(value) for value in values}) > 1:
        return {_SEVERAL: values}
    return _shaped(case, values[0]) if values and values[0] is not None else None


def _read(form: ReplyForm, said: str) -> Any:
    """The value that a text stands for in a task, numbers of linear equations as a list; None if there is none."""
    if said in form.words:
        return said
    if not form.numbers:
        return {"true": True, "false": False, **{word.lower(): word for word in form.words}}.get(said.lower())
    try:
        numbers = [float(part) for part in said.split(" ")]
    except ValueError:
        return None
    if len(numbers) != form.numbers:
        return None
    return numbers if form.numbers > 1 else numbers[0]


def _shaped(case: Case, value: Any) -> dict[str, Any]:
    """A value that was read, under the keys of the gold answer."""
    keys = list(case.gold or {})
    return dict(zip(keys, value if isinstance(value, list) and len(value) == len(keys) else [value], strict=False))


def score(case: Case, value: Any) -> Score:
    """Score an answer by its value; that of a flawed sample is never right by itself.

    Strictly, it is an object as the gold answer, or its only value as the `answer`, `result` or `value` of one.
    """
    if not isinstance(case.key, Asked) or case.key.flaw is not None or not isinstance(case.gold, dict):
        return Score(total=1)
    said = _first(case, value)
    strict = near(_unwrapped(case, value), case.gold, case.key.tolerance or 0.0)
    official = strict or (said is not None and near(_shaped(case, said), case.gold, case.key.tolerance or 0.0))
    several = isinstance(value, dict) and value.keys() == {_SEVERAL}
    note = "it states several different values" if several else ""
    return Score(strict, official, int(strict), int(said is not None), 1, int(official), note)


def _unwrapped(case: Case, value: Any) -> Any:
    if isinstance(value, dict) and len(value) == len(case.gold) == 1 and next(iter(value)) in _WRAPPERS:
        return dict(zip(case.gold, value.values(), strict=True))
    return value


def _first(case: Case, value: Any) -> Any:
    """The first value that an answer states, in whatever shape, as the public code would read it; None for none."""
    if isinstance(value, dict):
        if value.keys() == {_SEVERAL} and isinstance(value[_SEVERAL], list) and value[_SEVERAL]:
            return value[_SEVERAL][0]
        if value.keys() == case.gold.keys() and len(value) > 1:
            return _first(case, [value[key] for key in case.gold])
        return _first(case, next(iter(value.values()))) if len(value) == 1 else None
    form = TASKS[case.key.task].form
    if isinstance(value, list):
        numbers = [each for each in value if isinstance(each, int | float) and not isinstance(each, bool)]
        return value if len(numbers) == len(value) == form.numbers > 1 else None
    return _read(form, value.replace(",", "").strip()) if isinstance(value, str) else value


async def judge(case: Case, answer: "Answer", pool: Pool) -> Score:
    """Score an answer; a flawed sample is right if its flaw was found."""
    del pool
    return score(case, answer.answer) if case.key.flaw is None else flaw_found(case.key.flaw, answer)


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute the common metrics, and the share of answers that are right as the public code reads them."""
    return {**common_metrics(results), "official": statistics.fmean(record.score.official for record in results)}


def comparison(results: Sequence[CaseRecord]) -> Comparison:
    """Compare the accuracy of each task, the mean over its levels, with that of the paper's models at these levels."""
    groups: dict[str, dict[str, list[CaseRecord]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        task, _, level = result.group.partition("/")
        groups[task][level].append(result)
    mine: dict[str, Metrics] = {}
    others: dict[str, dict[str, Metrics]] = defaultdict(dict)
    for task, levels in groups.items():
        shares = [statistics.fmean(record.right for record in records) for records in levels.values()]
        mine[task] = {"accuracy": statistics.fmean(shares)}
        flawed = any(record.gold is None for records in levels.values() for record in records)
        if not flawed and all(level in LEVELS for level in levels):
            for model, row in published_shares(task).items():
                known = [share for level in levels if (share := row[level]) is not None]
                others[model][task] = {"accuracy": statistics.fmean(known) if known else None}
    return Comparison(mine, dict(others), "DyVal's paper", "accuracy")


def published_shares(task: str) -> dict[str, dict[str, float | None]]:
    """The published accuracy in a task: model -> level -> share, None if the paper has no figure."""
    found: dict[str, dict[str, float | None]] = defaultdict(dict)
    for row in published.table("dyval"):
        found[row["model"]][row["level"]] = float(row[task]) / 100 if row.get(task) else None
    return found


BENCHMARKS = (
    Benchmark(
        "dyval",
        "nothing: it is generated from --seed",
        "this command",
        None,
        score,
        metrics,
        judge=judge,
        compare=comparison,
        extract=extract,
        asks=asks,
        generate=generate,
    ),
)
