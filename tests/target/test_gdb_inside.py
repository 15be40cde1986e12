# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_inside.py TALLY=COMMAND FIRMWARE=FOLDER

Regions over a GDB server that begin and end in all ways, with the core halted
for them and by what is left on it (`--inside`): the counts are the board's own,
and the program goes on as if nobody had looked."""
import json
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import unittest

import gdb_boards
import tally_command
from gdb_boards import served

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120
GUEST = pathlib.Path(__file__).with_name('regions_guest.c')
# Within the reach of a branch.
BEHIND = 0x1800000
# A core of each architecture that has such instructions.
BOARDS = 'pb1176', 'virt-a57'


def setUpModule():
    tally_command.TALLY = TALLY


class Guests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    SOURCE = GUEST
    BEHIND = BEHIND

    def guest(self, board, way='(void)0'):
        words = shlex.split(tally_command.boards()[board]['cc'])
        path = self.folder / f'{board}-{re.sub(r"[^a-z]", "", way)}.elf'
        if not path.exists():
            subprocess.run([*words, f'-DWAY={way}', '-o', path, self.SOURCE],
                           check=True)
        return path

    def target(self, board, port, path):
        core = tally_command.boards()[board]['monitors'][0]
        return (f'gdb::{port},{core},clock=1e6,scratch='
                f'{gdb_boards.scratch(path, self.BEHIND):#x}')

    def over(self, board, path, region, *words):
        """What `stat` says over the link; how the board's run ended."""
        core = tally_command.boards()[board]['monitors'][0]
        process, port = gdb_boards.serve_file(board, path)
        done = tally_command.tally(
            'stat', '-t', self.target(board, port, path), '-e',
            ','.join(gdb_boards.anchors(core)), '--json', '--region', region,
            *words, path, timeout=TIMEOUT, cwd=self.folder)
        if done.returncode:
            process.kill()
        out, _ = process.communicate(timeout=TIMEOUT)
        return done, out

    def counts(self, text):
        return [event['count'] for event in json.loads(text)['events']]

    def equal(self, board, path, region, *words, cycles=True):
        """Instructions to the unit, cycles but for a few lines of caches."""
        core = tally_command.boards()[board]['monitors'][0]
        done, out = self.over(board, path, region, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        here = self.counts(tally_command.printed(
            'stat', '-t', f'board:{board}', '-e',
            ','.join(gdb_boards.anchors(core)), '--json', '--quiet-program',
            '--region', region, path))
        there = self.counts(done.stdout)
        self.assertTrue(json.loads(done.stdout)['trusted'])
        self.assertEqual(there[1], here[1])
        if cycles:
            self.assertLess(abs(there[0] - here[0]), 2000)
        return out


class Thumb(Guests):
    """Thumb-2, whose branch has the room of two short instructions."""
    SOURCE = GUEST.with_name('thumb_guest.c')
    BEHIND = 0xc00000

    def test_equal(self):
        for board in 'arm1156', 'pba8', 'pbxa9':
            path = self.guest(board)
            wanted = tally_command.tally('board', board, path).stdout
            for region, cycles in (('deep', False), ('wide', True),
                                   ('beside', True), ('mixed', True)):
                with self.subTest(board=board, region=region):
                    self.assertEqual(self.equal(
                        board, path, region, '--inside', cycles=cycles),
                        wanted)

    def test_refused(self):
        path = self.guest('pbxa9')
        for region, wanted in (
                ('middle', 'middle comes to its second instruction again'),
                ('jump', 'cannot be carried out elsewhere')):
            with self.subTest(region=region):
                done, _ = self.over('pbxa9', path, region, '--inside')
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn(wanted, done.stderr)


class Regions(Guests):
    def each(self, way, *words):
        for board in BOARDS:
            path = self.guest(board)
            wanted = tally_command.tally('board', board, path).stdout
            for region, most in self.REGIONS.items():
                with self.subTest(board=board, region=region, way=way):
                    out = self.equal(board, path, region, *words,
                                     cycles=most)
                    self.assertEqual(out, wanted)

    # Entered from within, by its own loop, and left by another function.
    REGIONS = {'deep': True, 'tail': True, 'again': True}

    def test_halted(self):
        self.each('halted')


class Inside(Regions):
    # How it begins: with a load of what is beside the code, an address, a
    # branch, one under a condition.  Cycles of many entries differ.
    REGIONS = {'deep': False, 'tail': True, 'again': False, 'literal': True,
               'page': True, 'branch': True, 'skip': True,
               'stay': True}

    def test_halted(self):
        self.each('inside', '--inside')

    def test_each_pass_takes_a_call(self):
        path = self.guest('pb1176')
        done, _ = self.over('pb1176', path, 'deep', '--inside', '-M',
                            'dcache_miss_rate,icache_miss_rate')
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("each pass and each repeat takes one", done.stderr)

    def test_no_calibration(self):
        """What the instructions that are left there take: few."""
        path = self.guest('pb1176')
        raw, net = (self.counts(self.over('pb1176', path, 'tail', '--inside',
                                          *words)[0].stdout)[1]
                    for words in (('--no-calibrate',), ()))
        self.assertLess(net, raw)
        self.assertLess(raw - net, 20)

    def test_refused(self):
        for board, region, words, wanted in (
                ('pb1176', 'thumb', (), 'thumb is Thumb code'),
                ('virt-a57', 'thumb', (), 'the first instruction there, '
                 '0xd65f03c0 at 0x[0-9a-f]+, cannot be carried out '
                 'elsewhere')):
            with self.subTest(region=region):
                done, _ = self.over(board, self.guest(board), region,
                                    '--inside', *words)
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertRegex(done.stderr, wanted)


class Halted(Guests):
    def test_samples_are_where_the_time_goes(self):
        """Of some dozens of halts as many in a function as its share of the
        cycles, which `profile` has exactly, but for chance: three standard
        deviations."""
        path = self.guest('pb1176', '(leaf(12000000), again(24000000))')
        core = tally_command.boards()['pb1176']['monitors'][0]
        with served('pb1176', path) as port:
            done = tally_command.tally(
                'record', '-t', self.target('pb1176', port, path), '-F', '50',
                '--json', path, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        there = json.loads(done.stdout)
        samples = there['sampled']['samples']
        self.assertGreater(samples, 10)
        exact = json.loads(tally_command.printed(
            'profile', '-t', 'board:pb1176', '-e',
            gdb_boards.anchors(core)[0], '--quiet-program', '--json', path))
        wanted = self.share(exact, 'leaf')
        self.assertLess(0.2, wanted)
        self.assertLess(wanted, 0.9)
        found = self.share(there, 'leaf')
        self.assertLess(abs(found - wanted),
                        3 * (wanted * (1 - wanted) / samples) ** .5 + 0.1)
        self.assertTrue(there['simulated'])

    def share(self, document, name):
        """Of what the first column has in all."""
        names = [function['name'] for function in document['functions']]
        of = sum(place['cost'][0] for place in document['places']
                 if names[place['function']] == name)
        return of / document['total'][0]


class Modes(Guests):
    def test_user(self):
        """A stub has a mode of its own; what is left there has the region's."""
        path = self.guest('pb1176', 'user()')
        with served('pb1176', path) as port:
            done = tally_command.tally(
                'stat', '-t', self.target('pb1176', port, path), '--region',
                'at_user', '-e', 'instr_exec', '--json', path)
        self.assertIn(4, self.counts(done.stdout), done.stderr)
        with served('pb1176', path) as port:
            done = tally_command.tally(
                'stat', '-t', self.target('pb1176', port, path), '--region',
                'at_user', '--inside', path)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('--inside: the region runs in user mode', done.stderr)


class Forever(Guests):
    """A region that does not return."""

    def test_it_is_told_when_time_is_up(self):
        for board in BOARDS:
            path = self.guest(board, 'forever()')
            for words in (), ('--inside',):
                with self.subTest(board=board, words=words):
                    done, _ = self.over(board, path, 'forever', '--timeout',
                                        '0.5', *words)
                    self.assertEqual((done.returncode, done.stdout), (1, ''))
                    self.assertRegex(
                        done.stderr, r"'forever' was entered and does not "
                        r'return: for 0.5 s; it is at '
                        r'0x[0-9a-f]+ \(forever\+0x4\), and goes on')

    def test_it_goes_on_as_it_was(self):
        """Interrupted in the middle of a region it returns to where it would
        have, with nothing of ours left."""
        for board in BOARDS:
            for words in (), ('--inside',):
                with self.subTest(board=board, words=words):
                    self.assertNotIn('return address', self.interrupted(
                        board, 'busy', *words))

    def test_a_return_address_that_is_hidden(self):
        """What the region needs to return stays, and it is told."""
        for board in BOARDS:
            self.assertRegex(
                self.interrupted(board, 'hide', '--inside'),
                'where it keeps its return address was not found: it returns '
                'by way of 0x')

    def interrupted(self, board, region, *words):
        path = self.guest(board, f'{region}(1000000)')
        process, port = gdb_boards.serve_file(board, path)
        measuring = subprocess.Popen(
            [TALLY, 'stat', '-t', self.target(board, port, path), '--region',
             region, '-M', 'cpi', *words, str(path)], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertRegex(process.stdout.readline(), r'^\d+\n$')
        self.assertEqual(process.stdout.readline(), 'here\n')
        measuring.send_signal(signal.SIGINT)
        out, err = measuring.communicate(timeout=TIMEOUT)
        self.assertEqual((measuring.returncode, out), (1, ''), err)
        self.assertIn('interrupted', err)
        _, end = process.communicate(timeout=TIMEOUT)
        self.assertIn('program exited with status 0', end)
        return err

    def test_one_that_is_not_called(self):
        path = self.guest('pb1176', 'forever()')
        for words in (), ('--inside',):
            done, _ = self.over('pb1176', path, 'at_user', '--timeout', '0.5',
                                *words)
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertRegex(done.stderr, "'at_user' is not called: for 0.5 s")


if __name__ == '__main__':
    unittest.main()
