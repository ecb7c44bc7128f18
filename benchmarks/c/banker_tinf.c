/* Banker-TINF with pooled savings, and its regret. */

#include <math.h>

#include "outstanding.h"

#define SMALL 1e-7
#define MOST_STEPS 100

static double action_scale(int64_t t, int64_t outstanding, double experienced)
{
    double inverse = 1 / sqrt(t);
    if (outstanding > 0)
        inverse += outstanding * sqrt(log(experienced + 1) / experienced);
    return 1 / inverse;
}

/* x_i = (nu - dual_i)^-2 with sum 1; `dual` becomes the gradient at x. */
static void tsallis_map(int64_t n_arms, double *dual, double *x)
{
    double largest = dual[0], likeliest = x[0];
    for (int64_t i = 1; i < n_arms; i++) {
        largest = dual[i] > largest ? dual[i] : largest;
        likeliest = x[i] > likeliest ? x[i] : likeliest;
    }
    double r = 1 / sqrt(likeliest), step = 0.0;
    for (int k = 0; k < MOST_STEPS; k++) {
        double total = 0.0, slope = 0.0;
        for (int64_t i = 0; i < n_arms; i++) {
            double root = 1 / (r + (largest - dual[i]));
            x[i] = root;
            total += root * root;
            slope += root * root * root;
        }
        step = total * (sqrt(total) - 1) / slope;
        if (fabs(total - 1) <= SMALL)
            break;
        r = r + step > 1.0 ? r + step : 1.0;
    }
    double total = 0.0;
    for (int64_t i = 0; i < n_arms; i++) {
        double part = x[i] * step;
        x[i] *= x[i] * (1 - 2 * part + 3 * part * part);
        total += x[i];
    }
    for (int64_t i = 0; i < n_arms; i++) {
        x[i] /= total;
        dual[i] -= r + step + largest;
    }
}

static int64_t drawn_arm(int64_t n_arms, const double *x, double uniform)
{
    int64_t arm = 0;
    double reached = 0.0;
    for (int64_t i = 0; i < n_arms - 1; i++) {
        reached += x[i];
        arm += uniform >= reached;
    }
    while (x[arm] == 0)
        arm--;
    return arm;
}

/* `losses` and `means` have a row for each state; `uniforms` are the learner's. */
void banker_tinf(int64_t horizon, int64_t n_arms, const uint8_t *states, const double *losses,
                 const double *means, const int32_t *delays, const double *uniforms,
                 uint16_t *played, float *expected_losses)
{
    double dual[n_arms], x[n_arms], pooled[n_arms], savings = 0.0, experienced = 0.0;
    const double default_dual = -sqrt(n_arms);
    /* a slot for each outstanding round; the free ones that were used are on a stack */
    double *duals = malloc(horizon * n_arms * sizeof *duals);
    double *scales = malloc(horizon * sizeof *scales), *weights = malloc(horizon * sizeof *weights);
    int32_t *slot_of = malloc(horizon * sizeof *slot_of), *free_ = malloc(horizon * sizeof *free_);
    int64_t n_free = 0, used_slots = 0, n_outstanding = 0;
    Outstanding outstanding = none_outstanding(horizon);
    for (int64_t i = 0; i < n_arms; i++) {
        x[i] = 1.0 / n_arms;
        pooled[i] = 0.0;
    }
    for (int64_t t = 0; t < horizon; t++) {
        experienced += n_outstanding;
        double scale = action_scale(t + 1, n_outstanding, experienced);
        double used = scale < savings ? scale : savings;
        savings -= used;
        for (int64_t i = 0; i < n_arms; i++)
            dual[i] = (used * pooled[i] + (scale - used) * default_dual) / scale;
        tsallis_map(n_arms, dual, x);

        int64_t arm = drawn_arm(n_arms, x, uniforms[t]);
        double expected = 0.0;
        for (int64_t i = 0; i < n_arms; i++)
            expected += x[i] * means[states[t] * n_arms + i];
        played[t] = arm;
        expected_losses[t] = expected;
        add_outstanding(&outstanding, t, delays[t]);
        int64_t slot = n_free > 0 ? free_[--n_free] : used_slots++;
        slot_of[t] = slot;
        scales[slot] = scale;
        weights[slot] = x[arm] * scale;
        for (int64_t i = 0; i < n_arms; i++)
            duals[slot * n_arms + i] = dual[i];
        n_outstanding++;

        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s)) {
            slot = slot_of[s];
            double *late = duals + slot * n_arms;
            late[played[s]] -= losses[states[s] * n_arms + played[s]] / weights[slot];
            savings += scales[slot];
            double share = scales[slot] / savings;
            for (int64_t i = 0; i < n_arms; i++)
                pooled[i] += share * (late[i] - pooled[i]);
            free_[n_free++] = slot;
            n_outstanding--;
        }
    }
    release(&outstanding);
    void *arrays[] = {duals, scales, weights, slot_of, free_};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
}

void mixed_regret(int64_t horizon, int64_t n_arms, const uint8_t *states, const double *means,
                  const float *expected_losses, float *regret)
{
    double totals[n_arms], total = 0.0;
    for (int64_t a = 0; a < n_arms; a++)
        totals[a] = 0.0;
    for (int64_t t = 0; t < horizon; t++)
        for (int64_t a = 0; a < n_arms; a++)
            totals[a] += means[states[t] * n_arms + a];
    int64_t best = 0;
    for (int64_t a = 1; a < n_arms; a++)
        best = totals[a] < totals[best] ? a : best;
    for (int64_t t = 0; t < horizon; t++)
        regret[t] = total += expected_losses[t] - means[states[t] * n_arms + best];
}
