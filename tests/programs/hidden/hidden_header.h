/* SPDX-License-Identifier: BSD-3-Clause */
/* Variables of hidden_variables.cu that a header has. */
namespace
{
__constant__ __align__(16) int from_header[2] = {1, 2};
}
