"""Rewrites how a text introduces people in two parts, and lists with slashes: as one plain list of each."""

import re

_NAME = r"(?:(?:Mrs?|Ms|Dr|Miss)\.? )?[A-Z][\w'-]+"
_NAMES = rf"{_NAME}(?:, {_NAME})*,? (?:and|&) {_NAME}|{_NAME}"
_SORT = (
    r"(?P<{0}>girl|boy|woman|man|women|men|lady|ladies|gentlem[ae]n|female|male|sister|brother|daughter|son|wife|wives|"
    r"husband|adult|child|children|kid|grown-up|teacher|pupil|student|cat|dog)s?"
)
_TWO = re.compile(
    rf"\b[Tt]he (?:\w+ )?{_SORT.format('one')} (?:are|were|is|was)(?: called| named)? (?P<first>{_NAMES})"
    rf"(?:,|;|,? and|, while)(?: and)? the (?:\w+ )?{_SORT.format('other')}"
    rf" (?:(?:are|were|is|was) )?(?:called |named )?(?P<second>{_NAMES})"
)
_PAIR = re.compile(
    rf"\bthe two (?:\w+ )?{_SORT.format('one')}(?:,| \(| are| were| -) (?P<first>{_NAMES})", re.IGNORECASE
)
_SLASHES = re.compile(
    r"(?<=[,:=] )(\w[\w' -]{0,24}?)((?: ?/ ?\w[\w' -]{0,24}?){1,8}) ?/ ?(\w[\w'-]*(?: [\w'-]+)?)(?=[,.;)\n]|$)"
)
_DENIED = re.compile(r"\b(?:no|not|never|neither|nor)\b|n't\b")
_PLURALS = {"women": "woman", "men": "man", "ladies": "lady", "wives": "wife", "children": "child"}


def together(text: str) -> str:
    """A text that lists all people together, and says which of them may be "one of the women"."""
    text = _SLASHES.sub(_as_list, text)
    found = _TWO.search(text)
    if found is None:
        return text
    names = {_singular(found["one"]): _split(found["first"]), _singular(found["other"]): _split(found["second"])}
    every = [name for each in names.values() for name in each]
    listed = f"The people are {', '.join(every[:-1])} and {every[-1]}"
    before, after = text[: found.start()], text[found.end() :]
    for sort, some in names.items():
        after = _named(after, sort, some)
    return f"{before}{listed}{after}"


def _named(text: str, sort: str, names: list[str]) -> str:
    """A text with the names for "one of the women" and "a woman", where nothing is denied."""
    plural = next((many for many, one in _PLURALS.items() if one == sort), f"{sort}s")
    pattern = re.compile(
        rf"\b(?:it was )?(?:one of (?:the )?(?:two |three )?{plural}|an? {sort})\b(?! of)(?P<who> who)?", re.IGNORECASE
    )
    either = f"either {' or '.join(names)}" if len(names) > 1 else names[0]

    def put(match: re.Match[str]) -> str:
        start = max(text.rfind(sign, 0, match.start()) for sign in ".;?!\n")
        return match[0] if _DENIED.search(text[start + 1 : match.start()]) else either

    return pattern.sub(put, text)


def _split(names: str) -> list[str]:
    return re.split(r",? (?:and|&) |, ", names)


def _singular(word: str) -> str:
    return _PLURALS.get(word.lower(), word.lower())


def _as_list(match: re.Match[str]) -> str:
    values = [each.strip() for each in f"{match[1]}{match[2]}/{match[3]}".split("/")]
    return f"({', '.join(values[:-1])} or {values[-1]})"
