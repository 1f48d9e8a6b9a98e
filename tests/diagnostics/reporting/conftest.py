"""The material of the finished run, to build reports of other endings from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.contracts.enums import Language


@pytest.fixture(scope="session")
def material(finished_run: Any) -> Any:
    from diagnostics.contracts.roles import ReportOutline
    from diagnostics.guidelines import load_release
    from diagnostics.loop.publication import material_of
    from diagnostics.loop.state import fold

    return material_of(fold(finished_run.log.events), load_release(), ReportOutline())


@pytest.fixture(scope="session")
def in_language(material: Any) -> Callable[..., Any]:
    """Return the material with a language and other changes."""

    def make(language: str, **changes: Any) -> Any:
        request = material.request.model_copy(update={"language": Language(language)})
        return replace(material, request=request, **changes)

    return make
