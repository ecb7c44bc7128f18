/* Outstanding rounds, listed by the round at whose end their feedback arrives, in order of play.

The list of a round is circular: `last` is its last entry, which is followed by the first. */

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int64_t horizon;
    int32_t *last, *next;
} Outstanding;

static inline Outstanding none_outstanding(int64_t horizon)
{
    Outstanding list = {horizon, malloc(horizon * sizeof(int32_t)), malloc(horizon * sizeof(int32_t))};
    for (int64_t t = 0; t < horizon; t++)
        list.last[t] = -1;
    return list;
}

static inline void release(Outstanding *list)
{
    free(list->last);
    free(list->next);
}

static inline void add_outstanding(Outstanding *list, int64_t t, int64_t delay)
{
    if (t + delay >= list->horizon)
        return;
    int32_t last = list->last[t + delay];
    if (last < 0) {
        list->next[t] = (int32_t)t;
    } else {
        list->next[t] = list->next[last];
        list->next[last] = (int32_t)t;
    }
    list->last[t + delay] = (int32_t)t;
}

static inline int64_t first_arrival(const Outstanding *list, int64_t t)
{
    return list->last[t] < 0 ? -1 : list->next[list->last[t]];
}

static inline int64_t next_arrival(const Outstanding *list, int64_t t, int64_t s)
{
    return s == list->last[t] ? -1 : list->next[s];
}
