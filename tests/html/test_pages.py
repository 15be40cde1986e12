#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages of `tally report --html`: whole, readable by ear, equal to what they
were made of, and harmless whatever the texts in that say.  (Variables: TALLY,
the command.)"""
import base64
import hashlib
import json
import os
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree

from hand_profile import hand_profile
from page import Page, shown_is
from tally_command import printed, tally

TALLY = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
HAND = json.loads((ROOT / 'tests/record/hand.json').read_text())
EVIL = '</script><script>alert(1)</script><img src=x onerror=a()>"\'&\u202e\x1b['
PROFILE = hand_profile()
SVG = '{http://www.w3.org/2000/svg}'


def replaced(value, key, text):
    """The document with another text in every member of that name."""
    if isinstance(value, dict):
        return {name: text if name == key and isinstance(inner, str)
                else replaced(inner, key, text)
                for name, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, key, text) for inner in value]
    return value


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name, 'kept.json')

    def keep(self, document):
        self.path.write_text(json.dumps(document))
        return self.path

    def page(self, document):
        done = tally('report', '--html', '-', self.keep(document))
        self.assertLessEqual(done.returncode, 1, done.stderr)
        page = Page(done.stdout)
        self.assertEqual(page.faults, [])
        return page

    def computed(self, *words):
        return json.loads(printed('compute', *words, '--json'))

    def check_numbers(self, page, document):
        self.assertTrue(page.numbers)
        for value, shown in page.numbers:
            self.assertTrue(shown_is(value, shown), (value, shown))
        for kind in 'metrics', 'events':
            for row in document[kind]:
                if row.get('value') is None:
                    continue
                with self.subTest(row=row['name']):
                    wanted = (row['value'] if row['low'] < row['high']
                              or kind == 'metrics' else row['count'])
                    name = row['name'] + (
                        " (the user's)" if row.get('user') else '')
                    got = [float(numbers[0][0])
                           for numbers in page.rows[name] if numbers]
                    self.assertIn(float(f'{wanted:.15g}'), got)

    def test_numbers_are_the_records(self):
        for words in (('-m', 'arm1176', 'cycles=5000', 'instr_exec=2400',
                       'dcache_miss=17', 'dcache_access_cacheable=40',
                       'ddep_stall=3000', 'lsu_full_stall=2500'),
                      ('-m', 'e500v1', 'PROCESSOR_CYCLES=100',
                       'INSTR_COMPLETED=40')):
            document = self.computed(*words)
            self.check_numbers(self.page(document), document)
        self.check_numbers(self.page(HAND), HAND)

    def test_notes_stand_in_the_row_of_their_number(self):
        document = self.computed('-m', 'arm1176', 'cycles=5', 'instr_exec=2')
        row = next(row for row in document['metrics'] if row['notes'])
        text = next(note['text'] for note in document['notes']
                    if note['id'] == row['notes'][0])
        page = self.page(document)
        bodies = [body for body in page.texts('tbody')
                  if body.strip().startswith(row['name'])]
        self.assertEqual(len(bodies), 1)
        self.assertIn(text, bodies[0])

    def test_it_loads_nothing_and_allows_its_own_script_alone(self):
        page = self.page(HAND)
        for tag in 'link', 'img', 'iframe', 'object', 'embed', 'audio':
            self.assertEqual(page.attributes(tag), [])
        self.assertEqual([row.get('type') for row in page.attributes(
            'script')], ['application/json', None])
        script = page.texts('script')[1]
        first, *rest = (ROOT / 'src/html/page.js').read_text().splitlines()
        self.assertEqual(script.splitlines(), [first, *(
            line for line in rest if not line.lstrip().startswith('//'))])
        self.assertLessEqual(len(script.encode()), 60000)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest())
        for tag, attributes, _ in page.elements:
            for name, value in attributes.items():
                self.assertFalse(name.startswith('on'), (tag, name))
                if name in ('href', 'src'):
                    self.assertTrue(value.startswith('#'), value)
        policy = [row['content'] for row in page.attributes('meta')
                  if row.get('http-equiv') == 'Content-Security-Policy']
        self.assertEqual(policy, [
            f"default-src 'none'; script-src 'sha256-{digest.decode()}'; "
            "style-src 'unsafe-inline'"])

    def test_it_is_read_aloud(self):
        page = self.page(HAND)
        self.assertEqual(page.attributes('html')[0]['lang'], 'en')
        for tag in 'main', 'header', 'nav', 'h1', 'title':
            self.assertEqual(len(page.attributes(tag)), 1 if tag != 'title'
                             else 1 + len(page.attributes('desc')), tag)
        self.assertEqual(len(page.texts('caption')), len(page.texts('table')))
        for row in page.attributes('th'):
            self.assertIn(row['scope'], ('row', 'col'))
        ids = [row['id'] for _, row, _ in page.elements if 'id' in row]
        self.assertEqual(len(set(ids)), len(ids))
        for tag, row, _ in page.elements:
            for name in row.get('aria-labelledby', '').split():
                self.assertIn(name, ids)
            if row.get('href', '#')[1:]:
                self.assertIn(row['href'][1:], ids)
            if tag == 'svg':
                self.assertTrue(row.get('aria-hidden') == 'true'
                                or row['role'] == 'img')

    def test_a_page_is_a_record(self):
        for document in HAND, PROFILE:
            page = pathlib.Path(self.folder.name, 'page.html')
            kept = self.keep(document)
            tally('report', '--html', page, kept)
            for form in ['--json'], ['--csv'], []:
                self.assertEqual(tally('report', *form, page).stdout,
                                 tally('report', *form, kept).stdout)

    def several(self, *paths):
        text = printed('report', '--html', '-', *paths)
        page = Page(text)
        self.assertEqual(page.faults, [])
        return page, text

    def test_several_records_are_one_page(self):
        """A row for each, which are told apart, and the page is read again."""
        folder = pathlib.Path(self.folder.name)
        paths = []
        for name, cycles in ('a', 5000), ('b', 9000), ('c', 7000):
            paths.append(folder / f'{name}.json')
            paths[-1].write_text(printed(
                'compute', '-m', 'arm1176', f'cycles={cycles}',
                'instr_exec=2400', 'dcache_miss=17', '--json'))
        page, text = self.several(*paths)
        for cycles in 5000, 9000, 7000:
            rows = page.rows[f'cycles={cycles}']
            self.assertIn(f'{cycles / 2400:.15g}', [
                value for value, _ in rows[0]])
            for value, shown in rows[0]:
                self.assertTrue(shown_is(value, shown), (value, shown))
        kept = folder / 'page.html'
        kept.write_text(text)
        for form in ['--csv'], ['--json'], []:
            self.assertEqual(printed('report', *form, kept),
                             printed('report', *form, *paths))
        self.assertEqual(printed('report', '--html', '-', kept), text)
        # A page is no record that it may be written over.
        done = tally('report', '--html', paths[0], *paths)
        self.assertEqual(done.returncode, 2)

    def suite(self, *jobs):
        """A folder as `tally bench` leaves one."""
        folder = pathlib.Path(self.folder.name, 'suite')
        folder.mkdir(exist_ok=True)
        for i, job in enumerate(jobs):
            (folder / f'{job}-{i:016x}.json').write_text(printed(
                'compute', '-m', 'arm1176', f'cycles={5000 + 1000 * i}',
                'instr_exec=2400', '--json'))
        return folder

    def test_a_suite_is_one_page(self):
        page, text = self.several(self.suite('walk@pb1176', 'walk@lubbock'))
        self.assertEqual({'walk@pb1176', 'walk@lubbock'} - set(page.rows),
                         set())
        self.assertNotIn('class="line0"', text)
        self.assertIn('100 % is the most of them', text)

    def test_a_sweep_is_over_its_number(self):
        _, text = self.several(self.suite(
            'walk@a@1000', 'walk@a@3000', 'walk@b@1000', 'walk@b@3000'))
        # Two lines, from one end of the axis to the other.
        for line in 0, 1:
            path = re.search(f'class="line{line}" d="M14.00 [0-9.]+L346.00 ',
                             text)
            self.assertTrue(path, line)
        self.assertIn('>walk@a@*<', text)
        self.assertIn('>1000<', text)

    def test_a_folder_without_records(self):
        empty = pathlib.Path(self.folder.name, 'empty')
        empty.mkdir()
        done = tally('report', '--html', '-', empty)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no record of 'tally bench' is in it", done.stderr)

    def test_no_text_becomes_markup(self):
        texts = {key for kind in ('metrics', 'events', 'notes', 'identities')
                 for row in HAND[kind] for key, value in row.items()
                 if isinstance(value, str)} | {
                     'elf', 'text', 'title', 'wrote', 'where', 'file',
                     'untrusted_because'}
        plain = {tag for tag, _, _ in self.page(HAND).elements} | {'wbr'}
        tried = 0
        for key in sorted(texts):
            document = replaced(HAND, key, 'x' + EVIL)
            done = tally('report', '--html', '-', self.keep(document))
            if not done.stdout:
                continue  # a word of a list, which is refused
            tried += 1
            page = Page(done.stdout)
            with self.subTest(key=key):
                self.assertEqual(page.faults, [])
                self.assertLessEqual({tag for tag, _, _ in page.elements},
                                     plain)
                self.assertEqual(len(page.texts('script')), 2)
                self.assertEqual(json.loads(page.kept), json.loads(
                    tally('report', '--json', self.path).stdout))
                self.assertNotIn('\x1b', done.stdout)
                self.assertNotIn('\u202e', done.stdout.partition(
                    '<script')[0])
        self.assertGreater(tried, 5)

    def test_no_text_of_a_profile_becomes_markup(self):
        plain = {tag for tag, _, _ in self.page(PROFILE).elements} | {'wbr'}
        for key in 'name', 'program', 'target', 'title':
            document = replaced(PROFILE, key, 'x' + EVIL)
            page = self.page(document)
            with self.subTest(key=key):
                self.assertLessEqual({tag for tag, _, _ in page.elements},
                                     plain)
                self.assertEqual(json.loads(page.kept), document)

    def test_a_profiles_functions_and_lines(self):
        page = self.page(PROFILE)
        rows = printed('report', '--csv', self.path).splitlines()
        head = rows[0].split(',')
        for row in rows[1:]:
            cells = dict(zip(head, row.split(',')))
            if not cells['function']:
                continue
            found = [numbers for name, lists in page.rows.items()
                     if name.startswith(cells['function'])
                     for numbers in lists]
            self.assertIn(cells[head[6]],
                          [numbers[0][0] for numbers in found])

    def test_a_profile_without_a_hash(self):
        """Firmware's own samples have none."""
        bare = {key: value for key, value in PROFILE.items()
                if key != 'program_sha256'}
        whole, less = [printed('report', '--html', '-', self.keep(document))
                       for document in (PROFILE, bare)]
        self.assertIn('<dt>SHA-256', whole)
        self.assertNotIn('<dt>SHA-256', less)
        other = pathlib.Path(self.folder.name, 'other.json')
        other.write_text(json.dumps(PROFILE))
        for form in ['--html', '-'], ['--markdown'], []:
            self.assertNotIn('(null)', printed('diff', self.path, other, *form))

    def page_that_names(self, path, *words):
        document = json.loads(json.dumps(PROFILE))
        document['files'] = [str(path)] * len(document['files'])
        return printed('report', '--html', '-', *words, self.keep(document))

    def test_a_profile_chooses_no_file(self):
        """It comes from anybody, and the page goes to anybody."""
        folder = pathlib.Path(self.folder.name)
        for name in 'secret', 'work.c':
            (folder / name).write_text('hidden <b>\n' * 2000)
        mine = folder / 'mine'
        mine.mkdir()
        (mine / 'secret.c').symlink_to('../secret')
        (mine / 'link.c').symlink_to('../work.c')
        (mine / 'own.c').write_text('hidden <b>\n' * 2000)
        os.mkfifo(mine / 'pipe.c')
        outside = 'which is not read: it is outside of what is read'
        for path, why in (
                (folder / 'secret', 'its name is not that of a source'),
                (folder / 'work.c', outside),
                (mine / '../work.c', outside),
                (mine / 'secret.c', outside),
                (mine / 'link.c', outside),
                (mine / 'pipe.c', 'it is no regular file'),
                ('/etc/passwd', 'its name is not that of a source'),
                (mine / 'own.c', None)):
            with self.subTest(path=path):
                text = self.page_that_names(path, '--source', mine)
                self.assertEqual('hidden &lt;b&gt;' in text, not why)
                if why:
                    self.assertIn(why, text)
                    self.assertIn('Sources are read below', text)
        self.assertNotIn('hidden &lt;', self.page_that_names(mine / 'own.c'))

    def test_sources_are_where_somebody_says(self):
        """With as much of the path as there is in that folder."""
        inside = pathlib.Path(self.folder.name, 'elsewhere')
        inside.mkdir()
        (inside / 'main.c').write_text('\n' * 8 + 'int in_that_folder;\n')
        path = self.keep(hand_profile())
        for words, there in ((), False), (('--source', inside), True):
            done = tally('report', '--html', '-', *words, path)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            self.assertEqual('int in_that_folder;' in done.stdout, there)

    def test_a_comparison_has_its_rows(self):
        before = self.computed('-m', 'arm1176', 'cycles=9000',
                               'instr_exec=4000', 'dcache_miss=170',
                               'dcache_access_cacheable=400', 'br_exec=70')
        after = self.computed('-m', 'arm1176', 'cycles=4000',
                              'instr_exec=4000', 'dcache_miss=17',
                              'dcache_access_cacheable=400', 'br_exec=70')
        folder = pathlib.Path(self.folder.name)
        paths = []
        for name, record in ('a.json', before), ('b.json', after):
            # As a board would have counted them, which is exact.
            record['target'] |= {'name': 'board:pb1176', 'varies': False}
            (folder / name).write_text(json.dumps(record))
            paths.append(folder / name)
        document = json.loads(printed('diff', '--json', *paths))
        page = Page(printed('diff', '--html', '-', *paths))
        self.assertEqual(page.faults, [])
        self.assertEqual(json.loads(page.kept), document)
        for row in document['rows']:
            numbers = [tuple(value for value, _ in two[:2])
                       for two in page.rows[row['name']] if len(two) == 2]
            if row['before'] is None:
                self.assertEqual(numbers, [])
                continue
            self.assertIn((f'{row["before"]:.15g}', f'{row["after"]:.15g}'),
                          numbers)
        for value, shown in page.numbers:
            self.assertTrue(shown_is(value, shown), (value, shown))
        # Half of the way to the rim is no change.
        self.assertIn('r="52.00"', ''.join(
            f'r="{row["r"]}"' for row in page.attributes('circle')))
        done = tally('diff', '--html', '-', '--json', *paths)
        self.assertEqual(done.returncode, 2)

    def test_no_option_is_broken_behind_its_dashes(self):
        hand = tally('report', '--html', '-', self.keep(HAND)).stdout
        kept = self.keep(PROFILE)
        for text in (hand, printed('report', '--html', '-', kept),
                     printed('diff', '--force', '--html', '-', kept, kept)):
            shown = re.sub(r'(?s)<(style|script)\b.*?</\1>', '', text)
            bare = re.sub(r'<span class="option">--[a-z-]+</span>', '', shown)
            self.assertLess(len(bare), len(shown))
            self.assertEqual(re.findall(r'[ >]--[a-z]+', bare), [])

    def test_layers_that_did_nothing_are_folded(self):
        events = [row['name'] for row in json.loads(printed(
            'list', 'events', '-m', 'arm926pxp-ahb', '--json'))['events']]
        idle = 'CtDma', 'CtClcd', 'CtExp'
        # What is divided by 0 has no value, and is told apart.
        document = json.loads(tally(
            'compute', '-m', 'arm926pxp-ahb', '-g', 'overview', '--json', *(
                f'{name}={1 << 20 if "Cycles" in name else 1}'
                if not name.startswith(idle) else f'{name}=0'
                for name in events)).stdout)
        document['target'] = {**HAND['target'],
                              'monitors': document['target']['monitors']}
        text = tally('report', '--html', '-', self.keep(document)).stdout
        shown, folded = text.split(' of idle layers, all 0</summary>')
        folded = folded.split('</table>')[0]
        count = int(shown.rsplit('>', 1)[1])
        self.assertEqual(folded.count('<tbody>'), count)
        self.assertGreater(count, 2)
        for row in document['metrics']:
            if row['value'] is None:
                continue
            place = folded if row['name'].startswith(
                ('dma', 'clcdc', 'exp')) else shown
            self.assertIn(f'>{row["name"].replace("_", "_<wbr>")}<', place)

    def test_pictures_alone(self):
        document = self.computed(
            '-m', 'arm1176', 'cycles=5000', 'instr_exec=2400',
            'dcache_miss=17', 'dcache_access_cacheable=40', 'ddep_stall=3000',
            'lsu_full_stall=2500', 'br_exec=100', 'br_mispredict=25')
        self.keep(document)
        for name in 'kiviat', 'gantt', 'bars':
            root = xml.etree.ElementTree.fromstring(
                printed('report', '--svg', name, self.path))
            self.assertEqual(root.tag, SVG + 'svg')
            labels = root.get('aria-labelledby').split()
            self.assertEqual([root.find(SVG + tag).get('id')
                              for tag in ('title', 'desc')], labels)
            texts = [text.text for text in root.iter(SVG + 'text')]
            self.assertIn({'gantt': 'ddep_stall'}.get(
                name, 'branch_miss_ratio'), texts)
            self.assertIn({'gantt': '3,000'}.get(name, '25.000 %'), texts)
            self.assertNotIn('href', xml.etree.ElementTree.tostring(
                root, 'unicode'))
