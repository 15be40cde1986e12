#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_accessible.py TALLY FIRMWARE_DIR [unittest arguments]

What people have of a page who do not see it, or use no mouse: a browser tells
the tree that assistive technology reads, and Tab goes from one control to the
next.  Contrasts are test_chromium.py's."""
import itertools
import json
import pathlib
import unittest

from chromium import PagesCase
from hand_profile import hand_profile
from tally_command import ROOT, printed

TALLY = ''
FIRMWARE = ''
FORMS = list(itertools.product((360, 1280), (False, True)))
# What is worked with, or stands for something that is seen.
NAMED = {'button', 'checkbox', 'combobox', 'img', 'image', 'link', 'listbox',
         'menuitem', 'navigation', 'radio', 'region', 'searchbox', 'slider',
         'spinbutton', 'switch', 'tab', 'table', 'textbox', 'graphics-document',
         'DisclosureTriangle', 'Canvas', 'canvas'}
# What the document itself has to be, whoever reads it.
SOUND = r'''(() => {
  const bad = [], seen = new Set();
  if (!document.documentElement.lang) bad.push('no language');
  if (!document.title.trim()) bad.push('no title');
  for (const e of document.querySelectorAll('[id]')) {
    if (seen.has(e.id)) bad.push('twice: id ' + e.id);
    seen.add(e.id);
  }
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls',
                      'for', 'headers'])
    for (const e of document.querySelectorAll('[' + name + ']'))
      for (const id of e.getAttribute(name).split(/\s+/))
        if (!seen.has(id)) bad.push(name + ' of nothing: ' + id);
  for (const e of document.querySelectorAll('a[href^="#"]'))
    if (!seen.has(e.hash.slice(1))) bad.push('a link to nothing: ' + e.hash);
  for (const t of document.querySelectorAll('table')) {
    const what = (t.caption ? t.caption.textContent : t.outerHTML)
      .slice(0, 50);
    if (!t.querySelector('thead th')) bad.push('no column headers: ' + what);
    for (const h of t.querySelectorAll('th'))
      if (!h.scope) bad.push('a header of what? ' + h.outerHTML.slice(0, 60));
  }
  for (const e of document.querySelectorAll('[tabindex]'))
    if (e.tabIndex > 0) bad.push('out of turn: ' + e.outerHTML.slice(0, 60));
  for (const e of document.querySelectorAll('main, [role=main]'))
    if (e.querySelector('main')) bad.push('a main in another');
  if (document.querySelectorAll('main').length !== 1) bad.push('not one main');
  return bad.join('\n');
})()'''
# Controls that are shown, in their order, each with a number.
CONTROLS = r'''(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, ' +
    'textarea, summary, [tabindex]')].filter(e => e.tabIndex >= 0 &&
    !e.disabled && e.checkVisibility({checkVisibilityCSS: true}));
  all.forEach((e, i) => { e.dataset.number = i; });
  return all.map(e => e.outerHTML.slice(0, 80));
})()'''
FOCUSED = r'''(() => {
  const e = document.activeElement, style = getComputedStyle(e);
  const seen = parseFloat(style.outlineWidth) > 0 &&
    style.outlineStyle !== 'none';
  return e === document.body ? null : [Number(e.dataset.number), seen,
                                       e.outerHTML.slice(0, 80)];
})()'''


