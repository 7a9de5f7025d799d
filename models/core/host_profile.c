/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/host_profile.h"
#include <string.h>
#include <time.h>

const unsigned host_profile_threads[HOST_PROFILE_BOUNDS] = {2, 4, 8, 16, 32, 64};

uint64_t host_profile_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void add_to_model(struct host_profile *profile, const char *model, uint64_t ns)
{
    unsigned i = 0;
    while (profile->models[i].model && strcmp(profile->models[i].model, model) != 0) {
        i++;
        g_assert(i < HOST_PROFILE_MODELS);
    }
    profile->models[i].model = model;
    profile->models[i].ns += ns;
    profile->models[i].turns++;
}

void host_profile_turn(struct host_profile *profile, const struct unit *unit, uint64_t ns)
{
    add_to_model(profile, unit->ops->model, ns);
    if (unit->ops->alone) {
        profile->alone_ns += ns;
        return;
    }
    profile->stop_work_ns += ns;
    profile->stop_longest_ns = MAX(profile->stop_longest_ns, ns);
}

void host_profile_keepers(struct host_profile *profile, uint64_t work_ns, uint64_t longest_ns)
{
    profile->stop_work_ns += work_ns;
    profile->stop_longest_ns += longest_ns;
}

void host_profile_stop(struct host_profile *profile)
{
    const uint64_t now = host_profile_now();
    if (profile->begun_ns == 0)
        profile->begun_ns = now;
    profile->elapsed_ns = now - profile->begun_ns;
    if (profile->stop_work_ns == 0)
        return;
    profile->stops++;
    profile->work_ns += profile->stop_work_ns;
    profile->critical_ns += profile->stop_longest_ns;
    for (unsigned i = 0; i < HOST_PROFILE_BOUNDS; i++)
        profile->least_ns[i] +=
            MAX(profile->stop_longest_ns, profile->stop_work_ns / host_profile_threads[i]);
    profile->stop_work_ns = profile->stop_longest_ns = 0;
}

uint64_t host_profile_engine_ns(const struct host_profile *profile)
{
    return profile->elapsed_ns > profile->inside_ns ? profile->elapsed_ns - profile->inside_ns : 0;
}

double host_profile_bound(const struct host_profile *profile, unsigned i)
{
    const uint64_t rest = host_profile_engine_ns(profile) + profile->alone_ns;
    const uint64_t least = rest + profile->least_ns[i];
    return least > 0 ? (double)(rest + profile->work_ns) / (double)least : 1;
}
