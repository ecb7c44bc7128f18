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

void otflinucb(int64_t horizon, int64_t n_arms, int64_t dimension,
               const double *action_sets, const double *theta, const double *uniforms,
               const int32_t *delays, int64_t first_arm, int64_t window, double confidence,
               double regularisation, int64_t *played)
{
    double *inverse = calloc(dimension * dimension, sizeof *inverse);
    double *conversions = calloc(dimension, sizeof *conversions);
    double *estimate = malloc(dimension * sizeof *estimate);
    double *norms = calloc(window, sizeof *norms);
    double *index = malloc(n_arms * sizeof *index);
    double *workspace = malloc(dimension * sizeof *workspace);
    double stored = 0.0;

    /* the slots of outstanding rounds, as in traces/slots.py */
    int64_t *round_ = malloc(horizon * sizeof *round_);
    int64_t *before = malloc(horizon * sizeof *before);
    int64_t *free_ = malloc(horizon * sizeof *free_);
    int64_t *arrivals = malloc(horizon * sizeof *arrivals);
    int32_t *last = malloc(horizon * sizeof *last);
    int64_t count = horizon;

    for (int64_t t = 0; t < horizon; t++) {
        free_[t] = horizon - 1 - t;
        last[t] = -1;
    }
    for (int64_t i = 0; i < dimension; i++)
        inverse[i * dimension + i] = 1.0 / regularisation;

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
        int converts = uniforms[t] < dot(theta, action, dimension);
        int64_t arrival = t + (converts ? delays[t] : horizon);
        int64_t taken = free_[--count];
        round_[taken] = t;
        if (arrival < horizon) {
            before[taken] = last[arrival];
            last[arrival] = taken;
        }

        double norm = sqrt(squared_norm(inverse, action, dimension));
        stored += norm - norms[t % window];
        norms[t % window] = norm;
        add_to_inverse(inverse, action, workspace, dimension);

        int64_t first = horizon; /* arrivals are listed in order of play */
        for (int64_t slot = last[t]; slot != -1; slot = before[slot]) {
            arrivals[--first] = slot;
            free_[count++] = slot;
        }
        for (; first < horizon; first++) {
            int64_t s = round_[arrivals[first]];
            if (t - s <= window) {
                const double *late = action_sets + (s * n_arms + played[s]) * dimension;
                for (int64_t i = 0; i < dimension; i++)
                    conversions[i] += late[i];
            }
        }
    }

    void *used[] = {inverse, conversions, estimate, norms, index, workspace,
                    round_, before, free_, arrivals, last};
    for (size_t k = 0; k < sizeof used / sizeof *used; k++)
        free(used[k]);
}
