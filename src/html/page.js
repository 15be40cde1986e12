// SPDX-License-Identifier: MIT
// What a page does when it is asked.  Without this script the page is whole;
// with it the document in the page is drawn anew as its reader wants it.  Every
// text goes into the page as a text, never as markup.
'use strict';

// ---- numbers ---------------------------------------------------------------

function grouped(number) {
  const text = String(Math.round(number));
  if (!/^-?\d+$/.test(text)) return text;
  return text.replace(/\B(?=(\d{3})+$)/g, ',');
}

function percent(part, whole) {
  return whole ? (part * 100 / whole).toFixed(1) + ' %' : '';
}

function signed(part, whole) {
  const text = percent(part, whole);
  return part > 0 ? '+' + text : text;
}

function valueText(value) {
  return value.toFixed(value >= 1000 ? 0 : 3);
}

// ---- formulas --------------------------------------------------------------

// Of a formula its words: numbers, names, signs.
function formulaWords(text) {
  const word = new RegExp('\\s*(?:(\\d+\\.?\\d*(?:[eE][-+]?\\d+)?)|`([^`]*)`|' +
    '([A-Za-z_][\\w.]*(?:(?:-[\\w.]+)*:[\\w.:]+)?)|([-+*/()]))', 'y');
  const words = [];
  text = text.trim();
  while (word.lastIndex < text.length) {
    const got = word.exec(text);
    if (!got) return null;
    if (got[1] !== undefined) words.push({number: Number(got[1])});
    else if (got[4] !== undefined) words.push({sign: got[4]});
    else words.push({name: got[2] !== undefined ? got[2] : got[3]});
  }
  return words;
}

// A formula's value where each name, in the order of their first use, has one
// of `values`; null: it has none.
function formulaValue(text, values) {
  const words = formulaWords(text), seen = [];
  let at = 0, bad = !words;
  const sign = some => !bad && words[at] && some.includes(words[at].sign || ' ');
  function factor() {
    const word = bad ? null : words[at++];
    if (!word) { bad = true; return 0; }
    if (word.number !== undefined) return word.number;
    if (word.name !== undefined) {
      if (!seen.includes(word.name)) seen.push(word.name);
      const value = values[seen.indexOf(word.name)];
      if (value === undefined || value === null) bad = true;
      return value;
    }
    if (word.sign === '-') return -factor();
    if (word.sign !== '(') { bad = true; return 0; }
    const value = sum();
    if (sign(')')) at++;
    else bad = true;
    return value;
  }
  function product() {
    let value = factor();
    while (sign('*/'))
      value = words[at++].sign === '*' ? value * factor() : value / factor();
    return value;
  }
  function sum() {
    let value = product();
    while (sign('+-'))
      value = words[at++].sign === '+' ? value + product() : value - product();
    return value;
  }
  const value = sum();
  return bad || at < words.length || !Number.isFinite(value) ? null : value;
}

// A profile's metric of these costs; null: it has no value.
function metricValue(doc, metric, cost) {
  const values = metric.operands.map(operand =>
    operand === 'clock_hz' ? doc.clock_hz || null
      : operand === 'clock_ratio' ? doc.clock_ratio || null : cost[operand]);
  const value = formulaValue(metric.formula, values);
  return value === null ? null : value * metric.scale;
}

// ---- a profile -------------------------------------------------------------

// Paths of calls as arrays: of each the one before it, its function, its first
// child and the next child of the same parent; 0 is what all are behind.
function pathsOf(doc) {
  const count = doc.paths.length;
  const p = {count, parent: new Int32Array(count), of: new Int32Array(count),
             child: new Int32Array(count).fill(-1),
             next: new Int32Array(count).fill(-1)};
  for (let i = count - 1; i >= 0; i--) {
    const path = doc.paths[i];
    p.parent[i] = i ? path.parent : -1;
    p.of[i] = path.function === null ? -1 : path.function;
    if (i) {
      p.next[i] = p.child[path.parent];
      p.child[path.parent] = i;
    }
  }
  return p;
}

// What happened in the last function of each path alone, of a column; of a task
// the samples tell it.
function selfOf(doc, column, task) {
  const self = new Float64Array(doc.paths.length);
  if (task === undefined || task < 0) {
    for (let i = 0; i < self.length; i++) self[i] = doc.paths[i].cost[column];
    return self;
  }
  const s = doc.samples;
  for (let i = 0; i < s.weight.length; i++)
    if (s.task[i] === task && s.column[i] === column && s.path[i] !== null)
      self[s.path[i]] += s.weight[i];
  return self;
}

// The same with what was called; a path stands behind its parent.
function inclusiveOf(p, self) {
  const all = Float64Array.from(self);
  for (let i = p.count - 1; i > 0; i--) all[p.parent[i]] += all[i];
  return all;
}

// Costs of each function: by itself, and with what it calls, which counts once
// where it calls itself.  No function is twice on a path.
function functionCosts(doc, p, column, task) {
  const self = selfOf(doc, column, task), all = inclusiveOf(p, self);
  const own = new Float64Array(doc.functions.length);
  const whole = new Float64Array(doc.functions.length);
  for (let i = 0; i < p.count; i++)
    if (p.of[i] >= 0) {
      own[p.of[i]] += self[i];
      whole[p.of[i]] += all[i];
    }
  return {own, whole};
}

function fileOf(doc, index) {
  const f = doc.functions[index];
  if (f.file !== undefined && f.file !== null) return doc.files[f.file];
  if (!doc.firstFile) {
    doc.firstFile = new Map();
    for (const place of doc.places)
      if (place.file !== null && !doc.firstFile.has(place.function))
        doc.firstFile.set(place.function, place.file);
  }
  const file = doc.firstFile.get(index);
  return file === undefined ? '' : doc.files[file];
}

function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

// ---- trees of one profile or two --------------------------------------------

// One side of a tree: a document with the numbers of a column and a task.
function sideOf(doc, column, task) {
  const p = doc.asPaths || (doc.asPaths = pathsOf(doc));
  const self = selfOf(doc, column, task);
  const causes = task === undefined || task < 0
    ? doc.causes.map(c => ({name: '(' + c.name + ')', value: c.cost[column]}))
    : [];
  return {doc, p, self, all: inclusiveOf(p, self),
          causes: causes.filter(c => c.value > 0)};
}

// A node has a value for each side.  Its children are made when they are asked
// for: of so many functions few are ever seen.
function newNode(name, parent, sides) {
  return {name, parent, depth: parent ? parent.depth + 1 : 0,
          value: new Array(sides).fill(0), own: new Array(sides).fill(0),
          at: Array.from({length: sides}, () => []), children: null,
          func: -1, file: '', cause: false};
}

function kidNamed(node, kids, name, sides) {
  let kid = kids.get(name);
  if (!kid) {
    kid = newNode(name, node, sides);
    kids.set(name, kid);
  }
  return kid;
}

function giveFunction(kid, side, s, index) {
  if (kid.func >= 0 && s.length > 1 && kid.side > side) return;
  kid.func = index;
  kid.side = side;
  kid.file = fileOf(s[side].doc, index);
}

// Callees: `at` has paths.
function growDown(node, s, kids) {
  s.forEach((one, side) => {
    for (const path of node.at[side])
      for (let i = one.p.child[path]; i >= 0; i = one.p.next[i]) {
        if (!one.all[i]) continue;
        const index = one.p.of[i];
        const kid = kidNamed(node, kids, index < 0 ? '?'
          : one.doc.functions[index].name, s.length);
        if (index >= 0 && kid.func < 0) giveFunction(kid, side, s, index);
        kid.at[side].push(i);
        kid.value[side] += one.all[i];
        kid.own[side] += one.self[i];
      }
  });
}

