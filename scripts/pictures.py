"""Make the pictures of pages in `docs/images` small: 256 colours, a third of the bytes."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
COLOURS = 256


def main() -> None:
    """Rewrite every picture of the flight that has more colours."""
    for path in sorted(FOLDER.glob("flight-*.png")):
        with Image.open(path) as picture:
            if picture.mode == "P":
                continue
            few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
        few.save(path, optimize=True)


if __name__ == "__main__":
    main()
