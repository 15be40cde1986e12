# SPDX-License-Identifier: MIT
"""A real viewer of traces: Catapult's, which was Chrome's own, as Debian's
golang-src has it for `go tool trace`, in a real browser.  A page embeds it as
that tool does, and says what its model and its tracks have."""
import functools
import http.server
import json
import pathlib
import tempfile
import threading
import time

FOLDER = next(iter(sorted(pathlib.Path('/usr/share').glob(
    'go-*/src/cmd/trace/static'))), None)
PAGE = '''<!DOCTYPE html><html><head><meta charset="utf-8">
<script src="webcomponents.min.js"></script>
<link rel="import" href="trace_viewer_full.html">
<style>html, body, #viewer { width: 100%; height: 100%; margin: 0; }</style>
<script>
'use strict';
window.onerror = (text) => { window.failed = String(text); };
document.addEventListener('WebComponentsReady', async () => {
  try {
    const model = new tr.Model();
    const text = await (await fetch('trace',
      {cache: 'no-store'})).text();
    const options = new tr.importer.ImportOptions();
    options.shiftWorldToZero = false;
    await new tr.importer.Import(model, options).importTraces([text]);
    const viewer = document.createElement('tr-ui-timeline-view');
    const container = document.createElement('track-view-container');
    container.id = 'track_view_container';
    viewer.track_view_container = container;
    Polymer.dom(viewer).appendChild(container);
    viewer.id = 'viewer';
    viewer.globalMode = true;
    Polymer.dom(document.body).appendChild(viewer);
    viewer.model = model;
    window.seen = model;
  } catch (e) { window.failed = e.stack || String(e); }
});
</script></head><body></body></html>'''
# Of each process its name, threads with slices, and counters; and the text
# that is on the page.
LOOK = '''(() => {
  const found = {processes: [], text: document.body.innerText,
    warnings: window.seen.importWarnings.map(one => one.message)};
  for (const process of window.seen.getAllProcesses()) {
    const one = {name: process.name, threads: {}, counters: {}};
    for (const thread of Object.values(process.threads))
      one.threads[thread.name] = thread.sliceGroup.slices.map(s => [
        s.title, s.start * 1e6, s.end * 1e6,
        s.parentSlice ? s.parentSlice.title : null]);
    for (const counter of Object.values(process.counters))
      one.counters[counter.name] = counter.series[0].samples.map(s => [
        s.timestamp * 1e6, s.value]);
    found.processes.push(one);
  }
  return JSON.stringify(found);
})()'''


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


class Viewer:
    """It serves itself, the page, and one trace after the other."""

    def __init__(self, browser):
        self.browser = browser
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for name in 'trace_viewer_full.html', 'webcomponents.min.js':
            (self.root / name).symlink_to(FOLDER / name)
        (self.root / 'page.html').write_text(PAGE)
        self.server = http.server.ThreadingHTTPServer(
            ('127.0.0.1', 0), functools.partial(Quiet, directory=self.root))
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.folder.cleanup()

    def show(self, text, patience=60):
        """What it makes of a trace."""
        (self.root / 'trace').write_text(text)
        port = self.server.server_address[1]
        self.browser.load(f'http://127.0.0.1:{port}/page.html')
        end = time.monotonic() + patience
        while not self.browser.evaluate('!!(window.seen || window.failed)'):
            assert time.monotonic() < end, 'the viewer does not load'
            time.sleep(0.1)
        failed = self.browser.evaluate('window.failed || ""')
        assert not failed, failed
        return json.loads(self.browser.evaluate(LOOK))
