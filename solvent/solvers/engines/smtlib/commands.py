"""SMT-LIB's commands: which ones a program consists of, and why not others."""

KEPT = {
    *("declare-const", "declare-fun", "declare-sort", "declare-datatype", "declare-datatypes"),
    *("define-const", "define-fun", "define-fun-rec", "define-funs-rec", "define-sort", "assert"),
}
# Harmless and redundant: the harness does the solving, and z3 detects the logic.
DROPPED = {"set-logic", "set-info", "check-sat", "get-model", "get-value", "exit"}
RECURSIVE = {"define-fun-rec", "define-funs-rec"}


def refusal(command: str) -> str:
    """Return why a program may not hold a command, and what to write instead."""
    hints = {
        "minimize": "state the objective as a comment `; minimize TERM`",
        "maximize": "state the objective as a comment `; maximize TERM`",
        "assert-soft": "state an objective as a comment `; minimize TERM` over the terms that count",
    }
    hint = hints.get(command, "a program declares, defines and asserts; the harness does the rest")
    what = f"the command {command!r}" if command else "what is no command"
    return f"{what} is not allowed: {hint}"
