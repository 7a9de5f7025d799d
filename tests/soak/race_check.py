#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs workloads and policies on several threads in a simgpu that the thread sanitizer was built into. Not part of ./test.

README.md beside it says how that is built. The suite's programs are those of an ordinary build: only the simulator is looked at. A run
that the sanitizer reports something of, or that ends with an error, is printed with its command line and the report.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

EXAMPLES = {
    "vecadd": ["scalars.n=5000", "scalars.block=128"],
    "matmul": ["scalars.n=48"],
    "spmv": ["scalars.rows=1024", "scalars.edges=6000", "scalars.block=64"],
    "bfs": ["scalars.vertices=300", "scalars.degree=5", "scalars.block=64"],
    "histogram": ["scalars.n=10000", "scalars.blocks=20"],
    "kmeans": ["scalars.n=1500", "scalars.clusters=2", "scalars.block=64"],
}
TRACES = {
    "vecadd": ["blocks=100", "warps=2", "iters=2"],
    "ffma": ["blocks=20", "warps=4", "iters=4"],
    "strided": ["blocks=90", "warps=1", "features=9", "clusters=2"],
    "gather": ["blocks=18", "warps=3", "iters=2", "footprint=0x200000"],
    "matmul": ["n=48"],
}
PLATFORMS = ["fermi-gtx480", "pascal-titanx", "volta-qv100"]
# Policies that need what these runs don't have: a file, or more than one program. MIXES has some of them.
NEED_MORE = {"caws", "oracle", "given", "daws_profiled", "heteropdp", "fixed", "cacp", "cpu"}
KINDS = {
    "criticality predictor": "criticality",
    "warp scheduler": "warp_scheduler",
    "L1 replacement": "l1_replacement",
    "L1 bypass": "l1_bypass",
    "L2 replacement": "l2_replacement",
    "block scheduler": "block_scheduler",
    "partition": "partition",
}
MIXES = [
    ["warp_scheduler=gcaws", "criticality=cpl", "l1_replacement=cacp"],
    ["warp_scheduler=ipaws", "l1_bypass=ctrl_c", "l2_replacement=drrip"],
    ["warp_scheduler=mascar", "l1_bypass=pc_adaptive", "l1_replacement=ship"],
    ["block_scheduler=kway_ts", "warp_scheduler=two_level", "l2_replacement=random"],
]
PAIRS = [("hotspot", "blackscholes", "warped_slicer"), ("spmv", "pathfinder", "even"), ("bfs", "lud", "fcfs")]


def policies_of(simgpu):
    """[(kind, name)] as --list-policies has them."""
    kind, found = None, []
    text = subprocess.run([simgpu, "--list-policies"], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        if not line.startswith(" "):
            kind = KINDS.get(line.rstrip(":"))
        elif kind and (match := re.match(r"  ([a-z]\w*): ", line)) and match.group(1) not in NEED_MORE:
            found.append((kind, match.group(1)))
    return found


def with_sets(words, sets):
    return words + [word for item in sets for word in ("--set", item)]


def with_policies(words, chosen):
    return words + [word for item in chosen for word in ("--policy", item)]


def runs(simgpu, build, here, folder):
    """Yields (platform, words) without threads. Workloads take platforms and mixes of policies in turn."""
    root = os.path.dirname(os.path.dirname(here))
    example = {
        name: with_sets([os.path.join(root, "workloads/examples", name, name + ".json")], sets) for name, sets in EXAMPLES.items()
    }
    platforms, mixes = itertools.cycle(PLATFORMS), itertools.cycle([[]] + MIXES)
    for words in example.values():
        yield next(platforms), with_policies(words, next(mixes))
    for name in TRACES:
        for platform in ("fermi-gtx480", "volta-qv100"):
            yield platform, with_policies([os.path.join(folder, name, "kernelslist.g")], next(mixes))
    for kind, name in policies_of(simgpu):
        for words in (example["spmv"], example["kmeans"]):
            yield next(platforms), with_policies(words, [f"{kind}={name}"])
    for mix in MIXES:
        yield "fermi-gtx480", with_policies(example["bfs"], mix)
    suite = os.path.join(build, "workloads/suite")
    with open(os.path.join(root, "workloads/suite/suite.json"), encoding="utf-8") as file:
        programs = {p["name"]: p["tiny"] for p in json.load(file)["programs"]}
    for name, words in programs.items():
        yield next(platforms), with_policies([], next(mixes)) + ["--", os.path.join(suite, name)] + words
    for first, second, policy in PAIRS:
        pair = [["--", os.path.join(suite, first)] + programs[first], ["--and", os.path.join(suite, second)] + programs[second]]
        yield "papers/warped-slicer", ["--policy", "partition=" + policy] + pair[0] + pair[1]


def run_one(simgpu, root, platform, words, threads, seconds):
    command = [simgpu, os.path.join(root, "platforms", platform + ".xml"), "--threads", str(threads)] + words
    # However slow that is: simgpu would else find out that threads don't pay here, and use one.
    environment = dict(os.environ, TSAN_OPTIONS="halt_on_error=0 exitcode=66", SIMGPU_TOGETHER="1")
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return command, f"not done after {seconds} s", False
    if "WARNING: ThreadSanitizer" in done.stderr:
        return command, done.stderr, True
    return command, done.stderr or f"exit code {done.returncode}" if done.returncode != 0 else None, False


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sanitized", default=os.path.join(root, "build-tsan"), help="build folder with the thread sanitizer")
    parser.add_argument("--build", default=os.path.join(root, "build"), help="ordinary build folder, for the programs")
    parser.add_argument("--threads", default="2,4", help="numbers of threads")
    parser.add_argument("--limit", default="100000", help="instructions that a program's run simulates; then it only computes")
    parser.add_argument("--seconds", type=float, default=600, help="a run may take")
    parser.add_argument("--part", default="0/1", help="I/N: every Nth run, from the Ith on")
    parser.add_argument("-j", type=int, default=1, help="runs at a time")
    arguments = parser.parse_args()
    simgpu = os.path.join(arguments.sanitized, "cli/simgpu")
    part, parts = (int(word) for word in arguments.part.split("/"))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for name, settings in TRACES.items():
            make_trace = os.path.join(arguments.sanitized, "tests/traces/make_trace")
            subprocess.run([make_trace, name, os.path.join(folder, name)] + settings, check=True, stdout=subprocess.DEVNULL)
        jobs = []
        for platform, words in itertools.islice(runs(simgpu, arguments.build, here, folder), part, None, parts):
            for threads in arguments.threads.split(","):
                limited = ["--max-instructions", arguments.limit] + words if "--" in words else words
                jobs.append(pool.submit(run_one, simgpu, root, platform, limited, threads, arguments.seconds))
        races = failures = 0
        for number, job in enumerate(jobs, 1):
            command, problem, is_race = job.result()
            races += is_race
            failures += problem is not None and not is_race
            if problem:
                print(f"{' '.join(command)}\n{problem}\n", flush=True)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(jobs)}", end="", file=sys.stderr)
    print(f"{len(jobs)} runs: the sanitizer reported something of {races}, {failures} failed")
    return 1 if races or failures else 0


if __name__ == "__main__":
    sys.exit(main())
