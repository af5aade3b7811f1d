"""A complete UNO written by hand: two windows that block, one that does not, and choices of a colour.

Plays: one round by the sheet of 2008, without points. The turn (play or draw), the drawn card (play or
keep it), the choice of a colour, the challenge of a wild draw four (accept or dispute it; the evidence is
read when the card is played), and beside all of them the call of UNO and its catch. A draw two is taken
at once. After more than one trip round the table with nothing to draw the round is void.
Acts are (seat, kind, card, argument). `legal(s)` -> acts of all seats; `apply(s, act)` -> events or
a `Rejected` that leaves the state as it was; `observe(s, seat)` -> what a seat sees.
"""

from yardsticks.shared import DECK, MOST_SEATS, NOT_NOW, NOT_YOU, Rejected, deal, draw

PLAY = [[(p, "play", c, -1) for c in range(54)] for p in range(MOST_SEATS)]
DRAW = [(p, "draw", -1, -1) for p in range(MOST_SEATS)]
PASS = [(p, "pass", -1, -1) for p in range(MOST_SEATS)]
COLOUR = [[(p, "colour", -1, k) for k in range(4)] for p in range(MOST_SEATS)]
ACCEPT = [(p, "accept", -1, -1) for p in range(MOST_SEATS)]
DISPUTE = [(p, "dispute", -1, -1) for p in range(MOST_SEATS)]
SAY = [(p, "say_uno", -1, -1) for p in range(MOST_SEATS)]
CATCH = [(p, "catch", -1, -1) for p in range(MOST_SEATS)]
TURN, OVER, COL_WIN, DRAWN, CHALLENGE = range(5)


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
        "bluff",
        "uno",
        "said",
        "stuck",
        "winner",
    )

    def __init__(self, n):
        self.n = n
        self.hands = [[] for _ in range(n)]
        self.stock = DECK[:]
        self.discard = []
        self.shuffle = None
        self.top = self.active = self.turn = self.phase = self.actor = self.card = self.said = self.stuck = 0
        self.bluff = False
        self.dir = 1
        self.drawn = self.uno = self.winner = -1


def start(shuffle, n):
    return deal(State(n), shuffle, n, 7)


def legal(s):
    ph = s.phase
    if ph == TURN:
        p = s.turn
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
    elif ph == CHALLENGE:
        q = (s.actor + s.dir) % s.n
        acts = [ACCEPT[q], DISPUTE[q]]
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


def apply(s, a):
    p, kind, c, x = a
    ev = []
    n = s.n
    ph = s.phase
    if kind == "play":
        h = s.hands[p]
        if ph == TURN:
            if p != s.turn:
                return NOT_YOU
            if c not in h:
                return Rejected("not-held", "play.match")
            if c < 52 and c // 13 != s.active and (s.top >= 52 or c % 13 != s.top % 13):
                return Rejected("illegal", "play.match")
        elif ph == DRAWN:
            if p != s.actor:
                return NOT_YOU
            if c != s.drawn:
                return Rejected("illegal", "draw.play-drawn")
            s.phase = TURN
        else:
            return NOT_NOW
        if c == 53:
            s.bluff = False
            for y in h:
                if y < 52 and y // 13 == s.active:
                    s.bluff = True
                    break
        h.remove(c)
        s.discard.append(s.top)
        s.top = c
        s.stuck = 0
        ev.append(("play", p, c, "play.match"))
        if c < 52:
            s.active = c // 13
        if len(h) == 1:
            s.uno = p
            s.said = 0
            ev.append(("opened", p, 0, "uno.call"))
        else:
            s.uno = -1
        if c >= 52:
            s.phase = COL_WIN
            s.actor = p
            s.card = c
            return ev
        d = s.dir
        v = c % 13
        q = (p + d) % n
        if v < 10:
            s.turn = q
        elif v == 10:
            ev.append(("skip", q, 0, "card.skip"))
            s.turn = (q + d) % n
        elif v == 11:
            d = s.dir = -d
            ev.append(("reverse", p, d, "card.reverse"))
            q = (p + d) % n
            if n == 2:
                ev.append(("skip", q, 0, "card.reverse"))
                q = p
            s.turn = q
        else:
            draw(s, q, 2, ev, "card.draw2")
            ev.append(("skip", q, 0, "card.draw2"))
            s.turn = (q + d) % n
        return finish(s, p, ev)
    if kind == "draw":
        if ph != TURN:
            return NOT_NOW
        if p != s.turn:
            return NOT_YOU
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
        ev.append(("colour", p, x, "colour.choose"))
        if s.card == 53:
            s.phase = CHALLENGE
            return ev
        s.phase = TURN
        s.turn = (p + s.dir) % n
        return finish(s, p, ev)
    if kind == "accept" or kind == "dispute":
        if ph != CHALLENGE:
            return NOT_NOW
        a_ = s.actor
        q = (a_ + s.dir) % n
        if p != q:
            return NOT_YOU
        s.phase = TURN
        ev.append((kind, p, 0, "wild4.challenge"))
        if kind == "accept":
            k = 4
        else:
            ev.append(("reveal", a_, 0, "wild4.challenge"))
            if s.bluff:
                draw(s, a_, 4, ev, "wild4.challenge")
                s.turn = q
                return finish(s, a_, ev)
            k = 6
        draw(s, q, k, ev, "wild4.challenge")
        ev.append(("skip", q, 0, "wild4.challenge"))
        s.turn = (q + s.dir) % n
        return finish(s, a_, ev)
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
        s.uno,
        s.said,
        s.stuck,
        s.drawn if seat == s.actor else -1,
    )
