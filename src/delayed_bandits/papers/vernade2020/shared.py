"""Names of the panels of Vernade et al. 2020, in words."""

PANELS = {
    "fig1a": "m = 100, mean delay 100",
    "fig1b": "m = 500, mean delay 100",
    "fig1c": "m = 100, mean delay 500",
    "fig3": "m = 2000, Criteo delays",
}


def panel(setting: str) -> str:
    """Name the panel that a setting shows, whatever the law of its arms."""
    return PANELS[setting.removesuffix("-uniform")]
