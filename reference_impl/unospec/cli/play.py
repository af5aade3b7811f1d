"""Play a rule set in the terminal, against players who act at random.

  unospec play
  unospec play uno/2008 --with house/jump-in --players 4 --seed 7
  unospec play my-table.yaml --set hand_size=5 --lang zh

The acts that the rules allow are listed and chosen by number, or typed in short words (`play R5`, `W4 B`,
`draw`). An act that the rules refuse is explained with the sentence and the id of the rule. The same seed
and the same acts give the same game.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
from collections.abc import Iterable

from unospec import rulebook
from unospec.cli import EXIT_OK, EXIT_SUITE, EXIT_USAGE, _common
from unospec.cli._play import Voice, words
from unospec.cli._play_read import beside, read_act
from unospec.engine import Stuck, Table
from unospec.engine.match import Match
from unospec.engine.notation import Json
from unospec.language import Core, Library
from unospec.language.seats import numbers, team_count

# How likely a random player takes an offer: an act with a card in turn, and beside the turn an act that
# names nobody, one against another player, one with a card.
_PLAYS, _CALLS, _CATCHES, _JUMPS = 0.95, 0.85, 0.5, 0.6
_PLAYERS = 3  # at the table, where nobody says how many


class _Quit(Exception):
    """The person leaves the table."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "ruleset", metavar="ID|FILE", nargs="?", default=_common.USUAL_RULESET,
        help="a rule set, or a file with a rule set or a patch (%(default)s)",
    )  # fmt: skip
    _common.add_selection(parser)
    _common.add_on(parser)
    players = f"players, with you ({_PLAYERS} if the rules allow it)"
    parser.add_argument("--players", metavar="N", type=int, help=players)
    parser.add_argument("--seed", metavar="N", type=int, help="of the shuffles and the other players")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--name", metavar="YOU", help="your name at the table")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Play until the person or the match ends it; 0, 3 for bad arguments, 4 for a hole in the rules."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a sign shows another
    library = Library.load()
    core = _common.load_core(args, library)
    _common.warn(core)
    possible = numbers(core.data)
    if args.players is None:
        args.players = _PLAYERS if _PLAYERS in possible else possible[0]
    game = Game(core, library, args)
    if args.players not in possible:
        spoken = {"n": args.players, "min": possible[0], "max": possible[-1], "teams": team_count(core.data)}
        problem = game.voice.say("say", "players_teams" if spoken["teams"] else "players", **spoken)
        print(problem, file=sys.stderr)
        return EXIT_USAGE
    try:
        game.match()
    except _Quit:
        game.tell([game.voice.say("say", "bye")])
    except Stuck as hole:
        game.tell([game.voice.say("say", "stuck", what=hole)])
        return EXIT_SUITE
    return EXIT_OK


