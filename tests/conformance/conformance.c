/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the rows of the conformance suite; see conformance.h. */
#include "tests/conformance/conformance.h"
#include "tests/conformance/kernel_text.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

/* Values are judged without the sanitizers, which are there for accesses. */
#ifdef __SANITIZE_ADDRESS__
enum { MAX_EDGE_VECTORS = 1024, RANDOM_VECTORS = 256 };
#else
enum { MAX_EDGE_VECTORS = 12 * 1024, RANDOM_VECTORS = 2048 };
#endif

enum {
    SHOWN_VECTORS = 4,   /* of those that are wrong in a row */
    SHOWN_LENGTH = 3000, /* characters of all messages: Check takes no more than 4 KiB */
};

struct conformance {
    GString *failures;
    unsigned n_failures;
    GString *records;
};

/* A row as it runs. */
struct run {
    struct conformance *conformance;
    const struct conformance_row *row;
    struct row_types types;
    GArray *edges[ROW_SOURCES];
    struct value_generator generator;
    struct harness harness;
    struct row_variant variant;
    uint64_t compared, wrong;
    GString *report;
};

struct conformance *conformance_new(void)
{
    struct conformance *c = g_new0(struct conformance, 1);
    c->failures = g_string_new(NULL);
    c->records = g_string_new(NULL);
    return c;
}

void conformance_record(struct conformance *c, const char *form, uint64_t n)
{
    g_string_append_printf(c->records, "%s\t%llu\n", form, (unsigned long long)n);
}

void conformance_fail(struct conformance *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    c->n_failures++;
    if (c->failures->len < SHOWN_LENGTH) {
        g_string_append_vprintf(c->failures, format, args);
        g_string_append_c(c->failures, '\n');
    }
    va_end(args);
}

void conformance_finish(struct conformance *c)
{
    const char *file = g_getenv("SIMGPU_CONFORMANCE");
    ck_assert_msg(c->n_failures == 0, "%u rows are wrong:\n%s", c->n_failures, c->failures->str);
    if (file) {
        FILE *f = fopen(file, "a");
        ck_assert_msg(f != NULL, "%s can't be written", file);
        fputs(c->records->str, f);
        fclose(f);
    }
    g_string_free(c->failures, TRUE);
    g_string_free(c->records, TRUE);
    g_free(c);
    mpfr_free_cache();
}

static uint64_t *cell(struct run *r, unsigned array, unsigned i)
{
    return (uint64_t *)(void *)r->harness.memory + (size_t)array * ROW_ARRAY + i;
}

static uint64_t source_of(struct run *r, unsigned k, unsigned i)
{
    return *cell(r, ROW_DESTINATIONS + k, i) & bits_below(r->types.source[k].bits);
}

/* Edge values in vector number n: every pair for the first two sources, the others in turn. */
static uint64_t edge(const struct run *r, unsigned k, uint64_t n)
{
    const GArray *values = r->edges[k];
    uint64_t first = r->edges[0]->len;
    uint64_t index = k == 0   ? n
                     : k == 1 ? n / first
                     : k == 2 ? n * 7 + n / 5 + n / (first * r->edges[1]->len)
                              : n * 11 + n / 3 + k;
    return g_array_index(values, uint64_t, index % values->len);
}

/* Random values, now and then closely related: sums that cancel, quotients near one. */
static void random_vector(struct run *r, uint64_t values[])
{
    for (unsigned k = 0; k < r->types.n_sources; k++) {
        const struct operand_type *type = &r->types.source[k];
        values[k] = value_random(&r->generator, type, r->edges[k]);
        uint64_t relation = value_next(&r->generator);
        if (k > 0 && relation % 4 == 0)
            values[k] = (values[k - 1] ^ (relation >> 8 & relation >> 32 & 7) ^
                         (relation >> 63) << (type->bits - 1)) &
                        bits_below(type->bits);
    }
}

