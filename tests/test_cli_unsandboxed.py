"""Where the sandbox is not whole (containers, old kernels, other systems): what works, what is refused and told."""

import sys
from contextlib import closing

import pytest
from console import EXAMPLES, ROOT, environment, one_object, solvent, solvent_here
from warm_console import WarmConsole

from solvent.solvers import Pool
from solvent.solvers.sandbox import layers

LAUNCHER = ROOT / "tests" / "solvers" / "sandbox" / "without_landlock.py"
PROGRAM = ROOT / "tests" / "solvers" / "example_programs"
# How the kernel answers: it has none, it has it switched off, a container forbids it.
ABSENT = {"ENOSYS": (38, "does not support it"), "EOPNOTSUPP": (95, "disabled"), "EPERM": (1, "forbidden here")}
linux = pytest.mark.skipif(
    sys.platform != "linux" or not layers.available().full, reason="nothing of the sandbox can be hidden here"
)


@pytest.fixture(params=ABSENT, scope="module")
def hidden(request):
    """`solvent ARGS` where Landlock's system calls fail so, and the words that tell why."""
    error, words = ABSENT[request.param]

    def command(*args):
        done = solvent(*args, console=console)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    command.words = words
    with closing(WarmConsole(environment(), sys.executable, str(LAUNCHER), str(error))) as console:
        yield command


@linux
@pytest.mark.parametrize("hidden", ["ENOSYS"], indirect=True)
def test_a_puzzle_is_verified_without_landlock(hidden):
    found = hidden("solve", EXAMPLES / "zebra.txt", "--json")
    assert found.returncode == 0, found.stderr
    assert one_object(found)["status"] == "verified"


@linux
@pytest.mark.parametrize("hidden", ["ENOSYS", "EOPNOTSUPP"], indirect=True)
def test_why_there_is_no_landlock_is_told(hidden):
    (program,) = (PROGRAM / "smtlib").glob("two.*")
    assert hidden.words in one_object(hidden("run", program, "--json"))["message"]


@linux
@pytest.mark.parametrize("hidden", ["EPERM"], indirect=True)
@pytest.mark.parametrize("framework", [path.name for path in sorted(PROGRAM.iterdir())])
def test_a_program_of_others_is_refused_without_landlock(hidden, framework):
    (program,) = (PROGRAM / framework).glob("two.*")
    found = hidden("run", program, "--json")
    assert found.returncode == 13
    outcome = one_object(found)
    assert (outcome["status"], outcome["answer"]) == ("blocked", None)
    assert "the sandbox lacks landlock here" in outcome["message"]
    assert hidden.words in outcome["message"]
    assert "--allow-unsandboxed" in outcome["message"]
    allowed = one_object(hidden("run", program, "--json", "--allow-unsandboxed"))
    assert allowed["status"] == "satisfied"
    assert "seccomp" in allowed["isolation"]
    assert "landlock" not in allowed["isolation"]


@linux
@pytest.mark.parametrize("hidden", ["EPERM"], indirect=True)
def test_doctor_tells_what_that_means(hidden):
    found = hidden("doctor")
    assert found.returncode == 0  # the main job runs
    check_told(found.stdout)
    assert hidden.words in found.stdout
    assert "main job   ok: " in found.stdout


@linux
def test_doctor_where_nothing_is_missing():
    told = solvent("doctor").stdout
    assert "sandbox    full: " in told
    assert "--allow-unsandboxed" not in told


def check_told(text):
    """What the report says of a sandbox that is not full."""
    lines = [line.strip() for line in text.splitlines()]
    assert any(line.startswith("sandbox    NOT FULL: ") for line in lines), text
    for word in ("works: puzzles", "does not work: other programs", "instead: --allow-unsandboxed"):
        assert any(line.startswith(word) for line in lines), text


@pytest.fixture
def elsewhere(monkeypatch):
    """A system without fork servers and without a sandbox, as far as the command can see."""
    monkeypatch.setattr(Pool.__init__, "__kwdefaults__", {"allow_unsandboxed": False, "forking": False})
    gap = "all layers: the sandbox needs Linux, this is Darwin 25"
    nothing = layers.SandboxReport("Darwin 25", frozenset(), layers.FULL, 0, (gap,))
    monkeypatch.setattr(layers, "available", lambda: nothing)


@pytest.mark.usefixtures("elsewhere")
def test_on_other_systems(capsys):
    found = solvent_here(capsys, "solve", EXAMPLES / "small.txt", "--json")
    assert found.returncode == 0, found.stderr
    program = PROGRAM / "cpmpy" / "two.py"
    refused = solvent_here(capsys, "run", program)
    assert refused.returncode == 13
    assert "blocked" in refused.stdout
    assert "--allow-unsandboxed" in refused.stdout
    assert solvent_here(capsys, "run", program, "--allow-unsandboxed").returncode == 0


@pytest.mark.usefixtures("elsewhere")
def test_doctor_on_other_systems(capsys):
    found = solvent_here(capsys, "doctor")
    assert found.returncode == 0, found.stdout
    check_told(found.stdout)
    assert "the sandbox needs Linux" in found.stdout
    assert "no layer is available" in found.stdout
