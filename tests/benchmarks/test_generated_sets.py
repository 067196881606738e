"""Sets that are generated when they are needed: the same seed gives the same cases, and runs go on as any others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_set import SIZES, TOY, TOYS, ToySettings, generate

from solvent.agents import Settings
from solvent.agents.presets import preset_of
from solvent.agents.settings import ModelChoice
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import BenchmarkError, load
from solvent.benchmarks.cases import Wanted
from solvent.benchmarks.generate.drawing import draw, key_of
from solvent.benchmarks.generate.generator import settings_from
from solvent.benchmarks.generate.groups import shares
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import RunFolder
from solvent.benchmarks.runs.run import Plan, Session
from solvent.solvers import Pool


@pytest.fixture
async def pool():
    async with Pool(workers=1) as running:
        yield running


async def plan(pool, **options):
    return await Plan.of(TOYS, Settings(), None, pool=pool, **options)


def texts(cases):
    return [(case.id, case.text) for case in cases]


async def test_the_seed_picks_the_cases(pool):
    first, again, other = [(await generate(Wanted(seed), pool)).cases for seed in (1, 1, 2)]
    assert texts(first) == texts(again)
    assert len({case.id for case in (*first, *other)}) == len(first) + len(other) == 12
    assert {case.group for case in first} == set(SIZES)
    drawn = [each.text async for each in draw(TOY, ToySettings(size="large"), seed=1, n=3, pool=pool)]
    assert [case.text for case in first if case.group == "large"] == drawn


async def test_groups_and_limit_say_what_is_generated(pool):
    whole = await plan(pool, seed=4)
    few = await plan(pool, seed=4, limit=3)
    assert sorted(case.group for case in few.cases) in (["large", "large", "small"], ["large", "small", "small"])
    assert set(texts(few.cases)) < set(texts(whole.cases))
    assert len((await plan(pool, seed=4, groups=SIZES, limit=1)).cases) == 1
    (only,) = (await plan(pool, seed=4, groups=["lar"], limit=1)).cases
    assert (only.id, only.text) in texts(whole.cases)
    assert [case.id for case in (await plan(pool, seed=4, ids=[only.id])).cases] == [only.id]
    with pytest.raises(BenchmarkError, match=r"no group 'huge' in this data; it has small, large"):
        await plan(pool, groups=["huge"])


@given(st.integers(1, 9), st.integers(1, 99), st.integers())
def test_a_limit_is_spread_over_the_groups(groups, limit, seed):
    names = [f"g{n}" for n in range(groups)]
    found = shares(names, limit, seed)
    assert sum(found.values()) == limit
    assert max(found.values()) - min(found.values()) <= 1
    assert list(found) == names
    more = shares(names, limit + 1, seed)
    assert all(more[name] >= found[name] for name in names)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"colour": "red"}, "no setting 'colour'; there are size, most"),
        ({"most": "many"}, "most: Input should be a valid integer"),
        ({"most": "0"}, "there is no number from 1 to that"),
        ({"size": "huge"}, "size: Input should be 'small' or 'large'"),
    ],
)
def test_options_that_cannot_be_used(values, words):
    with pytest.raises(BenchmarkError, match=words):
        settings_from(ToySettings, values)


async def test_options_reach_the_generator_as_texts(pool):
    found = await plan(pool, options={"most": "1"})
    assert {case.text for case in found.cases} == {"What is 1 plus 1?"}
    assert found.data.options == {"most": "1"}
    assert all("seed=0,most=1" in case.id for case in found.cases)


async def test_the_data_are_told_apart_by_seed_and_options(pool):
    plans = [await plan(pool, **each) for each in ({"seed": 1}, {"seed": 2}, {"seed": 1, "options": {"most": 5}})]
    assert len({each.data.sha256 for each in plans}) == len({each.data.selection for each in plans}) == 3
    assert all(each.data.generated and each.data.path == "" for each in plans)
    limited = await plan(pool, seed=1, limit=2)
    assert limited.data.sha256 == plans[0].data.sha256
    assert limited.data.selection != plans[0].data.selection


async def test_what_is_generated_has_no_data_and_what_is_read_no_options(pool, lgp):
    with pytest.raises(BenchmarkError, match=r"toys is generated, and reads no data: leave out there\."):
        await Plan.of(TOYS, Settings(), Path("there"), pool=pool)
    with pytest.raises(BenchmarkError, match="leave out the path"):
        TOYS.load(lgp)
    with pytest.raises(BenchmarkError, match="lgp is not generated, so there is no order to set"):
        await Plan.of(load("lgp"), Settings(), lgp, pool=pool, options={"order": "random"})
    with pytest.raises(BenchmarkError, match="lgp is not generated: say where its data are"):
        await Plan.of(load("lgp"), Settings(), None, pool=pool)


async def test_a_run_goes_on_with_the_same_seed_only(pool, tmp_path):
    solved = []

    async def solve(case, *_):
        solved.append(case.id)
        return Answer(status=Verdict.UNVERIFIED, answer=case.gold)

    def opened(made):
        return RunFolder(tmp_path / "out", made.record())

    made, again = [await plan(pool, seed=7) for _ in range(2)]
    with opened(made) as folder:
        for each in made.cases[:2]:
            folder.append(CaseRecord.of(each, Answer(status=Verdict.FAILED), TOYS.score(each, None)))
    with pytest.raises(BenchmarkError, match="other data, selected cases"), opened(await plan(pool, seed=8)):
        pass
    with opened(again) as folder:
        summary = await Session(again, pool, folder=folder, solve=solve).run(1)
    assert solved == [case.id for case in made.cases[2:]]
    assert summary.to_json()["metrics"]["accuracy"] == 4 / 6


async def test_examples_are_other_samples_of_the_group(pool):
    settings = preset_of("dyval-fewshot").changed(models={"author": ModelChoice(name="m")}, examples=9)
    made = await Plan.of(TOYS, settings, None, pool=pool, options={"most": 3}, limit=10)
    collection = made.examples()
    keys = {key_of(case.text) for case in made.cases}
    for case in made.cases:
        shown, _ = await collection.for_case(case.id, case.group).choose(case.text, 9)
        assert {each.group for each in shown} == {case.group}
        assert len({each.text for each in shown}) == 2
        assert not {key_of(each.text.removesuffix(" Say it.")) for each in shown} & keys
        assert all(each.reply.startswith("It is <") for each in shown)
    assert made.with_settings(settings.changed(examples=0)).examples() is None


async def test_examples_are_programs_where_programs_are_written(pool):
    settings = Settings(models={"author": ModelChoice(name="m")}, frameworks=("smtlib",), examples=1)
    made = await Plan.of(TOYS, settings, None, pool=pool, limit=2)
    assert all("(assert (= s" in each.program for each in made.examples().listed)
