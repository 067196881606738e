"""Honest programs in CPMpy and OR-Tools."""

import textwrap

from drafts import Writer, is_product


class Python(Writer):
    """What the two share: `with clue(n):` and a template of Python."""

    header = ""

    def text(self, draft):
        # Liars may name the answer before the parts.
        answer = [f"answer = {draft.answer if isinstance(draft.answer, str) else self.shown(draft.answer)}"]
        lines = [f"# expects: {draft.expects}", *draft.first, self.header, *draft.declared, *draft.background]
        lines += answer if draft.answer_first else []
        for number, part in draft.parts.items():
            code = part if any(not line.startswith("#") for line in part) else [*part, "pass"]
            lines += [f"with clue({number}):", *(textwrap.indent(line, "    ") for line in code)]
        lines += [] if draft.answer_first else answer
        lines += draft.last
        if draft.goals:
            lines.append(f"objectives = [{', '.join(f'{sense}({term})' for sense, term in draft.goals)}]")
        return "\n".join(lines) + "\n"

    def answer(self, shape):
        """The template with code for leaves, and what it needs in the background."""
        self.lines = []
        return self._leaf(shape), self.lines

    def _leaf(self, shape):
        match shape:
            case ("term", term):
                return Code(self.term(term))
            case ("name", term, labels):
                return Code(f"labelled({self.term(term)}, {labels!r})")
            case ("where", formula, label):
                return Code(f"where({self.formula(formula)}, {label!r})")
            case dict():
                return {key: self._leaf(part) for key, part in shape.items()}
            case list():
                return [self._leaf(part) for part in shape]
        return shape

    def shown(self, node):
        match node:
            case Code():
                return node.text
            case dict():
                return "{" + ", ".join(f"{key!r}: {self.shown(part)}" for key, part in node.items()) + "}"
            case list():
                return "[" + ", ".join(map(self.shown, node)) + "]"
        return repr(node)

    def goals(self, goal):
        self.lines = []
        return ([(goal[0], self.term(goal[1]))] if goal else []), self.lines

    def row(self, names, row):
        return f"{self.unknown(names[0]).group}_in[{row - 1}]"

    def variable(self, name):
        match self.kind(name):
            case "arrays":
                block, place, _ = self.place(name)
                return f"{block}[{place}]"
            case "booleans":
                values = self.values(name)
                if list(values) == [0, 1]:
                    return name
                return self.weighted([self.formula(("=", name, value)) for value in values], self.unknown(name).low)
            case "rows":
                return self.weighted([self.formula(("=", name, row)) for row in self.values(name)])
        return name

    def of_several(self, name, number):
        """The Boolean for a value, if the style has one."""
        return f"{name}_is[{number - self.unknown(name).low}]" if len(self.values(name)) > 2 else None


class Code:
    """A leaf that is code."""

    def __init__(self, text):
        self.text = text


