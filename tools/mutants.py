# SPDX-License-Identifier: MIT
"""The one-line bugs that mutate.py plants: slips of the hand in a line of C,
and the eight kinds of mistake that adding a monitor invites."""
import collections
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]

# `lines` lines from line `line` (0 is the first) become `new`.
Mutant = collections.namedtuple('Mutant', 'path line lines old new kind family')

# What stands in strings, character constants and comments is left alone: a
# mask of the line, as long as it, has blanks there.
QUIET = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|/\*.*$')


def masked(line):
    return QUIET.sub(lambda found: ' ' * len(found.group()), line)


# A term of a condition or of a sum of bits, whole: a name, a member, a call.
TERM = r'!?[\w.>\[\]-]+(?:\([^()]*\))?'
AHEAD = r'(?:(?<=\()|(?<=&& )|(?<=\| )|(?<=return )|(?<=[^=!<>]= )|(?<=; ))'
# Words of which a line may have taken the wrong one.
SIBLINGS = ('before after', 'first last', 'first second', 'low high',
            'from to', 'begin end', 'old new', 'left right', 'least most',
            'x y', 'open close', 'start stop', 'rows columns', 'read write')
# (name, what, by what): every place in a line is one mutant.
SLIPS = [
    ('left out', rf'{AHEAD}{TERM} (?:&&|\|\||\|) (?=[\w!(])', ''),
    ('left out', rf' (?:&&|\|\||\|) {TERM}(?=\)|;|,| &&| \|\|| \| )', ''),
    *(('sibling', rf'\b{one}\b', other) for pair in SIBLINGS
      for one, other in (pair.split(), pair.split()[::-1])),
    ('comparison', r'(?<= )<(?= )', '<='),
    ('comparison', r'(?<= )<=(?= )', '<'),
    ('comparison', r'(?<= )>(?= )', '>='),
    ('comparison', r'(?<= )>=(?= )', '>'),
    ('comparison', r'(?<= )==(?= )', '!='),
    ('comparison', r'(?<= )!=(?= )', '=='),
    ('and/or', r'(?<= )&&(?= |$)', '||'),
    ('and/or', r'(?<= )\|\|(?= |$)', '&&'),
    ('plus/minus', r'(?<= )\+(?= )', '-'),
    ('plus/minus', r'(?<= )-(?= )', '+'),
    ('plus/minus', r'(?<= )\+=(?= )', '-='),
    ('plus/minus', r'(?<= )-=(?= )', '+='),
    ('bits', r'(?<= )&(?= |$)', '|'),
    ('bits', r'(?<= )\|(?= |$)', '&'),
    ('bits', r'(?<= )\|=(?= )', '&='),
    ('shift', r'(?<= )<<(?= )', '>>'),
    ('shift', r'(?<= )>>(?= )', '<<'),
    ('inverted', r'(?<=\bif \()(?=[^()]*\)$)', '!!!'),
    ('inverted', r'(?<=[( ])!(?=[\w(])', ''),
    ('result', r'\breturn true;', 'return false;'),
    ('result', r'\breturn false;', 'return true;'),
    ('result', r'\btrue\b(?=[,)])', 'false'),
    ('result', r'\bfalse\b(?=[,)])', 'true'),
    ('constant', r'(?<![\w.\'])\d+(?![\w.])', '+1'),
    ('constant', r'(?<![\w.])0x[0-9A-Fa-f]+(?![\w.])', 'bit'),
]
STATEMENT = re.compile(
    r'^\t+(?!return|break|continue|goto|case|default|else|struct|enum|const|'
    r'static|unsigned|int|bool|char|size_t|double|u?int\d+_t|\()'
    r'[\w>.\[\]*()-]+(?:[^;{}]*=[^;{}]+|\(.*\)|\+\+|--);$')


