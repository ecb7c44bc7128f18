/* OTFLinUCB with stored norms, and its regret. */

#include <math.h>

#include "outstanding.h"

#define TIE 1e-9

static inline double dot(const double *x, const double *y, int64_t size)
{
    double total = 0.0;
    for (int64_t i = 0; i < size; i++)
        total += x[i] * y[i];
    return total;
}

static inline void multiply(const double *matrix, const double *x, double *out, int64_t size)
{
    for (int64_t i = 0; i < size; i++)
        out[i] = dot(matrix + i * size, x, size);
}

static inline double squared_norm(const double *matrix, const double *x, int64_t size)
{
    double total = 0.0;
    for (int64_t i = 0; i < size; i++) {
        double below = dot(matrix + i * size, x, i);
        total += x[i] * (2.0 * below + matrix[i * size + i] * x[i]);
    }
    return total;
}

static inline void add_to_inverse(double *inverse, const double *x, double *workspace, int64_t size)
{
    multiply(inverse, x, workspace, size);
    double scale = 1.0 / (1.0 + dot(x, workspace, size));
    for (int64_t i = 0; i < size; i++)
        for (int64_t j = 0; j < size; j++)
            inverse[i * size + j] -= scale * (workspace[i] * workspace[j]);
}

static inline int64_t first_maximum(const double *values, int64_t size)
{
    double largest = values[0];
    for (int64_t i = 1; i < size; i++)
        largest = values[i] > largest ? values[i] : largest;
    for (int64_t i = 0; i < size; i++)
        if (values[i] >= largest - TIE)
            return i;
    return 0;
}

void otflinucb(int64_t horizon, int64_t n_arms, int64_t dimension, const double *action_sets,
               const double *theta, const double *uniforms, const int32_t *delays,
               int64_t first_arm, int64_t window, double confidence, double regularisation,
               int64_t *played)
{
    double inverse[dimension * dimension], conversions[dimension], estimate[dimension];
    double index[n_arms], workspace[dimension], stored = 0.0;
    double *norms = calloc(window, sizeof *norms);
    Outstanding outstanding = none_outstanding(horizon);
    for (int64_t i = 0; i < dimension; i++) {
        conversions[i] = 0.0;
        for (int64_t j = 0; j < dimension; j++)
            inverse[i * dimension + j] = i == j ? 1.0 / regularisation : 0.0;
    }
    for (int64_t t = 0; t < horizon; t++) {
        const double *arms = action_sets + t * n_arms * dimension;
        int64_t choice = first_arm;
        if (t > 0) {
            double growth = (dimension * regularisation + t + 1) / (dimension * regularisation);
            double radius = sqrt(regularisation)
                            + sqrt(2 * log(1 / confidence) + dimension * log(growth));
            double width = 2 * radius + stored;
            multiply(inverse, conversions, estimate, dimension);
            for (int64_t a = 0; a < n_arms; a++) {
                const double *arm = arms + a * dimension;
                index[a] = dot(arm, estimate, dimension)
                           + width * sqrt(squared_norm(inverse, arm, dimension));
            }
            choice = first_maximum(index, n_arms);
        }
        const double *action = arms + choice * dimension;
        played[t] = choice;
        if (uniforms[t] < dot(theta, action, dimension))
            add_outstanding(&outstanding, t, delays[t]);

        double norm = sqrt(squared_norm(inverse, action, dimension));
        stored += norm - norms[t % window];
        norms[t % window] = norm;
        add_to_inverse(inverse, action, workspace, dimension);
        for (int64_t s = first_arrival(&outstanding, t); s >= 0;
             s = next_arrival(&outstanding, t, s)) {
            const double *late = action_sets + (s * n_arms + played[s]) * dimension;
            if (t - s <= window)
                for (int64_t i = 0; i < dimension; i++)
                    conversions[i] += late[i];
        }
    }
    release(&outstanding);
    free(norms);
}

void linear_regret(int64_t horizon, int64_t n_arms, int64_t dimension, const double *action_sets,
                   const double *theta, const int64_t *played, double *regret)
{
    double total = 0.0;
    for (int64_t t = 0; t < horizon; t++) {
        const double *arms = action_sets + t * n_arms * dimension;
        double best = -INFINITY;
        for (int64_t a = 0; a < n_arms; a++) {
            double mean = dot(theta, arms + a * dimension, dimension);
            best = mean > best ? mean : best;
        }
        regret[t] = total += best - dot(theta, arms + played[t] * dimension, dimension);
    }
}
