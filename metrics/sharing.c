/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/sharing.h"
#include <glib.h>

static void compare(const struct shared_program *programs, unsigned n, struct sharing *out)
{
    for (unsigned i = 0; i < n; i++) {
        double speedup = (double)programs[i].alone / (double)programs[i].cycles;
        out->min_speedup = i == 0 ? speedup : MIN(out->min_speedup, speedup);
        out->antt += 1 / speedup / n;
        out->stp += speedup;
    }
}

bool sharing_of(const struct shared_program *programs, unsigned n, struct sharing *out)
{
    uint64_t instructions = 0;
    *out = (struct sharing){.compares = n > 0};
    for (unsigned i = 0; i < n; i++) {
        if (programs[i].cycles == 0)
            return false;
        instructions += programs[i].instructions;
        out->cycles = MAX(out->cycles, programs[i].cycles);
        out->compares &= programs[i].alone > 0;
    }
    if (n == 0)
        return false;
    out->combined_ipc = (double)instructions / (double)out->cycles;
    if (out->compares)
        compare(programs, n, out);
    return true;
}
