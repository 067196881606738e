"""Scenes: what a picture shows after each step."""

import pytest
from hand_made_steps import PUZZLES, steps_to, subject_of

from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.pictures import FORMATS, Notebook, render
from solvent.explanations.pictures.scene import Board, Deductions, Sum, Table
from solvent.explanations.pictures.scenes import scene_of, scenes_of

PETS = [{"who": "Ann", "pet": "cat"}, {"who": "Ben", "pet": "dog"}, {"who": "Cleo", "pet": "owl"}]


@pytest.fixture(scope="module")
def subject(solve):
    """A puzzle of PUZZLES, solved."""
    return lambda name: solve(PUZZLES[name]).subject


def marks(scene):
    """The deduction grid as text: a line for each row, a letter for each square."""
    signs = {"yes": "Y", "no": "N", "implied": ".", "": "_"}
    grid = scene.parts[0]
    return [" ".join("".join(signs[mark.sign] for mark in block.marks[n]) for block in grid.blocks) for n in (0, 1, 2)]


def test_the_deduction_grid_shows_what_each_step_derived(subject):
    about = subject("grid")
    explanation = steps_to(about)
    pets = about.layout.columns[1]
    assert marks(scene_of(about, explanation, 0)) == ["___ ___"] * 3
    first = scene_of(about, explanation, 1)
    assert marks(first) == ["_NN ___", "___ ___", "___ ___"]
    assert [mark.look for mark in first.parts[0].blocks[0].marks[0]] == ["plain", "new", "new"]
    second = scene_of(about, explanation, 2)
    assert marks(second) == ["YNN ___", ".__ ___", ".__ ___"]
    assert [mark.look for mark in second.parts[0].blocks[0].marks[0]] == ["new", "used", "used"]
    assert second.parts[0].blocks[0].name == pets
    last = scene_of(about, explanation)
    assert [line.count("Y") for line in marks(last)] == [2, 2, 2]
    answer = next(part for part in last.parts if isinstance(part, Table))
    assert [[cell.text for cell in row] for row in answer.rows] == [list(row.values()) for row in about.answer]
    assert not last.highlighted


def test_crosses_that_go_without_saying_do_not_hide_what_is_new(subject):
    about = subject("grid")
    pet = about.layout.columns[1]
    crosses = [about.layout.fact(f"/0/{pet}", other, holds=False) for other in ("dog", "owl")]
    crosses.append(about.layout.fact(f"/1/{pet}", "cat", holds=False))
    more = about.layout.fact(f"/1/{pet}", "owl", holds=False)
    step = Step(derives=(about.layout.fact(f"/0/{pet}", "cat"), *crosses, more))
    block = scene_of(about, Explanation(status="", steps=(step,)), 1).parts[0].blocks[0]
    looks = {value: [row[n].look for row in block.marks] for n, value in enumerate(block.values)}
    assert looks == {"cat": ["new", "plain", "plain"], "dog": ["plain"] * 3, "owl": ["plain", "new", "plain"]}
    late = Explanation(status="", steps=(Step(derives=step.derives[:1]), Step(derives=tuple(crosses))))
    assert scene_of(about, late, 2).highlighted


def test_a_value_may_stand_in_two_rows_of_a_table_that_a_model_made():
    rows = [{"day": "Mon", "room": "A"}, {"day": "Tue", "room": "A"}, {"day": "Wed", "room": "B"}]
    about = subject_of(rows, {"day": ("Mon", "Tue", "Wed"), "room": ("A", "B")})
    explanation = Explanation(status="", steps=(Step(derives=(about.layout.fact("/0/room", "A"),)),))
    assert marks(scene_of(about, explanation, 1)) == ["Y.", "__", "__"]


def test_values_that_no_layout_knew_are_drawn_too():
    about = subject_of(PETS)
    explanation = Explanation(status="", steps=(Step(derives=(about.layout.fact("/0/pet", "newt", holds=False),)),))
    assert scene_of(about, explanation, 1).parts[0].blocks[0].values == ("cat", "dog", "owl", "newt")


