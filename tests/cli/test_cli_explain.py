#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_explain.py TALLY

`tally explain`: everything that `tally list` names can be explained, with its
source and evidence; what the documents say at the places that matter."""
import fcntl
import fnmatch
import functools
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import unittest

from tally_command import differing, tally

TALLY = 'tally'
TABLES = pathlib.Path(__file__).resolve().parents[2] / 'src' / 'catalog' / 'text'
# NOTE(cores, "id", when, "text" ..., "source" ...
NOTE_ROW = re.compile(
    r'NOTE\(\w+, "(\w+)", \w+,\s*("(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*),')
EVIDENCE = ('not established', 'transcribed', 'agreed on its meaning',
            'agreed', 'runs on a board',
            'seen on an independent implementation')


def read_all(terminal):
    """Until the other side is closed, which reads as an error."""
    text = b''
    try:
        while part := os.read(terminal, 65536):
            text += part
    except OSError:
        pass
    os.close(terminal)
    return text.decode()


class Case(unittest.TestCase):
    def good(self, *arguments):
        done = tally(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return done.stdout

    def bad(self, *arguments):
        done = tally('explain', *arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ''), done)
        self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
        self.assertTrue(done.stderr.startswith('tally explain: '))
        return done.stderr

    def text(self, *arguments):
        """Lines joined again, so that a phrase is found wherever it breaks."""
        return ' '.join(self.good('explain', *arguments).split())

    def one(self, *arguments):
        document = json.loads(self.good('explain', *arguments, '--json'))
        self.assertEqual(document['schema'], 1)
        self.assertEqual(len(document['explanations']), 1)
        return document['explanations'][0]

    def listed(self, kind):
        return json.loads(self.good('list', kind, '--json'))[kind]

    def kinds(self, it, kind):
        return ' '.join(rule['text'] for rule in it['rules']
                        if rule['kind'] == kind)


class Everything(Case):
    def check(self, monitor, name, kind):
        with self.subTest(f'{monitor} {name}'):
            it = self.one(monitor, name)
            self.assertEqual((it['explains'], it['monitor'], it['name']),
                             (kind, monitor, name))
            self.assertTrue(it['source'])
            self.assertIn(it['evidence'], EVIDENCE)
            self.assertTrue(it['evidence_means'])
            page = self.good('explain', f'{monitor}:{name}')
            self.assertLessEqual(max(map(len, page.splitlines())), 80)
            self.assertNotRegex(page, r'(?m) $')
            self.assertIn(it['evidence'], page)
            words = ' '.join(page.split())
            self.assertIn(it['source'], words)
            return it, words

    def each(self, kind):
        """The rows that differ from all before in more than the core of a
        family: pmuv3/* have most of theirs from one table."""
        seen = set()
        for row in differing(self.listed(kind)):
            key = json.dumps({**row, 'counters': None, 'monitor':
                              row['monitor'].split('/')[0]})
            if key not in seen:
                yield row
            seen.add(key)

    def test_events(self):
        for row in self.each('events'):
            it, words = self.check(row['monitor'], row['name'], 'event')
            for key in ('code', 'kind', 'counters', 'aliases', 'note'):
                self.assertEqual(it[key], row[key])
            self.assertIn(row['description'], words)
            self.assertIn(row['note'], words)
            for alias in row['aliases']:
                self.assertIn(alias, words)
            if not row['counters']:
                self.assertIsNone(it['plan'])
                continue
            held = [event.partition(':threshold=')[0]
                    for place in it['plan']['pass']
                    for event in place.values()]
            self.assertIn(row['name'], held)

    def test_metrics(self):
        for row in self.each('metrics'):
            it, words = self.check(row['monitor'], row['name'], 'metric')
            self.assertIn(row['formula'], words)
            self.assertIn(row['definition'], words)
            events = {event['name'] for event in it['events']}
            named = set(re.findall('[A-Za-z_][A-Za-z0-9_]*', row['formula']))
            # Clocks are no events; e500v1:NAME is one of another monitor.
            self.assertEqual(events, named - {'clock_hz', 'clock_ratio',
                                              'e500v1', 'e500v2'})
            self.assertEqual([note['id'] for note in it['caveats']],
                             row['notes'])
            for note in it['caveats']:
                always = note['condition'] == 'always'
                self.assertIn(('- ' if always else '- if ') + note['text'],
                              words)
                self.assertIn(note['source'], words)

    def test_groups(self):
        for row in self.each('groups'):
            it, words = self.check(row['monitor'], row['name'], 'group')
            self.assertEqual([metric['name'] for metric in it['metric']],
                             row['metrics'])
            for name in row['metrics']:
                self.assertIn(name, words)
            if row['monitor'] == 'mpc8540' and row['name'] == 'packets':
                self.assertIn('name it too, -m mpc8540,e500v1', words)
            else:
                self.assertTrue(it['plan']['pass'])

    def test_registers(self):
        for row in self.each('registers'):
            if row['monitor'] == 'arm926pxp-ahb' and row['name'][:2] == 'Ct':
                continue  # its counters are events by the same name
            it, words = self.check(row['monitor'], row['name'], 'register')
            self.assertEqual([field['name'] for field in it['fields']],
                             row['fields'])
            self.assertIn(row['place'], words)
            for field in it['fields']:
                self.assertTrue(field['access'] and field['bits'])
                self.assertTrue(field['reset'])
            self.assertTrue(self.kinds(it, 'access'))

    def test_monitors(self):
        events = self.listed('events')
        for row in differing(self.listed('monitors')):
            with self.subTest(row['monitor']):
                it = self.one(row['monitor'])
                words = self.text(row['monitor'])
                self.assertIn(row['summary'], words)
                self.assertTrue(it['documents'])
                for document in it['documents']:
                    self.assertIn(document, words)
                self.assertEqual([c['name'] for c in it['counter']],
                                 row['counters'])
                # One source that alone tells of events has no other to
                # contradict it.
                alone = {event['evidence'] for event in events
                         if event['monitor'] == row['monitor'] and
                         event['name'] != 'cycles'} == {'transcribed'}
                for kind in ('access', 'start', 'stop', 'clear', 'overflow',
                             'trap', *(() if alone else ('contradiction',))):
                    self.assertTrue(self.kinds(it, kind), kind)
                for rule in it['rules']:
                    self.assertIn(f'{rule["text"]} [{rule["source"]}]', words)

    def test_notes(self):
        """Each row of each table is on the pages it is about: a metric's, an
        event's or register's, the monitor's own where it is on programming."""
        seen = set()
        rows = set(NOTE_ROW.findall(' '.join(
            path.read_text() for path in TABLES.glob('*_text.def'))))
        self.assertGreater(len(rows), 90)
        for row in differing(self.listed('monitors')):
            it = self.one(row['monitor'])
            page = ' '.join(self.good('explain', row['monitor']).split())
            for note in it['notes']:
                if note['programming']:
                    self.assertIn(note['text'], page, row['monitor'])
                if (note['text'], note['source']) in seen:
                    continue
                seen.add((note['text'], note['source']))
                self.check_note(row['monitor'], note)
        told = {note for note, _ in seen}
        for name, text in rows:
            text = ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
            self.assertIn(text.replace('\\"', '"'), told, name)

    def check_note(self, monitor, note):
        places = note['metrics'][:1]
        for word in note['about'].split():
            places.append(next(
                name for kind in ('events', 'registers')
                for name in self.names(kind, monitor)
                if fnmatch.fnmatchcase(name, word)))
        with self.subTest(note['id'], monitor=monitor):
            self.assertTrue(places or note['programming'])
            for place in places:
                self.assertIn(f'{note["text"]} [{note["source"]}]',
                              self.page(monitor, place))

    @functools.lru_cache(None)
    def page(self, monitor, name):
        return self.text(monitor, name)

    @functools.lru_cache(None)
    def names(self, kind, monitor):
        """Of each its aliases."""
        rows = json.loads(self.good('list', kind, '-m', monitor, '--json'))
        return {row['name']: row['aliases'] for row in rows[kind]}

    def test_a_sentence_has_its_subject(self):
        """On the page of a whole monitor a rule or note says what it is
        about."""
        for row in differing(self.listed('monitors')):
            it = self.one(row['monitor'])
            page = ' '.join(self.good('explain', row['monitor']).split())
            notes = [n for n in it['notes'] if n['programming']]
            for said in it['rules'] + notes:
                words = said['about'].split()
                if not words:
                    continue
                subject = said['subject']
                registers = self.names('registers', row['monitor'])
                called = [name.split('*')[0] for word in words
                          for name in (word, *registers.get(word, ()))]
                self.assertTrue(subject.startswith(words[0]) or any(
                    name in said['text'] for name in called), said)
                if subject:
                    self.assertIn(f'- {subject}: {said["text"]}', page)

    def test_options(self):
        """[E500CORERM 7], [DDI0487 PMUv3p5]: what the library offers there."""
        for monitor, wanted in (('e500v1', ['FREEZE']),
                                ('mpc8540', ['FREEZE']),
                                ('e500v2', ['FREEZE', 'TIME_BASE',
                                            'TIME_BASE_55', 'TIME_BASE_51',
                                            'TIME_BASE_47']),
                                ('arm1156', ['DIVIDE', 'EXPORT', 'FIQ']),
                                ('l210', [])):
            options = self.one(monitor)['options']
            self.assertEqual([o['name'] for o in options
                              if o['name'].startswith('TALLY_')],
                             [f'TALLY_{name}' for name in wanted])
            for option in options:
                self.assertIn(option['text'], self.text(monitor))
        self.assertIn('TALLY_WIDE', self.text('pmuv3'))

    def test_refusals(self):
        """That it cannot be had is the answer: exit status 0."""
        for row in differing(self.listed('monitors')):
            for refusal in self.one(row['monitor'])['refusals']:
                name = refusal['name'].replace('*', 'x')
                it, words = self.check(row['monitor'], name, 'refusal')
                self.assertEqual(it['why'], refusal['why'])
                self.assertIn(f'cannot measure {name} {it["why"]}', words)


class Documents(Case):
    """What a reader must not miss."""

    def test_icache_hit_ratio(self):
        """[DAI0195B 8]: no event of accesses."""
        for monitor in ('arm1136', 'arm1176', 'pxa250'):
            it = self.one(monitor, 'icache_hit_ratio')
            self.assertIn('no event counts instruction cache accesses',
                          it['why'])
            self.assertIn('icache_miss_rate', it['why'])

    def test_prediction_off(self):
        """[DAI0195B 5]: taken branches are mispredicted then."""
        it = self.one('arm1176', 'branch_miss_ratio')
        note = {n['id']: n for n in it['caveats']}['taken_mispredict']
        self.assertEqual(note['condition'], 'prediction_off')
        self.assertIn('- if branch prediction is off: every taken branch '
                      'counts as mispredicted [DAI0195B 5]',
                      self.text('arm1176', 'branch_miss_ratio'))

    def test_user_mode(self):
        """[DAI0195B 2] against [DDI0211K 3.3.39] and [DDI0301H 3.2.51]."""
        said = self.kinds(self.one('arm1136', 'PMNC'), 'contradiction')
        for word in ('user mode access', 'DAI0195B', 'DDI0211K', 'DDI0301H',
                     'the manuals are followed'):
            self.assertIn(word, said)
        self.assertIn('user mode may not reach it',
                      self.kinds(self.one('arm1136'), 'access'))
        self.assertIn('ACCVAL.V', self.kinds(self.one('arm1176'), 'access'))
        self.assertIn('not established',
                      self.kinds(self.one('arm1156'), 'access'))

    def test_modes(self):
        """Rows of modes are with the registers that they are about, with all
        of them at the monitor, and with no event."""
        text = self.text('cortex-a8')
        self.assertIn('- PMC*, PMOVS*, PMS*, PMX*, PMEV*: user mode may read '
                      'and write it where', text)
        access = self.kinds(self.one('cortex-a8', 'PMCCNTR'), 'access')
        self.assertIn('where PMUSERENR.EN is 1', access)
        self.assertNotIn('user mode may not reach it', access)
        self.assertIn('user mode may not reach it',
                      self.kinds(self.one('cortex-a8', 'PMINTENSET'),
                                 'access'))
        self.assertNotIn('Who may use it', self.text('arm1136', 'dcache_miss'))
        self.assertIn('Non-secure state may read and write it',
                      self.kinds(self.one('l2c310', 'EVR0'), 'access'))
        self.assertNotIn('Non-secure', self.kinds(self.one('l2c310', 'IMR'),
                                                  'access'))
        users = {(r['monitor'], r['name']): r['user']
                 for r in self.listed('registers')}
        self.assertEqual(users['arm1176', 'CCNT'],
                         'read and write where ACCVAL.V is 1')
        self.assertEqual(users['arm1156', 'CCNT'], 'not established')

    def test_places_of_nobody(self):
        """No public text has the AHB monitor's: the row says whose it is."""
        for row in differing(self.listed('registers')):
            own = row['monitor'] == 'arm926pxp-ahb'
            self.assertEqual(row['place'].endswith(" (Tally's own)"), own)
        self.assertIn("base+0x174 (Tally's own)",
                      self.text('arm926pxp-ahb', 'AHBMONRstCntrs'))
        self.assertIn("0x0d, by Tally's own numbering, for the virtual board",
                      self.text('arm926pxp-ahb', 'CtArmdCastOut4'))

    def test_accesses_are_not_hits(self):
        it = self.one('arm1176', 'dcache_access_cacheable')
        self.assertIn('these are not hits', self.kinds(it, 'contradiction'))
        rate = self.one('arm1176', 'dcache_miss_rate')
        self.assertIn('these are not hits', self.kinds(rate, 'contradiction'))

    def test_errata(self):
        words = self.text('cortex-a9', 'INST_OUT_OF_RENAME_STAGE')
        self.assertIn('evidence agreed on its meaning: two sources', words)
        self.assertIn('Errata - instructions behind a stall', words)
        self.assertIn('a count of it is at least what it says; no cure is '
                      'known (740663, NXP ERR003729; revisions: r2p10;', words)
        for name in 'cpi', 'mips':
            self.assertIn('740663', self.text('cortex-a9', name), name)
        self.assertNotIn('740663', self.text('cortex-a9', 'dcache_miss_rate'))
        self.assertIn('may set no flag', self.text('cortex-a9', 'PMOVSR'))
        words = self.text('neoverse-n2')
        self.assertIn('STALL_SLOT STALL_SLOT_FRONTEND: each count has one '
                      'more for every cycle', words)
        self.assertIn('(01765386a888; QEMU before 7.2)', words)
        self.assertNotIn(' Errata ', self.text('arm1176'))

    def test_xscale_branches(self):
        """[80200 table 12-4] and [CORE table 8-12] define 0x05 apart."""
        for name in ('branch', 'r05', '0x5', 'branch_miss_ratio'):
            said = self.kinds(self.one('pxa250', name), 'contradiction')
            for word in ('0x05', '80200', 'CORE', 'only B and BL'):
                self.assertIn(word, said)

    def test_field_order(self):
        """[80200 table 12-3]: 27:20 is counter 1's; [DAI0195B table 1]: 0's."""
        for monitor, name in (('pxa250', 'evtCount1'),
                              ('arm1176', 'EvtCount0')):
            it = self.one(monitor, 'PMNC')
            field = {f['bits']: f for f in it['fields']}['27:20']
            self.assertEqual((field['name'], field['event']), (name, True))
            self.assertIn('the other way round', self.kinds(it, 'trap'))

    SIDE_FACTS = (
        # [DAI0195B 1]
        ('arm1176', None, 'start', 'enabling them does not affect'),
        ('arm1156', 'PMNC', 'overflow', 'nPMUIRQ and, for the FIQ enables'),
        ('arm1136', 'PMNC', 'overflow', 'there is no nPMUFIQ'),
        ('arm1176', 'PMNC', 'overflow', 'EVNTBUS'),
        # [DAI0195B 3, 6, 5]
        ('arm1176', 'icache_miss', 'trap', 'fetches 8 words'),
        ('arm1176', 'instr_exec', 'trap', 'several cycles once'),
        ('arm1176', 'br_mispredict', 'trap', 'bit 11 (Z)'),
        # The slides, against the 80200's manual.
        ('pxa250', 'PMNC', 'contradiction', 'an MRC where only an MCR'),
        ('pxa250', 'PMNC', 'contradiction', '0xfffffff, one digit short'),
        # [DDI0287 4.2.2]
        ('arm926pxp-ahb', 'CtDma0RdUart', 'trap', 'address bits 15:12'),
        ('arm926pxp-ahb', 'CtArmiRd', 'trap', 'whole words in Thumb state'),
        ('arm926pxp-ahb', 'CtGxiRd', 'trap', 'separate data buses'),
    )

    def test_side_facts(self):
        for monitor, name, kind, words in self.SIDE_FACTS:
            with self.subTest(monitor=monitor, name=name, words=words):
                it = self.one(*filter(None, (monitor, name)))
                self.assertIn(words, self.kinds(it, kind))
        self.assertIn('each of these is one word',
                      self.one('arm926pxp-ahb', 'CtClcdBurstIncr')['note'])

    def test_a_number_finds_what_is_known_of_it(self):
        """[AN3636 4] against its table 1: CE:Ref:0 has a prepared answer."""
        for name in ('CE:Ref:0', '0x00', 'r0'):
            it = self.one('e500v1', name)
            self.assertEqual(it['explains'], 'refusal')
            self.assertIn('AN3636 section 4', it['why'])

    def test_idle_code(self):
        """[80200 table 12-4] has no 0xff: what it counts is not known."""
        for monitor, told in (('pxa250', True), ('xscale2', False)):
            self.assertEqual('0xff, as Linux does' in self.text(monitor), told)
            script = ' '.join(self.good('script', '-m', monitor, '-M',
                                        'cpi').split())
            self.assertEqual('then counts is not established' in script, told)
        full = self.good('script', '-m', 'pxa250', '-M', 'icache_miss_rate')
        self.assertNotIn('not established', full)

    def test_reset(self):
        """[DDI0211K 3.3.40], [DDI0301H 3.2.52]; nothing of the ARM1156."""
        for monitor, value in (('arm1136', 'unpredictable'),
                               ('arm1176', '0'),
                               ('arm1156', 'not established')):
            self.assertEqual(
                self.one(monitor, 'CCNT')['fields'][0]['reset'], value)

    def test_request_is_cleared_before_the_stop(self):
        for monitor in ('arm1136', 'arm1156', 'arm1176'):
            self.assertIn('clear the flags first',
                          self.kinds(self.one(monitor), 'trap'))
        self.assertIn('stopping the counters does not drop the request',
                      self.kinds(self.one('xscale2'), 'overflow'))

    def test_plan(self):
        """Four counters hold what two need two passes for."""
        plan = self.one('xscale2', 'data_requests')['plan']
        self.assertEqual(plan['passes'], 1)
        self.assertIn('1 pass: cycles on ccnt, ',
                      self.text('arm1176', 'icache_miss_rate'))
        self.assertRegex(self.text('arm1176', 'overview'),
                         r'[2-9] passes: 1\. cycles on ccnt, ')

    def test_units_and_bounds(self):
        text = self.text('arm1176', 'icache_miss_rate')
        self.assertIn('%: the formula times 100', text)
        self.assertIn('bounds 0 to 200 %', text)
        self.assertIn('better lower is better', text)
        self.assertIn('bounds 0.4 cycles or more',
                      self.text('arm1176', 'cpi'))
        self.assertIn('--clock-hz', self.text('pxa250', 'seconds'))


class Names(Case):
    def test_spellings(self):
        wanted = self.good('explain', 'arm1176', 'icache_miss')
        for words in (['arm1176:icache_miss'], ['-m', 'arm1176', 'icache_miss'],
                      ['ARM1176', 'ICACHE_MISS'], ['arm1176', 'r00'],
                      ['arm1176', 'oprofile:IFU_IFETCH_MISS'],
                      ['arm1176:oprofile:IFU_IFETCH_MISS'],
                      ['arm1176', 'IFU_IFETCH_MISS']):
            self.assertEqual(self.good('explain', *words), wanted)
        self.assertEqual(self.good('explain', 'arm1176'),
                         self.good('explain', '-m', 'arm1176'))

    def test_registers_before_aliases(self):
        """seL4 calls an event CCNT; the manuals call the register so."""
        self.assertEqual(self.one('arm1176', 'ccnt')['explains'], 'register')
        self.assertEqual(self.one('arm1176', 'sel4:CCNT')['name'],
                         'cpu_cycles')
        self.assertEqual(self.one('arm1176', 'PMCR')['name'], 'PMNC')

    def test_codes(self):
        """As a table prints them, in decimal too; also one that only other
        cores of the family have, and one that nobody has."""
        for monitor, code, name in (('pmuv3', '17', 'CPU_CYCLES'),
                                    ('arm1176', '0x13', 'fiq_disabled_cycles'),
                                    ('arm1136', '35', 'proc_call_exec'),
                                    ('arm1156', 'r03', 'itlb_miss')):
            self.assertIn(name, self.text(monitor, code).split(' (')[0])
        self.assertIn('exists on the ARM1156 only',
                      self.text('arm1176', '0x13'))
        for code in '0x08', '8':
            self.assertRegex(self.bad('arm1176', code),
                             f'no event with the code {code}; what a reserved '
                             'code counts is unpredictable')

    def test_where(self):
        text = self.good('explain', 'cpi')
        monitors = [row['monitor'] for row in self.listed('metrics')
                    if row['name'] == 'cpi']
        on = re.findall(r'(?m)^metric cpi: .+\n(?:    \S.*\n)*?'
                        r'    on ((?:.+,\n +)*.+)$', text)
        self.assertEqual(sorted(', '.join(on).replace(',', ' ').split()),
                         sorted(monitors))
        # What is the same on several is said once.
        heads = re.findall('(?m)^metric .*', text)
        self.assertEqual(len(heads), len(set(heads)))
        self.assertLess(len(heads), len(monitors))
        document = json.loads(self.good('explain', 'bcu_request', '--json'))
        kinds = {it['monitor']: it['explains']
                 for it in document['explanations']}
        self.assertEqual(kinds['i80200'], 'event')
        self.assertEqual(kinds['pxa250'], 'refusal')
        self.assertLessEqual(
            max(map(len, self.good('explain', 'icache_hit_ratio')
                    .splitlines())), 80)

    def test_also_on(self):
        it = self.one('arm1176', 'lsu_full_share')
        self.assertEqual(it['also_on'], ['arm1136', 'arm1156'])

    def test_nearest(self):
        for words, near in ((['arm1176', 'icache_mis_rate'],
                             'icache_miss_rate'),
                            (['arm1176', 'PMCN'], 'PMNC'),
                            (['arm1176', 'ovreview'], 'overview'),
                            (['arm1176', 'icache_hit_raito'],
                             'icache_hit_ratio'),
                            (['arm1167'], 'arm1176'),
                            (['arm1167', 'cpi'], 'arm1176'),
                            (['arm1167:cpi'], 'arm1176'),
                            (['brnach_miss_ratio'], 'branch_miss_ratio')):
            self.assertIn(f'did you mean {near}?', self.bad(*words))

    def test_other_monitors_have_it(self):
        self.assertIn('there is one on arm1136, arm1156, arm1176',
                      self.bad('pxa250', 'ibuf_stall'))
        self.assertRegex(self.bad('cortex-a53', 'OP_SPEC'),
                         r'there is one on (pmuv3[\w/-]*, ){5}pmuv3[\w/-]+ and '
                         r'\d+ more\n')

    def test_errors(self):
        self.assertIn('say what', self.bad())
        self.assertIn('one argument too many', self.bad('arm1176', 'a', 'b'))
        self.assertIn('`tally list`', self.bad('xyzzy'))
        self.assertIn('`tally list monitors`', self.bad('xyzzy:cpi'))
        self.assertIn('`tally list events', self.bad('arm1176', 'xyzzy'))
        self.assertIn('no table', self.bad('arm1176', '--csv'))
        self.assertIn('no monitor is called', self.bad('z80', 'cpi'))
        self.assertIn('did you mean --json?', self.bad('cpi', '--jsno'))


class Form(Case):
    def test_help(self):
        lines = self.good('explain', '--help').splitlines()
        self.assertLessEqual(len(lines), 24)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(lines[-3], 'Examples:')
        for line in lines[-2:]:
            self.good(*line.split()[1:])

    def test_terminal(self):
        """The terminal's width is used."""
        for columns in (60, 132):
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ,
                        struct.pack('HHHH', 200, columns, 0, 0))
            with subprocess.Popen([TALLY, 'explain', 'arm1176'],
                                  stdin=subprocess.DEVNULL, stdout=slave,
                                  env={**os.environ, 'NO_COLOR': '1'}) as p:
                os.close(slave)
                text = read_all(master)
            self.assertEqual(p.returncode, 0)
            width = max(map(len, text.splitlines()))
            self.assertLessEqual(width, columns)
            self.assertGreater(width, columns - 10)


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
