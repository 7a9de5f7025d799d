/* SPDX-License-Identifier: BSD-3-Clause */
/* Thrust and CUB as Debian packages them: algorithms on the device against the standard library's on
 * the host. */
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <vector>

static const int N = 5000;

static int wrong;

static void check(const char *what, bool good)
{
    if (!good) {
        printf("%s is wrong\n", what);
        wrong++;
    }
}

template <class T> static bool same(const thrust::device_vector<T> &a, const std::vector<T> &b)
{
    std::vector<T> host(a.size());
    thrust::copy(a.begin(), a.end(), host.begin());
    return host == b;
}

struct is_even {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};

struct sum_of_pair {
    __host__ __device__ int operator()(const thrust::tuple<int, int> &pair) const
    {
        return thrust::get<0>(pair) + thrust::get<1>(pair);
    }
};

static void sorts(const std::vector<int> &values)
{
    thrust::device_vector<int> v = values;
    std::vector<int> expected = values, order(N);
    std::sort(expected.begin(), expected.end());
    thrust::sort(v.begin(), v.end());
    check("sort", same(v, expected));
    thrust::device_vector<int> keys(N), places(N);
    std::vector<int> few(N);
    for (int i = 0; i < N; i++)
        few[i] = values[i] % 10;
    keys = few;
    thrust::copy_n(thrust::counting_iterator<int>(0), N, places.begin());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin(), thrust::greater<int>());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return few[a] > few[b]; });
    check("stable_sort_by_key", same(places, order));
}

static void scans(const std::vector<int> &values)
{
    thrust::device_vector<int> v = values, out(N);
    std::vector<int> expected(N);
    thrust::inclusive_scan(v.begin(), v.end(), out.begin());
    std::partial_sum(values.begin(), values.end(), expected.begin());
    check("inclusive_scan", same(out, expected));
    check("reduce", thrust::reduce(v.begin(), v.end()) == expected[N - 1]);
    thrust::device_vector<int> keys(N), of(N), sums(N);
    std::vector<int> runs(N);
    for (int i = 0; i < N; i++)
        runs[i] = i / 7;
    keys = runs;
    const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), v.begin(), of.begin(), sums.begin());
    sums.resize(ends.second - sums.begin());
    std::vector<int> groups((N + 6) / 7);
    for (int i = 0; i < N; i++)
        groups[i / 7] += values[i];
    check("reduce_by_key", same(sums, groups));
}

static void selections(const std::vector<int> &values)
{
    thrust::device_vector<int> v = values, out(N);
    std::vector<int> expected;
    std::copy_if(values.begin(), values.end(), std::back_inserter(expected), is_even());
    out.resize(thrust::copy_if(v.begin(), v.end(), out.begin(), is_even()) - out.begin());
    check("copy_if", same(out, expected));
    thrust::device_vector<int> parts = values;
    const auto middle = thrust::stable_partition(parts.begin(), parts.end(), is_even());
    check("partition", middle - parts.begin() == (long)expected.size());
    std::vector<int> some = values;
    std::sort(some.begin(), some.end());
    thrust::device_vector<int> once = some;
    once.erase(thrust::unique(once.begin(), once.end()), once.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
    check("unique", same(once, some));
}

static void iterators(const std::vector<int> &values)
{
    thrust::device_vector<int> v = values, out(N), places(N);
    std::vector<int> expected(N), turned(N);
    const auto pairs =
        thrust::make_zip_iterator(thrust::make_tuple(v.begin(), thrust::counting_iterator<int>(3)));
    thrust::transform(pairs, pairs + N, out.begin(), sum_of_pair());
    for (int i = 0; i < N; i++)
        expected[i] = values[i] + 3 + i;
    check("transform of a zip_iterator", same(out, expected));
    for (int i = 0; i < N; i++)
        turned[i] = N - 1 - i;
    places = turned;
    thrust::copy_n(thrust::make_permutation_iterator(v.begin(), places.begin()), N, out.begin());
    check("permutation_iterator", same(out, std::vector<int>(values.rbegin(), values.rend())));
}

__global__ void of_block(const int *in, int *sums, int *scanned)
{
    typedef cub::BlockReduce<int, 128> reduce;
    typedef cub::BlockScan<int, 128> scan;
    typedef cub::WarpReduce<int> warp;
    __shared__ union {
        typename reduce::TempStorage reduce;
        typename scan::TempStorage scan;
        typename warp::TempStorage warp[4];
    } room;
    const int value = in[threadIdx.x];
    const int total = reduce(room.reduce).Sum(value);
    __syncthreads();
    int before;
    scan(room.scan).ExclusiveSum(value, before);
    __syncthreads();
    const int of_warp = warp(room.warp[threadIdx.x / 32]).Sum(value);
    scanned[threadIdx.x] = before;
    if (threadIdx.x == 0)
        sums[4] = total;
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = of_warp;
}

static void cub_parts(const std::vector<int> &values)
{
    thrust::device_vector<int> v = values, out(N), sums(5), scanned(128);
    size_t bytes = 0;
    const int *in = thrust::raw_pointer_cast(v.data());
    int *to = thrust::raw_pointer_cast(out.data());
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, in, to, N);
    thrust::device_vector<char> room(bytes);
    cub::DeviceRadixSort::SortKeys(thrust::raw_pointer_cast(room.data()), bytes, in, to, N);
    std::vector<int> expected = values;
    std::sort(expected.begin(), expected.end());
    check("DeviceRadixSort", same(out, expected));
    of_block<<<1, 128>>>(in, thrust::raw_pointer_cast(sums.data()),
                         thrust::raw_pointer_cast(scanned.data()));
    std::vector<int> of_warps(5), before(128);
    for (int i = 0; i < 128; i++) {
        before[i] = of_warps[4];
        of_warps[4] += values[i];
        of_warps[i / 32] += values[i];
    }
    check("BlockReduce and WarpReduce", same(sums, of_warps));
    check("BlockScan", same(scanned, before));
}

int main()
{
    std::vector<int> values(N);
    for (int i = 0; i < N; i++)
        values[i] = i * 7919 % 10007 - 3000;
    sorts(values);
    scans(values);
    selections(values);
    iterators(values);
    cub_parts(values);
    printf("thrust: %d wrong\n", wrong);
    return wrong;
}
