"""Attacks from inside the sandbox, each shown to do harm without it. They aim only at what the tests make."""

import ctypes
import encodings.idna  # noqa: F401 - an ordinary user may be unable to read the interpreter's files later
import fcntl
import mmap
import os
import platform
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import boxes
import pytest
from boxes import ORDINARY, SECRET, Listeners, Report, Scene, stage

from solvent.solvers.sandbox import file_rules, layers, seccomp

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not layers.available().full,
    reason="; ".join(layers.available().missing) or "not Linux",
)
X86 = platform.machine() == "x86_64"
USERS = [0, ORDINARY] if os.getuid() == 0 else [os.getuid()]
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def raw(number: int, *arguments: object) -> int:
    """A system call as hostile code would make it, past all of Python's checks."""
    result = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(result)


class Harm(NamedTuple):
    """What a canary is asked after the attack."""

    scene: Scene
    report: Report
    listeners: Listeners


class Attack(NamedTuple):
    name: str
    act: Callable[[Scene], object]
    harm: Callable[[Harm], bool]
    control: tuple[str, ...] = ("root", "ordinary")  # who can do it without the sandbox


def _said(harm: Harm) -> bool:
    """Whether the attacker got through to its end and came back with something."""
    return bool(harm.report.result)


def _succeeded(call: Callable[[Scene], object]) -> Callable[[Scene], object]:
    """An attack whose success is that no error came."""

    def act(scene: Scene) -> bool:
        call(scene)
        return True

    return act


def _secret(harm: Harm) -> bool:
    return SECRET.decode() in str(harm.report.result)


def _changed(harm: Harm) -> bool:
    canary = harm.scene.canary
    return not canary.exists() or canary.read_bytes() != SECRET or canary.stat().st_mode & 0o777 != 0o644


def _appeared(harm: Harm) -> bool:
    new = harm.scene.folder / "new"
    return new.exists() or new.is_symlink()


# Files


def _truncate_read_only(scene: Scene) -> None:
    os.close(os.open(scene.canary, os.O_RDONLY | os.O_TRUNC))


def _append(scene: Scene) -> None:
    with scene.canary.open("ab") as file:
        file.write(b"!")


def _past_a_library(scene: Scene) -> str:
    folder = next(path for path in file_rules.library_paths() if path.is_dir())
    return Path(f"{folder}/{'../' * 12}{scene.canary}").read_text()


def _relative(scene: Scene) -> str:
    descriptor = os.open("/", os.O_PATH)
    return os.read(os.open(str(scene.canary)[1:], os.O_RDONLY, dir_fd=descriptor), 100).decode()


def _by_raw_open(scene: Scene) -> str:
    number = {"x86_64": 257, "aarch64": 56}[platform.machine()]
    descriptor = raw(number, -100, ctypes.c_char_p(str(scene.canary).encode()), os.O_RDWR, 0)
    return os.read(descriptor, 100).decode()


def _by_openat2(scene: Scene) -> str:
    how = struct.pack("QQQ", os.O_RDWR, 0, 0)
    return os.read(raw(437, -100, ctypes.c_char_p(str(scene.canary).encode()), how, 24), 100).decode()


def _shared_memory(_scene: Scene) -> None:
    path = Path(f"/dev/shm/solvent-canary-{os.getpid()}")
    path.write_bytes(b"x")
    path.unlink()


def _system_v(_scene: Scene) -> None:
    if (key := libc.shmget(0, 4096, 0o1600)) == -1:
        raise OSError(ctypes.get_errno(), "shmget")
    libc.shmctl(key, 0, None)


