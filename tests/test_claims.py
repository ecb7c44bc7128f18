import re
from dataclasses import replace

import numpy as np
import pytest
from generate import read_judged
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from conftest import ROOT, refused
from delayed_bandits.analysis import sentences
from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.intervals import Interval, exact
from delayed_bandits.analysis.judge import judged
from delayed_bandits.analysis.measurements import (
    Control,
    Evidence,
    Instead,
    Known,
    Measure,
    Measurement,
    variant,
)
from delayed_bandits.analysis.settings import Runs, Setting
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.report.claims_tables import columns_of


def around(estimate, seeds=10):
    return Interval(estimate, estimate - 1, estimate + 1, seeds)


def measurement(estimate, bound=v.above(0), control=None, **more):  # noqa: B008
    """Evidence with an interval of plus and minus 1."""
    other = None if control is None else Control("control", around(control))
    return Evidence("case", "quantity", around(estimate), bound, other, **more)


def test_outcome_depends_on_the_negative_control():
    assert measurement(5, control=-5).outcome() == v.HOLDS
    assert measurement(5, control=3).outcome() == v.NOT_TESTED
    assert measurement(5, control=0.5).outcome() == v.HOLDS  # an open control does not pass
    assert measurement(-5, control=3).outcome() == v.FAILS
    assert measurement(5, not_applicable="nothing is claimed here").outcome() == v.NOT_APPLICABLE
    undefined = Interval(np.nan, np.nan, np.nan)
    assert Evidence("case", "quantity", undefined, v.below(1)).outcome() == v.OPEN
    with_control = Evidence("case", "q", around(-5), v.below(1), Control("c", undefined))
    assert with_control.outcome() == v.HOLDS


def test_decisive_measurement_has_the_extreme_p_value():
    assert sentences.deciding([measurement(9), measurement(2), measurement(5)], v.REPRODUCED) == 1
    failing, undecided = map(measurement, (-9, 2, -2)), map(measurement, (9, 0.5, 0.1))
    assert sentences.deciding(list(failing), v.NOT_REPRODUCED) == 0
    assert sentences.deciding(list(undecided), v.INCONCLUSIVE) == 2
    assert sentences.deciding([measurement(9, control=9)], v.NOT_TESTED) == 0
    exactly = [Evidence("", "", exact(value), v.above(1)) for value in (3, 1.5, 2)]
    assert sentences.deciding(exactly, v.REPRODUCED) == 1


TWO = Setting("two", {"d": 2}, {"x": {}})
SETTINGS = {"one": Setting("one", {"d": 1}, {"x": {}, "y": {}}), "two": TWO}
# made-up runs, each given by its mean
CURVES = {("one", "x"): 5.0, ("two", "x"): -5.0, ("one", "y"): -5.0}
MEAN = Measure("mean of {first}", around)
OVER = Measure("{first} over {second}", lambda one, other: around(one / other))
AS_PRINTED = variant("printed", "all", algorithm="x")
NEVER = Known("a line", -9.0, "it is a line")


def judge(*claims, scale="paper"):
    runs = Runs(CURVES, SETTINGS, {"x": "Algorithm X"}, np.arange(3))
    return judged("tiny", claims, runs, scale)["claims"]


POSITIVE = Measurement(MEAN, ("{algorithm}",), v.above(0), NEVER)


def stated(name="c01", measurements=(POSITIVE,), **changes):
    given = {"variants": [AS_PRINTED], "on": ["one", "two"]}
    return Claim(name, "It holds", measurements, **given | changes)


def test_measurement_is_made_on_each_setting():
    (claim,) = judge(stated())
    (variant,) = claim["variants"]
    found = [(one["key"], one["estimate"], one["outcome"]) for one in variant["evidence"]]
    assert found == [("one", 5, v.HOLDS), ("two", -5, v.FAILS)]
    assert variant["evidence"][0]["quantity"] == "mean of Algorithm X"
    assert variant["verdict"] == "in part"
    assert claim["runs"] == [("one", "x"), ("two", "x")]
    assert sentences.count_in_words(variant) == "holds in 1 of 2, fails in 1"
    assert sentences.decision_in_words(variant) == "−5.0 [−6.0, −4.0], 10 runs"
    assert claim["criterion"] == "mean of Algorithm X is above 0; in all measurements"
    assert judge(stated(), scale="quick")[0]["variants"][0]["verdict"] == "toy"


def test_settings_are_chosen_or_left_out_with_a_reason():
    a = Measurement(OVER, ("one:x", "two:x"), v.above(0), Instead(("two:x", "one:y"), "why"))
    ((found,),) = [one["evidence"] for one in judge(stated(measurements=[a], on=()))[0]["variants"]]
    assert (found["estimate"], found["control"]["estimate"]) == (-1, 1)
    assert len(judge(stated(on=lambda s: s.has("y")))[0]["variants"][0]["evidence"]) == 1
    (claim,) = judge(stated(left_out={"two": "too long"}))
    assert [one["key"] for one in claim["variants"][0]["evidence"]] == ["one"]
    assert claim["left_out"] == {"two": "too long"}


