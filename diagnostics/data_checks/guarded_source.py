"""A source without the fields that a check has refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diagnostics.contracts.checking import CheckFinding, DataCheck
from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import InputDataError
from diagnostics.fields.wrapped_source import WrappedSource
from diagnostics.messages import Message, Term
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


def allowed_inventory(inventory: Inventory, check: DataCheck | None) -> Inventory:
    """Return an inventory without the fields that a check has refused."""
    refused = check.refused if check is not None else {}
    if not refused:
        return inventory
    kept = tuple(item for item in inventory.variables if item.name not in refused)
    levels = sorted({level for item in kept for level in item.levels_hpa})
    return inventory.model_copy(update={"variables": kept, "levels_hpa": tuple(levels)})


def refusal_of(name: str, finding: CheckFinding) -> InputDataError:
    """Return the error that the use of a refused field raises, with the reason and the cure.

    Parameters
    ----------
    name : str
        Canonical name of the field.
    finding : CheckFinding
        That refuses it.
    """
    return InputDataError(
        Message(
            id="check-refused",
            params={
                "field": Term(term=f"field_{name}"),
                "reason": finding.wording,
                "cure": finding.cure,
            },
        ),
        code=finding.code,
        data={"variable": name, "rule": finding.rule},
    )


class GuardedSource(WrappedSource):
    """A source that gives every field of another one but those that a check has refused.

    Parameters
    ----------
    source : FieldSource
    findings : sequence of CheckFinding
        Of that source; those that refuse a field count.
    """

    def __init__(self, source: FieldSource, findings: Sequence[CheckFinding]) -> None:
        super().__init__(source)
        self._check = DataCheck(findings=tuple(findings))
        self._refused: Mapping[str, CheckFinding] = self._check.refused

    def inventory(self) -> Inventory:
        """Return the other source's inventory without the refused fields."""
        return allowed_inventory(self._source.inventory(), self._check)

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window of fields that were not refused.

        Raises
        ------
        InputDataError
            With the code of the finding that refused one of the fields (``check_...``), and as the
            other source does.
        """
        for name in request.variables:
            finding = self._refused.get(name)
            if finding is not None:
                raise refusal_of(name, finding)
        return self._source.load(request)
