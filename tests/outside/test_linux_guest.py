# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_guest.py TALLY=COMMAND

`tally stat -t linux` on Debian's arm64 kernel under QEMU, where instructions
are counted (-icount): a loop of known length has its exact number, and perf,
the kernel's own tool, says the same to the unit.  Likewise `-t devmem:` and
`-t uio:` on words of a PCI device, which are there for the registers of a
monitor: through the kernel's own /dev/mem and a UIO driver of it.

Kernel, perf and libraries are Debian's packages, fetched by an apt of its own
that knows nothing of this system, and kept with what is built of them in
build/linux-guest."""
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import unittest

TALLY = ''
ROOT = pathlib.Path(__file__).resolve().parents[2]
TRIPLE = 'aarch64-linux-gnu'
PACKAGES = ('linux-perf', 'libjansson-dev', 'libyaml-dev', 'libsqlite3-dev',
            'libelf-dev', 'libdw-dev',
            'libexpat1-dev', 'libmd-dev', 'libiberty-dev', 'libprotobuf-c-dev',
            'zlib1g-dev', 'busybox-static', 'libpfm4-dev')
CROSS = '''[binaries]
c = ['{triple}-gcc', '--sysroot={root}']
ar = '{triple}-ar'
pkgconfig = 'pkg-config'
[properties]
sys_root = '{root}'
pkg_config_libdir = ['{root}/usr/lib/{triple}/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'cortex-a57'
endian = 'little'
'''
LOOP = '''.global _start
_start: ldr x9, ={turns}
1:      subs x9, x9, #1
        b.ne 1b
        mov x8, #93
        mov x0, #0
        svc #0
'''
TURNS = 1000000
AROUND = 4  # instructions of the program that are not its loop's
# Which core a guest says that it is, by QEMU's name of its processor: `max` has
# a number of QEMU's own.
CORES = {'cortex-a76': 'pmuv3/cortex-a76', 'neoverse-n1': 'pmuv3/neoverse-n1',
         'max': 'pmuv3'}
# The cores that libpfm4 has tables of, by its names; codes that it has there and
# Arm's lists have not; and those that they have and it has not.
SECOND = {'arm_ac53': ('cortex-a53', set(), {0x1e, *range(0xc0, 0xcd),
                                             0xd0, 0xd1, 0xd2,
                                             *range(0xe0, 0xe9)}),
          'arm_ac57': ('cortex-a57', set(), {0x1e, 0x77}),
          'arm_n1': ('neoverse-n1', {0x72}, {0x1e}),
          'arm_n2': ('neoverse-n2', set(), set()),
          'arm_v1': ('neoverse-v1', set(),
                     {0x29, 0x2a, 0x2b, 0xa0, 0x400b}),
          'arm_v2': ('neoverse-v2', set(), {0x400b})}
# Likewise those of 32 bits.  Arm's list of the A7 leaves 0xC0 to 0xCA without a
# name; libpfm4 has CPU_CYCLES twice, and not what the A9 r2p0 brought.
SECOND_ARM = {'arm_1176': ('arm1176', set(), set()),
              'arm_ac7': ('cortex-a7', {*range(0xc0, 0xc6),
                                        *range(0xc7, 0xcb)}, set()),
              'arm_ac8': ('cortex-a8', {0xff}, set()),
              'arm_ac9': ('cortex-a9', {0xff}, {0x69, 0x6a, 0x6b}),
              'arm_ac15': ('cortex-a15', set(), set())}
# A device whose memory is RAM: where registers stand that nobody counts with.
# The driver uio_netx maps such a window as it is; Debian's kernel has no
# uio_pdrv_genirq.
WORDS = ('-object', 'memory-backend-ram,id=words,size=64K', '-device',
         'ivshmem-plain,memdev=words')
MODULES = 'uio.ko', 'uio_netx.ko'
# The L220: cache ID, control, configurations, counters; of a UIO device they
# are in the second page.  A PowerQUICC III's monitor is big-endian.
ID, EVR1, EVR0, PMC0 = 0, 0x20c, 0x210, 0x18
REGISTERS = (ID, 0x200, 0x204, 0x208, EVR1, EVR0)
COUNTS, IN_PAGE, OTHER = {'DRHIT': 1000, 'DRREQ': 4000}, 0x1000, 0x2000
FOUND = {ID: 0x41000086, EVR1: 9, EVR0: 7}
MEMORY = r'''
/bin/busybox mount -t devtmpfs dev /dev
PCI=/sys/bus/pci/devices/0000:00:01.0
A=$(/bin/busybox sed -n '3s/ .*//p' $PCI/resource)
echo 1 > $PCI/enable
mem() {{
    from=$1; shift
    tally stat -t devmem:l220=$from,clock=100e6,force -e r02,r03 "$@"
}}
uio() {{
    tally stat -t uio:/dev/uio0,l220={IN_PAGE},clock=100e6,force -e r02,r03 "$@"
}}
big() {{
    tally stat -t devmem:mpc8548=$((A + {OTHER})),clock=100e6,force "$@"
}}
window /dev/mem $A {found}
say devmem mem $A --json -- window /dev/mem $A {plays}
say devmem-found window /dev/mem $A {all}
say big big --json -e CCB_CYCLES -- window /dev/mem $A {pmc}=0x40e20100
say locked mem $A -- \
    tally stat -t devmem:l220=$A,clock=1e6,force -e r02 -- busybox true
say unlisted tally stat -t devmem:l220=$A,clock=1e6 -e r02 -- busybox true
say driven mem 0x09000000 -- busybox true
say ram mem 0x48000000 -- busybox true
say nothing mem 0x0d000000 -- busybox true
say other mem 0x0a000000 -- busybox true
for module in {modules}; do /bin/busybox insmod /bin/$module; done
netx=/sys/bus/pci/drivers/netx
echo 1af4 1110 > $netx/new_id
say bound mem $A -- busybox true
window /dev/uio0 0 {found_in_page}
say uio uio --json -- window /dev/uio0 0 {plays_in_page}
say uio-found window /dev/uio0 0 {all_in_page}
say unbound uio -- sh -c "echo 0000:00:01.0 > $netx/unbind; busybox sleep 1"
'''
# What the guest carries out; each answer stands between two lines.
INIT = '''#!/bin/sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mkdir -p /tmp
say() {{ echo "=== $1"; shift; "$@" 2>&1; echo "=== end"; }}
{commands}
/bin/busybox poweroff -f
'''


def run(*words, **how):
    done = subprocess.run([str(word) for word in words], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=900, check=False,
                          **how)
    assert done.returncode == 0, f'{words}: {done.stdout[-2000:]}'
    return done.stdout


def own_folder():
    place = pathlib.Path(os.environ.get(
        'TALLY_BUILD', ROOT / 'build')) / 'linux-guest'
    place.mkdir(parents=True, exist_ok=True)
    return place


def fetch(place):
    """The packages' files, unpacked under a root of their own."""
    return fetched(place, 'arm64', PACKAGES, 'linux-image-arm64')


