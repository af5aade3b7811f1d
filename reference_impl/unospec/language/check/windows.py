"""Windows and acts: always one situation in force, and every act offered in a way that can be carried out."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from unospec.language.check import truth
from unospec.language.check.problems import Problems
from unospec.language.check.sorts import show
from unospec.language.check.vocabulary import Vocabulary, listed, rules, section
from unospec.language.core import Core
from unospec.language.errors import did_you_mean


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Blocking windows, ambient windows, and the windows of each act."""
    _one_default(words, problems)
    _exclusive(words, problems)
    for name, body in words.windows.items():
        _window(words, name, body, problems)
    _one_holds(words, problems)
    for name, body in words.acts.items():
        _act(words, name, body, problems)


def _one_default(words: Vocabulary, problems: Problems) -> None:
    without = [n for n, body in words.windows.items() if body.get("kind") == "blocking" and "when" not in body]
    if not without:
        problems.add(
            ("windows",),
            "no blocking window is without `when`; nothing would be in force when none holds",
            "the window that is in force otherwise has no `when`",
        )
    for name in without[1:]:
        problems.add(
            ("windows", name),
            f"`{name}` has no `when`, and neither has `{without[0]}`; only one window can be in force",
            "say when it is in force: `when`",
        )


def _exclusive(words: Vocabulary, problems: Problems) -> None:
    """At most one `when` holds, whatever the state."""
    blocking = [(n, b["when"]) for n, b in words.windows.items() if b.get("kind") == "blocking" and "when" in b]
    for (first, a), (second, b) in combinations(blocking, 2):
        table = truth.Table(words)
        path = ("windows", second, "when")
        try:
            together = table.together([table.formula(a), table.formula(b)])
        except truth.TooMany:
            problems.add(
                path,
                f"`{first}` and `{second}` have too many conditions to see whether both can hold",
                "say it in simpler words, or join the windows",
            )
            continue
        if together:
            problems.add(
                path,
                f"`{first}` and `{second}` can be in force at the same time",
                f"exclude the other one: {{all: [{{not: <when of {first}>}}, ...]}}",
            )


def _window(words: Vocabulary, name: str, body: dict[str, Any], problems: Problems) -> None:
    path = ("windows", name)
    if not [act for act, entry in words.acts.items() if name in listed(entry.get("in"))]:
        problems.add(path, f"no act belongs to the window `{name}`", "offer an act in it, or remove it")
    kind = body.get("kind")
    if kind == "blocking":
        for field in [field for field in ("opens", "closes", "holds") if field in body]:
            problems.add(
                (*path, field),
                f"`{field}` belongs to ambient windows; the blocking window `{name}` follows from the state",
                "say `when` it is in force",
            )
    elif kind == "ambient":
        _ambient(words, name, body, problems)
    else:
        problems.add((*path, "kind"), f"a window cannot be {show(kind)}", "it is blocking or ambient")


def _ambient(words: Vocabulary, name: str, body: dict[str, Any], problems: Problems) -> None:
    path = ("windows", name)
    if "when" in body:
        problems.add(
            (*path, "when"),
            f"`when` belongs to blocking windows; `{name}` is ambient",
            "say what it `opens` after",
        )
    events = listed(section(body, "opens").get("after"))
    if not events:
        problems.add((*path, "opens"), f"`{name}` never opens", "say opens: {after: landed} or {after: turned}")
    for event in events:
        if event not in ("landed", "turned"):
            problems.add((*path, "opens", "after"), f"nothing is called {show(event)} here", "it is landed or turned")
    closes = section(body, "closes")
    if body.get("holds"):
        if closes:
            problems.add(
                (*path, "closes"),
                f"`{name}` holds an effect and closes with the act `close`",
                "leave `closes` out",
            )
        return
    if not listed(closes.get("before")) and not listed(closes.get("taken")):
        problems.add((*path, "closes"), f"nothing closes `{name}`", "say closes: {before: [...]} or {taken: [...]}")
    _closes(words, name, closes, problems)


