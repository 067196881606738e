"""Two values are in one row only through words that the grammar or the puzzle knows to say so."""

import pytest

from solvent.translators.rules.clues.interpret import survey
from solvent.translators.rules.clues.links import is_people
from solvent.translators.rules.clues.values import category

VILLAGE = (
    category("name", ["Ada", "Bob", "Cal", "Dee"]),
    category("pet", ["cat", "dog", "newt", "hare"]),
    category("drink", ["tea", "milk", "beer", "cocoa"]),
    category("house", ["1", "2", "3", "4"], position=True),
    category("job", ["judge", "baker", "pilot", "teacher"]),
    category("city", ["Rome", "Oslo", "Cairo", "Quito"]),
    category("arrival date", ["May 1", "May 3", "May 8", "May 12"]),
)
FAIR = (
    category("players", ["Uma", "Vic", "Wes", "Xan"]),
    category("favorite color", ["red", "blue", "green", "white"]),
    category("instrument", ["flute", "cello", "harp", "tuba"]),
    category("makers", ["Ostero", "Palwick", "Quindle", "Rosco"]),
    category("score", ["10 points", "20 points", "30 points", "40 points"]),
    category("widget", ["sprocket", "gasket", "flange", "grommet"]),
)
LINKED, GUESS, REFUSED = "linked", "guess", "refused"


def verdict(grid, clue, *others, introduction=""):
    """Whether the first clue is understood, a guess only, or refused."""
    reading = survey(grid, (clue, *others), introduction).interpretation(0)
    if reading.meaning is None:
        return REFUSED
    return GUESS if reading.guesses else LINKED


@pytest.mark.parametrize(
    "clue",
    [
        "Ada keeps the cat.",
        "Ada owns the cat.",
        "Ada has the cat.",
        "Ada's pet is the cat.",
        "Ada drinks tea.",
        "Ada drank tea.",
        "Ada doesn't drink tea.",
        "Ada ordered the tea.",
        "Ada lives in house 2.",
        "Ada resides in house 2.",
        "Ada is in house 2.",
        "Ada is at the second house.",
        "Ada is the judge.",
        "Ada works as the judge.",
        "Ada became the judge.",
        "Ada is not the judge.",
        "Ada lives in Rome.",
        "Ada comes from Rome.",
        "Ada is from Rome.",
        "The judge lives in Rome.",
        "The person from Rome keeps the newt.",
        "Ada arrived on May 3.",
        "Ada arrived before the judge.",
        "The cat belongs to Ada.",
        "The newt is owned by Ada.",
        "Of Ada and Bob, one keeps the cat and the other lives in Oslo.",
        "The person who drinks beer is the teacher.",
    ],
)
def test_village_links(clue):
    assert verdict(VILLAGE, clue) == LINKED


@pytest.mark.parametrize(
    "clue",
    [
        "Uma likes red.",
        "Uma prefers red.",
        "Uma wore the red shirt.",
        "Uma plays the flute.",
        "Uma scored 20 points.",
        "Uma scored 10 points more than Vic.",
        "Uma finished with 20 points.",
        "Uma ended up with 20 points.",
        "The flute was made by Ostero.",
        "The flute was built by Ostero.",
        "Uma is the player with the harp.",
        "Uma loves wearing red.",
    ],
)
def test_fair_links(clue):
    assert verdict(FAIR, clue) == LINKED


@pytest.mark.parametrize(
    "clue",
    [
        "Ada photographed the cat.",
        "Ada painted the cat.",
        "Ada sold the cat.",
        "Ada lost the cat.",
        "Ada wants the cat.",
        "Ada gave up the cat.",
        "Ada spilled the tea.",
        "Ada hates tea.",
        "Ada left Rome.",
        "Ada moved away from Rome.",
        "Ada lives across from Rome.",
        "Ada lives near Rome.",
        "Ada lives outside Rome.",
        "Ada lives past Rome.",
        "Ada is opposite Rome.",
        "Ada lives behind house 2.",
        "Ada lives past house 2.",
        "Ada called the judge.",
        "Ada hired the judge.",
        "Ada praised the judge.",
        "Ada met the judge.",
        "Ada loves the judge.",
        "Ada talked about the judge.",
        "Ada worked the judge.",
        "Ada lives with house 2.",
        "Ada lives at odds with Rome.",
        "Ada plays with the judge.",
        "Ada's former pet is the cat.",
        "Ada tore the red shirt.",
        "Ada named the cat.",
    ],
)
def test_village_does_not_link(clue):
    assert verdict(VILLAGE, clue) != LINKED


