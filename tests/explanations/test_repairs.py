"""The puzzle doctor: each repair works when it is applied, and none is larger than it has to be."""

import itertools
import json

import marked_puzzles as known
import pytest
from console import EXAMPLES, solvent
from flawed_puzzles import FLAWED
from run_flawed import applied

from solvent.agents.state import Answer
from solvent.explanations.repairs.corrections import dropped
from solvent.explanations.repairs.editing import with_clues, without_clues
from solvent.explanations.repairs.repairing import repair
from solvent.explanations.subject import NotExplainedError
from solvent.solvers import run
from solvent.translators import rules
from solvent.translators.rules.kinds import grid

SUDOKU = (EXAMPLES / "sudoku.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def repaired(in_pool):
    return lambda answer: in_pool(lambda pool: answer.arepairs(pool=pool))


@pytest.mark.parametrize("name", list(FLAWED)[::4])
def test_every_repair_works_when_it_is_applied(name, solve, repaired, in_pool):
    text, status = FLAWED[name]
    answer = solve(text)
    found = repaired(answer)
    assert answer.status == found.status == status
    assert found.corrections or found.additions
    work = in_pool(lambda pool: applied(found, pool))
    assert False not in work
    assert work.count(True) == len(work)


def test_correction_sets_are_all_and_minimal(solve, repaired, in_pool):
    answer = solve(FLAWED["friends, twice contradicted"][0])
    found, program = repaired(answer), answer.subject.program
    ids = [clue.id for clue in answer.clues]

    def free(clues):
        return in_pool(lambda pool: run(dropped(program, frozenset(clues)), pool=pool)).status.solved

    sets = [{*each} for size in (1, 2) for each in itertools.combinations(ids, size) if free(each)]
    minimal = [each for each in sets if not any(other < each for other in sets)]
    small = [{*each.drop} for each in found.corrections if len(each.drop) < 3]
    assert len(small) == len(minimal)
    assert all(each in minimal for each in small)
    sizes = [len(each.drop) for each in found.corrections]
    assert sizes == sorted(sizes)
    for each in found.corrections:
        assert free(each.drop)
        assert not any(free({*each.drop} - {clue}) for clue in each.drop)


def test_added_clues_are_read_back_as_what_is_meant(solve, repaired):
    answer = solve(FLAWED["street, nobody's house"][0])
    found = repaired(answer)
    assert {kind for each in found.additions for kind in each.kinds} == {"fact", "exclusion", "relation"}
    before = dict(grid.stated(answer.puzzle, "literal"))
    for each in found.additions:
        puzzle = rules.decompose(each.text)
        stated = dict(grid.stated(puzzle, "literal"))
        assert [clue.text for clue in puzzle.clues[len(before) :]] == list(each.clues)
        assert all(clue.understood and not clue.guesses for clue in puzzle.clues)
        assert {clue: stated[clue] for clue in before} == before


def test_a_sound_puzzle_has_nothing_to_repair_but_what_is_redundant(solve, repaired):
    found = repaired(solve(known.FRIENDS + "5. Cyd does not drink milk.\n"))
    assert (found.status, found.corrections, found.additions) == ("sound", (), ())
    assert 5 in found.redundant
    assert 5 not in found.enough
    assert "Redundant" in found.summary
    assert repaired(solve(known.FRIENDS)).redundant == ()


def test_nothing_is_added_to_a_text_that_was_not_understood(solve, repaired):
    text = FLAWED["friends, no pet of Ada's"][0] + "5. Ada zigzags about the dog on Sundays.\n"
    found = repaired(solve(text))
    assert (found.status, found.additions) == ("unread", ())
    with pytest.raises(NotExplainedError):
        Answer(status="failed", reason="nothing was read").repairs()


def test_a_point_that_is_left_open_is_settled_by_a_sentence(solve, repaired):
    found = repaired(solve((EXAMPLES / "ranks.txt").read_text(encoding="utf-8")))
    assert found.conventions == (("Rank 1 is the highest.", "Rank 1 is the lowest."),)
    assert "Rank 1 is the highest." in found.summary


def test_a_sudoku_lacks_a_given(solve, repaired):
    answer = solve(SUDOKU.replace("7", ".", 1))
    if answer.status == "verified":  # the given could go
        pytest.fail("choose another given to leave out")
    found = repaired(answer)
    assert found.status == "ambiguous"
    assert all(each.facts and each.text is None for each in found.additions)
    for each in found.additions:
        assert all(each.answer[fact.row - 1][fact.column - 1] == fact.value for fact in each.facts)


def test_what_is_asked_may_be_the_same_in_all_answers(in_pool):
    found = in_pool(lambda pool: repair(known.sacks(x=1, y=2, z=6, status="verified"), pool=pool))
    assert (found.status, found.additions) == ("sound", ())


def test_programs_that_a_model_wrote(in_pool):
    subject = known.sacks(x=1, y=2, z=6, status="ambiguous")
    found = in_pool(lambda pool: repair(subject, pool=pool))
    assert found.status == "ambiguous"
    assert found.additions
    clash = known.written("x = cp.intvar(1, 9)", [("a", "x > 5"), ("b", "x < 3"), ("c", "x != 2")], '{"x": x}')
    clash = type(clash)(**{**vars(clash), "status": "contradictory"})
    found = in_pool(lambda pool: repair(clash, pool=pool))
    assert [(each.drop, each.answer is not None) for each in found.corrections] == [((1,), True), ((2,), True)]
    assert found.conflict == (1, 2)


FRIENDS_LISTED = "friend: Ada, Ben, Cyd\ndrink: tea, milk, cola\n\nClues:\n"
PROSE = "Three friends, Ada, Ben and Cyd, each have a different drink. The drinks are tea, milk and cola. "


@pytest.mark.parametrize(
    "text",
    [
        FRIENDS_LISTED + "1. Ada has tea.\n2. Ben has milk.\n",
        FRIENDS_LISTED + "(1) Ada has tea.\n(2) Ben has milk.",
        FRIENDS_LISTED + "- Ada has tea.\n- Ben has milk.\n",
        FRIENDS_LISTED + "Ada has tea.\nBen has milk.\n",
        FRIENDS_LISTED + "1. Ada has tea.\n2. Ben has\n   milk.\n\nWho is who?\n",
        PROSE + "Ada has tea. Ben has milk. Who has what?\n",
    ],
)
def test_clues_are_added_and_left_out_as_the_text_writes_them(text):
    puzzle = rules.decompose(text)
    assert [clue.text for clue in puzzle.clues] == ["Ada has tea.", "Ben has milk."]
    more = rules.decompose(with_clues(puzzle, ["Cyd has cola.", "Ada is not Ben."]))
    assert [clue.text for clue in more.clues] == ["Ada has tea.", "Ben has milk.", "Cyd has cola.", "Ada is not Ben."]
    less = rules.decompose(without_clues(puzzle, [1]))
    assert [clue.text for clue in less.clues] == ["Ben has milk."]
    assert without_clues(puzzle, []) == puzzle.text


def test_the_command():
    result = solvent("doctor", EXAMPLES / "contradictory.txt")
    assert result.returncode == 12
    assert "Clues 2, 4 and 7 contradict each other" in result.stdout
    result = solvent("doctor", EXAMPLES / "ambiguous.txt", "--json")
    assert result.returncode == 11
    found = json.loads(result.stdout)
    assert (found["status"], len(found["additions"])) == ("ambiguous", 3)


def test_the_command_about_what_is_no_puzzle(tmp_path):
    file = tmp_path / "prose.txt"
    file.write_text("Once upon a time there was a king.\n")
    result = solvent("doctor", file)
    assert (result.returncode, result.stdout) == (13, "")
    assert "not read" in result.stderr
    assert solvent("doctor", tmp_path / "nothing").returncode == 2
