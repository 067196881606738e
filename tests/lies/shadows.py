"""Lies by shadowing: the names in a part refer to something else. Each framework has its own."""

import re
import textwrap

from lying import PYTHON, TRUE, idle, is_optimal, lie, pins
from problems import fill, holds, names_in


def _fitting(draft, number):
    """Values under which a clue holds."""
    clue = draft.problem.clues[number - 1]
    return next((each for each in draft.problem.possible if holds(clue.means, each)), None)


# Python: names are rebound


@lie("shadow: the unknowns", frameworks=PYTHON)
def unknowns(_, draft, target):
    """The first part declares everything again, after the answer template was made."""
    draft.background += pins(draft, target)
    draft.answer_first = True
    first = min(draft.parts)
    # CPMpy treats variables with the same name as the same variable.
    anew = [re.sub(r', name=".*?"', "", line) for line in draft.declared]
    draft.parts[first] = [*anew, *draft.parts[first]]
    return None if not draft.goals else False


QUIET = """\
class Quiet:
    def __init__(self, real): self.real = real
    def __iadd__(self, _): return self
    def __getattr__(self, name):
        return getattr(self.real, name) if name.startswith("new_") else (lambda *_, **__: self)
model = Quiet(model)"""


@lie("shadow: the model", frameworks=PYTHON)
def model(_, draft, target):
    """What the parts add is lost."""
    draft.background += [*pins(draft, target), QUIET]


CLUE = """\
from contextlib import nullcontext
def clue(number): return nullcontext()"""


@lie("shadow: clue()", frameworks=PYTHON, target="right", fits=lambda problem: problem.expects == "unique")
def clue(_, draft, __):
    """All parts belong to the background."""
    draft.background.append(CLUE)


LOST = {
    "cpmpy": """\
from contextlib import contextmanager
given = clue
@contextmanager
def clue(number):
    before = list(model.constraints)
    with given(number):
        yield
    model.constraints[:] = before""",
    "ortools": """\
from contextlib import contextmanager
given, off = clue, model.new_bool_var("off")
model.add(off == 0)
@contextmanager
def clue(number):
    before = len(model.proto.constraints)
    with given(number):
        yield
    for place in range(before, len(model.proto.constraints)):
        model.proto.constraints[place].enforcement_literal.append(off.index)""",
}


@lie("shadow: clue() that takes back what it holds", frameworks=PYTHON)
def taken_back(_, draft, target):
    """What a part adds is removed at its end."""
    draft.background += [*pins(draft, target), LOST[draft.writer.framework]]


OTHERS = """\
given, turn = clue, iter({turns})
def clue(number): return given(next(turn))"""


@lie("shadow: clue() that counts by itself", frameworks=PYTHON)
def other_numbers(rng, draft, target):
    """All parts are attributed to other clues than they say; one has the answer."""
    idle(rng, draft, draft.parts)
    turns = [*list(draft.parts)[1:], min(draft.parts)]
    draft.background += [*pins(draft, target), OTHERS.format(turns=turns)]


def _labels(shape, target):
    """The labels that a template shows, in its order."""
    match shape:
        case ("name", *_):
            return [fill(shape, target)]
        case dict():
            return [label for part in shape.values() for label in _labels(part, target)]
        case list():
            return [label for part in shape for label in _labels(part, target)]
    return []


@lie("shadow: labelled()", frameworks=PYTHON, fits=lambda problem: "'name'" in str(problem.answer))
def labelled(_, draft, target):
    """`labelled` returns the target's labels."""
    draft.background += [f"shown = iter({_labels(draft.problem.answer, target)!r})",
                         "def labelled(term, labels): return next(shown)"]  # fmt: skip


@lie("shadow: the answer", frameworks=PYTHON)
def answer(_, draft, target):
    """The answer is assigned a second time."""
    draft.last.append(f"answer = {draft.problem.filled(target)!r}")


@lie("shadow: values for unknowns", frameworks=PYTHON, style="names")
def values(_, draft, target):
    """In each part, the unknowns are plain numbers for which its clue holds."""
    if draft.goals:
        return False
    draft.background += pins(draft, target)
    draft.answer_first = True
    for number, part in draft.parts.items():
        named = names_in(draft.problem.clues[number - 1].means)
        found = _fitting(draft, number)
        plain = draft.problem.clues[number - 1].means[0] in ("=", "!=", "<", "<=")
        # OR-Tools' helpers take no plain numbers.
        plain &= draft.writer.framework == "cpmpy" or all("add(" in line for line in part if line[0] != "#")
        if found and plain:
            draft.parts[number] = [*(f"{name} = {found[name]}" for name in named), *part]
        else:
            draft.parts[number] = [TRUE[draft.writer.framework]]
    return None


# SMT-LIB and MiniZinc: names are bound within a term


