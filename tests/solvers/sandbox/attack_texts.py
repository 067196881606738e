"""What hostile texts try: SMT-LIB and MiniZinc, as `attacks.py` does for Python.

`FOLDER`, `CANARY` and `INCLUDED` stand for the places of the canaries. Every text is about a `said` that can only be
"honest" (MiniZinc: 3); LOOT (MiniZinc: 9) in the answer is a lie.
"""

from dataclasses import dataclass

_REFUSED = "blocked: line 1, column 1: "
_SMTLIB = '{}\n(declare-const said String)\n; clue 1\n(assert (= said "honest"))\n; answer\n; {}\n'
_MINIZINC = "var 0..9: said;\n{}\n% clue 1\nconstraint said = 3;\n% answer\n% {}\n"


@dataclass(frozen=True)
class Text:
    """`stopped` is a pattern for `status: message`; `control`: whether a plain run of the solver does the harm."""

    kind: str
    name: str
    framework: str
    text: str
    stopped: str
    control: bool = False
    seconds: float = 10.0


def _smtlib(kind: str, name: str, code: str, stopped: str = _REFUSED, **more) -> Text:
    answer = more.pop("answer", '{"said": "said"}')
    return Text(kind, f"smtlib-{name}", "smtlib", _SMTLIB.format(code, answer), stopped, **more)


def _minizinc(kind: str, name: str, code: str, stopped: str, **more) -> Text:
    answer = more.pop("answer", '{"said": "said"}')
    return Text(kind, f"minizinc-{name}", "minizinc", _MINIZINC.format(code, answer), stopped, **more)


_STDLIB = "blocked: line 2, column 1: only files of MiniZinc's standard library"
_HONEST = "satisfied: "
_NO_TERM = "syntax_error"

SMTLIB = (
    _smtlib(
        "z3's output channels",
        "regular-channel",
        '(set-option :regular-output-channel "FOLDER/new")(echo "LOOT")',
        control=True,
    ),
    _smtlib(
        "z3's output channels",
        "diagnostic-channel",
        '(set-option :diagnostic-output-channel "FOLDER/new")(get-info :no)',
        control=True,
    ),
    _smtlib(
        "z3's output channels",
        "channel-of-canary",
        '(set-option :regular-output-channel "CANARY")(echo "!")',
        control=True,
    ),
    _smtlib(
        "z3's output channels",
        "channel-behind-produce",
        '(set-option :produce-models true :regular-output-channel "FOLDER/new")',
        f"{_HONEST}|syntax_error",
    ),
    _smtlib("z3's include", "include", '(include "INCLUDED.smt2")', control=True),
    _smtlib("z3's include", "include-no-smtlib", '(include "CANARY")'),
    _smtlib("z3's include", "include-quoted", '(|include| "INCLUDED.smt2")', "blocked|syntax_error"),
    _smtlib("z3's information", "get-info", "(get-info :all-statistics)"),
    _smtlib("z3's information", "echo", '(echo "LOOT")'),
    _smtlib("z3's information", "reset", '(reset)(declare-const said String)(assert (= said "LOOT"))'),
    _smtlib("z3's parameters", "rlimit", "(set-option :rlimit 1)"),
    _smtlib("z3's parameters", "memory", "(set-option :memory_max_size 1)"),
    _smtlib("z3's parameters", "tactic", "(check-sat-using (then simplify smt))"),
    _smtlib(
        "answer template",
        "template-command",
        "",
        _NO_TERM,
        answer='{"said": "said)) (set-option :regular-output-channel \\"FOLDER/new\\") (get-value (said"}',
    ),
    _smtlib(
        "answer template",
        "template-include",
        "",
        _NO_TERM,
        answer='{"said": "said)) (include \\"INCLUDED.smt2\\") (get-value (said"}',
    ),
    _smtlib(
        "answer template",
        "template-redefined",
        '(define-fun str.++ ((a String)) String "LOOT")',
        "blocked|syntax_error|satisfied",
    ),
    _smtlib("answer template", "template-comment", "", _NO_TERM, answer='{"said": "said ; )"}'),
    _smtlib("answer template", "template-bar", "", _NO_TERM, answer='{"said": "|a)) (reset) (echo"}'),
    _smtlib(
        "huge terms",
        "deep-term",
        f"(assert {'(not ' * 20_000}true{')' * 20_000})",
        "satisfied|timeout|memory|runtime_error",
    ),
    _smtlib(
        "huge terms",
        "doubling-term",
        "(declare-fun f (Int Int) Int)(assert (= 0 (let ((a0 (f 1 2))) "
        + "".join(f"(let ((a{i + 1} (f a{i} a{i}))) " for i in range(200))
        + "a200"
        + ")" * 201
        + "))",
        "satisfied|timeout|memory|unknown",
        seconds=2,
    ),
    _smtlib(
        "huge terms",
        "huge-number",
        "(assert (< 0 (^ 7 (^ 7 9999999))))",
        "timeout|memory|unknown|satisfied|runtime_error",
        seconds=2,
    ),
    _smtlib(
        "endless solving",
        "endless",
        "(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)"
        "(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))(assert (distinct x y z))",
        "timeout|unknown",
        seconds=1,
    ),
    _smtlib(
        "endless recursion",
        "recursive-function",
        "(define-fun-rec f ((n Int)) Int (f (+ n 1)))(assert (= (f 0) 7))",
        "timeout|unknown|memory|runtime_error|satisfied",
        seconds=2,
    ),
)

