#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: build.py --cc CC --ar AR --newlib TAR --glibc TAR --keep DIR OUT

Makes the C library of the e500 boards in OUT from Debian's sources: libc.a and
libm.a of newlib, libsoftfp.a of glibc's soft-fp, and include/.  Debian has no
C library for bare PowerPC, and the compiler's own libgcc computes with
floating point instructions, which an e500 does not have.

What was built is kept in DIR under a name made of the sources, the compiler
and this recipe, so that another build folder only copies it."""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ['-O2', '-g0', '-w', '-mcpu=8540', '-msoft-float',
         '-mlong-double-64', '-msdata=none', '-U_CALL_SYSV', '-ffreestanding',
         '-fno-pie', '-fno-stack-protector', '-fno-asynchronous-unwind-tables',
         '-ffunction-sections', '-fdata-sections']
# What the compiler calls instead of an instruction; X is s or d.
SOFT_FP = [name.replace('X', width) for width in 'sd' for name in (
    'addXf3', 'subXf3', 'mulXf3', 'divXf3', 'negXf2', 'eqXf2', 'geXf2',
    'leXf2', 'unordXf2', 'fixXfsi', 'fixXfdi', 'fixunsXfsi', 'fixunsXfdi',
    'floatsiXf', 'floatdiXf', 'floatunsiXf', 'floatundiXf')] + [
        'extendsfdf2', 'truncdfsf2']
MADE = ['libc.a', 'libm.a', 'libsoftfp.a', 'include']


def flags(where):
    """A program is the same wherever its library was built: assert() has the
    name of its file."""
    return [*FLAGS, f'-ffile-prefix-map={where}=.']


def run(words, where):
    """Flags that the caller builds with (CFLAGS, MAKEFLAGS, as Debian's tools
    set them) are for this machine, not for a board."""
    env = {name: value for name, value in os.environ.items()
           if not name.endswith('FLAGS')}
    done = subprocess.run([str(word) for word in words], cwd=where, env=env,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          errors='replace', check=False)
    if done.returncode:
        sys.exit(f'{done.stdout[-4000:]}\nbuild.py: {words[0]} failed')
    return done.stdout


def name_of(options):
    """One name for everything that what is built depends on."""
    digest = hashlib.sha256()
    for path in (__file__, HERE / 'sfp-machine.h', options.newlib,
                 options.glibc):
        digest.update(pathlib.Path(path).read_bytes())
    digest.update(subprocess.run([options.cc, '--version'], check=True,
                                 stdout=subprocess.PIPE).stdout)
    return f'mpc85xx-libc-{digest.hexdigest()[:16]}'


def unpack(archive, where, *words):
    """What the words for tar leave of it; the top folder."""
    where.mkdir()
    run(['tar', 'xf', archive, '--wildcards', *words], where)
    return next(path for path in where.iterdir() if path.is_dir())


def compiles(plan):
    """What make would compile: folder, compiler's words -> object -> source."""
    folders, groups = [], collections.defaultdict(dict)
    for line in plan.splitlines():
        entered = re.match(r"make\[\d+\]: Entering directory '(.*)'", line)
        compiled = re.match(r'(.* -c) -o (\S+) '
                            r"`test -f '\S+' \|\| echo '(\S+)'`(\S+)$", line)
        if entered:
            folders.append(pathlib.Path(entered[1]))
        elif 'Leaving directory' in line:
            folders.pop()
        elif compiled:
            words, made, place, name = compiled.groups()
            groups[folders[-1], words][made] = place + name
    return groups


def compile_folder(folder, groups):
    """A call of the compiler for all that it is told the same of: it names an
    object after the source, and not as make does, so that no other object may
    have that name."""
    everything = {made for _, sources in groups for made in sources}
    for words, sources in groups:
        named = {made: f'{pathlib.Path(source).stem}.o'
                 for made, source in sources.items()}
        if len(set(named.values())) < len(named) or everything & set(
                named.values()):
            continue
        run([*shlex.split(words), *sources.values()], folder)
        for made, name in named.items():
            (folder / name).rename(folder / made)


def compile_together(where):
    """Of what make takes a quarter is a shell and a compiler for each object.
    Objects that are there it leaves; those that are not, it makes."""
    run(['make', 'stmp-targ-include'], where)
    folders = collections.defaultdict(list)
    plan = compiles(run(['make', '-n'], where))
    for (folder, words), sources in plan.items():
        folders[folder].append((words, sources))
    order = sorted(folders, key=lambda folder: -sum(
        len(sources) for _, sources in folders[folder]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(lambda folder: compile_folder(folder, folders[folder]),
                      order))


def newlib(options, where, out):
    source = unpack(options.newlib, where / 'newlib', '--exclude=*/libgloss')
    (where / 'build').mkdir()
    tools = [f'{tool.upper()}={options.ar.removesuffix("ar")}{tool}'
             for tool in ('ar', 'ranlib', 'as')]
    # Its folders ask the same things of the compiler, each by itself.
    run([source / 'newlib' / 'configure', '--cache-file=config.cache',
         '--host=powerpc-unknown-none',
         '--disable-multilib', '--disable-newlib-supplied-syscalls',
         '--enable-newlib-io-c99-formats', '--enable-newlib-io-long-long',
         '--disable-newlib-multithread', f'--prefix={where}/installed',
         f'CC={options.cc}', *tools, f'CFLAGS={" ".join(flags(where))}'],
        where / 'build')
    compile_together(where / 'build')
    run(['make', f'-j{os.cpu_count() or 1}'], where / 'build')
    run(['make', 'install'], where / 'build')
    made = where / 'installed' / 'powerpc-unknown-none'
    for name in ('libc.a', 'libm.a'):
        shutil.copy(made / 'lib' / name, out)
    shutil.copytree(made / 'include', out / 'include')


def soft_fp(options, where, out):
    source = unpack(options.glibc, where / 'glibc', '*/soft-fp/*',
                    '*/stdlib/longlong.h')
    objects = where / 'soft-fp'
    objects.mkdir()
    run([options.cc, *flags(where), f'-I{HERE}', f'-I{source}/soft-fp',
         f'-I{source}/stdlib', '-c',
         *(source / 'soft-fp' / f'{name}.c' for name in SOFT_FP)], objects)
    run([options.ar, 'rcsD', out / 'libsoftfp.a',
         *sorted(objects.iterdir())], objects)


def make(options, kept):
    """Builds beside the place and renames: another build may do the same."""
    options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.keep) as name:
        where = pathlib.Path(name)
        out = where / 'out'
        out.mkdir()
        newlib(options, where, out)
        soft_fp(options, where, out)
        try:
            out.rename(kept)
        except OSError:
            if not kept.is_dir():
                raise


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--cc', required=True)
    parser.add_argument('--ar', required=True)
    parser.add_argument('--newlib', required=True)
    parser.add_argument('--glibc', required=True)
    parser.add_argument('--keep', required=True, type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    options = parser.parse_args()
    options.keep = options.keep.resolve()
    kept = options.keep / name_of(options)
    if not kept.is_dir():
        make(options, kept)
    for name in MADE:
        target = options.out / name
        if target.is_dir():
            shutil.rmtree(target)
        if (kept / name).is_dir():
            shutil.copytree(kept / name, target)
        else:
            shutil.copyfile(kept / name, target)


if __name__ == '__main__':
    main()
