"""Claims of the tiny paper."""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.intervals import mean_interval
from delayed_bandits.analysis.measurements import Evidence, Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, within


def long_delays(variant):
    """Measure the mean delay."""
    yield Evidence("Criteo delays", "E[D]", mean_interval(variant.runs.delays), above(365 * 86400))


CONCLUSIONS = [
    Conclusion(
        "The first arm has {c01.printed} of the regret of the first arm.",
        {"c01.printed": "reproduced"},
    )
]
CLAIMS = [
    Claim(
        "c01",
        "First arm has as much regret as the first arm",
        quote="as much",
        place="here",
        variants=[variant("printed", "first arm", arm="first_arm")],
        on=["short"],
        measurements=[
            Measurement(
                ratio,
                ("{arm}", "first_arm"),
                within(1, 0.1),
                Instead(("second_arm", "first_arm"), "it is another arm"),
                printed="about 1",
            )
        ],
        tolerance="a tenth",
    ),
    Claim(
        "o01",
        "The mean delay is above a year",
        variants=[variant("ours", "delays below the cap")],
        measurements=[long_delays],
        no_control="the cap is known",
        remark="Later conversions are not counted.",
    ),
]
