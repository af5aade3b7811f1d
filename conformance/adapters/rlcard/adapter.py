"""Lets the UNO game of RLCard take part in the conformance suite: one case in, what RLCard did out.

No rule of the game is decided here: seats, cards and acts are put into RLCard's words, and its own data is
read back. README.md lists what had to be decided all the same.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.game import UnoGame

Json = dict[str, Any]
TRAITS = {"S": "skip", "R": "reverse", "+2": "draw_2", "W": "wild", "W4": "wild_draw_4"}
FACES = {trait: face for face, trait in TRAITS.items()}
STATE = ["turn", "direction", "top", "active_colour", "hands", "hand_sizes", "draw_pile", "over", "winner"]
SETUP = {"seats", "dealer", "hands", "discard_pile", "draw_pile", "reshuffles", "turn", "direction",
         "active_colour", "deal"}


class Unsupported(Exception):
    """A position that RLCard has no data for."""


def to_card(token: str, colour: str = "r") -> Any:
    """RLCard's card for R5, GS, W4. Its black cards all carry a colour, which matters on the table only."""
    if token in ("W", "W4"):
        return UnoCard("wild", colour.lower(), TRAITS[token])
    face = token[1:]
    return UnoCard("number" if face.isdigit() else "action", token[0].lower(), TRAITS.get(face, face))


def to_token(colour: str, trait: str) -> str:
    face = FACES.get(trait, trait)
    return face if face in ("W", "W4") else colour.upper() + face


def tokens(cards: list[Any]) -> list[str]:
    return sorted(to_token(card.color, card.trait) for card in cards)


def to_action(act: Json) -> str | None:
    """RLCard's word for an act; it has words for two acts only."""
    if act["act"] == "play" and act.get("count", 1) == 1:
        card = to_card(act["card"], act.get("colour", ""))
        return str(card.str) if card.type == "wild" or "colour" not in act else None
    return "draw" if act["act"] == "draw" else None


def is_neutral(value: Any) -> bool:
    """Is it what a variable holds that nobody has set?"""
    return all(map(is_neutral, value.values())) if isinstance(value, dict) else value in (None, 0)


