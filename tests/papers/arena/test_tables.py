"""Tables, figures and findings of the arena, on made-up runs; what its YAML says of worlds."""

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
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.papers.arena import field, figures, measures, tables
from delayed_bandits.papers.arena.claims import CLAIMS, CONCLUSIONS
from delayed_bandits.traces.streams import Streams
from test_figures import PAPERS, tick_labels

ARENA = PAPERS["arena"]
ROUNDS = np.arange(1, 21) * 5000
STYLES = ARENA["algorithms"]
TABLES = ("cells", "ranks", "improvement", "spread")


@pytest.fixture(scope="module")
def curves(papers):
    """Runs of 4 seeds: of some players regret is linear, and uniform play has 5,000."""
    random = np.random.default_rng(0)
    paper = papers["arena"]
    skill = {name: random.lognormal(5) for name in STYLES}
    found = {}
    for (setting, name), run in paper.runs.items():
        final = np.minimum(skill[name] * random.lognormal(0, 0.2, (4, 1)), 9000)
        if name == "uniform_play":
            final = np.full((4, 1), 5000.0)
        regret = final * (ROUNDS / ROUNDS[-1]) ** random.choice([0.1, 0.5, 1.0])
        at = paper.coordinates[setting]
        found[setting, name] = Curves(run, None, ROUNDS, {"regret": regret}, at)
    return found


@pytest.fixture(scope="module")
def made(curves):
    return {
        name: getattr(tables, entry["make"])(curves, STYLES)
        for name, entry in ARENA["tables"].items()
    }


def a_field(regrets, worlds=None):
    """Players p0, p1, ... whose regrets, of each player, setting or seed, are given."""
    players = [f"p{i}" for i in range(regrets.shape[0])]
    settings = [f"s{i}" for i in range(regrets.shape[1])]
    worlds = np.array(worlds or ["w"] * len(settings))
    uniform = np.ones(len(settings))
    return ranks.Field(players, settings, worlds, regrets, uniform, Streams(1, "arena"))


def styles_of(knows):
    return {f"p{i}": {"label": f"l{i}", "knows": told} for i, told in enumerate(knows)}


@given(st.integers(0, 1000), st.integers(2, 5), st.integers(1, 4), st.integers(2, 5))
def test_ranks_and_improvements_are_those_of_their_definitions(seed, players, settings, seeds):
    regrets = np.random.default_rng(seed).integers(0, 4, (players, settings, seeds)).astype(float)
    one = a_field(regrets)
    even = np.full(settings, 1 / settings), np.full(seeds, 1 / seeds)
    distinct = regrets * 1000 + np.arange(players)[:, None, None]
    exact = np.mean([rankdata(distinct[:, s].mean(axis=1)) for s in range(settings)], 0)
    np.testing.assert_allclose(ranks.mean_ranks(a_field(distinct), *even), exact)
    wins = ranks.improvements(one)(one, *even)
    for i, j in itertools.product(range(players), repeat=2):
        pairs = [np.sign(b - a) for a, b in zip(regrets[i].flat, regrets[j].flat, strict=True)]
        assert wins[i, j] == pytest.approx(np.mean([(sign + 1) / 2 for sign in pairs]))


def test_a_world_is_resampled_with_all_its_problems():
    worlds = ["a", "a", "b", "c", "c", "c"]
    one = a_field(np.zeros((2, 6, 5)), worlds)
    for settings, seeds in itertools.islice(ranks.resampled(one), 50):
        assert settings.sum() == pytest.approx(1)
        assert seeds.sum() == pytest.approx(1)
        assert np.array_equal(np.round(seeds * 5), seeds * 5)
        for world in "ac":
            of_world = settings[np.array(worlds) == world]
            assert np.all(of_world == of_world[0])


