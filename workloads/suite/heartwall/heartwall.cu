/* SPDX-License-Identifier: BSD-3-Clause */
/* HTW: follows points on the walls of a beating heart through a video of ultrasound pictures.
 *
 * A block has a point, 256 threads, a launch a frame. It looks around the point's last place for
 * the point's template: it copies the window of the frame, convolves it with the template (a thread
 * an element of the result, so that the lanes of a warp step through the same template side by side
 * in the window), sums the window up along columns and rows for the means, divides by the
 * deviations, and takes the place with the largest correlation. All in global memory, in arrays of
 * the block's own, with a barrier between steps of very different numbers of busy threads: warps
 * differ by far, and blocks share only the frame.
 *
 * Source: L. Szafaryn et al., "Experiences Accelerating MATLAB Systems Biology Applications",
 *   Workshop on Biomedicine in Computing 2009, whose program Rodinia (Che et al., IISWC 2010) has
 *   as heartwall: its 20 + 31 points, radii 25 and 40, launch shape and steps; J. Lewis, "Fast
 *   Normalized Cross-Correlation", 1995. The frames are made: a texture that wanders.
 */
#include "../common/program.h"

constexpr int BLOCK = 256, WIDTH = 656, HEIGHT = 744;

struct point {
    int x, y;
    float correlation; /* of the last frame */
};

/* Where a point's arrays are, and their sides. */
struct shape {
    int radius, reach; /* of a template, of the window around the point */
};

__host__ __device__ inline int side_of(int radius)
{
    return 2 * radius + 1;
}

__host__ __device__ inline int words_of(struct shape shape)
{
    int pattern = side_of(shape.radius), window = side_of(shape.reach);
    int result = side_of(shape.reach + shape.radius), sums = window + 1;
    return pattern * pattern + window * window + result * result + 2 * sums * sums;
}

struct arrays {
    float *pattern, *window, *result, *sum, *square;
};

__host__ __device__ inline struct arrays arrays_of(float *memory, struct shape shape)
{
    int pattern = side_of(shape.radius), window = side_of(shape.reach);
    int result = side_of(shape.reach + shape.radius), sums = window + 1;
    struct arrays a;
    a.pattern = memory;
    a.window = a.pattern + pattern * pattern;
    a.result = a.window + window * window;
    a.sum = a.result + result * result;
    a.square = a.sum + sums * sums;
    return a;
}

__host__ __device__ inline float pixel(const float *frame, int x, int y)
{
    x = x < 0 ? 0 : x < WIDTH ? x : WIDTH - 1;
    y = y < 0 ? 0 : y < HEIGHT ? y : HEIGHT - 1;
    return frame[y * WIDTH + x];
}

/* A square of a frame around a place. */
__host__ __device__ inline void copy_square(float *to, const float *frame, struct point at,
                                            int radius, int lane, int threads)
{
    int side = side_of(radius);
    for (int i = lane; i < side * side; i += threads)
        to[i] = pixel(frame, at.x + i % side - radius, at.y + i / side - radius);
}

/* Every overlap of template and window, partial ones, too. */
__host__ __device__ inline void convolve(struct arrays a, struct shape shape, int lane, int threads)
{
    int pattern = side_of(shape.radius), window = side_of(shape.reach);
    int side = side_of(shape.reach + shape.radius);
    for (int i = lane; i < side * side; i += threads) {
        int left = i % side - (pattern - 1), top = i / side - (pattern - 1);
        int x0 = left < 0 ? -left : 0, y0 = top < 0 ? -top : 0;
        int x1 = left + pattern > window ? window - left : pattern;
        int y1 = top + pattern > window ? window - top : pattern;
        float sum = 0;
        for (int y = y0; y < y1; y++)
            for (int x = x0; x < x1; x++)
                sum =
                    fmaf(a.pattern[y * pattern + x], a.window[(top + y) * window + left + x], sum);
        a.result[i] = sum;
    }
}

/* A thread a column: sums of the window from its top. Row and column 0 of the sums are 0. */
__host__ __device__ inline void sum_columns(struct arrays a, struct shape shape, int lane,
                                            int threads)
{
    int window = side_of(shape.reach), side = window + 1;
    for (int x = lane; x < side; x += threads) {
        float sum = 0, square = 0;
        a.sum[x] = a.square[x] = 0;
        for (int y = 1; y < side; y++) {
            float value = x > 0 ? a.window[(y - 1) * window + x - 1] : 0.0f;
            sum += value;
            square = fmaf(value, value, square);
            a.sum[y * side + x] = sum;
            a.square[y * side + x] = square;
        }
    }
}

