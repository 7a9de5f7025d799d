/* SPDX-License-Identifier: BSD-3-Clause */
/* A C++ program that knows nothing of CUDA: its linker looks for what the library needs. */
#include <cstdio>

int square_of(int value);

int main()
{
    std::printf("through a library: %d\n", square_of(12));
    return square_of(12) != 144;
}
