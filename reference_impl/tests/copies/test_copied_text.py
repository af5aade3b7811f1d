"""No rule text is copied: no run of twelve Chinese characters of a source document stands in the project."""

from pathlib import Path

import pytest
from shingles import among, row, runs

from unospec import resources

HERE = Path(__file__).parent
BITS = (HERE / "documents.bloom").read_bytes()
SUFFIXES = (".yaml", ".md", ".py", ".json", ".ndjson", ".css", ".js")
FOLDERS = ("spec", "docs", "conformance/cases", "conformance/fakes", "conformance/perft", "schemas", "reference_impl")


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_copied(folder: str) -> None:
    files = [file for file in (resources.root() / folder).rglob("*") if file.suffix in SUFFIXES]
    assert files
    copied = {
        f"{file.relative_to(resources.root())}: {run}"
        for file in files
        for run in set(runs(file.read_text("utf-8")))
        if among(run, BITS)
    }
    assert not copied


def test_a_copy_would_be_found() -> None:
    text = "玩家轮流打出与弃牌堆顶牌颜色相同的牌，不能出就摸一张"
    bits = row([text])
    assert all(among(run, bits) for run in runs("说明：" + text) if run in set(runs(text)))
    assert not any(among(run, bits) for run in runs("每人发七张牌其余牌面朝下作为牌堆放在桌子中间"))
    assert sum(bin(byte).count("1") for byte in BITS) > len(BITS) * 8 // 3  # the row is not empty
