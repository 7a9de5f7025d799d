# SPDX-License-Identifier: BSD-3-Clause
"""What measure.py and compare.py share: the programs, how to build them, how to run them, the CSV."""

import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
COLUMNS = ["kind", "name", "state", "unit", "repeats", "median", "least", "most", "text"]

# Each kernel of the kit, with its program. An experiment is one process.
KERNELS = {
    "gemm_mma": "tensor",
    "attention": "tensor",
    "copy": "streams",
    "triad": "streams",
    "sum": "streams",
    "softmax": "streams",
    "scan_blocks": "streams",
    "transpose_plain": "tiles",
    "transpose_conflicts": "tiles",
    "transpose_padded": "tiles",
    "stencil_plane": "tiles",
    "stencil_cube": "tiles",
    "gemm_floats": "tiles",
    "gather": "scattered",
    "atomics": "scattered",
    "histogram": "scattered",
    "spmv_rows": "scattered",
}
LONG_PROGRAM = 4  # seconds of one of the suite's, after which three repeats do
MICRO = ["device", "latencies", "rates"]


def fail(message):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(3)


def suite():
    """The programs of the suite, by name, with what suite.json says of them."""
    with open(os.path.join(TOP, "workloads", "suite", "suite.json"), encoding="utf-8") as file:
        return {program["name"]: program for program in json.load(file)["programs"]}


def wanted(names):
    """(kernels, microbenchmarks, programs of the suite) among names; all without any."""
    programs = suite()
    if not names:
        return list(KERNELS), list(MICRO), list(programs)
    for name in names:
        if name not in KERNELS and name not in MICRO and name not in programs:
            fail(f'there is no kernel, microbenchmark or program "{name}"')
    return tuple([name for name in names if name in table] for table in (KERNELS, MICRO, programs))


class Build:
    """A folder of programs, made by nvcc or simgpucc."""

    def __init__(self, folder, compiler, arch, jobs):
        self.folder, self.compiler, self.arch, self.jobs = folder, compiler, arch, jobs
        self.ours = os.path.basename(os.path.realpath(compiler or "")) == "simgpucc"

    def program(self, name):
        return os.path.join(self.folder, name)

    def options(self):
        if self.ours:
            return ["-arch=sm_80", "-O2"]
        # The GPU's own code, and the PTX that simgpu runs, from the same source.
        return ["-std=c++17", "-O2", "-cudart", "shared", "-gencode",
                f"arch=compute_80,code={self.arch}", "-gencode",
                "arch=compute_80,code=compute_80"]

    def compile(self, source, name):
        if os.path.exists(self.program(name)):
            return
        command = [self.compiler, *self.options(), source, "-o", self.program(name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            fail(f"{' '.join(command)}\n{done.stderr.strip()}")

    def make(self, kernels, micro, programs):
        os.makedirs(self.folder, exist_ok=True)
        mine = {KERNELS[kernel] for kernel in kernels} | ({"micro"} if micro else set())
        sources = [(os.path.join(HERE, "programs", name + ".cu"), "kit_" + name) for name in mine]
        sources += [(os.path.join(TOP, "workloads", "suite", n, n + ".cu"), n) for n in programs]
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda pair: self.compile(*pair), sorted(sources)))
        if programs:
            self.make_launch_times()

    def make_launch_times(self):
        source = os.path.join(HERE, "programs", "launch_times.c")
        library = self.program("launch_times.so")
        if os.path.exists(library):
            return
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", source,
                        "-o", library, "-ldl"], check=True)


