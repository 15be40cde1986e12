# SPDX-License-Identifier: MIT
"""A real browser (package chromium) by its DevTools protocol, over a pipe: it
loads a page in a window of a size, light or dark, and answers questions on it.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tally_command import tally

PROGRAM = 'chromium'
# The browser reads from 3 and writes to 4.
PLUG = ('import os, sys\n'
        'inward, outward = (os.dup(int(fd)) for fd in sys.argv[1:3])\n'
        'os.dup2(inward, 3), os.dup2(outward, 4)\n'
        'os.execvp(sys.argv[3], sys.argv[3:])\n')
# What there is to see of a page: whether it is too wide, and the colours of all
# its texts.  It is not asked how wide the window is: on a phone one grows with
# what is in it.  Behind a text is the nearest ground that is not transparent.
LOOK = r'''((wide) => {
  for (const d of document.querySelectorAll('details')) d.open = true;
  const result = {wide: [], texts: [], data: []};
  result.scroll = document.documentElement.scrollWidth - wide;
  result.paper = getComputedStyle(document.documentElement).backgroundColor;
  const behind = node => {
    for (; node; node = node.parentElement) {
      const ground = getComputedStyle(node).backgroundColor;
      if (!/, 0\)$/.test(ground) && ground !== 'transparent') return ground;
    }
    return 'rgb(255, 255, 255)';
  };
  for (const e of document.body.querySelectorAll('*')) {
    const box = e.getBoundingClientRect();
    if (box.width && box.right > wide + 0.5 && !e.closest('.scroll'))
      result.wide.push(e.tagName + ' ' + e.textContent.slice(0, 40));
  }
  const walk = document.createTreeWalker(document.body,
                                         NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement, style = getComputedStyle(e);
    if (!node.data.trim() || !e.getClientRects().length ||
        /^(SCRIPT|STYLE|TITLE|DESC)$/i.test(e.tagName)) continue;
    const drawn = e.namespaceURI.endsWith('svg');
    result.texts.push([node.data.trim().slice(0, 40),
      drawn ? style.fill : style.color, behind(e),
      parseFloat(style.fontSize), parseInt(style.fontWeight)]);
  }
  for (const e of document.querySelectorAll('data'))
    result.data.push([e.getAttribute('value'), e.textContent]);
  return JSON.stringify(result);
})'''


class Browser:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        theirs_in, self.write = os.pipe()
        self.read, theirs_out = os.pipe()
        words = [PROGRAM, '--headless=new', '--remote-debugging-pipe',
                 '--disable-gpu', '--hide-scrollbars', '--no-first-run',
                 '--disable-background-networking',
                 f'--user-data-dir={self.folder.name}']
        if os.getuid() == 0:
            words.append('--no-sandbox')
        # It is closed in close().
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [sys.executable, '-c', PLUG, str(theirs_in), str(theirs_out),
             *words], pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.got = b''
        self.number = self.width = 0
        self.events = []
        target = self.ask('Target.createTarget', url='about:blank')
        self.session = None
        self.session = self.ask('Target.attachToTarget', flatten=True,
                                targetId=target['targetId'])['sessionId']
        for domain in 'Page', 'Runtime', 'Log':
            self.ask(f'{domain}.enable')

    session = None

    def close(self):
        os.close(self.write)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read)
        with contextlib.suppress(OSError):
            self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _message(self):
        while b'\0' not in self.got:
            more = os.read(self.read, 1 << 16)
            if not more:
                raise AssertionError('the browser ended')
            self.got += more
        text, _, self.got = self.got.partition(b'\0')
        return json.loads(text)

    def ask(self, method, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.write, json.dumps(message).encode() + b'\0')
        while True:
            answer = self._message()
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise AssertionError(f'{method}: {answer["error"]}')
                return answer['result']
            self.events.append(answer)

    def load(self, path, width=1280, dark=False):
        """Loads a file, or what is at an address; what the browser complained
        of."""
        address = (str(path) if str(path).startswith('http:')
                   else pathlib.Path(path).resolve().as_uri())
        self.ask('Emulation.setDeviceMetricsOverride', width=width, height=800,
                 deviceScaleFactor=1, mobile=width < 600)
        self.ask('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme',
             'value': 'dark' if dark else 'light'}])
        self.events.clear()
        self.ask('Page.navigate', url=address)
        while not any(event.get('method') == 'Page.loadEventFired'
                      for event in self.events):
            self.events.append(self._message())
        self.width = width
        self.evaluate('1')  # what it has to say until here has arrived
        return [json.dumps(event['params']) for event in self.events
                if event.get('method') in ('Log.entryAdded',
                                           'Runtime.exceptionThrown',
                                           'Runtime.consoleAPICalled')]

    def script(self, runs):
        """Whether pages that are loaded from now on run theirs."""
        self.ask('Emulation.setScriptExecutionDisabled', value=not runs)

    def evaluate(self, expression):
        return self.ask('Runtime.evaluate', expression=expression,
                        returnByValue=True)['result'].get('value')

    def look(self):
        return json.loads(self.evaluate(f'{LOOK}({self.width})'))

    def picture(self):
        """The whole page as PNG, in Base64."""
        return self.ask('Page.captureScreenshot', captureBeyondViewport=True,
                        format='png')['data']


class PagesCase(unittest.TestCase):
    """Pages that the command made, in one browser and one folder."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    @classmethod
    def path(cls, name):
        return pathlib.Path(cls.folder.name, name)

    def keep(self, name, document):
        self.path(name).write_text(json.dumps(document))
        return self.path(name)

    def page_of(self, verb, *words):
        page = self.path('page.html')
        done = tally(verb, '--html', page, *words)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return page
