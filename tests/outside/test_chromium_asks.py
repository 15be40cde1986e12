#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_chromium_asks.py TALLY FIRMWARE_DIR [unittest arguments]

A real browser asks the pages of `--html`: it clicks through their views on a
phone, a desk and a wall, light and dark, and holds what they tell against the
record; without script the page is whole, and another script does not run."""
import itertools
import json
import pathlib
import unittest

from big_profile import big_profile
from chromium import PagesCase
from hand_profile import hand_profile
from page import shown_is
from tally_command import ROOT, printed

TALLY = ''
FIRMWARE = ''
FORMS = list(itertools.product((360, 1280, 1900), (False, True)))
EVENTS = ('cycles', 'dcache_miss', 'br_mispredict', 'ddep_stall',
          'icache_miss', 'br_exec', 'instr_exec')
EVIL = '</script><script>window.evil=1</script><img src=x onerror=' \
       '"window.evil=1">"\'&\u202e' + 'x' * 10_000
# What stands out of the window, and is not in a box that says so.
OUTSIDE = '''[...document.body.querySelectorAll('*')].filter(e => {
  const box = e.getBoundingClientRect();
  return box.width && box.right > %d + 0.5 && !e.closest('.scroll');
}).map(e => e.outerHTML.slice(0, 90)).join('\\n')'''


def sums(document, column):
    """Of each function what it did by itself."""
    own = {}
    for place in document['places']:
        name = document['functions'][place['function']]['name']
        own[name] = own.get(name, 0) + place['cost'][column]
    return own


def chains(document, column):
    """Of each path its names, and what was done there and in calls."""
    names, total = [], [path['cost'][column] for path in document['paths']]
    for path in document['paths']:
        function = path['function']
        names.append((*(names[path['parent']] if names else ()),
                      'all' if function is None
                      else document['functions'][function]['name']))
    for i in range(len(total) - 1, 0, -1):
        total[document['paths'][i]['parent']] += total[i]
    return dict(zip(names, total))


def within(document, name, column):
    """What a function and all that it called did."""
    inside, total = set(), 0
    for i, path in enumerate(document['paths']):
        function = path['function']
        if path['parent'] in inside or (
                function is not None
                and document['functions'][function]['name'] == name):
            inside.add(i)
            total += path['cost'][column]
    return total


class Asks(PagesCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.kept = cls.path('places.json')
        printed('profile', '-t', 'board:pb1176', '--quiet-program', '--json',
                '-e', ','.join(EVENTS), '-o', cls.kept,
                pathlib.Path(FIRMWARE, 'pb1176/places.elf'))
        cls.document = json.loads(cls.kept.read_text())

    def ask(self, expression):
        answer = self.browser.ask(
            'Runtime.evaluate', returnByValue=True,
            expression=f'(() => {{ {expression} }})()')
        self.assertNotIn('exceptionDetails', answer,
                         answer.get('exceptionDetails'))
        return answer['result'].get('value')

    def load(self, page, width=1280, dark=False):
        self.assertEqual(self.browser.load(page, width, dark), [])

    def choose(self, label, value):
        self.ask(f'''for (const l of document.querySelectorAll('label.ask'))
            if (l.firstChild.data.trim() === {json.dumps(label)}) {{
              const s = l.querySelector('select, input');
              s.value = {json.dumps(str(value))};
              s.dispatchEvent(new Event(s.tagName === 'SELECT' ? 'change'
                                                               : 'input'));
              return; }}
            throw new Error('no such choice');''')

    def press(self, *keys):
        """Real keys, on what has the focus."""
        for key in keys:
            for kind in 'keyDown', 'keyUp':
                self.browser.ask('Input.dispatchKeyEvent', type=kind, key=key,
                                 code=key)

    def click_frame(self, name, touch=False):
        """A click, or a touch, in the middle of the widest frame."""
        x, y = self.ask(f'''const v = views.flame;
            v.canvas.scrollIntoView();
            const f = v.frames.find(f => f.node.name === {json.dumps(name)});
            const box = v.canvas.getBoundingClientRect();
            return [box.left + f.x + f.w / 2,
                    box.top + frameTop(v, f.node.depth) + 9];''')
        if touch:
            self.browser.ask('Input.dispatchTouchEvent', type='touchStart',
                             touchPoints=[{'x': x, 'y': y}])
            self.browser.ask('Input.dispatchTouchEvent', type='touchEnd',
                             touchPoints=[])
            return
        for kind in 'mousePressed', 'mouseReleased':
            self.browser.ask('Input.dispatchMouseEvent', type=kind, x=x, y=y,
                             button='left', clickCount=1)

    def told(self):
        return self.ask('return document.getElementById("flame-told")'
                        '.textContent')

    def frames(self):
        """Names of frames, and what share of the graph they are wide."""
        return {name: share for name, share in self.ask(
            'return views.flame.frames.map(f => [f.node.name, '
            'f.w / views.flame.wide])')}

    def check_width(self, width):
        self.assertEqual(self.ask(f'return {OUTSIDE % width}'), '')
        self.assertEqual(self.ask(
            f'return document.documentElement.scrollWidth - {width}'), 0)

    def test_a_flame_graph_of_every_event(self):
        page = self.page_of('report', self.kept)
        for width, dark in FORMS:
            self.load(page, width, dark)
            for column, name in enumerate(
                    row['name'] for row in self.document['columns']):
                total = self.document['total'][column]
                if not total:
                    continue
                with self.subTest(width=width, dark=dark, event=name):
                    self.choose('Event', column)
                    self.assertEqual(self.told(), f'all: {total:,} {name}, '
                                                  '100.0 % of all')
                    wanted = chains(self.document, column)
                    seen = self.ask('''const v = views.flame;
                        return v.frames.map(f => {
                          const names = [];
                          for (let n = f.node; n; n = n.parent)
                            names.unshift(n.name);
                          return [names, f.node.value[0], f.w / v.wide]; })
                        ''')
                    self.assertGreater(len(seen), 3)
                    for names, value, share in seen[1:]:
                        self.assertAlmostEqual(share, value / total, 9)
                        if not names[-1].startswith('('):
                            self.assertEqual(value, wanted[tuple(names)])
                    self.check_width(width)

    def test_zoom_by_mouse_keys_and_touch(self):
        page = self.page_of('report', self.kept)
        cycles = within(self.document, 'main', 0)
        self.load(page)
        self.click_frame('main')
        self.assertIn(f'main: {cycles:,} cycles, ', self.told())
        self.assertEqual(self.frames()['main'], 1)
        self.assertNotIn('memset', self.frames())
        self.ask('views.flame.canvas.focus()')
        self.press('Escape')
        self.assertIn('memset', self.frames())
        # Outward to the widest callee, and to what is beside it.
        self.press('ArrowUp', 'ArrowUp', 'ArrowUp')
        self.assertIn('memset: ', self.told())
        self.press('ArrowRight')
        self.assertIn('main: ', self.told())
        self.press('Enter')
        self.assertEqual(self.frames()['main'], 1)
        self.press('ArrowDown', 'Enter')
        self.assertIn('memset', self.frames())
        # A finger tells first.
        self.load(page, 360)
        self.browser.ask('Emulation.setTouchEmulationEnabled', enabled=True)
        try:
            self.click_frame('main', touch=True)
            self.assertIn('main: ', self.told())
            self.assertIn('memset', self.frames())
            self.click_frame('main', touch=True)
            self.assertNotIn('memset', self.frames())
        finally:
            self.browser.ask('Emulation.setTouchEmulationEnabled',
                             enabled=False)

    def test_search_icicle_and_callers(self):
        self.load(self.page_of('report', self.kept))
        total = self.document['total'][0]
        hits = within(self.document, 'scatter', 0)
        self.choose('Search', 'SCATTER')
        self.assertIn(f'{hits:,}, {hits * 100 / total:.1f} % of all',
                      self.ask('return views.flame.found.textContent'))
        self.choose('Search', '')
        self.choose('Shape', 1)
        self.assertEqual(self.ask('return frameTop(views.flame, 0)'), 0)
        self.choose('Shape', 2)
        own = sums(self.document, 0)
        self.assertAlmostEqual(self.frames()['memset'], own['memset'] / total,
                               6)
        kids = self.ask('''const t = views.flame.tree;
            return childrenOf(t, childrenOf(t, t.root).find(
              k => k.name === 'scatter')).map(k => [k.name, k.value[0]])''')
        self.assertEqual(sum(value for _, value in kids), own['scatter'])
        self.assertIn('main', [name for name, _ in kids])

    def table(self):
        return self.ask('''return [...document.querySelectorAll(
            '#functions-view tbody tr')].map(r => [r.cells[0].firstChild
            .textContent.trim(), ...[...r.querySelectorAll('data')].map(
              d => Number(d.getAttribute('value')))])''')

    def test_tables_are_sorted_filtered_and_chosen_from(self):
        page = self.page_of('report', self.kept)
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                rows = self.table()
                # All that was asked for is there, whatever the width.
                heads = self.ask('''return [...document.querySelectorAll(
                    '#functions-view thead th')].map(c => c.textContent)''')
                self.assertEqual(set(heads[1:1 + len(EVENTS)]), set(EVENTS))
                place = {row['name']: k for k, row in
                         enumerate(self.document['columns'])}
                own = [sums(self.document, place[name])
                       for name in heads[1:]]
                for name, *numbers in rows[:10]:
                    self.assertEqual(numbers, [cost[name] for cost in own])
                self.assertEqual([row[0] for row in rows[:3]], sorted(
                    own[0], key=own[0].get, reverse=True)[:3])
                # What has no room scrolls in a box with a shadow.
                self.check_width(width)
                self.ask('''[...document.querySelectorAll(
                    '#functions-view thead button')][2].click()''')
                self.assertEqual(self.table()[0][0], max(
                    own[1], key=own[1].get))
                self.ask('''document.querySelector(
                    '#functions-view thead button').click()''')
                names = [row[0] for row in self.table()[:-1]]
                self.assertEqual(names, sorted(names))
                self.choose('Filter', 'scatt')
                self.assertEqual([row[0] for row in self.table()], ['scatter'])
                self.ask('''document.querySelectorAll(
                    '#functions-view .columns input')[1].click()''')
                self.assertEqual(self.table()[0][2],
                                 within(self.document, 'scatter', 0))
        self.load(page)
        self.ask('''[...document.querySelectorAll('#functions-view button')]
            .find(b => b.textContent === 'Show more').click()''')
        self.assertGreater(len(self.table()), 60)

    def listed(self, panel):
        """Of each row its beginning and the shares that it tells."""
        return self.ask(f'''return [...document.querySelectorAll(
            '[aria-label={panel}] tbody tr')].map(r => [
              r.dataset.line, r.cells[0].textContent.split(' ')[0],
              ...[...r.cells].slice(1).map(c => Number(c.dataset.count || 0))
            ])''')

    def test_source_beside_assembly(self):
        page = self.page_of('report', self.kept, '--source', ROOT)
        names = [row['name'] for row in self.document['functions']]
        order = self.ask_columns()
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                # From the table to it.
                self.ask('''[...document.querySelectorAll(
                    '#functions-view button.link')].find(
                      b => b.textContent === 'scatter').click()''')
                wanted = {f'{row["addr"]:x}': [row['cost'][k] for k in order]
                          for row in self.document['places']
                          if names[row['function']] == 'scatter'}
                rows = self.listed('Assembly')
                self.assertEqual({addr: costs for _, addr, *costs in rows
                                  if any(costs)},
                                 {addr: costs for addr, costs in wanted.items()
                                  if any(costs)})
                lines = self.listed('Source')
                for place, line, *costs in lines:
                    inside = [row for row in rows if row[0] == place]
                    self.assertEqual(costs, [sum(row[2 + k] for row in inside)
                                             for k in range(len(order))])
                self.assertIn('sum += wide[i', self.ask(
                    'return document.querySelector("[aria-label=Source]")'
                    '.textContent'))
                self.check_width(width)
                # A line's instructions, and back.
                place = next(row[0] for row in rows if row[2] > 1000)
                self.ask(f'''document.querySelector('[aria-label=Source] '
                    + 'tr[data-line="{place}"] button').click()''')
                self.assertEqual(
                    self.ask('''return document.querySelectorAll(
                        '[aria-label=Assembly] tr.hit').length'''),
                    sum(row[0] == place for row in rows))
                # To the flame graph and the table, and from there.
                self.ask('''[...document.querySelectorAll('button')].find(
                    b => b.textContent === 'In the flame graph').click()''')
                self.assertIn('scatter: ', self.told())
                self.ask('''[...document.querySelectorAll('button')].find(
                    b => b.textContent === 'In the table').click()''')
                self.assertEqual([row[0] for row in self.table()], ['scatter'])
                self.ask('goToFlame(%d)' % names.index('memset'))
                self.ask('''[...document.querySelectorAll('button')].find(
                    b => b.textContent === 'Its source').click()''')
                self.assertEqual(self.ask('return views.source.func'),
                                 names.index('memset'))
                # There is no source of it, so it is disassembled.
                self.assertIn('strb', self.ask(
                    'return document.querySelector("[aria-label=Assembly]")'
                    '.textContent'))

    def ask_columns(self):
        """Of the events that are shown beside each other."""
        return [k for k, row in enumerate(self.document['columns'])
                if (row['asked'] or not k) and self.document['total'][k]]

    def test_a_program_that_is_gone(self):
        """What ran is listed as words, with their lines."""
        document = json.loads(json.dumps(self.document))
        document['program'] = 'no/such.elf'
        self.load(self.page_of('report', self.keep('gone.json', document)))
        rows = self.listed('Assembly')
        self.assertGreater(len(rows), 5)
        self.assertEqual(sum(row[2] for row in rows),
                         sums(document, 0)['memset'])
        self.assertIn('word 0x', self.ask(
            'return document.querySelector("[aria-label=Assembly]")'
            '.textContent'))
        self.assertIn('such.elf', self.ask(
            'return document.getElementById("source-view").textContent'))

    def test_tables_of_a_record(self):
        path = ROOT / 'tests/record/hand.json'
        self.load(self.page_of('report', path))
        heads = '''[...document.querySelectorAll('table')].find(
            t => t.querySelector('button.sort'))'''
        before = self.ask(f'''const t = {heads};
            return [...t.tBodies].map(b => b.textContent)''')
        self.ask(f'{heads}.querySelector("button.sort").click()')
        after = self.ask(f'''const t = {heads};
            return [...t.tBodies].map(b => b.textContent)''')
        self.assertEqual(sorted(before), sorted(after))
        self.assertEqual(self.ask(f'''return {heads}.querySelector(
            '[aria-sort=ascending]') !== null'''), True)

    def test_numbers_over_time(self):
        kept = self.path('time.json')
        printed('stat', '-t', 'board:pb1176', '--quiet-program', '--json',
                '-M', 'cpi,dcache_miss_rate', '-e', 'cycles', '-I', '300us',
                '-o', kept, pathlib.Path(FIRMWARE, 'pb1176/places.elf'))
        document = json.loads(kept.read_text())
        end = document['intervals']['end_cycles']
        values = document['intervals']['metrics'][0]['values']
        self.assertLess(end[-1] - end[-2], 60_000)
        page = self.page_of('report', kept)
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                self.check_width(width)
                for i, value in enumerate(values):
                    at = end[i] - 1
                    told = self.ask(f'''const v = views.time;
                        v.axis.at = {at};
                        v.draw();
                        return v.charts.map(c => c.told.textContent)''')
                    # One cursor for all charts.
                    self.assertEqual(len(told), 3)
                    shown = told[0].split('cursor: ')[1].split()[0]
                    self.assertTrue(shown_is(value, shown), (value, shown))
                    self.assertEqual('a part of an interval' in told[0],
                                     i == len(values) - 1)
                    # The part, which has more, sets no scale.
                    self.assertTrue(shown_is(max(values[:-1]), told[0].split(
                        )[1].rstrip('.')))
                for i, phase in enumerate(
                        document['intervals']['metrics'][0]['phases']):
                    self.assertIn(f'phase {i + 1} of ', self.ask(
                        f'''const v = views.time;
                        v.axis.at = {end[phase["last"] - 1] - 1};
                        v.draw();
                        return v.charts[0].told.textContent'''))
        # By a pointer, keys and buttons.
        self.load(page)
        x, y, wide = self.ask('''const c = views.time.charts[0].canvas;
            c.scrollIntoView();
            const box = c.getBoundingClientRect();
            return [box.left, box.top + 20, box.width]''')
        for kind, share in (('mousePressed', 0.25), ('mouseMoved', 0.4),
                            ('mouseReleased', 0.5)):
            self.browser.ask('Input.dispatchMouseEvent', type=kind,
                             x=x + wide * share, y=y, button='left',
                             clickCount=1)
        seen = self.ask('return [views.time.axis.from, views.time.axis.to]')
        self.assertAlmostEqual(seen[0] / end[-1], 0.25, 2)
        self.assertAlmostEqual(seen[1] / end[-1], 0.5, 2)
        self.ask('views.time.charts[0].canvas.focus()')
        self.press('-', 'ArrowRight')
        wider = self.ask('return views.time.axis.to - views.time.axis.from')
        self.assertAlmostEqual(wider / (seen[1] - seen[0]), 2, 6)
        self.press('Escape')
        self.assertEqual(self.ask(
            'return [views.time.axis.from, views.time.axis.to]'), [0, end[-1]])
        # Without script: a band for a phase, and the part dashed.
        shown = page.read_text().partition('<script')[0]
        self.assertEqual(shown.count('class="figure part"'), 3)
        self.assertGreater(shown.count('class="band'), 1)

    def test_causes_over_time(self):
        kept = self.path('causes.json')
        printed('stat', '-t', 'board:pb1176', '--quiet-program', '--causes',
                '-e', 'cycles', '-I', '300us', '-o', kept,
                pathlib.Path(FIRMWARE, 'pb1176/places.elf'))
        series = json.loads(kept.read_text())['intervals']
        causes = sorted(series['causes'], key=lambda c: -sum(c['cycles']))
        page = self.page_of('report', kept)
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                self.check_width(width)
                for i, end in enumerate(series['end_cycles']):
                    told = self.ask(f'''const v = views.time;
                        v.axis.at = {end - 1};
                        v.draw();
                        return v.charts[1].told.textContent''')
                    all_ = sum(c['cycles'][i] for c in causes)
                    for cause in causes[:7]:
                        share = 100 * cause['cycles'][i] / all_
                        name = cause['name'].removeprefix('cause: ')
                        if share:
                            self.assertIn(f'{name} {share:.1f} %', told)
                    self.assertEqual('a part of an interval' in told,
                                     i == len(series['end_cycles']) - 1)
                # As high as its share, in its colour.
                cycles = [c['cycles'][0] for c in causes]
                high = 96 * (1 - cycles[0] / sum(cycles) / 2)
                self.assertTrue(self.ask(f'''const v = views.time;
                    v.axis.at = null;
                    v.draw();
                    const c = v.charts[1].canvas.getContext('2d');
                    const [r, g, b] = c.getImageData(2, {high}, 1, 1).data;
                    const hex = '#' + [r, g, b].map(n =>
                      n.toString(16).padStart(2, '0')).join('');
                    return hex === getComputedStyle(document.documentElement)
                      .getPropertyValue('--part0').trim()'''))
                self.assertEqual(self.ask(
                    "return document.querySelectorAll('.key').length"),
                    min(len(causes), 8))
        shown = page.read_text().partition('<script')[0]
        self.assertEqual(shown.count('class="part0 short"'), 1)
        self.assertIn(causes[0]['name'].removeprefix('cause: ') + ': ', shown)

    def test_tracks_of_calls(self):
        kept = self.path('calls.json')
        printed('profile', '-t', 'board:pb1176', '--quiet-program',
                '--timeline', '200', '--json', '-o', kept,
                pathlib.Path(FIRMWARE, 'pb1176/test_preempt.elf'))
        document = json.loads(kept.read_text())
        page = self.page_of('report', kept)
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                self.ask('views.openTracks()')
                self.check_width(width)
                self.assertEqual(
                    self.ask('''return views.tracks.tracks.flatMap(
                        t => t.spans).length'''),
                    len(document['timeline']['spans']))
                main = next(span for span in document['timeline']['spans']
                            if span[2] is not None and document['functions'][
                                span[2]]['name'] == 'main')
                self.assertIn('main: ', self.ask(f'''const v = views.tracks;
                    v.axis.from = {main[3]}; v.axis.to = {main[4]};
                    const row = v.rows.find(r => r.track && r.track.depth ===
                      {main[1]} && r.track.context === {main[0]});
                    v.y = row.y + 5;
                    v.axis.at = (v.axis.from + v.axis.to) / 2;
                    v.draw();
                    return v.told.textContent'''))
                self.ask('views.tracks.axis.show(0, 60000)')
                self.check_width(width)

    def test_several_records_and_causes(self):
        """Boards beside each other, a sweep, and where their cycles went."""
        paths = []
        for board in 'pb1176', 'lubbock', 'imx31':
            paths.append(self.path(f'{board}.json'))
            printed('stat', '-t', f'board:{board}', '--quiet-program', '-M',
                    'cpi,dcache_mpki,branch_mpki', '--truth', '--json', '-o',
                    paths[-1], pathlib.Path(FIRMWARE, board, 'places.elf'))
        page = self.page_of('report', *paths)
        values = {}
        for path in paths:
            document = json.loads(path.read_text())
            values[document['target']['name']] = document['metrics'][0]['value']
        for width, dark in FORMS:
            with self.subTest(width=width, dark=dark):
                self.load(page, width, dark)
                self.check_width(width)
                rows = '''[...document.querySelectorAll('table')][0]
                    .tBodies[0].rows'''
                self.ask('''[...document.querySelectorAll(
                    'button.sort')][1].click()''')
                seen = self.ask(f'''return [...{rows}].map(r => [
                    r.cells[0].textContent.split(' ')[0],
                    Number(r.querySelector('data').getAttribute('value'))])''')
                self.assertEqual([name for name, _ in seen],
                                 sorted(values, key=values.get, reverse=True))
                for name, value in seen:
                    self.assertAlmostEqual(value, values[name], 12)
        text = page.read_text().partition('<script')[0]
        self.assertEqual(text.count('id="stack-title"'), 1)
        causes = self.path('causes.json')
        printed('profile', '-t', 'board:pb1176', '--causes', '--json',
                '--quiet-program', '-o', causes,
                pathlib.Path(FIRMWARE, 'pb1176/places.elf'))
        page = self.page_of('report', causes)
        document = json.loads(causes.read_text())
        kinds = [k for k, row in enumerate(document['columns'])
                 if row['code'] == 0xfffd]
        largest = max(kinds, key=lambda k: document['total'][k])
        share = document['total'][largest] * 100 / sum(
            document['total'][k] for k in kinds)
        self.assertIn(f'<title>{document["columns"][largest]["name"]}: '
                      f'{share:.1f} %</title>',
                      page.read_text().partition('<script')[0].partition(
                          'id="causes"')[2])
        for width, dark in FORMS:
            self.load(page, width, dark)
            self.check_width(width)

    def test_two_profiles(self):
        after = json.loads(json.dumps(self.document))
        scatter = [row['name'] for row in after['functions']].index('scatter')
        # Half of it, at its places and on its paths.
        for row in after['places'] + after['paths']:
            if row['function'] == scatter:
                half = row['cost'][0] // 2
                row['cost'][0] -= half
                after['total'][0] -= half if 'addr' in row else 0
        self.assertEqual(
            sum(row['cost'][0] for row in after['places']) + sum(
                row['cost'][0] for row in after['causes']), after['total'][0])
        # The whole profile, but for one odd path, says so too.
        other = self.keep('after.json', after)
        page = self.page_of('diff', self.kept, other)
        for width, dark in FORMS:
            self.load(page, width, dark)
            self.check_width(width)
            self.choose('Search', '')
            before = within(self.document, 'scatter', 0)
            now = within(after, 'scatter', 0)
            self.ask('''zoomTo(views.flame, views.flame.frames.find(
                f => f.node.name === 'scatter').node)''')
            self.assertEqual(self.told(), (
                f'scatter: {before:,} before, {now:,} after, '
                f'{(now - before) * 100 / before:.1f} % cycles'))
            self.ask('zoomTo(views.flame, views.flame.tree.root)')
            colour = '''changeColour(changeOf(views.flame.frames.find(
                f => f.node.name === '%s').node,
                views.flame.tree.root.value).colour, %s)'''
            words = 'true' if dark else 'false'
            self.assertIn('hsl(210', self.ask(
                f'return {colour % ("scatter", words)}'))
            self.assertIn('hsl(0,0%', self.ask(
                f'return {colour % ("memset", words)}'))
            self.choose('Widths', 0)
            self.assertAlmostEqual(self.frames()['scatter'], before
                                   / self.document['total'][0], 6)

    def test_names_do_nothing(self):
        document = hand_profile()
        for row in document['functions'] + document['causes']:
            row['name'] = EVIL + row['name']
        document['files'] = [EVIL] * 2
        document['program'] = EVIL
        document['columns'][1]['name'] = EVIL
        document['metrics'] = []
        kept = self.keep('evil.json', document)
        for words in ('report', kept), ('diff', '--all', kept, kept):
            page = self.page_of(*words)
            for width in 360, 1280:
                self.load(page, width)
                for column in range(2):
                    self.choose('Event', column)
                self.choose('Shape', 2)
                self.choose('Search', EVIL[:40])
                self.assertIsNone(self.ask('return window.evil'))
                self.assertEqual(self.ask(
                    'return document.querySelectorAll("img").length'), 0)
                self.assertNotIn('\u202e', self.ask(
                    'return document.body.innerText'))
                self.check_width(width)

    def test_everything_has_a_name(self):
        """What assistive technology tells: landmarks that are told apart, and
        a name of each button, field, canvas and box that scrolls."""
        for words in (('report', self.kept),
                      ('report', ROOT / 'tests/record/hand.json'),
                      ('diff', self.kept, self.kept)):
            self.load(self.page_of(*words))
            self.assertEqual(self.ask('''
                const name = e => e.getAttribute('aria-label') || (e
                  .getAttribute('aria-labelledby') || '').split(' ').map(
                    id => (document.getElementById(id) || {textContent: ''})
                      .textContent).join(' ').trim() || (e.labels &&
                  e.labels.length ? e.labels[0].textContent : '') ||
                  (e.tagName === 'BUTTON' ? e.textContent : '');
                const bad = [...document.querySelectorAll('button, input, ' +
                  'select, canvas, [tabindex], section, nav, svg[role=img]')]
                  .filter(e => !name(e)).map(e => e.outerHTML.slice(0, 80));
                const marks = [...document.querySelectorAll('section, nav, ' +
                  '[role=region]')].map(name);
                return [...bad, ...marks.filter((m, i) =>
                  marks.indexOf(m) !== i)].join('\\n')'''), '')

    def test_no_other_script_runs(self):
        page = self.page_of('report', self.keep('hand.json', hand_profile()))
        text = page.read_text()
        page.write_text(text.replace(
            '<main>', '<main><script>window.evil = 1</script>'
            '<p id="x" onclick="window.evil = 1">x</p>'))
        complaints = self.browser.load(page)
        self.assertTrue(any('Content Security Policy' in text
                            for text in complaints))
        self.ask('document.getElementById("x").click()')
        self.assertIsNone(self.ask('return window.evil'))
        self.assertTrue(self.ask('return views.flame !== undefined'))

    def test_it_is_whole_without_script(self):
        self.browser.script(False)
        try:
            page = self.page_of('report', self.kept)
            self.load(page, 1280)
            shown = page.read_text().partition('<script')[0]
            cycles = self.document['total'][0]
            wanted = {f'<title>{names[-1]}: {value:,} cycles, '
                      f'{value * 100 / cycles:.1f} %</title>'
                      for names, value in chains(self.document, 0).items()
                      if value > cycles / 256 and len(names) > 1}
            self.assertGreater(len(wanted), 3)
            self.assertEqual([text for text in wanted if text not in shown],
                             [])
            self.assertFalse('<canvas' in shown)
        finally:
            self.browser.script(True)

    def test_a_large_profile(self):
        """Opens within two seconds, and a zoom never takes a tenth of one.
        Of several times the shortest: others have the processor, too."""
        page = self.page_of('report', self.keep('big.json', big_profile()))
        opened = []
        while len(opened) < 8 and (not opened or min(opened) > 2000):
            self.load(page)
            opened.append(self.ask(
                'const t = performance.getEntriesByType("navigation")[0];'
                'return t.loadEventEnd'))
        self.assertLess(min(opened), 2000)
        worst = self.ask('''const v = views.flame; let worst = [0];
            const took = node => {
              const began = performance.now();
              zoomTo(v, node);
              return performance.now() - began; };
            for (const f of v.frames.slice(0, 150)) {
              let least = Infinity;
              for (let i = 0; i < 12 && least > 50; i++) {
                took(v.tree.root);
                least = Math.min(least, took(f.node));
              }
              if (least > worst[0]) worst = [least, f.node.name];
            }
            return worst;''')
        self.assertLess(worst[0], 100)
        print(f'# opened in {min(opened):.0f} ms, zoomed in {worst[0]:.0f} ms '
              'at most')
        total = 1_000_000_000
        self.assertEqual(self.ask('return views.flame.tree.root.value[0]'),
                         total)
        # So do the tracks of its tasks, which are made when they are seen.
        drawn = self.ask('''views.openTracks();
            const v = views.tracks, took = [];
            for (let i = 0; i < 9; i++) {
              const began = performance.now();
              v.axis.from = i * v.axis.end / 20;
              v.draw();
              took.push(performance.now() - began);
            }
            return [v.tracks.map(t => t.spans.length), Math.min(...took)]''')
        self.assertEqual(sum(drawn[0]), 1_000_000)
        self.assertLess(drawn[1], 100)
        self.choose('Task', 0)
        first = self.ask('return views.flame.tree.root.value[0]')
        self.choose('Task', 1)
        self.assertEqual(first + self.ask(
            'return views.flame.tree.root.value[0]'), total)
