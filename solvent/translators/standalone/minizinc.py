"""Programs in MiniZinc that run without Solvent."""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.solvers import Objective, Program
from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.errors import SolventError
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Const, Labelled, Node, Row, Table, Term, Where
from solvent.translators.standalone._listing import Listing, places

_TEMPLATE = JsonTemplate(lambda term: term, "MiniZinc", "% answer", whole=True)
_HEAD = (
    "It needs MiniZinc (https://www.minizinc.org), which prints the answer as JSON and a line of dashes; with "
    '`--soln-sep ""`, the JSON alone.'
)
_ONLY = (
    " Is it the only answer? `minizinc -a FILE` prints all, and a line `==========` if there are no more; where some "
    "variables are not shown, an answer may come again."
)
_BEST = (
    " Is another answer as good? Put `solve satisfy;` in place of the solve item, add a constraint that the objective "
    "has the value found, and run it with `-a`."
)


def text(listing: Listing) -> str:
    """Write a program out. Raises SolventError if its answer template cannot be read."""
    program = listing.program
    try:
        template = _TEMPLATE.read(program.answer)
    except ProgramError as error:
        raise SolventError(f"the program's answer cannot be exported: {error.message}") from None
    head = _HEAD + (_BEST if program.objectives else _ONLY)
    lines = [*listing.head("%", "minizinc FILE", head), *listing.unstated("%"), ""]
    lines += [_plain(program.preamble), *_data(program)]
    for comments, part in listing.parts("%"):
        lines += [*comments, _plain(part.code)]
    lines += ["", *_goal(program.objectives), *_output(program, template, "\n".join(lines))]
    return "\n".join(lines) + "\n"


def _plain(code: str) -> str:
    """The code without items that the file has at its end, with a semicolon after each of the others."""
    kept, upto = "", 0
    for item in syntax.items(code):
        if item.word in ("solve", "output"):
            kept, upto = kept + code[upto : item.start], item.end
        elif item.comment is None and item.tokens[-1].kind != "end":
            kept, upto = kept + code[upto : item.end] + ";", item.end
    return (kept + code[upto:]).strip("\n")


def _goal(objectives: Sequence[Objective]) -> list[str]:
    """The solve item: several objectives become one, in which a step of an earlier one outweighs all later ones."""
    if not objectives:
        return ["solve satisfy;", ""]
    if len(objectives) == 1:
        return [f"solve {objectives[0].sense} {objectives[0].term};", ""]
    lines = ["% The most important objective first; a step of it outweighs all that come after it."]
    for number, goal in enumerate(objectives, 1):
        lines.append(f"var int: goal_{number} = {'' if goal.sense == 'minimize' else '-'}({goal.term});")
    whole = "goal_1"
    for number in range(2, len(objectives) + 1):
        whole = f"({whole}) * (ub(goal_{number}) - lb(goal_{number}) + 1) + goal_{number}"
    return [*lines, f"solve minimize {whole};", ""]


def _data(program: Program) -> Iterator[str]:
    """Assignments of the data to the parameters that the program declares without a value."""
    items = list(syntax.items(program.preamble)) if program.data else []
    for name, value in program.data.items():
        declared = next((item for item in items if item.declared[0] == name), None)
        sets = _index_sets(declared) if declared is not None else []
        yield f"{name} = {_array(value, sets) if isinstance(value, list) else _value(value)};"


def _index_sets(item: syntax.Item) -> list[str]:
    """The index sets of an array, as its declaration writes them."""
    if item.word != "array":
        return []
    found, depth = [""], 0
    for token in item.tokens[1:]:
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0:
            break
        if token.text == "," and depth == 1:
            found.append("")
        elif not (token.text == "[" and depth == 1):
            found[-1] += f" {token.text}"
    return [each.strip() for each in found]


def _array(rows: list[Any], sets: list[str]) -> str:
    sizes: list[int] = []
    flat: list[Any] = [rows]
    for _ in sets or [""]:
        sizes.append(len(flat[0]) if flat else 0)
        flat = [item for row in flat for item in row]
    known = [f"1..{size}" if name == "int" else name for name, size in zip(sets or ["int"], sizes, strict=True)]
    return f"array{len(known)}d({', '.join(known)}, [{', '.join(map(_value, flat))}])"


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case {"set": list(members)}:
            return f"{{{', '.join(map(_value, members))}}}"
        case {"e": str(name)}:
            return syntax.quoted(name) or name
        case list():
            return f"[{', '.join(map(_value, value))}]"
    return str(value)


def _quoted(text: str) -> str:
    """A string literal; a backslash before a bracket would begin an expression."""
    for character, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(character, escaped)
    return f'"{text}"'


def _output(program: Program, template: Node, code: str) -> Iterator[str]:
    """Yield the items that print the answer; `code` is the program, whose names are taken."""
    writer = _Writer(program, template, code)
    rows = list(template.items) if isinstance(template, Row) and not template.conditional else []
    lines = [writer.joined(writer.pieces(item)) for item in rows] or [writer.joined(writer.pieces(template))]
    yield from writer.functions.values()
    yield from writer.values
    if rows:
        lines = [f'"{" " if number else "["}", {line}' for number, line in enumerate(lines)]
        lines = [f'{line}, "{"," if number < len(rows) else "]"}\\n"' for number, line in enumerate(lines, 1)]
    yield from ("", "output [", *(f"  {line}," for line in lines), "];")


