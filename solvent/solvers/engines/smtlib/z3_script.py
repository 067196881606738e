"""Scripts on z3: the commands of a text are obeyed, and what they print appears as they print it."""

import re
import sys
from collections.abc import Iterator

import z3

from solvent.solvers.engines.smtlib import s_expressions
from solvent.solvers.engines.smtlib.introduced_symbols import plain_name
from solvent.solvers.engines.smtlib.z3_session import Session, said
from solvent.solvers.programs.marked_file import UnbalancedError

_REST_OF_LINE = re.compile(r"[ \t\r]*(?=\n)")
_REDIRECTED = "parser error"  # z3's message where it has written the errors themselves to another channel


def run(text: str) -> int:
    """Run a script, printing z3's output; return 1 if z3 ran out of memory, else 0, since errors are output too."""
    context = Session().context
    # z3 hands over its output at the end of a text, when a script that takes too long has been killed.
    for part, last in _parts(text.encode("utf-8", "replace").decode()):
        try:
            output, failed = z3.Z3_eval_smtlib2_string(context.ref(), part), False
        except z3.Z3Exception as error:
            output, failed = said(error), True
        if output != _REDIRECTED:
            sys.stdout.write(output)
            sys.stdout.flush()
        if failed and "out of memory" in output:
            sys.stderr.write("out of memory")
            return 1
        if last:
            break
    return 0


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Cut a text where a command ends its line; for each part, whether it ends the script.

    Each part but the first begins with a newline: then z3 counts lines and columns as in the whole text.
    """
    start = 0
    last = False
    try:
        for form in s_expressions.forms(text):
            last = last or _is_exit(form)
            if _REST_OF_LINE.match(text, form.end):
                yield text[start : form.end], last
                start = form.end
    except UnbalancedError:
        pass  # z3 reports it
    yield text[start:], True


def _is_exit(form: s_expressions.Form) -> bool:
    if form.comment is not None or "exit" not in form.text:
        return False
    return [plain_name(token.text) for token in form.tokens if token.kind != "comment"] == ["(", "exit", ")"]
