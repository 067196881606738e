"""Recorded runs made by hand, as folders."""

from pathlib import Path

from recorded import run_record

from solvent.agents import Settings
from solvent.agents.settings import ModelChoice
from solvent.agents.state import Answer, Attempt, Job, Usage, Verdict, Writer
from solvent.benchmarks import Case, Score
from solvent.benchmarks.records import CaseRecord, DataRecord
from solvent.benchmarks.runs.folder import RunFolder

AUTHOR = {"author": ModelChoice(name="made-up")}


def record(number, *, right, epoch=1, error="", group="", usd=0.01, confidence=None, reply="", total=1, **changes):
    """A record of case `number`; without an error, a wrong answer is `wrong`."""
    job = Job(id=1, writer=Writer(kind="model", name="made-up"), framework="cpmpy")
    messages = ({"role": "user", "content": "Solve it."}, {"role": "assistant", "content": reply})
    answer = Answer(
        status=Verdict.VERIFIED if right else Verdict.UNVERIFIED,
        answer=None if error else {"x": number},
        attempts=(Attempt(job=job, program=None, messages=messages),) if reply else (),
        usage=Usage(calls=2, prompt_tokens=round(80_000 * (usd or 0.01)), completion_tokens=200, usd=usd),
        confidence=confidence,
        seconds=1.5,
    )
    case = Case(f"case_{number}", group or f"group_{number % 2}", f"text {number}", {"x": number})
    whole = CaseRecord.of(case, answer, Score(right, right, total * right, total, total, total * right), epoch=epoch)
    return whole.model_copy(update={"error": "" if right else error or "wrong", **changes})


def write_run(
    folder: Path, records, *, cases=None, epochs=1, settings=None, benchmark="echo", data="d" * 64, **changes
):
    """Write a run of `cases` cases (default: as many as there are records) with some records."""
    settings = settings or Settings(models=AUTHOR)
    about = DataRecord(path="data", sha256=data, cases=len(records) if cases is None else cases, selection="all")
    run = run_record(
        benchmark=benchmark, settings=settings, settings_hash=settings.hash, data=about, epochs=epochs, **changes
    )
    with RunFolder(folder, run) as open_folder:
        for each in records:
            open_folder.append(each)
    return folder


# Of 40 cases, how many are right, by framework, level and samples.
RIGHT = {
    ("cpmpy", 1, 1): 20, ("cpmpy", 1, 10): 24, ("cpmpy", 3, 1): 24, ("cpmpy", 3, 10): 30,
    ("minizinc", 1, 1): 10, ("minizinc", 1, 10): 14, ("minizinc", 3, 1): 12, ("minizinc", 3, 10): 16,
}  # fmt: skip
ERRORS = ("execution", "parse", "timeout", "tokens", "unsatisfiable", "wrong")


def write_grid(root: Path, *, benchmark="echo", n=40):
    """Write 2 x 2 x 2 runs of 40 cases each; the first cases are right, the errors of the others take turns."""
    for (framework, level, samples), right in RIGHT.items():
        settings = Settings(models=AUTHOR, frameworks=(framework,), level=level, samples=samples)
        records = [
            record(
                number,
                right=number < right,
                error="" if number < right else ERRORS[number % 6] * (number % 6 < 5),
                usd=0.01 * samples,
                confidence=None if number % 4 == 0 else round(1 - (number // 8) / 10, 1),
            )
            for number in range(n)
        ]
        write_run(root / f"{framework}-{level}-{samples}", records, settings=settings, benchmark=benchmark)
    return root
