"""SMT-LIB: what an LLM is told about it."""

from solvent.translators.api_docs import Entry, Section, block
from solvent.translators.framework import Pitfall, Script, Translator

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
        scripts=False,
    ),
    Pitfall(
        "Declare every name before the line that uses it.",
        '(assert (> y 1))\n(declare-const y Int)\n; answer\n; {"y": "y"}',
        '(declare-const y Int)\n(assert (> y 1))\n; answer\n; {"y": "y"}',
    ),
)

SCRIPT = Script(
    name="SMT-LIB",
    library="z3",
    signs=("(check-sat)",),
    printing="""\
(check-sat)
(get-model)
""",
    rules=(
        "Every constant has a comment that says what it stands for in the problem, and what its values mean.",
        "Declare first, then assert; each name is declared before it is used. Bound every integer by assertions.",
        "`(check-sat)` comes after the last assertion, and `(get-model)` after it, once each.",
    ),
    template="""\
; Decision variables; a comment says what each stands for
(declare-const x Int) ; the place of ..., counted from 1
; Constraints
(assert (<= 1 x 9))
(assert ...)
; Objective, where there is one
(minimize ...)
(check-sat)
(get-model)
""",
    example="""\
(declare-datatypes ((Drink 0)) (((tea) (milk) (cocoa))))
(declare-const ada Drink) ; what Ada drinks
(declare-const ben Drink) ; what Ben drinks
(declare-const cy Drink) ; what Cy drinks
(declare-const paid-ada Int) ; how many coins Ada paid
(declare-const paid-ben Int) ; how many coins Ben paid
(declare-const paid-cy Int) ; how many coins Cy paid

; Everybody drinks something else and paid 1 to 9 coins.
(assert (distinct ada ben cy))
(assert (and (<= 1 paid-ada 9) (<= 1 paid-ben 9) (<= 1 paid-cy 9)))
; Clue 1: Ben drinks neither tea nor milk.
(assert (and (distinct ben tea) (distinct ben milk)))
; Clue 2: Whoever drinks milk paid 2 more than Cy.
(assert (distinct cy milk))
(assert (=> (= ada milk) (= paid-ada (+ paid-cy 2))))
(assert (=> (= ben milk) (= paid-ben (+ paid-cy 2))))

(minimize (+ paid-ada paid-ben paid-cy))
(check-sat)
(get-model)
""",
    api="""\
- Operators: `= distinct < <= + - * div mod abs`, `and or not xor => ite`; `let` names a term, `forall` and `exists` are
  slow: write finite ranges out. Negative numbers are `(- 3)`.
- `(check-sat)` solves and prints sat, unsat or unknown; `(get-model)` then prints the value of every constant, and
  `(get-value (term ...))` that of terms. `(minimize term)` and `(maximize term)` before it state an objective.
""",
    json=False,
)

_API = (
    Section(
        "Declarations",
        (
            Entry("(declare-const x Int)", "a constant of a sort: Int, Bool, Real, or a datatype"),
            Entry("(declare-fun f (A B) C)", "a function, such as a table of values"),
            Entry("(define-fun f ((x A)) B term)", "a name for a term"),
            Entry("(declare-datatypes ((D 0)) (((a) (b) (c))))", "a sort with these values"),
        ),
    ),
    Section(
        "Terms",
        (
            Entry("(and p q ...)  (or p q ...)  (not p)  (xor p q)  (=> p q)", "logic"),
            Entry("(= a b ...)  (distinct a b ...)", "all equal; pairwise different"),
            Entry("(< a b ...)  (<= a b ...)  (> a b ...)  (>= a b ...)", "comparisons, also chained"),
            Entry("(+ a b ...)  (- a b ...)  (- a)  (* a b ...)", "arithmetic"),
            Entry("(div a b)  (mod a b)  (abs a)", "of integers; the rest is never negative"),
            Entry("(/ a b)  (to_real a)  (to_int a)", "of reals"),
            Entry("(ite p a b)", "a if p holds, else b; counts sum (ite p 1 0)"),
            Entry("(let ((x a)) term)", "a name inside one term"),
            Entry("(forall ((x A)) p)  (exists ((x A)) p)", "quantifiers, best over datatypes"),
            Entry("((_ at-most k) p q ...)  ((_ at-least k) p q ...)", "how many of these hold, in z3"),
        ),
    ),
)


def library(_: str) -> str:
    """Document the language: there is no library to read it from."""
    return block("SMT-LIB", _API)


TRANSLATOR = Translator(
    "smtlib",
    ("smt2", "smtlib", "smt", "smt-lib", "smtlib2", "lisp", "scheme"),
    ("; answer",),
    GUIDE,
    EXAMPLE,
    PITFALLS,
    script=SCRIPT,
    library=library,
)