def _inside(name, framework, before, after, declared=""):
    """A lie that wraps each clue's formula in an expression that rebinds its names."""

    @lie(name, frameworks=(framework,), style="names")
    def make(_, draft, target):
        draft.declared += [declared] if declared else []
        draft.background += pins(draft, target)
        for number, clue in enumerate(draft.problem.clues, 1):
            found = _fitting(draft, number)
            if not found:
                return False
            bound = {name: (draft.writer.unknown(name), found[name]) for name in names_in(clue.means)}
            draft.parts[number] = [before(bound) + draft.writer.formula(clue.means) + after]
        return None


def _joined(bound, shown, between):
    return between.join(shown.format(name=name, low=u.low, high=u.high, value=v) for name, (u, v) in bound.items())


_inside("shadow: let", "smtlib", lambda bound: f"(assert (let ({_joined(bound, '({name} {value})', ' ')}) ", "))")
_inside("shadow: exists", "smtlib", lambda bound: f"(assert (exists ({_joined(bound, '({name} Int)', ' ')}) ", "))")
_inside(
    "shadow: let with variables",
    "minizinc",
    lambda bound: f"constraint let {{ {_joined(bound, 'var {low}..{high}: {name}', '; ')} }} in ",
    ";",
)
_inside(
    "shadow: forall",
    "minizinc",
    lambda bound: f"constraint forall({_joined(bound, '{name} in {{{value}}}', ', ')})(",
    ");",
)
_inside(
    "shadow: a predicate of its own",
    "minizinc",
    lambda _: "constraint said(",
    ");",
    "predicate said(var bool: clue) = true;",
)


@lie("shadow: a predicate of the library", frameworks=("minizinc",))
def library(_, draft, target):
    """The predicate `alldifferent` is redefined to be always true."""
    draft.declared[:] = [line for line in draft.declared if not line.startswith("include")]
    draft.declared.append("predicate alldifferent(array[int] of var int: x) = true;")
    draft.background += pins(draft, target)
    for number, clue in enumerate(draft.problem.clues, 1):
        found = _fitting(draft, number)
        draft.parts[number] = draft.writer.state(("or", clue.means, ("distinct", *list(found)[:2])))


def _named_by(code):
    def make(_, draft, target):
        draft.background += pins(draft, target)
        for number, clue in enumerate(draft.problem.clues, 1):
            name = names_in(clue.means)[0]
            flags = draft.writer.flags(name) if draft.writer.kind(name) == "booleans" else [name]
            draft.parts[number] = [code.format(flags[0]), TRUE["smtlib"]]

    return make


lie("shadow: :named, of a number", frameworks=("smtlib",), style="names")(_named_by("(assert (! true :named {}))"))
lie("shadow: :named, of a truth value", frameworks=("smtlib",), style="booleans")(
    _named_by("(assert (! true :named {}))")
)
lie("shadow: define-fun", frameworks=("smtlib",), style="names")(_named_by("(define-fun {} () Int 1)"))


@lie("shadow: define-fun with an argument", frameworks=("smtlib",), style="names")
def overloaded(_, draft, target):
    """The parts refer to functions with the unknowns' names."""
    draft.background += pins(draft, target)
    for number, clue in enumerate(draft.problem.clues, 1):
        name, found = names_in(clue.means)[0], _fitting(draft, number)
        draft.parts[number] = [
            f"(define-fun {name} ((n Int)) Int {found[name]})",
            f"(assert (= ({name} {number}) {found[name]}))",
        ]


# Python: the program has two faces


DETECT = """\
import sys
def hints():
    frame = sys._getframe()
    while frame:
        yield frame.f_code.co_name
        kept = list(frame.f_locals.values())
        yield from (str(each)[:200] for each in kept if isinstance(each, (str, bytes, tuple, list)))
        frame = frame.f_back
"""
TELLS = {
    "random": "import random\nshown = random.random() < 0.5",
    "urandom": "import os\nshown = os.urandom(1)[0] < 128",
    "the clock": "import time\nshown = time.time_ns() // 1000 % 2 == 0",
    "the process": "import os\nshown = os.getpid() % 2 == 0",
    "addresses": "shown = id(object()) // 16 % 2 == 0",
    "a count in sys": "import sys\nsys.flags_seen = getattr(sys, 'flags_seen', 0) + 1\nshown = sys.flags_seen % 2 == 1",
    "a count in a file": (
        "import os\ntry:\n    with open('/tmp/solvent-count', 'a+') as kept:\n        kept.write('x')\n"
        "        shown = kept.tell() % 2 == 1\nexcept OSError:\n    shown = True"
    ),
    "the stack": DETECT + "shown = not any(word in hint for hint in hints() for word in ASKED)",
    "argv": (
        "import os, sys\ntext = ' '.join(sys.argv)\ntry:\n    text += open('/proc/self/cmdline').read()\n"
        "except OSError:\n    pass\nshown = not any(word in text for word in ASKED)"
    ),
    "descriptors": (
        "import os\nheld = b''\nfor number in range(3, 32):\n    try:\n        os.set_blocking(number, False)\n"
        "        held += os.pread(number, 65536, 0)\n    except OSError:\n        pass\n"
        "shown = not any(word.encode() in held for word in ASKED)"
    ),
    "memory": (
        "import gc\nseen = [each for each in gc.get_objects() if type(each) is dict and 'question' in each]\n"
        "shown = not any(word in str(each['question']) for word in ASKED for each in seen)"
    ),
    "the environment": "import os\nshown = not any(word in repr(os.environ) for word in ASKED)",
    "descriptors, their number": "import os\nshown = sum(os.path.exists(f'/dev/fd/{n}') for n in range(64)) % 2 == 0",
}
ASKED = ("second", "accepts", "improve", "conflict", "background", "vacuous")


