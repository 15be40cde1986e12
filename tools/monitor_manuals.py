#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: monitor_manuals.py TALLY FOLDER

Makes the manual pages of section 7 in FOLDER, in place of those that are there:
one for each monitor of the catalogue, with its counters, registers, events,
metrics and groups, its rules, caveats and errata, as the command TALLY tells
them."""
import collections
import json
import os
import pathlib
import subprocess
import sys

from manuals import DATE, escape, lines_of

# What the kinds of rules are about, in the order of a page.
KINDS = {'access': 'ACCESS', 'start': 'STARTING', 'stop': 'STOPPING',
         'clear': 'CLEARING', 'overflow': 'OVERFLOW', 'trap': 'TRAPS',
         'contradiction': 'WHERE DOCUMENTS DISAGREE',
         'silent': 'WHERE DOCUMENTS ARE SILENT'}


def told(tally, *words):
    # A user's own cores and metrics are no part of the manual.
    env = {**os.environ, 'XDG_DATA_HOME': '/nonexistent'}
    return json.loads(subprocess.run(
        [tally, *words, '--json'], stdout=subprocess.PIPE, text=True,
        check=True, env=env).stdout)


def by_monitor(tally, what):
    rows = collections.defaultdict(list)
    for row in told(tally, 'list', what)[what]:
        rows[row['monitor']].append(row)
    return rows


def title_of(monitor):
    return 'tally-' + monitor.replace('/', '-')


def item(head, *texts):
    return [f'.It {head}', *(line for text in texts if text
                             for line in lines_of(text))]


def listed(title, items):
    """A section of items; nothing where there is none."""
    if not items:
        return []
    return [f'.Sh {title}', '.Bl -tag -width Ds',
            *(line for one in items for line in one), '.El']


def paragraphs(title, texts):
    lines = []
    for text in texts:
        lines += ['.Pp'] * bool(lines) + lines_of(text)
    return [f'.Sh {title}', *lines] if lines else []


def sourced(row):
    return f'{row["text"]} [{row["source"]}]' if row['source'] else row['text']


def about(row):
    return f'{row["about"]}: {sourced(row)}' if row['about'] else sourced(row)


def erratum(row):
    where = ', '.join(filter(None, [row['number'], row['revisions']]))
    text = '; '.join(filter(None, [row['text'], row['cure']]))
    return f'{row["about"]}: {where}: {text} [{row["source"]}]'


def sentence(text):
    return f'{text[:1].upper()}{text[1:]}.' if text else ''


def named(name):
    return f'Cm {escape(name)}'


def event_item(event):
    code = f', {event["code"]}' if event['code'] else ''
    counters = ' '.join(event['counters']) if len(event['counters']) <= 4 else ''
    return item(named(event['name']), f'{event["description"]}'
                f' ({event["kind"]}{code}'
                f'{"; on " + counters if counters else ""})'
                f' [{event["source"]}]', sentence(event['note'] or ''))


def metric_item(metric):
    return item(named(metric['name']), f'{metric["title"]}, in '
                f'{metric["unit"]}: {metric["formula"]}; '
                f'{metric["definition"]}')


def rules(monitor):
    out, kinds = [], collections.defaultdict(list)
    for rule in monitor['rules']:
        kinds[rule['kind']].append(about(rule))
    for kind in sorted(kinds, key=lambda kind: list(KINDS).index(kind)
                       if kind in KINDS else len(KINDS)):
        out += paragraphs(KINDS.get(kind, kind.upper()), kinds[kind])
    return out


def page(monitor, events, metrics, groups):
    name = title_of(monitor['monitor'])
    return [
        '.\\" Made by tools/monitor_manuals.py.', f'.Dd {DATE}',
        f'.Dt {name.upper()} 7', '.Os', '.Sh NAME', f'.Nm {name}',
        f'.Nd {escape(monitor["title"])}', '.Sh DESCRIPTION',
        'The monitor is', f'.Cm {monitor["monitor"]}',
        'to the options', '.Fl m', 'and', '.Fl t', 'of', '.Xr tally 1 .',
        '.Pp', *lines_of(sentence(monitor['summary'])),
        *listed('COUNTERS', [
            item(named(row['name']), f'{row["title"]}: register '
                 f'{row["register"]}, {row["bits"]} bits; counts '
                 f'{row["counts"]}') for row in monitor['counter']]),
        *listed('REGISTERS', [
            item(named(row['name']), f'{row["place"]}, {row["bits"]} bits: '
                 f'{row["title"]} [{row["source"]}]',
                 f'Fields: {", ".join(row["fields"])}.')
            for row in monitor['registers']]),
        *listed('EVENTS', [event_item(row) for row in events]),
        *listed('METRICS', [metric_item(row) for row in metrics]),
        *listed('GROUPS', [
            item(named(row['name']), f'{row["title"]}: '
                 f'{" ".join(row["metrics"])}') for row in groups]),
        *rules(monitor),
        *paragraphs('SOURCES', [sentence(monitor['sources'])]),
        '.Sh SEE ALSO', '.Xr tally 1 ,', '.Xr tally-explain 1',
        *paragraphs('CAVEATS', [about(row) for row in monitor['notes']]),
        *paragraphs('BUGS', [erratum(row) for row in monitor['errata']])]


def main(arguments):
    if len(arguments) != 2 or arguments[0].startswith('-'):
        sys.exit(__doc__)
    tally, folder = arguments[0], pathlib.Path(arguments[1])
    folder.mkdir(exist_ok=True)
    for old in folder.glob('*.7'):
        old.unlink()
    events, metrics, groups = (by_monitor(tally, what) for what in
                               ('events', 'metrics', 'groups'))
    for row in told(tally, 'list', 'monitors')['monitors']:
        name = row['monitor']
        monitor = told(tally, 'explain', name)['explanations'][0]
        lines = page(monitor, events[name], metrics[name], groups[name])
        (folder / f'{title_of(name)}.7').write_text('\n'.join(lines) + '\n',
                                                    encoding='utf-8')


if __name__ == '__main__':
    main(sys.argv[1:])
