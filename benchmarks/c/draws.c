/* What is drawn up front, from the uniforms of all rounds. */

#include <math.h>
#include <stdint.h>

/* The delay of each round from a table of P(D <= d), d = low, low + 1, ..., by a guided search. */
void tabulated_delays(int64_t horizon, const double *uniforms, int64_t low, const double *cdf,
                      const int32_t *guide, int64_t cells, int32_t *delays)
{
    for (int64_t t = 0; t < horizon; t++) {
        int64_t row = guide[(int64_t)(uniforms[t] * cells)];
        while (cdf[row] <= uniforms[t])
            row++;
        delays[t] = low + row < horizon ? low + row : horizon;
    }
}

/* Geometric delays on 1, 2, ...; `rate` is minus the logarithm of the probability of failure. */
void geometric_delays(int64_t horizon, const double *uniforms, double rate, int32_t *delays)
{
    for (int64_t t = 0; t < horizon; t++) {
        double delay = 1 - log(1 - uniforms[t]) / rate;
        delays[t] = delay < horizon ? delay : horizon;
    }
}

/* Exponential times of mean 1. */
void exponential_times(int64_t horizon, const double *uniforms, double *times)
{
    for (int64_t t = 0; t < horizon; t++)
        times[t] = -log(1 - uniforms[t]);
}

/* `count` arms, uniform on the rows of `corners`. */
void corner_actions(int64_t count, int64_t dimension, const double *uniforms, int64_t n_corners,
                    const double *corners, double *actions)
{
    for (int64_t a = 0; a < count; a++) {
        const double *corner = corners + (int64_t)(uniforms[a] * n_corners) * dimension;
        for (int64_t i = 0; i < dimension; i++)
            actions[a * dimension + i] = corner[i];
    }
}

/* The states of losses whose means jump, in phases that grow by 1.6. */
void phase_states(int64_t horizon, const double *uniforms, double gap, uint8_t *states)
{
    int64_t start = 0, length = 1;
    int late = 0;
    while (start < horizon) {
        int64_t end = start + length < horizon ? start + length : horizon;
        double mean = late ? 1 - gap : gap;
        for (int64_t t = start; t < end; t++)
            states[t] = 2 * late + (uniforms[t] < mean);
        start += length;
        length = ceil(1.6 * length);
        late = !late;
    }
}
