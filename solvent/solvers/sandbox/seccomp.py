"""The system call filter of the sandbox: an allow-list, assembled to classic BPF and installed through seccomp(2).

Written by hand because libseccomp's Python bindings load a `libseccomp.so` that is not on every machine, and because
the whole policy should be readable in one place. Each allowed call is listed with a reason. Calls not in the table fail
with EPERM, so that Python raises a PermissionError with a line number; calls that no honest program makes kill the
process (SIGSYS).

The x86-64 column is tested. The aarch64 column has only been checked against the kernel's headers, never run. Sources:
Linux `Documentation/userspace-api/seccomp_filter.rst`, seccomp(2), bpf(4) of BSD.
"""

import contextlib
import ctypes
import errno
import functools
import os
import platform
import signal
import struct
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Profile = Literal["program", "minizinc"]

LOW = 0xFFFFFFFF
OWN_PID = -1  # placeholder for the pid of the process that installs the filter

KILL = 0x80000000
ALLOW = 0x7FFF0000
ERRNO = 0x00050000

# Opening other than for reading: access mode, O_CREAT, O_TRUNC, O_APPEND and O_TMPFILE's own bit (include/uapi).
_O_WRITE = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000
# What glibc and musl pass for a new thread: VM|FS|FILES|SIGHAND|THREAD|SYSVSEM|SETTLS|PARENT_SETTID|CHILD_CLEARTID.
_THREAD = 0x3D0F00
_DETACHED = 0x400000  # CLONE_DETACHED, which the kernel ignores and musl sets
_SIGCHLD = 17
_FORK = 0x1200000 | _SIGCHLD  # CHILD_SETTID|CHILD_CLEARTID: glibc's fork()
_SPAWN = 0x4100 | _SIGCHLD  # CLONE_VM|CLONE_VFORK: glibc's posix_spawn()


@dataclass(frozen=True)
class Arg:
    """A test of one argument: its low 32 bits, masked, are one of `values`; with `wide` the high 32 bits are zero."""

    index: int
    values: tuple[int, ...]
    mask: int = LOW
    wide: bool = False


class Call(NamedTuple):
    """A system call: its numbers (None if the architecture lacks it), why it is allowed, and the permitted arguments.

    `otherwise` is the errno returned for other arguments.
    """

    name: str
    x86_64: int | None
    aarch64: int | None
    reason: str
    args: tuple[Arg, ...] = ()
    otherwise: int = errno.EPERM


_READ_ONLY = "library code and data imported late; Landlock restricts which files"
_LOOK = "importlib looks for modules"
_SIGNALS = "Python and z3 install their own signal handlers"
_MEMORY = "its own memory"
_CLOCK = "clocks and sleeping"
_WHO = "information about itself"
_WAIT = "waiting on its own descriptors"

