"""The options that name language models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from diagnostics.cli.usage import help_text
from diagnostics.contracts.validation import describe_problems, joined, list_problems
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from diagnostics.agents.llm import ModelsConfig


def add_models(
    parser: argparse.ArgumentParser, wording: str = "help-model", *, vision: bool = True
) -> None:
    """Declare ``--model`` and ``--models``, and ``--vision-model`` where charts are read."""
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="PROVIDER:NAME",
        help=help_text(wording),
    )
    parser.set_defaults(vision_model=None)
    if vision:
        parser.add_argument(
            "--vision-model", metavar="PROVIDER:NAME", help=help_text("help-vision_model")
        )
    parser.add_argument("--models", metavar="FILE", help=help_text("help-models"))


def chosen_models(options: argparse.Namespace) -> ModelsConfig | None:
    """Return the configuration that the options name, or None for the expert policy alone.

    Raises
    ------
    ArgumentError
        ``invalid_models`` for a configuration that does not hold, ``model_not_configured`` for a
        model whose key or provider is missing.
    """
    if not (options.model or options.models or options.vision_model):
        return None
    from diagnostics.agents.llm import ModelsConfig, check_models, read_models

    if options.models:
        if options.model or options.vision_model:
            raise ArgumentError(
                Message(id="commanderror-models_twice"),
                code="invalid_models",
            )
        path = Path(options.models)
        if not path.is_file():
            raise ArgumentError(
                Message(id="commanderror-models_missing", params={"path": f"{path}"}),
                code="file_not_found",
            )
        config = read_models(path.read_text(encoding="utf-8"), str(path))
    else:
        if not options.model:
            raise ArgumentError(
                Message(id="commanderror-vision_alone"),
                code="invalid_models",
            )
        named: dict[str, object] = {"models": [{"model": name} for name in options.model]}
        if options.vision_model:
            named["vision"] = {"model": options.vision_model}
        try:
            config = ModelsConfig.model_validate(named)
        except ValidationError as error:
            wrong = Message(
                id="commanderror-model_option", params={"problems": joined(list_problems(error))}
            )
            raise ArgumentError(
                wrong, code="invalid_models", data={"problems": describe_problems(error)}
            ) from error
    check_models(config)
    return config
