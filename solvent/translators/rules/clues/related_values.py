"""All that a sentence could say of the values that it names, if nothing but single words of it can be relied on."""

from dataclasses import dataclass

from solvent.translators.rules.clues.clause_form import RELATIONS, Clause, Vocabulary, told
from solvent.translators.rules.clues.formula import Formula
from solvent.translators.rules.clues.interpret import Survey
from solvent.translators.rules.clues.refused_words import DENYING
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.text.words import COMPARATIVES, listed

_MOST_VALUES = 4
_DOUBTFUL = 0.3  # how often any of these is right
_CLEAR = 3.0  # the fit of a relation that the words of a sentence suggest
_NOT = frozenset(("not", "neither", "nor", *DENYING))
_BESIDE = frozenset(listed("next beside near adjacent neighbour neighbor neighbours neighbors side touching"))
_EARLIER = frozenset(listed("before left fewer less younger earlier below under cheaper lower ahead"))
_LATER = frozenset(listed("after right more older later above over higher behind"))
_COMPARING = COMPARATIVES.keys() | _EARLIER | _LATER | {"than"}


@dataclass(frozen=True)
class Related:
    """A relation between the values that a sentence names, with what it is called."""

    formula: Formula
    weight: float
    words: str


def related(said: Said, found: Survey) -> list[Related]:
    """The relations of all values that a sentence names, the weights adding up to at most that of a doubtful guess."""
    values = [mention.candidates[0] for mention in said.mentions if mention.settled]
    if not 1 < len(set(values)) <= _MOST_VALUES or len(values) < len(said.mentions):
        return []
    vocabulary = Vocabulary.of(found.context.known.categories)
    names = {value: name for name, value in vocabulary.values.items()}
    inside = {at for mention in said.mentions for at in range(mention.start, mention.end)}
    cues = _Cues(
        frozenset(token.norm for at, token in enumerate(said.tokens) if at not in inside),
        names[values[0]],
        frozenset(names[value] for value in values if vocabulary.ordered(names[value])),
    )
    clauses = vocabulary.clauses([names[value] for value in dict.fromkeys(values)])
    weights = {clause: cues.fit(clause) for clause in clauses}
    total = max(sum(weights.values()), _CLEAR)
    return [
        Related(vocabulary.formula(clause), _DOUBTFUL * weight / total, told(clause))
        for clause, weight in weights.items()
    ]


@dataclass(frozen=True)
class _Cues:
    """What a sentence gives to go by: its words outside of values, its first value, and those with a quantity."""

    norms: frozenset[str]
    first: str
    quantities: frozenset[str]

    def fit(self, clause: Clause) -> float:
        """How well a relation fits."""
        negative, beside = bool(self.norms & _NOT), bool(self.norms & _BESIDE)
        ahead = clause.values[0] == self.first
        plain = {
            "A is B": 0.3 if negative or self.norms & _COMPARING else 3.0,
            "A is not B": 2.0 if negative and not beside else 0.1,
            "A is not next to B": 2.0 if negative and beside else 0.05,
            "A is B or C": 3.0 if "or" in self.norms and not negative else 0.1,
            "A is next to B": 3.0 if beside and not negative else 0.2,
            "A is between B and C": 4.0 if "between" in self.norms and ahead else 0.2,
            "A is before B": self._order(ahead=ahead) * (0.2 if negative else 1.0),
            "A is immediately before B": self._order(ahead=ahead) * 0.3,
        }
        weight = plain.get(clause.relation, 0.2)
        if RELATIONS[clause.relation].measured:
            weight = self._measured(clause, ahead=ahead)
        return weight * (0.5 if clause.order and self.quantities else 1.0)

    def _order(self, *, ahead: bool) -> float:
        if self.norms & (_EARLIER if ahead else _LATER):
            return 2.0
        # Of an unknown comparative it is only known that most of them say that there is more of something.
        return (0.5 if ahead else 1.0) if "than" in self.norms else 0.3 if self.norms & COMPARATIVES.keys() else 0.15

    def _measured(self, clause: Clause, *, ahead: bool) -> float:
        if clause.amount.split(" ", 1)[0] not in self.norms:
            return 0.02
        return 2.0 + (3.0 * self._order(ahead=ahead) if "before" in clause.relation else 0.0)
