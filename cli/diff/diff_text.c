/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff's inputs, sentences and kernels; the groups of numbers are in diff_numbers.c. */
#include "cli/diff/diff_text.h"
#include "base/kernel_name.h"
#include "cli/diff/diff_provenance.h"
#include "results/format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 12 };

/* What describes the inputs, and how each is called in the text. */
static const char *const inputs[][2] = {{RESULT_SCHEMA, "schema version"},
                                        {RESULT_SIMGPU, "simgpu's version"},
                                        {RESULT_END, "end of the run"},
                                        {RESULT_PLATFORM, "platform"},
                                        {RESULT_GPU, "GPU"},
                                        {RESULT_WORKLOAD, "workload"},
                                        {RESULT_SMS, "SMs"},
                                        {RESULT_SCHEDULERS, "schedulers an SM"},
                                        {RESULT_L2_BANKS, "L2 banks"},
                                        {RESULT_DRAM_CHANNELS, "DRAM channels"}};

char *diff_change(double a, double b)
{
    if (a == b)
        return g_strdup("same");
    if (a == 0)
        return g_strdup("from 0");
    return g_strdup_printf("%+.1f %%", 100.0 * (b - a) / fabs(a));
}

static unsigned count_of(const struct diff_run *run, const char *member)
{
    JsonNode *node = json_object_get_member(json_node_get_object(run->root), member);
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_array_get_length(json_node_get_array(node))
                                               : 0;
}

/* Policies and their parameters, "warp_scheduler.name": those of `of`, where the other run has
 * another value; those that both have are told once. */
static void add_policies(GString *text, const struct diff_pair *pair, const struct diff_run *of)
{
    static const char prefix[] = RESULT_POLICIES ".";
    for (unsigned i = 0; i < of->values->len; i++) {
        const struct diff_value *value = of->values->pdata[i];
        const char *a = diff_run_text(pair->a, value->path);
        const char *b = diff_run_text(pair->b, value->path);
        bool told = of == pair->b && diff_run_value(pair->a, value->path);
        if (!g_str_has_prefix(value->path, prefix) || told || strcmp(a, b) == 0)
            continue;
        g_autofree char *name = g_strdup(value->path + strlen(prefix));
        if (g_str_has_suffix(name, ".name"))
            name[strlen(name) - strlen(".name")] = '\0';
        g_string_append_printf(text, "  %-18s %s -> %s\n", name, a, b);
    }
}

void diff_text_inputs(GString *text, const struct diff_pair *pair)
{
    gsize before = text->len;
    for (unsigned i = 0; i < G_N_ELEMENTS(inputs); i++) {
        const char *a = diff_run_text(pair->a, inputs[i][0]);
        const char *b = diff_run_text(pair->b, inputs[i][0]);
        if (strcmp(a, b) != 0)
            g_string_append_printf(text, "  %-18s %s -> %s\n", inputs[i][1], a, b);
    }
    add_policies(text, pair, pair->a);
    add_policies(text, pair, pair->b);
    diff_text_provenance(text, pair);
    unsigned a = count_of(pair->a, RESULT_KERNELS), b = count_of(pair->b, RESULT_KERNELS);
    if (a != b)
        g_string_append_printf(text, "  %-18s %u -> %u\n", "kernels", a, b);
    if (text->len > before)
        g_string_insert(text, (gssize)before, "\ninputs that differ\n");
    else
        g_string_append(text, "\n"
                              "all inputs in the results are the same\n");
}

/* ---- sentences ------------------------------------------------------------------------------ */

static const char CYCLES[] = RESULT_TOTAL(RESULT_KERNEL_CYCLES);
static const char INSTRUCTIONS[] = RESULT_TOTAL("sm.warp_instructions");
static const char SLOTS[] = RESULT_TOTAL("sm.slots_");

struct part {
    const char *name;
    double more; /* of b */
};

static int by_more(const void *a, const void *b)
{
    double x = fabs(((const struct part *)a)->more), y = fabs(((const struct part *)b)->more);
    return x < y ? 1 : x > y ? -1 : 0;
}

/* In what b's issue slots differ, in shares of a's: both are those while kernels run, as in the
 * summary, so that a small difference has small parts. */
static void add_slots(GString *text, const struct diff_pair *pair)
{
    double a = diff_slots(pair->a), b = diff_slots(pair->b);
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    for (guint i = 0; i < pair->a->values->len; i++) {
        const struct diff_value *value = pair->a->values->pdata[i];
        if (!g_str_has_prefix(value->path, SLOTS))
            continue;
        const struct part part = {value->path + strlen(SLOTS),
                                  diff_slots_of(pair->b, value->path) -
                                      diff_slots_of(pair->a, value->path)};
        g_array_append_val(parts, part);
    }
    g_array_sort(parts, by_more);
    g_string_append_printf(text,
                           "  For each 100 issue slots that a has while kernels run, b has %.1f:",
                           a > 0 ? 100.0 * b / a : 0);
    unsigned shown = 0;
    for (guint i = 0; i < parts->len && a > 0; i++) {
        const struct part *part = &g_array_index(parts, struct part, i);
        double share = 100.0 * part->more / a;
        if (fabs(share) >= 0.05)
            g_string_append_printf(text, "%s %s %+.1f", shown++ ? "," : "", part->name, share);
    }
    g_string_append(text, shown ? ".\n" : " the same ones.\n");
}

