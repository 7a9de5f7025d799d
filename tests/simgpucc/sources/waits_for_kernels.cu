/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel that wants to wait for what it has launched. */
__global__ void child() {}
__global__ void parent()
{
    child<<<1, 1>>>();
    cudaDeviceSynchronize();
}
int main()
{
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