class Runner:
    """Runs the programs of a build, on the GPU or, with `platform`, in simgpu."""

    def __init__(self, build, platform=None, simgpu=None, repeats=10, flush=True, size="default"):
        self.build, self.platform, self.simgpu = build, platform, simgpu
        self.repeats, self.flush, self.size = repeats, flush, size
        self.failed = 0

    def command(self, program, extra=()):
        if not self.platform:
            return program
        return [self.simgpu, self.platform, *extra, "--", *program]

    def output(self, program, extra=(), environment=None):
        """Standard output of a program; None, with a message, if it fails."""
        command = self.command(program, extra)
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            print(f"failed ({done.returncode}): {' '.join(command)}\n{done.stdout.strip()}\n"
                  f"{done.stderr.strip()}", file=sys.stderr)
            self.failed += 1
            return None
        return done.stdout

    def kit_program(self, name, experiment):
        return [self.build.program("kit_" + name), experiment, str(self.repeats),
                str(int(self.flush)), str(int(self.size != "tiny"))]

    def suite_program(self, name):
        return [self.build.program(name), *suite()[name][self.size]]

    def kernel(self, name):
        return rows_of("kernel", self.output(self.kit_program(KERNELS[name], name)))

    def micro(self, name):
        return rows_of("micro", self.output(self.kit_program("micro", name)))

    def suite_run(self, name):
        """One row: microseconds of all launches, by the median of the repeats. A long program is
        repeated less often."""
        found, launches = [], 0
        path = self.build.program(f"{name}.{os.getpid()}.times")
        preload = ["env", "LD_PRELOAD=" + self.build.program("launch_times.so")]
        begun = time.monotonic()
        while len(found) < (1 if self.platform else self.repeats):
            if len(found) >= 3 and time.monotonic() - begun > LONG_PROGRAM:
                break
            program = preload + self.suite_program(name)
            if self.output(program, environment={"LAUNCH_TIMES": path}) is None:
                return []
            with open(path, encoding="utf-8") as file:
                words = file.read().split()
            os.remove(path)
            launches = int(words[0])
            found.append(float(words[1]))
        return [row("program", name, "as it comes", "us", found, text=f"{launches} launches")]


def row(kind, name, state, unit, values, text=""):
    return {"kind": kind, "name": name, "state": state, "unit": unit, "repeats": len(values),
            "median": f"{statistics.median(values):.9g}", "least": f"{min(values):.9g}",
            "most": f"{max(values):.9g}", "text": text}


def rows_of(kind, output):
    """The rows of what a program of the kit prints."""
    values, rows = {}, []
    for line in (output or "").splitlines():
        fields = line.split(",")
        if fields[0] == "row":
            values.setdefault(tuple(fields[1:4]), []).append(float(fields[4]))
        elif fields[0] == "text":
            rows.append({"kind": "device", "name": fields[1], "state": "-", "unit": "-",
                         "repeats": 1, "median": "", "least": "", "most": "",
                         "text": ",".join(fields[2:])})
    return rows + [row(kind, *key, found) for key, found in values.items()]


def measure(runner, names, jobs):
    """All rows. On a GPU one at a time; simulations side by side."""
    kernels, micro, programs = wanted(names)
    tasks = [(runner.micro, name) for name in micro]
    tasks += [(runner.kernel, name) for name in kernels]
    tasks += [(runner.suite_run, name) for name in programs]
    with ThreadPoolExecutor(jobs if runner.platform else 1) as pool:
        return [one for found in pool.map(lambda task: task[0](task[1]), tasks) for one in found]


def write_csv(path, rows):
    with open(path + ".new", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(path + ".new", path)


def read_csv(path):
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != COLUMNS:
                fail(f"{path}:1: the columns are not {','.join(COLUMNS)}")
            return list(reader)
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def find_nvcc(given):
    """nvcc as given, of the path, or where CUDA is usually installed."""
    for path in [given, shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"]:
        if path and os.path.exists(path):
            return path
    fail("there is no nvcc; say --nvcc FILE")


def find_simgpu(given):
    path = given or os.path.join(TOP, "build", "cli", "simgpu")
    if not os.path.exists(path):
        fail(f"{path}: there is no such file; build simgpu, or say --simgpu FILE")
    return path
