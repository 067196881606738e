"""Verbs that link whatever a category is called: verbs of having, of making and doing, and of events."""

from solvent.translators.rules.clues.link_words.verbs import keys, verb_stem
from solvent.translators.rules.text.words import listed

# Verbs that only say that somebody or something has, includes or gets something. Verbs of liking are here because
# puzzles use them in the same sense.
HAVING = keys(
    """contain feature include use show carry bear hold get receive obtain possess own keep sport display boast
    love like enjoy prefer favor favour specialize specialise study"""
)
# What a maker, a company or a team does: "made by Honwa".
MADE_BY = keys(
    """make build design develop manufacture produce publish create construct release launch sell operate run own brew
    craft sponsor fund lead head manage direct assemble"""
)
# What a person does: "painted by Ada".
DONE_BY = MADE_BY | keys(
    """write author compose paint sculpt photograph film record discover find invent found host teach coach train cook
    bake prepare perform sing play draw carve sew knit grow raise keep buy purchase order rent win take check drive ride
    fly captain pilot command submit report present give handle treat supervise chair organize organise edit narrate
    choose wear hold use"""
)
# Words for liking, which go with a "favorite".
LIKING = keys("love like enjoy prefer favor favour choose partial fond keen fan adore")
# Verbs that state an amount.
MEASURING = keys("contain offer include feature hold cover total boast measure span")
# Verbs that state only the order in a comparison of times.
COMING = keys("start begin leave depart arrive go come happen occur")
# Verbs that say when something happened; in a comparison of times they cannot mean anything else.
EVENTS = keys(
    """start begin finish end arrive depart leave come go occur happen open release launch found discover bottle publish
    build marry graduate debut premiere complete play perform see treat examine plant"""
) | {verb_stem("born")}
# Phrasal verbs: these words after the verb give it another meaning.
PHRASAL = {
    verb_stem(words[0]): frozenset(each.replace("_", " ") for each in words[1:])
    for words in (
        entry.split("-")
        for entry in listed(
            """end-up_with wind-up_with come-away_with-home_with-out_in-out_on go-home_with
            set-up_for-up_with-for sign-up_for take-out_by check-out_by schedule-for"""
        )
    )
}
# Verbs that link with one of these prepositions, if the puzzle has no other verb for the category.
HAVING_WITH = {
    verb_stem(verb): frozenset(prepositions)
    for verb, *prepositions in (
        entry.split("-")
        for entry in listed(
            "go-to travel-to come-from belong-to work-on-with-in specialize-in focus-on concern-with deal-with"
        )
    )
}
# Those of `PERSON_LINKS` that need "as".
AS_LINKS = keys("work serve")
# Verbs that say, in the passive, where a thing is: "the case is heard in room 2".
LOCATING = keys(
    """keep hold hear house locate park place display exhibit hang store serve drink eat smoke find spot photograph play
    grow show practise practice perform wrap pack plant carry bake"""
)
# Verbs with a preposition that say what something cost, when two amounts of money are compared: "brought in $2 more".
FETCHING = frozenset(
    {(verb_stem("bring"), "in"), (verb_stem("sell"), "for"), (verb_stem("go"), "for"), (verb_stem("fetch"), "")}
)
