/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/running.h"

double running_data_s(const struct running *running)
{
    double seconds = 0;
    for (uint32_t i = 0; i < running->n_clients; i++)
        seconds += running->clients[i].seconds;
    return seconds;
}
