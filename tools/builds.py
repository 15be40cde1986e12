# SPDX-License-Identifier: MIT
"""Commands and build folders of the checks (tools/checks.py).

Each check builds into a folder of its own, so that they run at the same time
and a second run builds only what changed."""
import collections
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get('TALLY_BUILD', ROOT / 'build')).resolve()
TOOLS = ROOT / 'tools'
# Folders share what a compiler made of the same text with the same words; in
# whatever place they are.  Meson takes ccache where it is installed, which goes
# by the headers that a compiler names and preprocesses nothing itself.
CACHE = {'CCACHE_DIR': str(BUILD / 'ccache'), 'CCACHE_BASEDIR': str(ROOT),
         'CCACHE_NOHASHDIR': '1', 'CCACHE_DEPEND': '1'}
# Checks that take from it what another has compiled.
CACHE_TAKERS = {'bare', 'no-boards'}
PATIENCE = 2700  # seconds that one command may take before it counts as hung

jobs = 1
made = collections.Counter()  # seconds of CPU that making each folder took
here = threading.local()  # .account: of the check that this thread works for


def without_cache():
    """To fill a cache takes a sixth of what compiling does.  Where none is yet,
    and nobody takes from it, none is made."""
    if 'CCACHE_DIR' not in os.environ and not (BUILD / 'ccache').exists():
        CACHE['CCACHE_DISABLE'] = '1'


class Account:
    """What the commands of one check said, and the processor's seconds that
    they took."""

    def __init__(self, log=None):
        self.log = log
        self.cpu = 0
        self.lock = threading.Lock()

    def add(self, told, cpu):
        with self.lock:
            self.cpu += cpu
            if self.log:
                self.log.write(f'{told}\n\n')


def each(function, items):
    """Calls it with each item, as many at a time as there are jobs."""
    account = here.account

    def begin():
        here.account = account

    with concurrent.futures.ThreadPoolExecutor(jobs, initializer=begin) as pool:
        return list(pool.map(function, items))


class Broken(Exception):
    """A step failed; the text is what it said."""


def finish(process):
    """All that it printed, the processor's seconds that it took, and whether
    it was killed because patience had ended."""
    late = threading.Event()

    def give_up():
        late.set()
        process.kill()

    timer = threading.Timer(PATIENCE, give_up)
    timer.start()
    with process.stdout:
        text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return text, used.ru_utime + used.ru_stime, late.is_set()


def command(*words, env=None, where=ROOT, folder=None):
    """Runs one command: its output, or Broken with all it printed.

    What it takes is charged to the check, or to the build folder it makes."""
    words = [str(word) for word in words]
    try:
        process = subprocess.Popen(
            words, cwd=where, text=True, errors='replace',
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={**CACHE, **os.environ, **(env or {})})
    except FileNotFoundError:
        raise Broken(f'{words[0]} is not installed: run '
                     'tools/setup.sh all') from None
    said, cpu, late = finish(process)
    told = (f'$ {" ".join(words)}\n{said.rstrip()}\n'
            f'(exit status {process.returncode})')
    if folder:
        made[folder] += cpu  # under the folder's lock
    if hasattr(here, 'account'):
        here.account.add(told, 0 if folder else cpu)
    if late:
        raise Broken(f'{words[0]} still ran after {PATIENCE} s: {said}')
    if process.returncode:
        raise Broken(told)
    return said


def script(name, *words):
    return command(sys.executable, TOOLS / name, *words)


def listed(*patterns):
    """The project's files that match, relative to the root."""
    return sorted(str(path.relative_to(ROOT)) for pattern in patterns
                  for path in ROOT.glob(pattern))


# Builds.  The options of each build folder are in one place; the folder is
# made anew when they change.
# A program of the tests is linked in half of the time that the usual linker
# takes, and there are some 300 in each of three folders.  By itself it has a
# thread for each processor, of which other programs are linked at the same time.
LLD = {'CC_LD': 'lld'}
ONE_THREAD = '-Dc_link_args=-Wl,--threads=1'
CLANG = {'CC': 'clang'} | LLD
PROGRAMS = 'gcc'  # whose programs for the boards the others take
SANITIZERS = {
    'ASAN_OPTIONS': 'halt_on_error=1:abort_on_error=0:'
                    'detect_stack_use_after_return=1:strict_string_checks=1',
    'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1',
    'LSAN_OPTIONS': f'suppressions={TOOLS}/lsan.txt:print_suppressions=0',
}
SANITIZERS_OF_RUNS = SANITIZERS | {
    'ASAN_OPTIONS': SANITIZERS['ASAN_OPTIONS'].replace(
        'use_after_return=1', 'use_after_return=0')}
# Lines and functions are all that the tests and what a sanitizer prints read of
# the debugging information.
LINES = '-Dc_args=-g1'
CONFIGURATIONS = {
    'gcc': ([LINES, ONE_THREAD], LLD),
    'sanitize': (['-Db_sanitize=address,undefined', '-Db_lundef=false',
                  '-Doptimization=0', LINES, ONE_THREAD,
                  f'-Dprograms={BUILD}/{PROGRAMS}/boards/firmware'], CLANG),
    # What an optimiser warns of, gcc's other folders tell.
    'sanitize-gcc': (['-Db_sanitize=address,undefined', '-Db_lundef=false',
                      '-Dfirmware=disabled', '-Ddebug=false',
                      '-Doptimization=1'], {}),
    # It is installed, too.
    'no-boards': (['-Dboards=disabled', LINES, ONE_THREAD,
                   f'--prefix={BUILD}/installed'], LLD),
    'debug': (['--buildtype=debug', '-Dtests=disabled'], {}),
    'minsize': (['--buildtype=minsize', '-Dtests=disabled'], {}),
    'fuzz': (['-Db_sanitize=address,undefined', '-Db_lundef=false',
              '-Dfuzz=true', '-Dfirmware=disabled', '-Doptimization=0',
              ONE_THREAD,
              f'{LINES} -fsanitize=fuzzer-no-link'], CLANG),
}
locks = collections.defaultdict(threading.Lock)


def configure(name):
    """The build folder, configured; as often as you like."""
    folder = BUILD / name
    if name.startswith('cross-'):
        options, env = [f'--cross-file={ROOT}/cross/{name[6:]}.ini'], {}
    else:
        options, env = CONFIGURATIONS[name]
    with locks[name]:
        stamp = folder / 'options.txt'
        wanted = ' '.join([*options, *env.values()])
        if stamp.exists() and stamp.read_text() == wanted:
            return folder, env
        shutil.rmtree(folder, ignore_errors=True)
        command('meson', 'setup', folder, '-Db_colorout=never',
                '-Dwerror=true', f'-Dkept={BUILD}/kept', *options,
                env=env, folder=name)
        stamp.write_text(wanted)
    return folder, env


def build(name, *targets):
    folder, env = configure(name)
    with locks[name]:
        command('ninja', '--quiet', '-C', folder, '-j', jobs, *targets,
                env=env, folder=name)
    return folder
