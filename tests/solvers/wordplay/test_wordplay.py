"""Word puzzles: the engines against texts of our own, and the questions through the pool."""

import random
import string
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Program, Status, accepts, run, second
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay import cipher, cryptogram, drop_quote
from solvent.solvers.wordplay.lexicon import START, isomorph, lexicon

LETTERS = string.ascii_uppercase
SAYINGS = (
    "THE BAKER'S DAUGHTER COUNTED EVERY LOAF TWICE BECAUSE SHE DIDN'T TRUST THE NEW MILLER.",
    "WHEN THE RIVER WAS HIGH, THE WHOLE VILLAGE LEARNED TO WALK MORE SLOWLY AND TALK MUCH LONGER.",
    "MY GRANDMOTHER SAID THAT A BORROWED UMBRELLA ALWAYS KNOWS THE WAY BACK HOME.",
)


@pytest.fixture(scope="module")
def words():
    return lexicon()


def enciphered(text, seed):
    """The text under a key that leaves no letter alone, and the key from cipher letter to plain letter."""
    shuffled, lot = list(LETTERS), random.Random(seed)
    while any(a == b for a, b in zip(LETTERS, shuffled, strict=True)):
        lot.shuffle(shuffled)
    table = dict(zip(LETTERS, shuffled, strict=True))
    return "".join(table.get(c, c) for c in text), {c: plain for plain, c in table.items() if plain in text}


def dropped(text, width):
    """The rows of a filled grid, the grid to be filled and the letters of its columns."""
    cells = list(text.replace(", ", ",").replace(" ", "#"))
    cells += "#" * (-len(cells) % width)
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    grid = [[str(j + 1) if c in LETTERS else c for j, c in enumerate(row)] for row in rows]
    columns = ["".join(sorted(row[j] for row in rows if row[j] in LETTERS)) for j in range(width)]
    return rows, grid, columns


# Words and their probabilities


def test_frequent_words_and_pairs_are_more_probable(words):
    assert words.log_probability("the") > words.log_probability("thicket") > words.log_probability("thxcket")
    assert words.bigram("of", "the") > words.bigram("of", "walk")
    assert words.bigram("don't", "know") > words.log_probability("know")
    assert words.bigram("you", "can't") > words.log_probability("can't")
    assert words.bigram(START, "the") > words.bigram(START, "ago")


def test_a_word_that_looks_like_english_is_a_better_name(words):
    assert words.unknown("brannock") > words.unknown("bqxnnvzk")
    letters = [set("bq"), set("rx"), set("az"), set("nv")]
    assert words.spellings(letters, 50)[0] == "bran"


@given(st.text("abcd'", min_size=1, max_size=12))
def test_patterns_tell_which_letters_are_the_same(word):
    shape = isomorph(word)
    assert isomorph(shape) == shape
    for i, a in enumerate(word):
        assert (shape[i] == "'") == (a == "'")
        assert all((shape[i] == shape[j]) == (a == b) for j, b in enumerate(word))


def test_words_are_found_by_pattern_length_and_known_letters(words):
    assert "noon" in words.by_pattern("xyyx")
    assert "don't" in words.by_pattern("abc'd")
    assert all(isomorph(word) == "abba" for word in words.by_pattern("xyyx"))
    assert "lantern" in words.words_of_length(7)
    assert {"seen", "soon"} <= set(words.fitting(["s", "eo", "a-z", "n"]))
    assert "i'm" in words.fitting(["i", "'", "a-z"])


# Cryptograms


@pytest.mark.parametrize("number", range(len(SAYINGS)))
def test_a_cryptogram_is_decoded(words, number):
    text, key = enciphered(SAYINGS[number], seed=number)
    found = cryptogram.solve({"text": text}, words, seconds=60)
    assert found.decodings[0].answer == {"text": SAYINGS[number], "mapping": key}
    assert found.margin > 0
    assert not found.doubt
    scores = [decoding.score for decoding in found.decodings]
    assert scores == sorted(scores, reverse=True)
    assert len({decoding.answer["text"] for decoding in found.decodings}) == len(scores) > 1


def test_hints_are_kept_even_where_they_lead_astray(words):
    text, key = enciphered(SAYINGS[0], seed=9)
    wrong = next(c for c, plain in key.items() if plain == "E")
    found = cryptogram.solve({"text": text, "hints": {wrong: "O"}}, words, seconds=60)
    assert found.decodings
    assert all(decoding.answer["mapping"][wrong] == "O" for decoding in found.decodings)


def test_an_author_is_decoded_only_where_it_is_ciphered(words):
    text, _ = enciphered(f"{SAYINGS[1]}\nGEORGE TAYLOR", seed=4)
    body, _, author = text.partition("\n")
    signed = cryptogram.solve({"text": body, "author": author}, words, seconds=60)
    assert signed.decodings[0].answer["text"] == f"{SAYINGS[1]}\nGEORGE TAYLOR"
    clear = cryptogram.solve({"text": body, "author": "GEORGE TAYLOR"}, words, seconds=60)
    assert clear.decodings[0].answer["text"] == SAYINGS[1]


