#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints cuBLAS's calls with numbers of 64 bits: each is the call of 32 bits, if its numbers fit.

    make_wide.py COMPILER HEADER

HEADER is cublas_v2.h, which declares them.
"""
import os
import re
import subprocess
import sys

HEAD = '''/* Made by make_wide.py. */
#include <cublas_v2.h>

#include <vector>

#include "common/refuse.h"

template <int COUNT> static bool fit(const char *call, const int64_t (&numbers)[COUNT])
{
    for (int64_t number : numbers)
        if (number != (int)number) {
            refuse(call, "numbers that need 64 bits are not supported");
            return false;
        }
    return true;
}

/* Numbers of groups, on the host. */
struct narrowed {
    std::vector<int> numbers;
    bool fits = true;

    narrowed(const int64_t *wide, int64_t count) : numbers(wide, wide ? wide + count : wide)
    {
        for (int64_t i = 0; wide && i < count; i++)
            fits = fits && wide[i] == numbers[i];
    }
};

/* Where a call of 32 bits may put an index of 64 bits. */
struct wide_index {
    cublasHandle_t handle;
    int64_t *wanted;
    int value = 0;
    bool on_device;

    wide_index(cublasHandle_t of, int64_t *result) : handle(of), wanted(result)
    {
        cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
        on_device = cublasGetPointerMode(of, &mode) == CUBLAS_STATUS_SUCCESS &&
                    mode == CUBLAS_POINTER_MODE_DEVICE;
    }
    operator int *()
    {
        return on_device ? (int *)wanted : &value;
    }
    /* On the device the index is the lower half: the upper one becomes 0. */
    cublasStatus_t told(cublasStatus_t status)
    {
        cudaStream_t stream = 0;
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
        if (!on_device) {
            *wanted = value;
            return status;
        }
        cublasGetStream(handle, &stream);
        return cudaMemsetAsync((int *)wanted + 1, 0, sizeof(int), stream) == cudaSuccess
                   ? status
                   : CUBLAS_STATUS_EXECUTION_FAILED;
    }
};

extern "C" {
'''

compiler, header = sys.argv[1:]
text = subprocess.run([compiler, '-E', '-P', '-x', 'c++', '-I', os.path.dirname(header), header], check=True, stdout=subprocess.PIPE,
                      encoding='utf-8').stdout
print(HEAD)
for name, parameters in re.findall(r'cublasStatus_t\s+(cublas\w+_64)\s*\(([^()]*)\)\s*;', text):
    if parameters.strip() == '...':
        continue
    parameters = [' '.join(p.split()) for p in parameters.split(',')]
    names = [re.search(r'(\w+)\s*(\[\])?$', p).group(1) for p in parameters]
    numbers = [n for n, p in zip(names, parameters) if p.startswith('int64_t ') and '*' not in p]
    arrays = [n for n, p in zip(names, parameters) if p.startswith('const int64_t ') and p.endswith('[]')]
    words, index = [], None
    for word, parameter in zip(names, parameters):
        if word in numbers:
            words.append('(int)' + word)
        elif word in arrays:
            words.append(word + '_narrow.numbers.data()')
        elif parameter.startswith('int64_t *'):
            index = word
            words.append('index')
        else:
            words.append(word)
    call = '{}({})'.format(name[:-3], ', '.join(words))
    print('cublasStatus_t {}({})\n{{'.format(name, ', '.join(parameters)))
    print('    if (!fit("{}", {{{}}}))\n        return CUBLAS_STATUS_NOT_SUPPORTED;'.format(
        name.replace('_v2', ''), ', '.join(numbers)))
    for word in arrays:
        print('    const narrowed {0}_narrow({0}, group_count);'.format(word))
    if arrays:
        print('    if (!({}))'.format(' && '.join(word + '_narrow.fits' for word in arrays)))
        print('        return CUBLAS_STATUS_NOT_SUPPORTED;')
    if index:
        print('    wide_index index(handle, {});\n    return index.told({});\n}}'.format(index, call))
    else:
        print('    return {};\n}}'.format(call))
print('}')
