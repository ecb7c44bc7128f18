"""LaTeX tables for papers, with the packages booktabs and longtable."""

import re
import unicodedata
from html.entities import codepoint2name

import pandas as pd

LETTERS = "<>|‖′×·√−±≤≥≠≈∞∈→µς"
COMMANDS = (
    r"< > | \Vert ' \times \cdot \surd - \pm \leq \geq \neq \approx \infty \in \to \mu \varsigma"
)
GREEK = {
    chr(code): f"\\{codepoint2name[code]}" for code in range(913, 970) if code in codepoint2name
}
LIKE_LATIN = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))  # which have no command
SIGNS = GREEK | LIKE_LATIN | dict(zip(LETTERS, COMMANDS.split(), strict=True))
SCRIPTS = {"<sub>": "_", "<super>": "^"}
PACKAGES = r"% \usepackage[utf8]{inputenc} \usepackage{array,booktabs,longtable}"


def mathematics(text: str) -> str:
    """Return a text as LaTeX, with signs, Greek letters and superscripts as mathematics."""
    return re.sub(r"[^\x00-\x7f]|[<>|]", _sign, text)


def _sign(found: re.Match[str]) -> str:
    kind, _, plain = unicodedata.decomposition(found[0]).partition(" ")
    if kind in SCRIPTS:
        return rf"\ensuremath{{{SCRIPTS[kind]}{{{chr(int(plain, 16))}}}}}"
    return rf"\ensuremath{{{SIGNS[found[0]]}}}" if found[0] in SIGNS else found[0]


def longtable(table: pd.DataFrame, alignment: str) -> str:
    """Return a table of texts as a LaTeX longtable, which may take several pages."""
    shown = table.style.hide(axis="index").format(mathematics, escape="latex")
    shown = shown.format_index(escape="latex", axis=1)
    latex = shown.to_latex(environment="longtable", hrules=True, column_format=alignment)
    return f"{PACKAGES}\n{latex}"
