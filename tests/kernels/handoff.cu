/* SPDX-License-Identifier: BSD-3-Clause */
/* Work handed from block to block, mostly on different SMs, through flags in global memory.
 *
 * Each block takes a ticket, waits until the block of the ticket before has raised its flag, adds
 * to that block's row of values and raises its own flag. The tickets make sure that whoever waits,
 * waits for a block that has started, so that this ends on a GPU of any size.
 *
 * Waiting is bounded: if a flag is never seen the results are wrong, and the simulation ends.
 * values and flags are volatile and so never served from an L1; the fence orders the row before its
 * flag.
 */

enum { ROW = 32 };

extern "C" __global__ void handoff(volatile int *values, volatile int *flags, int *tickets,
                                   int max_polls)
{
    __shared__ int ticket;

    if (threadIdx.x == 0) {
        ticket = atomicAdd(tickets, 1);
        int polls = 0;
        while (ticket > 0 && flags[ticket - 1] == 0 && polls < max_polls)
            polls++;
    }
    __syncthreads();

    int before = ticket > 0 ? values[(ticket - 1) * ROW + threadIdx.x] : 0;
    values[ticket * ROW + threadIdx.x] = before + ticket + threadIdx.x;
    __threadfence();
    __syncthreads();

    if (threadIdx.x == 0)
        flags[ticket] = 1;
}
