"""Words for relatives and friends: whether they denote somebody in the puzzle, or somebody else."""

from collections import Counter
from collections.abc import Iterable, Sequence

from solvent.translators.rules.clues.grammar import Context
from solvent.translators.rules.clues.mentions import Mention
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import KIN, NUMBER_WORDS, listed

_NEAR = 4  # words from a number to what it counts: "four old school friends"
_PICKING = frozenset(listed("from in at on with who whose that aged living"))


def of_relatives(clues: Iterable[tuple[Sequence[Token], Sequence[Mention]]]) -> frozenset[int]:
    """The categories whose values, at the start of a clue, always precede a word for a relative: "Ada's cousin"."""
    related, plain = Counter[int](), set[int]()
    for tokens, mentions in clues:
        for mention in mentions[:1]:
            if mention.start > 1 or not mention.settled:
                continue
            after = tokens[mention.end].norm if mention.end < len(tokens) else ""
            if after in KIN:
                related[mention.candidates[0].category] += 1
            else:
                plain.add(mention.candidates[0].category)
    return frozenset(category for category, count in related.items() if count > 1) - plain


def company(introduction: str) -> frozenset[str]:
    """The words for relatives and friends by which an introduction counts all its people: "four friends"."""
    tokens = tokenise(introduction)
    counted = [at for at, token in enumerate(tokens) if token.number or token.norm in NUMBER_WORDS]
    near = {tokens[n].norm for at in counted for n in range(at + 1, min(at + _NEAR, len(tokens)))}
    return frozenset(word for word in KIN if f"{word}s" in near)


def _is_the_one(tokens: Sequence[Token], at: int) -> bool:
    """Whether "the friend from Oslo", "the cousin who is 24" picks one of the puzzle's people."""
    first = next((n for n in range(at - 1, max(-1, at - 4), -1) if tokens[n].norm == "the"), None)
    after = tokens[at + 1].norm if at + 1 < len(tokens) else ""
    return first is not None and after in _PICKING and not any(token.owner for token in tokens[first:at])


def describes_a_row(tokens: Sequence[Token], mentions: Sequence[Mention], at: int, context: Context) -> bool:
    """Whether a word for a relative describes a row of the puzzle, not somebody else.

    "Ada's friend" and "a friend of Ada" are not Ada, even if the puzzle calls all its people friends.
    """
    word, categories = tokens[at], context.known.categories
    naming = {number for number, category in enumerate(categories) if word.key in category.words}
    owners = [mention for mention in mentions if mention.end == at and tokens[at - 1].owner]
    own = {value.category for mention in owners for value in mention.candidates}
    if word.norm in context.company and not own and _is_the_one(tokens, at):
        return True
    if word.norm == "child" and not naming and _is_the_one(tokens, at):
        return True  # anybody young
    if not naming:
        # "Ada's friend the rower" relates two rows; "has ten friends" counts.
        return bool(own & context.kin)
    of = [token.norm for token in tokens[at + 1 : at + 2]] == ["of"]
    after = next((mention.candidates for mention in mentions if of and mention.start > at), ())
    called = any(word.key == token.key for value in after for token in tokenise(categories[value.category].name))
    # "The mother of Tim" is in Tim's row; "a friend of the cat's owner" is somebody else.
    return not (naming & own or called or (of and tokens[at - 1].norm in ("a", "an")))
