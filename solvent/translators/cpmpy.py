"""CPMpy: what an LLM is told about it."""

import ast

from solvent.translators import python_api
from solvent.translators.api_docs import Entry, Section, block
from solvent.translators.framework import Pitfall, Script, Translator

GUIDE = """\
Write the problem as a CPMpy model in Python. Your program only states the problem; the harness solves it, reads the
answer out, and looks for a second or a better one. So never solve and never print.

Begin with `import cpmpy as cp`. These names are given besides: `model` (an empty cp.Model), `clue(n)`,
`labelled(term, {value: text})`, `where(condition, item)`, `minimize(term)`, `maximize(term)`.

- Data that the text gives (amounts, tables, limits) stand apart: the first statement after the import is a literal
  `data = {"weights": [3, 4], "capacity": 10}`, whose names are then variables, `weights` and `capacity`; the rest of
  the program holds for any other such data too, also where lists are longer.
- Variables: `cp.intvar(low, high, shape=..., name=...)` and `cp.boolvar(shape=..., name=...)`, with tight bounds.
- Constraints: `model += ...`. What follows from clue 3, and nothing else, stands in a block `with clue(3):` at the top
  level of the program. Every clue that constrains has its block; what belongs to the problem as a whole stands outside.
- `answer = ...` is the template of the answer: dicts and lists as deep as needed, with expressions as leaves. A number
  that stands for a text is `labelled(x, {1: "red", 2: "blue"})`; x may be any expression, as in who is in place p:
  `labelled(cp.sum(i * (place[i] == p) for i in range(n)), dict(enumerate(names)))`. A list of those items whose
  condition holds is `[where(chosen[i], names[i]) for i in range(n)]`.
- An optimisation problem also has `objectives = [minimize(term)]`, the most important objective first; no others do.
"""

API = """\
- Operators on expressions: `==  !=  <  <=  +  -  *  //  %  abs()`, `&  |  ~  ^` and `.implies()`; arrays of variables
  can be indexed by a variable: `array[x]`.
- Global constraints and functions: cp.AllDifferent, cp.AllDifferentExcept0, cp.AllEqual, cp.Circuit, cp.Cumulative,
  cp.NoOverlap, cp.Table, cp.GlobalCardinalityCount, cp.Inverse, cp.Increasing, cp.Xor, cp.Count(array, value),
  cp.Element(array, index), cp.sum, cp.max, cp.min, cp.all, cp.any.
"""

EXAMPLE = """\
# expects: optimal
import cpmpy as cp

data = {"most": 9, "more": 2}
friends = ["Ada", "Ben", "Cy"]
drinks = {1: "tea", 2: "milk", 3: "cocoa"}
drink = cp.intvar(1, 3, shape=3, name="drink")
ada, ben, cy = drink
paid = cp.intvar(1, most, shape=3, name="paid")

# Everybody drinks something else.
model += cp.AllDifferent(drink)

# Clue 1: Ben drinks neither tea nor milk.
with clue(1):
    model += (ben != 1) & (ben != 2)

# Clue 2: Whoever drinks milk paid 2 more than Cy.
with clue(2):
    model += cy != 2
    for i in range(3):
        model += (drink[i] == 2).implies(paid[i] == paid[2] + more)

answer = {name: {"drink": labelled(drink[i], drinks), "paid": paid[i]} for i, name in enumerate(friends)}
objectives = [minimize(cp.sum(paid))]
"""

_IMPORT = "import cpmpy as cp\n"

PITFALLS = (
    Pitfall(
        "Join conditions with `&`, `|`, `~` and put each comparison in brackets; `and`, `or`, `not` and `a < b < c` "
        "ask Python for a truth value that an expression does not have yet.",
        _IMPORT + 'x, y = cp.intvar(0, 5, shape=2)\nmodel += x > 1 and y > 3\nanswer = {"x": x, "y": y}',
        _IMPORT + 'x, y = cp.intvar(0, 5, shape=2)\nmodel += (x > 1) & (y > 3)\nanswer = {"x": x, "y": y}',
    ),
    Pitfall(
        "A Python list cannot be indexed by a variable: make it an array with `cp.cpm_array([...])` first.",
        _IMPORT + 'prices = [7, 3, 5]\ni = cp.intvar(0, 2)\nmodel += prices[i] == 3\nanswer = {"i": i}',
        _IMPORT + 'prices = cp.cpm_array([7, 3, 5])\ni = cp.intvar(0, 2)\nmodel += prices[i] == 3\nanswer = {"i": i}',
    ),
    Pitfall(
        "An `if` cannot ask about a variable; state it with `.implies()`.",
        _IMPORT + 'x, y = cp.intvar(0, 5, shape=2)\nif x > 2:\n    model += y == 0\nanswer = {"x": x, "y": y}',
        _IMPORT + 'x, y = cp.intvar(0, 5, shape=2)\nmodel += (x > 2).implies(y == 0)\nanswer = {"x": x, "y": y}',
    ),
    Pitfall(
        "Variables are integers: multiply fractions out instead of using floats in bounds.",
        _IMPORT + 'x = cp.intvar(0, 2.5)\nanswer = {"x": x}',
        _IMPORT + 'tenths = cp.intvar(0, 25)\nanswer = {"tenths": tenths}',
    ),
)

