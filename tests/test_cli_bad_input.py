"""Input that cannot be used, is not understood, or is odd: a short message, the documented exit code, no traceback."""

import random
from contextlib import closing, nullcontext
from typing import Any

import pytest
from console import EXIT, ROOT, WARM, check_refusal, environment, one_object, solvent
from warm_console import WarmConsole

GRID = """\
Three cooks each made a different dish with a different spice.

cook: Alba, Bjarne, Chidi
dish: stew, pie, omelette
spice: cumin, saffron, nutmeg

Clues:
"""
CLUES = "1. Alba made the stew.\n2. Bjarne used saffron.\n3. The cook who made the pie used cumin.\n"
KEYS = {
    "status", "answer", "alternatives", "conflict", "clues", "evidence", "confidence", "program", "attempts", "usage",
    "seconds", "reason",
}  # fmt: skip


def write(folder, content: str | bytes, name: str = "puzzle.txt"):
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def check_result(result, *statuses: str) -> dict[str, Any]:
    """Check what `solve --json` printed, and that its status and its exit code say the same."""
    assert "Traceback" not in result.stderr
    assert len(result.stderr) < 600
    found = one_object(result)
    assert found.keys() >= KEYS
    assert found["status"] in statuses, found["reason"]
    assert result.returncode == EXIT[found["status"]]
    return found


def test_the_puzzle_of_this_file_is_a_good_one(tmp_path):
    """So that what is refused below is refused for the reason given there."""
    found = check_result(solvent("solve", write(tmp_path, GRID + CLUES), "--json"), "verified")
    assert [list(row.values()) for row in found["answer"]] == [
        ["Alba", "stew", "nutmeg"], ["Bjarne", "omelette", "saffron"], ["Chidi", "pie", "cumin"],
    ]  # fmt: skip
    piped = solvent("solve", "-", "--json", stdin=(GRID + CLUES).encode())
    assert check_result(piped, "verified")["answer"] == found["answer"]
    told = solvent("solve", "--text", GRID + CLUES, "--json")
    assert check_result(told, "verified")["answer"] == found["answer"]
    marked = solvent("solve", "-", "--json", stdin=(GRID + CLUES).replace("\n", "\r\n").encode("utf-8-sig"))
    assert check_result(marked, "verified")["answer"] == found["answer"]


UNUSABLE = {
    "empty": b"",
    "blank": b" \n\t\r\n  \n",
    "binary": bytes(range(256)) * 64,
    "zeros": b"\0" * 4096,
    "UTF-16": (GRID + CLUES).encode("utf-16"),
    "UTF-16 without a mark": (GRID + CLUES).encode("utf-16-be"),
    "Latin-1": (GRID + CLUES).replace("pie", "pâté").encode("latin-1"),
    "huge": b"word " * 2_000_000,
}


