"""Honest programs in SMT-LIB and MiniZinc."""

from drafts import Marked


class SmtLib(Marked):
    framework = "smtlib"
    sign = ";"

    def declare(self):
        declared, background = [], []
        for block, names in self.blocks().items():
            kind, low, high = self.kind(names[0]), self.unknown(names[0]).low, self.unknown(names[0]).high
            if kind == "rows":
                labels = " ".join(f"({label})" for label in self.labels(names))
                declared.append(f"(declare-datatypes (({block.capitalize()} 0)) (({labels})))")
                rows = [self.row(names, row) for row in self.values(names[0])]
                declared += [f"(declare-const {row} {block.capitalize()})" for row in rows]
                background.append(f"(assert (distinct {' '.join(rows)}))")
                continue
            if kind == "arrays":
                declared.append(f"(declare-fun {block} (Int) Int)")
            for name in names:
                if kind == "booleans":
                    flags = self.flags(name)
                    declared += [f"(declare-const {flag} Bool)" for flag in flags]
                    background += self._exactly_one(flags) if len(flags) > 1 else []
                elif kind == "names":
                    declared.append(f"(declare-const {name} Int)")
                if kind != "booleans":
                    background.append(f"(assert (<= {low} {self.term(name)} {high}))")
        return declared, background

    def flags(self, name):
        values = self.values(name)
        return [name] if list(values) == [0, 1] else [f"{name}_{value}" for value in values]

    def _exactly_one(self, flags):
        return [f"(assert (= 1 (+ {' '.join(f'(ite {flag} 1 0)' for flag in flags)})))"]

    def all_different(self, names):
        if self.kind(names[0]) == "rows":
            return []
        return [f"(assert (distinct {' '.join(map(self.term, names))}))"]

    def state(self, formula):
        if formula[0] == "and":
            return [line for part in formula[1:] for line in self.state(part)]
        return [f"(assert {self.formula(formula)})"]

    def define(self, name, term):
        return [f"(declare-const {name} Int)", f"(assert (= {name} {self.term(term)}))"]

    def term(self, term):
        match term:
            case int():
                return str(term) if term >= 0 else f"(- {-term})"
            case str():
                return self._variable(term)
            case ("code", code):
                return code
            case ("when", formula, amount):
                return f"(ite {self.formula(formula)} {self.term(amount)} 0)"
            case ("index", names, row):
                if self.kind(names[0]) == "rows":
                    return self._chain([f"(= {self.row(names, row)} {label})" for label in self.labels(names)])
                return self._chain([self.formula(("=", name, row)) for name in names])
        return f"({term[0]} {' '.join(map(self.term, term[1:]))})"

    def _variable(self, name):
        match self.kind(name):
            case "arrays":
                block, place, _ = self.place(name)
                return f"({block} {place + 1})"
            case "booleans":
                flags = self.flags(name)
                if len(flags) == 1:
                    return f"(ite {name} 1 0)"
                return self._chain(flags, self.unknown(name).low)
            case "rows":
                return self._chain([self.formula(("=", name, row)) for row in self.values(name)])
        return name

    def _chain(self, conditions, low=1):
        *before, (_, last) = [(condition, low + at) for at, condition in enumerate(conditions)]
        code = str(last)
        for condition, number in reversed(before):
            code = f"(ite {condition} {number} {code})"
        return code

    def formula(self, formula):
        match formula:
            case ("=", str(name), int(number)) if self.kind(name) == "booleans" and number in self.values(name):
                flags = self.flags(name)
                return flags[number - self.unknown(name).low] if len(flags) > 1 else name if number else f"(not {name})"
            case ("=", str(name), int(number)) if self.kind(name) == "rows":
                names = self.problem.groups[self.unknown(name).group]
                return f"(= {self.row(names, number)} {name.split('_', 1)[1]})"
            case ("!=", left, right):
                return f"(distinct {self.term(left)} {self.term(right)})"
            case ("=" | "<" | "<=" | "distinct", *terms):
                return f"({formula[0]} {' '.join(map(self.term, terms))})"
            case ("if", condition, then):
                return f"(=> {self.formula(condition)} {self.formula(then)})"
        return f"({formula[0]} {' '.join(map(self.formula, formula[1:]))})"