def test_facts_about_places_that_the_answer_does_not_have_are_listed():
    about = subject_of(PETS)
    lost = Fact(row="Dora", column="pet", value="eel")
    scene = scene_of(about, Explanation(status="", steps=(Step(derives=(lost,)),)), 1)
    assert scene.parts[-1].rows[0][0].text == "eel"


def test_a_step_that_does_not_exist_is_an_error():
    about = subject_of(PETS)
    with pytest.raises(LookupError, match="6"):
        scene_of(about, steps_to(about), 7)
    with pytest.raises(LookupError, match="svg"):
        render("gif", about, steps_to(about))


def test_a_sudoku_has_boxes_givens_and_candidates(subject):
    about = subject("sudoku")
    explanation = steps_to(about, crosses=1)
    start = scene_of(about, explanation, 0).parts[0]
    assert isinstance(start, Board)
    assert start.regions == ((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3))
    assert start.cells[0][0].look == "given"
    assert not any(cell.notes for row in start.cells for cell in row)
    assert about.answer[0][1] == 3
    crossed = Step(derives=tuple(about.layout.fact("/0/1", out, holds=False) for out in (1, 2)))
    notes = scene_of(about, Explanation(status="", steps=(crossed,)), 1).parts[0].cells[0][1].notes
    assert [note.text for note in notes] == ["", "2", "3", ""]  # 1 is in the row, 4 in the column
    assert [(note.text, note.look) for note in notes if note.out and note.text] == [("2", "new")]
    end = scene_of(about, explanation).parts[0]
    assert [[int(cell.text) for cell in row] for row in end.cells] == about.answer


def test_givens_that_follow_each_other_have_one_picture(subject):
    about = subject("sudoku")
    given = [
        Step(rules=("given",), derives=(about.layout.fact(place, value),))
        for place, value in (("/0/0", 1), ("/1/2", 3))
    ]
    last = Step(rules=("hidden single",), derives=(about.layout.fact("/0/1", 2),))
    scenes = list(scenes_of(about, Explanation(status="", steps=(*given, last))))
    assert [scene.title for scene in scenes][1:3] == ["Steps 1 to 2 of 3", "Step 3 of 3"]
    assert [(n, cell.text) for row in scenes[1].parts[0].cells for n, cell in enumerate(row) if cell.look == "new"] == [
        (0, "1"),
        (2, "3"),
    ]


def test_a_killer_sudoku_has_its_cages_with_their_sums(subject):
    about = subject("killer")
    board = scene_of(about, steps_to(about), 0).parts[0]
    assert [(len(cage.cells), cage.label) for cage in board.cages][:3] == [(2, "3"), (3, "9"), (2, "7")]


def test_a_chess_board_has_a_queen_in_each_row(subject):
    about = subject("queens")
    board = scene_of(about, steps_to(about)).parts[0]
    assert board.chequered
    assert [[n for n, cell in enumerate(row, 1) if cell.text] for row in board.cells] == [[n] for n in about.answer]
    assert any(cell.notes for row in board.cells for cell in row)


def test_a_magic_square_has_the_sums_of_its_lines(subject):
    about = subject("square")
    assert scene_of(about, steps_to(about)).parts[0].right == ("15", "15", "15")
    assert scene_of(about, steps_to(about), 0).parts[0].right == ("11 of 15", "5 of 15", "8 of 15")


def test_a_sum_has_its_words_in_columns(subject):
    about = subject("sum")
    scene = scene_of(about, steps_to(about))
    assert isinstance(scene.parts[0], Sum)
    lines = [("".join(letter for letter, _ in line.letters), line.sign) for line in scene.parts[0].lines]
    assert lines == [("SEND", ""), ("MORE", "+"), ("MONEY", "=")]
    digits = ["".join(cell.text for _, cell in line.letters) for line in scene.parts[0].lines]
    assert int(digits[0]) + int(digits[1]) == int(digits[2])
    open_letters = scene_of(about, steps_to(about), 1).parts
    assert open_letters[-1].rows[0][1].text.startswith("not ")


