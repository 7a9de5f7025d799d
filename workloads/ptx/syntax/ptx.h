/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX text as a data structure: what a module declares, and what its functions do.
 *
 * The parser knows PTX's syntax and scoping, not its instruction set: an instruction is an opcode
 * word, its dotted modifiers and its operands, so that a module with instructions nobody has
 * heard of still loads, and complains only when one of them runs. Names are resolved: an operand
 * points at the register, variable, function or label it means, never at text.
 *
 * Everything below a `struct ptx_module` belongs to it and lives until ptx_module_free: pointers
 * may be kept and compared. Strings are interned in their module: equal strings of one module are
 * equal pointers. A module is immutable once parsed.
 *
 * Source: NVIDIA, "Parallel Thread Execution ISA", chapters 4 to 9 and 11 (1.0 to 9.0).
 * Differs: .version and .target are recorded, never checked. A name must be declared before it is
 * used, labels excepted. Where `%r1` and `%r<4>` are both declared, in this order, the first wins.
 *
 * Units: sizes, offsets and alignments in bytes; a `pc` is an index into function.instructions.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_PTX_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_PTX_H

#include "base/content_digest.h"
#include "workloads/instruction.h"
#include <glib.h>

struct ptx_arena;

/* A thread's stack. Source: CUDA, cudaDeviceGetLimit's default, and the local memory of 512 KB that
 * a thread may have ("CUDA C++ Programming Guide", "Technical Specifications"). */
enum { PTX_DEFAULT_STACK_BYTES = 1024, PTX_MAX_STACK_BYTES = 512 * 1024 };

enum { PTX_B128_PARTS = 2 }; /* .b64 registers that a .b128 register is */

#define PTX_NO_REGISTER UINT32_MAX /* no guard, no base register */

enum ptx_type {
    PTX_TYPE_NONE,
    PTX_PRED,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_B128,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F16X2,
    PTX_BF16,
    PTX_BF16X2,
    PTX_TF32,
    PTX_F32,
    PTX_F64,
    PTX_TEXREF, /* opaque handles; 8 bytes as variables and parameters */
    PTX_SAMPLERREF,
    PTX_SURFREF,
    PTX_TYPES
};

/* Bytes of one element in memory: 1 for .pred, 8 for the opaque types, 0 for PTX_TYPE_NONE. */
unsigned ptx_type_bytes(enum ptx_type type);
/* "u32"; the name without its dot. */
const char *ptx_type_name(enum ptx_type type);
/* The reverse; PTX_TYPE_NONE for any other word. */
enum ptx_type ptx_type_from_name(const char *name);

/* Special registers an executor is likely to know; the others are PTX_SPECIAL_OTHER and the
 * operand's name tells which. Component .w of the four-element ones is always zero in PTX and
 * becomes an integer operand of value 0; WARP_SZ becomes the integer 32. */
enum ptx_special {
    PTX_SPECIAL_OTHER,
    PTX_TID_X,
    PTX_TID_Y,
    PTX_TID_Z,
    PTX_NTID_X,
    PTX_NTID_Y,
    PTX_NTID_Z,
    PTX_CTAID_X,
    PTX_CTAID_Y,
    PTX_CTAID_Z,
    PTX_NCTAID_X,
    PTX_NCTAID_Y,
    PTX_NCTAID_Z,
    PTX_LANEID,
    PTX_WARPID,
    PTX_NWARPID,
    PTX_SMID,
    PTX_NSMID,
    PTX_GRIDID,
    PTX_LANEMASK_EQ,
    PTX_LANEMASK_LE,
    PTX_LANEMASK_LT,
    PTX_LANEMASK_GE,
    PTX_LANEMASK_GT,
    PTX_CLOCK,
    PTX_CLOCK_HI,
    PTX_CLOCK64,
    PTX_GLOBALTIMER,
    PTX_GLOBALTIMER_LO,
    PTX_GLOBALTIMER_HI,
    PTX_DYNAMIC_SMEM_SIZE,
    PTX_TOTAL_SMEM_SIZE,
    PTX_CLUSTERID_X,
    PTX_CLUSTERID_Y,
    PTX_CLUSTERID_Z,
    PTX_NCLUSTERID_X,
    PTX_NCLUSTERID_Y,
    PTX_NCLUSTERID_Z,
    PTX_CLUSTER_CTAID_X,
    PTX_CLUSTER_CTAID_Y,
    PTX_CLUSTER_CTAID_Z,
    PTX_CLUSTER_NCTAID_X,
    PTX_CLUSTER_NCTAID_Y,
    PTX_CLUSTER_NCTAID_Z,
    PTX_CLUSTER_CTARANK,
    PTX_CLUSTER_NCTARANK,
    PTX_IS_EXPLICIT_CLUSTER
};

enum ptx_linkage { PTX_LINKAGE_NONE, PTX_EXTERN, PTX_VISIBLE, PTX_WEAK, PTX_COMMON };

struct ptx_function;
struct ptx_variable;

/* An address inside an initialiser: the low `bytes` bytes of (address of the symbol + addend) >>
 * shift belong at offset (init has zeros there). Exactly one of variable and function is set. */
