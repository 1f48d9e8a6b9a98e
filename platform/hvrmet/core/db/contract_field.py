"""A model field whose value is a contract, kept as JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models.expressions import Col
from pydantic import BaseModel

READ_KEPT = 512


class ContractField(models.JSONField):
    """JSON in the database, a frozen contract in Python.

    Lists and polls read the same few values again and again: what has been read lately is not
    read again, and rows of the same text share one object.

    Parameters
    ----------
    contract : type of BaseModel
        Frozen; what it does not know in the database is left out.
    """

    def __init__(self, contract: type[BaseModel], **options: Any) -> None:
        super().__init__(**options)
        self.contract = contract
        self._read = lru_cache(READ_KEPT)(contract.model_validate_json)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Tell migrations of the column only, which is one of JSON."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options

    def clone(self) -> ContractField:
        """Return a copy, which what migrations are told would not make."""
        options = super().deconstruct()[3]
        return type(self)(self.contract, **options)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the contract, or what a path leads to where only a part was asked for."""
        if isinstance(value, str) and isinstance(expression, Col):
            return self._read(value)
        return super().from_db_value(value, expression, connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Write a contract as JSON."""
        if isinstance(value, BaseModel):
            value = value.model_dump(mode="json")
        return super().get_db_prep_value(value, connection, prepared)
