/* SPDX-License-Identifier: BSD-3-Clause */
/* The configuration of the <<< >>> that a thread is about to launch.
 *
 * Compilers set it before a kernel's arguments are evaluated, and evaluating them may launch
 * another kernel, so configurations are a stack.
 */
#include "runtime/cuda/launch/launch_config.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/message.h"

static struct launch_config **top(void)
{
    static _Thread_local struct launch_config *config;
    return &config;
}

void launch_config_push(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    struct launch_config *config = message_allocate(sizeof *config);
    *config = (struct launch_config){.below = *top(),
                                     .grid = grid,
                                     .block = block,
                                     .shared_bytes = shared_bytes,
                                     .stream = stream};
    *top() = config;
}

struct launch_config *launch_config_pop(void)
{
    struct launch_config *config = *top();
    if (config)
        *top() = config->below;
    return config;
}

void launch_config_free(struct launch_config *config)
{
    if (config)
        free(config->arguments);
    free(config);
}

bool launch_config_add_argument(const void *argument, size_t size, size_t offset)
{
    struct launch_config *config = *top();
    if (!config || !argument || offset > LAUNCH_ARGUMENT_BYTES_MAX ||
        size > LAUNCH_ARGUMENT_BYTES_MAX - offset)
        return false;
    if (offset + size > config->argument_bytes) {
        config->arguments = message_reallocate(config->arguments, offset + size);
        memset(config->arguments + config->argument_bytes, 0,
               offset + size - config->argument_bytes);
        config->argument_bytes = offset + size;
    }
    memcpy(config->arguments + offset, argument, size);
    return true;
}
