"""A scripted model that reads logic grids as the grammar does and makes a model's mistakes, the same for each request.

    python scripted_model.py FILE.jsonl [SECONDS [MISTAKES]]

serves it for the texts of a file (objects with `text`), each reply after so many seconds, a share of MISTAKES with one,
and prints its address; what it answered completely is appended to FILE.jsonl.log, a hash of the request a line.
"""

import hashlib
import json
import random
import re
import select
import socket
import sys
import time
from functools import cache
from pathlib import Path
from threading import Lock

sys.path.insert(0, str(Path(__file__).parents[1]))

from loopback import Json, Loopback, Reply

from solvent.solvers import load
from solvent.translators import rules, without_comments
from solvent.translators.sentences import number_of, pieces

LANGUAGES = {"CPMpy": "cpmpy", "OR-Tools": "ortools", "SMT-LIB": "smtlib", "MiniZinc": "minizinc"}
FENCES = {"cpmpy": "python", "ortools": "python", "smtlib": "smt2", "minizinc": "minizinc"}
USAGE = {"prompt_tokens": 900, "completion_tokens": 300, "total_tokens": 1200}


class ScriptedModel:
    """Replies to requests about some texts; `mistakes` is the share of replies with one."""

    def __init__(self, texts, mistakes=0.35):
        self.texts = {_key(without_comments(text)): text for text in texts}
        self.mistakes = mistakes

    def reply(self, request):
        """The reply to a request, which depends on the request alone."""
        said = json.dumps(request.body, sort_keys=True)
        rng = random.Random(hashlib.sha256(said.encode()).hexdigest())
        if len(request.messages) == 1:
            return Json(_decomposition(self._text_in(request.messages[0]["content"])))
        system, prompt = (message["content"] for message in request.messages[:2])
        text = self._text_in(prompt)
        named = re.search(r"Write the problem (?:as an?|in) (CPMpy|OR-Tools|MiniZinc|SMT-LIB)", system)
        said = self._program(text, LANGUAGES[named[1]], rng)
        if "<pieces>" in prompt and len(request.messages) == 2:  # both are asked for in one reply
            said = f"```json\n{json.dumps(_decomposition(text, numbered=True))}\n```\n\n{said}"
        return Reply(said, usage=dict(USAGE))

    def _text_in(self, prompt):
        body = re.sub(r"^\[\d+\] ", "", prompt, flags=re.MULTILINE)
        key = _key(body)
        return next(text for known, text in self.texts.items() if known in key)

    def _program(self, text, framework, rng):
        code = _code(text, framework)
        if rng.random() < self.mistakes:
            code = rng.choice([_unbalanced, _without_a_clue, _prose, _turned])(code, rng)
        return (
            f"Here is the program.\n\n```{FENCES[framework]}\n{code}\n```"
            if code
            else "I would rather talk about the weather."
        )


def _key(text):
    return re.sub(r"\W+", "", text).lower()


def _decomposition(text, *, numbered=False):
    """What a text says; `numbered` clues have the numbers that the programs use, which are the text's own."""
    cut = pieces(without_comments(text))
    stated = [(n, number_of(piece)) for n, piece in enumerate(cut, 1) if number_of(piece)]
    puzzle = rules.decompose_once(text)
    names = list(puzzle.entities)
    row = {name: values[0] for name, values in puzzle.entities.items()}
    return {
        "kind": "logic grid",
        "expects": "unique",
        "objective": "",
        "clues": [{"pieces": [n], "says": ""} | ({"number": number} if numbered else {}) for n, number in stated],
        "entities": [{"name": name, "members": list(puzzle.entities[name])} for name in names],
        "answer_example": json.dumps([row]),
    }


@cache
def _code(text, framework):
    puzzle = rules.decompose_once(text)
    return load(framework).render(rules.translate(puzzle, framework))


def _unbalanced(code, rng):
    places = [n for n, sign in enumerate(code) if sign in ")]"]
    at = rng.choice(places)
    return code[:at] + code[at + 1 :]


def _without_a_clue(code, rng):
    lines = code.split("\n")
    heads = [n for n, line in enumerate(lines) if re.match(r"with clue\(|[;%] clue \d", line)]
    start = rng.choice(heads)
    end = next((n for n in range(start + 1, len(lines)) if n in heads or not lines[n][:1].isspace()), len(lines))
    if lines[start][0] in ";%":
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(lines[start][0])), len(lines))
    return "\n".join([*lines[:start], *lines[end:]])


def _prose(*_):
    return ""


def _turned(code, rng):
    """One comparison says the contrary."""
    signs = list(re.finditer(r"==|!=|\bdistinct\b", code))
    if not signs:
        return code
    sign = rng.choice(signs)
    other = {"==": "!=", "!=": "==", "distinct": "="}[sign[0]]
    return code[: sign.start()] + other + code[sign.end() :]


def serve(texts, *, seconds=0.0, log=None, mistakes=0.35):
    """A running server, each reply after so many seconds; requests that were answered are written to the file `log`."""
    model, server, lock = ScriptedModel(texts, mistakes), Loopback(), Lock()
    handler = server._server.RequestHandlerClass

    class Logging(handler):
        def act(self, action, request):
            server.wait(seconds)
            if _has_gone(self.connection):
                raise BrokenPipeError
            super().act(action, request)
            if log is not None:
                digest = hashlib.sha256(json.dumps(request.body, sort_keys=True).encode()).hexdigest()
                with lock, Path(log).open("a") as file:
                    file.write(digest + "\n")

    server._server.RequestHandlerClass = Logging
    server.script(model.reply)
    return server


def _has_gone(connection):
    """Whether the client has closed the connection, as the kernel does for one that was killed."""
    readable, _, _ = select.select([connection], [], [], 0)
    return bool(readable) and connection.recv(1, socket.MSG_PEEK) == b""


if __name__ == "__main__":
    known = [json.loads(line)["text"] for line in Path(sys.argv[1]).read_text().splitlines()]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    mistakes = float(sys.argv[3]) if len(sys.argv) > 3 else 0.35
    running = serve(known, seconds=seconds, log=sys.argv[1] + ".log", mistakes=mistakes)
    sys.stdout.write(running.url + "\n")
    sys.stdout.flush()
    while True:
        time.sleep(3600)