def test_case_and_punctuation_stand_where_they_stood(words):
    plain = "Nobody could say, even now, why the clock-maker's shop wouldn't open; the door just waited."
    text, _ = enciphered(plain.upper(), seed=2)
    text = "".join(c if p.isupper() else c.lower() for c, p in zip(text, plain, strict=True))
    assert cryptogram.solve({"text": text}, words, seconds=60).decodings[0].answer["text"] == plain


@pytest.mark.parametrize(
    "text", ["WKJQ", "XQ JWZ", "LCK PZIGY GYK KBK LZK SZKJJK MJCP MFK XPGYK, KC LZK QUZX RKC MJCPK JXFK KQGYJZKC"]
)
def test_what_cannot_be_told_is_doubted(words, text):
    """A single word, two, and a text that is not English."""
    found = cryptogram.solve({"text": text}, words, seconds=60)
    assert found.doubt or found.margin < found.needed


@pytest.mark.parametrize(
    ("specification", "place"),
    [
        ({"text": ""}, "no letters"),
        ({"text": "12 34"}, "no letters"),
        ({"text": "ABC \u00c9DE"}, "character 5"),
        ({"text": "ABC", "hints": {"A": "E", "B": "E"}}, "two letters to E"),
        ({"text": "ABC", "hints": {"A": "E", "a": "T"}}, "to E and to T"),
        ({"text": "ABC", "hints": {"AB": "E"}}, "'AB'"),
        ({"text": "ABC", "hints": ["A"]}, "hints"),
    ],
)
def test_a_flawed_cryptogram_names_the_place(words, specification, place):
    with pytest.raises(ProgramError, match=place) as caught:
        cryptogram.solve(specification, words, seconds=1)
    assert caught.value.status is Status.BAD_ANSWER


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("ABCDEFGHIJ '.,", min_size=5, max_size=40).filter(lambda text: any(c in LETTERS for c in text)))
def test_whatever_the_text_the_answer_is_one_key(words, text):
    found = cryptogram.solve({"text": text}, words, seconds=10)
    for decoding in found.decodings:
        plain, mapping = decoding.answer["text"], decoding.answer["mapping"]
        assert len(set(mapping.values())) == len(mapping)
        assert plain == "".join(mapping.get(c, c) for c in text)
        assert cryptogram.accepts({"text": text}, decoding.answer) == ""


@given(st.permutations(LETTERS), st.text(string.printable, max_size=60))
def test_decoding_undoes_a_key(shuffled, text):
    key = [LETTERS.index(letter) for letter in shuffled]
    back = [key.index(plain) for plain in range(26)]
    assert cipher.decode(cipher.decode(text, key), back) == text
    assert sorted(map(str.isalpha, cipher.decode(text, key))) == sorted(map(str.isalpha, text))


def test_only_the_ciphers_own_answers_are_accepted():
    right = {"text": "NOON", "mapping": {"A": "N", "B": "O"}}
    spec = {"text": "ABBA", "hints": {"B": "O"}}
    assert cryptogram.accepts(spec, right) == ""
    assert "no letter for B" in cryptogram.accepts(spec, {"text": "NOON", "mapping": {"A": "N"}})
    assert "two letters" in cryptogram.accepts(spec, {"text": "OOOO", "mapping": {"A": "O", "B": "O"}})
    assert "hints" in cryptogram.accepts(spec, {"text": "DEED", "mapping": {"A": "D", "B": "E"}})
    assert "text" in cryptogram.accepts(spec, {**right, "text": "DEED"})
    assert "mapping" in cryptogram.accepts(spec, "NOON")


# Drop quotes


@pytest.mark.parametrize(("number", "width"), [(0, 14), (1, 17), (2, 11)])
def test_a_drop_quote_is_filled(words, number, width):
    rows, grid, columns = dropped(SAYINGS[number], width)
    found = drop_quote.solve({"grid": grid, "columns": columns}, words, seconds=60)
    best = found.decodings[0].answer
    assert best["grid"] == rows
    assert best["text"] == SAYINGS[number]
    assert all("".join(sorted(best["mapping"][str(j + 1)])) == letters for j, letters in enumerate(columns) if letters)
    assert found.margin > 0
    assert len({decoding.answer["text"] for decoding in found.decodings}) == len(found.decodings)


