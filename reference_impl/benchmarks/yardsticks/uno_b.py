"""A small UNO written by hand: what a fast game for playouts looks like without windows.

Plays: a card of the colour or the value on top, a wild always, a wild draw four only without the
colour in force; a card is drawn only if nothing fits, and may be played at once. The colour is part
of the play (four acts for each wild), copies of a card are acts of their own. Symbols act upon the next
seat at once. No challenge, no call of UNO, no points. After more than one trip round the table with
nothing to draw the round is void.
`legal_actions(s)` -> acts of the seat on turn; `apply(s, act)` -> events, or `IllegalAction`.
"""

from random import Random
from typing import Final, NamedTuple

from yardsticks.shared import DECK


class Action(NamedTuple):
    kind: str
    card: int
    color: int


CARD_ACT: Final[list[Action]] = [Action("play", c, c // 13) for c in range(52)]
W: Final[list[Action]] = [Action("play", 52, k) for k in range(4)]
WD: Final[list[Action]] = [Action("play", 53, k) for k in range(4)]
DRAW: Final[Action] = Action("draw", -1, -1)
PASS: Final[Action] = Action("pass", -1, -1)
Event = tuple[str, int, int]


class IllegalAction(Exception):
    pass


class State:
    __slots__ = (
        "n",
        "hands",
        "pile",
        "discard",
        "top",
        "color",
        "value",
        "player",
        "direction",
        "drawn",
        "winner",
        "turn",
        "stuck",
        "rng",
    )

    def __init__(self, n: int, rng: Random) -> None:
        self.n: int = n
        self.rng: Random = rng
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.pile: list[int] = DECK[:]
        self.discard: list[int] = []
        self.top: int = -1
        self.color: int = -1
        self.value: int = -1
        self.player: int = 0
        self.direction: int = 1
        self.drawn: int = -1
        self.winner: int = -1
        self.turn: int = 0
        self.stuck: int = 0


def draw(s: State, p: int, k: int, ev: list[Event]) -> int:
    h = s.hands[p]
    got = 0
    for _ in range(k):
        if not s.pile:
            if not s.discard:
                break
            s.pile = s.discard
            s.discard = []
            s.rng.shuffle(s.pile)
            ev.append(("reshuffle", -1, len(s.pile)))
        c = s.pile.pop()
        h.append(c)
        ev.append(("draw", p, c))
        got += 1
    return got


def start(rng: Random, n: int) -> tuple[State, list[Event]]:
    s = State(n, rng)
    ev: list[Event] = []
    rng.shuffle(s.pile)
    for p in range(n):
        draw(s, p, 7, ev)
    while True:
        t = s.pile.pop()
        if t != 53:
            break
        s.pile.append(t)
        rng.shuffle(s.pile)
    s.top = t
    ev.append(("flip", -1, t))
    if t == 52:
        s.color = int(rng.random() * 4)
        s.value = 13
    else:
        s.color = t // 13
        s.value = t % 13
        if s.value == 10:
            s.player = 1
        elif s.value == 11:
            if n == 2:
                s.player = 1
            else:
                s.direction = -1
                s.player = n - 1
        elif s.value == 12:
            draw(s, 0, 2, ev)
            s.player = 1
    ev.append(("turn", s.player, 0))
    return s, ev


def legal_actions(s: State) -> list[Action]:
    if s.winner >= 0:
        return []
    h = s.hands[s.player]
    col = s.color
    val = s.value
    if s.drawn >= 0:
        c = s.drawn
        if c < 52:
            return [CARD_ACT[c], PASS]
        if c == 52:
            return W + [PASS]
        return WD + [PASS]
    acts: list[Action] = []
    wd = 0
    nocol = True
    for c in h:
        if c < 52:
            if c // 13 == col:
                acts.append(CARD_ACT[c])
                nocol = False
            elif c % 13 == val:
                acts.append(CARD_ACT[c])
        elif c == 52:
            acts.extend(W)
        else:
            wd += 1
    if wd and nocol:
        for _ in range(wd):
            acts.extend(WD)
    if not acts:
        acts.append(DRAW)
    return acts


def is_legal(s: State, a: Action) -> bool:
    if s.winner >= 0:
        return False
    h = s.hands[s.player]
    k = a.kind
    if k == "play":
        c = a.card
        if c not in h:
            return False
        if s.drawn >= 0 and c != s.drawn:
            return False
        if c < 52:
            return a.color == c // 13 and (c // 13 == s.color or c % 13 == s.value)
        if a.color < 0 or a.color > 3:
            return False
        if c == 53:
            for x in h:
                if x < 52 and x // 13 == s.color:
                    return False
        return True
    if k == "draw":
        return s.drawn < 0 and legal_actions(s)[0].kind == "draw"
    return s.drawn >= 0


def apply(s: State, a: Action) -> list[Event]:
    if not is_legal(s, a):
        raise IllegalAction(a)
    ev: list[Event] = []
    p = s.player
    n = s.n
    s.turn += 1
    k = a.kind
    if k == "play":
        c = a.card
        h = s.hands[p]
        h.remove(c)
        s.discard.append(s.top)
        s.top = c
        s.color = a.color
        s.value = c % 13 if c < 52 else 13
        s.drawn = -1
        s.stuck = 0
        ev.append(("play", p, c))
        if c >= 52:
            ev.append(("color", p, a.color))
        if len(h) == 1:
            ev.append(("one_card", p, 1))
        if not h:
            s.winner = p
            ev.append(("win", p, 0))
            return ev
        v = s.value
        q = (p + s.direction) % n
        if v == 10:
            ev.append(("skip", q, 0))
            q = (q + s.direction) % n
        elif v == 11:
            if n == 2:
                ev.append(("skip", q, 0))
                q = p
            else:
                s.direction = -s.direction
                ev.append(("reverse", p, s.direction))
                q = (p + s.direction) % n
        elif v == 12:
            draw(s, q, 2, ev)
            ev.append(("skip", q, 0))
            q = (q + s.direction) % n
        elif c == 53:
            draw(s, q, 4, ev)
            ev.append(("skip", q, 0))
            q = (q + s.direction) % n
        s.player = q
    elif k == "draw":
        if draw(s, p, 1, ev) == 0:
            s.stuck += 1
            if s.stuck > n:
                s.winner = n
                ev.append(("stuck", p, 0))
                return ev
            s.player = (p + s.direction) % n
        else:
            c = s.hands[p][-1]
            # nothing else was playable, so a drawn WD4 is legal
            if c >= 52 or c // 13 == s.color or c % 13 == s.value:
                s.drawn = c
                return ev
            s.player = (p + s.direction) % n
    else:
        s.drawn = -1
        ev.append(("pass", p, 0))
        s.player = (p + s.direction) % n
    ev.append(("turn", s.player, 0))
    return ev
