#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kills programs and simulators at random moments and looks for what is left of them.

Each cycle runs a test program under simgpu with --json and --timeline, sends a signal to one of the
two at a random moment, and then wants to see:
 - simgpu end: it may compute (what there is is written), but never wait for somebody who is gone,
 - no process that the run has started, whoever its parent is now (all have a variable of the cycle
   in their environment),
 - no file but the results, and these whole.

What a cycle does follows from the seed and its number; at what a program was when the signal came is
the machine's affair. Not part of ./test:

    ninja -C build cli/simgpu tests/programs/endings tests/programs/streams tests/programs/threads
    tests/soak/kill_cycles.py --cycles 500
"""
import argparse
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOON_S = 30.0  # without using the processor
COMPUTING_S = 120.0  # of processor time
VARIABLE = "SIMGPU_KILL_CYCLE"
PROGRAMS = (
    ("endings", "endless_kernel"),
    ("endings", "compute"),
    ("streams", "copies_overlap", "2", "2", "1"),
    ("threads", "own_streams", "4", "30"),
    ("threads", "in_turns", "4", "10"),
    ("threads", "phases", "4", "10"),
)
OPTIONS = ((), ("--functional",), ("--threads", "2"), ("--sample", "100"))
OF_SIMGPU = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
OF_PROGRAM = (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV)


def processes(mark):
    """Those whose environment has the mark."""
    wanted = f"{VARIABLE}={mark}".encode()
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                environment = file.read().split(b"\0")
        except OSError:
            continue
        if wanted in environment and state_of(entry) not in "ZX":
            found.append(int(entry))
    return found


def statistics(pid):
    """The fields of /proc/PID/stat behind the name; None if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def state_of(pid):
    fields = statistics(pid)
    return fields[0] if fields else "X"


def processor_s(pid):
    fields = statistics(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


class Cycle:
    def __init__(self, arguments, number):
        self.soon = SOON_S * arguments.slowness
        chance = random.Random(f"{arguments.seed} {number}")
        program = chance.choice(PROGRAMS)
        self.mark = f"{os.getpid()}-{number}"
        self.folder = tempfile.mkdtemp(prefix="simgpu-kill-")
        self.results = os.path.join(self.folder, "results")
        self.temporary = os.path.join(self.folder, "temporary")
        os.mkdir(self.results)
        os.mkdir(self.temporary)
        self.command = [
            os.path.join(arguments.build, "cli/simgpu"),
            os.path.join(arguments.root, "platforms/fermi-gtx480.xml"),
            *chance.choice(OPTIONS),
            "--json", os.path.join(self.results, "result.json"),
        ]
        if "--threads" not in self.command and chance.random() < 0.3:
            self.command += ["--timeline", os.path.join(self.results, "timeline.json")]
        self.command += ["--", os.path.join(arguments.build, "tests/programs", program[0]), *program[1:]]
        self.victim = chance.choice(("simgpu", "program"))
        self.signal = chance.choice(OF_SIMGPU if self.victim == "simgpu" else OF_PROGRAM)
        self.delay = chance.choice((0.02, 0.2, 1.0)) * chance.random() * arguments.slowness

    def run(self):
        """What is wrong: a list of sentences."""
        environment = dict(os.environ, **{VARIABLE: self.mark, "TMPDIR": self.temporary})
        with open(os.path.join(self.folder, "output"), "wb") as output:
            simgpu = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=output,
                                      stderr=output, env=environment, start_new_session=True)
        time.sleep(self.delay)
        if self.victim == "simgpu":
            send([simgpu.pid], self.signal)
        else:
            self.hit_program(simgpu)
        problems = self.wait_for(simgpu)
        problems += self.look_for_processes()
        problems += self.look_for_files()
        return problems

    def hit_program(self, simgpu):
        while simgpu.poll() is None:
            others = [pid for pid in processes(self.mark) if pid != simgpu.pid]
            if others:
                send(others, self.signal)
                return
            time.sleep(0.01)

    def wait_for(self, simgpu):
        first = last = processor_s(simgpu.pid)
        changed = time.monotonic()
        while simgpu.poll() is None:
            now, state = processor_s(simgpu.pid), state_of(simgpu.pid)
            if now != last or state == "R":
                last, changed = now, time.monotonic()
            if time.monotonic() - changed > self.soon or now - first > COMPUTING_S:
                simgpu.kill()
                simgpu.wait()
                return [f"simgpu hung, {now - first:.0f} s of processor time after the signal"]
            time.sleep(0.02)
        return []

    def look_for_processes(self):
        end = time.monotonic() + self.soon
        while (left := processes(self.mark)) and time.monotonic() < end:
            time.sleep(0.05)
        names = []
        for pid in left:
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    names.append(file.read().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                pass
        send(left, signal.SIGKILL)
        return [f"left process: {name}" for name in names]

    def look_for_files(self):
        problems = [f"left file: {name}" for name in os.listdir(self.temporary)]
        for name in os.listdir(self.results):
            if name not in ("result.json", "timeline.json"):
                problems.append(f"left file: {name}")
                continue
            try:
                with open(os.path.join(self.results, name), encoding="utf-8") as file:
                    json.load(file)
            except ValueError as error:
                problems.append(f"half a file: {name}: {error}")
        return problems

    def describe(self):
        return (f"{' '.join(self.command)}: signal {self.signal.name} to {self.victim} "
                f"after {self.delay:.3f} s")


def check_that_it_runs(arguments):
    """Or nothing would be killed, and nothing found."""
    with tempfile.TemporaryDirectory(prefix="simgpu-kill-") as folder:
        result = os.path.join(folder, "result.json")
        run = subprocess.run(
            [os.path.join(arguments.build, "cli/simgpu"),
             os.path.join(arguments.root, "platforms/fermi-gtx480.xml"), "--json", result, "--",
             os.path.join(arguments.build, "tests/programs/streams"), "copies_overlap", "2", "2", "1"],
            stdout=subprocess.DEVNULL, check=False)
        if run.returncode != 0 or not os.path.exists(result):
            sys.exit(f"simgpu doesn't run the programs: exit code {run.returncode}")


def shared_memory():
    return set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cycles", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first cycle's number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=os.path.join(root, "build"))
    parser.add_argument("--slowness", type=float, default=1.0, help="of the machine: multiplies delays and waits")
    arguments = parser.parse_args()
    arguments.root = root
    check_that_it_runs(arguments)
    before = shared_memory()
    bad = 0
    kinds = collections.Counter()
    begin = time.monotonic()
    for number in range(arguments.first, arguments.first + arguments.cycles):
        cycle = Cycle(arguments, number)
        problems = cycle.run()
        whole = "with" if os.listdir(cycle.results) else "without"
        kinds[f"{cycle.signal.name} to {cycle.victim}, {whole} a result"] += 1
        if problems:
            bad += 1
            print(f"cycle {number}: {cycle.describe()}", *problems, sep="\n    ", flush=True)
        shutil.rmtree(cycle.folder)
        done = number - arguments.first + 1
        if done % 50 == 0:
            print(f"{done} cycles, {bad} with findings, {time.monotonic() - begin:.0f} s", flush=True)
    for kind, count in sorted(kinds.items()):
        print(f"{count:5} {kind}")
    left = sorted(name for name in shared_memory() - before if "simgpu" in name)
    for name in left:
        print(f"left in /dev/shm: {name}")
    print(f"{arguments.cycles} cycles, seed {arguments.seed}: {bad} with findings")
    return 1 if bad or left else 0


if __name__ == "__main__":
    sys.exit(main())
