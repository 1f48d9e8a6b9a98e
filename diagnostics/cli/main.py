"""The command line: parse, dispatch, and end with a clean exit code.

Exit 0 means an answer, 1 a clean error of the domain (written as one JSON document with ``--json``)
or an answer without a value (`Output.no_answer`), 2 an unknown option or a missing argument.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from diagnostics import __version__
from diagnostics.cli.arguments import add_language
from diagnostics.cli.examples import epilog_of
from diagnostics.cli.output import Output
from diagnostics.cli.usage import Parser, help_text, language_of, speaking
from diagnostics.contracts.enums import Language
from diagnostics.contracts.validation import describe_problems, joined, list_problems
from diagnostics.errors import ArgumentError, DiagnosticsError, ExecutionError, reason_of
from diagnostics.messages import Message
from diagnostics.service.parsing import parse_choice

COMMANDS = (
    *(
        "catalog",
        "inspect",
        "index",
        "figure",
        "features",
        "detect",
        "map",
        "series",
        "profile",
        "ask",
        "diagnose",
    ),
    *("run", "batch", "sample", "score", "replay", "climatology", "library", "mcp", "bench"),
)
"""In the order of the help; each is a module of `diagnostics.cli.commands`."""

_TAKES_NEGATIVE = (
    "--region",
    "--level",
    "--time",
    "--timezone",
    "-p",
    "--param",
    "--point",
    "--to",
    "--levels",
)


def attach_values(argv: Sequence[str]) -> list[str]:
    """Join options with values that begin with a minus: ``--region -100,35,-80,55`` works."""
    joined: list[str] = []
    pending: str | None = None
    for word in argv:
        if pending is not None:
            joined.append(f"{pending}={word}" if pending.startswith("--") else f"{pending}{word}")
            pending = None
        elif word in _TAKES_NEGATIVE:
            pending = word
        else:
            joined.append(word)
    if pending is not None:
        joined.append(pending)
    return joined


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with every sub-command."""
    parser = Parser(prog="hvrmet", description=help_text("help-about"))
    parser.add_argument(
        "--version",
        action="version",
        version=f"hvrmet {__version__}",
        help=help_text("help-version"),
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = importlib.import_module(f"diagnostics.cli.commands.{name}")
        sub = commands.add_parser(
            name,
            help=help_text(f"help-summary_{name}"),
            description=help_text(f"help-about_{name}"),
            epilog=epilog_of(name),
        )
        module.add_arguments(sub)
        sub.add_argument("--json", action="store_true", help=help_text("help-json"))
        add_language(sub)
        sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    with speaking(language_of(words)) as language:
        return _answer(words, language)


def _answer(words: Sequence[str], language: str) -> int:
    options = build_parser().parse_args(attach_values(words))
    output = Output(json=options.json, language=language)
    try:
        if options.lang:
            parse_choice(Language, options.lang, "--lang")
        options.run(options, output)
    except DiagnosticsError as error:
        output.error(error)
        return 1
    except ValidationError as error:
        problems = describe_problems(error)
        output.error(ArgumentError(joined(list_problems(error)), data={"problems": problems}))
        return 1
    except KeyboardInterrupt:
        output.error(ExecutionError(Message(id="error-interrupted"), code="interrupted"))
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        output.error(_as_domain_error(error))
        return 1
    return 0 if output.answered else 1


def _as_domain_error(error: OSError) -> ExecutionError:
    where = error.filename or Message(id="error-a_file")
    return ExecutionError(
        Message(
            id="error-file_error",
            params={
                "path": where if isinstance(where, Message) else str(where),
                "reason": reason_of(error),
            },
        ),
        code="file_error",
        data={"path": str(error.filename) if error.filename else None},
    )
