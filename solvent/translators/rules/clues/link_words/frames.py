"""How English says who has what, by sort of category; only words that say so for every value of such a category.

A puzzle that uses other words says so in its introduction or uses them repeatedly. Words that express a taste or a plan
in one puzzle and a fact in another ("likes red", "ordered the hat") are left out.
"""

from dataclasses import dataclass

from solvent.translators.rules.clues.link_words.verbs import keys, verb_stem
from solvent.translators.rules.text.words import listed, stem


@dataclass(frozen=True)
class Frame:
    """How English says who has which value of one sort of category.

    `nouns` are stems of words that may name the category or its unit, `verbs` the keys of verbs (`verb_stem`);
    `prepositions` may stand right before such a value or its article, with or without one of the verbs. If `only_with`
    is not empty, a verb links only together with one of its prepositions: "won by Ada" and "went to Rome" link, "won
    Ada" and "went from Rome" do not.
    """

    nouns: frozenset[str]
    verbs: frozenset[str]
    prepositions: frozenset[str]
    only_with: frozenset[str] = frozenset()


def _frame(nouns: str, linking: str, prepositions: str = "with of", only_with: str = "") -> Frame:
    return Frame(
        nouns=frozenset(map(stem, listed(nouns))),
        verbs=keys(linking),
        prepositions=frozenset(listed(prepositions)),
        only_with=frozenset(listed(only_with)),
    )


