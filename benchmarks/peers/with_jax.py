"""JAX: UCB1 without delays on two and ten arms, as a loop over runs at once.

All uniforms are drawn before the first round. `vmap` plays 100 runs, `scan` plays their rounds.
"""

import functools

import jax
import jax.numpy as jnp
from worker import Task

jax.config.update("jax_enable_x64", True)
RUNS, HORIZON, SEED = 100, 10_000, 2026


@functools.partial(jax.jit, static_argnames=("n_arms", "kind"))
def regrets(key: jax.Array, n_arms: int, kind: str) -> jax.Array:
    """Return the final regret of each run."""
    means = jnp.full(n_arms, 0.4, kind).at[0].set(0.5)

    def one_run(uniforms: jax.Array) -> jax.Array:
        def one_round(state: tuple, inputs: tuple) -> tuple:
            total, count, regret = state
            uniform, exploration = inputs
            index = total / count + jnp.sqrt(exploration / count)
            arm = jnp.argmax(jnp.where(count > 0, index, jnp.inf))
            played = jnp.arange(n_arms) == arm
            count, gap = count + played, means.max() - means[arm]
            return (total + played * (uniform < means[arm]), count, regret + gap), None

        explorations = 2 * jnp.log(jnp.arange(1, HORIZON + 1, dtype=kind))
        zeros = jnp.zeros(n_arms, kind)
        start = zeros, zeros, jnp.zeros((), kind)
        return jax.lax.scan(one_round, start, (uniforms, explorations))[0][2]

    return jax.vmap(one_run)(jax.random.uniform(key, (RUNS, HORIZON), kind))


def ucb(n_arms: int, kind: str, _rounds: int) -> None:
    """Simulate all rounds of all runs, also to warm up: another number is compiled anew."""
    regrets(jax.random.key(SEED), n_arms, kind).block_until_ready()


TASKS = [
    Task(
        f"UCB1, {kind}, {n_arms} arms",
        "UCB1 that waits" if n_arms == 2 else "UCB1 that waits, 10 arms",
        "no delays; regret of the last round alone; 100 runs at once",
        functools.partial(ucb, n_arms, kind),
        RUNS * HORIZON,
    )
    for n_arms in (2, 10)
    for kind in ("float32", "float64")
]
