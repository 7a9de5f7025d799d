#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the pages of docs/reference that say what the code says, so that they can't differ.

    reference.py --write|--check SOURCE SIMGPU SIMGPUCC

SOURCE is the folder of the source tree. --write writes the pages there. --check compares them,
prints the first differences and fails if a page is out of date. Needs Python alone.

The pages come from what the two commands print (their lists and helps), from the JSON schemas of
workloads and studies, and from the names in results/format.h. The indexes of docs/'s folders are
made here, too: a page's title, and the question with which it begins.
"""
import difflib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from reference_libraries import libraries_page
from reference_schema import schema_page

SUBCOMMANDS = ['study', 'report', 'film', 'grade', 'diff', 'traces', 'import-config', 'list-metrics', 'train',
               'predict', 'place', 'evaluate', 'bubble-up']
GPUS = [('GTX 480', 'fermi-gtx480'), ('TITAN X', 'pascal-titanx'), ('TITAN V', 'volta-titanv')]
MADE = ('This page is made from {}. A test tells when it is out of date, and\n'
        '`meson compile -C build reference` makes it again.\n')
FOLDERS = {
    'tutorial': ('Tutorials', 'You have never used simgpu? Each of these lessons takes less than ten minutes.'),
    'howto': ('How-to guides', 'You know what you want to do? These pages have the commands.'),
    'reference': ('Reference', 'You look something up? These pages list everything of one kind.'),
    'explanation': ('Explanations', 'You want to know how it works, and how far you can trust it?'),
    'papers': ('Publications', 'You want to repeat a publication? Here is what it says, and what simgpu finds.'),
}


LESSONS = ['run-a-cuda-program.md', 'compare-schedulers.md', 'scaling.md', 'write-a-scheduler.md']


def printed(*command):
    """What a command prints. Its own usage is our problem, so a failure ends the script."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding='utf-8').stdout


def cell(text):
    """Text in a table's cell."""
    return re.sub(r'([|<*])', r'\\\1', text)


def code(text):
    return '`' + text.replace('|', '\\|') + '`' if text else ''


def table(heads, rows):
    lines = ['| ' + ' | '.join(heads) + ' |', '|' + '---|' * len(heads)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in rows]) + '\n'


# ---- properties of platforms

GROUPS = {
    'host': 'The host: its CPU, its memory, and what a launch or a copy costs there.',
    'gpu': 'The GPU as a whole: its memory, and the prices of energy.',
    'front': 'The dispatcher, which gives blocks to SMs.',
    'sm': 'A streaming multiprocessor, with its L1 caches.',
    'l2': 'A bank of the L2 cache.',
    'dram': 'A channel of DRAM.',
    'xbar': 'The crossbar between SMs and L2 banks.',
    'pcie': 'The link between host and GPU.',
}


def properties_of(simgpu, source, platform):
    """Rows of --list-properties: name, value, range and meaning."""
    text = printed(simgpu, os.path.join(source, 'platforms', platform + '.xml'), '--list-properties')
    rows = []
    for head, meaning in re.findall(r'^(\S.*)\n    (.*)$', text, re.M):
        name, value, limits = re.match(r'(\S+) +(.{24}\S*) (.+)', head).groups()
        rows.append((name, value.strip(), limits, re.sub(r' \([^()]*\)$', '', meaning)))
    return rows


