/* SPDX-License-Identifier: BSD-3-Clause */
/* What a configure script asks of libcuda, without a header. */
int cuInit(unsigned int flags);
int cuDeviceGetCount(int *count);
int printf(const char *format, ...);
int main(void)
{
    int count = 0;
    const int status = cuInit(0) || cuDeviceGetCount(&count);
    printf("status %d, %d device\n", status, count);
    return 0;
}
