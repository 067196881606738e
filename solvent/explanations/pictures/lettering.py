"""How much room a text takes up, and how it is cut into lines; in columns, of which a wide character takes two."""

from rich.cells import cell_len, chop_cells


def width(text: str) -> int:
    """The columns that a text takes up."""
    return cell_len(text)


def centred(text: str, room: int) -> str:
    """The text in the middle of so many columns."""
    left = max(0, room - width(text)) // 2
    return " " * left + text + " " * max(0, room - width(text) - left)


def right(text: str, room: int) -> str:
    """The text at the end of so many columns."""
    return " " * max(0, room - width(text)) + text


def folded(text: str, room: int, most: int | None = None) -> list[str]:
    """The text in lines of at most `room` columns, words longer than that cut; beyond `most` lines, "…" ends it."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > room:
            lines.append(line)
            line = ""
        pieces = chop_cells(word, room) if width(word) > room else [word]
        lines += pieces[:-1]
        line = f"{line} {pieces[-1]}" if line else pieces[-1]
    lines.append(line)
    if most is None or len(lines) <= most:
        return lines
    kept = lines[:most]
    while width(kept[-1]) >= room:
        kept[-1] = kept[-1][:-1]
    return [*kept[:-1], kept[-1] + "…"]
