"""Adapters that break the protocol, one way each: `python fake.py BEHAVIOUR`.

A fake knows no rules. It accepts every act, unless its card is not in the actor's hand, and shows only `ok`.
It misbehaves in requests at whose table somebody called Fault sits first, or else at the start or the end.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
HELLO: Json = {
    "protocol": 1,
    "impl": {"name": "fake"},
    "claims": "all",
    "setup": "state",
    "observes": ["ok"],
}


# Buffered whatever the environment says of Python's own standard output.
OUT = open(1, "w", encoding="utf-8", newline="", buffering=1 << 16, closefd=False)  # noqa: SIM115


def put(text: str, flush: bool = True) -> None:
    OUT.write(text)
    if flush:
        OUT.flush()


def line(answer: Json) -> str:
    return json.dumps(answer) + "\n"


def wait_for_ever() -> None:
    threading.Event().wait()


def played(request: Json) -> Json:
    hands = request["setup"].get("hands", {})
    held = [act.get("card") in (None, *hands.get(act.get("by"), [])) for act in request["acts"]]
    return {"id": request["id"], "steps": [{"ok": ok} for ok in held]}


def die(code: int) -> None:
    print("the fake falls over", file=sys.stderr)
    sys.stderr.flush()
    os._exit(code)


def close_output() -> None:
    os.close(1)
    wait_for_ever()


def slow(answer: Json) -> None:
    time.sleep(0.3)  # the test allows less than that, and measures when the answer comes
    put(line(answer))


# behaviour -> what it does instead of the answer, in the requests that are marked
CASE: dict[str, Callable[[Json], None]] = {
    "hang": lambda a: wait_for_ever(),
    "late": slow,
    "unflushed": lambda a: put(line(a), flush=False),
    "exit": lambda a: die(7),
    "exit_0": lambda a: die(0),
    "eof": lambda a: close_output(),
    "not_json": lambda a: put("Traceback: something went wrong\n"),
    "not_json_nan": lambda a: put(line(a | {"steps": [{"ok": float("nan")}]})),
    "not_json_then_exit": lambda a: (put("oops\n"), die(1)),  # type: ignore[func-returns-value]
    "noise": lambda a: put("player A plays R5\n" + line(a)),
    "two_answers": lambda a: put(line(a) + line(a)),
    "wrong_id": lambda a: put(line(a | {"id": a["id"] + 1000})),
    "no_id": lambda a: put(line({"steps": a["steps"]})),
    "a_list": lambda a: put("[1, 2]\n"),
    "wrong_steps": lambda a: put(line(a | {"steps": a["steps"][1:]})),
    "bad_answer": lambda a: put(line({"id": a["id"], "steps": [{"okay": True}]})),
    "bad_dealt": lambda a: put(line(a | {"dealt": ["shuffled"]})),
    "neither": lambda a: put(line({"id": a["id"]})),
    "oversized": lambda a: put(line(a | {"padding": "x" * (1 << 21)})),
    "error": lambda a: put(line({"id": a["id"], "error": {"message": "index out of range"}})),
    "skip": lambda a: put(line({"id": a["id"], "skip": {"reason": "unsupported", "detail": "no"}})),
    "crlf": lambda a: put(line(a).replace("\n", " \t\r\n")),
    "blank_lines": lambda a: put("\n\r\n" + line(a) + "\n"),
    "extra_fields": lambda a: put(line(a | {"took": 3, "steps": [s | {"mood": "good"} for s in a["steps"]]})),
    "dealt_unasked": lambda a: put(line(a | {"dealt": {"events": [{"e": "shuffled"}]}})),
    "stderr": lambda a: (print("x" * 200_000, file=sys.stderr), put(line(a))),  # type: ignore[func-returns-value]
}


def hello(behaviour: str, request: Json) -> None:
    answer: Json = HELLO | {"id": request["id"]}
    if behaviour == "start_hang":
        wait_for_ever()
    elif behaviour == "start_exit":
        die(3)
    elif behaviour == "start_noise":
        put("Welcome to this fine game!\n" + line(answer))
    elif behaviour == "start_unflushed":
        put(line(answer), flush=False)
    elif behaviour == "no_hello":
        put(line({"id": request["id"], "hello": "world"}))
    elif behaviour == "poor_hello":
        put(line({k: v for k, v in answer.items() if k != "observes"}))
    elif behaviour == "wrong_protocol":
        put(line(answer | {"protocol": 2}))
    else:
        put(line(answer))


def case(behaviour: str, request: Json) -> None:
    answer = played(request)
    marked = request["setup"]["seats"][0] == "Fault"
    if behaviour == "always_dies":
        die(9)
    elif behaviour == "constant_id":
        put(line(answer | {"id": 1}))
    elif behaviour == "accepts_all":
        put(line(answer | {"steps": [{"ok": True} for _ in request["acts"]]}))
    elif behaviour == "refuses_all":
        put(line(answer | {"steps": [{"ok": False} for _ in request["acts"]]}))
    elif behaviour == "forgetful":
        put(line(answer | {"steps": [s | {"state": {"n": request["id"]}} for s in answer["steps"]]}))
    elif marked and behaviour in CASE:
        CASE[behaviour](answer)
    else:
        put(line(answer))


def main(behaviour: str) -> int:
    for text in sys.stdin:
        request = json.loads(text)
        if request["cmd"] == "bye":
            if behaviour == "stays":
                wait_for_ever()
            return 5 if behaviour == "bad_bye" else 0
        (hello if request["cmd"] == "hello" else case)(behaviour, request)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "good"))
