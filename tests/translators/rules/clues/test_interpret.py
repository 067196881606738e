"""One clue at a time: its logical form, or that it is refused."""

import re

import pytest

from solvent.translators.emit import emit
from solvent.translators.rules import decompose
from solvent.translators.rules.clues.interpret import interpret
from solvent.translators.rules.clues.values import category
from solvent.translators.rules.kinds.support.grid_model import model

SHOP = (
    category("bakers", ["Ada", "Bruno", "Chloe", "Dmitri"]),
    category("loaves", ["rye", "corn bread", "sourdough", "brioche"]),
    category("prices", ["$3", "$4.50", "$6", "$7.50"]),
    category("opening times", ["6:00am", "7:30am", "9:00am", "11:00am"]),
    category("hobbies", ["painting", "chess", "rowing", "photography"]),
)
ROW = (
    category("House", ["1", "2", "3", "4", "5"], position=True),
    category("nationality", ["Brit", "Swede", "Dane", "Greek", "Finn"]),
    category("pet", ["cat", "dog", "parrot", "newt", "hare"]),
    category("hair color", ["black", "blond", "red", "gray", "white"]),
    category("color", ["red", "green", "white", "blue", "ivory"]),
)


def smtlib(grid, formula):
    """A formula in SMT-LIB."""
    return emit(model(grid, [(1, formula)]), "smtlib").fragments[-1].code.removeprefix("(assert ").removesuffix(")")


def form(grid, clue, *others):
    """The formula of a clue, names shortened to the value; None when it is refused."""
    first, *_ = interpret(grid, (clue, *others))
    if first.meaning is None:
        return None
    text = smtlib(grid, first.meaning.literal)
    for each in sorted(grid, key=lambda known: -len(known.name)):
        text = re.sub(rf"\|{each.name} (?!of\|)", "|", text)
    return text.replace("|", "'")


