import ast
import json
import os
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from conftest import ROOT
from delayed_bandits.analysis.style import save
from delayed_bandits.data.fits import compare
from delayed_bandits.delays.fits import fit as fits
from delayed_bandits.delays.fits.likelihood import FAMILIES
from delayed_bandits.files.tables import write_table
from projects import run_python
from test_figures import draw

CAP = 600
FORMATS = ("png", "svg")
OTHER = {
    # variables of NumPy, of BLAS, and of the C library
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        np.show_config("dicts")["SIMD Extensions"].get("found", [])
    ),
    "OPENBLAS_CORETYPE": "Prescott",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4",
}


def recorded_delays():
    rng = np.random.default_rng(4)
    times = np.append(rng.lognormal(2, 1, 300), rng.gamma(2, 150, 600))
    return np.sort(times[times < CAP].astype(np.int64))


def draw_all(folder):
    save(draw("zhang2025", "widths"), [folder / f"widths.{kind}" for kind in FORMATS])
    footer = {"cap_seconds": CAP, "clicks_without_conversion": 2000}
    write_table(folder / "delays.parquet", pa.table({"delay": recorded_delays()}), footer)
    outputs = [folder / f"fits.{kind}" for kind in FORMATS]
    compare(folder / "delays.parquet", folder / "fits.csv", outputs)


def unrounded():
    """The axes of one figure and the minima of the fits, without rounding."""
    fits._sharpen, fits.DIGITS = lambda _, minimum: minimum, 17
    figure = draw("zhang2025", "widths")
    figure.draw_without_rendering()
    places = [axes.get_position().bounds for axes in figure.axes]
    found = fits.fit(FAMILIES[1], recorded_delays(), 2000, CAP)
    return {"places": places, "parameters": list(found.parameters.values())}


def on_a_processor(folder, **environment):
    """The bytes of every file, and what is not rounded."""
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    answer = run_python(__file__, folder, variables=paths | environment)
    assert answer.returncode == 0, answer.stderr
    return {path.name: path.read_bytes() for path in folder.iterdir()}, json.loads(answer.stdout)


def test_two_processors_draw_the_same_bytes(tmp_path):
    """Without rounding some numbers would differ."""
    written, plain = [], []
    for name, environment in {"this": {}, "other": OTHER}.items():
        (tmp_path / name).mkdir()
        files, numbers = on_a_processor(tmp_path / name, **environment)
        written.append(files)
        plain.append(numbers)
    assert len(written[0]) == 6
    assert [name for name in written[0] if written[0][name] != written[1][name]] == []
    if plain[0]["logarithms"] == plain[1]["logarithms"]:
        pytest.skip("the logarithms of this processor do not depend on its vector unit")
    assert any(plain[0][name] != plain[1][name] for name in ("places", "parameters"))


@pytest.mark.parametrize("room", ["traces", "algorithms", "delays"])
def test_no_run_depends_on_blas_products(room):
    """Their last bit depends on the processor; a norm along an axis is NumPy's."""
    for path in (ROOT / "src/delayed_bandits" / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            norm = name == "np.linalg.norm" and "axis" not in {key.arg for key in node.keywords}
            blas = product or norm or name in ("np.dot", "np.vdot", "np.inner")
            assert not blas, f"{path}, line {node.lineno}"


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]))
    logarithms = np.log10(np.arange(1, 1000)).tolist()
    sys.stdout.write(json.dumps(unrounded() | {"logarithms": logarithms}))
