# SPDX-License-Identifier: MIT
"""All programs of known counts, each with what it counts on every core."""
from truth_armv7 import ARMV7
from truth_bench import Program
from truth_code import CODE
from truth_data import DATA

PROGRAMS = {**CODE, **DATA,
            **{name: Program(name, "armv7")
               for name in ("increments", "contexts", "unaligned")}}

for core, column in ARMV7.items():
    for name, counts in column.items():
        PROGRAMS[name].cores[core] = counts
