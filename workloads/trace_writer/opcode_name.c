/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/opcode_name.h"
#include "workloads/tensor_form.h"
#include "workloads/trace_writer/sync_text.h"

enum { NAMES = 3 };

/* What a row is about; types by their letter and bits, as PTX has them. */
enum value_kind {
    VALUE_ANY,
    VALUE_INTEGER,
    VALUE_PREDICATE,
    VALUE_HALF,
    VALUE_SINGLE,
    VALUE_DOUBLE
};

/* The first name that the instruction set has is taken. */
struct opcode_row {
    const char *words; /* PTX opcodes, a blank behind each */
    enum value_kind kind;
    const char *names[NAMES];
};

static const struct opcode_row rows[] = {
    {"add sub abs neg copysign ", VALUE_SINGLE, {"FADD"}},
    {"mul ", VALUE_SINGLE, {"FMUL"}},
    {"fma mad ", VALUE_SINGLE, {"FFMA"}},
    {"min max ", VALUE_SINGLE, {"FMNMX"}},
    {"setp testp ", VALUE_SINGLE, {"FSETP"}},
    {"set ", VALUE_SINGLE, {"FSET"}},
    {"add sub abs neg copysign ", VALUE_DOUBLE, {"DADD"}},
    {"mul ", VALUE_DOUBLE, {"DMUL"}},
    {"fma mad ", VALUE_DOUBLE, {"DFMA"}},
    {"min max ", VALUE_DOUBLE, {"DMNMX", "DSETP"}},
    {"setp testp set ", VALUE_DOUBLE, {"DSETP"}},
    {"add sub abs neg ", VALUE_HALF, {"HADD2", "FADD"}},
    {"mul ", VALUE_HALF, {"HMUL2", "FMUL"}},
    {"fma ", VALUE_HALF, {"HFMA2", "FFMA"}},
    {"min max ", VALUE_HALF, {"HMNMX2", "HADD2", "FMNMX"}},
    {"setp set ", VALUE_HALF, {"HSETP2", "FSETP"}},
    {"rcp ", VALUE_DOUBLE, {"MUFU.RCP64H"}},
    {"rsqrt ", VALUE_DOUBLE, {"MUFU.RSQ64H"}},
    {"div sqrt ", VALUE_DOUBLE, {"MUFU.RCP64H"}},
    {"div rem rcp ", VALUE_ANY, {"MUFU.RCP"}},
    {"sqrt ", VALUE_ANY, {"MUFU.SQRT"}},
    {"rsqrt ", VALUE_ANY, {"MUFU.RSQ"}},
    {"sin ", VALUE_ANY, {"MUFU.SIN"}},
    {"cos ", VALUE_ANY, {"MUFU.COS"}},
    {"lg2 ", VALUE_ANY, {"MUFU.LG2"}},
    {"ex2 ", VALUE_ANY, {"MUFU.EX2"}},
    {"tanh ", VALUE_ANY, {"MUFU.TANH"}},
    {"and or xor not ", VALUE_PREDICATE, {"PLOP3", "PSETP"}},
    {"setp ", VALUE_ANY, {"ISETP"}},
    {"set ", VALUE_ANY, {"ISETP"}},
    {"selp slct ", VALUE_ANY, {"SEL"}},
    {"mov cvta isspacep ld st ", VALUE_ANY, {"MOV"}},
    {"min max ", VALUE_ANY, {"IMNMX"}},
    {"and or xor not lop3 ", VALUE_ANY, {"LOP3.LUT", "LOP"}},
    {"shl ", VALUE_ANY, {"SHF.L.U32", "SHL"}},
    {"shr ", VALUE_ANY, {"SHF.R.U32.HI", "SHR"}},
    {"shf ", VALUE_ANY, {"SHF"}},
    {"bfe szext ", VALUE_ANY, {"BFE", "SGXT"}},
    {"bfi bmsk ", VALUE_ANY, {"BFI", "BMSK"}},
    {"prmt ", VALUE_ANY, {"PRMT"}},
    {"mul mad madc mul24 mad24 sad ", VALUE_ANY, {"IMAD"}},
    {"dp4a dp2a ", VALUE_ANY, {"IDP", "IMAD"}},
    {"popc ", VALUE_ANY, {"POPC"}},
    {"clz bfind ", VALUE_ANY, {"FLO"}},
    {"brev ", VALUE_ANY, {"BREV", "FLO"}},
    {"shfl ", VALUE_ANY, {"SHFL"}},
    {"match ", VALUE_ANY, {"MATCH", "SHFL"}},
    {"redux ", VALUE_ANY, {"REDUX", "SHFL"}},
    {"movmatrix ", VALUE_ANY, {"MOVM", "SHFL"}},
    {"vote activemask ", VALUE_ANY, {"VOTE"}},
    {"brx ", VALUE_ANY, {"BRX"}},
    {"call ", VALUE_ANY, {"CALL.REL.NOINC", "CAL"}},
    {"ret ", VALUE_ANY, {"RET.REL.NODEC"}},
    {"bar barrier nanosleep ", VALUE_ANY, {"NOP"}},
    {"tex tld4 txq ", VALUE_ANY, {"TEX"}},
};