def fetched(place, architecture, packages, kernel=None):
    root, own = place / 'sysroot', place / 'apt'
    complete = root / 'complete'
    if complete.exists() and complete.read_text() == ' '.join(packages):
        return root
    for folder in ('etc', 'lists/partial', 'cache/archives/partial'):
        (own / folder).mkdir(parents=True, exist_ok=True)
    (own / 'status').touch()
    options = [word for setting in (
        f'Dir::State={own}', f'Dir::State::lists={own}/lists',
        f'Dir::State::status={own}/status', f'Dir::Cache={own}/cache',
        f'APT::Architecture={architecture}',
        f'APT::Architectures::={architecture}',
        'APT::Sandbox::User=', 'Acquire::Languages=none')
        for word in ('-o', setting)]
    # A mirror that is being changed has some indexes and not others: what is
    # missing, the installation tells.
    subprocess.run(['apt-get', *options, 'update', '-qq'], check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   stdin=subprocess.DEVNULL, timeout=900)
    if kernel:
        image = [re.search(r'Depends: (linux-image-\S+)', run(
            'apt-cache', *options, 'depends', kernel))[1]]
    else:
        image = []
    run('apt-get', *options, 'install', '-y', '-qq', '--download-only',
        '--no-install-recommends', *image, *packages)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for package in sorted((own / 'cache/archives').glob('*.deb')):
        run('dpkg-deb', '-x', package, root)
    complete.write_text(' '.join(packages))
    return root


