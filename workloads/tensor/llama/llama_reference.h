/* SPDX-License-Identifier: BSD-3-Clause */
/* The layer on the CPU, in doubles, with halves where the device has halves. */
#ifndef SIMGPU_TENSOR_LLAMA_REFERENCE_H
#define SIMGPU_TENSOR_LLAMA_REFERENCE_H

#include "llama_kernels.h"
#include <vector>

typedef std::vector<double> numbers;

static double halved(double x)
{
    return __half2float(__float2half((float)x));
}

/* Array `seed` of the device. */
static numbers host_fill(uint32_t seed, size_t count, float scale)
{
    numbers all(count);
    for (size_t i = 0; i < count; i++)
        all[i] = halved(element(seed, i, scale));
    return all;
}

static numbers host_product(const numbers &a, const numbers &b, size_t m, size_t n, size_t k)
{
    numbers c(m * n);
    for (size_t row = 0; row < m; row++)
        for (size_t i = 0; i < k; i++)
            for (size_t column = 0; column < n; column++)
                c[row * n + column] += a[row * k + i] * b[i * n + column];
    return c;
}

static numbers host_norm(const numbers &x, const numbers &weight, size_t rows, size_t columns)
{
    numbers to(rows * columns);
    for (size_t row = 0; row < rows; row++) {
        double squares = 0;
        for (size_t i = 0; i < columns; i++)
            squares += x[row * columns + i] * x[row * columns + i];
        for (size_t i = 0; i < columns; i++)
            to[row * columns + i] =
                halved(x[row * columns + i] / sqrt(squares / columns + 1e-5) * weight[i]);
    }
    return to;
}

/* One row of Q, K and V, at its position. */
static void host_rotate(double *to, const double *from, size_t hidden, int position)
{
    for (size_t head = 0; head < 3 * hidden / HEAD; head++)
        for (int i = 0; i < HEAD / 2; i++) {
            const size_t column = head * HEAD + i;
            const double turn = column < 2 * hidden ? position * pow(10000, -2.0 * i / HEAD) : 0;
            const double x = from[column], y = from[column + HEAD / 2];
            to[column] = halved(x * cos(turn) - y * sin(turn));
            to[column + HEAD / 2] = halved(y * cos(turn) + x * sin(turn));
        }
}

/* Row `row` of a sequence sees the rows up to itself. */
static void host_attend(double *to, const double *qkv, size_t hidden, int row)
{
    for (size_t head = 0; head < hidden / HEAD; head++) {
        const double *q = qkv + (size_t)row * 3 * hidden + head * HEAD;
        numbers weights(row + 1), result(HEAD);
        double high = -INFINITY, sum = 0;
        for (int key = 0; key <= row; key++) {
            const double *k = qkv + ((size_t)key * 3 + 1) * hidden + head * HEAD;
            for (int i = 0; i < HEAD; i++)
                weights[key] += q[i] * k[i] / sqrt((double)HEAD);
            high = fmax(high, weights[key]);
        }
        for (int key = 0; key <= row; key++) {
            const double weight = exp(weights[key] - high);
            const double *v = qkv + ((size_t)key * 3 + 2) * hidden + head * HEAD;
            sum += weight;
            for (int i = 0; i < HEAD; i++)
                result[i] += weight * v[i];
        }
        for (int i = 0; i < HEAD; i++)
            to[head * HEAD + i] = halved(result[i] / sum);
    }
}

#endif
