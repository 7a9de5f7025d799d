/* SPDX-License-Identifier: BSD-3-Clause */
/* Managed variables that C++ gives to one file: see hidden_variables.cu. */
#include "../cu/cases.h"

namespace
{
__managed__ int counter = 5;
}
__managed__ struct {
    int a;
    double b;
} state;
static __managed__ int last = 3;

__global__ void change()
{
    counter += 1;
    state.a = 7;
    state.b = 8.5;
    last += 1;
}

int main()
{
    change<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    printf("counter %d\nstate %d %g\nlast %d\n", counter, state.a, state.b, last);
    return 0;
}
