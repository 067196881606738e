"""What a model is asked to make a puzzle with a verifier, and how its replies are read. Of AutoLogi, section 3."""

import ast
import json
import math
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents import prompts
from solvent.agents.models.client import Message
from solvent.agents.requests import guide_of
from solvent.agents.settings import Settings
from solvent.agents.state import Job, Writer
from solvent.solvers import Program
from solvent.translators import framework
from solvent.translators.code_extraction import ReplyError, code

TEXT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "is_puzzle": {"type": "boolean"},
        "background": {"type": "string"},
        "constraints": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["is_puzzle", "background", "constraints"],
    "additionalProperties": False,
}
_PROMPTS = tuple(f"formulate_{name}" for name in ("text", "verifier", "traversal", "program", "addition", "again"))
_PYTHON = ("python", "py", "python3")
_FRAMEWORK = "cpmpy"
_TOTAL = re.compile(r"^[ \t]*#[ \t]*total[ \t]*:[ \t]*(.{1,300}?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_LARGEST = 10**30  # of a number of arrangements, and of what comes between
_MOST_SHOWN = 20  # solutions


@dataclass(frozen=True)
class WrittenVerifier:
    """The parts of a verifier as they were written; `example` is the source of a literal."""

    format: str
    example: str
    inputs_check: str
    constraint_list: str


def prompt_hash() -> str:
    """Identifies the prompts, without any puzzle."""
    return prompts.digest(*_PROMPTS)


def about_text(text: str) -> tuple[Message, ...]:
    """Ask to take a text apart; the reply is JSON of TEXT_SCHEMA."""
    return _asked("text", text=text)


def about_verifier(background: str, constraints: Sequence[str]) -> tuple[Message, ...]:
    """Ask for a verifier; `read_verifier` reads the reply."""
    return _asked("verifier", background=background, constraints=constraints)


def about_traversal(background: str, form: str, example: str, stated: str) -> tuple[Message, ...]:
    """Ask for a traversal; `stated` is the verifier's code. `read_traversal` reads the reply."""
    return _asked("traversal", background=background, format=form, example=example, code=stated.strip())


def about_program(
    background: str, constraints: Sequence[str], form: str, example: Any, stated: str
) -> tuple[Message, ...]:
    """Ask for a program in CPMpy; `example` is an arrangement in JSON. `read_program` reads the reply."""
    job = Job(id=0, writer=Writer(kind="model", name=""), framework=_FRAMEWORK)
    asked = _asked(
        "program",
        background=background,
        constraints=constraints,
        format=form,
        example=json.dumps(example, ensure_ascii=False),
        code=stated.strip(),
    )
    return ({"role": "system", "content": guide_of(job, Settings())}, *asked)


def about_addition(
    background: str,
    constraints: Sequence[str],
    form: str,
    stated: str,
    solutions: Sequence[str],
    valid: int,
    name: str,
) -> tuple[Message, ...]:
    """Ask for a further constraint, with a predicate of this name; `solutions` are some of the `valid` ones."""
    return _asked(
        "addition",
        background=background,
        constraints=constraints,
        format=form,
        code=stated.strip(),
        solutions=solutions[:: -(-len(solutions) // _MOST_SHOWN) or 1],
        valid=valid,
        function=name,
    )


def again(opening: Sequence[Message], reply: str, problem: str) -> tuple[Message, ...]:
    """Go on after a reply that cannot be used; servers refuse empty messages."""
    said: Message = {"role": "assistant", "content": reply if reply.strip() else "(nothing)"}
    return (*opening, said, *_asked("again", problem=problem))


def _asked(template: str, /, **values: Any) -> tuple[Message, ...]:
    return ({"role": "user", "content": prompts.render(f"formulate_{template}", **values)},)


def read_verifier(reply: str) -> WrittenVerifier:
    """Read the parts of a verifier out of a reply. Raises `ReplyError`."""
    text = code(reply, _PYTHON, ("def inputs_check", "constraint_list"))
    tree = _parsed(text)
    form = example = ""
    check: list[str] = []
    rest: list[str] = []
    checked = any(_defines(each, "inputs_check") for each in tree.body)
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="FORMAT")], value=ast.Constant(value=str(given))):
                form = given.strip()
            case ast.Assign(targets=[ast.Name(id="EXAMPLE")], value=value):
                example = ast.unparse(value)
            case _:
                (check if checked else rest).append(_source(text, statement))
                checked = checked and not _defines(statement, "inputs_check")
    lacking = [
        name
        for name, there in (("FORMAT", form), ("EXAMPLE", example), ("inputs_check", check), ("constraint_list", rest))
        if not there
    ]
    if lacking:
        raise ReplyError(f"the code has no {' and no '.join(lacking)} at its top level")
    return WrittenVerifier(form, example, _joined(check), _joined(rest))


