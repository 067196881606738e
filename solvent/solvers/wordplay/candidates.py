"""Candidate answers to a clue, with probabilities."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay.vocabulary import Table, table

_LEAST_LEFT = 0.02  # minimum probability reserved for answers outside the list


def weighted(name: str, length: int, candidates: Sequence[Any]) -> tuple[Table, float]:
    """Return the candidates of a given length with their log probabilities, and the probability of any other answer.

    Raises ProgramError if `candidates` is not a list of words with probabilities.
    """
    weights: dict[str, float] = defaultdict(float)
    try:
        for word, weight in candidates:
            letters = re.sub(r"[^a-z]", "", str(word).lower())
            if len(letters) == length and float(weight) > 0:
                weights[letters] += float(weight)
    except (TypeError, ValueError) as error:
        raise ProgramError(
            Status.BAD_ANSWER, f"the candidates of {name} are no list of words with their probabilities"
        ) from error
    total = sum(weights.values())
    scale = (1 - _LEAST_LEFT) / total if total > 1 - _LEAST_LEFT else 1.0
    return table((word, math.log(weight * scale)) for word, weight in weights.items()), 1 - total * scale
