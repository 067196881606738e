"""What a run may cost."""

import time
from dataclasses import dataclass, field

from solvent.agents.state import Usage


@dataclass(frozen=True)
class Budget:
    """Limits of one run of the state machine.

    `actions` is the number of programs that a model may write in one conversation (4 in ZPS), `restarts` how often it
    may begin again from a clean page, `warmer` by how much the temperature rises each time. `tokens` (of prompts and
    replies together), `seconds` of wall time and `usd`, which needs a model with prices, are unlimited where None.
    """

    actions: int = 4
    restarts: int = 1
    warmer: float = 0.4
    tokens: int | None = None
    seconds: float | None = None
    usd: float | None = None
    started: float = field(default_factory=time.monotonic)

    def seconds_left(self) -> float | None:
        """Wall time that is left; None for no limit."""
        return None if self.seconds is None else max(0.0, self.seconds - (time.monotonic() - self.started))

    def spent(self, usage: Usage) -> str:
        """Which limit has been reached; "" for none."""
        if self.seconds is not None and self.seconds_left() == 0.0:
            return f"{self.seconds:g} seconds"
        if self.tokens is not None and usage.prompt_tokens + usage.completion_tokens >= self.tokens:
            return f"{self.tokens} tokens"
        if self.usd is not None and usage.usd is not None and usage.usd >= self.usd:
            return f"{self.usd:g} US dollars"
        return ""
