/* SPDX-License-Identifier: BSD-3-Clause */
/* What the parts of the parser share; nothing outside parser*.c includes this.
 *
 * A recursive-descent parser with one token of lookahead, in one pass. Labels may be used before
 * they stand: an operand that names one holds the number of a `reference`, which is resolved when
 * the scope it is in (or one around it) closes, and replaced by a pc at the end of the function.
 *
 * Functions that return bool return false once p->error is set, and nobody continues then.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_PARSER_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_PARSER_H

#include "workloads/ptx/syntax/lexer.h"
#include "workloads/ptx/syntax/symbols.h"

/* Far above what compilers write; they keep hostile input from exhausting stack and memory. */
enum {
    PTX_MAX_SCOPES = 256,         /* nested { } */
    PTX_MAX_NESTING = 32,         /* nested operands and expressions */
    PTX_MAX_REGISTERS = 1000000,  /* declared in a function */
    PTX_MAX_ELEMENTS = 4096,      /* operands of an instruction, elements of a vector or list */
    PTX_MAX_INIT_BYTES = 1 << 30, /* of all initialisers */
    PTX_MAX_FRAME_BYTES = 1 << 30 /* of a parameter block or frame */
};

#define PTX_MAX_VARIABLE_BYTES (UINT64_C(1) << 40)

/* A name that may turn out to be a label or a table. */
struct ptx_reference {
    const char *name;
    unsigned line;
    bool by_branch; /* for the message */
    uint8_t kind;   /* PTX_OPERAND_LABEL or PTX_OPERAND_TABLE, once resolved */
    uint32_t index; /* pc or table */
};

struct ptx_open_scope {
    unsigned line;         /* of its brace */
    unsigned n_unresolved; /* when it was opened */
};

/* The function whose body is being parsed. */
struct ptx_body {
    struct ptx_function *function;
    GArray *registers;    /* struct ptx_register */
    GPtrArray *variables; /* struct ptx_variable */
    GArray *instructions; /* struct ptx_instruction */
    GArray *tables;       /* struct ptx_table */
    GArray *references;   /* struct ptx_reference */
    GArray *unresolved;   /* unsigned: numbers of references */
    GArray *scopes;       /* struct ptx_open_scope */
    uint32_t declared_registers;
    uint64_t local_bytes, call_param_bytes;
    uint32_t source_file, source_line; /* of the last .loc */
};

struct ptx_parser {
    struct ptx_lexer lexer;
    GError *error;
    struct ptx_module *module;
    struct ptx_arena *arena;
    struct ptx_symbols *symbols;
    GPtrArray *variables;      /* of the module */
    GPtrArray *functions;      /* of the module */
    GArray *source_files;      /* struct ptx_source_file */
    unsigned unit_line;        /* where the unit begins, if there are others before it; else 0 */
    struct ptx_symbol *hidden; /* other units' names, while this unit has its own */
    uint32_t first_file;       /* what its numbers of files count from */
    uint64_t init_bytes;       /* of all initialisers */
    GString *text;             /* scratch */
    struct ptx_body body;      /* arrays are reused from function to function */
};

/* parser_token.c: looking at tokens. `what` says what was expected. */
bool ptx_fail(struct ptx_parser *p, unsigned line, const char *format, ...) G_GNUC_PRINTF(3, 4);
bool ptx_fail_expected(struct ptx_parser *p, const char *what);
bool ptx_fail_duplicate(struct ptx_parser *p, unsigned line, const char *name, unsigned earlier);
unsigned ptx_line(const struct ptx_parser *p);
bool ptx_at(const struct ptx_parser *p, char punctuation);
bool ptx_at_dot(const struct ptx_parser *p, const char *word);
bool ptx_at_word(const struct ptx_parser *p, const char *word);
void ptx_advance(struct ptx_parser *p);
bool ptx_accept(struct ptx_parser *p, char punctuation);
bool ptx_accept_dot(struct ptx_parser *p, const char *word);
bool ptx_expect(struct ptx_parser *p, char punctuation, const char *what);
/* The interned text of the current token, which is not consumed. */
const char *ptx_intern_token(struct ptx_parser *p);
const char *ptx_take_word(struct ptx_parser *p, const char *what); /* NULL: failed */
bool ptx_take_u32(struct ptx_parser *p, const char *what, uint32_t *out);
bool ptx_take_alignment(struct ptx_parser *p, unsigned *out);
/* At an opening bracket: skips everything up to its partner. */
bool ptx_skip_brackets(struct ptx_parser *p, char open, char close);
/* A space named by the current .word; SPACE_NONE if it is none. */
enum memory_space ptx_space_at_dot(const struct ptx_parser *p);

