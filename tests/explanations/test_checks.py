"""Answers and marks against the clues: accepted, possible or refused, and which clues say so."""

import itertools
import json

import marked_puzzles as known
import pytest
from console import EXAMPLES, solvent

from solvent.agents.state import Answer
from solvent.explanations.checking.checking import check
from solvent.explanations.subject import NotExplainedError
from solvent.solvers.errors import InputError


@pytest.fixture(scope="module")
def friends(solve):
    return solve(known.FRIENDS)


@pytest.fixture(scope="module")
def checked(in_pool):
    return lambda answer, marks: in_pool(lambda pool: answer.acheck(marks, pool=pool))


@pytest.fixture(scope="module")
def checked_subject(in_pool):
    return lambda subject, marks: in_pool(lambda pool: check(subject, marks, pool=pool))


def clues(found):
    return [each.clue for each in found.broken]


def test_the_right_answer_is_accepted(friends, checked):
    found = checked(friends, known.FRIENDS_ANSWER)
    assert found.accepted is True
    assert found.whole
    assert (found.broken, found.undecided, found.wrong, found.unforced) == ((), (), (), ())


def test_every_other_answer_is_refused_for_the_clues_that_it_breaks(friends, checked):
    names = [row["friend"] for row in known.FRIENDS_ANSWER]
    for drinks, pets in list(itertools.product(itertools.permutations(("tea", "milk", "cola")),
                                               itertools.permutations(("cat", "dog", "fish"))))[::5]:  # fmt: skip
        drink, pet = dict(zip(names, drinks, strict=True)), dict(zip(names, pets, strict=True))
        owner = {each: name for name, each in pet.items()}
        holds = {
            1: drink["Ada"] == "milk",
            2: drink[owner["cat"]] == "tea",
            3: pet["Ben"] != "cat",
            4: pet["Ada"] == "dog",
        }
        rows = [{"friend": name, "drink": drink[name], "pet": pet[name]} for name in names]
        found = checked(friends, rows)
        assert clues(found) == [clue for clue, true in holds.items() if not true]
        assert found.accepted is all(holds.values())
        right = {(row["friend"], key): row[key] for row in known.FRIENDS_ANSWER for key in ("drink", "pet")}
        assert {(f.row, f.column) for f in found.wrong} == {
            (row["friend"], key) for row in rows for key in ("drink", "pet") if row[key] != right[row["friend"], key]
        }


def test_marks_that_follow_and_what_they_leave_undecided(friends, checked):
    found = checked(friends, "Ada: milk\nBen: not cat")
    assert (found.accepted, found.whole, found.undecided) == (True, False, (2, 4))
    assert "follow" in found.text


def test_a_wrong_mark_names_the_clue_with_the_values(friends, checked):
    found = checked(friends, "Ben: cat")
    assert found.accepted is False
    assert clues(found) == [3]
    assert found.broken[0].says == "Here cat is with Ben."
    assert [(fact.row, fact.value) for fact in found.broken[0].marks] == [("Ben", "cat")]
    assert [(fact.row, fact.value) for fact in found.wrong] == [("Ben", "cat")]


def test_a_wrong_mark_that_breaks_no_single_clue_names_a_minimal_set(friends, checked):
    found = checked(friends, "Ben: tea")
    assert clues(found) == [2, 3]
    assert found.undecided == (1, 2, 3, 4)
    assert "together" in found.text


def test_a_wrong_denial_names_the_clue(friends, checked):
    found = checked(friends, "Ada: not milk")
    assert clues(found) == [1]
    assert found.broken[0].says == "Here milk is not with Ada."


def test_a_rule_of_the_genre_that_is_broken_is_no_clue(friends, checked):
    found = checked(friends, "Ben: fish, cola\nCyd: fish, tea")
    assert [(each.clue, each.text) for each in found.broken] == [(None, "each value once")]
    assert {(fact.row, fact.value) for fact in found.broken[0].marks} == {("Ben", "fish"), ("Cyd", "fish")}


