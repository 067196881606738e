"""SMT-LIB: what an LLM is told about it."""

from solvent.translators.framework import Pitfall, Translator

GUIDE = """\
Write the problem in SMT-LIB 2 for z3. Your program only states the problem; the harness solves it, reads the answer
out, and looks for a second or a better one. So leave out check-sat, get-model, push and pop.

- Declare first: `declare-const`, `declare-fun`, `define-fun`, `declare-datatypes` for named values; Int, Bool, Real and
  datatypes are understood. Bound every integer by assertions.
- Comment lines divide the program. `; clue 3` begins what follows from clue 3 and nothing else; it lasts until the next
  such line. `; clue` without a number begins what belongs to the problem as a whole. No other comment may begin with
  these words. Every clue by number has its part.
- `; answer` begins the template of the answer: comment lines that hold one JSON value, as deep as needed. In it a
  string is an SMT-LIB term, and a number, true, false or null stands for itself. A text that stands for itself is
  {"$value": "Ada"}. A number that stands for a text is {"$label": "term", "$of": {"1": "red", "2": "blue"}}. In a list,
  {"$where": "condition", "$item": ...} is there only where the condition holds.
- An optimisation problem also has lines `; minimize term` or `; maximize term`, the most important objective first; no
  others do. There are no `minimize` commands.
- The values of a datatype's constructors are read as their names: declare `(Colour 0)` as `(red) (blue)` and the answer
  says "red". Names with spaces stand between bars: |Ford F-150|.
"""

EXAMPLE = """\
; expects: optimal
(declare-datatypes ((Drink 0)) (((tea) (milk) (cocoa))))
(declare-const ada Drink)
(declare-const ben Drink)
(declare-const cy Drink)
(declare-fun paid (Drink) Int)

; clue
(assert (distinct ada ben cy))
(assert (and (<= 1 (paid tea) 9) (<= 1 (paid milk) 9) (<= 1 (paid cocoa) 9)))

; Ben drinks neither tea nor milk.
; clue 1
(assert (and (distinct ben tea) (distinct ben milk)))

; Whoever drinks milk paid 2 more than Cy.
; clue 2
(assert (distinct cy milk))
(assert (= (paid milk) (+ (paid cy) 2)))

; minimize (+ (paid tea) (paid milk) (paid cocoa))

; answer
; {"Ada": {"drink": "ada", "paid": "(paid ada)"},
;  "Ben": {"drink": "ben", "paid": "(paid ben)"},
;  "Cy": {"drink": "cy", "paid": "(paid cy)"}}
"""

PITFALLS = (
    Pitfall(
        "Operators come first and take their arguments after them; there is no infix, and `!=` is `distinct`.",
        '(declare-const x Int)\n(assert (x != 3))\n; answer\n; {"x": "x"}',
        '(declare-const x Int)\n(assert (distinct x 3))\n; answer\n; {"x": "x"}',
    ),
    Pitfall(
        "Whole-number division is `div`, its rest `mod`, absolute value `abs`; `%`, `//` and `**` do not exist.",
        '(declare-const x Int)\n(assert (= (% x 7) 3))\n; answer\n; {"x": "x"}',
        '(declare-const x Int)\n(assert (= (mod x 7) 3))\n; answer\n; {"x": "x"}',
    ),
    Pitfall(
        'A text in the answer that is not a term of the program needs {"$value": ...}.',
        '(declare-const x Int)\n(assert (= x 1))\n; answer\n; {"name": "Ada Lovelace", "x": "x"}',
        '(declare-const x Int)\n(assert (= x 1))\n; answer\n; {"name": {"$value": "Ada Lovelace"}, "x": "x"}',
    ),
    Pitfall(
        "Declare every name before the line that uses it.",
        '(assert (> y 1))\n(declare-const y Int)\n; answer\n; {"y": "y"}',
        '(declare-const y Int)\n(assert (> y 1))\n; answer\n; {"y": "y"}',
    ),
)

TRANSLATOR = Translator(
    "smtlib", ("smt2", "smtlib", "smt", "smt-lib", "smtlib2", "lisp", "scheme"), ("; answer",), GUIDE, EXAMPLE, PITFALLS
)