UNDERSTOOD = [
    # identity and exclusion
    (SHOP, "Ada bakes the rye.", "(= 'Ada' 'rye')"),
    (SHOP, "The baker who sells the sourdough is Bruno.", "(= 'sourdough' 'Bruno')"),
    (SHOP, "Chloe paints in her free time.", "(= 'Chloe' 'painting')"),
    (SHOP, "The photographer is Dmitri.", "(= 'photography' 'Dmitri')"),
    (SHOP, "Ada's loaf costs $6.", "(= 'Ada' '$6')"),
    (SHOP, "Ada's loaf costs 6 dollars.", "(= 'Ada' '$6')"),
    (SHOP, "Bruno opens at 7:30 am.", "(= 'Bruno' '7:30am')"),
    (SHOP, "Dmitri opens at 9am.", "(= 'Dmitri' '9:00am')"),
    (SHOP, "Ada doesn't bake the rye.", "(distinct 'Ada' 'rye')"),
    (SHOP, "Ada didnt bake the rye.", "(distinct 'Ada' 'rye')"),
    (SHOP, "The rye was not baked by the rower.", "(distinct 'rye' 'rowing')"),
    (SHOP, "Chloe never bakes corn bread.", "(distinct 'Chloe' 'corn bread')"),
    (SHOP, "Bruno's hobby has nothing to do with chess.", "(distinct 'Bruno' 'chess')"),
    (SHOP, "The $4.50 loaf is the corn-bread.", "(= '$4.50' 'corn bread')"),
    # several predicates, a polarity each
    (SHOP, "Ada isn't the painter and doesn't sell rye.", "(and (distinct 'Ada' 'painting') (distinct 'Ada' 'rye'))"),
    (SHOP, "Ada bakes rye and opens at 9:00am.", "(and (= 'Ada' 'rye') (= 'Ada' '9:00am'))"),
    (SHOP, "Ada bakes rye but is not the rower.", "(and (= 'Ada' 'rye') (distinct 'Ada' 'rowing'))"),
    (SHOP, "Ada is not the rower and is the rye seller.", "(and (distinct 'Ada' 'rowing') (= 'Ada' 'rye'))"),
    (SHOP, "The chess fan who sells rye is Chloe.", "(and (= 'chess' 'rye') (= 'chess' 'Chloe'))"),
    # choices
    (SHOP, "Ada is either the rower or the chess player.", "(or (= 'Ada' 'rowing') (= 'Ada' 'chess'))"),
    (SHOP, "Ada is the rower or the chess player.", "(or (= 'Ada' 'rowing') (= 'Ada' 'chess'))"),
    (SHOP, "Either Ada or Bruno sells brioche.", "(or (= 'brioche' 'Ada') (= 'brioche' 'Bruno'))"),
    (SHOP, "Ada didn't sell rye or brioche.", "(and (distinct 'Ada' 'rye') (distinct 'Ada' 'brioche'))"),
    (SHOP, "Neither Ada nor Bruno sells rye.", "(and (distinct 'rye' 'Ada') (distinct 'rye' 'Bruno'))"),
    (
        SHOP,
        "Chloe is neither the rower nor the painter.",
        "(and (distinct 'Chloe' 'rowing') (distinct 'Chloe' 'painting'))",
    ),
    (
        SHOP,
        "Of Ada and the rower, one sells rye and the other is at 9:00am.",
        """(and (distinct 'Ada' 'rowing') (distinct 'rye' '9:00am')
        (or (and (= 'Ada' 'rye') (= 'rowing' '9:00am')) (and (= 'rowing' 'rye') (= 'Ada' '9:00am'))))""",
    ),
    (
        SHOP,
        "Of Ada and the rower, one is Bruno and the other sells rye.",
        "(and (distinct 'Ada' 'rowing') (distinct 'Bruno' 'rye') (= 'rowing' 'Bruno') (= 'Ada' 'rye'))",
    ),
    # lists
    (SHOP, "Ada, the rower and the rye seller are all different people.", "(distinct 'Ada' 'rowing' 'rye')"),
    (
        SHOP,
        "The four bakers are Ada, the rower, the rye seller and the $6 baker.",
        "(distinct 'Ada' 'rowing' 'rye' '$6')",
    ),
    # comparisons
    (SHOP, "Ada's loaf costs more than the rye.", "(> ('prices of' 'Ada') ('prices of' 'rye'))"),
    (SHOP, "The rye is cheaper than the brioche.", "(< ('prices of' 'rye') ('prices of' 'brioche'))"),
    (SHOP, "The rye is less expensive than the brioche.", "(< ('prices of' 'rye') ('prices of' 'brioche'))"),
    (SHOP, "Ada charges $1.50 more than Bruno.", "(= (- ('prices of' 'Ada') ('prices of' 'Bruno')) 3)"),
    (SHOP, "Ada charges 3 dollars less than Bruno.", "(= (- ('prices of' 'Ada') ('prices of' 'Bruno')) (- 6))"),
    (SHOP, "Ada opens before Bruno.", "(< ('opening times of' 'Ada') ('opening times of' 'Bruno'))"),
    (SHOP, "Ada opens somewhat later than Bruno.", "(> ('opening times of' 'Ada') ('opening times of' 'Bruno'))"),
    (SHOP, "Ada opens 2 hours after Bruno.", "(= (- ('opening times of' 'Ada') ('opening times of' 'Bruno')) 120)"),
    (
        SHOP,
        "Ada opens 90 minutes earlier than Bruno.",
        "(= (- ('opening times of' 'Ada') ('opening times of' 'Bruno')) (- 90))",
    ),
    (SHOP, "Ada opens an hour and a half after Bruno.", None),
    (SHOP, "Ada opens half an hour after Bruno.", "(= (- ('opening times of' 'Ada') ('opening times of' 'Bruno')) 30)"),
    # places in a row
    (ROW, "The Swede lives in the third house.", "(= 'Swede' '3')"),
    (ROW, "The Swedish person is not in house 2.", "(distinct 'Swede' '2')"),
    (ROW, "The dog owner is directly left of the Dane.", "(= (- 'dog' 'Dane') (- 1))"),
    (ROW, "The dog owner lives immediately to the right of the Dane.", "(= (- 'dog' 'Dane') 1)"),
    (ROW, "The Greek is somewhere to the left of the newt owner.", "(< 'Greek' 'newt')"),
    (ROW, "The Greek lives next to the newt owner.", "(= (abs (- 'Greek' 'newt')) 1)"),
    (ROW, "The Greek lives next door to the newt owner.", "(= (abs (- 'Greek' 'newt')) 1)"),
    (ROW, "The Greek is not next to the newt owner.", "(not (= (abs (- 'Greek' 'newt')) 1))"),
    (ROW, "The Greek and the newt owner are next to each other.", "(= (abs (- 'Greek' 'newt')) 1)"),
    (ROW, "There is one house between the Greek and the cat owner.", "(= (abs (- 'Greek' 'cat')) 2)"),
    (ROW, "There are two houses between the Greek and the cat owner.", "(= (abs (- 'Greek' 'cat')) 3)"),
    (ROW, "The Greek lives two houses to the left of the cat owner.", "(= (- 'Greek' 'cat') (- 2))"),
    (ROW, "The Greek lives two houses away from the cat owner.", "(= (abs (- 'Greek' 'cat')) 2)"),
    (ROW, "The Greek lives at one of the ends.", "(or (= 'Greek' '1') (= 'Greek' '5'))"),
    (ROW, "The Greek lives in the middle house.", "(= 'Greek' '3')"),
    (ROW, "The Greek lives in the leftmost house.", "(= 'Greek' '1')"),
    (
        ROW,
        "The Greek lives somewhere between the Dane and the Finn.",
        "(or (and (< 'Dane' 'Greek') (< 'Greek' 'Finn')) (and (< 'Finn' 'Greek') (< 'Greek' 'Dane')))",
    ),
    # values that two categories share
    (ROW, "The Brit has red hair.", "(= 'Brit' 'red')"),
    # refused: polarity, quantifiers and words that no construction takes up
    (SHOP, "Ada bakes rye unless Bruno rows.", "(or (= 'Ada' 'rye') (= 'Bruno' 'rowing'))"),
    (SHOP, "If Ada bakes rye then Bruno rows.", "(or (distinct 'Ada' 'rye') (= 'Bruno' 'rowing'))"),
    (SHOP, "Ada bakes everything except rye.", None),
    (
        SHOP,
        "Only one of Ada and Bruno bakes rye.",
        "(or (and (= 'Ada' 'rye') (distinct 'Bruno' 'rye')) (and (distinct 'Ada' 'rye') (= 'Bruno' 'rye')))",
    ),
    (SHOP, "Ada hates rye.", None),
    (SHOP, "The oldest baker, Ada, sells rye.", None),
    (SHOP, "Ada costs over $6.", "(= 'Ada' '$7.50')"),
    (SHOP, "Ada's loaf is at least $6.", "(or (= 'Ada' '$6') (= 'Ada' '$7.50'))"),
    (SHOP, "Ada is not the rower and the rye seller.", None),
    (SHOP, "The baker who isn't Ada sells rye to the rower.", None),
    (SHOP, "Both Ada and Bruno sell rye.", None),
    (SHOP, "Ada and Bruno sell rye.", None),
    (SHOP, "Ada sells rye and the rower sells brioche.", "(and (= 'Ada' 'rye') (= 'rowing' 'brioche'))"),
    (SHOP, "Ada visited the rower.", None),
    (SHOP, "Ada opens 2 months after Bruno.", None),
    (SHOP, "Ada is taller than Bruno.", None),
    (SHOP, "Ada has the better bread than Bruno.", None),
    (SHOP, "Ada is Bruno.", None),
    (SHOP, "Ada bakes zorple rye.", None),
    (SHOP, "Zed bakes the rye.", None),
    (SHOP, "The five bakers are Ada, the rower, the rye seller and the $6 baker.", None),
    (SHOP, "Ada is next to Bruno.", None),
    (SHOP, "Ada's brother is the rower.", None),
    (SHOP, "Ada opens the hour after Bruno.", "(= (- ('opening times of' 'Ada') ('opening times of' 'Bruno')) 60)"),
    (SHOP, "Ada charges 3 zorks less than Bruno.", None),
    # readings that would be wrong or too weak
    (SHOP, "Ada's loaf costs as much as the rye.", None),
    (SHOP, "Ada can't stand rowing.", None),
    (SHOP, "Ada is allergic to rye.", None),
    (SHOP, "Ada stopped rowing.", None),
    (SHOP, "Ada is a non-rower.", None),
    (SHOP, "Ada taught the rower.", None),
    (SHOP, "Ada lives with the rower.", None),
    (SHOP, "Ada bakes rye or the rower does.", None),
    (SHOP, "Ada opens about 2 hours after Bruno.", None),
    (
        SHOP,
        "Ada opens more than 2 hours after Bruno.",
        """(or (and (= 'Ada' '9:00am') (= 'Bruno' '6:00am')) (and (= 'Ada' '11:00am') (= 'Bruno' '6:00am'))
        (and (= 'Ada' '11:00am') (= 'Bruno' '7:30am')))""",
    ),
    (SHOP, "Ada opens no later than Bruno.", None),
    (
        SHOP,
        "Ada opens immediately after Bruno.",
        """(or (and (= 'Ada' '7:30am') (= 'Bruno' '6:00am')) (and (= 'Ada' '9:00am') (= 'Bruno' '7:30am'))
        (and (= 'Ada' '11:00am') (= 'Bruno' '9:00am')))""",
    ),
    (SHOP, "Ada charges a dollar more than Bruno.", "(= (- ('prices of' 'Ada') ('prices of' 'Bruno')) 2)"),
    (SHOP, "Ada charges a lot more than Bruno.", "(> ('prices of' 'Ada') ('prices of' 'Bruno'))"),
    (SHOP, "Ada is cheaper than Bruno or Chloe.", None),
    (SHOP, "One of Ada and Bruno bakes rye.", "(or (= 'Ada' 'rye') (= 'Bruno' 'rye'))"),
    (SHOP, "Of Ada and Bruno, neither bakes rye.", None),
    (ROW, "The Greek lives to the immediate left of the Dane.", "(= (- 'Greek' 'Dane') (- 1))"),
    (ROW, "The Greek does not live left of the Dane.", "(> 'Greek' 'Dane')"),
    (ROW, "The Greek lives in the second house from the right.", "(= 'Greek' '4')"),
    (ROW, "There is at least one house between the Greek and the cat owner.", None),
    (ROW, "The person next to the Dane owns the cat.", None),
    (ROW, "The Swede lives in the sixth house.", None),
    (ROW, "The Greek lives two houses from the cat owner.", None),
    (ROW, "The red one is near the Dane.", None),
]


