"""Whether one program can find what another was, said or was asked: run as `python canaries.py '{...}'`.

Jobs of every kind plant canaries (in a program, an answer, a question, what a script prints and complains of, a
reference and a request to it), before and while other programs search all that they can reach: objects, memory,
descriptors, environment, files. Each tells what it found, which has to be its own canary and no other. With `"leaky":
true` the server keeps what it hands on, as one would that reads it: then they are found.
"""

import asyncio
import json
import re
import secrets
import shutil
import sys

from attack_scene import OPEN, boot_after, program_of, within

from solvent.solvers import Limits, Pool, accepts, pool, run, second
from solvent.solvers.sandbox import layers

MARK = f"canary{secrets.token_hex(4)}"
# A server that reads the body before it forks, and hears what a child says.
LEAKY = """
import os
from solvent.solvers.processes import fork_server
fork, kept = fork_server.Server._fork, []
def fork_and_keep(self, message, descriptors):
    kept.append(os.pread(descriptors[0], 1 << 24, 0))
    return fork(self, message, descriptors)
fork_server.Server._fork = fork_and_keep
"""
# The mark is written backwards, so that a program has it in its memory only where it finds it. Memory is read where its
# map is told, else around every object: access(2) says of an address whether something is there.
SEARCH = """
import contextlib, ctypes, gc, os, re, sys, tempfile
OWN = "{own}"
mark = "{backwards}"[::-1].encode()
pattern, found = re.compile(mark + rb"-(\\w+)-\\d+"), set()
libc = ctypes.CDLL(None, use_errno=True)
ours = set()

def look(data):
    found.update(match[1].decode() for match in pattern.finditer(data))

def there(page):
    return libc.access(ctypes.c_void_p(page << 12), 0) != -1 or ctypes.get_errno() != 14

def read(first, last):
    for page in range(first, last, 256):
        with contextlib.suppress(OSError):
            look(ctypes.string_at(page << 12, (min(page + 257, last) - page) << 12))

def mapped():
    told = open("/proc/self/maps").read()
    for low, high, rights, name in re.findall(r"^(\\w+)-(\\w+) (\\S+) \\S+ \\S+ \\S+ *(.*)$", told, re.M):
        if rights[0] == "r" and not name.startswith(("[vvar", "[vsyscall", "/dev")) and "w" in rights:
            yield int(low, 16) >> 12, int(high, 16) >> 12

def guessed():
    gc.unfreeze()
    known, done, things = set(), set(), [*gc.get_objects(), sys.modules]
    for thing in things:
        known |= {{id(part) >> 12 for part in [thing, *gc.get_referents(thing)]}}
    libc.sbrk.restype = ctypes.c_void_p
    known.add(libc.sbrk(0) - 1 >> 12)
    for name in ("environ", "__libc_stack_end", "_r_debug"):
        with contextlib.suppress(ValueError):
            place = ctypes.c_void_p.in_dll(libc, name)
            known |= {{place.value >> 12, ctypes.addressof(place) >> 12}}
    for page in sorted(known):
        if page in done:
            continue
        first = last = page
        while there(first - 1) and first - 1 not in done:
            first -= 1
        while there(last):
            last += 1
        done.update(range(first, last))
        yield first, last

def memory():
    try:
        ranges = list(mapped())
    except OSError:
        ranges = list(guessed())
    for first, last in ranges:
        read(first, last)
    return sum(last - first for first, last in ranges) >> 8

def descriptors():
    for number in [*range(256)]:
        with contextlib.suppress(OSError):
            look(os.pread(number, 1 << 20, 0))

def files():
    for path in ("environ", "cmdline", "mem", "fd", "task"):
        with contextlib.suppress(OSError):
            look(open("/proc/self/" + path, "rb").read(1 << 20))
    for place in ("/tmp", "/dev/shm", "/var/tmp", "/proc/%d" % os.getppid()):
        for folder, _, names in os.walk(place):
            for name in names:
                if folder.startswith("/tmp/solvent-") or name == "environ":
                    with contextlib.suppress(OSError):
                        look(open(os.path.join(folder, name), "rb").read(1 << 20))

look("\\n".join(map(repr, [*os.environ.items(), sys.argv])).encode())
for thing in gc.get_objects():
    if type(thing) in (dict, list, tuple, set):
        with contextlib.suppress(Exception):
            look(repr([each for each in thing if type(each) in (str, bytes)]).encode())
            look(repr([each for each in thing.values() if type(each) in (str, bytes)]).encode())
descriptors()
files()
size = memory()
said = {{"found": sorted(found), "mib": size}}
"""
ENDINGS = {
    "cpmpy": '\nimport cpmpy as cp\nx = cp.intvar(3, 3)\nanswer = {"x": x, "said": said}\n',
    "ortools": '\nx = model.new_int_var(3, 3, "x")\nanswer = {"x": x, "said": said}\n',
    "script": '\nimport json\nprint(json.dumps({"x": 3, "said": said}))\n',
}
NUMBERS = iter(range(10**6))


