/* SPDX-License-Identifier: BSD-3-Clause */
/* The checkers of a run: races, memory, uninitialised reads, barriers, leaks.
 *
 * They hear what kernels do (execution_watch.h) and what the host asks for, and change nothing.
 * Give the watch to the functional execution, the commands of each client to the two functions
 * below, and ask for the findings at the end.
 */
#ifndef SIMGPU_SANITIZE_SANITIZE_H
#define SIMGPU_SANITIZE_SANITIZE_H

#include "models/launch/execution_watch.h"
#include "models/memory/device_memory.h"
#include "sanitize/findings.h"
#include "workloads/command.h"

struct sanitizer;

/* checkers: of enum checker. The memory is borrowed. keeps_freed: freed memory stays closed for a
 * while, so that later accesses find it; allocations then get other addresses than without.
 * threads: that look for races, the caller's own among them. What is found does not depend on it.
 */
struct sanitizer *sanitizer_new(unsigned checkers, struct device_memory *memory, bool keeps_freed,
                                unsigned threads);
void sanitizer_free(struct sanitizer *sanitizer);
const struct execution_watch *sanitizer_watch(const struct sanitizer *sanitizer);
struct findings *sanitizer_findings(const struct sanitizer *sanitizer);

/* A client's command is issued, and has ended. */
void sanitizer_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command);
void sanitizer_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id);

/* The run is over: looks for what is left. complete: nothing cut it off. */
void sanitizer_finish(struct sanitizer *sanitizer, bool complete);
/* What it has found, for people; "" if that is nothing and silent. g_free. */
char *sanitizer_text(const struct sanitizer *sanitizer);
/* Whether a fault of a kernel is one of its findings. NULL: it is not. */
bool sanitizer_finds_fault(const struct sanitizer *sanitizer, enum fault_kind kind);
/* Errors that no suppression covers. */
unsigned sanitizer_errors(const struct sanitizer *sanitizer);

#endif
