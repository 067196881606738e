"""Number puzzles in free words, drafted and solved: one or two of each theme, and what must not be read."""

import pytest

from solvent.solvers import Status, run, second
from solvent.translators.emit import emit
from solvent.translators.rules.rough.quantities import draft

AGES = (
    'Worksheet 12\nMum found this: "Uncle Fred is five times as old as his niece Ruby. In eight years he will be '
    'only three times as old as she is then. How old is Ruby?" We gave up.'
)
THEN = "Hal is 32. He is twice as old as Ivy was when Hal was as old as Ivy is now. How old is Ivy?"
FEET = (
    "In the shed I keep geese and ponies. Counting heads I get 14, counting feet I get 38. How many ponies are there?"
)
STAMPS = "Zoe bought 12 stamps, some at 40 pence and some at 75 pence, and paid £6.55. How many 75p stamps did she buy?"
FARES = (
    "At the fair adults paid £6 and children £2.50. 60 people came and left £255 at the desk. How many children came?"
)
BASKETS = "Two teas and a scone cost £5.20. One tea costs 40 pence less than a scone. What does a scone cost, in pence?"
DIGITS = (
    "The lock wants a three-digit code, no zeros.\n- the last digit is twice the first\n- the digits add up to 16\n"
    "- the middle digit is one more than the last\nWhat is the code?"
)
SWAPPED = "A two-digit number has the digit sum 8. If its digits change places, it grows by 36. What is the number?"
LEFT_OVER = "Packed in boxes of 4 there are 3 left over, in boxes of 7 there are 2. There are fewer than 30. How many?"
CHAIN = "Ada lost a third of her beads, then gave 6 away. Now she has 12 left. How many beads did she have at first?"
FAMILY = (
    "Every boy has twice as many sisters as brothers, every girl as many brothers as sisters. How many boys and girls?"
)
FRUIT = "fig + fig + lime = 17\nlime - fig = 2\nWhat is a lime worth?"
STEPS = "I think of a number. If I double it, take 5 away and divide the result by 3, I get 7. What is my number?"

SPOKEN = (
    'Said Ann to Bob: "Give me 2 of your marbles and I shall have three times as many as you." Bob answered: "Give me '
    '2 of yours and we have the same number." How many marbles does Ann have?'
)
CLINKS = "Every guest clinked glasses with every other guest once. There were 45 clinks. How many guests were there?"
TURNED = "Flip my two digits and I become 36 smaller. The two digits sum to 12. Which two-digit number am I?"
QUIZ = (
    "In a quiz of 25 questions each right answer earned 4 points and each wrong answer cost 1 point. Omar answered all "
    "the questions and scored 70 points. How many did he get wrong?"
)


READ = [
    (SPOKEN, 10),
    (CLINKS, 10),
    (TURNED, 84),
    (QUIZ, 6),
    (AGES, 8),
    (THEN, 24),
    (FEET, 5),
    (STAMPS, 5),
    (FARES, 30),
    (BASKETS, 200),
    (DIGITS, 376),
    (SWAPPED, 26),
    (LEFT_OVER, 23),
    (CHAIN, 27),
    (FAMILY, {"boys": 3, "girls": 4}),
    (FRUIT, 7),
    (STEPS, 13),
]


@pytest.fixture(scope="module")
def answer(in_pool):
    """The answer under the first choice of meanings that leaves exactly one; None if there is none."""

    async def only(pool, model):
        program = emit(model, "smtlib").model_copy(update={"trusted": True})
        first = await run(program, pool=pool)
        if first.status is not Status.SATISFIED:
            return None
        other = await second(program, first.answer, pool=pool)
        return first.answer if other.status is Status.UNSATISFIABLE else None

    def found(text):
        read = draft(text)
        models = [] if read is None else map(read.model, read.choices())
        return next(
            (got for model in models if (got := in_pool(lambda pool, m=model: only(pool, m))) is not None), None
        )

    return found


@pytest.mark.parametrize(("text", "gold"), READ)
def test_a_text_in_free_words_has_the_answer_that_it_should(answer, text, gold):
    assert answer(text) == gold
