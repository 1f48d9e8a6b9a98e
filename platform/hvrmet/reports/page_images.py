"""The page of a version without its pictures, and with them again.

A page carries its pictures in itself, so that it can be taken away. Its run keeps the same bytes
as artifacts already, and the versions of a report show mostly the same pictures. A stored page
therefore names them by their sha256; who reads it gets the page as it was rendered, byte by byte.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from base64 import b64decode, b64encode

from diagnostics.contracts.report import PICTURE_PREFIX
from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.models import JobArtifact
from hvrmet.evidence.storage import content_read
from hvrmet.jobs.models import Job
from hvrmet.reports.models import ReportVersion

# The quotation mark is part of both: words in a page have theirs escaped, so none looks like this.
_WHOLE = re.compile(rf'(?<=src="){re.escape(PICTURE_PREFIX)}([A-Za-z0-9+/=]+)(?=")')
_NAMED = re.compile(r'(?<=src=")artifact:([0-9a-f]{64})(?=")')


def page_stored(job: Job, page: str) -> str:
    """Return a page with each picture that its job keeps replaced by the picture's address.

    Pictures that the job does not keep stay in the page.

    Parameters
    ----------
    job : Job
        Whose artifacts are looked for, in the open tenant scope.
    page : str
        As it was rendered.
    """
    digests = {text: _digest(text) for text in _WHOLE.findall(page)}
    kept = set(
        JobArtifact.objects.filter(job=job, artifact__sha256__in=set(digests.values())).values_list(
            "artifact__sha256", flat=True
        )
    )

    def name(found: re.Match[str]) -> str:
        digest = digests[found[1]]
        return f"artifact:{digest}" if digest in kept else found[0]

    return _WHOLE.sub(name, page)


def page_whole(version: ReportVersion) -> str:
    """Return a version's page as it was rendered, with its pictures in it.

    Pages that were stored with their pictures are returned as they are.

    Raises
    ------
    ApplicationError
        With code ``report_picture_missing`` (500) when the store has lost or changed a picture.
    """
    pictures = {
        digest: _picture(version, digest) for digest in dict.fromkeys(_NAMED.findall(version.html))
    }
    return _NAMED.sub(lambda found: pictures[found[1]], version.html)


def _digest(text: str) -> str:
    """Return the sha256 of a picture, or nothing where its text could not be made again."""
    try:
        data = b64decode(text, validate=True)
    except binascii.Error:
        return ""
    return hashlib.sha256(data).hexdigest() if b64encode(data).decode() == text else ""


def _picture(version: ReportVersion, digest: str) -> str:
    try:
        data = content_read(version.tenant_id, digest)
    except ApplicationError as error:
        raise ApplicationError(
            message("refusal-picture_missing", number=version.number, reason=error.wording),
            code="report_picture_missing",
            http_status=500,
            data={"version": version.number, "sha256": digest},
        ) from error
    return PICTURE_PREFIX + b64encode(data).decode()
