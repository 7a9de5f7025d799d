#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes simgpu/curand/jumps.h: how XORWOW and MRG32k3a are moved ahead by powers of two.

XORWOW's five words are a linear recurrence over bits. x^(2^i) modulo its minimal polynomial says how
2^i steps are sums of at most 159 steps; the polynomial comes from the bits themselves (Berlekamp and
Massey). MRG32k3a's are powers of its two 3 x 3 matrices.

Source: Marsaglia, Xorshift RNGs, 2003; L'Ecuyer, Good parameters and implementations for combined
multiple recursive random number generators, 1999.
"""
import random
import sys

MASK = 0xFFFFFFFF


def step(v):
    t = v[0] ^ (v[0] >> 2)
    return [v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & MASK]


def minimal_polynomial(bits):
    c, b, length, m = 1, 1, 0, 1
    for n, _ in enumerate(bits):
        d = 0
        for i in range(length + 1):
            if c >> i & 1:
                d ^= bits[n - i]
        if not d:
            m += 1
        elif 2 * length <= n:
            c, b, length, m = c ^ (b << m), c, n + 1 - length, 1
        else:
            c ^= b << m
            m += 1
    return int(format(c, '0%db' % (length + 1))[::-1], 2), length


def multiply(a, b, p, degree):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a <<= 1
        if a >> degree & 1:
            a ^= p
        b >>= 1
    return r


def matrix_multiply(a, b, m):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) % m for j in range(3)] for i in range(3)]


def main():
    random.seed(1)
    v = [random.getrandbits(32) for _ in range(5)]
    bits, w = [], list(v)
    for _ in range(400):
        bits.append(w[0] & 1)
        w = step(w)
    p, degree = minimal_polynomial(bits)
    assert degree == 160, degree
    out = ['/* SPDX-License-Identifier: BSD-3-Clause */',
           '/* Made by runtime/libraries/curand/make_jumps.py: x^(2^i) modulo the polynomial of XORWOW, and',
           ' * MRG32k3a\'s matrices to the power 2^76. */', '#ifndef SIMGPU_CURAND_JUMPS_H',
           '#define SIMGPU_CURAND_JUMPS_H', '',
           'static __device__ const unsigned int simgpu_xorwow_jumps[131][5] = {']
    x = 2
    for _ in range(131):
        out.append('    {' + ', '.join('0x%08xu' % (x >> 32 * k & MASK) for k in range(5)) + '},')
        x = multiply(x, x, p, degree)
    out += ['};', '']
    for name, m, a in (('1', 4294967087, [[0, 1, 0], [0, 0, 1], [-810728, 1403580, 0]]),
                       ('2', 4294944443, [[0, 1, 0], [0, 0, 1], [-1370589, 0, 527612]])):
        a = [[e % m for e in row] for row in a]
        for _ in range(76):
            a = matrix_multiply(a, a, m)
        rows = ', '.join(str(e) + 'u' for row in a for e in row)
        out.append('static __device__ const unsigned int simgpu_mrg_jump_%s[9] = {\n    %s};' % (name, rows))
    out += ['', '#endif']
    print('\n'.join(out))


if __name__ == '__main__':
    sys.exit(main())
