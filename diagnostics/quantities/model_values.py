"""Quantities as a model gives them, where data lack what an operator computes them from.

Files of single levels hold the model's own CAPE or column water, and no levels. The operator's
record names a function that takes these fields in place of its own inputs; the answer says so.
"""

from __future__ import annotations

from dataclasses import replace

from diagnostics.quantities.arguments import Call
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.input_loading import AvailableFields, resolve_needs
from diagnostics.quantities.results import MissingInputError
from diagnostics.quantities.signature import read_signature


def usable_tool(tool: IndexTool, call: Call, inventory: AvailableFields) -> IndexTool:
    """Return the tool, or one that takes the model's own value where the data lack its inputs.

    Parameters
    ----------
    tool : IndexTool
    call : Call
        One that sets parameters asks for a definition that nobody knows the model to have used.
    inventory : AvailableFields

    Returns
    -------
    IndexTool
        The tool itself, too, where nothing can stand in: the answer then says what it lacks.
    """
    function = tool.record.from_model
    if function is None or call.given:
        return tool
    signature = read_signature(function)
    if any(inventory.variable(item.name) is None for item in signature.fields.values()):
        return tool
    try:
        resolve_needs(tool, call, inventory)
    except MissingInputError:
        return replace(tool, run=function, signature=signature)
    return tool