def replaced(line, found, what):
    """The line with one place of it changed."""
    if what == '!!!':  # the whole condition
        return re.sub(r'\bif \((.*)\)$', r'if (!(\1))', line)
    if what == '+1':
        what = str(int(found.group()) + 1)
    elif what == 'bit':  # a neighbour of the lowest bit that is set
        value = int(found.group(), 16)
        what = hex(value << 1 if value else 1)
    return line[:found.start()] + what + line[found.end():]


def in_functions(text):
    """(number, line) of the lines inside functions, comments left out."""
    inside = comment = False
    for number, line in enumerate(text.split('\n')):
        if line == '{':
            inside = True
        elif line == '}':
            inside = False
        elif re.match(r'^\t*/\*', line) or comment:
            comment = '*/' not in line
        elif inside and line.strip() and not line.startswith('#'):
            yield number, line


def slips_of(root, path):
    """Every slip in the functions of a .c; in a .def, in its numbers."""
    text = pathlib.Path(root, path).read_text(encoding='utf-8')
    if path.endswith('.def'):
        return [m for m in kinds_of(root, [path])]
    found = []
    for number, line in in_functions(text):
        mask = masked(line)
        for kind, what, by in SLIPS:
            for place in re.finditer(what, mask):
                new = replaced(line, place, by)
                if new not in (line, *(m.new for m in found
                                       if m.line == number)):
                    found.append(Mutant(path, number, 1, line, new, kind, ''))
        if STATEMENT.match(mask.rstrip()):
            found.append(Mutant(path, number, 1, line,
                                line[:len(line) - len(line.lstrip())] + ';',
                                'dropped', ''))
    return found


# The eight kinds.
KINDS = ['event code', 'field bit', 'inverted formula', 'register not saved',
         'counter loaded while enabled', 'counting rule', 'loads for stores',
         'privilege']

# What of the boards is called after no family: a family's word, and words.
BOARDS = [
    ('pmuv3', 'pmu/v3|a64|cortex_a[._]'),
    ('armv7', 'pmu/v2'),
    ('l2cc', '/l2'),
    ('ahb', 'arm926'),
    ('mpc85xx', 'pq3|tsec'),
    ('e500', 'ppc'),
]


@functools.cache
def families():
    """(word, what its files are called after), of src/monitors/meson.build."""
    text = (ROOT / 'src/monitors/meson.build').read_text(encoding='utf-8')
    rows = re.findall(r"\['(\w+)', \[([^]]*)\],\s*\[([^]]*)\]\]", text)
    if len(rows) != len(re.findall(r"(?m)^  \['", text)):
        raise SystemExit('mutants.py: src/monitors/meson.build has a family '
                         'that is not [WORD, [MONITORS], [FILES]]')
    words = [(name, [name, *re.findall(r'\w+', monitors + files)])
             for name, monitors, files in rows]
    return [(name, '|'.join(sorted(of, key=len, reverse=True)))
            for name, of in words]


def family_of(path):
    return next((name for name, words in families() + BOARDS
                 if re.search(rf'(?<![a-z])({words})', path)), 'all')


def number_after(text, by):
    """The number, moved: in the way it was written."""
    if text.startswith('0x'):
        return f'0x{int(text, 16) + by:0{len(text) - 2}X}'
    return str(int(text) + by)


def rows(path, text, kind, pattern, change):
    """Mutants of the lines that `pattern` fits; its groups are handed on."""
    for number, line in enumerate(text.split('\n')):
        if line.startswith((' *', '/*', '#')):
            continue
        for found in re.finditer(pattern, line):
            new = line[:found.start()] + change(found) + line[found.end():]
            if new != line:
                yield Mutant(path, number, 1, line, new, kind,
                             family_of(path))


def codes(path, text):
    if not path.endswith('.def') or 'rules' in path or 'ledger' in path:
        return
    yield from rows(path, text, KINDS[0],
                    r'^((?:EVENT\(\w+, (?:\w+, )?|OWN\(\w+, |AT\(\w+, |'
                    r'PQ3_EVENT\(\d+, |[A-Z0-9_]+\())(0x[0-9A-Fa-f]+|\d+)\b',
                    lambda f: f[1] + number_after(f[2], 1))
    if 'include/tally/monitors/pmuv3/' in path:
        yield from rows(path, text, KINDS[0], r'^COMMON\(\w+\)$',
                        lambda f: '')


