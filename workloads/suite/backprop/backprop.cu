/* SPDX-License-Identifier: BSD-3-Clause */
/* BKP: one training step of a neural network with one hidden layer of 16 units.
 *
 * The device does what grows with the number of inputs: the weighted sums of the hidden layer and
 * the correction of the weights between inputs and hidden units. The host does the rest.
 *
 * Every weight is read and written once: no data is shared between blocks, and only the 16 inputs
 * and 16 x 16 products of a block are reused, in shared memory. A row of weights is 17 floats (the
 * bias column comes first), so the two half warps of a warp read rows that are not aligned.
 *
 * Source: D. Rumelhart, G. Hinton, R. Williams, "Learning representations by back-propagating
 *   errors", Nature 323, 1986. Launch shape (1, inputs / 16) x (16, 16): the benchmark of Rodinia
 *   (Che et al., IISWC 2009).
 * Differs: the products of the forward kernel are not written back over the weights, where the
 *   correction would have to restore them.
 */
#include "../common/program.h"

constexpr int HIDDEN = 16;            /* hidden units */
constexpr int TILE = 16;              /* inputs of a block */
constexpr int ROW = HIDDEN + 1;       /* floats from one input's weights to the next's */
constexpr float LEARNING_RATE = 0.3f; /* ASSUMED */
constexpr float MOMENTUM = 0.3f;      /* ASSUMED */
constexpr float TARGET = 0.1f;        /* what the output unit should say, ASSUMED */

/* Thread (hidden unit, input): multiplies its weight with its input; a tree over the 16 inputs adds
 * the products up, half as many threads busy at each level. One partial sum a hidden unit leaves
 * the block. Input 0 is the bias, which the host adds. */
__global__ void layer_forward(const float *inputs, const float *weights, float *partial_sums)
{
    __shared__ float input[TILE];
    __shared__ float products[TILE][HIDDEN];
    int unit = threadIdx.x;
    int row = threadIdx.y;
    int source = blockIdx.y * TILE + row + 1;

    if (unit == 0)
        input[row] = inputs[source];
    __syncthreads();
    products[row][unit] = weights[source * ROW + unit + 1] * input[row];
    __syncthreads();
    for (int half = TILE / 2; half > 0; half /= 2) {
        if (row < half)
            products[row][unit] += products[row + half][unit];
        __syncthreads();
    }
    if (row == 0)
        partial_sums[blockIdx.y * HIDDEN + unit] = products[0][unit];
}

__device__ void adjust(float *weight, float *last_change, float delta, float input)
{
    float change = LEARNING_RATE * delta * input + MOMENTUM * *last_change;
    *weight += change;
    *last_change = change;
}

/* Thread (hidden unit, input): corrects its own weight. A stream of two loads and two stores a
 * thread; the first row of the first block corrects the bias weights too. */
__global__ void adjust_weights(const float *deltas, const float *inputs, float *weights,
                               float *last_changes)
{
    int unit = threadIdx.x;
    int source = blockIdx.y * TILE + threadIdx.y + 1;
    int index = source * ROW + unit + 1;
    float delta = deltas[unit];

    adjust(&weights[index], &last_changes[index], delta, inputs[source]);
    if (source == 1)
        adjust(&weights[unit + 1], &last_changes[unit + 1], delta, 1.0f);
}

static float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

/* From the sums of the hidden units to the error that each of them answers for. */
static void hidden_deltas(const float *sums, const float *output_weights, float *deltas)
{
    float hidden[HIDDEN];
    float sum = output_weights[0];
    for (int unit = 0; unit < HIDDEN; unit++) {
        hidden[unit] = sigmoid(sums[unit]);
        sum += hidden[unit] * output_weights[unit + 1];
    }
    float output = sigmoid(sum);
    float output_delta = output * (1.0f - output) * (TARGET - output);
    for (int unit = 0; unit < HIDDEN; unit++)
        deltas[unit] =
            hidden[unit] * (1.0f - hidden[unit]) * output_delta * output_weights[unit + 1];
}

