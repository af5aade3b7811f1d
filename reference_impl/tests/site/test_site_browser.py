"""The site in a real browser: nothing from other hosts, search, languages, phones, dark mode, contrast."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import Browser, find, served

PAGES = (
    "",
    "rulesets/",
    "rulesets/uno/2008/",
    "tournaments/",
    "tournaments/doc000/rotation-8/",
    "catalogue/",
    "differences/",
    "differences/uno/2008/",
    "patches/",
    "patches/house/stacking/",
    "patches/pairs/",
    "cases/",
    "cases/challenge/",
    "cases/jump/",
    "adequacy/",
    "glossary/",
    "sources/",
    "parts/",
    "check-your-program/",
    "write-house-rules/",
)
WAIT = 30.0  # seconds; the search worker starts slowly on a busy machine


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[str]:
    with served(built) as url:
        yield url


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = find()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    started = Browser(program, tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


def _forget(browser: Browser, url: str) -> None:
    """Forget the colour scheme that the theme has stored."""
    browser.open(url)
    browser.evaluate("localStorage.clear()")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_pages_fit_and_ask_nobody_else(browser: Browser, site: str, dark: bool, phone: bool) -> None:
    width = 390 if phone else 1280
    browser.look(width, 900, dark=dark, phone=phone)
    _forget(browser, site)
    browser.requests.clear()
    browser.errors.clear()
    for prefix in ("", "en/"):
        for page in PAGES:
            browser.open(site + prefix + page)
            assert browser.evaluate("document.documentElement.scrollWidth") <= width, page
            scheme = browser.evaluate("document.body.dataset.mdColorScheme")
            assert scheme == ("slate" if dark else "default")
    foreign = [url for url in browser.requests if urlsplit(url).scheme != "data" and not url.startswith(site)]
    assert foreign == []
    assert browser.errors == []


def _search(browser: Browser, url: str, text: str) -> list[str]:
    """The addresses that a search finds."""
    browser.look(1280, 900)
    browser.open(url)
    browser.evaluate("document.querySelector('.md-search__input').focus()")
    browser.type(text)
    found = "[...document.querySelectorAll('.md-search-result__link')].map(a => a.getAttribute('href'))"
    end = time.monotonic() + WAIT
    while not browser.evaluate(f"{found}.length"):
        assert time.monotonic() < end, f"{text}: nothing found"
        browser.press()
        time.sleep(0.3)
    addresses: list[str] = browser.evaluate(found)
    return addresses


@pytest.mark.parametrize("text", ["叠加", "质疑", "acts.catch"])
def test_chinese_pages_search_chinese_pages(browser: Browser, site: str, text: str) -> None:
    found = _search(browser, f"{site}glossary/", text)
    assert found
    assert not [address for address in found if "/en/" in address]


@pytest.mark.parametrize("text", ["stacking", "challenge", "acts.catch"])
def test_english_pages_search_english_pages(browser: Browser, site: str, text: str) -> None:
    found = _search(browser, f"{site}en/glossary/", text)
    assert found
    assert all("/en/" in address for address in found)


def test_changing_the_language_stays_on_the_page(browser: Browser, site: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{site}patches/house/stacking/")
    target = browser.evaluate("document.querySelector('a[hreflang=en]').href")
    assert target == f"{site}en/patches/house/stacking/"
    browser.open(target)
    assert browser.evaluate("document.documentElement.lang") == "en"
    assert (
        browser.evaluate("document.querySelector('a[hreflang=zh]').href") == f"{site}patches/house/stacking/"
    )


def test_a_rule_is_shown_at_its_address(browser: Browser, site: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{site}en/rulesets/uno/2008/#acts.challenge")
    top = browser.evaluate("document.getElementById('acts.challenge').getBoundingClientRect().top")
    assert 40 < top < 900


def test_a_closed_case_opens_at_its_address(browser: Browser, site: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{site}en/cases/jump/#jump-0003")
    opened = "[...document.querySelectorAll('details.play')].filter(one => one.open).length"
    assert browser.evaluate(opened) == 1
    assert browser.evaluate("document.getElementById('jump-0003').nextElementSibling.querySelector('.play').open")
    browser.evaluate("document.querySelector('.open-all button').click()")
    assert browser.evaluate(opened) == browser.evaluate("document.querySelectorAll('details.play').length") > 30
    browser.evaluate("document.querySelector('.open-all button').click()")
    assert browser.evaluate(opened) == 0


# The contrast of every visible text with the nearest background that is not transparent (WCAG 2, 1.4.3).
CONTRAST = """
(() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const read = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
  const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
  const backdrop = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = read(getComputedStyle(e).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const bad = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, said = walker.currentNode.data.trim();
    if (!said || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    if (element.closest(".md-sidebar, .headerlink, .md-top")) continue;
    const style = getComputedStyle(element), behind = backdrop(element);
    const ink = over(read(style.color), behind), a = light(ink), b = light(behind);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const what = `${ratio.toFixed(2)} ${element.className || element.tagName}: ${said.slice(0, 30)}`;
    if (ratio < (large ? 3 : 4.5)) bad.push(what);
  }
  return [...new Set(bad)];
})()
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_can_be_read(browser: Browser, site: str, dark: bool) -> None:
    browser.look(1280, 900, dark=dark)
    _forget(browser, site)
    for page in PAGES:
        browser.open(f"{site}en/{page}")
        time.sleep(0.3)  # the theme fades colours in
        assert browser.evaluate(CONTRAST) == [], page


def test_details_of_a_rule_open(browser: Browser, site: str) -> None:
    browser.look(390, 844, phone=True)
    browser.open(f"{site}rulesets/uno/2008/")
    height = "document.getElementById('acts.play').offsetHeight"
    closed = browser.evaluate(height)
    browser.evaluate("document.querySelector('[id=\"acts.play\"] summary').click()")
    assert browser.evaluate(height) > closed
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
