"""What the commands share that speak to an implementation: how it is named, opened, and what is said of its trouble."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from unospec.language import SpecError

if TYPE_CHECKING:
    from unospec.conformance.implementation import Implementation


def add_who(parser: argparse._ActionsContainer, required: bool = False) -> None:
    """Declare `--impl` and `--adapter`, of which one can be said."""
    who = parser.add_mutually_exclusive_group(required=required)
    who.add_argument("--impl", metavar="NAME", help="an adapter of conformance/adapters, or its folder")
    who.add_argument("--adapter", metavar="COMMAND", help="a program that speaks the protocol")


def add_limits(parser: argparse._ActionsContainer) -> None:
    """Declare how long is waited for it."""
    parser.add_argument("--timeout", type=float, default=5.0, metavar="SECONDS", help="for each answer (5)")
    parser.add_argument("--start-timeout", type=float, default=10.0, metavar="SECONDS", help="for hello (10)")


def implementation(args: argparse.Namespace) -> Implementation:
    """The implementation that is named. Raises SpecError if there is none, AdapterTrouble if it cannot be loaded."""
    from unospec.conformance import adapters
    from unospec.conformance.process import Limits, Process

    limits = Limits(args.start_timeout, args.timeout)
    if args.impl:
        return adapters.find(args.impl).open(limits)
    return Process(words(args.adapter), limits=limits)


def words(command: str) -> list[str]:
    """A command as the words that it consists of. Raises SpecError."""
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"--adapter {command}: {error}", hint="close what is quoted") from None
    if not found:
        raise SpecError("--adapter names no command", hint='write for example --adapter "node my-adapter.js"')
    return found


def again(args: argparse.Namespace, command: str) -> str:
    """The beginning of the command line that speaks to the same implementation."""
    name, value = ("--impl", args.impl) if args.impl else ("--adapter", args.adapter)
    return f"unospec {command} {name} {shlex.quote(value)}"


def say(fault: dict[str, str]) -> None:
    """Say the trouble with an adapter, where errors are said."""
    from unospec.conformance.report import fault_lines

    print(f"adapter: {fault['message']} ({fault['code']})", file=sys.stderr)
    print("\n".join(fault_lines(fault)), file=sys.stderr)
