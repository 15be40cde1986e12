# SPDX-License-Identifier: MIT
"""The checks of ./test, as functions; tools/check.py chooses and counts."""
import collections
import json
import pathlib
import re
import shutil
import sys

import builds
import fuzzing
import parts
from builds import (BUILD, PROGRAMS, ROOT, SANITIZERS, SANITIZERS_OF_RUNS,
                    TOOLS, Broken, build, command, configure, listed, script)
from outcomes import Outcome, count

# When a check runs: always, with --all, or where its name is said.
Check = collections.namedtuple('Check', 'title function when',
                               defaults=['always'])


def meson_test(name, *arguments, env=None, log='tests', made=('all',)):
    """Makes what it is told, runs tests of a build folder, and adds up the cases.

    Checks that share a folder run at the same time: each has its own log, and a
    test has twice the time that it has alone."""
    folder = build(name, *made)
    # With a wrapper, its name is part of the log's name.
    logs = f'meson-logs/{log}*.json'
    for old in folder.glob(logs):
        old.unlink()
    # Where a test that forgets a folder of its own has the command keep things.
    home = BUILD / 'home' / f'{name}-{log}'
    shutil.rmtree(home, ignore_errors=True)
    try:
        command('meson', 'test', '-C', folder, '--no-rebuild',
                '--num-processes', builds.jobs, '--timeout-multiplier', '2',
                '--logbase', log, *arguments,
                env={**(env or {}), 'XDG_STATE_HOME': str(home)})
    except Broken as broken:
        trouble = str(broken)
    else:
        trouble = ''
    outcome = Outcome()
    for line in [line for new in folder.glob(logs)
                 for line in new.read_text().splitlines()]:
        record = json.loads(line)
        passed, failed, skipped = count(record)
        outcome.passed += passed
        outcome.failed += failed
        outcome.skipped += skipped
        if failed:
            outcome.details += (f'{record["name"]}: {record["result"]}\n'
                                f'{record["stdout"] or ""}'
                                f'{record.get("stderr") or ""}\n')
    for kept in [path for path in home.rglob('*') if path.is_file()]:
        outcome.failed += 1
        outcome.details += f'a test left {kept}, and not in its own folder\n'
    # Meson, too, takes cmocka's "not ok # SKIP" for a failure.
    if trouble and not outcome.failed and not outcome.skipped:
        outcome.failed, outcome.details = 1, trouble
    return outcome


def gcc():
    return meson_test('gcc', '--no-suite', 'outside', '--no-suite', 'race',
                      '--no-suite', 'long', '--no-suite', 'whole')


def whole():
    """Tests that take long for what they find besides the others."""
    build('gcc', 'all')
    return meson_test('gcc', '--suite', 'whole', log='whole')


def quick_tests():
    """What costs a twentieth of the time of all, and has most of the cases.
    Nor are the programs of the boards made, which is half of a build."""
    build('gcc', 'build.ninja')
    wanted = ['unit', 'board']
    unwanted = ['slow', 'cli', 'long', 'race', 'outside', 'tools', 'programs']
    names = parts.tests('gcc', wanted, unwanted)
    # By suites, for a test of another suite may have the same name.
    return meson_test('gcc', *(word for suite in wanted
                               for word in ('--suite', suite)),
                      *(word for suite in unwanted
                        for word in ('--no-suite', suite)),
                      log='quick', made=parts.needed('gcc', names))


def in_turn():
    """Has the sweeps of what a person sees take every other board: by other bits
    of the commit than those that choose the tests."""
    return {'TALLY_PART': str(parts.seed() >> 16)}


def long_tests(share=3):
    """A third of them, and those that were changed lately."""
    build('gcc', 'all')
    return meson_test('gcc', *parts.lately(parts.tests('gcc', ['long'], []),
                                           share),
                      log='long', env=in_turn())


