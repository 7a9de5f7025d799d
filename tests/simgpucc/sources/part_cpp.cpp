/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of the program in containers.cu: plain C++ with CUDA's header. */
#include "parts.h"
#include <vector>

int scaled_in_cpp(int x)
{
    std::vector<int2> v(1, make_int2(x, 2));
    return v[0].x * v[0].y;
}
