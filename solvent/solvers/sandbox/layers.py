"""The layers of the sandbox, and which of them this machine supports."""

import os
import platform
import sys
from dataclasses import dataclass

from solvent.solvers.sandbox import landlock, procfs, seccomp

FULL = frozenset(
    {
        "descriptors",
        "environment",
        "session",
        "rlimits",
        "capabilities",
        "no_new_privs",
        "pdeathsig",
        "dumpable",
        "landlock",
        "seccomp",
    }
)
"""The layers required to run an untrusted program; for root also `uid` (see `SandboxReport.required`)."""

NEEDS = {
    "landlock": "Linux 5.13 or later with Landlock switched on (CONFIG_SECURITY_LANDLOCK, `lsm=landlock,...`)",
    "seccomp": "Linux 4.14 or later with CONFIG_SECCOMP_FILTER, on 64-bit x86-64 or aarch64",
    "uid": "as root, the right to change to another uid (CAP_SETUID, CAP_SETGID) and an unused uid in this namespace",
}

TESTED = "x86_64"  # the only architecture on which the sandbox has been tested


@dataclass(frozen=True)
class SandboxReport:
    """The layers that this machine supports, those that an untrusted program requires here, and the gaps.

    `missing` names unsupported layers and what each needs; `lacking` lists what a newer kernel would add to Landlock,
    and what is untested. The seccomp filter also covers what Landlock lacks, except that a MiniZinc process may
    truncate files.
    """

    system: str
    layers: frozenset[str]
    required: frozenset[str]
    landlock_version: int
    missing: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()

    @property
    def full(self) -> bool:
        """Whether every layer that an untrusted program requires is available."""
        return self.required <= self.layers


def available() -> SandboxReport:
    """Query the kernel for the available layers, without applying any."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    if sys.platform != "linux":
        return SandboxReport(system, frozenset(), FULL, 0, (f"all layers: the sandbox needs Linux, this is {system}",))
    root = os.geteuid() == 0
    level = landlock.version()
    has = {"landlock": level > 0, "seccomp": seccomp.available(), "uid": root and procfs.can_change_uid()}
    required = FULL | {"uid"} if root else FULL
    layers = (FULL - has.keys()) | {name for name, there in has.items() if there}
    why = f"; {landlock.absence()}" if level == 0 else ""
    needs = {**NEEDS, "landlock": NEEDS["landlock"] + why}
    missing = tuple(f"{name}: needs {needs[name]}" for name in needs if name in required - layers)
    lacking = tuple(
        f"landlock version {newer}: {what} (Linux {kernel})"
        for newer, (kernel, what) in landlock.LEVELS.items()
        if newer > level > 0
    )
    if platform.machine() != TESTED and has["seccomp"]:
        lacking += (f"seccomp: the filter for {platform.machine()} comes from the same table, but has not been tested",)
    return SandboxReport(system, layers, required, level, missing, lacking)
