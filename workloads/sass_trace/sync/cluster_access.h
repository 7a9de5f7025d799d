/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores and reductions to the shared memory of another block of the cluster (STAS, REDAS).
 *
 * The lower 32 bits of a lane's address say where: the rank of the block in the upper 8, the offset
 * in its shared memory in the others. The upper 32 bits are the mbarrier's address, in the register
 * behind the address ("STAS [R2.64], R4"). It is not looked at.
 *
 * Source: NVIDIA, PTX ISA, "st.async", "red.async", "mapa"; the SASS that nvcc 13 makes of st.async
 *   for sm_90a, as published tables of encodings show it. CUTLASS, cute/arch/copy_sm100.hpp: bit 24
 *   of a shared address is the rank's lowest bit.
 * ASSUMED: a tracer writes both registers as one address. A rank that the cluster lacks, and an
 * offset beyond the block's shared memory, mean the own block and offset 0.
 */
#ifndef SIMGPU_SASS_TRACE_CLUSTER_ACCESS_H
#define SIMGPU_SASS_TRACE_CLUSTER_ACCESS_H

#include "workloads/issued.h"

/* The access's space and addresses become what the SM knows: other blocks' if a lane goes there,
 * with those lanes alone, else the own block's. */
void trace_cluster_access(const struct block_context *block, unsigned bytes, struct issued *out);
/* Where a lane of an access goes that was one of these when it was executed, as a trace has it.
 * address: of out->space, another block's or the own one's. */
uint64_t trace_cluster_address(const struct block_context *block, uint8_t space, uint64_t address);

#endif
