"""Checkers: predicates about answers, written by somebody who is not trusted."""

import sys

import pytest

from solvent import solvers
from solvent.agents import Settings
from solvent.solvers import Limits, Pool, Program, Status, UnknownFrameworkError, check, run
from solvent.translators import names

HONEST = """
import itertools, math

def fits(answer):
    return isinstance(answer, dict) and set(answer) == {"x", "y"}

def clue_1(answer):
    return answer["x"] > 2

def clue_2(answer):
    return int(math.gcd(answer["x"], answer["y"]) == 1)
"""
LIMITS = Limits(seconds=60)


async def judged(pool, code, answers=(1,), clues=(1,), limits=LIMITS):
    outcome = await check(code, answers, clues=clues, pool=pool, limits=limits)
    assert outcome.status is Status.SATISFIED, outcome
    return outcome.answer


async def of_clue(pool, body, answer=1, limits=LIMITS):
    """What `clue_1` with this body says; `fits` and `clue_2` are not touched by it."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    code = f"def fits(a):\n    return True\ndef clue_1(a):\n{lines}\ndef clue_2(a):\n    return a == {answer!r}\n"
    (found,) = await judged(pool, code, [answer], (1, 2), limits)
    assert found["fits"] is True
    assert set(found["clues"]) == {"1", "2"}
    return found["clues"]["1"], found["clues"]["2"]


async def test_each_answer_is_judged_by_form_and_clue(pool):
    answers = [{"x": 3, "y": 4}, {"x": 2, "y": 4}, {"x": 5}, [1]]
    outcome = await check(HONEST, answers, clues=[2, 1, 7, 2], pool=pool, limits=LIMITS)
    assert outcome.status is Status.SATISFIED
    assert "seccomp" in outcome.isolation
    assert outcome.seconds > 0
    right, wrong, short, odd = outcome.answer
    assert right == {"fits": True, "clues": {"2": True, "1": True, "7": "not defined"}}
    assert wrong == {"fits": True, "clues": {"2": False, "1": False, "7": "not defined"}}
    assert (short["fits"], short["clues"]["1"]) == (False, True)
    assert short["clues"]["2"].startswith("line 11, column ")
    assert "KeyError: 'y'" in short["clues"]["2"]
    assert "TypeError" in odd["clues"]["1"]


async def test_nothing_to_judge_is_judged(pool):
    assert await judged(pool, HONEST, [], [1]) == []
    assert await judged(pool, HONEST, [{"x": 1, "y": 1}], []) == [{"fits": True, "clues": {}}]
    assert await judged(pool, "", [1], [1]) == [{"fits": "not defined", "clues": {"1": "not defined"}}]


@pytest.mark.parametrize(
    ("code", "status", "place"),
    [
        ("x = 1\ndef fits(a:\n    pass", Status.SYNTAX_ERROR, "line 2, column 9"),
        ("\n1 // 0", Status.RUNTIME_ERROR, "line 2, column 1: ZeroDivisionError"),
        ("import numpy_that_is_not_there", Status.RUNTIME_ERROR, "line 1"),
        ("raise SystemExit(0)", Status.RUNTIME_ERROR, "SystemExit"),
        ("def f(): f()\nf()", Status.RUNTIME_ERROR, "RecursionError"),
        ("(" * 5000 + ")" * 5000, Status.SYNTAX_ERROR, "too many nested"),
        ("x = 1\0", Status.SYNTAX_ERROR, "null"),
        ("x = [0] * 10 ** 10", Status.MEMORY, "MiB"),
        ("while True: pass", Status.TIMEOUT, "no result within 2 s"),
        ("import os; os._exit(0)", Status.RUNTIME_ERROR, "without a result"),
        ("open('/etc/passwd').read()", Status.RUNTIME_ERROR, "PermissionError"),
        ("import socket; socket.socket()", Status.RUNTIME_ERROR, "line 1"),
    ],
)
async def test_code_that_cannot_be_executed_is_no_checker(pool, code, status, place):
    limits = Limits(seconds=2) if status is Status.TIMEOUT else LIMITS
    outcome = await check(code, [1], clues=[1], pool=pool, limits=limits)
    assert outcome.status is status, outcome
    assert place in outcome.message
    assert outcome.answer is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('no')", "line 4, column 5: ValueError: no"),
        ("raise ValueError(10 ** 10_000)", "ValueError: (ValueError in its message)"),
        ("raise ValueError('y' * 10_000_000)", "ValueError: yyy"),
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 3})", "Odd: (TypeError in its message)"),
        ("raise BaseException", "BaseException"),
        ("raise SystemExit", "SystemExit"),
        ("exit()", "SystemExit"),
        ("import sys; sys.exit(0)", "SystemExit"),
        ("return clue_1(a)", "RecursionError"),
        ("return 'yes'", "it returned a str, no truth value"),
        ("return None", "it returned a NoneType"),
        ("return 1.0", "it returned a float"),
        ("return 2", "another number than 0 and 1"),
        ("return 10 ** 100_000", "another number than 0 and 1"),
        ("return [True]", "it returned a list"),
        ("yield True", "it returned a generator"),
        ("class Yes(int):\n    def __eq__(self, other): return True\nreturn Yes(7)", "it returned a Yes"),
        ("return 0", False),
        ("return True", True),
        ("return (lambda a, b: True)(a)", "TypeError"),
        ("print('x' * 10_000_000, flush=True); return True", True),
        ("import sys; sys.stderr.write('x' * 10_000_000); return True", True),
        ("x = [0] * 10 ** 10", "MemoryError"),
        ("import threading; threading.Thread(target=print).start(); return 1", True),
    ],
)
async def test_a_predicate_says_true_or_false_or_what_is_wrong(pool, body, said):
    found, other = await of_clue(pool, body)
    assert found == said if isinstance(said, bool) else said in found
    assert isinstance(found, bool) or len(found) <= 1000
    assert other is True  # the next predicate is none the worse


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "while True:\n    try:\n        while True: pass\n    except Exception: pass",
        "import itertools; return any(False for _ in itertools.count())",
    ],
)
async def test_an_endless_predicate_leaves_time_for_the_next(pool, body):
    found, other = await of_clue(pool, body, limits=Limits(seconds=4))
    assert "no result within" in found
    assert other is True


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("import signal; signal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass", "no result within 2 s"),
        ("import signal; signal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass", "no result within 2 s"),
        ("import os; os._exit(0)", "without a result"),
        ("import os; os.abort()", "signal 6"),
        ("import ctypes; ctypes.string_at(0)", "signal 11"),
        ("import os; os.close(3)", "without a result"),
    ],
)
async def test_a_predicate_that_ends_the_process_takes_only_the_following_with_it(pool, body, said):
    found, other = await of_clue(pool, body, limits=Limits(seconds=2))
    assert said in found
    assert said in other
    code = "def fits(a): return True\ndef clue_1(a):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    code = code.replace("def clue_1(a):\n", "def clue_1(a):\n    if a == 2: return True\n")
    first, second = await judged(pool, code, [1, 2], [1], Limits(seconds=4))
    assert isinstance(first["clues"]["1"], str)
    assert second == {"fits": True, "clues": {"1": True}}


async def test_every_call_has_an_answer_of_its_own(pool):
    code = """
