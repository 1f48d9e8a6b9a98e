"""How much a request may send."""

LONGEST_BODY = 2**20
"""Bytes of a body."""

LONGEST_UNKNOWN_BODY = 2**16
"""Bytes of a body that are read before it is known who sends them."""

MOST_VALUES = 20_000
"""Values in a JSON document."""
