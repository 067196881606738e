"""The presets of CP-Bench on its own set: what the model is shown, what it costs, and what identifies a run."""

import json
import re

import pytest
from console import EXAMPLES, check_refusal, one_object, solvent_here
from loopback import Raw, Status

from solvent.agents import ModelChoice, SettingsError
from solvent.agents.presets import preset_of
from solvent.benchmarks import load
from solvent.benchmarks.runs import fingerprint
from solvent.benchmarks.runs.estimate import calls_per_case
from solvent.benchmarks.runs.run import Plan
from solvent.solvers import Pool
from solvent.translators import api_docs, cpmpy, python_api

pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")

# Inspect's own, of a library that it uses.
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")

DATA = EXAMPLES / "cp_bench" / "problems.jsonl"
BENCH = load("cp-bench")
CASES = {case.id: case for case in BENCH.load(DATA)}
REFERENCES = {each.id: each for each in BENCH.examples(list(CASES.values()))}
AUTHOR = {"author": ModelChoice(name="m")}


def preset(name, **values):
    return preset_of(f"cp-bench-{name}").changed(models=AUTHOR, **values)


def reference(request):
    """A model that knows the reference of the problem at hand, which is the last in a prompt."""
    prompt = request.messages[-1]["content"]
    if "[[OK]]" in prompt:
        return "Nothing has to change.\n[[OK]]"
    (case,) = [case for case in CASES.values() if case.text.strip() in prompt]
    return f"```python\n{REFERENCES[case.id].program}\n```"


def bench(capsys, loopback, name, *more):
    common = ("bench", "cp-bench", "--data", DATA, "--model", "m", "--base-url", loopback.url, "--limit", "2", "--json")
    return one_object(solvent_here(capsys, *common, "--preset", f"cp-bench-{name}", *more))


def test_the_references_are_scripts_that_state_their_data():
    assert REFERENCES.keys() == CASES.keys()
    ferry = REFERENCES["ferry_loading"]
    assert ferry.text == CASES["ferry_loading"].text
    assert "deck = 10" in ferry.program
    assert "print(json.dumps(" in ferry.program


def test_the_sets_own_references_are_shown_but_never_that_of_the_case(capsys, loopback):
    loopback.script(reference)
    found = bench(capsys, loopback, "raicl", "--examples", "4")
    assert found["metrics"]["accuracy"] == 1
    told = {json.dumps(request.messages[-1]) for request in loopback.requests}
    assert len(loopback.requests) == len(told) == found["n"] == 2
    for request in loopback.requests:
        roles = [message["role"] for message in request.messages]
        assert roles == ["system", *["user", "assistant"] * 4, "user"]
        problem = request.messages[-1]["content"]
        (own,) = [case for case in CASES.values() if case.text.strip() in problem]
        shown = "".join(message["content"] for message in request.messages[1:-1])
        assert REFERENCES[own.id].program not in shown
        assert own.key.description not in shown
        assert sum(each.program in shown for each in REFERENCES.values()) == 4


def test_embeddings_are_computed_once_in_a_run(capsys, loopback):
    asked_for = []

    def answer(request):
        if not request.path.endswith("embeddings"):
            return reference(request)
        asked_for.extend(request.body["input"])
        data = [{"index": n, "embedding": [1.0, len(text)]} for n, text in enumerate(request.body["input"])]
        return Raw(json.dumps({"data": data}).encode())

    loopback.script(answer)
    found = bench(capsys, loopback, "raicl", "--model-for", "embedder=e")
    assert found["metrics"]["accuracy"] == 1
    assert len(asked_for) == len(set(asked_for))
    assert len(asked_for) <= len(CASES)


def test_an_embedder_that_cannot_be_reached_leaves_the_cases_for_later(capsys, loopback, tmp_path):
    loopback.script(lambda request: Status(404) if request.path.endswith("embeddings") else reference(request))
    common = ("bench", "cp-bench", "--data", DATA, "--model", "m", "--base-url", loopback.url, "--limit", "2", "--json")
    more = ("--preset", "cp-bench-raicl", "--model-for", "embedder=e", "--out", tmp_path / "out")
    done = solvent_here(capsys, *common, *more)
    assert done.returncode == 13
    assert "no embeddings" in done.stderr


