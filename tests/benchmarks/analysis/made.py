"""Records and folders of runs, made by hand."""

from recorded import run_record

from solvent.agents.state import RULES, Answer, Attempt, Evidence, Job, Verdict, Writer
from solvent.benchmarks import Case, Score
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import RunFolder
from solvent.solvers import Fragment, Outcome, Program, Status

MODEL = Writer(kind="model", name="oak")

# Ann, Bob and Cy sit on chairs 1 to 3.
CHAIRS = Program(
    framework="smtlib",
    preamble="(declare-const a Int)(declare-const b Int)(declare-const c Int)",
    fragments=(
        Fragment(clue=None, code="(assert (and (<= 1 a 3) (<= 1 b 3) (<= 1 c 3) (distinct a b c)))"),
        Fragment(clue=1, code="(assert (< a b))"),
        Fragment(clue=2, code="(assert (= c 1))"),
    ),
    answer='[{"person": {"$value": "Ann"}, "chair": "a"}, {"person": {"$value": "Bob"}, "chair": "b"},'
    ' {"person": {"$value": "Cy"}, "chair": "c"}]',
    trusted=True,
)


def seated(*chairs):
    """The answer in which Ann, Bob and Cy sit on these chairs."""
    return [{"person": name, "chair": chair} for name, chair in zip(("Ann", "Bob", "Cy"), chairs, strict=True)]


def fact(check, passed=True, detail="", witness=None):
    return Evidence(check=check, passed=passed, detail=detail, witness=witness)


def answered(value, *, program=CHAIRS, writer=RULES, status=Verdict.VERIFIED, evidence=(), **changes):
    """An answer given by one program."""
    framework = program.framework if program else "none"
    contract = program.contract if program else "answer"
    job = Job(id=0, writer=writer, framework=framework, reading="literal" if writer is RULES else "", contract=contract)
    outcome = None if value is None else Outcome(status=Status.SATISFIED, answer=value)
    attempt = Attempt(job=job, program=program, outcome=outcome)
    fields = {"answer": value, "program": program, "attempts": (attempt,), "evidence": tuple(evidence), **changes}
    return Answer(status=status, **fields)


def record(name="a/1", value=None, gold=None, *, right=False, case=None, answer=None, epoch=1, **changes):
    """The record of a case; `case` are fields of the Case, `changes` those of `answered`."""
    group = name.rpartition("/")[0]
    made = Case(name, group, **{"text": "Ann, Bob and Cy sit down.", "gold": gold, **(case or {})})
    given = answer or answered(value, **changes)
    score = Score(right, right, right=int(right), answered=int(given.answer is not None), total=1)
    return CaseRecord.of(made, given, score, epoch=epoch)


def write(folder, *records, **run):
    """Write the folder of a run."""
    with RunFolder(folder, run_record(**run)) as opened:
        for each in records:
            opened.append(each)
    return folder