def properties_page(simgpu, source):
    lists = [properties_of(simgpu, source, file) for _, file in GPUS]
    values = [{row[0]: row[1] for row in rows} for rows in lists]
    text = ('# Properties of platforms\n\nWhat can you set in a platform file or with `--set`, and what does it mean? '
            'Every property that the\nmodels read is here, with its values on three GPUs.\n\n' +
            MADE.format('`simgpu PLATFORM --list-properties`') +
            '\nA value is a number with a unit: `32KiB`, `60cycles`, `4.4us`, `1400MHz`. [Platform files](platform-file.md)\n'
            'lists the units. The column "unit and range" names the unit in which simgpu counts, and the limits.\n'
            'A `-` says that this GPU has no such unit. The sources of all values are in\n'
            '[platforms/SOURCES.md](../../platforms/SOURCES.md).\n')
    names = list(dict.fromkeys(row[0] for rows in lists for row in rows))
    about = {row[0]: row for rows in reversed(lists) for row in rows}
    for group in dict.fromkeys(name.split('.')[0] for name in names):
        rows = [[code(name), cell(about[name][3]), cell(about[name][2])] +
                [cell(value.get(name, '-')) for value in values]
                for name in names if name.split('.')[0] == group]
        text += f'\n## {group}\n\n{GROUPS[group]}\n\n'
        text += table(['property', 'meaning', 'unit and range'] + [gpu for gpu, _ in GPUS], rows)
    return text


# ---- policies

def policies_page(simgpu):
    kinds, sets = printed(simgpu, '--list-policies').split('sets of policies')
    text = ('# Policies\n\nWhich policies are there, and which parameters do they take? You choose one with '
            '`--policy KIND=NAME`, and\na parameter with `--set KIND.PARAMETER=VALUE`. '
            '[Choosing policies](../howto/policies.md) shows how.\n\n' +
            MADE.format('`simgpu --list-policies`'))
    rows = []

    def flush():
        nonlocal rows, text
        if rows:
            text += '\n' + table(['parameter', 'values', 'default', 'meaning'], rows)
        rows = []

    for line in kinds.splitlines():
        if re.match(r'\S', line):
            flush()
            text += f'\n## {line.rstrip(":")[0].upper() + line.rstrip(":")[1:]}\n\n'
            text += 'KIND is ' + code(line.rstrip(':').replace(' predictor', '').replace(' ', '_').lower()) + '.\n'
        elif re.match(r'  \S', line):
            flush()
            name, meaning = line.strip().split(': ', 1)
            text += f'\n### {name}\n\n{cell(meaning)}.\n'
        elif line.strip().startswith('Source: '):
            text += f'{cell(line.strip())}.\n'
        else:
            name, rest = line.strip().split(': ', 1)
            values, rest = rest.split(', default ', 1)
            default, meaning = re.split(r'\. ', rest, maxsplit=1) if '. ' in rest else (rest, '')
            rows.append([code(name), cell(values), code(default), cell(meaning)])
    flush()
    text += '\n## Sets of policies\n\nOne name for several policies: `--policy set=NAME`.\n\n'
    entries = [[part.strip() for part in entry.splitlines()] for entry in sets.split('\n\n')[1:] if entry.strip()]
    return text + table(['set', 'meaning', 'source', 'policies'],
                        [[code(e[0]), cell(e[1]), cell(e[2]), code(e[3])] for e in entries])


# ---- options and exit codes

def helps(simgpu):
    return [('simgpu', printed(simgpu, '--help'))] + [
        ('simgpu ' + name, printed(simgpu, 'help', name)) for name in SUBCOMMANDS]


def option_rows(lines):
    """Lines of options; deeply indented lines go on with the one before."""
    rows = []
    for line in lines:
        match = re.match(r'  (\S.*?)(?:  +(.*))?$', line)
        if re.match(r' {6,}\S', line) and rows:
            rows[-1][1] = (rows[-1][1] + ' ' + cell(line.strip())).strip()
        elif match:
            rows.append([code(match.group(1)), cell(match.group(2) or '')])
    return rows


def paragraph(lines):
    """Lines of a help, with links to the pages that they name."""
    return re.sub(r'docs/(\w+)/([\w-]+\.md)', r'[docs/\1/\2](../\1/\2)', '\n'.join(cell(line) for line in lines))


