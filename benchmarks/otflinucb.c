/* OTFLinUCB with stored norms: `_replay` of src/delayed_bandits/algorithms/otflin.py, line by line. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define TIE 1e-9

static double dot(const double *x, const double *y, int64_t size)
{
    double total = 0.0;
    for (int64_t i = 0; i < size; i++)
        total += x[i] * y[i];
    return total;
}

static void multiply(const double *matrix, const double *x, double *out, int64_t size)
{
    for (int64_t i = 0; i < size; i++)
        out[i] = dot(matrix + i * size, x, size);
}

static double squared_norm(const double *matrix, const double *x, int64_t size)
{
    double total = 0.0;
    for (int64_t i = 0; i < size; i++) {
        double below = dot(matrix + i * size, x, i);
        total += x[i] * (2.0 * below + matrix[i * size + i] * x[i]);
    }
    return total;
}

static void add_to_inverse(double *inverse, const double *x, double *workspace, int64_t size)
{
    multiply(inverse, x, workspace, size);
    double scale = 1.0 / (1.0 + dot(x, workspace, size));
    for (int64_t i = 0; i < size; i++)
        for (int64_t j = 0; j < size; j++)
            inverse[i * size + j] -= scale * (workspace[i] * workspace[j]);
}

static int64_t first_maximum(const double *values, int64_t size)
{
    double largest = values[0];
    for (int64_t i = 1; i < size; i++)
        largest = values[i] > largest ? values[i] : largest;
    for (int64_t i = 0; i < size; i++)
        if (values[i] >= largest - TIE)
            return i;
    return 0;
}

/* Rounds whose feedback is first usable in round t: order[first[t]] to order[first[t + 1] - 1]. */
static void arrivals(const int64_t *delays, int64_t horizon, int64_t *first, int64_t *order)
{
    int64_t *free_ = malloc((horizon + 1) * sizeof *free_);
    for (int64_t t = 0; t <= horizon; t++)
        first[t] = 0;
    for (int64_t s = 0; s < horizon; s++)
        if (delays[s] < horizon - 1 - s)
            first[s + delays[s] + 2]++;
    for (int64_t t = 0; t < horizon; t++)
        first[t + 1] += first[t];
    for (int64_t t = 0; t <= horizon; t++)
        free_[t] = first[t];
    for (int64_t s = 0; s < horizon; s++)
        if (delays[s] < horizon - 1 - s)
            order[free_[s + delays[s] + 1]++] = s;
    free(free_);
}

void otflinucb(int64_t horizon, int64_t number, int64_t dimension, const double *theta,
               const double *arms, const double *reward_uniforms, const int64_t *delays,
               const double *learner_uniforms, int64_t window, double confidence,
               double regularisation, int64_t *played)
{
    int64_t *first = malloc((horizon + 1) * sizeof *first);
    int64_t *order = malloc(horizon * sizeof *order);
    char *converted = malloc(horizon);
    double *inverse = calloc(dimension * dimension, sizeof *inverse);
    double *conversions = calloc(dimension, sizeof *conversions);
    double *estimate = malloc(dimension * sizeof *estimate);
    double *norms = calloc(window, sizeof *norms);
    double *index = malloc(number * sizeof *index);
    double *workspace = malloc(dimension * sizeof *workspace);
    double stored = 0.0;

    arrivals(delays, horizon, first, order);
    for (int64_t i = 0; i < dimension; i++)
        inverse[i * dimension + i] = 1.0 / regularisation;

    for (int64_t t = 0; t < horizon; t++) {
        const double *choices = arms + t * number * dimension;
        for (int64_t k = first[t]; k < first[t + 1]; k++) {
            int64_t s = order[k];
            if (converted[s] && delays[s] <= window) {
                const double *action = arms + (s * number + played[s]) * dimension;
                for (int64_t i = 0; i < dimension; i++)
                    conversions[i] += action[i];
            }
        }

        if (t == 0) {
            played[t] = (int64_t)(learner_uniforms[t] * number);
        } else {
            double growth = (dimension * regularisation + t + 1) / (dimension * regularisation);
            double radius = sqrt(regularisation)
                            + sqrt(2 * log(1 / confidence) + dimension * log(growth));
            double width = 2 * radius + stored;
            multiply(inverse, conversions, estimate, dimension);
            for (int64_t a = 0; a < number; a++) {
                const double *arm = choices + a * dimension;
                index[a] = dot(arm, estimate, dimension)
                           + width * sqrt(squared_norm(inverse, arm, dimension));
            }
            played[t] = first_maximum(index, number);
        }

        const double *action = choices + played[t] * dimension;
        converted[t] = reward_uniforms[t] < dot(theta, action, dimension);
        double norm = sqrt(squared_norm(inverse, action, dimension));
        stored += norm - norms[t % window];
        norms[t % window] = norm;
        add_to_inverse(inverse, action, workspace, dimension);
    }

    free(first);
    free(order);
    free(converted);
    free(inverse);
    free(conversions);
    free(estimate);
    free(norms);
    free(index);
    free(workspace);
}
