"""The Guideline Library as files: YAML for machines, CSV for people; read whole or refused."""

from diagnostics.guidelines.exchange.checks import (
    library_problems,
    removal_problems,
    tool_problems,
    twin_problems,
)
from diagnostics.guidelines.exchange.paths import (
    field_take,
    field_value,
    fields_of,
    patched,
    within,
)
from diagnostics.guidelines.exchange.problems import Problem, refuse_problems
from diagnostics.guidelines.exchange.reading import (
    Reading,
    read_folder,
    read_items,
    read_table_text,
    read_yaml_text,
)
from diagnostics.guidelines.exchange.tables import ENTRY_TABLE, REFERENCE_TABLE
from diagnostics.guidelines.exchange.yaml_text import (
    entry_document,
    folder_files,
    plain_document,
    yaml_document,
)

__all__ = [
    "ENTRY_TABLE",
    "REFERENCE_TABLE",
    "Problem",
    "Reading",
    "entry_document",
    "field_take",
    "field_value",
    "fields_of",
    "folder_files",
    "library_problems",
    "patched",
    "plain_document",
    "read_folder",
    "read_items",
    "read_table_text",
    "read_yaml_text",
    "refuse_problems",
    "removal_problems",
    "tool_problems",
    "twin_problems",
    "within",
    "yaml_document",
]
