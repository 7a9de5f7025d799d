/* SPDX-License-Identifier: BSD-3-Clause */
/* Device functions that stay functions: structures by value, recursion, pointers, virtual functions.
 *
 * Integers and exactly representable floats, so that calls_reference.c can follow it exactly. The
 * loads before the calls are still out when the calls come, as compilers like to have it.
 */
#ifdef __clang__
#define NOINLINE __device__ __attribute__((noinline))
#else
#define NOINLINE __device__ __noinline__
#endif

struct point {
    float x, y, z;
};

struct record {
    int count;
    int values[8];
    double scale;
};

NOINLINE point add(point a, point b)
{
    point sum = {a.x + b.x, a.y + b.y, a.z + b.z};

    return sum;
}

/* An index that isn't known takes the parameter's address. */
NOINLINE int pick(record r, unsigned i)
{
    return r.values[i] + r.count + (int)r.scale;
}

NOINLINE int bump(int *values, unsigned i)
{
    values[i]++;
    return values[i ^ 1];
}

/* Its copy of the parameter changes, its caller's does not. */
NOINLINE int bump_copy(record r, unsigned i)
{
    int before = bump(r.values, i);

    return before * 100 + r.values[i];
}

extern "C" __global__ void structures(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned word = words[i], other = words[i ^ (i + 1 < n)];
    point a = {(float)(word & 1023), 2.0f, (float)(other & 511)};
    point b = {1.0f, (float)(other & 255), 3.0f};
    record r;
    r.count = (int)(word & 15);
    for (int k = 0; k < 8; k++)
        r.values[k] = (int)(word >> k & 255);
    r.scale = other & 63;
    point sum = add(a, b);
    int picked = pick(r, word & 7), copied = bump_copy(r, other & 7);
    int direct = bump(r.values, word >> 3 & 7);
    out[i] = (unsigned)((int)(sum.x + sum.y * 2.0f + sum.z) + picked * 3 + copied * 5 + direct * 7 +
                        pick(r, word >> 3 & 7));
}

/* Recursion of different depth in each lane, with memory of its own in each frame. */
NOINLINE unsigned reversed(const unsigned *words, unsigned n, unsigned depth)
{
    unsigned mine[4];

    for (unsigned k = 0; k < 4; k++)
        mine[(k + depth) & 3] = words[(depth * 4 + k) % n];
    unsigned below = depth == 0 ? 1 : reversed(words, n, depth - 1);
    for (unsigned k = 0; k < 4; k++)
        below = below * 31 + mine[(k + below) & 3];
    return below;
}

NOINLINE unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ unsigned odd_steps(unsigned n);

NOINLINE unsigned even_steps(unsigned n)
{
    return n == 0 ? 1000 : odd_steps(n - 1) + 1;
}

NOINLINE unsigned odd_steps(unsigned n)
{
    return n == 0 ? 2000 : even_steps(n - 1) * 3 % 1009;
}

extern "C" __global__ void recursion(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned word = words[i], next = words[(i + 1) % n];
    unsigned result = reversed(words, n, word & 7) + fibonacci(word >> 4 & 7);
    if (word & 256)
        result += even_steps(word >> 9 & 7);
    out[i] = result + next;
}

NOINLINE unsigned rotate(unsigned x)
{
    return x << 5 | x >> 27;
}
NOINLINE unsigned triple(unsigned x)
{
    return 3 * x;
}
NOINLINE unsigned complement(unsigned x)
{
    return ~x;
}

typedef unsigned (*operation)(unsigned);
__device__ operation operations[4] = {rotate, triple, complement, triple};

struct shape {
    unsigned size;
    __device__ virtual unsigned area(unsigned k) const = 0;
};
struct square : shape {
    NOINLINE unsigned area(unsigned k) const override
    {
        return k * k + size;
    }
};
struct strip : shape {
    unsigned height;
    NOINLINE unsigned area(unsigned k) const override
    {
        return k * height - size;
    }
};

/* Lanes go to different functions; those that leave inside one end their thread. */
NOINLINE unsigned leave(unsigned *out, unsigned word)
{
    if (word % 5 == 0) {
        *out = 77;
        asm volatile("exit;");
    }
    return word % 5;
}

extern "C" __global__ void pointers(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned word = words[i];
    unsigned result = operations[word & 3](word);
    if (word & 4)
        result ^= operations[word >> 3 & 3](result + 1);
    square a;
    strip b;
    a.size = word >> 5 & 7;
    b.size = word >> 6 & 7;
    b.height = i;
    const shape *one = word & 16 ? (const shape *)&a : (const shape *)&b;
    result += one->area(word >> 7 & 15);
    out[i] = result + leave(&out[i], word >> 11);
}
