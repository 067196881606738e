"""A run of a benchmark from its plan to its summary; with a folder, it goes on where an earlier session stopped."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from solvent.agents import confidence
from solvent.agents.examples import Examples, examples_of
from solvent.agents.models.faults import OutageError
from solvent.agents.settings import Role, Settings
from solvent.agents.state import Example, Verdict
from solvent.benchmarks.cases import Benchmark, BenchmarkError, Case, Drawn, Wanted
from solvent.benchmarks.records import CaseRecord, DataRecord, RunRecord
from solvent.benchmarks.runs import fingerprint
from solvent.benchmarks.runs.case import Hear, Solve, record_of
from solvent.benchmarks.runs.counting import Counted, Tally
from solvent.benchmarks.runs.folder import CHECKPOINTS, LOGS, RunFolder
from solvent.benchmarks.runs.plain import run_plainly
from solvent.benchmarks.runs.selection import select
from solvent.benchmarks.runs.summary import Summary
from solvent.solvers import SolventError

if TYPE_CHECKING:
    from solvent.agents import Checkpoints, Model
    from solvent.agents.state import Answer
    from solvent.solvers import Pool

Progress = Callable[[CaseRecord, int, int], None]  # with the number of cases done, and the total

_EPOCH = 1_000_000  # between the seeds of two epochs
_ENOUGH = 3  # outages in a row, after which no more cases are tried


@dataclass(frozen=True)
class Plan:
    """What a run does: the selected cases of a data set, each solved `epochs` times, under one group of settings.

    `references` are the examples that the whole set has for prompts.
    """

    benchmark: Benchmark
    settings: Settings
    cases: tuple[Case, ...]
    data: DataRecord
    epochs: int = 1
    notes: tuple[str, ...] = ()
    references: tuple[Example, ...] = ()

    @classmethod
    async def of(
        cls,
        benchmark: Benchmark,
        settings: Settings,
        path: Path | None,
        *,
        pool: "Pool",
        groups: Sequence[str] = (),
        ids: Sequence[str] | None = None,
        limit: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        epochs: int = 1,
    ) -> "Plan":
        """Load and select the cases, or generate them (without `path`). Raises `BenchmarkError`, `SettingsError`."""
        if settings.plain and benchmark.extract is None:
            raise BenchmarkError(f'{benchmark.name} has no form for plain replies: set reply = "json"')
        shown = settings.examples if settings.models and settings.examples_from is None else 0
        wanted = Wanted(seed, tuple(groups), limit, dict(options or {}), shown)
        drawn, digest = await _drawn(benchmark, path, wanted, pool)
        if benchmark.generate is None:
            cases, notes = select(drawn.cases, groups=groups, ids=ids, limit=limit, seed=seed)
        else:  # groups and limit were what was wanted
            cases, notes = select(drawn.cases, ids=ids)
        data = DataRecord(
            path=str(path or ""),
            sha256=digest,
            cases=len(cases),
            selection=fingerprint.selection_hash(cases),
            groups=wanted.groups,
            limit=limit,
            seed=seed,
            generated=benchmark.generate is not None,
            options=wanted.options,
        )
        references = tuple(drawn.examples)
        plan = cls(benchmark, settings, tuple(cases), data, epochs, (*drawn.notes, *notes), references)
        plan.examples()
        return plan

    @property
    def tasks(self) -> list[tuple[Case, int]]:
        """Every case with every epoch, in the order in which they are run."""
        return [(case, epoch) for epoch in range(1, self.epochs + 1) for case in self.cases]

    def with_settings(self, settings: Settings) -> "Plan":
        """The same cases under other settings. Raises `SettingsError`, for examples that do not fit them."""
        plan = replace(self, settings=settings)
        plan.examples()
        return plan

    def examples(self) -> Examples | None:
        """What examples for prompts are chosen from: a file, or the set's own references. Raises `SettingsError`."""
        if not self.settings.examples or not self.settings.models:
            return None
        if self.settings.examples_from is not None or not self.references:
            return examples_of(self.settings)
        source = f"the references of {self.benchmark.name}"
        return Examples.of(self.references, self.settings, source, some=True)

    def record(self) -> RunRecord:
        """The record of a run that starts now."""
        return RunRecord(
            benchmark=self.benchmark.name,
            settings=self.settings,
            settings_toml=self.settings.to_toml(),
            settings_hash=self.settings.hash,
            data=self.data,
            epochs=self.epochs,
            fingerprint=fingerprint.fingerprint(self.settings),
            versions=fingerprint.versions(),
            machine=fingerprint.machine(),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            notes=self.notes,
        )