@pytest.mark.parametrize(("grid", "clue", "expected"), UNDERSTOOD, ids=[clue for _, clue, _ in UNDERSTOOD])
def test_form_of_a_clue(grid, clue, expected):
    assert form(grid, clue) == (expected and " ".join(expected.split()))


def test_a_shared_value_without_a_telling_word_is_left_to_the_solver():
    reading, again = interpret(ROW, ("The Brit is red.", "The Dane is not red."))
    first, second = reading.meaning.literal.parts
    assert first.parts[1].right.category == 3
    assert second.parts[1].right.category == 4
    # The same phrase is read in the same way in every clue.
    assert first.parts[0] == again.meaning.literal.parts[0].parts[0]


def test_relatives_identify_only_where_a_category_is_of_relatives():
    grid = (
        category("hikers", ["Ann", "Ben"]),
        category("actors", ["Kit Moor", "Lou Reyes"]),
        category("maps", ["old", "new"]),
    )
    assert form(grid, "Ann's cousin carries the old map.") is None
    clues = ("Kit Moor's cousin is Ann.", "Lou Reyes's cousin has the new map.")
    assert form(grid, *clues) == "(= 'Kit Moor' 'Ann')"
    assert form(grid, *clues, "Kit Moor carries the old map.") is None


def test_a_shared_value_is_settled_by_words_that_other_clues_use():
    assert form(ROW, "The Brit adores red.", "The Dane adores ivory.") == "(= 'Brit' 'red')"
    reading, _ = interpret(ROW, ("The Brit adores red.", "The Dane adores ivory."))
    assert reading.meaning.literal.right.category == 4