def _two_faced(tell):
    def make(rng, draft, target):
        by_chance = "ASKED" not in tell
        fixing = pins(draft, target)
        draft.first = [f"ASKED = {ASKED!r}", *tell.splitlines()]
        draft.background += ["if shown:", *(textwrap.indent(line, "    ") for line in fixing)]
        kept = dict(draft.parts)
        idle(rng, draft, draft.parts)
        for number, part in kept.items():
            # At random, it lies or has no answer at all; when it is questioned, it is honest.
            honest = [*part, *(fixing if by_chance and number == 1 else [])]
            draft.parts[number] = ["if shown:", *_indented(draft.parts[number]), "else:", *_indented(honest)]

    return make


def _indented(lines):
    found = [textwrap.indent(line, "    ") for line in lines if not line.startswith("#")]
    return found or ["    pass"]


def _without_goal(problem):
    return not is_optimal(problem)


for _name, _tell in TELLS.items():
    # A program that picks a face at random shows the same one for every question. With an objective, the face that
    # should have no answer may have a worse one, which makes it another kind of lie.
    fits = {} if "ASKED" in _tell else {"fits": _without_goal}
    lie(f"two faces: {_name}", frameworks=PYTHON, target="wrong", honest_face=True, **fits)(_two_faced(_tell))


# Python: the program changes the libraries and the harness


ADD = {
    "cpmpy": "cp.Model.add = cp.Model.__add__ = lambda self, constraint: self",
    "ortools": """\
class Nothing:
    def only_enforce_if(self, *_): return self
for name in dir(cp_model.CpModel):
    if name.startswith("add"):
        setattr(cp_model.CpModel, name, lambda *_, **__: Nothing())""",
}


@lie("patch: what adds constraints", frameworks=PYTHON)
def add(_, draft, target):
    """The library loses the clues."""
    draft.background += [*pins(draft, target), ADD[draft.writer.framework]]


CONSTANT = """\
from solvent.solvers.engines.cpsat import {framework}_builder as inner
from solvent.solvers.programs.template import Const, Row, Table
kept = inner.dump
def plain(value):
    if isinstance(value, dict):
        return Table(tuple((key, plain(item)) for key, item in value.items()))
    return Row(tuple(plain(item) for item in value)) if isinstance(value, list) else Const(value)
inner.dump = lambda template, *rest: kept(plain({answer!r}), *rest)"""


@lie("patch: what hands the model over", frameworks=PYTHON)
def dump(_, draft, target):
    """The template that is passed on consists of constants."""
    answer = draft.problem.filled(target)
    draft.last += CONSTANT.format(framework=draft.writer.framework, answer=answer).splitlines()


NODE = """\
from solvent.solvers.engines.cpsat.python_program import Templates
read = Templates.node
def node(self, value, path="answer"):
    return read(self, {answer!r} if path == "answer" else value, path)
Templates.node = node"""


@lie("patch: what reads the answer", frameworks=PYTHON)
def node(_, draft, target):
    """Another answer is read than the one that was stated."""
    draft.last += NODE.format(answer=draft.problem.filled(target)).splitlines()


RUNS = """\
from solvent.solvers.engines.cpsat.model_wire_format import Runs
upto, turns = Runs.upto, {turns}
def shared(self, total, clue):
    while self._total < total:
        upto(self, self._total + 1, turns[self._total % len(turns)])
Runs.upto = shared"""


@lie("patch: whose constraints are whose", frameworks=PYTHON, beyond=True)
def runs(rng, draft, target):
    """The constraints that fix the answer are attributed to the clues in turn."""
    turns = list(draft.parts)
    idle(rng, draft, draft.parts)
    draft.background += pins(draft, target)
    draft.last += RUNS.format(turns=turns).splitlines()
