/* SPDX-License-Identifier: BSD-3-Clause */
/* PFT: follows a disc through a noisy video with a cloud of particles, each a guess where the disc
 * is. In every frame the particles move, are weighted by what they see, and are drawn anew.
 *
 * Blocks are 16 warps with a barrier after every phase, and the phases are uneven: a sum by a tree,
 * a running sum by a single thread, a search whose length grows with the number of the particle.
 * Warps wait at barriers for a large part of the time. Each thread writes the pixels it will look
 * at to a row of its own, then reads it back, one line a lane: locality within a warp, which a
 * greedy scheduler keeps and a fair one loses.
 *
 * Source: N. Gordon, D. Salmond, A. Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state
 *   estimation", IEE Proc. F 140(2), 1993. Blocks of 512 threads, video layout, rows of pixel
 *   numbers, serial running sum and linear search: the benchmark of Rodinia (Goodrum et al., "A
 *   parallel particle filter", 2010).
 */
#include "particlefilter_model.h"
#include "particlefilter_reference.h"

constexpr int BLOCK = 512;

/* Particles on the device; `rows` has DISC_POINTS pixel numbers a particle. */
struct particles {
    float *x, *y;
    unsigned *seeds;
    int *rows;
    float *weights;
    float *running;    /* sums of the weights up to and with each particle */
    float *thresholds; /* which particle is drawn anew: the first whose running sum reaches it */
    float *partial;    /* sum of the weights of each block */
    int count;
};

__constant__ struct point disc[DISC_POINTS];

/* A normally distributed number (G. Box, M. Muller, 1958). */
__device__ float gaussian(unsigned *seed)
{
    *seed = next_seed(*seed);
    float u = seed_uniform(*seed);
    *seed = next_seed(*seed);
    float v = seed_uniform(*seed);
    return sqrtf(-2.0f * logf(u)) * cosf(6.2831853f * v);
}

/* Adds up one value a thread; the result is in sums[0]. */
__device__ void block_sum(float *sums, float value)
{
    int lane = threadIdx.x;
    sums[lane] = value;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (lane < half)
            sums[lane] += sums[lane + half];
        __syncthreads();
    }
}

/* What particle i sees, from 128^2 / LIKELIHOOD_SCALE for the disc down to minus that. */
__device__ float likelihood(struct particles particles, struct video video, int i, int frame)
{
    int *row = particles.rows + (size_t)i * DISC_POINTS;
    for (int p = 0; p < DISC_POINTS; p++)
        row[p] = video_index(video, particles.x[i] + (float)disc[p].x,
                             particles.y[i] + (float)disc[p].y, frame);
    int sum = 0;
    for (int p = 0; p < DISC_POINTS; p++)
        sum += evidence(video.pixels[row[p]]);
    return (float)sum / (LIKELIHOOD_SCALE * (float)DISC_POINTS);
}

/* Thread of a particle: moves it and weighs it; the block leaves the sum of its weights. */
__global__ void move_and_weigh(struct particles particles, struct video video, int frame)
{
    __shared__ float sums[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float weight = 0.0f;
    if (i < particles.count) {
        unsigned seed = particles.seeds[i];
        particles.x[i] += STEP_X + SPREAD_X * gaussian(&seed);
        particles.y[i] += STEP_Y + SPREAD_Y * gaussian(&seed);
        particles.seeds[i] = seed;
        weight = expf(likelihood(particles, video, i, frame));
        particles.weights[i] = weight;
    }
    block_sum(sums, weight);
    if (threadIdx.x == 0)
        particles.partial[blockIdx.x] = sums[0];
}

/* Thread of a particle: divides its weight by the sum of all. */
__global__ void normalise(struct particles particles)
{
    __shared__ float total;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (unsigned block = 0; block < gridDim.x; block++)
            sum += particles.partial[block];
        total = sum;
    }
    __syncthreads();
    if (i < particles.count)
        particles.weights[i] /= total;
}

/* One block: its first thread adds the weights up while 15 warps wait, then all set thresholds at
 * equal distances, the first at `offset` of such a distance. */
__global__ void accumulate(struct particles particles, float offset)
{
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int i = 0; i < particles.count; i++) {
            sum += particles.weights[i];
            particles.running[i] = sum;
        }
    }
    __syncthreads();
    float total = particles.running[particles.count - 1];
    for (int i = threadIdx.x; i < particles.count; i += BLOCK)
        particles.thresholds[i] = ((float)i + offset) / (float)particles.count * total;
}

/* Thread of a particle: takes the place of the one that its threshold draws. */
__global__ void resample(struct particles particles, float *new_x, float *new_y)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= particles.count)
        return;
    int drawn = 0;
    while (drawn < particles.count - 1 && particles.running[drawn] < particles.thresholds[i])
        drawn++;
    new_x[i] = particles.x[drawn];
    new_y[i] = particles.y[drawn];
}

