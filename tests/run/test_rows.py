# SPDX-License-Identifier: MIT
"""usage: tap.py test_rows.py TALLY=COMMAND FIRMWARE=FOLDER

`tally stat -I` into a pipe: its reader gets each row when the interval is over,
on a board and of a command of this computer.  tests/target/test_live.py has it
of a core that is never halted."""
import csv
import fcntl
import io
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import threading
import unittest

TALLY = ''
FIRMWARE = ''
PAGE = 4096


def started(*words, **how):
    """The command, into a pipe that takes no more than a page."""
    process = subprocess.Popen([TALLY, 'stat', *map(str, words)], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               **how)
    fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PAGE)
    # One that says nothing until its end is not waited for.
    process.impatience = threading.Timer(60, process.kill)
    process.impatience.start()
    return process


def ended(process):
    """What was not read so far; the streams may have taken more than that."""
    with process:
        out, err = process.stdout.read(), process.stderr.read()
    process.impatience.cancel()
    return process.returncode, out, err


class OnBoard(unittest.TestCase):
    """The program ends with a word of its own on standard error."""

    def words(self, *more):
        return ('-t', 'board:pb1176', '-M', 'cpi,dcache_miss_rate', *more,
                pathlib.Path(FIRMWARE, 'pb1176/sort.elf'))

    def run_with(self, *more):
        """All that was printed, of which a row was read while it ran: what is
        behind that fills the pipe, so that the program cannot have ended; and
        had it all come at its end, the program would have had its word."""
        process = started(*self.words(*more), stdin=subprocess.DEVNULL)
        first = process.stdout.readline() + process.stdout.readline()
        said, _, _ = select.select([process.stderr], [], [], 0)
        self.assertEqual(said, [], 'the program had ended')
        status, rest, err = ended(process)
        self.assertEqual(status, 0, err)
        self.assertIn('checksum', err)
        self.assertGreater(len(rest), 2 * PAGE)
        return first + rest

    def kept(self, *more):
        """What a file of the same run is printed as."""
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'kept.json')
            form = [word for word in more if word == '--csv']
            words = [word for word in more if word not in form]
            subprocess.run([TALLY, 'stat', *self.words('-o', kept, *words)],
                           check=True, capture_output=True)
            return subprocess.run([TALLY, 'report', *form, kept], text=True,
                                  check=True, capture_output=True).stdout

    def test_text(self):
        """The table is told first; the rest is as it is without rows."""
        told = self.run_with('-I', '100us')
        table, rest = told.split('\n\n', 1)
        kept = self.kept('-I', '100us')
        self.assertIn(table + '\n\n', kept)
        self.assertEqual(rest.split(' board run')[0],
                         kept.replace(table + '\n\n', '').split(' board run')[0])
        self.assertEqual(table.splitlines()[0].split(),
                         ['us', 'cpi', 'dcache_miss_rate'])

    def test_columns_that_have_no_room(self):
        """As many as a line has room for are told, and the others at the
        end."""
        words = '-e', 'icache_miss,br_exec,br_mispredict,itlb_miss', '-I', '100us'
        told, kept = self.run_with(*words), self.kept(*words)
        table, rest = told.split('\n\n', 1)
        self.assertLessEqual(max(map(len, told.splitlines())), 80)
        self.assertIn(table + '\n\n', kept)
        self.assertEqual(rest.split(' board run')[0],
                         kept.replace(table + '\n\n', '').split(' board run')[0])
        self.assertGreater(rest.count('\n           us'), 0)

    def test_csv(self):
        told = self.run_with('-I', '400us', '--csv')
        self.assertEqual(told, self.kept('-I', '400us', '--csv'))
        rows = list(csv.DictReader(io.StringIO(told)))
        self.assertEqual(rows[0]['kind'], 'interval')
        kinds = [row['kind'] for row in rows]
        self.assertEqual(kinds[kinds.index('metric'):].count('interval'), 0)
        for event in 'cycles', 'instr_exec', 'dcache_miss':
            own = [row for row in rows if row['name'] == event]
            self.assertEqual(sum(int(row['value']) for row in own[:-1]),
                             int(own[-1]['value']))

    def test_json_is_a_document(self):
        """It is written when all is known."""
        process = started(*self.words('-I', '4ms', '--json'),
                          stdin=subprocess.DEVNULL)
        first = process.stdout.readline()
        self.assertEqual(first, '{\n')
        self.assertIn('checksum', process.stderr.readline())
        self.assertEqual(ended(process)[0], 0)

    def test_ended_by_the_reader(self):
        """Rows that were told stay, and the message says so."""
        process = started(*self.words('-I', '100us'), stdin=subprocess.DEVNULL)
        lines = [process.stdout.readline() for _ in range(12)]
        process.send_signal(signal.SIGINT)
        status, out, err = ended(process)
        self.assertEqual(status, 1)
        self.assertIn('interrupted; the rows are what was measured until then',
                      err)
        self.assertNotIn('instructions run', out)
        self.assertEqual([len(line) for line in lines], 12 * [len(lines[0])])


class OfACommand(unittest.TestCase):
    """It ends when its input does, which is when rows were read."""

    def test_rows_while_it_runs(self):
        for form, head in ((), 'ms '), (('--csv',), 'kind,name'):
            with self.subTest(form=form):
                ours, theirs = os.pipe()
                process = started('-I', '1ms', '-e', 'page-faults', *form,
                                  '--', 'cat', stdin=ours)
                os.close(ours)
                lines = [process.stdout.readline() for _ in range(4)]
                self.assertIsNone(process.poll())
                os.close(theirs)
                status, out, err = ended(process)
                self.assertEqual(status, 0, err)
                self.assertIn(head, lines[0])
                if form:
                    self.assertEqual({line.split(',')[0] for line in
                                      lines[1:]}, {'interval'})
                    self.assertIn('\nevent,page_faults,', out)
                else:
                    times = [float(line.split()[0]) for line in lines[1:]]
                    self.assertEqual(times, sorted(times))
                    self.assertIn('cat on linux', out)


if __name__ == '__main__':
    unittest.main()
