// SPDX-License-Identifier: MIT
// usage: node test_page.js PAGE.JS
// The functions of a page's script, by hand; speaks TAP.
'use strict';
const assert = require('assert');
const page = require(require('path').resolve(process.argv[2]));

let number = 0;
function test(name, run) {
  number++;
  try {
    run();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    console.log(`not ok ${number} - ${name}`);
    console.log(String(error.stack).replace(/^/gm, '# '));
    process.exitCode = 1;
  }
}

// main() calls work() and leaf(), work() calls leaf(); by cycles and misses.
function document(change) {
  return Object.assign({
    document: 'profile', clock_hz: 100, clock_ratio: 0,
    columns: [{name: 'cycles', asked: true}, {name: 'miss', asked: false}],
    metrics: [], total: [107, 10],
    causes: [{name: 'entry', cost: [7, 0]}],
    functions: [{name: 'main', file: 0, line: 1}, {name: 'work'},
                {name: 'leaf'}],
    files: ['a.c', 'b/b.c'],
    places: [{function: 1, file: 1}, {function: 2, file: null}],
    paths: [{parent: 0, function: null, count: 0, cost: [0, 0]},
            {parent: 0, function: 0, count: 1, cost: [10, 1]},
            {parent: 1, function: 1, count: 2, cost: [30, 4]},
            {parent: 2, function: 2, count: 5, cost: [20, 5]},
            {parent: 1, function: 2, count: 1, cost: [40, 0]}],
  }, change);
}

function named(frames) {
  return frames.map(f => [f.node.name, f.x, f.w]);
}

test('numbers as people read them', () => {
  assert.strictEqual(page.grouped(1234567), '1,234,567');
  assert.strictEqual(page.grouped(-1234), '-1,234');
  assert.strictEqual(page.grouped(999), '999');
  assert.strictEqual(page.grouped(1e30), '1e+30');
  assert.strictEqual(page.percent(1, 8), '12.5 %');
  assert.strictEqual(page.percent(1, 0), '');
  assert.strictEqual(page.signed(1, 8), '+12.5 %');
  assert.strictEqual(page.signed(-1, 8), '-12.5 %');
});

test('formulas', () => {
  const value = (text, ...values) => page.formulaValue(text, values);
  assert.strictEqual(value('a / b', 6, 4), 1.5);
  assert.strictEqual(value('a - b - c', 6, 4, 1), 1);
  assert.strictEqual(value('2 * (a + b) / a', 2, 4), 6);
  assert.strictEqual(value('-a + 1.5e1', 5), 10);
  assert.strictEqual(value('a * a + b', 3, 1), 10);
  assert.strictEqual(value('cortex-a53:cycles / `CE:Com:41`', 8, 2), 4);
  assert.strictEqual(value('a / b', 6, 0), null);
  assert.strictEqual(value('a / b', 6), null);
  assert.strictEqual(value('(a', 6), null);
  assert.strictEqual(value('a b', 6, 1), null);
  assert.strictEqual(value('', 6), null);
  assert.strictEqual(value('a & b', 6, 1), null);
});

test('a metric of a profile', () => {
  const metric = {formula: 'cycles * 2 / clock_hz', operands: [0, 'clock_hz'],
                  scale: 10};
  assert.strictEqual(page.metricValue(document(), metric, [50, 0]), 10);
  assert.strictEqual(page.metricValue(document({clock_hz: 0}), metric,
    [50, 0]), null);
});

test('paths and what is called on them', () => {
  const doc = document(), p = page.pathsOf(doc);
  assert.deepStrictEqual([...page.inclusiveOf(p, page.selfOf(doc, 0))],
    [100, 100, 50, 20, 40]);
  const costs = page.functionCosts(doc, p, 0);
  assert.deepStrictEqual([...costs.own], [10, 30, 60]);
  assert.deepStrictEqual([...costs.whole], [100, 50, 60]);
});

