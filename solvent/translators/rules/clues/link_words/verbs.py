"""Verbs and function words for any category: inflected forms, words that link, and words that do not."""

from functools import cache

from solvent.translators.rules.text.words import listed, stem


def _irregular() -> dict[str, str]:
    """Map irregular verb forms to their base form.

    Each row is a base form with every form that is not made by adding -s, -ed or -ing. A form that is also the base
    form of another verb ("found", "saw", "ground") is taken as a past form, which clues use far more often.
    """
    rows = """be am is are was were been being, have has had having, do does did done, go goes went gone, arise arose
    arisen, awake awoke awoken, bear bore borne, beat beaten, become became, befall befell befallen, begin
    began begun, boycott boycotted boycotting, behold beheld, bend bent, bid bade bidden, bind bound, bite
    bit bitten, bleed bled, bless blest, blow blew blown, break broke broken, breed bred, bring brought,
    build built, burn burnt, buy bought, catch caught, choose chose chosen, cling clung, clothe clad, come
    came, creep crept, deal dealt, dig dug, dive dove, draw drew drawn, dream dreamt, drink drank drunk,
    drive drove driven, dwell dwelt, dye dyed, eat ate eaten, fall fell fallen, feed fed, feel felt, fight
    fought, find found, flee fled, fling flung, fly flew flown flies flying, forbid forbade forbidden,
    foresee foresaw foreseen, foretell foretold, forget forgot forgotten, forgive forgave forgiven, forgo
    forgoes forwent forgone, forsake forsook forsaken, free freed, freeze froze frozen, get got gotten, give
    gave given, grind ground, grow grew grown, handcuff handcuffed handcuffing, hang hung, hear heard, hide
    hid hidden, hold held, inlay inlaid, keep kept, kneel knelt, know knew known, lay laid, lead led, lean
    leant, leap leapt, learn learnt, leave left, lend lent, lie lain, light lit, lose lost, make made, mean
    meant, meet met, mislead misled, misspell misspelt, mistake mistook mistaken, misunderstand
    misunderstood, mow mown, outbid, outdo outdid outdone, outgrow outgrew outgrown, outrun outran, outsell
    outsold, outshine outshone, overcome overcame, overdo overdid overdone, overeat overate overeaten,
    overhear overheard, oversee oversaw overseen, oversleep overslept, overtake overtook overtaken,
    overthrow overthrew overthrown, partake partook partaken, pay paid, picnic picnics picnicked picnicking,
    plead pled, prove proven, rebuff rebuffed rebuffing, rebuild rebuilt, redo redid redone, remake remade,
    repay repaid, resell resold, retell retold, rethink rethought, rewrite rewrote rewritten, ride rode
    ridden, ring rang rung, rise rose risen, rue rued ruing, run ran, sacrifice sacrificed sacrificing, say
    said, see saw seen, seek sought, sell sold, send sent, sew sewn, shake shook shaken, shave shaven, shear
    shorn, shine shone, shoe shod, shoot shot, show shown, shrink shrank shrunk, sing sang sung, sink sank
    sunk, sit sat, slay slew slain, sleep slept, slide slid, sling slung, smell smelt, sneak snuck, sow
    sown, speak spoke spoken, speed sped, spell spelt, spend spent, spill spilt, spin spun, spit spat, spoil
    spoilt, spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung, stink stank
    stunk, strew strewn, stride strode stridden, strike struck stricken, string strung, strive strove
    striven, swear swore sworn, sue sued suing, sweep swept, swell swollen, swim swam swum, swing swung,
    take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, tread trod
    trodden, undergo undergoes underwent undergone, understand understood, undertake undertook undertaken,
    undo undoes undid undone, unwind unwound, uphold upheld, wake woke woken, wear wore worn, weave wove
    woven, weep wept, win won, wind wound, withdraw withdrew withdrawn, withhold withheld, withstand
    withstood, wring wrung, write wrote written, ski skis skied skiing"""
    found: dict[str, str] = {}
    for row in rows.split(","):
        base, *forms = listed(row)
        found |= dict.fromkeys(forms, base)
    return found


IRREGULAR = _irregular()


