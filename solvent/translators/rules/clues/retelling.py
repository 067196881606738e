"""Puts formulas into words, for guesses and evidence."""

from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Same, Some
from solvent.translators.rules.clues.links import is_people
from solvent.translators.rules.clues.mentions import Lexicon

_MOST = 4  # parts of a formula that are put into words


def told(formula: Formula, known: Lexicon) -> str:
    """A formula in words, with the values as the text spells them."""
    match formula:
        case Same(left, right):
            if any(is_people(known.categories[value.category]) for value in (left, right)):
                return f"{known.name(left)} is {known.name(right)}"
            return f"{known.name(left)} goes with {known.name(right)}"
        case Differ(values):
            named = [known.name(value) for value in values]
            return f"{', '.join(named[:-1])} and {named[-1]} do not belong together"
        case CompareQuantities(left, right, category, relation, amount):
            name = known.categories[category].name
            how = {"<": "comes before", ">": "comes after"}.get(relation)
            if how:
                return f"{known.name(left)} {how} {known.name(right)} by {name}"
            negated = "are not" if relation == "not distance" else "are"
            return f"{known.name(left)} and {known.name(right)} {negated} {abs(amount)} apart by {name}"
        case All(parts):
            return " and ".join(told(part, known) for part in parts[:_MOST]) + (
                " and more" if len(parts) > _MOST else ""
            )
        case Some(parts) if 0 < len(parts) <= _MOST:
            return " or ".join(told(part, known) for part in parts)
    return "they belong together in one of several ways"
