/* SPDX-License-Identifier: BSD-3-Clause */
/* DCT: a picture through the discrete cosine transform of 8 x 8 pixels, quantisation, and back, as
 * JPEG does.
 *
 * `transform` and `invert` have a block of 64 threads for each 8 x 8 pixels, which multiply two
 * small matrices in shared memory, with cosines from constant memory; the picture comes through a
 * texture. `transform_lines` has a thread for a row, and then a column, of eight: 32 x 16 pixels a
 * block. All read and write a picture once, in rows of eight words.
 *
 * Source: N. Ahmed et al., "Discrete Cosine Transform", IEEE Transactions on Computers C-23(1),
 *   1974; launch shapes: the example dct8x8 of NVIDIA's CUDA SDK; quantisation: JPEG (ITU-T T.81),
 *   table K.1.
 */
#include "../common/texture.h"

constexpr int TILE = 8, WIDE = 32, HIGH = 16; /* of a block of transform_lines */

__constant__ float cosines[TILE * TILE]; /* [frequency][pixel] */
__constant__ int steps[TILE * TILE];     /* of quantisation */

__global__ void transform(cudaTextureObject_t picture, float *coefficients, int width)
{
    __shared__ float tile[TILE][TILE], half[TILE][TILE];
    int column = (int)threadIdx.x, row = (int)threadIdx.y;
    int x = (int)blockIdx.x * TILE + column, y = (int)blockIdx.y * TILE + row;
    float sum = 0;

    tile[row][column] = tex2D<float>(picture, (float)x + 0.5f, (float)y + 0.5f);
    __syncthreads();
    for (int i = 0; i < TILE; i++)
        sum = fmaf(cosines[row * TILE + i], tile[i][column], sum);
    half[row][column] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < TILE; i++)
        sum = fmaf(half[row][i], cosines[column * TILE + i], sum);
    coefficients[y * width + x] = sum;
}

__global__ void invert(const float *coefficients, float *picture, int width)
{
    __shared__ float tile[TILE][TILE], half[TILE][TILE];
    int column = (int)threadIdx.x, row = (int)threadIdx.y;
    int x = (int)blockIdx.x * TILE + column, y = (int)blockIdx.y * TILE + row;
    float sum = 0;

    tile[row][column] = coefficients[y * width + x];
    __syncthreads();
    for (int i = 0; i < TILE; i++)
        sum = fmaf(cosines[i * TILE + row], tile[i][column], sum);
    half[row][column] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < TILE; i++)
        sum = fmaf(half[row][i], cosines[i * TILE + column], sum);
    picture[y * width + x] = sum;
}

__global__ void quantise(float *coefficients, int width)
{
    int x = (int)blockIdx.x * TILE + (int)threadIdx.x,
        y = (int)blockIdx.y * TILE + (int)threadIdx.y;
    float step = (float)steps[threadIdx.y * TILE + threadIdx.x];

    coefficients[y * width + x] = rintf(coefficients[y * width + x] / step) * step;
}

/* Eight values `stride` apart. */
__device__ void transform_line(float *line, int stride)
{
    float in[TILE];
    for (int i = 0; i < TILE; i++)
        in[i] = line[i * stride];
    for (int k = 0; k < TILE; k++) {
        float sum = 0;
        for (int i = 0; i < TILE; i++)
            sum = fmaf(cosines[k * TILE + i], in[i], sum);
        line[k * stride] = sum;
    }
}

/* A block of 8 x 4 x 2 threads; of the eight in a row each has a line of an 8 x 8 tile. */
__global__ void transform_lines(const float *picture, float *coefficients, int width)
{
    __shared__ float tile[HIGH][WIDE + 1];
    int lane = (int)threadIdx.x, left = (int)threadIdx.y * TILE, top = (int)threadIdx.z * TILE;
    size_t at = (size_t)(blockIdx.y * HIGH + top) * width + blockIdx.x * WIDE + left + lane;

    for (int row = 0; row < TILE; row++)
        tile[top + row][left + lane] = picture[at + (size_t)row * width];
    __syncthreads();
    transform_line(&tile[top][left + lane], WIDE + 1);
    __syncthreads();
    transform_line(&tile[top + lane][left], 1);
    __syncthreads();
    for (int row = 0; row < TILE; row++)
        coefficients[at + (size_t)row * width] = tile[top + row][left + lane];
}

/* By definition, one tile. */
static void reference_transform(const float *cosine, const float *picture, float *coefficients,
                                int width, int left, int top)
{
    for (int v = 0; v < TILE; v++)
        for (int u = 0; u < TILE; u++) {
            double sum = 0;
            for (int y = 0; y < TILE; y++)
                for (int x = 0; x < TILE; x++)
                    sum += (double)cosine[v * TILE + y] * cosine[u * TILE + x] *
                           picture[(top + y) * width + left + x];
            coefficients[(top + v) * width + left + u] = (float)sum;
        }
}