// Callers: `at` has pairs, of a path whose cost it is and one that leads there.
function growUp(node, s, kids) {
  s.forEach((one, side) => {
    const pairs = node.at[side];
    for (let k = 0; k < pairs.length; k += 2) {
      const leaf = pairs[k], here = pairs[k + 1];
      const index = here > 0 ? one.p.of[here] : -1;
      if (index < 0) continue;
      const kid = kidNamed(node, kids, one.doc.functions[index].name, s.length);
      if (kid.func < 0) giveFunction(kid, side, s, index);
      kid.at[side].push(leaf, one.p.parent[here]);
      kid.value[side] += one.self[leaf];
      if (!node.parent) kid.own[side] += one.self[leaf];
    }
  });
}

function childrenOf(tree, node) {
  if (node.children) return node.children;
  const kids = new Map();
  if (!node.cause)
    (tree.up ? growUp : growDown)(node, tree.sides, kids);
  if (!node.parent)
    tree.sides.forEach((one, side) => one.causes.forEach(c => {
      const kid = kidNamed(node, kids, c.name, tree.sides.length);
      kid.cause = true;
      kid.value[side] += c.value;
      kid.own[side] += c.value;
    }));
  const by = tree.by;
  node.children = [...kids.values()].sort((a, b) =>
    b.value[by] - a.value[by] || (a.name < b.name ? -1 : 1));
  return node.children;
}

// `up`: callers; `by`: the side whose values are widths.
function treeOf(sides, up, by) {
  const root = newNode('all', null, sides.length);
  sides.forEach((one, side) => {
    root.value[side] = one.all[0] || 0;
    if (up) {
      for (let i = 1; i < one.p.count; i++)
        if (one.self[i]) root.at[side].push(i, i);
    } else {
      root.at[side].push(0);
      root.own[side] = one.self[0] || 0;
    }
    for (const c of one.causes) root.value[side] += c.value;
  });
  return {root, sides, up, by};
}

// Where frames are, in points; those narrower than `least` are left out.
// Around the one that is zoomed to are those that lead there.
function layOut(tree, zoomed, width, least, deepest) {
  const frames = [];
  const chain = [];
  for (let n = zoomed; n; n = n.parent) chain.unshift(n);
  chain.forEach(node => frames.push({node, x: 0, w: width}));
  const from = [{node: zoomed, x: 0, w: width}];
  while (from.length) {
    const f = from.pop(), value = f.node.value[tree.by];
    if (!value || f.node.depth + 1 >= deepest) continue;
    let x = f.x;
    for (const kid of childrenOf(tree, f.node)) {
      const w = f.w * kid.value[tree.by] / value;
      if (w < least) break;
      const frame = {node: kid, x, w};
      frames.push(frame);
      from.push(frame);
      x += w;
    }
  }
  return frames;
}

// The cost of all paths on which a name matches, of one side.
function hitsOf(side, matches) {
  const hit = new Uint8Array(side.p.count), names = side.doc.functions;
  const good = new Uint8Array(names.length);
  let sum = 0;
  names.forEach((f, i) => { good[i] = matches(f.name) ? 1 : 0; });
  for (let i = 1; i < side.p.count; i++) {
    const index = side.p.of[i];
    hit[i] = hit[side.p.parent[i]] || (index >= 0 && good[index]) ? 1 : 0;
    if (hit[i]) sum += side.self[i];
  }
  for (const c of side.causes) if (matches(c.name)) sum += c.value;
  return sum;
}

function matcher(text) {
  const wanted = text.toLowerCase();
  return wanted ? name => name.toLowerCase().includes(wanted) : null;
}

// ---- rows of tables --------------------------------------------------------

// The order of rows by their keys: numbers, then texts; what is null is last.
function orderBy(keys, down) {
  const index = keys.map((_, i) => i);
  const sign = down ? -1 : 1;
  return index.sort((a, b) => {
    const x = keys[a], y = keys[b];
    if (x === null || y === null) return (x === null) - (y === null) || a - b;
    if (typeof x === 'number' && typeof y === 'number')
      return sign * (x - y) || a - b;
    return sign * (String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0)
      || a - b;
  });
}

// Rows of a profile's functions and causes: their numbers by column.
function functionRows(doc, task) {
  const p = doc.asPaths || (doc.asPaths = pathsOf(doc));
  const costs = doc.columns.map((_, k) => functionCosts(doc, p, k, task));
  const calls = new Float64Array(doc.functions.length);
  for (let i = 1; i < p.count; i++)
    if (p.of[i] >= 0) calls[p.of[i]] += doc.paths[i].count;
  const rows = doc.functions.map((f, i) => ({
    name: f.name, func: i, file: fileOf(doc, i), line: f.line || 0,
    count: calls[i], own: costs.map(c => c.own[i]),
    whole: costs.map(c => c.whole[i])}));
  if (task === undefined || task < 0)
    for (const c of doc.causes)
      rows.push({name: '(' + c.name + ')', func: -1, file: '', line: 0,
                 count: null, own: c.cost, whole: null});
  return rows.filter(r => r.own.some(x => x) || (r.whole || []).some(x => x));
}

// ---- source beside assembly --------------------------------------------------

// What an instruction of a listing is, by its place in the row.
const ADDR = 0, TEXT = 1, PLACE = 2, SOURCE = 3, LINE = 4, LEADS = 5, INSIDE = 6;

// Of a function that no program was there for: what ran, as words.
function bareListing(doc, func) {
  const sources = [], insns = [];
  doc.places.forEach((place, i) => {
    if (place.function !== func) return;
    let source = null;
    if (place.file !== null && place.line) {
      const name = baseName(doc.files[place.file]);
      source = sources.findIndex(s => s.name === name);
      if (source < 0)
        source = sources.push({name, why: 'not read', from: 0, text: []}) - 1;
    }
    // Who samples a computer of this kind does not read its instructions.
    insns.push([place.addr.toString(16), place.word
      ? 'word 0x' + place.word.toString(16) : 'not read', i, source,
    place.line || 0, null, null]);
  });
  insns.sort((a, b) => parseInt(a[ADDR], 16) - parseInt(b[ADDR], 16));
  return {function: func, sources, insns, bare: true};
}

// The costs of each line of a listing: "SOURCE:LINE" and a number per column.
function lineCosts(doc, listing) {
  const lines = new Map();
  for (const insn of listing.insns) {
    if (insn[SOURCE] === null) continue;
    const key = insn[SOURCE] + ':' + insn[LINE];
    if (!lines.has(key)) lines.set(key, null);
    if (insn[PLACE] === null) continue;
    const cost = doc.places[insn[PLACE]].cost, sum = lines.get(key);
    lines.set(key, sum ? sum.map((x, k) => x + cost[k]) : cost);
  }
  return lines;
}

// Lines of a source in their order: those with text, or with instructions.
function linesOf(listing, source, costs) {
  const s = listing.sources[source];
  if (s.text.length) return s.text.map((text, i) => [s.from + i, text]);
  return [...costs.keys()].map(key => key.split(':').map(Number))
    .filter(([of]) => of === source).map(([, line]) => [line, ''])
    .sort((a, b) => a[0] - b[0]);
}

// Of a listing that is longer than a page has room for.
function leftOut(left, what) {
  return left ? '; ' + left + ' more ' + what + ' are left out' : '';
}

// Events that were asked for and happened.
function shownColumns(doc) {
  return doc.columns.map((_, k) => k).filter(k =>
    (doc.columns[k].asked || !k) && doc.total[k]);
}

// ---- over time ------------------------------------------------------------------

// The name of a metric, which says that the user defined it.
const named = m => m.name + (m.user || m.defined_by ? " (the user's)" : '');

// Lines over time of a record's document: of each metric and event that has
// values, those of each interval, and its phases.
function linesOverTime(doc) {
  const t = doc.intervals, asked = new Map(doc.events.map(e =>
    [e.monitor + ':' + e.name, e.asked]));
  const lines = t.metrics.map(m => {
    const row = doc.metrics.find(one =>
      one.name === m.name && one.monitor === m.monitor) || {};
    return {name: named(row.name ? row : m), values: m.values,
            phases: m.phases || [], unit: row.unit || ''};
  });
  for (const e of t.events)
    if (asked.get(e.monitor + ':' + e.name) !== false)
      lines.push({name: e.name, values: e.counts, phases: e.phases || [],
                  unit: ''});
  return lines.filter(l => l.values.some(v => v !== null));
}

