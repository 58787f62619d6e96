"""What English sentences to a machine are made of: small words, politeness, verbs that mean the same, and guards.

Tables only, used by the modules of this package. Other languages have guards only; there a sentence runs a tool when
it is laid over one of its utterances.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "word_set",
    "FIRST_VERBS",
    "CLAUSE_WORDS",
    "COMMON_VERBS",
    "DETERMINERS",
    "FOLLOW_UP",
    "GENERIC_VERBS",
    "GUARDS",
    "NEGATIONS",
    "POLITE_END",
    "POLITE_START",
    "PRONOUNS",
    "QUESTION_WORDS",
    "SMALL_WORDS",
    "VERB_CLASSES",
    "VERB_GROUP",
]


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


POLITE_START: Final = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|so|well|right|alright|now|please|um|uh|erm|voxnotch|computer|just|quickly|then)\b[,\s]*"
    r"|(?:can|could|would|will) you (?:please |just |maybe |kindly )?(?:help me (?:to )?)?"
    r"|(?:would|do) you mind (?=\w+ing\b)"
    r"|i(?:'d| would) like (?:you )?to (?:please )?|i (?:want|need|wish) (?:you )?to (?:please )?"
    r"|i(?:'d| would) like (?=(?:a|an|the|my|some)\b)|go ahead and |let's |let us |let me )+",
    re.IGNORECASE,
)
"""What is said before a wish, and means nothing for it."""
POLITE_END: Final = re.compile(
    r"(?:[,\s]+(?:please|thanks|thank you|for me|right now|(?<!from )now|real quick|quickly|would you|will you|can you|"
    r"ok|okay))+"
    r"[\s.!?]*$",
    re.IGNORECASE,
)

DETERMINERS: Final = word_set("a an the my our this that these those some any your all")
PRONOUNS: Final = word_set(
    "it this that them him her me one something anything someone anyone everything those these there here "
    "us you stuff thing things what who that's nothing away back aside down up off over around together again"
)
SMALL_WORDS: Final = word_set(
    "a an the my our your this that these those some any all me i you we us it its is are was be been am do does "
    "of to in on at for with by from and or as please so just there here new what's whats what which how who will "
    "can could would should have has had got get give tell show let want need like up out about into onto one "
    "right now also currently actually kind sort bit i'm i've i'd it's there's user asks ask use when whether "
    "their they them if"
) - word_set("new up out get give tell show")
"""Words that tell no tool from another. ``up``, ``on`` and ``off`` do."""
QUESTION_WORDS: Final = word_set(
    "can could would should may shall will what what's whats which how how's who who's where where's "
    "when when's is are do does did have has am was were any got"
)
FOLLOW_UP: Final = re.compile(
    r"^(?:and what about|and how about|what about|how about|and|now|same|the same|or)\b[,\s]*", re.IGNORECASE
)
"""How a sentence begins that changes one value of what was just done."""

NEGATIONS: Final = re.compile(
    r"\b(?:not|don't|dont|doesn't|didn't|never|no longer|won't|can't|cannot|shouldn't|isn't|aren't|wasn't|nobody|"
    r"none|neither|nor|stop it|forget it|never mind|nevermind|instead of|rather than|except|but|unless|undo|"
    r"(?-i:no\s+[a-z])\w*|no(?=\W*\Z)|kidding|joking|scratch that|cancel that|on second thoughts?|as if|"
    r"nicht|kein|keine|keinen|keinem|nie|niemals|ne|pas|jamais|nunca|jamás|niet|geen|nooit|mai|não|nie|bez)\b",
    re.IGNORECASE,
)
"""Words after which a sentence may mean the opposite of what its other words say; several languages."""
GUARDS: Final = re.compile(
    r"\b(?:if|when i|when we|when it|whenever|until|unless|after|before|while|because|since|although|though|"
    r"how do (?:i|you|we)|how to|how can (?:i|we)|how does|should (?:i|we)|could (?:i|we)|can (?:i|we)|may i|"
    r"why|what if|what happens|what would|"
    r"did (?:i|you|we|he|she|they)|have (?:i|you|we) ever|is it possible|are you able|do you know how|remember when|"
    r"wonder|wondering|maybe|perhaps|i think|i thought|i guess|he said|she said|they said|you said|said that|"
    r"told me|every time|each time|always|used to|supposed to|already|yesterday i|last time|then|afterwards|"
    r"again and again|as well as|followed by|of what|than|daily|weekly|monthly|"
    r"(?:every|each) (?:other )?(?:second|minute|hour|day|week|month|year|morning|noon|evening|night|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?)\b",
    re.IGNORECASE,
)
"""Conditions, comparisons, order in time, what comes back, hearsay and questions about a way: no plain wishes."""
CLAUSE_WORDS: Final = word_set(
    "because if when while although though which who whom whose unless until since that's i we he she they you "
    "i'm we're he's she's they're you're was were is are am has have had will would could should"
)
"""Inside the name of a thing, a person or a place they show that it is more than a name."""

VERB_CLASSES: Final = tuple(
    word_set(words)
    for words in (
        "create make new",
        "write compose draft",
        "start begin",
        "open launch",
        "show display list see view",
        "tell give",
        "get check",
        "find search lookup",
        "delete remove erase trash",
        "cancel abort",
        "set change adjust",
        "email mail",
        "message text",
        "turn switch",
        "call phone ring dial",
        "schedule book plan arrange",
        "buy order purchase",
        "increase raise",
        "decrease lower reduce",
        "resume continue",
        "close shut",
        "add append",
    )
)
"""Verbs that ask for the same thing, where the other words name the same thing too. A wide class makes wrong runs."""
VERB_GROUP: Final[dict[str, frozenset[str]]] = {
    word: frozenset[str]().union(*(group for group in VERB_CLASSES if word in group))
    for word in frozenset[str]().union(*VERB_CLASSES)
}
GENERIC_VERBS: Final = word_set(
    "get set show list open start stop add create make put take find search give tell read write send check play "
    "turn switch go run delete remove change update see display use try cancel new end look what which how"
)
"""Alone they choose no tool."""
FIRST_VERBS: Final = (
    frozenset[str]().union(*VERB_CLASSES)
    | GENERIC_VERBS
    | word_set(
        "send play listen pause copy convert translate pay transfer remind put stop end skip read write mute "
        "unmute lock unlock enable disable dim save rename move archive unarchive mark assign reply forward "
        "post "
        "upload download print share invite complete finish close edit ask answer wake go come bring clean wash freeze "
        "unfreeze block unblock like dislike track define file resolve"
    )
) - word_set("note text end look what which new how")
"""Where a sentence begins with one of these, it asks for just that."""
COMMON_VERBS: Final = FIRST_VERBS - word_set(
    "message mail email ring list book plan order play run file track like answer block post"
)
"""After "and" or a comma they begin a second wish; the others are often things there."""
