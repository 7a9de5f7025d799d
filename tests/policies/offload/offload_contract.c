/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/policies/offload/offload_contract.h"
#include "policies/policy_values.h"

static const struct offload_ops *ops_of(const struct policy_values *values)
{
    return (const struct offload_ops *)values->policy;
}

void *offload_state_new(const struct policy_values *values)
{
    void *state = g_malloc0(MAX(values->policy->state_bytes, 1));
    if (ops_of(values)->policy.init)
        ops_of(values)->policy.init(state, values);
    return state;
}

void offload_state_free(const struct policy_values *values, void *state)
{
    if (ops_of(values)->policy.finish)
        ops_of(values)->policy.finish(state);
    g_free(state);
}

static struct offload_view random_view(GRand *random, const struct offload_host *host, uint32_t i)
{
    struct offload_view view = {.kernel = "k", .launch = i, .host = host};
    for (unsigned f = 0; f < OFFLOAD_FEATURES; f++)
        view.features[f] = g_rand_int_range(random, 0, 100000);
    for (unsigned device = 0; device < OFFLOAD_DEVICES; device++)
        view.copy_seconds[device] = g_rand_double_range(random, 0, 1e-3);
    return view;
}

/* A word for each choice: 0 CPU, 1 GPU; NULL: one was neither. */
static char *choices_of(const struct policy_values *values)
{
    static const char *const names[] = {"mcf", "lbm"};
    const struct offload_host host = {.threads = 32,
                                      .llc_bytes = 1e6,
                                      .dram_bytes_per_second = 1e10,
                                      .n_applications = 2,
                                      .applications = names};
    GRand *random = g_rand_new_with_seed(20);
    void *state = offload_state_new(values);
    GString *text = g_string_new(NULL);
    bool good = true;
    for (uint32_t i = 0; i < 1000; i++) {
        const struct offload_view view = random_view(random, &host, i);
        const unsigned device = ops_of(values)->choose(state, &view);
        good &= device < OFFLOAD_DEVICES;
        g_string_append_c(text, (char)('0' + device));
    }
    offload_state_free(values, state);
    g_rand_free(random);
    return g_string_free(text, !good);
}

const char *offload_contract_problem(const struct policy_head *policy,
                                     const struct policy_values *values)
{
    struct policy_values *own = values ? NULL : policy_values_new(policy);
    const struct policy_values *used = values ? values : own;
    const char *problem = NULL;
    if (ops_of(used)->choose) {
        g_autofree char *first = choices_of(used), *second = choices_of(used);
        problem = !first || !second               ? "it chooses no device"
                  : g_strcmp0(first, second) != 0 ? "it chooses differently the second time"
                                                  : NULL;
    }
    policy_values_free(own);
    return problem;
}