@pytest.mark.parametrize(
    "clue",
    [
        "Uma tuned the flute.",
        "Uma tore the red shirt.",
        "Uma envied Ostero.",
        "Uma watched 20 points.",
        "The flute was stolen by Ostero.",
        "Uma hid behind the flute.",
        "Uma flipped 10 points more than Vic.",
    ],
)
def test_fair_does_not_link(clue):
    assert verdict(FAIR, clue) != LINKED


@pytest.mark.parametrize(
    ("clue", "expected"),
    [
        ("Ada photographed the cat.", GUESS),
        ("Ada sold the cat.", GUESS),
        ("Ada hates tea.", REFUSED),
        ("Ada lives across from Rome.", GUESS),
        ("Ada's former pet is the cat.", REFUSED),
    ],
)
def test_what_is_known_to_say_otherwise_is_no_guess(clue, expected):
    assert verdict(VILLAGE, clue) == expected


@pytest.mark.parametrize(
    ("introduction", "clue", "expected"),
    [
        ("Each person photographed a different pet.", "Ada photographed the cat.", LINKED),
        ("Each person fed a different pet.", "Ada photographed the cat.", GUESS),
        ("Each person spilled a drink, and each lives beyond a city.", "Ada spilled the tea.", LINKED),
        ("Each lives beyond a different city.", "Ada lives beyond Rome.", LINKED),
        ("Each sold a different pet.", "Ada sold the cat.", LINKED),
    ],
)
def test_the_introduction_allows_its_words(introduction, clue, expected):
    assert verdict(VILLAGE, clue, introduction=introduction) == expected


@pytest.mark.parametrize(
    ("clue", "others", "expected"),
    [
        ("Ada photographed the cat.", ("Bob photographed the dog.",), LINKED),
        ("Ada photographed the cat.", ("Bob drew the dog.",), GUESS),
        ("Ada photographed the cat.", ("Bob photographed the dog.", "Cal keeps the newt."), LINKED),
        ("Ada praised the judge.", ("Bob praised the baker.",), GUESS),
    ],
)
def test_words_that_recur_link(clue, others, expected):
    assert verdict(VILLAGE, clue, *others) == expected


@pytest.mark.parametrize(
    ("clue", "others", "expected"),
    [
        ("Uma polished the gasket.", (), LINKED),
        ("Uma polished the gasket.", ("Vic has the flange.",), GUESS),
        ("Uma polished the gasket.", ("Vic dented the flange.",), GUESS),
        ("Uma wants the gasket.", (), REFUSED),
        ("Uma lost the gasket.", (), REFUSED),
        ("Uma likes the cello.", (), LINKED),
        ("Uma likes the cello.", ("Vic plays the flute.",), GUESS),
    ],
)
def test_the_only_way_to_speak_of_a_category(clue, others, expected):
    assert verdict(FAIR, clue, *others) == expected


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("name", ["Ada", "Bob", "Cal"], True),
        ("things", ["judge", "baker", "pilot"], True),
        ("hosts", ["Lynette", "Ira", "Zed"], True),
        ("witnesses", ["Gil Gates", "Iva Ingram"], True),
        ("majors", ["Theology", "Finance"], False),
        ("honey", ["clover", "heather", "lime"], False),
        ("city", ["Rome", "Oslo"], False),
        ("years", ["1990", "1991"], False),
        ("pet", ["cat", "dog"], False),
    ],
)
def test_people_are_known_by_their_values(name, values, expected):
    assert is_people(category(name, values)) == expected


SHOW = (
    category("name", ["Ada", "Bob", "Cal"]),
    category("pattern", ["stars", "stripes", "hexagons"]),
    category("day", ["Monday", "Tuesday", "Friday"]),
)


