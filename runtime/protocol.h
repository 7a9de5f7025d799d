/* SPDX-License-Identifier: BSD-3-Clause */
/* What a CUDA program (its runtime library) and simgpu say to each other.
 *
 * simgpu starts the program with one end of a stream socket and two memory files open, whose
 * descriptors and place the variable SIMGPU_CHANNEL tells ("socket device_memory host_memory
 * program", decimal numbers). The library sends a request, simgpu simulates up to where the call
 * returns, and answers. Each thread of the program has one request under way at a time, and an
 * answer says whose it is. A closed socket means that the other side is gone; simgpu also
 * closes it when the process that asks has ended, whoever else holds the program's end. A child
 * that the program forks off closes all three.
 *
 * Device memory: the file device_memory, mapped by both. The program maps it where it likes to
 * carry out copies: byte i of the file is device address device_base + i. Managed allocations are
 * also mapped in the program at their device address itself. Host memory: a file that holds pinned
 * allocations (cudaMallocHost), which the program maps at host_base and allocates from as it likes;
 * simgpu copies from and to it for asynchronous copies, and kernels reach it at the same addresses.
 *
 * Who moves the bytes: a copy that returns when it is done (not asynchronous, or a device-to-host
 * copy into pageable memory) is carried out by the library, to or from its mapping of device
 * memory, after the answer. An asynchronous copy is carried out by simgpu when the stream gets to
 * it: from or to pinned memory, or, from pageable memory, from bytes that ride behind the request.
 * Copies within device memory and memset are carried out by simgpu. Constant memory is not in the
 * file: its bytes ride behind request or answer.
 *
 * Both sides are the same machine and build: structs travel as they are. Nothing that a program
 * says is trusted: it is refused, or the conversation ended, before it can harm simgpu. The sizes
 * of both files are sealed.
 */
#ifndef SIMGPU_RUNTIME_PROTOCOL_H
#define SIMGPU_RUNTIME_PROTOCOL_H

#include "workloads/texture.h"
#include <stdint.h>

#define PROTOCOL_VARIABLE "SIMGPU_CHANNEL"

enum { PROTOCOL_VERSION = 7, PROTOCOL_ARGUMENTS = 12, PROTOCOL_VALUES = 4 };
enum { PROTOCOL_DEVICES_MAX = 16 };
enum { PROTOCOL_CALLER = PROTOCOL_ARGUMENTS - 2, PROTOCOL_THREAD = PROTOCOL_ARGUMENTS - 1 };

/* Requests: argument[] and what rides behind, -> value[] and what rides behind the answer. A
 * stream is its number; 0 is the default stream, which waits for all streams created without
 * NON_BLOCKING and they for it (legacy semantics). Strings are sent with their terminating zero. */
