"""Documents that people write, YAML or JSON, read into their contract or refused in plain words."""

from __future__ import annotations

from typing import TypeVar

import yaml
from pydantic import ValidationError

from diagnostics.contracts.base import Contract
from diagnostics.contracts.validation import describe_problems
from diagnostics.errors import ArgumentError

C = TypeVar("C", bound=Contract)


def read_document(text: str, contract: type[C], *, name: str, needs: str, code: str) -> C:
    """Read a document into its contract.

    Parameters
    ----------
    text : str
        YAML or JSON.
    contract : type
    name : str
        Of the document, as messages begin.
    needs : str
        What a document of this kind holds at the least, for one that is no mapping.
    code : str
        Of the error.

    Raises
    ------
    ArgumentError
        With the code: every problem with the path of the field, and as ``problems`` in its data.
    """
    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ArgumentError(f"{name} is neither YAML nor JSON: {error}", code=code) from error
    if not isinstance(document, dict):
        raise ArgumentError(f"{name} is empty or not a mapping: it needs {needs}", code=code)
    try:
        return contract.model_validate(document)
    except ValidationError as error:
        problems = describe_problems(error)
        raise ArgumentError(
            f"{name} does not hold: " + "; ".join(problems), code=code, data={"problems": problems}
        ) from error