@cache
def verb_stem(norm: str) -> str:
    """The key that all forms of a lower-case verb share ("kept", "keeping": "keep")."""
    return stem(IRREGULAR.get(norm, norm))


def keys(words: str) -> frozenset[str]:
    """The keys (`verb_stem`) of verbs separated by spaces."""
    return frozenset(map(verb_stem, listed(words)))


# Verbs that link to any category, but never to a person.
PLAIN = keys("be have")

# "Ada is the judge", "works as the judge", "became the judge": only these verbs identify one person with another.
PERSON_LINKS = keys("be become work serve")
# Verbs that never say that somebody has what follows, however often a puzzle uses them.
DENIED = keys(
    """abandon abhor abolish abort abstain accuse anticipate apologize aspire assume avoid balk ban banish begrudge
    believe bemoan beware boycott cancel cease chuck condemn confuse contemplate covet criticize curse decline
    defer delay delete demolish deny deplore deride desert despise destroy detest disagree disappear disapprove
    disavow disband disbelieve discard disclaim discontinue discount discourage disdain dislike dismiss disobey
    disown dispense displease dispose disprove disqualify disregard disrespect dissuade distrust ditch dodge
    doubt elude endanger envy eradicate erase eschew evade evict exclude excuse expel exterminate fail feign
    flee flunk forbid foresee forfeit forget forgo forsake frown grieve grudge grumble guess hallucinate halt
    hanker hate hesitate hope ignore imagine intend jettison junk lack lament loathe lust malign mean mimic
    misidentify misjudge mislay misplace misquote mistake mistrust misunderstand mourn neglect obliterate
    obstruct omit oppose oust outgrow overlook perish ponder postpone presume pretend prevent procrastinate
    prohibit quibble quit rebuff recoil reconsider refrain refuse refute regret reject relinquish reminisce
    renege renounce repel replace repudiate repulse resemble resent resign resist rethink revile revoke ridicule
    rue sabotage sacrifice scorn scrap shirk shudder shun skip slander snub spoil spurn squander stop struggle
    surrender suspect suspend swap tempt threaten tire toss trash undo veto vow waive want waste wish withhold
    wonder worry yearn yield abuse annihilate avert baffle blame bungle censor cheapen conceal confiscate
    contradict corrupt counterfeit crush damage decimate decry deface defame degrade deplete despair deter
    detract devalue dilute disable disassemble discredit disgrace dismantle disrupt dissolve distort divert
    divest embezzle enrage evaporate falsify flatten foil frustrate harm hinder impair imperil impede infringe
    interrupt invalidate jeopardize liquidate mangle mishandle misread misspell misspend mistreat misuse
    mutilate nullify offend outlaw overthrow pester pillage plunder pollute pout purge ransack ravage raze rebel
    rebuke recant rescind retract rid ruin shatter smash smother spill stifle strangle subtract suppress sulk
    taunt torment trample undermine vandalize vanish violate wane whine wince wreck wring seem tend purport
    rumor"""
)

# Verbs as in `DENIED`, unless the puzzle itself uses them as links ("sold lemonade", "left at 9:00").
DENIED_UNLESS_TOLD = keys(
    """argue attempt auction arrest ask await beg bet bid block borrow break burn bypass change chase cheat clean close
    collapse compare compete consider contest crash dare debate demand depart descend die differ discuss donate
    dread dream drop dump eliminate emigrate empty end escape estimate exchange exit explode export fall fear
    fight fire fix flip forecast forge freeze give grant investigate kill lease leave lend lose melt miss mop
    mow move need negotiate offer owe pass pawn plan plot poison pour predict promise pursue pull push quarrel
    raffle recall recycle reduce release remember remove rent repair repay reserve retire return rob rule save
    search seek sell separate shed shoot sink slay smuggle solve split stab stain steal sue surpass survive
    swear switch tackle throw transfer try unload vacate wait warn wash wipe withdraw yell abduct adjourn ail
    assassinate audition betray bite bruise butcher capsize challenge cough crack cull deport disarm discharge
    drown endure exhale exile extort fast fracture hijack hit injure invade kidnap massacre murder overdose
    pickpocket puncture shoplift slaughter sneeze sprain strain swindle torch undergo expire expect hide
    disguise impersonate imitate appear propose complain tear afraid scared allergic desire bury protest
    extinguish crave"""
)