def test_the_reason_names_the_word_and_the_nearest_value():
    readings = interpret(SHOP, ("Ada sells the soardouh.", "Bruno zorps the rye."))
    assert readings[0].reason == "unknown word 'soardouh'; did you mean 'sourdough'?"
    assert readings[1].reason == "unknown word 'zorps'"


def test_implicatures_are_kept_apart():
    neither, either = interpret(
        SHOP, ("Neither Ada nor the rower sells rye.", "Chloe is either the chess fan or the $6 baker.")
    )
    assert smtlib(SHOP, neither.meaning.implied[0]) == "(distinct |bakers Ada| |hobbies rowing|)"
    assert smtlib(SHOP, either.meaning.implied[0]) == "(distinct |hobbies chess| |prices $6|)"


@pytest.mark.parametrize(
    ("values", "kind", "quantities"),
    [
        (["January 28", "March 6"], "date", [28, 66]),
        (["2 min, 59 sec", "3 min, 2 sec"], "duration", [179, 182]),
        (["12 noon", "1:00pm"], "clock", [720, 780]),
        (["1.5 million", "10.2 million"], "number", [1500000, 10200000]),
        (["$32,000", "$121,000"], "money", [32000, 121000]),
        (["first", "fourth"], "ordinal", [1, 4]),
        (["1st", "3rd"], "ordinal", [1, 3]),
        (["April", "Sept"], "month", [3, 8]),
        (["Monday", "Thursday"], "weekday", [0, 3]),
        (["1984", "1992"], "year", [1984, 1992]),
        (["50 riders", "75 riders"], "number", [50, 75]),
        (["8%", "9%"], "percent", [8, 9]),
        (["rye", "brioche"], "", []),
        (["10 miles", "12 hours"], "", []),
        (["Sunday", "Monday"], "weekday", [6, 0]),
    ],
)
def test_quantities(values, kind, quantities):
    found = category("things", values)
    assert (found.kind, list(found.quantities)) == (kind, quantities)