def fits(answer):
    answer["rows"][0].clear()
    answer.clear()
    return True
def clue_1(answer):
    answer["rows"].pop()
    return True
def clue_2(answer):
    return answer == {"rows": [[1, 2], [3]]}
"""
    given = {"rows": [[1, 2], [3]]}
    assert await judged(pool, code, [given, given], (1, 2)) == [{"fits": True, "clues": {"1": True, "2": True}}] * 2
    assert given == {"rows": [[1, 2], [3]]}


LASTING = {
    "a module": "import math; seen = math.__dict__.setdefault('seen', [])",
    "builtins": "import builtins; seen = builtins.__dict__.setdefault('seen', [])",
    "modules": "import sys; seen = sys.modules.setdefault('seen', [])",
    "the environment": "import os; seen = ['x'] * len(os.environ.get('SEEN', '')); os.environ['SEEN'] = 'x'",
}


@pytest.mark.parametrize("memory", ["globals().setdefault('seen', [])", "clue_1.__dict__.setdefault('seen', [])"])
async def test_a_name_of_the_code_does_not_outlast_a_call(pool, memory):
    body = f"    seen = {memory}\n    seen.append(a)\n    return len(seen) == 1"
    code = f"def fits(a): return clue_1(a)\ndef clue_1(a):\n{body}"
    assert await judged(pool, code, [1, 2, 3]) == [{"fits": True, "clues": {"1": True}}] * 3


@pytest.mark.parametrize("memory", LASTING)
async def test_nothing_outlasts_an_answer(pool, memory):
    body = f"    {LASTING[memory]}\n    seen.append(a)\n    return len(seen) == 1"
    code = f"def fits(a): return True\ndef clue_1(a):\n{body}"
    assert await judged(pool, code, [1, 2, 3]) == [{"fits": True, "clues": {"1": True}}] * 3


async def test_no_file_carries_anything_on(pool, tmp_path):
    tmp_path.chmod(0o777)
    body = f"    open({str(tmp_path / 'seen')!r}, 'a').write('x')\n    return True"
    code = f"def fits(a): return True\ndef clue_1(a):\n{body}"
    (found,) = await judged(pool, code)
    assert "PermissionError" in found["clues"]["1"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "lines",
    [
        "true\\n" * 50,
        '{"status": "satisfied", "answer": [{"fits": true, "clues": {"1": true}}]}\\n' * 3,
        "[" * 100_000 + "\\n",
        "NaN\\n7\\nnull\\n{}\\n",
        '"' + "y" * 500_000 + '"\\n',
        "\\n\\n\\n",
        "no line",
    ],
)
async def test_what_the_code_writes_itself_is_about_its_own_answer_only(pool, lines):
    code = (
        "import os\ndef fits(a):\n    if a == 'now':\n"
        f"        os.write(3, b'{lines[:2000]}')\n        os._exit(0)\n    return False\n"
        "def clue_1(a): return False\n"
    )
    before, forged, after = await judged(pool, code, ["a", "now", "b"])
    assert before == after == {"fits": False, "clues": {"1": False}}
    assert set(forged) == {"fits", "clues"}
    assert set(forged["clues"]) == {"1"}
    assert all(isinstance(each, bool | str) for each in (forged["fits"], forged["clues"]["1"]))


async def test_code_cannot_claim_to_be_refused_nor_more_than_a_failure(pool):
    claim = """import os
