"""What jobs need of the Guideline Library and the catalogue, provided by the application of both.

The library's application stands above the jobs: it audits, checks rights and may one day ask for
jobs. So jobs do not import it; it registers what they need when Django starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.guidelines import GuidelineRelease


@dataclass(frozen=True)
class LibraryProvider:
    """Functions of the library that jobs call.

    Parameters
    ----------
    current_release_digest : callable
        Digest of the release that new jobs of the open scope's tenant are pinned to.
    release_document : callable
        The release with a digest.
    catalog_document : callable
        The packaged catalogue of operators, detectors and charts.
    """

    current_release_digest: Callable[[], str]
    release_document: Callable[[str], GuidelineRelease]
    catalog_document: Callable[[], dict[str, Any]]


_provider: LibraryProvider | None = None


def provide_library(provider: LibraryProvider) -> None:
    """Register the library's functions; called once, when Django starts."""
    global _provider
    _provider = provider


def library() -> LibraryProvider:
    """Return the library's functions.

    Raises
    ------
    RuntimeError
        When no application has registered them: ``INSTALLED_APPS`` lacks ``knowledge``.
    """
    if _provider is None:
        raise RuntimeError("no library is registered: add 'knowledge' to INSTALLED_APPS")
    return _provider
