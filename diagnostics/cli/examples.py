"""What each command looks like in use, as its ``--help`` tells.

The lines tell one story on the generated rainstorm, so that they can be typed in this order; only
`climatology build` needs data of many years.
"""

from __future__ import annotations

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
    ),
    "figure": (
        "hvrmet figure gh500_wind500 --data rain.nc --time 2026-07-05T06:00Z --out map.png",
        "hvrmet figure ivt_map --data rain.nc --time 2026-07-05T06:00Z --lang zh --out ivt.webp",
    ),
    "detect": ("hvrmet detect --data rain.nc --region 110,27,126,35 --timezone Asia/Shanghai",),
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
    "bench": ("hvrmet bench columns",),
}


def epilog_of(command: str) -> str:
    """Return the examples of a command as the end of its help."""
    return "\n".join(("examples:", *(f"  {line}" for line in EXAMPLES[command])))
