/* SPDX-License-Identifier: BSD-3-Clause */
/* Control flow in which every thread goes its own way; compiled for the device and for the host.
 *
 * Each function gets a thread's word and returns what the thread computes, so the host's version
 * of the same source is the reference, one thread at a time. The DIVERGENT list names them all.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_DIVERGENCE_H
#define SIMGPU_TESTS_CONFORMANCE_DIVERGENCE_H

#ifndef DEVICE
#define DEVICE static
#endif

#define CALLED __attribute__((noinline))

#ifdef __clang__
#define ROLLED _Pragma("clang loop unroll(disable)")
#else
#define ROLLED
#endif

#define DIVERGENT(X)                                                                               \
    X(nested_loops)                                                                                \
    X(early_returns)                                                                               \
    X(return_from_loops)                                                                           \
    X(fall_through)                                                                                \
    X(switch_in_loop)                                                                              \
    X(jump_into_loop)                                                                              \
    X(two_entries)                                                                                 \
    X(short_circuits)                                                                              \
    X(collatz)                                                                                     \
    X(state_machine)                                                                               \
    X(deep_nesting)                                                                                \
    X(shared_tail)                                                                                 \
    X(recursion)                                                                                   \
    X(mutual_recursion)                                                                            \
    X(call_in_loop)

DEVICE unsigned mixed(unsigned x)
{
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    return x;
}

/* Trip counts that differ in every level, continue and break in both. */
DEVICE unsigned nested_loops(unsigned word)
{
    unsigned sum = word;
    ROLLED for (unsigned i = 0; i < (word & 15); i++)
    {
        if ((sum & 7) == 3)
            continue;
        ROLLED for (unsigned j = i; j < (word >> 4 & 15); j++)
        {
            sum = mixed(sum + j);
            if ((sum & 31) == 5)
                break;
            if (sum & 32)
                continue;
            sum += i * 7;
            ROLLED for (unsigned k = 0; k < (sum & 3); k++) sum = mixed(sum) + k;
        }
        if ((sum & 127) == 9)
            break;
        sum ^= i;
    }
    return sum;
}

DEVICE unsigned early_returns(unsigned word)
{
    if ((word & 3) == 0)
        return mixed(word);
    unsigned sum = mixed(word ^ 1);
    if (sum & 4) {
        if (word & 16)
            return sum;
        sum = mixed(sum) + 5;
        if (word & 32)
            return sum + 1;
    } else if (word & 64) {
        return ~sum;
    }
    return sum * 3;
}

DEVICE unsigned return_from_loops(unsigned word)
{
    unsigned sum = word;
    ROLLED for (unsigned i = 0; i < 20; i++)
    {
        ROLLED for (unsigned j = 0; j <= (word & 7); j++)
        {
            sum = mixed(sum + i * j);
            if ((sum & 63) == 1)
                return sum ^ i;
        }
        if ((sum & 63) == 2)
            return sum + i;
        ROLLED while ((sum & 3) == 3)
        {
            sum = mixed(sum + 1);
            if ((sum & 15) == 7)
                return i;
        }
    }
    return ~sum;
}

DEVICE unsigned fall_through(unsigned word)
{
    unsigned sum = 1;
    switch (word & 15) {
    case 0:
        sum = mixed(word + 1); /* fall through */
    case 1:
        sum = mixed(sum ^ word); /* fall through */
    case 2:
    case 3:
        sum += word;
        break;
    case 7:
        return mixed(word);
    case 5:
        sum = mixed(sum + 9);
        if (sum & 1)
            break; /* fall through */
    case 9:
        sum *= word | 1;
        break;
    case 12:
    default:
        sum = word - 3; /* fall through */
    case 15:
        sum = mixed(sum);
    }
    return sum ^ 0x55;
}

DEVICE unsigned switch_in_loop(unsigned word)
{
    unsigned sum = word, i = 0;
    ROLLED while (i < (word & 31))
    {
        switch (sum % 6) {
        case 0:
            i++;
            continue;
        case 1:
            sum = mixed(sum);
            break;
        case 2:
            sum = mixed(sum) + i; /* fall through */
        case 3:
            sum += 7;
            i += 2;
            break;
        case 4:
            if (i > 11)
                return sum;
            sum ^= word;
            break;
        default:
            sum = mixed(sum + word);
        }
        i++;
    }
    return sum;
}

