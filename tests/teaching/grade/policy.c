/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp scheduler that takes the first candidate, and does something else before: DEED. Students'
 * plug-ins may do anything; the test puts its deeds in here. */
#include "policies/warp_scheduler/warp_scheduler.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void deed(void)
{
    DEED
}

struct state {
    bool done;
};

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    struct state *own = state;
    (void)scheduler;
    (void)view;
    if (!own->done)
        deed();
    own->done = true;
    return warp_first(candidates);
}

static const struct warp_scheduler_ops mine = {
    .policy = {.head = {.name = "mine",
                        .summary = "The first candidate",
                        .source = "none: a test",
                        .state_bytes = sizeof(struct state)}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &mine.policy.head,
};
