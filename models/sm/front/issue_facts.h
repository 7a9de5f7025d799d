/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop needs to know of an instruction on this SM, in one short record.
 *
 * It joins the instruction's registers with its class's timing on the platform and with its
 * register-bank conflicts. So an issue reads one record instead of three tables and computes
 * nothing twice. A record is made when its instruction is first met, since a trace's instructions
 * become known only as it runs.
 *
 * Units: cycles of the SM; a pc indexes kernel_code.instructions.
 */
#ifndef SIMGPU_SM_ISSUE_FACTS_H
#define SIMGPU_SM_ISSUE_FACTS_H

#include "models/sm/core/sm_config.h"
#include "models/sm/core/sm_counters.h"
#include "models/sm/front/register_banks.h"

/* The place in front of a warp's registers, for the results of instructions that have none. */
enum { FACT_NOWHERE = -1 };

enum { FACT_REGISTERS = 5, SHORT_REGISTERS = 4 /* of instructions that have a short way */ };

/* Most instructions have only FACT_MADE: they touch registers, and the next one follows. */
enum fact_flag {
    FACT_MADE = 1,
    FACT_MEMORY = 2,  /* a load, a store or an atomic */
    FACT_CONTROL = 4, /* `latency` also holds for the warp's next instruction */
    FACT_BRANCH = 8,
    FACT_WAITS = 16, /* before it issues: a release or a drain waits; sm_settle asks */
    FACT_HOLDS =
        32,         /* after: a barrier, a fence, an acquire or a release; the warp may not go on */
    FACT_MANY = 64, /* more registers than fit here */
    FACT_GLOBAL = 128 /* with FACT_MEMORY: in global or local memory */
};

/* By which way an instruction issues if the front end knows its successor (sm_issue_warp.c). The
 * short ways need FACT_MADE alone, few registers, and at most one destination. */
enum issue_way {
    ISSUE_LONG,      /* by none of the short ways */
    ISSUE_SHORT,     /* the pipe has one unit */
    ISSUE_COLLECTED, /* the same with operand collectors */
    ISSUE_SEVERAL    /* ... with several units */
};

struct issue_facts {
    uint16_t registers[FACT_REGISTERS]; /* as in struct instruction: unused ones are 0 */
    uint8_t n_destinations;
    uint8_t pipe;  /* enum pipe */
    uint8_t flags; /* enum fact_flag */
    uint8_t bank_cycles;
    uint16_t latency;   /* until a dependent instruction may issue; bank cycles included */
    uint8_t lane_class; /* enum lane_class */
    uint8_t operands;   /* registers read and written */
    uint16_t busy; /* how long the pipe is; bank cycles included unless instructions queue for it */
    uint8_t unit_class;  /* enum unit_class; UNIT_CLASSES: the load/store unit, or none */
    uint8_t way;         /* enum issue_way */
    uint8_t kind;        /* unless ISSUE_LONG: issue_tally.h */
    int16_t destination; /* unless ISSUE_LONG: its one, or FACT_NOWHERE */
    uint8_t padding[6];
};
_Static_assert(sizeof(struct issue_facts) == 32, "an index should be a shift");

/* What operand collectors need to know of an instruction. */
struct collected {
    struct register_set registers;
    uint16_t latency; /* as in issue_facts, for a result that goes over the bus */
    uint16_t interval;
    uint8_t pipe;
    bool quick; /* it takes a short way: registers are read once a cycle; its pipe has own
                   collectors, and there are no others; its interval is one cycle; its latency is
                   COLLECTED_FARTHEST at most */
};
enum { COLLECTED_FARTHEST = 96 }; /* cycles */

/* Records of one kernel's instructions, by pc. A trace has room for many more than it uses, so they
 * are mapped: untouched pages take no memory, and nothing is cleared. */
struct code_facts {
    size_t bytes; /* of the mapping */
    bool traced;
    uint32_t launch;             /* of a trace: the launch that its instructions belong to */
    uint32_t slots;              /* the registers that its known instructions name are below this */
    struct collected *collected; /* by pc, behind `facts`; NULL without collectors */
    struct issue_facts facts[];
};

/* Whether it is in global or local memory, as far as is known before its issue. */
bool instruction_is_global(const struct instruction *instruction);
struct code_facts *code_facts_new(const struct kernel_code *code, uint32_t launch,
                                  const struct sm_config *config);
void code_facts_free(struct code_facts *facts);
/* Makes the records of the instruction at pc. */
void code_facts_make(struct code_facts *code, uint32_t pc, const struct instruction *instruction,
                     const struct sm_config *config);

#endif