/* The same step on the CPU, straight over inputs and hidden units. */
static void reference_step(int inputs, const float *input, const float *output_weights, float *sums,
                           float *weights, float *last_changes)
{
    float deltas[HIDDEN];
    for (int unit = 0; unit < HIDDEN; unit++) {
        double sum = 0.0;
        for (int source = 0; source <= inputs; source++)
            sum += (double)input[source] * weights[source * ROW + unit + 1];
        sums[unit] = (float)sum;
    }
    hidden_deltas(sums, output_weights, deltas);
    for (int source = 0; source <= inputs; source++) {
        for (int unit = 0; unit < HIDDEN; unit++) {
            int index = source * ROW + unit + 1;
            last_changes[index] =
                LEARNING_RATE * deltas[unit] * input[source] + MOMENTUM * last_changes[index];
            weights[index] += last_changes[index];
        }
    }
}

/* The step with the two kernels; weights and last_changes are corrected in place. */
static void device_step(int inputs, const float *input, const float *output_weights, float *sums,
                        float *weights, float *last_changes)
{
    size_t count = (size_t)(inputs + 1) * ROW;
    int blocks = inputs / TILE;
    dim3 grid(1, blocks);
    dim3 block(HIDDEN, TILE);
    float *device_input = device_copy(input, inputs + 1);
    float *device_weights = device_copy(weights, count);
    float *device_changes = device_copy(last_changes, count);
    float *device_partial = device_array<float>(blocks * HIDDEN);
    float *partial = host_array<float>(blocks * HIDDEN);

    layer_forward<<<grid, block>>>(device_input, device_weights, device_partial);
    CHECK(cudaGetLastError());
    copy_back(partial, device_partial, blocks * HIDDEN);
    for (int unit = 0; unit < HIDDEN; unit++) {
        sums[unit] = weights[unit + 1];
        for (int b = 0; b < blocks; b++)
            sums[unit] += partial[b * HIDDEN + unit];
    }
    float deltas[HIDDEN];
    hidden_deltas(sums, output_weights, deltas);

    float *device_deltas = device_copy(deltas, HIDDEN);
    adjust_weights<<<grid, block>>>(device_deltas, device_input, device_weights, device_changes);
    CHECK(cudaGetLastError());
    copy_back(weights, device_weights, count);
    copy_back(last_changes, device_changes, count);

    CHECK(cudaFree(device_input));
    CHECK(cudaFree(device_weights));
    CHECK(cudaFree(device_changes));
    CHECK(cudaFree(device_partial));
    CHECK(cudaFree(device_deltas));
    free(partial);
}

int main(int argc, char **argv)
{
    int tiles = (int)program_argument(argc, argv, 1, "INPUTS / 16", 1024, 1, 65535);
    int inputs = tiles * TILE;
    size_t count = (size_t)(inputs + 1) * ROW;
    float *input = host_array<float>(inputs + 1);
    float *weights = host_array<float>(count);
    float *changes = host_array<float>(count);
    float *expected_weights = host_array<float>(count);
    float *expected_changes = host_array<float>(count);
    float output_weights[ROW];
    float sums[HIDDEN], expected_sums[HIDDEN];

    /* Weights so small that the sums stay where the sigmoid has a slope. */
    uint64_t state = 1;
    float spread = 1.0f / sqrtf((float)inputs);
    input[0] = 1.0f;
    for (int i = 1; i <= inputs; i++)
        input[i] = random_float(&state, 0.0f, 1.0f);
    for (size_t i = 0; i < count; i++) {
        expected_weights[i] = weights[i] = random_float(&state, -spread, spread);
        expected_changes[i] = changes[i] = random_float(&state, -spread, spread);
    }
    for (int i = 0; i < ROW; i++)
        output_weights[i] = random_float(&state, -1.0f, 1.0f);

    device_step(inputs, input, output_weights, sums, weights, changes);
    reference_step(inputs, input, output_weights, expected_sums, expected_weights,
                   expected_changes);
    size_t wrong = count_wrong("sum", sums, expected_sums, HIDDEN, 1e-4f, 1e-4f) +
                   count_wrong("weight", weights, expected_weights, count, 1e-6f, 1e-5f) +
                   count_wrong("change", changes, expected_changes, count, 1e-6f, 1e-5f);
    free(input);
    free(weights);
    free(changes);
    free(expected_weights);
    free(expected_changes);
    return program_verdict("backprop", wrong);
}
