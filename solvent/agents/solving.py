"""`solve` and `asolve`: from a text to an answer. Everything heavy is imported on the first call."""

import functools
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from solvent.agents.checkpoints import Checkpoints, SavedRun
    from solvent.agents.context import Context
    from solvent.agents.examples import Examples
    from solvent.agents.models.cache import Cache
    from solvent.agents.models.client import Model
    from solvent.agents.policies import Policy
    from solvent.agents.settings import Budget, Contract, Role, Settings
    from solvent.agents.state import Answer
    from solvent.solvers import Limits, Pool

Event = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")

_LONGEST_NAME = 300  # characters; no file name is longer


async def asolve(  # noqa: PLR0913 - what users choose most often, all by keyword
    text: str | Path,
    *,
    model: "str | Model | None" = None,
    models: "Mapping[Role, str | Model] | None" = None,
    preset: str | None = None,
    settings: "Settings | None" = None,
    frameworks: Sequence[str] | None = None,
    contract: "Contract | None" = None,
    samples: int | None = None,
    use_rules: bool | None = None,
    verify: int | None = None,
    level: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,  # noqa: ASYNC109 - of each question to a solver, not of this call
    budget: "Budget | None" = None,
    limits: "Limits | None" = None,
    allow_unsandboxed: bool | None = None,
    policy: "Policy | None" = None,
    pool: "Pool | None" = None,
    workers: int | None = None,
    answer_schema: dict[str, Any] | None = None,
    checkpoint: "Path | str | Checkpoints | None" = None,
    run_id: str | None = None,
    cache: "Path | str | Cache | None" = None,
    examples: "Examples | None" = None,
    raise_outages: bool = False,
    on_event: Callable[[Event], None] | None = None,
) -> "Answer":
    """Solve the problem in a text, or in the file at a `Path`; `solve` blocks, `asolve` is awaited.

    Options that are not given are taken from `preset` or `settings`, else from the defaults in brackets.

    Args:
        text: the problem in plain language.
        model: `rules` (no model is called), the name of a model behind an OpenAI-compatible API, or any object of the
            `Model` protocol [SOLVENT_MODEL, else the rules].
        models: other models for some roles: `witness`, `reviewer`, `checker` [each is `model`].
        preset: the name of one of PRESETS to start from [standard].
        settings: all settings to start from; other arguments override them.
        frameworks: languages of the programs [one that suits the puzzle].
        contract: what a model writes: a `model` for Solvent to solve, or a `script` that solves and prints [model].
        samples: programs written independently in each framework [1].
        use_rules: whether the grammar is used alongside a model [True].
        verify: maximum number of answers to have reviewed against the clues [0].
        level: guidance for a model, 1 to 3 [3].
        seed: random seed of a model's sampling [none].
        timeout: seconds per solver query; shorthand for `limits` [10].
        budget: what the puzzle may cost [4 actions, 1 restart].
        limits: what each solver query may cost [10 s, 2,048 MB].
        allow_unsandboxed: run a model's programs even if the sandbox is incomplete [False].
        policy: decides which programs to write first and next [the one of the setting `method`].
        pool: where programs run [a new one with `workers` processes, closed at the end].
        workers: programs to run at a time [one per core].
        answer_schema: a JSON schema that the answer must fit, if known in advance.
        checkpoint: a file, or an open `Checkpoints`, from which the run goes on if it was killed [none].
        run_id: the run's id in `checkpoint`; one that is not there begins [a new one].
        cache: a folder, or a `Cache`, of replies, so that a model is paid once for each request [none].
        examples: what the setting `examples` chooses from; an object may serve many runs [the setting `examples_from`].
        raise_outages: raise OutageError if a model cannot be reached, so that the run can go on later from `checkpoint`
            [False: the answer says so].
        on_event: called when a node starts or ends, and for every exchange with a model.

    Returns:
        Always the best answer found, with the status that it earned.

    Raises:
        SettingsError: settings that are invalid or incompatible.
        UnknownFrameworkError: a framework that does not exist.
        OutageError: a model that cannot be reached, with `raise_outages`.
        CheckpointError: a checkpoint that cannot be used, or in which the run began differently.
        CacheError: a cache that cannot be written to.
        InputError: a text that is the name of a file, or a file that cannot be read.
        CalibrationError: SOLVENT_CALIBRATION names a file that is not a table of confidences.

    """
    from solvent.agents import confidence
    from solvent.agents.context import Context, models_of
    from solvent.agents.examples import examples_of
    from solvent.agents.policies import policy_of
    from solvent.agents.presets import preset_of, settled
    from solvent.agents.settings import Settings, SettingsError
    from solvent.solvers import Pool

    start = time.perf_counter()
    named: dict[Role, str | Model] = dict(models or {})
    if model is not None:
        named["author"] = model
    given = {role: each for role, each in named.items() if not isinstance(each, str)}
    if run_id is not None and checkpoint is None:
        raise SettingsError("run_id is the id of a run in a checkpoint: give that, too.")
    if preset is not None and settings is not None:
        raise SettingsError("give a preset or settings, not both.")
    if settings is not None and frameworks is None:
        frameworks = settings.frameworks
    final = settled(
        settings or (preset_of(preset) if preset is not None else Settings()),
        {role: each if isinstance(each, str) else str(getattr(each, "name", "model")) for role, each in named.items()},
        objects=given.keys(),
        timeout=timeout, frameworks=frameworks, contract=contract, samples=samples, rules=use_rules,
        verification=verify, level=level, seed=seed, budget=budget, limits=limits, allow_unsandboxed=allow_unsandboxed,
    )  # fmt: skip
    text = _read(text)
    shown = examples if examples is not None and final.examples else examples_of(final)
    confidence.table()  # one that cannot be read is reported before anything is paid for
    async with AsyncExitStack() as stack:
        saved, before = None, 0.0
        if checkpoint is not None:
            saved = await stack.enter_async_context(_saved(checkpoint, run_id, text, final, answer_schema))
            before = saved.seconds
        if pool is None:
            running = Pool(workers=workers, allow_unsandboxed=final.allow_unsandboxed)
            pool = await stack.enter_async_context(running)
        context = Context(
            pool=pool,
            settings=final,
            models=models_of(final, given),
            policy=policy or policy_of(final),
            answer_schema=answer_schema,
            started=time.monotonic() - before,
            saved=saved,
            cache=_cache(cache),
            examples=shown,
            raise_outages=raise_outages,
        )
        answer = await _walk(text, context, on_event or (lambda _: None))
    return answer.model_copy(update={"seconds": before + time.perf_counter() - start})


