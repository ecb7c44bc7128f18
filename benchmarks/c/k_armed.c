/* UCB1 that waits, QPM-D and ODAAF on K arms of Bernoulli rewards, and their regret. */

#include <math.h>
#include <string.h>

#include "outstanding.h"

static int64_t ucb1_choice(int64_t n_arms, const double *mean, const int64_t *count, int64_t rounds)
{
    int64_t choice = 0;
    double largest = -INFINITY;
    double exploration = 2 * log(rounds > 1 ? rounds : 1);
    for (int64_t a = 0; a < n_arms; a++) {
        double index = count[a] > 0 ? mean[a] + sqrt(exploration / count[a]) : INFINITY;
        if (index > largest) {
            choice = a;
            largest = index;
        }
    }
    return choice;
}

void delayed_ucb1(int64_t horizon, int64_t n_arms, const double *means, const double *uniforms,
                  const int32_t *delays, int32_t *played)
{
    double total[n_arms], mean[n_arms];
    int64_t count[n_arms];
    memset(total, 0, sizeof total);
    memset(mean, 0, sizeof mean);
    memset(count, 0, sizeof count);
    Outstanding outstanding = none_outstanding(horizon);
    int64_t unobserved = n_arms, arm = -1;
    for (int64_t t = 0; t < horizon; t++) {
        if (unobserved > 0) {
            do
                arm = (arm + 1) % n_arms;
            while (count[arm] > 0);
        } else {
            arm = ucb1_choice(n_arms, mean, count, t + 1);
        }
        played[t] = arm;
        add_outstanding(&outstanding, t, delays[t]);
        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s)) {
            int64_t sender = played[s];
            unobserved -= count[sender] == 0;
            total[sender] += uniforms[s] < means[sender];
            count[sender]++;
            mean[sender] = total[sender] / count[sender];
        }
    }
    release(&outstanding);
}

void qpmd(int64_t horizon, int64_t n_arms, const double *means, const double *uniforms,
          const int32_t *delays, int32_t *played)
{
    double total[n_arms], mean[n_arms];
    int64_t count[n_arms], arrivals[n_arms];
    memset(total, 0, sizeof total);
    memset(mean, 0, sizeof mean);
    memset(count, 0, sizeof count);
    memset(arrivals, 0, sizeof arrivals);
    double *queue = malloc(n_arms * horizon * sizeof *queue);
    Outstanding outstanding = none_outstanding(horizon);
    int64_t rounds = 0, prediction = 0;
    for (int64_t t = 0; t < horizon; t++) {
        while (count[prediction] < arrivals[prediction]) {
            total[prediction] += queue[prediction * horizon + count[prediction]++];
            mean[prediction] = total[prediction] / count[prediction];
            prediction = ucb1_choice(n_arms, mean, count, ++rounds);
        }
        played[t] = prediction;
        add_outstanding(&outstanding, t, delays[t]);
        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s)) {
            int64_t arm = played[s];
            queue[arm * horizon + arrivals[arm]++] = uniforms[s] < means[arm];
        }
    }
    release(&outstanding);
    free(queue);
}

typedef struct {
    int64_t horizon;
    const double *means, *uniforms;
    const int32_t *delays;
    int32_t *played;
    double *sums;
} Anonymous;

static double play_block(Anonymous *view, int64_t t, int64_t arm, int64_t rounds)
{
    double total = 0.0;
    for (int64_t s = t; s < t + rounds; s++) {
        view->played[s] = arm;
        int64_t arrival = s + view->delays[s];
        if (arrival < view->horizon)
            view->sums[arrival] += view->uniforms[s] < view->means[arm];
        total += view->sums[s];
    }
    return total;
}

/* ODAAF without a bridge; samples[m] is n_m for m < n_samples, with n_0 = 0. */
void odaaf(int64_t horizon, int64_t n_arms, const double *means, const double *uniforms,
           const int32_t *delays, const int64_t *samples, int64_t n_samples, int32_t *played)
{
    Anonymous view = {horizon, means, uniforms, delays, played, calloc(horizon, sizeof(double))};
    double total[n_arms], mean[n_arms], tolerance = 1.0;
    int active[n_arms];
    int64_t t = 0, best = 0;
    for (int64_t a = 0; a < n_arms; a++) {
        total[a] = 0.0;
        active[a] = 1;
    }
    for (int64_t m = 1; m < n_samples && t < horizon; m++) {
        tolerance /= 2;
        for (int64_t a = 0; a < n_arms; a++) {
            if (active[a]) {
                int64_t rounds = samples[m] - samples[m - 1];
                rounds = rounds < horizon - t ? rounds : horizon - t;
                total[a] += play_block(&view, t, a, rounds);
                t += rounds;
            }
            mean[a] = active[a] ? total[a] / samples[m] : -INFINITY;
        }
        best = 0;
        for (int64_t a = 1; a < n_arms; a++)
            best = mean[a] > mean[best] ? a : best;
        for (int64_t a = 0; a < n_arms; a++)
            active[a] = active[a] && mean[a] + tolerance >= mean[best];
    }
    play_block(&view, t, best, horizon - t);
    free(view.sums);
}

void k_armed_regret(int64_t horizon, int64_t n_arms, const double *means, const int32_t *played,
                    double *regret)
{
    double best = means[0], total = 0.0;
    for (int64_t a = 1; a < n_arms; a++)
        best = means[a] > best ? means[a] : best;
    for (int64_t t = 0; t < horizon; t++)
        regret[t] = total += best - means[played[t]];
}
