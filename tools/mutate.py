#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: mutate.py [ROOM...] [--kinds] [--count N] [--seed N] [--only TEXT]
                 [--again LOG] [--quick] [--list]

Plants one-line bugs, one at a time, and says which of them the tests of their
room notice.  A bug that no test notices is a test that is missing.

  ROOM         rooms to plant in (--list names them); all, if none is named
  --kinds      instead of small slips anywhere: the eight mistakes of somebody
               who adds a monitor, planted in every family
  --count N    at most N bugs a room, or N of a kind in a family (30; 3)
  --seed N     which ones: the same number picks the same bugs (1)
  --only TEXT  only bugs in files whose path has TEXT
  --again LOG  instead of others: the bugs that LOG, what an earlier run
               printed, says survived; what it says was caught counts as caught
  --quick      only the tests in C: what is left, --again takes to the others
  --list       name the rooms with their files and tests, and plant nothing

Everything happens in build/mutate ($TALLY_BUILD/mutate): a copy of the tree
with a build folder of its own, where the sanitizers look on, so that what is
not freed is noticed, too.  The tree itself is only read.  The first run
builds all tests of the rooms asked for; after that a bug costs one compilation,
some links, and the tests until the first one fails.  Only when none in C does,
the tests in Python are run that some rooms have besides: they run the command,
most of them with guest programs.

