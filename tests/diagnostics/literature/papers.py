"""PDF files made here, so that no test needs a paper of somebody."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from pathlib import Path

from pypdf import PdfReader, PdfWriter

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"


def pdf(objects: Sequence[bytes]) -> bytes:
    """Return a file of numbered objects, the first of which is the catalogue."""
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer<</Size %d/Root 1 0 R>>\n" % (len(objects) + 1))
    out.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def stream(content: bytes) -> bytes:
    """Return a compressed stream."""
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed)


def lines(text: str) -> bytes:
    """Return the operators that write the lines of a page."""
    shown = b"BT /F 10 Tf 40 800 Td 12 TL\n"
    for line in text.split("\n"):
        written = line.encode("cp1252").replace(b"\\", b"\\\\")
        written = written.replace(b"(", b"\\(").replace(b")", b"\\)")
        shown += b"(" + written + b") Tj T*\n"
    return shown + b"ET"


def with_contents(contents: Sequence[bytes]) -> bytes:
    """Return a file of pages with these operators."""
    first = 4
    kids = b" ".join(b"%d 0 R" % (first + 2 * place) for place in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(contents), kids),
        FONT,
    ]
    for place, content in enumerate(contents):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>"
            b"/Contents %d 0 R>>" % (first + 2 * place + 1)
        )
        objects.append(stream(content))
    return pdf(objects)


def paper(folder: Path, *pages: str, name: str = "paper.pdf") -> Path:
    """Write a paper with these texts as its pages."""
    path = folder / name
    path.write_bytes(with_contents([lines(text) for text in pages]))
    return path


def encrypted(path: Path, password: str) -> Path:
    """Write a copy that a password protects, beside a file."""
    writer = PdfWriter(clone_from=PdfReader(path))
    writer.encrypt(user_password=password, algorithm="RC4-128")
    target = path.with_name("encrypted.pdf")
    writer.write(target)
    return target


def of_itself() -> bytes:
    """Return a file whose tree of pages holds itself."""
    return pdf(
        [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[2 0 R]/Parent 2 0 R>>"]
    )


def doubling(levels: int) -> bytes:
    """Return a small file whose tree has two to the power of `levels` pages."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>"]
    for level in range(levels):
        below = b"%d 0 R" % (level + 3)
        objects.append(b"<</Type/Pages/Count 2/Kids[%s %s]>>" % (below, below))
    objects.append(b"<</Type/Page/MediaBox[0 0 9 9]>>")
    return pdf(objects)
