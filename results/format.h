/* SPDX-License-Identifier: BSD-3-Clause */
/* The format of results. `--json` writes it; studies, `diff`, reports and the suite read it.
 *
 * This is the one list of names of members that more than one part of simgpu uses.
 * metrics/registry.h has the names of counters, of their groups and of derived metrics.
 * docs/reference/metrics.md, docs/howto/observing.md and docs/reference/provenance.md explain the
 * members. numbers.h has the flat names of a result's numbers.
 */
#ifndef SIMGPU_RESULTS_FORMAT_H
#define SIMGPU_RESULTS_FORMAT_H

/* Readers ignore members that they do not know. So a new member needs no new version. */
enum { RESULT_SCHEMA_VERSION = 3 };

/* ---- the top level */
#define RESULT_SCHEMA "schema_version" /* the version of this format */
#define RESULT_SIMGPU "simgpu"         /* the version of simgpu */
/* The end of the run: done, deadlock, limit, interrupted, failed, aborted or fault. */
#define RESULT_END             "end"
#define RESULT_COMPLETE        "complete" /* whether it ended by itself; of kernels, too */
#define RESULT_PLATFORM        "platform" /* as on the command line */
#define RESULT_GPU             "gpu"      /* the GPU's name */
#define RESULT_WORKLOAD        "workload" /* the workload's name */
#define RESULT_POLICIES        "policies" /* by kind: the policy that was chosen, with its parameters */
#define RESULT_GPUS            "gpus"     /* how many GPUs; only if there are several */
#define RESULT_DEVICE          "device" /* the GPU that ran a kernel; only if there are several */
#define RESULT_SMS             "sms"    /* how many SMs */
#define RESULT_SCHEDULERS      "schedulers_per_sm" /* warp schedulers of an SM */
#define RESULT_L2_BANKS        "l2_banks"          /* how many L2 banks */
#define RESULT_DRAM_CHANNELS   "dram_channels"     /* how many DRAM channels */
#define RESULT_ELAPSED_PS      "elapsed_ps"        /* simulated time of the whole run */
#define RESULT_ELAPSED_CYCLES  "elapsed_cycles"    /* the same in SM cycles */
#define RESULT_PROVENANCE      "provenance"        /* where the result comes from */
#define RESULT_METRICS         "metrics"  /* derived metrics; of kernels and streams, too */
#define RESULT_PROGRAMS        "programs" /* of CUDA programs: what each did */
#define RESULT_SHARING         "sharing"  /* of programs; of lines, by an observer */
#define RESULT_KERNELS         "kernels" /* the launches, one by one; in what observers write: by name */
#define RESULT_FOLDED_KERNELS  "folded_kernels"  /* launches after the first 256, by kernel */
#define RESULT_STREAMS         "streams"         /* sums over the launches of each stream */
#define RESULT_OUTSIDE_KERNELS "outside_kernels" /* what belongs to no kernel */
#define RESULT_TOTALS          "totals"          /* by group, the counters of all units */
#define RESULT_ENERGY          "energy"          /* of each unit; others' is among their counters */
#define RESULT_CHECKS          "checks"   /* of each buffer that is checked: whether it is right */
#define RESULT_POLICY          "policy"   /* what policies tell, by launch and SM */
#define RESULT_SANITIZE        "sanitize" /* of --sanitize: what the checkers have found */
#define RESULT_SAMPLES         "samples"  /* of --sample: counters over time */
#define RESULT_LATENCY         "latency"  /* of --observe latency */
#define RESULT_LOCALITY        "locality" /* of --observe locality */
#define RESULT_PATTERN         "pattern"  /* of --observe pattern */
#define RESULT_HOST_APPS       "host_applications" /* by name, of --host-apps */
#define RESULT_LAUNCH_FEATURES "launch_features"   /* of --launch-features, launch by launch */
#define RESULT_UNFINISHED      "unfinished"        /* launches under way when --max-wall was over */
#define RESULT_REPRESENTATIVE  "representative"    /* estimates from timed launches */
#define RESULT_OFFLOAD         "offload"           /* which launches were placed where */
#define RESULT_HOST            "host" /* the machine's time: all else is a function of the input */

/* ---- an element of "kernels", "folded_kernels" or "streams", and of "policy" */
#define RESULT_LAUNCH            "launch"   /* its number, from 0 */
#define RESULT_LAUNCHES          "launches" /* of how many it is the sum; not there: of one */
#define RESULT_KERNEL            "kernel"   /* the kernel's name */
#define RESULT_CYCLES            "cycles"   /* SM cycles in which it was there */
#define RESULT_WARP_INSTRUCTIONS "warp_instructions" /* instructions that its warps issued */
#define RESULT_COUNTERS          "counters"          /* by group, its counters */

/* ---- elsewhere */
#define RESULT_NAME         "name"         /* of a policy; of a kernel in what observers write */
#define RESULT_LANE_BUCKETS "lane_buckets" /* of a kernel in "pattern" */

/* ---- paths: names of members, with points between */
#define RESULT_TOTAL(counter)        RESULT_TOTALS "." counter /* RESULT_TOTAL("l2.reads") */
#define RESULT_IN_PROVENANCE(member) RESULT_PROVENANCE "." member
/* SM cycles with a kernel: a counter, and in flattened numbers "cycles". */
#define RESULT_KERNEL_CYCLES "dispatcher.kernel_cycles"

#endif
