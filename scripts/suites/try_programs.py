#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds and runs the programs of public suites under simgpu, and writes a table of what became of each."""
import argparse
import datetime
import os
import re
import signal
import sys

import arguments
import processes
import programs
import verdict

SUMMARY = re.compile(r'^.* on .*: \d+ SMs?, \d+ L2 banks?', re.MULTILINE)  # how simgpu's summary begins
EXITED = re.compile(r'^simgpu: .* exited with code (\d+)$', re.MULTILINE)  # that of the program; simgpu's is 1
COUNTED = re.compile(r'^(?:functional|instructions)\s+([\d,]+) warp', re.MULTILINE)


class Row:
    """What became of one program."""

    def __init__(self, name):
        self.name = name
        self.builds = False
        self.right = 'no'
        self.how = ''
        self.seconds = 0.0
        self.instructions = 0
        self.remark = ''

    def cells(self):
        speed = '%.1f' % (self.instructions / self.seconds / 1e6) if self.seconds and self.instructions else ''
        seconds = ('%.1f' % self.seconds) if self.builds else ''
        return ['`%s`' % self.name, 'yes' if self.builds else 'no', self.right if self.builds else '', self.how, seconds,
                speed, self.remark]


def environment_for(toolkit):
    """Where makefiles look for CUDA: simgpu's folder, under each of its usual names."""
    found = dict(os.environ)
    found['PATH'] = os.path.join(toolkit, 'bin') + os.pathsep + found.get('PATH', '')
    for name in ('CUDA_HOME', 'CUDA_PATH', 'CUDA_DIR', 'CUDA_ROOT', 'CUDA_INSTALL_PATH', 'CUDAHOME', 'CUDA_TOOLKIT_PATH'):
        found[name] = toolkit
    return found


def built_by(program, environment, settings, row):
    """The executables that a program's build has linked; none if it fails, and the row says why."""
    libraries = dict(environment)
    if program.how != 'cmake':  # CMake would take the folder for one of the system's
        libraries['LIBRARY_PATH'] = os.path.join(environment['CUDA_HOME'], 'lib64')
    for words in program.commands(settings.cores):
        outcome = processes.run(words, program.folder, libraries, settings.build_limit)
        if outcome.code != 0:
            row.remark = ('its build takes more than %g s' % settings.build_limit if outcome.code is None
                          else verdict.reason(outcome.text))
            return []
    found = programs.executables(program.folder)
    if program.source:
        found = [path for path in found if os.path.basename(path) == os.path.splitext(program.source)[0]]
    row.builds = bool(found)
    if not found:
        row.remark = 'its build links no program'
    return found


def judge(outcome, row, limit):
    """Takes one run into a program's row. A program is as right as the worst of its runs, and says so if each does."""
    begin = SUMMARY.search(outcome.text)
    said = outcome.text[:begin.start()] if begin else outcome.text
    counts = COUNTED.findall(outcome.text, begin.start()) if begin else []
    row.seconds += outcome.seconds
    row.instructions += sum(int(count.replace(',', '')) for count in counts)
    right, line = verdict.verdict(said)
    if outcome.code is None:
        row.right, row.how, row.remark = 'not ended', '', 'in %g s' % limit
    elif outcome.code != 0:
        row.right, row.how = 'no', ''
        exited = EXITED.search(outcome.text)
        ended = ('exit code %s' % (exited.group(1) if exited else outcome.code) if outcome.code > 0
                 else 'ended by a signal (%s)' % signal.strsignal(-outcome.code))
        row.remark = '%s: %s' % (ended, line or verdict.reason(EXITED.sub('', outcome.text)))
    elif right is False:
        row.right, row.how, row.remark = 'no', 'own', line
    else:
        row.how = 'own' if right and row.how != 'ends' else 'ends'
        row.right, row.remark = 'yes', line or row.remark or verdict.last(said)


