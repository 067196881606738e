"""What the README shows is what the program prints."""

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

import pytest
from console import COMMAND, ROOT, environment

README = ROOT / "README.md"
TIME = re.compile(r"\b\d+(?:\.\d+)?(?= ?(?:ms|s|seconds)\b)")


@dataclass(frozen=True)
class Shown:
    """A command of the README, the lines shown under it, and the line that it stands on."""

    line: int
    command: str
    output: str


def shown(text: str) -> list[Shown]:
    """Find the commands of all console blocks, with what is shown under each."""
    found: list[Shown] = []
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        first = text.count("\n", 0, block.start(1)) + 1
        for part in re.finditer(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
            line = first + block[1].count("\n", 0, part.start())
            found.append(Shown(line, part[1].replace("\\\n", " "), part[2]))
    return found


def plain(output: str) -> list[str]:
    """Leave out what may differ from run to run: times, and spaces that nobody sees."""
    return [TIME.sub("#", line).rstrip() for line in output.strip("\n").split("\n")]


COMMANDS = [each for each in shown(README.read_text("utf-8")) if each.command.split()[0] == "solvent"]


def test_the_readme_shows_commands():
    assert COMMANDS, "README.md has no console block with a line `$ solvent ...`"


@pytest.mark.parametrize("each", COMMANDS, ids=lambda each: f"line {each.line}")
def test_output_is_as_shown(each):
    words = shlex.split(each.command, comments=True)
    assert not {"|", ">", "<", "&&", ";", "&"}.intersection(words), "shown with a shell's syntax, which is not run here"
    done = subprocess.run(
        [*COMMAND, *words[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=ROOT, env=environment(PYTHONUNBUFFERED=""), timeout=120, check=False,
    )  # fmt: skip
    assert plain(each.output) == plain(done.stdout.decode())


def test_blocks_are_read_whole():
    """The reader itself: several commands to a block, continued lines, other languages left alone."""
    text = (
        "```console\n$ one \\\n  two\nout 1\n\nout 2\n$ three\n```\n\n"
        "```python\n$ no\n```\n```console\n$ four\nlast\n```\n"
    )
    assert [(each.line, each.command.split(), each.output) for each in shown(text)] == [
        (2, ["one", "two"], "out 1\n\nout 2\n"), (7, ["three"], ""), (14, ["four"], "last\n"),
    ]  # fmt: skip
    assert plain("took 12 ms, 0.5 s\n") == ["took # ms, # s"]
    assert plain("12 clues\n") != plain("13 clues\n")


def test_the_diagram_is_the_graphs_own():
    done = subprocess.run([*COMMAND, "graph"], capture_output=True, cwd=ROOT, env=environment(), check=True)
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    (block,) = re.findall(r"^```mermaid\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block == done.stdout.decode()


def test_python_blocks_print_what_their_comments_say():
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block], capture_output=True, cwd=ROOT, env=environment(), check=True, timeout=120
        )
        assert done.stdout.decode().splitlines() == re.findall(r"print\(.*\)  # (.*)$", block, re.MULTILINE)
