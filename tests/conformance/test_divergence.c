/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels whose lanes go their own ways, against the same source run a thread at a time.
 *
 * SIMGPU_DIVERGENCE_PTX names divergence.cu as PTX (tests/conformance/meson.build).
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/divergence.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { THREADS = 256, ROUNDS = 24, AT_OUT = 0x1000 };

typedef void block_reference(const unsigned words[THREADS], unsigned out[THREADS]);

#define EACH_THREAD(name)                                                                          \
    static void name##_block(const unsigned words[THREADS], unsigned out[THREADS])                 \
    {                                                                                              \
        for (unsigned i = 0; i < THREADS; i++)                                                     \
            out[i] = name(words[i]);                                                               \
    }
DIVERGENT(EACH_THREAD)

static void exit_before_barrier_block(const unsigned words[THREADS], unsigned out[THREADS])
{
    for (unsigned i = 0; i < THREADS; i++) {
        out[i] = 1;
        if (words[i] % 3 == 0)
            continue;
        unsigned next = (i + 1) % THREADS;
        while (words[next] % 3 == 0)
            next = (next + 1) % THREADS;
        out[i] = mixed(words[next]);
    }
}

static void barriers_in_loop_block(const unsigned words[THREADS], unsigned out[THREADS])
{
    memcpy(out, words, THREADS * sizeof *words);
    for (unsigned round = 0; round < 6; round++) {
        unsigned box[THREADS];
        for (unsigned i = 0; i < THREADS; i++) {
            for (unsigned k = 0; k < (out[i] & 7); k++)
                out[i] = mixed(out[i] + k);
            box[i] = out[i];
        }
        for (unsigned i = 0; i < THREADS; i++) {
            out[i] += box[(i + 37) % THREADS];
            if (round == 3 && out[i] & 1)
                out[i] = mixed(out[i]);
        }
    }
}

static void set_words(unsigned words[THREADS], unsigned round, struct value_generator *g)
{
    unsigned same = (unsigned)value_next(g);
    for (unsigned i = 0; i < THREADS; i++) {
        words[i] = (unsigned)value_next(g);
        if (round == 0)
            words[i] = i;
        if (round == 1) /* all lanes agree */
            words[i] = same;
        if (round == 2 && i % 32 != 13) /* all but one */
            words[i] = same;
    }
}

static void check(struct conformance *c, const char *text, const char *name,
                  block_reference *reference)
{
    g_autofree char *kernel = g_strdup_printf("%s_kernel", name);
    struct value_generator g = {g_str_hash(name)};
    struct harness h;
    unsigned divergences = 0;
    harness_init(&h, text, kernel);
    harness_param_u64(&h, 0, DEVICE_BASE);
    harness_param_u64(&h, 1, DEVICE_BASE + AT_OUT);
    h.block[0] = THREADS;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned words[THREADS], expected[THREADS], got[THREADS];
        set_words(words, round, &g);
        memcpy(h.memory, words, sizeof words);
        reference(words, expected);
        if (!harness_run(&h)) {
            conformance_fail(c, "%s: %s", name, h.fault);
            break;
        }
        memcpy(got, h.memory + AT_OUT, sizeof got);
        divergences += h.divergences;
        for (unsigned i = 0; i < THREADS; i++)
            if (got[i] != expected[i]) {
                conformance_fail(c, "%s(%#x) of thread %u in round %u is %#x, expected %#x", name,
                                 words[i], i, round, got[i], expected[i]);
                break;
            }
    }
    if (divergences == 0)
        conformance_fail(c, "%s never diverged", name);
    harness_finish(&h);
}

static void fill(struct conformance *c)
{
    const char *file = g_getenv("SIMGPU_DIVERGENCE_PTX");
    g_autofree char *text = NULL;
    ck_assert_msg(file != NULL && g_file_get_contents(file, &text, NULL, NULL),
                  "SIMGPU_DIVERGENCE_PTX must name divergence.ptx");
#define CHECK(name) check(c, text, #name, name##_block);
    DIVERGENT(CHECK)
    CHECK(exit_before_barrier)
    CHECK(barriers_in_loop)
}

CONFORMANCE_MAIN("divergence", fill)
