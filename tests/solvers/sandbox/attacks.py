"""What hostile programs try: payloads, and how each is meant to end. They aim only at what `attack_scene.py` makes.

A payload that gets through leaves evidence (a canary changed, a connection, the secret in the reply, the word LOOT in
the answer); one that does not must end as `stopped` says, a pattern for `status: message`. Python payloads are bodies
of `attack()`; `SCENE` tells them where the canaries are.
"""

import platform
from dataclasses import dataclass

X86 = platform.machine() == "x86_64"
DENIED = r"runtime_error: .*(PermissionError|\[Errno (1|13|38)\]|not allowed to raise)"
KILLED = r"blocked: .*something that no model needs"
LATE = r"timeout: no result within"
MEMORY = r"memory: .*needs more than"

PRELUDE = """
import ctypes, fcntl, json, mmap, os, pickle, resource, signal, socket, struct, subprocess, sys, threading, time
SCENE = {scene!r}
CANARY, FOLDER, HOME = SCENE["canary"], SCENE["folder"], SCENE["home"]
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def raw(x86, arm, *arguments):
    number = x86 if SCENE["x86"] else arm
    result = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

def first(*attempts):
    errors = []
    for attempt in attempts:
        try:
            return attempt()
        except Exception as error:
            errors.append(error)
    raise errors[-1]

def each(*attempts):
    errors = []
    for attempt in attempts:
        try:
            attempt()
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[-1]
    return "done"

def attack():
{body}

said = attack()
"""
ENDINGS = {
    "cpmpy": 'import cpmpy as cp\nx = cp.intvar(0, 9)\nmodel += x == 3\nanswer = {"x": x, "said": str(said)}\n',
    "ortools": 'x = model.new_int_var(0, 9, "x")\nmodel.add(x == 3)\nanswer = {"x": x, "said": str(said)}\n',
    "script": 'print(json.dumps({"x": 3, "said": str(said)}))\n',
}


@dataclass(frozen=True)
class Attack:
    """`seconds` bounds an attack that would not end: it is long where something else is to end it."""

    kind: str
    name: str
    code: str
    stopped: str = DENIED
    seconds: float = 10.0