async def _drawn(benchmark: Benchmark, path: Path | None, wanted: Wanted, pool: "Pool") -> tuple[Drawn, str]:
    """The cases with all examples of the set, and the hash of what they come from. Raises `BenchmarkError`."""
    if benchmark.generate is not None:
        if path is not None:
            raise BenchmarkError(
                f"{benchmark.name} is generated, and reads no data: leave out {path}. A file of `solvent generate` is "
                "for `solvent bench puzzles`"
            )
        drawn = await benchmark.generate(wanted, pool)
        return drawn, fingerprint.generated_hash(benchmark.name, wanted.seed, wanted.options)
    if wanted.options:
        named = ", ".join(wanted.options)
        raise BenchmarkError(f"{benchmark.name} is not generated, so there is no {named} to set: it is read as it is")
    if path is None:
        raise BenchmarkError(f"{benchmark.name} is not generated: say where its data are ({benchmark.layout})")
    loaded = benchmark.load(path)
    return Drawn(loaded, benchmark.examples(loaded) if benchmark.examples else ()), fingerprint.data_hash(path)


class Session:
    """One session of a run: it solves the cases that no earlier session recorded.

    With a folder, cases whose model cannot be reached are left for the next session; after several in a row, no more
    are tried. Without one, they are failures. `solve` replaces the agent; `cache` is a folder of replies, one of its
    own for each epoch. `calls` counts the calls that this session made, `reused` those whose replies it had already.
    """

    def __init__(
        self,
        plan: Plan,
        pool: "Pool",
        *,
        folder: RunFolder | None = None,
        progress: Progress | None = None,
        solve: Solve | None = None,
        cache: Path | None = None,
    ) -> None:
        self.plan = plan
        self.pool = pool
        self.folder = folder
        self._outage: OutageError | None = None
        self._fault: SolventError | None = None
        self._in_a_row = 0
        self._progress = progress
        self._solve = solve
        self._cache = cache
        self._examples = plan.examples()
        self.calls = self.reused = 0
        self._models: Mapping[Role, Model] = {}
        self._checkpoints: Checkpoints | None = None
        self._tasks = plan.tasks
        wanted = {(case.id, epoch) for case, epoch in self._tasks}
        self.records = {key: record for key, record in (folder.done if folder else {}).items() if key in wanted}
        self.reused += sum(record.usage.calls for record in self.records.values())

    @property
    def todo(self) -> list[tuple[Case, int]]:
        """The cases, with their epochs, that have no record yet."""
        return [(case, epoch) for case, epoch in self._tasks if (case.id, epoch) not in self.records]

    async def run(self, workers: int) -> Summary:
        """Solve what is left, `workers` cases at a time, and summarise the whole run."""
        start = time.perf_counter()
        confidence.table()  # one that cannot be read would fail every case
        try:
            if self.todo and self.plan.settings.models and self._solve is None:
                await self._run_on_inspect(workers)
            elif self.todo:
                await run_plainly(self.todo, self.record, workers=workers)
        except ExceptionGroup:
            if self._fault is None:
                raise
        if self._fault is not None:
            raise self._fault
        done = tuple(self.records[case.id, epoch] for case, epoch in self._tasks if (case.id, epoch) in self.records)
        plan, seconds = self.plan, time.perf_counter() - start
        outage = str(self._outage or "") if self.todo else ""
        return Summary(plan.benchmark, done, seconds, plan.notes, plan.settings, len(self.todo), outage)

    async def record(self, case: Case, epoch: int, hear: Hear) -> CaseRecord:
        """The record of a case: what an earlier session wrote, or else what solving it now gives.

        Raises `OutageError` if the model cannot be reached and the case is left for a later session.
        """
        known = self.records.get((case.id, epoch))
        if known is not None:
            return known
        if self._fault is not None:
            raise self._fault
        if self._outage is not None and self._in_a_row >= _ENOUGH:
            raise self._outage
        try:
            found = await record_of(self.plan.benchmark, case, epoch, self._solve or self._ask_agent, hear, self.pool)
            await self._keep(found)
        except OutageError as error:
            self._outage = error
            self._in_a_row += _ENOUGH if error.lasting else 1
            raise
        except SolventError as error:  # of the run's own files; Inspect would take it for an error of the case
            self._fault = error
            raise
        self._in_a_row = 0
        if self._progress:
            self._progress(found, len(self.records), len(self._tasks))
        return found

    async def _keep(self, found: CaseRecord) -> None:
        if self.folder is not None:
            self.folder.append(found)
        self.records[found.key] = found
        if self._checkpoints is not None:
            await self._checkpoints.forget(_run_id(found.id, found.epoch))

    async def _ask_agent(self, case: Case, epoch: int, hear: Hear) -> "Answer":
        from solvent.agents import asolve

        kept, settings, tally = self._checkpoints is not None, self.plan.settings, Tally()
        answer = await asolve(
            self._text(case),
            settings=settings,
            # Epochs are independent samples, also on a server that heeds the seed.
            seed=None if settings.seed is None else settings.seed + _EPOCH * (epoch - 1),
            models={role: Counted(model, tally) for role, model in self._models.items()},
            pool=self.pool,
            checkpoint=self._checkpoints,
            run_id=_run_id(case.id, epoch) if kept else None,
            # Any example of the case itself would give it away, whatever its data.
            examples=None if self._examples is None else self._examples.for_case(case.id, case.group),
            raise_outages=kept,
            cache=None if self._cache is None or not settings.models else self._cache / f"epoch-{epoch}",
            on_event=hear,
            **case.options,
        )
        self.calls += tally.calls
        self.reused += answer.usage.calls - tally.calls
        return self._read(case, answer)

    def _text(self, case: Case) -> str:
        """The text of a case; for a plain reply, with the form in which the set's extraction expects it."""
        asks = self.plan.benchmark.asks if self.plan.settings.plain else None
        return case.text if asks is None else f"{case.text.rstrip()}\n\n{asks(case)}\n"

    def _read(self, case: Case, answer: "Answer") -> "Answer":
        """The answer as it is or, if it is a plain reply, what the set's extraction finds in it."""
        extract = self.plan.benchmark.extract
        if self.plan.settings.reply == "json" or extract is None or not isinstance(answer.answer, str):
            return answer
        value = extract(case, answer.answer)
        if value is None:
            reason = "The reply holds no answer in the form that was asked for."
            return answer.model_copy(update={"answer": None, "status": Verdict.FAILED, "reason": reason})
        return answer.model_copy(update={"answer": value})

    async def _run_on_inspect(self, workers: int) -> None:
        try:
            from solvent.benchmarks.runs.inspect_model import over_inspect
            from solvent.benchmarks.runs.inspect_run import run_on_inspect
        except ModuleNotFoundError as error:
            raise BenchmarkError("a benchmark of a model needs inspect-ai: pip install 'solvent[bench]'") from error
        from solvent.agents import Checkpoints
        from solvent.agents.context import models_of

        self._models = over_inspect(models_of(self.plan.settings, {}))
        if self.folder is None:
            with TemporaryDirectory(prefix="solvent-logs-") as logs:
                await run_on_inspect(self.plan, self.record, Path(logs), workers=workers)
            return
        file = self.folder.path / CHECKPOINTS
        async with Checkpoints(file) as self._checkpoints:
            await run_on_inspect(self.plan, self.record, self.folder.path / LOGS, workers=workers)
        if not self.todo:
            file.unlink()


def _run_id(case: str, epoch: int) -> str:
    """What identifies a case and its epoch in the file of checkpoints."""
    return f"{case}#{epoch}"
