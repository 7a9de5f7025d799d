/* SPDX-License-Identifier: BSD-3-Clause */
/* Where an access goes: addresses, their space, and the bytes behind those that act at once.
 *
 * exec_op: source 0 is the address (4 or 8 bytes a lane), to which immediate is added. Everything
 * that can be wrong with an address of a space other than global is found here, and misalignment
 * in all of them.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_ADDRESSES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_ADDRESSES_H

#include "workloads/ptx/exec/exec.h"

/* Where a space that acts at once lies: lane i's address a is at base + i * lane_stride + a. */
struct exec_region {
    uint8_t *base;
    uint64_t bytes;
    uint32_t lane_stride;
};

/* The lanes of an access that go to one space. */
struct exec_place {
    lane_mask lanes;
    uint8_t space;
    struct exec_region region;   /* of spaces other than global */
    uint32_t offset[WARP_LANES]; /* from region.base */
};

/* out->address of all lanes, checked for alignment, with out->element_bytes and elements; a
 * generic address is still generic. False: the fault is set. */
bool exec_locate(const struct exec_op *op, const struct warp_context *w, lane_mask lanes,
                 struct issued *out);

/* Takes the lanes of one space out of *left (not 0), beginning with those that are not global, and
 * says where they go: out->space, out->address in it, *place. False: the fault is set. */
bool exec_next_place(const struct exec_op *op, const struct warp_context *w, lane_mask *left,
                     struct issued *out, struct exec_place *place);

/* Reads n bytes at a lane's generic address now, whatever the space: for printf. Global memory is
 * read through the launch's services. False if not all are there. */
bool exec_read_generic(const struct warp_context *w, unsigned lane, uint64_t address, void *bytes,
                       size_t n);

/* Writes n bytes to a lane's generic address now, if that is in local or shared memory. False if it
 * is not, or not all are there. */
bool exec_write_private(const struct warp_context *w, unsigned lane, uint64_t address,
                        const void *bytes, size_t n);

/* Sets the fault "op: n bytes at space address 0x12: what", its kind and the lane. Returns false.
 */
bool exec_bad_address(const struct exec_op *op, struct issued *out, unsigned lane,
                      enum fault_kind kind, const char *what);

#endif