const sumOf = numbers => numbers.reduce((a, b) => a + b, 0);

// Cycles of each interval by simulated causes, the largest of all first; those
// that have no colour of their own are one.
function causesOverTime(doc) {
  const all = (doc.intervals.causes || []).map(c => ({cycles: c.cycles,
    name: c.name.replace(/^cause: /, '')}));
  all.sort((a, b) => sumOf(b.cycles) - sumOf(a.cycles));
  if (all.length > PARTS) {
    const rest = all.splice(PARTS - 1);
    all.push({name: 'others', cycles: rest[0].cycles.map((_, i) =>
      sumOf(rest.map(c => c.cycles[i])))});
  }
  return all;
}

// The ends of intervals; is the last one shorter than was asked for?
function timesOf(doc) {
  const t = doc.intervals, ns = t.end_ns !== undefined;
  const end = ns ? t.end_ns : t.end_cycles, n = end.length;
  const period = ns ? t.period_ns : t.period_cycles;
  return {end, hz: ns ? 1e9 : doc.target.clock_hz,
          part: n > 1 && period > 0 && end[n - 1] - end[n - 2] < period};
}

// The interval in which a time is.
function intervalAt(end, time) {
  let low = 0, high = end.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The most of the intervals that are seen, but for one that is only a part.
function topOf(values, from, to, part) {
  let top = 0;
  for (let i = from; i <= to; i++)
    if (values[i] !== null && !(part && i === values.length - 1))
      top = Math.max(top, values[i]);
  return top;
}

function timeText(time, hz) {
  return hz ? Number((time * 1e3 / hz).toPrecision(6)) + ' ms'
    : grouped(time) + ' cycles';
}

function plain(value) {
  return value >= 1000 ? grouped(value) : String(Number(value.toPrecision(4)));
}

// Spans of a profile's calls over time, a track for each depth of a context; of
// samples one for each task.
function tracksOf(doc) {
  const tracks = [], s = doc.samples;
  if (doc.timeline) {
    const rows = new Map();
    for (const [context, depth, func, begin, end] of doc.timeline.spans) {
      const key = context + ':' + (func === null ? 'core' : depth);
      if (!rows.has(key))
        rows.set(key, {name: doc.timeline.contexts[context], context,
          depth: func === null ? -1 : depth, spans: []});
      rows.get(key).spans.push({begin, end, func});
    }
    return {hz: doc.clock_hz, tracks: [...rows.values()].sort((a, b) =>
      a.context - b.context || a.depth - b.depth)};
  }
  if (!s || !s.time_ns) return null;
  const tasks = new Map();
  s.time_ns.forEach((begin, i) => {
    const task = s.task[i];
    if (!tasks.has(task))
      tasks.set(task, {name: task === null ? 'no task known'
        : taskName(doc.tasks[task]), context: tasks.size, depth: 0, spans: []});
    tasks.get(task).spans.push({begin, end: begin, func: s.place[i] === null
      ? null : doc.places[s.place[i]].function});
  });
  tracks.push(...tasks.values());
  return {hz: 1e9, tracks};
}

// ---- the page: parts of it ---------------------------------------------------

function el(tag, attributes, ...within) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false)
      e.setAttribute(name, value === true ? '' : value);
  e.append(...within.filter(x => x !== null));
  return e;
}

function dataOf(value, shown) {
  return el('data', {value: String(value)}, shown);
}

function choice(label, options, chosen, then) {
  const select = el('select', {onchange: () => then(Number(select.value))},
    ...options.map(([value, text]) => el('option', {value}, text)));
  select.value = String(chosen);
  return el('label', {class: 'ask'}, label + ' ', select);
}

function field(label, then) {
  const input = el('input', {type: 'search', spellcheck: 'false',
                             oninput: () => then(input.value)});
  return el('label', {class: 'ask'}, label + ' ', input);
}

// A long name is cut in the middle, as both its ends tell something.
function shortName(name, most) {
  const letters = Array.from(name.length > 4 * most ? name.slice(0, 2 * most) +
    name.slice(-2 * most) : name);
  if (letters.length <= most) return letters.join('');
  const half = Math.floor((most - 1) / 2);
  return letters.slice(0, most - 1 - half).join('') + '\u2026' +
    letters.slice(letters.length - half).join('');
}

// What a terminal or the direction of reading would obey is shown as a box.
function clean(text) {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    '\ufffd');
}

// ---- the page: tables that it has --------------------------------------------

function cellKey(cell) {
  if (!cell) return null;
  const data = cell.querySelector('data');
  if (data) return Number(data.getAttribute('value'));
  const text = cell.textContent.trim(), number = parseFloat(text);
  if (!text) return null;
  return cell.classList.contains('number') && !isNaN(number) ? number : text;
}

// Rows that stay together: all of a body where there are several of them.
function unitsOf(table) {
  const bodies = [...table.tBodies];
  return bodies.length > 1 ? bodies : [...(bodies[0] || {rows: []}).rows];
}

function firstRow(unit) {
  return unit.rows ? unit.rows[0] : unit;
}

function isSum(unit) {
  const head = firstRow(unit).cells[0];
  return head && head.textContent === 'All';
}

function sortTable(table, column, down) {
  const units = unitsOf(table), last = units.filter(isSum);
  const some = units.filter(unit => !isSum(unit));
  const keys = some.map(unit => cellKey(firstRow(unit).cells[column]));
  const parent = units[0].parentNode;
  for (const i of orderBy(keys, down)) parent.append(some[i]);
  parent.append(...last);
  [...table.tHead.rows[0].cells].forEach((cell, i) => {
    if (cell.firstElementChild && cell.firstElementChild.className === 'sort')
      cell.setAttribute('aria-sort', i !== column ? 'none'
        : down ? 'descending' : 'ascending');
  });
}

function filterTable(table, text) {
  const matches = matcher(text);
  for (const unit of unitsOf(table))
    unit.hidden = Boolean(matches) && !matches(firstRow(unit).cells[0]
      .textContent);
}

function showColumn(table, column, shown) {
  for (const row of table.rows) {
    const cell = row.cells[column];
    if (cell && cell.colSpan === 1) cell.hidden = !shown;
  }
}

function makeSortable(cell, then) {
  const button = el('button', {class: 'sort', type: 'button'});
  let down = !cell.classList.contains('number');
  button.append(...cell.childNodes);
  button.addEventListener('click', () => { down = !down; then(down); });
  cell.append(button);
  cell.setAttribute('aria-sort', 'none');
}

function columnChooser(names, shown, then) {
  return el('details', {class: 'ask columns'}, el('summary', {}, 'Columns'),
    ...names.map((name, i) => {
      const box = el('input', {type: 'checkbox',
                               onchange: () => then(i, box.checked)});
      box.checked = shown(i);
      return el('label', {}, box, ' ' + name);
    }));
}

// Lets a table of the page be asked; one of a row or two has nothing to tell.
function askTable(table) {
  const head = table.tHead && table.tHead.rows[0];
  if (!head || unitsOf(table).length < 3 || table.closest('.asked')) return;
  const names = [...head.cells].map(cell => cell.textContent.trim());
  [...head.cells].forEach((cell, i) => {
    if (cell.tagName === 'TH' && names[i])
      makeSortable(cell, down => sortTable(table, i, down));
  });
  const some = names.map((_, i) => i).filter(i => i && names[i]);
  const bar = el('div', {class: 'bar-of-asks'});
  if (unitsOf(table).length > 6)
    bar.append(field('Filter', text => filterTable(table, text)));
  if (some.length > 2)
    bar.append(columnChooser(some.map(i => names[i]), () => true,
      (i, shown) => showColumn(table, some[i], shown)));
  if (bar.childNodes.length) {
    const box = table.closest('.scroll') || table;
    box.before(bar);
  }
}

// ---- the page: functions of a profile ----------------------------------------

const ROWS_AT_ONCE = 25;