/* What no row is about. */
static const char *const class_names[OP_CLASSES][NAMES] = {
    [OP_INT] = {"IADD3", "IADD"},
    [OP_INT_MUL] = {"IMAD"},
    [OP_INT_DIV] = {"MUFU.RCP"},
    [OP_FP32] = {"FADD"},
    [OP_FP32_DIV] = {"MUFU.RCP"},
    [OP_FP64] = {"DADD"},
    [OP_FP64_DIV] = {"MUFU.RCP64H"},
    [OP_CONVERT] = {"F2F"},
    [OP_SFU] = {"MUFU"},
    [OP_TEXTURE] = {"TEX"},
    [OP_BRANCH] = {"BRA"},
    [OP_EXIT] = {"EXIT"},
    [OP_BARRIER] = {"BAR"},
    [OP_FENCE] = {"MEMBAR"},
    [OP_SYNC] = {"SYNCS", "NOP"},
    [OP_LOAD] = {"LD"},
    [OP_STORE] = {"ST"},
    [OP_ATOMIC] = {"ATOM"},
};

static const char *choose(const struct sass_isa *isa, const char *const names[NAMES])
{
    for (unsigned i = 0; i < NAMES && names[i]; i++)
        if (sass_opcode_find(isa, names[i], strcspn(names[i], ".")))
            return names[i];
    return NULL;
}

/* Whether `words` ("add.f32") has this modifier. */
static bool has_modifier(const char *words, const char *modifier)
{
    size_t length = strlen(modifier);
    for (const char *p = words; p && (p = strchr(p, '.'));) {
        p++;
        if (strncmp(p, modifier, length) == 0 && (p[length] == '.' || p[length] == '\0'))
            return true;
    }
    return false;
}

/* The last type in it, which is that of what is computed with. */
static enum value_kind kind_of(const char *words)
{
    static const struct {
        const char *type;
        enum value_kind kind;
    } known[] = {{"f32", VALUE_SINGLE},  {"tf32", VALUE_SINGLE},   {"f64", VALUE_DOUBLE},
                 {"f16", VALUE_HALF},    {"f16x2", VALUE_HALF},    {"bf16", VALUE_HALF},
                 {"bf16x2", VALUE_HALF}, {"pred", VALUE_PREDICATE}};
    const char *last = strrchr(words, '.');
    for (unsigned i = 0; last && i < G_N_ELEMENTS(known); i++)
        if (strcmp(last + 1, known[i].type) == 0)
            return known[i].kind;
    return VALUE_INTEGER;
}

static bool row_is_of(const struct opcode_row *row, const char *words, enum value_kind kind)
{
    size_t length = strcspn(words, ".");
    if (row->kind != VALUE_ANY && row->kind != kind)
        return false;
    for (const char *p = row->words; *p; p = strchr(p, ' ') + 1)
        if (strncmp(p, words, length) == 0 && p[length] == ' ')
            return true;
    return false;
}

/* cvt.rn.f32.s32: what becomes what. */
static const char *conversion_name(const char *words, enum value_kind from)
{
    g_auto(GStrv) parts = g_strsplit(words, ".", -1);
    guint n = g_strv_length(parts);
    bool from_float = from >= VALUE_HALF, to_float = false;
    if (n >= 3)
        to_float = strchr("fbt", parts[n - 2][0]) && strcmp(parts[n - 2], "b32") != 0;
    if (from_float)
        return to_float ? "F2F" : "F2I";
    return to_float ? "I2F" : "MOV";
}

static const char *plain_name(const struct sass_isa *isa, const struct instruction *facts,
                              const char *words)
{
    enum value_kind kind = words ? kind_of(words) : VALUE_ANY;
    const char *name = NULL;
    if (words && g_str_has_prefix(words, "cvt."))
        return conversion_name(words, kind);
    for (unsigned i = 0; words && !name && i < G_N_ELEMENTS(rows); i++)
        if (row_is_of(&rows[i], words, kind))
            name = choose(isa, rows[i].names);
    if (!name)
        name = choose(isa, class_names[facts->op_class]);
    return name ? name : "NOP";
}

/* ---- products of matrices ---------------------------------------------------------------------
 */

/* Modifiers say the form, also where the instruction set lacks the mnemonic and another one that it
 * has stands for it. */
