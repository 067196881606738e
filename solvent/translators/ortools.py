"""OR-Tools CP-SAT: what an LLM is told about it."""

from solvent.translators import python_api
from solvent.translators.api_docs import Entry, Section, block
from solvent.translators.framework import Pitfall, Script, Translator

GUIDE = """\
Write the problem as an OR-Tools CP-SAT model in Python. Your program only states the problem; the harness solves it,
reads the answer out, and looks for a second or a better one. So make no CpSolver, and never solve or print.

Begin with `from ortools.sat.python import cp_model`. These names are given besides: `model` (an empty
cp_model.CpModel), `clue(n)`, `labelled(term, {value: text})`, `where(condition, item)`, `minimize(term)`,
`maximize(term)`.

- Data that the text gives (amounts, tables, limits) stand apart: the first statement after the import is a literal
  `data = {"weights": [3, 4], "capacity": 10}`, whose names are then variables, `weights` and `capacity`; the rest of
  the program holds for any other such data too, also where lists are longer.
- Variables: `model.new_int_var(low, high, name)`, `model.new_bool_var(name)`, with tight bounds. All are integers.
- Constraints: `model.add(linear == linear)` and the like. What follows from clue 3, and nothing else, stands in a block
  `with clue(3):` at the top level of the program. Every clue that constrains has its block; what belongs to the problem
  as a whole stands outside.
- `answer = ...` is the template of the answer: dicts and lists as deep as needed, with variables and linear expressions
  as leaves. A number that stands for a text is `labelled(x, {1: "red", 2: "blue"})`. A list of those items whose
  Boolean variable holds is `[where(chosen[i], names[i]) for i in range(n)]`.
- An optimisation problem also has `objectives = [minimize(term)]`, the most important objective first; no others do.
"""

API = """\
- A condition on something is a Boolean variable b, tied by `model.add(...).only_enforce_if(b)` and the opposite by
  `.only_enforce_if(~b)`; an implication is `model.add_implication(a, b)`, a choice `model.add_bool_or([a, b])`.
- Global constraints: add_all_different, add_element(index, list, target), add_multiplication_equality(target, [x, y]),
  add_division_equality, add_modulo_equality, add_abs_equality(target, x), add_max_equality, add_min_equality,
  add_allowed_assignments, add_circuit, add_cumulative, add_no_overlap, add_exactly_one, add_at_most_one.
"""

EXAMPLE = """\
# expects: optimal
from ortools.sat.python import cp_model

data = {"most": 9, "more": 2}
friends = ["Ada", "Ben", "Cy"]
drinks = {1: "tea", 2: "milk", 3: "cocoa"}
drink = [model.new_int_var(1, 3, f"drink of {name}") for name in friends]
paid = [model.new_int_var(1, most, f"paid by {name}") for name in friends]

# Everybody drinks something else.
model.add_all_different(drink)

# Clue 1: Ben drinks neither tea nor milk.
with clue(1):
    model.add(drink[1] != 1)
    model.add(drink[1] != 2)

# Clue 2: Whoever drinks milk paid 2 more than Cy.
with clue(2):
    model.add(drink[2] != 2)
    for i in range(3):
        milk = model.new_bool_var(f"milk {i}")
        model.add(drink[i] == 2).only_enforce_if(milk)
        model.add(drink[i] != 2).only_enforce_if(~milk)
        model.add(paid[i] == paid[2] + more).only_enforce_if(milk)

answer = {name: {"drink": labelled(drink[i], drinks), "paid": paid[i]} for i, name in enumerate(friends)}
objectives = [minimize(sum(paid))]
"""

_START = "from ortools.sat.python import cp_model\nx = model.new_int_var(0, 9, 'x')\ny = model.new_int_var(0, 9, 'y')\n"
_END = '\nanswer = {"x": x, "y": y}'

PITFALLS = (
    Pitfall(
        "Variables cannot be multiplied with each other: use `add_multiplication_equality`.",
        f"{_START}model.add(x * y == 12){_END}",
        f"{_START}product = model.new_int_var(0, 81, 'xy')\nmodel.add_multiplication_equality(product, [x, y])\n"
        f"model.add(product == 12){_END}",
    ),
    Pitfall(
        "A comparison is no condition: give `only_enforce_if` a Boolean variable that you have tied to it.",
        f"{_START}model.add(y == 0).only_enforce_if(x > 2){_END}",
        f"{_START}big = model.new_bool_var('big')\nmodel.add(x > 2).only_enforce_if(big)\n"
        f"model.add(x <= 2).only_enforce_if(~big)\nmodel.add(y == 0).only_enforce_if(big){_END}",
    ),
    Pitfall(
        "A Python list cannot be indexed by a variable: use `add_element`.",
        f"{_START}model.add([7, 3, 5][x] == y){_END}",
        f"{_START}model.add(x <= 2)\nmodel.add_element(x, [7, 3, 5], y){_END}",
    ),
    Pitfall(
        "`and`, `or`, `not`, chained comparisons and `abs()`, `max()`, `min()` of Python do not work on variables.",
        f"{_START}model.add(abs(x - y) == 3){_END}",
        f"{_START}apart = model.new_int_var(0, 9, 'apart')\nmodel.add_abs_equality(apart, x - y)\n"
        f"model.add(apart == 3){_END}",
    ),
)

