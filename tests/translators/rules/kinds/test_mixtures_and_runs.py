"""Mixtures, rectangles and runs of numbers in any scene, and what must stop their reading."""

import pytest

from solvent.translators.rules.quantities import themes

MIXED = "Cows and hens are in the field. There are 14 heads and 40 legs. How many cows are there?"
PATCH = (
    "A rectangular lawn is 3 metres longer than it is wide. The fence around the lawn is 34 metres long."
    " How wide is it?"
)
TICKETS = "Three tickets have three consecutive numbers. Their sum is 63. What is the lowest number?"
QUIZ = (
    "In a quiz every correct answer gets 4 points and every wrong answer loses 1 point. Amir answered all 10 questions."
    " Amir scored 30 points. How many answers did Amir get right?"
)
MEAN = (
    "After 3 tests Nora has an average of 70 points."
    " How many points must she score in the fourth test to bring her average up to 75?"
)
ROW = (
    "A path is 60 metres long. There is a lamp every 6 metres. There is a lamp at both ends. How many lamps are there?"
)
EATEN = (
    "On Monday Finn ate half of the plums and one more. On Tuesday he ate half of those that were left and one more."
    " Then 2 plums were left. How many plums were there at the start?"
)
SHED = (
    "A boy looks into the shed and counts 9 heads and 26 legs. There are only hens and goats. How many goats are there?"
)
SHOW = (
    "40 people came to the school play, every one of them paid, and there was \u00a3210 in the cash box."
    " Adults had paid \u00a36 each and children \u00a33 each."
    " How many adults and how many children were in the audience?"
)
SHARED = "Ida and Max have 20 shells together. Ida has 4 more shells than Max. How many shells does Ida have?"
AGES = "Ida is 4 years older than Max. Together they are 20 years old. How old is Ida?"
CLIMB = (
    "A snail climbs an 8 metre wall. Each day it climbs 3 metres and each night it slides down 1 metre."
    " On which day does it reach the top?"
)


@pytest.mark.parametrize("text", [MIXED, PATCH, TICKETS, QUIZ, MEAN, ROW, EATEN, SHED, SHOW, CLIMB, SHARED, AGES])
def test_read_whole(text):
    assert themes.read(text).complete


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (MIXED, "There are 14", "There should be 14"),
        (MIXED, "14 heads and 40 legs", "14 heads in the field and 40 legs in the barn"),
        (MIXED, "in the field", "in the field with a dog"),
        (MIXED, "There are 14 heads and", "There are 14 heads and the brown animals have"),
        (PATCH, "around the lawn", "around the house"),
        (PATCH, "34 metres", "about 34 metres"),
        (TICKETS, "Their sum is", "Their sum is not"),
        (PATCH, "How wide is it?", "How wide is the pond?"),
        (PATCH, "longer than it is wide", "longer than the pond is wide"),
        (PATCH, "is 3 metres", "is 3 feet"),
        (QUIZ, "Amir scored", "Bill scored"),
        (QUIZ, "did Amir", "did Bill"),
        (QUIZ, "How many", "There was a bonus round. How many"),
        (MEAN, "must she", "must Lena"),
        (MEAN, "How many", "The worst test is dropped. How many"),
        (ROW, "lamp at both", "tree at both"),
        (ROW, "How many lamps", "How many trees"),
        (ROW, "every 6 metres", "every 6 feet"),
        (ROW, "How many", "A storm broke a lamp. How many"),
        (EATEN, "half of the plums", "half of the pears"),
        (EATEN, "How many", "His aunt refilled the bowl. How many"),
        (SHED, "counts", "miscounts"),
        (SHED, "26 legs", "26 legs, its own included"),
        (SHED, "26 legs", "26 legs, counting its own"),
        (SHED, "There are only", "In the meadow there are only"),
        (SHED, "are there?", "are in the meadow?"),
        (SHED, "How many", "The boy counts badly. How many"),
        (SHOW, "How many adults", "Babies came free. How many adults"),
        (SHARED, "4 more shells", "4 more white shells"),
        (SHARED, "does Ida", "did Ida"),
        (SHARED, "How many", "The list is incomplete. How many"),
        (AGES, "How old is", "How old was"),
        (CLIMB, "On which", "It rests on Sundays. On which"),
    ],
)
def test_not_read_whole(text, old, new):
    found = themes.read(text.replace(old, new))
    assert found is None or not found.complete