enum protocol_request_kind {
    PROTOCOL_HELLO,    /* version -> ; struct protocol_device */
    PROTOCOL_GOODBYE,  /* the program ends in good order; no answer */
    PROTOCOL_MODULE,   /* may_fail ; PTX text -> module. may_fail 1: PTX that cannot be used is
                        * told and answered with an error; 0: it ends the run */
    PROTOCOL_FUNCTION, /* module ; name -> function ; struct protocol_function, then a struct
                        * protocol_parameter for each parameter, in order */
    PROTOCOL_SYMBOL,   /* module ; name -> device address (0: constant), bytes, constant
                        * (1 if in constant memory), symbol (to name it below) */
    PROTOCOL_CONSTANT_WRITE, /* module, symbol, offset, bytes, stream ; bytes */
    PROTOCOL_CONSTANT_READ,  /* module, symbol, offset, bytes, stream -> ; bytes */
    PROTOCOL_ALLOCATE,       /* bytes, managed (0, 1: for its name) -> address */
    PROTOCOL_FREE,           /* address */
    PROTOCOL_MEMORY_INFO,    /* -> free bytes, all bytes */
    PROTOCOL_COPY,           /* direction, stream, asynchronous, destination, source, width, height,
                              * destination pitch, source pitch, inline (the source's bytes,
                              * width * height of them, ride behind). Contiguous: height 1.
                              * Addresses on the host side count only if pinned, else they
                              * are 0. asynchronous is 1 only if simgpu moves the bytes. */
    PROTOCOL_SET,            /* address, value, element bytes (1, 2, 4), width in elements, height,
                              * pitch in bytes, stream, asynchronous */
    PROTOCOL_LAUNCH,         /* function, grid x y z, block x y z, dynamic shared bytes, stream,
                              * kind (protocol_launch_kind) ; parameters */
    PROTOCOL_STREAM_CREATE,  /* flags (protocol_stream_flag), priority -> stream */
    PROTOCOL_STREAM_DESTROY, /* stream; what is in it still runs */
    PROTOCOL_STREAM_WAIT,    /* stream, event */
    PROTOCOL_STREAM_SYNC,    /* stream -> ; device output */
    PROTOCOL_STREAM_QUERY,   /* stream */
    PROTOCOL_DEVICE_SYNC,    /* -> ; device output */
    PROTOCOL_EVENT_CREATE,   /* -> event */
    PROTOCOL_EVENT_DESTROY,  /* event */
    PROTOCOL_EVENT_RECORD,   /* event, stream */
    PROTOCOL_EVENT_SYNC,     /* event -> ; device output */
    PROTOCOL_EVENT_QUERY,    /* event */
    PROTOCOL_EVENT_ELAPSED,  /* first, second -> picoseconds from first to second, signed */
    PROTOCOL_OCCUPANCY,      /* function, threads a block, dynamic shared bytes -> blocks an SM */
    PROTOCOL_TEXTURE_CREATE, /* ; struct texture -> handle, not 0 */
    PROTOCOL_TEXTURE_DESTROY, /* handle */
    PROTOCOL_TEXTURE_BIND,    /* module ; struct texture, then the .texref's name: makes
                               * the reference this texture */
    PROTOCOL_LIMIT_SET,       /* limit (cudaLimit), value */
    PROTOCOL_LIMIT_GET,       /* limit -> value */
    PROTOCOL_GRAPH_LAUNCH,  /* stream: a graph's launch begins there. Its nodes follow, as requests
                             * with the flag PROTOCOL_OF_GRAPH */
    PROTOCOL_POOL_CREATE,   /* most bytes (0: any) -> pool; those of the devices are 0, 1, ... */
    PROTOCOL_POOL_DESTROY,  /* pool; what is in use of it stays */
    PROTOCOL_POOL_ALLOCATE, /* pool, bytes, stream -> address, for what comes in the stream */
    PROTOCOL_POOL_FREE,     /* address, stream: when the stream gets there */
    PROTOCOL_POOL_TRIM,     /* pool, bytes that it may keep */
    PROTOCOL_POOL_GET,      /* pool, attribute (cudaMemPoolAttr) -> value */
    PROTOCOL_POOL_SET,      /* pool, attribute, value */
    PROTOCOL_MODULE_UNLOAD, /* module; waits for all that is under way. Its variables go */
    PROTOCOL_VIRTUAL, /* what (protocol_virtual), address, bytes, handle -> address or handle */
    PROTOCOL_ADDRESS_RANGE, /* device address -> begin, bytes, device of the allocation that has it
                             */
    PROTOCOL_PEER_ACCESS, /* peer, enable (1; 0: disable): the device's kernels reach its memory */
    PROTOCOL_SHOWN,         /* device address, bytes: the program looks there itself from now on */
    PROTOCOL_CONSTANT_ADDRESS, /* module, symbol -> device address, where the variable is from now on */
    PROTOCOL_REQUESTS
};

/* Where in argument[] the numbers of a request stand, by kind. Kinds that are not here have one
 * argument, number PROTOCOL_SUBJECT: what they are about. */
