"""Plain school-sheet grids: where their categories and rows are told, and what stops a reading."""

import pytest

from solvent import solve
from solvent.translators import rules

TOLD = {
    "articles before some values, and rooms in a row": (
        (
            "Rooms 11, 12 and 13 lie side by side in this order. The guests are Mr Ash, Ms Birch and Mr Cole. "
            "For lunch they ordered soup, an omelette and some noodles, one dish for each guest.\n1. The soup "
            "went to room 12.\n2. Mr Ash's room is next to Mr Cole's.\n3. Ms Birch has room 13.\n4. Mr Cole "
            "ordered the omelette, and he does not have room 12.\nWho stays where, and what did everybody order?"
        ),
        {("11", "Mr Cole", "omelette"), ("12", "Mr Ash", "soup"), ("13", "Ms Birch", "noodles")},
    ),
    "hours": (
        (
            "Three concerts take place today, at 1, 3 and 5 o'clock. The instruments are cello, harp and oboe. "
            "The harp concert starts exactly two hours after the oboe concert. The cello is not played at 1 "
            "o'clock. The cello is played at 5 o'clock. At what time is each concert?"
        ),
        {("1", "oboe"), ("3", "harp"), ("5", "cello")},
    ),
    "people named in the clues only": (
        (
            "Three brothers went out, and each had one starter and one dessert. The starters were melon, salad "
            "and soup; the desserts were cake, fruit and trifle. Lars had the salad. Whoever had the melon also "
            "had the fruit, but that wasn't Morten. Niels did not have soup. The trifle was not eaten by Lars. "
            "Who had what?"
        ),
        {("melon", "fruit", "Niels"), ("salad", "cake", "Lars"), ("soup", "trifle", "Morten")},
    ),
    "a last category named in the clues only, and a row without numbers": (
        (
            "Three caravans stand in a row. Each belongs to one family (Fox, Gray, Hill) and each family has one "
            "pet. The Fox family has a parrot. The family with the cat has the caravan on the far left. The Gray "
            "family's caravan is in the middle. The third pet is a rabbit. Which pet does each family have?"
        ),
        {("1", "Hill", "cat"), ("2", "Gray", "rabbit"), ("3", "Fox", "parrot")},
    ),
    "lists in another order": (
        (
            "Vera, Will and Yann took Art, Drama and Music, though not in that order. Vera did not take Music. "
            "Will took Art. Yann took Music. Who took what?"
        ),
        {("Vera", "Drama"), ("Will", "Art"), ("Yann", "Music")},
    ),
    "all in one place, of one age": (
        (
            "Alma, Bilal and Corin live on the same landing. Each has one pet (a budgie, a gecko or a rabbit). "
            "Alma has the rabbit. Bilal does not own the budgie. Who has which pet?"
        ),
        {("Alma", "rabbit"), ("Bilal", "gecko"), ("Corin", "budgie")},
    ),
    "two lists of one sentence": (
        (
            "Three under-12 teams won a cup. They play in green, red and white and come from Oban, Perth and "
            "Wick. The Perth team plays in red. Wick does not play in white. Find the colour of every team."
        ),
        {("white", "Oban"), ("red", "Perth"), ("green", "Wick")},
    ),
    "a floor each": (
        (
            "Three neighbours live in one block, one on each floor. Their names are Ada, Bo and Cy. They drink "
            "cocoa, milk and tea. Bo lives on the top floor. The tea drinker lives directly above Ada. Ada "
            "drinks milk and lives on the first floor. Who lives where, and who drinks what?"
        ),
        {("1", "Ada", "milk"), ("2", "Cy", "tea"), ("3", "Bo", "cocoa")},
    ),
    "numbered in the next sentence": (
        (
            "Three desks stand in a row. They are numbered 1 to 3 from left to right. The pupils are Rick, Sam "
            "and Tess. Tess sits directly to the right of Sam. Rick does not have desk 1. Who sits where?"
        ),
        {("1", "Sam"), ("2", "Tess"), ("3", "Rick")},
    ),
    "ranks": (
        (
            "Three dogs ran a race, and there were no ties. The dogs are called Rex, Spot and Tiny. Their owners "
            "are Mrs Hay, Mrs Ives and Mrs Jay. Rex came second. Mrs Hay's dog came third. Spot finished just "
            "ahead of Mrs Ives's dog. Who owns which dog, and in what place did it finish?"
        ),
        {("1", "Spot", "Mrs Jay"), ("2", "Rex", "Mrs Ives"), ("3", "Tiny", "Mrs Hay")},
    ),
    "rows counted beside their values": (
        (
            "Three waiters (Lou, Moe and Ned) served three tables (1, 2 and 3). Lou did not serve table 1. Moe "
            "served table 3. Who served which table?"
        ),
        {("Lou", "2"), ("Moe", "3"), ("Ned", "1")},
    ),
}


@pytest.mark.parametrize(("text", "rows"), TOLD.values(), ids=TOLD.keys())
def test_a_plain_grid_is_read_and_proved(text, rows):
    solution = solve(text)
    assert solution.status == "verified"
    assert {tuple(row.values()) for row in solution.answer} == rows


STOPPED = {
    "a second that is no rank": (
        "Three dogs ran a race, and there were no ties. The dogs are called Rex, Spot and Tiny. Their owners are Mrs "
        "Hay, Mrs Ives and Mrs Jay. Rex came in a second after Spot. Mrs Hay's dog came third. Who finished where?"
    ),
    "a row of which a place is numbered, in no direction": (
        "Three vans are parked in a row. The drivers are Ann, Bob and Cid. Ann's van is next to Bob's. Bob's van is to "
        "the left of Ann's. Cid has the first van. Whose van is where, and is it next to Bob's, if it rains?"
    ),
    "a last value that is doubted": (
        "Three caravans stand in a row. Each belongs to one family (Fox, Gray, Hill) and each family has one pet. The "
        "Fox family has a parrot. The family with the cat has the caravan on the far left. The Gray family's caravan "
        "is in the middle. The third pet is probably a rabbit. Which pet does each family have?"
    ),
    "a value too many": (
        "Three caravans stand in a row. Each belongs to one family (Fox, Gray, Hill) and each family has one pet. The "
        "Fox family has a parrot and a mouse. The family with the cat has the caravan on the far left. The Gray "
        "family's caravan is in the middle. The third pet is a rabbit. Which pet does each family have?"
    ),
    "an order of values that are no numbers": (
        "The red, green and blue houses lie side by side in this order. The owners are Ann, Bob and Cid. Ann's house "
        "is next to Bob's. Cid does not own the red house. Who owns which house?"
    ),
    "some share a place": (
        "Alma, Bilal and Corin have one pet each (a budgie, a gecko or a rabbit), and two live on the same landing. "
        "Alma has the rabbit. Bilal lives on the same landing as the gecko. Who has which pet?"
    ),
    "an order that is excluded, where little else is told": (
        "Vera, Will and Yann took Art, Drama and Music, though not in that order. Will took Art. Who took what?"
    ),
}


@pytest.mark.parametrize("text", STOPPED.values(), ids=STOPPED.keys())
def test_what_may_change_the_meaning_stops_the_reading(text):
    puzzle = rules.decompose(text)
    assert not puzzle.kind or not rules.understands(puzzle)
