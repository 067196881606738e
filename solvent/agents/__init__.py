"""The state machine and everyone who talks to a model."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solvent.agents.authors import LEVELS
from solvent.agents.budget import Budget
from solvent.agents.context import Context, Contract, check_contract
from solvent.agents.graph import build
from solvent.agents.model import Model, OpenAIModel
from solvent.agents.presets import PRESETS, STANDARD, Preset
from solvent.agents.state import RULES, Answer, Attempt, Evidence, Usage, Verdict
from solvent.solvers import Limits, Pool

if TYPE_CHECKING:
    from langgraph.types import StreamMode

__all__ = [
    "LEVELS",
    "PRESETS",
    "STANDARD",
    "Answer",
    "Attempt",
    "Budget",
    "Evidence",
    "Model",
    "OpenAIModel",
    "Preset",
    "Usage",
    "Verdict",
    "asolve",
    "build",
    "solve",
]

Event = dict[str, Any]


async def asolve(  # noqa: PLR0913 - what users can choose, all by keyword
    text: str,
    *,
    model: str | Model = RULES,
    frameworks: Sequence[str] | None = None,
    contract: Contract = "model",
    samples: int = 1,
    use_rules: bool = True,
    verify: int = 0,
    level: int = LEVELS[-1],
    seed: int | None = None,
    budget: Budget | None = None,
    limits: Limits | None = None,
    pool: Pool | None = None,
    workers: int | None = None,
    allow_unsandboxed: bool = False,
    answer_schema: dict[str, Any] | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve the problem in `text`.

    `model` is `rules`, the name of a model behind OpenAI's API, or any object of the `Model` protocol; with a model,
    `use_rules` lets the rules have a say beside it, and `samples` programs are written in each of `frameworks`
    (default: one that suits the puzzle), with `level` 1 to 3 of guidance. At most `verify` answers are shown to the
    model, with the clues alone, to be checked. Under the `contract` "script" its programs solve and print by
    themselves, and in the framework "none" it answers without any: only a program of the usual kind can confirm that.
    `budget` bounds what the model may do, `limits` each question to a solver. `pool` runs the programs; where none is
    given, one of `workers` processes is made, and closed, which runs what a model wrote even where the sandbox is not
    complete if `allow_unsandboxed`. `answer_schema` is a JSON schema that the answer must fit, where it is known
    beforehand. `on_event` hears of every node that starts and ends, and of every exchange with the
    model. Raises SolventError for a framework that does not exist or
    does not go with the contract.
    """
    start = time.perf_counter()
    check_contract(contract, tuple(frameworks or ()), by_rules=model == RULES)
    async with AsyncExitStack() as stack:
        if pool is None:
            pool = await stack.enter_async_context(Pool(workers=workers, allow_unsandboxed=allow_unsandboxed))
        context = Context(
            pool=pool,
            frameworks=tuple(frameworks or ()),
            limits=limits or Limits(),
            model=_model(model),
            name=model if isinstance(model, str) else str(getattr(model, "name", "model")),
            samples=samples,
            use_rules=use_rules,
            verify=verify,
            level=level,
            contract=contract,
            budget=replace(budget or Budget(), started=time.monotonic()),
            seed=seed,
            answer_schema=answer_schema,
        )
        answer = await _walk(text, context, on_event or (lambda _: None))
    return answer.model_copy(update={"seconds": time.perf_counter() - start})


def solve(text: str, **options: Any) -> Answer:
    """Solve the problem in `text`; the same as `asolve`, for scripts and notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asolve(text, **options))
    from concurrent.futures import ThreadPoolExecutor

    # A notebook runs a loop already, and a loop cannot wait inside itself.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asolve(text, **options))).result()


def _model(model: str | Model) -> Model | None:
    if not isinstance(model, str):
        return model
    return None if model == RULES else OpenAIModel(model)


async def _walk(text: str, context: Context, on_event: Callable[[Event], None]) -> Answer:
    state: Any = {}
    modes: list[StreamMode] = ["tasks", "values", "custom"]
    async for mode, chunk in build().astream({"text": text}, context=context, stream_mode=modes):
        if mode == "values":
            state = chunk
        else:
            event: Event = chunk if mode == "custom" else _event(chunk)  # type: ignore[assignment]
            on_event({"time": time.time(), **event})
    result: Answer = state["answer"]
    return result


def _event(task: Any) -> Event:
    kind = "start" if "input" in task else "end"
    detail = task.get("result") if kind == "end" else None
    return {"event": kind, "node": task["name"], "id": task["id"], "update": detail}
