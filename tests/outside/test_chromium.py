#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_chromium.py TALLY FIRMWARE_DIR [unittest arguments]

A real browser shows the pages of `tally report --html` and `tally diff --html`,
light and dark, on a phone, a desk and a wall, with script and without: nothing
is too wide, nothing is complained of, every text has the contrast of WCAG AA,
and every number is that of the record."""
import itertools
import json
import math
import pathlib
import re
import unittest
from subprocess import run

from architectures import one_of_each
from chromium import PagesCase
from hand_profile import hand_profile
from page import shown_is
from tally_command import ROOT, printed, tally

TALLY = ''
FIRMWARE = ''
FORMS = [*itertools.product((360, 1280), (False, True), (True,)),
         *itertools.product((360, 1280, 1900), (False, True), (False,))]
LONG = 'a_name_of_a_function_that_is_longer_than_a_phone_is_wide' * 3


def channels(colour):
    """Red, green, blue, and how opaque."""
    numbers = [float(word) for word in re.findall(r'[\d.]+', colour)]
    return numbers[:3], numbers[3] if len(numbers) > 3 else 1


def luminance(rgb):
    parts = [part / 255 for part in rgb]
    red, green, blue = (part / 12.92 if part <= 0.04045
                        else ((part + 0.055) / 1.055) ** 2.4
                        for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(text, ground):
    """WCAG 2's ratio of two opaque colours."""
    pair = sorted((luminance(channels(colour)[0])
                   for colour in (text, ground)), reverse=True)
    return (pair[0] + 0.05) / (pair[1] + 0.05)


