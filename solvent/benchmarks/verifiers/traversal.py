"""Traverses a puzzle's domain by the puzzle's own code, and counts beside it (AutoLogi, section 3.3).

The code runs in the sandbox, as one script; a counter in the same process sees every arrangement that is verified.
What hostile code makes of its counts is about its own puzzle only.
"""

from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import Limits, Pool, Program, Status

LIMITS = Limits(seconds=60, memory_mb=4096, output_bytes=8_000_000)
KEPT = 64  # solutions that are kept as a sample; as many that break a certain constraint alone, or several
_COUNTER = resources.files(__package__).joinpath("counter.py")
_FIELDS = {"valid", "total", "calls", "claimed", "kept", "idle", "missed", "problem"}
_OVERWRITTEN = "the traversal failed: its results were overwritten"


@dataclass(frozen=True)
class Traversal:
    """What a traversal found: different arrangements of the right form (`total`), and those that are `valid`.

    `claimed` is what the puzzle's code returned; `repeated` counts arrangements that it came to again. `solutions` are
    some valid arrangements, and `wrong` some others with the constraints that they break (numbers from 1), all as
    literals. `idle` are constraints that no arrangement breaks. `missed` is an arrangement that `inputs_check` accepts,
    and that the traversal did not come to, if one was found near those that it did. `problem` says why this is no
    traversal; it is `unfinished` if time or memory ran out.
    """

    valid: int = 0
    total: int = 0
    claimed: tuple[int, int] | None = None
    repeated: int = 0
    solutions: tuple[str, ...] = ()
    wrong: tuple[tuple[str, tuple[int, ...]], ...] = field(default=(), repr=False)
    idle: tuple[int, ...] = ()
    missed: str = ""
    problem: str = ""
    unfinished: bool = False


async def traverse(verifier: Verifier, example: str = "", *, pool: Pool, limits: Limits = LIMITS) -> Traversal:
    """Run the puzzle's traversal, which has to come to the `example`, a literal as `write_literal` writes it."""
    if not verifier.traverse.strip():
        return Traversal(problem="there is no code for a traversal")
    given = {"stated": verifier.stated, "traverse": verifier.traverse, "example": example, "most": KEPT}
    script = f"{_COUNTER.read_text(encoding='utf-8')}\n\ncount({given!r})\n"
    program = Program(framework="cpmpy", preamble=script, contract="script")
    outcome = (await pool.run_script(program, limits=limits)).outcome
    if outcome.status in (Status.TIMEOUT, Status.MEMORY):
        return Traversal(problem=f"the traversal did not end: {outcome.message}", unfinished=True)
    found = outcome.answer
    if not isinstance(found, dict) or found.keys() != _FIELDS:
        return Traversal(problem=f"the traversal failed: {outcome.message}" if outcome.message else _OVERWRITTEN)
    try:
        return _read(found)
    except (TypeError, ValueError, IndexError):
        return Traversal(problem=_OVERWRITTEN)


def _read(found: dict[str, Any]) -> Traversal:
    valid_calls, calls = (int(each) for each in found["calls"])
    claimed = (int(found["claimed"][0]), int(found["claimed"][1])) if found["claimed"] else None
    kept = [(str(text), tuple(map(int, broken))) for text, broken in found["kept"]]
    if (found["valid"] > 0) is all(broken for _, broken in kept):
        raise ValueError("there are solutions, but none among the samples, or the other way round")
    repeated = calls - int(found["total"])
    problem = str(found["problem"])
    if not problem and claimed != (valid_calls, calls):
        problem = (
            f"count_valid_arrangements returned {claimed}, but of the {calls} arrangements that it verified, "
            f"{valid_calls} are valid"
        )
    if not problem and repeated:
        problem = f"the traversal comes to {repeated} arrangements more than once"
    return Traversal(
        valid=int(found["valid"]),
        total=int(found["total"]),
        claimed=claimed,
        repeated=repeated,
        solutions=tuple(text for text, broken in kept if not broken),
        wrong=tuple((text, broken) for text, broken in kept if broken),
        idle=tuple(map(int, found["idle"])),
        missed=str(found["missed"]),
        problem=problem,
    )
