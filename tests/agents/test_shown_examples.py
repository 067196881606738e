"""Examples for a prompt: which are chosen, by words or by embeddings, and how they are shown."""

import json
import math

import pytest
from console import check_refusal, one_object, solvent_here
from loopback import Delay, Drop, Raw, Status, malformed, wrong_type
from test_llm import ANSWER, TEXT
from test_script_contract import script

from solvent import asolve
from solvent.agents import ModelChoice, OpenAIModel, Settings, SettingsError
from solvent.agents.examples import Examples, by_words, examples_of, read_examples
from solvent.agents.models.client import ModelError
from solvent.agents.models.embeddings import AT_ONCE, LONGEST, Embedder
from solvent.agents.presets import preset_of
from solvent.agents.state import Example
from solvent.solvers import Pool

SCRIPT = "import json\nimport cpmpy as cp\nx = cp.intvar(0, {n})\ncp.Model().solve()\nprint(json.dumps({{'x': 1}}))\n"
TEXTS = {
    "ferry": "A ferry carries crates to an island. Every crate has a weight. Load the crates that earn the most.",
    "lamps": "Three lamps burn for a number of hours, and one burns longer than another. Together they burn 20 hours.",
    "queens": "Place queens on a chess board such that no queen attacks another.",
    "lamp": "A lamp hangs in a hall.",
    "choir": "Singers stand in a row, and some of them stand side by side.",
}
LISTED = tuple(Example(id=name, text=text, program=SCRIPT.format(n=n)) for n, (name, text) in enumerate(TEXTS.items()))
AUTHOR = {"author": ModelChoice(name="player")}
SETTINGS = preset_of("cp-bench-raicl").changed(models=AUTHOR)


def collection(**values):
    return Examples.of(LISTED, SETTINGS.changed(**values), "a test")


async def ids(examples, text=TEXT, count=3):
    return [each.id for each in (await examples.choose(text, count))[0]]


async def test_the_most_similar_is_last():
    assert await ids(collection(), count=2) == ["lamp", "lamps"]
    assert (await ids(collection(), "Where do the queens stand on the board?", 1)) == ["queens"]
    assert await ids(collection(), count=0) == []
    assert sorted(await ids(collection(), count=99)) == sorted(TEXTS)


async def test_of_two_that_are_as_similar_the_first_in_the_collection_is_last():
    assert await ids(collection(), "xylophone", 5) == list(reversed(TEXTS))


async def test_a_text_is_no_example_of_itself_nor_is_what_is_left_out():
    assert "lamps" not in await ids(collection(), TEXTS["lamps"].replace(" ", "\n  "), 9)
    few = collection().leaving_out({"lamps", "lamp"})
    assert sorted(await ids(few, count=9)) == ["choir", "ferry", "queens"]
    assert await ids(few.leaving_out(TEXTS), count=9) == []


def test_words_by_rarity_and_stem():
    scores = by_words(["the burning lamp", "the the the the", "a crate", ""], "the lamps burned")
    assert scores[0] > scores[1] > 0
    assert scores[2:] == [0, 0]
    assert by_words(["", "!"], "lamp") == [0, 0]


@pytest.mark.parametrize(("texts", "query"), [([""], "lamp"), (["", "?"], ""), (["lamp"], ""), (["日本", "\0"], "日")])
def test_texts_without_words_are_no_error(texts, query):
    scores = by_words(texts, query)
    assert len(scores) == len(texts)
    assert all(map(math.isfinite, scores))


def test_a_file_of_examples(tmp_path):
    file = tmp_path / "examples.jsonl"
    lines = [json.dumps({**each.model_dump()}) for each in LISTED]
    file.write_text("\n\n".join(lines) + "\n", "utf-8")
    assert read_examples(file) == LISTED
    assert examples_of(SETTINGS.changed(examples_from=str(file))).listed == LISTED
    assert examples_of(SETTINGS.changed(examples=0)) is None
    with pytest.raises(SettingsError, match="--examples-from"):
        examples_of(SETTINGS)


