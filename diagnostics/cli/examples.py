"""What each command looks like in use, as its ``--help`` tells.

The lines tell one story on the generated rainstorm, so that they can be typed in this order; only
`climatology build` needs data of many years.
"""

from __future__ import annotations

from diagnostics.cli.usage import help_text

EXAMPLES: dict[str, tuple[str, ...]] = {
    "sample": ("hvrmet sample rainstorm --out rain.nc",),
    "catalog": ("hvrmet catalog", "hvrmet catalog pwat", "hvrmet catalog jet_core --json"),
    "inspect": ("hvrmet inspect --data rain.nc",),
    "index": (
        "hvrmet index pwat --data rain.nc --region 110,27,126,35 --time 2026-07-05T06:00Z",
        "hvrmet index temperature_level --data rain.nc --level 500 -p reduction=min --json",
        "hvrmet index cape --data rain.nc --time 2026-07-05T00:00Z/2026-07-05T12:00Z -p parcel=ML",
    ),
    "features": (
        "hvrmet features jet_core --data rain.nc --region 110,27,126,35 --time 2026-07-05T06:00Z",
        "hvrmet features --data rain.nc --region 110,27,126,35 --time 2026-07-05T06:00Z --json",
        "hvrmet features jet_core --data rain.nc --time 2026-07-05T06:00Z --out jets.geojson",
    ),
    "figure": (
        "hvrmet figure gh500_wind500 --data rain.nc --time 2026-07-05T06:00Z --out map.png",
        "hvrmet figure ivt_map --data rain.nc --time 2026-07-05T06:00Z --lang zh --out ivt.webp",
    ),
    "detect": (
        "hvrmet detect --data rain.nc --region 110,27,126,35 --timezone Asia/Shanghai",
        "hvrmet detect --data rain.nc --region 110,27,126,35 --lattice 4 --out events.geojson",
    ),
    "map": (
        "hvrmet map raster temperature@850 --data rain.nc --time 2026-07-05T06:00Z --out t.png",
        "hvrmet map contours height@500 --data rain.nc --time 2026-07-05T06:00Z --out h.geojson",
        "hvrmet map vectors wind@850 --data rain.nc --time 2026-07-05T06:00Z --count 200 --json",
    ),
    "series": (
        "hvrmet series temperature_2m --data rain.nc --point 30,115 --point 31,118",
        "hvrmet series precipitable_water --data rain.nc --region 110,27,126,35 --reduction max",
    ),
    "profile": (
        "hvrmet profile --data rain.nc --point 30,115 --time 2026-07-05T06:00Z",
        "hvrmet profile --data rain.nc --point 25,110 --to 40,120 --quantity wind "
        "--time 2026-07-05T06:00Z --out wind.nc",
    ),
    "ask": (
        'hvrmet ask "What was the highest CAPE on 5 July 2026?" --data rain.nc',
        'hvrmet ask --claim "850-hPa winds exceeded 12 m/s." --data rain.nc',
    ),
    "diagnose": (
        "hvrmet diagnose --data rain.nc --region 110,27,126,35 --out run",
        "hvrmet diagnose --data rain.nc --region 110,27,126,35 --lang zh --out zh",
    ),
    "run": ("hvrmet run docs/examples/rainstorm.yaml --data rain.nc --check",),
    "batch": (
        "hvrmet batch tasks.jsonl --json > answers.jsonl",
        "generate-tasks | hvrmet batch - --json",
    ),
    "score": ("hvrmet score run", "hvrmet score run --json"),
    "replay": ("hvrmet replay run", "hvrmet replay run --recompute"),
    "climatology": (
        "hvrmet climatology build --data era5/ --region 110,27,126,35 --out july.nc",
        "hvrmet climatology build --data era5/ --index pwat --index gh500:min --out july.nc",
        "hvrmet climatology build --data era5/ --field t@850 --field pwat --out grid.nc",
        "hvrmet climatology show grid.nc --verify",
    ),
    "library": (
        "hvrmet library read-paper paper.pdf --out drafts",
        "hvrmet library read-paper paper.pdf --licence CC-BY-4.0 --event rainstorm --out drafts",
    ),
    "mcp": ("hvrmet mcp --data rain.nc --out runs",),
    "bench": ("hvrmet bench columns",),
}


def epilog_of(command: str) -> str:
    """Return the examples of a command as the end of its help."""
    return "\n".join(
        (help_text("help-heading_examples"), *(f"  {line}" for line in EXAMPLES[command]))
    )
