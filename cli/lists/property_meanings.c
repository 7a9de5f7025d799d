/* SPDX-License-Identifier: BSD-3-Clause */
/* Units and ranges are not here: the readers say them, and the two can't disagree. A test holds
 * this table against what the readers ask for. */
#include "cli/lists/property_meanings.h"
#include <glib.h>
#include <string.h>

/* The four properties that wires have; the width is their sender's port's. */
#define WIRE(model, prefix, from_to)                                                               \
    {model, prefix ".latency", "Time that a packet takes from " from_to "."},                      \
        {model, prefix ".credit_latency",                                                          \
         "Time until the sender knows that a slot of the buffer there is free again."},            \
    {                                                                                              \
        model, prefix ".slots",                                                                    \
            "Packets that fit into the buffer at the end of the way from " from_to " holds."       \
    }

const struct property_meaning property_meanings[] = {
    {"host", "launch.latency", "Time from a launch's issue to its departure to the GPU."},
    {"host", "child.latency", "Time from a launch in a kernel to the departure of that launch."},
    {"host", "child.interval", "Time between launches that lanes of a warp ask for at once."},
    {"host", "dispatcher.latency", "Time of a message between the host and the dispatcher."},
    {"host", "call.time", "Time that a call of the CUDA runtime takes on the host."},
    {"host", "graph.node.time", "Host time of each node of a CUDA graph that is launched."},
    {"host", "copy.latency", "Time from the start of a copy to its first byte on the link."},
    {"host", "move.latency", "Time before the first byte of a copy or fill in GPU memory."},
    {"host", "copy.engines", "Copies between host and GPU that run at a time."},
    {"host", "concurrent.kernels", "Kernels that the dispatcher holds at a time."},
    {"host", "llc.size", "Size of the CPU's last-level cache, which its cores share."},
    {"host", "dram.bandwidth", "Bandwidth of the CPU's memory; copies use it, too."},
    {"host", "dram.latency", "Latency of a miss in the CPU's last-level cache."},
    {"host", "simd.width", "Width of the SIMD units of the CPU's cores."},
    {"host", "offload", "Policy that chooses the device of each launch."},

    {"gpu", "name", "Name of the product."},
    {"gpu", "compute_capability", "CUDA compute capability that programs see."},
    {"gpu", "lanes", "How lanes of a warp that have diverged take turns."},
    {"gpu", "lanes.spin_limit",
     "Rounds of a loop without any change after which simgpu calls lanes in lock step stuck."},
    {"gpu", "code.addresses",
     "Whether each kernel's code has its own addresses, or all start at one address, as in another "
     "simulator."},
    {"gpu", "memory.size", "Size of device memory."},
    {"gpu", "memory.interleave",
     "Consecutive pieces of memory of this size go to consecutive L2 banks."},
    {"gpu", "memory.bank_hash",
     "How higher address bits are mixed into the number of the L2 bank."},
    {"gpu", "memory.address_bits",
     "Letters that say which address bits select channels, banks, rows and columns; none: the "
     "interleaving decides."},
    {"gpu", "energy.instruction", "Energy of decoding and choosing an instruction of a warp."},
    {"gpu", "energy.fetch", "Energy of a fetch from the instruction cache."},
    {"gpu", "energy.int", "Energy of an integer operation in a lane, or a conversion."},
    {"gpu", "energy.int_mul", "Energy of a multiplication of integers in a lane."},
    {"gpu", "energy.fp32", "Energy of an operation in single or half precision in a lane."},
    {"gpu", "energy.fp64", "Energy of an operation in double precision in a lane."},
    {"gpu", "energy.divide", "Energy of a division or exact root in a lane."},
    {"gpu", "energy.sfu", "Energy of an approximate function in a lane."},
    {"gpu", "energy.tensor", "Energy of a lane's part of a matrix operation."},
    {"gpu", "energy.memory", "Energy of a lane's address of a load, store or atomic."},
    {"gpu", "energy.other", "Energy of a lane in a branch, barrier, fence or exit."},
    {"gpu", "energy.operand", "Energy of a register that a lane reads or writes."},
    {"gpu", "energy.shared", "Energy of a pass over the banks of shared memory."},
    {"gpu", "energy.l1d", "Energy of a sector that a load finds in L1D or on its way to L1D."},
    {"gpu", "energy.l1d_miss", "Energy of a sector that a load does not find in L1D."},
    {"gpu", "energy.l1d_store", "Energy of a sector in L1D that a store writes to."},
    {"gpu", "energy.l1d_store_miss", "Energy of a sector that a store does not find in L1D."},
    {"gpu", "energy.texture", "Energy of a line that the texture cache looks up or fills."},
    {"gpu", "energy.constant", "Energy of an access of the constant cache."},
    {"gpu", "energy.flit", "Energy of the data that a port into the crossbar sends in a cycle."},
    {"gpu", "energy.l2", "Energy of a sector that a read finds in L2 or on its way to L2."},
    {"gpu", "energy.l2_miss", "Energy of a sector that a read does not find in L2."},
    {"gpu", "energy.l2_write", "Energy of a sector that a write finds in L2."},
    {"gpu", "energy.l2_write_miss", "Energy of a sector that a write does not find in L2."},
    {"gpu", "energy.activate", "Energy of opening a row of DRAM."},
    {"gpu", "energy.precharge", "Energy of closing a row of DRAM."},
    {"gpu", "energy.read", "Energy of a byte read from DRAM."},
    {"gpu", "energy.write", "Energy of a byte written to DRAM."},
    {"gpu", "power.sm", "Static power of an SM."},
    {"gpu", "power.l2", "Static power of an L2 bank."},
    {"gpu", "power.dram", "Static power of a DRAM channel, refresh included."},
    {"gpu", "power.rest", "Static power of everything else on the board."},

    {"dispatcher", "clock", "Frequency of the dispatcher."},
    {"dispatcher", "dispatch.interval", "Cycles from one sending of blocks to the next."},
    {"dispatcher", "dispatch.width", "Blocks that the dispatcher sends in one cycle."},
    {"dispatcher", "dispatch.ahead",
     "Blocks that an SM may get beyond its room; they wait there. If this is more than one, their "
     "number follows the pace at which blocks end."},
    {"dispatcher", "dispatch.notice",
     "When an SM frees a block's place: when the block is done, or when its last warp exits, "
     "before its stores are acknowledged."},
    {"dispatcher", "kernel.counted",
     "Whether a kernel's cycles include the time of messages between the dispatcher and the SMs."},
    {"dispatcher", "kernel.setup", "Cycles from a kernel's start to its first block."},
    {"dispatcher", "block_scheduler", "Policy that chooses the SM of the next block."},
    {"dispatcher", "partition", "Policy that divides the SMs among kernels that run side by side."},
    {"dispatcher", "sm.latency", "Time of a message from an SM to the dispatcher."},
    {"dispatcher", "sm.start_latency", "Time of a message from the dispatcher to an SM."},
    {"dispatcher", "sm.slots",
     "Messages that may be on their way between the dispatcher and an SM, in each direction."},

    {"sm", "clock", "Frequency of the SMs; `cycles` of the results count its cycles."},
    {"sm", "warps", "Warps that an SM has room for."},
    {"sm", "blocks", "Blocks that an SM has room for."},
    {"sm", "threads", "Threads that an SM has room for."},
    {"sm", "threads.per_block", "Threads that a block may have at most."},
    {"sm", "registers", "Registers of 32 bits that an SM has."},
    {"sm", "registers.allocation", "A warp's registers are rounded up to this number."},
    {"sm", "registers.warp_granularity",
     "For the allocation of registers, a block's warps are rounded up to this number."},
    {"sm", "registers.banks", "Banks of the register file."},
    {"sm", "registers.reads", "Registers that a bank delivers in a cycle."},
    {"sm", "shared.size", "Shared memory that an SM has for its blocks at most."},
    {"sm", "shared.allocation", "A block's shared memory is rounded up to this size."},
    {"sm", "mbarrier.arrive_latency",
     "Cycles from an arrival at an mbarrier until its state can be read. Without it: those of "
     "shared memory."},
    {"sm", "mbarrier.wait_latency",
     "Cycles from a look at an mbarrier, or from the end of a wait, until the predicate can be "
     "read."},
    {"sm", "mbarrier.wait_limit",
     "Cycles for which mbarrier.try_wait suspends a warp at most, if the program does not say."},
    {"sm", "tma.requests",
     "Lines of bulk copies that may be on their way. Without it the SM has no TMA engine."},
    {"sm", "tma.interval", "Cycles from one bulk copy that the TMA engine takes to the next one."},
    {"sm", "tma.latency", "Cycles from a bulk copy's issue to its first request."},
    {"sm", "tma.line_interval", "Cycles from one request of the TMA engine to the next one."},
    {"sm", "tma.fill_latency",
     "Cycles from the last reply to a bulk copy to the arrival of its bytes at the mbarrier."},
    {"sm", "shared.latency",
     "Cycles from shared memory to the issue of an instruction that needs its answer."},
    {"sm", "shared.banks", "Banks of shared memory, each of which serves a word a cycle."},
    {"sm", "shared.conflict_latency",
     "Cycles from one turn of an access to its next turn, if its lanes conflict in a bank."},
    {"sm", "shared.wide",
     "Words of a lane's access of 8 or 16 bytes whose banks count: all of them, in two or four "
     "passes, or only the first."},
    {"sm", "fetch.width", "Instructions that one fetch brings."},
    {"sm", "fetch.warps", "Warps that fetch in one cycle."},
    {"sm", "fetch.latency", "Cycles from a fetch to the issue of its instructions."},
    {"sm", "fetch.branches",
     "What a taken branch does: it empties the instruction buffer; or fetches follow its path; or "
     "they follow it but ask for the line after the last issued instruction."},
    {"sm", "fetch.order",
     "Which warp gets its instructions first, if several wait for the same line of code."},
    {"sm", "ibuffer.entries", "Instructions that a warp's buffer holds."},
    {"sm", "l1i.size", "Size of the instruction cache."},
    {"sm", "l1i.ways", "Lines in each set of the instruction cache."},
    {"sm", "l1i.mshrs", "Instruction lines that an SM may fetch at a time."},
    {"sm", "l1i.prefetch", "Lines behind a missed one that the instruction cache asks for, too."},
    {"sm", "instruction.size", "Size of an instruction in memory."},
    {"sm", "schedulers", "Warp schedulers of an SM, among which its warps are divided."},
    {"sm", "warp_scheduler", "Policy that chooses the warp that issues."},
    {"sm", "criticality", "Policy that tells how critical each warp is."},
    {"sm", "l1_replacement", "Policy that chooses the line that L1D replaces."},
    {"sm", "l1_bypass", "Policy that chooses loads that take no line of L1D."},
    {"sm", "issue.width", "Instructions of a warp that a scheduler issues in a cycle."},
    {"sm", "issue.order",
     "Whether the same scheduler issues first in each cycle, or the schedulers take turns."},
    {"sm", "units.private", "Whether each scheduler has its own units, or all share them."},
    {"sm", "units.queue", "Instructions that may wait for a busy unit after they issued."},
    {"sm", "collectors",
     "Operand collectors of each kind of unit, such as sp:6,sfu:8, or any:4 for all kinds; none: "
     "units have a queue instead."},
    {"sm", "result.buses", "Results that an SM with collectors writes in a cycle; 0: no limit."},
    {"sm", "units.*",
     "Units of this kind: of all schedulers together or, if private, of each scheduler; 0: none."},
    {"sm", "op.*.unit", "The unit that operations of this class use."},
    {"sm", "op.*.latency",
     "Cycles from the issue of such an operation to the issue of an instruction that needs its "
     "result."},
    {"sm", "op.*.interval", "Cycles for which such an operation keeps its unit busy."},
    {"sm", "op.uniform",
     "Latency and interval of instructions of the uniform datapath (UIADD3, ULDC, R2UR), which "
     "then "
     "has a unit of its own in each scheduler's part. Without it they cost what their class does."},
    {"sm", "op.redux",
     "Latency and interval of reductions over a warp (redux, REDUX), instead of those of "
     "op.convert. "
     "A platform need not have it."},
    {"sm", "op.dpx",
     "Latency and interval of DPX instructions (VIADDMNMX, VIMNMX, VIMNMX3), instead of those of "
     "op.int. A platform need not have it."},
    {"sm", "op.tensor.group.issue",
     "Cycles from the issue of a warp group's product (wgmma) to that of the next one."},
    {"sm", "op.tensor.group.queue",
     "Products of warp groups that may wait for a scheduler's matrix unit."},
    {"sm", "op.tensor.**",
     "Latency and interval of products of matrices of this form, instead of those of all "
     "(op.tensor.latency and op.tensor.interval). A platform need not have it."},
    {"sm", "ldst.issue_latency", "Cycles from issue to the load/store unit's caches."},
    {"sm", "ldst.queue", "Instructions that the load/store unit's queue holds."},
    {"sm", "ldst.private", "yes: each scheduler has that many places of its own."},
    {"sm", "ldst.pipeline",
     "Accesses that may be between the load/store unit and L1D's tags without a place in the "
     "queue."},
    {"sm", "coalesce.size", "Largest request into which the coalescer cuts a warp's access."},
    {"sm", "coalesce.narrow",
     "Whether accesses of 1 and 2 bytes are coalesced in lines or in segments of 32 and 64 bytes."},
    {"sm", "coalesce.writes",
     "Whether a store to both halves of a line sends sectors or the whole line."},
    {"sm", "coalesce.order",
     "Whether an access sends its lines in the order of its lanes, or from the highest address "
     "down."},
    {"sm", "coalesce.atomics",
     "Whether atomics and loads that bypass L1D ask for lines or for sectors. By sector, each "
     "further lane at the same address costs an atomic another request."},
    {"sm", "async.bypass",
     "Whether asynchronous copies may bypass L1D (cp.async.cg, LDGSTS.BYPASS), or all of them go "
     "through it."},
    {"sm", "local.layout",
     "Whether local memory is laid out warp by warp, or with the same word of all threads side by "
     "side."},
    {"sm", "op.atomic.waits",
     "Whether a warp waits for its atomic to come back even if nothing needs the value."},
    {"sm", "op.fence.waits",
     "Whether a fence waits for all open accesses of its block, or only for its warp's loads."},
    {"sm", "op.fence.invalidates", "Whether a fence empties L1D."},
    {"sm", "constant.size", "Size of the constant cache."},
    {"sm", "constant.ways", "Lines in each set of the constant cache."},
    {"sm", "constant.hit_latency",
     "Cycles from the constant cache to the issue of a dependent instruction."},
    {"sm", "constant.indexed_latency",
     "The same for a constant whose address is in a register; such a constant is no operand."},
    {"sm", "constant.traced",
     "Whether loads of constants in a trace use the constant cache, or count as integer "
     "operations."},
    {"sm", "cluster.blocks", "Blocks of the largest cluster of thread blocks; 1: there are none."},
    {"sm", "cluster.gpcs", "GPCs into which the SMs are divided; a cluster lies on one of them."},
    {"sm", "cluster.latency",
     "Cycles of a message from an SM to the other one of its pair, between blocks of a cluster."},
    {"sm", "cluster.far_latency", "The same to another SM of the GPC."},
    {"sm", "cluster.width", "Bytes a cycle of such messages, from an SM and to it."},
    {"sm", "cluster.requests", "Requests to other SMs that an SM may have out."},
    {"sm", "texture.size", "Size of the texture cache."},
    {"sm", "texture.ways", "Lines in each set of the texture cache."},
    {"sm", "texture.hit_latency",
     "Cycles from the texture cache, or from a fill, to the issue of a dependent instruction."},
    {"sm", "texture.mshr_merges", "Fetches that may wait for one line of the texture cache."},
    {"sm", "l1d.size",
     "Size of the L1 data cache, or of the memory that it shares with shared memory."},
    {"sm", "l1d.ways", "Lines in each set of L1D."},
    {"sm", "l1d.set_index", "How the address selects the set of L1D."},
    {"sm", "l1d.sector", "Bytes that a miss asks for; a line has 128 bytes."},
    {"sm", "l1d.banks",
     "Sectors (or whole lines, if misses ask for lines) that L1D serves in a cycle: one for each "
     "bank."},
    {"sm", "l1d.write",
     "Whether a store drops its line from L1D, updates it, or also allocates one on a miss."},
    {"sm", "l1d.write_local",
     "Whether a store to local memory that hits stays in L1D until its line is replaced."},
    {"sm", "l1d.write_pending",
     "Whether a store cuts a line that is on its way off from L1D, or lets it arrive as it was "
     "(not with allocate)."},
    {"sm", "l1d.allocate", "Whether L1D allocates a line at the miss, or when its data arrive."},
    {"sm", "l1d.carveout",
     "Sizes that shared memory may take of the memory that L1D shares with it."},
    {"sm", "l1d.hit_latency",
     "Cycles from L1D to the issue of an instruction that needs its answer."},
    {"sm", "l1d.fill_latency",
     "Cycles from a reply's arrival to the issue of a dependent instruction."},
    {"sm", "l1d.mshrs", "Lines that L1D may fetch at a time."},
    {"sm", "l1d.mshrs_uncached",
     "Requests of atomics and strong loads that may be on their way at a time; 0: they take "
     "entries of l1d.mshrs."},
    {"sm", "l1d.mshr_merges", "Accesses that may wait for one line."},
    {"sm", "l1d.mshr_replies",
     "Waiting accesses that MSHRs answer in a cycle, each of a sector or a line; 0: all at once."},
    {"sm", "l1d.miss_queue", "Requests that may wait for the SM's port into the crossbar."},

    {"crossbar", "clock", "Frequency of the crossbar."},
    {"crossbar", "queues",
     "Whether packets queue at the outputs or at the inputs of the crossbar."},
    {"crossbar", "width", "Bytes that a port carries in a cycle."},
    {"crossbar", "speedup",
     "How many times faster than its wires a crossbar with queues at its inputs works inside."},
    {"crossbar", "arbitration",
     "Whether an input sends to one output in a cycle, or to several outputs of rising numbers."},
    {"crossbar", "packet.contended",
     "Whether a request for a line that other waiting requests want reaches L2 whole or packet by "
     "packet."},
    {"crossbar", "packet.enters",
     "Whether a message enters the crossbar with its last flit or with its first."},
    {"crossbar", "packet.mixed",
     "Messages of one input whose packets may take turns, at most; 1: none take turns."},
    {"crossbar", "packet.header", "Size of a packet without data."},
    {"crossbar", "packet.data", "Data of a request that one packet carries at most."},
    {"crossbar", "packet.reply_data", "Data of a reply that one packet carries at most."},
    WIRE("crossbar", "sm_to_port", "an SM to the crossbar"),
    {"crossbar", "sm_to_port.fetch",
     "Latency of a separate way from an SM for instructions and constants; 0: they share the "
     "common way."},
    {"crossbar", "sm_to_port.atomic",
     "Latency of a separate way from an SM for atomics and strong loads of traces; 0: they share "
     "the common way."},
    WIRE("crossbar", "port_to_bank", "the crossbar to an L2 bank"),
    WIRE("crossbar", "bank_to_port", "an L2 bank to the crossbar"),
    WIRE("crossbar", "port_to_sm", "the crossbar to an SM"),
    {"crossbar", "cluster",
     "SMs that share an input and an output of the crossbar, in the order of their numbers from "
     "sm0 on."},

    {"l2_bank", "l2_replacement", "Policy that chooses the line that L2 replaces."},
    {"l2_bank", "clock", "Frequency of L2."},
    {"l2_bank", "size", "Size of a bank."},
    {"l2_bank", "ways", "Lines in each set of a bank."},
    {"l2_bank", "sector",
     "Size of the parts of a line that become dirty and are written back separately."},
    {"l2_bank", "fetch", "Whether a miss reads a whole line or the sectors that it needs."},
    {"l2_bank", "data.width",
     "Bytes that a bank reads or writes in a cycle. Requests that wait share cycles."},
    {"l2_bank", "set_index", "How the address selects the set of a bank."},
    {"l2_bank", "mshrs", "Misses that a bank may have open at a time."},
    {"l2_bank", "mshr_merges", "Requests that may wait for one miss."},
    {"l2_bank", "entry.latency",
     "Cycles of the way to the bank during which nothing stops a request that has entered the "
     "queue; 0: a request stops where it is."},
    {"l2_bank", "entry.queue",
     "Sectors that the queue at the end of that way holds; without such a way this has no effect."},
    {"l2_bank", "halves",
     "2: L2 has two halves, each near to half of the SMs; 1: all SMs are as near to all of it."},
    {"l2_bank", "far.latency",
     "Cycles that a request takes longer to the other half, there and back; for two halves."},
    {"l2_bank", "far.copies",
     "Size of the copies that the other half has of a bank's lines; for two halves."},
    {"l2_bank", "merged_replies",
     "Whether the replies of merged requests leave one after another, or take turns packet by "
     "packet."},
    {"l2_bank", "write_miss",
     "Whether a write that misses stays in L2, or goes on to DRAM while L2 reads its line."},
    {"l2_bank", "atomic.interval", "Cycles from an atomic operation to the next on a bank."},
    {"l2_bank", "to_xbar.flits",
     "Flits of the crossbar's width that a bank sends in one of its own cycles."},
    {"l2_bank", "to_dram.width", "Bytes that a bank sends to DRAM in a cycle."},
    WIRE("l2_bank", "to_dram", "a bank to its DRAM channel"),

    {"dram_channel", "clock", "Frequency of commands."},
    {"dram_channel", "width", "Bytes that a channel's data bus carries in a cycle."},
    {"dram_channel", "burst", "Bytes that one column command reads or writes."},
    {"dram_channel", "burst.shared", "Whether sectors of a request share bursts."},
    {"dram_channel", "command_bus",
     "Whether a row command and a column command may go in the same cycle."},
    {"dram_channel", "queue", "Bursts in the queue from which the scheduler chooses."},
    {"dram_channel", "queue.row_hit_cap", "Row hits that may go before the oldest request."},
    {"dram_channel", "queue.writes",
     "Whether the channel holds writes back and writes them together."},
    {"dram_channel", "banks", "Banks of a channel."},
    {"dram_channel", "bank_groups", "Groups of banks; the banks of a group share some circuits."},
    {"dram_channel", "bank.interleave",
     "Consecutive pieces of a channel's memory of this size go to different banks."},
    {"dram_channel", "bank.ways", "Banks to which consecutive pieces go in turn."},
    {"dram_channel", "bank.hash", "How row bits are mixed into the number of the bank."},
    {"dram_channel", "row.size", "Size of a row."},
    {"dram_channel", "t_cl", "READ to the first of its data."},
    {"dram_channel", "t_wl", "WRITE to the first of its data."},
    {"dram_channel", "t_rp", "PRECHARGE to ACTIVATE, same bank."},
    {"dram_channel", "t_rc", "ACTIVATE to ACTIVATE, same bank."},
    {"dram_channel", "t_ras", "ACTIVATE to PRECHARGE, same bank."},
    {"dram_channel", "t_rcd", "ACTIVATE to READ, same bank."},
    {"dram_channel", "t_rcdw", "ACTIVATE to WRITE, same bank."},
    {"dram_channel", "t_rrd", "ACTIVATE to ACTIVATE, another bank."},
    {"dram_channel", "t_rrdl", "ACTIVATE to ACTIVATE, another bank of the group."},
    {"dram_channel", "t_faw", "Cycles in which a channel sends at most four ACTIVATEs."},
    {"dram_channel", "t_ccd", "READ to READ or WRITE to WRITE, another group."},
    {"dram_channel", "t_ccdl", "READ to READ or WRITE to WRITE, same group."},
    {"dram_channel", "t_wr", "End of written data to PRECHARGE, same bank."},
    {"dram_channel", "t_wtr", "End of written data to READ, another group."},
    {"dram_channel", "t_wtrl", "End of written data to READ, same group."},
    {"dram_channel", "t_rtp", "READ to PRECHARGE, same bank."},
    {"dram_channel", "t_rtpl", "READ to PRECHARGE, another bank of the group."},
    {"dram_channel", "t_rtw", "READ to WRITE."},
    {"dram_channel", "to_l2.width", "Bytes that a channel sends to L2 in a cycle of L2."},
    WIRE("dram_channel", "to_l2", "a channel to an L2 bank"),
    {NULL, NULL, NULL}};

/* Whether the name is the pattern's, whose star stands for one word, two at its end for any. */
static gboolean matches(const char *pattern, const char *name)
{
    g_auto(GStrv) wanted = g_strsplit(pattern, ".", -1);
    g_auto(GStrv) words = g_strsplit(name, ".", -1);
    guint n = g_strv_length(words);
    if (g_str_has_suffix(pattern, ".**"))
        return strncmp(pattern, name, strlen(pattern) - 2) == 0;
    if (g_strv_length(wanted) != n)
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!g_str_equal(wanted[i], "*") && !g_str_equal(wanted[i], words[i]))
            return FALSE;
    return TRUE;
}

const struct property_meaning *property_meaning(const char *model, const char *name)
{
    for (const struct property_meaning *row = property_meanings; row->model; row++)
        if (g_str_equal(row->model, model) && matches(row->name, name))
            return row;
    return NULL;
}