def _closes(words: Vocabulary, name: str, closes: dict[str, Any], problems: Problems) -> None:
    path = ("windows", name, "closes")
    blocking = [n for n, body in words.windows.items() if body.get("kind") == "blocking"]
    for closer in listed(closes.get("before")):
        if closer in blocking or closer in words.acts:
            continue  # an act may have the name of an ambient window; then the act is meant
        if closer in words.windows:
            acts = [act for act, entry in words.acts.items() if closer in listed(entry.get("in"))]
            problems.add(
                (*path, "before"),
                f"`{closer}` is an ambient window; `{name}` closes before acts of blocking ones",
                "name its acts: " + ", ".join(sorted(acts)) if acts else "",
            )
        else:
            problems.add(
                (*path, "before"),
                f"there is no window and no act {show(closer)}",
                did_you_mean(str(closer), (*blocking, *words.acts)),
            )
    own = [act for act, entry in words.acts.items() if name in listed(entry.get("in"))]
    for act in listed(closes.get("taken")):
        if act not in words.acts:
            problems.add((*path, "taken"), f"there is no act {show(act)}", did_you_mean(str(act), own))
        elif act not in own:
            problems.add((*path, "taken"), f"`{act}` is not offered in `{name}`, so it cannot close it", "use `before`")


def _one_holds(words: Vocabulary, problems: Problems) -> None:
    holding = words.holding()
    for name in holding[1:]:
        problems.add(
            ("windows", name, "holds"),
            f"`{name}` and `{holding[0]}` both hold an effect; only one window can",
            "join them",
        )


def _act(words: Vocabulary, name: str, body: dict[str, Any], problems: Problems) -> None:
    path = ("acts", name)
    for window in listed(body.get("in")):
        if window not in words.windows:
            problems.add((*path, "in"), f"there is no window {show(window)}", did_you_mean(str(window), words.windows))
    if not listed(body.get("in")):
        problems.add((*path, "in"), f"`{name}` is offered in no window", "say in which window: `in`")
    blocking, ambient = words.windows_of(name)
    if ambient and (blocking or len(ambient) > 1):
        both = " and ".join(f"`{window}`" for window in (*blocking, *ambient))
        problems.add(
            (*path, "in"),
            f"`{name}` is offered in {both}",
            "an act belongs to blocking windows, or to one ambient window and no other",
        )
    _cards(name, body, problems)
    _target(words, name, body, problems)
    if "auto" in body:
        _auto(words, name, body, problems)


def _cards(name: str, body: dict[str, Any], problems: Problems) -> None:
    if "cards" not in body:
        return
    cards = body["cards"] if isinstance(body["cards"], dict) else {}
    path = ("acts", name, "cards")
    if cards.get("from") != "hand(actor)":
        problems.add((*path, "from"), f"cards are played from hand(actor), not from {show(cards.get('from'))}")
    most = cards.get("up_to", 1)
    if type(most) is not int or most < 1:
        problems.add((*path, "up_to"), f"`up_to` is a number of cards, not {show(most)}", "write a number from 1 on")
    for key in cards:
        if key not in ("from", "up_to"):
            problems.add((*path, key), f"`{key}` does not belong to `cards`", did_you_mean(key, ("from", "up_to")))


def _target(words: Vocabulary, name: str, body: dict[str, Any], problems: Problems) -> None:
    """Who an act of an ambient window is about. A window has one instance for each subject."""
    path = ("acts", name)
    _, ambient = words.windows_of(name)
    beside = [window for window in ambient if not words.windows[window].get("holds")]
    if "target" in body:
        if body["target"] != "subject" or not beside:
            problems.add(
                (*path, "target"),
                f"the target of `{name}` cannot be {show(body['target'])}",
                "only acts of an ambient window have a target, its `subject`",
            )
        elif "cards" in body:
            problems.add((*path, "target"), f"`{name}` has cards and a target; it can have one of them")
    elif beside and body.get("who") != "subject":
        problems.add(
            (*path, "who"),
            f"`{name}` does not say about whom it is",
            "write `target: subject`, or `who: subject` if it is the subject's own act",
        )


def _auto(words: Vocabulary, name: str, body: dict[str, Any], problems: Problems) -> None:
    path = ("acts", name, "auto")
    blocking, _ = words.windows_of(name)
    if "cards" in body:
        problems.add(path, f"`{name}` needs a card, and nobody is there to choose one", "leave `auto` out")
    elif not blocking:
        problems.add(path, f"`{name}` belongs to no blocking window and cannot happen by itself", "leave `auto` out")
    elif body.get("who", "turn") != "turn":
        problems.add(path, "what happens by itself happens to the seat on turn", "leave `who` out")


def acts_that_hold(words: Vocabulary) -> set[str]:
    """The acts of the window that holds an effect."""
    holding = words.holding()
    return {act for act, _ in rules(words.data, "acts") if any(w in holding for w in words.windows_of(act)[1])}
