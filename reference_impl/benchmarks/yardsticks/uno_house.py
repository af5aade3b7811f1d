"""A complete UNO with three house rules written by hand: stacking, jump-in, seven-zero.

Plays: `uno_full` with these differences. What is owed is answered or taken: by a wild draw four always, by a
draw two upon draw twos, and by a skip or a reverse of the colour in force, which pass the debt on; there is
no challenge. After a coloured card whose twin somebody else holds, its effect waits until nobody
jumps in. A seven swaps hands with a seat of one's choice, a zero hands all of them on.
Same interface as `uno_full`.
"""

from yardsticks.shared import DECK, MOST_SEATS, NOT_NOW, NOT_YOU, Rejected, deal, draw
from yardsticks.uno_full import CATCH, COLOUR, DRAW, PASS, PLAY, SAY

ANSWER = [[(p, "answer", c, -1) for c in range(54)] for p in range(MOST_SEATS)]
TAKE = [(p, "take", -1, -1) for p in range(MOST_SEATS)]
JUMP = [[(p, "jump_in", c, -1) for c in range(54)] for p in range(MOST_SEATS)]
CLOSE = [(p, "close", -1, -1) for p in range(MOST_SEATS)]
PARTNER = [[(p, "partner", -1, k) for k in range(MOST_SEATS)] for p in range(MOST_SEATS)]
TURN, OVER, COL_WIN, SEAT_WIN, DRAWN, HELD = range(6)


class State:
    __slots__ = (
        "n",
        "hands",
        "stock",
        "discard",
        "shuffle",
        "top",
        "active",
        "turn",
        "dir",
        "phase",
        "actor",
        "card",
        "drawn",
        "rule",
        "uno",
        "said",
        "stuck",
        "winner",
        "amount",
        "face",
        "unit",
    )

    def __init__(self, n):
        self.n = n
        self.hands = [[] for _ in range(n)]
        self.stock = DECK[:]
        self.discard = []
        self.shuffle = None
        self.top = self.active = self.turn = self.phase = self.actor = self.card = self.said = self.stuck = (
            self.amount
        ) = self.face = self.unit = 0
        self.rule = None
        self.dir = 1
        self.drawn = self.uno = self.winner = -1


def start(shuffle, n):
    return deal(State(n), shuffle, n, 7)


def answers(s, c):
    if c >= 52:
        return c == 53
    v = c % 13
    return v == 12 and (s.face == 12 or s.unit <= 2) or (v == 10 or v == 11) and c // 13 == s.active


def legal(s):
    ph = s.phase
    if ph == TURN:
        p = s.turn
        if s.amount:
            A = ANSWER[p]
            acts = [A[c] for c in dict.fromkeys(s.hands[p]) if answers(s, c)]
            acts.append(TAKE[p])
        else:
            top = s.top
            col = s.active
            val = top % 13 if top < 52 else -1
            P = PLAY[p]
            acts = []
            for c in dict.fromkeys(s.hands[p]):
                if c >= 52 or c // 13 == col or c % 13 == val:
                    acts.append(P[c])
            acts.append(DRAW[p])
    elif ph == DRAWN:
        acts = [PLAY[s.actor][s.drawn], PASS[s.actor]]
    elif ph == COL_WIN:
        acts = COLOUR[s.actor][:]
    elif ph == SEAT_WIN:
        p = s.actor
        acts = [a for a in PARTNER[p][: s.n] if a[3] != p]
    elif ph == HELD:
        c = s.top
        p = s.actor
        acts = []
        for o, h in enumerate(s.hands):
            if o != p and c in h:
                acts.append(JUMP[o][c])
        acts.append(CLOSE[(p + s.dir) % s.n])
    else:
        return []
    u = s.uno
    if u >= 0 and not s.said and len(s.hands[u]) == 1:
        acts.append(SAY[u])
        for o in range(s.n):
            if o != u:
                acts.append(CATCH[o])
    return acts


def finish(s, p, ev):
    if not s.hands[p]:
        s.winner = p
        s.phase = OVER
        ev.append(("win", p, 0, "round.out"))
    else:
        ev.append(("turn", s.turn, 0, "turn.next"))
    return ev


def play(s, p, c, ev, rule):
    h = s.hands[p]
    s.phase = TURN
    h.remove(c)
    s.discard.append(s.top)
    s.top = c
    s.stuck = 0
    ev.append(("play", p, c, rule))
    if c < 52:
        s.active = c // 13
    if len(h) == 1:
        s.uno = p
        s.said = 0
        ev.append(("opened", p, 0, "uno.call"))
    else:
        s.uno = -1
    if c < 52 and h:
        for o, g in enumerate(s.hands):
            if o != p and c in g:
                s.phase = HELD
                s.actor = p
                s.card = c
                ev.append(("opened", p, 0, "jump.in"))
                return ev
    return effect(s, p, c, ev)


def effect(s, p, c, ev):
    n = s.n
    if c >= 52:
        s.phase = COL_WIN
        s.actor = p
        s.card = c
        return ev
    d = s.dir
    v = c % 13
    q = (p + d) % n
    if v == 7:
        if not s.hands[p]:
            return finish(s, p, ev)
        s.phase = SEAT_WIN
        s.actor = p
        s.card = c
        return ev
    if v == 0:
        if not s.hands[p]:
            return finish(s, p, ev)
        s.hands = s.hands[-d:] + s.hands[:-d]
        ev.append(("rotate", p, d, "zero.rotate"))
        s.turn = q
    elif v < 10:
        s.turn = q
    elif v == 10:
        if not s.amount:
            ev.append(("skip", q, 0, "card.skip"))
            q = (q + d) % n
        s.turn = q
    elif v == 11:
        d = s.dir = -d
        ev.append(("reverse", p, d, "card.reverse"))
        q = (p + d) % n
        if n == 2 and not s.amount:
            ev.append(("skip", q, 0, "card.reverse"))
            q = p
        s.turn = q
    else:
        s.amount += 2
        s.face = 12
        s.unit = 2
        s.turn = q
    return finish(s, p, ev)


