/* SPDX-License-Identifier: BSD-3-Clause */
/* Origin of all figures: Accel-Sim (framework and GPGPU-Sim dev, October 2024), trace mode, its
 * timing model unmodified, built with -O3, measured 2026-11-20 on one core of a two-core machine;
 * wall times within about 10 %, the better of two runs. QV100's cycles include 5,000 of launch
 * latency. The GTX480 runs used the traces of QV100 with binary version 61, since the peer has no
 * map of Fermi's opcodes. */
#include "tests/benchmarks/peer_figures.h"

const struct peer_trace peer_traces[PEER_TRACES] = {
    {"vecadd", {"blocks=640", "iters=4"}},
    {"ffma", {"blocks=160", "iters=64"}},
    {"strided", {"blocks=80", "clusters=2"}},
    {"gather", {"blocks=160", "iters=20"}},
    {"matmul", {"n=192"}},
};

const struct peer_configuration peer_configurations[PEER_CONFIGURATIONS] = {
    {"QV100", "platforms/calibration/accelsim-qv100.xml", "lrr", 70, 200},
    {"GTX480", "platforms/calibration/accelsim-gtx480.xml", "gto keep=true", 61, 100},
};

const struct peer_pair peer_pairs[PEER_PAIRS] = {
    {0, 0, {13360, 245760, 1.0000, 245760, 1.0000, 163840}, 28.4, 8.5},
    {1, 0, {13636, 5120, 1.0000, 5120, 1.0000, 0}, 15.7, 99.9},
    {2, 0, {21687, 1438720, 0.0628, 90320, 0.9921, 87049}, 47.1, 6.7},
    {3, 0, {70305, 926728, 0.9995, 926220, 0.9728, 895886}, 142.3, 1.6},
    {4, 0, {18245, 115200, 1.0000, 115200, 0.1200, 9216}, 25.9, 31.5},
    {0, 1, {55069, 61440, 1.0000, 245940, 0.9993, 163852}, 16.4, 14.6},
    {1, 1, {58086, 1280, 1.0000, 5360, 0.9582, 16}, 8.6, 182.3},
    {2, 1, {859808, 1436800, 0.9628, 5533756, 0.1781, 982788}, 205.8, 1.5},
    {3, 1, {483539, 462078, 0.9998, 1848144, 0.9909, 1826280}, 111.9, 2.0},
    {4, 1, {53622, 57600, 0.8303, 187232, 0.0740, 9252}, 12.9, 63.2},
};

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

void peer_counts_of_run(struct peer_counts *counts, const struct simgpu_run *run)
{
    enum { SECTOR = 32 };
#define SM(name) simgpu_run_count(run, "sm", #name)
#define L2(name) simgpu_run_count(run, "l2", #name)
    /* By sectors of l1d.sector: 32 bytes, or lines. */
    double l1 =
        SM(l1d_sector_hits) + SM(l1d_sector_merges) + SM(l1d_sector_misses) + SM(l1d_sector_stores);
    double l1_misses = SM(l1d_sector_misses) + SM(l1d_sector_store_misses);
    double l2 = L2(accesses), l2_misses = L2(access_misses);
#undef SM
#undef L2
    *counts = (struct peer_counts){
        .cycles = simgpu_run_kernel_cycles(run),
        .l1_accesses = l1,
        .l1_miss_rate = ratio(l1_misses, l1),
        .l2_accesses = l2,
        .l2_miss_rate = ratio(l2_misses, l2),
        .dram_reads = simgpu_run_count(run, "dram", "read_bytes") / SECTOR,
    };
}