def help_section(name, text):
    """A command's help as a section: usage, options, and the paragraphs behind them."""
    usage = re.search(r'Usage:\n  (.*)', text).group(1).replace('…', '...')
    usage = usage if usage.startswith('simgpu') else 'simgpu ' + usage
    parts = [part for part in text.split('\n\n') if part.strip()]
    out = f'\n## {name}\n\n{parts[1].strip()}\n\n```text\n{usage}\n```\n\n'
    for part in parts[2:]:
        lines = part.splitlines()
        if lines[0] == 'Help Options:' or lines[0].startswith('Exit codes:'):
            continue
        if lines[0] == 'Application Options:':
            out += table(['option', 'meaning'], option_rows(lines[1:]))
        elif len(lines) > 1 and lines[1].startswith('  '):
            out += f'\n{lines[0]}\n\n' + table(['', 'meaning'], option_rows(lines[1:]))
        else:
            out += '\n' + paragraph(lines) + '\n'
    return out


def compiler_section(text):
    head, rest = text.split('\n\n', 1)
    options, rest = rest.split('\nOther options', 1)
    usage, *about = head.splitlines()
    return ('\n## simgpucc\n\n' + ' '.join(about) + '\n\n```text\n' + usage.replace('Usage: ', '') + '\n```\n\n' +
            table(['option', 'meaning'], option_rows(options.splitlines())) +
            '\nOther options' + rest.split('\n\n')[0] + '\n')


def options_page(simgpu, simgpucc):
    text = ('# Options\n\nWhich options do `simgpu`, its subcommands and `simgpucc` take?\n\n' +
            MADE.format('what `--help` prints') +
            '\nEvery command also takes `-h` and `--help`. [Exit codes](exit-codes.md) have a page of their own.\n')
    for name, said in helps(simgpu):
        text += help_section(name, said)
    return text + compiler_section(printed(simgpucc, '--help'))


def exit_codes_page(simgpu):
    codes = {}
    for name, said in helps(simgpu):
        match = re.search(r'^Exit codes: ((?:.|\n)*?)\.$', said, re.M)
        for entry in re.split(r',\s+(?=\d+ )', match.group(1).replace('\n', ' ')) if match else []:
            number, meaning = entry.split(' ', 1)
            codes.setdefault(int(number), {})[name] = meaning
    names = list(dict.fromkeys(name for meanings in codes.values() for name in meanings))
    rows = [[str(number)] + [cell(codes[number].get(name, '-')) for name in names] for number in sorted(codes)]
    return ('# Exit codes\n\nHow does a script see how a run ended?\n\n' +
            MADE.format('what `--help` prints') + '\n' + table(['code'] + names, rows) +
            '\nAll other subcommands end with 0 (done), 2 (wrong command line) or 3 (bad input, or an output that\n'
            "can't be written).\n\n"
            'A CUDA program adds two cases. Code 1 also says that the program ended badly, with or without `--check`.\n'
            'Code 3 also says that a kernel accessed what no allocation holds. '
            '[What ends a run](../howto/limits-and-signals.md)\nshows each case.\n')


# ---- names in results

def results_page(source):
    with open(os.path.join(source, 'results', 'format.h'), encoding='utf-8') as file:
        header = file.read()
    version = re.search(r'RESULT_SCHEMA_VERSION = (\d+)', header).group(1)
    text = ('# Results files\n\nWhat is in the file that `--json` writes?\n\n' + MADE.format('`results/format.h`') +
            f'\nThe file is one JSON object. This is version {version} of its format (`schema_version`). A new member is no\n'
            'new version: readers ignore members that they do not know. All but the object `host` is the same,\n'
            'byte for byte, on every run.\n\n'
            'Counters and derived metrics are on the [page of metrics](metrics.md), the parts of `provenance` on\n'
            '[a page of their own](provenance.md), and what observers write in [Observing](../howto/observing.md).\n'
            '`--csv` writes the same numbers as rows of `scope,index,name,metric,unit,value`.\n')
    for title, body in re.findall(r'/\* ---- (.*?) \*/\n((?:.|\n)*?)(?=/\* ----|#endif)', header):
        rows = [[code(name), cell(' '.join((comment or '').split()))] for name, comment in
                re.findall(r'#define RESULT_\w+ +"([^"]+)" *(?:/\* (.*?) ?\*/)?', re.sub(
                    r'/\* (.*?)\. \*/\n(#define .*)', r'\2 /* \1 */', body))]
        if rows:
            text += f'\n## {title[0].upper() + title[1:].strip()}\n\n' + table(['member', 'meaning'], rows)
    return text