/* A loop that some threads enter in its middle: irreducible. */
DEVICE unsigned jump_into_loop(unsigned word)
{
    unsigned sum = mixed(word), i = word & 7;
    if (sum & 1)
        goto middle;
top:
    sum = mixed(sum + i);
    if ((sum & 31) == 4)
        goto out;
middle:
    sum += i * 13;
    if (i++ < (word >> 8 & 15))
        goto top;
    if (sum & 64) {
        sum = mixed(sum ^ i);
        if (i < 20)
            goto middle;
    }
out:
    return sum ^ i;
}

/* Two blocks that jump at each other, entered at either. */
DEVICE unsigned two_entries(unsigned word)
{
    unsigned sum = word, n = 0;
    if (word & 2)
        goto second;
first:
    sum = mixed(sum + n);
    if (++n > 24 || (sum & 15) == 0)
        return sum;
    if (sum & 1)
        goto first;
second:
    sum = mixed(sum * 5 + n);
    if (++n > 24 || (sum & 15) == 1)
        return ~sum;
    if (sum & 2)
        goto second;
    goto first;
}

DEVICE unsigned short_circuits(unsigned word)
{
    unsigned sum = 0, i = 0;
    do {
        unsigned a = mixed(word + i), b;
        if ((a & 1 && (b = mixed(a)) & 2 && mixed(b) & 4) || (a & 8 && !(mixed(a + 1) & 16)))
            sum += a;
        else if (!(a & 32) || (a & 64 && mixed(a + 2) & 1))
            sum ^= a >> 3;
        i++;
    } while (i < (word & 7) || (sum & 7 && i < 12));
    return sum;
}

DEVICE unsigned collatz(unsigned word)
{
    unsigned value = (word & 511) + 1, steps = 0;
    ROLLED while (value != 1)
    {
        value = value & 1 ? 3 * value + 1 : value / 2;
        steps++;
    }
    return steps;
}

DEVICE unsigned state_machine(unsigned word)
{
    unsigned state = word & 3, sum = word, n = 0;
    ROLLED for (;;)
    {
        sum = mixed(sum + state);
        if (++n > 30)
            return sum;
        if (state == 0) {
            state = sum & 1 ? 2 : 3;
        } else if (state == 1) {
            if ((sum & 7) == 0)
                break;
            state = sum & 3;
        } else if (state == 2) {
            ROLLED while (sum & 1) sum = mixed(sum) + 1;
            state = 1;
        } else {
            state = sum % 3;
            continue;
        }
        sum += n;
    }
    return sum + n;
}

DEVICE unsigned deep_nesting(unsigned word)
{
    unsigned sum = word;
    for (unsigned i = 0; i < 2; i++)
        if (word & 1) {
            sum = mixed(sum);
            if (word & 2) {
                sum = mixed(sum + 1);
                if (word & 4) {
                    sum = mixed(sum + 2);
                    if (word & 8) {
                        sum = mixed(sum + 3);
                        if (word & 16) {
                            sum = mixed(sum + 4);
                            if (word & 32)
                                sum = mixed(sum + 5);
                            else
                                sum ^= 5;
                        } else if (word & 64) {
                            return sum;
                        }
                        sum++;
                    }
                    sum += 2;
                }
                sum += 3;
            } else {
                sum ^= word;
            }
            sum += 4;
        } else if (word & 128) {
            sum = ~sum;
        }
    return sum;
}

/* Paths of different lengths that meet one after the other. */
DEVICE unsigned shared_tail(unsigned word)
{
    unsigned sum = word;
    switch (word & 3) {
    case 0:
        sum = mixed(sum);
        goto third;
    case 1:
        sum = mixed(sum + 1);
        goto second;
    case 2:
        sum += 3;
        if (sum & 16)
            goto third;
        break;
    default:
        sum = ~sum;
    }
    sum = mixed(sum ^ 11);
second:
    sum = mixed(sum ^ 22);
    if (sum & 8)
        return sum;
third:
    return mixed(sum ^ 33);
}

#include "tests/conformance/divergence_calls.h"

#endif
