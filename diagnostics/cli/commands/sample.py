"""Write one of the generated cases: five kinds of event and a quiet one."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.output import Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="rainstorm, snowstorm, gale, heat_wave, cold_wave or quiet",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="where the NetCDF file goes")


def run(options: argparse.Namespace, output: Output) -> None:
    """Generate, write, and print where the event is."""
    from diagnostics.samples import write_sample

    output.progress(f"generating {options.name}")
    info = write_sample(options.name, Path(options.out))
    if output.json:
        output.document(info)
        return
    box = ",".join(f"{edge:g}" for edge in info.region.bounds())
    output.text(f"{info.path}: region {box}, peak {info.peak_time:%Y-%m-%dT%H:%MZ}")
    output.text(f"try: hvrmet diagnose --data {info.path} --region {box} --out run")
