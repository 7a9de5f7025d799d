/* SPDX-License-Identifier: BSD-3-Clause */
/* FFT: many one-dimensional complex Fourier transforms, one block each.
 *
 * A transform of N points is log2(N) passes over shared memory with a barrier after each, N / 2
 * threads doing one butterfly a pass, the factors from the special-function units. The order is
 * Stockham's, which sorts on the way: loads from shared memory are always consecutive, the stores
 * have a stride that doubles every pass, so the early passes have bank conflicts. Global memory is
 * read once and written once, coalesced: compute and barriers, no work for the caches.
 *
 * Source: W. Cochran et al., "What is the fast Fourier transform?", Proc. IEEE 55(10), 1967, for
 *   Stockham's self-sorting form; batches of transforms as in the benchmark of Parboil (Stratton et
 *   al., IMPACT-12-01, 2012).
 */
#include "../common/program.h"
#include <complex>

constexpr float PI = 3.14159265358979f;

/* One butterfly of a pass whose finished sub-transforms have `done` points. */
__device__ void butterfly(const float2 *from, float2 *to, int n, int done)
{
    int i = threadIdx.x;
    int k = i & (done - 1); /* position in the sub-transform */
    float angle = -PI * (float)k / (float)done;
    float cosine = __cosf(angle);
    float sine = __sinf(angle);
    float2 a = from[i];
    float2 b = from[i + n / 2];
    float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    int target = 2 * (i - k) + k;
    to[target] = make_float2(a.x + turned.x, a.y + turned.y);
    to[target + done] = make_float2(a.x - turned.x, a.y - turned.y);
}

/* Block of N / 2 threads: transforms its own N points in place; shared memory holds them twice. */
__global__ void transform(float2 *data, int n)
{
    extern __shared__ float2 exchange[];
    float2 *from = exchange;
    float2 *to = exchange + n;
    float2 *points = data + (size_t)blockIdx.x * n;
    int i = threadIdx.x;

    from[i] = points[i];
    from[i + n / 2] = points[i + n / 2];
    __syncthreads();
    for (int done = 1; done < n; done *= 2) {
        butterfly(from, to, n, done);
        __syncthreads();
        float2 *swap = from;
        from = to;
        to = swap;
    }
    points[i] = from[i];
    points[i + n / 2] = from[i + n / 2];
}

/* By definition even and odd points are transformed apart, then put together. */
static void reference_transform(std::complex<double> *points, std::complex<double> *scratch, int n)
{
    if (n == 1)
        return;
    std::complex<double> *even = scratch, *odd = scratch + n / 2;
    for (int i = 0; i < n / 2; i++) {
        even[i] = points[2 * i];
        odd[i] = points[2 * i + 1];
    }
    reference_transform(even, points, n / 2);
    reference_transform(odd, points + n / 2, n / 2);
    for (int k = 0; k < n / 2; k++) {
        std::complex<double> turned = std::polar(1.0, -2.0 * M_PI * k / n) * odd[k];
        points[k] = even[k] + turned;
        points[k + n / 2] = even[k] - turned;
    }
}

static size_t count_wrong_transforms(const float2 *input, const float2 *output, int batches, int n)
{
    std::complex<double> *points = host_array<std::complex<double>>(n);
    std::complex<double> *scratch = host_array<std::complex<double>>(n);
    float *expected = host_array<float>(2 * n);
    size_t wrong = 0;
    for (int batch = 0; batch < batches; batch++) {
        for (int i = 0; i < n; i++)
            points[i] = std::complex<double>(input[batch * n + i].x, input[batch * n + i].y);
        reference_transform(points, scratch, n);
        for (int i = 0; i < n; i++) {
            expected[2 * i] = (float)points[i].real();
            expected[2 * i + 1] = (float)points[i].imag();
        }
        wrong += count_wrong("transform", &output[batch * n].x, expected, 2 * n, 2e-3f, 1e-4f);
    }
    free(points);
    free(scratch);
    free(expected);
    return wrong;
}

int main(int argc, char **argv)
{
    int batches = (int)program_argument(argc, argv, 1, "BATCHES", 512, 1, 65535);
    int log_points = (int)program_argument(argc, argv, 2, "LOG2_POINTS", 8, 2, 11);
    int n = 1 << log_points;
    size_t count = (size_t)batches * n;
    float2 *input = host_array<float2>(count);
    float2 *output = host_array<float2>(count);

    uint64_t state = 7;
    for (size_t i = 0; i < count; i++) {
        input[i].x = random_float(&state, -1.0f, 1.0f);
        input[i].y = random_float(&state, -1.0f, 1.0f);
    }
    float2 *device_data = device_copy(input, count);
    transform<<<batches, n / 2, 2 * n * sizeof(float2)>>>(device_data, n);
    CHECK(cudaGetLastError());
    copy_back(output, device_data, count);
    size_t wrong = count_wrong_transforms(input, output, batches, n);

    CHECK(cudaFree(device_data));
    free(input);
    free(output);
    return program_verdict("fft", wrong);
}
