"""How many examples hypothesis tries where each of them asks a solver."""

from hypothesis import HealthCheck, settings

FEWEST = 3


def few(framework: str, number: int) -> settings:
    """So many; a third of them where each question starts a process, which takes as long as twenty others."""
    number = max(FEWEST, number // 3) if framework == "minizinc" else number
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))