function tableColumns(doc) {
  const columns = [];
  doc.columns.forEach((c, k) => {
    columns.push({title: c.name, k, kind: 'own', shown: c.asked || !k});
    columns.push({title: c.name + ' with calls', k, kind: 'whole',
                  shown: false});
  });
  doc.metrics.forEach((m, k) =>
    columns.push({title: named(m), k, kind: 'metric', shown: m.asked !== false}));
  columns.push({title: doc.sampled ? 'samples' : 'calls', kind: 'count',
                shown: false});
  return columns;
}

function rowValue(doc, row, column) {
  switch (column.kind) {
  case 'own': return row.own[column.k];
  case 'whole': return row.whole ? row.whole[column.k] : null;
  case 'count': return row.count;
  default: return metricValue(doc, doc.metrics[column.k], row.own);
  }
}

function valueCell(doc, column, value, total) {
  const cell = el('td', {class: 'number'});
  if (value === null) return cell;
  if (column.kind === 'metric') {
    cell.append(dataOf(value, valueText(value)));
    return cell;
  }
  cell.append(dataOf(value, grouped(value)));
  if (total) cell.append(el('span', {class: 'word soft'},
    ' ' + percent(value, total)));
  return cell;
}

function nameCell(row, goTo) {
  const name = clean(row.name), shown = shortName(name, 120);
  const place = row.file ? clean(baseName(row.file)) +
    (row.line ? ':' + row.line : '') : '';
  return el('th', {scope: 'row'}, row.func >= 0 && goTo
    ? el('button', {class: 'link', type: 'button',
                    onclick: () => goTo(row.func)}, shown) : shown,
    place ? el('span', {class: 'soft small'}, ' ' + shortName(place, 60))
      : null);
}

// A table of all functions, of which so many at a time are in the page.
function functionTable(doc, rows, total, goTo) {
  const columns = tableColumns(doc);
  const state = {sort: 0, down: true, filter: null, most: ROWS_AT_ONCE};
  const box = el('div', {class: 'asked'});
  const scroll = el('div', {class: 'scroll', role: 'group', tabindex: '0',
                            'aria-label': 'Functions'});
  const more = el('p', {class: 'small soft'});
  function titles() {
    const cells = [el('th', {scope: 'col'}, el('button', {
      class: 'sort', type: 'button', onclick: () => sort(-1)}, 'Where'))];
    cells[0].setAttribute('aria-sort', state.sort !== -1 ? 'none'
      : state.down ? 'descending' : 'ascending');
    columns.forEach((c, i) => c.shown && cells.push(el('th', {
      scope: 'col', class: 'number', 'aria-sort': state.sort !== i ? 'none'
        : state.down ? 'descending' : 'ascending'},
      el('button', {class: 'sort', type: 'button', onclick: () => sort(i)},
        clean(c.title)))));
    return el('tr', {}, ...cells);
  }
  function bodyRow(row) {
    return el('tr', {'data-function': row.func}, nameCell(row, goTo),
      ...columns.filter(c => c.shown).map(c => valueCell(doc, c,
        rowValue(doc, row, c), c.k !== undefined && c.kind !== 'metric'
          ? total[c.k] : 0)));
  }
  function sort(i) {
    state.down = state.sort === i ? !state.down : i >= 0;
    state.sort = i;
    draw();
  }
  function draw() {
    const some = state.filter ? rows.filter(r => state.filter(r.name)) : rows;
    const keys = some.map(r => state.sort < 0 ? r.name
      : rowValue(doc, r, columns[state.sort]));
    const order = orderBy(keys, state.down).slice(0, state.most);
    const all = {name: 'All', func: -1, file: '', own: total, whole: null,
                 count: null};
    scroll.replaceChildren(el('table', {class: 'lines dense'},
      el('caption', {}, grouped(some.length) + ' of ' + grouped(rows.length) +
        ' functions and causes' + (doc.sampled ? ', sampled' : ', exact')),
      el('thead', {}, titles()),
      el('tbody', {}, ...order.map(i => bodyRow(some[i])),
        state.filter ? null : bodyRow(all))));
    more.replaceChildren(...(order.length < some.length
      ? [grouped(some.length - order.length) + ' more. ',
         el('button', {type: 'button', onclick: () => {
           state.most += 4 * ROWS_AT_ONCE;
           draw();
         }}, 'Show more')] : []));
  }
  const filter = field('Filter', text => {
    state.filter = matcher(text);
    draw();
  });
  box.append(el('div', {class: 'bar-of-asks'}, filter,
    columnChooser(columns.map(c => clean(c.title)), i => columns[i].shown,
      (i, shown) => { columns[i].shown = shown; draw(); })), scroll, more);
  draw();
  return {all: box, find: name => {
    filter.querySelector('input').value = name;
    state.filter = name ? text => text === name : null;
    draw();
  }};
}

// ---- the page: flame graphs --------------------------------------------------

const FRAME_TALL = 20, DEEPEST = 400;
const SHAPES = ['Flame graph', 'Icicle', 'Callers'];

// A pale ground in light and a dark one in the dark, so that letters of the
// page's ink can be read on all of them.
function hueColour(text, dark) {
  let hash = 7;
  for (let i = 0; i < text.length && i < 200; i++)
    hash = (hash * 31 + text.charCodeAt(i)) % 4093;
  return 'hsl(' + hash % 360 + ',' + (dark ? '45%,25%' : '65%,80%') + ')';
}

// Orange where it has become more, blue where less: -1 to 1.
function changeColour(change, dark) {
  const much = Math.min(1, Math.abs(change)), hue = change > 0 ? 25 : 210;
  if (much < 0.001) return dark ? 'hsl(0,0%,22%)' : 'hsl(0,0%,90%)';
  return dark ? 'hsl(' + hue + ',70%,' + (17 + 12 * much) + '%)'
    : 'hsl(' + hue + ',90%,' + (91 - 21 * much) + '%)';
}

// The change of a share, so that 1 is a tenth of all.
function changeOf(node, totals) {
  const share = side => totals[side] ? node.value[side] / totals[side] : 0;
  const whole = Math.max(totals[0], totals[1]) || 1;
  return {share: share(1) - share(0),
          colour: (node.value[1] - node.value[0]) / whole * 10};
}

function frameText(view, node) {
  const column = view.docs[0].columns[view.column].name;
  const by = view.tree.by, total = view.tree.root.value;
  let text = clean(shortName(node.name, 300)) + ': ';
  if (view.docs.length === 2) {
    const [before, after] = node.value;
    return text + grouped(before) + ' before, ' + grouped(after) + ' after, ' +
      (before ? signed(after - before, before) : 'new') + ' ' + clean(column);
  }
  text += grouped(node.value[by]) + ' ' + clean(column) + ', ' +
    percent(node.value[by], total[by]) + ' of all';
  if (node.own[by] && node.parent && !view.tree.up)
    text += '; by itself ' + grouped(node.own[by]) + ', ' +
      percent(node.own[by], total[by]);
  return text + (node.file ? '; ' + clean(shortName(baseName(node.file), 80))
    : '');
}

function frameTop(view, depth) {
  return view.shape === 0 ? view.tall - (depth + 1) * FRAME_TALL
    : depth * FRAME_TALL;
}

function frameColour(view, node) {
  if (view.colour === 1)
    return changeColour(changeOf(node, view.tree.root.value).colour, view.dark);
  return node.cause || !node.parent ? changeColour(0, view.dark)
    : hueColour(node.file || node.name, view.dark);
}

function drawFrame(view, f, context) {
  const y = frameTop(view, f.node.depth), style = view.style;
  const dim = view.matches && !view.matches(f.node.name);
  context.fillStyle = dim ? style.panel : frameColour(view, f.node);
  context.fillRect(f.x + 0.5, y + 0.5, Math.max(f.w - 1, 0.5), FRAME_TALL - 1);
  if (f.node === view.current) {
    context.strokeStyle = style.ink;
    context.lineWidth = 2;
    context.strokeRect(f.x + 1, y + 1, Math.max(f.w - 2, 1), FRAME_TALL - 2);
  }
  if (f.w > 28) {
    context.fillStyle = dim ? style.soft : style.ink;
    context.fillText(shortName(clean(f.node.name),
      Math.floor((f.w - 8) / view.letter)), f.x + 4, y + FRAME_TALL - 6);
  }
}

