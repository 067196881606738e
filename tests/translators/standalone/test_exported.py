"""Exported programs: each is run by its framework's own tools, apart from Solvent, and gives the answer of `solve`."""

import functools
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from console import EXAMPLES, check_refusal, solvent_here
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers import Fragment, Program, SolventError, accepts, load, second
from solvent.translators import standalone
from solvent.translators.standalone._listing import commented

PUZZLES = (
    "ambiguous",
    "contradictory",
    "killer",
    "lists",
    "money",
    "needs_model",
    "numbers",
    "ranks",
    "seating",
    "small",
    "sudoku",
    "talks",
    "zebra",
)
PROGRAMS = Path(__file__).parents[2] / "solvers" / "example_programs"
SUFFIXES = {"cpmpy": ".py", "ortools": ".py", "minizinc": ".mzn", "smtlib": ".smt2"}
FRAMEWORKS = [
    pytest.param(name, marks=pytest.mark.needs("minizinc") if name == "minizinc" else []) for name in SUFFIXES
]
ODD = 'Names: Zo\u00eb, O\'Neil "Bo"\nThings: back\\slash, \u8336\n\n1. Zo\u00eb has \u8336.\n'
EVIL = 'x\rmodel += False\n"""\n*/ constraint false;\u2028(assert false) |a| \\u{41} -*- coding: utf-7 -*- \x00\x0c'
TRICKY = {
    "star": "from cpmpy import *\nx, y = intvar(1, 9, shape=2)\nmodel += x + y == 17\nmodel += x < y\n"
    'answer = {"x": x, "big": [where(x > 5, "yes"), where(x > 8, "no")]}\n',
    "nested": "import cpmpy as cp\nx = cp.intvar(0, 9, shape=3)\nfor i in range(3):\n    with clue(i + 1):\n"
    "        model += x[i] == i * i\nprint = json = 7\nanswer = list(x)\n",
    "named": "import cpmpy\nm = cpmpy.Model()\nx = cpmpy.intvar(0, 3)\nm += x > 2\nanswer = [x, cpmpy.intvar(5, 5)]\n",
    "data": '"""A docstring."""\nfrom __future__ import annotations\nimport cpmpy as cp\n'
    'data = {"most": 7, "of": [1, 2]}\n'
    "x = cp.intvar(0, most)\nwith clue(1):\n    model += x % 2 == of[0]\nobjectives = [maximize(x)]\nanswer = [x]\n",
    "labels": "import cpmpy as cp\nx = cp.intvar(1, 2)\nwith clue(1):\n    model += x > 0\n"
    'answer = labelled(x, {1: "a", 2: "a"})\n',
}
# Runs each file in a fork of a process that has imported the library, and that knows nothing of Solvent.
DRIVER = """
import importlib, json, os, runpy, sys
sys.path[:] = [place for place in sys.path if not os.path.isdir(os.path.join(place, "solvent"))]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
library, *files = sys.argv[1:]
importlib.import_module(library)
for file in files:
    child = os.fork()
    if not child:
        for number, end in ((1, ".out"), (2, ".err")):
            os.dup2(os.open(file + end, os.O_CREAT | os.O_WRONLY), number)
        runpy.run_path(file, run_name="__main__")
        sys.stdout.flush()
        assert "solvent" not in sys.modules
        sys.stderr.flush()
        os._exit(0)
    os.waitpid(child, 0)
"""
Z3 = """
import sys, z3
for file in sys.argv[2:]:
    context = z3.Context()
    try:
        said = z3.Z3_eval_smtlib2_string(context.ref(), open(file, encoding="utf-8").read())
    except z3.Z3Exception as error:
        said = error.args[0].decode()
    open(file + ".out", "w").write(said)
"""


def run_all(framework, sources, folder):
    """Run programs by name; return what each wrote to standard output, and to standard error."""
    files = {name: folder / f"{name}{SUFFIXES[framework]}" for name in sources}
    for name, file in files.items():
        file.write_text(sources[name], encoding="utf-8")
    if framework == "minizinc":
        return {name: minizinc(file) for name, file in files.items()}
    code, library = (
        (Z3, "z3")
        if framework == "smtlib"
        else (DRIVER, "cpmpy" if framework == "cpmpy" else "ortools.sat.python.cp_model")
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, library, *map(str, files.values())],
        cwd=folder,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {
        name: tuple(other.read_text() if (other := Path(f"{file}{end}")).exists() else "" for end in (".out", ".err"))
        for name, file in files.items()
    }


def minizinc(file):
    options = ["--soln-sep", "", "--search-complete-msg", ""]
    done = subprocess.run(
        ["minizinc", *options, str(file)], cwd=file.parent, text=True, capture_output=True, check=False
    )
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def answers(solve):
    return {name: solve((EXAMPLES / f"{name}.txt").read_text("utf-8")) for name in PUZZLES} | {"odd": solve(ODD)}


@pytest.fixture(scope="module")
def programs():
    """Programs as models write them, by framework and name."""
    texts = {
        framework: {name: (PROGRAMS / framework / f"{name}{suffix}").read_text() for name in ("many", "pack", "stages")}
        for framework, suffix in SUFFIXES.items()
    }
    texts["cpmpy"] |= TRICKY
    return {name: {each: load(name).parse(text) for each, text in some.items()} for name, some in texts.items()}


@pytest.fixture(scope="module")
def ran(answers, programs, tmp_path_factory):
    """What every exported program of a framework wrote, by name: one process runs them all."""

    @functools.cache
    def run(framework):
        sources = {name: answer.export(framework) for name, answer in answers.items()}
        small = answers["small"].subject.written_in(framework)
        sources["evil"] = standalone.written(small, dict.fromkeys(range(1, 9), EVIL), EVIL)
        sources |= {name: standalone.written(program) for name, program in programs[framework].items()}
        return run_all(framework, sources, tmp_path_factory.mktemp(framework))

    return run


