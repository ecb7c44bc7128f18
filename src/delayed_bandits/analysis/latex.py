"""Tables for papers: LaTeX with the packages booktabs and longtable."""

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

COMMANDS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "′": r"\ensuremath{'}",
    "×": r"\ensuremath{\times}",
    "·": r"\ensuremath{\cdot}",
    "√": r"\ensuremath{\surd}",
    "−": r"\ensuremath{-}",
    "±": r"\ensuremath{\pm}",
    "≤": r"\ensuremath{\leq}",
    "≥": r"\ensuremath{\geq}",
    "≠": r"\ensuremath{\neq}",
    "≈": r"\ensuremath{\approx}",
    "∞": r"\ensuremath{\infty}",
    "∈": r"\ensuremath{\in}",
    "→": r"\ensuremath{\rightarrow}",
    "–": "--",
    "—": "---",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "…": r"\ldots{}",
    "µ": r"\ensuremath{\mu}",
}
GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (\w+)\Z")
LATIN_CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABEZHIKMNOPTX", strict=True))
"""Greek capitals that look like Latin ones have no command."""

COMMENT = r"% \usepackage[utf8]{inputenc} \usepackage{array,booktabs,longtable}"
EXACT = 4
"""Significant digits of a mean without an error."""


def escaped(text: str) -> str:
    """Write a text so that LaTeX shows it; letters with accents stay as they are."""
    return "".join(map(_character, text))


def _character(letter: str) -> str:
    if letter in COMMANDS:
        return COMMANDS[letter]
    if letter in "&%$#_{}":
        return f"\\{letter}"
    if letter.isascii():
        return letter
    if found := GREEK.match(unicodedata.name(letter, "")):
        if letter in LATIN_CAPITALS:
            return LATIN_CAPITALS[letter]
        name = {"LAMDA": "lambda", "OMICRON": "o"}.get(found[2], found[2].lower())
        command = name if name == "o" else "\\" + name
        return rf"\ensuremath{{{command if found[1] == 'SMALL' else command.title()}}}"
    kind, _, plain = unicodedata.decomposition(letter).partition(" ")
    if kind in ("<sub>", "<super>"):
        raised = "^" if kind == "<super>" else "_"
        return rf"\ensuremath{{{raised}{{{chr(int(plain, 16))}}}}}"
    return letter


def with_error(mean: float, error: float) -> str:
    """Write a mean and its error: the error with two significant digits, both to the same place."""
    if not math.isfinite(mean):
        return "--"
    if not math.isfinite(error) or error <= 0:
        return f"${mean:.{EXACT}g}$" if abs(mean) < 10**EXACT else f"${mean:.0f}$"
    places = 1 - math.floor(math.log10(error))
    if round(error, places) >= 10 ** (2 - places):  # 0.996 is 1.0
        places -= 1
    shown = [f"{round(value, places):.{max(0, places)}f}" for value in (mean, error)]
    return rf"${shown[0]} \pm {shown[1]}$"


def longtable(
    columns: str, header: Sequence[str], groups: Iterable[tuple[str, Iterable[Sequence[str]]]]
) -> str:
    """Write a table that may be longer than a page; its cells are LaTeX.

    `columns` is their alignment, `groups` are pairs of a title, or "", and rows.
    """
    lines = [rf"\begin{{longtable}}{{{columns}}}", r"\toprule"]
    lines += [_row(header), r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot"]
    for number, (title, rows) in enumerate(groups):
        if number:
            lines.append(r"\midrule")
        if title:
            lines.append(rf"\multicolumn{{{len(header)}}}{{l}}{{\emph{{{title}}}}} \\*")
        lines += map(_row, rows)
    return "\n".join([COMMENT, *lines, r"\end{longtable}", ""])


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"
