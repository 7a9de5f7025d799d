/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of counters: names, units and meanings, as docs/reference/metrics.md has them. */
#include "models/sm/core/sm_counters.h"

#define ROW(...) COUNTER_ROW(struct sm_counters, __VA_ARGS__)
#define PART(part, member, unit_text, ...)                                                         \
    {                                                                                              \
        .name = #part "_" #member, .unit = unit_text,                                              \
        .offset = offsetof(struct sm_counters, part.member), .meaning = __VA_ARGS__                \
    }
#define L1D(member, unit_text, ...)                                                                \
    {                                                                                              \
        .name = "l1d_" #member, .unit = (unit_text),                                               \
        .offset = offsetof(struct sm_counters, l1.member), .meaning = __VA_ARGS__                  \
    }
#define TMA(member, unit_text, ...)                                                                \
    {                                                                                              \
        .name = #member, .unit = (unit_text),                                                      \
        .offset = offsetof(struct sm_counters, async.engine.member), .meaning = __VA_ARGS__        \
    }
#define SLOT(name_text, reason, meaning_text, ...)                                                 \
    {                                                                                              \
        .name = (name_text), .unit = "scheduler-cycles", .meaning = (meaning_text),                \
        .offset = offsetof(struct sm_counters, slots) + (reason) * sizeof(uint64_t), __VA_ARGS__   \
    }

#define LANES(name_text, lane_class, meaning_text, ...)                                            \
    {                                                                                              \
        .name = (name_text), .unit = "instructions", .meaning = (meaning_text),                    \
        .offset = offsetof(struct sm_counters, lanes) + (lane_class) * sizeof(uint64_t),           \
        __VA_ARGS__                                                                                \
    }

#define UNITS(name_text, unit_class, meaning_text)                                                 \
    {                                                                                              \
        .name = (name_text), .unit = "cycles", .meaning = (meaning_text),                          \
        .offset = offsetof(struct sm_counters, units) + (unit_class) * sizeof(uint64_t)            \
    }