tools/mutants.txt has the bugs that no test can notice, each with its reason.
Exit status: 0 all were noticed, 1 some were not, 2 wrong usage."""
import argparse
import collections
import fnmatch
import functools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

from checks import SANITIZERS
from mutants import KINDS, kinds_of, slips_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = pathlib.Path(os.environ.get('TALLY_BUILD', ROOT / 'build')) / 'mutate'
EQUIVALENT = ROOT / 'tools' / 'mutants.txt'
# Seconds of the processor after which a test hangs: that is noticed, too.  Of
# the clock it gets more, so that nothing seems to hang on a busy machine.
PATIENCE = 40
PROGRAM_PATIENCE = 400

LIBRARY = ('test_core test_session test_session_opened '
           'test_session_interval test_task test_turns test_together* '
           'test_fault_sweep '
           'test_monitors* test_l2cc test_ahb test_xsc2* test_fslpm* '
           'test_pmuv3 test_pmuv3_session test_pmu_xsc2* test_pmu_v3_bus '
           'test_driver_words test_as_found* test_rows*')
CATALOG = ('test_catalog* test_rows* test_metrics* test_driver_words '
           'test_script test_pmuv3_request ')
# Metrics and identities of counts that are given: from a request to a report.
COUNTED = 'test_ahb_metrics test_cache_metrics test_counts_checked '

# A room's files, less those of the rooms before it; its tests, programs in C
# alone, in the order they run; and the tests in Python for what these have not
# noticed, which run the command, most of them with guest programs, and take
# longer: the quickest first.  Such a test is here if it looks at what the room
# makes of what was typed or measured, and not only uses it.  A name that fits
# none is no mistake: not every build has them all.
Room = collections.namedtuple('Room', 'name files tests programs',
                              defaults=[''])
ROOMS = [
    Room('core', ['src/core/*.c'], LIBRARY),
    Room('monitors', ['src/monitors/**/*.c'], LIBRARY),
    Room('catalog', ['src/catalog/*.c', 'src/catalog/**/*.def',
                     'include/tally/monitors/**/*.def'],
         CATALOG + COUNTED + LIBRARY),
    Room('plan', ['src/plan/*.c'], 'test_plan*',
         'test_cli_plan test_cli_pmuv3 test_cli_powerquicc'),
    Room('metric', ['src/metric/*.c'],
         'test_compare test_formula test_student test_formula_random'),
    Room('request', ['src/request/*.c'],
         'test_request* test_pmuv3_request test_run* test_script ' + COUNTED,
         'test_given test_cli_plan test_cli_pmuv3 test_cli_compute '
         'test_cli_powerquicc test_cli_script'),
    Room('script', ['src/script/*.c'], 'test_script',
         'test_cli_script test_cli_powerquicc'),
    Room('record', ['src/record/*.c', 'src/json/*.c'],
         'test_record test_series test_counts_given test_judge* test_answers '
         'test_members test_obstacles test_refusals test_verdict test_columns '
         'test_report* test_*_tables test_run* ' + COUNTED,
         'test_beside test_headline test_collect_counts test_intervals '
         'test_regions test_diff test_given test_cli_notes test_records'),
    Room('report', ['src/report/*.c'],
         'test_columns test_report* test_*_tables ' + COUNTED,
         'test_beside test_headline test_kept_profile test_profile_diff '
         'test_annotate test_intervals test_regions test_diff test_given '
         'test_cli_notes test_why test_records'),
    Room('sample', ['src/sample/*.c'],
         'test_one_task test_readings test_spans test_profile_tables',
         'test_kept_profile test_profile_diff test_annotate test_export '
         'test_collect test_profile_calls test_profile'),
    Room('gather', ['src/gather/*.c'],
         'test_points test_log_taken test_collect_verb test_sampler '
         'test_halts test_annotate_sources test_whose test_sampled',
         'test_collect test_collect_counts test_annotate test_profile_inlined '
         'test_profile_calls test_profile test_sampling test_linux_record'),
    Room('dump', ['src/dump/*.c', 'src/evidence/*.c'], 'test_log test_proof', 'test_collect*'),
    Room('export', ['src/export/*.c'], 'test_formats test_format_words',
         'test_export test_export_boards'),
    Room('chart', ['src/chart/*.c'], 'test_chart test_hand_pages',
         'test_pages'),
    Room('html', ['src/html/*.c'], 'test_hand_pages', 'test_pages'),
    Room('gdb', ['src/gdb/*.c'], 'test_packet test_client test_wire test_tcl',
         'test_dialogues test_openocd_target test_gdb_wire'),
    Room('serve', ['src/serve/*.c'], 'test_serve_*', 'test_serve'),
    Room('kernel', ['src/kernel/*.c', 'src/cli/linux/*.c'],
         'test_linux_page test_linux_session test_linux_event '
         'test_regions_by_name test_ring test_kallsyms test_pmu_files '
         'test_there test_set test_samples_taken test_perf_refused '
         'test_command test_sampled',
         'test_linux_regions test_linux test_linux_errors test_linux_record'),
    Room('probe', ['src/target/probe/*.c', 'src/target/probe/*/*.c'],
         'test_find',
         'test_dialogues test_openocd_target test_gdb_ways test_gdb_wire '
         'test_gdb_target test_live '
         'test_gdb_inside test_gdb_lost'),
    Room('target-linux', ['src/target/linux/*.c'], '',
         'test_linux test_linux_errors test_linux_record'),
    Room('target', ['src/target/*.c', 'src/target/dialogue/*.c',
                    'src/target/simulated/*.c', 'src/target/memory/*.c'],
         'test_find test_replay test_target test_run*'),
    Room('doctor', ['src/run/doctor/*.c'], 'test_doctor*',
         'test_cli_doctor test_linux test_linux_doctor test_illnesses'),
    Room('run', ['src/run/*.c'],
         'test_run* test_looks ' + COUNTED + ' test_replay',
         'test_regions test_intervals test_passes_together test_guest_writes '
         'test_source_lines test_linux test_output test_cli_notes '
         'test_gdb_inside'),
    Room('board-ahb', ['boards/src/ahb/*', 'boards/src/pmu/arm926pxp.c',
                       'boards/src/device/vic.c'],
         'test_ahb_* test_pl080 test_pl110 test_pmu_ahb test_vic test_rows* '
         'test_privilege test_versatile*',
         'test_counting_table test_cli_doctor test_truth'),
    Room('board-pq3', ['boards/src/pq3/*'],
         'test_pmu_pq3 test_pq3* test_tsec* test_capture test_rows*',
         'test_packets test_stat_powerquicc test_powerquicc_library'),
    Room('board-pmu', ['boards/src/pmu/*'],
         'test_pmu* test_rows* test_privilege test_l2_monitors test_session '
         'test_session_opened test_task test_turns test_counting_rules*',
         'test_truth guest_tests test_cli_doctor'),
    Room('board-core', ['boards/src/core/*.c', 'boards/src/parts/*.c'],
         'test_uarch* test_counting_rules* test_ppc_parts test_l2* test_imx31 '
         'test_versatile*',
         'test_counting_table test_truth test_counting_rules_board'),
    Room('board-machine', ['boards/src/machine/*.c', 'boards/src/a32/*.c',
                           'boards/src/a64/*.c', 'boards/src/ppc/*.c',
                           'boards/src/device/*.c'],
         'test_mmu test_mpu test_a64_mmu test_a64_decode test_machine* '
         'test_thumb2 test_ppc_decode test_ppc_integer test_ppc_parts '
         'test_ppc_machine test_a64_machine test_imx31 test_board_monitors '
         'test_semihost test_versatile* test_decoding',
         'test_counting_table test_decode guest_tests test_a64 test_ppc'),
]


class Broken(Exception):
    pass


def run(*words, where=None, timeout=None, env=None, work=None):
    """`work`: seconds of the processor that it may take."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (work, work))

    return subprocess.run(
        [str(word) for word in words], cwd=where, timeout=timeout, check=False,
        preexec_fn=limit if work else None,
        env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors='replace')


