"""z3 behind the engine protocol, driven by SMT-LIB text.

A plain solve is first tried incrementally, on top of the loaded program; any other starts from a reset context.
"""

import functools
import re
import time
from typing import Any

import z3

from solvent.solvers.engines.deduction.sat_oracle import SatOracle
from solvent.solvers.engines.engine import NO_CLUES, Aim, Verdicts, prove_always_valued
from solvent.solvers.engines.smtlib import clue_effect, commands, finite_program, irrational_numbers, s_expressions
from solvent.solvers.engines.smtlib.formula_writer import FormulaWriter
from solvent.solvers.engines.smtlib.introduced_symbols import introduced, named, plain_name, siblings
from solvent.solvers.engines.smtlib.number_comparison import width_of
from solvent.solvers.engines.smtlib.z3_session import Session, limits, said
from solvent.solvers.engines.smtlib.zero_division import nonzero_condition
from solvent.solvers.programs.equality import json_number
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.marked_file import UnbalancedError, check_data, clue_starts, place_of_term
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.program_error import ProgramError, located, position
from solvent.solvers.programs.template import Goal, Node, NoValue, Rounded, Row, Table, Where, determined, terms
from solvent.solvers.programs.term_formulas import TRUE, Formula


def _tidy(text: str) -> str | None:
    """Strip a single term; None for anything else, or a term that introduces names, which would change the program."""
    is_plain = s_expressions.is_term(text) and s_expressions.unfit(text) is None
    return (
        text.strip() if is_plain and not (":named" in text and any(named(tuple(s_expressions.tokens(text))))) else None
    )


_TEMPLATE = JsonTemplate(_tidy, "SMT-LIB", "; answer", rounds=True)
_QUICK = 1_000_000  # z3's rlimit: at most a third of a second, and unlike a timeout deterministic
_PLAINLY = "(set-option :smt.phase_selection 3)(set-option :smt.arith.random_initial_value false)"  # z3's defaults
_AT_RANDOM = "(set-option :smt.phase_selection 5)(set-option :smt.arith.random_initial_value true)"
_PRODUCTS = re.compile(r"\(\s*[*^]")
_HALF = re.compile("[\ud800-\udfff]")  # lone surrogates, which no answer can contain
_ERROR = re.compile(r'\(error "line (\d+) column (\d+): (.*?)"\)', re.DOTALL)


