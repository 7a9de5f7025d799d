/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of divergence.h that call others: recursion, structures by value, loops around
 * calls. Included by it only.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_DIVERGENCE_CALLS_H
#define SIMGPU_TESTS_CONFORMANCE_DIVERGENCE_CALLS_H

/* Two calls of itself, to a depth of its own in each thread, with an array on the stack. */
DEVICE CALLED unsigned climb(unsigned word, unsigned depth)
{
    volatile unsigned steps[4] = {word, depth, word ^ depth, 0};
    if (depth == 0 || (word & 7) == 6)
        return mixed(word);
    steps[3] = climb(mixed(word + depth), depth - 1);
    if (steps[3] & 1)
        steps[word & 3] += climb(word ^ steps[3], depth / 2);
    return steps[0] + steps[1] * 3 + steps[2] * 5 + steps[3] * 7;
}

DEVICE unsigned recursion(unsigned word)
{
    return climb(word, word >> 5 & 7);
}

struct pair {
    unsigned a, b;
    unsigned short c[3];
};

DEVICE CALLED struct pair odd_step(struct pair p);

DEVICE CALLED struct pair even_step(struct pair p)
{
    if (p.b == 0)
        return p;
    p.b--;
    p.a = mixed(p.a + p.c[p.b % 3]);
    p.c[p.a % 3]++;
    return p.a & 4 ? odd_step(p) : even_step(p);
}

DEVICE CALLED struct pair odd_step(struct pair p)
{
    if (p.b == 0)
        return p;
    p.b--;
    p.a ^= p.a << 3;
    p.c[0] = (unsigned short)(p.c[1] * 5 + 1);
    struct pair next = p.a & 8 ? even_step(p) : odd_step(p);
    next.a += p.c[0];
    return next;
}

/* Structures by value, and lanes in different functions at the same time. */
DEVICE unsigned mutual_recursion(unsigned word)
{
    struct pair start = {word, word & 15, {1, 2, (unsigned short)(word >> 8)}};
    struct pair end = word & 16 ? odd_step(start) : even_step(start);
    return end.a + end.b + end.c[0] + end.c[1] * 3u + end.c[2] * 5u;
}

DEVICE CALLED unsigned loop_and_return(unsigned word)
{
    ROLLED for (unsigned i = 0; i < 9; i++)
    {
        word = mixed(word + i);
        if ((word & 7) == 0)
            return word;
        if ((word & 7) == 1)
            return ~word;
    }
    return 5;
}

DEVICE unsigned call_in_loop(unsigned word)
{
    unsigned sum = word;
    ROLLED for (unsigned i = 0; i < (word & 7); i++)
    {
        if (sum & 2)
            continue;
        sum += loop_and_return(sum + i);
        if ((sum & 15) == 3)
            break;
    }
    return sum;
}

#endif