SCRIPT = Script(
    name="CPMpy",
    library="Python's standard library and `cpmpy`",
    signs=("import", "cpmpy", "print"),
    printing="""\
import json
print(json.dumps({"weights": [int(w) for w in weights.value()], "total": int(total.value())}))
""",
    rules=(
        "Values of variables are numpy's: `json.dumps` takes them only after `int(x.value())` or `x.value().tolist()`.",
        "Python's `sum`, `max`, `min`, `all` and `any` do not always work on expressions: use `cp.sum` and the like.",
    ),
    template="""\
import json
import cpmpy as cp
# Data
...
# Decision variables
...
model = cp.Model()
# Constraints
model += ...
# Objective, where there is one
model.minimize(...)
if model.solve():
    print(json.dumps({...}))
""",
    example="""\
import json

import cpmpy as cp

friends = ["Ada", "Ben", "Cy"]
drinks = ["tea", "milk", "cocoa"]
drink = cp.intvar(0, 2, shape=3, name="drink")
paid = cp.intvar(1, 9, shape=3, name="paid")

model = cp.Model()
# Everybody drinks something else.
model += cp.AllDifferent(drink)
# Clue 1: Ben drinks neither tea nor milk.
model += (drink[1] != 0) & (drink[1] != 1)
# Clue 2: Whoever drinks milk paid 2 more than Cy.
model += drink[2] != 1
for i in range(3):
    model += (drink[i] == 1).implies(paid[i] == paid[2] + 2)
model.minimize(cp.sum(paid))

if model.solve():
    rows = enumerate(friends)
    print(json.dumps({name: {"drink": drinks[drink[i].value()], "paid": int(paid[i].value())} for i, name in rows}))
""",
    api="""\
- Models: `cp.Model()`, `model += constraint`, `model.minimize(term)`, `model.maximize(term)`. `model.solve()`, or with
  a `time_limit=5`, is true where a solution was found; after it, `x.value()` and `model.objective_value()`.
""",
)

_OPERATORS = (
    Entry("==  !=  <  <=  >  >=  +  -  *  //  %  **", "comparisons and arithmetic on expressions and arrays of them"),
    Entry("&  |  ~  ^", "conjunction, disjunction, negation and exclusive disjunction; put comparisons in brackets"),
    Entry("array[x]", "element of an array of variables, or of `cp.cpm_array([...])`, at a variable index"),
)
_SOLVING = ("add", "minimize", "maximize", "objective_value", "solve", "solveAll", "status")
_NOT_MODELLING = {"DirectConstraint", "FloatSum"}  # of one solver only, or of some objectives


def library(contract: str) -> str:
    """Document the API from the installed library; methods that solve, only for the contract `script`."""

    def source(name: str) -> ast.Module:
        return python_api.module("cpmpy", name)

    names = python_api.exported(source("expressions/__init__.py")) - _NOT_MODELLING
    if not names:
        return ""
    of_terms = ("implies",) if contract == "model" else ("implies", "value")
    core = python_api.methods(source("expressions/core.py"), "Expression", of_terms, "expression.")
    own = () if contract == "model" else python_api.methods(source("model.py"), "Model", _SOLVING, "model.")
    constraints = source("expressions/globalconstraints.py")
    functions = source("expressions/globalfunctions.py")
    sections = (
        Section("Models", own),
        Section("Variables", python_api.functions(source("expressions/variables.py"), names, "cp.")),
        Section("Operators", (*_OPERATORS, *core)),
        Section("Global constraints", python_api.constructors(constraints, names, "cp.")),
        Section("Global functions", python_api.constructors(functions, names, "cp.")),
        Section("Built-in functions", python_api.functions(source("expressions/python_builtins.py"), names, "cp.")),
    )
    return block(python_api.version_of("cpmpy"), sections)


TRANSLATOR = Translator(
    "cpmpy", ("python", "py", "python3"), ("answer =",), GUIDE, EXAMPLE, PITFALLS, API, SCRIPT, library
)