/* A thread a row: those from its left. */
__host__ __device__ inline void sum_rows(struct arrays a, struct shape shape, int lane, int threads)
{
    int side = side_of(shape.reach) + 1;
    for (int y = lane; y < side; y += threads)
        for (int x = 1; x < side; x++) {
            a.sum[y * side + x] += a.sum[y * side + x - 1];
            a.square[y * side + x] += a.square[y * side + x - 1];
        }
}

__host__ __device__ inline float area(const float *sums, int side, int x, int y, int extent)
{
    return sums[(y + extent) * side + x + extent] - sums[y * side + x + extent] -
           sums[(y + extent) * side + x] + sums[y * side + x];
}

/* The correlation at place i of (window - template + 1) squared. sums: of the template. */
__host__ __device__ inline float correlation(struct arrays a, struct shape shape, int i, float mean,
                                             float deviation)
{
    int pattern = side_of(shape.radius), places = side_of(shape.reach - shape.radius);
    int sums = side_of(shape.reach) + 1, result = side_of(shape.reach + shape.radius);
    int x = i % places, y = i / places, n = pattern * pattern;
    float sum = area(a.sum, sums, x, y, pattern), square = area(a.square, sums, x, y, pattern);
    float product = a.result[(y + pattern - 1) * result + x + pattern - 1];
    float variance = fmaf(-sum / (float)n, sum, square);
    float spread = sqrtf(variance > 1.0f ? variance : 1.0f);
    return fmaf(-mean, sum, product) / (deviation * spread);
}

/* Mean and deviation (of the sum) of the template. */
__host__ __device__ inline void weigh_pattern(const float *pattern, int n, float *mean,
                                              float *deviation)
{
    float sum = 0, square = 0;
    for (int i = 0; i < n; i++) {
        sum += pattern[i];
        square = fmaf(pattern[i], pattern[i], square);
    }
    *mean = sum / (float)n;
    float variance = fmaf(-*mean, sum, square);
    *deviation = sqrtf(variance > 1.0f ? variance : 1.0f);
}

__global__ void follow(const float *frame, struct point *points, float *memory, struct shape shape,
                       int number)
{
    __shared__ float best[BLOCK], mean, deviation;
    __shared__ int place[BLOCK];
    int lane = (int)threadIdx.x, side = side_of(shape.radius);
    int places = side_of(shape.reach - shape.radius);
    struct point at = points[blockIdx.x];
    struct arrays a = arrays_of(memory + (size_t)blockIdx.x * words_of(shape), shape);

    if (number == 0) {
        copy_square(a.pattern, frame, at, shape.radius, lane, BLOCK);
        return;
    }
    copy_square(a.window, frame, at, shape.reach, lane, BLOCK);
    if (lane == 0)
        weigh_pattern(a.pattern, side * side, &mean, &deviation);
    __syncthreads();
    convolve(a, shape, lane, BLOCK);
    sum_columns(a, shape, lane, BLOCK);
    __syncthreads();
    sum_rows(a, shape, lane, BLOCK);
    __syncthreads();
    best[lane] = -2.0f;
    place[lane] = 0;
    for (int i = lane; i < places * places; i += BLOCK) {
        float found = correlation(a, shape, i, mean, deviation);
        if (found > best[lane]) {
            best[lane] = found;
            place[lane] = i;
        }
    }
    __syncthreads();
    if (lane > 0)
        return;
    int most = 0;
    for (int i = 1; i < BLOCK; i++)
        if (best[i] > best[most] || (best[i] == best[most] && place[i] < place[most]))
            most = i;
    int apart = shape.reach - shape.radius;
    struct point next = {at.x + place[most] % places - apart, at.y + place[most] / places - apart,
                         best[most]};
    points[blockIdx.x] = next;
}

static void reference_follow(const float *frame, struct point *at, float *memory,
                             struct shape shape, int number)
{
    int side = side_of(shape.radius), places = side_of(shape.reach - shape.radius);
    int apart = shape.reach - shape.radius, most = 0;
    struct arrays a = arrays_of(memory, shape);
    float mean, deviation, best = -2.0f;

