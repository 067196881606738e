"""Small problems whose true answers are found by trying all assignments, and how a model should decompose them.

The meaning of a clue is a nested tuple over the names of unknowns, which stand for integers:

    terms      7, "red", ("+", t, ...), ("-", t, u), ("*", t, u), ("abs", t), ("when", f, 7) (7 where f holds, else 0),
               ("index", names, 7) (which of the names, from 1, is 7)
    formulas   ("=" | "!=" | "<" | "<=", t, u), ("distinct", name, ...), ("and" | "or", f, ...), ("not", f),
               ("if", f, g)

An answer is made of dicts, lists and leaves: ("term", t), ("name", t, {value: label}), ("where", f, label) in lists,
and plain constants.
"""

import functools
import itertools
import json
from dataclasses import dataclass

from solvent.translators.sentences import pieces


@dataclass(frozen=True)
class Unknown:
    """An integer from `low` to `high`; the unknowns of a `group` are a permutation of 1 to their number."""

    name: str
    low: int
    high: int
    group: str = ""


@dataclass(frozen=True)
class Clue:
    """A numbered sentence and its meaning.

    `restates` says that it repeats what holds for all unknowns, `data` that it only gives amounts.
    """

    text: str
    means: tuple
    restates: bool = False
    data: bool = False


@dataclass(frozen=True, eq=False)  # hashing by identity makes cache look-ups fast
class Problem:
    """A text in parts and its meaning. `goal` is (sense, term, words); `example` an answer with made-up values.

    Its clues stand in the text by number, or if not `numbered`, as plain sentences.
    """

    kind: str
    expects: str
    intro: tuple
    clues: tuple
    question: tuple
    unknowns: tuple
    entities: dict
    answer: object
    example: object
    background: tuple = ()
    goal: tuple = ()
    numbered: bool = True

    @functools.cached_property
    def text(self):
        return "\n".join([*self.intro, *self.sentences, *self.question]) + "\n"

    @functools.cached_property
    def sentences(self):
        """The clues as they stand in the text."""
        return [f"{n}. {clue.text}" if self.numbered else clue.text for n, clue in enumerate(self.clues, 1)]

    @functools.cached_property
    def decomposition(self):
        """The reply of a model that decomposes the text correctly."""
        cut = pieces(self.text)
        places = [cut.index(sentence) + 1 for sentence in self.sentences]
        return {
            "kind": self.kind,
            "expects": self.expects,
            "objective": self.goal[2] if self.goal else "",
            "clues": [
                {"pieces": [place], "says": "data" if clue.data else ""}
                for place, clue in zip(places, self.clues, strict=True)
            ],
            "entities": [{"name": name, "members": list(each)} for name, each in self.entities.items()],
            "answer_example": json.dumps(self.example),
        }

    @functools.cached_property
    def groups(self):
        """The names of each group, in order."""
        found = {}
        for unknown in self.unknowns:
            found.setdefault(unknown.group, []).append(unknown.name)
        return {name: tuple(members) for name, members in found.items() if name}

    @functools.cached_property
    def possible(self):
        """Every assignment that the background allows."""
        single = [((u.name,), [(value,) for value in range(u.low, u.high + 1)]) for u in self.unknowns if not u.group]
        orders = [(names, list(itertools.permutations(range(1, len(names) + 1)))) for names in self.groups.values()]
        names = [name for block, _ in (*orders, *single) for name in block]
        combined = itertools.product(*(values for _, values in (*orders, *single)))
        found = (dict(zip(names, itertools.chain(*values), strict=True)) for values in combined)
        return [each for each in found if all(holds(formula, each) for formula in self.background)]

    def allowed(self, formulas):
        """The possible assignments that satisfy the formulas."""
        stated = tuple(formulas)
        return [each for each in self.possible if all(holds(formula, each) for formula in stated)]

    @functools.cached_property
    def solutions(self):
        """The right assignments; if there is a goal, the optimal ones."""
        found = self.allowed(clue.means for clue in self.clues)
        if not self.goal or not found:
            return found
        sense, term, _ = self.goal
        best = (min if sense == "minimize" else max)(value(term, each) for each in found)
        return [each for each in found if value(term, each) == best]

    def filled(self, assignment):
        """The answer for an assignment."""
        return fill(self.answer, assignment)

    @functools.cached_property
    def answers(self):
        """The right answers, each once."""
        return _once(self.filled(each) for each in self.solutions)

    def is_right(self, answer):
        """Whether an answer is right; if all are asked for, it must list all of them, in any order."""
        if self.expects == "all" and isinstance(answer, list):
            return len(answer) == len(self.answers) and all(each in self.answers for each in answer)
        return answer in self.answers

    def vacuous(self):
        """The numbers of the clues that exclude no assignment which the background allows."""
        all_of_them = len(self.possible)
        return [n for n, clue in enumerate(self.clues, 1) if len(self.allowed([clue.means])) == all_of_them]


def _once(answers):
    return [json.loads(text) for text in dict.fromkeys(json.dumps(each) for each in answers)]


def fill(shape, assignment):
    """The answer of a shape under an assignment."""
    match shape:
        case ("term", term):
            return value(term, assignment)
        case ("name", term, labels):
            return labels[value(term, assignment)]
        case dict():
            return {key: fill(part, assignment) for key, part in shape.items()}
        case list():
            there = (part for part in shape if not _is_where(part) or holds(part[1], assignment))
            return [part[2] if _is_where(part) else fill(part, assignment) for part in there]
    return shape


def _is_where(part):
    return isinstance(part, tuple) and part[0] == "where"


def value(term, at):
    """The value of a term."""
    return _compiled(term)(at)


def holds(formula, at):
    """The truth value of a formula."""
    return _compiled(formula)(at)


@functools.lru_cache(100_000)
def _compiled(what):
    return eval(f"lambda at: {python(what)}")


def python(what):
    """Plain Python over a dict `at`: the true answers depend on nothing else."""
    match what:
        case int():
            return str(what)
        case str():
            return f"at[{what!r}]"
        case ("when", formula, amount):
            return f"({amount} if {python(formula)} else 0)"
        case ("index", names, wanted):
            return f"(1 + [at[name] for name in {names!r}].index({wanted}))"
    shape, between = _PYTHON[what[0]]
    return shape.format(between.join(map(python, what[1:])), count=len(what) - 1)


_PYTHON = {
    **{sign: ("({})", f" {sign} ") for sign in ("+", "*", "-", "!=", "<", "<=", "and", "or")},
    "=": ("({})", " == "),
    "abs": ("abs({})", ""),
    "distinct": ("(len({{{}}}) == {count})", ", "),
    "not": ("(not {})", ""),
    "if": ("({})", " <= "),  # of truth values
}


def names_in(what):
    """The unknowns that a term or formula names, each once, in order."""
    if isinstance(what, str):
        return [what]
    if not isinstance(what, tuple):
        return []
    parts = what[1] if what[0] == "index" else what[1:]
    return list(dict.fromkeys(name for part in parts for name in names_in(part)))
