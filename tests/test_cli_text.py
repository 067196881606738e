"""What somebody else wrote reaches a terminal without a sign that hides or commands, whichever command shows it."""

import json
import sys
import unicodedata
from pathlib import Path

import pytest
from console import solvent_here
from hypothesis import given
from hypothesis import strategies as st
from loopback import Reply, Status
from rich.text import Text

from solvent.cli.render import console
from solvent.cli.text import dumps, put
from solvent.explanations.values import value_text
from solvent.explanations.visible import shown

sys.path.insert(0, str(Path(__file__).parent / "agents"))  # where the puzzle of these tests is kept
from test_llm import CPMPY, DECOMPOSED, TEXT, said, sorts

BAD = "\x1b[31m\r\b\x07\x7f\x85\x9b2J\u200b\u200e\u202e\u2066\u061c\ufeff\u2028\u00ad\U000e0041"
GRID = f"friend: Ada, Ben{BAD}\ndrink: tea, milk\n\nClues:\n1. Ada drinks milk.\n"
# Arabic and Kaithi signs that are seen.
SEEN = set("\t\n\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2\U000110bd\U000110cd")


def hides(character):
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in SEEN


def check_clean(*outputs):
    for text in outputs:
        assert not [character for character in text if hides(character)], ascii(text)


def test_every_sign_that_hides_is_escaped_and_no_other():
    # Joiners by themselves: within a word of another script they stay.
    wrong = [code for code in range(sys.maxunicode + 1) if hides(chr(code)) and shown(chr(code)) == chr(code)]
    assert not wrong
    for category in ("L", "N", "P", "S", "Zs"):
        kept = [chr(code) for code in range(0x3000) if unicodedata.category(chr(code)).startswith(category)]
        assert set("\u115f\u1160") >= {character for character in kept if shown(character) != character}


@given(st.text())
def test_what_is_shown_is_clean_and_plain_text_stays(text):
    check_clean(shown(text).replace("\u200c", "").replace("\u200d", ""))
    assert shown(shown(text)) == shown(text)
    escaped = set("\u115f\u1160\u3164\uffa0") | set(
        map(chr, range(0xE0000, 0xE1000))
    )  # fillers, tags and what is left there
    assert shown(text) == text or any(hides(character) or character in escaped for character in text)


def test_joiners_stay_where_scripts_need_them():
    for word in ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\N{WOMAN}\u200d\N{ROCKET}", "क्\u200dष"):
        assert shown(word) == word
    assert shown("a\u200db \u200d") == "a\\u200db \\u200d"
    assert shown("\x1b\u202e\U000e0041\ud800") == "\\x1b\\u202e\\U000e0041\\ud800"


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8))
def test_json_is_clean_and_means_the_same(value):
    check_clean(dumps(value).replace("\u200c", "").replace("\u200d", ""))
    halves = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
    assert json.loads(dumps(value)) == json.loads(halves)


def test_numbers_that_are_no_json_are_not_written():
    for number in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match="JSON"):
            dumps({"a": number})


@pytest.mark.parametrize("show", ["answer", "program", "clues", "attempts"])
def test_a_puzzle(capsys, show):
    done = solvent_here(capsys, "solve", "--text", GRID, "--show", show)
    check_clean(done.stdout, done.stderr)
    assert "\\x9b" in done.stdout + done.stderr


def test_a_puzzle_as_json(capsys, tmp_path):
    done = solvent_here(capsys, "solve", "--text", GRID, "--json", "--trace", tmp_path / "trace")
    check_clean(done.stdout, done.stderr, (tmp_path / "trace").read_text(encoding="utf-8"))
    assert BAD[:4] in json.loads(done.stdout)["text"][0]["text"]