def test_players_that_play_fewer_settings_are_not_ranked(curves):
    one = field.field_of(curves, STYLES, "reward and arm")
    assert "payoff_elimination" not in one.players
    assert {"thompson", "otflinucb_arms"} <= set(one.players)
    coordinates = [about["coordinates"] for about in ARENA["settings"].values()]
    assert len(one.settings) == sum("game" not in at for at in coordinates)
    clicks = field.field_of(curves, STYLES, "failures never announced")
    assert {"thompson", "dts"} <= set(clicks.players)
    assert {setting.split("-")[0] for setting in clicks.settings} == {"clicks"}
    adversarial = field.field_of(curves, STYLES, "adversarial")
    assert len(adversarial.settings) == 22


def test_the_best_of_a_game_has_ratio_one(made):
    cells = made["cells"]
    competing = cells[cells["game"] != field.REFERENCE]
    least = competing.groupby(["setting", "game"])["ratio"].min()
    assert (least == 1).all()
    assert (cells["ratio"] * cells["best_of_game"]).to_numpy() == pytest.approx(cells["mean"])
    assert (cells.loc[cells["player"] == "uniform_play", "bad"] == 1).all()


def test_all_tables_have_one_order_of_players(made):
    orders = [list(dict.fromkeys(made[name]["player"])) for name in made if name in TABLES]
    assert len(orders) == len(TABLES)
    for one, other in itertools.combinations(orders, 2):
        assert [p for p in one if p in other] == [p for p in other if p in one]
    best = made["ranks"].groupby("game")["mean_rank"]
    assert best.apply(lambda ranks: ranks.is_monotonic_increasing).all()


def test_violations_are_what_player_and_world_share(made):
    cells = made["cells"].set_index(["setting", "player"])
    assert cells.loc[("none-k2-gap010", "odaaf_v"), "violated"] == ""
    assert cells.loc[("loss-k2-gap010", "thompson"), "violated"] == ""
    assert cells.loc[("biased-k2-gap010", "thompson"), "violated"] == "arm, reward"
    assert cells.loc[("pareto1-k2-gap010", "odaaf_v"), "violated"] == "mean, variance"
    known = {"at once", "arm", "reward", "arrives", "mean", "variance", "stochastic", "tail"}
    known |= {"exponential"}
    broken = {word for words in made["cells"]["breaks"] for word in words.split(", ") if word}
    assert broken <= known
    assert {word for style in STYLES.values() for word in style["assumes"]} <= known


def test_linear_regret_is_found():
    for growth, linear in ((1.0, True), (0.9, True), (0.5, False), (0.1, False)):
        regret = 100 * (ROUNDS / ROUNDS[-1]) ** growth + np.zeros((3, 1))
        assert tables.is_linear(Curves(None, None, ROUNDS, {"regret": regret})) == linear


def test_a_slope_is_that_of_a_power(papers):
    run = next(iter(papers["arena"].runs.values()))
    group = [
        Curves(run, None, ROUNDS, {"regret": np.full((5, 20), 7 * d**0.5)}, {"mean_delay": d})
        for d in (10, 100, 1000)
    ]
    assert tables.slope_interval(group) == pytest.approx((0.5, 0.5, 0.5))


def test_the_first_of_each_kind_of_delays_is_in_its_cell(made):
    which = made["which"]
    assert not which.duplicated(["row", "column"]).any()
    for row in which.itertuples():
        assert f"mean rank {row.mean_rank:.1f} [{row.low:.1f}, {row.high:.1f}]" in row.cell
        assert f"of {row.players}, surely ahead of {row.surely_ahead_of};" in row.cell
        assert f"learns in {row.learns_in} of {row.settings} settings" in row.cell
        for share in (100 * row.least, 100 * row.most):
            assert (f"{share:.0f}" if share >= 10 else f"{share:.2g}") in row.cell
    assert which["mean_rank"].between(1 - 1e-9, which["players"]).all()


