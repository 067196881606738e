"""Cases of a benchmark from a generator: so many of each of its groups, each group with settings of its own."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents.state import Example
from solvent.benchmarks.cases import BenchmarkError, Case, Drawn, Wanted, matching
from solvent.benchmarks.generate.drawing import draw, key_of
from solvent.benchmarks.generate.generator import Generator, GeneratorSettings, Sample
from solvent.solvers import Pool, load


@dataclass(frozen=True)
class Group:
    """Settings whose samples are a group of cases, and those whose samples are worked examples for its prompts.

    `examples` is the most of these that a case of the group is shown.
    """

    name: str
    settings: GeneratorSettings
    worked: GeneratorSettings | None = None
    examples: int = 0


@dataclass(frozen=True)
class Making:
    """How samples become cases (from an id, the group's name and a sample) and examples for prompts (`reply`)."""

    case: Callable[[str, str, Sample], Case]
    text: Callable[[Case], str]
    reply: Callable[[Sample], str]


def shares(names: Sequence[str], limit: int, seed: int) -> dict[str, int]:
    """How many cases each group has if there are `limit` in all; `seed` says which groups have one more."""
    if limit < 1:
        raise BenchmarkError(f"a limit of {limit} leaves nothing to run; give at least 1")
    order = list(names)
    random.Random(seed).shuffle(order)  # noqa: S311 - a sample, not a secret
    more = {name: position < limit % len(order) for position, name in enumerate(order)}
    return {name: limit // len(order) + more[name] for name in names}


async def draw_groups(
    generator: Generator, groups: Sequence[Group], making: Making, wanted: Wanted, *, usual: int, pool: Pool
) -> Drawn:
    """Draw what is wanted of some groups, `usual` cases of each if there is no limit.

    The first cases of a group are the samples that `solvent generate` makes with this seed and the group's settings,
    whatever the limit. The examples of a group are of another seed, and none is one of its cases. Raises
    `BenchmarkError`.
    """
    names = matching(wanted.groups, [group.name for group in groups])
    chosen = [group for group in groups if group.name in names]
    of_each = [group.name for group in chosen]
    counts = dict.fromkeys(of_each, usual) if wanted.limit is None else shares(of_each, wanted.limit, wanted.seed)
    cases: list[Case] = []
    examples: list[Example] = []
    for group in chosen:
        if not counts[group.name]:
            continue
        start = f"{group.name}/{_origin(wanted)}".replace(" ", "_")  # a file of ids is read word by word
        drawn = draw(generator, group.settings, seed=wanted.seed, n=counts[group.name], pool=pool)
        found = [making.case(f"{start}/{number}", group.name, each) async for number, each in _numbered(drawn)]
        cases += found
        most = min(wanted.examples, group.examples)
        examples += await _examples(generator, group, making, wanted.seed, most, found, pool)
    return Drawn(cases, examples)


async def _numbered(drawn: Any) -> Any:
    number = 0
    async for each in drawn:
        yield number, each
        number += 1


def _origin(wanted: Wanted) -> str:
    """What cases of a group follow from, as a part of their ids."""
    return ",".join([f"seed={wanted.seed}", *(f"{key}={value}" for key, value in sorted(wanted.options.items()))])


async def _examples(
    generator: Generator, group: Group, making: Making, seed: int, n: int, cases: Sequence[Case], pool: Pool
) -> list[Example]:
    if not n or group.worked is None:
        return []
    seen = {key_of(case.text) for case in cases}
    drawn = draw(generator, group.worked, seed=-1 - seed, n=n, pool=pool, seen=seen)
    found = []
    async for number, sample in _numbered(drawn):
        case = making.case(f"{group.name}/example {number}", group.name, sample)
        found.append(
            Example(
                id=case.id,
                text=making.text(case),
                program=load(sample.program.framework).render(sample.program),
                reply=making.reply(sample),
                group=group.name,
            )
        )
    return found
