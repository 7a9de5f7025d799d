/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies that the threads of a group start together, and wait for together.
 *
 * To shared memory from global memory they are cp.async, 16, 8 or 4 bytes at a time as the
 * addresses allow; others, and those below compute capability 8.0, are loads and stores. Each call
 * makes a group of copies of its own.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups", "memcpy_async", "wait and wait_prior".
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIMGPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cooperative_groups.h"

namespace cooperative_groups
{

namespace simgpu
{
template <class Word> SIMGPU_DEVICE void copy_word(char *to, const char *from, bool aside)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    if (aside) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                         (unsigned int)__cvta_generic_to_shared(to)),
                     "l"(__cvta_generic_to_global(from)), "n"(sizeof(Word))
                     : "memory");
        return;
    }
#endif
    (void)aside;
    *(Word *)to = *(const Word *)from;
}

/* The words that fit into the bytes, which both addresses are multiples of. */
template <class Word, class Group>
SIMGPU_DEVICE void copy_words(const Group &group, char *to, const char *from, size_t bytes,
                              bool aside)
{
    for (size_t i = group.thread_rank(); i < bytes / sizeof(Word); i += group.size())
        copy_word<Word>(to + i * sizeof(Word), from + i * sizeof(Word), aside);
}

template <class Group>
SIMGPU_DEVICE void copy_bytes(const Group &group, void *into, const void *out_of, size_t bytes)
{
    char *to = (char *)into;
    const char *from = (const char *)out_of;
    const size_t both = (size_t)to | (size_t)from;
    const bool aside = __isShared(to) && __isGlobal(from);
    const size_t word = both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : both % 4 == 0 ? 4 : 1;
    const size_t whole = bytes - bytes % word;
    if (word == 16)
        copy_words<uint4>(group, to, from, whole, aside);
    else if (word == 8)
        copy_words<uint2>(group, to, from, whole, aside);
    else if (word == 4)
        copy_words<unsigned int>(group, to, from, whole, aside);
    else
        copy_words<char>(group, to, from, whole, false);
    copy_words<char>(group, to + whole, from + whole, bytes - whole, false);
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
} // namespace simgpu

/* The size is in bytes: a number, or cuda::aligned_size_t. */
template <class Group, class To, class From, class Size>
SIMGPU_DEVICE void memcpy_async(const Group &group, To *to, const From *from, const Size &bytes)
{
    simgpu::copy_bytes(group, to, from, (size_t)bytes);
}
/* The layouts are numbers of elements; the smaller one counts. */
template <class Group, class Element, class ToLayout, class FromLayout>
SIMGPU_DEVICE void memcpy_async(const Group &group, Element *to, const ToLayout &to_elements,
                                const Element *from, const FromLayout &from_elements)
{
    const size_t room = (size_t)to_elements, there = (size_t)from_elements;
    simgpu::copy_bytes(group, to, from, (room < there ? room : there) * sizeof(Element));
}

/* Until at most the last Stages copies are under way. */
template <unsigned int Stages, class Group> SIMGPU_DEVICE void wait_prior(const Group &group)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Stages) : "memory");
#endif
    group.sync();
}
template <class Group> SIMGPU_DEVICE void wait(const Group &group)
{
    wait_prior<0>(group);
}

} // namespace cooperative_groups

#endif
