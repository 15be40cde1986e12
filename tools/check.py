#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: ./test [--all] [--list] [-j JOBS] [NAME...]

Runs the checks of this project, or those named, and ends with one line: how
many passed and how many failed.  quick names those of one minute.  --all adds
the long ones, counts a skipped test as failed, as does a CI variable in the
environment, and a check that takes half more of the processor than is allotted.  Objects, and what every command said (logs/), are kept under
build/, or $TALLY_BUILD."""
import argparse
import concurrent.futures
import os
import sys
import threading
import time

import allotments
import builds
import checks
from checks import Outcome


def run(name, function):
    """The outcome of one check; one that breaks has failed, and says how."""
    start = time.monotonic()
    logs = builds.BUILD / 'logs'
    logs.mkdir(parents=True, exist_ok=True)
    with open(logs / f'{name}.txt', 'w', encoding='utf-8') as log:
        builds.here.account = builds.Account(log)
        try:
            outcome = function()
        except builds.Broken as broken:
            outcome = Outcome(failed=1, details=str(broken))
        except Exception as error:  # a check that cannot run has not passed
            outcome = Outcome(failed=1,
                              details=f'{type(error).__name__}: {error}')
    if not (outcome.passed or outcome.failed or outcome.skipped):
        outcome = Outcome(failed=1, details=f'{name} checked nothing')
    outcome.seconds = time.monotonic() - start
    outcome.cpu = builds.here.account.cpu
    return outcome


def tell(name, outcome):
    words = f'{outcome.passed} passed'
    if outcome.failed:
        words += f', {outcome.failed} FAILED'
    if outcome.skipped:
        words += f', {outcome.skipped} skipped'
    print(f'{name:<16} {words:<34} {outcome.seconds:7.1f} s'
          f' {outcome.cpu:7.1f} s of CPU', flush=True)
    if outcome.details:
        for line in outcome.details.rstrip().splitlines():
            print(f'    {line}', flush=True)


def parse(arguments, known):
    parser = argparse.ArgumentParser(
        usage='./test [--all] [--list] [-j JOBS] [NAME...]',
        description='Runs every check, or those named.')
    parser.add_argument('--all', action='store_true',
                        help='the long checks too; a skip is a failure')
    parser.add_argument('--list', action='store_true',
                        help='print the names of the checks')
    parser.add_argument('-j', type=int, default=os.cpu_count() or 1,
                        metavar='JOBS', help='processes of a check at a time')
    parser.add_argument('name', nargs='*', metavar='NAME')
    options = parser.parse_args(arguments)
    options.name = [name for word in options.name
                    for name in checks.GROUPS.get(word, [word])]
    unknown = [name for name in options.name if name not in known]
    if unknown:
        parser.error(f'no check is called {unknown[0]}; there are: '
                     f'{" ".join([*checks.GROUPS, *known])}')
    return options


def chosen(options, name, check):
    if options.name:
        return name in options.name
    return check.when == 'always' or (options.all and check.when == 'all')


def strangers(root=builds.ROOT):
    """Files in the tree that are not the project's, but for what is built;
    none where git does not know."""
    try:
        names = builds.command('git', 'ls-files', '--others', where=root)
    except builds.Broken:
        return set()
    return {name for name in names.splitlines()
            if not name.startswith('build/') and '__pycache__/' not in name}


def judge_all(spent, slow, before):
    """What ./test --all fails for besides its checks, with the table of CPU."""
    table, over = allotments.judge(spent, slow)
    over += [f'{name} was left in the tree: a test writes into a temporary '
             'folder of its own' for name in sorted(strangers() - before)]
    print('', table, *over, sep='\n')
    return Outcome(failed=len(over))


def main(arguments):
    everything = checks.table()
    options = parse(arguments, everything)
    if options.list:
        for name, check in everything.items():
            print(f'{name:<16} {check.title}')
        for name, members in checks.GROUPS.items():
            print(f'{name:<16} {" ".join(members)}')
        return 0
    builds.jobs = max(options.j, 1)
    run_now = {name: check for name, check in everything.items()
               if chosen(options, name, check)}
    if not builds.CACHE_TAKERS & set(run_now):
        builds.without_cache()
    whole = options.all and not options.name
    slow = allotments.slowness() if whole else 1
    before = strangers() if whole else set()
    outcomes, lock = {}, threading.Lock()

    def work(name):
        outcome = run(name, run_now[name].function)
        with lock:
            tell(name, outcome)
            outcomes[name] = outcome

    # One more than there are processors: some wait for a disk, or have one
    # process at their end.
    at_once = builds.jobs + (builds.jobs > 1)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        list(pool.map(work, run_now))

    spent = {name: outcome.cpu for name, outcome in outcomes.items()} | {
        f'build {name}': cpu for name, cpu in builds.made.items()}
    outcomes = list(outcomes.values())
    for outcome in outcomes:
        if outcome.table:
            print(f'\n{outcome.table}')
    if whole:
        outcomes.append(judge_all(spent, max(slow, allotments.slowness()),
                                  before))
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    skipped = sum(outcome.skipped for outcome in outcomes)
    if options.all or os.environ.get('CI'):
        failed, skipped = failed + skipped, 0
    if skipped:
        print(f'{skipped} skipped; with --all that is a failure')
    print(f'{sum(spent.values()) / 60:.1f} CPU minutes')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
