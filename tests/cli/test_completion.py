#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_completion.py TALLY COMPLETION_DIR [unittest arguments]

What bash and zsh offer after a piece of a command line, by running each with
the installed script: what the command's own help and lists have.
COMPLETION_DIR holds tally (bash) and _tally (zsh)."""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import unittest

from tally_command import printed

TALLY = ''
COMPLETION = ''
FIRMWARE = ''
# The leak detector hangs in a pipeline of zsh's.
NO_LEAKS = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
BASH = r'''
source "$1"
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
COMP_LINE=$2 COMP_POINT=${#2} COMPREPLY=()
_tally
printf '%s\n' "${COMPREPLY[@]}"
'''
# compadd and _files are there only while a person types.
ZSH = r'''
words=("${(@z)2}")
[[ $2 == *' ' ]] && words+=('')
CURRENT=$#words
compadd() {
	while [[ $1 != -- ]] { shift }
	shift
	print -rl -- "${(@M)@:#${words[-1]}*}"
}
_files() { print -r -- FILES }
source "$1"
'''


def column(kind, name, *arguments):
    text = printed('list', kind, *arguments, '--csv')
    return {row[name] for row in csv.DictReader(io.StringIO(text))}


def verbs():
    rows = re.findall(r'(?m)^  ([a-z]+(?:, [a-z]+)*)  ', printed('--help'))
    return set(', '.join(rows).split(', '))


def complete(shell, script, file, line):
    path = os.path.dirname(os.path.abspath(TALLY))
    done = subprocess.run(
        [*shell, '-c', script, shell[0], os.path.join(COMPLETION, file), line],
        text=True, capture_output=True, timeout=60,
        env={**os.environ, 'PATH': f'{path}:{os.environ["PATH"]}',
             'ASAN_OPTIONS': NO_LEAKS})
    assert not done.stderr, done.stderr
    return {word for word in done.stdout.splitlines() if word}


def bash(line):
    return complete(['bash', '--norc', '--noprofile'], BASH, 'tally', line)


def zsh(line):
    return complete(['zsh', '-f'], ZSH, '_tally', line)


class Words:
    """The cases of both; `after`: what is offered."""

    def test_verbs(self):
        self.assertEqual(self.after('tally '),
                         verbs() | {'--help', '--version'})
        self.assertEqual(self.after('tally de'), {'decode'})

    def test_options_are_those_of_help(self):
        for verb in verbs():
            text = printed(verb, '--help')
            self.assertEqual(
                self.after(f'tally {verb} --'),
                set(re.findall(r'--[a-z][a-z0-9-]+', text)) | {'--help'}, verb)
        self.assertLessEqual({'-m', '-M', '-e', '-g'},
                             self.after('tally plan -'))

    def test_names(self):
        monitors = column('monitors', 'monitor')
        self.assertEqual(self.after('tally plan -m '), monitors)
        self.assertEqual(self.after('tally plan -m px'), {'pxa250'})
        self.assertEqual(self.after('tally plan -m arm1176,l22'),
                         {'arm1176,l220'})
        self.assertEqual(self.after('tally plan -m arm1176,l220 -M cpi,l2_i'),
                         {'cpi,' + name
                          for name in column('metrics', 'name', '-m', 'l220')
                          if name.startswith('l2_i')})
        self.assertEqual(self.after('tally plan --monitor '), monitors)
        self.assertEqual(self.after('tally plan -m pxa250 -M '),
                         column('metrics', 'name', '-m', 'pxa250'))
        self.assertEqual(self.after('tally script -m pxa250 -g '),
                         column('groups', 'name', '-m', 'pxa250'))
        self.assertEqual(self.after('tally plan -e '),
                         column('events', 'name'))
        self.assertEqual(self.after('tally plan -m pxa250 -M cpi,ip'),
                         {'cpi,ipc'})

    def test_choices(self):
        self.assertEqual(self.after('tally list '),
                         {'monitors', 'events', 'metrics', 'groups',
                          'registers', 'boards'})
        self.assertEqual(self.after('tally script -m pxa250 --as '),
                         {'text', 'c', 'gdb', 'openocd', 'practice',
                          'json'})
        self.assertEqual(self.after('tally script --as gdb --via '),
                         {'plain', 'tally', 'qemu', 'openocd',
                          'calls'})
        self.assertEqual(self.after('tally export '),
                         {'callgrind', 'chrome', 'csv', 'folded', 'gcc',
                          'markdown', 'openmetrics', 'perfetto', 'pprof',
                          'speedscope'})
        self.assertEqual(self.after('tally report --by '),
                         {'function', 'line', 'insn', 'file', 'inlined', 'task'})

    def test_help_of_verbs(self):
        self.assertEqual(self.after('tally help '), verbs())
        self.assertEqual(self.after('tally help am'), {'amalgam'})

    def test_functions_of_the_program(self):
        program = os.path.join(FIRMWARE, 'pb1176/crc32.elf')
        for line in ('stat -t board:pb1176', 'profile'):
            for option in '--region', '--annotate', '--callers':
                self.assertEqual(
                    self.after(f'tally {line} {program} {option} crc32'),
                    {'crc32', 'crc32_table'}, option)

    def test_registers(self):
        registers = column('registers', 'name', '-m', 'arm1176')
        self.assertEqual(self.after('tally decode -m arm1176 '), registers)
        self.assertEqual(self.after('tally decode -m arm1176 PMNC 0x0 P'),
                         {'PMNC', 'PMN0', 'PMN1'})
        self.assertEqual(self.after('tally encode -m arm1176 '), registers)
        self.assertEqual(self.after('tally encode -m arm1176 PMNC Evt'),
                         {'EvtCount0=', 'EvtCount1='})
        self.assertEqual(self.after('tally encode -m arm1176 PMNC E=1 PMN0 c'),
                         {'count='})

    def test_explain(self):
        """A monitor first or a name of any; of this monitor then."""
        self.assertEqual(self.after('tally explain arm11'),
                         {'arm1136', 'arm1156', 'arm1176'})
        self.assertEqual(self.after('tally explain buffer_full_m'),
                         {'buffer_full_mean'})
        self.assertEqual(self.after('tally explain arm1176 PM'),
                         {'PMNC', 'PMN0', 'PMN1'})
        self.assertEqual(self.after('tally explain -m pxa250 icache_mp'),
                         {'icache_mpki'})
        self.assertEqual(self.after('tally explain arm1176 buffer_full'),
                         set())

    def test_compute(self):
        self.assertEqual(self.after('tally compute -m pxa250 cyc'),
                         {'cycles='})


class Boards:
    def test_boards(self):
        boards = column('boards', 'name')
        self.assertEqual(self.after('tally board '), boards)
        # A board's events are those of its first monitor.
        self.assertEqual(self.after('tally stat -t board:pb1176 -e return_st'),
                         self.after('tally plan -m arm1176 -e return_st'))
        self.assertEqual(self.after('tally stat --ill '),
                         {'no-line', 'nid-off', 'lost-overflow'})
        self.assertEqual(self.after('tally stat --passes '),
                         {'together', 'separate'})
        self.assertEqual(self.after('tally board pb1176 --l2 '), {'on', 'off'})
        self.assertEqual(self.after('tally stat -t board:lubbock -e branch_'),
                         {'branch_miss'})


def shell_is_there(test, name):
    if not shutil.which(name):
        test.skipTest(f'{name} is not installed')


class Bash(Words, Boards, unittest.TestCase):
    def after(self, line):
        shell_is_there(self, 'bash')
        return bash(line)

    def test_what_readline_breaks(self):
        """Only what comes after the last ':' or '=' is given back."""
        boards = column('boards', 'name')
        self.assertEqual(self.after('tally stat -t '),
                         {f'board:{name}' for name in boards})
        self.assertEqual(self.after('tally stat -t board:lu'), {'lubbock'})
        self.assertEqual(
            self.after('tally encode -m pxa250 PMNC evtCount0=branch_'),
            {'branch_miss'})

    def test_files(self):
        """Nothing to offer: the shell's own, by -o default."""
        self.assertEqual(self.after('tally stat -t board:pb1176 '), set())
        self.assertEqual(self.after('tally stat -o '), set())


class Zsh(Words, Boards, unittest.TestCase):
    def after(self, line):
        shell_is_there(self, 'zsh')
        return zsh(line)

    def test_whole_words(self):
        self.assertEqual(self.after('tally stat -t board:lu'),
                         {'board:lubbock'})
        self.assertEqual(
            self.after('tally encode -m pxa250 PMNC evtCount0=branch_'),
            {'evtCount0=branch_miss'})

    def test_files(self):
        self.assertEqual(self.after('tally stat -t board:pb1176 '), {'FILES'})


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, COMPLETION = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