def build(place, root, name, optimization, *targets):
    """Targets for the guest, without boards."""
    (place / 'cross.ini').write_text(CROSS.format(root=root, triple=TRIPLE))
    folder = place / name
    if not (folder / 'build.ninja').exists():
        shutil.rmtree(folder, ignore_errors=True)
        run('meson', 'setup', folder, f'--cross-file={place}/cross.ini',
            '-Dboards=disabled', '-Dtests=disabled', '-Dfirmware=disabled',
            '-Dsandbox=disabled', '-Ddebug=false',
            f'-Doptimization={optimization}', cwd=ROOT)
    run('ninja', '-C', folder, *targets)
    return [folder / target for target in targets]


def with_library(place, root, libraries, name, source):
    """A program that counts itself."""
    run(f'{TRIPLE}-gcc', f'--sysroot={root}', '-O2', f'-I{ROOT}/include',
        ROOT / source, *libraries, '-o', place / name)
    return place / name


def loops(place, root):
    for name, turns in (('once', TURNS), ('twice', 2 * TURNS)):
        source = place / f'{name}.s'
        source.write_text(LOOP.format(turns=turns))
        run(f'{TRIPLE}-gcc', '-nostdlib', '-static', source, '-o',
            place / name)
        yield place / name


def kernel_modules(root):
    folder = next((root / 'lib/modules').glob('*/kernel/drivers/uio'))
    return {name: folder / name for name in MODULES}


def memory_commands():
    """Whoever plays the monitor reads all registers, and counts."""
    def words(base, more=()):
        return ' '.join(f'{base + at:#x}' + (f'={more[at]:#x}' if at in more
                                             else '') for at in REGISTERS)

    plays = {EVR1: COUNTS['DRREQ'], EVR0: COUNTS['DRHIT']}
    return MEMORY.format(
        modules=' '.join(MODULES), OTHER=OTHER, IN_PAGE=IN_PAGE,
        pmc=OTHER + PMC0 + 4, all=words(0), all_in_page=words(IN_PAGE),
        plays=words(0, plays), plays_in_page=words(IN_PAGE, plays),
        found=words(0, FOUND), found_in_page=words(IN_PAGE, FOUND))


def library(root, name):
    for folder in (f'lib/{TRIPLE}', f'usr/lib/{TRIPLE}', 'lib', 'usr/lib',
                   'usr/lib/arm-linux-gnueabihf'):
        if (root / folder / name).exists():
            return (root / folder / name).resolve()
    raise AssertionError(f'no package has {name}')


def needed(root, program):
    """All libraries that a program is linked to, and their own."""
    found, left = {}, [program]
    while left:
        for name in re.findall(r'NEEDED.*\[(.*)\]', run(
                f'{TRIPLE}-readelf', '-d', left.pop())):
            if name not in found:
                found[name] = library(root, name)
                left.append(found[name])
    return found


class Archive:
    """A cpio archive, which the kernel unpacks as its first file system."""

    def __init__(self):
        self.bytes, self.inode, self.folders = bytearray(), 0, set()

    def add(self, name, mode, content=b'', device=(0, 0)):
        self.inode += 1
        path = name.encode() + b'\0'
        fields = (self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, *device,
                  len(path), 0)
        self.bytes += b'070701' + b''.join(b'%08X' % field for field in fields)
        for part in path, content:
            self.bytes += part
            self.bytes += bytes(-len(self.bytes) % 4)

    def file(self, name, content):
        parts = name.split('/')[:-1]
        for count in range(1, len(parts) + 1):
            folder = '/'.join(parts[:count])
            if folder not in self.folders:
                self.folders.add(folder)
                self.add(folder, stat.S_IFDIR | 0o755)
        self.add(name, stat.S_IFREG | 0o755, content)

    def write(self, path):
        self.add('TRAILER!!!', 0)
        path.write_bytes(self.bytes)