def named(answer):
    """The values of an answer as SMT-LIB programs name them; all that a program leaves open is among them."""
    if isinstance(answer, dict):
        return {key: str(value) for key, value in answer.items()}
    if isinstance(answer[0], list):
        return {f"{i}, {j}": str(cell) for i, row in enumerate(answer, 1) for j, cell in enumerate(row, 1)}
    first = next(iter(answer[0]))
    return {f"{first} {row[first]}, {key}": str(row[key]) for row in answer for key in row if key != first}


def shown(out):
    """The values that z3 prints, by name."""
    return {name: value.strip('"') for name, value in re.findall(r"\(\|answer: ([^|]*)\| (.*?)\)+$", out, re.MULTILINE)}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_examples_run_without_solvent_and_give_the_answer_of_solve(answers, ran, framework):
    for name in PUZZLES:
        out, err = ran(framework)[name]
        answer = answers[name]
        allowed = [answer.answer, *answer.alternatives]
        if answer.status == "contradictory":
            assert re.search("UNSATISFIABLE|^unsat|^$", out), (name, out)
        elif framework == "smtlib":
            found = shown(out)
            assert found, (name, out)
            assert any(found.items() <= named(each).items() for each in allowed), (name, out)
        else:
            assert json.loads(out) in allowed, (name, err)
        if framework in ("cpmpy", "ortools"):
            said = {"contradictory": "There is no answer", "ambiguous": "Another answer: "}.get(answer.status)
            assert (said or "This is the only answer.") in err, (name, err)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_clue_stands_above_what_it_says(answers, framework):
    answer = answers["zebra"]
    lines = answer.export(framework).splitlines()
    mark = {"minizinc": "%", "smtlib": ";"}.get(framework, "#")
    for clue in answer.clues:
        (place,) = [number for number, line in enumerate(lines) if line == f"{mark} Clue {clue.id}: {clue.text}"]
        assert re.match(r"model|constraint|require|\(assert", lines[place + 1])


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_programs_that_a_model_wrote(in_pool, programs, ran, framework):
    """Programs with conditional items, labels, truth values and objectives: what they print is an answer of theirs."""
    for name, program in programs[framework].items():
        out, err = ran(framework)[name]
        if framework == "smtlib":
            assert out.startswith("sat"), (name, out)
            assert "error" not in out
            continue
        found = json.loads(out)
        assert in_pool(lambda pool, program=program, found=found: accepts(program, found, pool=pool)).status.solved, (
            name
        )
        if framework != "minizinc":
            other = in_pool(lambda pool, program=program, found=found: second(program, found, pool=pool))
            assert ("only answer" in err) == (other.status == "unsatisfiable"), (name, err)


@given(st.text())
def test_comments_stay_comments(text):
    for mark in ("#", "%", ";"):
        lines = commented(mark, text)
        assert all(line.startswith(f"{mark} ") and line.isprintable() for line in lines)
        assert "".join(line[2:] for line in lines).replace(" ", "") == "".join(
            c for c in text if c.isprintable() and c != " "
        )


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_a_text_holds_is_no_code(answers, ran, framework):
    out, _ = ran(framework)["evil"]
    answer = answers["small"].answer
    assert shown(out) == named(answer) if framework == "smtlib" else json.loads(out) == answer


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_values_may_be_any_text(answers, ran, framework):
    out, _ = ran(framework)["odd"]
    assert answers["odd"].status == "verified"
    if framework == "smtlib":
        assert list(shown(out).values()) == ["\\u{8336}", "back\\slash"]
    else:
        assert json.loads(out) == answers["odd"].answer


def test_what_cannot_be_exported():
    with pytest.raises(SolventError, match="runs in Solvent alone"):
        standalone.written(Program(framework="wordplay", preamble=""))
    with pytest.raises(SolventError, match="is a script"):
        standalone.written(Program(framework="cpmpy", preamble="print(1)", contract="script"))
    with pytest.raises(SolventError, match="no Python"):
        standalone.written(Program(framework="ortools", preamble="x = (", answer="x"))
    for framework in ("smtlib", "minizinc"):
        broken = Program(framework=framework, preamble="", fragments=(Fragment(clue=1, code=""),), answer="{")
        with pytest.raises(SolventError, match="cannot be exported"):
            standalone.written(broken)


def test_command(capsys, tmp_path, answers):
    out = tmp_path / "small.mzn"
    done = solvent_here(capsys, "export", EXAMPLES / "small.txt", "--framework", "minizinc", "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.read_text("utf-8") == answers["small"].export("minizinc")
    done = solvent_here(capsys, "export", EXAMPLES / "needs_model.txt", "--framework", "smtlib")
    assert done.returncode == 13
    assert "states a guess at clue 4" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("zebra.txt",), 2, "name the language"),
        (("zebra.txt", "--framework", "prolog"), 2, "name the language"),
        (("cryptogram.txt", "--framework", "cpmpy"), 2, "no cpmpy program can state it"),
        (("lorry.txt", "--framework", "cpmpy"), 13, "none of the puzzle's clues was understood"),
        (("musicians.txt", "--framework", "cpmpy"), 13, "was not read"),
        (("zebra.txt", "--framework", "cpmpy", "--out", "/no/such/folder/x"), 2, "cannot write"),
    ],
)
def test_refusals(capsys, arguments, code, said):
    name, *options = arguments
    done = solvent_here(capsys, "export", EXAMPLES / name, *options)
    check_refusal(done, code)
    assert said in done.stderr
