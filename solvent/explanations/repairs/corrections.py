"""Minimal correction sets: the fewest clues without which those that are left contradict each other no longer.

Every correction set hits every minimal conflict. So a tree of hitting sets finds them, the smallest first (Reiter, A
theory of diagnosis from first principles, Artificial Intelligence 32, 1987): each node is a set of clues to drop, and
has a child for each clue of a conflict among the others.
"""

import time
from collections import deque

from solvent import solvers
from solvent.explanations.subject import Subject
from solvent.solvers import Limits, Pool, Program

LARGEST = 3  # clues in a correction set
_MOST = 12  # correction sets; more would not be read


def dropped(program: Program, clues: frozenset[int]) -> Program:
    """A program without what some clues state."""
    kept = tuple(part for part in program.fragments if part.clue not in clues)
    return program.model_copy(update={"fragments": kept})


async def correction_sets(
    subject: Subject, *, until: float, pool: Pool, limits: Limits
) -> tuple[list[frozenset[int]], bool]:
    """The minimal correction sets of up to three clues, smallest first; and whether these are all.

    `until` is a time of `time.monotonic`.
    """
    conflicts = [frozenset(subject.conflict)] if subject.conflict else []
    found: list[frozenset[int]] = []
    complete = True
    nodes = deque([frozenset[int]()])
    seen = {nodes[0]}
    while nodes:
        node = nodes.popleft()
        if any(known <= node for known in found):
            continue
        if len(found) >= _MOST or time.monotonic() >= until:
            return found, False
        conflict = next((each for each in conflicts if not each & node), None)
        if conflict is None and len(node) == LARGEST:  # which clues still conflict does not matter
            outcome = await solvers.run(dropped(subject.program, node), pool=pool, limits=limits)
            found += [node] if outcome.status.solved else []
            complete = complete and outcome.status.decided
            continue
        if conflict is None:
            outcome = await solvers.conflict(dropped(subject.program, node), pool=pool, limits=limits)
            if outcome.status.solved:
                found.append(node)
                continue
            if not outcome.conflict:  # undecided, or what belongs to no clue contradicts itself
                complete = False
                continue
            conflict = frozenset(outcome.conflict)
            conflicts.append(conflict)
        children = [node | {clue} for clue in sorted(conflict)] if len(node) < LARGEST else []
        nodes.extend(child for child in children if child not in seen)
        seen.update(children)
    return found, complete
