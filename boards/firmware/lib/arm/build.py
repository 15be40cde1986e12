#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: build.py --cc CC --ar AR --newlib TAR LIBRARY

Makes LIBRARY from newlib's source: printf and scanf and their like with the
conversions of C99 (%zu, %hhd, %jd, %td), which Debian's newlib for ARM leaves
out.  The rest of that newlib, and its headers, are used as they are."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

# For every board's core; Thumb code calls it through the linker's veneers.
FLAGS = ['-O2', '-g0', '-w', '-march=armv5te', '-marm', '-mfloat-abi=soft',
         '-ffunction-sections', '-fdata-sections', '-D_WANT_IO_C99_FORMATS',
         '-D_LDBL_EQ_DBL']
# What programs call.  It has to be here, too: a linker that finds it in libc
# takes what it calls from there as well.
CALLED = ['asprintf', 'dprintf', 'fprintf', 'printf', 'snprintf', 'sprintf',
          'vasprintf', 'vdprintf', 'vprintf', 'vsnprintf', 'vsprintf',
          'fscanf', 'scanf', 'sscanf', 'vscanf', 'vsscanf']
# What all of it ends in, as newlib's own makefile makes them of two files.
FORMS = {'': [], 'i': ['-DINTEGER_ONLY'], 's': ['-DSTRING_ONLY'],
         'si': ['-DINTEGER_ONLY', '-DSTRING_ONLY']}


def run(words, where):
    done = subprocess.run([str(word) for word in words], cwd=where,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          errors='replace', check=False)
    if done.returncode:
        sys.exit(f'{done.stdout[-4000:]}\nbuild.py: {words[0]} failed')


def object_name(name, form):
    """newlib's: svfprintf, vfiprintf, svfiprintf."""
    string, integer = 's' in form, 'i' in form
    return (('s' if string else '') + 'vf' + ('i' if integer else '')
            + name.removeprefix('vf'))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--cc', required=True)
    parser.add_argument('--ar', required=True)
    parser.add_argument('--newlib', required=True)
    parser.add_argument('library', type=pathlib.Path)
    options = parser.parse_args()
    library = options.library.resolve()
    with tempfile.TemporaryDirectory() as name:
        where = pathlib.Path(name)
        run(['tar', 'xf', options.newlib, '--wildcards',
             '*/newlib/libc/stdio/*', '*/newlib/libc/stdlib/*.h',
             '*/newlib/libc/locale/*.h'], where)
        stdio = next(where.iterdir()) / 'newlib' / 'libc' / 'stdio'
        made = []
        for source in ('vfprintf', 'vfscanf'):
            for form, defines in FORMS.items():
                made.append(f'{object_name(source, form)}.o')
                run([options.cc, *FLAGS, *defines, f'-I{stdio}', '-c',
                     stdio / f'{source}.c', '-o', made[-1]], where)
        run([options.cc, *FLAGS, f'-I{stdio}', '-c',
             *(stdio / f'{name}.c' for name in CALLED)], where)
        made += [f'{name}.o' for name in CALLED]
        library.unlink(missing_ok=True)
        run([options.ar, 'rcsD', library, *made], where)


if __name__ == '__main__':
    main()
