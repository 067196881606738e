"""Runs on Inspect: the same records as anywhere else, readable logs, and failures in the denominator."""

import asyncio
import json
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from console import COMMAND, check_refusal, environment, one_object, solvent_here
from loopback import Choices
from scripted_model import serve

from solvent.agents import OpenAIModel
from solvent.benchmarks import load

# Inspect's own, of a library that it uses.
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")

PLAIN = 'reply = "text"\nrules = false\nframeworks = ["none"]\n'

inspect_ai = pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")


@pytest.fixture
def scripted(lgp):
    """A scripted model for the handmade puzzles."""
    server = serve([case.text for case in load("lgp").load(lgp)])
    yield server
    server.close()


def bench(capsys, lgp, scripted, *more):
    common = ("bench", "lgp", "--data", lgp, "--model", "scripted", "--no-rules", "--base-url", scripted.url, "--json")
    return one_object(solvent_here(capsys, *common, *more))


def test_a_model_is_run_on_inspect_and_recorded_by_us(capsys, lgp, scripted, tmp_path):
    found = bench(capsys, lgp, scripted, "--out", tmp_path / "out")
    records = [json.loads(line) for line in (tmp_path / "out" / "cases.jsonl").read_text().split("\n")[:-1]]
    assert found["n"] == len(records) == 3
    assert sum(record["usage"]["calls"] for record in records) == found["usage"]["calls"] == len(scripted.requests)
    assert {record["answered_by"] for record in records} <= {"scripted", ""}
    assert all(record["attempts"][0]["messages"] for record in records)

    (file,) = (tmp_path / "out" / "logs").glob("*.eval")
    log = inspect_ai.log.read_eval_log(str(file))
    assert log.status == "success"
    assert log.results.scores[0].metrics["accuracy"].value == pytest.approx(found["metrics"]["accuracy"])
    told = {event.source for event in log.samples[0].events if event.event == "info"}
    assert {"decompose", "translate", "run", "gate", "answer"} <= told
    assert any(event.event == "model" for event in log.samples[0].events)
    tokens = sum(usage.total_tokens for usage in log.stats.model_usage.values())
    assert tokens == found["usage"]["prompt_tokens"] + found["usage"]["completion_tokens"]


