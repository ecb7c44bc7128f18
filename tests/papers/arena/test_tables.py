import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from delayed_bandits.analysis import ranks
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.judge import judged
from delayed_bandits.analysis.settings import Runs, settings_of
from delayed_bandits.analysis.style import set_style
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.papers.arena import field, figures, measures, tables
from delayed_bandits.papers.arena.claims import CLAIMS, CONCLUSIONS
from delayed_bandits.traces.streams import Streams
from test_figures import PAPERS, tick_labels

ARENA = PAPERS["arena"]
ROUNDS = np.arange(1, 21) * 5000
STYLES = ARENA["algorithms"]


@pytest.fixture(scope="module")
def curves(papers):
    """Four runs each: some algorithms have linear regret, and random play has 5,000."""
    random = np.random.default_rng(0)
    paper = papers["arena"]
    skill = {name: random.lognormal(5) for name in STYLES}
    found = {}
    for (setting, name), run in paper.runs.items():
        final = np.minimum(skill[name] * random.lognormal(0, 0.2, (4, 1)), 9000)
        if name == "random_play":
            final = np.full((4, 1), 5000.0)
        regret = final * (ROUNDS / ROUNDS[-1]) ** random.choice([0.1, 0.5, 1.0])
        at = paper.coordinates[setting]
        found[setting, name] = Curves(run, None, ROUNDS, {"regret": regret}, at)
    return found


@pytest.fixture(scope="module")
def made(curves):
    return {name: getattr(tables, e["make"])(curves, STYLES) for name, e in ARENA["tables"].items()}


def a_field(regrets, environments=None):
    """A field of p0, p1, ... with regrets by algorithm, setting and seed."""
    algorithms = [f"p{i}" for i in range(regrets.shape[0])]
    settings = [f"s{i}" for i in range(regrets.shape[1])]
    environments = np.array(environments or ["w"] * len(settings))
    uniform = np.ones(len(settings))
    return ranks.Field(algorithms, settings, environments, regrets, uniform, Streams(1, "arena"))


def styles_of(knows):
    return {f"p{i}": {"label": f"l{i}", "given": told} for i, told in enumerate(knows)}


@given(st.integers(0, 1000), st.integers(2, 5), st.integers(1, 4), st.integers(2, 5))
def test_ranks_and_improvements_match_their_definitions(seed, algorithms, settings, seeds):
    found = np.random.default_rng(seed).integers(0, 4, (algorithms, settings, seeds)).astype(float)
    one = a_field(found)
    even = np.full(settings, 1 / settings), np.full(seeds, 1 / seeds)
    distinct = found * 1000 + np.arange(algorithms)[:, None, None]
    exact = np.mean([rankdata(distinct[:, s].mean(axis=1)) for s in range(settings)], 0)
    np.testing.assert_allclose(ranks.mean_ranks(a_field(distinct), *even), exact)
    wins = ranks.improvements(one)(one, *even)
    for i, j in itertools.product(range(algorithms), repeat=2):
        pairs = [np.sign(b - a) for a, b in zip(found[i].flat, found[j].flat, strict=True)]
        assert wins[i, j] == pytest.approx(np.mean([(sign + 1) / 2 for sign in pairs]))


def test_environment_is_resampled_with_all_its_settings():
    environments = ["a", "a", "b", "c", "c", "c"]
    one = a_field(np.zeros((2, 6, 5)), environments)
    for settings, seeds in itertools.islice(ranks.resampled(one), 50):
        assert settings.sum() == pytest.approx(1)
        assert seeds.sum() == pytest.approx(1)
        assert np.array_equal(np.round(seeds * 5), seeds * 5)
        for environment in "ac":
            of_environment = settings[np.array(environments) == environment]
            assert np.all(of_environment == of_environment[0])


def test_best_algorithm_of_a_feedback_model_has_ratio_one(made):
    cells = made["cells"]
    competing = cells[cells["feedback_model"] != field.REFERENCE]
    least = competing.groupby(["setting", "feedback_model"])["ratio"].min()
    assert (least == 1).all()
    np.testing.assert_allclose(
        cells["ratio"] * cells["best_of_feedback_model"], cells["mean"], 1e-6
    )
    assert (cells.loc[cells["algorithm"] == "random_play", "bad"] == 1).all()


def test_violated_assumptions_are_those_of_the_algorithm(made):
    cells = made["cells"].set_index(["setting", "algorithm"])
    assert cells.loc[("none-k2-gap010", "odaaf_v"), "violated"] == ""
    assert cells.loc[("loss-k2-gap010", "thompson"), "violated"] == ""
    assert cells.loc[("biased-k2-gap010", "thompson"), "violated"] == "arm, reward"
    assert cells.loc[("pareto1-k2-gap010", "odaaf_v"), "violated"] == "mean, variance"
    known = {"at once", "arm", "reward", "arrives", "mean", "variance", "stochastic", "tail"}
    known |= {"exponential"}
    broken = {word for words in made["cells"]["violates"] for word in words.split(", ") if word}
    assert broken <= known
    assert {word for style in STYLES.values() for word in style["assumes"]} <= known


def test_winner_of_each_kind_of_delays_is_in_its_cell(made):
    which = made["which"]
    assert not which.duplicated(["row", "column"]).any()
    for row in which.itertuples():
        for number in (row.mean_rank, row.low, row.high):
            assert f"{number:.1f}" in row.cell
        assert f"{row.learns_in} of {row.settings} settings" in row.cell
    assert which["mean_rank"].between(1 - 1e-9, which["algorithms"]).all()


