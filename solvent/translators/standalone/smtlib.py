"""Programs in SMT-LIB that run without Solvent, in z3's dialect: several objectives are lexicographic there."""

import itertools
import re
from collections.abc import Iterator

from solvent.solvers import Program
from solvent.solvers.engines.smtlib import commands, s_expressions
from solvent.solvers.errors import SolventError
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Labelled, Node, Rounded, Term, Where
from solvent.translators.standalone._listing import Listing, commented, places

_TEMPLATE = JsonTemplate(lambda term: term, "SMT-LIB", "; answer", rounds=True)
_DECLARED = re.compile(r"\(declare-(?:const|fun)\s+(\|[^|]*\||[^\s()|]+)\s+(?:\(\s*\)\s*)?(\([^()]*\)|[^\s()]+)\s*\)")
_HEAD = (
    "It needs z3 (`pip install z3-solver` or https://github.com/Z3Prover/z3), which prints `sat` and the values of the "
    "answer, or `unsat` and an error if the clues contradict each other; without objectives, any other solver may do. "
    "Is it the only answer? Assert above (check-sat) that one of the values is another one, "
    '(assert (not (and (= |answer: ...| "...") ...))): then the result is `unsat`.'
)


def text(listing: Listing) -> str:
    """Write a program out. Raises SolventError if its answer template cannot be read."""
    program = listing.program
    try:
        template = _TEMPLATE.read(program.answer)
    except ProgramError as error:
        raise SolventError(f"the program's answer cannot be exported: {error.message}") from None
    lines = [*listing.head(";", "z3 FILE", _HEAD), *listing.unstated(";")]
    lines += ["", "(set-option :produce-models true)", _plain(program.preamble)]
    for comments, part in listing.parts(";"):
        lines += [*comments, _plain(part.code)]
    lines += ["" for _ in program.objectives[:1]]
    lines += [f"({goal.sense} {goal.term})" for goal in program.objectives]
    shown = _Shown(program)
    lines += ["", "; The answer", *(line for leaf in places(template) for line in shown.defined(*leaf))]
    asked = "\n  ".join(shown.terms)
    return "\n".join([*lines, "", "(check-sat)", *([f"(get-value (\n  {asked}))"] if asked else [])]) + "\n"


def _plain(code: str) -> str:
    """The code without the commands that the file has at its end, and those that only choose a logic."""
    kept, upto = "", 0
    for form in s_expressions.forms(code):
        if form.comment is None and form.command in commands.DROPPED:
            kept, upto = kept + code[upto : form.start], form.end
    return (kept + code[upto:]).strip("\n")


class _Shown:
    """Names for the values of an answer, since z3 prints a value beside what was asked."""

    def __init__(self, program: Program) -> None:
        code = "\n".join([program.preamble, *(part.code for part in program.fragments)])
        self._trusted = program.trusted
        self._sorts = {name: " ".join(sort.split()) for name, sort in _DECLARED.findall(code)}
        self._code = code
        self.terms: list[str] = []

    def defined(self, place: str, leaf: Node | Where) -> Iterator[str]:
        """Yield the lines that name a value; `terms` then has what to ask for."""
        found = ""
        match leaf:
            case Where(condition):
                found = f"() Bool {condition}"
            case Labelled(term, labels):
                found = self._labelled(term, labels)
            case Term(term) | Rounded(term):
                found = self._valued(term)
        name = self._name(place)
        if found:
            yield f"(define-fun {name} {found})"
        else:  # of an unknown sort
            name = leaf.term if isinstance(leaf, Term | Labelled | Rounded) else ""
            meanings = [f"{value} is {label}" for value, label in leaf.labels] if isinstance(leaf, Labelled) else []
            yield from commented(";", f"{place} is {name} {', '.join(meanings)}")
        self.terms.append(name)

    def _name(self, place: str) -> str:
        plain = re.sub(r"[|\\]", " ", place)
        tries = (f"|{plain}{' ' * more}|" for more in itertools.count())
        return next(name for name in tries if name not in self._code and name not in self.terms)

    def _sort(self, term: str) -> str:
        """The sort of a term; "" if it is not known."""
        unknown = ("Real" if "Real" in self._sorts.values() else "Int") if self._trusted else ""
        return self._sorts.get(term, unknown)

    def _valued(self, term: str) -> str:
        sort = self._sort(term)
        return f"() Int (bv2nat {term})" if "BitVec" in sort else f"() {sort} {term}" if sort else ""

    def _labelled(self, term: str, labels: tuple[tuple[object, object], ...]) -> str:
        """A function with the label of a term's value; "" where its values cannot be written."""
        pairs = [(value, label) for value, label in labels if not isinstance(value, str)] or list(labels)
        values = [_value(value, self._sort(term)) for value, _ in pairs]
        if not self._sort(term) or not all(values):
            return ""
        numbers = all(isinstance(label, int) for _, label in pairs)
        shown = [_number(label) if numbers and isinstance(label, int) else _string(label) for _, label in pairs]
        *earlier, last = zip(values, shown, strict=True)
        chosen = "".join(f"(ite (= {term} {value}) {label} " for value, label in earlier)
        return f"() {'Int' if numbers else 'String'} {chosen}{last[1]}{')' * len(earlier)}"


def _value(value: object, sort: str) -> str:
    """A value of a sort; "" for one that cannot be written."""
    width = re.fullmatch(r"\(_ BitVec (\d+)\)", sort)
    match value:
        case bool():
            return str(value).lower() if sort == "Bool" else ""
        case int() if width:
            return f"(_ bv{value} {width[1]})"
        case int():
            return _number(value) if sort in ("Int", "Real") else ""
        case str() if sort not in ("Int", "Real", "Bool", "String") and not width:
            return f"|{value}|"
    return ""


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _string(label: object) -> str:
    """A literal of SMT-LIB, in which only printable ASCII stands for itself."""
    plain = (
        c if " " <= c <= "~" and c not in '"\\' else '""' if c == '"' else f"\\u{{{ord(c):x}}}" for c in str(label)
    )
    return f'"{"".join(plain)}"'