class Game:
    """A match of one person against random players."""

    def __init__(self, core: Core, library: Library, args: argparse.Namespace) -> None:
        self.core, self.library = core, library
        self.me = (args.name or "").strip() or words()["name"][args.lang]
        self.seed = random.SystemRandom().randrange(10**6) if args.seed is None else args.seed
        self.chance = random.Random(self.seed)
        self.names = _seat_names(self.me, args.players, args.lang)
        self.voice = Voice(core, args.lang, self.me, sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
        self.declined: set[str] = set()

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines."""
        for line in lines:
            print(line)

    # ---------------------------------------------------------------- rounds

    def match(self) -> None:
        """Rounds until the match is won. Raises `_Quit`, `Stuck`."""
        voice, title = self.voice, self.core.title[self.voice.language]
        self.tell([voice.say("say", "welcome", title=title, n=len(self.names), seed=self.seed)])
        match = Match(self.core, self.names, self.chance)
        while True:
            dealer = match.dealer
            table = match.next_round()
            table.lenient = False  # an act before everybody had a chance is no act yet
            heading = voice.say("say", "round", n=match.round, dealer=voice.person(dealer))
            teams = voice.teams(team_count(self.core.data), match.names)
            self.tell(["", voice.paint(heading, "strong"), *teams, *voice.events(table, table.events)])
            self.round(table)
            match.finish(table)
            self.tell(voice.tally(table))
            if match.winners:
                return
            if self.me not in match.names or match.over:
                self.tell([voice.say("say", "out")])
                return
            self._another()

    def _another(self) -> None:
        print()
        while True:
            answer = self.ask(self.voice.say("say", "again") + " > ")
            if answer.casefold() in words()["agreed"]:
                return
            if answer.casefold() in words()["declined"]:
                raise _Quit

    def round(self, table: Table) -> None:
        """One round to its end. Raises `_Quit`, `Stuck`."""
        self.declined.clear()
        while table.end() is None:
            legal = table.legal()
            self.declined &= {_key(a) for a in legal}
            if self.beside_the_turn(table, legal):
                continue
            due = [a for a in legal if "by" in a and not beside(self.voice, a["act"])]
            if any(a["by"] == self.me for a in due):
                self.person(table, due)
            elif due:
                self.carry_out(table, self._random(due))
            elif any("by" not in a for a in legal):
                self.carry_out(table, next(a for a in legal if "by" not in a))
            else:
                raise Stuck("windows", "no act is legal")

    # ---------------------------------------------------------------- the other players

    def beside_the_turn(self, table: Table, legal: list[Json]) -> bool:
        """Everybody's chance to act beside the turn; True if somebody did."""
        acts = [a for a in legal if "by" in a]
        offers = [a for a in acts if beside(self.voice, a["act"]) and _key(a) not in self.declined]
        mine_is_due = any(a["by"] == self.me and not beside(self.voice, a["act"]) for a in acts)
        seats = list(dict.fromkeys(a["by"] for a in offers))
        self.chance.shuffle(seats)
        # Whoever has to say something about the own hand comes before those who wait for the omission.
        own = {a["by"] for a in offers if "card" not in a and "target" not in a}
        for seat in sorted(seats, key=lambda s: s not in own):
            open_to = [a for a in offers if a["by"] == seat]
            if seat == self.me:
                if mine_is_due and seat not in own:
                    continue  # they are offered together with the acts of the turn
                if self.person(table, open_to, optional=True):
                    return True
            else:
                for act in open_to:
                    if self.chance.random() < _likely(act):
                        self.carry_out(table, act)
                        return True
            self.declined |= {_key(a) for a in open_to}
        return False

    def _random(self, acts: list[Json]) -> Json:
        cards = [a for a in acts if "card" in a]
        rest = [a for a in acts if "card" not in a]
        if cards and (not rest or self.chance.random() < _PLAYS):
            return self.chance.choice(cards)
        return self.chance.choice(rest)

    def carry_out(self, table: Table, act: Json) -> bool:
        """Do an act and tell what came of it; False, with the reason, if it is refused."""
        outcome = table.act(act)
        if outcome.ok:
            self.tell(self.voice.events(table, outcome.events))
        else:
            self.tell(self.voice.refusal(str(outcome.why), outcome.rule))
        return outcome.ok

    # ---------------------------------------------------------------- the person

    def ask(self, prompt: str) -> str:
        """A line from the person. Raises `_Quit` at its wish and at the end of the input."""
        print(prompt, end="", flush=True)
        try:
            answer = input().strip()
        except EOFError:
            print()
            raise _Quit from None
        except ValueError:  # bytes that are no text
            answer = "\N{REPLACEMENT CHARACTER}"
        if not sys.stdin.isatty():
            print(answer)  # nobody else has written it down
        if answer.casefold() in words()["quit"]:
            raise _Quit
        return answer

    def person(self, table: Table, due: list[Json], optional: bool = False) -> bool:
        """Let the person act; False if it lets an offer beside the turn go."""
        offers = due if optional else table.legal(self.me)
        offers = sorted(offers, key=lambda a: (beside(self.voice, a["act"]), "card" not in a))
        self._show(table, offers, optional)
        while True:
            answer = self.ask("> ")
            if not answer and optional:
                return False
            if not answer:
                self._show(table, offers, optional)
            elif answer.casefold() in words()["help"]:
                print(self.voice.help(table), end="")
            elif answer.casefold() in words()["rules"]:
                sheet = rulebook.sheet(self.core, self.library)
                print(rulebook.plain(sheet, self.voice.language, ids=True), end="")
            else:
                act = self._understood(table, answer, offers)
                if act and self.carry_out(table, act):
                    return True

    def _show(self, table: Table, offers: list[Json], optional: bool) -> None:
        print()
        self.tell(self.voice.situation(table))
        for i, act in enumerate(offers, 1):
            print(f"  {i:2}. {self.voice.act(table, act)}")
        if optional:
            print(f"      {self.voice.say('say', 'let_go')}")

    def _understood(self, table: Table, answer: str, offers: list[Json]) -> Json | None:
        if answer.isdecimal():
            number = int(answer)
            if 1 <= number <= len(offers):
                return offers[number - 1]
            print(self.voice.say("say", "number", n=len(offers)))
            return None
        act = read_act(self.voice, table, answer)
        if act is None:
            print(self.voice.say("say", "unclear"))
        return act


def _seat_names(me: str, players: int, language: str) -> list[str]:
    """The names at the table, clockwise from the person."""
    others = [n for n in words()["others"][language] if n.casefold() != me.casefold()]
    others += [f"{others[0]} {i}" for i in range(2, players)]
    return [me, *others][: max(players, 1)]


def _likely(act: Json) -> float:
    if "card" in act:
        return _JUMPS
    return _CATCHES if "target" in act else _CALLS


def _key(act: Json) -> str:
    return json.dumps(act, sort_keys=True)