struct ptx_relocation {
    uint64_t offset;
    uint8_t bytes;
    uint8_t shift; /* in bits; not 0 only for byte-wise initialisers such as 0xFF00(symbol) */
    bool generic;  /* generic(symbol): a generic address; else one in the symbol's own space */
    int64_t addend;
    const struct ptx_variable *variable;
    const struct ptx_function *function;
};

/* A variable of memory, and a parameter of a function. */
struct ptx_variable {
    const char *name;        /* "_" for an unnamed parameter of a prototype */
    enum memory_space space; /* GLOBAL, CONST, SHARED, LOCAL or PARAM; NONE for .reg parameters
                                and for module-scope .tex */
    enum ptx_linkage linkage;
    enum ptx_type type; /* of one element */
    unsigned vector;    /* 1, or 2 or 4 for .v2, .v4 */
    unsigned align;     /* given by .align, else the natural one (type times vector) */
    uint64_t bytes;     /* whole size; 0 when unsized */
    bool is_array;
    bool managed;        /* .attribute(.managed): all devices share it */
    bool unsized;        /* `name[]` without initialiser: dynamic shared memory */
    uint64_t offset;     /* Parameters: in their parameter block, see ptx_function. .local and
                            .param variables of a body: in the function's frame. Else 0. */
    const uint8_t *init; /* the first init_bytes bytes, little endian; the rest is zero */
    uint64_t init_bytes; /* at most `bytes` */
    const struct ptx_relocation *relocations;
    unsigned n_relocations;
    bool is_pointer;                 /* a parameter with .ptr */
    enum memory_space pointer_space; /* .ptr .global etc.; SPACE_GENERIC if not said */
    unsigned pointer_align;
    uint32_t reg; /* register that holds a .reg parameter, else PTX_NO_REGISTER */
    /* Of parameters. A .reg parameter that is a vector (or .b128) is one variable a component, each
     * with the vector's name. Of other parameters: 0 and 1. */
    uint8_t component, n_components;
    const struct ptx_function *function; /* whose body or parameters; NULL at module scope */
    uint32_t line;
};

/* Only registers that some operand (or .reg parameter, or vector declaration) names get an
 * entry: `.reg .b32 %r<100000>;` alone costs nothing. */
struct ptx_register {
    const char *name; /* "%r12"; "%v.x" for a component of a vector register */
    enum ptx_type type;
};

/* Which members count is told by the kind; others are 0, NULL or PTX_NO_REGISTER.
 *
 *  kind       text               index         value        others
 *  REGISTER   %r1 !%p1 -%r1      register                   negated; selector for %r1.b0
 *  SPECIAL    %tid.x             ptx_special                name
 *  INTEGER    -4 0x10U WARP_SZ                 two's complement
 *  F32        0f3F800000                       32 bits
 *  F64        0d... 1.5                        64 bits (a decimal float is an F64)
 *  VARIABLE   shared_array+4                   byte offset  name, variable
 *  FUNCTION   callee                                        name, function
 *  LABEL      LBB0_2             pc                         name
 *  TABLE      targets of brx     table                      name
 *  ADDRESS    [%rd1+4] [v+4] [8] base register byte offset  variable; elements: what follows a
 *             [tex, {%f1,%f2}]                              comma inside the brackets
 *  VECTOR     {%f1, _, 0}                                   elements
 *  PAIR       %p1|%p2  %r1|_                                elements: two
 *  LIST       (param0, %r1)                                 elements, of a call
 *  SINK       _
 *
 * A label at the end of a body has pc = n_instructions. A vector register written as a whole is
 * a VECTOR of its components, and so is a .b128 register: of two .b64 ones, the low one first.
 * Vectors among the arguments and results of a call stand there component by component. `a[2]`, a
 * constant index of a variable, is an ADDRESS, but a VARIABLE with offset in mov. An ADDRESS
 * without base register and variable is absolute. */
enum ptx_operand_kind {
    PTX_OPERAND_REGISTER,
    PTX_OPERAND_SPECIAL,
    PTX_OPERAND_INTEGER,
    PTX_OPERAND_F32,
    PTX_OPERAND_F64,
    PTX_OPERAND_VARIABLE,
    PTX_OPERAND_FUNCTION,
    PTX_OPERAND_LABEL,
    PTX_OPERAND_TABLE,
    PTX_OPERAND_ADDRESS,
    PTX_OPERAND_VECTOR,
    PTX_OPERAND_PAIR,
    PTX_OPERAND_LIST,
    PTX_OPERAND_SINK
};

struct ptx_operand {
    uint8_t kind; /* enum ptx_operand_kind */
    bool negated;
    uint16_t n_elements;
    uint32_t index;
    int64_t value;
    const char *name;
    const char *selector; /* "b0", "h1" ...: a byte or half of a register, video instructions */
    const struct ptx_variable *variable;
    const struct ptx_function *function;
    struct ptx_operand *elements;
};