    if (number == 0) {
        copy_square(a.pattern, frame, *at, shape.radius, 0, 1);
        return;
    }
    copy_square(a.window, frame, *at, shape.reach, 0, 1);
    weigh_pattern(a.pattern, side * side, &mean, &deviation);
    convolve(a, shape, 0, 1);
    sum_columns(a, shape, 0, 1);
    sum_rows(a, shape, 0, 1);
    for (int i = 0; i < places * places; i++) {
        float found = correlation(a, shape, i, mean, deviation);
        if (found > best) {
            best = found;
            most = i;
        }
    }
    *at = (struct point){at->x + most % places - apart, at->y + most / places - apart, best};
}

/* A smooth texture, moved by a pixel or two a frame, with noise of its own. */
static void make_frame(float *frame, const float *texture, int number)
{
    uint64_t state = 100 + (uint64_t)number;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = (i % WIDTH + 2 * number) % WIDTH, y = (i / WIDTH + number) % HEIGHT;
        frame[i] = texture[y * WIDTH + x] + (float)random_below(&state, 5);
    }
}

static float *make_texture(void)
{
    uint64_t state = 41;
    float *noise = host_array<float>(WIDTH * HEIGHT), *texture = host_array<float>(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        noise[i] = (float)random_below(&state, 250);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++)
            sum += pixel(noise, i % WIDTH + k % 2, i / WIDTH + k / 2);
        texture[i] = rintf(sum / 4);
    }
    free(noise);
    return texture;
}

/* The inner and the outer wall: two ellipses. */
static void make_points(struct point *points, int n)
{
    int inner = n * 20 / 51;
    for (int i = 0; i < n; i++) {
        bool inside = i < inner;
        double turn = 6.2831853 * (inside ? i : i - inner) / (inside ? inner : n - inner);
        double radius = inside ? 120 : 190;
        points[i].x = (int)(WIDTH / 2 + radius * cos(turn));
        points[i].y = (int)(HEIGHT / 2 + 1.2 * radius * sin(turn));
    }
}

static size_t compare(const struct point *got, const struct point *expected, int n)
{
    size_t wrong = 0;
    for (int i = 0; i < n; i++) {
        bool same = got[i].x == expected[i].x && got[i].y == expected[i].y &&
                    fabsf(got[i].correlation - expected[i].correlation) < 1e-4f;
        if (!same && wrong++ == 0)
            printf("point[%d] is at (%d, %d) with %g, expected (%d, %d) with %g\n", i, got[i].x,
                   got[i].y, got[i].correlation, expected[i].x, expected[i].y,
                   expected[i].correlation);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int frames = (int)program_argument(argc, argv, 1, "FRAMES", 2, 1, 1000);
    struct shape shape;
    shape.radius = (int)program_argument(argc, argv, 2, "RADIUS", 4, 1, 32);
    shape.reach = (int)program_argument(argc, argv, 3, "REACH", 10, 2, 64);
    int n = (int)program_argument(argc, argv, 4, "POINTS", 51, 3, 1000);
    if (shape.reach <= shape.radius) {
        fprintf(stderr, "%s: REACH is more than RADIUS\n", argv[0]);
        return 2;
    }
    size_t words = words_of(shape);
    struct point *points = host_array<struct point>(n), *got = host_array<struct point>(n);
    float *texture = make_texture(), *frame = host_array<float>(WIDTH * HEIGHT);
    float *memory = host_array<float>(n * words);

    make_points(points, n);
    struct point *device_points = device_copy(points, n);
    float *device_frame = device_array<float>(WIDTH * HEIGHT);
    float *device_memory = device_array<float>(n * words);
    for (int number = 0; number <= frames; number++) {
        make_frame(frame, texture, number);
        CHECK(cudaMemcpy(device_frame, frame, WIDTH * HEIGHT * sizeof(float),
                         cudaMemcpyHostToDevice));
        follow<<<n, BLOCK>>>(device_frame, device_points, device_memory, shape, number);
        CHECK(cudaGetLastError());
        for (int i = 0; i < n; i++)
            reference_follow(frame, &points[i], memory + i * words, shape, number);
    }
    copy_back(got, device_points, n);
    printf("point 0 is at (%d, %d), correlation %.3f\n", points[0].x, points[0].y,
           points[0].correlation);
    size_t wrong = compare(got, points, n);
    CHECK(cudaFree(device_points));
    CHECK(cudaFree(device_frame));
    CHECK(cudaFree(device_memory));
    free(points);
    free(got);
    free(texture);
    free(frame);
    free(memory);
    return program_verdict("heartwall", wrong);
}
