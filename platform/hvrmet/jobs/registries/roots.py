"""Where centres may register data of their own: folders and addresses that the operator names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, ConfigDict, TypeAdapter

from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.registries.registry import read_registry, shared_with, tenant_slug

WHOLE = "."
"""What names the root itself."""
_CENTRE = "{centre}"
_SEGMENT = r"\w[\w.+=,() -]*"
_BELOW = re.compile(rf"{_SEGMENT}(?:/{_SEGMENT})*")


class SourceRoot(BaseModel):
    """A folder, or the beginning of addresses, below which centres may register data.

    In `path`, ``{centre}`` stands for the slug of the centre, so that each has a folder of its own.
    `tenants` are slugs, and an empty list means every tenant.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    title: str
    title_zh: str = ""
    tenants: tuple[str, ...] = ()

    @property
    def is_remote(self) -> bool:
        """Whether addresses begin so, and not paths of the workers' file system."""
        return "://" in self.path


_adapter = TypeAdapter(dict[str, SourceRoot])


@lru_cache(maxsize=4)
def read_roots(setting: str) -> dict[str, SourceRoot]:
    """Read ``HVRMET_SOURCE_ROOTS``: a JSON object, or the path of a JSON or YAML file.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read or does not hold roots.
    """
    return read_registry(setting, _adapter, "HVRMET_SOURCE_ROOTS")


def roots_of(tenant_id: UUID) -> dict[str, SourceRoot]:
    """Return the roots that a centre may use, by name, with its own folders in them."""
    shared = shared_with(read_roots(settings.ENVIRONMENT.hvrmet_source_roots), tenant_id)
    return {
        name: root.model_copy(update={"path": root.path.replace(_CENTRE, tenant_slug(tenant_id))})
        for name, root in shared.items()
    }


def root_get(name: str, roots: Mapping[str, SourceRoot]) -> SourceRoot:
    """Return a root of a centre.

    Raises
    ------
    ApplicationError
        ``unknown_source_root`` with the names there are.
    """
    if name not in roots:
        raise ApplicationError(
            f"there is no folder {name!r} in which this centre may register data; there are: "
            f"{', '.join(sorted(roots)) or 'none'}",
            code="unknown_source_root",
            data={"available": sorted(roots)},
        )
    return roots[name]


def is_below(text: str) -> bool:
    """Whether a text can name something below a root: segments of plain names, none upwards."""
    return text == WHOLE or _BELOW.fullmatch(text) is not None


def path_below(root: SourceRoot, below: str) -> str:
    """Return the path or address of what lies below a root."""
    base = root.path.rstrip("/")
    return base if below == WHOLE else f"{base}/{below}"


def check_links(root: SourceRoot, path: str) -> None:
    """Refuse a local path on whose way, at which or below which a link leads out of the root.

    Raises
    ------
    InputDataError
        ``source_outside_root``.
    """
    if root.is_remote:
        return
    base = Path(root.path).resolve()
    for place in (Path(path), *_links_below(Path(path))):
        if not place.resolve().is_relative_to(base):
            raise InputDataError(
                Message(id="dataerror-source_outside_root", params={"name": place.name}),
                code="source_outside_root",
            )


def _links_below(path: Path) -> Iterator[Path]:
    """Links in a folder and in all folders below it, which are not followed."""
    for folder, names, files in os.walk(path):
        for place in (Path(folder, name) for name in (*names, *files)):
            if place.is_symlink():
                yield place