def test_older_turns_around_for_years_of_birth():
    people = category("people", ["Ann", "Ben"])
    born = category("years", ["1950", "1961"])
    ages = category("ages", ["40 years", "51 years"])
    assert form((people, born), "Ann is older than Ben.") == "(< ('years of' 'Ann') ('years of' 'Ben'))"
    assert form((people, ages), "Ann is older than Ben.") == "(> ('ages of' 'Ann') ('ages of' 'Ben'))"


def test_the_solver_chooses_what_an_open_comparison_compares_and_a_unit_settles_it():
    grid = (
        category("cars", ["Lark", "Merle"]),
        category("ranges", ["90 miles", "95 miles"]),
        category("seats", ["4", "5"]),
    )
    assert form(grid, "The Lark has more than the Merle.") == (
        "(or (and 'reading of has more compares 0' (> ('ranges of' 'Lark') ('ranges of' 'Merle'))) "
        "(and (not 'reading of has more compares 0') (> ('seats of' 'Lark') ('seats of' 'Merle'))))"
    )
    assert (
        form(grid, "The Lark goes 5 miles more than the Merle.")
        == "(= (- ('ranges of' 'Lark') ('ranges of' 'Merle')) 5)"
    )


def test_a_number_in_a_name_is_no_amount():
    grid = (category("cameras", ["MX 50", "Tela 7"]), category("prices", ["$50", "$60"]))
    assert form(grid, "The MX 50 costs less than the Tela 7.") == "(< ('prices of' 'MX 50') ('prices of' 'Tela 7'))"


def test_clues_of_a_puzzle_carry_their_reasons():
    puzzle = decompose("Categories:\nname: Ann, Ben\npet: cat, dog\n\nClues:\n1. Ann owns the cat.\n2. Ann zorples.")
    assert [clue.understood for clue in puzzle.clues] == [True, False]
    assert "zorples" in puzzle.clues[1].reason