FILES = (
    Attack(
        "read a file",
        "read",
        """
return first(
    lambda: open(CANARY).read(),
    lambda: os.read(os.open(CANARY, os.O_RDONLY | os.O_NOATIME), 99),
    lambda: __import__("numpy").fromfile(CANARY, "S1").tobytes(),
    lambda: __import__("importlib.util").util.spec_from_file_location("c", CANARY).loader.get_data(CANARY),
    lambda: os.read(raw(257, 56, -100, ctypes.c_char_p(CANARY.encode()), os.O_RDONLY, 0), 99),
    lambda: os.read(raw(437, 437, -100, ctypes.c_char_p(CANARY.encode()), struct.pack("QQQ", 0, 0, 0), 24), 99),
)""",
    ),
    Attack("read a file", "read-passwd", 'return "LOOT %d" % len(open("/etc/passwd").read())'),
    Attack(
        "read the home directory",
        "read-home",
        """
return first(
    lambda: open(HOME + "/.netrc").read(),
    lambda: os.listdir(HOME),
    lambda: [open(os.path.join(place, name)).read() for place, _, names in os.walk(HOME) for name in names][0],
    lambda: open(os.open(HOME, os.O_PATH | os.O_DIRECTORY)),
    lambda: os.chdir(HOME),
)""",
    ),
    Attack(
        "where links lead",
        "readlink",
        """
link, said = (HOME + "/.link").encode(), ctypes.create_string_buffer(200)
return first(
    lambda: os.readlink(link),
    lambda: os.path.realpath(link, strict=True),
    lambda: os.readlink(b".link", dir_fd=os.open(HOME, os.O_PATH)),
    lambda: raw(267, 78, -100, ctypes.c_char_p(link), said, 200) and said.value,
    lambda: raw(89, 78, ctypes.c_char_p(link), said, 200) and said.value,
)""",
    ),
    Attack(
        "symlinks and `..`",
        "paths",
        """
return first(
    lambda: open(FOLDER + "/link").read(),
    lambda: open(os.path.dirname(os.__file__) + "/.." * 20 + CANARY).read(),
    lambda: open("/proc/self/root" + CANARY).read(),
    lambda: open("/proc/self/cwd/.." + CANARY).read(),
    lambda: os.read(os.open(CANARY[1:], os.O_RDONLY, dir_fd=os.open("/", os.O_PATH)), 99),
    lambda: os.symlink(CANARY, FOLDER + "/new"),
    lambda: os.listdir(os.path.dirname(os.__file__) + "/.." * 20 + FOLDER),
)""",
    ),
    Attack(
        "write a file",
        "write",
        """
return each(
    lambda: open(CANARY, "w").write("!"),
    lambda: open(CANARY, "ab").write(b"!"),
    lambda: os.write(os.open(CANARY, os.O_RDWR), b"!"),
    lambda: raw(257, 56, -100, ctypes.c_char_p(CANARY.encode()), os.O_WRONLY | os.O_CREAT, 0o666),
)""",
    ),
    Attack(
        "truncate",
        "truncate",
        "return each(lambda: os.close(os.open(CANARY, os.O_RDONLY | os.O_TRUNC)), lambda: os.truncate(CANARY, 0))",
    ),
    Attack("rename", "rename", 'return first(lambda: os.rename(CANARY, FOLDER + "/new"))'),
    Attack(
        "delete",
        "delete",
        'return each(lambda: os.unlink(CANARY), lambda: os.rmdir(FOLDER + "/empty"), lambda: os.unlink(HOME))',
    ),
    Attack("change modes", "modes", "return each(lambda: os.chmod(CANARY, 0o600), lambda: os.utime(CANARY, (1, 1)))"),
    Attack(
        "link",
        "link",
        'return each(lambda: os.link(CANARY, FOLDER + "/new"), lambda: os.symlink(CANARY, FOLDER + "/new2"))',
    ),
    Attack(
        "create",
        "create",
        """
return each(
    lambda: open(FOLDER + "/new", "x"),
    lambda: os.mkdir(FOLDER + "/new3"),
    lambda: os.mkfifo(FOLDER + "/new4"),
    lambda: os.close(os.open(FOLDER, os.O_TMPFILE | os.O_WRONLY)),
    lambda: __import__("sqlite3").connect(FOLDER + "/new5").execute("create table t (x)"),
)""",
        stopped=DENIED + "|runtime_error: .*unable to open database",
    ),
)

SECRETS = (
    Attack(
        "parent's environment",
        "environment",
        """
return first(
    lambda: os.environ["SOLVENT_CANARY"],
    lambda: open("/proc/%d/environ" % SCENE["victim"]).read(),
    lambda: open("/proc/%d/environ" % os.getppid()).read(),
    lambda: "LOOT" + open("/proc/self/environ").read(),
)""",
    ),
    Attack(
        "parent's memory",
        "proc-mem",
        """
def peek(path):
    return os.pread(os.open(path, os.O_RDONLY), 64, SCENE["address"])
return first(
    lambda: peek("/proc/%d/mem" % SCENE["victim"]),
    lambda: peek("/proc/%d/task/%d/mem" % (SCENE["victim"], SCENE["victim"])),
    lambda: "LOOT" + open("/proc/%d/maps" % os.getppid()).read(),
    lambda: "LOOT %s" % os.listdir("/proc"),
)""",
    ),
    Attack(
        "other processes",
        "processes",
        """
victim = "/proc/%d/" % SCENE["victim"]
return "LOOT %s" % first(
    *[lambda name=name: os.listdir(name) for name in ("/proc", victim, victim + "fd", "/proc/self/..")],
    *[lambda name=name: open(victim + name, "rb").read() for name in ("cmdline", "comm", "stat", "status", "maps")],
    *[lambda name=name: os.readlink(victim + name) for name in ("exe", "cwd", "root", "fd/0")],
    lambda: open("/proc/self/status").read(),
    lambda: os.kill(SCENE["victim"], 0),
    lambda: os.getpgid(SCENE["victim"]),
    lambda: os.getsid(SCENE["victim"]),
    lambda: os.getpriority(os.PRIO_PROCESS, SCENE["victim"]),
    lambda: os.sched_getscheduler(SCENE["victim"]),
    lambda: os.sched_getaffinity(SCENE["victim"]),
    lambda: resource.prlimit(SCENE["victim"], resource.RLIMIT_NOFILE),
)""",
    ),
    Attack(
        "process_vm_readv",
        "vm-readv",
        """
buffer = ctypes.create_string_buffer(64)
here, there = struct.pack("QQ", ctypes.addressof(buffer), 64), struct.pack("QQ", SCENE["address"], 64)
raw(310, 270, SCENE["victim"], here, 1, there, 1, 0)
return buffer.raw""",
        KILLED,
    ),
    Attack("ptrace", "ptrace", 'return "LOOT %d" % raw(101, 117, 0x4206, SCENE["victim"], 0, 0)', KILLED),
    Attack("pidfd", "pidfd-open", 'return "LOOT %d" % os.pidfd_open(SCENE["victim"])', KILLED),
    Attack(
        "pidfd",
        "pidfd-signal",
        """
descriptor = first(lambda: os.open("/proc/%d" % SCENE["victim"], os.O_DIRECTORY), lambda: 0)
return raw(424, 424, descriptor, signal.SIGUSR1, None, 0)""",
        KILLED,
    ),
)

