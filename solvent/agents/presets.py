"""Presets: named settings for how much a run may try and cost, and how a user's own values override them.

Those named after a paper follow its methods: ZPS, CP-Bench, AutoLogi (its prompt alone, and a plain reply, at a
temperature above 0 since the paper reports five runs that differ, and none for it), and the ways of prompting that
DyVal compares, which answer in plain text at temperature 0. The instruction of
`dyval-ape` (automatic prompt engineering) was written for Solvent: it holds the place of one that a search over
instructions would select, and no such search was made.
"""

import os
from collections.abc import Collection, Mapping
from typing import Any

from solvent.agents.settings import Budget, ModelChoice, Role, Settings, SettingsError
from solvent.solvers import Limits
from solvent.translators import framework

STANDARD = "standard"


def _for_a_model(**values: Any) -> Settings:
    """Settings that are valid once a model is named; until then, those who use them are asked for one."""
    somebody: dict[Role, ModelChoice] = {"author": ModelChoice(name="to be named")}
    return Settings(models=somebody, **values).model_copy(update={"models": {}})


_ALONE = {"rules": False, "second_opinion": (), "decomposition": False}  # nothing but what the paper describes
_ZPS: dict[str, Any] = {
    **_ALONE,
    "method": "zps",
    "frameworks": ("smtlib",),
    "contract": "script",
    "temperatures": (0.0,),
    "budget": Budget(actions=4, restarts=0),
}

_CP_BENCH: dict[str, Any] = {
    **_ALONE,
    "method": "cp-bench",
    "frameworks": ("cpmpy",),
    "contract": "script",
    "api": "library",
    "votes": "majority",
    "budget": Budget(actions=1, restarts=0),
}
_DYVAL: dict[str, Any] = {
    **_ALONE,
    "frameworks": ("none",),
    "reply": "text",
    "budget": Budget(reply_factor=2),  # section 4: twice the length of the input
}
PRESETS = {
    "quick": Settings(budget=Budget(actions=2, restarts=0, tokens=30_000)),
    STANDARD: Settings(),
    "thorough": Settings(samples=3, frameworks=("cpmpy", "smtlib"), verification=1, checkers=True),
    "zps-baseline": _for_a_model(**{**_ZPS, "frameworks": ("none",), "contract": "model"}),
    "zps-solver": _for_a_model(**_ZPS),
    "zps-retries": _for_a_model(**{**_ZPS, "temperatures": (0.0, 0.001, 0.01)}),  # those of the authors' code
    "zps-retries-warmer": _for_a_model(**{**_ZPS, "temperatures": (0.0, 0.4, 0.8)}),
    "zps-decompose": _for_a_model(**{**_ZPS, "decomposition": True}),
    "cp-bench-level1": _for_a_model(**_CP_BENCH, level=1),
    "cp-bench-level2": _for_a_model(**_CP_BENCH, level=2),
    "cp-bench-level3": _for_a_model(**_CP_BENCH),
    "cp-bench-raicl": _for_a_model(**_CP_BENCH, examples=8),
    "cp-bench-sampling": _for_a_model(**_CP_BENCH, samples=10),
    "cp-bench-verify": _for_a_model(**_CP_BENCH, self_verification=10),
    "cp-bench-both": _for_a_model(**_CP_BENCH, samples=10, self_verification=10),
    "autologi-direct": _for_a_model(**{**_DYVAL, "budget": Budget(), "temperature": 0.7}),
    "dyval-direct": _for_a_model(**_DYVAL),
    "dyval-cot": _for_a_model(**_DYVAL, prompting="chain-of-thought"),
    "dyval-fewshot": _for_a_model(**_DYVAL, examples=3),
    "dyval-least-to-most": _for_a_model(**_DYVAL, prompting="least-to-most"),
    "dyval-ape": _for_a_model(**_DYVAL, prompting="instruction"),
    "dyval-skic": _for_a_model(**_DYVAL, prompting="skills"),
}


def preset_of(name: str) -> Settings:
    """The preset of that name. Raises SettingsError."""
    if name not in PRESETS:
        raise SettingsError(f"there is no preset {name!r}; choose one of {', '.join(PRESETS)}.")
    return PRESETS[name]


def table() -> list[list[str]]:
    """Rows of text: a header, and for each preset its name, its hash, and the settings that are not the default."""
    usual = _flat(Settings().model_dump(mode="json"))
    rows = []
    for name, settings in PRESETS.items():
        own = {key: value for key, value in _flat(settings.model_dump(mode="json")).items() if value != usual[key]}
        told = ", ".join(f"{key}={_told(value)}" for key, value in own.items())
        rows.append([name, settings.hash, told or "the defaults"])
    return [["preset", "hash", "settings"], *rows]


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
            name for name in usual if contract != "script" or name in (*framework.scripted(), "none")
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
        return "+".join(map(str, value)) or "none"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
