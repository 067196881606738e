"""Statements to choose from, as a part of a model: a truth value for each, by its letter, which is the answer."""

from collections.abc import Sequence
from typing import Any

from solvent.translators.emit.language import AllOf, AnyOf, Array, Comparison, Constraint, Var
from solvent.translators.puzzle import Expects
from solvent.translators.rules.statements.language import Statement, constraint, denied
from solvent.translators.rules.text.options import wanted

_ARRAY = "option"
_EXPECTED: dict[str, Expects] = {"must": "must", "could": "could", "cannot": "cannot", "could be false": "could"}


def expected(question: str) -> Expects | None:
    """What a question wants an option to be; None if that is not understood."""
    return _EXPECTED.get(wanted(question))


def modelled(
    question: str, options: Sequence[tuple[str, Statement]], *, exclusive: bool = False
) -> tuple[Array, tuple[tuple[int | None, Constraint], ...], dict[str, Var]]:
    """The truth values of lettered statements, the constraints that define them, and the answer that shows them.

    If the question asks what could be false, the truth values are those of the statements' negations.
    """
    turned = wanted(question) == "could be false"
    variables = [Var(_ARRAY, (number,)) for number in range(len(options))]
    constraints: list[tuple[int | None, Constraint]] = []
    for variable, (_, said) in zip(variables, options, strict=True):
        meant = denied(said) if turned else said
        holds, fails = (constraint(meant, holds=is_true, exclusive=exclusive) for is_true in (True, False))
        true = AllOf((Comparison(variable, "==", 1), holds))
        constraints.append((None, AnyOf((true, AllOf((Comparison(variable, "==", 0), fails))))))
    letters = [letter for letter, _ in options]
    shown = dict(zip(letters, variables, strict=True))
    return Array(_ARRAY, (len(options),), 0, 1), tuple(constraints), shown


def schema(options: Sequence[tuple[str, Statement]]) -> dict[str, Any]:
    """The JSON schema of the answer: the letter of the option that fits."""
    return {"enum": [letter for letter, _ in options]}