@pytest.mark.parametrize("name", ARENA["figures"])
def test_figures_show_data_and_no_labels_overlap(made, name):
    set_style()
    about = ARENA["figures"][name]
    figure = getattr(figures, about["draw"])(made[about["table"]], STYLES)
    figure.draw_without_rendering()
    assert figure.axes or figure.texts
    for axes in filter(lambda axes: axes.get_visible(), figure.axes):
        labels = list(tick_labels(axes)) if axes.axison else []
        assert not any(a.overlaps(b) for a, b in itertools.combinations(labels, 2))
        assert axes.has_data() or axes.get_legend()
    for box in (text.get_window_extent() for text in figure.texts):
        assert box.x1 <= figure.bbox.x1


@pytest.mark.parametrize("setting", ARENA["settings"])
def test_coordinates_are_those_of_the_trace(setting):
    about = ARENA["settings"][setting]
    trace, at = about["trace"], about["coordinates"]
    assert setting == f"{at['environment']}-{at['problem']}"
    if "losses" in trace:
        assert (trace["arms"], trace["losses"]["gap"]) == (at["arms"], at["gap"])
    else:
        *others, best = trace["means"]
        assert others == [others[0]] * (at["arms"] - 1)
        assert best - others[0] == pytest.approx(at["gap"])
        assert "feedback_model" in at or best + others[0] == pytest.approx(1)
    if "mean_delay" in at:
        distribution = distributions_from(trace["delay"])
        assert distribution.mean == pytest.approx(at["mean_delay"], rel=0.1)
    assert ("mean" in at["violates"].split(", ")) <= ("mean_delay" not in at)


def test_algorithms_have_the_parameters_of_the_papers(papers):
    """A name in two papers is one algorithm with the same parameters.

    Names in `price` are bases; `papers/price` tests that those that ignore the delay play the same.
    """
    others = {
        name: (entry["run"], entry.get("parameters", {}))
        for paper in papers.values()
        if paper.name not in ("arena", "price")
        for name, entry in paper.description["algorithms"].items()
    }
    shared = {name for name in STYLES if name in others} - {"random_play"}  # one for each view
    assert {"thompson", "qpmd", "odaaf", "banker_tinf", "successive_elimination"} <= shared
    for name in shared:
        run, parameters = others[name]
        assert STYLES[name]["run"] == run
        assert parameters.items() <= STYLES[name].get("parameters", {}).items()


@pytest.mark.parametrize(("learns", "label"), [(3, "l0"), (2, "none recommended"), (0, "none")])
def test_algorithm_that_does_not_learn_is_not_recommended(learns, label):
    """The lowest regret may still be that of random play."""
    regrets = np.where(np.arange(4) < learns, 0.2, 0.9)[None, :, None] * np.ones((2, 4, 3))
    regrets[1] += 0.01
    found = tables.first_algorithm(a_field(regrets, list("wxyz")), styles_of("--"))
    assert found["learns_in"] == learns
    assert found["cell"].startswith(label)


def test_winner_is_compared_with_those_given_nothing():
    regrets = np.ones((4, 2, 4)) * np.array([2.0, 8.0, 3.0, 5.0])[:, None, None]
    field, styles = a_field(regrets, ["a", "b"]), styles_of("T-T-")
    _, found = tables.given_nothing(field, styles, 0)
    assert [(name, mean) for name, mean, *_ in found] == [("l3", 2.5), ("l1", 4.0)]
    assert tables.given_nothing(field, styles, 1) == ("", [])


def test_measurements_use_the_runs_that_they_name(papers, curves):
    paper = papers["arena"]
    runs = Runs(curves, settings_of(paper.runs, paper.coordinates, {}), {}, np.arange(3))
    claims = judged("arena", CLAIMS, runs, "paper", CONCLUSIONS)["claims"]
    found = {
        (claim["id"], variant["key"]): {row["key"]: row for row in variant["evidence"]}
        for claim in claims
        for variant in claim["variants"]
    }

    def mean(setting, name):
        return np.mean(curves[setting, name].final)

    def cost(setting, without):
        return mean(setting, "delayed_ucb1") - mean(without, "delayed_ucb1")

    here, none, two = "fixed-1000-k10-gap040", "none-k10-gap040", "fixed-1000-k2-gap020"
    row = found["o01", "in_turn"][here]
    assert row["estimate"] == pytest.approx(cost(here, none) / (0.4 * 1000))
    control = cost(two, "none-k2-gap020") / (0.2 * 1000)
    assert row["control"]["estimate"] == pytest.approx(control)

    row = found["o06", "in_turn"][here]
    late, early = (mean(on, "delayed_ucb1") / mean(on, "thompson") for on in (here, none))
    assert row["estimate"] == pytest.approx(late / early - 1)

    row = found["o08", "lost"]["lost-successes-k2-gap010-thompson"]
    lost, loss = (mean(f"{on}-k2-gap010", "thompson") for on in ("lost-successes", "loss"))
    assert row["estimate"] == pytest.approx(lost / loss)

    batches = "batches-1000-k2-gap010"
    row = found["o03", "two"][batches]
    least = min(mean(batches, name) for name in measures.ON_SUMS)
    assert row["estimate"] == pytest.approx(least / mean(batches, "delayed_ucb1"))
