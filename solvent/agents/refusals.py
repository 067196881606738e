"""Why a text is refused, in three lines: what was understood, what was not, and how to write it."""

from textwrap import shorten

from solvent.translators import Puzzle, rules

_WIDTH = 160  # characters of a sentence that are quoted


def refusal(puzzle: Puzzle) -> str:
    """Return the three lines for a puzzle of which the rules did not understand enough."""
    unread = _not_understood(puzzle)
    end = "" if unread.endswith(('."', '?"', '!"', '..."')) else "."
    return "\n".join((f"Understood: {_understood(puzzle)}.", f"Not understood: {unread}{end}", _advice(puzzle)))


def _understood(puzzle: Puzzle) -> str:
    if not puzzle.kind:
        language = rules.language(puzzle.text)
        if language:
            return f"nothing; the text seems to be in {language}, and the rules read only English"
        return "nothing; the text was not recognised as a kind of puzzle that the rules know"
    about = "; ".join(f"{name}: {', '.join(values)}" for name, values in puzzle.entities.items())
    kind = f"a {puzzle.kind}" + (f" ({_cut(about)})" if about else "")
    read = sum(bool(clue.understood) for clue in puzzle.clues)
    return f"{kind}, and {read} of {len(puzzle.clues)} clues" if puzzle.clues else kind


def _not_understood(puzzle: Puzzle) -> str:
    clue = next((clue for clue in puzzle.clues if not clue.understood), None)
    if clue is not None:
        more = sum(not each.understood for each in puzzle.clues) - 1
        others = f", and {more} more {'clue' if more == 1 else 'clues'}" if more else ""
        return f'clue {clue.id}, "{_cut(clue.text)}"{_because(clue.reason)}{others}'
    passage = next((passage for passage in puzzle.passages if passage.blocks), None)
    passage = passage or next((each for each in puzzle.passages if each.role == "unread"), None)
    if passage is None:
        return "what it asks for"
    return f'"{_cut(passage.text)}"{_because(passage.reason) if puzzle.kind else ""}'


def _advice(puzzle: Puzzle) -> str:
    clue = next((clue for clue in puzzle.clues if not clue.understood), None)
    near = rules.template(puzzle, clue.text) if clue is not None else ""
    if near:
        return f'Write it like "{near}", one fact per sentence, or name a model with --model.'
    if clue is not None:
        return (
            "Write one fact per sentence: who has what, who does not, who comes before whom; "
            "or name a model with --model."
        )
    if puzzle.kind:
        return "Leave that out or write it as a clue of its own, or name a model with --model."
    if rules.language(puzzle.text):
        return "Write it in English, or name a model with --model."
    return f"Write it like {rules.example(puzzle.text)}, or name a model with --model."


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _cut(text: str) -> str:
    return shorten(text, _WIDTH, placeholder=" ...")
