"""Which of some statements must, could or cannot be true: a puzzle and statements instead of one answer to find.

The program's template holds a truth value for each statement, by its option's name. The harness asks the solver about
each of them, and the answer is the option for which the text asks; without options, it is whether the one statement
holds as asked.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from solvent.solvers import Outcome, Status
from solvent.translators import Expects

ABOUT_STATEMENTS: tuple[Expects, ...] = ("must", "could", "cannot")
MOST = 26  # options; no text has more

_HOLDS = {"must": "is true whatever the arrangement", "could": "can be true", "cannot": "can never be true"}


def truths(answer: Any) -> Mapping[str, bool] | None:
    """The truth values of a program's statements in one arrangement; None if its template holds anything else."""
    if not isinstance(answer, dict) or not 0 < len(answer) <= MOST:
        return None
    values = {str(name): value for name, value in answer.items()}
    if not all(isinstance(value, bool) or (isinstance(value, int) and value in (0, 1)) for value in values.values()):
        return None
    return {name: bool(value) for name, value in values.items()}


async def decided(
    expects: Expects,
    outcome: Outcome,
    could: Callable[[dict[str, Any]], Awaitable[Outcome]],
    schema: Mapping[str, Any] | None,
) -> tuple[Outcome, bool]:
    """The answer to the text's question, from the outcome of a program with statements, and whether it is proven.

    `could` asks whether some arrangement agrees with a statement. `outcome` comes back with the option as its answer;
    with a list of them if it is not exactly one; and as `bad_answer` if the template holds no truth values.
    """
    values = truths(outcome.answer)
    if values is None:
        message = (
            "the template must be an object with a Boolean term for each option, by its name, such as "
            '{"A": ..., "B": ...}; for one statement without options {"statement": ...}'
        )
        return outcome.model_copy(update={"status": Status.BAD_ANSWER, "answer": None, "message": message}), False
    wanted = expects != "must"
    fitting: list[str] = []
    for name, value in values.items():
        # Whether it can be true or, for `must`, false; what holds in the arrangement that is known need not be asked.
        possible = value == wanted
        if not possible:
            shown = outcome.answer[name]
            other = (not shown) if isinstance(shown, bool) else 1 - shown
            reply = await could({name: other})
            if not reply.status.decided:
                message = f"it was not found out whether {name} {_HOLDS[expects]}: {reply.status}"
                return outcome.model_copy(update={"status": reply.status, "answer": None, "message": message}), False
            possible = reply.status.solved
        if possible == (expects == "could"):
            fitting.append(name)
    return outcome.model_copy(update={"answer": _answer(fitting, list(values), schema)}), _one(fitting, values)


def _one(fitting: list[str], values: Mapping[str, bool]) -> bool:
    return len(values) == 1 or len(fitting) == 1


def _answer(fitting: list[str], names: list[str], schema: Mapping[str, Any] | None) -> Any:
    """The options that fit, in the shape that is asked for: an object with one key, or one of some values."""
    if schema and "enum" in schema:
        return fitting[0] if len(fitting) == 1 else fitting
    keys = list((schema or {}).get("properties", ()))
    key = keys[0] if len(keys) == 1 else "answer"
    if len(names) == 1:
        return {key: bool(fitting)}
    return {key: fitting[0] if len(fitting) == 1 else fitting}


def verdict(expects: Expects, answer: Any) -> tuple[bool, str]:
    """Whether exactly one option fits, and what was found, in words."""
    value = next(iter(answer.values()), None) if isinstance(answer, dict) else answer
    if isinstance(value, bool):
        return True, f"{'it' if value else 'it is not so that it'} {_HOLDS[expects]}"
    if isinstance(value, list):
        which = ", ".join(value) if value else "none of the options"
        return False, f"{which}: exactly one option should be such that it {_HOLDS[expects]}"
    return True, f"{value} {_HOLDS[expects]}, and no other option does"