function drawFlame(view) {
  const canvas = view.canvas, ratio = window.devicePixelRatio || 1;
  const width = Math.max(view.box.clientWidth, 50);
  const style = getComputedStyle(document.documentElement);
  const began = performance.now();
  view.dark = matchMedia('(prefers-color-scheme: dark)').matches;
  view.style = {ink: style.getPropertyValue('--ink'),
                soft: style.getPropertyValue('--soft'),
                panel: style.getPropertyValue('--panel')};
  view.frames = layOut(view.tree, view.zoomed, width, 1, DEEPEST);
  view.rows = view.frames.reduce((most, f) => Math.max(most, f.node.depth), 0);
  view.tall = (view.rows + 1) * FRAME_TALL;
  view.wide = width;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(view.tall * ratio);
  canvas.style.height = view.tall + 'px';
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.font = '12px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace';
  view.letter = context.measureText('mmmmmmmmmm').width / 10;
  for (const f of view.frames) drawFrame(view, f, context);
  view.took = performance.now() - began;
  tell(view, view.current || view.zoomed);
}

function tell(view, node) {
  view.told.textContent = frameText(view, node);
}

function frameAt(view, x, y) {
  return view.frames.find(f => x >= f.x && x < f.x + f.w &&
    y >= frameTop(view, f.node.depth) &&
    y < frameTop(view, f.node.depth) + FRAME_TALL);
}

function zoomTo(view, node) {
  view.zoomed = view.current = node;
  view.out.disabled = !node.parent;
  drawFlame(view);
}

function eventFrame(view, event) {
  const box = view.canvas.getBoundingClientRect();
  return frameAt(view, event.clientX - box.left, event.clientY - box.top);
}

// The next frame in a direction: the caller, the widest callee, a neighbour.
function neighbour(view, key) {
  const node = view.current || view.zoomed;
  const there = new Set(view.frames.map(f => f.node));
  const outward = view.shape === 0 ? 'ArrowUp' : 'ArrowDown';
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = key === outward ? childrenOf(view.tree, node)[0] : node.parent;
    return next && there.has(next) ? next : node;
  }
  if (!node.parent) return node;
  const row = childrenOf(view.tree, node.parent).filter(n => there.has(n));
  const at = row.indexOf(node) + (key === 'ArrowRight' ? 1 : -1);
  return row[at] || node;
}

// The browser's own keys are left to it.
function isBrowsers(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function flameKey(view, event) {
  if (isBrowsers(event)) return;
  if (event.key.startsWith('Arrow')) {
    view.current = neighbour(view, event.key);
    drawFlame(view);
  } else if (event.key === 'Enter' || event.key === ' ') {
    zoomTo(view, view.current || view.zoomed);
  } else if (event.key === 'Escape' || event.key === 'Home') {
    zoomTo(view, view.tree.root);
  } else {
    return;
  }
  event.preventDefault();
}

function searchFlame(view, text) {
  view.matches = matcher(text);
  if (view.matches) {
    const sum = hitsOf(view.tree.sides[view.tree.by], view.matches);
    view.found.textContent = grouped(sum) + ', ' +
      percent(sum, view.tree.root.value[view.tree.by]) + ' of all, is in what ' +
      'matches or was called there';
  } else {
    view.found.textContent = '';
  }
  drawFlame(view);
}

function rebuild(view) {
  const sides = view.docs.map((doc, side) => sideOf(doc, side
    ? doc.columns.findIndex(c =>
      c.name === view.docs[0].columns[view.column].name) : view.column,
    view.task));
  view.tree = treeOf(sides, view.shape === 2, view.by);
  view.zoomed = view.tree.root;
  view.current = null;
  view.out.disabled = true;
  searchFlame(view, view.search.querySelector('input').value);
}

function taskName(task) {
  const name = task.name === null ? 'task' : clean(task.name);
  return name + ' (' + (task.process ? task.process + '/' : '') + task.number +
    ')';
}

// Those that both profiles have.
function columnsOf(docs) {
  return docs[0].columns.map((c, k) => [k, clean(c.name)]).filter(([k]) =>
    docs.every(doc => doc.columns.some(c =>
      c.name === docs[0].columns[k].name)));
}

function flameAsks(view) {
  const set = name => value => { view[name] = value; rebuild(view); };
  const two = view.docs.length === 2, doc = view.docs[0];
  const asks = [
    choice('Event', columnsOf(view.docs), view.column, set('column')),
    choice('Shape', SHAPES.map((text, i) => [i, text]), view.shape,
      set('shape'))];
  if (two)
    asks.push(choice('Widths', [[1, 'after'], [0, 'before']], view.by,
      set('by')),
    choice('Colours', [[1, 'by change'], [0, 'by file']], view.colour,
      set('colour')));
  else if ((doc.tasks || []).length && doc.samples)
    asks.push(choice('Task', [[-1, 'all'], ...doc.tasks.map((t, i) =>
      [i, shortName(taskName(t), 60)])], -1, set('task')));
  view.search = field('Search', text => searchFlame(view, text));
  view.out = el('button', {type: 'button', disabled: true,
                           onclick: () => zoomTo(view, view.tree.root)},
    'Zoom out');
  asks.push(view.search, view.out);
  if (view.goTo)
    asks.push(el('button', {type: 'button', onclick: () => {
      const node = view.current || view.zoomed;
      if (node.func >= 0) view.goTo(node.func);
    }}, 'Its source'));
  return el('div', {class: 'bar-of-asks'}, ...asks);
}

function basisText(docs) {
  if (docs.length === 2)
    return (docs.some(doc => doc.sampled) ? 'Sampled' : 'Exact') + ': orange ' +
      'has become more, blue less. Widths are one side\u2019s, so what is gone ' +
      'has one before alone.';
  return docs[0].sampled ? 'Sampled: ' + grouped(docs[0].sampled.samples) +
    ' samples; a width is what was counted between them.'
    : 'Exact: a width is what the board\u2019s ledger gained there.';
}

function listenToFlame(view) {
  const canvas = view.canvas;
  canvas.addEventListener('keydown', event => flameKey(view, event));
  canvas.addEventListener('pointermove', event => {
    const f = event.pointerType === 'mouse' && eventFrame(view, event);
    if (f) tell(view, f.node);
  });
  canvas.addEventListener('pointerleave', () =>
    tell(view, view.current || view.zoomed));
  // A finger tells first, and zooms when it comes again.
  let pointer = 'mouse';
  canvas.addEventListener('pointerdown', event => {
    pointer = event.pointerType;
  });
  canvas.addEventListener('click', event => {
    const f = eventFrame(view, event);
    if (!f) return;
    if (pointer === 'mouse' || f.node === view.current) {
      zoomTo(view, f.node);
    } else {
      view.current = f.node;
      drawFlame(view);
    }
  });
  new ResizeObserver(() => {
    if (view.box.clientWidth !== view.wide) drawFlame(view);
  }).observe(view.box);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change',
    () => drawFlame(view));
}

// Of one profile, or of two: what has changed.
function flameView(docs, goTo) {
  const canvas = el('canvas', {class: 'flame', tabindex: '0',
    role: 'application', 'aria-label': 'Flame graph: arrow keys go from ' +
      'frame to frame, Enter zooms, Escape zooms out',
    'aria-describedby': 'flame-told'});
  const view = {docs, goTo, canvas, column: columnsOf(docs)[0][0], shape: 0,
                task: -1, by: docs.length - 1, colour: docs.length - 1, matches: null,
                box: el('div', {class: 'flame-box'}, canvas),
                told: el('p', {id: 'flame-told', class: 'told',
                               'aria-live': 'polite'}),
                found: el('p', {class: 'told', role: 'status'})};
  view.all = el('div', {class: 'asked'}, flameAsks(view),
    el('p', {class: 'small soft'}, basisText(docs)), view.box, view.told,
    view.found);
  listenToFlame(view);
  return view;
}