class Pages(PagesCase):
    def check(self, page):
        """Gives all numbers back that are there without script, of one form as
        of another."""
        papers, numbers = set(), {}
        self.addCleanup(self.browser.script, True)
        for width, dark, script in FORMS:
            with self.subTest(width=width, dark=dark, script=script):
                self.browser.script(script)
                self.assertEqual(self.browser.load(page, width, dark), [])
                seen = self.browser.look()
                self.assertEqual((seen['scroll'], seen['wide']), (0, []))
                self.assertGreater(len(seen['texts']), 10)
                for text, ink, ground, size, weight in seen['texts']:
                    self.assertEqual((channels(ink)[1], channels(ground)[1]),
                                     (1, 1), text)
                    large = size >= 24 or (size >= 18.66 and weight >= 700)
                    self.assertGreaterEqual(contrast(ink, ground),
                                            3 if large else 4.5,
                                            (text, ink, ground))
                self.assertEqual(luminance(channels(seen['paper'])[0]) < 0.5,
                                 dark)
                papers.add(seen['paper'])
                self.assertEqual(seen['data'], numbers.setdefault(
                    script, seen['data']))
        self.assertEqual(len(papers), 2)
        for value, shown in numbers[True] + numbers[False]:
            self.assertTrue(shown_is(value, shown), (value, shown))
        return [float(value) for value, _ in numbers[False]]

    def check_record(self, path):
        numbers = self.check(self.page_of('report', path))
        document = json.loads(path.read_text())
        wanted = 0
        for row in document['metrics'] + document['events']:
            value = row.get('mean', row.get('value'))
            if value is None:
                continue
            # A count of which no repeat differs is exact.
            if row.get('low') == row.get('high'):
                value = row.get('count', value)
            wanted += 1
            # The page has fifteen digits.
            self.assertTrue(any(math.isclose(value, number, rel_tol=1e-14)
                                for number in numbers), row['name'])
        self.assertGreater(wanted, 2)

    def measure(self, board, program, *words):
        path = self.path('kept.json')
        printed('stat', '-t', f'board:{board}', '--quiet-program', '--json',
                '-o', path, *words, program)
        return path

    def test_each_architecture(self):
        seen = one_of_each(FIRMWARE, 'places')
        self.assertGreaterEqual(len(seen), 3)
        for board, program in seen:
            with self.subTest(board=board):
                self.check_record(self.measure(board, program))
                self.check_record(self.measure(board, program, '-e', 'all',
                                               '-M', 'all', '--truth'))

    def test_layers_of_a_bus_and_repeats(self):
        program = pathlib.Path(FIRMWARE, 'versatile/places.elf')
        self.check_record(self.measure('versatile', program))
        program = pathlib.Path(FIRMWARE, 'pb1176/places.elf')
        self.check_record(self.measure('pb1176', program, '-r', '4',
                                       '--jitter', '7'))

    def test_numbers_over_time(self):
        """Pictures of what is measured, of layers, and of a gap."""
        for board, words in (('pb1176', ('-M', 'cpi,dcache_miss_rate', '-e',
                                         'cycles', '-I', '20us')),
                             ('versatile', ('-g', 'waits', '-I', '20us'))):
            path = self.measure(board, pathlib.Path(
                FIRMWARE, board, 'places.elf'), *words)
            self.check_record(path)
            document = json.loads(path.read_text())
            self.assertGreater(len(document['intervals']['end_cycles']), 2)

    def test_several_regions(self):
        program = pathlib.Path(FIRMWARE, 'pb1176/list.elf')
        before = self.measure('pb1176', program, '--region', 'walk',
                              '--region', 'main', '-M', 'cpi,seconds')
        self.check_record(before)
        before = before.rename(self.path('before.json'))
        after = self.measure('pb1176', program, '--region', 'walk',
                             '--region', 'main', '-M', 'cpi,seconds', '--cold')
        page = self.path('page.html')
        done = tally('diff', '--force', '--all', '--html', page, before, after)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(page)

    def test_what_is_asked_keeps_its_distance(self):
        """From a table above it."""
        kept = self.measure('pb1176', pathlib.Path(FIRMWARE, 'pb1176/list.elf'),
                            '--region', 'walk', '--region', 'main')
        self.browser.load(self.page_of('report', kept))
        gaps = self.browser.evaluate(
            '[...document.querySelectorAll("table + .bar-of-asks")].map(e => '
            'e.getBoundingClientRect().top - e.previousElementSibling.'
            'getBoundingClientRect().bottom)')
        self.assertGreater(len(gaps), 1)
        self.assertGreater(min(gaps), 8)

    def test_a_record_with_everything(self):
        hand = json.loads((ROOT / 'tests/record/hand.json').read_text())
        self.check_record(self.keep('hand.json', hand))
        hand['metrics'][0]['name'] = LONG
        hand['events'][0]['name'] = LONG
        hand['program']['elf'] = f'/{LONG}'
        self.check(self.page_of('report', self.keep('long.json', hand)))

    def test_a_profile(self):
        self.check(self.page_of('report',
                                self.keep('hand.json', hand_profile())))
        kept = self.path('places.json')
        program = pathlib.Path(FIRMWARE, 'pb1176/places.elf')
        printed('profile', '-t', 'board:pb1176', '--quiet-program', '--json',
                '-o', kept, program)
        self.check(self.page_of('report', '--annotate', 'main', kept))
        long = hand_profile()
        long['functions'][2]['name'] = LONG
        self.check(self.page_of('report', self.keep('long.json', long)))

    def test_results_over_versions(self):
        """With the whole of each commit's name, which is wider than a phone."""
        folder = self.path('versions')
        folder.mkdir()

        def git(*words):
            run(['git', '-c', 'user.name=n', '-c', 'user.email=n@n', *words],
                cwd=folder, check=True)

        (folder / 'suite.yaml').write_text(
            'targets: [board:pb1176]\nmetrics: [cpi]\nprograms:\n'
            '  a_program_of_some_length: {source: loop.c}\n')
        git('init', '-q')
        for number, turns in enumerate((20, 20, 40), 1):
            (folder / 'loop.c').write_text(
                'int main(void)\n{\n\tfor (volatile int i = 0; i < '
                f'{turns}; i++)\n\t\t;\n\treturn 0;\n}}\n')
            (folder / 'note').write_text(str(turns * number))
            git('add', 'suite.yaml', 'loop.c', 'note')
            git('commit', '-q', '-m', 'x')
            done = tally('bench', 'suite.yaml', cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        page = self.path('page.html')
        done = tally('history', '--html', page, 'cycles', 'cpi', cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(page)
        # A column is no narrower than its words: nothing stands letter by
        # letter.
        for script in True, False:
            self.browser.script(script)
            self.browser.load(page, 360)
            self.assertGreater(self.browser.evaluate(
                'Math.min(...[...document.querySelectorAll("tbody.rows th")]'
                '.filter(e => e.offsetWidth).map(e => e.offsetWidth))'), 50)

    def test_a_profile_of_many_events(self):
        """On a desk all of them are within the page, but for what stands
        beside something else; on a phone at least one
        number is beside each line of source."""
        kept = self.path('places.json')
        program = pathlib.Path(FIRMWARE, 'pb1176/places.elf')
        events = ('cycles', 'dcache_miss', 'br_mispredict', 'ddep_stall',
                  'icache_miss', 'br_exec', 'instr_exec')
        printed('profile', '-t', 'board:pb1176', '--quiet-program', '--json',
                '-e', ','.join(events), '-o', kept, program)
        page = self.page_of('report', '--annotate', 'main', kept)
        self.check(page)
        self.browser.load(page, 1280)
        self.assertEqual(self.browser.evaluate(
            '[...document.querySelectorAll(".scroll:not(.tall)")].filter('
            'e => e.scrollWidth > e.clientWidth).length'), 0)
        names = self.browser.evaluate(
            '[...document.querySelectorAll("thead th.number")].map('
            'e => e.textContent.trim().split(" ")[0]).join()').split(',')
        self.assertEqual(set(names), set(events))
        self.browser.load(page, 360)
        self.assertEqual(self.browser.evaluate(
            '[...document.querySelectorAll("table.lines td:nth-child(2)")]'
            '.filter(e => e.colSpan === 1 && '
            'e.getBoundingClientRect().right > 360).length'), 0)

    def test_comparisons(self):
        program = pathlib.Path(FIRMWARE, 'pb1176/places.elf')
        before = self.measure('pb1176', program, '-r', '3', '--jitter', '7')
        before = before.rename(self.path('before.json'))
        after = self.measure('pb1176', program, '-r', '3', '--jitter', '8')
        numbers = self.check(self.page_of('diff', before, after))
        document = json.loads(printed('diff', '--json', before, after))
        for row in document['rows']:
            for side in 'before', 'after':
                if row[side] is not None:
                    self.assertTrue(any(
                        math.isclose(row[side], number, rel_tol=1e-14)
                        for number in numbers), row['name'])
        profile = self.keep('hand.json', hand_profile())
        self.check(self.page_of('diff', '--all', profile, profile))

    def test_what_is_too_wide_or_too_pale_is_found(self):
        page = self.path('page.html')
        page.write_text('<!DOCTYPE html><html style="background:#fff"><meta '
                        'name="viewport" content="width=device-width,'
                        'minimum-scale=1"><body>'
                        '<p style="width:2000px;color:#999">pale</p>'
                        '<script>no.such()</script>')
        self.assertTrue(self.browser.load(page, 360))
        seen = self.browser.look()
        self.assertGreater(seen['scroll'], 1000)
        self.assertTrue(seen['wide'])
        text, ink, ground, _, _ = seen['texts'][0]
        self.assertEqual(text, 'pale')
        self.assertAlmostEqual(contrast(ink, ground), 2.85, 2)
