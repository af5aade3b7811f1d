"""Runs of Chinese characters of texts that must not stand here, kept so that the texts themselves do not.

    python reference_impl/tests/copies/shingles.py TEXT... > reference_impl/tests/copies/documents.bloom

The file is a Bloom filter: for each run of twelve characters some bits of a long row are set. Whether a run is among
them can be asked, with hardly any error (one in a hundred million); what they are cannot be read off.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

LENGTH = 12  # characters of a run
BITS = 40  # of the row, for each run
ROUNDS = 27  # bits set for each run: the best number for as many bits
_NOT_HAN = re.compile(r"[^\u4e00-\u9fff]+")


def runs(text: str) -> Iterator[str]:
    """Every run of a text, whatever stands between the characters: marks, spaces, latin letters."""
    han = _NOT_HAN.sub("", text)
    return (han[i : i + LENGTH] for i in range(len(han) - LENGTH + 1))


def places(run: str, size: int) -> Iterator[int]:
    """The bits of a run in a row of `size` bits."""
    digest = hashlib.sha256(run.encode()).digest()
    first, step = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big") | 1
    return ((first + n * step) % size for n in range(ROUNDS))


def row(texts: list[str]) -> bytearray:
    """The row of all runs of some texts."""
    found = {run for text in texts for run in runs(text)}
    bits = bytearray((len(found) * BITS + 7) // 8)
    for run in found:
        for place in places(run, len(bits) * 8):
            bits[place // 8] |= 1 << place % 8
    return bits


def among(run: str, bits: bytes) -> bool:
    """Whether a run is one of those that the row was made of."""
    return all(bits[place // 8] >> place % 8 & 1 for place in places(run, len(bits) * 8))


if __name__ == "__main__":
    sys.stdout.buffer.write(row([Path(name).read_text("utf-8") for name in sys.argv[1:]]))
