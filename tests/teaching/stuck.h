/* SPDX-License-Identifier: BSD-3-Clause */
/* A workload that never ends: each of two warps is at a barrier that waits for both. */
#ifndef SIMGPU_TESTS_TEACHING_STUCK_H
#define SIMGPU_TESTS_TEACHING_STUCK_H

/* stuck.ptx */
static const char stuck_kernel[] = ".version 3.2\n.target sm_20\n.address_size 64\n"
                                   ".visible .entry stuck()\n{\n"
                                   "    .reg .pred %first;\n    .reg .u32 %i;\n"
                                   "    mov.u32 %i, %tid.x;\n"
                                   "    setp.lt.u32 %first, %i, 32;\n"
                                   "    @%first bra other;\n"
                                   "    bar.sync 2, 64;\n    ret;\n"
                                   "other:\n    bar.sync 1, 64;\n    ret;\n}\n";

/* stuck.json */
static const char stuck_workload[] =
    "{\"name\": \"stuck\", \"description\": \"two warps at two barriers\",\n"
    " \"modules\": {\"stuck\": {\"ptx\": \"stuck.ptx\"}}, \"buffers\": {},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"stuck\", \"grid\": [1], \"block\": [64], \"args\": "
    "[]}}]}\n";

#endif