# Verbs whose object is another person, so that the two people of a clue are different.
RELATES_PEOPLE = keys(
    """abandon abuse accompany accuse acknowledge acquit adjudge admire admonish adopt adore advise affront aggravate
    aid alarm ally amaze amuse annoy answer antagonize apologize appease applaud appoint apprehend approach
    arrest ask assail assault assist assure astonish attack attend audition avenge avoid babysit badger bail ban
    banish beat befriend behead berate beseech bet betray bill bite blackmail blame bless bore bother bribe
    brief bring brush bully bump call caress carry catch caution challenge chaperone charge charm chase chat
    cheat cheer chide clash coax collaborate comfort command commend compete compliment con confer confess
    confide confront congratulate console consult contact contradict convert convict convince cook cooperate
    copy correct correspond counsel court cross crown cuddle cure curse dance debate deceive decorate defeat
    defend deliver delight demote deport depose describe desert despise detain dethrone dine direct disappoint
    disarm discuss dislike dismiss disobey divorce dodge drive duel educate elbow elect elope email embarrass
    embrace employ encounter encourage endorse enlist entertain envy escort evade evict examine exasperate
    execute exile expose face fascinate fear feed fight find fine fire fix flank flatter fling follow fool
    forgive frame free frighten fund gossip govern grab greet grill groom handcuff hate haunt hear help hinder
    hire hit honor honour hug humble humiliate hunt hurt hypnotize identify idolize ignore imitate impersonate
    impress imprison infect influence inform injure inspire instruct insult interrogate interrupt interview
    introduce invite irritate jail jilt join joke kick kidnap kill kiss knife know lead leave lecture lend
    liberate like listen loathe love lunch manage marry massage match mediate meet mentor message mimic miss
    mistake mock mourn mug murder mystify nag name negotiate nominate notice nudge obey observe offend oppose
    oust outbid outdo outlive outperform outrun outscore outsmart outwit overcharge overhear oversee overtake
    owe pamper pardon pass pat pay persuade pester phone pinch pity please poison poke portray praise pray
    prefer prescribe prod promote prompt propose prosecute protect provoke publish punch punish pursue push
    quarrel question race raise rebuke recognize recommend recruit refer rehearse reject relieve remember remind
    replace report represent reprimand rescue resemble resent respect respond ridicule rob sack salute save
    scare scold scorn scratch see seduce sell send sentence shadow shave shield shoot shout shove shun sketch
    slap smack smile snap snub sponsor spot stab stalk stare startle sue summon supervise support surprise
    surround suspect swindle tackle talk target taunt teach tease telephone tell thank threaten thrill tickle
    toast tolerate torment torture touch tour tow trade trail train trap treat trick trip trouble trust twin
    unmask unnerve upset urge usher value vex vouch wait wake warn watch wave wed welcome whip whisper woo
    worship wound wrestle yell accost acclaim alienate appreciate assassinate bewitch bypass castigate chauffeur
    christen cite collide commiserate commission communicate compare compensate conspire crush cripple debrief
    decry delegate deride disguise disgust dispatch dispute disqualify disturb eclipse enchant endanger engage
    enrage entrust eulogize excuse exonerate fancy finance flirt flee forbid foster grapple hassle heal heckle
    haze incite indict interact intimidate lampoon lobby magnetize maim manipulate mate meddle mesmerize
    neighbor neighbour notify outlast outrank overpower overrule overshadow pacify patronize pelt pepper perturb
    pickpocket placate plead pledge police preach precede preside quiz ransom rat rate reassure reconcile
    reimburse revere reward roast rout rub ruin schmooze seat seek serenade settle shame shepherd shortlist
    silence slander slay slight smother soothe spar spite spook squabble steady stump subdue succeed suffocate
    sympathize tag tattle tempt terrify testify thwart toady trample trounce unseat vanquish vilify visit vote
    write defy"""
)

