"""Words for relatives and friends: whether they denote somebody in the puzzle, or somebody else."""

from collections import Counter
from collections.abc import Iterable, Sequence

from solvent.translators.rules.clues.grammar import Context
from solvent.translators.rules.clues.mentions import Mention
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import KIN


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


def describes_a_row(tokens: Sequence[Token], mentions: Sequence[Mention], at: int, context: Context) -> bool:
    """Whether a word for a relative describes a row of the puzzle, not somebody else.

    "Ada's friend" and "a friend of Ada" are not Ada, even if the puzzle calls all its people friends.
    """
    word, categories = tokens[at], context.known.categories
    naming = {number for number, category in enumerate(categories) if word.key in category.words}
    owners = [mention for mention in mentions if mention.end == at and tokens[at - 1].owner]
    own = {value.category for mention in owners for value in mention.candidates}
    if not naming:
        # "Ada's friend the rower" relates two rows; "has ten friends" counts.
        return bool(own & context.kin)
    of = [token.norm for token in tokens[at + 1 : at + 2]] == ["of"]
    after = next((mention.candidates for mention in mentions if of and mention.start > at), ())
    called = any(word.key == token.key for value in after for token in tokenise(categories[value.category].name))
    # "The mother of Tim" is in Tim's row; "a friend of the cat's owner" is somebody else.
    return not (naming & own or called or (of and tokens[at - 1].norm in ("a", "an")))
