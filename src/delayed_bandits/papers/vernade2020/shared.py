"""What the claims and figures of Vernade et al. 2020 share."""

CODE_TS = ["otflints_code", "otflints_code_unit"]


def code_ts(setting: str) -> str:
    """OTFLinTS with the prior of the authors' scripts: 0.5 on geometric, 1 on Criteo delays."""
    return CODE_TS[setting.startswith("fig3")]
