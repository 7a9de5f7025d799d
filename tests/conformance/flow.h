/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of whole pieces of PTX whose result is a function of the thread's number. */
#ifndef SIMGPU_TESTS_CONFORMANCE_FLOW_H
#define SIMGPU_TESTS_CONFORMANCE_FLOW_H

#include "tests/conformance/conformance.h"

enum { FLOW_THREADS = 128 }; /* in one block */

/* The body finds the thread's number in %w0 and leaves in %w1 what expect() says of it. There are
 * %w0-%w7, %l0-%l3 (64 bits), %p0-%p3, `shared` (1024 zeroed bytes of shared memory), %at, the
 * address at which the epilogue writes %w1, and %free, that of 4096 zeroed bytes. */
struct flow {
    const char *forms;     /* what it verifies, space-separated */
    const char *functions; /* in front of the kernel */
    const char *body;
    uint32_t (*expect)(uint32_t thread);
};

void flow_check_all(struct conformance *c, const struct flow *flows, unsigned n);

#endif