def _blocking(call: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    @functools.wraps(call)
    def wait(*args: P.args, **options: P.kwargs) -> T:
        from solvent.explanations.waiting import waited

        return waited(lambda: call(*args, **options))

    wait.__name__ = wait.__qualname__ = call.__name__.removeprefix("a")
    return wait


solve = _blocking(asolve)  # for scripts and notebooks


def _read(text: str | Path) -> str:
    from solvent.solvers.errors import InputError

    if isinstance(text, Path):
        try:
            return text.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"{text} is not in UTF-8: save it as UTF-8.") from error
        except OSError as error:
            raise InputError(f"cannot read {text}: {error.strerror or error}.") from error
    if len(text) <= _LONGEST_NAME and "\n" not in text and _is_file(text):
        raise InputError(f"{text!r} is the name of a file: pass Path({text!r}) to solve its contents.")
    return text


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _cache(cache: "Path | str | Cache | None") -> "Cache | None":
    if not isinstance(cache, str | Path):
        return cache
    from solvent.agents.models.cache import Cache

    return Cache(cache)


@asynccontextmanager
async def _saved(
    checkpoint: "Path | str | Checkpoints",
    run_id: str | None,
    text: str,
    settings: "Settings",
    answer_schema: dict[str, Any] | None,
) -> "AsyncIterator[SavedRun]":
    """The run in a file of checkpoints, which is closed at the end if it was opened here."""
    from solvent.agents.checkpoints import Checkpoints, new_id

    opened = checkpoint if isinstance(checkpoint, Checkpoints) else None
    async with nullcontext(opened) if opened else Checkpoints(checkpoint) as file:  # type: ignore[arg-type]
        yield await file.run(run_id or new_id(), text, settings, answer_schema)


async def _walk(text: str, context: "Context", on_event: Callable[[Event], None]) -> "Answer":
    from solvent.agents.graph import build

    graph, saved = build(), context.saved
    if saved is not None:
        graph = graph.copy({"checkpointer": saved.saver})
    events = graph.astream(
        None if saved and saved.known else {"text": text},
        saved.config if saved else None,
        context=context,
        stream_mode=["tasks", "values", "custom"],
        durability="sync" if saved else None,
    )
    state: Any = {}
    async for mode, chunk in events:
        if mode == "values":
            state = chunk
            continue
        event: Event = chunk if mode == "custom" else _event(chunk)  # type: ignore[assignment]
        if event.get("node") in (None, *graph.nodes):  # a call to a model is a task, too
            on_event({"time": time.time(), **event})
    result: Answer = state["answer"]
    return result if result.puzzle is not None else result.model_copy(update={"puzzle": state.get("puzzle")})


def _event(task: Any) -> Event:
    kind = "start" if "input" in task else "end"
    detail = task.get("result") if kind == "end" else None
    return {"event": kind, "node": task["name"], "id": task["id"], "update": detail}