NETWORK = (
    Attack(
        "TCP",
        "tcp",
        """
def by_hand():
    descriptor = raw(41, 198, socket.AF_INET, socket.SOCK_STREAM, 0)
    address = struct.pack("=HH4s8x", 2, socket.htons(SCENE["tcp"][1]), socket.inet_aton("127.0.0.1"))
    return raw(42, 203, descriptor, address, 16)
return first(lambda: socket.create_connection(tuple(SCENE["tcp"]), 1), by_hand)""",
    ),
    Attack("TCP", "listen", 'socket.create_server(("127.0.0.1", 0))\nreturn "LOOT"'),
    Attack("UDP", "udp", 'return socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", tuple(SCENE["udp"]))'),
    Attack("Unix socket", "unix", 'return socket.socket(1, socket.SOCK_DGRAM).sendto(b"x", SCENE["unix"])'),
    Attack("abstract socket", "abstract", 'return socket.socket(1, socket.SOCK_DGRAM).sendto(b"x", SCENE["abstract"])'),
    Attack("netlink", "netlink", 'socket.socket(16, socket.SOCK_RAW)\nreturn "LOOT"'),
    Attack("other sockets", "socketpair", 'socket.socketpair()\nreturn "LOOT"'),
    Attack("other sockets", "ipv6", 'socket.socket(socket.AF_INET6)\nreturn "LOOT"'),
)

_SHELL = '["/bin/sh", "-c", "echo x > " + FOLDER + "/new"]'
PROCESSES = (
    Attack("fork", "fork", 'if os.fork() == 0:\n    os._exit(0)\nos.wait()\nreturn "LOOT"'),
    Attack(
        "fork",
        "multiprocessing",
        """
import multiprocessing
process = multiprocessing.get_context("fork").Process(target=int)
process.start()
process.join()
return "LOOT\"""",
    ),
    Attack("exec", "exec", f"shell = {_SHELL}\nos.execve(shell[0], shell, {{}})"),
    Attack(
        "exec",
        "spawn",
        f"""
shell = {_SHELL}
return first(
    lambda: subprocess.run(shell, check=True),
    lambda: os.waitpid(os.posix_spawn(shell[0], shell, {{}}), 0),
    lambda: 1 // (os.system(shell[2]) == 0) and 1,
    lambda: os.execve(os.memfd_create("x"), shell, {{}}),
)""",
    ),
    Attack(
        "threads",
        "threads",
        """
threading.stack_size(64 << 10)
for i in range(SCENE["threads"]):
    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
return "LOOT %d threads" % i""",
        r"runtime_error: .*can't start new thread",
    ),
    Attack("signal the server", "kill-server", "return os.kill(os.getppid(), signal.SIGKILL)"),
    Attack(
        "signal the parent",
        "signal-parent",
        """
victim = SCENE["victim"]
return first(
    lambda: os.kill(victim, signal.SIGUSR1),
    lambda: os.killpg(victim, signal.SIGUSR1),
    lambda: raw(234, 131, victim, victim, int(signal.SIGUSR1)),
    lambda: raw(200, 130, victim, int(signal.SIGUSR1)),
    lambda: raw(129, 138, victim, int(signal.SIGUSR1), ctypes.create_string_buffer(struct.pack("iii", 10, 0, -1), 128)),
    lambda: fcntl.fcntl(0, fcntl.F_SETOWN, victim),
)""",
    ),
    Attack("signal a sibling", "kill-sibling", 'os.kill(SCENE["sibling"], signal.SIGKILL)\nreturn time.sleep(1)'),
    # Signal 0 asks whether a signal could be sent: the control harms nobody.
    Attack("signal everyone", "kill-all", 'os.kill(-1, 0)\nreturn "LOOT"'),
    Attack(
        "others' limits",
        "limits",
        """
victim = SCENE["victim"]
os.setpriority(os.PRIO_PROCESS, victim, os.getpriority(os.PRIO_PROCESS, victim) + 1)
return "LOOT\"""",
    ),
)

