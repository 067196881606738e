"""Categories from prose, ranges, tables and lists down the page, and what is no category."""

import pytest

from solvent.translators import rules
from solvent.translators.rules.text.ranges import written_out

LISTED = {
    "brackets": (
        "Three cousins, Ada, Bo and Cy, each have one pet (a cat, a dog or a hamster).\n1. Bo has the dog.",
        ["Ada Bo Cy", "cat dog hamster"],
    ),
    "one after another": (
        ("Uli, Vera and Pia sit at table 1, table 2 and table 3. One drinks coffee, another tea and the third cocoa.\n"
        "* Uli sits at table 2.\n* The tea drinker sits at table 3."),
        ["Uli Vera Pia", "1 2 3", "coffee tea cocoa"],
    ),
    "several in a sentence": (
        ("They're called Eva, Finn, Gus and Hal, they live in Bern, Cork, Delft and Essen, and they work as a baker, a "
        "cook, a nurse and a pilot. Eva is the cook. The nurse lives in Cork. Who lives where?"),
        ["Eva Finn Gus Hal", "Bern Cork Delft Essen", "baker cook nurse pilot"],
    ),
    "semicolons": (
        ("Ann, Ben and Cid were out; a crane, a heron and a swift were photographed; the places were the bay, the lake "
        "and the moor. Ann photographed the swift. Who was where?"),
        ["Ann Ben Cid", "crane heron swift", "bay lake moor"],
    ),
    "ages": (
        ("My cousins Ewa, Filip and Gosia are 34, 36 and 38 years old. Each has a trade: chef, florist or pilot.\n"
        "- Ewa is the chef.\n- The florist is 38."),
        ["Ewa Filip Gosia", "34 36 38", "chef florist pilot"],
    ),
    "days": (
        ("Four musicians share one practice room: Bo, Cy, Dag and Elin. They play the cello, the flute, the harp and "
        "the oboe, and each of them has a day of their own, Monday to Thursday.\n1) Bo plays the cello.\n"
        "2) The harp is played on Tuesday."),
        ["Bo Cy Dag Elin", "cello flute harp oboe", "Monday Tuesday Wednesday Thursday"],
    ),
    "several words at the end": (
        ("From May to July, Ida, Jo and Kai read a thriller, a western and a science fiction novel.\n- Ida read the "
        "science fiction novel.\n- The thriller was read in June."),
        ["May June July", "Ida Jo Kai", "thriller western science_fiction_novel"],
    ),
    "a row per category": (
        "| Category | Values |\n|---|---|\n| Name | Ada, Bea, Cleo |\n| Pet | cat, dog, fish |\n\n1. Ada has the cat.",
        ["Ada Bea Cleo", "cat dog fish"],
    ),
    "a column per category": (
        ("The possible values are:\n\n| Name | Pet |\n|---|---|\n| Ada | cat |\n| Bea | dog |\n| Cleo | fish |\n\n"
        "1. Ada has the dog."),
        ["Ada Bea Cleo", "cat dog fish"],
    ),
    "a table to fill in": (
        ("| Day | Child |\n| --- | --- |\n| Monday | |\n| Tuesday | ? |\n| Wednesday | ... |\n\n"
        "The children are Ann, Bob and Cid.\n\n- Ann eats on Tuesday.\n- Bob eats on Monday."),
        ["Monday Tuesday Wednesday", "Ann Bob Cid"],
    ),
    "down the page": (
        "Names:\n- Ann\n- Bob\n- Cid\n\nLunches:\n- jam\n- ham\n- egg\n\nClues:\n1. Ann eats jam.\n2. Bob eats ham.",
        ["Ann Bob Cid", "jam ham egg"],
    ),
    "one by one": (
        ("Una, Vera and Wilma are sisters. One has black hair, one red, one blonde; one's a nurse, one's a pilot and "
        "one's a chef.\n1. Una has red hair.\n2. The nurse has black hair.\n3. Vera is the chef."),
        ["Una Vera Wilma", "black red blonde", "nurse pilot chef"],
    ),
    "one by one, in places": (
        ("They are Pip, Ruff and Tim. One lived under the stairs, another behind the clock, and the third in the "
        "pantry.\n- Pip lived in the pantry.\n- Ruff lived behind the clock."),
        ["Pip Ruff Tim", "under_the_stairs behind_the_clock pantry"],
    ),
    "one by one, with verbs": (
        ("Kip, Lara and Mose are athletes. One of them throws the javelin, another runs hurdles and the third is a "
        "swimmer.\n- Kip is the swimmer.\n- Lara throws the javelin."),
        ["Kip Lara Mose", "javelin hurdles swimmer"],
    ),
    "floors that are only counted": (
        ("In our building (five floors, one tenant per floor) live Ann, Bo, Cid, Dee and Eve. They play the banjo, the "
        "cello, the drums, the flute and the harp.\n- Ann lives on floor 2.\n- The harp is played on the top floor."),
        ["1 2 3 4 5", "Ann Bo Cid Dee Eve", "banjo cello drums flute harp"],
    ),
    "boats that are only numbered": (
        ("Three houseboats are moored in one line (1 = leftmost). The owners are Ann, Bo and Cid, and the colours are "
        "red, blue and green.\n- Ann lives on boat 1.\n- The red boat is immediately left of the blue boat."),
        ["1 2 3", "Ann Bo Cid", "red blue green"],
    ),
    "a race": (
        ("Ann, Bo and Cid ran this year, dressed as a clown, a nun and a pirate. There were no ties.\n1. Ann finished "
        "last.\n2. The nun finished first.\nIn what position did each finish?"),
        ["1 2 3", "Ann Bo Cid", "clown nun pirate"],
    ),
    "times": (
        ("There are three appointments this morning, at 9 am, 10.30 am and noon, and each is somebody else's. Fay, Gil "
        "and Huw bring a cat, a dog and a hen.\n- Fay comes at noon.\n- The cat comes at 9 am."),
        ["9_am 10.30_am noon", "Fay Gil Huw", "cat dog hen"],
    ),
    "no comma before a verb": (
        ("Four musicians: Wim, Xenia, Yann and Zoe play harp, tuba, banjo and oboe. Their cases are black, brown, grey "
        "and red.\nWim: not the harp.\nXenia plays the tuba."),
        ["Wim Xenia Yann Zoe", "harp tuba banjo oboe", "black brown grey red"],
    ),
    "labels": (
        ("Girls = Ann, Bea, Cleo\nCars -> Audi, Ford, Opel (each has one)\n\n1. Ann drives the Ford.\n2. Bea has the "
        "Opel."),
        ["Ann Bea Cleo", "Audi Ford Opel"],
    ),
    "no verbs": (
        ("Boxes 1-3, left to right. Owners Jay, Kim, Lev. Stickers cat, owl, fox.\n- Jay has box 2.\n- Kim has the "
        "owl."),
        ["1 2 3", "Jay Kim Lev", "cat owl fox"],
    ),
    "a table headed by values": (
        ("| Stall | 1 | 2 | 3 |\n|---|---|---|---|\n| Trader | | | |\n| Goods | | | |\n\nTraders: Petra, Ruth, Tove\n"
        "Goods: honey, cheese, jam\nThe stalls run from left (1) to right (3).\n\n1. Cheese is sold at stall 3."),
        ["1 2 3", "Petra Ruth Tove", "honey cheese jam"],
    ),
    "a table in alphabetical order": (
        ("| Names | Trades | Pets |\n|---|---|---|\n| Ada | baker | cat |\n| Bo | cook | dog |\n| Cy | judge | eel |\n"
        "| Di | nurse | fox |\n\n1. Ada has the dog.\n2. The cook is Di."),
        ["Ada Bo Cy Di", "baker cook judge nurse", "cat dog eel fox"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
def test_the_categories_are_found_and_nothing_else_stands_in_the_text(name):
    text, expected = LISTED[name]
    puzzle = rules.decompose(text)
    found = [" ".join(value.replace(" ", "_") for value in values) for values in puzzle.entities.values()]
    assert sorted(found) == sorted(expected)
    assert not [passage for passage in puzzle.passages if passage.blocks]


def test_what_was_read_from_a_range_is_shown():
    puzzle = rules.decompose(LISTED["days"][0])
    shown = [passage.reason for passage in puzzle.passages if passage.role == "category"]
    assert any("day: Monday, Tuesday, Wednesday, Thursday" in reason for reason in shown)


def test_a_clue_in_the_sentence_of_a_list_is_a_clue():
    puzzle = rules.decompose(
        "Eva, Finn and Gina work as a baker, a cook and a nurse, and Eva is not the baker.\n1. Finn is the cook."
    )
    assert puzzle.clues[0].text == "Eva is not the baker."
    assert rules.understands(puzzle)


def test_as_many_names_as_times_are_all_of_them():
    puzzle = rules.decompose(
        "We met from May to July, and each time another member chose a game: chess, whist or go. Femi chose chess. "
        "Alba chose in June, and Dilys chose in May. Who chose what?"
    )
    assert puzzle.inferred == {"member": ""}
    assert set(puzzle.entities["member"]) == {"Femi", "Alba", "Dilys"}


SAYS_MORE = {
    "rows that may belong together": (
        "| Name | Pet |\n|---|---|\n| Ada | cat |\n| Bea | dog |\n| Cleo | fish |\n\n1. Ada does not have the dog."
    ),
    "a cell that is marked": (
        "| Name | Pet |\n|---|---|\n| Ada | yes |\n| Bea | |\n| Cleo | |\n\n"
        "The names are Ada, Bea and Cleo. The pets are a cat, a dog and a fish.\n1. Bea has the dog."
    ),
    "a statement about each": (
        "Ann, Bob and Cid each have one pet: a cat, a dog or a fish. One of them lies, one tells the truth, "
        "one jokes.\n1. Ann has the cat.\n2. Bob has the dog."
    ),
    "an offer": (
        "The hotel has rooms in red, blue and green. Prices are $80, $90 and $100. Guests from Monday to Wednesday get "
        "breakfast. The red room is $10 more than the blue room. The green room is not $90."
    ),
    "a letter": (
        "Dear Tom, Ann, Bob and Cid came to visit. They brought jam, ham and tea. Cid brought the jam. We had a nice "
        "time."
    ),
    "an order that is excluded": (
        "Three cousins, Ada, Bo and Cy, have a cat, a dog and a fish, though not in that order.\n1. Ada has the dog."
    ),
    "shared things": "Ada, Bo and Cy share a cat, a dog and a fish. Nobody owns one alone.\n1. Ada has the dog.",
}


@pytest.mark.parametrize("text", SAYS_MORE.values(), ids=SAYS_MORE.keys())
def test_what_may_say_more_than_it_lists_blocks(text):
    puzzle = rules.decompose(text)
    assert not puzzle.kind or not rules.understands(puzzle)


@pytest.mark.parametrize(("text", "written"), [
    ("each on a day of its own, Monday to Wednesday", "each on a day of its own, (Monday, Tuesday and Wednesday)"),
    ("from November to January", "(November, December and January)"),
    ("They live on floors 1 to 4.", "They live on floors (1, 2, 3 and 4)."),
    ("the houses are numbered one to three", "the houses are numbered (1, 2 and 3)"),
    ("The years are 1988-1990", "The years are (1988, 1989 and 1990)"),
    ("They came in from first to third", "They came in (first, second and third)"),
    ("It is open from 9 to 11", "It is open from 9 to 11"),
    ("The bus from 5 to 7 is late", "The bus from 5 to 7 is late"),
    ("They lost 3 to 1", "They lost 3 to 1"),
])  # fmt: skip
def test_ranges_of_days_and_of_what_is_numbered_are_written_out(text, written):
    assert written_out(text) == written


def test_a_range_that_no_other_sentence_names_is_no_category():
    puzzle = rules.decompose(
        "Ann, Bob and Cid like jam, ham and egg. The shop is open from Monday to Wednesday.\n1. Ann likes jam.\n"
        "2. Bob likes ham."
    )
    assert len(puzzle.entities) == 2
