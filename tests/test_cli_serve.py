"""`solvent serve` on the command line: what it refuses, how it ends, and what it leaves behind."""

import os
import re
import signal
import socket
from pathlib import Path

import httpx
import pytest
from console import check_refusal, solvent, solvent_here
from serving import PATIENCE, Site
from test_cli_interrupt import alive, descendants


@pytest.fixture
def site(tmp_path):
    found = Site(tmp_path)
    yield found
    found.kill()


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--port", "65536"), "not a port"),
        (("--port", "-1"), "not a port"),
        (("--port", "²"), "not a port"),
        (("--port", "http"), "not a port"),
        (("--host", "nowhere.invalid"), "choose another --host or --port"),
        (("--host", "x" * 70), "choose another --host or --port"),
        (("--host", ""), "choose another --host or --port"),
        (("--host", "127.0.0.1:80"), "choose another --host or --port"),
        (("--runs", "nowhere"), "nowhere is not a folder"),
        (("--runs", "README.md"), "README.md is not a folder"),
        (("--ray", "auto"), "--ray"),
        (("--max-text", "0"), "--max-text"),
        (("--max-runs", "1.5"), "--max-runs"),
        (("--max-seconds", "-1"), "--max-seconds"),
        (("--model", "m", "--base-url", "nonsense"), "--base-url"),
    ],
)
def test_what_cannot_be_served(capsys, args, told):
    result = solvent_here(capsys, "serve", *args)
    check_refusal(result, 2)
    assert told in result.stderr


def test_a_port_that_is_taken(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = solvent_here(capsys, "serve", "--port", port)
    check_refusal(result, 2)
    assert f"port {port}" in result.stderr
    assert "choose another" in result.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_token_that_is_easily_guessed(capsys, monkeypatch, host):
    monkeypatch.setenv("SOLVENT_TOKEN", "fifteen letters")
    result = solvent_here(capsys, "serve", "--host", host)
    check_refusal(result, 2)
    assert "15 characters" in result.stderr
    assert "fifteen" not in result.stderr


def test_without_the_extra(tmp_path):
    (tmp_path / "nicegui.py").write_text("raise ModuleNotFoundError(\"No module named 'nicegui'\", name='nicegui')\n")
    result = solvent("serve", PYTHONPATH=os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])]))
    check_refusal(result, 2)
    assert "pip install 'solvent[web]'" in result.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_end(site, how):
    """It is clean, leaves nothing, and nothing was said but where the page is."""
    assert site.get().status_code == 200
    for path in ("/nowhere", "/favicon.ico", "/../x", "/_nicegui/x"):
        site.get(path)
    below = descendants(site.process.pid)
    code, out, errors = site.end(how)
    assert (code, out) == (0, "")
    assert re.fullmatch(r"solvent: open http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n+", errors)
    assert list(site.folder.iterdir()) == []
    assert not any(map(alive, below))


def test_the_address_answers_as_soon_as_it_is_printed(site):
    assert httpx.get(site.url, timeout=PATIENCE).status_code == 200