PROGRAM: tuple[Call, ...] = (
    Call("read", 0, 63, "descriptors that it inherited or opened"),
    Call("write", 1, 64, "the result, stdout and stderr"),
    Call("readv", 19, 65, "as read"),
    Call("writev", 20, 66, "as write"),
    Call("pread64", 17, 67, "as read"),
    Call("lseek", 8, 62, "Python's files"),
    Call("close", 3, 57, "its own descriptors"),
    Call("dup", 32, 23, "its own descriptors"),
    Call("dup2", 33, None, "its own descriptors"),
    Call("dup3", 292, 24, "its own descriptors"),
    Call("open", 2, None, _READ_ONLY, (Arg(1, (0,), _O_WRITE),), errno.EACCES),
    Call("openat", 257, 56, _READ_ONLY, (Arg(2, (0,), _O_WRITE),), errno.EACCES),
    Call("stat", 4, None, _LOOK),
    Call("fstat", 5, 80, _LOOK),
    Call("lstat", 6, None, _LOOK),
    Call("newfstatat", 262, 79, _LOOK),
    Call("statx", 332, 291, _LOOK),
    Call("access", 21, None, _LOOK),
    Call("faccessat", 269, 48, _LOOK),
    Call("faccessat2", 439, 439, _LOOK),
    Call("getdents64", 217, 61, _LOOK),
    Call("getcwd", 79, 17, _LOOK),
    # FIOCLEX, FIONCLEX, TCGETS, as Python's open() uses them. No other device control.
    Call("ioctl", 16, 29, "Python's open()", (Arg(1, (0x5451, 0x5450, 0x5401)),), errno.ENOTTY),
    # F_DUPFD, GETFD, SETFD, GETFL, DUPFD_CLOEXEC. Not SETOWN or SETSIG (signals to others), nor SETFL (a shared pipe).
    Call("fcntl", 72, 25, "descriptor flags", (Arg(1, (0, 1, 2, 3, 1030)),)),
    Call("mmap", 9, 222, "memory and libraries; Landlock restricts which files"),
    Call("mprotect", 10, 226, "the loader and thread stacks"),
    Call("munmap", 11, 215, _MEMORY),
    Call("mremap", 25, 216, _MEMORY),
    Call("madvise", 28, 233, _MEMORY),
    Call("brk", 12, 214, _MEMORY),
    Call("futex", 202, 98, "locks"),
    Call("set_robust_list", 273, 99, "glibc starts a thread"),
    Call("set_tid_address", 218, 96, "glibc starts a thread"),
    Call("rseq", 334, 293, "glibc starts a thread"),
    Call(
        "clone",
        56,
        220,
        "a thread: z3's timer, CP-SAT's worker",
        (Arg(0, (_THREAD,), LOW & ~_DETACHED, wide=True),),
    ),
    Call("sched_yield", 24, 124, "CP-SAT's locks"),
    Call("sched_getaffinity", 204, 123, "the number of cores", (Arg(0, (0, OWN_PID)),)),
    Call("getcpu", 309, 168, "allocators choose an arena by it"),
    Call("rt_sigaction", 13, 134, _SIGNALS),
    Call("rt_sigprocmask", 14, 135, _SIGNALS),
    Call("rt_sigreturn", 15, 139, _SIGNALS),
    Call("sigaltstack", 131, 132, _SIGNALS),
    Call("kill", 62, 129, "os.kill(os.getpid(), ...)", (Arg(0, (OWN_PID,)),)),
    Call("tgkill", 234, 131, "abort() and raise()", (Arg(0, (OWN_PID,)),)),
    Call("alarm", 37, None, "its own time limit"),
    Call("setitimer", 38, 103, "its own time limit"),
    Call("getitimer", 36, 102, "its own time limit"),
    Call("restart_syscall", 219, 128, "the kernel resumes a stopped call"),
    Call("nanosleep", 35, 101, _CLOCK),
    Call("clock_nanosleep", 230, 115, _CLOCK),
    Call("clock_gettime", 228, 113, _CLOCK),
    Call("clock_getres", 229, 114, _CLOCK),
    Call("gettimeofday", 96, 169, _CLOCK),
    Call("time", 201, None, _CLOCK),
    Call("times", 100, 153, _CLOCK),
    Call("getrusage", 98, 165, _CLOCK),
    Call("poll", 7, None, _WAIT),
    Call("ppoll", 271, 73, _WAIT),
    Call("select", 23, None, _WAIT),
    Call("pselect6", 270, 72, _WAIT),
    Call("getpid", 39, 172, _WHO),
    Call("gettid", 186, 178, _WHO),
    Call("getppid", 110, 173, _WHO),
    Call("getpgrp", 111, None, _WHO),
    Call("getuid", 102, 174, _WHO),
    Call("geteuid", 107, 175, _WHO),
    Call("getgid", 104, 176, _WHO),
    Call("getegid", 108, 177, _WHO),
    Call("uname", 63, 160, _WHO),
    Call("sysinfo", 99, 179, "glibc's qsort queries the memory size"),
    Call("getrlimit", 97, 163, "its own limits"),
    Call("prlimit64", 302, 261, "reading its own limits", (Arg(0, (0, OWN_PID)), Arg(2, (0,), wide=True))),
    # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: names of threads and of memory mappings.
    Call("prctl", 157, 167, "thread names", (Arg(0, (15, 16, 0x53564D41)),)),
    Call("getrandom", 318, 278, "hash seeds, random"),
    Call("exit", 60, 93, "ending a thread"),
    Call("exit_group", 231, 94, "ending the process"),
)

