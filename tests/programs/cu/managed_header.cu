/* SPDX-License-Identifier: BSD-3-Clause */
/* A program whose managed variable is in a header only. */
#include "cases.h"
#include "managed_parts.h"

int main()
{
    counter++;
    count<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    printf("counter %d\n", counter);
    return 0;
}
