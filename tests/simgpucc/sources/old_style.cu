/* SPDX-License-Identifier: BSD-3-Clause */
/* What nvcc takes from old programs: macros right behind strings, launches whose brackets are apart;
 * a launch with braces for a grid or a block, a backslash in front of a comment; a template that nothing uses
 * and that names what there is not, a loop to be unrolled 0 times, [[...]] behind __global__.
 * Brackets in strings, of operator<< and of templates are not a launch's. */
#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <vector>

template <class T> struct box { T value; };
template <class T> std::ostream &operator<< (std::ostream &out, const box<T> &b) { return out << b.value; }
std::vector<box<box<int>> > nested(1);

__global__ void shape(int *p) { *p = gridDim.x * 1000 + gridDim.y * 100 + blockDim.x * blockDim.y; }
template <class T> __device__ int unused(T x) { return nowhere(2) + absent; }
template <class T> __global__ [[maybe_unused]] void add(T *p)
{
#pragma unroll 0
    for (int i = 0; i < 3; i++)
        *p += i;
}
template <class T> __global__ void set(T *p, T value) { p[threadIdx.x] = value; }

int main()
{
    const char quote = '"', *text = "a << <b>> > \" << < c", *raw = R"x(<< < " >> >)x";
    int *p, h[3];
    cudaMalloc(&p, sizeof h);
    set << <1,
        2 >> > (p, 40); const int line = __LINE__;
    set<int> <<<1, 1>>>(p, 2);
    add<<<1, 1>>>(p + 1);
    const int side = 4, blocks[2] = {1, 1 + \ // a backslash that joins nothing
        1};
    shape<<<{2, (unsigned)blocks[1]}, {side, side, 1}, 0, {}>>>(p + 2);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    std::ostringstream out;
    operator<< <int>(out, box<int>{3});
    printf("%"PRIu64" of %d, %s, %s%c%s, line %d, shape %d\n", (uint64_t)(h[0] + h[1]), (int)nested.size(),
           out.str().c_str(), text, quote, raw, line, h[2]);
    return 0;
}
