"""MiniZinc: what an LLM is told about it."""

from solvent.translators import minizinc_api
from solvent.translators.api_docs import Entry, Section, block
from solvent.translators.framework import Pitfall, Script, Translator

GUIDE = """\
Write the problem as a MiniZinc model. Your program only states the problem; the harness solves it, reads the answer
out, and looks for a second or a better one. So write no solve item and no output item.

- Declare every variable with tight bounds (`var 1..9: x;`, `array[1..5] of var 1..5: pos;`, `var bool: b;`), enums with
  `enum Colour = {red, green};`. Include what you use: `include "alldifferent.mzn";`.
- Data that the text gives (amounts, tables, limits) stand apart: the program begins with the comment lines `% data` and
  `% {"weights": [3, 4], "capacity": 10}`, a JSON object, and declares its names without a value, `int: capacity;` and
  `array[int] of int: weights;` (nested lists: `array[int, int]`); the rest of the program holds for any other such data
  too, also where lists are longer.
- Comment lines divide the program. `% clue 3` begins what follows from clue 3 and nothing else; it lasts until the next
  such line. `% clue` without a number begins what belongs to the problem as a whole. No other comment may begin with
  these words. Every clue by number has its part.
- `% answer` begins the template of the answer: comment lines that hold one JSON value, as deep as needed. In it a
  string is a MiniZinc expression, and a number, true, false or null stands for itself. A text that stands for itself is
  {"$value": "Ada"}. A number that stands for a text is {"$label": "x", "$of": {"1": "red", "2": "blue"}}. In a list,
  {"$where": "condition", "$item": ...} is there only where the condition holds.
- An optimisation problem also has lines `% minimize expression` or `% maximize expression`, the most important
  objective first; no others do.
"""

API = """\
- Operators: `= != < <= + - * div mod abs()`, `/\\ \\/ xor -> <-> not`, `forall(i in 1..n)(...)`, `exists`, `sum`,
  `max`, `min`; array[x] may have a variable index. Globals: alldifferent, element, circuit, cumulative, disjunctive,
  table, global_cardinality, inverse, lex_less, increasing, count.
"""

EXAMPLE = """\
% expects: optimal
% data
% {"most": 9, "more": 2}
include "alldifferent.mzn";
enum Drink = {tea, milk, cocoa};
int: most;
int: more;
int: n = 3;
array[1..n] of var Drink: drink;
array[1..n] of var 1..most: paid;

constraint alldifferent(drink);

% Ben drinks neither tea nor milk.
% clue 1
constraint drink[2] != tea /\\ drink[2] != milk;

% Whoever drinks milk paid 2 more than Cy.
% clue 2
constraint drink[3] != milk;
constraint forall(i in 1..n)(drink[i] = milk -> paid[i] = paid[3] + more);

% minimize sum(paid)

% answer
% {"Ada": {"drink": "drink[1]", "paid": "paid[1]"},
%  "Ben": {"drink": "drink[2]", "paid": "paid[2]"},
%  "Cy": {"drink": "drink[3]", "paid": "paid[3]"}}
"""

PITFALLS = (
    Pitfall(
        "Every item ends with a semicolon.",
        'var 0..9: x;\nconstraint x > 3\nconstraint x < 5;\n% answer\n% {"x": "x"}',
        'var 0..9: x;\nconstraint x > 3;\nconstraint x < 5;\n% answer\n% {"x": "x"}',
    ),
    Pitfall(
        "Conjunction is `/\\`, disjunction `\\/`; `and` and `or` are no operators.",
        'var 0..9: x;\nconstraint x > 3 and x < 5;\n% answer\n% {"x": "x"}',
        'var 0..9: x;\nconstraint x > 3 /\\ x < 5;\n% answer\n% {"x": "x"}',
    ),
    Pitfall(
        "Arrays count from the first index of their declaration, mostly 1; index 0 of `array[1..3]` has no solution.",
        'array[1..3] of var 0..9: x;\nconstraint x[0] = 4;\n% answer\n% {"x": ["x[1]", "x[2]", "x[3]"]}',
        'array[1..3] of var 0..9: x;\nconstraint x[1] = 4;\n% answer\n% {"x": ["x[1]", "x[2]", "x[3]"]}',
    ),
)

SCRIPT = Script(
    name="MiniZinc",
    library="MiniZinc's standard library",
    signs=("solve", ";"),
    printing="""\
output ["{\\"weights\\": ", showJSON(weights), ", \\"total\\": ", showJSON(total), "}\\n"];
""",
    rules=(
        "All data stand in the program: there is no data file.",
        "Values are printed with `showJSON`, which quotes texts and nests arrays; a truth value as `bool2int(b)`.",
    ),
    template="""\
include "globals.mzn";
% Data
int: n = ...;
% Decision variables
array[1..n] of var 1..n: x;
% Constraints
constraint ...;
% Objective, where there is one; else `solve satisfy;`
solve minimize ...;
output ["{\\"x\\": ", showJSON(x), "}\\n"];
""",
    example="""\
include "alldifferent.mzn";
int: n = 3;
array[1..n] of string: friends = ["Ada", "Ben", "Cy"];
array[1..3] of string: drinks = ["tea", "milk", "cocoa"];
array[1..n] of var 1..3: drink;
array[1..n] of var 1..9: paid;

% Everybody drinks something else.
constraint alldifferent(drink);
% Clue 1: Ben drinks neither tea nor milk.
constraint drink[2] != 1 /\\ drink[2] != 2;
% Clue 2: Whoever drinks milk paid 2 more than Cy.
constraint drink[3] != 2;
constraint forall(i in 1..n)(drink[i] = 2 -> paid[i] = paid[3] + 2);

solve minimize sum(paid);
output ["{" ++ join(", ", [
  showJSON(friends[i]) ++ ": {\\"drink\\": " ++ showJSON(drinks[fix(drink[i])])
  ++ ", \\"paid\\": " ++ showJSON(paid[i]) ++ "}" | i in 1..n
]) ++ "}\\n"];
""",
    api="""\
- One solve item: `solve satisfy;`, `solve minimize term;` or `solve maximize term;`. One output item: a list of texts;
  in it `showJSON(term)` shows a value, `fix(x)` is the value of a variable, `join(", ", [...])` joins texts.
""",
)

_OPERATORS = (
    Entry("=  !=  <  <=  >  >=  +  -  *  div  mod", "comparisons and arithmetic"),
    Entry("/\\  \\/  xor  ->  <-  <->  not", "logic on Booleans; a comparison is one"),
    Entry("array[x]", "element of an array, also at a variable index"),
)
_ITEMS = (
    Entry("solve satisfy;", "any solution"),
    Entry("solve minimize term;", "a solution with the least value"),
    Entry("solve maximize term;", "a solution with the greatest value"),
)


def library(contract: str) -> str:
    """Document the API from the installed library; solve items, only for the contract `script`."""
    documented = minizinc_api.sections(output=contract == "script")
    if not documented:
        return ""
    items = _ITEMS if contract == "script" else ()
    return block("MiniZinc's", (Section("Solve items", items), Section("Operators", _OPERATORS), *documented))


TRANSLATOR = Translator(
    "minizinc", ("minizinc", "mzn", "zinc"), ("% answer",), GUIDE, EXAMPLE, PITFALLS, API, SCRIPT, library
)