def copy_tree(tree):
    """The files of the tree, as they are now; those that are the same keep
    their time, so that nothing is built twice."""
    listed = run('git', '-C', ROOT, 'ls-files', '-coz', '--exclude-standard')
    names = {name for name in listed.stdout.split('\0')
             if name and (ROOT / name).is_file()}
    for name in names:
        here, there = ROOT / name, tree / name
        if there.exists() and there.read_bytes() == here.read_bytes():
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(here, there)
    for path in [path for path in tree.rglob('*') if path.is_file()]:
        if str(path.relative_to(tree)) not in names:
            path.unlink()


class Bench:
    """The copy of the tree, with its build folder."""

    def __init__(self):
        self.tree, self.build = WORK / 'tree', (WORK / 'build').resolve()
        self.tree.mkdir(parents=True, exist_ok=True)
        copy_tree(self.tree)
        if not (self.build / 'build.ninja').exists():
            self.must('meson', 'setup', self.build, self.tree,
                      '--buildtype=plain', '-Dwerror=false',
                      '-Dwarning_level=0', '-Doptimization=1',
                      '-Db_sanitize=address,undefined')
        self.must('ninja', '-C', self.build, 'build.ninja')
        told = self.must('meson', 'introspect', '--tests', self.build)
        self.tests = {test['name']: test for test in json.loads(told)}
        told = json.loads(self.must('meson', 'introspect', '--targets',
                                    self.build))
        self.target = {target['id']: target['filename'][0] for target in told}
        made = [target['filename'][0] for target in told
                if target['build_by_default']]
        self.guests = [name for name in made
                       if name.startswith(f'{self.build}/boards/firmware/')]

    def must(self, *words):
        done = run(*words)
        if done.returncode:
            raise Broken(f'$ {" ".join(map(str, words))}\n{done.stdout}')
        return done.stdout

    def in_c(self, name):
        return self.tests[name]['cmd'][0].startswith(str(self.build))

    def tests_of(self, room, quick):
        found = []
        for word in room.tests.split():
            found += [name for name in self.tests
                      if fnmatch.fnmatch(name, word) and name not in found
                      and self.in_c(name)]
        return found + [name for name in room.programs.split()
                        if name in self.tests and not quick]

    def make(self, names, guests=False):
        """Builds what these tests need: does it compile?  Guest programs
        have no file of a room whose tests run them: once is enough."""
        wanted = {self.target[i] for name in names
                  for i in self.tests[name]['depends'] if i in self.target}
        if guests and any(word.startswith('FIRMWARE=') for name in names
                          for word in self.tests[name]['cmd']):
            wanted.update(self.guests)
        return run('ninja', '-C', self.build, '-j2',
                   *sorted(os.path.relpath(name, self.build)
                           for name in wanted))

    def verdict(self, names):
        """The first test that fails, or None."""
        for name in names:
            test = self.tests[name]
            try:
                done = run(*test['cmd'], where=test['workdir'] or self.build,
                           env={**SANITIZERS, **test['env']},
                           timeout=5 * PATIENCE if self.in_c(name)
                           else PROGRAM_PATIENCE,
                           work=PATIENCE if self.in_c(name) else None)
            except subprocess.TimeoutExpired:
                return f'{name} (hung)'
            if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                return f'{name} (hung)'
            if done.returncode or '\nnot ok' in '\n' + done.stdout:
                return name
        return None

    def plant(self, mutant, names):
        """'killed by ...', None, or 'unbuilt'."""
        path = self.tree / mutant.path
        whole = path.read_text()
        lines = whole.split('\n')
        lines[mutant.line:mutant.line + mutant.lines] = mutant.new.split('\n')
        try:
            path.write_text('\n'.join(lines))
            for stage in (True, False):
                these = [name for name in names if self.in_c(name) is stage]
                # Without a name ninja would build all that there is.
                if these and self.make(these).returncode:
                    return 'unbuilt'
                by = self.verdict(these)
                if by:
                    return by
            return None
        finally:
            path.write_text(whole)


