"""The benchmarks as tasks of Inspect's: `inspect eval solvent/cp_bench -T data=PATH --model PROVIDER/NAME`.

An entry point imports this module, and so registers them. With `--model none`, the rules answer. Arguments (`-T`) are
those of `solvent bench`: `data`, `preset`, `settings` (a TOML file), `framework` and `group` (names separated by
commas), `level`, `samples`, `limit`, `seed` and `set`; a set that is generated has no `data`.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from inspect_ai import Task, task
from inspect_ai.model import get_model

from solvent.agents import Model, asolve
from solvent.agents.presets import preset_of
from solvent.agents.settings import ModelChoice, Role, Settings, read_settings
from solvent.agents.state import Answer
from solvent.benchmarks import load
from solvent.benchmarks.cases import Case
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.case import Hear, record_of
from solvent.benchmarks.runs.inspect_model import InspectModel
from solvent.benchmarks.runs.inspect_run import task_of
from solvent.benchmarks.runs.run import Plan
from solvent.solvers import Pool

_NO_MODEL = "none/none"  # how Inspect calls the model of `--model none`
_POOLS: "WeakKeyDictionary[asyncio.AbstractEventLoop, Pool]" = WeakKeyDictionary()


@task
def ar_lsat(data: str, **options: Any) -> Task:
    """AR-LSAT."""
    return _task("ar-lsat", data, **options)


@task
def autologi(data: str, **options: Any) -> Task:
    """AutoLogi."""
    return _task("autologi", data, **options)


@task
def cp_bench(data: str, **options: Any) -> Task:
    """CP-Bench and DCP-Bench-Open."""
    return _task("cp-bench", data, **options)


@task
def dyval(**options: Any) -> Task:
    """DyVal, generated from `seed`; `set` is a comma-separated list of KEY=VALUE."""
    return _task("dyval", None, **options)


@task
def zebralogic(data: str, **options: Any) -> Task:
    """ZebraLogic."""
    return _task("zebralogic", data, **options)


@task
def lgp(data: str, **options: Any) -> Task:
    """The puzzles of LGPSolver."""
    return _task("lgp", data, **options)


@task
def logicsolver(data: str, **options: Any) -> Task:
    """The puzzles of LogicSolver."""
    return _task("logicsolver", data, **options)


@task
def logiqa(data: str, **options: Any) -> Task:
    """LogiQA."""
    return _task("logiqa", data, **options)


@task
def lr2bench(data: str, **options: Any) -> Task:
    """LR2Bench."""
    return _task("lr2bench", data, **options)


@task
def puzzles(data: str, **options: Any) -> Task:
    """Puzzles of one's own, in a JSONL file."""
    return _task("puzzles", data, **options)


def _task(
    name: str,
    data: str | None,
    *,
    preset: str = "standard",
    settings: str | None = None,
    framework: str | None = None,
    level: int | None = None,
    samples: int | None = None,
    group: str | None = None,
    limit: int | None = None,
    seed: int | None = None,
    set: str | list[str] | None = None,  # noqa: A002 - the name of the argument
) -> Task:
    chosen = preset_of(preset).changed(**(read_settings(Path(settings)) if settings else {}))
    frameworks = tuple(framework.split(",")) if framework else None
    chosen = chosen.changed(frameworks=frameworks, level=level, samples=samples, seed=seed)
    if str(get_model()) == _NO_MODEL:
        chosen = chosen.changed(models={})
    else:
        chosen = chosen.changed(models={"author": ModelChoice(name=str(get_model()))})
    groups = group.split(",") if group else ()
    path = None if data is None else Path(data)
    parts = set.split(",") if isinstance(set, str) else set or []  # Inspect makes lists of what has commas
    given = {key: value for key, _, value in (part.partition("=") for part in parts)}

    async def planned() -> Plan:
        async with Pool() as pool:
            options: dict[str, Any] = {"groups": groups, "limit": limit, "seed": seed or 0, "options": given}
            return await Plan.of(load(name), chosen, path, pool=pool, **options)

    plan = _apart(planned())

    async def record(case: Case, epoch: int, hear: Hear) -> CaseRecord:
        pool = await _pool(chosen)

        async def solve(case: Case, _: int, hear: Hear) -> Answer:
            models: dict[Role, str | Model] = {"author": InspectModel(get_model())} if chosen.models else {}
            return await asolve(case.text, settings=chosen, models=models, pool=pool, on_event=hear, **case.options)

        return await record_of(plan.benchmark, case, epoch, solve, hear, pool)

    return task_of(plan, record)


def _apart(coroutine: Coroutine[Any, Any, Plan]) -> Plan:
    """The result of a coroutine, although Inspect's event loop is running, in which a task cannot wait."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def _pool(settings: Settings) -> Pool:
    """The pool of this event loop; its processes end with this one."""
    loop = asyncio.get_running_loop()
    if loop not in _POOLS:
        _POOLS[loop] = await Pool(allow_unsandboxed=settings.allow_unsandboxed).__aenter__()
    return _POOLS[loop]
