/* SPDX-License-Identifier: BSD-3-Clause */
/* What the loader's tests share: workload files in a temporary directory, kernels that exist only
 * as parameter lists, and a device memory.
 *
 * Environment, set by the build:
 *   SIMGPU_SOURCE_ROOT        the top of the source tree
 *   SIMGPU_TEST_LIBRARY_DIR   where loader_reference.so (data/loader_reference.c) lies
 */
#ifndef SIMGPU_TESTS_WORKLOADS_LOADER_FIXTURE_H
#define SIMGPU_TESTS_WORKLOADS_LOADER_FIXTURE_H

#include "workloads/loader/workload.h"

/* A value of the environment; the test fails if it is not set. */
const char *fixture_environment(const char *name);

/* A directory that holds "main.ptx", "w.json" once written, and what tests add. */
struct fixture_directory {
    char *path;
    char *workload; /* path/w.json */
};

void fixture_directory_init(struct fixture_directory *directory);
void fixture_directory_finish(struct fixture_directory *directory); /* removes it */
void fixture_write(const struct fixture_directory *directory, const char *name, const void *bytes,
                   size_t n_bytes);

/* Kernels of every module, with their parameters:
 *   copy(u64 source, u64 target, u32 n)
 *   mix(b64 pointer, s32 i, u32 u, f32 f, f64 d, b8 byte, s16 h)
 *   small()            .maxntid 64
 *   structure(12 bytes), half(f16)
 *   narrow(u32 pointer)
 * Symbols of a module: "table", 16 bytes: the address of "scratch", then 7; and "scratch",
 * 8 bytes of zeros. */
struct fixture_provider {
    struct kernel_provider ops; /* data: this struct */
    unsigned n_opened, n_closed;
    char *last_path;         /* the file opened last */
    uint32_t last_registers; /* stated at the last kernel() */
    uint64_t addresses[8];   /* of symbols, modules in the order of opening */
    uint64_t tables[8][2];   /* initial bytes of "table" of each module */
};

void fixture_provider_init(struct fixture_provider *provider);
void fixture_provider_finish(struct fixture_provider *provider);

/* Allocations start at 0x10000 and are aligned to 256 bytes; memory is 0xcd before it is written.
 */
struct fixture_device {
    struct device_access access; /* memory: this struct */
    GPtrArray *allocations;
    uint64_t limit; /* bytes that allocate() gives out at most */
    uint64_t next;
    unsigned n_writes;
};

void fixture_device_init(struct fixture_device *device);
void fixture_device_finish(struct fixture_device *device);
/* Name and address of an allocation. */
const char *fixture_device_name(const struct fixture_device *device, unsigned index);
uint64_t fixture_device_address(const struct fixture_device *device, const char *name);
/* The bytes of an allocation, to be changed at will, as kernels would. */
void *fixture_device_bytes(const struct fixture_device *device, const char *name);

/* A workload of this text, loaded and prepared; the test fails if that fails. */
struct workload *fixture_prepare(const struct fixture_directory *directory,
                                 struct fixture_provider *provider, const char *json);

/* Pulls commands until COMMAND_END and writes them down: "W40 L0 L1 W4 E", or "... !" and an
 * error. on_launch (may be NULL) runs at each launch. To be freed with g_free. */
char *fixture_run(struct workload *w, struct fixture_device *device,
                  void (*on_launch)(struct fixture_device *device, const struct launch *launch),
                  GError **error);

#endif
