"""Presets, files of settings, several puzzles, and models by role on the command line."""

import json
import tomllib

import pytest
from console import EXAMPLES, EXIT, check_refusal, one_object, solvent, solvent_here
from test_cli_model import TEXT, obedient

from solvent.agents import PRESETS, ModelChoice, Settings, SettingsError
from solvent.agents.settings import values_of_toml
from solvent.cli import _parser
from solvent.cli.options import settings_of
from solvent.solvers import Limits

SMALL, OPEN = EXAMPLES / "small.txt", EXAMPLES / "ranks.txt"


def test_presets_as_a_table_and_as_toml(capsys):
    table = solvent_here(capsys, "presets").stdout.splitlines()
    assert table[0].split() == ["preset", "hash", "settings"]
    rows = {line.split()[0]: line for line in table[1:]}
    assert list(rows) == list(PRESETS)
    for name, preset in PRESETS.items():
        told = solvent_here(capsys, "presets", name).stdout
        author = {"author": ModelChoice(name="m")}  # which some presets take for granted
        assert Settings(**{**values_of_toml(told), "models": author}) == preset.changed(models=author)
        assert tomllib.loads(told)
        assert preset.hash in rows[name]
    assert set(one_object(solvent_here(capsys, "presets", "--json"))) == set(PRESETS)
    check_refusal(solvent_here(capsys, "presets", "lavish"), 2)


def test_several_files_a_line_each_and_the_worst_code():
    result = solvent("solve", str(SMALL), str(OPEN), "--json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["file"], first["status"]) == (str(SMALL), "verified")
    assert (second["file"], second["status"]) == (str(OPEN), "unverified")
    assert result.returncode == EXIT["unverified"]


def test_a_file_that_cannot_be_read_does_not_keep_the_others(capsys, tmp_path):
    result = solvent_here(capsys, "solve", tmp_path / "none.txt", SMALL)
    assert result.returncode == 2
    assert "none.txt" in result.stderr
    assert f"== {SMALL}" in result.stdout
    assert "verified:" in result.stdout


def test_a_file_of_settings(capsys, loopback, tmp_path):
    loopback.script(obedient)
    file = tmp_path / "mine.toml"
    file.write_text(
        f'rules = false\nsamples = 2\n[models.author]\nname = "player"\nurl = "{loopback.url}"\n', encoding="utf-8"
    )
    found = one_object(solvent_here(capsys, "solve", "--text", TEXT, "--settings", file, "--json"))
    assert found["status"] == "verified", found["reason"]
    assert [each["source"] for each in found["attempts"]] == ["player"] * 3
    assert [request.body["temperature"] for request in loopback.requests[1:3]] == [0.8, 0.8]


def settings_by(*options):
    return settings_of(_parser().parse_args(["solve", *map(str, options)]))


def test_a_file_replaces_only_what_it_names(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[budget]\ntokens = 777\n", encoding="utf-8")
    settings = settings_by("--preset", "quick", "--settings", file, "--budget-seconds", "99", "--timeout", "2")
    assert settings.limits == Limits(seconds=2.0)
    assert settings.budget == PRESETS["quick"].budget.model_copy(update={"tokens": 777, "seconds": 99.0})


def test_a_file_may_leave_the_model_to_the_command_line(monkeypatch, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("rules = false\nframeworks = ['none']\n", encoding="utf-8")
    monkeypatch.delenv("SOLVENT_MODEL", raising=False)
    settings = settings_by("--settings", file, "--model", "player")
    assert (settings.rules, settings.frameworks, settings.models["author"].name) == (False, ("none",), "player")
    with pytest.raises(SettingsError, match="name a model"):
        settings_by("--settings", file)


def test_a_file_comes_before_the_environment(monkeypatch, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[models.author]\nname = "mine"\n[models.witness]\nname = "other"\n', encoding="utf-8")
    monkeypatch.setenv("SOLVENT_MODEL", "usual")
    chosen = settings_by("--settings", file).models
    assert {role: choice.name for role, choice in chosen.items()} == {"author": "mine", "witness": "other"}
    assert settings_by().models["author"].name == "usual"
    assert settings_by("--settings", file, "--model", "rules").models == {}


@pytest.mark.parametrize(
    ("text", "told"), [("samples = 0\n", "samples: 0"), ("samples =\n", "TOML"), ("colour = 1\n", "'colour'")]
)
def test_settings_that_cannot_be_used(capsys, tmp_path, text, told):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    result = solvent_here(capsys, "solve", SMALL, "--settings", file)
    check_refusal(result, 2)
    assert told in result.stderr


def test_a_witness_of_another_model(capsys, loopback, monkeypatch):
    monkeypatch.setenv("SOLVENT_KEY_WITNESS", "sk-witness")
    loopback.script(obedient)
    model = ("--model", "player", "--base-url", loopback.url, "--model-for", "witness=other")
    found = one_object(solvent_here(capsys, "solve", "--text", TEXT, *model, "--json"))
    assert found["status"] == "verified", found["reason"]
    assert "Programs by two authors agree" in found["reason"]
    assert [request.body["model"] for request in loopback.requests] == ["player", "player", "other"]
    assert loopback.requests[-1].headers["authorization"] == "Bearer sk-witness"
    (fact,) = [fact for fact in found["evidence"] if fact["witness"]]
    assert fact["witness"] == {"kind": "model", "name": "other"}


@pytest.mark.parametrize("text", ["witness", "boss=x", "witness=", "=x"])
def test_roles_that_there_are_not(capsys, loopback, text):
    model = ("--model", "player", "--base-url", loopback.url, "--model-for", text)
    result = solvent_here(capsys, "solve", SMALL, *model)
    check_refusal(result, 2)
    assert "ROLE=NAME" in result.stderr


def test_a_model_that_was_not_needed_is_named(capsys, loopback):
    cryptogram = EXAMPLES / "cryptogram.txt"  # words are searched for: there is no program for a model to write
    result = solvent_here(capsys, "solve", cryptogram, "--model", "player", "--base-url", loopback.url)
    assert result.returncode == 0
    assert "answered by rules" in result.stderr
    assert loopback.requests == []


@pytest.mark.parametrize("named", ["option", "environment", "file"])
def test_an_answer_by_rules_alone_says_so(capsys, monkeypatch, tmp_path, named):
    """Here nothing listens at the model's address, and the message says so."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    file = tmp_path / "mine.toml"
    file.write_text('[models.author]\nname = "player"\n', encoding="utf-8")
    if named == "environment":
        monkeypatch.setenv("SOLVENT_MODEL", "player")
    options = {"option": ("--model", "player"), "environment": (), "file": ("--settings", file)}[named]
    done = solvent_here(capsys, "solve", SMALL, *options, "--base-url", "http://127.0.0.1:9/v1")
    assert done.returncode == EXIT["verified"]
    assert "answered by rules, without player: Cannot reach the model server" in done.stderr
