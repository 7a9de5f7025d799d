/* SPDX-License-Identifier: BSD-3-Clause */
/* FFTW's interface over cuFFT: data on the host, against the definition; in place, with strides and
 * gaps that stay, and on the device.
 */
#include <cufftw.h>

#include "check.h"

enum { MOST = 3 };

/* Of all frequencies, one: the sum over x of x times its root of unity. */
static number sum_at(const std::vector<number> &x, int rank, const int *n, const int *k, int sign)
{
    number sum = 0;
    size_t i = 0;
    int at[MOST] = {};
    for (const number &value : x) {
        size_t rest = i++;
        for (int d = rank; d-- > 0; rest /= n[d])
            at[d] = (int)(rest % n[d]);
        double phase = 0;
        for (int d = 0; d < rank; d++)
            phase += (double)at[d] * k[d] / n[d];
        sum += value * std::polar(1.0, sign * 2 * 3.14159265358979323846 * phase);
    }
    return sum;
}

struct shape {
    int rank, n[MOST];
};
static const shape shapes[] = {{1, {8}}, {1, {15}}, {2, {4, 6}}, {2, {3, 5}}, {3, {3, 4, 6}}};

#define FFTW(P, R, C, bound)                                                                       \
    static number P##value(const C &x)                                                             \
    {                                                                                              \
        return number(x[0], x[1]);                                                                 \
    }                                                                                              \
    static void P##each(const shape &s, bool in_place)                                             \
    {                                                                                              \
        const int *n = s.n, rank = s.rank;                                                         \
        int all = 1;                                                                               \
        for (int d = 0; d < rank; d++)                                                             \
            all *= n[d];                                                                           \
        const int last = n[rank - 1], half = last / 2 + 1, row = in_place ? 2 * half : last;       \
        const int rows = all / last;                                                               \
        C *x = (C *)P##malloc(all * sizeof(C)),                                                    \
          *y = in_place ? x : (C *)P##malloc(all * sizeof(C));                                     \
        std::vector<number> before(all);                                                           \
        for (int sign : {FFTW_FORWARD, FFTW_BACKWARD}) {                                           \
            for (int i = 0; i < all; i++) {                                                        \
                x[i][0] = (R)next_value();                                                         \
                x[i][1] = (R)next_value();                                                         \
                before[i] = P##value(x[i]);                                                        \
            }                                                                                      \
            P##plan plan = rank == 1   ? P##plan_dft_1d(n[0], x, y, sign, FFTW_ESTIMATE)           \
                           : rank == 2 ? P##plan_dft_2d(n[0], n[1], x, y, sign, FFTW_MEASURE)      \
                                       : P##plan_dft_3d(n[0], n[1], n[2], x, y, sign, 0);          \
            P##execute(plan);                                                                      \
            P##destroy_plan(plan);                                                                 \
            for (int i = 0; i < all; i++) {                                                        \
                int k[MOST], rest = i;                                                             \
                for (int d = rank; d-- > 0; rest /= n[d])                                          \
                    k[d] = rest % n[d];                                                            \
                expect(P##value(y[i]), sum_at(before, rank, n, k, sign), bound *all, #P "dft", i); \
            }                                                                                      \
        }                                                                                          \
        R *real = (R *)P##malloc(rows * 2 * half * sizeof(R));                                     \
        C *freq = in_place ? (C *)real : (C *)P##malloc(rows * half * sizeof(C));                  \
        for (int i = 0; i < all; i++) {                                                            \
            before[i] = next_value();                                                              \
            real[i / last * row + i % last] = (R)before[i].real();                                 \
        }                                                                                          \
        P##plan there = P##plan_dft_r2c(rank, n, real, freq, FFTW_ESTIMATE);                       \
        P##plan back = P##plan_dft_c2r(rank, n, freq, real, FFTW_ESTIMATE);                        \
        P##execute(there);                                                                         \
        for (int i = 0; i < rows * half; i++) {                                                    \
            int k[MOST], rest = i / half;                                                          \
            k[rank - 1] = i % half;                                                                \
            for (int d = rank - 1; d-- > 0; rest /= n[d])                                          \
                k[d] = rest % n[d];                                                                \
            expect(P##value(freq[i]), sum_at(before, rank, n, k, FFTW_FORWARD), bound *all,        \
                   #P "r2c", i);                                                                   \
        }                                                                                          \
        P##execute_dft_c2r(back, freq, real);                                                      \
        for (int i = 0; i < all; i++)                                                              \
            expect(real[i / last * row + i % last], before[i] * (double)all, bound * all * all,    \
                   #P "c2r", i);                                                                   \
        P##destroy_plan(there);                                                                    \
        P##destroy_plan(back);                                                                     \
        P##free(x);                                                                                \
        P##free(real);                                                                             \
        if (!in_place) {                                                                           \
            P##free(y);                                                                            \
            P##free(freq);                                                                         \
        }                                                                                          \
    }                                                                                              \
    /* Three transforms of every second number; what lies between them stays. */                   \
    static void P##strided()                                                                       \
    {                                                                                              \
        const int n = 6, batch = 3, next = 14;                                                     \
        std::vector<R> memory(4 * next * batch);                                                   \
        C *x = (C *)memory.data(), *y = x + next * batch, *device;                                 \
        for (R & value : memory)                                                                   \
            value = (R)next_value();                                                               \
        const std::vector<R> kept = memory;                                                        \
        P##plan plan = P##plan_many_dft(1, &n, batch, x, NULL, 2, next, y, NULL, 2, next,          \
                                        FFTW_FORWARD, FFTW_ESTIMATE);                              \
        P##execute(plan);                                                                          \
        for (int b = 0; b < batch; b++) {                                                          \
            std::vector<number> line(n);                                                           \
            for (int i = 0; i < n; i++)                                                            \
                line[i] = P##value(x[b * next + 2 * i]);                                           \
            for (int i = 0; i < n; i++) {                                                          \
                const C *gap = (const C *)kept.data() + next * batch + b * next + 2 * i + 1;       \
                expect(P##value(y[b * next + 2 * i]), sum_at(line, 1, &n, &i, FFTW_FORWARD),       \
                       bound *n, #P "many", i);                                                    \
                expect(P##value(y[b * next + 2 * i + 1]), P##value(*gap), 0, #P "gap", i);         \
            }                                                                                      \
        }                                                                                          \
        const std::vector<R> host = memory;                                                        \
        CUDA(cudaMalloc(&device, memory.size() * sizeof(R)));                                      \
        CUDA(cudaMemcpy(device, kept.data(), memory.size() * sizeof(R), cudaMemcpyHostToDevice));  \
        P##execute_dft(plan, device, device + next * batch);                                       \
        CUDA(                                                                                      \
            cudaMemcpy(memory.data(), device, memory.size() * sizeof(R), cudaMemcpyDeviceToHost)); \
        for (size_t i = 0; i < memory.size(); i++)                                                 \
            expect(memory[i], host[i], 0, #P "on the device", (long)i);                            \
        P##destroy_plan(plan);                                                                     \
        CUDA(cudaFree(device));                                                                    \
        wrong += P##plan_guru_dft(0, NULL, 0, NULL, x, y, 1, 0) != NULL;                           \
    }
FFTW(fftw_, double, fftw_complex, 1e-14)
FFTW(fftwf_, float, fftwf_complex, 1e-6)

int main()
{
    for (const shape &s : shapes)
        for (bool in_place : {false, true}) {
            fftw_each(s, in_place);
            fftwf_each(s, in_place);
        }
    fftw_strided();
    fftwf_strided();
    return verdict();
}