# What MiniZinc needs in addition, according to strace: it writes a FlatZinc file and starts the solver. Landlock
# restricts the files.
MINIZINC: tuple[Call, ...] = (
    # Not for programs: no other layer restricts it, and a child of root may be able to bypass file modes.
    Call("readlink", 89, None, "MiniZinc looks for its library next to its binary"),
    Call("readlinkat", 267, 78, "as readlink"),
    Call("open", 2, None, "FlatZinc in the working directory; Landlock restricts where"),
    Call("openat", 257, 56, "FlatZinc in the working directory; Landlock restricts where"),
    Call("unlink", 87, None, "FlatZinc in the working directory; Landlock restricts where"),
    Call("unlinkat", 263, 35, "FlatZinc in the working directory; Landlock restricts where"),
    Call("execve", 59, 221, "the solver; Landlock restricts which files"),
    Call(
        "clone",
        56,
        220,
        "a thread or the solver's process",
        (Arg(0, (_THREAD, _FORK, _SPAWN, _SIGCHLD), LOW & ~_DETACHED, wide=True),),
    ),
    Call("fork", 57, None, "the solver's process"),
    Call("vfork", 58, None, "the solver's process"),
    Call("wait4", 61, 260, "waiting for the solver"),
    Call("waitid", 247, 95, "waiting for the solver"),
    Call("pipe", 22, None, "the solver's output"),
    Call("pipe2", 293, 59, "the solver's output"),
    # MiniZinc requires it to succeed, but the solver must stay in the process group that is killed from outside, so the
    # filter returns 0 without executing it.
    Call("setpgid", 109, 154, "faked", (Arg(0, ()),), 0),
    # ARCH_SET_FS: thread-local storage, set by the loader of a new program.
    Call("arch_prctl", 158, None, "the loader", (Arg(0, (0x1002,)),)),
)

# No program that models a puzzle makes these calls: they kill the process, and the outcome is `blocked`.
DEADLY: tuple[tuple[str, int, int], ...] = (
    ("ptrace", 101, 117),
    ("process_vm_readv", 310, 270),
    ("process_vm_writev", 311, 271),
    ("process_madvise", 440, 440),
    ("kcmp", 312, 272),
    ("pidfd_open", 434, 434),
    ("pidfd_getfd", 438, 438),
    ("pidfd_send_signal", 424, 424),
    ("io_uring_setup", 425, 425),
    ("io_uring_enter", 426, 426),
    ("io_uring_register", 427, 427),
    ("bpf", 321, 280),
    ("perf_event_open", 298, 241),
    ("userfaultfd", 323, 282),
    ("add_key", 248, 217),
    ("request_key", 249, 218),
    ("keyctl", 250, 219),
    ("mount", 165, 40),
    ("umount2", 166, 39),
    ("pivot_root", 155, 41),
    ("chroot", 161, 51),
    ("open_tree", 428, 428),
    ("move_mount", 429, 429),
    ("fsopen", 430, 430),
    ("unshare", 272, 97),
    ("setns", 308, 268),
    ("init_module", 175, 105),
    ("finit_module", 313, 273),
    ("delete_module", 176, 106),
    ("kexec_load", 246, 104),
    ("open_by_handle_at", 304, 265),
    ("reboot", 169, 142),
)

# These take their arguments in memory, where a filter cannot see them. Told that the kernel lacks them, glibc falls
# back to clone, open and so on.
UNKNOWN: tuple[tuple[str, int, int], ...] = (("clone3", 435, 435), ("openat2", 437, 437))
_NEWEST = 462  # mseal (Linux 6.10): newer calls fail with ENOSYS
_X32 = 0x40000000  # numbers of the x32 ABI start here

_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SYS_SECCOMP = {"x86_64": 317, "aarch64": 277}

# Opcodes of classic BPF: load a word, compare, mask, return.
_LOAD, _EQUAL, _ABOVE, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x25, 0x35, 0x54, 0x06
# Offsets in struct seccomp_data.
_NUMBER, _ARCH, _ARGS = 0, 4, 16

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant


@functools.cache
def _libc() -> Any:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc


def system_call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call through the C library's syscall(2). Raises OSError."""
    full = (ctypes.c_long(value) if isinstance(value, int) else value for value in arguments)
    result: int = _libc().syscall(ctypes.c_long(number), *full)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def supported_machine() -> str | None:
    """Return the architecture's name if the table covers it and this is a 64-bit process, else None."""
    machine = platform.machine()
    return machine if machine in _AUDIT_ARCH and struct.calcsize("P") == 8 else None