/* Background and disc with noise of +-20 grey levels. */
static void video_init(struct video *video)
{
    uint64_t state = 16;
    size_t count = (size_t)video->width * video->height * video->frames;
    video->pixels = host_array<unsigned char>(count);
    for (int frame = 0; frame < video->frames; frame++) {
        for (int x = 0; x < video->width; x++) {
            for (int y = 0; y < video->height; y++) {
                float dx = (float)x - true_x(*video, frame), dy = (float)y - true_y(*video, frame);
                int grey = dx * dx + dy * dy < RADIUS * RADIUS ? DISC_GREY : BACKGROUND;
                video->pixels[video_index(*video, (float)x, (float)y, frame)] =
                    (unsigned char)(grey + (int)random_below(&state, 41) - 20);
            }
        }
    }
}

static void particles_init(struct particles *particles, struct video video, int count)
{
    float *x = host_array<float>(count);
    float *y = host_array<float>(count);
    unsigned *seeds = host_array<unsigned>(count);
    uint64_t state = 17;
    for (int i = 0; i < count; i++) {
        x[i] = true_x(video, 0);
        y[i] = true_y(video, 0);
        seeds[i] = (unsigned)random_next(&state);
    }
    particles->count = count;
    particles->x = device_copy(x, count);
    particles->y = device_copy(y, count);
    particles->seeds = device_copy(seeds, count);
    particles->rows = device_array<int>((size_t)count * DISC_POINTS);
    particles->weights = device_array<float>(count);
    particles->running = device_array<float>(count);
    particles->thresholds = device_array<float>(count);
    particles->partial = device_array<float>((count + BLOCK - 1) / BLOCK);
    free(x);
    free(y);
    free(seeds);
}

static void particles_finish(struct particles *particles)
{
    CHECK(cudaFree(particles->x));
    CHECK(cudaFree(particles->y));
    CHECK(cudaFree(particles->seeds));
    CHECK(cudaFree(particles->rows));
    CHECK(cudaFree(particles->weights));
    CHECK(cudaFree(particles->running));
    CHECK(cudaFree(particles->thresholds));
    CHECK(cudaFree(particles->partial));
}

static void snapshot_take(struct snapshot *snapshot, struct particles particles)
{
    copy_back(snapshot->x, particles.x, particles.count);
    copy_back(snapshot->y, particles.y, particles.count);
    copy_back(snapshot->seeds, particles.seeds, particles.count);
    copy_back(snapshot->weights, particles.weights, particles.count);
    copy_back(snapshot->running, particles.running, particles.count);
    copy_back(snapshot->thresholds, particles.thresholds, particles.count);
}

/* One frame; how many values the reference finds wrong in it. */
static size_t follow(struct particles *particles, struct video device_video, struct video video,
                     int frame, float offset, float *scratch[2])
{
    int blocks = (particles->count + BLOCK - 1) / BLOCK;
    struct snapshot before, weighed, after;
    snapshot_init(&before, particles->count);
    snapshot_init(&weighed, particles->count);
    snapshot_init(&after, particles->count);

    snapshot_take(&before, *particles);
    move_and_weigh<<<blocks, BLOCK>>>(*particles, device_video, frame);
    CHECK(cudaGetLastError());
    snapshot_take(&weighed, *particles);
    normalise<<<blocks, BLOCK>>>(*particles);
    CHECK(cudaGetLastError());
    accumulate<<<1, BLOCK>>>(*particles, offset);
    CHECK(cudaGetLastError());
    resample<<<blocks, BLOCK>>>(*particles, scratch[0], scratch[1]);
    CHECK(cudaGetLastError());
    std::swap(particles->x, scratch[0]);
    std::swap(particles->y, scratch[1]);
    snapshot_take(&after, *particles);

    size_t wrong =
        count_wrong_moves(&before, &weighed) + count_wrong_weights(&weighed, video, frame) +
        count_wrong_sums(&weighed, &after, offset) + count_wrong_draws(&weighed, &after) +
        (tracks_disc(&after, video, frame) ? 0 : 1);
    snapshot_finish(&before);
    snapshot_finish(&weighed);
    snapshot_finish(&after);
    return wrong;
}

int main(int argc, char **argv)
{
    int count = (int)program_argument(argc, argv, 1, "PARTICLES", 1024, 32, 1 << 20);
    int side = (int)program_argument(argc, argv, 2, "SIDE", 128, 32, 4096);
    int most = most_frames(side);
    int frames = (int)program_argument(argc, argv, 3, "FRAMES", most < 10 ? most : 10, 2, most);
    struct video video = {NULL, side, side, frames};
    video_init(&video);
    struct video device_video = video;
    device_video.pixels = device_copy(video.pixels, (size_t)side * side * frames);
    struct point points[DISC_POINTS];
    disc_points(points);
    CHECK(cudaMemcpyToSymbol(disc, points, sizeof(points)));
    struct particles particles;
    particles_init(&particles, video, count);
    float *scratch[2] = {device_array<float>(count), device_array<float>(count)};

    uint64_t state = 18;
    size_t wrong = 0;
    for (int frame = 1; frame < frames; frame++)
        wrong += follow(&particles, device_video, video, frame, random_float(&state, 0.0f, 1.0f),
                        scratch);

    particles_finish(&particles);
    CHECK(cudaFree(scratch[0]));
    CHECK(cudaFree(scratch[1]));
    CHECK(cudaFree(device_video.pixels));
    free(video.pixels);
    return program_verdict("particlefilter", wrong);
}
