"""Write one of the generated cases: five kinds of event and a quiet one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from diagnostics.cli.files import output_file
from diagnostics.cli.output import Output
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param

if TYPE_CHECKING:
    from diagnostics.samples import SeasonFiles


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="rainstorm, snowstorm, gale, heat_wave, cold_wave or quiet",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="where the NetCDF file goes")
    parser.add_argument(
        "--seasons",
        metavar="FOLDER",
        help="write what a climatology of grid points is built from too: seasons without the "
        "event, and the days before it",
    )
    parser.add_argument(
        "--years", type=int, metavar="N", help="how many seasons; default: 20, a climatology's need"
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Generate, write, and print where the event is."""
    from diagnostics.samples import write_sample

    path = output_file(options.out)
    seasons = _seasons(options, output)  # first: what it refuses, it refuses at once
    output.report(Message(id="command-generating", params={"name": options.name}))
    info = write_sample(options.name, path)
    if output.json:
        output.document(info.model_copy(update={"seasons": seasons}))
        return
    box = ",".join(f"{edge:g}" for edge in info.region.bounds())
    params: dict[str, Param] = {
        "path": str(info.path),
        "box": box,
        "time": f"{info.peak_time:%Y-%m-%dT%H:%MZ}",
    }
    output.say(Message(id="command-generated", params=params))
    _advise(output, "try", f"hvrmet diagnose --data {info.path} --region {box} --out run")
    if seasons is not None:
        short = "" if options.years is None else f" --years {options.years}"
        build = f"hvrmet climatology build --data {seasons.years} --field standard{short}"
        _advise(output, "then", f"{build} --out grid.nc")
        index = f"hvrmet index temperature_standardized_anomaly --data {info.path}"
        _advise(
            output, "and", f"{index} --data {seasons.before} --region {box} --climatology grid.nc"
        )


def _advise(output: Output, when: str, command: str) -> None:
    output.say(Message(id=f"command-{when}", params={"command": command}))


def _seasons(options: argparse.Namespace, output: Output) -> SeasonFiles | None:
    """Write the seasons where a folder is named for them."""
    from diagnostics.samples.sample_climatology import YEARS
    from diagnostics.samples.seasons import write_seasons

    if options.seasons is None:
        if options.years is not None:
            raise ArgumentError(
                Message(id="commanderror-years_of_seasons"),
                code="invalid_argument",
            )
        return None

    def tell(label: str, done: int, total: int) -> None:
        output.progress(f"[{done}/{total}] {label}")

    return write_seasons(
        options.name,
        options.seasons,
        years=YEARS if options.years is None else options.years,
        progress=tell,
    )