FILES = [
    Attack("read", lambda s: s.canary.read_text(), _secret),
    Attack("read-through-symlink", lambda s: (s.folder / "link").read_text(), _secret),
    Attack("read-with-dots", _past_a_library, _secret),
    Attack("read-relative-to-root", _relative, _secret),
    Attack("read-write-by-raw-openat", _by_raw_open, _secret),
    Attack("read-write-by-openat2", _by_openat2, _secret),
    Attack("read-passwd", lambda _: len(Path("/etc/passwd").read_text()), _said),
    Attack("list-a-folder", lambda s: [path.name for path in s.folder.iterdir()], _said),
    Attack("list-proc", lambda _: len(list(Path("/proc").iterdir())), _said),
    Attack("inherited-descriptor", lambda s: os.read(s.inherited, 100).decode(), _secret),
    Attack("overwrite", lambda s: s.canary.write_bytes(b"!"), _changed),
    Attack("append", _append, _changed),
    Attack("truncate", lambda s: os.truncate(s.canary, 0), _changed),
    Attack("truncate-read-only", _truncate_read_only, _changed),
    Attack("rename", lambda s: s.canary.rename(s.folder / "new"), _changed),
    Attack("unlink", lambda s: s.canary.unlink(), _changed),
    Attack("chmod", lambda s: s.canary.chmod(0o600), _changed),
    Attack("create", lambda s: (s.folder / "new").write_bytes(b"x"), _appeared),
    Attack("link", lambda s: os.link(s.canary, s.folder / "new"), _appeared),
    Attack("symlink", lambda s: (s.folder / "new").symlink_to(s.canary), _appeared),
    Attack("mkdir", lambda s: (s.folder / "new").mkdir(), _appeared),
    Attack("fifo", lambda s: os.mkfifo(s.folder / "new"), _appeared),
    Attack("rmdir", lambda s: (s.folder / "empty").rmdir(), lambda h: not (h.scene.folder / "empty").exists()),
    Attack("utime", lambda s: os.utime(s.canary, (1, 1)), lambda h: h.scene.canary.stat().st_mtime == 1),
    Attack("write-dev-null", _succeeded(lambda _: Path("/dev/null").write_bytes(b"x")), _said),
    Attack("read-dev-zero", _succeeded(lambda _: os.open("/dev/zero", os.O_RDONLY)), _said),
    Attack("shared-memory-file", _succeeded(_shared_memory), _said),
    Attack("system-v-memory", _succeeded(_system_v), _said),
]


# The network


def _send(family: int, name: str) -> Callable[[Scene], object]:
    def act(scene: Scene) -> None:
        with socket.socket(family, socket.SOCK_DGRAM) as mine:
            mine.sendto(b"x", _address(scene, name))

    return act


def _address(scene: Scene, name: str) -> object:
    return scene.addresses[name]


def _heard(name: str) -> Callable[[Harm], bool]:
    return lambda harm: harm.listeners.heard(name)


def _listen(_scene: Scene) -> None:
    with socket.socket() as mine:
        mine.bind(("127.0.0.1", 0))
        mine.listen()


NETWORK = [
    Attack("tcp-connect", lambda s: socket.create_connection(_address(s, "tcp"), 1).close(), _heard("tcp")),
    Attack("tcp-listen", _succeeded(_listen), _said),
    Attack("udp", _send(socket.AF_INET, "udp"), _heard("udp")),
    Attack("unix", _send(socket.AF_UNIX, "unix"), _heard("unix")),
    Attack("abstract", _send(socket.AF_UNIX, "abstract"), _heard("abstract")),
    Attack("netlink", _succeeded(lambda _: socket.socket(16, socket.SOCK_RAW).close()), _said),
    Attack("ipv6", _succeeded(lambda _: socket.socket(socket.AF_INET6).close()), _said),
    Attack("vsock", _succeeded(lambda _: raw(41, 40, 1, 0)), _said) if X86 and hasattr(socket, "AF_VSOCK") else None,
    Attack("socketpair", _succeeded(lambda _: socket.socketpair()), _said),
]


# Processes


def _write_new(scene: Scene) -> list[str]:
    return ["/bin/sh", "-c", f"echo x > {scene.folder}/new"]


def _spawn(scene: Scene) -> None:
    os.waitpid(os.posix_spawn("/bin/sh", _write_new(scene), {}), 0)


def _memory_file_exec(scene: Scene) -> None:
    descriptor = os.memfd_create("x")
    os.write(descriptor, Path("/bin/sh").read_bytes())
    os.execve(descriptor, _write_new(scene), {})


