"""Judge a recorded game: every act legal, or illegal at which act by which rule.

LOG is a file of JSON lines (- is standard input): the header, the deal, the acts with the cards drawn
because of each under "got", and how the round ended if it did:
  {"log":1,"ruleset":"uno/2008","patches":["house/stacking"],"seats":["A","B"]}
  {"deal":{"hands":{"A":["R5","G1"],"B":["B2","B3"]},"discard_pile":["R9"],"draw_pile":80,"turn":"A"}}
  {"n":1,"by":"A","act":"play","card":"R5"}
  {"n":2,"by":"B","act":"draw","got":["Y8"]}
  {"n":3,"by":"A","act":"play","card":"W4","colour":"G","got":[{"by":"B","cards":["R1","R2","R3","R4"]}]}
  {"end":{"winner":"A"}}
The draws are the tape: no seed is needed, and cards that nobody saw can be left out. Draws recorded after the
draw pile ran out are taken as the outcome of the reshuffle.

With --record a random game of the reference is written as a log instead.

Exit codes: 0 legal, 1 illegal or undetermined (a draw was not recorded), 3 no log, or wrong usage.

Examples:
  unospec judge game.ndjson --lang zh
  unospec judge --record 7 --ruleset uno/2008 --with house/stacking --players 3 > game.ndjson
"""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_FAILED, EXIT_OK, EXIT_USAGE, _common

if TYPE_CHECKING:
    from unospec.conformance.rulings import Illegal, Verdict