enum { PROTOCOL_SUBJECT };
enum protocol_shown_argument { PROTOCOL_SHOWN_ADDRESS, PROTOCOL_SHOWN_BYTES };
/* Of CONSTANT_WRITE and CONSTANT_READ. */
enum protocol_constant_argument {
    PROTOCOL_CONSTANT_MODULE,
    PROTOCOL_CONSTANT_SYMBOL,
    PROTOCOL_CONSTANT_OFFSET,
    PROTOCOL_CONSTANT_BYTES,
    PROTOCOL_CONSTANT_STREAM
};
enum protocol_allocate_argument { PROTOCOL_ALLOCATE_BYTES, PROTOCOL_ALLOCATE_MANAGED };
enum protocol_copy_argument {
    PROTOCOL_COPY_DIRECTION,
    PROTOCOL_COPY_STREAM,
    PROTOCOL_COPY_ASYNCHRONOUS,
    PROTOCOL_COPY_TO,
    PROTOCOL_COPY_FROM,
    PROTOCOL_COPY_WIDTH,
    PROTOCOL_COPY_HEIGHT,
    PROTOCOL_COPY_TO_PITCH,
    PROTOCOL_COPY_FROM_PITCH,
    PROTOCOL_COPY_INLINE
};
enum protocol_set_argument {
    PROTOCOL_SET_ADDRESS,
    PROTOCOL_SET_VALUE,
    PROTOCOL_SET_ELEMENT_BYTES,
    PROTOCOL_SET_WIDTH,
    PROTOCOL_SET_HEIGHT,
    PROTOCOL_SET_PITCH,
    PROTOCOL_SET_STREAM,
    PROTOCOL_SET_ASYNCHRONOUS
};
enum protocol_launch_argument {
    PROTOCOL_LAUNCH_FUNCTION,
    PROTOCOL_LAUNCH_GRID,                             /* x, y, z */
    PROTOCOL_LAUNCH_BLOCK = PROTOCOL_LAUNCH_GRID + 3, /* x, y, z */
    PROTOCOL_LAUNCH_SHARED_BYTES = PROTOCOL_LAUNCH_BLOCK + 3,
    PROTOCOL_LAUNCH_STREAM,
    PROTOCOL_LAUNCH_KIND
};
/* Bits of a launch's kind: it is cooperative; its clusters may be larger than all GPUs' with
 * clusters can be; its blocks want more dynamic shared memory than the program has allowed the
 * kernel (cudaFuncAttributeMaxDynamicSharedMemorySize); and above, 16 bits each, blocks of a
 * cluster along x, y, z (0: none is given). */
enum protocol_launch_kind {
    PROTOCOL_LAUNCH_COOPERATIVE = 1,
    PROTOCOL_LAUNCH_NON_PORTABLE = 2,
    PROTOCOL_LAUNCH_SHARED_BEYOND = 4,
    PROTOCOL_LAUNCH_CLUSTER_SHIFT = 16
};
enum protocol_stream_create_argument { PROTOCOL_STREAM_FLAGS, PROTOCOL_STREAM_PRIORITY };
enum protocol_stream_wait_argument { PROTOCOL_WAIT_STREAM, PROTOCOL_WAIT_EVENT };
enum protocol_event_record_argument { PROTOCOL_RECORD_EVENT, PROTOCOL_RECORD_STREAM };
enum protocol_event_elapsed_argument { PROTOCOL_ELAPSED_FIRST, PROTOCOL_ELAPSED_SECOND };
enum protocol_occupancy_argument {
    PROTOCOL_OCCUPANCY_FUNCTION,
    PROTOCOL_OCCUPANCY_THREADS,
    PROTOCOL_OCCUPANCY_SHARED_BYTES
};
enum protocol_virtual_argument {
    PROTOCOL_VIRTUAL_WHAT,
    PROTOCOL_VIRTUAL_ADDRESS,
    PROTOCOL_VIRTUAL_BYTES,
    PROTOCOL_VIRTUAL_HANDLE
};
/* Of virtual memory; addresses and bytes are multiples of PROTOCOL_VIRTUAL_UNIT. */
enum protocol_virtual {
    PROTOCOL_VIRTUAL_RESERVE, /* bytes, address (a wish, or 0) -> address */
    PROTOCOL_VIRTUAL_UNRESERVE,
    PROTOCOL_VIRTUAL_CREATE, /* bytes -> handle */
    PROTOCOL_VIRTUAL_RELEASE,
    PROTOCOL_VIRTUAL_MAP,
    PROTOCOL_VIRTUAL_UNMAP, /* waits for all that is under way */
    PROTOCOL_VIRTUAL_OPEN,  /* kernels may access the bytes, */
    PROTOCOL_VIRTUAL_CLOSE  /* or not any more */
};
#define PROTOCOL_VIRTUAL_UNIT (UINT64_C(2) << 20)
enum protocol_limit_argument { PROTOCOL_LIMIT, PROTOCOL_LIMIT_VALUE };
enum protocol_pool_argument { PROTOCOL_POOL, PROTOCOL_POOL_BYTES, PROTOCOL_POOL_STREAM };
enum protocol_pool_free_argument { PROTOCOL_POOL_FREED, PROTOCOL_POOL_FREE_STREAM };
enum protocol_pool_set_argument { PROTOCOL_POOL_OF, PROTOCOL_POOL_ATTRIBUTE, PROTOCOL_POOL_VALUE };

