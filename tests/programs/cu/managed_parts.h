/* SPDX-License-Identifier: BSD-3-Clause */
/* A managed variable in a header, whose user does not say the word. */
#ifndef SIMGPU_TESTS_PROGRAMS_MANAGED_PARTS_H
#define SIMGPU_TESTS_PROGRAMS_MANAGED_PARTS_H

__managed__ int counter = 40;

__global__ void count()
{
    counter += 1;
}

#endif
