"""How much a request may send."""

LONGEST_BODY = 2**20
"""Bytes of a body."""

LONGEST_UPLOAD = 24 * 2**20
"""Bytes of a body that carries a file."""

UPLOADS = ("/api/v1/library/papers/", "/curation/papers/")
"""Where files are given."""

LONGEST_UNKNOWN_BODY = 2**16
"""Bytes of a body that are read before it is known who sends them."""

MOST_VALUES = 20_000
"""Values in a JSON document."""


def longest_body(path: str) -> int:
    """Return how many bytes a request to an address of the platform may send."""
    return LONGEST_UPLOAD if path in UPLOADS else LONGEST_BODY
