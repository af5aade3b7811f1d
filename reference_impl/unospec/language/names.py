"""The closed grammar of names. Only what matches here may reach generated source, paths or pages."""

import re
from functools import lru_cache

from unospec.language import limits

# Lower-case ASCII words joined by _ or -. Always use `fullmatch`: a newline cannot hide at the end then.
_WORD = r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*"
_ANY_WORD = r"[a-z0-9]+(?:[_-][a-z0-9]+)*"

NAME = re.compile(_WORD)
FACE = re.compile(_ANY_WORD)
DOCUMENT_ID = re.compile(rf"{_WORD}(?:/{_ANY_WORD}){{1,3}}")
EFFECT_KEY = re.compile(rf"{_WORD}|face/{_ANY_WORD}")
TOKEN = re.compile(r"[A-Za-z0-9+-]+")
# Whatever a core says outside its sentences: names, paths, calls, tokens. No quote, blank or backslash.
WORD = re.compile(r"[A-Za-z0-9+-][A-Za-z0-9_+./()-]*")
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,11})")

NAME_RULE = "lower-case letters a-z and digits, joined by _ or -, beginning with a letter"


def is_name(text: str) -> bool:
    """A rule, variable, option, kind, colour or tag name."""
    return len(text) <= limits.NAME_LENGTH and NAME.fullmatch(text) is not None


def is_face(text: str) -> bool:
    """A face: like a name, but it may begin with a digit."""
    return len(text) <= limits.NAME_LENGTH and FACE.fullmatch(text) is not None


def is_effect_key(text: str) -> bool:
    """A kind or `face/x`: the key of an entry of `effects` or `opening`."""
    return len(text) <= limits.NAME_LENGTH + len("face/") and EFFECT_KEY.fullmatch(text) is not None


def is_document_id(text: str) -> bool:
    """A document id such as `house/jump-in`."""
    return len(text) <= limits.ID_LENGTH and DOCUMENT_ID.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """The token of a colour or a face, as cards are written in cases and logs."""
    return len(text) <= limits.TOKEN_LENGTH and TOKEN.fullmatch(text) is not None


@lru_cache(maxsize=1 << 12)  # every word of every core is asked about, and they are mostly the same
def is_word(text: str) -> bool:
    """A word of a core outside its sentences, such as `hand(pending.by)`, `face/7`, `+2`."""
    return len(text) <= limits.WORD_LENGTH and "__" not in text and WORD.fullmatch(text) is not None


def scalar(text: str) -> str | int | bool:
    """What a plain word means: only `true` and `false` are flags, only decimal integers are numbers."""
    if text in ("true", "false"):
        return text == "true"
    if INTEGER.fullmatch(text):
        return int(text)
    return text


def scalar_text(value: str | int | bool) -> str:
    """The inverse of `scalar`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