def test_a_board_of_long_values_is_a_table():
    long = "a value that no cell of a board could hold"
    about = subject_of([[long, "a"], ["b", "c"]])
    table = scene_of(about, steps_to(about), 0).parts[0]
    assert [[cell.text for cell in row] for row in table.rows] == [["1", "", ""], ["2", "", ""]]
    crossed = scene_of(about, steps_to(about), 1).parts[0]
    assert crossed.rows[0][1].text == "not a, b"
    assert crossed.rows[0][1].look == "new"
    assert scene_of(about, steps_to(about)).parts[0].rows[0][1].text == long


def test_any_other_answer_is_a_table_of_paths():
    about = subject_of({"load": [3, 5], "cost": 8})
    table = scene_of(about, steps_to(about)).parts[0]
    assert [[cell.text for cell in row] for row in table.rows] == [["/load/0", "3"], ["/load/1", "5"], ["/cost", "8"]]


def test_clues_are_quoted_unless_the_text_has_them(subject):
    about = subject("grid")
    text = about.texts[1]
    quoted = Explanation(status="", steps=(Step(clues=(1,), text="So it is."), Step(clues=(1,), text=f"As “{text}”")))
    assert scene_of(about, quoted, 1).quotes == (f"Clue 1: {text}",)
    assert scene_of(about, quoted, 2).quotes == ()


def test_the_reasoning_inside_a_step_is_told():
    about = subject_of(PETS)
    supposed = about.layout.fact("/0/pet", "cat", holds=False)
    inner = Step(text="Then nobody has the cat.", steps=(Step(text="But somebody has.", derives=()),))
    scene = scene_of(about, Explanation(status="", steps=(Step(supposes=supposed, steps=(inner,), text="So."),)), 1)
    assert [depth for depth, _ in scene.inner] == [0, 1, 2]
    assert "cat does not go with Ann" in scene.inner[0][1]
    for name in FORMATS:
        assert "Then nobody has the cat." in render(name, about, Explanation(status="", steps=(inner,)), 1)


def test_wide_grids_are_cut_into_bands_of_about_the_same_width():
    row = {f"c{n}": f"v{n}" for n in range(10)}
    about = subject_of([{name: f"{value}{n}" for name, value in row.items()} for n in range(6)])
    grid = scene_of(about, steps_to(about), 0).parts[0]
    assert isinstance(grid, Deductions)
    assert [len(band.blocks) for band in grid.bands(24)] == [3, 3, 3]
    assert [len(band.blocks) for band in grid.bands(1)] == [1] * 9
    assert [block for band in grid.bands(30) for block in band.blocks] == list(grid.blocks)


def test_only_steps_that_lead_to_the_whole_answer_end_with_it():
    about = subject_of(PETS)
    explanation = steps_to(about)
    assert scene_of(about, explanation).title == "The answer"
    hint = explanation.model_copy(update={"steps": explanation.steps[:1]})
    assert scene_of(about, hint).title == "What follows"


def test_notebooks_show_an_explanation_with_its_pictures():
    about = subject_of(PETS)
    explanation = steps_to(about)
    assert explanation._repr_html_() is None
    drawn = explanation.drawn_by(Notebook(about))
    assert "<table" in drawn._repr_html_()
    assert drawn.model_dump() == explanation.model_dump()
    assert drawn == steps_to(about).drawn_by(Notebook(about))


def test_notebooks_show_the_boxes_of_a_sudoku(solve):
    assert "<svg" in solve(PUZZLES["sudoku"])._repr_html_()
    assert "<table>" in solve(PUZZLES["grid"])._repr_html_()
