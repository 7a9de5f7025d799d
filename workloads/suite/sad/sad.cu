/* SPDX-License-Identifier: BSD-3-Clause */
/* SAD: sums of absolute differences between the blocks of a video frame and the frame before, for
 * every displacement within a range: the search of a video encoder for motion.
 *
 * The first kernel compares 4 x 4 blocks, one thread block each, 61 threads that share the
 * displacements. The windows that neighbouring threads read overlap in all but one column; the old
 * frame is a texture, so this reuse falls on the texture cache, which also answers beyond the edge
 * of the frame. Larger blocks need no pixels any more: their sums are sums of smaller blocks' sums,
 * a stream of loads and stores without reuse.
 *
 * Source: block sizes are those of motion compensation in ITU-T H.264. One thread block of 61
 *   threads a 4 x 4 block, the old frame as a texture, sums of larger blocks from smaller ones: the
 *   benchmark of Parboil (Stratton et al., IMPACT-12-01, 2012).
 */
#include "../common/texture.h"
#include "sad_reference.h"

constexpr int SEARCH_THREADS = 61; /* 18 displacements each when the range is 16 */
constexpr int MERGE_THREADS = 128;

/* The 4 x 4 blocks of a frame are numbered 16 to a macroblock of 16 x 16 pixels, in quarters of
 * quarters, so that any four that form the next larger block follow each other. */
__device__ void block_corner(int block, int macroblocks_across, int *x, int *y)
{
    int macroblock = block / 16;
    int quarter = block / 4 % 4;
    int part = block % 4;
    *x = macroblock % macroblocks_across * 16 + quarter % 2 * 8 + part % 2 * 4;
    *y = macroblock / macroblocks_across * 16 + quarter / 2 * 8 + part / 2 * 4;
}

/* Sum over one 4 x 4 block of the new frame (in shared memory) and one window of the old frame. */
__device__ int window_sad(const int *block, cudaTextureObject_t old_frame, int x, int y)
{
    int sum = 0;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            int old_pixel = tex2D<unsigned char>(old_frame, (float)(x + column) + 0.5f,
                                                 (float)(y + row) + 0.5f);
            sum += abs(block[row * 4 + column] - old_pixel);
        }
    }
    return sum;
}

/* Block of a 4 x 4 block: its sums for all (2 range + 1)^2 displacements. */
__global__ void search(const unsigned char *new_frame, cudaTextureObject_t old_frame,
                       unsigned short *sads, int width, int range)
{
    __shared__ int block[16];
    int x, y;
    int side = 2 * range + 1;
    block_corner(blockIdx.x, width / 16, &x, &y);
    if (threadIdx.x < 16)
        block[threadIdx.x] = new_frame[(y + threadIdx.x / 4) * width + x + threadIdx.x % 4];
    __syncthreads();
    for (int i = threadIdx.x; i < side * side; i += SEARCH_THREADS)
        sads[blockIdx.x * side * side + i] = (unsigned short)window_sad(
            block, old_frame, x + i % side - range, y + i / side - range);
}

/* Block of a block: from the sums of its four quarters, those of its upper and lower half, of its
 * left and right half, and of the whole. */
__global__ void merge(const unsigned short *quarters, unsigned short *wide, unsigned short *tall,
                      unsigned short *whole, int displacements)
{
    const unsigned short *mine = quarters + (size_t)blockIdx.x * 4 * displacements;
    size_t half = (size_t)blockIdx.x * 2 * displacements;
    for (int i = threadIdx.x; i < displacements; i += MERGE_THREADS) {
        int top_left = mine[i];
        int top_right = mine[i + displacements];
        int bottom_left = mine[i + 2 * displacements];
        int bottom_right = mine[i + 3 * displacements];
        wide[half + i] = (unsigned short)(top_left + top_right);
        wide[half + displacements + i] = (unsigned short)(bottom_left + bottom_right);
        tall[half + i] = (unsigned short)(top_left + bottom_left);
        tall[half + displacements + i] = (unsigned short)(top_right + bottom_right);
        whole[(size_t)blockIdx.x * displacements + i] =
            (unsigned short)(top_left + top_right + bottom_left + bottom_right);
    }
}

/* The new frame is the old one, blurred waves, moved by (3, 2) pixels, with noise in both. */
static void make_frames(unsigned char *old_frame, unsigned char *new_frame, int width, int height)
{
    uint64_t state = 9;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float moved = 40.0f * sinf(0.3f * (float)(x + 3)) * cosf(0.2f * (float)(y + 2));
            float still = 40.0f * sinf(0.3f * (float)x) * cosf(0.2f * (float)y);
            old_frame[y * width + x] =
                (unsigned char)(128.0f + still + (float)random_below(&state, 8));
            new_frame[y * width + x] =
                (unsigned char)(128.0f + moved + (float)random_below(&state, 8));
        }
    }
}

/* All seven kinds of sums, in the order of SHAPES, one after another on the device. */
static void device_sads(const struct frames *frames, unsigned short *sads)
{
    int small = frames->width / 4 * (frames->height / 4);
    int displacements = frame_displacements(frames);
    size_t count = sad_offset(frames, SHAPE_COUNT);
    unsigned char *new_frame = device_copy(frames->now, (size_t)frames->width * frames->height);
    struct bound_texture old_frame = texture_2d(frames->before, frames->width, frames->height);
    unsigned short *device = device_array<unsigned short>(count);
    unsigned short *start[SHAPE_COUNT];
    for (int shape = 0; shape < SHAPE_COUNT; shape++)
        start[shape] = device + sad_offset(frames, shape);

    search<<<small, SEARCH_THREADS>>>(new_frame, old_frame.object, start[0], frames->width,
                                      frames->range);
    CHECK(cudaGetLastError());
    merge<<<small / 4, MERGE_THREADS>>>(start[0], start[1], start[2], start[3], displacements);
    CHECK(cudaGetLastError());
    merge<<<small / 16, MERGE_THREADS>>>(start[3], start[4], start[5], start[6], displacements);
    CHECK(cudaGetLastError());
    copy_back(sads, device, count);
    CHECK(cudaFree(new_frame));
    CHECK(cudaFree(device));
    texture_free(old_frame);
}

int main(int argc, char **argv)
{
    struct frames frames;
    frames.width = 16 * (int)program_argument(argc, argv, 1, "WIDTH / 16", 4, 1, 120);
    frames.height = 16 * (int)program_argument(argc, argv, 2, "HEIGHT / 16", 3, 1, 68);
    frames.range = (int)program_argument(argc, argv, 3, "RANGE", 16, 1, 64);
    frames.before = host_array<unsigned char>((size_t)frames.width * frames.height);
    frames.now = host_array<unsigned char>((size_t)frames.width * frames.height);
    make_frames(frames.before, frames.now, frames.width, frames.height);

    unsigned short *sads = host_array<unsigned short>(sad_offset(&frames, SHAPE_COUNT));
    device_sads(&frames, sads);
    size_t wrong = count_wrong_sads(&frames, sads);

    free(frames.before);
    free(frames.now);
    free(sads);
    return program_verdict("sad", wrong);
}
