# SPDX-License-Identifier: BSD-3-Clause
"""What a program says of its own result."""
import re

# Words that tell of no failure, though they name one: "0 errors", "no mismatch", "failed: 0", "error = 1e-7".
HARMLESS = re.compile(r'\b(no|0|zero|without)\s+(\w+\s+)?(errors?|mismatch(es)?|failed|failures?|failing|wrong)\b'
                      r'|\b(errors?|mismatch(es)?|failed|failures?|wrong)\s*[:=]\s*0(?![.\d])', re.IGNORECASE)
WRONG = re.compile(r'\b(FAIL(ED|S|URE)?|mismatch(es)?|incorrect|wrong|invalid result|do(es)? not match|not equal'
                   r'|not correct|verification error)\b', re.IGNORECASE)
RIGHT = re.compile(r'\b(PASS(ED|ES)?|success(ful(ly)?)?|correct(ly)?|verified|OK|match(es)?|valid|identical'
                   r'|no errors?|0 errors?|errors?\s*[:=]\s*0)\b', re.IGNORECASE)
# Other meanings of such words: a "forward pass", "3 passes", "passes: 3".
OTHER = re.compile(r'\b(forward\w*|backward\w*|first|second|third|last|next|each|per|one|single|\d+(st|nd|rd|th))[ -]pass(es)?\b'
                   r'|\b(\d+|number of) passes\b|\bpasses\s*[:=]', re.IGNORECASE)
LONGEST = 80


def shortened(line):
    line = ' '.join(line.split()).replace('|', '/')
    return line if len(line) <= LONGEST else line[:LONGEST - 3] + '...'


def verdict(text):
    """(right, line): True, False, or None if the program says nothing; and the line that says it."""
    right = None
    for whole in text.splitlines():
        line = OTHER.sub('', whole)
        rest = HARMLESS.sub('', line)
        if WRONG.search(rest):
            return False, shortened(whole)
        if right is None and (rest != line or RIGHT.search(line)):
            right = shortened(whole)
    return (None, '') if right is None else (True, right)


def last(text):
    """The last line of a program that says nothing of its result: it may have given up."""
    lines = text.splitlines()
    return shortened(next((line for line in reversed(lines) if line.strip()), ''))


def reason(text):
    """The line that tells best why a build or a run has failed."""
    lines = [line for line in text.splitlines() if line.strip()]
    for pattern in (r'\bfatal error\b|\berror:', r'simgpu:|Error', r'undefined reference|No rule', r'.'):
        for line in lines:
            if re.search(pattern, line):
                return shortened(re.sub(r'^\S*/', '', line))
    return 'it said nothing'
