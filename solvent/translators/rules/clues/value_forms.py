"""The ways in which clues may write a value."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.values import POSITION_WORDS, Category
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import GLUE, NUMBER_WORDS, RESERVED

_GLUE_RESERVED = GLUE | RESERVED
_NUMBERS = {str(number): word for word, number in NUMBER_WORDS.items() if number <= 12}
_CURRENCIES = {"$": "dollars", "£": "pounds", "€": "euros"}


@dataclass(frozen=True)
class Form:
    """One way to write a value."""

    tokens: tuple[Token, ...]
    value: Value
    part: bool = False
    proper: bool = False  # a part of a name, which a clue must capitalise
    address: bool = False  # "number 3", which may also describe something else: "the number 3 bus"


def strip(tokens: Sequence[Token], value: str) -> tuple[Token, ...]:
    article = bool(re.match(r"(?:the|an?)\s|#", value, re.IGNORECASE))
    kept = tuple(tokens[1:]) if len(tokens) > 1 and article else tuple(tokens)
    return kept or tuple(tokens)


def shared_words(spelled: Sequence[tuple[Token, ...]]) -> frozenset[str]:
    """Words in every value of a category ("riders" in "50 riders", "house" in "ranch house"), which a clue may omit."""
    keys = [{token.key for token in tokens if token.norm.isalpha()} for tokens in spelled]
    return frozenset(set.intersection(*keys)) if keys and all(len(tokens) > 1 for tokens in spelled) else frozenset()


def forms_of(tokens: tuple[Token, ...], value: Value, category: Category, shared: frozenset[str]) -> list[Form]:
    if not tokens:
        return []
    if category.kind == "position":
        return _position_forms(tokens, value, category)
    forms = [Form(tokens, value)]
    bare = tuple(token for token in tokens if token.key not in shared)
    if bare and bare != tokens:
        forms.append(Form(bare, value, part=True))
    if any(mark in category.values[value.index] for mark in (" - ", "/", "&")):
        forms.append(Form(tuple(_joined(tokens)), value))
    if len(tokens) == 1 and tokens[0].capitalised and tokens[0].norm.endswith(("s", "x", "z", "ch", "sh")):
        family = f"{tokens[0].text}es"  # "the Joneses"
        forms.append(Form(tokenise(family), value))
    if category.kind == "money" and tokens[0].norm in _CURRENCIES:
        forms.append(Form((*tokens[1:], *tokenise(_CURRENCIES[tokens[0].norm])), value))
    forms += [each for form in list(forms) if (each := _in_words(form))]
    if category.kind == "number" and len(tokens) == 1 and tokens[0].norm in _NUMBERS:
        number = tokenise(_NUMBERS[tokens[0].norm])
        forms += [Form((*number, Token(word, word, word)), value) for word in category.words if word.isalpha()]
    if category.order.rank and not category.order.turned and len(tokens) == 1 and tokens[0].norm.isdecimal():
        forms += _rank_forms(tokens[0], value)
    if category.kind == "clock" and tokens[0].norm == "12:00":
        forms.append(Form(tokenise("noon" if tokens[1:2] and tokens[1].norm == "pm" else "midnight"), value))
    return forms


def _in_words(form: Form) -> Form | None:
    """A form with its number in words: "one brother" for "1 brother"; None if it has none, or nothing else."""
    at = next((n for n, token in enumerate(form.tokens) if token.norm in _NUMBERS), None)
    if at is None or len(form.tokens) == 1:
        return None
    tokens = (*form.tokens[:at], *tokenise(_NUMBERS[form.tokens[at].norm]), *form.tokens[at + 1 :])
    return Form(tokens, form.value, form.part, form.proper)


def _joined(tokens: tuple[Token, ...]) -> list[Token]:
    """The tokens with "and" between: "black and white" for the value "black - white"."""
    linked = [tokens[0]]
    for token in tokens[1:]:
        linked += [Token("and", "and", "and"), token]
    return linked


def _rank_forms(token: Token, value: Value) -> list[Form]:
    """The forms of a rank, "third place"; "third" alone may mean another third ("a second later")."""
    ordinal = Token(f"{token.norm}th", f"{token.norm}th", f"{token.norm}th")
    return [Form((ordinal, *tokenise(noun)), value) for noun in ("place", "position")]


def _position_forms(tokens: tuple[Token, ...], value: Value, category: Category) -> list[Form]:
    """The forms of a place: "third house", "house 3", "house number 3", "third"."""
    number = value.index + 1
    ordinal = Token(f"{number}th", f"{number}th", f"{number}th")
    counted = all(each.isdecimal() for each in category.values)
    digits = tokens[0] if counted else Token(str(number), str(number), str(number))
    from_one = not counted or category.values[0] == "1"
    places = [tokenise(word)[0] for word in sorted(POSITION_WORDS)] if from_one else []
    places += [token for token in tokenise(category.name) if token.norm.isalpha()]
    forms = [Form(tokens, value)] if not (tokens[0].number and from_one) else []
    forms += [Form((ordinal,), value)] if from_one else []
    for place in places:
        forms += [
            Form((ordinal, place), value),
            Form((place, digits), value),
            Form((place, *tokenise("number"), digits), value),
        ]
    return forms


def numbered(category: Category, number: int) -> list[Form]:
    """The forms "number 1", "number 2" of places, which are category `number`."""
    return [
        Form((*tokenise("number"), Token(str(at + 1), str(at + 1), str(at + 1))), Value(number, at), address=True)
        for at in range(len(category.values))
    ]


def proper_parts(categories: Sequence[Category], index: dict[str, list[Form]]) -> list[Form]:
    """Parts of names ("Crunch" in "Castle Crunch") that are in no other value and in no category name."""
    counts: Counter[str] = Counter()
    for category in categories:
        for value in category.values:
            counts.update({token.key for token in tokenise(value)})
        counts.update(category.words)
    parts = []
    for forms in list(index.values()):
        for form in forms:
            words = [token for token in form.tokens if token.capitalised and len(token.norm) > 2]
            if len(form.tokens) < 2 or form.part:
                continue
            parts += [
                Form((token,), form.value, part=True, proper=True)
                for token in words
                if counts[token.key] == 1 and token.norm not in _GLUE_RESERVED
            ]
    return parts