def read_traversal(reply: str) -> str:
    """Read the code of a traversal out of a reply. Raises `ReplyError`."""
    text = code(reply, _PYTHON, ("def count_valid_arrangements",))
    if not any(_defines(each, "count_valid_arrangements") for each in _parsed(text).body):
        raise ReplyError("the code has no function count_valid_arrangements at its top level")
    return text.strip() + "\n"


def read_program(reply: str) -> tuple[Program, int | None]:
    """Read a program out of a reply, and the number of arrangements, if it says that. Raises `ReplyError`."""
    program = framework.load(_FRAMEWORK).read(reply)
    said = _TOTAL.findall(reply)
    return program, _number(said[-1]) if said else None


def read_addition(reply: str, name: str) -> tuple[str, str]:
    """Read the sentence of a further constraint, and its predicate of this name. Raises `ReplyError`."""
    text = code(reply, _PYTHON, ("CONSTRAINT", f"def {name}"))
    sentence, rest = "", []
    tree = _parsed(text)
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="CONSTRAINT")], value=ast.Constant(value=str(given))):
                sentence = " ".join(given.split())
            case ast.Assign(targets=[ast.Name(id="constraint_list")]):
                pass
            case _:
                rest.append(_source(text, statement))
    if not sentence or not any(_defines(each, name) for each in tree.body):
        raise ReplyError(f"the code has no text CONSTRAINT, or no function {name}, at its top level")
    return sentence, _joined(rest)


def _parsed(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that mean nothing
            return ast.parse(text)
    except SyntaxError as error:
        raise ReplyError(f"the code is no Python: {error.msg} (line {error.lineno} of the block)") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ReplyError(f"the code cannot be parsed: {error}") from None


def _defines(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.FunctionDef) and statement.name == name


def _source(text: str, statement: ast.stmt) -> str:
    """The source of a statement, with its decorators."""
    decorated = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(each.lineno for each in decorated)])
    return "\n".join(text.split("\n")[first - 1 : statement.end_lineno])


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) + "\n" if parts else ""


def _number(expression: str) -> int | None:
    """The value of an arithmetic expression of whole numbers; None if it is none, or too large to be one."""
    try:
        value = _value(ast.parse(expression.strip(" `."), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, ZeroDivisionError):
        return None
    return value if 0 < value <= _LARGEST else None


def _value(node: ast.expr) -> int:
    """Raises ValueError for what is no such expression, before anything large is computed."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            found = value
        case ast.BinOp(left=left, op=op, right=right):
            found = _of_two(op, _value(left), _value(right))
        case ast.Call(func=ast.Name(id="factorial") | ast.Attribute(attr="factorial"), args=[one], keywords=[]):
            found = math.factorial(_small(_value(one)))
        case ast.Call(func=ast.Name(id="comb") | ast.Attribute(attr="comb"), args=[one, other], keywords=[]):
            found = math.comb(_small(_value(one)), _small(_value(other)))
        case _:
            raise ValueError("no arithmetic of whole numbers")
    if abs(found) > _LARGEST:
        raise ValueError("too large")
    return found


def _of_two(op: ast.operator, one: int, other: int) -> int:
    match op:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.FloorDiv():
            return one // other
        case ast.Pow():
            return int(one ** _small(other))
    raise ValueError("no arithmetic of whole numbers")


def _small(value: int) -> int:
    if not 0 <= value <= 100:
        raise ValueError("too large")
    return value
