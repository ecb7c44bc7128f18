"""Conclusions on Zhang et al. (2025)."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "Within our tolerance of a quarter, regret grows no faster than the theorem's powers, "
        "with one instance for all runs. With the theorem's β it grows like 1/Δ_min to the power "
        "of at most {c19.printed.greatest:.2f}, where the bound has 1. From an instance in n = 3 "
        "dimensions to one in n = 6 it grows like n to the power of {c09.printed[fixed]:.2f}, "
        "where the bound has 2. (These are two instances, so its interval has the noise of the "
        "runs only.)",
        {f"{name}.printed": "reproduced" for name in ("c08", "c09", "c19")},
    ),
    Conclusion(
        "With the theorem's β, the factor of its confidence width, Algorithm 1 has "
        "{o12.printed.range:.0f} times the regret of LinUCB on losses with D = 100 or 1,000. This "
        "LinUCB has the textbook's width for noise of size 1 (R = 1), and the best of four ways "
        "to treat missing losses. (Only the way that waits D rounds has valid confidence bounds.) "
        "The narrower widths have at most two ways, without valid bounds. With our width of 1 "
        "times the norm (α = 1), LinUCB has less regret than Algorithm 1 with β = 0.5, too, in "
        "{o12.tuned.count} comparisons on losses. With R = 1/2 it has less in "
        "{o12.half_long.count} comparisons on losses with D = 1,000. With D = 100 it has less in "
        "{o12.half_short.count}, and the order is open in the others. On rewards it has less in "
        "{o12.half_rewards.count}, and more in one. With 64 runs and n = 6, on losses and rewards, "
        "it has less in {o12.half_many.count}.",
        dict.fromkeys(
            (f"o12.{key}" for key in ("printed", "tuned", "half_long", "half_many")), "reproduced"
        )
        | {"o12.half_short": "inconclusive", "o12.half_rewards": "inconclusive"},
        headline="On losses the paper's phased elimination, with the theorem's factor β of the "
        "confidence width, has {o12.printed.range:.0f} times the regret of LinUCB with the "
        "textbook's width for noise of size 1 (R = 1). We ran 100,000 rounds with D = 100 or "
        "1,000, n = 6 to 10 and 70 actions, and take the best of four ways to treat missing "
        "losses. (Only that which waits D rounds has valid confidence bounds.) With β = 0.5, our "
        "choice, elimination has less regret than this LinUCB in {o10.short.count} comparisons "
        "with D = 100, and more in {o10.long.count} with D = 1,000. With R = 1/2 LinUCB has less "
        "with D = 100, too, in {o12.half_short.count}, and the order is open in the others. "
        "Without its guess B of the least mean loss elimination has less than with R = 1 in "
        "{o10.no_guess.count}. One may "
        "answer that the bounds match, not the regrets. By the theorem, what delay adds grows "
        "with T only through the best action's delay, however long the others' are. We test only "
        "Section 3, which has no contexts.",
    ),
    Conclusion(
        "With β = 0.5, our choice, and D = 1,000 the guess B decides the order on losses, against "
        "the best LinUCB with R = 1. (Algorithm 1 guesses the least mean loss, and starts again "
        "with twice the guess if all actions are eliminated.) With the guess it has more regret "
        "in {o10.long.count} comparisons with D = 1,000, and less in {o10.short.count} with D = "
        "100. Without the guess it has less in {o10.no_guess.count}, with either D. Our mirror "
        "image for rewards, which has no guess, has less in {o10.rewards.count}.",
        dict.fromkeys((f"o10.{key}" for key in ("short", "long", "no_guess")), "reproduced"),
    ),
    Conclusion(
        "With many actions a spanner, a few actions that combine to all others, has less regret "
        "than playing all active actions. With 1,000 actions in 6 dimensions playing all has "
        "{o13.all[designs-1000]:.1f} times the spanner's regret if D = 10, and "
        "{o13.all[designs-1000-delayed]:.1f} times if D = 1,000. With the same kind of bounds a "
        "G-optimal design has {o13.optimal[designs-1000]:.0%} and "
        "{o13.optimal[designs-1000-delayed]:.0%} of the spanner's regret. With the narrower width "
        "of least squares it has {o13.joint[designs-1000]:.0%} and "
        "{o13.joint[designs-1000-delayed]:.0%}. With the G-optimal design the narrower width makes "
        "the difference; we did not run the spanner with this width. (β is 0.5, and no guess is "
        "made.)",
        dict.fromkeys((f"o13.{key}" for key in ("all", "optimal", "joint")), "reproduced"),
    ),
    Conclusion(
        "In one comparison in which all delays are shorter by the same amount, so that the "
        "shortest is near 0, the cost of delay grows less with T, as the paper says of the "
        "shortest. With the theorem's β the growth of regret by delay from T = 500,000 to "
        "2,000,000 differs by {c11.printed} from that with the longer delays. In total delay adds "
        "less regret in {c12.printed.count} comparisons, and the other is open. Whether the cost "
        "of delay grows with T no faster than the theorem's bound is undecided.",
        {"c11.printed": "reproduced", "c07.printed": "inconclusive", "c12.printed": "inconclusive"},
    ),
]