PROGRAM = CPMPY.format(second="red == blue + 3").replace("answer = ", f"# {BAD.replace(chr(13), '')}\nanswer = ")
KEYED = PROGRAM.replace('"red":', f'"{BAD.encode("unicode_escape").decode()}":')
REPLIES = {
    "a program": lambda _: Reply(said("cpmpy", {"cpmpy": PROGRAM})),
    "an answer": lambda _: Reply(said("cpmpy", {"cpmpy": KEYED})),
    "its fault": lambda _: Reply(said("cpmpy", {"cpmpy": f"raise ValueError({BAD!a})\nanswer = 1\n"})),
    "prose": lambda _: Reply(f"No.{BAD}"),
    "a refusal": lambda _: Status(400, message=f"no{BAD}"),
    "a wrong key": lambda _: Status(401, message=f"no{BAD}"),
}  # fmt: skip


@pytest.mark.parametrize("show", [("--show", "program"), ("--show", "attempts"), ("--show", "answer"), ("--json",)])
@pytest.mark.parametrize("kind", REPLIES)
def test_a_model(capsys, loopback, kind, show):
    def act(request):
        if sorts(request) and kind not in ("a refusal", "a wrong key"):
            return json.dumps(DECOMPOSED | {"kind": BAD, "objective": BAD})
        return REPLIES[kind](request)

    loopback.script(act)
    model = ("--model", "player", "--base-url", loopback.url, "--preset", "quick", "--framework", "cpmpy")
    done = solvent_here(capsys, "solve", "--text", TEXT.replace("hall", f"hall{BAD}"), *model, *show)
    assert done.returncode in (0, 10, 11, 12, 13), done.stderr
    check_clean(done.stdout, done.stderr)


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    "answer", [f'{{"a": {{"$value": {json.dumps(BAD)}}}, "x": "x"}}', f'[{{{json.dumps(BAD)}: "x"}}]', f'"{BAD}"']
)
def test_a_program(capsys, tmp_path, answer, options):
    file = tmp_path / "a.smt2"
    file.write_text(f"(declare-const x Int)\n; {BAD}\n(assert (= x 3))\n; answer\n; {answer}\n", encoding="utf-8")
    done = solvent_here(capsys, "run", file, *options)
    check_clean(done.stdout, done.stderr)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", BAD), ("solve", "--text", "x", f"--framework={BAD}"), ("solve", f"--bad{BAD}"), ("run", BAD), (BAD,),
        ("solve", "--text", "x", "--model", "m", "--base-url", BAD), ("bench", BAD, "--data", "."),
        ("bench", "lgp", "--data", BAD), ("score", "cp-bench", "--data", BAD, "--submission", BAD),
        ("solve", "--text", "x", "--trace", f"/none{BAD}/x"), ("solve", "--text", "x", "--timeout", BAD),
    ],
)  # fmt: skip
def test_mistakes(capsys, command):
    done = solvent_here(capsys, *command)
    assert done.returncode == 2
    check_clean(done.stdout, done.stderr)
    assert done.stderr


def test_tables(capsys):
    put(value_text([{f"a{BAD}": f"b{BAD}"}, {f"a{BAD}": "c"}]))
    console().print(f"d{BAD}", Text(f"e{BAD}"))
    printed = capsys.readouterr().out
    check_clean(printed)
    assert [line[0] for line in printed.splitlines() if line] == ["a", "b", "c", "d"]
    assert printed.count("\\u202e") == 4


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_bench(capsys, tmp_path, options):
    folder = tmp_path / f"set{BAD}" / "1"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text(GRID, encoding="utf-8")
    done = solvent_here(capsys, "bench", "lgp", "--data", folder.parent, *options)
    check_clean(done.stdout, done.stderr)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_server_that_doctor_asks(capsys, monkeypatch, options):
    from raw_server import RawServer, head

    body = json.dumps({"data": [{"id": f"m{BAD}\ud800"}]}).encode()
    server = RawServer(lambda _: [head(), body])
    try:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = solvent_here(capsys, "doctor", "--api", *options)
    finally:
        server.close()
    check_clean(done.stdout, done.stderr)
    assert server.requests
