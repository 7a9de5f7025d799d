/* SPDX-License-Identifier: BSD-3-Clause */
/* A program whose kernel has failed goes on: nothing is simulated any more, and every call is
 * answered with the error, which is sticky. One that has done what it was to do is ended.
 * Source: CUDA Runtime API, cudaError: "This leaves the process in an inconsistent state and any
 *   further CUDA work will return the same error." */
#include "workloads/cuda_process/after_fault.h"
#include "workloads/cuda_process/conversation.h"
#include "workloads/cuda_process/program_private.h"

/* Source: CUDA Runtime API, "Data types used by CUDA Runtime", cudaError. */
static int32_t status_of(enum fault_kind kind)
{
    switch (kind) {
    case FAULT_ASSERT:
        return 710;
    case FAULT_STRAY:
    case FAULT_NOWHERE:
        return 700;
    case FAULT_MISALIGNED:
        return 716;
    default:
        return 719;
    }
}

void program_fail(struct command_source *source, enum fault_kind kind, const char *message)
{
    (void)message;
    program_go_on((struct program *)source, kind);
}

void program_go_on(struct program *program, enum fault_kind kind)
{
    conversation_answer_all(program, status_of(kind));
    process_wait(&program->process);
}

void program_halt(struct command_source *source)
{
    struct program *program = (struct program *)source;
    if (!program->over)
        process_kill(&program->process);
    program->over = program->halted = true;
}