void diff_text_words(GString *text, const struct diff_pair *pair)
{
    double a = diff_run_number(pair->a, CYCLES), b = diff_run_number(pair->b, CYCLES);
    double work_a = diff_run_number(pair->a, INSTRUCTIONS);
    double work_b = diff_run_number(pair->b, INSTRUCTIONS);
    g_string_append(text, "\nin words\n");
    if (a == b) {
        g_string_append_printf(text, "  Both take %.0f cycles in kernels.\n", a);
    } else if (a > 0) {
        g_string_append_printf(text, "  b takes %.1f %% %s cycles in kernels: %.0f -> %.0f.\n",
                               100.0 * fabs(b - a) / a, b > a ? "more" : "less", a, b);
    }
    if (work_a == work_b)
        g_string_append(text, "  Both execute the same number of warp instructions");
    else
        g_string_append_printf(text, "  b executes %.0f %s warp instructions",
                               fabs(work_b - work_a), work_b > work_a ? "more" : "less");
    if (a > 0 && b > 0)
        g_string_append_printf(text, "; IPC %.3f -> %.3f", work_a / a, work_b / b);
    g_string_append(text, ".\n");
    if (diff_run_number(pair->a, RESULT_SMS) == diff_run_number(pair->b, RESULT_SMS) &&
        diff_run_number(pair->a, RESULT_SCHEDULERS) ==
            diff_run_number(pair->b, RESULT_SCHEDULERS) &&
        a != b)
        add_slots(text, pair);
}

/* ---- kernels -------------------------------------------------------------------------------- */

struct kernel_pair {
    const char *name;
    unsigned occurrence;
    double a, b; /* cycles; negative: not there */
};

static double more_of(const struct kernel_pair *kernel)
{
    return fabs(MAX(kernel->b, 0) - MAX(kernel->a, 0));
}

static int by_difference(const void *a, const void *b)
{
    double x = more_of(a), y = more_of(b);
    return x < y ? 1 : x > y ? -1 : 0;
}

static struct kernel_pair *find(GArray *kernels, const char *name, unsigned occurrence)
{
    for (guint i = 0; i < kernels->len; i++) {
        struct kernel_pair *kernel = &g_array_index(kernels, struct kernel_pair, i);
        if (kernel->occurrence == occurrence && strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

/* Kernels in the order of a run; those of b join those of a of the same name, one after the other.
 */
static void add_kernels_of(GArray *kernels, const struct diff_run *run, bool is_b)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    unsigned n = count_of(run, RESULT_KERNELS);
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *name_path = g_strdup_printf(RESULT_KERNELS ".%u." RESULT_KERNEL, i);
        g_autofree char *cycles_path = g_strdup_printf(RESULT_KERNELS ".%u." RESULT_CYCLES, i);
        const char *name = diff_run_text(run, name_path);
        double cycles = diff_run_number(run, cycles_path);
        unsigned occurrence = GPOINTER_TO_UINT(g_hash_table_lookup(seen, name));
        g_hash_table_insert(seen, (char *)name, GUINT_TO_POINTER(occurrence + 1));
        struct kernel_pair *known = is_b ? find(kernels, name, occurrence) : NULL;
        const struct kernel_pair kernel = {name, occurrence, is_b ? -1 : cycles,
                                           is_b ? cycles : -1};
        if (known)
            known->b = cycles;
        else
            g_array_append_val(kernels, kernel);
    }
}

void diff_text_kernels(GString *text, const struct diff_pair *pair)
{
    g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(struct kernel_pair));
    add_kernels_of(kernels, pair->a, false);
    add_kernels_of(kernels, pair->b, true);
    g_array_sort(kernels, by_difference);
    unsigned different = 0;
    for (guint i = 0; i < kernels->len; i++) {
        const struct kernel_pair *kernel = &g_array_index(kernels, struct kernel_pair, i);
        if (kernel->a == kernel->b)
            continue;
        if (different++ == 0)
            g_string_append(text, "\nkernels, cycles\n");
        if (different > MOST_KERNELS && !pair->all)
            continue;
        g_autofree char *change = diff_change(kernel->a, kernel->b);
        g_autofree char *plain = kernel_plain_name(kernel->name);
        g_autofree char *name = g_strdup_printf("%s #%u", plain, kernel->occurrence + 1);
        if (kernel->a >= 0 && kernel->b >= 0)
            g_string_append_printf(text, "  %-32s %14.0f %14.0f  %s\n", name, kernel->a, kernel->b,
                                   change);
        else
            g_string_append_printf(text, "  %-32s only in %s, %.0f\n", name,
                                   kernel->a < 0 ? "b" : "a", MAX(kernel->a, kernel->b));
    }
    if (different > MOST_KERNELS && !pair->all)
        g_string_append_printf(text, "  and %u more; --all prints them\n",
                               different - MOST_KERNELS);
}