def test_references_that_do_not_fit_are_refused_before_anything_is_paid_for(capsys, loopback, tmp_path):
    common = ("bench", "cp-bench", "--data", DATA, "--model", "m", "--base-url", loopback.url)
    for more in (("--framework", "ortools"), ("--contract", "model")):
        refused = solvent_here(capsys, *common, "--preset", "cp-bench-raicl", *more)
        check_refusal(refused, 2)
        assert re.search(r"the references of cp-bench is not a (script|model) in (ortools|cpmpy)", refused.stderr)
    refused = solvent_here(
        capsys, "bench", "puzzles", *common[2:], "--preset", "cp-bench-raicl", "--data", puzzles(tmp_path)
    )
    check_refusal(refused, 2)
    assert "--examples-from" in refused.stderr


def puzzles(tmp_path):
    file = tmp_path / "puzzles.jsonl"
    file.write_text('{"id": "1", "text": "Which number is 3?", "answer": 3}\n')
    return file


@pytest.mark.parametrize(
    ("name", "values", "calls"),
    [
        ("level1", {}, (1, 1)),
        ("sampling", {}, (10, 10)),
        ("verify", {}, (2, 11)),
        ("both", {}, (11, 20)),
        ("both", {"frameworks": ("smtlib",)}, (21, 40)),
        ("both", {"decomposition": True, "samples": 2, "self_verification": 3}, (4, 6)),
    ],
)
def test_the_estimate_is_what_a_run_calls(name, values, calls):
    assert calls_per_case(preset(name, **values)) == calls


@pytest.mark.parametrize("name", ["level2", "verify", "raicl"])
def test_a_run_calls_as_often_as_estimated(capsys, loopback, name):
    loopback.script(reference)
    found = bench(capsys, loopback, name)
    least, _ = calls_per_case(preset(name))
    assert found["usage"]["calls"] == len(loopback.requests) == 2 * least


def prints(**values):
    return fingerprint.fingerprint(preset("level3", **values)).prompts


def test_another_version_of_a_library_is_another_fingerprint(monkeypatch):
    before, plain = prints(), prints(api="list")
    assert before != plain
    entry = api_docs.Entry("cp.New()")
    monkeypatch.setattr(python_api, "constructors", lambda *_: (entry,))
    changed = prints()
    monkeypatch.undo()
    monkeypatch.setattr(python_api, "version_of", lambda _: "cpmpy 99.0")
    assert len({before, changed, prints()}) == 3
    assert prints(api="list") == plain
    assert prints(level=2) == prints(level=2, api="list")
    assert 'name="cpmpy 99.0"' in cpmpy.library("script")


def test_other_examples_or_prompts_are_another_fingerprint(tmp_path):
    file = tmp_path / "examples.jsonl"
    found = set()
    for text in ("one", "two"):
        file.write_text(json.dumps({"id": "a", "text": text, "program": "import cpmpy; print()"}))
        found.add(prints(examples=1, examples_from=str(file)))
    assert len({*found, prints(), prints(self_verification=1), prints(examples=1)}) == 5
    with pytest.raises(SettingsError, match="cannot read"):
        prints(examples=1, examples_from=str(tmp_path / "none"))


async def test_cells_of_a_comparison_may_differ_in_their_examples():
    async with Pool(1) as pool:
        plan = await Plan.of(BENCH, preset("level3"), DATA, pool=pool, limit=1)
    assert plan.examples() is None
    other = plan.with_settings(preset("raicl"))
    assert len(other.examples().listed) == len(CASES)  # of the whole set, not only of the selected case
    with pytest.raises(SettingsError, match="not a script in ortools"):
        plan.with_settings(preset("raicl", frameworks=("ortools",)))