test('a flame graph', () => {
  const tree = page.treeOf([page.sideOf(document(), 0)], false, 0);
  assert.deepStrictEqual(tree.root.value, [107]);
  const frames = page.layOut(tree, tree.root, 1070, 1, 10);
  assert.deepStrictEqual(named(frames).sort(), [
    ['(entry)', 1000, 70], ['all', 0, 1070], ['leaf', 0, 200],
    ['leaf', 500, 400], ['main', 0, 1000], ['work', 0, 500]]);
  const work = frames.find(f => f.node.name === 'work').node;
  assert.strictEqual(work.file, 'b/b.c');
  assert.strictEqual(work.depth, 2);
  // Zoomed to: those that lead there are as wide.
  assert.deepStrictEqual(named(page.layOut(tree, work, 100, 1, 10)), [
    ['all', 0, 100], ['main', 0, 100], ['work', 0, 100], ['leaf', 0, 40]]);
  // Too narrow, and too deep.
  assert.strictEqual(page.layOut(tree, tree.root, 1070, 300, 10).length, 4);
  assert.strictEqual(page.layOut(tree, tree.root, 1070, 1, 2).length, 3);
});

test('callers upward', () => {
  const tree = page.treeOf([page.sideOf(document(), 0)], true, 0);
  const kids = page.childrenOf(tree, tree.root);
  assert.deepStrictEqual(kids.map(k => [k.name, k.value[0], k.own[0]]), [
    ['leaf', 60, 60], ['work', 30, 30], ['main', 10, 10], ['(entry)', 7, 7]]);
  assert.deepStrictEqual(page.childrenOf(tree, kids[0]).map(
    k => [k.name, k.value[0]]), [['main', 40], ['work', 20]]);
  assert.deepStrictEqual(page.childrenOf(tree, kids[3]), []);
});

test('another event', () => {
  const tree = page.treeOf([page.sideOf(document(), 1)], false, 0);
  assert.deepStrictEqual(tree.root.value, [10]);
  // The cause has none, and one of the two paths of leaf().
  assert.strictEqual(page.layOut(tree, tree.root, 100, 1, 9).length, 4);
});

test('two profiles by the names of functions', () => {
  const after = document();
  after.functions = [{name: 'leaf'}, {name: 'main'}, {name: 'fast'}];
  after.paths = [{parent: 0, function: null, count: 0, cost: [0, 0]},
                 {parent: 0, function: 1, count: 1, cost: [10, 1]},
                 {parent: 1, function: 2, count: 2, cost: [5, 4]},
                 {parent: 1, function: 0, count: 1, cost: [35, 0]}];
  after.causes = [];
  const tree = page.treeOf([page.sideOf(document(), 0),
                            page.sideOf(after, 0)], false, 1);
  assert.deepStrictEqual(tree.root.value, [107, 50]);
  const kids = page.childrenOf(tree, tree.root);
  assert.deepStrictEqual(kids.map(k => [k.name, ...k.value]),
    [['main', 100, 50], ['(entry)', 7, 0]]);
  assert.deepStrictEqual(page.childrenOf(tree, kids[0]).map(
    k => [k.name, ...k.value]),
    [['leaf', 40, 35], ['fast', 0, 5], ['work', 50, 0]]);
  const change = page.changeOf(kids[0], [107, 50]);
  assert.ok(Math.abs(change.colour + 50 / 107 * 10) < 1e-9);
});

test('samples of one task', () => {
  const doc = document({
    tasks: [{name: 'a', process: 3, number: 1}, {name: null, number: 2}],
    samples: {weight: [5, 6, 7, 8], column: [0, 0, 1, 0],
              task: [0, 1, 0, 0], path: [1, 2, 2, 3]}});
  assert.deepStrictEqual([...page.selfOf(doc, 0, 0)], [0, 5, 0, 8, 0]);
  assert.deepStrictEqual([...page.selfOf(doc, 0, 1)], [0, 0, 6, 0, 0]);
  assert.deepStrictEqual([...page.selfOf(doc, 0, -1)], [0, 10, 30, 20, 40]);
  // Causes are nobody's.
  assert.deepStrictEqual(page.treeOf([page.sideOf(doc, 0, 0)], false,
    0).root.value, [13]);
  assert.strictEqual(page.taskName(doc.tasks[0]), 'a (3/1)');
  assert.strictEqual(page.taskName(doc.tasks[1]), 'task (2)');
});

