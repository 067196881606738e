"""What a set's own extraction finds in a model's bare reply is scored apart."""

import json

import pytest
from console import EXAMPLES
from handmade import LOGIC_GOLD
from recorded import bench

from solvent.agents.state import Answer, Attempt, Job, Verdict, Writer
from solvent.benchmarks import load
from solvent.benchmarks.runs.selection import select
from solvent.solvers import Pool

RIGHT = f"<Answer>{json.dumps(LOGIC_GOLD)}</Answer>"
WRONG = f"<Answer>{json.dumps(LOGIC_GOLD[:1])}</Answer>"


def replied(text, answer=None, **job):
    """An answer by a model that said `text`."""
    job = Job(**{"id": 0, "writer": Writer(kind="model", name="m"), "framework": "none", "contract": "answer", **job})
    talk = ({"role": "user", "content": "?"}, {"role": "assistant", "content": text})
    attempt = Attempt(job=job, program=None, messages=talk)
    return Answer(status=Verdict.UNVERIFIED, answer=answer, attempts=(attempt,))


@pytest.mark.parametrize(
    ("answer", "strict", "extracted"),
    [
        (replied(RIGHT), False, True),
        (replied(WRONG, LOGIC_GOLD), True, False),  # the agent's own reading counts
        (replied(RIGHT, LOGIC_GOLD), True, True),
        (replied("I do not know."), False, False),
        (replied(RIGHT, contract="model", framework="cpmpy"), False, None),
        (Answer(status=Verdict.FAILED), False, None),
    ],
)
async def test_the_last_reply_is_scored_apart(lr2bench, answer, strict, extracted):
    benchmark = load("lr2bench")
    cases = select(benchmark.load(lr2bench), groups=["logic"])[0]

    async def solve(_):
        return answer

    (record,) = (await bench(benchmark, cases, solve)).records
    assert record.score.strict is strict
    found = record.score.apart.get("extracted")
    assert (found and found["strict"]) is extracted
    assert json.loads(record.line()).get("extracted") == found


async def test_a_set_with_a_judge():
    benchmark = load("cp-bench")
    case = next(c for c in benchmark.load(EXAMPLES / "cp_bench" / "problems.jsonl") if c.id == "ferry_loading")
    replies = iter([f"So it is {json.dumps(case.gold)}, I think.", 'Either {"income": 46} or {"income": 45}.'])

    async def solve(_, **__):
        return replied(next(replies))

    async with Pool(workers=1) as pool:
        records = [(await bench(benchmark, [case], solve, pool=pool)).records[0] for _ in range(2)]
    assert [record.score.apart["extracted"]["strict"] for record in records] == [True, False]
    assert not any(record.score.strict for record in records)
