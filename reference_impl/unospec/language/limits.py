"""Every limit that a rule set has to keep to, by name. A rule set is untrusted input: people download them.

The limits are far above what real rules need; each has a test that meets it and one that exceeds it.
"""

FILE_BYTES = 256 * 1024  # size of one document file
NESTING = 40  # depth of lists and maps within one another
NODES = 20_000  # values, lists and maps in one document
TEXT_LENGTH = 2_000  # characters of one string
NAME_LENGTH = 40  # characters of a rule name, variable, option, face, tag
WORD_LENGTH = 200  # characters of a word of a term, such as `hand(pending.by)`
ID_LENGTH = 64  # characters of a document id
TOKEN_LENGTH = 4  # characters of the token of a colour or a face

PATCHES = 32  # patches chosen for one rule set
CHAIN = 16  # rule sets that extend one another
PARTS = 64  # documents in one composition

SEATS = 12  # players at one table
TEAMS = 6  # teams at one table
DECK = 1_000  # cards in the deck
COPIES = 100  # copies of one card
COLOURS = 16
FACES = 64
NUMBER = 1_000_000  # size of any number, either sign
EFFECT_STEPS = 2_000  # steps of one rule when all its blocks are written out
