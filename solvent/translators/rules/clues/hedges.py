"""Words by which a clue says less than a fact: "Ada usually has tea", "in theory", "would have chosen"."""

import re
from collections.abc import Collection, Iterator, Sequence

from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import listed
from solvent.translators.sentences import sentences

_OFTEN = frozenset(
    listed(
        """usually normally generally ordinarily typically commonly customarily habitually traditionally often
        frequently occasionally sometimes intermittently sporadically periodically infrequently"""
    )
)
_PARTLY = frozenset(
    listed(
        """mostly mainly largely primarily chiefly predominantly principally partly partially practically virtually
        nominally technically theoretically ideally occasional"""
    )
)
_DOUBTED = frozenset(
    listed(
        """apparently presumably reportedly seemingly ostensibly purportedly arguably conceivably hopefully likely
        putatively reputedly doubtfully questionably falsely wrongly mistakenly"""
    )
)
_FOR_A_TIME = frozenset(listed("originally initially temporarily momentarily provisionally tentatively"))
_HEDGES = _OFTEN | _PARTLY | _DOUBTED | _FOR_A_TIME
# Nouns that hedge after "in": "in theory", "in general", "in the mornings".
_AFTER_IN = frozenset(listed("theory principle general name mornings afternoons evenings"))
_WITH_FROM = frozenset(listed("originally initially"))  # "originally from Rome" says where somebody is from
_FACTUAL = frozenset(listed("not never"))  # "would not", "would never" deny a fact
_EVERYBODY = re.compile(r"\b(?:each|every|everybody|everyone|all|they|them|their)\b", re.IGNORECASE)
# "Not only", "not always" deny less than "not".
_LIMITING = frozenset(
    listed("only just merely simply solely exclusively purely always entirely wholly fully regularly")
)
_DETERMINERS = frozenset(listed("the a an his her its their"))
_MODAL = "would"


def hedged(tokens: Sequence[Token], leftover: Collection[int], usual: frozenset[str]) -> Iterator[int]:
    """The positions of such words in a clue, of which `leftover` are in no construction of the grammar."""
    for at, token in enumerate(tokens):
        if (at in leftover or token.norm == _MODAL) and hedges(tokens, at, usual):
            yield at


def hedges(tokens: Sequence[Token], at: int, usual: frozenset[str]) -> bool:
    """Whether a word makes its clause say less than a fact; `usual` are words that the puzzle has for everything."""
    norm = tokens[at].norm
    before = [token.norm for token in tokens[max(0, at - 2) : at]]
    after = [token.norm for token in tokens[at + 1 : at + 3]]
    if norm in usual:
        return False
    if norm == "as" and not before and after == ["a", "rule"]:
        return True
    if norm in _LIMITING:
        return _is_denied(before)
    if norm == _MODAL:
        return after[:1] == ["have"] or not {*after[:1]} & _FACTUAL
    if norm in _AFTER_IN:
        return before[-1:] == ["in"] or before == ["in", "the"]
    if norm == "time":
        return before[-1:] in (["from"], ["the"]) and (after[:1] == ["to"] or "of" in before)
    return norm in _HEDGES and not (norm in _WITH_FROM and after[:1] == ["from"])


def _is_denied(before: Sequence[str]) -> bool:
    return before[-1:] == ["not"] or (before[:1] == ["not"] and {*before[1:]} <= _DETERMINERS)


def of_everybody(introduction: str) -> frozenset[str]:
    """The words of habit by which an introduction tells of all its people: "each usually has a different drink"."""
    told = [each for each in sentences(introduction) if _EVERYBODY.search(each)]
    return frozenset(token.norm for each in told for token in tokenise(each)) & (_OFTEN | {_MODAL})
