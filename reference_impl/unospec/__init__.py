"""unospec: the rules of UNO and its variants as data, executed, and used to check other programs."""

__version__ = "0.1.0"