def fields(path, text):
    if path.startswith('include/tally/monitors/') and path.endswith('.def'):
        yield from rows(path, text, KINDS[1],
                        r'(\bFIELD\([^,]+, \w+, )(\d+)(, \d+)',
                        lambda f: f[1] + str(int(f[2]) + (
                            1 if f[2] == '0' else -1)) + f[3])
    if path.startswith('src/monitors/') or '/pmu/' in path or path.endswith('/monitor.c'):
        yield from rows(path, text, KINDS[1],
                        r'^(#define \w+ +UINT(?:32|64)_C\()(0x[0-9A-Fa-f]+)',
                        lambda f: f[1] + hex(int(f[2], 16) << 1))
        yield from rows(path, text, KINDS[1],
                        r'^(\t\w+ = (?:UINT32_C\(1\)|1u?) << )(\d+)\b',
                        lambda f: f[1] + str(int(f[2]) + (
                            -1 if int(f[2]) > 30 else 1)))
        yield from rows(path, text, KINDS[1], r'^(\t\w+_LSB = )(\d+)\b',
                        lambda f: f[1] + str(int(f[2]) + 1))


def formulas(path, text):
    if path.startswith('src/catalog/') and path.endswith('_text.def'):
        yield from rows(path, text, KINDS[2],
                        r'"(\(?[\w ]+\)?|\([^"()]+\)) / (\w+|\([^"()]+\))"',
                        lambda f: f'"{f[2]} / {f[1]}"')
        yield from rows(path, text, KINDS[2],
                        r'(?<=[\w)]) \+ (?=\w+\)?",)', lambda f: ' - ')


def statements(text, function, word):
    """(line, lines, text) of whole statements that start with `word` in the
    functions whose name fits."""
    lines = text.split('\n')
    name = ''
    for number, line in enumerate(lines):
        head = re.match(r'^(?:static )?[\w ]+[ *](\w+)\(', line)
        if head:
            name = head[1]
        if not re.search(function, name) or not re.match(
                rf'^\t+(?:{word})', line):
            continue
        end = number
        while not lines[end].endswith(';'):
            end += 1
        yield number, end + 1 - number, '\n'.join(lines[number:end + 1])


def unsaved(path, text):
    if path.startswith('src/monitors/') and path.endswith('.c'):
        for line, count, old in statements(
                text, r'^(?:[a-z0-9]+_)?save',
                r'tally_script_write\(restore|(?:\w+_)?put\(restore|'
                r'put_nth\(m, restore|(?:\w+_)?put\(m, \w+, restore|save_'):
            yield Mutant(path, line, count, old, '\t\t;', KINDS[3],
                         family_of(path))


# (file, as it is, with the counters running before they are loaded).
ENABLED = [
    ('pmnc.c', 'last = control | C | P;', 'last = control | C | P | E;'),
    ('pmnc.c', 'first |= FLAGS | E;', 'first |= FLAGS;'),
    ('xsc2.c', 'divider(setup) | PMNC_C | PMNC_P);',
     'divider(setup) | PMNC_C | PMNC_P | PMNC_E);'),
    ('pmuv3/pmuv3.c', 'quiet(m, script, control_of(setup));',
     'quiet(m, script, control_of(setup) | E);'),
    ('armv7/armv7.c', 'quiet(script, tally_armv7_control(setup));',
     'quiet(script, tally_armv7_control(setup) | E);'),
    ('fslpm.c', 'phase == TALLY_START\n', 'phase != TALLY_STOP\n'),
    ('l210.c', 'stopped | TALLY_L210_RESET);',
     'stopped | TALLY_L210_RESET | TALLY_L210_ENABLE);'),
    ('l2page.c', '\t}\n\ttally_script_write(script, &ecr, 0);',
     '\t}\n\ttally_script_write(script, &ecr, TALLY_L2PAGE_ENABLE);'),
    ('arm926pxp_ahb.c',
     'ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script, stopped);\n'
     '\t\tahb_put(m, TALLY_AHB_GxiPageSize',
     'ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script, stopped | 1);\n'
     '\t\tahb_put(m, TALLY_AHB_GxiPageSize'),
]


