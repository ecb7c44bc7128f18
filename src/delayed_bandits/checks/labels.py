"""Labels of algorithms: text that figures show as it is written."""

import functools
from collections.abc import Callable
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import character_name

FONT = "DejaVuSans.ttf"  # the font of figures, which comes with Matplotlib


def check_label(label: str, where: str) -> None:
    """Check that a label can be drawn."""
    if not label.strip():
        raise InputError(f"{where} is {label!r}; expected a name to show in figures")
    if label.isascii() and label.isprintable():
        return
    for character in label:
        if not character.isprintable() or not _glyph()(ord(character)):
            raise InputError(
                f"{where} has the character {character!r}, {character_name(character)}, which the "
                "font of figures (DejaVu Sans) cannot show; expected others"
            )


@functools.cache
def _glyph() -> Callable[[int], int]:
    """Give the function from a character's number to its glyph in the font, 0 for none."""
    from matplotlib import get_data_path  # takes a while
    from matplotlib.ft2font import FT2Font

    return FT2Font(str(Path(get_data_path(), "fonts", "ttf", FONT))).get_char_index
