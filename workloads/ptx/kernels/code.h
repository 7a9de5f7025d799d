/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX kernels ready to run: a parsed module, its variables, and its kernels as kernel_code.
 *
 * Order of use: ptx_program_new, an address for every global variable (and its initial bytes
 * copied there), kernels, launches. Global addresses lie at 64 GiB (0x1000000000) and above:
 * below are the windows of generic addresses, 4 GiB each: shared 0x1_00000000,
 * local 0x2_00000000, const 0x3_00000000, param 0x4_00000000; pointers to functions are in
 * 0x5_00000000.
 */
#ifndef SIMGPU_WORKLOADS_PTX_KERNELS_CODE_H
#define SIMGPU_WORKLOADS_PTX_KERNELS_CODE_H

#include "workloads/instruction.h"
#include "workloads/ptx/syntax/ptx.h"

struct ptx_program;

/* Takes ownership of module. NULL with an error if the module needs more than there is: .const
 * variables of more than 4 GiB. */
struct ptx_program *ptx_program_new(struct ptx_module *module, GError **error);
void ptx_program_free(struct ptx_program *program);

/* A .global or .const variable. */
struct ptx_symbol {
    const char *name;
    enum memory_space space; /* SPACE_GLOBAL or SPACE_CONST */
    uint64_t bytes;
    uint32_t align;
    bool managed;           /* all devices share it */
    uint64_t address;       /* global: as set, else 0; const: offset in constant memory */
    const uint8_t *initial; /* its bytes; NULL: all zero. Addresses in it are right once every
                             * global address is set. */
};

/* All of them, globals first, each group in order of declaration; index below the count. */
unsigned ptx_program_n_symbols(const struct ptx_program *program);
struct ptx_symbol ptx_program_symbol(const struct ptx_program *program, unsigned index);
/* Places a global variable. Not while a kernel runs. */
void ptx_program_set_address(struct ptx_program *program, unsigned index, uint64_t address);
/* The bytes of a .const variable, for the host to write before a launch. */
uint8_t *ptx_program_constant(struct ptx_program *program, unsigned index);

/* Bytes of all .const variables, with gaps. */
uint64_t ptx_program_constant_bytes(const struct ptx_program *program);
/* Keeps them from now on in these bytes, which others may read and write, too, and which must
 * outlive the program's last launch. Not while a kernel runs. */
void ptx_program_move_constants(struct ptx_program *program, uint8_t *bytes);

/* The stack of a thread that kernels whose functions may recurse get from now on (it has no part in
 * others, which get what they need), as cudaLimitStackSize says; values above the maximum mean the
 * maximum. A frame takes its local variables, its parameters and the registers that must survive
 * the calls it makes. A kernel is lowered once for each limit it is asked for under.
 * PTX_DEFAULT_STACK_BYTES, PTX_MAX_STACK_BYTES. */
void ptx_program_set_stack_limit(struct ptx_program *program, uint32_t bytes);

/* The code of a kernel, lowered when first asked for; owned by the program. registers_per_thread
 * is 0, or what to assume where the kernel has no .maxnreg. An unknown name is an error that
 * lists the known ones. */
const struct kernel_code *ptx_program_kernel(struct ptx_program *program, const char *name,
                                             uint32_t registers_per_thread, GError **error);

enum ptx_param_kind { PTX_PARAM_INTEGER, PTX_PARAM_UNSIGNED, PTX_PARAM_FLOAT, PTX_PARAM_BITS };

/* A kernel parameter, for packing arguments into code->param_bytes bytes. */
struct ptx_param {
    const char *name;
    enum ptx_param_kind kind; /* BITS also for arrays and structures */
    uint32_t bytes, offset;
};

unsigned ptx_program_n_params(const struct ptx_program *program, const struct kernel_code *code);
struct ptx_param ptx_program_param(const struct ptx_program *program,
                                   const struct kernel_code *code, unsigned index);

#endif
