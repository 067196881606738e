"""z3 as a REPL for SMT-LIB: a text goes in, and what z3 prints comes out."""

import z3

from solvent.solvers.engines.smtlib import s_expressions

# Making a context takes longer than a small puzzle, so the server makes one that every child inherits. The server never
# uses it: z3 starts threads when it solves, and a process with threads must not fork.
_CONTEXT = z3.Context()


class Session:
    """The REPL of this process, which serves one program. Its context must stay referenced: z3 crashes without."""

    def __init__(self) -> None:
        self.context = _CONTEXT
        self.recursive = False  # whether the program defines recursive functions

    def say(self, text: str) -> str:
        """What z3 prints. Raises z3.Z3Exception, or MemoryError."""
        # z3 5.4 keeps recursive functions through a reset and then refuses to define them again.
        if self.recursive and text.startswith("(reset)"):
            self.context = z3.Context()
        try:
            return str(z3.Z3_eval_smtlib2_string(self.context.ref(), s_expressions.ascii_strings(text)))
        except z3.Z3Exception as error:
            if "out of memory" in said(error):
                raise MemoryError from None
            raise


def said(error: z3.Z3Exception) -> str:
    value = error.value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
