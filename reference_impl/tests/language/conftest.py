"""The fixtures of these tests."""

from world import world

__all__ = ["world"]
