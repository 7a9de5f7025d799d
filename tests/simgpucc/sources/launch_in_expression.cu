/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch in device code that is no statement. */
__global__ void child() {}
__global__ void parent()
{
    (void)(child<<<1, 1>>>(), 0);
}
int main()
{
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
