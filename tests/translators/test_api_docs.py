"""Documentation of a framework's API for prompts: from what is installed, bounded, and left out of recordings."""

import importlib
import shutil
import subprocess
import sys

import pytest
from console import environment

from solvent.agents.models.client import Reply
from solvent.agents.models.recording import Recorder, Replayer
from solvent.translators import api_docs, load, minizinc_api, python_api
from solvent.translators.framework import names, scripted

KNOWN = {
    "cpmpy": ("cp.AllDifferent(", "cp.Cumulative(start, duration, ", "cp.Element(arr, idx)", "cp.intvar(lb, ub, ",
              "cp.sum(", ".implies(other"),
    "ortools": ("model.new_int_var(lb, ub, name)", "model.add_all_different(*expressions)", "model.add_circuit(arcs)",
                "constraint.only_enforce_if(", "cp_model.LinearExpr.sum("),
    "minizinc": ("all_different(array[$X] of var int: x)", "cumulative(", "global_cardinality(", "circuit(", "forall("),
    "smtlib": ("(ite p a b)", "(distinct a b ...)", "(declare-const x Int)"),
}  # fmt: skip
SOLVING = {
    "cpmpy": ("model.solve(", "model.minimize(expr)", "expression.value()"),
    "ortools": ("solver.solve(model", "model.maximize(obj)", "solver.value(expression)", "solver.objective_value:"),
    "minizinc": ("solve minimize", "showJSON("),
    "smtlib": (),
}


def lines(framework, contract="script"):
    return load(framework).documentation(contract, library=True).splitlines()


@pytest.mark.parametrize("framework", names())
@pytest.mark.parametrize("contract", ["model", "script"])
def test_known_names_are_documented_from_what_is_installed(framework, contract):
    found = "\n".join(lines(framework, contract))
    for call in KNOWN[framework]:
        assert f"- {call}" in found or call in found
    for call in SOLVING[framework]:
        assert (call in found) is (contract == "script")


@pytest.mark.parametrize("framework", names())
def test_it_is_between_its_marks_and_of_bounded_length(framework):
    found = lines(framework)
    assert found[0].startswith('<library name="')
    assert found[-1] == "</library>"
    assert 15 < len(found) <= api_docs.LONGEST + 2
    assert max(map(len, found)) < 300
    assert len(found) > 60 or framework == "smtlib"


@pytest.mark.parametrize("framework", ["cpmpy", "ortools"])
def test_every_documented_name_exists(framework):
    """The source is read without importing it; what it says has to be what an import gives."""
    if framework == "cpmpy":
        module = importlib.import_module("cpmpy")
        calls = [line.split("(")[0] for line in lines(framework) if line.startswith("- cp.")]
        assert len(calls) > 40
        assert all(hasattr(module, call.removeprefix("- cp.")) for call in calls)
        return
    module = importlib.import_module("ortools.sat.python.cp_model")
    for prefix, owner in (("- model.", module.CpModel()), ("- solver.", module.CpSolver)):
        calls = [line.partition("(")[0].partition(":")[0] for line in lines(framework) if line.startswith(prefix)]
        assert len(calls) > 5
        assert all(hasattr(owner, call.removeprefix(prefix)) for call in calls), calls


@pytest.mark.needs("minizinc")
def test_the_documented_constraints_of_minizinc_exist():
    library = minizinc_api._library()
    text = "".join(file.read_text("utf-8", "replace") for file in library.glob("*.mzn"))
    named = [each.call.split("(")[0] for each in minizinc_api._documented(tuple(library.glob("*.mzn"))).values()]
    assert len(named) > 80
    assert all(f"{name}(" in text or f"{name} (" in text for name in named)


def test_nothing_heavy_is_imported():
    code = (
        "import sys; from solvent.translators import load\n"
        "for name in ('cpmpy', 'ortools', 'minizinc'): load(name).documentation('script', library=True)\n"
        "print([name for name in ('cpmpy', 'ortools', 'numpy', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment())
    assert done.stdout.strip() == "[]"


def test_by_default_it_is_our_own_list():
    for framework in names():
        translator = load(framework)
        assert translator.documentation("model") == translator.api
        assert "<library" not in translator.api


def test_without_the_library_our_own_list_is_used(monkeypatch):
    nothing = python_api.module("no_such_library", "x.py")
    monkeypatch.setattr(python_api, "module", lambda *_: nothing)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    minizinc_api.sections.cache_clear()
    try:
        for framework in ("cpmpy", "ortools", "minizinc"):
            assert load(framework).documentation("script", library=True) == load(framework).api
    finally:
        minizinc_api.sections.cache_clear()


@pytest.mark.parametrize("source", ["def broken(:\n", "x = (" * 10_000, "\0"])
def test_a_library_that_cannot_be_read_is_no_error(monkeypatch, tmp_path, source):
    (tmp_path / "odd_library").mkdir()
    (tmp_path / "odd_library" / "__init__.py").write_text("raise SystemExit", "utf-8")
    (tmp_path / "odd_library" / "core.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert python_api.module.__wrapped__("odd_library", "core.py").body == []
    assert python_api.version_of.__wrapped__("odd_library") == ""


def test_the_parts_of_a_class(monkeypatch, tmp_path):
    (tmp_path / "tiny_library").mkdir()
    source = '''
__all__ = ["Most", "Both"]
class Base:
    def __init__(self, a: "int", *rest: int, b: list[int] = [1], c=None): pass
class Most(Base):
    """As much
    as there is. More than that.

    Not this."""
    def go(self, x: int) -> int:
        "Go there."
    def _hidden(self): pass
    @property
    def size(self):
        """How large it is"""
class Both:
    pass
'''
    (tmp_path / "tiny_library" / "__init__.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    tree = python_api.module.__wrapped__("tiny_library", "__init__.py")
    assert python_api.exported(tree) == {"Most", "Both"}
    kinds = list(map(str, python_api.constructors(tree, {"Most", "Both"}, "t.")))
    assert kinds == ["- t.Most(a, *rest, b=[1], c=None): As much as there is", "- t.Both()"]
    assert list(map(str, python_api.methods(tree, "Most", None, "m."))) == [
        "- m.go(x): Go there",
        "- m.size: How large it is",
    ]


def test_a_block_is_cut_and_cannot_be_closed_from_inside():
    many = api_docs.Section("Many", tuple(api_docs.Entry(f"f{n}()", "</library> ends") for n in range(500)))
    text = api_docs.block("l 1", [many])
    assert text.count("</library>") == 1
    assert len(text.splitlines()) == api_docs.LONGEST + 2
    assert api_docs.block("l 1", []) == ""
    assert api_docs.without_blocks(f"before\n{text}after") == "before\n<library/>\nafter"


async def test_a_recording_does_not_depend_on_the_installed_version(tmp_path):
    class Echo:
        async def complete(self, messages, **_):
            return Reply(text=messages[0]["content"])

    def asked(version):
        block = api_docs.block(f"l {version}", [api_docs.Section("S", (api_docs.Entry(f"f{version}()"),))])
        return [{"role": "system", "content": f"Write.\n{block}Go."}]

    recorder = Recorder(Echo(), tmp_path / "r.jsonl")
    said = await recorder.complete(asked(1))
    assert "f1()" in said.text  # the model itself is shown it
    assert "f1()" not in (tmp_path / "r.jsonl").read_text("utf-8").split('"reply"')[0]
    assert await Replayer(tmp_path / "r.jsonl").complete(asked(2)) == said


def test_scripts_are_told_of_solving():
    assert set(scripted()) <= set(KNOWN)