@functools.cache
def holders():
    """{a line, without what is blank around: the files of C that have it}"""
    found = collections.defaultdict(set)
    for folder in 'src', 'boards/src', 'include':
        for path in (ROOT / folder).rglob('*.*'):
            if path.suffix in ('.c', '.h', '.def', '.inc'):
                for line in path.read_text().split('\n'):
                    found[' '.join(line.split())] |= {
                        str(path.relative_to(ROOT))}
    return found


def followed(path, old):
    """Where the line stands now: in its file, or in the only one that has it;
    None: nowhere, or nobody knows."""
    there = holders().get(old, set())
    if path in there:
        return path
    return next(iter(there)) if len(there) == 1 else None


def equivalents():
    """{(path, old, new)} of tools/mutants.txt: paragraphs of a path, the line,
    that with the bug, and why nobody can tell; one that is gone keeps its path."""
    known = {}
    for block in EQUIVALENT.read_text().split('\n\n'):
        lines = [line for line in block.split('\n')
                 if line and not line.startswith('#')]
        if lines:
            path, old, new = lines[0], lines[1][2:], lines[2][2:]
            known[followed(path, old) or path, old, new] = ' '.join(lines[3:])
    return known


def files_of(room, rooms=ROOMS):
    """Sorted paths; an earlier room has the first choice."""
    found = []
    for path in sorted(ROOT.glob('**/*.[cd]*')):
        name = str(path.relative_to(ROOT))
        owner = next((r for r in rooms if any(fnmatch.fnmatch(name, g)
                                              for g in r.files)), None)
        if owner is room and path.suffix in ('.c', '.def'):
            found.append(name)
    return found


def room_of(path):
    return next((room for room in ROOMS
                 if any(fnmatch.fnmatch(path, g) for g in room.files)), None)


def picked(groups, count, seed):
    """At most `count` of each group, mixed so that the seed decides."""
    for key in sorted(groups):
        mutants = sorted(groups[key])
        random.Random(f'{seed} {key}').shuffle(mutants)
        yield key, mutants, count


def groups_of(options):
    groups = collections.defaultdict(list)
    if options.kinds:
        for mutant in kinds_of(ROOT):
            room = room_of(mutant.path)
            if room and (not options.rooms or room.name in options.rooms):
                groups[mutant.kind, mutant.family].append(mutant)
    else:
        for room in ROOMS:
            if options.rooms and room.name not in options.rooms:
                continue
            for path in files_of(room):
                groups[room.name, ''] += slips_of(ROOT, path)
    return {key: [m for m in found if options.only in m.path]
            for key, found in groups.items()}


def show(mutant, word):
    print(f'{word:9s} {mutant.path}:{mutant.line + 1}: {mutant.kind}')
    print(f'          - {mutant.old.strip()}')
    print(f'          + {mutant.new.strip()}', flush=True)


def key_of(mutant):
    return (mutant.path, ' '.join(mutant.old.split()),
            ' '.join(mutant.new.split()))