def image(place, root, programs, commands, initramfs='initramfs'):
    archive = Archive()
    for folder in 'proc', 'sys', 'dev':
        archive.add(folder, stat.S_IFDIR | 0o755)
    archive.add('dev/console', stat.S_IFCHR | 0o600, device=(5, 1))
    archive.add('dev/null', stat.S_IFCHR | 0o666, device=(1, 3))
    libraries = {'ld-linux-aarch64.so.1':
                 library(root, 'ld-linux-aarch64.so.1')}
    for name, path in programs.items():
        archive.file(f'bin/{name}', path.read_bytes())
        libraries |= needed(root, path)
    for name, path in libraries.items():
        archive.file(f'lib/{name}', path.read_bytes())
    shell = root / 'bin/busybox'
    for name in 'busybox', 'sh':
        archive.file(f'bin/{name}', shell.read_bytes())
    archive.file('init', INIT.format(commands=commands).encode())
    archive.write(place / initramfs)


def boot(place, root, processor='cortex-a57', initramfs='initramfs',
         devices=()):
    kernel = next((root / 'boot').glob('vmlinuz-*'))
    return run('qemu-system-aarch64', '-M', 'virt', '-cpu', processor,
               '-icount', 'shift=0', '-smp', '1', '-m', '1024', '-nographic',
               '-no-reboot', '-kernel', kernel, '-initrd', place / initramfs,
               '-append', 'console=ttyAMA0 quiet rdinit=/init',
               '-net', 'none', *devices)


