"""An independent check of explanations: a fresh z3 on the program in SMT-LIB, and nothing that made the steps."""

import json
from itertools import count

import z3

from solvent.explanations.layout import leaves


class StepChecker:
    """One puzzle's program with a switch for each clue, and a name for each fact."""

    def __init__(self, subject):
        self.layout = subject.layout
        self.answer = subject.answer
        program = subject.written_in("smtlib")
        self.context = z3.Context()
        self.solver = z3.Solver(ctx=self.context)
        self.clues = sorted({part.clue for part in program.fragments if part.clue is not None})
        self._numbers = count()
        self._facts = {}
        terms = dict(_terms(json.loads(program.answer)))
        text = [program.preamble, *(part.code for part in program.fragments)]
        counts = [part.code.count("(assert ") for part in program.fragments]
        cells = [
            (place, value, f"(= {term} {key})") for place, (term, labels) in terms.items() for key, value in labels
        ]
        said = z3.parse_smt2_string("\n".join([*text, *(f"(assert {cell})" for *_, cell in cells)]), ctx=self.context)
        assertions = list(said)
        owners = [part.clue for part, n in zip(program.fragments, counts, strict=True) for _ in range(n)]
        assert len(owners) + len(cells) == len(assertions)
        for owner, assertion in zip(owners, assertions, strict=False):
            self.solver.add(assertion if owner is None else z3.Implies(self._switch(owner), assertion))
        for (place, value, _), holds in zip(cells, assertions[len(owners) :], strict=True):
            name = z3.Bool(f"fact {next(self._numbers)}", self.context)
            self.solver.add(name == holds)
            self._facts[place, str(value)] = name

    def problems(self, explanation):
        """What is wrong with the steps, in words; every step is checked, and so is the end."""
        known = {self._key(fact) for fact in explanation.known}
        found = []
        for number, step in enumerate(explanation.steps, 1):
            found += [f"step {number}: {problem}" for problem in self._of_step(step, known)]
            known |= {self._key(fact) for fact in step.derives}
        right = {(place, str(value)) for place, value in leaves(self.answer) if (place, str(value)) in self._facts}
        ticks = {(place, value) for place, value, holds in known if holds}
        if explanation.status == "verified" and ticks != right:
            found.append(f"the last state is not the answer: {sorted(right ^ ticks)[:5]}")
        return found

    def _of_step(self, step, known):
        uses, derives = ([self._key(fact) for fact in facts] for facts in (step.uses, step.derives))
        if not derives:
            yield "it derives nothing"
        if early := [fact for fact in uses if fact not in known]:
            yield f"it uses what was not derived: {early}"
        if old := [fact for fact in derives if fact in known]:
            yield f"it derives what was known: {old}"
        if not self._implied(step.clues, uses, derives):
            yield "its facts do not follow"
        for clue in step.clues:
            if self._implied([other for other in step.clues if other != clue], uses, derives):
                yield f"clue {clue} is not needed"
        for fact in uses:
            if self._implied(step.clues, [other for other in uses if other != fact], derives):
                yield f"the fact {fact} is not needed"
        if len(step.clues) > 1 and (fewer := self._one_that_tells(known)) is not None:
            yield f"one clue was enough: {fewer}"

    def _one_that_tells(self, known):
        """A clue, or 0 for none, from which something new follows; None if there is none."""
        atoms = [(place, value, holds) for place, value in self._facts for holds in (True, False)]
        decided = {(place, value) for place, value, _ in known}
        self.solver.push()
        self.solver.add(*map(self._literal, known))
        try:
            for clue in (0, *self.clues):
                unseen = {fact for fact in atoms if fact[:2] not in decided}
                while unseen:
                    model = self._model(clue, unseen)
                    if model is None:
                        return clue  # the opposite of each that is left follows
                    unseen = {fact for fact in unseen if not z3.is_true(model.eval(self._literal(fact)))}
        finally:
            self.solver.pop()
        return None

    def _model(self, clue, wanted):
        """A solution with one of some facts; None if there is none."""
        self.solver.push()
        self.solver.add(z3.Or([self._literal(fact) for fact in wanted]))
        found = self._check([clue] if clue else [], ())
        model = self.solver.model() if found == z3.sat else None
        self.solver.pop()
        return model

    def _implied(self, clues, uses, derives):
        self.solver.push()
        self.solver.add(z3.Not(z3.And([self._literal(fact) for fact in derives])))
        result = self._check(clues, uses)
        self.solver.pop()
        assert result != z3.unknown
        return result == z3.unsat

    def _check(self, clues, facts):
        return self.solver.check(*map(self._switch, clues), *map(self._literal, facts))

    def _switch(self, clue):
        return z3.Bool(f"clue {clue}", self.context)

    def _literal(self, fact):
        place, value, holds = fact
        name = self._facts[place, value]
        return name if holds else z3.Not(name)

    def _key(self, fact):
        return self.layout.place(fact), str(fact.value), fact.holds


def _terms(node, place=""):
    """Each place of a template with labels, its term and (value, label) pairs."""
    if isinstance(node, list):
        for number, inner in enumerate(node):
            yield from _terms(inner, f"{place}/{number}")
    elif isinstance(node, dict) and "$label" in node:
        yield place, (node["$label"], list(node["$of"].items()))
    elif isinstance(node, dict) and not {"$value", "$rounded"} & node.keys():
        for key, inner in node.items():
            yield from _terms(inner, f"{place}/{key.replace('~', '~0').replace('/', '~1')}")