class CpMpy(Python):
    framework = "cpmpy"
    header = "import cpmpy as cp"

    def declare(self):
        declared, background = [], []
        for block, names in self.blocks().items():
            kind, low, high = self.kind(names[0]), self.unknown(names[0]).low, self.unknown(names[0]).high
            count = len(names)
            if kind == "rows":
                declared.append(f'{block}_in = cp.intvar(1, {count}, shape={count}, name="{block}_in")')
                background.append(f"model += cp.AllDifferent({block}_in)")
            elif kind == "arrays":
                declared.append(f'{block} = cp.intvar({low}, {high}, shape={count}, name="{block}")')
            elif kind == "booleans" and (low, high) != (0, 1):
                declared += [f'{name}_is = cp.boolvar(shape={high - low + 1}, name="{name}")' for name in names]
                background += [f"model += cp.sum({name}_is) == 1" for name in names]
            elif kind == "booleans":
                declared += [f'{name} = cp.boolvar(name="{name}")' for name in names]
            else:
                declared += [f'{name} = cp.intvar({low}, {high}, name="{name}")' for name in names]
        return declared, background

    def all_different(self, names):
        if self.kind(names[0]) == "rows":
            return []
        return [f"model += cp.AllDifferent([{', '.join(map(self.term, names))}])"]

    def state(self, formula):
        if formula[0] == "and":
            return [line for part in formula[1:] for line in self.state(part)]
        return [f"model += {self.formula(formula)}"]

    def define(self, name, term):
        low, high = self.bounds(term)
        return [f"{name} = cp.intvar({low}, {high})", f"model += {name} == {self.term(term)}"]

    def weighted(self, conditions, low=1):
        return f"cp.sum([{', '.join(f'{low + at} * {each}' for at, each in enumerate(conditions))}])"

    def term(self, term):
        match term:
            case int():
                return str(term)
            case str():
                return self.variable(term)
            case ("code", code):
                return code
            case ("abs", part):
                return f"abs({self.term(part)})"
            case ("when", formula, amount):
                return f"{amount} * {self.formula(formula)}"
            case ("index", names, row):
                if self.kind(names[0]) == "rows":
                    return self.row(names, row)
                return self.weighted([self.formula(("=", name, row)) for name in names])
        return "(" + f" {term[0]} ".join(map(self.term, term[1:])) + ")"

    def formula(self, formula):
        match formula:
            case ("=", str(name), int(number)) if self.kind(name) == "booleans" and number in self.values(name):
                return self.of_several(name, number) or f"({name} == {number})"
            case ("=", str(name), int(number)) if self.kind(name) == "rows":
                names = self.problem.groups[self.unknown(name).group]
                return f"({self.row(names, number)} == {names.index(name) + 1})"
            case ("=" | "!=" | "<" | "<=" as sign, left, right):
                return f"({self.term(left)} {'==' if sign == '=' else sign} {self.term(right)})"
            case ("distinct", *terms):
                return f"cp.AllDifferent([{', '.join(map(self.term, terms))}])"
            case ("not", part):
                return f"~{self.formula(part)}"
            case ("if", condition, then):
                return f"{self.formula(condition)}.implies({self.formula(then)})"
        sign = {"and": " & ", "or": " | "}[formula[0]]
        return "(" + sign.join(map(self.formula, formula[1:])) + ")"