_MOST_SHOWN = 12  # acts of one seat
_WORDS = {
    "en": {
        "legal": "legal: {acts} acts, the round is over",
        "legal_open": "legal so far: {acts} acts, the round goes on",
        "illegal": "illegal at n {n} (line {line}), by {rule}: {why}",
        "illegal_end": "illegal at the end (line {line}), by {rule}: {why}",
        "undetermined": "undetermined at n {n} (line {line}): {why}",
        "undetermined_end": "undetermined at the end (line {line}): {why}",
        "malformed": "no log: line {line}: {problem}",
        "malformed_file": "no log: {problem}",
        "did": "the log:",
        "instead": "legal:",
        "nothing": "nothing",
        "draws": "{by} draws {draws}",
        "more": "and {n} more",
        "separator": ", ",
    },
    "zh": {
        "legal": "合法：共{acts}步，本局已结束",
        "legal_open": "至此合法：共{acts}步，本局未完",
        "illegal": "第{n}步（第{line}行）不合法，依据 {rule}：{why}",
        "illegal_end": "结局（第{line}行）不合法，依据 {rule}：{why}",
        "undetermined": "第{n}步（第{line}行）无法判定：{why}",
        "undetermined_end": "结局（第{line}行）无法判定：{why}",
        "malformed": "不是对局记录：第{line}行：{problem}",
        "malformed_file": "不是对局记录：{problem}",
        "did": "记录：",
        "instead": "合法：",
        "nothing": "无",
        "draws": "{by} 摸{draws}张",
        "more": "另有{n}种",
        "separator": "、",
    },
}
_WHY = {
    "unknown_act": ("these rules have no such act", "规则中没有这种行动"),
    "over": ("the round is over", "本局已经结束"),
    "not_offered": ("the act does not belong here", "此时不能做这个行动"),
    "not_yours": ("another seat has the move", "没有轮到该玩家"),
    "not_held": ("the card is not in the hand", "手里没有这张牌"),
    "too_many": ("more at once, or more drawn, than allowed", "一次出牌或摸牌的张数过多"),
    "too_few": ("fewer cards were drawn than have to be", "摸牌张数不足"),
    "other_seat": ("another seat has to draw", "应由别的玩家摸牌"),
    "not_in_pile": ("the drawn card cannot be in the draw pile", "摸到的牌不可能在牌堆里"),
    "not_next": ("another card lies next in the draw pile", "牌堆里下一张不是这张牌"),
    "condition": ("the condition of the rule does not hold", "不满足规则的条件"),
    "forbidden": ("a rule forbids it", "规则禁止"),
    "bad_choice": ("that cannot be chosen", "不能这样选择"),
    "wrong_target": ("it does not apply to that seat", "不能以该玩家为对象"),
    "must_choose": ("a choice is due first", "须先作出选择"),
    "not_over": ("the round is not over", "本局并未结束"),
    "other_end": ("the round ended otherwise", "结局与规则不符"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("log", nargs="?", metavar="LOG", help="a recorded game; - is standard input")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the verdict")
    parser.add_argument("--record", type=int, metavar="SEED", help="write the log of a random game")
    parser.add_argument("--ruleset", metavar="ID", default=_common.USUAL_RULESET, help="to record: %(default)s")
    parser.add_argument("--players", type=int, default=3, metavar="N", help="to record: %(default)s")
    _common.add_selection(parser)


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Judge a log, or record one."""
    if (args.log is None) == (args.record is None):
        print("unospec judge: name a LOG, or --record SEED", file=sys.stderr)
        return EXIT_USAGE
    if args.record is not None:
        return _record(args)
    from unospec.conformance.judge import judge
    from unospec.conformance.rulings import Legal, Malformed

    data = sys.stdin.buffer.read() if args.log == "-" else Path(args.log).read_bytes()
    verdict = judge(data)
    text = json.dumps(as_json(verdict), ensure_ascii=False) if args.json else "\n".join(told(verdict, args.lang))
    bad = isinstance(verdict, Malformed)
    _say(text, sys.stderr if bad and not args.json else sys.stdout)
    return EXIT_USAGE if bad else EXIT_OK if isinstance(verdict, Legal) else EXIT_FAILED


def _record(args: argparse.Namespace) -> int:
    from unospec.conformance.logs import record
    from unospec.engine import Malformed
    from unospec.language import default_library

    pairs = [_common.patch(text, default_library()) for text in args.patches]
    patches: list[Any] = [{name: options} if options else name for name, options in pairs]
    try:
        for line in record(args.ruleset, patches, _common.settings(args.options), args.players, args.record):
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    except Malformed as bad:
        print(f"unospec judge: {bad}", file=sys.stderr)
        return EXIT_USAGE
    return EXIT_OK


def _say(text: str, where: Any) -> None:
    """Print what may hold anything that stood in a file, half characters included."""
    coding = where.encoding or "utf-8"
    print(text.encode(coding, "backslashreplace").decode(coding), file=where)


# -------------------------------------------------------------------- verdicts told


def as_json(verdict: "Verdict") -> dict[str, Any]:
    """A verdict as JSON: its kind under `verdict`, then its fields."""
    from dataclasses import asdict

    return {"verdict": type(verdict).__name__.lower(), **asdict(verdict)}


def told(verdict: "Verdict", lang: str) -> list[str]:
    """A verdict in lines for people."""
    from unospec.conformance.rulings import Illegal, Legal, Malformed, Undetermined

    words = _WORDS[lang]
    match verdict:
        case Legal(acts, over):
            return [words["legal" if over else "legal_open"].format(acts=acts)]
        case Malformed(line, problem):
            return [words["malformed" if line else "malformed_file"].format(line=line, problem=problem)]
        case Undetermined(n, line, why):
            key = "undetermined_end" if n is None else "undetermined"
            return [words[key].format(n=n, line=line, why=why)]
        case Illegal():
            return _told_illegal(verdict, lang)


def _told_illegal(verdict: "Illegal", lang: str) -> list[str]:
    words = _WORDS[lang]
    key = "illegal_end" if verdict.n is None else "illegal"
    why = _WHY.get(verdict.why, (verdict.why, verdict.why))[lang == "zh"]
    out = [words[key].format(n=verdict.n, line=verdict.line, rule=verdict.rule, why=why)]
    sentence = verdict.sentence.get(lang) or verdict.sentence.get("en")
    if sentence:
        out.append(f"  {verdict.rule}  {sentence}")
    out.append(f"  {words['did']} {_compact(verdict.did)}")
    instead = list(_instead(verdict.instead, words))
    out.append(f"  {words['instead']} {'; '.join(instead) or words['nothing']}")
    return out


def _instead(acts: Iterable[dict[str, Any]], words: dict[str, str]) -> Iterable[str]:
    """Acts by seat; draws and ends as they are."""
    by_seat: dict[str, list[str]] = {}
    for act in acts:
        if "draws" in act:
            yield words["draws"].format(**act) + (f" ({act['card']})" if "card" in act else "")
        elif "end" in act:
            yield _compact(act["end"])
        else:
            shown = [str(value) for key, value in act.items() if key != "by"]
            by_seat.setdefault(act.get("by", "-"), []).append(" ".join(shown))
    for seat, shown in by_seat.items():
        more = len(shown) - _MOST_SHOWN
        listed = shown[:_MOST_SHOWN] + ([words["more"].format(n=more)] if more > 0 else [])
        yield f"{seat}: {words['separator'].join(listed)}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