def race(share=3):
    """A third of the boards' races, and those that were changed lately."""
    build('gcc', 'all', 'races')
    return meson_test('gcc', *parts.lately(parts.tests('gcc', ['race'], []),
                                           share), log='race')


def sanitize():
    """Not those that start the command hundreds of times, nor those that do one
    thing at each of very many places.  All rooms are compiled, and those tests."""
    build(PROGRAMS, 'programs')
    build('sanitize', 'build.ninja')
    names = parts.tests('sanitize', None, ['tools', 'outside', 'slow', 'cli',
                                           'race', 'long', 'sweep'])
    made = ['src/cli/tally', *parts.needed('sanitize', names)]
    return meson_test('sanitize', *names, env=SANITIZERS, made=made)


def sanitize_slow(runs=24, others=12, sweeps=3):
    """Tests of the command, in parts: of those in which it runs boards one of 24,
    and a twelfth of the others; and a third of the sweeps.

    Use after return, a quarter of what a board's run takes, is not looked for
    where the command runs boards: the boards' C tests look for it, and the
    command's tests without boards."""
    build(PROGRAMS, 'programs', 'races')
    build('sanitize', 'all')
    outcome = Outcome()
    for log, wanted, unwanted, share, env in (
            ('slow', ['slow', 'cli', 'long'], ['tools', 'runs', 'sweep'],
             others, SANITIZERS),
            ('sweep', ['sweep'], ['tools', 'runs', 'race'], sweeps, SANITIZERS),
            ('runs', ['runs'], ['tools', 'outside'], runs,
             SANITIZERS_OF_RUNS)):
        names = parts.part(parts.tests('sanitize', wanted, unwanted), share)
        outcome = outcome.plus(meson_test('sanitize', *names, log=log,
                                          env=env | in_turn()))
    return outcome


def no_boards():
    """A third of the tests: what they are about is compiled of the same text."""
    build('no-boards', 'all')
    names = parts.tests('no-boards', None, ['tools', 'outside', 'long'])
    return meson_test('no-boards', *parts.part(names, 3))


def valgrind():
    """Not those that take long, or do one thing at each of very many places; of
    the others an eighth.  The sanitizers run all of them, and see all that it sees
    but what is read before it is written."""
    build('gcc', 'all')
    names = parts.tests('gcc', ['unit'], ['sweep', 'slow'])
    return meson_test('gcc', *parts.part(names, 8), '--timeout-multiplier', '20',
                      '--wrapper', 'valgrind -q --error-exitcode=9 '
                      '--leak-check=full --errors-for-leak-kinds=definite',
                      log='memory')


def outside():
    return meson_test('gcc', '--suite', 'outside', log='outside')


def cross(target):
    folder = build(f'cross-{target}')
    archives = sorted(folder.rglob('*.a'))
    if not archives:
        raise Broken('the build made no library')
    script('symbols.py', ROOT / 'cross' / f'{target}.ini', *archives)
    return Outcome(passed=1)


def build_type(name):
    build(name, 'src/cli/tally')
    return Outcome(passed=1)


# Built in no other check.  The warnings of GCC differ from those of clang, and
# with sanitizers there are more.
BUILD_TYPES = {
    'debug': 'to be debugged',
    'minsize': 'to be small',
    'sanitize-gcc': 'with the sanitizers of GCC',
}


def one_build_type():
    """Of each commit another."""
    return build_type(*parts.part(BUILD_TYPES, len(BUILD_TYPES)))


def by_hand():
    """Anyone's boot code can take the core in: no Meson, no generated file."""
    folder = BUILD / 'by-hand'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = listed('src/core/*.c', 'src/monitors/**/*.c')
    command('cc', '-ffreestanding', '-Wall', '-Wextra', '-Werror',
            f'-I{ROOT}/include', '-c', *(ROOT / name for name in sources),
            where=folder)
    # Every public header can be the first one included.
    command('cc', '-ffreestanding', '-fsyntax-only', '-Wall', '-Wextra',
            '-Werror', '-Iinclude', '-x', 'c', *listed('include/**/*.h'))
    return Outcome(passed=1)