class MiniZinc(Marked):
    framework = "minizinc"
    sign = "%"

    def declare(self):
        declared, background = ['include "alldifferent.mzn";'], []
        for block, names in self.blocks().items():
            kind, low, high = self.kind(names[0]), self.unknown(names[0]).low, self.unknown(names[0]).high
            if kind == "rows":
                declared.append(f"enum {block.capitalize()} = {{{', '.join(self.labels(names))}}};")
                rows = [self.row(names, row) for row in self.values(names[0])]
                declared += [f"var {block.capitalize()}: {row};" for row in rows]
                background.append(f"constraint alldifferent([{', '.join(rows)}]);")
            elif kind == "arrays":
                declared.append(f"array[1..{len(names)}] of var {low}..{high}: {block};")
            elif kind == "booleans":
                for name in names:
                    flags = self.flags(name)
                    declared += [f"var bool: {flag};" for flag in flags]
                    once = " + ".join(f"bool2int({flag})" for flag in flags)
                    background += [f"constraint {once} = 1;"] if len(flags) > 1 else []
            else:
                declared += [f"var {low}..{high}: {name};" for name in names]
        return declared, background

    flags = SmtLib.flags

    def all_different(self, names):
        match self.kind(names[0]):
            case "rows":
                return []
            case "booleans":  # over sums of Booleans, nothing would be propagated
                rows = zip(*map(self.flags, names), strict=True)
                return [f"constraint {' + '.join(f'bool2int({flag})' for flag in row)} = 1;" for row in rows]
        return [f"constraint alldifferent([{', '.join(map(self.term, names))}]);"]

    def state(self, formula):
        if formula[0] == "and":
            return [line for part in formula[1:] for line in self.state(part)]
        return [f"constraint {self.formula(formula)};"]

    def define(self, name, term):
        low, high = self.bounds(term)
        return [f"var {low}..{high}: {name};", f"constraint {name} = {self.term(term)};"]

    def term(self, term):
        match term:
            case int():
                return str(term) if term >= 0 else f"({term})"
            case str():
                return self._variable(term)
            case ("code", code):
                return code
            case ("abs", part):
                return f"abs({self.term(part)})"
            case ("when", formula, amount):
                return f"{amount} * bool2int({self.formula(formula)})"
            case ("index", names, row):
                if self.kind(names[0]) == "rows":
                    return f"enum2int({self.row(names, row)})"
                return self._sum([self.formula(("=", name, row)) for name in names])
        return "(" + f" {term[0]} ".join(map(self.term, term[1:])) + ")"

    def _variable(self, name):
        match self.kind(name):
            case "arrays":
                block, place, _ = self.place(name)
                return f"{block}[{place + 1}]"
            case "booleans":
                flags = self.flags(name)
                return f"bool2int({name})" if len(flags) == 1 else self._sum(flags, self.unknown(name).low)
            case "rows":
                return self._sum([self.formula(("=", name, row)) for row in self.values(name)])
        return name

    def _sum(self, conditions, low=1):
        parts = [f"{low + at} * bool2int({condition})" for at, condition in enumerate(conditions)]
        return f"sum([{', '.join(parts)}])"

    def formula(self, formula):
        match formula:
            case ("=", str(name), int(number)) if self.kind(name) == "booleans" and number in self.values(name):
                flags = self.flags(name)
                return flags[number - self.unknown(name).low] if len(flags) > 1 else name if number else f"(not {name})"
            case ("=", str(name), int(number)) if self.kind(name) == "rows":
                names = self.problem.groups[self.unknown(name).group]
                return f"({self.row(names, number)} = {name.split('_', 1)[1]})"
            case ("=" | "!=" | "<" | "<=" as sign, left, right):
                return f"({self.term(left)} {sign} {self.term(right)})"
            case ("distinct", *terms):
                return f"alldifferent([{', '.join(map(self.term, terms))}])"
            case ("not", part):
                return f"not ({self.formula(part)})"
            case ("if", condition, then):
                return f"({self.formula(condition)} -> {self.formula(then)})"
        sign = {"and": " /\\ ", "or": " \\/ "}[formula[0]]
        return "(" + sign.join(map(self.formula, formula[1:])) + ")"
