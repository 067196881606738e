"""Values that two categories share: what two ways to speak of them suggest."""

from collections import defaultdict
from collections.abc import Sequence

from solvent.translators.rules.formula import All, Flag, Formula, Some, atoms, both

SAID_AS = " as "  # in the phrase of a flag, stands between a value and the words that describe it
OF = " of "  # and between those and the categories to choose from


def told_apart(stated: Sequence[tuple[int, Formula]]) -> list[tuple[int, Formula]]:
    """The clues, and with the first that uses a phrase for a shared value what its use suggests.

    Two phrases for one value mean two categories; one description means one category, whatever the value.
    """
    first: dict[str, int] = {}
    for at, (_, formula) in enumerate(stated):
        for atom in atoms(formula):
            if isinstance(atom, Flag) and SAID_AS in atom.phrase:
                first.setdefault(atom.phrase, at)
    by_value, by_words = defaultdict[tuple[str, str], list[str]](list), defaultdict[tuple[str, str], list[str]](list)
    for phrase in first:
        value, _, rest = phrase.partition(SAID_AS)
        words, _, categories = rest.rpartition(OF)
        by_value[value, categories].append(phrase)
        by_words[words, categories].append(phrase)
    extra = [(first[group[-1]], _not_all_alike(group)) for group in by_value.values() if len(group) > 1]
    extra += [(first[group[-1]], _all_alike(group)) for group in by_words.values() if len(group) > 1]
    return [
        (clue, both(formula, *(added for at, added in extra if at == number)))
        for number, (clue, formula) in enumerate(stated)
    ]


def _all_alike(phrases: Sequence[str]) -> Formula:
    return Some(tuple(All(tuple(Flag(phrase, first=choice) for phrase in phrases)) for choice in (True, False)))


def _not_all_alike(phrases: Sequence[str]) -> Formula:
    return All(tuple(Some(tuple(Flag(phrase, first=choice) for phrase in phrases)) for choice in (True, False)))
