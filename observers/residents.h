/* SPDX-License-Identifier: BSD-3-Clause */
/* The warps in the SMs' slots, their launches and kernels. With it observers find the owner of an
 * event.
 *
 * Observers that keep tables tell it each warp's start. For a slot it then knows the warp, its
 * launch and its kernel. For a launch it knows the kernel. For a kernel and a pc it keeps a record
 * of the observer. A kernel is a name: launches of the same name are one kernel, whatever their
 * module. Records are sums over these launches.
 */
#ifndef SIMGPU_OBSERVERS_RESIDENTS_H
#define SIMGPU_OBSERVERS_RESIDENTS_H

#include "models/sm/sm_view.h"
#include <json-glib/json-glib.h>

enum { RESIDENTS_SLOTS = 64 /* warp slots of an SM */ };

/* An observer's record of an instruction begins with it. */
struct observed_pc {
    uint32_t pc;
    uint32_t line;  /* in the source file; 0: not known */
    uint32_t index; /* in residents.pcs */
    bool in_loop;
    struct observed_kernel *kernel;
};

/* An observer's record of a kernel begins with it. */
struct observed_kernel {
    char *name;
    uint32_t first_launch, launches;
    uint32_t n_pcs;           /* length of pcs */
    struct observed_pc **pcs; /* by pc; NULL: there is no record */
};

struct resident {
    struct observed_kernel *kernel; /* NULL: the slot has had no warp */
    const struct launch *launch;
    const struct kernel_code *code;
    uint64_t block;     /* linear index in the grid */
    uint64_t in_launch; /* block * warps of a block + in_block */
    uint32_t in_block, block_slot;
    uint32_t number; /* 1, 2, ... in the order of this SM's warps */
};

struct residents {
    uint32_t n_sms;
    size_t kernel_bytes, pc_bytes;
    struct resident *slots; /* by SM, then slot */
    uint32_t *numbers;      /* by SM: warps that have started */
    GPtrArray *kernels;     /* of observed_kernel, in the order in which they came */
    GHashTable *by_name;
    GPtrArray *pcs;       /* of observed_pc, for all kernels. The kernels own them */
    GPtrArray *by_launch; /* by the launch's id: its kernel, NULL if no warp has come */
};

/* kernel_bytes, pc_bytes: sizes of the observer's records of kernels and of instructions. */
void residents_init(struct residents *residents, uint32_t n_sms, size_t kernel_bytes,
                    size_t pc_bytes);
void residents_finish(struct residents *residents);

/* From now on this warp is in the slot. */
struct resident *residents_start(struct residents *residents, unsigned sm, unsigned slot,
                                 const struct warp_identity *warp, const struct launch *launch);
/* The same for a warp that the SM tells. */
struct resident *residents_see(struct residents *residents, const struct sm *sm, unsigned slot);

/* The warp in a slot, which stays until the next one's start. */
static inline struct resident *residents_at(const struct residents *residents, unsigned sm,
                                            unsigned slot)
{
    return &residents->slots[sm * RESIDENTS_SLOTS + slot];
}

/* NULL: none of its warps has started. */
static inline void *residents_kernel(const struct residents *residents, uint32_t launch)
{
    return launch < residents->by_launch->len ? residents->by_launch->pdata[launch] : NULL;
}

struct observed_pc *residents_add_pc(struct residents *residents, const struct resident *warp,
                                     uint32_t pc);

/* The observer's record of an instruction of the warp's kernel: zeros behind its head at first. */
static inline void *residents_pc(struct residents *residents, const struct resident *warp,
                                 uint32_t pc)
{
    const struct observed_kernel *kernel = warp->kernel;
    void *record = pc < kernel->n_pcs ? kernel->pcs[pc] : NULL;
    return record ? record : residents_add_pc(residents, warp, pc);
}

/* Members of an object. */
void observed_add_count(JsonBuilder *json, const char *name, uint64_t count);
void observed_add_counts(JsonBuilder *json, const char *name, const uint64_t *counts, size_t n);
/* An object with a member for each name. */
void observed_add_classes(JsonBuilder *json, const char *name, const char *const *names,
                          const uint64_t *counts, size_t n);
/* "pc", "line", "in_loop". */
void observed_add_pc(JsonBuilder *json, const struct observed_pc *pc);
/* "kernels": an array of objects in the order of first launches. Each begins with
 * "name", "first_launch" and "launches"; add_members writes the rest. */
void observed_add_kernels(JsonBuilder *json, const struct residents *residents,
                          void (*add_members)(JsonBuilder *json, const void *kernel,
                                              const void *data),
                          const void *data);

#endif
