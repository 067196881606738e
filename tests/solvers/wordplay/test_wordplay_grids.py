"""Crosswords and acrostics: the engines on puzzles of our own."""

import random
import re
import string
import subprocess
import sys

import pytest
import simulated_model
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.solvers import Status, accepts, run
from solvent.solvers.frameworks import wordplay
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay import acrostic, crossword
from solvent.solvers.wordplay.lexicon import lexicon

SQUARE = ("HEART", "EMBER", "ABUSE", "RESIN", "TREND")  # reads the same across and down
SLOTS = {f"{n}-Across": [[n - 1, c] for c in range(5)] for n in range(1, 6)}
SLOTS |= {f"{n}-Down": [[r, n - 1] for r in range(5)] for n in range(1, 6)}
GOLD = {name: SQUARE[int(name[0]) - 1] for name in SLOTS}
CLASH = "5-Down and 1-Across disagree where they cross"
GRID = [[""] * 5 for _ in range(5)]

# The answers hold every letter of the quotation once.
QUOTE = "A QUIET GARDEN TEACHES A PATIENT MAN MORE THAN A HUNDRED CLEVER BOOKS EVER COULD"


@pytest.fixture(scope="module")
def words():
    return lexicon()


def crossword_of(candidates, grid=GRID):
    return {"kind": "crossword", "grid": grid, "slots": SLOTS, "candidates": candidates}


def numbered(quote):
    """The quotation as numbers and signs."""
    count = iter(range(1, len(quote) + 1))
    return " ".join(str(next(count)) if letter.isalpha() else "#" if letter == " " else letter for letter in quote)


def test_the_right_answers_win_where_they_cross(words):
    lot = random.Random(3)
    candidates = {name: [[word, 0.7], ["ZEBRA", 0.1]] for name, word in GOLD.items()}
    for name in ("1-Across", "3-Down", "5-Across"):
        candidates[name] = [[wrong, 0.3] for wrong in lot.sample(words.words_of_length(5)[:500], 3)]
    found = crossword.solve(crossword_of(candidates), words, seconds=20)
    assert found.decodings[0].answer == GOLD
    assert found.doubt
    assert found.margin > 0


def test_a_simulated_model_is_as_good_as_it_says(words):
    lot, first, among = random.Random(7), 0, 0
    pool = words.words_of_length(5)
    for _ in range(2000):
        drawn = simulated_model.candidates("HEART", lot, pool[:400])
        assert len(drawn) == len(set(drawn)) == simulated_model.MANY
        first += drawn[0] == "HEART"
        among += "HEART" in drawn
    assert first / 2000 == pytest.approx(0.65, abs=0.04)
    assert among / 2000 == pytest.approx(0.85, abs=0.04)


def test_most_squares_are_filled_with_a_simulated_model(words):
    right = 0
    for seed in range(8):
        lot = random.Random(seed)
        drawn = {n: simulated_model.candidates(w, lot, words.words_of_length(5)) for n, w in GOLD.items()}
        candidates = {name: simulated_model.weighted(each) for name, each in drawn.items()}
        right += crossword.solve(crossword_of(candidates), words, seconds=20).decodings[0].answer == GOLD
    assert right >= 6


def test_given_letters_stay(words):
    grid = [["Q", "", "", "", ""], *([""] * 5 for _ in range(4))]
    candidates = {name: [[word, 0.7]] for name, word in GOLD.items()}
    answer = crossword.solve(crossword_of(candidates, grid), words, seconds=20).decodings[0].answer
    assert answer["1-Across"][0] == answer["1-Down"][0] == "Q"
    assert answer["2-Across"].endswith("MBER")  # the given letter may make another word of it


def test_a_crossword_says_why_it_does_not_allow_an_answer():
    puzzle = crossword_of({})
    assert crossword.accepts(puzzle, GOLD) == ""
    assert crossword.accepts(puzzle, {**GOLD, "1-Across": "HEARS"}) == CLASH
    assert "5 cells" in crossword.accepts(puzzle, {**GOLD, "2-Down": "EMBERS"})
    assert "no answer to 4-Down" in crossword.accepts(puzzle, {n: w for n, w in GOLD.items() if n != "4-Down"})
    assert crossword.accepts(puzzle, "HEART")


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "crossword"},
        {"kind": "crossword", "grid": GRID, "slots": {"1-Across": [[0, 7]]}},
        {"kind": "crossword", "grid": GRID, "slots": {"1-Across": []}},
        {"kind": "crossword", "grid": GRID, "slots": SLOTS, "candidates": {"1-Across": ["HEART"]}},
    ],
)
def test_what_is_no_crossword_is_refused(words, wrong):
    with pytest.raises(ProgramError):
        crossword.solve(wrong, words, seconds=5)


@settings(max_examples=6)
@given(data=st.data())
def test_any_fill_agrees_with_itself(words, data):
    """Whatever the candidates are, the answer is one letter per cell."""
    word = st.text(string.ascii_uppercase, min_size=5, max_size=5)
    listed = st.lists(st.tuples(word, st.floats(0.01, 1)).map(list), max_size=3)
    puzzle = crossword_of(data.draw(st.dictionaries(st.sampled_from(list(SLOTS)), listed)))
    found = crossword.solve(puzzle, words, seconds=20)
    assert crossword.accepts(puzzle, found.decodings[0].answer) == ""