_ANIMALS_FOOD_HOME = (
    _frame(
        "pet animal dog cat fish reptile horse pony breed puppy kitten amphibian bird parrot",
        "keep own raise rear breed adopt",
    ),
    _frame("horse pony mount camel", "ride", "on of with"),
    _frame("drink beverage soda tea coffee juice smoothie cocktail wine beer milkshake cola latte", "drink sip order"),
    _frame("cigar cigarette tobacco smoke pipe", "smoke"),
    _frame(
        """food meal lunch dinner breakfast supper brunch snack sandwich entree appetizer pizza pasta salad candy sweet
        treat donut doughnut burger taco sushi cuisine cereal bagel muffin pancake steak curry noodle""",
        "eat order",
        "with of",
    ),
    _frame(
        """ingredient topping filling sauce dressing cheese meat bread flavor flavour spice herb seasoning frosting
        icing garnish vegetable fruit crust condiment""",
        "contain include feature top",
        "with of",
    ),
    _frame("course starter main dessert dish pudding dinner", "eat order", "with of"),
    _frame("allergy allergen", "", "to with"),
    _frame("cheese meat bread dressing", "order", "with of"),
    _frame("recipe", "bake cook prepare make", "with of"),
    _frame(
        "house home apartment flat room floor condo cottage villa mansion cabin suite",
        "live reside dwell own",
        "in of",
    ),
    _frame("room suite cabin hotel motel inn hostel resort campsite lodge cottage", "stay lodge occupy", "in at of"),
    _frame("tent caravan hut cabin bunk bed berth", "sleep camp stay", "in of"),
    _frame("style architecture", "live reside dwell", "in of with"),
    _frame("street road avenue lane address block neighborhood neighbourhood", "live reside dwell", "on in at of from"),
    _frame("floor story storey", "live reside dwell work", "on of from"),
    _frame(
        """city town village live state country county province region hometown homeland birthplace island origin
        continent neighborhood district borough suburb residence home""",
        "live reside dwell hail come",
        "in from of",
        "in from",
    ),
    _frame("hometown birthplace homeland birth", "raise born", "in from", "in"),
    _frame("lake river beach shore coast mountain", "live reside dwell", "on at by", "on at"),
    _frame("nationality citizenship heritage ethnicity ancestry nation origin", "hail come", "from of", "from"),
    _frame("native", "", "of from"),
    _frame("appliance furniture gadget device tool machine", "own use", "with of"),
    _frame(
        "plant herb crop shrub seed garden",
        "grow plant cultivate",
        "with of",
    ),
    _frame("bouquet corsage", "carry hold", "with of"),
    _frame(
        "flower rose bulb dessert fruit vegetable cake pie cookie pastry soup dish cream side flavor", "", "with of"
    ),
)
_WORK_AND_STUDY = (
    _frame("job occupation profession career trade role position work", "work employ serve", "as", "as"),
    _frame(
        "company employer firm business agency department workplace corporation",
        "work employ",
        "for at in with of from by",
        "for at in by",
    ),
    _frame(
        "manufacturer maker brand developer designer studio publisher",
        "make manufacture produce develop build",
        "by of from",
        "by",
    ),
    _frame("publisher magazine newspaper journal", "publish", "by in of from", "by in"),
    _frame("developer designer architect engineer", "design develop build", "by of", "by"),
    _frame("department office section division branch team", "work", "in at for of"),
    _frame("salary income wage pay earning bonus", "earn make", "of with"),
    _frame("school college university academy institution alma", "attend study graduate enroll enrol", "at in from of"),
    _frame(
        "major degree discipline study",
        "study major specialize specialise",
        "in of with",
    ),
    _frame("course workshop elective", "take attend enroll enrol", "in of with"),
    _frame("degree diploma education", "hold earn complete receive attend", "with of in"),
    _frame("grade mark gpa", "receive earn get", "of with"),
    _frame("grade year", "", "in of"),
    _frame("language", "speak", "in of"),
    _frame("skill expertise specialty speciality field discipline", "specialize specialise", "in of with"),
    _frame(
        "topic theme presentation lecture speech talk essay report thesis paper",
        "speak talk lecture write present focus concern deal",
        "on about of with",
        "on about with",
    ),
    _frame("topic theme presentation lecture speech talk", "discuss", "on about of"),
    _frame("study research assignment", "concern focus deal", "on about of with", "on about with"),
    _frame("project experiment", "work", "on of with"),
    _frame("experience tenure seniority", "work", "for of with"),
    _frame("teacher professor instructor tutor coach trainer", "teach instruct coach train tutor", "by of", "by"),
)
_LEISURE = (
    _frame("hobby pastime pursuit interest", "do play enjoy pursue practice practise like love", "in of with"),
    _frame("activity recreation", "do enjoy", "of with"),
    _frame("sport", "play practice practise", "of"),
    _frame("sport event race competition contest tournament category match", "compete participate", "in of", "in"),
    _frame("game", "play", "of"),
    _frame("instrument", "play", "on with of"),
    _frame("position", "play", "for on of in"),
    _frame(
        "team club squad crew league association society organization",
        "belong play",
        "for on in of to with",
        "for on in to",
    ),
    _frame("genre", "read enjoy prefer like love watch listen", "of to in"),
    _frame("music song band album artist composer", "listen", "to of", "to"),
    _frame("book novel comic", "read", "of by"),
    _frame("song tune piece aria anthem", "sing perform play", "of with"),
    _frame("composer songwriter", "compose write", "by of", "by"),
    _frame("author writer poet novelist", "write", "by of", "by"),
    _frame("director producer filmmaker", "direct produce", "by of", "by"),
    _frame("movie film show series program programme video channel", "watch see", "of"),
    _frame("concert musical opera exhibition", "watch see", "of at"),
    _frame("role character part actor actress", "play portray", "of as"),
    _frame("dance", "dance perform", "of with"),
    _frame("painter artist sculptor photographer", "paint sculpt create photograph make", "by of", "by"),
    _frame("subject scene photograph photo picture", "", "of with"),
    _frame(
        "material wood stone metal fabric cloth textile yarn medium gem gemstone alloy",
        "make craft carve build",
        "of from in with out",
        "of from with out",
    ),
    _frame("fabric cloth textile yarn material medium", "work", "with in", "with in"),
    _frame("craft", "make", "of"),
    _frame("toy doll", "own", "with of"),
    _frame("toy doll", "play", "with", "with"),
    _frame("night day week hour minute duration", "last take stay spend", "for of"),
    _frame("trick act routine talent", "perform do", "of with"),
    _frame("collection collectible stamp coin", "collect", "of with"),
)
_TRAVEL = (
    _frame(
        "destination vacation holiday trip getaway excursion journey tour cruise honeymoon resort voyage",
        "go travel fly sail vacation journey",
        "to on in of",
        "to on",
    ),
    _frame(
        "destination vacation holiday trip getaway excursion journey tour cruise honeymoon resort voyage", "visit tour"
    ),
    _frame("vacation holiday getaway", "take", "of"),
    _frame("attraction landmark museum park monument sight exhibit", "visit tour", "to at of"),
    _frame("ride rollercoaster coaster", "ride", "on of"),
    _frame("car vehicle truck automobile sedan van model", "drive own", "in with of"),
    _frame("bike bicycle motorcycle scooter", "own ride", "on with of"),
    _frame(
        "bus train tram subway ferry flight airline plane airplane", "take ride catch board fly", "on with by in of"
    ),
    _frame("transportation transport commute conveyance", "take use travel commute go", "by on in"),
    _frame("ship boat vessel yacht canoe kayak sailboat", "sail captain own", "on in of with"),
    _frame("captain skipper commander pilot", "captain command pilot sail fly", "by of under", "by"),
    _frame("departure", "depart leave", "from at of on in", "from at on in"),
    _frame("arrival", "arrive", "at in of on", "at in on"),
    _frame("route trail path", "take hike", "on of along"),
    _frame("trail mountain peak hike", "hike climb", "on of"),
    _frame("start startpoint", "start begin", "at in from"),
    _frame("finish end endpoint", "finish", "at in"),
    _frame("rocket satellite spacecraft shuttle probe", "launch", "on of with"),
    _frame("seat chair row table bench desk booth", "sit", "in at on", "in at on"),
    _frame("gate platform terminal dock pier berth", "", "at from in"),
    _frame("restaurant diner cafe bar pub bistro eatery", "eat dine", "at in"),
    _frame("store shop mall market boutique", "shop", "at in from"),
    _frame("venue arena theater theatre stadium location place site hall", "", "at in of"),
)
_THINGS = (
    _frame(
        """clothing clothes shirt hat shoe dress suit sweater jacket coat scarf tie costume outfit gown sock glove skirt
        trouser pants jewelry jewellery necklace ring accessory uniform jersey mask garment cap boot wig cape belt
        blouse bracelet glasses wear attire footwear swimsuit tshirt""",
        "wear",
        "in with of",
    ),
    _frame("costume disguise", "dress disguise", "as", "as"),
    _frame("color colour shade hue pattern", "", "in with of"),
    _frame("ink paint pencil crayon chalk", "draw write paint use", "in with of"),
    _frame("hair eye beard", "", "with of"),
    _frame("phone smartphone laptop computer tablet camera gadget console printer", "own use", "with of"),
    _frame("brand", "use own", "of by with"),
    _frame("software app application program browser system website platform site", "use", "of on with"),
    _frame("gift present souvenir", "receive", "with of"),
    _frame("prize award trophy medal reward honor honour", "win receive earn get", "with of"),
    _frame("gold silver bronze medal", "win earn", "with of"),
    _frame("winner champion", "win", "by of", "by"),
    _frame("owner", "own keep possess", "by of", "by"),
    _frame("host hostess", "host", "by of", "by"),
    _frame("customer client shopper buyer", "order buy purchase", "by for of", "by"),
    _frame("photographer", "photograph take shoot", "by of", "by"),
    _frame(
        "creator inventor founder artisan crafter woodworker maker builder sculptor carver",
        "make create craft build invent found",
        "by of",
        "by",
    ),
    _frame("discoverer explorer", "discover find explore", "by of", "by"),
    _frame("manager supervisor leader", "manage run lead", "by of", "by"),
    _frame("sponsor", "sponsor", "by of", "by"),
    _frame("chef baker cook", "cook bake prepare make", "by of", "by"),
    _frame("driver rider jockey", "drive ride", "by of", "by"),
    _frame("witness reporter", "report", "by of from", "by"),
    _frame("owner", "belong", "to", "to"),
    _frame("mother father parent", "", "of to by"),
    _frame("invention", "invent create", "of"),
    _frame("discovery", "discover", "of"),
    _frame("purchase grocery", "buy purchase", "with of"),
    _frame("weapon", "wield", "with of"),
    _frame("crime offense offence charge", "commit", "of with for"),
    _frame(
        "ailment illness disease symptom condition malady injury complaint problem",
        "suffer have complain",
        "from with of about",
        "from with of about",
    ),
    _frame("medication medicine treatment remedy drug pill", "take use receive", "with of on"),
    _frame("doctor physician therapist masseuse dentist", "treat see massage", "by of with", "by"),
    _frame("wood stone metal material", "", "of in with from"),
    _frame("plot patch field bed stage platform pitch court lawn square shelf deck ledge", "", "on of"),
    _frame("theme motif design pattern", "feature decorate", "with of in"),
    _frame("feature amenity option accessory", "feature include", "with of"),
    _frame("section group category department sector", "belong", "in to of"),
    _frame("power superpower ability talent", "possess", "with of"),
    _frame("insurer insurance carrier", "have use insure", "with by through from of"),
    _frame("culture tribe people", "live", "by of with"),
    _frame("site website page homepage", "use visit", "to on at of"),
    _frame("rental reservation", "", "for of with"),
    _frame("loaf loaves ware merchandise goods figurine", "sell offer", "of with"),
    _frame("puzzle riddle crossword", "solve do", "of with"),
    _frame("phobia fear", "fear", "of with"),
    _frame("religion faith", "practice practise follow", "of"),
    _frame("sign zodiac", "born", "under of"),
    _frame("tattoo", "get sport", "of with"),
    _frame("candidate", "", "for of"),
    _frame("planet star constellation galaxy", "orbit", "around of"),
    _frame("period era century dynasty", "date form", "from to in of during", "from to in during"),
    _frame("direction", "", "to in from of"),
    _frame("event concert festival convention conference seminar", "attend", "at of"),
    _frame("charity foundation", "support donate volunteer", "to for of"),
    _frame("chore errand task duty", "do handle perform", "of with"),
    _frame("shift", "work", "on in of"),
    _frame("party", "belong", "of to in"),
    _frame("airport station stop port", "", "from at in"),
    _frame("exhibition gallery", "", "at in of"),
    _frame("subscription service provider carrier plan", "subscribe use", "to with of"),
    _frame("habit vice secret", "", "with of"),
    _frame("aircraft jet helicopter balloon", "fly pilot", "in of with"),
)
_AMOUNTS = (
    _frame("price cost dollar fee fare rate charge value ticket", "cost charge pay price sell", "for at of"),
    _frame("price cost dollar fee sold", "go buy", "for at of", "for"),
    _frame("price cost dollar fee sold", "fetch"),
    _frame("rent", "rent pay", "for at of"),
    _frame("tip donation contribution", "tip donate contribute", "of with"),
    _frame("bid auction", "bid sell", "for at of"),
    _frame("lot", "auction sell", "as in"),
    _frame("salary wage income earnings profit revenue", "earn make", "of"),
    _frame("age", "turn", "at of"),
    _frame("weight pound kilogram ounce ton gram", "weigh", "at of"),
    _frame("height inch foot meter centimeter tall", "stand measure", "at of"),
    _frame(
        "length width depth diameter size area wingspan inch foot meter centimeter mile kilometer acre",
        "measure span",
        "at of with",
    ),
    _frame(
        "distance mile kilometer",
        "travel cover",
        "for of with",
    ),
    _frame("speed mph", "travel reach", "at of"),
    _frame("score point goal run", "score", "with of"),
    _frame("score point goal run medal vote", "finish end win", "with", "with"),
    _frame("vote", "receive get win", "with of"),
    _frame("capacity seat seating", "hold seat", "with of for"),
    _frame("temperature degree", "reach", "at of to"),
    _frame("duration length minute hour second", "last take", "for of"),
    _frame("page word chapter", "contain", "with of"),
    _frame("member attendance attendee guest student employee visitor population", "have", "with of"),
    _frame("follower friend connection subscriber like view download fan", "have", "with of"),
    _frame("number jersey", "wear", "with of"),
    _frame("piece part slice copy", "have contain", "with of"),
    _frame("birthday birthdate birth birthmonth", "born", "in on of"),
    _frame("anniversary wedding marriage", "get marry wed", "in on of", "in on"),
    _frame("release debut premiere publication", "release debut premiere publish", "in on of"),
    _frame("founding establishment foundation", "found establish", "in of"),
    _frame("launch", "launch", "in on of"),
    _frame("arrival", "arrive", "at in on"),
    _frame("appointment reservation meeting interview session", "schedule", "at for of with"),
    _frame("start opening", "start begin open", "at on in"),
    _frame("order turn", "", "in"),
    _frame("string rope thread leash", "fly hang", "on of with", "on with"),
    _frame("oven kitchen hive orchard vineyard", "come", "from of out with in", "from out of"),
    _frame("rank ranking placement placing standing", "finish place rank come", "in at as"),
    _frame("round level stage", "reach", "in"),
    _frame("channel station frequency", "air broadcast", "on"),
    _frame("due deadline", "due", "on in at"),
)
FRAMES = (*_ANIMALS_FOOD_HOME, *_WORK_AND_STUDY, *_LEISURE, *_TRAVEL, *_THINGS, *_AMOUNTS)

