"""Attacks through the pool's own door: every class in every framework that can express it, as root and as an ordinary
user, each with a canary, and each shown to do harm where the sandbox is left off.

`attack_scene.py` runs them, in processes of either user; the tests read what came of each. As a script this file
prints the table: `python tests/solvers/sandbox/test_attacks.py`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import attack_scene
import attack_texts
import attacks
import installed
import pytest
from attack_runs import USERS, Run
from boxes import ORDINARY, Scene, stage

from solvent import solvers
from solvent.solvers import Pool, Status, pool, run
from solvent.solvers.sandbox import layers

FRAMEWORKS = ("cpmpy", "ortools", "script")
LEAK = attacks.Attack("state for the next program", "leak", "", "satisfied: ")
CASES = [(attack, framework) for attack in (*attacks.PYTHON, *attacks.DENIAL, LEAK) for framework in FRAMEWORKS]
CASES += [(text, text.framework) for text in attack_texts.TEXTS]
# Python itself ends the one, and only the pool has the pipe of the other.
HARMLESS_BY_ITSELF = {"recursion", "result"}
PLAIN = [attack for attack in attacks.DENIAL if attack.name not in HARMLESS_BY_ITSELF]
PLAIN += [LEAK, *(text for text in attack_texts.TEXTS if text.control)]
CONTROLS = [(attack, user) for attack in attacks.PYTHON for user in USERS] + [(attack, USERS[0]) for attack in PLAIN]
CONTROLS = [
    pytest.param(*control, marks=pytest.mark.needs(getattr(control[0], "framework", "python"))) for control in CONTROLS
]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not layers.available().full,
    reason="; ".join(layers.available().missing) or "not Linux",
)


def _started(user, free):
    return Run(user, "attack_scene.py", open=free, plainly=free and user == USERS[0])


@pytest.fixture(scope="module")
def runs():
    """All at once, as they mostly wait."""
    started = {(user, free): _started(user, free) for user in USERS for free in (False, True)}
    yield started
    for one in started.values():
        one.end()
        one.said.close()
        one.errors.close()


def _id(value):
    return value if isinstance(value, str) else value.name


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("attack", "framework"), CASES, ids=_id)
def test_attack_leaves_nothing(runs, attack, framework, user):
    line = runs[user, False].of(attack.name, framework)
    about = runs[user, False].found[None]
    assert (about["uid"] == 0) == (user == "root")
    assert not line["evidence"], line
    assert line["usable"], line
    assert re.match(attack.stopped, f"{line['status']}: {line['message']}", re.DOTALL), line
    # A child that was killed or refused has said its layers before.
    assert set(about["required"]) <= set(line["isolation"]), line
    assert ("uid" in line["isolation"]) == (user == "root")
    assert line["answer"] is None or line["status"] == "satisfied"
    if line["status"] == "satisfied":
        assert line["answer"] in ({"said": 3}, {"said": "honest"}, {"x": 3, "said": "clean"}), line


@pytest.mark.parametrize(("attack", "user"), CONTROLS, ids=_id)
def test_attack_without_the_sandbox_does_harm(runs, attack, user):
    line = runs[user, True].of(attack.name, "plain")
    assert line["evidence"], line


# The layers that are missing


MISSING = """
from solvent.solvers.sandbox import confinement, landlock, procfs, seccomp
def refuse(*_): raise OSError("not here")
"""
WITHOUT = {
    "landlock": MISSING + "landlock.restrict = landlock.ruleset = refuse\nlandlock.version = lambda: 0\n",
    "seccomp": MISSING + "seccomp.install = refuse\nseccomp.available = lambda: False\n",
    "uid": MISSING + "confinement._Confinement._change_uid = refuse\nprocfs.can_change_uid = lambda: False\n",
}
WITHOUT["landlock, seccomp"] = WITHOUT["landlock"] + WITHOUT["seccomp"]
WRITES = {
    "cpmpy": "import cpmpy, os\nos.close(os.open({path!r}, os.O_CREAT | os.O_WRONLY, 0o666))\nanswer = [3]\n",
    "ortools": "import os\nos.close(os.open({path!r}, os.O_CREAT | os.O_WRONLY, 0o666))\nanswer = [3]\n",
    "script": "import os\nos.close(os.open({path!r}, os.O_CREAT | os.O_WRONLY, 0o666))\nprint({})\n",
    "smtlib": attack_scene.HONEST["smtlib"],
    "minizinc": attack_scene.HONEST["minizinc"],
}


@pytest.fixture
def folder():
    path = Path(tempfile.mkdtemp(prefix="solvent-canary-"))  # tmp_path is closed to other users
    path.chmod(0o777)
    yield path
    shutil.rmtree(path)


@pytest.mark.parametrize("layer", ["landlock, seccomp", *(["uid"] if "root" in USERS else [])])
async def test_without_a_layer_no_framework_runs_a_program(layer, folder, monkeypatch):
    monkeypatch.setattr(pool, "_BOOT", attack_scene.boot_after(WITHOUT[layer]))
    async with Pool(workers=1) as strict:
        for framework, text in WRITES.items():
            if installed.missing(framework):
                continue
            program = attack_scene.program_of(framework, text.replace("{path!r}", repr(str(folder / framework))))
            outcome = await run(program, pool=strict)
            assert outcome.status is Status.BLOCKED, outcome
            assert outcome.answer is None
            assert f"the sandbox lacks {layer} here" in outcome.message
            for name in layer.split(", "):
                assert f"{name}: needs {layers.NEEDS[name][:9]}" in outcome.message
                assert name not in outcome.isolation
            assert "--allow-unsandboxed runs it all the same" in outcome.message
    assert not list(folder.iterdir())


async def test_the_same_programs_run_for_a_user_who_allows_it(folder, monkeypatch):
    monkeypatch.setattr(pool, "_BOOT", attack_scene.boot_after(WITHOUT["landlock, seccomp"]))
    async with Pool(workers=1, allow_unsandboxed=True) as lax:
        for framework, text in WRITES.items():
            if installed.missing(framework):
                continue
            program = attack_scene.program_of(framework, text.replace("{path!r}", repr(str(folder / framework))))
            outcome = await run(program, pool=lax)
            assert outcome.answer in ([3], {}), outcome
            assert not {"landlock", "seccomp"} & set(outcome.isolation)
    assert {path.name for path in folder.iterdir()} == {"cpmpy", "ortools", "script"}


# MiniZinc may start its own tools and nothing else


def _evil_solver(folder, canary):
    """A solver's configuration in `folder` whose binary is a script that leaves a file."""
    script = folder / "fzn-evil"
    script.write_text(f"#!/bin/sh\necho x > {canary}\n")
    script.chmod(0o755)
    for name, tag in (("evil", "evil"), ("gecode", "org.gecode.gecode")):
        facts = {"id": tag, "name": name, "version": "99.0.0", "executable": str(script), "mznlib": "", "tags": [name]}
        (folder / f"{name}.msc").write_text(json.dumps(facts))
    shutil.copy(script, folder / "fzn-gecode")


