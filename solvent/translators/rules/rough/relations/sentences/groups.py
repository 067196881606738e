"""Mentions that stand together: "Ann, Bo and the baker", "neither tea nor milk", "the cat or the dog"."""

from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.text.words import is_agent, listed

Ends = tuple[Value, ...]
JOINS = frozenset(("AND", "OR", "NOR", "COMMA", "BUT"))
BOUNDS = JOINS | {"SEMI", "WHO", "SO", "NEITHERONE"}
_SAYING = (
    "NOT",
    "SO",
    "IMM",
    "COMPARE",
    "COMPARATIVE",
    "BESIDE",
    "OPPOSITE",
    "BETWEEN",
    "FACTOR",
    "DIFF",
    "SUBJECT",
    "OBJECT",
)
_VERBS = frozenset(listed("""is are was were has have had does did do can will sat stood came went got won sang ran"""))
_PEOPLE = frozenset(
    listed(
        """person man woman child boy girl one owner guy lady people friend gentleman student neighbour
        neighbor house winner mr mrs ms miss dr sir professor family"""
    )
)


@dataclass(frozen=True)
class Group:
    """Mentions, each of which may be any of some values; `join` is "and", "or" or "" for a single one."""

    items: tuple[Ends, ...]
    join: str = ""

    @property
    def single(self) -> bool:
        return len(self.items) == 1

    @property
    def category(self) -> int:
        """The category of the first mention."""
        return self.items[0][0].category


def is_mention(token: Token) -> bool:
    return token.kind == "MENTION"


def is_noun(token: Token, nouns: dict[str, int]) -> bool:
    """Whether a token is a noun for people or for one of a category, or a little word before it."""
    if token.kind in ("DET", "PREP", "POSSESSIVE", "ONE"):
        return True
    plain = token.text.removesuffix("'s")
    return token.kind == "WORD" and (
        plain in _PEOPLE or plain in nouns or plain.removesuffix("s") in nouns or is_agent(plain)
    )


def segment(tokens: Sequence[Token], start: int) -> int:
    """Where the stretch of tokens from `start` ends: at the next word that joins or bounds."""
    at = start
    while at < len(tokens) and tokens[at].kind not in BOUNDS:
        at += 1
    return at


def is_verb(token: Token) -> bool:
    """Whether a token looks like a verb after its subject."""
    return token.kind == "WORD" and (token.text in _VERBS or token.text.endswith(("s", "ed")))


def mentions(tokens: Sequence[Token]) -> int:
    return sum(map(is_mention, tokens))


def group_at(
    tokens: Sequence[Token], at: int, nouns: dict[str, int], *, first: bool, pick: int, subject: int = -1
) -> tuple[Group, int]:
    """The mentions joined from `at` on, and where they end; `first` if they stand before the verb."""
    items = [_values(tokens[at], pick)]
    joins: list[str] = []
    end = at + 1
    while True:
        found = _next_item(tokens, end, nouns, first=first, avoid=-1 if items[0][0].category == subject else subject)
        if found is None:
            break
        joined, here = found
        if joins and joins[-1] != "COMMA" and any(token.kind == "COMMA" for token in tokens[end:here]):
            break
        joins.append(joined)
        items.append(_values(tokens[here], pick))
        end = here + 1
    join = "or" if "OR" in joins else "and" if {"AND", "NOR"} & set(joins) else "list" if joins else ""
    return Group(tuple(items), join), end


def _values(token: Token, pick: int) -> Ends:
    return token.other if pick and token.other else token.values


def _next_item(
    tokens: Sequence[Token], end: int, nouns: dict[str, int], *, first: bool, avoid: int = -1
) -> tuple[str, int] | None:
    at = end
    joins = []
    while at < len(tokens) and (_owning(tokens[at]) or (tokens[at].kind == "WORD" and is_noun(tokens[at], nouns))):
        at += 1
    if first and at > end and _owning(tokens[at - 1]) and [each.kind for each in tokens[at : at + 1]] == ["WORD"]:
        at += 1  # "neither the baker's bread nor ..."
    while at < len(tokens) and tokens[at].kind in JOINS:
        joins.append(tokens[at].kind)
        at += 1
    if not joins or "BUT" in joins:
        return None
    here = at
    while here < len(tokens) and here - at < 5 and is_noun(tokens[here], nouns) and not is_mention(tokens[here]):
        here += 1
    if here >= len(tokens) or not is_mention(tokens[here]):
        return None
    if not first and not _is_listed(tokens, at, here, nouns, avoid, joins):
        return None
    kind = next((each for each in joins if each != "COMMA"), "COMMA")
    return kind, here


def _is_listed(
    tokens: Sequence[Token], at: int, here: int, nouns: dict[str, int], avoid: int, joins: Sequence[str]
) -> bool:
    """Whether a mention at `here`, joined to an object, goes on with it and begins no clause."""
    stop = segment(tokens, here)
    after = tokens[here:stop]
    described = [token.kind for token in tokens[stop : stop + 2]] == ["COMMA", "WHO"]
    if described or mentions(after) > 1 or tokens[here].values[0].category == avoid:
        return False
    shared = [token.kind for token in after[-2:]] == ["BETWEEN", "OBJECT"]  # "have A and B between them"
    if any(token.kind in _SAYING for token in (after[:-2] if shared else after)) or any(
        token.kind == "PREP" for token in tokens[at:here]
    ):
        return False
    verb = next((token for token in after[1:] if not is_noun(token, nouns)), None)
    if verb is not None and is_verb(verb):
        return False
    return list(joins) != ["COMMA"] or _goes_on_as_list(tokens, here + 1)


def _owning(token: Token) -> bool:
    return token.kind == "PREP" and token.text in ("'s", "'")


def _goes_on_as_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comma list comes to its "and" or "or"."""
    stop = segment(tokens, at)
    return any(token.kind in ("AND", "OR", "NOR") for token in tokens[stop : stop + 6])
