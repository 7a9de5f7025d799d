/* SPDX-License-Identifier: BSD-3-Clause */
/* FWT: dyadic convolution of a long signal with a short one, by fast Walsh transforms.
 *
 * A transform of more than 2,048 points begins with stages of four far apart points each, from
 * global memory to global memory, 256 threads a block, all lanes side by side; then blocks of 512
 * threads finish 2,048 points each in shared memory, two stages between barriers. Both signals are
 * transformed, multiplied point by point, and transformed back.
 *
 * Source: J. Arndt, "Matters Computational", Springer 2011, chapter 23, for transform and
 *   convolution; launch shapes and radix 4: the example fastWalshTransform of NVIDIA's CUDA SDK.
 */
#include "../common/program.h"

constexpr int MAX_SHARED_LOG = 11; /* points that a block finishes */
constexpr int FAR_BLOCK = 256, PRODUCT_BLOCKS = 128, SHORT_POINTS = 128;

__host__ __device__ inline void walsh4(float &a, float &b, float &c, float &d)
{
    float sum = a + c, difference = a - c, other = b + d, distance = b - d;
    a = sum + other;
    b = sum - other;
    c = difference + distance;
    d = difference - distance;
}

/* One stage: points `stride` apart, four for each thread. */
__global__ void far_stage(float *data, int stride)
{
    int position = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int low = position & (stride - 1);
    float *at = data + (position - low) * 4 + low;
    float a = at[0], b = at[stride], c = at[2 * stride], d = at[3 * stride];

    walsh4(a, b, c, d);
    at[0] = a;
    at[stride] = b;
    at[2 * stride] = c;
    at[3 * stride] = d;
}

/* All stages of 2^log points, a quarter as many threads. */
__global__ void near_stages(float *data, int log)
{
    __shared__ float points[1 << MAX_SHARED_LOG];
    int n = 1 << log, lane = (int)threadIdx.x;
    float *block = data + (size_t)blockIdx.x * n;

    for (int i = lane; i < n; i += (int)blockDim.x)
        points[i] = block[i];
    for (int stride = n / 4; stride > 0; stride /= 4) {
        int low = lane & (stride - 1), at = (lane - low) * 4 + low;
        __syncthreads();
        walsh4(points[at], points[at + stride], points[at + 2 * stride], points[at + 3 * stride]);
    }
    if (log % 2 == 1) { /* one stage of two is left */
        __syncthreads();
        for (int i = lane; i < n / 2; i += (int)blockDim.x) {
            float a = points[2 * i], b = points[2 * i + 1];
            points[2 * i] = a + b;
            points[2 * i + 1] = a - b;
        }
    }
    __syncthreads();
    for (int i = lane; i < n; i += (int)blockDim.x)
        block[i] = points[i];
}

/* data = data * factor / n */
__global__ void multiply(float *data, const float *factor, int n)
{
    int threads = (int)(gridDim.x * blockDim.x);
    float scale = 1.0f / (float)n;

    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += threads)
        data[i] *= factor[i] * scale;
}

static void device_walsh(float *data, int log)
{
    int n = 1 << log;
    for (; log > MAX_SHARED_LOG; log -= 2) {
        far_stage<<<n / 4 / FAR_BLOCK, FAR_BLOCK>>>(data, 1 << (log - 2));
        CHECK(cudaGetLastError());
    }
    int blocks = n >> log;
    near_stages<<<blocks, (1 << log) / 4>>>(data, log);
    CHECK(cudaGetLastError());
}

/* What a point of the result is by definition. */
static float reference_point(const float *data, const float *shorter, int point)
{
    float sum = 0;
    for (int i = 0; i < SHORT_POINTS; i++)
        sum += data[point ^ i] * shorter[i];
    return sum;
}

int main(int argc, char **argv)
{
    int log = (int)program_argument(argc, argv, 1, "LOG2_POINTS", 15, 10, 24);
    int n = 1 << log;
    float *data = host_array<float>(n), *shorter = host_array<float>(n);
    float *got = host_array<float>(n), *expected = host_array<float>(n);
    uint64_t state = 3;

    for (int i = 0; i < n; i++)
        data[i] = random_float(&state, 0, 1);
    for (int i = 0; i < SHORT_POINTS; i++)
        shorter[i] = random_float(&state, 0, 1);
    float *device_data = device_copy(data, n), *device_shorter = device_copy(shorter, n);
    device_walsh(device_data, log);
    device_walsh(device_shorter, log);
    multiply<<<PRODUCT_BLOCKS, FAR_BLOCK>>>(device_data, device_shorter, n);
    CHECK(cudaGetLastError());
    device_walsh(device_data, log);
    copy_back(got, device_data, n);
    for (int i = 0; i < n; i++)
        expected[i] = reference_point(data, shorter, i);
    size_t wrong = count_wrong("point", got, expected, n, 1e-3f, 1e-3f);
    CHECK(cudaFree(device_data));
    CHECK(cudaFree(device_shorter));
    free(data);
    free(shorter);
    free(got);
    free(expected);
    return program_verdict("walsh", wrong);
}
