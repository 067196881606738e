"""The vocabularies of generated logic grids: complete, and without a word that could mean two things."""

import re

import pytest

from solvent.benchmarks.generate.zebra.candidates import INDIRECT
from solvent.benchmarks.generate.zebra.clues import KINDS
from solvent.benchmarks.generate.zebra.theme import LANGUAGES, SHAPES, phrases, themes

THEMES = [
    pytest.param(theme, id=f"{language}-{name}") for language in LANGUAGES for name, theme in themes(language).items()
]
QUANTITIES = ("more", "less", "more_by", "less_by", "most", "least")


def test_there_are_as_many_themes_as_promised():
    assert len(themes("english")) >= 10
    assert len(themes("chinese")) >= 4


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_complete(theme):
    assert len(theme.topics) >= 8
    assert 1 <= len([topic for topic in theme.topics if topic.numbers]) <= 2  # the bound on --most-clues needs that
    assert len([sentence for sentence in theme.herrings if "{" not in sentence]) >= 4  # as many as may be asked for
    ids = {topic.id for topic in theme.topics}
    assert {slot for sentence in theme.herrings for slot in re.findall(r"\{(\w+)\}", sentence)} <= ids
    assert not theme.topics[0].numbers  # names
    for topic in theme.topics:
        assert topic.names[0].lower() in topic.told.lower()  # the answer is spelled as the text is
        assert len(topic.values) == len(set(topic.values)) >= 8
        assert all(frame.count("{}") == 1 for frame in (*topic.owner, topic.item, topic.told, *topic.passive))
        assert all(frame.count("{}") == 1 for pair in topic.says for frame in pair)
        assert all(yes != no for yes, no in topic.says)
        if topic.numbers:
            assert len(topic.numbers) == len(topic.values)
            assert list(topic.numbers) == sorted(set(topic.numbers))
        assert all(bool(getattr(topic, field)) == bool(topic.numbers) for field in QUANTITIES)
        assert all("{}" in frame for field in ("more_by", "less_by") for frame in getattr(topic, field))
    for shape in SHAPES:
        scene = theme.scenes[shape]
        assert "{N}" in scene.intro
        assert shape == "plain" or (all(scene.place) and all(scene.stay) and scene.where and "{n}" in scene.intro)


@pytest.mark.parametrize("theme", THEMES)
def test_no_value_can_be_mistaken_for_something_else(theme):
    """In English no word of a value, in Chinese no value as a whole, occurs elsewhere in the theme."""
    frames = {
        topic.id: [
            *topic.owner,
            *topic.passive,
            *topic.names,
            topic.item,
            topic.told,
            *(p for pair in topic.says for p in pair),
        ]
        + [frame for field in QUANTITIES for frame in getattr(topic, field)]
        for topic in theme.topics
    }
    scenes = [text for scene in theme.scenes.values() for text in (scene.intro, *scene.place, *scene.stay, scene.where)]
    general = [*scenes, *theme.herrings, *theme.person]
    for topic in theme.topics:
        elsewhere = [text for other in theme.topics for text in frames[other.id]] + general
        elsewhere += [value for other in theme.topics if other is not topic for value in other.values]
        for value in topic.values:
            others = [*elsewhere, *(other for other in topic.values if other != value)]
            if theme.language == "chinese":
                assert not [text for text in others if value in text], value
            else:
                units = {"kg", "km"}
                own = set(re.findall(r"[a-z$:.0-9]+", value.lower())) - units
                assert not [text for text in others if own & set(re.findall(r"[a-z$:.0-9]+", text.lower()))], value


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_clue_has_several_wordings(language):
    wordings = phrases(language)["wordings"]
    assert wordings.keys() == set(KINDS)
    assert all(len(set(ways)) == len(ways) >= 3 for ways in wordings.values())
    assert set(KINDS) > INDIRECT
