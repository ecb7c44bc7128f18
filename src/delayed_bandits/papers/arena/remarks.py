"""Why each claim of the arena has its verdict."""

O01 = (
    "With 2 arms it holds at a mean delay of 1,000 rounds (0.2 to 1.3), and at 100 rounds it is "
    "mostly undecided. With 10 arms it fails under fixed delays (4.2 to 6.9) and in packets (8.8 "
    "and 15.3): an arm's index does not fall until its feedback comes, so arm after arm is played "
    "for a delay's length. The theorem adds over arms, which allows 9 and 18."
)
O02 = (
    "Under the fixed delay with 10 arms and gap 0.2 QPM-D plays each of nine arms for 1,001 "
    "rounds, which costs 1,802; Delayed-UCB1 takes turns first and then plays each arm about as "
    "long, 2,025. Late successes cost QPM-D 8 to 48 times as much with 2 arms. Under geometric "
    "and uniform delays the two cannot be told apart."
)
O03 = (
    "With 10 arms and small or scattered delays the factor is 1.7 to 2.2. At a mean delay of "
    "1,000 rounds it is 8 to 49 with 2 arms and 1.7 to 5.2 with 10. Where only the other arms' "
    "feedback is late, or only failures, crediting what arrives to the arm that is played favours "
    "the best arm, and UCB1 on sums has 0.03 to 0.4 times the regret."
)
O04 = (
    "In every world with a delay the best player without the assumption is Tsallis-INF, which "
    "ignores delays. Under a fixed delay of 1,000 rounds with 10 arms it goes from 504 to 696 and "
    "KL-UCB, which is deterministic, from 228 to 1,088; Exp3 has 10,978 there. Under biased "
    "delays, which mislead KL-UCB, it has 0.7 and 0.3 times the regret."
)
O05 = (
    "It fails on the square wave. With 10 arms KL-UCB finds the arm that is best on average (372, "
    "Tsallis-INF 731). With 2 arms feedback comes in anti-phase and KL-UCB loses twice what "
    "uniform play does, but OTFLinTS (373) and PatientBandits (453) have less than Tsallis-INF "
    "(533)."
)
O06 = (
    "The statement of chapelle2011, where feedback comes in batches, with its measure. A delay "
    "adds to both, and Thompson sampling has less to begin with: under the fixed delay with 2 "
    "arms and gap 0.2 UCB goes from 95 to 136 and Thompson sampling from 18 to 105, so that the "
    "ratio falls from 5.2 to 1.3. It rises with 10 arms where UCB plays arm after arm for a "
    "delay's length: under the fixed delay, and where all but the best arm are late."
)
O07 = (
    "None of the decided cases is outside, and all eight undecided ones have 2 arms. Eliminations "
    "are at 1.99 to 2.1: they need twice the plays. Delayed-UCB1 is below, at 1.7 to 1.9 with 2 "
    "arms. KL-UCB and Thompson sampling vary too much for 30 seeds."
)
O08 = (
    "Late rewards of 1, or of 0, alone mislead few: QPM-D with 2 arms (7 to 27), Thompson "
    "sampling with 10 (3.0). It takes delays that depend on the arm, too: where the best arm's "
    "rewards of 1 and the others' of 0 are late, KL-UCB and Thompson sampling pay 3 to 19 times; "
    "where half of the best arm's rewards of 1 are lost, those that learn pay 2 to 230 times."
)
O09 = (
    "Half of the delays of shape 1 are at most 2 rounds and 99 % at most 100, so little is "
    "outstanding: it is the median that matters. One case is undecided, KL-UCB with 2 arms and "
    "gap 0.2, whose regret is 29 against 22 without delay."
)
O10 = (
    "It holds where UCB plays arm after arm for a delay's length, and where failures are late. It "
    "fails under the fixed delay with 2 arms and gap 0.2: both lose half of the first 1,000 "
    "rounds, 100, of which UCB would have explored 95 anyway. Where successes are late Thompson "
    "sampling pays more, most of all where they are so for the best arm only (843 and 1,070)."
)
