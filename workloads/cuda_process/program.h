/* SPDX-License-Identifier: BSD-3-Clause */
/* A running CUDA program as a command source.
 *
 * The program is a process of its own; its runtime library (runtime/cuda) asks over a socket
 * (runtime/protocol.h), and this source turns each request into a command: it is answered when
 * the host model says that it has returned in simulated time. Bytes move in done(), when the
 * simulated copy has ended.
 *
 * Several threads of the program may call at a time (conversation.h).
 *
 * How it ends: when the program is over, whatever its exit code, COMMAND_END; what it left under
 * way still runs. When a signal ended it between two calls, COMMAND_ABORT: the simulation stops
 * there. When a signal ends it in the middle of a call, *interrupted is set and the simulation
 * stops where it stands.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROGRAM_H
#define SIMGPU_WORKLOADS_PROGRAM_PROGRAM_H

#include "base/status_request.h"
#include "runtime/protocol.h"
#include "workloads/command.h"

/* Device memory as a program uses it: one program's part of it. */
struct program_memory {
    void *data;
    /* The address, 0 with an error when memory is full. */
    uint64_t (*allocate)(void *data, const char *name, uint64_t bytes, GError **error);
    bool (*release)(void *data, uint64_t address);
    /* Where the bytes lie on the host; NULL unless one allocation holds all of them. */
    uint8_t *(*at)(void *data, uint64_t address, uint64_t n_bytes);
    /* Bytes from the address to the end of its allocation; 0 if there is none. */
    uint64_t (*room)(void *data, uint64_t address);
    uint64_t (*left)(void *data);
    /* "nearest is allocation 3, 1024 bytes at 0x...": for messages; g_free. */
    char *(*describe_nearest)(void *data, uint64_t address);
    int file; /* that the program maps; the descriptor is borrowed */
};

enum { PROGRAM_DIED = 2 };

struct program_setup {
    const char *const *argv;
    const char *library_folder;    /* of libcudart for programs that nvcc has linked; NULL: none */
    uint32_t number;               /* of the program, from 0 */
    struct protocol_device device; /* without the addresses */
    struct program_memory memory;
    uint64_t device_base;
    uint64_t call_time;                  /* ps that a runtime call takes on the host */
    volatile int *interrupted;           /* becomes PROGRAM_DIED when a signal ends it in a call */
    const struct status_request *status; /* may be NULL */
    void *data;                          /* for the functions below */
    /* Blocks an SM can hold at a time; 0 if none fits. */
    uint32_t (*occupancy)(void *data, const struct kernel_code *code, uint32_t threads_per_block,
                          uint64_t dynamic_shared_bytes);
    /* 32-bit registers a thread of the kernel gets. */
    uint32_t (*registers)(void *data, const struct kernel_code *code);
    /* A line for people who debug their program: a bad pointer, say. */
    void (*complain)(void *data, const char *message);
};

struct program;

/* Starts the program. setup is copied, except what it points to. */
struct program *program_new(const struct program_setup *setup, GError **error);
/* Ends the process if it still runs (process_finish). */
void program_free(struct program *program);

/* After the simulation has ended with a fault of its kernel: answers every call with the error, the
 * one under way first, until the program has ended. */
void program_go_on(struct program *program, enum fault_kind kind);

struct command_source *program_source(struct program *program);

/* As it was started. */
const char *program_name(const struct program *program);
/* Whether it has ended; if not when the simulation has, it is killed by program_free. */
bool program_over(const struct program *program);
/* How many of its threads have called the runtime library. */
uint32_t program_n_threads(const struct program *program);
/* False if calls of several threads could not be ordered by simulated time: see host_threads.h. */
bool program_is_ordered(const struct program *program);
/* How it ended, after COMMAND_END or COMMAND_ABORT: its exit code, 128 + signal if it was killed; 0
 * if it was halted. */
int program_exit_code(struct program *program);
/* "./kmeans exited with code 1"; g_free. */
char *program_describe_end(struct program *program);
/* What device printf wrote and no call has taken to the program; borrowed. */
const char *program_left_output(const struct program *program);

#endif