@dataclass(frozen=True)
class _Text:
    """A piece of JSON that is always the same; the other pieces are expressions of MiniZinc."""

    json: str


class _Writer:
    """Writes an answer as expressions whose values are pieces of JSON."""

    def __init__(self, program: Program, template: Node, code: str) -> None:
        self.functions: dict[str, str] = {}  # by what they do
        self.values: list[str] = []
        self._numbers = program.trusted  # what the rules write shows whole numbers
        self._code = code
        self._names = iter([name for name, _ in places(template)])
        self._items = list(syntax.items(code))
        self._enums = syntax.enums(self._items)

    def joined(self, pieces: Iterator["_Text | str"], sign: str = ", ") -> str:
        """The pieces as string expressions, with texts that follow each other in one."""
        found: list[_Text | str] = []
        for piece in pieces:
            if isinstance(piece, _Text) and found and isinstance(found[-1], _Text):
                found[-1] = _Text(found[-1].json + piece.json)
            else:
                found.append(piece)
        return sign.join(_quoted(piece.json) if isinstance(piece, _Text) else piece for piece in found)

    def pieces(self, node: Node | Where) -> Iterator["_Text | str"]:
        match node:
            case Const(value):
                yield _Text(_json(value))
            case Labelled(term, labels):
                yield self._labelled(term, labels)
            case Table(items):
                yield from self._listed("{}", [(f"{_json(key)}: ", item) for key, item in items])
            case Row(items) if node.conditional:
                yield _Text("[")
                yield f'join(", ", {" ++ ".join(map(self._present, items))})'
                yield _Text("]")
            case Row(items):
                yield from self._listed("[]", [("", item) for item in items])
            case Term(term):
                yield self._shown(term)

    def _shown(self, term: str) -> str:
        """The value of a term as JSON; `showJSON` writes enums and sets as objects."""
        kind = self._declared(term)
        value = self._value(term, "int" if self._numbers else "")
        if kind in self._enums:
            return f'"\\"" ++ show({value}) ++ "\\""'
        return f'"[" ++ join(", ", [show(each) | each in {value}]) ++ "]"' if "set" in kind else f"showJSON({value})"

    def _declared(self, term: str) -> str:
        """How a variable, or an array of which the term is an element, is declared; "" if it is something else."""
        name = re.match(r"('[^']*'|\w+)(\[[^\[\]]*\])?$", term)
        item = next((each for each in self._items if name and each.declared == (syntax.unquoted(name[1]), True)), None)
        words = [token.text for token in item.tokens] if item else []
        if "=" in words:  # computed, so that it may be no variable
            return ""
        start = len(words) - words[::-1].index("var") if "var" in words else 0
        return " ".join(itertools.takewhile(lambda word: word != ":", words[start:]))

    def _value(self, term: str, kind: str) -> str:
        """What the solution has for the next term of the answer; one that is no variable may need one to be printed."""
        plain = re.sub(r"['\\]", " ", next(self._names))
        if self._declared(term):
            return f"fix({term})"
        tries = (f"'{plain}{' ' * more}'" for more in itertools.count())
        name = next(each for each in tries if each not in self._code)
        self._code += name
        self.values.append(f"var {kind}: {name}; constraint {name} = ({term});" if kind else f"any: {name} = ({term});")
        return f"fix({name})"

    def _listed(self, brackets: str, items: Sequence[tuple[str, Node | Where]]) -> Iterator["_Text | str"]:
        yield _Text(brackets[0])
        for number, (before, item) in enumerate(items):
            yield _Text((", " if number else "") + before)
            yield from self.pieces(item)
        yield _Text(brackets[1])

    def _present(self, item: Node | Where) -> str:
        if isinstance(item, Where):
            return f"(if {self._value(item.condition, 'bool')} then {self._present(item.item)} else [] endif)"
        return f"[{self.joined(self.pieces(item), ' ++ ')}]"

    def _labelled(self, term: str, labels: tuple[tuple[Any, Any], ...]) -> str:
        """Call a function that has the labels, or choose in place where the type of the values has no name."""
        pairs = [(value, label) for value, label in labels if not isinstance(value, str)] or list(labels)
        kinds = {type(value).__name__ for value, _ in pairs}
        cases = [
            (_name(value) if isinstance(value, str) else _value(value), _quoted(_json(label))) for value, label in pairs
        ]
        if kinds not in ({"int"}, {"bool"}):
            return _chosen(self._value(term, ""), cases)
        kind = kinds.pop()
        # Gecode searches for a value of each variable, and takes long where it has no bounds.
        domain = kind if kind == "bool" else f"{min(value for value, _ in pairs)}..{max(value for value, _ in pairs)}"
        what = f"({kind}: value) = {_chosen('value', cases)};"
        name = f"label_{len(self.functions) + 1}"
        code = self.functions.setdefault(what, f"function string: {name}{what}")
        return f"{code.removeprefix('function string: ').partition('(')[0]}({self._value(term, domain)})"


def _chosen(value: str, cases: Sequence[tuple[str, str]]) -> str:
    some = " else".join(f"if {value} = {case} then {label}" for case, label in cases)
    return f'{some} else "null" endif'


def _name(value: str) -> str:
    return value if re.fullmatch(r"[A-Za-z]\w*", value) else syntax.quoted(value) or "''"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