/* The same in value[]. Kinds that are not here answer with at most one: PROTOCOL_RESULT. */
enum { PROTOCOL_RESULT };
enum protocol_symbol_value {
    PROTOCOL_SYMBOL_ADDRESS,
    PROTOCOL_SYMBOL_BYTES,
    PROTOCOL_SYMBOL_CONSTANT,
    PROTOCOL_SYMBOL_NUMBER
};
enum protocol_address_range_value {
    PROTOCOL_RANGE_BEGIN,
    PROTOCOL_RANGE_BYTES,
    PROTOCOL_RANGE_DEVICE
};
enum protocol_peer_argument { PROTOCOL_PEER, PROTOCOL_PEER_ENABLE };
enum protocol_memory_info_value { PROTOCOL_MEMORY_FREE, PROTOCOL_MEMORY_ALL };

enum protocol_direction {
    PROTOCOL_HOST_TO_HOST,
    PROTOCOL_HOST_TO_DEVICE,
    PROTOCOL_DEVICE_TO_HOST,
    PROTOCOL_DEVICE_TO_DEVICE
};

enum protocol_stream_flag { PROTOCOL_STREAM_NON_BLOCKING = 1 };

/* Bits of a request's flags: what it takes on the host instead of a call's time. */
enum protocol_request_flag {
    PROTOCOL_OF_GRAPH = 1,    /* a node of a graph that is launched: host.graph.node.time */
    PROTOCOL_WITHIN_CALL = 2, /* part of a call that another request stands for: nothing */
};

struct protocol_request {
    uint16_t kind;
    uint16_t flags;
    uint32_t payload_bytes;                /* ride behind */
    uint64_t argument[PROTOCOL_ARGUMENTS]; /* PROTOCOL_CALLER: the calling thread's own number,
                                            * larger than those of threads made before; 0 if
                                            * the program has no other thread.
                                            * PROTOCOL_THREAD: its number among those that call,
                                            * from 0 in the order of their first calls */
    uint32_t device; /* the thread's current one, from 0: it allocates, streams and events belong to
                      * it, and stream 0 is its default stream */
    uint32_t unused;
};

/* status: a cudaError_t. Blocking calls bring what device printf wrote, to be written to standard
 * output before the call returns. */
struct protocol_answer {
    int32_t status;
    uint32_t payload_bytes;
    uint64_t caller; /* the request's */
    uint64_t value[PROTOCOL_VALUES];
};

/* Where things are, and the device's properties, from the platform. Sizes in bytes. */
struct protocol_device {
    uint32_t devices, unused; /* how many there are, all alike */
    uint64_t device_base,
        device_bytes; /* this program's range of device addresses, of each device: device i's begins
                       * i * device_bytes behind device_base, and so in the file */
    uint64_t host_base, host_bytes;
    char name[256];
    uint32_t major, minor; /* compute capability */
    uint32_t sms, max_threads_per_sm, max_blocks_per_sm, max_threads_per_block;
    uint32_t registers_per_sm, registers_per_block;
    uint32_t core_khz, memory_khz, memory_bus_bits;
    uint32_t copy_engines, concurrent_kernels;
    uint32_t cluster_blocks; /* of the largest cluster; 1: it has none */
    uint32_t gpcs;           /* among which the SMs are divided, if it has */
    uint64_t global_bytes, l2_bytes, constant_bytes;
    uint64_t shared_per_sm, shared_per_block;
    uint64_t shared_per_block_optin; /* if the program asks for it */
};

/* cudaFuncAttributes. */
struct protocol_function {
    uint32_t registers, max_threads, shared_bytes, param_bytes;
    uint64_t local_bytes, constant_bytes;
};

/* Where a kernel's parameter lies in the parameters that a launch sends. */
struct protocol_parameter {
    uint32_t offset, bytes;
};

#endif
