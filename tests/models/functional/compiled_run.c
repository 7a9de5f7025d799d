/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/models/functional/compiled_run.h"
#include "models/launch/grid.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 7.8\n.target sm_90\n.address_size 64\n.const .b32 table[4] = {5, 6, 7, 8};\n"        \
    ".func (.reg .b32 %y) twice(.reg .b32 %x)\n{\nadd.u32 %y, %x, %x;\nret;\n}\n"                  \
    ".func (.param .b64 z) both(.param .b8 a, .param .b64 b, .param .align 8 .b8 c[8])\n{\n"       \
    ".reg .b16 %h<2>; .reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.s8 %h1, [a];\n"                  \
    "ld.param.b64 %rd1, [b]; ld.param.v2.b32 {%r1, %r2}, [c]; cvt.s64.s16 %rd2, %h1;\n"            \
    "add.s64 %rd1, %rd1, %rd2; mul.wide.u32 %rd2, %r1, %r2; add.s64 %rd1, %rd1, %rd2;\n"           \
    "st.param.b64 [z], %rd1; ret;\n}\n"                                                            \
    ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n"                                       \
    ".reg .pred %p<8>; .reg .b16 %h<4>; .reg .b32 %r<20>; .reg .b64 %rd<12>; .reg .f32 %f<8>; "    \
    ".reg .f64 %fd<4>;\n"                                                                          \
    ".shared .align 16 .b8 tile[4096]; .local .align 16 .b8 mine[64];\n"                           \
    "ld.param.u64 %rd1, [out]; ld.param.u32 %r9, [n]; mov.u32 %r1, %tid.x;\n"                      \
    "mov.u32 %r2, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r3, %r2, %r4, %r1;\n"                \
    "mul.wide.u32 %rd2, %r3, 16; add.s64 %rd3, %rd1, %rd2;\n"

/* How a kernel is run. */
struct way {
    enum functional_runners runners;
    const struct functional_listener *listener;
    unsigned launches;
};

static void run(const char *body, const uint32_t grid[3], const uint32_t block[3], struct way way,
                struct outcome *out)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    g_autoptr(GError) error = NULL;
    *out = (struct outcome){0};
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s\n%s", error ? error->message : "", text);
    struct ptx_program *program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    uint64_t address = device_memory_allocate(memory, "out", OUT_BYTES, NULL);
    uint8_t params[16] = {0};
    memcpy(params, &address, 8);
    params[8] = 77;
    const struct launch launch = {.id = 5,
                                  .code = code,
                                  .grid = {grid[0], grid[1], grid[2]},
                                  .block = {block[0], block[1], block[2]},
                                  .independent_lanes = true,
                                  .spin_limit = 100,
                                  .params = params};
    const struct functional_options options = {.n_blocks = launch_blocks(&launch),
                                               .max_instructions = 1000 * 1000 * 1000,
                                               .listener = way.listener,
                                               .runners = way.runners};
    GString *output = g_string_new(NULL);
    out->good = true;
    for (unsigned i = 0; i < way.launches && out->good; i++)
        out->good = functional_run(&launch, memory, &options, &out->counts, output, &error);
    out->message = g_strdup(error ? error->message : "");
    device_memory_read(memory, address, out->bytes, OUT_BYTES);
    g_string_free(output, TRUE);
    device_memory_free(memory);
    ptx_program_free(program);
}

void compiled_run(const char *body, const uint32_t grid[3], const uint32_t block[3],
                  enum functional_runners runners, struct outcome *out)
{
    run(body, grid, block, (struct way){runners, NULL, 1}, out);
}

void compiled_runs(const char *body, const uint32_t grid[3], const uint32_t block[3],
                   enum functional_runners runners, unsigned launches, struct outcome *out)
{
    run(body, grid, block, (struct way){runners, NULL, launches}, out);
}

void compiled_heard(const char *body, const uint32_t grid[3], const uint32_t block[3],
                    const struct functional_listener *listener, struct outcome *out)
{
    run(body, grid, block, (struct way){RUNNERS_NEVER, listener, 1}, out);
}

unsigned compiled_files(const char *folder, const char *suffix)
{
    unsigned n = 0;
    const char *name;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    while (dir && (name = g_dir_read_name(dir)))
        n += g_str_has_suffix(name, suffix);
    return n;
}
