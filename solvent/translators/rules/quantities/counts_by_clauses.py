"""Things that are counted, read clause by clause: what only describes is left out."""

import re
from dataclasses import dataclass

from solvent.translators.rules.quantities import counts
from solvent.translators.rules.quantities.arithmetic import Said
from solvent.translators.rules.quantities.clauses import NUMBER, Found, Theme, idle, lines_of, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.descriptions import without_places
from solvent.translators.rules.quantities.facts import Asked, Unknown, compared
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading
from solvent.translators.rules.quantities.things import Things, elsewhere, marked, things_in
from solvent.translators.rules.text.words import listed

_ASKING = frozenset(listed("so how many which of what were was put if all any actually kinds kind"))
_HAS_DONE = re.compile(r"\b(he|she|it) is (counted|used|got|saved|collected)\b")  # "he's counted"
_MOST = 6


def read(text: str) -> Reading | None:
    """Read a text about things that are counted; None if it names fewer than two of them."""
    lines = counts.with_notes([_HAS_DONE.sub(r"\1 has \2", line) for _, line in lines_of(text)])
    things = things_in(lines, text)
    if not 2 <= len(things.names) <= _MOST or elsewhere(lines):
        return None
    told = _Told(things, counts.Reader(things))
    names = ["coin", "note", "animal", "leg", "wheel", "head"]
    found = read_clauses(text, Theme(_FORMS, lambda: told, names, told.statement, told.mark), lines)
    if found is None or not things.listed or len(things.owners) > 1 or len(things.verbs) > 1:
        return None
    unknowns = tuple(Unknown(f"number of {name}", 0) for name in things.names)
    some = () if " or " in text else tuple(each.name for each in unknowns)
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, some=some, assumed=tuple(things.assumed))


@dataclass
class _Told:
    """The things of a text, and the reader of what its clauses say of them."""

    things: Things
    reader: counts.Reader

    def statement(self, clause: str) -> Said | None:
        """What a clause states; None if it is not understood."""
        said = self.reader.statement(clause)
        return None if isinstance(said, str) else said

    def limbs(self, at: int) -> int | None:
        """How many legs or wheels a thing has."""
        name = self.things.names[at]
        return self.things.legs.get(name, self.things.wheels.get(name))

    def mark(self, line: str) -> str:
        """Replace the names of things by signs, also in the singular, and leave out legs that are well known."""
        line = marked(line, self.things)
        for at, name in enumerate(self.things.names):
            line = re.sub(rf"\b{re.escape(name.removesuffix('s'))}\b", f"thing{at}", line)
        line = re.sub(
            rf"thing(?P<at>\d) , (?P<n>{NUMBER}) (?:legs|wheels|feet) each(?: ,)?",
            lambda found: f"thing{found['at']}" if self.limbs(int(found["at"])) == number(found["n"]) else found[0],
            line,
        )
        for name, cents in self.things.cents.items():
            line = re.sub(rf"\bmoney{cents}(?= '?s\b)", f"thing{self.things.names.index(name)}", line)
        return re.sub(r"\b(thing\d) '?s\b", r"\1", line)


def _question(match: re.Match[str], told: _Told) -> Found:
    named = [told.things.names[int(at)] for at in dict.fromkeys(re.findall(r"thing(\d)", match[0]))]
    rest = re.sub(r"\bthing\d", " ", without_places(match[0])).split()
    if named and all(word in counts.TAIL or word in _ASKING or word in counts.TOTALS.split("|") for word in rest):
        return Asked({name: told.things.count(name) for name in named})
    return told.reader.question(match[0])


def _worth(match: re.Match[str], told: _Told) -> Found:
    return told.statement(f"they are worth {match['m']}")


def _paid(match: re.Match[str], told: _Told) -> Found:
    """Read "he paid with 1 pound, all in 5p, 10p and 20p coins"."""
    *most, last = re.findall(r"thing\d", match["list"])
    return told.statement(f"{match['m']} in {' , '.join(most)} and {last}" if most else f"{match['m']} in {last}")


def _limbs_counted(match: re.Match[str], told: _Told) -> Found:
    return told.statement(f"they have {match['n']} {match['what']}")


def _limbs(match: re.Match[str], told: _Told) -> Found:
    """How many legs an animal has: it must be what the world says."""
    return () if number(match["n"]) == told.limbs(int(match["thing"])) else None


def _some_of_each(match: re.Match[str], told: _Told) -> Found:
    count = number(match.groupdict().get("n"))
    if count is not None and count != len(told.things.names):
        return None
    return tuple(compared(told.things.count(name), ">=", Poly.constant(1)) for name in told.things.names)


_FORMS = (
    (r"(?:so )?(?:how many|which|what) .*", _question),
    (
        (
            r"(?:when [a-z]+ (?:had )?added (?:it|them)(?: all)? up )?(?:it|they|this|that|the total|everything)"
            r"(?: all)? "
            r"(?:came|comes|added up|adds up|amounted|amounts) to (?P<m>money\d+)(?: on the nose)?"
        ),
        _worth,
    ),
    (
        (
            r"(?:(?:[a-z]+ ){1,3})?(?:counts|counted) (?:the|their|all the) (?P<what>legs|wheels|feet|heads|animals) "
            r"(?:and )?(?:gets|got|finds|found) <n>"
        ),
        _limbs_counted,
    ),
    (
        (
            r"[a-z]+ paid (?:for (?:his|her|an?|the) [a-z]+ )?(?:with )?(?P<m>money\d+)(?: all)? in "
            r"(?P<list>thing\d(?: and| thing\d)+)"
        ),
        _paid,
    ),
    (r"(?:an? |each |every )?thing(?P<thing>\d) (?:has|have) <n> (?:legs|wheels|feet)(?: each)?", _limbs),
    (r"<n> (?:legs |wheels )?for (?:an? |each )?thing(?P<thing>\d)", _limbs),
    (r"thing(?P<thing>\d) <n> (?:legs|wheels|feet) each", _limbs),
    (r"every (?:animal|one of them|creature) has the usual number of (?:them|legs)", idle),
    (r"(?:both|all)(?: of them)? have counted correctly", idle),
    (r"(?:(?:he|she|they|i|we) used )?each of the <n> kinds at least once", _some_of_each),
    (r"(?:(?:he|she|they|i|we) used |there (?:is|are) )?(?:at least one|some) of each(?: kind)?", _some_of_each),
)