const struct counter sm_counter_table[] = {
    SLOT("slots_issued", SLOT_ISSUED, "Issue slots that issued an instruction.",
         .ncu = "smsp__issue_active.sum"),
    SLOT("slots_idle", SLOT_IDLE, "Issue slots of a scheduler without a resident warp."),
    SLOT("slots_policy", SLOT_POLICY,
         "Issue slots in which the warp scheduler held ready warps back."),
    SLOT("slots_structural", SLOT_STRUCTURAL,
         "Issue slots in which the pipes of all ready warps were busy or the load/store queue was "
         "full."),
    SLOT("slots_memory", SLOT_MEMORY,
         "Issue slots without a ready warp in which a warp waited for a load or an atomic."),
    SLOT("slots_data", SLOT_DATA,
         "Issue slots without a ready warp in which a warp waited for an arithmetic result, or for "
         "the latency of a branch, a barrier or a fence."),
    SLOT("slots_fetch", SLOT_FETCH, "Issue slots in which warps waited for instructions."),
    SLOT("slots_barrier", SLOT_BARRIER, "Issue slots in which all warps waited at barriers."),
    SLOT("slots_fence", SLOT_FENCE, "Issue slots in which warps waited at a memory fence."),
    SLOT("slots_drain", SLOT_DRAIN,
         "Issue slots in which ended warps waited for replies and acknowledgements."),
    ROW(warp_instructions, "instructions", "Instructions issued, one for each warp.",
        .ncu = "smsp__inst_executed.sum", .gpgpusim = "gpgpu_n_tot_w_icount"),
    ROW(thread_instructions, "instructions",
        "Instructions executed, one for each active lane whose guard holds.",
        .ncu = "smsp__thread_inst_executed_pred_on.sum", .gpgpusim = "gpu_tot_sim_insn"),
    LANES("lanes_int", LANES_INT,
          "... of these: additions, logic, comparisons and moves of integers, and conversions."),
    LANES("lanes_int_mul", LANES_INT_MUL, "... multiplications of integers."),
    LANES("lanes_fp32", LANES_FP32, "... in single or half precision."),
    LANES("lanes_fp64", LANES_FP64, "... in double precision."),
    LANES("lanes_divide", LANES_DIVIDE, "... divisions and exact roots of any kind."),
    LANES("lanes_sfu", LANES_SFU, "... approximate functions, and textures without addresses."),
    LANES("lanes_tensor", LANES_TENSOR, "... of matrix units."),
    LANES("lanes_memory", LANES_MEMORY, "... loads, stores and atomics."),
    LANES("lanes_other", LANES_OTHER, "... branches, barriers, fences and exits."),
    ROW(operands, "operands",
        "Registers that instructions read and wrote, one for each active lane, whatever their "
        "width; predicates count, too."),
    ROW(second_issues, "instructions",
        "Instructions issued in the same cycle as the one before them in their warp."),
    ROW(branches, "instructions", "Branches issued.", .ncu = "smsp__inst_executed_op_branch.sum"),
    ROW(divergent_branches, "instructions", "Branches that some lanes took and others did not.",
        .ncu = "smsp__sass_branch_targets_threads_divergent.sum",
        .note = "ncu counts targets of all branches, indirect ones included."),
    ROW(barriers, "arrivals", "Warps that arrived at a barrier."),
    ROW(fences, "instructions", "Memory fences issued."),
    ROW(blocks, "blocks", "Thread blocks started.", .ncu = "sm__ctas_launched.sum",
        .gpgpusim = "gpu_tot_issued_cta"),
    ROW(warps, "warps", "Warps started.", .ncu = "sm__warps_launched.sum"),
    ROW(warp_cycles, "warp-cycles", "Cycles from the start of each ended warp's block to its end.",
        .ncu = "sm__warps_active.sum"),
    ROW(active_cycles, "cycles", "Cycles with at least one resident warp.",
        .ncu = "sm__cycles_active.sum"),
    ROW(thread_cycles, "thread-cycles",
        "Places for threads times cycles for which blocks held them, from a block's start to its "
        "end."),
    ROW(register_cycles, "register-cycles",
        "... the same for registers, rounded as the SM allocates them."),
    ROW(shared_byte_cycles, "byte-cycles",
        "... the same for bytes of shared memory, rounded likewise."),
    UNITS("alu_cycles", UNITS_ALU,
          "Cycles in which units of single precision and of integers worked, summed over these "
          "units."),
    UNITS("sfu_cycles", UNITS_SFU, "... special function units."),
    UNITS("tensor_cycles", UNITS_TENSOR, "... matrix units."),
    UNITS("other_unit_cycles", UNITS_OTHER,
          "... units of double precision, of branches, of textures, and uniform datapaths."),
    ROW(bank_conflict_cycles, "cycles",
        "Extra cycles to read operands from the same register bank."),
    ROW(fetches, "fetches", "Fetches that brought instructions."),
    PART(icache, misses, "lines", "Instruction cache lines fetched from L2.",
         .gpgpusim = "L1I_total_cache_misses",
         .note = "GPGPU-Sim counts accesses that missed, including those to a line on its way."),
    PART(icache, prefetches, "lines",
         "Instruction cache lines that its prefetcher asked L2 for, before a warp needed them."),
    PART(icache, prefetches_used, "lines",
         "Lines of these that a warp needed while they were there."),
    PART(icache, prefetches_late, "lines",
         "Lines of these that were still on their way when a warp needed them."),
    ROW(constant_accesses, "accesses", "Constant cache accesses served, one for each address.",
        .ncu = "idc__requests.sum", .gpgpusim = "L1C_total_cache_accesses",
        .note = "idc counts instructions."),
    ROW(constant_misses, "lines", "Constant cache lines fetched from L2.",
        .ncu = "idc__requests_lookup_miss.sum", .gpgpusim = "L1C_total_cache_misses",
        .note = "The others count accesses that missed, including those to a line on its way."),
    ROW(shared_accesses, "instructions", "Shared memory instructions served.",
        .ncu = "smsp__inst_executed_op_shared.sum", .gpgpusim = "gpgpu_n_shmem_insn",
        .note = "GPGPU-Sim counts lanes."),
    ROW(shared_conflict_cycles, "cycles", "Extra cycles of shared memory for bank conflicts.",
        .ncu = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
        .gpgpusim = "gpgpu_stall_shd_mem[s_mem][bk_conf]",
        .note = "GPGPU-Sim counts cycles in which its memory stage stalled."),
    L1D(loads, "transactions",
        "Load transactions at L1D: hits, misses, merges, uncached and bypassed."),
    L1D(hits, "transactions", "Loads that found their line in L1D."),
    L1D(misses, "transactions", "Loads that fetched their line into L1D."),
    L1D(merges, "transactions", "Loads whose line was already being fetched."),
    L1D(uncached, "transactions", "Strong and uncached loads, which bypass L1D."),
    L1D(bypassed, "transactions",
        "Loads that bypassed L1D to fetch data, because a bypass policy said so or because there "
        "is no L1D."),
    L1D(stores, "transactions", "Stores, which are written through."),
    L1D(evicted_by_store, "lines", "L1D lines dropped by a store."),
    L1D(retried, "transactions",
        "Loads that L1D could not take and that waited aside, if the scheduler asks for that."),
    L1D(sector_hits, "sectors",
        "Sectors (of l1d.sector: 32 bytes, or whole lines) that loads found in L1D.",
        .ncu = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
        .note = "Local memory is included."),
    L1D(sector_merges, "sectors", "Sectors that were already being fetched for a load.",
        .gpgpusim = "L1D_total_cache_pending_hits"),
    L1D(sector_misses, "sectors", "Sectors that loads fetched into L1D.",
        .ncu = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum",
        .note = "Local memory is included; ncu also counts sectors on their way."),
    L1D(sector_bypassed, "sectors", "Sectors that the loads of l1d_bypassed fetched."),
    L1D(sector_stores, "sectors", "Sectors that stores wrote to.",
        .ncu = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
        .note = "Local memory is included."),
    L1D(sector_store_misses, "sectors",
        "Sectors that stores wrote to and that were neither in L1D nor on their way there."),
    L1D(requests_split, "requests",
        "Extra pieces in which requests came to L2, because other SMs asked for the same line at "
        "that time. They count as requests sent; a request's last piece is no extra one."),
    PART(texture, loads, "transactions", "Lines that texture fetches asked the texture cache for.",
         .gpgpusim = "L1T_total_cache_accesses"),
    PART(texture, hits, "transactions", "Lines of these that the texture cache had."),
    TMA(mbarrier_operations, "instructions", "Instructions on mbarriers."),
    TMA(mbarrier_waits, "waits", "Waits at mbarriers that suspended their warp."),
    TMA(mbarrier_wait_cycles, "warp-cycles", "Cycles for which these suspended it."),
    TMA(tma_copies, "copies", "Bulk copies that the TMA engine took."),
    TMA(tma_requests, "requests", "Requests to L2 that it made for them."),
    TMA(tma_bytes_asked, "bytes", "Bytes of global memory that it asked for."),
    TMA(tma_bytes_arrived, "bytes", "Bytes of these that have come into shared memory."),
    ROW(ldst_busy_cycles, "cycles",
        "Cycles in which the load/store unit served the head of its queue: shared memory and its "
        "bank conflicts, constants, L1D, textures."),
    ROW(ldst_stall_cycles, "cycles",
        "Cycles in which the head of the load/store queue waited for an MSHR, a line or the port."),
    ROW(reads_sent, "requests", "Line reads with values sent to L2; a trace has none."),
    ROW(writes_sent, "requests", "Writes sent to L2."),
    ROW(atomics_sent, "requests", "Atomics sent to L2."),
    ROW(fetches_sent, "requests",
        "Lines without values requested from L2: instructions, constants, textures, local memory, "
        "and all loads of a trace."),
    PART(inject, busy_cycles, "cycles", "Cycles in which the port into the crossbar was sending."),
    PART(inject, credit_stall_cycles, "cycles",
         "Cycles in which the packet at the port's head waited for a credit."),
    ROW(read_replies, "replies", "Replies to reads."),
    ROW(write_acks, "replies", "Acknowledgements of writes."),
    ROW(atomic_replies, "replies", "Replies to atomics."),
    ROW(fetch_replies, "replies", "Replies to fetches."),
    PART(remote, requests, "requests",
         "Requests for lines in the shared memory of other blocks of a cluster."),
    PART(remote, replies, "replies", "Replies to these, and acknowledgements."),
    PART(remote, served, "requests", "Requests of other SMs for shared memory here."),
    PART(async, copies, "instructions",
         "Asynchronous copies from global to shared memory issued (cp.async, LDGSTS).",
         .ncu = "smsp__inst_executed_op_ldgsts.sum"),
    PART(async, bytes, "bytes",
         "Bytes that these write to shared memory, one size of the copy for each active lane."),
    PART(async, l1_sectors, "sectors", "Sectors of 32 bytes that they ask L1D for.",
         .ncu = "smsp__inst_executed_op_ldgsts_cache_access.sum",
         .note = "ncu counts instructions."),
    PART(async, past_l1_sectors, "sectors",
         "Sectors of 32 bytes that they ask L2 for, past L1D (cp.async.cg, LDGSTS.BYPASS).",
         .ncu = "smsp__inst_executed_op_ldgsts_cache_bypass.sum",
         .note = "ncu counts instructions."),
    PART(async, wait_cycles, "warp-cycles", "Cycles in which warps waited for their copies."),
    {0}};
