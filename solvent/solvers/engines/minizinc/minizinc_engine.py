"""MiniZinc behind the engine protocol: every solve runs the installed `minizinc` on a generated model.

The model starts with the program's text, in which omitted items are blanked out to preserve lines and columns, followed
by a declaration for each term of the template, constraints and the solve item. Answers are read from the JSON stream,
where MiniZinc wraps anything that the program itself prints, and only under the names of those declarations.
"""

import functools
import json
import re
import time
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from solvent.solvers.engines.engine import NO_CLUES, Aim, Verdicts, prove_always_valued
from solvent.solvers.engines.minizinc import parameters, syntax
from solvent.solvers.engines.minizinc.clue_effect import Denial, breaks, denied
from solvent.solvers.engines.minizinc.flatzinc_bounds import LARGEST, unbounded
from solvent.solvers.engines.minizinc.formula_writer import FormulaWriter
from solvent.solvers.engines.minizinc.installed_minizinc import DATA, FLATTENED, LIBRARY_FILE, MODEL, Tool, find
from solvent.solvers.engines.minizinc.undefined_terms import may_lack_value
from solvent.solvers.engines.minizinc.values import Kind, value_of
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.marked_file import UnbalancedError, check_data, clue_starts, place_of_term
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.program_error import ProgramError, located, position
from solvent.solvers.programs.template import Goal, Node, NoValue, Where, determined, terms, walk
from solvent.solvers.programs.term_formulas import TRUE, And, Formula, HasValue, Not, Or

_TYPES = 10.0  # seconds allowed for the type checker
_TEMPLATE = JsonTemplate(syntax.term, "MiniZinc", "% answer", whole=True)
_UNBOUNDED = (
    f"integers without bounds, or beyond {LARGEST}, leave this open: the solver cannot hold larger ones; "
    "give the variables bounds, as in `var 0..100: x`"
)
_TOO_LARGE = b"invalid integer literal"
_NO_VALUE = "undefined result"
_PLAIN_FILE = re.compile(r'"\w+\.mzn"')