/* Fills cells [0, n) with the vectors from `first` on. */
static void fill(struct run *r, uint64_t first, unsigned n, uint64_t n_edges)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t values[ROW_SOURCES];
        if (first + i >= n_edges)
            random_vector(r, values);
        for (unsigned k = 0; k < r->types.n_sources; k++) {
            uint64_t value = first + i < n_edges ? edge(r, k, first + i) : values[k];
            if ((int)k == r->variant.immediate)
                value = r->variant.value;
            uint64_t garbage = value_next(&r->generator) & ~bits_below(r->types.source[k].bits);
            if (r->types.source[k].class == CLASS_PREDICATE)
                garbage = 0;
            *cell(r, ROW_DESTINATIONS + k, i) = value | garbage;
        }
        for (unsigned k = 0; k < r->types.n_destinations; k++)
            *cell(r, k, i) =
                value_next(&r->generator) & bits_below(r->types.destination[k].register_bits);
        bool partial = i / 32 % 4 == 1;
        *cell(r, ROW_GUARD, i) = !partial || value_next(&r->generator) % 3 != 0;
    }
}

static bool same(const struct operand_type *type, uint64_t expected, uint64_t got)
{
    uint64_t mask = bits_below(type->register_bits);
    if (((expected ^ got) & mask) == 0)
        return true;
    /* PTX leaves open which quiet NaN a double is. */
    return type->class == CLASS_FLOAT && type->bits == 64 && double_of(got) != double_of(got) &&
           double_of(expected) != double_of(expected) && got >> 51 & 1;
}

static void report_wrong(struct run *r, unsigned i, const uint64_t in[], const uint64_t expected[],
                         const char *what)
{
    if (++r->wrong > SHOWN_VECTORS)
        return;
    g_string_append_printf(r->report, "  %s(", what);
    for (unsigned k = 0; k < r->types.n_sources; k++)
        g_string_append_printf(r->report, "%s%#llx", k ? ", " : "", (unsigned long long)in[k]);
    g_string_append(r->report, ") is");
    for (unsigned k = 0; k < r->types.n_destinations; k++)
        g_string_append_printf(r->report, " %#llx", (unsigned long long)*cell(r, k, i));
    for (unsigned k = 0; expected != NULL && k < r->types.n_destinations; k++)
        g_string_append_printf(r->report, "%s %#llx", k ? "" : ", expected",
                               (unsigned long long)expected[k]);
    g_string_append_c(r->report, '\n');
}

/* The result of an active lane. */
static void compare_result(struct run *r, unsigned i)
{
    const struct conformance_row *row = r->row;
    uint64_t in[ROW_SOURCES] = {0}, out[ROW_DESTINATIONS] = {0}, got[ROW_DESTINATIONS] = {0};
    bool good = true;
    for (unsigned k = 0; k < r->types.n_sources; k++)
        in[k] = source_of(r, k, i);
    if (row->domain != NULL && !row->domain(row, in))
        return;
    r->compared++;
    for (unsigned k = 0; k < r->types.n_destinations; k++)
        got[k] = *cell(r, k, i) & bits_below(r->types.destination[k].register_bits);
    if (row->accept) {
        if (!row->accept(row, in, got))
            report_wrong(r, i, in, NULL, row->form);
        return;
    }
    row->expected(row, in, out);
    for (unsigned k = 0; k < r->types.n_destinations; k++) {
        out[k] &= bits_below(r->types.destination[k].register_bits);
        good = good && same(&r->types.destination[k], out[k], got[k]);
    }
    if (!good)
        report_wrong(r, i, in, out, row->form);
}

static void compare(struct run *r, unsigned n, const uint64_t *before)
{
    for (unsigned i = 0; i < n; i++) {
        if (r->variant.alias >= 0 || *cell(r, ROW_GUARD, i)) {
            compare_result(r, i);
            continue;
        }
        const uint64_t *kept = before + (size_t)i * ROW_DESTINATIONS;
        for (unsigned k = 0; k < r->types.n_destinations; k++)
            if (*cell(r, k, i) != kept[k]) {
                report_wrong(r, i, kept, NULL, "a lane that doesn't execute");
                break;
            }
    }
}