class Accessible(PagesCase):
    def tree(self):
        """Nodes that assistive technology has, in the order of the page."""
        nodes = self.browser.ask('Accessibility.getFullAXTree')['nodes']
        return [(node.get('role', {}).get('value'),
                 node.get('name', {}).get('value', '').strip(),
                 {p['name']: p['value'].get('value')
                  for p in node.get('properties', [])})
                for node in nodes if not node['ignored']]

    def check_tree(self):
        level = 0
        firsts = 0
        for role, name, properties in self.tree():
            if role in NAMED:
                self.assertTrue(name, role)
            if role == 'heading':
                self.assertTrue(name)
                self.assertLessEqual(properties['level'], level + 1, name)
                level = properties['level']
                firsts += level == 1
        self.assertEqual(firsts, 1)

    def tab(self):
        for kind in 'keyDown', 'keyUp':
            self.browser.ask('Input.dispatchKeyEvent', type=kind, key='Tab',
                             code='Tab', windowsVirtualKeyCode=9)

    def check_focus(self):
        """Each in its turn, and seen; then the page is left."""
        controls = self.browser.evaluate(CONTROLS)
        self.assertGreater(len(controls), 0)
        for number, control in enumerate(controls):
            self.tab()
            focused = self.browser.evaluate(FOCUSED)
            self.assertEqual(focused[:2] if focused else None, [number, True],
                             (control, focused))

    def check(self, page):
        self.browser.ask('Accessibility.enable')
        self.addCleanup(self.browser.script, True)
        for (width, dark), script in itertools.product(FORMS, (True, False)):
            with self.subTest(width=width, dark=dark, script=script):
                self.browser.script(script)
                self.assertEqual(self.browser.load(page, width, dark), [])
                self.assertEqual(self.browser.evaluate(SOUND), '')
                self.check_tree()
                if not dark:
                    self.check_focus()
        # And what can be opened.
        self.browser.script(True)
        self.browser.load(page)
        self.browser.evaluate('document.querySelectorAll("details").forEach('
                              'd => { d.open = true; })')
        self.assertEqual(self.browser.evaluate(SOUND), '')
        self.check_tree()

    def measured(self, *words):
        kept = self.path('kept.json')
        printed(*words, '--quiet-program', '--json', '-o', kept,
                pathlib.Path(FIRMWARE, 'pb1176/places.elf'))
        return kept

    def test_a_record(self):
        self.check(self.page_of('report', ROOT / 'tests/record/hand.json'))

    def test_a_profile(self):
        self.check(self.page_of('report', '--annotate', 'main', self.measured(
            'profile', '-t', 'board:pb1176', '-e', 'cycles,dcache_miss')))

    def test_numbers_over_time(self):
        self.check(self.page_of('report', self.measured(
            'stat', '-t', 'board:pb1176', '-M', 'cpi,dcache_miss_rate', '-I',
            '300us', '--causes')))

    def test_several_records(self):
        kept = self.measured('stat', '-t', 'board:pb1176', '-M', 'cpi')
        self.check(self.page_of('report', kept, kept))
        self.check(self.page_of('diff', '--all', kept, kept))

    def test_results_over_versions(self):
        folder = self.path('versions')
        folder.mkdir()
        (folder / 'suite.yaml').write_text(
            'targets: [board:pb1176]\nmetrics: [cpi]\nprograms:\n'
            f'  crc: {FIRMWARE}/pb1176/crc32.elf\n')
        for label in 'one', 'two':
            printed('bench', '--label', label, '-o', folder / label,
                    folder / 'suite.yaml')
        printed('history', '--results', folder, '--html',
                self.path('page.html'), 'cpi')
        self.check(self.path('page.html'))

    def test_two_profiles(self):
        kept = self.keep('hand.json', hand_profile())
        self.check(self.page_of('diff', '--all', kept, kept))

    def test_what_is_not_for_all_is_found(self):
        """Each check fails of a page that is as it must not be."""
        good = ('<!DOCTYPE html><html lang="en"><title>x</title><main><h1>x</h1>'
                '<h2>y</h2><a href="#a" id="a">z</a></main></html>')
        self.browser.ask('Accessibility.enable')
        page = self.path('page.html')
        page.write_text(good)
        self.browser.load(page)
        self.assertEqual(self.browser.evaluate(SOUND), '')
        self.check_tree()
        self.check_focus()
        for old, new, says in (
                (' lang="en"', '', 'no language'),
                ('<title>x', '<title>', 'no title'),
                ('<h2>', '<h2 id="a">', 'twice: id a'),
                ('href="#a"', 'href="#b"', 'a link to nothing: #b'),
                ('<h2>', '<label for="q">q</label><h2>', 'for of nothing: q'),
                ('<h2>', '<table><tr><td>1</table><h2>', 'no column headers'),
                ('<h2>', '<table><thead><tr><th>1</table><h2>', 'of what?'),
                ('<h2>', '<p tabindex="3">x</p><h2>', 'out of turn')):
            with self.subTest(says):
                page.write_text(good.replace(old, new))
                self.browser.load(page)
                self.assertIn(says, self.browser.evaluate(SOUND))
        for check, old, new in (
                (self.check_tree, 'h2>', 'h3>'),
                (self.check_tree, '<h2>', '<h1>x</h1><h2>'),
                (self.check_tree, '<h2>', '<button></button><h2>'),
                (self.check_tree, '<h2>', '<input><h2>'),
                (self.check_tree, '<h2>', '<svg role="img"></svg><h2>'),
                (self.check_focus, '<a ', '<a style="outline: none" '),
                (self.check_focus, '<h2>', '<button onfocus="this.blur()">x'
                 '</button><h2>')):
            with self.subTest(new):
                page.write_text(good.replace(old, new))
                self.browser.load(page)
                with self.assertRaises(AssertionError):
                    check()


if __name__ == '__main__':
    unittest.main()
