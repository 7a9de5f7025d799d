/* SPDX-License-Identifier: BSD-3-Clause */
/* A C++ program that asks NVRTC. */
#include <nvrtc.h>

int main()
{
    int major, minor;
    return nvrtcVersion(&major, &minor) != NVRTC_SUCCESS || major < 11;
}