@pytest.mark.parametrize(
    ("introduction", "clue", "expected"),
    [
        ("Ada, Bob and Cal showed quilts.", "Ada sewed the stars.", LINKED),
        ("Ada, Bob and Cal showed plans.", "Ada sewed the stars.", GUESS),
        ("Ada, Bob and Cal showed quilts.", "Ada sold the stars.", GUESS),
        ("Each showed a pattern.", "The stars were shown on Monday by Ada.", LINKED),
        ("Each showed a pattern.", "The stars were shown by Ada.", LINKED),
        ("Each showed a pattern.", "The stars were stolen by Ada.", REFUSED),
        ("Each showed a pattern.", "The stars were shown on Monday.", LINKED),
        ("Each showed a pattern.", "The stars were sold on Monday.", GUESS),
        ("Each showed a pattern.", "Ada showed hers before Bob.", LINKED),
    ],
)
def test_verbs_of_the_whole_puzzle(introduction, clue, expected):
    assert verdict(SHOW, clue, introduction=introduction) == expected


@pytest.mark.parametrize(
    ("clue", "expected"),
    [
        ("Ada is the owner of house 2.", LINKED),
        ("The cat is on house 2.", LINKED),
        ("Ada is on house 2.", GUESS),
        ("Ada is within sight of house 2.", GUESS),
        ("Ada is in front of house 2.", GUESS),
        ("Ada is in the vicinity of house 2.", GUESS),
        ("Ada is in front of the cat.", GUESS),
        ("Ada lives by house 2.", GUESS),
        ("Ada lives down from house 2.", GUESS),
        ("The judge was played by Ada.", GUESS),
        ("Ada and the judge are not neighbours.", LINKED),
    ],
)
def test_small_words_before_values(clue, expected):
    assert verdict(VILLAGE, clue) == expected


DIVERS = (
    category("submarine", ["Orca", "Pike", "Nautilus"]),
    category("captains", ["Ruiz", "Sand", "Thorn"]),
    category("depth", ["80 meters", "120 meters", "200 meters"]),
)


@pytest.mark.parametrize(
    ("clue", "expected"),
    [
        ("The Orca went deepest.", LINKED),
        ("Thorn does not command the Pike.", LINKED),
        ("Thorn envied the Pike.", REFUSED),
        ("Ruiz is aboard the Pike.", LINKED),
    ],
)
def test_ships_and_their_captains(clue, expected):
    assert (verdict(DIVERS, clue) == LINKED) == (expected == LINKED)


@pytest.mark.parametrize(
    ("clue", "introduction"),
    [
        ("Ada drank the cat.", "Each drinks another drink."),
        ("Ada dated tea.", "- Date: May 1, May 3, May 8, May 12"),
        ("Ada leaves milk.", "The houses are numbered from left to right, and each has a drink."),
        ("Ada drank in house 2.", "Each drinks another drink."),
        ("Ada met the judge.", "Ada, Bob, Cal and Dee met in Rome."),
        ("Ada lived the person who drinks tea.", "Each lived in a city."),
    ],
)
def test_a_verb_for_one_category_is_none_for_another(clue, introduction):
    assert verdict(VILLAGE, clue, introduction=introduction) != LINKED


PICNIC = (
    category("guests", ["Edda", "Floyd", "Gerda"]),
    category("table", ["soup", "salad", "pasta"]),
    category("cups", ["milk", "juice", "water"]),
    category("month", ["March", "April", "May"]),
    category("kind", ["wax", "straw", "clay"]),
)


@pytest.mark.parametrize(
    ("clue", "introduction"),
    [
        ("Edda drank milk.", ""),
        ("Edda took the soup.", "Each guest ordered one dish: soup, salad or pasta."),
        ("The soup was eaten with the juice.", ""),
        ("The soup was eaten in May.", ""),
        ("The dish that Edda ordered was the soup.", ""),
    ],
)
def test_what_people_do_with_things_links(clue, introduction):
    assert verdict(PICNIC, clue, introduction=introduction) == LINKED


@pytest.mark.parametrize(
    ("clue", "introduction"),
    [
        ("Edda ate the soup.", "Each guest cooked the soup, the salad or the pasta."),
        ("Edda spilled the milk.", ""),
        ("Edda ordered for the soup.", ""),
        ("Edda left in May.", "Each guest was born in March, April or May."),
        ("Edda painted the soup.", "The meals: soup, salad, pasta."),
    ],
)
def test_another_deed_does_not_link(clue, introduction):
    assert verdict(PICNIC, clue, introduction=introduction) != LINKED
