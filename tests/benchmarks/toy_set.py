"""A set that is generated: sums of two numbers, in sizes; its settings can also be refused."""

from typing import Literal

from pydantic import Field, model_validator

from solvent.benchmarks import Benchmark, Case, Score
from solvent.benchmarks.cases import Wanted
from solvent.benchmarks.generate.generator import Generator, GeneratorSettings, Sample, settings_from
from solvent.benchmarks.generate.groups import Group, Making, draw_groups
from solvent.benchmarks.generate.truth import confirm
from solvent.solvers import load

SIZES = ("small", "large")


class ToySettings(GeneratorSettings):
    size: Literal["small", "large"] = "small"
    most: int | None = Field(None, description="the greatest number")

    @model_validator(mode="after")
    def _possible(self):
        if self.most is not None and self.most < 1:
            raise ValueError("most: there is no number from 1 to that")
        return self


async def draw(settings, rng, pool):
    most = settings.most or {"small": 9, "large": 999}[settings.size]
    one, other = rng.randint(1, most), rng.randint(1, most)
    code = f'(declare-const s Int)\n(assert (= s (+ {one} {other})))\n; answer\n; {{"sum": "s"}}\n'
    program = load("smtlib").parse(code).model_copy(update={"trusted": True})
    await confirm(program, {"sum": one + other}, pool=pool)
    return Sample(f"What is {one} plus {other}?", {"sum": one + other}, settings.size, program)


TOY = Generator("toy", "sums", "Sums.", ToySettings, draw)


def case(name, group, sample):
    return Case(name, group, sample.text, sample.answer)


MAKING = Making(case, lambda case: case.text + " Say it.", lambda sample: f"It is <{sample.answer['sum']}>.")


async def generate(wanted: Wanted, pool):
    settings = {size: settings_from(ToySettings, {**wanted.options, "size": size}) for size in SIZES}
    groups = [Group(size, each, worked=each, examples=2) for size, each in settings.items()]
    return await draw_groups(TOY, groups, MAKING, wanted, usual=3, pool=pool)


def score(case, value):
    right = value == case.gold
    return Score(right, right, int(right), int(value is not None), 1, int(right))


TOYS = Benchmark(
    "toys",
    "nothing",
    "nowhere",
    None,
    score,
    generate=generate,
    extract=lambda _, text: {"sum": int(text)} if text.isdigit() else None,
    asks=lambda _: "Say it.",
)
