"""Whatever bytes a server sends, and whatever text a model writes: an answer comes in time, and nothing breaks.

`PYTHONPATH=tests python tests/agents/test_streams.py SEED N` tries N of each kind.
"""

import asyncio
import gzip
import itertools
import json
import random
import resource
import sys
import time
import zlib

import pytest
from loopback import Reply, completion
from raw_server import RawServer, head
from test_llm import DECOMPOSED, FENCE, OTHER, RIGHT, TEXT, said

from solvent.agents import Budget, OpenAIModel, asolve
from solvent.agents.models.client import ModelError
from solvent.cli.text import dumps
from solvent.solvers import Limits, Pool

ASK = [{"role": "user", "content": "ping"}]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
BUDGET = 4.0  # seconds for a call
GRACE = 60.0  # seconds that a busy machine may take on top of them
LIMITS = Limits(seconds=2)
STREAMS = 60  # `python test_streams.py SEED COUNT` tries as many as one likes
WALKS = 40

SEEDS = [
    completion(Reply('{"n": 1}'), "m").encode(),
    completion(Reply("pong", usage={"prompt_tokens": 10**30, "completion_tokens": -1}), "m").encode(),
    b'{"error": {"message": "busy", "code": 429}}',
    b'{"detail": [{"loc": ["body", "n"], "msg": "no"}]}',
    b'data: {"choices": [{"delta": {"content": "a"}}]}\n\ndata: [DONE]\n\n',
]
PIECES = [
    b"[" * 300, b'{"a":' * 300, b"[" * 900, b'{"a":' * 900, b"9" * 5000, b"1e999", b"NaN", b"-Infinity", b'"\\ud800"',
    b"\xff\xfe", b"\xed\xa0\x80", b"null", b"true", b"[]", b"{}", b'"', b"\\", b",", b"\r\n\r\n", b"\n", b"\x1b[2J",
    b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"-1\r\n", b"data: ", b"HTTP/1.1 200 OK\r\n", b"<html>", b"\x00",
    "\u202e".encode(),
]  # fmt: skip


def mutated(rng: random.Random, data: bytes) -> bytes:
    """The data with some of it lost, doubled, or replaced by something else."""
    for _ in range(rng.randint(1, 6)):
        one, other = sorted(rng.randint(0, len(data)) for _ in range(2))
        inserted = rng.choice([b"", rng.choice(PIECES), rng.randbytes(rng.randint(1, 20))])
        rest = rng.choice([b"", data[one:], data[other:], data[max(0, one - 50) :]])
        data = data[:one] + inserted + rest
    return data


def stream(rng: random.Random):
    """An answer to a request, in pieces: HTTP or nearly, with a body of any make."""
    seed = rng.choice(SEEDS)
    body = rng.choice([seed, seed, mutated(rng, seed), mutated(rng, seed), rng.randbytes(rng.randint(0, 3000))])
    headers = {"content_type": rng.choice(["application/json", "text/event-stream", "text/html; charset=bz2", ""])}
    packing = rng.choice([None, None, None, "gzip", "deflate", "br", "gzip, deflate"])
    if packing:
        packed = {"gzip": gzip.compress, "deflate": zlib.compress}.get(packing, bytes)(body)
        headers["content_encoding"], body = packing, rng.choice([packed, body, mutated(rng, packed)])
    if rng.random() < 0.2:
        headers["retry_after"] = rng.choice(["0", "1e9", "-3", "soon", "9" * 99])
    how = rng.choice(["close", "length", "wrong length", "chunks", "bad chunks", "junk", "headers"])
    if "length" in how:
        headers["content_length"] = str(len(body) + (rng.choice([-5, 5, 10**20]) if how == "wrong length" else 0))
    if "chunks" in how:
        headers["transfer_encoding"] = "chunked"
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        body = mutated(rng, body) if how == "bad chunks" else body
    status = rng.choice(["200 OK"] * 5 + ["400 No", "404 No", "429 Slow", "500 No", "307 Away", "101 Up"])
    first = head(status, **headers)
    if how == "headers":
        first = mutated(rng, first)
    return [body] if how == "junk" else [first, body]


