"""Settings: one model of all that decides a run, refused in words where it is wrong, the same after TOML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from solvent.agents import PRESETS, Budget, ModelChoice, Settings, SettingsError
from solvent.agents.presets import preset_of, settled, table
from solvent.agents.settings import read_settings, values_of_toml
from solvent.solvers import Limits
from solvent.translators.framework import scripted

MODELS = {"author": ModelChoice(name="big"), "witness": ModelChoice(name="other", url="http://localhost:1/v1")}

WRONG = {
    "no sample": ({"samples": 0}, "samples: 0"),
    "level": ({"level": 9}, "1, 2 or 3"),
    "a text for a list": ({"frameworks": "cpmpy"}, '["cpmpy"]'),
    "no such framework": ({"frameworks": ("prolog",)}, "prolog"),
    "a name misspelt": ({"sample": 3}, "'samples'"),
    "no such setting": ({"colour": 3}, "'colour'"),
    "nobody reads": ({"rules": False}, "name a model"),
    "a model that answers": ({"frameworks": ("none",)}, "name a model"),
    "scripts by rules": ({"contract": "script"}, "name a model"),
    "scripts in JSON": (
        {"models": MODELS, "contract": "script", "frameworks": ("wordplay",)},
        "no scripts in wordplay",
    ),
    "a witness alone": ({"models": {"witness": MODELS["witness"]}}, "author"),
    "no such role": (
        {"models": {"boss": MODELS["author"]}},
        "'author', 'witness', 'reviewer',",
    ),
    "half a sample": ({"samples": 1.5}, "samples: 1.5"),
    "hot": ({"temperature": 3}, "less than or equal to 2"),
    "no time": ({"limits": {"seconds": 0}}, "limits.seconds: 0"),
    "endless": ({"limits": {"seconds": float("inf")}}, "finite"),
    "a way of prompting without a plain reply": (
        {"models": MODELS, "frameworks": ("none",), "prompting": "skills"},
        "prompting: `skills` is for plain replies",
    ),
    "examples without programs": (
        {"models": MODELS, "frameworks": ("none",), "examples": 3},
        "name a single framework",
    ),
    "no reply at all": ({"budget": {"reply_factor": 0}}, "reply_factor: 0"),
    "no action": ({"budget": {"actions": 0}}, "actions: 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named(case):
    values, named = WRONG[case]
    with pytest.raises(Exception) as caught:  # noqa: PT011  # an unknown framework has an error of its own
        Settings(**values)
    assert named in str(caught.value)
    assert not isinstance(caught.value, ValidationError)


def test_no_limit_on_replies_survives_toml():
    unlimited = Settings(budget=Budget(reply_tokens=None))
    assert Settings(**values_of_toml(unlimited.to_toml())) == unlimited
    assert Budget(reply_tokens=0).reply_tokens is None
    assert Budget().reply_tokens == 16_000


def test_nothing_can_be_changed():
    with pytest.raises(ValidationError):
        Settings().samples = 3


settings = st.builds(
    Settings,
    models=st.sampled_from([{}, MODELS]),
    frameworks=st.lists(st.sampled_from(["smtlib", "cpmpy", "ortools"]), unique=True).map(tuple),
    level=st.sampled_from([1, 2, 3]),
    samples=st.integers(1, 9),
    temperature=st.floats(0, 2),
    votes=st.sampled_from(["proof", "evidence", "majority"]),
    second_opinion=st.sampled_from([(), ("cpmpy",), ("smtlib", "ortools")]),
    seed=st.none() | st.integers(-(2**31), 2**31),
    budget=st.builds(
        Budget,
        actions=st.integers(1, 9),
        tokens=st.none() | st.integers(1, 10**9),
        seconds=st.none() | st.floats(0.001, 1e6),
    ),
    limits=st.builds(Limits, seconds=st.floats(0.001, 1e6), threads=st.integers(1, 8)),
)


@given(settings)
def test_toml_keeps_all_of_it(chosen):
    again = Settings(**values_of_toml(chosen.to_toml()))
    assert again == chosen
    assert again.hash == chosen.hash


@given(settings, settings)
def test_hashes_tell_settings_apart(one, other):
    assert (one.hash == other.hash) == (one == other)


def test_where_a_model_is_served_does_not_matter_to_the_hash():
    near, far = (Settings(models={"author": ModelChoice(name="m", url=url)}) for url in (None, "http://far/v1"))
    assert near.hash == far.hash != Settings().hash


@pytest.mark.parametrize(
    ("text", "named"), [("samples = 0", "samples: 0"), ("samples =", "valid TOML"), ("x = 1", "'x'")]
)
def test_files_that_cannot_be_used(tmp_path, text, named):
    file = tmp_path / "s.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=named):
        read_settings(file)
    with pytest.raises(SettingsError, match="cannot read"):
        read_settings(tmp_path / "none")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="UTF-8"):
        read_settings(file)


def test_presets_are_named_settings():
    assert [type(preset) for preset in PRESETS.values()] == [Settings] * len(PRESETS)
    assert len({preset.hash for preset in PRESETS.values()}) == len(PRESETS)
    assert preset_of("standard") == Settings()
    with pytest.raises(SettingsError, match=r"lavish.*quick, standard"):
        preset_of("lavish")
    header, *rows = table()
    assert header == ["preset", "hash", "settings"]
    assert [row[:2] for row in rows] == [[name, preset.hash] for name, preset in PRESETS.items()]
    told = {name: settings for name, _, settings in rows}
    assert told["standard"] == "the defaults"
    assert "samples=3, verification=1" in told["thorough"]
    assert "frameworks=cpmpy+smtlib" in told["thorough"]
    assert "second_opinion=none" in told["cp-bench-both"]


def test_the_method_of_a_paper_needs_a_model(monkeypatch):
    monkeypatch.delenv("SOLVENT_MODEL", raising=False)
    preset = preset_of("cp-bench-level1")
    for models in ({}, {"author": "rules"}):
        with pytest.raises(SettingsError, match="--model"):
            settled(preset, models)
    assert settled(preset, {"author": "m"}).models["author"].name == "m"


@pytest.mark.parametrize("name", [name for name in PRESETS if name.startswith("cp-bench")])
@pytest.mark.parametrize("contract", ["model", "script"])
@pytest.mark.parametrize("framework", ["cpmpy", "minizinc", "ortools", "smtlib"])
def test_the_presets_of_cp_bench_go_with_every_framework_and_contract(name, contract, framework):
    if contract == "script" and framework not in scripted():
        pytest.skip(f"there are no scripts in {framework}")
    for decomposition in (True, False):
        values = {"frameworks": (framework,), "contract": contract, "decomposition": decomposition}
        settings = settled(preset_of(name), {"author": "m"}, **values)
        assert (settings.method, settings.rules, settings.votes) == ("cp-bench", False, "majority")
        assert (settings.frameworks, settings.contract) == ((framework,), contract)


def test_what_only_fits_the_method_of_a_paper():
    author = {"author": ModelChoice(name="m")}
    with pytest.raises(SettingsError, match="only the method `cp-bench`"):
        Settings(models=author, self_verification=1)
    for frameworks in (("cpmpy", "smtlib"), ("none",)):
        with pytest.raises(SettingsError, match="a single framework"):
            Settings(models=author, examples=1, frameworks=frameworks)


def test_an_embedder_is_no_author():
    choice = ModelChoice(name="e")
    settings = Settings(models={"author": ModelChoice(name="m"), "embedder": choice})
    assert settings.model_of("embedder") == choice
    assert Settings(models={"author": ModelChoice(name="m")}).model_of("embedder") is None
    with pytest.raises(SettingsError, match="name an author"):
        Settings(models={"embedder": choice})


@pytest.mark.parametrize("framework", ["cpmpy", "smtlib"])
def test_frameworks_that_settings_name_are_those_of_the_rules_too(solve, framework):
    text = "friend: Ada, Ben\ndrink: tea, milk\n\nClues:\n1. Ada drinks milk.\n"
    answer = solve(text, settings=Settings(frameworks=(framework,)))
    assert [attempt.job.framework for attempt in answer.attempts] == [framework]


def test_what_is_named_replaces_the_preset(monkeypatch):
    monkeypatch.delenv("SOLVENT_MODEL", raising=False)
    thorough = preset_of("thorough")
    assert settled(thorough, {}).frameworks == ()  # they are for a model
    assert settled(thorough, {"author": "m"}).frameworks == ("cpmpy", "smtlib")
    assert settled(thorough, {"author": "m"}, contract="script").frameworks == ("cpmpy", "smtlib")
    words = thorough.changed(frameworks=("cpmpy", "wordplay"))
    assert settled(words, {"author": "m"}, contract="script").frameworks == ("cpmpy",)
    assert settled(thorough, {"author": "m"}, samples=5, timeout=2.5).limits.seconds == 2.5
    assert settled(thorough, {"author": "rules"}).models == {}
    monkeypatch.setenv("SOLVENT_MODEL", "m")
    assert settled(thorough, {}).models["author"].name == "m"
    assert settled(thorough, {"author": "rules"}).models == {}
