"""Distances between quantities, and what is between two of them, as comparisons that the grammar knows."""

from collections.abc import Iterator
from dataclasses import replace

from solvent.translators.rules.clues.clauses import Sentence, Tokens, words
from solvent.translators.rules.clues.links.small_words import DETERMINERS
from solvent.translators.rules.text.units import unit_key
from solvent.translators.rules.text.words import NUMBER_WORDS, PEOPLE, is_agent, listed

# Ways to say it, of which the grammar has to understand exactly one; each is a choice between lists of sentences.
Ways = tuple[tuple[tuple[Tokens, ...], ...], ...]
_MEASURES = frozenset(map(unit_key, listed("year dollar euro inch foot centimeter meter kilogram pound point mile")))
_COMPARED = ("more", "later")
_NUMBERS = {number: word for word, number in NUMBER_WORDS.items()}


def distances(said: Sentence) -> Iterator[Ways]:
    """Sentences on how far two values are apart."""
    counted = _counted_between(said)
    found = _said_apart(said) or counted or _difference(said) or _consecutive(said) or _differing(said)
    if not found:
        return
    one, other, verb, amount, about = found
    compared = _COMPARED[:1] if counted else _COMPARED
    if about and about[-1].norm in _AGED:
        compared, about = ("older",), ()
    yield tuple(
        tuple(
            ((*a, *verb, *amount, *words(word), *about, *words("than"), *b),) for a, b in ((one, other), (other, one))
        )
        for word in compared
    )


_AGED = frozenset({"age", "ages"})
Found = tuple[Tokens, Tokens, Tokens, Tokens, Tokens]


def _two(said: Sentence, start: int, end: int) -> tuple[Tokens, Tokens, int] | None:
    """Two phrases joined by "and" that begin at `start`, and where the second ends."""
    inner = [mention for mention in said.mentions if start <= mention.start and mention.end <= end]
    if len(inner) != 2:
        return None
    joint = [at for at in range(inner[0].end, inner[1].start) if said.norm(at) == "and"]
    if len(joint) != 1 or not (said.norm(start) in DETERMINERS or inner[0].start == start):
        return None
    verb = said.subject(joint[0] + 1, plural=True)
    stop = min(verb if verb is not None else end, end)
    if stop < inner[1].end or not (said.repeatable(start, joint[0]) and said.repeatable(joint[0] + 1, stop)):
        return None
    return said.tokens[start : joint[0]], said.tokens[joint[0] + 1 : stop], stop


def _amount(said: Sentence, start: int, end: int) -> Tokens | None:
    """A number and its unit, which may be preceded by "exactly"."""
    if said.norm(start) in ("exactly", "just", "only"):
        start += 1
    token = said.tokens[start] if start < end else None
    if token is None or not (token.number or token.norm in NUMBER_WORDS) or not 2 <= end - start <= 3:
        return None
    return said.tokens[start:end]


def _said_apart(said: Sentence) -> Found | None:
    """A and B are three years apart (in age)."""
    at = next((n for n, norm in enumerate(said.norms) if norm == "apart"), None)
    two = _two(said, 0, len(said.tokens)) if at else None
    if at is None or two is None or "not" in said.norms:
        return None
    one, other, stop = two
    amount = _amount(said, stop + 1, at)
    rest = said.tokens[at + 1 :]
    if amount is None or (rest and (len(rest) != 2 or rest[0].norm != "in")):
        return None
    return one, other, said.tokens[stop : stop + 1], amount, rest


def _counted_between(said: Sentence) -> Found | None:
    """There are three years between A and B."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm == "between"), None)
    if at is None or norms[0] != "there" or norms[1] not in ("is", "are", "was", "were"):
        return None
    two, amount = _two(said, at + 1, len(norms)), _amount(said, 2, at)
    if not two or not amount or two[2] != len(norms) or unit_key(amount[-1].norm) not in _MEASURES:
        return None  # two houses, or two days, between two others are more than two apart
    return two[0], two[1], words("is"), amount, ()


def _difference(said: Sentence) -> Found | None:
    """The difference in age between A and B is three years."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm == "between"), None)
    if at is None or "difference" not in norms[:3] or len(said.mentions) < 2:
        return None
    verb = next((n for n in range(said.mentions[1].end, len(norms)) if norms[n] in ("is", "was")), None)
    two = _two(said, at + 1, verb) if verb else None
    amount = _amount(said, verb + 1, len(norms)) if verb else None
    if two is None or amount is None or two[2] != verb:
        return None
    where = norms.index("difference")
    about = said.tokens[where + 1 : at] or said.tokens[1:where]
    return two[0], two[1], words("is"), amount, about


