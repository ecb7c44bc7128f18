"""Findings of the arena: on which settings they are, and of which runs, on made-up curves."""

import numpy as np
import pytest

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.judge import judged
from delayed_bandits.analysis.settings import Runs, settings_of
from delayed_bandits.papers.arena import measures
from delayed_bandits.papers.arena.claims import CLAIMS, CONCLUSIONS

ROUNDS = np.array([1000, 100_000])


@pytest.fixture(scope="module")
def finals(papers):
    """Four final regrets of every run."""
    random = np.random.default_rng(0)
    return {key: random.lognormal(5, 0.2, 4) for key in papers["arena"].runs}


@pytest.fixture(scope="module")
def found(papers, finals):
    """The findings on these regrets, by id and reading."""
    paper = papers["arena"]
    curves = {
        (setting, name): Curves(
            paper.runs[setting, name],
            None,
            ROUNDS,
            {"regret": np.outer(final, [0.1, 1])},
            paper.coordinates[setting],
        )
        for (setting, name), final in finals.items()
    }
    settings = settings_of(paper.runs, paper.coordinates, {})
    runs = Runs(curves, settings, {}, np.arange(3))
    claims = judged("arena", CLAIMS, runs, "paper", CONCLUSIONS)["claims"]
    return {
        (claim["id"], reading["key"]): {row["key"]: row for row in reading["evidence"]}
        for claim in claims
        for reading in claim["readings"]
    }


def test_rows_have_names_of_their_own(found):
    """A text that names a row would otherwise get another's number."""
    counts = {"o01": 19, "o02": 26, "o03": 69, "o04": 18, "o05": 4}
    counts |= {"o06": 28, "o07": 30, "o08": 66, "o09": 42, "o10": 26, "o11": 78}
    for name, count in counts.items():
        assert sum(len(rows) for (of, _), rows in found.items() if of == name) == count


def test_rows_are_of_the_runs_that_they_say(found, finals):
    def mean(setting, name):
        return np.mean(finals[setting, name])

    here, none, two = "fixed-1000-k10-gap040", "none-k10-gap040", "fixed-1000-k2-gap020"
    row = found["o01", "in_turn"][here]
    extra = mean(here, "delayed_ucb1") - mean(none, "delayed_ucb1")
    assert row["estimate"] == pytest.approx(extra / (0.4 * 1000))
    extra = mean(two, "delayed_ucb1") - mean("none-k2-gap020", "delayed_ucb1")
    assert row["control"]["estimate"] == pytest.approx(extra / (0.2 * 1000))

    row = found["o06", "in_turn"][here]
    late, early = (mean(on, "delayed_ucb1") / mean(on, "thompson") for on in (here, none))
    assert row["estimate"] == pytest.approx(late / early - 1)

    row = found["o08", "lost"]["lost-successes-k2-gap010-thompson"]
    runs = ("lost-successes-k2-gap010", "thompson"), ("loss-k2-gap010", "thompson")
    assert row["estimate"] == pytest.approx(mean(*runs[0]) / mean(*runs[1]))

    row = found["o03", "two"]["packets-1000-k2-gap010"]
    least = min(mean("packets-1000-k2-gap010", name) for name in measures.ON_SUMS)
    expected = least / mean("packets-1000-k2-gap010", "delayed_ucb1")
    assert row["estimate"] == pytest.approx(expected)


def test_readings_are_of_their_settings(found):
    assert all("-k2-" in key for key in found["o06", "two"])
    assert all("-k10-" in key for key in found["o06", "in_turn"])
    assert not any(key.startswith(("packets", "fixed")) for key in found["o06", "ten"])
    assert {key.partition("-k")[0] for key in found["o02", "successes"]} == {
        "late-successes",
        "biased",
    }


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