os.write(3, b'{"status": "optimal", "answer": 1}\\n')
os._exit(0)
"""
    outcome = await check(claim, [1], clues=[1], pool=pool, limits=LIMITS)
    assert (outcome.status, outcome.answer) == (Status.RUNTIME_ERROR, None)


async def test_the_time_does_not_tell_which_answer_it_is(pool):
    body = "    raise ValueError(resource.getrlimit(resource.RLIMIT_CPU))"
    code = f"import resource\ndef fits(a): return True\ndef clue_1(a):\n{body}"
    found = await judged(pool, code, list(range(4)), [1], Limits(seconds=40))
    assert len({str(each["clues"]["1"]) for each in found}) == 1


async def test_what_is_no_json_is_no_answer_to_check(pool):
    for odd in ({1, 2}, float, b"x"):
        assert (await check(HONEST, [odd], clues=[1], pool=pool)).status is Status.BAD_ANSWER


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox of other systems is none")
async def test_without_the_sandbox_no_checker_runs(tmp_path):
    """A plain process has no sandbox: only what the user allows runs in it."""
    code = f"def fits(a):\n    open({str(tmp_path / 'ran')!r}, 'w').close()\n    return True\n"
    async with Pool(workers=1, forking=False) as bare:
        outcome = await check(code, [1], clues=[], pool=bare, limits=LIMITS)
        assert outcome.status is Status.BLOCKED
        assert "--allow-unsandboxed" in outcome.message
        assert not (tmp_path / "ran").exists()
    async with Pool(workers=1, forking=False, allow_unsandboxed=True) as bare:
        assert (await check("def fits(a): return a", [True], clues=[], pool=bare)).answer == [
            {"fits": True, "clues": {}}
        ]


async def test_a_checker_is_no_language_for_problems(pool):
    assert "checker" not in solvers.names()
    assert "checker" not in names()
    with pytest.raises(UnknownFrameworkError):
        Settings(frameworks=("checker",), models={"author": {"name": "m"}})
    with pytest.raises(UnknownFrameworkError):
        await run(Program(framework="checker", preamble=HONEST), pool=pool)
    assert solvers.framework_of("x.py", "import cpmpy  # not checker\n") == "cpmpy"
