/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/large_platform.h"
#include "tests/benchmarks/peer_figures.h"

const char *large_platform(void)
{
    const char *qv100 = peer_configurations[0].platform;
    return simgpu_run_has(qv100) ? qv100 : "platforms/fermi-gtx480.xml";
}

unsigned large_platform_version(void)
{
    return peer_configurations[0].binary_version;
}