class OrTools(Python):
    """Conditions are Booleans that are channelled to their formulas, in the same part of the program."""

    framework = "ortools"
    header = "from ortools.sat.python import cp_model"

    def declare(self):
        declared, background = [], []
        for block, names in self.blocks().items():
            kind, low, high = self.kind(names[0]), self.unknown(names[0]).low, self.unknown(names[0]).high
            if kind == "arrays":
                declared.append(
                    f'{block} = [model.new_int_var({low}, {high}, f"{block} {{i}}") for i in range({len(names)})]'
                )
            elif kind == "rows" or (kind == "booleans" and (low, high) != (0, 1)):
                for name in names:
                    declared.append(
                        f'{name}_is = [model.new_bool_var(f"{name} {{i}}") for i in range({high - low + 1})]'
                    )
                    background.append(f"model.add_exactly_one({name}_is)")
            elif kind == "booleans":
                declared += [f'{name} = model.new_bool_var("{name}")' for name in names]
            else:
                declared += [f'{name} = model.new_int_var({low}, {high}, "{name}")' for name in names]
            if kind == "rows":
                count = len(names)
                declared.append(
                    f'{block}_in = [model.new_int_var(1, {count}, f"{block} {{i}}") for i in range({count})]'
                )
                for row in range(1, count + 1):
                    flags = [f"{name}_is[{row - 1}]" for name in names]
                    background.append(f"model.add({block}_in[{row - 1}] == {self.weighted(flags)})")
        return declared, background

    def all_different(self, names):
        if self.kind(names[0]) in ("rows", "booleans"):
            rows = range(len(self.values(names[0])))
            return [f"model.add_exactly_one([{', '.join(f'{name}_is[{row}]' for name in names)}])" for row in rows]
        return [f"model.add_all_different([{', '.join(map(self.term, names))}])"]

    def state(self, formula):
        self.lines = []
        self._state(formula)
        return self.lines

    def define(self, name, term):
        self.lines = []
        low, high = self.bounds(term)
        lines = [f'{name} = model.new_int_var({low}, {high}, "{name}")', f"model.add({name} == {self.term(term)})"]
        return [*self.lines, *lines]

    def weighted(self, conditions, low=1):
        return "(" + " + ".join(f"{low + at} * {each}" for at, each in enumerate(conditions)) + ")"

    def _state(self, formula):
        match formula:
            case ("and", *parts):
                for part in parts:
                    self._state(part)
                return
            case ("or", *parts):
                said = f"model.add_bool_or([{', '.join(map(self.formula, parts))}])"
            case ("not", part):
                said = f"model.add_bool_or([~{self.formula(part)}])"
            case ("if", condition, then):
                said = f"model.add_implication({self.formula(condition)}, {self.formula(then)})"
            case ("distinct", *terms):
                said = f"model.add_all_different([{', '.join(map(self.term, terms))}])"
            case _:
                said = f"model.add({self._compared(formula)})"
        self.lines.append(said)

    def _compared(self, formula):
        sign, left, right = formula
        return f"{self.term(left)} {'==' if sign == '=' else sign} {self.term(right)}"

    def formula(self, formula):
        """A literal for a formula, defined in lines of its own."""
        match formula:
            case ("=", str(name), int(number)) if self.kind(name) in ("booleans", "rows") and number in self.values(
                name
            ):
                known = self.of_several(name, number)
                return known or (name if number else f"~{name}")
            case ("not", part):
                return f"~{self.formula(part)}"
            case ("if", condition, then):
                return self.formula(("or", ("not", condition), then))
            case ("and" | "or", *parts):
                literals = [self.formula(part) for part in parts]
                flag = self._flag("both" if formula[0] == "and" else "some")
                ands = literals if formula[0] == "and" else [_opposite(each) for each in literals]
                mine = flag if formula[0] == "and" else f"~{flag}"
                self.lines.append(f"model.add_bool_and([{', '.join(ands)}]).only_enforce_if({mine})")
                ors = ", ".join([mine, *map(_opposite, ands)])
                self.lines.append(f"model.add_bool_or([{ors}])")
                return flag
        opposite = {"=": "!=", "!=": "=", "<": "<=", "<=": "<"}[formula[0]]
        turned = (opposite, *(formula[1:] if formula[0] in "!=" else formula[:0:-1]))
        plain, other = self._compared(formula), self._compared(turned)
        flag = self._flag("is")
        self.lines += [f"model.add({plain}).only_enforce_if({flag})", f"model.add({other}).only_enforce_if(~{flag})"]
        return flag

    def _flag(self, stem):
        flag = self.fresh(stem)
        self.lines.append(f'{flag} = model.new_bool_var("{flag}")')
        return flag

    def term(self, term):
        match term:
            case int():
                return str(term)
            case str():
                return self.variable(term)
            case ("code", code):
                return code
            case ("when", formula, amount):
                return f"{amount} * {self.formula(formula)}"
            case ("index", names, row):
                return self._index(names, row)
            case ("abs", part):
                return self._tied(term, f"add_abs_equality({{}}, {self.term(part)})")
            case ("*", *parts) if is_product(term):
                return self._tied(term, f"add_multiplication_equality({{}}, [{', '.join(map(self.term, parts))}])")
        return "(" + f" {term[0]} ".join(map(self.term, term[1:])) + ")"

    def _tied(self, term, said):
        low, high = self.bounds(term)
        name = self.fresh("amount")
        self.lines.append(f'{name} = model.new_int_var({low}, {high}, "{name}")')
        self.lines.append(f"model.{said.format(name)}")
        return name

    def _index(self, names, row):
        if self.kind(names[0]) == "rows":
            return self.row(names, row)
        if self.kind(names[0]) == "booleans":
            return self.weighted([f"{name}_is[{row - 1}]" for name in names])
        at = self.fresh("at")
        self.lines.append(f'{at} = model.new_int_var(0, {len(names) - 1}, "{at}")')
        self.lines.append(f"model.add_element({at}, [{', '.join(map(self.term, names))}], {row})")
        return f"({at} + 1)"


def _opposite(literal):
    return literal[1:] if literal.startswith("~") else f"~{literal}"
