"""The scenes that texts set: which values there are, in which categories and places."""

from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.scenery import scenes
from solvent.translators.rules.rough.world import Category


def _scene(text: str) -> Scene:
    return scenes(text)[0]


def _values(scene: Scene) -> set[frozenset[str]]:
    return {frozenset(each.values) for each in scene.world.categories}


def _place(scene: Scene) -> Category:
    assert scene.world.place is not None
    return scene.world.categories[scene.world.place]


def test_lists_in_running_text_and_ranges() -> None:
    scene = _scene(
        "Hello! Ira, Jon and Kit each ordered a soup (leek, onion or pea) on another day, Monday to Wednesday.\n"
        "- Ira didn't have the leek soup.\n- The onion soup was ordered the day after Kit's.\n"
        "Who had which soup, and when?"
    )
    assert _values(scene) == {
        frozenset({"Ira", "Jon", "Kit"}),
        frozenset({"leek", "onion", "pea"}),
        frozenset({"Monday", "Tuesday", "Wednesday"}),
    }
    assert (_place(scene).axis, _place(scene).amounts) == ("time", (1, 2, 3))
    assert scene.sentences == (
        "Ira didn't have the leek soup.",
        "The onion soup was ordered the day after Kit's.",
    )
    assert scene.question == "Who had which soup, and when?"


def test_headings_and_tables() -> None:
    scene = _scene(
        "| Guest | Room |\n|---|---|\n| Ms Ade | 11 |\n| Mr Bly | 12 |\n| Ms Cox | 13 |\n\nTeas: assam, mint, rooibos."
        "\nMs Ade drinks mint. Mr Bly is not in room 11. The rooibos goes to room 13. Who drinks what, and where?"
    )
    assert {frozenset({"assam", "mint", "rooibos"}), frozenset({"11", "12", "13"})} < _values(scene)


def test_values_that_only_clues_name_are_shared_out_by_their_frames() -> None:
    scene = _scene(
        "Four huts stand in a row. In each lives a woman from another country, with a bird and a hobby of her own.\n"
        "The Kenyan lives in the blue hut. The Peruvian has a finch. The woman in the grey hut knits. "
        "The pink hut is directly left of the white one. The Tongan keeps a parrot. The Omani plays chess. "
        "The owner of the raven lives in the first hut.\nWho keeps the owl?"
    )
    found = _values(scene)
    assert frozenset({"Kenyan", "Peruvian", "Tongan", "Omani"}) in found
    assert frozenset({"blue", "grey", "pink", "white"}) in found
    assert frozenset({"finch", "parrot", "raven", "owl"}) in found
    assert (_place(scene).axis, len(_place(scene).values)) == ("left", 4)


def test_people_in_clues_are_ordered_by_what_they_are_compared_by() -> None:
    scene = _scene("Ola is taller than Per. Rut is shorter than Per. Sven is taller than Ola. Who is the tallest?")
    assert _values(scene) == {frozenset({"Ola", "Per", "Rut", "Sven"}), frozenset("1234")}
    assert _place(scene).axis == "height"


def test_places_may_stay_empty_and_form_a_circle() -> None:
    bench = _scene(
        "Una, Vic and Wes sit on a bench with five seats in a row. Una sits in seat 2, Vic left of Wes. Who sits where?"
    )
    assert len(_place(bench).values) == 5
    table = _scene(
        "Una, Vic, Wes and Xia sit at a round table. Una sits opposite Vic. Wes is left of Una. Who is opposite Xia?"
    )
    assert table.world.circular


def test_no_text_is_too_odd() -> None:
    for text in ("", "?", "a, b, c", "and " * 900, "(" * 900, "One, two, three. " * 100, "| a |\n" * 300):
        assert isinstance(scenes(text), tuple)
