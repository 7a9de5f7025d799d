# SPDX-License-Identifier: BSD-3-Clause
"""The page of the libraries' calls, from their headers as the host's compiler sees them.

A call that a header declares without arguments, as f(...), is one that its library refuses.
"""
import os
import re
import subprocess

# Title, header, what the names of its calls begin with.
LIBRARIES = [
    ('cuBLAS', 'cublas_v2.h', 'cublas(?!Lt|Xt)'),
    ('cuBLAS, without handles', 'cublas.h', 'cublas(?!Lt|Xt)'),
    ('cuBLASLt', 'cublasLt.h', 'cublasLt'),
    ('cublasXt', 'cublasXt.h', 'cublasXt'),
    ('cuRAND', 'curand.h', 'curand'),
    ('cuFFT', 'cufftXt.h', 'cufft'),
    ('cuFFTW', 'cufftw.h', 'fftwf?_'),
    ('cuSPARSE', 'cusparse.h', 'cusparse'),
    ('cuSOLVER, dense', 'cusolverDn.h', 'cusolver(?:Dn|Get)'),
    ('cuSOLVER, sparse', 'cusolverSp_LOWLEVEL_PREVIEW.h', 'cusolverSp'),
    ('cuSOLVER, refactorization', 'cusolverRf.h', 'cusolverRf'),
    ('cuSOLVER, several GPUs', 'cusolverMg.h', 'cusolverMg'),
    ('NCCL', 'nccl.h', 'nccl'),
    ('nvJitLink', 'nvJitLink.h', 'nvJitLink'),
    ('CUPTI', 'cupti.h', 'cupti'),
    ('NVML', 'nvml.h', 'nvml'),
]

HEAD = '''# Calls of the libraries

Which calls of cuBLAS, cuRAND, cuFFT, cuSPARSE, cuSOLVER, NCCL, NVML and their kin work, and which are refused?
[Use CUDA's libraries](../howto/libraries.md) says how to link them, and what they are.

A refused call says so on standard error and answers that it is not supported. A call that is not in the tables
does not compile. cuBLAS' calls with `_64` are those without: numbers that need more than 32 bits are refused by name. In a name, `[SDCZ]` stands for each of these letters: float, double and their complex types.
'''


def declarations(source, header, language):
    include = os.path.join(source, 'runtime', 'include')
    return subprocess.run(['clang-14', '-E', '-P', '-x', language, '-I', include, os.path.join(include, header)],
                          check=True, stdout=subprocess.PIPE, encoding='utf-8').stdout


def wide_calls_of(source, header):
    """The names of functions for numbers of 64 bits, as a C program sees them."""
    found = re.findall(r'\b(cublas\w+_64)\s*\([^()]*\)(\s*__asm__)?', declarations(source, header, 'c'))
    return {name for name, renamed in found if not renamed}


def calls_of(source, header, prefix):
    """The names that a header declares: those that work, those that are refused.

    simgpucc's clang reads C++ where there is no g++."""
    text = declarations(source, header, 'c++')
    works, refused = set(), set()
    for name, arguments in re.findall(r'\b(' + prefix + r'(?:[A-Z]|(?<=_)[a-z])\w*)\s*\(([^()]*)', text):
        if arguments.startswith('*'):  # what a pointer to a function returns
            continue
        if name.endswith('_64'):  # the call without it, in the header
            continue
        name = name[:-3] if name.endswith('_v2') else name
        (refused if arguments.strip() == '...' else works).add(name)
    return works, refused


def joined(names):
    """Names that differ by a letter for the type in one word: cublas[SDCZ]gemm."""
    families = {}
    for name in names:
        match = re.match(r'((?:cublas|cublasXt|cusparse|cusolverDn|cusolverSp))([SDCZHI])([a-z]\w*)$', name)
        key = (match.group(1), match.group(3)) if match else (name, None)
        families.setdefault(key, []).append(match.group(2) if match else '')
    words = []
    for (prefix, rest), letters in families.items():
        if rest is None:
            words.append(prefix)
        else:
            letters = ''.join(sorted(letters, key='SDCZHI'.index))
            words.append(prefix + (letters if len(letters) == 1 else '[' + letters + ']') + rest)
    return sorted(words, key=lambda word: (word.lower(), word))


def libraries_page(source, made):
    parts = [HEAD, made]
    for title, header, prefix in LIBRARIES:
        works, refused = calls_of(source, header, prefix)
        rows = [(word, 'works') for word in joined(works - refused)] + [(word, 'refused') for word in joined(refused)]
        parts.append('## {}\n\n{} calls work, {} are refused.\n\n| call | |\n|---|---|'.format(
            title, len(works - refused), len(refused)))
        parts.append('\n'.join('| `{}` | {} |'.format(*row) for row in rows) + '\n')
    return '\n'.join(parts)
