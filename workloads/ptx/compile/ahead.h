/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instructions a warp may run before their time: exec_kernel.ahead.
 *
 * An instruction that only writes registers has no effect that anybody else could see. So the
 * interpreter may run it as soon as the one before it has issued, whenever it issues itself. But
 * its operands must be there: a load that is out writes its destination when the reply comes.
 *
 * The SM's scoreboard holds back whoever names such a register. So a register has its value once an
 * instruction that names it has issued, unless a later load writes it. Where control may come from
 * elsewhere, all destinations of loads are in doubt again.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_AHEAD_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_AHEAD_H

#include "workloads/ptx/exec/exec.h"

/* Makes exec_kernel.ahead and steps of code that is complete otherwise. */
void block_find_ahead(struct kernel_code *code);

#endif