@pytest.mark.parametrize("name", ARENA["figures"])
def test_figures_show_tables_and_no_labels_overlap(made, name):
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
    assert setting == f"{at['world']}-{at['problem']}"
    if "losses" in trace:
        assert (trace["arms"], trace["losses"]["gap"]) == (at["arms"], at["gap"])
    else:
        *others, best = trace["means"]
        assert others == [others[0]] * (at["arms"] - 1)
        assert best - others[0] == pytest.approx(at["gap"])
        assert "game" in at or best + others[0] == pytest.approx(1)
    if "mean_delay" in at:
        law = laws_from(trace["delay"])
        assert law.mean == pytest.approx(at["mean_delay"], rel=0.1)
    assert ("mean" in at["breaks"].split(", ")) <= ("mean_delay" not in at)


def test_players_are_those_of_the_papers(papers):
    """What has one name in two papers is one algorithm with the same parameters."""
    others = {
        name: (entry["run"], entry.get("parameters", {}))
        for paper in papers.values()
        if paper.name != "arena"
        for name, entry in paper.description["algorithms"].items()
    }
    shared = {name for name in STYLES if name in others}
    assert {"thompson", "qpmd", "odaaf", "banker_tinf", "successive_elimination"} <= shared
    for name in shared:
        run, parameters = others[name]
        assert STYLES[name]["run"] == run
        assert parameters.items() <= STYLES[name].get("parameters", {}).items()


@pytest.mark.parametrize(("learns", "label"), [(3, "l0"), (2, "none to rely on"), (0, "none to")])
def test_who_does_not_learn_is_not_recommended(learns, label):
    """Who has the least regret may still have as much as uniform play."""
    regrets = np.where(np.arange(4) < learns, 0.2, 0.9)[None, :, None] * np.ones((2, 4, 3))
    regrets[1] += 0.01
    found = tables.first_player(a_field(regrets, list("wxyz")), styles_of("--"))
    assert found["learns_in"] == learns
    assert found["cell"].startswith(label)


def test_players_of_one_rank_are_alike():
    regrets = np.ones((3, 2, 4)) * np.array([0.1, 0.1, 0.3])[:, None, None]
    found = tables.first_player(a_field(regrets, ["a", "b"]), styles_of("---"))
    assert found["cell"].startswith("l0 and l1: mean rank 1.5")


def test_beside_who_is_given_something_stand_the_best_that_are_given_nothing():
    regrets = np.ones((4, 2, 4)) * np.array([2.0, 8.0, 3.0, 5.0])[:, None, None]
    field, styles = a_field(regrets, ["a", "b"]), styles_of("T-T-")
    words, found = tables.given_nothing(field, styles, 0)
    assert [(name, mean) for name, mean, *_ in found] == [("l3", 2.5), ("l1", 4.0)]
    assert words.endswith(
        "given the T; given nothing, times its regret: l3 2.5 [2.5, 2.5], l1 4.0 [4.0, 4.0]"
    )
    assert tables.given_nothing(field, styles, 1) == ("", [])


def test_rows_are_of_the_runs_that_they_say(papers, curves):
    paper = papers["arena"]
    runs = Runs(curves, settings_of(paper.runs, paper.coordinates, {}), {}, np.arange(3))
    claims = judged("arena", CLAIMS, runs, "paper", CONCLUSIONS)["claims"]
    found = {
        (claim["id"], reading["key"]): {row["key"]: row for row in reading["evidence"]}
        for claim in claims
        for reading in claim["readings"]
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

    packets = "packets-1000-k2-gap010"
    row = found["o03", "two"][packets]
    least = min(mean(packets, name) for name in measures.ON_SUMS)
    assert row["estimate"] == pytest.approx(least / mean(packets, "delayed_ucb1"))


def test_players_are_those_of_their_games(papers):
    games = {
        name: about["game"] for name, about in papers["arena"].description["algorithms"].items()
    }
    for players, game in (
        (measures.IDENTIFIED, "reward and arm"),
        (measures.ON_SUMS, "sums only"),
        (measures.ADVERSARIAL, "adversarial"),
    ):
        others = {name for name, of in games.items() if of == game} - set(players)
        assert others <= {"payoff_elimination"}  # which plays in two worlds
        assert {games[name] for name in players} == {game}