/* Values that both quantise may round to neighbouring steps: the back transform is compared with
 * that of the device's own coefficients. */
static void reference_invert(const float *cosine, const float *coefficients, float *picture,
                             int width, int left, int top)
{
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++) {
            double sum = 0;
            for (int v = 0; v < TILE; v++)
                for (int u = 0; u < TILE; u++)
                    sum += (double)cosine[v * TILE + y] * cosine[u * TILE + x] *
                           coefficients[(top + v) * width + left + u];
            picture[(top + y) * width + left + x] = (float)sum;
        }
}

/* How many coefficients are no multiple of their step, or not the one next to what it was. */
static size_t count_wrong_steps(const float *got, const float *before, const int *step, int width,
                                int height)
{
    size_t wrong = 0;
    for (int i = 0; i < width * height; i++) {
        float size = (float)step[i / width % TILE * TILE + i % width % TILE];
        bool multiple = got[i] == rintf(got[i] / size) * size;
        wrong += !multiple || fabsf(got[i] - before[i]) > 0.501f * size;
    }
    if (wrong > 0)
        printf("%zu coefficients are quantised wrongly\n", wrong);
    return wrong;
}

static void make_constants(float *cosine, int *step)
{
    static const int jpeg[TILE * TILE] = {
        16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
        14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
        18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
    for (int k = 0; k < TILE; k++)
        for (int i = 0; i < TILE; i++)
            cosine[k * TILE + i] = (float)(sqrt(k == 0 ? 1.0 / TILE : 2.0 / TILE) *
                                           cos((2 * i + 1) * k * 3.14159265358979 / (2 * TILE)));
    memcpy(step, jpeg, sizeof jpeg);
    CHECK(cudaMemcpyToSymbol(cosines, cosine, TILE * TILE * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(steps, step, TILE * TILE * sizeof(int)));
}

static size_t run(const float *picture, int width, int height)
{
    size_t n = (size_t)width * height, wrong;
    float cosine[TILE * TILE];
    int step[TILE * TILE];
    float *got = host_array<float>(n), *expected = host_array<float>(n);
    float *before = host_array<float>(n);
    dim3 tiles(width / TILE, height / TILE), tile(TILE, TILE);

    make_constants(cosine, step);
    for (int i = 0; i < width / TILE * (height / TILE); i++)
        reference_transform(cosine, picture, before, width, i % (width / TILE) * TILE,
                            i / (width / TILE) * TILE);
    bound_texture texture = texture_2d(picture, width, height);
    float *coefficients = device_array<float>(n), *back = device_copy(picture, n);
    transform_lines<<<dim3(width / WIDE, height / HIGH), dim3(TILE, WIDE / TILE, HIGH / TILE)>>>(
        back, coefficients, width);
    CHECK(cudaGetLastError());
    copy_back(got, coefficients, n);
    wrong = count_wrong("coefficient by lines", got, before, n, 1e-2f, 1e-4f);
    transform<<<tiles, tile>>>(texture.object, coefficients, width);
    CHECK(cudaGetLastError());
    copy_back(got, coefficients, n);
    wrong += count_wrong("coefficient", got, before, n, 1e-2f, 1e-4f);
    quantise<<<tiles, tile>>>(coefficients, width);
    CHECK(cudaGetLastError());
    copy_back(got, coefficients, n);
    wrong += count_wrong_steps(got, before, step, width, height);
    for (int i = 0; i < width / TILE * (height / TILE); i++)
        reference_invert(cosine, got, expected, width, i % (width / TILE) * TILE,
                         i / (width / TILE) * TILE);
    invert<<<tiles, tile>>>(coefficients, back, width);
    CHECK(cudaGetLastError());
    copy_back(got, back, n);
    wrong += count_wrong("pixel", got, expected, n, 1e-2f, 1e-4f);
    texture_free(texture);
    CHECK(cudaFree(coefficients));
    CHECK(cudaFree(back));
    free(got);
    free(expected);
    free(before);
    return wrong;
}

int main(int argc, char **argv)
{
    int width = (int)program_argument(argc, argv, 1, "WIDTH / 32", 10, 1, 128) * WIDE;
    int height = (int)program_argument(argc, argv, 2, "HEIGHT / 16", 20, 1, 256) * HIGH;
    float *picture = host_array<float>((size_t)width * height);
    uint64_t state = 8;

    /* A slope with noise, around 0 as JPEG has it. */
    for (int i = 0; i < width * height; i++)
        picture[i] = rintf((float)(i % width + i / width) / (float)(width + height) * 200.0f -
                           100.0f + random_float(&state, -20.0f, 20.0f));
    size_t wrong = run(picture, width, height);
    free(picture);
    return program_verdict("dct8x8", wrong);
}
