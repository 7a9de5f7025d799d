/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction sets as differences: what an opcode is in each generation, and that a table says
 * nothing but differences.
 */
#include "workloads/sass_trace/isa.h"
#include <check.h>
#include <glib.h>
#include <stdlib.h>

static const struct sass_isa *const all[] = {&kepler_isa, &pascal_isa, &volta_isa,  &turing_isa,
                                             &ampere_isa, &ada_isa,    &hopper_isa, &blackwell_isa};
enum { GENERATIONS = 8, NOT_THERE = -1 };

static const struct opcode_fact *find(const struct sass_isa *isa, const char *name)
{
    return sass_opcode_find(isa, name, strlen(name));
}

/* The class in each generation. Source: NVIDIA, "CUDA Binary Utilities", chapter "Instruction Set
 * Reference"; Pascal's table also has what its models meet in traces of Volta (BSYNC). */
static const struct {
    const char *name;
    int op_class[GENERATIONS]; /* enum op_class, or NOT_THERE */
} classes[] = {
    {"FFMA", {OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32}},
    {"ISUB", {OP_INT, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"XMAD",
     {NOT_THERE, OP_INT_MUL, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"SSY",
     {OP_BRANCH, OP_BRANCH, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"BSYNC",
     {NOT_THERE, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH}},
    {"SUQUERY", {NOT_THERE, OP_SFU, NOT_THERE, OP_SFU, OP_SFU, OP_SFU, OP_SFU, OP_SFU}},
    {"HMMA",
     {NOT_THERE, NOT_THERE, OP_TENSOR, OP_TENSOR, OP_TENSOR, OP_TENSOR, OP_TENSOR, OP_TENSOR}},
    {"UIADD3", {NOT_THERE, NOT_THERE, NOT_THERE, OP_INT, OP_INT, OP_INT, OP_INT, OP_INT}},
    {"DEPBAR", {OP_INT, OP_INT, OP_INT, OP_INT, OP_FENCE, OP_FENCE, OP_FENCE, OP_FENCE}},
    {"QMMA",
     {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, OP_TENSOR, NOT_THERE, OP_TENSOR}},
    {"REDG",
     {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, OP_ATOMIC, OP_ATOMIC}},
    {"HGMMA",
     {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, OP_TENSOR, NOT_THERE}},
    {"FROB",
     {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
};

START_TEST(opcodes_resolve)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        const struct opcode_fact *fact = find(all[i], classes[_i].name);
        int found = fact ? fact->op_class : NOT_THERE;
        ck_assert_msg(found == classes[_i].op_class[i], "%s of %s: class %d", classes[_i].name,
                      all[i]->name, found);
    }
}
END_TEST

/* All columns come along, from however many generations before. */
START_TEST(facts_are_whole)
{
    const struct opcode_fact *red = find(&hopper_isa, "RED");
    ck_assert_uint_eq(red->space, SPACE_GLOBAL);
    ck_assert_uint_eq(red->flags, INSTRUCTION_NO_RETURN);
    ck_assert_ptr_eq(red, find(&kepler_isa, "RED"));
    ck_assert_uint_eq(find(&hopper_isa, "LDSM")->bytes, 16);
    ck_assert_uint_eq(find(&ada_isa, "DEPBAR")->kind, OPCODE_ASYNC_WAIT);
    ck_assert_uint_eq(find(&turing_isa, "DEPBAR")->kind, OPCODE_USUAL);
}
END_TEST

START_TEST(some_opcodes_have_costs_of_their_own)
{
    static const struct {
        const char *name;
        enum own_cost cost;
    } rows[] = {{"IADD3", COST_OF_CLASS},     {"UIADD3", COST_UNIFORM}, {"ULDC", COST_UNIFORM},
                {"UIMAD", COST_UNIFORM},      {"UPOPC", COST_UNIFORM},  {"R2UR", COST_UNIFORM},
                {"VOTEU", COST_UNIFORM},      {"REDUX", COST_REDUX},    {"VIADDMNMX", COST_DPX},
                {"VIMNMX", COST_DPX},         {"VIADD", COST_OF_CLASS}, {"UTMALDG", COST_OF_CLASS},
                {"UBLKCP", COST_OF_CLASS},    {"LDSM", COST_OF_CLASS},  {"HMMA", COST_OF_CLASS},
                {"WARPGROUP", COST_OF_CLASS}, {"SHFL", COST_OF_CLASS}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        ck_assert_msg(sass_own_cost(find(&hopper_isa, rows[i].name)) == rows[i].cost, "%s",
                      rows[i].name);
}
END_TEST

/* As many as each set had when every table listed all of its opcodes. */
START_TEST(sets_are_complete)
{
    static const unsigned opcodes[GENERATIONS] = {126, 176, 133, 167, 182, 183, 224, 261};
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < GENERATIONS; i++)
        for (unsigned j = 0; j < all[i]->n_opcodes; j++)
            g_hash_table_add(names, (gpointer)all[i]->opcodes[j].name);
    GHashTableIter iterator;
    gpointer name = NULL;
    unsigned found = 0;
    g_hash_table_iter_init(&iterator, names);
    while (g_hash_table_iter_next(&iterator, &name, NULL))
        found += find(all[_i], name) != NULL;
    ck_assert_uint_eq(found, opcodes[_i]);
}
END_TEST

/* All names that readers of Accel-Sim's traces know, for each of today's binary versions.
 * Source: accel-sim/accel-sim-framework, gpu-simulator/ISA_Def/ampere_opcode.h at 4a752ebb and
 * hopper_opcode.h at ebf11863; for Ada, wang121201/accel-sim-framework, ada_opcode.h at 6fdad71f
 * (the names of Ampere); for Blackwell, reoLantern/accel-sim-framework, blackwell_opcode.h at
 * f9733282. */
#define AMPERE                                                                                     \
    "FADD FADD32I FCHK FFMA32I FFMA FMNMX FMUL FMUL32I FSEL FSET FSETP FSWZADD MUFU HADD2 "        \
    "HADD2_32I HFMA2 HFMA2_32I HMUL2 HMUL2_32I HSET2 HSETP2 HMNMX2 HMMA DMMA BMMA IMMA DADD DFMA " \
    "DMUL DSETP BMSK BREV FLO IABS IADD IADD3 IADD32I IDP IDP4A IMAD IMNMX IMUL IMUL32I ISCADD "   \
    "ISCADD32I ISETP LEA LOP LOP3 LOP32I POPC SHF SHL SHR VABSDIFF VABSDIFF4 F2F F2FP F2I I2F "    \
    "I2I I2IP I2FP F2IP FRND MOV MOV32I MOVM PRMT SEL SGXT SHFL PLOP3 PSETP P2R R2P LD LDC LDG "   \
    "LDL LDS LDSM ST STG STL STS MATCH QSPC ATOM ATOMS ATOMG RED CCTL CCTLL ERRBAR MEMBAR CCTLT "  \
    "LDGDEPBAR LDGSTS R2UR REDUX S2UR UBMSK UBREV UCLEA UF2FP UFLO UIADD3 UIMAD UISETP ULDC ULEA " \
    "ULOP ULOP3 ULOP32I UMOV UP2UR UPLOP3 UPOPC UPRMT UPSETP UR2UP USEL USGXT USHF USHL USHR "     \
    "VOTEU TEX TLD TLD4 TMML TXD TXQ SUATOM SULD SUQUERY SURED SUST BMOV BPT BRA BREAK BRX BRXU "  \
    "BSSY BSYNC CALL EXIT JMP JMX JMXU KILL NANOSLEEP RET RPCMOV RTT WARPSYNC YIELD B2R BAR CS2R " \
    "CSMTEST DEPBAR GETLMEMBASE LEPC NOP PMTRIG R2B S2R SETCTAID SETLMEMBASE VOTE VOTE_VTG "
static const struct {
    unsigned version;
    const char *names;
} peers[] = {
    {80, AMPERE},
    {86, AMPERE},
    {89, AMPERE},
    {90, AMPERE
     "REDG VIADD VIADDMNMX VIMNMX VIMNMX3 CGAERRBAR ACQBULK STSM UBLKCP UBLKPF UBLKRED UTMALDG "
     "UTMAPF UTMAREDG UTMASTG UTMACCTL UTMACMDFLUSH STAS FENCE SYNCS ARRIVES UCGABAR_ARV "
     "UCGABAR_WAIT WARPGROUP QGMMA HGMMA IGMMA ELECT USETMAXREG PREEXIT USETSHMSZ"},
    {100, AMPERE "REDG VIMNMX VIMNMX3 CGAERRBAR LDCU"},
    {120, AMPERE "REDG VIMNMX VIMNMX3 CGAERRBAR LDCU UVIMNMX UFADD UFMUL UI2F UI2FP UI2I UI2IP "
                 "UFFMA"},
};

START_TEST(peers_names_are_known)
{
    unsigned known;
    const struct sass_isa *isa = sass_isa_of(peers[_i].version, &known);
    ck_assert_uint_eq(known, peers[_i].version);
    g_auto(GStrv) names = g_strsplit(peers[_i].names, " ", -1);
    for (char **name = names; *name; name++)
        ck_assert_msg(**name == '\0' || find(isa, *name), "%s of version %u", *name, known);
}
END_TEST

static bool same(const struct opcode_fact *a, const struct opcode_fact *b)
{
    return a->op_class == b->op_class && a->space == b->space && a->bytes == b->bytes &&
           a->flags == b->flags && a->kind == b->kind && a->assumed == b->assumed;
}

START_TEST(tables_are_differences)
{
    const struct sass_isa *isa = all[_i], *before = isa->before;
    ck_assert_ptr_eq(before, _i > 0 ? all[_i - 1] : NULL);
    for (unsigned i = 0; i < isa->n_opcodes; i++) {
        const struct opcode_fact *own = &isa->opcodes[i];
        const struct opcode_fact *old = before ? find(before, own->name) : NULL;
        ck_assert_msg(!old || !same(own, old), "%s repeats %s", isa->name, own->name);
        ck_assert_msg(find(isa, own->name) == own, "%s has %s twice", isa->name, own->name);
    }
    for (unsigned i = 0; i < isa->n_dropped; i++) {
        const char *name = isa->dropped[i];
        ck_assert_msg(find(before, name) != NULL, "%s drops %s, which was not there", isa->name,
                      name);
        ck_assert_msg(find(isa, name) == NULL, "%s has %s and drops it", isa->name, name);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("isa");
    TCase *tests = tcase_create("isa");
    tcase_add_loop_test(tests, opcodes_resolve, 0, G_N_ELEMENTS(classes));
    tcase_add_test(tests, facts_are_whole);
    tcase_add_test(tests, some_opcodes_have_costs_of_their_own);
    tcase_add_loop_test(tests, peers_names_are_known, 0, G_N_ELEMENTS(peers));
    tcase_add_loop_test(tests, sets_are_complete, 0, GENERATIONS);
    tcase_add_loop_test(tests, tables_are_differences, 0, GENERATIONS);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