def test_measurement_of_some_variants_only():
    ours = variant("ours", "y", algorithm="y")
    measurements = [
        Measurement(MEAN, ("{algorithm}",), v.above(0), NEVER),
        Measurement(MEAN, ("x",), v.above(0), variants=["ours", "second"], key="2"),
        Measurement(MEAN, ("x",), v.above(0), variants=["second"], key="3"),
    ]
    variants = [AS_PRINTED, ours, ours._replace(key="second")]
    given = {"on": ["one"], "no_control": "an order"}
    (claim,) = judge(stated(measurements=measurements, variants=variants, **given))
    assert [len(variant["evidence"]) for variant in claim["variants"]] == [1, 2, 3]


NO_CONTROL = Measurement(MEAN, ("x",), v.above(0))


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"left_out": {"tow": "a slip"}}, "'tow'"),
        ({"on": ["tow"]}, "'tow'"),
        ({"measurements": [Measurement(MEAN, ("tow:x",), v.above(0))]}, "'tow'"),
        ({"measurements": [replace(POSITIVE, runs=("{algoritm}",))]}, "'algorithm'"),
        ({"measurements": [replace(POSITIVE, variants=["print"])]}, "'printed'"),
        ({"measurements": [NO_CONTROL]}, "control"),
        ({"measurements": [POSITIVE, NO_CONTROL]}, "control"),
        ({"no_control": "why not"}, "control"),
        ({"on": lambda _: False}, "printed"),
        ({"variants": [AS_PRINTED, AS_PRINTED]}, "c01"),
        ({"remark": "It is {c01.printed[three]}"}, "'three'"),
        ({"remark": "It is {c01.code}"}, "'code'"),
        ({"remark": "It is {c01.printed.all}"}, "c01.printed.all"),
        ({"name": "claim2"}, "claim2"),
        ({"quote": "x" * 301}, "300"),
        ({"measurements": ()}, "no measurement"),
    ],
)
def test_faults_of_a_claim_are_named(changes, named):
    with refused("", named):
        judge(stated(**changes))


def test_measurement_without_control_needs_a_reason():
    both = stated(measurements=[POSITIVE, NO_CONTROL], on=["one"], no_control="an order")
    assert judge(both)[0]["no_control"] == "an order"
    excluded = replace(NO_CONTROL, premise=lambda *_: "no premise")
    (found,) = judge(stated(measurements=[POSITIVE, excluded], on=["one"]))
    assert [one["outcome"] for one in found["variants"][0]["evidence"]] == [
        *(v.HOLDS, v.NOT_APPLICABLE)
    ]


@given(st.lists(st.floats(0.001, 0.2), min_size=1, max_size=8), st.integers(0, 5))
def test_holm_counts_every_tested_variant(p_values, undecided):
    """Further variants that decide nothing improve no other verdict."""

    def found(n_open):
        measures = [at_level(p) for p in p_values] + [Measure("", lambda _: around(0.5))] * n_open
        claims = [
            stated(f"c{n:02}", [Measurement(one, ("x",), v.above(0), NEVER)], on=["one"])
            for n, one in enumerate(measures)
        ]
        return [claim["variants"][0]["verdict"] for claim in judge(*claims)][: len(p_values)]

    tested = len(p_values) + undecided
    assume(abs(min(p_values) * tested - 0.05) > 1e-6)
    alone, together = found(0), found(undecided)
    assert not {v.REPRODUCED} & {b for a, b in zip(alone, together, strict=True) if a != b}
    assert (v.REPRODUCED in together) == (min(p_values) <= 0.05 / tested)


def at_level(p):
    """A measure whose interval is above 0 with p-value p, of 10 runs."""
    half = stats.t.isf(0.025, 9) / stats.t.isf(p / 2, 9)
    return Measure("", lambda _: Interval(1, 1 - half, 1 + half, 10))


def test_verdicts_are_corrected_together():
    weak = Measure("", lambda _: Interval(1.2, 0.1, 2.3, 10))  # p = 0.035
    measurements = [Measurement(weak, ("x",), v.above(0), NEVER)]
    claims = [stated(f"c0{n}", measurements, on=["one"]) for n in range(3)]
    found = [claim["variants"][0] for claim in judge(*claims)]
    outcomes = {(one["uncorrected"], one["verdict"]) for one in found}
    assert outcomes == {(v.REPRODUCED, v.INCONCLUSIVE)}
    (alone,) = judge(claims[0])
    assert alone["variants"][0]["verdict"] == v.REPRODUCED


def test_untested_claims_are_not_corrected_for():
    barely = Measure("", lambda _: Interval(1.2, 0.1, 2.3, 10))
    weak = Measurement(barely, ("x",), v.above(0), NEVER)
    open_measurement = Measurement(Measure("", lambda _: around(0.5)), ("x",), v.above(0), NEVER)
    passes = Measurement(MEAN, ("x",), v.above(0), Known("a line", 9.0, "it is a line"))

    def outcomes(*measurements):
        claims = [stated(f"c0{n}", [meas], on=["one"]) for n, meas in enumerate(measurements)]
        return [claim["variants"][0]["verdict"] for claim in judge(*claims)]

    assert outcomes(weak, open_measurement) == [v.INCONCLUSIVE, v.INCONCLUSIVE]
    assert outcomes(weak, passes) == [v.REPRODUCED, v.NOT_TESTED]


