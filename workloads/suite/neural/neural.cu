/* SPDX-License-Identifier: BSD-3-Clause */
/* NN: the first layer of a network that reads handwritten digits: from each image of 29 x 29, six
 * feature maps of 13 x 13, each neuron the tanh of a weighted sum of 5 x 5 pixels.
 *
 * A block is a map of an image, a thread a neuron. Six blocks read the same image and all blocks
 * read the same weights, so L1 serves most loads as long as the blocks on an SM leave room for
 * them. Where the pixels of a window lie is a table in constant memory, as in the original, so that
 * each of them costs an address.
 *
 * Source: A. Bakhoda and others, "Analyzing CUDA Workloads Using a Detailed GPU Simulator", ISPASS
 *   2009 (NN); Q. Xu and others, "Warped-Slicer", ISCA 2016, table II: blocks of 169.
 */
#include "../common/program.h"

enum { SIDE = 29, MAP = 13, KERNEL = 5, MAPS = 6, WEIGHTS = 1 + KERNEL * KERNEL };

/* From a window's first pixel to each of the others. */
__constant__ int window[KERNEL * KERNEL];

__global__ void first_layer(const float *images, const float *weights, float *neurons)
{
    int map = blockIdx.x, image = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
    const float *own = weights + map * WEIGHTS;
    const float *pixels = images + (size_t)image * SIDE * SIDE + 2 * y * SIDE + 2 * x;
    float sum = own[0];
    for (int i = 0; i < KERNEL * KERNEL; i++)
        sum += pixels[window[i]] * own[1 + i];
    neurons[((size_t)image * MAPS + map) * MAP * MAP + y * MAP + x] =
        1.7159f * tanhf(0.66666667f * sum);
}

static float reference(const float *images, const float *weights, int image, int map, int x, int y)
{
    const float *own = weights + map * WEIGHTS;
    double sum = (double)own[0];
    for (int i = 0; i < KERNEL; i++)
        for (int j = 0; j < KERNEL; j++)
            sum += (double)images[(size_t)image * SIDE * SIDE + (2 * y + i) * SIDE + 2 * x + j] *
                   (double)own[1 + i * KERNEL + j];
    return (float)(1.7159 * tanh(sum * 2 / 3));
}

int main(int argc, char **argv)
{
    int images = (int)program_argument(argc, argv, 1, "IMAGES", 300, 1, 60000);
    size_t n_pixels = (size_t)images * SIDE * SIDE, n_neurons = (size_t)images * MAPS * MAP * MAP;

    uint64_t random = 1;
    float *pixels = host_array<float>(n_pixels), *weights = host_array<float>(MAPS * WEIGHTS);
    float *neurons = host_array<float>(n_neurons), *expected = host_array<float>(n_neurons);
    for (size_t i = 0; i < n_pixels; i++)
        pixels[i] = random_float(&random, 0, 1);
    for (int i = 0; i < MAPS * WEIGHTS; i++)
        weights[i] = random_float(&random, -0.3f, 0.3f);
    for (size_t n = 0; n < n_neurons; n++)
        expected[n] =
            reference(pixels, weights, (int)(n / (MAPS * MAP * MAP)), (int)(n / (MAP * MAP) % MAPS),
                      (int)(n % MAP), (int)(n / MAP % MAP));

    int places[KERNEL * KERNEL];
    for (int i = 0; i < KERNEL * KERNEL; i++)
        places[i] = i / KERNEL * SIDE + i % KERNEL;
    CHECK(cudaMemcpyToSymbol(window, places, sizeof(places)));
    float *pixels_device = device_copy(pixels, n_pixels);
    float *weights_device = device_copy(weights, MAPS * WEIGHTS);
    float *neurons_device = device_array<float>(n_neurons);
    first_layer<<<dim3(MAPS, images), dim3(MAP, MAP)>>>(pixels_device, weights_device,
                                                        neurons_device);
    CHECK(cudaGetLastError());
    copy_back(neurons, neurons_device, n_neurons);
    size_t wrong = count_wrong("neuron", neurons, expected, n_neurons, 1e-4f, 1e-4f);

    float *const on_device[] = {pixels_device, weights_device, neurons_device};
    for (float *array : on_device)
        CHECK(cudaFree(array));
    float *const on_host[] = {pixels, weights, neurons, expected};
    for (float *array : on_host)
        free(array);
    return program_verdict("neural", wrong);
}