CODE = (
    Attack(
        "ctypes",
        "ctypes",
        """
each(
    lambda: raw(157, 167, 4, 1, 0, 0, 0),
    lambda: raw(83, 34, -100 if not SCENE["x86"] else (FOLDER + "/new").encode(), 0o777),
    lambda: raw(86, 37, CANARY.encode(), (FOLDER + "/new2").encode()),
)
return "LOOT\"""",
    ),
    Attack(
        "pickle",
        "pickle",
        f"""
class Evil:
    def __reduce__(self):
        return subprocess.call, ({_SHELL},)
return pickle.loads(pickle.dumps(Evil()))""",
    ),
    Attack(
        "sys.settrace",
        "settrace",
        """
found = []
def trace(frame, event, argument):
    found.extend(str(value) for value in frame.f_locals.values())
    with open(FOLDER + "/new", "a") as file:
        file.write("x")
    return trace
sys.settrace(trace)
threading.settrace(trace)
return "ran on\"""",
    ),
    Attack(
        "code after the end",
        "late",
        """
import atexit, gc
class Late:
    def __del__(self):
        open(FOLDER + "/new", "x")
    def __str__(self):
        open(FOLDER + "/new2", "x")
        return "later"
atexit.register(Late().__str__)
os._exit = lambda code: Late()
return Late()""",
    ),
)

DENIAL = (
    Attack("10 GB", "ten-gigabytes", 'return "LOOT %d" % len(bytearray(10 << 30))', MEMORY, 60),
    Attack("10 GB", "growing", "all = []\nwhile True:\n    all.append(bytearray(50 << 20))", MEMORY, 60),
    Attack("deep recursion", "recursion", "def f():\n    return f()\nf()", "runtime_error: .*RecursionError"),
    Attack(
        "deep recursion",
        "recursion-in-c",
        "x = ()\nsys.setrecursionlimit(10**9)\nfor _ in range(10**6):\n    x = (x,)\nreturn hash(x)",
        "runtime_error: .*signal 11",
    ),
    Attack("endless loop", "loop", "while True:\n    pass", LATE, 0.7),
    Attack("endless loop", "loop-in-c", "return len(str(7 ** 10 ** 9))", LATE, 0.7),
    Attack("sleep", "sleep", "time.sleep(1000)", LATE, 0.7),
    Attack(
        "blocked signals",
        "blocked-signals",
        """
for number in signal.valid_signals() - {9, 19}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    try:
        time.sleep(1000)
    except BaseException:
        pass""",
        LATE,
        0.7,
    ),
    Attack(
        "endless stdout",
        "stdout",
        "while True:\n    os.write(1, b'x' * 65536)",
        LATE + "|bad_answer: the answer is longer",
        0.7,
    ),
    Attack("endless stderr", "stderr", "while True:\n    sys.stderr.write('x' * 65536)", LATE, 0.7),
    Attack(
        "endless result",
        "result",
        "while True:\n    os.write(3, b'x' * 65536)",
        "bad_answer: .*longer|timeout|runtime_error",
        2,
    ),
)
PYTHON = (*FILES, *SECRETS, *NETWORK, *PROCESSES, *CODE)