# Words that link to a value of each kind of quantity, whatever its category is called.
KINDS = {
    "money": _frame("", "cost price", "for at of with"),
    "number": _frame("", "total number", "with of"),
    "duration": _frame("", "last take", "for of with in at"),
    "percent": _frame("", "", "with of at"),
    "clock": _frame("", "schedule occur happen", "at of"),
    "date": _frame("", "schedule occur happen date", "on of"),
    "month": _frame("", "schedule occur happen", "in of"),
    "weekday": _frame("", "schedule occur happen", "on of"),
    "year": _frame("", "date occur happen", "in of from"),
    "ordinal": _frame("", "finish place rank come take", "in at"),
    "position": _frame("", "live reside dwell sit occupy stand locate position camp", "in at of"),
}

# The prepositions that a verb or adjective governs, whatever the category.
GOVERNED = {
    verb_stem(words[0]): frozenset(words[1:])
    for words in (
        entry.split("-")
        for entry in listed(
            """partial-to fond-of fan-of lover-of enthusiast-of aficionado-of devotee-of opt-for listen-to
            specialize-in specialise-in belong-to compete-in participate-in major-in dress-as
            disguise-as suffer-from hail-from subscribe-to graduate-from enroll-in work-for-at-as
            live-in-at-on reside-in-at-on dwell-in-at-on sit-in-at-on sign-for travel-to journey-to
            arrive-at-in-on depart-from-at-on-in speak-on-about talk-about consist-of commute-by pay-for
            weigh-in-at employ-by-at-as bear-in-on bid-on-for donate-to arm-with accompany-by
            marry-in-on schedule-for-on-at charge-with equip-with"""
        )
    )
}

# Words that mean the same in every context.
SYNONYMS = tuple(
    keys(words.replace("/", " "))
    for words in listed(
        """own/possess/keep live/reside/dwell stay/lodge
        like/love/enjoy/favorite/favor/favour/prefer/adore/fond/enthusiast/lover/fan/aficionado/devotee/partial
        buy/purchase make/craft/create build/construct/make manufacture/produce begin/start/commence finish/complete
        teach/instruct pick/choose/select/opt receive/get
        bound/head/go/travel compete/participate happen/occur
        write/author/pen marry/wed cook/prepare drink/sip discover/find travel/journey
        found/establish use/utilize bike/cycle employ/hire wear/don cost/price/worth
        donate/contribute repair/fix paint/color/colour broadcast/air captain/command
        cultivate/grow hike/trek study/specialize/specialise order/request"""
    )
)
