/* SPDX-License-Identifier: BSD-3-Clause */
/* KNN: which records of a list lie nearest to a place. The kernel computes every record's distance;
 * the host keeps the nearest ones.
 *
 * A stream: 8 bytes in, 4 bytes out, a square root between them, and nothing is used twice. So it
 * waits for memory whatever runs beside it.
 *
 * Source: S. Che and others, "Rodinia: A Benchmark Suite for Heterogeneous Computing", IISWC 2009
 *   (nearest neighbor); Q. Xu and others, "Warped-Slicer", ISCA 2016, table II: blocks of 256.
 */
#include "../common/program.h"

enum { BLOCK = 256, NEAREST = 10 };

struct place {
    float latitude, longitude;
};

__global__ void distances(const struct place *places, float *distance, int records, float latitude,
                          float longitude)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records)
        return;
    float dy = latitude - places[i].latitude, dx = longitude - places[i].longitude;
    distance[i] = sqrtf(dy * dy + dx * dx);
}

/* Indices of the nearest records, the nearest one first; of equal ones the first. */
static void find_nearest(const float *distance, int records, int nearest[NEAREST])
{
    for (int n = 0; n < NEAREST; n++) {
        nearest[n] = -1;
        for (int i = 0; i < records; i++) {
            bool taken = false;
            for (int k = 0; k < n; k++)
                taken |= nearest[k] == i;
            if (!taken && (nearest[n] < 0 || distance[i] < distance[nearest[n]]))
                nearest[n] = i;
        }
    }
}

int main(int argc, char **argv)
{
    int records = (int)program_argument(argc, argv, 1, "RECORDS", 684288, NEAREST, 1L << 28);
    const float latitude = 30, longitude = 90;

    uint64_t random = 1;
    struct place *places = host_array<struct place>(records);
    float *expected = host_array<float>(records), *distance = host_array<float>(records);
    for (int i = 0; i < records; i++) {
        places[i].latitude = random_float(&random, 7, 63);
        places[i].longitude = random_float(&random, 0, 358);
        double dy = (double)latitude - (double)places[i].latitude;
        double dx = (double)longitude - (double)places[i].longitude;
        expected[i] = (float)sqrt(dy * dy + dx * dx);
    }
    struct place *places_device = device_copy(places, records);
    float *distance_device = device_array<float>(records);
    distances<<<(records + BLOCK - 1) / BLOCK, BLOCK>>>(places_device, distance_device, records,
                                                        latitude, longitude);
    CHECK(cudaGetLastError());
    copy_back(distance, distance_device, records);
    size_t wrong = count_wrong("distance", distance, expected, records, 1e-4f, 1e-5f);
    int nearest[NEAREST];
    find_nearest(distance, records, nearest);
    for (int n = 1; n < NEAREST; n++)
        wrong += distance[nearest[n - 1]] > distance[nearest[n]];

    CHECK(cudaFree(places_device));
    CHECK(cudaFree(distance_device));
    free(places);
    free(expected);
    free(distance);
    return program_verdict("nearest", wrong);
}