# ---- indexes of folders

def question_of(page):
    """The first paragraph's first sentences up to a question, or its first sentence."""
    paragraph = next((p for p in page.split('\n\n')[1:] if re.match(r'[A-Z]', p)), '')
    paragraph = ' '.join(paragraph.split())
    asked = re.match(r'[^?]*?\?', paragraph)
    said = re.match(r'.*?[.:?](?= |$)', paragraph)
    text = asked.group(0) if asked and len(asked.group(0)) < 300 else said.group(0) if said else paragraph
    text = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', text).replace('**', '')
    return text


def index_page(source, folder, pages):
    """pages: texts of this folder's pages that are made, by path."""
    title, lead = FOLDERS[folder]
    at = os.path.join('docs', folder)
    rows = []
    names = set(os.listdir(os.path.join(source, at))) | {os.path.basename(p) for p in pages if p.startswith(at + '/')}
    for name in sorted(names, key=lambda n: (LESSONS.index(n) if n in LESSONS else len(LESSONS), n)):
        if not name.endswith('.md') or name == 'README.md':
            continue
        text = pages.get(os.path.join(at, name))
        if text is None:
            with open(os.path.join(source, at, name), encoding='utf-8') as file:
                text = file.read()
        rows.append([f'[{text.splitlines()[0].lstrip("# ")}]({name})', question_of(text).replace('|', '\\|')])
    return f'# {title}\n\n{lead}\n\n' + table(['page', 'its question'], rows)


def all_pages(source, simgpu, simgpucc):
    """The text of every page that is made, by its path."""
    def schema(path, *words):
        with open(os.path.join(source, path), encoding='utf-8') as file:
            return schema_page(json.load(file), *words, MADE.format('`' + path + '`'))

    pages = {
        'metrics': printed(simgpu, 'list-metrics', '--markdown'),
        'properties': properties_page(simgpu, source),
        'policies': policies_page(simgpu),
        'options': options_page(simgpu, simgpucc),
        'exit-codes': exit_codes_page(simgpu),
        'results-file': results_page(source),
        'libraries': libraries_page(source, MADE.format('the headers in `runtime/include`')),
        'workload-file': schema('workloads/workload.schema.json', 'Workload files',
                                'What can you write in a workload file?'),
        'study-file': schema('studies/study.schema.json', 'Study files',
                             'What can you write in a study file?'),
    }
    pages = {os.path.join('docs', 'reference', name + '.md'): text for name, text in pages.items()}
    for folder in FOLDERS:
        pages[os.path.join('docs', folder, 'README.md')] = index_page(source, folder, pages)
    return pages


def check(source, path, text):
    """Whether the page is as it would be made; prints how it differs."""
    try:
        with open(os.path.join(source, path), encoding='utf-8') as file:
            there = file.read()
    except FileNotFoundError:
        there = ''
    if there == text:
        return True
    lines = list(difflib.unified_diff(there.splitlines(), text.splitlines(), path, 'as it is to be', lineterm=''))
    print('\n'.join(lines[:20]))
    print(f'{path} is out of date: meson compile -C build reference makes it again')
    return False


def main():
    mode, source, simgpu, simgpucc = sys.argv[1:]
    pages = all_pages(source, simgpu, simgpucc)
    if mode == '--check':
        sys.exit(0 if all([check(source, path, text) for path, text in pages.items()]) else 1)
    for path, text in pages.items():
        with open(os.path.join(source, path), 'w', encoding='utf-8') as file:
            file.write(text)


main()
