"""Named bundles of settings: how much a run may try, and so what it may cost."""

from dataclasses import dataclass

from solvent.agents.budget import Budget


@dataclass(frozen=True)
class Preset:
    """What `asolve` may do with a model. `frameworks` are to be written in, none for the one that suits the puzzle."""

    samples: int = 1
    frameworks: tuple[str, ...] = ()
    verify: int = 0
    actions: int = Budget.actions
    restarts: int = Budget.restarts
    tokens: int | None = None

    @property
    def summary(self) -> str:
        """One line for `--help`."""
        parts = [
            f"{self.samples} sample{'s' * (self.samples > 1)}",
            *([f"in {' and '.join(self.frameworks)}"] if self.frameworks else []),
            f"up to {self.actions} programs in a conversation",
            f"{self.restarts or 'no'} restart{'s' * (self.restarts > 1)}",
            *([f"{self.verify} check of answers"] if self.verify else []),
            *([f"{self.tokens} tokens"] if self.tokens else []),
        ]
        return ", ".join(parts)


STANDARD = "standard"
PRESETS = {
    "quick": Preset(actions=2, restarts=0, tokens=30_000),
    STANDARD: Preset(),
    "thorough": Preset(samples=3, frameworks=("cpmpy", "smtlib"), verify=1),
}
