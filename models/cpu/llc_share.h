/* SPDX-License-Identifier: BSD-3-Clause */
/* How applications divide a CPU's last-level cache, and how often they then miss.
 *
 * Each application's part is proportional to how often it accesses the cache, but no larger than
 * its footprint. The others share the rest in the same way.
 * Source: D. Chandra, F. Guo, S. Kim, Y. Solihin, "Predicting Inter-Thread Cache Contention on a
 * Chip Multi-Processor Architecture", HPCA 2005, the frequency-of-access (FOA) model.
 * Differs: the bound by the footprint.
 *
 * Misses grow with the inverse square root of the part, up to the accesses.
 * Source: A. Hartstein, V. Srinivasan, T. R. Puzak, P. G. Emma, "Cache Miss Behavior: Is It
 * Sqrt(2)?", Computing Frontiers 2006.
 *
 * If a kernel's accesses were simulated, it is known which hits a smaller cache would lose (struct
 * llc_curve): those of a set's lines that were used longest ago.
 * Source: M. K. Qureshi, Y. N. Patt, "Utility-Based Cache Partitioning", MICRO 2006, by the stack
 * property of R. L. Mattson et al., IBM Systems Journal 9(2), 1970.
 *
 * So the parts sum to the cache's size, or to all footprints if they are less. A neighbour that
 * accesses more or has a larger footprint never lowers another one's misses.
 * Units: bytes; accesses and misses per 1,000 instructions.
 */
#ifndef SIMGPU_CPU_LLC_SHARE_H
#define SIMGPU_CPU_LLC_SHARE_H

enum { LLC_CURVE_WAYS = 16 };

/* Hits per 1,000 instructions, by how many lines of the set were used since the line was. A hit of
 * index i needs i + 1 of the cache's ways, or the footprint if that is less. */
struct llc_curve {
    double hits[LLC_CURVE_WAYS];
};

struct llc_user {
    double access_rate; /* accesses in any one unit of time */
    double footprint;   /* > 0 */
    double part;        /* set by llc_divide */
};

void llc_divide(struct llc_user *users, unsigned n, double size);

/* Misses of an application with this part, if it has `misses` with the cache to itself. */
double llc_misses(double part, double size, double footprint, double misses, double accesses);
/* Hits that this part loses, per 1,000 instructions. */
double llc_lost_hits(const struct llc_curve *curve, double part, double size, double footprint);

#endif