class Z3Engine:
    """A program in z3: checked once when loaded, then solved as often as needed."""

    def __init__(self, program: Program, text: str) -> None:
        self._text = text
        self._session = Session()
        self._forms = self._commands(program)
        check_data(program, text, ";")
        self._marked = [(clue, form, form.command == "assert") for clue, form in self._forms]
        self._blank = "\n".join(" " * len(line) for line in text.split("\n"))
        self._session.recursive = any(form.command in commands.RECURSIVE for _, form in self._forms)
        self.clues = frozenset(clue for clue, _ in self._forms if clue is not None)
        datatypes = [form for _, form in self._forms if form.command.startswith("declare-datatype")]
        self._siblings = siblings([text[form.start : form.end] for form in datatypes])
        self.goals: tuple[Goal, ...] = ()
        self.template: Node = Table(())
        self._values: dict[str, Any] = {}
        # Whether the session holds exactly the whole program, or the background:
        self._ready = self._bare = False
        self._forbidden = ""
        # What the incremental solver fails on: the background (true), or the program. With products of reals, it may
        # not return for minutes, whatever its limits are.
        self._hard: set[bool] = {False, True} if _PRODUCTS.search(text) and "Real" in text else set()
        self._excluding: dict[bool, set[int]] = {False: set(), True: set()}  # clues shown to, by `alone`
        self._samples: dict[str, Any] = {}
        self._defined: dict[str, str] = {}  # the conditions under which partial terms have a value
        self._approximated: list[str] = []  # terms whose values may be irrational
        self._valued: set[str] = set()  # partial objectives known to have a value in every solution
        try:
            self._read_terms(program)
        except ProgramError:
            self._assert_all()  # errors in the program itself take precedence
            raise
        self._assert_all()

    # Loading

    def _commands(self, program: Program) -> list[tuple[int | None, s_expressions.Form]]:
        """Return the relevant commands, each with its clue. Raises ProgramError at a command that is not allowed."""
        starts = clue_starts(program)
        kept = []
        known: set[str] = set()
        line, upto = 1, 0
        if (unfit := s_expressions.unfit(self._text)) is not None:
            raise ProgramError(Status.SYNTAX_ERROR, self._at(unfit, "no string can hold a character beyond U+2FFFF"))
        try:
            for form in s_expressions.forms(self._text):
                command = form.command
                if form.comment is not None or command in commands.DROPPED or self._produces(form):
                    continue
                if command not in commands.KEPT:
                    raise ProgramError(Status.BLOCKED, self._at(form.start, commands.refusal(command)))
                self._introduce(form, known)
                line, upto = line + self._text.count("\n", upto, form.start), form.start
                while len(starts) > 1 and starts[1][0] <= line:
                    del starts[0]
                kept.append((starts[0][1] if starts[0][0] <= line else None, form))
        except UnbalancedError as error:
            raise ProgramError(Status.SYNTAX_ERROR, self._at(error.at, str(error))) from None
        return kept

    def _introduce(self, form: s_expressions.Form, known: set[str]) -> None:
        """Record the names that a command introduces. Raises ProgramError if one is already taken.

        z3 allows overloading by sort, which would make terms of the template ambiguous.
        """
        for token in introduced(form):
            name = plain_name(token.text)
            if name in known:
                message = f"the name {token.text} is taken already: choose another one"
                raise ProgramError(Status.SYNTAX_ERROR, self._at(form.start + token.start, message))
            known.add(name)

    def _produces(self, form: s_expressions.Form) -> bool:
        return form.command == "set-option" and form.tokens[2].text.startswith(":produce-")

    def _at(self, offset: int, message: str) -> str:
        return located(self._text, *position(self._text, offset), message)

    def _program(self, *, declarations: bool = True, asserts: bool = True, keep: frozenset[int] | None = None) -> str:
        """Return the text with all other commands blanked out, so that z3's lines and columns match ours."""
        pieces: list[str] = []
        upto = 0
        for clue, form, is_assert in self._marked:
            if (asserts and (clue is None or keep is None or clue in keep)) if is_assert else declarations:
                pieces += self._blank[upto : form.start], self._text[form.start : form.end]
                upto = form.end
        return "".join(pieces) + "\n"

    def _read_terms(self, program: Program) -> None:
        """Parse objectives and template; learn each term's sort from its value in a model of the declarations."""
        self.goals = tuple((goal.sense, _TEMPLATE.term(goal.term, "objective")) for goal in program.objectives)
        self.template = _TEMPLATE.read(program.answer)
        try:
            self._session.say(f"{self._program(asserts=False)}(push)(set-option :timeout 2000)(check-sat)")
        except z3.Z3Exception as error:
            raise self._misread(error) from None
        everything = list(dict.fromkeys([*terms(self.template), *(term for _, term in self.goals)]))
        self._defined = {term: condition for term in everything if (condition := nonzero_condition(term))}
        try:
            self._samples = self._values_of(everything)
        except z3.Z3Exception:
            self._samples = {term: self._sample(term) for term in everything}
        odd = irrational_numbers.is_irrational
        self._samples = {term: "0.0" if odd(value) else value for term, value in self._samples.items()}
        for _, term in self.goals:
            if width_of(self._samples[term]) is None and s_expressions.rational(self._samples[term]) is None:
                raise ProgramError(Status.SYNTAX_ERROR, self._about(term, "an objective must be a number"))
        self.template = self._typed(self.template)
        exact = {term for _, term in self.goals}
        self._approximated = [term for term in irrational_numbers.only_rounded(self.template) if term not in exact]

    def _assert_all(self) -> None:
        """Load the whole program into the session; if all declarations come first, they are already loaded."""
        asserts = [is_assert for _, _, is_assert in self._marked]
        declared = self._samples and asserts == sorted(asserts)
        text = "(pop)" + self._program(declarations=False) if declared else "(reset)" + self._program()
        try:
            self._session.say(text)
        except z3.Z3Exception as error:
            raise self._misread(error) from None
        self._ready = True

    def _misread(self, error: z3.Z3Exception) -> ProgramError:
        """Turn z3's complaint into an error with a position, from a fresh context: z3 counts lines across texts."""
        self._session.context = z3.Context()
        try:
            self._session.say(self._program())
        except z3.Z3Exception as again:
            error = again
        found = _ERROR.search(said(error))
        message = located(self._text, int(found[1]), int(found[2]), found[3]) if found else said(error)
        return ProgramError(Status.SYNTAX_ERROR, message)

    def _values_of(self, some: list[str]) -> dict[str, Any]:
        """Return the values of terms in z3's model. Raises z3.Z3Exception."""
        return dict(zip(some, self._evaluated(some), strict=True))

    def _evaluated(self, some: list[str]) -> list[Any]:
        # Not `get-value`, which echoes the terms: they may be longer than the program.
        asked = "".join(f"(eval {term} :completion true)" for term in some)
        return s_expressions.tree(self._session.say(asked)) if some else []

    def _sample(self, term: str) -> Any:
        try:
            return self._values_of([term])[term]
        except z3.Z3Exception as error:
            found = _ERROR.search(said(error))
            why = found[3] if found else said(error).strip()
            raise ProgramError(Status.SYNTAX_ERROR, self._about(term, why)) from None

    def _about(self, term: str, message: str) -> str:
        """Prefix a message with the position of `term` in the rendered text: in an objective or the template."""
        if place := place_of_term(self._text, ";", term):
            return located(self._text, *place, f"in the term {term}: {message}")
        return f"in the term {term}: {message}"

    def _typed(self, node: Any) -> Any:
        """Check that the template's conditions are Boolean and its rounded terms real. Raises ProgramError."""
        match node:
            case Rounded(term):
                if "." not in str(self._samples[term]):
                    raise ProgramError(Status.SYNTAX_ERROR, self._about(term, "only a Real can be rounded"))
            case Where(condition, item):
                if self._samples[condition] not in ("true", "false"):
                    raise ProgramError(Status.SYNTAX_ERROR, self._about(condition, "a condition must be Bool"))
                return Where(condition, self._typed(item))
            case Table(items):
                return Table(tuple((key, self._typed(item)) for key, item in items))
            case Row(items):
                return Row(tuple(self._typed(item) for item in items))
        return node

    def sat_oracle(self, deadline: float) -> SatOracle | None:
        """Return the program as a SAT solver takes it; None if it is not over finite domains."""
        stated = [clue for clue, _, is_assert in self._marked if is_assert]
        return finite_program.oracle(self._session.context, self._program(), stated, self.template, deadline)

    # Solving

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        started = time.monotonic()
        if goal is not None and goal[1] in self._defined and goal[1] not in self._valued:
            status = prove_always_valued(self, goal[1], seconds)
            if not status.solved:
                return status
            self._valued.add(goal[1])
        if goal is None and not keep:
            status = self._quickly(self._formula(extra), bare=keep is not None, seconds=seconds)
            self._session.say("(pop)")
            if status.decided:
                return status
        self._ready = self._bare = False
        seconds -= time.monotonic() - started
        text = f"(reset){limits(seconds)}{self._program(keep=keep)}{self._forbidden}(assert {self._formula(extra)})"
        status = self._checked(text)
        if status is Status.SATISFIED and goal is not None:
            sense, term = goal
            # The plain solution stands unless optimisation finds one.
            if self._checked(f"{text}({sense} {term})") is Status.SATISFIED and self._attained():
                return Status.OPTIMAL
        return status

    def forbid(self, formula: Formula) -> None:
        text = f"(assert (not {self._formula(formula)}))"
        self._forbidden += text
        if self._ready or self._bare:
            self._session.say(text)

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        denial = self._denials[clue].term
        if not denial or clue in self._excluding[alone]:
            return bool(denial)
        if not alone:
            if self._weighed(denial, seconds)[0] is Status.SATISFIED:
                self._excluding[False].add(clue)
        else:
            self._ready = self._bare = False
            program = self._program(keep=NO_CLUES, asserts=False)
            if self._searched(f"(reset){limits(seconds)}{program}(assert {denial})") is Status.SATISFIED:
                self._excluding[True] |= {clue} | self._violated(self._denied())
        return clue in self._excluding[alone]

    @functools.cached_property
    def _denials(self) -> dict[int, clue_effect.Denial]:
        numbered = [(number, self._text[form.start : form.end]) for number, form in self._forms]
        return clue_effect.denials(numbered, list(self._samples), list(determined(self.template)))

    def _denied(self) -> dict[int, Any]:
        """Return the value of each denial in z3's model, as far as z3 can evaluate them."""
        some = {clue: denial.term for clue, denial in self._denials.items() if denial.term}
        try:
            return dict(zip(some, self._evaluated(list(some.values())), strict=True))
        except z3.Z3Exception:
            return {}

    def _violated(self, denied: dict[int, Any]) -> set[int]:
        return {clue for clue, value in denied.items() if value == "true"}

    def sample(
        self, number: int, seconds: float, *, fresh: Formula = TRUE, aim: Aim | None = None
    ) -> tuple[Status, Verdicts]:
        wanted = self._formula(fresh)
        if aim and (denial := self._denials[aim[0]].term):
            wanted = f"(and {wanted} {f'(not {denial})' if aim[1] else denial})"
        self._session.say(f"(set-option :smt.random_seed {number + 1}){_AT_RANDOM}")
        try:
            return self._weighed(wanted, seconds)
        finally:
            self._session.say(_PLAINLY)

    def weigh(self, extra: Formula, seconds: float) -> tuple[Status, Verdicts]:
        return self._weighed(self._formula(extra), seconds)

    def _weighed(self, assertion: str, seconds: float) -> tuple[Status, Verdicts]:
        """Solve the background and an assertion, and note which clues exclude the solution."""
        status = self._quickly(assertion, bare=True, seconds=seconds)
        denied = self._denied() if status.solved else {}
        self._session.say("(pop)")
        if not status.decided:
            self._ready = self._bare = False
            program = f"{self._program(keep=NO_CLUES)}{self._forbidden}"
            status = self._checked(f"(reset){limits(seconds)}{program}(assert {assertion})")
            denied = self._denied() if status.solved else {}
        self._excluding[False] |= self._violated(denied)
        return status, self._verdicts(denied) if status.solved else {}

    def _verdicts(self, denied: dict[int, Any]) -> Verdicts:
        found: Verdicts = {}
        for clue, denial in self._denials.items():
            value = denied.get(clue) if denial.term else "false"
            found[clue] = True if value == "false" else False if value == "true" and denial.shown else None
        return found

    def _quickly(self, assertion: str, *, bare: bool, seconds: float) -> Status:
        """Try z3's incremental solver, which keeps its state but lacks the tactics that hard programs need.

        It goes on from the whole program or, if `bare`, from its background. The caller has to pop its last frame.
        """
        if bare in self._hard:
            self._session.say("(push)")
            return Status.UNKNOWN
        if not (self._bare if bare else self._ready):
            self._session.say(f"(reset){self._program(keep=NO_CLUES if bare else None)}{self._forbidden}")
            self._ready, self._bare = not bare, bare
        status = self._checked(f"(push){limits(seconds, _QUICK)}(assert {assertion})")
        if not status.decided:
            self._hard.add(bare)
        return status

    def _checked(self, text: str) -> Status:
        """Solve and, on success, remember the values of all terms."""
        status = self._searched(text)
        if status is Status.SATISFIED:
            self._values = self._values_of([*self._samples, *self._defined.values()])
            odd = [term for term in self._approximated if irrational_numbers.is_irrational(self._values[term])]
            self._values |= irrational_numbers.decimals(self._session, odd)
        return status

    def _searched(self, text: str) -> Status:
        try:
            result = self._session.say(text + "(check-sat)").split()[-1]
        except z3.Z3Exception as error:
            raise ProgramError(Status.RUNTIME_ERROR, f"z3 says: {said(error).strip()[:500]}") from None
        if result == "unsat":
            return Status.UNSATISFIABLE
        if result != "sat":
            reason = self._session.say("(get-info :reason-unknown)")
            if "memout" in reason or "out of memory" in reason:
                raise MemoryError
            return Status.TIMEOUT if "timeout" in reason or "canceled" in reason else Status.UNKNOWN
        return Status.SATISFIED

    def _attained(self) -> bool:
        """Whether the optimum is attained: neither infinite nor merely a limit."""
        words = self._session.say("(get-objectives)").replace("(", " ").replace(")", " ").split()
        return not {"oo", "epsilon"} & set(words)

    def read(self, terms: list[Any]) -> list[Any]:
        return [self._value(term, self._values[term]) if self._has_value(term) else NoValue(term) for term in terms]

    def _has_value(self, term: str) -> bool:
        return term not in self._defined or self._values[self._defined[term]] == "true"

    def _value(self, term: str, value: Any) -> Any:
        short = s_expressions.whole(value)
        if short is not None:
            return short
        exact = s_expressions.rational(value)
        if exact is not None:
            return json_number(exact)
        if width_of(value) is not None:
            return int(f"0{value[1:]}", 0)
        match value:
            case "true" | "false":
                return value == "true"
            case str() if value.startswith('"'):
                return self._text_of(term, value)
            case str() if plain_name(value) in self._siblings:
                return plain_name(value)
        why = "its value is no number, Boolean, string or enumeration constant: use a term that is"
        why = irrational_numbers.ADVICE if irrational_numbers.is_irrational(value) else why
        raise ProgramError(Status.BAD_ANSWER, self._about(term, why))

    def _text_of(self, term: str, literal: str) -> str:
        text = s_expressions.unquote(literal)
        if _HALF.search(text):
            raise ProgramError(Status.BAD_ANSWER, self._about(term, f"its value {literal} is half a character"))
        return text

    def _formula(self, formula: Formula) -> str:
        return FormulaWriter(self._samples, self._defined, self._siblings).write(formula)
