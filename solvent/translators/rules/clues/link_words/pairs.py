"""Verbs that go with a sort of thing: what people do with a map or a cake that makes it theirs.

They link to a category that has no name of its own, if its values, or the things that the whole puzzle is about, are of
that sort: "sewed the hexagons" in a puzzle about quilts.
"""

from solvent.translators.rules.clues.link_words.frames import Frame
from solvent.translators.rules.clues.link_words.verbs import keys
from solvent.translators.rules.text.words import listed, stem


def _pair(nouns: str, linking: str, prepositions: str = "") -> Frame:
    return Frame(frozenset(map(stem, listed(nouns))), keys(linking), frozenset(listed(prepositions)))


PAIRS = (
    _pair("quilt blanket cushion", "sew stitch make quilt"),
    _pair("dress coat cape kilt waistcoat skirt shirt jacket suit gown costume garment", "sew stitch make tailor"),
    _pair("scarf sweater jumper mitten hat sock jersey", "knit make"),
    _pair("map chart", "draw make"),
    _pair("picture portrait drawing sketch cartoon comic", "draw sketch paint make"),
    _pair("painting mural canvas landscape", "paint"),
    _pair("poem sonnet ode ballad haiku elegy limerick", "write compose"),
    _pair("story novel essay letter book play thriller mystery western", "write"),
    _pair("song hymn sonata symphony waltz opera march", "write compose"),
    _pair("cake pie bread loaf cookie biscuit muffin scone tart pastry bun roll bagel", "bake make"),
    _pair("soup stew curry dish meal salad sauce chili borscht minestrone", "cook make prepare"),
    _pair("jam jelly marmalade cheese chutney juice", "make"),
    _pair("bowl vase jug plate pot mug teapot cup dish pitcher", "make throw glaze"),
    _pair("statue statuette sculpture figure mask", "carve sculpt make"),
    _pair("kite", "fly make", "with of"),
    _pair("balloon plane airplane helicopter glider", "fly pilot", "in aboard with of"),
    _pair("ship boat submarine vessel yacht ferry cutter schooner canoe", "sail command captain", "aboard on in of"),
    _pair("bus train tram taxi cab van lorry truck car", "drive", "in on with of"),
    _pair(
        "foot bicycle bike bus car coach train tram taxi ferry subway underground metro scooter motorbike plane boat",
        "come go travel take commute",
        "by on",
    ),
    _pair("bike bicycle pony horse camel scooter", "ride", "on with of"),
    _pair("chess checkers poker bridge tennis golf football cricket hockey darts piano violin", "play"),
    _pair("puppy kitten foal", "adopt take"),
    _pair("tree seed bulb flower shrub rose vegetable herb", "plant grow"),
)
# Prepositions that may precede such values: "in the south".
PLACES = (
    _pair("north south east west centre center middle", "", "in of"),
    _pair("gas electric wood-fired", "", "with of"),
)
# Verbs for what people in one role do for those in another, so that both are in one row: "the doctor saw the patient".
SERVING = tuple(
    (frozenset(map(stem, listed(who))), keys(does), frozenset(map(stem, listed(whom))))
    for who, does, whom in (
        ("doctor physician dentist therapist surgeon vet", "see treat examine", "patient"),
        ("teacher tutor instructor professor", "teach tutor instruct", "student pupil learner"),
        ("coach trainer", "coach train", "player athlete runner swimmer boxer"),
        ("lawyer solicitor attorney", "defend represent", "client defendant"),
        ("captain skipper commander pilot", "command captain sail fly pilot", "ship boat submarine vessel plane"),
    )
)
