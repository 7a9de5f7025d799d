/* SPDX-License-Identifier: BSD-3-Clause */
/* The host: pulls commands from its clients' command sources and carries them out.
 *
 * A client is a program (or a workload file). Simulated time stands still while it computes: the
 * host pulls its next command at the time at which the previous call returned. A program may have
 * several callers, its threads (workloads/command.h). A command begins when the commands that it
 * comes after have ended (operations.h). Several can be under way:
 *
 *  - launches: at most `concurrent_kernels` are with the dispatcher, in the order of issue. Each
 *    leaves `launch_latency` after its issue at the earliest. With `starts_together` no launch
 *    leaves before every client that has not ended has one ready. So no program gets the GPU for
 *    itself because the others do more before their first kernel;
 *  - copies: one at a time on each copy engine, in the order of issue. The engine needs
 *    `copy_latency` to begin. Then the bytes cross PCIe under SimGrid (engine_transfer): bandwidth
 *    and latency of the platform's links, shared with everything else that crosses them. One engine
 *    serves both directions; of two engines, each has one direction;
 *  - copies between GPUs: one at a time on an engine of the GPU that sends, over their link or
 *    PCIe;
 *  - moves within device memory (memset, copies): `move_latency` and the time that DRAM's peak
 *    bandwidth needs; ASSUMED, and traffic of kernels under way does not feel them;
 *  - functional launches: carried out at once, in no simulated time;
 *  - launches on the CPU (placing.h): one at a time, `copy_latency` after they could begin. Their
 *    effects happen at once, and then they take their time (models/cpu/). Before any launch, what
 *    its device lacks is copied, as a copy of its own.
 *
 * To start the run, call engine_wake(engine, &host->unit, 0): commands are pulled from time 0.
 * Errors of a source end the run through engine_fail. When the engine goes quiet before `done` is
 * set, it is a deadlock.
 *
 * Source: CUDA C++ Programming Guide, sections "Asynchronous Concurrent Execution" (what overlaps)
 * and "Streams" (order).
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_HOST_H
#define SIMGPU_HOST_HOST_H

#include "models/core/counters.h"
#include "models/host/host_config.h"
#include "models/host/host_state.h"

extern const struct counter host_counter_table[];

/* config and hooks are copied; device is borrowed. */
void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, const struct host_hooks *hooks,
               const struct device_access *device);
void host_finish(struct host *host);

/* Adds a client before the run. The source is borrowed. */
void host_add_client(struct host *host, struct command_source *source);

/* Makes the wires to and from the dispatcher of the first GPU, then of the next one; returns the
 * one that KERNEL_DONE comes on. */
struct wire *host_connect_dispatcher(struct host *host, struct unit *dispatcher);

#endif