def _start(arguments, environment):
    def act(scene):
        os.chdir(scene.addresses["workdir"])
        Path("model.mzn").write_text("var 1..3: x; solve satisfy;")
        binary = shutil.which("minizinc")
        pid = os.posix_spawn(binary, ["minizinc", *arguments, "model.mzn"], environment(str(Path.cwd())))
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    return act


STARTS = {
    "configuration-in-folder": _start(["--solver", "./evil.msc"], lambda here: {"TMPDIR": here}),
    "MZN_SOLVER_PATH": _start(["--solver", "evil"], lambda here: {"TMPDIR": here, "MZN_SOLVER_PATH": here}),
    "home-configuration": _start(["--solver", "evil"], lambda here: {"TMPDIR": here, "HOME": here}),
    "PATH": _start(["--solver", "./bare.msc"], lambda here: {"TMPDIR": here, "PATH": f"{here}:{os.environ['PATH']}"}),
}


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("user", [0, ORDINARY] if "root" in USERS else [os.getuid()])
@pytest.mark.parametrize("name", STARTS)
def test_minizinc_starts_no_other_solver(name, user, folder):
    for profile in (None, "minizinc"):
        workdir = Path(tempfile.mkdtemp(prefix="solvent-work-"))
        canary = folder / f"new-{profile}"
        _evil_solver(workdir, canary)
        bare = {"id": "bare", "name": "bare", "version": "1.0.0", "executable": "fzn-evil", "mznlib": ""}
        (workdir / "bare.msc").write_text(json.dumps(bare))
        (workdir / ".minizinc" / "solvers").mkdir(parents=True)
        shutil.copy(workdir / "evil.msc", workdir / ".minizinc" / "solvers")
        for path in (workdir, *workdir.rglob("*")):
            os.chown(path, user, -1)
        scene = Scene(folder, addresses={"workdir": str(workdir)})
        report = stage(STARTS[name], scene, user=user, profile=profile, workdir=workdir if profile else None)
        shutil.rmtree(workdir)
        assert canary.exists() == (profile is None), report
        assert profile is None or set(report.layers) >= layers.FULL


