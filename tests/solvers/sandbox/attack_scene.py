"""The scene of the attacks on a pool: run as `python attack_scene.py '{...}'`, as root or as an ordinary user.

It makes canaries (files, sockets that count what reaches them, a secret in its memory and environment, a sibling in
the pool), puts each attack through `Pool`, and prints what came of each: a line of JSON. With `"open": true` the
sandbox's layers are left off, so that the attacks can be seen to work; with `"plainly": true` programs that need no
pool for that are run by themselves.
"""

import asyncio
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import attack_texts
import attacks
from boxes import Listeners

from solvent import solvers
from solvent.solvers import Limits, Outcome, Pool, Program, pool, run
from solvent.solvers.sandbox import layers

HONEST = {
    "cpmpy": "import cpmpy as cp\nx = cp.intvar(0, 9)\nwith clue(1):\n    model += x == 3\nanswer = [x]\n",
    "ortools": 'x = model.new_int_var(0, 9, "x")\nwith clue(1):\n    model.add(x == 3)\nanswer = [x]\n',
    "script": 'import json\nprint(json.dumps({"x": sorted([3])}))\n',
    "smtlib": '(declare-const x Int)\n; clue 1\n(assert (= x 3))\n; answer\n; ["x"]\n',
    "minizinc": 'var 0..9: x;\n% clue 1\nconstraint x = 3;\n% answer\n% ["x"]\n',
}
# No layer at all, but that nothing is left behind: descriptors of the server, and children of a dead one.
OPEN = """
import os
from solvent.solvers.sandbox import confinement
def confine(*_, parent, **__):
    os.closerange(4, 256)
    confinement.die_with_parent(parent)
    return ()
confinement.confine = confine
"""
SPAN = 10.0  # seconds beyond its limit after which an attack counts as one that the harness could not end
PATIENCE = 3.0  # seconds that a program without a harness may run before it counts as one that does not end
LITTLE = 200  # MiB for programs that would have all: on some machines a new page takes long


def boot_after(code: str) -> str:
    """What starts a server of the pool, with `code` run before."""
    place = "; from solvent"
    assert place in pool._BOOT
    return pool._BOOT.replace(place, f"; exec({code!r}){place}")


def program_of(framework: str, text: str) -> Program:
    """A program file of a framework; `script` is a Python script."""
    if framework == "script":
        return Program(framework="ortools", preamble=text, contract="script")
    return solvers.load(framework).parse(text)


def within(seconds: float, memory_mb: int = 512) -> Limits:
    return Limits(seconds=seconds, memory_mb=memory_mb)


