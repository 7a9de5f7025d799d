/* SPDX-License-Identifier: BSD-3-Clause */
/* The dot product of each work-group's part of two vectors, and how many of all the products are
 * positive. A work-group adds up its products as a tree in local memory; the host, or the check,
 * adds up what the groups leave in `partial`. */

#define GROUP 128

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
dot_groups(__global const float *a, __global const float *b, __global float *partial,
           __global uint *positive, uint n)
{
    __local float sums[GROUP];
    __local uint positive_here;
    size_t i = get_global_id(0);
    uint lane = get_local_id(0);

    float product = i < n ? a[i] * b[i] : 0.0f;
    sums[lane] = product;
    if (lane == 0)
        positive_here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (product > 0.0f)
        atomic_inc(&positive_here);
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (lane < width)
            sums[lane] += sums[lane + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lane == 0) {
        partial[get_group_id(0)] = sums[0];
        atomic_add(positive, positive_here);
    }
}