@pytest.mark.needs("minizinc")
async def test_the_parent_s_settings_of_minizinc_are_not_used(folder, monkeypatch):
    _evil_solver(folder, folder / "new")
    monkeypatch.setenv("MZN_SOLVER_PATH", str(folder))
    program = solvers.load("minizinc").parse(attack_scene.HONEST["minizinc"])
    async with Pool(workers=1) as warm:
        assert (await run(program, pool=warm)).answer == [3]
    assert not (folder / "new").exists()
    (folder / "model.mzn").write_text("var 1..3: x; solve satisfy;")
    command = ["minizinc", "--solver", "gecode@99.0.0", str(folder / "model.mzn")]
    subprocess.run(command, check=False, capture_output=True, timeout=60)  # noqa: ASYNC221 - nothing else runs
    assert (folder / "new").exists()


def table():
    """The attacks, how each ended, and for whom: Markdown."""
    rows = [
        "| class | attack | framework | user | how it was stopped | without the sandbox |",
        "|---|---|---|---|---|---|",
    ]
    started = {(user, free): _started(user, free) for user in USERS for free in (False, True)}
    for attack, framework in CASES:
        ends = {}
        for user in USERS:
            line = started[user, False].found.get((attack.name, framework))
            if line is None:
                continue
            control = started[user if (attack, user) in CONTROLS else USERS[0], True].found.get(
                (attack.name, "plain"), {"evidence": []}
            )
            said = line["message"].split("\n")[0].replace("|", "\\|")
            said = re.sub(r"^line \d+, column \d+: |'?/tmp/solvent-attacks-[^ ]*", "", said)[:90]
            end = f"{line['status']}: {said}" if said else line["status"]
            harm = f" **{', '.join(line['evidence'])}**" if line["evidence"] else ""
            ends.setdefault((end + harm, ", ".join(control["evidence"]) or "-"), []).append(user)
        rows += [
            f"| {attack.kind} | {attack.name} | {framework} | {' and '.join(users)} | {end} | {harm} |"
            for (end, harm), users in ends.items()
        ]
    return "\n".join([*rows, *_canary_rows()])


def _canary_rows():
    """What one program finds of another: no more than the canary of its own."""
    leaky = Run(USERS[0], "canaries.py", open=False, leaky=True).found
    ends = {}
    for user in USERS:
        found = Run(user, "canaries.py", open=False, leaky=False).found
        for framework in FRAMEWORKS:
            others = ", ".join(found["canary", framework]["others"]) or "its own canary alone is found"
            ends.setdefault((framework, others), []).append(user)
    return [
        f"| another program | canaries | {framework} | {' and '.join(users)} | {others} | "
        f"a server that keeps bodies: {', '.join(leaky['canary', framework]['others'])} |"
        for (framework, others), users in ends.items()
    ]


if __name__ == "__main__":
    print(table())  # noqa: T201