def enabled(path, text):
    if not path.startswith('src/monitors/'):
        return
    for name, old, new in ENABLED:
        if path != f'src/monitors/{name}':
            continue
        if old not in text:
            raise SystemExit(f'mutants.py: {path} has no "{old}" any more: '
                             'mend ENABLED')
        line = text[:text.index(old)].count('\n')
        count = old.count('\n') + 1
        was = '\n'.join(text.split('\n')[line:line + count])
        yield Mutant(path, line, count, was, was.replace(old, new), KINDS[4],
                     family_of(path))


def in_models(path):
    return re.match(r'boards/src/(core/|ahb/(count|cpu)|pq3/).*\.c$',
                    path)


def rules(path, text):
    """What is counted: one more, or not at all."""
    if not in_models(path):
        return
    for line, count, old in statements(text, '', r'\w*count\w*\(|\w+->n\['):
        yield Mutant(path, line, count, old, '\t\t;', KINDS[5],
                     family_of(path))


SWAPS = {'LOADS': 'STORES', 'STORES': 'LOADS', 'LOAD': 'STORE',
         'STORE': 'LOAD', 'READ': 'WRITE', 'WRITE': 'READ', 'Rd': 'Wr',
         'Wr': 'Rd', 'DR': 'DW', 'DW': 'DR'}


def loads(path, text):
    if in_models(path):
        yield from rows(path, text, KINDS[6], r'!?\b\w+->(?:is_)?write\b',
                        lambda f: f[0][1:] if f[0][0] == '!' else '!' + f[0])
        yield from rows(path, text, KINDS[6], r'\b\w+->(load|store)\b',
                        lambda f: f[0].replace(
                            f[1], 'store' if f[1] == 'load' else 'load'))
    if path.startswith('boards/src/pmu/') and path.endswith('.def'):
        yield from rows(path, text, KINDS[6],
                        r'\b((?:\w+_)?)(LOADS?|STORES?|READ|WRITE)(?=(?:_\w+)?,'
                        r' "|(?:_\w+)?,$)', lambda f: f[1] + SWAPS[f[2]])


def privilege(path, text):
    if not re.match(r'boards/src/(pmu/|ahb/monitor|pq3/monitor|a64/sysreg|ppc/spr|'
                    r'a32/cp15).*\.c$', path):
        return
    yield from rows(path, text, KINDS[7],
                    r'(?<=if \()(.*(?:privileged|admitted|userenr).*)(?=\)$)',
                    lambda f: f'false && ({f[1]})')
    yield from rows(path, text, KINDS[7],
                    r'(?<=return )(privileged\b.*|.*userenr.*)(?=;)',
                    lambda f: f'true || ({f[1]})')
    yield from rows(path, text, KINDS[7],
                    r'(?<== )pmu_v3_admit\((\w+, \w+), \w+,',
                    lambda f: f'pmu_v3_admit({f[1]}, true,')


def kinds_of(root, paths=None):
    """Every mutant of the eight kinds, in these files or in all."""
    root = pathlib.Path(root)
    if paths is None:
        paths = [str(path.relative_to(root)) for path in sorted(
            [*root.glob('include/tally/monitors/**/*.def'),
             *root.glob('src/catalog/**/*.def'),
             *root.glob('src/monitors/**/*.c'),
             *root.glob('boards/src/*/**/*.c'),
             *root.glob('boards/src/*/*.def')])]
    found = []
    for path in paths:
        text = (root / path).read_text(encoding='utf-8')
        for make in (codes, fields, formulas, unsaved, enabled, rules, loads,
                     privilege):
            found += make(path, text)
    return found
