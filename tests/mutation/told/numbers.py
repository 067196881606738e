"""Word problems made from templates, their answers found by trying all numbers, and what makes them doubtful."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random


@dataclass(frozen=True)
class Problem:
    """The sentences of a problem, the question last, and its only answer."""

    sentences: tuple[str, ...]
    answer: object

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


def _only(found: Iterator[object]) -> object:
    """The only answer, or None."""
    answers = list(found)
    return answers[0] if len(answers) == 1 else None


def _farm(random: Random) -> tuple[tuple[str, ...], object]:
    hens, pigs = random.randint(3, 30), random.randint(3, 30)
    heads, legs = hens + pigs, 2 * hens + 4 * pigs
    told = ("There are hens and pigs in the yard.", f"They have {heads} heads.", f"They have {legs} legs.",
            "How many hens are there?")  # fmt: skip
    return told, _only(h for h in range(1, heads) if 2 * h + 4 * (heads - h) == legs)


def _coins(random: Random) -> tuple[tuple[str, ...], object]:
    dimes, nickels = random.randint(3, 20), random.randint(3, 20)
    count, cents = dimes + nickels, 10 * dimes + 5 * nickels
    told = (f"In the jar there are {count} coins, only dimes and nickels.",
            f"They are worth ${cents // 100}.{cents % 100:02}.", "How many dimes are there?")  # fmt: skip
    return told, _only(d for d in range(1, count) if 10 * d + 5 * (count - d) == cents)


def _ages(random: Random) -> tuple[tuple[str, ...], object]:
    son, times = random.randint(4, 15), random.randint(3, 5)
    total = son * (times + 1) + 20
    told = (f"Rita is {times} times as old as Ned.", f"In ten years, their ages will add up to {total}.",
            "How old is Ned?")  # fmt: skip
    return told, _only(n for n in range(1, 99) if n + times * n + 20 == total)


def _prices(random: Random) -> tuple[tuple[str, ...], object]:
    cup, more = random.randint(2, 20), random.randint(2, 20)
    told = (f"A cup and a jug cost \u00a3{2 * cup + more} together.", f"The jug is \u00a3{more} dearer than the cup.",
            "How much does the cup cost?")  # fmt: skip
    return told, _only(c for c in range(1, 99) if 2 * c + more == 2 * cup + more)


def _shares(random: Random) -> tuple[tuple[str, ...], object]:
    una, more = random.randint(3, 20), random.randint(2, 9)
    total = 3 * una + una + more
    told = (f"{total} nuts were shared out among Una, Vic and Wes.", "Vic got twice as many as Una.",
            f"Wes got {more} more than Una.", "How many nuts did Vic get?")  # fmt: skip
    return told, _only(2 * u for u in range(1, total) if u + 2 * u + u + more == total)


def _spent(random: Random) -> tuple[tuple[str, ...], object]:
    left = 2 * random.randint(2, 30)
    told = ("Tess spent half of her money on a hat.", "Then she spent a third of what was left on a scarf.",
            f"She had \u20ac{left} left.", "How much money did she have at first?")  # fmt: skip
    return told, _only(m for m in range(6, 999) if m % 6 == 0 and m * 2 == left * 6)


def _work(random: Random) -> tuple[tuple[str, ...], object]:
    fast, slow = random.choice([(3, 6), (4, 12), (6, 12), (10, 15), (20, 30)])
    told = (f"Rob can paint the shed in {fast} hours.", f"Sue can paint the shed in {slow} hours.",
            "How many hours would it take them to paint it together?")  # fmt: skip
    return told, _only(t for t in range(1, 99) if t * (fast + slow) == fast * slow)


def _snail(random: Random) -> tuple[tuple[str, ...], object]:
    up, down, depth = random.randint(3, 6), random.randint(1, 2), random.randint(10, 30)
    told = (f"A snail sits at the bottom of a well which is {depth} metres deep.",
            f"By day it climbs {up} metres, and by night it slides back {down} metres.",
            "On which day will the snail get out?")  # fmt: skip
    return told, next(day for day in range(1, 99) if up * day - down * (day - 1) >= depth)


def _average(random: Random) -> tuple[tuple[str, ...], object]:
    count, before, after = random.randint(3, 8), random.randint(10, 20), random.randint(10, 20)
    last = (count + 1) * after - count * before
    told = (f"After {count} rounds our team was averaging {before} points.",
            f"After those {count + 1} rounds the average stood at {after}.",
            "How many points did we score in the last round?")  # fmt: skip
    return told, last if last > 0 else None


def _handshakes(random: Random) -> tuple[tuple[str, ...], object]:
    people = random.randint(4, 30)
    told = ("Everybody shook hands with everybody else once.",
            f"There were {people * (people - 1) // 2} handshakes.", "How many people were there?")  # fmt: skip
    return told, people


def _quiz(random: Random) -> tuple[tuple[str, ...], object]:
    right, wrong = random.randint(8, 15), random.randint(1, 7)
    told = ("For every correct answer you are given 3 points.", "For every wrong one, a point is taken off.",
            f"Abel answered all {right + wrong} questions.", f"He ended up with {3 * right - wrong} points.",
            "How many did he get wrong?")  # fmt: skip
    pairs = product(range(30), repeat=2)
    return told, _only(w for r, w in pairs if r + w == right + wrong and 3 * r - w == 3 * right - wrong)


_TEMPLATES: tuple[Callable[[Random], tuple[tuple[str, ...], object]], ...] = (
    _farm, _coins, _ages, _prices, _shares, _spent, _work, _snail, _average, _handshakes, _quiz,
)  # fmt: skip


def problems(seed: int, each: int) -> Iterator[Problem]:
    """Yield problems with one answer, some of each template."""
    random = Random(seed)
    for template in _TEMPLATES:
        made = 0
        while made < each:
            sentences, answer = template(random)
            if answer is not None:
                made += 1
                yield Problem(sentences, answer)


_BEFORE_NUMBERS = ("about", "roughly", "nearly", "perhaps", "not", "almost", "around")
_BOUNDS = ("at least", "at most", "more than")
_BEHIND = (", I think", " in a dream", ", if I remember rightly", ", or so", " in a story", ", supposedly",
           ", but somebody else says no", " unless I am wrong", " in my opinion", ", give or take a few")  # fmt: skip
_IN_FRONT = ("In a dream, ", "Perhaps ", "Supposedly, ", "It is not true that ", "I guess that ", "Rumour has it that ",
             "Hardly anybody believes that ", "If I am not mistaken, ")  # fmt: skip


def doubtful(problem: Problem) -> Iterator[str]:
    """Yield the problem with one statement made doubtful: no answer follows from any of these texts."""
    *told, asked = problem.sentences
    for at, sentence in enumerate(told):
        for changed in _doubted(sentence):
            yield " ".join([*told[:at], changed, *told[at + 1 :], asked])
    yield " ".join([*told, "Some of this may be wrong.", asked])
    yield " ".join([*told, "Only half of it is true.", asked])


def weaker(problem: Problem) -> Iterator[str]:
    """Yield the problem with one statement left out, or with a bound for a number: several answers are possible."""
    *told, asked = problem.sentences
    for at, sentence in enumerate(told):
        if _number(sentence) is not None:
            yield " ".join([*told[:at], *told[at + 1 :], asked])
            for bound in _BOUNDS:
                yield " ".join([*told[:at], _before_number(sentence, bound), *told[at + 1 :], asked])


def _number(sentence: str) -> int | None:
    """Where the first number of a sentence stands, among its words."""
    return next((at for at, word in enumerate(sentence.split()) if any(sign.isdigit() for sign in word)), None)


def _before_number(sentence: str, said: str) -> str:
    words = sentence.split()
    return " ".join([*words[: _number(sentence)], said, *words[_number(sentence) :]])


def _doubted(sentence: str) -> Iterator[str]:
    for word in _BEFORE_NUMBERS if _number(sentence) is not None else ():
        yield _before_number(sentence, word)
    for tail in _BEHIND:
        yield f"{sentence[:-1]}{tail}."
    first = sentence.split(maxsplit=1)[0]
    for head in _IN_FRONT:
        yield head + (first.lower() if first in _ORDINARY else first) + sentence[len(first) :]


_ORDINARY = frozenset(("There", "They", "In", "A", "Then", "She", "For", "He", "After", "By", "Everybody"))
