"""The fixtures of these tests."""

from harness import tiny

__all__ = ["tiny"]