/* parser_unit.c */
void ptx_unit_begin(struct ptx_parser *p); /* at .version */
/* The unit declares a name without linkage: it means this one to its end. */
void ptx_unit_hide(struct ptx_parser *p, const char *name);
/* What a second definition of a name at module scope is. */
enum ptx_second {
    PTX_SECOND_IS_FIRST,  /* no definition: it means the first one */
    PTX_SECOND_IS_UNUSED, /* the first one counts */
    PTX_SECOND_REPLACES,
    PTX_SECOND_IS_ERROR
};
enum ptx_second ptx_unit_second(const struct ptx_parser *p, const struct ptx_symbol *first,
                                enum ptx_linkage second);

/* parser_constant.c */
struct ptx_constant {
    enum { PTX_CONSTANT_INTEGER, PTX_CONSTANT_F32, PTX_CONSTANT_F64 } kind;
    uint64_t bits;
};
bool ptx_at_constant(const struct ptx_parser *p);
/* An expression of + - * / % << >> & ^ | and brackets. */
bool ptx_parse_constant(struct ptx_parser *p, struct ptx_constant *out);
bool ptx_parse_integer(struct ptx_parser *p, const char *what, int64_t *out);
/* An optional "+ n" or "- n" behind a symbol or register: adds to *offset. */
bool ptx_parse_offset(struct ptx_parser *p, int64_t *offset);

/* parser_variable.c, parser_register.c, parser_initializer.c */
/* At the .word of a space: declares the variables up to the semicolon. */
bool ptx_parse_variables(struct ptx_parser *p, enum ptx_linkage linkage);
/* "( .param ..., ... )" into params; lays them out and returns the bytes in *bytes. */
bool ptx_parse_params(struct ptx_parser *p, GPtrArray *params, uint32_t *bytes);
bool ptx_parse_registers(struct ptx_parser *p); /* at .reg */
/* Adds the symbol's registers to the body: one a component, named %v.x, %v.y, ... */
void ptx_add_components(struct ptx_parser *p, const struct ptx_symbol *symbol, const char *name,
                        enum ptx_type type);
/* dimensions: from the outermost; 0 for the outermost if unsized, which is then sized. */
bool ptx_parse_initializer(struct ptx_parser *p, struct ptx_variable *variable,
                           const uint64_t *dimensions, unsigned n_dimensions);
enum { PTX_MAX_DIMENSIONS = 16 };

/* parser_function.c, parser_body.c */
bool ptx_parse_function(struct ptx_parser *p, enum ptx_linkage linkage);  /* at .func, .entry */
bool ptx_parse_body(struct ptx_parser *p, struct ptx_function *function); /* at { */
bool ptx_parse_prototype(struct ptx_parser *p, const char *name,
                         const struct ptx_function **out); /* behind .callprototype */

/* parser_reference.c */
uint32_t ptx_reference_new(struct ptx_parser *p, const char *name, bool by_branch);
uint32_t ptx_reference_resolved(struct ptx_parser *p, const char *name,
                                const struct ptx_symbol *symbol);
/* The innermost scope is about to close. */
void ptx_references_close_scope(struct ptx_parser *p);
/* The function is complete: all references must be resolved. */
bool ptx_references_check(struct ptx_parser *p);
/* Replaces the reference numbers in operands by pcs and tables. */
void ptx_references_replace(const struct ptx_parser *p, struct ptx_operand *operands, unsigned n);

/* parser_operand.c, parser_instruction.c */
bool ptx_parse_operand(struct ptx_parser *p, const char *opcode, struct ptx_operand *out,
                       unsigned depth);
/* The operands up to (not including) `close`, copied to the arena. */
bool ptx_parse_operands(struct ptx_parser *p, const char *opcode, char close, unsigned depth,
                        struct ptx_operand **out, uint16_t *n);
/* At the guard, or behind the opcode if that is not NULL. */
bool ptx_parse_instruction(struct ptx_parser *p, const char *opcode, unsigned line);

/* parser_directive.c: at the directive's .word. */
bool ptx_parse_version(struct ptx_parser *p);
bool ptx_parse_target(struct ptx_parser *p);
bool ptx_parse_file(struct ptx_parser *p);
bool ptx_parse_loc(struct ptx_parser *p);
bool ptx_parse_section(struct ptx_parser *p);
bool ptx_parse_pragma(struct ptx_parser *p);

#endif