function putFlame(place, docs, goTo) {
  const view = flameView(docs, goTo);
  place.replaceChildren(view.all);
  rebuild(view);
  return view;
}

// ---- the page: source beside assembly ----------------------------------------

function shareCells(doc, cost) {
  return shownColumns(doc).map(k => {
    const cell = el('td', {class: 'number'});
    if (cost && cost[k]) {
      cell.textContent = percent(cost[k], doc.total[k]);
      cell.title = grouped(cost[k]) + ' ' + clean(doc.columns[k].name);
      cell.dataset.count = cost[k];
    }
    return cell;
  });
}

function listTable(doc, caption, what, rows) {
  return el('table', {class: 'lines listing'}, el('caption', {}, caption),
    el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, what),
      ...shownColumns(doc).map(k => el('th', {scope: 'col', class: 'number'},
        clean(doc.columns[k].name))))), el('tbody', {}, ...rows));
}

function panel(label, ...within) {
  return el('div', {class: 'scroll tall', role: 'group', tabindex: '0',
                    'aria-label': label}, ...within);
}

// Shows which rows belong together, and brings the other side's into view.
function markRows(view, key, from) {
  let first = null;
  for (const row of view.both.querySelectorAll('tr[data-line]')) {
    const hit = key !== null && row.dataset.line === key;
    row.classList.toggle('hit', hit);
    if (hit && !first && !row.closest('.tall').contains(from)) first = row;
  }
  if (!first) return;
  const box = first.closest('.tall');
  box.scrollTop += first.getBoundingClientRect().top -
    box.getBoundingClientRect().top - box.clientHeight / 3;
}

function rowButton(view, key, text) {
  const button = el('button', {class: 'link', type: 'button', onclick: () =>
    markRows(view, key, button)}, text);
  return button;
}

function lineRow(view, key, line, text, cost) {
  return el('tr', {'data-line': key}, el('th', {scope: 'row'},
    el('code', {}, cost === undefined ? String(line)
      : rowButton(view, key, String(line)), ' ', el('span', {class: 'code'},
      clean(text)))), ...shareCells(view.doc, cost));
}

function insnRow(view, insn) {
  const key = insn[SOURCE] === null ? null : insn[SOURCE] + ':' + insn[LINE];
  const more = (insn[LEADS] ? ' <' + clean(shortName(insn[LEADS], 60)) + '>'
    : '') + (insn[INSIDE] ? ' (' + clean(shortName(insn[INSIDE], 60)) + ')'
    : '');
  return el('tr', {'data-line': key}, el('th', {scope: 'row'}, el('code', {},
    key ? rowButton(view, key, insn[ADDR]) : insn[ADDR], ' ',
    el('span', {class: 'code'}, clean(insn[TEXT]) + more))),
  ...shareCells(view.doc, insn[PLACE] === null ? null
    : view.doc.places[insn[PLACE]].cost));
}

function drawListing(view, listing) {
  const doc = view.doc, costs = lineCosts(doc, listing);
  const sources = listing.sources.map((s, i) => listTable(doc,
    clean(s.name) + (s.why ? ': ' + clean(s.why) : '') + (s.newer
      ? ', newer than the program' : '') + leftOut(s.left, 'lines'), 'Line',
    linesOf(listing, i, costs).map(([line, text]) => {
      const key = i + ':' + line;
      return lineRow(view, key, line, text,
        costs.has(key) ? costs.get(key) : undefined);
    })));
  view.both.replaceChildren(
    panel('Source', ...(sources.length ? sources
      : [el('p', {class: 'small soft'}, 'No line of it is known.')])),
    panel('Assembly', listTable(doc, listing.bare
      ? 'What ran; the program was not there to disassemble it'
      : 'Instructions' + leftOut(listing.left, 'instructions'),
    'Instruction', listing.insns.map(insn =>
      insnRow(view, insn)))));
}

function showFunction(view, func) {
  view.func = func;
  if (![...view.select.options].some(o => Number(o.value) === func))
    view.select.append(functionOption(view.doc, func));
  view.select.value = String(func);
  drawListing(view, view.listing.functions.find(f => f.function === func) ||
    bareListing(view.doc, func));
}

function functionOption(doc, func) {
  return el('option', {value: func},
    clean(shortName(doc.functions[func].name, 60)));
}

// Functions with the most of the first event; others come when asked for.
function sourceView(doc, listing, rows, jumps) {
  const view = {doc, listing, both: el('div', {class: 'beside'})};
  const first = listing.functions.map(f => f.function);
  const most = orderBy(rows.map(r => r.own[0]), true).map(i => rows[i].func)
    .filter(func => func >= 0 && !first.includes(func)).slice(0, 50);
  view.select = el('select', {onchange: () =>
    showFunction(view, Number(view.select.value))},
  ...[...first, ...most].map(func => functionOption(doc, func)));
  view.all = el('div', {class: 'asked'}, el('div', {class: 'bar-of-asks'},
    el('label', {class: 'ask'}, 'Function ', view.select),
    ...jumps.map(([text, to]) => el('button', {type: 'button', onclick: () =>
      to(view.func)}, text))),
  el('p', {class: 'small soft'}, 'Shares are of all that happened. A line\u2019s ' +
    'number shows its instructions, an address its line.' + (listing.why
    ? ' Not all is disassembled: ' + clean(listing.why) + '.' : '')),
  view.both);
  if (view.select.options.length)
    showFunction(view, Number(view.select.options[0].value));
  return view;
}

// ---- the page: time ------------------------------------------------------------

// What all charts of a page share: the stretch of time that is seen, and the
// cursor.  `draw` is called when one of these has changed.
function timeAxis(end, hz, draw) {
  const axis = {end, hz, from: 0, to: end, at: null, draw};
  axis.show = (from, to) => {
    const least = Math.max(end / 1e6, 1), wide = Math.max(to - from, least);
    axis.from = Math.max(0, Math.min(from, end - wide));
    axis.to = Math.min(end, axis.from + wide);
    axis.draw();
  };
  axis.zoom = by => {
    const wide = (axis.to - axis.from) * by, middle = axis.at !== null &&
      axis.at >= axis.from && axis.at <= axis.to ? axis.at
      : (axis.from + axis.to) / 2;
    const share = (middle - axis.from) / (axis.to - axis.from);
    axis.show(middle - wide * share, middle + wide * (1 - share));
  };
  axis.point = time => {
    axis.at = Math.max(0, Math.min(end, time));
    axis.draw();
  };
  return axis;
}

