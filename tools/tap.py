#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py TEST_FILE [NAME=VALUE...]

Runs a file of Python unittest cases and tells the results as TAP, so that
Meson and ./test count each case.  NAME=VALUE sets a variable of the file, as
TALLY, the command under test.  It finds modules next to it and in tests/kit."""
import importlib.util
import pathlib
import signal
import sys
import unittest

KIT = pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'kit'


class Result(unittest.TestResult):
    def __init__(self, stream):
        super().__init__()
        self.stream = stream
        self.number = 0
        self.passed = True

    def _say(self, ok, test, directive='', details=''):
        self.number += 1
        self.passed = self.passed and ok
        name = test.id().split('.', 1)[-1].replace('#', ' ')
        print(f'{"ok" if ok else "not ok"} {self.number} - {name}{directive}',
              file=self.stream)
        for line in details.splitlines():
            print(f'# {line}', file=self.stream)
        self.stream.flush()

    def addSuccess(self, test):
        self._say(True, test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say(True, test, f' # SKIP {reason}')

    def addFailure(self, test, err):
        self._say(False, test, details=self._exc_info_to_string(err, test))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addFailure(subtest, err)


def hear_signals():
    """Whoever starts the tests may ignore signals, as nohup does, and every
    program that a test starts would inherit that."""
    for number in signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main(arguments):
    if not arguments or arguments[0].startswith('-'):
        sys.exit(__doc__)
    hear_signals()
    path = pathlib.Path(arguments[0]).resolve()
    sys.path[:0] = [str(path.parent), str(KIT)]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    for setting in arguments[1:]:
        name, _, value = setting.partition('=')
        if not hasattr(module, name):
            sys.exit(f'tap.py: {path.name} has no variable {name}')
        setattr(module, name, value)
        if name == 'TALLY' and 'tally_command' in sys.modules:
            sys.modules['tally_command'].TALLY = value
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    # What the tests print must not look like results.
    stream, sys.stdout = sys.stdout, sys.stderr
    result = Result(stream)
    suite.run(result)
    print(f'1..{result.number}', file=stream, flush=True)
    return 0 if result.passed and result.number else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
