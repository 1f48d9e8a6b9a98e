"""Questions in words and claims of bulletins, answered from the data.

The language is read by :mod:`diagnostics.language`, the numbers come from the operators of the
catalogue in mode ``qa``; nothing is answered that no operator computed.
"""

from diagnostics.questions.answer import answer
from diagnostics.questions.claims import verify

__all__ = ["answer", "verify"]