# Of each package that pkg-config knows a header, and a text that the library
# gives.
INSTALLED = {
    'tally': ('tally/session.h', 'tally_status_text(TALLY_E_BUSY)'),
    'tally-hosted': ('catalog/catalog.h', 'catalog_monitor("arm1176", '
                     '&(struct error){ "" })->title'),
    'tally-linux': ('tally/linux_regions.h',
                    'tally_linux_region_end("x") == TALLY_E_STATE'
                    ' ? tally_status_text(TALLY_E_STATE) : ""'),
}


def install():
    """What is installed is enough to build against, by pkg-config."""
    folder, place = build('no-boards', 'all'), BUILD / 'installed'
    shutil.rmtree(place, ignore_errors=True)
    command('meson', 'install', '-C', folder, '--no-rebuild')
    found = [path.parent for path in place.rglob('tally.pc')]
    if len(found) != 1:
        raise Broken(f'{len(found)} files tally.pc under {place}')
    for package, (header, text) in INSTALLED.items():
        flags = command('pkg-config', '--cflags', '--libs', package,
                        env={'PKG_CONFIG_PATH': str(found[0])}).split()
        source = place / 'program.c'
        source.write_text(f'#include <stdio.h>\n#include <{header}>\n'
                          f'int main(void) {{ return puts({text}) < 0; }}\n')
        command('cc', source, '-o', place / 'program', *flags)
        if not command(place / 'program', env={
                'LD_LIBRARY_PATH': str(found[0].parent)}).strip():
            raise Broken(f'the installed {package} has no {text}')
    return Outcome(passed=len(INSTALLED))


# What the e500 boards' C library is made by, and the packages it takes.
RECIPE = ('boards/firmware/lib/mpc85xx/build.py',
          'boards/firmware/lib/mpc85xx/meson.build', 'demo', 'tools/setup.sh')


def bare():
    """A newcomer's machine has what Debian puts on every one, and no more.

    The C library, a minute of the processor, is the one that was made for the
    tests, unless what makes it was changed lately."""
    made_here = parts.changed_lately() & {str(ROOT / name) for name in RECIPE}
    told = command(sys.executable, TOOLS / 'bare_root.py', BUILD / 'bare',
                   './demo', './test quick',
                   env={} if made_here else {'TALLY_KEPT': str(BUILD / 'kept')})
    counted = re.findall(r'^(\d+) passed, 0 failed$', told, re.M)
    if len(counted) != 2:
        raise Broken(f'two lines that count were expected:\n{told}')
    return Outcome(passed=sum(map(int, counted)))


def packages():
    """Made of the last commit, as a Debian developer makes them."""
    script('packages.py', BUILD / 'packages', builds.jobs,
           f'-Dkept={BUILD}/kept')
    return Outcome(passed=1)


def sizes():
    # Not to grow beyond what it is now; the aim is 2048.
    return Outcome(passed=1, table=script('sizes.py', '--check', '5944'))


def layers():
    script('layers.py')
    return Outcome(passed=1)


def circles():
    script('circles.py', build('gcc', 'src/cli/tally'), ROOT)
    return Outcome(passed=1)


def hygiene():
    script('hygiene.py')
    return Outcome(passed=1)


# Macros that the library's headers ask about who compiles them, and the rooms of
# the library.
ASKED = ('TALLY_FIXED_GET', 'TALLY_FIXED_H', 'TALLY_ONLY_MONITOR',
         '__ARM_ARCH_PROFILE', '__ARM_FP', '__ARM_NEON', '__GNUC__',
         '__NO_FPRS__', '__OPTIMIZE__', '__SOFTFP__', '__SPE__',
         '__STDC_HOSTED__', '__aarch64__', '__arm__', '__clang__',
         '__powerpc__', '__thumb__', '__thumb2__')
LIBRARY = 'src/core', 'src/monitors', 'src/bus'


