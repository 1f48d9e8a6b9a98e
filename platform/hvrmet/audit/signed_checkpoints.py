"""Signed heads of the audit chains, to keep where nobody who could cut a chain can reach."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core import signing

from hvrmet.audit.chain import Head

_signer = signing.Signer(salt="hvrmet.audit.head")


class ForgedCheckpointError(ValueError):
    """A line of an exported file that was not signed by this installation."""


@dataclass(frozen=True)
class SignedCheckpoint:
    """A chain's head at the time of an export."""

    tenant_id: UUID
    head: Head
    at: str

    def line(self) -> str:
        """Return the head as one signed line of JSON."""
        document = {
            "tenant": str(self.tenant_id),
            "seq": self.head.seq,
            "hash": self.head.hash,
            "at": self.at,
        }
        return json.dumps({**document, "signature": _signature(document)})


def read_heads(lines: Iterable[str]) -> tuple[SignedCheckpoint, ...]:
    """Read exported lines.

    Raises
    ------
    ForgedCheckpointError
        For a line that is no signed head.
    """
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            document = json.loads(line)
            signature = document.pop("signature")
            _signer.unsign(f"{_canonical(document)}:{signature}")
            head = Head(int(document["seq"]), document["hash"])
            found.append(SignedCheckpoint(UUID(document["tenant"]), head, document["at"]))
        except (ValueError, KeyError, TypeError, AttributeError, signing.BadSignature) as error:
            raise ForgedCheckpointError(
                f"line {number} is no head that this installation signed"
            ) from error
    return tuple(found)


def _signature(document: dict[str, object]) -> str:
    return _signer.signature(_canonical(document))


def _canonical(document: dict[str, object]) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))
