"""Where the data lies: the specification, the schemas and the cases, in a checkout or inside the wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def root() -> Path:
    """The folder that holds `spec/`, `schemas/` and `conformance/`.

    In a checkout that is its top; an installed wheel carries a copy beside the package.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "spec").is_dir() and (checkout / "schemas").is_dir():
        return checkout
    return _PACKAGE / "_data"