def table(profile: Profile) -> tuple[Call, ...]:
    """Return the calls that a profile allows; entries in `MINIZINC` replace those of the same name in `PROGRAM`."""
    calls = {call.name: call for call in PROGRAM}
    if profile == "minizinc":
        calls |= {call.name: call for call in MINIZINC}
    return tuple(calls.values())


def _return(action: int) -> Instruction:
    return (_RETURN, 0, 0, action)


def _test(arg: Arg, failure: int) -> list[Instruction]:
    """Assemble the test of an argument: it falls through on success, else returns the errno `failure`."""
    low = _ARGS + 8 * arg.index  # both architectures are little-endian
    code: list[Instruction] = [(_LOAD, 0, 0, low)]
    if arg.mask != LOW:
        code.append((_AND, 0, 0, arg.mask))
    count = len(arg.values)
    code += [(_EQUAL, count - position, 0, value) for position, value in enumerate(arg.values)]
    code.append(_return(ERRNO | failure))
    if arg.wide:
        code += [(_LOAD, 0, 0, low + 4), (_EQUAL, 1, 0, 0), _return(ERRNO | failure)]
    return code


def _call(number: int, call: Call) -> list[Instruction]:
    body = [instruction for arg in call.args for instruction in _test(arg, call.otherwise)]
    body.append(_return(ALLOW))
    return [(_EQUAL, 0, len(body), number), *body]


def assemble(profile: Profile, machine: str) -> tuple[Instruction, ...]:
    """Assemble the filter of a profile; the placeholder `OWN_PID` is left for `install` to replace."""
    column = 0 if machine == "x86_64" else 1
    code: list[Instruction] = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, _AUDIT_ARCH[machine]),
        _return(KILL),  # int 0x80 uses a different table of call numbers
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        _return(KILL),
    ]
    for call in table(profile):
        number = (call.x86_64, call.aarch64)[column]
        if number is not None:
            code += _call(number, call)
    for action, calls in ((KILL, DEADLY), (ERRNO | errno.ENOSYS, UNKNOWN)):
        for _name, *numbers in calls:
            code += [(_EQUAL, 0, 1, numbers[column]), _return(action)]
    code += [(_ABOVE, 0, 1, _NEWEST), _return(ERRNO | errno.ENOSYS), _return(ERRNO | errno.EPERM)]
    return tuple(code)


@functools.cache
def _packed(profile: Profile, machine: str) -> tuple[bytes, tuple[int, ...]]:
    """Return the filter in the kernel's binary format, and the byte offsets at which the pid is to be inserted."""
    code = assemble(profile, machine)
    own = tuple(8 * place + 4 for place, instruction in enumerate(code) if instruction[3] == OWN_PID)
    return b"".join(struct.pack("HBBI", op, true, false, value & LOW) for op, true, false, value in code), own


def prepare(profile: Profile) -> None:
    """Assemble the filter once, in the parent, for each child to install."""
    machine = supported_machine()
    if machine:
        _packed(profile, machine)


def available() -> bool:
    """Whether the kernel's seccomp filters can kill a process (Linux 4.14) and the table covers this machine."""
    machine = supported_machine()
    if machine is None:
        return False
    with contextlib.suppress(OSError):
        return system_call(_SYS_SECCOMP[machine], 2, 0, struct.pack("I", KILL)) == 0  # SECCOMP_GET_ACTION_AVAIL
    return False


def install(profile: Profile) -> None:
    """Install the filter on this process, irrevocably. Requires no_new_privs; raises OSError if the kernel refuses."""
    machine = supported_machine()
    if machine is None:
        raise OSError(errno.ENOSYS, f"no table of system calls for {platform.machine()}")
    packed, own = _packed(profile, machine)
    code = bytearray(packed)
    for offset in own:
        struct.pack_into("I", code, offset, os.getpid())
    buffer = ctypes.create_string_buffer(bytes(code), len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    system_call(_SYS_SECCOMP[machine], 1, 0, program)  # SECCOMP_SET_MODE_FILTER


def killed_by_filter(wait_status: int) -> bool:
    """Whether a wait status shows that the filter killed the process (outcome `blocked`)."""
    return os.WIFSIGNALED(wait_status) and os.WTERMSIG(wait_status) == getattr(signal, "SIGSYS", None)
