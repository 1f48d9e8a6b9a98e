"""The options that name language models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from diagnostics.contracts.validation import describe_problems, joined, list_problems
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from diagnostics.agents.llm import ModelsConfig


def add_models(parser: argparse.ArgumentParser) -> None:
    """Declare ``--model``, ``--vision-model`` and ``--models``."""
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="PROVIDER:NAME",
        help="a language model for the roles; repeat it for those to ask when the first fails",
    )
    parser.add_argument(
        "--vision-model", metavar="PROVIDER:NAME", help="a model that reads the charts as well"
    )
    parser.add_argument("--models", metavar="FILE", help="models, servers and limits as YAML")


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
