"""A release of the Guideline Library as one file, for whoever must read it again later."""

from __future__ import annotations

import gzip
import json
import zlib

from pydantic import ValidationError

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.errors import InputDataError
from diagnostics.messages import Message

RELEASE_FILE = "release.json.gz"
_NOT_DIGESTED = ("digest", "approval")


def pack_release(release: GuidelineRelease) -> bytes:
    """Write a release into compressed JSON; the same release gives the same bytes."""
    return gzip.compress(release.model_dump_json().encode(), mtime=0)


def unpack_release(data: bytes, digest: str) -> GuidelineRelease:
    """Read a packed release and check that it is the one that is wanted.

    The digest is taken over the file's own content, so that a release of an older contract keeps
    its identity.

    Parameters
    ----------
    data : bytes
        From `pack_release`.
    digest : str
        Sha256 that the run pinned.

    Raises
    ------
    InputDataError
        With code ``release_damaged`` where the file cannot be read or has another digest.
    """
    try:
        document = json.loads(gzip.decompress(data))
        content = {name: of for name, of in document.items() if name not in _NOT_DIGESTED}
        release = GuidelineRelease.model_validate(document)
    except (OSError, EOFError, zlib.error, ValueError, AttributeError, ValidationError) as error:
        raise _damaged("it cannot be read") from error
    if digest_of(content) != digest or release.digest != digest:
        raise _damaged(f"it is not release {digest[:12]}")
    return release


def _damaged(reason: str) -> InputDataError:
    return InputDataError(
        Message(id="libraryerror-release_damaged", params={"file": RELEASE_FILE, "reason": reason}),
        code="release_damaged",
    )
