"""The templates of HTML pages."""

from collections.abc import Callable
from typing import Any

import jinja2


def template(room: str, **filters: Callable[..., Any]) -> jinja2.Template:
    """Return the page template of a folder, which may include the report's templates."""
    rooms = [jinja2.PackageLoader("delayed_bandits", place) for place in (room, "report")]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(rooms),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= filters
    return environment.get_template("page.html.jinja")