def asking():
    """The library's rooms, and folders that ask such a thing themselves."""
    asks = re.compile(rf'^ *#.*\b({"|".join(ASKED)})\b', re.M)
    return [*LIBRARY, *sorted(
        {str(pathlib.Path(name).parent)
         for name in listed('src/**/*.[ch]', 'boards/src/**/*.[ch]')
         if not name.startswith(LIBRARY)
         and asks.search((ROOT / name).read_text())})]


def cppcheck_of(name, *words):
    cache = BUILD / name
    cache.mkdir(parents=True, exist_ok=True)
    command('cppcheck', '-q', '--std=c11', '--error-exitcode=1', '-j', builds.jobs,
            '--enable=warning,performance,portability', '--inline-suppr',
            f'--suppressions-list={TOOLS}/cppcheck.txt',
            f'--cppcheck-build-dir={cache}', f'--include={TOOLS}/cppcheck.h',
            '-Iinclude', '-Isrc', '-I.', *words)


def cppcheck():
    """All rooms with none of it, and those that ask with each: it reads a file
    anew for every macro that a header asks for, and in the other rooms only the
    library's headers would differ."""
    cppcheck_of('cppcheck', *(f'-U{name}' for name in ASKED), 'src',
                'boards/src')
    cppcheck_of('cppcheck-asking', *asking())
    return Outcome(passed=1)


def build_headers(name):
    """What is made before the sources that include it can be read."""
    folder, _ = configure(name)
    made = [line.split(':')[0]
            for line in command('ninja', '-C', folder, '-t', 'targets',
                                'all').splitlines()
            if line.split(':')[0].endswith('.h')]
    return build(name, *made)


def tidy(folder, names, *more):
    """Several at a time: to start it takes a third of what an easy file does."""
    try:
        command('clang-tidy', '--quiet', '-p', folder, *more, *names)
    except Broken as broken:
        return str(broken)
    return ''


def clang_tidy():
    """All checks of what was changed lately, and of an eighth of the other files;
    of the rest those that do not follow a function's paths, which is nine tenths
    of the time."""
    folder = build_headers('sanitize')
    database = json.loads((folder / 'compile_commands.json').read_text())
    names = sorted({str((folder / entry['file']).resolve())
                    for entry in database})
    names = [name for name in names
             if name.startswith((f'{ROOT}/src/', f'{ROOT}/boards/src/'))]
    paths = set(parts.lately(names, 8))
    easy = [name for name in names if name not in paths]
    rounds = [[name] for name in names if name in paths] + [
        easy[i:i + 16] for i in range(0, len(easy), 16)]
    told = builds.each(lambda some: tidy(
        folder, some, *([] if some[0] in paths
                        else ['--checks=-clang-analyzer-*'])), rounds)
    details = '\n'.join(text for text in told if text)
    return Outcome(passed=0 if details else 1, failed=1 if details else 0,
                   details=details)


def clang_format():
    names = listed('include/**/*.h', 'src/**/*.[ch]', 'boards/**/*.[ch]',
                   'tests/**/*.[ch]', 'bench/**/*.[ch]', 'examples/**/*.[ch]')
    try:
        command('clang-format', '--dry-run', '-Werror', *names)
    except Broken as broken:
        wrong = re.findall(r'^(.*?):\d+:\d+: error', str(broken), re.M)
        if not wrong:
            raise
        raise Broken('not laid out as .clang-format says; run\n'
                     f'clang-format -i {" ".join(sorted(set(wrong)))}'
                     ) from None
    return Outcome(passed=1)


def fuzz_one(folder, name, seconds, seed):
    try:
        command(*fuzzing.words(folder, name, seed, seconds=seconds),
                env=SANITIZERS)
    except Broken as broken:
        return str(broken)
    return ''