FAULTS = {
    "not JSON": ("{", "line 1"),
    "no object": ("[]", "line 1"),
    "no program": ('{"id": "a", "text": "b"}', "line 1"),
    "a number for a text": ('{"id": 1, "text": "b", "program": "c"}', "line 1"),
    "deep": ("[" * 100_000, "line 1"),
    "twice": ("\n".join([LISTED[0].model_dump_json()] * 2), "line 2: the id 'ferry'"),
    "empty": ("\n", "no examples"),
    "another language": (
        '{"id": "o", "text": "t", "program": "from ortools import x\\nimport cpmpy_no\\nprint"}',
        "'o'.*a script in cpmpy",
    ),
    "no script": ('{"id": "m", "text": "t", "program": "import cpmpy\\nanswer = 1"}', "'m'.*a script in cpmpy"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_cannot_be_used_says_why(tmp_path, fault):
    text, named = FAULTS[fault]
    file = tmp_path / "examples.jsonl"
    file.write_text(text, "utf-8")
    with pytest.raises(SettingsError, match=named):
        examples_of(SETTINGS.changed(examples_from=str(file)))


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "utf16").write_bytes(b"\xff\xfe{")
    for name, named in (("utf16", "UTF-8"), ("none", "cannot read"), (".", "cannot read")):
        with pytest.raises(SettingsError, match=named):
            read_examples(tmp_path / name)


PROGRAMS = {
    ("cpmpy", "model"): "import cpmpy as cp\nx = cp.intvar(1, 2)\nanswer = x\n",
    ("ortools", "model"): "from ortools.sat.python import cp_model\nanswer = 1\n",
    ("minizinc", "model"): 'var 1..2: x;\n% answer\n% "x"\n',
    ("smtlib", "model"): '(declare-const x Int)\n; answer\n; "x"\n',
    ("cpmpy", "script"): LISTED[0].program,
    ("ortools", "script"): "from ortools.sat.python import cp_model\nprint(1)\n",
    ("minizinc", "script"): "var 1..2: x;\nsolve satisfy;\n",
    ("smtlib", "script"): "(declare-const x Int)\n(check-sat)\n(get-model)\n",
}


@pytest.mark.parametrize("framework", ["cpmpy", "minizinc", "ortools", "smtlib"])
@pytest.mark.parametrize("contract", ["model", "script"])
def test_only_programs_of_the_framework_and_contract_fit(framework, contract):
    settings = SETTINGS.changed(frameworks=(framework,), contract=contract)
    for (name, kind), program in PROGRAMS.items():
        one = Example(id="one", text="text", program=program)
        if (name, kind) == (framework, contract):
            assert Examples.of([one], settings, "a test").listed == (one,)
        else:
            with pytest.raises(SettingsError, match="is not a"):
                Examples.of([one], settings, "a test")


def vectors(request):
    """An embedding by what a text is about: a direction each for lamps, ferries, queens and choirs."""
    assert request.path == "/v1/embeddings"
    words = ("lamp", "crate", "queen", "singer")
    found = [[1.0 + 9 * text.lower().count(word) for word in words] for text in request.body["input"]]
    data = [{"object": "embedding", "index": n, "embedding": each} for n, each in enumerate(found)]
    body = {"object": "list", "data": data[::-1], "model": "e", "usage": {"prompt_tokens": 5, "total_tokens": 5}}
    return Raw(json.dumps(body).encode())


def embedding(loopback, **values):
    choice = ModelChoice(name="e", url=loopback.url, prices=(2.0, 0.0))
    return collection(models={**AUTHOR, "embedder": choice}, **values)


async def test_by_embeddings_each_text_is_sent_once(loopback):
    loopback.script(vectors)
    examples = embedding(loopback)
    chosen, usage = await examples.choose(TEXT, 2)
    assert {each.id for each in chosen} == {"lamp", "lamps"}
    assert (usage.calls, usage.prompt_tokens, usage.usd) == (0, 5, 1e-05)
    (request,) = loopback.requests
    assert request.body["model"] == "e"
    assert request.body["input"] == [TEXT, *TEXTS.values()]
    assert [each.id for each in (await examples.leaving_out({"queens"}).choose("Queens!", 5))[0]][-1] != "queens"
    assert loopback.requests[1].body["input"] == ["Queens!"]
    await examples.choose("Queens!", 5)
    assert len(loopback.requests) == 2


async def test_many_and_long_texts_are_sent_in_parts(loopback):
    loopback.script(vectors)
    embedder = Embedder("e", loopback.url)
    found, usage = await embedder.embed(["lamp" * LONGEST] * (2 * AT_ONCE + 1))
    assert [len(request.body["input"]) for request in loopback.requests] == [AT_ONCE, AT_ONCE, 1]
    assert len(loopback.requests[0].body["input"][0]) == LONGEST
    assert len(found) == 2 * AT_ONCE + 1
    assert math.hypot(*found[0]) == pytest.approx(1)
    assert (usage.prompt_tokens, usage.usd) == (15, None)


def body(*data):
    return Raw(json.dumps({"data": data}).encode())


ODD = {
    "no access": (Status(401), "refused access"),
    "no such endpoint": (Status(404, body={"detail": "Not Found"}), "--base-url"),
    "out of order": (Status(500), "failed"),
    "dropped": (Drop(), "broke the connection"),
    "too slow": (Delay(9, "late"), "no complete reply"),
    "broken JSON": (malformed(), "JSON is broken"),
    "a page": (wrong_type(), "content type"),
    "no data": (Raw(b"{}"), "does not have 6 embeddings"),
    "a list": (Raw(b"[]"), "does not have 6 embeddings"),
    "too few": (body({"embedding": [1.0]}), "does not have 6 embeddings"),
    "no objects": (body(*[1] * 6), "does not have 6 embeddings"),
    "the same number": (body(*[{"index": 0, "embedding": [1.0]}] * 6), "not numbered"),
    "texts for numbers": (body(*[{"embedding": ["a"]}] * 6), "not a list of numbers"),
    "empty vectors": (body(*[{"embedding": []}] * 6), "not a list of numbers"),
    "a base 64 text": (body(*[{"embedding": "AAAA"}] * 6), "not a list of numbers"),
    "not a number": (Raw(b'{"data": [' + b",".join([b'{"embedding": [NaN]}'] * 6) + b"]}"), ""),
    "too large": (body(*[{"embedding": [10**400]}] * 6), ""),
    "of different lengths": (body(*[{"embedding": [1.0] * n} for n in range(1, 7)]), "differ in length"),
}


@pytest.mark.parametrize("fault", ODD)
async def test_an_endpoint_that_fails_is_named(loopback, fault):
    action, named = ODD[fault]
    loopback.script(lambda _: action)
    embedder = Embedder("e", loopback.url, timeout=0.3, backoff=0.01, retries=1)
    with pytest.raises(ModelError) as caught:
        await embedder.embed([TEXT, *TEXTS.values()])
    told = str(caught.value)
    assert told.startswith("No examples could be chosen, for there are no embeddings. ")
    assert named in told
    assert loopback.url in told
    assert len(loopback.requests) <= 2


async def test_vectors_of_zero_are_similar_to_nothing(loopback):
    loopback.script(body(*[{"embedding": [0.0, 0.0]}] * 6))
    assert await ids(embedding(loopback), count=2) == ["lamps", "ferry"]


@pytest.fixture
def ask(loopback, solve, tmp_path):
    file = tmp_path / "examples.jsonl"
    file.write_text("\n".join(each.model_dump_json() for each in LISTED), "utf-8")

    def run(**options):
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        settings = SETTINGS.changed(**{"examples_from": str(file), "examples": 2, **options})
        return solve(TEXT, model=model, settings=settings)

    return run


def test_examples_are_turns_between_the_guide_and_the_problem(loopback, ask):
    loopback.script(script())
    assert ask().answer == ANSWER
    (request,) = loopback.requests
    assert [message["role"] for message in request.messages] == ["system", *["user", "assistant"] * 2, "user"]
    shown = [message["content"] for message in request.messages]
    assert TEXTS["lamp"] in shown[1]
    assert TEXTS["lamps"] in shown[3]
    assert shown[4] == f"```python\n{LISTED[1].program.strip()}\n```"
    assert TEXT.strip() in shown[5]


def test_witnesses_see_no_examples(loopback, ask):
    loopback.script(script(), "nothing")
    ask(method="confirming", second_opinion=("smtlib",))
    assert [len(request.messages) for request in loopback.requests] == [6, 2]


def test_a_review_shows_no_examples(loopback, ask):
    loopback.script(script(), "[[OK]]")
    ask(self_verification=1)
    assert [len(request.messages) for request in loopback.requests] == [6, 1]
    assert TEXTS["lamps"] not in loopback.requests[1].messages[0]["content"]


def test_without_embeddings_the_run_ends_with_the_reason(loopback, ask):
    loopback.script(Status(404, body={"detail": "Not Found"}))
    models = {**AUTHOR, "embedder": ModelChoice(name="e", url=loopback.url)}
    answer = ask(models=models)
    assert (answer.status, answer.answer) == ("failed", None)
    assert "no embeddings" in answer.reason
    assert len(loopback.requests) == 1


def test_embeddings_count_in_the_cost(loopback, ask):
    loopback.script(lambda request: vectors(request) if request.path.endswith("embeddings") else script())
    models = {**AUTHOR, "embedder": ModelChoice(name="e", url=loopback.url, prices=(1.0, 0.0))}
    answer = ask(models=models)
    assert answer.answer == ANSWER
    assert answer.usage.calls == 1
    assert answer.usage.prompt_tokens == 11 + 5


async def test_a_run_that_goes_on_chooses_nothing_again(loopback, tmp_path):
    """Stopped when the program was to be written: the examples that were chosen are in the checkpoint."""

    class Stopping:
        name = "player"

        async def complete(self, *_, **__):
            raise KeyError("stopped")

    models = {**AUTHOR, "embedder": ModelChoice(name="e", url=loopback.url)}
    settings = SETTINGS.changed(models=models, examples=2)
    common = {"settings": settings, "checkpoint": tmp_path / "runs.db", "run_id": "one"}
    loopback.script(vectors)
    async with Pool(workers=1) as pool:
        with pytest.raises(KeyError):
            await asolve(TEXT, model=Stopping(), pool=pool, examples=embedding(loopback), **common)
        assert len(loopback.requests) == 1
        loopback.script(lambda request: script() if request.messages else Status(400))
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        answer = await asolve(TEXT, model=model, pool=pool, examples=embedding(loopback), **common)
    assert answer.answer == ANSWER
    assert [request.path for request in loopback.requests] == ["/v1/embeddings", "/v1/chat/completions"]
    assert TEXTS["lamps"] in loopback.requests[1].messages[3]["content"] + loopback.requests[1].messages[1]["content"]


def test_on_the_command_line(loopback, capsys, tmp_path):
    file = tmp_path / "examples.jsonl"
    file.write_text("\n".join(each.model_dump_json() for each in LISTED), "utf-8")
    common = ("solve", "--text", TEXT, "--preset", "cp-bench-raicl", "--model", "player", "--base-url", loopback.url)
    check_refusal(solvent_here(capsys, *common), 2)
    check_refusal(solvent_here(capsys, *common, "--examples-from", file, "--framework", "ortools"), 2)
    check_refusal(solvent_here(capsys, *common, "--examples-from", file, "--framework", "none"), 2)
    loopback.script(script(), script(), "[[OK]]")
    found = one_object(solvent_here(capsys, *common, "--examples-from", file, "--examples", "1", "--json"))
    assert found["answer"] == ANSWER
    assert len(loopback.requests[0].messages) == 4
    found = one_object(solvent_here(capsys, *common, "--examples", "0", "--self-verify", "2", "--json"))
    assert (found["answer"], len(found["attempts"])) == (ANSWER, 2)
    assert Settings(models=AUTHOR).examples == 0


def plain(**values):
    return preset_of("dyval-fewshot").changed(models=AUTHOR, **values)


async def test_worked_replies_are_turns_before_a_plain_request(loopback):
    worked = [Example(id=name, text=text, reply=f"I look at {name}.\n<<<1>>>") for name, text in TEXTS.items()]
    examples = Examples.of(worked, plain(examples=2), "a test")
    loopback.script("So it is <<<7>>>.")
    model = OpenAIModel("player", loopback.url)
    answer = await asolve(TEXT, settings=plain(examples=2), model=model, examples=examples)
    (request,) = loopback.requests
    assert [(each["role"], each["content"].strip()) for each in request.messages] == [
        ("user", TEXTS["lamp"]),
        ("assistant", "I look at lamp.\n<<<1>>>"),
        ("user", TEXTS["lamps"]),
        ("assistant", "I look at lamps.\n<<<1>>>"),
        ("user", TEXT.strip()),
    ]
    characters = sum(len(each["content"]) for each in request.messages)
    assert request.body["max_tokens"] == math.ceil(2 * characters / 4)
    assert answer.answer == "So it is <<<7>>>."


def test_a_plain_reply_needs_worked_replies_and_a_program_needs_programs(tmp_path):
    with pytest.raises(SettingsError, match=r"'ferry' in a test has no `reply`"):
        Examples.of(LISTED, plain(), "a test")
    reply = Example(id="a", text="t", reply="r")
    with pytest.raises(SettingsError, match="the program of 'a' in a test is not a script in cpmpy"):
        Examples.of([reply], SETTINGS, "a test")
    file = tmp_path / "examples.jsonl"
    file.write_text('{"id": "a", "text": "t", "reply": "r"}\n')
    assert read_examples(file) == (reply,)


async def test_an_example_of_a_group_is_for_its_cases():
    listed = [Example(id=group or "any", text=f"a lamp {group}", reply="r", group=group) for group in ("", "x", "y")]
    examples = Examples.of(listed, plain(), "a test")
    assert await ids(examples.for_case("other", "x")) == ["x", "any"]
    assert await ids(examples.for_case("any", "y")) == ["y"]
