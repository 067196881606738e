"""Runs and their records, made by hand."""

from contextlib import nullcontext

from solvent.agents import Settings
from solvent.benchmarks.records import DataRecord, Fingerprint, RunRecord
from solvent.benchmarks.runs.run import Plan, Session
from solvent.solvers import Pool


def run_record(**changes):
    data = DataRecord(path="", sha256="", cases=0, selection="")
    prints = Fingerprint(prompts="", code="")
    fields = {"benchmark": "echo", "settings": Settings(), "settings_toml": "", "settings_hash": Settings().hash}
    return RunRecord(
        **{**fields, "data": data, "fingerprint": prints, "versions": {}, "machine": {}, "started": "", **changes}
    )


async def bench(benchmark, cases, answers, *, workers=2, notes=(), progress=None, folder=None, pool=None):
    """A run with `answers`, a function from a text and a case's options to an answer, in place of the agent."""
    data = DataRecord(path="", sha256="", cases=len(cases), selection="")
    plan = Plan(benchmark, Settings(), tuple(cases), data, notes=tuple(notes))

    async def solve(case, _, __):
        return await answers(case.text, **case.options)

    async with nullcontext(pool) if pool else Pool(1) as running:
        return await Session(plan, running, folder=folder, progress=progress, solve=solve).run(workers)