def test_places_and_distances_are_told(solve, checked):
    found = checked(solve(known.STREET), "2: Kurt\n3: owl\n4: Jana")
    assert clues(found) == [1]
    assert found.broken[0].says == "Here Jana is in house 4 and owl is in house 3."


def test_quantities_are_told(solve, checked):
    found = checked(solve(known.PRICES), "Arrow: $10\nBat: $25, red")
    assert 1 in clues(found)
    assert "Arrow is with Arrow" not in found.text
    assert "$10" in next(each.says for each in found.broken if each.clue == 1)


def test_a_puzzle_with_several_answers(solve, checked):
    answer = solve(known.PRICES)
    both = [answer.answer, *answer.alternatives]
    for one in both:
        found = checked(answer, one)
        assert found.accepted is True
        assert "not the only answer" in found.text
    different = next(
        (row["kite"], key, row[key]) for row, other in zip(*both, strict=True) for key in row if row[key] != other[key]
    )
    found = checked(answer, [{"row": different[0], "column": different[1], "value": different[2]}])
    assert found.accepted is None
    assert [(fact.row, fact.column, fact.value) for fact in found.unforced] == [different]


def test_a_puzzle_without_an_answer(solve, checked):
    found = checked(solve(known.FRIENDS + "5. Ada drinks tea.\n"), "Ben: cat")
    assert found.accepted is False
    assert clues(found) == [3]
    assert "the puzzle itself has no answer" in found.text


def test_a_board_names_the_given_the_row_or_the_clues(solve, checked):
    answer = solve((EXAMPLES / "sudoku.txt").read_text(encoding="utf-8"))
    assert checked(answer, answer.answer).accepted is True
    right = answer.answer
    given = answer.puzzle.clues[0].text  # "Row 1, column 1 is 7."
    other = checked(answer, [{"row": 1, "column": 1, "value": right[0][1]}])
    assert [each.text for each in other.broken] == [given]
    twice = checked(answer, [{"row": 9, "column": column, "value": right[8][0]} for column in (3, 4)])
    assert twice.broken[0].text == "each value once in a row"


def test_a_program_that_a_model_wrote(checked_subject):
    right = known.sacks(x=1, y=2, z=6)
    assert checked_subject(right, {"x": 1, "y": 2, "z": 6}).accepted is True
    assert checked_subject(right, {"x": 1, "y": 3, "z": 5}).accepted is True
    assert checked_subject(right, "x = 1").accepted is None
    assert checked_subject(right, "x = 3\ny = 3\nz = 3").broken[0].clue == 2
    assert clues(checked_subject(right, {"x": 1, "y": 1, "z": 1})) == [1, 2]
    assert clues(checked_subject(right, {"x": 9})) == [1, 2]  # no number is greater
    assert checked_subject(right, {"x": 12}).broken[0].clue is None  # no variable can have it


def test_an_answer_that_is_one_value(checked_subject):
    subject = known.written("x = cp.intvar(1, 9)", [("It is large.", "x > 8")], "x")
    subject = type(subject)(**{**vars(subject), "answer": 9})
    assert checked_subject(subject, "9").accepted is True
    assert clues(checked_subject(subject, 7)) == [1]


def test_one_of_all_answers_that_are_asked_for(checked_subject):
    subject = known.sacks(x=1, y=2, z=6)
    puzzle = subject.puzzle.model_copy(update={"expects": "all"})
    both = [{"x": 1, "y": 2, "z": 6}, {"x": 1, "y": 3, "z": 5}]
    subject = type(subject)(**{**vars(subject), "puzzle": puzzle, "answer": both})
    assert checked_subject(subject, both[1]).accepted is True
    assert checked_subject(subject, {"x": 2, "y": 2, "z": 5}).accepted is False


