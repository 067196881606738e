"""Sentences that count: how many are true, how many of each sort there are, and who tells half the truth."""

import re
from functools import partial
from typing import TYPE_CHECKING

from solvent.translators.rules.rough.testimony.noun import NUMBER, STATEMENT
from solvent.translators.rules.rough.testimony.scene import all_of, counted
from solvent.translators.rules.rough.testimony.wording import EACH_HALF, MORE, ONE_ANOTHER, SHARES, THERE
from solvent.translators.rules.statements.language import Statement, denied, every, some

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader

_ITEM = (
    rf"(?:exactly |just |only )?(?:{NUMBER}|an?|no) (?:\$\d+|liars?|truth[- ]"
    rf"?tellers?|true|false)(?: {STATEMENT})?(?: ones?)?"
)


class Tallies:
    """Reads sentences that count, for a reader of statements."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.scene = reader.scene

    def read(self, text: str) -> Statement | None:
        """Read what only a narrator says of how many statements of each are true, or of which sorts all are."""
        if self.reader.speaker is not None:
            return None
        shares = SHARES.search(text) if self.scene.sorts else None
        return self.shares(shares[1]) if shares else self.profiles(text) or self.halves(text)

    def halves(self, text: str) -> Statement | None:
        """Read "each of them tells one truth and one lie", "of #0's and #1's messages one is true"."""
        whose = re.match(
            rf"^(?:that )?of ((?:#\d+(?:'s)?(?:, | and |,? and )?)+) (?:{NUMBER} )?{STATEMENT},? (?:exactly |only "
            rf"|just )?one is (?:true|false)\b",
            text,
        )
        scene = self.scene
        if whose:
            made = [scene.true(each) for thing in re.findall(r"#(\d+)", whose[1]) for each in scene.made[int(thing)]]
            false = bool(re.search(r"one is false", whose[0])) and len(made) != 2
            return counted([denied(each) for each in made] if false else made, 1, 1)
        if not EACH_HALF.search(text) or any(sort.nature == "mixed" for sort in scene.sorts):
            return None
        mixed = [each for at in scene.people if (each := scene.mixed(at)) is not None]
        return every(mixed) if mixed else None

    def profiles(self, text: str) -> Statement | None:
        """Read "on one lid both sentences are true, on another both are false, and on the third only one is true"."""
        pieces = [piece for piece in ONE_ANOTHER.split(text) if piece.strip(" ,")]
        if len(pieces) < 2 or len(ONE_ANOTHER.findall(text)) != len(pieces):
            return None
        parts = []
        for piece in pieces:
            truth = re.findall(r"\b(true|false|right|wrong|lied?|lies|truth)\b", piece)
            if not truth or self.scene.sorts or len(truth) > 2:
                return None
            true = truth[0] in ("true", "right", "truth")
            mixed = len(set(truth)) > 1 or bool(
                re.search(r"\b(?:one|only one) (?:sentence |statement )?(?:is |was )?(?:true|false)", piece)
            )
            fits = (self.scene.mixed(at) if mixed else self.scene.profile(at, true=true) for at in self.scene.people)
            parts.append(counted((each for each in fits if each is not None), 1, 1))
        return all_of(*parts)

    def shares(self, number: str) -> Statement | None:
        """Read "two from each country": so many of each sort."""
        noun = self.reader.noun(f"exactly {number} of us")
        sorts = range(len(self.scene.sorts))
        return all_of(*(noun.said_of(partial(self.scene.is_a, sort=sort)) for sort in sorts)) if noun else None

    def counts(self, text: str) -> Statement | None:
        """Read "there is one $0, one $1 and one $2 among them"."""
        match = re.fullmatch(
            rf"(?:there (?:is|are|were|was)|(?:we|they) (?:are|include)|(?:.*? )?(?:have|has|contains?|includes?"
            rf"|consists? of|are) )? ?(?:exactly )?({_ITEM}(?:, {_ITEM})*,? and {_ITEM})\b.*",
            text,
        )
        if match is None:
            return None
        parts = []
        for number, what in re.findall(
            rf"({NUMBER}|\ban?|\bno) (\$\d+|liars?|truth[- ]?tellers?|true|false)", match[1]
        ):
            count = {"a": "one", "an": "one", "no": "none"}.get(number, number)
            noun = self.reader.noun(
                f"exactly {count} of {'the statements' if what in ('true', 'false') else 'us'}"
                if count != "none"
                else "none of us"
            )
            said = self.reader.predicate(f"is {what if what in ('true', 'false') else 'a ' + what.removesuffix('s')}")
            parts.append(noun.said_of(said) if noun and said else None)
        return all_of(*parts)

    def elsewhere(self, text: str) -> Statement | None:
        """Read "there is a goat behind this door": what is looked for is not there, if it is no goat."""
        match = re.fullmatch(
            r"there (?:is|was) (no |not )?(?:an? |the )?([a-z]+) (?:in|behind|under|inside|on|hidden in) (.+)", text
        )
        noun = self.reader.noun(match[3]) if match and self.scene.world == "place" else None
        here = noun.said_of(lambda unit: self.scene.did(unit) if unit >= 0 else None) if noun else None
        if match is None or here is None:
            return None
        sought = match[2] in self.scene.treasures or not self.scene.treasures
        return denied(here) if bool(match[1]) == sought else here

    def more(self, text: str) -> Statement | None:
        """Read "the $0 outnumber the $1"."""
        match = MORE.fullmatch(text)
        if match is None:
            return None
        one, other = (int(each) for each in match.groups() if each)
        people = [at for at in self.scene.people if self.scene.made[at] or len(self.scene.sorts) == 2]
        ways = []
        for many in range(len(people) + 1):
            for few in range(many):
                counts = (
                    counted([self.scene.is_a(at, sort) for at in people], n, n)
                    for sort, n in ((one, many), (other, few))
                    if many + few <= len(people)
                )
                both = all_of(*counts)
                ways += [both] if both is not None and many + few <= len(people) else []
        return some(ways) if ways and len(people) < 7 else None

    def there(self, text: str) -> Statement | None:
        """Read "there are exactly two liars among us", "there is one true statement here"."""
        match = THERE.match(text)
        if match is None:
            return None
        how = (match[2] or "").strip()
        what = match[3]
        more = re.search(r"\b(?:(?:only|exactly|just) )?one (?:more|other|further)\b", how)
        truth = re.search(r"\b(true|false|truthful|lying|honest)\b", how)
        how = (
            re.sub(r"\b(?:true|false|truthful|lying|honest|more|other|further|just|a|an)\b", " ", how).strip()
            if truth
            else how
        )
        how = "two" if more else how
        how = re.sub(r"^(?:an?|more|other)$", "one", re.sub(r"\s+", " ", how)) or ("none" if match[1] else "one")
        if match[1] == "not":
            return None
        noun = self.reader.noun(
            f"{how} of the statements" if truth and not what.startswith(("$", "liar")) else f"{how} of us"
        )
        said = self.reader.predicate(
            f"is {truth[1]}" if truth else f"is a {re.sub('s$', '', what) if not what.startswith('$') else what}"
        )
        self.reader.last = (noun, said)
        return noun.said_of(said) if noun and said else None
