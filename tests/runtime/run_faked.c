/* SPDX-License-Identifier: BSD-3-Clause */
/* run_faked PROGRAM: runs it with a fake simgpu at the other end of its channel, and exits as it
 * does. Kernels are not executed, but launches are: their parameters go to standard output. For
 * nvcc_program.sh. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/runtime/fake_simgpu.h"

int main(int argc, char **argv)
{
    int status;
    if (argc < 2)
        return 2;
    struct fake_simgpu *fake = fake_simgpu_start();
    /* for scale(float *, float) */
    fake->answers.parameters[0] = (struct protocol_parameter){0, 8};
    fake->answers.parameters[1] = (struct protocol_parameter){8, 4};
    fake->answers.parameter_count = 2;
    fake->answers.parameter_bytes = 12;
    fake->answers.symbol_address = FAKE_DEVICE_BASE + 512;
    fake->answers.symbol_bytes = 4;
    const pid_t child = fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    waitpid(child, &status, 0);
    for (int i = 0; i < fake->count; i++) {
        const struct fake_request *request = &fake->requests[i];
        if (request->request.kind != PROTOCOL_LAUNCH)
            continue;
        printf("launch of %u blocks of %u:", (unsigned)request->request.argument[1],
               (unsigned)request->request.argument[4]);
        for (uint32_t byte = 0; byte < request->request.payload_bytes; byte++)
            printf(" %02x", request->payload[byte]);
        printf("\n");
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
