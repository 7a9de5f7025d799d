# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command with all that it starts, and stops it when it has used up its processor time."""
import os
import shutil
import signal
import subprocess
import tempfile
import time

TICKS = os.sysconf('SC_CLK_TCK')
SHORTEST, LONGEST = 0.02, 1  # seconds between two looks at a command
PATIENCE = 10  # seconds that a stopped command has to end by itself
WALL = 10  # a command that sleeps is stopped after so many times its processor time


class Outcome:
    """How a command ended: `code` is None if it was stopped; `seconds` are of a processor, with all that it started."""

    def __init__(self, code, seconds, text):
        self.code = code
        self.seconds = seconds
        self.text = text


def family(leader):
    """{process: (when it started, its processor seconds)} of a process and of all below it, from /proc."""
    parents, known = {}, {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            with open('/proc/%s/stat' % name, encoding='ascii', errors='replace') as file:
                fields = file.read().rpartition(')')[2].split()
        except OSError:
            continue  # it has ended
        parents[int(name)] = int(fields[1])
        known[int(name)] = fields[19], sum(int(field) for field in fields[11:15]) / TICKS
    members = {leader}
    grown = True
    while grown:
        more = {one for one, parent in parents.items() if parent in members} - members
        grown = bool(more)
        members |= more
    return {one: known[one] for one in members if one in known}


def started(process):
    """When a process started; None if there is no such one. The system gives numbers of ended ones to others."""
    one = family(process).get(process)
    return one and one[0]


def has_ended(child):
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def stop(leader):
    """Asks a command to end, so that simgpu says how far it is, and ends what is left after a while."""
    members = family(leader)
    os.kill(leader, signal.SIGTERM)
    begin = time.monotonic()
    while not has_ended(leader) and time.monotonic() - begin < PATIENCE:
        time.sleep(SHORTEST)
    members.update(family(leader))
    for one, (when, _) in members.items():
        try:
            if started(one) == when:
                os.kill(one, signal.SIGKILL)
        except OSError:
            pass  # it has ended


def run(words, folder, environment, limit, given=None):
    """Runs a command in a folder; `limit` is in seconds of a processor. Its output and errors are one text.
    `given` is a file of that folder which it reads as its input."""
    if '/' not in words[0] and not shutil.which(words[0], path=environment.get('PATH')):
        return Outcome(127, 0, words[0] + ': there is no such command')
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        try:
            with open(os.path.join(folder, given) if given else os.devnull, 'rb') as source:
                child = subprocess.Popen(words, cwd=folder, env=environment, stdin=source, stdout=output,
                                         stderr=subprocess.STDOUT)
        except OSError as error:
            return Outcome(127, 0, '%s: %s' % (error.filename or words[0], error.strerror))
        seconds, stopped, pause = 0, False, SHORTEST
        while not has_ended(child.pid):
            seconds = max(seconds, sum(used for _, used in family(child.pid).values()))
            if seconds > limit or time.monotonic() - begin > WALL * limit:
                stop(child.pid)
                stopped = True
                break
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode('utf-8', errors='replace')
    return Outcome(None if stopped else child.returncode, max(seconds, usage.ru_utime + usage.ru_stime), text)