class Table:
    """One RLCard game, put into the position of a case."""

    def __init__(self, setup: Json, options: Json) -> None:
        odd = [name for name, value in setup.items() if name not in SETUP and not is_neutral(value)]
        if odd:
            raise Unsupported(f"RLCard has no place for {', '.join(odd)}")
        self.seats: list[str] = setup["seats"]
        self.done: Json | None = None  # an act of the case that RLCard has carried out with the one before it
        self.tapes: list[list[str]] = list(setup.get("reshuffles", []))
        self.game = UnoGame(num_players=len(self.seats))
        self.game.np_random.seed(0)
        self.game.init_game()
        self.game.np_random.seed(0)
        self.round, self.dealer = self.game.round, self.game.dealer
        self.dealer.shuffle = self.shuffle
        # Player 0 is always the first to move in RLCard: the seat to the dealer's left.
        first = (self.seats.index(setup.get("dealer", self.seats[-1])) + 1) % len(self.seats)
        self.order: list[str] = self.seats[first:] + self.seats[:first]
        self.players = dict(zip(self.order, self.game.players, strict=True))
        for seat, player in self.players.items():
            player.hand = [to_card(token) for token in setup.get("hands", {}).get(seat, [])]
        if "deal" in setup:
            self.deal(setup["deal"]["draw_order"], options.get("hand_size", 7))
        else:
            self.place(setup)

    def deal(self, order: list[str], size: int) -> None:
        """The calls of `init_game` once more, on a stacked deck.

        RLCard deals player by player and the case card by card; the deck is stacked so that the hands agree.
        """
        count, dealt = len(self.order), len(self.order) * size
        stacked = [token for n in range(count) for token in order[n:dealt:count]] + order[dealt:]
        self.dealer.deck = [to_card(token) for token in reversed(stacked)]
        self.round.played_cards, self.round.current_player, self.round.direction = [], 0, 1
        for player in self.game.players:
            self.dealer.deal_cards(player, size)
        self.round.perform_top_card(self.game.players, self.round.flip_top_card())

    def place(self, setup: Json) -> None:
        pile = setup["discard_pile"]
        colour = setup.get("active_colour") or pile[-1][0]
        target = to_card(pile[-1], colour)
        if colour not in "RGBY" or target.color != colour.lower():
            raise Unsupported("RLCard reads the colour in force off the top card")
        self.dealer.deck = [to_card(token) for token in reversed(setup["draw_pile"])]
        self.round.target, self.round.played_cards = target, [*map(to_card, pile[:-1]), target]
        self.round.current_player = self.order.index(setup.get("turn", self.order[0]))
        self.round.direction = setup.get("direction", 1)

    def shuffle(self) -> None:
        """What RLCard's next shuffle shall bring: the cards of the case's tape on top, or (without a tape)
        the top card at the bottom. Its own shuffle can bring both.
        """
        deck = self.dealer.deck
        on_top = []
        for token in self.tapes.pop(0) if self.tapes else []:
            found = next((card for card in deck if tokens([card]) == [token]), None)
            if found is not None:
                deck.remove(found)
                on_top.append(found)
        self.dealer.deck = deck + on_top[::-1] if on_top else deck[-1:] + deck[:-1]

    def act(self, act: Json) -> Json:
        """Feed one act; the step of the answer. No state is given of a position that RLCard never was in."""
        if act == self.done:
            ok, self.done = True, None
        else:
            action = to_action(act)
            ok = act.get("by") == self.turn() and action in self.actions()
            if ok:
                self.done = self.step(str(action))
        if self.done:
            return {"ok": ok}
        state = self.state()
        end = {"winner": state["winner"]} if state["over"] else None
        return {"ok": ok, "state": state, "legal": self.legal(), "end": end}

    def step(self, action: str) -> Json | None:
        """Let RLCard carry it out. Returns what RLCard has done as well and the case has still to ask for."""
        by, target, sizes = self.turn(), self.round.target, self.sizes()
        self.game.step(action)
        top = self.round.target
        if action == "draw" and top is not target:
            carried = {"colour": top.color.upper()} if top.type == "wild" else {}
            return {"by": by, "act": "play", "card": to_token(top.color, top.trait), **carried}
        hit = [seat for seat, size in self.sizes().items() if size > sizes[seat]]
        if hit and top.trait == "wild_draw_4" and action != "draw":
            return {"by": hit[0], "act": "take"}
        return None

    def turn(self) -> str:
        return self.order[int(self.game.get_player_id())]

    def actions(self) -> list[str]:
        return [] if self.game.is_over() else list(self.game.get_legal_actions())

    def sizes(self) -> dict[str, int]:
        return {seat: len(self.players[seat].hand) for seat in self.seats}

    def state(self) -> Json:
        top, winner = self.round.target, self.round.winner
        return {
            "turn": self.turn(), "direction": self.round.direction,
            "top": to_token(top.color, top.trait), "active_colour": top.color.upper(),
            "hands": {seat: tokens(self.players[seat].hand) for seat in self.seats},
            "hand_sizes": self.sizes(), "draw_pile": len(self.dealer.deck),
            "over": self.game.is_over(), "winner": self.order[winner[0]] if winner else None}

    def legal(self) -> dict[str, list[Json]]:
        """RLCard's legal actions (it has some for the current player only); four colours are one act."""
        actions = self.actions()
        cards = dict.fromkeys(to_token(*action.split("-")) for action in actions if action != "draw")
        acts: list[Json] = [{"act": "play", "card": card} for card in cards]
        acts += [{"act": "draw"}] if "draw" in actions else []
        return {seat: acts if seat == self.turn() else [] for seat in self.seats}


class Adapter:
    """What the suite calls."""

    def hello(self) -> Json:
        return {
            "protocol": 1, "setup": "state", "limits": {"seats": [2, 10]},
            "impl": {"name": "RLCard", "version": version("rlcard"), "language": "Python",
                     "source": "https://github.com/datamllab/rlcard"},
            # RLCard itself deals seven cards; two are what the cases about first cards deal.
            "claims": [{"ruleset": "uno/2008", "patches": [], "options": options}
                       for options in ({}, {"hand_size": 2})],
            "lacks": ["challenge", "uno_call", "keep", "voluntary_draw", "score", "choose_separately", "dealer_draw"],
            "observes": ["ok", "legal", "end.winner", *(f"state.{name}" for name in STATE)]}

    def case(self, request: Json) -> Json:
        try:
            table = Table(request["setup"], request.get("options", {}))
        except Unsupported as reason:
            return {"id": request["id"], "skip": {"reason": "unsupported", "detail": str(reason)}}
        return {"id": request["id"], "steps": [table.act(act) for act in request["acts"]]}