test('a search and the share of its hits', () => {
  const side = page.sideOf(document(), 0);
  assert.strictEqual(page.hitsOf(side, page.matcher('WORK')), 50);
  assert.strictEqual(page.hitsOf(side, page.matcher('leaf')), 60);
  assert.strictEqual(page.hitsOf(side, page.matcher('main')), 100);
  assert.strictEqual(page.hitsOf(side, page.matcher('entry')), 7);
  assert.strictEqual(page.hitsOf(side, page.matcher('none')), 0);
  assert.strictEqual(page.matcher(''), null);
});

test('orders of rows', () => {
  assert.deepStrictEqual(page.orderBy([3, null, 1, 2], false), [2, 3, 0, 1]);
  assert.deepStrictEqual(page.orderBy([3, null, 1, 2], true), [0, 3, 2, 1]);
  assert.deepStrictEqual(page.orderBy(['b', 'a', 'b'], false), [1, 0, 2]);
  assert.deepStrictEqual(page.orderBy([1, 1, 1], true), [0, 1, 2]);
});

test('rows of functions and causes', () => {
  const rows = page.functionRows(document());
  assert.deepStrictEqual(rows.map(r => [r.name, r.count, r.own, r.whole]), [
    ['main', 1, [10, 1], [100, 10]], ['work', 2, [30, 4], [50, 9]],
    ['leaf', 6, [60, 5], [60, 5]], ['(entry)', null, [7, 0], null]]);
});

test('foreign texts', () => {
  assert.strictEqual(page.clean('a\u202eb\u001b[<b>'), 'a\ufffdb\ufffd[<b>');
  assert.strictEqual(page.shortName('abcdef', 6), 'abcdef');
  assert.strictEqual(page.shortName('abcdefg', 5), 'ab\u2026fg');
  // No character is cut in two.
  const long = '\u{1f600}'.repeat(5000);
  assert.strictEqual(page.shortName(long, 5),
    '\u{1f600}\u{1f600}\u2026\u{1f600}\u{1f600}');
  assert.ok(page.shortName('x'.repeat(10000), 120).length === 120);
});

test('lines of a listing', () => {
  const doc = document({places: [
    {function: 1, file: 1, line: 7, addr: 20, word: 5, cost: [3, 1]},
    {function: 1, file: 1, line: 7, addr: 16, word: 6, cost: [4, 0]},
    {function: 1, file: null, line: 0, addr: 24, word: 7, cost: [5, 0]},
    {function: 0, file: 0, line: 1, addr: 28, word: 8, cost: [6, 0]}]});
  const bare = page.bareListing(doc, 1);
  assert.deepStrictEqual(bare.insns.map(i => i.slice(0, 5)), [
    ['10', 'word 0x6', 1, 0, 7], ['14', 'word 0x5', 0, 0, 7],
    ['18', 'word 0x7', 2, null, 0]]);
  // The kernel samples places, and reads no instruction there.
  doc.places[0].word = 0;
  assert.deepStrictEqual(page.bareListing(doc, 1).insns.map(i => i[1]),
    ['word 0x6', 'not read', 'word 0x7']);
  doc.places[0].word = 5;
  const costs = page.lineCosts(doc, bare);
  assert.deepStrictEqual([...costs], [['0:7', [7, 1]]]);
  assert.deepStrictEqual(page.linesOf(bare, 0, costs), [[7, '']]);
  const listing = {sources: [{from: 6, text: ['a', 'b']}],
                   insns: [['10', 'nop', null, 0, 6, null, null]]};
  assert.deepStrictEqual([...page.lineCosts(doc, listing)], [['0:6', null]]);
  assert.deepStrictEqual(page.linesOf(listing, 0, new Map()),
    [[6, 'a'], [7, 'b']]);
  assert.deepStrictEqual(page.shownColumns(doc), [0]);
  assert.strictEqual(page.leftOut(0, 'lines'), '');
  assert.strictEqual(page.leftOut(bare.left, 'lines'), '');
  assert.strictEqual(page.leftOut(3, 'lines'), '; 3 more lines are left out');
});