@dataclass
class Scene:
    """Canaries, and what happened to them."""

    folder: Path
    listeners: Listeners
    secret: str
    signals: int = 0
    home: Path = field(init=False)
    before: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.memory = ctypes.create_string_buffer(self.secret.encode())
        self.home = self.folder / "home"
        for canary in self.listeners.sockets.values():
            canary.settimeout(0)
        signal.signal(signal.SIGUSR1, self._signalled)

    def _signalled(self, *_: object) -> None:
        self.signals += 1

    def renew(self) -> None:
        """Fresh canaries, open to everybody: that they stay whole is the sandbox's doing, not their modes'."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for place in (self.folder, self.home, self.folder / "empty"):
            place.mkdir()
            place.chmod(0o777)
        for name, text in (
            ("canary", self.secret),
            ("home/.netrc", self.secret),
            ("included.smt2", f'(declare-const said String)(echo "{self.secret}")'),
            ("included.mzn", f'bool: told = trace_stdout("{self.secret}\\n", true);'),
            ("data.dzn", "canary = 3;"),
        ):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o666)
        (self.folder / "link").symlink_to(self.folder / "canary")
        (self.home / ".link").symlink_to(self.secret)
        self.before = self._state()
        self.signals = 0

    def _state(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for path in sorted(self.folder.rglob("*")):
            facts = path.lstat()
            text = path.read_bytes() if stat.S_ISREG(facts.st_mode) else b""
            found[str(path)] = (facts.st_mode, text, 0 if path.is_dir() else facts.st_mtime)
        return found

    def _heard(self) -> list[str]:
        heard = []
        for name, canary in self.listeners.sockets.items():
            try:
                canary.accept() if canary.type == socket.SOCK_STREAM else canary.recv(100)
                heard.append(name)
            except BlockingIOError:
                pass
        return heard

    def evidence(self, said: str, answer: object) -> list[str]:
        """What an attack left."""
        found = [f"{name} reached" for name in self._heard()]
        if self._state() != self.before:
            found.append("files changed")
        if self.secret in said:
            found.append("secret told")
        if "LOOT" in json.dumps(answer):
            found.append("it says so")
        if self.signals:
            found.append("parent signalled")
        return found

    def filled(self, text: str) -> str:
        """A text with the places of the canaries."""
        places = {"FOLDER": self.folder, "CANARY": self.folder / "canary", "INCLUDED": self.folder / "included"}
        return re.sub("FOLDER|CANARY|INCLUDED", lambda match: str(places[match[0]]), text)

    def payload(self, attack: attacks.Attack, framework: str, sibling: int) -> str:
        """An attack in Python as a program file."""
        known = {
            "victim": os.getpid(),
            "sibling": sibling,
            "address": ctypes.addressof(self.memory),
            "folder": str(self.folder),
            "canary": str(self.folder / "canary"),
            "home": str(self.home),
            "threads": int(Path("/proc/loadavg").read_text().split()[3].split("/")[1]) + 400,
            "x86": attacks.X86,
            **self.listeners.addresses(),
        }
        body = "\n".join("    " + line for line in attack.code.strip("\n").splitlines())
        return attacks.PRELUDE.format(scene=known, body=body) + attacks.ENDINGS[framework]


class Stage:
    """A pool, a sibling in it, and one attack after another."""

    def __init__(self, scene: Scene, warm: Pool) -> None:
        self.scene = scene
        self.pool = warm
        self.sibling = 0
        self.asleep: asyncio.Task[Outcome] | None = None

    async def sleeper(self) -> None:
        """Another program in the same server, which runs all the time."""
        if self.asleep is None or self.asleep.done():
            await self.usable("script")
            before = self._children()
            sleep = program_of("script", "import time\ntime.sleep(200)\nprint({})")
            self.asleep = asyncio.create_task(run(sleep, pool=self.pool, limits=Limits(seconds=300)))
            while not (found := self._children() - before):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)
            self.sibling = found.pop()

    def _children(self) -> set[int]:
        server = self.pool._connections["ortools"].process.pid
        return set(map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split()))

    def _servers(self) -> dict[str, int]:
        return {name: link.process.pid for name, link in self.pool._connections.items()}

    async def usable(self, framework: str) -> bool:
        outcome = await run(program_of(framework, HONEST[framework]), pool=self.pool, limits=Limits(seconds=60))
        return outcome.answer == ({"x": [3]} if framework == "script" else [3])

    async def one(self, program: Program, limits: Limits, *, alone: bool = True) -> dict[str, object]:
        """Put one attack through the pool. `alone`: nothing else touches the canaries meanwhile."""
        if alone:
            self.scene.renew()
        servers = self._servers()
        start = time.monotonic()
        outcome = await run(program, pool=self.pool, limits=limits)
        took = time.monotonic() - start
        evidence = self.scene.evidence(outcome.model_dump_json(), outcome.answer) if alone else []
        if servers.items() - self._servers().items():
            evidence.append("server ended")
        if self.asleep is not None:
            await asyncio.sleep(0)
            if self.asleep.done():
                evidence.append("sibling ended")
        if outcome.seconds > limits.seconds + SPAN:
            evidence.append("ran on")
        return {
            "status": outcome.status,
            "message": outcome.message,
            "answer": outcome.answer,
            "evidence": evidence,
            "isolation": outcome.isolation,
            "took": took,
        }


def _say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)  # noqa: T201 - the test reads it


async def _main(scene: Scene, wanted: dict[str, object]) -> None:
    free = bool(wanted["open"])
    if free:
        pool._BOOT = boot_after(OPEN)
    _say({"required": sorted(layers.available().required), "uid": os.getuid()})
    async with Pool(workers=4, allow_unsandboxed=free) as warm:
        stage = Stage(scene, warm)
        frameworks = ["script"] if free else ["cpmpy", "ortools", "script"]
        for framework in frameworks:
            await stage.usable(framework)
        for attack in attacks.PYTHON:
            for framework in frameworks:
                await stage.sleeper()
                text = scene.payload(attack, framework, stage.sibling)
                found = await stage.one(program_of(framework, text), within(attack.seconds))
                called = "plain" if free else framework
                _say({"name": attack.name, "framework": called, **found, "usable": await stage.usable(framework)})
        if wanted["plainly"]:
            _plainly(scene)
        if not free:
            await _texts(scene, stage)
            await _denial(scene, stage, frameworks)
            await _leaks(stage)
        if stage.asleep is not None:
            stage.asleep.cancel()


async def _texts(scene: Scene, stage: Stage) -> None:
    for text in attack_texts.TEXTS:
        if text.framework == "minizinc" and not shutil.which("minizinc"):
            continue
        found = await stage.one(program_of(text.framework, scene.filled(text.text)), within(text.seconds))
        if text.framework == "minizinc" and found["answer"] not in (None, {"said": 3}, [3, 3]):
            found["evidence"].append("a lie told")
        usable = await stage.usable(text.framework)
        _say({"name": text.name, "framework": text.framework, **found, "usable": usable})


async def _denial(scene: Scene, stage: Stage, frameworks: list[str]) -> None:
    for attack in attacks.DENIAL:
        texts = [scene.payload(attack, framework, stage.sibling) for framework in frameworks]
        programs = [program_of(framework, text) for framework, text in zip(frameworks, texts, strict=True)]
        # At the same time: they only take time.
        limits = within(attack.seconds, LITTLE)
        found = await asyncio.gather(*(stage.one(program, limits, alone=False) for program in programs))
        for framework, one in zip(frameworks, found, strict=True):
            _say({"name": attack.name, "framework": framework, **one, "usable": await stage.usable(framework)})


async def _leaks(stage: Stage) -> None:
    for framework in ("cpmpy", "ortools", "script"):
        leave = attack_texts.LEAVE + attacks.ENDINGS[framework].replace("str(said)", "1")
        left = await stage.one(program_of(framework, leave), within(10))
        found = await stage.one(program_of(framework, attack_texts.FIND + attacks.ENDINGS[framework]), within(10))
        found["left"] = left["status"]
        _say({"name": "leak", "framework": framework, **found, "usable": await stage.usable(framework)})


Z3 = "import sys, z3; c = z3.Context(); print(z3.Z3_eval_smtlib2_string(c.ref(), sys.stdin.read()))"


def _plainly(scene: Scene) -> None:
    """The controls that need no pool: what a plain run of the solver or of Python does."""
    for text in attack_texts.TEXTS:
        if text.control and not (text.framework == "minizinc" and not shutil.which("minizinc")):
            scene.renew()
            with tempfile.NamedTemporaryFile("w", suffix=".mzn") as file:
                file.write(scene.filled(text.text))
                file.flush()
                minizinc = ["minizinc", "--solver", "gecode", file.name]
                command = minizinc if text.framework == "minizinc" else [sys.executable, "-c", Z3]
                said = subprocess.run(
                    command, input=scene.filled(text.text), capture_output=True, text=True, timeout=60, check=False
                )
            evidence = scene.evidence(said.stdout + said.stderr, None)
            if '"said": 9' in said.stdout:
                evidence.append("a lie told")
            _say({"name": text.name, "framework": "plain", "evidence": evidence, "said": said.stdout + said.stderr})
    for attack in attacks.DENIAL:
        _say({"name": attack.name, "framework": "plain", "evidence": _denies(scene.payload(attack, "script", 0))})
    both = attack_texts.LEAVE + attack_texts.FIND + "print(said)"
    said = subprocess.run([sys.executable, "-c", both], capture_output=True, text=True, check=False)
    _say({"name": "leak", "framework": "plain", "evidence": re.findall("LOOT", said.stdout), "said": said.stderr})


def _denies(payload: str) -> list[str]:
    """What a program does to a caller who just runs it: it does not end, says too much, takes too much, or crashes."""
    with tempfile.TemporaryFile() as out:

        def bounded() -> None:  # for the machine's sake
            resource.setrlimit(resource.RLIMIT_AS, (20 << 30, 20 << 30))
            resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 20, 8 << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(
            [sys.executable, "-c", payload],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            preexec_fn=bounded,  # noqa: PLW1509 - no threads here
        )
        evidence = []
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
            if (size := int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * 4096) > 1 << 30:
                evidence.append(f"{size >> 20} MiB used")
                break
        if process.poll() is None:
            evidence.append("does not end")
            process.kill()
        if (code := process.wait()) < 0 and code != -signal.SIGKILL:
            evidence.append(f"ends with {code}")
        if out.seek(0, os.SEEK_END) > 4 << 20:
            evidence.append("says too much")
        out.seek(0)
        if b"LOOT" in out.read(1 << 16):
            evidence.append("it says so")
        return evidence


def main() -> None:
    wanted = json.loads(sys.argv[1])
    libc = ctypes.CDLL(None)
    libc.prctl(4, 1, 0, 0, 0)  # a change of uid cleared it: processes of the same user can be looked at
    libc.prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)  # by any of them, where Yama guards it (PR_SET_PTRACER_ANY)
    place = Path(tempfile.mkdtemp(prefix="solvent-attacks-"))
    place.chmod(0o755)
    try:
        sockets = place / f"{place.name}-sockets"  # the abstract one is called so, too
        sockets.mkdir()
        listeners = Listeners(sockets)
        os.environ["HOME"] = str(place / "scene" / "home")
        asyncio.run(_main(Scene(place / "scene", listeners, os.environ["SOLVENT_CANARY"]), wanted))
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
