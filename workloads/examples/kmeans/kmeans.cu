/* SPDX-License-Identifier: BSD-3-Clause */
/* The distance step of k-means: each point's nearest cluster, one thread a point.
 *
 * Points lie row-major, so a thread walks its own 136 bytes while its neighbours walk theirs: the
 * 32 lanes of a load touch 32 or more lines, and each line is used again by the same warp in the
 * following turns. That is intra-warp locality, kept only if few enough warps share the L1.
 *
 * Source: kernel kmeansPoint of Rodinia (Che et al., IISWC 2009), on its kdd_cup shape: 34
 * features, 5 clusters. Differs: row-major points from plain global memory instead of a transposed
 * copy through textures, as in the studies of L1 thrashing (Rogers et al., "Cache-Conscious
 * Wavefront Scheduling", MICRO 2012); centres from global memory instead of constant memory.
 */

enum { FEATURES = 34 };

extern "C" __global__ void kmeans_assign(const float *points, const float *centres, int *membership,
                                         int n, int clusters)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point >= n)
        return;

    int nearest = 0;
    float nearest_distance = 3.40282347e+38f; /* FLT_MAX */
    for (int cluster = 0; cluster < clusters; cluster++) {
        float distance = 0;
        /* Not unrolled: 34 loads in flight a thread would hide the reuse this kernel is about. */
#pragma unroll 1
        for (int f = 0; f < FEATURES; f++) {
            float difference = points[point * FEATURES + f] - centres[cluster * FEATURES + f];

            distance = fmaf(difference, difference, distance);
        }
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = cluster;
        }
    }
    membership[point] = nearest;
}