def test_a_name_that_nobody_knows_is_spelt_out(words):
    rows, grid, columns = dropped("LAST WINTER TOBRICKEL CAME HOME.", 40)
    assert "tobrickel" not in words
    found = drop_quote.solve({"grid": grid, "columns": columns}, words, seconds=60)
    assert [decoding.answer["grid"] for decoding in found.decodings] == [rows]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("ABCDE#',.", min_size=4, max_size=24).filter(lambda text: any(c in LETTERS for c in text)), st.data())
def test_whatever_the_grid_the_columns_are_used_up(words, text, data):
    _, grid, columns = dropped(text, data.draw(st.integers(3, 8)))
    spec = {"grid": grid, "columns": columns}
    for decoding in drop_quote.solve(spec, words, seconds=20).decodings:
        assert drop_quote.accepts(spec, decoding.answer) == ""


@pytest.mark.parametrize(
    ("specification", "place"),
    [
        ({"grid": [["1", "2"], ["1", "#"]], "columns": ["AB", "CD"]}, "column 2 has 1 cells .* 2 letters: CD"),
        ({"grid": [["1", "2"]], "columns": ["A"]}, "2 columns, but letters are given for 1"),
        ({"grid": [["1"]], "columns": ["7"]}, "column 1 has '7'"),
        ({"grid": [["#"]], "columns": [""]}, "no cell"),
        ({"columns": ["A"]}, "no cell"),
        ({"grid": 7, "columns": ["A"]}, "list of rows"),
    ],
)
def test_a_flawed_drop_quote_names_the_column(words, specification, place):
    with pytest.raises(ProgramError, match=place) as caught:
        drop_quote.solve(specification, words, seconds=1)
    assert caught.value.status is Status.BAD_ANSWER


def test_only_fillings_of_the_grid_are_accepted():
    spec = {"grid": [["1", "2", "."], ["1", "#", "#"]], "columns": ["ON", "O", ""]}
    assert drop_quote.accepts(spec, {"grid": [["N", "O", "."], ["O", "#", "#"]]}) == ""
    assert "column 1" in drop_quote.accepts(spec, {"grid": [["N", "O", "."], ["A", "#", "#"]]})
    assert "row 1, column 3" in drop_quote.accepts(spec, {"grid": [["N", "O", "!"], ["O", "#", "#"]]})
    assert "shape" in drop_quote.accepts(spec, {"grid": [["N", "O"]]})
    assert "grid" in drop_quote.accepts(spec, None)


# The framework


def program(text):
    return solvers.load("wordplay").parse(text)


async def test_the_questions_go_through_the_pool(pool):
    text, key = enciphered(SAYINGS[2], seed=1)
    puzzle = solvers.load("wordplay").program({"kind": "cryptogram"}, [(1, {"text": text})])
    outcome = await run(puzzle, pool=pool, limits=solvers.Limits(seconds=60))
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, {"text": SAYINGS[2], "mapping": key}), outcome
    assert outcome.search.margin == pytest.approx(outcome.search.score - outcome.search.scores[0], abs=0.01)
    assert outcome.search.convincing == (outcome.search.margin >= outcome.search.needed)
    assert "rlimits" in outcome.isolation
    other = await second(puzzle, outcome.answer, pool=pool, limits=solvers.Limits(seconds=60))
    assert other.answer == outcome.search.alternatives[0]
    assert (await accepts(puzzle, outcome.answer, pool=pool)).status is Status.SATISFIED
    refused = await accepts(puzzle, {"text": "NO", "mapping": {}}, pool=pool)
    assert (refused.status, "no letter for" in refused.message) == (Status.UNSATISFIABLE, True)


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ('{"kind": "cryptogram", "text": }', Status.SYNTAX_ERROR, "line 1, column 32"),
        ('["cryptogram"]', Status.BAD_ANSWER, "object"),
        ('{"kind": "limerick"}', Status.BAD_ANSWER, "cryptogram, drop_quote"),
        ('{"kind": "cryptogram", "text": "ABC", "hints": {"A": "E", "B": "E"}}', Status.BAD_ANSWER, "two letters to E"),
    ],
)
async def test_a_flawed_specification_says_where(pool, text, status, message):
    outcome = await run(program(text), pool=pool)
    assert outcome.status is status
    assert message in outcome.message


def test_a_program_survives_being_written_and_read():
    door = solvers.load("wordplay")
    written = door.program({"kind": "cryptogram"}, [(1, {"text": "ABC"}), (2, {"hints": {"A": "T"}})])
    assert written.clues == (1, 2)
    assert door.parse(door.render(written)) == written
    plain = Program(framework="wordplay", preamble='{"kind": "cryptogram", "text": "ABC"}')
    assert door.parse(door.render(plain)) == plain


def test_nothing_heavy_is_loaded_before_it_is_needed():
    code = (
        "import sys, solvent.solvers as s; s.names(); from solvent.translators import rules; "
        "rules.decompose('Decode this cryptogram:\\nABC DE'); "
        "print({'numpy', 'wordfreq', 'wordsegment'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
