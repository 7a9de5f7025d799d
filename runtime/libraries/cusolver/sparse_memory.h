/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of a sparse factor, on the host or on the device, which go together. */
#ifndef SIMGPU_CUSOLVER_SPARSE_MEMORY_H
#define SIMGPU_CUSOLVER_SPARSE_MEMORY_H

#include <stdlib.h>
#include <vector>

#include "../common/levels.h"

struct sparse_memory {
    bool on_device = false, is_short = false; /* short: somebody got none */
    std::vector<void *> blocks;

    ~sparse_memory()
    {
        clear();
    }
    void clear()
    {
        for (void *block : blocks)
            if (on_device)
                cudaFree(block);
            else
                free(block);
        blocks.clear();
        is_short = false;
    }
    /* On the host the list itself, which must stay. */
    const int *ints(const std::vector<int> &list)
    {
        if (!on_device)
            return list.data();
        blocks.push_back(device_copy(list));
        is_short = is_short || !blocks.back();
        return (const int *)blocks.back();
    }
    /* Zeros. */
    template <class T> T *numbers(size_t count)
    {
        void *made = NULL;
        const size_t bytes = (count + 1) * sizeof(T);
        if (!on_device)
            made = calloc(1, bytes);
        else if (cudaMalloc(&made, bytes) != cudaSuccess ||
                 cudaMemset(made, 0, bytes) != cudaSuccess)
            made = NULL;
        blocks.push_back(made);
        is_short = is_short || !made;
        return (T *)made;
    }
};

#endif