@pytest.mark.parametrize("extra", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("way", ["file", "stdin"])
@pytest.mark.parametrize("kind", UNUSABLE)
def test_file_that_is_no_text(tmp_path, kind, way, extra):
    path = write(tmp_path, UNUSABLE[kind])
    source, stdin = (path, b"") if way == "file" else ("-", UNUSABLE[kind])
    result = solvent("solve", source, *extra, stdin=stdin)
    check_refusal(result, 2)
    assert (path.name if way == "file" else "standard input") in result.stderr
    if kind in ("UTF-16", "Latin-1"):
        assert "UTF-8" in result.stderr


@pytest.mark.parametrize("command", ["solve", "run"])
def test_file_that_is_none(tmp_path, command):
    (tmp_path / "folder.py").mkdir()
    for name in ("absent.py", "folder.py", "folder.py/within.py"):
        result = solvent(command, tmp_path / name)
        check_refusal(result, 2)
        assert name in result.stderr


USAGE = {
    "no command": ((), ""),
    "unknown command": (("slove",), "slove"),
    "no puzzle": (("solve",), "--text"),
    "empty --text": (("solve", "--text", ""), "--text"),
    "blank --text": (("solve", "--text", " \n "), "--text"),
    "file and --text": (("solve", "examples/small.txt", "--text", "x"), "--text"),
    "unknown option": (("solve", "--no-such-option", "examples/small.txt"), "--no-such-option"),
    "unknown framework": (("solve", "--framework", "prolog", "examples/small.txt"), "prolog"),
    "unknown framework for run": (("run", "--framework", "prolog", "examples/knapsack.py"), "prolog"),
    "unknown thing to show": (("solve", "--show", "everything", "examples/small.txt"), "everything"),
    "unknown question": (("run", "--ask", "why", "examples/knapsack.py"), "why"),
    "no statement": (("run", "--ask", "must", "examples/knapsack.py"), "--statement"),
    "statement for another question": (("run", "--statement", "{}", "examples/knapsack.py"), "--statement"),
    "statement that is no JSON": (("run", "--ask", "could", "--statement", "{", "examples/knapsack.py"), "--statement"),
    "deep statement": (("run", "--ask", "could", "--statement", "[" * 9999, "examples/knapsack.py"), "--statement"),
    "limit for another question": (("run", "--most", "3", "examples/knapsack.py"), "--most"),
    "timeout zero": (("solve", "--timeout", "0", "examples/small.txt"), "--timeout"),
    "timeout below zero": (("solve", "--timeout=-1", "examples/small.txt"), "--timeout"),
    "timeout no number": (("solve", "--timeout", "nan", "examples/small.txt"), "--timeout"),
    "timeout without end": (("solve", "--timeout", "inf", "examples/small.txt"), "--timeout"),
    "no workers": (("solve", "--workers", "0", "examples/small.txt"), "--workers"),
    "half a worker": (("solve", "--workers", "1.5", "examples/small.txt"), "--workers"),
    "trace into a folder": (("solve", "--trace", "examples", "examples/small.txt"), "examples"),
    "trace into nowhere": (("solve", "--trace", "no/such/folder/trace", "examples/small.txt"), "no/such/folder"),
}


@pytest.mark.parametrize("case", USAGE)
def test_usage(case):
    args, named = USAGE[case]
    result = solvent(*args)
    check_refusal(result, 2)
    assert named in result.stderr
    if "framework" in case:
        assert "smtlib" in result.stderr
        assert "cpmpy" in result.stderr


WORDS = [
    "the", "a", "of", "and", "or", "either", "neither", "nor", "not", "first", "last", "house", "person", "left",
    "next", "between", "more", "less", "than", "who", "lives", "drinks", "Marta", "Willem", "red", "green", "river",
    "stone", "under", "slowly", "3", "17", "$40", "9:30am", "because",
]  # fmt: skip


def prose(size: int) -> str:
    """Give sentences that mean nothing, with the words and numbers that puzzles are made of among them."""
    draw = random.Random(7)
    sentences = []
    while size > 0:
        sentence = " ".join(draw.choices(WORDS, k=draw.randint(4, 25))).capitalize() + draw.choice(".,;?!\n:")
        sentences.append(sentence)
        size -= len(sentence) + 1
    return " ".join(sentences)


LONG = {
    "prose": lambda: prose(1_000_000),
    "numbered prose": lambda: "\n".join(f"{i}. {line}" for i, line in enumerate(prose(1_000_000).split("."), 1)),
    "one word": lambda: "a" * 1_000_000,
    "one list": lambda: "thing: " + ", ".join(["v"] * 300_000),
    "spaces": lambda: "x" + " " * 1_000_000 + "x",
    "brackets": lambda: "[{(" * 333_333,
}


@pytest.mark.parametrize("kind", LONG)
def test_megabyte(tmp_path, kind):
    """A megabyte of no puzzle is refused in the time in which a person waits."""
    path = write(tmp_path, LONG[kind]())
    found = check_result(solvent("solve", path, "--json"), "failed")
    assert found["answer"] is None
    assert 0 < len(found["reason"]) < 600
    assert found["seconds"] < 30
    check_refusal(solvent("solve", path), 13)


ODD = [
    "Clues:", "1.", "1. 2. 3.", "{", "[]", "null", '{"variables": 3, "clues": {}}', '{"variables": {}, "clues": []}',
    "# only a comment", "a:\nb:\n\nClues:\n1. a", "## Clues:\n1. The first house is not the first house.",
    "There are 0 houses.\n\nClues:\n1. Nobody lives there.", "There are 99999999999 houses.\n - Names: `A`, `B`",
    "name: Ann\n\nClues:\n1. Ann is not Ann.", "\u202e\ufeff\x07?", "What is the capital of Peru?",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD)
def test_odd_text(text):
    """Fragments and jokes: whatever comes of them, it is a result in the contract and no fault."""
    result = solvent("solve", "--text", text, "--json")
    found = check_result(result, "failed", "contradictory", "ambiguous", "unverified")
    assert found["reason"]


def test_text_that_is_no_text_at_all():
    """Bytes of another encoding in the arguments, where no file can be named."""
    result = solvent("solve", "--text", GRID.encode() + b"1. Alba made the p\xe2t\xe9.", "--json")
    assert result.returncode in (2, 10, 11, 13)
    check_refusal(solvent("solve", b"\xff\xfe.txt"), 2)


def test_terminal_that_knows_ascii_only(tmp_path):
    """Names beyond ASCII do not bring down a result that is right."""
    path = write(tmp_path, (GRID + CLUES).replace("Bjarne", "Zoë"))
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    with closing(WarmConsole(environment(**ascii_only))) if WARM else nullcontext() as console:
        for extra in ((), ("--json",), ("--show", "program"), ("--show", "clues")):
            result = solvent("solve", path, *extra, console=console, **ascii_only)
            assert result.returncode == 0, result.stderr
            assert result.stdout
            assert result.stdout.isascii()


def test_no_clues(tmp_path):
    path = write(tmp_path, GRID)
    found = check_result(solvent("solve", path, "--json"), "ambiguous")
    assert found["answer"] is not None
    assert found["alternatives"]
    assert found["answer"] not in found["alternatives"]
    check_refusal(solvent("solve", path), 11)


@pytest.mark.parametrize("form", ["list", "prose"])
@pytest.mark.parametrize(("change", "named"), [
    (("cumin, saffron, nutmeg", "cumin, saffron"), ("spice",)),
    (("cumin, saffron, nutmeg", "cumin, saffron, nutmeg, clove"), ("spice",)),
    (("stew, pie, omelette", "stew, pie, stew"), ("stew",)),
    (("stew, pie, omelette", "stew, pie, Pie"), ("pie", "Pie")),
])  # fmt: skip
def test_categories_that_do_not_fit(tmp_path, form, change, named):
    """Too few values, too many, the same one twice: refused, and the category or the value is named."""
    text = (GRID + CLUES).replace(*change)
    if form == "prose":
        for name in ("cook", "dish", "spice"):
            text = text.replace(f"{name}: ", f" - Each person has a different {name}: ")
        text = text.replace("Three cooks each made a different dish with a different spice.", "There are 3 people.")
    path = write(tmp_path, text)
    found = check_result(solvent("solve", path, "--json"), "failed")
    assert any(name in found["reason"] for name in named), found["reason"]
    plain = solvent("solve", path)
    check_refusal(plain, 13)
    assert any(name in plain.stdout + plain.stderr for name in named)


def test_value_of_two_categories(tmp_path):
    """A value that two categories share is odd, but it is a puzzle."""
    path = write(tmp_path, (GRID + CLUES).replace("cumin", "pie"))
    check_result(solvent("solve", path, "--json"), "verified", "unverified", "ambiguous", "contradictory", "failed")


PROGRAMS = {
    "data.yaml": '{"answer": 1}',
    "template.smt2": '(declare-const x Int)\n; clue 1\n(assert (> x 1))\n; answer\n; {"x": \n',
    "no_template.smt2": "(declare-const x Int)\n; clue 1\n(assert (> x 1))\n",
    "bracket.smt2": '(declare-const x Int)\n; clue 1\n(assert (> x 1)\n; answer\n; {"x": "x"}\n',
    "unknown_term.smt2": '(declare-const x Int)\n; clue 1\n(assert (> x 1))\n; answer\n; {"x": "y"}\n',
    "unknown_name.smt2": '(declare-const x Int)\n; clue 1\n(assert (> z 1))\n; answer\n; {"x": "x"}\n',
    "syntax.py": "import cpmpy as cp\nx = cp.intvar(1, 3)\nwith clue(1):\n    model += x >\nanswer = {'x': x}\n",
    "name.py": "import cpmpy as cp\nx = cp.intvar(1, 3)\nwith clue(1):\n    model += z > 1\nanswer = {'x': x}\n",
    "no_template.py": "import cpmpy as cp\nx = cp.intvar(1, 3)\nwith clue(1):\n    model += x > 1\n",
    "prose.py": "There are three houses.\n",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_that_cannot_run(tmp_path, name):
    """A program with a mistake is unusable (2) or fails (13); the message leads to the mistake."""
    path = write(tmp_path, PROGRAMS[name], name)
    plain, result = solvent("run", path), solvent("run", path, "--json")
    assert result.returncode == plain.returncode
    assert "Traceback" not in plain.stderr + result.stderr
    if result.returncode == 2:
        check_refusal(plain, 2)
        check_refusal(result, 2)
        message = result.stderr
    else:
        assert result.returncode == 13
        found = one_object(result)
        assert found["status"] in ("syntax_error", "runtime_error", "bad_answer", "blocked")
        assert found["answer"] is None
        message = found["message"]
        assert message.splitlines()[0] in plain.stdout + plain.stderr
    expected = {
        "data.yaml": ("smtlib",), "unknown_term.smt2": ("y",), "unknown_name.smt2": ("z",), "syntax.py": ("line 4",),
        "name.py": ("z", "line 4"),
    }  # fmt: skip
    for word in expected.get(name, ("answer",) if "template" in name else ()):
        assert word in message


def test_here_the_examples_are_found():
    """The paths used above are read from the repository's root."""
    assert (ROOT / "examples" / "small.txt").is_file()
    assert (ROOT / "examples" / "knapsack.py").is_file()
