// SPDX-License-Identifier: BSD-3-Clause
// Random numbers of the standard library on the host. With COMPARES: the logarithms that the
// compiler computes for them are those of the C library.
#include <cmath>
#include <cstdio>
#include <random>

template <typename Engine> static double sum_of(int n)
{
    Engine engine(7);
    std::uniform_real_distribution<double> uniform;
    std::normal_distribution<float> normal;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += uniform(engine) + normal(engine);
    return sum;
}

#ifdef COMPARES
#define SAME(x)                                                                                    \
    do {                                                                                           \
        volatile long double asked = x;                                                            \
        if (std::log((long double)(x)) != logl(asked))                                             \
            return printf("%s\n", #x), 1;                                                          \
    } while (0)

int main()
{
    cudaFree(nullptr);
    SAME(2);
    SAME(0x1p24);
    SAME(2147483646);
    SAME(0x1p32);
    SAME(0x1p48);
    SAME(0x1p64L);
    SAME(3);
    printf("the same logarithms\n");
}
#else
double random_numbers(int n)
{
    return sum_of<std::mt19937>(n) + sum_of<std::mt19937_64>(n) + sum_of<std::minstd_rand>(n) +
           sum_of<std::ranlux24_base>(n) + sum_of<std::ranlux48_base>(n) + sum_of<std::knuth_b>(n);
}
#endif
