"""Presets: named settings for how much a run may try and cost, and how a user's own values override them."""

import os
from collections.abc import Collection, Mapping
from typing import Any

from solvent.agents.settings import Budget, ModelChoice, Role, Settings, SettingsError
from solvent.solvers import Limits
from solvent.translators import framework

STANDARD = "standard"
PRESETS = {
    "quick": Settings(budget=Budget(actions=2, restarts=0, tokens=30_000)),
    STANDARD: Settings(),
    "thorough": Settings(samples=3, frameworks=("cpmpy", "smtlib"), verification=1),
}


def preset_of(name: str) -> Settings:
    """The preset of that name. Raises SettingsError."""
    if name not in PRESETS:
        raise SettingsError(f"there is no preset {name!r}; choose one of {', '.join(PRESETS)}.")
    return PRESETS[name]


def table() -> list[list[str]]:
    """Rows of text with a column per preset: a header, the hashes, and each setting that is not always the default."""
    flat = {name: _flat(settings.model_dump(mode="json")) for name, settings in PRESETS.items()}
    usual = _flat(Settings().model_dump(mode="json"))
    differing = [key for key in usual if any(each[key] != usual[key] for each in flat.values())]
    rows = [[key, *(_told(each[key]) for each in flat.values())] for key in differing]
    return [["setting", *PRESETS], ["hash", *(settings.hash for settings in PRESETS.values())], *rows]


def settled(
    base: Settings,
    models: Mapping[Role, str | ModelChoice],
    *,
    objects: Collection[Role] = (),
    timeout: float | None = None,
    **values: Any,
) -> Settings:
    """The base with some values replaced; None keeps a value. Raises SettingsError.

    `models` assigns models to roles; `objects` are the roles for which the caller passes a model object. The author
    defaults to SOLVENT_MODEL. The frameworks of `base` are meant for models: they are dropped if there is no model, and
    those without scripts are dropped for the contract `script`.
    """
    named = dict(models)
    if "author" not in named and "author" not in base.models and os.environ.get("SOLVENT_MODEL"):
        named["author"] = os.environ["SOLVENT_MODEL"]
    by_rules = named.get("author") == "rules" and "author" not in objects
    chosen = {} if by_rules else {**base.models, **{role: _choice(each) for role, each in named.items()}}
    if by_rules and len(named) > 1:
        raise SettingsError("models: name an author; the other roles only support one.")
    if values.get("frameworks") is None:
        contract = values.get("contract") or base.contract
        usual = base.frameworks if chosen else ()
        values["frameworks"] = tuple(
            name for name in usual if contract == "model" or name in (*framework.scripted(), "none")
        )
    if timeout is not None:
        limits = values.get("limits") or {}
        part = limits.model_dump() if isinstance(limits, Limits) else limits
        values["limits"] = {**part, "seconds": timeout}
    return base.changed(models=chosen, **values)


def _choice(model: str | ModelChoice) -> ModelChoice:
    return model if isinstance(model, ModelChoice) else ModelChoice(name=model)


def _flat(values: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested settings by their dotted names."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict) and key != "models":
            found |= _flat(value, f"{above}{key}.")
        else:
            found[above + key] = value
    return found


def _told(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