def _differing(said: Sentence) -> Found | None:
    """The ages of A and B, A's and B's ages, A and B differ (in age) by three years."""
    norms = said.norms
    at = next((n for n in range(2, len(norms)) if norms[n] in ("differ", "differed", "differs")), None)
    by = next((n for n in range(at or 0, len(norms)) if norms[n] == "by"), None)
    if at is None or by is None or "not" in norms:
        return None
    noun, start, end = said.tokens[at + 2 : by] if norms[at + 1] == "in" else (), 0, at
    if norms[0] == "the" and norms[2] == "of":
        noun, start = said.tokens[1:2], 3
    elif norms[at - 1] not in ("", "owner", "person") and said.mentions[-1].end == at - 1:
        noun, end = said.tokens[at - 1 : at], at - 1
    two = _pair(said, start, end)
    amount = said.tokens[by + 1 :]
    if two is None or len(noun) != 1 or not amount:
        return None
    if len(amount) == 1 and noun[0].norm in _AGED:
        amount = (*amount, *words("years"))
    one, other = two
    return one, other, words("is"), amount, () if amount[0].norm in ("$", "£", "€") else noun


def _pair(said: Sentence, start: int, end: int) -> tuple[Tokens, Tokens] | None:
    """Two phrases with a value each, joined by "and", without the marks of possession."""
    inner = [each for each in said.mentions if start <= each.start and each.end <= end]
    joint = [at for at in range(start, end) if said.norm(at) == "and"]
    if len(inner) != 2 or len(joint) != 1 or not inner[0].end <= joint[0] < inner[1].start:
        return None
    if not (said.repeatable(start, joint[0]) and said.repeatable(joint[0] + 1, end)):
        return None
    one, other = said.tokens[start : joint[0]], said.tokens[joint[0] + 1 : end]
    return _plain(one), _plain(other)


def _plain(tokens: Tokens) -> Tokens:
    return (*tokens[:-1], replace(tokens[-1], owner=False))


def _consecutive(said: Sentence) -> Found | None:
    """A and B come on consecutive days, in consecutive months."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm in ("consecutive", "successive")), None)
    if at is None or at + 2 != len(norms) or norms[at - 1] not in ("on", "in") or "not" in norms:
        return None
    two = _two(said, 0, at)
    if two is None or two[2] >= at:
        return None
    return two[0], two[1], said.tokens[two[2] : at - 1], (*words("one"), *words(norms[at + 1].removesuffix("s"))), ()


def between(said: Sentence) -> Iterator[Ways]:
    """A comes between B and C, in time or rank; A is between them in age; two people come between A and B."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm == "between"), None)
    if at is None or "not" in norms:
        return
    if len(said.mentions) == 2 and not said.part(0, at).mentions:
        yield from _number_between(said, at)
        return
    aged = norms[-2:] == ("in", "age")
    end = len(norms) - 2 if aged else len(norms)
    two = _two(said, at + 1, end)
    if two is None or two[2] != end or len(said.mentions) != 3 or said.mentions[0].end > at:
        return
    start = at - 1 if norms[at - 1] in ("somewhere", "sometime") else at
    start = at - 3 if norms[at - 3 : at] in (("at", "some", "time"), ("at", "some", "point")) else start
    verb = said.subject()
    if verb is None or start - verb not in (1, 2) or not said.repeatable(0, verb):
        return
    subject = said.tokens[:start]
    more, less = ("older than", "younger than") if aged else ("after", "before")
    one, other = ((*subject, *words(more)), (*subject, *words(less)))
    yield (tuple(((*one, *a), (*other, *b)) for a, b in ((two[0], two[1]), (two[1], two[0]))),)


def _number_between(said: Sentence, at: int) -> Iterator[Ways]:
    """Exactly one runner finished between A and B."""
    norms = said.norms
    start = 1 if norms[0] in ("exactly", "only", "just") else 0
    number = NUMBER_WORDS.get(norms[start], 0)
    two = _two(said, at + 1, len(norms))
    noun = norms[start + 1].removesuffix("s")
    if noun != "person" and (not is_agent(noun) or noun in PEOPLE):
        return  # "one woman finished between A and B" does not say how many men did
    if not number or two is None or two[2] != len(norms) or at - start != 3 or number + 1 not in _NUMBERS:
        return
    verb = said.tokens[at - 1 : at]
    steps = words(f"{_NUMBERS[number + 1]} places")
    yield (tuple(((*two[0], *verb, *steps, *words(word), *two[1]),) for word in ("after", "before")),)
