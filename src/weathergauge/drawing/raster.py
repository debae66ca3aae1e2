"""A drawing as PNG, for where an SVG is not taken. What makes it of the drawing is no part of a plain installation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SERIFS = (
    "Iowan Old Style", "Palatino", "Palatino Linotype", "Georgia", "DejaVu Serif", "Liberation Serif", "Noto Serif",
    "Times New Roman", "Times", "Cambria", "FreeSerif", "Tinos", "Nimbus Roman", "Gelasio", "Droid Serif",
)  # fmt: skip
"""Families that the words may be set in, one of which most systems have; the first ones are those that the drawing asks for."""
WIDEST = 8000
"""Pixels, so that a table of a hundred miles does not fill the memory."""
LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text x="2" y="15" font-family="serif">{}</text></svg>'
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(svg: str, wide: float, scale: float = 2.0) -> bytes:
    """Give the picture of a drawing that is so wide, with so many pixels for each of its units."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise ValueError(
            "A picture as PNG needs resvg-py, which is not installed: install weathergauge[png], or make an SVG, which needs nothing."
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=min(scale, WIDEST / wide), serif_family=serif(svg_to_bytes)))


def serif(make: Callable[..., Any]) -> str:
    """Find a family that letters are drawn in here: without one all words would be missing, and nothing would say so."""
    blank = bytes(make(svg_string=LETTER.format(""), skip_system_fonts=True))
    for family in SERIFS:
        if bytes(make(svg_string=LETTER.format("M"), serif_family=family)) != blank:
            return family
    raise ValueError(
        f"A picture as PNG needs a typeface for its words, and this system has none of {', '.join(SERIFS)}: "
        "install one, such as the package fonts-dejavu-core of Debian, or make an SVG."
    )
