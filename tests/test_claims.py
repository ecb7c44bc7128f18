"""Verdicts, the intervals that they rest on, and the rules for claims."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from conftest import ROOT
from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Setting,
)
from delayed_bandits.analysis.claims_export import validation_status
from delayed_bandits.analysis.intervals import Interval, exact, mean_interval, ratio_interval
from delayed_bandits.analysis.judge import claims_of, correct, judged
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NO_POWER,
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    above,
    below,
    holm,
    p_value,
    seeds_to_decide,
    verdict_of,
    within,
    within_factor,
)
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.sources import sources_of


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((1.2, 1.8), REPRODUCED),
        ((0.5, 1.5), INCONCLUSIVE),
        ((1.5, 2.5), INCONCLUSIVE),
        ((0.5, 2.5), INCONCLUSIVE),
        ((0.2, 0.9), NOT_REPRODUCED),
        ((2.1, 2.2), NOT_REPRODUCED),
        ((1.0, 1.0), NOT_REPRODUCED),
        ((1.0, 1.5), INCONCLUSIVE),
    ],
)
def test_a_verdict_compares_the_interval_with_the_bounds(interval, verdict):
    low, high = interval
    assert verdict_of(Interval((low + high) / 2, low, high), within(1.5, 0.5)) == verdict


def test_a_bound_may_be_open():
    assert verdict_of(Interval(5, 4, 6), above(1)) == REPRODUCED
    assert verdict_of(Interval(5, 4, 6), below(1)) == NOT_REPRODUCED


def test_tolerances_are_halved_and_doubled():
    assert [(b.low, b.high) for b in map(within(10, 2).times, (0.5, 1, 2))] == [
        (9, 11), (8, 12), (6, 14),
    ]  # fmt: skip
    assert within_factor(1, 1.5).times(2).high == 2
    assert within_factor(1, 1.5).times(0.5).low == pytest.approx(1 / 1.25)
    assert below(0.5, 0.25).times(2).high == 1
    assert above(0).times(2).low == 0


values = st.floats(-100, 100)


@given(values, st.floats(0, 10), values, st.floats(0, 10))
def test_a_larger_tolerance_makes_no_verdict_worse(estimate, half, target, tolerance):
    """Unless a control comes to pass."""
    order = [NOT_REPRODUCED, INCONCLUSIVE, REPRODUCED]
    measured = Interval(estimate, estimate - half, estimate + half, 10)
    bound = within(target, tolerance)
    ranks = [order.index(verdict_of(measured, bound.times(scale))) for scale in (0.5, 1, 2)]
    assert ranks == sorted(ranks)


def row(estimate, bound, control=None, **more):
    """Evidence with an interval of plus and minus 1."""
    passing = control is not None and Control("control", around(control))
    return Evidence("case", "quantity", around(estimate), bound, passing or None, **more)


def around(estimate):
    return Interval(estimate, estimate - 1, estimate + 1, 10)


def test_a_control_that_passes_leaves_no_power():
    assert row(5, above(0), control=-5).verdict() == REPRODUCED
    assert row(5, above(0), control=3).verdict() == NO_POWER
    assert row(-5, above(0), control=3).verdict() == NOT_REPRODUCED
    assert row(5, above(0), not_applicable="nothing is learned").verdict() == NOT_APPLICABLE


def test_a_reading_is_as_good_as_its_weakest_case():
    good, bad, unsure = row(5, above(0), -5), row(-5, above(0), -5), row(0.5, above(0), -5)
    idle, none = row(5, above(0), 5), row(5, above(0), not_applicable="no")
    for rows, verdict in [
        ([good, good], REPRODUCED),
        ([good, idle], NO_POWER),
        ([good, unsure, idle], INCONCLUSIVE),
        ([good, unsure, bad], NOT_REPRODUCED),
        ([good, none], REPRODUCED),
        ([none], NOT_APPLICABLE),
    ]:
        assert Reading("printed", "", rows).verdict() == verdict


def test_the_p_value_is_below_a_twentieth_where_the_verdict_is_decided():
    rng = np.random.default_rng(2)
    for _ in range(200):
        values = rng.normal(rng.normal(), 1, size=5)
        measured = mean_interval(values)
        expected = stats.ttest_1samp(values, 0.5).pvalue
        assert p_value(measured, above(0.5)) == pytest.approx(expected)
        decided = verdict_of(measured, above(0.5)) != INCONCLUSIVE
        assert decided == (p_value(measured, above(0.5)) < 0.05)
    assert p_value(exact(1), above(0)) == 0


def test_seeds_that_would_decide():
    assert seeds_to_decide(around(0.5), above(0)) == 40  # half the width needs four times as many
    assert seeds_to_decide(around(0), above(0)) is None


def test_holm_is_that_of_the_textbook():
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}) == {
        "d": True, "a": True, "c": False, "b": False,
    }  # fmt: skip


def test_mean_interval_is_students():
    values = np.random.default_rng(0).normal(3, 2, size=12)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values)[:3] == pytest.approx((values.mean(), expected.low, expected.high))


def test_ratio_interval_covers_the_true_ratio_about_as_often_as_it_says():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        below = rng.gamma(4, size=50)
        above = 0.7 * below + rng.normal(0, 0.5, size=50)
        interval = ratio_interval(above, below)
        covered += interval.low <= 0.7 <= interval.high
    assert 0.91 <= covered / 400 <= 0.99


def test_ratio_of_proportional_values_is_exact():
    values = np.array([1.0, 2.0, 4.0])
    assert ratio_interval(3 * values, values)[:3] == pytest.approx((3, 3, 3))


def test_claims_and_figures_of_a_paper_have_no_source_in_common_that_judges_or_draws(papers):
    drawing = {"draw.py", "bands.py", "plots.py", "style.py", "figures.py"}
    judging = {"judge.py", "claims.py", "claims_shared.py", "ours.py"}
    for paper in papers:
        claims = {path.name for path in sources_of("analysis.judge", f"papers.{paper}.claims")}
        figures = {path.name for path in sources_of("analysis.draw", f"papers.{paper}.figures")}
        assert not claims & drawing
        assert not figures & judging


SETTINGS = [Setting("one", {"delay": 1}, {}), Setting("two", {"delay": 2}, {})]


class Stub(dict):
    """Curves of nothing."""

    def __missing__(self, key):
        return key


def stated(measure=None, **changes):
    def first(runs):
        return [
            Reading("printed", "all", [row(runs[s.name, "x"] and 5, above(0), -5)]) for s in runs
        ]

    given = {
        "id": "c01",
        "statement": "It holds",
        "quote": "it holds",
        "criterion": "it holds",
        "measure": measure or first,
        "qualifies": lambda setting: setting.trace["delay"] > 0,
    }
    return Claim(**given | changes)


def judge(claim):
    return judged(claim, Stub(), np.arange(3), SETTINGS)


def test_the_settings_that_qualify_are_used_or_left_out_with_a_reason():
    assert judge(stated())["coverage"] == {
        "qualifies": ["one", "two"],
        "used": ["one", "two"],
        "left_out": {},
    }
    found = judge(stated(left_out={"two": "too long"}))["coverage"]
    assert (found["used"], found["left_out"]) == (["one"], {"two": "too long"})

    def lazy(runs):
        assert runs["one", "x"]
        return [Reading("printed", "one", [row(5, above(0), -5)])]

    with pytest.raises(InputError, match="setting two qualifies and is not used"):
        judge(stated(lazy))
    with pytest.raises(InputError, match="setting two is left out and does not qualify"):
        judge(stated(lazy, qualifies=lambda s: s.name == "one", left_out={"two": "no"}))


def test_names_and_reasons_are_checked():
    with pytest.raises(InputError, match="left out; expected a reason"):
        stated(left_out={"two": ""})
    with pytest.raises(InputError, match="no setting 'tow'; did you mean 'two'"):
        judge(stated(left_out={"tow": "a slip"}))
    with pytest.raises(InputError, match="no setting 'tow'"):
        judge(stated(also=frozenset({"tow"})))
    with pytest.raises(InputError, match="expected an id"):
        stated(id="claim2")


def test_a_claim_looks_at_no_other_setting():
    def curious(runs):
        return [Reading("printed", "two", [row(runs["two", "x"] and 5, above(0), -5)])]

    with pytest.raises(InputError, match="setting two"):
        judge(stated(curious, qualifies=lambda s: s.name == "one"))
    also = stated(curious, qualifies=lambda s: s.name == "none", also=frozenset({"two"}))
    assert judge(also)["used"] == [("two", "x")]
    assert also.needs(SETTINGS) == ["two"]


def test_a_claim_has_a_control_or_a_reason():
    def without(runs):
        return [Reading("printed", "all", [row(runs[s.name, "x"] and 5, above(0))]) for s in runs]

    with pytest.raises(InputError, match="expected evidence with controls, or a reason for none"):
        judge(stated(without))
    with pytest.raises(InputError, match="expected evidence with controls, or a reason for none"):
        judge(stated(no_control="why not"))
    assert judge(stated(without, no_control="it is a definition"))["no_control"]


def test_a_statement_of_the_paper_has_its_words_and_no_other_has():
    with pytest.raises(InputError, match="300"):
        stated(quote="x" * 301)
    with pytest.raises(InputError, match="quote"):
        stated(kind="ours")
    with pytest.raises(InputError, match="quote"):
        stated(quote="")


def test_a_former_criterion_is_judged_on_the_runs_of_today():
    def former(runs):
        return [Reading("ours", "before", [row(runs["one", "x"] and -5, above(0), -5)])]

    earlier = Earlier("it held", "it was too strict", former)
    (found,) = judge(stated(history=[earlier]))["history"]
    assert found["readings"] == [{"name": "ours", "what": "before", "outcome": NOT_REPRODUCED}]


def test_verdicts_are_corrected_together():
    weak = [judge(stated(weakly, id=f"c0{number}")) for number in range(1, 4)]
    entries = [*weak, judge(stated(id="c04"))]
    correct(entries)
    (first, *_, last) = (entry["readings"][0] for entry in entries)
    assert first["outcome"] == last["outcome"] == REPRODUCED
    assert not first["stands_corrected"]
    assert last["stands_corrected"]


def weakly(runs):
    assert all(runs[setting.name, "x"] for setting in runs)
    return [Reading("printed", "hardly", [row(1.01, above(0), -5)])]


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ([REPRODUCED, INCONCLUSIVE], "Validated"),
        ([NOT_REPRODUCED, REPRODUCED], "PartiallySupported"),
        ([NOT_REPRODUCED], "Contradicted"),
        ([INCONCLUSIVE, NO_POWER], "Inconclusive"),
        (["toy"], "NotTested"),
        ([NOT_APPLICABLE], "NotTested"),
    ],
)
def test_verdicts_in_the_words_of_replication_nanopublications(verdicts, status):
    assert validation_status(verdicts) == status


def test_conclusions_rest_on_the_verdicts_of_the_committed_run(papers):
    for name, paper in papers.items():
        path = ROOT / "figures" / name / "verdicts.csv"
        with path.open(encoding="utf-8", newline="") as file:
            found = {}
            for line in csv.DictReader(file):
                found.setdefault(f"{line['id']}/{line['reading']}", set()).add(line["verdict"])
        assert paper.description["conclusions"]
        for conclusion in paper.description["conclusions"]:
            assert conclusion["rests_on"]
            for reading, verdict in conclusion["rests_on"].items():
                word, *others = found[reading]
                said = "mixed" if others else word
                assert said == verdict, f"{name}: {conclusion['text']}"


def test_every_claim_is_in_the_committed_verdicts_under_a_name_of_its_own(papers):
    for name, paper in papers.items():
        claims = claims_of(name)
        names = [claim.id for claim in claims]
        assert len(set(names)) == len(names)
        settings = {setting for setting, _ in paper.runs}
        for claim in claims:
            assert claim.id[0] == {"paper": "c", "ours": "o"}[claim.kind]
            assert settings >= claim.also | claim.left_out.keys()
        path = ROOT / "figures" / name / "verdicts.csv"
        with path.open(encoding="utf-8", newline="") as file:
            assert {line["id"] for line in csv.DictReader(file)} == set(names)


def test_no_claim_looks_at_runs_only_to_have_used_them():
    for path in (ROOT / "src" / "delayed_bandits" / "papers").rglob("*.py"):
        assert "_ = runs[" not in path.read_text(encoding="utf-8"), path


def test_at_most_a_fifth_of_a_papers_claims_has_no_control(papers):
    for name in papers:
        claims = claims_of(name)
        assert sum(bool(claim.no_control) for claim in claims) <= len(claims) / 5, name
