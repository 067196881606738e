"""Small puzzles of our own with their answers, and a program that a model might have written."""

from solvent.explanations.subject import Subject
from solvent.solvers import load
from solvent.translators import Clue, Puzzle

FRIENDS = """\
friend: Ada, Ben, Cyd
drink: tea, milk, cola
pet: cat, dog, fish

Clues:
1. Ada drinks milk.
2. The cat owner drinks tea.
3. Ben does not have the cat.
4. Ada has the dog.
"""
FRIENDS_ANSWER = [
    {"friend": "Ada", "drink": "milk", "pet": "dog"},
    {"friend": "Ben", "drink": "cola", "pet": "fish"},
    {"friend": "Cyd", "drink": "tea", "pet": "cat"},
]
STREET = """\
Four houses stand in a row, numbered 1 to 4 from left to right. A different person lives in each.

house: 1, 2, 3, 4
person: Ivo, Jana, Kurt, Lena
bird: crow, finch, heron, owl

Clues:
1. Jana lives directly left of the person who keeps the owl.
2. Kurt keeps the heron.
3. Lena lives in house 1.
4. The person who keeps the finch lives next to Lena.
5. Ivo does not live in house 4.
"""
STREET_ANSWER = [
    {"house": "1", "person": "Lena", "bird": "crow"},
    {"house": "2", "person": "Jana", "bird": "finch"},
    {"house": "3", "person": "Ivo", "bird": "owl"},
    {"house": "4", "person": "Kurt", "bird": "heron"},
]
PRICES = """\
kite: Arrow, Bat, Comet
price: $10, $25, $40
colour: red, white, blue

Clues:
1. The Arrow costs more than the Bat.
2. The Comet costs $15 more than the red kite.
3. The Bat is not white.
"""


def written(preamble, clues, answer, objective=""):
    """The subject of a program in CPMpy: texts of clues with their constraints."""
    stated = "".join(f"with clue({n}):\n    model += {code}\n" for n, (_, code) in enumerate(clues, 1))
    text = f"import cpmpy as cp\n{preamble}\n{stated}{objective}answer = {answer}\n"
    known = tuple(Clue(id=n, text=said, understood=True) for n, (said, _) in enumerate(clues, 1))
    program = load("cpmpy").parse(text)
    return Subject(puzzle=Puzzle(text="", clues=known), program=program, status="verified", clues=known)


def sacks(status="verified", **known):
    """Three sacks that a model counted: two answers, of which `known` may be the one that was given."""
    subject = written(
        "x, y, z = cp.intvar(1, 9, shape=3)",
        [
            ("The sacks hold 9 apples in all.", "x + y + z == 9"),
            ("The first one holds the fewest.", "(x < y) & (x < z)"),
        ],
        '{"x": x, "y": y, "z": z}',
    )
    return Subject(**{**vars(subject), "answer": known or None, "status": status})
