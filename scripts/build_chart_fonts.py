"""Cut the chart fonts out of Debian's package ``fonts-noto-cjk`` (SIL Open Font License 1.1).

    apt-get download fonts-noto-cjk && dpkg-deb -x fonts-noto-cjk_*.deb unpacked
    python scripts/build_chart_fonts.py unpacked diagnostics/figures/fonts

Writes two OpenType files, regular and bold, with Latin, Greek, mathematical signs, the 3755
first-level characters of GB 2312 and the characters of the package's own texts; the regular face
has those of its places too. A new text needs new faces only if it has a rarer character. Running it
twice on the same package gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA)]
SIGNS = [
    *range(0x2010, 0x2027), *range(0x2070, 0x209C), *range(0x2190, 0x2194), 0x2032, 0x2033,
    0x2103, 0x2113, 0x2126, 0x2202, 0x2207, 0x2211, 0x2212, 0x221A, 0x221E, 0x2248, 0x2260,
    0x2264, 0x2265, 0x25A0, 0x25A1, 0x25B2, 0x25B3, 0x25BC, 0x25CB, 0x25CF, 0x2605, 0x2606,
    *range(0x3000, 0x3018), *range(0xFF01, 0xFF5F),
]  # fmt: skip
TEXTS = ("*.ftl", "*.yaml", "*.py")
"""Files with the texts of the package: the catalogue of messages, charts and the library."""
BEYOND_FIRST_LEVEL = "曦飑飓涡辐霾锢囚曲率矢熵暖脊槽晕雹"


SUPERSCRIPTS = "⁰⁴⁵⁶⁷⁸⁹⁺⁻"
SUPERSCRIPT_BASES = "0456789+−"
FREE_CID = 65500
"""Beyond the last glyph of the source."""
SUPERSCRIPT_SCALE = 0.62
SUPERSCRIPT_RAISE = 330


def gb2312_first_level() -> list[int]:
    """Return the code points of the 3755 characters of GB 2312, rows 16 to 55."""
    points = []
    for row in range(16, 56):
        for cell in range(1, 95):
            try:
                points.append(ord(bytes((row + 0xA0, cell + 0xA0)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return points


def simplified_face(collection: Path) -> TTFont:
    """Return the Simplified Chinese face of a Noto collection."""
    for font in TTCollection(str(collection)).fonts:
        if font["name"].getDebugName(1) == "Noto Sans CJK SC":
            return font
    raise SystemExit(f"{collection} holds no Noto Sans CJK SC")


def cut(font: TTFont, points: list[int], target: Path) -> int:
    """Write the glyphs of `points` to `target`; return the size in bytes."""
    options = subset.Options()
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "DSIG"]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=points)
    worker.subset(font)
    add_superscripts(font)
    font.recalcTimestamp = False
    font.save(str(target))
    return target.stat().st_size


def add_superscripts(font: TTFont) -> None:
    """Draw the superscripts that the face lacks from its own digits and signs."""
    glyphs, points = font.getGlyphSet(), font.getBestCmap()
    top = font["CFF "].cff.topDictIndex[0]
    for character, base in zip(SUPERSCRIPTS, SUPERSCRIPT_BASES, strict=True):
        if ord(character) in points:
            continue
        name = f"cid{FREE_CID + SUPERSCRIPTS.index(character):05d}"
        source = points[ord(base)]
        advance, bearing = font["hmtx"][source]
        pen = T2CharStringPen(advance * SUPERSCRIPT_SCALE, glyphs)
        raised = (SUPERSCRIPT_SCALE, 0, 0, SUPERSCRIPT_SCALE, 0, SUPERSCRIPT_RAISE)
        glyphs[source].draw(TransformPen(pen, raised))
        holder = top.CharStrings
        selector = top.FDSelect.gidArray[font.getGlyphID(source)]
        private = top.FDArray[selector].Private
        charstring = pen.getCharString(private, top.GlobalSubrs)
        holder.charStringsIndex.append(charstring)
        holder.charStrings[name] = len(holder.charStringsIndex) - 1
        top.charset.append(name)
        top.FDSelect.gidArray.append(selector)
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["hmtx"][name] = (
            round(advance * SUPERSCRIPT_SCALE),
            round(bearing * SUPERSCRIPT_SCALE),
        )
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(character)] = name


def characters(package: Path, *patterns: str) -> list[int]:
    """Return the Chinese characters in the files below `package`."""
    paths = [path for pattern in patterns for path in sorted(package.rglob(pattern))]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return sorted({ord(character) for character in text if 0x4E00 <= ord(character) <= 0x9FFF})


def main() -> None:
    """Cut both faces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path, help="the unpacked Debian package")
    parser.add_argument("target", type=Path, help="diagnostics/figures/fonts")
    arguments = parser.parse_args()
    fonts = arguments.package / "usr/share/fonts/opentype/noto"
    package = arguments.target.parent.parent
    texts = characters(package, *TEXTS)
    extra = [ord(character) for character in BEYOND_FIRST_LEVEL]
    named = characters(package / "grid", "places.tsv")
    bold = [*LATIN, *SIGNS, *gb2312_first_level(), *extra, *texts]
    regular = [*bold, *named]
    sizes = {
        name: cut(simplified_face(fonts / source), points, arguments.target / name)
        for name, source, points in (
            ("NotoSansSC-Regular.otf", "NotoSansCJK-Regular.ttc", regular),
            ("NotoSansSC-Bold.otf", "NotoSansCJK-Bold.ttc", bold),
        )
    }
    print(json.dumps(sizes))


if __name__ == "__main__":
    main()