// Moves the cursor and zooms: by a pointer, which draws the stretch to zoom to,
// and by keys.
function listenToTime(canvas, axis) {
  let begun = null;
  const timeAt = event => {
    const box = canvas.getBoundingClientRect();
    return axis.from + (event.clientX - box.left) / box.width *
      (axis.to - axis.from);
  };
  canvas.addEventListener('pointerdown', event => {
    begun = timeAt(event);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointercancel', () => { begun = null; });
  canvas.addEventListener('pointermove', event => axis.point(timeAt(event)));
  canvas.addEventListener('pointerup', event => {
    const ended = timeAt(event);
    if (begun !== null && Math.abs(ended - begun) > (axis.to - axis.from) / 50)
      axis.show(Math.min(begun, ended), Math.max(begun, ended));
    else axis.point(ended);
    begun = null;
  });
  canvas.addEventListener('keydown', event => {
    if (isBrowsers(event)) return;
    const step = (axis.to - axis.from) / 50;
    const at = axis.at === null ? axis.from : axis.at;
    if (event.key === 'ArrowRight') axis.point(at + step);
    else if (event.key === 'ArrowLeft') axis.point(at - step);
    else if (event.key === '+') axis.zoom(0.5);
    else if (event.key === '-') axis.zoom(2);
    else if (event.key === 'Escape') axis.show(0, axis.end);
    else return;
    event.preventDefault();
  });
}

function timeAsks(axis) {
  return el('div', {class: 'bar-of-asks'}, ...[
    ['Zoom in', () => axis.zoom(0.5)], ['Zoom out', () => axis.zoom(2)],
    ['Earlier', () => axis.show(axis.from - (axis.to - axis.from) / 2,
      axis.to - (axis.to - axis.from) / 2)],
    ['Later', () => axis.show(axis.from + (axis.to - axis.from) / 2,
      axis.to + (axis.to - axis.from) / 2)],
    ['All', () => axis.show(0, axis.end)],
  ].map(([text, then]) => el('button', {type: 'button', onclick: then}, text)));
}

// A canvas as wide as its box, ready to be drawn on, and the page's colours.
function paper(canvas, tall) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(canvas.parentNode.clientWidth, 50);
  const style = getComputedStyle(document.documentElement);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(tall * ratio);
  canvas.style.height = tall + 'px';
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.font = '12px system-ui,"DejaVu Sans",sans-serif';
  const colour = name => style.getPropertyValue('--' + name);
  return {context, width, colour};
}

function timeCanvas(label) {
  return el('canvas', {class: 'time', tabindex: '0', role: 'application',
    'aria-label': label + ' over time: arrow keys move the cursor, + and - ' +
      'zoom, Escape shows all'});
}

function drawCursor(axis, context, width, tall, colour) {
  if (axis.at === null || axis.at < axis.from || axis.at > axis.to) return;
  const x = (axis.at - axis.from) / (axis.to - axis.from) * width;
  context.fillStyle = colour('ink');
  context.fillRect(Math.min(x, width - 1), 0, 1, tall);
}

// Steps that there is room for: intervals from one on up to another, and where
// they are.
function eachStep(axis, times, width, draw) {
  const first = intervalAt(times.end, axis.from), n = times.end.length;
  const last = intervalAt(times.end, axis.to - 1e-9);
  const x = time => (time - axis.from) / (axis.to - axis.from) * width;
  const each = Math.max(1, Math.floor((last - first + 1) / width));
  for (let i = first, end; i <= last; i = end) {
    end = Math.min(i + each, last + 1);
    if (times.part && end === n && i < end - 1) end--;
    draw(i, end, Math.max(0, x(i ? times.end[i - 1] : 0)),
      Math.min(width, x(times.end[end - 1])), times.part && i === n - 1);
  }
}

// A line of steps; of more intervals than there is room for the mean.
function drawSteps(chart, axis, times, p) {
  const {context, width, colour} = p, values = chart.values;
  const top = chart.top = topOf(values, intervalAt(times.end, axis.from),
    intervalAt(times.end, axis.to - 1e-9), times.part);
  const y = value => CHART_TALL - 2 - Math.min(1, top ? value / top : 0) *
    (CHART_TALL - 8);
  eachStep(axis, times, width, (i, end, from, to, part) => {
    const some = values.slice(i, end).filter(v => v !== null);
    if (!some.length) return;
    const high = y(sumOf(some) / some.length);
    context.fillStyle = colour('fill');
    if (!part) context.fillRect(from, high, to - from, CHART_TALL - high);
    context.setLineDash(part ? [2, 2] : []);
    context.strokeStyle = colour('mark');
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(from, high);
    context.lineTo(to, high);
    context.stroke();
  });
  context.setLineDash([]);
}

// Shares of each step's cycles, above each other.
function drawCauses(chart, axis, times, p) {
  const colours = chart.causes.map((_, k) => p.colour('part' + k));
  eachStep(axis, times, p.width, (i, end, from, to, part) => {
    const cycles = chart.causes.map(c => sumOf(c.cycles.slice(i, end)));
    const all = sumOf(cycles), left = Math.round(from);
    let y = CHART_TALL;
    p.context.globalAlpha = part ? 0.5 : 1;
    cycles.forEach((n, k) => {
      const tall = all ? n / all * CHART_TALL : 0;
      p.context.fillStyle = colours[k];
      p.context.fillRect(left, y -= tall, Math.round(to) - left, tall);
    });
  });
  p.context.globalAlpha = 1;
}

const CHART_TALL = 96, PARTS = 8;

function drawBands(chart, axis, times, p) {
  if (chart.phases.length < 2) return;
  chart.phases.forEach((phase, i) => {
    const begin = phase.first > 1 ? times.end[phase.first - 2] : 0;
    const scale = p.width / (axis.to - axis.from);
    const from = (begin - axis.from) * scale;
    const to = (times.end[phase.last - 1] - axis.from) * scale;
    if (i % 2 === 0 || to < 0 || from > p.width) return;
    p.context.fillStyle = p.colour('rule');
    p.context.globalAlpha = 0.5;
    p.context.fillRect(from, 0, to - from, CHART_TALL);
    p.context.globalAlpha = 1;
  });
}

// The mean of each phase, as a line.
function drawLevels(chart, axis, times, p) {
  const x = time => (time - axis.from) / (axis.to - axis.from) * p.width;
  p.context.fillStyle = p.colour('warn');
  for (const phase of chart.phases.length > 1 && chart.top ? chart.phases : [])
    p.context.fillRect(x(phase.first > 1 ? times.end[phase.first - 2] : 0),
      CHART_TALL - 2 - phase.mean / chart.top * (CHART_TALL - 8),
      x(times.end[phase.last - 1]) - x(phase.first > 1
        ? times.end[phase.first - 2] : 0), 1.5);
}

function causesText(chart, axis, times) {
  if (axis.at === null) return 'Each cycle once, by its simulated cause.';
  const i = intervalAt(times.end, axis.at), some = chart.causes.filter(c =>
    c.cycles[i]), all = sumOf(some.map(c => c.cycles[i]));
  return 'At the cursor: ' + (all ? some.map(c => clean(c.name) + ' ' +
    percent(c.cycles[i], all)).join(', ') : 'no cycles') + partText(i, times);
}

function partText(i, times) {
  return times.part && i === times.end.length - 1 ? ', a part of an interval'
    : '';
}

function chartText(chart, axis, times) {
  if (chart.causes) return causesText(chart, axis, times);
  const unit = chart.unit ? ' ' + clean(chart.unit) : '';
  const most = 'Top: ' + plain(chart.top) + unit;
  if (axis.at === null) return most;
  const i = intervalAt(times.end, axis.at), value = chart.values[i];
  const phase = chart.phases.findIndex(p => i + 1 <= p.last);
  return most + '. At the cursor: ' + (value === null ? 'no number'
    : plain(value) + unit) + (chart.phases.length > 1
    ? ', phase ' + (phase + 1) + ' of ' + chart.phases.length + ' with ' +
      plain(chart.phases[phase].mean) : '') + partText(i, times);
}

function axisText(axis) {
  return timeText(axis.from, axis.hz) + ' to ' + timeText(axis.to, axis.hz) +
    (axis.at === null ? '' : '; cursor at ' + timeText(axis.at, axis.hz));
}

// Redraws at most once for each picture that the browser shows.
function onceAFrame(draw) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; draw(); });
  };
}