def test_of_an_optimum_only_the_best_is_accepted(checked_subject):
    subject = known.written(
        "x, y = cp.intvar(0, 9, shape=2)",
        [("x and y make 5", "x + y == 5")],
        '{"x": x, "y": y}',
        "objectives = [maximize(x)]\n",
    )
    subject = type(subject)(**{**vars(subject), "answer": {"x": 5, "y": 0}})
    assert checked_subject(subject, {"x": 5, "y": 0}).accepted is True
    found = checked_subject(subject, {"x": 4, "y": 1})
    assert found.accepted is False
    assert [each.text for each in found.broken] == ["the best answer is asked for"]


def test_a_list_of_variable_length_is_one_mark(checked_subject):
    subject = known.written(
        "a, b, c = cp.boolvar(shape=3)",
        [("Two of them go.", "a + b + c == 2"), ("Not the first.", "~a")],
        '{"go": [where(a, "ant"), where(b, "bee"), where(c, "cat")]}',
    )
    subject = type(subject)(**{**vars(subject), "answer": {"go": ["bee", "cat"]}})
    assert checked_subject(subject, {"go": ["bee", "cat"]}).accepted is True
    assert clues(checked_subject(subject, {"go": ["ant", "cat"]})) == [2]
    assert clues(checked_subject(subject, {"go": ["cat"]})) == [1]


def test_what_was_not_read_cannot_be_checked(in_pool):
    with pytest.raises(NotExplainedError):
        in_pool(lambda pool: Answer(status="failed", reason="nothing was read").acheck("x = 1", pool=pool))


def test_clues_that_were_not_understood_are_not_checked(solve, checked):
    answer = solve(known.FRIENDS.replace("4. Ada has the dog.", "4. Ada zigzags about the dog on Sundays."))
    found = checked(answer, known.FRIENDS_ANSWER)
    assert found.accepted is None
    assert found.unchecked == (4,)
    assert "Not checked" in found.text


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ("Ada: milk", 0, "Right"),
        ("Ada: tea", 12, "clue 1: Ada drinks milk."),
        ("Ada: hat", 2, "hat"),
    ],
)
def test_the_command(tmp_path, given, code, told):
    puzzle, answer = tmp_path / "puzzle", tmp_path / "answer"
    puzzle.write_text(known.FRIENDS)
    answer.write_text(given)
    result = solvent("check", puzzle, answer)
    assert result.returncode == code
    assert told in (result.stdout or result.stderr)


def test_the_command_in_json(tmp_path):
    puzzle = tmp_path / "puzzle"
    puzzle.write_text(known.FRIENDS)
    result = solvent("check", puzzle, "-", "--json", stdin=b"Ada: tea")
    assert result.returncode == 12
    found = json.loads(result.stdout)
    assert (found["accepted"], found["undecided"]) == (False, [2, 3, 4])
    assert (found["broken"][0]["clue"], found["broken"][0]["text"]) == (1, "Ada drinks milk.")


def test_the_command_says_that_a_mark_is_possible():
    assert solvent("check", EXAMPLES / "ambiguous.txt", "--answer", "Anouk: kite").returncode == 11


@pytest.mark.parametrize("raw", [b"", b"\0\1\2", b"\xff\xfea"])
def test_an_answer_that_is_no_text(tmp_path, raw):
    puzzle, answer = tmp_path / "puzzle", tmp_path / "answer"
    puzzle.write_text(known.FRIENDS)
    answer.write_bytes(raw)
    result = solvent("check", puzzle, answer)
    assert (result.returncode, result.stdout) == (2, "")


def test_usage(tmp_path):
    puzzle = tmp_path / "puzzle"
    puzzle.write_text(known.FRIENDS)
    for words in ((), (puzzle, "--answer", "x"), ("-",)):
        assert solvent("check", puzzle if words != ("-",) else "-", *words).returncode == 2


def test_blocking(friends):
    assert friends.check("Ada: milk").accepted is True
    with pytest.raises(InputError):
        friends.check("Zoe: milk")
