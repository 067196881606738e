"""A server of the page on runs, in a process of its own, and runs to show: made by hand, some of them hostile."""

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

from console import environment

from solvent.agents.state import Answer, Attempt, Job, Usage, Verdict
from solvent.solvers import Outcome, Status

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks" / "analysis"))  # where runs are made by hand
from made import CHAIRS, MODEL, answered, fact, record, seated, write

HOSTILE = "<script>window.hurt=1</script><img src=x onerror=window.hurt=2>{{ 7*7 }}"
MANY = 249


def write_runs(folder):
    """Runs of two sets: some half-written, damaged, empty, of two epochs, and one of 250 cases, the first hostile."""
    right = record("train/puzzle_1", seated(2, 3, 1), seated(2, 3, 1), right=True, evidence=[fact("unique")])
    write(folder / "one", right, record("train/puzzle_2", seated(1, 2, 3), None, case={"broken": "torn"}))
    two = write(folder / "two", record("train/puzzle_1", gold=seated(2, 3, 1), answer=repaired()))
    with (two / "cases.jsonl").open("ab") as file:
        file.write('{"id": "train/puzzle_2", "text": "é'.encode()[:-1])
    write(folder / "empty", benchmark="toy")
    write(folder / "twice", *(record("again", seated(n, 3, 1), seated(2, 3, 1), right=n == 2, epoch=n) for n in (1, 2)),
          benchmark="toy", epochs=2)  # fmt: skip
    many = [record(f"many/{n}", seated(2, 3, 1), seated(2, 3, 1), right=True) for n in range(MANY)]
    facts = [fact(HOSTILE, False, HOSTILE)]
    answer = answered({"a": HOSTILE}, status=Verdict.UNVERIFIED, reason=HOSTILE, evidence=facts)
    hurt = record(HOSTILE, answer=answer, gold={"a": f"<b>{HOSTILE}</b>"}, case={"text": HOSTILE})
    write(folder / "many", *many, hurt, benchmark="toy")
    damaged = write(folder / "damaged", right)
    (damaged / "cases.jsonl").write_text("{}\n")
    return folder


def repaired():
    """A wrong answer by a model that was given feedback once."""
    usage = Usage(calls=2, prompt_tokens=300, completion_tokens=40, usd=None)
    first = Attempt(
        job=Job(id=0, writer=MODEL, framework="smtlib"),
        program=CHAIRS.model_copy(update={"preamble": "(declare-const a Real)"}),
        outcome=Outcome(status=Status.UNSATISFIABLE),
    )
    job = Job(id=1, writer=MODEL, framework="smtlib", parent=0, action=2, feedback="Clues 1 and 2 contradict <each>.")
    outcome = Outcome(status=Status.SATISFIED, answer=seated(1, 2, 3))
    second = Attempt(job=job, program=CHAIRS, outcome=outcome)
    return Answer(
        status=Verdict.UNVERIFIED, answer=seated(1, 2, 3), program=CHAIRS, attempts=(first, second), usage=usage,
        seconds=2.5, reason="one program alone", evidence=(fact("unique", None),),
    )  # fmt: skip


@contextlib.contextmanager
def serving(runs, **variables):
    """The address of a server of these runs."""
    command = [sys.executable, "-m", "solvent.cli", "serve", "--port", "0", "--runs", str(runs)]
    with subprocess.Popen(command, env=environment(**variables), stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stderr.readline()
            assert line.startswith("solvent: open http://"), line
            address = line.split()[2].rstrip("/")
            _answers(address)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def _answers(address):
    """Wait until a server listens: it names its address as soon as it has it."""
    for _ in range(200):
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))).close()
            return
        time.sleep(0.05)


def get(address, **query):
    """The status of a page, and its source."""
    return get_at(f"{address}/runs?{urlencode(query)}")


def get_at(address):
    """The same for any address."""
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
