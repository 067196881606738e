"""Tokenises text and normalises the spelling of numbers, times, ordinals and negations."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from solvent.translators.rules.text.words import MONTHS, NUMBER_WORDS, ORDINAL_WORDS, TENS, stem

_TOKEN = re.compile(
    r"""\b[A-F][+-](?![\w+-])          # a school grade
    |[$£€#%]
    |\d{1,2}:\d\d
    |\d+(?:st|nd|rd|th)\b
    |[^\W\d_]+\d+[^\W\d_]+(?!\w)    # a word with a number inside
    |\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?
    |[^\W\d_]+(?:'[^\W\d_]+)*
    |[,;]""",
    re.VERBOSE | re.IGNORECASE,
)
SMALLEST_TEEN = 10
_NEGATIONS = {"cannot": "can", "wont": "will", "shan't": "shall", "won't": "will", "cant": "can"}
_CONTRACTIONS = {
    **{f"{word}'s": (word, "is") for word in ("he", "she", "it", "that", "there", "who", "what")},
    **{f"{word}'re": (word, "are") for word in ("they", "you", "we")},
    **{f"{word}'d": (word, "had") for word in ("he", "she", "they", "who")},
    **{f"{word}'ve": (word, "have") for word in ("they", "we")},
}
_BARE_NEGATION = re.compile(r"(is|are|was|were|do|does|did|has|have|had|would|could|should)nt")


@dataclass(frozen=True)
class Token:
    """A word, number, sign or comma: `text` as written, `norm` its normalised lower-case spelling, `key` its stem."""

    text: str
    norm: str
    key: str
    owner: bool = False  # a possessive, written with 's

    @property
    def capitalised(self) -> bool:
        return self.text[:1].isupper()

    @property
    def number(self) -> bool:
        return self.norm[:1].isdecimal() and self.norm[-1:].isdecimal() and ":" not in self.norm


def _token(text: str, norm: str) -> Token:
    return Token(text, norm, stem(norm))


def _word(text: str) -> list[Token]:
    norm = text.lower()
    if norm in _NEGATIONS:
        return [_token(text, _NEGATIONS[norm]), _token("not", "not")]
    if norm.endswith("n't"):
        return [_token(text, norm[:-3]), _token("not", "not")]
    if bare := _BARE_NEGATION.fullmatch(norm):
        return [_token(text, bare[1]), _token("not", "not")]
    if norm.endswith("'s") and norm not in _CONTRACTIONS:
        found = _token(text[:-2], norm[:-2])
        return [replace(found, owner=True)]
    if norm in _CONTRACTIONS:
        return [_token(text, part) for part in _CONTRACTIONS[norm]]
    if norm in ORDINAL_WORDS:
        return [Token(text, _ordinal(ORDINAL_WORDS[norm]), _ordinal(ORDINAL_WORDS[norm]))]
    return [_token(text, norm)]


def _ordinal(number: int) -> str:
    return f"{number}th"  # one spelling for 1st and first


def _number(text: str) -> list[Token]:
    if ordinal := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", text, re.IGNORECASE):
        norm = _ordinal(int(ordinal[1]))
    elif ":" in text:
        norm = text.lstrip("0") if not text.startswith("0:") else text
    else:
        norm = text.replace(",", "")
        norm = re.sub(r"(\.\d*?)0+$", r"\1", norm).rstrip(".") if "." in norm else str(int(norm))
    return [Token(text, norm, norm)]


@lru_cache(maxsize=4096)
def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a sentence; quotation marks, brackets, full stops and hyphens only separate tokens."""
    found: list[Token] = []
    plain = re.sub(r"[\u2018\u2019`\u00b4]", "'", text)
    plain = re.sub(r"\bno\.\s?(?=\d)", "number ", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\b([ap])\.\s?m\b\.?", r"\1m", plain, flags=re.IGNORECASE)
    plain = re.sub(r"(\d)'\s?(\d{1,2})(?:\"|\u201d|'')", r"\1 ft \2 in", plain)
    for match in _TOKEN.finditer(plain):
        piece = match[0]
        if piece[0].isdecimal():
            found.extend(_number(piece))
        elif piece[0].isalpha() and piece[-1] not in "+-":
            found.extend(_word(piece))
        else:
            found.append(Token(piece, piece.lower(), piece.lower()))
    return tuple(_settle(found))


def _settle(tokens: list[Token]) -> list[Token]:
    """Normalise tokens that depend on their neighbour: "forty five", "12 noon", "7am", "May 4th"."""
    for at in reversed(range(len(tokens) - 1)):
        this, following = tokens[at], tokens[at + 1]
        if this.norm in TENS and 0 < NUMBER_WORDS.get(following.norm, 0) < SMALLEST_TEEN:
            norm = str(TENS[this.norm] + NUMBER_WORDS[following.norm])
            tokens[at : at + 2] = [Token(f"{this.text} {following.text}", norm, norm)]
        elif (
            following.norm == "year"
            and this.norm in NUMBER_WORDS
            and [t.norm for t in tokens[at + 2 : at + 3]] == ["old"]
        ):
            norm = str(NUMBER_WORDS[this.norm])
            tokens[at] = Token(this.text, norm, norm)  # "ten-year-old"
    for at in range(len(tokens) - 1):
        this, following = tokens[at], tokens[at + 1]
        if following.norm in ("noon", "midday") and this.norm in ("12", "12:00"):
            tokens[at], tokens[at + 1] = Token(this.text, "12:00", "12:00"), Token(following.text, "pm", "pm")
        elif following.norm in ("am", "pm") and this.number:
            tokens[at] = Token(this.text, f"{this.norm}:00", f"{this.norm}:00")
        elif this.key in MONTHS and following.norm.endswith("th") and following.norm[0].isdecimal():
            tokens[at + 1] = Token(following.text, following.norm[:-2], following.norm[:-2])
    for at in reversed(range(len(tokens))):
        if tokens[at].norm in ("noon", "midday"):
            tokens[at : at + 1] = [Token(tokens[at].text, "12:00", "12:00"), Token("", "pm", "pm")]
    return tokens
