"""HTML pages that load nothing else."""

from collections.abc import Callable
from typing import Any

import jinja2


def template(room: str, name: str = "page", **filters: Callable[..., Any]) -> jinja2.Template:
    """Load a template of a folder of the package, such as `page.html.jinja`."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("delayed_bandits", room),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= filters
    return environment.get_template(f"{name}.html.jinja")