def word(rng: random.Random) -> str:
    """What a model writes: right, broken, of the wrong kind, or none of its business."""
    framework = rng.choice(list(RIGHT))
    right = rng.choice([json.dumps(DECOMPOSED), said(framework, RIGHT), said(OTHER[framework], RIGHT)])
    deep = rng.choice([300, 900, 5000])
    opening, closing = rng.choice(["[]", ('{"a":', "}"), ("(- ", ")")])
    nested = opening * deep + "1" + closing * deep
    deeper = RIGHT[framework].replace('"red": ', f'"red": {nested}, "b": ')
    fenced = f"```{FENCE[framework]}\n{deeper}```"
    text = rng.choice([right, right, fenced, json.dumps(DECOMPOSED | {"answer_example": nested})])
    if rng.random() < 0.1:
        text = rng.choice(["```", "{", "[[", '"\\', "(", "; answer\n", "with clue(1):\n x\n", "-"]) * 20_000
    return text if rng.random() < 0.3 else mutated(rng, text.encode()).decode("utf-8", "surrogateescape")


async def call(rng: random.Random) -> str:
    """Ask a server that sends such a stream; what came of it."""
    server = RawServer(lambda _: stream(rng))
    model = OpenAIModel("m", server.url, "sk-key", backoff=0.01, retries=2)
    started = time.monotonic()
    try:
        reply = await model.complete(ASK, schema=rng.choice([None, SCHEMA]), budget=BUDGET)
    except ModelError as error:
        return type(error).__name__
    else:
        reply.model_dump_json()
        return "reply"
    finally:
        server.close()
        assert time.monotonic() - started < BUDGET + GRACE


async def walk(rng: random.Random, pool: Pool) -> str:
    """Let a model that writes such words solve a puzzle; the status of the answer."""
    replies = (completion(Reply(word(rng)), "m").encode() for _ in itertools.count())

    def answer(request):
        if "Sort the pieces" in request and rng.random() < 0.6:
            return [head(), completion(Reply(json.dumps(DECOMPOSED)), "m").encode()]
        return [head(), next(replies)]

    server = RawServer(answer)
    model = OpenAIModel("m", server.url, backoff=0.01)
    started = time.monotonic()
    try:
        settings = {"use_rules": False, "budget": Budget(actions=2, restarts=0, seconds=BUDGET), "limits": LIMITS}
        found = await asolve(TEXT, model=model, frameworks=(rng.choice(list(RIGHT)),), pool=pool, **settings)
    finally:
        server.close()
    assert time.monotonic() - started < BUDGET + GRACE
    json.loads(dumps(found.to_dict()), parse_constant=pytest.fail)
    return str(found.status)


async def side_by_side(run, count: int) -> list[str]:
    """So many runs, some at a time: most of them wait."""
    slots = asyncio.Semaphore(6)

    async def one(n: int) -> str:
        async with slots:
            return await run(random.Random(f"0 {n}"))

    return await asyncio.gather(*map(one, range(count)))


async def test_streams_of_bytes():
    found = await side_by_side(call, STREAMS)
    assert "reply" in found
    assert len(set(found)) > 3


async def test_words_of_a_model():
    async with Pool(workers=1) as pool:
        found = await side_by_side(lambda rng: walk(rng, pool), WALKS)
    assert len(set(found)) > 1


async def main(seed: str, count: int) -> None:
    slowest: dict[str, float] = {}
    tally: dict[str, int] = {}
    async with Pool(workers=1) as pool:
        for n in range(count):
            for kind, run in (("stream", call), ("walk", lambda rng: walk(rng, pool))):
                started = time.monotonic()
                try:
                    ended = await run(random.Random(f"{seed} {n}"))
                except Exception as error:  # noqa: BLE001  # it is counted
                    ended = f"BROKE {n} {type(error).__name__} {error}"[:200]
                tally[f"{kind} {ended}"] = tally.get(f"{kind} {ended}", 0) + 1
                slowest[kind] = max(slowest.get(kind, 0), time.monotonic() - started)
    for name, times in sorted(tally.items()):
        print(f"{times:6} {name}")
    print("slowest", slowest, "peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
