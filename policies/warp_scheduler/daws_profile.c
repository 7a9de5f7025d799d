/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/daws_profile.h"
#include "base/input_error.h"

static const char TITLE[] = "daws profile 1";

static void merge_kernel(struct daws_kernel *into, const struct daws_kernel *from)
{
    for (uint32_t i = 0; i < from->n_loops; i++) {
        const struct daws_loop *loop = &from->loops[i];
        int32_t at = daws_loop_of_begin(into, loop->place.begin);
        if (at < 0 && into->n_loops < DAWS_LOOPS) {
            into->loops[into->n_loops++] = *loop;
        } else if (at >= 0) {
            into->loops[at].locality += loop->locality;
            into->loops[at].place.last = MAX(into->loops[at].place.last, loop->place.last);
        }
    }
    for (uint32_t i = 0; i < from->n_loads; i++) {
        const struct daws_load *load = &from->loads[i];
        struct daws_load *mine = daws_load_add(into, load->pc, load->begin);
        if (mine)
            mine->divergence += load->divergence;
    }
    for (uint32_t i = 0; i < from->n_loads; i++)
        for (uint32_t j = 0; j < i; j++)
            if (from->loads[i].group == from->loads[j].group)
                daws_loads_join(into, from->loads[i].pc, from->loads[j].pc);
}

void daws_profile_merge(void *state, const void *other)
{
    struct daws *daws = state;
    const struct daws *from = other;
    for (unsigned i = 0; i < DAWS_KERNELS; i++) {
        const struct daws_kernel *kernel = &from->table.kernels[i];
        if (kernel->name[0])
            merge_kernel(daws_table_kernel(&daws->table, kernel->name), kernel);
    }
}

static void write_kernel(const struct daws_kernel *k, GString *text)
{
    g_string_append_printf(text, "kernel %s\n", k->name);
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct daws_loop *loop = &k->loops[i];
        g_string_append_printf(text, "loop %u %u %u locality %d\n", loop->place.begin,
                               loop->place.first, loop->place.last, loop->locality);
    }
    for (uint32_t i = 0; i < k->n_loads; i++) {
        const struct daws_load *load = &k->loads[i];
        g_string_append_printf(text, "load %u in %u divergence %d repetition %u\n", load->pc,
                               load->begin, load->divergence, load->group);
    }
}

void daws_profile_write(const void *state, GString *text)
{
    const struct daws *daws = state;
    g_string_append_printf(text, "%s\n", TITLE);
    for (unsigned i = 0; i < DAWS_KERNELS; i++)
        if (daws->table.kernels[i].n_loops > 0)
            write_kernel(&daws->table.kernels[i], text);
}

/* --- Reading --- */

struct reader {
    const char *file;
    unsigned line;
    struct daws_kernel *kernel; /* NULL: none yet */
    struct daws_table *table;
    unsigned n_kernels;
    GError **error;
};

/* Numbers and given words, as "N in N divergence I repetition N" (N: not negative). */
static bool scan(char *const *words, const char *form, int32_t *numbers)
{
    g_auto(GStrv) expected = g_strsplit(form, " ", -1);
    if (g_strv_length((char **)words) != g_strv_length(expected))
        return false;
    for (unsigned i = 0; expected[i]; i++) {
        gint64 number;
        bool natural = strcmp(expected[i], "N") == 0;
        if (!natural && strcmp(expected[i], "I") != 0) {
            if (strcmp(words[i], expected[i]) != 0)
                return false;
        } else if (g_ascii_string_to_signed(words[i], 10, natural ? 0 : INT32_MIN, INT32_MAX,
                                            &number, NULL)) {
            *numbers++ = (int32_t)number;
        } else {
            return false;
        }
    }
    return true;
}

static bool complain(const struct reader *r, const char *what)
{
    return input_error_at(r->error, r->file, r->line, "%s", what);
}

static bool read_kernel(struct reader *r, const char *name)
{
    if (!name[0])
        return complain(r, "expected a kernel's name");
    for (unsigned i = 0; i < DAWS_KERNELS; i++)
        if (strncmp(r->table->kernels[i].name, name, DAWS_NAME - 1) == 0)
            return complain(r, "the kernel comes twice");
    if (r->n_kernels++ == DAWS_KERNELS)
        return complain(r, "more kernels than a profile may have (16)");
    r->kernel = daws_table_kernel(r->table, name);
    return true;
}

static bool read_loop(struct reader *r, char *const *words)
{
    int32_t n[4];
    if (!scan(words, "loop N N N locality I", n) || n[1] > n[0] || n[2] < n[0])
        return complain(r, "expected \"loop BEGIN FIRST LAST locality COUNTER\", with "
                           "FIRST <= BEGIN <= LAST");
    struct daws_kernel *k = r->kernel;
    if (daws_loop_of_begin(k, (uint32_t)n[0]) >= 0)
        return complain(r, "the loop comes twice");
    if (k->n_loops == DAWS_LOOPS)
        return complain(r, "more loops than a kernel may have (32)");
    k->loops[k->n_loops++] =
        (struct daws_loop){.place = {(uint32_t)n[0], (uint32_t)n[1], (uint32_t)n[2], DAWS_NO_LOOP},
                           .locality = n[3],
                           .sampler = WARP_NONE};
    daws_loops_nest(k);
    return true;
}

static bool read_load(struct reader *r, char *const *words)
{
    int32_t n[4];
    if (!scan(words, "load N in N divergence I repetition N", n))
        return complain(r, "expected \"load PC in BEGIN divergence COUNTER repetition ID\"");
    if (daws_loop_of_begin(r->kernel, (uint32_t)n[1]) < 0)
        return complain(r, "the load is in no loop of its kernel's above");
    if (daws_load_at(r->kernel, (uint32_t)n[0]))
        return complain(r, "the load comes twice");
    struct daws_load *load = daws_load_add(r->kernel, (uint32_t)n[0], (uint32_t)n[1]);
    if (!load)
        return complain(r, "more loads than a kernel may have (64)");
    load->divergence = n[2];
    load->group = (uint32_t)n[3];
    return true;
}

static bool read_line(struct reader *r, const char *line)
{
    if (r->line == 1)
        return strcmp(line, TITLE) == 0 ||
               input_error_at(r->error, r->file, 1, "expected \"%s\"", TITLE);
    if (!line[0] || line[0] == '#')
        return true;
    if (g_str_has_prefix(line, "kernel "))
        return read_kernel(r, line + strlen("kernel "));
    bool loop = g_str_has_prefix(line, "loop "), load = g_str_has_prefix(line, "load ");
    if (!loop && !load)
        return complain(r, "expected a line that begins with kernel, loop, load or #");
    if (!r->kernel)
        return complain(r, "expected a line \"kernel NAME\" before it");
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    return loop ? read_loop(r, words) : read_load(r, words);
}

bool daws_profile_read(void *state, const char *file, const char *text, GError **error)
{
    struct daws *daws = state;
    struct reader reader = {.file = file, .table = &daws->table, .error = error};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        reader.line = i + 1;
        if (!read_line(&reader, lines[i]))
            return false;
    }
    return lines[0] || input_error_at(error, file, 1, "expected \"%s\"", TITLE);
}