class MiniZincEngine:
    """A program in MiniZinc: split into items when loaded, then compiled and solved as often as needed."""

    def __init__(self, program: Program, text: str) -> None:
        self._text = text
        self._items = self._allowed(program)
        check_data(program, text, "%")
        parameters.check(program.data, [item for _, item in self._items], self._about_data)
        self._tool: Tool = replace(find(), data=parameters.written(program.data, self._about_data))
        self.clues = frozenset(clue for clue, _ in self._items if clue is not None)
        self._variables = {name for _, item in self._items for name, variable in [item.declared] if variable}
        self.template: Node = _TEMPLATE.read(program.answer)
        self.goals: tuple[Goal, ...] = tuple(
            (goal.sense, _TEMPLATE.term(goal.term, "the objective")) for goal in program.objectives
        )
        everything = dict.fromkeys([*terms(self.template), *(term for _, term in self.goals)])
        prefix = self._fresh()
        self._prefix = prefix
        self._names = {term: f"{prefix}{i}" for i, term in enumerate(everything)}
        self._conditions = {part.condition for part in walk(self.template) if isinstance(part, Where)}
        sets = {item.declared[0] for _, item in self._items if any(token.text == "set" for token in item.tokens)}
        self._suspects = [term for term in self._names if may_lack_value(term, self._variables, sets)]
        self._valued: set[str] = set()  # objectives known to have a value in every solution
        self._values: dict[str, Any] = {}
        self._forbidden = ""
        self._alone = False  # whether the background's constraints are dropped

    # Loading

    def _allowed(self, program: Program) -> list[tuple[int | None, syntax.Item]]:
        """Return the relevant items, each with its clue. Raises ProgramError at an item that is not allowed."""
        starts = clue_starts(program)
        kept = []
        try:
            found = [item for item in syntax.items(self._text) if item.comment is None]
        except UnbalancedError as error:
            raise ProgramError(Status.SYNTAX_ERROR, self._at(error.at, str(error))) from None
        for item in found:
            if item.word == "output" or syntax.solve_goal(item)[0] == "satisfy":
                continue
            refusal = _refusal(item)
            if refusal:
                raise ProgramError(Status.BLOCKED, self._at(item.start, refusal))
            line = position(self._text, item.start)[0]
            kept.append((next((clue for start, clue in reversed(starts) if start <= line), None), item))
        return kept

    def _at(self, offset: int, message: str) -> str:
        return located(self._text, *position(self._text, offset), message)

    def _about_data(self, name: str, message: str) -> str:
        return self._at(self._text.index(json.dumps(name)), message)

    def _fresh(self) -> str:
        """Return a name prefix that does not occur in the program."""
        number_of_tries = 0
        while (prefix := f"leaf{number_of_tries or ''}_") in self._text:
            number_of_tries += 1
        return prefix

    def _program(self, keep: frozenset[int] | None) -> str:
        """Return the text with all other items blanked out, so that MiniZinc's lines and columns match ours."""
        blank = list(re.sub(r"[^\n]", " ", self._text))
        for clue, item in self._items:
            constrains = item.word == "constraint" or item.assigned in self._variables
            kept = not self._alone if clue is None else keep is None or clue in keep
            if kept or not constrains:
                blank[item.start : item.end] = self._text[item.start : item.end]
                if item.tokens[-1].kind != "end":  # the last item may lack its semicolon
                    blank[item.end : item.end + 1] = ";" + "".join(blank[item.end : item.end + 1])
        return "".join(blank).rstrip() + "\n"

    def _declarations(self, until: float, *, probing: bool = False) -> str:
        """Declare a name for the value of each term, one per line, such that undefined terms do not rule out solutions.

        An undefined term gets a default value. There is none for arrays, so a separate solve (`probing`) first looks
        for a solution in which an array is undefined.
        """
        partial = self._partial(until)
        lines = []
        for term, name in self._names.items():
            line = f"any: {name} :: add_to_output = ({term});"
            if term in partial:
                nothing = self._kinds(until)[term].nothing
                line = f"var bool: {name}has :: add_to_output = let {{ any: {name}is = ({term}) }} in true;"
                if nothing:
                    line += f" any: {name} :: add_to_output = if {name}has then ({term}) else {nothing} endif;"
                elif not probing:
                    line += f" any: {name} :: add_to_output = ({term});"
            lines.append(line + "\n")
        return "".join(lines)

    # Solving

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        until = time.monotonic() + seconds
        probing = isinstance(extra, Not) and isinstance(extra.part, HasValue)
        if not probing and (unsure := self._valued_first(goal, until)) is not None:
            return unsure
        text = self._program(keep)
        offset = text.count("\n")
        text += self._declarations(until, probing=probing)
        text += f"{self._forbidden}constraint {self._formula(extra, until)};\n"
        aim = f"{self._prefix}aim"
        search = syntax.boolean_search([item for _, item in self._items])
        text += f"any: {aim} = ({goal[1]});\nsolve{search} {goal[0]} {aim};\n" if goal else f"solve{search} satisfy;\n"
        left = max(0.01, until - time.monotonic())
        options = ["--output-mode", "json", *FLATTENED, "--time-limit", str(max(1, int(left * 1000)))]
        status, solution = self._heard(text, offset, [*options, "-a"] if goal else options, left)
        if solution is None:
            if status == "UNSATISFIABLE":
                return self._nothing(keep, until)
            return Status.TIMEOUT if time.monotonic() > until - 0.2 else Status.UNKNOWN
        self._values = {
            term: value_of(solution.get(name), term) if solution.get(f"{name}has", True) else NoValue(term)
            for term, name in self._names.items()
        }
        self._check_values()
        proven = goal is not None and status == "OPTIMAL_SOLUTION" and not self._capped(until)
        return Status.OPTIMAL if proven else Status.SATISFIED

    def forbid(self, formula: Formula) -> None:
        self._forbidden += f"constraint not {self._formula(formula, time.monotonic() + _TYPES)};\n"

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        until = time.monotonic() + seconds
        denial = self._denial(clue)
        if not denial.code:
            return False
        names, self._names = self._names, self._names | {name: f"{self._prefix}{name}" for name in denial.public}
        self._kinds_known.clear()
        self._alone = alone

        def ask(denial: str, extra: Formula, keep: frozenset[int]) -> tuple[Status, dict[str, Any]]:
            self._forbidden = f"constraint {denial};\n"
            return self.solve(extra, keep=keep, goal=None, seconds=until - time.monotonic()), self._values

        try:
            return breaks(ask, clue, denial)
        finally:
            self._names, self._forbidden, self._alone = names, "", False
            self._kinds_known.clear()

    def _denial(self, clue: int) -> Denial:
        own = [item for number, item in self._items if number == clue]
        return denied(self._text, own, [item for number, item in self._items if number != clue], self._names)

    def sample(
        self, number: int, seconds: float, *, fresh: Formula = TRUE, aim: Aim | None = None
    ) -> tuple[Status, Verdicts]:
        """Find nothing: each sample would take a compilation, and other programs have samples, too."""
        del number, seconds, fresh, aim
        return Status.UNKNOWN, {}

    def weigh(self, extra: Formula, seconds: float) -> tuple[Status, Verdicts]:
        until = time.monotonic() + seconds
        names, kinds = self._names, self._kinds_known
        self._names = names | {each.code: f"{self._prefix}denied{clue}" for clue, each in self._denials.items()}
        self._kinds_known = self._kinds_of_denials
        try:
            status = self.solve(extra, keep=NO_CLUES, goal=None, seconds=seconds)
            return status, self._verdicts() if status.solved else {}
        except ProgramError:  # not every predicate can be negated
            self._names, self._kinds_known = names, kinds
            left = until - time.monotonic()
            return self.solve(extra, keep=NO_CLUES, goal=None, seconds=left), dict.fromkeys(self.clues)
        finally:
            self._names, self._kinds_known = names, kinds

    def _verdicts(self) -> Verdicts:
        """What the last solution says of the clues; one that is violated may hold with other values of its helpers."""
        shown = set(determined(self.template))
        denied = {clue: self._values[each.code] for clue, each in self._denials.items()}
        plain = {clue for clue, each in self._denials.items() if not each.helpers and shown.issuperset(each.public)}
        return {c: True if denied.get(c, False) is False else False if c in plain else None for c in self.clues}

    @functools.cached_property
    def _denials(self) -> dict[int, Denial]:
        """The denial of each clue that is not idle."""
        return {clue: denial for clue in sorted(self.clues) if (denial := self._denial(clue)).code}

    def _capped(self, until: float) -> bool:
        """Whether the last model may have solutions with integers beyond Gecode's range."""
        text = self._tool.flat(max(0.01, until - time.monotonic()))
        return text is None or unbounded(text)

    def _nothing(self, keep: frozenset[int] | None, until: float) -> Status:
        """Return the status when Gecode finds no solution: not a proof if there may be integers beyond its range."""
        if not self._capped(until):
            return Status.UNSATISFIABLE
        if keep is None:
            raise ProgramError(Status.UNKNOWN, _UNBOUNDED)
        return Status.UNKNOWN

    def _partial(self, until: float) -> list[str]:
        """Return the terms that may be undefined in a solution; never Boolean ones, which are false instead."""
        if not self._suspects:
            return []
        kinds = self._kinds(until)
        return [term for term in self._suspects if kinds[term].nothing or kinds[term].dim]

    def _valued_first(self, goal: Goal | None, until: float) -> Status | None:
        """Prove that the objective and arrays are defined in every solution; None if so, else the inconclusive status.

        Raises ProgramError if they are not.
        """
        for term in self._partial(until):
            stated = not self._kinds(until)[term].nothing or (goal is not None and goal[1] == term)
            if stated and term not in self._valued:
                status = prove_always_valued(self, term, until - time.monotonic())
                if not status.solved:
                    return status
                self._valued.add(term)
        return None

    def _heard(self, text: str, offset: int, options: list[str], seconds: float) -> tuple[str, dict[str, Any] | None]:
        """Run MiniZinc; return the status that it reports, and the values of the last solution if any."""
        status, solution = "", None
        run = self._tool.run(text, ["--json-stream", *options], seconds)
        for message in run.messages():
            match message:
                case {"type": "solution", "output": {"json": dict(values)}}:
                    solution = values
                case {"type": "status", "status": str(status)}:
                    pass
                case {"type": "error"}:
                    raise ProgramError(*self._complaint(message, offset))
                case {"type": "warning", "stack": [{"location": dict(place)}, *_], "message": str(said)}:
                    self._warned(place, said, offset)
        if run.out_of_memory:
            raise MemoryError
        if not run.timed_out and (run.code or status == "ERROR") and solution is None:
            if _TOO_LARGE in run.errors:
                raise ProgramError(Status.UNKNOWN, _UNBOUNDED)
            raise ProgramError(Status.RUNTIME_ERROR, f"MiniZinc failed: {run.last_words}")
        return status, solution

    def _warned(self, place: dict[str, Any], said: str, offset: int) -> None:
        """Raise ProgramError for a term that is undefined in every solution: MiniZinc only warns, and finds none."""
        line = int(place.get("firstLine", 0)) - offset
        if PurePath(str(place.get("filename"))).name == MODEL and 0 < line <= len(self._names) and _NO_VALUE in said:
            term = [*self._names][line - 1]
            if term not in self._suspects:
                why = " ".join(said.rpartition("(")[2].rstrip(") \n").split())
                raise ProgramError(Status.BAD_ANSWER, self._about(term, f"it never has a value: {why}"))

    def _check_values(self) -> None:
        for term in self._conditions:
            if not isinstance(self._values[term], bool):
                raise ProgramError(Status.SYNTAX_ERROR, self._about(term, "a condition must be a bool"))

    def read(self, terms: list[Any]) -> list[Any]:
        return [self._values[term] for term in terms]

    # Errors

    def _complaint(self, error: dict[str, Any], offset: int) -> tuple[Status, str]:
        """Return the status and the message, with its position, of an error that MiniZinc reports."""
        what = str(error.get("what", ""))
        said = str(error.get("message", "")).strip() or what or "MiniZinc gave no reason"
        if "memory" in what or "bad_alloc" in said:
            raise MemoryError
        is_static = any(word in what for word in ("syntax", "type", "symbol", "include", "cyclic"))
        status = Status.SYNTAX_ERROR if is_static else Status.RUNTIME_ERROR
        message = said if is_static or not what or what in said else f"{what}: {said}"
        places = [error.get("location"), *(frame.get("location") for frame in reversed(error.get("stack") or []))]
        for place in places:
            if isinstance(place, dict) and PurePath(str(place.get("filename"))).name == MODEL:
                return status, self._placed(place, offset, message)
        file = places[0].get("filename") if isinstance(places[0], dict) else None
        if self._tool.data and (file is None or PurePath(str(file)).name == DATA):
            return Status.SYNTAX_ERROR, f"in the data: {message}"
        library = LIBRARY_FILE.search(str((error.get("location") or {}).get("filename")))
        return status, f"in the library file {library[0]}: {message}" if library else message

    def _placed(self, place: dict[str, Any], offset: int, message: str) -> str:
        line, column = int(place.get("firstLine", 0)), int(place.get("firstColumn", 0))
        if line <= offset:
            return located(self._text, line, column, message)
        # The program's text is followed by the terms, one per line, and then by the harness's own items.
        added = [*self._names][line - offset - 1 : line - offset]
        return self._about(added[0], message) if added else message

    def _about(self, term: str, message: str) -> str:
        """Prefix a message with the position of `term` in the rendered text: in an objective or the template."""
        if place := place_of_term(self._text, "%", term):
            return located(self._text, *place, f"in the term {term}: {message}")
        return f"in the term {term}: {message}"

    # Formulas

    def _formula(self, formula: Formula, until: float) -> str:
        if formula in (And(), Or()):
            return "true" if isinstance(formula, And) else "false"
        kinds = self._kinds(until)
        return FormulaWriter(self._names, kinds, self._enums, self._partial(until)).write(formula)

    def _kinds(self, until: float) -> dict[str, Kind]:
        """Return the type of each term, as reported by MiniZinc's type checker."""
        if not self._kinds_known:
            text = self._program(None)
            offset = text.count("\n")
            text += "".join(f"any: {name} = ({term});\n" for term, name in self._names.items()) + "solve satisfy;\n"
            run = self._tool.run(text, ["--model-types-only"], until - time.monotonic())
            types = run.types()
            if types is None:  # it does not compile: solving reports why and where
                self._heard(text, offset, ["--time-limit", "2000", "-c"], max(0.01, until - time.monotonic()))
                raise ProgramError(Status.TIMEOUT if run.timed_out else Status.UNKNOWN, "no types were found")
            self._kinds_known.update({term: Kind.of(types[name]) for term, name in self._names.items()})
        return self._kinds_known

    @functools.cached_property
    def _kinds_known(self) -> dict[str, Kind]:
        return {}

    @functools.cached_property
    def _kinds_of_denials(self) -> dict[str, Kind]:
        return {}

    @functools.cached_property
    def _enums(self) -> dict[str, frozenset[str] | None]:
        """The members of each enum; None if they are not simply listed."""
        return syntax.enums(item for _, item in self._items)


def _refusal(item: syntax.Item) -> str:
    """Return the reason why an item is not allowed; empty if it is."""
    if item.word == "solve":
        return "a solve item is not allowed here: state the objective as a comment `% minimize TERM`"
    if item.word == "include":
        names = [token.text for token in item.tokens[1:] if token.kind != "end"]
        if len(names) == 1 and _PLAIN_FILE.fullmatch(names[0]) and find().has(names[0].strip('"')):
            return ""
        return "only files of MiniZinc's standard library can be included, by their plain name"
    if syntax.is_operator(item.defines) or syntax.unquoted(item.defines) in find().functions:
        return f"{item.defines} belongs to MiniZinc and cannot be defined anew: choose another name"
    return ""