struct ptx_instruction {
    const char *opcode;           /* "ld" */
    const char *const *modifiers; /* "global", "L2::128B", "u32": without dots, in order */
    const char *text;             /* "ld.global.L2::128B.u32", for messages */
    struct ptx_operand *operands; /* in order; call: see ptx_call_of */
    uint16_t n_modifiers;
    uint16_t n_operands;
    uint32_t guard;                    /* register of @%p, PTX_NO_REGISTER if none */
    bool guard_negated;                /* @!%p */
    uint32_t line;                     /* in the PTX file */
    uint32_t source_file, source_line; /* of the .loc before it, 0 if none; see ptx_source_file */
};

/* True if one of the modifiers is `word`. */
bool ptx_has_modifier(const struct ptx_instruction *instruction, const char *word);
/* The type among the modifiers, counted from the end: 0 is the last (`cvt.f32.s32`: s32), 1 the
 * one before it; PTX_TYPE_NONE when there is none. Other words between don't count. */
enum ptx_type ptx_modifier_type(const struct ptx_instruction *instruction, unsigned from_end);

/* The operands of call by role; NULL where absent. returns and arguments are LISTs. target is a
 * FUNCTION or, for an indirect call, a REGISTER; table is its prototype or target list. */
struct ptx_call {
    const struct ptx_operand *returns, *target, *arguments, *table;
};
struct ptx_call ptx_call_of(const struct ptx_instruction *instruction);

/* .branchtargets, .calltargets, .callprototype: a label of data for brx.idx and indirect calls. */
enum ptx_table_kind { PTX_BRANCH_TARGETS, PTX_CALL_TARGETS, PTX_CALL_PROTOTYPE };
struct ptx_table {
    const char *name;
    enum ptx_table_kind kind;
    const struct ptx_operand *targets; /* LABELs or FUNCTIONs */
    unsigned n_targets;
    const struct ptx_function *prototype; /* params and returns only */
    uint32_t line;
};

/* Performance and linking directives; 0 where not given. */
struct ptx_limits {
    uint32_t max_threads[3];      /* .maxntid; missing dimensions are 1 */
    uint32_t required_threads[3]; /* .reqntid */
    uint32_t min_blocks_per_sm;   /* .minnctapersm */
    uint32_t max_registers;       /* .maxnreg */
    uint32_t cluster[3];          /* .reqnctapercluster; missing dimensions are 1 */
    uint32_t max_cluster;         /* .maxclusterrank */
    bool explicit_cluster;        /* .explicitcluster */
    bool no_return;               /* .noreturn */
};

/* A kernel, a device function, or (has_body false) the prototype of one.
 *
 * Parameters lie in their block in order of declaration, each at the next multiple of its
 * alignment; param_bytes is the end of the last one. Return parameters have a block of their
 * own, laid out in the same way. .local variables and .param variables of the body (the call
 * sequence's param0, retval0) lie in one frame each, whatever nested scope declares them. */
struct ptx_function {
    const struct ptx_module *module;
    const char *name;
    bool is_entry, has_body;
    enum ptx_linkage linkage;
    struct ptx_variable *const *params;
    unsigned n_params;
    uint32_t param_bytes;
    struct ptx_variable *const *returns;
    unsigned n_returns;
    uint32_t return_bytes;
    struct ptx_limits limits;
    const struct ptx_register *registers;
    uint32_t n_registers;
    struct ptx_variable *const *variables; /* of the body: .shared .local .param .global .const */
    unsigned n_variables;
    uint32_t local_bytes, local_align; /* frame of its .local variables */
    uint32_t call_param_bytes;         /* frame of its .param variables */
    const struct ptx_instruction *instructions;
    uint32_t n_instructions;
    const struct ptx_table *tables;
    unsigned n_tables;
    uint32_t line, end_line; /* of its name, of its closing brace */
};

struct ptx_source_file {
    uint32_t number; /* of .file */
    const char *path;
};

struct ptx_module {
    const char *file_name; /* for messages */
    unsigned version_major, version_minor;
    const char *target;    /* "sm_70" or "sm_20, texmode_independent"; "" if not given */
    unsigned address_size; /* 32 or 64; 64 if not given */
    struct ptx_variable *const *variables; /* of module scope, in order */
    unsigned n_variables;
    struct ptx_function *const *functions; /* in order of first declaration */
    unsigned n_functions;
    const struct ptx_source_file *source_files;
    unsigned n_source_files;
    struct content_digest digest; /* of the text */
    struct ptx_arena *arena;      /* owns all of the above */
};

/* Parses length bytes of PTX (a terminating zero is not needed). file_name is for messages.
 * NULL with an error "file:line: ..." for anything that isn't PTX. Time is linear in length. */
struct ptx_module *ptx_module_parse(const char *file_name, const char *text, size_t length,
                                    GError **error);
/* Reads and parses a file. */
struct ptx_module *ptx_module_load(const char *path, GError **error);
void ptx_module_free(struct ptx_module *module);

/* The entry of that name; with an error that lists the kernels there are if there is none or it
 * has no body. */
const struct ptx_function *ptx_module_find(const struct ptx_module *module, const char *kernel,
                                           GError **error);
/* The path of a .file number, or NULL. */
const char *ptx_source_path(const struct ptx_module *module, uint32_t number);

#endif
