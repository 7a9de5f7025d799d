/* SPDX-License-Identifier: BSD-3-Clause */
/* Variables of the device that C++ gives to one file: in a namespace without a name, or of a type
 * without one, or of one in such a namespace. The host reaches them all the same. */
#include "../cu/cases.h"
#include "hidden_header.h"

namespace
{
struct hidden {
    int a;
};
__constant__ int limit = 3;
__device__ int table[4], written;
static __constant__ int both = 5;
} // namespace

namespace outer
{
namespace
{
__constant__ double factor = 0.5;
}
} // namespace outer

__constant__ struct {
    int a, b;
} shape;
__device__ struct {
    int a;
} only_written;
__constant__ hidden of_hidden_type;
static __device__ hidden of_both;

__global__ void read(double *out)
{
    static __device__ int calls = 1; /* a function's own stays so */
    out[0] = limit + table[1] + both;
    out[1] = outer::factor;
    out[2] = shape.a * 10 + shape.b;
    out[3] = of_hidden_type.a + of_both.a;
    out[4] = from_header[1];
    written = 8;
    only_written.a = 9;
    out[5] = calls++;
}

static void constants(const long *)
{
    const int four = 4, numbers[4] = {10, 20, 30, 40}, pair[2] = {6, 7};
    const double quarter = 0.25;
    int after = 0, after_type = 0;
    double out[6], *device = device_array<double>(6);
    void *address;
    size_t bytes;
    CHECK(cudaMemcpyToSymbol(limit, &four, sizeof four));
    CHECK(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    CHECK(cudaMemcpyToSymbol(both, &four, sizeof four));
    CHECK(cudaMemcpyToSymbol(outer::factor, &quarter, sizeof quarter));
    CHECK(cudaMemcpyToSymbol(shape, pair, sizeof pair));
    CHECK(cudaMemcpyToSymbol(of_hidden_type, &four, sizeof four));
    CHECK(cudaMemcpyToSymbol(of_both, &four, sizeof four));
    CHECK(cudaMemcpyToSymbol(from_header, pair, sizeof pair));
    read<<<1, 1>>>(device);
    CHECK(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&after, written, sizeof after));
    CHECK(cudaMemcpyFromSymbol(&after_type, only_written, sizeof after_type));
    CHECK(cudaGetSymbolAddress(&address, table));
    CHECK(cudaGetSymbolSize(&bytes, table));
    printf("sum %g\nfactor %g\nshape %g\ntypes %g\nheader %g\nown %g\n", out[0], out[1], out[2],
           out[3], out[4], out[5]);
    printf("written %d\nof type %d\nbytes %zu\n", after, after_type, bytes);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"constants", constants}};
    return run_case(cases, argc, argv);
}
