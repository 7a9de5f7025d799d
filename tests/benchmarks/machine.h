/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast is this machine? Two fixed loops that have nothing to do with simgpu, so that figures of
 * different machines and days can be compared: a chain of integer operations, for the core, and a
 * chain of loads from all over 32 MiB, for caches and memory. Medians of five. */
#ifndef SIMGPU_TESTS_BENCHMARKS_MACHINE_H
#define SIMGPU_TESTS_BENCHMARKS_MACHINE_H

double machine_integer_ns(void);
double machine_load_ns(void);

#endif