static void append_tensor(GString *out, const struct sass_isa *isa, const struct instruction *facts)
{
    const unsigned form = facts->tensor_form;
    const bool known = tensor_form_name(form) != NULL;
    const char *const names[NAMES] = {known ? tensor_form_mnemonic(form) : "HMMA", "HMMA", "FFMA"};
    const char *name = choose(isa, names);
    g_string_append(out, name);
    if (!known || strcmp(name, "FFMA") == 0)
        return;
    const struct tensor_shape *shape = tensor_form_shape(form);
    if (shape->rows == TENSOR_GROUP_ROWS)
        g_string_append_printf(out, ".%ux%ux%u", shape->rows,
                               (facts->tensor_columns & TENSOR_COLUMNS_MASK) * 8u, shape->depth);
    g_string_append(out, tensor_form_modifiers(form));
    if (shape->rows == TENSOR_GROUP_ROWS && !(facts->tensor_columns & TENSOR_ENDS_GROUP))
        g_string_append(out, ".OPEN"); /* ours: SASS says it by an operand */
}

/* .COMMIT is ours, too: SASS commits with a product. */
static void append_group_step(GString *out, const struct sass_isa *isa,
                              const struct instruction *facts)
{
    static const char *const names[NAMES] = {"WARPGROUP", "NOP"};
    static const char *const modifiers[] = {
        [GROUP_FENCE] = ".ARRIVE", [GROUP_COMMIT] = ".COMMIT", [GROUP_WAIT] = ".DEPBAR.LE"};
    const char *name = choose(isa, names);
    g_string_append(out, name);
    if (strcmp(name, "NOP") != 0)
        g_string_append(out, modifiers[facts->group_step]);
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool is_of_matrices(const struct instruction *facts)
{
    return facts->op_class != OP_ATOMIC && facts->matrices > 0;
}

static const char *access_name(const struct sass_isa *isa, const struct instruction *facts,
                               bool async)
{
    static const char *const loads[][NAMES] = {[SPACE_GLOBAL] = {"LDG", "LD"},
                                               [SPACE_SHARED] = {"LDS"},
                                               [SPACE_LOCAL] = {"LDL"},
                                               [SPACE_CONST] = {"LDC"},
                                               [SPACE_GENERIC] = {"LD"}};
    static const char *const stores[][NAMES] = {[SPACE_GLOBAL] = {"STG", "ST"},
                                                [SPACE_SHARED] = {"STS"},
                                                [SPACE_LOCAL] = {"STL"},
                                                [SPACE_CLUSTER] = {"STAS", "ST"},
                                                [SPACE_GENERIC] = {"ST"}};
    static const char *const atomics[][NAMES] = {[SPACE_GLOBAL] = {"ATOMG", "ATOM"},
                                                 [SPACE_SHARED] = {"ATOMS", "ATOM"},
                                                 [SPACE_GENERIC] = {"ATOM"}};
    static const char *const remote_reductions[NAMES] = {"REDAS", "ATOM"};
    static const char *const copies[NAMES] = {"LDGSTS", "LDG", "LD"};
    static const char *const loads_of_rows[NAMES] = {"LDSM", "LDS"};
    static const char *const stores_of_rows[NAMES] = {"STSM", "STS"};
    const char *const *names = NULL;
    unsigned space = facts->space;
    if (async)
        names = copies;
    else if (is_of_matrices(facts))
        names = facts->op_class == OP_LOAD ? loads_of_rows : stores_of_rows;
    else if (facts->op_class == OP_LOAD && space < G_N_ELEMENTS(loads))
        names = loads[space];
    else if (facts->op_class == OP_STORE && space < G_N_ELEMENTS(stores))
        names = stores[space];
    else if (space == SPACE_CLUSTER && (facts->flags & INSTRUCTION_NO_RETURN))
        names = remote_reductions;
    else if (space == SPACE_GLOBAL && (facts->flags & INSTRUCTION_NO_RETURN))
        return "RED";
    else if (facts->op_class == OP_ATOMIC && space < G_N_ELEMENTS(atomics))
        names = atomics[space];
    const char *name = names ? choose(isa, names) : NULL;
    return name ? name : choose(isa, class_names[facts->op_class]);
}

/* ".64" and the like; four bytes are not said. */
static const char *width_modifier(const struct instruction *facts)
{
    switch (facts->access_bytes) {
    case 1:
        return ".U8";
    case 2:
        return ".U16";
    case 8:
        return ".64";
    case 16:
        return ".128";
    default:
        return "";
    }
}

/* L1 is passed over: from Volta on by a strong access, before by a cache operator. */
static const char *order_modifier(const struct sass_isa *isa, const struct instruction *facts)
{
    if (facts->flags & INSTRUCTION_STRONG)
        return ".STRONG.GPU";
    if (facts->flags & INSTRUCTION_UNCACHED)
        return isa->independent_lanes ? ".STRONG.GPU" : ".CG";
    return "";
}

/* ".16.M88.4": elements of 16 bits, the shape, how many matrices if not one. */
static void append_matrices(GString *out, const struct instruction *facts, const char *words)
{
    g_string_append(out, words && has_modifier(words, "trans") ? ".16.MT88" : ".16.M88");
    if (facts->matrices > 1)
        g_string_append_printf(out, ".%u", facts->matrices);
}

static void append_access(GString *out, const struct sass_isa *isa, const struct instruction *facts,
                          const char *words)
{
    bool async = words && g_str_has_prefix(words, "cp.");
    const char *name = access_name(isa, facts, async);
    if (is_of_matrices(facts) && strcmp(name + strlen(name) - 1, "M") == 0) {
        g_string_append(out, name);
        append_matrices(out, facts, words);
        return;
    }
    bool wide = facts->space == SPACE_GLOBAL || facts->space == SPACE_GENERIC;
    g_string_append(out, name);
    if (wide)
        g_string_append(out, ".E");
    if (strcmp(name, "LDGSTS") == 0) {
        g_string_append(out, facts->flags & INSTRUCTION_UNCACHED ? ".BYPASS" : "");
        g_string_append(out, width_modifier(facts));
        return;
    }
    if (facts->op_class == OP_ATOMIC)
        g_string_append(out, ".ADD");
    g_string_append(out, width_modifier(facts));
    if (!wide)
        return;
    const char *order = order_modifier(isa, facts);
    g_string_append(out, order);
    if (*order == '\0' && facts->op_class != OP_ATOMIC && isa == &volta_isa)
        g_string_append(out, ".SYS");
}

/* ---- order ---------------------------------------------------------------------------------- */

static void append_fence(GString *out, const struct sass_isa *isa, const char *words)
{
    static const char *const commits[NAMES] = {"LDGDEPBAR", "NOP"};
    bool copies = words && g_str_has_prefix(words, "cp.");
    if (copies && has_modifier(words, "commit_group"))
        g_string_append(out, choose(isa, commits));
    else if (copies) /* without .LE: until nothing is on its way */
        g_string_append(out, has_modifier(words, "wait_all") ? "DEPBAR" : "DEPBAR.LE");
    else if (words && has_modifier(words, "cta"))
        g_string_append(out, "MEMBAR.SC.CTA");
    else if (words && has_modifier(words, "sys"))
        g_string_append(out, "MEMBAR.SC.SYS");
    else
        g_string_append(out, "MEMBAR.SC.GPU");
}

static void append_barrier(GString *out, const char *words)
{
    if (words && has_modifier(words, "cluster"))
        g_string_append(out, has_modifier(words, "wait") ? "UCGABAR_WAIT" : "UCGABAR_ARV");
    else if (words && has_modifier(words, "red"))
        g_string_append(out, "BAR.RED");
    else if (words && has_modifier(words, "arrive"))
        g_string_append(out, "BAR.ARV");
    else
        g_string_append(out, "BAR.SYNC");
}

/* From Hopper on mbarriers and bulk copies have opcodes. */
static void append_sync(GString *out, const struct sass_isa *isa, const struct instruction *facts,
                        const char *words)
{
    g_autofree char *name = sync_text_opcode(words);
    if (name && sass_opcode_find(isa, "SYNCS", strlen("SYNCS")))
        g_string_append(out, name);
    else
        g_string_append(out, plain_name(isa, facts, words));
}

void opcode_name_append(GString *out, const struct sass_isa *isa, const struct instruction *facts,
                        const char *words)
{
    bool accesses =
        facts->op_class == OP_LOAD || facts->op_class == OP_STORE || facts->op_class == OP_ATOMIC;
    if (accesses && facts->space != SPACE_TEXTURE)
        append_access(out, isa, facts, words);
    else if (accesses)
        g_string_append(out, "TEX");
    else if (facts->op_class == OP_FENCE)
        append_fence(out, isa, words);
    else if (facts->op_class == OP_SYNC)
        append_sync(out, isa, facts, words);
    else if (facts->op_class == OP_BARRIER)
        append_barrier(out, words);
    else if (facts->op_class == OP_EXIT)
        g_string_append(out, "EXIT");
    else if (facts->op_class == OP_INT && (facts->flags & INSTRUCTION_GROUP))
        append_group_step(out, isa, facts);
    else if (facts->op_class == OP_TENSOR)
        append_tensor(out, isa, facts);
    else
        g_string_append(out, plain_name(isa, facts, words));
}
