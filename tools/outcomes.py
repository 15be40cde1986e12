# SPDX-License-Identifier: MIT
"""What a check came to, and what a test program's TAP says that it came to."""
import dataclasses
import re


@dataclasses.dataclass
class Outcome:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    details: str = ''
    table: str = ''
    seconds: float = 0
    cpu: float = 0

    def plus(self, other):
        return Outcome(self.passed + other.passed, self.failed + other.failed,
                       self.skipped + other.skipped,
                       self.details + other.details)


RESULT = re.compile(r'^(not )?ok\b[^#\n]*(# *SKIP)?', re.M | re.I)
PLAN = re.compile(r'^1\.\.(\d+)', re.M)


def count(record):
    """One test program's (passed, failed, skipped), from its TAP."""
    text = record['stdout'] or ''
    results = RESULT.findall(text)
    # cmocka says "not ok" of a skipped case.
    skipped = sum(bool(skip) for _, skip in results)
    failed = sum(bool(negative and not skip) for negative, skip in results)
    passed = len(results) - skipped - failed
    planned = sum(map(int, PLAN.findall(text)))
    if not failed and (record.get('returncode') or planned != len(results)):
        failed = 1  # it crashed, hung, or ended before its last case
    return passed, failed, skipped