def fuzz(long):
    """Each by itself, as many at a time as there are jobs; what it found is
    printed, and kept.

    A run is repeated by its seed, which the command that failed names; the long
    run's goes by the commit, so that each commit tries others."""
    folder = build('fuzz', *(f'tests/fuzz/{name}' for name in fuzzing.FUZZERS))
    outcome = Outcome()
    seed = 2 + parts.seed() % 1000000 if long else 1
    told = builds.each(lambda name: fuzz_one(folder, name,
                                             fuzzing.FUZZERS[name][long], seed),
                       fuzzing.FUZZERS)
    for text in told:
        outcome.passed += not text
        outcome.failed += bool(text)
        outcome.details += f'{text}\n' if text else ''
    return outcome


# One core of each kind: the others differ by what their compiler is told.
EACH_KIND = {'aarch64', 'arm1176', 'cortex_m0plus', 'e500'}


def table():
    """Name -> check, the slow ones first so that the end is not waited for."""
    checks = {
        'sanitize': Check('quick tests, clang with ASan and UBSan',
                          sanitize),
        'gcc': Check('all tests but the long ones, and those of a whole check, '
                     'gcc', gcc),
        'clang-tidy': Check('clang-tidy over src', clang_tidy, when='all'),
        'whole': Check('tests that are not in ./test, gcc', whole, when='all'),
        'long': Check('a third of the long tests, gcc', long_tests, when='all'),
        # Behind gcc, since it takes from the cache what that has compiled.
        'bare': Check('./demo and ./test quick in a Debian that has nothing '
                      'else', bare, when='all'),
        'sanitize-slow': Check('a part of the tests of the command, and of sweeps, '
                               'clang with ASan and UBSan', sanitize_slow, when='all'),
        'sanitize-whole': Check('all parts of sanitize-slow',
                                lambda: sanitize_slow(1, 1, 1), when='asked'),
        'long-whole': Check('all of the long tests', lambda: long_tests(1),
                            when='asked'),
        'race-whole': Check('all of the races', lambda: race(1),
                            when='asked'),
        'outside': Check('boards against QEMU', outside, when='all'),
        'packages': Check('Debian packages: built, installed in a bare Debian, '
                          'used, removed', packages, when='all'),
        'race': Check('a third of the races of operations and overflows, '
                      'instruction by instruction', race, when='all'),
        'no-boards': Check('tests of a build without boards', no_boards,
                           when='all'),
        'valgrind': Check('an eighth of the unit tests under valgrind', valgrind,
                          when='all'),
        'fuzz': Check('every board poked, every reader fuzzed, 78 s in all',
                      lambda: fuzz(False), when='all'),
        'fuzz-long': Check('the fuzzers by seeds of this commit, 129 s in all',
                           lambda: fuzz(True), when='all'),
        'cppcheck': Check('cppcheck over src', cppcheck, when='all'),
        'build-type': Check('the command, built to be debugged, small or with '
                            'the sanitizers of GCC', one_build_type,
                            when='all'),
        'sizes': Check('size of the library with one monitor', sizes,
                       when='all'),
        'install': Check('build against what is installed', install,
                         when='all'),
    }
    for name, how in BUILD_TYPES.items():
        checks[name] = Check(f'the command, built {how}',
                             lambda name=name: build_type(name), 'asked')
    for name in listed('cross/*.ini'):
        target = pathlib.Path(name).stem
        checks[f'cross-{target}'] = Check(
            f'freestanding build and its symbols, {target}',
            lambda target=target: cross(target),
            'always' if target in EACH_KIND else 'all')
    checks |= {
        'by-hand': Check('the core compiles without Meson', by_hand),
        'layers': Check('who includes whom', layers),
        'circles': Check('who calls whom, and no circles', circles),
        'hygiene': Check('no leaked paths, no unfinished marks', hygiene),
        'clang-format': Check('layout of the C files', clang_format),
        'quick-tests': Check('unit tests and boards, those in C', quick_tests,
                             when='asked'),
    }
    return checks


# What ./test takes for several checks.
GROUPS = {'quick': ['quick-tests', 'layers', 'circles', 'hygiene']}