def _forked(pid: int) -> bool:
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def _clone3(_scene: Scene) -> bool:
    return _forked(raw(435, struct.pack("11Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0), 88))


def _clone(_scene: Scene) -> bool:
    return _forked(raw({"x86_64": 56, "aarch64": 220}[platform.machine()], signal.SIGCHLD, 0, 0, 0, 0))


def _all_threads() -> int:
    return int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])


def _remote(scene: Scene) -> str:
    buffer = ctypes.create_string_buffer(len(SECRET))
    here = struct.pack("QQ", ctypes.addressof(buffer), len(SECRET))
    there = struct.pack("QQ", scene.secret_address, len(SECRET))
    raw({"x86_64": 310, "aarch64": 270}[platform.machine()], scene.victim, here, 1, there, 1, 0)
    return buffer.raw.decode()


def _memory_of_victim(scene: Scene) -> str:
    descriptor = os.open(f"/proc/{scene.victim}/mem", os.O_RDONLY)
    return os.pread(descriptor, len(SECRET), scene.secret_address).decode()


def _owner(scene: Scene) -> None:
    fcntl.fcntl(0, fcntl.F_SETOWN, scene.victim)


def _queue_signal(scene: Scene) -> None:
    information = ctypes.create_string_buffer(struct.pack("iii", signal.SIGKILL, 0, -1), 128)
    raw({"x86_64": 129, "aarch64": 138}[platform.machine()], scene.victim, signal.SIGKILL, information)


def _kill_sibling(scene: Scene) -> None:
    os.kill(scene.sibling, signal.SIGKILL)
    time.sleep(1)  # until it is dead, on a busy machine, too


def _map_much(_scene: Scene) -> int:
    """Four times what the box allows, of which two pages are touched: filling it takes some machines a minute."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    with mmap.mmap(-1, 2 << 30, flags=flags) as memory:
        memory[0] = memory[-1] = 1
        return len(memory)


def _victim_dead(harm: Harm) -> bool:
    return not harm.report.victim_alive


PROCESSES = [
    Attack("exec", lambda s: os.execve("/bin/sh", _write_new(s), {}), _appeared),
    Attack("posix-spawn", _spawn, _appeared),
    Attack("subprocess", lambda s: subprocess.run(_write_new(s), check=True).returncode, _appeared),
    Attack("exec-from-memory", _memory_file_exec, _appeared),
    Attack("fork", lambda _: _forked(os.fork()), _said),
    Attack("clone", _clone, _said),
    Attack("clone3", _clone3, _said),
    Attack("kill-parent", lambda s: os.kill(s.victim, signal.SIGKILL), _victim_dead),
    Attack("tgkill-parent", lambda s: raw(234 if X86 else 131, s.victim, s.victim, signal.SIGKILL), _victim_dead),
    Attack("tkill-parent", lambda s: raw(200 if X86 else 130, s.victim, signal.SIGKILL), _victim_dead),
    Attack("sigqueue-parent", _queue_signal, _victim_dead),
    Attack("kill-sibling", _kill_sibling, lambda h: not h.report.sibling_alive),
    # Signal 0: it asks whether a signal could be sent.
    Attack("kill-group-of-parent", _succeeded(lambda s: os.killpg(s.victim, 0)), _said),
    Attack("kill-everyone", _succeeded(lambda _: os.kill(-1, 0)), _said),
    Attack("signal-by-descriptor", _succeeded(_owner), _said),
    Attack("ptrace", _succeeded(lambda s: raw(101 if X86 else 117, 0x4206, s.sibling, 0, 0)), _said),
    Attack("process-vm-readv", _remote, _secret),
    Attack("proc-mem", _memory_of_victim, _secret),
    Attack("proc-environ", lambda s: len(Path(f"/proc/{s.victim}/environ").read_bytes()), _said),
    Attack("environment", lambda _: os.environ.get("CANARY"), _secret),
    Attack("pidfd-open", lambda s: os.pidfd_open(s.victim), _said),
    Attack("pidfd-getfd", lambda s: raw(438, os.pidfd_open(s.victim), 2, 0), _said),
    Attack("prlimit-of-parent", _succeeded(lambda s: resource.prlimit(s.victim, resource.RLIMIT_CORE, (0, 0))), _said),
    Attack("nice-parent", _succeeded(lambda s: os.setpriority(os.PRIO_PROCESS, s.victim, 19)), _said),
    Attack("pin-parent", _succeeded(lambda s: os.sched_setaffinity(s.victim, {0})), _said),
    Attack("threads", lambda _: boxes.count_threads(_all) == _all, _said),
    Attack("memory", _map_much, _said),
    Attack("raise-own-limit", _succeeded(lambda _: resource.setrlimit(resource.RLIMIT_CORE, (0, 0))), _said),
]
_all = _all_threads() + 300 if sys.platform == "linux" else 0


# The kernel


def _machine_code(code: bytes) -> int:
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(address)())


def _new_user_namespace(_scene: Scene) -> None:
    raw(272 if X86 else 97, 0x10000000)


def _lives(harm: Harm) -> bool:
    """The kernel answered instead of ending the process."""
    return not seccomp.killed_by_filter(harm.report.status)


def _prctl(*arguments: int) -> Callable[[Scene], object]:
    return _succeeded(lambda _: raw(157 if X86 else 167, *arguments, 0, 0, 0))


KERNEL = [
    Attack("io-uring", lambda _: raw(425, 1, bytes(120)), _said),
    Attack("user-namespace", _succeeded(_new_user_namespace), _said),
    Attack("memfd", lambda _: os.memfd_create("x"), _said),
    Attack("dumpable-again", _prctl(4, 1), _said),
    Attack("outlive-parent", _prctl(1, 0), _said),
    Attack("perf-events", lambda _: raw(298 if X86 else 241, bytes(128), 0, -1, -1, 0), _lives),
    Attack("bpf", lambda _: raw(321 if X86 else 280, 0, bytes(128), 128), _lives),
    Attack("keyring", lambda _: raw(250 if X86 else 219, 0, -2, 1), _said),
    Attack("userfaultfd", lambda _: raw(323 if X86 else 282, 1), _lives),
    Attack("become-root", _succeeded(lambda _: os.setuid(0)), _said, ("root",)),
    Attack("personality", _succeeded(lambda _: raw(135 if X86 else 92, 0x0040000)), _said),
    Attack("mount", lambda _: raw(165 if X86 else 40, None, None, None, 0, None), _lives),
    Attack("umask", _succeeded(lambda _: os.umask(0)), _said),
]
if X86:
    # push rbx; mov eax, 20 (getpid of the 32-bit table); int 0x80; pop rbx; ret
    _INT80 = b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"
    KERNEL += [
        Attack("int-0x80", lambda _: _machine_code(_INT80), _said),
        Attack("x32-number", lambda _: raw(0x40000000 + 39), _lives),
    ]

ATTACKS = [attack for attack in (*FILES, *NETWORK, *PROCESSES, *KERNEL) if attack]


@pytest.fixture
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="solvent-canary-"))  # tmp_path is closed to an ordinary user
    yield path
    shutil.rmtree(path)


def _perform(attack: Attack, folder: Path, user: int, profile: str | None) -> Harm:
    for path in (folder, folder / "empty"):
        path.mkdir(exist_ok=True)
    canary = folder / "canary"
    canary.write_bytes(SECRET)
    (folder / "link").symlink_to(canary)
    listeners = Listeners(folder)
    with canary.open("rb") as inherited:
        scene = Scene(folder, inherited=inherited.fileno(), addresses=listeners.addresses())
        for path in (folder, *folder.iterdir()):
            os.chown(path, user, -1, follow_symlinks=False)
        return Harm(scene, stage(attack.act, scene, user=user, profile=profile), listeners)


def _user_name(user: int) -> str:
    return "root" if user == 0 else "ordinary"


@pytest.mark.parametrize("user", USERS, ids=_user_name)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_without_sandbox_does_harm(attack: Attack, user: int, folder: Path) -> None:
    if _user_name(user) not in attack.control:
        pytest.skip("not possible for this user anyway")
    harm = _perform(attack, folder, user, None)
    try:
        assert attack.harm(harm), harm.report
    finally:
        harm.listeners.close()


@pytest.mark.parametrize("user", USERS, ids=_user_name)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_in_sandbox_does_none(attack: Attack, user: int, folder: Path) -> None:
    harm = _perform(attack, folder, user, "program")
    try:
        assert not attack.harm(harm), harm.report
        assert set(harm.report.layers) >= layers.FULL
        assert ("uid" in harm.report.layers) == (user == 0)
        # Stopped, not merely clumsy: an error of permission or limits, nothing found, or the filter's signal.
        # (Python makes a ValueError of setrlimit's EPERM, and errno 0 of umask's; 12 is a mapping beyond the limit.)
        expected = r"(Permission|Memory)Error|OSError: \[Errno (0|9|12|25|38)\]|ValueError: not allowed to raise"
        stopped = re.match(expected, harm.report.error)
        assert (
            stopped or not (harm.report.result or harm.report.error) or seccomp.killed_by_filter(harm.report.status)
        ), harm.report
        assert harm.report.victim_alive
        assert harm.report.sibling_alive
    finally:
        harm.listeners.close()