class Guest(unittest.TestCase):
    """One start of the guest answers all questions."""
    said = ''

    @classmethod
    def setUpClass(cls):
        place = own_folder()
        root = fetch(place)
        once, twice = loops(place, root)
        command, = build(place, root, 'build', 0, 'src/cli/tally')
        libraries = build(place, root, 'library', 2,
                          'src/kernel/libtally_linux.a', 'src/bus/libtally.a')
        programs = {'tally': command, 'once': once, 'twice': twice,
                    'perf': next((root / 'usr/bin').glob('perf*'))}
        for name, source in (('itself', 'tests/outside/counted_loop.c'),
                             ('reading', 'bench/read.c')):
            programs[name] = with_library(place, root, libraries, name, source)
        programs['window'] = with_library(place, root, (), 'window',
                                          'tests/outside/window.c')
        inst = 'INST_RETIRED:u'
        many = ','.join(name + level for name in ('INST_RETIRED', 'CPU_CYCLES')
                        for level in ('', ':u', ':k', ':uk', ':uh', ':kh'))
        image(place, root, programs | kernel_modules(root), '\n'.join((
            f'say once tally stat --json -e {inst} -- once',
            f'say twice tally stat --json -e {inst} -- twice',
            'say perf perf stat -x, -e r8:u once',
            f'say many tally stat --json --drift-limit 50 -e {many} -- once',
            f'say turns tally stat --json --multiplex -e {many} -- once',
            'say unknown tally stat -e L1D_CACHE_REFILL -- once',
            'say overview tally stat -- once',
            'say none tally stat --json -e SW_INCR -- once',
            'say sampled tally record --json -e CPU_CYCLES:u -c 100000'
            ' -- once',
            'say cycles tally record --json -e CPU_CYCLES:u -c 100000 -- twice',
            f'say intervals tally stat --json -I 1ms -e {inst} -- twice',
            'say named tally record --quiet-program --json -e CPU_CYCLES:k'
            ' -c 50000 -- busybox ls /bin',
            'say proved tally prove -t linux --json once',
            'say kernel itself',
            'say read-kernel reading 0 1 0x4011 none 5',
            'echo 1 > /proc/sys/kernel/perf_user_access',
            'say user itself',
            'say read-user reading 0 1 0x4011 none 5', memory_commands(),
        )))
        image(place, root, {name: programs[name] for name in ('tally', 'once')},
              f'say core tally stat --json -e {inst},CPU_CYCLES:u -- once',
              'cores')
        has = run('qemu-system-aarch64', '-M', 'virt', '-cpu', 'help').split()
        cls.cores = {cpu: boot(place, root, cpu, 'cores').replace('\r', '')
                     for cpu in CORES if cpu in has}
        cls.said = boot(place, root, devices=WORDS).replace('\r', '')
        (place / 'console').write_text(cls.said)

    def answer(self, name, said=None):
        said = said or self.said
        found = re.search(f'=== {name}\n(.*?)=== end', said, re.S)
        self.assertIsNotNone(found, said[-3000:])
        return found[1]

    def test_each_core_is_known(self):
        """By its main ID register, as the kernel calls them all alike; its
        events have their names."""
        self.assertGreaterEqual(len(self.cores), 2)
        self.assertEqual(self.events('once')[0]['monitors'][0],
                         'pmuv3/cortex-a57')
        for cpu, said in self.cores.items():
            with self.subTest(cpu):
                document, _ = json.JSONDecoder().raw_decode(
                    self.answer('core', said))
                self.assertEqual(document['monitors'][0], CORES[cpu])
                # By its name: of one row there is a count at all levels, too.
                rows = {row['name']: row for row in document['events']}
                for name in 'INST_RETIRED', 'CPU_CYCLES':
                    row = rows[name + ':u']
                    self.assertEqual((row['row'], row['monitor']),
                                     (name, CORES[cpu]))
                    self.assertEqual(row['count'], 2 * TURNS + AROUND)
                self.assertGreater(rows['INST_RETIRED']['count'],
                                   rows['INST_RETIRED:u']['count'])

    def events(self, name):
        # What took no turn is said behind it.
        document, _ = json.JSONDecoder().raw_decode(self.answer(name))
        return document, {row['name']: row for row in document['events']}

    def test_a_loop_of_known_length(self):
        _, once = self.events('once')
        _, twice = self.events('twice')
        name = 'INST_RETIRED:u'
        self.assertEqual(once[name]['count'], 2 * TURNS + AROUND)
        self.assertEqual(twice[name]['count'] - once[name]['count'], 2 * TURNS)

    def test_known_counts(self):
        """Pieces of code that the command carries out itself, in user space:
        to the instruction; of what is not reached nothing is passed.  All
        that fails is that this emulator has no model of time."""
        document, _ = json.JSONDecoder().raw_decode(self.answer('proved'))
        rows = document['findings']
        self.assertEqual([it['check'] for it in rows
                          if it['verdict'] == 'fail'], ['time'])
        self.assertEqual(document['monitor'], 'pmuv3/cortex-a57')
        counted = {it['finding'].split(', by')[0]: (it['expected'], it['counted'])
                   for it in rows if it['check'] == 'known' and 'expected' in it}
        self.assertEqual(counted, {
            f'INST_RETIRED of {piece}': (count, count) for piece, count in (
                ('32 instructions that do nothing', 32), ('16 loads', 16),
                ('16 stores', 16), ('8 branches taken', 8),
                ('8 branches not taken', 8), ('a loop of 100 turns', 200))})
        self.assertEqual({it['verdict'] for it in rows
                          if it['check'] in ('freeze', 'wrap', 'interrupt')},
                         {'skipped'})

    def test_perf_says_the_same(self):
        perf = int(re.search(r'^(\d+),', self.answer('perf'), re.M)[1])
        _, once = self.events('once')
        self.assertEqual(once['INST_RETIRED:u']['count'], perf)

    def test_more_events_than_counters(self):
        document, found = self.events('many')
        self.assertGreater(document['plan']['passes'], 1)
        self.assertEqual(document['board_runs'], document['plan']['passes'])
        self.assertEqual(found['INST_RETIRED:u']['count'], 2 * TURNS + AROUND)
        self.assertEqual(found['INST_RETIRED:uh']['count'],
                         found['INST_RETIRED:u']['count'])
        self.assertGreater(found['INST_RETIRED']['count'],
                           found['INST_RETIRED:u']['count'])

    def test_turns(self):
        """What took turns is marked, or was there all the time."""
        document, found = self.events('turns')
        self.assertEqual(document['board_runs'], 1)
        for row in found.values():
            if row['count'] is None:
                self.assertIn('not_counted', row['doubts'])
        self.assertTrue(any('scaled' in row['doubts'] or row['count'] is None
                            for row in found.values()))

    def test_zero_is_counted(self):
        """What happened never has the number 0, as it had a counter."""
        _, found = self.events('none')
        self.assertEqual(found['SW_INCR']['count'], 0)
        self.assertEqual(found['SW_INCR']['doubts'], [])

    def test_overview(self):
        said = self.answer('overview')
        for name in 'cpi', 'elapsed', 'page_faults', 'INST_RETIRED':
            self.assertIn(name, said)

    def test_samples(self):
        """One for each 100,000 cycles, an instruction each, in the loop; and
        no count is left out.  (Of an instruction counter that does not count
        in the kernel, QEMU sees no overflow.)"""
        for name, turns in (('sampled', TURNS), ('cycles', 2 * TURNS)):
            d = json.loads(self.answer(name))
            total = d['total'][0]
            self.assertGreaterEqual(total, 2 * turns)
            self.assertEqual(d['sampled']['samples'], total // 100000)
            self.assertEqual(d['sampled']['lost'], 0)
            self.assertEqual(sum(row['cost'][0] for row in d['places']),
                             total // 100000 * 100000)
            self.assertEqual(d['causes'], [{
                'name': 'after the last sample', 'count': 0,
                'cost': [total % 100000]}])
            self.assertEqual([column['name'][-2:] for column in d['columns']],
                             [':u'])
            # One may be told when the kernel has been entered.
            in_loop = sum(row['count'] for row in d['places']
                          if d['functions'][row['function']]['name'] ==
                          '_start')
            self.assertGreaterEqual(in_loop, total // 100000 - 1)
        self.assertEqual(json.loads(self.answer('sampled'))['total'],
                         [2 * TURNS + AROUND])

    def test_intervals(self):
        """They add up to the loop, to the instruction, while it takes some
        milliseconds."""
        document, found = self.events('intervals')
        series = document['intervals']
        self.assertGreater(len(series['end_ns']), 3)
        name = 'INST_RETIRED:u'
        self.assertEqual(found[name]['count'], 4 * TURNS + AROUND)
        counts = [row['counts'] for row in series['events']
                  if row['name'] == name][0]
        self.assertEqual(sum(counts), found[name]['count'])
        self.assertGreater(sum(1 for n in counts if n), 3)

    def test_whose_samples(self):
        """Its name, its processor, and what it did in the kernel by the names
        of its functions."""
        d = json.loads(self.answer('named'))
        self.assertEqual({task['name'] for task in d['tasks']}, {'busybox'})
        self.assertEqual(set(d['samples']['cpu']), {0})
        names = [row['name'] for row in d['functions']]
        named = sum(row['count'] for row in d['places']
                    if names[row['function']].endswith(' [kernel]'))
        self.assertGreater(named, d['sampled']['samples'] / 2)
        self.assertNotIn('kernel is one row', d['sampled']['skid'])

    def test_reading(self):
        """An emulated core that takes a nanosecond for each instruction: so
        this is how many a read takes, by the library over bare read(2)."""
        for name, most in ('read-kernel', 1.15), ('read-user', 0.5):
            spent = dict(line.split()
                         for line in self.answer(name).splitlines())
            self.assertLess(float(spent['tally']) / float(spent['read']),
                            most, (name, spent))

    def test_a_program_by_itself(self):
        """Read by the kernel, and by an instruction: the loop, exactly.  What
        stands around it is the same both times."""
        for name, direct in (('kernel', '0'), ('user', '1')):
            words = self.answer(name).split()
            self.assertEqual(words[:2], ['direct', direct])
            once, twice = int(words[3]), int(words[5])
            self.assertEqual(twice - once, 2 * TURNS)
            self.assertGreater(once, 2 * TURNS)
            self.assertLess(once, 2 * TURNS + 2000)

    def counted_in_memory(self, name):
        """What was counted, and the words that were read meanwhile."""
        words, text = self.answer(name).split('{', 1)
        document, _ = json.JSONDecoder().raw_decode('{' + text)
        return ({row['name']: row['count'] for row in document['events']},
                [int(word, 16) for word in words.split()])

    def test_registers_in_memory(self):
        """Through /dev/mem, and behind the first page of a UIO window: both
        counters count while the command runs, and are as found then."""
        for name in 'devmem', 'uio':
            with self.subTest(name):
                self.assertEqual(self.counted_in_memory(name),
                                 (COUNTS, [FOUND[ID], 1, 3 << 2, 2 << 2]))
                self.assertEqual(
                    [int(word, 16)
                     for word in self.answer(f'{name}-found').split()],
                    [FOUND.get(at, 0) for at in REGISTERS])

    def test_big_endian_registers(self):
        self.assertEqual(self.counted_in_memory('big'),
                         ({'CCB_CYCLES': 123456}, []))

    def test_registers_that_are_not_to_be_had(self):
        """A driver's, the kernel's own memory, another device's, none's, those
        that somebody counts with, and those that go."""
        for name, words in (
                ('locked', 'another process has locked the registers of l220'),
                ('unlisted', 'linux,dummy-virt, has no l220'),
                ('driven', 'Operation not permitted; a driver has this window'),
                ('ram', 'the kernel keeps it (CONFIG_STRICT_DEVMEM'),
                ('nothing', 'opening the monitor: the registers of l220 do '
                            'not answer in /dev/mem'),
                ('other', 'nothing answers as this monitor does'),
                ('bound', 'a driver has this window'),
                ('unbound', 'the registers of l220 are gone from /dev/uio0')):
            with self.subTest(name):
                self.assertIn(words, self.answer(name))

    def test_what_the_core_lacks(self):
        self.assertIn('does not have the event L1D_CACHE_REFILL',
                      self.answer('unknown'))


class SecondSource(unittest.TestCase):
    """Codes and names of cores against libpfm4's tables, which are compiled in
    for one architecture alone: a program of it lists them here."""

    def test_libpfm4_has_the_same_codes_and_names(self):
        place = own_folder()
        root = fetch(place)
        run(f'{TRIPLE}-gcc', f'--sysroot={root}', '-O1',
            ROOT / 'tests/outside/pfm_list.c', library(root, 'libpfm.so.4'),
            '-o', place / 'pfm_list')
        self.compare('qemu-aarch64', root, place, SECOND)

    def test_so_it_has_on_armv7(self):
        place = own_folder() / 'armhf'
        place.mkdir(exist_ok=True)
        root = fetched(place, 'armhf',
                       ('libpfm4-dev', 'libc6-dev', 'libgcc-12-dev'))
        (inner,) = root.glob('usr/lib/gcc/*/*')
        run('clang', '--target=arm-linux-gnueabihf', f'--sysroot={root}',
            '-fuse-ld=lld', f'-B{inner}', f'-L{inner}', '-O1',
            ROOT / 'tests/outside/pfm_list.c', library(root, 'libpfm.so.4'),
            '-o', place / 'pfm_list')
        self.compare('qemu-arm', root, place, SECOND_ARM)

    def compare(self, qemu, root, place, cores):
        pairs = dict(line.split() for line in (
            ROOT / 'tests/outside/libpfm4_names.txt').read_text().splitlines()
            if not line.startswith('#'))
        theirs = {}
        for line in run(qemu, '-L', root, '-E', 'LD_LIBRARY_PATH=' +
                        str(library(root, 'libpfm.so.4').parent),
                        place / 'pfm_list').splitlines():
            unit, code, name = line.split()
            theirs.setdefault(unit, {})[int(code, 16)] = name
        for unit, (core, more, fewer) in cores.items():
            with self.subTest(core):
                ours = {int(str(row['code']), 0): row
                        for row in json.loads(run(
                            TALLY, 'list', 'events', '-m', core, '--json'))
                        ['events'] if row['code'] is not None}
                self.assertEqual(set(theirs[unit]) - set(ours), more)
                self.assertEqual(set(ours) - set(theirs[unit]), fewer)
                for code in set(ours) - fewer:
                    names = [ours[code]['name'].upper(), *(
                        alias.split(':')[1] for alias in ours[code]['aliases']
                        if alias.startswith('libpfm4:'))]
                    name = theirs[unit][code]
                    self.assertTrue({name, pairs.get(name)} & set(names),
                                    (hex(code), name, names))