PREPOSITIONS = frozenset(
    listed(
        """aboard about above abreast abroad across after against ahead along alongside amid amidst among amongst apart
        apropos around as aside astride at atop away back backward backwards barring before behind below
        beneath beside besides between betwixt beyond but by circa concerning considering counting despite
        down downstairs downward during except excepting excluding following for forth forward forwards from
        given in including inside into less like minus near nearby next notwithstanding of off on onto
        opposite out outside outwards over overboard overseas past pending per plus regarding respecting
        round save since than through throughout till to together toward towards under underneath unlike
        until unto up upon upstairs upward upwards versus via vs with within without worth"""
    )
)
# Adverbs that do not change who has what; other words in -ly may.
ADVERBS = frozenset(
    listed(
        """absolutely accurately actually additionally admittedly always anyway beautifully boldly bravely briefly
        brightly calmly carefully casually certainly cheerfully clearly comfortably correctly currently
        daily definitely deliberately delightedly diligently dutifully eagerly easily ecstatically elegantly
        enthusiastically especially evidently exactly excitedly exclusively expertly famously faithfully
        finally fondly fortunately frankly fully funnily generously gently genuinely gladly gracefully
        happily hence here honestly however importantly incidentally indeed interestingly invariably
        joyfully joyously just kindly lawfully likewise loudly loyally lovingly merrily moreover namely
        naturally neatly nicely nightly nobly notably now obviously officially only openly passionately
        patiently peacefully personally playfully pleasantly politely precisely presently privately
        professionally proudly promptly publicly quickly quietly rapidly really regularly respectively
        safely secretly serenely simply sincerely skillfully skilfully slowly smartly softly solely
        specifically splendidly still strictly stylishly successfully surely sweetly swiftly tastefully
        thankfully then therefore thoroughly thus today truly typically undoubtedly unfailingly
        unquestionably usually very warmly weekly wholeheartedly willingly wisely yearly too also"""
    )
)

# Words, as written, that look like verbs but are nouns or adjectives in such texts; those in -ing only if not preceded
# by a form of "be".
NOUN_LIKE = frozenset(
    listed(
        """aged armed assorted bearded bed beloved breed checkered colored coloured corned curved deed dotted flavored
        flavoured flowered gifted greed haired hooded hundred infrared jagged kindred legged lined naked
        named numbered pleated pointed quilted ragged red reed rugged sacred scented seed sized skilled
        speckled spiced spotted striped textured tiled united unmarried varied wicked winged wooded wretched
        awning bearing beginning being boxing bowling building camping canning caroling ceiling clothing
        cooking crossing cycling dancing darling diving drawing dressing dwelling earring engraving etching
        evening farming fencing filing filling fishing flooring gardening gathering gliding golfing grading
        herring hiking housing icing jogging kayaking king knitting landing leggings lighting listing living
        lodging lightning morning mornings nothing offering offspring opening outing painting parking
        pairing parasailing piercing placing posting pottery pricing printing pudding racing ranking rating
        reading recording ring riding rigging roofing rowing running sailing saving savings sculpting
        seating setting sewing shaving shilling shopping showing sibling sightseeing sighting singing
        skating skiing sitting something anything everything spring standing sterling stocking stockings
        string stuffing surfing swimming swing tasting thing topping travelling traveling upbringing wedding
        weightlifting wellbeing wing wingspan winning wrestling writing yachting spelling schooling address
        aids alas analysis arms asparagus atlas axis bass bus business canvas cactus campus census chaos
        chess chorus christmas circus citrus class classes clothes compass corps cosmos crisis crocus
        crossroads cutlass cypress darts diabetes diagnosis dress economics electronics ethics focus fungus
        gas genius glass glasses gloves goods grass gross gymnastics headquarters hibiscus hippopotamus iris
        jeans kudos lens loss lotus mass mathematics maths mattress means mess moss mumps news oasis octopus
        olympics overalls pajamas pancreas pants physics pliers politics princess process progress radius
        remains riches scissors series shorts species spectacles stairs status stress sunglasses surplus
        tennis thanks thesis tigress trellis trousers tweezers virus waitress wilderness minutes hours days
        weeks months years dollars euros pounds points inches feet miles meters metres yards pages ounces
        grams kilograms kilometers litres liters acres degrees percent votes seats places times sided
        storied eyed crested bellied framed fingered footed pawed stainless"""
    )
)
