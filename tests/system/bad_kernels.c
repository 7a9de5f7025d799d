/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/system/bad_input.h"

#define AT     "{folder}/kernel.ptx:{line}: "
#define KERNEL AT "kernel copy, block (0,0,0), "

const char good_kernel[] = ".version 3.2\n"
                           ".target sm_20\n"
                           ".address_size 64\n"
                           "\n"
                           ".visible .entry copy(\n"
                           "    .param .u64 source,\n"
                           "    .param .u64 target,\n"
                           "    .param .u32 n)\n"
                           "{\n"
                           "    .reg .pred %outside;\n"
                           "    .reg .u32 %i, %n, %value;\n"
                           "    .reg .u64 %from, %to;\n"
                           "    .shared .align 4 .b8 scratch[64];\n"
                           "\n"
                           "    mov.u32 %value, scratch;\n"
                           "    mov.u32 %i, %tid.x;\n"
                           "    ld.param.u32 %n, [n];\n"
                           "    setp.ge.u32 %outside, %i, %n;\n"
                           "    @%outside bra done;\n"
                           "    ld.param.u64 %from, [source];\n"
                           "    mad.wide.u32 %from, %i, 4, %from;\n"
                           "    ld.param.u64 %to, [target];\n"
                           "    mad.wide.u32 %to, %i, 4, %to;\n"
                           "    ld.global.u32 %value, [%from];\n"
                           "    st.global.u32 [%to], %value;\n"
                           "done:\n"
                           "    ret;\n"
                           "}\n";

static const char binary[] = "\x7f"
                             "ELF\x02\x01\x01 \xff\xfe garbage";

const struct bad_input bad_kernels[] = {
    /* text that is no PTX */
    {BAD_KERNEL, NULL, NULL, {NULL}, EXIT_BAD_INPUT, {"kernel.ptx"}},
    {BAD_KERNEL, NULL, "", {NULL}, EXIT_BAD_INPUT, {"steps[0].launch", "copy"}},
    {BAD_KERNEL, NULL, binary, {NULL}, EXIT_BAD_INPUT, {"{folder}/kernel.ptx:1: "}},
    {BAD_KERNEL,
     NULL,
     "int main(void) { return 0; }\n",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/kernel.ptx:1: expected a directive", "found 'int'"}},
    {BAD_KERNEL, "%i, 4, %from;", "%i, 4, %\xff\xfe;", {NULL}, EXIT_BAD_INPUT, {AT}},
    {BAD_KERNEL,
     "    ret;\n}\n",
     "    ret;\n",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/kernel.ptx:28: ", "closes line 9, found end of file"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "mov.u32 %i, %tid.x",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/kernel.ptx:17: expected ',' or ';' in 'mov.u32', found 'ld'"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "mov.u32 %j, %tid.x;",
     {NULL},
     EXIT_BAD_INPUT,
     {AT "register '%j' is not declared"}},
    {BAD_KERNEL,
     "bra done;",
     "bra dnoe;",
     {NULL},
     EXIT_BAD_INPUT,
     {AT "branch to unknown label 'dnoe'"}},
    {BAD_KERNEL,
     ".reg .u32 %i,",
     ".reg .u33 %i,",
     {NULL},
     EXIT_BAD_INPUT,
     {AT "expected the type of a register", "found '.u33'"}},
    {BAD_KERNEL,
     ".entry copy(",
     ".entry kopie(",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/workload.json: at steps[0].launch: ", "copy", "kopie"}},
    /* what goes wrong while it runs */
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "mov.u32 %i, %tid.x; sured.b.max.1d.u64.trap [%from, {%i}], %n;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 2: unsupported instruction", "sured.b.max.1d.u64.trap"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "frobnicate.u32 %i, %n;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 1: unsupported instruction", "frobnicate.u32"}},
    {BAD_KERNEL,
     "st.global.u32 [%to], %value;",
     "mov.u64 %to, 0x200000000; atom.add.u32 %value, [%to], %n;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (0,0,0), pc 11: atom.add.u32: 4 bytes at local address 0x0: outside the 0 "
             "bytes there are"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "trap;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 1: the kernel executed trap"}},
    {BAD_KERNEL,
     "%value, [%from];",
     "%value, [%from+1048576];",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (0,0,0), pc 9: reads 4 bytes at global address 0x",
      ", which no allocation holds: ", " bytes behind the end of "}},
    {BAD_KERNEL,
     "[%to], %value;",
     "[%to+1048576], %value;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (0,0,0), pc 10: writes 4 bytes at global address 0x",
      ", which no allocation holds: "}},
    {BAD_KERNEL,
     "[%to], %value;",
     "[%to], %value; setp.ne.u32 %outside, %i, 3; @!%outside red.add.u32 [%to+1048576], %value;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (3,0,0), pc 12: atomically changes 4 bytes at global address 0x",
      ", which no allocation holds: "}},
    {BAD_KERNEL,
     "%value, [%from];",
     "%value, [%from+2];",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (0,0,0), pc 9: ld.global.u32: 4 bytes at global address 0x", ": misaligned"}},
    {BAD_KERNEL,
     "st.global.u32 [%to], %value;",
     "red.global.add.u32 [%to+1], %value;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (0,0,0), pc 10: red.global.add.u32: 4 bytes at global address 0x",
      ": misaligned"}},
    {BAD_KERNEL,
     "st.global.u32 [%to], %value;",
     "st.shared.u32 [%i+100], %i;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (1,0,0), pc 10: st.shared.u32: 4 bytes at shared address 0x65: misaligned"}},
    {BAD_KERNEL,
     "st.global.u32 [%to], %value;",
     "st.shared.u8 [%i+50], %i;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "thread (14,0,0), pc 10: st.shared.u8: 1 bytes at shared address 0x40: outside the 64 "
             "bytes there are"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "bar.sync 0, 33;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 1: barrier 0 waits for 33 threads, which is not a multiple of 32"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "setp.eq.u32 %outside, %i, 0; bar.red.popc.u32 %i, 3, 96, %outside;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 2: barrier 3 waits for 96 threads, but the block has 1 warps of 32"}},
    {BAD_KERNEL,
     "mov.u32 %i, %tid.x;",
     "mov.u32 %i, 16; bar.sync %i;",
     {NULL},
     EXIT_BAD_INPUT,
     {KERNEL "warp 0, pc 2: barrier 16 does not exist"}},
    /* kernels that fit on no SM */
    {BAD_KERNEL,
     "scratch[64]",
     "scratch[50000]",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/kernel.ptx: launch 0 of kernel copy: no block fits on an SM: a block needs 50048 "
      "bytes of shared memory, and there are 49152"}},
    {BAD_KERNEL,
     ".param .u32 n)\n",
     ".param .u32 n)\n    .maxntid 16, 1, 1\n",
     {NULL},
     EXIT_BAD_INPUT,
     {"{folder}/workload.json: at steps[0].launch: a block of 32 threads; kernel \"copy\" allows "
      "16 (.maxntid)"}},
    {.exit_code = EXIT_DONE},
};