_LIE = '{\\"type\\": \\"solution\\", \\"output\\": {\\"json\\": {\\"leaf_0\\": 9, \\"leaf0_\\": 9, \\"said\\": 9}}}\\n'
MINIZINC = (
    _minizinc("include of a path", "include-absolute", 'include "INCLUDED.mzn";', _STDLIB, control=True),
    _minizinc(
        "include of a path", "include-dots", 'include "../../../../../../../..INCLUDED.mzn";', _STDLIB, control=True
    ),
    _minizinc("include of a path", "include-link", 'include "FOLDER/link";', _STDLIB),
    _minizinc("include of a path", "include-interpolated", 'include "\\("INCLUDED.mzn")";', "blocked|syntax_error"),
    _minizinc("include of a path", "include-escaped", 'include "\\x2fetc\\x2fpasswd";', "blocked|syntax_error"),
    _minizinc("include of a path", "include-behind-comment", '/* % */ include "INCLUDED.mzn";', "blocked"),
    _minizinc(
        "include of a path", "include-behind-string", 'int: k = length("/*"); include "INCLUDED.mzn"; % */', "blocked"
    ),
    _minizinc(
        "include of a path", "include-behind-name", "var int: 'a /*'; include \"INCLUDED.mzn\"; % */", "blocked|syntax"
    ),
    _minizinc("include of a path", "include-by-line-end", '% hidden\rinclude "INCLUDED.mzn";', "blocked|satisfied"),
    _minizinc("data files", "data-file", "int: canary; % FOLDER/data.dzn", "syntax_error: .*must be defined"),
    _minizinc(
        "data files", "read-builtin", 'string: s = read_file("CANARY"); output [s];', "syntax_error|runtime_error"
    ),
    _minizinc("data files", "abort-with-path", 'constraint abort(show_json("CANARY"));', "syntax_error|runtime_error"),
    _minizinc("forged output", "output", f'output ["{_LIE}"];', _HONEST, control=True),
    _minizinc("forged output", "trace", f'bool: t = trace_stdout("\\n{_LIE}", true);', _HONEST, control=True),
    _minizinc(
        "forged output",
        "trace-in-template",
        "",
        "syntax_error|bad_answer|satisfied",
        answer='["said", "trace_stdout(\\"\\\\n' + _LIE.replace("\\", "\\\\\\") + '\\", said)"]',
    ),
    _minizinc(
        "FlatZinc through strings",
        "fzn-annotation",
        'annotation note(string: s); constraint said > 1 :: note("\\"); constraint int_eq(said, 9); % ");',
        _HONEST,
    ),
    _minizinc(
        "FlatZinc through strings",
        "fzn-name",
        "var 0..9: 'y; constraint int_eq(said, 9)' :: output; constraint 'y; constraint int_eq(said, 9)' > said;",
        _HONEST,
    ),
    _minizinc(
        "FlatZinc through strings",
        "fzn-enum",
        "enum E = {'a\\n9', 'b, 9}'}; var E: e;",
        f"{_HONEST}|syntax_error",
    ),
    _minizinc(
        "options in comments",
        "option-comments",
        '%! --solver /bin/sh\n% minizinc: --cmdline-data "said=9"\n%#! /bin/sh',
        _HONEST,
    ),
    _minizinc(
        "options in comments", "solve-again", "solve :: int_search([said], input_order, indomain_max) satisfy;", _HONEST
    ),
    _minizinc(
        "huge strings",
        "huge-trace",
        'bool: t = forall(i in 1..10000000)(trace("x" ++ show(i), true));',
        "timeout|runtime_error|memory|satisfied|bad_answer",
        seconds=2,
    ),
    _minizinc(
        "endless flattening",
        "flatten-recursion",
        "function int: f(int: n) = f(n + 1);\nint: k = f(1);",
        "runtime_error|memory|timeout",
        seconds=2,
    ),
    _minizinc(
        "endless flattening",
        "flatten-large",
        "constraint forall(i in 1..1000000000)(said + i > 0);",
        "timeout|memory",
        seconds=1,
    ),
    _minizinc(
        "endless flattening",
        "flatten-fork",
        "function int: f(int: n) = if n < 0 then 0 else f(n-1) + f(n-1)+1 endif;\nint: k = f(60);",
        "timeout|memory|runtime",
        seconds=1,
    ),
    _minizinc(
        "endless solving",
        "pigeons",
        "array[1..14] of var 1..13: h; constraint forall(i, j in 1..14 where i < j)(h[i] != h[j]);",
        "timeout|unknown",
        seconds=1,
    ),
    _minizinc("answer template", "template-item", "", _NO_TERM, answer='{"said": "9; constraint true"}'),
    _minizinc(
        "answer template",
        "template-let",
        "",
        _HONEST,
        answer='{"said": "let { constraint trace_stdout(\\"LOOT\\", true) } in said"}',
    ),
)
TEXTS = (*SMTLIB, *MINIZINC)

# State for the next program: the control runs both in one process.
LEAVE = """
import builtins, json, os, sys
from ortools.sat.python import cp_model
import solvent.solvers.engines.questions
builtins.leaked = True
os.environ["leaked"] = "1"
sys.modules["leaked"] = json
sys.path.insert(0, "/leaked")
cp_model.CpModel.leaked = json.leaked = solvent.solvers.engines.questions.leaked = True
cp_model.CpModel.add_bool_or = lambda *a: None
solvent.solvers.engines.questions.ask = lambda *a: 1 // 0
sys.setrecursionlimit(4321)
"""
FIND = """
import builtins, json, os, sys
from ortools.sat.python import cp_model
import solvent.solvers.engines.questions
places = builtins, sys.modules["json"], cp_model.CpModel, solvent.solvers.engines.questions
found = [str(place) for place in places if hasattr(place, "leaked")]
found += ["leaked" for place in (os.environ, sys.modules) if "leaked" in place]
found += ["limit"] * (sys.getrecursionlimit() == 4321) + ["path"] * ("/leaked" in sys.path)
said = "LOOT" if found else "clean"
"""