/* One launch over the vectors [first, first + n). */
static bool run_chunk(struct run *r, uint64_t first, unsigned n, uint64_t n_edges)
{
    fill(r, first, n, n_edges);
    g_autofree uint64_t *before = g_new0(uint64_t, (size_t)n * ROW_DESTINATIONS);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < r->types.n_destinations; k++) {
            before[i * ROW_DESTINATIONS + k] = *cell(r, k, i);
            if (r->variant.alias >= 0)
                *cell(r, k, i) = 0;
        }
    harness_param_u64(&r->harness, 0, DEVICE_BASE);
    harness_param_u64(&r->harness, 1, n);
    r->harness.block[0] = ROW_THREADS;
    if (!harness_run(&r->harness)) {
        conformance_fail(r->conformance, "%s: %s", r->row->form, r->harness.fault);
        return false;
    }
    compare(r, n, before);
    return true;
}

/* False: it doesn't run at all. */
static bool run_variant(struct run *r, struct row_variant variant)
{
    r->variant = variant;
    g_autofree char *text = kernel_text(r->row, &r->types, &variant);
    harness_init(&r->harness, text, "k");
    uint64_t combinations = 1;
    uint64_t limit = r->row->edge_limit ? r->row->edge_limit : MAX_EDGE_VECTORS;
    for (unsigned k = 0; k < r->types.n_sources; k++)
        combinations = MIN(combinations * r->edges[k]->len, limit);
    uint64_t total = combinations + RANDOM_VECTORS;
    if (variant.alias >= 0 || variant.immediate >= 0) /* enough to see that operands are right */
        total = combinations = ROW_THREADS;
    bool good = true;
    for (uint64_t first = 0; good && first < total; first += ROW_ARRAY) {
        unsigned n = (unsigned)MIN(total - first, ROW_ARRAY);
        n = (n + ROW_THREADS - 1) / ROW_THREADS * ROW_THREADS;
        good = run_chunk(r, first, n, combinations);
    }
    harness_finish(&r->harness);
    return good;
}

static bool may_be_immediate(const struct operand_type *type)
{
    return type->class != CLASS_PREDICATE && type->class != CLASS_FLOAT_PAIR &&
           type->bits == type->register_bits && (type->class != CLASS_FLOAT || type->bits >= 32);
}

/* The variants of a single statement: destination and source in one register; an immediate. */
static bool run_other_variants(struct run *r)
{
    bool good = true;
    for (int k = 0; good && k < (int)r->types.n_sources; k++)
        if (r->types.source[k].register_bits == r->types.destination[0].register_bits)
            good = run_variant(r, (struct row_variant){k, -1, 0});
    int last = (int)r->types.n_sources - 1;
    while (last > 0 && !may_be_immediate(&r->types.source[last]))
        last--;
    if (good && last >= 0 && may_be_immediate(&r->types.source[last])) {
        uint64_t value = value_random(&r->generator, &r->types.source[last], r->edges[last]);
        good = run_variant(r, (struct row_variant){-1, last, value});
    }
    return good;
}

void conformance_check(struct conformance *c, const struct conformance_row *row)
{
    struct run r = {.conformance = c, .row = row, .generator = {g_str_hash(row->form)}};
    ck_assert_msg(row_types_parse(row, &r.types), "%s: operands %s", row->form, row->operands);
    ck_assert_msg((row->expected != NULL) != (row->accept != NULL), "%s", row->form);
    r.report = g_string_new(NULL);
    for (unsigned k = 0; k < r.types.n_sources; k++)
        r.edges[k] = value_edges(&r.types.source[k]);
    bool good = run_variant(&r, (struct row_variant){-1, -1, 0});
    if (good && row->body == NULL && r.types.n_destinations > 0)
        good = run_other_variants(&r);
    if (r.wrong != 0)
        conformance_fail(c, "%s (%s): %llu of %llu vectors are wrong\n%s", row->form, row->operands,
                         (unsigned long long)r.wrong, (unsigned long long)r.compared,
                         r.report->str);
    else if (good)
        conformance_record(c, row->form, r.compared);
    for (unsigned k = 0; k < r.types.n_sources; k++)
        g_array_free(r.edges[k], TRUE);
    g_string_free(r.report, TRUE);
}

void conformance_check_all(struct conformance *c, const struct conformance_row *rows, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        conformance_check(c, &rows[i]);
}

float float_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? 0x7fffffff : bits;
}

uint64_t bits_of_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
