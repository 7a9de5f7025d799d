/* SPDX-License-Identifier: BSD-3-Clause */
/* DWT: wavelet transform of an image, the reversible 5/3 filter of JPEG 2000, some levels deep.
 *
 * A level splits rows, then columns, into a smooth half and a half of details, by two lifting steps
 * in integers: an odd pixel loses the mean of its even neighbours, then an even one gains a quarter
 * of what is left of its odd neighbours. The next level does the same with the quarter that is
 * smooth in both directions.
 *
 * A block does a tile of 16 x 16 pixels in shared memory. It reads two rows and columns before the
 * tile and one behind it, too, which its neighbours also read. At the image's edges pixels are
 * mirrored.
 *
 * Source: D. Le Gall, A. Tabatabai, "Sub-band coding of digital images using symmetric short kernel
 *   filters and arithmetic coding techniques", ICASSP 1988; I. Daubechies, W. Sweldens, "Factoring
 *   wavelet transforms into lifting steps", 1998; ISO/IEC 15444-1, annex F.
 */
#include "../common/program.h"

constexpr int TILE = 16;
constexpr int BEFORE = 2, BEHIND = 1;
constexpr int SIDE = BEFORE + TILE + BEHIND;

/* -1 is 1, and n is n - 2. */
__host__ __device__ static int mirrored(int i, int n)
{
    i = abs(i);
    return i < n ? i : 2 * (n - 1) - i;
}

/* Where pixel i of n goes: smooth ones first. */
__host__ __device__ static int place_of(int i, int n)
{
    return i / 2 + (i % 2 ? n / 2 : 0);
}

/* The lifting steps along lines of the tile whose elements are `step` apart; lines have SIDE
 * elements and begin `next` apart. */
__device__ static void lift(int *tile, int lines, int step, int next)
{
    const int thread = threadIdx.y * TILE + threadIdx.x;
    const int odd = SIDE / 2, even = TILE / 2;
    for (int i = thread; i < lines * odd; i += TILE * TILE) {
        int *x = tile + i / odd * next + (2 * (i % odd) + 1) * step;
        *x -= (x[-step] + x[step]) >> 1;
    }
    __syncthreads();
    for (int i = thread; i < lines * even; i += TILE * TILE) {
        int *x = tile + i / even * next + (2 * (i % even) + 2) * step;
        *x += (x[-step] + x[step] + 2) >> 2;
    }
    __syncthreads();
}

/* image: n x n. transform: rows of `pitch`; the quarter that is smooth also goes to smooth, rows of
 * n / 2. */
__global__ void transform_tiles(const int *image, int n, int *transform, int pitch, int *smooth)
{
    __shared__ int tile[SIDE][SIDE];
    const int left = blockIdx.x * TILE - BEFORE, top = blockIdx.y * TILE - BEFORE;
    for (int i = threadIdx.y * TILE + threadIdx.x; i < SIDE * SIDE; i += TILE * TILE)
        tile[i / SIDE][i % SIDE] =
            image[mirrored(top + i / SIDE, n) * n + mirrored(left + i % SIDE, n)];
    __syncthreads();
    lift(&tile[0][0], SIDE, 1, SIDE);
    lift(&tile[0][BEFORE], TILE, SIDE, 1);

    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    const int value = tile[threadIdx.y + BEFORE][threadIdx.x + BEFORE];
    transform[place_of(y, n) * pitch + place_of(x, n)] = value;
    if (x % 2 == 0 && y % 2 == 0)
        smooth[y / 2 * (n / 2) + x / 2] = value;
}

/* ---- the reference: line by line --------------------------------------------------------------
 */

static void transform_line(int *line, int n, int step)
{
    int *x = host_array<int>(n);
    for (int i = 0; i < n; i++)
        x[i] = line[i * step];
    for (int i = 1; i < n; i += 2)
        x[i] -= (x[i - 1] + x[mirrored(i + 1, n)]) >> 1;
    for (int i = 0; i < n; i += 2)
        x[i] += (x[mirrored(i - 1, n)] + x[i + 1] + 2) >> 2;
    for (int i = 0; i < n; i++)
        line[place_of(i, n) * step] = x[i];
    free(x);
}

static void transform_image(int *image, int size, int levels)
{
    for (int n = size; levels > 0; levels--, n /= 2) {
        for (int y = 0; y < n; y++)
            transform_line(image + y * size, n, 1);
        for (int x = 0; x < n; x++)
            transform_line(image + x, n, size);
    }
}

int main(int argc, char **argv)
{
    int coarse = (int)program_argument(argc, argv, 1, "TILES", 4, 1, 256);
    int levels = (int)program_argument(argc, argv, 2, "LEVELS", 3, 1, 5);
    int size = coarse * TILE << (levels - 1);
    size_t n = (size_t)size * size;
    int *image = host_array<int>(n);
    int *transform = host_array<int>(n);
    uint64_t state = 52;
    for (size_t i = 0; i < n; i++)
        image[i] = (int)random_below(&state, 256) - 128;

    int *from = device_copy(image, n);
    int *to = device_array<int>(n / 4);
    int *device_transform = device_array<int>(n);
    const dim3 block(TILE, TILE);
    for (int side = size, level = 0; level < levels; level++, side /= 2) {
        const dim3 grid(side / TILE, side / TILE);
        transform_tiles<<<grid, block>>>(from, side, device_transform, size, to);
        CHECK(cudaGetLastError());
        int *done = from;
        from = to;
        to = done;
    }
    copy_back(transform, device_transform, n);
    transform_image(image, size, levels);
    size_t wrong = count_different("coefficient", transform, image, n);

    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFree(device_transform));
    free(image);
    free(transform);
    return program_verdict("wavelet", wrong);
}