def apply(s, a):
    p, kind, c, x = a
    ev = []
    n = s.n
    ph = s.phase
    if kind == "play":
        if ph == TURN:
            if p != s.turn:
                return NOT_YOU
            if s.amount:
                return Rejected("illegal", "play.match")
            if c not in s.hands[p]:
                return Rejected("not-held", "play.match")
            if c < 52 and c // 13 != s.active and (s.top >= 52 or c % 13 != s.top % 13):
                return Rejected("illegal", "play.match")
        elif ph == DRAWN:
            if p != s.actor:
                return NOT_YOU
            if c != s.drawn:
                return Rejected("illegal", "draw.play-drawn")
        else:
            return NOT_NOW
        return play(s, p, c, ev, "play.match")
    if kind == "draw":
        if ph != TURN:
            return NOT_NOW
        if p != s.turn:
            return NOT_YOU
        if s.amount:
            return Rejected("illegal", "draw.one")
        s.uno = -1
        if draw(s, p, 1, ev, "draw.one") == 0:
            s.stuck += 1
            if s.stuck > n:
                s.winner = n
                s.phase = OVER
                ev.append(("stuck", p, 0, "round.stuck"))
                return ev
        else:
            d = s.hands[p][-1]
            if d >= 52 or d // 13 == s.active or (s.top < 52 and d % 13 == s.top % 13):
                s.drawn = d
                s.phase = DRAWN
                s.actor = p
                return ev
        s.turn = (p + s.dir) % n
        ev.append(("turn", s.turn, 0, "turn.next"))
        return ev
    if kind == "answer":
        if ph != TURN:
            return NOT_NOW
        if p != s.turn:
            return NOT_YOU
        if not s.amount:
            return Rejected("illegal", "stack.answer")
        if c not in s.hands[p]:
            return Rejected("not-held", "stack.answer")
        if not answers(s, c):
            return Rejected("illegal", "stack.answer")
        return play(s, p, c, ev, "stack.answer")
    if kind == "take":
        if ph != TURN:
            return NOT_NOW
        if p != s.turn:
            return NOT_YOU
        if not s.amount:
            return Rejected("illegal", "stack.take")
        s.uno = -1
        draw(s, p, s.amount, ev, "stack.take")
        s.amount = 0
        s.turn = (p + s.dir) % n
        ev.append(("turn", s.turn, 0, "turn.next"))
        return ev
    if kind == "pass":
        if ph != DRAWN:
            return NOT_NOW
        if p != s.actor:
            return NOT_YOU
        s.phase = TURN
        ev.append(("pass", p, 0, "draw.keep"))
        s.turn = (p + s.dir) % n
        ev.append(("turn", s.turn, 0, "turn.next"))
        return ev
    if kind == "colour":
        if ph != COL_WIN:
            return NOT_NOW
        if p != s.actor:
            return NOT_YOU
        if x < 0 or x > 3:
            return Rejected("illegal", "colour.choose")
        s.active = x
        s.phase = TURN
        ev.append(("colour", p, x, "colour.choose"))
        if s.card == 53:
            s.amount += 4
            s.face = 14
            s.unit = 4
        s.turn = (p + s.dir) % n
        return finish(s, p, ev)
    if kind == "partner":
        if ph != SEAT_WIN:
            return NOT_NOW
        if p != s.actor:
            return NOT_YOU
        if x < 0 or x >= n or x == p:
            return Rejected("illegal", "partner.choose")
        s.phase = TURN
        ev.append(("partner", p, x, "partner.choose"))
        hs = s.hands
        hs[p], hs[x] = hs[x], hs[p]
        ev.append(("swap", p, x, "seven.swap"))
        s.turn = (p + s.dir) % n
        return finish(s, p, ev)
    if kind == "jump_in":
        if ph != HELD or p == s.actor or c != s.top:
            return NOT_NOW
        if c not in s.hands[p]:
            return Rejected("illegal", "jump.in")
        ev.append(("jump_in", p, c, "jump.in"))
        return play(s, p, c, ev, "jump.in")
    if kind == "close":
        if ph != HELD:
            return NOT_NOW
        if p != (s.actor + s.dir) % n:
            return NOT_YOU
        s.phase = TURN
        ev.append(("close", p, 0, "jump.in"))
        return effect(s, s.actor, s.card, ev)
    if kind == "say_uno" or kind == "catch":
        u = s.uno
        if ph == OVER or u < 0 or (p == u) != (kind == "say_uno"):
            return NOT_NOW
        if s.said or len(s.hands[u]) != 1:
            return Rejected("illegal", "uno.call")
        ev.append((kind, p, u, "uno.call"))
        if kind == "say_uno":
            s.said = 1
        else:
            draw(s, u, 2, ev, "uno.call")
            s.uno = -1
        return ev
    return Rejected("unknown-act", "turn.order")


def observe(s, seat):
    return (
        seat,
        tuple(s.hands[seat]),
        tuple(map(len, s.hands)),
        len(s.stock),
        len(s.discard),
        s.top,
        s.active,
        s.turn,
        s.dir,
        s.phase,
        s.actor,
        s.winner,
        s.amount,
        s.face,
        s.unit,
        s.uno,
        s.said,
        s.stuck,
        s.drawn if seat == s.actor else -1,
    )
