"""The state machine and all code that talks to models. Public names are imported on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvent.agents.checkpoints import CheckpointError, Checkpoints
    from solvent.agents.graph import build
    from solvent.agents.models.cache import Cache, CacheError
    from solvent.agents.models.client import Model, OpenAIModel
    from solvent.agents.models.faults import OutageError
    from solvent.agents.policies import Policy
    from solvent.agents.policies.confirming import Confirming
    from solvent.agents.presets import PRESETS
    from solvent.agents.settings import ROLES, Budget, ModelChoice, Settings, SettingsError
    from solvent.agents.solving import asolve, solve
    from solvent.agents.state import Answer, Attempt, Evidence, Usage, Verdict

_HOME = {
    "checkpoints": ("CheckpointError", "Checkpoints"),
    "graph": ("build",),
    "models.cache": ("Cache", "CacheError"),
    "models.client": ("Model", "OpenAIModel"),
    "models.faults": ("OutageError",),
    "policies": ("Policy",),
    "policies.confirming": ("Confirming",),
    "presets": ("PRESETS",),
    "settings": ("ROLES", "Budget", "ModelChoice", "Settings", "SettingsError"),
    "solving": ("asolve", "solve"),
    "state": ("Answer", "Attempt", "Evidence", "Usage", "Verdict"),
}

__all__ = [
    "PRESETS",
    "ROLES",
    "Answer",
    "Attempt",
    "Budget",
    "Cache",
    "CacheError",
    "CheckpointError",
    "Checkpoints",
    "Confirming",
    "Evidence",
    "Model",
    "ModelChoice",
    "OpenAIModel",
    "OutageError",
    "Policy",
    "Settings",
    "SettingsError",
    "Usage",
    "Verdict",
    "asolve",
    "build",
    "solve",
]


def __getattr__(name: str) -> Any:
    module = next((module for module, names in _HOME.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