TOLD = re.compile(r'(caught by \S+(?: \(hung\))?|SURVIVED|same) +'
                  r'(\S+):(\d+): .*\n +- (.*)\n +\+ (.*)')


def told(log):
    """[(key of a bug, its line, what the earlier run said of it)]"""
    return [((path, ' '.join(old.split()), ' '.join(new.split())), int(line),
             word) for word, path, line, old, new in TOLD.findall(log)]


def again(mutants, earlier):
    """(bug, what was said of it): of those alike the nearest to its line."""
    alike = collections.defaultdict(list)
    for mutant in mutants:
        alike[key_of(mutant)].append(mutant)
    for key, line, word in earlier:
        if key in alike:
            yield min(alike[key],
                      key=lambda m, at=line: abs(m.line + 1 - at)), word


def chosen(options):
    """(group, its bugs with what an earlier run said, how many at most)"""
    groups = groups_of(options)
    if not options.again:
        for key, mutants, count in picked(groups, options.count, options.seed):
            yield key, [(m, '') for m in mutants], count
        return
    earlier = told(options.again.read_text())
    for key in sorted(groups):
        found = list(again(groups[key], earlier))
        yield key, found, len(found)


def measure(bench, options):
    """{group: Counter of outcomes}, with every bug told as it comes."""
    known = equivalents()
    table = {}
    for key, mutants, count in chosen(options):
        tally = table[key] = collections.Counter()
        for mutant, said in mutants:
            if sum(tally.values()) >= count:
                break
            names = bench.tests_of(room_of(mutant.path), options.quick)
            if key_of(mutant) in known:
                outcome, word = 'equivalent', 'same'
            elif said.startswith('caught'):
                outcome, word = 'caught', said
            else:
                by = bench.plant(mutant, names)
                if by == 'unbuilt':
                    continue
                outcome = 'caught' if by else 'survived'
                word = f'caught by {by}' if by else 'SURVIVED'
            tally[outcome] += 1
            show(mutant, word)
    return table


def tell(table):
    print(f'\n{"where":44s} planted  caught  equivalent  survived')
    total = collections.Counter()
    for key, tally in table.items():
        print(f'{": ".join(filter(None, key)):44s}'
              f'{sum(tally.values()):8d}{tally["caught"]:8d}'
              f'{tally["equivalent"]:12d}{tally["survived"]:10d}')
        total += tally
    countable = total['caught'] + total['survived']
    share = 100 * total['caught'] / countable if countable else 100
    print(f'{"all":44s}{sum(total.values()):8d}{total["caught"]:8d}'
          f'{total["equivalent"]:12d}{total["survived"]:10d}')
    print(f'{share:.1f} % of those that can be noticed were')


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[0][7:])
    parser.add_argument('rooms', nargs='*')
    parser.add_argument('--kinds', action='store_true')
    parser.add_argument('--count', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('--again', type=pathlib.Path)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--list', action='store_true')
    options = parser.parse_args()
    if options.count is None:
        options.count = 3 if options.kinds else 30
    unknown = set(options.rooms) - {room.name for room in ROOMS}
    if unknown:
        parser.error(f'no room {", ".join(sorted(unknown))}: '
                     f'{" ".join(room.name for room in ROOMS)}')
    if options.list:
        for room in ROOMS:
            print(f'{room.name:14s} {" ".join(room.files)}\n{"":14s} '
                  f'tests: {room.tests} {room.programs}')
        print(f'kinds: {"; ".join(KINDS)}')
        return 0
    bench = Bench()
    paths = {m.path for found in groups_of(options).values() for m in found}
    names = sorted({name for path in paths
                    for name in bench.tests_of(room_of(path), options.quick)})
    built = bench.make(names, guests=True)
    if built.returncode:
        raise Broken(built.stdout)
    failing = bench.verdict(names)
    if failing:
        raise Broken(f'{failing} fails without any bug planted')
    table = measure(bench, options)
    tell(table)
    return 1 if any(tally['survived'] for tally in table.values()) else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except Broken as broken:
        sys.exit(f'mutate.py: {broken}')
