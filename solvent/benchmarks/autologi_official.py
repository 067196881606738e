"""What AutoLogi's public evaluator does with a reply (`eval.py` and `run_code.py` at commit d67fda13ab3d).

It takes the last fenced block or, without one, the last balanced braces or, without any, the last brackets (up to the
first that closes, so of nested lists only a part). It drops `// ...` up to the end of a line, also inside texts, writes
`True` and `False` for `true` and `false`, also inside names, and reads the result as a literal, failing that what comes
after the first `=`, failing that JSON. The value becomes part of one script with the verifier; a text does so without
quotes, so it may be any code. Whatever the script writes to stderr, even a warning, makes the reply wrong, and so does
anything else that it prints.

The evaluator itself writes that script to one file for all cases; this emulation keeps them apart.
"""

import ast
import json
import re
import warnings

from solvent.benchmarks.verifiers.verifier import LIMITS, Verifier
from solvent.solvers import Pool, Program

_FENCED = re.compile(r"```\s*\w*\s*\n(.*?)```", re.DOTALL)
_BRACKETED = re.compile(r"\[.*?\]", re.DOTALL)
_COMMENT = re.compile(r"//.*?\n")
_UNREADABLE = (SyntaxError, ValueError, TypeError)
_SCRIPT = """
def verify_function(inputs, inputs_check, constraint_list):
    return bool(inputs_check(inputs)) and all(constraint(inputs) for constraint in constraint_list)

res = verify_function({}, inputs_check, constraint_list)
print(res)
assert res == True
"""
_RUN = """
import contextlib, io, json, traceback, warnings

def run(code):
    printed, errors = io.StringIO(), io.StringIO()
    warnings.resetwarnings()
    for ignored in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.filterwarnings("ignore", category=ignored)
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            exec(compile(code, "temp_code.py", "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc()
    return {"printed": printed.getvalue()[:100], "silent": not errors.getvalue()}

"""


def extract(text: str) -> str | None:
    """Return what the evaluator writes into its script as the arrangement; None if it finds none, or would crash."""
    fenced = _FENCED.findall(text)
    said = fenced[-1] if fenced else _last_braces(text) or _last_brackets(text)
    if said is None:
        return None
    said = _COMMENT.sub("", said)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(_value(said))
        except (*_UNREADABLE, MemoryError, RecursionError):
            return None


def _value(said: str) -> object:
    try:
        return ast.literal_eval(said.replace("true", "True").replace("false", "False"))
    except _UNREADABLE:
        return ast.literal_eval(said.split("=", 1)[1].strip()) if "=" in said else json.loads(said)


def _last_braces(text: str) -> str | None:
    depth = start = 0
    found = None
    for brace in re.finditer("[{}]", text):
        if brace[0] == "{":
            start, depth = (start if depth else brace.start()), depth + 1
        elif depth:
            depth -= 1
            found = text[start : brace.end()] if not depth else found
    return found


def _last_brackets(text: str) -> str | None:
    found = _BRACKETED.findall(text)
    return found[-1] if found else None


async def accepts(verifier: Verifier, arrangement: str, *, pool: Pool) -> bool:
    """Whether the evaluator counts an arrangement, as `extract` returns it, as right."""
    code = f"{verifier.inputs_check}\n{verifier.constraint_list}\n{_SCRIPT.format(arrangement)}"
    program = Program(framework="cpmpy", preamble=f"{_RUN}\nprint(json.dumps(run({code!r})))\n", contract="script")
    found = (await pool.run_script(program, limits=LIMITS)).outcome.answer
    return isinstance(found, dict) and found.get("silent") is True and _is_true(found.get("printed"))


def _is_true(printed: object) -> bool:
    return isinstance(printed, str) and printed.strip() in {"True", "true"}
