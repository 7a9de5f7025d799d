/* SPDX-License-Identifier: BSD-3-Clause */
/* The three dearest lines of a kernel: those whose instructions its warps spend most cycles to
 * issue, waits before them included, over all launches of the code. Lines are the program's where
 * it has been compiled with -lineinfo, else the PTX's; of a trace, its pc is told. */
#include "cli/explain/explain_lines.h"

enum { MOST_LINES = 3 };

/* A line that takes less of its kernel's cycles is not worth telling. */
#define LEAST_PERCENT 0.5

struct line {
    const struct latency_instruction *dearest; /* of it */
    guint pc;                                  /* of that one */
    double cycles, dearest_cycles;
    double parts[LATENCY_PARTS];
    double shared, shared_cycles, shared_least;
    double accesses, transactions, sectors, sectors_least;
};

static double cycles_of(const struct latency_instruction *one)
{
    double cycles = (double)one->issued;
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        cycles += (double)one->parts[i];
    return cycles;
}

static void add(struct line *line, const struct latency_instruction *one, guint pc)
{
    double cycles = cycles_of(one);
    line->cycles += cycles;
    if (!line->dearest || cycles > line->dearest_cycles) {
        line->dearest = one;
        line->dearest_cycles = cycles;
        line->pc = pc;
    }
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        line->parts[i] += (double)one->parts[i];
    line->shared += (double)one->shared;
    line->shared_cycles += (double)one->shared_cycles;
    line->shared_least += (double)one->shared_least;
    line->accesses += (double)one->accesses;
    line->transactions += (double)one->transactions;
    line->sectors += (double)one->sectors;
    line->sectors_least += (double)one->sectors_least;
}

/* "kernel.cu:12", or the pc alone where no file is known. g_free. */
static char *place_of(const struct latency_instruction *one, guint pc)
{
    if (!one->file)
        return g_strdup_printf("pc %u", pc);
    g_autofree char *name = g_path_get_basename(one->file);
    return g_strdup_printf("%s:%u", name, one->line);
}

/* struct line, in the order of their first instructions. */
static GArray *lines_of(const struct latency_code *code, double *cycles)
{
    GArray *lines = g_array_new(FALSE, TRUE, sizeof(struct line));
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint pc = 0; pc < code->instructions->len; pc++) {
        const struct latency_instruction *one = g_ptr_array_index(code->instructions, pc);
        if (!one)
            continue;
        char *key =
            one->file ? g_strdup_printf("%s:%u", one->file, one->line) : g_strdup_printf("%u", pc);
        guint index = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));
        if (index == 0) {
            g_array_set_size(lines, lines->len + 1);
            index = lines->len;
            g_hash_table_insert(known, g_strdup(key), GUINT_TO_POINTER(index));
        }
        g_free(key);
        add(&g_array_index(lines, struct line, index - 1), one, pc);
        *cycles += cycles_of(one);
    }
    return lines;
}

/* The reason of most of its cycles. */
static const char *wait_of(const struct line *line)
{
    unsigned most = 0;
    for (unsigned i = 1; i < LATENCY_PARTS; i++)
        if (line->parts[i] > line->parts[most])
            most = i;
    if (most == LATENCY_STRUCTURAL && line->dearest->op_class >= OP_LOAD)
        return "room in the load/store queue";
    return line->parts[most] > 0 ? latency_part_meaning(most) : "nothing";
}

static void add_line(GString *text, const char *label, const struct line *line, double cycles)
{
    g_autofree char *place = place_of(line->dearest, line->pc);
    g_autoptr(GString) words = g_string_new(place);
    if (line->dearest->opcode)
        g_string_append_printf(words, " (%s)", line->dearest->opcode);
    g_string_append_printf(words, " takes %.1f %% of its warps' cycles. Most of them go to: %s.",
                           explain_percent(line->cycles, cycles), wait_of(line));
    if (line->shared_cycles > line->shared_least)
        g_string_append_printf(words,
                               " An access keeps shared memory busy for %.1f cycles. Without bank "
                               "conflicts %.1f would do.",
                               line->shared_cycles / line->shared,
                               line->shared_least / line->shared);
    if (line->sectors > line->sectors_least)
        g_string_append_printf(words,
                               " An access makes %.1f transactions and touches %.1f sectors. Its "
                               "bytes would fit into %.1f.",
                               line->transactions / line->accesses, line->sectors / line->accesses,
                               line->sectors_least / line->accesses);
    explain_field(text, label, words->str);
}

void explain_lines(GString *text, const struct subject *s)
{
    double cycles = 0;
    if (!s->latency)
        return;
    g_autoptr(GArray) lines = lines_of(s->latency->code, &cycles);
    for (unsigned told = 0; told < MOST_LINES; told++) {
        struct line *most = NULL;
        for (guint i = 0; i < lines->len; i++) {
            struct line *line = &g_array_index(lines, struct line, i);
            if (line->cycles > 0 && (!most || line->cycles > most->cycles))
                most = line;
        }
        if (!most || (told > 0 && explain_percent(most->cycles, cycles) < LEAST_PERCENT))
            return;
        add_line(text, told == 0 ? "lines" : "", most, cycles);
        most->cycles = 0;
    }
}