test('time', () => {
  const doc = {target: {clock_hz: 1000}, metrics: [
    {name: 'cpi', monitor: 'm', unit: 'cycles'},
    {name: 'mine', monitor: 'm', defined_by: 'user'}], events: [{name: 'a', monitor: 'm', asked: true},
                               {name: 'b', monitor: 'm', asked: false}],
  intervals: {period_cycles: 10, end_cycles: [10, 20, 23],
    metrics: [{name: 'cpi', monitor: 'm', values: [1, null, 9],
               phases: [{first: 1, last: 3, mean: 1}]},
              {name: 'mine', monitor: 'm', values: [2, 2, 2]}],
    events: [{name: 'a', monitor: 'm', counts: [3, 4, 1]},
             {name: 'b', monitor: 'm', counts: [3, 4, 1]}]}};
  assert.deepStrictEqual(page.linesOverTime(doc).map(l => [l.name, l.unit]),
    [['cpi', 'cycles'], ["mine (the user's)", ''], ['a', '']]);
  const times = page.timesOf(doc);
  assert.strictEqual(times.part, true);
  assert.strictEqual(times.hz, 1000);
  doc.intervals.end_cycles[2] = 30;
  assert.strictEqual(page.timesOf(doc).part, false);
  doc.intervals.period_cycles = 0;
  assert.strictEqual(page.timesOf(doc).part, false);
  assert.deepStrictEqual([0, 9, 10, 19, 20, 23, 99].map(
    at => page.intervalAt([10, 20, 23], at)), [0, 0, 1, 1, 2, 2, 2]);
  assert.deepStrictEqual(page.causesOverTime(doc), []);
  doc.intervals.causes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => (
    {name: 'cause: ' + n, cycles: [n, 1, 0]}));
  const causes = page.causesOverTime(doc);
  assert.deepStrictEqual(causes.map(c => c.name),
    ['9', '8', '7', '6', '5', '4', '3', 'others']);
  assert.deepStrictEqual(causes[0].cycles, [9, 1, 0]);
  assert.deepStrictEqual(causes[7].cycles, [3, 2, 0]);
  doc.intervals.causes.length = 8;
  assert.strictEqual(page.causesOverTime(doc)[7].name, '1');
  // A part sets no scale.
  assert.strictEqual(page.topOf([1, null, 9], 0, 2, true), 1);
  assert.strictEqual(page.topOf([1, null, 9], 0, 2, false), 9);
  assert.strictEqual(page.topOf([1, 5, 9], 0, 0, false), 1);
  assert.strictEqual(page.timeText(23, 1000), '23 ms');
  assert.strictEqual(page.timeText(2300, 0), '2,300 cycles');
  assert.strictEqual(page.plain(1234.5), '1,235');
  assert.strictEqual(page.plain(0.123456), '0.1235');
});

test('tracks', () => {
  const doc = document({timeline: {contexts: ['x', 'y'], spans: [
    [0, 0, null, 0, 9], [0, 0, 1, 0, 9], [1, 0, 2, 3, 5], [0, 1, 2, 6, 7]]}});
  const made = page.tracksOf(doc);
  assert.strictEqual(made.hz, 100);
  assert.deepStrictEqual(made.tracks.map(t => [t.name, t.depth, t.spans]), [
    ['x', -1, [{begin: 0, end: 9, func: null}]],
    ['x', 0, [{begin: 0, end: 9, func: 1}]],
    ['x', 1, [{begin: 6, end: 7, func: 2}]],
    ['y', 0, [{begin: 3, end: 5, func: 2}]]]);
  const samples = page.tracksOf(document({
    tasks: [{name: 'a', number: 4}], samples: {time_ns: [5, 7],
      task: [0, null], place: [0, null]}}));
  assert.deepStrictEqual(samples.tracks.map(t => [t.name, t.spans]), [
    ['a (4)', [{begin: 5, end: 5, func: 1}]],
    ['no task known', [{begin: 7, end: 7, func: null}]]]);
  assert.strictEqual(page.tracksOf(document()), null);
});

test('colours', () => {
  assert.strictEqual(page.hueColour('a.c', true), page.hueColour('a.c', true));
  assert.notStrictEqual(page.hueColour('a.c', false),
    page.hueColour('b.c', false));
  assert.ok(page.changeColour(0.5, false).startsWith('hsl(25,'));
  assert.ok(page.changeColour(-2, true).startsWith('hsl(210,'));
  assert.strictEqual(page.changeColour(0, false), 'hsl(0,0%,90%)');
});

test('size', () => {
  const text = require('fs').readFileSync(process.argv[2], 'utf8');
  assert.ok(text.replace(/^ *\/\/.*\n/gm, '').length <= 60000);
});

console.log(`1..${number}`);