function redrawWhenSeen(box, draw) {
  new ResizeObserver(draw).observe(box);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

function timeView(doc) {
  const times = timesOf(doc), charts = linesOverTime(doc);
  const causes = causesOverTime(doc);
  if (causes.length) charts.push({name: 'Cycles by cause', causes});
  const view = {times, charts, told: el('p', {class: 'told',
                                              'aria-live': 'polite'})};
  view.draw = () => {
    for (const chart of charts) {
      const p = paper(chart.canvas, CHART_TALL);
      if (chart.causes) {
        drawCauses(chart, view.axis, times, p);
      } else {
        drawBands(chart, view.axis, times, p);
        drawSteps(chart, view.axis, times, p);
        drawLevels(chart, view.axis, times, p);
      }
      drawCursor(view.axis, p.context, p.width, CHART_TALL, p.colour);
      chart.told.textContent = chartText(chart, view.axis, times);
    }
    view.told.textContent = axisText(view.axis);
  };
  view.axis = timeAxis(times.end[times.end.length - 1], times.hz,
    onceAFrame(view.draw));
  view.all = el('div', {class: 'asked'}, timeAsks(view.axis), view.told,
    ...charts.map(chart => {
      chart.canvas = timeCanvas(clean(shortName(chart.name, 80)));
      chart.told = el('p', {class: 'small soft'});
      listenToTime(chart.canvas, view.axis);
      return el('div', {}, el('h3', {}, clean(shortName(chart.name, 120))),
        el('div', {class: 'time-box'}, chart.canvas), chart.causes ? el('p',
          {class: 'small'}, ...chart.causes.map((c, k) => el('span',
            {class: 'key'}, el('i', {class: 'key' + k}), clean(c.name)))) : null,
        chart.told);
    }));
  return view;
}

// ---- the page: tracks -----------------------------------------------------------

const TRACKS = 200;

function drawTrack(view, track, y, p) {
  const {axis, doc} = view, scale = p.width / (axis.to - axis.from);
  let until = -1;
  for (const span of track.spans) {
    const from = (span.begin - axis.from) * scale;
    const to = Math.max((span.end - axis.from) * scale, from + 1);
    if (to < 0 || from > p.width || to <= until) continue;
    const left = Math.max(from, until, 0), wide = Math.min(to, p.width) - left;
    const name = span.func === null ? '' : doc.functions[span.func].name;
    p.context.fillStyle = span.func === null ? p.colour('rule')
      : hueColour(name, view.dark);
    p.context.fillRect(left, y + 1, Math.max(wide, 1), FRAME_TALL - 2);
    if (wide > 28 && name) {
      p.context.fillStyle = p.colour('ink');
      p.context.fillText(shortName(clean(name), Math.floor((wide - 8) / 8)),
        left + 4, y + FRAME_TALL - 6);
    }
    until = Math.ceil(to);
  }
}

// A context's name stands above its tracks.
function trackRows(view) {
  let context = -1, y = 0;
  view.rows = [];
  for (const track of view.tracks.slice(0, TRACKS)) {
    if (track.context !== context) {
      context = track.context;
      view.rows.push({name: track.name, y});
      y += FRAME_TALL;
    }
    view.rows.push({track, y});
    y += FRAME_TALL;
  }
  view.tall = y;
}

function spanAt(view, x, y) {
  const row = view.rows.find(r => r.track && y >= r.y && y < r.y + FRAME_TALL);
  const time = view.axis.from + x * (view.axis.to - view.axis.from);
  const near = (view.axis.to - view.axis.from) / 500;
  return row && row.track.spans.find(s => time >= s.begin - near &&
    time <= s.end + near);
}

// Of the track that the pointer was in last, or of the first one.
function spanAtCursor(view) {
  const axis = view.axis, first = view.rows.find(row => row.track);
  return axis.at === null || !first ? null : spanAt(view,
    (axis.at - axis.from) / (axis.to - axis.from),
    view.y === undefined ? first.y : view.y);
}

function spanText(view, span) {
  return (span.func === null ? 'has the core'
    : clean(shortName(view.doc.functions[span.func].name, 200))) + ': ' +
    timeText(span.begin, view.axis.hz) + (span.end > span.begin ? ' to ' +
    timeText(span.end, view.axis.hz) : '');
}

function trackView(doc, made) {
  const view = {doc, tracks: made.tracks, canvas: timeCanvas('Tracks'),
                told: el('p', {class: 'told', 'aria-live': 'polite'})};
  const end = made.tracks.reduce((most, t) => t.spans.reduce((m, s) =>
    Math.max(m, s.end), most), 1);
  trackRows(view);
  view.draw = () => {
    const p = paper(view.canvas, view.tall);
    view.dark = matchMedia('(prefers-color-scheme: dark)').matches;
    for (const row of view.rows)
      if (row.track) {
        drawTrack(view, row.track, row.y, p);
      } else {
        p.context.fillStyle = p.colour('ink');
        p.context.fillText(clean(shortName(row.name, 80)), 0,
          row.y + FRAME_TALL - 6);
      }
    drawCursor(view.axis, p.context, p.width, view.tall, p.colour);
    const span = spanAtCursor(view);
    view.told.textContent = axisText(view.axis) + (span ? '; ' +
      spanText(view, span) : '');
  };
  view.axis = timeAxis(end, made.hz, onceAFrame(view.draw));
  view.canvas.addEventListener('pointermove', event => {
    view.y = event.clientY - view.canvas.getBoundingClientRect().top;
  });
  listenToTime(view.canvas, view.axis);
  const more = view.tracks.length - TRACKS;
  view.all = el('div', {class: 'asked'}, timeAsks(view.axis), view.told,
    el('div', {class: 'time-box'}, view.canvas), more > 0 ? el('p',
      {class: 'small soft'}, grouped(more) + ' more tracks are not drawn.')
      : null);
  return view;
}

function putTime(place, view) {
  place.className = '';
  place.replaceChildren(view.all);
  view.draw();
  redrawWhenSeen(view.all, view.axis.draw);
  return view;
}

// ---- the page: all of it -------------------------------------------------------

function documentIn(id) {
  const e = document.getElementById(id);
  return e ? JSON.parse(e.textContent) : null;
}

// Views by name, for who looks from outside.
const views = {};

function goToSource(func) {
  showFunction(views.source, func);
  document.getElementById('source').scrollIntoView();
}

// The widest frame of a function.
function goToFlame(func) {
  const view = views.flame;
  zoomTo(view, view.tree.root);
  const f = view.frames.filter(f => f.node.func === func)
    .sort((a, b) => b.w - a.w)[0];
  if (f) view.current = f.node;
  drawFlame(view);
  document.getElementById('flame').scrollIntoView();
  view.canvas.focus({preventScroll: true});
}

function goToTable(func) {
  views.table.find(views.source.doc.functions[func].name);
  document.getElementById('functions').scrollIntoView();
}

// There may be a million spans, which nobody waits for who does not see them.
function openWhenSeen(doc, place) {
  views.openTracks = () => {
    const made = views.tracks ? null : tracksOf(doc);
    if (made) views.tracks = putTime(place, trackView(doc, made));
  };
  new IntersectionObserver(seen => {
    if (seen.some(one => one.isIntersecting)) views.openTracks();
  }).observe(place);
}

function openProfile(doc) {
  const place = id => document.getElementById(id);
  const rows = functionRows(doc), listing = documentIn('listing');
  views.table = functionTable(doc, rows, doc.total, goToSource);
  place('functions-view').replaceChildren(views.table.all);
  if (place('flame-view')) views.flame = putFlame(place('flame-view'), [doc],
    goToSource);
  views.source = sourceView(doc, listing, rows, [
    ...(views.flame ? [['In the flame graph', goToFlame]] : []),
    ['In the table', goToTable]]);
  place('source-view').replaceChildren(views.source.all);
  if (place('tracks-view')) openWhenSeen(doc, place('tracks-view'));
}

function openPage() {
  const began = performance.now(), doc = documentIn('tally');
  document.documentElement.classList.add('scripted');
  if (doc && doc.document === 'profile') openProfile(doc);
  if (doc && doc.intervals && document.getElementById('time-view'))
    views.time = putTime(document.getElementById('time-view'), timeView(doc));
  const two = documentIn('profiles');
  if (two && document.getElementById('flame-view'))
    views.flame = putFlame(document.getElementById('flame-view'), two, null);
  for (const table of document.querySelectorAll('table')) askTable(table);
  views.took = performance.now() - began;
}

if (typeof document !== 'undefined') openPage();
else if (typeof module !== 'undefined')
  module.exports = {grouped, percent, signed, formulaValue, metricValue,
                    pathsOf, selfOf, inclusiveOf, functionCosts, sideOf, treeOf,
                    childrenOf, layOut, hitsOf, matcher, orderBy, functionRows,
                    shortName, clean, changeColour, hueColour, changeOf,
                    columnsOf, taskName, bareListing, lineCosts, linesOf,
                    leftOut, shownColumns, linesOverTime, causesOverTime,
                    timesOf, intervalAt, topOf, timeText, plain, tracksOf};