SCRIPT = Script(
    name="OR-Tools CP-SAT",
    library="Python's standard library and `ortools`",
    signs=("import", "ortools", "print"),
    printing="""\
import json
print(json.dumps({"weights": [solver.value(w) for w in weights], "total": solver.value(total)}))
""",
    rules=(
        "Values are read with `solver.value(x)`, of Boolean variables as 0 or 1; variables are no JSON.",
        "Call methods by their present names, `new_int_var` and `add_all_different`, not `NewIntVar` and the like.",
    ),
    template="""\
import json
from ortools.sat.python import cp_model
# Data
...
model = cp_model.CpModel()
# Decision variables
...
# Constraints
model.add(...)
# Objective, where there is one
model.minimize(...)
solver = cp_model.CpSolver()
if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    print(json.dumps({...}))
""",
    example="""\
import json

from ortools.sat.python import cp_model

friends = ["Ada", "Ben", "Cy"]
drinks = ["tea", "milk", "cocoa"]
model = cp_model.CpModel()
drink = [model.new_int_var(0, 2, f"drink of {name}") for name in friends]
paid = [model.new_int_var(1, 9, f"paid by {name}") for name in friends]

# Everybody drinks something else.
model.add_all_different(drink)
# Clue 1: Ben drinks neither tea nor milk.
model.add(drink[1] != 0)
model.add(drink[1] != 1)
# Clue 2: Whoever drinks milk paid 2 more than Cy.
model.add(drink[2] != 1)
for i in range(3):
    milk = model.new_bool_var(f"milk {i}")
    model.add(drink[i] == 1).only_enforce_if(milk)
    model.add(drink[i] != 1).only_enforce_if(~milk)
    model.add(paid[i] == paid[2] + 2).only_enforce_if(milk)
model.minimize(sum(paid))

solver = cp_model.CpSolver()
if solver.solve(model) == cp_model.OPTIMAL:
    rows = enumerate(friends)
    print(json.dumps({n: {"drink": drinks[solver.value(drink[i])], "paid": solver.value(paid[i])} for i, n in rows}))
""",
    api="""\
- Models: `cp_model.CpModel()`, `model.add(...)`, `model.minimize(term)`, `model.maximize(term)`. Solving:
  `solver = cp_model.CpSolver()`, `solver.parameters.max_time_in_seconds = 5`, `solver.solve(model)`, which gives
  cp_model.OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN; after it, `solver.value(term)` and `solver.objective_value`.
""",
)

_OPERATORS = (
    Entry("==  !=  <  <=  >  >=", "comparisons of linear expressions, for `model.add`"),
    Entry("+  -  *", "linear expressions: a product has at most one variable"),
    Entry("~b", "the negation of a Boolean variable"),
)
_REIFIED = "the constraint holds if the Boolean variable, or all of several, are true"
_SERIES = "clear export get has negated proto remove validate model_stats clone name add_assumption"
_SOLVING = ("minimize", "maximize", "add_hint", "add_decision_strategy")
_SOLVER = (
    "solve", "value", "boolean_value", "objective_value", "best_objective_bound", "status_name", "wall_time",
)  # fmt: skip


def library(contract: str) -> str:
    """Document the API from the installed library; methods that solve, only for the contract `script`."""
    source = python_api.module("ortools", "sat/python/cp_model.py")
    listed = python_api.methods(source, "CpModel", None, "model.", but=_SERIES)
    kept = [each for each in listed if "_series(" not in each.call and not each.call.endswith("_series")]
    solving = [each for each in kept if each.call.partition("(")[0].removeprefix("model.") in _SOLVING]
    helper = python_api.module("ortools", "sat/python/cp_model_helper.pyi")
    sums = python_api.methods(helper, "LinearExpr", ("sum", "weighted_sum"), "cp_model.LinearExpr.")
    reified = python_api.methods(helper, "Constraint", ("only_enforce_if",), "constraint.")
    if not kept:
        return ""
    sections = [
        Section("Variables and constraints", tuple(each for each in kept if each not in solving)),
        Section("Reification", tuple(Entry(each.call, each.says or _REIFIED) for each in reified)),
        Section("Operators and functions", (*_OPERATORS, *sums)),
    ]
    if contract == "script":
        solver = python_api.methods(source, "CpSolver", _SOLVER, "solver.")
        sections += [Section("Objective and search", tuple(solving)), Section("Solving", solver)]
    return block(python_api.version_of("ortools"), sections)


TRANSLATOR = Translator(
    "ortools", ("python", "py", "python3"), ("answer =",), GUIDE, EXAMPLE, PITFALLS, API, SCRIPT, library
)
