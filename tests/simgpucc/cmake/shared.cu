/* SPDX-License-Identifier: BSD-3-Clause */
/* The library between a C++ program and the CUDA runtime. */
__global__ void square(int *value)
{
    *value *= *value;
}

int square_of(int value)
{
    int *on_device;
    cudaMalloc(&on_device, sizeof value);
    cudaMemcpy(on_device, &value, sizeof value, cudaMemcpyHostToDevice);
    square<<<1, 1>>>(on_device);
    cudaMemcpy(&value, on_device, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    return value;
}