def test_a_finished_run_asks_nothing_again(capsys, lgp, scripted, tmp_path):
    first = bench(capsys, lgp, scripted, "--out", tmp_path / "out")
    asked = len(scripted.requests)
    again = bench(capsys, lgp, scripted, "--out", tmp_path / "out")
    assert len(scripted.requests) == asked
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_a_generated_set_is_generated_in_a_task(tmp_path):
    options = ("limit=2", "seed=3", "group=boolean/D1", "set=order=reversed,descriptions=1")
    command = ["eval", "solvent/dyval", *(part for each in options for part in ("-T", each)), "--model", "none"]
    command = [*command, "--log-dir", str(tmp_path / "logs"), "--display", "none"]
    run = subprocess.run([sys.executable, "-m", "inspect_ai", *command], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    (file,) = (tmp_path / "logs").glob("*.eval")
    log = inspect_ai.log.read_eval_log(str(file))
    start = "boolean/D1,_descriptions_1/seed=3,descriptions=1,order=reversed"
    assert sorted(sample.id for sample in log.samples) == [f"{start}/0", f"{start}/1"]


def test_the_tasks_are_found_by_name(capsys, lgp, tmp_path):
    """In another process, for Inspect keeps much in globals."""
    plain = one_object(solvent_here(capsys, "bench", "lgp", "--data", lgp, "--json"))
    command = ["eval", "solvent/lgp", "-T", f"data={lgp}", "--model", "none", "--log-dir", tmp_path / "logs"]
    run = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command, "--display", "none"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (file,) = (tmp_path / "logs").glob("*.eval")
    log = inspect_ai.log.read_eval_log(str(file))
    assert len(log.samples) == 3
    assert [score.metrics["accuracy"].value for score in log.results.scores] == [
        pytest.approx(plain["metrics"]["accuracy"])
    ]


def test_the_schema_reaches_other_providers_in_the_prompt():
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from solvent.benchmarks.runs.inspect_model import InspectModel

    output = ModelOutput.from_content("mockllm", 'Well: {"x": 3}')
    output.usage = ModelUsage(input_tokens=3, output_tokens=4)  # or else Inspect looks for a tokenizer on the network
    model = get_model("mockllm/model", custom_outputs=[output])
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    asked = InspectModel(model).complete([{"role": "user", "content": "What is x?"}], schema=schema)
    reply = asyncio.run(asked)
    assert reply.data == {"x": 3}
    assert reply.usage.calls == 1


def test_samples_share_a_request_of_our_own_provider(loopback):
    from solvent.benchmarks.runs.inspect_model import InspectModel

    ask = [{"role": "user", "content": "Name a fruit."}]
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    loopback.script(Choices(('{"n": 1}', '{"n": 2}', '{"n": 3}')), '{"n": 4}')
    model = InspectModel.over(OpenAIModel("m", loopback.url))

    async def walk():
        return [await model.complete_many(ask, 3, schema=schema, temperature=0.5, seed=7) for _ in range(3)]

    first, second, third = asyncio.run(walk())
    assert [reply.data for reply in first] == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert [reply.usage.calls for reply in first] == [1, 0, 0]
    assert ([reply.data for reply in second], third) == ([{"n": 4}], [])  # and now it is known that `n` is ignored
    asked = [(each.body["n"], each.body["temperature"], each.body["seed"], each.format) for each in loopback.requests]
    assert asked == [(3, 0.5, 7, "json_schema")] * 2
    other = InspectModel(inspect_ai.model.get_model("mockllm/model"))
    assert asyncio.run(other.complete_many(ask, 3, temperature=0.5)) == []


def test_samples_share_a_request_in_a_benchmark(capsys, lgp, scripted):
    found = bench(capsys, lgp, scripted, "--samples", "3", "--limit", "1")
    assert [request.body["n"] for request in scripted.requests if "n" in request.body] == [3]
    assert found["usage"]["calls"] == len(scripted.requests)


WITHOUT_INSPECT = "import sys; sys.modules['inspect_ai'] = None; from solvent.cli import main; sys.exit(main())"


def test_without_inspect_the_message_says_what_to_install(lgp):
    """In a process of its own, for modules that are imported twice have two of everything."""
    options = ("bench", "lgp", "--data", str(lgp), "--model", "m", "--base-url", "http://127.0.0.1:1/v1")
    command = [sys.executable, "-c", WITHOUT_INSPECT, *options]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    check_refusal(refused, 2)
    assert "pip install 'solvent[bench]'" in refused.stderr


def test_the_viewer_shows_the_logs(capsys, lgp, scripted, tmp_path):
    bench(capsys, lgp, scripted, "--out", tmp_path / "out", "--limit", "1")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, "view", str(tmp_path / "out"), "--port", str(port)]
    viewer = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        page = wait_for(f"http://127.0.0.1:{port}/")
        assert "<html" in page
        listed = json.loads(wait_for(f"http://127.0.0.1:{port}/api/logs"))
        assert any("lgp" in each["name"] for each in listed["files"])
    finally:
        viewer.terminate()
        viewer.wait()


def wait_for(url):
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=10) as reply:
                return reply.read().decode()
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(url)


def test_a_folder_without_logs_has_nothing_to_view(capsys, lgp, tmp_path):
    solvent_here(capsys, "bench", "lgp", "--data", lgp, "--out", tmp_path / "out")
    refused = solvent_here(capsys, "view", tmp_path / "out")
    check_refusal(refused, 2)
    assert "runs of the rules have none" in refused.stderr


def test_a_set_that_reads_no_plain_replies_is_not_scored_as_if_all_were_wrong(capsys, puzzles, loopback, tmp_path):
    (tmp_path / "plain.toml").write_text(PLAIN)
    model = ("--model", "m", "--base-url", loopback.url, "--settings", tmp_path / "plain.toml")
    refused = solvent_here(capsys, "bench", "puzzles", "--data", puzzles, *model)
    check_refusal(refused, 2)
    assert 'set reply = "json"' in refused.stderr
    assert not loopback.requests


@pytest.mark.parametrize(
    "end", ['[{"dogs": "Juno", "ribbons": "2nd"}, {"dogs": "Basil", "ribbons": "1st"}]', "No idea."]
)
def test_a_plain_reply_is_read_as_the_papers_do(capsys, lgp, loopback, tmp_path, end):
    """The text alone is asked about, in one call; the answer is in what the model says at the end."""
    loopback.script(lambda _: f"Juno is not first, so Basil is. {end}")
    (tmp_path / "plain.toml").write_text(PLAIN)
    model = ("--model", "m", "--base-url", loopback.url, "--settings", tmp_path / "plain.toml")
    found = one_object(solvent_here(capsys, "bench", "lgp", "--data", lgp, "--group", "test_na", *model, "--json"))
    (request,) = loopback.requests
    assert [message["role"] for message in request.messages] == ["user"]
    assert "Juno did not come 1st." in request.messages[0]["content"]
    assert "end with the solution as JSON" in request.messages[0]["content"]
    assert found["metrics"]["accuracy"] == (end != "No idea.")
    assert found["metrics"]["verified_share"] == 0
    assert found["not_understood"] == []
