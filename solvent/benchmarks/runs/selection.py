"""Selects the cases of a benchmark that a run solves."""

import random
from collections import defaultdict
from collections.abc import Sequence

from solvent.benchmarks.cases import BenchmarkError, Case, matching, natural


def select(
    cases: Sequence[Case],
    *,
    groups: Sequence[str] = (),
    ids: Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> tuple[list[Case], list[str]]:
    """Return the cases to run, in their original order, and notes on what was left out.

    `groups` keeps the groups with these names, or else with these prefixes; `ids` keeps the cases with these ids.
    `limit` is a total, spread over the groups as evenly as possible; `seed` decides which cases are kept. Raises
    `BenchmarkError` if nothing is left.
    """
    chosen = _of_ids(_of_groups(cases, groups), ids)
    kept = [case for case in chosen if not case.unscored]
    notes = _left_out(chosen)
    if not kept:
        raise BenchmarkError("; ".join(["there is nothing to run", *notes]))
    return (kept if limit is None else _sample(kept, limit, seed)), notes


def _of_groups(cases: Sequence[Case], groups: Sequence[str]) -> list[Case]:
    known = sorted({case.group for case in cases}, key=natural)
    if not known:
        raise BenchmarkError("the set has no cases")
    wanted = matching(groups, known)
    return [case for case in cases if case.group in wanted]


def _of_ids(cases: Sequence[Case], ids: Sequence[str] | None) -> list[Case]:
    unknown = sorted(set(ids or ()) - {case.id for case in cases})
    if unknown:
        raise BenchmarkError(f"there is no case {', '.join(unknown[:5])} in this data (or in these groups)")
    return [case for case in cases if ids is None or case.id in set(ids)]


def _left_out(cases: Sequence[Case]) -> list[str]:
    counts: dict[str, int] = defaultdict(int)
    for case in cases:
        if case.unscored:
            counts[case.unscored] += 1
    return [f"left out {count} cases: {why}" for why, count in counts.items()]


def _sample(cases: Sequence[Case], limit: int, seed: int) -> list[Case]:
    if limit < 1:
        raise BenchmarkError(f"a limit of {limit} leaves nothing to run; give at least 1")
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    by_group: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_group[case.group].append(case)
    queues = list(by_group.values())
    rng.shuffle(queues)
    for queue in queues:
        rng.shuffle(queue)
    kept: list[Case] = []
    while len(kept) < limit and any(queues):
        kept += [queue.pop() for queue in queues if queue][: limit - len(kept)]
    order = {id(case): index for index, case in enumerate(cases)}
    return sorted(kept, key=lambda case: order[id(case)])
