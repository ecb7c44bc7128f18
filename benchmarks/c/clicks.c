/* Thompson sampling, and algorithms in batches for conversions that come late.

Draws from Beta distributions are those of `kernels/counter_based.py`: functions of key, round and arm. */

#include <math.h>
#include <string.h>

#include "outstanding.h"

#define STEP 0x9E3779B97F4A7C15
#define LAYERS 256
#define EDGE 3.6541528853610088
#define AREA 0.00492867323399
#define SQUEEZE (6 * 0.0331)

static double widths[LAYERS + 1], heights[LAYERS + 1];

__attribute__((constructor)) static void tabulate_layers(void)
{
    widths[0] = AREA / exp(-EDGE * EDGE / 2);
    widths[1] = EDGE;
    for (int k = 2; k < LAYERS; k++)
        widths[k] = sqrt(-2 * log(exp(-widths[k - 1] * widths[k - 1] / 2) + AREA / widths[k - 1]));
    for (int k = 0; k <= LAYERS; k++)
        heights[k] = exp(-widths[k] * widths[k] / 2);
}

static inline uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

static inline double uniform(uint64_t counter)
{
    return ((int64_t)(mix(counter) >> 11) + 0.5) * 0x1p-53;
}

static double tail(uint64_t *counter)
{
    double beyond, height;
    do {
        beyond = -log(uniform(*counter)) / EDGE;
        height = -log(uniform(*counter + STEP));
        *counter += 2 * STEP;
    } while (2 * height <= beyond * beyond);
    return EDGE + beyond;
}

static inline double normal(uint64_t *counter)
{
    for (;;) {
        uint64_t bits = mix(*counter);
        int layer = bits % LAYERS;
        double x = (((int64_t)bits >> 11) + 0.5) * 0x1p-52 * widths[layer];
        *counter += STEP;
        if (fabs(x) < widths[layer + 1])
            return x;
        if (layer == 0)
            return copysign(tail(counter), x);
        double share = uniform(*counter);
        *counter += STEP;
        if (heights[layer] + share * (heights[layer + 1] - heights[layer]) < exp(-0.5 * x * x))
            return x;
    }
}

/* A gamma distribution of shape at least 1. */
typedef struct {
    double d, c;
} Gamma;

static inline Gamma gamma_of(double shape)
{
    double d = shape - 1.0 / 3;
    return (Gamma){d, 1 / sqrt(9 * d)};
}

/* -1 if rejected */
static inline double gamma_from(Gamma distribution, double x, double share)
{
    double root = 1 + distribution.c * x, square = x * x, cube = root * root * root;
    if (root <= 0)
        return -1;
    if (share < 1 - SQUEEZE * (distribution.c * square) * (distribution.c * square)
        || log(share) < 0.5 * square + distribution.d * (1 - cube + log(cube)))
        return distribution.d * cube;
    return -1;
}

/* The arm of the largest draw from Beta(a, b), with the gamma distributions of a and b of each arm. */
static inline int64_t largest_draw(int64_t n_arms, Gamma distributions[][2], uint64_t key, int64_t t)
{
    int64_t choice = 0;
    double best = -1, rest = 1;
    const uint64_t start = mix(key + t * STEP);
    for (int64_t arm = 0; arm < n_arms; arm++) {
        uint64_t counter = start + arm * (STEP << 32);
        double first, second;
        do {
            double x = normal(&counter), y = normal(&counter);
            uint64_t bits = mix(counter);
            counter += STEP;
            first = gamma_from(distributions[arm][0], x, ((bits >> 32) + 0.5) * 0x1p-32);
            second = gamma_from(distributions[arm][1], y, ((uint32_t)bits + 0.5) * 0x1p-32);
        } while (first < 0 || second < 0);
        if (first * rest > second * best) {
            choice = arm;
            best = first;
            rest = second;
        }
    }
    return choice;
}

void thompson(int64_t horizon, int64_t n_arms, const double *means, const double *uniforms,
              const int32_t *delays, uint64_t key, int32_t *played)
{
    double a[n_arms], b[n_arms];
    Gamma distributions[n_arms][2];
    for (int64_t arm = 0; arm < n_arms; arm++) {
        a[arm] = b[arm] = 1;
        distributions[arm][0] = distributions[arm][1] = gamma_of(1);
    }
    Outstanding outstanding = none_outstanding(horizon);
    for (int64_t t = 0; t < horizon; t++) {
        played[t] = largest_draw(n_arms, distributions, key, t);
        add_outstanding(&outstanding, t, delays[t]);
        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s)) {
            int64_t arm = played[s];
            if (uniforms[s] < means[arm])
                distributions[arm][0] = gamma_of(++a[arm]);
            else
                distributions[arm][1] = gamma_of(++b[arm]);
        }
    }
    release(&outstanding);
}

static double divergence(double p, double q)
{
    double total = p > 0 ? p * log(p / q) : 0;
    return p < 1 ? total + (1 - p) * log((1 - p) / (1 - q)) : total;
}

/* The largest q with KL(p, q) <= level, by Newton's method. */
static double largest_mean(double p, double level)
{
    double q = 0.5 * (1 + p);
    if (p >= 1 || level <= 0)
        return p;
    for (int k = 0; k < 100 && p < q && q < 1; k++) {
        double step = (divergence(p, q) - level) * q * (1 - q) / (q - p);
        int small = fabs(step) < 1e-5 * fmin(q - p, 1 - q);
        q = q - step >= 1 ? 0.5 * (1 + q) : q - step <= p ? 0.5 * (p + q) : q - step;
        if (small)
            break;
    }
    return q;
}

/* D-TS if `draws`, else KL-UCB. Failures are never announced; the conversion of round t takes
   `scales[arm]` times `times[t]`, rounded. A click of an age counts by its entry of `table`, shape
   (n_arms, horizon); without one it counts 1. */
void play_in_batches(int64_t horizon, int64_t n_arms, const double *means, const double *uniforms,
                     const double *times, const double *scales, const double *table, int64_t draws,
                     uint64_t key, int64_t first, int64_t every, int32_t *played)
{
    double pulls[n_arms], conversions[n_arms], count[n_arms];
    int64_t update = first, arm = 0;
    Gamma distributions[n_arms][2];
    memset(pulls, 0, sizeof pulls);
    memset(conversions, 0, sizeof conversions);
    Outstanding outstanding = none_outstanding(horizon);
    for (int64_t t = 0; t < horizon; t++) {
        if (t == update) {
            double largest = -1;
            update += every;
            memcpy(count, pulls, sizeof count);
            if (table) {
                memset(count, 0, sizeof count);
                for (int64_t s = 0; s < t; s++)
                    count[played[s]] += table[played[s] * horizon + t - 1 - s];
            }
            for (int64_t k = 0; k < n_arms; k++) {
                double mean = fmin(1, conversions[k] / count[k]), index = 1;
                distributions[k][0] = gamma_of(1 + conversions[k]);
                distributions[k][1] = gamma_of(fmax(1, 1 + count[k] - conversions[k]));
                if (!draws && count[k] > 0)
                    index = largest_mean(mean, log(t) / count[k]);
                if (index > largest) {
                    largest = index;
                    arm = k;
                }
            }
        }
        if (t < first)
            arm = uniform(mix(mix(key + t * STEP))) * n_arms;
        else if (draws)
            arm = largest_draw(n_arms, distributions, key, t);
        played[t] = arm;
        pulls[arm]++;
        if (uniforms[t] < means[arm])
            add_outstanding(&outstanding, t, 0.5 + scales[arm] * times[t]);
        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s))
            conversions[played[s]]++;
    }
    release(&outstanding);
}
