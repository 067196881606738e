"""z3 as a REPL for SMT-LIB: commands go in, and z3's output comes out."""

import z3

from solvent.solvers.engines.smtlib import s_expressions

# Creating a context takes longer than solving a small puzzle, so the server creates one for its children to inherit.
# The server itself never uses it: z3 starts threads when it solves, and a process with threads must not fork.
_CONTEXT = z3.Context()


class Session:
    """The REPL of this process, for a single program. The context must stay referenced, or z3 crashes."""

    def __init__(self) -> None:
        self.context = _CONTEXT
        self.recursive = False  # whether the program defines recursive functions

    def say(self, text: str) -> str:
        """Run commands and return z3's output. Raises z3.Z3Exception or MemoryError."""
        # z3 5.4 keeps recursive functions across a reset, and then refuses to define them again.
        if self.recursive and text.startswith("(reset)"):
            self.context = z3.Context()
        try:
            return str(z3.Z3_eval_smtlib2_string(self.context.ref(), s_expressions.ascii_strings(text)))
        except z3.Z3Exception as error:
            if "out of memory" in said(error):
                raise MemoryError from None
            raise


def said(error: z3.Z3Exception) -> str:
    """Return the message of a z3 exception as a string."""
    value = error.value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def limits(seconds: float, work: int = 0) -> str:
    """Set the limits of each following search; `work` is z3's rlimit, 0 for no limit."""
    return f"(set-option :timeout {max(1, int(seconds * 1000))})(set-option :rlimit {work})"
