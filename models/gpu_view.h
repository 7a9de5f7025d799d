/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything that you can ask a GPU: its units with their counters, and the fate of kernels.
 *
 * Of several GPUs of a platform you ask the first one. It answers for all: units and kernels are
 * those of all GPUs, the units of the first GPU before those of the second, and so on. Each
 * gpu_config_of(gpu)->n_sms are one GPU's.
 *
 * Nothing here changes the GPU. Pointers are borrowed until gpu_free. Records and counters are
 * complete after the run (gpu_run_to_end); before, they lag behind the clock by up to a lookahead.
 * Units: times in ps, cycles of the core clock.
 */
#ifndef SIMGPU_GPU_VIEW_H
#define SIMGPU_GPU_VIEW_H

#include "models/core/launch_meter.h"
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_counters.h"
#include "models/dispatch/kernel_folds.h"
#include "models/dispatch/kernel_record.h"
#include "models/functional/functional.h"
#include "models/gpu_config.h"
#include "models/icnt/peer_link.h"
#include "models/icnt/port.h"

struct gpu;

const struct gpu_config *gpu_config_of(const struct gpu *gpu);
/* Its clock, its error, its figures; observers watch and sample it. */
struct engine *gpu_engine(const struct gpu *gpu);
/* After the run: up to here everything is accounted. */
sim_time gpu_end_time(const struct gpu *gpu);

/* ---- units ------------------------------------------------------------------------------- */

uint32_t gpu_n_gpus(const struct gpu *gpu);
uint32_t gpu_n_sms(const struct gpu *gpu);
uint32_t gpu_n_banks(const struct gpu *gpu);
uint32_t gpu_n_channels(const struct gpu *gpu);
struct sm *gpu_sm(const struct gpu *gpu, uint32_t index);
const struct l2_bank_counters *gpu_bank_counters(const struct gpu *gpu, uint32_t index);
const struct dram_counters *gpu_channel_counters(const struct gpu *gpu, uint32_t index);
const struct dispatcher_counters *gpu_dispatcher_counters(const struct gpu *gpu);
const struct host_counters *gpu_host_counters(const struct gpu *gpu);
/* Of several GPUs: requests of kernels for memory of another GPU, and bytes that these and the
 * replies to them have taken to other GPUs. */
struct peer_link_counters gpu_peer_traffic(const struct gpu *gpu);

/* The kinds of units that have counters, each with a table of its own. */
enum gpu_units {
    GPU_SMS,
    GPU_BANKS,
    GPU_CHANNELS,
    GPU_REQUEST_PORTS, /* of the crossbar: ports or one switch, then the clusters' ports, if any */
    GPU_REPLY_PORTS,
    GPU_DISPATCHER,
    GPU_HOST
};

/* The i-th unit of a kind, and its counters; false if there is none. */
bool gpu_unit(const struct gpu *gpu, enum gpu_units kind, uint32_t i, const struct unit **unit,
              const void **counters);

/* Sums over all units of a kind. */
struct gpu_totals {
    struct sm_counters sm;
    struct l2_bank_counters l2;
    struct dram_counters dram;
    struct port_counters request_ports, reply_ports;
};

void gpu_totals(const struct gpu *gpu, struct gpu_totals *totals);

/* What the units have counted in a row of the ledgers (kernel_folds.h); NULL: nothing. */
struct gpu_row {
    const void *sm, *l2, *dram;
};

struct gpu_row gpu_ledger_row(const struct gpu *gpu, uint32_t row);

/* ---- kernels and clients ------------------------------------------------------------------ */

/* struct kernel_record, in the order of their starts; and the sums of later launches. */
const GArray *gpu_kernel_records(const struct gpu *gpu);
const struct kernel_folds *gpu_kernel_folds(const struct gpu *gpu);
/* Kernels that have begun. */
uint64_t gpu_n_kernels(const struct gpu *gpu);
/* Blocks that are done, and all those of kernels that have begun. From any thread. */
void gpu_blocks(const struct gpu *gpu, uint64_t *done, uint64_t *all);
/* A launch that has begun and not ended. */
struct gpu_under_way {
    uint32_t launch;
    const char *name;               /* of its kernel; borrowed */
    uint64_t blocks, done, running; /* blocks in all, those that have ended, those on SMs */
    uint64_t cycles;                /* since it began, up to the end of the run */
};

/* After the run: the i-th of them; false if there are fewer. */
bool gpu_under_way(const struct gpu *gpu, guint i, struct gpu_under_way *out);
/* All zero if the client had no kernel. */
const struct dispatcher_client *gpu_client(const struct gpu *gpu, uint32_t client);
/* struct policy_told, of the dispatcher's policies; SMs have theirs. */
const GArray *gpu_policies_told(const struct gpu *gpu);

/* ---- the host ----------------------------------------------------------------------------- */

const GArray *gpu_host_launches(const struct gpu *gpu); /* struct host_launch, by id */
const GArray *gpu_host_copies(const struct gpu *gpu);   /* struct host_copy */
/* When its clients ended; the run's end if they have not. */
sim_time gpu_host_end(const struct gpu *gpu);
/* Counts of functional launches, and of launches that the CPU ran. */
const struct functional_counts *gpu_functional(const struct gpu *gpu);
const struct functional_counts *gpu_on_cpu(const struct gpu *gpu);
/* What the last functional launch that could be known has repeated: a number for each kernel,
 * parameters and memory; 0: it was computed. */
uint64_t gpu_repeated(const struct gpu *gpu);
/* Functional launches of kernels that stayed interpreted, by a mistake of simgpu's. When that is
 * found out varies from run to run, so no result has it. */
uint64_t gpu_refused_launches(const struct gpu *gpu);

#endif
