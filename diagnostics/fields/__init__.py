"""Sources of gridded data: any recognised file in, the canonical dataset out.

Start with `open_source`; `inspect_source` says what a source holds. The vocabulary is in
`diagnostics.fields.canonical`.
"""

from diagnostics.fields.inspection import inspect_source
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.source import FileSource
from diagnostics.fields.source_opening import open_source

__all__ = ["FileSource", "SourceLimits", "inspect_source", "open_source"]