def test_the_words_of_a_quotation_are_cut_at_signs():
    puzzle = acrostic._Puzzle.read({"puzzle": "1 2 3 ' 4 # ' 5 6 - 7 , ' 8 9 10 11 12 13 ' 14 15 ."})
    assert [(len(cells), shape) for cells, shape in puzzle.words] == [
        (4, "...'."),
        (2, ".."),
        (1, "."),
        (6, "......"),
        (2, ".."),
    ]


def acrostic_of(quote, answers):
    """Every answer takes letters of the quotation that nobody has taken."""
    letters = [letter for letter in quote if letter.isalpha()]
    free = {letter: [n for n, other in enumerate(letters, 1) if other == letter] for letter in set(letters)}
    lot = random.Random(1)
    for places in free.values():
        lot.shuffle(places)
    clues = [
        {"cells": [free[letter].pop() for letter in word if letter != " "], "text": "", "words": 1} for word in answers
    ]
    return {"kind": "acrostic", "puzzle": numbered(quote), "clues": clues}


ANSWERS = (
    "ROUTINE",
    "TEACHER",
    "DREAMED",
    "LOCKED",
    "GENUINE",
    "BOARD",
    "VAPOR",
    "CHATTED",
    "MANHATTAN",
    "QUEST",
    "EVE",
)


def test_an_acrostic_is_decoded(words):
    assert not set("".join(ANSWERS)) - set(QUOTE)
    left = list(QUOTE.replace(" ", ""))
    used = []
    for word in ANSWERS:
        if all(left.count(letter) >= word.count(letter) for letter in word):
            used.append(word)
            for letter in word:
                left.remove(letter)
    assert len(used) >= 7
    puzzle = acrostic_of(QUOTE, used)
    # What no answer covers is given, and every third letter, as a hint would be.
    covered = {cell for clue in puzzle["clues"] for cell in clue["cells"]}
    letters = QUOTE.replace(" ", "")
    puzzle["given"] = {str(n): letter for n, letter in enumerate(letters, 1) if n not in covered or n % 3 == 0}
    found = acrostic.solve(puzzle, words, seconds=40)
    answer = found.decodings[0].answer
    assert acrostic.accepts(puzzle, answer) == ""
    assert found.doubt
    right = sum(answer["mapping"][str(n)] == letter for n, letter in enumerate(letters, 1))
    assert right >= 0.9 * len(letters), answer["text"]
    assert re.sub(r"[A-Z]", "x", answer["text"]) == re.sub(r"[A-Z]", "x", QUOTE)


def test_an_acrostic_says_why_it_does_not_allow_an_answer():
    puzzle = {"kind": "acrostic", "puzzle": "1 2 # 3", "clues": [], "given": {"3": "A"}}
    assert acrostic.accepts(puzzle, {"text": "TO A", "mapping": {"1": "T", "2": "O", "3": "A"}}) == ""
    assert "no letter for 3" in acrostic.accepts(puzzle, {"mapping": {"1": "T", "2": "O"}})
    assert "given as A" in acrostic.accepts(puzzle, {"mapping": {"1": "T", "2": "O", "3": "I"}})
    assert "no `mapping`" in acrostic.accepts(puzzle, {"text": "TO A"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "acrostic"},
        {"kind": "acrostic", "puzzle": "1 2", "clues": [{"cells": [3]}]},
        {"kind": "acrostic", "puzzle": "1 2", "clues": [], "given": {"1": "AB"}},
    ],
)
def test_what_is_no_acrostic_is_refused(words, wrong):
    with pytest.raises(ProgramError):
        acrostic.solve(wrong, words, seconds=5)


async def test_through_the_pool(pool):
    candidates = {name: {name: [[word, 0.8]]} for name, word in GOLD.items()}
    stated = [(n, {"slots": {name: SLOTS[name]}, "candidates": candidates[name]}) for n, name in enumerate(SLOTS, 1)]
    program = wordplay.program({"kind": "crossword", "grid": GRID}, stated)
    outcome = await run(program, pool=pool)
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, GOLD), outcome.message
    assert outcome.search
    assert not outcome.search.convincing
    assert (await accepts(program, GOLD, pool=pool)).status.solved
    assert (await accepts(program, {**GOLD, "1-Across": "ZEBRA"}, pool=pool)).status is Status.UNSATISFIABLE


def test_a_warm_process_has_all_that_a_search_needs():
    """Children have it without time of their own, and it takes less than 400 MB."""
    code = (
        "import pathlib, re\n"
        "from solvent.solvers.frameworks import wordplay\n"
        "from solvent.solvers.wordplay import lexicon, vocabulary, word_pairs\n"
        "wordplay.warm()\n"
        "words = lexicon.lexicon()\n"
        "known = vocabulary.vocabulary(words)\n"
        "assert word_pairs.pairs.cache_info().currsize == 1\n"
        "made = known.words.cache_info().misses, known.shaped.cache_info().misses\n"
        "known.words(7), known.shaped('.' * 4), known.chain, word_pairs.pairs(words)\n"
        "assert (known.words.cache_info().misses, known.shaped.cache_info().misses) == made\n"
        "assert word_pairs.pairs.cache_info().misses == 1\n"
        # Not `ru_maxrss`, which holds what the process was before it became this program: a part of the test run.
        "print(int(re.search(r'VmHWM:\\s+(\\d+) kB', pathlib.Path('/proc/self/status').read_text())[1]) / 1024)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 400