def tried(program, given, environment, settings):
    row = Row(program.name)
    built = built_by(program, environment, settings, row)
    if not row.builds:
        return row
    simulate = [settings.simgpu, settings.platform] + settings.option + ['--']
    calls = arguments.calls_of(program, built, given, environment)
    for number, call in enumerate(calls, 1):
        outcome = processes.run(simulate + call.words, call.folder, {**environment, **call.changed}, settings.limit,
                                call.given)
        judge(outcome, row, settings.limit)
        if row.right != 'yes':
            row.remark += ' (call %d of %d)' % (number, len(calls)) if len(calls) > 1 else ''
            break
    return row


def table(rows, settings):
    head = ['program', 'builds', 'right', 'verified', 'seconds', 'million/s', 'what it says']
    lines = ['| %s |' % ' | '.join(head), '|%s' % ('---|' * len(head))]
    lines += ['| %s |' % ' | '.join(row.cells()) for row in rows]
    count = [len(rows), sum(row.builds for row in rows), sum(row.right == 'yes' for row in rows),
             sum(row.right == 'yes' and row.how == 'own' for row in rows),
             sum(row.right == 'not ended' for row in rows)]
    told = '%d programs: %d build, %d are right (%d of them say so), %d had not ended.' % tuple(count)
    made = 'Made on %s with `%s %s`, %g seconds of a processor for each run.' % (
        datetime.date.today().isoformat(), settings.platform, ' '.join(settings.option), settings.limit)
    return '\n'.join([told + '\n' + made, ''] + lines) + '\n'


def read_command_line():
    here = os.path.dirname(os.path.abspath(__file__))
    build = os.path.join(here, '..', '..', 'build')
    parser = argparse.ArgumentParser(
        description=__doc__, epilog='Verified "own": the program says that it is right. "ends": it says nothing, and ends '
        'with exit code 0. Seconds are of a processor, with the program and all compilers that it starts; million/s are '
        'warp instructions by them, those of known launches too.')
    parser.add_argument('suite', nargs='+', help='a folder of programs')
    parser.add_argument('--match', default='', help='only programs whose names this regular expression finds')
    parser.add_argument('--draw', type=int, metavar='N', help='only so many programs, by chance')
    parser.add_argument('--seed', type=int, default=42, help='of that chance (42)')
    parser.add_argument('--arguments', metavar='FILE', help='lines "PROGRAM: ARGUMENTS" instead of what makefiles say')
    parser.add_argument('--platform', default='ampere-a100', help='the simulated GPU (ampere-a100)')
    parser.add_argument('--option', action='append', metavar='OPTION',
                        help='an option of simgpu; may come several times (--functional and --on-fault=report)')
    parser.add_argument('--limit', type=float, default=60, help='seconds of a processor for each run (60)')
    parser.add_argument('--build-limit', type=float, default=300, help='the same for each build (300)')
    parser.add_argument('--cores', type=int, default=os.cpu_count(), help='that a build may use')
    parser.add_argument('--output', metavar='FILE', help='where the table goes (standard output)')
    parser.add_argument('--simgpu', default=os.path.join(build, 'cli', 'simgpu'))
    parser.add_argument('--toolkit', default=os.path.join(build, 'runtime', 'nvcc'), help='the folder with bin/nvcc')
    settings = parser.parse_args()
    settings.option = settings.option or ['--functional', '--on-fault=report']
    settings.simgpu = os.path.abspath(settings.simgpu)
    settings.toolkit = os.path.abspath(settings.toolkit)
    for place in settings.suite + [settings.simgpu, settings.toolkit]:
        if not os.path.exists(place):
            parser.error(place + ': there is no such file or folder')
    return settings


def main():
    settings = read_command_line()
    try:
        given = arguments.read(settings.arguments) if settings.arguments else {}
    except arguments.Bad as error:
        sys.exit('try_programs: %s' % error)
    environment = environment_for(settings.toolkit)
    rows = []
    for suite in settings.suite:
        found = [one for one in programs.programs_of(suite) if re.search(settings.match, one.name)]
        for program in programs.drawn(found, settings.draw, settings.seed):
            rows.append(tried(program, given, environment, settings))
            print(' '.join(rows[-1].cells()), file=sys.stderr, flush=True)
    text = table(rows, settings)
    if settings.output:
        with open(settings.output, 'w', encoding='utf-8') as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == '__main__':
    main()