def test_different_bounds_are_not_shown_as_one():
    meas = [Measurement(MEAN, ("x",), v.above(limit), NEVER, key=f"{limit}") for limit in (0, 1)]
    (claim,) = judge(stated(measurements=meas, on=["one"]))
    (answer,) = columns_of(claim)["printed"]
    assert answer["of_all"] == "bounds differ"
    (claim,) = judge(stated(measurements=meas[:1], on=["one"]))
    assert columns_of(claim)["printed"][0]["of_all"] == "above 0"


def test_texts_take_numbers_from_results():
    (claim,) = judge(stated(remark="{c01.printed}, {c01.printed[one]:.1f}, {c01.printed.count}"))
    assert claim["remark"] == "−5.0 [−6.0, −4.0], 5.0, 1 of 2"
    texts = sentences.Sentences([claim])
    assert texts.fill("{c01.printed:%}", "") == "−500 [−600, −400] %"
    assert texts.fill("{c01.printed.least:.0f} to {c01.printed.greatest:.0f}", "") == "-5 to 5"
    assert texts.fill("{c01.printed.range:.0f}", "") == "-5 to 5"
    assert texts.fill("{c01.printed.outcomes}", "") == "holds in 1 of 2, fails in 1"
    assert texts.fill("{c07.printed} is not judged", "") == ""
    for measurement, mean in zip(claim["variants"][0]["evidence"], (0.1401, 0.1449), strict=True):
        measurement["estimate"] = mean
    assert texts.fill("{c01.printed.range:.2f}", "") == "0.14"


def test_findings_hold_or_fail():
    claims = judge(stated("o01", on=["one"]), stated("o02", on=["two"]), stated("c01", on=["one"]))
    outcomes = [columns_of(claim)["printed"][0]["verdict"] for claim in claims]
    assert outcomes == ["holds", "fails", "reproduced"]
    assert sentences.criterion_of(claims[0]).endswith("in all measurements")
    for claim in claims:
        claim["variants"][0]["uncorrected"] = claim["variants"][0]["verdict"]
        claim["variants"][0]["verdict"] = v.INCONCLUSIVE
    alone = [columns_of(claim)["printed"][0]["alone"] for claim in claims]
    assert alone == outcomes


def numbers_of(text):
    return re.findall(r"\d+(?:[.,]\d+)*", text)


def names_of(paper, claims):
    """The numbers in names and texts: settings, algorithms, statements, places, measurements."""
    written = ["0 1 2 3 5"]
    for name, about in paper.description["settings"].items():
        written += [name, str(about)]
    written += [entry["label"] for entry in paper.description["algorithms"].values()]
    written += [claim.statement + claim.quote + claim.place + claim.tolerance for claim in claims]
    return {number.replace(",", "") for text in written for number in numbers_of(text)}


def test_no_number_in_a_text_is_typed(papers):
    for name, paper in papers.items():
        claims = claims_of(name)
        known = names_of(paper, claims)
        texts = [claim.remark for claim in claims]
        for conclusion in conclusions_of(name):
            texts += [conclusion.text, conclusion.headline, conclusion.reply]
        for text in texts:
            typed = re.sub(r"\{\{.*?\}\}|\{[^}]*\}|\b[co]\d\d\b", " ", text)
            found = {number.replace(",", "") for number in numbers_of(typed)} - known
            assert not found, f"{name}: {found} in {text!r}"


def test_committed_measurements_are_those_of_the_claims(papers):
    for name, paper in papers.items():
        claims = claims_of(name)
        found = read_judged(ROOT / "figures" / name / "claims.csv", claims)
        for claim, answers in zip(claims, found, strict=True):
            keys = [variant["key"] for variant in answers["variants"]]
            assert keys == [variant.key for variant in claim.variants], f"{name}/{claim.id}"
            for judged_variant in answers["variants"] if name == "arena" else []:
                measurements = [entry["key"] for entry in judged_variant["evidence"]]
                assert len({*measurements}) == len(measurements), f"{name}/{claim.id}"
            assert {setting for setting, _ in paper.runs} >= {*claim.left_out}


def test_conclusions_rest_on_the_committed_verdicts(papers):
    for name in papers:
        answers = read_judged(ROOT / "figures" / name / "claims.csv", claims_of(name))
        pairs = [(claim["id"], variant) for claim in answers for variant in claim["variants"]]
        outcomes = {f"{claim}.{variant['key']}": variant["verdict"] for claim, variant in pairs}
        for conclusion in conclusions_of(name):
            for key, verdict in conclusion.rests_on.items():
                assert outcomes[key] == verdict, f"{name}: {conclusion.text}"
            assert sentences.Sentences(answers).fill(conclusion.text, name)