def canary(where):
    return f"{MARK}-{where}-{next(NUMBERS)}"


def planted(framework):
    """A program that has a canary in its text and another in its answer."""
    text, answer = canary(f"{framework}_text"), canary(f"{framework}_answer")
    return program_of(
        framework,
        {
            "cpmpy": f"# {text}\nimport cpmpy as cp\nx = cp.intvar(3, 4)\nanswer = [x, '{answer}']\n",
            "ortools": f"# {text}\nx = model.new_int_var(3, 4, 'x')\nanswer = [x, '{answer}']\n",
            "script": f'# {text}\nprint(\'{{"x": "{answer}"}}\')\n',
            "smtlib": f'; {text}\n(declare-const x Int)\n(assert (< 2 x 5))\n; answer\n; {{"{answer}": "x"}}\n',
            "minizinc": f'% {text}\nvar 3..4: x;\n% answer\n% {{"{answer}": "x"}}\n',
        }[framework],
    )


async def plant(warm, frameworks):
    """Jobs of every kind, one after another."""
    for framework in frameworks:
        program = planted(framework)
        outcome = await run(program, pool=warm)
        assert outcome.answer, outcome
        if framework != "script":
            asked = [9, canary("question")]
            assert (await accepts(program, asked, pool=warm)).status.value == "unsatisfiable"
            assert (await second(program, outcome.answer, pool=warm)).answer
    for code in ("raise ValueError('{}')", "import sys\nsys.stderr.write('{}')\nsys.exit(3)"):
        for framework in ("cpmpy", "script"):
            await run(program_of(framework, code.format(canary("complaint"))), pool=warm)
    reference = program_of("script", f"# {canary('reference')}\nimport cpmpy as cp\nx = cp.intvar(0, 9)\n").model_copy(
        update={"framework": "cpmpy"}
    )
    reference = reference.model_copy(
        update={"preamble": f"{reference.preamble}model = cp.Model(x > 3)\nmodel.solve()\n"}
    )
    found = await warm.examine(reference, {"names": ["x"], "whole": True}, limits=Limits())
    assert found.answer["variables"] == {"x": "int"}, found
    await warm.examine(
        reference, {"answer": {"x": 4, canary("request"): 1}, "whole": False, "apart": False}, limits=Limits()
    )


def sleepers(warm, frameworks):
    """Jobs that hold their canaries while the others search."""
    sleep = "\nimport time\ntime.sleep(300)\nprint({})"
    texts = {"script": f"# {canary('asleep')}{sleep}", "cpmpy": f"# {canary('asleep')}{sleep}"}
    if "minizinc" in frameworks:
        pigeons = "array[1..14] of var 1..13: h; constraint forall(i, j in 1..14 where i < j)(h[i] != h[j]);"
        texts["minizinc"] = f'% {canary("asleep")}\n{pigeons}\n% answer\n% ["h[1]"]\n'
    limits = Limits(seconds=400)
    return [asyncio.create_task(run(program_of(name, text), pool=warm, limits=limits)) for name, text in texts.items()]


async def search(warm, framework):
    own = canary(f"own_{framework}")
    text = SEARCH.format(own=own, backwards=MARK[::-1]) + ENDINGS[framework]
    outcome = await run(program_of(framework, text), pool=warm, limits=within(120, 4096))
    if outcome.answer is None:
        return {"status": outcome.status, "message": outcome.message, "found": None}
    said = outcome.answer["said"]
    return {
        "status": outcome.status,
        "isolation": outcome.isolation,
        **said,
        "others": sorted(_others(said, framework)),
    }


def _others(said, framework):
    return {re.sub(r"\d+$", "", name) for name in said["found"]} - {f"own_{framework}"}


async def main(wanted):
    code = (OPEN if wanted["open"] else "") + (LEAKY if wanted["leaky"] else "")
    if code:
        pool._BOOT = boot_after(code)
    frameworks = ["cpmpy", "ortools", "script", "smtlib"]
    if shutil.which("minizinc") and not wanted["open"]:  # it writes to a folder, which comes with the sandbox
        frameworks.append("minizinc")
    async with Pool(workers=6, allow_unsandboxed=wanted["open"]) as warm:
        print(json.dumps({"required": sorted(layers.available().required)}), flush=True)  # noqa: T201
        await plant(warm, frameworks)
        asleep = sleepers(warm, frameworks)
        await asyncio.sleep(1)
        for framework in ("cpmpy", "ortools", "script"):
            print(json.dumps({"name": "canary", "framework": framework, **await search(warm, framework)}), flush=True)  # noqa: T201
        for task in asleep:
            assert not task.done(), task
            task.cancel()


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
