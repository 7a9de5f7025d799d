/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/residents.h"
#include "results/format.h"

static void kernel_free(void *data)
{
    struct observed_kernel *kernel = data;
    for (uint32_t pc = 0; pc < kernel->n_pcs; pc++)
        g_free(kernel->pcs[pc]);
    g_free(kernel->pcs);
    g_free(kernel->name);
    g_free(kernel);
}

void residents_init(struct residents *residents, uint32_t n_sms, size_t kernel_bytes,
                    size_t pc_bytes)
{
    *residents = (struct residents){.n_sms = n_sms,
                                    .kernel_bytes = kernel_bytes,
                                    .pc_bytes = pc_bytes,
                                    .slots = g_new0(struct resident, n_sms * RESIDENTS_SLOTS),
                                    .numbers = g_new0(uint32_t, n_sms),
                                    .kernels = g_ptr_array_new_with_free_func(kernel_free),
                                    .by_name = g_hash_table_new(g_str_hash, g_str_equal),
                                    .pcs = g_ptr_array_new(),
                                    .by_launch = g_ptr_array_new()};
}

void residents_finish(struct residents *residents)
{
    g_ptr_array_unref(residents->by_launch);
    g_ptr_array_unref(residents->pcs);
    g_hash_table_unref(residents->by_name);
    g_ptr_array_unref(residents->kernels);
    g_free(residents->numbers);
    g_free(residents->slots);
}

static struct observed_kernel *kernel_of(struct residents *residents, const struct launch *launch)
{
    struct observed_kernel *kernel = residents_kernel(residents, launch->id);
    if (kernel)
        return kernel;
    kernel = g_hash_table_lookup(residents->by_name, launch->code->name);
    if (!kernel) {
        kernel = g_malloc0(residents->kernel_bytes);
        kernel->name = g_strdup(launch->code->name);
        kernel->first_launch = launch->id;
        g_ptr_array_add(residents->kernels, kernel);
        g_hash_table_insert(residents->by_name, kernel->name, kernel);
    }
    kernel->first_launch = MIN(kernel->first_launch, launch->id);
    kernel->launches++;
    if (launch->id >= residents->by_launch->len)
        g_ptr_array_set_size(residents->by_launch, (int)launch->id + 1);
    residents->by_launch->pdata[launch->id] = kernel;
    return kernel;
}

struct resident *residents_start(struct residents *residents, unsigned sm, unsigned slot,
                                 const struct warp_identity *warp, const struct launch *launch)
{
    g_assert(sm < residents->n_sms && slot < RESIDENTS_SLOTS);
    struct resident *resident = residents_at(residents, sm, slot);
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint64_t warps = (threads + WARP_LANES - 1) / WARP_LANES;
    *resident = (struct resident){.kernel = kernel_of(residents, launch),
                                  .launch = launch,
                                  .code = launch->code,
                                  .block = warp->block,
                                  .in_launch = warp->block * warps + warp->in_block,
                                  .in_block = warp->in_block,
                                  .block_slot = warp->block_slot,
                                  .number = ++residents->numbers[sm]};
    return resident;
}

struct resident *residents_see(struct residents *residents, const struct sm *sm, unsigned slot)
{
    const struct warp_identity warp = sm_view_warp(sm, slot);
    return residents_start(residents, sm_view_index(sm), slot, &warp, sm_view_launch(sm, slot));
}

struct observed_pc *residents_add_pc(struct residents *residents, const struct resident *warp,
                                     uint32_t pc)
{
    struct observed_kernel *kernel = warp->kernel;
    if (pc >= kernel->n_pcs) {
        uint32_t n = MAX(pc + 1, kernel->n_pcs * 2);
        kernel->pcs = g_renew(struct observed_pc *, kernel->pcs, n);
        for (uint32_t i = kernel->n_pcs; i < n; i++)
            kernel->pcs[i] = NULL;
        kernel->n_pcs = n;
    }
    const struct instruction *instruction = &warp->code->instructions[pc];
    struct observed_pc *record = g_malloc0(residents->pc_bytes);
    *record = (struct observed_pc){.pc = pc,
                                   .line = instruction->line,
                                   .index = residents->pcs->len,
                                   .in_loop = warp->code->n_loops > 0 && instruction->loop >= 0,
                                   .kernel = kernel};
    g_ptr_array_add(residents->pcs, record);
    kernel->pcs[pc] = record;
    return record;
}

/* ---- JSON -------------------------------------------------------------------------------- */

void observed_add_count(JsonBuilder *json, const char *name, uint64_t count)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)count);
}

void observed_add_counts(JsonBuilder *json, const char *name, const uint64_t *counts, size_t n)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (size_t i = 0; i < n; i++)
        json_builder_add_int_value(json, (gint64)counts[i]);
    json_builder_end_array(json);
}

void observed_add_classes(JsonBuilder *json, const char *name, const char *const *names,
                          const uint64_t *counts, size_t n)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
    for (size_t i = 0; i < n; i++)
        observed_add_count(json, names[i], counts[i]);
    json_builder_end_object(json);
}

void observed_add_pc(JsonBuilder *json, const struct observed_pc *pc)
{
    observed_add_count(json, "pc", pc->pc);
    observed_add_count(json, "line", pc->line);
    json_builder_set_member_name(json, "in_loop");
    json_builder_add_boolean_value(json, pc->in_loop);
}

static int by_first_launch(const void *a, const void *b)
{
    const struct observed_kernel *first = *(struct observed_kernel *const *)a,
                                 *second = *(struct observed_kernel *const *)b;
    return (first->first_launch > second->first_launch) -
           (first->first_launch < second->first_launch);
}

/* In the order of their first launches. */
static GPtrArray *sorted_kernels(const struct residents *residents)
{
    GPtrArray *sorted = g_ptr_array_new();
    for (guint i = 0; i < residents->kernels->len; i++)
        g_ptr_array_add(sorted, residents->kernels->pdata[i]);
    g_ptr_array_sort(sorted, by_first_launch);
    return sorted;
}

void observed_add_kernels(JsonBuilder *json, const struct residents *residents,
                          void (*add_members)(JsonBuilder *json, const void *kernel,
                                              const void *data),
                          const void *data)
{
    g_autoptr(GPtrArray) kernels = sorted_kernels(residents);
    json_builder_set_member_name(json, RESULT_KERNELS);
    json_builder_begin_array(json);
    for (guint i = 0; i < kernels->len; i++) {
        const struct observed_kernel *kernel = kernels->pdata[i];
        json_builder_begin_object(json);
        json_builder_set_member_name(json, "name");
        json_builder_add_string_value(json, kernel->name);
        observed_add_count(json, "first_launch", kernel->first_launch);
        observed_add_count(json, RESULT_LAUNCHES, kernel->launches);
        add_members(json, kernel, data);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}
